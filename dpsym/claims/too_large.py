"""Numbers of a claim that are too large, or too close to 0, to be worked out: ways that meet one, and the number in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import ParamSpec, TypeVar

from sympy import Add, Basic, Expr, Mul, Rational, exp, log

from dpsym.faults import raised_in
from dpsym.kernel.terms import BITS
from dpsym.language import HockeyStick, Notion, StatementError, as_written
from dpsym.language.sizes import TooLarge, in_words

LONGEST = BITS * math.log(2)  # the exponent of e in the largest number
SHOWN = 80  # characters of an exponent
P = ParamSpec("P")
T = TypeVar("T")


def unless_too_large(way: Callable[P, T | None], *args: P.args, **named: P.kwargs) -> T | None:
    """What a way finds; None where it meets a number that is too long, or that sympy's own numbers do not hold."""
    try:
        return way(*args, **named)
    except TooLarge:
        return None
    except OverflowError as e:
        if not raised_in(e, "sympy", "mpmath"):
            raise
        return None


def beyond_bounds(formulas: Iterable[Basic]) -> Iterator[str]:
    """The exponentials of numbers in formulas, and in what their notions mean, that are not worked out."""
    seen = set()
    for x in (x for f in formulas for x in exponents(f)):
        if x in seen or not abs(roughly(x)) > LONGEST:
            continue
        seen.add(x)
        words = in_words(x).strip("()") if isinstance(x, Rational) else str(x)
        if len(words) <= SHOWN:
            yield f"exp({words}) is not between 2^(-{BITS}) and 2^{BITS}, and no other numbers are worked out"


def exponents(formula: Basic) -> Iterator[Expr]:
    """What e is raised to in a formula, where it is a number."""
    said = [formula]
    with as_written():
        for n in formula.atoms(Notion):
            try:
                said.append(n.one_order(n.pair))
            except StatementError:
                continue
    for f in said:
        found = [e.args[0] for e in (*f.atoms(exp), *f.atoms(HockeyStick))]
        yield from sorted((x for x in found if isinstance(x, Expr) and not x.free_symbols), key=str)


def roughly(x: Expr) -> float:
    """A number as a float, infinite where it is beyond them; nan where this does not see it."""
    try:
        if isinstance(x, Rational):
            return float(Fraction(int(x.p), int(x.q)))
        if isinstance(x, Add):
            return math.fsum(map(roughly, x.args))
        if isinstance(x, Mul):
            return math.prod(map(roughly, x.args))
        if isinstance(x, exp):
            return math.exp(roughly(x.args[0]))
        if isinstance(x, log) and isinstance(x.args[0], Rational):
            return math.log(int(x.args[0].p)) - math.log(int(x.args[0].q))
    except OverflowError:
        return math.inf
    except ValueError:  # of infinities, or no logarithm
        pass
    return math.nan
