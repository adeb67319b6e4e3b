"""Bounded DP by the losses of secondary analyses: the paper's first definition, and that it agrees with the second."""

from dpsym.derivations.conversions.renyi_to_bounded import law_of_answer
from dpsym.derivations.divergences.renyi_post_processing import G, analysed, answers, keep, w
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import delta, eps, equal, half, y_0
from dpsym.language import *

eps = eps.ranging(above=0)
r = parameter("r", above=0, about="least part of a mass that is above the bound")
a = parameter("a", at_least=0, at_most=1, about="probability of yes under the first law")
b = parameter("b", at_least=0, at_most=1, about="probability of yes under the second law")

apart = {"P": (1, 0), "Q": (0, 1)}

rare = Probability(Loss() > eps, P)
gain = Indicator(Loss() > eps) * (P(y) - exp(eps) * Q(y))


def share(y):
    """What part of the mass is above the bound, at an output with a large loss; 1 at the others."""
    return Piecewise((1 - exp(eps) * Q(y) / P(y), Loss(P(y), Q(y)) > eps), (Integer(1), True))


event_of_large_loss = Theorem(
    title="The event of a large loss has a large loss itself, or is impossible",
    source="kifer.thmA-52-53",
    kind="lemma",
    given=rare <= exp(eps) * Probability(Loss() > eps, Q),
    claim=Eq(rare, 0),
    derivation=(
        ArgMin(y_0, share(y_0), y, "the output with the least share"),
        have(
            0 < share(y_0),
            "the loss is large",
            derivation=cases(Loss(P(y_0), Q(y_0)) > eps, have(0 < P(y_0), "the loss is large")),
        ),
        have(share(y_0) <= share(y), "the least"),
        let(r, share(y_0), (0 < r, ForAll(y, r <= share(y))), "the least share"),
        have(
            r * (Indicator(Loss() > eps) * P(y)) <= gain,
            "the least share",
            derivation=cases(
                Loss() > eps,
                (
                    have(0 < P(y), "the loss is large"),
                    have(r <= 1 - exp(eps) * Q(y) / P(y), "the least share"),
                    have(r * P(y) <= P(y) - exp(eps) * Q(y), "multiply"),
                ),
            ),
        ),
        Chain(r * rare).le(Total(gain, y), "sum over the outputs").le(0, "as supposed"),
        have(0 <= rare, "a probability"),
    ),
    near_misses={
        "at half the loss": variant(Eq(Probability(Loss() > eps / 2, P), 0)),
    },
    note="The outputs with a large loss, taken as one answer, have a probability that exceeds the bound strictly if any.",
)

one, other = analysed.a, analysed.b
large = Indicator(Loss(one, other) > eps)
tail = Probability(Loss(one, other) > eps, one)
tail_other = Probability(Loss(one, other) > eps, other)
tail_back = Probability(Loss(other, one) > eps, other)
asks = Total(large * G(w, y), y)

forward = Theorem(
    title="Bounded DP bounds the loss of every secondary analysis",
    source=of_any_spaces("kifer.thmA-52-53"),
    errata=erratum(
        "slip in wording",
        "Appendix A, proof that Definitions 5.2 and 5.3 are equivalent, second paragraph",
        "A*∘M",
        fails="A* is defined on the answers of A: it cannot be applied to the output of M. And the loss is a logarithm, so that it is compared with ε.",
        holds="The same equality for A* after A after M, and for the event that the loss exceeds ε.",
    ),
    given=(answers, PBDP(eps, delta)),
    claim=AllOf(tail <= delta, tail_back <= delta),
    derivation=(
        *law_of_answer(P, one),
        *law_of_answer(Q, other),
        have(0 <= asks, "a sum of probabilities"),
        have(large * G(w, y) <= G(w, y), "no factor exceeds 1"),
        have(asks <= 1, "a sum of probabilities"),
        let(
            f(w),
            asks,
            (
                ForAll(w, Between(0, f(w), 1)),
                Eq(Total(f(w) * P(w), w), tail),
                Eq(Total(f(w) * Q(w), w), tail_other),
            ),
            "whether the loss of the answer is large",
        ),
        specialise(PBDP(eps, delta), {f(y): f(y)}, "this test"),
        have(
            Implication(level > exp(eps) * power, level <= delta),
            "bounded DP of this test",
        ),
        let(a, tail, (Eq(a, tail), Eq(a, level)), "its probability"),
        let(b, tail_other, (Eq(b, tail_other), Eq(b, power)), "its probability"),
        cases(
            a > exp(eps) * b,
            (
                have(level > exp(eps) * power, "as named"),
                Chain(tail).eq(a, "as named").eq(level, "as named").le(delta, "bounded DP of this test"),
            ),
            (
                have(tail <= exp(eps) * tail_other, "as named"),
                have(
                    Eq(tail, 0),
                    "its event is impossible",
                    by=event_of_large_loss.at(P=one, Q=other),
                ),
            ),
        ),
    ),
    example=point({eps: log(2), delta: 0}, **equal, **keep),
    near_misses={
        "without bounded DP": without(
            PBDP(eps, delta), witness=point({eps: log(2), delta: half}, **apart, **keep)
        ),
    },
    note="Outputs and answers are elements of one set, of which the analysis may use a part.",
)


def tail_of_yes_or_no(a, b):
    """The probability that a secondary analysis with two answers has a large loss."""
    return Indicator(a > exp(eps) * b) * a + Indicator(1 - a > exp(eps) * (1 - b)) * (1 - a)


neither = Theorem(
    title="An analysis with two answers, none of which has a large loss",
    source="kifer.thmA-52-53",
    kind="lemma",
    given=(a <= exp(eps) * b, 1 - a <= exp(eps) * (1 - b)),
    claim=Eq(tail_of_yes_or_no(a, b), 0),
    derivation=(
        have(Eq(Indicator(a > exp(eps) * b), 0), "yes has no large loss"),
        have(Eq(Indicator(1 - a > exp(eps) * (1 - b)), 0), "nor has no"),
    ),
    errata=erratum(
        "wrong step",
        "Appendix A, proof that Definitions 5.2 and 5.3 are equivalent, first of the three cases",
        "or if P(A(M(D_1)) = 1) ≤ e^eps P(A(M(D_2)) = 1) and P(A(M(D_1)) = 0) ≤ e^eps P(A(M(D_2)) = 0) then, since A either outputs 0 or 1, the probabilities do not depend on whether the input was D_1 or D_2",
        fails="In the second half nothing forces equality: 1/2 and 2/5 satisfy both with e^eps = 2.",
        holds="Where both hold, the loss does not exceed eps at either answer, which is what the proof needs.",
        affects="Nothing else; the theorem stands.",
        reads=variant(
            Eq(a, b),
            witness=point({eps: log(2), a: half, b: Rational(2, 5)}),
            note="The paper's proof says that both laws then give the answer the same probability, and the loss is 0.",
        ),
    ),
)

yes_or_no = AllOf(
    every_test(tail_of_yes_or_no(level, power) <= delta), every_test(tail_of_yes_or_no(power, level) <= delta)
)

backward = Theorem(
    title="Analyses with two answers give bounded DP",
    source="kifer.thmA-52-53",
    given=yes_or_no,
    claim=PBDP(eps, delta),
    derivation=(
        specialise(yes_or_no, {f(y): f(y)}, "this test"),
        have(f(y) * P(y) <= P(y), "a test rejects with probability at most 1"),
        have(level <= 1, "the masses add up to 1"),
        have(
            0 <= Indicator(1 - level > exp(eps) * (1 - power)) * (1 - level),
            "a probability",
            split=[1 - level > exp(eps) * (1 - power)],
        ),
        have(
            Implication(level > exp(eps) * power, level <= delta),
            "a large loss of yes",
        ),
    ),
    example=point({eps: log(2), delta: 0}, **equal),
    note=(
        "The hypothesis is the paper's first definition for analyses that answer yes, with a probability f(y) that depends on the output, or "
        "no. So two answers are enough. The paper's proof must apply its binary analysis to the answers of the analysis, not to the outputs, "
        "and bounds the loss by e^eps where it means eps."
    ),
)
