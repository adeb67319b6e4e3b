"""Whether a condition holds at the values of an evaluator: yes, no, or not known at this precision."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sympy import Basic, Mul
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne, Relational
from sympy.logic.boolalg import And, BooleanFalse, BooleanTrue, Not, Or

from dpsym.language import (
    AllOf,
    AnyOf,
    Between,
    EveryEvent,
    ForAll,
    Implication,
    Loss,
    Notion,
    NotSo,
    Outcome,
    UnderEachLaw,
    Within,
    as_written,
)
from dpsym.numbers.expressions.bindings import Bindings, Scope
from dpsym.reals import balls as v
from dpsym.reals.exact import ONE, ZERO

EVENTS = 1 << 16  # how many events are listed


def truth(ev: Bindings, f: Basic, scope: Scope) -> bool | None:
    """Whether a condition holds; None when the balls overlap at this precision."""
    if isinstance(f, BooleanTrue | BooleanFalse):
        return isinstance(f, BooleanTrue)
    if isinstance(f, Relational):
        return relation(ev, f, scope)
    if isinstance(f, AllOf | And):
        return all_of(ev.truth(part, scope) for part in f.args)
    if isinstance(f, AnyOf | Or):
        return any_of(ev.truth(part, scope) for part in f.args)
    if isinstance(f, NotSo | Not):
        return negation(ev.truth(f.args[0], scope))
    if isinstance(f, Implication):
        return any_of(
            (negation(ev.truth(f.args[0], scope)) if i == 0 else ev.truth(f.args[1], scope)) for i in range(2)
        )
    if isinstance(f, Between | Within):
        return ev.truth(f.definition(), scope)
    if isinstance(f, UnderEachLaw | Notion):
        ev.check_laws(f)
        return ev.truth(f.definition(), scope)
    if isinstance(f, EveryEvent):
        return every_event(ev, f, scope)
    if isinstance(f, ForAll) and all(isinstance(x, Outcome) for x in f.args[0]):
        return all_of(ev.truth(f.args[1], inner) for inner in ev.outcomes(f.args[1], tuple(f.args[0]), scope))
    raise ValueError(f"{type(f).__name__} cannot be decided at a point: {f}")


def negation(answer: bool | None) -> bool | None:
    """The opposite of an answer."""
    return None if answer is None else not answer


def all_of(answers: Iterator[bool | None]) -> bool | None:
    """Whether all answers are yes: None where none is no and one is open."""
    open_ = False
    for answer in answers:
        if answer is False:
            return False
        open_ = open_ or answer is None
    return None if open_ else True


def any_of(answers: Iterator[bool | None]) -> bool | None:
    """Whether one of the answers is yes."""
    return negation(all_of(negation(a) for a in answers))


def every_event(ev: Bindings, f: EveryEvent, scope: Scope) -> bool | None:
    """Whether a condition holds for every event, each listed by the outcomes in it."""
    event, body = f.args
    name, size = event.func.__name__, ev.size(body, event.args[0])
    if len(event.args) != 1 or 2**size > EVENTS:
        raise ValueError(f"too many events to list: {size} outcomes")
    answers = []
    for choice in product((ZERO, ONE), repeat=size):
        inner = ev.beside(name, choice)
        values: dict[int, v.Value] = {}
        s = scope
        while s.parent is not None:
            if s.variable is not None and s.value is not None:
                values.setdefault(s.variable, s.value)
            s = s.parent
        inside = inner.root
        for variable, value in values.items():
            inside = type(scope)(variable, value, inside)
        answers.append(inner.truth(body, inside))
        if answers[-1] is False:
            return False
    return all_of(iter(answers))


def relation(ev: Bindings, f: Basic, scope: Scope) -> bool | None:
    """Whether a relation holds; between outcomes, where they are the same."""
    left, right = f.args
    if isinstance(left, Outcome) or isinstance(right, Outcome):
        same = ev.symbol(left, scope) == ev.symbol(right, scope)
        return same if isinstance(f, Eq) else not same
    if isinstance(left, Loss) or isinstance(right, Loss):
        one, other = loss_sides(ev, left, right, scope)
    else:
        one, other = ev.value(left, scope), ev.value(right, scope)
    order = v.compare(one, other)
    if order is None:
        return touching(f, one, other)
    if isinstance(f, Le):
        return order <= 0
    if isinstance(f, Lt):
        return order < 0
    if isinstance(f, Ge):
        return order >= 0
    if isinstance(f, Gt):
        return order > 0
    return (order == 0) == isinstance(f, Eq) if isinstance(f, Eq | Ne) else None


def touching(f: Basic, one: v.Value, other: v.Value) -> bool | None:
    """Balls that share an end only."""
    if isinstance(one, v.Span | v.Jet) or isinstance(other, v.Span | v.Jet):
        return None
    a, b = v.ball(one), v.ball(other)
    if isinstance(f, Le | Gt) and a <= b:
        return isinstance(f, Le)
    if isinstance(f, Ge | Lt) and a >= b:
        return isinstance(f, Ge)
    return None


def loss_sides(ev: Bindings, left: Basic, right: Basic, scope: Scope) -> tuple[v.Value, v.Value]:
    """Loss(a, b) <= c is a <= e^c b, c <= Loss(a, b) is e^c b <= a: infinite losses are included."""
    loss, bound = (left, right) if isinstance(left, Loss) else (right, left)
    if bound.has(Loss):
        raise ValueError("a privacy loss is compared with a bound that does not contain one")
    a, b = (ev.value(x, scope) for x in loss.args)
    with as_written():
        negative = isinstance(bound, Mul) and bound.args[0] == -1 and len(bound.args) > 1
        c = (bound.args[1] if len(bound.args) == 2 else Mul(*bound.args[1:])) if negative else bound
    factor = v.exponential(ev.value(c, scope))
    one, other = (v.multiply(factor, a), b) if negative else (a, v.multiply(factor, b))
    return (one, other) if isinstance(left, Loss) else (other, one)
