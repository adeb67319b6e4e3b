"""From eps = 2 log 3 on, a posterior that is close to the prior, for every prior, says nothing about the loss."""

from dpsym.derivations.posterior.difference_bound import close
from dpsym.derivations.posterior.rare_response import L, a, nothing, rare_response
from dpsym.derivations.posterior.rare_response import difference as rare_difference
from dpsym.derivations.vocabulary import p
from dpsym.language import *

eps = parameter("eps", at_least=2 * log(3), about="privacy loss whose difference bound holds, in nats")
eps_small = parameter("eps", above=0, about="privacy loss, in nats")
eps_pp = parameter("eps_pp", at_least=0, below=L, about="any bound on the privacy loss, in nats")

s = exp(eps / 2)

half_is_close = Theorem(
    title="A large loss allows a move by one half",
    source="kazan.x-epstilde-domain",
    kind="lemma",
    claim=tanh(L / 2) / 2 <= tanh(eps / 4),
    derivation=(
        have(
            3 <= s,
            "the loss is large enough",
            derivation=cases(s < 3, have(eps / 2 < log(3), "take the logarithm")),
        ),
        Chain(tanh(eps / 4))
        .eq(1 - 2 / (s + 1), "definition of the hyperbolic tangent")
        .ge(Rational(1, 2), "the exponential of half the loss is at least 3"),
        Chain(tanh(L / 2)).le(1, "the hyperbolic tangent is less than 1"),
    ),
    near_misses={
        "every loss": variant(
            tanh(L / 2) / 2 <= tanh(eps_small / 4), witness=point({eps_small: 2 * log(2), L: log(9)})
        ),
    },
)

listed = {
    "P": (Rational(2, 5), Rational(1, 2), Rational(1, 10)),
    "Q": (Rational(2, 5), Rational(1, 10), Rational(1, 2)),
}

posterior_close = Theorem(
    title="Rare randomised response with any loss keeps the posterior close",
    source=whole_of("kazan.x-epstilde-domain"),
    given=nothing >= 0,
    claim=UnderEachLaw(close(p, eps), 1 - a),
    where=rare_response,
    derivation=(
        have(0 < log(3), "3 is more than 1"),
        have(0 <= eps, "the loss is large enough"),
        have(tanh(L / 2) / 2 <= tanh(eps / 4), "a large loss allows a move by one half", by=half_is_close),
        Chain(Probability(close(p, eps), P)).ge(1 - a, "rare randomised response", by=rare_difference),
    ),
    near_misses={
        "every loss": variant(
            UnderEachLaw(close(p, eps_small), 1 - a),
            witness=point({eps_small: log(2), L: log(5), a: Rational(1, 2), p: Rational(1, 2)}, **listed),
        ),
    },
)

no_bound = Theorem(
    title="Rare randomised response exceeds any bound on the loss",
    source="kazan.x-epstilde-domain",
    given=nothing >= 0,
    claim=Probability(Within(Loss(), eps_pp), P) < 1 - a,
    where=rare_response,
    derivation=(have(exp(eps_pp) < exp(L), "the exponential is increasing"),),
    near_misses={
        "by half as much again": variant(Probability(Within(Loss(), eps_pp), P) < 1 - 3 * a / 2),
        "the loss of the response": variant(Probability(Within(Loss(), L), P) < 1 - a),
    },
    note="The failure probability of the difference bound stays the same, while the bound on the loss may be as large as one likes.",
)
