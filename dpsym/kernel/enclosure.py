"""Outward-rounded rational interval arithmetic: + - * / ^ exp log erf pi and indicators, with the error proofs.

An interval is a pair (low, high) of rationals that encloses every value the term takes on the box. Nothing
is rounded inward: `rounded` moves low down and high up to `bits` significant bits. Fixed-point numbers are
integers over 2^w.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from dpsym.kernel.terms import Refused, Tree, need

Interval = tuple[Fraction, Fraction]

MAX_BITS = 2000
EXPONENT = 1 << 17  # magnitudes stay within 2^-EXPONENT .. 2^EXPONENT
ARGUMENT = 1 << 14  # of exp


def up(a: int, b: int) -> int:
    """The ceiling of a/b."""
    return -(-a // b)


def cut(x: Fraction, bits: int, ceil: bool) -> Fraction:
    """x rounded down (or up) to about `bits` significant bits: |result - x| <= |x| 2^(1 - bits)."""
    n, d = x.numerator, x.denominator
    if not n or (d == 1 and n.bit_length() <= bits):
        return x
    e = n.bit_length() - d.bit_length()
    need(abs(e) <= EXPONENT, "number out of range")
    s = bits - e
    a, b = (n << s, d) if s >= 0 else (n, d << -s)
    k = up(a, b) if ceil else a // b
    return Fraction(k, 1 << s) if s >= 0 else Fraction(k << -s)


def rounded(low: Fraction, high: Fraction, bits: int) -> Interval:
    """A wider interval whose ends have at most `bits` significant bits."""
    return cut(low, bits, False), cut(high, bits, True)


@lru_cache(4096)
def exp_point(x: Fraction, bits: int) -> Interval:
    """Encloses e^x. For x < 0 it is 1/e^-x. For x >= 0: t = x/2^k <= 1/2 lies in [a, a + 1]/2^w. The terms
    t^n/n! are bounded below with a and floors, above with a + 1 and ceilings; leaving out terms >= 0 keeps
    the lower sum a lower bound; each left-out term is at most half the one before, so the tail from n on
    is at most 2 t^n/n!. Then k squarings, floored and ceiled, of positive numbers."""
    need(abs(x) <= ARGUMENT, "argument of exp out of range")
    if x < 0:
        low, high = exp_point(-x, bits + 2)
        return rounded(1 / high, 1 / low, bits)
    k = 0
    while x > Fraction(1 << k, 2):
        k += 1
    w = bits + 2 * k + 16
    a = (x.numerator << w) // (x.denominator << k)
    low_term = high_term = low_sum = high_sum = 1 << w
    n = 0
    while high_term > 1:
        n += 1
        low_term = low_term * a // (n << w)
        high_term = up(high_term * (a + 1), n << w)
        low_sum += low_term
        high_sum += high_term
    high_sum += 2 * high_term
    for _ in range(k):
        low_sum, high_sum = low_sum * low_sum >> w, up(high_sum * high_sum, 1 << w)
    return rounded(Fraction(low_sum, 1 << w), Fraction(high_sum, 1 << w), bits)


def atanh_small(z: Fraction, w: int) -> tuple[int, int]:
    """Bounds of 2^w atanh(z) for 0 <= z <= 1/3: the sum of z^(2j+1)/(2j+1), terms floored or ceiled.
    Powers drop by a factor of at least 9, so the tail from the power p on is at most 2 p."""
    low = (z.numerator << w) // z.denominator
    high = up(z.numerator << w, z.denominator)
    low2, high2 = low * low >> w, up(high * high, 1 << w)
    low_sum = high_sum = 0
    j = 1
    while high > 1:
        low_sum += low // j
        high_sum += up(high, j)
        low, high = low * low2 >> w, up(high * high2, 1 << w)
        j += 2
    return low_sum, high_sum + 2 * high


@lru_cache(4096)
def log_point(x: Fraction, bits: int) -> Interval:
    """Encloses log x for x > 0. With x = m 2^e and 2/3 <= m <= 4/3 (up to one step) it is
    e log 2 + 2 atanh(z), z = (m - 1)/(m + 1), |z| <= 1/3, and log 2 = 2 atanh(1/3). Near x = 1 more places
    are used, as z is small."""
    need(x > 0, "log of a number that may not be positive")
    e = x.numerator.bit_length() - x.denominator.bit_length()
    need(abs(e) <= EXPONENT, "number out of range")
    m = x / (1 << e) if e >= 0 else x * (1 << -e)  # 1/2 < m < 2
    if m > Fraction(4, 3):
        m, e = m / 2, e + 1
    elif m < Fraction(2, 3):
        m, e = m * 2, e - 1
    z = (m - 1) / (m + 1)
    need(abs(z) <= Fraction(1, 3), "argument reduction")
    extra = max(0, z.denominator.bit_length() - z.numerator.bit_length()) if z and not e else 0
    need(extra <= EXPONENT, "number out of range")
    w = bits + extra + 16
    low, high = atanh_small(abs(z), w)
    if z < 0:
        low, high = -high, -low
    if e:
        two_low, two_high = atanh_small(Fraction(1, 3), w + e.bit_length())
        shift = e.bit_length()
        ends = (e * two_low, e * two_high)
        low, high = low + (min(ends) >> shift), high + up(max(ends), 1 << shift)
    return rounded(Fraction(2 * low, 1 << w), Fraction(2 * high, 1 << w), bits)


@lru_cache(4096)
def pi_bounds(bits: int) -> Interval:
    """Machin: pi = 16 atan(1/5) - 4 atan(1/239). The series alternates with falling terms, so the omitted
    rest is at most the first omitted term (< 1 unit); each of the J terms is floored (< 1 unit off)."""
    w = bits + 16

    def atan_inverse(q: int) -> tuple[int, int]:
        power, total, j = (1 << w) // q, 0, 0
        while power:
            total += power // (2 * j + 1) * (-1) ** j
            power //= q * q
            j += 1
        return total - 3 * j - 3, total + 3 * j + 3

    a, b = atan_inverse(5), atan_inverse(239)
    return rounded(Fraction(16 * a[0] - 4 * b[1], 1 << w), Fraction(16 * a[1] - 4 * b[0], 1 << w), bits)


def sqrt_bounds(x: Interval, bits: int) -> Interval:
    """Encloses the square root of an interval of numbers >= 0: isqrt is the floored root."""
    w = 2 * bits + 16
    low = isqrt((x[0].numerator << 2 * w) // x[0].denominator)
    high = isqrt((x[1].numerator << 2 * w) // x[1].denominator) + 1
    return rounded(Fraction(low, 1 << w), Fraction(high, 1 << w), bits)


@lru_cache(4096)
def erf_point(x: Fraction, bits: int) -> Interval:
    """Encloses erf x (odd in x). For x >= 0, erf x = 2/sqrt(pi) e^(-x^2) S with S = sum of c_n,
    c_0 = x, c_(n+1) = c_n 2x^2/(2n + 3), all terms >= 0; once 2x^2/(2n + 3) <= 1/2 the tail from c_n on is
    at most 2 c_n. For x^2 > bits the bounds 1 - e^(-x^2) <= erf x <= 1 are used."""
    if x < 0:
        low, high = erf_point(-x, bits)
        return -high, -low
    if not x:
        return x, x
    if x * x > bits:
        return rounded(
            1 - exp_point(cut(-min(x * x, Fraction(ARGUMENT)), bits, True), bits)[1], Fraction(1), bits
        )
    extra = max(0, x.denominator.bit_length() - x.numerator.bit_length())
    need(extra <= EXPONENT, "number out of range")
    w = bits + extra + 32
    low_term, high_term = (x.numerator << w) // x.denominator, up(x.numerator << w, x.denominator)
    two = 2 * x * x
    a = (two.numerator << w) // two.denominator
    low_sum = high_sum = n = 0
    while high_term > 1 or two * 2 > 2 * n + 3:
        low_sum += low_term
        high_sum += high_term
        low_term = low_term * a // ((2 * n + 3) << w)
        high_term = up(high_term * (a + 1), (2 * n + 3) << w)
        n += 1
    high_sum += 2 * high_term
    decay = exp_point(cut(-x * x, w, False), w)[0], exp_point(cut(-x * x, w, True), w)[1]
    root = sqrt_bounds(pi_bounds(w), w)
    low_value = 2 * Fraction(low_sum, 1 << w) * decay[0] / root[1]
    high_value = min(Fraction(1), 2 * Fraction(high_sum, 1 << w) * decay[1] / root[0])
    return rounded(low_value, high_value, bits)


def enclose(
    t: Tree, box: Mapping[str, Interval], bits: int, memo: dict[Tree, Interval] | None = None
) -> Interval:
    """An interval that holds every value of t while each name stays within its interval of the box.

    exp, log and erf increase, so their ends are enclosed at the ends. A denominator that may be 0 and a
    log of a number that may not be positive are refused; so are functions, sums and names without an
    interval.
    """
    memo = {} if memo is None else memo
    found = memo.get(t)
    if found is None:
        memo[t] = found = rounded(*enclose_new(t, box, bits, memo), bits)
    return found


def enclose_new(t: Tree, box: Mapping[str, Interval], bits: int, memo: dict[Tree, Interval]) -> Interval:
    """What `enclose` gives before it is rounded, for a term that is not in the memo."""
    if isinstance(t, Fraction):
        return t, t
    if isinstance(t, str):
        need(t in box, f"{t} has no bounds")
        return box[t]
    op = t[0]
    if op == "ind":
        known = truth(t[1], box, bits, memo)
        return Fraction(known is True), Fraction(known is not False)
    if op == "pi":
        return pi_bounds(bits)
    need(op in ("+", "-", "*", "/", "^", "exp", "log", "erf"), f"{op} cannot be enclosed")
    if op == "^":
        low, high = enclose(t[1], box, bits, memo)
        n = int(t[2])
        if n % 2 == 0 and low < 0:
            low, high = (-high, -low) if high <= 0 else (Fraction(0), max(-low, high))
        return power(low, n, bits, False), power(high, n, bits, True)
    parts = [enclose(a, box, bits, memo) for a in t[1:]]
    low, high = parts[0]
    if op == "+":
        return sum((p[0] for p in parts), Fraction(0)), sum((p[1] for p in parts), Fraction(0))
    if op == "-":
        return low - parts[1][1], high - parts[1][0]
    if op == "*":
        for p in parts[1:]:
            low, high = rounded(*product((low, high), p), bits)
        return low, high
    if op == "/":
        c, d = parts[1]
        need(c > 0 or d < 0, "denominator may be 0")
        return product((low, high), (1 / d, 1 / c))
    point = {"exp": exp_point, "log": log_point, "erf": erf_point}[op]
    return point(low, bits)[0], point(high, bits)[1]


def product(p: Interval, q: Interval) -> Interval:
    """All products of a number of p and a number of q."""
    ends = [a * b for a in p for b in q]
    return min(ends), max(ends)


def power(x: Fraction, n: int, bits: int, ceil: bool) -> Fraction:
    """x^n rounded down (or up). For odd n it increases with x; for even n it is asked at x >= 0 only."""
    r = Fraction(1)
    for _ in range(n):  # |x|^n, rounded up in size exactly when that is outward
        r = cut(r * abs(x), bits, ceil == (x >= 0))
    return r if x >= 0 else -r


def truth(p: Tree, box: Mapping[str, Interval], bits: int, memo: dict[Tree, Interval]) -> bool | None:
    """True or False when the formula is so on the whole box; None when not known."""
    op = p[0]
    if op in ("<=", "<"):
        (a, b), (c, d) = enclose(p[1], box, bits, memo), enclose(p[2], box, bits, memo)
        if b < c or (op == "<=" and b == c):
            return True
        return False if d < a or (op == "<" and d == a) else None
    if op not in ("not", "and", "or"):
        raise Refused(f"{op} cannot be enclosed")
    known = [truth(q, box, bits, memo) for q in p[1:]]
    if op == "not":
        return None if known[0] is None else not known[0]
    decisive = op == "or"
    if decisive in known:
        return decisive
    return None if None in known else not decisive
