"""Where a best bound is no longer the best: at the ends of closed ranges, where a smaller one may hold.

A bound over a range is compared with the exact optimum inside of it.  At an end, as at a loss of 0 or a distance of 0, the
claim with the end in place of the name is one of its own, with a best bound of its own: it is said where it is another one,
and where it is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

from dpsym import deadline
from dpsym.claims.best.bounds import AtEnd, Best
from dpsym.claims.reading.as_nodes import called, relation
from dpsym.claims.reading.nodes import Node, Source, put, shape
from dpsym.claims.reading.syntax import NotAClaim
from dpsym.claims.reading.trees import names_in, pairs_of
from dpsym.claims.reading.words import FLIP
from dpsym.claims.settle import settle
from dpsym.claims.ways.ends import STRICT, End

SECONDS = 8  # of processor time for all ends
MOST = 6  # ends that are looked at


def with_ends(source: Source, best: Best, tightest: Callable[[Source], Best | None]) -> Best:
    """The bound with the ends at which another one is the best, or it is not known which."""
    found: list[AtEnd] = []
    ends = [*ends_of(source)]
    seen: set[object] = set()
    for end in ends[:MOST]:
        place = (shape(end.name), shape(end.number))
        if place in seen:
            continue
        seen.add(place)
        there = AtEnd(f"{source.words(end.name)} = {source.words(end.number)}", None)
        with suppress(deadline.OutOfTime, NotAClaim), deadline.share(SECONDS / min(len(ends), MOST)):
            reached = end.reached(source)
            own = tightest(reached)
            if own is not None and same(reached, least(own.terms), put(least(best.terms), at(end))):
                continue
            there = replace(there, best=own)
        found.append(there)
    return replace(best, ends=tuple(found))


def ends_of(source: Source) -> Iterator[End]:
    """Where names equal a number or another name that bounds them."""
    whole = {str(c.value) for c in source.conditions if c.kind != "chain"}
    for said in (c for c in source.conditions if c.kind == "chain"):
        for one, sign, other in pairs_of(said):
            if sign not in STRICT:
                continue
            for this, than, bound in ((one, sign, other), (other, FLIP[sign], one)):
                if (
                    this.kind == "name"
                    and str(this.value) not in whole
                    and bound.kind in ("number", "name")
                    and str(bound.value) not in whole
                ):
                    yield End(this, bound, than == ">=")
                    break


def at(end: End) -> dict[str, Node]:
    """What stands for the name at an end."""
    return {str(end.name.value): end.number}


def least(terms: tuple[Node, ...]) -> Node:
    """The least of terms, as one."""
    return terms[0] if len(terms) == 1 else called("min", list(terms))


def same(source: Source, own: Node, general: Node) -> bool:
    """Whether the bound over the range is that at the end, where it is not larger in any case."""
    if shape(own) == shape(general):
        return True
    spoken = names_in(own) | names_in(general)
    over = tuple(c for c in source.conditions if names_in(c) & spoken)
    said = source.but(conditions=over, hypotheses=(), conclusion=(relation(general, "<=", own),))
    return settle(said).verdict == "proved"


__all__ = ["with_ends"]
