"""Statements that are affine in the values of a function at the listed outcomes, or in some reals: cases of linear rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import product
from typing import NoReturn

import sympy
from flint import fmpq
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.language import expressions as e
from dpsym.prove.decide.closures import Closure, Env, bindings, factors_of, number_of, truth_of
from dpsym.reals import real as n
from dpsym.reals.exact import Undecided
from dpsym.reals.real import ONE, OVER_VALUES, ZERO, Value
from dpsym.reals.simplex import Row, feasible

CASES = 400  # conjunctions into which such a statement is split

Unknown = str | tuple[e.Parameter, ...]  # a function on outcomes, by its name, or several reals
Case = tuple[Row, ...]  # relations that hold together
Form = tuple[Value, ...]  # coefficients of the function's values, then a constant
Cases = Callable[[Env, int], list[Case]]  # the cases of a formula, for so many unknown values
Forms = Callable[[Env, int], list[tuple[Case, Form]]]  # the values of an expression, each with its case


def _mentions(thing: Basic, unknown: Unknown) -> bool:
    if isinstance(unknown, tuple):
        return not thing.free_symbols.isdisjoint(unknown)
    return any(f.func.__name__ == unknown for f in thing.atoms(AppliedUndef))


@lru_cache(maxsize=5000)
def cases_of(formula: Basic, unknown: Unknown, holds: bool) -> Cases:
    """The cases in which a formula holds, or in which it fails; Undecided where it has another form."""
    if not _mentions(formula, unknown):
        return _known(truth_of(formula), holds)
    if isinstance(formula, e.NotSo | sympy.Not):
        return cases_of(formula.args[0], unknown, not holds)
    if isinstance(formula, e.Implication):
        given, claim = formula.args
        parts = [cases_of(given, unknown, not holds), cases_of(claim, unknown, holds)]
        return _one_of(parts) if holds else _all_of(parts)
    if isinstance(formula, e.AllOf | e.AnyOf | sympy.And | sympy.Or):
        parts = [cases_of(part, unknown, holds) for part in formula.args]
        return _all_of(parts) if isinstance(formula, e.AllOf | sympy.And) is holds else _one_of(parts)
    if isinstance(formula, e.ForAll | e.Exists):
        return _at_outcomes(formula, unknown, holds)
    if isinstance(formula, Relational):
        return _of_relation(formula, unknown, holds)
    if isinstance(formula, e.DefinedFormula):
        return cases_of(formula.definition(), unknown, holds)
    return of_another_form


def of_another_form(_env: Env, _size: int) -> NoReturn:
    """What stands for a formula of no form that is read here: Undecided at every point."""
    raise Undecided


def _known(closure: Closure, holds: bool) -> Cases:
    def run(env: Env, _size: int) -> list[Case]:
        known = closure(env)
        if known is None:
            raise Undecided
        return [()] if known is holds else []

    return run


def _one_of(parts: list[Cases]) -> Cases:
    return lambda env, size: few([case for part in parts for case in part(env, size)])


def _all_of(parts: list[Cases]) -> Cases:
    def run(env: Env, size: int) -> list[Case]:
        found: list[Case] = [()]
        for part in parts:
            found = both(found, part(env, size)) if found else found
        return found

    return run


def _at_outcomes(formula: Basic, unknown: Unknown, holds: bool) -> Cases:
    variables, body = tuple(formula.args[0]), cases_of(formula.args[1], unknown, holds)
    if not all(isinstance(v, e.Outcome) for v in variables):
        return of_another_form
    together = isinstance(formula, e.ForAll) is holds

    def run(env: Env, size: int) -> list[Case]:
        found: list[Case] = [()] if together else []
        for _ in bindings(env, variables):
            here = body(env, size)
            found = both(found, here) if together else [*found, *here]
        return found

    return run


def _of_relation(formula: Basic, unknown: Unknown, holds: bool) -> Cases:
    left, right = formula.args
    if isinstance(left, e.Loss) != isinstance(right, e.Loss):
        with e.as_written():  # a loss multiplied out: a against e^c b
            if isinstance(left, e.Loss):
                left, right = left.args[0], sympy.exp(right) * left.args[1]
            else:
                left, right = sympy.exp(left) * right.args[1], right.args[0]
    low, high = forms_of(left, unknown), forms_of(right, unknown)
    kinds = {  # what the difference high - low is then, and the difference low - high
        sympy.Le: ((">=", None), (None, ">")),
        sympy.Lt: ((">", None), (None, ">=")),
        sympy.Ge: ((None, ">="), (">", None)),
        sympy.Gt: ((None, ">"), (">=", None)),
        sympy.Eq: (("=", None), (">", ">")),
        sympy.Ne: ((">", ">"), ("=", None)),
    }[formula.func][0 if holds else 1]

    def run(env: Env, size: int) -> list[Case]:
        found: list[Case] = []
        above = high(env, size)
        for case, a in low(env, size):
            for other, b in above:
                for kind, one, two in ((kinds[0], b, a), (kinds[1], a, b)):
                    if kind:
                        form = [n.minus(u, v) for u, v in zip(one, two, strict=True)]
                        found.append((*case, *other, Row(tuple(form[:-1]), form[-1], kind)))
        return few(found)

    return run


@lru_cache(maxsize=5000)
def forms_of(expr: Basic, unknown: Unknown) -> Forms:
    """The values that an expression takes, each with the case in which it does."""
    if not _mentions(expr, unknown):
        closure = number_of(expr)
        return lambda env, size: [((), constant(closure(env), size))]
    if isinstance(expr, e.Parameter) and isinstance(unknown, tuple):
        return _coordinate(unknown.index(expr))
    if isinstance(expr, AppliedUndef) and expr.func.__name__ == unknown:
        return _value_there(expr.args)
    if isinstance(expr, AppliedUndef):
        return _function_of_forms(expr, unknown)
    if isinstance(expr, sympy.Add):
        return _added([forms_of(a, unknown) for a in expr.args])
    if isinstance(expr, sympy.Mul):
        return _product(expr, unknown)
    if isinstance(expr, e.Total):
        body = forms_of(expr.body, unknown)
        return lambda env, size: add_up(body(env, size) for _ in bindings(env, expr.outcomes))
    if isinstance(expr, sympy.Max | sympy.Min):
        return _best([forms_of(a, unknown) for a in expr.args], -1 if isinstance(expr, sympy.Min) else 1)
    if isinstance(expr, sympy.Abs):
        inner = forms_of(expr.args[0], unknown)
        return _best([inner, _added([], minus=inner)], 1)
    if isinstance(expr, sympy.Piecewise):
        return _pieces(expr.args, unknown)
    if isinstance(expr, e.Indicator):
        return _pieces(((sympy.Integer(1), expr.args[0]), (sympy.Integer(0), sympy.true)), unknown)
    if isinstance(expr, e.Mass | e.Expectation | e.Probability):
        return forms_of(expr.definition(), unknown)
    return of_another_form


def constant(value: Value, size: int) -> Form:
    """A value as a form without any of the `size` unknowns; Undecided where it is infinite or there is none."""
    if value is None or isinstance(value, n.Inf):
        raise Undecided
    return (*[ZERO] * size, value)


def _value_there(outcomes: tuple) -> Forms:
    def run(env: Env, size: int) -> list[tuple[Case, Form]]:
        index = env.place(outcomes)
        if index is None:
            raise Undecided
        return [((), tuple(ONE if i == index else ZERO for i in range(size + 1)))]

    return run


def _function_of_forms(expr: Basic, unknown: Unknown) -> Forms:
    """The value of a function of numbers, at arguments that depend on the unknown function."""
    other = expr.func.__name__

    def run(env: Env, size: int) -> list[tuple[Case, Form]]:
        values = env.laws.get(other) or (None,)
        if len(values) > 1:  # listed by its outcomes: its other arguments do not matter
            index = env.place(tuple(a for a in expr.args if isinstance(a, e.Outcome)))
            if index is None:
                raise Undecided
            return [((), constant(values[index], size))]
        (given,) = values
        if isinstance(given, sympy.Lambda) and len(given.variables) == len(expr.args):
            return forms_of(_value_of(given, expr.args), unknown)(env, size)
        if given is None or isinstance(given, sympy.Lambda):
            raise Undecided
        return [((), constant(given, size))]

    return run


@lru_cache(maxsize=5000)
def _value_of(function: sympy.Lambda, args: tuple[Basic, ...]) -> Basic:
    """A function's value at arguments, as written: it is asked for at every candidate point."""
    with e.as_written():
        return function.expr.xreplace(dict(zip(function.variables, args, strict=True)))


def _coordinate(index: int) -> Forms:
    return lambda env, size: [((), tuple(ONE if i == index else ZERO for i in range(size + 1)))]


def add_up(terms: Iterable[list[tuple[Case, Form]]]) -> list[tuple[Case, Form]]:
    """The sum of terms, each given by cases: every combination of their cases; Undecided for no term and for
    too many cases."""
    found: list[tuple[Case, Form]] | None = None
    for term in terms:
        found = (
            term
            if found is None
            else few(
                [
                    ((*case, *other), tuple(n.plus(a, b) for a, b in zip(form, more, strict=True)))
                    for case, form in found
                    for other, more in term
                ]
            )
        )
    if found is None:
        raise Undecided
    return found


def _added(terms: list[Forms], minus: Forms | None = None) -> Forms:
    def run(env: Env, size: int) -> list[tuple[Case, Form]]:
        less = (
            []
            if minus is None
            else [(case, tuple(n.times(fmpq(-1), v) for v in form)) for case, form in minus(env, size)]
        )
        return add_up([*(term(env, size) for term in terms), *([less] if less else [])])

    return run


def _product(expr: Basic, unknown: Unknown) -> Forms:
    factors = factors_of(expr)
    inside = [forms_of(f, unknown) for f in factors if _mentions(f, unknown)]
    plain = sorted(
        (f for f in factors if not _mentions(f, unknown)), key=lambda f: not isinstance(f, AppliedUndef)
    )
    scales = [number_of(f) for f in plain]

    def run(env: Env, size: int) -> list[tuple[Case, Form]]:
        scale: Value = ONE
        for closure in scales:
            value = closure(env)
            if isinstance(value, fmpq) and value == 0:
                return [((), constant(ZERO, size))]  # as in every sum over outcomes
            scale = n.times(scale, value)
        found: list[tuple[Case, Form]] = [((), constant(scale, size))]
        for factor in inside:
            found = few(
                [
                    ((*case, *other), multiplied(form, more))
                    for case, form in found
                    for other, more in factor(env, size)
                ]
            )
        return found

    return run


def multiplied(one: Form, two: Form) -> Form:
    """The product of two forms, one of which is a constant: an indicator, say, in one of its cases."""
    for scale, form in ((one, two), (two, one)):
        if all(isinstance(c, fmpq) and c == 0 for c in scale[:-1]):
            return tuple(n.times(scale[-1], v) for v in form)
    raise Undecided


def _best(parts: list[Forms], kind: int) -> Forms:
    """The largest (kind 1) or smallest (kind -1) of the parts."""

    def run(env: Env, size: int) -> list[tuple[Case, Form]]:
        found: list[tuple[Case, Form]] = []
        for choice in product(*(part(env, size) for part in parts)):
            cases: Case = tuple(row for case, _ in choice for row in case)
            for i, (_, best) in enumerate(choice):
                above = [
                    tuple(n.times(fmpq(kind), n.minus(a, b)) for a, b in zip(best, other, strict=True))
                    for j, (_, other) in enumerate(choice)
                    if i != j
                ]
                found.append(((*cases, *(Row(f[:-1], f[-1], ">=") for f in above)), best))
        return few(found)

    return run


def _pieces(branches: Iterable[tuple[Basic, Boolean]], unknown: Unknown) -> Forms:
    parts = [
        (forms_of(value, unknown), cases_of(condition, unknown, True), cases_of(condition, unknown, False))
        for value, condition in branches
    ]

    def run(env: Env, size: int) -> list[tuple[Case, Form]]:
        found: list[tuple[Case, Form]] = []
        before: list[Case] = [()]
        for value, yes, no in parts:
            here = both(before, yes(env, size))
            if here:
                values = value(env, size)
                found += [((*case, *other), form) for case in here for other, form in values]
            before = both(before, no(env, size))
        if any(feasible(case, OVER_VALUES) for case in before):  # no piece is for this case
            raise Undecided
        return few(found)

    return run


def few(found: list) -> list:
    """The cases themselves; Undecided where they are more than CASES."""
    if len(found) > CASES:
        raise Undecided
    return found


def both(one: list[Case], two: list[Case]) -> list[Case]:
    """The cases in which one of each holds; Undecided where they are too many."""
    return few([(*a, *b) for a in one for b in two])
