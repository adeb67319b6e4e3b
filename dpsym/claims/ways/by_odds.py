"""A claim about quotients Posterior(p)/(1 - Posterior(p)), from the claim about odds.

The quotient has a value where the posterior is below 1.  That it is wherever what is supposed before it holds is a claim
of its own; where this is proved the quotient and the odds, which elsewhere may be infinite, are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from dpsym.claims.reading.as_nodes import relation
from dpsym.claims.reading.nodes import Node, Source, different, number
from dpsym.claims.reading.quotients import posteriors, with_odds

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer


def by_odds(source: Source, settle: Callable[[Source], Answer]) -> Answer | None:
    """The answer from the claim about odds; None where there is no quotient, or it may have no value."""
    found = [n for n in (*source.hypotheses, *source.conclusion) if posteriors(n)]
    if not found or any(n.kind == "every" for n in found):
        return None
    given: list[Node] = []
    for n in source.hypotheses:
        if not _below_1(n, source, given, settle):
            return None
        given.append(with_odds(n))
    if not all(_below_1(n, source, given, settle) for n in source.conclusion):
        return None
    said = source.but(hypotheses=tuple(given), conclusion=tuple(map(with_odds, source.conclusion)))
    answer = settle(said)
    return replace(answer, text=source.text, reduced=answer.reduced or said.text)


def _below_1(node: Node, source: Source, given: list[Node], settle: Callable[[Source], Answer]) -> bool:
    """Whether it is proved that the posteriors of the quotients of a part are below 1 where the hypotheses given hold."""
    below = (relation(p, "<", number(1)) for p in different(posteriors(node)))
    asked = (source.but(hypotheses=tuple(given), conclusion=(one,)) for one in below)
    return all(settle(one).verdict == "proved" for one in asked)


__all__ = ["by_odds"]
