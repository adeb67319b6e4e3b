"""Expressions of the language as terms of a claim, the way back from `terms`; arithmetic of exact numbers is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isqrt

import sympy
from sympy import Basic, Expr, Pow, Rational
from sympy.core.relational import Relational

from dpsym.claims.reading.nodes import Node, made, name, number
from dpsym.language import Phi, Phi_inv
from dpsym.language.mechanisms import normal_tail

Names = Mapping[Basic, Node]  # the terms that stand for parameters of an expression
POWER = 64  # the largest power of a number that is worked out
SIGNS = {sympy.Le: "<=", sympy.Lt: "<", sympy.Ge: ">=", sympy.Gt: ">", sympy.Eq: "=", sympy.Ne: "!="}
CALLED: dict[type[Basic], str] = {
    sympy.exp: "exp", sympy.log: "log", sympy.tanh: "tanh", sympy.erf: "erf", sympy.Max: "max", sympy.Min: "min",
    sympy.Abs: "abs", Phi_inv: "Phi_inv",
}  # fmt: skip


def node_of(e: Basic, names: Names) -> Node:
    """The term that an expression is, or the chain that a relation is, with terms in the place of its parameters."""
    go: Callable[[Basic], Node] = lambda x: node_of(x, names)  # noqa: E731
    if e in names:
        return names[e]
    if isinstance(e, Rational):
        return number(Fraction(int(e.p), int(e.q)))
    if e is sympy.pi:
        return name("pi")
    if e is sympy.E:
        return called("exp", [number(1)])
    if isinstance(e, Relational):
        return relation(go(e.args[0]), SIGNS[e.func], go(e.args[1]))
    if isinstance(e, sympy.Add):
        return added(sorted(map(signed, map(go, e.args)), key=lambda t: -t[0]))
    if isinstance(e, sympy.Mul):
        return _product(e, go)
    if isinstance(e, Pow):
        return raised(go(e.base), go(e.exp))
    if e.func in CALLED:
        return called(CALLED[e.func], [go(a) for a in e.args])
    raise TypeError(f"no term for {e}")


def signed(node: Node) -> tuple[int, Node]:
    """A term of a sum, with the sign of its number."""
    return (-1, negated(node)) if coefficient(node)[0] < 0 else (1, node)


def _product(e: Expr, go: Callable[[Basic], Node]) -> Node:
    for f in e.atoms(sympy.erf):  # the standard normal law below a point, or above it
        x = f.args[0].args[0] if f.args[0].args else None
        if x is not None and e in (Phi(x), normal_tail(x)):
            return called("Phi", [go(x) if e == Phi(x) else negated(go(x))])
    above, below = [], []
    for a in e.args:
        if isinstance(a, Pow) and isinstance(a.exp, Rational) and a.exp < 0:
            below.append(raised(go(a.base), number(-Fraction(int(a.exp.p), int(a.exp.q)))))
        else:
            above.append(go(a))
    return multiplied(above, below)


# ------------------------------------------------------------------------------------------------ terms
def relation(left: Node, sign: str, right: Node) -> Node:
    """A relation of two terms."""
    return made("chain", (left, right), (sign,))


def chain(*parts: Node | str) -> Node:
    """A chain of relations: terms with their signs between them."""
    return made(
        "chain", tuple(p for p in parts if isinstance(p, Node)), tuple(p for p in parts if isinstance(p, str))
    )


def value_of(node: Node) -> Fraction | None:
    """The number that a term is, with its sign; None where it is another term."""
    if node.kind == "number":
        return Fraction(node.value)
    if node.kind == "sign" and node.args[0].kind == "number":
        return -node.args[0].value if node.value == "-" else node.args[0].value
    return None


def negated(node: Node) -> Node:
    """Minus a term."""
    x = value_of(node)
    if x is not None:
        return number(-x)
    if node.kind == "sign":
        return (
            made("sign", node.args, "+" if node.value == "-" else "-") if node.value == "+" else node.args[0]
        )
    if node.kind == "sum":
        terms = [(-s, a) for s, a in terms_of(node)]
        return added(sorted(terms, key=lambda t: -t[0]))
    k, rest = coefficient(node)
    return multiplied([number(-k), rest]) if k < 0 else made("sign", (node,), "-")


def terms_of(node: Node) -> list[tuple[int, Node]]:
    """The terms of a sum with their signs; the term itself, where it is no sum."""
    if node.kind != "sum":
        return [(1, node)]
    signs = [1, *(1 if s == "+" else -1 for s in node.value)]
    return list(zip(signs, node.args, strict=True))


def added(terms: Sequence[tuple[int, Node]]) -> Node:
    """The sum of terms with their signs, its numbers added up in the place of the first."""
    total, place = Fraction(0), None
    rest: list[tuple[int, Node]] = []
    for s, a in terms:
        x = value_of(a)
        if x is not None:
            total, place = total + s * x, len(rest) if place is None else place
        elif a.kind == "sign":
            rest.append((-s if a.value == "-" else s, a.args[0]))
        else:
            k, inner = coefficient(a)
            rest.append((-s, multiplied([number(-k), inner])) if k < 0 else (s, a))
    if total:
        at = place or 0
        rest.insert(at, (1, number(total)) if total > 0 or at == 0 else (-1, number(-total)))
    if not rest:
        return number(0)
    (sign, first), *others = rest
    first = first if sign > 0 else negated(first)
    if not others:
        return first
    return made("sum", (first, *(a for _, a in others)), tuple("+" if s > 0 else "-" for s, _ in others))


def coefficient(node: Node) -> tuple[Fraction, Node]:
    """The number that a term begins with, and the rest."""
    x = value_of(node)
    if x is not None:
        return x, number(1)
    if node.kind == "sign":
        k, rest = coefficient(node.args[0])
        return (-k if node.value == "-" else k), rest
    if node.kind == "product" and node.value[0] == "*" and node.args[0].kind == "number":
        first, *others = node.args
        inner = others[0] if len(others) == 1 else made("product", tuple(others), node.value[1:])
        return Fraction(first.value), inner
    return Fraction(1), node


def multiplied(above: Sequence[Node], below: Sequence[Node] = ()) -> Node:
    """The product of terms, divided by those below, its numbers multiplied into one that stands first."""
    k, sides = Fraction(1), {"*": list[Node](), "/": list[Node]()}
    for sign, a in (*(("*", a) for a in above), *(("/", a) for a in below)):
        x, rest = coefficient(a)
        if x == 0 and sign == "/":
            raise ZeroDivisionError
        k = k * x if sign == "*" else k / x
        for s, part in factors_of(rest):
            sides["*" if s == sign else "/"].append(part)
    factors, divisors = sides.values()
    if not k or not (factors or divisors):
        return number(k)
    if abs(k.numerator) != 1 or not factors:
        factors.insert(0, number(abs(k.numerator)))
    if k.denominator != 1:
        divisors.insert(0, number(k.denominator))
    found = product_of(factors)
    if divisors:
        found = made("product", (*factors, product_of(divisors)), ("*",) * (len(factors) - 1) + ("/",))
    return found if k > 0 else made("sign", (found,), "-")


def product_of(factors: Sequence[Node]) -> Node:
    """The product of factors."""
    return factors[0] if len(factors) == 1 else made("product", tuple(factors), ("*",) * (len(factors) - 1))


def factors_of(node: Node) -> list[tuple[str, Node]]:
    """The factors of a product that nobody typed, each with whether it multiplies or divides; of 1 there are none."""
    if value_of(node) == 1:
        return []
    if node.kind != "product" or node.at >= 0:
        return [("*", node)]
    found = []
    for sign, a in zip(("*", *node.value), node.args, strict=True):
        found += [(sign if s == "*" else "*" if sign == "/" else "/", part) for s, part in factors_of(a)]
    return found


def raised(base: Node, exponent: Node) -> Node:
    """A power; of a root, where it is its square, what stands under it."""
    b, e = value_of(base), value_of(exponent)
    if e == 1:
        return base
    if e is not None and e < 0 and b is None:
        return multiplied([number(1)], [raised(base, number(-e))])
    if e == Fraction(1, 2):
        return called("sqrt", [base])
    if e == 2 and base.kind == "call" and base.value == "sqrt":
        return base.args[0]
    if b is not None and e is not None and e.denominator == 1 and abs(e) <= POWER and (b or e > 0):
        return number(b ** int(e))
    return made("power", (base, exponent))


def called(word: str, args: Sequence[Node]) -> Node:
    """A function of terms, worked out where its value is an exact number at a glance."""
    x = value_of(args[0]) if args else None
    if x is not None and len(args) == 1:
        if word in ("log", "ln") and x == 1:
            return number(0)
        if word == "exp" and x == 0:
            return number(1)
        if word == "sqrt" and x >= 0:
            root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
            if root * root == x:
                return number(root)
    if word in ("min", "max"):
        args = [a for k, a in enumerate(args) if a not in args[:k]]
        if len(args) == 1:
            return args[0]
    return made("call", tuple(args), word)
