"""The tree of a claim: its nodes, each with its place in the text, and what is refused at a place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

LENGTH = 10_000  # characters of a claim
NESTING = 50  # brackets, signs and powers inside each other
NAME_LENGTH = 40
LOGIC = ("chain", "or", "and", "not", "every")  # kinds of nodes that hold or do not, and have no value
BARE = ("TV", "KL", "Advantage")  # functionals without an argument, written without brackets
CONSTANTS = {"pi": "the circle constant", "e": "the base of the natural logarithm"}
COMBINED = {  # mechanisms made of others, and how they are written
    "compose": "compose(PureDP(eps_1), PureDP(eps_2)), of two to ten mechanisms, or compose(k, PureDP(eps))",
    "post": "post(PureDP(eps))",
    "mixture": "mixture(PureDP(eps))", "parallel": "parallel(PureDP(eps_1), PureDP(eps_2))",
    "subsample": "subsample(q, PureDP(eps)), or subsample(m, n, PureDP(eps)) for m of n records without replacement",
    "group": "group(k, PureDP(eps))", "independent": "independent(PureDP(eps_1), PureDP(eps_2))",
    "permute": "permute(PureDP(eps))", "shuffle": "shuffle(n, PureDP(eps)) for n users",
}  # fmt: skip
POSTED = "_post"  # after the name of a law: that of what is made of an output
DIGITS = 60  # of a number
EXPONENT = 400  # of a decimal number, 1e-400 to 1e400

# what a node is besides its arguments: its kind says whether a number, a name, the operators between the arguments, or names
Value = Any
Shape = tuple[str, Value, tuple["Shape", ...], tuple["Shape", ...]]  # of a part, without its places


class NotAClaim(ValueError):
    """The text is not a claim: `message` says why, `at` is the character (0 is the first), `text` the whole."""

    def __init__(self, message: str, at: int, text: str = "") -> None:
        super().__init__(message)
        self.message, self.at, self.text = message, max(0, at), text

    def __str__(self) -> str:
        return f"character {self.at + 1}: {self.message}"

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows in place of the frames."""
        return [f"not a claim: {self.pointed()}"]

    def pointed(self) -> str:
        """The message under the line of the text that it speaks of."""
        before = self.text[: self.at]
        start = before.rfind("\n") + 1
        end = self.text.find("\n", self.at)
        line = self.text[start : end if end >= 0 else len(self.text)].replace("\t", " ")
        place = self.at - start
        if len(line) > 100:
            cut = max(0, place - 50)
            line, place = line[cut : cut + 100], place - cut
        shown = "".join(c if c.isprintable() else "?" for c in line)
        return f"{self}\n    {shown}\n    {' ' * place}^"


@dataclass(frozen=True)
class Node:
    """A part of the text.

    kind   number, hole, name, call, sum, product, sign, power, chain; post: the law of what is made of an output; or, and,
           not between relations; every: conditions on names, then what is said for all of their values
    value  the number; the name; the operators between the arguments; the names of `every`
    at     its first character, and `end` the one after its last
    depth  nesting below it
    laws   the names of the two laws that a notion or functional is said of, where they are named
    """

    kind: str
    args: tuple[Node, ...]
    value: Value
    at: int
    end: int
    depth: int
    laws: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Source:
    """A claim's parts: conditions (chains, or a name alone), hypotheses, conclusion.

    whole   the text in which the nodes have their places, where the claim was made of parts of a typed one
    """

    text: str
    conditions: tuple[Node, ...]
    hypotheses: tuple[Node, ...]
    conclusion: tuple[Node, ...]
    whole: str = ""

    @property
    def typed(self) -> str:
        """The text in which the nodes have their places."""
        return self.whole or self.text

    def but(self, **parts: tuple[Node, ...]) -> Source:
        """The claim with other conditions, hypotheses or conclusion, which may be parts of this one."""
        made = replace(self, whole=self.typed, **parts)  # type: ignore[arg-type]
        return replace(made, text=made.written())

    def words(self, node: Node) -> str:
        """What was typed for a part, and the words of what nobody typed."""
        if node.kind == "or":  # beside others that are joined by `and`
            return f"({' or '.join(map(self.words, node.args))})"
        if node.kind == "and":
            return " and ".join(map(self.words, node.args))
        if node.kind == "not":
            return f"not ({self.words(node.args[0])})"
        return words(self.typed, node)

    def relation(self, left: Node, sign: str, right: Node) -> str:
        """A relation of parts of the claim, as typed where they stand beside each other."""
        if left.at < 0 or right.at < left.end:
            return f"{self.words(left)} {sign} {self.words(right)}"
        return self.typed[left.at : right.end]

    def written(self) -> str:
        """The parts as typed, in a claim of their own: for a person."""
        over, given, said = (
            [self.words(n) for n in part] for part in (self.conditions, self.hypotheses, self.conclusion)
        )
        head = f"for {', '.join(over)}: " if over else ""
        return f"{head}{' and '.join(given)} => {' and '.join(said)}" if given else head + " and ".join(said)


# ------------------------------------------------------------------------------------------------ words
TIGHT = {
    "sum": 1,
    "product": 2,
    "sign": 2,
    "power": 3,
}  # how tightly a term holds together; what is not listed: tightest


def words(typed: str, node: Node) -> str:
    """The words of a part of a claim, for a person: what was typed for it, or how what nobody typed is written."""
    return typed[node.at : node.end] if node.at >= 0 else WRITTEN[node.kind](typed, node)


def operand(typed: str, node: Node, least: int) -> str:
    """A term beside an operator, in brackets where it holds together less tightly than it has to."""
    text = words(typed, node)
    if node.at >= 0:
        inside = typed[node.at] == "(" and (
            node.kind == "sign" or (bool(node.args) and node.at < node.args[0].at)
        )
        loose = TIGHT.get(node.kind, 4) < least and not inside
    elif node.kind == "number":
        loose = node.value < 0 or (node.value.denominator > 1 and least > 1)
    else:
        loose = TIGHT.get(node.kind, 4) < least
    return f"({text})" if loose else text


def _chain(typed: str, node: Node) -> str:
    first, *rest = (words(typed, a) for a in node.args)
    return "".join([first, *(f" {sign} {a}" for sign, a in zip(node.value, rest, strict=True))])


def _between(typed: str, node: Node) -> str:
    """Terms with their operators between them."""
    least = TIGHT[node.kind]
    space = " " if node.kind == "sum" else ""
    text = operand(typed, node.args[0], least)
    for sign, a in zip(node.value, node.args[1:], strict=True):
        text += f"{space}{sign}{space}{operand(typed, a, least if sign == '+' else least + 1)}"
    return text


def _called(typed: str, node: Node) -> str:
    args = ", ".join(words(typed, a) for a in node.args)
    laws = f"({', '.join(str(n.value) for n in node.laws)})" if node.laws else ""
    return f"{node.value}({args}){laws}"


WRITTEN: dict[str, Callable[[str, Node], str]] = {
    "number": lambda typed, node: str(node.value), "name": lambda typed, node: str(node.value),
    "natural": lambda typed, node: f"{node.value} natural", "hole": lambda typed, node: "?", "call": _called,
    "sum": _between, "product": _between, "chain": _chain,
    "or": lambda typed, node: " or ".join(words(typed, a) for a in node.args),
    "and": lambda typed, node: " and ".join(words(typed, a) for a in node.args),
    "not": lambda typed, node: f"not ({words(typed, node.args[0])})",
    "sign": lambda typed, node: f"{node.value}{operand(typed, node.args[0], 2)}",
    "power": lambda typed, node: f"{operand(typed, node.args[0], 4)}^{operand(typed, node.args[1], 4)}",
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ parts
def shape(node: Node) -> Shape:
    """A part without its places: equal for what reads the same wherever it stands."""
    return (node.kind, node.value, tuple(map(shape, node.args)), tuple(map(shape, node.laws)))


def different(parts: Sequence[Node]) -> tuple[Node, ...]:
    """The parts, each once."""
    found: dict[Shape, Node] = {}
    for n in parts:
        found.setdefault(shape(n), n)
    return tuple(found.values())


def made(kind: str, args: tuple[Node, ...], value: Value = None) -> Node:
    """A part that stands in no text."""
    return Node(kind, args, value, -1, -1, 1 + max((a.depth for a in args), default=0))


def name(word: str) -> Node:
    """A name that stands in no text."""
    return Node("name", (), word, -1, -1, 0)


def with_args(node: Node, args: tuple[Node, ...]) -> Node:
    """The part with other arguments: itself, where they are its own."""
    if all(a is b for a, b in zip(args, node.args, strict=True)):
        return node
    return replace(made(node.kind, args, node.value), laws=node.laws)


def put(node: Node, values: Mapping[str, Node]) -> Node:
    """The part with terms in the place of names."""
    if node.kind == "name" and node.value in values:
        return values[node.value]
    return with_args(node, tuple(put(a, values) for a in node.args))


def error(message: str, node: Node | int) -> NotAClaim:
    """What is wrong with a part of the text; the text is added where the reading ends."""
    return NotAClaim(message, node if isinstance(node, int) else node.at)


def number(x: Fraction | int) -> Node:
    """A number that stands in no text."""
    return Node("number", (), Fraction(x), -1, -1, 0)


def relation_of_numbers(low: int, high: int) -> Node:
    """low < high, which stands in no text."""
    return link(number(low), "<", number(high))


def joined(kind: str, args: tuple[Node, ...], value: Value, at: int, end: int) -> Node:
    """The node of these parts; NotAClaim where it is nested too deep."""
    depth = 1 + max((a.depth for a in args), default=0)
    if depth > NESTING:
        raise error(f"nested more than {NESTING} deep", at)
    return Node(kind, args, value, at, end, depth)


def link(left: Node, sign: str, right: Node) -> Node:
    """A relation of parts of a text, which itself stands nowhere in it."""
    return joined("chain", (left, right), (sign,), -1, -1)


def flat(nodes: Sequence[Node], kind: str) -> tuple[Node, ...]:
    """The parts, with those of a part of the same kind in its place."""
    return tuple(part for n in nodes for part in (n.args if n.kind == kind else (n,)))


def denied(node: Node, at: int) -> Node:
    """That a node does not hold, with the denials before single relations."""
    if node.kind == "not":
        return node.args[0]
    if node.kind == "every":
        raise error("'not' before 'for every' is not supported", node)
    if node.kind in ("or", "and"):
        inside = tuple(denied(a, a.at) for a in node.args)
        kind = "and" if node.kind == "or" else "or"
        return joined(kind, flat(inside, kind), None, at, node.end)
    if len(node.args) > 2:
        ends = zip(node.args, node.value, node.args[1:], strict=False)
        links = [joined("chain", (a, b), (sign,), a.at, b.end) for a, sign, b in ends]
        return joined("or", tuple(denied(a, a.at) for a in links), None, at, node.end)
    return joined("not", (node,), None, at, node.end)
