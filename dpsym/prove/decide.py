"""Exact three-valued evaluation of statements at a point: True, False, or None where it is undefined or
undecided.

Numbers are rationals wherever possible: with eps = log(r) the exponential e^eps is the rational r, and losses
are compared without logarithms.  What is not rational is a ball whose sign is decided at rising precision.
Quantifiers: outcomes and events are enumerated; a real variable is decided exactly where the statement is a
rational function of it (cell by cell between the roots), a function of outcomes (a randomised test) where the
statement is made of relations that are affine in its values, a function of a real where the statement is one such
relation; else only counter-values count.  Gaussian DP of listed laws is decided at the corners of their largest power.

Conventions: a loss is compared by `a <= e^c b` (and `>=` likewise), so an outcome that both laws exclude
satisfies both; a posterior is 0 at prior 0 and 1 at prior 1; in a sum over outcomes a term with a factor 0 is
0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import sympy
from flint import arb, fmpq, fmpq_poly
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from dpsym.language import expressions as e
from dpsym.language import quantities as q
from dpsym.language.notions import CUT, GaussianDP
from dpsym.language.statements import Point
from dpsym.prove.linear import OVER_VALUES, Undecided
from dpsym.reals import real as n
from dpsym.reals.real import ONE, ZERO, Germ, NotRational, Value
from dpsym.reals.simplex import Row, TooLong, feasible

EVENTS = 12  # outcomes up to which all events are listed
CELLS = 400  # pieces of the line up to which a quantified real is decided
TESTS = 4096  # products of candidate values tried for a list of quantified reals


CHOICES = 5_000  # of functions tried for nested quantifiers over them
UNKNOWNS = 16  # values of a function up to which a statement that is affine in them is decided
CASES = 400  # conjunctions into which such a statement is split


class Env:
    """What names mean: parameters, laws (masses on the listed outcomes), and the outcomes bound at the
    moment."""

    __slots__ = ("at", "choices", "laws", "size", "tries", "values")

    def __init__(
        self, values: Mapping[Any, Value], laws: Mapping[str, Sequence[Value]], tries: Mapping | None = None
    ):
        self.values = dict(values)
        self.laws = dict(laws)
        several = [len(m) for m in self.laws.values() if len(m) > 1]
        self.size = min(several, default=min(1, len(self.laws)))
        self.at: dict[Any, int] = {}
        self.choices = 1  # of functions, where several quantifiers over them are nested
        self.tries = dict(tries or {})

    @property
    def ratios(self) -> list[fmpq]:
        """The finite positive ratios of two laws' masses at one outcome."""
        found: dict[fmpq, None] = {}
        names = sorted(self.laws)
        for one in names:
            for two in names:
                for a, b in zip(self.laws[one], self.laws[two], strict=False):
                    if one != two and isinstance(a, fmpq) and isinstance(b, fmpq) and a > 0 and b > 0:
                        found.setdefault(a / b)
        return list(found)


Closure = Callable[[Env], Any]


def fraction(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def rational(x: Any) -> fmpq:
    return fmpq(int(x.p), int(x.q)) if isinstance(x, sympy.Rational) else fmpq(x.numerator, x.denominator)


# ------------------------------------------------------------------------------------------------ numbers
@lru_cache(maxsize=20000)
def number_of(expr: Basic) -> Closure:
    """A closure that evaluates an expression in an Env."""
    for kind in type(expr).__mro__:
        build = NUMBERS.get(kind)
        if build is not None:
            return _remembered(expr, build(expr))
    if hasattr(expr, "definition"):
        return number_of(expr.definition())
    return lambda env: None


def _remembered(expr: Basic, closure: Closure) -> Closure:
    """Keep the last value of an expression in parameters alone: in a sum over outcomes it is asked for
    again."""
    if not expr.args or isinstance(expr, AppliedUndef) or expr.has(AppliedUndef):
        return closure
    symbols = tuple(expr.free_symbols)
    if not symbols or not all(isinstance(s, e.Parameter) for s in symbols) or expr.has(e.Total):
        return closure
    last: tuple[list[Value], Value] | None = None  # read and replaced as one: other threads do the same

    def run(env: Env) -> Value:
        nonlocal last
        now, known = [env.values.get(s) for s in symbols], last
        if known is not None and all(a is b for a, b in zip(known[0], now, strict=True)):
            return known[1]
        value = closure(env)
        last = now, value
        return value

    return run


def _constant(expr: Any) -> Closure:
    value = rational(expr)
    return lambda env: value


def _parameter(expr: Any) -> Closure:
    def run(env: Env) -> Value:
        return env.values.get(expr)

    return run


def _law(expr: Any) -> Closure:
    """The mass at the outcomes; at a point of listed masses no function depends on its arguments that are numbers."""
    name, outcomes = expr.func.__name__, tuple(a for a in expr.args if isinstance(a, e.Outcome))
    if not outcomes and expr.args:
        return _function_value(name, expr.args)

    def single(env: Env) -> Value:
        masses, where = env.laws.get(name), env.at.get(outcomes[0])
        return None if masses is None or where is None or where >= len(masses) else masses[where]

    def several(env: Env) -> Value:
        masses, index = env.laws.get(name), 0
        for o in outcomes:
            where = env.at.get(o)
            if where is None:
                return None
            index = index * env.size + where
        return None if masses is None or index >= len(masses) else masses[index]

    return single if len(outcomes) == 1 else several


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
        for i, known in enumerate(self.points):
            signs = [n.compare(a, b) for a, b in zip(args, known, strict=True)]
            if 1 in signs or -1 in signs:
                continue
            return None if None in signs else ONE if i == self.chosen else ZERO
        self.points.append(args)
        return ZERO


def _add(expr: Any) -> Closure:
    parts = [number_of(a) for a in expr.args]

    def run(env: Env) -> Value:
        total: Value = ZERO
        for part in parts:
            total = n.plus(total, part(env))
            if total is None:
                return None
        return total

    return run


def _mul(expr: Any) -> Closure:
    parts = [number_of(a) for a in expr.args]

    def run(env: Env) -> Value:
        total: Value = ONE
        for part in parts:
            total = n.times(total, part(env))
            if total is None:
                return None
        return total

    return run


def _pow(expr: Any) -> Closure:
    base, exponent = number_of(expr.args[0]), number_of(expr.args[1])
    if expr.args[1] == -1:
        return lambda env: n.over(ONE, base(env))
    return lambda env: n.power(base(env), exponent(env))


def _exp(expr: Any) -> Closure:
    inner = number_of(expr.args[0])
    return lambda env: n.exponential(inner(env))


def _log(expr: Any) -> Closure:
    inner = number_of(expr.args[0])
    if len(expr.args) == 2:
        base = number_of(expr.args[1])
        return lambda env: n.over(n.logarithm(inner(env)), n.logarithm(base(env)))
    return lambda env: n.logarithm(inner(env))


def _hyperbolic(expr: Any) -> Closure:
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


def _extreme(expr: Any) -> Closure:
    parts, want = [number_of(a) for a in expr.args], 1 if isinstance(expr, sympy.Max) else -1

    def run(env: Env) -> Value:
        best = parts[0](env)
        for part in parts[1:]:
            other = part(env)
            s = n.compare(other, best)
            if s is None:
                return None
            best = other if s == want else best
        return best

    return run


def _abs(expr: Any) -> Closure:
    inner = number_of(expr.args[0])

    def run(env: Env) -> Value:
        x = inner(env)
        s = n.sign(x)
        return None if s is None else n.times(fmpq(s), x) if s else ZERO

    return run


def _piecewise(expr: Any) -> Closure:
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


def _indicator(expr: Any) -> Closure:
    inner = truth_of(expr.args[0])

    def run(env: Env) -> Value:
        holds = inner(env)
        return None if holds is None else ONE if holds else ZERO

    return run


def _floor(expr: Any) -> Closure:
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


def _binomial(expr: Any) -> Closure:
    top, bottom = (number_of(a) for a in expr.args)

    def run(env: Env) -> Value:
        a, b = top(env), bottom(env)
        if not (isinstance(a, fmpq) and isinstance(b, fmpq) and a.q == 1 and b.q == 1 and 0 <= a <= 10**6):
            return None
        k = int(b.p)
        return ZERO if k < 0 or k > int(a.p) else rational(sympy.binomial(int(a.p), k))

    return run


def _factorial(expr: Any) -> Closure:
    inner = number_of(expr.args[0])

    def run(env: Env) -> Value:
        a = inner(env)
        return (
            rational(sympy.factorial(int(a.p)))
            if isinstance(a, fmpq) and a.q == 1 and 0 <= a <= 5000
            else None
        )

    return run


def _ball(name: str) -> Callable[[Any], Closure]:
    def build(expr: Any) -> Closure:
        inner = number_of(expr.args[0])
        return lambda env: n.ball_function(name, inner(env))

    return build


def _quantile(expr: Any) -> Closure:
    """Phi_inv(p) is sqrt(2) erfinv(2 p - 1); no value outside (0, 1)."""
    inner = number_of(expr.args[0])

    def run(env: Env) -> Value:
        p = inner(env)
        if p is None or n.sign(p) != 1 or n.sign(n.minus(ONE, p)) != 1:
            return None
        return n.times(n.root(fmpq(2), 2), n.ball_function("erfinv", n.minus(n.times(fmpq(2), p), ONE)))

    return run


def _factors(expr: Any) -> list[Any]:
    return [f for a in expr.args for f in _factors(a)] if isinstance(expr, sympy.Mul) else [expr]


def _total(expr: Any) -> Closure:
    terms = list(expr.body.args) if isinstance(expr.body, sympy.Add) else [expr.body]
    rows = [[number_of(f) for f in _factors(t)] for t in terms]
    # the plain factors (masses, indicators) first: a weight 0 ends the product before anything undefined is
    # met
    for row, term in zip(rows, terms, strict=True):
        order = {
            id(c): (0 if isinstance(f, AppliedUndef) else 1) for c, f in zip(row, _factors(term), strict=True)
        }
        row.sort(key=lambda c: order[id(c)])
    outcomes = expr.outcomes

    def run(env: Env) -> Value:
        saved, total = dict(env.at), ZERO
        try:
            for index in product(range(env.size), repeat=len(outcomes)):
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


def _loss(expr: Any) -> Closure:
    one, two = (number_of(a) for a in expr.args)

    def run(env: Env) -> Value:
        a, b = one(env), two(env)
        s, t = n.sign(a), n.sign(b)
        if s is None or t is None or s < 0 or t < 0 or s == t == 0:
            return None
        return n.MINUS_OO if s == 0 else n.OO if t == 0 else n.logarithm(n.over(a, b))

    return run


def _posterior(expr: Any) -> Closure:
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


def _finite_sum(expr: Any) -> Closure:
    body, low, high = number_of(expr.args[0]), number_of(expr.args[2]), number_of(expr.args[3])
    over = expr.args[1]

    def run(env: Env) -> Value:
        a, b = low(env), high(env)
        if not (isinstance(a, fmpq) and isinstance(b, fmpq)) or b - a > 100000:
            return None
        saved, total = env.values.get(over), ZERO
        k = fmpq(a.ceil())
        while k <= b and total is not None:
            env.values[over] = k
            total = n.plus(total, body(env))
            k += 1
        env.values[over] = saved
        return total

    return run


def _pi(expr: Any) -> Closure:
    return lambda env: n.Real(lambda: arb.pi())


NUMBERS: dict[Any, Callable[[Any], Closure]] = {
    sympy.Rational: _constant,
    type(sympy.E): lambda expr: lambda env: n.exponential(ONE),
    type(sympy.pi): _pi,
    type(sympy.oo): lambda expr: lambda env: n.OO,
    type(-sympy.oo): lambda expr: lambda env: n.MINUS_OO,
    sympy.Symbol: _parameter,
    sympy.Lambda: lambda expr: lambda env: expr,
    AppliedUndef: _law,
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
    sympy.exp: _exp,
    sympy.log: _log,
    sympy.tanh: _hyperbolic,
    sympy.sinh: _hyperbolic,
    sympy.cosh: _hyperbolic,
    sympy.Max: _extreme,
    sympy.Min: _extreme,
    sympy.Abs: _abs,
    sympy.Piecewise: _piecewise,
    sympy.floor: _floor,
    sympy.ceiling: _floor,
    sympy.binomial: _binomial,
    sympy.factorial: _factorial,
    **{getattr(sympy, f): _ball(f) for f in ("erf", "erfc", "erfinv", "sin", "cos", "atan", "atanh")},
    e.Total: _total,
    e.Indicator: _indicator,
    e.Loss: _loss,
    e.Posterior: _posterior,
    e.Phi_inv: _quantile,
    q.FiniteSum: _finite_sum,
}


# ----------------------------------------------------------------------------------------------- formulas
@lru_cache(maxsize=20000)
def truth_of(formula: Basic) -> Closure:
    """A closure that decides a formula in an Env."""
    for kind in type(formula).__mro__:
        build = FORMULAS.get(kind)
        if build is not None:
            return build(formula)
    if hasattr(formula, "definition"):
        return truth_of(formula.definition())
    return lambda env: None


HOLDS: dict[Any, Callable[[int], bool]] = {
    sympy.Le: lambda s: s <= 0,
    sympy.Lt: lambda s: s < 0,
    sympy.Ge: lambda s: s >= 0,
    sympy.Gt: lambda s: s > 0,
    sympy.Eq: lambda s: s == 0,
    sympy.Ne: lambda s: s != 0,
}


def sides(formula: Any) -> tuple[Closure, Closure]:
    """The two numbers that a relation compares (a loss multiplied out: a against e^c b)."""
    left, right = formula.args
    if isinstance(left, e.Loss) != isinstance(right, e.Loss):
        loss, bound = (left, right) if isinstance(left, e.Loss) else (right, left)
        a, b, c = number_of(loss.args[0]), number_of(loss.args[1]), number_of(bound)
        scaled: Closure = lambda env: n.times(n.exponential(c(env)), b(env))  # noqa: E731
        return (a, scaled) if isinstance(left, e.Loss) else (scaled, a)
    return number_of(left), number_of(right)


def _relation(formula: Any) -> Closure:
    holds = HOLDS[formula.func]
    if all(isinstance(a, e.Outcome) for a in formula.args):
        return _outcomes_agree(formula)
    left, right = sides(formula)

    def run(env: Env) -> bool | None:
        s = n.compare(left(env), right(env))
        return None if s is None else holds(s)

    return run


def _outcomes_agree(formula: Any) -> Closure:
    """Whether two outcomes are the same, or not."""
    one, two = formula.args
    same = formula.func is sympy.Eq

    def run(env: Env) -> bool | None:
        where = env.at.get(one), env.at.get(two)
        return None if None in where else (where[0] == where[1]) is same

    return run


def _all(formula: Any) -> Closure:
    parts = [truth_of(a) for a in formula.args]

    def run(env: Env) -> bool | None:
        result: bool | None = True
        for part in parts:
            value = part(env)
            if value is False:
                return False
            result = None if value is None else result
        return result

    return run


def _any(formula: Any) -> Closure:
    parts = [truth_of(a) for a in formula.args]

    def run(env: Env) -> bool | None:
        result: bool | None = False
        for part in parts:
            value = part(env)
            if value is True:
                return True
            result = None if value is None else result
        return result

    return run


def negation(value: bool | None) -> bool | None:
    return None if value is None else not value


def _not(formula: Any) -> Closure:
    inner = truth_of(formula.args[0])
    return lambda env: negation(inner(env))


def _implication(formula: Any) -> Closure:
    given, claim = (truth_of(a) for a in formula.args)

    def run(env: Env) -> bool | None:
        one = given(env)
        if one is False:
            return True
        two = claim(env)
        return True if two is True else None if one is None or two is None else False

    return run


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


def _every_event(formula: Any) -> Closure:
    event, body = formula.args
    name, arity = event.func.__name__, len(event.args)
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
                size = env.size**arity
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

    def listed(env: Env) -> bool | None:
        if env.size**arity > EVENTS:
            return None
        result: bool | None = True
        try:
            for bits in product((ZERO, ONE), repeat=env.size**arity):
                env.laws[name] = list(bits)
                value = one(env)
                if value is False:
                    return False
                result = None if value is None else result
            return result
        finally:
            env.laws.pop(name, None)

    return listed


def _affine_in(expr: Basic, name: str, reals: frozenset) -> bool:
    """Whether an expression is affine, by its form, in the values of a function of numbers and some reals together."""
    inside = lambda x: (  # noqa: E731
        not x.free_symbols.isdisjoint(reals) or any(f.func.__name__ == name for f in x.atoms(AppliedUndef))
    )
    if not inside(expr) or expr in reals:
        return True
    if isinstance(expr, AppliedUndef):
        return not any(inside(a) for a in expr.args)
    if isinstance(expr, sympy.Add):
        return all(_affine_in(a, name, reals) for a in expr.args)
    if isinstance(expr, sympy.Mul):
        factors = [a for a in expr.args if inside(a)]
        return len(factors) == 1 and _affine_in(factors[0], name, reals)
    if isinstance(expr, e.Total):
        return _affine_in(expr.body, name, reals)
    if isinstance(expr, sympy.Piecewise):
        return all(_affine_in(value, name, reals) and not inside(when) for value, when in expr.args)
    return False


def _whatever_function(formula: Any) -> Closure | None:
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
    if any(isinstance(a, e.Loss) for a in body.args) or not all(
        _affine_in(a, name, reals) for a in body.args
    ):
        return None
    left, right = (number_of(a) for a in body.args)
    holds = HOLDS[body.func]

    def run(env: Env) -> bool | None:
        saved, inner = env.laws.get(name), Anywhere()
        before = {r: env.values.get(r) for r in others}
        difference = lambda: n.minus(left(env), right(env))  # noqa: E731
        try:
            env.laws[name] = [inner]
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
            return None if s is None or None in signs else holds(s)
        finally:
            env.laws.pop(name)
            if saved is not None:
                env.laws[name] = saved
            for r, value in before.items():
                env.values.pop(r)
                if value is not None:
                    env.values[r] = value

    return run


def _gaussian(formula: Any) -> Closure | None:
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
        rows = [tuple(mass(env) for mass in masses_of) for _ in _bindings(env, (outcome,))]
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


def _inside_erf(symbol: e.Parameter, body: Basic) -> Closure:
    """A statement in which a real of all the line occurs only in erf(a t + b), a not 0: u with -1 < u < 1 instead."""
    u = e.parameter("u", above=-1, below=1, about="a value of the error function")

    def run(env: Env) -> bool | None:
        values: dict[Basic, Basic] = {
            s: sympy.Rational(int(v.p), int(v.q)) for s, v in env.values.items() if isinstance(v, fmpq)
        }
        for f in body.atoms(AppliedUndef):
            (given,) = env.laws.get(f.func.__name__, ())[:1] or (None,)
            if isinstance(given, sympy.Lambda) and len(given.variables) == len(f.args):
                values[f] = given.expr.xreplace(dict(zip(given.variables, f.args, strict=True)))
        with suppress(e.StatementError):
            said = body.xreplace(values)
            inside = [f for f in said.atoms(sympy.erf) if symbol in f.free_symbols]
            arguments = {sympy.expand(f.args[0]) for f in inside}
            if len(arguments) != 1 or symbol.conditions or symbol.integer_valued:
                return None
            slope = (argument := arguments.pop()).coeff(symbol)
            if symbol in sympy.expand(argument - slope * symbol).free_symbols:
                return None
            said = said.xreplace(dict.fromkeys(inside, u))
            if n.sign(number_of(slope)(env)) and symbol not in said.free_symbols:
                return truth_of(e.ForAll(u, said))(env)
        return None

    return run


def _quantified(formula: Any) -> Closure:
    variables, body = formula.args
    if isinstance(formula, e.ForAll) and isinstance(variables[0], AppliedUndef):
        decided = _whatever_function(formula)
        if decided is not None:
            return decided
    if tuple(variables) == (CUT,):
        decided = _gaussian(formula)
        if decided is not None:
            return decided
    universal = isinstance(formula, e.ForAll)
    first, rest = variables[0], variables[1:]
    inner = truth_of(body) if not rest else truth_of(type(formula)(tuple(rest), body))
    instance = inner if universal else lambda env: negation(inner(env))
    if isinstance(first, e.Outcome):
        run = _over_outcomes(first, instance)
    elif isinstance(first, e.Parameter):
        special = _orders(first, body) if universal and not rest else None
        run = _over_reals(first, instance, special, body)
        if all(isinstance(v, e.Parameter) and not v.integer_valued for v in variables):
            run = _over_reals_together(tuple(variables), body if universal else e.NotSo(body), run)
    else:
        whole = type(formula)(tuple(rest), body) if rest else body
        run = _over_functions(first, instance, whole if universal else e.NotSo(whole))
    return run if universal else lambda env: negation(run(env))


def _over_outcomes(outcome: Any, inner: Closure) -> Closure:
    def run(env: Env) -> bool | None:
        saved, result = env.at.get(outcome), True
        try:
            for i in range(env.size):
                env.at[outcome] = i
                value = inner(env)
                if value is False:
                    return False
                result = None if value is None else result  # type: ignore[assignment]
            return result
        finally:
            if saved is None:
                env.at.pop(outcome, None)
            else:
                env.at[outcome] = saved

    return run


def _over_functions(symbol: Any, inner: Closure, body: Basic) -> Closure:
    """A function on outcomes with unnamed range, say a randomised test.

    Where `body` is a combination of relations that are affine in its values, exactly: no case in which the body fails has a
    solution, or one has.  Else only counter-values (0, 1/2, 1 at each outcome) are looked for.
    """
    name = symbol.func.__name__
    arity = sum(isinstance(a, e.Outcome) for a in symbol.args)
    failing = cases_of(body, name, False) if arity == len(symbol.args) else _unknown

    def listed(env: Env) -> bool | None:
        saved = env.laws.get(name)
        if env.size**arity > 8:
            return None
        values = (ZERO, ONE) if env.size**arity > 4 else (ZERO, ONE, fmpq(1, 2))
        before = env.choices
        env.choices *= len(values) ** (env.size**arity)
        try:
            if env.choices > CHOICES:
                return None
            for masses in product(values, repeat=env.size**arity):
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
        if env.size**arity <= UNKNOWNS:
            with suppress(Undecided, TooLong):
                return not any(feasible(case, OVER_VALUES) for case in failing(env, env.size**arity))
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


Unknown = str | tuple[e.Parameter, ...]  # a function on outcomes, by its name, or several reals


def _mentions(thing: Basic, unknown: Unknown) -> bool:
    if isinstance(unknown, tuple):
        return not thing.free_symbols.isdisjoint(unknown)
    return any(f.func.__name__ == unknown for f in thing.atoms(AppliedUndef))


Case = tuple[Row, ...]  # relations that hold together
Form = tuple[Value, ...]  # coefficients of the function's values, then a constant
Cases = Callable[[Env, int], list[Case]]  # the cases of a formula, for so many unknown values
Forms = Callable[[Env, int], list[tuple[Case, Form]]]  # the values of an expression, each with its case


# A statement about a function's values at the listed outcomes, as cases of affine rows.
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
    if hasattr(formula, "definition"):
        return cases_of(formula.definition(), unknown, holds)
    return _unknown


def _unknown(env: Env, size: int) -> Any:
    raise Undecided


def _known(closure: Closure, holds: bool) -> Cases:
    def run(env: Env, size: int) -> list[Case]:
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


def _bindings(env: Env, outcomes: tuple) -> Iterator[None]:
    """Bind the outcomes to each element of their space in turn."""
    saved = dict(env.at)
    try:
        for index in product(range(env.size), repeat=len(outcomes)):
            env.at.update(zip(outcomes, index, strict=True))
            yield
    finally:
        env.at = saved


def _at_outcomes(formula: Any, unknown: Unknown, holds: bool) -> Cases:
    variables, body = tuple(formula.args[0]), cases_of(formula.args[1], unknown, holds)
    if not all(isinstance(v, e.Outcome) for v in variables):
        return _unknown
    together = isinstance(formula, e.ForAll) is holds

    def run(env: Env, size: int) -> list[Case]:
        found: list[Case] = [()] if together else []
        for _ in _bindings(env, variables):
            here = body(env, size)
            found = both(found, here) if together else [*found, *here]
        return found

    return run


def _of_relation(formula: Any, unknown: Unknown, holds: bool) -> Cases:
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
        return lambda env, size: add_up(body(env, size) for _ in _bindings(env, expr.outcomes))
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
    return _unknown


def constant(value: Value, size: int) -> Form:
    if value is None or isinstance(value, n.Inf):
        raise Undecided
    return (*[ZERO] * size, value)


def _value_there(outcomes: tuple) -> Forms:
    def run(env: Env, size: int) -> list[tuple[Case, Form]]:
        index = 0
        for outcome in outcomes:
            if outcome not in env.at:
                raise Undecided
            index = index * env.size + env.at[outcome]
        return [((), tuple(ONE if i == index else ZERO for i in range(size + 1)))]

    return run


def _function_of_forms(expr: Any, unknown: Unknown) -> Forms:
    """The value of a function of numbers, at arguments that depend on the unknown function."""
    other = expr.func.__name__

    def run(env: Env, size: int) -> list[tuple[Case, Form]]:
        (given,) = env.laws.get(other) or (None,)
        if isinstance(given, sympy.Lambda) and len(given.variables) == len(expr.args):
            with e.as_written():
                there = given.expr.xreplace(dict(zip(given.variables, expr.args, strict=True)))
            return forms_of(there, unknown)(env, size)
        if given is None or isinstance(given, sympy.Lambda):
            raise Undecided
        return [((), constant(given, size))]

    return run


def _coordinate(index: int) -> Forms:
    return lambda env, size: [((), tuple(ONE if i == index else ZERO for i in range(size + 1)))]


def add_up(terms: Iterable[list[tuple[Case, Form]]]) -> list[tuple[Case, Form]]:
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


def _product(expr: Any, unknown: Unknown) -> Forms:
    factors = _factors(expr)
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


def _pieces(branches: Iterable[Any], unknown: Unknown) -> Forms:
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
    if len(found) > CASES:
        raise Undecided
    return found


def both(one: list[Case], two: list[Case]) -> list[Case]:
    return few([(*a, *b) for a in one for b in two])


def bounds_of(symbol: e.Parameter) -> Closure:
    """The bounds of a parameter's domain as values: (low, strict, high, strict)."""
    lower, upper = symbol.least, symbol.upper
    low = None if lower is None else number_of(lower[0])
    high = None if upper is None else number_of(upper[0])
    return lambda env: (
        n.MINUS_OO if low is None else low(env),
        lower is None or lower[1],
        n.OO if high is None else high(env),
        upper is None or upper[1],
    )


def in_domain(symbol: e.Parameter, value: Value, env: Env) -> bool | None:
    """Whether a value lies in the domain of a parameter (its bounds read in `env`)."""
    low, low_strict, high, high_strict = bounds_of(symbol)(env)
    if symbol.integer_valued and not (isinstance(value, fmpq) and value.q == 1):
        return False
    result: bool | None = True
    for s, strict in ((n.compare(low, value), low_strict), (n.compare(value, high), high_strict)):
        if s is not None and (s > 0 or (s == 0 and strict)):
            return False
        result = None if s is None else result
    return result


def smart_values(symbol: e.Parameter, env: Env) -> Iterator[Value]:
    """Values at which a statement about a pair is likely to change: simple, critical for the pair, near
    the bounds."""
    yield from env.tries.get(symbol.name, ())
    low, _, high, _ = bounds_of(symbol)(env)
    if isinstance(low, fmpq) and isinstance(high, fmpq):
        width = high - low
        parts = [fmpq(1, 2), fmpq(0), fmpq(1), *(fmpq(i, d) for d in (3, 4, 5, 10) for i in range(1, d))]
        small = [fmpq(1, 10**k) for k in (2, 3, 6)]
        yield from (low + width * x for x in [*parts, *small, *(1 - x for x in small)])
    else:
        start = low if isinstance(low, fmpq) else ZERO
        for x in (
            fmpq(1),
            fmpq(2),
            fmpq(1, 2),
            fmpq(3),
            fmpq(1, 10),
            fmpq(10),
            fmpq(0),
            fmpq(1, 100),
            fmpq(100),
        ):
            yield start + x
        if not isinstance(low, fmpq):
            yield from (fmpq(-1), fmpq(-1, 2), fmpq(-3), fmpq(-10))
        for base in (2, 3, 4):
            yield n.make_log(ZERO, ((fmpq(base), ONE),))
    for r in env.ratios:
        s = n.root(r, 2)
        yield n.over(ONE, n.plus(ONE, s))  # the prior at which a loss log r moves the posterior most
        yield fmpq(1) / (1 + r)
        yield n.logarithm(r)


def _over_reals(symbol: e.Parameter, inner: Closure, special: Closure | None, body: Basic) -> Closure:
    def run(env: Env) -> bool | None:
        saved = env.values.get(symbol)
        try:
            if _nothing_between(symbol, env):
                return True
            if special is not None:
                known = special(env)
                if known is not None:
                    return known
            if symbol.integer_valued:
                return _integers(symbol, inner, env)
            for scale in (0, 1, 2):  # the variable itself, or e to its power, or to half its power
                try:
                    known = _cells(symbol, inner, env, scale)
                    if known is not None:
                        return known
                except NotRational:
                    continue
            for value in smart_values(symbol, env):
                if value is None or isinstance(value, n.Inf) or in_domain(symbol, value, env) is not True:
                    continue
                env.values[symbol] = value
                try:
                    if inner(env) is False:
                        return False
                except NotRational:
                    continue
            return None
        finally:
            env.values[symbol] = saved
            if saved is None:
                env.values.pop(symbol, None)

    return run


def _nothing_between(symbol: e.Parameter, env: Env) -> bool:
    """Whether the domain of a parameter is empty."""
    low, low_strict, high, high_strict = bounds_of(symbol)(env)
    if low is None or high is None or isinstance(low, n.Inf) or isinstance(high, n.Inf):
        return False
    with suppress(NotRational):
        s = n.compare(low, high)
        return s is not None and (s > 0 or (s == 0 and (low_strict or high_strict)))
    return False


def counter_value(symbol: e.Parameter, inner: Closure, env: Env) -> Value:
    """A value of a quantified real at which `inner` is false, simple values first."""
    for value in smart_values(symbol, env):
        if value is None or isinstance(value, n.Inf) or in_domain(symbol, value, env) is not True:
            continue
        env.values[symbol] = value
        try:
            if inner(env) is False:
                return value
        except NotRational:
            continue
    found: list[Value] = []

    def watch(watched: Env) -> bool | None:
        known = inner(watched)
        if known is False:
            value = watched.values[symbol]
            if isinstance(value, n.LogOf) and isinstance(value.value, Germ):
                value = n.make_log(ZERO, ((value.value.here, value.k),))
            found.append(value.here if isinstance(value, Germ) else value)
        return known

    with suppress(NotRational):
        _over_reals(symbol, watch, None, sympy.true)(env)
    return found[-1] if found else None


def _integers(symbol: e.Parameter, inner: Closure, env: Env) -> bool | None:
    env.values.pop(symbol, None)
    if inner(env) is True:  # whatever the number is
        return True
    low, strict, high, high_strict = bounds_of(symbol)(env)
    start = (low.floor() + 1 if strict else low.ceil()) if isinstance(low, fmpq) else fmpq(0)
    result: bool | None = (
        True if isinstance(low, fmpq) and isinstance(high, fmpq) and high - low < 1000 else None
    )
    for k in range(int(start), int(start) + 1000):
        if result is None and k > int(start) + 30:
            break
        s = n.compare(fmpq(k), high)
        if s is None or s > 0 or (s == 0 and high_strict):
            break
        env.values[symbol] = fmpq(k)
        value = inner(env)
        if value is False:
            return False
        result = None if value is None else result
    return result


def _exponential_bound(b: Value, scale: int) -> Value:
    return (
        n.OO
        if isinstance(b, n.Inf) and b.up
        else ZERO
        if isinstance(b, n.Inf)
        else n.exponential(n.over(b, fmpq(scale)))
    )


def _cells(symbol: e.Parameter, inner: Closure, env: Env, scale: int = 0) -> bool | None:
    """Decide a statement whose atoms are rational functions of one variable, on the whole domain of the
    variable.

    The statement is evaluated at a sample point with the variable a germ; between the roots of the
    polynomials whose signs were read its truth is constant.  The roots are points of their own.  With a scale
    k the variable is read as k log x, for a statement that is rational in x.
    """
    low, low_strict, high, high_strict = bounds_of(symbol)(env)
    if scale:
        low, high = _exponential_bound(low, scale), _exponential_bound(high, scale)
        low_strict = low_strict or symbol.lower is None
    for bound in (low, high):
        if bound is None or not isinstance(bound, fmpq | n.Inf):
            raise NotRational
    ends = [b for b, strict in ((low, low_strict), (high, high_strict)) if isinstance(b, fmpq) and not strict]
    result: bool | None = True

    def at_point(value: Value) -> bool | None:
        if scale and isinstance(value, fmpq):
            value = n.make_log(ZERO, ((value, fmpq(scale)),))
        elif scale:
            value = n.LogOf(value, fmpq(scale))
        env.values[symbol] = value
        return inner(env)

    for point in ends:
        value = at_point(point)
        if value is False:
            return False
        result = None if value is None else result
    if ends and n.compare(low, high) == 0:
        return result
    todo: list[tuple[Value, Value]] = [(low, high)]
    done = 0
    factors: dict[str, fmpq_poly] = {}
    roots: dict[str, list[Value]] = {}
    while todo:
        left, right = todo.pop()
        done += 1
        if done > CELLS:
            return None
        sample = _inside(left, right)
        if sample is None:
            return None
        seen: list[fmpq_poly] = []
        germ = Germ(fmpq_poly([0, 1]), fmpq_poly([1]), sample, seen)
        env.values[symbol] = n.LogOf(germ, fmpq(scale)) if scale else germ
        value = inner(env)
        if value is False:
            return False  # the sample itself is a counter-value
        inside: list[Value] = []
        for poly in {str(p): p for p in seen if p.degree() > 0}.values():
            for factor, _ in poly.factor()[1]:
                key = str(factor)
                if key not in factors:
                    factors[key], roots[key] = factor, n.algebraic_roots(factor)
                inside += [r for r in roots[key] if n.compare(left, r) == -1 and n.compare(r, right) == -1]
        cuts = _distinct(inside)
        if value is None and not cuts:
            result = None
            continue
        points = [left, *cuts, right]
        for one, two in pairwise(points):
            holds_sample = n.compare(one, sample) == -1 and n.compare(sample, two) == -1
            if not (holds_sample and value is not None):
                todo.append((one, two))
        for cut in cuts:
            known = at_point(cut)
            if known is False:
                return False
            result = None if known is None else result
        if len(cuts) > CELLS:
            return None
    return result


def _distinct(values: Iterable[Value]) -> list[Value]:
    ordered: list[Value] = []
    for v in values:
        for i, w in enumerate(ordered):
            s = n.compare(v, w)
            if s is None:
                raise NotRational
            if s <= 0:
                if s < 0:
                    ordered.insert(i, v)
                break
        else:
            ordered.append(v)
    return ordered


def _inside(left: Value, right: Value) -> fmpq | None:
    """A simple rational strictly between two values."""
    for bits in (64, 256, 1024):
        low = high = None
        if not isinstance(left, n.Inf):
            low = left if isinstance(left, fmpq) else _outer(left, bits, up=True)
        if not isinstance(right, n.Inf):
            high = right if isinstance(right, fmpq) else _outer(right, bits, up=False)
        if low is None or high is None or low < high:
            return n.simplest_between(low, high)
    return None


def _outer(value: Value, bits: int, up: bool) -> fmpq:
    ball = n.enclosed(value, bits)
    return (ball.upper() if up else ball.lower()).fmpq()


def _linear_after_order(exponent: Basic, alpha: e.Parameter) -> tuple[Closure, Closure] | None:
    """(c0, c1) where the exponent reads (alpha - 1) (c0 + c1 alpha), by its form."""
    factors = _factors(exponent)
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
            inner = _factors(t)
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


def _orders(alpha: e.Parameter, body: Basic) -> Closure | None:
    """Decides `for all alpha > 1: [b = 0 implies a = 0 and] RenyiMoment(alpha) <= exp((alpha-1) g(alpha))`,
    g(alpha) = c0 + c1 alpha with c1 >= 0.

    The Rényi divergence D grows with the order, so D at a1 <= g(a0) settles all orders in [a0, a1]; D is at
    most the largest loss, which settles all large orders.
    """
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
    budget_form = _linear_after_order(bound.args[0], alpha)
    if budget_form is None:
        return None
    constant_of, slope_of = budget_form
    rest = [truth_of(x) for x in others]
    one_order = number_of(moment.definition())
    pair = moment.args[1]
    if len(pair.outcomes) != 1:
        return None
    a_of, b_of, outcome = number_of(pair.a), number_of(pair.b), pair.outcomes[0]

    def value(env: Env, closure: Closure, x: Value) -> Value:
        env.values[alpha] = x
        return closure(env)

    def run(env: Env) -> bool | None:
        for part in rest:
            known = part(env)
            if known is not True:
                return known
        constant, slope = constant_of(env), slope_of(env)
        if constant is None or n.sign(slope) not in (0, 1):
            return None
        env.at[outcome] = 0
        largest: Value = n.MINUS_OO
        try:
            for i in range(env.size):
                env.at[outcome] = i
                a, b = a_of(env), b_of(env)
                if n.sign(a) == 1:
                    if n.sign(b) != 1:
                        return None
                    z = n.logarithm(n.over(a, b))
                    largest = z if n.compare(z, largest) == 1 else largest
        finally:
            env.at.pop(outcome, None)
        budget = lambda x: n.plus(constant, n.times(slope, x))  # noqa: E731

        def divergence(x: fmpq) -> Value:
            return n.times(1 / (x - 1), n.logarithm(value(env, one_order, x)))

        x, step = ONE, fmpq(1, 4)
        for _ in range(400):
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
            if step < fmpq(1, 2**24):
                return None
        return None

    return run


FORMULAS: dict[Any, Callable[[Any], Closure]] = {
    Relational: _relation,
    BooleanTrue: lambda formula: lambda env: True,
    BooleanFalse: lambda formula: lambda env: False,
    e.AllOf: _all,
    e.AnyOf: _any,
    sympy.And: _all,
    sympy.Or: _any,
    e.NotSo: _not,
    sympy.Not: _not,
    e.Implication: _implication,
    e.EveryEvent: _every_event,
    e.ForAll: _quantified,
    e.Exists: _quantified,
}


# --------------------------------------------------------------------------------------------------- points
def environment(at: Point, tries: Mapping | None = None) -> Env:
    """The Env of a point: its parameters in order (a value may mention earlier ones), then its laws."""
    env = Env({}, {}, tries)
    left = list(at.at)
    for _ in range(len(left) + 1):
        waiting = []
        for symbol, expr in left:
            value = number_of(sympy.sympify(expr))(env)
            if value is None:
                waiting.append((symbol, expr))
            else:
                env.values[symbol] = value
        left = waiting
    laws = {name: [number_of(sympy.sympify(m))(env) for m in masses] for name, masses in at.laws}
    result = Env(env.values, laws, tries)
    return result


def truth(formula: Basic, at: Point, tries: Mapping | None = None) -> bool | None:
    """Whether a formula holds at a point: True, False, or None (undefined there, or undecided).

    `tries` maps names of quantified variables to values to look at first.
    """
    try:
        return truth_of(formula)(environment(at, tries))
    except NotRational:
        return None


def number(expr: Basic, at: Point, bits: int = 128) -> Fraction | Any | None:
    """The value of an expression at a point: a Fraction, else a ball with `bits` of working precision, or
    None."""
    return outward(number_of(expr)(environment(at)), bits)


def outward(value: Value, bits: int = 128) -> Fraction | Any | None:
    """A value as a Fraction or a ball; None where undefined."""
    if value is None:
        return None
    if isinstance(value, fmpq):
        return fraction(value)
    if isinstance(value, n.Inf):
        return arb.pos_inf() if value.up else arb.neg_inf()
    return n.enclosed(value, bits)


def laws_are_distributions(env: Env, laws: Iterable[str]) -> bool:
    """Whether each law's masses are nonnegative and sum to 1, exactly."""
    for name in laws:
        masses = env.laws.get(name)
        if not masses or any(n.sign(m) not in (0, 1) for m in masses):
            return False
        total: Value = ZERO
        for m in masses:
            total = n.plus(total, m)
        if n.compare(total, ONE) != 0:
            return False
    return True
