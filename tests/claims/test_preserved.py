"""Claims about what is made of one mechanism's outputs: at the best bound of any mechanism of the kind, and a hair off."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dpsym
from dpsym.kernel.certificate import check_bundle

HAIR = Fraction(1, 10**12)
CASES = [  # a word, e^loss and delta of the mechanism, and e^loss at which its hockey stick is asked
    pytest.param("post", Fraction(5), Fraction(0), Fraction(3, 2), marks=pytest.mark.slow),
    ("post", Fraction(3), Fraction(1, 10), Fraction(1)),
    ("mixture", Fraction(3), Fraction(1, 10), Fraction(1)),
    ("permute", Fraction(2), Fraction(1, 100), Fraction(6, 5)),
]


@pytest.mark.parametrize(("word", "u", "d", "v"), CASES)
def test_the_best_bound_of_the_kind_is_kept(word: str, u: Fraction, d: Fraction, v: Fraction) -> None:
    best = d + (1 - d) * (u - v) / (u + 1)  # the hockey stick of a response that fails with probability d
    part = f"ApproxDP(log({u}), {d})" if d else f"PureDP(log({u}))"
    text = f"{word}({part}) => HockeyStick(log({v})) <= {{}}"
    answer = dpsym.claim(text.format(best))
    assert answer.verdict == "proved"
    bundle = answer.bundle()
    assert bundle is not None and "claim" in check_bundle(bundle)
    assert dpsym.claim(text.format(best + HAIR)).verdict == "proved"
    assert dpsym.claim(text.format(best - HAIR)).verdict == "refuted"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("permute(PureDP(log(6/5))) => 2/5 >= Power(1/3)", "proved"),
        ("post(ProbDP(log(3), 1/10)) => TV <= 11/20", "proved"),
        ("post(ProbDP(log(3), 1/10)) => Tail(log(3)) <= 1/10", "refuted"),  # which is not kept
        ("post(KL <= 1/2) => TV <= 2/5", "refuted"),  # a bound of a part that no notion says
        ("post(KL <= 1/2) => HockeyStick(log(2)) <= 1/2", "proved"),
        pytest.param(
            "post(ApproxDP(log(3), 1/10)) and TV <= 1/2 => Power(1/10) <= 2/5",
            "proved",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_what_follows_for_any_mechanism_of_the_kind(text: str, verdict: str) -> None:
    assert dpsym.claim(text).verdict == verdict


BUDGETS = ["PBDP(eps, delta)", "ProbDP(eps, delta)", "ApproxDP(eps, delta)"]


@pytest.mark.parametrize("word", ["post", "permute", "mixture"])
@pytest.mark.parametrize("part", BUDGETS)
def test_what_no_mechanism_of_the_kind_has_is_refuted_by_one_of_which_all_is_kept(
    word: str, part: str
) -> None:
    said = part.replace("delta", "delta/2")
    answer = dpsym.claim(f"for eps >= 0, 0 <= delta <= 1: {word}({part}) => {said}")
    assert answer.verdict == "refuted"
    bundle = answer.bundle()
    assert bundle is not None and "claim" in check_bundle(bundle)
    laws = answer.witness.laws
    assert laws["P"] != laws["Q"] and sum(map(Fraction, laws["P"])) == sum(map(Fraction, laws["Q"])) == 1
