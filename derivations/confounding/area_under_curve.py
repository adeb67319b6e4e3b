"""The area under the curve of an attack: how likely a score ranks an output of one law above one of the other."""

from dpsym.derivations.vocabulary import delta, eps, equal, half, third
from dpsym.language import *

z = Outcome("z")
E = parameter("k", at_least=1, about="the largest ratio of two masses")
p, q = (
    parameter("p", about="the mass of the first measure"),
    parameter("q", about="the mass of the second measure"),
)
U, V = function("U", law=False), function("V", law=False)
K = function(
    "K",
    law=False,
    about="1 where the second of two outputs is ranked below the first, 1/2 where they are equal, else 0",
)
order = ForAll((y, z), AllOf(0 <= K(y, z), Eq(K(y, z) + K(z, y), 1)))
near = ForAll(y, AllOf(U(y) <= E * V(y), V(y) <= E * U(y)))


def ranked(f, g):
    """The mass of the pairs of outputs that are ranked so, from two measures."""
    return Total(f(y) * g(z) * K(y, z), y, z)


def more(y):
    return E * U(y) - V(y)


def less(y):
    return E * V(y) - U(y)


even = {"U": (half, half), "V": (half, half), "K": (half, 1, 0, half)}
A, B, C = (function(n, law=False, about="a number for each pair of outputs") for n in "ABC")
masses = (Eq(p, Total(U(y), y)), Eq(q, Total(V(y), y)))

wrong_order = Theorem(
    title="How much of the pairs of outputs any order ranks wrongly, of two measures that are near each other",
    kind="lemma",
    given=(order, near, *masses, 0 <= p, 0 <= q),
    claim=p * q <= (1 + E) * ranked(U, V),
    derivation=(
        specialise(order, {y: y, z: z}, "an order"),
        specialise(near, {y: y}, "near"),
        specialise(near, {y: z}, "near"),
        have(0 <= more(y), "near"),
        have(0 <= less(z), "near"),
        have(0 <= ranked(more, less), "a sum"),
        *(
            step
            for D, f, g, mass, other in ((A, U, U, p, p), (B, V, V, q, q), (C, V, U, q, p))
            for step in (
                let(
                    D(y, z),
                    f(y) * g(z) * (K(y, z) + K(z, y)),
                    (
                        ForAll((y, z), Eq(D(y, z), f(y) * g(z))),
                        Eq(Total(D(y, z), y, z), ranked(f, g) + ranked(g, f)),
                    ),
                    "one order or the other",
                ),
                specialise(ForAll((y, z), Eq(D(y, z), f(y) * g(z))), {y: y, z: z}),
                Chain(Total(D(y, z), z))
                .eq(f(y) * Total(g(z), z), "a common factor")
                .eq(f(y) * other, "the second mass"),
                Chain(ranked(f, g) + ranked(g, f))
                .eq(Total(D(y, z), y, z), "names exchanged")
                .eq(Total(f(y) * other, y), "the second mass")
                .eq(mass * other, "the first mass"),
            )
        ),
        Chain(ranked(more, less))
        .eq(E**2 * ranked(U, V) - E * ranked(U, U) - E * ranked(V, V) + ranked(V, U), "expand")
        .eq((E**2 - 1) * ranked(U, V) - E * (p**2 + q**2) / 2 + p * q, "both orders"),
        have(0 <= E * (p - q) ** 2, "a square"),
        cases(
            1 < E,
            (
                have((E - 1) * (p * q) <= (E - 1) * ((1 + E) * ranked(U, V)), "together"),
                have(p * q <= (1 + E) * ranked(U, V), "a positive factor"),
            ),
            (
                have(Eq(E, 1), "no ratio"),
                have(Eq(U(z), V(z)), "each at most the other"),
                have(Eq(U(y) * V(z) * K(y, z), U(y) * U(z) * K(y, z)), "each at most the other"),
                have(Eq(ranked(U, V), ranked(U, U)), "each at most the other"),
                have(Eq(U(y), V(y)), "each at most the other"),
                have(Eq(Total(U(y), y), Total(V(y), y)), "each at most the other"),
                have(Eq(p, q), "each at most the other"),
            ),
        ),
    ),
    example=point({E: 2, p: 1, q: 1}, **even),
    near_misses={
        "of measures that are far from each other": variant(
            given=[order, *masses],
            witness=point({E: 2, p: 1, q: 1}, U=(1, 0), V=(0, 1), K=(half, 0, 1, half)),
        ),
        "where neither of two outputs is ranked above the other": variant(
            given=[near, *masses], witness=point({E: 2, p: 1, q: 1}, **{**even, "K": (0, 0, 0, 0)})
        ),
    },
)

every_pair = ForAll((y, z), Eq(K(y, z), 1))

all_pairs = Theorem(
    title="The mass of all pairs of outputs",
    kind="lemma",
    given=every_pair,
    claim=Eq(Total(P(y) * Q(z) * K(y, z), y, z), 1),
    derivation=(
        specialise(every_pair, {y: y, z: z}, "every pair"),
        have(Eq(P(y) * Q(z) * K(y, z), P(y) * Q(z)), "every pair"),
        have(Eq(Total(P(y) * Q(z) * K(y, z), z), P(y)), "the second law"),
        have(Eq(Total(P(y) * Q(z) * K(y, z), y, z), 1), "the first law"),
    ),
    example=point({}, **equal, K=(1, 1, 1, 1)),
    near_misses={
        "of pairs of one output": variant(
            given=[ForAll(y, Eq(K(y, y), 1))], witness=point({}, **equal, K=(1, 0, 0, 1))
        ),
    },
)

smaller = ForAll((y, z), A(y, z) <= B(y, z))

termwise = Theorem(
    title="A sum over two outputs of smaller terms",
    kind="lemma",
    given=smaller,
    claim=Total(A(y, z), y, z) <= Total(B(y, z), y, z),
    derivation=(
        specialise(smaller, {y: y, z: z}, "smaller terms"),
        have(Total(A(y, z), z) <= Total(B(y, z), z), "sum over the second"),
        have(Total(A(y, z), y, z) <= Total(B(y, z), y, z), "sum over the first"),
    ),
    example=point({}, sizes={"Y": 2}, A=(0, 0, 0, 0), B=(1, 1, 1, 1)),
    near_misses={
        "of any terms": without(smaller, witness=point({}, sizes={"Y": 2}, A=(1, 0, 0, 0), B=(0, 0, 0, 0))),
        "strictly": variant(
            Total(A(y, z), y, z) < Total(B(y, z), y, z),
            witness=point({}, sizes={"Y": 2}, A=(1, 0, 0, 0), B=(1, 0, 0, 0)),
        ),
    },
)

R = function("R", law=False, about="the score of an output")


def above(y, z):
    """How far the second of two outputs has the larger score: 1, 1/2 where both have one score, or 0."""
    return Indicator(R(y) < R(z)) + half * Indicator(Eq(R(y), R(z)))


def kept(a, b):
    """The part of a mass that is at most e^eps times the other one."""
    return a - Max(0, a - exp(eps) * b)


def one(y):
    return kept(P(y), Q(y))


def other(y):
    return kept(Q(y), P(y))


m = parameter("m", about="the mass of the pairs that are ranked wrongly")
n = parameter("n", about="the same of the parts that are kept")
area = Total(P(y) * Q(z) * above(y, z), y, z)
missed = Total(P(y) * Q(z) * above(z, y), y, z)
first, second = Total(Max(0, P(y) - exp(eps) * Q(y)), y), Total(Max(0, Q(y) - exp(eps) * P(y)), y)
ceiling = 1 - (1 - delta) ** 2 / (1 + exp(eps))
ninth = Rational(1, 9)
extremal = {"P": (third, 4 * ninth, 2 * ninth, 0), "Q": (0, 2 * ninth, 4 * ninth, third), "R": (0, 1, 2, 3)}
told = {"P": (1, 0), "Q": (0, 1), "R": (0, 1)}

area_under_curve = Theorem(
    title="How likely any score of a private release ranks an output of one law above one of the other",
    given=ApproxDP(eps, delta),
    claim=area <= ceiling,
    derivation=(
        have(1 <= exp(eps), "an exponential"),
        specialise(ApproxDP(eps, delta), {S(y): Loss(P(y), Q(y)) > eps}, "the best event"),
        have(first <= delta, "the hockey stick"),
        specialise(ApproxDP(eps, delta), {S(y): Loss(Q(y), P(y)) > eps}, "the best event, laws exchanged"),
        have(second <= delta, "the hockey stick, laws exchanged"),
        have(Eq(above(y, z) + above(z, y), 1), "one order or the other"),
        have(Between(0, one(y), P(y)), "a part of a mass", split=[P(y) - exp(eps) * Q(y) > 0]),
        have(Between(0, other(z), Q(z)), "a part of a mass", split=[Q(z) - exp(eps) * P(z) > 0]),
        have(
            AllOf(one(y) <= exp(eps) * other(y), other(y) <= exp(eps) * one(y)),
            "what is kept is near",
            split=[P(y) - exp(eps) * Q(y) > 0, Q(y) - exp(eps) * P(y) > 0],
        ),
        Chain(Total(one(y), y)).eq(1 - first, "a law"),
        Chain(Total(other(y), y)).eq(1 - second, "a law"),
        have(
            (1 - first) * (1 - second) <= (1 + exp(eps)) * Total(one(y) * other(z) * above(z, y), y, z),
            "of measures that are near each other",
            by=wrong_order.at(
                k=exp(eps),
                p=1 - first,
                q=1 - second,
                U=Lambda(y, one(y)),
                V=Lambda(y, other(y)),
                K=Lambda((y, z), above(z, y)),
            ),
        ),
        have(
            one(y) * other(z) <= P(y) * Q(z),
            "parts of masses",
            derivation=(have(0 <= (P(y) - one(y)) * other(z)), have(0 <= P(y) * (Q(z) - other(z)))),
        ),
        have(one(y) * other(z) * above(z, y) <= P(y) * Q(z) * above(z, y), "parts of masses"),
        have(
            Total(one(y) * other(z) * above(z, y), y, z) <= missed,
            "sums",
            by=termwise.at(
                A=Lambda((y, z), one(y) * other(z) * above(z, y)), B=Lambda((y, z), P(y) * Q(z) * above(z, y))
            ),
        ),
        have(
            (1 - delta) ** 2 <= (1 - first) * (1 - second),
            "both hockey sticks",
            derivation=have(0 <= (delta - first) * (1 - second)),
        ),
        let(
            m,
            missed,
            (
                Total(one(y) * other(z) * above(z, y), y, z) <= m,
                Eq(area + m, Total(P(y) * Q(z) * (above(y, z) + above(z, y)), y, z)),
            ),
            "what is ranked wrongly",
        ),
        let(
            n,
            Total(one(y) * other(z) * above(z, y), y, z),
            (n <= m, (1 - first) * (1 - second) <= (1 + exp(eps)) * n),
            "what is ranked wrongly of the parts",
        ),
        have((1 + exp(eps)) * n <= (1 + exp(eps)) * m, "a positive factor"),
        have((1 - delta) ** 2 <= (1 + exp(eps)) * m, "together"),
        have((1 - delta) ** 2 / (1 + exp(eps)) <= m, "divided"),
        Chain(area + m)
        .eq(Total(P(y) * Q(z) * (above(y, z) + above(z, y)), y, z), "one sum")
        .eq(1, "one order or the other", by=all_pairs.at(K=Lambda((y, z), above(y, z) + above(z, y)))),
    ),
    tight=point({eps: log(2), delta: third}, **extremal),
    near_misses={
        "without a guarantee": variant(given=[], witness=point({eps: 0, delta: 0}, **told)),
        "as an attack on a member and another person exchanged": variant(
            area <= (exp(eps) + delta) / (1 + exp(eps)),
            witness=point({eps: log(2), delta: third}, **extremal),
        ),
    },
)
