"""The refuter finds exact witnesses of false statements and none of true ones."""

from dataclasses import replace

import pytest
from brute import refutes
from flint import fmpq
from sampling import property_test
from siblings import one_in
from statements import FALSE, TRUE, delta, eps, p, refute
from sympy import Max, Rational, log

from dpsym.keeping.store import Nowhere
from dpsym.language import (
    ApproxDP,
    Exists,
    ForAll,
    Gt,
    Outcome,
    Pair,
    ProbDP,
    PureDP,
    Theorem,
    exp,
    function,
    parameter,
    point,
    tanh,
    variant,
)
from dpsym.library import find
from dpsym.prove import decide
from dpsym.prove.counterexamples.budget import Budget
from dpsym.prove.counterexamples.refute_points import fraction_near
from dpsym.prove.session import Session
from dpsym.reals import real

SMALL = Budget(grid=150, random=100, early=25, pairs=60, random_pairs=60, queries=1, rlimit=500_000)


def whole(given, claim):
    return Theorem(title="statement", given=given, claim=claim)


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_are_refuted_and_the_witness_survives_brute_force(name):
    given, claim = FALSE[name]
    found = refute(given, claim)
    assert found is not None
    statement = whole(given, claim)
    assert decide.truth(claim, found.point) is False or found.bound
    assert all(decide.truth(g, found.point) is True for g in given)
    assert refutes(given, claim, statement.parameters, statement.laws, found.point)
    assert found.check and found.check[-1].words().startswith("fails:")


@pytest.mark.parametrize("name", one_in(4, TRUE, dear=("thm3.5.2 i",)))
def test_true_statements_are_not_refuted(name):
    given, claim = TRUE[name]
    assert refute(given, claim, budget=SMALL) is None


def test_the_same_statement_gives_the_same_witness():
    given, claim = FALSE["approx gives prob"]
    assert refute(given, claim) == refute(given, claim)


def test_witnesses_are_simple():
    given, claim = FALSE["approx gives prob"]
    found = refute(given, claim)
    assert all(m.q <= 4 for _, masses in found.point.laws for m in masses)
    assert len(found.point.laws[0][1]) == 2


def test_a_hint_is_used_with_its_own_expressions():
    claim = p / (p + (1 - p) * exp(-eps)) - p <= tanh(eps / 4) * Rational(999999, 1000000)
    hint = point({p: 1 / (1 + exp(eps / 2))})
    found = refute((), claim, hint=hint)
    assert found.found == "hint" and dict(found.point.at)[p] == Rational(1, 3)
    assert decide.truth(claim, found.point) is False


def test_a_wrong_hint_is_not_believed():
    given, claim = TRUE["thm2.5"]
    hint = point({eps: log(2), delta: Rational(1, 4)}, P=(1, 0), Q=(Rational(1, 2), Rational(1, 2)))
    assert refute(given, claim, budget=SMALL, hint=hint) is None


def two_mechanisms():
    names = [function(name) for name in ("P1", "Q1", "P2", "Q2")]
    y1, y2 = Outcome("y1"), Outcome("y2", "Z")
    one, two = Pair(names[0](y1), names[1](y1), y1), Pair(names[2](y2), names[3](y2), y2)
    return one, two, Pair(one.a * two.a, one.b * two.b, y1, y2)


def test_composition():
    one, two, both = two_mechanisms()
    e1, e2 = parameter("eps_1", at_least=0), parameter("eps_2", at_least=0)
    d1, d2 = (parameter(name, at_least=0, at_most=1) for name in ("delta_1", "delta_2"))
    given = (ApproxDP(e1, d1, pair=one), ApproxDP(e2, d2, pair=two))
    pure = (PureDP(e1, pair=one), PureDP(e2, pair=two))
    assert refute(given, ApproxDP(e1 + e2, d1, pair=both)) is not None
    assert refute(pure, PureDP(Max(e1, e2), pair=both)) is not None
    assert refute(pure, PureDP((e1 + e2) * Rational(9, 10), pair=both)) is not None
    assert refute(pure, PureDP(e1 + e2, pair=both), budget=SMALL) is None
    sampled = property_test(whole(given, ApproxDP(e1 + e2, d1 + d2, pair=both)), examples=25)
    assert sampled.passed and sampled.tried >= 10


def test_an_event_of_a_product_is_listed_in_full():
    _, _, both = two_mechanisms()
    half = Rational(1, 2)
    at = point(
        P1=(half, half),
        Q1=(half, half),
        P2=(Rational(3, 4), Rational(1, 4)),
        Q2=(Rational(1, 4), Rational(3, 4)),
    )
    assert decide.truth(PureDP(log(3), pair=both), at) is True
    assert decide.truth(PureDP(log(3) * Rational(99, 100), pair=both), at) is False


def test_strict_and_weak_domains_are_kept():
    positive = parameter("x", above=0)
    assert refute((), Gt(positive, 0), budget=SMALL) is None
    weak = parameter("x", at_least=0)
    assert refute((), Gt(weak, 0)).point.at == ((weak, 0),)


def test_a_false_hypothesis_refutes_nothing():
    assert refute((ApproxDP(eps, delta), eps < 0), ProbDP(eps, delta), budget=SMALL) is None


def test_a_function_of_a_number_and_an_outcome_is_read_by_its_outcomes():
    """Its values are listed by outcome and are the same at every number, also at one that a quantifier ranges over."""
    i, rate = Outcome("i", "I"), function("L", law=False)
    z, c = parameter("z", at_least=0, at_most=1), parameter("c", above=0)
    near = ForAll((z, c), Exists((i,), rate(z - c, i) <= z))
    at = point(sizes={"I": 2}, L=(0, Rational(1, 2)))
    found = refute((near,), ForAll((i,), rate(c, i) <= 0), hint=at)
    assert found is not None and found.point.laws == at.laws
    far = point(sizes={"I": 2}, L=(Rational(1, 3), Rational(1, 2)))
    assert decide.truth(near, far) is False and decide.truth(near, at) is True


# ------------------------------------------------------------------------------------------------ what is kept
LISTED = [
    "conversions.probabilistic_postprocessing", "mechanisms.randomized_response.no_smaller_delta",
    "testing.trade_off_attained",
]  # fmt: skip


@pytest.mark.parametrize("name", LISTED)
def test_a_kept_witness_is_not_searched_for_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the theorem lists laws of which a near miss does not speak."""
    store = Nowhere()
    theorem = find(name).entry
    assert isinstance(theorem, Theorem) and theorem.where
    before = [Session(store).refute(theorem, wrong) for wrong in theorem.near_misses.values()]
    monkeypatch.setattr(Session, "refuted_at", lambda *_: None)
    monkeypatch.setattr(Session, "refuted_by_search", lambda *_: pytest.fail("it is searched for again"))
    after = [Session(store).refute(theorem, wrong) for wrong in theorem.near_misses.values()]
    assert [v.status for v in after] == ["refuted"] * len(after)
    assert [v.witness and dict(v.witness.at) for v in after] == [
        v.witness and dict(v.witness.at) for v in before
    ]


@pytest.mark.parametrize("size", [10**4, 10**5, 10**9, 10**40])
def test_a_number_that_is_too_large_is_not_written_out(size: int) -> None:
    """FLINT ends the process where it is asked for a fraction with so many digits."""
    assert (fraction_near(real.exponential(fmpq(size))) is None) == (size > 10**4)
    small = fraction_near(real.exponential(fmpq(-size)))
    assert small is None or 0 <= small < fmpq(1, 10**4)
    from_there = parameter("from_there", at_least=size)
    claim = Theorem(title="false beyond an enormous number", claim=from_there <= size)
    assert Session().refute(claim, variant()).status == "refuted"
    exponential = replace(claim, claim=exp(-from_there) <= exp(-2 * from_there))
    assert Session().refute(exponential, variant()).status in ("refuted", "unknown")
