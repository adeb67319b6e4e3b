"""The copula of two outputs with continuous distribution functions: their joint one, at the quantiles."""

from dpsym.derivations.vocabulary import quarter
from dpsym.language import *

H = function("H", law=False, about="the distribution function of both outputs together")
F = function("F", law=False, about="the distribution function of the first output, which is continuous")
G = function("G", law=False, about="the distribution function of the second output, which is continuous")
X = function("X", law=False, about="the quantile function of the first output")
Z = function("Z", law=False, about="the quantile function of the second output")
u, w = parameter("u", about="a value of the first output"), parameter("w", about="a larger one")
v, t = parameter("v", about="a value of the second output"), parameter("t", about="a larger one")
a, b = (parameter(name, above=0, below=1, about="a probability") for name in "ab")
c, d = (parameter(name, above=0, below=1, about="a probability") for name in "cd")


def rectangle(f, u, w, v, t):
    """The probability of a rectangle, by a joint distribution function."""
    return f(w, t) - f(u, t) - f(w, v) + f(u, v)


def between_ends(p):
    """That a probability is neither 0 nor 1."""
    return AllOf(0 < p, p < 1)


def is_quantile(inverse, curve, a, b):
    """That a distribution function takes each probability at its quantile, and that these rise."""
    return AllOf(
        ForAll(a, Eq(curve(inverse(a)), a)), ForAll((a, b), Implication(a <= b, inverse(a) <= inverse(b)))
    )


no_negative = ForAll((u, w, v, t), Implication(AllOf(u <= w, v <= t), 0 <= rectangle(H, u, w, v, t)))
in_first = ForAll((u, w, v), Implication(u <= w, Between(0, H(w, v) - H(u, v), F(w) - F(u))))
in_second = ForAll((u, v, t), Implication(v <= t, Between(0, H(u, t) - H(u, v), G(t) - G(v))))
inside = AllOf(between_ends(F(u)), between_ends(G(v)))
bounds = ForAll(
    (u, v), Implication(inside, AllOf(F(u) + G(v) - 1 <= H(u, v), H(u, v) <= F(u), H(u, v) <= G(v)))
)
joint = (no_negative, in_first, in_second, bounds)
quantiles = (is_quantile(X, F, a, b), is_quantile(Z, G, c, d))


def copula(a, c):
    """The joint distribution function at the quantiles."""
    return H(X(a), Z(c))


settled = ForAll((u, v), Implication(inside, Eq(H(u, v), copula(F(u), G(v)))))
is_copula = AllOf(
    ForAll((a, b, c, d), Implication(AllOf(a <= b, c <= d), 0 <= rectangle(copula, a, b, c, d))),
    ForAll((a, c), AllOf(a + c - 1 <= copula(a, c), copula(a, c) <= a, copula(a, c) <= c)),
)
halved, doubled = Lambda(u, u / 2), Lambda(u, 2 * u)
same = {"F": halved, "G": halved, "X": doubled, "Z": doubled, "H": Lambda((u, v), Min(u, v) / 2)}


of_margins = Theorem(
    title="The joint distribution function of two outputs is a copula of theirs, where these are continuous",
    source="zhang.def8",
    given=(*joint, *quantiles),
    claim=AllOf(is_copula, settled),
    derivation=(
        have(
            is_copula.args[0],
            "a rectangle of values",
            derivation=(
                specialise(quantiles[0].args[1], {a: a, b: b}, "the quantiles rise"),
                specialise(quantiles[1].args[1], {c: c, d: d}, "the quantiles rise"),
                specialise(no_negative, {u: X(a), w: X(b), v: Z(c), t: Z(d)}, "between the quantiles"),
            ),
        ),
        have(
            is_copula.args[1],
            "the probabilities of the quantiles",
            derivation=(
                specialise(quantiles[0].args[0], {a: a}, "a quantile"),
                specialise(quantiles[1].args[0], {c: c}, "a quantile"),
                specialise(bounds, {u: X(a), v: Z(c)}, "at the quantiles"),
            ),
        ),
        have(
            settled,
            "between a value and the quantile of its probability there is no mass",
            derivation=cases(
                0 < F(u),
                cases(
                    F(u) < 1,
                    cases(
                        0 < G(v),
                        cases(
                            G(v) < 1,
                            (
                                specialise(quantiles[0].args[0], {a: F(u)}, "a quantile"),
                                specialise(quantiles[1].args[0], {c: G(v)}, "a quantile"),
                                have(
                                    Eq(H(u, v), H(X(F(u)), v)),
                                    "no mass between",
                                    derivation=(
                                        cases(
u <= X(F(u)),
                                        specialise(in_first, {u: u, w: X(F(u)), v: v}, "no mass between"),
                                        specialise(in_first, {u: X(F(u)), w: u, v: v}, "no mass between"),
),
                                    ),
                                ),
                                have(
                                    Eq(H(X(F(u)), v), H(X(F(u)), Z(G(v)))),
                                    "no mass between",
                                    derivation=(
                                        cases(
v <= Z(G(v)),
                                        specialise(in_second, {u: X(F(u)), v: v, t: Z(G(v))}, "no mass between"),
                                        specialise(in_second, {u: X(F(u)), v: Z(G(v)), t: v}, "no mass between"),
),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({}, **same),
    near_misses={
        "at values in place of quantiles": variant(
            ForAll((u, v), Implication(inside, Eq(H(u, v), H(F(u), G(v))))), witness=point({u: 1, v: 1}, **same)
        ),
        "at numbers that are no quantiles": variant(
            is_copula,
            given=(*joint, quantiles[1]),
            witness=point({a: 3 * quarter, b: 3 * quarter, c: 3 * quarter, d: 3 * quarter}, **{**same, "X": Lambda(a, Integer(0))}),
        ),
    },
    note=(
        "Of a joint distribution function four facts are supposed: no rectangle has a negative probability; what lies between two values of one output has at most the probability that it has by itself; and both bounds of Fréchet. "
        "Where the distribution function of an output is continuous, it takes each probability at its quantile. The bounds say that the margins of the copula are uniform: at c near 1 it is near a."
    ),
)  # fmt: skip
