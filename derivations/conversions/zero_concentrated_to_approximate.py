"""Zero-concentrated DP implies approximate DP with rho + 2 sqrt(rho log(1/delta))."""

from dpsym.derivations.analysis.signs import divide
from dpsym.derivations.conversions.zero_concentrated_loss_tail import zero_concentrated_loss_tail
from dpsym.derivations.vocabulary import delta, eps, rho
from dpsym.language import *

delta = delta.ranging(above=0, at_most=1)
any_delta, any_eps = delta.ranging(above=0), eps.ranging(at_least=rho)

r = root(rho * log(1 / delta))  # 0 at delta 1


def approximate_loss(rho, delta):
    """The loss bound of approximate DP with this delta that rho-zCDP gives."""
    return rho + 2 * sqrt(rho * log(1 / delta))


eps = rho + 2 * r

zero_concentrated_to_approximate = Theorem(
    title="Zero-concentrated DP implies approximate DP",
    source=of_any_spaces("kazan.thm2.7"),
    cites="bunsteinke2016",
    given=ZCDP(rho),
    claim=ApproxDP(eps, delta),
    derivation=cases(
        delta < 1,
        (
            have(0 < log(1 / delta), "the delta is less than 1"),
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
        Chain(Mass(S(y), P)).le(1, "an event has probability at most 1").le(delta, "the delta is 1"),
        "with delta 1 the guarantee says nothing",
    ),
    errata=erratum(
        "missing condition",
        "Theorem 2.7",
        "for any delta > 0",
        fails="For delta > 1 the root is one of a negative number: log(1/2) is negative, and with rho = 1 and delta = 2 the formula has no value.",
        holds="The theorem for delta at most 1; above 1 every mechanism has the guarantee at every loss.",
        reads=variant(
            AllOf(0 <= log(1 / any_delta), ApproxDP(approximate_loss(rho, any_delta), any_delta)),
            witness=point({rho: 1, any_delta: 2}, P=(1,), Q=(1,)),
            note="The paper takes every positive delta. Above 1 its formula asks for the square root of a negative number.",
        ),
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
        "the root subtracted": variant(
            HockeyStick(rho - 2 * r) <= delta,
            witness=point({rho: Rational(1, 4), delta: exp(-1)}, P=(1,), Q=(1,)),
        ),
    },
    evaluate={"eps": approximate_loss(rho, delta)},
    note=(
        "At delta 1 the statement says nothing, and above it the root is not real. It is not "
        "attained: the mean of what exceeds the loss is bounded by its probability."
    ),
)

enough = 4 * rho * log(1 / any_delta) <= (any_eps - rho) ** 2

at_delta = Theorem(
    title="Zero-concentrated DP keeps the hockey stick below a delta",
    source="bunsteinke2016",
    given=(ZCDP(rho), enough),
    claim=HockeyStick(any_eps) <= any_delta,
    derivation=(
        have(Eq(log(1 / any_delta), -log(any_delta)), "the logarithm of a quotient"),
        cases(
            rho < any_eps,
            (
                have(0 <= 4 * rho * ((any_eps - rho) ** 2 / (4 * rho) + log(any_delta)), "as supposed"),
                have(
                    0 <= (any_eps - rho) ** 2 / (4 * rho) + log(any_delta),
                    "divide",
                    by=divide.at(a=4 * rho, c=(any_eps - rho) ** 2 / (4 * rho) + log(any_delta)),
                ),
                have(
                    Probability(Loss() > any_eps, P) <= exp(-((any_eps - rho) ** 2) / (4 * rho)),
                    "the tail of the loss",
                    by=zero_concentrated_loss_tail.at(eps=any_eps),
                ),
                Chain(HockeyStick(any_eps))
                .le(Probability(Loss() > any_eps, P), "drop what is subtracted")
                .le(exp(-((any_eps - rho) ** 2) / (4 * rho)), "the tail of the loss")
                .le(exp(log(any_delta)), "the exponential rises")
                .eq(any_delta, "exponential of a logarithm"),
            ),
            (
                have(Eq(any_eps, rho), "the least loss"),
                have(0 <= 4 * rho * log(any_delta), "as supposed"),
                have(
                    0 <= log(any_delta),
                    "divide",
                    by=divide.at(a=4 * rho, c=log(any_delta)),
                ),
                have(1 + log(any_delta) <= exp(log(any_delta)), "the tangent of the exponential"),
                have(
                    Max(0, P(y) - exp(any_eps) * Q(y)) <= P(y),
                    "a mass is subtracted",
                    split=(P(y) > exp(any_eps) * Q(y),),
                ),
                Chain(HockeyStick(any_eps))
                .le(Total(P(y), y), "at every outcome")
                .eq(1, "mass 1")
                .le(any_delta, "the delta"),
            ),
        ),
    ),
    near_misses={
        "one order of the moment only": variant(
            given=[RenyiMoment(2) <= 1 + 2 * rho, RenyiMoment(2, Pair(Q(y), P(y))) <= 1 + 2 * rho, enough],
            witness=point(
                {rho: Rational(1, 4), any_eps: Rational(13, 4), any_delta: exp(-9)},
                P=(Rational(1, 500), Rational(499, 500)),
                Q=(Rational(1, 112500), Rational(112499, 112500)),
            ),
        ),
    },
)
