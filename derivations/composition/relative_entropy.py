"""The relative entropy of mechanisms made of others: the chain rule, what maps and mixtures keep, and samples."""

from dpsym.derivations.analysis.entropy_tangents import no_entropy, part
from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.composition.next_never_alone import next_never_alone
from dpsym.derivations.composition.two_mechanisms import gamma_1, gamma_2, marks
from dpsym.derivations.composition.two_moments import renamed
from dpsym.derivations.divergences import data_processing
from dpsym.derivations.divergences.entropy_of_sums import entropy_of_sums
from dpsym.derivations.vocabulary import half
from dpsym.language import *
from dpsym.language.combined import A, B, K, L, composed, mixed, processed, x

gamma = parameter("gamma", about="bound on the relative entropy, in nats")
gamma_1, gamma_2 = gamma_1.ranging(), gamma_2.ranging()
said_next = composed.of(KLDP(gamma_1), KLDP(gamma_2))[-1]

ratio = A(x) * K(x, y) / (B(x) * L(x, y))
both = AllOf(0 < A(x), 0 < B(x), 0 < K(x, y), 0 < L(x, y))
joint = part(A(x) * K(x, y), B(x) * L(x, y))
parts = K(x, y) * part(A(x), B(x)) + A(x) * part(K(x, y), L(x, y))
next_entropy = Total(part(K(x, y), L(x, y)), y)
finite_first = ForAll(y, never_alone(A(y), B(y)))
finite_next = ForAll(x, ForAll(y, never_alone(K(x, y), L(x, y))))

chain_rule = Theorem(
    title="The chain rule of the relative entropy, as a bound",
    source="kullbackleibler1951",
    kind="lemma",
    given=(*composed.facts, finite_first, finite_next, ForAll(x, next_entropy <= gamma_2)),
    claim=Total(part(P(y), Q(y)), y) <= Total(part(A(y), B(y)), y) + gamma_2,
    derivation=(
        specialise(finite_first, {y: x}, "the first mechanism"),
        specialise(finite_next, {x: x}, "after each first output"),
        have(
            never_alone(A(x) * K(x, y), B(x) * L(x, y)),
            "a product is 0 when a factor is",
            derivation=cases(0 < B(x), cases(0 < L(x, y), have(0 < B(x) * L(x, y), "no factor is 0"))),
        ),
        have(
            part(P(y), Q(y)) <= Total(joint, x),
            "sum over the first outputs",
            by=entropy_of_sums.at(U=Lambda(x, A(x) * K(x, y)), V=Lambda(x, B(x) * L(x, y)), u=P(y), v=Q(y)),
        ),
        have(
            Implication(both, Eq(log(ratio), log(A(x) / B(x)) + log(K(x, y) / L(x, y)))),
            "the logarithm of a product",
            derivation=(have(Eq(ratio, (A(x) / B(x)) * (K(x, y) / L(x, y))), "the ratios multiply"),),
        ),
        have(
            Eq(joint, parts),
            "where an output is impossible, both sides are 0",
            derivation=cases(
                0 < A(x),
                cases(
                    0 < K(x, y), have(AllOf(0 < B(x), 0 < L(x, y), 0 < B(x) * L(x, y)), "no loss is infinite")
                ),
            ),
        ),
        have(Eq(Total(parts, y), part(A(x), B(x)) + A(x) * next_entropy), "the second output has a law"),
        specialise(ForAll(x, next_entropy <= gamma_2), {x: x}, "after each first output"),
        have(0 <= A(x) * (gamma_2 - next_entropy), "no factor is negative"),
        Chain(Total(part(P(y), Q(y)), y))
        .le(Total(joint, x, y), "sum over the outputs")
        .eq(Total(Total(parts, y), x), "the sums exchanged")
        .eq(Total(part(A(x), B(x)) + A(x) * next_entropy, x), "the second output has a law")
        .le(Total(part(A(x), B(x)) + A(x) * gamma_2, x), "after each first output")
        .eq(Total(part(A(y), B(y)), y) + gamma_2, "the masses add up to 1"),
    ),
    example=point({gamma_2: 1}, **marks),
    near_misses={
        "the bound of the next left out": variant(
            Total(part(P(y), Q(y)), y) <= Total(part(A(y), B(y)), y), witness=point({gamma_2: 1}, **marks)
        ),
        "where the next may tell everything": without(
            ForAll(x, next_entropy <= gamma_2), witness=point({gamma_2: 0}, **marks)
        ),
    },
)

other_names = {
    "A": Lambda(y, B(y)), "B": Lambda(y, A(y)), "P": Lambda(y, Q(y)), "Q": Lambda(y, P(y)), "K": L, "L": K,
}  # fmt: skip
renamed_back = {
    "P": Lambda(y, B(y)), "Q": Lambda(y, A(y)), "F": L, "G": K, "C": Lambda(y, Q(y)), "D": Lambda(y, P(y)),
}  # fmt: skip
alike, sure, other = (half, half), (1, 0), (0, 1)
keep = (1, 0, 0, 1)
revealed = {"A": sure, "B": sure, "K": (1, 0, 0, 1), "L": (0, 1, 0, 1), "P": sure, "Q": other}


def of_next(law, another):
    """What a bound on the relative entropy of the next mechanism says in one order."""
    return (
        have(
            ForAll(x, ForAll(y, never_alone(law(x, y), another(x, y)))),
            "no loss is infinite",
            derivation=specialise(said_next, {x: x}, "after each first output"),
        ),
        have(
            ForAll(x, Total(part(law(x, y), another(x, y)), y) <= gamma_2),
            "the next mechanism",
            derivation=specialise(said_next, {x: x}, "after each first output"),
        ),
    )


two_mechanisms = Theorem(
    title="The relative entropies of two mechanisms add up, the second chosen by the output of the first",
    source="kullbackleibler1951",
    given=composed.of(KLDP(gamma_1), KLDP(gamma_2)),
    claim=KLDP(gamma_1 + gamma_2),
    derivation=(
        *of_next(K, L),
        *of_next(L, K),
        have(ForAll(y, never_alone(P(y), Q(y))), "no loss is infinite", by=next_never_alone.at(**renamed)),
        have(ForAll(y, never_alone(Q(y), P(y))), "in the other", by=next_never_alone.at(**renamed_back)),
        have(
            Total(part(P(y), Q(y)), y) <= Total(part(A(y), B(y)), y) + gamma_2,
            "the chain rule",
            by=chain_rule,
        ),
        have(
            Total(part(Q(y), P(y)), y) <= Total(part(B(y), A(y)), y) + gamma_2,
            "the chain rule in the other order",
            by=chain_rule.at(**other_names),
        ),
    ),
    example=point({gamma_1: 1, gamma_2: 1}, **marks),
    near_misses={
        "the larger of the bounds": variant(
            KLDP(Max(gamma_1, gamma_2)),
            witness=point({gamma_1: log(2) / 3, gamma_2: log(2) / 3}, **marks),
        ),
        "the second mechanism unprotected": variant(
            given=composed.of(KLDP(gamma_1), KLDP(gamma_2))[:-1],
            witness=point({gamma_1: 1, gamma_2: 0}, **revealed),
        ),
    },
    note="The second mechanism may be chosen by the output of the first, as long as its bound is fixed.",
)

post_processing = Theorem(
    title="No map of the output makes the relative entropy larger, in either order",
    source="kullbackleibler1951",
    given=processed.of(KLDP(gamma)),
    claim=KLDP(gamma),
    derivation=(
        have(ForAll(y, never_alone(P(y), Q(y))), "no loss is infinite", by=data_processing.finite),
        have(
            ForAll(y, never_alone(Q(y), P(y))),
            "in the other order",
            by=data_processing.finite.at(**{k: v for k, v in other_names.items() if k != "K" and k != "L"}),
        ),
        have(
            Total(part(P(y), Q(y)), y) <= Total(part(A(y), B(y)), y),
            "the data processing inequality",
            by=data_processing.relative_entropy,
        ),
        have(
            Total(part(Q(y), P(y)), y) <= Total(part(B(y), A(y)), y),
            "in the other order",
            by=data_processing.relative_entropy.at(
                **{k: v for k, v in other_names.items() if k != "K" and k != "L"}
            ),
        ),
    ),
    example=point({gamma: 0}, A=alike, B=alike, K=keep, P=alike, Q=alike),
    near_misses={
        "the mechanism unprotected": variant(
            given=processed.facts, witness=point({gamma: 0}, A=sure, B=other, K=keep, P=sure, Q=other)
        ),
        "a smaller bound": variant(
            KLDP(gamma - 1), witness=point({gamma: 0}, A=alike, B=alike, K=keep, P=alike, Q=alike)
        ),
    },
)

still = {"C": sure, "K": (*alike, *alike), "L": (*alike, *alike), "P": alike, "Q": alike}
unprotected = {"C": sure, "K": (*sure, *sure), "L": (*other, *other), "P": sure, "Q": other}
C = function("C")
zero = Integer(0)
none = Total(part(C(y), C(y)), y)


mixture = Theorem(
    title="A mixture of mechanisms keeps a bound on the relative entropy",
    source="kullbackleibler1951",
    given=mixed.of(KLDP(gamma)),
    claim=KLDP(gamma),
    derivation=(
        no_entropy(C(y)),
        have(Eq(none, 0), "equal laws"),
        have(
            KLDP(zero + gamma),
            "and then another",
            by=two_mechanisms.at(gamma_1=zero, gamma_2=gamma, A=Lambda(y, C(y)), B=Lambda(y, C(y))),
        ),
    ),
    example=point({gamma: 0}, **still),
    near_misses={
        "the mechanisms unprotected": variant(given=mixed.facts, witness=point({gamma: 0}, **unprotected)),
        "a smaller bound": variant(KLDP(gamma - 1), witness=point({gamma: 0}, **still)),
    },
)
