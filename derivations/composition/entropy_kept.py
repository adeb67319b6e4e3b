"""What keeps a bound on the relative entropy: samples, and mechanisms on disjoint parts of the records."""

from dpsym.derivations.analysis.entropy_of_a_mean import entropy_of_a_mean
from dpsym.derivations.analysis.entropy_tangents import no_entropy, part
from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.composition.relative_entropy import (
    alike,
    gamma,
    gamma_1,
    gamma_2,
    keep,
    mixture,
    other,
    still,
    sure,
    two_mechanisms,
    unprotected,
    zero,
)
from dpsym.derivations.notions import larger_budgets
from dpsym.derivations.vocabulary import half, q
from dpsym.language import *
from dpsym.language.combined import A, B, J, K, L, drawn, follows, parallel, subsampled, x

# R: a law that is mixed with each of the two.
R = function("R")
mixed_laws = Pair(R(y) + q * (P(y) - R(y)), R(y) + q * (Q(y) - R(y)))


def in_one_order(pair):
    """The relative entropy of the mixed laws, in one order."""
    first_mass, second_mass = pair.a, pair.b
    a, b = (R(y) + q * (mass - R(y)) for mass in (first_mass, second_mass))
    return (
        have(
            part(a, b) <= q * part(first_mass, second_mass),
            "at every output",
            by=entropy_of_a_mean.at(u=first_mass, v=second_mass, r=R(y)),
        ),
        have(
            ForAll(y, never_alone(a, b)),
            "no loss becomes infinite",
            derivation=have(
                never_alone(a, b),
                "no loss becomes infinite",
                derivation=(
                    have(Eq((1 - q) * R(y), 0), "a part of nothing"),
                    have(Eq(q * second_mass, 0), "a part of nothing"),
                    have(Eq(q * first_mass, 0), "no loss is infinite", split=(0 < q, 0 < second_mass)),
                ),
            ),
        ),
        Chain(Total(part(a, b), y))
        .le(Total(q * part(first_mass, second_mass), y), "at every output")
        .eq(q * Total(part(first_mass, second_mass), y), "a constant factor")
        .le(q * gamma, "the bound"),
    )


mixed_with_one = Theorem(
    title="The relative entropy of two laws that are mixed with the same law",
    kind="lemma",
    given=(distribution(R(y)), KLDP(gamma)),
    claim=KLDP(q * gamma).on(mixed_laws),
    derivation=(*in_one_order(Pair()), *in_one_order(Pair().swapped)),
    example=point({gamma: 0, q: half}, P=alike, Q=alike, R=alike),
    near_misses={
        "without a bound": without(KLDP(gamma), witness=point({gamma: 0, q: 1}, P=sure, Q=other, R=alike)),
        "where no law is mixed in": variant(
            KLDP(q * gamma),
            witness=point({gamma: 1, q: 0}, P=(Rational(2, 3), Rational(1, 3)), Q=alike, R=alike),
        ),
    },
)

with_it, without_it = K(x, y) + q * (L(x, y) - K(x, y)), K(x, y) + q * (K(x, y) - K(x, y))
replaced = K(x, y) + q * (J(x, y) - K(x, y))
share = parameter("q", at_least=0, at_most=1, about="part of the records that is drawn")
whole = {**still, "J": still["K"]}
two_thirds = (Rational(2, 3), Rational(1, 3))  # and the other way round their relative entropy is log(2)/3
mirrored = (Rational(1, 3), Rational(2, 3))
all_drawn = {"C": sure, "K": mirrored * 2, "L": two_thirds * 2, "P": two_thirds, "Q": mirrored}
exchanged = {**unprotected, "K": unprotected["L"], "L": unprotected["K"], "J": unprotected["L"]}


def sampled(before, after, said):
    """From a bound for the laws on each sample, with the record and without it or with another, to that for the whole."""
    laws = Pair(before, after)
    return (
        have(
            ForAll(x, KLDP(q * gamma).on(laws)),
            "for each sample",
            derivation=(
                *(
                    specialise(ForAll(x, distribution(law)), {x: x}, "a law")
                    for law in dict.fromkeys((K(x, y), said.a, said.b))
                ),
                specialise(ForAll(x, KLDP(gamma).on(said)), {x: x}, "for each sample"),
                have(
                    KLDP(q * gamma).on(laws),
                    "for each sample",
                    by=mixed_with_one.at(P=Lambda(y, said.a), Q=Lambda(y, said.b), R=Lambda(y, K(x, y))),
                ),
            ),
        ),
        have(
            KLDP(q * gamma),
            "a mixture of samples",
            by=mixture.at(gamma=q * gamma, K=Lambda((x, y), before), L=Lambda((x, y), after)),
        ),
    )


def amplified(title, made, supposed, steps, still, tight):
    """That a bound on the relative entropy is multiplied by the part of the records that is in the sample."""
    return Theorem(
        title=title,
        given=(*made.facts, supposed),
        claim=KLDP(q * gamma),
        derivation=steps,
        example=point({gamma: 0, q: half}, **still),
        tight=tight,
        near_misses={
            "the mechanism unprotected": variant(
                given=made.facts, witness=point({gamma: 0, q: 1}, **exchanged)
            ),
            "a smaller bound": variant(KLDP(q * gamma - 1), witness=point({gamma: 0, q: half}, **still)),
        },
    )


sample = amplified(
    "A sample lowers a bound on the relative entropy",
    subsampled(q),
    subsampled(q).of(KLDP(gamma))[-1],
    sampled(with_it, without_it, Pair(L(x, y), K(x, y))),
    still,
    point({gamma: log(2) / 3, q: 1}, **all_drawn),
)
sample_of_fixed_size = amplified(
    "A sample without replacement lowers a bound on the relative entropy",
    drawn(share),
    ForAll(x, KLDP(gamma).on(Pair(L(x, y), J(x, y)))),
    sampled(with_it, replaced, Pair(L(x, y), J(x, y))),
    whole,
    point({gamma: log(2) / 3, share: 1}, **all_drawn, J=all_drawn["K"]),
)

larger_bound = Max(gamma_1, gamma_2)
same_first, same_second = parallel.facts[-1].args
quiet = {"A": alike, "B": alike, "K": keep, "L": keep, "P": alike, "Q": alike}
first_part = {"A": two_thirds, "B": mirrored, "K": keep, "L": keep, "P": two_thirds, "Q": mirrored}
told = {"A": sure, "B": other, "K": keep, "L": keep, "P": sure, "Q": other}


def none_between(a, b):
    """That equal laws have no relative entropy."""
    return (
        have(Eq(a, b), "equal laws"),
        no_entropy(a, b),
        no_entropy(b, a),
        have(KLDP(zero).on(Pair(a, b)), "equal laws"),
    )


def at_most_larger(bound):
    """What one of the mechanisms has, and so the larger bound."""
    return have(
        KLDP(larger_bound), "the larger bound", by=larger_budgets.entropy.at(rho=bound, rho_2=larger_bound)
    )


disjoint = Theorem(
    title="The relative entropy of two mechanisms on disjoint parts of the records",
    given=parallel.of(KLDP(gamma_1), KLDP(gamma_2)),
    claim=KLDP(larger_bound),
    derivation=cases(
        same_first,
        (
            *none_between(A(y), B(y)),
            have(KLDP(zero + gamma_2), "composition", by=two_mechanisms.at(gamma_1=zero)),
            at_most_larger(zero + gamma_2),
        ),
        (
            have(same_second, "the record is in the first part"),
            have(
                ForAll(x, KLDP(zero).on(follows)),
                "equal laws",
                derivation=(
                    *(
                        specialise(ForAll(x, distribution(law)), {x: x}, "a law")
                        for law in (K(x, y), L(x, y))
                    ),
                    *none_between(K(x, y), L(x, y)),
                ),
            ),
            have(KLDP(gamma_1 + zero), "composition", by=two_mechanisms.at(gamma_2=zero)),
            at_most_larger(gamma_1 + zero),
        ),
    ),
    example=point({gamma_1: 0, gamma_2: 0}, **quiet),
    tight=point({gamma_1: log(2) / 3, gamma_2: 0}, **first_part),
    near_misses={
        "the first mechanism unprotected": variant(
            given=(*parallel.facts, parallel.of(KLDP(gamma_1), KLDP(gamma_2))[-1]),
            witness=point({gamma_1: 0, gamma_2: 0}, **told),
        ),
        "a smaller bound": variant(KLDP(larger_bound - 1), witness=point({gamma_1: 0, gamma_2: 0}, **quiet)),
    },
    note="The neighbours differ in one record more, which is in one of the parts.",
)
