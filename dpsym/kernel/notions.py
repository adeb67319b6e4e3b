"""The pinned definitions of notions.json: reading them, and the digest that a certificate carries.

P and Q are functions on outcomes y of one set, u = exp(eps). A name that ends in 1 is one order, without
it both.

    Distribution(P)             P >= 0 and its sum is 1;   Pair(P, Q): both are
    Event(S), Test(f)           S(y) is 0 or 1;   0 <= f(y) <= 1
    LossLe(P, Q, eps, y)        P(y) <= u Q(y): the loss of y is at most eps
    PureDP1/PureDP(P, Q, eps)   that for every y
    ADP1/ADP(P, Q, eps, delta)  P(S) <= u Q(S) + delta for every event S
    TailLe(P, Q, eps, delta)    P[loss > eps] <= delta
    PDP1/PDP(P, Q, eps, delta)  P[-eps <= loss <= eps] >= 1 - delta
    RDP1/RDP(P, Q, alpha, b)    Renyi divergence of order alpha > 1 at most b: P vanishes where Q does, and
                                the sum over P, Q > 0 of P^alpha Q^(1 - alpha) is at most exp((alpha - 1) b)
    ZCDP1/ZCDP(P, Q, rho)       RDP1 with bound alpha rho for every alpha > 1

Bodies bind the names y, S, alpha; a certificate that uses them declares y: Y, S: [Y], alpha: R. To read a
notion on another set, or on a product, it gives a copy with the bound names replaced: {"ADPZ": ["ADP",
{"y": ["z"], "S": ["T"]}]}.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from dpsym.kernel.terms import Tree, load, names, subst

BOUND = {"y": "Y", "S": ("Y",), "alpha": "R"}


@lru_cache(1)
def raw() -> dict[str, Any]:
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
        return tuple(map(unfold, t))

    for name, (params, body) in raw().items():
        done[name] = (tuple(params), unfold(load(body)))
    return done


def notions_digest(used: Iterable[str]) -> str | None:
    """The sha256 of the canonical text of these pinned definitions and those they use; None for none."""
    todo, found = [n for n in used if n in raw()], {}
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = raw()[name]
            todo += [n for n in names(load(found[name][1])) if n in raw()]
    text = json.dumps(found, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest() if found else None
