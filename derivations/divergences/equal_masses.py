"""The power of equal masses: when it is the mass, and when two powers are equal."""

from dpsym.derivations.divergences.power_of_sums import part, power
from dpsym.derivations.vocabulary import alpha
from dpsym.language import *

a = parameter("a", at_least=0, about="a mass under the first law")
b = parameter("b", at_least=0, about="a mass under the second law")
c = parameter("c", at_least=0, about="another mass under the first law")
d = parameter("d", at_least=0, about="another mass under the second law")

equal_powers = Theorem(
    title="The powers of equal masses are equal",
    source=("kazan.thm2.9", "kifer.prop5-rdp-composition"),
    kind="lemma",
    given=(Eq(a, c), Eq(b, d)),
    claim=Eq(part(a, b), part(c, d)),
    derivation=cases(
        0 < a,
        cases(
            0 < b,
            (
                have(AllOf(0 < c, 0 < d), "the masses are equal"),
                have(Eq(log(a), log(c)), "equal arguments"),
                have(Eq(log(b), log(d)), "equal arguments"),
                have(
                    Eq(alpha * log(a) + (1 - alpha) * log(b), alpha * log(c) + (1 - alpha) * log(d)),
                    "equal exponents",
                ),
                Chain(part(a, b))
                .eq(power(a, b), "no mass is 0")
                .eq(power(c, d), "equal exponents")
                .eq(part(c, d), "no mass is 0"),
            ),
        ),
    ),
    near_misses={
        "of masses that differ": variant(given=[Eq(a, c)], witness=point({alpha: 2, a: 1, b: 1, c: 1, d: 2})),
        "exchanged": variant(Eq(part(a, b), part(d, c)), witness=point({alpha: 2, a: 1, b: 2, c: 1, d: 2})),
    },
)

equal_masses = Theorem(
    title="The power of two equal masses is the mass",
    source=("kazan.thm2.9", "kifer.prop5-rdp-composition"),
    kind="lemma",
    given=Eq(a, b),
    claim=Eq(part(a, b), a),
    derivation=(
        have(Eq(part(a, b), part(a, a)), "equal masses", by=equal_powers.at(c=a, d=a)),
        have(
            Eq(part(a, a), a),
            "the exponents add up to 1",
            derivation=cases(
                0 < a,
                (
                    have(Eq(exp(log(a)), a), "exponential of a logarithm"),
                    Chain(part(a, a))
                    .eq(exp(log(a)), "the exponents add up to 1")
                    .eq(a, "exponential of a logarithm"),
                ),
            ),
        ),
    ),
    near_misses={
        "twice the mass": variant(Eq(part(a, b), 2 * a), witness=point({alpha: 2, a: 1, b: 1})),
        "of masses that differ": variant(given=(), witness=point({alpha: 2, a: 1, b: 2})),
    },
)
