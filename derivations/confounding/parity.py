"""Parity: two outputs that tell nothing of the state one by one, and all of it together (Lemma 3)."""

from dpsym.derivations.vocabulary import eps, half
from dpsym.language import *

s, s_2 = Outcome("s", "S"), Outcome("s_2", "S")
a, b = Outcome("a", "A"), Outcome("b", "B")
z = Outcome("z", "Z")
rho = parameter("r", at_least=0, below=1, about="correlation of each output with its bit")

C = function("C", law=False, about="the joint law of both records given the state")
K = function("K", law=False, about="the law of the output of the first mechanism given the first record")
L = function("L", law=False, about="the law of the output of the second mechanism given the second record")
data = ForAll(s, distribution(C(s, a, b), a, b))
first, second = ForAll(a, distribution(K(a, y), y)), ForAll(b, distribution(L(b, z), z))


def one(s, y):
    return Total(C(s, a, b) * K(a, y), a, b)


def other(s, z):
    return Total(C(s, a, b) * L(b, z), a, b)


def both(s, y, z):
    return Total(C(s, a, b) * K(a, y) * L(b, z), a, b)


silent = ForAll((s, s_2, y), Eq(one(s, y), one(s_2, y)))
other_silent = ForAll((s, s_2, z), Eq(other(s, z), other(s_2, z)))
parity = {
    "sizes": {"S": 2, "A": 2, "B": 2, "Y": 2, "Z": 2},
    "C": (half, 0, 0, half, 0, half, half, 0),
    "K": (1, 0, 0, 1),
    "L": (1, 0, 0, 1),
}
alone = {**{k: v for k, v in parity.items() if k != "L"}, "sizes": dict.fromkeys("SABY", 2)}


def leaks(law, bound, *outcomes):
    return ForAll((s, s_2), stick(law, *outcomes) <= bound)


def stick(law, *outcomes):
    return HockeyStick(eps, Pair(law(s, *outcomes), law(s_2, *outcomes), *outcomes))


mass = C(s, a, b) * K(a, y) * L(b, z)

some_delta = Theorem(
    title="Every composition of two outputs has some delta of at most 1",
    source=whole_of("zhang.lem3"),
    given=(data, first, second),
    claim=leaks(both, 1, y, z),
    derivation=(
        specialise(data, {s: s_2}),
        have(Max(0, both(s, y, z) - exp(eps) * both(s_2, y, z)) <= both(s, y, z), "less is not more"),
        have(Eq(Total(mass, y), C(s, a, b) * L(b, z)), "the first output has a law"),
        have(Eq(Total(C(s, a, b) * L(b, z), z), C(s, a, b)), "the second output has a law"),
        have(
            Eq(Total(mass, z, y), C(s, a, b)),
            "both",
            derivation=have(Eq(Total(Total(mass, y), z), Total(C(s, a, b) * L(b, z), z))),
        ),
        have(Eq(Total(mass, b, z, y), Total(C(s, a, b), b)), "sum over the second record"),
        have(Eq(Total(mass, a, b, z, y), Total(C(s, a, b), a, b)), "sum over the first record"),
        Chain(Total(both(s, y, z), y, z))
        .eq(Total(mass, a, b, z, y), "the other sums first")
        .eq(Total(C(s, a, b), a, b), "both outputs have a law")
        .eq(1, "the data have a law"),
        Chain(stick(both, y, z)).le(Total(both(s, y, z), y, z), "output by output").eq(1, "a law"),
        have(leaks(both, 1, y, z), "any two states"),
    ),
    example=point({eps: 0}, **parity),
    tight=point({eps: 3}, **parity),
    errata=erratum(
        "missing condition",
        "Lemma 3",
        "the mechanism M(γ_{[k]}) is (eps_{g}', delta(eps_{g}'))-CP for some eps_{g}' ≥ 0",
        fails=(
            "Two bits with equal probabilities whose sum modulo 2 is the state, each released by a mechanism of its own: by itself each release has delta 0, "
            "and both together tell the state, with delta 1 at every eps. Definition 3 excludes delta = 1; the text after Lemma 2 allows it."
        ),
        holds="With delta = 1 allowed, some delta always serves; below 1 none need serve.",
        affects="Theorem 1, whose delta it is.",
        reads=variant(
            ForAll((s, s_2), stick(both, y, z) < 1),
            given=(data, first, second, silent, other_silent),
            witness=point({eps: 3}, **parity),
        ),
    ),
    near_misses={
        "of outputs without a law": without(second, witness=point({eps: 3}, **{**parity, "L": (2, 0, 0, 2)})),
    },
)

nothing_alone = Theorem(
    title="Outputs with the same law in all states leak nothing one by one",
    source="zhang.cx-xor",
    given=(data, first, silent),
    claim=leaks(one, 0, y),
    derivation=(
        specialise(silent, {s: s, s_2: s_2, y: y}),
        specialise(data, {s: s_2}),
        have(one(s_2, y) <= exp(eps) * one(s_2, y), "the exponential is at least 1"),
        have(Max(0, one(s, y) - exp(eps) * one(s_2, y)) <= 0, "the same law"),
        have(leaks(one, 0, y), "sum"),
    ),
    example=point({eps: 0}, **alone),
    near_misses={
        "outputs without a law": without(
            first, witness=point({eps: log(2)}, **{**alone, "K": (-1, 0, -1, 0)})
        ),
        "with other laws": without(
            silent, witness=point({eps: 0}, **{**alone, "C": (1, 0, 0, 0, 0, 0, 0, 1)})
        ),
    },
    note="By itself no output tells the state, whatever the other one is; of both together this says nothing.",
)

told_together = Theorem(
    title="Two outputs that tell nothing of the state one by one may tell it together",
    source=("zhang.lem3", "zhang.cx-xor"),
    where={P: (half, 0, 0, half), Q: (0, half, half, 0)},
    claim=Eq(HockeyStick(eps), 1),
    near_misses={
        "less at a larger loss": variant(HockeyStick(eps) <= exp(-eps), witness=point({eps: log(2)})),
        "no more than the loss": variant(HockeyStick(eps) <= eps, witness=point({eps: 0})),
    },
    note=(
        "The outputs are two bits, 00, 01, 10 and 11, whose sum modulo 2 is the state: P is their law in the state 0, Q that in the state 1. Under either law each bit "
        "is 0 or 1 with equal probabilities, so that by itself it tells nothing; both together have delta = 1 at every eps."
    ),
)

released = (1 + rho**2) / 2

noisy = Theorem(
    title="Parity with noise: how far both outputs tell the state",
    source=(
        "zhang.cx-xor",
        "zhang.cx-parityk",
    ),
    claim=AllOf(
        Eq(released / (1 - released), (1 + rho**2) / (1 - rho**2)),
        Eq(released - (1 - released), rho**2),
        rho**2 <= rho,
    ),
    derivation=have(0 < 1 - rho**2, "below 1", derivation=have(0 < (1 - rho) * (1 + rho))),
    defined=have(0 < 1 - rho**2, "below 1", derivation=have(0 < (1 - rho) * (1 + rho))),
    example=point({rho: half}),
    near_misses={
        "as of one": variant(Eq(released - (1 - released), rho)),
    },
    note=(
        "With probability (1 + r^2)/2 the sum of both outputs is the state: randomized response by both together, with the loss log((1 + r^2)/(1 - "
        "r^2)) and total variation r^2, while each by itself has none."
    ),
)
