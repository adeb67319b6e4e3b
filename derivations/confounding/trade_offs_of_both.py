"""Theorem 1 and Proposition 4 in their own words: least epsilons in the place of deltas, powers of tests in that of hockey sticks."""

from dpsym.derivations.confounding.model import (
    copies,
    joint,
    marginals,
    one,
    other,
    outputs,
    product,
    s,
    s_2,
    z,
)
from dpsym.derivations.vocabulary import a, eps, half, quarter
from dpsym.language import *

p = parameter("p", at_least=0, at_most=1, about="a bound on the powers of the tests of this level")
g, f = function("g"), function("f")
margin = ForAll((s, y), Eq(Total(joint(s, y, z), z), one(s, y)))
margins = AllOf(margin, ForAll((s, z), Eq(Total(joint(s, y, z), y), other(s, z))))
levels = {a: Rational(1, 16), p: 3 * Rational(1, 16)}


def probability(law, s, test):
    """The probability with which a test rejects, given the state."""
    return Total(test * law(s, *test.args), *test.args)


def no_more(law, test):
    """Given any two states: no test of level a has a power above p."""
    level, power = probability(law, s, test), probability(law, s_2, test)
    return ForAll((s, s_2), every_test(Implication(level <= a, power <= p), test))


reaches = Implication(probability(one, s, g(y)) <= a, probability(one, s_2, g(y)) <= p)


def of_both(state):
    """That a test of the first output, as a test of both, rejects as often."""
    return have(
        Eq(Total(g(y) * joint(state, y, z), y, z), probability(one, state, g(y))),
        "a test of both that looks at one",
        derivation=(
            specialise(margin, {s: state, y: y}, "the first output"),
            have(
                Eq(Total(g(y) * joint(state, y, z), z), g(y) * Total(joint(state, y, z), z)),
                "a common factor",
            ),
            have(Eq(Total(g(y) * joint(state, y, z), z), g(y) * one(state, y)), "the first output"),
            have(
                Eq(
                    Total(g(y) * joint(state, y, z), y, z),
                    Total(Total(g(y) * joint(state, y, z), z), y),
                ),
                "the other sum first",
            ),
        ),
    )


powers_of_both = Theorem(
    title="Tests of one output are no more powerful than tests of both",
    source=(whole_of("zhang.prop4"), whole_of("zhang.lem8")),
    given=(*outputs, no_more(joint, f(y, z))),
    claim=no_more(one, g(y)),
    derivation=(
        have(
            margins,
            "margins",
            by=marginals,
        ),
        have(
            ForAll((s, s_2), every_test(reaches, g(y))),
            "a test of one is a test of both",
            derivation=(
                of_both(s),
                of_both(s_2),
                specialise(no_more(joint, f(y, z)), {s: s, s_2: s_2}, "these states"),
                specialise(no_more(joint, f(y, z)).args[1], {f(y, z): g(y)}, "this test"),
            ),
        ),
    ),
    example=point({a: 1, p: 1}, **copies),
    errata=(
        erratum(
            "wrong result",
            "Proposition 4 and Lemma 8",
            "T(D_{[2]}(·|s_0), D_{[2]}(·|s_1)) ≤ T(D_{1,2}(·|s_0), D_{1,2}(·|s_1))",
            fails=(
                "A bit that agrees with the state with probability 3/4, released twice: no test of level 1/16 by both releases has a power above 3/16, three times "
                "its level. As if each release had a bit of its own, both agree with the state with probability 9/16, and both disagree with 1/16: a power of 9/16 at "
                "that level. Statement (i) of Lemma 8 holds of these releases, as of all, and (ii) does not."
            ),
            holds=(
                "Both outputs are at least as informative as each of them. Equality does not make the outputs independent given the state: two copies of a bit "
                "that does not depend on it have the trade-off function 1 - x, and so has the product."
            ),
            affects="Theorem 1, which is derived from it.",
            reads=variant(no_more(product, f(y, z)), witness=point(levels, **copies)),
        ),
        erratum(
            "slip in wording",
            "Appendix H.1, proof of Theorem 1",
            "their convex conjugates are concave, continuous, and non-decreasing functions",
            fails="A conjugate is a supremum of linear functions, and convex. The strict inequality of both trade-off functions at all levels, a few lines before, fails at the level 1, where both are 0.",
            holds="Convex; the step uses only that they do not fall.",
            affects="Nothing more: the inequality that the proof starts from is false.",
            source="zhang.thm1",
        ),
    ),
    near_misses={
        "where the second output has no law": without(
            outputs, instead=outputs[:2], witness=point({a: half, p: half}, **{**copies, "L": (quarter,) * 4})
        ),
        "the curve of the product only for independent outputs": variant(
            ForAll((s, y, z), Eq(joint(s, y, z), product(s, y, z))),
            given=(
                *outputs,
                ForAll(
                    (s, s_2, y, z),
                    AllOf(Eq(joint(s, y, z), joint(s_2, y, z)), Eq(product(s, y, z), product(s_2, y, z))),
                ),
            ),
            witness=point({a: 1, p: 1}, **{**copies, "C": (half,) * 4}),
        ),
    },
    note="Where neither joint law depends on the state both curves are those of guessing, as in the last line.",
)

F = function("F", law=False, about="a delta for every epsilon")
u, v = parameter("u", at_least=0), parameter("v", at_least=0)
e = parameter("e", at_least=0, about="the least epsilon at this delta")
d = parameter("d", at_least=0, below=1, about="a delta")
falling = ForAll((u, v), Implication(u <= v, F(v) <= F(u)))
least = AllOf(F(e) <= d, ForAll(u, Implication(u < e, d < F(u))))

least_epsilon = Theorem(
    title="Comparing a least epsilon is comparing a delta",
    source=whole_of("zhang.thm1"),
    given=(falling, least),
    claim=AllOf(Implication(e <= eps, F(eps) <= d), Implication(F(eps) <= d, e <= eps)),
    derivation=(
        cases(
            e <= eps,
            specialise(falling, {u: e, v: eps}, "a falling curve"),
            specialise(least.args[1], {u: eps}, "a smaller epsilon"),
        ),
    ),
    example=point({eps: 1, e: 0, d: half}, F=Lambda(u, half)),
    near_misses={
        "of a curve that rises again": without(
            falling, witness=point({eps: 1, e: 0, d: half}, F=Lambda(u, u + quarter))
        ),
        "of any epsilon that serves": without(
            least, instead=F(e) <= d, witness=point({eps: 0, e: 1, d: half}, F=Lambda(u, half))
        ),
    },
    note=(
        "With the delta of the product for F and its least epsilon for e: (i) of Theorem 1, which says that eps is at least the least epsilon of the product at the delta of both "
        "outputs, says that the product has no larger delta at eps; and (ii) says so at the least epsilon. Both are false by the theorem on one output and both."
    ),
)
