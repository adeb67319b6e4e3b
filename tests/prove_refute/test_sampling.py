"""Property tests count only points that satisfy the hypotheses."""

import pytest
from brute import refutes
from sampling import property_test
from siblings import one_in
from statements import FALSE, TRUE, delta, eps

from dpsym.language import ApproxDP, Lt, ProbDP, Theorem
from dpsym.prove import decide
from dpsym.prove.counterexamples.examples import examples


def whole(statement):
    given, claim = statement
    return Theorem(title="statement", given=given, claim=claim)


@pytest.mark.parametrize("name", one_in(2, TRUE, dear=("cor3.6",)))
def test_true_statements_pass(name):
    found = property_test(whole(TRUE[name]), examples=60)
    assert found.against is None
    assert found.tried >= 15 and found.passed
    assert found.tried <= found.satisfied <= found.drawn


@pytest.mark.parametrize(
    "name",
    ["approx gives prob", "dropped order", "thm3.9 with eps", "tail without the factor", "lem3.4 sharper"],
)
def test_false_statements_fail_at_a_point(name):
    theorem = whole(FALSE[name])
    found = property_test(theorem, examples=300)
    assert found.against is not None and not found.passed
    assert refutes(theorem.given, theorem.claim, theorem.parameters, theorem.laws, found.against)


def test_no_point_is_no_pass():
    theorem = whole(((ApproxDP(eps, delta), Lt(eps, 0)), ProbDP(eps, delta)))
    found = property_test(theorem, examples=1)
    assert found.tried == 0 and found.against is None and not found.passed
    assert next(examples(theorem), None) is None


def test_seeds_repeat():
    theorem = whole(TRUE["thm2.5"])
    assert property_test(theorem, 30, seed=3) == property_test(theorem, 30, seed=3)


@pytest.mark.parametrize("name", TRUE)
def test_an_example_satisfies_the_hypotheses(name):
    theorem = whole(TRUE[name])
    at = next(examples(theorem), None)
    assert at is not None
    assert all(decide.truth(g, at) is True for g in (*theorem.domain, *theorem.given))
