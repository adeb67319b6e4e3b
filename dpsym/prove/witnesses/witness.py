"""The kernel's certificate that a point satisfies a statement's hypotheses and fails its claim.

The laws become functions on a listed set of outcomes, given by their masses; the parameters become closed terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf, prod

from sympy import Lambda

from dpsym.kernel.normal import Factor, Poly
from dpsym.kernel.terms import Json, Sort, tree
from dpsym.language import Point
from dpsym.language.entries import Values
from dpsym.language.names import QUANTILE, kernel_name
from dpsym.language.terms import Translation, characterises
from dpsym.prove.calculus import calculus
from dpsym.prove.proof.polynomials import monomial_atoms, padd
from dpsym.prove.proof.script import ONE, ZERO, Refused, Script, Stuck, Term, fv, subst, written
from dpsym.prove.statement import Statement
from dpsym.prove.tactics.exponentials import erf_rises
from dpsym.prove.tactics.logic import element_by_element
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.quantiles import read_beside_numbers
from dpsym.prove.tactics.rewriting import Rewriting

MOST = 8  # outcomes up to which all events are tried
SIMPLE: tuple[Term, ...] = (  # at which a quantified number is looked at besides those that a point gives
    *(Fraction(1, n) for n in (2, 10)), Fraction(9, 10), Fraction(1, 3), Fraction(2, 3), Fraction(1, 100), ONE, ZERO,
    Fraction(2),
)  # fmt: skip


def witness_certificate(st: Statement, point: Point, numbers: Values = ()) -> Json:
    """Certificate of: hypotheses(point) and not claim(point), over the listed outcomes; `numbers` are values of quantified
    names that are looked at besides those of the point."""
    formula, sig, sets = instantiated(st, point)
    known, own, members = begun(formula, sig, sets)
    nothing_false(known.s, members[:-1])
    lines = [shown(known, h, deep=True) for h in members[:-1]]
    tried = replace(point, at=(*point.at, *numbers))
    lines.append(refute_conclusion(known, members[-1][1], tried))
    return ended(known.s, own, members, lines)


def evaluated_certificate(st: Statement, point: Point) -> Json:
    """The same where evaluation alone shows it, in one line; Stuck where it does not."""
    formula, sig, sets = instantiated(st, point)
    s = Script(sig, sets)
    s.read(formula)
    s.evaluated(formula)
    return certificate_of(formula, s)


def begun(
    formula: Term, sig: Mapping[str, Sort], sets: Mapping[str, Sequence[str]], work: float = inf
) -> tuple[ProofState, Term | None, tuple[Term, ...]]:
    """The beginning of a proof of a conjunction: what is known, what the formula itself supposes, and its members."""
    s = Script(sig, sets)
    s.kernel.c.work = work
    s.read(formula)
    known = ProofState(s)
    own, body = supposition(formula)
    if own is not None:
        known.assume(own)
    return known, own, body[1:] if body[0] == "and" else (body,)


def ended(s: Script, own: Term | None, members: Sequence[Term], lines: Sequence[int]) -> Json:
    """The certificate of a conjunction, under what it supposes itself, from a line for each of its members."""
    body: Term = ("and", *members) if len(members) > 1 else members[0]
    last = s.add("and_i", lines) if len(lines) > 1 else lines[0]
    if own is not None:
        s.add("imp_i", [last], **{"is": own})
    elif last != len(s.lines) - 1:
        s.add("have", [last], **{"is": body})
    return certificate_of(body if own is None else ("->", own, body), s)


def certificate_of(formula: Term, s: Script) -> Json:
    """The certificate of what the last line of a script states."""
    return {
        "sig": {k: list(v) if isinstance(v, tuple) else v for k, v in s.sig.items()},
        "sets": {k: list(v) for k, v in s.sets.items()},
        **written(formula, s)[0],
    }


def instantiated(st: Statement, point: Point) -> tuple[Term, dict, dict]:
    """The formula at the point, with the signature and listed sets it needs.

    What characterises a function of the language stands before it: at every such function the statement fails.
    """
    put, sig, sets = placed(st, point)
    conjuncts = [subst(h, put) for h in st.hypotheses if not characterises(h)]
    failing = ("not", subst(st.conclusion, {k: v for k, v in put.items() if k in fv(st.conclusion)}))
    formula: Term = ("and", *conjuncts, failing) if conjuncts else failing
    formula = supposing(st, formula)
    missing = left_open(formula, sets)
    if missing:
        raise Stuck(f"the witness gives no value for {', '.join(sorted(missing))}")
    return formula, sig, sets


def supposing(st: Statement, formula: Term) -> Term:
    """The formula under what the statement supposes of the language's own functions."""
    own = [h for h in st.hypotheses if characterises(h)]
    return ("->", own[0], formula) if own else formula


def supposition(formula: Term) -> tuple[Term | None, Term]:
    """What a formula supposes of the language's own functions (None where nothing), and what it says under that."""
    if formula[0] == "->" and characterises(formula[1]):
        return formula[1], formula[2]
    return None, formula


def left_open(formula: Term, sets: Mapping[str, tuple[str, ...]]) -> set[str]:
    """The free names that are neither outcomes of the sets nor functions that the formula characterises."""
    own = set() if supposition(formula)[0] is None else {QUANTILE}
    return set(fv(formula)) - {e for elements in sets.values() for e in elements} - own


def placed(st: Statement, point: Point) -> tuple[dict[str, Term], dict, dict]:
    """What stands for each name at the point: closed terms for parameters, masses for laws; the signature, and the
    listed sets."""
    sig = dict(st.sig)
    n = min((len(m) for _, m in point.laws if len(m) > 1), default=1)
    sizes = dict(point.sizes)
    sets: dict[str, tuple[str, ...]] = {}
    tr = Translation()
    put: dict[str, Term] = {}
    tr.sig = dict(sig)
    taken = frozenset(sig)
    for law, masses in ((kernel_name(law), masses) for law, masses in point.laws):
        sort = sig.get(law)
        given = masses[0] if len(masses) == 1 and isinstance(masses[0], Lambda) else None
        if not isinstance(sort, tuple) or (
            given is None and len(masses) != prod(sizes.get(x, n) for x in sort if x != "R")
        ):
            raise Stuck(f"the witness gives masses for {law}, which is not a law on listed outcomes")
        running = []
        for i, space in enumerate(sort):
            if space != "R" and space not in sets:
                sets[space] = tuple(
                    tr.fresh(f"{space.lower()}{k + 1}", space, taken) for k in range(sizes.get(space, n))
                )
                sig.update(dict.fromkeys(sets[space], space))
            running.append(tr.fresh(f"{space.lower()}_{i or ''}", space, taken))
            sig[running[-1]] = space
        if given is not None:
            put[law] = function_of(given, tuple(running), tr)
            continue
        outcomes = [(x, sets[space]) for x, space in zip(running, sort, strict=True) if space != "R"]
        body: Term = ZERO
        for chosen, m in zip(product(*(elements for _, elements in outcomes)), masses, strict=True):
            here = [("ind", ("eq", x, e)) for (x, _), e in zip(outcomes, chosen, strict=True)]
            body = ("+", body, ("*", *here, tr.term(m)))
        put[law] = ("lam", *running, body)
    for parameter, value in point.at:
        name = kernel_name(parameter if isinstance(parameter, str) else parameter.name)
        put[name] = tr.term(value)
    return {name: tree(value) for name, value in put.items()}, sig, sets


def function_of(given: Lambda, running: tuple[str, ...], tr: Translation) -> Term:
    """A function of numbers, and of outcomes, that the point gives by an expression."""
    if len(running) != len(given.variables):
        raise Stuck("the witness gives a function of another number of arguments")
    body = tr.term(given.expr)
    put = {kernel_name(v.name): x for v, x in zip(given.variables, running, strict=True)}
    return ("lam", *running, subst(body, put))


def refute_conclusion(known: ProofState, conclusion: Term, point: Point) -> int:
    """not conclusion, by evaluation; else assume it, read its quantifiers at the witness's values (or at simple ones),
    contradict."""
    s = known.s
    goal = ("not", conclusion)
    with suppress(Stuck):
        return s.evaluated(goal)
    if conclusion[0] in ("<=", "<", "=") and QUANTILE in s.sig:
        with suppress(Stuck):
            return shown(known.child(), goal)
        read_beside_numbers(known, conclusion)
    if conclusion[0] in ("<=", "<"):
        return shown(known, goal)
    child = known.child()
    line = s.hyp(conclusion)
    yes = descend(child, line, goal, point, 0)
    return s.add("cases", [yes, s.hyp(goal)], on=conclusion)


def shown(known: ProofState, goal: Term, deep: bool = False) -> int:
    """A line that states the goal: at a bound that is met exactly, logarithms and roots of numbers need calculus.

    `deep` also opens quantifiers and suppositions, where there is one goal to show and not one of many points.
    """
    s = known.s
    with suppress(Stuck):
        return s.evaluated(goal)
    try:
        return known.prove(goal)
    except Stuck:
        if deep and goal[0] == "and":
            return s.add("and_i", [shown(known, part, True) for part in goal[1:]])
        if deep and goal[0] in ("all", "->"):
            return opened(known, goal)
        if goal[0] == "not" and goal[1][0] in ("<=", "<"):
            flipped = ("<" if goal[1][0] == "<=" else "<=", goal[1][2], goal[1][1])
            return s.add("have", [calculus(known, flipped)], **{"is": goal})
        if deep and goal[0] in ("<=", "<", "="):
            with suppress(Stuck, Refused):
                return at_values(known, goal)
        if goal[0] == "=":
            ways: list[Term] = [("<=", goal[1], goal[2]), ("<=", goal[2], goal[1])]
            return s.add("antisym", [calculus(known, way) for way in ways])
        if goal[0] in ("<=", "<"):
            child = known.child()
            if deep and rising_errors(child, goal):
                with suppress(Stuck):
                    return child.prove(goal)
            return calculus(known, goal)
        raise


def nothing_false(s: Script, formulas: Iterable[Term]) -> None:
    """Stuck where one of the formulas is false by evaluation: no proof of it need be looked for."""
    if any(s.truth(p) is False for p in formulas):
        raise Stuck("it is false at these values")


def at_values(known: ProofState, goal: Term) -> int:
    """A relation with the numbers that names are known to be in their place, in exponents too."""
    s = known.s

    def value(f: Factor) -> tuple[int, Poly] | None:
        if f[0] != "@v" or f not in known.rewrites:
            return None
        line, poly, scale = known.rewrites[f]
        number = padd({("@M", (f, 1)): 1}, poly, -1)
        said: Term = ("=", s.atom(f), s.term(number))
        return s.add("arith", [line], **{"is": said, "terms": [], "eqs": [[0, scale]]}), number

    kind, poly = s.rel(goal)
    same, new = Rewriting(known, value, lambda q: None).same(poly)
    if kind == "eq":
        line = shown(known, ("=", s.term(new), ZERO), True)
        return s.add("arith", [line, same], **{"is": goal, "terms": [], "eqs": [[0, ONE], [1, ONE]]})
    line = shown(known, ("<=" if kind == "ge" else "<", ZERO, s.term(new)), True)
    return s.add("arith", [line, same], **{"is": goal, "terms": [[1, [0]]], "eqs": [[1, ONE]]})


def opened(known: ProofState, goal: Term) -> int:
    """A statement about all values, or under a supposition: what is supposed of all events is read at each of them."""
    s, child = known.s, known.child()
    if goal[0] == "all":
        if s.sort(goal[1]) in s.sets:
            return element_by_element(known, goal, lambda at: shown(known, at, True))
        new = s.fresh(goal[1], s.sort(goal[1]))
        line = s.add("all_i", [shown(child, subst(goal[2], {goal[1]: new}), True)], var=new)
        return s.add("have", [line], **{"is": goal})
    line = child.assume(goal[1])
    if goal[1][0] == "all":
        for value in events(s, s.sort(goal[1][1])):
            with suppress(Stuck):
                at = s.add("all_e", [line], at=value)
                while s.goal(at)[0] == "->":
                    at = s.add("imp_e", [at, child.prove(s.goal(at)[1], 1)])
                child.add(at)
    return s.add("imp_i", [shown(child, goal[2], True)], **{"is": goal[1]})


def events(s: Script, sort: Sort) -> list[Term]:
    """The sets of outcomes of listed spaces, as indicator functions; none for other sorts."""
    sets = s.kernel.c.sets
    if not isinstance(sort, tuple) or not all(space in sets for space in sort):
        return []
    places = list(product(*(sets[space] for space in sort)))
    if len(places) > MOST:
        return []
    running = [s.fresh("y", space) for space in sort]
    single = [[("ind", ("eq", x, e)) for x, e in zip(running, place, strict=True)] for place in places]
    terms: list[Term] = [factors[0] if len(factors) == 1 else ("*", *factors) for factors in single]
    found: list[Term] = []
    for mask in range(1, 2 ** len(terms)):
        chosen = [term for i, term in enumerate(terms) if mask >> i & 1]
        found.append(("lam", *running, ("+", *chosen) if len(chosen) > 1 else chosen[0]))
    return found


def rising_errors(known: ProofState, goal: Term) -> bool:
    """Take as known that erf rises, between its arguments in the facts and in the goal; whether that says anything."""
    s = known.s
    atoms = {f for fact in known.facts for f in fact.atoms if f[0] == "@erf"}
    here = {f for f in monomial_atoms(s.rel(goal)[1]) if f[0] == "@erf"}
    told = False
    for one, two in product(sorted(atoms, key=str), sorted(here, key=str)):
        a, b = (s.term(dict(f[1][1:])) for f in (one, two))
        for low, high in ((a, b), (b, a)):
            with suppress(Stuck):
                known.add(erf_rises(s, known.prove(("<=", low, high), 1)))
                told = True
                break
    return told


def descend(known: ProofState, line: int, goal: Term, point: Point, depth: int) -> int:
    """Contradict the assumed line: try each conjunct, and each quantifier at candidate values."""
    s = known.s
    formula = s.goal(line)
    tr = Translation()
    if formula[0] == "and":
        for k in range(1, len(formula)):
            try:
                return descend(known.child(), s.add("and_e", [line], part=k), goal, point, depth)
            except Stuck:
                continue
        raise Stuck("no conjunct of the claim fails at the witness")
    if formula[0] == "all":
        name = formula[1]
        sort = s.sort(name)
        if sort == "R":
            given = [tr.term(v) for k, v in point.at if kernel_name(k.name) == name]
            values: list[Term] = [*given, *(x for x in SIMPLE if x not in given)]
        elif isinstance(sort, tuple) and all(space in s.kernel.c.sets for space in sort):
            values = events(s, sort)
        elif isinstance(sort, tuple) and set(sort) == {"R"}:
            names = tuple(s.fresh("r", "R") for _ in sort)
            values = [("lam", *names, value) for value in (ZERO, ONE, Fraction(1, 2))]
        elif isinstance(sort, str) and sort in s.kernel.c.sets:
            values = list(s.kernel.c.sets[sort])
        else:
            raise Stuck(f"no values for {name}")
        for value in values:
            try:
                at = s.add("all_e", [line], at=value)
                while s.goal(at)[0] == "->":
                    at = s.add("imp_e", [at, shown(known, s.goal(at)[1], deep=True)])
                return descend(known.child(), at, goal, point, depth + 1)
            except Stuck:
                continue
        raise Stuck("no value of the quantified name makes the claim fail at the witness")
    if formula[0] == "->":
        premise = shown(known, formula[1], deep=True)
        return descend(known.child(), s.add("imp_e", [line, premise]), goal, point, depth)
    if formula[0] in ("<=", "<", "="):
        return s.add("absurd", [line, shown(known, ("not", formula))], **{"is": goal})
    if formula[0] == "not":
        return s.add("absurd", [known.prove(formula[1]), line], **{"is": goal})
    other = known.prove(("not", formula))
    return s.add("absurd", [line, other], **{"is": goal})
