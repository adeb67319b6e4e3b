"""Logarithms and exponents of a goal written apart: of products as sums, of numbers by their primes."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

from dpsym.kernel.normal import Factor, Key
from dpsym.language.terms import exponents
from dpsym.prove.calculus.quotient_rule import fraction, only_exponentials
from dpsym.prove.calculus.search import Search
from dpsym.prove.calculus.signs import above_zero, termwise
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.hypotheses import UNIT, Reduced
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul, pscale
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Script, Stuck, Term
from dpsym.prove.tactics.arithmetic import close
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.reduction import equal_exponentials, reduce
from dpsym.prove.tactics.rewriting import Rewriting, from_exponentials
from dpsym.prove.tactics.sample_points import points, values


def logarithms_apart(search: Search, known: ProofState, goal: Term, poly: Poly, depth: int) -> int | None:
    """The goal with logarithms of products and quotients as sums, in exponents too; None where there are none."""
    s = known.s
    new, eqs = poly, []
    powers = dict.fromkeys(fe for m in poly for fe in m[1:])
    for f, e in powers:
        inside: Poly = {("@M", (f, 1)): 1} if f[0] == "@log" else {f[1]: e} if f[0] == "@exp" else {}
        apart, sums = inside, []
        for g in monomial_atoms(inside):
            found = logarithm_apart(known, g) if g[0] == "@log" else None
            if found is not None:
                beside = {
                    ("@M", *(x for x in m[1:] if x != (g, 1))): c for m, c in apart.items() if (g, 1) in m[1:]
                }
                line, total = found
                apart = padd(apart, pmul(beside, padd(s.nf(s.atom(g)), total, -1)), -1)
                sums.append((line, beside))
        plain = inverses_apart(s, apart)
        if not sums and plain == apart:
            continue
        old_term, new_term = s.term(inside), s.term(plain)
        given = [i for i, _ in sums]
        eqs_here = [[k, s.term(b)] for k, (_, b) in enumerate(sums)]
        if plain != apart:
            eqs_here.append([len(given), ONE])
            given.append(known.child().prove(("=", s.term(apart), new_term), 1))
        line = s.add("arith", given, **{"is": ("=", old_term, new_term), "terms": [], "eqs": eqs_here})
        if f[0] == "@exp":
            line = equal_exponentials(known, line, old_term, new_term)
        elif e != 1:
            continue
        value = s.nf(("exp", new_term)) if f[0] == "@exp" else plain
        rest = {("@M", *(x for x in m[1:] if x != (f, e))): c for m, c in poly.items() if (f, e) in m[1:]}
        new = padd(padd(new, {m: c for m, c in poly.items() if (f, e) in m[1:]}, -1), pmul(rest, value))
        eqs.append((line, rest))
        poly = new
    if not eqs:
        return None
    line = search.prove(known, (goal[0], ZERO, s.term(new)), depth)
    return close(known, goal, Reduced(new, eqs=eqs), [(ONE, [line], None)], [])


def tidied(search: Search, known: ProofState, goal: Term, poly: Poly, depth: int) -> int | None:
    """The goal with x (1/x) as 1, 1/(1/x) as x, and logarithms apart inside divisors; None where nothing changes."""
    s = known.s
    if not any(g[0] == "@inv" for f in monomial_atoms(poly) for g in polynomials.inner_atoms(f)):
        return None
    tidy = Rewriting(known, lambda f: None, lambda q: above_zero(known, q), cancel=True)

    tails = any(polynomials.contains_head(f, "@erf") for f in monomial_atoms(poly))

    def rule(f: Factor) -> tuple[int, Poly] | None:
        if f[0] == "@inv":
            return tidy.double(f)
        return logarithm_apart(known, f) if f[0] == "@log" and tails else None

    tidy.rule = rule
    new = tidy.poly(poly)
    if not new.eqs or new.poly == poly:
        return None
    line = search.prove(known, (goal[0], ZERO, s.term(new.poly)), depth)
    return close(known, goal, new, [(ONE, [line], None)], [])


def logarithm_apart(known: ProofState, f: Factor) -> tuple[int, Poly] | None:
    """The line log p = sum of the logarithms of its factors, and that sum; None where p has one factor."""
    s = known.s
    mark = ("apart", f)
    if mark in known.inverses:
        return known.inverses[mark]  # type: ignore[return-value]
    known.inverses[mark] = None
    number = of_number(s, f)
    if number is not None:
        known.inverses[mark] = number  # type: ignore[assignment]
        return number
    plain = reduce(known, dict(f[1][1:]), deep=False).poly
    above, below = fraction(plain)
    found = polynomials.factor(above)
    c, parts = (Fraction(found[0]), found[1]) if found else (Fraction(1), [(above, 1)])
    if not found and len(above) == 1 and polynomials.closed(above):  # log_of(2 pi) is log 2 + log pi
        ((product, number_before),) = above.items()
        c, parts = Fraction(number_before), [({product: 1}, 1)]
    parts = [*parts, *((q, -e) for q, e in below)]
    whole = [q for q, e in parts if e == 1 and not only_exponentials(q)]
    if len(parts) == len(whole) < 2 and plain == dict(f[1][1:]) and c == 1:
        return None
    total: Poly = {}
    signs = known.child()
    for q, e in parts:
        sample = [v for v in values(q, points(known, q)) if v is not None]
        if sample and sample[0][0] < 0:
            q, c = pscale(q, -1), c * (-1) ** e
        if only_exponentials(q):
            ((m, v),) = q.items()
            c *= Fraction(v) ** e
            for g, k in m[1:]:
                total = padd(total, {g[1]: k * e})
            continue
        line = above_zero(known, q)
        if line is None:
            return None
        signs.add(line)
        total = padd(total, s.nf(("log", s.term(q))), e)
    if c <= 0:
        return None
    if c != 1:
        total = padd(total, s.nf(("log", c)))
    with suppress(Stuck, Refused):
        signs.add(termwise(known, ("<", ZERO, s.term(dict(f[1][1:]))), 0))
    line = equal(signs, s.atom(f), s.term(total))
    known.inverses[mark] = (line, total)  # type: ignore[assignment]
    return line, total


def logarithms_of_numbers(known: ProofState, poly: Poly) -> None:
    """Logarithms of numbers become sums of logarithms of primes."""
    for f in monomial_atoms(poly):
        for g in (f, *polynomials.inner_atoms(f)):
            if g[0] == "@log" and g not in known.rewrites:
                found = of_number(known.s, g)
                if found is not None:
                    known.rewrite(g, found[0])


def of_number(s: Script, log_atom: Factor) -> tuple[int, Poly] | None:
    """The line log n = sum of e log p over the primes p of n, and that sum; None for other logarithms."""
    inner = dict(log_atom[1][1:])
    n = Fraction(inner.get(UNIT, 0))
    parts = factored(n) if len(inner) == 1 and n > 0 else None
    if parts is None or parts == {n: 1}:
        return None
    total: Term = ("+", ZERO, *(("*", Fraction(e), ("log", p)) for p, e in parts.items()))
    line = s.numbers.get(n)
    if line is None:
        line = s.numbers[n] = equal(ProofState(s), ("log", n), total)
    return line, s.nf(total)


def factored(n: Fraction) -> dict[Fraction, int] | None:
    """The primes of a positive number with their exponents; None where there are large ones."""
    out: dict[Fraction, int] = {}
    for part, sign in ((n.numerator, 1), (n.denominator, -1)):
        p = 2
        while part > 1 and p < 100:
            while part % p == 0:
                out[Fraction(p)] = out.get(Fraction(p), 0) + sign
                part //= p
            p += 1
        if part > 1:
            return None
    return out


def equal(known: ProofState, one: Term, two: Term) -> int:
    """The line one = two of sums of logarithms, from e^one = e^two, where the logarithms go."""
    s = known.s
    r = reduce(known, padd(s.nf(("exp", one)), s.nf(("exp", two)), -1))
    if r.poly:
        raise Stuck("not the same logarithm")
    return from_exponentials(s, one, two, close(known, ("=", ("exp", one), ("exp", two)), r, [], []))


def inverses_apart(s: Script, p: Poly) -> Poly:
    """p with 1/(c x^k) as 1/c times the k-th power of 1/x."""
    out: Poly = {}
    for m, c in p.items():
        part: Poly = {UNIT: c}
        for f, e in m[1:]:
            inner: Key = f[1][1:] if f[0] == "@inv" else ()
            if len(inner) == 1 and all(g[0] == "@v" for g, _ in inner[0][0][1:]):
                ((product, below),) = inner
                atoms = [(next(iter(s.kernel.c.inv({("@M", (g, 1)): 1}))), k) for g, k in product[1:]]
                part = pscale(part, Fraction(1) / Fraction(below) ** int(e))
                for (_, (over, _)), k in atoms:
                    part = pmul(part, {("@M", (over, k * e)): 1})
            else:
                part = pmul(part, {("@M", (f, e)): 1})
        out = padd(out, part)
    return out


def is_linear(log_atom: Factor) -> bool:
    """Whether the argument of a logarithm is linear in names."""
    return all(m == UNIT or (len(m) == 2 and m[1][1] == 1 and m[1][0][0] == "@v") for m, _ in log_atom[1][1:])


def log_of(t: Term) -> Term:
    """The logarithm of a term, with log 1 = 0."""
    return ZERO if t == ONE else ("log", t)


def with_exponent(s: Script, p: Poly, log_x: Factor, u: str) -> Term:
    """p as a term with u for the logarithm."""

    def product(m: tuple) -> Term:
        parts: list[Term] = []
        for f, e in m[1:]:
            if f is log_x:
                t: Term = u
            elif f[0] == "@exp":
                parts.append(("exp", ("*", Fraction(e), product(f[1]))))
                continue
            elif polynomials.contains(f, log_x):
                raise Stuck("a logarithm inside a function")
            else:
                t = s.atom(f)
            parts += [t if k == 1 else ("^", t, Fraction(k)) for k in exponents(e)]
        return ("*", ONE, *parts)

    return ("+", ZERO, *(("*", Fraction(c), product(m)) for m, c in p.items()))


def grouped(poly: Poly) -> dict[Key, Poly]:
    """The logarithms of a goal by what they are multiplied with, as sums with coefficients."""
    out: dict[Key, Poly] = {}
    for m, c in poly.items():
        logs = [(f, e) for f, e in m[1:] if f[0] == "@log"]
        if len(logs) == 1 and logs[0][1] == 1:
            rest = ("@M", *(fe for fe in m[1:] if fe not in logs))
            out.setdefault(rest, {})[("@M", logs[0])] = Fraction(c)
    return {k: pscale(v, 1 / abs(next(iter(v.values())))) for k, v in out.items()}
