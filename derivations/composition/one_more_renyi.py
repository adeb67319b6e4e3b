"""One more mechanism, chosen by what has been released: the exponential moments of the losses multiply."""

from dpsym.derivations.divergences.renyi_post_processing import line, power, tangent_of_masses
from dpsym.language import *

alpha = parameter("alpha", above=1, about="order of the Rényi divergence")
a = parameter("a", above=0, about="a mass under the first law")
b = parameter("b", above=0, about="the mass under the second law")
c = parameter("c", about="a logarithm of a ratio of masses")
m = parameter("m", about="bound on the exponential moment of the loss of the next mechanism")

# P and Q are the laws of what has been released, K(x, .) and L(x, .) those of the next transcript when it is x.
K, L = function("K"), function("L")
x = Outcome("x")
one, other = Total(P(x) * K(x, y), x), Total(Q(x) * L(x, y), x)


def moment_of(a, b):
    """What one output adds to the exponential moment."""
    return Indicator(AllOf(0 < a, 0 < b)) * power(a, b)


def never_alone(a, b):
    """That the first law gives nothing that the second does not."""
    return Implication(Eq(b, 0), Eq(a, 0))


released, added = moment_of(P(x), Q(x)), moment_of(K(x, y), L(x, y))
joint = moment_of(P(x) * K(x, y), Q(x) * L(x, y))
possible = AllOf(0 < P(x), 0 < Q(x), 0 < K(x, y), 0 < L(x, y))
half, third = Rational(1, 2), Rational(1, 3)
less, more = (third, 2 * third), (2 * third, third)
again = {"K": less + less, "L": more + more}

one_more_renyi = Theorem(
    title="One more mechanism multiplies the exponential moments",
    source=("kazan.thm2.9", "kifer.prop5-rdp-composition"),
    cites=("bunsteinke2016", "mironov2017"),
    kind="lemma",
    given=(
        ForAll(x, distribution(K(x, y))),
        ForAll(x, distribution(L(x, y))),
        ForAll(x, never_alone(P(x), Q(x))),
        ForAll(x, ForAll(y, never_alone(K(x, y), L(x, y)))),
        ForAll(x, RenyiMoment(alpha, Pair(K(x, y), L(x, y))) <= m),
    ),
    claim=RenyiMoment(alpha, Pair(one, other)) <= RenyiMoment(alpha) * m,
    derivation=(
        have(0 <= released, "an exponential", split=(0 < P(x), 0 < Q(x))),
        have(0 <= joint, "an exponential", split=(0 < P(x) * K(x, y), 0 < Q(x) * L(x, y))),
        have(
            Implication(
                possible,
                Eq(power(P(x) * K(x, y), Q(x) * L(x, y)), power(P(x), Q(x)) * power(K(x, y), L(x, y))),
            ),
            "logarithms of products",
            derivation=(
                have(Eq(log(P(x) * K(x, y)), log(P(x)) + log(K(x, y))), "logarithm of a product"),
                have(Eq(log(Q(x) * L(x, y)), log(Q(x)) + log(L(x, y))), "logarithm of a product"),
            ),
        ),
        have(
            Eq(joint, released * added),
            "the same where an output is impossible",
            derivation=cases(0 < P(x), cases(0 < Q(x), cases(0 < K(x, y), cases(0 < L(x, y))))),
        ),
        have(
            never_alone(P(x) * K(x, y), Q(x) * L(x, y)),
            "a product is 0 when a factor is",
            derivation=cases(
                0 < Q(x),
                cases(
                    0 < L(x, y),
                    have(0 < Q(x) * L(x, y), "no factor is 0"),
                    have(Eq(K(x, y), 0), "where the second law gives nothing"),
                ),
                have(Eq(P(x), 0), "where the second law gives nothing"),
            ),
        ),
        have(
            moment_of(one, other) <= Total(joint, x),
            "one transcript",
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
                            line(P(x) * K(x, y), Q(x) * L(x, y)) <= joint,
                            "above the tangent",
                            derivation=cases(
                                0 < P(x) * K(x, y),
                                cases(
                                    0 < Q(x) * L(x, y),
                                    have(
                                        line(P(x) * K(x, y), Q(x) * L(x, y))
                                        <= power(P(x) * K(x, y), Q(x) * L(x, y)),
                                        "the tangent",
                                        by=tangent_of_masses.at({a: P(x) * K(x, y), b: Q(x) * L(x, y)}),
                                    ),
                                ),
                                have(
                                    0 <= (alpha - 1) * exp(alpha * c) * (Q(x) * L(x, y)),
                                    "no factor is negative",
                                ),
                            ),
                        ),
                        have(Eq(exp(log(one)), one), "exponential of a logarithm"),
                        have(Eq(exp(log(other)), other), "exponential of a logarithm"),
                        Chain(moment_of(one, other))
                        .eq(power(one, other), "both laws give it")
                        .eq(line(exp(log(one)), exp(log(other))), "the tangent touches it")
                        .eq(line(one, other), "exponential of a logarithm")
                        .eq(Total(line(P(x) * K(x, y), Q(x) * L(x, y)), x), "sum over the transcripts")
                        .le(Total(joint, x), "above the tangent at every transcript"),
                    ),
                ),
            ),
        ),
        Chain(RenyiMoment(alpha, Pair(one, other)))
        .le(Total(joint, x, y), "sum over the next transcripts")
        .eq(Total(released * RenyiMoment(alpha, Pair(K(x, y), L(x, y))), x), "the sums separate")
        .le(Total(released * m, x), "the next mechanism")
        .eq(RenyiMoment(alpha) * m, "the moment so far"),
    ),
    example=point({alpha: 2, m: Rational(3, 2)}, P=(half, half), Q=(half, half), **again),
    tight=point({alpha: 2, m: 1}, P=(half, half), Q=(half, half), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
    near_misses={
        "half the moment": variant(
            RenyiMoment(2, Pair(one, other)) <= RenyiMoment(2) * m / 2,
            witness=point({m: 1}, P=(half, half), Q=(half, half), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
        ),
        "the next mechanism unprotected": variant(
            given=[
                ForAll(x, distribution(K(x, y))),
                ForAll(x, distribution(L(x, y))),
                ForAll(x, never_alone(P(x), Q(x))),
                ForAll(x, ForAll(y, never_alone(K(x, y), L(x, y)))),
            ],
            witness=point({alpha: 2, m: 0}, P=(half, half), Q=(half, half), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
        ),
    },
)
