"""Composition of Rényi DP: the bounds on the divergence of one order add."""

from dpsym.derivations.analysis.power_tangents import part
from dpsym.derivations.analysis.powers import power_of_product
from dpsym.derivations.composition.transcript_moments import (
    bounded,
    next_law,
    private,
    transcript_moments,
)
from dpsym.derivations.composition.transcripts import (
    K,
    L,
    k,
    less,
    more,
    nothing_released,
    start_is_law,
    transcript,
    zero,
)
from dpsym.derivations.vocabulary import A, B, C, D, alpha, n
from dpsym.language import *

gamma_1 = parameter("gamma_1", at_least=0, about="bound on the divergence of the first mechanism, in nats")
gamma_2 = parameter("gamma_2", at_least=0, about="bound on the divergence of the second mechanism, in nats")

# The laws of the outputs of two mechanisms with independent randomness, on the same two neighbouring databases.
z = Outcome("z", "Z")
first, second = Pair(A(y), B(y), y), Pair(C(z), D(z), z)
both = Pair(A(y) * C(z), B(y) * D(z), y, z)

# What separates the sum over both outputs into a product, for the moment of any order.
separation = (
    have(
        Implication(Eq(B(y) * D(z), 0), Eq(A(y) * C(z), 0)),
        "a product is 0 when a factor is",
        split=(B(y) > 0, D(z) > 0),
    ),
    have(RenyiMoment(alpha, first) >= 0, "a sum of exponentials"),
    have(RenyiMoment(alpha, second) >= 0, "a sum of exponentials"),
    have(
        Eq(part(A(y) * C(z), B(y) * D(z)), part(A(y), B(y)) * part(C(z), D(z))),
        "the power of a product",
        by=power_of_product.at(a=A(y), b=B(y), c=C(z), d=D(z)),
    ),
)

renyi_composition = Theorem(
    title="Composition of two mechanisms with Rényi DP",
    note="The mechanisms use independent randomness.",
    source="mironov2017",
    given=(RenyiDP(alpha, gamma_1).on(first), RenyiDP(alpha, gamma_2).on(second)),
    claim=RenyiDP(alpha, gamma_1 + gamma_2).on(both),
    derivation=(
        *separation,
        Chain(RenyiMoment(alpha, both))
        .eq(RenyiMoment(alpha, first) * RenyiMoment(alpha, second), "the sums separate")
        .le(exp((alpha - 1) * gamma_1) * exp((alpha - 1) * gamma_2), "both mechanisms have Rényi DP")
        .eq(exp((alpha - 1) * (gamma_1 + gamma_2)), "exponential of a sum"),
    ),
    near_misses={
        "the difference of the bounds": variant(
            RenyiDP(alpha, gamma_1 - gamma_2).on(both),
            witness=point({alpha: 2, gamma_1: 1, gamma_2: 2}, A=(1,), B=(1,), C=(1,), D=(1,)),
        ),
    },
    evaluate={"gamma": gamma_1 + gamma_2},
)

# gamma(k): the bound on the divergence of the mechanism that runs after k others. T(k): the sum of those so far.
gamma = function("gamma", about="the bound on the Rényi divergence of the next mechanism")
T = function("T")
x = Outcome("x")
next_private = ForAll(x, RenyiDP(alpha, gamma(k)).on(Pair(K(k, x, y), L(k, x, y))))
growing = ForAll(k, AllOf(next_law(k), next_private))
sums = ForAll(k, Eq(T(k + 1), T(k) + gamma(k)))
start = Eq(T(zero), 0)
still = {"K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "gamma": (0,), "T": (0,)}


def total_bound(k):
    """The logarithm of the bound on the moment of the transcript."""
    return (alpha - 1) * T(k)


of_any_number = Theorem(
    title="Composition of any number of mechanisms with Rényi DP",
    source=(
        "mironov2017",
        "kifer.prop5-rdp-composition",
    ),
    given=(start_is_law, nothing_released, growing, start, sums),
    claim=ForAll(n, RenyiDP(alpha, T(n)).on(transcript(n))),
    derivation=(
        have(
            ForAll(k, AllOf(next_law(k), private(k, (alpha - 1) * gamma(k)))),
            "each mechanism",
            derivation=(
                specialise(growing, {k: k}, "the next mechanism"),
                specialise(next_private, {x: x}, "given the transcript"),
            ),
        ),
        have(
            ForAll(k, Eq((alpha - 1) * T(k + 1), (alpha - 1) * T(k) + (alpha - 1) * gamma(k))),
            "the bounds add up",
            derivation=specialise(sums, {k: k}),
        ),
        have(
            bounded(n, x, total_bound),
            "the moments of a transcript",
            by=transcript_moments.at(h=(alpha - 1) * gamma(k), H=(alpha - 1) * T(k)),
        ),
    ),
    example=point({alpha: 2}, A=less, B=less, **still),
    near_misses={
        "where something else is released at the start": without(
            nothing_released, witness=point({alpha: 2}, A=less, B=more, **still)
        ),
    },
    note=(
        "For every number of mechanisms, by induction. Each mechanism may be chosen by the transcript of those before, as long "
        "as its bound is fixed in advance; bounds that are chosen by the transcript too are another theorem."
    ),
)
