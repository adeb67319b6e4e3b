"""Nodes of a formula as a person types them: the reading that is shown."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from dpsym.claims.reading.nodes import Node

SUM, PRODUCT, FACTOR, BASE = range(4)


def said(n: Node, level: int = SUM) -> str:
    """The text of a term; brackets where the place of `level` needs them."""
    way = WAYS.get(n.kind)
    if way is None:
        return f"({n.kind})"
    text, own = way(n)
    return f"({text})" if own < level else text


def of_number(n: Node) -> tuple[str, int]:
    """A number, as a decimal where it is a short one."""
    q = Fraction(n.value)
    if q.denominator == 1:
        return str(q), BASE
    places = 0
    d = q.denominator
    while d % 10 == 0 or d % 2 == 0 or d % 5 == 0:
        d = d // 10 if d % 10 == 0 else d // (2 if d % 2 == 0 else 5)
        places += 1
    if d == 1 and places <= 6:
        return f"{float(q):.6f}".rstrip("0"), BASE
    return str(q), PRODUCT


def of_sum(n: Node) -> tuple[str, int]:
    """Terms with their signs."""
    text = said(n.args[0], SUM)
    for sign, a in zip(n.value, n.args[1:], strict=True):
        text += f" {sign} {said(a, PRODUCT)}"
    return text, SUM


def of_product(n: Node) -> tuple[str, int]:
    """Factors; a divisor in brackets unless it is one factor."""
    text = said(n.args[0], PRODUCT)
    for op, a in zip(n.value, n.args[1:], strict=True):
        text += str(op) + said(a, FACTOR)
    return text, PRODUCT


def of_power(n: Node) -> tuple[str, int]:
    """A base and its exponent."""
    base, exponent = n.args
    above = said(exponent)
    return f"{said(base, BASE)}^{above if above.isalnum() else '(' + above + ')'}", FACTOR


def of_mass(n: Node) -> tuple[str, int]:
    """P(y) or Q(y)."""
    return f"{'Q' if n.value[0] else 'P'}(y)", BASE


def of_event(n: Node) -> tuple[str, int]:
    """The probability of inequalities."""
    second, signs = n.value
    return f"Pr_{'Q' if second else 'P'}[{chain(replace(n, value=signs))}]", BASE


WAYS = {
    "number": of_number,
    "name": lambda n: (str(n.value), BASE),
    "call": lambda n: (f"{n.value}({', '.join(said(a) for a in n.args)})", BASE),
    "sign": lambda n: (f"{n.value}{said(n.args[0], PRODUCT)}", SUM),
    "sum": of_sum,
    "product": of_product,
    "power": of_power,
    "mass": of_mass,
    "loss": lambda n: (str(n.value), BASE),
    "total": lambda n: (f"sum_y[{said(n.args[0])}]", BASE),
    "event": of_event,
    "chain": lambda n: (chain(n), SUM),
    "natural": lambda n: (f"{n.value} natural", SUM),
}


def chain(n: Node) -> str:
    """Relations, or a notion alone."""
    text = said(n.args[0])
    for sign, a in zip(n.value or (), n.args[1:], strict=False):
        text += f" {sign} {said(a)}"
    return text
