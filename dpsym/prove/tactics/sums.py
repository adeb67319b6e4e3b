"""Sums over outcomes: from a line at each outcome to the sum, from the masses of laws, and by convexity."""

from __future__ import annotations

import itertools
from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.normal import Exponent, Factor, Key
from dpsym.kernel.terms import names as all_names
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.hypotheses import UNIT, Budget, show
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term, fv, subst
from dpsym.prove.proof.state import State
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.reduction import lightly_reduced, reduce


def mass_at_most_one(known: State, goal: Term, kind: str, poly: Poly) -> int | None:
    """P(y) <= 1: one term of a total of nonnegative masses."""
    s = known.s
    if kind != "ge" or len(poly) != 2 or poly.get(UNIT) != 1:
        return None
    (product,) = [m for m in poly if m != UNIT]
    if poly[product] != -1 or len(product) != 2 or product[1][0][0] != "@f" or product[1][1] != 1:
        return None
    mass = s.atom(product[1][0])
    for k, at in enumerate(mass[1:], 1):
        if not isinstance(at, str) or not isinstance(s.sort(at), str) or s.sort(at) == "R":
            continue
        other = s.fresh("y", s.sort(at))
        there = (*mass[:k], other, *mass[k + 1 :])
        for line, law in distributions_of(known, [other]):
            if law != there:
                continue
            picked = s.add("pick", [], var=other, at=at, of=there)
            same: Term = ("ind", ("eq", other, at))
            child = known.child()
            try:
                point = child.prove(("<=", ("*", same, there), there), 2)
                total = s.add("sum", [point], var=other)
                return s.add(
                    "arith",
                    [total, picked, line],
                    **{"is": goal, "terms": [[1, [0]]], "eqs": [[1, ONE], [2, -ONE]]},
                )
            except (Stuck, Refused):
                return None
    return None


def one_of_the_terms(known: State, goal: Term, poly: Poly) -> int | None:
    """A relation that needs that one term of a sum is at most the sum, as no other is negative; or None."""
    s, child = known.s, known.child()
    if known.guard.summing:
        return None
    free = {n for f in monomial_atoms(poly) for n in polynomials.names_in(f) if isinstance(s.sig.get(n), str)}
    for f in [f for f in monomial_atoms(poly) if f[0] == "@sum" and len(f[1]) == 1]:
        ((bound, space),) = f[1]
        for at in sorted(n for n in free if s.sort(n) == space and n not in s.sets.get(space, ())):
            running = s.fresh("running", space)
            terms = s.factors(f[2], {bound: running})
            body: Term = ("*", *terms) if len(terms) > 1 else terms[0] if terms else ONE
            here = s.nf(subst(body, {running: at}))
            if not set(monomial_atoms(here)) <= set(monomial_atoms(poly)):
                continue  # the goal does not speak of this term
            with suppress(Stuck, Refused):
                child.add(at_most_the_sum(known, body, running, at))
    if len(child.facts) == len(known.facts):
        return None
    with suppress(Stuck):
        return child.arithmetic(goal, 1)
    return None


def at_most_the_sum(known: State, body: Term, running: str, at: str) -> int:
    """body[at] <= sum of the body over all outcomes; Stuck where a term may be negative."""
    s, inner = known.s, known.child()
    inner.guard.summing += 1
    point = inner.prove(("<=", ("*", ("ind", ("eq", running, at)), body), body), 2)
    total = s.add("sum", [point], var=running)
    picked = s.add("pick", [], var=running, at=at, of=body)
    term: Term = ("<=", subst(body, {running: at}), ("sum", running, body))
    return s.add("arith", [total, picked], **{"is": term, "terms": [[1, [0]]], "eqs": [[1, ONE]]})


def with_masses_as_one(known: State, goal: Term, effort: int) -> int | None:
    """A relation from facts in which a law's total mass is a factor, with 1 in its place; or None."""
    s, child = known.s, known.child()
    masses = [fact for fact in known.facts if is_total_mass(fact)]
    alone = ((m[1][0], fact.line) for fact in masses for m in fact.poly if len(m) == 2 and m[1][1] == 1)
    totals = {f: line for f, line in alone if f[0] == "@sum"}
    if not any(len(m) > 2 and f in totals for fact in known.facts for m in fact.poly for f, _ in m[1:]):
        return None
    for f, line in totals.items():
        if f not in child.rewrites:
            child.rewrite(f, line)
    child.facts = [lightly_reduced(child, fact) for fact in child.facts]
    kind, poly = s.rel(goal)
    if child.models.refutes(kind, reduce(child, poly, deep=False).poly, child.facts):
        return None  # nor does it follow from them
    for level in range(1, effort + 1):
        with suppress(Stuck, Refused):
            return child.arithmetic(goal, level)
    return None


def by_jensen(known: State, goal: Term) -> int | None:
    """F(sum of w x) <= sum of w F(x), for a function F that a known fact says is convex on [0, 1]."""
    s = known.s
    if goal[0] != "<=" or not all(isinstance(x, tuple) for x in goal[1:]) or goal[2][0] != "sum":
        return None
    f = goal[1][0]
    if s.sig.get(f) != ("R",):
        return None
    index, factors = s.fresh(goal[2][1], s.sort(goal[2][1])), [goal[2][2]]
    while any(x[0] == "*" for x in factors if isinstance(x, tuple)):
        k = next(k for k, x in enumerate(factors) if isinstance(x, tuple) and x[0] == "*")
        factors[k : k + 1] = factors[k][1:]
    values = [x for x in factors if isinstance(x, tuple) and x[0] == f]
    if len(values) != 1 or len(factors) < 2:
        return None
    rest = [x for x in factors if x is not values[0]]
    put = {goal[2][1]: index}
    w, x = subst(rest[0] if len(rest) == 1 else ("*", *rest), put), subst(values[0][1], put)
    if s.key(("<=", (f, ("sum", index, ("*", w, x))), goal[2])) != s.key(goal):
        return None
    names = [s.fresh(n, "R") for n in ("one", "two", "part")]
    convex = convexity(known, f, *names)
    if convex is None:
        return None
    wanted: list[Term] = [("<=", ZERO, w), ("=", ("sum", index, w), ONE), ("<=", ZERO, x), ("<=", x, ONE)]
    lines = [convex, *(known.child().prove(g) for g in wanted)]
    line = s.add("jensen", lines, fun=f, var=index, w=w, x=x, names=names)
    return s.add("have", [line], **{"is": goal})


def convexity(known: State, f: str, a: str, b: str, l: str) -> int | None:
    """That F is convex on [0, 1], as Jensen's inequality wants it, from a known fact that says so in other words."""
    s = known.s

    def mix(p: Term, q: Term) -> Term:
        return ("+", ("*", l, p), ("*", ("-", ONE, l), q))

    box: Term = ("and", *(q for v in (a, b, l) for q in (("<=", ZERO, v), ("<=", v, ONE))))
    two: Term = ("<=", (f, mix(a, b)), mix((f, a), (f, b)))
    child = known.child()
    child.assume(box)
    for universal in known.universal:
        for order in itertools.permutations((a, b, l)):
            line, names = universal, list(order)
            try:
                while s.goal(line)[0] in ("all", "->"):
                    if s.goal(line)[0] == "->":
                        line = s.add("imp_e", [line, child.prove(s.goal(line)[1], 1)])
                    elif names and s.sort(s.goal(line)[1]) == "R":
                        line = s.add("all_e", [line], at=names.pop(0))
                    else:
                        break
            except (Stuck, Refused):
                continue
            if s.key(s.goal(line)) != s.key(two):
                continue
            line = s.add("imp_i", [s.add("have", [line], **{"is": two})], **{"is": box})
            for v in (l, b, a):
                line = s.add("all_i", [line], var=v)
            return line
    return None


def split_mass(known: State, goal: Term, poly: Poly, effort: int, atom: Factor | None = None) -> int | None:
    """Where a denominator's sign is open: distinguish whether a mass in it (first: one the goal mentions) is positive."""
    s = known.s
    direct = [f for f in monomial_atoms(poly) if f[0] == "@f"]
    if atom is not None:
        inside = [g for g in direct if polynomials.contains(atom, g)]
    else:
        inside = direct + [
            g
            for f in monomial_atoms(reduce(known, poly).poly)
            if f[0] == "@inv"
            for g in polynomials.inner_atoms(f)
        ]
    for g in inside:
        if g[0] != "@f" or polynomials.bound_inside(g) or g in known.rewrites:
            continue
        mass = s.atom(g)
        if s.key(("<=", ZERO, mass)) in known.keys and s.key(("<", ZERO, mass)) not in known.keys:
            return known.split(("<", ZERO, mass), goal, effort, ind=False)
    return None


def termwise(known: State, goal: Term, kind: str, poly: Poly) -> int | None:
    """0 <= a sum of products of atoms that are all known to be nonnegative (indicators are squares)."""
    if kind != "ge":
        return None
    core = reduce(known, poly)
    terms = []
    for product, c in core.poly.items():
        if c < 0:
            return None
        lines, square = [], None
        for f, e in product[1:]:
            single = {("@M", (f, 1)): 1}
            if f[0] == "@ind":
                square = single if square is None else pmul(square, single)
                continue
            if e.denominator != 1 or e > polynomials.REPEATED:
                return None
            fact = next((x for x in known.facts if x.kind in ("ge", "gt") and x.poly == single), None)
            line = (
                fact.line
                if fact
                else known.s.add("exp_pos", [], of=known.s.term({f[1]: Fraction(1)}))
                if f[0] == "@exp"
                else None
            )
            if line is None:
                return None
            lines += [line] * int(e)
        terms.append((Fraction(c), lines, square))
    return close(known, goal, core, terms, [])


def summed(known: State, goal: Term, effort: int) -> int:
    """Prove a relation between totals by a pointwise line, summed."""
    s = known.s
    kind, poly = s.rel(goal)
    try:
        return summed_over(known, goal, kind, poly, None, effort)
    except Stuck as e:
        stuck = e
    if kind == "ge":
        totals = {f for f in monomial_atoms(poly) if f[0] == "@sum"}
        for fact in list(known.facts):
            if (
                fact.kind != "gt"
                and not is_total_mass(fact)
                and totals & set(fact.atoms) == set()
                and any(f[0] == "@sum" for f in fact.atoms)
                and len(fact.poly) <= 6
            ):
                try:
                    return summed_over(known, goal, kind, padd(poly, fact.poly, -1), fact, effort)
                except Stuck:
                    continue
    with suppress(Stuck):
        return sums_of_known(known, goal)
    bodies = [s.goal(line)[2] for line in known.universal]
    captured = frozenset().union(*(all_names(body) - fv(body) for body in bodies))
    if known.guard.summing == 0 and captured:  # at these names some fact could not be read
        budget, known.budget = known.budget, Budget(200)
        try:
            return summed_over(known, goal, kind, poly, None, effort, captured)
        except Stuck:
            pass
        finally:
            known.budget = budget
    raise stuck


def sums_of_known(known: State, goal: Term) -> int:
    """From facts about totals "for every outcome", summed over the outcomes: a total of totals."""
    s, child, here = known.s, known.child(), fv(goal)
    for line in known.universal:
        names, body = [], s.goal(line)
        while body[0] == "all":
            names.append(body[1])
            body = body[2]
        # the others are read where the goal stands
        name = next((n for n in names if n not in here), names[-1])
        sort = s.sort(name)
        if not isinstance(sort, str) or sort == "R" or body[0] not in ("<=", "="):
            continue
        if not here.issuperset(n for n in names if n != name):
            continue
        if any(f[0] == "@sum" and name in polynomials.names_in(f) for f in monomial_atoms(s.rel(body)[1])):
            outcome = s.fresh("y", sort)
            for n in names:
                line = s.add("all_e", [line], at=outcome if n == name else n)
            child.add(s.add("sum", [line], var=outcome))
    if len(child.facts) == len(known.facts):
        raise Stuck("no fact about the totals of every outcome")
    return child.arithmetic(goal, 1)


def is_total_mass(fact: Fact) -> bool:
    """Whether the fact says that something is 1, as that the masses of a law add up to 1."""
    return fact.kind == "eq" and len(fact.poly) == 2 and fact.poly.get(UNIT) == -1


def summed_over(
    known: State,
    goal: Term,
    kind: str,
    poly: Poly,
    using: Fact | None,
    effort: int,
    avoid: frozenset[str] = frozenset(),
) -> int:
    """`poly` (the goal, less a known fact) as the sum of a pointwise line."""
    s = known.s
    if known.guard.summing >= 3:
        raise Stuck("a pointwise line that asks for another, and that for another")
    sorts, totals, rest = by_space(poly)
    names = new_names(known, poly, sorts, avoid)
    base = integrand(s, totals, sorts, names)
    options: list[tuple[Term, list[tuple[int, Term]]]] = [(base, [])]
    if rest:
        options = [
            (("+", base, ("*", s.term(rest), law)), [(line, s.term(rest))])
            for line, law in distributions_of(known, names)
        ]
        if not options:
            raise Stuck("a constant beside totals")
    for body, used in options:
        try:
            child = known.child()
            child.guard.summing += 1
            line = child.prove(("<=" if kind == "ge" else "=", ZERO, body), effort)
            for name in reversed(names):
                line = s.add("sum", [line], var=name)
            # sum over the outcomes of the pointwise line; constants are multiples of a total mass of 1
            terms, eqs, given = [[ONE, [0]]], [], [line]
            if kind == "eq":
                terms, eqs = [], [[0, ONE if s.rel(s.goal(line))[1] == poly else -ONE]]
            if using is not None:
                given.append(using.line)
                if using.kind == "eq":
                    eqs.append([1, ONE])
                else:
                    terms.append([ONE, [1]])
            for law_line, multiplier in used:
                given.append(law_line)
                eqs.append([len(given) - 1, ("*", -ONE, multiplier)])
            return s.add("arith", given, **{"is": goal, "terms": terms, "eqs": eqs})
        except (Stuck, Refused):
            continue
    raise Stuck(f"no pointwise line for {show(goal)}")


Totals = list[
    tuple[Key, Exponent, list]
]  # products of a polynomial with their coefficients and the totals in them


def by_space(poly: Poly) -> tuple[tuple[str, ...], Totals, Poly]:
    """The spaces over which the totals run, the products with totals, and the rest; Stuck for more than one choice."""
    groups: dict[tuple, Totals] = {}
    rest: Poly = {}
    for product, c in poly.items():
        totals = [(f, e) for f, e in product[1:] if f[0] == "@sum"]
        if not totals:
            rest[product] = c
            continue
        spaces = tuple(sorted(v for f, _ in totals for _, v in f[1]))
        if any(e != 1 for _, e in totals) or (len(totals) > 1 and len(set(spaces)) < len(spaces)):
            raise Stuck("a product of totals over one space")
        groups.setdefault(spaces, []).append((product, c, [f for f, _ in totals]))
    if len(groups) != 1:
        raise Stuck("totals over different spaces")
    ((sorts, found),) = groups.items()
    return sorts, found, rest


def new_names(known: State, poly: Poly, sorts: tuple[str, ...], avoid: frozenset[str]) -> list[str]:
    """A name for an outcome of each space, of which nothing is known."""
    s = known.s
    free = {n for line in known.keys.values() for h in s.hyps(line).values() for n in fv(h)}
    said = {g for fact in known.facts for f in fact.atoms for g in polynomials.names_in(f)}
    names: list[str] = []
    for sort in sorts:
        taken = free | avoid | set(names)
        fit = sorted(n for n in s.sig if s.sig[n] == sort and n not in taken and not n.startswith("bound_"))
        fit.sort(key=lambda n: n not in said)  # first those of which a fact speaks
        names.append(next((n for n in fit if not polynomials.mentions(poly, n)), None) or s.fresh("y", sort))
    return names


def integrand(s: Script, totals: Totals, sorts: tuple[str, ...], names: list[str]) -> Term:
    """What the totals add up, at the named outcomes."""
    found: list[Term] = []
    for product, c, sums in totals:
        outer = ("@M", *(fe for fe in product[1:] if fe[0] not in sums))
        inside: list[Term] = []
        for total in sums:
            left = list(zip(sorts, names, strict=True))
            chosen = {}
            for v, space in total[1]:
                pick = next(x for x in left if x[0] == space)
                left.remove(pick)
                chosen[v] = pick[1]
            inside += s.factors(total[2], chosen)
        found.append(("*", Fraction(c), *s.factors(outer), *inside))
    return ("+", *found) if len(found) > 1 else found[0]


def distributions_of(known: State, names: list[str]) -> list[tuple[int, Term]]:
    """State equations `total mass = 1` with the mass at the given outcomes."""
    s, found = known.s, []
    for fact in known.facts:
        if fact.kind != "eq" or len(fact.poly) != 2 or UNIT not in fact.poly:
            continue
        (product,) = [m for m in fact.poly if m != UNIT]
        if len(product) != 2 or product[1][0][0] != "@sum" or product[1][1] != 1:
            continue
        total = product[1][0]
        if (
            [s.sort(n) for n in names] != [v for _, v in total[1]]
            or fact.poly[product] != 1
            or fact.poly[UNIT] != -1
        ):
            continue
        inside = s.factors(total[2], {v: n for (v, _), n in zip(total[1], names, strict=True)})
        found.append((fact.line, inside[0] if len(inside) == 1 else ("*", *inside)))
    return found
