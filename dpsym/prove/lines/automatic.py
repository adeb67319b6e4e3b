"""Derivations found by the pair prover: its multipliers become steps, which the kernel then checks like any others.

A functional of a pair is bounded by multiples of others when the same holds at every outcome; summing over the outcomes
gives the statement for all finite output spaces at once.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Expr, exp

from dpsym.kernel.terms import Tree
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
    function,
    have,
    specialise,
    y,
)
from dpsym.language.expressions import AllOf
from dpsym.language.steps import Step
from dpsym.prove.counterexamples.pair_reading import Reading, read
from dpsym.prove.counterexamples.pairs import (
    Boundary,
    Empty,
    Forced,
    Functional,
    Leaf,
    PairClaim,
    PairProof,
    Split,
    settle_pair,
)

F = function("f")(y)


class NoSteps(Exception):
    """The pair prover's answer has no form as steps."""


def attempts(theorem: Theorem) -> Iterator[tuple[Step, ...]]:
    """Derivations to try, the likeliest first; the prover mirrors each for the other order of the pair."""
    if theorem.where or not {"P", "Q"} >= set(theorem.laws) or not theorem.laws:
        yield ()
        return
    found = steps(theorem)
    if found is not None:
        yield found
    with as_written():
        ready = tuple(prepared(theorem))
    if ready:
        yield ready
    yield ()


def steps(theorem: Theorem) -> tuple[Step, ...] | None:
    """The pair prover's multipliers as steps for the first order of the claim, or None."""
    if set(theorem.laws) != {"P", "Q"} or theorem.where:
        return None
    reading = read(theorem.given, theorem.claim, theorem.parameters, ("P", "Q"))
    if reading is None or not reading.claims:
        return None
    # several relations, each in both orders: one of each, which the prover mirrors
    wanted = reading.claims[::2] if len(reading.claims) > 2 else reading.claims[:1]
    found: list[Step] = []
    for claim in wanted:
        proof = settle_pair(claim)
        if not isinstance(proof, PairProof):
            return None
        try:
            with as_written():
                found += node(proof.tree, proof.claim, Indeterminates(reading))
        except NoSteps:
            return None
    with as_written():
        return (*prepared(theorem), *found)


class Indeterminates:
    """What the indeterminates of a reading stand for, as expressions of the language."""

    def __init__(self, reading: Reading) -> None:
        self.values = {
            indeterminate: (exp(s) if k == 1 else exp(s / k)) if k else s
            for s, indeterminate, k in reading.indeterminates
        }

    def back(self, x: Expr | int) -> Expr:
        """An expression over indeterminates as one of the language."""
        return sympy.sympify(x).xreplace(self.values)


def prepared(theorem: Theorem) -> list[Step]:
    """The hypotheses as totals of the functionals that the multipliers speak of."""
    out: list[Step] = []
    for given in theorem.given:
        for part in given.args if isinstance(given, AllOf) else (given,):
            if isinstance(part, PureDP):
                other = Outcome("y0")
                (eps,) = part.budget
                for a, b in ((P, Q), (Q, P)):
                    out.append(
                        have(
                            a(other) <= exp(eps) * b(other),
                            derivation=[specialise(part, {S(y): sympy.Eq(y, other, evaluate=False)})],
                        )
                    )
            elif isinstance(part, ApproxDP):
                eps, delta = part.budget
                for a, b in ((P, Q), (Q, P)):
                    out.append(specialise(part, {S(y): Loss(a(y), b(y)) > eps}))
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
    """max(x, 0), as the indicator of x > 0 times x."""
    return Indicator(x > 0) * x


def pointwise(functional: Functional, indeterminates: Indeterminates, rejects: Expr = F) -> Expr:
    """The functional at one outcome; `rejects` is the test there: f(y), or 0 or 1 for one of its labels."""
    a, b = P(y), Q(y)
    total: Expr = sympy.Integer(0)
    for t in functional:
        args = [indeterminates.back(x) for x in t.args]
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
            "rejected": lambda args=args: rejects * (args[0] * a + args[1] * b),
        }[t.kind]()
        part = value if t.coefficient == 1 else indeterminates.back(t.coefficient) * value
        total = part if total == 0 else total + part
    return total


def node(tree: Tree, claim: PairClaim, indeterminates: Indeterminates) -> list[Step]:
    """The steps of a region.  Where an indeterminate is forced to a value the claim keeps the indeterminate and the steps say
    that it has the value."""
    if isinstance(tree, Split):
        above, below = node(tree.above, claim, indeterminates), node(tree.below, claim, indeterminates)
        return [cases(indeterminates.back(tree.on) >= 0, above, below)]
    if isinstance(tree, Boundary):
        inside, edge = node(tree.inside, claim, indeterminates), node(tree.edge, claim, indeterminates)
        return [cases(indeterminates.back(tree.on) > 0, inside, [*forced(tree, indeterminates), *edge])]
    if isinstance(tree, Forced):
        return [*forced(tree, indeterminates), *node(tree.edge, claim, indeterminates)]
    if isinstance(tree, Empty):
        return []
    return leaf(tree, claim, indeterminates)


def forced(tree: Boundary | Forced, indeterminates: Indeterminates) -> list[Step]:
    """That the indeterminate has the value which the edge of the region gives it."""
    indeterminate, value = indeterminates.back(tree.indeterminate), indeterminates.back(tree.value)
    return [
        have(indeterminate <= value, "the edge of the region"),
        have(indeterminate >= value, "the edge of the region"),
    ]


def added(terms: list[Expr]) -> Expr:
    """Their sum in this order; 0 when there is none."""
    return sympy.Add(*terms) if len(terms) > 1 else terms[0] if terms else sympy.Integer(0)


def leaf(tree: Leaf, claim: PairClaim, indeterminates: Indeterminates) -> list[Step]:
    """Multipliers: a pointwise line for each answer of the test, summed over the outcomes."""
    weights = [indeterminates.back(x) for x in tree.multipliers]
    mu, nu = indeterminates.back(tree.mu), indeterminates.back(tree.nu)

    def sides(rejects: Expr) -> tuple[Expr, Expr]:
        goal = sympy.Integer(0) if tree.vacuous else pointwise(claim.goal[0], indeterminates, rejects)
        parts = [pointwise(f, indeterminates, rejects) for f, _ in claim.hypotheses]
        masses = [m * law for m, law in ((mu, P(y)), (nu, Q(y))) if m != 0]
        right = added(
            [*masses, *(f if w == 1 else w * f for w, f in zip(weights, parts, strict=True) if w != 0)]
        )
        return goal, right

    goal, right = sides(F)
    out = []
    if claim.labels == 2:
        for label in (0, 1):
            low, high = sides(sympy.Integer(label))
            out.append(have(low <= high, ("where the test accepts", "where it rejects")[label]))
    out.append(have(goal <= right, "at every outcome"))
    used = [(w, f) for w, (f, _) in zip(weights, claim.hypotheses, strict=True) if w != 0]
    masses = [m for m in (mu, nu) if m != 0]
    sums = [(w, Total(pointwise(f, indeterminates), y)) for w, f in used]
    totals = added([*masses, *(f if w == 1 else w * f for w, f in sums)])
    chain = (
        Chain(Total(goal, y)).le(Total(right, y), "summed over the outcomes").eq(totals, "total masses are 1")
    )
    if tree.vacuous:
        return [*out, chain, have(totals < 0, "the hypotheses contradict each other")]
    return [*out, chain.le(indeterminates.back(claim.goal[1]), "the hypotheses")]
