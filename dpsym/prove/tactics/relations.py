"""Relations between reals: the ways in their order, with indicators decided or told apart by cases."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.analysis import ENCLOSED
from dpsym.kernel.enclosure import truth
from dpsym.kernel.normal import Factor, Key
from dpsym.kernel.terms import size, tree
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.hypotheses import CONST, UNIT, show
from dpsym.prove.proof.polynomials import monomial_atoms
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Stuck, Term
from dpsym.prove.proof.state import State
from dpsym.prove.tactics.arithmetic import as_they_stand, close
from dpsym.prove.tactics.exponentials import by_errors, by_exponential, by_logarithm, by_tangent
from dpsym.prove.tactics.instantiation import instantiate
from dpsym.prove.tactics.logic import contradiction, evaluable
from dpsym.prove.tactics.quantiles import by_quantile, read_quantiles
from dpsym.prove.tactics.reduction import indicator, reduce
from dpsym.prove.tactics.sums import (
    by_jensen,
    mass_at_most_one,
    one_of_the_terms,
    split_mass,
    summed,
    termwise,
    with_masses_as_one,
)

ORDERS = (by_logarithm, by_exponential, by_tangent, by_errors, by_quantile)  # by what rises


def relation(known: State, goal: Term, effort: int) -> int:
    """A line that states the relation <=, < or = between reals, by the first way that finds one; or Stuck."""
    s = known.s
    mean = by_jensen(known, goal)
    if mean is not None:
        return mean
    kind, poly = s.rel(goal)
    if not poly and kind != "gt":
        return s.add("arith", [], **{"is": goal, "terms": [], "eqs": []})
    line = enclosed(known, goal, kind, poly)
    if line is not None:
        return line
    instantiate(known, poly)
    read_quantiles(known, [poly, *(f.poly for f in known.facts)])
    line = mass_at_most_one(known, goal, kind, poly)
    if line is None:
        line = by_models(known, goal, kind, poly, effort)
    if line is None:
        line = by_distinction(known, goal, kind, poly, effort)
    if line is None:
        line = by_certificates(known, goal, kind, poly, effort)
    return at_last(known, goal, kind, poly, effort) if line is None else line


def enclosed(known: State, goal: Term, kind: str, poly: Poly) -> int | None:
    """An order of two numbers without names, by enclosures of them; None where they do not tell."""
    s = known.s
    if kind == "eq" or not polynomials.closed(poly):
        return None
    plain: Term = ("<=" if kind == "ge" else "<", ZERO, s.term(poly))  # without sums and indicators
    for said in (goal, plain):
        for bits in (64, 256, 1024):
            try:
                line = s.add("enclose", [], **{"is": said, "bits": bits})
            except Refused:
                if bits == 64 and denied(said):  # so no more digits show it
                    return None
                continue
            if said is goal:
                return line
            return s.add("arith", [line], **{"is": goal, "terms": [[ONE, [0]]], "eqs": []})
    return None


def denied(order: Term) -> bool:
    """Whether enclosures of a few digits show that an order of numbers is false."""
    said = tree(order)
    with suppress(Refused):
        return size(said) <= ENCLOSED and truth(said, {}, 64, {}) is False
    return False


def by_models(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int | None:
    """A contradiction between the facts where no model satisfies them; Stuck where one denies the goal."""
    s = known.s
    conditions = [s.key(s.goal(line)) for line in known.implications]
    if known.models.refutes(kind, poly, evaluable(known), conditions):
        if not monomial_atoms(poly):
            return contradiction(known, goal, effort)
        line = with_masses_as_one(known, goal, effort)  # a model does not see facts about sums
        if line is not None:
            return line
        raise Stuck(f"it does not follow from what is known there, read as numbers: {show(goal)}")
    if not known.models.models and effort > 1:
        with suppress(Stuck):
            return contradiction(known, goal, 2)
    return None


def by_distinction(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int | None:
    """Cases on the author's conditions, and on an indicator of the goal that is not decided; None where there is none."""
    s = known.s
    for condition in known.splits:
        if s.key(condition) not in known.keys and s.key(("not", condition)) not in known.keys:
            return split(known, condition, goal, effort, ind=False)
    atom = indicator(known, poly)
    if atom is not None and decide_stated(known, poly):
        return rewritten(known, goal, kind, poly, effort)
    if atom is not None:
        line = as_they_stand(known, goal, kind, poly)
        if line is None:
            line = termwise(known, goal, kind, poly)
        if line is None and polynomials.contains_head(atom, "@inv"):
            line = split_mass(known, goal, poly, effort, atom)
        return line if line is not None else split(known, s.formula(atom[1]), goal, effort)
    if any(f in known.rewrites for f in monomial_atoms(poly)):
        return rewritten(known, goal, kind, poly, effort)
    return None


def by_certificates(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int | None:
    """Linear arithmetic, orders of functions, sums of pointwise lines, certificates of higher degree; or None."""
    with suppress(Stuck):
        return known.arithmetic(goal, 1)
    if effort > 1:
        for special in ORDERS if kind != "eq" else (by_exponential,):
            with suppress(Stuck):
                return special(known, goal, kind, poly, effort)
    sums = has_sums(poly)
    if sums and kind != "gt":
        with suppress(Stuck):
            return summed(known, goal, effort)
    if not sums:
        with suppress(Stuck):
            return contradiction(known, goal, 1)
    for level in range(2, effort + 1):
        with suppress(Stuck):
            return known.arithmetic(goal, level)
    return None


def at_last(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int:
    """Cases on known alternatives and on masses of 0; an equation as two orders; a contradiction."""
    line = split_alternative(known, goal, poly, effort)
    if line is None:
        line = split_mass(known, goal, poly, effort)
    if line is not None:
        return line
    if kind == "eq":
        low = known.prove(("<=", goal[1], goal[2]), effort)
        high = known.prove(("<=", goal[2], goal[1]), effort)
        return known.s.add("antisym", [low, high])
    if not has_sums(poly) and effort > 1:
        return contradiction(known, goal, effort)
    line = one_of_the_terms(known, goal, poly) if effort > 2 else None
    if line is not None:
        return line
    raise Stuck(f"no certificate found for {show(goal)}")


def has_sums(poly: Poly) -> bool:
    """Whether a polynomial has a sum over outcomes among its atoms."""
    return any(f[0] == "@sum" for f in monomial_atoms(poly))


def rewritten(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int:
    """The goal with decided indicators and named values put in; then the goal itself."""
    s = known.s
    r = reduce(known, poly, deep=False)
    body = s.term(r.poly)
    core: Term = ("=", body, ZERO) if kind == "eq" else ("<=" if kind == "ge" else "<", ZERO, body)
    if not r.poly and kind != "gt":
        return close(known, goal, r, [], [])
    line = known.prove(core, effort)
    if kind == "eq":
        return close(known, goal, r, [], [(line, dict(CONST))])
    return close(known, goal, r, [(Fraction(1), [line], None)], [])


def split(known: State, condition: Term, goal: Term, effort: int, ind: bool = True) -> int:
    """Cases on a condition; first see whether it is already decided."""
    s = known.s
    atom: Factor | None = None
    if ind:
        product: Key
        ((product, _),) = [(m, c) for m, c in s.nf(("ind", condition)).items() if m != UNIT] or [((), 0)]
        atom = product[1][0]
        for candidate in (condition, ("not", condition)):
            try:
                line = known.prove(candidate, 3 if polynomials.contains_head(atom, "@inv") else 2)
            except Stuck:
                continue
            known.rewrite(atom, s.add("ind", [line]))
            return known.prove(goal, effort)
    branches = []
    for candidate in (condition, ("not", condition)):
        child = known.child()
        line = child.assume(candidate)
        if atom is not None:
            child.rewrite(atom, s.add("ind", [line]))
        try:
            branches.append(contradiction(child, goal, 1))
        except Stuck:
            branches.append(child.prove(goal, effort))
    return s.add("cases", branches, on=condition)


def split_alternative(known: State, goal: Term, poly: Poly, effort: int) -> int | None:
    """Use a known "a or b" that speaks of an atom of the goal."""
    s = known.s
    atoms = set(monomial_atoms(poly))
    for line in known.alternatives:
        parts = s.goal(line)[1:]
        if any(s.key(p) in known.keys for p in parts):
            continue
        if not all(p[0] in ("<=", "<", "=") and set(monomial_atoms(s.rel(p)[1])) & atoms for p in parts):
            continue
        branches = []
        for part in parts:
            child = known.child()
            child.assume(part)
            branches.append(relation(child, goal, effort))
        return s.add("or_e", [line, *branches])
    return None


def decide_stated(known: State, poly: Poly) -> bool:
    """Indicators of the goal whose whole condition is stated become numbers, whatever is open inside it."""
    s, found = known.s, False
    for f in monomial_atoms(poly):
        if f[0] == "@ind" and f not in known.rewrites and not polynomials.bound_inside(f):
            condition = s.formula(f[1])
            line = stated(known, condition) or stated(known, ("not", condition))
            if line is not None:
                known.rewrite(f, s.add("ind", [line]))
                found = True
    return found


def stated(known: State, formula: Term) -> int | None:
    """A known line, or the conjunction of known lines, that says this."""
    if formula[0] == "and":
        lines = [stated(known, part) for part in formula[1:]]
        found = [line for line in lines if line is not None]
        return known.s.add("and_i", found) if len(found) == len(lines) else None
    return known.have(formula)
