"""Least values over a variable, and the first value of one at which something exceeds a level, as an evaluator sees them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cmp_to_key, partial
from operator import attrgetter
from typing import TypeVar

from flint import arb, fmpq
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.language import FirstAbove, LeastOver, Minimiser, Minimum, Parameter
from dpsym.numbers.expressions import search
from dpsym.numbers.expressions.bindings import Bindings, Scope
from dpsym.reals import balls as v
from dpsym.reals.balls import INFINITY, Undecided
from dpsym.reals.exact import exact
from dpsym.reals.precision import precision, working_bits

Places = dict[Basic, v.Value]  # of least values: where they were last

T = TypeVar("T")

STEPS = 100_000  # how far FirstAbove looks
MINIMA: dict[tuple, tuple[arb, arb]] = {}  # least values found, for the figures and examples that share them


def least(ev: Bindings, e: Minimum, scope: Scope) -> tuple[arb, arb]:
    """The least value and where it is; found once for the same exact numbers at the same precision."""
    body, over, low, high = e.args
    given = {s: ev.symbol(s, scope) for s in sorted(e.free_symbols - {over}, key=attrgetter("name"))}
    known = all(isinstance(x, fmpq) for x in given.values()) and not e.atoms(AppliedUndef)
    key = (e.args, tuple(given.items()), working_bits())
    found = MINIMA.get(key) if known else None
    if found is None:
        found = search.least(
            lambda x: ev.value(body, ev.bind(over, x, scope)),
            ev.end(low, scope),
            ev.end(high, scope),
            str(over),
        )
        if known and len(MINIMA) < 5000:
            MINIMA[key] = found
    if ev.places is not None:
        ev.places[e] = found[1]
    return found


def first_above(ev: Bindings, e: FirstAbove, scope: Scope) -> fmpq:
    """The first value of a variable at which something exceeds a level."""
    body, over, level, start = e.args
    first = ev.integer(start, scope)
    places: Places = {}
    for k in range(first, first + STEPS):
        if places and stays(ev, body, level, over, k, scope, places):
            continue
        inner = ev.bind(over, fmpq(k), scope)
        before, ev.places = ev.places, places
        try:
            answer = settled(
                partial(partial(compared, ev), level, scope, body, inner),
                partial("{} > {} at {} = {}".format, body, level, over, k),
            )
        finally:
            ev.places = before
        if answer < 0:
            return fmpq(k)
    raise ArithmeticError(f"{body} stays at or below {level} up to {over} = {first + STEPS - 1}")


def compared(ev: Bindings, one: Basic, scope: Scope, other: Basic, inner: Scope) -> int | None:
    """How two values compare, each in its scope; None where the balls overlap."""
    return v.compare(ev.value(one, scope), ev.value(other, inner))


def stays(
    ev: Bindings, body: Basic, level: Basic, over: Parameter, k: int, scope: Scope, places: Places
) -> bool:
    """Whether the body is at most the level at k because it is so with each least value in it replaced by the value
    at the place of the last one: a bound from above, which takes no search.  False says nothing."""
    before = ev.running, ev.places
    ev.running, ev.places = ev.variable(over), places
    try:
        with precision(min(64, working_bits())):
            bound = v.span(ev.value(body, ev.bind(over, fmpq(k), scope))).high
            if isinstance(bound, float):  # there is none
                return False
            order = v.compare(ev.value(level, scope), bound)
    except (ArithmeticError, ValueError):
        return False
    finally:
        ev.running, ev.places = before
    return order is not None and order >= 0


def is_bounded(ev: Bindings, e: Basic) -> bool:
    """Whether an upper bound is enough for this least value."""
    return ev.running is not None and isinstance(e, Minimum | LeastOver) and ev.running in ev.node(e).free


def at_most(ev: Bindings, e: Basic, scope: Scope) -> v.Span:
    """A span that contains the least value and ends at the value at one place: for a Minimum where the last one was,
    for a LeastOver the first place whose value is not below the last one found and at which the condition holds."""
    assert ev.places is not None
    body, over, low, high, *rest = e.args
    if isinstance(e, Minimiser) or e not in ev.places:
        raise Undecided(f"where {e} is")
    last = ev.places[e]
    if not rest:
        where = exact(v.bounds(last)[0])
        ends = ev.end(low, scope), ev.end(high, scope)
        if v.compare(ends[0], where) != -1 or v.compare(where, ends[1]) != -1:
            raise Undecided("the last place is outside")
        value = ev.value(body, ev.bind(over, where, scope))
        return v.Span(-INFINITY, v.span(value).high)
    places = []
    for k in range(ev.integer(low, scope), ev.integer(high, scope) + 1):
        inner = ev.bind(over, fmpq(k), scope)
        value = v.span(ev.value(body, inner)).high
        if not isinstance(value, float) and v.compare(last, value) in (-1, 0):
            places.append((float(v.ball(value).mid()), k, value, inner))
    for _, _, value, inner in sorted(places, key=lambda p: p[:2])[:3]:
        if ev.truth(rest[0], inner):
            ev.places[e] = value
            return v.Span(-INFINITY, value)
    raise Undecided("no place near the last one")


def least_over(ev: Bindings, e: LeastOver, scope: Scope) -> v.Value:
    """The least of the values that satisfy a condition."""
    body, over, low, high, holds = e.args
    candidates = []
    for k in range(ev.integer(low, scope), ev.integer(high, scope) + 1):
        inner = ev.bind(over, fmpq(k), scope)
        candidates.append((ev.value(body, inner), inner))

    def order(one: tuple[v.Value, Scope], other: tuple[v.Value, Scope]) -> int:
        found = v.compare(one[0], other[0])
        if found is None:
            raise Undecided(f"which of two values of {body} is less")
        return found

    for value, inner in sorted(candidates, key=cmp_to_key(order)):
        if settled(
            partial(ev.truth, holds, inner), partial("{} at {} = {}".format, holds, over, inner.value)
        ):
            if ev.places is not None:
                ev.places[e] = value
            return value
    raise ValueError(f"no {over} from {low} to {high} satisfies {holds}")


def settled(question: Callable[[], T | None], what: Callable[[], str]) -> T:
    """The answer of `question`, asked first at a low precision: most comparisons are not close."""
    working = working_bits()
    bits = min(64, working)
    while True:
        with precision(bits):
            try:
                answer = question()
            except Undecided:
                answer = None
        if answer is not None:
            return answer
        if bits >= working:
            raise Undecided(what())
        bits = min(2 * bits, working)
