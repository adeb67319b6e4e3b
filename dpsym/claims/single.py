"""One relation, or one term, typed alone: without conditions, hypotheses or a pair."""

from __future__ import annotations

from collections.abc import Mapping

from sympy import Expr

from dpsym.claims.box import Box
from dpsym.claims.nodes import Node
from dpsym.claims.syntax import NotAClaim, parse
from dpsym.claims.terms import Terms
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
    with as_written():
        return Terms(dict(names), list(names), Box()).expr(side)
