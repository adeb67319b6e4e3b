"""Proofs of claims with constants: the multipliers of an exact linear program give an inequality for each output.

What is bounded is at most a combination of what the hypotheses bound and of the two masses, output by output; sums do the
rest.  The steps are those of a derivation, and the kernel checks them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import sympy
from sympy import Basic, Expr, Integer, Rational
from sympy.logic.boolalg import Boolean

from dpsym.claims.few_outputs.extreme_pairs import (
    NONE,
    ONE,
    Program,
    Unread,
    linear,
    of_one_output,
    ratios,
    row,
    summand,
    supposed,
    unfolded,
    violations,
)
from dpsym.claims.few_outputs.near_losses import at_least_0, by_fractions, written
from dpsym.language import (
    ApproxDP,
    HockeyStick,
    Notion,
    Point,
    PureDP,
    S,
    StatementError,
    Theorem,
    Total,
    as_written,
    have,
    specialise,
)
from dpsym.language.expressions import P, Q, y
from dpsym.language.steps import Step
from dpsym.prove import decide
from dpsym.reals.simplex import TooLong, maximum

Masses = tuple[Fraction, Fraction]  # of an output under the two laws
Output = Mapping[str, Fraction]  # the masses by the names of the laws, and what the test says
# a corner of a cell of ratios: the outputs whose combination it is, with their weights, and its two masses
Corner = tuple[tuple[tuple[Fraction, Output], ...], Masses]


def derivation(theorem: Theorem) -> tuple[Step, ...] | None:
    """The steps of a proof; None where the claim is of another form, or there are no multipliers."""
    if theorem.parameters or theorem.where or set(theorem.laws) != {"P", "Q"}:
        return None
    try:
        program = supposed(Program(), theorem.given)
        spoken = [*theorem.given, theorem.claim]
        spoken += [x for g in spoken for x in unfolded(g)]
        steps: list[Step] = []
        for f, part in each_part(program, theorem.claim):
            inner = by_fractions(part, spoken, proof)
            if inner is None and part.fails is not None and not linear(part.fails)[0]:
                inner = ()  # no bound is asked for: perhaps what the notions say contradicts another hypothesis as it stands
            if inner is None:
                return None
            steps += [have(f, "sum over the outputs", derivation=inner)] if part.tests else inner
        with as_written():
            before = tuple(s for g in theorem.given for s in told(g))
        return (*before, *steps)
    except (Unread, StatementError, TooLong, sympy.PolynomialError):
        return None


def each_part(program: Program, claim: Boolean) -> Iterator[tuple[Boolean, Program]]:
    """The parts of the conclusion, each with what is to hold."""
    for f in unfolded(claim):
        if not of_one_output(f):
            yield from ((f, x) for x in violations(program, f))


def told(given: Boolean) -> Iterator[Step]:
    """What a notion says of hockey sticks, by its best events."""
    if isinstance(given, PureDP | ApproxDP):
        notion = given
        if isinstance(given, PureDP):
            notion = ApproxDP(given.budget[0], Integer(0), pair=given.pair)
            yield have(notion, "with delta 0")
        for order in (given.pair, given.pair.swapped):
            yield specialise(
                notion, {S(y): order.a > sympy.exp(notion.budget[0]) * order.b}, "the best event"
            )
            yield have(HockeyStick(notion.budget[0], order) <= notion.budget[1], "the hockey stick")
    elif isinstance(given, Notion):
        for f in unfolded(given):
            yield have(f, "as the notion says")


# ------------------------------------------------------------------------------------------- the multipliers
def proof(program: Program, spoken: Sequence[Basic]) -> tuple[Step, ...] | None:
    """The inequality for each output, and its sum."""
    assert program.fails is not None
    found = ratios(spoken)
    bounds = [x for x, _ in program.least]
    columns = outputs(program, found)
    target, rest = corners(program.fails, columns)
    rows = [corners(x, columns) for x in bounds]
    weights = multipliers(target, rest, rows, [corner(c) for c in columns], program.edge)
    if weights is None:
        return None
    *factors, a, b = map(written, weights)
    terms = [(c, f) for f, c in linear(program.fails)[0].items()]
    for factor, x in zip(factors, bounds, strict=True):
        terms += [(-factor * c, f) for f, c in linear(x)[0].items() if factor]
    zero = Integer(0)
    with as_written():
        gap = -a * P(y) - b * Q(y)
        for c, f in terms:
            gap = gap + c * summand(f)
        cuts = tuple(P(y) > written(t) * Q(y) for t in found)
        return (
            have(zero <= gap, "for each output", split=cuts),
            have(zero <= Total(gap, y), "sum over the outputs"),
            have(at_least_0(program.fails, program.edge), "and the hypotheses"),
        )


def outputs(program: Program, found: Sequence[Fraction]) -> list[Corner]:
    """Corners of the cells of ratios that are allowed: each as the pair of outputs whose combination it is.

    A sum over outputs is linear between two neighbouring ratios, but may jump at them: a corner is reached from inside.
    """
    ends = [(NONE, ONE), *((t, ONE) for t in found), (ONE, NONE)]
    tests = (NONE, ONE) if program.tests else (None,)
    made: list[Corner] = []
    for e in ends:
        made += [(((ONE, with_test(e, f)),), e) for f in tests if permitted(program, e)]
    for one, two in pairwise(ends):
        # inside: 2/3 of one end and 1/3 of the other, and the other way round; each end is 2 of one less the other
        near, far = (
            (u * one[0] + v * two[0], u * one[1] + v * two[1])
            for u, v in ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
        )
        if permitted(program, near):
            for f in tests:
                n, m = with_test(near, f), with_test(far, f)
                made += [(((Fraction(2), n), (-ONE, m)), one), (((Fraction(2), m), (-ONE, n)), two)]
    return made


def with_test(masses: Masses, f: Fraction | None) -> dict[str, Fraction]:
    """An output with these masses, and whether the test rejects it."""
    return {"P": masses[0], "Q": masses[1], **({} if f is None else {"f": f})}


def permitted(program: Program, masses: Masses) -> bool:
    """Whether an output may have these masses."""
    rows = tuple((k, (Rational(v.numerator, v.denominator),)) for k, v in zip("PQ", masses, strict=True))
    return all(decide.truth(f, Point((), rows)) is True for f in program.allowed)


def corners(expr: Expr, columns: Sequence[Corner]) -> tuple[list[Fraction], Fraction]:
    """What each corner contributes to an expression, and its constant."""
    cells: list[Fraction] = []
    rest = NONE
    for parts, _ in columns:
        values, rest = row(expr, [at for _, at in parts])
        cells.append(sum((w * v for (w, _), v in zip(parts, values, strict=True)), NONE))
    return cells, rest


def corner(column: Corner) -> Masses:
    """The two masses at a corner."""
    return column[1]


def multipliers(
    target: Sequence[Fraction],
    rest: Fraction,
    rows: Sequence[tuple[Sequence[Fraction], Fraction]],
    masses: Sequence[tuple[Fraction, Fraction]],
    strict: bool,
) -> list[Fraction] | None:
    """Numbers, those of the hypotheses at least 0, at which the combination is nowhere above the target."""
    n, size = len(rows), len(target)
    matrix, right = [], []
    for k in range(size):
        p, q = masses[k]
        slack = [ONE if i == k else NONE for i in range(size)]
        matrix.append([*(r[k] for r, _ in rows), p, -p, q, -q, *slack])
        right.append(target[k])
    cost = [*(-c for _, c in rows), ONE, -ONE, ONE, -ONE, *([NONE] * size)]
    best = maximum(matrix, right, cost)
    if (
        best.status == "unbounded"
    ):  # no pair is left by the hypotheses: any combination that says enough will do
        enough = max(ONE, ONE - rest)
        best = maximum([*([*r, NONE] for r in matrix), [*cost, ONE]], [*right, enough], [*cost, NONE])
    if best.status != "optimal":
        return None
    value = rest + sum((c * x for c, x in zip(cost, best.x, strict=False)), NONE)
    if value < 0 or (strict and value == 0):
        return None
    x = best.x
    return [*x[:n], x[n] - x[n + 1], x[n + 2] - x[n + 3]]


__all__ = ["derivation"]
