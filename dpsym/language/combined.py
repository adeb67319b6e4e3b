"""Mechanisms made of others: how the two laws of the whole are made of the laws of its parts.

The outputs of the parts and of the whole lie in one finite set, which is no restriction: a mechanism need not use all of
it.  What is written here is what a claim about `compose(...)` and its like supposes, and what theorems about them have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Eq
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import (
    AllOf,
    AnyOf,
    ForAll,
    Notion,
    Outcome,
    P,
    Pair,
    Q,
    Total,
    as_written,
    distribution,
    function,
    y,
)

# A, B: the laws of what is released first; C: a law that is the same for both inputs; R: the law on an input between.
# K(x, .), L(x, .): the laws of what follows where x came first. W(x, y): 1 where y begins with x, else 0.
A, B, C, R, K, L, W = (function(name) for name in "ABCRKLW")
x = Outcome("x")
first, follows, released = Pair(A(y), B(y)), Pair(K(x, y), L(x, y)), Pair()
to_between, from_between = Pair(P(y), R(y)), Pair(R(y), Q(y))
Part = Callable[[Notion], Boolean]


@dataclass(frozen=True)
class Combination:
    """Mechanisms that are made into one.

    word   how a claim names it
    facts  how the laws P and Q of the whole are made of those of the parts
    parts  what a notion of each part says
    """

    word: str
    facts: tuple[Boolean, ...]
    parts: tuple[Part, ...]

    def alike(self) -> Combination:
        """The same where one notion is said of all parts."""

        def every(notion: Notion) -> Boolean:
            return AllOf(*(part(notion) for part in self.parts))

        return Combination(self.word, self.facts, (every,))

    def of(self, *notions: Notion) -> tuple[Boolean, ...]:
        """What is supposed where the parts have these notions."""
        said = tuple(part(n) for part, n in zip(self.parts, notions, strict=True))
        return (*self.facts, *said)


def of_pair(pair: Pair) -> Part:
    """A notion of one pair."""
    return lambda notion: notion.on(pair)


def of_each(pair: Pair) -> Part:
    """A notion of the pair of each x."""
    return lambda notion: ForAll(x, notion.on(pair))


def laws_are(a: Any, b: Any) -> tuple[Boolean, Boolean]:
    """That the laws of the whole are these."""
    return ForAll(y, Eq(P(y), a)), ForAll(y, Eq(Q(y), b))


with as_written():
    _families = (ForAll(x, distribution(K(x, y))), ForAll(x, distribution(L(x, y))))
    _tells = (  # each output of the whole begins with one output of the first part
        ForAll(x, ForAll(y, AnyOf(Eq(W(x, y), 0), Eq(W(x, y), 1)))),
        ForAll(y, distribution(W(x, y), x)),
        ForAll(x, ForAll(y, Eq((1 - W(x, y)) * (A(x) * K(x, y)), 0))),
        ForAll(x, ForAll(y, Eq((1 - W(x, y)) * (B(x) * L(x, y)), 0))),
    )
    composed = Combination(
        "compose",
        (*laws_are(Total(A(x) * K(x, y), x), Total(B(x) * L(x, y), x)), *_families, *_tells),
        (of_pair(first), of_each(follows)),
    )
    processed = Combination(
        "post",
        (*laws_are(Total(A(x) * K(x, y), x), Total(B(x) * K(x, y), x)), _families[0]),
        (of_pair(first),),
    )
    mixed = Combination(
        "mixture",
        (*laws_are(Total(C(x) * K(x, y), x), Total(C(x) * L(x, y), x)), *_families),
        (of_each(follows),),
    )
    group_of_two = Combination("group", (), (of_pair(to_between), of_pair(from_between)))


def subsampled(q: Any) -> Combination:
    """A mechanism on a sample that has each record with probability q; the neighbours have one record more or less.

    x is the sample of the other records, of law C; K(x, .) is the law of the output on it, L(x, .) that on it and the record.
    """
    with as_written():
        with_record = Total(C(x) * (K(x, y) + q * (L(x, y) - K(x, y))), x)
        facts = (*laws_are(with_record, Total(C(x) * K(x, y), x)), *_families)
    return Combination("subsample", facts, (of_each(follows),))


__all__ = [
    "A", "B", "C", "Combination", "K", "L", "R", "W", "composed", "first", "follows",
    "group_of_two", "mixed", "processed", "subsampled", "x",
]  # fmt: skip
