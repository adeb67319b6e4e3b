"""Exact numbers of the judge: rationals, combinations of logarithms, and balls where neither is enough."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import flint

from judge.reading import F, Undefined, Unsure

PRECISIONS = (96, 250, 800)


INF = float("inf")  # the only float that is a value


@dataclass(frozen=True)
class Log:
    """A rational combination of 1 and logarithms of rationals: const + sum q log b, sorted by b."""

    const: Fraction
    logs: tuple[tuple[int, Fraction], ...]

    def ball(self) -> flint.arb:
        total = arb(self.const)
        for b, q in self.logs:
            total += arb(q) * flint.arb(b).log()
        return total


Number = Any  # Fraction, Log, flint.arb or INF


def arb(x: Number) -> flint.arb:
    if isinstance(x, Fraction):
        return flint.arb(flint.fmpq(x.numerator, x.denominator))
    if isinstance(x, Log):
        return x.ball()
    if isinstance(x, float):
        raise Undefined("infinity where a number is needed")
    return x


PRIMES = [p for p in range(2, 200) if all(p % q for q in range(2, int(p**0.5) + 1))]


@lru_cache(20000)
def factored(n: int) -> tuple[tuple[int, int], ...]:
    """n as a product of powers of small primes and one rest."""
    found = []
    for p in PRIMES:
        k = 0
        while n % p == 0:
            n, k = n // p, k + 1
        if k:
            found.append((p, k))
    if n > 1:
        found.append((n, 1))
    return tuple(found)


def made(const: Fraction, logs: dict[int, Fraction]) -> Number:
    kept = tuple(sorted((b, q) for b, q in logs.items() if q))
    return Log(const, kept) if kept else const


def log(x: Number) -> Number:
    if isinstance(x, float):
        return INF
    if isinstance(x, Fraction):
        if x <= 0:
            raise Undefined("log of a number that is not positive")
        logs: dict[int, Fraction] = {}
        for n, sign in ((x.numerator, 1), (x.denominator, -1)):
            for b, k in factored(n):
                logs[b] = logs.get(b, F(0)) + sign * k
        return made(F(0), logs)
    if compare(x, F(0)) <= 0:
        raise Undefined("log of a number that is not positive")
    return arb(x).log()


def add(x: Number, y: Number) -> Number:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x + y
    if isinstance(x, float) or isinstance(y, float):
        if isinstance(x, float) and isinstance(y, float) and x != y:
            raise Undefined("oo - oo")
        return x if isinstance(x, float) else y
    if isinstance(x, flint.arb) or isinstance(y, flint.arb):
        return arb(x) + arb(y)
    x, y = (z if isinstance(z, Log) else Log(z, ()) for z in (x, y))
    logs = dict(x.logs)
    for b, q in y.logs:
        logs[b] = logs.get(b, F(0)) + q
    return made(x.const + y.const, logs)


def neg(x: Number) -> Number:
    if isinstance(x, Log):
        return Log(-x.const, tuple((b, -q) for b, q in x.logs))
    return -x


def mul(x: Number, y: Number) -> Number:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    if isinstance(x, float) or isinstance(y, float):
        s = compare(x, F(0)) * compare(y, F(0))
        if s == 0:
            raise Undefined("0 times oo")
        return INF * s
    if isinstance(x, Fraction):
        x, y = y, x
    if isinstance(y, Fraction) and y == 0:
        return F(0)
    if isinstance(x, Log) and isinstance(y, Fraction):
        return Log(x.const * y, tuple((b, q * y) for b, q in x.logs))
    return arb(x) * arb(y)


def div(x: Number, y: Number) -> Number:
    if isinstance(y, float):
        if isinstance(x, float):
            raise Undefined("oo/oo")
        return F(0)
    if isinstance(y, Fraction):
        if y == 0:
            raise Undefined("division by 0")
        return mul(x, 1 / y)
    if isinstance(x, Log) and isinstance(y, Log) and [b for b, _ in x.logs] == [b for b, _ in y.logs]:
        ratio = x.logs[0][1] / y.logs[0][1]
        if mul(y, ratio) == x:
            return ratio
    if compare(y, F(0)) == 0:
        raise Undefined("division by 0")
    return mul(x, 1 / arb(y))


def exp(x: Number) -> Number:
    if isinstance(x, float):
        return INF if x > 0 else F(0)
    if isinstance(x, Fraction):
        return F(1) if x == 0 else arb(x).exp()
    if isinstance(x, Log):
        if x.const == 0 and all(q.denominator == 1 and abs(q) * b.bit_length() < 4000 for b, q in x.logs):
            return math.prod((F(b) ** int(q) for b, q in x.logs), start=F(1))
        return x.ball().exp()
    return x.exp()


def root(n: int) -> int | None:
    r = math.isqrt(n)
    return r if r * r == n else None


def sqrt(x: Number) -> Number:
    if isinstance(x, float):
        return INF
    if isinstance(x, Fraction):
        if x < 0:
            raise Undefined("root of a negative number")
        top, bottom = root(x.numerator), root(x.denominator)
        return F(top, bottom) if top is not None and bottom is not None else arb(x).sqrt()
    if compare(x, F(0)) < 0:
        raise Undefined("root of a negative number")
    return arb(x).sqrt()


def power(x: Number, y: Number) -> Number:
    if isinstance(y, Fraction) and y.denominator == 1 and abs(y) <= 2000:
        n = int(y)
        if isinstance(x, float):
            return INF if n > 0 else F(1) if n == 0 else F(0)
        if isinstance(x, Fraction):
            if x == 0 and n < 0:
                raise Undefined("0 to a negative power")
            return x**n
        if n < 0 and compare(x, F(0)) == 0:
            raise Undefined("0 to a negative power")
        return arb(x) ** n if n else F(1)
    if y == F(1, 2):
        return sqrt(x)
    s = compare(x, F(0))
    if s < 0:
        raise Undefined("power of a negative number")
    if s == 0:
        t = compare(y, F(0))
        if t < 0:
            raise Undefined("0 to a negative power")
        return F(0) if t else F(1)
    return exp(mul(log(x), y))


def compare(x: Number, y: Number) -> int:
    """-1, 0, 1; Unsure when the balls overlap."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return (x > y) - (x < y)
    if isinstance(x, float) or isinstance(y, float):
        a, b = (z if isinstance(z, float) else 0.0 for z in (x, y))
        return (a > b) - (a < b)
    if isinstance(x, Log) or isinstance(y, Log):
        d = add(x, neg(y))
        if isinstance(d, Fraction):
            return (d > 0) - (d < 0)
    else:
        d = arb(x) - arb(y)
    d = arb(d)
    if d > 0:
        return 1
    if d < 0:
        return -1
    if d.is_zero():
        return 0
    raise Unsure


def holds(x: Number, relation: str, y: Number) -> bool:
    c = compare(x, y)
    return {"<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0, "=": c == 0, "!=": c != 0}[relation]


def half_exponentials(x: Number) -> tuple[Number, Number]:
    up = exp(x)
    return up, (F(0) if isinstance(up, float) else div(F(1), up))


def tanh(x: Number) -> Number:
    if isinstance(x, flint.arb) or (isinstance(x, Fraction) and x):
        return arb(x).tanh()
    square = exp(mul(F(2), x))
    return F(1) if isinstance(square, float) else div(add(square, F(-1)), add(square, F(1)))


def sinh(x: Number) -> Number:
    if isinstance(x, flint.arb) or (isinstance(x, Fraction) and x):
        return arb(x).sinh()
    up, down = half_exponentials(x)
    return div(add(up, neg(down)), F(2))


def cosh(x: Number) -> Number:
    up, down = half_exponentials(x)
    return div(add(up, down), F(2))


def phi(x: Number) -> Number:
    if isinstance(x, float):
        return F(1) if x > 0 else F(0)
    if x == 0 and isinstance(x, Fraction):
        return F(1, 2)
    return (-arb(x) / flint.arb(2).sqrt()).erfc() / 2


def phi_inv(x: Number) -> Number:
    if compare(x, F(0)) <= 0 or compare(x, F(1)) >= 0:
        raise Undefined("Phi_inv outside (0, 1)")
    if x == F(1, 2):
        return F(0)
    x = arb(x)
    r = flint.arb(2).sqrt()
    return -r * (2 * x).erfcinv() if x < 0.5 else r * (2 - 2 * x).erfcinv()


def erf(x: Number) -> Number:
    return F(0) if x == 0 and isinstance(x, Fraction) else arb(x).erf()


VALUES: dict[str, Callable[..., Number]] = {
    "exp": exp, "log": log, "ln": log, "sqrt": sqrt, "sinh": sinh, "cosh": cosh, "tanh": tanh, "erf": erf,
    "erfc": lambda x: add(F(1), neg(erf(x))) if isinstance(x, Fraction) and x == 0 else arb(x).erfc(),
    "Phi": phi, "Phi_inv": phi_inv, "abs": lambda x: x if compare(x, F(0)) >= 0 else neg(x),
}  # fmt: skip


def extreme(values: list[Number], sign: int) -> Number:
    best = values[0]
    for v in values[1:]:
        if compare(v, best) * sign > 0:
            best = v
    return best
