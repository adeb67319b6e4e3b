"""The largest loss with one more mechanism of one budget: an exact linear program over two-level vectors.

With the letters of dpsym.numbers.joint.next_mechanism, for n data sets that are possible:

    maximise sum over A of t(A) F(v_A)  subject to  sum over A of t(A) v_A(x) = 1 for all x,  t >= 0.

It has n equations and 2^n - 1 columns, which are never written out: for a basis of n sets the numbers c(x) are solved for,
and the sets whose F(v_A) is above the sum of c(x) v_A(x) are read off sums over subsets.  The one that is farthest above
enters; after a step that does not move, the first one by number, so that no cycle occurs (Bland).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

from flint import fmpq, fmpq_mat

from dpsym.numbers.joint.couplings import Law, TooLarge
from dpsym.reals.exact import exact, fraction

T = TypeVar("T", int, fmpq)

MOST_DATA = 8  # data sets that are possible in one of two states: 2^8 sets of them


@dataclass(frozen=True)
class Release:
    """What runs already, seen from two states: which data sets are possible, and for each output the two vectors over
    them whose sums are its probability in either state.
    """

    data: tuple[int, ...]
    outputs: tuple[tuple[Law, Law], ...]

    @cached_property
    def whole(self) -> tuple[int, list[tuple[list[int], list[int]]]]:
        """A common denominator, and the vectors times it."""
        bottom = math.lcm(*(x.denominator for pair in self.outputs for law in pair for x in law))
        scaled = [
            ([int(a * bottom) for a in mine], [int(b * bottom) for b in other])
            for mine, other in self.outputs
        ]
        return bottom, scaled

    def loss(self, vector: Sequence[Fraction], growth: Fraction) -> Fraction:
        """F of a vector over the data: the part of the loss from one output of the next mechanism."""
        scale = math.lcm(*(v.denominator for v in vector))
        whole = [int(v * scale) for v in vector]
        up, down = growth.numerator, growth.denominator
        bottom, outputs = self.whole
        found = 0
        for mine, other in outputs:
            p, q = (sum(map(int.__mul__, law, whole)) for law in (mine, other))
            found += max(down * p - up * q, 0)
        return Fraction(found, bottom * scale * down)


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


def two_level(a: int, n: int, ratio: Fraction) -> Law:
    """The vector that is `ratio` on the data sets of the bits of a, and 1 elsewhere."""
    return tuple(ratio if a >> x & 1 else Fraction(1) for x in range(n))


class Basis(NamedTuple):
    """n sets of data, and the inverse of the matrix of their vectors (a row for each set)."""

    sets: tuple[int, ...]
    inverse: fmpq_mat


class Optimum(NamedTuple):
    """The largest loss with the basis that has it: the weights of its sets and the c(x)."""

    value: Fraction
    levels: tuple[tuple[int, Fraction], ...]
    bound: Law
    basis: tuple[int, ...]


@dataclass(frozen=True)
class Program:
    """The program of one pair of states at one e^eps = growth, for any budget."""

    of: Release
    growth: Fraction

    @cached_property
    def sums(self) -> tuple[int, list[list[int]]]:
        """For each output the sums over all sets of data of its probability in one state less `growth` times that in the
        other, times a common denominator.  Outputs that add nothing whatever the vector are left out, and those that are
        never cut at 0 are added up."""
        bottom, outputs = self.of.whole
        up, down = self.growth.numerator, self.growth.denominator
        linear = [0] * len(self.of.data)
        kept = [linear]
        for mine, other in outputs:
            net = [down * a - up * b for a, b in zip(mine, other, strict=True)]
            if min(net) >= 0:
                linear[:] = map(int.__add__, linear, net)
            elif max(net) > 0:
                kept.append(net)
        return bottom * down, [_subset_sums(net) for net in kept]

    def costs(self, ratio: Fraction) -> list[fmpq]:
        """F(v_A) for all sets A."""
        bottom, outputs = self.sums
        more = ratio - 1
        up, down = more.numerator, more.denominator
        found = [0] * (1 << len(self.of.data))
        for sums in outputs:
            whole = down * sums[-1]
            for a, part in enumerate(sums):
                x = whole + up * part
                if x > 0:
                    found[a] += x
        return [fmpq(x, bottom * down) for x in found]

    def at(self, ratio: Fraction, start: tuple[int, ...] = ()) -> Optimum:
        """The largest loss for the budget log(ratio); `start` is a basis that may be near the best."""
        n, costs = len(self.of.data), self.costs(ratio)
        if ratio == 1 or n == 1:  # all vectors are one, or its multiples
            value = fraction(costs[0])
            return Optimum(value, ((0, Fraction(1)),), (value, *(Fraction(0),) * (n - 1)), ())
        more = exact(ratio - 1)
        basis, weights = self._start(start, more)
        bland = False
        while True:
            prices = basis.inverse * fmpq_mat(n, 1, [costs[a] for a in basis.sets])
            bound = [prices[i, 0] for i in range(n)]
            whole = sum(bound, fmpq(0))
            gains = [f - whole - more * c for f, c in zip(costs[:-1], _subset_sums(bound), strict=False)]
            best = max(range(len(gains)), key=gains.__getitem__)
            if bland:
                best = next((a for a, g in enumerate(gains) if g > 0), best)
            if not gains[best] > 0:
                break
            turn = fmpq_mat(1, n, [1 + more if best >> x & 1 else fmpq(1) for x in range(n)]) * basis.inverse
            step, _, place = min(
                (weights[i] / turn[0, i], basis.sets[i], i) for i in range(n) if turn[0, i] > 0
            )
            bland = step == 0
            basis = _basis((*basis.sets[:place], best, *basis.sets[place + 1 :]), n, more)
            weights = _weights(basis)
        levels = tuple((a, fraction(t)) for a, t in zip(basis.sets, weights, strict=True) if t)
        return Optimum(fraction(whole), levels, tuple(map(fraction, bound)), basis.sets)

    def _start(self, start: tuple[int, ...], more: fmpq) -> tuple[Basis, list[fmpq]]:
        """A basis whose weights are not negative: the given one, if it has such, or that of single data sets."""
        n = len(self.of.data)
        for sets in (start, tuple(1 << x for x in range(n))):
            try:
                basis = _basis(sets, n, more) if sets else None
            except ZeroDivisionError:
                continue
            if basis is not None and min(weights := _weights(basis)) >= 0:
                return basis, weights
        raise AssertionError("the weights of single data sets are positive")


def _basis(sets: tuple[int, ...], n: int, more: fmpq) -> Basis:
    rows = [1 + more if a >> x & 1 else fmpq(1) for a in sets for x in range(n)]
    return Basis(sets, fmpq_mat(n, n, rows).inv())


def _weights(basis: Basis) -> list[fmpq]:
    """The t(A) with which the vectors of the basis add up to 1."""
    n = len(basis.sets)
    return [sum((basis.inverse[x, i] for x in range(n)), fmpq(0)) for i in range(n)]


def _subset_sums(numbers: Sequence[T]) -> list[T]:
    """The sums over all sets, by the bits of their numbers."""
    found = [numbers[0] * 0]
    for x in numbers:
        found += [k + x for k in found]
    return found


__all__ = ["Optimum", "Program", "Release", "release", "two_level"]
