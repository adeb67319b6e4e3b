"""x = e^u where x stands in a logarithm or in a power that is not whole."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from dpsym.kernel.normal import Factor
from dpsym.prove.calculus.logarithms import with_exponent
from dpsym.prove.calculus.looking import ends_of, variables
from dpsym.prove.calculus.quotient_rule import exponent_of
from dpsym.prove.calculus.search import PROGRAMS, Search
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.hypotheses import UNIT, Budget
from dpsym.prove.proof.polynomials import monomial_atoms, padd
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term, subst
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import reduce


def by_exponents(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """x = e^u, where x occurs in a logarithm or a power that is not whole: the goal for every u in the range."""
    s = known.s
    _, poly = s.rel(goal)
    for x in variables(known, poly):
        atom = next(iter(monomial_atoms(s.nf(x))))
        inner = [f for f in monomial_atoms(poly) if f is not atom and x in f.names]
        arguments = {
            g for f in inner for g in (f, *polynomials.inner_atoms(f)) if g[0] == "@log" and x in g.names
        }
        if len(arguments) != 1:
            continue
        (log_x,) = arguments
        argument = dict(log_x[1][1:])
        slope = argument.get(("@M", (atom, 1)))
        if slope is None or any(m not in (UNIT, ("@M", (atom, 1))) for m in argument):
            continue
        change = Change(x, log_x, argument, Fraction(slope), s.fresh("u", "R"))
        with suppress(Stuck, Refused):
            return exponent(search, known, goal, change, depth)
    raise Stuck("no logarithm of a name")


@dataclass(frozen=True)
class Change:
    """x = (e^u - b)/a for the argument a x + b of a logarithm, which is u.

    log_x     the logarithm, as an atom
    argument  its argument, and the rate a and the shift b in it
    u         the new name
    """

    x: str
    log_x: Factor
    argument: Poly
    slope: Fraction
    u: str

    @property
    def shift(self) -> Fraction:
        """The constant term of the exponent."""
        return Fraction(self.argument.get(UNIT, 0))

    def put(self, s: Script, p: Poly) -> Poly:
        """p with e^u for the argument and u for its logarithm."""
        in_u: Term = ("+", ("*", 1 / self.slope, ("exp", self.u)), -self.shift / self.slope)
        return s.nf(subst(with_exponent(s, p, self.log_x, self.u), {self.x: in_u}))


def exponent(search: Search, known: ProofState, goal: Term, change: Change, depth: int) -> int:
    """The goal at x from the goal for every u, under what is known of x, said of u."""
    s = known.s
    t = s.term(change.argument)
    known.child().prove(("<", ZERO, t), 2)  # else it has no logarithm
    child = ProofState(s)
    child.budget = Budget(PROGRAMS)
    premises = [*facts_of(known, child, change, t), *bounds_of(known, change, t)]
    for here, _ in premises:
        child.assume(here)
    body: Term = (goal[0], ZERO, s.term(change.put(s, s.rel(goal)[1])))
    line = search.prove(child, body, depth - 1)
    line = s.at_value(line, change.u, ("log", t), premises)
    r = reduce(known, padd(s.rel(goal)[1], s.rel(s.goal(line))[1], -1))
    if r.poly:
        raise Stuck("the exponents do not go back")
    return close(known, goal, r, [(ONE, [line, *r.times], None)], [])


def facts_of(known: ProofState, child: ProofState, change: Change, t: Term) -> Iterator[tuple[Term, int]]:
    """What is known of x, said of u, with the line that says it of log t; other facts are added to the child."""
    s = known.s
    for fact in known.facts:
        if change.x not in {n for f in fact.atoms for n in polynomials.names_in(f)}:
            child.add(fact.line)
            continue
        relation = {"ge": "<=", "gt": "<", "eq": "="}[fact.kind]
        here: Term = (relation, ZERO, s.term(change.put(s, fact.poly)))
        there = subst(here, {change.u: ("log", t)})
        r = reduce(known, padd(s.rel(there)[1], fact.poly, -1))
        if r.poly or r.times or fact.kind == "eq":
            continue
        yield here, close(known, there, r, [(ONE, [fact.line], None)], [])


def bounds_of(known: ProofState, change: Change, t: Term) -> Iterator[tuple[Term, int]]:
    """The ends of x as bounds of u, each with the line that says it of log t."""
    s = known.s
    for end, side, strict in ends_of(known, change.x):
        value = logarithm_of(s, s.nf(("+", ("*", change.slope, end), change.shift)))
        if value is None:
            continue
        above = (side > 0) == (change.slope > 0)
        relation = "<" if strict else "<="
        low, high = (value, ("log", t)) if above else (("log", t), value)
        try:
            line = known.child().prove((relation, low, high), 2)
        except (Stuck, Refused):
            continue
        yield (relation, value, change.u) if above else (relation, change.u, value), line


def logarithm_of(s: Script, bound: Poly) -> Term | None:
    """The logarithm of a positive number or of a product of exponentials; None of anything else."""
    if bound == {UNIT: 1}:
        return ZERO
    if bound and all(m == UNIT for m in bound):
        return ("log", Fraction(bound[UNIT])) if bound[UNIT] > 0 else None
    return exponent_of(s, bound) if len(bound) == 1 else None
