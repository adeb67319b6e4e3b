"""Product certificates by an exact linear program, and the polynomial arithmetic that goes with them.

Polynomials are the kernel's: a dict from a canonical product ("@M", (atom, exponent), ...) to a rational.  What is
found here is a list of multipliers; whether they add up is the kernel's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from dpsym.kernel.normal import Exponent, Factor, Key, mmul, mono, slim
from dpsym.reals.simplex import CONSTANT, TooLong, rational, solution

if TYPE_CHECKING:
    from dpsym.prove.hypotheses import Fact

Poly = dict
UNIT: tuple = ("@M",)
WHOLE = Fraction(1)
COLUMNS = 2500
REPEATED = 1000  # times that one line is a factor of a product, at most

product_of = lru_cache(200_000)(mmul)  # the same products of facts come up in obligation after obligation


# ---------------------------------------------------------------------------------------------- polynomials
def padd(p: Mapping, q: Mapping, c: Exponent = 1) -> Poly:
    """p + c q."""
    r, c = dict(p), slim(c)
    for m, x in q.items():
        v = r.get(m, 0) + c * x
        if v:
            r[m] = v if type(v) is int else slim(v)
        else:
            r.pop(m, None)
    return r


def pscale(p: Mapping, c: Exponent) -> Poly:
    """The polynomial times a number."""
    c = slim(c)
    return {m: slim(c * x) for m, x in p.items()} if c else {}


def text(x: object) -> str:
    """A key to sort canonical trees by."""
    return repr(x)


def pmul(p: Mapping, q: Mapping) -> Poly:
    """The product of two polynomials."""
    r: Poly = {}
    for a, x in p.items():
        for b, y in q.items():
            m = product_of(a, b)
            r[m] = r.get(m, 0) + x * y
    return {m: c if type(c) is int else slim(c) for m, c in r.items() if c}


def monomial_atoms(p: Mapping) -> list:
    """The atoms (factors) of a polynomial, each once, in order of appearance."""
    found: dict = {}
    for m in p:
        for f, _ in m[1:]:
            found.setdefault(f)
    return list(found)


def divide_atom(product: tuple, atom: Factor) -> tuple:
    """The product with the exponent of one of its atoms lowered by 1."""
    d = dict(product[1:])
    d[atom] -= 1
    return mono(d)


def names_in(atom: Factor) -> list[str]:
    """Names in an atom (bound and internal ones excluded)."""
    return sorted(x for x in atom.names if x[:1] not in "@#~")


def bound_inside(atom: Factor) -> bool:
    """Whether the atom mentions a bound variable of an enclosing sum."""
    return any(x.startswith("#") for x in atom.names)


def mentions(p: Mapping, name: str) -> bool:
    """Whether the name occurs in the polynomial, inside its atoms too."""
    return any(name in f.names for f in monomial_atoms(p))


def closed(p: Mapping) -> bool:
    """Whether the polynomial is a number: no name occurs in it, and something transcendental does."""
    atoms = monomial_atoms(p)
    return bool(atoms) and not any(x[:1] != "@" for f in atoms for x in f.names)


@lru_cache(100_000)
def inner_atoms(tree: Factor | Key) -> tuple[Factor, ...]:
    """Atoms strictly inside a canonical tree, each once, an outer one before those inside it."""
    out: dict = {}
    stack = [tree.tree if isinstance(tree, Factor) else tree]
    while stack:
        x = stack.pop()
        if isinstance(x, Factor):
            out.update(dict.fromkeys((x, *inner_atoms(x))))
        elif isinstance(x, tuple):
            stack.extend(reversed(x))
    return tuple(out)


def contains(tree: Factor | Key, part: Factor) -> bool:
    """Whether the atom is the tree or stands somewhere inside it."""
    return tree is part or part in inner_atoms(tree)


def contains_head(tree: Factor | Key, head: str) -> bool:
    """Whether an atom of the given kind stands inside, or is the tree."""
    return (isinstance(tree, Factor) and tree[0] == head) or any(f[0] == head for f in inner_atoms(tree))


def common_unit(a: Exponent | None, b: Exponent) -> Exponent:
    """The largest rational of which both exponents are multiples."""
    if type(b) is int and (a is None or a == 1):
        return WHOLE if a is not None or abs(b) == 1 else Fraction(abs(b))
    b = abs(Fraction(b))
    if a is None:
        return b
    return Fraction(
        gcd(a.numerator * b.denominator, b.numerator * a.denominator), a.denominator * b.denominator
    )


def small(p: Mapping) -> bool:
    """Whether a polynomial has at most four terms."""
    return len(p) <= 4


def degrees(p: Mapping) -> dict:
    """The largest positive exponent of each atom."""
    d: dict = {}
    for m in p:
        for f, e in m[1:]:
            if e > d.get(f, 0):
                d[f] = e
    return d


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


# -------------------------------------------------------------------------------------------------- factors
def in_flint(*polys: Mapping) -> tuple[list[fmpq_mpoly], Callable[[fmpq_mpoly], Poly]] | None:
    """The polynomials over one ring of FLINT's, and the way back; None where an atom has a negative exponent."""
    from flint import fmpq_mpoly_ctx

    atoms = list(dict.fromkeys(f for p in polys for f in monomial_atoms(p)))
    units: dict = {}
    for m in (m for p in polys for m in p):
        for f, e in m[1:]:
            if e < 0:
                return None
            units[f] = common_unit(units.get(f, Fraction(1)), Fraction(e))  # x^2 is a square, not an atom
    ctx = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(atoms))], "lex")

    def there(p: Mapping) -> fmpq_mpoly:
        data = {}
        for m, c in p.items():
            powers = dict(m[1:])
            exponents = tuple(int(Fraction(powers.get(f, 0)) / units[f]) for f in atoms)
            data[exponents] = fmpq(Fraction(c).numerator, Fraction(c).denominator)
        return ctx.from_dict(data)

    def back(q: fmpq_mpoly) -> Poly:
        out: Poly = {}
        for exponents, v in q.to_dict().items():
            m = mono({f: slim(units[f] * int(k)) for f, k in zip(atoms, exponents, strict=True) if k})
            out[m] = slim(Fraction(int(v.p), int(v.q)))
        return out

    return [there(p) for p in polys], back


HIGHEST = (
    1_000  # degree of a polynomial that is factored: the time grows with its cube, and nothing interrupts it
)
LARGEST = 50_000  # its degree times the bits of a coefficient, for the same reason


def factor(p: Mapping) -> tuple[Fraction, list[tuple[Poly, int]]] | None:
    """p = c * product of factors^e, or None when it does not factor (or is a constant)."""
    atoms = monomial_atoms(p)
    if not atoms or len(atoms) > 24 or len(p) > 400:
        return None
    found = in_flint(p)
    if found is None:
        return None
    (poly,), back = found
    degree = max(poly.degrees(), default=0)
    bits = max(c.numerator.bit_length() + c.denominator.bit_length() for c in map(Fraction, p.values()))
    if degree > HIGHEST or degree * bits > LARGEST:
        return None
    try:
        c, parts = poly.factor()
    except RuntimeError:  # the library gave up
        return None
    if len(parts) == 1 and parts[0][1] == 1:
        return None
    return Fraction(int(c.p), int(c.q)), [(back(q), int(e)) for q, e in parts]


# ------------------------------------------------------------------------------------------ linear programs
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
        (f.line, m, pmul(m, f.poly))
        for f in facts
        if f.kind == "eq"
        for m in _multipliers(f, core, facts, degree, cap)
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
                q = inequalities[k].poly
                grown.append(((*index, k), pmul(p, q) if d > 1 else q, sizes[k] if total is None else total))
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


def _multipliers(equation: Fact, core: Mapping, facts: list, degree: int, cap: Mapping) -> list[Poly]:
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
    cap = degrees(core)
    multipliers: list[tuple[int, Poly, Poly]] = []
    for f in facts:
        for m in _multipliers(f, core, facts, degree, cap):
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
                rows.setdefault(m, {})[j] = rational(c)
    for m, c in wanted.items():
        if m not in rows:
            return None
        rows[m][CONSTANT] = -rational(c)
    try:
        found = solution(rows.values(), range(n, len(columns)), strict)
    except TooLong:
        return None
    if found is None:
        return None
    values = [Fraction(0)] * len(columns)
    for j, v in found.items():
        values[j] = Fraction(int(v.p), int(v.q))
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
