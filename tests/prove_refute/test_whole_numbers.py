"""A natural number is one for the kernel: in proofs, at witnesses, and where hypotheses hold nowhere."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsym.claims import settle
from dpsym.kernel import check
from dpsym.language import (
    ForAll,
    Parameter,
    StatementError,
    Theorem,
    as_written,
    have,
    log,
    parameter,
    point,
    variant,
)
from dpsym.prove.proof.script import Refused, Script, Stuck
from dpsym.prove.session import Session
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.whole_numbers import by_whole_numbers

n, m = parameter("n", integer=True), parameter("m", integer=True)
x = parameter("x", at_least=0)
TRUE = [
    "for n natural: n^2 >= n",
    "for n natural: n^3 >= n^2",
    "for n natural: not (0 < n < 1)",
    "for n natural: n < 1 => n = 0",
    "for n natural: 1 < n < 3 => n = 2",
    "for n natural: 20 < n < 22 => n = 21",
    "for n natural: n*(n - 1)*(n - 2) >= 0",
    "for n natural: n <= 1 or n^2 >= 2*n",
    "for n natural: n^2 != 2",
    "for n natural: 2*n != 3",
    "for n natural: n > 0 => n >= 1",
    "for n natural, eps >= 0: n > 0 => n*eps >= eps",
    "for n natural, m natural: m < n => m + 1 <= n",
    "for n natural, m natural: m < n < m + 2 => n = m + 1",
    "for n natural, m natural, k natural: m < n < k => m + 2 <= k",
    "for n natural, m natural: n*m = 1 => n = 1",
    "for n natural: sqrt(n) <= n",
    "for n natural: log(1 + n) <= n*log(2)",
    "for x, n natural, n > x: (2*n - 1)^2 >= 1",
    "for n natural, n >= log(2): n >= 1",
    "for n natural, n > 1/2: n >= 1",
    "for n natural, n > -1/2: n >= 0",
    "for x > 0, n natural, n >= 1/x: n >= 1",
]
FALSE = [
    "for n natural: n^2 > n",
    "for x, n natural, n > x: (2*n - 1)^2 > 1",
    "for n natural, n >= log(2): n >= 2",
    "for n natural, n > -1/2: n >= 1",
    "for n natural: n^2 >= 2*n",
    "for n natural: not (0 < n < 2)",
    "for n natural: n < 2 => n = 0",
    "for n natural: 1 < n < 4 => n = 2",
    "for n natural: n*(n - 2) >= 0",
    "for n natural: n^2 != 4",
    "for n natural: 2*n != 4",
    "for n natural, m natural: m < n => m + 2 <= n",
    "for n natural, m natural: m <= n => m + 1 <= n",
    "for n natural, m natural: n*m = 2 => n = 1",
    "for n natural: sqrt(n) <= n - 1",
    "for x >= 0: sqrt(x) <= x",
    "for x >= 0: log(1 + x) <= x*log(2)",
    "for n natural: 20 < n < 23 => n = 21",
    "for x >= 0: x^2 >= x",
    "for x >= 0: not (0 < x < 1)",
    "for x >= 0, n natural: n < x => n + 1 <= x",
    "for x >= 0, n natural: x < n => x + 1 <= n",
]
EMPTY = ["for n natural: 0 < n < 1 => n = 7", "for n natural, m natural: m < n < m + 1 => n = 7"]


@pytest.mark.parametrize("text", TRUE)
def test_what_holds_for_whole_numbers_is_proved(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "proved"
    assert answer.certificate is not None
    check(answer.certificate)


@pytest.mark.parametrize("text", FALSE)
def test_what_fails_is_refuted_at_whole_numbers(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "refuted"
    assert answer.witness is not None
    for name in {"n", "m", "k"} & answer.witness.values.keys():
        assert Fraction(answer.witness.values[name]).denominator == 1


@pytest.mark.parametrize("text", EMPTY)
def test_hypotheses_that_no_whole_number_satisfies_are_empty(text: str) -> None:
    assert settle(text).verdict == "vacuous"


def test_the_kernel_is_asked_about_natural_numbers_at_a_witness() -> None:
    """No witness between two natural numbers, whatever its author writes."""
    with as_written():
        said = Theorem(
            title="Square",
            claim=n**2 >= n,
            near_misses={
                "strict": variant(n**2 > n, witness=point({n: 1})),
                "between": variant(n**2 > n, witness=point({n: Fraction(1, 2)})),
                "below": variant(n**2 > n, witness=point({n: -1})),
            },
        )
    session = Session()
    found = {k: session.refute(said, v).status for k, v in said.near_misses.items()}
    assert found["strict"] == "refuted"
    for wrong in ("between", "below"):
        verdict = session.refute(said, said.near_misses[wrong])
        if verdict.status == "refuted":  # another point was found
            assert verdict.witness is not None
            assert all(v in (0, 1) for _, v in verdict.witness.at)


def test_a_line_by_integrality_needs_whole_numbers() -> None:
    with as_written():
        whole = Theorem(
            title="W", claim=n**2 >= n, derivation=have(n**2 >= n, "n is whole", method="integrality")
        )
        real = Theorem(title="R", claim=x + 1 >= x, derivation=have(x + 1 >= x, "more", method="integrality"))
    assert Session().theorem(whole).status == "proved"
    assert Session().theorem(real).status == "unknown"


@given(st.integers(0, 3), st.integers(0, 3))
def test_numbers_are_compared_with_what_is_known_of_them(low: int, gap: int) -> None:
    """low < n < low + gap + 1 leaves n = low + 1 only where the gap is 1, nothing where it is 0."""
    s = Script({"n": "R"})
    known = ProofState(s)
    known.assume(("nat", "n"))
    known.assume(("<", Fraction(low), "n"))
    known.assume(("<", "n", Fraction(low + gap + 1)))
    goal = ("=", "n", Fraction(low + 1))
    if gap <= 1:
        line = by_whole_numbers(known, goal)
        assert s.goal(line) == goal
    else:
        with pytest.raises(Stuck):
            by_whole_numbers(known, goal)


def test_what_is_not_said_to_be_natural_is_not_compared() -> None:
    s = Script({"n": "R"})
    known = ProofState(s)
    known.assume(("<", Fraction(0), "n"))
    with pytest.raises((Stuck, Refused)):
        by_whole_numbers(known, ("<=", Fraction(1), "n"))


@pytest.mark.parametrize("number", [0, 7, 100, 101, 1000, 10**9, 10**40, 2**199 + 1, 2**200 - 1])
def test_a_number_is_natural_by_counting_or_by_its_digits(number: int) -> None:
    s = Script({})
    goal = ("nat", Fraction(number))
    assert s.goal(ProofState(s).prove(goal)) == goal
    assert len(s.lines) < 1500  # it is not counted up where it is long


@pytest.mark.parametrize(
    "number",
    [Fraction(-1), Fraction(1, 2), Fraction(10**9) + Fraction(1, 3), Fraction(-(10**9)), Fraction(2**200)],
)
def test_what_is_no_natural_number_or_too_long_is_none(number: Fraction) -> None:
    with pytest.raises(Stuck):
        ProofState(Script({})).prove(("nat", number))


@pytest.mark.parametrize("number", [3, 10**9, 10**40])
def test_what_holds_of_every_natural_number_holds_of_a_long_one(number: int) -> None:
    of_any = Theorem(title="A square", claim=n * x <= n**2 * x)
    claim = number * x <= number**2 * x
    use = have(claim, by=of_any.at(n=number))
    assert Session().theorem(Theorem(title="At a number", claim=claim, derivation=use)).status == "proved"


def test_an_integer_above_a_number_that_may_be_negative_is_no_parameter() -> None:
    """A page would say `let j >= z be an integer`, of which -1 may be one, and the kernel know a real number."""
    z = parameter("z")
    for low in (z, -log(100), log(2), z**2 - 1):
        with pytest.raises(StatementError, match="at least 0"):
            parameter("j", integer=True, at_least=low)
    with pytest.raises(StatementError, match="at least 0"):
        Parameter("j", lower=(z, False), integer_valued=True)


@pytest.mark.parametrize("domain", [{"at_least": x}, {"above": -1}, {"at_least": n}, {"at_most": x}, {}])
def test_an_integer_parameter_is_natural(domain: dict) -> None:
    j = parameter("j", integer=True, **domain)
    with as_written():
        free, every = (Theorem(title="T", claim=c) for c in (j**2 >= j, ForAll(j, j >= 0)))
    assert Session().theorem(free).status == "proved"
    assert Session().theorem(every).status == "proved"
