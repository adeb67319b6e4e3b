"""Goals that are no relations: for all, or, not, natural numbers, values of erf; and contradictions between facts."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from dpsym.prove.hypotheses import UNIT, Fact, show
from dpsym.prove.reduction import lightly_reduced
from dpsym.prove.script import ONE, ZERO, Refused, Stuck, Term, fv, subst

if TYPE_CHECKING:
    from dpsym.prove.proof_state import ProofState


def natural(known: ProofState, goal: Term) -> int:
    """nat(k + n) from a known nat(k), or nat(n), for a number n of at most 100."""
    s = known.s
    value = s.nf(goal[1])
    n = value.get(UNIT, 0)
    if n != int(n) or not 0 <= n <= 100:
        raise Stuck(f"not known to be a natural number: {show(goal[1])}")
    term = s.term({m: c for m, c in value.items() if m != UNIT})
    line = s.add("nat") if term == ZERO else known.have(("nat", term))
    if line is None:
        raise Stuck(f"not known to be a natural number: {show(goal[1])}")
    for _ in range(int(n)):
        line = s.add("and_e", [s.add("nat", [line])], part=1)
    return s.add("have", [line], **{"is": goal})


def value_of_erf(known: ProofState, goal: Term, effort: int) -> int:
    """There is an x with erf x = t, where t lies between -1 and 1."""
    _, x, body = goal
    if body[0] != "=" or body[1] != ("erf", x) or x in fv(body[2]):
        raise Stuck(f"no way to prove {show(goal)}")
    ends = [known.prove(r, effort) for r in (("<", -ONE, body[2]), ("<", body[2], ONE))]
    return known.s.add("erf_onto", ends, var=x, of=body[2])


def generalise(known: ProofState, goal: Term, effort: int) -> int:
    s = known.s
    name, body = goal[1], goal[2]
    if any(name in fv(h) for line in known.keys.values() for h in s.hyps(line).values()):
        new = s.fresh(name, s.sort(name))
        body, name = subst(body, {name: new}), new
    child = known.child()
    if s.sort(name) in s.sets:
        child.one_of_the_listed(name)
    # What is known of all is known of this one; plain relations are read when they are needed.
    for line in known.universal:
        said = s.goal(line)
        if s.sort(said[1]) == s.sort(name) and (s.sort(name) == "R" or said[2][0] in ("all", "and")):
            child.instantiated.add((line, name))
            with suppress(Refused):  # where a name would be captured
                child.add(s.add("all_e", [line], at=name))
    line = s.add("all_i", [child.prove(body, effort)], var=name)
    return line if s.goal(line) == goal else s.add("have", [line], **{"is": goal})


def one_of_the_listed(known: ProofState, name: str) -> None:
    """An outcome of a listed set is one of its elements: the indicators of `outcome = element` add up to 1."""
    s = known.s
    running = s.fresh("running", s.sort(name))
    known.add(s.add("pick", [], var=running, at=name, of=ONE))


def either(known: ProofState, goal: Term, effort: int) -> int:
    s = known.s
    for part in goal[1:]:
        atom = known.indicator(s.rel(part)[1]) if part[0] in ("<=", "<", "=") else None
        if atom is not None:
            return known.split(s.formula(atom[1]), goal, effort)
    for part in goal[1:]:
        try:
            return s.add("or_i", [known.prove(part, 1)], **{"is": goal})
        except Stuck:
            continue
    first, rest = goal[1], goal[2:]
    yes = s.add("or_i", [s.hyp(first)], **{"is": goal})
    child = known.child()
    child.assume(("not", first))
    other = child.prove(rest[0] if len(rest) == 1 else ("or", *rest), effort)
    if len(rest) > 1:
        raise Stuck("more than two alternatives")
    no = s.add("or_i", [other], **{"is": goal})
    return s.add("cases", [yes, no], on=first)


def negation(known: ProofState, goal: Term, effort: int) -> int:
    s, inner = known.s, goal[1]
    if inner[0] in ("<=", "<"):
        line = known.prove(("<" if inner[0] == "<=" else "<=", inner[2], inner[1]), effort)
        return s.add("have", [line], **{"is": goal})
    apart = None
    if inner[0] == "=":
        for one, two in ((inner[1], inner[2]), (inner[2], inner[1])):
            try:
                apart = known.prove(("<", one, two), effort)
                break
            except Stuck:
                continue
    child = known.child()
    if apart is not None:
        child.add(apart)
    child.assume(inner)
    yes = child.contradiction(goal, effort)
    return s.add("cases", [yes, s.hyp(goal)], on=inner)


def contradiction(known: ProofState, goal: Term, effort: int) -> int:
    """`goal` from facts that cannot hold together, or Stuck."""
    s = known.s
    mark = ("contradiction", effort)
    if mark in known.stuck or (effort < 3 and consistent(known)):
        raise Stuck("no contradiction")
    try:
        false = known.arithmetic(("<", ZERO, ZERO), effort)
    except Stuck:
        known.stuck.add(mark)
        raise
    true = s.add("arith", [], **{"is": ("<=", ZERO, ZERO), "terms": [], "eqs": []})
    return s.add("absurd", [false, true], **{"is": goal})


def consistent(known: ProofState) -> bool:
    """Whether a numerical model satisfies every fact (so that a contradiction is not worth looking for)."""
    facts = evaluable(known)
    known.models.update(facts, {})
    return len(known.models.models) >= 3


def evaluable(known: ProofState) -> list[Fact]:
    """The facts as numerical models see them: over listed outcomes with decided indicators put in."""
    if not known.s.sets:
        return known.facts
    known.decide_known()
    return [lightly_reduced(known, f) for f in known.facts]
