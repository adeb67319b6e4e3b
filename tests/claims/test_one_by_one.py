"""Mechanisms that run one after the other: claims with constants against the exact hockey sticks of responses."""

from __future__ import annotations

import itertools
import time
from fractions import Fraction

import pytest
from siblings import one_in

from dpsym.claims import settle
from dpsym.claims.answers import Answer
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.syntax import parse
from dpsym.claims.ways import one_by_one

Budget = tuple[Fraction, Fraction]  # e^loss and delta
HAIR = Fraction(1, 10**12)
MOST = 30  # seconds of processor time
PURE = (Fraction(2), Fraction(0))
LEAKY = (Fraction(3, 2), Fraction(1, 10))
MIXED = tuple(
    (Fraction(*u), Fraction(*d))
    for u, d in (
        ((2, 1), (0, 1)),
        ((3, 1), (0, 1)),
        ((2, 1), (1, 100)),
        ((3, 2), (0, 1)),
        ((5, 4), (1, 1000)),
        ((2, 1), (0, 1)),
        ((3, 1), (1, 50)),
        ((3, 2), (0, 1)),
    )
)

FEW_RATIOS = tuple(
    (Fraction(u), Fraction(d)) for u, d in 2 * ((2, 0), (2, "1/100"), (4, 0)) + ((2, 0), (4, 0))
)


def stick(parts: tuple[Budget, ...], v: Fraction) -> Fraction:
    """The hockey stick at log v of independent responses: the sum over all lists of answers, each written out."""
    answers = [
        (
            (d, Fraction(0)),
            ((1 - d) * u / (1 + u), (1 - d) / (1 + u)),
            ((1 - d) / (1 + u), (1 - d) * u / (1 + u)),
            (Fraction(0), d),
        )
        for u, d in parts
    ]
    total = Fraction(0)
    for chosen in itertools.product(*([a for a in each if a != (0, 0)] for each in answers)):
        p = q = Fraction(1)
        for a, b in chosen:
            p, q = p * a, q * b
        total += max(Fraction(0), p - v * q)
    return total


def typed(parts: tuple[Budget, ...]) -> str:
    said = [f"ApproxDP(log({u}), {d})" if d else f"PureDP(log({u}))" for u, d in parts]
    alike = len(set(said)) == 1
    return f"compose({len(said)}, {said[0]})" if alike else f"compose({', '.join(said)})"


def answered(text: str) -> Answer:
    start = time.process_time()
    found = settle(text)
    assert time.process_time() - start < MOST
    return found


CASES = (  # mechanisms, and e^loss
    ((PURE,) * 3, Fraction(2)),
    ((PURE,) * 4, Fraction(4)),
    ((PURE,) * 5, Fraction(5, 3)),
    ((PURE,) * 8, Fraction(4)),
    ((LEAKY,) * 3, Fraction(1)),
    ((LEAKY,) * 5, Fraction(9, 4)),
    (MIXED[:3], Fraction(3)),
    (MIXED[:4], Fraction(7, 2)),
    (MIXED[:5], Fraction(2)),
)
LARGE = (
    ((PURE,) * 10, Fraction(8)),
    ((PURE,) * 10, Fraction(7, 5)),
    ((LEAKY,) * 8, Fraction(3)),
    (MIXED[:6], Fraction(1)),
    (FEW_RATIOS, Fraction(2)),
)
EVERY = [*one_in(2, CASES, dear=CASES[:1]), *(pytest.param(*c, marks=pytest.mark.slow) for c in LARGE)]


@pytest.mark.parametrize(("parts", "v"), EVERY)
def test_the_least_delta_is_proved_and_a_smaller_one_refuted(parts: tuple[Budget, ...], v: Fraction) -> None:
    least = stick(parts, v)
    proof = answered(f"{typed(parts)} => ApproxDP(log({v}), {least})")
    assert (proof.verdict, proof.scope.split(";")[0], proof.nowhere) == (
        "proved",
        "all finite outputs",
        False,
    )
    assert proof.certificate is not None and len(proof.rests_on) >= 2
    assert answered(f"{typed(parts)} => ApproxDP(log({v}), {least + HAIR})").verdict == "proved"
    against = answered(f"{typed(parts)} => ApproxDP(log({v}), {least - HAIR})")
    assert against.verdict == "refuted" and against.point is not None


@pytest.mark.slow
def test_eight_mechanisms_of_many_ratios() -> None:
    """Of a bound below the least delta no witness is found: it has more outputs than the kernel takes all events of."""
    least = stick(MIXED, Fraction(2))
    assert answered(f"{typed(MIXED)} => ApproxDP(log(2), {least})").verdict == "proved"
    assert answered(f"{typed(MIXED)} => ApproxDP(log(2), {least - HAIR})").verdict != "proved"


FORMS = [
    ("compose(3, PureDP(1)) => ApproxDP(2, 1/2)", "proved"),
    ("compose(3, PureDP(1)) => TV <= 2/3 and HockeyStick(1) < 4/5", "proved"),
    ("compose(4, PureDP(log(2))) => ApproxDP(2*log(2), 9/32)", "proved"),
    ("compose(3, PureDP(log(3)/2)) => TV < 39/100", "refuted"),
    ("compose(3, ApproxDP(1/2, 1e-6)) => ApproxDP(1, 1/10)", "proved"),
    ("compose(PureDP(1), PureDP(1/2), ApproxDP(1/3, 1e-5)) => ApproxDP(1, 1/5)", "proved"),
    ("compose(PureDP(1), PureDP(1/2), ApproxDP(1/3, 1e-5)) => ApproxDP(1, 1/100)", "refuted"),
    ("compose(4, PureDP(log(2))) => PureDP(4*log(2))", "proved"),
    ("compose(4, PureDP(log(2))) => PureDP(3*log(2))", "refuted"),
    ("compose(3, PureDP(log(2))) => TV < 14/27", "proved"),
    # the well-known wrong forms: the loss of one, one delta, the root of the number times the loss, the largest loss
    ("compose(4, ApproxDP(log(2), 1/100)) => ApproxDP(log(2), 4/100)", "refuted"),
    ("compose(4, ApproxDP(log(2), 1/100)) => ApproxDP(4*log(2), 1/100)", "refuted"),
    ("compose(4, PureDP(log(2))) => ApproxDP(2*log(2), 1/100)", "refuted"),
    (
        "compose(PureDP(log(2)), PureDP(log(3)), PureDP(log(2)), PureDP(log(5))) => PureDP(log(5))",
        "refuted",
    ),
    ("compose(9, PureDP(log(2))) => ApproxDP(3*log(2), 1/1000)", "refuted"),
]
DEAR = (
    ("compose(3, PureDP(log(3)/2)) => TV < 39/100", "refuted"),
    ("compose(PureDP(1), PureDP(1/2), ApproxDP(1/3, 1e-5)) => ApproxDP(1, 1/100)", "refuted"),
)


@pytest.mark.parametrize(("text", "verdict"), one_in(1, FORMS, dear=DEAR))
def test_other_forms(text: str, verdict: str) -> None:
    assert answered(text).verdict == verdict


def test_total_variation_at_its_value() -> None:
    least = stick((PURE,) * 3, Fraction(1))
    assert answered(f"compose(3, PureDP(log(2))) => TV <= {least}").verdict == "proved"
    assert answered(f"compose(3, PureDP(log(2))) => TV < {least}").verdict == "refuted"


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("compose(3, PureDP(log(2))) => HockeyStick(log(2)) <= 1/5", True),
        ("compose(3, PureDP(log(2))) and TV <= 1/3 => HockeyStick(log(2)) <= 1/5", False),
        ("compose(PureDP(log(2)), PureDP(log(2))) and KL <= 1/3 => TV <= 1/4", False),
        ("independent(PureDP(log(2)), PureDP(log(2))) => TV <= 1/4", False),
        ("parallel(PureDP(log(2)), PureDP(log(2))) => TV <= 1/4", False),
    ],
)
def test_responses_refute_only_what_supposes_nothing_else(text: str, alone: bool) -> None:
    """Outputs put together as far as the bound does not tell them apart may meet a hypothesis that all outputs do not."""
    found = one_by_one.in_turn_of(Reader(parse(text)))
    assert found is not None and found.alone == alone
    by_responses = one_by_one.answer(Reader(parse(text)), None)
    assert (by_responses is not None) == alone
    if by_responses is not None:
        assert by_responses.verdict == "refuted"


def test_of_two_mechanisms_all_outputs_are_shown() -> None:
    """The witness is the whole of both releases, as the claim says, and not what is left of it for the bound."""
    found = settle("compose(PureDP(log(2)), PureDP(log(2))) => TV <= 1/4")
    assert found.verdict == "refuted" and found.witness is not None and "W" in found.witness.laws
