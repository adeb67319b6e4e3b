"""Randomised response: its privacy loss, pure DP with exactly that loss, and its whole curve of approximate guarantees."""

from dpsym.derivations.vocabulary import alpha, delta, eps_p, equal
from dpsym.language import *

eps = parameter("eps", above=0, about="privacy loss of the response, in nats")
t = parameter("t", about="an answer, 0 or 1")
x = parameter("x", about="the true answer, 0 or 1")

response = RandomizedResponse(eps)
truth, lie = response.truth, response.lie
pair = response.listed
answers = point({eps: log(2)})
at_0 = point({eps: log(2), eps_p: 0})
least = point({eps: log(2), eps_p: 0, delta: Rational(1, 3)})


def least_delta(eps, eps_p):
    """The least delta at eps_p of randomised response with privacy loss eps."""
    return RandomizedResponse(eps).profile(eps_p)


mechanism = Definition(
    title="Randomised response",
    source=(
        "kifer.ex4.3",
        "bailie.ex2.3",
    ),
    cites="warner1965",
    defines=response.density(t, x),
    note=(
        "The probability of the answer t where x is true, of two possible answers. In the statements below P is the law of the answer where the first answer is "
        "true and Q where the second is."
    ),
)

privacy_loss = Theorem(
    title="The privacy loss of randomised response",
    source=("kifer.ex4.3", "bailie.ex2.3"),
    claim=AllOf(
        Eq(Probability(Eq(Loss(), eps), P), exp(eps) / (1 + exp(eps))),
        Eq(Probability(Eq(Loss(), -eps), P), 1 / (1 + exp(eps))),
    ),
    where=pair,
    example=answers,
    near_misses={
        "equally likely": variant(Eq(Probability(Eq(Loss(), eps), P), Rational(1, 2)), witness=answers),
        "under the second law": variant(
            Eq(Probability(Eq(Loss(), eps), Q), exp(eps) / (1 + exp(eps))), witness=answers
        ),
    },
    note="Where the two databases agree on the answer the two laws are equal and the loss is 0.",
)

exchanged_loss = Theorem(
    title="The privacy loss of randomised response with the databases exchanged",
    source="kifer.ex4.3",
    claim=privacy_loss.claim,
    where={P: pair[Q], Q: pair[P]},
    example=answers,
    near_misses={
        "equally likely": variant(Eq(Probability(Eq(Loss(), eps), P), Rational(1, 2)), witness=answers),
        "the signs exchanged": variant(
            Eq(Probability(Eq(Loss(), -eps), P), exp(eps) / (1 + exp(eps))), witness=answers
        ),
    },
)

no_loss = Theorem(
    title="No privacy loss where both databases give the answer the same law",
    source=(of_any_spaces("kifer.ex4.3"), "kifer.ex4.4"),
    given=ForAll(y, Eq(P(y), Q(y))),
    claim=AllOf(Eq(Probability(Eq(Loss(), 0), P), 1), Eq(Probability(Eq(Loss(), 0), Q), 1)),
    derivation=(
        specialise(ForAll(y, Eq(P(y), Q(y))), {y: y}, "the same law"),
        have(Eq(Indicator(Eq(Loss(), 0)) * P(y), P(y)), "answer by answer", derivation=cases(0 < P(y))),
        have(Eq(Indicator(Eq(Loss(), 0)) * Q(y), Q(y)), "and under the other", derivation=cases(0 < Q(y))),
    ),
    example=point(P=(Rational(1, 3), Rational(2, 3)), Q=(Rational(1, 3), Rational(2, 3))),
    near_misses={
        "a loss of another size": variant(Eq(Probability(Eq(Loss(), 1), P), 1), witness=point(**equal)),
    },
    note=(
        "So it is where the target's true answer is the same in both databases, yes or no, where the databases differ in another person, "
        "and for a response with the parameter 0, which answers at random."
    ),
)

pure = Theorem(
    title="Randomised response is purely private",
    source=("kifer.ex4.3", "bailie.ex2.3"),
    cites="warner1965",
    claim=PureDP(eps),
    where=pair,
    example=answers,
    tight=answers,
    near_misses={
        "no loss": variant(PureDP(0), given=[eps > 0], witness=answers),
    },
    evaluate={"truth": response.truth, "lie": response.lie},
)

no_smaller_loss = Theorem(
    title="Randomised response has no smaller privacy loss",
    source=("kifer.ex4.3", "bailie.ex2.3"),
    given=PureDP(eps_p),
    claim=eps <= eps_p,
    where=pair,
    example=point({eps: log(2), eps_p: log(2)}),
    derivation=(
        specialise(PureDP(eps_p), {S(y): Loss() > 0}, "the answer that is more probable under the first law"),
        have(Eq(Probability(Loss() > 0, P), exp(eps) / (1 + exp(eps))), "its probability"),
        have(Eq(Probability(Loss() > 0, Q), 1 / (1 + exp(eps))), "under the second law"),
        have(exp(eps) / (1 + exp(eps)) <= exp(eps_p) * (1 / (1 + exp(eps))), "pure DP at this event"),
        have(exp(eps) <= exp(eps_p), "multiply by the denominator"),
        have(eps <= eps_p, "the exponential is strictly increasing", split=[eps_p < eps]),
    ),
    tight=point({eps: log(2), eps_p: log(2)}),
    near_misses={
        "any bound": variant(given=[]),
    },
)

divergence = Theorem(
    title="The hockey stick of randomised response",
    source=("kifer.ex4.3",),
    cites="kairouz2015",
    claim=AllOf(
        Eq(HockeyStick(eps_p), least_delta(eps, eps_p)),
        Eq(HockeyStick(eps_p, Pair(Q(y), P(y))), least_delta(eps, eps_p)),
    ),
    where=pair,
    example=point({eps: log(2), eps_p: 0}),
    near_misses={
        "the total variation at every level": variant(
            Eq(HockeyStick(eps_p), least_delta(eps, 0)), witness=point({eps: 2 * log(2), eps_p: log(2)})
        ),
        "without the maximum": variant(
            Eq(HockeyStick(eps_p), (exp(eps) - exp(eps_p)) / (1 + exp(eps))),
            witness=point({eps: log(2), eps_p: 2 * log(2)}),
        ),
    },
    evaluate={"delta": least_delta(eps, eps_p)},
)

approximate = Theorem(
    title="The approximate guarantees of randomised response",
    source="kifer.ex4.3",
    cites="kairouz2015",
    claim=ApproxDP(eps_p, least_delta(eps, eps_p)),
    where=pair,
    example=at_0,
    derivation=Chain(Mass(S(y), P) - exp(eps_p) * Mass(S(y), Q))
    .le(HockeyStick(eps_p), "keep the outputs with a positive difference")
    .eq(least_delta(eps, eps_p), "the hockey stick", by=divergence),
    tight=at_0,
    near_misses={
        "the delta of a larger bound": variant(
            ApproxDP(eps_p, least_delta(eps, 2 * eps_p)), witness=point({eps: 2 * log(2), eps_p: log(2)})
        ),
    },
)

no_smaller_delta = Theorem(
    title="Randomised response has no smaller delta",
    source="kifer.ex4.3",
    cites="kairouz2015",
    given=ApproxDP(eps_p, delta),
    claim=least_delta(eps, eps_p) <= delta,
    where=pair,
    example=least,
    derivation=(
        specialise(
            ApproxDP(eps_p, delta), {S(y): Loss() > 0}, "the answer that is more probable under the first law"
        ),
        have(Eq(Probability(Loss() > 0, P), exp(eps) / (1 + exp(eps))), "its probability"),
        have(Eq(Probability(Loss() > 0, Q), 1 / (1 + exp(eps))), "under the second law"),
        have(
            exp(eps) / (1 + exp(eps)) <= exp(eps_p) * (1 / (1 + exp(eps))) + delta,
            "approximate DP at this event",
        ),
        have((exp(eps) - exp(eps_p)) / (1 + exp(eps)) <= delta, "subtract"),
    ),
    tight=least,
    near_misses={
        "any delta": variant(given=[], witness=point({eps: log(2), eps_p: 0, delta: 0})),
    },
)

moment = Theorem(
    title="The exponential moments of the privacy loss of randomised response",
    source="kifer.ex4.3",
    cites="mironov2017",
    claim=Eq(RenyiMoment(alpha), (exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps))),
    where=pair,
    example=point({eps: log(2), alpha: 2}),
    derivation=(
        have(Eq(log(truth), eps - log(1 + exp(eps))), "logarithm of a quotient"),
        have(Eq(log(lie), -log(1 + exp(eps))), "logarithm of a quotient"),
        Chain(exp(alpha * log(truth) + (1 - alpha) * log(lie)))
        .eq(exp(alpha * eps - log(1 + exp(eps))), "the first answer")
        .eq(exp(alpha * eps) / (1 + exp(eps)), "exponential of a logarithm"),
        Chain(exp(alpha * log(lie) + (1 - alpha) * log(truth)))
        .eq(exp((1 - alpha) * eps - log(1 + exp(eps))), "the second answer")
        .eq(exp((1 - alpha) * eps) / (1 + exp(eps)), "exponential of a logarithm"),
        Chain(RenyiMoment(alpha))
        .eq(
            exp(alpha * log(truth) + (1 - alpha) * log(lie))
            + exp(alpha * log(lie) + (1 - alpha) * log(truth)),
            "two answers",
        )
        .eq((exp(alpha * eps) + exp((1 - alpha) * eps)) / (1 + exp(eps)), "insert"),
    ),
    near_misses={
        "of the largest loss alone": variant(
            Eq(RenyiMoment(alpha), exp(alpha * eps) / (1 + exp(eps))), witness=point({eps: log(2), alpha: 2})
        ),
        "the largest possible": variant(
            Eq(RenyiMoment(alpha), exp((alpha - 1) * eps)), witness=point({eps: log(2), alpha: 2})
        ),
    },
    evaluate={"divergence": response.renyi(alpha)},
    note="The logarithm over alpha - 1 is the Rényi divergence of order alpha.",
)
