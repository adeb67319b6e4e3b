"""Distribution functions of two outputs under increasing and decreasing maps of the noise (Lemma 9), and of their joint value."""

from dpsym.derivations.vocabulary import half, quarter, third
from dpsym.language import *

w = Outcome("w", "V")
v = Outcome("v", "U")

# J(v, w): the joint law of two noises; F(v), G(w): numbers that order them; the noises are compared by them.
J = function("J", law=False, about="the joint law of the two noises")
law = Eq(Total(J(v, w), v, w), 1)
F = function(
    "F", law=False, about="a number for each value of the first noise, by which the noises are compared"
)
G = function("G", law=False, about="one for each value of the second noise")
c, d = parameter("c", about="a bound of the first noise"), parameter("d", about="a bound of the second noise")
below = Total(Indicator(AllOf(F(v) <= c, G(w) <= d)) * J(v, w), v, w)
above = Total(Indicator(AllOf(c < F(v), d < G(w))) * J(v, w), v, w)
first = Total(Indicator(F(v) <= c) * J(v, w), v, w)
second = Total(Indicator(G(w) <= d) * J(v, w), v, w)
R = function("R", about="the law of the first noise")
even = {"J": (quarter,) * 4, "F": (0, 1), "G": (0, 1), "sizes": {"U": 2, "V": 2}}

reversed_order = Theorem(
    title="The distribution function under a decreasing map",
    source=(
        of_any_spaces("zhang.eq-Xi"),
        "zhang.def10",
    ),
    claim=Eq(Total(Indicator(-F(v) <= -c) * R(v), v), 1 - Total(Indicator(F(v) < c) * R(v), v)),
    derivation=(
        have(Eq(Indicator(-F(v) <= -c) * R(v), R(v) - Indicator(F(v) < c) * R(v)), "either or"),
        have(
            Eq(Total(R(v) - Indicator(F(v) < c) * R(v), v), 1 - Total(Indicator(F(v) < c) * R(v), v)), "a law"
        ),
    ),
    example=point({c: half}, R=(half, half), F=(0, 1)),
    near_misses={
        "with the bound itself": variant(
            Eq(Total(Indicator(-F(v) <= -c) * R(v), v), 1 - Total(Indicator(F(v) <= c) * R(v), v)),
            witness=point({c: 0}, R=(half, half), F=(0, 1)),
        ),
        "as under an increasing one": variant(
            Eq(Total(Indicator(-F(v) <= -c) * R(v), v), Total(Indicator(F(v) <= c) * R(v), v)),
            witness=point({c: 0}, R=(third, 2 * third), F=(0, 1)),
        ),
    },
    note="For noise with a density both bounds agree, and the quantile of the output is 1 less that of the noise.",
)

both_sides = Theorem(
    title="Both outputs below and both above: the two distribution functions of a joint law",
    source=whole_of("zhang.cx-lem9"),
    given=law,
    claim=Eq(below, first + second - 1 + above),
    derivation=(
        have(
            Eq(
                Indicator(AllOf(F(v) <= c, G(w) <= d)) * J(v, w),
                Indicator(F(v) <= c) * J(v, w)
                + Indicator(G(w) <= d) * J(v, w)
                - J(v, w)
                + Indicator(AllOf(c < F(v), d < G(w))) * J(v, w),
            ),
            "outcome by outcome",
        ),
    ),
    example=point({c: half, d: half}, **even),
    errata=erratum(
        "wrong result",
        "Lemma 9(ii)",
        "Ψ_{[2]}(Y_1, Y_2|s, C_{ρ}^{g}) = [the other] C_{ρ}^{g}(Y_1, Y_2|Ξ_{1}, Ξ_{2}; s)",
        fails=(
            "The right side is the copula at 1 less the single values, but both outputs are below their bounds where both noises are above theirs. With independent noises and single values 1/2 and "
            "3/4 the joint value is 3/8, and the copula at 1/2 and 1/4 is 1/8. For the Gaussian copula and 0.3, 0.6 the two values differ "
            "by 0.1, whatever the correlation."
        ),
        holds=(
            "The copula at the single ones themselves: the Gaussian copula has the same values for noises of both signs exchanged. The two "
            "differ by the sum of the single ones less 1."
        ),
        affects="Proposition 2, in whose proof it stands; its result for a decreasing map is that for an increasing one.",
        reads=variant(
            Eq(below, above),
            witness=point(
                {c: half, d: half},
                J=(3 * Rational(1, 8), Rational(1, 8), 3 * Rational(1, 8), Rational(1, 8)),
                F=(0, 1),
                G=(0, 1),
                sizes={"U": 2, "V": 2},
            ),
        ),
        source=("zhang.lem9", "zhang.cx-lem9"),
    ),
    near_misses={
        "of any measure": without(law, witness=point({c: half, d: half}, **{**even, "J": (half, 0, 0, 0)})),
        "the product": variant(
            Eq(below, first * second),
            witness=point({c: half, d: half}, **{**even, "J": (half, 0, 0, half)}),
        ),
    },
    note=(
        "The two parts of the lemma, increasing and decreasing maps, have theorems of their own. A joint law that "
        "exchanging signs leaves as it is, such as that of the Gaussian copula, gives both events one probability at mirrored bounds, "
        "which is the equation C(u, v) = u + v - 1 + C(1 - u, 1 - v)."
    ),
)
