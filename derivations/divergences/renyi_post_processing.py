"""No secondary analysis raises an exponential moment of the privacy loss: Rényi DP is closed under post-processing."""

from dpsym.language import *

alpha = parameter("alpha", above=1, about="order of the Rényi divergence")
gamma = parameter("gamma", at_least=0, about="bound on the Rényi divergence, in nats")
s = parameter("s", about="a difference of logarithms")
a = parameter("a", above=0, about="a mass under the first law")
b = parameter("b", above=0, about="the mass under the second law")
c = parameter("c", about="a logarithm of a ratio of masses")

half, third = Rational(1, 2), Rational(1, 3)


def power(a, b):
    """a^alpha b^(1 - alpha)."""
    return exp(alpha * log(a) + (1 - alpha) * log(b))


tangent = Theorem(
    title="A power lies above its tangent",
    source="kifer.prop5-rdp-postproc",
    kind="lemma",
    claim=alpha * exp(s) - (alpha - 1) <= exp(alpha * s),
    derivation=(
        have(1 - s <= exp(-s), "the tangent of the exponential"),
        have(exp(s) * (1 - s) <= exp(s) * exp(-s), "a positive factor", hints=(exp(s) > 0,)),
        have(Eq(exp(s) * exp(-s), 1), "exponential of a sum"),
        have(0 <= (alpha - 1) * (1 - exp(s) * (1 - s)), "no factor is negative"),
        have(1 + (alpha - 1) * s <= exp((alpha - 1) * s), "the tangent of the exponential"),
        Chain(exp(alpha * s))
        .eq(exp(s) * exp((alpha - 1) * s), "exponential of a sum")
        .ge(exp(s) * (1 + (alpha - 1) * s), "a positive factor", hints=(exp(s) > 0,))
        .ge(alpha * exp(s) - (alpha - 1), "the lines before"),
    ),
    tight=point({s: 0}),
    near_misses={
        "a larger value at the point of contact": variant(
            alpha * exp(s) - (alpha - 1) / 2 <= exp(alpha * s), witness=point({alpha: 2, s: 0})
        ),
        "a steeper line": variant(
            2 * alpha * exp(s) - (2 * alpha - 1) <= exp(alpha * s), witness=point({alpha: 2, s: log(2)})
        ),
    },
)

tangent_of_masses = Theorem(
    title="A product of powers of masses lies above its tangents",
    source="kifer.prop5-rdp-postproc",
    kind="lemma",
    claim=alpha * exp((alpha - 1) * c) * a - (alpha - 1) * exp(alpha * c) * b <= power(a, b),
    derivation=(
        have(
            alpha * exp(log(a) - log(b) - c) - (alpha - 1) <= exp(alpha * (log(a) - log(b) - c)),
            "a power lies above its tangent",
            by=tangent.at({s: log(a) - log(b) - c}),
        ),
        have(Eq(exp(log(a)), a), "exponential of a logarithm"),
        have(Eq(exp(log(b)), b), "exponential of a logarithm"),
        have(0 < exp(alpha * c + log(b)), "an exponential"),
        Chain(alpha * exp((alpha - 1) * c) * a - (alpha - 1) * exp(alpha * c) * b)
        .eq(
            alpha * exp((alpha - 1) * c) * exp(log(a)) - (alpha - 1) * exp(alpha * c) * exp(log(b)),
            "exponential of a logarithm",
        )
        .eq(
            exp(alpha * c + log(b)) * (alpha * exp(log(a) - log(b) - c) - (alpha - 1)),
            "exponential of a sum",
        )
        .le(exp(alpha * c + log(b)) * exp(alpha * (log(a) - log(b) - c)), "the tangent")
        .eq(power(a, b), "exponential of a sum"),
    ),
    tight=point({a: 1, b: 1, c: 0}),
    near_misses={
        "without the factor of the second term": variant(
            alpha * exp((alpha - 1) * c) * a - exp(alpha * c) * b <= power(a, b),
            witness=point({alpha: 3, a: 1, b: 1, c: 0}),
        ),
        "twice the first term": variant(
            2 * alpha * exp((alpha - 1) * c) * a - (alpha - 1) * exp(alpha * c) * b <= power(a, b),
            witness=point({alpha: 2, a: 1, b: 1, c: 0}),
        ),
    },
)

# G(x, y): the probability that a secondary analysis answers y when it sees the output x.
G = function("G")
x = Outcome("x")
answers = ForAll(x, distribution(G(x, y), y))
one, other = Total(P(x) * G(x, y), x), Total(Q(x) * G(x, y), x)
analysed = Pair(one, other)
finite = ForAll(x, Implication(Eq(Q(x), 0), Eq(P(x), 0)))
possible = AllOf(0 < P(x), 0 < Q(x))
before = Indicator(possible) * power(P(x), Q(x))
after = Indicator(AllOf(0 < one, 0 < other)) * power(one, other)


def line(a, b):
    """The tangent of a^alpha b^(1 - alpha), as a function of two masses, where the logarithm of their ratio is c."""
    return alpha * exp((alpha - 1) * c) * a - (alpha - 1) * exp(alpha * c) * b


keep = {"G": (1, 0, 0, 1)}
revealing = {"P": (half, half), "Q": (0, 1)}

post_processing = Theorem(
    title="No secondary analysis raises an exponential moment of the loss",
    source="kifer.prop5-rdp-postproc",
    cites="mironov2017",
    given=(answers, finite),
    claim=RenyiMoment(alpha, analysed) <= RenyiMoment(alpha),
    derivation=(
        have(0 <= before, "an exponential", split=(0 < P(x), 0 < Q(x))),
        have(0 <= G(x, y) * before, "no factor is negative"),
        have(0 <= Total(G(x, y) * before, x), "a sum of them"),
        have(
            after <= Total(G(x, y) * before, x),
            "one answer",
            derivation=cases(
                0 < one,
                cases(
                    0 < other,
                    (
                        let(
                            c,
                            log(one) - log(other),
                            (Eq(power(one, other), line(exp(log(one)), exp(log(other)))),),
                            "where the tangent touches it",
                        ),
                        have(
                            line(P(x), Q(x)) <= before,
                            "above the tangent",
                            derivation=cases(
                                0 < P(x),
                                cases(
                                    0 < Q(x),
                                    have(
                                        line(P(x), Q(x)) <= power(P(x), Q(x)),
                                        "the tangent",
                                        by=tangent_of_masses.at({a: P(x), b: Q(x)}),
                                    ),
                                ),
                                have(0 <= (alpha - 1) * exp(alpha * c) * Q(x), "no factor is negative"),
                            ),
                        ),
                        have(G(x, y) * line(P(x), Q(x)) <= G(x, y) * before, "at every output"),
                        have(Eq(exp(log(one)), one), "exponential of a logarithm"),
                        have(Eq(exp(log(other)), other), "exponential of a logarithm"),
                        Chain(after)
                        .eq(power(one, other), "both laws give it")
                        .eq(line(exp(log(one)), exp(log(other))), "the tangent touches it")
                        .eq(line(one, other), "exponential of a logarithm")
                        .eq(Total(G(x, y) * line(P(x), Q(x)), x), "sum over the outputs")
                        .le(Total(G(x, y) * before, x), "above the tangent at every output"),
                    ),
                ),
            ),
        ),
        have(Eq(Total(G(x, y) * before, y), before), "the answers have a law"),
        Chain(RenyiMoment(alpha, analysed))
        .le(Total(G(x, y) * before, x, y), "sum over the answers")
        .eq(Total(before, x), "the answers have a law")
        .eq(RenyiMoment(alpha), "the moment before"),
    ),
    example=point({alpha: 2}, P=(half, half), Q=(half, half), **keep),
    tight=point({alpha: 2}, P=(2 * third, third), Q=(third, 2 * third), **keep),
    near_misses={
        "also with infinite losses": variant(
            RenyiMoment(2, analysed) <= RenyiMoment(2),
            given=[answers],
            witness=point(P=(half, half), Q=(0, 1), G=(1, 0, 1, 0)),
        ),
        "half the moment": variant(
            RenyiMoment(2, analysed) <= RenyiMoment(2) / 2,
            witness=point(P=(half, half), Q=(half, half), **keep),
        ),
    },
)

x_0 = Outcome("x_0")
r = parameter("r", at_least=0, about="the largest ratio of the masses of an output that both laws can give")


def of_masses(x):
    """The ratio of the masses of an output, 0 where the second law cannot give it."""
    return Indicator(0 < Q(x)) * P(x) / Q(x)


given_off = ForAll(y, Implication(Eq(other, 0), Eq(one, 0)))

finite_kept = Theorem(
    title="No secondary analysis makes a loss infinite",
    source="kifer.prop5-rdp-postproc",
    kind="lemma",
    given=(answers, finite),
    claim=given_off,
    derivation=(
        Obtain(x_0, -of_masses(x_0), x, "the output with the largest finite loss"),
        have(of_masses(x) <= of_masses(x_0), "the largest"),
        have(0 <= of_masses(x_0), "no mass is negative", derivation=cases(0 < Q(x_0))),
        let(r, of_masses(x_0), (0 <= r, ForAll(x, of_masses(x) <= r)), "the largest finite ratio"),
        have(
            P(x) <= r * Q(x),
            "multiply; an output that the second law cannot give adds nothing",
            derivation=cases(
                0 < Q(x),
                (
                    have(Eq(Indicator(0 < Q(x)), 1), "the second law can give it"),
                    have(P(x) / Q(x) <= r, "the largest"),
                ),
                have(Eq(P(x), 0), "neither law gives it"),
            ),
        ),
        have(P(x) * G(x, y) <= r * (Q(x) * G(x, y)), "answer by answer"),
        have(one <= r * other, "sum over the outputs"),
        have(0 <= one, "a sum of masses"),
        have(
            given_off,
            "so it is 0 where the other is",
            derivation=(
                Chain(one)
                .le(r * other, "the line before")
                .eq(r * 0, "the other is 0")
                .eq(0, "no mass is left"),
            ),
        ),
    ),
    example=point(P=(half, half), Q=(half, half), **keep),
    near_misses={
        "where a loss was infinite": variant(given=[answers], witness=point(P=(1, 0), Q=(0, 1), **keep)),
        "nothing is impossible": variant(
            ForAll(y, 0 < other), witness=point(P=(half, half), Q=(half, half), G=(1, 0, 1, 0))
        ),
    },
)

both = RenyiDP(alpha, gamma)
budget = parameter("rho", above=0, about="zero-concentrated budget, in nats")

renyi = Theorem(
    title="Every secondary analysis keeps Rényi DP",
    source="kifer.prop5-rdp-postproc",
    cites="mironov2017",
    given=(answers, both),
    claim=both.on(analysed),
    derivation=(
        have(given_off, "no loss becomes infinite", by=finite_kept),
        Chain(RenyiMoment(alpha, analysed))
        .le(RenyiMoment(alpha), "the moment is not raised", by=post_processing)
        .le(exp((alpha - 1) * gamma), "Rényi DP"),
    ),
    example=point({alpha: 2, gamma: 0}, P=(half, half), Q=(half, half), **keep),
    near_misses={
        "half the divergence": variant(
            both.func(alpha, gamma / 2).on(analysed),
            witness=point(
                {alpha: 2, gamma: log(Rational(3, 2))}, P=(2 * third, third), Q=(third, 2 * third), **keep
            ),
        ),
        "without Rényi DP": variant(
            given=[answers], witness=point({alpha: 2, gamma: 0}, P=(1, 0), Q=(0, 1), **keep)
        ),
    },
)
