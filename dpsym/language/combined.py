"""Mechanisms made of others: how the two laws of the whole are made of the laws of its parts.

The outputs of the parts and of the whole lie in one finite set, which is no restriction: a mechanism need not use all of
it.  What is written here is what a claim about `compose(...)` and its like supposes, and what theorems about them have.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sympy import Eq, Integer, Le, Lt
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import (
    AllOf,
    AnyOf,
    Exists,
    ForAll,
    Implication,
    Notion,
    Outcome,
    P,
    Pair,
    Parameter,
    Q,
    Total,
    as_written,
    distribution,
    function,
    parameter,
    y,
)

# A, B: the laws of what is released first; C: a law that is the same for both inputs; R: the law on an input between.
# K(x, .), L(x, .): the laws of what follows where x came first. W(x, y): 1 where y begins with x, else 0.
A, B, C, R, K, L, W = (function(name) for name in "ABCRKLW")
x = Outcome("x")
first, follows, released = Pair(A(y), B(y)), Pair(K(x, y), L(x, y)), Pair()
to_between, from_between = Pair(P(y), R(y)), Pair(R(y), Q(y))

# the same for any number of parts: what stands for the number of those that have run is the first argument
j = parameter("j", integer=True, at_least=0, about="number of mechanisms that have run, or of steps")
i = parameter("i", integer=True, at_least=0, about="number of mechanisms, or of steps, in all")
zero = Integer(0)
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


def composed_alike(n: Any, notion: Notion) -> tuple[Boolean, ...]:
    """That P and Q are the laws of the transcript of n mechanisms with this notion, each chosen by what was released.

    A(k, .), B(k, .): the laws of the transcript of k of them; K(k, x, .), L(k, x, .): those of the next transcript.
    """
    with as_written():
        after = Pair(Total(A(j, x) * K(j, x, y), x), Total(B(j, x) * L(j, x, y), x))
        each = AllOf(
            ForAll(x, distribution(K(j, x, y))),
            ForAll(x, distribution(L(j, x, y))),
            ForAll(y, Eq(A(j + 1, y), after.a)),
            ForAll(y, Eq(B(j + 1, y), after.b)),
        )
        private = ForAll(x, notion.on(Pair(K(j, x, y), L(j, x, y))))
        return (
            distribution(A(zero, y)),
            ForAll(y, Eq(A(zero, y), B(zero, y))),
            ForAll(j, each),
            ForAll(j, private),
            Exists((i,), AllOf(Eq(i, n), *laws_are(A(i, y), B(i, y)))),
        )


def group_of(n: Any, notion: Notion) -> tuple[Boolean, ...]:
    """That P and Q are n steps apart, each of which has this notion: A(k, .) is the law after k steps."""
    with as_written():
        step = Implication(Lt(j, n), notion.on(Pair(A(j, y), A(j + 1, y))))
        law = Implication(Le(j, n), distribution(A(j, y)))
        ends = Exists((i,), AllOf(Eq(i, n), *laws_are(A(zero, y), A(i, y))))
        return (ForAll(j, law), ForAll(j, step), ends)


__all__ = [
    "A", "B", "C", "Combination", "K", "L", "Parameter", "R", "W", "composed", "composed_alike", "first", "follows",
    "group_of", "group_of_two", "i", "j", "mixed", "processed", "subsampled", "x",
]  # fmt: skip
