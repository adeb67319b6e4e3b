"""Neighbours as far apart as there are: what Gaussian noise leaves to all of them together, and by which vectors it is reached."""

from dpsym.derivations.analysis.normal_quantiles import reflected
from dpsym.derivations.analysis.normal_quantiles import value as value_at
from dpsym.derivations.analysis.normal_tails import reflected as opposite
from dpsym.derivations.analysis.normal_tails import same_value, slowly
from dpsym.derivations.mechanisms.gaussian_delta import best_half_line, delta_at
from dpsym.derivations.testing.tests_of_gaussian import a, delta
from dpsym.derivations.testing.tests_of_many_answers import cut, d, delta_of, mu, nearer, nearer_cut
from dpsym.derivations.vocabulary import eps, half, x
from dpsym.language import *

c = parameter("c", about="a number that bounds what each pair of neighbours leaves")
g = parameter("g", above=0, about="how near the largest distance")
j = parameter("j", about="a pair of neighbours, by a number that names it")
J = function("J", law=False, about="a pair whose distance is as near the largest one")
C = function(
    "C", law=False, about="the distance of the inputs of a pair, in standard deviations of the noise"
)

level, power = Phi(-(d + Phi_inv(1 - delta))), Phi(-Phi_inv(1 - delta))
reached = Theorem(
    title="Three cuts that reach the bounds of the Gaussian mechanism",
    source=("kifer.ex5.10-f", "kifer.ex5.10-adp", "kifer.ex5.10-pbdp"),
    define={parameter("w"): nearer_cut},
    claim=AllOf(
        Eq(Phi(Phi_inv(a)), a),
        Eq(Phi(d + Phi_inv(a)), 1 - Phi(Phi_inv(1 - a) - d)),
        Eq(Phi(d - nearer_cut) - exp(eps) * Phi(-nearer_cut), nearer),
        Eq(power, delta),
        Eq(power, exp(log(delta / Phi(-Phi_inv(1 - delta) - d))) * level),
    ),
    derivation=(
        have(Eq(Phi(Phi_inv(a)), a), "a quantile"),
        have(Eq(Phi_inv(1 - a), -Phi_inv(a)), "quantiles", by=reflected),
        have(
            Eq(Phi(Phi_inv(1 - a) - d), Phi(-(d + Phi_inv(a)))),
            "one point",
            by=same_value.at(s=Phi_inv(1 - a) - d, t=-(d + Phi_inv(a))),
        ),
        have(
            Eq(Phi(-(d + Phi_inv(a))), 1 - Phi(d + Phi_inv(a))), "reflected", by=opposite.at(x=d + Phi_inv(a))
        ),
        have(
            Eq(Phi(d - nearer_cut), Phi(-(eps / d) + d / 2)),
            "one point",
            by=same_value.at(s=d - nearer_cut, t=-(eps / d) + d / 2),
        ),
        have(
            Eq(Phi(-nearer_cut), Phi(-(eps / d) - d / 2)),
            "one point",
            by=same_value.at(s=-nearer_cut, t=-(eps / d) - d / 2),
        ),
        have(Eq(power, 1 - Phi(Phi_inv(1 - delta))), "reflected", by=opposite.at(x=Phi_inv(1 - delta))),
        have(Eq(Phi(Phi_inv(1 - delta)), 1 - delta), "a quantile", by=value_at.at(a=1 - delta)),
        have(
            Eq(level, Phi(-Phi_inv(1 - delta) - d)),
            "one point",
            by=same_value.at(s=-(d + Phi_inv(1 - delta)), t=-Phi_inv(1 - delta) - d),
        ),
        have(0 < Phi(-Phi_inv(1 - delta) - d), "a probability"),
        have(Eq(delta / Phi(-Phi_inv(1 - delta) - d) * Phi(-Phi_inv(1 - delta) - d), delta), "a quotient"),
    ),
    near_misses={
        "the power at the level itself": variant(Eq(Phi(d + Phi_inv(a)), 1 - Phi(Phi_inv(1 - a)))),
        "the cut in the middle of the inputs": variant(
            Eq(Phi(d / 2) - exp(eps) * Phi(-d / 2), nearer), witness=point({d: 1, eps: 1})
        ),
    },
    note=(
        "The vectors beyond a cut are a test with these masses, under the one law and the other. Beyond the first cut the errors are those of the trade-off function; beyond the second, where the loss is the bound, the test needs the "
        "whole delta; beyond the third its power is delta, and as large as the bound allows at its level."
    ),
)

one_pair = {"C": Lambda(j, 1), "J": Lambda(j, 0)}
as_near = ForAll(g, mu - g <= C(J(g)))
no_farther = ForAll(j, AllOf(0 < C(j), C(j) <= mu))
at_each = ForAll(j, c <= Phi(x - C(j)))

least_error = Theorem(
    title="What the least upper bound of the distances leaves, if every distance leaves as much",
    source=("kifer.ex5.10-f", "kifer.ex5.10-pbdp"),
    given=(no_farther, as_near, at_each),
    claim=c <= Phi(x - mu),
    derivation=cases(
        c <= Phi(x - mu),
        (),
        (
            let(g, (c - Phi(x - mu)) / 2, (0 < g, g < c - Phi(x - mu)), "half of the gap"),
            specialise(as_near, {g: g}, "nearly the largest distance"),
            specialise(no_farther, {j: J(g)}, "this pair"),
            specialise(at_each, {j: J(g)}, "this pair"),
            have(
                Phi(x - C(J(g))) - Phi(x - mu) <= mu - C(J(g)),
                "it rises slowly",
                by=slowly.at(s=x - mu, t=x - C(J(g))),
            ),
        ),
    ),
    example=point({mu: 1, c: 0, x: 0}, **one_pair),
    near_misses={
        "a larger distance than there is": without(
            as_near, witness=point({mu: 9, c: half, x: 1}, **one_pair)
        ),
        "a bound for some pair": without(at_each, witness=point({mu: 1, c: 1, x: 0}, **one_pair)),
    },
    note=(
        "With the quantile of 1 - a for x this is the error of type II at the level a, and with minus the quantile of 1 - delta the level at which the power is delta. So what holds of all pairs together is what the supremum of their distances gives, "
        "whether a pair has this distance or not."
    ),
)

this = C(J(g))


def own_cut(d):
    """The cut where the loss is the bound, for inputs at this distance."""
    return eps / d + d / 2


each_delta = ForAll(j, AllOf(0 < C(j), C(j) <= mu, delta_at(eps, C(j), own_cut(C(j))) <= c))
largest_delta = Theorem(
    title="The delta of the least upper bound of the distances is no larger than what covers every distance",
    source="kifer.ex5.10-adp",
    given=(as_near, each_delta),
    define={parameter("B"): delta_of, parameter("w"): cut},
    claim=delta_of <= c,
    derivation=(
        have(Eq(delta_at(eps, mu, cut), delta_of), "tails and distribution function"),
        cases(
            delta_of <= c,
            (),
            (
                let(g, (delta_of - c) / 2, (0 < g, g < delta_of - c), "half of the gap"),
                specialise(as_near, {g: g}, "nearly the largest distance"),
                specialise(each_delta, {j: J(g)}, "this pair"),
                have(Eq(this * own_cut(this) - this**2 / 2, eps), "the loss at the cut"),
                have(
                    delta_at(eps, this, cut) <= delta_at(eps, this, own_cut(this)),
                    "the best half-line",
                    by=best_half_line.at(mu=this, w=own_cut(this), v=cut),
                ),
                have(
                    Phi(mu - cut) - Phi(C(J(g)) - cut) <= mu - C(J(g)),
                    "it rises slowly",
                    by=slowly.at(s=C(J(g)) - cut, t=mu - cut),
                ),
            ),
        ),
    ),
    example=point({mu: 1, c: 1, eps: 0}, **one_pair),
    near_misses={
        "a larger distance than there is": without(
            as_near, witness=point({mu: 9, c: half, eps: 0}, **one_pair)
        ),
        "whatever covers no distance": without(each_delta, witness=point({mu: 1, c: 0, eps: 0}, **one_pair)),
    },
    note="So the delta of the mechanism, over all neighbours, is this one, whether a pair is as far apart or not.",
)
