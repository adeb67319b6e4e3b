"""Whether formulas without quantified numbers hold at a point: relations, connectives, all events.

A loss is compared by `a <= e^c b` (and `>=` likewise), so that an outcome that both laws exclude satisfies both.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from dpsym.language import expressions as e
from dpsym.prove.decide.closures import Closure, Env, decides, implied, negation, number_of, truth_of, until
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Value

EVENTS = 12  # outcomes up to which all events are listed

HOLDS: dict[type[Basic], Callable[[int], bool]] = {
    sympy.Le: lambda s: s <= 0,
    sympy.Lt: lambda s: s < 0,
    sympy.Ge: lambda s: s >= 0,
    sympy.Gt: lambda s: s > 0,
    sympy.Eq: lambda s: s == 0,
    sympy.Ne: lambda s: s != 0,
}


@decides(BooleanTrue)
def _true(formula: Basic) -> Closure:
    return lambda env: True


@decides(BooleanFalse)
def _false(formula: Basic) -> Closure:
    return lambda env: False


def sides(formula: Basic) -> tuple[Closure, Closure]:
    """The two numbers that a relation compares (a loss multiplied out: a against e^c b)."""
    left, right = formula.args
    if isinstance(left, e.Loss) != isinstance(right, e.Loss):
        loss, bound = (left, right) if isinstance(left, e.Loss) else (right, left)
        a, b, c = number_of(loss.args[0]), number_of(loss.args[1]), number_of(bound)
        scaled: Closure = lambda env: n.times(n.exponential(c(env)), b(env))  # noqa: E731
        return (a, scaled) if isinstance(left, e.Loss) else (scaled, a)
    return number_of(left), number_of(right)


@decides(Relational)
def _relation(formula: Basic) -> Closure:
    holds = HOLDS[formula.func]
    if all(isinstance(a, e.Outcome) for a in formula.args):
        return outcomes_agree(formula)
    left, right = sides(formula)

    def run(env: Env) -> bool | None:
        s = n.compare(left(env), right(env))
        return None if s is None else holds(s)

    return run


def outcomes_agree(formula: Basic) -> Closure:
    """Whether two outcomes are the same, or not."""
    one, two = formula.args
    same = formula.func is sympy.Eq

    def run(env: Env) -> bool | None:
        where = env.at.get(one), env.at.get(two)
        return None if None in where else (where[0] == where[1]) is same

    return run


@decides(e.AllOf, sympy.And)
def _all(formula: Basic) -> Closure:
    return until(False, [truth_of(f) for f in formula.args])


@decides(e.AnyOf, sympy.Or)
def _any(formula: Basic) -> Closure:
    return until(True, [truth_of(f) for f in formula.args])


@decides(e.NotSo, sympy.Not)
def _not(formula: Basic) -> Closure:
    inner = truth_of(formula.args[0])
    return lambda env: negation(inner(env))


@decides(e.Implication)
def _implication(formula: Basic) -> Closure:
    given, claim = (truth_of(a) for a in formula.args)
    return implied(given, claim)


def _affine(expr: Basic, name: str) -> bool:
    """Whether an expression is affine in the values of the function called `name`, by its form."""
    if not any(f.func.__name__ == name for f in expr.atoms(AppliedUndef)) or isinstance(expr, AppliedUndef):
        return True
    if isinstance(expr, sympy.Add):
        return all(_affine(a, name) for a in expr.args)
    if isinstance(expr, sympy.Mul):
        inside = [a for a in expr.args if any(f.func.__name__ == name for f in a.atoms(AppliedUndef))]
        return len(inside) == 1 and _affine(inside[0], name)
    if isinstance(expr, e.Total):
        return _affine(expr.body, name)
    if isinstance(expr, e.Mass | e.Expectation):
        return _affine(expr.definition(), name)
    return False


@decides(e.EveryEvent)
def _every_event(formula: Basic) -> Closure:
    event, body = formula.args
    name = event.func.__name__
    if isinstance(body, e.AllOf):
        return _all(e.AllOf(*(e.EveryEvent(event, part) for part in body.args)))
    one = truth_of(body)
    if isinstance(body, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt) and all(
        _affine(a, name) for a in body.args
    ):
        up = isinstance(body, sympy.Le | sympy.Lt)
        less, more = (number_of(a) for a in (body.args if up else body.args[::-1]))

        def affine(env: Env) -> bool | None:
            # the excess is affine in the event: its largest value takes each outcome that adds to it
            def excess(event: list) -> Value:
                env.laws[name] = event
                return n.minus(less(env), more(env))

            try:
                size = env.count(event.args)
                base = excess([ZERO] * size)
                total = base
                for i in range(size):
                    gain = n.minus(excess([ONE if i == j else ZERO for j in range(size)]), base)
                    s = n.sign(gain)
                    if s is None:
                        return None
                    total = n.plus(total, gain) if s > 0 else total
                s = n.sign(total)
                return None if s is None else s <= 0 if isinstance(body, sympy.Le | sympy.Ge) else s < 0
            finally:
                env.laws.pop(name, None)

        return affine

    return listed_events(event, one, EVENTS)


def listed_events(event: AppliedUndef, inner: Closure, most: int) -> Closure:
    """Whether something holds for every event, each of them looked at; open over more than `most` outcomes."""
    name = event.func.__name__

    def run(env: Env) -> bool | None:
        size = env.count(event.args)
        if size > most:
            return None
        result: bool | None = True
        try:
            for bits in product((ZERO, ONE), repeat=size):
                env.laws[name] = list(bits)
                value = inner(env)
                if value is False:
                    return False
                result = None if value is None else result
            return result
        finally:
            env.laws.pop(name, None)

    return run
