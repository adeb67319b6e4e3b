"""Definitions of privacy that mixtures of mechanisms keep, and distorting functions that are quasi-convex."""

from dpsym.derivations.analysis.numbers_far_apart import of_numbers, rare
from dpsym.derivations.conversions import bounded_not_convex
from dpsym.derivations.testing.error_rates import f
from dpsym.derivations.vocabulary import a, delta, eps, half
from dpsym.language import *

# An element of X is a law; D(v, w): the distorting function; K(v, w, x): positive where x is a mixture of v and w.
v, w, x, x_1, x_2, x_3, x_4 = (Outcome(name, "X") for name in ("v", "w", "x", "x_1", "x_2", "x_3", "x_4"))
D = function("D", law=False, about="the distorting function, a number for two laws")
K = function(
    "K", law=False, about="above 0 where the third law is the mixture of the first two in one proportion"
)
b = parameter("b", about="the budget")

symmetric = ForAll((v, w), Eq(D(v, w), D(w, v)))
with_itself = ForAll(v, 0 < K(v, v, v))
both_private = AllOf(D(x_1, x_2) <= b, D(x_3, x_4) <= b)
mixed = AllOf(0 < K(x_1, x_3, v), 0 < K(x_2, x_4, w))
convex = ForAll((b, x_1, x_2, x_3, x_4, v, w), Implication(AllOf(both_private, mixed), D(v, w) <= b))
quasi_convex = ForAll((v, x_1, x_2, x), Implication(0 < K(x_1, x_2, x), D(v, x) <= Max(D(v, x_1), D(v, x_2))))


def laws(*places, D):
    """Laws on two outcomes, by the mass of the first in any unit; their mixtures in equal parts that are among them; and a distance."""
    pairs = ((a, b) for a in places for b in places)
    mixtures = tuple(int(2 * c == a + b) for a, b in pairs for c in places)
    return {"sizes": {"X": len(places)}, "K": mixtures, "D": D}


three = laws(0, 1, 2, D=(0, 1, 2, 1, 0, 1, 2, 1, 0))
farther = laws(0, 1, 2, D=(0, 2, 1, 2, 0, 1, 1, 1, 0))  # half-way from the first law to the last is farther
uneven = laws(0, 1, 2, 4, D=(0, 1, 10, 11, 1, 0, 9, 10, 10, 9, 0, 1, 11, 10, 1, 0))  # |g(v) - g(w)|, g rises

to_quasi_convex = Theorem(
    title="Where mixtures of mechanisms keep a definition, its distorting function is quasi-convex",
    source="bailie.remD.3",
    cites="kifer2022",
    given=(with_itself, convex),
    claim=quasi_convex,
    derivation=(
        specialise(
            convex,
            {b: Max(D(v, x_1), D(v, x_2)), x_1: v, x_2: x_1, x_3: v, x_4: x_2, v: v, w: x},
            "two mechanisms that have this law on one data set",
        ),
    ),
    example=point(**three),
    near_misses={
        "where mixtures may lose the definition": without(convex, witness=point(**farther)),
        "the other way round": without(
            convex, claim=convex, instead=(symmetric, quasi_convex), witness=point({b: 1}, **uneven)
        ),
    },
    note=(
        "The elements v, w, ... are laws, and all mixtures are in one proportion. A mechanism has the definition with a budget b where its laws on any two neighbours are at most at the distance b; "
        "as mixtures keep the definition, the mixtures of both laws are so too. D counts by the order of its values alone: for a distance d that may be infinite it may be d/(1 + d), and 1 where that is infinite. "
        "A definition that asks for both orders of the laws asks the same of a symmetric D. "
        "The other way round an assumption is needed, which the paper does not name. It is no matter of symmetry: the near miss is a metric, of laws on two outcomes with the masses 0, 1/4, 1/2 and 1, as far from each other as the values 0, 1, 10 and 11 "
        "of a function that rises, so that it is quasi-convex; the first and the second pair of laws, 0 and 0 and 1/2 and 1, are at the distances 0 and 1, and their mixtures 1/4 and 1/2 at the distance 9."
    ),
)


R = function("R", about="a third law")
mean = a * Q(y) + (1 - a) * R(y)
first, second = PBDP(eps, delta).on(Pair(P(y), Q(y))), PBDP(eps, delta).on(Pair(P(y), R(y)))
of_p, of_q, of_r, of_mean = (Mass(f(y), law) for law in (P(y), Q(y), R(y), mean))

bounded = Theorem(
    title="Bounded DP with one loss and one failure probability is quasi-convex",
    source="bailie.remD.3",
    cites="kifer2022",
    given=(first, second),
    claim=PBDP(eps, delta).on(Pair(P(y), mean)),
    derivation=(
        specialise(first, {f(y): f(y)}, "this test"),
        specialise(second, {f(y): f(y)}, "this test"),
        have(Eq(of_mean, a * of_q + (1 - a) * of_r), "sum over the outputs"),
        have(
            AllOf(rare(of_p, of_mean), rare(of_mean, of_p)),
            "a mean of two probabilities",
            by=of_numbers.at(p=of_p, q=of_q, r=of_r, m=of_mean),
        ),
    ),
    example=point({eps: log(2), delta: half, a: half}, P=(half, half), Q=(half, half), R=(half, half)),
    note=(
        "But it is not convex: two mechanisms may have it, and their mixture not, as in Example 5.6 of Kifer et al. Here one law is the same, there both differ. "
        "It goes with post-processing, and is the same in both orders of the laws. So neither of these is enough for a definition to be convex where its distorting function is quasi-convex."
    ),
)

kept = Background(
    title="Definitions that mixtures of mechanisms keep",
    source="bailie.remD.3",
    cites="kifer2022",
    restates=(to_quasi_convex, bounded, bounded_not_convex.mixture),
    note=(
        "A definition of privacy that mixtures of mechanisms keep has a distorting function that is quasi-convex. The converse is said under an assumption that has no name: bounded DP at one loss, with the least probability of failure as its "
        "distorting function, is quasi-convex, and mixtures of mechanisms do not keep it."
    ),
)
