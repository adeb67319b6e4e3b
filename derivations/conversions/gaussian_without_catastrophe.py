"""The Gaussian mechanism never has an infinite loss, although its delta is positive for every loss."""

from dpsym.derivations.mechanisms.gaussian import one, other
from dpsym.derivations.mechanisms.gaussian_delta import at_the_cut, delta_at
from dpsym.derivations.mechanisms.gaussian_trade_off import below_tangents, slope, v, w
from dpsym.derivations.vocabulary import eps, half, mu
from dpsym.language import *

s = parameter("s", above=0, about="a positive number")
g = parameter("g", above=0, about="a gap")
x = parameter("x", at_least=0, about="a distance in standard deviations")

finite_loss = Theorem(
    title="The densities of the Gaussian mechanism are positive at every output",
    source="kifer.prop5-gaussian-no-catastrophe",
    claim=AllOf(0 < one, 0 < other),
    near_misses={
        "of different densities": variant(one < other),
        "a density above 1": variant(1 < one),
    },
    note=(
        "So no output has an infinite loss, and the loss is infinite with probability 0. That approximate DP holds at "
        "every point on or above the curve is a theorem of its own; that the delta of the curve is positive at every loss and vanishes as "
        "the loss grows is proved of its formula."
    ),
)

tail = Theorem(
    title="A bound on the tail of a normal law",
    note="So the tail tends to 0.",
    source="kifer.prop5-gaussian-no-catastrophe",
    kind="lemma",
    claim=normal_tail(x) * (2 + x**2) <= 1,
    derivation=(
        have(normal_tail(x) <= exp(-(x**2) / 2) / 2, "the tail of a normal law"),
        have(1 + x**2 / 2 <= exp(x**2 / 2), "the exponential lies above its tangent"),
    ),
)

at_least_zero = Theorem(
    title="The formula for the delta of the Gaussian mechanism is not negative",
    note="That the delta has this formula is an integral, which is no part of the certificate.",
    source="kifer.prop5-gaussian-no-catastrophe",
    kind="lemma",
    claim=slope(w) * normal_tail(w) <= normal_tail(w - mu),
    derivation=cases(
        normal_tail(w - mu) < slope(w) * normal_tail(w),
        (
            let(s, slope(w), (0 < s, Eq(s, slope(w))), "the ratio of the densities"),
            let(
                g,
                s * normal_tail(w) - normal_tail(w - mu),
                (0 < g, g <= s * normal_tail(w) - normal_tail(w - mu)),
                "as supposed",
            ),
            let(
                v,
                Max(w, 0) + s / g + 1,
                (w <= v, 1 <= v, s <= g * v),
                "far away",
            ),
            have(
                s * (normal_tail(w) - normal_tail(v)) <= normal_tail(w - mu) - normal_tail(v - mu),
                "above the tangent",
                by=below_tangents,
            ),
            have(0 <= normal_tail(v - mu), "no probability is negative"),
            have(g <= s * normal_tail(v), "above the tangent"),
            have(normal_tail(v) * (2 + v**2) <= 1, "a small tail", by=tail.at(x=v)),
            have(s * (normal_tail(v) * (2 + v**2)) <= s, "a small tail"),
            have(g * (2 + v**2) <= s * normal_tail(v) * (2 + v**2), "multiply"),
            have(g * (2 + v**2) <= g * v, "far away"),
            have(2 + v**2 <= v, "divide"),
            have(v <= v**2, "far away"),
        ),
    ),
    near_misses={
        "the tails exchanged": variant(
            slope(w) * normal_tail(w - mu) <= normal_tail(w), witness=point({mu: 1, w: 1})
        ),
    },
)


least_delta = delta_at(eps, mu, w)

positive_delta = Theorem(
    title="The formula for the delta of the Gaussian mechanism is positive for every loss",
    source="kifer.prop5-gaussian-no-catastrophe",
    cites="ballewang2018",
    given=at_the_cut,
    claim=0 < least_delta,
    derivation=(
        have(slope(w) < slope(w + 1), "the ratio of the densities grows"),
        have(0 < normal_tail(w + 1), "a tail is positive"),
        have(
            slope(w + 1) * normal_tail(w + 1) <= normal_tail(w + 1 - mu),
            "farther away",
            by=at_least_zero.at(w=w + 1),
        ),
        have(slope(w) * normal_tail(w + 1) < slope(w + 1) * normal_tail(w + 1), "a larger ratio"),
        have(
            slope(w) * (normal_tail(w) - normal_tail(w + 1)) <= normal_tail(w - mu) - normal_tail(w + 1 - mu),
            "above the tangent",
            by=below_tangents.at(v=w + 1),
        ),
        have(slope(w) * normal_tail(w) < normal_tail(w - mu), "together"),
        have(Eq(slope(w), exp(eps)), "the loss at the cut"),
    ),
    example=point({mu: 1, w: half, eps: 0}),
    note=(
        "The cut is where the loss has this value; the delta is that of the curve of approximate DP, by its formula. So a positive delta does not mean that with "
        "this probability all is disclosed."
    ),
)

vanishing_delta = Theorem(
    title="A bound on the formula for the delta of the Gaussian mechanism",
    source="kifer.prop5-gaussian-no-catastrophe",
    given=(at_the_cut, mu <= w),
    claim=least_delta * (2 + (w - mu) ** 2) <= 1,
    derivation=(
        have(least_delta <= normal_tail(w - mu), "less a probability"),
        have(normal_tail(w - mu) * (2 + (w - mu) ** 2) <= 1, "a small tail", by=tail.at(x=w - mu)),
    ),
    example=point({mu: 1, w: 1, eps: half}),
    note="The cut moves away from both inputs as the loss grows. So the delta tends to 0 as the loss grows.",
)
