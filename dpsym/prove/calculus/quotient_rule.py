"""Positive divisors after which a derivative is simple, zeros of a derivative, and how simple one is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf

from dpsym.kernel.normal import Exponent, Factor, Key, mmul, mono
from dpsym.prove.proof import polynomials
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul, pscale
from dpsym.prove.proof.script import Poly, Script, Term
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.sample_points import values

LARGE = 80  # terms of a polynomial that is left as it is


def fraction(p: Poly) -> tuple[Poly, list[tuple[Poly, int]]]:
    """p as a quotient: what stands above, and the factors below with their powers."""
    below: list[tuple[Poly, int]] = []
    for _ in range(6):
        if len(p) > LARGE:
            break
        inverses = [f for f in monomial_atoms(p) if f[0] == "@inv"]
        f = next(
            (f for f in inverses if not any(f is not g and polynomials.contains(g, f) for g in inverses)),
            None,
        )
        if f is None:
            break
        q = dict(f[1][1:])
        top = max(int(dict(m[1:]).get(f, 0)) for m in p)
        out: Poly = {}
        for m, c in p.items():
            part: Poly = {("@M", *(fe for fe in m[1:] if fe[0] is not f)): c}
            for _ in range(top - int(dict(m[1:]).get(f, 0))):
                part = pmul(part, q)
            out = padd(out, part)
        p = out
        below.append((q, top))
    return p, below


def only_exponentials(p: Poly) -> bool:
    """Whether p is one product of exponentials, with a number."""
    return len(p) == 1 and bool(monomial_atoms(p)) and all(f[0] == "@exp" for f in monomial_atoms(p))


def divisors(
    s: Script, known: ProofState, f: Poly, x: str, sample: Sequence[dict]
) -> Iterator[tuple[Poly | None, Poly]]:
    """Positive g and f/g, whose derivative in x may be simpler than that of f."""
    yield None, f
    seen: set[Key | frozenset] = set()
    for m in f:
        part = tuple((g, e) for g, e in m[1:] if g[0] == "@exp" and x in g.names)
        if part and part not in seen:
            seen.add(part)
            inverse = mono({g: -e for g, e in part})
            yield {("@M", *part): 1}, {mmul(n, inverse): c for n, c in f.items()}
    for a in candidates(s, known, f, x):
        g = positive_divisor(a, x, sample)
        if g is None or (mark := frozenset(g.items())) in seen:
            continue
        seen.add(mark)
        parts = divided(f, g)
        if parts is not None:
            yield g, padd(parts[0], pmul(parts[1], s.kernel.c.inv(g)))


def candidates(s: Script, known: ProofState, f: Poly, x: str) -> list[Poly]:
    """What logarithms of x are multiplied with, powers of x, and what is known to be positive of x."""
    found: list[Poly] = []
    for log_atom in [g for g in monomial_atoms(f) if g[0] == "@log" and x in g.names]:
        a: Poly = {}
        for m, c in f.items():
            if (log_atom, 1) in m[1:]:
                a[("@M", *(fe for fe in m[1:] if fe != (log_atom, 1)))] = c
        if a and not any(log_atom in monomial_atoms({m: 1}) for m in a):
            found.append(a)
    atom = next(iter(monomial_atoms(s.nf(x))))
    powers = {int(e) for m in f for g, e in m[1:] if g is atom}
    found += [{("@M", (atom, k)): 1} for k in sorted(powers)]
    for fact in known.facts:
        if fact.kind in ("ge", "gt") and fact.atoms == [atom] and len(fact.poly) == 2:
            found.append(fact.poly)
    return found


def positive_divisor(a: Poly, x: str, sample: Sequence[dict]) -> Poly | None:
    """The polynomial or its negative with a first coefficient of size 1, where numbers show it positive and it is short;
    else None."""
    inside = [g[0] for g in monomial_atoms(a)]
    if not polynomials.mentions(a, x) or "@inv" in inside or len(a) > 6 or ("@log" in inside and len(a) > 1):
        return None
    found = [v[0] for v in values(a, sample) if v is not None]
    if not found or (min(found) <= 0 <= max(found)):
        return None
    lead = next(iter(a.values()))
    return pscale(a, (1 if found[0] > 0 else -1) / Fraction(abs(lead)))


def divided(p: Poly, a: Poly) -> tuple[Poly, Poly] | None:
    """p = q a + r, by division of polynomials in the atoms."""
    found = polynomials.in_flint(a, p)
    if found is None:
        return {}, p
    (below, above), back = found
    q, r = divmod(above, below)
    return back(q), back(r)


def zeros(s: Script, p: Poly, x: str) -> list[Term]:
    """Where factors of p vanish that are linear in x, or two products whose exponents are."""
    atom = next(iter(monomial_atoms(s.nf(x))))
    p = numerator(p)
    found = polynomials.factor(p) if len(p) <= 60 else None
    out: list[Term] = []
    for q, _ in found[1] if found is not None else [(p, 1)]:
        if not polynomials.mentions(q, x):
            continue
        powers = any(f[0] == "@exp" and x in f.names for m in q for f, _ in m[1:])
        if powers and len(q) == 2 and len({c > 0 for c in q.values()}) == 2:  # c M = d N
            total: Poly = {}
            for (m, c), sign in zip(q.items(), (1, -1), strict=True):
                if abs(c) != 1:
                    total = padd(total, s.nf(("log", Fraction(abs(c)))), sign)
                for f, e in m[1:]:
                    total = padd(
                        total,
                        {f[1]: e} if f[0] == "@exp" else s.nf(("log", s.atom(f))),
                        sign * (1 if f[0] == "@exp" else e),
                    )
            q = total
        logs = {g for m in q for g, _ in m[1:] if g[0] == "@log" and x in g.names}
        if (
            len(logs) == 1
            and len(q) <= 2
            and all(not polynomials.mentions({m: 1}, x) or len(m) == 2 for m in q)
        ):
            (g,) = logs  # c log t + d = 0
            d = {m: v for m, v in q.items() if g not in dict(m[1:])}
            c = q.get(("@M", (g, 1)))
            if c is not None and not polynomials.mentions(d, x):
                value = s.nf(("exp", s.term(pscale(d, -1 / Fraction(c)))))
                q = padd(dict(g[1][1:]), value, -1)
        slope: Poly = {}
        rest: Poly = {}
        for m, c in q.items():
            if (atom, 1) in m[1:]:
                slope[("@M", *(fe for fe in m[1:] if fe != (atom, 1)))] = c
            else:
                rest[m] = c
        if not slope or polynomials.mentions(slope, x) or polynomials.mentions(rest, x):
            continue
        value = pscale(rest, -1)
        over = s.kernel.c.inv(slope)
        parts = divided(value, slope)
        out.append(s.term(padd(parts[0], pmul(parts[1], over)) if parts else pmul(value, over)))
    return out


def numerator(p: Poly) -> Poly:
    """The polynomial times the divisors in it."""
    p, _ = fraction(p)
    lowest: dict[Factor, Exponent] = {}
    for m in p:
        for f, e in m[1:]:
            if f[0] == "@exp" and e < 0:
                lowest[f] = min(e, lowest.get(f, 0))
    if lowest:
        up = mono({f: -e for f, e in lowest.items()})
        p = {mmul(m, up): c for m, c in p.items()}
    return p


def weight(p: Poly, x: str) -> float:
    """How far the derivative is from a constant sign that is plain: transcendental parts and degrees in x."""
    if len(p) > LARGE:
        return inf
    p = numerator(p)
    if not p:
        return 0.0
    if len(p) > LARGE:
        return inf
    found = polynomials.factor(p) if len(p) <= 60 else None
    parts = [q for q, _ in found[1]] if found is not None else [p]
    return sum(part_weight(q, x) for q in parts if len(q) > 1 or polynomials.mentions(q, x))


def part_weight(p: Poly, x: str) -> float:
    """The weight of one factor of a derivative: its kinds of products, each with its degree, logarithms and
    nested exponentials."""
    if len(p) == 1:
        return 0.01
    groups: dict[Key, float] = {}
    for m in p:
        inner = tuple((f, e) for f, e in m[1:] if f[0] != "@v" and x in f.names)
        degree = sum(float(e) for f, e in m[1:] if f[0] == "@v" and f[1] == x)
        logs = sum(float(e) for f, e in inner if f[0] != "@exp")
        deep = sum(1.0 for f, _ in inner if f[0] == "@exp" and len(f[1]) != 2)
        groups[inner] = max(groups.get(inner, 0.0), 2 + degree + 3 * logs + deep)
    return sum(groups.values())


def exponent_of(s: Script, p: Poly) -> Term | None:
    """The exponent of a product of exponentials; the logarithm of a name."""
    ((m, c),) = p.items()
    if c != 1:
        return None
    if all(f[0] == "@exp" for f, _ in m[1:]):
        total: Poly = {}
        for f, e in m[1:]:
            total = padd(total, {f[1]: e})
        return s.term(total)
    if len(m) == 2 and m[1][0][0] == "@v" and m[1][1] == 1:
        return ("log", m[1][0][1])
    return None


def same_inverse(f: Factor, p: Poly) -> bool:
    """Whether the atom 1/q is that of this polynomial."""
    return dict(f[1][1:]) == p
