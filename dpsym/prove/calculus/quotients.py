"""f >= 0 by the derivative of f/g, for a positive g that makes it simple."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from dpsym.kernel.analysis import diff
from dpsym.kernel.normal import Key
from dpsym.prove.calculus.looking import ends_of, variables
from dpsym.prove.calculus.mean_value import along
from dpsym.prove.calculus.quotient_rule import divisors, only_exponentials, same_inverse, weight, zeros
from dpsym.prove.calculus.search import Search
from dpsym.prove.proof.floats import atoms_of
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul, pscale
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Stuck, Term, fv, subst
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.sample_points import NOISE, points, values

PLANS = 4  # quotients tried for one goal


@dataclass(frozen=True)
class Plan:
    """f/g rises from the point c along x on one side; g = None stands for 1."""

    cost: float
    x: str
    centre: Term
    divisor: Poly | None
    quotient: Poly


def by_quotients(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """f >= 0 from f/g, which rises from a point."""
    s = known.s
    _, poly = s.rel(goal)
    if depth <= 0:
        raise Stuck("no more derivatives")
    plans = sorted(plans_for(known, poly), key=lambda p: p.cost)
    outermost, only = search.followed is None, search.only
    if outermost:
        search.followed = {}
        plans = [p for p in plans if only is None or p.x == only]
    for plan in plans[:PLANS]:
        if outermost and search.followed is not None:
            search.followed[plan.x] = None
        try:
            return follow(search, known, goal, plan, depth)
        except (Stuck, Refused):
            if search.left < 0:
                raise
    raise Stuck("no quotient that rises")


def plans_for(known: ProofState, poly: Poly) -> Iterator[Plan]:
    """The ways to rise: a name, a start and a divisor after which the derivative's sign is that of the way in
    every sample point."""
    s = known.s
    sample = points(known, poly)
    for x in variables(known, poly):
        atom = next(f for f in monomial_atoms(s.nf(x)))
        centres = list(starts(known, poly, x))
        most = 1.5 * weight(poly, x) + 6
        for divisor, quotient in divisors(s, known, poly, x, sample):
            slope = diff(s.kernel, quotient, x)
            cost = weight(slope, x) + (0.5 if divisor is not None else 0)
            if cost > most:
                continue
            found = values(slope, sample)
            if all(v is None for v in found):
                continue
            for c in centres:
                at = s.nf(c)
                where = values(at, sample)
                good = True
                for model, v, w in zip(sample, found, where, strict=True):
                    if v is None or w is None:
                        continue
                    if (model[atom] - w[0]) * v[0] < -NOISE * 100 * v[1] * (abs(w[0]) + abs(model[atom])):
                        good = False
                        break
                if not good:
                    continue
                try:
                    start = s.nf(subst(s.term(quotient), {x: c}))
                except Refused:
                    continue
                low = values(start, sample)
                if any(v is not None and v[0] < -NOISE * 1000 * v[1] for v in low):
                    continue
                if all(v is None for v in low) and start:
                    continue
                yield Plan(cost + 0.1 * len(fv(c) if isinstance(c, tuple) else ()), x, c, divisor, quotient)


def starts(known: ProofState, poly: Poly, x: str) -> Iterator[Term]:
    """Points from which a quotient may rise: ends of the range, zeros of the derivative, 0, 1, 1/2, other names."""
    s = known.s
    found: dict[Key, Term] = {}
    for zero in zeros(s, diff(s.kernel, poly, x), x):
        found.setdefault(s.key(("<=", ZERO, zero)), zero)
    for end, _, _ in ends_of(known, x):
        found.setdefault(s.key(("<=", ZERO, end)), end)
    for number in (ZERO, ONE, Fraction(1, 2)):
        found.setdefault(s.key(("<=", ZERO, number)), number)
    for f in atoms_of(poly):
        if f[0] == "@v" and f[1] != x and s.sig.get(f[1]) == "R":
            found.setdefault(s.key(("<=", ZERO, f[1])), f[1])
    yield from found.values()


def follow(search: Search, known: ProofState, goal: Term, plan: Plan, depth: int) -> int:
    """The goal along a plan: f/g rises from the start, and g is positive; the line, or Stuck where a sign is
    not found."""
    s = known.s
    _, poly = s.rel(goal)
    if plan.divisor is None:
        return from_point(search, known, goal, plan, depth)
    inner: Term = (goal[0], ZERO, s.term(plan.quotient))
    g = s.term(plan.divisor)
    if only_exponentials(plan.divisor):
        ((m, _),) = plan.divisor.items()
        exponent: Poly = {}
        for f, e in m[1:]:
            exponent = padd(exponent, {f[1]: e})
        positive = s.add("exp_pos", [], of=s.term(exponent))
        line = from_point(search, known, inner, plan, depth)
        return s.add("arith", [line, positive], **{"is": goal, "terms": [[1, [0, 1]]], "eqs": []})
    positive = search.prove(known.child(), ("<", ZERO, g), 2)
    inverse = s.add("inv", [positive], of=g)
    child = known.child()
    child.add(positive)
    line = from_point(search, child, inner, plan, depth)
    rest = padd(poly, pmul(plan.quotient, plan.divisor), -1)  # r - r g (1/g)
    remainder = {
        m: c
        for m, c in rest.items()
        if not any(f[0] == "@inv" and same_inverse(f, plan.divisor) for f, _ in m[1:])
    }
    eqs = [[2, s.term(pscale(remainder, -1))]] if remainder else []
    return s.add("arith", [line, positive, inverse], **{"is": goal, "terms": [[1, [0, 1]]], "eqs": eqs})


def from_point(search: Search, known: ProofState, goal: Term, plan: Plan, depth: int) -> int:
    """Right of the point the quotient rises, left of it it falls."""
    s, x, c = known.s, plan.x, plan.centre
    for low, high, side in ((c, x, 1), (x, c, -1)):
        try:
            line = known.child().prove((goal[0], low, high), 1)
        except Stuck:
            continue
        return along(search, known, goal, x, c, side, line, depth)
    if goal[0] == "<":
        raise Stuck("the strict bound fails to be strict at the point")
    right: Term = ("<=", c, x)
    yes, no = known.child(), known.child()
    lines = [along(search, yes, goal, x, c, 1, yes.assume(right), depth)]
    order = s.add("have", [no.assume(("not", right))], **{"is": ("<", x, c)})
    weak = s.add("arith", [order], **{"is": ("<=", x, c), "terms": [[1, [0]]], "eqs": []})
    no.add(weak)
    lines.append(along(search, no, goal, x, c, -1, weak, depth))
    return s.add("cases", lines, on=right)
