"""Any number of mechanisms with the same loss and delta: that none of them fails is a product of probabilities."""

from dpsym.derivations.composition.entropy_of_any_number import C, D, F, G, follows, growing, silent, telling
from dpsym.derivations.composition.optimal_pair import approximate as two_mechanisms
from dpsym.derivations.composition.optimal_pair import (
    delta_1,
    delta_2,
    delta_of,
    eps_1,
    eps_2,
    of_responses,
    t,
)
from dpsym.derivations.composition.same_guarantee import S_all, each, events, grown, made, moved, still
from dpsym.derivations.composition.transcripts import A, B, K, L, after, k, law_of_next, transcript, zero
from dpsym.derivations.notions.larger_budgets import approximate as larger_budget
from dpsym.derivations.vocabulary import delta, eps, half, n, quarter
from dpsym.language import *
from dpsym.language.combined import running, x

eps, delta = eps.ranging(at_least=0), delta.ranging(at_least=0, below=1)
following = Pair(C(y), D(y))
both, no_delta = eps_1 + eps_2, {delta_1: 0, delta_2: 0}
neither_fails = (1 - delta_1) * (1 - delta_2)

one_more = Theorem(
    title="One more mechanism, and the probability that neither fails",
    source="kairouz2015",
    kind="lemma",
    given=(*growing, ApproxDP(eps_1, delta_1), ForAll(x, ApproxDP(eps_2, delta_2).on(follows))),
    claim=ApproxDP(both, 1 - neither_fails).on(following),
    derivation=(
        have(AllOf(1 <= exp(2 * eps_1), 1 <= exp(2 * eps_2)), "the losses are not negative"),
        have(Eq(of_responses.subs(t, both), 0), "no loss of two responses is larger than the sum"),
        have(
            ApproxDP(both, delta_of(delta_1, delta_2).subs(t, both)).on(following),
            "two mechanisms",
            by=two_mechanisms.at(
                t=both,
                A=Lambda(y, P(y)),
                B=Lambda(y, Q(y)),
                K=F,
                L=G,
                P=Lambda(y, C(y)),
                Q=Lambda(y, D(y)),
            ),
        ),
        have(
            ApproxDP(both, 1 - neither_fails).on(following),
            "at the sum of the losses",
            by=larger_budget.at(
                eps=both,
                delta=delta_of(delta_1, delta_2).subs(t, both),
                eps_2=both,
                delta_2=1 - neither_fails,
                P=Lambda(y, C(y)),
                Q=Lambda(y, D(y)),
            ),
        ),
    ),
    example=point({eps_1: 0, eps_2: 0, **no_delta}, **silent),
    near_misses={
        "the new mechanism unprotected": without(
            ForAll(x, ApproxDP(eps_2, delta_2).on(follows)),
            witness=point({eps_1: 0, eps_2: 0, **no_delta}, **telling),
        ),
        "the larger delta alone": variant(
            ApproxDP(both, Max(delta_1, delta_2)).on(following),
            witness=point(
                {eps_1: 0, eps_2: 0, delta_1: half, delta_2: half},
                P=(half, half),
                Q=(1, 0),
                F=(half, half, 0, 1),
                G=(1, 0, 0, 1),
                C=(quarter, 1 - quarter),
                D=(1, 0),
            ),
        ),
    },
)


def budget_of(k):
    """The loss and the delta of k mechanisms."""
    return ApproxDP(k * eps, 1 - (1 - delta) ** k)


so_far = AllOf(
    distribution(A(k, y)),
    distribution(B(k, y)),
    Between(0, (1 - delta) ** k, 1),
    budget_of(k).on(transcript(k)),
)

failures = Theorem(
    title="The failure probabilities of any number of mechanisms combine as those of independent events",
    source="kairouz2015",
    given=made.of(ApproxDP(eps, delta)),
    claim=budget_of(n),
    derivation=(
        have(
            ForAll(k, so_far),
            "by induction",
            derivation=induction(
                k,
                first=(
                    have(Eq(A(zero, y), B(zero, y)), "nothing is released at the start"),
                    have(Eq(Mass(S_all, A(zero, y)), Mass(S_all, B(zero, y))), "the same law"),
                ),
                then=(
                    specialise(grown, {running: k}, "the next mechanism"),
                    specialise(each(ApproxDP(eps, delta)), {running: k}, "its privacy"),
                    *law_of_next(A, K, after(k).a),
                    *law_of_next(B, L, after(k).b),
                    have(Eq((1 - delta) ** (k + 1), (1 - delta) * (1 - delta) ** k), "one more factor"),
                    have(
                        ApproxDP(k * eps + eps, 1 - (1 - delta) ** k * (1 - delta)).on(transcript(k + 1)),
                        "one more mechanism",
                        by=one_more.at(
                            eps_1=k * eps,
                            delta_1=1 - (1 - delta) ** k,
                            eps_2=eps,
                            delta_2=delta,
                            P=Lambda(y, A(k, y)),
                            Q=Lambda(y, B(k, y)),
                            F=Lambda((x, y), K(k, x, y)),
                            G=Lambda((x, y), L(k, x, y)),
                            C=Lambda(y, A(k + 1, y)),
                            D=Lambda(y, B(k + 1, y)),
                        ),
                    ),
                    have(
                        budget_of(k + 1).on(transcript(k + 1)),
                        "one more factor",
                        by=larger_budget.at(
                            eps=k * eps + eps,
                            delta=1 - (1 - delta) ** k * (1 - delta),
                            eps_2=(k + 1) * eps,
                            delta_2=1 - (1 - delta) ** (k + 1),
                            P=Lambda(y, A(k + 1, y)),
                            Q=Lambda(y, B(k + 1, y)),
                        ),
                    ),
                ),
            ),
        ),
        obtain(made.facts[-1], "the number of mechanisms"),
        specialise(ForAll(k, so_far), {k: running}, "all mechanisms"),
        have(Eq(n * eps, running * eps), "the number of mechanisms"),
        have(Eq((1 - delta) ** n, (1 - delta) ** running), "the number of mechanisms"),
        *events,
        specialise(budget_of(running).on(transcript(running)), {S_all: S_all}, "this event"),
    ),
    example=point({eps: 0, delta: 0, n: 1}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(ApproxDP(eps, delta))[2:]),
            witness=point({eps: 0, delta: 0, n: 1}, **moved),
        ),
        "the mechanisms unprotected, something released at the start": variant(
            given=(made.facts[0], *made.facts[2:]), witness=point({eps: 0, delta: 0, n: 3}, **moved)
        ),
    },
    note="With the loss 0 it says how total variation distances combine.",
)
