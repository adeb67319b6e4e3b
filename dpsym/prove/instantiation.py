"""Facts about all outcomes read at those of a goal, and implications whose premises are known."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpsym.prove import certificates as cert
from dpsym.prove.certificates import monomial_atoms, padd
from dpsym.prove.hypotheses import UNIT
from dpsym.prove.reduction import restate
from dpsym.prove.script import ONE, ZERO, Poly, Refused, Stuck, Term

if TYPE_CHECKING:
    from dpsym.prove.proof_state import ProofState


def instantiate(known: ProofState, poly: Poly) -> None:
    """Read facts "for every outcome" at the outcomes that the polynomial mentions; then use implications."""
    s = known.s
    outcomes = {
        a
        for f in monomial_atoms(poly)
        for a in cert.names_in(f)
        if isinstance(s.sig.get(a), str) and s.sig[a] != "R"
    }
    changed = False
    read_at: dict[int, set[Any]] = {}  # instances made here: the sorts of the outcomes they were read at
    for line in known.universal:  # grows while it is read
        goal = s.goal(line)
        sort = s.sort(goal[1])
        if sort == "R" or isinstance(sort, tuple) or sort in read_at.get(line, ()):
            continue
        for name in sorted(outcomes):
            if s.sort(name) != sort or (line, name) in known.instantiated:
                continue
            known.instantiated.add((line, name))
            try:
                instance = s.add("all_e", [line], at=name)
            except Refused:
                continue
            read_at[instance] = {sort, *read_at.get(line, ())}
            known.add(instance)
            changed = True
    for line in list(known.alternatives):
        unit_interval(known, line)
    for f in monomial_atoms(poly):
        if f[0] == "@sum" and f not in known.rewrites:
            point_mass(known, f)
    for fact in list(known.facts):
        points = [f for f in fact.atoms if f[0] == "@sum" and (f in known.rewrites or point_mass(known, f))]
        if points and ("restated", fact.line) not in known.instantiated:
            known.instantiated.add(("restated", fact.line))
            known.facts.append(restate(known, fact, deep=False))
    if changed or known.implications:
        use_implications(known)


def point_mass(known: ProofState, f: Any) -> bool:
    """A sum of indicator(y = i) times t is t at i."""
    s = known.s
    if len(f[1]) != 1 or ("point", f) in known.instantiated:
        return False
    known.instantiated.add(("point", f))
    ((bound, space),) = f[1]
    for g, _ in f[2][1:]:
        if g[0] != "@ind" or g[1][0] != "@ie" or bound not in g[1][1:]:
            continue
        at = next((x for x in g[1][1:] if x != bound), None)
        if at is None or at.startswith("#"):
            continue
        running = s.fresh("running", space)
        rest = s.factors(("@M", *(fe for fe in f[2][1:] if fe[0] is not g)), {bound: running})
        body: Term = rest[0] if len(rest) == 1 else ("*", *rest) if rest else ONE
        line = s.add("pick", [], var=running, at=at, of=body)
        _, equation = s.rel(s.goal(line))
        if ("@M", (f, 1)) in equation:
            known.rewrite(f, line)
            return True
    return False


def unit_interval(known: ProofState, line: int) -> None:
    """From t = 0 or t = 1: 0 <= t <= 1."""
    s, goal = known.s, known.s.goal(line)
    if ("unit", line) in known.instantiated:
        return
    known.instantiated.add(("unit", line))
    if (
        len(goal) == 3
        and all(p[0] == "=" for p in goal[1:])
        and goal[1][1] == goal[2][1]
        and goal[1][2] == 0
        and goal[2][2] == 1
    ):
        t = goal[1][1]
        for bound in (("<=", ZERO, t), ("<=", t, ONE)):
            branches = []
            for part in goal[1:]:
                h = s.hyp(part)
                sign = multiple(known, bound, part)
                branches.append(s.add("arith", [h], **{"is": bound, "terms": sign[0], "eqs": [[0, sign[1]]]}))
            known.add(s.add("or_e", [line, *branches]))


def multiple(known: ProofState, bound: Term, equation: Term) -> tuple[list, Fraction]:
    """bound = constant + multiple of the equation."""
    s = known.s
    _, g = s.rel(bound)
    _, e = s.rel(equation)
    for c in (Fraction(1), -1):
        rest = padd(g, e, -c)
        if all(m == UNIT for m in rest):
            value = rest.get(UNIT, Fraction(0))
            if value >= 0:
                return ([[value, []]] if value else []), Fraction(c)
    raise Stuck("not a unit interval")


def use_implications(known: ProofState) -> None:
    """Discharge premises that are known or follow by linear arithmetic, which may use those discharged so far."""
    if known.guard.discharging == 2:  # a premise may wait for one more, and that one for none
        return
    s = known.s
    known.guard.discharging += 1
    try:
        found = True
        while found:
            found = False
            for line in list(known.implications):
                goal = s.goal(line)
                if s.key(goal[2]) in known.keys or line not in known.implications:
                    continue
                try:
                    premise = discharged(known, goal[1])
                except Stuck:
                    continue
                if line in known.implications:
                    known.implications.remove(line)
                    known.add(s.add("imp_e", [line, premise]))
                    found = True
    finally:
        known.guard.discharging -= 1


def discharged(known: ProofState, formula: Term) -> int:
    line = known.have(formula)
    if line is not None:
        return line
    if formula[0] == "and":
        return known.s.add("and_i", [discharged(known, p) for p in formula[1:]])
    if formula[0] in ("<=", "<", "="):
        return known.arithmetic(formula, 1)
    raise Stuck("premise not known")
