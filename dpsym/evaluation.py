"""Numbers at values that a user typed, of an entry or a named evaluator: exact input, an enclosure out, or a
plain refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING

from sympy import Basic, Expr, Mul, Rational, exp, log, sqrt
from sympy.core.relational import Relational

from dpsym import numerals
from dpsym.language import Definition, Entry, Example, Figure, Notion, Parameter, Theorem, as_written
from dpsym.language.statements import in_order

if TYPE_CHECKING:
    from dpsym.numbers import Enclosure
    from dpsym.numbers.registry import Argument, Evaluator

LONGEST, DEEPEST = 200, 5000  # characters of a value; decimal places and digits of its exponent's reach
_FUNCTIONS: Mapping[str, Callable[..., Expr]] = {
    "log": log, "ln": log, "exp": exp, "sqrt": sqrt, "": lambda value: value,  # a bracket alone
}  # fmt: skip


class BadValue(ValueError):
    """A value that cannot be used; the message names the parameter and says why."""


def number(text: str, name: str) -> Expr:
    """`1`, `0.1`, `1e-6`, `1/3`, `-2*log(3)`, `sqrt(2)/2`: an exact number; nothing else is read."""
    text = text.strip()
    refusal = BadValue(f"{name}: {text[:60]!r} is not an exact number such as 1, 0.25, 1e-6, 1/3 or 2*log(3)")
    if len(text) > LONGEST:
        raise refusal
    try:
        return _value(numerals.product(text, numerals.Bounds(LONGEST, DEEPEST)), name)
    except numerals.TooLong:
        raise BadValue(f"{name}: the exponent of {text[:40]!r} is beyond ±{DEEPEST}") from None
    except numerals.NotANumber:
        raise refusal from None
    except ZeroDivisionError:
        raise BadValue(f"{name}: {text[:60]!r} divides by zero") from None


def _value(written: numerals.Product, name: str) -> Expr:
    """The number that is written: a rational, or an expression as it is typed."""
    known = written.value()
    if known is not None:
        return Rational(known.numerator, known.denominator)
    parts: list[Expr] = []
    for sign, factor in written.factors:
        part = _call(factor, name) if isinstance(factor, numerals.Call) else Rational(factor.value)
        if sign == "/" and part == 0:
            raise ZeroDivisionError
        parts.append(1 / part if sign == "/" else part)
    if all(isinstance(x, Rational) for x in parts):
        return prod(parts, start=Rational(1))
    with as_written():
        return parts[0] if len(parts) == 1 else Mul(*parts)


def _call(call: numerals.Call, name: str) -> Expr:
    """A function of a number, or a number in brackets."""
    if call.word not in _FUNCTIONS:
        raise numerals.NotANumber
    inner = _value(call.inner, name)
    if call.word in ("log", "ln") and not inner > 0:
        raise BadValue(f"{name}: the logarithm of {call.inner.text[:40]} is not a real number")
    if call.word == "sqrt" and not inner >= 0:
        raise BadValue(f"{name}: the square root of {call.inner.text[:40]} is not a real number")
    value = _FUNCTIONS[call.word](inner)
    return -value if call.sign == "-" else value


def assignments(arguments: Sequence[str]) -> dict[str, Expr]:
    """`eps=1 delta=1e-6` as exact numbers by name."""
    return {name: number(text, name) for name, text in _texts(arguments).items()}


def _texts(arguments: Sequence[str]) -> dict[str, str]:
    """`eps=1 delta=1e-6` as texts by name."""
    found: dict[str, str] = {}
    for argument in arguments:
        name, sign, text = argument.partition("=")
        name = name.strip()
        if not sign or not name.isidentifier():
            raise BadValue(f"{argument[:60]!r} is not of the form parameter=value, e.g. eps=1")
        if name in found:
            raise BadValue(f"two values are given for {name}")
        found[name] = text.strip()
    return found


def named(name: str, arguments: Sequence[str], digits: int) -> Enclosure:
    """A named evaluator at exact values: `gaussian.delta`, `sigma=1 eps=1/3`.

    BadValue: a value is missing, unknown, outside its domain, or nothing fulfils the request.
    ArithmeticError: undecided, or too large or small to be written out.
    """
    from dpsym.numbers.registry import REQUIRED, find

    evaluator = find(name)
    if evaluator is None:
        raise BadValue(f"there is no evaluator {name}; `dpsym eval --list` shows them all")
    given = _texts(arguments)
    known = {a.name: a for a in evaluator.arguments}
    for key in given:
        if key not in known:
            raise BadValue(f"there is no parameter {key}; the parameters are {', '.join(known)}")
    for a in evaluator.arguments:
        if a.name not in given and a.default is REQUIRED:
            raise BadValue(f"no value is given for {a.name} ({a.about}; {a.domain}); write {a.name}=...")
    try:
        inexact = [k for k, text in given.items() if not _special(known[k]) and _has_function(text)]
        if inexact:
            return _between(evaluator, given, inexact, digits)
        return evaluator.call(**given, digits=digits)
    except ValueError as problem:
        raise BadValue(str(problem)) from problem


def _has_function(text: str) -> bool:
    """Whether a number is typed with log, exp or sqrt in it."""
    with suppress(numerals.NotANumber, ZeroDivisionError):
        return numerals.product(text).value() is None
    return False


def _special(argument: Argument) -> bool:
    """Whether the argument is a word or a list."""
    return bool(argument.among or argument.read)


def _between(
    evaluator: Evaluator, given: Mapping[str, str], inexact: Sequence[str], digits: int
) -> Enclosure:
    """The value at numbers such as log(3), from those at exact numbers on both sides of them.

    Sound where the evaluator rises, or falls, in each of them; BadValue where that is not known.
    """
    from dpsym.numbers import Enclosure, enclose
    from dpsym.numbers.directions import direction

    known = {a.name: a for a in evaluator.arguments}
    ways = {k: direction(evaluator.name, k) for k in inexact}
    for k, way in ways.items():
        if way is None or known[k].integer:
            raise BadValue(f"{k}: {evaluator.name} takes an exact number here, such as 1, 0.25, 1e-6 or 1/3")
    values = {k: number(given[k], k) for k in inexact}
    for more in (20, 60, 180, 540):
        ends = {k: enclose(x, digits=digits + more) for k, x in values.items()}
        least = {**given, **{k: e.low if ways[k] == 1 else e.high for k, e in ends.items()}}
        most = {**given, **{k: e.high if ways[k] == 1 else e.low for k, e in ends.items()}}
        low = evaluator.call(**least, digits=digits + 3).low
        high = evaluator.call(**most, digits=digits + 3).high
        found = Enclosure(low, high)
        if found.rad * 10**digits <= abs(found.mid):
            return found
    if found.low <= 0 <= found.high and found.rad * 10**digits <= 1:
        return found
    raise ArithmeticError(
        f"{evaluator.name}: undecided near {', '.join(f'{k} = {given[k]}' for k in inexact)}"
    )


def quantities(entry: Entry) -> dict[str, Expr]:
    """What can be computed of an entry, by name: its evaluators, else the two sides or the parameters of its
    claim.
    """
    if isinstance(entry, Theorem):
        if entry.evaluate:
            return dict(entry.evaluate)
        claim = entry.claim
        if isinstance(claim, Notion):
            parts = {f"parameter {k} of {type(claim).__name__}": e for k, e in enumerate(claim.budget, 1)}
        elif isinstance(claim, Relational):
            parts = {"left side": claim.lhs, "right side": claim.rhs}
        else:
            parts = {}
    elif isinstance(entry, Definition) and isinstance(entry.body, Expr):
        parts = {"value": entry.body}
    else:
        parts = {}
    return {k: e for k, e in parts.items() if isinstance(e, Expr) and not _mentions_laws(e)}


def _mentions_laws(e: Basic) -> bool:
    from sympy.core.function import AppliedUndef

    return e.has(AppliedUndef)


def evaluated(entry: Entry, arguments: Sequence[str], digits: int) -> dict[str, Enclosure]:
    """The quantities of an entry at values as they are typed, `eps=1`; BadValue and ArithmeticError as `evaluated_at`."""
    return evaluated_at(entry, assignments(arguments), digits)


def evaluated_at(entry: Entry, values: Mapping[str, str | Expr], digits: int) -> dict[str, Enclosure]:
    """The quantities of an entry at exact values; BadValue names the parameter, the value and the domain.

    A worked example or a figure has its own values and takes none.  ArithmeticError: undecided.
    """
    from dpsym.numbers import enclose

    if isinstance(entry, Example | Figure):
        if values:
            raise BadValue("a worked example has its own values; give none")
        if not entry.values:
            raise BadValue("this figure lists no numbers")
        return {v.what: enclose(v.expression, dict(v.at), digits) for v in entry.values}
    wanted = quantities(entry)
    if not wanted:
        raise BadValue(f"{entry.title!r} is a statement about laws and has no number to evaluate")
    symbols = parameters(entry, wanted)
    for name in values:
        if name not in symbols:
            raise BadValue(f"there is no parameter {name}; the parameters are {', '.join(symbols) or 'none'}")
    check_domains(entry, symbols, values)
    found = {}
    for what, e in wanted.items():
        needed = needed_for(e)
        missing = [s for s in needed if s.name not in values]
        if missing:
            s = missing[0]
            about = f" ({s.about})" if s.about else ""
            raise BadValue(f"no value is given for {s.name}{about}; write {s.name}=...")
        try:
            found[what] = enclose(e, {s: values[s.name] for s in needed}, digits)
        except ValueError as problem:
            raise BadValue(f"{what}: {problem}") from problem
    return found


def parameters(entry: Entry, wanted: Mapping[str, Expr]) -> dict[str, Parameter]:
    """The parameters of the statement and of the quantities, by name."""
    found: dict[str, Parameter] = {}
    for s in getattr(entry, "parameters", ()):
        found.setdefault(s.name, s)
    for e in wanted.values():
        for s in in_order(e):
            if s in e.free_symbols:
                found.setdefault(s.name, s)
                for c in s.conditions:
                    for t in in_order(c):
                        found.setdefault(t.name, t)
    return found


def needed_for(e: Expr) -> list[Parameter]:
    """The parameters that an expression depends on, those of their domains included."""
    needed = [s for s in in_order(e) if s in e.free_symbols]
    for s in needed:
        for c in s.conditions:
            needed += [t for t in in_order(c) if t not in needed]
    return needed


def check_domains(entry: Entry, symbols: Mapping[str, Parameter], values: Mapping[str, Expr]) -> None:
    """Refuse values outside a domain, and values at which a hypothesis on parameters alone is false."""
    from dpsym.document.formulas.spelling import plain
    from dpsym.numbers import holds

    def decided(condition: Basic) -> bool | None:
        names = in_order(condition)
        if _mentions_laws(condition) or any(s.name not in values for s in names):
            return None
        try:
            return holds(condition, {s: values[s.name] for s in names})
        except ValueError as problem:
            raise BadValue(str(problem)) from problem

    for s in symbols.values():
        if s.name in values and s.integer_valued and not values[s.name].is_Integer:
            raise BadValue(
                f"the value {values[s.name]} of {s.name} is outside its domain: {s.name} is an integer"
            )
        for condition in s.conditions:
            if decided(condition) is False:
                raise BadValue(
                    f"the value {values[s.name]} of {s.name} is outside its domain: {plain(condition)}"
                )
    for condition in getattr(entry, "given", ()):
        if not isinstance(condition, Notion) and decided(condition) is False:
            raise BadValue(f"the hypothesis {plain(condition)} does not hold at these values")


__all__ = ["BadValue", "assignments", "evaluated", "evaluated_at", "named", "number", "quantities"]
