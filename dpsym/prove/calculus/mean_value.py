"""One step along a name: a start, the sign of the derivative from there on, and what is known between."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpsym.kernel.analysis import diff
from dpsym.kernel.normal import Key
from dpsym.prove.calculus.search import PROGRAMS, Search
from dpsym.prove.calculus.signs import sign_of
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.hypotheses import Budget
from dpsym.prove.proof.polynomials import monomial_atoms
from dpsym.prove.proof.script import ZERO, Poly, Refused, Stuck, Term, subst
from dpsym.prove.tactics.proof_state import ProofState

HALF = Fraction(1, 2)


Sign = Callable[
    [ProofState, str, Poly], int
]  # what is known of a name, the name, a derivative there -> the line that it is >= 0


def along(
    search: Search,
    known: ProofState,
    goal: Term,
    x: str,
    c: Term,
    side: int,
    order: int,
    depth: int,
    sign: Sign | None = None,
) -> int:
    """f(c) >= 0 and f' of one sign between c and x give f(x) >= 0 (> 0 when f' has the sign strictly)."""
    s = known.s
    f = s.term(s.rel(goal)[1])
    start = search.prove(known.child(), ("<=", ZERO, subst(f, {x: c})), depth - 1)
    z = s.fresh("z", "R")
    g = subst(f, {x: z}) if side > 0 else ("*", Fraction(-1), subst(f, {x: z}))
    domain: set[Key] = set()
    slope = diff(s.kernel, s.nf(g), z, domain)
    inside = between(known, x, z, c, side, "<")
    if sign is None:
        rises = search.prove(inside, (goal[0], ZERO, s.term(slope)), depth - 1)
    else:
        rises = sign(inside, z, slope)
    closed = between(known, x, z, c, side, "<=")
    signs = [sign_of(search, closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
    line = s.add("mean_value", [rises, order, *signs], var=z, of=g)
    return s.add("arith", [start, line], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})


def between(known: ProofState, x: str, z: str, c: Term, side: int, relation: str) -> ProofState:
    """What is known of z between the point c and x: bounds of x that c has too; x is forgotten where it can be."""
    s = known.s
    low, high = (c, x) if side > 0 else (x, c)
    from_low, to_high = s.hyp((relation, low, z)), s.hyp((relation, z, high))
    inside = ProofState(s)
    inside.budget = Budget(PROGRAMS)
    inside.inverses = dict(known.inverses)
    complete = True
    atom = next(iter(monomial_atoms(s.nf(x))))
    for fact in known.facts:
        if x not in {n for f in fact.atoms for n in polynomials.names_in(f)}:
            inside.add(fact.line)
            continue
        rate = fact.poly.get(("@M", (atom, 1)))
        rest = {m: v for m, v in fact.poly.items() if m != ("@M", (atom, 1))}
        if rate is None or fact.kind == "eq" or polynomials.mentions(rest, x):
            complete = False
            continue
        rising = rate > 0
        end = low if rising else high
        there: Term = (
            "<" if fact.kind == "gt" else "<=",
            ZERO,
            ("+", ("*", Fraction(rate), end), s.term(rest)),
        )
        try:
            at_end = fact.line if end == x else known.child().prove(there, 1)
        except (Stuck, Refused):
            complete = False
            continue
        strict = fact.kind == "gt" or relation == "<"
        here: Term = ("<" if strict else "<=", ZERO, ("+", ("*", Fraction(rate), z), s.term(rest)))
        inside.add(
            s.add(
                "arith", [at_end, from_low if rising else to_high],
                **{"is": here, "terms": [[1, [0]], [abs(Fraction(rate)), [1]]], "eqs": []},
            )
        )  # fmt: skip
    inside.add(from_low if side > 0 else to_high)
    above = known.have(("<", ZERO, low)) if isinstance(low, str) else None
    if above is not None:
        terms = [[1, [0]], [1, [1]]]
        inside.add(s.add("arith", [above, from_low], **{"is": ("<", ZERO, z), "terms": terms, "eqs": []}))
    if not complete:
        for fact in known.facts:
            inside.add(fact.line)
        inside.add(to_high if side > 0 else from_low)
    return inside
