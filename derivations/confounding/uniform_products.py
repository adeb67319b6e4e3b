"""The product of two independent uniform numbers: its law, and the delta of two outputs that depend on each other by it."""

from dpsym.derivations.analysis.integrals import J, additive, integral, k, rise, same, squeezed, u, v
from dpsym.derivations.analysis.uniform_numbers import (
    area,
    between,
    beyond,
    one,
    primitive,
    second_at_most,
    squeeze,
    up_to,
    x,
    zero,
)
from dpsym.derivations.confounding.dependence_of_outputs import flat
from dpsym.derivations.vocabulary import eps, half
from dpsym.language import *

unit = (zero, one)


whole = x - x * log(x)
independent = squeezed(J(u, v), second_at_most, *unit)
by_parts = squeezed(rise(up_to), second_at_most, *unit)

uniform = {"J": Lambda((u, v), (up_to(v) - up_to(u)).xreplace({x: half}))}

law = Theorem(
    title="The product of two independent uniform numbers is at most x with probability x - x log x",
    source=whole_of("zhang.eq-nest"),
    given=(additive(J, *unit), independent),
    claim=same(J(zero, one), whole, 1 - x),
    derivation=(
        have(
            by_parts,
            "as far as the first number",
            derivation=cases(
                0 <= u,
                cases(
                    u <= v,
                    have(
                        Between((v - u) * second_at_most(v), rise(up_to), (v - u) * second_at_most(u)),
                        "part by part",
                        by=between.at(p=u, q=v),
                    ),
                ),
            ),
        ),
        have(
            AllOf(Eq(Max(one, x), 1), Eq(Max(zero, x), x), Eq(Min(one, x), x), Eq(Min(zero, x), 0)),
            "a number between",
        ),
        have(AllOf(Eq(log(Max(one, x)), 0), Eq(log(Max(zero, x)), log(x))), "logarithms"),
        have(Eq(up_to(one) - up_to(zero), whole), "the whole interval"),
        have(Eq(second_at_most(zero) - second_at_most(one), 1 - x), "at both ends"),
        have(
            same(J(zero, one), whole, 1 - x),
            "the integral",
            by=integral.at(
                c=zero, d=one, f=Lambda(u, second_at_most(u)), F=Lambda(u, up_to(u)), I=whole, g=1 - x
            ),
        ),
    ),
    example=point({x: half}, **uniform),
    errata=erratum(
        "wrong step",
        "proof of Proposition 2, the density of all outputs",
        "c(Ψ_{[2]}(Y_1, Y_2|s, C_{ρ}^{g}), Ψ_{3}(Y_3|s), ..., Ψ_{k}(Y_k|s)|s) ψ_{[2]}(Y_1, Y_2|s, C_{ρ}^{g})",
        fails=(
            "A copula takes uniform arguments. The joint distribution function at two independent uniform outputs is their product, which "
            "is at most x with probability x - x log x and not x."
        ),
        holds="The density is right where the outer copula is that of independence, as in the setting of ordinary privacy.",
        affects="Proposition 2 for three and more mechanisms under confounding.",
        reads=variant(
            same(J(zero, one), x, 1 - x),
            witness=point({x: half, k: 9}, **uniform),
        ),
    ),
    near_misses={
        "whatever the second number is": without(
            independent, witness=point({x: half, k: 9}, J=Lambda((u, v), Integer(0)))
        ),
        "the products of parts not added up": without(
            additive(J, *unit), witness=point({x: half, k: 9}, J=Lambda((u, v), (v - u) / 2 / Max(u, half)))
        ),
    },
    note=(
        "J(u, v) is the probability that the first number lies between u and v and the product is at most x. The first number has the length of an interval as its probability and the second, "
        "which is independent, is at most x/t with the probability x/t, or 1 where that is more; so J(u, v) lies between the length times the values of this probability at the ends. The bound holds for every k, so that the "
        "probability is x - x log x."
    ),
)

kendall = Example(
    title="The probability that the product of two uniform outputs is small",
    source="zhang.eq-nest",
    uses=(law,),
    values=(value("at most 0.3", whole, {x: Rational(3, 10)}, "0.6612"),),
)

# Two uniform outputs with the density 1 + theta (1 - 2u)(1 - 2v): the delta between two strengths.
eps = eps.ranging(at_least=0)
first = parameter("theta_0", at_least=-1, at_most=1, about="strength of the dependence in the first state")
second = parameter("theta_1", at_least=-1, at_most=1, about="strength in the second state")
z = parameter("z", at_least=-1, at_most=1, about="the product of two numbers that are uniform from -1 to 1")
slope = parameter("B", above=0, about="how steeply the excess of the one density rises with the product")
start = parameter("t_0", at_least=0, at_most=1, about="the product at which it begins")


eighth = Rational(1, 8)
as_it_is = {"J": Lambda((u, v), area(v) - area(u))}
tail = squeezed(J(u, v), beyond, start, one)
mean = eighth - area(start)
bound = (1 - start) * beyond(start)

mean_beyond = Theorem(
    title="What the product has beyond a bound, on average",
    kind="lemma",
    given=(additive(J, start, one), tail),
    claim=same(J(start, one), mean, bound),
    derivation=(
        have(
            squeezed(rise(area), beyond, start, one),
            "the integral of the probability",
            derivation=cases(
                start <= u,
                cases(
                    v <= 1,
                    cases(
                        u <= v,
                        (
                            have(AllOf(0 <= u, v <= 1, u <= 1), "between the ends"),
                            have(
                                Between((v - u) * beyond(v), rise(area), (v - u) * beyond(u)),
                                "part by part",
                                by=squeeze.at(a=u, b=v),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        have(
            AllOf(Eq(area(one), eighth), Eq(beyond(one), 0)),
            "at 1",
            derivation=have(Eq(log(1), 0), "the logarithm of 1"),
        ),
        have(
            same(J(start, one), mean, bound),
            "the integral",
            by=integral.at(c=start, d=one, f=Lambda(u, beyond(u)), F=Lambda(u, area(u)), I=mean, g=bound),
        ),
    ),
    example=point({start: 0}, **as_it_is),
    near_misses={
        "whatever the second number is": without(
            tail, witness=point({start: 0, k: 9}, J=Lambda((u, v), Integer(0)))
        ),
        "as if it were bounded by that": without(
            tail, claim=J(start, one) <= mean, witness=point({start: 0}, J=Lambda((u, v), v - u))
        ),
        "as if the product were uniform": variant(
            same(J(start, one), (1 - start) ** 2 / 4, bound),
            witness=point({start: 0, k: 9}, **as_it_is),
        ),
    },
)

even = {first: half, second: -half, eps: 0, slope: 1, start: 0, z: half}
excess = 1 + first * z - exp(eps) * (1 + second * z)
strengths = (Eq(slope, first - exp(eps) * second), Eq(slope * start, exp(eps) - 1))
delta = slope * J(start, one)
value_ = slope * mean
whole_delta = AllOf(
    Eq(Max(0, excess), slope * (Min(z, one) - Min(z, start))),
    same(delta, value_, slope * bound),
)

delta_of_two = Theorem(
    title="The delta of two strengths of the dependence of two uniform outputs",
    source=whole_of("zhang.ex-fgm"),
    given=(*strengths, additive(J, start, one), tail),
    claim=whole_delta,
    derivation=(
        have(Eq(excess, slope * (z - start)), "the excess is linear"),
        have(
            Eq(Max(0, excess), slope * (Min(z, one) - Min(z, start))),
            "it begins there",
            derivation=cases(
                z <= start,
                have(slope * (z - start) <= 0, "a positive slope"),
                have(0 <= slope * (z - start), "a positive slope"),
            ),
        ),
        have(same(J(start, one), mean, bound), "the mean of what is beyond", by=mean_beyond),
        have(
            same(delta, value_, slope * bound),
            "times the slope",
            derivation=(
                specialise(same(J(start, one), mean, bound), {k: k}),
                have(Eq(Abs(delta - value_), slope * Abs(J(start, one) - mean)), "a positive factor"),
                have(slope * ((k + 1) * Abs(J(start, one) - mean)) <= slope * bound, "a positive factor"),
            ),
        ),
    ),
    example=point({first: half, second: -half, eps: 0, slope: 1, start: 0, z: half}, **as_it_is),
    near_misses={
        "whatever the product is": without(tail, witness=point({**even, k: 9}, J=Lambda((u, v), Integer(0)))),
        "as if it were bounded by that": without(
            tail, claim=delta <= value_, witness=point(even, J=Lambda((u, v), v - u))
        ),
        "as each output by itself": variant(
            same(delta, zero, slope * bound), witness=point({**even, k: 9}, **as_it_is)
        ),
        "the first strength for the difference": without(
            strengths,
            instead=(Eq(slope, first), strengths[1]),
            witness=point({**even, slope: half, z: 1}, **as_it_is),
        ),
    },
    note=(
        "In the state s two uniform outputs u and v have the density 1 + theta_s z with the product z of 1 - 2u and 1 - 2v, the copula of Farlie, Gumbel and Morgenstern; "
        "each of these is uniform from -1 to 1, whatever the strength, so that each output by itself has delta 0 at every loss. The excess of the one density over e^eps times the other is positive just where the product exceeds t_0, and "
        "J(t_0, 1) is the mean of what the product has beyond it: the mean of what it has between a and b is J(a, b), which lies between b - a times the probabilities that the product exceeds b and a. "
        "The product has either sign with one probability, and its absolute value is the product of two uniform numbers, whose law is that of the theorem before. The bound holds for every k, so that delta is B/8 less B times the integral of this probability up to t_0; at "
        "a loss of 0 it is the difference of the strengths over 8. Where B is smaller than e^eps - 1, and larger than 1 - e^eps, no product has an excess, and delta is 0; where it is smaller still, the product with its sign reversed takes the place of z, and -B that of B."
    ),
)

four_fifths = {first: 4 * Rational(1, 5), second: -4 * Rational(1, 5)}
rise_of_excess = first - exp(eps) * second
begins = (exp(eps) - 1) / rise_of_excess
with_loss = rise_of_excess * (eighth - primitive(begins))
numbers = Example(
    title="Two uniform outputs whose dependence has opposite signs in two states",
    source="zhang.ex-fgm",
    uses=(flat, delta_of_two),
    values=(
        value("delta at a loss of 0, strengths 0.8 and -0.8", (first - second) / 8, four_fifths, "0.2"),
        value("delta at a loss of 0.2", with_loss, {**four_fifths, eps: Rational(1, 5)}, "0.136145"),
        value("delta at a loss of 0.5", with_loss, {**four_fifths, eps: half}, "0.073760"),
    ),
    note="Each output by itself has delta 0 at every loss.",
)
