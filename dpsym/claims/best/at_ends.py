"""Where a best bound is no longer the best: at the ends of closed ranges, where a smaller one may hold.

A bound over a range is compared with the exact optimum inside of it.  At an end, as at a loss of 0 or a distance of 0, the
claim with the end in place of the name is one of its own, with a best bound of its own: it is said where it is another one,
and where it is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import replace

from dpsym import deadline
from dpsym.claims.best.bounds import AtEnd, Best
from dpsym.claims.reading.as_nodes import called, relation
from dpsym.claims.reading.nodes import CONSTANTS, Node, Source, put, shape
from dpsym.claims.reading.syntax import NotAClaim
from dpsym.claims.reading.trees import names_in, pairs_of
from dpsym.claims.reading.words import FLIP
from dpsym.claims.settle import settle
from dpsym.claims.ways.ends import STRICT, End, with_counts

STEPS = 6_000_000  # for all ends: see `dpsym.deadline`
MOST = 6  # ends that are looked at


def with_ends(source: Source, best: Best, tightest: Callable[[Source], Best | None]) -> Best:
    """The bound with the ends at which another one is the best, or it is not known which."""
    found: list[AtEnd] = []
    corners: list[AtEnd] = []
    ends = [*ends_of(source)]
    for end in ends[:MOST]:
        there = AtEnd(where(source, end), None)
        with suppress(deadline.OutOfSteps, NotAClaim), deadline.share(STEPS / min(len(ends), MOST)):
            reached = without_counts(end.reached(source))
            own = tightest(reached)
            if own is not None and same(reached, least(own.terms), put(least(best.terms), at(end))):
                corners.append(replace(there, best=own))
                continue
            there = replace(there, best=own)
        found.append(there)
    found += (AtEnd(where(source, end), None) for end in ends[MOST:])
    found += (AtEnd(words, None) for words in unread_ends(source))
    found += beyond(corners, {e.where for e in found})
    return replace(best, ends=tuple(found))


def where(source: Source, end: End) -> str:
    """An end in words."""
    return f"{source.words(end.name)} = {source.words(end.number)}"


def beyond(corners: Iterable[AtEnd], told: Set[str]) -> Iterator[AtEnd]:
    """The ends at which the bound is the best, but for ends of other names there that are reported nowhere yet."""
    seen: set[frozenset[str]] = set()
    for corner in corners:
        assert corner.best is not None
        rest = tuple(
            e for e in corner.best.ends if e.where not in told and {corner.where, e.where} not in seen
        )
        seen |= {frozenset((corner.where, e.where)) for e in rest}
        if rest:
            yield replace(corner, best=replace(corner.best, ends=rest))


def closed(source: Source) -> Iterator[tuple[Node, str, Node]]:
    """The relations among the conditions that two sides which are equal satisfy."""
    for said in (c for c in source.conditions if c.kind == "chain"):
        for one, sign, other in pairs_of(said):
            spoken = (names_in(one) | names_in(other)) - {*CONSTANTS}
            if sign in STRICT and spoken and shape(one) != shape(other):
                yield one, sign, other


def as_end(one: Node, sign: str, other: Node) -> End | None:
    """Where a name equals what bounds it; None where neither side is a name that the other does not speak of."""
    for this, than, bound in ((one, sign, other), (other, FLIP[sign], one)):
        if this.kind == "name" and str(this.value) not in names_in(bound) | {*CONSTANTS}:
            return End(this, bound, than == ">=")
    return None


def ends_of(source: Source) -> tuple[End, ...]:
    """Where names equal what bounds them, each place once; 0 is the end of a count that no condition bounds below."""
    found: dict[object, End] = {}
    for relation_ in closed(source):
        end = as_end(*relation_)
        if end is not None:
            found.setdefault((shape(end.name), shape(end.number)), end)
    zero = [e for es in with_counts(source).values() for e in es if e.number.value == 0]
    for end in zero:
        found.setdefault((shape(end.name), shape(end.number)), replace(end, kept=False))
    return tuple(found.values())


def unread_ends(source: Source) -> Iterator[str]:
    """The ends of conditions that are not about one name, in words."""
    for one, sign, other in closed(source):
        if as_end(one, sign, other) is None:
            yield f"{source.words(one)} = {source.words(other)}"


def without_counts(source: Source) -> Source:
    """The claim without the counts of which it no longer speaks."""
    spoken = {*chain_names(source)}
    return source.but(
        conditions=tuple(c for c in source.conditions if c.kind == "chain" or c.value in spoken)
    )


def chain_names(source: Source) -> Iterator[str]:
    """The names of which a claim speaks, other than to declare them."""
    conditions = (c for c in source.conditions if c.kind == "chain")
    for part in (*conditions, *source.hypotheses, *source.conclusion):
        yield from names_in(part)


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
