"""What every notion of privacy owes, and which theorems give it: found by the shape of their statements.

A notion owes that it holds with a larger budget (monotone), after any analysis of the output (post-processing), for
several mechanisms together (composition) and for databases that differ in more than one step (group privacy), and
what it implies about the other notions (conversion).  A theorem gives one of these when its hypotheses and its
conclusion unify with the notion in this form, whatever it is called and whichever file it is in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import TYPE_CHECKING

import sympy
from sympy import Add, Basic, Eq, Expr, Ge, Integer, Le, Mul
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.language.errors import StatementError
from dpsym.language.expressions import (
    AllOf,
    Distribution,
    EveryEvent,
    ForAll,
    Implication,
    Notion,
    NotSo,
    Outcome,
    Pair,
    Total,
    as_written,
)
from dpsym.language.statements import Theorem

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json

DUTIES = ("monotone", "post-processing", "composition", "group privacy")
CONVERSION = "conversion"


@dataclass(frozen=True)
class Shape:
    """That a theorem gives (or with `fails` refutes) a duty of a notion; of a conversion with the notion implied."""

    notion: type[Notion]
    duty: str
    to: type[Notion] | None = None
    fails: bool = False


@dataclass(frozen=True)
class _Read:
    """A notion of a statement as one of the notions that it is by definition (ApproxDP(eps, 0) is PureDP(eps))."""

    notion: type[Notion]
    budget: tuple[Expr, ...]
    pair: Pair


def notions() -> tuple[type[Notion], ...]:
    """The notions of the language, in the order in which it defines them."""
    return tuple(n for n in Notion.__subclasses__() if n.__module__ == "dpsym.language.notions")


def shapes(theorem: Theorem) -> frozenset[Shape]:
    """What the theorem gives, for which notions; empty for most theorems."""
    given = [n for g in theorem.given for n in _asserted(g) if isinstance(n, Notion)]
    made = _Made.of(theorem)
    found: set[Shape] = set()
    for stated in _asserted(theorem.claim):
        if isinstance(stated, NotSo) and isinstance(stated.args[0], Notion):
            found |= _refuted(theorem, stated.args[0])
        if not isinstance(stated, Notion) or not given:
            continue
        for end in _readings(stated):
            same = [r for n in given for r in _readings(n) if r.notion is end.notion]
            if len(same) == len(given):
                found |= {Shape(end.notion, duty) for duty in _duties(theorem, made, same, end)}
        found |= _conversions(theorem, given, stated)
    return frozenset(found)


def _duties(theorem: Theorem, made: _Made, given: Sequence[_Read], end: _Read) -> Iterator[str]:
    whole = made.pair(end.pair)
    if len(given) == 1 and _monotone(theorem, given[0], end):
        yield "monotone"
    if len(given) == 1 and given[0].budget == end.budget and _processed(given[0].pair, whole):
        yield "post-processing"
    pairs = [r.pair for r in given]
    if _composed(pairs, end.pair) or _in_turn(pairs, whole) or _transcript(theorem, given, end.pair):
        yield "composition"
    if len(given) == 2 and _in_two_steps(given[0].pair, given[1].pair, end.pair):
        yield "group privacy"


# --------------------------------------------------------------------------------------------- reading formulas
def _asserted(formula: Boolean) -> Iterator[Boolean]:
    """The facts that a formula states: parts of conjunctions, bodies of "for all", conclusions of implications."""
    if isinstance(formula, AllOf):
        for part in formula.args:
            yield from _asserted(part)
    elif isinstance(formula, ForAll | EveryEvent | Implication):
        yield from _asserted(formula.args[1])
    else:
        yield formula


def _readings(stated: Notion) -> list[_Read]:
    """The notion as it stands, and as each other one that says the same by definition."""
    found = [_Read(type(stated), stated.budget, stated.pair)]
    with as_written():
        says = stated.one_order(stated.pair)
        for notion in notions():
            if notion is type(stated):
                continue
            for budget in permutations(stated.budget, notion.arity):
                try:
                    other = notion(*budget, pair=stated.pair)
                except StatementError:
                    continue
                if other.one_order(stated.pair) == says:
                    found.append(_Read(notion, budget, stated.pair))
    return found


def _alike(one: Pair, other: Pair) -> bool:
    """The same two laws, in either order: a notion holds in both."""
    return other in (one, one.swapped)


@dataclass(frozen=True)
class _Made:
    """The laws that a statement says to be made of others, `P(y) = sum over x of A(x) K(x, y)`, and nothing besides."""

    masses: Mapping[AppliedUndef, Expr]

    @classmethod
    def of(cls, theorem: Theorem) -> _Made:
        """Of a statement that supposes of laws only how they are made and which notions they have: else of none."""
        masses: dict[AppliedUndef, Expr] = {}
        for fact in (f for g in theorem.given for f in _stated(g)):
            if isinstance(fact, Eq) and isinstance(fact.lhs, AppliedUndef) and isinstance(fact.rhs, Total):
                masses[fact.lhs] = fact.rhs
            elif not isinstance(fact, Notion | Distribution) and fact.atoms(AppliedUndef):
                return cls({})
        return cls(masses)

    def pair(self, pair: Pair) -> Pair:
        """The pair with the masses of its laws written out."""
        if not {pair.a, pair.b} <= self.masses.keys():
            return pair
        with as_written():
            return Pair(self.masses[pair.a], self.masses[pair.b], *pair.outcomes)


def _stated(formula: Boolean) -> Iterator[Boolean]:
    """As `_asserted`, where that something is a law is one fact."""
    if isinstance(formula, Distribution):
        yield formula
    elif isinstance(formula, AllOf):
        for part in formula.args:
            yield from _stated(part)
    elif isinstance(formula, ForAll):
        yield from _stated(formula.args[1])
    else:
        yield formula


# -------------------------------------------------------------------------------------------------- the shapes
def _monotone(theorem: Theorem, given: _Read, end: _Read) -> bool:
    """N(a, b) gives N(a', b') for any budgets in the order that the other hypotheses state."""
    moved = [(a, b) for a, b in zip(given.budget, end.budget, strict=True) if a != b]
    names = [*given.budget, *(b for _, b in moved)]
    if not moved or not _alike(given.pair, end.pair) or len(set(names)) != len(names):
        return False
    if not all(x.is_Symbol or isinstance(x, AppliedUndef) for x in names):
        return False
    rest = [f for g in theorem.given for f in _asserted(g) if not isinstance(f, Notion)]
    masses = [{Integer(0), mass} for mass in (given.pair.a, given.pair.b)]
    rest = [
        f for f in rest if not (isinstance(f, Le | Ge) and set(f.args) in masses)
    ]  # of measures: none is negative
    ordered = [set(f.args) for f in rest if isinstance(f, Le)]
    return len(ordered) == len(rest) == len(moved) and all({a, b} in ordered for a, b in moved)


def _factors(x: Expr) -> list[Expr]:
    return [f for a in x.args for f in _factors(a)] if isinstance(x, Mul) else [x]


def _kernel(mass: Expr, whole: Expr, outcomes: tuple[Outcome, ...]) -> tuple[Expr, ...] | None:
    """What a mass is multiplied with where `whole` is the sum of the products over its outcomes; None elsewhere."""
    if not isinstance(whole, Total) or len(whole.outcomes) != len(outcomes):
        return None
    factors = _factors(whole.body)
    moved = mass.xreplace(dict(zip(outcomes, whole.outcomes, strict=True)))
    if moved not in factors:
        return None
    factors.remove(moved)
    return (*factors, *whole.outcomes)


def _processed(before: Pair, after: Pair) -> bool:
    """Both laws of the second pair are those of the first, passed through one kernel."""
    for pair in (before, before.swapped):
        one, two = (_kernel(m, w, pair.outcomes) for m, w in ((pair.a, after.a), (pair.b, after.b)))
        if one is not None and one == two and len(one) > len(before.outcomes):
            return True
    return False


def _composed(parts: Sequence[Pair], whole: Pair) -> bool:
    """The masses of the whole are the products of those of several parts, each with its own outcomes."""
    if len(parts) < 2 or {o for p in parts for o in p.outcomes} != set(whole.outcomes):
        return False
    ones, twos = _factors(whole.a), _factors(whole.b)
    return any(
        Counter(p.a for p in chosen) == Counter(ones) and Counter(p.b for p in chosen) == Counter(twos)
        for chosen in product(*((p, p.swapped) for p in parts))
    )


def _in_turn(parts: Sequence[Pair], whole: Pair) -> bool:
    """Each law of the whole is the sum over x of A(x) K(x, y): the second part runs when the first has answered."""

    def both(law: Expr, first: Pair, one: Expr, two: Expr) -> bool:
        if not isinstance(law, Total) or len(law.outcomes) != len(first.outcomes):
            return False
        moved = dict(zip(first.outcomes, law.outcomes, strict=True))
        return Counter(_factors(law.body)) == Counter((one.xreplace(moved), two))

    return len(parts) == 2 and any(
        both(whole.a, first, first.a, then.a) and both(whole.b, first, first.b, then.b)
        for one, two in permutations(parts)
        for first, then in product((one, one.swapped), (two, two.swapped))
    )


def _transcript(theorem: Theorem, given: Sequence[_Read], whole: Pair) -> bool:
    """The laws grow by one mechanism at a time: A(k + 1, y) is the sum of A(k, x) K(k, x, y), of which N is supposed."""
    if len(given) != 1 or not all(isinstance(m, AppliedUndef) for m in (whole.a, whole.b)):
        return False
    grown: dict[type, Expr] = {}
    for fact in (f for g in theorem.given for f in _asserted(g) if isinstance(f, Eq)):
        if isinstance(fact.lhs, AppliedUndef) and isinstance(fact.rhs, Total):
            grown[fact.lhs.func] = fact.rhs

    def by_one(law: AppliedUndef, part: Expr) -> bool:
        factors = _factors(grown[law.func].body) if law.func in grown else []
        return part in factors and any(isinstance(f, AppliedUndef) and f.func is law.func for f in factors)

    part = given[0].pair
    return any(by_one(whole.a, p.a) and by_one(whole.b, p.b) for p in (part, part.swapped))


def _in_two_steps(first: Pair, second: Pair, whole: Pair) -> bool:
    """(P, R) and (R, Q) give (P, Q)."""
    for one, two in product((first, first.swapped), (second, second.swapped)):
        if one.b == two.a and one.a != two.b and _alike(whole, Pair(one.a, two.b, *whole.outcomes)):
            return True
    return False


def _conversions(theorem: Theorem, given: Sequence[Notion], stated: Notion) -> set[Shape]:
    """One notion of a pair alone, with any budget and not with a special one, gives another one of it."""
    if len(given) != 1 or not _alike(given[0].pair, stated.pair):
        return set()
    fixed = {side for g in theorem.given for f in _asserted(g) if isinstance(f, Eq) for side in f.args}
    if any(b in fixed or b.is_Number for b in given[0].budget):
        return set()
    before, after = ({r.notion for r in _readings(n)} for n in (given[0], stated))
    return set() if before & after else {Shape(one, CONVERSION, two) for one in before for two in after}


def _refuted(theorem: Theorem, lost: Notion) -> set[Shape]:
    """A notion that holds of one listed pair, and no longer where some of its outputs are merged."""
    found = set()
    for kept in _asserted(theorem.claim):
        same = isinstance(kept, type(lost)) and kept.budget == lost.budget
        if same and _merged(theorem, kept.pair, lost.pair):
            found.add(Shape(type(lost), "post-processing", fails=True))
    return found


def _merged(theorem: Theorem, before: Pair, after: Pair) -> bool:
    """Both listed laws of the second pair are those of the first, with outputs read as one by one map."""
    rows = []
    for law in (before.a, before.b, after.a, after.b):
        masses = theorem.where.get(law.func.__name__) if isinstance(law, AppliedUndef) else None
        if masses is None:
            return False
        rows.append(masses)
    p, q, a, b = rows
    size = range(len(p))

    def pushed(masses: Sequence[Expr], to: Sequence[int]) -> list[Expr]:
        return [Add(*(m for m, k in zip(masses, to, strict=True) if k == j)) for j in size]

    def equal(one: Iterable[Basic], other: Iterable[Basic]) -> bool:
        return all(sympy.expand(x - y) == 0 for x, y in zip(one, other, strict=True))

    maps = product(size, repeat=len(p)) if len(p) <= 4 else ()
    with sympy.evaluate(True):
        return any(equal(pushed(p, m), a) and equal(pushed(q, m), b) for m in maps)


# ------------------------------------------------------------------------------------------- a whole library
@dataclass(frozen=True)
class Giving:
    """An entry of a library, by name, and what it gives."""

    name: str
    shape: Shape


def giving(theorems: Iterable[tuple[str, Theorem]]) -> list[Giving]:
    """What each of the named theorems gives, in their order; those that give nothing are left out."""
    order = [*DUTIES, CONVERSION]
    return [
        Giving(name, shape)
        for name, theorem in theorems
        for shape in sorted(shapes(theorem), key=lambda s: (order.index(s.duty), str(s.notion), str(s.to)))
    ]


def contract(found: Sequence[Giving], verdicts: Mapping[str, str]) -> list[Json]:
    """For each notion what it owes with the entries that give it and their verdicts, and the gaps.

    A duty is a gap when no entry with the verdict "proved" gives it; when one proves that the notion has not got the
    property, that is shown and is no gap.  `without_conversion` names the notions that it is not shown to imply, with any
    budget: by no entry, nor by several one after the other.  Some of them it does not imply, so that this is no gap.
    """
    rows: list[Json] = []
    for notion in notions():
        own = [g for g in found if g.shape.notion is notion]

        def entries(duty: str, to: type[Notion] | None = None, own: list[Giving] = own) -> list[Json]:
            return [
                {"name": g.name, "verdict": verdicts[g.name], "fails": g.shape.fails}
                for g in own
                if g.shape.duty == duty and g.shape.to is to
            ]

        duties = {duty: entries(duty) for duty in DUTIES}
        others = [n for n in notions() if entries(CONVERSION, n)]
        rows.append(
            {
                "notion": notion.__name__,
                "title": notion.title,
                "duties": duties,
                "conversions": {n.__name__: entries(CONVERSION, n) for n in others},
                "gaps": [d for d, es in duties.items() if all(e["verdict"] != "proved" for e in es)],
            }
        )
    implied = {row["notion"]: set(row["conversions"]) for row in rows}
    of_laws = [n.__name__ for n in notions() if n.adjacency]
    for row in rows:
        reached = _reached(row["notion"], implied)
        row["without_conversion"] = [n for n in of_laws if row["notion"] in of_laws and n not in reached]
    return rows


def _reached(start: str, implied: Mapping[str, set[str]]) -> set[str]:
    found, ahead = {start}, [start]
    while ahead:
        news = implied[ahead.pop()] - found
        found |= news
        ahead += news
    return found
