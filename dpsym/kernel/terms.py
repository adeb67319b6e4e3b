"""Terms and formulas as immutable trees: reading, free names, substitution without capture.

A compound tree begins with its head, an operator of OPS or the name of a function. A binder is
[head, name, body]; `lam`, a function written out, binds one name or more: ["lam", "x", "y", body].
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

Tree = Any  # a Fraction, a name, or a Node (outside the kernel also a tuple) whose head says what it is
Sort = str | tuple[str, ...]  # "R", a set, or a tuple of these: of a function to the reals
Json = dict[str, Any]  # an object as JSON has it: what comes in is checked field by field

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_']*\Z", re.ASCII)
RATIO = re.compile(r"-?[0-9]+(/[1-9][0-9]*)?\Z", re.ASCII)
OPS = frozenset(
    {"+", "-", "*", "/", "^", "exp", "log", "erf", "pi", "ind", "sum", "lam", "<=", "<", "=", "eq"}
    | {"and", "or", "not", "->", "all", "ex", "nat", "R"}
)
BINDERS = frozenset({"sum", "all", "ex", "lam"})

DEPTH = 200  # nesting of a tree
BITS = 20_000  # of a numerator or denominator
NODES = 500_000  # of one tree, shared parts counted each time


class Refused(Exception):
    """The certificate is refused; the text says why."""


def need(ok: object, why: str) -> None:
    """Refuse, for this reason, unless the condition holds."""
    if not ok:
        raise Refused(why)


class Node(tuple):  # type: ignore[type-arg]
    """A compound tree. Made by `node` only, which keeps one object for one tree, so that equality and the
    tables of what is known of a tree need no walk. `size` counts shared parts each time."""

    hash: int
    size: int
    depth: int
    free: frozenset[str] | None
    all: frozenset[str] | None

    def __hash__(self) -> int:
        return self.hash


@lru_cache(300_000, typed=True)  # 1.0 is not the 1 it is equal to
def node(*parts: Tree) -> Node:
    """The tree with these parts; refused when it has no head, binds what is no name, is too large or too
    deep."""
    if not parts or type(parts[0]) is not str:
        raise Refused("not a tree")
    if parts[0] in BINDERS:
        need(len(parts) == 3 or (parts[0] == "lam" and len(parts) > 3), f"{parts[0]} has other parts")
        need(all(type(x) is str for x in parts[1:-1]), f"{parts[0]} binds names")
        need(len({*parts[1:-1]}) == len(parts) - 2, f"{parts[0]} binds a name twice")
    n = Node(parts)
    size, depth = 1, 0
    for a in parts:
        if type(a) is Node:
            size += a.size
            if a.depth > depth:
                depth = a.depth
        elif type(a) is tuple:
            return node(*map(tree, parts))
        else:
            if type(a) is not str and type(a) is not Fraction:
                raise Refused("not a tree")
            size += 1
    need(size <= NODES, "too large")
    need(depth < DEPTH, "too deep")
    n.hash, n.size, n.depth, n.free, n.all = tuple.__hash__(n), size, depth + 1, None, None
    return n


def tree(t: Tree) -> Tree:
    """A tree of plain tuples as nodes."""
    return node(*map(tree, t)) if type(t) is tuple else t


@lru_cache(10_000, typed=True)  # one object for one number: trees that share it compare without arithmetic
def number(x: Any) -> Fraction:
    """An exact rational written as an int or as "n/d"."""
    if type(x) is int:
        need(x.bit_length() <= BITS, "number too large")
        return Fraction(x)
    need(isinstance(x, str) and len(x) <= 4000 and RATIO.match(x), "not an exact rational")
    return Fraction(x)


@lru_cache(10_000)
def word(x: str) -> Tree:
    """A leaf: a number or a name."""
    need(len(x) <= 4000, "not a term")
    if RATIO.match(x):
        return number(x)
    need(x in OPS or NAME.match(x), "not a name")
    return x


def load(x: Any, shared: Sequence[Tree] = ()) -> Tree:
    """JSON -> tree. Floats, booleans, null and strings that are no names are refused.

    ["@", n] stands for shared[n].
    """
    if type(x) is list or type(x) is tuple:
        if len(x) == 2 and x[0] == "@":
            need(type(x[1]) is int and 0 <= x[1] < len(shared), "refers to a tree that is not above")
            return shared[x[1]]
        return node(
            *[word(y) if type(y) is str else number(y) if type(y) is int else load(y, shared) for y in x]
        )
    if type(x) is str:
        return word(x)
    if type(x) is int:
        return number(x)
    if type(x) is Fraction:
        need(max(x.numerator.bit_length(), x.denominator.bit_length()) <= BITS, "number too large")
    else:
        need(type(x) is Node, "not a term")
    return x


def dump(t: Tree) -> Any:
    """Tree -> JSON; load(dump(t)) == t."""
    if type(t) is Fraction:
        return int(t) if t.denominator == 1 and abs(t.numerator) < 2**53 else str(t)
    return t if isinstance(t, str) else [dump(a) for a in t]


NONE: frozenset[str] = frozenset()


def fv(t: Tree) -> frozenset[str]:
    """The free names of a tree, function names included."""
    if type(t) is not Node:
        if isinstance(t, str):
            return frozenset([t])
        if type(t) is Fraction:
            return NONE
        t = tree(t)
    if t.free is None:
        if t[0] in BINDERS:
            t.free = fv(t[-1]) - set(t[1:-1])
        else:
            s = NONE.union(*map(fv, t[1:]))
            t.free = s if t[0] in OPS else s | {t[0]}
    return t.free  # type: ignore[no-any-return]


def names(t: Tree) -> frozenset[str]:
    """All names in a tree, bound ones and heads included."""
    if type(t) is not Node:
        if isinstance(t, str):
            return frozenset([t])
        if not isinstance(t, tuple):
            return NONE
        t = tree(t)
    if t.all is None:
        t.all = NONE.union(*map(names, t))
    return t.all


def size(t: Tree) -> int:
    """The number of nodes of a tree, shared ones counted each time."""
    t = tree(t)
    return t.size if type(t) is Node else 1


DONE: dict[
    tuple[Node, str, Tree], Tree
] = {}  # trees with one name replaced: sums over listed sets need them often


def subst(t: Tree, m: dict[str, Tree], made: dict[Node, Tree] | None = None) -> Tree:
    """Simultaneous substitution of terms for names and of functions (a name or a `lam`) for heads.

    Refuses, and never renames, when a bound name would capture a free name of what is put in. `made` is what this
    same substitution has made of trees, whose parts come again and again.
    """
    if type(t) is str:
        return m.get(t, t)
    if type(t) is tuple:  # read once, not at every depth
        t = tree(t)
    if type(t) is Fraction or fv(t).isdisjoint(m):
        return t
    if len(m) > 1:
        made = {} if made is None else made
        found = made.get(t)
        if found is None:
            found = made[t] = _subst(t, m, made)
        return found
    ((x, v),) = m.items()
    found = DONE.get(key := (t, x, v))
    if found is None:
        if len(DONE) > 300_000:
            DONE.clear()
        found = DONE[key] = _subst(t, m, None)
    return found


def _subst(t: Node, m: dict[str, Tree], made: dict[Node, Tree] | None) -> Tree:
    """`subst` where a name of m is free in the compound tree t."""
    if t[0] in BINDERS:
        bound, inner = t[1:-1], fv(t[-1])
        left = {k: v for k, v in m.items() if k not in bound and k in inner}
        need(not any(b in fv(v) for v in left.values() for b in bound), f"capture of {', '.join(bound)}")
        return node(*t[:-1], subst(t[-1], left, made if len(left) == len(m) else None))
    args = [  # the free names of the parts are known with those of the whole
        m.get(a, a)
        if type(a) is str
        else a
        if type(a) is Fraction or fv(a).isdisjoint(m)
        else subst(a, m, made)
        for a in t[1:]
    ]
    f = m.get(t[0], t[0]) if t[0] not in OPS else t[0]
    if isinstance(f, str):
        return node(f, *args)
    need(isinstance(f, tuple) and f[0] == "lam" and len(f) - 2 == len(args), f"{t[0]} is misapplied")
    return subst(f[-1], dict(zip(f[1:-1], args, strict=True)))
