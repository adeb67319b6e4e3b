"""Pure DP says exactly that posterior and prior surely differ by at most tanh(eps/4), for every prior."""

from dpsym.derivations.conversions.pure_as_bounded_loss import probabilistic as pure_as_probabilistic
from dpsym.derivations.posterior.difference_bound import close, difference_bound
from dpsym.derivations.posterior.priors_of_the_largest_change import approximate as at_two_priors
from dpsym.derivations.vocabulary import apart, delta, eps, p, response
from dpsym.language import *

always_close = ForAll(p, UnderEachLaw(close(p, eps), 1))

forward = Theorem(
    title="Pure DP bounds the difference of posterior and prior surely",
    source=of_any_spaces("kazan.cor3.8"),
    kind="corollary",
    given=PureDP(eps),
    claim=UnderEachLaw(close(p, eps), 1),
    derivation=(
        have(ProbDP(eps, 0), "pure DP surely bounds the loss", by=pure_as_probabilistic),
        Chain(Probability(close(p, eps), P)).ge(
            1, "the bound on the difference, with failure probability 0", by=difference_bound.at(delta=0)
        ),
    ),
    tight=point({eps: 2 * log(2), p: Rational(1, 3)}, **response),
    errata=erratum(
        "slip in wording",
        "Appendix A.7, proof of Corollary 3.8",
        "From Theorem 3.5, M satisfies (eps, delta)-PDP if and only if for any database",
        fails=(
            "Theorem 3.5 is no equivalence for a positive delta, and (30), which follows, has the probability 1. "
            "Let P = (1, 0), Q = (0, 1) and delta = 1: then M satisfies (eps, 1)-PDP, and the prior 1/2 moves by 1/2 with probability 1, which is more than (30) allows for eps below 2 log 3."
        ),
        holds="The equivalence with (eps, 0)-PDP in the place of (eps, delta)-PDP: part (1) and the first half of part (2) of the theorem at delta = 0, for every prior from 0 to 1.",
        affects="The same delta stands for 0 in the proof of Corollary 3.7. Both corollaries hold.",
        reads=variant(
            given=[ProbDP(eps, delta)], witness=point({eps: 0, delta: 1, p: Rational(1, 2)}, **apart)
        ),
    ),
    near_misses={
        "approximate DP suffices": variant(
            given=[ApproxDP(eps, Rational(1, 10))],
            witness=point({eps: 0, p: Rational(1, 2)}, P=(Rational(1, 10), Rational(9, 10)), Q=(0, 1)),
        ),
    },
    evaluate={
        "bound": tanh(eps / 4),
        "worst prior for an increase": 1 / (1 + exp(eps / 2)),
        "worst prior for a decrease": 1 / (1 + exp(-eps / 2)),
    },
)

converse = Theorem(
    title="A sure bound on every difference gives pure DP",
    source="kazan.cor3.8",
    kind="corollary",
    given=always_close,
    claim=PureDP(eps),
    derivation=(
        specialise(always_close, {p: 1 / (1 + exp(eps / 2))}, "the prior of the largest increase"),
        specialise(always_close, {p: 1 / (1 + exp(-eps / 2))}, "the prior of the largest decrease"),
        have(PureDP(eps), "these priors suffice, with failure probability 0", by=at_two_priors.at(delta=0)),
    ),
    near_misses={
        "the even prior only": variant(given=[UnderEachLaw(close(Rational(1, 2), eps), 1)]),
        "under one law only": variant(given=[ForAll(p, Probability(close(p, eps), P) >= 1)]),
    },
    note="The two priors with the largest increase and the largest decrease suffice.",
)
