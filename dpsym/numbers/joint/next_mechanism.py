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
both with comparisons of rationals.  The loss never falls in r, whose largest value is searched for by secants.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sympy import Add, Expr

from dpsym.language import Max, Rational, Theorem, as_written, parameter
from dpsym.numbers.joint.couplings import Law
from dpsym.numbers.joint.next_program import Program, Release, release, two_level
from dpsym.reals.exact import Undecided

MOST_GROWTH = Fraction(2) ** 80  # beyond, the largest budget is not told from none at all


@dataclass(frozen=True)
class Worst:
    """The largest loss over all next mechanisms of one budget.

    ratio   e^eps' of the next mechanism; None: it may be any, even one that releases the data
    growth  e^eps of the guarantee
    value   the loss
    levels  (A, t(A)): the sets of data and weights of a mechanism that reaches it
    bound   the c(x), which bound the loss of every mechanism
    """

    of: Release
    ratio: Fraction | None
    growth: Fraction
    value: Fraction
    levels: tuple[tuple[int, Fraction], ...]
    bound: Law

    def table(self) -> list[Law]:
        """The mechanism that reaches the loss: for each data set the probabilities of its outputs."""
        vectors = [(t, self._vector(a)) for a, t in self.levels]
        return [tuple(t * v[x] for t, v in vectors) for x in range(len(self.of.data))]

    def _vector(self, a: int) -> Law:
        """The two-level vector of a set of data; without a budget that of the answers that only they give."""
        n = len(self.of.data)
        if self.ratio is None:
            return tuple(Fraction(a >> x & 1) for x in range(n))
        return two_level(a, n, self.ratio)

    def proves(self) -> bool:
        """Whether the mechanism is one, and reaches the bound that the c(x) put on all of them."""
        if self.ratio is None:  # F(v) is at most the sum of v(x) F(e_x), as F is convex and F(c v) = c F(v)
            bounds = all(
                self.of.loss(self._vector(1 << x), self.growth) <= c for x, c in enumerate(self.bound)
            )
        else:
            bounds = self._bounds(self.ratio)
        reached = sum((t * self.of.loss(self._vector(a), self.growth) for a, t in self.levels), Fraction(0))
        laws = all(sum(row) == 1 and min(row) >= 0 for row in self.table())
        return bounds and laws and reached == self.value == sum(self.bound)

    def _bounds(self, ratio: Fraction) -> bool:
        """Whether sum over x of c(x) v_A(x) >= F(v_A) for all sets A."""
        n = len(self.of.data)
        scale = math.lcm(*(c.denominator for c in self.bound))
        bound = [int(c * scale) for c in self.bound]
        up, down = ratio.numerator, ratio.denominator
        for a in range((1 << n) - 1 if ratio != 1 else 1):  # at 1 all vectors are the same
            said = sum(c * (up if a >> x & 1 else down) for x, c in enumerate(bound))
            loss = self.of.loss(two_level(a, n, ratio), self.growth)
            if said * loss.denominator < loss.numerator * scale * down:
                return False
        return True


def statement(found: Worst) -> Theorem:
    """What the c(x) say, as a theorem about real numbers h(x), for the kernel: F(h) <= sum of c(x) h(x) wherever no h(x)
    is negative or above r h(x').  With the theorem on numbers that bound the loss with one more mechanism it is the
    guarantee.
    """
    h = [
        parameter(f"h_{x}", at_least=0, about="probability of an output of the next mechanism at a data set")
        for x in range(len(found.of.data))
    ]

    def sum_of(numbers: Sequence[Fraction]) -> Expr:
        with as_written():
            return Add(*(_exact(c) * one for c, one in zip(numbers, h, strict=True)))

    parts = [
        Max(0, sum_of([a - found.growth * b for a, b in zip(mine, other, strict=True)]))
        for mine, other in found.of.outputs
    ]
    return Theorem(
        title="The loss with one more mechanism, output by output",
        given=()
        if found.ratio is None
        else tuple(a <= _exact(found.ratio) * b for a in h for b in h if a != b),
        claim=Add(*parts) <= sum_of(found.bound),
    )


def _exact(x: Fraction) -> Rational:
    return Rational(x.numerator, x.denominator)


def worst(of: Release, ratio: Fraction, growth: Fraction) -> Worst:
    """The largest loss of everything together over all next mechanisms of budget log(ratio)."""
    return _checked(Program(of, growth), ratio)


def disclosed(of: Release, growth: Fraction) -> Worst:
    """The largest loss of everything together over all next mechanisms: that of the data themselves."""
    n = len(of.data)
    bound = tuple(of.loss([Fraction(i == x) for i in range(n)], growth) for x in range(n))
    levels = tuple((1 << x, Fraction(1)) for x in range(n))
    found = Worst(of, None, growth, sum(bound, Fraction(0)), levels, bound)
    if not found.proves():
        raise AssertionError("a largest loss whose certificate does not hold")
    return found


def _checked(program: Program, ratio: Fraction) -> Worst:
    """The largest loss with its certificate, which is compared apart from how it was found."""
    best = program.at(ratio)
    found = Worst(program.of, ratio, program.growth, best.value, best.levels, best.bound)
    if not found.proves():
        raise AssertionError("a largest loss whose certificate does not hold")
    return found


# ------------------------------------------------------------------------------------------------------ search
@dataclass(frozen=True)
class Next:
    """What one more mechanism may have, for one or more pairs of states.

    already  the largest loss of what runs already, as the certificates bound it
    left     "nothing": it is above delta already; "anything": even the data may be released; or "some"
    low      e^eps' for which `kept`, one for each pair, shows that the guarantee holds, whatever the mechanism; with
             "anything" left it shows that for all budgets
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
    carry over to eps.  Undecided: the loss cannot be told from delta, or the budget not from none at all.
    """
    one = Fraction(1)
    kept = tuple(worst(r, one, below) for r in releases)
    already = max(w.value for w in kept)
    if already > delta:
        if max(worst(w.of, one, above).value for w in kept if w.value > delta) <= delta:
            raise Undecided("the loss of what runs already cannot be told from delta")
        return Next(already, "nothing")
    disclosures = tuple(disclosed(r, below) for r in releases)
    revealed = [(w.value, i) for i, w in enumerate(disclosures)]
    if max(revealed)[0] <= delta:
        return Next(already, "anything", one, None, disclosures)
    found: Bracket | None = None
    for top, i in sorted(revealed, reverse=True):
        if top > delta:  # or it never breaks the guarantee
            found = _bracket(Program(releases[i], below), delta, bits, found)
    assert found is not None
    broken, high = _broken(found, above, delta, bits)
    if found.low > 1:
        kept = tuple(worst(r, found.low, below) for r in releases)
    if max(w.value for w in kept) > delta:
        raise AssertionError("the loss never falls in the budget")
    return Next(already, "some", found.low, high, kept, broken)


@dataclass(frozen=True)
class Bracket:
    """e^eps' at which a pair of states keeps the guarantee, and at which it does not."""

    program: Program
    low: Fraction
    high: Fraction


def _bracket(program: Program, delta: Fraction, bits: int, before: Bracket | None) -> Bracket:
    """Where this pair leaves the guarantee; or the earlier bracket, if it keeps it as far as that goes.

    u = (r - 1)/(r + 1), in which the loss is nearly straight, is found by secants.  Of an end that stays the excess is
    halved (the Illinois rule); a guess keeps a thousandth of the bracket away from both ends, so that both move in.
    """
    basis: tuple[int, ...] = ()

    def excess(u: Fraction) -> Fraction:
        nonlocal basis
        best = program.at((1 + u) / (1 - u), basis)
        basis = best.basis
        return best.value - delta

    low = Fraction(0)
    left = excess(low)
    if before is not None:
        high = (before.low - 1) / (before.low + 1)
        right = excess(high)
        if right <= 0:
            return before
    else:
        r = Fraction(2)
        while (right := excess(high := (r - 1) / (r + 1))) <= 0:
            low, left, r = high, right, r * r
            if r > MOST_GROWTH:
                raise Undecided("the largest budget is above 55 nats, and not told from no limit at all")
    last = [4 * (high - low)] * 3
    while not _near(low, high, bits):
        width = high - low
        middle = low + width / 2
        if 2 * width <= last.pop(0):  # halved in the last three steps
            guess = low - left * width / (right - left)
            middle = min(max(guess, low + width / 1024), high - width / 1024)
        last.append(width)
        u = middle.limit_denominator(int(4096 / width) + 1)
        value = excess(u)
        if value <= 0:
            low, left, right = u, value, right / 2
        else:
            high, right, left = u, value, left / 2
    return Bracket(program, (1 + low) / (1 - low), (1 + high) / (1 - high))


def _near(low: Fraction, high: Fraction, bits: int) -> bool:
    """Whether e^eps' - 1 is known to half of 2^-bits, or is next to nothing."""
    bottom, top = 2 * low / (1 - low), 2 * high / (1 - high)
    return (top - bottom) * 2 ** (bits + 1) <= top or top * 2**200 < 1


def _broken(found: Bracket, above: Fraction, delta: Fraction, bits: int) -> tuple[Worst, Fraction]:
    """A mechanism that breaks the guarantee, at the upper end of the bracket or just above; and where."""
    program = Program(found.program.of, above)
    for ratio in (found.high, found.high + (found.high - 1) / 2 ** (bits + 2)):
        worst_one = _checked(program, ratio)
        if worst_one.value > delta:
            return worst_one, ratio
    raise Undecided("the loss at some budget cannot be told from delta")


__all__ = ["Next", "Release", "Worst", "disclosed", "largest", "release", "statement", "two_level", "worst"]
