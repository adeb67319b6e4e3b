"""Two outputs with normal noise that is correlated: the loss of both together is that of one pair of normal laws."""

from dpsym.derivations.analysis.correlated_normals import a, b, exponent, first, r, second, together, v, w
from dpsym.derivations.vocabulary import half
from dpsym.language import *

apart = a**2 + b**2


loss = (exponent(v + a / 2, w + b / 2) - exponent(v - a / 2, w - b / 2)) / 2
single_losses = a * v + b * w
m = parameter("m", above=0, about="the square of a distance")
rows = {a: half, b: half, r: half}

linear = Theorem(
    title="The privacy loss of two outputs with correlated normal noise is linear",
    source=("zhang.eq-gaussplrv", "zhang.prop2"),
    claim=Eq(loss, first * v + second * w),
    near_misses={
        "the losses of the single outputs": variant(Eq(loss, single_losses)),
        "with the other sign of the correlation": variant(
            Eq(loss, (a + r * b) / (1 - r**2) * v + (b + r * a) / (1 - r**2) * w)
        ),
    },
    note=(
        "The loss is half the difference of the two exponents of the densities: the common factor of both densities cancels. A "
        "linear function of a normal vector is normal, as the sum of independent ones in other coordinates; so the loss is normal, and two "
        "outputs together are one pair of normal laws."
    ),
)

mean_and_variance = Theorem(
    title="Mean and variance of the loss of two outputs with correlated normal noise",
    source="zhang.eq-gaussplrv",
    claim=AllOf(
        Eq(first * a / 2 + second * b / 2, together / 2),
        Eq(first**2 + 2 * r * first * second + second**2, together),
    ),
    near_misses={
        "as of independent noises": variant(Eq(first**2 + 2 * r * first * second + second**2, apart)),
        "the mean of the single losses": variant(Eq(first * a / 2 + second * b / 2, apart / 2)),
    },
    note=(
        "At the centre of the first state the loss is half of its variance: so it is between two normal laws at this distance, whose "
        "square is the variance."
    ),
)

raised = Theorem(
    title="A negative correlation of the noises raises the distance",
    source=("zhang.cx-gauss", "zhang.thm2"),
    given=(0 < a, 0 < b, r < 0),
    claim=apart < together,
    example=point({a: half, b: half, r: -half}),
    errata=erratum(
        "wrong result",
        "Theorem 2(i), the upper bound",
        "OPT_{delta_g}(PL(b_{s_0}||b_{s_1})) ≤ [upper] OPT_{delta_g}(s_0, s_1)",
        fails=(
            "Shifted normal laws have the same copula in both states: drawn apart from the outputs it says nothing, and the bound is the "
            "loss of independent outputs. With unit shifts and a correlation of -1/2 the square distance is (1 + 1 + 1)/(3/4) = 4, and that of independent "
            "ones 2. As the correlation tends to -1 it is above any bound that the single guarantees give."
        ),
        holds="The composition has at most the loss of the greatest coupling, which is no function of the single losses.",
        affects="Theorem 3(ii), which computes this bound, and the method of Section 5 that starts from both.",
        reads=variant(together <= apart, witness=point({a: 1, b: 1, r: -half})),
    ),
)

lowered = Theorem(
    title="Between 0 and a bound the correlation of the noises lowers the distance, and nowhere else",
    source=("zhang.eq-gaussplrv", "zhang.rem-C2"),
    given=(0 < a, 0 < b),
    claim=AllOf(
        Implication(AllOf(0 < r, r * (a**2 + b**2) < 2 * a * b), together < apart),
        Implication(together < apart, AllOf(0 < r, r * (a**2 + b**2) < 2 * a * b)),
    ),
    derivation=(
        have(0 < 1 - r**2, "a correlation", derivation=have(0 < (1 - r) * (1 + r))),
        have(
            Eq((apart - together) * (1 - r**2), r * (2 * a * b - r * (a**2 + b**2))), "a common denominator"
        ),
        cases(
            0 < r,
            (
                cases(
                    r * (a**2 + b**2) < 2 * a * b,
                    (
                        have(0 < r * (2 * a * b - r * (a**2 + b**2)), "a product of positive numbers"),
                        have(0 < apart - together, "a positive denominator"),
                    ),
                    (
                        have(r * (2 * a * b - r * (a**2 + b**2)) <= 0, "a product of opposite signs"),
                        have(apart - together <= 0, "a positive denominator"),
                    ),
                ),
            ),
            (
                have(0 < 2 * a * b - r * (a**2 + b**2), "no negative part"),
                have(r * (2 * a * b - r * (a**2 + b**2)) <= 0, "a product of opposite signs"),
                have(apart - together <= 0, "a positive denominator"),
            ),
        ),
    ),
    example=point(rows),
    near_misses={
        "whatever the shifts": variant(given=[]),
        "up to the bound and beyond": variant(Implication(0 < r, together < apart)),
    },
)

floor_of_two = Theorem(
    title="Whatever the correlation, two outputs are no nearer than one of them",
    source=("zhang.eq-gaussplrv", whole_of("zhang.rem-C2")),
    claim=AllOf(a**2 <= together, b**2 <= together),
    derivation=(
        have(0 < 1 - r**2, "a correlation", derivation=have(0 < (1 - r) * (1 + r))),
        have(Eq(together - a**2, (b - r * a) ** 2 / (1 - r**2)), "a square"),
        have(Eq(together - b**2, (a - r * b) ** 2 / (1 - r**2)), "a square"),
    ),
    tight=point({a: 1, b: 0, r: 0}),
    errata=erratum(
        "wrong result",
        "Appendix C.2",
        "when preserving each individual mechanism's (eps_i, delta_i)-CP, it is impossible that the total cumulative privacy loss can be strictly less than OPT_{delta_g}(PL(b_{s_0}||b_{s_1}))",
        fails=(
            "A positive correlation of the noises of two mechanisms does it: two shifts of 1/2 are at the square distance 1/2 with independent noises, and at "
            "(1/4 - 1/4 + 1/4)/(3/4) = 1/3 with the correlation 1/2, and each keeps its law. At delta = 0.02, five mechanisms that answer one query with 0.05 each "
            "have 0.225 together; 0.188 is approached as two of them come to have the same noise."
        ),
        holds="No perturbation makes the composition lose less than one of its mechanisms does.",
        affects="What Appendix C.2 says of the targets that can be met; the reason that it gives for a redesign of all mechanisms.",
        reads=variant(apart <= together, witness=point(rows)),
    ),
    near_misses={
        "both together": variant(a**2 + b**2 <= together),
    },
    note="So no correlation has both for less than one: this is the floor that the appendix puts at the whole of both.",
)

attained = Theorem(
    title="The correlation at which two outputs are as near as one of them",
    source="zhang.eq-gaussplrv",
    given=(0 < a, Abs(b) < a, Eq(r, b / a)),
    claim=Eq(together, a**2),
    example=point({a: 1, b: half, r: half}),
    near_misses={
        "the shift of the second": variant(Eq(together, b**2)),
    },
    note="The second output is then the first one, scaled, with noise of its own: it tells nothing more.",
)

equal_shifts = Theorem(
    title="Two equal shifts, and two opposite ones, with correlated noise",
    source=(whole_of("zhang.cx-gauss"), "zhang.thm2", "zhang.eq-gaussplrv"),
    claim=AllOf(
        Eq(together.xreplace({b: a}), 2 * a**2 / (1 + r)), Eq(together.xreplace({b: -a}), 2 * a**2 / (1 - r))
    ),
    near_misses={
        "exchanged": variant(Eq(together.xreplace({b: a}), 2 * a**2 / (1 - r))),
        "as of independent noises": variant(Eq(together.xreplace({b: a}), 2 * a**2)),
    },
)

without_bound = Theorem(
    title="Two equal shifts are as far apart as one wants, at some correlation of the noises",
    source="zhang.cx-gauss",
    given=(0 < a, a**2 < m, Eq(r, 2 * a**2 / m - 1)),
    claim=Eq(together.xreplace({b: a}), m),
    derivation=(
        have(Eq(1 + r, 2 * a**2 / m), "the correlation"),
        Chain(together.xreplace({b: a}))
        .eq(2 * a**2 / (1 + r), "a common factor", by=equal_shifts)
        .eq(m, "the correlation"),
    ),
    example=point({a: 1, m: 4, r: -half}),
    near_misses={
        "with opposite shifts": variant(
            Eq(together.xreplace({b: -a}), m), witness=point({a: 1, m: 4, r: -half})
        ),
    },
    note="Of any square above that of one shift: so the laws of single outputs bound the loss of both in no way from above.",
)

shifts_of_one_half = Example(
    title="Two shifts of one half with correlation -1/2: the numbers of one pair at the distance 1",
    source="zhang.cx-gauss",
    uses=(equal_shifts, raised),
    values=(
        value("square distance", together, {a: half, b: half, r: -half}, "1"),
        value("square distance of independent outputs", apart, {a: half, b: half}, "0.5"),
        value("square distance at correlation 1/2", together, rows, "0.333333"),
        value("delta at a loss of 1/2", Evaluated("gaussian.delta", sigma=1, eps=half), printed="0.238422"),
        value(
            "eps at delta = 0.02",
            Evaluated("gaussian.epsilon", sigma=1, delta=Rational(1, 50)),
            printed="2.020510",
        ),
    ),
)
