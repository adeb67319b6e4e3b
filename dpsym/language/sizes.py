"""Numbers of a bounded size: a power of a number that is longer than the kernel takes is refused where it is worked out.

sympy works out every power of numbers that it meets, 3**(10**40) too.  There is one place where it does, the powers of
its exact numbers; while `bounded_powers` is in force they refuse what is too long, before any work.  Refused is better
than left as it stands: sympy's products rely on it that an integer power of a number is a number.  A power of a sum that
has too many terms stays as it is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import wraps
from math import comb

from sympy import Add, Expr, Integer, Mul, Pow, Rational, exp, log

from dpsym.kernel.terms import BITS
from dpsym.language.errors import StatementError

TERMS = 3000  # of a power of a sum that is multiplied out
SHOWN = 200  # bits of a number that is written out in a message

_refused: ContextVar[list[str] | None] = ContextVar("refused", default=None)


class TooLarge(StatementError):
    """A number has more digits than numbers are worked out to: the message has the number and the rule."""


@contextmanager
def bounded_powers() -> Iterator[list[str]]:
    """For a while, a power of rational numbers of more than BITS bits raises TooLarge; yields what was refused, in words."""
    found: list[str] = []
    token = _refused.set(found)
    try:
        yield found
    finally:
        _refused.reset(token)


def length_of(base: Rational, exponent: Rational) -> int:
    """About how many bits a power of rational numbers has above or below the line."""
    bits = max(abs(int(base.p)), int(base.q)).bit_length()
    return 0 if bits <= 1 else bits * (abs(int(exponent.p)) // int(exponent.q))


def in_words(x: Rational) -> str:
    """A number as it is typed; how long it is, where that is very long."""
    bits = max(abs(int(x.p)), int(x.q)).bit_length()
    if bits > SHOWN:
        return f"(a number of {bits} bits)"
    return f"({x})" if x.q != 1 or x.p < 0 else str(x)


def refuse_long(base: Rational, exponent: Expr) -> None:
    """TooLarge where powers are bounded and this one is too long; what is longer is refused as it stands."""
    found = _refused.get()
    if found is None or not isinstance(exponent, Rational) or length_of(base, exponent) <= BITS:
        return
    said = f"{in_words(base)}^{in_words(exponent)} has more than {BITS:,} bits, and no longer number is worked out"
    if said not in found:
        found.append(said)
    raise TooLarge(said)


def _bounded(power: Callable[[Rational, Expr], Expr | None]) -> Callable[[Rational, Expr], Expr | None]:
    """sympy's way to work out a power, with the bound before it."""

    @wraps(power)
    def run(base: Rational, exponent: Expr) -> Expr | None:
        refuse_long(base, exponent)
        return power(base, exponent)

    return run


def terms_of(power: Pow) -> int:
    """How many terms the power of a sum has when it is multiplied out; 1 for any other power."""
    base, exponent = power.args
    if not isinstance(base, Add) or not isinstance(exponent, Rational):
        return 1
    degree, names = abs(int(exponent.p)) // int(exponent.q), len(base.args)
    return degree if degree > TERMS else comb(degree + names - 1, degree)


def _as_it_stands(expand: Callable[..., Expr]) -> Callable[..., Expr]:
    """sympy's way to multiply out the power of a sum; one of too many terms stays as it stands."""

    @wraps(expand)
    def run(power: Pow, **hints: bool) -> Expr:
        if _refused.get() is not None and terms_of(power) > TERMS:
            return power
        return expand(power, **hints)

    return run


for _kind in (Rational, Integer):
    _kind._eval_power = _bounded(_kind._eval_power)  # noqa: SLF001
Pow._eval_expand_multinomial = _as_it_stands(Pow._eval_expand_multinomial)  # noqa: SLF001


__all__ = ["TooLarge", "bounded_powers"]


def roughly(x: Expr) -> float:
    """A number as a float, infinite where it is beyond them; nan where this does not see it."""
    try:
        if isinstance(x, Rational):
            return float(Fraction(int(x.p), int(x.q)))
        if isinstance(x, Add):
            return math.fsum(map(roughly, x.args))
        if isinstance(x, Mul):
            return math.prod(map(roughly, x.args))
        if isinstance(x, Pow):
            return math.pow(*map(roughly, x.args))
        if isinstance(x, exp):
            return math.exp(roughly(x.args[0]))
        if isinstance(x, log) and isinstance(x.args[0], Rational):
            return math.log(int(x.args[0].p)) - math.log(int(x.args[0].q))
    except OverflowError:
        return math.inf
    except ValueError:  # of infinities, or no logarithm
        pass
    return math.nan
