"""Pairs of few outputs against a claim with constants, by an exact linear program over the ratios of masses that matter.

What a claim bounds is a sum over outputs of something homogeneous in the two masses: at fixed ratios of the masses it is
linear in the weights of the ratios.  The largest violation among pairs with these ratios is found exactly.  Nothing here
decides: what comes of it is a point, and the kernel is shown it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, pairwise

import sympy
from sympy import Basic, Expr, Rational, Symbol
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym import deadline
from dpsym.claims.few_outputs.small_mechanisms import Assigned, below, values_of
from dpsym.language import (
    AllOf,
    ApproxDP,
    Between,
    ForAll,
    HockeyStick,
    Implication,
    Indicator,
    Loss,
    Mass,
    Max,
    Notion,
    Pair,
    Point,
    Probability,
    PureDP,
    RenyiMoment,
    StatementError,
    Theorem,
    Total,
    Within,
    as_written,
)
from dpsym.language.expressions import P, Q, y
from dpsym.language.notions import TEST
from dpsym.prove import decide
from dpsym.prove.library.forms import PAIR, canon, functionals
from dpsym.reals.exact import LONGEST
from dpsym.reals.simplex import TooLong, maximum

VALUES = 12  # of the parameters, where a claim has some
BESIDE = (
    Fraction(1, 10**3),
    Fraction(1, 10**13),
    Fraction(1, 10**45),
)  # how far beside a ratio another is looked at
BITS = 512
CURVED_BITS = 96  # where a divergence is curved: what comes of it is checked, and long numbers take long
SIMPLE = 5  # numerators and denominators of the ratios that are looked at there, besides larger ones
LARGE = (Fraction(7), Fraction(10), Fraction(16), Fraction(40), Fraction(100), Fraction(1000))
NEARER = (
    Fraction(1, 8),
    Fraction(1, 40),
    Fraction(1, 200),
    Fraction(1, 1000),
)  # round by round beside what was found
ONE, NONE = Fraction(1), Fraction(0)


class Unread(Exception):
    """A formula that is not a bound of sums over outputs."""


@dataclass(frozen=True)
class Program:
    """What is supposed, and the relation that is to fail.

    least    expressions that are at least 0, and whether they are to be above 0
    allowed  formulas about one output
    fails    an expression that is to be negative, or 0 where `edge`
    fails_at a formula about one output that fails at some output, instead
    tests    whether a test occurs: an output is then one that it rejects, or one that it does not
    """

    least: tuple[tuple[Expr, bool], ...] = ()
    allowed: tuple[Boolean, ...] = ()
    fails: Expr | None = None
    edge: bool = False
    fails_at: Boolean | None = None
    tests: bool = False


# ------------------------------------------------------------------------------------------------- reading
def unfolded(formula: Boolean) -> tuple[Boolean, ...]:
    """The parts of a conjunction, notions as bounds of sums in both orders."""
    if isinstance(formula, PureDP | ApproxDP):
        delta = formula.budget[1] if isinstance(formula, ApproxDP) else sympy.Integer(0)
        orders = (formula.pair, formula.pair.swapped)
        return tuple(sympy.Le(HockeyStick(formula.budget[0], o), delta, evaluate=False) for o in orders)
    if isinstance(formula, Notion):
        with as_written():
            both = (formula.one_order(formula.pair), formula.one_order(formula.pair.swapped))
        return tuple(x for f in both for x in unfolded(f))
    if isinstance(formula, AllOf):
        return tuple(x for f in formula.args for x in unfolded(f))
    if isinstance(formula, Between | Within):
        return unfolded(formula.definition())
    return (formula,)


def at_least(relation: Relational) -> Iterator[tuple[Expr, bool]]:
    """Expressions that are at least 0 (above 0) where the relation holds."""
    relation = canon(relation)
    if isinstance(relation, sympy.Le | sympy.Lt):
        yield relation.args[1] - relation.args[0], isinstance(relation, sympy.Lt)
    elif isinstance(relation, sympy.Eq):
        a, b = relation.args
        yield from ((a - b, False), (b - a, False))
    else:
        raise Unread


def of_one_output(formula: Basic) -> bool:
    """Whether a formula is about each output by itself."""
    return isinstance(formula, ForAll) and formula.args[0] == sympy.Tuple(y) and not formula.has(TEST.func)


def supposed(program: Program, formulas: Iterable[Boolean]) -> Program:
    """The program with more that is supposed."""
    for f in (x for g in formulas for x in unfolded(g)):
        if of_one_output(f):
            program = replace(program, allowed=(*program.allowed, f))
        elif isinstance(f, Relational):
            program = replace(program, least=(*program.least, *at_least(f)))
        else:
            raise Unread
    return program


def violations(program: Program, claim: Boolean) -> Iterator[Program]:
    """The ways in which the claim may fail."""
    for f in unfolded(claim):
        if of_one_output(f):
            yield replace(program, fails_at=f)
        elif isinstance(f, Relational):
            for x, strict in at_least(f):
                yield replace(program, fails=x, edge=strict)
        elif isinstance(f, ForAll) and f.args[0] == sympy.Tuple(TEST) and isinstance(f.args[1], Implication):
            yield from violations(replace(program, tests=True), f.args[1].args[1])
        elif isinstance(f, Implication):
            yield from violations(supposed(program, [f.args[0]]), f.args[1])
        else:
            raise Unread


# ------------------------------------------------------------------------------------------------- ratios
def ratios(formulas: Sequence[Basic]) -> list[Fraction]:
    """The ratios of the masses at which something about an output changes."""
    found: set[Fraction] = {ONE}
    losses: set[Expr] = set()
    for f in formulas:
        losses |= {h.args[0] for h in f.atoms(HockeyStick)}
        losses |= {w.args[1] for w in f.atoms(Within)}
        for r in f.atoms(Relational):
            if any(isinstance(x, Loss) for x in r.args):
                losses |= {x for x in r.args if not x.atoms(Loss)}
        if of_one_output(f):
            found |= set(edges(f))
    for loss in losses:
        u = below(sympy.exp(loss), {})
        if u is not None and u > 0:
            near = [] if sympy.exp(loss).is_Rational else [u * (1 + Fraction(1, 10**6))]
            found |= {u, *near}
    return sorted({t for u in found if u > 0 for t in (u, 1 / u)})


def curved(formulas: Sequence[Basic]) -> bool:
    """Whether something is a curved function of the ratio of the masses, as a divergence is: no few ratios are enough."""
    found = [x for f in formulas for x in f.atoms(RenyiMoment, sympy.log)]
    return any(isinstance(x, RenyiMoment) or bool(x.atoms(AppliedUndef)) for x in found)


def simple_ratios() -> set[Fraction]:
    """Ratios at which a pair is looked for first where a divergence is curved."""
    small = range(1, SIMPLE + 1)
    return {Fraction(a, b) for a in small for b in small} | {t for x in LARGE for t in (x, 1 / x)}


def edges(formula: Basic) -> Iterator[Fraction]:
    """Ratios at which a relation about one output is an equality."""
    t = Symbol("t", positive=True)
    for r in formula.atoms(Relational):
        there = r.xreplace({P(y): t, Q(y): sympy.Integer(1)})
        if there.free_symbols == {t}:
            top = sympy.numer(sympy.together(there.args[0] - there.args[1]))
            if top.is_polynomial(t) and sympy.degree(top, t) == 1:
                slope, level = sympy.Poly(top, t).all_coeffs()
                x = sympy.cancel(-level / slope)  # the symbol is positive, the root need not be
                if x.is_Rational and x > 0:
                    yield Fraction(int(x.p), int(x.q))


def rays(found: Sequence[Fraction], beside: Sequence[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """The pairs of masses of an output with these ratios, between them, beside them, and with one mass 0."""
    every = set(found) | {(a + b) / 2 for a, b in pairwise(found)} | {found[0] / 2, found[-1] * 2}
    every |= {t * (1 + s * h) for t in found for h in beside for s in (1, -1)}
    return [(ONE, NONE), (NONE, ONE), *((t, ONE) for t in sorted(every))]


# -------------------------------------------------------------------------------------------- the program
def value(expr: Expr, masses: Mapping[str, Fraction], up: bool = False, bits: int = BITS) -> Fraction:
    """An expression at one output with these masses: a fraction that is not above it (not below it, where `up`)."""
    rows = tuple((k, (Rational(v.numerator, v.denominator),)) for k, v in masses.items())
    found = decide.number(expr, Point((), rows), bits)
    if isinstance(found, Fraction):
        return found
    if found is None or not found.is_finite():
        raise Unread
    man, exp = (found.upper() if up else found.lower()).man_exp()
    if abs(int(exp)) > LONGEST:
        raise Unread
    return Fraction(int(man)) * Fraction(2) ** int(exp)


def linear(expr: Expr) -> tuple[dict[Expr, Expr], Expr]:
    """The coefficients of the sums over outputs in an expression, and the rest."""
    sums = functionals(canon(expr))
    names = {f: Symbol(f"sum_{k}") for k, f in enumerate(sums)}
    plain = sympy.expand(canon(expr).xreplace(names))
    if plain.atoms(AppliedUndef) or not plain.is_polynomial(*names.values()):
        raise Unread
    poly = sympy.Poly(plain, *names.values()) if names else None
    if poly is None:
        return {}, plain
    if poly.total_degree() > 1:
        raise Unread
    back = {v: k for k, v in names.items()}
    return {back[v]: poly.coeff_monomial(v) for v in names.values()}, poly.coeff_monomial(1)


def summand(f: Expr) -> Expr:
    """What an output contributes to a sum over outputs."""
    if isinstance(f, HockeyStick):
        loss, pair = f.args[0], f.args[1]
        return Max(0, pair.a - sympy.exp(loss) * pair.b)
    if isinstance(f, Probability):
        return Indicator(f.args[0]) * f.args[1]
    if isinstance(f, Mass):
        return f.args[0] * f.args[1]
    if isinstance(f, Total) and f.args[1:] in ((y,), ((y,),)):
        return f.args[0]
    raise Unread


def row(
    expr: Expr, columns: Sequence[Mapping[str, Fraction]], bits: int = BITS
) -> tuple[list[Fraction], Fraction]:
    """What each output of weight 1 contributes to an expression at least, and its constant."""
    deadline.spend(len(columns) * deadline.EVALUATION)
    sums, rest = linear(expr)
    empty: dict[str, Fraction] = {}
    of = {f: value(c, empty, bits=bits) for f, c in sums.items()}
    cells = [sum((c * value(f, column, c < 0, bits) for f, c in of.items()), NONE) for column in columns]
    return cells, value(rest, empty, bits=bits)


def worst(
    program: Program, every: Sequence[tuple[Fraction, Fraction]], bits: int = BITS
) -> Iterator[dict[str, tuple[Fraction, ...]]]:
    """The masses at which the relation fails most."""
    columns: list[dict[str, Fraction]] = []
    for p, q in every:
        at = {"P": p, "Q": q}
        rows = tuple((k, (Rational(v.numerator, v.denominator),)) for k, v in at.items())
        if all(decide.truth(f, Point((), rows)) is True for f in program.allowed):
            columns += [{**at, "f": x} for x in (NONE, ONE)] if program.tests else [at]
    least = [row(x, columns, bits) for x, _ in program.least]
    slack = len(least)
    matrix = [[c[k] for c in columns] + [NONE] * slack for k in ("P", "Q")]
    right = [ONE, ONE]
    for k, (cells, rest) in enumerate(least):
        matrix.append([*cells, *(-ONE if i == k else NONE for i in range(slack))])
        right.append((BESIDE[-1] if program.least[k][1] else NONE) - rest)
    costs: list[list[Fraction]]
    if program.fails is not None:
        costs = [[-c for c in row(program.fails, columns, bits)[0]]]
    else:
        failing = [decide.truth(program.fails_at, _one(c)) is False for c in columns]
        costs = [[ONE if x else NONE for x in failing]]
    for cost in costs:
        best = maximum(matrix, right, [*cost, *([NONE] * slack)])
        if best.status == "optimal":
            kept = [(w, c) for w, c in zip(best.x, columns, strict=False) if w > 0]
            yield {k: tuple(w * c[k] for w, c in kept) for k in ("P", "Q")}


def _one(column: dict[str, Fraction]) -> Point:
    rows = tuple((k, (Rational(v.numerator, v.denominator),)) for k, v in column.items())
    return Point((), rows)


def at_values(theorem: Theorem, most: int) -> Iterator[tuple[Assigned, list[Boolean], Boolean]]:
    """So many values of the parameters; the hypotheses about the laws, and the claim, at these values."""
    for at in islice(values_of(theorem), most):
        with as_written():
            given = [g.xreplace(at) for g in theorem.given]
            claim = theorem.claim.xreplace(at)
        yield at, [g for g in given if g.atoms(AppliedUndef)], claim


def point_of(at: Assigned, masses: Mapping[str, Iterable[Fraction]]) -> Point:
    """The values of the parameters and the masses of the laws as a point."""
    shown = {k: tuple(Rational(x.numerator, x.denominator) for x in v) for k, v in masses.items()}
    return Point(tuple(at.items()), tuple(shown.items()))


def points(theorem: Theorem) -> Iterator[Point]:
    """Pairs at which the claim may fail, at values of its parameters."""
    if (
        set(theorem.laws) != {"P", "Q"}
        or theorem.where
        or any(p not in (PAIR, PAIR.swapped) for p in theorem.claim.atoms(Pair))
    ):
        return
    for at, given, claim in at_values(theorem, VALUES):
        try:
            for program in violations(supposed(Program(), given), claim):
                spoken = [*given, claim, *(x for g in (*given, claim) for x in unfolded(g))]
                looked = nearer(program, spoken) if curved(spoken) else beside(program, spoken)
                for masses in looked:
                    yield point_of(at, masses)
        except (Unread, StatementError, TooLong, sympy.PolynomialError):
            return


Found = Iterator[dict[str, tuple[Fraction, ...]]]


def beside(program: Program, spoken: Sequence[Basic]) -> Found:
    """The masses at which the relation fails most, with the ratios that matter and others a little beside them."""
    for near in ((), BESIDE):
        yield from worst(program, rays(ratios(spoken), near))


def nearer(program: Program, spoken: Sequence[Basic]) -> Found:
    """The same with simple ratios, and then round by round with others beside those of the pair that was found."""
    first = set(ratios(spoken)) | simple_ratios()
    found: set[Fraction] = set()
    for step in (NONE, *NEARER):
        around = {t * (1 + k * step) for t in found for k in (-2, -1, 1, 2)}
        every = sorted(first | found | around)
        found = set()
        for masses in worst(program, [(ONE, NONE), (NONE, ONE), *((t, ONE) for t in every)], CURVED_BITS):
            yield masses
            found |= {p / q for p, q in zip(masses["P"], masses["Q"], strict=True) if p and q}
        if not found:
            return


__all__ = ["points"]
