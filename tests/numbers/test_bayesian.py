"""Numbers of the Bayesian semantics: two ways to the same value, and what no prior can do."""

from __future__ import annotations

from fractions import Fraction

from dpsym.derivations.bayesian import bound_curves, gaussian_curve, known_rest_needed, misspecified_prior
from dpsym.language import Integer, Rational, exp, sqrt
from dpsym.numbers import enclose, recompute, tabulate

TENTH = Rational(1, 10)


def inside(one, other):
    """Whether two enclosures of one number overlap, both being tight."""
    (a, b), (c, d) = one.ends, other.ends
    return max(a, c) <= min(b, d) and max(b - a, d - c) < 1e-9 * (1 + abs(float(a)))


def test_the_gaussian_trade_off_function_is_its_own_inverse():
    for level in (TENTH, Rational(1, 1000), Rational(9, 10)):
        once = gaussian_curve.trade_off_of(level)
        assert inside(enclose(gaussian_curve.trade_off_of(once)), enclose(level))
        assert inside(
            enclose(gaussian_curve.inverse_at(level)), enclose(gaussian_curve.trade_off_of(1 - level))
        )


def test_the_curves_at_the_budget_of_the_census():
    rho = Rational(263, 100)
    for figure, sign in ((bound_curves.figure_known, 1), (bound_curves.figure_unknown, -1)):
        (curve,) = figure.curves
        for loss, found in tabulate(curve):
            direct = enclose(exp(-((loss + sign * rho) ** 2) / (4 * rho)))
            assert inside(found, direct)


def test_a_known_rest_is_worth_a_factor():
    (known,), (unknown,) = bound_curves.figure_known.curves, bound_curves.figure_unknown.curves
    at = {bound_curves.rho: Rational(263, 100), bound_curves.eps: Integer(6)}
    assert inside(enclose(unknown.expression, at), enclose(exp(6) * known.expression, at))


def test_the_misspecified_prior_moves_by_nearly_the_inverse_of_the_prior():
    values = {v.what: recompute(v) for v in misspecified_prior.wrong.values}
    rest = values["one less the posterior"]
    ratio = enclose(misspecified_prior.closed / misspecified_prior.p, misspecified_prior.drawn, 60)
    assert 100 - Fraction(1, 10**39) < ratio.low and ratio.high < 100
    assert 1.654e-42 < float(rest.low) and float(rest.high) < 1.655e-42
    assert all(v.agrees for v in values.values() if v.printed)


def test_the_counterexample_lies_between_its_two_bounds():
    values = {v.what: recompute(v) for v in known_rest_needed.known_rest_needed.values}
    assert values["probability of the output"].low > values["bound if the other records were known"].high
    assert values["probability of the output given the record"].high < values["bound for every prior"].low
    ratio = values["ratio of the posteriors at the output"]
    assert ratio.low == ratio.high == Fraction(6, 5)


def test_the_distance_belongs_to_the_budget():
    assert inside(enclose(gaussian_curve.distance**2 / 2), enclose(gaussian_curve.rho))
    assert inside(enclose(gaussian_curve.distance), enclose(sqrt(Rational(526, 100))))
