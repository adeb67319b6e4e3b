"""Secondary analyses keep the bounds on moves of the posterior: they raise no divergence, and the bounds rise with it."""

from dpsym.derivations.bayesian.attacker import (
    M,
    counterfactual_joint,
    counterfactual_marginal,
    d,
    joint,
    marginal,
    prior,
    r,
    s,
    t,
)
from dpsym.derivations.bayesian.attacker import model as attacker
from dpsym.derivations.bayesian.known_rest_tails import G, V, order, rho
from dpsym.derivations.bayesian.known_rest_tails import at_order as known_at_order
from dpsym.derivations.bayesian.known_rest_tails import bound as known_bound
from dpsym.derivations.bayesian.known_rest_tails import concentrated as known_concentrated
from dpsym.derivations.bayesian.known_rest_tails import eps_c as eps_above
from dpsym.derivations.bayesian.known_rest_tails import model as known_model
from dpsym.derivations.bayesian.known_rest_tails import private as known_private
from dpsym.derivations.bayesian.known_rest_tails import renyi as known_tail
from dpsym.derivations.bayesian.known_rest_tails import tail as known_concentrated_tail
from dpsym.derivations.bayesian.posterior_ratio import possible_outputs, product
from dpsym.derivations.bayesian.unknown_rest_tails import bound as unknown_bound
from dpsym.derivations.bayesian.unknown_rest_tails import concentrated as unknown_concentrated
from dpsym.derivations.bayesian.unknown_rest_tails import eps_c as eps_u
from dpsym.derivations.bayesian.unknown_rest_tails import loss, moved, private, rare, two_records
from dpsym.derivations.bayesian.unknown_rest_tails import order as unknown_order
from dpsym.derivations.bayesian.unknown_rest_tails import renyi as unknown_tail
from dpsym.derivations.bayesian.unknown_rest_tails import rho as rho_u
from dpsym.derivations.bayesian.unknown_rest_tails import tail as unknown_concentrated_tail
from dpsym.derivations.divergences.renyi_post_processing import alpha, w
from dpsym.derivations.divergences.renyi_post_processing import renyi as kept
from dpsym.derivations.vocabulary import gamma, half, third
from dpsym.language import *

eps = parameter("eps", about="bound on the logarithm of the ratio of the posteriors, in nats")

certain, response = (1, 0, 0, 1), (2 * third, third, third, 2 * third)

K = function("K", about="the law of the answer of a secondary analysis, given the output")
analysis = ForAll(w, distribution(K(w, y)))


def analysed(law):
    """The law of the answer, where `law` gives the mass of the output w."""
    return Total(law * K(w, y), w)


def law_of_answer(law):
    """That the answer has a law."""
    return (
        have(0 <= law * K(w, y), "no factor is negative"),
        have(0 <= analysed(law), "a sum of products of masses"),
        have(Eq(Total(law * K(w, y), y), law), "the answer has a law"),
        have(
            Eq(Total(analysed(law), y), 1),
            "whatever the output",
            derivation=(
                Chain(Total(analysed(law), y))
                .eq(Total(law * K(w, y), w, y), "sum over the outputs and the answers")
                .eq(Total(law, w), "the answer has a law")
                .eq(1, "so has the output"),
            ),
        ),
    )


mixed = Total(V(s) * analysed(G(s, w)), s)


def far(eps):
    """The probability that the posterior of r, given the answer, is at least e^eps times its prior."""
    return Probability(Loss(analysed(G(r, w)), mixed) >= eps, mixed)


moved_known = far(eps)

known = Theorem(
    title="Moves of the posterior after a secondary analysis, the other records known",
    cites="kifer2022",
    given=(analysis, *known_model, known_private),
    claim=ForAll(r, moved_known <= known_bound),
    derivation=(
        specialise(known_private, {r: r, s: s}, "two records of the target"),
        have(
            ForAll((r, s), RenyiDP(alpha, gamma).on(Pair(analysed(G(r, w)), analysed(G(s, w))))),
            "the analysis keeps Rényi DP",
            by=kept.at(P=G(r, y), Q=G(s, y), G=K(w, y)),
        ),
        *law_of_answer(G(s, w)),
        Chain(moved_known).le(
            known_bound,
            "the bound for the answer",
            by=known_tail.at(G=analysed(G(s, w))),
        ),
    ),
    example=point({alpha: 2, gamma: log(Rational(3, 2)), eps: log(2)}, V=(half, half), G=response, K=certain),
    near_misses={
        "without Rényi DP": without(
            known_private,
            witness=point({alpha: 2, gamma: 0, eps: log(2)}, V=(half, half), G=certain, K=certain),
        ),
    },
)

moved_known_above = far(eps_above)

known_zero_concentrated = Theorem(
    title="Moves of the posterior after a secondary analysis under zero-concentrated DP, the other records known",
    cites="kifer2022",
    given=(analysis, *known_model, known_concentrated),
    claim=ForAll(r, moved_known_above <= known_concentrated_tail),
    derivation=(
        have(1 < order, "the bound exceeds the budget"),
        specialise(known_concentrated, {r: r, s: s}, "two records of the target"),
        specialise(ZCDP(rho).on(Pair(G(r, y), G(s, y))), {alpha: order}, "the best order"),
        have(known_at_order, "Rényi DP of the best order"),
        have(
            Eq(-(eps_above - order * rho) * order - order * rho, -((eps_above + rho) ** 2) / (4 * rho)),
            "the exponent at the best order",
        ),
        Chain(moved_known_above)
        .le(
            exp(-(eps_above - order * rho) * order - order * rho),
            "Rényi DP of the best order",
            by=known.at(alpha=order, gamma=order * rho, eps=eps_above),
        )
        .eq(known_concentrated_tail, "the exponent at the best order"),
    ),
    example=point({rho: 1, eps_above: 2}, V=(1,), G=(1,), K=(1,)),
    near_misses={
        "without zero-concentrated DP": without(
            known_concentrated,
            witness=point({rho: Rational(1, 10), eps_above: log(2)}, V=(half, half), G=certain, K=certain),
        ),
    },
)

# The attacker of the other theorem, who sees the answer.
answer_posterior = {M(d, r, y): analysed(M(d, r, w)), M(d, s, y): analysed(M(d, s, w))}


def seen(fact):
    """The fact about an attacker who sees the answer of the analysis in the place of the output."""
    with as_written():
        return fact.xreplace(answer_posterior)


moved_unknown = seen(moved(eps))

unknown = Theorem(
    title="Moves of the posterior after a secondary analysis",
    cites="kifer2022",
    given=(analysis, *attacker, private),
    claim=ForAll(r, Implication(0 < prior(r), moved_unknown <= unknown_bound)),
    defined=(
        *law_of_answer(M(d, r, w)),
        *law_of_answer(M(d, s, w)),
        have(0 <= seen(joint(r, y)), "a sum of products of masses"),
        have(0 < seen(joint(r, y)), "the output is possible", derivation=cases(seen(joint(r, y)) <= 0)),
        have(
            seen(product.claim),
            "so it is for a fresh record",
            by=product.at(M=analysed(M(d, r, w))),
        ),
        have(0 < seen(counterfactual_joint(r, y)), "so it is for a fresh record"),
        have(
            AllOf(0 < seen(marginal(y)), 0 < seen(counterfactual_marginal(y))),
            "in both worlds",
            by=possible_outputs.at(M=analysed(M(d, r, w)), r=r, y=y),
        ),
    ),
    derivation=(
        specialise(private, {d: d, r: t, s: s}, "two records of the target"),
        have(
            ForAll((d, t, s), RenyiDP(alpha, gamma).on(Pair(analysed(M(d, t, w)), analysed(M(d, s, w))))),
            "the analysis keeps Rényi DP",
            by=kept.at(P=M(d, t, y), Q=M(d, s, y), G=K(w, y)),
        ),
        *law_of_answer(M(d, t, w)),
        Chain(moved_unknown).le(
            unknown_bound,
            "the bound for the answer",
            by=unknown_tail.at(M=analysed(M(d, r, w))),
        ),
    ),
    example=point({alpha: 2, gamma: log(Rational(3, 2)), eps: loss}, **rare, K=certain),
    near_misses={
        "without Rényi DP": without(
            private, witness=point({alpha: 2, gamma: 0, eps: log(2)}, **{**rare, "M": certain * 2}, K=certain)
        ),
    },
)

moved_unknown_above = seen(moved(eps_u))

unknown_zero_concentrated = Theorem(
    title="Moves of the posterior after a secondary analysis under zero-concentrated DP",
    cites="kifer2022",
    given=(analysis, *attacker, unknown_concentrated),
    claim=ForAll(r, Implication(0 < prior(r), moved_unknown_above <= unknown_concentrated_tail)),
    defined=unknown.defined,
    derivation=(
        have(1 < unknown_order, "the bound exceeds the budget"),
        specialise(unknown_concentrated, {d: d, r: t, s: s}, "two records of the target"),
        specialise(ZCDP(rho_u).on(two_records), {alpha: unknown_order}, "the best order"),
        have(
            ForAll((d, t, s), RenyiDP(unknown_order, unknown_order * rho_u).on(two_records)),
            "Rényi DP of the best order",
        ),
        have(
            Eq((unknown_order - 1) * (unknown_order * rho_u - eps_u), -((eps_u - rho_u) ** 2) / (4 * rho_u)),
            "the exponent at the best order",
        ),
        Chain(moved_unknown_above)
        .le(
            exp((unknown_order - 1) * (unknown_order * rho_u - eps_u)),
            "Rényi DP of the best order",
            by=unknown.at(alpha=unknown_order, gamma=unknown_order * rho_u, eps=eps_u),
        )
        .eq(unknown_concentrated_tail, "the exponent at the best order"),
    ),
    example=point({rho_u: 1, eps_u: 2}, A=(1,), C=(1,), M=(1,), K=(1,)),
    near_misses={
        "without zero-concentrated DP": without(
            unknown_concentrated,
            witness=point({rho_u: Rational(1, 10), eps_u: log(2)}, **{**rare, "M": certain * 2}, K=certain),
        ),
    },
)

gamma_1 = parameter("gamma_1", at_least=0, about="a bound on the Rényi divergence, in nats")
gamma_2 = parameter("gamma_2", at_least=gamma_1, about="a weaker bound on the Rényi divergence, in nats")
rho_1 = parameter("rho_1", above=0, about="a zero-concentrated budget, in nats")
rho_2 = parameter("rho_2", at_least=rho_1, about="a larger zero-concentrated budget, in nats")
eps_c = parameter("eps", at_least=rho_2, about="bound on the logarithm of the ratio, at least the budget")


def known_at(gamma):
    return exp(-(eps_c - gamma) * alpha - gamma)


def unknown_at(gamma):
    return exp((alpha - 1) * (gamma - eps_c))


def known_with(rho):
    return exp(-((eps_c + rho) ** 2) / (4 * rho))


def unknown_with(rho):
    return exp(-((eps_c - rho) ** 2) / (4 * rho))


rise = (
    have(0 <= (alpha - 1) * (gamma_2 - gamma_1), "no factor is negative"),
    have(0 <= eps_c * (eps_c - rho_2), "no factor is negative"),
    have(0 <= rho_2 * (eps_c - rho_1), "no factor is negative"),
    have(rho_1 * rho_2 <= eps_c**2, "both are at most the loss"),
    have(0 <= (rho_2 - rho_1) * (eps_c**2 - rho_1 * rho_2), "no factor is negative"),
    have(0 <= (rho_2 - rho_1) * (eps_c**2 - rho_1 * rho_2) / (4 * rho_1 * rho_2), "no factor is negative"),
)

known_rises = Theorem(
    title="The bounds rise with the divergence, the other records known",
    source=of_any_spaces("kifer.prop-postproc-known"),
    kind="lemma",
    claim=AllOf(known_at(gamma_1) <= known_at(gamma_2), known_with(rho_1) <= known_with(rho_2)),
    derivation=(
        *rise,
        have(
            -(eps_c - gamma_1) * alpha - gamma_1 <= -(eps_c - gamma_2) * alpha - gamma_2, "in the divergence"
        ),
        have(-((eps_c + rho_1) ** 2) / (4 * rho_1) <= -((eps_c + rho_2) ** 2) / (4 * rho_2), "in the budget"),
    ),
    errata=erratum(
        "slip in wording",
        "Section 7.4.1, the paragraph after Theorem 7.4.1",
        "the upper bounds given in Theorem 7.4.1 are non-increasing in rho and gamma",
        fails="A larger budget allows more, so the bounds rise: with alpha = 2, eps = 2, gamma = 0 gives e^-4, gamma = log 2 gives e^-4 times 2.",
        holds="Non-decreasing; the conclusion drawn from it stands.",
        reads=variant(
            AllOf(known_at(gamma_2) <= known_at(gamma_1), known_with(rho_2) <= known_with(rho_1)),
            witness=point({alpha: 2, gamma_1: 0, gamma_2: log(2), rho_1: 1, rho_2: 1, eps_c: 2}),
            note="Printed as not increasing.",
        ),
    ),
    near_misses={
        "below the budget": variant(
            exp(-((eps + rho_1) ** 2) / (4 * rho_1)) <= exp(-((eps + rho_2) ** 2) / (4 * rho_2))
        ),
        "falling in the budget": variant(known_with(rho_2) <= known_with(rho_1)),
    },
    note=(
        "A mechanism followed by an analysis is a mechanism, whose divergence is no larger by the theorem on post-processing: the theorems before "
        "hold of it with the same bounds, for any outputs and answers."
    ),
)

unknown_rises = Theorem(
    title="The bounds rise with the divergence",
    source=of_any_spaces("kifer.prop-postproc-arbitrary"),
    kind="lemma",
    claim=AllOf(unknown_at(gamma_1) <= unknown_at(gamma_2), unknown_with(rho_1) <= unknown_with(rho_2)),
    derivation=(
        *rise,
        have((alpha - 1) * (gamma_1 - eps_c) <= (alpha - 1) * (gamma_2 - eps_c), "in the divergence"),
        have(-((eps_c - rho_1) ** 2) / (4 * rho_1) <= -((eps_c - rho_2) ** 2) / (4 * rho_2), "in the budget"),
    ),
    near_misses={
        "below the budget": variant(
            exp(-((eps - rho_1) ** 2) / (4 * rho_1)) <= exp(-((eps - rho_2) ** 2) / (4 * rho_2))
        ),
        "falling in the budget": variant(unknown_with(rho_2) <= unknown_with(rho_1)),
    },
)
