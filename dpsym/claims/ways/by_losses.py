"""Claims at losses that are numbers: with names in their place, in their order.

The exponential of a loss is mostly no fraction, and what is to be compared with it is proved more easily of any losses in
this order: the claim is an instance of that one.  Nothing is decided here: the kernel checks the theorem and the instance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING

import sympy
from sympy import Expr

from dpsym.claims.few_outputs.extreme_pairs import Unread, value
from dpsym.claims.reading.as_nodes import chain
from dpsym.claims.reading.meaning import Claim, Reader
from dpsym.claims.reading.nodes import Node, Source, name, number, shape, with_args
from dpsym.claims.reading.trees import names_in
from dpsym.claims.reading.words import FUNCTIONALS, NOTIONS
from dpsym.claims.ways.alternatives import Settled
from dpsym.language import have

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer

LOSS = "eps"  # what a loss is called among the arguments of a word


def by_losses(reader: Reader, claim: Claim, settle: Callable[[Source], Answer]) -> Settled | None:
    """The claim as an instance of that about any losses in this order; None where it has no two that are numbers, with
    exponentials that are no fractions."""
    losses = losses_of(claim.source, reader)
    if len(losses) < 2 or all(sympy.exp(x).is_Rational for _, x in losses):
        return None
    named, numbers = with_names(claim.source, losses)
    answer = settle(named)
    if answer.verdict != "proved" or answer.reduced or answer.claim is None:
        return Settled(None, (answer,))
    theorem = replace(answer.claim.theorem, title="The claim at any losses", derivation=answer.derivation)
    own = {str(p): p for p in claim.theorem.parameters}
    at = {str(p): own[str(p)] for p in theorem.parameters if str(p) in own}
    use = theorem.at(**at, **{word: reader.expr(node) for word, node in numbers.items()})
    return Settled((have(claim.theorem.claim, "at these losses", by=use),), (answer,))


def losses_of(source: Source, reader: Reader) -> list[tuple[Node, Expr]]:
    """The losses that are positive numbers, each once, the smaller first."""
    found = {
        shape(a): a
        for n in (*source.hypotheses, *source.conclusion)
        for a in loss_arguments(n)
        if not names_in(a) - {"pi", "e"}
    }
    with suppress(Unread):
        losses = [(a, reader.expr(a)) for a in found.values()]
        return sorted((x for x in losses if value(x[1], {}) > 0), key=lambda x: value(x[1], {}))
    return []


def loss_arguments(node: Node) -> list[Node]:
    """The losses of the notions and functionals in a term."""
    return [node.args[k] for k in places_of_losses(node)] + [x for a in node.args for x in loss_arguments(a)]


def places_of_losses(node: Node) -> list[int]:
    """Which arguments of a call are losses."""
    word = str(node.value)
    if node.kind != "call" or not (word in NOTIONS or word in FUNCTIONALS):
        return []
    called = NOTIONS[word][1] if word in NOTIONS else FUNCTIONALS[word]
    return [k for k, (what, _) in enumerate(zip(called, node.args, strict=False)) if what == LOSS]


def with_names(source: Source, losses: Sequence[tuple[Node, Expr]]) -> tuple[Source, dict[str, Node]]:
    """The claim with names for these losses, in their order, and what the names stand for; also in the exponentials of it."""
    taken = {n for c in (*source.conditions, *source.hypotheses, *source.conclusion) for n in names_in(c)}
    free = (w for w in (f"loss_{k}" for k in count(1)) if w not in taken)
    words: dict[object, str] = {}
    numbers: dict[str, Node] = {}
    order: list[Node | str] = [number(0)]
    last: Fraction | None = None
    for node, x in losses:
        here = value(x, {})
        if here != last:  # the same number in two forms has one name
            word, last = next(free), here
            order += ["<", name(word)]
            numbers[word] = node
        words[shape(node)] = word

    def go(node: Node) -> Node:
        args = [go(a) for a in node.args]
        for k in (0,) if node.kind == "call" and node.value == "exp" else places_of_losses(node):
            word = words.get(shape(node.args[k]))
            args[k] = name(word) if word else args[k]
        return with_args(node, tuple(args)) if node.args else node

    named = source.but(
        conditions=(*source.conditions, chain(*order)),
        hypotheses=tuple(map(go, source.hypotheses)),
        conclusion=tuple(map(go, source.conclusion)),
    )
    return named, numbers


__all__ = ["by_losses", "losses_of", "with_names"]
