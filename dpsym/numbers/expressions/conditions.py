"""Whether a condition holds at the values of an evaluator: yes, no, or not known at this precision."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import product

from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Ge, Gt, Le, Lt

from dpsym.language import DefinedFormula, Loss, Outcome
from dpsym.language.truth import COMPARES, ThreeValued
from dpsym.numbers.expressions.bindings import Bindings, Scope
from dpsym.reals import balls as v
from dpsym.reals.exact import ONE, ZERO

EVENTS = 1 << 16  # how many events are listed

Place = tuple[Bindings, Scope]
Question = Callable[[Place], bool | None]
Number = Callable[[Place], v.Value]


def truth(ev: Bindings, f: Basic, scope: Scope) -> bool | None:
    """Whether a condition holds; None when the balls overlap at this precision."""
    return question(f)((ev, scope))


@lru_cache(maxsize=20000)
def question(f: Basic) -> Question:
    """What is asked of an evaluator for a condition."""
    return BALLS.read(f)


class Balls(ThreeValued[Place, v.Value]):
    """Conditions decided with balls, and with exact numbers where a value is one."""

    def part(self, f: Basic) -> Question:
        """The question that is kept for a condition."""
        return question(f)

    def number(self, e: Basic) -> Number:
        """The value of an expression."""
        return lambda at: at[0].value(e, at[1])

    def scaled(self, exponent: Number, x: Number) -> Number:
        """e^exponent x."""
        return lambda at: v.multiply(v.exponential(exponent(at)), x(at))

    def comparison(self, f: Basic) -> Callable[[v.Value, v.Value], bool | None]:
        """By the order of the two, where they do not overlap."""
        kind = f.func
        holds = COMPARES[kind]

        def run(one: v.Value, other: v.Value) -> bool | None:
            order = v.compare(one, other)
            return touching(kind, one, other) if order is None else holds(order, 0)

        return run

    def relation(self, f: Basic) -> Question:
        """A relation; a loss is multiplied out and has no value of its own."""
        losses = [a for a in f.args if isinstance(a, Loss)]
        if losses and (len(losses) == 2 or any(a.has(Loss) for a in f.args if a not in losses)):
            return _refused(lambda: "a privacy loss is compared with a bound that does not contain one")
        return super().relation(f)

    def same(self, one: Basic, two: Basic) -> Question:
        """Whether two outcomes are bound to the same element."""
        return lambda at: at[0].symbol(one, at[1]) == at[0].symbol(two, at[1])

    def each(self, at: Place, outcomes: tuple[Outcome, ...], body: Basic) -> Iterator[Place]:
        """A scope for every choice of the outcomes."""
        ev, scope = at
        return ((ev, inner) for inner in ev.outcomes(body, outcomes, scope))

    def events(self, at: Place, event: Basic, body: Basic) -> Iterator[Place]:
        """An evaluator that knows the event, for each; ValueError where they are too many."""
        ev, scope = at
        size = ev.size(body, event.args[0])
        if len(event.args) != 1 or 2**size > EVENTS:
            raise ValueError(f"too many events to list: {size} outcomes")
        return ((inner, inside(scope, inner.root)) for inner in _with_events(ev, event, size))

    def defined(self, f: DefinedFormula) -> Question:
        """What its definition says; the masses of a law of which it speaks must add up to 1."""
        inner = self.part(f.definition())

        def run(at: Place) -> bool | None:
            at[0].check_laws(f)
            return inner(at)

        return run

    def other(self, f: Basic) -> Question:
        """ValueError, where it is asked."""
        return _refused(lambda: f"{type(f).__name__} cannot be decided at a point: {f}")


BALLS = Balls()


def _refused(why: Callable[[], str]) -> Question:
    def run(_at: Place) -> bool | None:
        raise ValueError(why())

    return run


def _with_events(ev: Bindings, event: AppliedUndef, size: int) -> Iterator[Bindings]:
    for choice in product((ZERO, ONE), repeat=size):
        yield ev.beside(event.func.__name__, choice)


def inside(scope: Scope, root: Scope) -> Scope:
    """The scope with the same variables bound for another evaluator, with nothing computed in it."""
    values: dict[int, v.Value] = {}
    while scope.parent is not None:
        if scope.variable is not None and scope.value is not None:
            values.setdefault(scope.variable, scope.value)
        scope = scope.parent
    for variable, value in values.items():
        root = Scope(variable, value, root)
    return root


def touching(kind: type[Basic], one: v.Value, other: v.Value) -> bool | None:
    """Balls that share an end only."""
    if isinstance(one, v.Span | v.Jet) or isinstance(other, v.Span | v.Jet):
        return None
    a, b = v.ball(one), v.ball(other)
    if kind in (Le, Gt) and a <= b:
        return kind is Le
    if kind in (Ge, Lt) and a >= b:
        return kind is Ge
    return None
