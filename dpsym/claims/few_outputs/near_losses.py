"""Bounds at losses whose exponential is no fraction, by those at neighbouring losses where it is one.

A hockey stick falls with the loss, and so does the probability of a larger one: a bound at one loss gives one at each
larger loss, and follows from one at a smaller loss.  With fractions the linear programs of `multipliers` are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy
from flint import fmpq
from sympy import Basic, Expr, Integer, Rational
from sympy.logic.boolalg import Boolean

from dpsym.claims.few_outputs.extreme_pairs import Program, Unread, linear, of_one_output, summand, value
from dpsym.language import HockeyStick, Loss, Pair, Probability, Within, as_written, have
from dpsym.language.steps import Step
from dpsym.reals.exact import simplest_between

NEARER = (8, 24, 80, 240)  # bits to which fractions are near, one after the other
WRITTEN = 12_000  # bits of a fraction above and below the line together, which the kernel still reads
ONE = Fraction(1)


@dataclass(frozen=True)
class AtLoss:
    """A sum over outputs, a hockey stick or the probability of an event, that falls or rises with the loss in it."""

    sum: Expr
    loss: Expr
    falls: bool
    pair: Pair

    def at(self, loss: Expr) -> Expr:
        """The same at another loss."""
        first, *rest = self.sum.args
        with as_written():
            return self.sum.func(loss if first == self.loss else first.xreplace({self.loss: loss}), *rest)

    def beside(self, bits: int, smaller: bool) -> Expr:
        """A loss close by whose exponential is a short fraction, where the sum is smaller, or larger."""
        return sympy.log(written(ratio_beside(self.loss, bits, smaller == self.falls)))

    def compared(self, other: Expr, smaller: bool) -> Step:
        """That the sum at another loss is smaller, or larger."""
        low, high = (other, self.loss) if smaller != self.falls else (self.loss, other)
        less, more = (self.at(other), self.sum) if smaller else (self.sum, self.at(other))
        with as_written():
            steps = (
                *(
                    have(sympy.exp(low) * m <= sympy.exp(high) * m, "the losses")
                    for m in (self.pair.a, self.pair.b)
                ),
                have(summand(less) <= summand(more), "for each output"),
            )
        return have(less <= more, "the losses compared", derivation=steps)


def ratio_beside(loss: Expr, bits: int, up: bool) -> Fraction:
    """A short fraction a little above the exponential of a loss, or a little below it; the exponential where it is one."""
    near = value(sympy.exp(loss), {}, up, 2 * bits)
    if sympy.exp(loss).is_Rational:
        return near
    far = near * (ONE + (ONE if up else -ONE) / 2**bits)
    low, high = (fmpq(x.numerator, x.denominator) for x in sorted((near, far)))
    u = simplest_between(low, high)
    return Fraction(int(u.p), int(u.q))


def at_loss(f: Expr) -> AtLoss | None:
    """How a sum depends on the one loss in it; None where its exponential is a fraction, or another form is met."""
    found: AtLoss | None = None
    if isinstance(f, HockeyStick):
        found = AtLoss(f, f.args[0], True, f.args[1])
    elif isinstance(f, Probability) and isinstance(f.args[0], Within):
        loss, most = f.args[0].args
        found = AtLoss(f, most, False, Pair(*loss.args))
    elif isinstance(f, Probability) and isinstance(f.args[0], sympy.Lt | sympy.Le):
        low, high = f.args[0].args
        loss, bound = (high, low) if isinstance(high, Loss) else (low, high)
        found = AtLoss(f, bound, loss is high, Pair(*loss.args)) if isinstance(loss, Loss) else None
    return None if found is None or sympy.exp(found.loss).is_Rational else found


@dataclass(frozen=True)
class Moved:
    """An expression at neighbouring losses, and the steps that say how its sums compare with what they were."""

    expr: Expr
    steps: tuple[Step, ...]

    def compared(self, fact: Boolean, reason: str) -> Step:
        """The fact, from one that differs from it by these losses."""
        return have(fact, reason, derivation=self.steps)


def by_fractions(
    program: Program,
    spoken: Sequence[Basic],
    prove: Callable[[Program, Sequence[Basic]], tuple[Step, ...] | None],
) -> tuple[Step, ...] | None:
    """What `prove` says of a part of a claim at losses whose exponentials are fractions, nearer and nearer to those of the
    part, and how it carries over; `spoken` are the formulas that tell the ratios which matter."""
    if program.fails is None or not any(at_loss(f) for x in bounds_in(program) for f in linear(x)[0]):
        return prove(program, spoken)
    for bits in NEARER:
        least = [(moved(x, bits, less=True), strict) for x, strict in program.least]
        fails = moved(program.fails, bits, less=False)
        near = replace(program, least=tuple((m.expr, strict) for m, strict in least), fails=fails.expr)
        inner = prove(near, [*(f for f in spoken if of_one_output(f)), *bounds_in(near)])
        if inner is not None:
            before = (
                m.compared(at_least_0(m.expr, strict), "the losses compared")
                for m, strict in least
                if m.steps
            )
            return (
                *before,
                *inner,
                fails.compared(at_least_0(program.fails, program.edge), "the losses compared"),
            )
    return None


def bounds_in(program: Program) -> Iterator[Expr]:
    """The expressions that are at least 0, and the one that is to be negative."""
    yield from (x for x, _ in program.least)
    if program.fails is not None:
        yield program.fails


def moved(expr: Expr, bits: int, less: bool) -> Moved:
    """The expression at neighbouring losses: where it was at least 0 it still is; with `less` false, the other way round."""
    sums, rest = linear(expr)
    steps: list[Step] = []
    for f, c in sums.items():
        found, other = at_loss(f), f
        if found is not None:
            smaller = (value(c, {}) > 0) != less
            loss = found.beside(bits, smaller)
            steps.append(found.compared(loss, smaller))
            other = found.at(loss)
        with as_written():
            rest = rest + c * other
    return Moved(rest, tuple(steps))


def written(x: Fraction) -> Rational:
    """A fraction as it stands in a step; Unread where it is too long."""
    if x.numerator.bit_length() + x.denominator.bit_length() > WRITTEN:
        raise Unread
    return Rational(x.numerator, x.denominator)


def at_least_0(expr: Expr, strict: bool) -> Boolean:
    """That an expression is at least 0, or above 0."""
    return (sympy.Lt if strict else sympy.Le)(
        Integer(0), expr, evaluate=False
    )  # also of a number, as in a contradiction


__all__ = ["NEARER", "AtLoss", "at_least_0", "by_fractions", "ratio_beside", "written"]
