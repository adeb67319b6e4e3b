"""Enclosures: two exact numbers with the true value between them, for an expression at exact values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TypeAlias

import sympy
from flint import fmpq
from sympy import Basic, Expr
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.language import Evaluated, Parameter, Point, exact
from dpsym.language.errors import StatementError
from dpsym.numbers.balls import Enclosure, Given, Number, round_to
from dpsym.numbers.expressions.evaluator import Evaluator, exact_number, parameters_of
from dpsym.numbers.registry import BALL, EXACT, find
from dpsym.reals import balls as v
from dpsym.reals.balls import Undecided
from dpsym.reals.exact import fraction
from dpsym.reals.precision import alone, precision

MAX_BITS = 1 << 15
ATTAINED = 10**7  # one over what is accepted from an evaluator that gives what its method gives

Exact: TypeAlias = Expr | Fraction  # a number as it is computed with
At: TypeAlias = Mapping[Parameter | str, Given | Expr] | Point | None
Masses: TypeAlias = Given | Expr | Sequence["Masses"]  # of an outcome, or of the outcomes of several
Laws: TypeAlias = Mapping[str, Sequence[Masses]] | None


# --------------------------------------------------------------------------------------------- evaluation
def point_of(at: At, laws: Laws = None) -> tuple[dict[Parameter | str, Exact], dict[str, tuple]]:
    """Parameter values and masses, exact, from a mapping or a Point."""
    if isinstance(at, Point):
        laws = {**dict(at.laws), **dict(laws or {})}
        at = dict(at.at)
    values = {k: exact_number(x, str(k)) for k, x in (at or {}).items()}
    masses = {name: tuple(_masses(m, name) for m in given) for name, given in (laws or {}).items()}
    return values, masses


def _masses(mass: Masses, name: str) -> Exact | tuple:
    if isinstance(mass, tuple | list):
        return tuple(_masses(m, name) for m in mass)
    return exact_number(mass, f"a mass of {name}")


def _prepare(things: Sequence[Basic], at: At, laws: Laws) -> tuple[Evaluator, list[Parameter]]:
    values, masses = point_of(at, laws)
    given: dict[str, Exact] = {}
    for k, x in values.items():
        name = k if isinstance(k, str) else k.name
        if name in given and given[name] != x:
            raise ValueError(f"two values are given for {name}: {given[name]} and {x}")
        given[name] = x
    found = parameters_of(*things, *(x for x in values.values() if isinstance(x, Basic)))
    for k in values:
        if isinstance(k, Parameter) and k not in found:
            found.append(k)
    names = {s.name for s in found}
    for s in tuple(found):
        names |= {t.name for t in parameters_of(*s.conditions)}
    names |= {s.name for thing in things for s in thing.free_symbols}
    for k in values:
        if isinstance(k, str) and k not in names:
            raise ValueError(
                f"there is no parameter {k} here; the parameters are {', '.join(sorted(names)) or 'none'}"
            )
    for s in found:
        if s.name not in given:
            raise ValueError(f"no value is given for {s.name}" + (f" ({s.about})" if s.about else ""))
    return Evaluator(given, masses), found


def _domain_text(s: Parameter) -> str:
    parts = []
    if s.lower is not None:
        parts.append(f"{s.lower[0]} {'<' if s.lower[1] else '<='} ")
    parts.append(s.name)
    if s.upper is not None:
        parts.append(f" {'<' if s.upper[1] else '<='} {s.upper[0]}")
    return "".join(parts) + (", an integer" if s.integer_valued else "")


def _written(value: fmpq | Expr) -> str:
    if not isinstance(value, fmpq):
        return str(value)
    short = round_to(fraction(value), 17)
    return short if Fraction(short) == fraction(value) else str(value)


def _check_domain(evaluator: Evaluator, parameters: Sequence[Parameter], max_bits: int) -> None:
    for s in parameters:
        value = evaluator.at[s.name]
        outside = f"the value {_written(value)} of {s.name} is outside its domain: {_domain_text(s)}"
        for condition in s.conditions:
            if any(t.name not in evaluator.at for t in parameters_of(condition)):
                continue
            if not _answer(partial(evaluator.truth, condition), max_bits, f"whether {condition} holds"):
                raise ValueError(outside)
        if s.integer_valued:
            with precision(64):
                number = evaluator.symbol(s, evaluator.root)
            if not isinstance(number, fmpq) or number.q != 1:
                raise ValueError(outside)


def _ladder(bits: int, max_bits: int) -> Iterator[int]:
    """bits, twice as many, and so on; the last is `max_bits`."""
    while bits < max_bits:
        yield bits
        bits *= 2
    yield max_bits


def _answer(question: Callable[[], bool | None], max_bits: int, what: str) -> bool:
    """The first answer that is not None, at 64, 128, ... bits."""
    why = what
    for bits in _ladder(64, max_bits):
        with precision(bits):
            try:
                found = question()
            except Undecided as reason:
                found, why = None, str(reason)
        if found is not None:
            return found
    raise ArithmeticError(f"undecided at {max_bits} bits: {why}")


def _promised(quantity: Evaluated) -> bool:
    """Whether the evaluator gives as many digits as are asked for."""
    found = find(quantity.name)
    return found is None or found.guarantee in (BALL, EXACT)


@alone
def enclose(
    expr: Expr | Number,
    at: At = None,
    digits: int = 20,
    *,
    laws: Laws = None,
    max_bits: int = MAX_BITS,
) -> Enclosure:
    """The value of a real expression as an enclosure with `digits` correct significant digits.

    `at` gives the parameters' values, by Parameter or by name: an int, a Fraction, a decimal string ("1e-6"
    is exact), an exact sympy number (log(2)), or a float, which is taken as the binary number it is.  A
    `Point` brings values and the masses of laws on listed outcomes; `laws` gives masses by name.

    The precision is raised until the radius is below 10^-digits of the value; where a named evaluator that promises
    no digits is part of the expression, until more precision does not help (and the radius is below 10^-7 of the value
    or of 1).  A value that still cannot be
    told from zero at `max_bits` bits comes back as a (very small) interval around zero.

    ValueError: a value is missing or outside its parameter's domain, or the expression is undefined there.
    ArithmeticError: undecided at `max_bits` bits.
    """
    try:
        e = exact(expr)
    except StatementError as reason:
        raise ValueError(str(reason)) from None
    evaluator, parameters = _prepare([e], at, laws)
    _check_domain(evaluator, parameters, max_bits)
    promised, best = all(_promised(q) for q in e.atoms(Evaluated)), None
    why = "the enclosure stays too wide"
    found: Enclosure | None = None
    for bits in _ladder(max(64, math.ceil(digits * 3.33) + 32), max_bits):
        with precision(bits):
            try:
                found = Enclosure(*v.bounds(evaluator.value(e)))
            except Undecided as reason:
                why = str(reason)
                continue
        if found.rad * 10**digits <= abs(found.mid):
            return found
        if not promised:
            if (
                best is not None
                and 2 * found.rad > best.rad
                and best.rad * ATTAINED <= max(Fraction(1), abs(best.mid))
            ):
                return best
            best = found
    if found is not None and found.low <= 0 <= found.high and found.rad * 10**digits <= 1:
        return found
    raise ArithmeticError(f"undecided at {max_bits} bits: {why}")


@alone
def holds(
    condition: Boolean,
    at: At = None,
    *,
    laws: Laws = None,
    max_bits: int = 4096,
) -> bool:
    """Whether a condition (a relation, a notion on listed outcomes, a combination of them) is true at a
    point.

    ArithmeticError when two balls cannot be told apart at `max_bits` bits; never a guess.
    """
    if not isinstance(condition, Basic) or not isinstance(
        condition, Relational | sympy.logic.boolalg.Boolean
    ):
        raise ValueError(f"not a condition: {condition!r}")
    evaluator, parameters = _prepare([condition], at, laws)
    _check_domain(evaluator, parameters, max_bits)
    return bool(_answer(lambda: evaluator.truth(condition), max_bits, str(condition)))


__all__ = ["Enclosure", "enclose", "holds"]
