"""The Laplace mechanism reaches the largest posterior that pure DP allows, after one release and after many."""

from dpsym.derivations.posterior.posterior_interval import highest
from dpsym.derivations.vocabulary import half, p
from dpsym.language import *

beta = parameter("beta", above=0, about="inverse of the scale of the noise")
p = p.ranging(above=0, below=1)
Delta = parameter("Delta", above=0, about="sensitivity: how far the target moves the value of the query")
c = parameter(
    "c",
    about="value of the query when the target is in the data; without the target it is less by the sensitivity",
)
t = parameter(
    "t",
    at_least=c,
    about="an output at or above the value with the target; under that law half the outputs are",
)
a = parameter("a", above=0, about="density of the outputs when the target is in the data")
k = parameter("k", at_least=1, integer=True, about="number of releases")

eps = beta * Delta  # one release with this noise is pure DP at this loss


def density(t, centre):
    """The Laplace density with inverse scale beta."""
    return beta / 2 * exp(-beta * Abs(t - centre))


densities = Theorem(
    title="The two Laplace densities above both centres",
    source="kazan.rem-laplace",
    kind="lemma",
    claim=Eq(density(t, c - Delta), density(t, c) * exp(-eps)),
    derivation=(
        have(Eq(exp(-beta * Abs(t - c)), exp(-beta * (t - c))), "the output is above the centre"),
        have(
            Eq(exp(-beta * Abs(t - (c - Delta))), exp(-beta * (t - c + Delta))), "and above the other centre"
        ),
        Chain(density(t, c - Delta))
        .eq(beta / 2 * exp(-beta * (t - c + Delta)), "the density above its centre")
        .eq(beta / 2 * exp(-beta * (t - c)) * exp(-eps), "exponential of a sum")
        .eq(density(t, c) * exp(-eps), "the other density above its centre"),
    ),
    near_misses={
        "equal densities": variant(
            Eq(density(t, c - Delta), density(t, c)), witness=point({beta: log(2), Delta: 1, c: 0, t: 0})
        ),
        "the factor inverted": variant(
            Eq(density(t, c - Delta), density(t, c) * exp(eps)),
            witness=point({beta: log(2), Delta: 1, c: 0, t: 0}),
        ),
    },
    note="Such an output has the largest privacy loss that pure DP allows. Half the outputs are such when the target is present.",
)

one_release = Theorem(
    title="One release of the Laplace mechanism reaches the bound",
    source="kazan.rem-laplace",
    claim=Eq(Posterior(p, a, a * exp(-eps)), highest(p, eps)),
    near_misses={
        "the prior times the factor": variant(
            Eq(Posterior(p, a, a * exp(-eps)), p * exp(eps)),
            witness=point({beta: log(2), p: half, Delta: 1, a: 1}),
        ),
        "the laws exchanged": variant(
            Eq(Posterior(p, a * exp(-eps), a), highest(p, eps)),
            witness=point({beta: log(2), p: half, Delta: 1, a: 1}),
        ),
    },
    note="a is the density of an output at or above the values of the query on both databases, beta the inverse of the scale of the noise and Delta the sensitivity. The paper's remark is about bounds with a positive delta, such as those in its figures: these are not reached, as the next file shows.",
)

many_releases = Theorem(
    title="Many releases of the Laplace mechanism reach the bound of basic composition",
    source="kazan.rem-laplace",
    claim=Eq(Posterior(p, a, a * exp(-eps) ** k), highest(p, k * eps)),
    derivation=Chain(a * exp(-eps) ** k).eq(a * exp(-(k * eps)), "each release contributes a factor"),
    near_misses={
        "the loss of one release": variant(
            Eq(Posterior(p, a, a * exp(-eps) ** k), highest(p, eps)),
            witness=point({beta: log(2), p: half, Delta: 1, k: 2, a: 1}),
        ),
        "one output fewer above its value": variant(
            Eq(Posterior(p, a, a * exp(-eps) ** (k - 1)), highest(p, k * eps)),
            witness=point({beta: log(2), p: half, Delta: 1, k: 2, a: 1}),
        ),
    },
    note="All outputs lie above their values with a probability that is halved by each release.",
)
