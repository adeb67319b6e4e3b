"""How often the privacy loss of an approximately private mechanism exceeds a larger bound."""

from dpsym.derivations.vocabulary import delta, eps, truthful
from dpsym.language import *

delta = delta.ranging(at_least=0)
eps_p = parameter("eps_p", above=eps, about="a larger bound on the privacy loss, in nats")


above = Theorem(
    title="Approximate DP bounds the probability of a larger loss",
    source="kazan.eq-zhao",
    kind="lemma",
    given=ApproxDP(eps, delta),
    claim=Probability(Loss() > eps_p, P) <= delta / (1 - exp(eps - eps_p)),
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): Loss() > eps_p}, "the event of a larger loss"),
        Chain((1 - exp(eps - eps_p)) * Probability(Loss() > eps_p, P))
        .le(
            Probability(Loss() > eps_p, P) - exp(eps) * Probability(Loss() > eps_p, Q),
            "there the second law is the smaller, by the factor of the loss",
        )
        .le(delta, "approximate DP"),
    ),
    near_misses={
        "without the denominator": variant(
            Probability(Loss() > eps_p, P) <= delta,
            witness=point({eps: 0, delta: Rational(1, 3), eps_p: log(Rational(3, 2))}, **truthful),
        ),
    },
    evaluate={"failure probability": delta / (1 - exp(eps - eps_p))},
)

below = Theorem(
    title="Approximate DP bounds the probability of a loss far below",
    source="kazan.eq-zhao",
    kind="lemma",
    given=ApproxDP(eps, delta),
    claim=Probability(Loss() < -eps_p, P) <= exp(-eps_p) * delta / (1 - exp(eps - eps_p)),
    derivation=Chain(Probability(Loss() < -eps_p, P))
    .le(
        exp(-eps_p) * Probability(Loss() < -eps_p, Q),
        "there the first law is the smaller, by the factor of the loss",
    )
    .eq(
        exp(-eps_p) * Probability(Loss(Q(y), P(y)) > eps_p, Q),
        "exchanging the laws changes the sign of the loss",
    )
    .le(
        exp(-eps_p) * delta / (1 - exp(eps - eps_p)),
        "the probability of a larger loss, with the laws exchanged",
        by=above.swapped(),
    ),
    near_misses={
        "without the denominator": variant(
            Probability(Loss() < -eps_p, P) <= exp(-eps_p) * delta,
            witness=point({eps: 0, delta: Rational(1, 3), eps_p: log(Rational(3, 2))}, **truthful),
        ),
        "the square of the factor": variant(
            Probability(Loss() < -eps_p, P) <= exp(-2 * eps_p) * delta / (1 - exp(eps - eps_p)),
            witness=point(
                {eps: 0, delta: Rational(7, 9), eps_p: log(7)},
                P=(Rational(8, 9), Rational(1, 9)),
                Q=(Rational(1, 9), Rational(8, 9)),
            ),
        ),
        "without approximate DP": variant(
            given=[],
            witness=point(
                {eps: 0, delta: 0, eps_p: log(2)},
                P=(Rational(1, 5), Rational(4, 5)),
                Q=(Rational(4, 5), Rational(1, 5)),
            ),
        ),
    },
    evaluate={"failure probability": exp(-eps_p) * delta / (1 - exp(eps - eps_p))},
)
