"""The values of expressions at a point: arithmetic, functions, masses of laws, sums over outcomes.

A posterior is 0 at prior 0 and 1 at prior 1; in a sum over outcomes a term with a factor 0 is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sympy
from flint import arb, fmpq
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.language import expressions as e
from dpsym.language import quantities as q
from dpsym.prove.decide.closures import (
    Closure,
    Env,
    evaluates,
    factors_of,
    is_inverse,
    number_of,
    tail_of,
    truth_of,
)
from dpsym.reals import real as n
from dpsym.reals.exact import exact
from dpsym.reals.real import ONE, ZERO, Germ, Value


@evaluates(sympy.Rational)
def _constant(expr: Basic) -> Closure:
    value = exact(expr)
    return lambda env: value


@evaluates(sympy.Symbol)
def _parameter(expr: Basic) -> Closure:
    def run(env: Env) -> Value:
        return env.values.get(expr)

    return run


@evaluates(AppliedUndef)
def _law(expr: Basic) -> Closure:
    """The mass at the outcomes; at a point of listed masses no function depends on its arguments that are numbers."""
    name, outcomes = expr.func.__name__, tuple(a for a in expr.args if isinstance(a, e.Outcome))
    if not outcomes and expr.args:
        return _function_value(name, expr.args)

    def single(env: Env) -> Value:
        return listed(env, env.laws.get(name), env.at.get(outcomes[0]))

    def several(env: Env) -> Value:
        return listed(env, env.laws.get(name), env.place(outcomes))

    def listed(env: Env, masses: Sequence[Value] | None, index: int | None) -> Value:
        if masses is None or index is None:
            return None
        if len(masses) == 1 and isinstance(masses[0], sympy.Lambda):
            return _of_expression(masses[0], expr.args, env)
        return None if index >= len(masses) else masses[index]

    return single if len(outcomes) == 1 else several


def _of_expression(given: sympy.Lambda, args: tuple[Basic, ...], env: Env) -> Value:
    """The value of a function of outcomes, and of numbers, that a point gives by an expression in all of them."""
    if len(given.variables) != len(args):
        return None
    with e.as_written():
        value = given.expr.xreplace(dict(zip(given.variables, args, strict=True)))
    return number_of(value)(env)


def _function_value(name: str, args: tuple) -> Closure:
    """The value of a function of numbers: an expression in its argument, or one number where it is constant."""
    inner = [number_of(a) for a in args]

    def run(env: Env) -> Value:
        (given,) = env.laws.get(name) or (None,)
        if not isinstance(given, sympy.Lambda | Anywhere):
            return given
        values = [a(env) for a in inner]
        if any(v is None for v in values):
            return None
        if isinstance(given, Anywhere):
            return given.value(values)
        if len(given.variables) != len(inner):
            return None
        saved = dict(env.values)
        try:
            env.values.update(zip(given.variables, values, strict=True))
            return number_of(given.expr)(env)
        finally:
            env.values = saved

    return run


class Anywhere:
    """A function of numbers: 1 at one of the points at which it has been asked for (`chosen`, by number), 0 elsewhere."""

    def __init__(self) -> None:
        self.points: list[list[Value]] = []
        self.chosen = -1

    def value(self, args: list[Value]) -> Value:
        """The value at these arguments, a new point where none was equal; None where they cannot be told from
        one."""
        for i, known in enumerate(self.points):
            signs = [n.compare(a, b) for a, b in zip(args, known, strict=True)]
            if 1 in signs or -1 in signs:
                continue
            return None if None in signs else ONE if i == self.chosen else ZERO
        self.points.append(args)
        return ZERO


@evaluates(sympy.Add)
def _add(expr: Basic) -> Closure:
    tail = tail_of(expr)
    if tail is not None:
        inner = number_of(tail)
        return lambda env: n.ball_function("erfc", inner(env))
    parts = [number_of(a) for a in expr.args]
    return lambda env: n.in_pairs(n.plus, (part(env) for part in parts), ZERO)


@evaluates(sympy.Mul)
def _mul(expr: Basic) -> Closure:
    below = [number_of(a.args[0]) for a in expr.args if is_inverse(a)]
    above = [number_of(a) for a in expr.args if not is_inverse(a)]
    product = lambda parts, env: n.in_pairs(n.times, (part(env) for part in parts), ONE)  # noqa: E731
    if not below:
        return lambda env: product(above, env)
    return lambda env: n.over(product(above, env), product(below, env))


@evaluates(sympy.Pow)
def _pow(expr: Basic) -> Closure:
    base, exponent = number_of(expr.args[0]), number_of(expr.args[1])
    if is_inverse(expr):
        return lambda env: n.over(ONE, base(env))
    return lambda env: n.power(base(env), exponent(env))


@evaluates(sympy.exp)
def _exp(expr: Basic) -> Closure:
    inner = number_of(expr.args[0])
    return lambda env: n.exponential(inner(env))


@evaluates(sympy.log)
def _log(expr: Basic) -> Closure:
    inner = number_of(expr.args[0])
    if len(expr.args) == 2:
        base = number_of(expr.args[1])
        return lambda env: n.over(n.logarithm(inner(env)), n.logarithm(base(env)))
    return lambda env: n.logarithm(inner(env))


@evaluates(sympy.tanh, sympy.sinh, sympy.cosh)
def _hyperbolic(expr: Basic) -> Closure:
    inner, kind = number_of(expr.args[0]), type(expr)

    def run(env: Env) -> Value:
        x = inner(env)
        if isinstance(x, n.Inf):
            return (ONE if x.up else -ONE) if kind is sympy.tanh else n.OO if kind is sympy.cosh else x
        up = n.exponential(x)
        if up is None:
            return None
        down = n.over(ONE, up)
        if kind is sympy.tanh:
            square = n.exponential(n.times(fmpq(2), x))
            return n.over(n.minus(square, ONE), n.plus(square, ONE))
        return n.times(fmpq(1, 2), n.minus(up, down) if kind is sympy.sinh else n.plus(up, down))

    return run


@evaluates(sympy.Max, sympy.Min)
def _extreme(expr: Basic) -> Closure:
    parts, up = [number_of(a) for a in expr.args], isinstance(expr, sympy.Max)

    def run(env: Env) -> Value:
        best = parts[0](env)
        for part in parts[1:]:
            best = n.extreme(part(env), best, up)
        return best

    return run


@evaluates(sympy.Abs)
def _abs(expr: Basic) -> Closure:
    inner = number_of(expr.args[0])

    def run(env: Env) -> Value:
        x = inner(env)
        s = n.sign(x)
        return None if s is None else n.times(fmpq(s), x) if s else ZERO

    return run


@evaluates(sympy.Piecewise)
def _piecewise(expr: Basic) -> Closure:
    branches = [(number_of(value), truth_of(condition)) for value, condition in expr.args]

    def run(env: Env) -> Value:
        for value, condition in branches:
            holds = condition(env)
            if holds is None:
                return None
            if holds:
                return value(env)
        return None

    return run


@evaluates(e.Indicator)
def _indicator(expr: Basic) -> Closure:
    inner = truth_of(expr.args[0])

    def run(env: Env) -> Value:
        holds = inner(env)
        return None if holds is None else ONE if holds else ZERO

    return run


@evaluates(sympy.floor, sympy.ceiling)
def _floor(expr: Basic) -> Closure:
    inner, up = number_of(expr.args[0]), isinstance(expr, sympy.ceiling)

    def run(env: Env) -> Value:
        x = inner(env)
        if isinstance(x, fmpq):
            return fmpq(x.ceil() if up else x.floor())
        if x is None or isinstance(x, n.Inf | Germ):
            return None
        v = n.enclosed(x, 512)
        whole = (v.ceil() if up else v.floor()).unique_fmpz()
        return None if whole is None else fmpq(whole)

    return run


@evaluates(sympy.binomial)
def _binomial(expr: Basic) -> Closure:
    top, bottom = (number_of(a) for a in expr.args)

    def run(env: Env) -> Value:
        a, b = top(env), bottom(env)
        if not (isinstance(a, fmpq) and isinstance(b, fmpq) and a.q == 1 and b.q == 1 and 0 <= a <= 10**6):
            return None
        k = int(b.p)
        return ZERO if k < 0 or k > int(a.p) else exact(sympy.binomial(int(a.p), k))

    return run


@evaluates(sympy.factorial)
def _factorial(expr: Basic) -> Closure:
    inner = number_of(expr.args[0])

    def run(env: Env) -> Value:
        a = inner(env)
        return (
            exact(sympy.factorial(int(a.p))) if isinstance(a, fmpq) and a.q == 1 and 0 <= a <= 5000 else None
        )

    return run


@evaluates(sympy.erf)
def _error_function(expr: Basic) -> Closure:
    inner = number_of(expr.args[0])
    return lambda env: n.ball_function("erf", inner(env))


@evaluates(e.Phi_inv)
def _quantile(expr: Basic) -> Closure:
    """Phi_inv(p) is sqrt(2) erfinv(2 p - 1); no value outside (0, 1)."""
    inner = number_of(expr.args[0])

    def run(env: Env) -> Value:
        p = inner(env)
        if p is None or n.sign(p) != 1 or n.sign(n.minus(ONE, p)) != 1:
            return None
        return n.times(n.root(fmpq(2), 2), n.ball_function("erfinv", n.minus(n.times(fmpq(2), p), ONE)))

    return run


@evaluates(e.Total)
def _total(expr: Basic) -> Closure:
    terms = list(expr.body.args) if isinstance(expr.body, sympy.Add) else [expr.body]
    rows = [[number_of(f) for f in factors_of(t)] for t in terms]
    # the plain factors (masses, indicators) first: a weight 0 ends the product before anything undefined is
    # met
    for row, term in zip(rows, terms, strict=True):
        order = {
            id(c): (0 if isinstance(f, AppliedUndef) else 1)
            for c, f in zip(row, factors_of(term), strict=True)
        }
        row.sort(key=lambda c: order[id(c)])
    outcomes = expr.outcomes

    def run(env: Env) -> Value:
        saved = dict(env.at)
        total: Value = ZERO
        try:
            for index in env.elements(outcomes):
                env.at.update(zip(outcomes, index, strict=True))
                for row in rows:
                    value: Value = ONE
                    for factor in row:
                        f = factor(env)
                        if isinstance(f, fmpq) and f == 0:
                            value = ZERO
                            break
                        value = n.times(value, f)
                    total = n.plus(total, value)
                    if total is None:
                        return None
            return total
        finally:
            env.at = saved

    return run


@evaluates(e.Loss)
def _loss(expr: Basic) -> Closure:
    one, two = (number_of(a) for a in expr.args)

    def run(env: Env) -> Value:
        a, b = one(env), two(env)
        s, t = n.sign(a), n.sign(b)
        if s is None or t is None or s < 0 or t < 0 or s == t == 0:
            return None
        return n.MINUS_OO if s == 0 else n.OO if t == 0 else n.logarithm(n.over(a, b))

    return run


@evaluates(e.Posterior)
def _posterior(expr: Basic) -> Closure:
    prior, one, two = (number_of(a) for a in expr.args)

    def run(env: Env) -> Value:
        p = prior(env)
        low, high = n.sign(p), n.compare(p, ONE)
        if low is None or high is None:
            return None
        if low <= 0 or high >= 0:
            return ZERO if low <= 0 else ONE
        top = n.times(p, one(env))
        return n.over(top, n.plus(top, n.times(n.minus(ONE, p), two(env))))

    return run


@evaluates(q.FiniteSum)
def _finite_sum(expr: Basic) -> Closure:
    body, low, high = number_of(expr.args[0]), number_of(expr.args[2]), number_of(expr.args[3])
    over = expr.args[1]

    def run(env: Env) -> Value:
        a, b = low(env), high(env)
        if not (isinstance(a, fmpq) and isinstance(b, fmpq)) or b - a > 100000:
            return None
        saved, first = env.values.get(over), fmpq(a.ceil())

        def terms() -> Iterator[Value]:
            k = first
            while k <= b:
                env.values[over] = k
                yield body(env)
                k += 1

        total = n.in_pairs(n.plus, terms(), ZERO)
        env.values[over] = saved
        return total

    return run


@evaluates(type(sympy.pi))
def _pi(_expr: Basic) -> Closure:
    return lambda env: n.Real(lambda: arb.pi())


@evaluates(type(sympy.E))
def _e(_expr: Basic) -> Closure:
    return lambda env: n.exponential(ONE)


@evaluates(type(sympy.oo), type(-sympy.oo))
def _infinity(expr: Basic) -> Closure:
    value = n.OO if expr == sympy.oo else n.MINUS_OO
    return lambda env: value


@evaluates(sympy.Lambda)
def _itself(expr: Basic) -> Closure:
    return lambda env: expr
