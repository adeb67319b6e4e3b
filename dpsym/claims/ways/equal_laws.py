"""Claims that suppose a budget of 0: where no test tells the laws apart, they are equal, and the rest is about one law.

At a budget of 0 theorems about positive budgets say nothing, and their closed forms may have no value.  Nothing is decided
here: that the laws are equal, and what follows for equal laws, are claims of their own, which the kernel puts together.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from sympy.logic.boolalg import Boolean

from dpsym.claims.reading.as_nodes import relation
from dpsym.claims.reading.meaning import Claim
from dpsym.claims.reading.nodes import Node, NotAClaim, Source, name, number, shape
from dpsym.claims.reading.trees import linear, words_in
from dpsym.claims.reading.words import FUNCTIONALS, NOTIONS
from dpsym.claims.ways.alternatives import Settled, both_orders, proof_of
from dpsym.language import Notion, Theorem, have
from dpsym.prove.library.forms import canon

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer

EQUAL = relation(
    name("TV"), "<=", number(0)
)  # what is supposed of equal laws, and shown of those of the claim


def by_equal_laws(claim: Claim, settle: Callable[[Source], Answer]) -> Settled | None:
    """The claim from what it says of equal laws, where a hypothesis with a budget of 0 makes them equal; None where none
    does."""
    source, theorem = claim.source, claim.theorem
    given = tuple(h for h in source.hypotheses if speaks_of_laws(h))
    known = {shape(EQUAL)} & {*map(shape, given), *map(shape, source.conclusion)}
    if known or theorem.where or not (any(map(is_0, theorem.given)) or any(map(has_0, given))):
        return None
    with suppress(NotAClaim):
        equal = settle(source.but(conclusion=(EQUAL,)))
        proof = proof_of(equal, theorem)
        if proof is None or equal.claim is None:
            return None
        others = tuple(h for h in source.hypotheses if h not in given)
        then = settle(source.but(hypotheses=(*others, EQUAL)))
        use = proof_of(then, theorem)
        if use is None:
            return Settled(None, (equal, then))
        said = have(equal.claim.theorem.claim, "no test tells the laws apart", by=proof)
        swapped = (s for g in new_in(then, theorem) for s in (*both_orders(g), have(g, "in both orders")))
        return Settled((said, *swapped, have(theorem.claim, "equal laws", by=use)), (equal, then))
    return None


def new_in(answer: Answer, theorem: Theorem) -> tuple[Boolean, ...]:
    """What the claim of an answer supposes that a theorem does not."""
    given = answer.claim.theorem.given if answer.claim is not None else ()
    return tuple(g for g in given if g not in theorem.given)


def speaks_of_laws(node: Node) -> bool:
    """Whether a hypothesis is about the laws."""
    return bool(words_in(node).keys() & {*FUNCTIONALS, *NOTIONS})


def is_0(formula: Boolean) -> bool:
    """Whether a formula is a notion of which a part of the budget comes to 0."""
    return isinstance(formula, Notion) and any(canon(b) == 0 for b in formula.budget)


def has_0(node: Node) -> bool:
    """Whether 0 is a side of a relation."""
    found = [linear(a) for a in node.args] if node.kind == "chain" and len(node.args) > 1 else []
    return any(sides is not None and not any(sides.values()) for sides in found)


__all__ = ["by_equal_laws"]
