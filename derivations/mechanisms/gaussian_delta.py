"""The delta of the Gaussian mechanism, half-line by half-line: which is the worst, and how it moves with distance and loss."""

from dpsym.derivations.mechanisms.gaussian_trade_off import below_tangents, falling, slope, w
from dpsym.derivations.vocabulary import eps, half, mu
from dpsym.language import *

eps_2 = parameter("eps_2", at_least=eps, about="a larger bound on the privacy loss, in nats")
mu_2 = parameter("mu_2", at_least=mu, about="a larger distance of the inputs")
w_2 = parameter("w_2", about="the cut at the larger distance, or at the larger loss")
v = parameter("v", about="the cut of any half-line of outputs")


def delta_at(eps, mu, w):
    """The delta that the half-line of outputs beyond the cut w needs at this loss."""
    return normal_tail(w - mu) - exp(eps) * normal_tail(w)


def loss_at(w, mu):
    """The loss of the output at the cut."""
    return mu * w - mu**2 / 2


at_the_cut = Eq(loss_at(w, mu), eps)
here = {mu: 1, w: half, eps: 0}

best_half_line = Theorem(
    title="Of all half-lines of outputs the one with a large loss needs the largest delta",
    source="kifer.ex5.10-adp",
    cites="ballewang2018",
    given=at_the_cut,
    claim=delta_at(eps, mu, v) <= delta_at(eps, mu, w),
    derivation=(
        have(Eq(slope(w), exp(eps)), "the loss at the cut"),
        have(
            slope(w) * (normal_tail(w) - normal_tail(v)) <= normal_tail(w - mu) - normal_tail(v - mu),
            "above the tangent",
            by=below_tangents.at(v=v),
        ),
    ),
    example=point({**here, v: 0}),
    note=(
        "The half-line begins where the loss is the bound: its delta is the paper's formula, whose arguments are the distances of this cut from the two "
        "inputs. That no other set of outputs needs more is the definition of the hockey stick, whose integral is taken from the literature."
    ),
)

grows_with_distance = Theorem(
    title="The formula for the delta of the Gaussian mechanism grows with the distance of the inputs",
    source="kifer.ex5.10-adp",
    given=(at_the_cut, Eq(loss_at(w_2, mu_2), eps)),
    claim=delta_at(eps, mu, w) <= delta_at(eps, mu_2, w_2),
    derivation=(
        have(
            normal_tail(w - mu) <= normal_tail(w - mu_2),
            "the tail falls",
            by=falling.at(u=w - mu_2, v=w - mu),
        ),
        have(
            delta_at(eps, mu_2, w) <= delta_at(eps, mu_2, w_2),
            "the best half-line",
            by=best_half_line.at(mu=mu_2, w=w_2, v=w),
        ),
    ),
    example=point({**here, mu_2: 2, w_2: 1}),
    near_misses={
        "the other way round": variant(
            delta_at(eps, mu_2, w_2) <= delta_at(eps, mu, w), witness=point({**here, mu_2: 2, w_2: 1})
        ),
        "at another cut": without(Eq(loss_at(w_2, mu_2), eps), witness=point({**here, mu_2: 1, w_2: 5})),
    },
    note="So the neighbours that are farthest apart are the worst.",
)

falls_with_loss = Theorem(
    title="The formula for the delta of the Gaussian mechanism falls with the loss",
    note="That the delta has this formula is an integral, which is no part of the certificate.",
    source="kifer.ex5.10-adp",
    given=(at_the_cut, Eq(loss_at(w_2, mu), eps_2)),
    claim=delta_at(eps_2, mu, w_2) <= delta_at(eps, mu, w),
    derivation=(
        have(exp(eps) <= exp(eps_2), "the exponential is increasing"),
        have(0 <= normal_tail(w_2), "no probability is negative"),
        have(exp(eps) * normal_tail(w_2) <= exp(eps_2) * normal_tail(w_2), "multiply"),
        have(
            delta_at(eps, mu, w_2) <= delta_at(eps, mu, w), "the best half-line", by=best_half_line.at(v=w_2)
        ),
    ),
    example=point({**here, eps_2: half, w_2: 1}),
    near_misses={
        "the other way round": variant(
            delta_at(eps, mu, w) <= delta_at(eps_2, mu, w_2), witness=point({**here, eps_2: half, w_2: 1})
        ),
        "at another cut": without(at_the_cut, witness=point({mu: 1, w: 5, eps: 0, eps_2: half, w_2: 1})),
    },
)
