"""The ways of calculus in order, and the search for one goal by them.

A goal f >= 0 is looked at in numbers first: where f is least, which quotient f/g rises from which point.  What numbers
suggest becomes lines of the kernel, or is given up.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.normal import Factor
from dpsym.prove.calculus.contradictions import by_denial, by_outweighing, contradicted
from dpsym.prove.calculus.exponents import by_exponents
from dpsym.prove.calculus.logarithms import logarithms_apart, logarithms_of_numbers, tidied
from dpsym.prove.calculus.looking import decided_indicators, variables
from dpsym.prove.calculus.parts import by_boxes, by_cases, by_condition, by_parts
from dpsym.prove.calculus.products import by_factors, by_products, by_roots, by_squares, by_tangents, plainly
from dpsym.prove.calculus.quotients import by_quotients
from dpsym.prove.calculus.search import DEPTH, GOALS, PROGRAMS, Search, Way, narrowed
from dpsym.prove.calculus.signs import pinned, plain_signs, termwise
from dpsym.prove.calculus.substitutions import by_ratio, by_reciprocal, by_value
from dpsym.prove.calculus.tails import by_limit
from dpsym.prove.calculus.unimodal import by_fall
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.floats import atoms_of
from dpsym.prove.proof.hypotheses import Budget
from dpsym.prove.proof.polynomials import monomial_atoms
from dpsym.prove.proof.script import ZERO, Poly, Refused, Stuck, Term
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import reduce
from dpsym.prove.tactics.sample_points import negative, points


def alone(way: Callable[[ProofState, Term, int], int]) -> Way:
    """A way that looks at no further goal."""
    return lambda search, known, goal, depth: way(known, goal, depth)


WAYS: tuple[Way, ...] = (
    alone(termwise), alone(plainly), by_factors, alone(by_boxes), alone(by_tangents), by_products, by_roots, by_fall,
    by_quotients, by_limit, by_exponents, by_squares, alone(by_outweighing), by_parts,
)  # fmt: skip
LAST: tuple[Way, ...] = (
    by_value,
    by_reciprocal,
    by_ratio,
    by_denial,
)  # for the whole goal, where no way has led to it


def by_ways(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """The first of the ways that leads to the goal; anything, where the facts have no point."""
    if not points(known, known.s.rel(goal)[1]):
        return contradicted(search, known, goal, depth)
    for way in WAYS:
        known.budget = Budget(PROGRAMS)
        try:
            return way(search, known, goal, depth)
        except (Stuck, Refused):
            if search.left < 0:
                raise
    raise Stuck("no way")


def settle(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """The goal where it is plain; else with its logarithms apart and its denominators cleared, by the ways."""
    s = known.s
    _, poly = s.rel(goal)
    heads = {f[0] for f in monomial_atoms(poly)}
    if heads & {"@sum", "@f"}:
        raise Stuck("not a goal of calculus")
    known.budget, known.guard.cancelling = Budget(PROGRAMS), True
    decided_indicators(known)
    pinned(known)
    logarithms_of_numbers(known, poly)
    if not poly or polynomials.closed(poly):
        with suppress(Stuck, Refused):
            return known.child().arithmetic(goal, 1)
        other = logarithms_apart(search, known, goal, poly, depth)
        return known.relation(goal, 1) if other is None else other
    if "@ind" in heads:
        return by_cases(search, known, goal, poly, depth)
    condition = open_condition(known, poly)
    if condition is not None:
        return by_condition(search, known, goal, condition, depth)
    if negative(poly, points(known, poly)):
        raise Stuck("false at a point")
    with suppress(Stuck, Refused):
        return known.child().arithmetic(goal, 1)
    for rewriting in (logarithms_apart, tidied):
        other = rewriting(search, known, goal, poly, depth)
        if other is not None:
            return other
    plain_signs(known, poly)
    return cleared(search, known, goal, poly, depth)


def cleared(search: Search, known: ProofState, goal: Term, poly: Poly, depth: int) -> int:
    """The goal by the ways, after its denominators are cleared; else by derivatives of it as it stands."""
    s = known.s
    reduced = reduce(known, poly)
    core: Term = (goal[0], ZERO, s.term(reduced.poly))
    if not reduced.times or s.key(core) == s.key(goal):
        return by_ways(search, known, goal, depth)
    plain: Term = (goal[0], ZERO, s.term(poly))
    with suppress(Stuck, Refused):
        return s.add("have", [by_fall(search, known, plain, depth)], **{"is": goal})
    try:
        line = by_ways(search, known, core, depth)
    except (Stuck, Refused):
        if search.left < 0:
            raise
        return s.add("have", [by_quotients(search, known, plain, min(depth, 2))], **{"is": goal})
    return close(known, goal, reduced, [(Fraction(1), [line], None)], [])


def open_condition(known: ProofState, poly: Poly) -> Factor | None:
    """An indicator inside a function of the goal, of which it is not known what it is; None where there is none."""
    inside = (g for f in monomial_atoms(poly) for g in polynomials.inner_atoms(f))
    return next((g for g in inside if g[0] == "@ind" and g not in known.rewrites), None)


def calculus(known: ProofState, goal: Term, goals: int = GOALS) -> int:
    """A line that states `goal`, found by calculus; Stuck when none is.  `goals` bounds what is looked at: twice so many
    where there are indicators, fewer where each of them is long."""
    s = known.s
    if goal[0] == "=":
        return s.add("antisym", [calculus(known, ("<=", a, b), goals) for a, b in (goal[1:], goal[:0:-1])])
    _, poly = s.rel(goal)
    full, goals = goals, 2 * goals if any(f[0] == "@ind" for f in monomial_atoms(poly)) else goals
    names = [f for f in atoms_of(poly) if f[0] == "@v"]
    if len(names) > 1 and any(polynomials.contains_head(f, "@erf") for f in monomial_atoms(poly)):
        goals = full // 3  # each of them is long
    search = Search(settle, goals)
    try:
        return search.prove(narrowed(known), goal)
    except (Stuck, Refused) as e:
        for x in (
            variables(known, poly) if search.left < 0 else ()
        ):  # all was spent on one name: along the others
            if search.followed and x not in search.followed:
                with suppress(Stuck, Refused):
                    return Search(settle, goals // 2, x).prove(narrowed(known), goal)
        plain, search = narrowed(known), Search(settle, goals)
        for way in LAST:
            with suppress(Stuck, Refused):
                return s.add("have", [way(search, plain, goal, DEPTH)], **{"is": goal})
        raise Stuck(str(e)) from None
