"""The budget of the copula in Theorem 3(ii): what is composed has none, and optimal composition gives it back."""

from dpsym.derivations.confounding.decoupled_loss import c, independent_output
from dpsym.derivations.vocabulary import delta, eps, equal, half, quarter
from dpsym.language import *

t = parameter("t", at_least=0, about="a loss")
delta = delta.ranging(at_least=0, below=1)
alike = ForAll(y, Eq(P(y), Q(y)))
# Of one guarantee, beside mechanisms of pure noise, which have the guarantee (0, 0).
curve = delta + (1 - delta) * Max(0, exp(eps) - exp(t)) / (1 + exp(eps))

R = function("R", about="the law of the two numbers that the sampler draws from the copula, in every state")
with_sample = Pair(P(y) * R(c), Q(y) * R(c), y, c)

no_budget = Theorem(
    title="A sample of the copula beside two mechanisms adds nothing to their loss, where optimal composition adds the budget",
    source="zhang.thm3",
    claim=AllOf(
        Eq(HockeyStick(t, with_sample), HockeyStick(t)),
        Implication(alike, Eq(HockeyStick(t, with_sample), 0)),
        Implication(curve <= delta, eps <= t),
    ),
    derivation=(
        have(
            Eq(HockeyStick(t, with_sample), HockeyStick(t)),
            "the sample says nothing",
            by=independent_output.at(eps=t, A=Lambda(y, P(y)), B=Lambda(y, Q(y)), R=Lambda(c, R(c))),
        ),
        have(
            Implication(alike, Eq(HockeyStick(t), 0)),
            "one law",
            derivation=(
                specialise(alike, {y: y}, "one law"),
                have(1 <= exp(t), "an exponential"),
                have(Q(y) <= exp(t) * Q(y), "an exponential"),
                have(Eq(Max(0, P(y) - exp(t) * Q(y)), 0), "one law"),
            ),
        ),
        cases(
            eps <= t,
            (),
            (
                have(exp(t) < exp(eps), "the exponential rises"),
                have(0 < (1 - delta) * (exp(eps) - exp(t)), "a product"),
                have(0 < (1 - delta) * Max(0, exp(eps) - exp(t)) / (1 + exp(eps)), "a quotient"),
            ),
        ),
    ),
    example=point({eps: 1, delta: quarter, t: 1}, **equal, R=(half, half)),
    near_misses={
        "no loss of the mechanisms either": variant(Eq(HockeyStick(t, with_sample), 0)),
        "the delta of the budget alone": variant(curve <= delta),
    },
    errata=erratum(
        "wrong result",
        "Theorem 3(ii)",
        "[upper] OPT_{delta_g}(s_0, s_1) = OptComp((eps_c, delta_c), eps_1, delta_1), eps_2, delta_2), delta_g)",
        fails=(
            "As an equation of guarantees. Let both mechanisms be pure noise, so that each has the guarantee (0, 0). The coupled noises do not depend on the state, nor does the density of their copula: "
            "the three independent mechanisms on the left have one law in all states and the least loss 0. At delta_g = delta_c the right side is eps_c, as large as one wants."
        ),
        holds="At most; and both sides say nothing of the coupled outputs, which may lose more than either.",
        affects="Section 5, where the budget of the copula is looked for.",
        reads=variant(
            Implication(HockeyStick(t, with_sample) <= delta, eps <= t),
            given=[alike],
            witness=point({eps: 1, delta: quarter, t: 0}, **equal, R=(half, half)),
        ),
    ),
    note=(
        "P and Q are the laws in two states of both outputs as if they were independent, and R that of the sample of the copula, which does not depend on the state: on the left of the theorem all three are composed. The curve is the delta at the loss t of optimal composition of the budget and two mechanisms of pure noise. The first part of the theorem, that each "
        "mechanism keeps its guarantee, holds: its noise has the distribution function that it had, by the theorem on two latent numbers, and two noises with one distribution function give a mechanism one guarantee."
    ),
)
