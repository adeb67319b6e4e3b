"""Product certificates by an exact linear program.

What is found here is a list of multipliers; whether they add up is the kernel's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from flint import fmpq

from dpsym.kernel.normal import Exponent, Key, mmul, mono
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.polynomials import (
    UNIT,
    Poly,
    degrees,
    monomial_atoms,
    padd,
    pmul,
)
from dpsym.reals.exact import exact, fraction
from dpsym.reals.simplex import CONSTANT, TooLong, solution

COLUMNS = 2500


def plausible(p: Mapping, facts: Iterable) -> bool:
    """False when p is negative for an obvious reason: negative coefficients on products of nonnegative atoms."""
    if any(c > 0 for c in p.values()):
        return True
    if not p:
        return True
    known = set()
    for f in facts:
        if f.kind in ("ge", "gt") and len(f.poly) == 1:
            ((m, c),) = f.poly.items()
            if c > 0 and len(m) == 2:
                known.add(m[1][0])
    return not all(f.tree[0] == "@exp" or f in known or e % 2 == 0 for m in p for f, e in m[1:])


def combine(
    core: Mapping, strict: bool, facts: list, degree: int, squares: list, powers: bool = False
) -> tuple[list, list] | None:
    """core = sum c * product of inequality facts (* square) + sum multiplier * equation, with c >= 0.

    With `powers` a product may have the powers of an atom that the facts have, not only those of the core.
    Returns (terms, equations) as (c, lines, square) and (line, multiplier), or None (which means nothing).
    """
    inequalities = [f for f in facts if f.kind in ("ge", "gt")]
    cap = degrees(core)
    for f in facts:
        for g in f.atoms:
            cap[g] = max(cap.get(g, 1), f.degrees.get(g, 1) if powers else 1)
    for g, e in cap.items():
        cap[g] = max(e, 1)
    products = [*_products(inequalities, cap, degree), *_with_squares(inequalities, squares, degree)]
    multipliers = [
        (f.line, m, pmul(m, f.poly)) for f in facts if f.kind == "eq" for m in _multipliers(f, core, degree)
    ]
    solution = _solve(
        core,
        [p for _, p, _, _ in products],
        [p for *_, p in multipliers],
        [i for i, x in enumerate(products) if x[2]] if strict else None,
    )
    if solution is None:
        return None
    xs, ys = solution
    terms = [(c, products[i][0], products[i][3]) for i, c in enumerate(xs) if c]
    return terms, _merged(multipliers, ys)


Product = tuple[
    list[int], Poly, bool, Poly | None
]  # lines, their product (with a square), whether it is positive, the square


def _products(inequalities: list, cap: Mapping, degree: int) -> list[Product]:
    """The products of up to so many facts, as far as their degrees stay below the cap."""
    sizes = [f.degrees for f in inequalities]
    products: list[Product] = [([], {UNIT: 1}, True, None)]
    layer: list[tuple[tuple[int, ...], Poly, dict]] = [((), {UNIT: 1}, {})]
    for d in range(1, degree + 1):
        grown = []
        for index, p, size in layer:
            for k in range(index[-1] if index else 0, len(inequalities)):
                total = _together(size, sizes[k], cap)
                if total is None and d > 1:
                    continue
                fact = inequalities[k]
                product = fact.times(p) if d > 1 else fact.poly
                grown.append(((*index, k), product, sizes[k] if total is None else total))
            if len(grown) > COLUMNS:
                break
        layer = grown
        for index, q, _ in layer:
            positive = all(inequalities[k].kind == "gt" for k in index)
            products.append(([inequalities[k].line for k in index], q, positive, None))
        if len(products) > COLUMNS:
            break
    return products


def _together(one: Mapping, two: Mapping, cap: Mapping) -> dict | None:
    """The degrees of a product, or None when they pass the cap."""
    total = dict(one)
    for g, e in two.items():
        total[g] = total.get(g, 0) + e
        if total[g] > cap.get(g, 0):
            return None
    return total


def _with_squares(inequalities: list, squares: list, degree: int) -> list[Product]:
    """The squares times one fact, or two."""
    found: list[Product] = []
    for square in squares:
        q2 = pmul(square, square)
        base = [([], {UNIT: 1})] + [([f.line], f.poly) for f in inequalities]
        base += [
            ([f.line, g.line], pmul(f.poly, g.poly))
            for i, f in enumerate(inequalities)
            for g in inequalities[i:]
            if degree >= 3
        ]
        found += [(lines, pmul(q2, p), False, square) for lines, p in base]
    return found


def _merged(multipliers: list[tuple[int, Poly, Poly]], ys: list[Fraction]) -> list[tuple[int, Poly]]:
    """For each equation the sum of its multipliers."""
    merged: dict[int, Poly] = {}
    for (line, m, _), c in zip(multipliers, ys, strict=True):
        if c:
            merged[line] = padd(merged.get(line, {}), m, c)
    return [(line, m) for line, m in merged.items() if m]


def _multipliers(equation: Fact, core: Mapping, degree: int) -> list[Poly]:
    """Monomials by which an equation may be multiplied."""
    out: list[Poly] = [{UNIT: 1}]
    if degree < 2:
        return out
    seen = {UNIT}
    atoms = set(monomial_atoms(core)) | set(monomial_atoms(equation.poly))
    for m in core:
        for n in equation.poly:
            if len(n) == 1:
                quotient = m
            else:
                d = dict(m[1:])
                if any(d.get(f, 0) < e for f, e in n[1:]):
                    continue
                for f, e in n[1:]:
                    d[f] = d.get(f, 0) - e
                quotient = mono(d)
            if quotient not in seen:
                seen.add(quotient)
                out.append({quotient: 1})
    for f in sorted(atoms):
        unit = ("@M", (f, 1))
        if unit not in seen:
            seen.add(unit)
            out.append({unit: 1})
    if degree >= 3:
        for a in list(out):
            for f in sorted(atoms):
                (m,) = a
                p = mmul(m, ("@M", (f, 1)))
                if p not in seen and len(out) < 120:
                    seen.add(p)
                    out.append({p: 1})
    return out


def combine_equations(core: Mapping, facts: list, degree: int) -> list[tuple[int, Poly]] | None:
    """core = sum multiplier * equation."""
    multipliers: list[tuple[int, Poly, Poly]] = []
    for f in facts:
        for m in _multipliers(f, core, degree):
            multipliers.append((f.line, m, pmul(m, f.poly)))
    solution = _solve(core, [], [p for *_, p in multipliers], None)
    if solution is None:
        return None
    return _merged(multipliers, solution[1])


def _solve(
    goal: Mapping, positive: list, free: list, strict: list[int] | None
) -> tuple[list[Fraction], list[Fraction]] | None:
    """Exact feasibility: goal = sum x p + sum y q, x >= 0 (and sum of x over `strict` > 0)."""
    number: dict[Key, int] = {}  # of each monomial
    columns = [[(number.setdefault(m, len(number)), c) for m, c in p.items()] for p in (*positive, *free)]
    if not goal.keys() <= number.keys():
        return None
    n = len(positive)
    wanted = {number[m]: c for m, c in goal.items() if c}
    nothing = _vanishing(wanted, columns[:n], {m for column in columns[n:] for m, _ in column})
    strict = strict if strict is None else [j for j in strict if j not in (nothing or ())]
    if nothing is None or strict == []:
        return None
    rows: dict[int, dict[int, fmpq]] = {}  # one equation a monomial
    for j, column in enumerate(columns):
        if j not in nothing:
            for m, c in column:
                rows.setdefault(m, {})[j] = exact(c)
    for m, c in wanted.items():
        if m not in rows:
            return None
        rows[m][CONSTANT] = -exact(c)
    try:
        found = solution(rows.values(), range(n, len(columns)), strict)
    except TooLong:
        return None
    if found is None:
        return None
    values = [Fraction(0)] * len(columns)
    for j, v in found.items():
        values[j] = fraction(v)
    return values[:n], values[n:]


def _vanishing(
    wanted: Mapping[int, Exponent], columns: Sequence[list[tuple[int, Exponent]]], in_equations: set[int]
) -> set[int] | None:
    """Of the columns with multipliers x >= 0 those whose multiplier is 0 in every solution; None where it is seen at once
    that there is no solution.  Monomials have numbers here.

    A monomial that no equation has and that all columns have with one sign adds up to nothing else than its coefficient in
    the goal: where that is 0 they all vanish, and then others may.
    """
    met: dict[int, list[int]] = {m: [] for m in wanted}  # the columns with a monomial
    count: tuple[dict[int, int], dict[int, int]] = {}, {}  # of those left: with it above 0, below
    for j, column in enumerate(columns):
        for m, c in column:
            met.setdefault(m, []).append(j)
            count[c < 0][m] = count[c < 0].get(m, 0) + 1
    found: set[int] = set()
    waiting = [m for m in met if m not in in_equations and not (count[0].get(m) and count[1].get(m))]
    while waiting:
        m = waiting.pop()
        if c := wanted.get(m, 0):
            if not count[c < 0].get(m):
                return None
            continue
        for j in met[m]:
            if j not in found:
                found.add(j)
                for k, c in columns[j]:
                    count[c < 0][k] -= 1
                    if not count[c < 0][k] and k not in in_equations:
                        waiting.append(k)
    return found
