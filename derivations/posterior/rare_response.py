"""Rare randomised response: the posterior stays close to the prior more often than the loss stays bounded."""

from dpsym.derivations.posterior.difference_bound import close
from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss whose difference bound is asked for, in nats")
L = parameter("L", above=0, about="privacy loss of the response, in nats")
a = parameter("a", above=0, at_most=1, about="probability of a truthful response")
p = parameter("p", at_least=0, at_most=1, about="prior probability that the target is in the data")

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
        have(0 < a * w, "an untruthful response is possible"),
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
        "the answers exchanged": variant(
            Eq(Posterior(p, a, a * w), lowest(p, L)),
            witness=point({L: log(5), a: Rational(1, 2), p: Rational(1, 2)}),
        ),
        "half the loss": variant(
            Eq(Posterior(p, a, a * w), highest(p, L / 2)),
            witness=point({L: 2 * log(2), a: Rational(1, 2), p: Rational(1, 2)}),
        ),
    },
    note=(
        "The three outcomes have the stated masses when the target is present. When it is absent the masses of the two answers "
        "change places, which the paper does not write."
    ),
)

difference = Theorem(
    title="Rare randomised response keeps the posterior close",
    source="kazan.exA.1",
    kind="lemma",
    given=(nothing >= 0, tanh(L / 2) / 2 <= tanh(eps / 4)),
    claim=UnderEachLaw(close(p, eps), 1 - a),
    where=rare_response,
    derivation=(
        have(w < 1, "its loss is positive"),
        have((1 - w) / (1 + w) / 2 <= tanh(eps / 4), "the hypothesis on the two losses"),
        have(
            nothing * Indicator(Within(Posterior(p, nothing, nothing) - p, tanh(eps / 4))) >= nothing,
            "no answer leaves the prior as it is",
            derivation=cases(0 < nothing, have(Within(Posterior(p, nothing, nothing) - p, tanh(eps / 4)))),
        ),
        cases(
            p <= Rational(1, 2),
            (
                have(0 <= (1 - 2 * p) * (1 - p - p * w), "both factors are positive"),
                have(p - p * w / (p * w + 1 - p) <= (1 - w) / (1 + w) / 2, "clear the denominators"),
                have(Eq(Posterior(p, a * w, a), p * w / (p * w + 1 - p)), "cancel"),
                have(
                    Within(Posterior(p, a * w, a) - p, tanh(eps / 4)), "the posterior has not moved far down"
                ),
            ),
            (
                have(0 <= (2 * p - 1) * (p - (1 - p) * w), "both factors are positive"),
                have(p / (p + (1 - p) * w) - p <= (1 - w) / (1 + w) / 2, "clear the denominators"),
                have(Eq(Posterior(p, a, a * w), p / (p + (1 - p) * w)), "cancel"),
                have(Within(Posterior(p, a, a * w) - p, tanh(eps / 4)), "the posterior has not moved far up"),
            ),
        ),
    ),
    near_misses={
        "without the bound on the loss": variant(
            given=[nothing >= 0],
            witness=point(
                {eps: 0, L: log(2), a: Rational(1, 2), p: Rational(1, 2)},
                P=(Rational(1, 4), Rational(1, 2), Rational(1, 4)),
                Q=(Rational(1, 4), Rational(1, 4), Rational(1, 2)),
            ),
        ),
        "half the failures": variant(
            UnderEachLaw(close(p, eps), 1 - a / 2),
            witness=point(
                {eps: 2 * log(2), L: log(5), a: Rational(1, 2), p: Rational(1, 3)},
                P=(Rational(2, 5), Rational(1, 2), Rational(1, 10)),
                Q=(Rational(2, 5), Rational(1, 10), Rational(1, 2)),
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
        "without the order of the losses": variant(
            Eq(Probability(Within(Loss(), eps), P), nothing),
            given=[nothing >= 0],
            witness=point(
                {eps: log(5), L: log(5), a: Rational(1, 2)},
                P=(Rational(2, 5), Rational(1, 2), Rational(1, 10)),
                Q=(Rational(2, 5), Rational(1, 10), Rational(1, 2)),
            ),
        ),
    },
)
