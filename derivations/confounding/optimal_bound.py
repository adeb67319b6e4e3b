"""The last bound of the sandwich: what optimal composition allows for two outputs on two data sets."""

from dpsym.derivations.composition.largest_hockey_stick import largest_excess, largest_hockey_stick
from dpsym.derivations.composition.one_more_mechanism import curve_after
from dpsym.derivations.composition.optimal_pair import delta_of, one_more_response_after, t
from dpsym.derivations.vocabulary import delta_1, delta_2, eps_1, eps_2, third, two_thirds
from dpsym.language import *

eps_1, eps_2 = eps_1.ranging(at_least=0), eps_2.ranging(at_least=0)
delta_1, delta_2 = delta_1.ranging(at_least=0, at_most=1), delta_2.ranging(at_least=0, at_most=1)

# A and B: the laws of the first output on two data sets; C and D: those of the second output, which lies in the same set.
x = Outcome("x")
A = function("A", about="the law of the first output on one data set")
B = function("B", about="that on another data set")
C = function("C", about="the law of the second output on the first data set")
D = function("D", about="that on the other data set")
first, second = Pair(A(x), B(x), x), Pair(C(y), D(y), y)
both = Pair(A(x) * C(y), B(x) * D(y), x, y)
excess = Max(0, A(x) * C(y) - exp(t) * (B(x) * D(y)))
optimal = delta_of(delta_1, delta_2)
truth, lie = (two_thirds, third), (third, two_thirds)
told = {"A": truth, "B": lie, "C": truth, "D": lie}
budgets = {eps_1: log(2), eps_2: log(2), delta_1: 0, delta_2: 0, t: 0}


optimal_bound = Theorem(
    title="Two outputs on two data sets leak at most what optimal composition allows",
    source="zhang.fix-sandwich",
    cites="kairouz2015",
    given=(ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second)),
    claim=HockeyStick(t, both) <= optimal,
    derivation=(
        have(
            Total(excess, y) <= largest_excess(A(x), exp(t) * B(x), eps_2, delta_2),
            "the second output, for each first one",
            by=largest_hockey_stick.at(
                P=Lambda(y, C(y)), Q=Lambda(y, D(y)), a=A(x), b=exp(t) * B(x), eps=eps_2, delta=delta_2
            ),
        ),
        Chain(HockeyStick(t, both))
        .le(Total(largest_excess(A(x), exp(t) * B(x), eps_2, delta_2), x), "sum over the first outputs")
        .eq(curve_after(t, eps_2, delta_2, first), "the first law has mass 1")
        .le(
            optimal,
            "the losses of the responses add up",
            by=one_more_response_after.at(P=Lambda(y, A(y)), Q=Lambda(y, B(y))),
        ),
    ),
    example=point(budgets, **told),
    tight=point(budgets, **told),
    near_misses={
        "as if the responses agreed always": variant(
            HockeyStick(t, both) <= delta_1 + delta_2, witness=point(budgets, **told)
        ),
    },
    note=(
        "Given the data both outputs are independent. On the two worst data sets, and so given any two states, both outputs leak no more than this, "
        "where each mechanism has its budget for every pair of data sets, and not for states alone. That the outputs lie in one set is no restriction."
    ),
)
