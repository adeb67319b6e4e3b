"""Reading the tree of a claim: relations of a chain, names and calls in a term, linear terms, a bound of its size."""

from __future__ import annotations

from fractions import Fraction

from dpsym.claims.reading.nodes import BARE
from dpsym.claims.reading.syntax import Node
from dpsym.claims.reading.words import AT_OUTPUTS, FLIP, FUNCTIONALS, OUTPUT

SIZE = 1500  # products in a side, multiplied out


def pairs_of(chain: Node) -> list[tuple[Node, str, Node]]:
    """The relations of a chain, from left to right."""
    return [(a, str(op), b) for a, op, b in zip(chain.args, chain.value, chain.args[1:], strict=False)]


def expanded(left: Node, relation: str, right: Node) -> list[tuple[Node, str, Node]]:
    """The relations that x <= min(y, z), max(x, y) <= z and abs(x) <= y stand for; itself where it is none of these."""
    if relation in (">=", ">"):
        return [(b, relation, a) for a, _, b in expanded(right, FLIP[relation], left)]
    if relation not in ("<=", "<"):
        return [(left, relation, right)]
    less, more = [left], [right]
    if left.kind == "call" and left.value == "abs" and len(left.args) == 1:
        (x,) = left.args
        less = [x, Node("sign", (x,), "-", left.at, left.end, left.depth)]
    elif left.kind == "call" and left.value == "max":
        less = list(left.args)
    if right.kind == "call" and right.value == "min":
        more = list(right.args)
    return [(a, relation, b) for a in less for b in more]


def places(node: Node) -> list[tuple[str, int]]:
    """Names that are no calls, with their places; without those that a part says something for every value of."""
    if node.kind in ("name", "natural"):
        return [(node.value, node.at)]
    found = [found for a in node.args for found in places(a)]
    return [f for f in found if f[0] not in node.value] if node.kind == "every" else found


def names_in(node: Node) -> set[str]:
    """The names in a term that are no calls."""
    return {name for name, _ in places(node)}


def calls(node: Node) -> list[Node]:
    """Calls, and names that stand for functionals, the outer ones first."""
    here = [node] if node.kind == "call" or (node.kind == "name" and node.value in BARE) else []
    return [*here, *(c for a in node.args for c in calls(a))]


def words_in(*nodes: Node) -> dict[str, None]:
    """The words and names in some terms, each once, what is called first."""
    called = (str(c.value) for n in nodes for c in calls(n))
    return dict.fromkeys((*called, *(name for n in nodes for name, _ in places(n))))


def laws_of(node: Node) -> tuple[str, ...]:
    """The names of the two laws of a notion or functional; () where they are not named."""
    return tuple(str(n.value) for n in node.laws)


def at_output(node: Node) -> bool:
    """Whether a functional is about the output that the claim names: Posterior(p, y)."""
    if (
        node.kind != "call"
        or node.value not in AT_OUTPUTS
        or len(node.args) != len(FUNCTIONALS[node.value]) + 1
    ):
        return False
    return node.args[-1].kind == "name" and node.args[-1].value == OUTPUT


def products(node: Node) -> int:
    """An upper bound of the number of products when multiplied out."""
    inner = [products(a) for a in node.args]
    if node.kind == "sum" or node.kind == "chain":
        return sum(inner)
    if node.kind == "product":
        total = 1
        for k in inner:
            total = min(total * k, SIZE + 1)
        return total
    if node.kind == "power" and node.args[1].kind == "number" and node.args[1].value.denominator == 1:
        n, k = min(int(node.args[1].value), 2 * SIZE), inner[0]
        total = 1
        for i in range(min(k - 1, n)):  # C(n + k - 1, k - 1)
            total = min(total * (n + k - 1 - i) // (i + 1), SIZE + 1)
        return total
    return max([1, *inner])


def linear(node: Node) -> dict[str, Fraction] | None:
    """A linear combination of names, or None; the key "" has the constant."""
    if node.kind == "number":
        return {"": node.value}
    if node.kind == "name":
        return {node.value: Fraction(1)}
    if node.kind == "sign":
        inner = linear(node.args[0])
        return None if inner is None else {k: -v if node.value == "-" else v for k, v in inner.items()}
    if node.kind == "sum":
        total: dict[str, Fraction] = {}
        for sign, a in zip(("+", *node.value), node.args, strict=True):
            inner = linear(a)
            if inner is None:
                return None
            for k, v in inner.items():
                total[k] = total.get(k, Fraction(0)) + (v if sign == "+" else -v)
        return {k: v for k, v in total.items() if v}
    if node.kind == "product" and all(op == "*" for op in node.value):
        number = Fraction(1)
        rest = [a for a in node.args if a.kind != "number"]
        for a in node.args:
            number *= a.value if a.kind == "number" else 1
        inner = linear(rest[0]) if len(rest) == 1 else None
        return None if inner is None else {k: number * v for k, v in inner.items() if number * v}
    return None


def difference(left: Node, right: Node) -> dict[str, Fraction] | None:
    """left - right as a linear combination of names without zero coefficients, as `linear` gives it; None where
    a side is not linear."""
    a, b = linear(left), linear(right)
    if a is None or b is None:
        return None
    total = dict(a)
    for k, v in b.items():
        total[k] = total.get(k, Fraction(0)) - v
    return {k: v for k, v in total.items() if v}


def multiple(a: dict[str, Fraction], b: dict[str, Fraction]) -> Fraction | None:
    """k with a = k b, k not 0."""
    if not b or a.keys() != b.keys():
        return None
    found = {a[k] / b[k] for k in b}
    return found.pop() if len(found) == 1 else None
