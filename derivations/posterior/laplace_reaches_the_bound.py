"""The Laplace mechanism reaches the largest posterior that pure DP allows, after one release and after many."""

from dpsym.language import *

from dpsym.derivations.posterior.posterior_interval import highest

beta = parameter("beta", above=0, about="inverse of the scale of the noise")
p = parameter("p", above=0, below=1, about="prior probability that the target is in the data")
Delta = parameter("Delta", above=0, about="sensitivity: how far the target moves the value of the query")
c = parameter("c", about="value of the query when the target is in the data; without the target it is c - Delta")
t = parameter("t", at_least=c, about="an output at or above the value with the target; under that law it has probability 1/2")
k = parameter("k", at_least=1, integer=True, about="number of releases")
m = parameter("m", above=0, about="product of the constants of the k densities")
T = parameter("T", at_least=0, about="sum of the distances of the k outputs from the values with the target")


eps = beta * Delta  # one release with this noise is pure DP at this loss


def density(t, centre):
    """The Laplace density with inverse scale beta."""
    return beta / 2 * exp(-beta * Abs(t - centre))


present, absent = density(t, c), density(t, c - Delta)
at_centre = {beta: log(2), p: Rational(1, 2), Delta: 1, c: 0, t: 0}
joint_present, joint_absent = m * exp(-beta * T), m * exp(-beta * (T + k * Delta))
two_releases = {beta: log(2), p: Rational(1, 2), Delta: 1, k: 2, m: 1, T: 0}

one_release = Theorem(
    title="One release of the Laplace mechanism reaches the bound",
    source="kazan.rem-laplace",
    claim=Eq(Posterior(p, present, absent), highest(p, eps)),
    derivation=(
        have(Eq(Abs(t - c), t - c), "the output is above the centre"),
        have(Eq(Abs(t - (c - Delta)), t - c + Delta), "and above the other centre"),
        Chain(absent).eq(present * exp(-eps), "the two densities differ by a factor"),
    ),
    printed=variant(
        Posterior(p, present, absent) < highest(p, eps),
        witness=point(at_centre),
        note="The paper says that the Laplace mechanism under pure DP cannot reach the upper bounds. For pure DP it does.",
    ),
    near_misses={
        "from half the loss": variant(Eq(Posterior(p, present, absent), highest(p, eps / 2)), witness=point({**at_centre, beta: 2 * log(2)})),
        "the laws exchanged": variant(Eq(Posterior(p, absent, present), highest(p, eps)), witness=point(at_centre)),
    },
    note=(
        "An output above the value with the target has probability 1/2 when the target is present. The paper's remark is "
        "right for the bounds of advanced and optimal composition, which have slack."
    ),
)

many_releases = Theorem(
    title="Many releases of the Laplace mechanism reach the bound of basic composition",
    source="kazan.rem-laplace",
    claim=Eq(Posterior(p, joint_present, joint_absent), highest(p, k * eps)),
    derivation=Chain(joint_absent).eq(joint_present * exp(-k * eps), "each release contributes a factor"),
    near_misses={
        "the loss of one release": variant(
            Eq(Posterior(p, joint_present, joint_absent), highest(p, eps)),
            witness=point(two_releases),
        ),
        "one output fewer above its value": variant(
            Eq(Posterior(p, joint_present, m * exp(-beta * (T + (k - 1) * Delta))), highest(p, k * eps)),
            witness=point(two_releases),
        ),
    },
    note="All k outputs lie above their values with probability 2 to the power -k.",
)
