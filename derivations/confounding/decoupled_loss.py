"""Theorem 2(i): a loss with the dependence drawn apart from the outputs; when it is that of the composition, and when not."""

from dpsym.derivations.analysis.correlated_normals import a, b, r, together
from dpsym.derivations.confounding.correlated_noise import apart, floor_of_two
from dpsym.derivations.confounding.model import copies, joint, outputs, product, s, s_2, z
from dpsym.derivations.confounding.model import stick as between
from dpsym.derivations.notions.loss_of_two_mechanisms import losses_add
from dpsym.derivations.vocabulary import eps, half, quarter
from dpsym.language import *

c = Outcome("c", "C")
A = function("A", about="the law of the other outputs in the first state")
B = function("B", about="the law of the other outputs in the second state")
R = function("R", about="the law of the output that does not depend on the state")
U, V = function("U"), function("V")
stick = Max(0, A(y) - exp(eps) * B(y))
bit = {"A": (3 * quarter, quarter), "B": (quarter, 3 * quarter), "R": (half, half)}

independent_output = Theorem(
    title="An output that does not depend on the state and on the others adds nothing to the hockey stick",
    source="zhang.thm2",
    claim=Eq(Total(Max(0, A(y) * R(c) - exp(eps) * (B(y) * R(c))), y, c), Total(stick, y)),
    derivation=(
        have(
            Eq(Max(0, A(y) * R(c) - exp(eps) * (B(y) * R(c))), R(c) * stick),
            "a factor that is not negative",
            derivation=cases(
                0 <= A(y) - exp(eps) * B(y),
                have(0 <= R(c) * (A(y) - exp(eps) * B(y)), "a product"),
                have(R(c) * (A(y) - exp(eps) * B(y)) <= 0, "a product"),
            ),
        ),
        Chain(Total(Max(0, A(y) * R(c) - exp(eps) * (B(y) * R(c))), y, c))
        .eq(Total(R(c) * stick, y, c), "outcome by outcome")
        .eq(Total(R(c), c) * Total(stick, y), "a common factor")
        .eq(Total(stick, y), "a law"),
    ),
    example=point({eps: 0}, **bit, sizes={"Y": 2, "C": 2}),
    near_misses={
        "that depends on it": variant(
            Eq(Total(Max(0, A(y) * U(c) - exp(eps) * (B(y) * V(c))), y, c), Total(stick, y))
        ),
    },
    note=(
        "Where the laws of the single outputs are the same in both states, R is that of the single outputs as if they were independent, and A and B are the laws of the sample of the copula: the "
        "decoupled loss, of the sample and the outputs drawn apart, has then the delta of the sample, and the product "
        "has none. The sample is made of the outputs of the composition by their distribution functions (with a draw at a jump), and those outputs of the sample by their quantile functions; neither depends on "
        "the state. So each is a secondary analysis of the other, and loses nothing: the delta of the sample is that of the composition."
    ),
)


product_bound = Theorem(
    title="Two outputs with correlated normal noise are at least as far apart as each of them",
    source=of_any_spaces("zhang.thm2"),
    claim=Max(a**2, b**2) <= together,
    derivation=(
        have(a**2 <= together, "the first output", by=floor_of_two),
        have(b**2 <= together, "the second output", by=floor_of_two),
    ),
    example=point({a: half, b: half, r: half}),
    tight=point({a: 1, b: 0, r: 0}),
    errata=erratum(
        "wrong result",
        "Theorem 2(i), the lower bound",
        "[lower] OPT_{delta_g}(s_0, s_1) < OPT_{delta_g}(PL(b_{s_0}||b_{s_1}))",
        fails=(
            "Two copies of a bit that agrees with the state with probability 3/4: at the logarithm of 2 the product has the delta 7/16 and the composition 1/4; "
            "the copula term is not 0, but -log(3) where both outputs are those of the first state. With normal noise: two shifts of 1/2 with the "
            "correlation 1/2 are at the square distance 1/3, the product at 1/2."
        ),
        holds="The composition has at least the loss of each single output.",
        affects="The text after the theorem, and the abstract: the loss is not underestimated in general.",
        reads=variant(
            ForAll((s, s_2), between(eps, product, y, z) <= between(eps, joint, y, z)),
            given=outputs,
            witness=point({eps: log(2)}, **copies),
        ),
    ),
    near_misses={
        "nor is the product above it": variant(together <= apart, witness=point({a: 1, b: 1, r: -half})),
        "the sum of the distances": variant((a + b) ** 2 <= together),
    },
    note=(
        "a and b are the shifts of two outputs between the states, in standard deviations, r is the correlation of their noises, and the right side the square distance of both outputs. Normal laws with a shift have a copula that is the same in both states: drawn apart from the outputs it says nothing, so that the "
        "second bound of Theorem 2(i) is the product as well. The near miss with a negative correlation refutes it: 4 against 2. So each part of Theorem 2 fails, "
        "and nothing of its kind holds of given single losses; where the laws of the single outputs are the same in both states the second bound is exact, by the theorem before, and what "
        "bounds a composition in general are its single outputs, and the couplings."
    ),
)

bounds = Background(
    title="The two bounds that Theorem 2 compares the composition with",
    source=(whole_of("zhang.eq-lhat"), whole_of("zhang.def-bounds")),
    restates=(losses_add, independent_output, product_bound),
    note=(
        "The lower one is delta, or eps, of the product of the single laws. The upper one is that of a release of one draw from the dependence "
        "and of the single outputs, all independent: its loss is the sum of theirs. As a function of quantiles the dependence says "
        "nothing of the state where it is the same in both, though the quantiles of the outputs would. Both are for given laws; from the "
        "single guarantees alone optimal composition stands in their place, which the paper does not tell apart."
    ),
)
