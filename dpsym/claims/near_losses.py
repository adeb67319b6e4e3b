"""Bounds at losses whose exponential is no fraction, by those at neighbouring losses where it is one.

A hockey stick falls with the loss: a bound at one loss gives one at each larger loss, and follows from one at a smaller
loss.  With fractions the linear programs of `multipliers` are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy
from flint import fmpq
from sympy import Basic, Expr, Integer, Rational
from sympy.logic.boolalg import Boolean

from dpsym.claims.extreme_pairs import Program, linear, of_one_output, value
from dpsym.language import HockeyStick, Max, as_written, have
from dpsym.language.steps import Step
from dpsym.reals.exact import simplest_between

NEARER = (8, 24, 80, 240)  # bits to which fractions are near, one after the other
ONE = Fraction(1)


@dataclass(frozen=True)
class Moved:
    """An expression at neighbouring losses, and the pairs of hockey sticks, a smaller and a larger one, that say how it
    compares with what it was."""

    expr: Expr
    pairs: tuple[tuple[HockeyStick, HockeyStick], ...]

    def compared(self, fact: Boolean, reason: str) -> Step:
        """The fact, from one that differs from it by these losses."""
        return have(fact, reason, derivation=tuple(smaller(*p) for p in self.pairs))


def by_fractions(
    program: Program,
    spoken: Sequence[Basic],
    prove: Callable[[Program, Sequence[Basic]], tuple[Step, ...] | None],
) -> tuple[Step, ...] | None:
    """What `prove` says of a part of a claim at losses whose exponentials are fractions, nearer and nearer to those of the
    part, and how it carries over; `spoken` are the formulas that tell the ratios which matter."""
    if program.fails is None or not any(between(x) for x in bounds_in(program)):
        return prove(program, spoken)
    for bits in NEARER:
        least = [(moved(x, bits, less=True), strict) for x, strict in program.least]
        fails = moved(program.fails, bits, less=False)
        near = replace(program, least=tuple((m.expr, strict) for m, strict in least), fails=fails.expr)
        inner = prove(near, [*(f for f in spoken if of_one_output(f)), *bounds_in(near)])
        if inner is not None:
            before = (
                m.compared(at_least_0(m.expr, strict), "a larger loss") for m, strict in least if m.pairs
            )
            return (
                *before,
                *inner,
                fails.compared(at_least_0(program.fails, program.edge), "a smaller loss"),
            )
    return None


def bounds_in(program: Program) -> Iterator[Expr]:
    """The expressions that are at least 0, and the one that is to be negative."""
    yield from (x for x, _ in program.least)
    if program.fails is not None:
        yield program.fails


def between(expr: Expr) -> set[HockeyStick]:
    """The hockey sticks at losses whose exponential is no fraction."""
    return {h for h in expr.atoms(HockeyStick) if not sympy.exp(h.args[0]).is_Rational}


def moved(expr: Expr, bits: int, less: bool) -> Moved:
    """The expression at neighbouring losses: where it was at least 0 it still is; with `less` false, the other way round."""
    sums, rest = linear(expr)
    pairs: list[tuple[HockeyStick, HockeyStick]] = []
    for f, c in sums.items():
        other = f
        if f in between(expr):
            falls = (value(c, {}) > 0) != less  # then the new hockey stick is the smaller one
            other = beside(f, bits, up=falls)
            pairs.append((other, f) if falls else (f, other))
        with as_written():
            rest = rest + c * other
    return Moved(rest, tuple(pairs))


def beside(stick: HockeyStick, bits: int, up: bool) -> HockeyStick:
    """The hockey stick at a loss a little above, or below, whose exponential is a short fraction."""
    loss, pair = stick.args
    near = value(sympy.exp(loss), {}, up, 2 * bits)
    far = near * (ONE + (ONE if up else -ONE) / 2**bits)
    low, high = (fmpq(x.numerator, x.denominator) for x in sorted((near, far)))
    u = simplest_between(low, high)
    return HockeyStick(sympy.log(Rational(int(u.p), int(u.q))), pair)


def smaller(low: HockeyStick, high: HockeyStick) -> Step:
    """That a hockey stick is at most another one, at a smaller loss."""
    (u, pair), (v, _) = high.args, low.args
    with as_written():
        one, other = (Max(0, pair.a - sympy.exp(x) * pair.b) for x in (v, u))
        steps = (
            have(sympy.exp(u) * pair.b <= sympy.exp(v) * pair.b, "the losses"),
            have(one <= other, "for each output"),
        )
    return have(low <= high, "the larger loss", derivation=steps)


def at_least_0(expr: Expr, strict: bool) -> Boolean:
    """That an expression is at least 0, or above 0."""
    zero = Integer(0)
    with as_written():
        return zero < expr if strict else zero <= expr


__all__ = ["at_least_0", "by_fractions"]
