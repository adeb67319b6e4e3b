"""Whether a formula holds at a point: the one walk over the kinds of formulas, for whatever numbers are computed with.

A `Decider` says what numbers, outcomes and truths are: exact numbers and balls, with "not known" as a third answer, arrays of
numbers with a truth for each entry, floats that only look.  A formula is read once, into a question that is asked at points.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, TypeAlias, TypeVar

import sympy
from sympy import Basic
from sympy.core.function import FunctionClass
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Not, Or

from dpsym.language.expressions import (
    AllOf,
    AnyOf,
    DefinedFormula,
    EveryEvent,
    Exists,
    ForAll,
    Implication,
    Loss,
    NotSo,
    Outcome,
)

At = TypeVar("At")  # where a question is asked: what names mean there
N = TypeVar("N")  # a number
T = TypeVar("T")  # a truth
R = TypeVar("R")
Make: TypeAlias = Callable[[Basic], R]
Kind: TypeAlias = type[Basic] | FunctionClass  # of expressions: what a table is asked by

# what holds of two numbers, of the sign of their difference and 0, of two arrays at each entry
COMPARES: dict[type[Basic], Callable[..., bool]] = {
    sympy.Le: operator.le, sympy.Lt: operator.lt, sympy.Ge: operator.ge, sympy.Gt: operator.gt, sympy.Eq: operator.eq,
    sympy.Ne: operator.ne,
}  # fmt: skip


def reads(table: dict[Kind, R], *kinds: Kind) -> Callable[[R], R]:
    """A decorator: in the table, the function makes what reads expressions of these kinds."""

    def register(build: R) -> R:
        table.update(dict.fromkeys(kinds, build))
        return build

    return register


def maker(table: Mapping[Kind, R], expr: Basic) -> R | None:
    """What makes the reader of an expression, by its kind; None where the table has none."""
    return next((table[kind] for kind in type(expr).__mro__ if kind in table), None)


def first_of(end: bool, answers: Iterable[bool | None]) -> bool | None:
    """`end` where it is one of the answers, which are looked at up to it; None where one is not known; else its opposite."""
    result: bool | None = not end
    for answer in answers:
        if answer is end:
            return end
        result = None if answer is None else result
    return result


def negation(answer: bool | None) -> bool | None:
    """Not, where None is "not known"."""
    return None if answer is None else not answer


class Decider(ABC, Generic[At, N, T]):
    """What a formula means with numbers of one kind; `read` is the walk, which is the same for all kinds of numbers."""

    # ---------------------------------------------------------------------------------------- the truths
    @abstractmethod
    def constant(self, holds: bool) -> Callable[[At], T]:
        """What holds everywhere, or nowhere."""

    @abstractmethod
    def all_of(self, answers: Iterable[T]) -> T:
        """Whether all hold; answers are asked for one by one."""

    @abstractmethod
    def any_of(self, answers: Iterable[T]) -> T:
        """Whether one of them holds."""

    @abstractmethod
    def negation(self, answer: T) -> T:
        """The opposite of an answer."""

    # ---------------------------------------------------------------------------------------- the numbers
    @abstractmethod
    def number(self, e: Basic) -> Callable[[At], N]:
        """The value of an expression."""

    @abstractmethod
    def scaled(self, exponent: Callable[[At], N], x: Callable[[At], N]) -> Callable[[At], N]:
        """e^exponent x."""

    @abstractmethod
    def comparison(self, f: Basic) -> Callable[[N, N], T]:
        """Whether two numbers are in this relation, whose sides they are."""

    @abstractmethod
    def same(self, one: Basic, two: Basic) -> Callable[[At], T]:
        """Whether two names stand for the same outcome."""

    # --------------------------------------------------------------------------------------- other formulas
    @abstractmethod
    def quantified(self, f: ForAll | Exists) -> Callable[[At], T]:
        """What is said of all values of some variables, or of one of them."""

    @abstractmethod
    def every_event(self, f: EveryEvent) -> Callable[[At], T]:
        """What is said of every event."""

    @abstractmethod
    def other(self, f: Basic) -> Callable[[At], T]:
        """A formula for which these numbers have no answer."""

    def defined(self, f: DefinedFormula) -> Callable[[At], T]:
        """A formula with a definition in other words."""
        return self.part(f.definition())

    # ------------------------------------------------------------------------------------------- the walk
    def read(self, f: Basic) -> Callable[[At], T]:
        """The question whether a formula holds."""
        make = maker(self.KINDS, f)
        return self.other(f) if make is None else make(self, f)

    def part(self, f: Basic) -> Callable[[At], T]:
        """A formula inside of another."""
        return self.read(f)

    def parts(self, formulas: Sequence[Basic]) -> list[Callable[[At], T]]:
        """Formulas that are said together."""
        return [self.part(f) for f in formulas]

    def relation(self, f: Basic) -> Callable[[At], T]:
        """A relation of two numbers; of two outcomes, whether they are the same or not."""
        one, two = f.args
        if isinstance(one, Outcome) or isinstance(two, Outcome):
            same = self.same(one, two)
            return same if isinstance(f, sympy.Eq) else lambda at: self.negation(same(at))
        left, right = self.sides(one, two)
        holds = self.comparison(f)
        return lambda at: holds(left(at), right(at))

    def sides(self, one: Basic, two: Basic) -> tuple[Callable[[At], N], Callable[[At], N]]:
        """The two numbers that a relation compares.  Loss(a, b) <= c is a <= e^c b, so that infinite losses are included and
        an outcome that both laws exclude satisfies what is said of its loss."""
        if isinstance(one, Loss) == isinstance(two, Loss):
            return self.number(one), self.number(two)
        loss, bound = (one, two) if isinstance(one, Loss) else (two, one)
        a, b, c = (self.number(x) for x in (*loss.args, bound))
        scaled = self.scaled(c, b)
        return (a, scaled) if loss is one else (scaled, a)

    def conjunction(self, f: Basic) -> Callable[[At], T]:
        """Whether all parts hold."""
        parts = self.parts(f.args)
        return lambda at: self.all_of(part(at) for part in parts)

    def disjunction(self, f: Basic) -> Callable[[At], T]:
        """Whether one part holds."""
        parts = self.parts(f.args)
        return lambda at: self.any_of(part(at) for part in parts)

    def opposite(self, f: Basic) -> Callable[[At], T]:
        """Whether the part does not hold."""
        inner = self.part(f.args[0])
        return lambda at: self.negation(inner(at))

    def implication(self, f: Basic) -> Callable[[At], T]:
        """Whether the first does not hold, or the second does."""
        given, claim = self.parts(f.args)
        fails = lambda at: self.negation(given(at))  # noqa: E731
        return lambda at: self.any_of(part(at) for part in (fails, claim))

    KINDS: ClassVar[Mapping[Kind, Callable[..., Callable]]] = {
        BooleanTrue: lambda self, f: self.constant(True),
        BooleanFalse: lambda self, f: self.constant(False),
        Relational: lambda self, f: self.relation(f),
        AllOf: lambda self, f: self.conjunction(f),
        And: lambda self, f: self.conjunction(f),
        AnyOf: lambda self, f: self.disjunction(f),
        Or: lambda self, f: self.disjunction(f),
        NotSo: lambda self, f: self.opposite(f),
        Not: lambda self, f: self.opposite(f),
        Implication: lambda self, f: self.implication(f),
        ForAll: lambda self, f: self.quantified(f),
        Exists: lambda self, f: self.quantified(f),
        EveryEvent: lambda self, f: self.every_event(f),
        DefinedFormula: lambda self, f: self.defined(f),
    }


class ThreeValued(Decider[At, N, bool | None]):
    """Answers True, False, and None for "not known"; outcomes and events are listed."""

    def constant(self, holds: bool) -> Callable[[At], bool | None]:
        """What holds everywhere, or nowhere."""
        return lambda at: holds

    def all_of(self, answers: Iterable[bool | None]) -> bool | None:
        """False where one is, else None where one is not known."""
        return first_of(False, answers)

    def any_of(self, answers: Iterable[bool | None]) -> bool | None:
        """True where one is, else None where one is not known."""
        return first_of(True, answers)

    def negation(self, answer: bool | None) -> bool | None:
        """Not, where None stays."""
        return negation(answer)

    def implication(self, f: Basic) -> Callable[[At], bool | None]:
        """The second is asked only where the first may hold."""
        given, claim = self.parts(f.args)

        def run(at: At) -> bool | None:
            one = given(at)
            if one is False:
                return True
            two = claim(at)
            return True if two is True else None if one is None or two is None else False

        return run

    @abstractmethod
    def each(self, at: At, outcomes: tuple[Outcome, ...], body: Basic) -> Iterator[At]:
        """The point with the outcomes bound to each choice of elements in turn."""

    @abstractmethod
    def events(self, at: At, event: Basic, body: Basic) -> Iterator[At] | None:
        """The point with each event in turn; None where they are too many to be listed."""

    def quantified(self, f: ForAll | Exists) -> Callable[[At], bool | None]:
        """Of outcomes each is looked at, up to the first that settles it; of other variables there is no answer."""
        variables, body = tuple(f.args[0]), f.args[1]
        if not all(isinstance(v, Outcome) for v in variables):
            return self.other(f)
        end, inner, each = isinstance(f, Exists), self.part(body), self.each
        return _up_to(end, inner, lambda at: each(at, variables, body))

    def every_event(self, f: EveryEvent) -> Callable[[At], bool | None]:
        """Each event is looked at, up to the first that settles it; not known where they are too many."""
        event, body = f.args
        return _up_to(False, self.part(body), lambda at: self.events(at, event, body))


def _up_to(
    end: bool, question: Callable[[At], bool | None], places: Callable[[At], Iterator[At] | None]
) -> Callable[[At], bool | None]:
    """The question asked at several places up to the one that settles it; not known where there are no places."""

    def run(at: At) -> bool | None:
        there = places(at)
        if there is None:
            return None
        result: bool | None = not end
        for here in there:  # a generator, which is closed with the loop: what it bound is free again
            answer = question(here)
            if answer is end:
                return end
            if answer is None:
                result = None
        return result

    return run


__all__ = ["COMPARES", "Decider", "Kind", "Make", "ThreeValued", "first_of", "maker", "negation", "reads"]
