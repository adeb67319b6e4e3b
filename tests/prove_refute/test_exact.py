"""Exact evaluation: rational values, infinite losses, conventions, quantified reals, quantified tests."""

import random
from fractions import Fraction

import pytest
from flint import arb, ctx
from sympy import Abs, Integer, Lambda, Max, Min, Piecewise, Rational, S, erf, floor, log, sqrt

from dpsym.language import (
    FDP,
    LEVEL,
    PBDP,
    ZCDP,
    AnyOf,
    ApproxDP,
    Between,
    Eq,
    EveryEvent,
    Exists,
    Expectation,
    ForAll,
    GaussianDP,
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
    Outcome,
    P,
    Posterior,
    Probability,
    ProbDP,
    PureDP,
    Q,
    RenyiMoment,
    Theorem,
    Total,
    UnderEachLaw,
    Within,
    as_written,
    every_test,
    exp,
    function,
    parameter,
    point,
    tanh,
    trade_off,
    variant,
    y,
)  # fmt: skip
from dpsym.prove.decide import number, truth
from dpsym.prove.session import Session

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


@pytest.mark.parametrize(
    ("quotient", "value"),
    [
        (log(8, evaluate=False) / log(2), 3),
        (log(9, evaluate=False) / log(27, evaluate=False), Rational(2, 3)),
        ((1 + log(3)) / (2 + log(9, evaluate=False)), Rational(1, 2)),
        (-log(Rational(5, 2)) / log(Rational(2, 5), evaluate=False), 1),
        (2 * log(8, evaluate=False) / (3 * log(2)), 2),
    ],
)
def test_quotients_of_logarithms_that_are_rational_are_recognised(quotient, value):
    with as_written():
        assert truth(Le(quotient, value), point()) is truth(Ge(quotient, value), point()) is True
        assert truth(Lt(quotient, value), point()) is truth(Gt(quotient, value), point()) is False
    assert number(log(5) / log(2), point()) not in (Rational(7, 3), None)


def test_transcendental_ties_are_undecided():
    with as_written():
        tie, below = Le(exp(sqrt(2)) * exp(sqrt(2)), exp(2 * sqrt(2))), Lt(log(1 - exp(-50)), 0)
        powers = Le(exp(1) * exp(1), exp(2))
    assert truth(tie, at(x=Integer(0))) is None
    assert truth(powers, at(x=Integer(0))) is True  # by their exponents
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


def test_a_function_of_the_probability_of_an_event_is_not_affine_in_it():
    event = function("S")(y)
    even = point(F=Lambda(LEVEL, LEVEL**2), P=(R(1, 2), R(1, 2)), Q=(R(1, 2), R(1, 2)))
    for bound, expected in ((1, True), (R(9, 10), False), (R(1, 2), False)):  # the full event has 1
        assert truth(EveryEvent(event, Le(F(Mass(event, P(y))), bound)), even) is expected


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


f = function("f")(y)
level, power = Mass(f, P), Mass(f, Q)
delta = parameter("delta", at_least=0, at_most=1)


def curve(a, b, slope):
    """The least delta with which tests satisfy bounded DP: slope times the last level where power > slope level.

    By the Neyman-Pearson lemma: outcomes by falling b/a, power linear between their sums.
    """
    order = sorted(range(len(a)), key=lambda i: (a[i] > 0, Fraction(-b[i], 1) / a[i] if a[i] else 0))
    low, high, last = Fraction(0), Fraction(0), Fraction(0)
    for i in order:
        x, t = low + a[i], high + b[i]
        if high > slope * low and t <= slope * x:
            last = (high * a[i] - low * b[i]) / (slope * a[i] - b[i])
        elif t > slope * x:
            last = x
        low, high = x, t
    return slope * last


@pytest.mark.parametrize("seed", range(12))
def test_every_test_against_the_neyman_pearson_lemma(seed):
    r = random.Random(seed)
    size = r.choice([2, 3, 4, 7])
    a, b = ([r.choice([0, 1, 1, 2, 3, 5, 8]) for _ in range(size)] for _ in range(2))
    a[0], b[1] = 1, 1
    p, q = ([Fraction(m, sum(law)) for m in law] for law in (a, b))
    slope = Fraction(r.choice([2, 3, 5]), 2)
    best = max(curve(p, q, slope), curve(q, p, slope))
    laws = {name: tuple(R(m.numerator, m.denominator) for m in law) for name, law in (("P", p), ("Q", q))}
    loss = log(R(slope.numerator, slope.denominator))
    exact_value = R(best.numerator, best.denominator)
    less = exact_value - R(1, 10**12)
    thin = every_test(Implication(Le(level, exp(-eps) * delta), Le(power, delta)))
    back = every_test(Implication(Le(power, exp(-eps) * delta), Le(level, delta)))
    for value, expected in ((exact_value, True), *(((less, False),) if best else ())):
        at = point({eps: loss, delta: value}, **laws)
        assert truth(PBDP(eps, delta), at) is expected
        if value:
            assert (truth(thin, at) and truth(back, at)) is expected


def test_every_test_of_every_level():
    with as_written():
        best = Min(1, exp(eps) * p, 1 - exp(-eps) * (1 - p))
        pieces = Piecewise((exp(eps) * p, Le(p, R(1, 5))), (1 - exp(-eps) * (1 - p), S.true))
    for bound in (best, pieces):
        assert truth(ForAll(p, every_test(Implication(Le(level, p), Le(power, bound)))), RESPONSE) is True
        less = Implication(Le(level, p), Le(power, bound - R(1, 10**6) * p))
        assert truth(ForAll(p, every_test(less)), RESPONSE) is False


@pytest.mark.parametrize(
    "body, value",
    [
        (Le(Abs(power - level), R(3, 5)), True),
        (Lt(Abs(power - level), R(3, 5)), False),
        (Le(Max(power, level) - Min(power, level), R(3, 5)), True),
        (Le(Piecewise((power, Le(level, R(1, 5))), (Integer(0), S.true)), R(4, 5)), True),
        (Lt(Piecewise((power, Le(level, R(1, 5))), (Integer(0), S.true)), R(4, 5)), False),
        (Le(Indicator(Gt(power, 4 * level)), 0), True),
        (Le(Indicator(Gt(power, R(399, 100) * level)), 0), False),
        (Le(Indicator(Gt(power, 3 * level)) * power, R(12, 17)), False),
        (Le(Indicator(Gt(power, 3 * level)) * power, R(9, 11)), True),
        (Lt(Indicator(Ge(power, 3 * level)) * power, R(9, 11)), False),
        (Le(Loss(power, level), eps), True),
        (Lt(Loss(power, level), eps), False),
        (Within(Loss(power, level), eps * R(9, 10)), False),
        (AnyOf(Le(level, power), Lt(power, level)), True),
        (Eq(level + Total((1 - f) * P(y), y), 1), True),
        (Ne(level, R(1, 7)), False),
        (Le(level**2, level), None),  # not affine, and true
        (Le(level**2, level / 2), False),
    ],
)
def test_what_tests_can_do(body, value):
    assert truth(every_test(body), RESPONSE) is value


def test_some_function():
    bounded = ForAll(y, Between(0, f, 1))
    for best, expected in ((R(7, 8), True), (R(7, 8) + R(1, 10**9), False)):
        reached = Eq(level, R(1, 2)) & Eq(power, best) & bounded
        assert truth(Exists((f,), reached), RESPONSE) is expected
    assert truth(ForAll((f,), Ge(level, 0)), RESPONSE) is False  # a function need not be a test


def test_tests_at_a_transcendental_loss():
    for loss, expected in ((R(13, 10), False), (R(14, 10), True)):
        at = point({eps: loss, delta: R(1, 10)}, P=(R(4, 5), R(1, 5)), Q=(R(1, 5), R(4, 5)))
        assert truth(PBDP(eps, delta), at) in (expected, None)


F = function("F")
with as_written():
    TRADE_OFFS = [
        (Max(0, 1 - 2 * LEVEL), (True, True, True)),
        (1 - LEVEL, (True, True, True)),
        (Min(1 - LEVEL, R(1, 2)), (True, True, False)),
        (Piecewise((1, Lt(LEVEL, R(1, 4))), (0, S.true)), (False, True, False)),
        (R(1, 2) * LEVEL, (False, False, True)),
    ]


@pytest.mark.parametrize("expression, expected", TRADE_OFFS)
def test_shapes_of_functions_of_a_number(expression, expected):
    at = point(F=Lambda(LEVEL, expression))
    assert tuple(truth(part, at) for part in trade_off(F).args) == expected


def test_a_trade_off_function_bounds_every_test():
    laws = {"P": (R(1, 3), R(2, 3)), "Q": (R(2, 3), R(1, 3))}
    with as_written():
        best = Max(0, 1 - 2 * LEVEL, R(1, 2) - LEVEL / 2)
        above = Max(0, 1 - R(19, 10) * LEVEL, R(1, 2) - LEVEL / 2)
    for curve_of_pair, expected in ((best, True), (above, False)):
        assert truth(FDP(F), point(F=Lambda(LEVEL, curve_of_pair), **laws)) is expected
        assert truth(FDP(curve_of_pair), point(**laws)) is expected


def test_several_reals_at_once():
    a, b = parameter("a", at_least=0, at_most=1), parameter("b", at_least=0)
    assert truth(ForAll((a, b), Implication(Le(a + b, 1), Le(a + 2 * b, 2))), point()) is True
    assert truth(ForAll((a, b), Implication(Le(a + b, 1), Lt(a + 2 * b, 2))), point()) is False
    assert truth(Exists((a, b), Ge(a - b, 2)), point()) is False
    assert (
        truth(ForAll((p, a, b), Le(Max(p * a + (1 - p) * b, 0), p * Max(a, 0) + (1 - p) * b)), point())
        is True
    )


def test_a_quantifier_over_nothing():
    low = parameter("low", at_least=0)
    nothing, one = parameter("u", at_least=0, below=low), parameter("u", at_least=0, at_most=low)
    assert truth(ForAll(nothing, Lt(nothing, 0)), point({low: 0})) is True
    assert truth(ForAll(one, Lt(one, 0)), point({low: 0})) is False
    assert truth(ForAll(one, Eq(one, 0)), point({low: 0})) is True


def test_outcomes_are_compared():
    v = Outcome("v")
    law = point(P=(Rational(1, 2), Rational(1, 2)))
    assert truth(ForAll(v, Implication(Ne(y, v), Lt(P(y), 1))), law) is None  # y is free
    assert truth(ForAll((y, v), Implication(Eq(y, v), Eq(P(y), P(v)))), law) is True
    assert truth(ForAll((y, v), Implication(Ne(y, v), Lt(P(y), P(v)))), law) is False
    assert truth(ForAll(y, Exists(v, Ne(y, v))), law) is True


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        (lambda H, u, v: (H(p) - H(1) + u, H(R(1, 2)) - H(1) + u), True),
        (lambda H, u, v: (H(p) - H(1) + u, H(R(1, 3)) - H(1) + u), False),
        (lambda H, u, v: (2 * H(p) - H(2 * p * p) + u, H(R(1, 2)) + v), False),
        (lambda H, u, v: (2 * H(p) - H(2 * p * p) + (p + p) * u, H(R(1, 2)) + u), True),
        (lambda H, u, v: (H(p) + p, H(p)), False),
        (lambda H, u, v: (Piecewise((H(0), p > 1), (H(p), True)), H(p)), True),
        (lambda H, u, v: (Piecewise((H(0), p < 1), (H(p), True)), H(p)), False),
        (lambda H, u, v: (H(sqrt(2) * p), H(sqrt(2) / 3)), False),
        (lambda H, u, v: (H(p * p), H(R(1, 4))), True),
        (lambda H, u, v: (H(p) * H(0), H(1) * H(1)), None),  # not affine
        (lambda H, u, v: (H(u), H(v)), None),  # at points that are not numbers
    ],
)
def test_an_equation_for_every_function_of_a_real(sides, expected):
    H, u, v, s = function("H"), parameter("u"), parameter("v"), parameter("s")
    assert truth(ForAll((H(s), u, v), Eq(*sides(H, u, v))), point({p: R(1, 2)})) is expected


def test_a_relation_for_every_function_of_a_real():
    H, s, u = function("H"), parameter("s"), parameter("u", at_least=0)
    assert truth(ForAll(H(s), Le(H(p) - H(p), p)), point({p: R(1, 2)})) is True
    assert truth(ForAll(H(s), Ne(H(p), p)), point({p: R(1, 2)})) is False
    assert truth(ForAll(H(s), Le(H(p) - H(0), 5)), point({p: R(1, 2)})) is False
    assert truth(ForAll((H(s), u), Le(0, u + H(p) - H(p))), point({p: R(1, 2)})) is None  # u has a domain


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ({"lower": (0, 0, 1), "upper": (0, 1, 1)}, True),
        ({"lower": (5, 1, 0), "upper": (0, 5, 1)}, False),
        ({"lower": (5, 0, 1), "upper": (0, 1, 7)}, True),  # an end that is not used
        ({"lower": (0, 0, 1), "upper": (0, 2, 1)}, False),
        ({"lower": (0, 2, 1), "upper": (2, 1, 1)}, True),  # turned round: the order is another hypothesis
    ],
)
def test_cells_cover_the_line_once(ends, expected):
    lower, upper = (function(name, law=False) for name in ("lower", "upper"))
    first, last = (function(name, law=False) for name in ("first", "last"))
    H, s, u, v = function("H"), parameter("s"), parameter("u"), parameter("v")
    end = Piecewise((v, last(y) > 0), (H(upper(y)), True))
    start = Piecewise((u, first(y) > 0), (H(lower(y)), True))
    once = ForAll((H(s), u, v), Eq(Total(end - start, y), v - u))
    at = point(first=(1, 0, 0), last=(0, 0, 1), **ends)
    assert truth(once, at) is expected
    apart = Theorem(title="cells", given=once, claim=ForAll(y, Eq(lower(y), upper(y))))
    found = Session().refute(apart, variant(ForAll(y, last(y) <= 0), witness=at))
    assert (found.status == "refuted") is expected  # the kernel's word that the hypothesis holds at the point


def test_the_error_function_at_0_is_a_number():
    assert number(erf(p), point({p: 0})) == 0


@pytest.mark.parametrize(
    ("budget", "P_", "Q_", "expected"),
    [
        (0, (R(1, 2), R(1, 2)), (R(1, 2), R(1, 2)), True),
        (1, (R(1, 2), R(1, 2)), (R(1, 2), R(1, 2)), True),
        (-1, (R(1, 2), R(1, 2)), (R(1, 2), R(1, 2)), False),
        (1, (R(3, 4), R(1, 4)), (R(1, 4), R(3, 4)), False),  # 2 * 0.6745 is needed
        (R(134, 100), (R(3, 4), R(1, 4)), (R(1, 4), R(3, 4)), False),
        (R(135, 100), (R(3, 4), R(1, 4)), (R(1, 4), R(3, 4)), True),
        (9, (1, 0), (R(1, 2), R(1, 2)), False),  # a power of 1 at a level below 1
        (9, (R(1, 2), R(1, 2)), (0, 1), False),  # a power at the level 0
        (9, (R(1, 2), R(1, 2), 0), (R(1, 2), R(1, 2), 0), True),
    ],
)
def test_gaussian_dp_of_listed_laws(budget, P_, Q_, expected):
    assert truth(GaussianDP(p), point({p: budget}, P=P_, Q=Q_)) is expected
    assert truth(GaussianDP(p), point({p: budget}, P=Q_, Q=P_)) is expected  # both orders


def test_a_real_inside_the_error_function():
    t = parameter("t")
    assert truth(ForAll(t, Lt(0, 1 + erf(t + p))), point({p: 1})) is True
    assert truth(ForAll(t, Le(R(1, 10**9), 1 + erf(t))), point()) is False
    assert truth(ForAll(t, Le(0, R(1, 2) + erf(t))), point()) is False
    assert truth(ForAll(t, Le(erf(2 * t) ** 2, 1)), point()) is True
    assert truth(ForAll(t, Le(erf(t**2 - p), 1)), point({p: 1})) is None  # not of all the line
