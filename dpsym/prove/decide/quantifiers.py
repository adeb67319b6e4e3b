"""Quantified statements at a point: over outcomes, functions on outcomes, functions of numbers, and reals.

Outcomes are listed.  A real variable is decided exactly where the statement is a rational function of it, a function of
outcomes (a randomised test) where the statement is made of relations that are affine in its values, a function of a real
where the statement is one such relation; else only counter-values count.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import sympy
from flint import fmpq
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.language import expressions as e
from dpsym.language.notions import CUT
from dpsym.language.truth import COMPARES, negation
from dpsym.prove.decide.affine import cases_of, of_another_form
from dpsym.prove.decide.cells import over_reals
from dpsym.prove.decide.closures import Closure, Env, decides, number_of, truth_of
from dpsym.prove.decide.formulas import affine_in
from dpsym.prove.decide.looks import look_of
from dpsym.prove.decide.numbers import Anywhere
from dpsym.prove.decide.orders import gaussian, of_every_order
from dpsym.reals import real as n
from dpsym.reals.exact import Undecided
from dpsym.reals.real import ONE, OVER_VALUES, ZERO
from dpsym.reals.simplex import TooLong, feasible

CHOICES = 5_000  # of functions tried for nested quantifiers over them
UNKNOWNS = 16  # values of a function up to which a statement that is affine in them is decided


@decides(e.ForAll, e.Exists)
def _quantified(formula: Basic) -> Closure | None:
    variables, body = formula.args
    if all(isinstance(v, e.Outcome) for v in variables):
        return None
    if isinstance(formula, e.ForAll) and isinstance(variables[0], AppliedUndef):
        decided = _whatever_function(formula)
        if decided is not None:
            return decided
    if tuple(variables) == (CUT,):
        decided = gaussian(formula)
        if decided is not None:
            return decided
    universal = isinstance(formula, e.ForAll)
    first, rest = variables[0], variables[1:]
    said = body if not rest else type(formula)(tuple(rest), body)
    if isinstance(first, e.Outcome):
        return truth_of(type(formula)((first,), said))
    inner = truth_of(said)
    instance = inner if universal else lambda env: negation(inner(env))
    if isinstance(first, e.Parameter):
        special = of_every_order(first, body) if universal and not rest else None
        run = over_reals(first, instance, special, look_of(said if universal else e.NotSo(said)))
        if all(isinstance(v, e.Parameter) and not v.integer_valued for v in variables):
            run = _over_reals_together(tuple(variables), body if universal else e.NotSo(body), run)
    else:
        whole = type(formula)(tuple(rest), body) if rest else body
        run = _over_functions(first, instance, whole if universal else e.NotSo(whole))
    return run if universal else lambda env: negation(run(env))


def _whatever_function(formula: Basic) -> Closure | None:
    """Decides a relation for every function H of numbers and all of some unbounded reals, where it is affine in them.

    The values of H at different points and the reals are free, so the relation holds for all of them exactly where every
    coefficient is 0 and it holds for the constant; None where the formula has another form.
    """
    (function, *others), body = formula.args
    if isinstance(body, e.ForAll):
        others, body = [*others, *body.args[0]], body.args[1]
    free = all(isinstance(r, e.Parameter) and not r.integer_valued and not r.conditions for r in others)
    name, reals = function.func.__name__, frozenset(others)
    if not isinstance(body, Relational) or any(isinstance(a, e.Outcome) for a in function.args) or not free:
        return None
    if any(isinstance(a, e.Loss) for a in body.args) or not all(affine_in(a, name, reals) for a in body.args):
        return None
    left, right = (number_of(a) for a in body.args)
    holds = COMPARES[body.func]

    def run(env: Env) -> bool | None:
        saved, inner = env.laws.get(name), Anywhere()
        before = {r: env.values.get(r) for r in others}
        difference = lambda: n.minus(left(env), right(env))  # noqa: E731
        try:
            env.laws[name] = [inner]  # type: ignore[list-item]  # a function, where the masses of a law stand
            env.values.update(dict.fromkeys(others, ZERO))
            constant = difference()
            gains = []
            for r in others:
                env.values[r] = ONE
                gains.append(n.minus(difference(), constant))
                env.values[r] = ZERO
            for i in range(len(inner.points)):
                inner.chosen = i
                gains.append(n.minus(difference(), constant))
            signs = [n.sign(g) for g in gains]
            if 1 in signs or -1 in signs:
                return False
            s = n.sign(constant)
            return None if s is None or None in signs else holds(s, 0)
        finally:
            env.laws.pop(name)
            if saved is not None:
                env.laws[name] = saved
            for r, value in before.items():
                env.values.pop(r)
                if value is not None:
                    env.values[r] = value

    return run


U = e.parameter("u", above=-1, below=1, about="a value of the error function")


def _inside_erf(symbol: e.Parameter, body: Basic) -> Closure:
    """A statement in which a real of all the line occurs only in erf(a t + b), a not 0: u with -1 < u < 1 instead."""
    has_erf = body.has(sympy.erf)
    functions = sorted(body.atoms(AppliedUndef), key=str)
    whole: list[tuple[Closure, Closure] | None] = []  # of the statement as it is written, read once

    def run(env: Env) -> bool | None:
        known: dict[Basic, sympy.Lambda] = {}
        for f in functions:
            (given,) = env.laws.get(f.func.__name__, ())[:1] or (None,)
            if isinstance(given, sympy.Lambda) and len(given.variables) == len(f.args):
                known[f] = given
        if not has_erf and not any(given.expr.has(sympy.erf) for given in known.values()):
            return None  # before anything is put in: sympy takes long to order what is in Max and Min
        values: dict[Basic, Basic] = {
            f: given.expr.xreplace(dict(zip(given.variables, f.args, strict=True)))
            for f, given in known.items()
        }
        with suppress(e.StatementError):
            if not values and not whole:
                whole.append(_with_values_of_erf(symbol, body))
            read = None if values else whole[0]
            if read is None:  # arguments may become one at the point
                values |= {
                    s: sympy.Rational(int(v.p), int(v.q))
                    for s, v in env.values.items()
                    if isinstance(v, fmpq)
                }
                read = _with_values_of_erf(symbol, body.xreplace(values))
            if read is not None and n.sign(read[0](env)):
                return read[1](env)
        return None

    return run


def _with_values_of_erf(symbol: e.Parameter, said: Basic) -> tuple[Closure, Closure] | None:
    """Where the real occurs only in erf(a t + b): a, and the statement with u for that value; None where it does not."""
    inside = [f for f in said.atoms(sympy.erf) if symbol in f.free_symbols]
    arguments = {sympy.expand(f.args[0]) for f in inside}
    if len(arguments) != 1 or symbol.conditions or symbol.integer_valued:
        return None
    slope = (argument := arguments.pop()).coeff(symbol)
    if symbol in sympy.expand(argument - slope * symbol).free_symbols:
        return None
    said = said.xreplace(dict.fromkeys(inside, U))
    return None if symbol in said.free_symbols else (number_of(slope), truth_of(e.ForAll(U, said)))


def _over_functions(symbol: AppliedUndef, inner: Closure, body: Basic) -> Closure:
    """A function on outcomes with unnamed range, say a randomised test.

    Where `body` is a combination of relations that are affine in its values, exactly: no case in which the body fails has a
    solution, or one has.  Else only counter-values (0, 1/2, 1 at each outcome) are looked for.
    """
    name = symbol.func.__name__
    outcomes = tuple(a for a in symbol.args if isinstance(a, e.Outcome))
    failing = cases_of(body, name, False) if outcomes == symbol.args else of_another_form

    def listed(env: Env) -> bool | None:
        saved, count = env.laws.get(name), env.count(outcomes)
        if count > 8:
            return None
        values = (ZERO, ONE) if count > 4 else (ZERO, ONE, fmpq(1, 2))
        before = env.choices
        env.choices *= len(values) ** count
        try:
            if env.choices > CHOICES:
                return None
            for masses in product(values, repeat=count):
                env.laws[name] = list(masses)
                if inner(env) is False:
                    return False
            return None
        finally:
            env.choices = before
            env.laws.pop(name, None)
            if saved is not None:
                env.laws[name] = saved

    def run(env: Env) -> bool | None:
        count = env.count(outcomes)
        if count <= UNKNOWNS:
            with suppress(Undecided, TooLong):
                return not any(feasible(case, OVER_VALUES) for case in failing(env, count))
        return listed(env)

    return run


def _over_reals_together(symbols: tuple, body: Basic, one_by_one: Closure) -> Closure:
    """Reals: exactly where the body is made of relations that are affine in all of them, whatever other reals do."""
    inside = e.AllOf(*(c for s in symbols for c in s.conditions), e.NotSo(body))
    failing = cases_of(inside, symbols, True)
    inside_erf = _inside_erf(symbols[0], body)

    def together(env: Env) -> bool | None:
        with suppress(Undecided, TooLong):
            return not any(feasible(case, OVER_VALUES) for case in failing(env, len(symbols)))
        return None

    def run(env: Env) -> bool | None:
        ways = (together, one_by_one) if len(symbols) > 1 else (one_by_one, together)
        known = ways[0](env)
        known = ways[1](env) if known is None else known
        return inside_erf(env) if known is None and len(symbols) == 1 else known

    return run
