"""Claims with `or`, `not` and several conclusions, in conditions, hypotheses and conclusions."""

from __future__ import annotations

import operator
import random
from fractions import Fraction
from typing import Any

import pytest
from siblings import one_in

from dpsym.claims import settle
from dpsym.claims.best import sharpen
from dpsym.claims.reading.syntax import NotAClaim

TRUE = (
    "for x: x^2 < 1 or x >= 1 or x <= -1",
    "for x: not x < 1 => x^2 >= 1",
    "for x: x >= 1 or x <= -1 => x^2 >= 1",
    "for x, x >= 1 or x <= -1: x^2 >= 1",
    "for x: (x > 1 or x < -1) and x > 0 => x > 1",
    "for x, y: x <= y or y <= x",
    "for x: not (x > 1 and x < 0)",
    "for x: not 0 <= x <= 1 => x^2 >= x",
    "for x: x <= 0 or log(x) <= x",  # the logarithm has a value where it is needed
    "not TV <= 1/2 => TV > 1/3",
    "for eps >= 0: PureDP(eps) => not TV > tanh(eps/2)",
    "TV <= 1/3 or PureDP(log(2)) => TV <= 1/2",
    pytest.param(
        "for eps >= 0: compose(PureDP(eps), PureDP(eps)) => PureDP(eps) or PureDP(3*eps)",
        marks=pytest.mark.slow,
    ),
    "TV <= 1/2 => TV <= 1/3 or TV > 1/3",
    "for eps >= 0: PureDP(eps) or TV <= tanh(eps/2) => TV <= tanh(eps/2)",
    "PureDP(1) => TV <= 1/2 and Posterior(1/2) < 3/4",
    "TV > 1/2 => not HockeyStick(0) <= 1/2",
    "not TV <= 1/2 => KL > 1/2",
    "for eps >= 0, 0 <= delta <= 1: TV > 1 - (1 - delta)*exp(-eps) => not HockeyStick(eps) <= delta",
    "KL <= 1/8 => Power(1/2) <= 3/4",  # by a bound of a square
    "for eps >= 0: post(PureDP(eps)) => Posterior(1/2) <= exp(eps)/(1 + exp(eps)) and KL <= eps^2/2",
)
FALSE = (
    "for x: x >= 1 or x <= 0",  # neither: 1/2
    "for x, x > 1 or x < -1: x > 0",
    "for x: x > 1 and x > 2 or x < -1 => x > 2",  # `and` binds more tightly
    "not TV <= 1/2 => TV > 2/3",
    "not KL <= 1 => KL >= 1",  # in one of the orders only
    "TV <= 1/3 or PureDP(log(3)) => TV <= 2/5",
    "for eps >= 0: PureDP(eps) => TV <= tanh(eps/3) or TV <= eps/3",
    "for x, y: not x <= y => x > y + 1",
    "for x: x <= 1 or x >= 3 => x^2 <= 1 or x^2 >= 9",
    "PureDP(1) => TV <= 1/2 and Posterior(1/2) < 7/10",
    "TV > 1/2 => not KL <= 1",  # refuted as KL <= 1 => TV <= 1/2
    "KL > 1/2 or TV <= 1/4",  # as TV > 1/4 => KL > 1/2
    "TV <= 1/4 or KL <= 1/2 => Power(1/2) <= 3/4",  # the second hypothesis does not give it
)
NOT_CLAIMS = (
    ("for x: (x <= 1) + 1 <= 2", "no term"),
    ("for x: -(x <= 1) <= 2", "no term"),
    ("for x: (x <= 1)² <= 2", "no term"),
    ("for x: (x <= 1)^2 <= 2", "no term"),
    ("for x: (x <= 1 or x >= 2)/2 <= 2", "no term"),
    ("for x: not PureDP(1) => x <= 1", "before a relation"),
    ("for or > 0: or <= 1", "expected|word of the grammar"),
    ("for x, x < TV or x > 1: x <= 1", "a meaning of its own"),
    ("for x: x <= -1 or log(x) <= x", "logarithm|positive"),
)


@pytest.mark.parametrize("text", one_in(2, TRUE))
def test_true(text: str) -> None:
    answer = settle(text)
    assert (answer.verdict, answer.nowhere) == ("proved", False) and answer.instance is not None


@pytest.mark.parametrize("text", FALSE)
def test_false(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted" and answer.witness is not None


@pytest.mark.parametrize(("text", "why"), NOT_CLAIMS)
def test_not_a_claim(text: str, why: str) -> None:
    with pytest.raises(NotAClaim, match=why):
        settle(text)


def test_a_notion_among_alternatives_is_not_denied() -> None:
    assert settle("for eps >= 0: PureDP(eps) => PureDP(eps/2) or TV <= 0").verdict != "proved"


def test_no_bound_is_looked_for() -> None:
    with pytest.raises(NotAClaim, match="no bound"):
        sharpen.tightest("PureDP(1) or PureDP(2) => TV <= ?")


def test_letters_of_laws_may_be_names() -> None:
    """A parameter that has the letter of a law is another thing, and is printed as one."""
    proved = settle("for A >= 0, x >= 0: compose(PureDP(A), PureDP(x)) => PureDP(A + x)")
    assert proved.verdict == "proved" and "mathsf{A}" in proved.latex()
    refuted = settle("for L >= 0, W >= 0: compose(PureDP(L), PureDP(W)) => PureDP(L)")
    assert refuted.witness is not None and set(refuted.witness.values) == {"L", "W"}


# ------------------------------------------------------------------------- random claims about one number, judged apart
SIGNS = {
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
    "=": operator.eq,
    "!=": operator.ne,
}
Formula = tuple[Any, ...]


def formula(rng: random.Random, depth: int) -> Formula:
    """A relation between x and a small number, or several joined by `and`, `or` and `not`."""
    if depth == 0 or rng.random() < 0.3:
        return ("relation", rng.choice(list(SIGNS)), rng.randint(-3, 3))
    word = rng.choice(("and", "or", "not"))
    return (word, *(formula(rng, depth - 1) for _ in range(1 if word == "not" else 2)))


def spelt(f: Formula) -> str:
    """As a person types it, with brackets around what is joined."""
    if f[0] == "relation":
        return f"x {f[1]} {f[2]}"
    if f[0] == "not":
        return f"not ({spelt(f[1])})"
    return "(" + f" {f[0]} ".join(map(spelt, f[1:])) + ")"


def holds(f: Formula, x: Fraction) -> bool:
    """The truth of the formula at a number."""
    if f[0] == "relation":
        return bool(SIGNS[f[1]](x, f[2]))
    if f[0] == "not":
        return not holds(f[1], x)
    return all(holds(g, x) for g in f[1:]) if f[0] == "and" else any(holds(g, x) for g in f[1:])


EVERYWHERE = [
    Fraction(k, 2) for k in range(-9, 10)
]  # a truth value changes at whole numbers from -3 to 3 only


def rightly(count: int, seed: int) -> int:
    """How many of so many random claims are settled; none wrongly."""
    settled = 0
    for k in range(count):
        rng = random.Random(seed * 10_000 + k)
        given, claim = formula(rng, 2), formula(rng, 2)
        text = f"for x: {spelt(given)} => {spelt(claim)}" if rng.random() < 0.7 else f"for x: {spelt(claim)}"
        true = all(holds(claim, x) or ("=>" in text and not holds(given, x)) for x in EVERYWHERE)
        answer = settle(text)
        assert answer.verdict != ("refuted" if true else "proved"), text
        settled += answer.verdict != "undecided"
    return settled


def test_random_alternatives() -> None:
    assert rightly(40, 1) >= 34


@pytest.mark.slow
def test_many_random_alternatives() -> None:
    assert rightly(600, 2) >= 510


@pytest.mark.parametrize(
    ("text", "verdict", "said"),
    [
        ("KL <= 1 or KL > 1", "refuted", "what 'or' joins is each said of the pair in both orders"),
        ("not KL <= 1 => KL >= 1", "refuted", "'not' says that it fails in one of them"),
        ("KL(P, Q) <= 1 or KL(P, Q) > 1", "proved", ""),
        ("TV <= 1/2 or TV > 1/2", "proved", ""),
        ("for x: x <= 1 or x > 1", "proved", ""),
    ],
)
def test_the_answer_says_in_which_orders_alternatives_are_read(text: str, verdict: str, said: str) -> None:
    """Without names each relation is of both orders, so that a divergence is not at most 1 or above 1: one order is named."""
    answer = settle(text)
    assert answer.verdict == verdict
    assert (said in answer.read) if said else answer.read == ""
