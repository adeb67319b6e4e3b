"""Arrays come with error bounds that hold, and never with silent failures."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy

from dpsym.language import (
    Abs,
    FiniteSum,
    Integer,
    Max,
    Min,
    Minimum,
    Rational,
    binomial,
    cosh,
    erf,
    exp,
    log,
    parameter,
    sinh,
    sqrt,
    tanh,
)
from dpsym.numbers import enclose, evaluate_array

eps = parameter("eps", at_least=0)
delta = parameter("delta", above=0, below=1)
delta_p = parameter("delta_p", above=delta, at_most=1)
p = parameter("p", at_least=0, at_most=1)
t = parameter("t")
j = parameter("j", at_least=0, integer=True)

AT = {delta: "1e-7", delta_p: "0.01", p: "1e-12"}
EXPRESSIONS = {
    "one minus exp": 1 - exp(-eps),
    "exp minus one": exp(eps / 7) - 1,
    "tanh": tanh(eps / 4),
    "quotient": (exp(eps / 2) - 1) / (exp(eps / 2) + 1),
    "posterior": p / (p + (1 - p) * exp(-eps)),
    "difference": p / (p + (1 - p) * exp(-eps)) - p,
    "log1p": log(1 + delta * (1 + exp(-eps)) / (delta_p - delta)),
    "difference of logs": log(delta_p * exp(eps) + delta) - log(delta_p - delta),
    "error functions": erf(eps) + 1 - erf(eps / 5),
    "hyperbolic": sinh(eps / 9) * cosh(eps / 9) ** -3,
    "powers": eps**3 - sqrt(eps) + (1 + eps) ** Rational(7, 3) + (1 + eps) ** delta + 1 / (1 + eps) ** 2,
    "extremes": Max(eps, p, 2) - Min(eps, 1) + Abs(1 - eps),
    "cases": sympy.Piecewise((eps, eps <= 1), (eps**2, True)),
    "sum": FiniteSum(binomial(5, j) * exp(-j * eps), j, 0, 5),
}
POINTS = np.concatenate([np.logspace(-12, np.log10(30), 60), [0.0, 1.0, 2.0]])


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_error_bounds_hold(name):
    e = EXPRESSIONS[name]
    values, errors = evaluate_array(e, eps, POINTS, AT)
    assert values.shape == errors.shape == POINTS.shape
    for x, value, error in zip(POINTS, values, errors, strict=True):
        truth = enclose(e, {**AT, eps: float(x)}, 30, max_bits=512)
        assert abs(Fraction(float(value)) - truth.mid) - truth.rad <= Fraction(float(error))


@pytest.mark.parametrize(
    "name, bound",
    [("one minus exp", 2e-15), ("tanh", 3e-15), ("quotient", 1e-13), ("posterior", 2e-14), ("log1p", 1e-14)],
)
def test_error_bounds_are_small_where_it_matters(name, bound):
    values, errors = evaluate_array(EXPRESSIONS[name], eps, np.logspace(-15, 1, 100), AT)
    assert np.all(errors <= bound * np.abs(values))


def test_other_variables_and_quantities():
    values, errors = evaluate_array(
        p / (p + (1 - p) * exp(-eps)), "p", [1e-300, 1e-12, 0.5, 1], {eps: log(2)}
    )
    assert np.allclose(values, [2e-300, 2e-12, 2 / 3, 1], rtol=1e-11) and np.all(errors < 1e-14 * values)
    least = Minimum(t + eps / t, t, 0, sympy.oo)
    values, errors = evaluate_array(least, eps, [[0.25, 1.0]])
    assert values.shape == (1, 2) and np.allclose(values, [[1, 2]], rtol=1e-15)
    values, errors = evaluate_array(Integer(2) * t / t, t, ["0.1", Fraction(1, 3)])
    assert np.all(np.abs(values - 2) <= errors)
    assert evaluate_array(exp(eps), eps, [])[0].shape == (0,)


@pytest.mark.parametrize(
    "e, over, values, kind, words",
    [
        (exp(eps), eps, [1, 800], ArithmeticError, "too large"),
        (exp(-eps), eps, [1, 800], ArithmeticError, "too small"),
        (exp(-eps) ** 2, eps, [1, 400], ArithmeticError, "too small"),
        (exp(eps), eps, [1, -1e-9], ValueError, "eps"),
        (exp(eps), eps, [1, float("nan")], ValueError, "not a finite number"),
        (p * eps, p, [0.5, 1.5], ValueError, "value 1.5 of p"),
        (1 / t, t, [1, 0], ArithmeticError, "too close to zero"),
        (log(t), t, [1, 0], ArithmeticError, "too close to zero"),
        (log(t), t, [1, -1], ArithmeticError, "too close to zero"),
        (sqrt(t), t, [1, -1], ArithmeticError, "too close to zero"),
        (1 / (tanh(eps) - sinh(eps) / cosh(eps)), eps, [1], ArithmeticError, "zero"),
        (log(delta_p - delta), delta_p, [0.5, 0.25], ValueError, "value 0.25 of delta_p"),
        (j, j, [0.5], ValueError, "outside its domain"),
        (
            sympy.Piecewise((1, tanh(eps) <= 1 - 2 * exp(-2 * eps) / (1 + exp(-2 * eps))), (2, True)),
            eps,
            [1],
            ArithmeticError,
            "undecided",
        ),
    ],
)
def test_failures_are_loud(e, over, values, kind, words):
    at = {eps: 1, delta: "0.25", p: "0.5"}
    at = {
        k: x
        for k, x in at.items()
        if k != over and k in e.free_symbols | {delta} and (k != delta or e.has(delta))
    }
    with pytest.raises(kind, match=words):
        evaluate_array(e, over, values, at)


def test_values_given_by_name_are_those_of_the_parameters():
    """Each part of an expression is asked at all of them, though it may mention none."""
    e = p * eps + log(Integer(2)) * eps + sympy.Piecewise((1, eps <= 1), (p, True))
    by_name, error = evaluate_array(e, "eps", [0.5, 2.0], {"p": "1/3"})
    assert np.array_equal(by_name, evaluate_array(e, eps, [0.5, 2.0], {p: Fraction(1, 3)})[0])
    for x, found, bound in zip((Fraction(1, 2), Fraction(2)), by_name, error, strict=True):
        assert abs(float(enclose(e, {"eps": x, "p": Fraction(1, 3)}).mid) - found) <= bound + 1e-15
    with pytest.raises(ValueError, match="there is no parameter q here"):
        evaluate_array(e, eps, [0.5], {"p": "1/3", "q": 1})
    with pytest.raises(ValueError, match="two values are given for p"):
        evaluate_array(e, eps, [0.5], {"p": "1/3", p: "1/2"})
