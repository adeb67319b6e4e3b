"""Signs by monotony: f rises from a point where it is at least 0, falls to a limit, or rises first and falls then.

A function whose derivative changes its sign once, from + to -, is at least 0 where it is so at the lower end and far off.
No point of change is looked for: at each x the derivative h is >= 0, and then it was so before, and f rises up to x; or
h < 0, and then it stays so, and f falls from x on.  That h, once negative, stays negative is shown in the same way: h
falls after division by something positive, or h is at least 0 at the lower end and its own derivative is of this kind.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from dpsym.kernel.analysis import diff
from dpsym.kernel.normal import Factor, Key
from dpsym.prove.calculus.looking import ends_of, variables
from dpsym.prove.calculus.mean_value import HALF, along, between
from dpsym.prove.calculus.quotient_rule import (
    divided,
    divisors,
    exponent_of,
    only_exponentials,
    same_inverse,
    weight,
)
from dpsym.prove.calculus.search import PROGRAMS, Search, narrowed, of_names
from dpsym.prove.calculus.signs import plain_signs, proportion, sign_of, termwise
from dpsym.prove.calculus.tails import by_limit, fades_far
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.hypotheses import Budget
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul, pscale
from dpsym.prove.proof.script import ZERO, Poly, Refused, Stuck, Term, subst
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import reduce
from dpsym.prove.tactics.sample_points import NOISE, negative, points, values

TERMS = 30  # of a derivative that is looked at


TURNS = 3  # derivatives that change their sign once, one above the other


@dataclass(frozen=True)
class Turn:
    """Why h, once negative, stays negative.

    quotient  h/divisor, which falls; or h itself (divisor None), which falls or has `inner`
    inner     of the derivative of h, without its positive factors, where h does not fall but is >= 0 at the lower end
    """

    h: Poly
    divisor: Poly | None
    quotient: Poly
    inner: Turn | None = None


@dataclass(frozen=True)
class Bare:
    """c times factors that are at least 0, times h; plus a multiple of an equation e^(log X) = X, if there is one.

    root  the atom e^(log X) whose root is a factor, X, and the multiple
    """

    h: Poly
    c: Fraction
    factors: tuple[Poly, ...]
    root: tuple[Factor, Poly, Poly] | None = None


def by_fall(search: Search, known: ProofState, goal: Term, depth: int) -> int:
    """What erf makes fall to a limit, or rise first and fall then: as it stands, or divided by exponentials."""
    s = known.s
    _, poly = s.rel(goal)
    if (
        goal[0] != "<="
        or depth < 4
        or not any(polynomials.contains_head(f, "@erf") for f in monomial_atoms(poly))
    ):
        raise Stuck("nothing that falls to a limit")
    sample = points(known, poly)
    forms: list[tuple[float, str, Poly | None, Poly, bool]] = []
    for x in variables(known, poly):
        if any(side < 0 for _, side, _ in ends_of(known, x)):
            continue
        for divisor, quotient in divisors(s, known, poly, x, sample):
            if divisor is not None and not only_exponentials(divisor):
                continue
            if not fades_far(known, quotient, x, sample):
                continue
            slope = diff(s.kernel, quotient, x)
            falls = not negative(pscale(slope, -1), sample)
            forms.append((weight(slope, x) + (0 if falls else 10), x, divisor, quotient, falls))
    for _, x, divisor, quotient, falls in sorted(forms, key=lambda form: form[0])[:3]:
        inner: Term = ("<=", ZERO, s.term(quotient))
        with suppress(Stuck, Refused):
            line = by_limit(search, known, inner, depth) if falls else by_turn(search, known, inner, x, depth)
            if divisor is None:
                return s.add("have", [line], **{"is": goal})
            positive = s.add("exp_pos", [], of=exponent_of(s, divisor))
            return s.add("arith", [line, positive], **{"is": goal, "terms": [[1, [0, 1]]], "eqs": []})
        if search.left < 0:
            break
    raise Stuck("neither falls nor rises and falls")


def by_turn(search: Search, known: ProofState, goal: Term, x: str, depth: int) -> int:
    """f >= 0 at the lower end and far off, and f', once negative, stays negative."""
    s = known.s
    _, poly = s.rel(goal)
    low = {side: end for end, side, _ in ends_of(known, x)}.get(1)
    if low is None:
        raise Stuck("not for a turn")
    try:
        order = known.child().prove(("<", low, x), 1)
    except Stuck:  # at the end itself, and beyond
        at_end: Term = ("<=", x, low)
        edge, inside = known.child(), known.child()
        edge.assume(at_end)
        inside.assume(("not", at_end))
        order = known.child().prove(("<=", low, x), 1)
        lines = [
            along(search, edge, goal, x, low, 1, order, depth - 2),
            by_turn(search, inside, goal, x, depth),
        ]
        return s.add("cases", lines, on=at_end)
    bare = bare_of(known, diff(s.kernel, poly, x))
    turn = turn_of(known, bare.h, x, low, TURNS)
    if turn is None:
        raise Stuck("the derivative may change its sign more than once")
    once = once_negative(search, known, x, turn, low, depth - 2)
    on: Term = ("<=", ZERO, s.term(turn.h))
    before, after = known.child(), known.child()
    here = before.assume(on)
    first = along(
        search,
        before,
        goal,
        x,
        low,
        1,
        order,
        depth - 2,
        lambda k, u, slope: still_positive(search, k, before, once, u, x, turn.h, x, here, slope),
    )
    there = s.add("have", [after.assume(("not", on))], **{"is": ("<", s.term(turn.h), ZERO)})

    def gone(k: ProofState, u: str, slope: Poly) -> int:
        return still_negative(search, k, after, once, x, u, turn.h, x, there, slope)

    return s.add("cases", [first, by_limit(search, after, goal, depth - 2, gone)], on=on)


def bare_of(known: ProofState, poly: Poly, like: Poly | None = None) -> Bare:
    """The numerator of f without factors of one sign, as numbers show them; all factors but what is like that."""
    plain_signs(known, poly)
    r = reduce(known, poly).poly
    found = polynomials.factor(r) if len(r) <= 60 else None
    c, parts = (Fraction(found[0]), found[1]) if found else (Fraction(1), [(r, 1)])
    h: Poly | None = None
    factors: list[Poly] = []
    if like is not None and proportion(r, like)[0]:
        return Bare(r, Fraction(1), ())
    sample = points(known, r)
    for p, e in parts:
        if like is not None and h is None and e == 1:
            split = root_apart(p)
            if proportion(p if split is None else split[2], like)[0]:
                h = p
                continue
        seen = [v[0] for v in values(p, sample) if v is not None and abs(v[0]) > NOISE * v[1]]
        if not seen or min(seen) < 0 < max(seen):
            if like is not None or h is not None or e != 1:
                return Bare(r, Fraction(1), ())
            h = p
            continue
        if seen[0] < 0:
            p, c = pscale(p, -1), c * (-1) ** e
        factors += [p] * e
    if h is None:
        raise Stuck("of one sign")
    h = pscale(h, c / abs(c))
    split = root_apart(h)
    if split is None:
        return Bare(h, abs(c), tuple(factors))
    f, inside, h, multiple = split
    multiple = pscale(multiple, -abs(c))
    for p in factors:
        multiple = pmul(multiple, p)
    return Bare(h, abs(c), (*factors, {("@M", (f, HALF)): Fraction(1)}), (f, inside, multiple))


def turn_of(known: ProofState, h: Poly, x: str, low: Term, turns: int) -> Turn | None:
    """Why h, once negative, stays negative, as far as numbers tell."""
    s = known.s
    if len(h) > TERMS:
        return None
    sample = points(known, h)
    found: list[tuple[float, Poly | None, Poly]] = []
    for divisor, quotient in divisors(s, known, h, x, sample):
        slope = diff(s.kernel, quotient, x)
        if not negative(pscale(slope, -1), sample):
            found.append((weight(slope, x), divisor, quotient))
    if found:
        _, divisor, quotient = min(found, key=lambda t: t[0])
        return Turn(h, divisor, quotient)
    if turns <= 0 or negative(s.nf(subst(s.term(h), {x: low})), sample):
        return None
    forms = [q for d, q in divisors(s, known, h, x, sample) if d is None or only_exponentials(d)]
    for q in sorted(forms, key=lambda q: weight(diff(s.kernel, q, x), x))[:2]:
        with suppress(Stuck, Refused):
            inner = turn_of(known, bare_of(known, diff(s.kernel, q, x)).h, x, low, turns - 1)
            if inner is not None:
                return Turn(q, None, q, inner)
    return None


def premises(known: ProofState, x: str, z: str) -> list[Term]:
    """The bounds of x, said of z, which lies inside."""
    s, out = known.s, []
    for fact in known.facts:
        atoms = [f for f in fact.atoms if x in f.names]
        if atoms and fact.kind != "eq" and all(f[0] == "@v" for f in atoms):
            out.append(("<", ZERO, subst(s.term(fact.poly), {x: z})))
    return out


def once_negative(search: Search, known: ProofState, x: str, turn: Turn, low: Term, depth: int) -> int:
    """For all z <= w in the range of x: where h(w) >= 0, h(z) >= 0."""
    s = known.s
    z, w = s.fresh("z", "R"), s.fresh("w", "R")
    h = s.term(turn.h)
    there = narrowed(known, x)
    given: list[Term] = [
        *premises(known, x, z), *premises(known, x, w), ("<=", z, w), ("<=", ZERO, subst(h, {x: w})),
    ]  # fmt: skip
    for premise in given:
        there.assume(premise)
    at_w = s.hyp(given[-1])
    line = (
        falling(search, there, x, turn, z, w, at_w, depth)
        if turn.inner is None
        else rising(search, there, known, x, turn, low, z, w, at_w, depth)
    )
    for premise in reversed(given):
        line = s.add("imp_i", [line], **{"is": premise})
    return s.add("all_i", [s.add("all_i", [line], var=w)], var=z)


def falling(
    search: Search, known: ProofState, x: str, turn: Turn, z: str, w: str, at_w: int, depth: int
) -> int:
    """h(z) >= 0 from h(w) >= 0, for h/g falls."""
    s = known.s
    q, h = s.term(turn.quotient), s.term(turn.h)
    positive: dict[str, tuple[int, int]] = {}
    if turn.divisor is None:
        start = at_w
    else:
        g = s.term(turn.divisor)
        for name in (z, w):
            t = subst(g, {x: name})
            sign = search.prove(known.child(), ("<", ZERO, t), 2)
            positive[name] = (sign, s.add("inv", [sign], of=t))
        rest = padd(turn.h, pmul(turn.quotient, turn.divisor), -1)  # r - r g (1/g)
        over = {
            m: c
            for m, c in rest.items()
            if not any(f[0] == "@inv" and same_inverse(f, turn.divisor) for f, _ in m[1:])
        }
        eqs = [[2, subst(s.term(over), {x: w})]] if over else []
        start = s.add(
            "arith", [at_w, *positive[w]],
            **{"is": ("<=", ZERO, subst(q, {x: w})), "times": [1], "terms": [[1, [0]]], "eqs": eqs},
        )  # fmt: skip
    u = s.fresh("u", "R")
    falls: Term = ("*", Fraction(-1), subst(q, {x: u}))
    domain: set[Key] = set()
    slope = diff(s.kernel, s.nf(falls), u, domain)
    plain = ProofState(s)
    for fact in known.facts:
        if fact.line != at_w:
            plain.add(fact.line)
    inside = between(plain, w, u, z, 1, "<")
    rate = search.prove(inside, ("<=", ZERO, s.term(slope)), depth - 1)
    closed = between(plain, w, u, z, 1, "<=")
    signs = [sign_of(search, closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
    down = s.add("mean_value", [rate, s.hyp(("<=", z, w)), *signs], var=u, of=falls)
    goal: Term = ("<=", ZERO, subst(h, {x: z}))
    if turn.divisor is None:
        return s.add("arith", [start, down], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})
    eqs = [[3, subst(s.term(pscale(over, -1)), {x: z})]] if over else []
    return s.add(
        "arith", [start, down, *positive[z]],
        **{"is": goal, "terms": [[1, [0, 2]], [1, [1, 2]]], "eqs": eqs},
    )  # fmt: skip


def rising(
    search: Search,
    known: ProofState,
    above: ProofState,
    x: str,
    turn: Turn,
    low: Term,
    z: str,
    w: str,
    at_w: int,
    depth: int,
) -> int:
    """h(z) >= 0 from h(w) >= 0: h rises up to z, from the lower end; or it falls from z to w."""
    s = known.s
    assert turn.inner is not None
    once = once_negative(search, above, x, turn.inner, low, depth - 1)
    k = turn.inner.h
    on: Term = ("<=", ZERO, subst(s.term(k), {x: z}))
    goal: Term = ("<=", ZERO, subst(s.term(turn.h), {x: z}))
    order = known.child().prove(("<=", low, z), 1)
    plain = ProofState(s)
    plain.budget = Budget(PROGRAMS)
    for fact in known.facts:
        if fact.line != at_w:
            plain.add(fact.line)
    here = s.hyp(on)
    first = along(
        search,
        plain,
        goal,
        z,
        low,
        1,
        order,
        depth - 2,
        lambda c, u, slope: still_positive(search, c, plain, once, u, z, k, x, here, slope),
    )
    there = s.add("have", [s.hyp(("not", on))], **{"is": ("<", on[2], ZERO)})
    u = s.fresh("u", "R")
    falls: Term = ("*", Fraction(-1), subst(s.term(turn.h), {x: u}))
    domain: set[Key] = set()
    slope = diff(s.kernel, s.nf(falls), u, domain)
    rate = still_negative(search, between(plain, w, u, z, 1, "<"), plain, once, z, u, k, x, there, slope)
    closed = between(plain, w, u, z, 1, "<=")
    signs = [sign_of(search, closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
    down = s.add("mean_value", [rate, s.hyp(("<=", z, w)), *signs], var=u, of=falls)
    second = s.add("arith", [at_w, down], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})
    return s.add("cases", [first, second], on=on)


def positive_before(known: ProofState, also: ProofState, once: int, z: str, w: str, at_w: int) -> int:
    """h(z) >= 0 from h(w) >= 0."""
    s = known.s
    both = of_names(known, also)
    line = s.add("all_e", [s.add("all_e", [once], at=z)], at=w)
    while s.goal(line)[0] == "->":
        premise = s.goal(line)[1]
        found = at_w if s.goal(line)[2][0] != "->" else both.child().prove(premise, 1)
        line = s.add("imp_e", [line, found])
    return line


def still_positive(
    search: Search,
    known: ProofState,
    also: ProofState,
    once: int,
    u: str,
    w: str,
    h: Poly,
    x: str,
    at_w: int,
    slope: Poly,
) -> int:
    """The slope at u is >= 0, as h(w) >= 0 and u is before w."""
    return transferred(search, known, positive_before(known, also, once, u, w, at_w), h, x, u, slope)


def still_negative(
    search: Search,
    known: ProofState,
    also: ProofState,
    once: int,
    z: str,
    u: str,
    h: Poly,
    x: str,
    at_z: int,
    slope: Poly,
) -> int:
    """The slope (of the negative) at u is >= 0, as h(z) < 0 and u is after z."""
    s = known.s
    at_u = subst(s.term(h), {x: u})
    on: Term = ("<=", ZERO, at_u)
    goal: Term = ("<=", at_u, ZERO)
    before = positive_before(known, also, once, z, u, s.hyp(on))
    false = s.add(
        "arith", [before, at_z], **{"is": ("<", ZERO, ZERO), "terms": [[1, [0]], [1, [1]]], "eqs": []}
    )
    yes = s.anything(goal, false)
    no = s.add("have", [s.hyp(("not", on))], **{"is": ("<", at_u, ZERO)})
    no = s.add("arith", [no], **{"is": goal, "terms": [[1, [0]]], "eqs": []})
    return transferred(search, known, s.add("cases", [yes, no], on=on), pscale(h, -1), x, u, slope)


def transferred(search: Search, known: ProofState, line: int, h: Poly, x: str, u: str, slope: Poly) -> int:
    """The slope is >= 0 at u, from h(u) >= 0: it is h times what is at least 0."""
    s, known = known.s, of_names(known)
    goal: Term = ("<=", ZERO, s.term(slope))
    plain_signs(known, slope)
    r = reduce(known, slope)
    at_u = s.nf(subst(s.term(h), {x: u}))
    bare = bare_of(known, slope, at_u)
    ratio, times = proportion(bare.h, at_u)
    if ratio <= 0:
        raise Stuck("the derivative is not a multiple")
    positive = [s.add("exp_pos", [], of=s.term({f[1]: e})) for f, e in times]
    signs = {}
    for p in bare.factors:
        t = s.term(p)
        if s.key(("<=", ZERO, t)) not in signs:
            signs[s.key(("<=", ZERO, t))] = search.prove(known.child(), ("<=", ZERO, t), 2)
    factors = [signs[s.key(("<=", ZERO, s.term(p)))] for p in bare.factors]
    eqs = []
    if bare.root is not None:
        _, inside, multiple = bare.root
        sign = termwise(known, ("<", ZERO, s.term(inside)), 0)
        eqs = [(s.add("exp_log", [sign], of=s.term(inside)), multiple)]
    return close(known, goal, r, [(bare.c * ratio, [line, *positive, *factors], None)], eqs)


def root_apart(h: Poly) -> tuple[Factor, Poly, Poly, Poly] | None:
    """h = r k + m (X - r^2) for a root r = e^(log_of(X)/2): its atom, X, k and m, where there is one."""
    for f in monomial_atoms(h):
        if f[0] != "@exp" or len(f[1]) != 2 or f[1][1][0][0] != "@log" or f[1][1][1] != 1:
            continue
        if any(g is f and e != HALF for m in h for g, e in m[1:]):
            continue
        rest = {m: c for m, c in h.items() if not any(g is f for g, _ in m[1:])}
        times = {("@M", *(fe for fe in m[1:] if fe[0] is not f)): c for m, c in h.items() if m not in rest}
        inside = dict(f[1][1][0][1][1:])
        q, r = divided(rest, inside) or ({}, rest)
        if rest and not r:
            return f, inside, padd(pmul(q, {("@M", (f, HALF)): 1}), times), q
    return None
