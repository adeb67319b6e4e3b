"""How a law that is given by its mass at an outcome is named: `G(r, ·)` for the mass G(r, y) at y.

A dot stands for the outcome only where that loses nothing: where the mass is a function of it, a mixture of such
functions, or a product of one for each outcome.  Every other mass is printed as a function of the outcome.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from dpsym.language import expressions as x
from dpsym.language import quantities as q


def factors(thing: Any) -> list[Any]:
    """The factors of a product, nested ones opened."""
    return [p for a in thing.args for p in factors(a)] if isinstance(thing, sympy.Mul) else [thing]


def speaks_of(thing: Any, outcomes: tuple[Any, ...]) -> bool:
    """Whether one of the outcomes is free in the expression."""
    return not thing.free_symbols.isdisjoint(outcomes)


def takes(applied: Any, outcomes: tuple[Any, ...]) -> bool:
    """Whether a function is applied to each of the outcomes once, in this order, and to nothing else made of them."""
    return isinstance(applied, AppliedUndef) and outcomes == tuple(
        a for a in applied.args if speaks_of(a, outcomes)
    )


def product_of(thing: Any, outcomes: tuple[Any, ...]) -> bool:
    """Whether the mass is a product of laws, one after the other for each outcome: A(y) C(z) at (y, z)."""
    parts = factors(thing)
    seen: tuple[Any, ...] = ()
    for part in parts:
        own = tuple(o for o in outcomes if o in part.free_symbols)
        if not own or not dotted(part, own):
            return False
        seen += own
    return len(parts) > 1 and seen == outcomes


def dotted(mass: Any, outcomes: tuple[Any, ...]) -> bool:
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


def at_event(mass: Any, event: Any, outcomes: tuple[Any, ...]) -> bool:
    """Whether the mass of the event S is printed with S in the place of the outcome: G(r, S)."""
    return (
        isinstance(event, AppliedUndef)
        and event.args == outcomes
        and takes(mass, outcomes)
        and (len(outcomes) == 1 or mass.args == outcomes)
    )
