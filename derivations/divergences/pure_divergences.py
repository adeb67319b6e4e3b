"""Under pure DP the relative entropy and the Rényi divergences are largest for randomised response."""

from dpsym.derivations.analysis.chords import by_distance, entropy_chord, moment_chord
from dpsym.derivations.analysis.entropy_tangents import part as part_of_entropy
from dpsym.derivations.analysis.hyperbolic import moment
from dpsym.derivations.analysis.order_of_powers import part
from dpsym.derivations.divergences.hockey_stick import converse
from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.vocabulary import alpha, eps, truthful
from dpsym.language import *

other = Outcome("y_0")

at_every_outcome = (
    have(
        P(other) <= exp(eps) * Q(other),
        derivation=specialise(PureDP(eps), {S(y): Eq(y, other)}, "this outcome"),
    ),
    have(
        Q(other) <= exp(eps) * P(other),
        derivation=specialise(PureDP(eps), {S(y): Eq(y, other)}, "this outcome"),
    ),
)

finite_losses = Theorem(
    title="Under pure DP no loss is infinite",
    source="kairouz2015",
    kind="lemma",
    given=PureDP(eps),
    claim=finite,
    derivation=at_every_outcome,
)

entropy = Theorem(
    title="Pure DP bounds the relative entropy",
    source="kairouz2015",
    given=PureDP(eps),
    claim=relative_entropy <= eps * tanh(eps / 2),
    derivation=(
        *at_every_outcome,
        have(
            AllOf(
                part_of_entropy(P(y), Q(y)) * (exp(eps) - exp(-eps))
                <= eps * ((exp(eps) + exp(-eps)) * P(y) - 2 * Q(y)),
                part_of_entropy(P(y), Q(y)) <= eps * P(y),
            ),
            "at every outcome",
            by=entropy_chord.at(u=P(y), v=Q(y)),
        ),
        Chain(relative_entropy).le(Total(eps * P(y), y), "at every outcome").eq(eps, "mass 1"),
        Chain(relative_entropy * (exp(eps) - exp(-eps)))
        .eq(Total(part_of_entropy(P(y), Q(y)) * (exp(eps) - exp(-eps)), y), "a constant factor")
        .le(Total(eps * ((exp(eps) + exp(-eps)) * P(y) - 2 * Q(y)), y), "at every outcome")
        .eq(eps * (exp(eps) + exp(-eps) - 2), "both laws have mass 1"),
        cases(
            0 < eps,
            (
                have(
                    Eq(eps * tanh(eps / 2) * (exp(eps) - exp(-eps)), eps * (exp(eps) + exp(-eps) - 2)),
                    "the hyperbolic tangent",
                ),
            ),
            have(Eq(eps * tanh(eps / 2), 0), "no loss"),
        ),
    ),
    tight=point({eps: log(2)}, **truthful),
)

entropy_by_distance = Theorem(
    title="Pure DP bounds the relative entropy by the total variation distance",
    source="kairouz2015",
    given=PureDP(eps),
    claim=relative_entropy <= eps * HockeyStick(0),
    derivation=(
        *at_every_outcome,
        have(
            part_of_entropy(P(y), Q(y)) * (exp(eps) - 1)
            <= eps * (exp(eps) * Max(0, P(y) - Q(y)) - Max(0, Q(y) - P(y))),
            "at every outcome",
            by=by_distance.at(u=P(y), v=Q(y)),
        ),
        have(Eq(Max(0, Q(y) - P(y)), Max(0, P(y) - Q(y)) + Q(y) - P(y)), "a positive part"),
        have(
            AllOf(
                part_of_entropy(P(y), Q(y)) * (exp(eps) - exp(-eps))
                <= eps * ((exp(eps) + exp(-eps)) * P(y) - 2 * Q(y)),
                part_of_entropy(P(y), Q(y)) <= eps * P(y),
            ),
            "at every outcome",
            by=entropy_chord.at(u=P(y), v=Q(y)),
        ),
        Chain(relative_entropy).le(Total(eps * P(y), y), "at every outcome").eq(eps, "mass 1"),
        Chain(relative_entropy * (exp(eps) - 1))
        .eq(Total(part_of_entropy(P(y), Q(y)) * (exp(eps) - 1), y), "a constant factor")
        .le(
            Total(eps * (exp(eps) * Max(0, P(y) - Q(y)) - (Max(0, P(y) - Q(y)) + Q(y) - P(y))), y),
            "at every outcome",
        )
        .eq(eps * HockeyStick(0) * (exp(eps) - 1), "both laws have mass 1"),
        cases(
            0 < eps,
            (),
            have(Eq(eps * HockeyStick(0), 0), "no loss"),
        ),
    ),
    tight=point({eps: log(2)}, **truthful),
)

renyi = Theorem(
    title="Pure DP bounds the Rényi divergence",
    source="kairouz2015",
    given=PureDP(eps),
    claim=RenyiMoment(alpha) <= moment,
    derivation=(
        *at_every_outcome,
        have(
            AllOf(
                part(P(y), Q(y), alpha) * (exp(eps) - exp(-eps))
                <= (P(y) - exp(-eps) * Q(y)) * exp(alpha * eps)
                + (exp(eps) * Q(y) - P(y)) * exp(-alpha * eps),
                part(P(y), Q(y), alpha) <= exp((alpha - 1) * eps) * P(y),
            ),
            "at every outcome",
            by=moment_chord.at(u=P(y), v=Q(y)),
        ),
        Chain(RenyiMoment(alpha))
        .le(Total(exp((alpha - 1) * eps) * P(y), y), "at every outcome")
        .eq(exp((alpha - 1) * eps), "mass 1"),
        Chain(RenyiMoment(alpha) * (exp(eps) - exp(-eps)))
        .eq(Total(part(P(y), Q(y), alpha) * (exp(eps) - exp(-eps)), y), "a constant factor")
        .le(
            Total(
                (P(y) - exp(-eps) * Q(y)) * exp(alpha * eps) + (exp(eps) * Q(y) - P(y)) * exp(-alpha * eps), y
            ),
            "at every outcome",
        )
        .eq((1 - exp(-eps)) * exp(alpha * eps) + (exp(eps) - 1) * exp(-alpha * eps), "both laws have mass 1"),
        cases(
            0 < eps,
            (
                have(0 < exp(eps) - exp(-eps), "the exponential rises"),
                have(
                    Eq(
                        moment * (exp(eps) - exp(-eps)),
                        (1 - exp(-eps)) * exp(alpha * eps) + (exp(eps) - 1) * exp(-alpha * eps),
                    ),
                    "exponential of a sum",
                ),
            ),
            (
                have(Eq(eps, 0), "no loss"),
                have(1 + alpha * eps <= exp(alpha * eps), "the tangent of the exponential"),
                have(1 + (1 - alpha) * eps <= exp((1 - alpha) * eps), "the tangent of the exponential"),
                have(exp((alpha - 1) * eps) <= 1, "no loss"),
                have(1 + eps <= exp(eps), "the tangent of the exponential"),
                have(Eq(exp(eps), 1), "no loss"),
                have(0 <= moment * (1 + exp(eps)) - (1 + exp(eps)), "no loss"),
            ),
        ),
    ),
    tight=point({alpha: 2, eps: log(2)}, **truthful),
)

pure_distance = Theorem(
    title="Pure DP bounds the total variation distance",
    source="kairouz2015",
    given=PureDP(eps),
    claim=HockeyStick(0) <= (exp(eps) - 1) / (exp(eps) + 1),
    tight=point({eps: log(2)}, **truthful),
)

at_no_loss = Theorem(
    title="Pure DP as approximate DP at a loss of 0",
    source="kairouz2015",
    given=PureDP(eps),
    claim=ApproxDP(0, tanh(eps / 2)),
    derivation=(
        have(Eq(tanh(eps / 2), (exp(eps) - 1) / (exp(eps) + 1)), "the hyperbolic tangent"),
        have(HockeyStick(0) <= tanh(eps / 2), "the distance", by=pure_distance),
        have(
            HockeyStick(0, Pair().swapped) <= tanh(eps / 2),
            "the same in the other order",
            by=pure_distance.at(P=Lambda(y, Q(y)), Q=Lambda(y, P(y))),
        ),
        have(ApproxDP(0, tanh(eps / 2)), "both orders", by=converse.at(eps=0, delta=tanh(eps / 2))),
    ),
    tight=point({eps: log(2)}, **truthful),
    near_misses={
        "with the square of the delta": variant(ApproxDP(0, tanh(eps / 2) ** 2)),
    },
)
