"""One relation, or one term, typed alone: without conditions, hypotheses or a pair."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Expr

from dpsym.claims.reading.box import Box
from dpsym.claims.reading.nodes import Node
from dpsym.claims.reading.syntax import NotAClaim, parse
from dpsym.claims.reading.terms import Notes, Terms
from dpsym.language import Parameter, as_written


def relation(text: str) -> Node:
    """The chain that a text is; NotAClaim where it is anything but one relation of two sides."""
    source = parse(text)
    if not (source.conditions or source.hypotheses) and len(source.conclusion) == 1:
        (chain,) = source.conclusion
        if chain.kind == "chain" and len(chain.args) == 2:
            return chain
    raise NotAClaim("one relation was expected", 0, text)


def value(side: Node, names: Mapping[str, Parameter]) -> Expr:
    """The term that a side is, over these parameters; NotAClaim for another name."""
    return read(side, names)[0]


def read(side: Node, names: Mapping[str, Parameter]) -> tuple[Expr, tuple[Expr, ...]]:
    """The term that a side is, and what the reading leaves out, being multiplied by 0, say: it must have a value too."""
    terms = Terms(dict(names), list(names), Box(), notes=Notes())
    with as_written():
        found = terms.expr(side)
    return found, tuple(terms.notes.left_out)
