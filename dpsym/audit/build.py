"""Nodes of formulas, with their depth bounded."""

from __future__ import annotations

from collections.abc import Sequence

from dpsym.audit.tokens import NotRead
from dpsym.claims.reading.nodes import NESTING, Node


def node(kind: str, args: Sequence[Node], value: object, at: int, end: int) -> Node:
    """A node; NotRead where it is nested too deeply."""
    depth = 1 + max((a.depth for a in args), default=-1)
    if depth > NESTING:
        raise NotRead(f"nested more than {NESTING} deep", at)
    return Node(kind, tuple(args), value, at, end, depth)


def call(name: str, args: Sequence[Node], at: int, end: int) -> Node:
    """A function of numbers."""
    return node("call", args, name, at, end)


def product_of(ops: Sequence[str], args: Sequence[Node]) -> Node:
    """A product or quotient; itself where it has one factor."""
    return args[0] if len(args) == 1 else node("product", args, tuple(ops), args[0].at, args[-1].end)


def parts(n: Node) -> list[Node]:
    """The node and all below."""
    return [n, *(x for a in n.args for x in parts(a))]


def speaks(n: Node, kinds: Sequence[str]) -> bool:
    """Whether a node of such a kind is in it."""
    return any(x.kind in kinds for x in parts(n))


def same(a: Node, b: Node) -> bool:
    """Whether two nodes are the same term, wherever they stand."""
    value = a.value == b.value if a.kind != "mass" else a.value[0] == b.value[0]
    return a.kind == b.kind and value and len(a.args) == len(b.args) and all(map(same, a.args, b.args))
