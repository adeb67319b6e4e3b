"""Exact evaluation: rational values, infinite losses, conventions, quantified reals."""

from fractions import Fraction

import pytest
from flint import arb, ctx
from sympy import Integer, Max, Piecewise, Rational, S, floor, log, sqrt

from dpsym.language import (
    ZCDP,
    ApproxDP,
    Between,
    Eq,
    EveryEvent,
    Exists,
    Expectation,
    ForAll,
    Ge,
    Gt,
    HockeyStick,
    Implication,
    Indicator,
    Le,
    Loss,
    Lt,
    Mass,
    Ne,
    NotSo,
    P,
    Posterior,
    Probability,
    ProbDP,
    PureDP,
    Q,
    RenyiMoment,
    Total,
    UnderEachLaw,
    Within,
    as_written,
    exp,
    function,
    parameter,
    point,
    tanh,
    y,
)  # fmt: skip
from dpsym.prove.exact import number, truth

R = Rational
eps = parameter("eps", at_least=0)
x = parameter("x")
p = parameter("p", at_least=0, at_most=1)
n = parameter("n", at_least=0, integer=True)
alpha = parameter("alpha", above=1)
with as_written():  # sympy would decide these two
    SQUARE_OF_A_DIFFERENCE = Ge((p - R(1, 2)) ** 2, 0)
    SQUARE_OF_A_SQUARE = Ge((p**2 - R(1, 2)) ** 2, 0)
RESPONSE = point({eps: log(4)}, P=(R(4, 5), R(1, 5)), Q=(R(1, 5), R(4, 5)))
LEAK = point({eps: log(2)}, P=(R(1, 4), R(3, 4), 0, 0), Q=(0, R(3, 4), R(1, 4), 0))


def at(**values):
    return point({x: values["x"]})


@pytest.mark.parametrize(
    "expr, value",
    [
        (exp(eps / 2), Fraction(2)),
        (tanh(eps / 4), Fraction(1, 3)),
        (HockeyStick(eps / 2), Fraction(2, 5)),
        (Probability(Gt(Loss(), eps / 2)), Fraction(4, 5)),
        (RenyiMoment(2), Fraction(13, 4)),
        (RenyiMoment(R(3, 2)), Fraction(17, 10)),
        (Expectation(exp(-Loss())), Fraction(1)),
        (Posterior(R(1, 2), R(4, 5), R(1, 5)), Fraction(4, 5)),
        (Total(Max(P(y), Q(y)), y), Fraction(8, 5)),
        (exp(2 * log(3) - eps), Fraction(9, 4)),
        (floor(eps), Fraction(1)),
        (Piecewise((Integer(1), Le(eps, 1)), (Integer(2), S.true)), Fraction(2)),
    ],
)
def test_rational_values(expr, value):
    assert number(expr, RESPONSE) == value


def test_values_that_are_not_rational_are_balls():
    ball = number(exp(eps / 3), RESPONSE)
    with ctx.workprec(128):
        assert isinstance(ball, arb) and abs(ball**3 - 4) < arb(2) ** -100


def test_algebraic_ties_are_decided():
    tie = Eq(1 / (1 + sqrt(1 + x)), (sqrt(1 + x) - 1) / x)
    assert truth(tie, at(x=Integer(1))) is True
    assert truth(Le(sqrt(2) + sqrt(3), sqrt(5 + 2 * sqrt(6))), at(x=Integer(0))) is True
    assert truth(Lt(sqrt(2) + sqrt(3), sqrt(5 + 2 * sqrt(6))), at(x=Integer(0))) is False
    assert truth(Lt(exp(log(2) / 2), exp(log(8) / 6)), at(x=Integer(0))) is False


def test_logarithms_are_compared_by_their_powers():
    assert truth(Eq(log(8) / 3, log(4) / 2), at(x=Integer(0))) is True
    assert truth(Gt(log(2**40 + 1), 40 * log(2)), at(x=Integer(0))) is True


def test_transcendental_ties_are_undecided():
    with as_written():
        tie, below = Le(exp(1) * exp(1), exp(2)), Lt(log(1 - exp(-50)), 0)
    assert truth(tie, at(x=Integer(0))) is None
    assert truth(below, at(x=Integer(0))) is True


def test_undefined_is_undecided():
    assert number(1 / x, at(x=Integer(0))) is None
    assert truth(Le(1 / x, 5), at(x=Integer(0))) is None
    assert truth(Le(log(x), 5), at(x=Integer(0))) is None
    assert truth(Implication(Ne(x, 0), Le(1 / x, 0)), at(x=Integer(0))) is True


def test_infinite_losses():
    assert truth(ForAll(y, Loss() <= eps), LEAK) is False
    assert number(Probability(Loss() > 1000), LEAK) == Fraction(1, 4)
    assert number(Probability(Loss() < -1000), LEAK) == 0
    assert number(Probability(Loss() < -1000, Q), LEAK) == Fraction(1, 4)
    assert number(Expectation(exp(-Loss())), LEAK) == Fraction(3, 4)
    with as_written():
        assert number(Expectation(Max(0, 1 - exp(eps - Loss()))), LEAK) == Fraction(1, 4)
    assert number(Expectation(exp(Loss())), LEAK) == arb.pos_inf()
    assert truth(ProbDP(eps, R(1, 4)), LEAK) is True
    assert truth(ProbDP(eps, R(1, 5)), LEAK) is False
    assert truth(ZCDP(Integer(100)), LEAK) is False


def test_a_term_of_weight_zero_counts_zero():
    assert number(Probability(Between(0, Posterior(R(1, 3)), 1)), LEAK) == 1  # the last outcome reads 0/0
    assert number(Total(P(y) * (1 / Q(y)), y), LEAK) is None  # 1/4 over 0


def test_loss_comparisons_without_division():
    both_zero = point({eps: log(2)}, P=(1, 0), Q=(1, 0))
    assert truth(ForAll(y, Loss() <= eps), both_zero) is True
    assert truth(ForAll(y, Loss() >= eps), both_zero) is False
    assert truth(ForAll(y, Within(Loss(), eps)), both_zero) is True


def test_posterior_at_the_endpoints():
    assert number(Posterior(0, 0, 0), LEAK) == 0
    assert number(Posterior(1, 0, 0), LEAK) == 1
    assert number(Posterior(p, 0, 0), point({p: R(1, 2)})) is None


def test_events_are_all_looked_at():
    event = function("S")(y)
    quadratic = EveryEvent(event, Le(Mass(event, P(y)) * Mass(event, Q(y)), R(4, 25)))
    assert truth(quadratic, RESPONSE) is False  # the full event has 1
    assert truth(EveryEvent(event, Le(Mass(event, P(y)) * Mass(event, Q(y)), 1)), RESPONSE) is True
    for bound, expected in ((R(3, 5), True), (R(3, 5) - R(1, 10**9), False)):
        affine = EveryEvent(event, Le(Mass(event, P(y)) - Mass(event, Q(y)), bound))
        assert truth(affine, RESPONSE) is expected
    assert truth(ApproxDP(eps / 2, R(2, 5)), RESPONSE) is True
    assert truth(ApproxDP(eps / 2, R(399, 1000)), RESPONSE) is False


@pytest.mark.parametrize(
    "body, value",
    [
        (Le(p**2, p), True),
        (Lt(p**2, p), False),
        (SQUARE_OF_A_DIFFERENCE, True),
        (Gt((p - R(1, 3)) ** 2, 0), False),
        (Gt((p**2 - R(1, 2)) ** 2, 0), False),
        (SQUARE_OF_A_SQUARE, True),
        (Le(p / (p + (1 - p) * exp(-eps)) - p, tanh(eps / 4)), True),
        (Le(p / (p + (1 - p) * exp(-eps)) - p, tanh(eps / 4) * R(9999, 10000)), False),
        (UnderEachLaw(Between(-tanh(eps / 4), Posterior(p) - p, tanh(eps / 4)), Integer(1)), True),
        (UnderEachLaw(Between(-tanh(eps / 5), Posterior(p) - p, tanh(eps / 5)), Integer(1)), False),
        (Le(Max(p, 1 - p), 1), True),
        (Lt(Indicator(Gt(p, R(1, 3))) * p, 1), False),
    ],
)
def test_all_priors(body, value):
    assert truth(ForAll(p, body), RESPONSE) is value
    assert truth(Exists(p, NotSo(body)), RESPONSE) is (not value)


def test_a_narrow_interval_of_priors_is_found():
    root = R(707, 1000)
    assert truth(ForAll(p, Ge((p - root) * (p - root - R(1, 10**9)), 0)), RESPONSE) is False


def test_all_reals_without_bounds():
    assert truth(ForAll(x, Gt(x**2 + x + 1, 0)), RESPONSE) is True
    assert truth(ForAll(x, Gt(x**2 + 1000 * x, -249999)), RESPONSE) is False
    assert truth(ForAll(x, Gt(exp(x), x)), RESPONSE) is None
    assert truth(ForAll(x, Lt(exp(x), 3)), RESPONSE) is False


def test_integers():
    assert truth(ForAll(n, Ne(n**2, 2)), RESPONSE) is None
    assert truth(ForAll(n, Ne(n**2, 49)), RESPONSE) is False


def test_all_orders_of_renyi():
    assert truth(ZCDP(eps**2 / 2), RESPONSE) is True
    assert truth(ZCDP(Integer(1)), RESPONSE) is True
    assert truth(ZCDP(R(1, 2)), RESPONSE) is False
    assert truth(ForAll(alpha, Le(RenyiMoment(alpha), exp((alpha - 1) * eps))), RESPONSE) is True
    assert (
        truth(ForAll(alpha, Le(RenyiMoment(alpha), exp((alpha - 1) * eps * R(99, 100)))), RESPONSE) is False
    )


def test_pure_dp_at_the_tie():
    assert truth(PureDP(eps), RESPONSE) is True
    assert truth(PureDP(eps * R(999, 1000)), RESPONSE) is False
