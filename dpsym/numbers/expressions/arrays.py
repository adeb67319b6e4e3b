"""Vectorised evaluation with numpy, with a bound on the error of every entry.

Running error analysis.  Beside each array `x` of computed values goes an array `e` with |true - x| <= e, and
every operation makes both.  With u = 2^-53 and + - * / and square root correctly rounded,

    x + y        e_x + e_y + u|z|                 x * y      |x|e_y + |y|e_x + e_x e_y + u|z|
    x / y        (e_x + |z|e_y)/(|y| - e_y) + u|z|, refused unless e_y < |y|
    f(x)         the largest |f'| on [x - e, x + e] times e, plus 8u|f(x)|

The last term assumes that exp, expm1, log, log1p, sinh, cosh, tanh, erf and erfc of the platform are good to
8 units in the last place (numpy and glibc state 4 or better).  Each bound is enlarged by 2^-40 of itself and
by 2^-1060, which covers its own rounding and every loss to underflow.  Parts that do not depend on the
array's variable are enclosed with balls (`enclose`), as are minima, sums over outcomes and the other
quantities that have no array form.

Rewrites that keep small numbers accurate: exp(x) - 1 and 1 - exp(x) use expm1, log(1 + x) uses log1p,
1 - erf(x) uses erfc.  An entry that is not a number, is infinite, or is lost to underflow raises
ArithmeticError.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
import sympy
from numpy.typing import NDArray
from sympy import Add, Basic, Expr, Mul, Pow

from dpsym.language import (
    DefinedFormula,
    EveryEvent,
    Exists,
    FiniteSum,
    ForAll,
    Notion,
    Outcome,
    Parameter,
    UnderEachLaw,
    as_written,
    exact,
)
from dpsym.language.truth import COMPARES, Decider
from dpsym.numbers.balls import Given, Number
from dpsym.numbers.expressions.enclosure import (
    MAX_BITS,
    At,
    Exact,
    _check_domain,
    _domain_text,
    _prepare,
    enclose,
    point_of,
)
from dpsym.numbers.expressions.evaluator import exact_number, parameters_of

Array = NDArray[np.float64]
WithErrors = tuple[Array, Array]  # values and bounds of their errors
Values: TypeAlias = (
    "Array | Sequence[Given | Expr | Sequence]"  # the numbers at which an expression is evaluated
)
Truths: TypeAlias = NDArray[np.bool_]
U = 2.0**-53
FUNCTION = 8 * U
TINY = 2.0**-1060
SMALLEST = 2.0**-1022


class _Arrays:
    def __init__(self, over: Parameter, values: Array, at: dict[Basic, Basic | Fraction]) -> None:
        self.over, self.values, self.at = over, values, at
        self.cache: dict[Basic, WithErrors] = {}
        self.bound: dict[Basic, int] = {}
        self.underflow = np.zeros(values.shape, dtype=bool)

    # ---------------------------------------------------------------------------------------- bookkeeping
    @staticmethod
    def kept(x: Array, e: Array) -> WithErrors:
        if not (np.all(np.isfinite(x)) and np.all(np.isfinite(e))):
            raise ArithmeticError("a value too large for double precision; use enclose")
        return x, e * (1 + 2.0**-40) + TINY

    def small(self, x: Array, unless: NDArray[np.bool_] | bool = False) -> None:
        """Note where a result fell below the normal range (`unless` it is truly zero)."""
        self.underflow |= (np.abs(x) < SMALLEST) & ~np.asarray(unless)

    def constant(self, e: Basic) -> WithErrors:
        at = {**self.at, **self.bound}
        found = enclose(e, at, 25)
        x = float(found.mid)
        if math.isinf(x):
            raise ArithmeticError(f"a value too large for double precision: {e}")
        error = max(abs(found.high - Fraction(x)), abs(found.low - Fraction(x)))
        bound = math.nextafter(float(error), math.inf) if error else 0.0
        result = np.full_like(self.values, x)
        self.small(result, found.mid == 0)
        return result, np.full_like(self.values, bound)

    def one_by_one(self, e: Basic) -> WithErrors:
        x, error = np.empty_like(self.values), np.empty_like(self.values)
        flat = self.values.ravel()
        for i in range(flat.size):
            found = enclose(e, {**self.at, **self.bound, self.over: float(flat[i])}, 20)
            middle = float(found.mid)
            if math.isinf(middle):
                raise ArithmeticError(f"a value too large for double precision: {e}")
            x.flat[i] = middle
            self.underflow.flat[i] |= abs(middle) < SMALLEST and found.mid != 0
            distance = max(abs(found.high - Fraction(middle)), abs(found.low - Fraction(middle)))
            error.flat[i] = math.nextafter(float(distance), math.inf) if distance else 0.0
        return x, error

    def value(self, e: Expr) -> WithErrors:
        if e == self.over or (isinstance(e, Parameter) and e.name == self.over.name):
            return self.values, np.zeros_like(self.values)
        fixed = not self.bound or not any(s in self.bound for s in e.free_symbols)
        if fixed and e in self.cache:
            return self.cache[e]
        if not any(s.name == self.over.name for s in e.free_symbols):
            result = self.constant(e)
        else:
            result = self._value(e)
        if fixed:
            self.cache[e] = result
        return result

    # ---------------------------------------------------------------------------------------- operations
    def add(self, a: WithErrors, b: WithErrors) -> WithErrors:
        z = a[0] + b[0]
        return self.kept(z, a[1] + b[1] + U * np.abs(z))

    def multiply(self, a: WithErrors, b: WithErrors) -> WithErrors:
        z = a[0] * b[0]
        self.small(z, (a[0] == 0) | (b[0] == 0))
        return self.kept(z, np.abs(a[0]) * b[1] + np.abs(b[0]) * a[1] + a[1] * b[1] + U * np.abs(z))

    def divide(self, a: WithErrors, b: WithErrors) -> WithErrors:
        room = np.abs(b[0]) * (1 - 4 * U) - b[1] * (1 + 4 * U)
        if not np.all(room > 0):
            raise ArithmeticError(
                "a division by a number too close to zero for double precision; use enclose"
            )
        z = a[0] / b[0]
        self.small(z, a[0] == 0)
        return self.kept(z, (a[1] + np.abs(z) * (1 + 4 * U) * b[1]) / room + U * np.abs(z))

    def negate(self, a: WithErrors) -> WithErrors:
        return -a[0], a[1]

    def exp(self, a: WithErrors) -> WithErrors:
        z = np.exp(a[0])
        self.small(z)
        return self.kept(z, z * (np.expm1(a[1]) * (1 + 4 * FUNCTION) + FUNCTION))

    def expm1(self, a: WithErrors) -> WithErrors:
        z = np.expm1(a[0])
        return self.kept(z, np.exp(a[0]) * np.expm1(a[1]) * (1 + 4 * FUNCTION) + FUNCTION * np.abs(z))

    def log(self, a: WithErrors) -> WithErrors:
        low = a[0] - a[1] * (1 + 4 * U) - 4 * U * np.abs(a[0])
        if not np.all(low > 0):
            raise ArithmeticError(
                "a logarithm of a number too close to zero for double precision; use enclose"
            )
        z = np.log(a[0])
        return self.kept(z, a[1] / low + FUNCTION * np.abs(z))

    def log1p(self, a: WithErrors) -> WithErrors:
        low = (1 + a[0]) * (1 - 4 * U) - a[1] * (1 + 4 * U)
        if not np.all(low > 0):
            raise ArithmeticError(
                "a logarithm of a number too close to zero for double precision; use enclose"
            )
        z = np.log1p(a[0])
        return self.kept(z, a[1] / low + FUNCTION * np.abs(z))

    def sqrt(self, a: WithErrors) -> WithErrors:
        if np.any(a[0] < 0) or np.any((a[0] - a[1] < 0) & (a[1] > 0)):
            raise ArithmeticError(
                "a square root of a number too close to zero for double precision; use enclose"
            )
        z = np.sqrt(a[0])
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = np.where(a[1] > 0, a[1] / np.sqrt(np.maximum(a[0] - a[1], 0.0)), 0.0)
        e = np.minimum(slope, np.sqrt(a[1] * (1 + 4 * U)))
        return self.kept(z, np.where(np.isfinite(e), e, np.sqrt(a[1])) + 2 * U * z)

    def tanh(self, a: WithErrors) -> WithErrors:
        z = np.tanh(a[0])
        near = np.maximum(np.abs(a[0]) - a[1], 0.0)
        slope = np.minimum(1.0, 4 * np.exp(-2 * near) * (1 + 4 * FUNCTION))
        return self.kept(z, slope * a[1] + FUNCTION * np.abs(z))

    def sinh(self, a: WithErrors) -> WithErrors:
        z = np.sinh(a[0])
        return self.kept(z, np.cosh(np.abs(a[0]) + a[1]) * (1 + 4 * FUNCTION) * a[1] + FUNCTION * np.abs(z))

    def cosh(self, a: WithErrors) -> WithErrors:
        z = np.cosh(a[0])
        return self.kept(z, np.sinh(np.abs(a[0]) + a[1]) * (1 + 4 * FUNCTION) * a[1] + FUNCTION * z)

    def erf(self, a: WithErrors, complement: bool = False) -> WithErrors:
        f = math.erfc if complement else math.erf
        z = np.array([f(x) for x in a[0].ravel()], dtype=float).reshape(a[0].shape)
        self.small(z, a[0] == 0)
        near = np.maximum(np.abs(a[0]) - a[1], 0.0)
        slope = 1.13 * np.exp(-near * near) * (1 + 4 * FUNCTION * (1 + near * near))
        return self.kept(z, slope * a[1] + FUNCTION * np.abs(z))

    def power(self, a: WithErrors, n: Fraction) -> WithErrors:
        if n < 0:
            return self.divide((np.ones_like(a[0]), np.zeros_like(a[0])), self.power(a, -n))
        if n.denominator == 2:
            a, n = self.sqrt(a), Fraction(n.numerator)
        elif n.denominator != 1:
            q = self.constant(sympy.Rational(n.numerator, n.denominator))
            return self.exp(self.multiply(q, self.log(a)))
        k = int(n)
        result, factor = (np.ones_like(a[0]), np.zeros_like(a[0])), a
        while k:
            if k & 1:
                result = self.multiply(result, factor)
            k >>= 1
            if k:
                factor = self.multiply(factor, factor)
        return result

    # -------------------------------------------------------------------------------------- expressions
    def _value(self, e: Expr) -> WithErrors:
        for kind, method in (
            (Add, self._sum),
            (Mul, self._product),
            (sympy.exp, lambda e: self.exp(self.value(e.args[0]))),
            (Pow, self._raise),
            (sympy.tanh, lambda e: self.tanh(self.value(e.args[0]))),
            (sympy.sinh, lambda e: self.sinh(self.value(e.args[0]))),
            (sympy.cosh, lambda e: self.cosh(self.value(e.args[0]))),
            (sympy.erf, lambda e: self.erf(self.value(e.args[0]))),
            (sympy.erfc, lambda e: self.erf(self.value(e.args[0]), complement=True)),
            (sympy.Abs, self._magnitude),
            ((sympy.Max, sympy.Min), self._extreme),
            (sympy.Piecewise, self._pieces),
        ):
            if isinstance(e, kind):
                return method(e)
        if isinstance(e, sympy.log) and len(e.args) == 1:
            return self._log(e.args[0])
        if isinstance(e, FiniteSum) and not e.args[2].free_symbols and not e.args[3].free_symbols:
            return self._finite_sum(e)
        if isinstance(e, Outcome):
            raise ValueError(f"the outcome {e} stands where a number is expected")
        return self.one_by_one(e)

    def _product(self, e: Mul) -> WithErrors:
        above: list[Basic] = []
        below: list[Basic] = []
        for a in e.args:
            inverse = (
                isinstance(a, Pow)
                and isinstance(a.args[1], sympy.Rational)
                and a.args[1] < 0
                and a.args[0] is not sympy.E
            )
            (below if inverse else above).append(a)
        result = None
        for a in above:
            factor = self.value(a)
            result = factor if result is None else self.multiply(result, factor)
        for a in below:
            with as_written():
                n = -Fraction(int(a.args[1].p), int(a.args[1].q))
            divisor = self.power(self.value(a.args[0]), n)
            result = self.divide(result or (np.ones_like(self.values), np.zeros_like(self.values)), divisor)
        assert result is not None
        return result

    def _raise(self, e: Pow) -> WithErrors:
        base, exponent = e.args
        if base is sympy.E:
            return self.exp(self.value(exponent))
        rational = self._rational(exponent)
        if rational is not None:
            return self.power(self.value(base), rational)
        return self.exp(self.multiply(self.value(exponent), self.log(self.value(base))))

    def _magnitude(self, e: Expr) -> WithErrors:
        x, error = self.value(e.args[0])
        return np.abs(x), error

    def _extreme(self, e: Expr) -> WithErrors:
        pick = np.maximum if isinstance(e, sympy.Max) else np.minimum
        x, error = self.value(e.args[0])
        for a in e.args[1:]:
            x2, error2 = self.value(a)
            x, error = pick(x, x2), np.maximum(error, error2)
        return x, error

    def _rational(self, e: Basic) -> Fraction | None:
        if isinstance(e, sympy.Rational):
            return Fraction(int(e.p), int(e.q))
        if any(s.name == self.over.name for s in e.free_symbols):
            return None
        found = enclose(e, {**self.at, **self.bound}, 25)
        return found.low if found.is_exact and found.low.denominator < 3 and abs(found.low) < 10**6 else None

    @staticmethod
    def _negated(e: Expr) -> Expr | None:
        """x when e is written -x, else None."""
        if isinstance(e, Mul) and e.args[0] == -1 and len(e.args) > 1:
            with as_written():
                return e.args[1] if len(e.args) == 2 else Mul(*e.args[1:])
        return None

    def _sum(self, e: Add) -> WithErrors:
        parts = list(e.args)
        result: WithErrors | None = None
        for one in (sympy.Integer(1), sympy.Integer(-1)):
            for a in list(parts):
                if one not in parts:
                    break
                x = self._negated(a) if one == 1 else a
                kernel = None
                if isinstance(x, sympy.exp) or (isinstance(x, Pow) and x.args[0] is sympy.E):
                    exponent = self.value(x.args[-1])
                    kernel = self.expm1(exponent)
                    kernel = self.negate(kernel) if one == 1 else kernel
                elif one == 1 and isinstance(x, sympy.erf):
                    kernel = self.erf(self.value(x.args[0]), complement=True)
                if kernel is not None:
                    parts.remove(one)
                    parts.remove(a)
                    result = kernel if result is None else self.add(result, kernel)
        for a in parts:
            part = self.value(a)
            result = part if result is None else self.add(result, part)
        assert result is not None
        return result

    def _log(self, e: Expr) -> WithErrors:
        if isinstance(e, Add) and sympy.Integer(1) in e.args and len(e.args) > 1:
            rest = list(e.args)
            rest.remove(sympy.Integer(1))
            with as_written():
                x = self.value(rest[0] if len(rest) == 1 else Add(*rest))
            if np.all(x[0] > -1):
                return self.log1p(x)
        return self.log(self.value(e))

    def _pieces(self, e: Expr) -> WithErrors:
        x = np.full_like(self.values, np.nan)
        error = np.full_like(self.values, np.nan)
        open_ = np.ones(self.values.shape, dtype=bool)
        for part, when in e.args:
            chosen = open_ & self.truth(when)
            if np.any(chosen):
                inner = _Arrays(self.over, self.values[chosen], self.at)
                inner.bound = self.bound
                x[chosen], error[chosen] = inner.value(part)
                self.underflow[chosen] |= inner.underflow
            open_ = open_ & ~chosen
        if np.any(open_):
            raise ValueError(f"no case of {e} applies")
        return x, error

    def truth(self, f: Basic) -> Truths:
        """Where a condition on numbers holds."""
        return ENTRY_BY_ENTRY.read(f)(self)

    def _finite_sum(self, e: FiniteSum) -> WithErrors:
        body, over, low, high = e.args
        ends = [enclose(x, {**self.at, **self.bound}) for x in (low, high)]
        result: WithErrors = (np.zeros_like(self.values), np.zeros_like(self.values))
        before = self.bound
        for k in range(int(ends[0].low), int(ends[1].low) + 1):
            self.bound = {**before, over: k}
            result = self.add(result, self.value(body))
        self.bound = before
        return result


Numbers: TypeAlias = Callable[[_Arrays], WithErrors]
Question: TypeAlias = Callable[[_Arrays], Truths]


class EntryByEntry(Decider[_Arrays, WithErrors, Truths]):
    """Conditions on numbers, at each entry of an array; ArithmeticError where floats cannot tell at one of them."""

    def constant(self, holds: bool) -> Question:
        """What holds at each entry, or at none."""
        return lambda at: np.full(at.values.shape, holds)

    def all_of(self, answers: Iterable[Truths]) -> Truths:
        """Where all hold."""
        return np.logical_and.reduce(list(answers))

    def any_of(self, answers: Iterable[Truths]) -> Truths:
        """Where one of them holds."""
        return np.logical_or.reduce(list(answers))

    def negation(self, answer: Truths) -> Truths:
        """Where it does not hold."""
        return ~answer

    def number(self, e: Basic) -> Numbers:
        """The values of an expression."""
        return lambda at: at.value(e)

    def scaled(self, exponent: Numbers, x: Numbers) -> Numbers:
        """e^exponent x."""
        return lambda at: at.multiply(at.exp(exponent(at)), x(at))

    def comparison(self, f: Basic) -> Callable[[WithErrors, WithErrors], Truths]:
        """By the floats, where their errors leave no doubt."""

        def run(one: WithErrors, other: WithErrors) -> Truths:
            (a, ea), (b, eb) = one, other
            room = (ea + eb) * (1 + 4 * U)
            if np.any((np.abs(a - b) <= room * (1 + 4 * U) + 2 * TINY) & (room > 0)):
                raise ArithmeticError(f"undecided in double precision: {f}; use enclose")
            return np.asarray(COMPARES[f.func](a, b))

        return run

    def same(self, one: Basic, two: Basic) -> Question:
        """An outcome has no value in an array: ValueError."""
        left, right = self.number(one), self.number(two)
        return lambda at: left(at)[0] == right(at)[0]

    def defined(self, f: DefinedFormula) -> Question:
        """What its definition says; nothing of laws."""
        return self.other(f) if isinstance(f, Notion | UnderEachLaw) else super().defined(f)

    def quantified(self, f: ForAll | Exists) -> Question:
        """Nothing of other outcomes and numbers."""
        return self.other(f)

    def every_event(self, f: EveryEvent) -> Question:
        """Nothing of events."""
        return self.other(f)

    def other(self, f: Basic) -> Question:
        """ValueError, where it is asked."""

        def run(_at: _Arrays) -> Truths:
            raise ValueError(f"{type(f).__name__} is not a condition on numbers: {f}")

        return run


ENTRY_BY_ENTRY = EntryByEntry()


def evaluate_array(expr: Expr | Number, over: Parameter | str, values: Values, at: At = None) -> WithErrors:
    """The expression at every entry of `values` (taken as exact binary numbers): (results, error bounds).

    |true value - result| <= bound for every entry; both arrays have the shape of `values`.  `at` gives the
    other parameters as in `enclose`.  ValueError outside a domain, ArithmeticError where double precision
    does not do.
    """
    e = exact(expr)
    array: np.ndarray = np.asarray(values)
    if array.dtype.kind not in "fiu":
        array = np.array([float(exact_number(x, str(over))) for x in array.ravel()]).reshape(array.shape)
    if array.dtype.kind in "iu" and array.size and np.max(np.abs(array.astype(float))) > 2.0**53:
        raise ValueError("integers beyond 2^53 are not exact in double precision")
    array = array.astype(np.float64)
    symbols = [
        s
        for s in e.free_symbols
        if isinstance(s, Parameter) and s.name == (over if isinstance(over, str) else over.name)
    ]
    if not symbols and isinstance(over, str):
        raise ValueError(f"there is no parameter {over} in the expression")
    variable: Parameter = symbols[0] if symbols else over  # type: ignore[assignment]
    if not np.all(np.isfinite(array)):
        raise ValueError(f"a value of {variable.name} is not a finite number")
    given = _by_parameter(e, point_of(at)[0])
    if array.size:
        _check_domains(e, given, variable, array)
        if variable.integer_valued and np.any(array != np.round(array)):
            raise ValueError(f"a value of {variable.name} is outside its domain: {_domain_text(variable)}")
    with np.errstate(all="ignore"):
        arrays = _Arrays(variable, array, given)
        x, error = arrays.value(e)
        lost = (np.abs(x) < SMALLEST) & arrays.underflow
    if not (np.all(np.isfinite(x)) and np.all(np.isfinite(error))):
        raise ArithmeticError("a value too large for double precision; use enclose")
    if np.any(lost):
        raise ArithmeticError("a value too small for double precision; use enclose")
    return np.array(x), np.array(error)


def _by_parameter(e: Basic, given: Mapping[Parameter | str, Exact]) -> dict[Basic, Exact]:
    """Values that are given by name, by the parameter of that name: a part of the expression need not mention all of them."""
    free = parameters_of(e)
    known = {s.name: s for s in (*parameters_of(*(c for s in free for c in s.conditions)), *free)}
    found: dict[Basic, Exact] = {}
    for k, x in given.items():
        name = known.get(k, k) if isinstance(k, str) else k
        if found.setdefault(name, x) != x:
            raise ValueError(f"two values are given for {name}: {found[name]} and {x}")
    return found


def _check_domains(e: Basic, given: dict[Basic, Basic | Fraction], variable: Parameter, array: Array) -> None:
    """A domain is an interval: its ends tell for all, unless another domain depends on the variable."""
    others = [s for s in _prepare([e], {**given, variable: float(array.flat[0])}, None)[1] if s != variable]
    entangled = any(variable in condition.free_symbols for s in others for condition in s.conditions)
    probes = np.unique(array) if entangled else np.array([np.min(array), np.max(array)])
    for probe in probes:
        evaluator, parameters = _prepare([e], {**given, variable: float(probe)}, None)
        _check_domain(evaluator, parameters, MAX_BITS)


__all__ = ["evaluate_array"]
