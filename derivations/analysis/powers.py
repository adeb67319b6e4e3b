"""Powers of ratios of masses: equal ones, and products."""

from dpsym.derivations.analysis.power_tangents import part, power
from dpsym.derivations.vocabulary import alpha
from dpsym.language import *

a = parameter("a", at_least=0, about="a mass under the first law")
b = parameter("b", at_least=0, about="a mass under the second law")
c = parameter("c", at_least=0, about="another mass under the first law")
d = parameter("d", at_least=0, about="another mass under the second law")

equal_powers = Theorem(
    title="The powers of equal masses are equal",
    kind="lemma",
    given=(Eq(a, c), Eq(b, d)),
    claim=Eq(part(a, b), part(c, d)),
    near_misses={
        "exchanged": variant(Eq(part(a, b), part(d, c)), witness=point({alpha: 2, a: 1, b: 2, c: 1, d: 2})),
    },
)

power_of_product = Theorem(
    title="The power of a product of masses is the product of the powers",
    kind="lemma",
    claim=Eq(part(a * c, b * d), part(a, b) * part(c, d)),
    derivation=cases(
        0 < a,
        cases(
            0 < b,
            cases(
                0 < c,
                cases(
                    0 < d,
                    (
                        have(Eq(log(a * c), log(a) + log(c)), "logarithm of a product"),
                        have(Eq(log(b * d), log(b) + log(d)), "logarithm of a product"),
                        Chain(part(a * c, b * d))
                        .eq(power(a * c, b * d), "no mass is 0")
                        .eq(power(a, b) * power(c, d), "logarithms of products")
                        .eq(part(a, b) * part(c, d), "no mass is 0"),
                    ),
                ),
            ),
        ),
    ),
    near_misses={
        "with the masses of one law exchanged": variant(Eq(part(a * c, b * d), part(a, d) * part(b, c))),
        "a sum in the place of the product": variant(
            Eq(part(a + c, b + d), part(a, b) * part(c, d)), witness=point({alpha: 2, a: 1, b: 1, c: 1, d: 1})
        ),
    },
)
