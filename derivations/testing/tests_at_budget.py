"""Every test on the output of the Gaussian mechanism with the noise of a budget: power and bounded loss by the budget."""

from dpsym.derivations.analysis.normal_densities import apart, beyond_p, beyond_q, gaussian, x_1, x_2
from dpsym.derivations.analysis.normal_quantiles import above, below
from dpsym.derivations.analysis.normal_quantiles import value as value_at
from dpsym.derivations.analysis.normal_tails import reflected as opposite
from dpsym.derivations.analysis.normal_tails import rises, same_value
from dpsym.derivations.testing import gaussian_power
from dpsym.derivations.testing.tests_of_gaussian import (
    a,
    always,
    b,
    bounded,
    delta,
    error,
    from_on,
    integrals,
    l,
    named,
    nothing,
    rejecting,
    silent,
    test,
    up_to,
)
from dpsym.derivations.vocabulary import half, mu, rho, sigma
from dpsym.language import *
from dpsym.language.integration import T, masses_of_test, t, z

of_budget = Eq(sigma**2, 1 / (2 * rho))  # the variance of the noise
near = x_1 - x_2 <= 1
distance = (x_1 - x_2) / sigma
farthest = sqrt(2 * rho)
at_half = {rho: half, sigma: 1, x_1: 0, x_2: 0, l: half, b: half}
in_deviations = (
    have(Eq((farthest * sigma) ** 2, 1), "the variance"),
    have(Eq(farthest * sigma, 1), "the standard deviation"),
    have(Eq(1 / sigma, farthest), "the distance 1 in standard deviations"),
)
nearer = (
    have(Eq(distance, farthest * (x_1 - x_2)), "the distance in standard deviations"),
    have(distance <= farthest, "the query moves by at most 1"),
)

trade_off = Theorem(
    title="The trade-off function of the Gaussian mechanism with the noise of a budget",
    source="kifer.fn15",
    cites="dong2022",
    given=(apart, near, of_budget, *test, l <= a),
    define=named,
    claim=Phi(Phi_inv(1 - a) - farthest) <= 1 - b,
    derivation=(
        *in_deviations,
        *nearer,
        have(Phi(Phi_inv(1 - a) - distance) <= 1 - b, "the trade-off function", by=error),
        have(
            Phi(Phi_inv(1 - a) - farthest) <= Phi(Phi_inv(1 - a) - distance),
            "the distribution function rises",
            by=rises.at(s=Phi_inv(1 - a) - farthest, t=Phi_inv(1 - a) - distance),
        ),
    ),
    example=point({**at_half, a: half}, **silent),
    near_misses={
        "any level": without(l <= a, witness=point({**at_half, a: half, l: 1, b: 1}, **always)),
        "no integrals beyond a cut": without(
            test, instead=(rejecting, up_to), witness=point({**at_half, a: half, l: 0, b: 2}, **nothing)
        ),
    },
    note=integrals,
)

scaled = sigma * Phi_inv(1 - a)  # the quantile of the noise
largest_power = Theorem(
    title="The largest power between two outputs of the Gaussian mechanism with the noise of a budget",
    source=(
        whole_of("kifer.eq-power"),
        "kifer.eq6-gauss-mech",
    ),
    given=(apart, near, of_budget, *test, l <= a),
    define=named,
    claim=AllOf(
        b <= 1 - Phi((scaled - 1) / sigma),
        Eq(1 - Phi((scaled - 1) / sigma), Phi(farthest - Phi_inv(1 - a))),
    ),
    derivation=(
        *in_deviations,
        have(Eq((scaled - 1) / sigma, Phi_inv(1 - a) - farthest), "in standard deviations"),
        have(
            Eq(Phi((scaled - 1) / sigma), Phi(Phi_inv(1 - a) - farthest)),
            "one point",
            by=same_value.at(s=(scaled - 1) / sigma, t=Phi_inv(1 - a) - farthest),
        ),
        have(Phi(Phi_inv(1 - a) - farthest) <= 1 - b, "the trade-off function", by=trade_off),
        have(
            Eq(Phi(farthest - Phi_inv(1 - a)), Phi(-(Phi_inv(1 - a) - farthest))),
            "one point",
            by=same_value.at(s=farthest - Phi_inv(1 - a), t=-(Phi_inv(1 - a) - farthest)),
        ),
        have(
            Eq(Phi(-(Phi_inv(1 - a) - farthest)), 1 - Phi(Phi_inv(1 - a) - farthest)),
            "reflected",
            by=opposite.at(x=Phi_inv(1 - a) - farthest),
        ),
    ),
    example=point({**at_half, a: half}, **silent),
    near_misses={
        "no integrals beyond a cut": without(
            test,
            claim=b <= 1 - Phi((scaled - 1) / sigma),
            instead=(rejecting, up_to),
            witness=point({**at_half, a: half, l: 0, b: 2}, **nothing),
        ),
    },
    evaluate={"power": gaussian_power.power(a, farthest)},
    note=integrals,
)

quantile = Phi_inv(1 - delta)
inverse = Theorem(
    title="The inverse of the trade-off function of the Gaussian mechanism",
    source=("kifer.fn15", "kifer.eq-pbdp-curve", "kifer.ex5.10-pbdp"),
    cites="dong2022",
    claim=AllOf(
        Eq(1 - Phi(quantile + mu), Phi(-quantile - mu)),
        Eq(Phi(Phi_inv(1 - Phi(-quantile - mu)) - mu), 1 - delta),
    ),
    derivation=(
        have(Eq(Phi(-(quantile + mu)), 1 - Phi(quantile + mu)), "reflected", by=opposite.at(x=quantile + mu)),
        have(
            Eq(Phi(-quantile - mu), Phi(-(quantile + mu))),
            "one point",
            by=same_value.at(s=-quantile - mu, t=-(quantile + mu)),
        ),
        have(
            AllOf(0 < Phi(quantile + mu), Phi(quantile + mu) < 1),
            "a probability",
        ),
        have(Eq(1 - Phi(-quantile - mu), Phi(quantile + mu)), "reflected"),
        have(
            Phi_inv(1 - Phi(-quantile - mu)) <= quantile + mu,
            "its quantile",
            by=below.at(a=1 - Phi(-quantile - mu), t=quantile + mu),
        ),
        have(
            quantile + mu <= Phi_inv(1 - Phi(-quantile - mu)),
            "its quantile",
            by=above.at(a=1 - Phi(-quantile - mu), t=quantile + mu),
        ),
        have(Eq(Phi_inv(1 - Phi(-quantile - mu)) - mu, quantile), "both"),
        have(
            Eq(Phi(Phi_inv(1 - Phi(-quantile - mu)) - mu), Phi(quantile)),
            "one point",
            by=same_value.at(s=Phi_inv(1 - Phi(-quantile - mu)) - mu, t=quantile),
        ),
        have(Eq(Phi(quantile), 1 - delta), "a quantile", by=value_at.at(a=1 - delta)),
    ),
    near_misses={
        "without the distance": variant(Eq(1 - Phi(quantile), Phi(-quantile - mu))),
        "not reflected": variant(Eq(Phi(quantile + mu), Phi(-quantile - mu))),
    },
    note=(
        "The level at which the trade-off function is 1 less a probability: delta over it is the exponential of the bound on the loss that may fail "
        "with probability delta."
    ),
)

bounded_loss = Theorem(
    title="The bounded-loss curve of the Gaussian mechanism with the noise of a budget",
    source=whole_of("kifer.eq-pbdp-curve"),
    given=(apart, near, of_budget, *test, delta <= b),
    define=named,
    claim=b <= delta / Phi(-Phi_inv(1 - delta) - farthest) * l,
    derivation=(
        *in_deviations,
        *nearer,
        have(
            b <= delta / Phi(-Phi_inv(1 - delta) - distance) * l,
            "the bounded-loss curve",
            by=bounded,
        ),
        have(
            Phi(-Phi_inv(1 - delta) - farthest) <= Phi(-Phi_inv(1 - delta) - distance),
            "the distribution function rises",
            by=rises.at(s=-Phi_inv(1 - delta) - farthest, t=-Phi_inv(1 - delta) - distance),
        ),
        have(
            0 < Phi(-Phi_inv(1 - delta) - farthest),
            "a probability",
        ),
        have(0 < b, "at least a positive number"),
        have(
            0 < Phi(-Phi_inv(1 - delta) - distance),
            "a probability",
        ),
        have(b * Phi(-Phi_inv(1 - delta) - distance) <= delta * l, "multiplied"),
        have(
            b * Phi(-Phi_inv(1 - delta) - farthest) <= b * Phi(-Phi_inv(1 - delta) - distance),
            "times a probability",
        ),
        have(b * Phi(-Phi_inv(1 - delta) - farthest) <= delta * l, "together"),
        have(b <= delta / Phi(-Phi_inv(1 - delta) - farthest) * l, "divided by a probability"),
    ),
    example=point({**at_half, delta: half}, **silent),
    near_misses={
        "no integrals beyond a cut": without(
            test, instead=(rejecting, up_to), witness=point({**at_half, delta: half, l: 0, b: 2}, **nothing)
        ),
        "no integrals up to a cut": without(
            test,
            instead=(rejecting, from_on),
            witness=point(
                {**at_half, delta: half, l: 0, b: 1},
                **{**silent, "E": Lambda(t, Integer(0)), "D": Lambda(t, Integer(1))},
            ),
        ),
    },
    evaluate={"eps": gaussian_power.bounded_loss(delta, farthest)},
    note=integrals,
)


def reversed_p(y):
    """The density of minus the output, on the second input."""
    return gaussian.density(y, -x_2)


def reversed_q(y):
    """The density of minus the output, on the first input."""
    return gaussian.density(y, -x_1)


def reversed_ratio(y):
    """The ratio of the second density to the first, at minus the output."""
    return exp(gaussian.loss(y, -x_1, -x_2))


beyond_reversed = (lambda y: Phi((-x_2 - y) / sigma), lambda y: Phi((-x_1 - y) / sigma))
of_reversed = masses_of_test(
    reversed_p, reversed_q, reversed_ratio, beyond_reversed, l, b, rejects=lambda z: T(-z)
)
larger = (x_1 <= x_2, x_2 - x_1 <= 1)

from_larger = Theorem(
    title="The largest power where the null hypothesis has the larger value of the query",
    source="kifer.eq6-gauss-mech",
    given=(*larger, of_budget, *of_reversed, l <= a),
    define={function("r", law=False)(t): reversed_ratio(t)},
    claim=b <= Phi(farthest - Phi_inv(1 - a)),
    derivation=(
        have(
            AllOf(
                b <= 1 - Phi((scaled - 1) / sigma),
                Eq(1 - Phi((scaled - 1) / sigma), Phi(farthest - Phi_inv(1 - a))),
            ),
            "for minus the output",
            by=largest_power.at(x_1=-x_1, x_2=-x_2, T=Lambda(z, T(-z))),
        ),
    ),
    example=point({**at_half, a: half}, **silent),
    near_misses={
        "any level": without(l <= a, witness=point({**at_half, a: half, l: 1, b: 1}, **always)),
        "no integrals beyond a cut": without(
            of_reversed, instead=of_reversed[:2], witness=point({**at_half, a: half, l: 0, b: 2}, **nothing)
        ),
    },
    note=(
        "Minus the output is the Gaussian mechanism for minus the query, whose value is then the larger one on the other database; T(-z) is how likely the test rejects "
        "where minus the output is z. So the bound is the same for both orders of the databases."
    ),
)

level_cut = x_2 + sigma * Phi_inv(1 - a)
reached = Theorem(
    title="A half-line reaches the largest power",
    source=whole_of("kifer.eq6-gauss-mech"),
    given=(of_budget, Eq(x_1 - x_2, 1)),
    claim=AllOf(
        Eq(beyond_p(level_cut), a),
        Eq(beyond_q(level_cut), Phi(farthest - Phi_inv(1 - a))),
    ),
    derivation=(
        *in_deviations,
        have(
            Eq(beyond_p(level_cut), Phi(-Phi_inv(1 - a))),
            "one point",
            by=same_value.at(s=(x_2 - level_cut) / sigma, t=-Phi_inv(1 - a)),
        ),
        have(
            Eq(Phi(-Phi_inv(1 - a)), 1 - Phi(Phi_inv(1 - a))), "reflected", by=opposite.at(x=Phi_inv(1 - a))
        ),
        have(Eq(Phi(Phi_inv(1 - a)), 1 - a), "a quantile", by=value_at.at(a=1 - a)),
        have(Eq((x_1 - level_cut) / sigma, farthest - Phi_inv(1 - a)), "from the other input"),
        have(
            Eq(beyond_q(level_cut), Phi(farthest - Phi_inv(1 - a))),
            "one point",
            by=same_value.at(s=(x_1 - level_cut) / sigma, t=farthest - Phi_inv(1 - a)),
        ),
    ),
    example=point({rho: half, sigma: 1, x_1: 1, x_2: 0, a: half}),
    near_misses={
        "the cut halfway between the inputs": variant(Eq(beyond_p((x_1 + x_2) / 2), a)),
        "inputs that are nearer, with the cut at the second": without(
            Eq(x_1 - x_2, 1), claim=Eq(beyond_q(x_2), Phi(farthest))
        ),
    },
    note=(
        "Reject beyond the cut: the masses beyond it are the level a and the largest power, and the half-line is a test whose masses are these, as the theorem on "
        "half-lines says. It is the likelihood-ratio test of two normal laws at distance 1, since the loss rises with the output."
    ),
)
