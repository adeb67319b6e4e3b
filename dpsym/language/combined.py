"""Mechanisms made of others: how the two laws of the whole are made of the laws of its parts.

The outputs of the parts and of the whole lie in one finite set, which is no restriction: a mechanism need not use all of
it.  What is written here is what a claim about `compose(...)` and its like supposes, and what theorems about them have.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from sympy import Eq, Expr, Integer, Le
from sympy.core.function import UndefinedFunction
from sympy.logic.boolalg import Boolean

from dpsym.language.expressions import (
    AllOf,
    AnyOf,
    Exists,
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
    parameter,
    y,
)

# A, B: the laws of what is released first; C: a law that is the same for both inputs; R: the law on an input between.
# K(x, .), L(x, .): the laws of what follows where x came first. W(x, y): 1 where y begins with x, else 0.
# J(x, .): the law of what follows x where a record of x is another one.
# D: the second of two laws of a part of its own, where C is the first; V(w, y): 1 where y ends with w, else 0.
A = function("A", about="the law of what was released before, on one input")
B = function("B", about="its law on the other input")
C, D, V, W = (function(name) for name in "CDVW")
R = function("R", about="the law of the output on an input between the two, a neighbour of each")
K = function("K", about="a law of the output, given x")
L = function("L", about="another law of the output, given x")
J = function("J", about="a further law of the output, given x")
# Of any number of parts: the k-th law, and the law of what follows the k-th. G(0, .), G(1, .), ...: a path of inputs.
G = function("G", about="the law on an input of the path, by its place in it")
running = parameter("running", "j", integer=True, about="number of mechanisms that have run")
x, w = Outcome("x"), Outcome("w")
first, follows, released = Pair(A(y), B(y)), Pair(K(x, y), L(x, y)), Pair()
to_between, from_between = Pair(P(y), R(y)), Pair(R(y), Q(y))
Part = Callable[[Notion], Boolean]


@dataclass(frozen=True)
class Combination:
    """Mechanisms that are made into one.

    word   how a claim names it
    facts  how the laws P and Q of the whole are made of those of the parts
    parts  what a notion of each part says
    tells  that the output of the whole begins with the outputs of the parts: what is kept by every map of the output,
           as the notions are that theorems speak of, holds without it
    """

    word: str
    facts: tuple[Boolean, ...]
    parts: tuple[Part, ...]
    tells: tuple[Boolean, ...] = ()

    def alike(self) -> Combination:
        """The same where all parts have one notion."""

        def every(notion: Notion) -> Boolean:
            return AllOf(*(part(notion) for part in self.parts))

        return Combination(self.word, self.facts, (every,), self.tells)

    def of(self, *notions: Notion) -> tuple[Boolean, ...]:
        """What is supposed where the parts have these notions."""
        said = tuple(part(n) for part, n in zip(self.parts, notions, strict=True))
        return (*self.facts, *said)


@cache
def in_turn(k: int) -> Pair:
    """The laws of the k-th of several mechanisms whose laws have names, after each output of those before."""
    if k == 1:
        return first
    said = f"law of the output of mechanism {k}, given the outputs before"
    one, other = (f"the {said}, on {n} input" for n in ("the first", "the other"))
    return Pair(function(f"K_{k}", about=one)(x, y), function(f"L_{k}", about=other)(x, y))


def of_pair(pair: Pair) -> Part:
    """A notion of one pair."""
    return lambda notion: notion.on(pair)


def of_each(pair: Pair) -> Part:
    """A notion of the pair of each x."""
    return lambda notion: ForAll(x, notion.on(pair))


def laws_are(a: Expr, b: Expr) -> tuple[Boolean, Boolean]:
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
        (*laws_are(Total(A(x) * K(x, y), x), Total(B(x) * L(x, y), x)), *_families),
        (of_pair(first), of_each(follows)),
        _tells,
    )
    parallel = Combination(  # each on its own part of the records: one record more changes one part only
        "parallel",
        (
            *composed.facts,
            AnyOf(ForAll(y, Eq(A(y), B(y))), ForAll(x, ForAll(y, Eq(K(x, y), L(x, y))))),
        ),
        composed.parts,
        _tells,
    )
    processed = Combination(
        "post",
        (*laws_are(Total(A(x) * K(x, y), x), Total(B(x) * K(x, y), x)), _families[0]),
        (of_pair(first),),
    )
    permuted = (
        Combination(  # by a permutation that may be drawn: what is answered comes from one output in all
            "permute",
            processed.facts,
            processed.parts,
            (ForAll(y, distribution(K(x, y), x)),),
        )
    )
    # The answers of all users, in random order, are what a map makes of the answer of one of them: the others are drawn
    # by laws that do not depend on this one's record, and an order too.
    shuffled = Combination("shuffle", processed.facts, processed.parts)
    # The second part is drawn by one pair of laws, C and D, whatever came first: V(w, y) is 1 where y ends with w, else 0.
    _independent = (
        distribution(C(y)),
        distribution(D(y)),
        ForAll(x, ForAll(y, AnyOf(Eq(V(x, y), 0), Eq(V(x, y), 1)))),
        ForAll(y, distribution(V(x, y), x)),
        ForAll(x, ForAll(w, Le(Total(W(x, y) * V(w, y), y), 1))),
        ForAll(x, ForAll(y, Eq(A(x) * (K(x, y) - W(x, y) * Total(V(w, y) * C(w), w)), 0))),
        ForAll(x, ForAll(y, Eq(B(x) * (L(x, y) - W(x, y) * Total(V(w, y) * D(w), w)), 0))),
    )
    independent = Combination("independent", composed.facts, composed.parts, (*_tells, *_independent))
    mixed = Combination(
        "mixture",
        (*laws_are(Total(C(x) * K(x, y), x), Total(C(x) * L(x, y), x)), *_families),
        (of_each(follows),),
    )
    _next_laws = (Total(A(running, x) * K(running, x, y), x), Total(B(running, x) * L(running, x, y), x))
    _transcripts = (  # before the first mechanism nothing is known; each next law is chosen by the transcript so far
        distribution(A(Integer(0), y)),
        ForAll(y, Eq(A(Integer(0), y), B(Integer(0), y))),
        ForAll(
            running,
            AllOf(
                ForAll(x, distribution(K(running, x, y))),
                ForAll(x, distribution(L(running, x, y))),
                ForAll(y, Eq(A(running + 1, y), _next_laws[0])),
                ForAll(y, Eq(B(running + 1, y), _next_laws[1])),
            ),
        ),
    )
    following = Pair(K(running, x, y), L(running, x, y))
    step_on = Pair(G(running, y), G(running + 1, y))
    alone = Combination("alone", (), (of_pair(released),))
    group_of_two = Combination("group", (), (of_pair(to_between), of_pair(from_between)))


def passed_on(law: UndefinedFunction, answer: UndefinedFunction) -> Boolean:
    """That a law is that of what the map K makes of an output with another law."""
    with as_written():
        return ForAll(y, Eq(answer(y), Total(law(x) * K(x, y), x)))


is_map = _families[0]  # that K is a randomised map of outputs


@cache
def so_far(k: int) -> tuple[UndefinedFunction, UndefinedFunction]:
    """The laws of the outputs of the first k mechanisms, k at least 2, on the two inputs."""
    one = f"the law of the outputs of the first {'two' if k == 2 else k} mechanisms on one input"
    return function(f"A_{k}", about=one), function(f"B_{k}", about="their law on the other input")


@cache
def composed_in_turn(m: int) -> Combination:
    """m mechanisms, m at least 2: as `composed`, with the laws of each step by name."""
    if m == 2:
        return composed
    whole, parts = (A, B), [of_pair(first)]
    facts: list[Boolean] = []
    tells: list[Boolean] = []
    with as_written():
        for k in range(2, m + 1):
            mark = function(f"W_{k}")
            after = (P, Q) if k == m else so_far(k)
            for law, before, family in zip(after, whole, in_turn(k).args[:2], strict=True):
                facts.append(ForAll(y, Eq(law(y), Total(before(x) * family, x))))
                facts.append(ForAll(x, distribution(family)))
                tells.append(ForAll(x, ForAll(y, Eq((1 - mark(x, y)) * (before(x) * family), 0))))
            tells.append(ForAll(x, ForAll(y, AnyOf(Eq(mark(x, y), 0), Eq(mark(x, y), 1)))))
            tells.append(ForAll(y, distribution(mark(x, y), x)))
            parts.append(of_each(in_turn(k)))
            whole = after
    return Combination("compose", tuple(facts), tuple(parts), tuple(tells))


def few_composed(m: int) -> Combination:
    """m mechanisms of which one notion holds, m at least 2, with the laws of each step by name."""
    return composed_in_turn(m).alike()


def few_steps(m: int) -> Combination:
    """One mechanism on inputs that are m steps apart, m at least 2, with the laws between by name."""
    if m == 2:
        return group_of_two.alike()
    laws = [P, *(function(f"R_{k}") for k in range(1, m)), Q]
    with as_written():
        parts = tuple(of_pair(Pair(a(y), b(y))) for a, b in itertools.pairwise(laws))
    return Combination("group", (), parts).alike()


def counted(n: Expr, a: Expr, b: Expr) -> Boolean:
    """That n is a natural number j, and the laws of the whole are those with the number j."""
    return Exists((running,), AllOf(Eq(n, running), *laws_are(a, b)))


def repeated(n: Expr) -> Combination:
    """n mechanisms, each chosen by the transcript of those before; one notion holds of each of them."""
    with as_written():
        facts = (*_transcripts, counted(n, A(running, y), B(running, y)))

        def each(notion: Notion) -> Boolean:
            return ForAll(running, ForAll(x, notion.on(following)))

    return Combination("compose", facts, (each,))


def group(n: Expr) -> Combination:
    """One mechanism on inputs that are n steps apart: a path of inputs on which it satisfies a notion at each step."""
    with as_written():
        facts = (ForAll(running, distribution(G(running, y))), counted(n, G(Integer(0), y), G(running, y)))

        def each(notion: Notion) -> Boolean:
            return ForAll(running, notion.on(step_on))

    return Combination("group", facts, (each,))


def subsampled(q: Expr) -> Combination:
    """A mechanism on a sample that has each record with probability q; the neighbours have one record more or less.

    x is the sample of the other records, of law C; K(x, .) is the law of the output on it, L(x, .) that on it and the record.
    """
    with as_written():
        with_record = Total(C(x) * (K(x, y) + q * (L(x, y) - K(x, y))), x)
        facts = (*laws_are(with_record, Total(C(x) * K(x, y), x)), *_families)
    return Combination("subsample", facts, (of_each(follows),))


def drawn(q: Expr) -> Combination:
    """A mechanism on a sample of a fixed size, drawn without replacement; the neighbours have one record replaced.

    q is the part of the records that is drawn.  x is a set of other records of one record less than the sample, and one more
    of the other records, of law C: K(x, .) is the law of the output on these; L(x, .), J(x, .) those on the set and the record
    that is replaced, before and after.  A sample without this record is of the first kind, and all are as likely as before.
    """
    with as_written():
        before = Total(C(x) * (K(x, y) + q * (L(x, y) - K(x, y))), x)
        after = Total(C(x) * (K(x, y) + q * (J(x, y) - K(x, y))), x)
        facts = (*laws_are(before, after), *_families, ForAll(x, distribution(J(x, y))))
    one = Pair(K(x, y), J(x, y)), Pair(L(x, y), J(x, y))
    return Combination("subsample", facts, (of_each(follows), *map(of_each, one))).alike()


__all__ = [
    "A",
    "B",
    "C",
    "Combination",
    "G",
    "J",
    "K",
    "L",

    "R",
    "W",
    "alone",
    "composed",
    "composed_in_turn",
    "drawn",
    "few_composed",
    "few_steps",
    "first",
    "following",
    "follows",
    "group",
    "group_of_two",
    "in_turn",
    "independent",
    "is_map",
    "mixed",
    "parallel",
    "passed_on",
    "permuted",
    "processed",
    "repeated",
    "running",
    "shuffled",
    "step_on",
    "subsampled",
    "x",
]  # fmt: skip
