"""The loss of two mechanisms with independent randomness is the sum of their losses, which are independent."""

from dpsym.derivations.composition.renyi_composition import A, B, C, D, both, less, more, z
from dpsym.derivations.vocabulary import half
from dpsym.language import *

t = parameter("t", about="a value of the loss, in nats")

possible = AllOf(0 < A(y), 0 < B(y), 0 < C(z), 0 < D(z))
first, second = log(A(y) / B(y)), log(C(z) / D(z))
joint = log(A(y) * C(z) / (B(y) * D(z)))

losses_add = Theorem(
    title="The losses of two independent mechanisms add",
    source="kifer.ex4.6",
    kind="lemma",
    claim=ForAll((y, z), Implication(possible, Eq(joint, first + second))),
    derivation=(
        have(
            Implication(possible, Eq(joint, first + second)),
            "logarithm of a product",
            derivation=(
                have(
                    Implication(possible, Eq(A(y) * C(z) / (B(y) * D(z)), A(y) / B(y) * (C(z) / D(z)))),
                    "a product of quotients",
                ),
                have(
                    Implication(possible, Eq(log(A(y) / B(y) * (C(z) / D(z))), first + second)),
                    "logarithm of a product",
                ),
            ),
        ),
    ),
    example=point(A=(half, half), B=(half, half), C=(half, half), D=(half, half)),
    near_misses={
        "the second loss twice": variant(
            ForAll((y, z), Implication(possible, Eq(joint, first + 2 * second)))
        ),
    },
)

large = Probability(Loss(both.a, both.b) > t, both.a, z, y)
there = Indicator(AnyOf(D(z) <= 0, Loss(A(y), B(y)) > t - second)) * A(y)

law_of_the_sum = Theorem(
    title="The law of the loss of two independent mechanisms",
    source=of_any_spaces("kifer.ex4.6"),
    claim=Eq(large, Expectation(Total(there, y), C(z), z)),
    derivation=(
        have(
            Eq(Indicator(Loss(both.a, both.b) > t) * (A(y) * C(z)), C(z) * there),
            "output by output",
            derivation=cases(
                0 < C(z),
                cases(
                    0 < D(z),
                    (
                        cases(
                            Loss(A(y), B(y)) > t - second,
                            have(exp(t - second) * B(y) * C(z) < A(y) * C(z), "multiply"),
                            have(A(y) * C(z) <= exp(t - second) * B(y) * C(z), "multiply"),
                        ),
                    ),
                    (
                        have(Eq(D(z), 0), "the second loss is infinite"),
                        cases(0 < A(y), have(0 < A(y) * C(z), "a product")),
                    ),
                ),
                have(Eq(C(z), 0), "no mass is negative"),
            ),
        ),
    ),
    example=point({t: 0}, A=(half, half), B=(half, half), C=(half, half), D=(half, half)),
    errata=erratum(
        "slip in wording",
        "Example 4.6",
        "sampled independently from the output distributions P(M_1(D_1)) and P(M_2(D_2)), respectively",
        fails="The output of the second mechanism is one on the first database too.",
        holds="Both outputs are drawn from the laws on D_1.",
        affects="The same slip a line below.",
        reads=variant(
            Eq(large, Expectation(Total(there, y), D(z), z)),
            witness=point({t: 0}, A=(half, half), B=(half, half), C=less, D=more),
            note="The paper draws the output of the second mechanism from its law on the second database.",
        ),
    ),
    near_misses={
        "the second output from the other law": variant(
            Eq(large, Expectation(Total(there, y), D(z), z)),
            witness=point({t: 0}, A=(half, half), B=(half, half), C=less, D=more),
        ),
        "the first mechanism alone": variant(
            Eq(large, Probability(Loss(A(y), B(y)) > t, A(y))),
            witness=point({t: 0}, A=(half, half), B=(half, half), C=less, D=more),
        ),
    },
    note="Where the second law excludes an output of the second mechanism the loss is infinite, and so is the sum.",
)
