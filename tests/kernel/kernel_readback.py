"""From a normal form back to a term: what the tests of the normal form compare with."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dpsym.kernel.normal import Factor, Poly
from dpsym.kernel.terms import Tree

Names = Callable[[Any], str]


def no_names(sort: Any) -> str:
    raise ValueError("a bound name is needed")


def term_of(p: Poly, names: Names = no_names, bound: dict[str, str] | None = None) -> Tree:
    """A term with normal form p. `names(sort)` gives an unused name of that sort for each bound one."""
    bound = bound or {}
    parts = [product(m, Fraction(c), names, bound) for m, c in sorted(p.items())]
    if not parts:
        return Fraction(0)
    return parts[0] if len(parts) == 1 else ("+", *parts)


def product(m: tuple[Any, ...], c: Fraction, names: Names, bound: dict[str, str]) -> Tree:
    """The term c * m."""
    exps = [({f[1]: e}, e) for f, e in m[1:] if f[0] == "@exp"]
    out: list[Tree] = [] if c == 1 else [c]
    for f, e in m[1:]:
        if f[0] != "@exp":
            t = factor(f, names, bound)
            n = int(e)
            while n > 39:
                out.append(("^", t, Fraction(39)))
                n -= 39
            out.append(t if n == 1 else ("^", t, Fraction(n)))
    if exps:
        whole: Poly = {}
        for q, _ in exps:
            whole.update(q)
        out.append(("exp", term_of(whole, names, bound)))
    if not out:
        return Fraction(1)
    return out[0] if len(out) == 1 else ("*", *out)


def factor(f: Factor, names: Names, bound: dict[str, str]) -> Tree:
    """The term of one factor other than exp."""
    tag = f[0]
    if tag == "@v":
        return bound.get(f[1], f[1])
    if tag == "@f":
        return (
            bound.get(f[1], f[1]),
            *(bound.get(a, a) if isinstance(a, str) else poly(a, names, bound) for a in f.tree[2:]),
        )
    if tag == "@pi":
        return ("pi",)
    if tag in ("@log", "@erf"):
        return (tag[1:], poly(f[1], names, bound))
    if tag == "@inv":
        return ("/", Fraction(1), poly(f[1], names, bound))
    if tag == "@ind":
        return ("ind", formula_of(f[1], names, bound))
    new = {v: names(s) for v, s in f[1]}
    body = product(f[2], Fraction(1), names, {**bound, **new})
    for v, _ in reversed(f[1]):
        body = ("sum", new[v], body)
    return body


def poly(fp: tuple[Any, ...], names: Names, bound: dict[str, str]) -> Tree:
    return term_of(dict(fp[1:]), names, bound)


def formula_of(k: tuple[Any, ...], names: Names = no_names, bound: dict[str, str] | None = None) -> Tree:
    """A formula with key k."""
    bound = bound or {}
    tag = k[0]
    if tag in ("@ge", "@gt", "@eq0"):
        head = {"@ge": "<=", "@gt": "<", "@eq0": "="}[tag]
        p = dict(k[1][1:])
        if tag == "@eq0":
            return (head, term_of(p, names, bound), Fraction(0))
        low = {m: -c for m, c in p.items() if c < 0}
        return (
            head,
            term_of(low, names, bound),
            term_of({m: c for m, c in p.items() if c > 0}, names, bound),
        )
    if tag == "@ie":
        return ("eq", bound.get(k[1], k[1]), bound.get(k[2], k[2]))
    if tag == "@nat":
        return ("nat", poly(k[1], names, bound))
    if tag == "@imp":
        return ("->", formula_of(k[1], names, bound), formula_of(k[2], names, bound))
    if tag in ("@and", "@or", "@not"):
        return (tag[1:], *(formula_of(a, names, bound) for a in k[1:]))
    x = names(k[2])
    return (tag[1:], x, formula_of(k[3], names, {**bound, k[1]: x}))
