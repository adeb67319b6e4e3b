"""Hostile sizes: enormous budgets, orders, counts, towers and long numbers.  Answers within their time, none of them wrong.

What does not ask for the time is interrupted; powers that are too long are refused before any work; an answer that is left
undecided by a size says which number it is, and the rule.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager, suppress

import pytest
import sympy
from sympy import Integer, Rational, Symbol

from dpsym import deadline
from dpsym.claims import settle
from dpsym.claims.best.sharpen import necessary, tightest
from dpsym.kernel.terms import BITS
from dpsym.language import Phi_inv
from dpsym.language.sizes import TooLarge, bounded_powers, roughly
from dpsym.prove.library.forms import canon

MOST = 30  # seconds of processor time for any answer
TRUE, FALSE = ("proved", "enclosed", "cited"), ("refuted",)

# each claim with its truth; None: the numbers are compared nowhere here, an answer is all that is asked
QUICK = {
    "RandomizedResponse(10^40) => TV <= 1": True,
    "RandomizedResponse(10^40) => KL <= 10^40": True,
    "RandomizedResponse(10^40) => PureDP(10^40)": True,
    "RandomizedResponse(exp(exp(10))) => TV <= 1": True,
    "RandomizedResponse(1/10^40) => TV <= 1/10^41": False,
    "RenyiDP(10^40, 1) => KL <= 1": True,
    "RenyiDP(10^40, 1) => RenyiDP(10^39, 1)": True,
    "group(2, PureDP(exp(exp(10)))) => PureDP(2*exp(exp(10)))": True,
}
LONG = {
    "RandomizedResponse(10^40) => ApproxDP(1, 1/2)": False,
    "RandomizedResponse(10^40) => KL <= 5": False,
    "RenyiDP(10^40, 1) => ApproxDP(1, 1/2)": True,
    "RenyiDP(10^40, 1) => ApproxDP(2, 1/10^5)": True,
    "RenyiDP(10^6, 1) => ApproxDP(2, 1/10^5)": True,
    "RenyiDP(1 + 1/10^40, 1) => KL <= 1": True,
    "RenyiDP(2, 10^40) => ApproxDP(10^41, 1/10^5)": True,
    "PureDP(exp(exp(exp(10)))) => TV <= 1": True,
    "PureDP(exp(exp(exp(10)))) => PureDP(2*exp(exp(exp(10))))": True,
    "PureDP(10^40) => TV < 1": True,
    "PureDP(10^40) => KL <= 1": False,
    "PureDP(1/10^40) => TV <= 1/10^41": False,
    "Laplace(1/10^40, 1) => TV <= 1/2": False,
    "Laplace(10^40, 1) => PureDP(1/10^40)": True,
    "Gaussian(1/10^40, 1) => TV <= 1/2": False,
    "Gaussian(10^40, 1) => ApproxDP(1, 1/10^40)": True,
    "ZCDP(10^40) => Renyi(10^40) <= 10^80": True,
    "compose(10^9, PureDP(1)) => PureDP(10^9)": True,
    "compose(10^9, PureDP(1)) => PureDP(10^9 - 1)": False,
    "compose(10^40, PureDP(1)) => PureDP(10^40)": True,
    "compose(10^9, ApproxDP(1, 1/10^12)) => ApproxDP(10^9, 1/1000)": True,
    "compose(10^9, TV <= 1/10^9) => TV <= 99/100": True,
    "group(10^9, ApproxDP(1, 1/10^12)) => ApproxDP(10^9, 1/10)": None,
    "subsample(1/2, PureDP(10^40)) => PureDP(10^40)": True,
    "subsample(1/10^40, PureDP(1)) => PureDP(2/10^40)": True,
    "exp(exp(exp(10))) >= 1": True,
    "exp(exp(exp(10))) <= 1": False,
    "exp(-exp(exp(10))) > 0": True,
    "tanh(10^40) < 1": True,
    "Phi(-10^40) > 0": True,
    "for n natural, n >= 10^40: 2^n >= n": True,
    "for 0 <= x <= 1/10^40: exp(x) <= 1 + 2*x": True,
    "PureDP(1) => Renyi(10^40) <= 1": True,
    "PureDP(1/2) => Renyi(1000) <= 1/2": True,
    "Laplace(1, 1) => Renyi(10^40) <= 1": True,
    "Gaussian(1, 1) => Tail(40) <= 1/10^400": None,
    "for k natural, k >= 10^9: compose(k, PureDP(1/k)) => PureDP(1)": True,
    "for alpha >= 10^40: RenyiDP(alpha, 1) => PureDP(1)": False,
    "PureDP(10^40)(P,Q) and PureDP(10^40)(Q,R) => PureDP(2*10^40)(P,R)": True,
    "ApproxDP(1,1/10) and ApproxDP(2,1/20) and ApproxDP(3,1/40) and TV <= 9/10 and KL <= 4 and PureDP(10)"
    " and Tail(2) <= 1/10 and Tail(3) <= 1/20 and Renyi(2) <= 5 and ZCDP(3) => ApproxDP(5/2, 1/30)": None,
}


@contextmanager
def within(seconds: float):
    start = time.process_time()
    yield
    assert time.process_time() - start < seconds


def not_wrong(text: str, truth: bool | None) -> None:
    with within(MOST):
        answer = settle(text)
    assert answer.verdict in ("undecided", *((*TRUE, *FALSE) if truth is None else TRUE if truth else FALSE))


@pytest.mark.parametrize("text", QUICK)
def test_enormous_sizes_are_answered(text: str) -> None:
    """Of these none is undecided: no number of them has to be worked out."""
    with within(MOST):
        answer = settle(text)
    assert answer.verdict in (TRUE if QUICK[text] else FALSE), answer.tried


@pytest.mark.slow
@pytest.mark.parametrize("text", LONG)
def test_no_answer_takes_longer_than_it_may(text: str) -> None:
    not_wrong(text, LONG[text])


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "PureDP(10^40) => TV <= ?",
        "RandomizedResponse(10^40) => KL <= ?",
        "RenyiDP(10^40, 1) => KL <= ?",
        "PureDP(exp(exp(10))) => TV <= ?",
        "compose(10^9, PureDP(1)) => PureDP(?)",
        "Gaussian(1/10^40, 1) => TV <= ?",
    ],
)
def test_no_best_bound_takes_longer(text: str) -> None:
    with within(MOST), suppress(ValueError):
        tightest(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "ApproxDP(10^40, 1/10) and TV <= 1/2 => Tail(10^41) <= 1/2",
        "RenyiDP(10^40, 1) and KL <= 5 => KL <= 5",
        "ApproxDP(1,1/10) and ApproxDP(2,1/20) and ApproxDP(3,1/40) and PureDP(5) and TV <= 9/10 => TV <= 9/10",
    ],
)
def test_no_search_for_conditions_takes_longer(text: str) -> None:
    with within(MOST):
        assert necessary(text).whole.verdict != "refuted"


@pytest.mark.slow
def test_what_a_size_leaves_undecided_is_said() -> None:
    answer = settle("RandomizedResponse(10^40) => ApproxDP(1, 1/2)")
    assert answer.verdict == "undecided"  # it is false, by less than can be worked out
    assert any(f"2^{BITS}" in said or f"{BITS:,} bits" in said for said in answer.tried)


# ------------------------------------------------------------------------------------------------ sizes
@pytest.mark.parametrize(
    ("base", "exponent"),
    [
        (3, 10**40),
        (3, -(10**40)),
        (Rational(1, 3), 10**40),
        (10, Rational(10**40, 3)),
        (2**500, 10**4),
        (2, BITS),
    ],
)
def test_a_power_that_is_too_long_is_refused_with_its_size(base: object, exponent: object) -> None:
    with within(1), bounded_powers() as refused, pytest.raises(TooLarge, match=f"{BITS:,} bits"):
        sympy.Pow(sympy.sympify(base), sympy.sympify(exponent))
    assert len(refused) == 1


@pytest.mark.parametrize(
    ("base", "exponent", "value"),
    [
        (1, 10**40, 1),
        (-1, 10**40, 1),
        (0, 10**40, 0),
        (2, 1000, 2**1000),
        (4, Rational(1, 2), 2),
        (2, -3, Rational(1, 8)),
    ],
)
def test_other_powers_have_their_values(base: object, exponent: object, value: object) -> None:
    with bounded_powers() as refused:
        assert sympy.Pow(sympy.sympify(base), sympy.sympify(exponent)) == value
    assert refused == []


@pytest.mark.parametrize("far", [41, 10**6])
def test_sums_that_cancel_far_out_are_left_as_they_are(far: int) -> None:
    """sympy works their sign out to thousands of digits; what stands nearer, or is no number that it knows, is put in order."""
    tail = 1 - sympy.erf(Integer(far))
    with within(1):
        assert canon(sympy.log(tail - sympy.exp(-far), evaluate=False)).has(sympy.erf)
        assert canon(sympy.exp(sympy.log(tail), evaluate=False)) == sympy.exp(sympy.log(tail), evaluate=False)
    near = sympy.erf(Phi_inv(Rational(1, 3))) + 1
    for x in (near, 1 - sympy.erf(2)):
        assert canon(sympy.exp(sympy.log(x), evaluate=False)) == x


def test_powers_are_bounded_there_alone() -> None:
    with bounded_powers():
        pass
    assert Integer(7) ** 30_000 == 7**30_000


def test_a_power_of_a_sum_with_too_many_terms_stays_as_it_is() -> None:
    x = Symbol("x")
    with within(1), bounded_powers():
        assert sympy.expand((1 + x) ** (10**40)) == (1 + x) ** (10**40)
        assert sympy.expand((1 + x) ** 3) == 1 + 3 * x + 3 * x**2 + x**3


@pytest.mark.parametrize(
    ("x", "least", "most"),
    [
        (sympy.exp(sympy.exp(10)), float("inf"), float("inf")),
        (Rational(10**400), float("inf"), float("inf")),
        (sympy.log(Rational(10**400)), 921, 922),
        (sympy.exp(2) * 3 - 1, 21, 22),
        (sympy.sqrt(2) * 3 / 4, 1.06, 1.07),
    ],
)
def test_sizes_are_seen(x: sympy.Expr, least: float, most: float) -> None:
    assert least <= roughly(x) <= most


# ------------------------------------------------------------------------------------------------ time
@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not ask is interrupted earlier than in use: each test works for as long."""
    monkeypatch.setattr(deadline, "GRACE", 0.3)


def work(seconds: float) -> None:
    """Work that never asks how much time is left."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        sum(range(1000))


@pytest.mark.usefixtures("soon")
def test_what_does_not_ask_is_interrupted() -> None:
    """Of twenty seconds hardly any: on a busy machine the timer comes late."""
    with within(0.1 + deadline.GRACE + 4), pytest.raises(deadline.OutOfTime), deadline.at_most(0.1):
        work(20)


@pytest.mark.usefixtures("soon")
def test_an_inner_bound_interrupts_and_an_outer_one_goes_on() -> None:
    with deadline.at_most(20):
        with suppress(deadline.OutOfTime), deadline.at_most(0.1):
            work(20)
        deadline.spend(0)
        work(0.5)


@pytest.mark.usefixtures("soon")
def test_what_is_put_back_is_not_interrupted() -> None:
    class Held:
        done = False

        def __enter__(self) -> None:
            pass

        def __exit__(self, *_: object) -> None:
            work(deadline.GRACE + 0.6)
            self.done = True

    held = Held()
    with suppress(deadline.OutOfTime), deadline.at_most(0.1), held:
        pass
    assert held.done


@pytest.mark.usefixtures("soon")
def test_time_that_does_not_count_is_not_interrupted() -> None:
    with deadline.at_most(0.1):
        with deadline.uncounted():
            work(deadline.GRACE + 0.5)
        deadline.spend(0)


@pytest.mark.usefixtures("soon")
def test_another_thread_is_left_to_ask() -> None:
    ended = []

    def run() -> None:
        with deadline.at_most(0.05):
            work(deadline.GRACE + 0.5)
        ended.append(True)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert ended == [True]
