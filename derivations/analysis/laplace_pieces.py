"""The excess of one Laplace law over so many times another, piece by piece."""

from dpsym.derivations.analysis.normal_tails import s, t, x
from dpsym.language import *
from dpsym.language.rounding import laplace_distribution as F

d = parameter("d", at_least=0, about="distance of the two inputs, in scales of the noise")
c = parameter("c", at_least=0, at_most=d, about="a cut between the inputs")


ratio = exp(d - 2 * c)  # of the densities of the two laws at the cut


def left(x):
    """The excess of the first law over so many times the second to the left of x, for x before both inputs."""
    return exp(x) * (1 - exp(-2 * c)) / 2


def middle(x):
    """The same between the inputs."""
    return 1 - (exp(-x) + exp(x - 2 * c)) / 2


def right(x):
    """The same beyond both."""
    return 1 - ratio + exp(-x) * (exp(2 * d - 2 * c) - 1) / 2


left_rises = Theorem(
    title="Before both inputs the excess rises",
    kind="lemma",
    claim=Implication(s <= t, left(s) <= left(t)),
)

middle_rises = Theorem(
    title="Between the inputs the excess rises up to the cut",
    kind="lemma",
    claim=Implication(AllOf(s <= t, t <= c), middle(s) <= middle(t)),
    near_misses={
        "beyond the cut too": variant(
            Implication(s <= t, middle(s) <= middle(t)), witness=point({d: 1, c: 0, s: 0, t: 1})
        ),
    },
)

middle_falls = Theorem(
    title="Between the inputs the excess falls from the cut on",
    kind="lemma",
    claim=Implication(AllOf(c <= s, s <= t), middle(t) <= middle(s)),
)

right_falls = Theorem(
    title="Beyond both inputs the excess falls",
    kind="lemma",
    claim=Implication(s <= t, right(t) <= right(s)),
)


def excess(x):
    """What the first law has over so many times the second to the left of x."""
    return F(x) - ratio * F(x - d)


pieces = Theorem(
    title="The excess piece by piece",
    kind="lemma",
    claim=AllOf(
        Implication(x <= 0, Eq(excess(x), left(x))),
        Implication(AllOf(0 < x, x <= d), Eq(excess(x), middle(x))),
        Implication(d < x, Eq(excess(x), right(x))),
    ),
    near_misses={
        "the first formula everywhere": variant(Eq(excess(x), left(x)), witness=point({d: 1, c: 1, x: 1})),
        "the second formula everywhere": variant(
            Eq(excess(x), middle(x)), witness=point({d: 1, c: 0, x: -1})
        ),
    },
)
