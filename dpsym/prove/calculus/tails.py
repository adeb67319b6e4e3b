"""What falls to a limit: tails of erf against c e^(-q z^2), and sums that fade."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from math import ceil, exp

from dpsym.kernel.analysis import diff
from dpsym.kernel.enclosure import enclose
from dpsym.kernel.normal import Exponent, Factor, Key
from dpsym.kernel.terms import tree
from dpsym.prove.calculus.looking import ends_of, variables
from dpsym.prove.calculus.mean_value import HALF, Sign
from dpsym.prove.calculus.search import PROGRAMS, Search
from dpsym.prove.calculus.signs import inverse_positive, sign_of
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.floats import Unknown, evaluate, in_floats
from dpsym.prove.proof.hypotheses import UNIT, Budget, show
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Stuck, Term, subst
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import exp_monotone
from dpsym.prove.tactics.sample_points import NOISE, negative, points, values


def by_limit(search: Search, known: ProofState, goal: Term, depth: int, falls: Sign | None = None) -> int:
    """f falls, and f(z) >= -c e^(-q z^2) for all z >= x, 1, so f(x) >= -c e^(-q z^2) for all of them: f(x) >= 0."""
    s = known.s
    _, poly = s.rel(goal)
    if goal[0] != "<=" or not any(polynomials.contains_head(f, "@erf") for f in monomial_atoms(poly)):
        raise Stuck("no tails")
    f, moving = s.term(poly), set(search.moving)
    for x in variables(known, poly):
        if any(side < 0 for _, side, _ in ends_of(known, x)) or x in moving:
            continue
        for q in decays(known, poly, x):
            try:
                return in_the_limit(search, known, goal, f, x, q, depth, falls)
            except (Stuck, Refused):
                if search.left < 0:
                    raise
            finally:
                search.moving = set(moving)
    raise Stuck("no limit")


def decays(known: ProofState, poly: Poly, x: str) -> list[Fraction]:
    """Numbers q such that f may tend to 0 as e^(-q x^2) does: c^2 for each erf(c x + ...) in it."""
    s, found = known.s, set()
    todo = list(monomial_atoms(poly))
    for f in [*todo, *(g for p in todo for g in polynomials.inner_atoms(p))]:
        if f[0] == "@erf" and x in f.names:
            rate = diff(s.kernel, dict(f[1][1:]), x)
            try:
                value, _ = evaluate(in_floats(rate), {})
            except Unknown:
                continue
            found.add(Fraction(value * value).limit_denominator(1000))
    return sorted(q for q in found if q)


def in_the_limit(
    search: Search,
    known: ProofState,
    goal: Term,
    f: Term,
    x: str,
    q: Fraction,
    depth: int,
    sign: Sign | None = None,
) -> int:
    """f(x) >= 0, for -f(x) <= c e^(-q z^2) for all z >= x, 1: f falls from x to z, where it is that small."""
    s = known.s
    z, w = s.fresh("z", "R"), s.fresh("w", "R")
    search.moving |= {x, z, w}
    beyond: Term = ("<=", x, z)
    gone: Term = ("exp", ("*", -q, z, z))
    tail = known.child()
    tail.squares.append(s.nf(z))
    order = tail.assume(beyond)
    large: Term = ("<=", ONE, z)
    tail.assume(large)
    risen(tail, known, x, z, order)
    above, c = vanishing(search, tail, s.nf(subst(f, {x: z})), gone)
    g = ("*", -ONE, subst(f, {x: w}))
    domain: set[Key] = set()
    slope = diff(s.kernel, s.nf(g), w, domain)
    closed, inside = known.child(), known.child()
    closed.squares.append(s.nf(w))
    inside.squares.append(s.nf(w))
    for formula in (("<=", x, w), ("<=", w, z)):
        closed.add(s.hyp(formula))
    risen(closed, known, x, w, s.hyp(("<=", x, w)))
    signs = [sign_of(search, closed, dict(p[1:]), tag) for tag, p in sorted(domain, key=str)]
    risen(inside, known, x, w, inside.assume(("<", x, w)))
    inside.assume(("<", w, z))
    falls = (
        search.prove(inside, ("<=", ZERO, s.term(slope)), depth - 1)
        if sign is None
        else sign(inside, w, slope)
    )
    line = s.add("mean_value", [falls, order, *signs], var=w, of=g)
    less: Term = ("<=", ("*", -ONE, f), ("*", c, gone))
    line = s.add("arith", [above, line], **{"is": less, "terms": [[1, [0]], [1, [1]]], "eqs": []})
    for premise in (large, beyond):
        line = s.add("imp_i", [line], **{"is": premise})
    line = s.add("all_i", [line], var=z)
    return above_the_limit(known, goal, f, x, q, c, line)


def above_the_limit(
    known: ProofState, goal: Term, f: Term, x: str, q: Fraction, c: Fraction, line: int
) -> int:
    """f(x) >= 0 from the line that -f(x) <= c e^(-q z^2) for all z >= x, 1.

    Were h = -f(x) > 0: z = x^2 + 1 + k/h has h (1 + q z^2) <= h e^(q z^2) <= c, but q z^2 h^2 >= q k^2 > c^2/4.
    """
    s = known.s
    h: Term = ("*", -ONE, f)
    k = c * (1 / q + 1)
    no = s.hyp(("not", goal))
    positive = s.add("have", [no], **{"is": ("<", ZERO, h)})
    over: Term = ("/", ONE, h)
    equation = s.add("inv", [positive], of=h)
    inverse = s.add(
        "arith", [positive, equation],
        **{"is": ("<", ZERO, over), "times": [0], "terms": [[1, []]], "eqs": [[1, 1]]},
    )  # fmt: skip
    a: Term = ("+", ("*", x, x), ONE)
    far: Term = ("+", a, ("*", k, over))
    terms: list[object] = [[1, [], ("-", x, HALF)], [Fraction(3, 4), []], [k, [0]]]
    later = s.add("arith", [inverse], **{"is": ("<=", x, far), "terms": terms, "eqs": []})
    tiny = s.add("imp_e", [s.add("all_e", [line], at=far), later])
    terms = [[1, [], x], [k, [0]]]
    far_out = s.add("arith", [inverse], **{"is": ("<=", ONE, far), "terms": terms, "eqs": []})
    tiny = s.add("imp_e", [tiny, far_out])
    square: Term = ("*", q, far, far)
    tangent = s.add("exp_tangent", [], of=square)
    one = s.add("exp_pos", [], of=square)
    terms = [
        [1, [0, 2, 3]], [1, [1, 3, 3]], [1, [], ("-", h, c / 2)], [q * k * k - c * c / 4, []],
        [q, [], ("*", h, a)], [2 * q * k, [3], x], [2 * q * k, [3]],
    ]  # fmt: skip
    multiplier = ("+", ("*", 2 * q * k, h, a), ("*", q * k * k, ("+", ("*", h, over), ONE)))
    false = s.add(
        "arith", [tiny, tangent, one, positive, equation],
        **{"is": ("<", ZERO, ZERO), "terms": terms, "eqs": [[4, multiplier]]},
    )  # fmt: skip
    return s.indirectly(goal, false)


def risen(known: ProofState, above: ProofState, x: str, z: str, order: int) -> None:
    """The lower bounds of x are those of z, which is at least x."""
    s = known.s
    for low, side, strict in list(ends_of(above, x)):
        line = above.have(("<" if strict else "<=", low, x)) if side > 0 else None
        if line is not None:
            relation = "<" if strict or s.goal(order)[0] == "<" else "<="
            terms = [[1, [0]], [1, [1]]]
            known.add(s.add("arith", [line, order], **{"is": (relation, low, z), "terms": terms, "eqs": []}))


def vanishing(search: Search, known: ProofState, poly: Poly, gone: Term) -> tuple[int, Fraction]:
    """A line -c gone <= poly by a product certificate, and c: first that, for the goal itself may be of this form."""
    s = known.s
    for f in monomial_atoms(poly):
        if f[0] == "@erf":
            with suppress(Stuck, Refused):
                known.add(tail_bound(known, f, gone))
    sample = points(known, poly)
    for c in (Fraction(1), Fraction(2), Fraction(4)):
        if not negative(padd(poly, s.nf(gone), c), sample):
            known.budget = Budget(PROGRAMS)
            with suppress(Stuck, Refused):
                return known.child().arithmetic(("<=", ("*", -c, gone), s.term(poly)), 2), c
    erfs = {m: v for m, v in poly.items() if any(polynomials.contains_head(f, "@erf") for f, _ in m[1:])}
    if erfs and UNIT in poly:
        erfs[UNIT] = poly[UNIT]
    with suppress(Stuck, Refused):
        others, c = damped(search, known, {m: v for m, v in poly.items() if m not in erfs}, gone)
        for d in (Fraction(0), Fraction(1), Fraction(2)):
            with suppress(Stuck, Refused):
                first = known.child().arithmetic(("<=", ("*", -d, gone), s.term(erfs)), 2)
                goal: Term = ("<=", ("*", -c - d, gone), s.term(poly))
                return s.add(
                    "arith", [first, others], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []}
                ), c + d
    return vanishing_apart(search, known, poly, gone)


def vanishing_apart(search: Search, known: ProofState, poly: Poly, gone: Term) -> tuple[int, Fraction]:
    """The same, found apart for what is made of erf and for the rest."""
    s = known.s
    erfs = {
        m: v
        for m, v in poly.items()
        if m == UNIT or any(polynomials.contains_head(f, "@erf") for f, _ in m[1:])
    }
    parts = [p for p in (erfs, {m: v for m, v in poly.items() if m not in erfs}) if p]
    lines, total = [], ZERO
    for p in parts:
        for c in (ZERO, ONE, 2 * ONE):
            with suppress(Stuck):
                lines.append(search.prove(known.child(), ("<=", ("*", -c, gone), s.term(p)), 2))
                total += c
                break
        else:
            raise Stuck(f"not known to vanish: {show(s.term(p))} >= -2 {show(gone)}")
    terms: list[object] = [[1, [i]] for i in range(len(lines))]
    if not total:
        total = ONE
        terms.append([1, [len(lines)]])
        lines.append(s.add("exp_pos", [], of=gone[1]))
    goal: Term = ("<=", ("*", -total, gone), s.term(poly))
    return s.add("arith", lines, **{"is": goal, "terms": terms, "eqs": []}), total


def damped(search: Search, known: ProofState, poly: Poly, gone: Term) -> tuple[int, Fraction]:
    """A line -c gone <= poly, and c, for products of positive atoms that are bounded where `gone` is taken out."""
    s = known.s
    lines: list[int] = []
    terms: list[list[object]] = []
    total = Fraction(1)  # more than is needed, for c is positive
    terms.append([Fraction(1), [0]])
    lines.append(s.add("exp_pos", [], of=gone[1]))
    for m, v in poly.items():
        exponent: Poly = {}
        now, bound = s.add("arith", [], **{"is": ("<=", ONE, ONE), "terms": [], "eqs": []}), ONE
        sign = s.add("arith", [], **{"is": ("<", ZERO, ONE), "terms": [[1, []]], "eqs": []})
        so_far: Poly = {UNIT: 1}
        for f, e in m[1:]:
            if f[0] == "@exp" and not polynomials.closed({("@M", (f, e)): 1}):
                exponent = padd(exponent, {f[1]: e})
                continue
            part: Poly = {("@M", (f, e)): 1}
            positive, above, most = at_most(search, known, f, e, part)
            both = pmul(so_far, part)
            now = s.add(
                "arith", [now, sign, positive, above],
                **{"is": ("<=", s.term(both), bound * most), "terms": [[most, [0]], [1, [1, 3]]], "eqs": []},
            )  # fmt: skip
            sign = s.add(
                "arith", [sign, positive],
                **{"is": ("<", ZERO, s.term(both)), "terms": [[1, [0, 1]]], "eqs": []},
            )  # fmt: skip
            so_far, bound = both, bound * most
        t = s.term(exponent)
        if v > 0:
            lines += [sign, s.add("exp_pos", [], of=t)]
            terms.append([Fraction(v), [len(lines) - 2, len(lines) - 1]])
            continue
        order = search.prove(known.child(), ("<=", t, gone[1]), 2)
        up = exp_monotone(known, order, "<=", t, gone[1])
        lines += [sign, up, now, lines[0]]
        k, c = len(lines), -Fraction(v)
        terms += [[c, [k - 4, k - 3]], [c, [k - 2, k - 1]]]
        total += c * bound
    goal: Term = ("<=", ("*", -total, gone), s.term(poly))
    return s.add("arith", lines, **{"is": goal, "terms": terms, "eqs": []}), total


def at_most(
    search: Search, known: ProofState, f: Factor, e: Exponent, part: Poly
) -> tuple[int, int, Fraction]:
    """Lines that a power of an atom is positive and at most a number, and the number."""
    s = known.s
    t = s.term(part)
    if polynomials.closed(part):
        low, high = enclose(tree(t), {}, 64)
        if low <= 0:
            raise Stuck("a number of open sign")
        positive = s.add("enclose", [], **{"is": ("<", ZERO, t), "bits": 64})
        most = Fraction(ceil(high * 8), 8)
        return positive, s.add("enclose", [], **{"is": ("<=", t, most), "bits": 64}), most
    if f[0] != "@inv" or e != int(e) or e < 1:
        raise Stuck("not known to be bounded")
    below = s.term(dict(f[1][1:]))
    large = search.prove(known.child(), ("<=", ONE, below), 2)
    above_0 = s.add("arith", [large], **{"is": ("<", ZERO, below), "terms": [[1, [0]], [1, []]], "eqs": []})
    positive, equation = inverse_positive(known, below, above_0)
    over: Term = ("/", ONE, below)
    above = s.add(
        "arith", [positive, large, equation],
        **{"is": ("<=", over, ONE), "terms": [[1, [0, 1]]], "eqs": [[2, -1]]},
    )  # fmt: skip
    if e == 1:
        return positive, above, ONE
    least, less, _ = at_most(search, known, f, e - 1, {("@M", (f, e - 1)): 1})
    both = s.add("arith", [positive, least], **{"is": ("<", ZERO, t), "terms": [[1, [0, 1]]], "eqs": []})
    return both, s.add(
        "arith", [less, above, positive],
        **{"is": ("<=", t, ONE), "terms": [[1, [1]], [1, [0, 2]]], "eqs": []},
    ), ONE  # fmt: skip


def tail_bound(known: ProofState, f: Factor, gone: Term) -> int:
    """1 - erf t <= e^(-E), for an argument t or -t that is at least 0 and has t^2 >= E."""
    s = known.s
    t = s.term(dict(f[1][1:]))
    try:
        sign = known.child().prove(("<=", ZERO, t), 1)
    except Stuck:
        t = ("*", Fraction(-1), t)
        sign = known.child().prove(("<=", ZERO, t), 1)
    line = s.add("erf_tail", [sign], of=t)
    square: Term = ("*", Fraction(-1), t, t)
    if s.key(("<=", square, gone[1])) == s.key(("<=", ZERO, ZERO)):
        return line
    order = known.child().prove(("<=", square, gone[1]), 2)
    up = exp_monotone(known, order, "<=", square, gone[1])
    goal: Term = ("<=", ("-", Fraction(1), ("erf", t)), gone)
    return s.add("arith", [line, up], **{"is": goal, "terms": [[1, [0]], [1, [1]]], "eqs": []})


def fades_far(known: ProofState, poly: Poly, x: str, sample: Sequence[dict]) -> bool:
    """Whether the value is tiny where x is large, as what erf makes is."""
    atom = next(iter(monomial_atoms(known.s.nf(x))))
    rates = decays(known, poly, x)
    far = [(m[atom], v) for m, v in zip(sample, values(poly, sample), strict=True) if m[atom] >= FAR]
    return (
        bool(rates)
        and any(v is not None for _, v in far)
        and all(
            v is None or abs(v[0]) <= 50 * exp(-float(rates[0]) * a * a / 2) + NOISE * v[1] for a, v in far
        )
    )


FAR = 4.5  # a large value: e^(-x^2/4) is small
