"""A posterior that is close to the prior, for every prior, does not bound the loss as well as a bounded loss does."""

from dpsym.derivations.posterior.difference_bound import close
from dpsym.derivations.posterior.difference_bound_to_probabilistic import loss_at_even_prior
from dpsym.derivations.posterior.rare_response import difference as rare_difference
from dpsym.derivations.vocabulary import delta, p
from dpsym.language import *

eps = parameter("eps", above=0, below=2 * log(3), about="privacy loss whose difference bound holds, in nats")
delta = delta.ranging(above=0, at_most=1)
eps_pp = parameter(
    "eps_pp", at_least=0, below=loss_at_even_prior(eps), about="a bound on the privacy loss, in nats"
)

s = exp(eps / 2)
eps_t = loss_at_even_prior(eps)
named = {parameter("eps_t", latex=r"\tilde{\varepsilon}"): eps_t}  # as the paper has it
w = exp(-eps_t)
nothing = 1 - delta * (1 + w)

# With probability delta(1 + w) answer whether the target is in the data, truthfully with odds 1 : w; otherwise answer nothing.
mechanism = {P: (nothing, delta, delta * w), Q: (nothing, delta * w, delta)}

possible = Theorem(
    title="Rare randomised response needs a small failure probability",
    source=of_any_spaces("kazan.exA.1"),
    kind="example",
    given=delta <= Rational(1, 2),
    claim=nothing >= 0,
    derivation=(
        have(
            s < 3,
            "the loss is less than its upper bound",
            derivation=cases(3 <= s, have(log(3) <= eps / 2, "take the logarithm")),
        ),
        have(1 < s, "the loss is positive"),
        Chain(w)
        .eq((3 - s) / (3 * s - 1), "exponentials of logarithms")
        .le(1, "the exponential of half the loss is larger than 1"),
    ),
    errata=erratum(
        "missing condition",
        "Example A.1",
        "Let eps, delta > 0",
        fails="The mechanism releases with probability delta times a number above 1; for delta = 1 that is no probability.",
        holds="The example for every delta at most 1/2 and every eps below 2 log 3.",
        reads=variant(
            given=(),
            witness=point({eps: 2 * log(2), delta: 1}),
            note="The paper takes any positive loss and failure probability.",
        ),
    ),
    near_misses={
        "up to nine tenths": variant(
            given=[delta <= Rational(9, 10)], witness=point({eps: 2 * log(2), delta: Rational(9, 10)})
        ),
    },
)

bounded = Probability(Within(Loss(), eps), P)

losses_related = (
    have(
        s < 3,
        "the loss is less than its upper bound",
        derivation=cases(3 <= s, have(log(3) <= eps / 2, "take the logarithm")),
    ),
    have(1 < s, "the loss is positive"),
)

posterior_close = Theorem(
    title="The posterior of the example is close to the prior",
    source="kazan.exA.1",
    kind="example",
    given=nothing >= 0,
    claim=UnderEachLaw(close(p, eps), 1 - delta),
    where=mechanism,
    define=named,
    derivation=(
        *losses_related,
        have(0 < eps_t, "its exponential is larger than 1"),
        have(Eq(tanh(eps_t / 2) / 2, tanh(eps / 4)), "insert"),
        Chain(Probability(close(p, eps), P)).ge(
            1 - delta, "rare randomised response", by=rare_difference.at(L=eps_t, a=delta)
        ),
    ),
    near_misses={
        "without a failure": variant(UnderEachLaw(close(p, eps), 1)),
    },
)

not_probabilistic = Theorem(
    title="The loss of the example is not bounded as often",
    source="kazan.exA.1",
    kind="example",
    given=nothing >= 0,
    claim=AllOf(Eq(bounded, nothing), bounded < 1 - delta),
    where=mechanism,
    define=named,
    derivation=(
        *losses_related,
        have(exp(eps) < exp(eps_t), "a cube is positive"),
    ),
    near_misses={
        "the larger loss of the theorem": variant(Probability(Within(Loss(), eps_t), P) < 1 - delta),
        "never bounded": variant(Eq(bounded, 0)),
    },
    note="So the difference bound holds with a failure probability with which probabilistic DP does not: the converse fails.",
)

larger_loss_is_best = Theorem(
    title="No loss less than the larger one will do",
    source="kazan.thm3.5.2",
    kind="lemma",
    given=nothing >= 0,
    claim=Probability(Within(Loss(), eps_pp), P) < 1 - delta,
    where=mechanism,
    define=named,
    derivation=(have(exp(eps_pp) < exp(eps_t), "the exponential is increasing"),),
    near_misses={
        "the larger loss itself": variant(Probability(Within(Loss(), eps_t), P) < 1 - delta),
    },
    note="The posterior of the example is close to the prior; so the loss that the difference bound gives at the same failure probability is the best.",
)
