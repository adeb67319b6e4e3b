"""The root of a largest of lines: how eps is found from delta where delta(eps) is a maximum over tests."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from flint import arb

from dpsym.numbers.balls import ball
from dpsym.reals.balls import Undecided
from dpsym.reals.precision import working_bits


def root_of_lines(
    root: Callable[[int], arb | None],
    end: Callable[[int], Fraction],
    segment: Callable[[Fraction], int],
    first: int,
    guess: int,
) -> arb | int:
    """The eps >= 0 at which max over n of A(n) - e^eps B(n) falls to a given delta; 0 if it is below at 0.

    root(n) is log((A(n) - delta)/B(n)), or None where A(n) < delta; n is the best line for eps from end(n - 1)
    to end(n), which increase; segment(eps) is that n, and first is segment(0).  A step goes from a line to the
    one that is best at its root: Newton's method for a convex function that is piecewise linear in e^eps.
    """
    known: dict[int, arb | None] = {}

    def at(n: int) -> arb | None:
        if n not in known:
            known[n] = root(n)
        return known[n]

    zero = at(first)
    if zero is None or zero < 0:
        return 0
    if not zero >= 0:
        raise Undecided("eps cannot be told from 0")
    n, low = max(guess, first), first  # low is a line whose root is known to be there
    for _ in range(10_000):
        found = at(n)
        if found is None:
            n = (n + low) // 2
            continue
        low = n
        if found <= ball(end(n)) and (n == first or found >= ball(end(n - 1))):
            return found
        middle = Fraction(float(found))
        following = max(first, segment(middle))
        if following == n:  # at a corner: the two lines that meet there
            other = at(n + 1 if abs(middle - end(n)) < abs(middle - end(n - 1)) else max(n - 1, first))
            if other is None or not abs(other - found) < arb(2) ** (-working_bits() // 2):
                raise Undecided("the segment that holds eps was not told from its neighbour")
            return found.union(other)
        n = following
    raise Undecided("the segment that holds eps was not found")
