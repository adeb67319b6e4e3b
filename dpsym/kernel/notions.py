"""The pinned definitions of notions.json: reading and unfolding them, and the digest that a certificate carries.

P and Q are laws: functions of the outcome y, given by name or as ["lam", "y", term]. z(y) = log P(y)/Q(y)
is the privacy loss. A name that ends in 1 is one order of the pair, without it both.

    Distribution(P)             P >= 0 and its sum is 1
    Event(S), Test(f)           S(y) is 0 or 1;   0 <= f(y) <= 1
    Mass(f, P)                  the sum of f(y) P(y)
    ADP(P, Q, eps, delta)       approximate DP: P(S) <= e^eps Q(S) + delta for every event S
    PDP(P, Q, eps, delta)       probabilistic DP: P[-eps <= z <= eps] >= 1 - delta
    BDP(P, Q, eps, delta)       probabilistically bounded DP: P(f) > e^eps Q(f) gives P(f) <= delta, every test f
    Finite(P, Q)                P vanishes where Q does: no infinite loss under P
    Moment(P, Q, a)             the sum of P^a Q^(1 - a) over P, Q > 0
    RDP(P, Q, a, eps)           Renyi DP: a > 1, Finite, Moment <= e^((a - 1) eps)
    ZCDP(P, Q, rho)             for every order a > 1: Finite, Moment <= e^(a (a - 1) rho)
    Phi(t)                      (1 + erf(t/sqrt 2))/2, sqrt 2 written exp(log(2)/2)
    GDP(P, Q, mu)               Gaussian DP: Q(f) <= Phi(t) gives P(f) <= Phi(t + mu), every t and test f
    FDP(P, Q, F)                f-DP for the trade-off function F: Q(f) <= 1 - F(P(f)) for every test f

The bodies bind y: Y, S: [Y], f: [Y], alpha: R, t: R, which a certificate that uses them declares. Laws on
another set Z, or on the pairs of two, are given as `lam`, whose names then take the place of y, and S_Z,
f_Z: [Z] or S_YZ, f_YZ: [Y, Z] that of S and f.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from dpsym.kernel.terms import BINDERS, Json, Refused, Tree, load, names, node, subst

BOUND = {"y": "Y", "S": ("Y",), "f": ("Y",), "alpha": "R", "t": "R"}


@lru_cache(1)
def raw() -> Json:
    """notions.json: name -> [parameters, body], each body using earlier ones only."""
    return dict(json.loads((Path(__file__).parent / "notions.json").read_text(encoding="utf-8")))


@lru_cache(1)
def pinned() -> dict[str, tuple[tuple[str, ...], Tree]]:
    """name -> (parameters, body with every definition unfolded)."""
    done: dict[str, tuple[tuple[str, ...], Tree]] = {}

    def unfold(t: Tree) -> Tree:
        if not isinstance(t, tuple):
            return t
        if t[0] in done:
            params, body = done[t[0]]
            return subst(body, dict(zip(params, map(unfold, t[1:]), strict=True)))
        return node(*map(unfold, t))

    for name, (params, body) in raw().items():
        if set(params) & (set(raw()) | set(BOUND) - {"S", "f", "t"}):
            raise Refused(f"{name}: a parameter has a name that is taken")
        done[name] = (tuple(params), unfold(load(body)))
    return done


def over(t: Tree, outcomes: tuple[str, ...], put: Mapping[str, str]) -> Tree:
    """A body read over other outputs: these outcomes for y, and names for functions of them in place of S, f.

    A binder of y becomes one for each outcome, an argument y several.
    """
    if not isinstance(t, tuple):
        return put.get(t, t) if isinstance(t, str) else t
    if t[0] in BINDERS:
        inner = over(t[2], outcomes, put)
        for x in reversed(outcomes if t[1] == "y" else (put.get(t[1], t[1]),)):
            inner = node(t[0], x, inner)
        return inner
    parts = [b for a in t[1:] for b in (outcomes if a == "y" else (over(a, outcomes, put),))]
    return node(put.get(t[0], t[0]), *parts)


def used_by(notions: Iterable[str]) -> Json:
    """These pinned definitions and those that they use, as notions.json has them."""
    todo, found = [n for n in notions if n in raw()], {}
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = raw()[name]
            todo += [n for n in names(load(found[name][1])) if n in raw()]
    return {name: found[name] for name in raw() if name in found}


def notions_digest(notions: Iterable[str]) -> str | None:
    """The sha256 of the canonical text of these pinned definitions and those they use; None for none."""
    found = used_by(notions)
    text = json.dumps(found, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest() if found else None
