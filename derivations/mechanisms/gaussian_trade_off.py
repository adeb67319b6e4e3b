"""The trade-off function of the Gaussian mechanism, by its points: the errors of the tests that reject beyond a cut."""

from dpsym.derivations.analysis.normal_quantiles import of_value
from dpsym.derivations.analysis.normal_quantiles import value as at_quantile
from dpsym.derivations.analysis.normal_tails import reflected, same_value
from dpsym.derivations.vocabulary import mu
from dpsym.language import *

w = parameter("w", about="a cut: its distance from the first input, in standard deviations of the noise")
u = parameter("u", about="its distance from the second input")
v = parameter("v", about="another cut")
z = parameter("z", about="a cut between the two")
a = parameter("a", above=0, below=1, about="the level of a test")


def level(w):
    """The probability of an error of type I of the test that rejects beyond a cut at this distance from the first input."""
    return normal_tail(w)


def error(u):
    """The probability of an error of type II of the test that rejects beyond a cut at this distance from the second input."""
    return Phi(u)


def trade_off(a):
    """The least probability of an error of type II at a level: the cut of the level, seen from the second input."""
    return error(Phi_inv(1 - a) - mu)


def slope(w):
    """The ratio of the two densities at the cut."""
    return exp(mu * w - mu**2 / 2)


here = {mu: 1, w: 0, v: 1}

own_inverse = Theorem(
    title="The trade-off function of the Gaussian mechanism is its own inverse",
    source=(
        "kifer.fn15",
        "kifer.ex5.10-f",
    ),
    cites="dong2022",
    claim=Eq(trade_off(trade_off(a)), a),
    derivation=(
        have(
            Eq(error(mu - Phi_inv(1 - a)), 1 - trade_off(a)),
            "the opposite cut",
            by=reflected.at(x=Phi_inv(1 - a) - mu),
        ),
        have(
            Eq(Phi_inv(error(mu - Phi_inv(1 - a))), mu - Phi_inv(1 - a)),
            "its quantile",
            by=of_value.at(t=mu - Phi_inv(1 - a)),
        ),
        have(Eq(Phi_inv(1 - trade_off(a)), mu - Phi_inv(1 - a)), "the same number"),
        have(
            Eq(Phi_inv(1 - trade_off(a)) - mu, -Phi_inv(1 - a)), "the distance of the inputs, there and back"
        ),
        have(
            Eq(trade_off(trade_off(a)), error(-Phi_inv(1 - a))),
            "the same number",
            by=same_value.at(s=Phi_inv(1 - trade_off(a)) - mu, t=-Phi_inv(1 - a)),
        ),
        have(
            Eq(error(-Phi_inv(1 - a)), 1 - error(Phi_inv(1 - a))),
            "the opposite cut",
            by=reflected.at(x=Phi_inv(1 - a)),
        ),
        have(Eq(error(Phi_inv(1 - a)), 1 - a), "a quantile", by=at_quantile.at(a=1 - a)),
    ),
    near_misses={
        "the function itself": variant(Eq(trade_off(a), a)),
        "the function of the power": variant(Eq(trade_off(1 - trade_off(a)), a)),
    },
    note=(
        "The cut at both distances exchanged and with the sign reversed has both errors exchanged. So a point of the curve, "
        "exchanged, is a point of it; and the level at which the trade-off function is 1 less a probability is its value at 1 less this "
        "probability. For a budget of zero-concentrated DP the distance of the inputs is the square root of twice the budget."
    ),
)

below_tangents = Theorem(
    title="The trade-off function of the Gaussian mechanism lies above its tangents",
    source="kifer.ex5.10-f",
    cites="dong2022",
    claim=error(w - mu) + slope(w) * (level(w) - level(v)) <= error(v - mu),
    derivation=cases(
        w <= v,
        monotonic(error(z - mu) + slope(w) * level(z), z, w, v, "the density ratio is larger beyond the cut"),
        monotonic(
            -(error(z - mu) + slope(w) * level(z)), z, v, w, "the density ratio is smaller before the cut"
        ),
    ),
    near_misses={
        "the slope at the other cut": variant(
            error(w - mu) + slope(v) * (level(w) - level(v)) <= error(v - mu), witness=point(here)
        ),
        "the slope at the other end of the line": variant(
            error(w - mu) + slope(-w) * (level(w) - level(v)) <= error(v - mu),
            witness=point({**here, w: 2, v: 0}),
        ),
    },
    note=(
        "So it is convex, with equality where both cuts are one: at every level it is the largest of these lines, whose slopes are the ratios of the densities at the cuts, with the sign reversed. "
        "It is what the lemma of Neyman and Pearson says of two normal laws."
    ),
)

falling = Theorem(
    title="The tail of a normal law falls",
    source="kifer.ex5.10-pbdp",
    given=u <= v,
    claim=normal_tail(v) <= normal_tail(u),
    derivation=monotonic(-normal_tail(z), z, u, v, "a density is positive"),
    example=point({u: 0, v: 1}),
    note=(
        "So the bound on the loss of the Gaussian mechanism, the logarithm of the ratio of the tails at a cut and at the cut moved by the distance of the inputs, "
        "is at least 0, and grows with this distance."
    ),
)
