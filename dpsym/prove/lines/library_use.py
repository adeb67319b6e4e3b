"""Theorems and quantified facts read at values: their hypotheses discharged, their conclusions added to what is known."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.terms import Json
from dpsym.kernel.terms import names as names_of
from dpsym.language import Specialise, Use
from dpsym.prove.lines.derivation import Derivation
from dpsym.prove.proof.hypotheses import UNIT, Reduced, show
from dpsym.prove.proof.polynomials import pscale
from dpsym.prove.proof.script import ONE, ZERO, Refused, Script, Stuck, Term, fv, subst
from dpsym.prove.statement import SWAPPED, statement_of
from dpsym.prove.tactics.instantiation import use_implications
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import exp_of_log


def use_theorem(prover: Derivation, known: ProofState, use: Use, mirrored: str) -> None:
    """Add the conclusion of a theorem, its hypotheses discharged here."""
    s = prover.s
    name = prover.name_of(use.theorem)
    if name not in prover.library:
        raise Stuck(f"uses {use.theorem.title!r}, which is not proved")
    prover.used.add(name)
    checked = prover.library[name]
    values = dict(prover.value(k, prover.mirror(v, mirrored)) for k, v in use.at)
    swapped = use.swapped != (mirrored == SWAPPED)
    for n in sorted(names_of(checked.claim) & checked.sig.keys()):
        sort = checked.sig[n]
        s.declare(n, tuple(sort) if isinstance(sort, list) else sort)
    free = fv(checked.claim)
    replaced = {k: v for k, v in values.items() if k in free}
    if swapped:
        for one, two in prover.swaps.items():
            if one in free and two in free:
                replaced.setdefault(one, two)
    # A theorem about every output space is read on the listed one, with the listed masses for its laws.
    masses = prover.statement.masses
    replaced |= {k: masses[v] for k in free for v in [replaced.get(k, k)] if v in masses}
    fields: Json = {"with": replaced} if replaced else {}
    try:
        line = s.add("lemma", [], name=name, **fields)
    except Refused as e:
        raise Stuck(f"{use.theorem.title!r} cannot be read here: {e}") from None
    goal = s.goal(line)
    if goal[0] == "->" and statement_of(use.theorem).hypotheses:
        try:
            line = s.add("imp_e", [line, known.prove(goal[1], 2)])
        except Stuck as e:
            raise Stuck(f"a hypothesis of {use.theorem.title!r} is not known here: {e}") from None
    bound = {k: v for k, v in values.items() if k not in free}
    absorb(prover, known, line, bound)
    with suppress(Stuck, Refused):  # it is said twice then, and what is not worked out is there all the same
        if of_whole_powers(s.goal(line), s):
            absorb(prover, known, powers_worked_out(known, line), bound)


def of_whole_powers(t: Term, s: Script) -> bool:
    """Whether a formula has an exponential of a multiple of one logarithm: a power, read at a number."""
    if not isinstance(t, tuple):
        return False
    if t[0] == "exp":
        exponent = s.nf(t[1])
        product, times = next(iter(exponent.items()), (UNIT, ZERO))
        alone = len(exponent) == 1 and len(product) == 2 and product[1] == (product[1][0], 1)
        return alone and product[1][0][0] == "@log" and times > 1 and Fraction(times).denominator == 1
    return any(of_whole_powers(part, s) for part in t[1:])


def powers_worked_out(known: ProofState, line: int) -> int:
    """The same with b^n for exp(n log b), wherever b is known to be positive.

    A power with a name for its exponent is such an exponential for the kernel; read at a whole number it is a product.
    """
    s, goal = known.s, known.s.goal(line)
    if goal[0] == "and":
        parts = [s.add("and_e", [line], part=k) for k in range(1, len(goal))]
        return s.add("and_i", [powers_worked_out(known, part) for part in parts])
    if goal[0] == "all":
        new = s.fresh(goal[1], s.sort(goal[1]))
        return s.add("all_i", [powers_worked_out(known, s.add("all_e", [line], at=new))], var=new)
    if goal[0] == "->":
        inner = s.add("imp_e", [line, s.hyp(goal[1])])
        return s.add("imp_i", [powers_worked_out(known, inner)], **{"is": goal[1]})
    if goal[0] not in ("<=", "<", "="):
        return line
    r = Reduced(s.nf(("-", goal[2], goal[1])))
    while exp_of_log(known, r):
        pass
    terms, first = ([], [[0, ONE]]) if goal[0] == "=" else ([[1, [0]]], [])
    equations = [[k, s.term(pscale(m, -ONE))] for k, (_, m) in enumerate(r.eqs, 1)]
    fields: Json = {"is": (goal[0], ZERO, s.term(r.poly)), "terms": terms, "eqs": first + equations}
    return s.add("arith", [line, *(e for e, _ in r.eqs)], **fields) if r.eqs else line


def absorb(prover: Derivation, known: ProofState, line: int, values: Mapping[str, Term]) -> None:
    """Add a lemma's conclusion, reading its quantifiers at given values or at the names in scope here."""
    s, goal = prover.s, prover.s.goal(line)
    if goal[0] == "and":
        for k in range(1, len(goal)):
            absorb(prover, known, s.add("and_e", [line], part=k), values)
        return
    if goal[0] == "all" and (s.sort(goal[1]) == "R" or goal[1] in values):
        value = values.get(goal[1], goal[1] if prover.in_scope(known, goal[1]) else None)
        if value is not None:
            if goal[1] not in values:  # it is known for every value too
                known.add(line)
            at = s.add("all_e", [line], at=value)
            if s.goal(at)[0] == "->":
                try:
                    at = s.add("imp_e", [at, known.prove(s.goal(at)[1], 2)])
                except Stuck:
                    known.add(at)
                    return
            absorb(prover, known, at, values)
            return
    known.add(line)


def specialised(prover: Derivation, known: ProofState, step: Specialise, mirrored: str) -> None:
    """The step `specialise`: what holds for all, read at the values given, becomes known; Stuck where it has no
    such quantifier."""
    source = known.have(prover.formula(step.of))
    if mirrored == SWAPPED or source is None:
        source = known.prove(prover.formula(prover.mirror(step.of, mirrored)), 1)
    values = dict(prover.value(k, prover.mirror(v, mirrored)) for k, v in step.at)
    found = instantiate(prover, known, source, values)
    if not found:
        raise Stuck(f"no quantifier over {', '.join(values)} in {step.of}")
    prover.mark(step, *found)
    for line in found:
        known.add(line)
    use_implications(known)
    prover.report(step, "proved", "instance")


def instantiate(
    prover: Derivation, known: ProofState, line: int, values: Mapping[str, Term], partial: bool = False
) -> list[int]:
    """Eliminate the quantifiers over the given names (through conjunctions), discharging their domains."""
    s, goal = prover.s, prover.s.goal(line)
    if goal[0] == "and":
        parts = [s.add("and_e", [line], part=k) for k in range(1, len(goal))]
        return [x for p in parts for x in instantiate(prover, known, p, values, partial)]
    if goal[0] == "all" and goal[1] in values:
        rest = {k: v for k, v in values.items() if k != goal[1]}
        try:
            at = s.add("all_e", [line], at=values[goal[1]])
        except Refused as e:
            if "capture" not in str(e):
                raise Stuck(f"cannot read it at {show(values[goal[1]])}: {e}") from None
            at, new = renamed_instance(prover, line, values[goal[1]])
            rest = {new.get(k, k): v for k, v in rest.items()}
        inner = s.goal(at)
        if inner[0] == "->":
            try:
                at = s.add("imp_e", [at, known.prove(inner[1], 2)])
            except Stuck:
                if s.sort(goal[1]) == "R":  # a value outside of the domain of the name
                    raise
                return under_premise(prover, known, at, rest)
        return instantiate(prover, known, at, rest, partial) if rest else [at]
    if goal[0] == "->" and partial:
        at = s.add("imp_e", [line, known.prove(goal[1], 2)])
        return instantiate(prover, known, at, values, partial)
    return [line] if partial or not values else []


def under_premise(prover: Derivation, known: ProofState, line: int, values: Mapping[str, Term]) -> list[int]:
    """An instance "if A, then B" of which A is not known here stays as it is, B read at the values that are left."""
    s, premise = prover.s, prover.s.goal(line)[1]
    if not values:
        return [line]
    child = known.child()
    inside = s.add("imp_e", [line, child.assume(premise)])
    return [
        s.add("imp_i", [found], **{"is": premise}) for found in instantiate(prover, child, inside, values)
    ]


def renamed_instance(prover: Derivation, line: int, value: Term) -> tuple[int, dict[str, str]]:
    """An instance that would capture a bound name: the bound names of the statement are renamed first, and which."""
    s, goal = prover.s, prover.s.goal(line)
    taken = fv(value)
    given: dict[str, str] = {}

    def visit(t: Term) -> Term:
        if not isinstance(t, tuple):
            return t
        if t[0] in ("all", "ex", "sum") and t[1] in taken:
            new = s.fresh(t[1], s.sort(t[1]))
            given.setdefault(t[1], new)
            return (t[0], new, visit(subst(t[2], {t[1]: new})))
        return (t[0], *(visit(x) if not isinstance(x, str) else x for x in t[1:]))

    renamed = s.add("have", [line], **{"is": ("all", goal[1], visit(goal[2]))})
    return s.add("all_e", [renamed], at=value), given
