"""The power u^alpha v^(1 - alpha) of two sums of masses is at most the sum of the powers: Hölder's inequality."""

from dpsym.derivations.analysis.power_tangents import line, never_alone, part, power, tangent_of_parts
from dpsym.derivations.vocabulary import alpha, apart, c
from dpsym.language import *

x = Outcome("x")
# U, V: masses of finitely many outcomes, which need not add up to 1.
U, V = function("U"), function("V")

one, other = Total(U(x), x), Total(V(x), x)
masses = AllOf(ForAll(x, 0 <= U(x)), ForAll(x, 0 <= V(x)), ForAll(x, never_alone(U(x), V(x))))
of_sums = ForAll(U(x), ForAll(V(x), Implication(masses, part(one, other) <= Total(part(U(x), V(x)), x))))

power_of_sums = Theorem(
    title="The power of sums of masses is at most the sum of the powers",
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
            never_alone(Total(P(y), y), Total(P(y) * Q(y), y)), witness=point(**apart)
        ),
        "no sum is 0": variant(0 < Total(P(y) * Q(y), y)),
    },
)
