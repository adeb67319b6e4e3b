"""A loss that is bounded with probability 1 - delta gives (eps, delta)-differential privacy."""

from dpsym.derivations.vocabulary import delta, eps, truthful
from dpsym.language import *

delta = delta.ranging(at_least=0)

probabilistic_to_approximate = Theorem(
    title="Probabilistic DP implies approximate DP",
    source=of_any_spaces("kazan.thm2.5"),
    cites=("dworkroth2014", "zhao2019"),
    given=ProbDP(eps, delta),
    claim=ApproxDP(eps, delta),
    derivation=Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q))
    .le(HockeyStick(eps), "keep the outputs with a positive difference")
    .le(Probability(NotSo(Within(Loss(), eps)), P), "drop what is subtracted")
    .eq(1 - Probability(Within(Loss(), eps), P), "complement")
    .le(delta, "probabilistic DP"),
    tight=point({eps: log(2), delta: Rational(1, 3)}, P=(Rational(1, 3), Rational(2, 3)), Q=(0, 1)),
    note="It is attained when the outputs with a large loss cannot occur under the second law.",
)

below_the_tail = (
    Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q))
    .le(HockeyStick(eps), "keep the outputs with a positive difference")
    .le(Probability(Loss() > eps, P), "drop what is subtracted")
    .le(delta, "by hypothesis")
)

one_sided = Theorem(
    title="A bound on the upper tail of the loss implies approximate DP",
    source=("kazan.thm2.5", "zhang.lem6"),
    kind="lemma",
    given=(Probability(Loss(P(y), Q(y)) > eps, P) <= delta, Probability(Loss(Q(y), P(y)) > eps, Q) <= delta),
    claim=ApproxDP(eps, delta),
    derivation=below_the_tail,
    tight=point({eps: log(2), delta: Rational(1, 3)}, P=(Rational(1, 3), Rational(2, 3)), Q=(0, 1)),
    near_misses={
        "probabilistic DP": variant(
            ProbDP(eps, delta),
            witness=point(
                {eps: 0, delta: Rational(2, 3)},
                **truthful,
            ),
        ),
    },
    note="Probabilistic DP bounds both tails of the loss; this is more than approximate DP needs.",
)

one_order = Theorem(
    title="A bound on the upper tail of the loss bounds every event, in one order of the laws",
    source=of_any_spaces("zhang.lem6"),
    given=Probability(Loss(P(y), Q(y)) > eps, P) <= delta,
    claim=ApproxDP(eps, delta).one_order(Pair()),
    derivation=below_the_tail,
    tight=point({eps: log(2), delta: Rational(1, 3)}, P=(Rational(1, 3), Rational(2, 3)), Q=(0, 1)),
    near_misses={
        "in the other order too": variant(ApproxDP(eps, delta)),
        "from the other order": variant(given=[Probability(Loss(Q(y), P(y)) > eps, Q) <= delta]),
    },
    errata=erratum(
        "slip in wording",
        "Lemma 6, condition (16)",
        "Pr_{Y ~ γ(.|s_0)}[Pr[Y ∈ W|s_0; θ, γ]/Pr[Y ∈ W|s_1; θ, γ] ≤ e^eps] ≥ 1 - delta",
        fails="The ratio of the probabilities of a set is not random, and γ is the law given the data, which the state does not settle.",
        holds="With the ratio of the densities at Y, and Y drawn from the law of the output given the first state.",
        affects="The proof of Proposition 1, display (15).",
        source="zhang.lem6",
    ),
    note="Of one pair of states in one order, as the lemma says it; the notion asks both orders of each pair.",
)
