"""A query whose answer does not depend on the secret costs nothing: only the queries that it can change are counted."""

from dpsym.derivations.census.noisy_query import loss, moved
from dpsym.derivations.composition.renyi_composition import A, B, C, D, alpha, first, z
from dpsym.derivations.testing import every_level
from dpsym.derivations.testing.largest_power_of_a_mechanism import secondary_analysis
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
        "no query is protected": without(
            ZCDP(rho).on(first), witness=point({rho: 1}, A=(1, 0), B=(0, 1), C=(1, 0))
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
            Eq(Total(C(z) * A(y) * C(z), y, z), Total(Total(C(z), z) * A(y), y))
        ),
    },
    note=(
        "A, B and C are laws; f is a test of all answers together. The test that draws the other answers itself, by their law C, sees only "
        "the answers that count, and has the same level and the same power."
    ),
)

L_1, L_2, K, M_1, M_2 = (function(name, about=f"the law of {what}") for name, what in (
    ("A", "the answers y on the first database of both pairs"),
    ("B", "the answers y on the second database of both pairs"),
    ("C", "the other answers on both databases of the first pair"),
    ("D", "the other answers on the first database of the second pair"),
    ("H", "the other answers on the second database of the second pair"),
))  # fmt: skip
w = Outcome("w", z.space)
drawn_there = Total(f(y, w) * K(w), w)

more_queries = Theorem(
    title="Where more queries change, every test is still there",
    source="kifer.prop6-dgm-observations",
    claim=ForAll(
        f(y, z),
        Implication(
            test,
            AllOf(
                ForAll(y, Between(0, drawn_there, 1)),
                Eq(Total(f(y, z) * L_1(y) * K(z), y, z), Total(drawn_there * L_1(y) * M_1(z), y, z)),
                Eq(Total(f(y, z) * L_2(y) * K(z), y, z), Total(drawn_there * L_2(y) * M_2(z), y, z)),
            ),
        ),
    ),
    near_misses={
        "the test as it is": variant(
            ForAll(
                f(y, z),
                Implication(
                    test, Eq(Total(f(y, z) * L_1(y) * K(z), y, z), Total(f(y, z) * L_1(y) * M_1(z), y, z))
                ),
            )
        ),
        "where other queries change": variant(
            ForAll(
                f(y, z),
                Implication(
                    test, Eq(Total(f(y, z) * L_2(y) * K(z), y, z), Total(drawn_there * M_1(y) * M_2(z), y, z))
                ),
            )
        ),
    },
    note=(
        "On one pair of data sets the laws of the answers y are A and B, and all other answers z have the law C on both. On another pair the answers y have the same laws, "
        "and the others change as well: their laws are D and H. A test of the first pair, which draws the other answers itself, is a test of the second with the same level and the same power. "
        "So the largest power at a level is that on pairs on which as many queries as possible change."
    ),
)

# d: an attribute or a level of geography; F(q, d): positive where the query q looks at it.
d, q = Outcome("d", "D"), Outcome("q", "K")
F = function("F", law=False, about="above 0 where a query looks at an attribute, and 0 elsewhere")
R, V, L, M = (function(name, law=False, about=what) for name, what in (
    ("R", "a record, by its values in all attributes"), ("V", "the record in its place"), ("L", "any record"), ("M", "any other one")
))  # fmt: skip


def changes(one, other):
    """That the query q changes where one record is put in the place of the other: it looks at an attribute in which they differ."""
    return Exists((d,), AllOf(0 < F(q, d), Ne(one(d), other(d))))


differ = ForAll(d, Ne(R(d), V(d)))

all_change = Theorem(
    title="Where two records differ in every attribute, every query changes that can",
    source="kifer.prop6-dgm-observations",
    given=differ,
    claim=ForAll(q, Implication(changes(L, M), changes(R, V))),
    derivation=(
        obtain(changes(L, M), "an attribute at which the query looks"),
        specialise(differ, {d: d}, "they differ in it"),
        exhibit({d: d}, "the same attribute"),
    ),
    example=point(R=(0,), V=(1,), L=(0,), M=(1,), F=(1,)),
    near_misses={
        "where they differ in one attribute": variant(
            given=[Exists((d,), Ne(R(d), V(d)))],
            witness=point(sizes={"D": 2, "K": 1}, R=(0, 0), V=(0, 1), L=(0, 0), M=(1, 0), F=(1, 0)),
        ),
        "every query": variant(
            ForAll(q, changes(R, V)),
            witness=point(sizes={"D": 1, "K": 1}, R=(0,), V=(1,), L=(0,), M=(1,), F=(0,)),
        ),
    },
    note=(
        "A query counts the records of a geographic unit by some attributes; geography is an attribute too, level by level. It changes where one record is put in the place of another "
        "that differs from it in an attribute at which the query looks. So where two records differ in all attributes, as those of two persons in two states may, "
        "the most queries change, and they are those that any pair of neighbours changes: the counts in the whole nation alone, which have no budget, never do."
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
    restates=(
        every_level.every_level,
        every_level.at_the_threshold,
        every_level.best,
        more_queries,
        all_change,
        moved,
        loss,
        secondary_analysis,
    ),
    note=(
        "The largest power at a level is that of likelihood-ratio tests, over all pairs of neighbours. It is enough to look at pairs on which as many queries as possible "
        "change: a query that does not change can be left out, and then the test of the others is also one for a pair on which it changes. "
        "Any two of those pairs have the same curve. Each query loses one record in one cell and gains one in another, and all noise is independent: add to each answer the difference of "
        "the counts, and exchange the cells, and the answers on one pair are those on the other. That is a secondary analysis, and can be undone by another one, so that neither pair has more power. "
        "What the accounting takes for granted is that one record changes two cells of every query that it changes, of housing units as well."
    ),
)
