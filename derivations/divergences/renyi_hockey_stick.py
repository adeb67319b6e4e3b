"""A bound on the Rényi divergence bounds the hockey stick, with the sharper constant."""

from dpsym.derivations.analysis.order_of_powers import part
from dpsym.derivations.analysis.power_tangents import tangent_of_parts
from dpsym.derivations.divergences.relative_entropy import finite
from dpsym.derivations.vocabulary import alpha, delta, eps, gamma, half, u, v
from dpsym.language import *

gamma = gamma.ranging()
eps = eps.ranging()
c = parameter("c", about="the logarithm of the ratio where the tangent touches")

delta = delta.ranging(above=0)

slope = alpha * exp((alpha - 1) * (eps + log(alpha / (alpha - 1))))
bound = exp((alpha - 1) * (gamma - eps)) / alpha * (1 - 1 / alpha) ** (alpha - 1)

excess = Theorem(
    title="The excess of a mass against what two masses add to a moment",
    source="canonne2020",
    kind="lemma",
    given=Implication(Eq(v, 0), Eq(u, 0)),
    claim=slope * Max(0, u - exp(eps) * v) <= part(u, v, alpha),
    derivation=(
        have(0 < alpha / (alpha - 1), "a quotient of positive numbers"),
        let(
            c,
            eps + log(alpha / (alpha - 1)),
            (
                Eq(slope, alpha * exp((alpha - 1) * c)),
                Eq((alpha - 1) * exp(c), alpha * exp(eps)),
            ),
            "where the tangent touches",
        ),
        have(
            alpha * exp((alpha - 1) * c) * u - (alpha - 1) * exp(alpha * c) * v <= part(u, v, alpha),
            "above the tangent",
            by=tangent_of_parts,
        ),
        have(Eq(exp(alpha * c), exp((alpha - 1) * c) * exp(c)), "exponential of a sum"),
        Chain(alpha * exp((alpha - 1) * c) * (u - exp(eps) * v))
        .eq(alpha * exp((alpha - 1) * c) * u - (alpha - 1) * exp(alpha * c) * v, "the same point")
        .le(part(u, v, alpha), "above the tangent"),
        have(0 <= part(u, v, alpha), "an exponential", split=(0 < u, 0 < v)),
        Chain(slope * Max(0, u - exp(eps) * v))
        .eq(alpha * exp((alpha - 1) * c) * Max(0, u - exp(eps) * v), "the same slope")
        .le(part(u, v, alpha), "the lines before"),
    ),
    near_misses={
        "where the second mass is 0 alone": variant(
            Implication(Eq(v, 0), slope * Max(0, u) <= 0),
            given=(),
            witness=point({alpha: 2, eps: 0, u: 1, v: 0}),
        ),
        "without the factor": variant(
            alpha**3 * exp((alpha - 1) * (eps + log(alpha / (alpha - 1)))) * Max(0, u - exp(eps) * v)
            <= part(u, v, alpha),
            witness=point({alpha: 2, eps: 0, u: 2, v: 1}),
        ),
    },
)

renyi_hockey_stick = Theorem(
    title="A bound on the Rényi divergence bounds the hockey stick",
    source="canonne2020",
    given=(finite, RenyiMoment(alpha) <= exp((alpha - 1) * gamma)),
    claim=HockeyStick(eps) <= bound,
    derivation=(
        have(
            slope * Max(0, P(y) - exp(eps) * Q(y)) <= part(P(y), Q(y), alpha),
            "at every outcome",
            by=excess.at(u=P(y), v=Q(y)),
        ),
        Chain(slope * HockeyStick(eps))
        .eq(Total(slope * Max(0, P(y) - exp(eps) * Q(y)), y), "a constant factor")
        .le(RenyiMoment(alpha), "at every outcome")
        .le(exp((alpha - 1) * gamma), "the bound"),
        have(0 < alpha / (alpha - 1), "a quotient of positive numbers"),
        have(0 < 1 - 1 / alpha, "the order is above 1"),
        have(Eq(1 - 1 / alpha, (alpha - 1) / alpha), "one fraction"),
        have(
            Eq(
                (alpha - 1) * (eps + log(alpha / (alpha - 1)))
                + (alpha - 1) * (gamma - eps)
                + (alpha - 1) * log(1 - 1 / alpha),
                (alpha - 1) * gamma,
            ),
            "the logarithms cancel",
        ),
        have(Eq(slope * bound, exp((alpha - 1) * gamma)), "the same exponent"),
    ),
)

at_delta = Theorem(
    title="A bound on the Rényi divergence keeps the hockey stick below a delta",
    source="canonne2020",
    given=(
        finite,
        RenyiMoment(alpha) <= exp((alpha - 1) * gamma),
        (alpha - 1) * (gamma - eps) + (alpha - 1) * log(1 - 1 / alpha) <= log(alpha * delta),
    ),
    claim=HockeyStick(eps) <= delta,
    derivation=(
        have(0 < 1 - 1 / alpha, "the order is above 1"),
        Chain(HockeyStick(eps)).le(bound, "the hockey stick", by=renyi_hockey_stick).le(delta, "the delta"),
    ),
    near_misses={
        "without a condition on delta": without(
            (alpha - 1) * (gamma - eps) + (alpha - 1) * log(1 - 1 / alpha) <= log(alpha * delta),
            witness=point(
                {alpha: 2, gamma: log(Rational(25, 16)), eps: 0, delta: Rational(1, 100)},
                P=(Rational(4, 5), Rational(1, 5)),
                Q=(half, half),
            ),
        ),
    },
)
