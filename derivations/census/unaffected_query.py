"""A query whose answer does not depend on the secret costs nothing: only the queries that it can change are counted."""

from dpsym.derivations.census.noisy_query import loss
from dpsym.derivations.composition.renyi_composition import A, B, C, D, alpha, first, z
from dpsym.derivations.testing import every_level
from dpsym.language import *

gamma = parameter(
    "gamma", at_least=0, about="bound on the divergence of the queries that the secret can change, in nats"
)
rho = parameter("rho", above=0, about="budget of the queries that the secret can change, in nats")

# C is the law of the answer to the other queries; it is the same on both databases.
both = Pair(A(y) * C(z), B(y) * C(z), y, z)


def term(u, v):
    """u^alpha v^(1 - alpha)."""
    return exp(alpha * log(u) + (1 - alpha) * log(v))


less = (Rational(1, 3), Rational(2, 3))
answered = distribution(C(z), z)
possible = AllOf(A(y) > 0, B(y) > 0, C(z) > 0)

one_order = Theorem(
    title="Queries that the secret cannot change add nothing to the Rényi divergence",
    source=("kifer.def-restricted-neighbours", "kifer.eq-overall-accounting"),
    kind="lemma",
    given=(RenyiDP(alpha, gamma).on(first), answered),
    claim=RenyiDP(alpha, gamma).on(both),
    derivation=(
        have(
            Implication(Eq(B(y) * C(z), 0), Eq(A(y) * C(z), 0)),
            "a product is 0 when a factor is",
            split=(B(y) > 0, C(z) > 0),
        ),
        have(Implication(possible, Eq(log(A(y) * C(z)), log(A(y)) + log(C(z)))), "logarithm of a product"),
        have(Implication(possible, Eq(log(B(y) * C(z)), log(B(y)) + log(C(z)))), "logarithm of a product"),
        have(
            Implication(possible, Eq(term(A(y) * C(z), B(y) * C(z)), term(A(y), B(y)) * exp(log(C(z))))),
            "exponential of a sum",
        ),
        have(
            Eq(
                Indicator(AllOf(A(y) * C(z) > 0, B(y) * C(z) > 0)) * term(A(y) * C(z), B(y) * C(z)),
                Indicator(AllOf(A(y) > 0, B(y) > 0)) * term(A(y), B(y)) * C(z),
            ),
            "the other answers have the same law on both databases",
            derivation=cases(A(y) > 0, cases(C(z) > 0, cases(B(y) > 0))),
        ),
        Chain(RenyiMoment(alpha, both))
        .eq(RenyiMoment(alpha, first) * Total(C(z), z), "the sums separate")
        .eq(RenyiMoment(alpha, first), "the other answers have a law")
        .le(exp((alpha - 1) * gamma), "the queries that count"),
    ),
    example=point({alpha: 2, gamma: 1}, A=(1, 0), B=(1, 0), C=less),
    near_misses={
        "the other query depends on the secret": variant(
            RenyiDP(alpha, gamma).on(Pair(A(y) * C(z), B(y) * D(z), y, z)),
            witness=point({alpha: 2, gamma: 1}, A=(1, 0), B=(1, 0), C=(1, 0), D=(0, 1)),
        ),
        "no query is protected": variant(
            given=(answered,), witness=point({alpha: 2, gamma: 1}, A=(1, 0), B=(0, 1), C=(1, 0))
        ),
    },
)

unaffected_query = Theorem(
    title="Queries that the secret cannot change cost nothing",
    source=(of_any_spaces("kifer.def-restricted-neighbours"), whole_of("kifer.eq-overall-accounting")),
    given=(ZCDP(rho).on(first), answered),
    claim=ZCDP(rho).on(both),
    derivation=(
        specialise(ZCDP(rho).on(first), {alpha: alpha}, "the same order"),
        have(RenyiDP(alpha, alpha * rho).on(both), "at each order", by=one_order.at(gamma=alpha * rho)),
    ),
    example=point({rho: 1}, A=(1, 0), B=(1, 0), C=less),
    near_misses={
        "the other query depends on the secret": variant(
            ZCDP(rho).on(Pair(A(y) * C(z), B(y) * D(z), y, z)),
            witness=point({rho: 1}, A=(1, 0), B=(1, 0), C=(1, 0), D=(0, 1)),
        ),
        "no query is protected": variant(
            given=(answered,), witness=point({rho: 1}, A=(1, 0), B=(0, 1), C=(1, 0))
        ),
    },
)

f = function("f")
test = ForAll((y, z), Between(0, f(y, z), 1))
drawn = Total(f(y, z) * C(z), z)

same_power = Theorem(
    title="Queries that the secret cannot change help no test",
    source="kifer.def-restricted-neighbours",
    claim=ForAll(
        f(y, z),
        Implication(
            test,
            AllOf(
                ForAll(y, Between(0, drawn, 1)),
                Eq(Total(f(y, z) * A(y) * C(z), y, z), Total(drawn * A(y), y)),
                Eq(Total(f(y, z) * B(y) * C(z), y, z), Total(drawn * B(y), y)),
            ),
        ),
    ),
    near_misses={
        "the other query depends on the secret, and the test is the probability C(z)": variant(
            Eq(Total(C(z) * B(y) * D(z), y, z), Total(Total(C(z) * C(z), z) * B(y), y)),
            witness=point(B=(1, 0), C=(1, 0), D=(0, 1)),
        ),
        "the other answer is not drawn, and the test is the probability C(z)": variant(
            Eq(Total(C(z) * A(y) * C(z), y, z), Total(Total(C(z), z) * A(y), y)),
            witness=point(A=(1, 0), C=(Rational(1, 2), Rational(1, 2))),
        ),
    },
    note=(
        "A, B and C are laws; f is a test of all answers together. The test that draws the other answers itself, by their law C, sees only "
        "the answers that count, and has the same level and the same power."
    ),
)

secrets = Background(
    title="Secrets about some attributes of a record",
    source="kifer.def-restricted-neighbours",
    restates=(unaffected_query, same_power),
    note=(
        "A person may want to hide some attributes, and not mind that the others are known. Then only those pairs of data sets are neighbours that "
        "differ in these attributes of the person's record, and all that was said of privacy loss, tests and posteriors holds for them. "
        "A query whose answer is the same on all such pairs costs nothing, so that the budget of the secret is the sum over the other queries."
    ),
)

pairs_that_count = Background(
    title="Which neighbours decide the power",
    source="kifer.prop6-dgm-observations",
    restates=(every_level.every_level, every_level.best, same_power, loss),
    note=(
        "The largest power at a level is that of likelihood-ratio tests, over all pairs of neighbours. It is enough to look at pairs on which as many queries as possible "
        "change: a query that does not change can be left out, and then the test of the others is also one for a pair on which it changes. "
        "On all those pairs the loss of each query is the same function of the noise, whatever the counts are, so that they have one curve. Which pairs they are is "
        "an assumption of the accounting: that one record can change two cells of every query, of housing units as well."
    ),
)
