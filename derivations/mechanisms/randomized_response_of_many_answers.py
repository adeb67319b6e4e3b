"""Randomised response with any number of answers: pure DP for all finite output spaces, its loss and its curve."""

from dpsym.derivations.vocabulary import eps_p
from dpsym.language import *

eps = parameter("eps", above=0, about="privacy loss of the response, in nats")
k = parameter("k", at_least=2, integer=True, about="number of answers")
t = parameter("t", about="an answer")
x = parameter("x", about="the true answer")

response = RandomizedResponse(eps, k)
truth, lie = response.truth, response.lie
pair = response.listed
three = point({eps: log(2), k: 3})
at_0 = point({eps: log(2), eps_p: 0, k: 3})


def from_lie_to_truth(law):
    """Every output has at least the probability of a false answer and at most that of the true one."""
    return ForAll(y, Between(lie, law(y), truth))


mechanism = Definition(
    title="Randomised response with many answers",
    source="kairouz2016",
    defines=response.density(t, x),
    note=(
        "The probability of the answer t where x is true. In statements about a listed pair P is the law where the first answer "
        "is true and Q where the second is; the remaining k - 2 answers, equally probable under both laws, are taken together."
    ),
)

total = Theorem(
    title="The probabilities of randomised response add up to 1",
    source="kairouz2016",
    kind="lemma",
    claim=Eq(truth + (k - 1) * lie, 1),
    near_misses={
        "a lie too many": variant(Eq(truth + k * lie, 1), witness=three),
    },
)

pure = Theorem(
    title="Randomised response with many answers is purely private",
    source="kairouz2016",
    given=(from_lie_to_truth(P), from_lie_to_truth(Q)),
    claim=PureDP(eps),
    derivation=(have(P(y) <= exp(eps) * Q(y), "the largest against the smallest probability"),),
    example=point(
        {eps: log(2), k: 3},
        P=(Rational(1, 2), Rational(1, 4), Rational(1, 4)),
        Q=(Rational(1, 4), Rational(1, 2), Rational(1, 4)),
    ),
    tight=point(
        {eps: log(2), k: 3},
        P=(Rational(1, 2), Rational(1, 4), Rational(1, 4)),
        Q=(Rational(1, 4), Rational(1, 2), Rational(1, 4)),
    ),
    near_misses={
        "one law only": without(
            from_lie_to_truth(Q),
            witness=point({eps: log(2), k: 2}, P=(Rational(2, 3), Rational(1, 3)), Q=(0, 1)),
        ),
    },
    evaluate={"truth": truth, "lie": lie},
    note="The two laws of the response satisfy the hypothesis, whichever answers are true.",
)

privacy_loss = Theorem(
    title="The privacy loss of randomised response with many answers",
    source="kairouz2016",
    claim=AllOf(
        Eq(Probability(Eq(Loss(), eps), P), truth),
        Eq(Probability(Eq(Loss(), -eps), P), lie),
        Eq(Probability(Eq(Loss(), 0), P), (k - 2) * lie),
    ),
    where=pair,
    example=three,
    near_misses={
        "as with two answers": variant(
            Eq(Probability(Eq(Loss(), eps), P), exp(eps) / (1 + exp(eps))),
            given=[k >= 3],
            witness=three,
        ),
        "under the second law": variant(Eq(Probability(Eq(Loss(), eps), Q), truth), witness=three),
    },
)

no_smaller_loss = Theorem(
    title="Randomised response with many answers has no smaller privacy loss",
    source="kairouz2016",
    given=PureDP(eps_p),
    claim=eps <= eps_p,
    where=pair,
    example=point({eps: log(2), eps_p: log(2), k: 3}),
    derivation=(
        specialise(PureDP(eps_p), {S(y): Loss() > 0}, "the answer that is more probable under the first law"),
        have(Eq(Probability(Loss() > 0, P), truth), "its probability"),
        have(Eq(Probability(Loss() > 0, Q), lie), "under the second law"),
        have(truth <= exp(eps_p) * lie, "pure DP at this event"),
        have(exp(eps) <= exp(eps_p), "multiply by the denominator"),
        have(eps <= eps_p, "the exponential is strictly increasing", split=[eps_p < eps]),
    ),
    tight=point({eps: log(2), eps_p: log(2), k: 3}),
    near_misses={
        "any bound": variant(given=[]),
    },
)

divergence = Theorem(
    title="The hockey stick of randomised response with many answers",
    source="kairouz2016",
    claim=AllOf(
        Eq(HockeyStick(eps_p), response.profile(eps_p)),
        Eq(HockeyStick(eps_p, Pair(Q(y), P(y))), response.profile(eps_p)),
    ),
    where=pair,
    example=at_0,
    near_misses={
        "as with two answers": variant(
            Eq(HockeyStick(eps_p), RandomizedResponse(eps).profile(eps_p)), given=[k >= 3], witness=at_0
        ),
        "the total variation at every level": variant(
            Eq(HockeyStick(eps_p), response.profile(0)), witness=point({eps: 2 * log(2), eps_p: log(2), k: 3})
        ),
    },
    evaluate={"delta": response.profile(eps_p)},
)
