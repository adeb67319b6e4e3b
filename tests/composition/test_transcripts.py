"""Composition of three, four and five mechanisms, each chosen by the transcript: exact random transcripts, unrolled.

The theorems are proved for every number of mechanisms; this looks at the same numbers in another way.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import comb, exp, log, sqrt

import pytest

Law = tuple[Fraction, ...]
TRANSCRIPTS = {3: 40, 4: 20, 5: 8}


def law(rng: random.Random, size: int = 2) -> Law:
    """A random law; zero masses are frequent."""
    masses = [Fraction(rng.choice((0, 1, 1, 2, 3, 5))) for _ in range(size)]
    masses[rng.randrange(size)] += 1
    return tuple(m / sum(masses) for m in masses)


def excess(p: Law, q: Law, u: Fraction) -> Fraction:
    """The hockey stick of two laws at the loss log u."""
    return sum((max(Fraction(0), a - u * b) for a, b in zip(p, q, strict=True)), Fraction(0))


def close(rng: random.Random, u: Fraction, truthful: bool) -> tuple[Law, Law]:
    """Two laws whose hockey sticks at log u, in both orders, are small; some are 0."""
    p, q = law(rng), law(rng)
    r = rng.choice((Fraction(1), Fraction(1, 2), Fraction(1, 5), u / (1 + u)))
    mixed = tuple(r * a + (1 - r) * b for a, b in zip(p, q, strict=True))
    return (p, mixed) if not truthful else ((u / (1 + u), 1 / (1 + u)), (1 / (1 + u), u / (1 + u)))


def transcripts(
    rng: random.Random, k: int, u: Fraction, answers: float = 0.2
) -> tuple[Law, Law, list[Fraction]]:
    """The laws of the transcript of k mechanisms, each chosen by the outputs before, and the delta of each at log u."""
    p: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    q = dict(p)
    deltas = []
    for _ in range(k):
        pairs = {h: close(rng, u, rng.random() < answers) for h in p}
        deltas.append(max(max(excess(a, b, u), excess(b, a, u)) for a, b in pairs.values()))
        p, q = (
            {(*h, i): m * pairs[h][side][i] for (h, m), i in product(now.items(), range(2))}
            for side, now in ((0, p), (1, q))
        )
    return tuple(p.values()), tuple(q.values()), deltas


def optimal(k: int, l: int, u: Fraction, delta: Fraction) -> Fraction:
    """The delta of optimal composition at the loss (k - 2l) log u, as the paper prints it."""
    terms = (comb(k, j) * (u ** (k - j) - u ** (k - 2 * l + j)) for j in range(l))
    return 1 - (1 - delta) ** k * (1 - sum(terms, Fraction(0)) / (1 + u) ** k)


@pytest.mark.parametrize("k", TRANSCRIPTS)
def test_transcripts_keep_the_bounds(k: int) -> None:
    rng = random.Random(k)
    attained = 0
    for number in range(TRANSCRIPTS[k]):
        u = Fraction(rng.choice((1, 2, 3)), rng.choice((1, 2))) + rng.choice((0, 1))
        u = max(u, 1 / u)
        p, q, deltas = transcripts(rng, k, u, 0.2 if number else 1)
        worst = max(deltas)
        for one, two in ((p, q), (q, p)):
            assert excess(one, two, u**k) <= min(sum(deltas, Fraction(0)), Fraction(1))  # basic composition
            for l in range(k // 2 + 1):
                bound = optimal(k, l, u, min(worst, Fraction(1)))
                assert excess(one, two, u ** (k - 2 * l)) <= bound
                attained += excess(one, two, u ** (k - 2 * l)) == bound
    assert attained, "some transcript should attain a bound"


@pytest.mark.parametrize("k", TRANSCRIPTS)
def test_transcripts_keep_advanced_composition(k: int) -> None:
    """At a loss rounded down to a rational power; the room left by the theorem is far larger than the rounding."""
    rng = random.Random(10 + k)
    for _ in range(TRANSCRIPTS[k]):
        u = 1 + Fraction(rng.choice((1, 2, 5, 10)), 20)
        p, q, deltas = transcripts(rng, k, u)
        spent = sum(deltas, Fraction(0))
        if spent >= 1:
            continue
        eps = log(u)
        for delta in (spent + (1 - spent) * x for x in (Fraction(1, 100), Fraction(1, 2), Fraction(1))):
            loss = (
                k * eps * (exp(eps) - 1) + sqrt(2 * k * eps**2 * log(1 / (delta - spent)))
                if delta < 1 or spent
                else 0
            )
            at = Fraction(exp(loss)).limit_denominator(10**6)
            assert max(excess(p, q, at), excess(q, p, at)) <= delta + Fraction(1, 10**5)


@pytest.mark.parametrize("k", range(1, 9))
def test_responses_attain_the_optimal_delta(k: int) -> None:
    """All outcomes of k extremal responses, counted by how many deny, and whether one gives the target away."""
    for u, delta in product(
        (Fraction(1), Fraction(2), Fraction(7, 5)), (Fraction(0), Fraction(1, 10), Fraction(1))
    ):
        hidden = ((1 - delta) / (1 + u)) ** k
        p = (1 - (1 - delta) ** k, *(comb(k, j) * u ** (k - j) * hidden for j in range(k + 1)), Fraction(0))
        for l in range(k // 2 + 1):
            assert excess(p, p[::-1], u ** (k - 2 * l)) == optimal(k, l, u, delta)
