"""Mechanisms made of others in a typed claim: compose(...), post(...), mixture(...), subsample(q, ...), group(2, ...)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Integer, Le
from sympy.logic.boolalg import Boolean

from dpsym.claims.errors import NotSupported
from dpsym.claims.syntax import Node, Source, error
from dpsym.claims.terms import Terms
from dpsym.claims.trees import calls
from dpsym.claims.words import COMBINED, NOTIONS
from dpsym.language import Notion
from dpsym.language.combined import composed, group_of_two, mixed, processed, subsampled

Read = Callable[[Terms, Node], Notion]
TWO = Integer(2)


def combination(node: Node) -> str | None:
    """The word of a hypothesis that says how the mechanism is made of others; None for any other."""
    alone = node.args[0] if node.kind == "chain" and len(node.args) == 1 else None
    return str(alone.value) if alone is not None and alone.value in COMBINED else None


def is_made(source: Source) -> bool:
    """Whether a claim is about a mechanism that is made of others."""
    return any(combination(h) for h in source.hypotheses)


def facts_of(t: Terms, node: Node, notion: Read) -> tuple[Boolean, ...]:
    """What is supposed of a mechanism that is made of others; `notion` reads what is said of a part."""
    word, args = str(node.value), node.args
    if node.kind != "call" or not args:
        raise error(f"{word} is written {COMBINED[word]}", node)
    of_notions = [a for a in args if a.kind == "call" and a.value in NOTIONS]
    numbers = [a for a in args if a not in of_notions]
    if list(args) != [*numbers, *of_notions] or any(c.value in NOTIONS for a in numbers for c in calls(a)):
        raise error(f"{word} is written {COMBINED[word]}", node)
    said = [notion(t, a) for a in of_notions]
    made = _combination(t, node, numbers, len(said))
    if len(said) != len(made.parts):
        raise error(f"{word} is written {COMBINED[word]}", node)
    return made.of(*said)


def _combination(t: Terms, node: Node, numbers: list[Node], parts: int) -> Any:
    """How the laws of the whole are made of those of the parts."""
    word = str(node.value)
    plain = {"compose": composed, "post": processed, "mixture": mixed}
    if word in plain and not numbers:
        if word == "compose" and parts > 2:
            raise NotSupported("more than two mechanisms are not supported yet", node.at)
        return plain[word]
    if word == "subsample" and len(numbers) == 1:
        q = t.expr(numbers[0])
        t.need(numbers[0], Le(0, q, evaluate=False), "a probability must be at least 0")
        t.need(numbers[0], Le(q, 1, evaluate=False), "a probability must be at most 1")
        return subsampled(q)
    if word == "group" and len(numbers) == 1 and parts == 1 and t.expr(numbers[0]) == TWO:
        return group_of_two.alike()
    if word in ("group", "compose") and len(numbers) == 1:
        raise NotSupported(f"{word} of any number of parts is not supported yet", node.at)
    raise error(f"{word} is written {COMBINED[word]}", node)


__all__ = ["combination", "facts_of", "is_made"]
