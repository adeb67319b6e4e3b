"""Terms in which a divergence may be infinite: what they tend to where it is."""

from __future__ import annotations

from collections.abc import Callable

from dpsym.claims.box import Box
from dpsym.claims.errors import NotSupported
from dpsym.claims.syntax import Node
from dpsym.claims.trees import calls
from dpsym.claims.words import INFINITE

FINITE, UP, DOWN = "finite", "oo", "-oo"
OPPOSITE = {UP: DOWN, DOWN: UP, FINITE: FINITE}


def at_infinity(box: Box, node: Node) -> str:
    """The value where the divergences are infinite: "oo", "-oo" or "finite"; NotSupported where it is not seen."""
    if node.kind in ("number", "name", "call") and not ({c.value for c in calls(node)} & set(INFINITE)):
        return FINITE
    if node.kind in ("name", "call") and node.value in INFINITE:
        return UP
    way = WAYS.get(node.kind)
    found = way(box, node) if way is not None else None
    if found is None:
        raise NotSupported("an infinite divergence here is not supported", node.at)
    return found


def of_sign(box: Box, node: Node) -> str:
    """Where +x or -x tends to."""
    inner = at_infinity(box, node.args[0])
    return OPPOSITE[inner] if node.value == "-" else inner


def of_sum(box: Box, node: Node) -> str:
    """Where a sum tends to: not told where its terms go apart."""
    values = {at_infinity(box, node.args[0])}
    for sign, a in zip(node.value, node.args[1:], strict=True):
        v = at_infinity(box, a)
        values.add(v if sign == "+" else OPPOSITE[v])
    values.discard(FINITE)
    if len(values) > 1:
        raise NotSupported("a difference of infinite divergences is not supported", node.at)
    return values.pop() if values else FINITE


def of_product(box: Box, node: Node) -> str | None:
    """Where a product with one infinite factor tends to, by the signs of the others."""
    ops = ("*", *node.value)
    which = [i for i, a in enumerate(node.args) if at_infinity(box, a) != FINITE]
    if not which:
        return FINITE
    if len(which) > 1 or ops[which[0]] != "*":
        return None
    inner = at_infinity(box, node.args[which[0]])
    for i, a in enumerate(node.args):
        if i != which[0]:
            r = box.range(a)
            if not r.nonzero:
                raise NotSupported("an infinite divergence times a factor of unknown sign", node.at)
            inner = inner if r.positive else OPPOSITE[inner]
    return inner


def of_power(box: Box, node: Node) -> str | None:
    """Where a power tends to."""
    base, exponent = node.args
    below, above = at_infinity(box, base), at_infinity(box, exponent)
    if below == UP and above == FINITE and box.range(exponent).positive:
        return UP
    return FINITE if below == above == FINITE else None


def of_call(box: Box, node: Node) -> str | None:
    """Where e^x, a root or a logarithm tends to."""
    if len(node.args) != 1:
        return None
    inner = at_infinity(box, node.args[0])
    if inner == FINITE:
        return FINITE
    if node.value == "exp":
        return UP if inner == UP else FINITE
    return UP if node.value in ("sqrt", "log", "ln") and inner == UP else None


WAYS: dict[str, Callable[[Box, Node], str | None]] = {
    "sign": of_sign, "sum": of_sum, "product": of_product, "power": of_power, "call": of_call,
}  # fmt: skip
