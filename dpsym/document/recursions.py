"""Sums that a statement introduces by a recursion from 0: `E(0) = 0` and `E(k + 1) = E(k) + e(k)` are read as a sum."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from dpsym.language import expressions as x
from dpsym.language.quantities import FiniteSum


def sums_among(given: list[Any]) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """The hypotheses without the recursions of sums, and these: (E(k), the sum of e(j) for j from 0 to k - 1)."""
    starts = {g.args[0].func for g in given if _starts(g)}
    steps = {
        own[0].func: (own, variables)
        for g in given
        for body, variables in _bodies(g)
        if (own := _step(body, variables))
    }
    sums = [name for name in steps if name in starts]
    if not sums:
        return given, []
    found = []
    letters = {s.name for g in given for s in g.atoms(x.Parameter, x.Outcome)}
    letters |= {a.func.__name__ for g in given for a in g.atoms(AppliedUndef)}
    letter = next(n for n in ("i", "j", "l", "m") if n not in letters)
    for name in sums:
        (at, term), (k,) = steps[name]
        over = x.parameter(letter, integer=True)
        with x.as_written():
            found.append((at, FiniteSum(term.xreplace({k: over}), over, sympy.Integer(0), k - 1)))
    rest = [g for g in given if not (_starts(g) and g.args[0].func in sums)]
    return [r for g in rest for r in _without(g, set(sums))], found


def _starts(thing: Any) -> bool:
    """E(0) = 0."""
    if not isinstance(thing, sympy.Eq) or thing.args[1] != 0:
        return False
    left = thing.args[0]
    return isinstance(left, AppliedUndef) and left.args == (sympy.Integer(0),)


def _bodies(thing: Any) -> list[tuple[Any, tuple[Any, ...]]]:
    """The parts of a formula for every natural number, with its letter."""
    if not isinstance(thing, x.ForAll) or len(thing.args[0]) != 1:
        return []
    variables, body = tuple(thing.args[0]), thing.args[1]
    if not isinstance(variables[0], x.Parameter) or not _is_natural(variables[0]):
        return []
    parts = body.args if isinstance(body, x.AllOf) and not isinstance(body, x.Distribution) else (body,)
    return [(p, variables) for p in parts]


def _is_natural(letter: x.Parameter) -> bool:
    """Whether the letter stands for every natural number, 0 among them."""
    return letter.integer_valued and letter.least == (0, False) and letter.upper is None


def _step(thing: Any, variables: tuple[Any, ...]) -> tuple[Any, Any] | None:
    """(E(k), e(k)) where the formula is E(k + 1) = E(k) + e(k)."""
    (k,) = variables
    if not isinstance(thing, sympy.Eq) or not isinstance(thing.args[0], AppliedUndef):
        return None
    left, right = thing.args
    if (
        len(left.args) != 1
        or left.args[0] - k != 1
        or not isinstance(right, sympy.Add)
        or len(right.args) != 2
    ):
        return None
    first, term = right.args
    at = left.func(k)
    return (at, term) if first == at and not term.has(left.func) else None


def _without(thing: Any, sums: set[Any]) -> list[Any]:
    """The formula without the steps of the sums; nothing where nothing is left."""
    bodies = _bodies(thing)
    if not bodies:
        return [thing]
    kept = [b for b, v in bodies if not ((own := _step(b, v)) and own[0].func in sums)]
    if len(kept) == len(bodies):
        return [thing]
    with x.as_written():
        body = None if not kept else kept[0] if len(kept) == 1 else x.AllOf(*kept)
        return [] if body is None else [x.ForAll(thing.args[0], body)]
