"""Polynomials of the kernel, a dict from a canonical product ("@M", (atom, exponent), ...) to a rational: their arithmetic,
their atoms, their factors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import gcd

from flint import fmpq, fmpq_mpoly

from dpsym.kernel.normal import Exponent, Factor, Key, mmul, mono, slim

Poly = dict
UNIT: tuple = ("@M",)
WHOLE = Fraction(1)
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


HIGHEST = 300  # degree of a polynomial that is factored: the time grows with its cube and is not interrupted
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
