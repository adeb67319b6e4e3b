"""The best budget for a claim with "?" in a notion, as in `PureDP(eps) => ApproxDP(?, delta)`.

Where the notion says that a functional is at most its budget, the best budget is the best bound of that functional.  Of a
loss beside a delta the hockey stick at any loss is bounded first, and the loss is where that bound is the delta; other
budgets are suggested by theorems of the library that give the notion.  Nothing is decided here: that the budget is one, and
that a smaller one is none, are claims of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import sympy
from sympy import Basic, Expr, exp

from dpsym import deadline
from dpsym.claims.at_points import Inside
from dpsym.claims.best.bounds import Attained, Best
from dpsym.claims.best.worst_pairs import told
from dpsym.claims.closed_form_pairs.reductions import kind, notions_of
from dpsym.claims.reading.as_nodes import called, chain, multiplied, node_of, relation
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Claim, Reader, read
from dpsym.claims.reading.nodes import Node, Source, name, number, put, shape, with_args
from dpsym.claims.reading.syntax import NotAClaim, unused
from dpsym.claims.reading.trees import names_in
from dpsym.claims.reading.words import MECHANISMS, NOTIONS
from dpsym.claims.settle import settle
from dpsym.claims.ways.by_library import theorems_of
from dpsym.claims.ways.by_losses import loss_arguments, losses_of, with_names
from dpsym.language import Notion, Parameter, StatementError, as_written, parameter
from dpsym.prove.library.forms import head
from dpsym.prove.library.rules import Rule
from dpsym.prove.library.unify import Binding, alike

NEAR = 1 - Fraction(1, 10**9)  # of a budget: what is smaller is shown to be none
SUGGESTED = 8  # budgets that are tried
BUDGET = "bound"
BOUNDED = {"ApproxDP": "HockeyStick", "RenyiDP": "Renyi"}  # notions whose last number bounds a functional
POINTS, LOOKED_AT = 4, 60  # at which a smaller budget has to be none, of those that are looked at
Terms = Callable[[Source, Mapping[str, Expr]], tuple[Node, ...] | None]


@dataclass(frozen=True)
class Place:
    """A notion with "?" as one of its numbers."""

    notion: Node
    index: int

    def filled(self, budget: Node) -> Node:
        """What is said with this number."""
        args = tuple(budget if k == self.index else a for k, a in enumerate(self.notion.args))
        return chain(with_args(self.notion, args))


def place_of(source: Source) -> Place | None:
    """Where "?" stands, if it is one number of a notion that is concluded."""
    said = source.conclusion[0]
    inner = said.args[0] if said.kind == "chain" and len(said.args) == 1 else None
    if len(source.conclusion) > 1 or inner is None or inner.kind != "call" or inner.value not in NOTIONS:
        return None
    holes = [k for k, a in enumerate(inner.args) if a.kind == "hole"]
    if len(holes) != 1 or len(inner.args) != len(NOTIONS[str(inner.value)][1]):
        return None
    return Place(inner, holes[0])


def as_bound(source: Source, place: Place) -> Source | None:
    """The claim about the functional that the number bounds; None where there is none."""
    word, (*before, last) = str(place.notion.value), place.notion.args
    if word not in BOUNDED or last.kind != "hole":
        return None
    return source.but(conclusion=(relation(called(BOUNDED[word], before), "<=", last),))


def best_budget(source: Source, place: Place, least: Terms) -> Best | None:
    """The budget that the claim holds with, and a billionth less of which it fails with; None where none is found.

    `least` gives terms whose minimum is the best bound of a claim.
    """
    tried: set[object] = set()
    for budget in islice(suggested(source, place, least), SUGGESTED):
        if shape(budget) in tried:
            continue
        tried.add(shape(budget))
        proof = told(source.but(conclusion=(place.filled(budget),)))
        at, points = (None, 0) if proof is None else needed(source, place, budget)
        if proof is not None and at is not None:
            return Best(source.text, (source.words(budget),), (proof,), (at,), 0, (budget,), points)
    return None


def needed(source: Source, place: Place, budget: Node) -> tuple[Attained | None, int]:
    """Where a budget that is a little smaller is none, and at how many points it is none: at all that are looked at, else 0."""
    near = multiplied([number(NEAR), budget])
    smaller = source.but(conclusion=(place.filled(near),))
    at: Attained | None = None
    points = points_of(smaller)
    for values in points:
        there = {k: number(v) for k, v in values.items()}
        instance = source.but(
            conditions=(),
            hypotheses=tuple(put(h, there) for h in source.hypotheses),
            conclusion=(put(smaller.conclusion[0], there),),
        )
        with suppress(NotAClaim):
            answer = settle(instance)
            witness = answer.witness
            if answer.verdict != "refuted" or witness is None:
                return None, 0
            if at is None:
                laws = {k: v for k, v in witness.laws.items() if k in ("P", "Q")}
                shown = {k: str(v) for k, v in values.items()}
                at = Attained(shown, laws, f"more than {source.words(near)}", True)
    return at, len(points)


def points_of(source: Source) -> list[dict[str, Fraction]]:
    """A few points inside the conditions of a claim, from one end to the other; the empty one where it has no names."""
    found = list(Inside(source).points(LOOKED_AT))
    spread = max(1, len(found) // POINTS)
    return found[::spread][:POINTS]


def knowing(source: Source) -> Reader:
    """The reader of a claim, which knows the names of its conditions."""
    reader = Reader(source)
    reader.knows_conditions()
    return reader


def suggested(source: Source, place: Place, least: Terms) -> Iterator[Node]:
    """Budgets that may be the best."""
    if place.notion.value == "ApproxDP" and place.index == 0:
        yield from losses(source, place.notion.args[1], least)
    for h in source.hypotheses:
        if kind(h) in MECHANISMS:
            for notion in notions_of(h.args[0], source, knowing(source)):
                if notion.value == place.notion.value:
                    yield notion.args[place.index]
    yield from by_library(source)


# ---------------------------------------------------------------------------------------- a loss beside a delta
def losses(source: Source, delta: Node, least: Terms) -> Iterator[Node]:
    """Losses at which the bound of the hockey stick is the delta: for losses up to one of those of the hypotheses, or
    beyond them."""
    reader = knowing(source)
    numbers: dict[str, Node] = {}
    found_losses = losses_of(source.but(conclusion=()), reader)
    if any(not exp(x).is_Rational for _, x in found_losses):
        source, numbers = with_names(source, found_losses)
    near = {word: reader.expr(node) for word, node in numbers.items()}
    known = [a for h in source.hypotheses for a in loss_arguments(h)]
    word = unused("loss", set().union(*map(names_in, (*source.conditions, *source.hypotheses, delta))))
    at = name(word)
    said = relation(called("HockeyStick", [at]), "<=", Node("hole", (), None, -1, -1, 0))
    ranges = [chain(number(0), "<=", at, "<=", a) for a in known] or [chain(number(0), "<=", at)]
    for over in ranges:
        with suppress(NotAClaim, StatementError):
            with_loss = source.but(conditions=(*source.conditions, over), conclusion=(said,))
            for term in least(with_loss, near) or ():
                for loss in solved(knowing(with_loss), at, term, delta):
                    yield put(loss, numbers)


def solved(reader: Reader, at: Node, term: Node, delta: Node) -> Iterator[Node]:
    """The loss at which a term in it is the delta, where the term is linear in its exponential, up to a divisor."""
    loss = reader.expr(at)
    ratio = sympy.Symbol("ratio")
    with as_written():
        sides = reader.expr(term) - reader.expr(delta)
    over = sympy.numer(sympy.together(sympy.powsimp(sympy.expand(sides)).xreplace({exp(loss): ratio})))
    poly = sympy.Poly(sympy.expand(over), ratio) if not over.has(loss) else None
    if poly is None or poly.degree() != 1:
        return
    root = sympy.factor(-poly.coeff_monomial(1) / poly.coeff_monomial(ratio))
    names: dict[Basic, Node] = {p: name(w) for w, p in reader.parameters.items()}
    with suppress(TypeError, NotAClaim):
        here = node_of(root, names)
        yield called("log", [here])
        yield called("log", [called("max", [number(1), here])])


# ------------------------------------------------------------------------------------------------ from theorems
def by_library(source: Source) -> Iterator[Node]:
    """The budgets that theorems of the library give under the hypotheses of the claim."""
    bound = parameter(BUDGET, at_least=0)
    try:
        claim = read(source, bound)
    except (NotAClaim, NotSupported, StatementError):
        return
    goal = claim.theorem.claim
    if not isinstance(goal, Notion):
        return
    names: dict[Basic, Node] = {p: name(w) for p, w in claim.names.items()}
    for rule in theorems_of(None).library.index.saying[head(goal)]:
        deadline.spend(deadline.CANDIDATE)
        if rule.bounds or not isinstance(rule.says, Notion) or rule.says.pair != goal.pair:
            continue
        for b in bound_by(rule, rule.says, goal, claim, bound):
            with suppress(TypeError, NotAClaim, StopIteration):
                yield node_of(budget_at(rule.says, b, goal.budget.index(bound)), names)


def bound_by(rule: Rule, says: Notion, goal: Notion, claim: Claim, bound: Parameter) -> Iterator[Binding]:
    """The numbers of a theorem at which its hypotheses are among those of the claim, and its conclusion is the notion but for
    the budget that is asked for."""

    def go(atoms: Sequence[Basic], b: Binding | None) -> Iterator[Binding]:
        if b is None:
            return
        if not atoms:
            yield b
        for term in claim.theorem.given if atoms else ():
            yield from go(atoms[1:], alike(atoms[0], term, b, rule.free))

    for found in go(rule.atoms, {}):
        b: Binding | None = found
        for pattern, term in zip(says.budget, goal.budget, strict=True):
            if term != bound:
                b = None if b is None else alike(pattern, term, b, rule.free)
        if b is not None and rule.free <= b.keys():
            yield b


def budget_at(says: Notion, b: Mapping[Basic, Basic], index: int) -> Expr:
    """The budget of a theorem's conclusion at these numbers."""
    with as_written():
        found = says.budget[index].xreplace(dict(b))
    return found.func(*found.args) if found.args else found


__all__ = ["Place", "as_bound", "best_budget", "place_of"]
