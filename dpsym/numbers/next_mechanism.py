"""Inverse composition on a finite table: the largest budget of one more mechanism such that all together keep theirs.

Mechanisms run already, with outputs y of law g(y | x) on the data x, and the data have the law p(x | s) in state s.  One
more mechanism, with law l(z | x), is to run on the same data.  It is known to be eps'-indistinguishable: l(z | x) <=
r l(z | x') for all data sets x, x' that are possible, r = e^eps'.  The loss of everything together is

    sum over z of F(l(z | .)),   F(v) = sum over y of (sum over x of (p(x | s) - E p(x | s')) g(y | x) v(x))^+,

E = e^eps.  F is convex and F(c v) = c F(v) for c >= 0, and a vector v with v(x) <= r v(x') is a sum of multiples of the
two-level vectors v_A, which are r on a set A of data and 1 elsewhere (cut it at each of its values).  So the largest loss
over all such mechanisms, with any outputs, is the value of a linear program:

    maximise sum over A of t(A) F(v_A)  subject to  sum over A of t(A) v_A(x) = 1 for all x,  t >= 0.

Its solution is a mechanism: the output A has probability t(A) v_A(x) at x.  Its dual, numbers c(x) with sum over x of
c(x) v_A(x) >= F(v_A) for all A, bounds the loss of every such mechanism by the sum of the c(x).  `Worst.proves` checks
both with comparisons of rationals.  The loss never falls in r, which is searched for by halving.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq_mat
from sympy import Add

from dpsym.language import Max, Rational, Theorem, as_written, parameter
from dpsym.numbers.couplings import Law, TooLarge
from dpsym.reals.simplex import maximum, rational

MOST_DATA = 8  # data sets that are possible in one of two states: 2^8 sets of them
MOST_GROWTH = Fraction(2) ** 80  # beyond, the largest budget is not told from none at all


@dataclass(frozen=True)
class Release:
    """What runs already, seen from two states: which data sets are possible, and for each output the two vectors over
    them whose sums are its probability in either state.
    """

    data: tuple[int, ...]
    outputs: tuple[tuple[Law, Law], ...]

    def loss(self, vector: Sequence[Fraction], growth: Fraction) -> Fraction:
        """F of a vector over the data: the part of the loss from one output of the next mechanism."""
        found = Fraction(0)
        for mine, other in self.outputs:
            p, q = (
                sum((a * v for a, v in zip(law, vector, strict=True)), Fraction(0)) for law in (mine, other)
            )
            found += max(p - growth * q, Fraction(0))
        return found

    def revealed(self, growth: Fraction) -> Fraction:
        """The loss where the next mechanism releases the data."""
        units = [[Fraction(i == j) for j in range(len(self.data))] for i in range(len(self.data))]
        return sum((self.loss(v, growth) for v in units), Fraction(0))


def release(first: Law, second: Law, outputs: Sequence[Law]) -> Release:
    """From the laws of the data in two states, and for each joint output its probability at each data set."""
    data = tuple(i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a or b)
    if len(data) > MOST_DATA:
        raise TooLarge(
            f"the next mechanism is looked for on at most {MOST_DATA} data sets that two states allow, not {len(data)}"
        )
    counted: dict[tuple[Law, Law], int] = {}
    for g in outputs:
        pair = tuple(first[i] * g[i] for i in data), tuple(second[i] * g[i] for i in data)
        counted[pair] = counted.get(pair, 0) + 1
    return Release(
        data,
        tuple(
            (tuple(n * a for a in mine), tuple(n * b for b in other)) for (mine, other), n in counted.items()
        ),
    )


@dataclass(frozen=True)
class Worst:
    """The largest loss over all next mechanisms of one budget.

    ratio   e^eps' of the next mechanism
    growth  e^eps of the guarantee
    value   the loss
    levels  (A, t(A)): the sets of data and weights of a mechanism that reaches it
    bound   the c(x), which bound the loss of every mechanism
    """

    of: Release
    ratio: Fraction
    growth: Fraction
    value: Fraction
    levels: tuple[tuple[int, Fraction], ...]
    bound: Law

    def table(self) -> list[Law]:
        """The mechanism that reaches the loss: for each data set the probabilities of its outputs."""
        return [
            tuple(t * two_level(a, len(self.of.data), self.ratio)[x] for a, t in self.levels)
            for x in range(len(self.of.data))
        ]

    def proves(self) -> bool:
        """Whether the mechanism is one, and reaches the bound that the c(x) put on all of them."""
        n = len(self.of.data)
        for a in range((1 << n) - 1):
            v = two_level(a, n, self.ratio)
            if sum(c * x for c, x in zip(self.bound, v, strict=True)) < self.of.loss(v, self.growth):
                return False
        reached = sum(
            (t * self.of.loss(two_level(a, n, self.ratio), self.growth) for a, t in self.levels), Fraction(0)
        )
        laws = all(sum(row) == 1 and min(row) >= 0 for row in self.table())
        return laws and reached == self.value == sum(self.bound)


def statement(found: Worst) -> Theorem:
    """What the c(x) say, as a theorem about real numbers h(x), for the kernel: F(h) <= sum of c(x) h(x) wherever no h(x)
    is negative or above r h(x').  With the theorem on numbers that bound the loss with one more mechanism it is the
    guarantee.
    """
    h = [
        parameter(f"h_{x}", at_least=0, about="probability of an output of the next mechanism at a data set")
        for x in range(len(found.of.data))
    ]

    def sum_of(numbers: Sequence[Fraction]) -> Any:
        with as_written():
            return Add(*(_exact(c) * one for c, one in zip(numbers, h, strict=True)))

    parts = [
        Max(0, sum_of([a - found.growth * b for a, b in zip(mine, other, strict=True)]))
        for mine, other in found.of.outputs
    ]
    return Theorem(
        title="The loss with one more mechanism, output by output",
        given=tuple(a <= _exact(found.ratio) * b for a in h for b in h if a != b),
        claim=Add(*parts) <= sum_of(found.bound),
    )


def _exact(x: Fraction) -> Rational:
    return Rational(x.numerator, x.denominator)


def two_level(a: int, n: int, ratio: Fraction) -> Law:
    """The vector that is `ratio` on the data sets of the bits of a, and 1 elsewhere."""
    return tuple(ratio if a >> x & 1 else Fraction(1) for x in range(n))


def worst(of: Release, ratio: Fraction, growth: Fraction) -> Worst:
    """The largest loss of everything together over all next mechanisms of budget log(ratio)."""
    n = len(of.data)
    sets = range((1 << n) - 1) if ratio > 1 else range(1)  # the full set is a multiple of the empty one
    vectors = [two_level(a, n, ratio) for a in sets]
    costs = [of.loss(v, growth) for v in vectors]
    best = maximum([[v[x] for v in vectors] for x in range(n)], [1] * n, costs)
    columns = [j for j in best.basis if j < len(vectors)]
    implied = {j - len(vectors) for j in best.basis if j >= len(vectors)}
    rows = [x for x in range(n) if x not in implied]
    square = fmpq_mat(len(columns), len(rows), [rational(vectors[j][x]) for j in columns for x in rows])
    right = fmpq_mat(len(columns), 1, [rational(costs[j]) for j in columns])
    solved = square.solve(right)
    bound = dict(
        zip(rows, (Fraction(int(solved[i, 0].p), int(solved[i, 0].q)) for i in range(len(rows))), strict=True)
    )
    found = Worst(
        of, ratio, growth,
        sum((t * c for t, c in zip(best.x, costs, strict=True)), Fraction(0)),
        tuple((a, t) for a, t in zip(sets, best.x, strict=True) if t),
        tuple(bound.get(x, Fraction(0)) for x in range(n)),
    )  # fmt: skip
    if not found.proves():
        raise AssertionError("a largest loss whose certificate does not hold")
    return found


# ------------------------------------------------------------------------------------------------------ search
@dataclass(frozen=True)
class Next:
    """What one more mechanism may have, for one or more pairs of states.

    already  the largest loss of what runs already, as the certificates bound it
    left     "nothing": it is above delta already; "anything": even the data may be released; or "some"
    low      e^eps' for which `kept`, one for each pair, shows that the guarantee holds, whatever the mechanism
    high     e^eps' for which `broken` is a mechanism that breaks it
    """

    already: Fraction
    left: str
    low: Fraction = Fraction(1)
    high: Fraction | None = None
    kept: tuple[Worst, ...] = ()
    broken: Worst | None = None


def largest(
    releases: Sequence[Release], below: Fraction, above: Fraction, delta: Fraction, bits: int
) -> Next:
    """The largest budget for all pairs of states: e^eps' - 1 with a relative error of 2^-bits.

    `below` <= e^eps <= `above`: at the lower one the guarantee is shown, at the upper one it is broken, both of which
    carry over to eps.  ArithmeticError: the loss cannot be told from delta, or the budget not from none at all.
    """
    one = Fraction(1)
    kept, broken = _at(releases, one, below, above, delta)
    already = max(w.value for w in kept)
    if broken is not None:
        return Next(already, "nothing")
    if all(r.revealed(below) <= delta for r in releases):
        return Next(already, "anything", one, None, kept)
    low, high = one, Fraction(2)
    while broken is None:
        held, broken = _at(releases, high, below, above, delta)
        if broken is None:
            low, kept, high = high, held, high * high
            if high > MOST_GROWTH:
                raise ArithmeticError(
                    "the largest budget is above 55 nats, and not told from no limit at all"
                )
    while high - low > (high - 1) / 2**bits:
        if high - 1 < Fraction(1, 2**200):
            return Next(already, "some", one, high, kept, broken)
        middle = _between(low, high)
        held, breaking = _at(releases, middle, below, above, delta)
        if breaking is None:
            low, kept = middle, held
        else:
            high, broken = middle, breaking
    return Next(already, "some", low, high, kept, broken)


def _between(low: Fraction, high: Fraction) -> Fraction:
    """A number with few digits in the middle third."""
    step = (high - low) / 3
    middle = low + (high - low) / 2
    return middle.limit_denominator(max(2, int(2 / step) + 1))


def _at(
    releases: Sequence[Release], ratio: Fraction, below: Fraction, above: Fraction, delta: Fraction
) -> tuple[tuple[Worst, ...], Worst | None]:
    """Either certificates that the guarantee holds at this budget, for all pairs, or a mechanism that breaks it."""
    held = tuple(worst(r, ratio, below) for r in releases)
    over = [w.of for w in held if w.value > delta]
    if not over:
        return held, None
    broken = max((worst(r, ratio, above) for r in over), key=lambda w: w.value)
    if broken.value <= delta:
        raise ArithmeticError("the loss at some budget cannot be told from delta")
    return held, broken


__all__ = ["Next", "Release", "Worst", "largest", "release", "statement", "two_level", "worst"]
