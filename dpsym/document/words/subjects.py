"""What a statement calls its laws: the mechanism, where P and Q are its two laws; the pairs (P, Q) and (Q, R), where a law
stands in several pairs."""

from __future__ import annotations

from sympy import Basic

from dpsym.document.formulas.shapes import symbols_in
from dpsym.language import expressions as x
from dpsym.language import statements as st


def in_several_pairs(things: tuple[Basic, ...]) -> bool:
    """Whether P or Q is paired with another law as well: (P, Q) is then no mechanism on two neighbouring inputs."""
    own = {x.Pair().a, x.Pair().b}
    pairs = {n.pair for t in things if isinstance(t, Basic) for n in t.atoms(x.Notion)}
    return any(len(own & {pair.a, pair.b}) == 1 for pair in pairs)


def as_pairs(entry: st.Theorem) -> dict[x.Notion, x.Notion]:
    """What stands in the place of each notion of (P, Q), where the statement has P or Q in several pairs: the same, at an
    outcome of another letter, so that it is written as a pair like the others."""
    things = (*entry.given, entry.claim)
    if not in_several_pairs(things):
        return {}
    other = x.Outcome("w", x.y.space)
    with x.as_written():
        pair = x.Pair(x.P(other), x.Q(other), other)
        notions = {n for n in symbols_in(entry, x.Notion) if n.pair in (x.Pair(), x.Pair().swapped)}
        return {n: n.on(pair if n.pair == x.Pair() else pair.swapped) for n in notions}
