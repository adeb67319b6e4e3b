"""Terms in which a divergence may be infinite: what they tend to where it is.

A divergence is infinite where the first law puts mass on an output that the second excludes.  There oo - oo, 0*oo and
oo/oo have no value, and a claim with such a term is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dpsym.claims.reading.box import Box
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.ranges import POSITIVE, Range
from dpsym.claims.reading.syntax import Node, NotAClaim
from dpsym.claims.reading.trees import calls, laws_of
from dpsym.claims.reading.words import FUNCTIONALS, INFINITE_AT_OUTPUTS

UP, DOWN = "oo", "-oo"
OPPOSITE = {UP: DOWN, DOWN: UP}
Limit = Node | str  # a term without infinite divergences, or which infinity
SYMMETRIC = {"TV", "Advantage"}
SUPPORTED = {*SYMMETRIC, "HockeyStick", "Tail"}  # above 0 where the other law excludes an output


@dataclass(frozen=True)
class Ends:
    """Where functionals are infinite.

    kinds   their names
    pairs   the names of the laws of each ordered pair of which they are; () stands for a pair without names
    """

    box: Box
    kinds: tuple[str, ...]
    pairs: frozenset[tuple[str, ...]] = frozenset({()})

    def infinite(self, node: Node) -> bool:
        """Whether a node is one of the infinite functionals."""
        return node.kind in ("name", "call") and node.value in self.kinds and laws_of(node) in self.pairs

    def above_0(self, node: Node) -> bool:
        """Whether a functional is positive because one of its laws excludes an output of the other."""
        either = self.pairs | {pair[::-1] for pair in self.pairs}
        if node.kind not in ("name", "call"):
            return False
        return (
            laws_of(node) in (either if node.value in SYMMETRIC else self.pairs) and node.value in SUPPORTED
        )


def limit(w: Ends, node: Node) -> Limit:
    """What a term is where the divergences are infinite: "oo", "-oo", or a term that has none of them.

    NotAClaim where it has no value there, NotSupported where that is not seen.
    """
    if not any(map(w.infinite, calls(node))):
        return node
    if w.infinite(node):
        return UP
    way = WAYS.get(node.kind)
    found = way(w, node) if way is not None else None
    if found is None:
        raise unsupported(node)
    return found


def unsupported(node: Node) -> NotSupported:
    """An infinite divergence in a place where its limit is not known."""
    return NotSupported("an infinite divergence here is not supported", node.at)


def without_value(node: Node, what: str) -> NotAClaim:
    """A term that has no value where the functionals in it are infinite."""
    odds = any(c.value in INFINITE_AT_OUTPUTS for c in calls(node))
    return NotAClaim(
        f"{what} has no value, and the {'odds' if odds else 'divergences'} here may be infinite", node.at
    )


def number(node: Node, value: int) -> Node:
    """A number in the place of a node."""
    return Node("number", (), Fraction(value), node.at, node.end, 0)


def sign_of(w: Ends, node: Node) -> int | None:
    """The sign of a term where the divergences are infinite; None where it is not seen."""
    if node.kind == "number":
        return (node.value > 0) - (node.value < 0)
    r = POSITIVE if w.above_0(node) else w.box.range(node)
    return (
        1
        if r.positive
        else -1
        if (-r).positive
        else 0
        if r == Range(Fraction(0), False, Fraction(0))
        else None
    )


def of_sign(w: Ends, node: Node) -> Limit:
    """Where +x or -x tends to."""
    inner = limit(w, node.args[0])
    if isinstance(inner, str):
        return OPPOSITE[inner] if node.value == "-" else inner
    return replace(node, args=(inner,))


def of_sum(w: Ends, node: Node) -> Limit:
    """Where a sum tends to."""
    limits = [limit(w, a) for a in node.args]
    signs = ("+", *node.value)
    ends = {v if s == "+" else OPPOSITE[v] for s, v in zip(signs, limits, strict=True) if isinstance(v, str)}
    if len(ends) > 1:
        raise without_value(node, "oo - oo")
    return ends.pop() if ends else rebuilt(node, limits)


def rebuilt(node: Node, limits: Sequence[Limit]) -> Node:
    """The node with finite limits in the place of its arguments."""
    return replace(node, args=tuple(x for x in limits if isinstance(x, Node)))


def of_product(w: Ends, node: Node) -> Limit | None:
    """Where a product tends to: an infinite divisor makes a factor 0, an infinite factor needs the others' signs."""
    ops = ("*", *node.value)
    limits = [limit(w, a) for a in node.args]
    over = [op == "/" and isinstance(x, str) for op, x in zip(ops, limits, strict=True)]
    infinite = [x for x, below in zip(limits, over, strict=True) if isinstance(x, str) and not below]
    if infinite and any(over):
        raise without_value(node, "oo/oo")
    if any(over):
        limits = [number(node, 0) if below else x for x, below in zip(limits, over, strict=True)]
        ops = tuple("*" if below else op for op, below in zip(ops, over, strict=True))
        return replace(rebuilt(node, limits), value=ops[1:]) if node.value else None
    if not infinite:
        return rebuilt(node, limits)
    negative = sum(x == DOWN for x in infinite)
    for x in limits:
        if isinstance(x, Node):
            sign = sign_of(w, x)
            if sign == 0:
                raise without_value(node, "0*oo")
            if sign is None:
                raise NotSupported("an infinite divergence times a factor of unknown sign", node.at)
            negative += sign < 0
    return DOWN if negative % 2 else UP


def of_power(w: Ends, node: Node) -> Limit | None:
    """Where a power tends to."""
    base, exponent = (limit(w, a) for a in node.args)
    if isinstance(base, Node) and isinstance(exponent, Node):
        return replace(node, args=(base, exponent))
    if isinstance(base, Node):
        e = base.kind == "name" and base.value == "e"
        up = e or w.box.range(base).over_one()
        return (UP if exponent == UP else number(node, 0)) if up else None
    if isinstance(exponent, str):
        return None
    r = w.box.range(exponent)
    if (-r).positive:
        return number(node, 0)
    if base == UP:
        return UP if r.positive else None
    whole = exponent.value if exponent.kind == "number" and exponent.value.denominator == 1 else None
    return None if not whole else DOWN if whole % 2 else UP


def of_call(w: Ends, node: Node) -> Limit | None:
    """Where a function tends to."""
    limits = [limit(w, a) for a in node.args]
    if node.value in ("min", "max"):
        beyond, same = (UP, DOWN) if node.value == "min" else (DOWN, UP)
        if same in limits:
            return same
        left = [x for x in limits if isinstance(x, Node)]
        if not left:
            return beyond
        return left[0] if len(left) == 1 else replace(node, args=tuple(left))
    if all(isinstance(x, Node) for x in limits):
        return rebuilt(node, limits)
    ends = AT_ENDS.get(str(node.value))
    if len(limits) != 1 or ends is None or node.value in FUNCTIONALS:
        return None
    found = ends[limits[0] == UP]
    if found is None:
        raise without_value(node, f"{node.value}(-oo)")
    return found if isinstance(found, str) else number(node, found)


AT_ENDS: dict[str, tuple[str | int | None, str | int]] = {  # at -oo and at oo
    "exp": (0, UP), "sqrt": (None, UP), "log": (None, UP), "ln": (None, UP), "sinh": (DOWN, UP), "cosh": (UP, UP),
    "tanh": (-1, 1), "erf": (-1, 1), "erfc": (2, 0), "Phi": (0, 1), "abs": (UP, UP),
}  # fmt: skip

WAYS: dict[str, Callable[[Ends, Node], Limit | None]] = {
    "sign": of_sign, "sum": of_sum, "product": of_product, "power": of_power, "call": of_call,
}  # fmt: skip
