"""Randomised response of many bits, each answered by itself: pure DP with the number of bits that change."""

from dpsym.language import *

eps = parameter("eps", above=0, about="privacy loss of the response to one bit, in nats")
k = parameter("k", at_least=0, about="number of bits in which the inputs differ, at most")
c = parameter("c", above=0, about="the constant that makes the total probability 1")
i = Outcome("i", "I")
T, A, B = function("T"), function("A"), function("B")
t, x, x_2 = (parameter(name, about="a bit") for name in ("t", "x", "x_2"))


def agreeing(f, g):
    """The number of bits that are the same."""
    return Total(Indicator(Eq(f(i), g(i))), i)


differing = Total(Indicator(Ne(A(i), B(i))), i)
one, other = exp(eps * agreeing(T, A)) / c, exp(eps * agreeing(T, B)) / c

randomized_response_of_many_bits = Theorem(
    title="Randomised response of many bits is purely private, output by output",
    source="bailie.ex2.3",
    cites="warner1965",
    claim=ForAll((T(i), A(i), B(i)), Implication(differing <= k, one <= exp(k * eps) * other)),
    derivation=(
        have(
            Indicator(Eq(T(i), A(i))) <= Indicator(Eq(T(i), B(i))) + Indicator(Ne(A(i), B(i))),
            "an answer that agrees with A agrees with B, unless A and B differ",
            derivation=cases(
                Eq(T(i), A(i)),
                then=(cases(Eq(A(i), B(i)), then=(have(Eq(T(i), B(i)), "equal to the same"),)),),
            ),
        ),
        have(agreeing(T, A) <= agreeing(T, B) + differing, "add up"),
        have(agreeing(T, A) <= agreeing(T, B) + k, "the inputs are near"),
        have(eps * agreeing(T, A) <= eps * agreeing(T, B) + k * eps, "multiply by the loss"),
        have(
            exp(eps * agreeing(T, A)) <= exp(eps * agreeing(T, B) + k * eps), "the exponential is increasing"
        ),
        Chain(one)
        .le(exp(eps * agreeing(T, B) + k * eps) / c, "by the line before")
        .eq(exp(k * eps) * other, "exponential of a sum"),
    ),
    near_misses={
        "one bit that may change by itself": variant(
            exp(eps * Indicator(Eq(t, x))) / c <= exp(k * eps) * (exp(eps * Indicator(Eq(t, x_2))) / c),
            witness=point({eps: log(2), k: 0, c: 1, t: 1, x: 1, x_2: 0}),
        ),
    },
    note=(
        "T is the answer, A and B are the true bits of neighbours, and i runs over the bits. An answer has a probability "
        "proportional to the exponential of the privacy loss times the number of its true bits."
    ),
)
