"""The classical calibration of Gaussian noise: how large a standard deviation is enough for losses up to 1."""

from dpsym.derivations.analysis.cut_of_the_loss import beyond
from dpsym.derivations.analysis.normal_tails import between, same_value
from dpsym.derivations.mechanisms.rounded_gaussian import approximate, at_a_distance, gap
from dpsym.derivations.mechanisms.rounded_noise import two
from dpsym.derivations.notions.larger_budgets import approximate as larger
from dpsym.derivations.vocabulary import delta, eps, half, sigma
from dpsym.language import *
from dpsym.language.rounding import rounded_laws

eps = eps.ranging(above=0, at_most=1)
delta = delta.ranging(above=0, below=1)


ratio = eps * sigma / gap
shift = gap / (2 * sigma)
enough = Rational(5, 4) * exp(-(ratio**2) / 2) <= delta
here = point(
    {sigma: 3, gap: 1, eps: 1, delta: half},
    P=(Phi(0), 1 - Phi(0)),
    Q=(Phi(-Rational(1, 3)), 1 - Phi(-Rational(1, 3))),
    **two,
)
least = Phi(shift - ratio) - exp(eps) * Phi(-shift - ratio)

calibration = Theorem(
    title="The classical calibration of the Gaussian mechanism",
    source="dworkroth2014",
    given=(*at_a_distance, enough),
    claim=ApproxDP(eps, delta),
    define={parameter("w"): shift - ratio},
    derivation=(
        have(ApproxDP(eps, least), "the curve of the mechanism", by=approximate.at(eps=eps)),
        have(
            Phi(eps / (2 * ratio) - ratio) <= Rational(5, 4) * exp(-(ratio**2) / 2),
            "the tail beyond the cut",
            by=beyond.at(c=ratio),
        ),
        have(
            Eq(Phi(shift - ratio), Phi(eps / (2 * ratio) - ratio)),
            "the same cut",
            by=same_value.at(s=shift - ratio, t=eps / (2 * ratio) - ratio),
        ),
        have(0 < Phi(-shift - ratio), "a probability", by=between.at(x=-shift - ratio)),
        have(least <= delta, "what is taken off is positive"),
        have(ApproxDP(eps, delta), "a larger delta", by=larger.at(delta=least, eps_2=eps, delta_2=delta)),
    ),
    example=here,
    near_misses={
        "any second law": variant(
            given=[*at_a_distance[:2], enough],
            witness=point({sigma: 3, gap: 1, eps: 1, delta: Rational(1, 4)}, P=(half, half), Q=(0, 1), **two),
        ),
        "too little noise": without(
            enough,
            instead=Rational(5, 4) * exp(-((2 * ratio) ** 2) / 2) <= delta,
            witness=point(
                {sigma: 2, gap: 1, eps: 1, delta: Rational(1, 1000)},
                P=(Phi(-Rational(7, 4)), 1 - Phi(-Rational(7, 4))),
                Q=(Phi(-Rational(9, 4)), 1 - Phi(-Rational(9, 4))),
                lower=(-Rational(7, 2), -Rational(7, 2)),
                upper=(-Rational(7, 2), -Rational(7, 2)),
                first=(1, 0),
                last=(0, 1),
            ),
        ),
    },
    note="The smallest such standard deviation is the root of twice the logarithm of five quarters over delta, times the distance over the loss. The bound gives up the second term of the curve and bounds the first by its exponential; it asks for more noise than the curve does, and holds for losses up to 1.",
)

spread = sqrt(2 * log(Rational(5, 4) / delta)) / eps
half_of_it = sqrt(2 * log(1250)) / 2  # at eps = 1 and delta = 1/1000
left = Phi(-1 / sqrt(2 * log(Rational(5, 2))))
at_1 = point({eps: 1, delta: half}, P=(Phi(0), 1 - Phi(0)), Q=(left, 1 - left), **two)

smallest = Theorem(
    title="The classical calibration of the Gaussian mechanism, for inputs at distance 1",
    source="dworkroth2014",
    given=rounded_laws(Phi, spread, Integer(1)),
    claim=ApproxDP(eps, delta),
    derivation=(
        have(0 < log(Rational(5, 4) / delta), "delta is below 1"),
        have(0 < spread, "a positive standard deviation"),
        have(Eq((eps * spread / 1) ** 2 / 2, log(Rational(5, 4) / delta)), "the square of a root"),
        have(Rational(5, 4) * exp(-((eps * spread / 1) ** 2) / 2) <= delta, "the exponential of a logarithm"),
        have(ApproxDP(eps, delta), "by the calibration", by=calibration.at(sigma=spread, Delta=1)),
    ),
    example=at_1,
    near_misses={
        "any second law": variant(
            given=rounded_laws(Phi, spread, Integer(1))[:2],
            witness=point({eps: 1, delta: Rational(1, 4)}, P=(half, half), Q=(0, 1), **two),
        ),
        "too little noise": variant(
            given=rounded_laws(Phi, spread / 2, Integer(1)),
            witness=point(
                {eps: 1, delta: Rational(1, 1000)},
                P=(Phi(-3 / half_of_it), 1 - Phi(-3 / half_of_it)),
                Q=(Phi(-4 / half_of_it), 1 - Phi(-4 / half_of_it)),
                lower=(-3, -3),
                upper=(-3, -3),
                first=(1, 0),
                last=(0, 1),
            ),
        ),
    },
)

needed = 2 * log(Rational(5, 4) / delta) * gap**2
by_variance = Theorem(
    title="The classical calibration of the Gaussian mechanism, by the variance of the noise",
    source="dworkroth2014",
    given=(*at_a_distance, needed <= (eps * sigma) ** 2),
    claim=ApproxDP(eps, delta),
    derivation=(
        have(0 < log(Rational(5, 4) / delta), "delta is below 1"),
        have(log(Rational(5, 4) / delta) <= ratio**2 / 2, "divided by the square of the distance"),
        have(Rational(5, 4) / delta <= exp(ratio**2 / 2), "the exponential rises"),
        have(enough, "multiply by delta and divide by the exponential"),
        have(ApproxDP(eps, delta), "by the calibration", by=calibration),
    ),
    example=here,
    near_misses={
        "any second law": without(
            at_a_distance,
            instead=at_a_distance[:2],
            witness=point({sigma: 3, gap: 1, eps: 1, delta: Rational(1, 4)}, P=(half, half), Q=(0, 1), **two),
        ),
        "too little noise": variant(
            given=[*at_a_distance, needed <= (2 * eps * sigma) ** 2],
            witness=point(
                {sigma: 2, gap: 1, eps: 1, delta: Rational(1, 1000)},
                P=(Phi(-Rational(7, 4)), 1 - Phi(-Rational(7, 4))),
                Q=(Phi(-Rational(9, 4)), 1 - Phi(-Rational(9, 4))),
                lower=(-Rational(7, 2), -Rational(7, 2)),
                upper=(-Rational(7, 2), -Rational(7, 2)),
                first=(1, 0),
                last=(0, 1),
            ),
        ),
    },
)
