"""Normal forms of the kernel read back as trees: what guides the proof of an equation."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from dpsym.coq.text import CannotExport
from dpsym.kernel.normal import Context, Exponent, Factor, Key, Poly
from dpsym.kernel.terms import Sort, Tree, node

Names = Mapping[str, str]  # canonical bound names -> names declared for them
NONE: Names = MappingProxyType({})


def declared(c: Context, name: str, sort: Sort) -> str:
    """A name with this sort, declared where it is not."""
    if name not in c.sig:
        c.sig[name] = sort
    return name


def bound_name(c: Context, canonical: str, sort: Sort) -> str:
    """The name that stands for #n of this sort: z, its number and its sort."""
    written = "_".join(sort) if isinstance(sort, tuple) else sort
    return declared(c, f"z{canonical[1:]}_{written}", sort)


def polynomial(c: Context, p: Poly | Key, env: Names = NONE) -> Tree:
    """A polynomial as a sum of products."""
    items = sorted(p.items()) if isinstance(p, dict) else p[1:]
    parts = [product(c, m, e, env) for m, e in items]
    return parts[0] if len(parts) == 1 else node("+", *parts) if parts else Fraction(0)


def product(c: Context, m: Key, coefficient: Exponent = 1, env: Names = NONE) -> Tree:
    """A coefficient times a monomial."""
    parts: list[Tree] = [] if coefficient == 1 and len(m) > 1 else [Fraction(coefficient)]
    for f, e in m[1:]:
        if f[0] == "@exp":
            parts.append(node("exp", product(c, f[1], e, env)))
        else:
            parts += [factor(c, f, env)] * int(e)
    return parts[0] if len(parts) == 1 else node("*", *parts)


def factor(c: Context, f: Factor, env: Names = NONE) -> Tree:
    """One canonical factor."""
    tag = f[0]
    if tag == "@v":
        return env.get(f[1], f[1])
    if tag == "@f":
        arguments = [env.get(a, a) if isinstance(a, str) else polynomial(c, a, env) for a in f.tree[2:]]
        return node(env.get(f[1], f[1]), *arguments)
    if tag in ("@log", "@erf"):
        return node(tag[1:], polynomial(c, f[1], env))
    if tag == "@pi":
        return node("pi")
    if tag == "@inv":
        return node("/", Fraction(1), polynomial(c, f[1], env))
    if tag == "@ind":
        return node("ind", formula(c, f[1], env))
    if tag == "@sum":
        put = {v: bound_name(c, v, s) for v, s in f[1]}
        found = product(c, f[2], 1, {**env, **put})
        for v, _ in reversed(f[1]):
            found = node("sum", put[v], found)
        return found
    raise CannotExport(f"the factor {tag}")


def formula(c: Context, k: Key, env: Names = NONE) -> Tree:
    """A canonical formula."""
    tag = k[0]
    if tag in ("@ge", "@gt"):
        return node("<=" if tag == "@ge" else "<", Fraction(0), polynomial(c, k[1], env))
    if tag == "@eq0":
        return node("=", polynomial(c, k[1], env), Fraction(0))
    if tag == "@ie":
        return node("eq", *[env.get(x, x) for x in k[1:]])
    if tag == "@nat":
        return node("nat", polynomial(c, k[1], env))
    if tag in ("@and", "@or"):
        return node(tag[1:], *[formula(c, a, env) for a in k[1:]])
    if tag == "@not":
        return node("not", formula(c, k[1], env))
    if tag == "@imp":
        return node("->", formula(c, k[1], env), formula(c, k[2], env))
    if tag in ("@all", "@ex"):
        name = bound_name(c, k[1], k[2])
        return node(tag[1:], name, formula(c, k[3], {**env, k[1]: name}))
    raise CannotExport(f"the formula {tag}")
