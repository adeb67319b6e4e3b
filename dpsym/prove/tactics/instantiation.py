"""Facts about all outcomes read at those of a goal, and implications whose premises are known."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import product

from dpsym.kernel.normal import Factor
from dpsym.kernel.terms import Sort
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.hypotheses import UNIT
from dpsym.prove.proof.polynomials import monomial_atoms, padd
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term, subst
from dpsym.prove.proof.state import State
from dpsym.prove.tactics.logic import evaluable, left_over
from dpsym.prove.tactics.reduction import restate

FITS = 16  # places at which a fact about several outcomes is read for one goal


def instantiate(known: State, poly: Poly) -> None:
    """Read facts "for every outcome" at the outcomes that the polynomial mentions; then use implications."""
    s = known.s
    outcomes = {
        a
        for f in monomial_atoms(poly)
        for a in polynomials.names_in(f)
        if isinstance(s.sig.get(a), str) and s.sig[a] != "R"
    }
    changed = False
    read_at: dict[int, set[Sort]] = {}  # instances made here: the sorts of the outcomes they were read at
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
    changed = read_where_it_fits(known, poly) or changed
    for line in list(known.alternatives):
        unit_interval(known, line)
        left_over(known, line)
    if known.equal:
        use_equal_outcomes(known, poly)
    for f in monomial_atoms(poly):
        if f[0] == "@sum" and f not in known.rewrites:
            point_mass(known, f)
    for fact in list(known.facts):
        points = [f for f in fact.atoms if f[0] == "@sum" and (f in known.rewrites or point_mass(known, f))]
        if points and ("restated", fact.line) not in known.instantiated:
            known.instantiated.add(("restated", fact.line))
            known.facts.append(restate(known, fact, deep=False))
            known.number = s.state_after(known.number, ("restated", fact.line))
    if changed or known.implications:
        use_implications(known)


def point_mass(known: State, f: Factor) -> bool:
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


def use_equal_outcomes(known: State, poly: Poly) -> None:
    """Where two outcomes are known to be one, what depends on the second is written with the first."""
    s = known.s
    atoms = {f for p in (poly, *(fact.poly for fact in known.facts)) for f in monomial_atoms(p)}
    for line in known.equal:
        _, new, old = s.goal(line)
        if old in s.elements(old):
            new, old = old, new
        if new == old:
            continue
        for f in sorted(atoms, key=str):
            if ("equal", line, f) not in known.instantiated and f not in known.rewrites:
                known.instantiated.add(("equal", line, f))
                if old in polynomials.names_in(f):
                    equation = same_at(known, line, s.term({("@M", (f, 1)): Fraction(1)}), old, new)
                    known.add(equation)
                    known.rewrite(f, equation)


def same_at(known: State, line: int, t: Term, old: str, new: str) -> int:
    """t = t[old := new], from the line that says that the two outcomes are one: both are picked from one sum."""
    s = known.s
    running = s.fresh("running", s.sort(old))
    there, here = subst(t, {old: running}), subst(t, {old: new})
    lines = [
        s.add("pick", [], var=running, at=one, of=("*", ("ind", ("eq", running, other)), there))
        for one, other in ((old, new), (new, old))
    ]
    lines.append(s.add("ind", [line]))
    eqs = [[0, -ONE], [1, ONE], [2, ("-", here, t)]]
    return s.add("arith", lines, **{"is": ("=", t, here), "eqs": eqs})


def read_where_it_fits(known: State, poly: Poly) -> bool:
    """Read facts about several outcomes of one set where functions in them stand in the goal: whether any was."""
    s, found = known.s, False
    applied = None
    for line in list(known.universal):
        names, body = outcomes_at_head(known, line)
        sorts = [s.sort(n) for n in names]
        if len(set(sorts)) == len(sorts):
            continue  # is read at every outcome of the goal
        applied = applications(known, poly) if applied is None else applied
        for put in fitting(patterns(s, body, names), names, applied):
            values = tuple(put[n] for n in names)
            mark = ("read", line, values)
            if mark in known.instantiated or not all(s.sig[v] == s.sig[n] for n, v in put.items()):
                continue
            known.instantiated.add(mark)
            with suppress(Refused):
                at = apart(known, line, names)
                for value in values:
                    at = s.add("all_e", [at], at=value)
                known.add(at)
                found = True
    return found


def outcomes_at_head(known: State, line: int) -> tuple[list[str], Term]:
    """The outcomes over which a line quantifies at its head, and what it says of them."""
    s, body = known.s, known.s.goal(line)
    names: list[str] = []
    while body[0] == "all" and isinstance(s.sort(body[1]), str) and s.sort(body[1]) != "R":
        names.append(body[1])
        body = body[2]
    return names, body


def apart(known: State, line: int, names: list[str]) -> int:
    """The line with new names in the place of those at its head, so that it can be read at any."""
    s = known.s
    if line not in s.apart:
        put = {n: s.fresh(n, s.sort(n)) for n in names}
        said = subst(outcomes_at_head(known, line)[1], put)
        for n in reversed(names):
            said = ("all", put[n], said)
        s.apart[line] = s.add("have", [line], **{"is": said})
    return s.apart[line]


def applications(known: State, poly: Poly) -> list[Term]:
    """The functions that occur in a polynomial, as applied there to plain names."""
    s = known.s
    found: dict[Term, None] = {}
    for f in monomial_atoms(poly):
        for g in (f, *polynomials.inner_atoms(f)):
            if g[0] == "@f" and not polynomials.bound_inside(g):
                term = s.atom(g)
                if all(isinstance(a, str) for a in term):
                    found.setdefault(term)
    return list(found)


def patterns(s: Script, body: Term, names: list[str]) -> list[Term]:
    """The functions that a formula applies to plain names, one of the given ones among them."""
    found: dict[Term, None] = {}
    stack = [body]
    while stack:
        t = stack.pop()
        if not isinstance(t, tuple):
            continue
        plain = all(isinstance(a, str) for a in t) and isinstance(s.sig.get(t[0]), tuple)
        if plain and not set(names).isdisjoint(t[1:]):
            found.setdefault(t)
        stack.extend(t[1:])
    return list(found)


def fitting(said: list[Term], names: list[str], applied: list[Term]) -> list[dict[str, str]]:
    """The values of the names at which functions that mention them all are among the applied ones."""
    found: list[dict[str, str]] = [{}]
    for name in names:
        grown: list[dict[str, str]] = []
        for put in found:
            if name in put:
                grown.append(put)
                continue
            for pattern, there in product((t for t in said if name in t[1:]), applied):
                more = matched(pattern, there, names, put)
                if more is not None and more not in grown:
                    grown.append(more)
        found = grown[:FITS]
    return found


def matched(pattern: Term, there: Term, names: list[str], put: dict[str, str]) -> dict[str, str] | None:
    """The values, with those that make the pattern this application; None where none do."""
    if pattern[0] != there[0] or len(pattern) != len(there):
        return None
    more = dict(put)
    for a, b in zip(pattern[1:], there[1:], strict=True):
        if a in names and more.setdefault(a, b) != b:
            return None
    return more


def unit_interval(known: State, line: int) -> None:
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


def multiple(known: State, bound: Term, equation: Term) -> tuple[list, Fraction]:
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


def use_implications(known: State) -> None:
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


def discharged(known: State, formula: Term) -> int:
    """The line of a premise that is known, or that arithmetic shows at once; Stuck where neither is so."""
    line = known.have(formula)
    if line is not None:
        return line
    if formula[0] == "and":
        return known.s.add("and_i", [discharged(known, p) for p in formula[1:]])
    if formula[0] in ("<=", "<", "="):
        if known.models.refutes(*known.s.rel(formula), evaluable(known)):
            raise Stuck("a model denies the premise")
        return known.arithmetic(formula, 1)
    raise Stuck("premise not known")
