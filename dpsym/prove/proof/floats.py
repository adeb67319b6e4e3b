"""Polynomials in floats: their values, and those of their atoms, where names have values.

Floats decide nothing here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from statistics import NormalDist

from dpsym.kernel.normal import Factor
from dpsym.language.names import QUANTILE
from dpsym.prove.proof.polynomials import monomial_atoms


class Unknown(Exception):
    """The value cannot be had (a sum, a junk division, an overflow)."""


Terms = tuple[tuple[float, tuple[tuple[Factor, float], ...]], ...]


def in_floats(poly: Mapping) -> Terms:
    """A normal form with its numbers as floats: coefficient and factors of every product."""
    try:
        return tuple((float(c), tuple((f, float(e)) for f, e in product[1:])) for product, c in poly.items())
    except OverflowError:
        raise Unknown from None


def evaluate(terms: Terms, model: dict) -> tuple[float, float]:
    """Value and size (sum of absolute terms)."""
    total, size = 0.0, 0.0
    for v, factors in terms:
        for f, e in factors:
            x = model.get(f)
            if x is None:
                x = atom(f, model)
            v *= x if e == 1.0 else power(x, e)
            if v == 0.0:
                break
        total += v
        size += abs(v)
    if not math.isfinite(total):
        raise Unknown
    return total, size


@lru_cache(100_000)
def inside(f: Factor) -> Terms:
    """What an atom is a function of."""
    return in_floats({f[1]: 1} if f.tree[0] == "@exp" else dict(f[1][1:]))


def is_quantile(f: Factor) -> bool:
    """Whether an atom is Phi_inv of something: its value follows from that of the argument."""
    return bool(f.tree[0] == "@f" and f[1] == QUANTILE)


def power(x: float, e: float) -> float:
    """x to the power e; Unknown where it overflows or divides by 0."""
    try:
        return x**e
    except (OverflowError, ZeroDivisionError):
        raise Unknown from None


def atom(f: Factor, model: dict) -> float:
    """The value of an atom; computed once for a model, whose values never change."""
    value = model.get(f)
    if value is None:
        if f.tree[0] in ("@v", "@f") and not is_quantile(f):
            raise Unknown
        value = model[f] = _atom(f, model)
    return value


def _atom(f: Factor, model: dict) -> float:
    head = f.tree[0]
    if head == "@exp":
        x, _ = evaluate(inside(f), model)
        if abs(x) > 300:
            raise Unknown
        return math.exp(x)
    if head == "@log":
        x, _ = evaluate(inside(f), model)
        if x <= 0:
            raise Unknown
        return math.log(x)
    if head == "@erf":
        return math.erf(evaluate(inside(f), model)[0])
    if head == "@pi":
        return math.pi
    if head == "@f":
        x, _ = evaluate(in_floats(dict(f[2][1:])), model)
        if not 0 < x < 1:
            raise Unknown
        return NormalDist().inv_cdf(x)
    if head == "@inv":
        x, size = evaluate(inside(f), model)
        if abs(x) <= 1e-12 * size or x == 0:
            raise Unknown
        return 1 / x
    if head == "@ind":
        return 1.0 if holds(f[1], model) else 0.0
    raise Unknown


def holds(key: tuple, model: dict) -> bool:
    """Whether a formula, given by the kernel's key, holds in the model; Unknown near equality and for other
    kinds of formulas."""
    head = key[0]
    if head in ("@ge", "@gt", "@eq0"):
        x, size = evaluate(in_floats(dict(key[1][1:])), model)
        if x != 0 and abs(x) <= 1e-10 * size:
            raise Unknown
        return x >= 0 if head == "@ge" else x > 0 if head == "@gt" else x == 0
    if head == "@not":
        return not holds(key[1], model)
    if head == "@and":
        return all(holds(k, model) for k in key[1:])
    if head == "@or":
        return any(holds(k, model) for k in key[1:])
    if head == "@imp":
        return not holds(key[1], model) or holds(key[2], model)
    raise Unknown


def permits(key: tuple, model: dict) -> bool:
    """Whether the formula holds in the model, or cannot be seen to fail."""
    try:
        return holds(key, model)
    except Unknown:
        return True


@lru_cache(100_000)
def base_atoms(atom: Factor) -> tuple[Factor, ...]:
    """Names and applied functions inside an atom, bound ones excluded, in order of appearance."""
    if atom[0] == "@sum":
        return ()
    if atom[0] in ("@v", "@f") and not is_quantile(atom):
        return (atom,)
    out: dict = {}
    stack = [atom.tree]
    while stack:
        x = stack.pop()
        if isinstance(x, Factor):
            out.update(dict.fromkeys(base_atoms(x)))
        elif isinstance(x, tuple):
            stack.extend(reversed(x))
    return tuple(out)


def atoms_of(poly: Mapping) -> dict:
    """The innermost atoms of a polynomial, as the keys of a dictionary, in their order."""
    out: dict = {}
    for f in monomial_atoms(poly):
        out.update(dict.fromkeys(base_atoms(f)))
    return out
