"""What a reader does not want to be told: signs of products and squares, masses, cancellations, restated domains.

Decided from the shape of the fact, never from the words of its reason.  A silent step is checked like any other; it is
only not printed.  One that rests on a theorem, or has steps of its own, is never silent.
"""

from __future__ import annotations

from functools import lru_cache

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.document.formulas.notation import fold
from dpsym.document.formulas.shapes import body_of
from dpsym.language import expressions as x
from dpsym.language import steps as sp


def is_silent(step: sp.Step) -> bool:
    """Whether the step is left out for a reader, with what is inside it."""
    if isinstance(step, sp.Have):
        return not step.by and not step.derivation and not step.method and is_plain_fact(step.fact)
    return False


@lru_cache(20_000)  # asked of every step again wherever names may be put: one page asks thousands of times
def is_plain_fact(fact: Basic) -> bool:
    """Whether a reader sees the fact by looking at it."""
    body = body_of(fact)
    while isinstance(body, x.Implication):
        body = body_of(body.args[1])
    if isinstance(body, x.Distribution):
        return True
    if isinstance(body, x.AllOf):
        return all(map(is_plain_fact, body.args))
    if isinstance(body, x.Between):
        low, value, high = body.args
        return low == 0 and high == 1 and _is_mass(value)
    if not isinstance(body, Relational):
        return False
    left, right = body.args
    if isinstance(body, sympy.Eq):
        return (
            is_same(left, right) or _cancels(left, right) or _cancels(right, left) or _is_whole(left, right)
        )
    if isinstance(body, sympy.Ne):
        return False
    low, high = (left, right) if isinstance(body, sympy.Le | sympy.Lt) else (right, left)
    strict = isinstance(body, sympy.Lt | sympy.Gt)
    return _is_domain(low, high, strict) or (low == 0 and _has_sign(high)) or (high == 1 and _is_mass(low))


def is_same(left: Basic, right: Basic) -> bool:
    """Whether both are printed in the same way."""
    return bool(left == right or fold(left) == fold(right))


def _cancels(left: Basic, right: Basic) -> bool:
    """exp(log t) = t, log(exp t) = t, exp(s + t) = exp(s) exp(t), log(s t) = log(s) + log(t)."""
    if isinstance(left, sympy.exp | sympy.log) and isinstance(left.args[0], sympy.log | sympy.exp):
        return bool(left.args[0].args[0] == right)
    return _in_exponentials(left) and _in_exponentials(right)


def _in_exponentials(thing: Basic) -> bool:
    """Whether the term is a product of exponentials."""
    if isinstance(thing, sympy.Mul):
        return all(map(_in_exponentials, thing.args))
    return isinstance(thing, sympy.exp) or thing.is_Number


def _is_whole(left: Basic, right: Basic) -> bool:
    """A sum of masses that is 1."""
    return bool(right == 1 and isinstance(left, x.Total) and isinstance(left.body, AppliedUndef))


def _is_mass(thing: Basic) -> bool:
    """A mass or a probability, which is at most 1."""
    if isinstance(thing, x.Mass | x.Probability | x.Indicator):
        return True
    return isinstance(thing, AppliedUndef) and any(isinstance(a, x.Outcome) for a in thing.args)


def _has_sign(thing: Basic) -> bool:
    """Whether the term is a product, a square, a root, an exponential, a probability, or a sum of such: the kernel has
    checked that it is not negative, and nothing is to be found."""
    if isinstance(
        thing, sympy.exp | sympy.Abs | x.Total | x.Probability | x.Indicator | x.Mass | x.HockeyStick
    ):
        return True
    if isinstance(thing, sympy.Mul):
        return not any(f == -1 for f in thing.args)
    if isinstance(thing, sympy.Pow | AppliedUndef | sympy.Max):
        return True
    if isinstance(thing, sympy.Add):
        return all(_has_sign(a) or a.is_positive or isinstance(a, sympy.Symbol) for a in thing.args)
    return bool(thing.is_Number)


def is_domain(fact: Basic) -> bool:
    """Whether the fact says of a parameter no more than its domain does."""
    if isinstance(fact, x.Between):
        low, value, high = fact.args
        return _is_domain(low, value, False) and _is_domain(value, high, False)
    if not isinstance(fact, Relational) or isinstance(fact, sympy.Eq | sympy.Ne):
        return False
    left, right = fact.args
    low, high = (left, right) if isinstance(fact, sympy.Le | sympy.Lt) else (right, left)
    return _is_domain(low, high, isinstance(fact, sympy.Lt | sympy.Gt))


def _is_domain(low: Basic, high: Basic, strict: bool) -> bool:
    """A bound that the declaration of a letter says: of a parameter its domain; or one of numbers, `0 <= 0`."""
    if low.is_Rational and high.is_Rational:
        return bool(low < high or (low == high and not strict))
    for letter, bound, side in ((high, low, "lower"), (low, high, "upper")):
        if isinstance(letter, x.Parameter) and (said := getattr(letter, side)) is not None:
            return bool(said[0] == bound and (said[1] or not strict))
    return False
