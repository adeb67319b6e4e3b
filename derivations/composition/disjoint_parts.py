"""Parallel composition: two mechanisms on disjoint parts of the records, of which a neighbour changes only one."""

from dpsym.derivations.composition import two_mechanisms
from dpsym.derivations.composition.two_mechanisms import marks
from dpsym.derivations.notions import larger_budgets
from dpsym.derivations.vocabulary import delta, delta_1, delta_2, eps, eps_1, eps_2, third, two_thirds
from dpsym.language import *
from dpsym.language.combined import first, follows, parallel, x

eps_1, eps_2 = eps_1.ranging(at_least=0), eps_2.ranging(at_least=0)
delta_1, delta_2 = delta_1.ranging(at_least=0, at_most=1), delta_2.ranging(at_least=0, at_most=1)
no_loss, no_delta = Integer(0), Integer(0)
same_first, same_second = parallel.facts[-1].args

truth, lie = (two_thirds, third), (third, two_thirds)
both = {eps_1: log(2), eps_2: log(2)}
# The record is in the first part: the second mechanism answers the same on both inputs.
one_part = {
    **marks,
    "L": marks["K"],
    "Q": (2 * third * third, third * third, 4 * third * third, 2 * third * third),
}

larger_loss, larger_delta = Max(eps_1, eps_2), Max(delta_1, delta_2)


def at_most_larger(*budget):
    """What one of the mechanisms has, and so the larger budget."""
    return (
        have(
            ApproxDP(eps, delta),
            "the larger budget",
            by=larger_budgets.approximate.at(eps=budget[0], delta=budget[1], eps_2=eps, delta_2=delta),
        ),
        specialise(ApproxDP(eps, delta), {S(y): S(y)}, "this event"),
    )


at_least_both = (eps_1 <= eps, eps_2 <= eps, delta_1 <= delta, delta_2 <= delta)
both_unprotected = (
    *parallel.facts[:-1],
    *parallel.of(ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2))[-2:],
)

bounded = Theorem(
    title="Two mechanisms on disjoint parts of the records, by a budget that each of them keeps",
    source="mcsherry2009",
    kind="lemma",
    given=(*at_least_both, *parallel.of(ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2))),
    claim=ApproxDP(eps, delta),
    derivation=cases(
        same_first,
        (
            have(ApproxDP(no_loss, no_delta).on(first), "equal laws"),
            have(
                ApproxDP(no_loss + eps_2, no_delta + delta_2),
                "composition",
                by=two_mechanisms.approximate.at(eps_1=no_loss, delta_1=no_delta),
            ),
            *at_most_larger(no_loss + eps_2, no_delta + delta_2),
        ),
        (
            have(same_second, "the record is in the first part"),
            have(ForAll(x, ApproxDP(no_loss, no_delta).on(follows)), "equal laws"),
            have(
                ApproxDP(eps_1 + no_loss, delta_1 + no_delta),
                "composition",
                by=two_mechanisms.approximate.at(eps_2=no_loss, delta_2=no_delta),
            ),
            *at_most_larger(eps_1 + no_loss, delta_1 + no_delta),
        ),
    ),
    example=point({**both, eps: log(2), delta: 0, delta_1: 0, delta_2: 0}, **one_part),
    near_misses={
        "a loss below that of the first": without(
            at_least_both,
            instead=at_least_both[1:],
            witness=point({eps_1: log(2), eps_2: 0, eps: 0, delta: 0, delta_1: 0, delta_2: 0}, **one_part),
        ),
        "where both parts may change": variant(
            given=(*at_least_both, *both_unprotected),
            witness=point({**both, eps: log(2), delta: 0, delta_1: 0, delta_2: 0}, **marks),
        ),
    },
)

approximate = Theorem(
    title="Parallel composition of two mechanisms on disjoint parts of the records",
    source="mcsherry2009",
    given=parallel.of(ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2)),
    claim=ApproxDP(larger_loss, larger_delta),
    derivation=(
        have(AllOf(eps_1 <= larger_loss, eps_2 <= larger_loss), "the larger"),
        have(AllOf(delta_1 <= larger_delta, delta_2 <= larger_delta), "the larger"),
        have(
            ApproxDP(larger_loss, larger_delta),
            "each keeps the larger",
            by=bounded.at(eps=larger_loss, delta=larger_delta),
        ),
    ),
    example=point({**both, delta_1: 0, delta_2: 0}, **one_part),
    near_misses={
        "the smaller of the losses": variant(
            ApproxDP(Min(eps_1, eps_2), Max(delta_1, delta_2)),
            witness=point({eps_1: log(2), eps_2: 0, delta_1: 0, delta_2: 0}, **one_part),
        ),
        "where both parts may change": variant(
            given=(
                *parallel.facts[:-1],
                *parallel.of(ApproxDP(eps_1, delta_1), ApproxDP(eps_2, delta_2))[-2:],
            ),
            witness=point({**both, delta_1: 0, delta_2: 0}, **marks),
        ),
    },
    note=(
        "The neighbours differ in one record more, which is in one of the parts. Where a record is replaced, it may leave one "
        "part for the other: the losses then add up."
    ),
)

pure = Theorem(
    title="Parallel composition of two purely private mechanisms on disjoint parts of the records",
    source="mcsherry2009",
    given=parallel.of(PureDP(eps_1), PureDP(eps_2)),
    claim=PureDP(larger_loss),
    derivation=(
        have(ApproxDP(eps_1, no_delta).on(first), "pure DP"),
        have(
            ForAll(x, ApproxDP(eps_2, no_delta).on(follows)),
            "pure DP",
            derivation=(
                specialise(ForAll(x, PureDP(eps_2).on(follows)), {x: x}, "for each first output"),
                have(ApproxDP(eps_2, no_delta).on(follows), "pure DP"),
            ),
        ),
        have(
            ApproxDP(larger_loss, Max(no_delta, no_delta)),
            "the same with delta 0",
            by=approximate.at(delta_1=no_delta, delta_2=no_delta),
        ),
    ),
    example=point(both, **one_part),
    near_misses={
        "the smaller of the losses": variant(
            PureDP(Min(eps_1, eps_2)), witness=point({eps_1: log(2), eps_2: 0}, **one_part)
        ),
        "where both parts may change": variant(
            given=(*parallel.facts[:-1], *parallel.of(PureDP(eps_1), PureDP(eps_2))[-2:]),
            witness=point(both, **marks),
        ),
    },
)
