"""From an expression of the language to a value: one method for expressions, one for conditions, anything
else an error.

The evaluator is generic in the values (`dpsym.reals.balls`): the same walk gives exact numbers, balls,
spans and derivatives, according to what the parameters are bound to.  A subexpression is evaluated once for
each binding of the variables it depends on.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from numbers import Integral, Real

import sympy
from flint import arb, fmpq
from sympy import Add, Basic, Expr, Mul, Pow
from sympy.core.function import AppliedUndef
from sympy.core.symbol import Str

from dpsym.language import (
    Defined,
    Evaluated,
    FiniteSum,
    FirstAbove,
    Indicator,
    LeastOver,
    Loss,
    Minimiser,
    Minimum,
    Outcome,
    Parameter,
    Phi_inv,
    Root,
    Total,
)
from dpsym.numbers.balls import exact_rational
from dpsym.numbers.expressions import conditions, least_values, search
from dpsym.numbers.expressions.bindings import Bindings, Scope
from dpsym.numbers.registry import find
from dpsym.reals import balls as v
from dpsym.reals.balls import Undecided, Value
from dpsym.reals.exact import ONE, ZERO, fraction
from dpsym.reals.precision import working_bits


def exact_number(value: object, name: str) -> Fraction | Expr:
    """`value` as a Fraction or a sympy number without parameters; a float is the binary number it is."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, str):
        return Fraction(exact_rational(value, name))
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, Basic):
        if isinstance(value, sympy.Rational):
            return Fraction(int(value.p), int(value.q))
        if value.atoms(sympy.Float):
            raise ValueError(
                f"the value of {name} contains a rounded number: {value}; write it as a fraction"
            )
        if not value.is_finite and value.is_number and value.is_infinite:
            raise ValueError(f"the value of {name} is infinite: {value}")
        return value
    if isinstance(value, Real):
        number = float(value)
        if number != number or number in (v.INFINITY, -v.INFINITY):
            raise ValueError(f"the value of {name} is not a finite number: {value!r}")
        return Fraction(number)
    raise ValueError(f"the value of {name} is not an exact number: {value!r}")


OF_ONE: dict[type[Basic], Callable[[Value], Value]] = {  # functions of one number
    sympy.erf: v.error_function, sympy.erfc: v.error_complement, Phi_inv: v.normal_quantile, sympy.Abs: v.absolute,
}  # fmt: skip


class Evaluator(Bindings):
    """Evaluates expressions at given parameter values and, where laws occur, at given masses."""

    # ------------------------------------------------------------------------------------------ expressions
    def handler(self, e: Basic) -> Callable[[Basic, Scope], Value]:
        """The method that evaluates expressions of this kind."""
        if e is sympy.pi:
            return lambda e, scope: arb.pi()
        if e is sympy.E:
            return lambda e, scope: v.exponential(ONE)
        if isinstance(e, Add) and _is_erfc(e):
            return lambda e, scope: v.error_complement(self.value(e.args[1].args[-1].args[0], scope))
        for kind, handler in (
            (Add, self._sum),
            (Mul, self._product),
            (Pow, self._raise),
            (sympy.exp, lambda e, scope: self._exp(e.args[0], scope)),
            (sympy.log, self._log),
            (Outcome, self._outcome),
            (sympy.Symbol, self.symbol),
            ((sympy.tanh, sympy.sinh, sympy.cosh), self._hyperbolic),
            (tuple(OF_ONE), lambda e, scope: OF_ONE[type(e)](self.value(e.args[0], scope))),
            ((sympy.Max, sympy.Min), self._extreme),
            (sympy.floor, lambda e, scope: v.whole_part(self.value(e.args[0], scope))),
            (sympy.ceiling, lambda e, scope: v.negate(v.whole_part(v.negate(self.value(e.args[0], scope))))),
            (sympy.binomial, lambda e, scope: v.choose(*(self.integer(a, scope) for a in e.args))),
            (sympy.factorial, lambda e, scope: v.factorial(self.integer(e.args[0], scope))),
            (sympy.Piecewise, self._pieces),
            (Indicator, lambda e, scope: ONE if self.decided(e.args[0], scope) else ZERO),
        ):
            if isinstance(e, kind):
                return handler
        return self._quantity

    def _sum(self, e: Add, scope: Scope) -> Value:
        result = self.value(e.args[0], scope)
        for a in e.args[1:]:
            result = v.add(result, self.value(a, scope))
        return result

    def _raise(self, e: Pow, scope: Scope) -> Value:
        base, exponent = e.args
        if base is sympy.E:
            return self._exp(exponent, scope)
        return v.raise_to(self.value(base, scope), self.value(exponent, scope))

    def _log(self, e: Basic, scope: Scope) -> Value:
        if len(e.args) != 1:
            raise ValueError("log takes one argument (the natural logarithm)")
        return v.logarithm(self.value(e.args[0], scope))

    def _outcome(self, e: Outcome, scope: Scope) -> Value:  # noqa: ARG002
        raise ValueError(f"the outcome {e} stands where a number is expected")

    def _hyperbolic(self, e: Basic, scope: Scope) -> Value:
        return v.hyperbolic(type(e).__name__, self.value(e.args[0], scope))

    def _extreme(self, e: Basic, scope: Scope) -> Value:
        least = isinstance(e, sympy.Min)
        parts = [self.value(a, scope) for a in e.args]
        result = v.negate(parts[0]) if least else parts[0]
        for part in parts[1:]:
            result = v.largest(result, v.negate(part) if least else part)
        return v.negate(result) if least else result

    def _product(self, e: Mul, scope: Scope) -> Value:
        result: Value = ONE
        laws = [a for a in e.args if isinstance(a, AppliedUndef)]
        indicators = [a for a in e.args if isinstance(a, Indicator)]
        for a in (
            *laws,
            *indicators,
        ):  # an impossible outcome contributes nothing, whatever else is in the product
            factor = self.value(a, scope)
            if type(factor) is fmpq and factor == 0:
                return ZERO
            result = v.multiply(result, factor)
        for a in e.args:
            if not isinstance(a, AppliedUndef | Indicator):
                result = v.multiply(result, self.value(a, scope))
        return result

    def _exp(self, exponent: Basic, scope: Scope) -> Value:
        """exp; a privacy loss in the exponent becomes a ratio of masses."""
        if not exponent.has(Loss):
            return v.exponential(self.value(exponent, scope))
        parts = exponent.args if isinstance(exponent, Add) else (exponent,)
        result: Value = ONE
        for part in parts:
            if not part.has(Loss):
                result = v.multiply(result, v.exponential(self.value(part, scope)))
                continue
            loss, sign = (part, 1) if isinstance(part, Loss) else (part.args[-1], -1)
            if not isinstance(loss, Loss) or (sign < 0 and (len(part.args) != 2 or part.args[0] != -1)):
                raise ValueError(
                    f"the privacy loss stands in an exponent only with coefficient 1 or -1: {part}"
                )
            a, b = (self.value(x, scope) for x in loss.args)
            result = v.multiply(result, v.divide(a, b) if sign > 0 else v.divide(b, a))
        return result

    def _pieces(self, e: Basic, scope: Scope) -> Value:
        for part, when in e.args:
            verdict = self.truth(when, scope)
            if verdict is None:
                raise Undecided(f"which case of a definition by cases applies: {when}")
            if verdict:
                return self.value(part, scope)
        raise ValueError(f"no case of {e} applies")

    def _quantity(self, e: Basic, scope: Scope) -> Value:
        if isinstance(e, Total):
            result: Value = ZERO
            for inner in self.outcomes(e.body, e.outcomes, scope):
                result = v.add(result, self.value(e.body, inner))
            return result
        if isinstance(e, FiniteSum):
            body, over, low, high = e.args
            result = ZERO
            for k in range(self.integer(low, scope), self.integer(high, scope) + 1):
                result = v.add(result, self.value(body, self.bind(over, fmpq(k), scope)))
            return result
        if least_values.is_bounded(self, e):
            return least_values.at_most(self, e, scope)
        if isinstance(e, Minimum):
            least, argument = least_values.least(self, e, scope)
            return argument if isinstance(e, Minimiser) else least
        if isinstance(e, Root):
            body, over, low, high = e.args
            return search.root(
                lambda x: self.value(body, self.bind(over, x, scope)),
                self.end(low, scope),
                self.end(high, scope),
                str(over),
            )
        if isinstance(e, FirstAbove):
            return least_values.first_above(self, e, scope)
        if isinstance(e, LeastOver):
            return least_values.least_over(self, e, scope)
        if isinstance(e, Evaluated):
            return self._evaluated(e, scope)
        if isinstance(e, AppliedUndef):
            return self._mass(e, scope)
        if isinstance(e, Defined):
            self.check_laws(e)
            return self.value(e.definition(), scope)
        raise ValueError(f"{type(e).__name__} has no value here: {e}")

    def _evaluated(self, e: Evaluated, scope: Scope) -> Value:
        """What a named evaluator encloses, as a ball; its numbers must be exact."""
        found = find(e.name)
        if found is None:
            raise ValueError(f"there is no evaluator {e.name}")
        given: dict[str, Fraction | str] = {}
        for name, argument in e.arguments.items():
            value = argument.name if isinstance(argument, Str) else self.value(argument, scope)
            if not isinstance(value, str | fmpq):
                raise ValueError(f"{e.name} takes an exact number for {name}, not {argument}")
            given[name] = fraction(value) if isinstance(value, fmpq) else value
        enclosed = found.call(**given, digits=max(1, int((working_bits() - 40) / 3.33)))
        return v.hull(enclosed.low, enclosed.high)

    def truth(self, f: Basic, scope: Scope | None = None) -> bool | None:
        """Whether a condition holds; None when the balls overlap at this precision."""
        return conditions.truth(self, f, scope or self.root)


def _is_erfc(e: Add) -> bool:
    """1 - erf(x), which would cancel in the tail."""
    if len(e.args) != 2 or e.args[0] != 1 or not isinstance(e.args[1], Mul):
        return False
    minus = e.args[1].args
    return len(minus) == 2 and minus[0] == -1 and isinstance(minus[1], sympy.erf)


def parameters_of(*things: Basic) -> list[Parameter]:
    """The free parameters, by name."""
    found: dict[str, list[Parameter]] = {}
    for thing in things:
        for s in thing.free_symbols:
            if isinstance(s, Parameter):
                same = found.setdefault(s.name, [])
                if s not in same:
                    same.append(s)
    return [s for name in sorted(found) for s in found[name]]
