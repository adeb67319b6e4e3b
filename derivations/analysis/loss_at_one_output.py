"""What an answer loses at one output."""

from dpsym.derivations.vocabulary import eps, half, p, third, u, v
from dpsym.language import *

p = p.ranging(above=0, below=1)
q = 1 - p
E = exp(eps)

# What an answer loses where the first state is the true one, and where the second is: numbers, and functions of the output.
r = parameter("r", at_least=0, about="what the answer loses in the first state")

s = parameter("s", at_least=0, about="what the answer loses in the second state")
c = parameter("c", at_least=0, about="least mean loss where the output speaks for the first state by e^eps")
d = parameter("d", at_least=0, about="least mean loss where the output speaks for the second state by e^eps")


def mean(first, second, in_first, in_second):
    """What an answer loses at an output with these masses under the two laws."""
    return p * first * in_first + q * second * in_second


def kept(first, second):
    """The part of a mass that is at most e^eps times the other one."""
    return first - Max(0, first - E * second)


lost = mean(u, v, r, s)

at_one_output = Theorem(
    title="What an answer loses at least at one output",
    kind="lemma",
    given=(c <= mean(E, 1, r, s), d <= mean(1, E, r, s), 0 < eps),
    claim=(E * c - d) * kept(u, v) + (E * d - c) * kept(v, u) <= (E**2 - 1) * lost,
    derivation=(
        have(1 < E, "a positive exponent"),
        have(0 < E**2 - 1, "a product", derivation=have(0 < (E - 1) * (E + 1))),
        cases(
            E * v <= u,
            (
                have(v <= E * u, "the other mass is smaller", derivation=have(v <= E * v)),
                have(0 <= p * r * (u - E * v), "a product"),
                have(v * mean(E, 1, r, s) <= lost, "a smaller mass"),
                Chain((E * c - d) * kept(u, v) + (E * d - c) * kept(v, u))
                .eq((E * c - d) * (E * v) + (E * d - c) * v, "what is kept")
                .eq((E**2 - 1) * (v * c), "expand")
                .le((E**2 - 1) * (v * mean(E, 1, r, s)), "the least loss")
                .le((E**2 - 1) * lost, "a smaller mass"),
            ),
            cases(
                E * u <= v,
                (
                    have(u <= E * v, "the other mass is smaller", derivation=have(u <= E * u)),
                    have(0 <= q * s * (v - E * u), "a product"),
                    have(u * mean(1, E, r, s) <= lost, "a smaller mass"),
                    Chain((E * c - d) * kept(u, v) + (E * d - c) * kept(v, u))
                    .eq((E * c - d) * u + (E * d - c) * (E * u), "what is kept")
                    .eq((E**2 - 1) * (u * d), "expand")
                    .le((E**2 - 1) * (u * mean(1, E, r, s)), "the least loss")
                    .le((E**2 - 1) * lost, "a smaller mass"),
                ),
                Chain((E * c - d) * kept(u, v) + (E * d - c) * kept(v, u))
                .eq((E * c - d) * u + (E * d - c) * v, "all is kept")
                .eq((E * u - v) * c + (E * v - u) * d, "rearranged")
                .le((E * u - v) * mean(E, 1, r, s) + (E * v - u) * mean(1, E, r, s), "the least losses")
                .eq((E**2 - 1) * lost, "expand"),
            ),
        ),
    ),
    example=point({p: half, eps: log(2), u: half, v: half, r: half, s: half, c: third, d: third}),
)

at_no_loss = Theorem(
    title="What an answer loses at least at one output where the masses may not differ",
    kind="lemma",
    given=(c <= p * r + q * s),
    claim=c * (u - Max(0, u - v)) <= lost,
    derivation=cases(
        v <= u,
        (
            have(0 <= p * r * (u - v), "a product"),
            have(v * c <= v * (p * r + q * s), "the least loss"),
        ),
        (
            have(0 <= q * s * (v - u), "a product"),
            have(u * c <= u * (p * r + q * s), "the least loss"),
        ),
    ),
    example=point({p: half, u: half, v: half, r: half, s: half, c: third}),
)
