"""The best bound for a claim with "?", and which of a claim's conditions it needs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy
from sympy import QQ, Basic, Expr, Symbol
from sympy.external.gmpy import MPQ
from sympy.polys.fields import FracElement

from dpsym import deadline
from dpsym.claims.answers import Answer
from dpsym.claims.best.at_ends import with_ends
from dpsym.claims.best.bounds import Attained, Best
from dpsym.claims.best.by_names import Numbers, at_numbers
from dpsym.claims.best.in_notions import as_bound, best_budget, place_of
from dpsym.claims.best.worst_pairs import at_equal_laws, at_worst_pair
from dpsym.claims.closed_form_pairs.reductions import kind
from dpsym.claims.few_outputs.extreme_pairs import value as number_near
from dpsym.claims.few_outputs.near_losses import ratio_beside
from dpsym.claims.reading.as_nodes import node_of, relation
from dpsym.claims.reading.meaning import Claim, read
from dpsym.claims.reading.nodes import CONSTANTS, link, name, shape, words
from dpsym.claims.reading.syntax import Node, NotAClaim, Source, parse
from dpsym.claims.reading.trees import pairs_of
from dpsym.claims.reading.words import MECHANISMS
from dpsym.claims.settle import STEPS, settle
from dpsym.claims.too_large import unless_too_large
from dpsym.claims.ways.alternatives import has_alternatives
from dpsym.claims.ways.as_it_stands import answer_to
from dpsym.claims.ways.defined import undefined
from dpsym.kernel.terms import Json
from dpsym.language import Parameter, Theorem, as_written, parameter
from dpsym.language.sizes import bounded_powers
from dpsym.prove.counterexamples.pair_reading import Reading
from dpsym.prove.counterexamples.pair_reading import read as read_pair
from dpsym.prove.counterexamples.pair_signs import Signs, value_at
from dpsym.prove.counterexamples.pairs import (
    Open,
    Outcomes,
    PairClaim,
    Search,
    best_along,
    checked,
    evaluate,
    pair_at,
    simple_points,
)
from dpsym.reals.exact import fraction
from dpsym.reals.precision import alone

POINTS = 24  # parameter points at which the linear program is solved
BITS = 60  # of a fraction that stands for a number while the program is solved
HOLE = "bound"


# ------------------------------------------------------------------------------------------------ tightest
@alone
def tightest(text: str) -> Best | None:
    """The best bound in place of "?": where the claim is about sums over outcomes that a linear program bounds, from
    that; else the value at the pair that is worst under the hypothesis.  None where neither gives one, or not in the steps
    that an answer may take.

    Raises NotAClaim when the text is not a claim with one "?" as the upper bound of its conclusion.
    """
    return _tightest(parse(text))


@alone
def tightest_of_each(text: str) -> tuple[Best | None, ...]:
    """The best bound in place of each "?" of a claim with several conclusions, one after the other."""
    source = parse(text)
    with suppress(deadline.GivenUp), deadline.answer(STEPS):  # for all of them
        return tuple(_tightest(source.but(conclusion=(c,))) for c in source.conclusion)
    return (None,) * len(source.conclusion)


def _tightest(source: Source, known: dict[object, Best | None] | None = None) -> Best | None:
    """The best bound over the whole domain, with what is so at its ends.  A corner is reached from each of the ends that meet
    there: what is `known` of it, all its ends included, is not looked for again."""
    known = {} if known is None else known
    said = tuple(
        tuple(map(shape, part)) for part in (source.conditions, source.hypotheses, source.conclusion)
    )
    if said not in known:
        best = _inside(source)
        found = best and with_ends(source, best, lambda end: _tightest(end, known))
        if found is not None and not all(e.best for e in found.ends):
            return found  # another time it may be told what is left open here
        known[said] = found
    return known[said]


def _inside(source: Source) -> Best | None:
    """The best bound between the ends of the domain, which holds at these as well."""
    place = place_of(source)
    bound = source if place is None else as_bound(source, place)
    if bound is not None:
        found = _of_functional(bound)
        return found and replace(found, text=source.text)
    assert place is not None
    with suppress(deadline.GivenUp), deadline.answer(STEPS), bounded_powers():
        return unless_too_large(best_budget, source, place, _least)
    return None


def _of_functional(source: Source) -> Best | None:
    less = bounded_side(source)
    with suppress(deadline.GivenUp), deadline.answer(STEPS), bounded_powers():
        found = (
            unless_too_large(_of_program, source, less)
            or unless_too_large(at_worst_pair, source, less)
            or unless_too_large(at_numbers, source, less, _least)
        )
        if found is not None and all(found.attained):
            return found
        # what pairs only come near to, as a loss above 0, no pair that satisfies all may come near to
        return unless_too_large(at_equal_laws, source, less) or (found and replace(found, points=0))
    return None


def bounded_side(source: Source) -> Node:
    """What "?" is to bound from above; NotAClaim where the claim has no such place."""
    if has_alternatives(source):
        raise NotAClaim("a claim with 'or' or 'not' has no bound that is looked for", 0, source.typed)
    said = source.conclusion[0]
    holes = [n for n in _nodes(said) if n.kind == "hole"]
    if len(source.conclusion) > 1 or len(holes) != 1 or len(said.args) != 2:
        raise NotAClaim("one '?' as the bound of one functional was expected, as in TV <= ?", 0, source.typed)
    sign = str(said.value[0])
    less, more = said.args if sign == "<=" else said.args[::-1]
    if more is not holes[0] or sign not in ("<=", ">="):  # the best bound may be reached: none is strict
        raise NotAClaim("'?' as an upper bound was expected, as in TV <= ?", holes[0].at, source.typed)
    return less


@dataclass(frozen=True)
class _Program:
    """What the linear program over pairs gives: its values, of which the least is the bound, and the points looked at."""

    claim: Claim
    bound: Parameter
    reading: Reading
    search: Search
    kept: tuple[FracElement, ...]
    points: tuple[Sequence[MPQ], ...]

    def terms(self) -> tuple[Node, ...]:
        """The values as terms of a claim."""
        names: dict[Basic, Node] = {p: name(word) for p, word in self.claim.names.items()}
        return tuple(node_of(_without_sign(_value(v, self.reading)), names) for v in self.kept)


def _program(source: Source, numbers: Numbers | None = None) -> _Program | None:
    """The linear program over pairs, solved, at points where some names are near these numbers; None where the claim is none
    for it, or it gives no bound."""
    bound = parameter(HOLE, at_least=0)
    try:
        claim = read(source, bound)
    except NotAClaim as e:
        if any(kind(h) in MECHANISMS for h in source.hypotheses):
            return None  # mechanisms whose laws are not listed have closed forms
        e.text = source.typed
        raise
    if claim.theorem.where:  # the program is about all pairs, and not about the laws that are listed
        return None
    reading = read_pair(
        claim.theorem.given, claim.theorem.claim, claim.theorem.parameters, claim.theorem.laws
    )
    found = None if reading is None else _vertices(reading, _near(reading, claim, numbers or {}))
    if reading is None or not found:
        return None
    values, points, search = found
    kept = _needed(values, points, search)
    return None if kept is None else _Program(claim, bound, reading, search, tuple(kept), tuple(points))


def _near(reading: Reading, claim: Claim, numbers: Numbers) -> dict[int, MPQ]:
    """Fractions near the numbers that indeterminates stand for, by their places."""
    found: dict[int, MPQ] = {}
    for i, (s, _, k) in enumerate(reading.indeterminates):
        at = numbers.get(claim.names.get(s, ""))
        if at is not None:
            x = ratio_beside(at / k, BITS, up=False) if k else number_near(at, {}, bits=BITS)
            found[i] = QQ(x.numerator, x.denominator)
    return found


def _least(source: Source, numbers: Numbers | None) -> tuple[Node, ...] | None:
    """The values of the program as terms, of which the least is the bound at these numbers; None where it gives none."""
    found = _program(source, numbers)
    return None if found is None else found.terms()


def _of_program(source: Source, less: Node) -> Best | None:
    """The bound from the linear program over pairs, proved; None where it gives none."""
    found = _program(source)
    if found is None:
        return None
    names = dict(found.claim.names)
    terms, answers = found.terms(), list[Answer]()
    for v, term in zip(found.kept, terms, strict=True):
        with_value = _with_value(found.claim, found.bound, _value(v, found.reading))
        answers.append(_answer(with_value, source.but(conclusion=(relation(less, "<=", term),))))
        if answers[-1].verdict != "proved":
            return None
    kept, points = list(found.kept), list(found.points)
    attained = tuple(_attained(v, kept, points, found.search, found.reading, names) for v in kept)
    return Best(source.text, tuple(words("", t) for t in terms), tuple(answers), attained, len(points), terms)


def _with_value(claim: Claim, bound: Parameter, value: Expr) -> Claim:
    """The claim with an expression for the bound."""
    with as_written():
        put = {bound: value}
        given = tuple(g.xreplace(put) for g in claim.theorem.given)
        theorem = Theorem(title="claim", given=given, claim=claim.theorem.claim.xreplace(put))
        parts = tuple(
            replace(p, formulas=tuple((order, f.xreplace(put)) for order, f in p.formulas))
            for p in claim.parts
        )
    names = {p: name for p, name in claim.names.items() if p != bound}
    return replace(claim, theorem=theorem, parts=parts, names=names)


def _answer(claim: Claim, typed: Source) -> Answer:
    """The answer of the search to a claim that may be proved without rewriting, else the answer to it as typed."""
    blank = Answer(claim.text, "undecided", claim=claim)
    missing = undefined(claim)
    found = replace(blank, tried=tuple(missing)) if missing else answer_to(claim, blank, True)
    return found if found.verdict == "proved" else settle(typed)


def _nodes(node: Node) -> list[Node]:
    return [node, *(n for a in node.args for n in _nodes(a))]


def _vertices(
    reading: Reading, near: Mapping[int, MPQ]
) -> tuple[list[FracElement], list[Sequence[MPQ]], Search] | None:
    """Values of optimal dual vertices that bound the goal on the whole domain, with the points looked at.

    Where some indeterminates have a value (`near`) it has to bound the goal there alone, which is not shown here.
    """
    claim = reading.claims[0]
    hole = next((indeterminate for s, indeterminate, _ in reading.indeterminates if s.name == HOLE), None)
    if hole is None:
        return None
    try:
        search = Search(claim)
    except Open:
        return None
    at = list(search.ring.gens).index(next(g for g in search.ring.gens if str(g) == str(hole)))
    rng = random.Random(5)
    signs = Signs(search.ring, search.domain, search.strict)
    hoped = search.goal
    values: list[FracElement] = []
    points: list[Sequence[MPQ]] = []
    for _ in range(POINTS):
        point = search.sample(search.domain, rng)
        if point is None:
            continue
        point[at] = QQ(10**9)
        for i, x in near.items():
            point[i] = x
        if near and (point in points or not all(value_at(h, point) > 0 for h in search.domain)):
            continue
        try:
            found = search.multipliers(point)
        except ZeroDivisionError:
            continue
        if found is None or found[3]:
            continue
        points.append(point)
        y, rays, columns, _ = found
        k = len(search.bounds)
        value = sum((y[i] * search.bounds[i] for i in range(k)), y[k] + y[k + 1])
        if value in values or search.ring.gens[at] in value.numer.as_expr().free_symbols:
            continue
        if near:
            values.append(value)
            continue
        search.goal = value
        _, failed, _ = search.obligations(signs, y, rays, columns, False)
        search.goal = (
            hoped  # a value that bounds the goal in some part of the domain only is exceeded in others
        )
        if not failed:
            values.append(value)
    if near:  # what bounds the goal at one point only is exceeded at others
        best = [_optimum(search, p) for p in points]
        values = [
            v
            for v in values
            if all(b is None or search.at(v, p) >= b for b, p in zip(best, points, strict=True))
        ]
    return (values, points, search) if values else None


def _optimum(search: Search, point: Sequence[MPQ]) -> Fraction | None:
    _, columns, _ = search.cells(point)
    best, numbers = search.program(columns, point)
    if best.status != "optimal":
        return None
    k = len(search.bounds)
    return sum((m * v[k] for m, v in zip(best.x, numbers, strict=False)), Fraction(0))


def _needed(
    values: list[FracElement], points: list[Sequence[MPQ]], search: Search
) -> list[FracElement] | None:
    """The values that are least somewhere; None where their minimum is above the program's optimum."""
    used: list[FracElement] = []
    for point in points:
        best = _optimum(search, point)
        here = [(search.at(v, point), i) for i, v in enumerate(values)]
        low, i = min(here)
        if best is None or low != best:
            return None
        if values[i] not in used:
            used.append(values[i])
    return [v for v in values if v in used]


def _value(value: FracElement, reading: Reading) -> Expr:
    """An element of the field as an expression in the claim's parameters."""
    back: dict[Symbol, Expr] = {}
    for s, indeterminate, k in reading.indeterminates:
        back[sympy.Symbol(str(indeterminate))] = sympy.exp(s / k) if k else s
    return sympy.factor(value.as_expr()).xreplace(back)


def _without_sign(value: Expr) -> Expr:
    """A product with its sign in the first of its sums."""
    inside = next((a for a in value.args if isinstance(a, sympy.Add)), None) if value.is_Mul else None
    if inside is None or not value.could_extract_minus_sign() or value.as_coeff_Mul()[0] > 0:
        return value
    return sympy.Mul(-value / inside, sympy.Add(*(-a for a in inside.args)), evaluate=False)


def _attained(
    value: FracElement,
    kept: list[FracElement],
    points: list[Sequence[MPQ]],
    search: Search,
    reading: Reading,
    names: dict[Parameter, str],
) -> Attained | None:
    """A point where this bound is the least, and a pair that reaches or approaches it there; simple ones first."""
    hole = next(i for i, (s, _, _) in enumerate(reading.indeterminates) if s.name == HOLE)
    simple = [
        p
        for p in simple_points(search, 400)
        if p[hole] == 1 and all(value_at(h, p) > 0 for h in search.domain)
    ]
    for way in (_reached, _approached):
        for point in [*simple[:40], *points[:6]]:
            try:
                if min((search.at(v, point), i) for i, v in enumerate(kept))[1] != kept.index(value):
                    continue
                goal = search.at(value, point)
                found = way(search, point, goal)
            except (ZeroDivisionError, Open):
                continue
            if found is None:
                continue
            values: dict[str, str] = {}
            for (s, _, k), x in zip(reading.indeterminates, point, strict=True):
                if s.name != HOLE:
                    q = fraction(x)
                    values[names.get(s, str(s))] = (
                        f"{k}*log({q})" if k and k > 1 else f"log({q})" if k else str(q)
                    )
            pair, reached = found
            laws = {name: tuple(str(atom[i]) for atom in pair) for i, name in enumerate(("P", "Q"))}
            return Attained(values, laws, str(reached), reached < goal)
    return None


def _reached(search: Search, point: Sequence[MPQ], goal: Fraction) -> tuple[Outcomes, Fraction] | None:
    """A pair with all its ratios at thresholds whose value is the bound."""
    claim = search.claim

    def number(x: Expr) -> Fraction:
        return search.at(search.of(x), point)

    ratios = sorted({search.at(r, point) for r in search.breaks} | {Fraction(0), Fraction(1)})
    low, high = (None if x is None else number(x) for x in claim.support)
    atoms = [
        (r, Fraction(1), bool(label))
        for label in range(claim.labels)
        for r in ratios
        if (low is None or r >= low) and (high is None or r <= high)
    ]
    atoms += [(Fraction(1), Fraction(0), bool(label)) for label in range(claim.labels) if high is None]
    pair = best_along(claim, atoms, number)
    if pair is None or evaluate(claim.goal[0], pair, number) != goal:
        return None
    return (pair, goal) if checked(_with_bound(claim, goal - 1), _values(search, point), pair) else None


def _approached(search: Search, point: Sequence[MPQ], goal: Fraction) -> tuple[Outcomes, Fraction] | None:
    """A pair whose value is within a thousandth of the bound."""
    there = pair_at(Search(_with_bound(search.claim, goal * Fraction(999, 1000))), point)
    return (there.pair, there.left) if there is not None else None


def _values(search: Search, point: Sequence[MPQ]) -> dict[Symbol, Fraction]:
    return {s: fraction(x) for s, x in zip(search.claim.parameters, point, strict=False)}


def _with_bound(claim: PairClaim, bound: Fraction) -> PairClaim:
    goal = (claim.goal[0], sympy.Rational(bound.numerator, bound.denominator))
    return PairClaim(claim.parameters, claim.domain, claim.hypotheses, goal, claim.support)


# ----------------------------------------------------------------------------------------------- necessary
@dataclass(frozen=True)
class Dropped:
    """A condition or hypothesis, and the answer to the claim without it."""

    condition: str
    answer: Answer

    @property
    def needed(self) -> bool | None:
        """True when the claim fails without it, False when it is proved without it, None when undecided."""
        return {"refuted": True, "undecided": None}.get(self.answer.verdict, False)

    def json(self) -> Json:
        """The condition as JSON data."""
        witness = self.answer.witness.json() if self.answer.witness else None
        return {"condition": self.condition, "needed": self.needed, "witness": witness}


@dataclass(frozen=True)
class Necessary:
    """Which conditions and hypotheses a claim needs.

    whole    the answer to the claim itself; nothing is dropped of one that is false
    dropped  each condition and hypothesis, with the answer to the claim without it
    """

    whole: Answer
    dropped: tuple[Dropped, ...]

    def __iter__(self) -> Iterator[Dropped]:
        return iter(self.dropped)

    def json(self) -> Json:
        """The answers as JSON data."""
        witness = self.whole.witness.json() if self.whole.witness else None
        return {
            "claim": self.whole.text,
            "verdict": self.whole.verdict,
            "witness": witness,
            "conditions": [d.json() for d in self.dropped],
        }


def necessary(text: str) -> Necessary:
    """The answer to the claim, and where it is not false, to the claim without each condition and hypothesis.

    A claim that has no meaning without a condition (a logarithm of a negative number) counts as undecided.  All
    answers together take as many steps as one may: the conditions for which none are left are undecided.
    """
    with deadline.answer(STEPS):
        source = parse(text)
        whole = settle(source)
        rest = () if whole.verdict == "refuted" else without_one(source)
        return Necessary(whole, tuple(_dropped(*r) for r in rest))


def without_one(source: Source) -> Iterator[tuple[str, Source]]:
    """Each condition and hypothesis of a claim, and the claim without it."""
    names = (n for c in source.conditions for n in _nodes(c) if n.kind in ("name", "natural"))
    natural = {n.value: n for n in source.conditions if n.kind == "natural"}
    declared = {
        n.value: natural.get(n.value) or Node("chain", (n,), (), n.at, n.end, 1)
        for n in names
        if n.value not in CONSTANTS
    }
    chains = [c for c in source.conditions if c.kind == "chain"]
    relations = [link(*r) for c in chains for r in pairs_of(c)]
    relations += [c for c in source.conditions if c.kind in ("or", "not")]
    for r in relations:
        yield (
            source.words(r),
            source.but(conditions=(*declared.values(), *(o for o in relations if o is not r))),
        )
    everything = (*declared.values(), *relations)
    for h in source.hypotheses:
        others = tuple(o for o in source.hypotheses if o is not h)
        yield source.words(h), source.but(conditions=everything, hypotheses=others)


def _dropped(condition: str, source: Source) -> Dropped:
    try:
        return Dropped(condition, settle(source))
    except NotAClaim as e:
        without = Answer(source.text, "undecided", method="no meaning without it", tried=(str(e),))
        return Dropped(condition, without)
