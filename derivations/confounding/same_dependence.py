"""Theorem 2(ii) (false): two outputs that depend on each other in the same way in both states, against independent ones."""

from dpsym.derivations.vocabulary import eps, half, quarter, third
from dpsym.language import *

k = parameter("kappa", about="strength of the dependence")
z = Outcome("z", "Y")
g = function("g", law=False, about="a number for each value of an output, with mean 0")
weight = 1 + k * g(y) * g(z)
dependent = Pair(P(y) * P(z) * weight, Q(y) * Q(z) * weight, y, z)
independent = Pair(P(y) * P(z), Q(y) * Q(z), y, z)
uncorrelated = AllOf(Eq(Total(P(y) * g(y), y), 0), Eq(Total(Q(y) * g(y), y), 0))
nonnegative = ForAll((y, z), 0 <= weight)
three = {"P": (half, quarter, quarter), "Q": (quarter, quarter, half), "g": (1, -3, 1)}

marginals = Theorem(
    title="A dependence that keeps the laws of single outputs",
    source="zhang.cx-kappa",
    given=uncorrelated,
    claim=ForAll(
        y, AllOf(Eq(Total(P(y) * P(z) * weight, z), P(y)), Eq(Total(Q(y) * Q(z) * weight, z), Q(y)))
    ),
    derivation=(
        Chain(Total(P(y) * P(z) * weight, z))
        .eq(P(y) * Total(P(z), z) + k * P(y) * g(y) * Total(P(z) * g(z), z), "expand")
        .eq(P(y), "the masses add up to 1"),
        Chain(Total(Q(y) * Q(z) * weight, z))
        .eq(Q(y) * Total(Q(z), z) + k * Q(y) * g(y) * Total(Q(z) * g(z), z), "expand")
        .eq(Q(y), "the masses add up to 1"),
    ),
    example=point({k: quarter}, **three),
    near_misses={
        "in one state only": variant(
            given=[Eq(Total(P(y) * g(y), y), 0)],
            witness=point({k: 1}, P=(half, half), Q=(1, 0), g=(1, -1)),
        ),
    },
)

same_loss = Theorem(
    title="The same dependence in both states adds nothing to the privacy loss of an output",
    source=whole_of("zhang.cx-kappa"),
    claim=ForAll(
        (y, z),
        Implication(
            AllOf(0 < P(y), 0 < P(z), 0 < Q(y), 0 < Q(z), 0 < weight),
            Eq(log(dependent.a / dependent.b), log(P(y) / Q(y)) + log(P(z) / Q(z))),
        ),
    ),
    derivation=have(
        Implication(
            AllOf(0 < P(y), 0 < P(z), 0 < Q(y), 0 < Q(z), 0 < weight),
            Eq(log(dependent.a / dependent.b), log(P(y) / Q(y)) + log(P(z) / Q(z))),
        ),
        "logarithm of a product",
        derivation=(
            have(
                Implication(
                    AllOf(0 < P(y), 0 < P(z), 0 < Q(y), 0 < Q(z), 0 < weight),
                    Eq(dependent.a / dependent.b, P(y) / Q(y) * (P(z) / Q(z))),
                ),
                "the dependence cancels",
            ),
            have(
                Implication(
                    AllOf(0 < P(y), 0 < P(z), 0 < Q(y), 0 < Q(z), 0 < weight),
                    Eq(log(P(y) / Q(y) * (P(z) / Q(z))), log(P(y) / Q(y)) + log(P(z) / Q(z))),
                ),
                "logarithm of a product",
            ),
        ),
    ),
    example=point({k: quarter}, **three),
    errata=erratum(
        "wrong result",
        "Theorem 2(ii)",
        "[lower] δ^{eps_g}(s_0, s_1) = δ^{eps_g}(PL(b_{s_0}||b_{s_1})) = [upper] δ^{eps_g}(s_0, s_1)",
        fails=(
            "The loss of each pair of outputs is then that of the product, but the pairs of outputs have other probabilities. With three "
            "answers, laws (1/2, 1/4, 1/4) and (1/4, 1/4, 1/2), and the dependence 1 + kappa g(y) g(z), g = (1, -3, 1), the single laws "
            "stay and delta(0) is 5/16 - 3 kappa/16: 1/3 for kappa = -1/9, 1/4 for kappa = 1/3, 5/16 for independent outputs."
        ),
        holds="The loss of each pair of outputs is that of the product; delta is not, in either direction.",
        affects=(
            "The text after the theorem: unless the correlation captured by the copula is independent of the states. It may be, and the bounds need not "
            "be exact."
        ),
        reads=variant(
            HockeyStick(eps, dependent) <= HockeyStick(eps, independent),
            given=(uncorrelated, nonnegative),
            witness=point({eps: 0, k: -Rational(1, 9)}, **three),
        ),
        source=("zhang.thm2", "zhang.cx-kappa"),
    ),
    near_misses={
        "nor is the delta more": variant(
            HockeyStick(eps, independent) <= HockeyStick(eps, dependent),
            given=(uncorrelated, nonnegative),
            witness=point({eps: 0, k: third}, **three),
        ),
        "and the loss where one output is impossible": variant(
            ForAll((y, z), Eq(log(dependent.a / dependent.b), log(P(y) / Q(y)) + 2 * log(P(z) / Q(z)))),
            witness=point({k: 0}, P=(half, half), Q=(quarter, 3 * quarter), g=(0, 0)),
        ),
    },
    note=(
        "So a copula term of 0 says that the loss is the sum of the single ones as a function of the outputs; its law, and with it delta, "
        "is that of the product only where the outputs are independent."
    ),
)
