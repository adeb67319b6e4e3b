"""Two randomised responses to one question: their loss, and that post-processing can raise or lower the tail of a loss."""

from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss of each response, in nats")

truth, lie = RandomizedResponse(eps).truth, RandomizedResponse(eps).lie

both_true, one_true, none_true = (e / (1 + exp(eps)) ** 2 for e in (exp(2 * eps), exp(eps), 1))

# the two answers: both true under the first law, the first only, the second only, none
both = {P: (both_true, one_true, one_true, none_true), Q: (none_true, one_true, one_true, both_true)}
answers = point({eps: log(2)})

privacy_loss = Theorem(
    title="The privacy loss of two randomised responses",
    source=whole_of("kifer.ex4.9"),
    given=eps > 0,
    claim=AllOf(
        Eq(Probability(Eq(Loss(), 2 * eps), P), both_true),
        Eq(Probability(Eq(Loss(), 0), P), 2 * one_true),
        Eq(Probability(Eq(Loss(), -2 * eps), P), none_true),
    ),
    where=both,
    example=answers,
    near_misses={
        "one mixed answer": variant(Eq(Probability(Eq(Loss(), 0), P), one_true), witness=answers),
        "under the second law": variant(
            Eq(Probability(Eq(Loss(), 2 * eps), Q), both_true),
            witness=answers,
        ),
    },
    note="The losses of two independent responses add up.",
)

pure = Theorem(
    title="Two randomised responses are purely private with twice the loss",
    source="kifer.ex4.9",
    claim=PureDP(2 * eps),
    where=both,
    example=answers,
    tight=answers,
    near_misses={
        "the loss of one, but for half of the time": variant(ProbDP(eps, Rational(1, 2)), witness=answers),
    },
)

first_answer = Theorem(
    title="The tail of the privacy loss of the first answer alone",
    source="kifer.ex4.9",
    given=eps > 0,
    claim=AllOf(Eq(Probability(Loss() > eps / 2, P), truth), Eq(both_true + one_true, truth)),
    where={P: (truth, lie), Q: (lie, truth)},
    example=answers,
    derivation=(
        have(exp(eps / 2) < exp(eps), "the exponential is increasing"),
        have(1 < exp(eps / 2), "the exponential is increasing"),
        have(exp(eps / 2) * lie < truth, "the loss of a true answer is large"),
        have(lie <= exp(eps / 2) * truth, "that of a false answer is not"),
    ),
    near_misses={
        "perhaps no loss": without(
            eps > 0, claim=Eq(Probability(Loss() > eps / 2, P), truth), witness=point({eps: 0})
        ),
        "at twice the loss": variant(Eq(Probability(Loss() > 2 * eps, P), truth), witness=answers),
    },
    note="The first answer is true when both are or only the first is.",
)

constant = Theorem(
    title="No privacy loss of a constant in place of the answers",
    source="kifer.ex4.9",
    claim=AllOf(Eq(Probability(Eq(Loss(), 0), P), 1), Eq(Probability(Loss() > eps / 2, P), 0)),
    where={P: (1,), Q: (1,)},
    example=point({eps: log(2)}),
    near_misses={
        "the tail of both answers": variant(
            0 < Probability(Loss() > eps / 2, P), witness=point({eps: log(2)})
        ),
    },
    note="What is released does not depend on the answers.",
)

tail = Theorem(
    title="Post-processing may raise and may lower the tail of the privacy loss",
    source="kifer.ex4.9",
    given=eps > 0,
    claim=AllOf(
        0 < Probability(Loss() > eps / 2, P),
        Probability(Loss() > eps / 2, P) < truth,
    ),
    where=both,
    example=answers,
    derivation=(
        have(Eq(Probability(Loss() > eps / 2, P), truth * truth), "both answers are true"),
        have(truth < 1, "a response may be false"),
    ),
    errata=erratum(
        "missing condition",
        "Example 4.9",
        "P(L > eps/2) = 0, which is less than [that of both answers, which is less than that of the first answer]",
        fails="At eps = 0, which Example 4.3 allows, every loss is 0 and all three are 0.",
        holds="Strict for eps > 0.",
        reads=variant(
            given=[],
            witness=point({eps: 0}),
            note="The paper's randomised response may have privacy loss 0, and then no loss exceeds eps/2.",
        ),
    ),
    near_misses={
        "the other way round": variant(truth <= Probability(Loss() > eps / 2, P), witness=answers),
    },
    note=(
        "A constant in place of the answers never has a loss above eps/2: 0 is the smallest number of the paper's chain. The first answer "
        "alone has the largest."
    ),
)
