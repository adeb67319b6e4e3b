"""x = e^u where x stands in a logarithm or in a power that is not whole."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

from dpsym.prove import certificates as cert
from dpsym.prove.calculus.logarithms import with_exponent
from dpsym.prove.calculus.looking import ends_of, variables
from dpsym.prove.calculus.quotient_rule import exponent_of
from dpsym.prove.calculus.search import PROGRAMS, Search
from dpsym.prove.certificates import monomial_atoms, padd
from dpsym.prove.hypotheses import UNIT, Budget
from dpsym.prove.proof_state import ProofState
from dpsym.prove.reduction import reduce
from dpsym.prove.script import ZERO, Poly, Refused, Stuck, Term, subst


def by_exponents(search: Search, known: ProofState, goal: Term, rungs: int) -> int:
    """x = e^u, where x occurs in a logarithm or a power that is not whole: the goal for every u in the range."""
    s = known.s
    _, poly = s.rel(goal)
    for x in variables(known, poly):
        atom = next(iter(monomial_atoms(s.nf(x))))
        inner = [f for f in monomial_atoms(poly) if f is not atom and x in f.names]
        arguments = {g for f in inner for g in (f, *cert.inner_atoms(f)) if g[0] == "@log" and x in g.names}
        if len(arguments) != 1:
            continue
        (log_x,) = arguments
        argument = dict(log_x[1][1:])
        slope = argument.get(("@M", (atom, 1)))
        if slope is None or any(m not in (UNIT, ("@M", (atom, 1))) for m in argument):
            continue
        with suppress(Stuck, Refused):
            return exponent(search, known, goal, x, atom, log_x, argument, Fraction(slope), rungs)
    raise Stuck("no logarithm of a name")


def exponent(
    search: Search,
    known: ProofState,
    goal: Term,
    x: str,
    atom: Any,
    log_x: Any,
    argument: Poly,
    slope: Fraction,
    rungs: int,
) -> int:
    s = known.s
    t = s.term(argument)
    positive = known.child().prove(("<", ZERO, t), 2)
    equation = s.add("exp_log", [positive], of=t)  # e^(log t) = t
    u = s.fresh("u", "R")
    shift = -Fraction(argument.get(UNIT, 0)) / slope
    in_u: Term = ("+", ("*", 1 / slope, ("exp", u)), shift)
    child = ProofState(s)
    child.budget = Budget(PROGRAMS)
    premises: list[tuple[Term, int]] = []

    def put(p: Poly) -> Poly:
        """p with e^u for the argument and u for its logarithm."""
        return s.nf(subst(with_exponent(s, p, log_x, u), {x: in_u}))

    for fact in known.facts:
        if x not in {n for f in fact.atoms for n in cert.names_in(f)}:
            child.add(fact.line)
            continue
        here: Term = ({"ge": "<=", "gt": "<", "eq": "="}[fact.kind], ZERO, s.term(put(fact.poly)))
        there = subst(here, {u: ("log", t)})
        r = reduce(known, padd(s.rel(there)[1], fact.poly, -1))
        if r.poly or r.times or fact.kind == "eq":
            continue
        eqs = [[1 + k, s.term(m)] for k, (_, m) in enumerate(r.eqs) if m]
        line = s.add(
            "arith", [fact.line, *(i for i, _ in r.eqs)], **{"is": there, "terms": [[1, [0]]], "eqs": eqs}
        )
        premises.append((here, line))
    for end, side, strict in ends_of(known, x):  # bounds of u
        bound = s.nf(("+", ("*", slope, end), Fraction(argument.get(UNIT, 0))))
        if slope < 0:
            side = -side
        value: Term | None = None
        if bound == {UNIT: 1}:
            value = ZERO
        elif bound and all(m == UNIT for m in bound):
            if bound[UNIT] > 0:
                value = ("log", Fraction(bound[UNIT]))
        elif len(bound) == 1 and (e := exponent_of(s, bound)) is not None:
            value = e
        if value is None:
            continue
        relation = "<" if strict else "<="
        low, high = (value, ("log", t)) if side > 0 else (("log", t), value)
        try:
            line = known.child().prove((relation, low, high), 2)
        except (Stuck, Refused):
            continue
        here = (relation, value, u) if side > 0 else (relation, u, value)
        premises.append((here, line))
    for here, _ in premises:
        child.assume(here)
    body: Term = (goal[0], ZERO, s.term(put(s.rel(goal)[1])))
    line = search.prove(child, body, rungs - 1)
    for here, _ in premises:
        line = s.add("imp_i", [line], **{"is": here})
    line = s.add("all_e", [s.add("all_i", [line], var=u)], at=("log", t))
    for _, stated in reversed(premises):
        there = s.goal(line)[1]
        line = s.add("imp_e", [line, s.add("have", [stated], **{"is": there})])
    r = reduce(known, padd(s.rel(goal)[1], s.rel(s.goal(line))[1], -1))
    if r.poly:
        raise Stuck("the exponents do not go back")
    times = list(range(1, 1 + len(r.times)))
    eqs = [[1 + len(times) + k, s.term(m)] for k, (_, m) in enumerate(r.eqs) if m]
    given = [line, *r.times, *(i for i, _ in r.eqs)]
    del equation
    return s.add("arith", given, **{"is": goal, "times": times, "terms": [[1, [0, *times]]], "eqs": eqs})
