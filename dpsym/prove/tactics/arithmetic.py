"""Product certificates for relations: the facts that matter, signs of factors, and the line that the kernel checks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from dpsym.kernel.normal import Key, mono, slim
from dpsym.prove.proof import certificates, polynomials
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.hypotheses import PENDING, UNIT, Reduced, show
from dpsym.prove.proof.polynomials import monomial_atoms, pmul, pscale
from dpsym.prove.proof.script import ZERO, Poly, Stuck, Term
from dpsym.prove.proof.state import State
from dpsym.prove.tactics.exponentials import exponential_facts, normal_facts
from dpsym.prove.tactics.reduction import lightly_reduced, pending, reduce, reduced_fact

FEW = 30  # facts of which all products of two are looked at


def arithmetic(known: State, goal: Term, effort: int) -> int:
    """A product certificate for a relation without undecided indicators."""
    known.budget.spend()
    s = known.s
    kind, poly = s.rel(goal)
    uncleared = any(f.tree[0] == "@inv" or n < 0 for product in poly for f, n in product[1:])
    if effort == 1 and uncleared:
        raw = reduce(known, poly, deep=False)
        if kind == "eq" and not raw.poly:
            return close(known, goal, raw, [], [])
        facts = [lightly_reduced(known, f) for f in known.facts]
        found = combined(known, raw.poly, kind == "gt", facts, 1, []) if kind != "eq" else None
        if found is not None:
            return close(known, goal, raw, *found)
    reduced, facts = prepared(known, kind, poly)
    core = reduced.poly
    if kind == "eq":
        return close(known, goal, reduced, [], linear_equation(core, facts, effort))
    if not core and kind == "ge":
        return close(known, goal, reduced, [], [])
    if len(core) == 1 and UNIT in core and core[UNIT] > 0:
        return close(known, goal, reduced, [(core[UNIT], [], None)], [])
    if effort >= 2 and core:
        found = factored(known, kind, core, effort)
        if found is not None:
            return close(known, goal, reduced, [found], [])
    combination = combined(known, core, kind == "gt", facts, effort, known.squares if effort >= 2 else [])
    if combination is not None:
        terms, eqs = combination
        return close(known, goal, reduced, terms, eqs)
    if effort >= 3:
        roots = [] if core else even_roots(facts)
        combination = combined(known, core, kind == "gt", facts, 1, roots) if roots else None
        if combination is not None:
            return close(known, goal, reduced, *combination)
        for fact in facts:
            if fact.kind == "gt" and fact.poly and polynomials.small(fact.poly):
                combination = combined(known, pmul(core, fact.poly), kind == "gt", facts, 2, [])
                if combination is not None:
                    reduced.multiply(fact.line, fact.poly)
                    return close(known, goal, reduced, *combination)
    raise Stuck(f"no certificate of degree {effort} for {show(goal)}")


def by_denial(known: State, goal: Term) -> int:
    """An order that holds because its opposite contradicts the facts by products of two of them, its square among them."""
    opposite: Term = ("<" if goal[0] == "<=" else "<=", goal[2], goal[1])
    known.assume(opposite)
    facts = relevant(known, {})
    found = None
    if len(facts) <= FEW and any(map(has_power, facts)):
        known.budget.spend()
        found = certificates.combine({}, True, facts, 2, [], powers=True)
    if found is None:
        raise Stuck(f"the opposite contradicts no facts: {show(goal)}")
    return known.s.indirectly(goal, close(known, ("<", ZERO, ZERO), Reduced({}), *found))


def has_power(fact: Fact) -> bool:
    """Whether a fact is an inequality of a power of an atom."""
    return fact.kind in ("ge", "gt") and any(e > 1 for e in fact.degrees.values())


def even_roots(facts: list[Fact]) -> list[Poly]:
    """Of each even power that an inequality bounds from above, its root: the square of it is not negative."""
    found: dict[Key, Poly] = {}
    for fact in facts:
        if fact.kind in ("ge", "gt"):
            for product, c in fact.poly.items():
                if c < 0 and len(product) > 1 and all(e > 0 and e % 2 == 0 for _, e in product[1:]):
                    root = mono({f: slim(Fraction(e) / 2) for f, e in product[1:]})
                    found.setdefault(root, {root: 1})
    return list(found.values())


def combined(
    known: State, core: Poly, strict: bool, facts: list[Fact], degree: int, squares: list
) -> tuple[list, list] | None:
    """`combine`, which is not asked twice where it found nothing."""
    asked = (
        frozenset(core.items()),
        strict,
        frozenset([f.form for f in facts]),
        degree,
        tuple([frozenset(q.items()) for q in squares]),
    )
    if asked in known.s.fruitless:
        return None
    found = certificates.combine(core, strict, facts, degree, squares)
    if found is None:
        known.s.fruitless.add(asked)
    return found


def close(known: State, goal: Term, reduced: Reduced, terms: list, eqs: list) -> int:
    """The arithmetic line: goal * times = sum of terms + sum of multiples of equations."""
    s = known.s
    given: list[int] = []

    def index(line: int) -> int:
        if line not in given:
            given.append(line)
        return given.index(line)

    out_terms = []
    for term in terms:
        c, lines, square = term
        entry: list[object] = [c, [index(i) for i in lines]]
        if square is not None:
            entry.append(s.term(square))
        out_terms.append(entry)
    out_eqs = [[index(i), s.term(m)] for i, m in [*reduced.eqs, *eqs] if m]
    times = [index(i) for i in reduced.times]
    return s.add("arith", given, **{"is": goal, "times": times, "terms": out_terms, "eqs": out_eqs})


def prepared(known: State, kind: str, poly: Poly) -> tuple[Reduced, list[Fact]]:
    """The relation reduced and the facts that matter for it, found once as long as nothing more is known: certificates of one
    degree after another are looked for."""
    asked = (kind == "eq", frozenset(poly.items()))
    kept = known.prepared.get(asked)
    if kept is None or kept[0] != standing(known):
        reduced = reduce(known, poly)
        core = reduced.poly
        facts = relevant(known, core) if core or kind == "gt" else []
        kept = known.prepared[asked] = standing(known), reduced, facts
    _, reduced, facts = kept
    return replace(reduced, times=list(reduced.times), eqs=list(reduced.eqs)), facts


def standing(known: State) -> tuple:
    """What a reduction depends on, as a key: as long as it stays, the same comes of it."""
    waiting = tuple([f for f, v in known.inverses.items() if v is PENDING])
    return known.number, len(known.facts), waiting, pending(known), *vars(known.guard).values()


def linear_equation(core: Poly, facts: list[Fact], effort: int) -> list[tuple[int, Poly]]:
    """Multiples of known equations, as (line, multiplier), that add up to the polynomial; Stuck where there are
    none."""
    if not core:
        return []
    found = certificates.combine_equations(core, [f for f in facts if f.kind == "eq"], effort)
    if found is None:
        raise Stuck("not a consequence of the equations")
    return found


def factored(known: State, kind: str, core: Poly, effort: int) -> tuple | None:
    """Sign by factors: even powers are squares, each odd factor has a proved sign."""
    factors = polynomials.factor(core)
    if factors is None:
        return None
    c, parts = factors
    if (len(parts) == 1 and parts[0][1] == 1) or known.guard.factoring >= 3:
        return None
    known.guard.factoring += 1
    try:
        return signed(known, kind, Fraction(c), parts, effort)
    finally:
        known.guard.factoring -= 1


def signed(known: State, kind: str, c: Fraction, parts: list[tuple[Poly, int]], effort: int) -> tuple | None:
    """The product of factors as a term of a certificate, each factor's sign proved."""
    lines, square = [], None
    for p, e in parts:
        if e % 2 == 0 and kind == "ge":
            half = p
            for _ in range(e // 2 - 1):
                half = pmul(half, p)
            square = half if square is None else pmul(square, half)
            continue
        proved = None
        for sign in (1, -1):
            q = pscale(p, Fraction(sign))
            if not certificates.plausible(q, known.facts):
                continue
            try:
                proved = known.prove(("<" if kind == "gt" else "<=", ZERO, known.s.term(q)), effort)
            except Stuck:
                proved = None
            if proved is not None:
                if sign < 0 and e % 2:
                    c = -c
                break
        if proved is None:
            return None
        lines.extend([proved] * e)
    if c < 0 or (kind == "gt" and square is not None):
        return None
    return (c, lines, square)


def relevant(known: State, core: Poly) -> list[Fact]:
    """Reduced facts that speak of the goal's atoms (closing over shared atoms), and facts about exponentials."""
    atoms = set(monomial_atoms(core))
    decide_known(known)
    facts = [reduced_fact(known, f) for f in known.facts]
    chosen: list[Fact] = []
    if not core:
        chosen = facts
        atoms = set().union(*(f.atoms for f in facts)) if facts else set()
    else:
        pending = list(facts)
        for _ in range(3):
            grown: list[Fact] = []
            left: list[Fact] = []
            for f in pending:
                (grown if not f.atoms or not atoms.isdisjoint(f.atoms) else left).append(f)
            if not grown:
                break
            chosen += grown
            pending = left
            atoms |= set().union(*(f.atoms for f in grown))
    extra = exponential_facts(known, core, chosen) + normal_facts(known, core, chosen)
    seen, out = set(), []
    for f in [*chosen, *extra]:
        if f.form not in seen and (f.poly or f.kind == "gt"):
            seen.add(f.form)
            out.append(f)
    return out


def decide_known(known: State) -> None:
    """Indicators in facts whose condition is known to hold or to fail become numbers."""
    s = known.s
    for fact in list(known.facts):
        for f in fact.atoms:
            if (
                f.tree[0] != "@ind"
                or f in known.rewrites
                or ("tried", f, len(known.keys)) in known.instantiated
            ):
                continue
            known.instantiated.add(("tried", f, len(known.keys)))
            condition = s.formula(f[1])
            for candidate in (condition, ("not", condition)):
                line = known.keys.get(s.key(candidate))
                if line is not None:
                    stated = s.add("have", [line], **{"is": candidate})
                    known.rewrite(f, s.add("ind", [stated]))
                    break


def quick(known: State, goal: Term) -> int | None:
    """Linear arithmetic on the facts as they stand, without touching exponentials."""
    line = known.have(goal)
    if line is not None:
        return line
    s = known.s
    kind, poly = s.rel(goal)
    facts = [f for f in known.facts if not any(g.tree[0] == "@sum" for g in f.atoms)]
    if not poly or known.models.refutes(kind, poly, known.facts):
        return None
    known.budget.spend()
    found = combined(known, poly, kind == "gt", facts, 1, []) if poly else None
    if found is None:
        found = monomial_sign(known, kind, poly)
    if found is None:
        return None
    return close(known, goal, Reduced(poly), *found)


def monomial_sign(known: State, kind: str, poly: Poly) -> tuple[list, list] | None:
    """A single product of atoms with known signs."""
    if len(poly) != 1:
        return None
    ((product, c),) = poly.items()
    if c < 0 or not product[1:]:
        return None
    lines = []
    for f, e in product[1:]:
        single = {("@M", (f, 1)): 1}
        fact = next((x for x in known.facts if x.kind == "gt" and x.poly == single), None) or next(
            (x for x in known.facts if x.kind == "ge" and x.poly == single), None
        )
        if fact is None or (kind == "gt" and fact.kind != "gt") or e > polynomials.REPEATED:
            return None
        lines += [fact.line] * int(e)
    return [(c, lines, None)], []


def as_they_stand(known: State, goal: Term, kind: str, poly: Poly) -> int | None:
    """Linear arithmetic with the facts that have the goal's indicators, none of them decided."""
    indicators = {f for f in monomial_atoms(poly) if f.tree[0] == "@ind"}
    facts = [f for f in known.facts if not indicators.isdisjoint(f.atoms)]
    if not facts:
        return None
    known.budget.spend()
    if kind == "eq":
        equations = certificates.combine_equations(poly, [f for f in facts if f.kind == "eq"], 1)
        return None if equations is None else close(known, goal, Reduced(poly), [], equations)
    found = combined(known, poly, kind == "gt", facts, 1, [])
    return None if found is None else close(known, goal, Reduced(poly), *found)
