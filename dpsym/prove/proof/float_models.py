"""Quick numerical models of the facts, to give up early on a goal that is false there.

Floats decide nothing here: a goal that fails in a model is not searched for, and that is all.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dpsym.kernel.normal import Factor
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.floats import (
    Terms,
    Unknown,
    atoms_of,
    base_atoms,
    evaluate,
    in_floats,
    permits,
)

POOL = 24  # models with which a search begins; more see little more, and take their time
LARGEST = 32  # models that are kept
FEW = 6  # models with which each of several searches for a model against a statement begins
SEARCHES = 12
EDGES = 0.35  # of the values that are tried are at the edge of what is allowed
NEAR = 1e-5  # how near to it
TOLERANCE = 1e-9  # of a fact, for the size of its terms
CLEARLY = 1e-3  # facts hold up to a little in floats, and the root of a little is more
VALUES = (0.0, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0, 1.3, 2.0, 3.0, 5.0)


def respects(fact: Fact, model: dict) -> bool:
    """Whether the model satisfies a fact, as far as that can be seen."""
    try:
        x, size = evaluate(fact.floats, model)
    except Unknown:
        return True
    slack = TOLERANCE * size
    return abs(x) <= slack if fact.kind == "eq" else x >= -slack if fact.kind == "ge" else x > slack


def linear(fact: Fact, f: Factor) -> tuple[Terms, Terms] | None:
    """Slope and rest of an equation that is linear in an atom."""
    slope: list[tuple[float, tuple]] = []
    rest: list[tuple[float, tuple]] = []
    for v, factors in fact.floats:
        powers = [e for g, e in factors if g is f]
        others = tuple((g, e) for g, e in factors if g is not f)
        if powers not in ([], [1.0]) or any(f in base_atoms(g) for g, _ in others):
            return None
        (slope if powers else rest).append((v, others))
    return (tuple(slope), tuple(rest)) if slope else None


def solved(equation: tuple[Terms, Terms], model: dict) -> float | None:
    """The value that the equation gives its atom in the model."""
    try:
        (slope, size), (rest, _) = (evaluate(terms, model) for terms in equation)
    except Unknown:
        return None
    return -rest / slope if abs(slope) > 1e-9 * size else None


@dataclass(frozen=True)
class Bound:
    """An inequality that is linear in an atom: strict or not, its slope and its rest."""

    strict: bool
    slope: Terms
    rest: Terms


def range_of(bounds: Iterable[Bound], model: dict) -> tuple[float, float, bool]:
    """The numbers between which an atom has to lie, and whether these say all that the bounds say."""
    low, high, told = -math.inf, math.inf, True
    for bound in bounds:
        try:
            (s, size), (r, more) = evaluate(bound.slope, model), evaluate(bound.rest, model)
        except Unknown:
            continue
        if abs(s) <= 1e-6 * size:
            told = False
            continue
        end = -r / s
        inwards = TOLERANCE * (abs(end) * size + more) / abs(s) if bound.strict else 0.0
        if s > 0:
            low = max(low, end + inwards)
        else:
            high = min(high, end - inwards)
    return low, high, told


def extended(model: dict, f: Factor, value: float, facts: Iterable) -> dict | None:
    """The model with a value for one more atom; None where a fact fails.  The model itself is as it was."""
    size = len(model)
    model[f] = value
    try:
        return dict(model) if all(respects(x, model) for x in facts) else None
    finally:
        while len(model) > size:  # what was added last goes first: the atom, and what was computed from it
            model.popitem()


class Models:
    """A pool of numerical models of a set of facts."""

    def __init__(self, parent: Models | None = None, seed: int | None = None) -> None:
        """With a seed the models are fewer, and drawn in another order and more often at the edge of what is allowed."""
        self.seed: int | None = parent.seed if parent else seed
        self.most = POOL if self.seed is None else FEW
        self.models: list[dict] = parent.models if parent else [{} for _ in range(self.most)]
        self.known: dict = dict(parent.known) if parent else {}
        # the lines of the facts that hold in all models
        self.respected: set[int] = set(parent.respected) if parent else set()
        self.random = random.Random(len(self.known) * 7 + 1 if self.seed is None else self.seed)

    def update(self, facts: Iterable, atoms: Mapping) -> None:
        """Give values to new atoms and keep the models in which all facts hold."""
        facts = list(facts)
        fresh = [fact for fact in facts if fact.line not in self.respected]
        new = [f for f in atoms if f not in self.known]
        for fact in fresh:
            new += [f for f in fact.deep_atoms if f not in self.known and f not in new]
        for f in new:
            self.known[f] = True
            grown: list[dict] = []
            relevant = [x for x in facts if f in x.deep_atoms and all(g in self.known for g in x.deep_atoms)]
            equations = [x for x in relevant if x.kind == "eq"]
            equation = next(filter(None, (linear(x, f) for x in equations)), None)
            parts = [(x, None if x.kind == "eq" else linear(x, f)) for x in relevant]
            bounds = [Bound(x.kind == "gt", *part) for x, part in parts if part is not None]
            others = [x for x, part in parts if part is None]
            for model in self.models:
                tries = 0
                only = solved(equation, model) if equation else None
                if only is not None and only < 0 and f.tree[0] == "@f":
                    continue  # facts about sums, which a model cannot see, often say that a value is not negative
                masses = (
                    [v for g, v in model.items() if g.tree[0] == "@f" and v > 0] if f.tree[0] == "@f" else []
                )
                low, high, told = range_of(bounds, model) if only is None else (only, only, False)
                if low > high + TOLERANCE * abs(low):
                    continue
                asked = others if told else relevant
                for k in range(30 if only is None else 1):
                    value = self.value(f, model, masses) if only is None else only
                    if f.tree[0] == "@v" and k % 4 == 3:
                        value = -value if k % 8 == 3 else self.between(model)
                    if self.seed is not None and only is None and self.random.random() < EDGES:
                        value = self.edge(value, low, high)
                    if not low <= value <= high:
                        value = self.inside(low, high)
                    kept = extended(model, f, value, asked)
                    if kept is not None:
                        grown.append(kept)
                        tries += 1
                        if tries >= (2 if len(self.models) < self.most else 1):
                            break
            self.models = grown[:LARGEST]
        for fact in fresh:
            self.models = [m for m in self.models if respects(fact, m)]
        self.respected.update(fact.line for fact in fresh)

    def edge(self, value: float, low: float, high: float) -> float:
        """A number near an end of a range, where it has one; else the value."""
        ends = [x + side * NEAR * (1 + abs(x)) for x, side in ((low, 1), (high, -1)) if math.isfinite(x)]
        return self.random.choice(ends) if ends else value

    def inside(self, low: float, high: float) -> float:
        """A number of a range, of which one end at least is finite."""
        if math.isfinite(high - low):
            return low + self.random.random() * (high - low)
        away = self.random.expovariate(1)
        return low + away if math.isfinite(low) else high - away

    def between(self, model: Mapping) -> float:
        """A number between two values of the model, or between one and 0."""
        values = [0.0, *(v for g, v in model.items() if g.tree[0] == "@v")]
        return self.random.random() * self.random.choice(values) + 0.5 * self.random.choice(values)

    def value(self, f: Factor, model: Mapping, masses: Sequence[float]) -> float:
        """A value for an atom, drawn to meet what the model has so far; masses are the positive values of functions."""
        r = self.random
        kind = r.random()
        if f.tree[0] == "@f" and model:
            if kind < 0.15:
                return 0.0
            if masses and kind < 0.75:
                return min(1.0, r.choice(masses) * math.exp(r.uniform(-3, 3)))
            return r.random()
        if kind < 0.5:
            return r.choice(VALUES)
        return r.random() if kind < 0.8 else r.uniform(0, 4)

    def refutes(
        self, kind: str, poly: Mapping, facts: Iterable, conditions: Iterable = (), least: float = 1e-13
    ) -> bool:
        """Whether some model makes the goal clearly false, by `least` at least; `conditions` are keys of further formulas that
        must hold."""
        self.update(facts, atoms_of(poly))
        try:
            terms = in_floats(poly)
        except Unknown:
            return False
        for model in self.models:
            try:
                x, size = evaluate(terms, model)
            except Unknown:
                continue
            slack = 1e-7 * size + least
            wrong = abs(x) > slack if kind == "eq" else x < -slack
            if wrong and all(permits(k, model) for k in conditions):
                return True
        return False


def spoken_against(kind: str, poly: Mapping, facts: Sequence[Fact], conditions: Sequence[tuple]) -> bool:
    """Whether a model of the facts makes a goal about numbers clearly false, in the usual pool or in one of several others."""
    seeds = (None, *range(SEARCHES))
    return any(Models(seed=seed).refutes(kind, poly, facts, conditions, CLEARLY) for seed in seeds)
