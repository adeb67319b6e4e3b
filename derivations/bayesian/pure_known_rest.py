"""Pure DP when the other records are known: the sharp bounds on the posterior for every prior of the record, and the worst ones."""

from dpsym.derivations.bayesian.known_rest_tails import G, V, model, other, r, s
from dpsym.derivations.bayesian.pure_posterior_ratio import pointwise
from dpsym.derivations.posterior.largest_difference import lower, upper
from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.derivations.vocabulary import eps, fifth, half, third
from dpsym.language import *

eps = eps.ranging(above=0)
response = (4 * fifth, fifth, fifth, 4 * fifth)

private = ForAll((r, s), PureDP(eps).on(Pair(G(r, y), G(s, y))))
share = G(r, y) / other
H = function("H")


def wherever_possible(fact):
    """The fact for every record and every possible output."""
    return ForAll((r, y), Implication(0 < other, fact))


others = (
    specialise(private, {r: r, s: s}, "two records of the target"),
    have(
        AllOf(G(r, y) <= exp(eps) * G(s, y), G(s, y) <= exp(eps) * G(r, y)),
        "the target's record changes the mass of an output by a factor e^eps at most",
        by=pointwise.at(P=G(r, y), Q=G(s, y), y_0=y),
    ),
    have(exp(-eps) * G(r, y) <= G(s, y), "divide"),
    let(
        H(s),
        Indicator(Eq(s, r)),
        (
            ForAll(s, Between(0, H(s), 1)),
            Eq(Total(H(s) * V(s) * G(s, y), s), V(r) * G(r, y)),
            Eq(Total(H(s) * V(s), s), V(r)),
        ),
        "the record itself",
    ),
    have(0 <= (1 - H(s)) * V(s), "no factor is negative"),
    have(0 <= (1 - H(s)) * V(s) * (G(s, y) - exp(-eps) * G(r, y)), "no factor is negative"),
    have(0 <= (1 - H(s)) * V(s) * (exp(eps) * G(r, y) - G(s, y)), "no factor is negative"),
    have(0 <= Total((1 - H(s)) * V(s) * (G(s, y) - exp(-eps) * G(r, y)), s), "sum over the other records"),
    have(0 <= Total((1 - H(s)) * V(s) * (exp(eps) * G(r, y) - G(s, y)), s), "sum over the other records"),
    Chain((V(r) + (1 - V(r)) * exp(-eps)) * G(r, y))
    .eq(
        other - Total((1 - H(s)) * V(s) * (G(s, y) - exp(-eps) * G(r, y)), s),
        "the weights add up to 1",
    )
    .le(other, "the sum is not negative"),
    Chain((V(r) + (1 - V(r)) * exp(eps)) * G(r, y))
    .eq(
        other + Total((1 - H(s)) * V(s) * (exp(eps) * G(r, y) - G(s, y)), s),
        "the weights add up to 1",
    )
    .ge(other, "the sum is not negative"),
    have(Between(0, V(r), 1), "a probability"),
)

sharp = Theorem(
    title="Sharp bounds on the ratio of the posteriors under pure DP",
    source=whole_of("kifer.x-pure-sharp"),
    given=(*model, private),
    claim=wherever_possible(
        AllOf(
            1 / (V(r) + (1 - V(r)) * exp(eps)) <= share,
            share <= 1 / (V(r) + (1 - V(r)) * exp(-eps)),
        )
    ),
    derivation=(
        *others,
        have(0 < V(r) + (1 - V(r)) * exp(-eps), "a mean of positive numbers"),
        have(0 < V(r) + (1 - V(r)) * exp(eps), "a mean of positive numbers"),
        Chain(Integer(0))
        .lt(other, "the output is possible")
        .le((V(r) + (1 - V(r)) * exp(eps)) * G(r, y), "the bound for the output"),
        have(0 < G(r, y), "so it is possible with the record"),
    ),
    example=point({eps: log(4)}, V=(third, 2 * third), G=response),
    tight=point({eps: log(4)}, V=(third, 2 * third), G=response),
    near_misses={
        "without the prior": variant(
            wherever_possible(AllOf(1 / (1 + exp(eps)) <= share, share <= 1 / (1 + exp(-eps)))),
            witness=point({eps: log(4)}, V=(third, 2 * third), G=response),
        ),
        "without pure DP": variant(
            given=model, witness=point({eps: log(2)}, V=(third, 2 * third), G=(1, 0, 0, 1))
        ),
    },
    note="Randomised response attains both, for every prior of its two records.",
)

moved = V(r) * G(r, y) / other - V(r)

worst = Theorem(
    title="The largest difference of posterior and prior under pure DP when the other records are known",
    source=whole_of("kifer.x-worst-prior"),
    given=(*model, private),
    claim=wherever_possible(Between(-tanh(eps / 4), moved, tanh(eps / 4))),
    derivation=(
        have(V(r) <= 1, "a probability"),
        have(0 < V(r) + (1 - V(r)) * exp(eps), "a mean of positive numbers", derivation=cases(V(r) <= half)),
        have(0 < V(r) + (1 - V(r)) * exp(-eps), "a mean of positive numbers", derivation=cases(V(r) <= half)),
        have(
            AllOf(1 / (V(r) + (1 - V(r)) * exp(eps)) <= share, share <= 1 / (V(r) + (1 - V(r)) * exp(-eps))),
            "the ratio of the posteriors",
            by=sharp.at(r=r, y=y),
        ),
        have(highest(V(r), eps) - V(r) <= tanh(eps / 4), "the largest increase", by=upper.at(p=V(r))),
        have(lowest(V(r), eps) - V(r) >= -tanh(eps / 4), "the largest decrease", by=lower.at(p=V(r))),
        Chain(moved)
        .le(highest(V(r), eps) - V(r), "the ratio of the posteriors")
        .le(tanh(eps / 4), "the largest increase"),
        have(lowest(V(r), eps) - V(r) <= moved, "the ratio of the posteriors"),
        have(-tanh(eps / 4) <= moved, "the largest decrease"),
    ),
    example=point({eps: log(4)}, V=(third, 2 * third), G=response),
    tight=(
        point({eps: 2 * log(2)}, V=(third, 2 * third), G=response),
        point({eps: 2 * log(2)}, V=(2 * third, third), G=response),
    ),
    near_misses={
        "the increase at the even prior": variant(
            wherever_possible(moved <= tanh(eps / 2) / 2),
            witness=point({eps: log(4)}, V=(third, 2 * third), G=response),
        ),
        "without pure DP": variant(given=model, witness=point({eps: log(4)}, V=(half, half), G=(1, 0, 0, 1))),
    },
    evaluate={
        "prior of the largest increase": 1 / (1 + exp(eps / 2)),
        "prior of the largest decrease": 1 / (1 + exp(-eps / 2)),
    },
    note=(
        "The increase is largest at the prior 1/(1 + e^(eps/2)), the decrease at one less it. Neither the priors nor this bound are in the paper."
    ),
)
