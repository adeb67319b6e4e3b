"""Changes of names in a goal: a name by the value that an equation gives it, by its reciprocal, by a quotient of names."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from dpsym.prove.calculus.looking import ends_of, variables
from dpsym.prove.calculus.search import PROGRAMS, Search, narrowed
from dpsym.prove.calculus.signs import above_zero, inverse_positive
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.hypotheses import CONST, UNIT, Budget, Reduced
from dpsym.prove.proof.polynomials import monomial_atoms, pscale
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Stuck, Term, subst
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import reduced_fact
from dpsym.prove.tactics.rewriting import Rewriting

RELATION = {"ge": "<=", "gt": "<", "eq": "="}


def exchanging(known: ProofState, x: str, line: int, value: Term, cancel: bool = False) -> Rewriting:
    """The name x replaced by the value that the line x = value gives it."""
    p = known.s.nf(value)
    return Rewriting(
        known,
        lambda f: (line, p) if f[0] == "@v" and f[1] == x else None,
        lambda q: above_zero(known, q),
        cancel,
    )


def restated(known: ProofState, fact: Fact, exchange: Rewriting) -> int:
    """The fact after an exchange."""
    s = known.s
    new = exchange.poly(fact.poly)
    if not new.eqs:
        return fact.line
    eqs = [(line, pscale(m, -1)) for line, m in new.eqs]
    if fact.kind == "eq":
        goal: Term = ("=", s.term(new.poly), ZERO)
        return close(known, goal, Reduced({}), [], [(fact.line, CONST), *eqs])
    goal = (RELATION[fact.kind], ZERO, s.term(new.poly))
    return close(known, goal, Reduced({}), [(ONE, [fact.line], None)], eqs)


def by_value(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """An equation among the facts gives a name its value, which is put in everywhere."""
    s = known.s
    for fact in known.facts:
        solved = solved_for(known, fact) if fact.kind == "eq" else None
        if solved is None and fact.kind == "eq":
            solved = solved_for(known, reduced_fact(known.child(), fact))
        if solved is None:
            continue
        x, line, value = solved
        exchange = exchanging(known, x, line, value, cancel=True)
        child = ProofState(s)
        child.budget = Budget(PROGRAMS)
        for other in known.facts:
            if other is not fact:
                child.add(restated(known, other, exchange))
        _, poly = s.rel(goal)
        new = exchange.poly(poly)
        done = search.prove(child, (goal[0], ZERO, s.term(new.poly)), depth - 1)
        return close(known, goal, new, [(ONE, [done], None)], [])
    raise Stuck("no equation gives a value")


def solved_for(known: ProofState, fact: Fact) -> tuple[str, int, Term] | None:
    """A name in which an equation is linear, with a coefficient of plain sign, and the line of its value."""
    s = known.s
    for f in fact.atoms:
        if f[0] != "@v" or s.sig.get(f[1]) != "R":
            continue
        slope: Poly = {}
        rest: Poly = {}
        for m, c in fact.poly.items():
            if (f, 1) in m[1:]:
                slope[("@M", *(fe for fe in m[1:] if fe[0] is not f))] = c
            else:
                rest[m] = c
        x = f[1]
        if not slope or polynomials.mentions(slope, x) or polynomials.mentions(rest, x):
            continue
        if set(slope) == {UNIT}:
            value = s.term(pscale(rest, -1 / Fraction(slope[UNIT])))
            eqs: list[object] = [[0, 1 / Fraction(slope[UNIT])]]
            return (
                x,
                s.add("arith", [fact.line], **{"is": ("=", x, value), "terms": [], "eqs": eqs}),
                value,
            )
        for sign in (1, -1):
            a, b = pscale(slope, sign), pscale(rest, -sign)
            positive = above_zero(known, a)
            if positive is None:
                continue
            t = s.term(a)
            over: Term = ("/", ONE, t)
            inverse = s.add("inv", [positive], of=t)
            value = ("*", s.term(b), over)
            eqs = [[0, ("*", Fraction(sign), over)], [1, ("*", -ONE, x)]]
            goal: Term = ("=", x, value)
            return x, s.add("arith", [fact.line, inverse], **{"is": goal, "terms": [], "eqs": eqs}), value
    return None


def by_reciprocal(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """x = 1/u, where 1/x stands inside a function: a limit of x at infinity becomes a value at 0."""
    s = known.s
    _, poly = s.rel(goal)
    names = variables(known, poly)
    if len(names) > 1 and any(polynomials.contains_head(f, "@erf") for f in monomial_atoms(poly)):
        raise Stuck("not for erf beside other names")
    for x in names:
        if not any(
            g[0] == "@inv" and x in g.names
            for f in monomial_atoms(poly)
            if f[0] != "@inv"
            for g in polynomials.inner_atoms(f)
        ):
            continue
        positive = above_zero(known, s.nf(x))
        if positive is None:
            continue
        i: Term = ("/", ONE, x)
        above, first = inverse_positive(known, x, positive)
        second = s.add("inv", [above], of=i)
        j: Term = ("/", ONE, i)
        eqs = [[0, j], [1, ("*", -ONE, x)]]
        line = s.add("arith", [first, second], **{"is": ("=", x, j), "terms": [], "eqs": eqs})
        u = s.fresh("u", "R")
        stated = [(("<", ZERO, u), above)]
        for end, side, strict in ends_of(known, x):
            if not isinstance(end, Fraction) or end <= 0:
                continue
            relation, bound = "<" if strict else "<=", 1 / end
            premise: Term = (relation, u, bound) if side > 0 else (relation, bound, u)
            with suppress(Stuck, Refused):
                stated.append((premise, known.child().prove(subst(premise, {u: i}), 2)))
        return changed(search, known, goal, x, u, ("/", ONE, u), i, line, stated, depth)
    raise Stuck("no reciprocal inside a function")


def by_ratio(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """x = y t, where x/y stands inside a function and y is positive."""
    s = known.s
    _, poly = s.rel(goal)
    for x, y in ratios(poly):
        positive = above_zero(known, s.nf(y))
        if positive is None:
            continue
        inverse_above, inverse = inverse_positive(known, y, positive)
        t = s.fresh("t", "R")
        at: Term = ("*", x, ("/", ONE, y))
        value: Term = ("*", y, at)
        line = s.add("arith", [inverse], **{"is": ("=", x, value), "terms": [], "eqs": [[0, ("*", -ONE, x)]]})
        stated: list[tuple[Term, int]] = []
        exchange = exchanging(known, x, line, value)
        for fact in known.facts:
            atoms = [f for f in fact.atoms if x in f.names]
            if not atoms or fact.kind == "eq":
                continue
            here: Term = (RELATION[fact.kind], ZERO, subst(s.term(fact.poly), {x: ("*", y, t)}))
            stated.append((here, restated(known, fact, exchange)))
        for end, side, strict in ends_of(known, x):
            if end == ZERO:
                relation = "<" if strict else "<="
                premise: Term = (relation, ZERO, t) if side > 0 else (relation, t, ZERO)
                fact_line = known.have((relation, ZERO, x) if side > 0 else (relation, x, ZERO))
                if fact_line is None:
                    continue
                terms = [[1, [0, 1]]]
                there = s.add(
                    "arith", [fact_line, inverse_above],
                    **{"is": subst(premise, {t: at}), "terms": terms, "eqs": []},
                )  # fmt: skip
                stated.append((premise, there))
        return changed(search, known, goal, x, t, ("*", y, t), at, line, stated, depth)
    raise Stuck("no quotient of names inside a function")


def ratios(poly: Poly) -> list[tuple[str, str]]:
    """Names x, y with x/y inside a function."""
    found: dict[tuple[str, str], None] = {}
    for f in monomial_atoms(poly):
        for g in (f, *polynomials.inner_atoms(f)):
            inside = {g[1]: 1} if g[0] == "@exp" else dict(g[1][1:]) if g[0] in ("@erf", "@log") else {}
            for m in inside:
                below = [h for h, _ in m[1:] if h[0] == "@inv" and len(h[1]) == 2]
                for h in below:
                    ((y, k), *more) = h[1][1][0][1:] or ((h, 0),)
                    if more or k != 1 or y[0] != "@v":
                        continue
                    for x, _ in m[1:]:
                        if x[0] == "@v" and x is not y:
                            found[x[1], y[1]] = None
    return list(found)


def changed(
    search: Search,
    known: ProofState,
    goal: Term,
    x: str,
    u: str,
    value: Term,
    at: Term,
    line: int,
    stated: list[tuple[Term, int]],
    depth: int,
) -> int:
    """The goal at x from the goal for every u, where x = value; the line says so for u = at.

    stated   premises about u, each with the line that says it of `at`
    """
    s = known.s
    child = narrowed(known, x)
    for premise, _ in stated:
        child.assume(premise)
    _, poly = s.rel(goal)
    body: Term = (goal[0], ZERO, subst(s.term(poly), {x: value}))
    done = search.prove(child, body, depth - 1)
    done = s.at_value(done, u, at, stated)
    new = exchanging(known, x, line, subst(value, {u: at})).poly(poly)
    return close(known, goal, new, [(ONE, [done], None)], [])
