"""A fair bit that nobody has seen: what else is known tells nothing of its sum with others (parity of any number of bits)."""

from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

a, s, s_2 = Outcome("a", "A"), Outcome("s", "A"), Outcome("s_2", "A")
b = Outcome("b", "A")

F = function("F", about="the law of the unseen bit")
J = function(
    "J", law=False, about="the joint law of the sum of all other bits and of everything that is seen"
)
E = function("E", law=False, about="1 where a bit and the sum of the others give this state, else 0")
fair = ForAll((a, b), Eq(F(a), F(b)))
one_bit = ForAll((s, b), Eq(Total(E(a, b, s), a), 1))
together = Total(Total(J(b, y) * F(a) * E(a, b, s), b), a)
sums = (1, 0, 0, 1, 0, 1, 1, 0)  # of a, b, s: whether s is the sum of a and b modulo 2
told = {"sizes": {"A": 2, "Y": 2}, "J": (half, 0, 0, half), "E": sums}

unseen_bit = Theorem(
    title="What is seen tells nothing of a sum with a fair bit that is not seen",
    source="zhang.cx-parityk",
    given=(fair, one_bit),
    claim=ForAll((s, s_2, y), Eq(together, together.subs(s, s_2))),
    derivation=(
        *(
            have(
                Eq(Total(F(a) * E(a, b, state), a), F(b)),
                "the bit is fair",
                derivation=(
                    specialise(fair, {a: a, b: b}, "either value"),
                    specialise(one_bit, {s: state, b: b}, "one value gives the state"),
                    have(Eq(F(a) * E(a, b, state), F(b) * E(a, b, state)), "either value"),
                    have(
                        Eq(Total(F(b) * E(a, b, state), a), F(b) * Total(E(a, b, state), a)),
                        "a common factor",
                    ),
                ),
            )
            for state in (s, s_2)
        ),
        have(Eq(J(b, y) * Total(F(a) * E(a, b, s), a), J(b, y) * F(b)), "the bit is fair"),
        have(Eq(J(b, y) * Total(F(a) * E(a, b, s_2), a), J(b, y) * F(b)), "the bit is fair"),
        Chain(together)
        .eq(Total(J(b, y) * Total(F(a) * E(a, b, s), a), b), "the other sum first")
        .eq(Total(J(b, y) * F(b), b), "the bit is fair")
        .eq(Total(J(b, y) * Total(F(a) * E(a, b, s_2), a), b), "the bit is fair")
        .eq(together.subs(s, s_2), "the other sum first"),
    ),
    example=point({}, **told, F=(half, half)),
    near_misses={
        "a bit that is not fair": without(fair, witness=point({}, **told, F=(3 * quarter, quarter))),
        "where the bit does not count": without(
            one_bit, witness=point({}, **{**told, "E": (1, 0, 0, 1, 1, 0, 0, 1)}, F=(half, half))
        ),
    },
    note=(
        "The state is the parity of k bits, and a and b are the unseen one and the parity of the others; y is the list of the k - 1 outputs "
        "that are seen, with whatever noise. So any k - 1 outputs have one law in all states, and lose nothing."
    ),
)
