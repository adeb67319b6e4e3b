"""Derivations found by the pair prover: its multipliers become steps, which the kernel then checks like any others.

A functional of a pair is bounded by multiples of others when the same holds at every outcome; summing over the outcomes
gives the statement for all finite output spaces at once.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr, exp

from dpsym.language import (
    ApproxDP,
    Chain,
    Indicator,
    Loss,
    Outcome,
    P,
    ProbDP,
    PureDP,
    Q,
    S,
    Theorem,
    Total,
    as_written,
    cases,
    have,
    instance,
    y,
)
from dpsym.language.expressions import AllOf
from dpsym.prove.pair_reading import Reading, read
from dpsym.prove.pairs import Functional, Leaf, PairProof, Split, settle_pair


class NoSteps(Exception):
    """The pair prover's answer has no form as steps."""


def steps(theorem: Theorem) -> tuple[Any, ...] | None:
    """Steps for the first order of the claim, or None; the prover mirrors them for the other order."""
    if set(theorem.laws) != {"P", "Q"} or theorem.where:
        return None
    reading = read(theorem.given, theorem.claim, theorem.parameters, ("P", "Q"))
    if reading is None or not reading.claims:
        return None
    proof = settle_pair(reading.claims[0])
    if not isinstance(proof, PairProof):
        return None
    try:
        with as_written():
            return (*prepared(theorem), *node(proof.tree, proof, Letters(reading)))
    except NoSteps:
        return None


class Letters:
    """What the letters of a reading stand for, as expressions of the language."""

    def __init__(self, reading: Reading) -> None:
        self.values = {letter: exp(s / k) if k else s for s, letter, k in reading.letters}

    def back(self, x: Any) -> Expr:
        return sympy.sympify(x).xreplace(self.values)


def prepared(theorem: Theorem) -> list[Any]:
    """The hypotheses as totals of the functionals that the multipliers speak of."""
    out: list[Any] = []
    for given in theorem.given:
        for part in given.args if isinstance(given, AllOf) else (given,):
            if isinstance(part, PureDP):
                other = Outcome("y0")
                (eps,) = part.budget
                for a, b in ((P, Q), (Q, P)):
                    out.append(
                        have(
                            a(other) <= exp(eps) * b(other),
                            derivation=[instance(part, {S(y): sympy.Eq(y, other, evaluate=False)})],
                        )
                    )
            elif isinstance(part, ApproxDP):
                eps, delta = part.budget
                for a, b in ((P, Q), (Q, P)):
                    out.append(instance(part, {S(y): Loss(a(y), b(y)) > eps}))
                    out.append(have(Total(positive(a(y) - exp(eps) * b(y)), y) <= delta))
            elif isinstance(part, ProbDP):
                eps, delta = part.budget
                for a, b in ((P, Q), (Q, P)):
                    tails = Indicator(a(y) > exp(eps) * b(y)) * a(y) + Indicator(b(y) > exp(eps) * a(y)) * a(
                        y
                    )
                    out.append(have(Total(tails, y) <= delta))
    return out


def positive(x: Expr) -> Expr:
    return Indicator(x > 0) * x


def pointwise(functional: Functional, letters: Letters) -> Expr:
    """The functional at one outcome."""
    a, b = P(y), Q(y)
    total: Expr = sympy.Integer(0)
    for t in functional:
        args = [letters.back(x) for x in t.args]
        if t.kind == "rejected":
            raise NoSteps
        value = {
            "hockey": lambda args=args: positive(a - args[0] * b),
            "hockey_reverse": lambda args=args: positive(b - args[0] * a),
            "tail": lambda args=args: Indicator(a > args[0] * b) * a,
            "tail_closed": lambda args=args: Indicator(a >= args[0] * b) * a,
            "tail_reverse": lambda args=args: Indicator(b > args[0] * a) * b,
            "tail_low": lambda args=args: Indicator(b > args[0] * a) * a,
            "tail_high": lambda args=args: Indicator(a > args[0] * b) * b,
            "infinite": lambda args=args: Indicator(b <= 0) * a,
            "linear": lambda args=args: args[0] * a + args[1] * b,
        }[t.kind]()
        total = total + letters.back(t.coefficient) * value
    return total


def node(tree: Any, proof: PairProof, letters: Letters) -> list[Any]:
    """The steps of a region."""
    if isinstance(tree, Split):
        return [
            cases(
                letters.back(tree.on) >= 0, node(tree.above, proof, letters), node(tree.below, proof, letters)
            )
        ]
    if not isinstance(tree, Leaf) or tree.vacuous:
        raise NoSteps
    claim = proof.claim
    goal = pointwise(claim.goal[0], letters)
    weights = [letters.back(x) for x in tree.multipliers]
    parts = [pointwise(f, letters) for f, _ in claim.hypotheses]
    mu, nu = letters.back(tree.mu), letters.back(tree.nu)
    right = sum((w * f for w, f in zip(weights, parts, strict=True) if w != 0), mu * P(y) + nu * Q(y))
    totals = sum((w * Total(f, y) for w, f in zip(weights, parts, strict=True) if w != 0), mu + nu)
    bound = letters.back(claim.goal[1])
    return [
        have(goal <= right, "at every outcome"),
        Chain(Total(goal, y))
        .le(Total(right, y), "summed over the outcomes")
        .eq(totals, "total masses are 1")
        .le(bound, "the hypotheses"),
    ]
