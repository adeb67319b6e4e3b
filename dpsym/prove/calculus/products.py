"""Goals made of factors and terms: signs of factors, comparison of squares and of products, tangents, certificates."""

from __future__ import annotations

import itertools
from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.normal import Factor
from dpsym.prove.calculus.logarithms import grouped, is_linear, log_of
from dpsym.prove.calculus.looking import false_somewhere
from dpsym.prove.calculus.mean_value import HALF
from dpsym.prove.calculus.search import Search
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul, pscale
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Stuck, Term
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import exp_monotone, reduce


def by_factors(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """A product: the sign of each factor."""
    s = known.s
    kind, poly = s.rel(goal)
    found = polynomials.factor(poly)
    if found is None or (len(found[1]) == 1 and found[1][0][1] == 1):
        raise Stuck("no factors")
    c, lines, square = Fraction(found[0]), [], None
    for p, e in found[1]:
        if e % 2 == 0 and kind == "ge":
            for _ in range(e // 2):
                square = p if square is None else pmul(square, p)
            continue
        for sign in (1, -1):
            q = pscale(p, Fraction(sign))
            if false_somewhere(known, q):
                continue
            lines += [search.prove(known.child(), (goal[0], ZERO, s.term(q)), depth)] * e
            c = c * sign**e
            break
        else:
            raise Stuck("a factor of either sign")
    if c < 0 or (kind == "gt" and square is not None):
        raise Stuck("the wrong sign")
    entry: list[object] = [c, list(range(len(lines)))]
    if square is not None:
        entry.append(s.term(square))
    return s.add("arith", lines, **{"is": goal, "terms": [entry], "eqs": []})


def by_squares(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """0 <= t + k r, with a root r = e^{(log X)/2} and k of one sign: by comparing the squares."""
    s = known.s
    _, poly = s.rel(goal)
    if goal[0] != "<=":
        raise Stuck("roots are compared weakly")
    roots = [f for f in monomial_atoms(poly) if f[0] == "@exp" and len(f[1]) == 2 and f[1][1][0][0] == "@log"]
    for f in roots:
        with_root = {m: v for m, v in poly.items() if any(g is f for g, _ in m[1:])}
        if any(e != HALF for m in with_root for g, e in m[1:] if g is f):
            continue
        r: Poly = {("@M", (f, HALF)): Fraction(1)}
        factor = {("@M", *(fe for fe in m[1:] if fe[0] is not f)): v for m, v in with_root.items()}
        rest = {m: v for m, v in poly.items() if m not in with_root}
        try:
            return squared(search, known, goal, s.term(rest), s.term(factor), s.term(r), f, depth)
        except (Stuck, Refused):
            continue
    raise Stuck("no root to square")


def squared(
    search: Search, known: ProofState, goal: Term, t: Term, k: Term, root: Term, f: Factor, depth: int
) -> int:
    """0 <= t + k r with r^2 = X, from k^2 X <= t^2 or t^2 <= k^2 X, as the sign of k asks: the line; Stuck or
    Refused where it fails."""
    s = known.s
    x = s.term(dict(f[1][1][0][1][1:]))
    positive = s.add("exp_pos", [], of=s.term({f[1]: HALF}))
    square = s.add("exp_log", [known.child().prove(("<", ZERO, x), 2)], of=x)  # r^2 = X
    kk: Term = ("*", k, k)
    try:
        sign = known.child().prove(("<", k, ZERO), 2)
    except Stuck:
        sign = known.child().prove(("<", ZERO, k), 2)
    else:  # t >= 0 and k^2 X <= t^2, with t - k r > 0
        above = search.prove(known.child(), ("<=", ZERO, t), depth)
        order = search.prove(known.child(), ("<=", ("*", kk, x), ("*", t, t)), depth - 1)
        total = s.add(
            "arith", [above, sign, positive],
            **{"is": ("<", ZERO, ("-", t, ("*", k, root))), "terms": [[1, [0]], [1, [1, 2]]], "eqs": []},
        )  # fmt: skip
        return s.add(
            "arith", [total, order, square],
            **{"is": goal, "times": [0], "terms": [[1, [1]]], "eqs": [[2, ("*", -ONE, kk)]]},
        )  # fmt: skip
    on: Term = ("<=", ZERO, t)
    yes = s.add(
        "arith", [s.hyp(on), sign, positive], **{"is": goal, "terms": [[1, [0]], [1, [1, 2]]], "eqs": []}
    )
    child = known.child()
    negative = s.add("have", [child.assume(("not", on))], **{"is": ("<", t, ZERO)})
    order = search.prove(child, ("<=", ("*", t, t), ("*", kk, x)), depth - 1)
    gap = s.add(
        "arith", [negative, sign, positive],
        **{"is": ("<", ZERO, ("-", ("*", k, root), t)), "terms": [[1, [0]], [1, [1, 2]]], "eqs": []},
    )  # fmt: skip
    no = s.add(
        "arith", [gap, order, square], **{"is": goal, "times": [0], "terms": [[1, [1]]], "eqs": [[2, kk]]}
    )
    return s.add("cases", [yes, no], on=on)


def by_roots(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """The root of a sum: compare the squares."""
    _, poly = known.s.rel(goal)
    atoms = monomial_atoms(poly)
    for f in atoms:
        root = f[0] == "@exp" and len(f[1]) == 2 and f[1][1][0][0] == "@log"
        if root and not is_linear(f[1][1][0]) and not any(g[0] == "@log" for g in atoms):
            return by_squares(search, known, goal, depth)
    raise Stuck("no root of a sum")


def plainly(known: ProofState, goal: Term, _depth: int) -> int:
    """A product certificate, in which squares of differences of names may stand."""
    atoms = monomial_atoms(known.s.rel(goal)[1])
    if 1 < len(atoms) <= 4 and all(f[0] == "@v" for f in atoms):
        child = known.child()
        child.squares += [
            {("@M", (f, 1)): 1, ("@M", (g, 1)): -1} for f, g in itertools.combinations(atoms, 2)
        ]
        with suppress(Stuck):
            return child.arithmetic(goal, 2)
        return child.arithmetic(goal, 3)
    return known.child().arithmetic(goal, 2 if len(known.facts) < 12 else 1)


def by_tangents(known: ProofState, goal: Term, _depth: int) -> int:
    """1 + t <= e^t at the logarithms of the goal, their differences and the sums of them that it has."""
    s = known.s
    _, poly = s.rel(goal)
    logs = [f for f in monomial_atoms(poly) if f[0] == "@log"]
    if not logs or len(logs) > 8:
        raise Stuck("no tangent")
    forms: list[Poly] = [{("@M", (f, 1)): ONE} for f in logs]
    if len(logs) <= 4:
        for i, f in enumerate(logs):
            forms += [{("@M", (f, 1)): ONE, ("@M", (g, 1)): -ONE} for g in logs[i + 1 :]]
    forms += [form for form in grouped(poly).values() if len(form) > 2 or len(logs) > 4]
    half = any(e % 1 for m in poly for f, e in m[1:] if f[0] == "@exp")
    child = known.child()
    for form in forms:
        for scale in (1, -1, Fraction(1, 2), Fraction(-1, 2)) if half else (1, -1):
            with suppress(Stuck, Refused):
                child.add(tangent(known, pscale(form, scale)))
    for f in logs:
        t = s.term(dict(f[1][1:]))
        for low, high in ((ONE, t), (t, ONE)):
            with suppress(Stuck, Refused):
                known.child().arithmetic(("<=", low, high), 1)
                child.add(known.child().prove(("<=", *(map(log_of, (low, high)))), 2))
    for degree in (1, 2):
        with suppress(Stuck):
            return child.arithmetic(goal, degree)
    for f in logs if len(logs) > 2 else ():  # times the argument of a logarithm
        t = s.term(dict(f[1][1:]))
        with suppress(Stuck, Refused):
            positive = known.child().prove(("<", ZERO, t), 2)
            line = child.arithmetic(("<=" if goal[0] == "<=" else "<", ZERO, ("*", t, s.term(poly))), 1)
            return s.add(
                "arith", [line, positive], **{"is": goal, "times": [1], "terms": [[1, [0]]], "eqs": []}
            )
    raise Stuck("no tangent helps")


def tangent(known: ProofState, form: Poly) -> int:
    """1 + t <= e^t at a sum of logarithms, times the arguments of those that are subtracted."""
    s = known.s
    below: Poly = {m: ONE for m, c in form.items() if c < 0}
    line = s.add("exp_tangent", [], of=s.term(form))
    if not below:
        return line
    positive = s.add("exp_pos", [], of=s.term(below))
    product = ("*", ("exp", s.term(below)), ("+", ONE, s.term(form)))
    goal: Term = ("<=", product, ("exp", s.term(padd(form, below))))
    return s.add("arith", [line, positive], **{"is": goal, "terms": [[1, [0, 1]]], "eqs": []})


def by_products(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """c M <= d N, products of positive factors, from the sums of the logarithms."""
    s = known.s
    _, poly = s.rel(goal)
    heads = {f[0] for m in poly for f, _ in m[1:]}
    if len(poly) != 2 or not all(m[1:] for m in poly) or "@exp" not in heads or not heads <= {"@exp", "@v"}:
        raise Stuck("not two products")
    for f in monomial_atoms(poly):
        if f[0] == "@v":
            known.child().prove(("<", ZERO, f[1]), 1)
    sides: dict[bool, Term] = {}
    for m, c in poly.items():
        parts: list[Term] = [("log", Fraction(abs(c)))] if abs(c) != 1 else []
        for f, e in m[1:]:
            inside = s.term({f[1]: e}) if f[0] == "@exp" else ("*", Fraction(e), ("log", s.atom(f)))
            parts.append(inside)
        sides[c > 0] = ("+", *parts) if len(parts) > 1 else parts[0]
    if set(sides) != {True, False}:
        raise Stuck("not two products")
    inner = search.prove(known.child(), (goal[0], sides[False], sides[True]), depth - 1)
    up = exp_monotone(known, inner, goal[0], sides[False], sides[True])
    _, exponential = s.rel(s.goal(up))
    reduced = reduce(known, padd(poly, exponential, -1))
    if reduced.poly:
        raise Stuck("logarithms do not go back")
    return close(known, goal, reduced, [(ONE, [up, *reduced.times], None)], [])
