"""The power u^alpha v^(1 - alpha) of two sums of masses is at most the sum of the powers: Hölder's inequality."""

from dpsym.derivations.vocabulary import alpha, u, v
from dpsym.language import *

s = parameter("s", about="a difference of logarithms")
a = parameter("a", above=0, about="a mass under the first law")
b = parameter("b", above=0, about="the mass under the second law")
c = parameter("c", about="a logarithm of a ratio of masses")
x = Outcome("x")
# U, V: masses of finitely many outcomes, which need not add up to 1.
U, V = function("U"), function("V")


def power(a, b):
    """a^alpha b^(1 - alpha)."""
    return exp(alpha * log(a) + (1 - alpha) * log(b))


def part(a, b):
    """What masses a and b add to an exponential moment: 0 where either is 0."""
    return Indicator(AllOf(0 < a, 0 < b)) * power(a, b)


def line(a, b, c=c):
    """The tangent of the power where the logarithm of the ratio of the masses is c."""
    return alpha * exp((alpha - 1) * c) * a - (alpha - 1) * exp(alpha * c) * b


def never_alone(a, b):
    """That the second mass is 0 only where the first is."""
    return Implication(Eq(b, 0), Eq(a, 0))


tangent = Theorem(
    title="A power lies above its tangent",
    source=("kazan.thm2.9", "kifer.prop5-rdp-postproc"),
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
    source=("kazan.thm2.9", "kifer.prop5-rdp-postproc"),
    kind="lemma",
    claim=line(a, b) <= power(a, b),
    derivation=(
        have(
            alpha * exp(log(a) - log(b) - c) - (alpha - 1) <= exp(alpha * (log(a) - log(b) - c)),
            "a power lies above its tangent",
            by=tangent.at(s=log(a) - log(b) - c),
        ),
        have(Eq(exp(log(a)), a), "exponential of a logarithm"),
        have(Eq(exp(log(b)), b), "exponential of a logarithm"),
        have(0 < exp(alpha * c + log(b)), "an exponential"),
        Chain(line(a, b))
        .eq(line(exp(log(a)), exp(log(b))), "exponential of a logarithm")
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


tangent_of_parts = Theorem(
    title="What two masses add to a moment lies above its tangents",
    source=("kazan.thm2.9", "kifer.prop5-rdp-postproc"),
    kind="lemma",
    given=never_alone(u, v),
    claim=line(u, v) <= part(u, v),
    derivation=cases(
        0 < u,
        cases(
            0 < v,
            have(line(u, v) <= power(u, v), "the tangent", by=tangent_of_masses.at(a=u, b=v)),
        ),
        have(0 <= (alpha - 1) * exp(alpha * c) * v, "no factor is negative"),
    ),
    tight=point({u: 1, v: 1, c: 0}),
    near_misses={
        "where the second mass is 0 alone": variant(
            Implication(Eq(v, 0), line(u, v) <= 0), given=(), witness=point({alpha: 2, u: 1, v: 0, c: 0})
        ),
        "twice the first term": variant(
            2 * alpha * exp((alpha - 1) * c) * u - (alpha - 1) * exp(alpha * c) * v <= part(u, v),
            witness=point({alpha: 2, u: 1, v: 1, c: 0}),
        ),
    },
)

one, other = Total(U(x), x), Total(V(x), x)
masses = AllOf(ForAll(x, 0 <= U(x)), ForAll(x, 0 <= V(x)), ForAll(x, never_alone(U(x), V(x))))
of_sums = ForAll(U(x), ForAll(V(x), Implication(masses, part(one, other) <= Total(part(U(x), V(x)), x))))

power_of_sums = Theorem(
    title="The power of sums of masses is at most the sum of the powers",
    source=("kazan.thm2.9", "kifer.prop5-rdp-postproc"),
    cites="mironov2017",
    kind="lemma",
    claim=of_sums,
    derivation=have(
        of_sums,
        "add up tangents",
        derivation=(
            have(0 <= part(U(x), V(x)), "an exponential", split=(0 < U(x), 0 < V(x))),
            have(
                part(one, other) <= Total(part(U(x), V(x)), x),
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
                                line(U(x), V(x)) <= part(U(x), V(x)),
                                "above the tangent at every outcome",
                                by=tangent_of_parts.at(u=U(x), v=V(x)),
                            ),
                            have(Eq(exp(log(one)), one), "exponential of a logarithm"),
                            have(Eq(exp(log(other)), other), "exponential of a logarithm"),
                            Chain(part(one, other))
                            .eq(power(one, other), "both sums are positive")
                            .eq(line(exp(log(one)), exp(log(other))), "the tangent touches it")
                            .eq(line(one, other), "exponential of a logarithm")
                            .eq(Total(line(U(x), V(x)), x), "sum over the outcomes")
                            .le(Total(part(U(x), V(x)), x), "above the tangent at every outcome"),
                        ),
                    ),
                ),
            ),
        ),
    ),
    near_misses={
        "half the sum": variant(
            part(Total(P(y), y), Total(P(y), y)) <= Total(part(P(y), P(y)), y) / 2,
            witness=point({alpha: 2}, P=(1,)),
        ),
        "the other way round": variant(
            Total(part(P(y), Q(y)), y) <= part(Total(P(y), y), Total(Q(y), y)),
            witness=point({alpha: 2}, P=(Rational(1, 3), Rational(2, 3)), Q=(Rational(2, 3), Rational(1, 3))),
        ),
    },
)

x_0 = Outcome("x_0")
r = parameter(
    "r", at_least=0, about="the largest ratio of the masses of an outcome whose second mass is not 0"
)


def ratio(x):
    """The ratio of the masses of an outcome, 0 where the second is 0."""
    return Indicator(0 < V(x)) * U(x) / V(x)


kept = ForAll(U(x), ForAll(V(x), Implication(masses, never_alone(one, other))))

sums_never_alone = Theorem(
    title="A sum of second masses is 0 only where that of the first is",
    source=("kazan.thm2.9", "kifer.prop5-rdp-postproc"),
    kind="lemma",
    claim=kept,
    derivation=have(
        kept,
        "a ratio of masses has a bound",
        derivation=(
            ArgMin(x_0, -ratio(x_0), x, "the outcome with the largest finite ratio"),
            have(ratio(x) <= ratio(x_0), "the largest"),
            have(0 <= ratio(x_0), "no mass is negative", derivation=cases(0 < V(x_0))),
            let(r, ratio(x_0), (0 <= r, ForAll(x, ratio(x) <= r)), "the largest finite ratio"),
            have(
                U(x) <= r * V(x),
                "multiply; where the second mass is 0 nothing is added",
                derivation=cases(
                    0 < V(x),
                    (
                        have(Eq(Indicator(0 < V(x)), 1), "the second mass is not 0"),
                        have(U(x) / V(x) <= r, "the largest"),
                    ),
                    have(Eq(U(x), 0), "neither mass is left"),
                ),
            ),
            have(one <= r * other, "sum over the outcomes"),
            have(0 <= one, "a sum of masses"),
            have(
                never_alone(one, other),
                "so it is 0 where the other is",
                derivation=(
                    Chain(one)
                    .le(r * other, "the line before")
                    .eq(r * 0, "the other is 0")
                    .eq(0, "no mass is left"),
                ),
            ),
        ),
    ),
    near_misses={
        "where a second mass is 0 alone": variant(
            never_alone(Total(P(y), y), Total(P(y) * Q(y), y)), witness=point(P=(1, 0), Q=(0, 1))
        ),
        "no sum is 0": variant(0 < Total(P(y) * Q(y), y), witness=point(P=(1, 0), Q=(0, 1))),
    },
)
