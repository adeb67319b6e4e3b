"""Signs that need little search: term by term, of what functions stand on, by known factors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.normal import Exponent, Factor, mmul, mono
from dpsym.prove.calculus.search import PROGRAMS, Search
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.hypotheses import UNIT, Budget
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Stuck, Term
from dpsym.prove.tactics.proof_state import ProofState


def termwise(known: ProofState, goal: Term, _depth: int) -> int:
    """A sum of products of factors that are known to be positive, or at least 0."""
    s = known.s
    kind, poly = s.rel(goal)
    if any(c < 0 for c in poly.values()):
        raise Stuck("a negative term")
    given: list[int] = []
    terms: list[list[object]] = []
    strict = kind == "ge"
    for m, c in poly.items():
        lines: list[int] = []
        square: Poly = {}
        for f, e in m[1:]:
            line = factor_positive(known, f, e)
            if line is None and e % 2 == 0:
                square = pmul(square or {UNIT: 1}, {("@M", (f, e // 2)): 1})
            elif line is None:
                raise Stuck("a factor of open sign")
            else:
                lines += [line] * (1 if f[0] == "@exp" else int(e))
        strict = strict or (not square and all(s.goal(i)[0] == "<" for i in lines))
        first = len(given)
        given += lines
        terms.append([Fraction(c), list(range(first, len(given))), *([s.term(square)] if square else [])])
    if not strict:
        raise Stuck("a factor of open sign")
    return s.add("arith", given, **{"is": goal, "terms": terms, "eqs": []})


def factor_positive(known: ProofState, f: Factor, e: Exponent) -> int | None:
    """That an atom (a power of an exponential) is positive, or at least 0, where that is plain."""
    s = known.s
    if f[0] == "@exp":
        return s.add("exp_pos", [], of=s.term({f[1]: e}))
    if f[0] == "@pi":
        return s.add("enclose", [], **{"is": ("<", ZERO, ("pi",)), "bits": 64})
    single: Poly = {("@M", (f, 1)): 1}
    facts = [x for x in known.facts if x.kind in ("gt", "ge") and x.poly == single]
    if facts:
        return next((x for x in facts if x.kind == "gt"), facts[0]).line
    if f[0] == "@inv":
        with suppress(Stuck, Refused):
            below = s.term(dict(f[1][1:]))
            return inverse_positive(known, below, termwise(known, ("<", ZERO, below), 0))[0]
    return None


def inverse_positive(known: ProofState, below: Term, sign: int) -> tuple[int, int]:
    """0 < 1/p and p (1/p) = 1, from 0 < p."""
    s = known.s
    equation = s.add("inv", [sign], of=below)
    goal: Term = ("<", ZERO, ("/", ONE, below))
    line = s.add("arith", [sign, equation], **{"is": goal, "times": [0], "terms": [[1, []]], "eqs": [[1, 1]]})
    return line, equation


def pinned(known: ProofState) -> None:
    """What is at least 0 and has a sum with other such at most 0 is 0: x = 0 from -x^2 - y^2 >= 0."""
    s = known.s
    for fact in list(known.facts):
        if (
            fact.kind != "ge"
            or not fact.poly
            or len(fact.poly) > 8
            or ("pinned", fact.line) in known.inverses
        ):
            continue
        known.inverses["pinned", fact.line] = None
        for q, k, c, others in even_parts(fact.poly):
            with suppress(Stuck, Refused):
                rest = termwise(known, ("<=", ZERO, s.term(others)), 0)
                t = s.term(q)
                if k == 1:
                    least = termwise(known, ("<=", ZERO, t), 0)
                    terms = [[1 / c, [0]], [1 / c, [1]]]
                    most = s.add(
                        "arith", [fact.line, rest], **{"is": ("<=", t, ZERO), "terms": terms, "eqs": []}
                    )
                    known.add(s.add("antisym", [most, least]))
                    continue
                lines = []
                for low, high in ((t, ZERO), (ZERO, t)):
                    goal = ("<=", low, high)
                    over = s.add("have", [s.hyp(("not", goal))], **{"is": ("<", high, low)})
                    terms = [[c, [0] * k], [1, [1]], [1, [2]]]
                    false = s.add(
                        "arith", [over, fact.line, rest],
                        **{"is": ("<", ZERO, ZERO), "terms": terms, "eqs": []},
                    )  # fmt: skip
                    lines.append(s.indirectly(goal, false))
                known.add(s.add("antisym", lines))


def plain_signs(known: ProofState, poly: Poly) -> None:
    """Signs of divisors and of arguments of logarithms under an exponential, where they need no search."""
    s = known.s
    for f in monomial_atoms(poly):
        for g in (f, *polynomials.inner_atoms(f)):
            mark = g if g[0] == "@inv" else ("explog", g)
            if g[0] not in ("@inv", "@log") or known.inverses.get(mark) is not None:
                continue
            p = dict(g[1][1:])
            with suppress(Stuck, Refused):
                t = s.term(p)
                sign = termwise(known, ("<", ZERO, t), 0)
                known.inverses[mark] = (s.add("inv" if g is mark else "exp_log", [sign], of=t), sign, p)


def above_zero(known: ProofState, p: Poly) -> int | None:
    """That a factor is positive, where that needs no search."""
    goal: Term = ("<", ZERO, known.s.term(p))
    with suppress(Stuck, Refused):
        return termwise(known, goal, 0)
    child = known.child()
    child.budget = Budget(PROGRAMS)
    with suppress(Stuck, Refused):
        return child.prove(goal, 2)
    return None


def sign_of(search: Search, known: ProofState, p: Poly, tag: str) -> int:
    """The line that p is positive, or negative (of a logarithm's argument only positive); Stuck where neither
    is found."""
    t = known.s.term(p)
    for goal in (("<", ZERO, t), ("<", t, ZERO)):
        with suppress(Stuck):
            return known.child().prove(goal, 2)
        if tag == "@log":
            break
    return search.prove(known.child(), ("<", ZERO, t), 2)


def even_parts(p: Poly) -> Iterator[tuple[Poly, int, Fraction, Poly]]:
    """q, k, c and r with p = -c q^k - r, for names q, and for the root q of a square."""
    found = polynomials.factor(p) if any(c > 0 for c in p.values()) or len(p) == 1 else None
    if found is not None and found[0] < 0 and all(e % 2 == 0 for _, e in found[1]):
        q: Poly = {UNIT: 1}
        for part, e in found[1]:
            for _ in range(e // 2):
                q = pmul(q, part)
        yield q, 2, -Fraction(found[0]), {}
    if all(c < 0 for c in p.values()):
        for m, c in p.items():
            if len(m) == 2 and m[1][0][0] == "@v" and (m[1][1] == 1 or m[1][1] % 2 == 0):
                others = {n: -v for n, v in p.items() if n != m}
                yield {("@M", (m[1][0], 1)): 1}, int(m[1][1]), -Fraction(c), others


def proportion(p: Poly, q: Poly) -> tuple[Fraction, list[tuple[Factor, Exponent]]]:
    """c and powers of exponentials whose product with q is p; c = 0 where there are none."""
    if q and len(p) == len(q):  # nothing is a multiple of 0
        lead, below = next(iter(q.items()))
        inverse = mono({f: -e for f, e in lead[1:]})
        for m, above in p.items():
            times = mmul(m, inverse)
            c = Fraction(above) / Fraction(below)
            if all(f[0] == "@exp" for f, _ in times[1:]) and not padd(p, pmul(q, {times: c}), -1):
                return c, list(times[1:])
    return Fraction(0), []
