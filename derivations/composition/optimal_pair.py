"""Optimal composition of two mechanisms, the second chosen by the output of the first, at every loss."""

from dpsym.derivations.composition.largest_hockey_stick import largest_excess, largest_hockey_stick
from dpsym.derivations.composition.one_more_mechanism import curve_after, one_more_mechanism
from dpsym.derivations.composition.two_mechanisms import marks
from dpsym.derivations.vocabulary import delta_1, delta_2, eps_1, eps_2, truthful
from dpsym.language import *
from dpsym.language.combined import A, B, K, L, composed, first, follows, x

eps_1, eps_2 = eps_1.ranging(at_least=0), eps_2.ranging(at_least=0)
delta_1, delta_2 = delta_1.ranging(at_least=0, at_most=1), delta_2.ranging(at_least=0, at_most=1)
t = parameter("t", at_least=0, about="bound on the privacy loss of both outputs, in nats")
one, two = exp(eps_1), exp(eps_2)
no_delta = Integer(0)
both = {eps_1: log(2), eps_2: log(2), t: 0}
unprotected = {eps_1: log(2), eps_2: 0, t: log(2)}

after_first = Pair(Total(A(x) * K(x, y), x), Total(B(x) * L(x, y), x))
# Two truthful responses agree that the target has its value, disagree in one of two ways, or agree that it has not: the
# outputs of the last kind have a loss below 0 and add nothing.
of_responses = (
    one * two * Max(0, 1 - exp(t - eps_1 - eps_2))
    + two * Max(0, 1 - exp(t + eps_1 - eps_2))
    + one * Max(0, 1 - exp(t - eps_1 + eps_2))
) / ((1 + one) * (1 + two))


def delta_of(delta_1, delta_2):
    """The delta of two responses at the loss t: one of them fails, or both are truthful."""
    return 1 - (1 - delta_1) * (1 - delta_2) * (1 - of_responses)


def of_response(s):
    """The largest hockey stick at s of a mechanism with the first budget."""
    return largest_excess(Integer(1), exp(s), eps_1, delta_1)


def no_larger(s):
    """That the mechanism has no larger hockey stick at s than a response."""
    return have(
        HockeyStick(s) <= of_response(s),
        "no hockey stick is larger than that of a response",
        by=largest_hockey_stick.at(a=Integer(1), b=exp(s), eps=eps_1, delta=delta_1),
    )


sticks = two * HockeyStick(t - eps_2) + HockeyStick(t + eps_2)
bounds = two * of_response(t - eps_2) + of_response(t + eps_2)

one_more_response_after = Theorem(
    title="One more response after a mechanism with a budget",
    source="kairouz2015",
    kind="lemma",
    given=ApproxDP(eps_1, delta_1),
    claim=curve_after(t, eps_2, delta_2, Pair()) <= delta_of(delta_1, delta_2),
    define={parameter(name): of_response(loss) for name, loss in (("h_1", t - eps_2), ("h_2", t + eps_2))},
    derivation=(
        no_larger(t - eps_2),
        no_larger(t + eps_2),
        have(sticks <= bounds, "the hockey sticks of the mechanism"),
        have((1 - delta_2) / (1 + two) * sticks <= (1 - delta_2) / (1 + two) * bounds, "times the chance"),
        have(1 <= exp(t + eps_1 + eps_2), "an exponential"),
        have(Eq(Max(0, 1 - exp(t + eps_1 + eps_2)), 0), "a negative number"),
        Chain(curve_after(t, eps_2, delta_2, Pair()))
        .le(delta_2 + (1 - delta_2) * bounds / (1 + two), "the hockey sticks of the mechanism")
        .eq(delta_of(delta_1, delta_2), "the losses of the responses add up"),
    ),
    example=point({**both, delta_1: 0, delta_2: 0}, **truthful),
    tight=point({**both, delta_1: 0, delta_2: 0}, **truthful),
    near_misses={
        "as if the responses agreed always": variant(
            curve_after(t, eps_2, delta_2, Pair()) <= delta_1 + delta_2,
            witness=point({**both, delta_1: 0, delta_2: 0}, **truthful),
        ),
    },
    note="The bound does not say what the mechanism is: it may be the transcript of several.",
)

approximate = Theorem(
    title="Optimal composition of two mechanisms, the second chosen by the output of the first",
    source="kairouz2015",
    given=composed.of(ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2)),
    claim=ApproxDP(t, delta_of(delta_1, delta_2)),
    derivation=(
        have(
            Eq(P(y) - exp(t) * Q(y), after_first.a - exp(t) * after_first.b),
            "the laws of both outputs",
        ),
        have(
            Eq(Max(0, P(y) - exp(t) * Q(y)), Max(0, after_first.a - exp(t) * after_first.b)),
            "the laws of both outputs",
        ),
        have(
            S(y) * P(y) - exp(t) * (S(y) * Q(y)) <= Max(0, P(y) - exp(t) * Q(y)),
            "an output is in the event, or not",
        ),
        Chain(Mass(S(y), P) - exp(t) * Mass(S(y), Q))
        .le(HockeyStick(t), "output by output")
        .eq(HockeyStick(t, after_first), "the laws of both outputs")
        .le(
            curve_after(t, eps_2, delta_2, first),
            "one more mechanism",
            by=one_more_mechanism.at(
                eps=eps_2, delta=delta_2, P=Lambda(y, A(y)), Q=Lambda(y, B(y)), F=K(x, y), G=L(x, y)
            ),
        )
        .le(
            delta_of(delta_1, delta_2),
            "the losses of the responses add up",
            by=one_more_response_after.at(P=Lambda(y, A(y)), Q=Lambda(y, B(y))),
        ),
    ),
    example=point({**both, delta_1: 0, delta_2: 0}, **marks),
    tight=point({**both, delta_1: 0, delta_2: 0}, **marks),
    near_misses={
        "the second mechanism unprotected": variant(
            given=composed.of(ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2))[:-1],
            witness=point({**unprotected, delta_1: 0, delta_2: 0}, **marks),
        ),
        "as if the responses agreed always": variant(
            ApproxDP(t, delta_1 + delta_2),
            witness=point({**both, delta_1: 0, delta_2: 0}, **marks),
        ),
    },
    note=(
        "The bound is the hockey stick of two responses: it is attained by mechanisms with these budgets. With t = eps_1 + eps_2 "
        "it says that the deltas combine like failure probabilities."
    ),
)

first_is_pure = have(ApproxDP(eps_1, no_delta).on(first), "pure DP")
second_is_pure = have(
    ForAll(x, ApproxDP(eps_2, no_delta).on(follows)),
    "pure DP",
    derivation=(
        specialise(ForAll(x, PureDP(eps_2).on(follows)), {x: x}, "for each first output"),
        have(ApproxDP(eps_2, no_delta).on(follows), "pure DP"),
    ),
)


def of_pure(title, notions, deltas, *steps):
    """The same where mechanisms are purely private; `deltas` are those of the mechanisms."""
    values = {name: 0 for name in deltas if name != no_delta}
    zero_deltas = {f"delta_{k}": no_delta for k, delta in enumerate(deltas, 1) if delta == no_delta}
    return Theorem(
        title=title,
        source="kairouz2015",
        given=composed.of(*notions),
        claim=ApproxDP(t, delta_of(*deltas)),
        derivation=(
            *steps,
            have(
                ApproxDP(t, delta_of(*deltas)),
                "optimal composition",
                by=approximate.at(**zero_deltas),
            ),
        ),
        example=point({**both, **values}, **marks),
        tight=point({**both, **values}, **marks),
        near_misses={
            "the second mechanism unprotected": variant(
                given=composed.of(*notions)[:-1], witness=point({**unprotected, **values}, **marks)
            ),
        },
    )


pure = of_pure(
    "Optimal composition of two purely private mechanisms",
    (PureDP(eps_1), PureDP(eps_2)),
    (no_delta, no_delta),
    first_is_pure,
    second_is_pure,
)
pure_first = of_pure(
    "Optimal composition of a purely private mechanism and one with a delta",
    (PureDP(eps_1), ApproxDP(eps_2, delta_2)),
    (no_delta, delta_2),
    first_is_pure,
)
pure_second = of_pure(
    "Optimal composition of a mechanism with a delta and a purely private one",
    (ApproxDP(eps_1, delta_1), PureDP(eps_2)),
    (delta_1, no_delta),
    second_is_pure,
)
