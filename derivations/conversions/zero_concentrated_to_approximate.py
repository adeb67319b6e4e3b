"""Zero-concentrated DP implies approximate DP with rho + 2 sqrt(rho log(1/delta))."""

from dpsym.derivations.conversions.zero_concentrated_loss_tail import zero_concentrated_loss_tail
from dpsym.language import *

rho = parameter("rho", above=0, about="zero-concentrated budget, in nats")
delta = parameter("delta", above=0, at_most=1, about="slack of the approximate guarantee")
any_delta = parameter("delta", above=0, about="slack of the approximate guarantee")

r = sqrt(rho * log(1 / delta))


def approximate_loss(rho, delta):
    """The loss bound of approximate DP with slack delta that rho-zCDP gives."""
    return rho + 2 * sqrt(rho * log(1 / delta))


eps = approximate_loss(rho, delta)

zero_concentrated_to_approximate = Theorem(
    title="Zero-concentrated DP implies approximate DP",
    source="kazan.thm2.7",
    cites="bunsteinke2016",
    given=ZCDP(rho),
    claim=ApproxDP(eps, delta),
    derivation=cases(
        delta < 1,
        (
            have(0 < log(1 / delta), "the slack is less than 1"),
            have(0 < rho * log(1 / delta), "a product of positive numbers"),
            have(0 < r, "a root of a positive number"),
            have(Eq((eps - rho) ** 2 / (4 * rho), log(1 / delta)), "the square of the root"),
            Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q))
            .le(HockeyStick(eps), "keep the outputs with a positive difference")
            .le(Probability(Loss() > eps, P), "drop what is subtracted")
            .le(
                exp(-((eps - rho) ** 2) / (4 * rho)),
                "the tail of the loss",
                by=zero_concentrated_loss_tail.at(eps=eps),
            )
            .eq(exp(-log(1 / delta)), "as computed")
            .eq(delta, "exponential of a logarithm"),
        ),
        Chain(Mass(S(y), P)).le(1, "an event has probability at most 1").le(delta, "the slack is 1"),
        "with slack 1 the guarantee says nothing",
    ),
    printed=variant(
        AllOf(0 <= log(1 / any_delta), ApproxDP(approximate_loss(rho, any_delta), any_delta)),
        witness=point({rho: 1, any_delta: 2}, P=(1,), Q=(1,)),
        note="The paper takes every positive slack. Above 1 its formula asks for the square root of a negative number.",
    ),
    near_misses={
        "one order of the moment only": variant(
            HockeyStick(eps) <= delta,
            given=[RenyiMoment(2) <= 1 + 2 * rho, RenyiMoment(2, Pair(Q(y), P(y))) <= 1 + 2 * rho],
            witness=point(
                {rho: Rational(1, 4), delta: exp(-9)},
                P=(Rational(1, 500), Rational(499, 500)),
                Q=(Rational(1, 112500), Rational(112499, 112500)),
            ),
            note="even the tangent of the bound at order 2 does not suffice",
        ),
        "without zero-concentrated DP": variant(
            given=[],
            witness=point({rho: Rational(1, 10), delta: Rational(1, 2)}, P=(1, 0), Q=(0, 1)),
        ),
        "the root subtracted": variant(
            HockeyStick(rho - 2 * r) <= delta,
            witness=point({rho: Rational(1, 4), delta: exp(-1)}, P=(1,), Q=(1,)),
        ),
    },
    evaluate={"eps": eps},
    note=(
        "At slack 1 the statement says nothing, and above it the root is not real. It is not "
        "attained: the mean of what exceeds the loss is bounded by its probability."
    ),
)
