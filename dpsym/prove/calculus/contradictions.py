"""The opposite of a goal led to a contradiction."""

from __future__ import annotations

import itertools
from contextlib import suppress

from dpsym.prove.calculus.search import PROGRAMS, Search, of_names
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.hypotheses import Budget
from dpsym.prove.proof.polynomials import monomial_atoms, pscale
from dpsym.prove.proof.script import ONE, ZERO, Refused, Stuck, Term
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.sample_points import points


def contradicted(search: Search, known: ProofState, goal: Term, depth: int, denied: int | None = None) -> int:
    """Anything, where one of the facts is false by the others; `denied` is a fact that has been tried."""
    s = known.s
    known.budget = Budget(PROGRAMS)
    for facts, degree in ((of_names(known), 1), (known, 1), (known, 2)):
        with suppress(Stuck, Refused):
            return s.anything(goal, facts.arithmetic(("<", ZERO, ZERO), degree))
    for fact in list(known.facts):
        if fact.line == denied or not any(f[0] in ("@exp", "@log", "@erf") for f in fact.atoms):
            continue
        others = ProofState(s)
        for other in known.facts:
            if other is not fact:
                others.add(other.line)
        if not points(others, fact.poly) or depth < 2:
            continue
        body = s.term(fact.poly)
        less: Term = ("<" if fact.kind == "ge" else "<=", body, ZERO)
        for opposite in (("<", body, ZERO), ("<", ZERO, body)) if fact.kind == "eq" else (less,):
            with suppress(Stuck, Refused):
                line = search.prove(others, opposite, depth - 2)
                terms, eqs = [[1, [0]], [1, [1]]], []
                if fact.kind == "eq":
                    terms, eqs = [[1, [1]]], [[0, ONE if opposite[2] == ZERO else -ONE]]
                false = s.add(
                    "arith", [fact.line, line], **{"is": ("<", ZERO, ZERO), "terms": terms, "eqs": eqs}
                )
                return s.anything(goal, false)
    raise Stuck("no contradiction")


def by_denial(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """A contradiction from the opposite of the goal."""
    s = known.s
    child = known.child()
    line = child.assume(("not", goal))
    denied = child.facts[-1].line if len(child.facts) > len(known.facts) else None
    with suppress(Stuck, Refused):
        return s.add("cases", [s.hyp(goal), outweighed(child, goal, line)], on=goal)
    return s.add("cases", [s.hyp(goal), contradicted(search, child, goal, depth, denied)], on=goal)


def by_outweighing(known: ProofState, goal: Term, _depth: int) -> int:
    """Where an equation is known that gives no name its value: a denial that is outweighed."""
    if not any(f.kind == "eq" and len(f.poly) > 1 for f in known.facts):
        raise Stuck("no equation")
    child = known.child()
    line = child.assume(("not", goal))
    return known.s.add("cases", [known.s.hyp(goal), outweighed(child, goal, line)], on=goal)


def outweighed(known: ProofState, goal: Term, denial: int) -> int:
    """The goal a <= b from m (a - b) <= 0 for a positive m, where a > b is known: m is a - b, its square, or a sum."""
    s = known.s
    _, poly = s.rel(goal)
    atoms = monomial_atoms(poly)
    facts = [f.poly for f in known.facts]
    if goal[0] != "<=" or len(atoms) > 4 or len(facts) > 8 or any(len(p) > 6 for p in (poly, *facts)):
        raise Stuck("too much to outweigh")
    if not any(f.kind == "eq" for f in known.facts) or any(
        polynomials.contains_head(f, "@erf") for f in atoms
    ):
        raise Stuck("no equation")
    gap = s.term(pscale(poly, -1))
    above = s.add("have", [denial], **{"is": ("<", ZERO, gap)})
    for f, g in itertools.combinations(atoms[:4], 2):
        for sign in (1, -1):
            known.squares.append({("@M", (f, 1)): 1, ("@M", (g, 1)): sign})
    positive = [f.line for f in known.facts if f.kind == "gt" and len(f.poly) == 1 and f.line != above]
    for lines in ([above], [above, above], positive):
        if not lines or len(poly) ** len(lines) > 36:
            continue
        products = lines is not positive
        parts = [s.goal(i)[2] if s.goal(i)[1] == ZERO else ("-", *s.goal(i)[:0:-1]) for i in lines]
        times: Term = ("*", ONE, *parts) if products else ("+", ZERO, *parts)
        known.budget = Budget(PROGRAMS)
        with suppress(Stuck, Refused):
            less = known.child().arithmetic(
                ("<=", ("*", times, gap), ZERO), len(lines) + 1 if products else 2
            )
            n = len(lines)
            up = [[1, [*range(n), n]]] if products else [[1, [k, n]] for k in range(n)]
            false = s.add(
                "arith", [*lines, above, less],
                **{"is": ("<", ZERO, ZERO), "terms": [*up, [1, [n + 1]]], "eqs": []},
            )  # fmt: skip
            return s.anything(goal, false)
    raise Stuck("nothing outweighs")
