"""Approximate DP and the difference of posterior and prior: what a bounded difference gives, and what approximate DP keeps."""

from dpsym.derivations.conversions.approximate_to_probabilistic import (
    approximate_to_probabilistic,
    probabilistic_loss,
)
from dpsym.derivations.conversions.probabilistic_to_approximate import probabilistic_to_approximate
from dpsym.derivations.posterior.difference_bound import close, difference_bound
from dpsym.derivations.posterior.difference_bound_to_probabilistic import twice
from dpsym.derivations.posterior.priors_of_the_largest_change import approximate as at_two_priors
from dpsym.derivations.posterior.priors_of_the_largest_change import (
    approximate_at_larger_loss as at_even_prior,
)
from dpsym.derivations.posterior.priors_of_the_largest_change import loss_at_even_prior
from dpsym.derivations.vocabulary import delta, delta_p, half, p, truthful
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss whose difference bound is assumed or kept, in nats")
eps_small = parameter(
    "eps", at_least=0, below=2 * log(3), about="privacy loss whose difference bound is assumed, in nats"
)
delta_p = delta_p.ranging(above=delta, at_most=1)

always_close = ForAll(p, UnderEachLaw(close(p, eps), 1 - delta))
closest = ForAll(p, UnderEachLaw(close(p, eps_small), 1 - delta))
eps_t = loss_at_even_prior(eps_small)
eps_p = probabilistic_loss(eps, delta, delta_p)

s = exp(eps / 2)
rise, fall = 1 / (1 + s), 1 / (1 + exp(-eps / 2))


sharp = Theorem(
    title="A difference bound gives approximate DP without a loss",
    source=of_any_spaces("kazan.x-sharp3.12"),
    given=always_close,
    claim=ApproxDP(eps, delta),
    derivation=(
        specialise(always_close, {p: rise}, "the prior of the largest increase"),
        specialise(always_close, {p: fall}, "the prior of the largest decrease"),
        have(ApproxDP(eps, delta), "the priors of the largest changes suffice", by=at_two_priors),
    ),
    tight=point({eps: 2 * log(2), delta: Rational(1, 3)}, P=(Rational(1, 3), Rational(2, 3)), Q=(0, 1)),
    near_misses={
        "under one law only": variant(given=[ForAll(p, Probability(close(p, eps), P) >= 1 - delta)]),
    },
    note="The paper has twice the delta, or a larger loss. Neither is needed: approximate DP asks for one tail of the loss only.",
    errata=erratum(
        "wrong step",
        "Appendix A.9, proof of Corollary 3.12, part 1",
        "From Theorem 3.5, if M is such that (17) is satisfied for any database [...], then M satisfies (eps, delta)-PDP",
        fails=(
            "Theorem 3.5(2) gives probabilistic DP with 2 delta, not with delta. Let e^eps = 9, so that the bound in (17) is 1/2, "
            "and let delta = 1/2, P = (1/2, 1/20, 9/20) and Q = (1/20, 1/2, 9/20). The first output moves a prior p by ",
            9 * p * (1 - p) / (1 + 9 * p),
            ", which is more than 1/2 only if ",
            (6 * p - 1) * (3 * p - 1) < 0,
            ", so for p between 1/6 and 1/3; the second, by symmetry, only for p between 2/3 and 5/6. "
            "So (17) holds at every prior. But the loss is plus or minus log 10, beyond eps, with probability 11/20, more than delta.",
        ),
        holds="More than the corollary: (17) at every prior gives approximate DP with this eps and this delta, without the factor 2 and without the larger loss.",
        affects="Only this proof. In its last sentence “probabilistic DP” should be “DP”, twice.",
        reads=variant(
            ProbDP(eps, delta),
            witness=point(
                {eps: 2 * log(3), delta: Rational(1, 2)},
                P=(Rational(1, 2), Rational(1, 20), Rational(9, 20)),
                Q=(Rational(1, 20), Rational(1, 2), Rational(9, 20)),
            ),
        ),
        source=("kazan.cor3.12",),
    ),
)

twice_the_delta = Theorem(
    title="A difference bound gives approximate DP with twice the delta",
    source=of_any_spaces("kazan.cor3.12"),
    kind="corollary",
    given=always_close,
    claim=ApproxDP(eps, 2 * delta),
    derivation=(
        have(ProbDP(eps, 2 * delta), "the difference bound gives probabilistic DP", by=twice),
        Chain(Mass(S(y), P) - exp(eps) * Mass(S(y), Q)).le(
            2 * delta,
            "probabilistic DP implies approximate DP",
            by=probabilistic_to_approximate.at(delta=2 * delta),
        ),
    ),
    near_misses={
        "under one law only": variant(given=[ForAll(p, Probability(close(p, eps), P) >= 1 - delta)]),
    },
    note="True, and weaker than the sharp version.",
)

with_larger_loss = Theorem(
    title="A difference bound gives approximate DP at a larger loss",
    source="kazan.cor3.12",
    kind="corollary",
    given=closest,
    claim=ApproxDP(eps_t, delta),
    define={parameter("eps_t", latex=r"\tilde{\varepsilon}"): eps_t},
    derivation=(
        specialise(closest, {p: half}, "the even prior"),
        have(ApproxDP(eps_t, delta), "the even prior suffices", by=at_even_prior),
    ),
    near_misses={
        "under one law only": variant(given=[ForAll(p, Probability(close(p, eps_small), P) >= 1 - delta)]),
    },
    evaluate={"eps_t": eps_t},
    note=(
        "The paper omits the condition that eps is less than 2 log 3; from there on its formula is the logarithm of a number that is "
        "not positive. True where it has a meaning, and weaker than the sharp version."
    ),
)

approximate_to_difference = Theorem(
    title="Approximate DP bounds the difference of posterior and prior with high probability",
    source="kazan.cor3.12",
    kind="corollary",
    given=ApproxDP(eps, delta),
    claim=UnderEachLaw(close(p, eps_p), 1 - delta_p),
    define={parameter("eps_p"): eps_p},
    derivation=(
        have(0 <= eps_p, "the numerator is at least the denominator"),
        have(
            ProbDP(eps_p, delta_p), "approximate DP implies probabilistic DP", by=approximate_to_probabilistic
        ),
        Chain(Probability(close(p, eps_p), P)).ge(
            1 - delta_p,
            "probabilistic DP bounds the difference",
            by=difference_bound.at(eps=eps_p, delta=delta_p),
        ),
    ),
    near_misses={
        "the same loss": variant(
            UnderEachLaw(close(p, eps), 1 - delta_p),
            witness=point(
                {eps: 0, delta: Rational(1, 3), delta_p: Rational(1, 2), p: Rational(1, 2)},
                **truthful,
            ),
        ),
    },
    evaluate={
        "eps_p": eps_p,
        "bound": tanh(eps_p / 4),
        "worst prior for an increase": 1 / (1 + exp(eps_p / 2)),
        "worst prior for a decrease": 1 / (1 + exp(-eps_p / 2)),
    },
    note="For a failure probability above 1, which the paper allows too, there is nothing to show.",
)
