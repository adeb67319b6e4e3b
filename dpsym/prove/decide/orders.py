"""Two notions decided as a whole at a point: a bound on the Renyi divergence of every order, and Gaussian DP."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import sympy
from flint import fmpq
from sympy import Basic

from dpsym import deadline
from dpsym.language import expressions as e
from dpsym.language.notions import CUT, GaussianDP
from dpsym.prove.decide.closures import Closure, Env, bindings, factors_of, number_of, truth_of
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Value

STEPS = 400  # along the orders
CLOSEST = fmpq(1, 2**24)  # of two orders that are compared


def _linear_after_order(exponent: Basic, alpha: e.Parameter) -> tuple[Closure, Closure] | None:
    """(c0, c1) where the exponent reads (alpha - 1) (c0 + c1 alpha), by its form."""
    factors = factors_of(exponent)
    shifted = [f for f in factors if isinstance(f, sympy.Add) and set(f.args) == {alpha, sympy.Integer(-1)}]
    if len(shifted) != 1:
        return None
    factors.remove(shifted[0])
    plain = [f for f in factors if alpha not in f.free_symbols]
    left = [f for f in factors if alpha in f.free_symbols]
    scale = sympy.Mul(*plain, evaluate=False)
    if len(left) > 1:
        return None
    terms = left[0].args if left and isinstance(left[0], sympy.Add) else left or [sympy.Integer(1)]
    constant = [t for t in terms if alpha not in t.free_symbols]
    linear = []
    for t in terms:
        if alpha in t.free_symbols:
            inner = factors_of(t)
            if alpha not in inner:
                return None
            inner.remove(alpha)
            if any(alpha in f.free_symbols for f in inner):
                return None
            linear.append(sympy.Mul(*inner, evaluate=False))
    parts = [
        number_of(sympy.Mul(scale, sympy.Add(*x, evaluate=False), evaluate=False)) for x in (constant, linear)
    ]
    return parts[0], parts[1]


class _Moment(NamedTuple):
    """RenyiMoment(alpha) <= exp((alpha - 1) (constant + slope alpha)), and the parts of the body without alpha."""

    moment: e.RenyiMoment
    constant: Closure
    slope: Closure
    others: list[Closure]


def _moment_below_line(alpha: e.Parameter, body: Basic) -> _Moment | None:
    """The body of a statement about every order, by its form."""
    parts = list(body.args) if isinstance(body, e.AllOf) else [body]
    moments = [x for x in parts if isinstance(x, sympy.Le) and isinstance(x.args[0], e.RenyiMoment)]
    others = [x for x in parts if x not in moments]
    if len(moments) != 1 or any(alpha in x.free_symbols for x in others):
        return None
    moment, bound = moments[0].args
    if moment.args[0] != alpha or not isinstance(bound, sympy.exp) or alpha in moment.args[1].free_symbols:
        return None
    if alpha.lower is None or alpha.lower[0] != 1 or alpha.upper is not None:
        return None
    line = _linear_after_order(bound.args[0], alpha)
    if line is None or len(moment.args[1].outcomes) != 1:
        return None
    return _Moment(moment, *line, [truth_of(x) for x in others])


def of_every_order(alpha: e.Parameter, body: Basic) -> Closure | None:
    """Decides `for all alpha > 1: [b = 0 implies a = 0 and] RenyiMoment(alpha) <= exp((alpha-1) g(alpha))`,
    g(alpha) = c0 + c1 alpha with c1 >= 0.

    The Rényi divergence D grows with the order, so D at a1 <= g(a0) settles all orders in [a0, a1]; D is at
    most the largest loss, which settles all large orders.
    """
    read = _moment_below_line(alpha, body)
    if read is None:
        return None
    one_order, largest_loss = number_of(read.moment.definition()), _largest_loss(read.moment.args[1])

    def run(env: Env) -> bool | None:
        for part in read.others:
            known = part(env)
            if known is not True:
                return known
        constant, slope = read.constant(env), read.slope(env)
        largest = largest_loss(env)
        if constant is None or n.sign(slope) not in (0, 1) or largest is None:
            return None

        def divergence(x: fmpq) -> Value:
            deadline.spend(deadline.DIVERGENCE)
            env.values[alpha] = x
            return n.times(1 / (x - 1), n.logarithm(one_order(env)))

        return _below(divergence, lambda x: n.plus(constant, n.times(slope, x)), largest)

    return run


def _largest_loss(pair: e.Pair) -> Closure:
    """The largest loss of the pair; None where it is infinite or not known."""
    a_of, b_of = number_of(pair.a), number_of(pair.b)

    def run(env: Env) -> Value:
        largest: Value = n.MINUS_OO
        for _ in bindings(env, pair.outcomes):
            a, b = a_of(env), b_of(env)
            if n.sign(a) == 1:
                if n.sign(b) != 1:
                    return None
                z = n.logarithm(n.over(a, b))
                largest = z if n.compare(z, largest) == 1 else largest
        return largest

    return run


def _below(
    divergence: Callable[[fmpq], Value], budget: Callable[[fmpq], Value], largest: Value
) -> bool | None:
    """Whether the divergence, which grows and is at most `largest`, is below the growing budget at all orders above 1."""
    x, step = ONE, fmpq(1, 4)
    for _ in range(STEPS):
        if n.compare(largest, budget(x)) in (-1, 0):
            return True
        ahead = x + step
        d = divergence(ahead)
        s = n.compare(d, budget(x))
        if s is None:
            return None
        if s <= 0:
            x, step = ahead, step * 2
            continue
        if n.compare(d, budget(ahead)) == 1:
            return False
        step = step / 2
        if step < CLOSEST:
            return None
    return None


def gaussian(formula: Basic) -> Closure | None:
    """Decides Gaussian DP in one order of the pair, with budget m, at the corners of the largest power.

    The largest power of a pair of listed laws is piecewise linear in the level and that of N(m, 1) against N(0, 1) is concave
    for m >= 0, so the first lies below the second where its corners do.  For m < 0 the test 1/2 is against it.
    """
    arguments = [a for f in formula.atoms(sympy.erf) for a in f.args[0].atoms(sympy.Add) if CUT in a.args]
    budgets = [sympy.Add(*(x for x in a.args if x != CUT), evaluate=False) for a in arguments]
    for budget, pair in product(budgets, (e.Pair(), e.Pair().swapped)):
        with e.as_written():
            said = GaussianDP(budget).one_order(pair)
        if formula in (said, GaussianDP(budget).one_order(pair)):
            break
    else:
        return None
    budget_of, outcome = number_of(budget), pair.outcomes[0]
    masses_of = number_of(pair.a), number_of(pair.b)

    def run(env: Env) -> bool | None:
        m = budget_of(env)
        s = n.sign(m)
        if s is None or s < 0:
            return None if s is None else False
        rows = [tuple(mass(env) for mass in masses_of) for _ in bindings(env, (outcome,))]
        if not all(isinstance(x, fmpq) for row in rows for x in row):
            return None
        rows = sorted((row for row in rows if row != (0, 0)), key=lambda row: row[1] / (row[0] + row[1]))
        power, level = ZERO, ZERO
        known: bool | None = True
        for a, b in rows:
            power, level = power + a, level + b
            if level == 1 or power == level:
                continue
            if level == 0 or power == 1:
                return False
            low, high = (n.ball_function("erfinv", 2 * x - 1) for x in (level, power))
            s = n.compare(n.times(n.power(fmpq(2), fmpq(1, 2)), n.minus(high, low)), m)
            if s == 1:
                return False
            known = None if s is None else known
        return known

    return run
