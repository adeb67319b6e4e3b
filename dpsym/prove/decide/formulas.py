"""Formulas of which exact numbers know more than a list of cases: a relation for every event that is affine in the event."""

from __future__ import annotations

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.language import expressions as e
from dpsym.prove.decide.closures import EXACTLY, Closure, Env, decides, number_of
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Value


def sides(formula: Basic) -> tuple[Closure, Closure]:
    """The two numbers that a relation compares (a loss multiplied out: a against e^c b)."""
    return EXACTLY.sides(*formula.args)


def affine_in(expr: Basic, name: str, reals: frozenset = frozenset()) -> bool:
    """Whether an expression is affine, by its form, in the values of the function called `name` and some reals together."""
    inside = lambda x: (  # noqa: E731
        not x.free_symbols.isdisjoint(reals) or any(f.func.__name__ == name for f in x.atoms(AppliedUndef))
    )
    if not inside(expr) or expr in reals:
        return True
    if isinstance(expr, AppliedUndef):
        return not any(inside(a) for a in expr.args)
    if isinstance(expr, sympy.Add):
        return all(affine_in(a, name, reals) for a in expr.args)
    if isinstance(expr, sympy.Mul):
        factors = [a for a in expr.args if inside(a)]
        return len(factors) == 1 and affine_in(factors[0], name, reals)
    if isinstance(expr, e.Total):
        return affine_in(expr.body, name, reals)
    if isinstance(expr, e.Mass | e.Expectation):
        return affine_in(expr.definition(), name, reals)
    if isinstance(expr, sympy.Piecewise):
        return all(affine_in(value, name, reals) and not inside(when) for value, when in expr.args)
    return False


@decides(e.EveryEvent)
def _every_event(formula: Basic) -> Closure | None:
    event, body = formula.args
    name = event.func.__name__
    if isinstance(body, e.AllOf):
        return EXACTLY.conjunction(e.AllOf(*(e.EveryEvent(event, part) for part in body.args)))
    if not isinstance(body, sympy.Le | sympy.Lt | sympy.Ge | sympy.Gt) or not all(
        affine_in(a, name) for a in body.args
    ):
        return None
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
