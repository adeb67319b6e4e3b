"""Enclosures contain the truth, are as narrow as asked, and refuse what has no value."""

from __future__ import annotations

import threading
import time
from fractions import Fraction

import mpmath
import pytest
import sympy
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsym.language import (
    Abs,
    ApproxDP,
    Between,
    Eq,
    FiniteSum,
    FirstAbove,
    HockeyStick,
    Indicator,
    Integer,
    LeastOver,
    Loss,
    Max,
    Min,
    Minimiser,
    Minimum,
    P,
    Pair,
    Posterior,
    Probability,
    ProbDP,
    PureDP,
    Q,
    Rational,
    RenyiMoment,
    Root,
    Total,
    UnderEachLaw,
    Within,
    as_written,
    binomial,
    cosh,
    erf,
    exp,
    floor,
    log,
    parameter,
    pi,
    point,
    sinh,
    sqrt,
    tanh,
    y,
)
from dpsym.numbers import Enclosure, enclose, holds
from dpsym.numbers.balls import round_to
from dpsym.reals.precision import precision

eps = parameter("eps", at_least=0, about="loss bound, in nats")
delta = parameter("delta", above=0, below=1)
delta_p = parameter("delta_p", above=delta, at_most=1)
rho = parameter("rho", above=0)
p = parameter("p", at_least=0, at_most=1)
t = parameter("t")
k = parameter("k", at_least=1, integer=True)
j = parameter("j", at_least=0, integer=True)
l = parameter("l", at_least=0, integer=True)


def reference(expression, values, digits=60):
    """mpmath at high precision: an oracle for tests only."""
    with mpmath.workdps(digits + 340):
        names = list(values)
        f = sympy.lambdify(names, expression, "mpmath")
        value = f(*(mpmath.mpf(x.numerator) / x.denominator for x in map(Fraction, values.values())))
        m = mpmath.mpf(value)
        sign, man, exponent, _ = m._mpf_
        return (-1 if sign else 1) * Fraction(int(man)) * Fraction(2) ** exponent


def near(enclosure, value, digits):
    slack = abs(value) / Fraction(10) ** 250 + Fraction(1, 10**390)
    return (
        enclosure.low - slack <= value <= enclosure.high + slack
        and enclosure.rad <= abs(enclosure.mid) / Fraction(10) ** digits
    )


CLOSED = {
    "posterior": p / (p + (1 - p) * exp(-eps)),
    "difference": p / (p + (1 - p) * exp(-eps)) - p,
    "tanh": tanh(eps / 4),
    "quotient": (exp(eps / 2) - 1) / (exp(eps / 2) + 1),
    "hyperbolic": sinh(eps) - cosh(eps) + exp(eps),
    "error function": 1 - erf(eps),
    "logs": log(1 + delta * (1 + exp(-eps))) / sqrt(log(1 / delta)),
    "powers": (1 + eps) ** Rational(7, 3) * (1 + eps) ** -5 + pi,
    "extremes": Max(eps, p) - Min(eps, p) + Abs(p - eps),
    "real power": (1 + eps) ** delta,
}


@pytest.mark.parametrize("name", CLOSED)
@settings(derandomize=True, max_examples=25, deadline=None)
@given(
    e=st.fractions(0, 20, max_denominator=10**6),
    d=st.fractions(Fraction(1, 10**9), Fraction(999, 1000), max_denominator=10**9),
    q=st.fractions(Fraction(1, 10**12), 1, max_denominator=10**12),
)
def test_closed_expressions_contain_the_truth(name, e, d, q):
    expression = CLOSED[name]
    values = {s: {"eps": e, "delta": d, "p": q}[s.name] for s in sorted(expression.free_symbols, key=str)}
    found = enclose(expression, values, 50)
    truth = reference(expression, values)
    assert near(found, truth, 50) or (truth == 0 and found.contains(0))


def test_digits_are_met_and_exact_values_are_exact():
    for digits in (1, 20, 60, 400):
        found = enclose(exp(1), digits=digits)
        assert 0 < found.rad <= found.mid / 10**digits
    assert enclose(Rational(1, 3) + Rational(1, 6)) == Enclosure(Fraction(1, 2), Fraction(1, 2))
    assert enclose(eps / 2, {"eps": "1e-6"}).low == Fraction(1, 2 * 10**6)
    assert enclose(eps, {eps: 0.1}).low == Fraction(0.1) != Fraction(1, 10)


def test_logarithms_and_their_exponentials_are_exact():
    with as_written():
        assert enclose(exp(eps), {eps: log(2)}).is_exact
        assert enclose(exp(eps / 2) ** 2, {eps: log(2)}) == enclose(Integer(2))
        assert enclose(tanh(eps / 4), {eps: log(81)}).low == Fraction(4, 5)
        assert enclose(exp(eps / 2), {eps: log(Rational(9, 4))}).low == Fraction(3, 2)
        assert enclose(sqrt(p), {p: Rational(4, 9)}).low == Fraction(2, 3)
        assert enclose(log(6) - log(2) - log(3)).is_exact
        assert holds(sqrt(2) * sqrt(8) <= 4)
        assert holds(Eq(exp(eps) * exp(1), exp(eps + 1)), {eps: Rational(1, 7)})


def test_tiny_and_huge_values():
    assert str(enclose(exp(-eps), {eps: 5000})).startswith("3.36969414831e-2172")
    assert enclose(tanh(eps / 4), {eps: "1e-300"}).mid != 0
    tail = enclose(1 - erf(eps), {eps: 26}, 30)
    assert near(tail, reference(sympy.erfc(eps), {eps: 26}), 30)
    small = enclose(p / (p + (1 - p) * exp(-eps)) - p, {p: "1e-12", eps: "1e-12"}, 30)
    assert small.low > 0 and small.rad < small.mid / 10**30
    with pytest.raises(ArithmeticError):
        enclose(exp(exp(eps)), {eps: 50})
    with pytest.raises(ArithmeticError):
        enclose(exp(-exp(eps)), {eps: 50})


def test_a_value_that_is_zero_is_an_interval_around_zero():
    found = enclose(tanh(eps / 4) - (exp(eps / 2) - 1) / (exp(eps / 2) + 1), {eps: 1}, max_bits=4096)
    assert found.low < 0 < found.high and found.rad < Fraction(1, 10**1000)


@pytest.mark.parametrize(
    "values, words",
    [
        ({"eps": -1}, ["value -1 of eps", "0 <= eps"]),
        ({"eps": "1/2", "delta": 0}, ["value 0 of delta", "0 < delta < 1"]),
        ({"eps": 1, "delta": "0.2", "delta_p": "0.1"}, ["value 0.1 of delta_p", "delta < delta_p <= 1"]),
        ({"eps": 1, "delta": "0.2", "delta_p": "0.2"}, ["value 0.2 of delta_p"]),
        ({"eps": 1, "delta": "0.2", "delta_p": log(3)}, ["value log(3) of delta_p"]),
        ({"eps": float("nan"), "delta": "0.2", "delta_p": "0.3"}, ["eps", "not a finite number"]),
        ({"eps": float("inf"), "delta": "0.2", "delta_p": "0.3"}, ["eps", "not a finite number"]),
        ({"eps": "one", "delta": "0.2", "delta_p": "0.3"}, ["eps", "not an exact number"]),
        ({"eps": sympy.Float("0.1"), "delta": "0.2", "delta_p": "0.3"}, ["eps", "rounded"]),
        ({"eps": 1, "delta": "0.2"}, ["no value is given for delta_p"]),
        ({"eps": 1, "delta": "0.2", "delta_p": "0.3", "rho": 1}, ["no parameter rho"]),
    ],
)
def test_domain_errors_name_parameter_value_and_domain(values, words):
    expression = {1: eps, 2: eps * delta}.get(
        len(values), log((delta_p * exp(eps) + delta) / (delta_p - delta))
    )
    if "no value is given for delta_p" in words:
        expression = expression + delta_p
    with pytest.raises(ValueError) as error:
        enclose(expression, values)
    for word in words:
        assert word in str(error.value)


def test_undefined_expressions_are_refused():
    for expression in (log(t), 1 / t, sqrt(t - 1), t**-2, log(t - 1)):
        with pytest.raises((ValueError, ZeroDivisionError)):
            enclose(expression, {t: 0})
    with pytest.raises(ValueError):
        enclose(k, {k: "7/2"})
    with pytest.raises(ValueError):
        enclose(sympy.gamma(t), {t: 3})
    with pytest.raises(ValueError):
        enclose(0.5 * t, {t: 3})
    with pytest.raises(ArithmeticError), as_written():
        enclose(floor(tanh(eps / 4) / ((exp(eps / 2) - 1) / (exp(eps / 2) + 1))), {eps: 1}, max_bits=1024)


def test_values_may_be_given_by_formulas_and_cases_are_decided():
    worst = p / (p + (1 - p) * exp(-eps)) - p
    found = enclose(worst, {eps: 1, p: 1 / (1 + exp(eps / 2))}, 30)
    assert found.contains(enclose(tanh(Rational(1, 4)), digits=60))
    pieces = sympy.Piecewise((1, eps <= log(2)), (2, True))
    assert enclose(pieces, {eps: log(2)}).low == 1
    assert enclose(pieces, {eps: "0.6931471805599453094172321214581765680756"}).low == 2
    assert enclose(binomial(10, k) + floor(pi), {k: 3}).low == 123
    with pytest.raises(ValueError):
        enclose(eps, {eps: eps + 1})


def test_decimals_are_rounded_outward():
    for x in (
        Fraction(1, 3),
        Fraction(-22, 7),
        Fraction(10) ** 40 / 7,
        Fraction(1, 7 * 10**300),
        Fraction(999999, 10**6),
    ):
        for digits in (1, 3, 12):
            box = Enclosure(x - abs(x) / 10**9, x + abs(x) / 10**9)
            middle, radius = map(Fraction, box.decimal(digits))
            assert middle - radius <= box.low and box.high <= middle + radius
            assert Fraction(round_to(x, digits, down=True)) <= x <= Fraction(round_to(x, digits, up=True))
    start = time.process_time()
    with precision(64):
        tiny = Enclosure.around(arb(-1_600_000).exp())  # 10^-694871
    assert str(tiny).startswith("6.7445782406e-694872 ± ") and time.process_time() - start < 8
    assert Enclosure(Fraction(1, 4), Fraction(1, 4)).decimal() == ("0.25", "0")
    assert str(enclose(Rational(3, 8))) == "0.375"


# ---------------------------------------------------------------------------------------------- quantities
def loss(eps, delta, delta_p):
    return log((delta_p * exp(eps) + delta) / (delta_p - delta))


CONCENTRATED = loss(rho + 2 * sqrt(rho * log(1 / delta)), delta, t)
BEST = Minimum(CONCENTRATED, delta, 0, t)


@pytest.mark.parametrize(
    "r, level", [("0.01", "0.01"), ("0.07", "0.01"), ("2.02", "0.01"), ("1e-4", "0.3"), ("10", "0.001")]
)
def test_minima_contain_the_least_value(r, level):
    values = {rho: Fraction(r), t: Fraction(level)}
    found = enclose(BEST, values, 25)
    where = enclose(Minimiser(*BEST.args), values, 15)
    with mpmath.workdps(60):
        f = sympy.lambdify(
            [delta], CONCENTRATED.subs({rho: sympy.Rational(r), t: sympy.Rational(level)}), "mpmath"
        )
        slope = lambda x: mpmath.diff(lambda z: f(mpmath.exp(z)), x)  # noqa: E731
        start = mpmath.log(mpmath.mpf(where.mid.numerator) / where.mid.denominator)
        truth = f(mpmath.exp(mpmath.findroot(slope, start, tol=1e-30)))
        low = mpmath.mpf(found.low.numerator) / found.low.denominator
        high = mpmath.mpf(found.high.numerator) / found.high.denominator
        assert low - mpmath.mpf(10) ** -38 <= truth <= high + mpmath.mpf(10) ** -38
        for i in range(1, 400):
            assert f(mpmath.mpf(level) * mpmath.mpf(i) / 400) >= low
            assert f(mpmath.mpf(level) * mpmath.mpf(10) ** (-mpmath.mpf(i) / 20)) >= low
    assert found.rad <= found.mid / 10**25


def test_minima_of_other_shapes():
    assert enclose(Minimum(t**2 - t, t, 0, 1)).contains(Fraction(-1, 4))
    assert enclose(Minimiser((t - Rational(1, 3)) ** 2 + 1, t, 0, 1), digits=15).contains(Fraction(1, 3))
    two_wells = (t**2 - 1) ** 2 + t / 10
    found = enclose(Minimum(two_wells, t, -3, 3), digits=20)
    assert found.low < enclose(two_wells, {t: "-1.0124"}).high and found.high < Fraction(-1, 10)
    kink = Max(1 - t, 2 * t)
    assert enclose(Minimum(kink, t, 0, 1), digits=15).contains(Fraction(2, 3))
    renyi = t * Rational(1, 10) + log(10**6) / (t - 1)
    unbounded = enclose(Minimum(renyi, t, 1, sympy.oo), digits=25)
    exact = enclose(Rational(1, 10) + 2 * sqrt(log(10**6) / 10), digits=60)
    assert unbounded.contains(exact)
    with pytest.raises(ArithmeticError, match="isolated"):
        enclose(Minimum(t, t, 0, 1))
    with pytest.raises(ValueError, match="empty"):
        enclose(Minimum(t, t, 1, 0))


@settings(derandomize=True, max_examples=20, deadline=None)
@given(a=st.fractions(Fraction(1, 10), 9, max_denominator=50), b=st.fractions(-3, 3, max_denominator=50))
def test_minima_of_quartics_bound_all_values(a, b):
    f = a * t**4 - 2 * t**2 + b * t
    found = enclose(Minimum(f, t, -5, 5), digits=12)
    samples = [Fraction(i, 64) for i in range(-319, 320)]
    assert all(a * x**4 - 2 * x**2 + b * x >= found.low for x in samples)


def test_first_above_stops_where_the_least_value_passes_the_level_and_not_later():
    """A bound from above, at the place of the last least value, only passes over what stays below; each k by itself too."""
    bodies = [
        (Minimum(t + k / t, t, 0, 40), 10),  # 2 sqrt(k)
        (Minimum((t - k) ** 2 + k * (12 - k), t, 0, 100), 30),  # rises and falls
        (Minimum(t + k**2 / t, t, k - Rational(1, 2), 90), 10),  # the last place is outside
        (k - Minimum((t - k) ** 2 - k**2, t, 0, 60), 50),  # a least value that is taken away
        (LeastOver(j, j, 0, 400, j >= k**2 / 3) - k, 9),
        (Max(3, LeastOver((j - k) ** 2, j, 0, 30, j >= 2 * k)), 20),
        (Minimum(t + LeastOver(j, j, 0, 90, j > k) / t, t, 0, 40), 8),
    ]
    for body, whole in bodies:
        level = whole + Rational(1, 7)
        one_by_one = next(n for n in range(1, 60) if enclose(body, {k: n}).low > Fraction(7 * whole + 1, 7))
        assert enclose(FirstAbove(body, k, level)).low == one_by_one, body
        assert one_by_one > 2, "some are passed over"


def test_first_above_least_over_root_and_sums():
    assert enclose(FirstAbove(k * Rational(1, 20), k, 1), {}).low == 21
    assert enclose(FirstAbove(exp(k), k, exp(5)), {}).low == 6
    with as_written(), pytest.raises(ArithmeticError, match="undecided"):
        enclose(FirstAbove(tanh(k / 4) - (exp(k / 2) - 1) / (exp(k / 2) + 1), k, 0), max_bits=512)
    assert enclose(LeastOver((j - 7) ** 2, j, 0, 20, exp(j) >= 10**4)).low == 9
    with pytest.raises(ValueError, match="satisfies"):
        enclose(LeastOver(j, j, 0, 20, j > 20))
    half = enclose(Root(exp(t) - 2, t, 0, 1), digits=40)
    assert half.contains(enclose(log(2), digits=80)) and half.rad < Fraction(1, 10**40)
    assert enclose(Root(t**3 - 8, t, 0, 5)).contains(2)
    assert enclose(Root(Max(t - 1, 2 * t - 2), t, 0, 3), digits=10).contains(1)
    with pytest.raises(ValueError, match="change of sign"):
        enclose(Root(t**2 + 1, t, 0, 1))
    assert enclose(FiniteSum(j, j, 1, 100)).low == 5050
    assert enclose(FiniteSum(j, j, 3, 2)).low == 0


def optimal_delta(k, l, eps):
    total = FiniteSum(binomial(k, j) * (exp((k - j) * eps) - exp((k - 2 * l + j) * eps)), j, 0, l - 1)
    return total / (1 + exp(eps)) ** k


def test_large_compositions():
    values = {k: 10**5, eps: "0.001", delta: "1e-300"}
    assert enclose(k * eps, values).low == 100
    advanced = k * eps * (exp(eps) - 1) + eps * sqrt(2 * k * log(1 / delta))
    assert near(
        enclose(advanced, values, 40),
        reference(advanced, {k: 10**5, eps: Fraction(1, 1000), delta: Fraction(1, 10**300)}),
        40,
    )
    found = enclose(optimal_delta(k, l, eps), {k: 1000, l: 380, eps: "0.05"}, 25)
    with mpmath.workdps(120):
        e = mpmath.mpf(1) / 20
        truth = (
            sum(
                mpmath.binomial(1000, i) * (mpmath.exp((1000 - i) * e) - mpmath.exp((1000 - 760 + i) * e))
                for i in range(380)
            )
            / (1 + mpmath.exp(e)) ** 1000
        )
        assert (
            abs(mpmath.mpf(found.mid.numerator) / found.mid.denominator - truth)
            < truth * mpmath.mpf(10) ** -25
        )
    tiny = enclose(optimal_delta(k, l, eps), {k: 1000, l: 3, eps: "0.05"})
    assert 0 < tiny.high < Fraction(1, 10**250)


def test_threads_give_the_same_results():
    expression = BEST + optimal_delta(Integer(60), Integer(20), eps)
    values = {rho: "0.07", t: "0.01", eps: "0.05"}
    expected = [enclose(expression, values, digits) for digits in (10, 40)]
    found: list = []

    def work(digits):
        found.append((digits, enclose(expression, values, digits)))

    threads = [threading.Thread(target=work, args=(digits,)) for digits in (10, 40, 10, 40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found, key=str) == sorted(
        zip((10, 10, 40, 40), sorted(expected * 2, key=lambda e: -e.rad), strict=True), key=str
    )
    import flint

    assert flint.ctx.prec == 53


# ------------------------------------------------------------------------------------------- finite pairs
MASSES = {"P": ("2/3", "1/3"), "Q": ("1/3", "2/3")}


def test_finite_pairs_are_exact():
    third = Rational(1, 3)
    pair = point({eps: log(2), p: Rational(1, 4)}, P=(2 * third, third), Q=(third, 2 * third))
    assert enclose(Probability(Within(Loss(P(y), Q(y)), eps), P(y)), pair).low == 1
    assert enclose(Probability(Loss(P(y), Q(y)) >= eps, Q(y)), pair).low == Fraction(1, 3)
    assert enclose(Probability(Loss(P(y), Q(y)) > eps, P(y)), pair).low == 0
    assert enclose(Probability(Between(-eps, Loss(P(y), Q(y)), 0), P(y)), pair).low == Fraction(1, 3)
    assert enclose(HockeyStick(eps), pair).low == 0
    assert enclose(HockeyStick(0 * eps), pair).low == Fraction(1, 3)
    assert enclose(HockeyStick(0 * eps, Pair().swapped), pair).low == Fraction(1, 3)
    assert enclose(Total(Indicator(P(y) > Q(y)) * Posterior(p, P(y), Q(y)), y), pair).low == Fraction(2, 5)
    assert enclose(Total(P(y) * exp(-Loss(P(y), Q(y))), y), pair).low == 1
    assert enclose(RenyiMoment(Integer(2)), pair).low == Fraction(4, 3) + Fraction(1, 6)
    assert (
        holds(PureDP(eps), pair)
        and holds(ApproxDP(eps, Integer(0)), pair)
        and holds(ProbDP(eps, Integer(0)), pair)
    )
    assert not holds(PureDP(eps), {eps: "0.6931471805"}, laws=MASSES)
    assert holds(UnderEachLaw(Loss(P(y), Q(y)) <= eps, Integer(1)), pair)


def test_infinite_losses_and_impossible_outcomes():
    values = {eps: 5, p: "1/2"}
    laws = {"P": ("1/2", "1/2", 0), "Q": (0, 1, 0)}
    assert enclose(Probability(Loss(P(y), Q(y)) > eps, P(y)), values, laws=laws).low == Fraction(1, 2)
    assert enclose(Probability(Posterior(p) >= 1, P(y)), values, laws=laws).low == Fraction(1, 2)
    assert enclose(HockeyStick(eps), values, laws=laws).low == Fraction(1, 2)
    with pytest.raises(ValueError, match="sum to 1"):
        enclose(HockeyStick(eps), values, laws={"P": ("1/2", "1/4"), "Q": (1, 0)})
    with pytest.raises(ValueError, match="negative mass"):
        enclose(HockeyStick(eps), values, laws={"P": ("3/2", "-1/2"), "Q": (1, 0)})
    with pytest.raises(ValueError, match=r"no masses|not given"):
        enclose(HockeyStick(eps), values)


@settings(derandomize=True, max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=5),
    st.integers(1, 9),
    st.integers(1, 9),
)
def test_hockey_stick_equals_the_worst_event(masses, up, down):
    a, b = (sum(m[i] for m in masses) for i in (0, 1))
    if not a or not b:
        return
    laws = {"P": [Fraction(m[0], a) for m in masses], "Q": [Fraction(m[1], b) for m in masses]}
    ratio = Fraction(max(up, down), min(up, down))
    values = {eps: log(Rational(ratio.numerator, ratio.denominator))}
    sticks = [enclose(HockeyStick(eps, pair), values, laws=laws).low for pair in (Pair(), Pair().swapped)]
    assert sticks[0] == sum(
        max(Fraction(0), x - ratio * z) for x, z in zip(laws["P"], laws["Q"], strict=True)
    )
    least = max(sticks)
    assert holds(ApproxDP(eps, Rational(least.numerator, least.denominator)), values, laws=laws)
    if least:
        less = least * Fraction(999, 1000)
        assert not holds(ApproxDP(eps, Rational(less.numerator, less.denominator)), values, laws=laws)
