"""Rare randomised response: the posterior stays close to the prior more often than the loss stays bounded."""

from dpsym.derivations.posterior.difference_bound import close
from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.derivations.vocabulary import half, p
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss whose difference bound is asked for, in nats")
L = parameter("L", above=0, about="privacy loss of the response, in nats")
a = parameter("a", above=0, at_most=1, about="probability of a truthful response")

w = exp(-L)

nothing = 1 - a * (1 + w)

# With probability a(1 + w) answer whether the target is in the data, truthfully with odds 1 : w; otherwise answer nothing.
rare_response = {P: (nothing, a, a * w), Q: (nothing, a * w, a)}

posteriors = Theorem(
    title="The posteriors of rare randomised response",
    source="kazan.exA.1",
    kind="lemma",
    claim=AllOf(
        Implication(nothing > 0, Eq(Posterior(p, nothing, nothing), p)),
        Eq(Posterior(p, a, a * w), highest(p, L)),
        Eq(Posterior(p, a * w, a), lowest(p, L)),
    ),
    derivation=(
        have(
            Implication(nothing > 0, Eq(Posterior(p, nothing, nothing), p)),
            "no answer leaves the prior as it is",
        ),
        have(
            Eq(Posterior(p, a, a * w), highest(p, L)),
            "the answer of the present target has the loss of the response",
        ),
        have(Eq(Posterior(p, a * w, a), lowest(p, L)), "the answer of the absent target has its negative"),
    ),
    near_misses={
        "the answers exchanged": variant(Eq(Posterior(p, a, a * w), lowest(p, L))),
    },
    note=(
        "The three outcomes have the stated masses when the target is present. When it is absent the masses of the two answers "
        "change places, which the paper does not write."
    ),
)

p_low, p_high = p.ranging(at_least=0, at_most=half), p.ranging(at_least=half, at_most=1)

down = Theorem(
    title="From a low prior the posterior cannot fall far",
    source="kazan.exA.1",
    kind="lemma",
    claim=Between(lowest(p_low, L), p_low, lowest(p_low, L) + tanh(L / 2) / 2),
    derivation=(
        have(w < 1, "the loss is positive"),
        have(Eq(lowest(p_low, L), p_low * w / (p_low * w + 1 - p_low)), "multiply by the exponential"),
        have(p_low * w / (p_low * w + 1 - p_low) <= p_low, "clear the denominator"),
        have(0 <= (1 - 2 * p_low) * (1 - p_low - p_low * w), "both factors are positive"),
        have(p_low - p_low * w / (p_low * w + 1 - p_low) <= (1 - w) / (1 + w) / 2, "clear the denominators"),
        have(Eq(tanh(L / 2), (1 - w) / (1 + w)), "definition of the hyperbolic tangent"),
    ),
    tight=point({L: log(3), p_low: half}),
    near_misses={
        "from every prior": variant(p - lowest(p, L) <= tanh(L / 2) / 2),
    },
)

up = Theorem(
    title="From a high prior the posterior cannot rise far",
    source="kazan.exA.1",
    kind="lemma",
    claim=Between(p_high, highest(p_high, L), p_high + tanh(L / 2) / 2),
    derivation=(
        have(w < 1, "the loss is positive"),
        have(p_high <= highest(p_high, L), "clear the denominator"),
        have(0 <= (2 * p_high - 1) * (p_high - (1 - p_high) * w), "both factors are positive"),
        have(highest(p_high, L) - p_high <= (1 - w) / (1 + w) / 2, "clear the denominators"),
        have(Eq(tanh(L / 2), (1 - w) / (1 + w)), "definition of the hyperbolic tangent"),
    ),
    tight=point({L: log(3), p_high: half}),
    near_misses={
        "from every prior": variant(highest(p, L) - p <= tanh(L / 2) / 2),
    },
)

bounded = ForAll(y, Within(Loss(), L))
related = tanh(L / 2) / 2 <= tanh(eps / 4)
no_gain, no_drop = AllOf(0 < P(y) + Q(y), Loss() <= 0), AllOf(0 < P(y) + Q(y), Loss() >= 0)

low_prior = Theorem(
    title="From a low prior the posterior stays close where the loss is not positive",
    source="kazan.exA.1",
    kind="lemma",
    given=(bounded, related),
    claim=AllOf(
        Probability(Loss() <= 0, P) <= Probability(close(p_low, eps), P),
        Probability(Loss() <= 0, Q) <= Probability(close(p_low, eps), Q),
    ),
    derivation=(
        specialise(bounded, {y: y}, "every output"),
        have(
            Implication(no_gain, Between(lowest(p_low, L), Posterior(p_low), p_low)),
            "the posterior rises with the loss",
        ),
        have(Implication(no_gain, close(p_low, eps)), "such a fall is small", by=down),
        Chain(Probability(close(p_low, eps), P)).ge(Probability(Loss() <= 0, P), "sum over these outputs"),
    ),
    near_misses={
        "from every prior": variant(Probability(Loss() <= 0, Q) <= Probability(close(p, eps), Q)),
    },
)

high_prior = Theorem(
    title="From a high prior the posterior stays close where the loss is not negative",
    source="kazan.exA.1",
    kind="lemma",
    given=(bounded, related),
    claim=AllOf(
        Probability(Loss() >= 0, P) <= Probability(close(p_high, eps), P),
        Probability(Loss() >= 0, Q) <= Probability(close(p_high, eps), Q),
    ),
    derivation=(
        specialise(bounded, {y: y}, "every output"),
        have(
            Implication(no_drop, Between(p_high, Posterior(p_high), highest(p_high, L))),
            "the posterior rises with the loss",
        ),
        have(Implication(no_drop, close(p_high, eps)), "such a rise is small", by=up),
        Chain(Probability(close(p_high, eps), P)).ge(Probability(Loss() >= 0, P), "sum over these outputs"),
    ),
    near_misses={
        "from every prior": variant(Probability(Loss() >= 0, P) <= Probability(close(p, eps), P)),
    },
)

difference = Theorem(
    title="Rare randomised response keeps the posterior close",
    source="kazan.exA.1",
    kind="lemma",
    given=(nothing >= 0, related),
    claim=UnderEachLaw(close(p, eps), 1 - a),
    where=rare_response,
    derivation=(
        have(w < 1, "the loss of the response is positive"),
        have(bounded, "no answer has loss 0, and the answers have the loss of the response, up or down"),
        cases(
            p <= half,
            Chain(Probability(close(p, eps), P))
            .ge(Probability(Loss() <= 0, P), "the prior is low", by=low_prior)
            .ge(1 - a, "only the answer of the present target has a positive loss"),
            Chain(Probability(close(p, eps), P))
            .ge(Probability(Loss() >= 0, P), "the prior is high", by=high_prior)
            .ge(1 - a, "only the answer of the absent target has a negative loss"),
        ),
    ),
    near_misses={
        "without the bound on the loss": without(
            related,
            witness=point(
                {eps: 0, L: log(2), a: Rational(1, 2), p: Rational(1, 2)},
                P=(Rational(1, 4), Rational(1, 2), Rational(1, 4)),
                Q=(Rational(1, 4), Rational(1, 4), Rational(1, 2)),
            ),
        ),
    },
)

tail = Theorem(
    title="How often the loss of rare randomised response is bounded",
    source="kazan.exA.1",
    kind="lemma",
    given=(nothing >= 0, eps < L),
    claim=AllOf(
        Eq(Probability(Within(Loss(), eps), P), nothing), Eq(Probability(Within(Loss(), eps), Q), nothing)
    ),
    where=rare_response,
    near_misses={
        "only the truthful responses": variant(
            Eq(Probability(Within(Loss(), eps), P), 1 - a),
            witness=point(
                {eps: 0, L: log(5), a: Rational(1, 2)},
                P=(Rational(2, 5), Rational(1, 2), Rational(1, 10)),
                Q=(Rational(2, 5), Rational(1, 10), Rational(1, 2)),
            ),
        ),
        "without the order of the losses": without(
            eps < L, claim=Eq(Probability(Within(Loss(), eps), P), nothing)
        ),
    },
)
