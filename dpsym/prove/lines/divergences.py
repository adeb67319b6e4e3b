"""Derivations for Rényi moments of a pair: what bounded moments give, and what pure differential privacy gives.

Each is a tuple of steps in the language, for one order of the pair; the prover mirrors them.  They are proposals: the
kernel checks every line.  Divergences without an order are left to the library, which bounds them by theorems.  Moments
stay here as long as the library search does not take their place: it finds no proof of PureDP(eps) => RenyiDP(alpha, eps),
nor of RenyiDP(alpha, eps) => ApproxDP(eps + log(1/delta)/(alpha - 1), delta).
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Basic, Expr, exp, log
from sympy.core.relational import Relational

from dpsym.language import (
    ZCDP,
    AllOf,
    ApproxDP,
    Chain,
    ForAll,
    HockeyStick,
    Implication,
    Indicator,
    Loss,
    Mass,
    Notion,
    Outcome,
    P,
    Pair,
    Probability,
    PureDP,
    Q,
    RenyiMoment,
    S,
    Theorem,
    Total,
    as_written,
    cases,
    have,
    let,
    parameter,
    specialise,
    y,
)
from dpsym.language.notions import alpha
from dpsym.language.steps import Step

A, B = P(y), Q(y)
SIGNS = (sympy.Gt(B, 0, evaluate=False), sympy.Gt(A, 0, evaluate=False))
POSSIBLE = AllOf(sympy.Lt(0, A, evaluate=False), sympy.Lt(0, B, evaluate=False))


def attempts(theorem: Theorem) -> list[tuple[Step, ...]]:
    """Derivations to try for a theorem about one pair."""
    with as_written():
        return list(_attempts(theorem))


def _attempts(theorem: Theorem) -> Iterator[tuple[Step, ...]]:
    given = [q for g in theorem.given for q in (g.args if isinstance(g, AllOf) else (g,))]
    for g in given:
        if isinstance(g, PureDP):
            yield from pure_moments(g, theorem)
    for g in given:
        yield from from_moments(g, theorem)
    order = _moment_in(theorem)
    for g in given:
        if isinstance(g, ZCDP) and order is not None:
            (rho,) = g.budget
            bound = _bound_of(theorem, RenyiMoment(order, Pair()))
            top = exp(order * (order - 1) * rho)
            yield (
                specialise(g, {alpha: order}, "the moment of this order"),
                have(order * (order - 1) * rho <= bound.args[0], "compare the exponents")
                if isinstance(bound, exp)
                else have(top <= bound, "compare"),
                have(top <= bound, "take exponentials"),
            )


# ------------------------------------------------------------------------------------------------- pure DP
def ratio_bounds(g: PureDP) -> list[Step]:
    """P <= e^eps Q at every output, and the reverse."""
    other = Outcome("y0")
    (eps,) = g.budget
    return [
        have(
            a(other) <= exp(eps) * b(other),
            derivation=[specialise(g, {S(y): sympy.Eq(y, other, evaluate=False)})],
        )
        for a, b in ((P, Q), (Q, P))
    ]


def _indicator() -> Expr:
    return Indicator(POSSIBLE)


def pure_moments(g: PureDP, theorem: Theorem) -> Iterator[tuple[Step, ...]]:
    """A moment under pure DP: the largest ratio, to the order less 1."""
    order = _moment_in(theorem)
    if order is None:
        return
    (eps,) = g.budget
    power = exp(order * log(A) + (1 - order) * log(B))
    moment = RenyiMoment(order, Pair())
    goal = _bound_of(theorem, moment)
    first = [] if goal is None else [have(exp((order - 1) * eps) <= goal, "a comparison of numbers")]
    ends = [] if goal is None else [Chain(moment).le(exp((order - 1) * eps), "so far").le(goal, "together")]
    yield (
        *first,
        *ratio_bounds(g),
        have(Implication(POSSIBLE, log(A) <= eps + log(B)), "take logarithms"),
        have(Implication(POSSIBLE, (order - 1) * log(A) <= (order - 1) * (eps + log(B))), "multiply"),
        have(
            Implication(POSSIBLE, order * log(A) + (1 - order) * log(B) <= (order - 1) * eps + log(A)),
            "rearrange",
        ),
        have(Implication(POSSIBLE, power <= exp((order - 1) * eps) * A), "take exponentials"),
        have(_indicator() * power <= exp((order - 1) * eps) * A, "at every output", split=SIGNS),
        Chain(moment)
        .le(Total(exp((order - 1) * eps) * A, y), "summed over the outputs", split=SIGNS)
        .eq(exp((order - 1) * eps), "total mass 1"),
        *ends,
    )


# ------------------------------------------------------------------------------------------------- moments
def from_moments(g: Basic, theorem: Theorem) -> Iterator[tuple[Step, ...]]:
    """A bounded moment makes a large loss rare (Markov): tails, hockey sticks, approximate DP."""
    threshold, target, level = _goal(theorem)
    known = None if threshold is None else bounded_moment(g, threshold)
    if known is None or level is None:
        return
    order, top, over = known
    tail = Probability(sympy.Gt(Loss(A, B), threshold, evaluate=False), A, y)
    steps = [*logarithms_apart(theorem)]
    if over is not None:
        steps += [*positive_parts(theorem), *best_order(g, order, top, threshold, over)]
    steps += rare_loss(threshold, tail, order, top)
    exponent = top - (order - 1) * threshold
    if over is not None:
        steps.append(Chain(tail).le(exp(exponent), "so far").eq(exp(over), "the exponent at this order"))
    steps += [
        *below_level(exponent if over is None else over, level),
        *from_tail(target, threshold, tail, level),
    ]
    if over is None:
        yield tuple(steps)
        return
    (rho,) = g.budget
    trivial: list[Step] = []
    if target != "approx":
        trivial = [have(tail <= 1, "a probability"), have(level >= 1, "the bound says nothing")]
        trivial += from_tail(target, threshold, tail, level)
    yield (cases(sympy.Gt(threshold, rho, evaluate=False), steps, trivial),)


def bounded_moment(g: Basic, threshold: Expr) -> tuple[Expr, Expr, Expr | None] | None:
    """The order of a moment that a hypothesis bounds, and the logarithm of the bound; where moments of every order are
    bounded, the order that is best at this loss, and the exponent that it gives the tail.  None for another hypothesis."""
    if type(g).__name__ == "RenyiDP":
        return g.budget[0], (g.budget[0] - 1) * g.budget[1], None
    if isinstance(g, ZCDP):
        (rho,) = g.budget
        order = parameter("order", above=1)
        return order, order * (order - 1) * rho, -((threshold - rho) ** 2) / (4 * rho)
    if isinstance(g, Relational) and isinstance(g.args[0], RenyiMoment) and isinstance(g.args[1], exp):
        return g.args[0].args[0], g.args[1].args[0], None
    return None


def best_order(g: ZCDP, order: Expr, top: Expr, threshold: Expr, over: Expr) -> list[Step]:
    """The moment of the order that makes the bound of the tail least."""
    (rho,) = g.budget
    said = (
        sympy.Lt(1, order, evaluate=False),
        sympy.Eq(top - (order - 1) * threshold, over, evaluate=False),
    )
    return [
        let(order, (threshold + rho) / (2 * rho), said, "the best order"),
        specialise(g, {alpha: order}, "the moment of this order"),
    ]


def rare_loss(threshold: Expr, tail: Expr, order: Expr, top: Expr) -> list[Step]:
    """Markov: the tail is at most e^(top - (order - 1) threshold)."""
    moment = RenyiMoment(order, Pair())
    large = AllOf(sympy.Gt(A, exp(threshold) * B, evaluate=False), sympy.Gt(B, 0, evaluate=False))
    power = exp(order * log(A) + (1 - order) * log(B))
    scale = exp((order - 1) * threshold)
    return [
        have(Implication(large, threshold + log(B) <= log(A)), "take logarithms"),
        have(
            Implication(large, (order - 1) * threshold + log(A) <= order * log(A) + (1 - order) * log(B)),
            "multiply by the excess of the order over 1",
        ),
        have(Implication(large, scale * A <= power), "take exponentials"),
        Chain(scale * tail)
        .le(moment, "sum over these outputs", split=SIGNS)
        .le(exp(top), "the moment is bounded"),
        Chain(tail)
        .le(exp(-(order - 1) * threshold) * exp(top), "divide", hints=(exp(-(order - 1) * threshold) > 0,))
        .eq(exp(top - (order - 1) * threshold), "collect the exponents"),
    ]


def below_level(over: Expr, level: Expr) -> list[Step]:
    """That e^over is at most the level, by its logarithm."""
    if isinstance(level, exp):
        return [
            have(over <= level.args[0], "compare the exponents"),
            have(exp(over) <= level, "compare"),
        ]
    return [
        have(over <= log(level), "compare the exponents"),
        Chain(exp(over)).le(exp(log(level)), "compare").eq(level, "exponential of a logarithm"),
    ]


def from_tail(target: str, threshold: Expr, tail: Expr, level: Expr) -> list[Step]:
    """What a bound of the tail gives for a hockey stick or for approximate DP."""
    stick = HockeyStick(threshold, Pair())
    if target == "hockey":
        return [Chain(stick).le(tail, "drop what is subtracted")]
    if target == "approx":
        return [
            Chain(Mass(S(y), A, y) - exp(threshold) * Mass(S(y), B, y))
            .le(stick, "keep the outputs with a positive difference")
            .le(tail, "drop what is subtracted")
            .le(level, "the tail")
        ]
    return []


def positive_parts(theorem: Theorem) -> list[Step]:
    """The signs of logarithms and products under a root."""
    out: list[Step] = []
    for r in sorted(theorem.claim.atoms(sympy.Pow), key=str):
        if not r.args[1].is_Integer and r.args[0].has(log):
            out.append(have(sympy.Lt(0, r.args[0], evaluate=False), "what stands under the root is positive"))
            out.append(have(sympy.Lt(0, r, evaluate=False), "a root of a positive number"))
            out.append(have(sympy.Eq(r**2, r.args[0], evaluate=False), "the square of a root"))
    return out


def logarithms_apart(theorem: Theorem) -> list[Step]:
    """log(1/x) = -log(x) for the logarithms of quotients in the claim, and the signs of logarithms under a root."""
    out: list[Step] = []
    for x in sorted(theorem.claim.atoms(log), key=str):
        arg = x.args[0]
        if isinstance(arg, sympy.Pow) and arg.args[1] == -1:
            out.append(have(sympy.Eq(x, -log(arg.args[0]), evaluate=False), "the logarithm of a quotient"))
            if _under_root(theorem, x):
                out.append(have(sympy.Lt(0, x, evaluate=False), "its sign"))
    return out


def _under_root(theorem: Theorem, x: Expr) -> bool:
    return any(r.has(x) for r in theorem.claim.atoms(sympy.Pow) if not r.args[1].is_Integer)


# -------------------------------------------------------------------------------------------------- reading
def _first(claim: Basic) -> Basic:
    """The first part of a conjunction."""
    while isinstance(claim, AllOf):
        claim = claim.args[0]
    return claim


def _goal(theorem: Theorem) -> tuple[Expr | None, str, Expr | None]:
    """(threshold, kind of goal, level) of a claim about a tail, a hockey stick or approximate DP."""
    goal = _first(theorem.claim)
    if isinstance(goal, ApproxDP):
        return goal.budget[0], "approx", goal.budget[1]
    if isinstance(goal, sympy.Le):
        left, level = goal.args
        if isinstance(left, HockeyStick):
            return left.args[0], "hockey", level
        if (
            isinstance(left, Probability)
            and isinstance(left.args[0], sympy.Gt)
            and isinstance(left.args[0].args[0], Loss)
        ):
            return left.args[0].args[1], "tail", level
    return None, "", None


def _leaves(claim: Basic) -> Iterator[Basic]:
    """The relations of a claim for the first order of the pair."""
    if isinstance(claim, AllOf):
        for part in claim.args:
            yield from _leaves(part)
    elif isinstance(claim, Implication | ForAll):
        yield from _leaves(claim.args[1])
    elif isinstance(claim, Notion):
        yield from _leaves(claim.one_order(Pair()))
    elif isinstance(claim, Relational):
        yield claim


def _bound_of(theorem: Theorem, value: Expr) -> Expr | None:
    """The bound that the claim gives for the value, in the first order of the pair."""
    for r in _leaves(theorem.claim):
        if isinstance(r, sympy.Le) and r.args[0] == value:
            return r.args[1]
    return None


def _moment_in(theorem: Theorem) -> Expr | None:
    """The order of the moment that the claim bounds."""
    for r in _leaves(theorem.claim):
        if isinstance(r, sympy.Le) and isinstance(r.args[0], RenyiMoment):
            return r.args[0].args[0]
    return None
