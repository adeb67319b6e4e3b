"""The likelihood-ratio test: reject where the privacy loss is small. Its level and power are tails of the two losses."""

from dpsym.derivations.vocabulary import truthful
from dpsym.language import *

t = parameter("t", about="threshold of the privacy loss, in nats")
c = parameter("c", at_least=0, at_most=1, about="probability of rejecting at the threshold")

rejects = Indicator(Loss() < t) + c * Indicator(Eq(Loss(), t))
level = c * Probability(Loss() <= t, P) + (1 - c) * Probability(Loss() < t, P)
back = Loss(Q(y), P(y))
power = c * Probability(back >= -t, Q) + (1 - c) * Probability(back > -t, Q)

likelihood_ratio_test = Theorem(
    title="Level and power of the likelihood-ratio test",
    source=(of_any_spaces("kifer.eq6-lrt"), "kifer.def4-lrt"),
    claim=AllOf(Eq(Mass(rejects, P), level), Eq(Mass(rejects, Q), power)),
    derivation=(
        have(
            Eq(
                rejects * P(y),
                c * (Indicator(Loss() <= t) * P(y)) + (1 - c) * (Indicator(Loss() < t) * P(y)),
            ),
            "output by output",
            split=(Loss() < t, Loss() > t),
        ),
        have(
            Eq(rejects * Q(y), c * (Indicator(back >= -t) * Q(y)) + (1 - c) * (Indicator(back > -t) * Q(y))),
            "exchanging the laws changes the sign of the loss",
            split=(Loss() < t, Loss() > t),
        ),
    ),
    near_misses={
        "the power by the first loss": variant(Eq(Mass(rejects, Q), level)),
        "always rejecting at the threshold": variant(
            Eq(Mass(rejects, P), Probability(Loss() <= t, P)), witness=point({t: log(2), c: 0}, **truthful)
        ),
    },
    note=(
        "The null hypothesis, the first law, is in the numerator of the loss, so that small losses reject. The power counts the outputs "
        "that only the second law can give: the loss of the exchanged laws is infinite there."
    ),
)
