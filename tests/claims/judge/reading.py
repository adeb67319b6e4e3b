"""Reads the text of a claim: its own grammar, with nothing of dpsym in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

F = Fraction


class Unread(ValueError):
    """The text is not a claim."""


class Undefined(ValueError):
    """An expression has no value at this point."""


class Unsure(ValueError):
    """The balls do not separate two values."""


class Open(ValueError):
    """The judge has no way to tell: a pair too close to its bound at some order, or noise without a closed form."""


# ------------------------------------------------------------------------------------------------ reading
TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z](?:_?[A-Za-z0-9])*)|(=>|<=|>=|==|!=|\*\*|[-+*/^(),:<>=]))"
)
NOTIONS = {"PureDP": 1, "ApproxDP": 2, "ProbDP": 2, "ZCDP": 1, "RenyiDP": 2, "GaussianDP": 1, "PBDP": 2}
MECHANISMS = {"RandomizedResponse": (1, 1), "Laplace": (1, 2), "Gaussian": (1, 2)}
FUNCTIONALS = {
    "Tail": 1,
    "HockeyStick": 1,
    "TV": 0,
    "KL": 0,
    "Renyi": 1,
    "Power": 1,
    "Posterior": 1,
    "Advantage": 0,
}
FUNCTIONS = {
    "exp": 1, "log": 1, "ln": 1, "sqrt": 1, "sinh": 1, "cosh": 1, "tanh": 1, "erf": 1, "erfc": 1, "Phi": 1,
    "Phi_inv": 1, "abs": 1, "min": None, "max": None,
}  # fmt: skip
CONSTANTS = ("pi", "e")
RELATIONS = ("<=", ">=", "==", "!=", "<", ">", "=")
WORDS = ("and", "or", "not")
Tree = tuple  # ("num", x) ("name", s) ("call", name, *args) ("neg", a) and ("+ - * / ^", a, b)


@dataclass(frozen=True)
class Chain:
    """Expressions with relations between neighbours."""

    parts: tuple[Tree, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """Conditions on the parameters, hypotheses and conclusions.

    An item is a Chain, a call of a notion, or ("or", item, ...), ("and", item, ...) or ("not", item) of such.
    """

    conditions: tuple[Chain, ...]
    hypotheses: tuple[Any, ...]
    conclusions: tuple[Any, ...]

    def __str__(self) -> str:
        head = f"for {', '.join(map(show, self.conditions))}: " if self.conditions else ""
        given = f"{' and '.join(map(show, self.hypotheses))} => " if self.hypotheses else ""
        return head + given + " and ".join(map(show, self.conclusions))


def tokens(text: str) -> list[str]:
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        m = TOKEN.match(text, at)
        if m is None:
            raise Unread(f"character {at + 1} of {text!r}")
        found.append(m.group(m.lastindex or 0))
        at = m.end()
    return found


def read(text: str) -> Claim:
    """The claim in `text`, or Unread."""
    rest = [*tokens(text), ""]

    def take(*wanted: str) -> str | None:
        return rest.pop(0) if rest[0] in wanted else None

    def need(wanted: str) -> None:
        if not take(wanted):
            raise Unread(f"{wanted!r} was expected before {rest[:3]} in {text!r}")

    def total() -> Tree:
        left = product()
        while op := take("+", "-"):
            left = (op, left, product())
        return left

    def product() -> Tree:
        left = signed()
        while op := take("*", "/"):
            left = (op, left, signed())
        return left

    def signed() -> Tree:
        if take("-"):
            return ("neg", signed())
        take("+")
        base = atom()
        return ("^", base, signed()) if take("^", "**") else base

    def atom() -> Tree:
        token = rest.pop(0)
        if token == "(":
            inner = total()
            need(")")
            return inner
        if token[:1].isdigit():
            return ("num", F(token))
        if not token[:1].isalpha():
            raise Unread(f"{token!r} in {text!r}")
        if take("("):
            args = [total()]
            while take(","):
                args.append(total())
            need(")")
            return ("call", token, *args)
        return ("call", token) if FUNCTIONALS.get(token) == 0 else ("name", token)

    def chain(bare: bool = False) -> Any:
        parts, relations = [total()], []
        while r := take(*RELATIONS):
            relations.append("=" if r == "==" else r)
            parts.append(total())
        if not relations:
            (part,) = parts
            if bare and part[0] == "name":
                return Chain((part,), ())
            if part[0] == "call" and (part[1] in NOTIONS or part[1] in MECHANISMS):
                return part
            raise Unread(f"neither a notion nor a relation in {text!r}")
        return Chain(tuple(parts), tuple(relations))

    def denied() -> Any:
        return ("not", denied()) if take("not") else chain()

    def both() -> tuple[Any, ...]:
        items = [denied()]
        while take("and"):
            items.append(denied())
        return tuple(items)

    def joined() -> tuple[Any, ...]:
        either = [both()]
        while take("or"):
            either.append(both())
        if len(either) == 1:
            return either[0]
        return (("or", *(("and", *items) if items[1:] else items[0] for items in either)),)

    conditions: list[Any] = []
    if take("for"):
        conditions.append(chain(bare=True))
        while take(","):
            conditions.append(chain(bare=True))
        need(":")
    first = joined()
    given, conclusions = (first, joined()) if take("=>") else ((), first)
    if rest != [""]:
        raise Unread(f"{rest[:3]} left over in {text!r}")
    claim = Claim(tuple(conditions), given, conclusions)
    declared = set().union(*(names(c) for c in conditions)) if conditions else set()
    for item in given + conclusions:
        for name in names(item) - declared:
            raise Unread(f"{name} is not declared in {text!r}")
    for item in claim.conditions + given + conclusions:
        for sub in calls(item):
            expected = {**FUNCTIONS, **FUNCTIONALS, **NOTIONS}.get(sub[1], -1)
            if sub[1] in MECHANISMS:
                low, high = MECHANISMS[sub[1]]
                expected = len(sub) - 2 if low <= len(sub) - 2 <= high else -1
            if expected is not None and expected != len(sub) - 2:
                raise Unread(f"{sub[1]} with {len(sub) - 2} arguments in {text!r}")
    return claim


def walk(item: Any) -> Iterator[Tree]:
    """Every part of a tree or chain."""
    if isinstance(item, Chain):
        for part in item.parts:
            yield from walk(part)
        return
    yield item
    for arg in item[1:]:
        if isinstance(arg, tuple | Chain):
            yield from walk(arg)


def names(item: Any) -> set[str]:
    return {t[1] for t in walk(item) if t[0] == "name" and t[1] not in CONSTANTS}


def calls(item: Any) -> list[Tree]:
    return [t for t in walk(item) if t[0] == "call"]


BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 2, "^": 4}


def show(item: Any, outer: int = 0) -> str:
    """The text of a chain or tree, with the fewest brackets."""
    if isinstance(item, Chain):
        text = show(item.parts[0])
        for r, part in zip(item.relations, item.parts[1:], strict=True):
            text += f" {r} {show(part)}"
        return text
    kind, *args = item
    if kind == "not":
        return f"not {show(args[0])}"
    if kind in WORDS:
        return f" {kind} ".join(map(show, args))
    if kind == "num":
        x = args[0]
        if x.denominator == 1:
            return str(x) if x >= 0 else f"({x})"
        for k in range(1, 60):
            if (x * 10**k).denominator == 1 and 0 <= x < 10:
                digits = f"{(x * 10**k).numerator:0{k + 1}d}"
                return f"{digits[:-k]}.{digits[-k:]}"
        text = f"{x.numerator}/{x.denominator}"
        return f"({text})" if outer > 1 or x < 0 else text
    if kind == "name":
        return args[0]
    if kind == "call":
        return args[0] + (f"({', '.join(show(a) for a in args[1:])})" if args[1:] else "")
    level = BINDING[kind]
    if kind == "neg":
        text = "-" + show(args[0], 3)
    elif kind == "^":
        text = f"{show(args[0], 5)}^{show(args[1], 4)}"
    else:
        space = " " if level == 1 else ""
        text = f"{show(args[0], level)}{space}{kind}{space}{show(args[1], level + 1)}"
    return f"({text})" if level < outer or (kind == "neg" and outer > 1) else text
