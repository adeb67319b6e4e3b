"""Pure DP gives Gaussian DP: its trade-off function lies above that of two normal laws which meets it in the middle."""

from dpsym.derivations.analysis.normal_chords import below, by_ratio, m, middle
from dpsym.derivations.analysis.normal_tails import t
from dpsym.derivations.testing.pure_error_rates import eps, errors, f, pure_error_rates
from dpsym.derivations.vocabulary import apart, equal, truthful
from dpsym.language import *

power, level = Mass(f(y), P), Mass(f(y), Q)


of_middle = Theorem(
    title="Pure DP gives Gaussian DP of the budget with this ratio in the middle",
    source="dong2022",
    kind="lemma",
    given=(middle, PureDP(eps)),
    claim=GaussianDP(m),
    derivation=cases(
        t <= -m / 2,
        (
            have(below, "above the line", by=by_ratio),
            have(errors, "pure DP", by=pure_error_rates.at(f=f(y))),
            have(exp(eps) * level <= exp(eps) * Phi(t), "the level is at most so much"),
            have(power <= Phi(t + m), "so is the power"),
        ),
        (
            have(exp(eps) * Phi(-t - m) <= Phi(-t - m + m), "above the line", by=by_ratio.at(t=-t - m)),
            have(errors, "pure DP, of the complement", by=pure_error_rates.at(f=f(y))),
            have(Eq(Phi(-t - m), 1 - Phi(t + m)), "reflected"),
            have(Eq(Phi(-t - m + m), 1 - Phi(t)), "reflected"),
            have(exp(eps) * (1 - Phi(t + m)) <= exp(eps) * (1 - power), "the level is at most so much"),
            have(power <= Phi(t + m), "divided by the ratio"),
        ),
    ),
    example=point({m: 0, eps: 0}, **equal),
    near_misses={
        "without pure DP": without(PureDP(eps), witness=point({m: 0, eps: 0}, **apart)),
        "of another ratio in the middle": without(middle, witness=point({m: 0, eps: log(2)}, **truthful)),
    },
)

ratio = exp(eps) / (1 + exp(eps))

gaussian = Theorem(
    title="Pure DP gives Gaussian DP",
    source="dong2022",
    given=PureDP(eps),
    claim=GaussianDP(2 * Phi_inv(ratio)),
    derivation=(
        have(Eq(Phi(Phi_inv(ratio)), ratio), "a quantile"),
        have(Eq(Phi(-Phi_inv(ratio)), 1 - ratio), "reflected"),
        have(Eq(Phi(Phi_inv(ratio)), exp(eps) * Phi(-Phi_inv(ratio))), "the ratio in the middle"),
        have(
            GaussianDP(2 * Phi_inv(ratio)),
            "of this ratio in the middle",
            by=of_middle.at(m=2 * Phi_inv(ratio)),
        ),
    ),
    example=point({eps: 0}, **equal),
    near_misses={
        "a smaller budget": variant(GaussianDP(2 * Phi_inv(ratio) - 2)),
    },
    note=(
        "Randomised response with this loss and two normal laws at this distance have one trade-off function in the "
        "middle, where the test that believes the answer stands; elsewhere that of randomised response lies above."
    ),
)
