"""Unification modulo the field's operations, exponentials and logarithms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations

import sympy
from sympy import Add, Basic, Eq, Expr, Mul, evaluate
from sympy.core.function import AppliedUndef

from dpsym.language import Parameter, StatementError, as_written
from dpsym.prove.library.forms import NONSENSE, canon, may_cancel
from dpsym.prove.library.isolate import isolate

Binding = dict[Basic, Basic]
Free = frozenset[Basic]
TERMS = 4  # terms of a sum or product that are matched in every order


def alike(pattern: Basic, term: Basic, b: Binding, free: Free) -> Binding | None:
    """The binding at which the pattern is the term as it is written; None where there is none."""
    if pattern in free:
        if pattern in b:
            return b if canon(b[pattern]) == canon(term) else None
        return (
            {**b, pattern: canon(term)} if isinstance(term, Expr) and not term.atoms(AppliedUndef) else None
        )
    if not isinstance(pattern, Basic) or not pattern.args:
        return b if pattern == term else None
    numbers = isinstance(pattern, Expr) and isinstance(term, Expr) and not _about_pair(pattern, term)
    if numbers and pattern.free_symbols & free <= b.keys():  # perhaps two ways to write one number
        return b if canon(pattern.xreplace(b)) == canon(term) else None
    if not isinstance(term, Basic) or pattern.func != term.func or len(pattern.args) != len(term.args):
        return None
    for one, other in zip(pattern.args, term.args, strict=True):
        found = alike(one, other, b, free)
        if found is None:
            return None
        b = found
    return b


def match(pattern: Basic, term: Basic, b: Binding, free: Free) -> Iterator[Binding]:
    """Bindings of the free parameters, each more than `b`, at which the pattern is the term; both are canonical."""
    try:
        pattern = canon(pattern.xreplace(b)) if b and isinstance(pattern, Basic) else pattern
    except StatementError:  # a name of which a notion itself speaks, which its budget cannot have
        return
    if pattern == term:
        yield b
        return
    if not isinstance(pattern, Basic):
        return
    inside = pattern.free_symbols & free
    if isinstance(pattern, Parameter) and inside:
        if isinstance(term, Expr) and not term.atoms(AppliedUndef):
            yield {**b, pattern: term}
        return
    if isinstance(pattern, Expr) and isinstance(term, Expr) and not _about_pair(pattern, term):
        if not inside:
            if equal(pattern, term):
                yield b
            return
        if len(inside) == 1:
            yield from _solved(pattern, term, next(iter(inside)), b)
            return
    elif not inside:
        return
    if isinstance(pattern, Add | Mul) and type(pattern) is type(term):
        yield from _in_any_order(pattern, term, b, free)
    elif pattern.func == term.func and len(pattern.args) == len(term.args) and pattern.args:
        yield from several(list(zip(pattern.args, term.args, strict=True)), b, free)


@lru_cache(50_000)
def equal(one: Expr, two: Expr) -> bool:
    """Whether two canonical terms are seen to be the same number."""
    if one == two:
        return True
    if may_cancel(one) or may_cancel(two):
        return False
    with evaluate(True):
        return bool(sympy.expand(one - two) == 0)


def _about_pair(pattern: Expr, term: Expr) -> bool:
    return bool(pattern.atoms(AppliedUndef) or term.atoms(AppliedUndef))


def _solved(pattern: Expr, term: Expr, x: Basic, b: Binding) -> Iterator[Binding]:
    """The equation of the two, solved for the one free parameter."""
    if may_cancel(term):
        return
    with as_written():
        relation = Eq(pattern, term)
    found = isolate(x, relation, lambda e: 1)
    if found is not None and not found[1].has(*NONSENSE):
        yield {**b, x: found[1]}


def _in_any_order(pattern: Basic, term: Basic, b: Binding, free: Free) -> Iterator[Binding]:
    """A sum or product: equal terms go, the others are matched in every order."""
    rest, left = list(term.args), []
    for a in pattern.args:
        if a in rest:
            rest.remove(a)
        else:
            left.append(a)
    if len(left) == len(rest) <= TERMS:
        for order in permutations(rest):
            yield from several(list(zip(left, order, strict=True)), b, free)
    elif len(left) == 1 and rest:
        yield from match(left[0], pattern.func(*rest), b, free)


def several(pairs: Sequence[tuple[Basic, Basic]], b: Binding, free: Free) -> Iterator[Binding]:
    """Bindings at which every pattern is its term."""
    if not pairs:
        yield b
        return
    for inner in match(*pairs[0], b, free):
        yield from several(pairs[1:], inner, free)
