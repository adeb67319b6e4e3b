"""A first look at a formula in floats: where it is far from the line, it need not be evaluated exactly there.

A number is a float with a bound of its error, and a relation is decided only where the difference of its sides is well
above theirs; all else, and all that cannot be read here, is left open: a claim may fail by a hair.  Nothing is accepted on
the word of a look: a search leaves out a point at which the claim is seen to hold, or a hypothesis to fail, and evaluates
exactly at the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from statistics import NormalDist

import sympy
from flint import fmpq
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.language import expressions as e
from dpsym.language.truth import COMPARES, Kind, Make, maker, reads
from dpsym.prove.decide.closures import AtPoint, Env, factors_of, tail_of
from dpsym.reals import real as n
from dpsym.reals.real import Value

ULP = 2.0**-52
WIDE = 8.0  # how far apart two sides are, in bounds of their errors
LEAST = 1e-290  # below it floats lose digits
EVENTS = 5  # outcomes up to which all events are listed
OPEN = (ArithmeticError, ValueError, TypeError)  # of a value that cannot be had

Float = tuple[float, float]  # a value and a bound of its error
Number = Callable[[Env], Float]
Look = Callable[[Env], bool | None]


class Unread(Exception):
    """A kind of expression that is not read here."""


class Blind(ArithmeticError):
    """A value that floats do not have, or not well enough."""


NUMBERS: dict[Kind, Make[Number]] = {}


class InFloats(AtPoint[Float]):
    """Formulas seen in floats: None where they do not tell."""

    most = EVENTS

    def part(self, f: Basic) -> Look:
        """What looks at a formula inside of another, which is left open where a value cannot be had."""
        look = look_of(f)
        if look is None:
            raise Unread
        return look

    def parts(self, formulas: Sequence[Basic]) -> list[Look]:
        """One that is not read stays open; Unread where none is read."""
        looks = [look_of(f) for f in formulas]
        if not any(looks):
            raise Unread
        return [look or (lambda env: None) for look in looks]

    def number(self, e: Basic) -> Number:
        """The float of an expression, with its error."""
        return _number(e)

    def scaled(self, exponent: Number, x: Number) -> Number:
        """e^exponent x."""
        return lambda env: _times(_exp_of(exponent(env)), x(env))

    def comparison(self, f: Basic) -> Callable[[Float, Float], bool | None]:
        """Seen where the difference is well above the errors; never where it is 0."""
        holds = COMPARES[f.func]
        below, above = holds(-1, 0), holds(1, 0)

        def run(left: Float, right: Float) -> bool | None:
            (x, dx), (y, dy) = left, right
            gap, error = x - y, WIDE * (dx + dy + ULP * (abs(x) + abs(y)))
            return below if gap < -error else above if gap > error else None

        return run

    def other(self, f: Basic) -> Look:  # noqa: ARG002
        """Nothing is seen."""
        raise Unread


IN_FLOATS = InFloats()


@lru_cache(maxsize=20000)
def look_of(formula: Basic) -> Look | None:
    """What looks at a formula; None where there is nothing to be seen."""
    try:
        look = IN_FLOATS.read(formula)
    except Unread:
        return None

    def run(env: Env) -> bool | None:
        try:
            return look(env)
        except OPEN:
            return None

    return run


def _number(expr: Basic) -> Number:
    make = maker(NUMBERS, expr)
    if make is not None:
        return make(expr)
    if isinstance(expr, e.Defined):
        return _number(expr.definition())
    raise Unread


# ---------------------------------------------------------------------------------------------------- numbers
def in_float(value: Value) -> Float:
    """An exact value as a float; Blind for what is none."""
    try:
        return _in_float(value)
    except OverflowError:
        raise Blind from None


def _in_float(value: Value) -> Float:
    if type(value) is fmpq:
        v = float(value)
    elif isinstance(value, n.Log):
        v = float(value.const)
        size = abs(v)
        for base, k in value.terms:
            term = float(k) * math.log(base.p / base.q if base.q == 1 else float(base))
            v, size = v + term, size + abs(term)
        return v, (4 + len(value.terms)) * ULP * size
    else:
        raise Blind
    if v and not LEAST < abs(v) < 1 / LEAST:
        raise Blind
    return v, ULP * abs(v)


@reads(NUMBERS, sympy.Rational)
def _constant(expr: Basic) -> Number:
    try:
        found = in_float(fmpq(int(expr.p), int(expr.q)))
    except Blind:  # too small or too large: nothing is seen of it at any point
        raise Unread from None
    return lambda env: found


@reads(NUMBERS, e.Parameter)
def _parameter(expr: Basic) -> Number:
    def run(env: Env) -> Float:
        value, known = env.values.get(expr), env.floats.get(expr)
        if known is not None and known[0] is value:
            return known[1]
        found = in_float(value)
        env.floats[expr] = value, found
        return found

    return run


@reads(NUMBERS, AppliedUndef)
def _law(expr: Basic) -> Number:
    name, outcomes = expr.func.__name__, expr.args
    if not outcomes or not all(isinstance(a, e.Outcome) for a in outcomes):
        raise Unread

    (outcome,) = outcomes if len(outcomes) == 1 else (None,)

    def run(env: Env) -> Float:
        masses = env.laws.get(name)
        index = env.place(outcomes) if outcome is None else env.at.get(outcome)
        if masses is None or index is None or index >= len(masses):
            raise Blind
        known = env.floats.get(name)
        if known is None or known[0] is not masses:
            known = env.floats[name] = masses, [in_float(m) for m in masses]
        return known[1][index]

    return run


def _times(x: Float, y: Float) -> Float:
    (a, da), (b, db) = x, y
    v = a * b
    if v and not LEAST < abs(v) < 1 / LEAST:
        raise Blind
    return v, abs(a) * db + abs(b) * da + da * db + ULP * abs(v)


def _over(x: Float, y: Float) -> Float:
    (a, da), (b, db) = x, y
    size = abs(b) - db
    if size <= WIDE * db or size < LEAST:
        raise Blind
    v = a / b
    return v, (da + abs(v) * db) / size + ULP * abs(v)


@reads(NUMBERS, sympy.Add)
def _add(expr: Basic) -> Number:
    tail = tail_of(expr)
    if tail is not None:
        return _far_out(_number(tail))
    parts = [_number(a) for a in expr.args]

    def run(env: Env) -> Float:
        total = error = size = 0.0
        for part in parts:
            v, d = part(env)
            total, error, size = total + v, error + d, size + abs(v)
        return total, error + len(parts) * ULP * size

    return run


def _far_out(inner: Number) -> Number:
    """erfc, which falls by a share of at most 2|x| + 1.5 of it with each unit of x."""

    def run(env: Env) -> Float:
        x, d = inner(env)
        v = math.erfc(x)
        if v < LEAST:
            raise Blind
        return _relative(v, (2 * (abs(x) + d) + 1.5) * d + 16 * ULP)

    return run


@reads(NUMBERS, sympy.Mul)
def _mul(expr: Basic) -> Number:
    first, *parts = [_number(a) for a in expr.args]

    def run(env: Env) -> Float:
        found = first(env)
        for part in parts:
            found = _times(found, part(env))
        return found

    return run


def _relative(v: float, share: float) -> Float:
    """A value with an error that is a small share of it."""
    if not share < 0.01 or (v and not LEAST < abs(v) < 1 / LEAST):
        raise Blind
    return v, (1.1 * share + 4 * ULP) * abs(v)


@reads(NUMBERS, sympy.Pow)
def _pow(expr: Basic) -> Number:
    base, power = _number(expr.args[0]), expr.args[1]
    if power == -1:
        return lambda env: _over((1.0, 0.0), base(env))
    if isinstance(power, sympy.Integer):
        k = int(power)

        def whole(env: Env) -> Float:
            b, d = base(env)
            return (b**k, 0.0) if d == 0 and (b == 0 < k) else _relative(b**k, abs(k) * d / abs(b))

        return whole
    exponent = _number(power)

    def run(env: Env) -> Float:
        (b, d), (x, dx) = base(env), exponent(env)
        if b <= WIDE * d:
            raise Blind
        return _relative(b**x, abs(x) * d / b + abs(math.log(b)) * dx)

    return run


def _exp_of(x: Float) -> Float:
    return _relative(math.exp(x[0]), x[1])


@reads(NUMBERS, sympy.exp)
def _exp(expr: Basic) -> Number:
    inner = _number(expr.args[0])
    return lambda env: _exp_of(inner(env))


def _log_of(x: Float) -> Float:
    v, d = x
    if v <= WIDE * d:
        raise Blind
    found = math.log(v)
    return found, d / (v - d) + ULP * (abs(found) + 1)


@reads(NUMBERS, sympy.log)
def _log(expr: Basic) -> Number:
    if len(expr.args) != 1:
        raise Unread
    inner = _number(expr.args[0])
    return lambda env: _log_of(inner(env))


@reads(NUMBERS, sympy.tanh, sympy.erf)
def _bounded(expr: Basic) -> Number:
    """Functions whose slope is at most 2/sqrt(pi)."""
    inner, of = _number(expr.args[0]), getattr(math, type(expr).__name__)

    def run(env: Env) -> Float:
        x, d = inner(env)
        return of(x), 1.2 * d + 4 * ULP

    return run


@reads(NUMBERS, sympy.sinh, sympy.cosh)
def _hyperbolic(expr: Basic) -> Number:
    inner, of = _number(expr.args[0]), getattr(math, type(expr).__name__)

    def run(env: Env) -> Float:
        x, d = inner(env)
        return of(x), _relative(math.cosh(x), d)[1]

    return run


@reads(NUMBERS, sympy.Max, sympy.Min)
def _extreme(expr: Basic) -> Number:
    parts, of = [_number(a) for a in expr.args], max if isinstance(expr, sympy.Max) else min

    def run(env: Env) -> Float:
        found = [part(env) for part in parts]
        return of(v for v, _ in found), max(d for _, d in found)

    return run


@reads(NUMBERS, sympy.Abs)
def _abs(expr: Basic) -> Number:
    inner = _number(expr.args[0])

    def run(env: Env) -> Float:
        v, d = inner(env)
        return abs(v), d

    return run


@reads(NUMBERS, sympy.Piecewise)
def _piecewise(expr: Basic) -> Number:
    branches = [(_number(value), IN_FLOATS.read(condition)) for value, condition in expr.args]

    def run(env: Env) -> Float:
        for value, condition in branches:
            holds = condition(env)
            if holds is None:
                raise Blind
            if holds:
                return value(env)
        raise Blind

    return run


@reads(NUMBERS, e.Indicator)
def _indicator(expr: Basic) -> Number:
    inner = IN_FLOATS.read(expr.args[0])

    def run(env: Env) -> Float:
        holds = inner(env)
        if holds is None:
            raise Blind
        return (1.0 if holds else 0.0), 0.0

    return run


@reads(NUMBERS, e.Total)
def _total(expr: Basic) -> Number:
    """A factor that is exactly 0 ends a product, as in the exact sum: masses first."""
    terms = expr.body.args if isinstance(expr.body, sympy.Add) else [expr.body]
    factors = [sorted(factors_of(t), key=lambda f: not isinstance(f, AppliedUndef)) for t in terms]
    rows, outcomes = [[_number(f) for f in row] for row in factors], expr.outcomes

    def one(env: Env) -> Float:
        total = error = size = 0.0
        for row in rows:
            found = 1.0, 0.0
            for factor in row:
                found = _times(found, factor(env))
                if found == (0.0, 0.0):
                    break
            total, error, size = total + found[0], error + found[1], size + abs(found[0])
        return total, error + len(rows) * ULP * size

    def run(env: Env) -> Float:
        saved, total, error, size, count = dict(env.at), 0.0, 0.0, 0.0, 0
        try:
            for index in env.elements(outcomes):
                env.at.update(zip(outcomes, index, strict=True))
                v, d = one(env)
                total, error, size, count = total + v, error + d, size + abs(v), count + 1
            return total, error + count * ULP * size
        finally:
            env.at = saved

    return run


@reads(NUMBERS, e.Loss)
def _loss(expr: Basic) -> Number:
    one, two = (_number(a) for a in expr.args)
    return lambda env: _log_of(_over(one(env), two(env)))


@reads(NUMBERS, e.Posterior)
def _posterior(expr: Basic) -> Number:
    prior, one, two = (_number(a) for a in expr.args)

    def run(env: Env) -> Float:
        p, d = prior(env)
        if not d * WIDE < p < 1 - d * WIDE:
            raise Blind
        (a, da), (b, db) = _times((p, d), one(env)), _times((1 - p, d + ULP), two(env))
        return _over((a, da), (a + b, da + db + 2 * ULP * (abs(a) + abs(b))))

    return run


@reads(NUMBERS, e.Phi_inv)
def _quantile(expr: Basic) -> Number:
    inner, of = _number(expr.args[0]), NormalDist().inv_cdf

    def run(env: Env) -> Float:
        p, d = inner(env)
        if not WIDE * d < p < 1 - WIDE * d:
            raise Blind
        v = of(p)
        return v, 4 * d * math.exp(v * v / 2) + 1e-13 * (1 + abs(v))

    return run


@reads(NUMBERS, type(sympy.pi), type(sympy.E))
def _known(expr: Basic) -> Number:
    found = in_float(fmpq(*float(expr).as_integer_ratio()))
    return lambda env: found


# ------------------------------------------------------------------------------------------------------- gaps
Gap = Callable[[Env], float | None]


@lru_cache(maxsize=20000)
def gap_of(formula: Basic) -> Gap | None:
    """How far a relation is from failing at a point, as a part of its sides, and of several relations the least: negative
    where one fails.  None for what else is said; the gap is None where floats do not have a side."""
    if isinstance(formula, e.AllOf | sympy.And):
        return _least_gap([g for g in map(gap_of, formula.args) if g is not None])
    if isinstance(formula, e.DefinedFormula):
        return gap_of(formula.definition())
    if not isinstance(formula, Relational) or isinstance(formula, sympy.Eq) or formula.has(e.Outcome):
        return None
    try:
        left, right = map(_number, formula.args)
    except Unread:
        return None
    below, above = (COMPARES[formula.func](side, 0) for side in (-1, 1))

    def run(env: Env) -> float | None:
        try:
            x, y = left(env)[0], right(env)[0]
        except OPEN:
            return None
        gap = abs(x - y) if below and above else y - x if below else x - y
        return gap / (abs(x) + abs(y) + 1e-12)

    return run


def _least_gap(parts: Sequence[Gap]) -> Gap | None:
    """The least of several gaps, of which some may be open."""
    if not parts:
        return None
    return lambda env: min((g for part in parts if (g := part(env)) is not None), default=None)


__all__ = ["Gap", "Look", "gap_of", "look_of"]
