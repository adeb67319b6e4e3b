"""Claims about numbers of which one has no known sign: where two are said to differ, and where one divides.

A relation `x != y` bounds nothing, and a quotient is read off its divisor's sign: so the claim is settled where the one is
below the other, and where it is above.  Nothing is decided here: the kernel puts the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sympy import Eq, Expr, Integer, Lt, Ne
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading.meaning import Claim, Reader
from dpsym.claims.reading.nodes import Node, NotAClaim, Source, different, link, made, name, number, shape
from dpsym.claims.reading.trees import names_in
from dpsym.claims.ways.alternatives import Settled, proof_of
from dpsym.language import cases, have

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer


@dataclass(frozen=True)
class Apart:
    """Two terms that differ, as nodes and as expressions, and the claim without what says so."""

    left: Node
    right: Node
    sides: tuple[Expr, Expr]
    rest: Source


def by_signs(reader: Reader, claim: Claim, settle: Callable[[Source], Answer]) -> Settled | None:
    """The claim where one of two terms that differ is below the other, and where it is above; None where none is found."""
    with suppress(NotAClaim):
        for apart in terms_apart(reader, claim):
            return in_both_orders(claim, apart, settle)
    return None


def terms_apart(reader: Reader, claim: Claim) -> Iterator[Apart]:
    """Terms that a condition says to differ, else a name that divides and 0."""
    source = reader.source
    said = [g for g in claim.theorem.given if isinstance(g, Ne)]
    typed = [n for n in (*source.conditions, *source.hypotheses) if is_apart(n)]
    if len(said) == len(typed):
        for node, formula in zip(typed, said, strict=True):
            yield Apart(node.args[0], node.args[1], formula.args, without(source, node))
    for node in () if claim.about_pairs else different([d for n in source.conclusion for d in divisors(n)]):
        if node.kind == "name" and node.value in reader.parameters and not has_sign(reader, node):
            yield Apart(node, number(0), (reader.parameters[node.value], Integer(0)), source)


def has_sign(reader: Reader, node: Node) -> bool:
    """Whether the sign of a name is known from its range, or is supposed as in a part of the claim."""
    given = set(map(shape, reader.source.hypotheses))
    return reader.range(node).nonzero or any(shape(link(node, s, number(0))) in given for s in ("<", ">"))


def is_apart(node: Node) -> bool:
    """Whether a node says that two terms differ, and no more."""
    return node.kind == "chain" and node.value == ("!=",)


def without(source: Source, node: Node) -> Source:
    """The claim without a condition or hypothesis; its names stay declared."""
    declared = tuple(made("chain", (name(x),), ()) for x in sorted(names_in(node)))
    others: set[str] = set().union(*(names_in(c) for c in source.conditions if c is not node))
    new = tuple(c for c in declared if c.args[0].value not in others)
    conditions = tuple(m for c in source.conditions for m in (new if c is node else (c,)))
    return source.but(conditions=conditions, hypotheses=tuple(h for h in source.hypotheses if h is not node))


def divisors(node: Node) -> list[Node]:
    """The terms by which a term, or a side of a relation, divides."""
    here = node.args[1:] if node.kind == "product" else ()
    own = [a for sign, a in zip(node.value, here, strict=True) if sign == "/"] if here else []
    return [*own, *(d for a in node.args for d in divisors(a))]


def in_both_orders(claim: Claim, apart: Apart, settle: Callable[[Source], Answer]) -> Settled:
    """The claim with each order of the terms among its hypotheses."""
    goal = claim.theorem.claim
    a, b = apart.sides
    answers = [settle(with_order(apart, sign)) for sign in ("<", ">")]
    below, above = (proof_of(x, claim.theorem) for x in answers)
    if below is None or above is None:
        return Settled(None, tuple(answers))
    same: Boolean = Eq(a, b, evaluate=False)
    beyond = cases(
        Lt(b, a, evaluate=False),
        (have(goal, "above", by=above),),
        (have(same, "neither below nor above"),),
    )
    whole = cases(Lt(a, b, evaluate=False), (have(goal, "below", by=below),), (beyond,))
    return Settled((whole, have(goal)), tuple(answers))


def with_order(apart: Apart, sign: str) -> Source:
    """The claim with one order of the terms among its hypotheses."""
    order = link(apart.left, sign, apart.right)
    return apart.rest.but(hypotheses=(*apart.rest.hypotheses, order))


__all__ = ["by_signs"]
