"""Numbers of a claim that are too large, or too close to 0, to be worked out: ways that meet one, and the number in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import ParamSpec, TypeVar

from sympy import Basic, Expr, Rational, exp

from dpsym.faults import raised_in
from dpsym.kernel.terms import BITS
from dpsym.language import HockeyStick, Notion, StatementError, as_written
from dpsym.language.sizes import TooLarge, in_words, roughly

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
