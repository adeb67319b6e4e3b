"""Certified minima and roots of a function of one real variable.

The function is given as a Python function on values (`dpsym.reals.balls`): it is called with a ball, a
span or a jet (and, for roots, a Fraction), and returns a value of the same kind.

`least` is a branch and bound over the whole open interval.  The upper end of its answer is a value at a
rational point.  For the lower end every box is accounted for: by a lower bound above the upper end (spans,
with infinite ends allowed, so that a function that grows without bound at an end of the domain is dealt
with), by a derivative of one sign (the box's least value is at an end of the box), or by interval Newton on
the derivative of a convex function (the least value of the box is at a critical point, all of which lie in
the Newton interval, or at an end).
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from flint import arb

from dpsym.reals import balls as v
from dpsym.reals.balls import INFINITY, End, Jet, NoDerivative, Span, Undecided, Value
from dpsym.reals.exact import ZERO, exact
from dpsym.reals.precision import working_bits

Function = Callable[[Value], Value]
Box = tuple[
    float, int, Fraction | None, Fraction | None, End
]  # rank, serial number, ends, a lower bound there
BOXES = 4000  # boxes examined in all
ENDS = 500  # of which next to an end of the interval


def _point(f: Function, t: Fraction) -> arb | None:
    """The ball of f at a rational point, None where it has no finite value."""
    try:
        b = v.ball(f(v.ball(t)))
    except (Undecided, ValueError, ZeroDivisionError):
        return None
    return b if b.is_finite() else None


def _jet(f: Function, x: arb) -> Jet | None:
    """Value and derivatives on a ball, None where they are not finite."""
    try:
        j = v.jet(f(Jet(x, arb(1), arb(0))))
    except (NoDerivative, Undecided, ValueError, ZeroDivisionError):
        return None
    return j if j.first.is_finite() and j.value.is_finite() else None


def _floor_of(f: Function, low: End, high: End) -> End:
    """A lower bound of f on [low, high]: a Fraction, an exact arb or minus infinity."""
    try:
        return v.span(f(Span(low, high))).low
    except (NoDerivative, Undecided, ValueError, ZeroDivisionError):
        return -INFINITY


def _near(x: arb) -> Fraction:
    """A rational number close to the middle of a ball, with few digits."""
    mantissa, exponent = x.mid().man_exp()
    m, e = int(mantissa), int(exponent)
    spare = m.bit_length() - working_bits()
    if spare > 0:
        m, e = m >> spare, e + spare
    return Fraction(m) * Fraction(2) ** e


def _approximate(x: Fraction) -> Fraction:
    """x with 60 significant bits."""
    if x == 0:
        return x
    shift = x.denominator.bit_length() - x.numerator.bit_length() + 60
    scaled = x * Fraction(2) ** shift
    return Fraction(round(scaled)) / Fraction(2) ** shift


@dataclass
class _Interval:
    """The open interval, with rational numbers just inside its ends."""

    low: Value
    high: Value
    first: Fraction
    last: Fraction


def _inside(low: Value, high: Value, name: str) -> _Interval:
    if not v.is_infinite(low) and not v.is_infinite(high) and v.compare(low, high) != -1:
        if v.compare(low, high) is None:
            raise Undecided(f"whether the interval of {name} is empty")
        raise ValueError(f"the interval for {name} is empty")
    first = None if v.is_infinite(low) else v.bounds(low)[1]
    last = None if v.is_infinite(high) else v.bounds(high)[0]
    first = first if first is not None else min(last - 1, Fraction(-1)) if last is not None else Fraction(-1)
    last = last if last is not None else max(first + 1, Fraction(1))
    if first >= last:
        raise Undecided(f"whether the interval of {name} is empty")
    return _Interval(low, high, first, last)


def _scan(f: Function, interval: _Interval) -> tuple[arb, Fraction]:
    """A small value of f and where it is taken; a guess, improved by golden section on the balls' middles."""
    a, b = interval.first, interval.last
    width = b - a
    points = {a + width * Fraction(i, 16) for i in range(1, 16, 2)}
    for k in range(5, 60, 6):
        points |= {a + width / 2**k, b - width / 2**k}
    if v.is_infinite(interval.high):
        points |= {b + Fraction(2) ** k for k in range(-4, 40, 2)}
    if v.is_infinite(interval.low):
        points |= {a - Fraction(2) ** k for k in range(-4, 40, 2)}
    found = [(t, value) for t in sorted(points) if (value := _point(f, t)) is not None]
    if not found:
        raise Undecided("the function has no value at the points tried")
    best = 0
    for i, (_, value) in enumerate(found):
        if value.mid() < found[best][1].mid():
            best = i
    left = found[max(best - 1, 0)][0]
    right = found[min(best + 1, len(found) - 1)][0]
    top, where = found[best][1], found[best][0]
    for _ in range(12):
        middle = where
        step = right - middle if right - middle > middle - left else left - middle
        t = _approximate(middle + step * Fraction(382, 1000))
        if t in (left, middle, right):
            break
        value = _point(f, t)
        if value is None:
            break
        if value.mid() < top.mid():
            left, right = (middle, right) if t > middle else (left, middle)
            top, where = value, t
        elif t > middle:
            right = t
        else:
            left = t
    return top.upper(), where


def least(f: Function, low: Value, high: Value, name: str) -> tuple[arb, arb]:
    """Balls for the least value of f on the open interval (low, high) and for where it is taken.

    The first contains the least value, the second every point at which it is taken.  ArithmeticError when the
    least value cannot be isolated (it may be approached only at an end of the interval).
    """
    interval = _inside(low, high, name)
    top, where = _scan(f, interval)
    candidates: list[tuple[End, Fraction, Fraction]] = [(top, where, where)]

    def lower_top(t: Fraction) -> None:
        nonlocal top, where
        value = _point(f, t)
        if value is not None and value.upper() < top:
            top, where = value.upper(), t
            candidates.append((top, t, t))

    def key(bound: End) -> float:
        if v.is_infinite(bound):
            return float(bound)
        try:
            return float(v.ball(bound).mid())
        except OverflowError:
            return 0.0

    def close(x: arb) -> arb:
        """How far below `top` a box without a derivative may stay."""
        return abs(x) * arb(2) ** (-3 * working_bits() // 4)

    lowest, highest = v.down(interval.low), v.up(interval.high)
    queue: list[Box] = [(-INFINITY, 0, None, None, -INFINITY)]
    count = at_end = 0
    serial = itertools.count(1)
    while queue:
        _, _, l, r, known = heapq.heappop(queue)
        count += 1
        at_end += l is None or r is None
        if count > BOXES or at_end > ENDS:
            raise ArithmeticError(f"the least value over {name} is not isolated; perhaps it is not attained")
        if l is not None and r is not None:
            leaf = _leaf(f, l, r, lower_top)
            if leaf is not None:
                candidates.extend(leaf)
                continue
            if not v.is_infinite(known) and v.ball(known) > top - close(top):
                candidates.append((v.down(known), l, r))
                continue
        middle = _split(l, r, interval, where)
        lower_top(middle)
        for x, y in ((l, middle), (middle, r)):
            bound = _floor_of(
                f, lowest if x is None else v.down(v.ball(x)), highest if y is None else v.up(v.ball(y))
            )
            if v.is_infinite(bound) or v.compare(bound, top) != 1:
                heapq.heappush(queue, (key(bound), next(serial), x, y, bound))
    kept = [(bound, l, r) for bound, l, r in candidates if not v.ball(bound) > top]
    bottom = reduce(arb.min, (v.ball(bound) for bound, _, _ in kept))
    value = v.hull(bottom.lower(), top)
    return value, v.hull(min(l for _, l, _ in kept), max(r for _, _, r in kept))


def _split(l: Fraction | None, r: Fraction | None, interval: _Interval, where: Fraction) -> Fraction:
    """Where to cut a box: next to an end of the domain towards the end, wide boxes in proportion."""
    if l is None and r is None:
        return _approximate(
            (where + (interval.last if where < (interval.first + interval.last) / 2 else interval.first)) / 2
        )
    if l is None:
        assert r is not None
        if v.is_infinite(interval.low):
            return r - 1 if r >= 0 else 4 * r
        return interval.first + _approximate((r - interval.first) / 4)
    if r is None:
        if v.is_infinite(interval.high):
            return l + 1 if l <= 0 else 4 * l
        return interval.last - _approximate((interval.last - l) / 4)
    if l > interval.first and (r - interval.first) > 8 * (l - interval.first):
        return interval.first + _approximate(2 * (l - interval.first))
    return _approximate((l + r) / 2) if _approximate((l + r) / 2) not in (l, r) else (l + r) / 2


def _leaf(f: Function, l: Fraction, r: Fraction, lower_top: Callable[[Fraction], None]) -> list | None:
    """Lower bounds, with where they hold, that cover the least value on [l, r]; None to split further."""
    j = _jet(f, v.hull(l, r))
    if j is None:
        return None
    if j.first > 0 or j.first < 0:
        at = l if j.first > 0 else r
        value = _point(f, at)
        return None if value is None else [(value.lower(), at, at)]
    if not j.second.is_finite() or not (j.second > 0 or j.second < 0):
        return None
    ends = []
    for at in (l, r):
        value = _point(f, at)
        if value is None:
            return None
        lower_top(at)
        ends.append((value.lower(), at, at))
    if j.second < 0:
        return ends
    newton = _newton(f, l, r, lower_top)
    return None if newton is None else ends + newton


def _newton(f: Function, l: Fraction, r: Fraction, lower_top: Callable[[Fraction], None]) -> list | None:
    """The critical points of f, convex on [l, r], shrunk by interval Newton; a lower bound on f there."""
    for _ in range(4 * working_bits()):
        m = _near(v.hull(l, r)) if r > l else l
        m = m if l < m < r else (l + r) / 2
        x = v.hull(l, r)
        at, over = _jet(f, v.ball(m)), _jet(f, x)
        if at is None or over is None or not over.second > 0:
            return None
        step = v.ball(m) - at.first / over.second
        new_l, new_r = l, r
        if step.is_finite():
            s_l, s_r = v.bounds(step)
            new_l, new_r = max(l, s_l), min(r, s_r)
            if new_l > new_r:
                return []
        if new_r - new_l > (r - l) / 2:
            if at.first > 0:
                new_r = min(new_r, m)
            elif at.first < 0:
                new_l = max(new_l, m)
        if new_r - new_l > (r - l) * Fraction(3, 4) or new_l == new_r:
            l, r = new_l, new_r
            break
        l, r = new_l, new_r
    m = (l + r) / 2
    value, over = _point(f, m), _jet(f, v.hull(l, r))
    if value is None or over is None:
        return None
    lower_top(m)
    bound = value + over.first * (v.hull(l, r) - v.ball(m))
    return [(bound.lower(), l, r)]


def root(f: Function, low: Value, high: Value, name: str) -> Value:
    """A ball for the solution of f = 0 in [low, high], where f changes sign and is monotone by hypothesis."""
    if v.is_infinite(low) or v.is_infinite(high):
        raise ValueError(f"a solution for {name} needs a bounded interval")

    def sign(t: Value) -> int | None:
        return v.compare(f(t), ZERO)

    signs = [sign(low), sign(high)]
    for end, s in zip((low, high), signs, strict=True):
        if s == 0:
            return end
        if s is None:
            raise Undecided(f"the sign at the end {name} = {end}")
    if signs[0] == signs[1]:
        raise ValueError(f"there is no change of sign between {name} = {low} and {name} = {high}")
    l, r = v.bounds(low)[0], v.bounds(high)[1]
    for _ in range(8 * working_bits()):
        m = _approximate_between(l, r)
        if m is None:
            break
        narrowed = _newton_root(f, l, r, m)
        if narrowed is not None:
            new_l, new_r = narrowed
            if new_r - new_l < (r - l) / 2:
                l, r = new_l, new_r
                continue
        for t in (m, (l + 3 * m) / 4, (3 * m + r) / 4):
            s = sign(exact(t))
            if s is not None:
                break
        if s is None:
            break
        if s == 0:
            return exact(t)
        l, r = (t, r) if s == signs[0] else (l, t)
    return v.hull(l, r)


def _approximate_between(l: Fraction, r: Fraction) -> Fraction | None:
    if l >= r:
        return None
    m = _near(v.hull(l, r))
    m = m if l < m < r else (l + r) / 2
    return m if (r - l) * Fraction(2) ** (working_bits() + 16) > abs(m) else None


def _newton_root(f: Function, l: Fraction, r: Fraction, m: Fraction) -> tuple[Fraction, Fraction] | None:
    over = _jet(f, v.hull(l, r))
    if over is None or not (over.first > 0 or over.first < 0):
        return None
    at = _point(f, m)
    if at is None:
        return None
    step = v.ball(m) - at / over.first
    if not step.is_finite():
        return None
    s_l, s_r = v.bounds(step)
    return (max(l, s_l), min(r, s_r)) if max(l, s_l) <= min(r, s_r) else None
