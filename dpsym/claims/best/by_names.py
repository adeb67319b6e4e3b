"""Claims with "?" at losses that are numbers: names stand for them, in their order, while a bound is looked for.

The exponential of a loss is mostly no fraction, and the linear program over pairs has fractions only.  With a name in the
place of each loss its values are terms of these names, and the numbers are put back.  Nothing is decided here: the bound is
a claim of its own, and so is that one a little smaller fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import count

import sympy
from sympy import Expr

from dpsym.claims.answers import Answer
from dpsym.claims.best.bounds import Attained, Best
from dpsym.claims.few_outputs.extreme_pairs import Unread, value
from dpsym.claims.reading.as_nodes import chain, multiplied, relation
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.nodes import Node, Source, name, number, put, shape, with_args
from dpsym.claims.reading.trees import names_in
from dpsym.claims.reading.words import FUNCTIONALS, NOTIONS
from dpsym.claims.settle import settle
from dpsym.prove.verdict import HOLDS

NEAR = Fraction(999, 1000)  # of a bound: what is smaller is shown to be too small
LOSS = "eps"  # what a loss is called among the arguments of a word
Terms = tuple[Node, ...]


def at_numbers(source: Source, less: Node, least: Callable[[Source], Terms | None]) -> Best | None:
    """The best bound from `least`, which gives terms whose minimum it is, of the claim with names for its losses; None where
    these are no numbers, or it gives none."""
    reader = Reader(source)
    losses = losses_of(source, reader)
    if not losses or all(sympy.exp(x).is_Rational for _, x in losses):
        return None
    named, numbers = with_names(source, losses)
    terms = least(named)
    if terms is None:
        return None
    with suppress(Unread):
        bounds = only_least([put(t, numbers) for t in terms], reader)
        proofs = tuple(settle(source.but(conclusion=(relation(less, "<=", b),))) for b in bounds)
        if all(p.verdict in HOLDS for p in proofs):
            at = (
                tuple(approached(source, less, b) for b in bounds)
                if len(bounds) == 1
                else (None,) * len(bounds)
            )
            return Best(source.text, tuple(map(source.words, bounds)), proofs, at, 0)
    return None


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
    """The claim with names for these losses, in their order, and what the names stand for."""
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
        for k in places_of_losses(node):
            word = words.get(shape(node.args[k]))
            args[k] = name(word) if word else args[k]
        return with_args(node, tuple(args)) if node.args else node

    named = source.but(
        conditions=(*source.conditions, chain(*order)),
        hypotheses=tuple(map(go, source.hypotheses)),
        conclusion=tuple(map(go, source.conclusion)),
    )
    return named, numbers


def only_least(terms: Sequence[Node], reader: Reader) -> Terms:
    """The least of terms that are numbers; all of them where they are not."""
    if len(terms) > 1 and not any(names_in(t) - {"pi", "e"} for t in terms):
        return (min(terms, key=lambda t: value(reader.expr(t), {})),)
    return tuple(terms)


def approached(source: Source, less: Node, bound: Node) -> Attained | None:
    """A pair at which the functional is within a thousandth of the bound; None where none is found."""
    near = multiplied([number(NEAR), bound])
    answer: Answer = settle(source.but(conclusion=(relation(less, "<", near),)))
    witness = answer.witness
    if answer.verdict != "refuted" or witness is None:
        return None
    return Attained(witness.values, witness.laws, f"at least {source.words(near)}", True)
