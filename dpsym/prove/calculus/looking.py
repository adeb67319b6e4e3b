"""What a goal speaks of: the names to move, their ends, and whether numbers deny it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpsym.prove.proof import polynomials
from dpsym.prove.proof.polynomials import monomial_atoms, pscale
from dpsym.prove.proof.script import Poly, Term
from dpsym.prove.tactics.arithmetic import decide_known
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import lightly_reduced
from dpsym.prove.tactics.sample_points import negative, points


def ends_of(known: ProofState, x: str) -> Iterator[tuple[Term, int, bool]]:
    """Bounds of a name by other names and numbers: (bound, 1 from below or -1 from above, strict)."""
    s = known.s
    atom = next((f for f in monomial_atoms(s.nf(x)) if f[0] == "@v"), None)
    for fact in known.facts:
        linear = {m: c for m, c in fact.poly.items() if len(m) == 2 and m[1] == (atom, 1)}
        rest = {m: c for m, c in fact.poly.items() if m not in linear}
        if fact.kind == "eq" or len(linear) != 1 or len(rest) > 2 or polynomials.mentions(rest, x):
            continue
        (c,) = linear.values()
        yield s.term(pscale(rest, -1 / Fraction(c))), 1 if c > 0 else -1, fact.kind == "gt"


def variables(known: ProofState, poly: Poly) -> list[str]:
    """Real names in the goal, those inside exponentials and logarithms first, the latest first."""
    names: dict[str, int] = {}
    for f in monomial_atoms(poly):
        for n in polynomials.names_in(f):
            if known.s.sig.get(n) == "R":
                names[n] = max(names.get(n, 0), int(f[0] != "@v"))
    order = list(names)
    return sorted(order, key=lambda n: (-names[n], -order.index(n)))[:3]


def false_somewhere(known: ProofState, poly: Poly) -> bool:
    """Whether a sample point in floats denies that the polynomial is at least 0."""
    return negative(poly, points(known, poly))


def decided_indicators(known: ProofState) -> None:
    """Indicators in the facts whose conditions are known become numbers."""
    if not any(f[0] == "@ind" for fact in known.facts for f in fact.atoms):
        return
    decide_known(known)
    for fact in list(known.facts):
        plain = lightly_reduced(known, fact)
        if plain is not fact:
            known.facts.remove(fact)
            known.add(plain.line)
