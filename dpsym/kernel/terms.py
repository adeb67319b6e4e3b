"""Terms and formulas as immutable trees: reading, free names, substitution without capture."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

Tree = Any  # a Fraction, a name, or a tuple whose head says what it is

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_']*\Z", re.ASCII)
RATIO = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?\Z", re.ASCII)
OPS = frozenset(
    {"+", "-", "*", "/", "^", "exp", "log", "erf", "ind", "sum", "lam", "<=", "<", "=", "eq"}
    | {"and", "or", "not", "->", "all", "ex", "nat", "R"}
)
BINDERS = frozenset({"sum", "all", "ex"})

DEPTH = 200  # nesting of a tree
BITS = 20_000  # of a numerator or denominator
NODES = 500_000  # of one tree after expansion


class Refused(Exception):
    """The certificate is refused; the text says why."""


def need(ok: Any, why: str) -> None:
    if not ok:
        raise Refused(why)


def number(x: Any) -> Fraction:
    """An exact rational written as an int or as "n/d"."""
    if type(x) is int:
        need(x.bit_length() <= BITS, "number too large")
        return Fraction(x)
    need(isinstance(x, str) and len(x) <= 4000 and RATIO.match(x), "not an exact rational")
    return Fraction(x)


def load(x: Any, shared: list[tuple[Tree, int, int]] | None = None) -> Tree:
    """JSON -> immutable tree. Floats, booleans, null and strings that are no names are refused.

    `shared` are the entries that ["@", n] may refer to, each with its expanded size and its depth.
    """
    return measured(x, shared or [])[0]


def measured(x: Any, shared: list[tuple[Tree, int, int]], depth: int = 0) -> tuple[Tree, int, int]:
    """The tree, its expanded number of nodes and its depth, both bounded before anything walks over it."""
    need(depth < DEPTH, "too deep")
    if type(x) in (list, tuple):
        if len(x) == 2 and x[0] == "@":
            need(type(x[1]) is int and 0 <= x[1] < len(shared), "refers to a tree that is not above")
            tree, size, deep = shared[x[1]]
            need(depth + deep < DEPTH, "too deep")
            return tree, size, deep
        parts = [measured(y, shared, depth + 1) for y in x]
        size = 1 + sum(p[1] for p in parts)
        need(size <= NODES, "too large")
        return tuple(p[0] for p in parts), size, 1 + max((p[2] for p in parts), default=0)
    if type(x) is int:
        return number(x), 1, 0
    if type(x) is Fraction:
        need(max(x.numerator.bit_length(), x.denominator.bit_length()) <= BITS, "number too large")
        return x, 1, 0
    need(type(x) is str and len(x) <= 4000, "not a term")
    if RATIO.match(x):
        return number(x), 1, 0
    need(x in OPS or NAME.match(x), "not a name")
    return x, 1, 0


def dump(t: Tree) -> Any:
    """Immutable tree -> JSON; load(dump(t)) == t."""
    if isinstance(t, Fraction):
        return int(t) if t.denominator == 1 and abs(t.numerator) < 2**53 else str(t)
    return t if isinstance(t, str) else [dump(a) for a in t]


@lru_cache(200_000)
def fv(t: Tree) -> frozenset[str]:
    """The free names of a tree, function names included."""
    if isinstance(t, Fraction):
        return frozenset()
    if isinstance(t, str):
        return frozenset([t])
    if t[0] in BINDERS:
        return fv(t[2]) - {t[1]}
    if t[0] == "lam":
        return fv(t[2]) - set(t[1])
    s = frozenset().union(*map(fv, t[1:]))
    return s if t[0] in OPS else s | {t[0]}


def names(t: Tree) -> frozenset[str]:
    """All names in a tree, bound ones and heads included."""
    if isinstance(t, str):
        return frozenset([t])
    return frozenset().union(*map(names, t)) if isinstance(t, tuple) else frozenset()


def size(t: Tree) -> int:
    """The number of nodes of a tree, shared ones counted each time; refuses as soon as it passes NODES."""
    n = 1
    if isinstance(t, tuple):
        for a in t:
            n += size(a) if isinstance(a, tuple) else 1
            need(n <= NODES, "too large")
    return n


def subst(t: Tree, m: dict[str, Tree], fuel: list[int] | None = None) -> Tree:
    """Simultaneous substitution of terms for names and of functions (a name or ["lam", names, term]) for
    heads.

    Refuses, and never renames, when a bound name would capture a free name of what is put in. `fuel`
    bounds the size of the result, shared parts counted each time, and is used up.
    """
    if isinstance(t, Fraction):
        return t
    if fuel is None:
        fuel = [NODES]
    leaf = m.get(t, t) if isinstance(t, str) else t
    fuel[0] -= size(leaf) if leaf is not t or not m else 1
    need(fuel[0] > 0, "too large after substitution")
    if isinstance(t, str) or not m:
        return leaf
    if t[0] in BINDERS or t[0] == "lam":
        bound = t[1] if t[0] == "lam" else (t[1],)
        inner = fv(t[2])
        m = {k: v for k, v in m.items() if k not in bound and k in inner}
        need(not any(b in fv(v) for v in m.values() for b in bound), f"capture of {', '.join(bound)}")
        return (t[0], t[1], subst(t[2], m, fuel))
    args = tuple([subst(a, m, fuel) for a in t[1:]])
    f = m.get(t[0], t[0]) if t[0] not in OPS else t[0]
    if isinstance(f, str):
        return (f, *args)
    need(isinstance(f, tuple) and f[0] == "lam" and len(f[1]) == len(args), f"{t[0]} is misapplied")
    return subst(f[2], dict(zip(f[1], args, strict=True)), fuel)


def spread(t: Tree, m: dict[str, tuple[str, ...]]) -> Tree:
    """Rename names. A name of a product set becomes several names: bound by several binders, passed as
    several arguments, equal when all are equal."""
    if not isinstance(t, tuple):
        return m.get(t, (t,))[0] if isinstance(t, str) else t

    def wide(a: Tree) -> list[Tree]:
        return list(m.get(a, (a,))) if isinstance(a, str) else [spread(a, m)]

    if t[0] in BINDERS:
        b = spread(t[2], m)
        for x in reversed(m.get(t[1], (t[1],))):
            b = (t[0], x, b)
        return b
    if t[0] == "eq":
        return ("and", *(("eq", a, b) for a, b in zip(wide(t[1]), wide(t[2]), strict=True)))
    head = t[0] if t[0] in OPS else m.get(t[0], (t[0],))[0]
    return (head, *(b for a in t[1:] for b in wide(a)))
