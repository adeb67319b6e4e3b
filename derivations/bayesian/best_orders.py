"""The orders of the Rényi divergence at which the tail bounds of zero-concentrated DP are best."""

from dpsym.derivations.vocabulary import alpha, rho
from dpsym.language import *

eps = parameter("eps", above=0, about="bound on the logarithm of the ratio of the posteriors, in nats")
order = alpha.ranging()

best = (eps + rho) / (2 * rho)
above_one = AllOf(Implication(1 < best, rho < eps), Implication(rho < eps, 1 < best))


def known_exponent(alpha):
    """The exponent of the bound when the other records are known."""
    return -(eps - rho * alpha) * alpha - rho * alpha


def unknown_exponent(alpha):
    """The exponent of the bound when the other records are unknown."""
    return (alpha - 1) * (rho * alpha - eps)


known_least = -((eps + rho) ** 2) / (4 * rho)
unknown_least = -((eps - rho) ** 2) / (4 * rho)


def by_squares(exponent, least):
    """The steps to the least exponent, and to when its order exceeds 1."""
    return (
        have(Eq(exponent(order), rho * (order - best) ** 2 + least), "complete the square"),
        have(Eq(best - 1, (eps - rho) / (2 * rho)), "its excess over 1"),
    )


known = Theorem(
    title="The best order when the other records are known",
    source=whole_of("kifer.lem-alpha-known"),
    kind="lemma",
    claim=AllOf(
        Eq(known_exponent(order), rho * (order - best) ** 2 + known_least),
        known_least <= known_exponent(order),
        Eq(known_exponent(best), known_least),
        above_one,
    ),
    derivation=by_squares(known_exponent, known_least),
    tight=point({order: best}),
    near_misses={
        "a smaller least value": variant(2 * known_least >= known_exponent(order)),
        "another order": variant(Eq(known_exponent(eps / rho), known_least)),
        "above 1 for every loss": variant(1 < best),
    },
    evaluate={"order": best, "exponent": known_least},
    note="The square vanishes at the best order only.",
)

unknown = Theorem(
    title="The best order when the other records are unknown",
    source=whole_of("kifer.lem-alpha-arbitrary"),
    kind="lemma",
    claim=AllOf(
        Eq(unknown_exponent(order), rho * (order - best) ** 2 + unknown_least),
        unknown_least <= unknown_exponent(order),
        Eq(unknown_exponent(best), unknown_least),
        above_one,
    ),
    derivation=by_squares(unknown_exponent, unknown_least),
    tight=point({order: best}),
    near_misses={
        "as if the other records were known": variant(Eq(unknown_exponent(best), known_least)),
        "another order": variant(Eq(unknown_exponent(eps / rho), unknown_least)),
    },
    evaluate={"order": best, "exponent": unknown_least},
    note="It is the same order in both cases.",
)
