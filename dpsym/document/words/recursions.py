"""What a statement introduces by a recursion from 0, read as what it is: `E(0) = 0` and `E(k + 1) = E(k) + e(k)` is a sum,
`r(0) = 1` and `r(k + 1) = b r(k)` a power, and Pascal's rule a binomial coefficient."""

from __future__ import annotations

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef, UndefinedFunction

from dpsym.document.formulas.shapes import in_words
from dpsym.language import expressions as x
from dpsym.language.quantities import FiniteSum


def sums_among(given: list[Basic]) -> tuple[list[Basic], list[tuple[Basic, Basic]]]:
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


def _starts(thing: Basic) -> bool:
    """E(0) = 0."""
    if not isinstance(thing, sympy.Eq) or thing.args[1] != 0:
        return False
    left = thing.args[0]
    return isinstance(left, AppliedUndef) and left.args == (sympy.Integer(0),)


def _bodies(thing: Basic) -> list[tuple[Basic, tuple[Basic, ...]]]:
    """The parts of a formula for every natural number, with its letter."""
    if not isinstance(thing, x.ForAll) or len(thing.args[0]) != 1:
        return []
    variables, body = tuple(thing.args[0]), thing.args[1]
    if not isinstance(variables[0], x.Parameter) or not _is_natural(variables[0]):
        return []
    parts = body.args if isinstance(body, x.AllOf) and not in_words(body) else (body,)
    return [(p, variables) for p in parts]


def _is_natural(letter: x.Parameter) -> bool:
    """Whether the letter stands for every natural number, 0 among them."""
    return letter.integer_valued and letter.least == (0, False) and letter.upper is None


def _step(thing: Basic, variables: tuple[Basic, ...]) -> tuple[Basic, Basic] | None:
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


def _without(thing: Basic, sums: set[UndefinedFunction]) -> list[Basic]:
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


def explained(claim: Basic) -> tuple[Basic, list[tuple[Basic, Basic]]]:
    """A claim for all functions that satisfy recursions, without those of them that are powers, binomial coefficients or
    sums, and these with their values: (r(k), b^k)."""
    if not isinstance(claim, x.ForAll) or not isinstance(claim.args[1], x.Implication):
        return claim, []
    functions = [v for v in claim.args[0] if isinstance(v, AppliedUndef)]
    given = _flat(claim.args[1].args[0])
    found: list[tuple[Basic, Basic]] = []
    for own in functions:
        for read in (_as_power, _as_binomial, _as_sum):
            with x.as_written():
                said = read(own, given)
            if said is not None:
                value, used = said
                given = [g for g in given if g not in used]
                found.append((own, value))
                break
    known = {own for own, _ in found}
    if not found or any(g.has(*(own.func for own in known)) for g in given):
        return claim, []
    left = [v for v in claim.args[0] if v not in known]
    with x.as_written():
        body = claim.args[1].args[1]
        if given:
            body = x.Implication(given[0] if len(given) == 1 else x.AllOf(*given), body)
        return (x.ForAll(tuple(left), body) if left else body), found


def _flat(thing: Basic) -> list[Basic]:
    """The parts of what is supposed, one below the other."""
    if isinstance(thing, x.AllOf) and not in_words(thing):
        return [part for a in thing.args for part in _flat(a)]
    return [thing]


def _body(thing: Basic) -> Basic:
    """A formula without its quantifiers."""
    while isinstance(thing, x.ForAll) and all(
        isinstance(v, x.Parameter) and _is_natural(v) for v in thing.args[0]
    ):
        thing = thing.args[1]
    return thing


def _equation(given: list[Basic], left: Basic) -> tuple[Basic | None, Basic | None]:
    """The right side of the equation among the formulas that has this left side, and the formula; None where there is none."""
    for one in given:
        body = _body(one)
        if isinstance(body, sympy.Eq) and body.args[0] == left:
            return body.args[1], one
    return None, None


def _as_power(own: Basic, given: list[Basic]) -> tuple[Basic, list[Basic]] | None:
    """r(0) = 1 and r(k + 1) = b r(k)."""
    if len(own.args) != 1:
        return None
    (k,) = own.args
    start, first = _equation(given, own.func(sympy.Integer(0)))
    right, second = _equation(given, own.func(k + 1))
    if start != 1 or not isinstance(right, sympy.Mul) or own not in right.args:
        return None
    factors = [f for f in right.args if f != own]
    base = factors[0] if len(factors) == 1 else sympy.Mul(*factors)
    return None if base.has(k) or base.has(own.func) else (sympy.Pow(base, k), [first, second])


def _as_binomial(own: Basic, given: list[Basic]) -> tuple[Basic, list[Basic]] | None:
    """b(k, 0) = 1, b(0, j + 1) = 0 and b(k + 1, j + 1) = b(k, j) + b(k, j + 1)."""
    if len(own.args) != 2:
        return None
    k, j = own.args
    zero, b = sympy.Integer(0), own.func
    sides = [_equation(given, left) for left in (b(k, zero), b(zero, j + 1), b(k + 1, j + 1))]
    pascal = sides[2][0]
    if sides[0][0] != 1 or sides[1][0] != 0 or not isinstance(pascal, sympy.Add):
        return None
    if set(pascal.args) != {b(k, j), b(k, j + 1)}:
        return None
    return sympy.binomial(k, j), [used for _, used in sides]


def _as_sum(own: Basic, given: list[Basic]) -> tuple[Basic, list[Basic]] | None:
    """D(k, 0) = 0 and D(k, m + 1) = D(k, m) + t(k, m)."""
    *others, m = own.args
    start, first = _equation(given, own.func(*others, sympy.Integer(0)))
    right, second = _equation(given, own.func(*others, m + 1))
    if start != 0 or not isinstance(right, sympy.Add) or own not in right.args:
        return None
    terms = [t for t in right.args if t != own]
    letters = {v.name for g in given for v in g.atoms(x.Parameter)} | {
        f.func.__name__ for g in given for f in g.atoms(AppliedUndef)
    }
    letter = next(n for n in ("i", "j", "v", "w", "z") if n not in letters)
    over = x.parameter(letter, integer=True)
    term = terms[0] if len(terms) == 1 else sympy.Add(*terms)
    if term.has(own.func):
        return None
    return FiniteSum(term.xreplace({m: over}), over, sympy.Integer(0), m - 1), [first, second]
