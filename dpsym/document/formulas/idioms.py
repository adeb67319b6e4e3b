"""What the field writes in another way than a term is built: Φ for an error function, u^α v^(1-α) for an exponential of
logarithms.  Each form has the value of the term wherever the term has one."""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from sympy import Basic

from dpsym.document.formulas.laws import entropy_of
from dpsym.language import expressions as x

ROOT_OF_TWO = sympy.sqrt(2)
HALF = sympy.Rational(1, 2)
# Terms are built with evaluate=False, not under `as_written`, which empties the caches of sympy each time.


def _is_half(thing: Basic) -> bool:
    return thing == HALF or (
        isinstance(thing, sympy.Pow) and thing.args == (sympy.Integer(2), sympy.Integer(-1))
    )


def _times_root(thing: Basic) -> Basic | None:
    """z, where the term is z divided by the root of 2; None where it does not show that."""
    if isinstance(thing, sympy.Pow) and thing.exp == -1:
        below = _without_root(thing.base)
        if below is None or below == 1:
            return below
        return sympy.Pow(below, sympy.Integer(-1), evaluate=False)
    if not isinstance(thing, sympy.Mul):
        return None
    for k, part in enumerate(thing.args):
        inner = _times_root(part)
        if inner is not None:
            rest = (*thing.args[:k], *(() if inner == 1 else (inner,)), *thing.args[k + 1 :])
            return rest[0] if len(rest) == 1 else sympy.Mul(*rest, evaluate=False)
    return None


def _without_root(thing: Basic) -> Basic | None:
    """The term without a factor that is the root of 2; None where there is none."""
    if thing == ROOT_OF_TWO:
        return sympy.Integer(1)
    if isinstance(thing, sympy.Mul) and ROOT_OF_TWO in thing.args:
        k = thing.args.index(ROOT_OF_TWO)
        rest = (*thing.args[:k], *thing.args[k + 1 :])
        return rest[0] if len(rest) == 1 else sympy.Mul(*rest, evaluate=False)
    return None


def normal(thing: Basic) -> tuple[bool, Basic] | None:
    """(True, z) where the term is Φ(z) = (1 + erf(z/√2))/2, (False, z) where it is 1 - Φ(z), else None."""
    if not isinstance(thing, sympy.Mul) or len(thing.args) != 2:
        return None
    one, two = thing.args
    whole = two if _is_half(one) else one if _is_half(two) else None
    if not isinstance(whole, sympy.Add) or len(whole.args) != 2 or whole.args[0] != 1:
        return None
    tail = whole.args[1]
    upper = True
    if isinstance(tail, sympy.Mul) and len(tail.args) == 2 and tail.args[0] == -1:
        tail, upper = tail.args[1], False
    if not isinstance(tail, sympy.erf):
        return None
    at = _times_root(tail.args[0])
    return None if at is None else (upper, at)


def quantile_of_root(body: Basic, over: Basic) -> Basic | None:
    """The level a, where the body is Φ(over) - a or a - Φ(over), so that its root is Φ^{-1}(a); else None."""
    if not isinstance(body, sympy.Add) or len(body.args) != 2:
        return None
    for one, two in (body.args, body.args[::-1]):
        found = normal(one)
        if found is None or found[1] != over or over in two.free_symbols:
            continue
        level = (
            two.args[1] if isinstance(two, sympy.Mul) and len(two.args) == 2 and two.args[0] == -1 else None
        )
        if level is None:
            continue
        return level if found[0] else _complement(level)
    return None


def _complement(level: Basic) -> Basic:
    """1 - level, and t where the level is 1 - t."""
    if isinstance(level, sympy.Add) and len(level.args) == 2 and level.args[0] == 1:
        rest = level.args[1]
        if isinstance(rest, sympy.Mul) and len(rest.args) == 2 and rest.args[0] == -1:
            return rest.args[1]
    with x.as_written():
        return 1 - level


def powers(thing: Basic) -> list[tuple[Basic, Basic]] | None:
    """[(u, a), (v, b)] where the term is exp(a log u + b log v), perhaps times the indicator that u and v are positive,
    which is u^a v^b and 0 where one of them is 0; else None."""
    if isinstance(thing, sympy.exp):
        return _logarithms(thing.args[0])
    if not isinstance(thing, sympy.Mul) or len(thing.args) != 2:
        return None
    inside, exponential = thing.args
    if not isinstance(inside, x.Indicator) or not isinstance(exponential, sympy.exp):
        return None
    found = _logarithms(exponential.args[0], numbers=True)
    if found is None:
        return None
    condition = inside.args[0]
    each = condition.args if isinstance(condition, x.AllOf | sympy.And) else (condition,)
    positive = {_positive(c) for c in each}
    return found if positive == {u for u, _ in found} else None


def _positive(thing: Basic) -> Basic | None:
    """u, where the condition is u > 0."""
    if isinstance(thing, sympy.StrictLessThan | sympy.StrictGreaterThan):
        low, high = thing.args if isinstance(thing, sympy.StrictLessThan) else thing.args[::-1]
        return high if low == 0 else None
    return None


def _logarithms(thing: Basic, numbers: bool = False) -> list[tuple[Basic, Basic]] | None:
    """(u, a) for each summand a log u of an exponent, where it has two or more and no other, with letters in every a unless
    numbers will do."""
    if not isinstance(thing, sympy.Add) or len(thing.args) < 2:
        return None
    found = []
    for part in thing.args:
        if not isinstance(part, sympy.Mul) or len(part.args) != 2:
            return None
        logs = [a for a in part.args if isinstance(a, sympy.log)]
        rest = [a for a in part.args if not isinstance(a, sympy.log)]
        if len(logs) != 1 or not (numbers or rest[0].free_symbols):
            return None
        found.append((logs[0].args[0], rest[0]))
    return found


def grouped(factors: list[Basic]) -> list[Basic]:
    """The factors of a product, those that make Φ(z) or a product of powers put together."""
    for i, one in enumerate(factors):
        for k, two in enumerate(factors):
            if i == k or not isinstance(one, sympy.Add | x.Indicator):
                continue
            both = sympy.Mul(one, two, evaluate=False)
            if normal(both) is not None or powers(both) is not None:
                low, high = min(i, k), max(i, k)
                rest = [*factors[:low], both, *factors[low + 1 : high], *factors[high + 1 :]]
                return grouped(rest)
    return factors


def in_powers(thing: Basic) -> bool:
    """Whether a term is printed with powers of which a factor may be 0."""
    if isinstance(thing, sympy.Mul) and powers(thing) is not None:
        return True
    return any(in_powers(a) for a in getattr(thing, "args", ()))


def is_one_of(thing: Basic) -> bool:
    """Whether the alternatives are values of one term."""
    if not isinstance(thing, x.AnyOf | sympy.Or):
        return False
    equal = all(isinstance(part, sympy.Eq) for part in thing.args)
    return equal and len({part.args[0] for part in thing.args}) == 1


def entropy_term(factors: Sequence[Basic]) -> tuple[Basic, Basic, Basic] | None:
    """(u, v, the indicator), where the factors are u, log(u/v) and the indicator that u and v are positive, perhaps with
    others: what is printed is u log(u/v), which counts as 0 where one of them is 0."""
    for inside in (p for p in factors if isinstance(p, x.Indicator)):
        condition = inside.args[0]
        each = condition.args if isinstance(condition, x.AllOf | sympy.And) else ()
        for part in (p for p in factors if isinstance(p, sympy.log)):
            ratio = part.args[0]
            if not isinstance(ratio, sympy.Mul) or len(ratio.args) != 2:
                continue
            (u,) = [a for a in ratio.args if not _is_inverse(a)] or (None,)
            below = [a.base for a in ratio.args if _is_inverse(a)]
            if len(below) == 1 and u in factors and {_positive(c) for c in each} == {u, below[0]}:
                return u, below[0], inside
    return None


def _is_inverse(thing: Basic) -> bool:
    return isinstance(thing, sympy.Pow) and thing.exp == -1


def entropy_terms(thing: Basic) -> list[tuple[Basic, Basic]]:
    """The u and v of the products u log(u/v) that a term is printed with."""
    found: list[tuple[Basic, Basic]] = []
    if isinstance(thing, x.Total) and entropy_of(thing) is not None:
        return found
    if isinstance(thing, sympy.Mul) and (own := entropy_term(factors_of(thing))) is not None:
        found.append(own[:2])
    for part in getattr(thing, "args", ()):
        found += entropy_terms(part)
    return list(dict.fromkeys(found))


def factors_of(thing: Basic) -> list[Basic]:
    """The factors of a product, those on its left opened: ((a b) c) d."""
    if not isinstance(thing, sympy.Mul):
        return [thing]
    return [*factors_of(thing.args[0]), *thing.args[1:]]
