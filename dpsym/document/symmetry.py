"""The other order of the laws: where hypotheses and claim do not change when the laws are exchanged, a proof of one order
is a proof of both, and a page says so."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Block, Maths, Para
from dpsym.document.formulas import in_order
from dpsym.document.notation import named
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp


def other_order(entry: st.Theorem) -> list[Block]:
    """The sentence on the other order; none where the steps speak of both, or of neither, or exchanging changes the
    statement."""
    both = [n for n in in_order(entry.claim, x.Notion | x.UnderEachLaw) if _pair(n) == x.Pair()]  # type: ignore[arg-type]
    if not both or not entry.derivation or "P" in entry.where or "Q" in entry.where:
        return []
    if in_order(entry.claim, x.NotSo):  # type: ignore[arg-type]
        return []  # one order refutes what is asked in both
    if any(_mirrored(t) != _canonical(t) for t in entry.given):
        return same_events(entry)
    said = [
        r for piece in sp.in_text(entry.derivation) if isinstance(piece, sp.Step) for r in piece.relations()
    ]
    said += [r for one in _chains(entry.derivation) for r in one.relations()]
    relations = [r for r in said if isinstance(r, sympy.core.relational.Relational)]
    moved = [r for r in relations if x.swap_laws(r) != r]
    ends = [
        r
        for r in top_relations(entry)
        if x.swap_laws(r) not in relations and r.atoms(x.Probability, x.Expectation)
    ]
    if not moved or (not ends and any(x.swap_laws(r) in relations for r in moved)):
        return []
    if any(isinstance(s, sp.Have) and s.fact.atoms(*map(type, both)) for s in entry.derivation):
        return []
    if any((other := x.other_law(r)) != r and other in relations for r in moved):
        return []
    if _mirrored(entry.claim) != _canonical(entry.claim):  # the same events, under the other law
        if not all(isinstance(n, x.UnderEachLaw) for n in both):
            return []
        return [Para(("Under ", Maths(named("Q")), " the claim follows in the same way. "))]
    names = (Maths(named("P")), " and ", Maths(named("Q")))
    return [Para(("The other order is treated in the same way, with ", *names, " exchanged. "))]


def top_relations(entry: st.Theorem) -> list[Any]:
    """The relations of the steps that stand in no other step, those of a chain as one from its first side to its last."""
    ends = [
        one.conclusion if isinstance(one, sp.Chain) else one.fact
        for one in entry.derivation
        if isinstance(one, sp.Chain | sp.Have)
    ]
    return [r for r in ends if isinstance(r, sympy.core.relational.Relational)]


def same_events(entry: st.Theorem) -> list[Block]:
    """Where a hypothesis speaks of one event under each law and the proof takes one law: that it takes the other too."""
    if not any(isinstance(t, x.UnderEachLaw) for t in entry.given):
        return []
    ends = top_relations(entry)
    said = [r for one in _chains(entry.derivation) for r in one.relations()] + ends
    moved = [r for r in ends if x.other_law(r) != r]
    if not moved or any(x.other_law(r) in said or x.swap_laws(r) in said for r in moved):
        return []
    return [Para(("Under ", Maths(named("Q")), " the claim follows in the same way. "))]


def _chains(steps: tuple[sp.Step, ...]) -> list[sp.Chain]:
    found: list[sp.Chain] = []
    for one in steps:
        if isinstance(one, sp.Chain):
            found.append(one)
        found += _chains(one.inner())
    return found


def _pair(thing: Any) -> Any:
    return thing.pair if isinstance(thing, x.Notion) else thing.args[2]


def _mirrored(thing: Any) -> Any:
    return _canonical(x.swap_laws(thing))


def _canonical(thing: Any) -> Any:
    """The formula with the pairs of what holds in both orders in one order."""
    if not isinstance(thing, Basic) or not thing.args or isinstance(thing, AppliedUndef):
        return thing
    if isinstance(thing, x.Pair):
        return thing if str(thing.a) <= str(thing.b) else thing.swapped
    with x.as_written():
        return thing.func(*map(_canonical, thing.args))
