"""What an expression and a formula mean at a point: closures, found by the kind of node; each kind is registered once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import Any, ClassVar

import sympy
from flint import fmpq
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.language import expressions as e
from dpsym.language.truth import COMPARES, Kind, Make, N, ThreeValued, maker, reads
from dpsym.reals import real as n
from dpsym.reals.exact import exact
from dpsym.reals.real import ONE, ZERO, Value

EVENTS = 12  # outcomes up to which all events are listed

Read = Any  # a value or masses, or what floats they are: what is kept is compared by identity


class Env:
    """What names mean: parameters, laws (masses on the listed outcomes), and the outcomes bound at the
    moment."""

    __slots__ = ("at", "choices", "floats", "laws", "size", "sizes", "tries", "values")

    def __init__(
        self,
        values: Mapping[Basic, Value],
        laws: Mapping[str, Sequence[Value]],
        tries: Mapping | None = None,
        sizes: Mapping[str, int] | None = None,
    ):
        self.values = dict(values)
        self.laws = dict(laws)
        self.sizes = dict(sizes or {})
        several = [len(m) for m in self.laws.values() if len(m) > 1]
        self.size = min(several, default=min(1, len(self.laws)))  # of a set that has none of its own
        self.at: dict[Basic, int] = {}
        self.choices = 1  # of functions, where several quantifiers over them are nested
        self.tries = dict(tries or {})
        self.floats: dict[
            Basic | str, tuple[Read, Read]
        ] = {}  # what values and masses were last read as, for looks

    def size_of(self, outcome: e.Outcome) -> int:
        """How many elements the set of the outcome has."""
        return self.sizes.get(outcome.space, self.size)

    def elements(self, outcomes: Iterable[e.Outcome]) -> Iterator[tuple[int, ...]]:
        """Every choice of an element for each of the outcomes, the last one changing first."""
        return product(*(range(self.size_of(o)) for o in outcomes))

    def count(self, outcomes: Iterable[e.Outcome]) -> int:
        """How many such choices there are: the number of values of a function of the outcomes."""
        return prod(self.size_of(o) for o in outcomes)

    def place(self, outcomes: Iterable[e.Outcome]) -> int | None:
        """Where in the list of a function's values that at the bound outcomes stands; None where one is not bound."""
        index = 0
        for o in outcomes:
            where = self.at.get(o)
            if where is None:
                return None
            index = index * self.size_of(o) + where
        return index

    @property
    def ratios(self) -> list[fmpq]:
        """The finite positive ratios of two laws' masses at one outcome."""
        found: dict[fmpq, None] = {}
        names = sorted(self.laws)
        for one in names:
            for two in names:
                for a, b in zip(self.laws[one], self.laws[two], strict=False):
                    if one != two and isinstance(a, fmpq) and isinstance(b, fmpq) and a > 0 and b > 0:
                        found.setdefault(a / b)
        return list(found)


# what a closure gives: a Value of an expression, a bool or None of a formula
Closure = Callable[[Env], Any]
Builder = Make[Closure]

NUMBERS: dict[Kind, Builder] = {}  # kind of expression -> what makes its closure
# kind of formula -> what makes its closure where exact numbers know more than a list of cases; None where they do not
FORMULAS: dict[Kind, Make[Closure | None]] = {}

evaluates = partial(reads, NUMBERS)
decides = partial(reads, FORMULAS)


@lru_cache(maxsize=20000)
def number_of(expr: Basic) -> Closure:
    """A closure that evaluates an expression in an Env."""
    build = maker(NUMBERS, expr)
    if build is not None:
        return _remembered(expr, build(expr))
    if isinstance(expr, e.Defined):
        return number_of(expr.definition())
    return lambda env: None


def _remembered(expr: Basic, closure: Closure) -> Closure:
    """Keep the last value of an expression in parameters alone: in a sum over outcomes it is asked for
    again."""
    if not expr.args or isinstance(expr, AppliedUndef) or expr.has(AppliedUndef):
        return closure
    symbols = tuple(expr.free_symbols)
    if not symbols or not all(isinstance(s, e.Parameter) for s in symbols) or expr.has(e.Total):
        return closure
    last: tuple[Read, Value] | None = None  # read and replaced as one: other threads do the same
    if len(symbols) == 1:
        (symbol,) = symbols

        def of_one(env: Env) -> Value:
            nonlocal last
            now, known = env.values.get(symbol), last
            if known is not None and known[0] is now:
                return known[1]
            value = closure(env)
            last = now, value
            return value

        return of_one

    def run(env: Env) -> Value:
        nonlocal last
        now, known = [env.values.get(s) for s in symbols], last
        if known is not None and all(a is b for a, b in zip(known[0], now, strict=True)):
            return known[1]
        value = closure(env)
        last = now, value
        return value

    return run


class AtPoint(ThreeValued[Env, N]):
    """Formulas at the points of an Env, whatever its numbers are read as."""

    most: ClassVar[int]  # outcomes up to which all events are listed

    def same(self, one: Basic, two: Basic) -> Closure:
        """Whether two outcomes are bound to the same element; None where one is not bound."""

        def run(env: Env) -> bool | None:
            where = env.at.get(one), env.at.get(two)
            return None if None in where else where[0] == where[1]

        return run

    def each(self, env: Env, outcomes: tuple[e.Outcome, ...], body: Basic) -> Iterator[Env]:  # noqa: ARG002
        """The Env with the outcomes bound to each choice of elements in turn."""
        return binding(env, *outcomes) if len(outcomes) == 1 else bindings(env, outcomes)

    def events(self, env: Env, event: Basic, body: Basic) -> Iterator[Env] | None:  # noqa: ARG002
        """The Env with the masses of each event, 0 and 1, in turn; None over too many outcomes."""
        size = env.count(event.args)
        return listed_events(env, event.func.__name__, size) if size <= self.most else None


class Exactly(AtPoint[Value]):
    """Formulas decided with exact numbers; None where something has no value, or is not decided."""

    most = EVENTS

    def read(self, f: Basic) -> Closure:
        """By a way that exact numbers have for this kind, else by the walk."""
        own = maker(FORMULAS, f)
        found = own(f) if own else None
        return super().read(f) if found is None else found

    def part(self, f: Basic) -> Closure:
        """The closure that is kept for a formula."""
        return truth_of(f)

    def number(self, expr: Basic) -> Closure:
        """The closure that is kept for an expression."""
        return number_of(expr)

    def scaled(self, exponent: Closure, x: Closure) -> Closure:
        """e^exponent x."""
        return lambda env: n.times(n.exponential(exponent(env)), x(env))

    def comparison(self, f: Basic) -> Callable[[Value, Value], bool | None]:
        """By the sign of the difference."""
        holds = COMPARES[f.func]

        def run(left: Value, right: Value) -> bool | None:
            s = n.compare(left, right)
            return None if s is None else holds(s, 0)

        return run

    def other(self, f: Basic) -> Closure:  # noqa: ARG002
        """Nothing is known."""
        return lambda env: None


EXACTLY = Exactly()


@lru_cache(maxsize=20000)
def truth_of(formula: Basic) -> Closure:
    """A closure that decides a formula in an Env."""
    return EXACTLY.read(formula)


def bindings(env: Env, outcomes: tuple) -> Iterator[Env]:
    """Bind the outcomes to each element of their space in turn."""
    saved = dict(env.at)
    try:
        for index in env.elements(outcomes):
            env.at.update(zip(outcomes, index, strict=True))
            yield env
    finally:
        env.at = saved


def binding(env: Env, outcome: e.Outcome) -> Iterator[Env]:
    """Bind one outcome to each element of its space in turn."""
    saved = env.at.get(outcome)
    try:
        for i in range(env.size_of(outcome)):
            env.at[outcome] = i
            yield env
    finally:
        if saved is None:
            env.at.pop(outcome, None)
        else:
            env.at[outcome] = saved


def listed_events(env: Env, name: str, size: int) -> Iterator[Env]:
    """Give an event each choice of outcomes in turn."""
    try:
        for bits in product((ZERO, ONE), repeat=size):
            env.laws[name] = list(bits)
            yield env
    finally:
        env.laws.pop(name, None)


def factors_of(expr: Basic) -> list[Basic]:
    """The factors of a product, those of its factors in their place."""
    return [f for a in expr.args for f in factors_of(a)] if isinstance(expr, sympy.Mul) else [expr]


def tail_of(expr: Basic) -> Basic | None:
    """x where a sum is erfc(x), as 1 - erf(x) or 1 + erf(-x): far out all of its digits would be lost; else None."""
    if len(expr.args) != 2 or sympy.S.One not in expr.args:
        return None
    other = expr.args[0] if expr.args[1] == 1 else expr.args[1]
    if isinstance(other, sympy.erf):
        with e.as_written():
            return sympy.Mul(-1, other.args[0])
    minus = isinstance(other, sympy.Mul) and len(other.args) == 2 and other.args[0] == -1
    return other.args[1].args[0] if minus and isinstance(other.args[1], sympy.erf) else None


def is_inverse(expr: Basic) -> bool:
    """Whether an expression is 1 by another, as it stands in a quotient."""
    return isinstance(expr, sympy.Pow) and expr.args[1] == -1


def is_inverse_of_number(f: Basic) -> bool:
    """Whether a factor is 1/n for a rational number n; 1/0 is none."""
    return is_inverse(f) and isinstance(f.args[0], sympy.Rational) and f.args[0] != 0


def multiple_of(term: Basic) -> tuple[fmpq, list[Basic]]:
    """(c, rest): the rational coefficient of a term, and its other factors."""
    coefficient, rest = fmpq(1), []
    for f in factors_of(term):
        if isinstance(f, sympy.Rational):
            coefficient *= exact(f)
        elif is_inverse_of_number(f):
            coefficient /= exact(f.args[0])
        else:
            rest.append(f)
    return coefficient, rest
