"""The formulas one slip away from a formula: a sign, an inverted fraction, a lost factor, another number, a lost power."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from dpsym.audit.said import said
from dpsym.claims.reading.nodes import Node

Edit = tuple[float, str, Node]  # its cost, in words, and the formula


def number(q: Fraction | int, at: Node) -> Node:
    """A number, as a fraction where it is one."""
    q = Fraction(q)
    return Node("number", (), q, at.at, at.end, 0)


def with_args(n: Node, args: tuple[Node, ...]) -> Node:
    """The node with other arguments."""
    return replace(n, args=args, depth=1 + max(a.depth for a in args))


def of(kind: str, args: tuple[Node, ...], value: object) -> Node:
    """A node at the place of its first argument."""
    return Node(kind, args, value, args[0].at, args[-1].end, 1 + max(a.depth for a in args))


def negated(n: Node) -> Node:
    """-n."""
    return n.args[0] if n.kind == "sign" and n.value == "-" else of("sign", (n,), "-")


def times(factor: Node, n: Node) -> Node:
    """factor * n."""
    return of("product", (factor, n), ("*",))


def edits(n: Node) -> Iterator[Edit]:
    """All formulas one slip away, the likeliest kinds cheapest."""
    way = WAYS.get(n.kind)
    if way is not None:
        yield from way(n)
    for k, a in enumerate(n.args):
        for cost, words, e in edits(a):
            yield cost, words, with_args(n, (*n.args[:k], e, *n.args[k + 1 :]))


def of_sum(n: Node) -> Iterator[Edit]:
    """Another sign, a term less."""
    for k, sign in enumerate(n.value):
        turned = "-" if sign == "+" else "+"
        yield 1, f"{turned} for {sign}", replace(n, value=(*n.value[:k], turned, *n.value[k + 1 :]))
    if n.args[0].kind != "sign":
        yield 1.5, "the first sign turned", with_args(n, (negated(n.args[0]), *n.args[1:]))
    for k, a in enumerate(n.args):
        signs = ("+", *n.value)
        rest = [(s, x) for j, (s, x) in enumerate(zip(signs, n.args, strict=True)) if j != k]
        first = rest[0][1] if rest[0][0] == "+" else negated(rest[0][1])
        left = (
            first
            if len(rest) == 1
            else of("sum", (first, *(x for _, x in rest[1:])), tuple(s for s, _ in rest[1:]))
        )
        yield 4, f"without the term {said(a)}", left


def of_product(n: Node) -> Iterator[Edit]:
    """A fraction inverted, a factor on the other side of the bar, a factor less."""
    signs = ("*", *n.value)
    if len(n.args) == 2 and n.value == ("/",):
        yield 1, f"{said(n)} inverted", of("product", (n.args[1], n.args[0]), ("/",))
    for k, a in enumerate(n.args):
        if k:
            turned = "/" if n.value[k - 1] == "*" else "*"
            yield (
                3,
                f"{said(a)} on the other side of the bar",
                replace(n, value=(*n.value[: k - 1], turned, *n.value[k:])),
            )
        rest = [(s, x) for j, (s, x) in enumerate(zip(signs, n.args, strict=True)) if j != k]
        if rest[0][0] == "*":
            left = (
                rest[0][1]
                if len(rest) == 1
                else of("product", tuple(x for _, x in rest), tuple(s for s, _ in rest[1:]))
            )
        else:
            one = number(1, a)
            left = of("product", (one, *(x for _, x in rest)), tuple(s for s, _ in rest))
        yield 3, f"without the factor {said(a)}", left


def of_number(n: Node) -> Iterator[Edit]:
    """Another number."""
    q = n.value
    for v in dict.fromkeys((2 * q, q / 2, q + 1, q - 1, q * q, 4 * q, q / 4, 3 * q)):
        if v != q and v >= 0:
            yield 2, f"{v} for {q}", number(v, n)


def of_power(n: Node) -> Iterator[Edit]:
    """Without the power."""
    yield 2, f"without the power of {said(n.args[0])}", n.args[0]


def of_call(n: Node) -> Iterator[Edit]:
    """The argument of an exponential negated, of a logarithm inverted."""
    if n.value == "exp":
        (x,) = n.args
        yield 2, "the exponent negated", with_args(n, (negated(x),))
    elif n.value == "log":
        (x,) = n.args
        yield 2, "the argument inverted", with_args(n, (of("product", (number(1, x), x), ("/",)),))
    elif n.value in ("cosh", "sinh"):
        yield 2, "the other hyperbolic function", replace(n, value="sinh" if n.value == "cosh" else "cosh")
    elif n.value in ("max", "min"):
        yield 2, "the other extreme", replace(n, value="min" if n.value == "max" else "max")


def of_name(n: Node) -> Iterator[Edit]:
    """A letter squared, twice, half, or less or more by 1."""
    two, one = number(2, n), number(1, n)
    yield 3, f"{n.value} squared", of("power", (n, two), None)
    yield 3, f"twice {n.value}", times(two, n)
    yield 3, f"half {n.value}", of("product", (n, two), ("/",))
    yield 3.5, f"{n.value} - 1", of("sum", (n, one), ("-",))
    yield 3.5, f"1/{n.value}", of("product", (one, n), ("/",))
    yield 4, f"{n.value} + 1", of("sum", (n, one), ("+",))
    yield 4, f"1 - {n.value}", of("sum", (one, n), ("-",))


def of_sign(n: Node) -> Iterator[Edit]:
    """Without the sign."""
    yield 1, "without the sign", n.args[0]


WAYS = {
    "sum": of_sum, "product": of_product, "number": of_number, "power": of_power, "call": of_call, "name": of_name,
    "sign": of_sign,
}  # fmt: skip


def of_side(n: Node, letters: tuple[str, ...] = ()) -> Iterator[Edit]:
    """All edits of a side, and the side twice, half, negated, times or over one of the letters."""
    yield from edits(n)
    two = number(2, n)
    yield 3, "twice the side", times(two, n)
    yield 3, "half the side", of("product", (n, two), ("/",))
    yield 2.5, "the side negated", negated(n)
    for name in letters:
        x = Node("name", (), name, n.at, n.end, 0)
        yield 4, f"times {name}", times(x, n)
        yield 4, f"over {name}", of("product", (n, x), ("/",))
        yield 5, f"times 1 - {name}", times(of("sum", (number(1, n), x), ("-",)), n)
