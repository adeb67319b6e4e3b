"""Under probabilistic DP the posterior differs from the prior by at most tanh(eps/4), whatever the prior."""

from dpsym.derivations.posterior.posterior_interval import forward as posterior_interval
from dpsym.derivations.posterior.posterior_interval import (
    half_told,
    highest,
    kept,
    lowest,
    only_approximate,
)
from dpsym.derivations.vocabulary import delta, eps, p
from dpsym.language import *

s = exp(eps / 2)


def close(p, eps):
    """That the posterior differs from the prior p by at most tanh(eps/4)."""
    return Within(Posterior(p) - p, tanh(eps / 4))


difference_bound = Theorem(
    title="Probabilistic DP bounds the difference of posterior and prior",
    source=of_any_spaces("kazan.thm3.5.1"),
    given=ProbDP(eps, delta),
    claim=UnderEachLaw(close(p, eps), 1 - delta),
    derivation=(
        Chain(highest(p, eps) - p)
        .eq(
            (s - 1) / (s + 1) - (s - 1) * ((s + 1) * p - 1) ** 2 / ((s + 1) * (p * s**2 + 1 - p)),
            "complete the square",
        )
        .le(tanh(eps / 4), "the square is not negative"),
        Chain(lowest(p, eps) - p)
        .eq(
            -(s - 1) / (s + 1) + (s - 1) * ((s + 1) * p - s) ** 2 / ((s + 1) * (p + (1 - p) * s**2)),
            "complete the square",
        )
        .ge(-tanh(eps / 4), "the square is not negative"),
        Chain(Probability(close(p, eps), P))
        .ge(Probability(kept(p, eps), P), "subtract the prior from both ends of the interval")
        .ge(1 - delta, "the interval of the posterior", by=posterior_interval),
    ),
    tight=point({eps: 2 * log(2), delta: Rational(1, 2), p: Rational(1, 3)}, **half_told),
    near_misses={
        "a fifth instead of a quarter": variant(
            UnderEachLaw(Within(Posterior(p) - p, tanh(eps / 5)), 1 - delta),
            witness=point(
                {eps: 10 * log(2), delta: 0, p: Rational(1, 33)},
                P=(Rational(1024, 1025), Rational(1, 1025)),
                Q=(Rational(1, 1025), Rational(1024, 1025)),
            ),
        ),
        "the change at the even prior": variant(
            UnderEachLaw(Within(Posterior(p) - p, tanh(eps / 2) / 2), 1 - delta),
            witness=point(
                {eps: 10 * log(2), delta: 0, p: Rational(1, 33)},
                P=(Rational(1024, 1025), Rational(1, 1025)),
                Q=(Rational(1, 1025), Rational(1024, 1025)),
            ),
        ),
        "approximate DP suffices": only_approximate(p, eps, delta),
    },
    evaluate={
        "bound": tanh(eps / 4),
        "worst prior for an increase": 1 / (1 + exp(eps / 2)),
        "worst prior for a decrease": 1 / (1 + exp(-eps / 2)),
    },
    note="At the point of equality half of the outputs tell all. At the worst prior for an increase an output with the largest loss moves the posterior to one minus the prior.",
)
