"""Claims about what is made of the outputs of one mechanism, from the same claim about a mechanism of that kind.

Post-processing keeps what is supposed, and so does a mixture: then all that follows for any mechanism of the kind holds of
what is made.  Nothing is decided here: that the kind is kept, and what follows from it, are claims of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dpsym.claims.reading import combining
from dpsym.claims.reading.as_nodes import chain, relation
from dpsym.claims.reading.builder import NOTION_OF
from dpsym.claims.reading.meaning import Claim
from dpsym.claims.reading.nodes import Node, Source, name, shape
from dpsym.claims.reading.words import NOTIONS, SAID_OF_PARTS
from dpsym.claims.ways.alternatives import Settled, both_orders, proof_of
from dpsym.claims.ways.equal_laws import new_in
from dpsym.language import have

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer


def by_the_part(claim: Claim, settle: Callable[[Source], Answer]) -> Settled | None:
    """The claim from what is supposed of the one mechanism, said of the whole; None where there are more, or numbers, or
    one of the two claims is not proved."""
    source, theorem = claim.source, claim.theorem
    of = next((h for h in source.hypotheses if combining.combination(h)), None)
    parts = () if of is None else of.args[0].args
    if of is None or len(parts) != 1 or parts[0].value not in SAID_OF_PARTS:
        return None
    kind = as_typed(parts[0])
    if shape(kind) in map(shape, source.conclusion):
        return None
    others = tuple(h for h in source.hypotheses if h is not of)
    then = settle(source.but(hypotheses=(*others, kind)))
    use = proof_of(then, theorem)
    kept = settle(source.but(hypotheses=(of,), conclusion=(kind,))) if use is not None else None
    proof = None if kept is None else proof_of(kept, theorem)
    if kept is None or proof is None or kept.claim is None:
        return None
    said = have(kept.claim.theorem.claim, "kept by what is made of the outputs", by=proof)
    swapped = (s for g in new_in(then, theorem) for s in (*both_orders(g), have(g, "in both orders")))
    last = have(theorem.claim, "of any mechanism of this kind", by=use)
    return Settled((said, *swapped, last), (kept, then))


def as_typed(part: Node) -> Node:
    """The hypothesis of a part, for any pair: a notion as it is, and else the bound of a functional that a person types."""
    if part.value in NOTIONS:
        return chain(part)
    functional = next(f for f, (notion, _) in NOTION_OF.items() if notion == part.value)
    return relation(name(functional), "<=", part.args[-1])


__all__ = ["by_the_part"]
