"""The Gaussian mechanism satisfies approximate DP at every point on or above its curve, for all inputs up to the sensitivity apart."""

from dpsym.derivations.mechanisms.rounded_gaussian import gap, gaussian_dp, least_delta, of_curve
from dpsym.derivations.mechanisms.rounded_noise import two
from dpsym.derivations.notions.larger_budgets import approximate as larger_delta
from dpsym.derivations.testing.gaussian_profile import more as larger_distance
from dpsym.derivations.vocabulary import delta, half, sigma
from dpsym.derivations.vocabulary import eps as loss
from dpsym.language import *
from dpsym.language.rounding import rounded_laws

eps, delta = loss.ranging(), delta.ranging()
d = parameter("d", at_least=0, about="how far apart the inputs are")
laws = rounded_laws(Phi, sigma, d)
within, above = d <= gap, least_delta <= delta
here = {sigma: 1, gap: 1, eps: 0}
equal = {"P": (Phi(0), 1 - Phi(0)), "Q": (Phi(0), 1 - Phi(0)), **two}

above_the_curve = Theorem(
    title="The Gaussian mechanism satisfies approximate DP at every point on or above its curve",
    source=whole_of("kifer.prop5-gaussian-no-catastrophe"),
    cites="ballewang2018",
    given=(*laws, within, above),
    claim=ApproxDP(eps, delta),
    derivation=(
        have(GaussianDP(d / sigma), "Gaussian DP at this distance", by=gaussian_dp.at(Delta=d)),
        have(d / sigma <= gap / sigma, "divide"),
        have(
            GaussianDP(gap / sigma), "at the largest distance", by=larger_distance.at(m=d / sigma, z=gap / sigma)
        ),
        have(ApproxDP(eps, least_delta), "the curve", by=of_curve),
        have(
            ApproxDP(eps, delta), "above the curve", by=larger_delta.at(delta=least_delta, eps_2=eps, delta_2=delta)
        ),
    ),
    example=point({**here, d: 0, delta: half}, **equal),
    near_misses={
        "below the curve": variant(
            given=[*laws, Eq(d, gap)],
            witness=point(
                {**here, d: 1, delta: 0}, P=(Phi(0), 1 - Phi(0)), Q=(Phi(-1), 1 - Phi(-1)), **two
            ),
        ),
        "inputs farther apart": without(within, witness=point(
                {**here, d: 4, delta: half}, P=(Phi(2), 1 - Phi(2)), Q=(Phi(-2), 1 - Phi(-2)),
                lower=(2, 2), upper=(2, 2), first=(1, 0), last=(0, 1),
            )),
    },
    note=(
        "The curve is that of the sensitivity: inputs that are closer, and equal ones, keep it too. Its delta is positive at every loss, "
        "and no output has an infinite loss."
    ),
)  # fmt: skip
