"""The pair prover: proofs re-checked pointwise at random exact points, counterexamples re-evaluated."""

import random
from fractions import Fraction

import pytest
import sympy
from pair_table import FALSE, TRUE, mutants
from statements import FALSE as FALSE_STATEMENTS
from statements import TRUE as TRUE_STATEMENTS
from sympy import Rational

from dpsym.language import Eq, ForAll, Implication, Mass, P, Q, Theorem, as_written, function, parameter, y
from dpsym.prove.counterexamples.pair_reading import read
from dpsym.prove.counterexamples.pairs import (
    Boundary,
    Empty,
    Exceeds,
    Forced,
    Leaf,
    PairProof,
    Split,
    settle_pair,
)

MUTANTS = dict(mutants())


def value(x, at):
    x = sympy.cancel(sympy.sympify(x).xreplace(at))
    return Fraction(int(x.p), int(x.q))


def draw(claim, rng):
    """A rational point of the domain, edges included now and then."""
    for _ in range(400):
        at = {}
        for s in claim.parameters:
            top = rng.choice((1, 1, 2, 6))
            at[s] = (
                Rational(rng.randint(0, 12 * top), 12) if rng.random() < 0.8 else Rational(rng.randint(0, 2))
            )
        if all(bool(r.xreplace(at)) for r in claim.domain):
            return at
    return None


def linear_piece(term, a, b, rejects, at):
    return term.at(a, b, rejects, lambda x: value(x, at))


def leaf_of(node, at):
    while not isinstance(node, Leaf):
        if isinstance(node, Split):
            node = node.above if value(node.on, at) >= 0 else node.below
        elif isinstance(node, Boundary):
            if value(node.on, at) > 0:
                node = node.inside
            else:
                assert value(node.value, at) == value(node.indeterminate, at)
                node = node.edge
        elif isinstance(node, Forced):
            assert value(node.value, at) == value(node.indeterminate, at)
            node = node.edge
        else:
            assert isinstance(node, Empty)
            raise AssertionError("a point of the domain lies in a region said to be empty")
    return node


def check_proof(proof, rounds=6, seed=0):
    """The multipliers do what they claim, by evaluation from the definitions alone."""
    rng, claim, seen = random.Random(seed), proof.claim, 0
    for _ in range(rounds):
        at = draw(claim, rng)
        if at is None:
            continue
        seen += 1
        leaf = leaf_of(proof.tree, at)
        lam = [value(m, at) for m in leaf.multipliers]
        mu, nu = value(leaf.mu, at), value(leaf.nu, at)
        bounds = [value(c, at) for _, c in claim.hypotheses]
        total = sum(m * c for m, c in zip(lam, bounds, strict=True)) + mu + nu
        assert all(m >= 0 for m in lam)
        assert total < 0 if leaf.vacuous else total <= value(claim.goal[1], at)
        thresholds = [
            t.threshold for f, _ in (*claim.hypotheses, claim.goal) for t in f if t.threshold is not None
        ]
        ratios = [value(t, at) for t in thresholds]
        low, high = (None if x is None else value(x, at) for x in claim.support)
        near = [r + s for r in ratios for s in (0, Fraction(1, 10**9), Fraction(-1, 10**9), Fraction(1, 3))]
        directions = [(Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))]
        directions += [
            (r, Fraction(1)) for r in [*near, *(Fraction(rng.randint(0, 40), 8) for _ in range(6))] if r >= 0
        ]
        for a, b in directions:
            if (low is not None and a < low * b) or (high is not None and a > high * b):
                continue
            for rejects in range(claim.labels):
                hypotheses = [
                    sum(linear_piece(t, a, b, bool(rejects), at) for t in f) for f, _ in claim.hypotheses
                ]
                goal = sum(linear_piece(t, a, b, bool(rejects), at) for t in claim.goal[0])
                left = sum(m * h for m, h in zip(lam, hypotheses, strict=True)) + mu * a + nu * b
                assert left >= (0 if leaf.vacuous else goal)
    return seen


def check_counterexample(found):
    """Every condition by the definitions."""
    claim, at = found.claim, {s: Rational(v.numerator, v.denominator) for s, v in found.values}
    assert all(bool(r.xreplace(at)) for r in claim.domain)
    assert sum(a for a, _, _ in found.pair) == sum(b for _, b, _ in found.pair) == 1
    assert all(a >= 0 and b >= 0 for a, b, _ in found.pair)
    low, high = (None if x is None else value(x, at) for x in claim.support)
    assert all(low is None or a >= low * b for a, b, _ in found.pair)
    assert all(high is None or a <= high * b for a, b, _ in found.pair)

    def total(functional):
        return sum(linear_piece(t, a, b, r, at) for a, b, r in found.pair for t in functional)

    assert all(total(f) <= value(c, at) for f, c in claim.hypotheses)
    assert total(claim.goal[0]) > value(claim.goal[1], at)


@pytest.mark.parametrize("name", TRUE)
def test_true_implications_are_proved(name):
    proof = settle_pair(TRUE[name])
    assert isinstance(proof, PairProof)
    assert check_proof(proof) > 0


@pytest.mark.parametrize("name", FALSE)
def test_false_implications_get_a_pair(name):
    found = settle_pair(FALSE[name])
    assert isinstance(found, Exceeds)
    check_counterexample(found)


@pytest.mark.parametrize("share", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_mutants_are_all_decided_and_most_are_false(share):
    counts = {Exceeds: 0, PairProof: 0}
    asked = list(MUTANTS.values())[::share]
    for claim in asked:
        found = settle_pair(claim)
        counts[type(found)] += 1
        check_counterexample(found) if isinstance(found, Exceeds) else check_proof(found, rounds=1)
    assert counts[Exceeds] >= 150 // share and sum(counts.values()) == len(asked)


def test_certificates_multiply_out():
    proof = settle_pair(TRUE["ADP => two-sided tail"])
    leaf = next(proof.leaves())
    region = [h for h, _ in leaf.region]
    for obligation in leaf.obligations:
        for target, sign_proof in (
            (obligation.numerator, obligation.top),
            (obligation.denominator, obligation.bottom),
        ):
            product = Rational(sign_proof.constant.numerator, sign_proof.constant.denominator)
            for g, power, products in sign_proof.factors:
                product *= g.as_expr() ** power
                if products is None:
                    assert power % 2 == 0
                    continue
                power_of = lambda ks: sympy.prod([h**k for h, k in zip(region, ks, strict=True)])  # noqa: E731
                total = sum(Rational(c.numerator, c.denominator) * power_of(ks) for c, ks in products.terms)
                letters = {sympy.Symbol(s.name): s for s in proof.claim.parameters}
                assert sympy.expand(power_of(products.scale) * g.as_expr().xreplace(letters) - total) == 0
                assert all(c >= 0 for c, _ in products.terms)
            assert sympy.expand(product - target.as_expr()) == 0


def test_a_tie_is_undecided_rather_than_refuted():
    """The closure of the linear program exceeds at a zero bound; no pair does, so nothing is claimed."""
    from pair_table import HS, T, claim, d, u

    found = settle_pair(claim("u d", [u >= 1, d >= 0, d <= 0], [(HS(u), d)], (T(u), 0)))
    assert not isinstance(found, Exceeds)


READABLE = ["thm2.5", "thm3.9", "eq-zhao", "x-onesided", "thmA.2", "s4"]


@pytest.mark.parametrize("name", READABLE)
def test_statements_of_the_language_are_read_and_proved(name):
    given, claim = TRUE_STATEMENTS[name]
    statement = Theorem(title="statement", given=given, claim=claim)
    reading = read(given, claim, statement.parameters, statement.laws)
    assert reading is not None
    for one in reading.claims:
        found = settle_pair(one)
        if name in ("thm3.9", "x-onesided"):  # delta = 0 is a case of its own there
            assert not isinstance(found, Exceeds)
        else:
            assert isinstance(found, PairProof)


def test_false_statements_of_the_language_exceed():
    decided = 0
    for given, claim in FALSE_STATEMENTS.values():
        statement = Theorem(title="statement", given=given, claim=claim)
        reading = read(given, claim, statement.parameters, statement.laws)
        if reading is not None:
            decided += any(isinstance(settle_pair(one), Exceeds) for one in reading.claims)
    assert decided >= 8


def test_a_claim_about_two_tests_at_once_is_not_read():
    a = parameter("a", at_least=0, at_most=1)
    tests = (function("g")(y), function("h")(y))
    with as_written():
        alike = Eq(Mass(tests[0], P), Mass(tests[1], P))
        claim = ForAll(tests, Implication(alike, Mass(tests[0], Q) <= a))
    theorem = Theorem(title="Two tests", claim=claim)
    assert read(theorem.given, theorem.claim, theorem.parameters, theorem.laws) is None
