"""A test on the line between two laws with densities: what its masses are, as far as integrals say it.

T(z) is how likely the test rejects the output z.  With densities p and q the masses of the outputs up to a cut at which it
rejects are integrals: E(t) that of T p, and D(t) that of T q, over z <= t; the level and the power are those over the
whole line.  Of integrals one fact is used, that they are linear and monotone: where T q <= r T p for all outputs up to a
cut, the masses up to it compare in the same way; where r (1 - T) p <= (1 - T) q from the cut on, so do the masses beyond
it of the outputs at which the test does not reject.  This is what `masses_of_test` says, with a number r for each cut: a
condition that the masses of every measurable test satisfy.  That they do is taken from the theory of integrals.

The outputs need not lie on the line themselves: with a number s(y) for each output y the cuts may be those of these numbers
(`over`).  A vector of answers is such an output, and its privacy loss such a number.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Basic, Expr, Integer, Le
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import (
    AllOf,
    ForAll,
    Implication,
    Number,
    Parameter,
    as_written,
    exact,
    function,
    parameter,
)

Curve = Callable[[Expr], Expr]

T = function("T", law=False, about="how likely the test rejects an output")
E = function("E", law=False, about="the integral of T times the density under the second input, up to a cut")
D = function("D", law=False, about="the integral of T times the density under the first input, up to a cut")
z = parameter("z", about="an output")
t = parameter("t", about="a cut of the line")


def masses_of_test(
    p: Curve,
    q: Curve,
    ratio: Curve,
    beyond: tuple[Curve, Curve],
    level: Number,
    power: Number,
    rejects: Curve = T,
    masses: tuple[Curve, Curve] = (E, D),
    over: tuple[Basic, Expr] | None = None,
    cut: Parameter = t,
) -> tuple[Boolean, Boolean, Boolean]:
    """A test with this level under the density p and this power under q, as integrals have it: three conditions.

    p, q     the densities, and `beyond` the masses of the two laws beyond a cut
    ratio    for each cut the number with which the densities are compared
    rejects  how likely the test rejects an output; `masses` are the integrals of it times p and times q up to a cut
    over     an output, and the number by which it lies before or beyond a cut; an output of the line if left out
    cut      a cut; with the output it has another domain where these densities do. Beyond the domain the second law may have
             more, the first has nothing

    The conditions: that the test is one; the comparison up to a cut; that beyond it.
    """
    first, second = masses
    level, power = exact(level), exact(power)
    y, place = over or (z, z)
    r = ratio(cut)
    with as_written():
        is_test = ForAll(y, AllOf(Le(Integer(0), rejects(y)), Le(rejects(y), Integer(1))))
        up_to = ForAll(y, Implication(Le(place, cut), Le(rejects(y) * q(y), r * (rejects(y) * p(y)))))
        from_on = ForAll(
            y, Implication(Le(cut, place), Le(r * ((1 - rejects(y)) * p(y)), (1 - rejects(y)) * q(y)))
        )
        kept = beyond[0](cut) - (level - first(cut)), beyond[1](cut) - (power - second(cut))
        return (
            is_test,
            ForAll(cut, Implication(up_to, Le(second(cut), r * first(cut)))),
            ForAll(cut, Implication(from_on, Le(r * kept[0], kept[1]))),
        )


__all__ = ["D", "E", "T", "masses_of_test", "t", "z"]
