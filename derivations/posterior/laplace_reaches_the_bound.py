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
n = parameter("n", at_least=1, about="number of releases")
i = Outcome("i", "I")
T = function("T", law=False, about="what a release gives")

eps = beta * Delta  # one release with this noise is pure DP at this loss


def density(t, centre):
    """The Laplace density with inverse scale beta."""
    return beta / 2 * exp(-beta * Abs(t - centre))


def jointly(centre):
    """The density of what all releases give: the product of theirs."""
    return exp(Total(log(density(T(i), centre)), i))


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
        "equal densities": variant(Eq(density(t, c - Delta), density(t, c))),
        "the factor inverted": variant(Eq(density(t, c - Delta), density(t, c) * exp(eps))),
    },
    note="Such an output has the largest privacy loss that pure DP allows. Half the outputs are such when the target is present.",
)

u = parameter("u", above=0, about="the density of the output when the target is in the data")
v = parameter("v", above=0, about="its density without the target")
at_output = (Eq(u, density(t, c)), Eq(v, density(t, c - Delta)))
at_value = {beta: log(2), p: half, Delta: 1, c: 0, t: 0, u: log(2) / 2, v: log(2) / 4}

one_release = Theorem(
    title="One release of the Laplace mechanism reaches the bound",
    source="kazan.rem-laplace",
    given=at_output,
    claim=Eq(Posterior(p, u, v), highest(p, eps)),
    derivation=(
        Chain(v).eq(density(t, c) * exp(-eps), "above both values", by=densities).eq(u * exp(-eps), "insert"),
        Chain(Posterior(p, u, v))
        .eq(p * u / (p * u + (1 - p) * (u * exp(-eps))), "Bayes' rule")
        .eq(highest(p, eps), "divide by the density"),
    ),
    example=point(at_value),
    near_misses={
        "halfway between the two values": variant(
            given=(Eq(u, density(c - Delta / 2, c)), Eq(v, density(c - Delta / 2, c - Delta))),
            witness=point({beta: 2 * log(2), p: half, Delta: 1, c: 0, t: 0, u: log(2) / 2, v: log(2) / 2}),
        ),
        "any density without the target": variant(
            given=at_output[:1], witness=point({**at_value, v: log(2) / 2})
        ),
        "the laws exchanged": variant(
            Eq(Posterior(p, v, u), highest(p, eps)),
            witness=point(at_value),
        ),
    },
    note=(
        "The output is at or above the value of the query with the target. The paper's remark is about bounds with a positive delta, "
        "such as those in its figures: these are not reached, as the next file shows."
    ),
)

above_the_value = ForAll(i, c <= T(i))
of_them = Eq(Total(Integer(1), i), n)
two = {"sizes": {"I": 2}, "T": (0, 1)}

many_releases = Theorem(
    title="Many releases of the Laplace mechanism reach the bound of basic composition",
    source="kazan.rem-laplace",
    given=(above_the_value, of_them),
    claim=Eq(Posterior(p, jointly(c), jointly(c - Delta)), highest(p, n * eps)),
    define={parameter("f"): jointly(c), parameter("g"): jointly(c - Delta)},
    derivation=(
        specialise(above_the_value, {i: i}, "each release"),
        have(
            Eq(density(T(i), c - Delta), density(T(i), c) * exp(-eps)),
            "above both values",
            by=densities.at(t=T(i)),
        ),
        have(
            Eq(log(density(T(i), c - Delta)), log(density(T(i), c)) - eps),
            "logarithm of a product",
        ),
        have(
            Eq(
                Total(log(density(T(i), c - Delta)), i),
                Total(log(density(T(i), c)), i) - eps * Total(Integer(1), i),
            ),
            "sum over the releases",
        ),
        Chain(jointly(c - Delta))
        .eq(exp(Total(log(density(T(i), c)), i) - n * eps), "the densities multiply")
        .eq(jointly(c) * exp(-(n * eps)), "exponential of a sum"),
        Chain(Posterior(p, jointly(c), jointly(c - Delta)))
        .eq(
            p * jointly(c) / (p * jointly(c) + (1 - p) * (jointly(c) * exp(-(n * eps)))),
            "Bayes' rule",
        )
        .eq(highest(p, n * eps), "divide by the density"),
    ),
    example=point({beta: log(2), p: half, Delta: 1, c: 0, n: 2}, **two),
    near_misses={
        "the loss of one release": variant(
            Eq(Posterior(p, jointly(c), jointly(c - Delta)), highest(p, eps)),
            witness=point({beta: log(2), p: half, Delta: 1, c: 0, n: 2}, **two),
        ),
        "one output below its value": without(
            above_the_value,
            witness=point({beta: log(2), p: half, Delta: 1, c: 0, n: 2}, sizes={"I": 2}, T=(0, -1)),
        ),
    },
    note=(
        "The releases are independent, so that their densities multiply. All are at or above the value with the target with a probability "
        "that is halved by each release."
    ),
)
