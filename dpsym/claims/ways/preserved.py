"""Claims about what is made of the outputs of one mechanism, from the same claim about a mechanism of that kind.

Post-processing keeps what is supposed, and so does a mixture: then all that follows for any mechanism of the kind holds of
what is made.  Nothing is decided here: that the kind is kept, and what follows from it, are claims of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from sympy import Rational

from dpsym.claims.few_outputs.small_mechanisms import kept as kept_whole
from dpsym.claims.reading import combining
from dpsym.claims.reading.as_nodes import chain, relation
from dpsym.claims.reading.builder import NOTION_OF
from dpsym.claims.reading.meaning import Claim, read
from dpsym.claims.reading.nodes import Node, Source, name, shape
from dpsym.claims.reading.words import NOTIONS, SAID_OF_PARTS
from dpsym.claims.ways.alternatives import Settled, both_orders, proof_of
from dpsym.claims.ways.equal_laws import new_in
from dpsym.claims.ways.refuting import EARLY, refuted
from dpsym.language import Point, have

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer


def of_the_part(source: Source) -> Source | None:
    """The claim said of the one mechanism of whose output another is made; None where there are more, or numbers."""
    of = next((h for h in source.hypotheses if combining.combination(h)), None)
    parts = () if of is None else of.args[0].args
    if of is None or len(parts) != 1 or parts[0].value not in SAID_OF_PARTS:
        return None
    others = tuple(h for h in source.hypotheses if h is not of)
    return source.but(hypotheses=(*others, as_typed(parts[0])))


def by_the_part(claim: Claim, settle: Callable[[Source], Answer]) -> Settled | None:
    """The claim from what is supposed of the one mechanism, said of the whole; None where there are more, or numbers, or
    one of the two claims is not proved."""
    source, theorem = claim.source, claim.theorem
    of = next((h for h in source.hypotheses if combining.combination(h)), None)
    alone = of_the_part(source)
    if of is None or alone is None:
        return None
    kind = alone.hypotheses[-1]
    if shape(kind) in map(shape, source.conclusion):
        return None
    then = settle(alone)
    use = proof_of(then, theorem)
    kept = settle(source.but(hypotheses=(of,), conclusion=(kind,))) if use is not None else None
    proof = None if kept is None else proof_of(kept, theorem)
    if kept is None or proof is None or kept.claim is None:
        return None
    said = have(kept.claim.theorem.claim, "kept by what is made of the outputs", by=proof)
    swapped = (s for g in new_in(then, theorem) for s in (*both_orders(g), have(g, "in both orders")))
    last = have(theorem.claim, "of any mechanism of this kind", by=use)
    return Settled((said, *swapped, last), (kept, then))


def against_the_part(claim: Claim) -> Iterator[Point]:
    """Points against a claim at which all is kept of the output of the one mechanism: a point against the claim about this,
    where a short search finds one."""
    alone = of_the_part(claim.source)
    found = None if alone is None else refuted(read(alone), EARLY)
    if found is None or found.claim is None or found.point is None:
        return
    own, laws = {name: p for p, name in claim.names.items()}, dict(found.point.laws)
    said = {found.claim.names[p]: v for p, v in found.point.at if p in found.claim.names}
    rows = [laws.get(name, ()) for name in "PQ"]
    if not all(rows) or not all(isinstance(m, Rational) for row in rows for m in row):
        return
    p, q = (tuple(Fraction(int(m.p), int(m.q)) for m in row) for row in rows)
    at = kept_whole(claim.theorem, {own[name]: v for name, v in said.items() if name in own}, (p, q))
    if at is not None:
        yield at


def as_typed(part: Node) -> Node:
    """The hypothesis of a part, for any pair: a notion as it is, and else the bound of a functional that a person types."""
    if part.value in NOTIONS:
        return chain(part)
    functional = next(f for f, (notion, _) in NOTION_OF.items() if notion == part.value)
    return relation(name(functional), "<=", part.args[-1])


__all__ = ["against_the_part", "by_the_part"]
