"""The tree of a claim: its nodes, each with its place in the text, and what is refused at a place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

LENGTH = 10_000  # characters of a claim
NESTING = 50  # brackets, signs and powers inside each other
NAME_LENGTH = 40
LOGIC = ("chain", "or", "and", "not")  # kinds of nodes that hold or do not, and have no value
BARE = ("TV", "KL", "Advantage")  # functionals without an argument, written without brackets
DIGITS = 60  # of a number
RELATION = re.compile(r"[<>!=]=?")
EXPONENT = 400  # of a decimal number, 1e-400 to 1e400


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

    kind   number, hole, name, call, sum, product, sign, power, chain; or, and, not between relations
    value  the number; the name; the operators between the arguments
    at     its first character, and `end` the one after its last
    depth  nesting below it
    laws   the names of the two laws that a notion or functional is said of, where they are named
    """

    kind: str
    args: tuple[Node, ...]
    value: Any
    at: int
    end: int
    depth: int
    laws: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Source:
    """A claim's parts: conditions (chains, or a name alone), hypotheses, conclusion."""

    text: str
    conditions: tuple[Node, ...]
    hypotheses: tuple[Node, ...]
    conclusion: tuple[Node, ...]

    def words(self, node: Node) -> str:
        """What was typed for a part; for a relation of numbers that nobody typed, its words."""
        if node.at < 0:
            low, high = (a.value for a in node.args)
            return f"{low} {node.value[0]} {high}"
        if node.kind == "or":  # beside others that are joined by `and`
            return f"({' or '.join(map(self.words, node.args))})"
        if node.kind == "and":
            return " and ".join(map(self.words, node.args))
        if node.kind == "not":
            return f"not ({self.words(node.args[0])})"
        if node.kind == "chain" and len(node.args) == 2:  # the relation may have been turned round
            less, more = node.args
            between = RELATION.sub(str(node.value[0]), self.text[less.end : more.at], count=1)
            return self.text[node.at : less.end] + between + self.text[more.at : node.end]
        return self.text[node.at : node.end]

    def written(self) -> str:
        """The parts as typed, in a claim of their own: for a person."""
        over, given, said = (
            [self.words(n) for n in part] for part in (self.conditions, self.hypotheses, self.conclusion)
        )
        head = f"for {', '.join(over)}: " if over else ""
        return f"{head}{' and '.join(given)} => {' and '.join(said)}" if given else head + " and ".join(said)


def error(message: str, node: Node | int) -> NotAClaim:
    """What is wrong with a part of the text; the text is added where the reading ends."""
    return NotAClaim(message, node if isinstance(node, int) else node.at)


def relation_of_numbers(low: int, high: int) -> Node:
    """low < high, which stands in no text."""
    ends = tuple(Node("number", (), Fraction(x), -1, -1, 0) for x in (low, high))
    return Node("chain", ends, ("<",), -1, -1, 1)
