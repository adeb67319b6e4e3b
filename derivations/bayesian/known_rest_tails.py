"""How often the posterior moves far when the other records are known: Rényi and zero-concentrated DP, correct prior."""

from dpsym.derivations.analysis.power_tangents import part
from dpsym.derivations.bayesian.large_ratios import any_mechanism, under_second
from dpsym.derivations.bayesian.renyi_mixtures import (
    G,
    V,
    mixture,
    other,
    other_laws,
    s,
    weights,
)
from dpsym.derivations.divergences.renyi_post_processing import alpha
from dpsym.derivations.vocabulary import gamma, half, rho, third
from dpsym.language import *

eps = parameter("eps", about="bound on the logarithm of the ratio of the posteriors, in nats")
eps_c = parameter("eps", above=rho, about="bound on the logarithm of the ratio of the posteriors, in nats")
response = (2 * third, third, third, 2 * third)

# The records of all but the target are known. V: the prior for the record s of the target; G(s, .): the law of the output
# with that record; their mixture is the law of the output, the prior being correct. The posterior of a record r over its
# prior is G(r, y) over the mixture, also in the limit of a prior 0.
r = Outcome("r", "X")
model = (weights, other_laws)
private = ForAll((r, s), RenyiDP(alpha, gamma).on(Pair(G(r, y), G(s, y))))


def moved(eps):
    """The probability that the posterior of r is at least e^eps times its prior."""
    return Probability(Loss(G(r, y), other) >= eps, other)


law_of_output = (
    have(0 <= other, "a sum of products of masses"),
    have(Eq(Total(V(s) * G(s, y), y), V(s)), "every record gives the output a law"),
    Chain(Total(other, y))
    .eq(Total(V(s) * G(s, y), s, y), "sum over the outputs and the records")
    .eq(Total(V(s), s), "every record gives the output a law")
    .eq(1, "and so does the prior for the record"),
)

bound = exp(-(eps - gamma) * alpha - gamma)

renyi = Theorem(
    title="Large moves of the posterior under Rényi DP when the other records are known",
    source=of_any_spaces("kifer.thm7.4.1-rdp"),
    given=(*model, private),
    claim=ForAll(r, moved(eps) <= bound),
    derivation=(
        specialise(private, {r: r, s: s}, "two records of the target"),
        *law_of_output,
        have(V(s) * Total(part(G(r, y), G(s, y)), y) <= V(s) * exp((alpha - 1) * gamma), "Rényi DP"),
        Chain(RenyiMoment(alpha, Pair(G(r, y), other)))
        .le(
            Total(V(s) * Total(part(G(r, y), G(s, y)), y), s),
            "convexity",
            by=mixture.at(P=G(r, y)),
        )
        .le(Total(V(s) * exp((alpha - 1) * gamma), s), "Rényi DP")
        .eq(exp((alpha - 1) * gamma), "the weights add up to 1"),
        Chain(exp(alpha * eps) * moved(eps))
        .le(
            RenyiMoment(alpha, Pair(G(r, y), other)),
            "Markov's inequality",
            by=under_second.at(P=G(r, y), Q=other),
        )
        .le(exp((alpha - 1) * gamma), "the line before"),
        Chain(moved(eps))
        .le(exp(-alpha * eps) * exp((alpha - 1) * gamma), "divide", hints=(exp(-alpha * eps) > 0,))
        .eq(bound, "collect the exponents"),
    ),
    example=point({alpha: 2, gamma: log(Rational(3, 2)), eps: log(2)}, V=(half, half), G=response),
    near_misses={
        "counted given the true record": variant(
            ForAll(r, Probability(Loss(G(r, y), other) >= eps, G(r, y)) <= bound),
            witness=point({alpha: 2, gamma: log(Rational(3, 2)), eps: log(2)}, V=(0, 1), G=response),
        ),
        "without Rényi DP": variant(
            given=model,
            witness=point({alpha: 2, gamma: 0, eps: log(2)}, V=(half, half), G=(1, 0, 0, 1)),
        ),
    },
    evaluate={"failure probability": bound},
    note=(
        "For every record, true or not, and every law of the target's record, also one under which the record is impossible; the output "
        "is drawn as the attacker believes. No output has an infinite loss, so Markov's inequality is strict wherever the ratio varies: the "
        "bound is reached only where the outputs tell nothing. Randomised response comes close when the prior of the record tends to 0 and "
        "the order is large."
    ),
)

order = (eps_c + rho) / (2 * rho)
tail = exp(-((eps_c + rho) ** 2) / (4 * rho))
concentrated = ForAll((r, s), ZCDP(rho).on(Pair(G(r, y), G(s, y))))
at_order = ForAll((r, s), RenyiDP(order, order * rho).on(Pair(G(r, y), G(s, y))))
order_2 = ForAll((r, s), RenyiDP(2, 2 * rho).on(Pair(G(r, y), G(s, y))))
uneven = {"V": (0, 1), "G": (Rational(1, 4), Rational(3, 4), Rational(1, 16), Rational(15, 16))}

zero_concentrated = Theorem(
    title="Large moves of the posterior under zero-concentrated DP when the other records are known",
    source=of_any_spaces("kifer.thm7.4.1-zcdp"),
    given=(*model, concentrated),
    claim=ForAll(r, moved(eps_c) <= tail),
    define={function("D", law=False)(y): other, parameter("beta"): order},
    derivation=(
        have(1 < order, "the bound exceeds the budget"),
        specialise(concentrated, {r: r, s: s}, "two records of the target"),
        specialise(ZCDP(rho).on(Pair(G(r, y), G(s, y))), {alpha: order}, "the best order"),
        have(at_order, "Rényi DP of the best order"),
        have(
            Eq(-(eps_c - order * rho) * order - order * rho, -((eps_c + rho) ** 2) / (4 * rho)),
            "the exponent at the best order",
        ),
        Chain(moved(eps_c))
        .le(
            exp(-(eps_c - order * rho) * order - order * rho),
            "Rényi DP of the best order",
            by=renyi.at(alpha=order, gamma=order * rho, eps=eps_c),
        )
        .eq(tail, "the exponent at the best order"),
    ),
    example=point({rho: 1, eps_c: 2}, V=(1,), G=(1,)),
    near_misses={
        "at order 2 only": variant(
            given=(*model, order_2), witness=point({rho: log(Rational(8, 5)) / 2, eps_c: log(4)}, **uneven)
        ),
    },
    evaluate={"order": order, "failure probability": tail},
    note=(
        "For the Gaussian mechanism it is the Chernoff bound of the limit of a prior 0; the worst prior need not be that limit. For bounds "
        "up to the budget another theorem has the least bound."
    ),
)

pieces = Piecewise((exp(-eps), eps <= rho), (exp(-((eps + rho) ** 2) / (4 * rho)), True))

touching = Theorem(
    title="The bound of zero-concentrated DP touches the one for any mechanism",
    source="kifer.x-known-small-eps",
    kind="lemma",
    claim=AllOf(
        exp(-((eps + rho) ** 2) / (4 * rho)) <= exp(-eps),
        Eq(exp(-((rho + rho) ** 2) / (4 * rho)), exp(-rho)),
    ),
    derivation=(
        have(
            -((eps + rho) ** 2) / (4 * rho) <= -eps, "the square of a sum is at least four times the product"
        ),
        have(exp(-((eps + rho) ** 2) / (4 * rho)) <= exp(-eps), "take exponentials"),
        have(Eq(-((rho + rho) ** 2) / (4 * rho), -rho), "at the budget"),
    ),
    near_misses={
        "the other way round": variant(
            exp(-eps) <= exp(-((eps + rho) ** 2) / (4 * rho)), witness=point({rho: 1, eps: 0})
        ),
        "without the budget in the square": variant(
            exp(-(eps**2) / (4 * rho)) <= exp(-eps), witness=point({rho: 1, eps: 1})
        ),
    },
    note="Both curves meet at the budget with one tangent: the line of the exponent touches the parabola there.",
)

every_bound = Theorem(
    title="Large moves of the posterior under zero-concentrated DP, at every bound",
    source=of_any_spaces("kifer.x-known-small-eps"),
    given=(*model, concentrated),
    claim=ForAll(r, moved(eps) <= pieces),
    derivation=(
        *law_of_output,
        cases(
            eps <= rho,
            Chain(moved(eps)).le(exp(-eps), "any mechanism", by=any_mechanism.at(P=G(r, y), Q=other)),
            have(
                moved(eps) <= exp(-((eps + rho) ** 2) / (4 * rho)),
                "zero-concentrated DP",
                by=zero_concentrated.at(eps=eps),
            ),
        ),
    ),
    example=point({rho: 1, eps: 2}, V=(1,), G=(1,)),
    near_misses={
        "at order 2 only": variant(
            given=(*model, order_2), witness=point({rho: log(Rational(8, 5)) / 2, eps: log(4)}, **uneven)
        ),
        "without zero-concentrated DP": variant(
            given=model, witness=point({rho: Rational(1, 10), eps: log(2)}, V=(half, half), G=(1, 0, 0, 1))
        ),
    },
    evaluate={"failure probability": pieces},
)
