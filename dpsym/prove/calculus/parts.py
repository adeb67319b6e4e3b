"""Cases: where the condition of an indicator holds, on boxes, and on parts of the range of one name."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.normal import Factor
from dpsym.prove.calculus.branch_and_bound import bounded, limits
from dpsym.prove.calculus.search import Search, narrowed
from dpsym.prove.proof.floats import atoms_of
from dpsym.prove.proof.polynomials import monomial_atoms
from dpsym.prove.proof.script import ZERO, Poly, Refused, Stuck, Term, fv
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import indicator, reduce
from dpsym.prove.tactics.relations import rewritten
from dpsym.prove.tactics.sample_points import points, value_at, values


def by_cases(search: Search, known: ProofState, goal: Term, poly: Poly, depth: int) -> int:
    """An indicator in the goal: where its condition holds, and where it does not."""
    s = known.s
    atom = indicator(known, poly)
    if atom is None:
        line = rewritten(known, goal, s.rel(goal)[0], poly, 2)
        return line
    condition = s.formula(atom[1])
    lines = []
    for candidate in (condition, ("not", condition)):
        child = known.child()
        child.rewrite(atom, s.add("ind", [child.assume(candidate)]))
        reduced = reduce(child, poly, deep=False)
        core: Term = (goal[0], ZERO, s.term(reduced.poly))
        line = search.prove(child, core, depth)
        lines.append(close(child, goal, reduced, [(Fraction(1), [line], None)], []))
    return s.add("cases", lines, on=condition)


def by_condition(search: Search, known: ProofState, goal: Term, atom: Factor, depth: int) -> int:
    """Where the condition of an indicator inside a logarithm holds, and where it does not."""
    s = known.s
    condition = s.formula(atom[1])
    lines = []
    for candidate in (condition, ("not", condition)):
        child = known.child()
        child.rewrite(atom, s.add("ind", [child.assume(candidate)]))
        lines.append(search.prove(child, goal, depth))
    return s.add("cases", lines, on=condition)


def by_boxes(known: ProofState, goal: Term, _depth: int) -> int:
    """A bounded range on which the goal leaves a gap everywhere."""
    s = known.s
    _, poly = s.rel(goal)
    names = [x for x in fv(goal) if s.sig.get(x) == "R"]
    if len(names) > 2 or not all(all(limits(known, x)) for x in names):
        raise Stuck("no box")
    for v in values(poly, points(known, poly)):
        if v is not None and v[0] < 1e-5 * v[1]:
            raise Stuck("no gap")
    return bounded(known, goal, 60)


def by_parts(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """The range of one name is cut: where the goal is an equation, or where boxes end."""
    s = known.s
    _, poly = s.rel(goal)
    names = [f[1] for f in atoms_of(poly) if f[0] == "@v"]
    if len(names) != 1 or depth < 4 or search.parts <= 0:
        raise Stuck("more than one name")
    search.parts -= 1
    (x,) = names
    for cut in cuts(known, poly, x):
        on: Term = ("<=", x, cut)
        yes, no = known.child(), known.child()
        with suppress(Stuck, Refused):
            yes.assume(on)
            left = search.prove(narrowed(yes), goal, depth - 4)
            no.assume(("not", on))
            right = search.prove(narrowed(no), goal, depth - 4)
            return s.add("cases", [left, right], on=on)
    raise Stuck("no cut")


def cuts(known: ProofState, poly: Poly, x: str) -> list[Fraction]:
    """At most three rational values at which to cut the range of x: a zero inside it first, else its middle and
    quarters."""
    s = known.s
    sample = points(known, poly)
    atom = next(iter(monomial_atoms(s.nf(x))))
    pairs = sorted(
        (m[atom], v[0] / v[1]) for m, v in zip(sample, values(poly, sample), strict=True) if v and v[1]
    )
    if len(pairs) < 3:
        return []
    low, high = (None if e is None else e[0] for e in limits(known, x))
    found: list[Fraction] = []
    inner = [p for p in pairs if (low is None or p[0] > low) and (high is None or p[0] < high)]
    if not inner:
        return []
    least = min(inner, key=lambda p: p[1])
    if least[1] < 1e-6:  # an equation inside
        for d in range(1, 13):
            c = Fraction(round(least[0] * d), d)
            v = value_at(s, poly, x, c)
            if (
                v is not None
                and abs(v[0]) <= 1e-9 * v[1]
                and (low is None or c > low)
                and (high is None or c < high)
            ):
                found.append(c)
                break
    if low is not None and high is not None:
        width = high - low
        found += [low + width / 2, low + width / 4, low + width * 3 / 4]
    elif low is not None:
        found += [low + k for k in (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(4))]
    elif high is not None:
        found += [high - k for k in (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(4))]
    else:
        found += [ZERO]
    return found[:3]
