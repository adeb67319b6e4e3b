"""Exponentials, logarithms and erf: what orders them, and the facts about them that a linear program may use."""

from __future__ import annotations

import itertools
from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.analysis import diff
from dpsym.kernel.enclosure import enclose
from dpsym.kernel.normal import Exponent, Factor, negated
from dpsym.kernel.terms import tree
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.hypotheses import UNIT
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pscale
from dpsym.prove.proof.script import ONE, ZERO, Poly, Script, Stuck, Term
from dpsym.prove.proof.state import State
from dpsym.prove.tactics.reduction import equal_exponentials, exp_monotone, reduced_fact

BITS = 80  # of the enclosure of a number


def by_tangent(known: State, goal: Term, kind: str, poly: Poly, _effort: int) -> int:
    """Use 1 + x <= e^x for an exponential in the goal: what is left must hold without it."""
    s = known.s
    for product, c in poly.items():
        if c <= 0 or len(product) < 2 or any(f[0] != "@exp" for f, _ in product[1:]):
            continue
        exponent: Poly = {}
        for f, e in product[1:]:
            exponent = padd(exponent, {f[1]: e})
        x = s.term(exponent)
        line = s.add("exp_tangent", [], of=x)
        _, tangent = s.rel(s.goal(line))
        rest = padd(poly, tangent, -Fraction(c))
        if any(f[0] == "@exp" for f in monomial_atoms(rest)):
            continue
        try:
            left = known.prove(("<=" if kind == "ge" else "<", ZERO, s.term(rest)), 1)
        except Stuck:
            continue
        return s.add(
            "arith", [left, line], **{"is": goal, "terms": [[1, [0]], [Fraction(c), [1]]], "eqs": []}
        )
    raise Stuck("no tangent helps")


def by_exponential(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int:
    """e^a against e^b from a against b."""
    s = known.s
    if len(poly) != 2 or len({abs(c) for c in poly.values()}) != 1 or sum(poly.values()) != 0:
        raise Stuck("not two exponentials")
    if any(f[0] != "@exp" for m in poly for f, _ in m[1:]):
        raise Stuck("not two exponentials")
    exponents: dict[bool, Term] = {}
    for product, c in poly.items():
        exponent: Poly = {}
        for f, e in product[1:]:
            exponent = padd(exponent, {f[1]: e})
        exponents[c > 0] = s.term(exponent)
    low, high = exponents[False], exponents[True]
    scale = abs(Fraction(next(iter(poly.values()))))
    if kind != "eq":
        relation = "<=" if kind == "ge" else "<"
        line = exp_monotone(known, known.prove((relation, low, high), effort), relation, low, high)
        return s.add("arith", [line], **{"is": goal, "terms": [[scale, [0]]], "eqs": []})
    line = equal_exponentials(known, known.prove(("=", low, high), effort), low, high)
    _, equation = s.rel(s.goal(line))
    factor = next(Fraction(poly[m]) / Fraction(equation[m]) for m in poly)
    return s.add("arith", [line], **{"is": goal, "terms": [], "eqs": [[0, factor]]})


def by_logarithm(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int:
    """bound <= log t from e^bound <= t, and log t <= bound from t <= e^bound (strict likewise)."""
    s = known.s
    candidates = [(m, c) for m, c in poly.items() if len(m) == 2 and m[1][0][0] == "@log" and m[1][1] == 1]
    for product, c in candidates:
        log = product[1][0]
        rest = {m: v for m, v in poly.items() if m != product}
        if any(polynomials.contains(f, log) for f in monomial_atoms(rest)):
            continue
        bound = s.term(pscale(rest, -1 / Fraction(c)))
        t = s.term(dict(log[1][1:]))
        relation, reverse = ("<=", "<") if kind == "ge" else ("<", "<=")
        low, high = (bound, ("log", t)) if c > 0 else (("log", t), bound)
        exp_low, exp_high = (("exp", bound), t) if c > 0 else (t, ("exp", bound))
        try:
            positive = known.prove(("<", ZERO, t), 2)
            outside = known.prove((relation, exp_low, exp_high), effort)
        except Stuck:
            continue
        equation = s.add("exp_log", [positive], of=t)
        opposite = s.hyp((reverse, high, low))
        monotone = exp_monotone(known, opposite, reverse, high, low)
        wrong = s.add(
            "arith",
            [monotone, equation],
            **{
                "is": (reverse, exp_high, exp_low),
                "terms": [[1, [0]]],
                "eqs": [[1, ONE if c > 0 else -ONE]],
            },
        )
        inner: Term = (relation, low, high)
        contradiction = s.add("absurd", [outside, wrong], **{"is": inner})
        line = s.add("cases", [s.hyp(inner), contradiction], on=inner)
        return s.add("arith", [line], **{"is": goal, "terms": [[abs(Fraction(c)), [0]]], "eqs": []})
    raise Stuck("no logarithm to compare")


def order_from_facts(known: State, units: dict[Factor, Exponent]) -> list[int]:
    """From a known order of exponents (and logarithms of numbers) the order of the exponentials."""
    s = known.s
    bases = {f[1]: f for f in units}
    out = []
    for fact in known.facts:
        if not any(m in bases for m in fact.poly) or len(fact.poly) < 2:
            continue
        if not all(m in bases or m == UNIT or (len(m) == 2 and m[1][0][0] == "@log") for m in fact.poly):
            continue
        if (
            fact.kind != "eq"
            and len(fact.poly) == 2
            and all(m in bases for m in fact.poly)
            and set(map(abs, fact.poly.values())) == {1}
        ):
            continue  # the pairwise comparison has it
        base = next(m for m in fact.poly if m in bases)
        scale = units[bases[base]] / abs(Fraction(fact.poly[base]))
        mark = ("order", fact.line, scale)
        if mark not in known.exponentials:
            low = s.term({m: -c * scale for m, c in fact.poly.items() if c < 0})
            high = s.term({m: c * scale for m, c in fact.poly.items() if c > 0})
            if fact.kind == "eq":
                known.exponentials[mark] = [equal_exponentials(known, fact.line, low, high, scale)]
            else:
                relation = "<" if fact.kind == "gt" else "<="
                line = s.add(
                    "arith",
                    [fact.line],
                    **{"is": (relation, low, high), "terms": [[scale, [0]]], "eqs": []},
                )
                known.exponentials[mark] = [exp_monotone(known, line, relation, low, high)]
        out += known.exponentials[mark]
    return out


def exponential_facts(known: State, core: Poly, facts: list[Fact]) -> list[Fact]:
    """0 < e^m, e^m against 1, and e^m against e^n, wherever the exponents' order is known linearly."""
    s = known.s
    units: dict[Factor, Exponent] = {}
    powers: dict[Factor, set[Exponent]] = {}
    for poly in (core, *(f.poly for f in facts)):
        for product in poly:
            for f, e in product[1:]:
                if f[0] == "@exp":
                    units[f] = polynomials.common_unit(units.get(f), e)
                    powers.setdefault(f, set()).add(abs(e))
    out: list[Fact] = []
    for f, unit in units.items():
        for power in sorted(powers[f] | {unit})[:3]:
            mark = ("exp", f, power)
            if mark not in known.exponentials:
                known.exponentials[mark] = (
                    [s.add("exp_pos", [], of=s.term({f[1]: power}))] if power == unit else []
                )
                known.exponentials[mark] += against_one(known, f, power)
            out += [known.as_fact(i) for i in known.exponentials[mark]]
    out += [reduced_fact(known, known.as_fact(i)) for i in order_from_facts(known, units)]
    plain = [f for f in units if len(f[1]) == 2 or not polynomials.contains_head(f, "@log")]
    for f, g in itertools.combinations(plain, 2):
        both = ("pair", f, g)
        if both not in known.exponentials:
            known.exponentials[both] = against_another(known, f, g)
        out += [known.as_fact(i) for i in known.exponentials[both]]
    return out


def normal_facts(known: State, core: Poly, facts: list[Fact]) -> list[Fact]:
    """-1 < erf t < 1, its tail where t >= 0 is known, and rational bounds of numbers made of pi or erf."""
    out = []
    powers = dict.fromkeys(
        fe for p in (core, *(x.poly for x in facts)) for product in p for fe in product[1:]
    )
    for f, e in powers:
        number = f[0] != "@erf" or polynomials.closed({("@M", (f, 1)): 1})
        mark = (f, e) if number else f
        if mark not in known.exponentials:
            if number and not (
                (f[0] == "@erf" or polynomials.contains_head(f, "@pi"))
                and polynomials.closed({("@M", (f, e)): 1})
            ):
                continue
            known.exponentials[mark] = (
                number_bounds(known, {("@M", (f, e)): 1}) if number else erf_bounds(known, f)
            )
        out += [reduced_fact(known, known.as_fact(i)) for i in known.exponentials[mark]]
        if not number and negated(f[1]) in {g[1] for g, _ in powers if g[0] == "@erf"}:
            out.append(reduced_fact(known, known.as_fact(erf_odd(known, f))))
    return out


def erf_odd(known: State, f: Factor) -> int:
    """erf(-t) = -erf t for a t like u - v, of which the normal form keeps both signs: it holds for a number, so for t."""
    s = known.s
    if (f, "odd") not in known.exponentials:
        z = s.fresh("z", "R")
        said = ("=", ("+", ("erf", z), ("erf", ("*", -ONE, z))), ZERO)
        whole = s.add("all_i", [s.add("arith", [], **{"is": said})], var=z)
        known.exponentials[f, "odd"] = [s.add("all_e", [whole], at=s.term(dict(f[1][1:])))]
    return known.exponentials[f, "odd"][0]


def erf_bounds(known: State, f: Factor) -> list[int]:
    """The lines that bound the value f of erf: -1 < f < 1, and its tail where the sign of its argument is
    known."""
    s, t = known.s, known.s.term(dict(f[1][1:]))
    both = s.add("erf_bounds", [], of=t)
    lines = [s.add("and_e", [both], part=k) for k in (1, 2)]
    known.exponentials[f] = lines  # what is looked for below does not need the tail
    for sign in (t, ("*", -ONE, t)):
        with suppress(Stuck):
            return [*lines, s.add("erf_tail", [known.prove(("<=", ZERO, sign), 2)], of=sign)]
    return lines


def erf_rises(s: Script, order: int) -> int:
    """erf a <= erf b from a <= b, and erf a < erf b from a < b: its derivative is positive."""
    z = s.fresh("z", "R")
    slope = diff(s.kernel, s.nf(("erf", z)), z)
    ((m, c),) = slope.items()
    lines = [s.add("exp_pos", [], of=s.term({f[1]: e})) for f, e in m[1:]]
    rises = s.add(
        "arith", lines,
        **{"is": (s.goal(order)[0], ZERO, s.term(slope)), "terms": [[Fraction(c), list(range(len(lines)))]], "eqs": []},
    )  # fmt: skip
    return s.add("mean_value", [rises, order], var=z, of=("erf", z))


def by_errors(known: State, goal: Term, kind: str, poly: Poly, effort: int) -> int:
    """c erf a <= c erf b from a <= b, strictly or not; also where one of them is erf 0, which is 0."""
    s = known.s
    if not 1 <= len(poly) <= 2 or any(len(m) != 2 or m[1][0][0] != "@erf" or m[1][1] != 1 for m in poly):
        raise Stuck("not an order of two values of erf")
    if len(poly) == 2 and sum(poly.values()) != 0:
        raise Stuck("not the same multiple of two values of erf")
    places = {c > 0: s.term(dict(m[1][0][1][1:])) for m, c in poly.items()}
    relation, low, high = "<" if kind == "gt" else "<=", places.get(False, ZERO), places.get(True, ZERO)
    root: Term = ("exp", ("*", Fraction(1, 2), ("log", Fraction(2))))  # Phi(t) speaks of t over the root of 2
    child = known.child()
    child.add(known.prove((relation, ("*", root, low), ("*", root, high)), effort))
    line = erf_rises(s, child.arithmetic((relation, low, high), 2))
    size = abs(Fraction(next(iter(poly.values()))))
    return s.add("arith", [line], **{"is": goal, "terms": [[size, [0]]], "eqs": []})


def number_bounds(known: State, poly: Poly) -> list[int]:
    """Lines with rational bounds of a number; where the enclosure of erf does not tell it from its limit, that it is not."""
    s, t = known.s, known.s.term(poly)
    low, high = enclose(tree(t), {}, BITS)
    lines = [s.add("enclose", [], **{"is": q, "bits": BITS}) for q in (("<=", low, t), ("<=", t, high))]
    factors = {f for product in poly for f, _ in product[1:] if f[0] == "@erf"}
    for f in factors if low <= -1 or high >= 1 else ():
        both = s.add("erf_bounds", [], of=s.term(dict(f[1][1:])))
        lines += [s.add("and_e", [both], part=k) for k in (1, 2)]
    return lines


def against_one(known: State, f: Factor, unit: Exponent) -> list[int]:
    """1 <= e^m from 0 <= m (strict likewise), e^m <= 1 from m <= 0."""
    s = known.s
    m = s.term({f[1]: unit})
    for relation, low, high in (("<", ZERO, m), ("<=", ZERO, m)):
        line = known.quick((relation, low, high))
        if line is not None:
            tangent = s.add("exp_tangent", [], of=m)
            return [
                s.add(
                    "arith",
                    [line, tangent],
                    **{"is": (relation, ONE, ("exp", m)), "terms": [[1, [0]], [1, [1]]], "eqs": []},
                )
            ]
    for relation in ("<", "<="):
        line = known.quick((relation, m, ZERO))
        if line is not None:
            minus = ("*", -ONE, m)
            tangent = s.add("exp_tangent", [], of=minus)
            one = s.add(
                "arith",
                [line, tangent],
                **{"is": (relation, ONE, ("exp", minus)), "terms": [[1, [0]], [1, [1]]], "eqs": []},
            )
            positive = s.add("exp_pos", [], of=m)
            return [
                s.add(
                    "arith",
                    [one, positive],
                    **{"is": (relation, ("exp", m), ONE), "terms": [[1, [0, 1]]], "eqs": []},
                )
            ]
    return []


def against_another(known: State, f: Factor, g: Factor) -> list[int]:
    """e^m <= e^n from m <= n (strict likewise), either way round."""
    s = known.s
    m, n = s.term({f[1]: Fraction(1)}), s.term({g[1]: Fraction(1)})
    for a, b in ((m, n), (n, m)):
        for relation in ("<", "<="):
            line = known.quick((relation, a, b))
            if line is not None:
                return [exp_monotone(known, line, relation, a, b)]
    return []
