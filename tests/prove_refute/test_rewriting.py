"""Rewriting: equals for equals inside functions, line by line, and only where the signs that it needs are known."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest

from dpsym.prove.calculus.signs import termwise
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.rewriting import Rewriting

TWO = 2 * ONE


def doubled(*positive: str) -> tuple[Script, Rewriting]:
    """y = 2 x as a rule for y, where the given names are known to be positive."""
    known = ProofState(Script({"x": "R", "y": "R"}))
    for name in positive:
        known.assume(("<", ZERO, name))
    s = known.s
    line = s.hyp(("=", "y", ("*", TWO, "x")))

    def rule(f: Any) -> tuple[int, Poly] | None:
        return (line, s.nf(("*", TWO, "x"))) if f[:2] == ("@v", "y") else None

    def sign(p: Poly) -> int | None:
        with suppress(Stuck, Refused):
            return termwise(known, ("<", ZERO, s.term(p)), 0)
        return None

    return s, Rewriting(known, rule, sign, cancel=True)


@pytest.mark.parametrize(
    ("term", "plain"),
    [
        (("exp", ("*", 3 * ONE, "y")), ("exp", ("*", 6 * ONE, "x"))),
        (("erf", ("*", "y", ("/", ONE, "x"))), ("erf", TWO)),
        (("/", ONE, ("+", "x", "y", "y")), ("/", ONE, ("*", 5 * ONE, "x"))),
        (("log", ("*", "y", "y")), ("log", ("*", 4 * ONE, "x", "x"))),
        (("^", "y", 3 * ONE), ("*", 8 * ONE, ("^", "x", 3 * ONE))),
        (("*", "y", ("exp", ("*", Fraction(-1, 2), "y"))), ("*", TWO, "x", ("exp", ("*", -ONE, "x")))),
    ],
)
def test_equal_terms(term: Term, plain: Term) -> None:
    s, rewriting = doubled("x", "y")
    line, new = rewriting.same(s.nf(term))
    assert new == s.nf(plain)
    assert s.key(s.goal(line)) == s.key(("=", term, plain))


@pytest.mark.parametrize("term", [("log", "y"), ("/", ONE, "y")])
def test_a_sign_that_is_not_known(term: Term) -> None:
    s, rewriting = doubled()
    with pytest.raises(Stuck):
        rewriting.same(s.nf(term))


def test_a_quotient_of_a_quotient() -> None:
    s, rewriting = doubled("x", "y")
    ((product, _),) = s.nf(("/", ONE, ("*", 3 * ONE, ("/", ONE, "x")))).items()
    found = rewriting.double(product[1][0])
    assert found is not None
    line, value = found
    assert value == s.nf(("*", Fraction(1, 3), "x"))
    assert s.key(s.goal(line)) == s.key(
        ("=", ("/", ONE, ("*", 3 * ONE, ("/", ONE, "x"))), ("*", Fraction(1, 3), "x"))
    )
