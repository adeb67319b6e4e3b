"""Two normal densities of one deviation: their ratio, and what they have beyond a cut."""

from dpsym.derivations.analysis.normal_tails import same_value
from dpsym.derivations.analysis.two_normal_laws import before, positive
from dpsym.derivations.analysis.two_normal_laws import beyond as past
from dpsym.derivations.vocabulary import sigma
from dpsym.language import *
from dpsym.language.integration import z

x_1 = parameter("x_1", about="the value of the query on one database")
x_2 = parameter("x_2", about="its value on a neighbouring database")
w = parameter("w", about="the cut of a half-line of outputs")
s = parameter("s", about="an earlier output")
gaussian = Gaussian(sigma)


def p(y):
    """The density of the output on the second input, under which a rejection is an error."""
    return gaussian.density(y, x_2)


def q(y):
    """The density of the output on the first input."""
    return gaussian.density(y, x_1)


def ratio(y):
    """The ratio of the second density to the first at an output."""
    return exp(gaussian.loss(y, x_1, x_2))


def beyond_p(y):
    return Phi((x_2 - y) / sigma)


def beyond_q(y):
    return Phi((x_1 - y) / sigma)


apart = x_2 <= x_1
R = parameter("R", about="the ratio of the densities at the cut")
A = parameter("A", about="that cut from the first input, in standard deviations")
distance = (x_1 - x_2) / sigma

likelihood = Theorem(
    title="The ratio of two normal densities of one deviation",
    kind="lemma",
    claim=AllOf(0 < p(z), Eq(q(z), ratio(z) * p(z))),
    derivation=(
        have(
            Eq(
                -((z - x_1) ** 2 / (2 * sigma**2)),
                gaussian.loss(z, x_1, x_2) - (z - x_2) ** 2 / (2 * sigma**2),
            ),
            "a difference of squares",
        ),
        have(
            Eq(exp(-((z - x_1) ** 2 / (2 * sigma**2))), ratio(z) * exp(-((z - x_2) ** 2 / (2 * sigma**2)))),
            "the exponential of a sum",
        ),
    ),
    near_misses={
        "the inputs exchanged": variant(
            Eq(p(z), ratio(z) * q(z)), witness=point({sigma: 1, x_1: 1, x_2: 0, z: 0})
        ),
        "equal densities": variant(Eq(q(z), p(z)), witness=point({sigma: 1, x_1: 1, x_2: 0, z: 0})),
    },
)

rises = Theorem(
    title="The ratio of two normal densities of one deviation rises",
    kind="lemma",
    given=(apart, s <= z),
    claim=ratio(s) <= ratio(z),
    derivation=(
        have(
            Eq(gaussian.loss(z, x_1, x_2) - gaussian.loss(s, x_1, x_2), (x_1 - x_2) * (z - s) / sigma**2),
            "the loss is affine",
        ),
        have(0 <= (x_1 - x_2) * (z - s), "factors that are not negative"),
        have(0 <= (x_1 - x_2) * (z - s) / sigma**2, "divided by a square"),
        have(gaussian.loss(s, x_1, x_2) <= gaussian.loss(z, x_1, x_2), "the loss rises"),
    ),
    example=point({sigma: 1, x_1: 1, x_2: 0, s: 0, z: 1}),
)

in_units = (x_1 - w) / sigma

tails = Theorem(
    title="The tails of two normal laws beyond a cut, and the ratio of their densities there",
    kind="lemma",
    given=(apart,),
    claim=ratio(w) * beyond_p(w) <= beyond_q(w),
    derivation=(
        have(0 <= distance, "the inputs in this order"),
        have(
            0 <= Phi(in_units) - exp(distance**2 / 2 - distance * in_units) * Phi(in_units - distance),
            "beyond a cut the ratio is larger",
            by=positive.at(x=in_units, c=in_units, mu=distance),
        ),
        have(Eq(distance**2 / 2 - distance * in_units, gaussian.loss(w, x_1, x_2)), "the loss there"),
        have(Eq(exp(distance**2 / 2 - distance * in_units), ratio(w)), "the ratio there"),
        have(Eq(in_units - distance, (x_2 - w) / sigma), "the cut seen from the other input"),
        have(
            Eq(Phi(in_units - distance), beyond_p(w)),
            "the mass there",
            by=same_value.at(s=in_units - distance, t=(x_2 - w) / sigma),
        ),
        have(
            Eq(exp(distance**2 / 2 - distance * in_units) * Phi(in_units - distance), ratio(w) * beyond_p(w)),
            "the product of both",
        ),
    ),
    example=point({sigma: 1, x_1: 0, x_2: 0, w: 0}),
)


def unit(y):
    """The distance of the cut from the first input, in standard deviations."""
    return (x_1 - y) / sigma


scaled = exp(distance**2 / 2 - distance * unit(w))

of_units = Theorem(
    title="The ratio and the tails of two normal laws in standard deviations",
    kind="lemma",
    claim=AllOf(Eq(scaled, ratio(w)), Eq(Phi(unit(s) - distance), beyond_p(s))),
    derivation=(
        have(Eq(distance**2 / 2 - distance * unit(w), gaussian.loss(w, x_1, x_2)), "the loss at the cut"),
        have(Eq(scaled, ratio(w)), "the ratio there"),
        have(Eq(unit(s) - distance, (x_2 - s) / sigma), "the cut seen from the other input"),
        have(
            Eq(Phi(unit(s) - distance), beyond_p(s)),
            "the mass there",
            by=same_value.at(s=unit(s) - distance, t=(x_2 - s) / sigma),
        ),
    ),
    near_misses={
        "the inputs exchanged": variant(
            Eq(scaled, exp(gaussian.loss(w, x_2, x_1))), witness=point({sigma: 1, x_1: 1, x_2: 0, w: 0})
        ),
        "the cut moved to the other side": variant(
            Eq(Phi(unit(s) + distance), beyond_p(s)), witness=point({sigma: 1, x_1: 1, x_2: 0, s: 0})
        ),
    },
)

v = parameter("v", about="another cut")


def excess(y):
    """What the first output has beyond y over so many times the second, with the ratio at the cut w."""
    return Phi(unit(y)) - scaled * Phi(unit(y) - distance)


between_cuts = Theorem(
    title="What two normal laws have between two cuts",
    kind="lemma",
    given=(apart,),
    define={R: ratio(w), A: scaled},
    claim=AllOf(
        Implication(v <= w, beyond_q(v) - beyond_q(w) <= ratio(w) * (beyond_p(v) - beyond_p(w))),
        Implication(w <= v, ratio(w) * (beyond_p(w) - beyond_p(v)) <= beyond_q(w) - beyond_q(v)),
    ),
    derivation=(
        have(0 <= distance, "the inputs in this order"),
        have(
            AllOf(Eq(scaled, ratio(w)), Eq(Phi(unit(w) - distance), beyond_p(w))),
            "units",
            by=of_units.at(s=w),
        ),
        have(Eq(Phi(unit(v) - distance), beyond_p(v)), "units", by=of_units.at(s=v)),
        have(Eq(excess(w), beyond_q(w) - ratio(w) * beyond_p(w)), "in units"),
        have(Eq(excess(v), beyond_q(v) - ratio(w) * beyond_p(v)), "in units"),
        have(Implication(v <= w, unit(w) <= unit(v)), "in units"),
        have(Implication(w <= v, unit(v) <= unit(w)), "in units"),
        have(
            Implication(unit(w) <= unit(v), excess(v) <= excess(w)),
            "before the cut the ratio is smaller",
            by=past.at(mu=distance, c=unit(w), s=unit(w), t=unit(v)),
        ),
        have(
            Implication(unit(v) <= unit(w), excess(v) <= excess(w)),
            "beyond it larger",
            by=before.at(mu=distance, c=unit(w), s=unit(v), t=unit(w)),
        ),
    ),
    example=point({sigma: 1, x_1: 0, x_2: 0, w: 0, v: 0}),
    near_misses={
        "the ratio at the other cut": variant(
            Implication(w <= v, beyond_q(w) - beyond_q(v) <= ratio(w) * (beyond_p(w) - beyond_p(v))),
            witness=point({sigma: 1, x_1: 1, x_2: 0, w: 0, v: 2}),
        ),
    },
)
