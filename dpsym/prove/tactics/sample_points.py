"""Values of the names of a goal at which its facts hold, and the values of the goal there: they guide the search."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import inf, isfinite

from dpsym.kernel.normal import Factor
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.float_models import linear, respects
from dpsym.prove.proof.floats import Unknown, atoms_of, evaluate, in_floats
from dpsym.prove.proof.polynomials import monomial_atoms
from dpsym.prove.proof.script import Poly, Script
from dpsym.prove.tactics.proof_state import ProofState

POINTS = 48  # at which a goal is looked at
NOISE = 1e-11  # of a value, relative to its largest term: its sign is not known below
STEPS = (0.002, 0.02, 0.1, 0.25, 0.4, 0.5, 0.65, 0.8, 0.9, 0.98, 0.998)
SIZES = (0.003, 0.03, 0.1, 0.3, 0.6, 0.95, 1.4, 2.0, 3.0, 5.0, 9.0, 20.0, 45.0)


def points(known: ProofState, poly: Poly) -> list[dict]:
    """Values of the names of a goal that satisfy the facts: the same on every call."""
    names = dict.fromkeys(f for f in atoms_of(poly) if f[0] == "@v")
    facts = [f for f in known.facts if all(g[0] == "@v" for g in f.deep_atoms)]
    for fact in facts:  # names that share a fact
        if any(g in names for g in fact.deep_atoms):
            names.update(dict.fromkeys(fact.deep_atoms))
    facts = [f for f in facts if all(g in names for g in f.deep_atoms)]
    mark = (tuple(names), len(facts), len(known.rewrites))
    if mark in known.samples:
        return known.samples[mark]
    found = models(list(names), facts)
    known.samples[mark] = found
    return found


def models(order: list, facts: Sequence[Fact]) -> list[dict]:
    """Values of the names, one after the other, that satisfy the facts."""
    if not order:
        return [{}]
    rng = random.Random(len(order) * 1000 + len(facts))
    by_last = [
        [f for f in facts if order[k] in f.deep_atoms and all(g in order[: k + 1] for g in f.deep_atoms)]
        for k in range(len(order))
    ]
    count = POINTS if len(order) > 1 else len(SIZES) * 2
    found: list[dict] = []
    for n in range(count * 6):
        if len(found) >= count:
            break
        model = one_model(order, by_last, n if len(order) == 1 else None, rng)
        if model is not None:
            found.append(model)
    return found


def one_model(order: list, by_last: list[list[Fact]], n: int | None, rng: random.Random) -> dict | None:
    """Values of the names, each between the bounds that the facts give for it where the earlier ones have their values;
    None where there are none.  The n-th of a list, or at random without n."""
    model: dict = {}
    for f, facts in zip(order, by_last, strict=True):
        low, high, only = bounds(f, facts, model)
        v = only if only is not None else drawn(low, high, n, rng)
        if v is None:
            return None
        model[f] = v
        if not all(respects(fact, model) for fact in facts):
            return None
    return model


def bounds(f: Factor, facts: Sequence[Fact], model: dict) -> tuple[float, float, float | None]:
    """The ends between which facts that are linear in a name put it, and its value where one of them gives it."""
    low, high, only = -inf, inf, None
    for fact in facts:
        parts = linear(fact, f)
        if parts is None:
            continue
        try:
            (slope, _), (rest, _) = (evaluate(t, model) for t in parts)
        except Unknown:
            continue
        if not slope:
            continue
        bound = -rest / slope
        if fact.kind == "eq":
            only = bound
        elif slope > 0:
            low = max(low, bound)
        else:
            high = min(high, bound)
    return low, high, only


def drawn(low: float, high: float, n: int | None, rng: random.Random) -> float | None:
    """A number between the two ends, either of which may be infinite: the n-th of a list, or at random without
    n; None for no number."""
    if low > high:
        return None
    if isfinite(low) and isfinite(high):
        step = STEPS[n % len(STEPS)] if n is not None else rng.choice((rng.random(), *STEPS))
        return low + (high - low) * step
    size = SIZES[n % len(SIZES)] if n is not None else rng.choice(SIZES) * rng.choice((1, 1, rng.random()))
    if isfinite(low):
        return low + size
    if isfinite(high):
        return high - size
    sign = (1 if n // len(SIZES) % 2 == 0 else -1) if n is not None else rng.choice((1, -1))
    return sign * size


def values(poly: Poly, sample: Sequence[dict]) -> list[tuple[float, float] | None]:
    """Value and size at every point, None where there is none."""
    out: list[tuple[float, float] | None] = []
    try:
        terms = in_floats(poly)
    except Unknown:
        return [None] * len(sample)
    for model in sample:
        try:
            out.append(evaluate(terms, model))
        except (Unknown, OverflowError):
            out.append(None)
    return out


def value_at(s: Script, poly: Poly, x: str, c: Fraction) -> tuple[float, float] | None:
    """The polynomial at x = c, its only name, and the size of its terms there, in floats; None where it has no
    value."""
    atom = next(iter(monomial_atoms(s.nf(x))))
    return values(poly, [{atom: float(c)}])[0]


def negative(poly: Poly, sample: Sequence[dict]) -> bool:
    """Whether some point makes the value clearly negative."""
    return any(v is not None and v[0] < -NOISE * 1000 * v[1] for v in values(poly, sample))
