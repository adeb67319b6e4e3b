"""A first look in floats says what exact evaluation says, leaves open what floats cannot tell, and accepts nothing."""

from itertools import islice

import pytest
from flint import fmpq
from statements import refute
from sympy import Eq, Ge, Gt, Le, Lt, Max, Min, Ne, Rational, erf, exp, log, sqrt, tanh

from dpsym.language import (
    AllOf,
    ApproxDP,
    Exists,
    ForAll,
    GaussianDP,
    HockeyStick,
    Implication,
    Loss,
    NotSo,
    P,
    Phi_inv,
    Posterior,
    ProbDP,
    PureDP,
    Q,
    RenyiMoment,
    as_written,
    parameter,
    y,
)
from dpsym.prove import decide
from dpsym.prove.counterexamples.refute_points import Task, law_tuples, parameter_points
from dpsym.prove.decide import Env
from dpsym.prove.decide.looks import look_of
from dpsym.reals import real as n

eps, delta, p = (
    parameter("eps", at_least=0),
    parameter("delta", at_least=0, at_most=1),
    parameter("p", above=0, below=1),
)
x = parameter("x", above=0)
with as_written():
    FORMULAS = (
        Le(p * exp(eps) / (1 - p + p * exp(eps)) - p, tanh(eps / 4)),
        Lt((1 - p) ** 3 - log(1 + x), sqrt(x) * erf(x - p)),
        Ge(Max(p, x) - Min(p, x), abs(p - x) - delta),
        Eq(exp(eps) * p, x),
        Ne(p, delta),
        Gt(Phi_inv(p), x - 1),
        Implication(Lt(p, delta), NotSo(Le(exp(-eps), x))),
        PureDP(eps),
        ApproxDP(eps, delta),
        ProbDP(eps, delta),
        Le(HockeyStick(eps), delta * p),
        Le(RenyiMoment(2), exp(eps)),
        ForAll((y,), Le(Posterior(p, P(y), Q(y)), p * exp(eps) / (1 - p + p * exp(eps)))),
        Exists((y,), Gt(Loss(P(y), Q(y)), eps)),
        AllOf(Le(Q(y), P(y)), Lt(p, x)),
    )


def points(formula, parameters):
    """Exact points: simple values of the parameters, and simple pairs where the formula speaks of laws."""
    task = Task((), formula, parameters, ())
    laws = list(islice(law_tuples(("P", "Q")), 40))
    for k, env in enumerate(parameter_points(task, Env({}, {}), 60)):
        for j in range(5):
            at = Env(env.values, laws[(5 * k + j) % len(laws)])
            at.at[y] = 0
            yield at


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_it_says_what_exact_evaluation_says(formula):
    parameters = tuple(s for s in (eps, delta, p, x) if s in formula.free_symbols)
    look, truth = look_of(formula), decide.truth_of(formula)
    assert look is not None
    told = 0
    for env in points(formula, parameters):
        seen = look(env)
        if seen is not None:
            told += 1
            assert seen is truth(env), (env.values, env.laws)
    assert told > 40


def at(**values):
    return Env({s: values[s.name] for s in (eps, delta, p, x) if s.name in values}, {})


@pytest.mark.parametrize("more", [0, fmpq(1, 10**17), fmpq(-1, 10**40)])
def test_sides_that_agree_or_nearly_so_are_left_open(more):
    here = at(x=fmpq(1, 3), p=fmpq(1, 9) + more)
    for kind in (Le, Ge, Eq, Lt, Gt, Ne):
        assert look_of(kind(x**2, p, evaluate=False))(here) is None


def test_what_cancels_is_left_open():
    here = at(x=fmpq(1, 10**9))
    with as_written():
        claim = Le(
            (1 + x) ** 2 - 1 - 2 * x, 0
        )  # it is x^2, far below the errors of what it is the difference of
    assert decide.truth_of(claim)(here) is False
    assert look_of(claim)(here) is None


def test_what_has_no_value_is_left_open():
    assert look_of(Le(log(p - x), 0))(at(p=fmpq(1, 3), x=fmpq(1, 2))) is None
    assert look_of(Le(1 / (p - x), 0))(at(p=fmpq(1, 2), x=fmpq(1, 2))) is None
    assert look_of(Le(exp(x), 1))(at(x=fmpq(10**6))) is None
    assert look_of(Le(x, 1))(at(x=n.OO)) is None
    assert look_of(Le(x, 1))(at()) is None


def test_quantified_reals_are_not_looked_at():
    assert look_of(ForAll(x, Le(p, x))) is None
    assert look_of(GaussianDP(eps)) is None
    part = look_of(AllOf(ForAll(x, Le(p, x)), Lt(p, 0)))  # but the other parts are
    assert part is not None and part(at(p=fmpq(1, 2))) is False


def test_a_search_still_finds_what_fails_at_equality_or_by_little():
    assert refute([], Lt(p, p * 1, evaluate=False)) is not None
    with as_written():
        claim = Le(p, Rational(1, 2) - Rational(1, 10**14))
    assert refute([Le(p, Rational(1, 2))], claim) is not None
