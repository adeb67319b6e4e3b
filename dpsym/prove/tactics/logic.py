"""Goals that are no relations: for all, or, not, natural numbers, values of erf; and contradictions between facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction

from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.hypotheses import UNIT, show
from dpsym.prove.proof.script import ONE, ZERO, Refused, Stuck, Term, fv, subst
from dpsym.prove.proof.state import State
from dpsym.prove.tactics.arithmetic import decide_known, quick
from dpsym.prove.tactics.reduction import indicator, lightly_reduced

COUNTED = 100  # up to which a number is counted
DIGITS = 200  # binary ones, of a number that is seen to be natural by them
SMALL = (ZERO, ONE, Fraction(2), Fraction(3))  # natural numbers that are tried where there is to be one


def natural(known: State, goal: Term) -> int:
    """nat(k + n) from a known nat(k), or nat(n), for a number n: a small one by counting, a long one by its digits."""
    s = known.s
    value = s.nf(goal[1])
    n = value.get(UNIT, 0)
    term = s.term({m: c for m, c in value.items() if m != UNIT})
    counted = 0 <= n <= COUNTED or (term == ZERO and 0 <= n < 2**DIGITS)
    line = None
    if n == int(n) and counted:
        line = s.add("nat") if term == ZERO else known.have(("nat", term))
    if line is None:
        raise Stuck(f"not known to be a natural number: {show(goal[1])}")
    line = counted_up(known, line, int(n)) if n <= COUNTED else of_digits(known, line, int(n))
    return s.add("have", [line], **{"is": goal})


def counted_up(known: State, line: int, n: int) -> int:
    """nat(k + n) from nat(k), one by one."""
    s = known.s
    for _ in range(n):
        line = s.add("and_e", [s.add("nat", [line])], part=1)
    return line


def of_digits(known: State, zero: int, n: int) -> int:
    """nat(n) from nat(0), by the binary digits of n: each doubles the number before it, and a 1 counts one more."""
    s = known.s
    twice, line = doubled(known), zero
    for i, digit in enumerate(bin(n)[2:]):
        if i:
            here = Fraction(n >> (n.bit_length() - i))
            at = s.add("have", [line], **{"is": ("nat", here)})
            line = s.add("imp_e", [s.add("all_e", [twice], at=here), at])
        line = counted_up(known, line, int(digit))
    return line


def doubled(known: State) -> int:
    """That 2k is a natural number for every natural k, by induction."""
    s = known.s
    k = s.fresh("k", "R")
    fact: Term = ("nat", ("+", k, k))
    zero = s.add("have", [s.add("nat")], **{"is": subst(fact, {k: ZERO})})
    up = s.add("have", [counted_up(known, s.hyp(fact), 2)], **{"is": subst(fact, {k: ("+", k, ONE)})})
    return s.add("induct", [zero, up], var=k, **{"is": fact})


def equal(known: State, goal: Term) -> int:
    """That an outcome is itself."""
    s = known.s
    if s.nf(("ind", goal)) != {UNIT: 1}:
        with suppress(Stuck):
            return contradiction(known, goal, 1)
        raise Stuck(f"no way to prove {show(goal)}")
    no = s.add("ind", [s.hyp(("not", goal))])
    false = s.add("arith", [no], **{"is": ("<", ZERO, ZERO), "terms": [[1, []]], "eqs": [[0, ONE]]})
    return s.indirectly(goal, false)


def equal_to(x: str, body: Term) -> list[Term]:
    """The numbers that a conjunction says the name is."""
    sides = [part[1:] for part in body[1:] if part[0] == "="]
    return [b for pair in sides for a, b in (pair, pair[::-1]) if a == x and isinstance(b, Fraction)]


def some_value(known: State, goal: Term, effort: int) -> int:
    """There is such an outcome: one of those that are listed; or an x with erf x = t, where t lies between -1 and 1."""
    _, x, body = goal
    s = known.s
    for line in list(known.alternatives):
        left_over(known, line)
    found = known.have(goal)
    if found is not None:
        return found
    values: Sequence[Term] = s.elements(x)
    if body[0] == "and" and body[1] == ("nat", x):
        values = [*equal_to(x, body), *SMALL]
    for element in values:
        try:
            found = known.prove(subst(body, {x: element}), effort)
        except Stuck:
            continue
        return s.add("ex_i", [found], **{"is": goal, "at": element})
    if body[0] != "=" or body[1] != ("erf", x) or x in fv(body[2]):
        with suppress(Stuck):
            return contradiction(known, goal, 1)
        raise Stuck(f"no way to prove {show(goal)}")
    ends = [known.prove(r, effort) for r in (("<", -ONE, body[2]), ("<", body[2], ONE))]
    return known.s.add("erf_onto", ends, var=x, of=body[2])


def generalise(known: State, goal: Term, effort: int) -> int:
    """For all x: its body for a new x, over listed outcomes one by one; the line, or Stuck."""
    s = known.s
    name, body = goal[1], goal[2]
    listed = isinstance(s.sort(name), str) and s.sort(name) in s.sets
    closed = fv(goal) <= {e for elements in s.sets.values() for e in elements}
    if listed and (closed or deep_in(body, name)):
        return element_by_element(known, goal, lambda at: known.prove(at, effort))
    if any(name in fv(h) for line in known.keys.values() for h in s.hyps(line).values()):
        new = s.fresh(name, s.sort(name))
        body, name = subst(body, {name: new}), new
    child = known.child()
    if listed:
        one_of_the_listed(child, name)
    # What is known of all is known of this one; plain relations are read when they are needed.
    for line in known.universal:
        said = s.goal(line)
        if s.sort(said[1]) == s.sort(name) and (s.sort(name) == "R" or said[2][0] in ("all", "and")):
            child.instantiated.add((line, name))
            with suppress(Refused):  # where a name would be captured
                child.add(s.add("all_e", [line], at=name))
    line = s.add("all_i", [child.prove(body, effort)], var=name)
    return line if s.goal(line) == goal else s.add("have", [line], **{"is": goal})


def deep_in(formula: Term, name: str) -> bool:
    """Whether a name stands where no case distinction reaches: in an exponential, or in a statement "there is"."""
    stack, inside = [formula], False
    while stack and not inside:
        t = stack.pop()
        if isinstance(t, tuple):
            inside = t[0] in ("exp", "ex") and name in fv(t)
            stack.extend(t[1:])
    return inside


def element_by_element(known: State, goal: Term, prove: Callable[[Term], int]) -> int:
    """A statement about all outcomes of a listed set, from what it says of each element."""
    s, name = known.s, goal[1]
    found = [prove(subst(goal[2], {name: element})) for element in s.elements(name)]
    return s.add("each", found, **{"is": goal})


def one_of_the_listed(known: State, name: str) -> None:
    """An outcome of a listed set is one of its elements: the indicators of `outcome = element` add up to 1."""
    s = known.s
    running = s.fresh("running", s.sort(name))
    known.add(s.add("pick", [], var=running, at=name, of=ONE))


def either(known: State, goal: Term, effort: int) -> int:
    """A disjunction: one of its parts, else one of the others where the first fails; the line, or Stuck."""
    s = known.s
    for part in goal[1:]:
        atom = indicator(known, s.rel(part)[1]) if part[0] in ("<=", "<", "=") else None
        if atom is not None:
            return known.split(s.formula(atom[1]), goal, effort)
    for part in goal[1:]:
        try:
            return s.add("or_i", [known.prove(part, 1)], **{"is": goal})
        except Stuck:
            continue
    first, rest = goal[1], goal[2:]
    if not rest:
        raise Stuck("the one alternative")
    yes = s.add("or_i", [s.hyp(first)], **{"is": goal})
    child = known.child()
    child.assume(("not", first))
    if len(rest) == 1:
        no = s.add("or_i", [child.prove(rest[0], effort)], **{"is": goal})
    else:
        other = child.prove(("or", *rest), effort)
        no = s.add("or_e", [other, *(s.add("or_i", [s.hyp(part)], **{"is": goal}) for part in rest)])
    return s.add("cases", [yes, no], on=first)


def negation(known: State, goal: Term, effort: int) -> int:
    """A denial: the opposite order, a strict order for !=, all denials for a disjunction, else a contradiction;
    the line, or Stuck."""
    s, inner = known.s, goal[1]
    if inner[0] in ("<=", "<"):
        line = known.prove(("<" if inner[0] == "<=" else "<=", inner[2], inner[1]), effort)
        return s.add("have", [line], **{"is": goal})
    if inner[0] == "or":
        none = [known.prove(("not", part), effort) for part in inner[1:]]
        branches = [
            s.add("absurd", [s.hyp(part), no], **{"is": goal})
            for part, no in zip(inner[1:], none, strict=True)
        ]
        return s.add("cases", [s.add("or_e", [s.hyp(inner), *branches]), s.hyp(goal)], on=inner)
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
    yes = contradiction(child, goal, effort)
    return s.add("cases", [yes, s.hyp(goal)], on=inner)


def left_over(known: State, line: int) -> None:
    """Of known alternatives the one that is left, where the others are known to fail."""
    s, parts = known.s, known.s.goal(line)[1:]
    mark = ("left over", line, len(known.keys))
    if mark in known.instantiated or any(s.key(part) in known.keys for part in parts):
        return
    known.instantiated.add(mark)
    failing = [refused(known, part) for part in parts]
    if failing.count(None) != 1:
        return
    (left,) = [part for part, no in zip(parts, failing, strict=True) if no is None]
    branches = [
        s.hyp(part) if no is None else s.add("absurd", [s.hyp(part), no], **{"is": left})
        for part, no in zip(parts, failing, strict=True)
    ]
    known.add(s.add("or_e", [line, *branches]))


def alternative(known: State, goal: Term) -> int | None:
    """The goal, where it is one of known alternatives and the others are known to fail."""
    s, wanted = known.s, known.s.key(goal)
    for line in list(known.alternatives):
        if any(s.key(part) == wanted for part in s.goal(line)[1:]):
            left_over(known, line)
    return known.have(goal)


def refused(known: State, part: Term) -> int | None:
    """A line that says that the formula fails, where that is known or follows by linear arithmetic."""
    s, goal = known.s, ("not", part)
    line = known.have(goal)
    if line is not None or part[0] not in ("<=", "<", "not"):
        return line
    if part[0] == "not":
        inner = known.have(part[1])
        if inner is None:
            return None
        no = s.add("absurd", [inner, s.hyp(part)], **{"is": goal})
        return s.add("cases", [no, s.hyp(goal)], on=part)
    other = quick(known, ("<" if part[0] == "<=" else "<=", part[2], part[1]))
    return None if other is None else s.add("have", [other], **{"is": goal})


def contradiction(known: State, goal: Term, effort: int) -> int:
    """`goal` from facts that cannot hold together, or Stuck."""
    s = known.s
    mark = ("contradiction", effort)
    if mark in known.stuck:
        raise Stuck("no contradiction")
    denied_too = (n for key, n in known.keys.items() if key[0] == "@not" and key[1] in known.keys)
    for line in denied_too:
        yes = known.have(s.goal(line)[1])
        if yes is not None:
            return s.add("absurd", [yes, line], **{"is": goal})
    if effort < 3 and consistent(known):
        raise Stuck("no contradiction")
    try:
        false = known.arithmetic(("<", ZERO, ZERO), effort)
    except Stuck:
        known.stuck.add(mark)
        raise
    return s.anything(goal, false)


def consistent(known: State) -> bool:
    """Whether a numerical model satisfies every fact (so that a contradiction is not worth looking for)."""
    facts = evaluable(known)
    known.models.update(facts, {})
    return len(known.models.models) >= 3


def evaluable(known: State) -> list[Fact]:
    """The facts as numerical models see them: over listed outcomes with decided indicators put in."""
    if not known.s.sets:
        return known.facts
    decide_known(
        known,
    )
    return [lightly_reduced(known, f) for f in known.facts]
