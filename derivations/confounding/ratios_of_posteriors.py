"""Pure confounding privacy is a bound on ratios of posteriors, each divided by that of the priors."""

from dpsym.derivations.confounding.posterior_condition import (
    N,
    W,
    possible,
    posterior,
    private,
    response,
    s,
    s_2,
    seen,
)
from dpsym.derivations.vocabulary import eps, half, quarter
from dpsym.language import *

odds = ForAll((y, s, s_2), posterior(s, y) * W(s_2) <= exp(eps) * (posterior(s_2, y) * W(s)))
both = W(s) * W(s_2)
weighed = both * N(s, y) <= exp(eps) * (both * N(s_2, y))  # the bound, times the priors of both states


over = posterior(s, y) * W(s_2) <= exp(eps) * (posterior(s_2, y) * W(s))

here = (
    specialise(possible, {s: s_2}, "a possible state"),
    have(0 < both, "a product"),
)
sure = {"W": (half, half), "N": (1, 0, half, half), "c": (3 * quarter, quarter)}
small = Rational(1, 40)
even = {
    "W": (quarter, 3 * quarter),
    "N": (3 * quarter, quarter, quarter, 3 * quarter),
    "c": (3 * quarter / 2, 5 * quarter / 2),
}

to_odds = Theorem(
    title="Pure confounding privacy bounds the ratio of two posteriors by that of the priors",
    source="zhang.fix-lem5",
    given=(possible, seen, private),
    claim=odds,
    derivation=(
        *here,
        specialise(private, {s: s, s_2: s_2, y: y}, "privacy"),
        have(weighed, "times the priors"),
        have(over, "divided by the probability of the output"),
    ),
    example=point({eps: log(199)}, **response),
    tight=point({eps: log(199)}, **response),
    near_misses={
        "without privacy": without(private, witness=point({eps: 0}, **sure)),
        "of the posteriors themselves": variant(
            ForAll((y, s, s_2), posterior(s, y) <= exp(eps) * posterior(s_2, y)),
            witness=point({eps: log(3)}, **even),
        ),
    },
    note="The ratio of the posteriors is the ratio of the priors times that of the probabilities of the output in both states.",
)

from_odds = Theorem(
    title="Ratios of posteriors near those of the priors are pure confounding privacy",
    source=of_any_spaces("zhang.fix-lem5"),
    given=(possible, seen, odds),
    claim=private,
    derivation=(
        *here,
        specialise(odds, {s: s, s_2: s_2, y: y}, "the ratio"),
        have(weighed, "times the probability of the output"),
        have(N(s, y) <= exp(eps) * N(s_2, y), "divided by the priors"),
    ),
    example=point({eps: log(199)}, **response),
    near_misses={
        "posteriors that are near each other": without(
            odds,
            instead=ForAll((y, s, s_2), posterior(s, y) <= exp(eps) * posterior(s_2, y)),
            witness=point(
                {eps: log(4)},
                W=(quarter, 3 * quarter),
                N=(9 * small, 31 * small, small, 39 * small),
                c=(3 * small, 37 * small),
            ),
        ),
    },
    note="So both are one condition, for any number of states; with each posterior near its prior alone the loss may be twice as large.",
)
