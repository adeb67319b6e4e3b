"""Pure confounding privacy is a bound on ratios of posteriors, each divided by that of the priors."""

from dpsym.derivations.confounding.posterior_condition import private
from dpsym.derivations.confounding.posterior_constraint import (
    N,
    W,
    marginal,
    outputs,
    possible,
    posterior,
    response,
    s,
    s_2,
    seen,
)
from dpsym.derivations.vocabulary import eps, half, quarter
from dpsym.language import *

m = parameter("m", above=0, about="the probability of the output")
odds = ForAll((s, s_2, y), posterior(s, y) * W(s_2) <= exp(eps) * (posterior(s_2, y) * W(s)))
both = W(s) * W(s_2)
weighed = both * N(s, y) <= exp(eps) * (both * N(s_2, y))  # the bound, times the priors of both states


def over(m):
    """The bound on the ratio of the posteriors, with a name for the probability of the output."""
    return W(s) * N(s, y) / m * W(s_2) <= exp(eps) * (W(s_2) * N(s_2, y) / m * W(s))


here = (
    specialise(possible, {s: s}, "a possible state"),
    specialise(possible, {s: s_2}, "a possible state"),
    specialise(seen, {y: y}, "a possible output"),
    have(0 < both, "a product"),
)
sure = {"W": (half, half), "N": (1, 0, half, half)}
small = Rational(1, 40)
even = {"W": (quarter, 3 * quarter), "N": (3 * quarter, quarter, quarter, 3 * quarter)}

to_odds = Theorem(
    title="Pure confounding privacy bounds the ratio of two posteriors by that of the priors",
    source="zhang.fix-lem5",
    given=(possible, outputs, seen, private),
    claim=odds,
    derivation=(
        *here,
        specialise(private, {s: s, s_2: s_2, y: y}, "privacy"),
        have(weighed, "times the priors"),
        let(m, marginal, (Eq(m, marginal), 0 < m), "the probability of the output"),
        have(over(m), "divided by it"),
    ),
    example=point({eps: log(199)}, **response),
    tight=point({eps: log(199)}, **response),
    near_misses={
        "without privacy": variant(given=(possible, outputs, seen), witness=point({eps: 0}, **sure)),
        "of the posteriors themselves": variant(
            ForAll((s, s_2, y), posterior(s, y) <= exp(eps) * posterior(s_2, y)),
            witness=point({eps: log(3)}, **even),
        ),
    },
    note="The ratio of the posteriors is the ratio of the priors times that of the probabilities of the output in both states.",
)

from_odds = Theorem(
    title="Ratios of posteriors near those of the priors are pure confounding privacy",
    source=whole_of("zhang.fix-lem5"),
    given=(possible, outputs, seen, odds),
    claim=private,
    derivation=(
        *here,
        specialise(odds, {s: s, s_2: s_2, y: y}, "the ratio"),
        let(
            m,
            marginal,
            (Eq(m, marginal), 0 < m, over(m)),
            "the probability of the output",
        ),
        have(weighed, "times it"),
        have(N(s, y) <= exp(eps) * N(s_2, y), "divided by the priors"),
    ),
    example=point({eps: log(199)}, **response),
    near_misses={
        "without a bound on the ratio": variant(
            given=(possible, outputs, seen), witness=point({eps: 0}, **sure)
        ),
        "posteriors that are near each other": variant(
            given=(
                possible,
                outputs,
                seen,
                ForAll((s, s_2, y), posterior(s, y) <= exp(eps) * posterior(s_2, y)),
            ),
            witness=point(
                {eps: log(4)}, W=(quarter, 3 * quarter), N=(9 * small, 31 * small, small, 39 * small)
            ),
        ),
    },
    note="So both are one condition, for any number of states; with each posterior near its prior alone the loss may be twice as large.",
)
