"""How a law that is given by its mass at an outcome is named: `G(r, ·)` for the mass G(r, y) at y.

A dot stands for the outcome only where that loses nothing: where the mass is a function of it, a mixture of such
functions, or a product of one for each outcome.  Every other mass is printed as a function of the outcome.
"""

from __future__ import annotations

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.language import expressions as x
from dpsym.language import quantities as q


def factors(thing: Basic) -> list[Basic]:
    """The factors of a product, nested ones opened."""
    return [p for a in thing.args for p in factors(a)] if isinstance(thing, sympy.Mul) else [thing]


def entropy_of(thing: Basic) -> x.Pair | None:
    """The pair P, Q whose relative entropy a sum is: over the outcomes at which both have a mass, P log(P/Q)."""
    parts = factors(thing.body) if isinstance(thing, x.Total) else []
    logs = [p for p in parts if isinstance(p, sympy.log)]
    both = [p for p in parts if isinstance(p, x.Indicator)]
    masses = [p for p in parts if takes(p, thing.outcomes)]
    if not (len(parts) == 3 and len(logs) == len(both) == len(masses) == 1):
        return None
    (first,) = masses
    below = [1 / p for p in factors(logs[0].args[0]) if p != first]
    if len(below) != 1 or not takes(below[0], thing.outcomes) or below[0] == first:
        return None
    positive = {x.AllOf(u > 0, v > 0) for u, v in ((first, below[0]), (below[0], first))}
    condition = x.AllOf(*(c if isinstance(c, sympy.Gt) else c.reversed for c in conditions(both[0].args[0])))
    return x.Pair(first, below[0], *thing.outcomes) if condition in positive else None


def conditions(thing: Basic) -> tuple[Basic, ...]:
    """The strict inequalities of a conjunction; none where it has other parts."""
    parts = thing.args if isinstance(thing, x.AllOf) else ()
    return parts if all(isinstance(p, sympy.Gt | sympy.Lt) for p in parts) else ()


def speaks_of(thing: Basic, outcomes: tuple[Basic, ...]) -> bool:
    """Whether one of the outcomes is free in the expression."""
    return not thing.free_symbols.isdisjoint(outcomes)


def takes(applied: Basic, outcomes: tuple[Basic, ...]) -> bool:
    """Whether a function is applied to each of the outcomes once, in this order, and to nothing else made of them."""
    return isinstance(applied, AppliedUndef) and outcomes == tuple(
        a for a in applied.args if speaks_of(a, outcomes)
    )


def product_of(thing: Basic, outcomes: tuple[Basic, ...]) -> bool:
    """Whether the mass is a product of laws, one after the other for each outcome: A(y) C(z) at (y, z)."""
    parts = factors(thing)
    seen: tuple[Basic, ...] = ()
    for part in parts:
        own = tuple(o for o in outcomes if o in part.free_symbols)
        if not own or not dotted(part, own):
            return False
        seen += own
    return len(parts) > 1 and seen == outcomes


def in_the_order_of(thing: Basic, outcomes: tuple[Basic, ...]) -> Basic:
    """A product of laws with its factors in the order in which their outcomes are drawn: C(z) A(y) at (z, y)."""
    parts = factors(thing)
    if len(parts) < 2 or not all(speaks_of(part, outcomes) for part in parts):
        return thing
    first = {part: min(k for k, o in enumerate(outcomes) if o in part.free_symbols) for part in parts}
    with x.as_written():
        ordered = sympy.Mul(*sorted(parts, key=lambda part: first[part]))
    return ordered if product_of(ordered, outcomes) else thing


def dotted(mass: Basic, outcomes: tuple[Basic, ...]) -> bool:
    """Whether the law with this mass can be read off the mass in which the outcomes are replaced by dots.

    So it is for a function of the outcomes, and for what is linear in such functions; not for P(y) P(y), nor for
    A(y) K(y, z) at (y, z), nor for a formula such as 1/n.
    """
    if not outcomes or len(set(outcomes)) < len(outcomes):
        return False
    if isinstance(mass, AppliedUndef):
        return takes(mass, outcomes)
    if isinstance(mass, sympy.Add):
        return all(dotted(a, outcomes) for a in mass.args)
    if isinstance(mass, sympy.Mul):
        own = [f for f in factors(mass) if speaks_of(f, outcomes)]
        return (len(own) == 1 and dotted(own[0], outcomes)) or product_of(mass, outcomes)
    if isinstance(mass, x.Total):
        return set(outcomes).isdisjoint(mass.outcomes) and dotted(mass.body, outcomes)
    if isinstance(mass, q.FiniteSum):
        body, over, low, high = mass.args
        return not speaks_of(sympy.Tuple(over, low, high), outcomes) and dotted(body, outcomes)
    return False


def at_event(mass: Basic, event: Basic, outcomes: tuple[Basic, ...]) -> bool:
    """Whether the mass of the event S is printed with S in the place of the outcome: G(r, S)."""
    return (
        isinstance(event, AppliedUndef)
        and event.args == outcomes
        and takes(mass, outcomes)
        and (len(outcomes) == 1 or mass.args == outcomes)
    )
