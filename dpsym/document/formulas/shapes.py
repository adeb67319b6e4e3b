"""What the words of a page depend on in a formula: its parts, whether it is wide, how far its words reach."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import UnionType

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import INLINE
from dpsym.document.formulas.boxes import Box, Glyph, Row, Script, parts_of
from dpsym.document.formulas.idioms import is_one_of
from dpsym.document.formulas.notation import Indices, fold, named
from dpsym.document.formulas.spelling import width
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp


def in_order(thing: Basic, kind: type[Basic] | UnionType) -> list[Basic]:
    """The nodes of one kind in an expression, in order of appearance."""
    found = [thing] if isinstance(thing, kind) else []
    for part in getattr(thing, "args", ()):
        found += in_order(part, kind)
    return found


def pointwise(thing: Basic, kind: type, beyond: Callable[[Basic], bool] | None = None) -> bool:
    """Whether a quantity is spoken of at each output, not only as drawn from a law: there outputs of probability 0 count; nor
    only under a condition that is one of those of `beyond`."""
    if isinstance(thing, x.Probability | x.Expectation | x.UnderEachLaw):
        return False
    if beyond is not None and isinstance(thing, x.Implication) and beyond(thing.args[0]):
        return False
    return isinstance(thing, kind) or any(pointwise(a, kind, beyond) for a in getattr(thing, "args", ()))


def names_in(entry: st.Entry) -> set[str]:
    """Names of the parameters, laws and events of an entry."""
    return {s.name for s in symbols_in(entry)} | {a.func.__name__ for a in symbols_in(entry, AppliedUndef)}


def indices_in(entry: st.Entry) -> Indices:
    """Which arguments of the functions of an entry are an index, wherever they stand."""
    return Indices.of(a for a in symbols_in(entry, AppliedUndef) if isinstance(a, AppliedUndef))


def symbols_in(entry: st.Entry, kind: type[Basic] = x.Parameter) -> set[Basic]:
    """Every parameter, or other atom of the kind, that occurs in the entry."""
    found: set[Basic] = set()
    stack: list[object] = [getattr(entry, f) for f in entry.__dataclass_fields__]
    seen: set[int] = set()
    while stack:
        item = stack.pop()
        if id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, Basic):
            found |= set(item.atoms(kind))
        elif isinstance(item, tuple | list):
            stack.extend(item)
        elif isinstance(item, Mapping):
            stack.extend(item.values())
        elif isinstance(item, st.Entry | sp.Use):
            continue
        elif hasattr(item, "__dataclass_fields__"):
            stack.extend(getattr(item, f) for f in item.__dataclass_fields__)
    return found


def in_words(thing: Basic) -> bool:
    """Whether a sentence says the formula in words of its own."""
    return isinstance(thing, x.InWords) and thing.usual


def counted(thing: Basic) -> tuple[x.Outcome, Basic] | None:
    """The letter and the number where a formula says how many values the letter takes, `sum_i 1 = n`."""
    if not isinstance(thing, sympy.Eq) or not isinstance(total := thing.args[0], x.Total):
        return None
    if total.body != 1 or len(total.outcomes) != 1 or thing.args[1].has(x.Total):
        return None
    return total.outcomes[0], thing.args[1]


def is_simple(thing: Basic) -> bool:
    """Whether the words of a condition end where it ends: a relation, a notion, alternatives in brackets."""
    if is_one_of(thing):
        return True
    if isinstance(thing, x.AnyOf | sympy.Or):
        return all(map(are_simple, thing.args))
    return (
        in_words(thing)
        or is_unequal(thing)
        or not isinstance(thing, x.AllOf | x.ForAll | x.EveryEvent | x.Exists | x.Implication | x.NotSo)
    )


def is_unequal(thing: Basic) -> bool:
    """Whether it is printed as `a ≠ b`: not of losses and posteriors, which are every number where neither law has mass."""
    if isinstance(thing, x.NotSo):
        thing = thing.args[0]
        return isinstance(thing, sympy.Eq) and not any(pointwise(thing, k) for k in (x.Loss, x.Posterior))
    return isinstance(thing, sympy.Ne)


def sides(thing: Basic) -> tuple[Basic, ...]:
    """The sides of `a ≠ b`."""
    return tuple(thing.args[0].args if isinstance(thing, x.NotSo) else thing.args)


def conjuncts(thing: Basic) -> list[Basic]:
    """The parts of a conjunction, those inside its parts among them."""
    if not isinstance(thing, x.AllOf) or in_words(thing):
        return [thing]
    return [p for a in thing.args for p in conjuncts(a)]


def inequalities(thing: Basic) -> int:
    """How many inequalities a claim shows; a notion of privacy is one."""
    if in_words(thing):
        return 1
    if isinstance(thing, x.AllOf):
        return sum(map(inequalities, thing.args))
    if isinstance(thing, x.ForAll | x.EveryEvent | x.Exists | x.Implication):
        return inequalities(thing.args[1])
    if isinstance(thing, x.UnderEachLaw):
        return inequalities(thing.args[0])
    if isinstance(thing, x.Between):
        return 2
    return int(not isinstance(thing, sympy.Eq))


def are_simple(thing: Basic) -> bool:
    """Whether it is simple, or several conditions that are."""
    return is_simple(thing) or (isinstance(thing, x.AllOf) and all(map(is_simple, thing.args)))


def body_of(thing: Basic) -> Basic:
    """What stands behind the quantifiers `for every`."""
    while isinstance(thing, x.ForAll | x.EveryEvent) and not in_words(thing):
        thing = thing.args[1]
    return thing


def is_plain(thing: Basic) -> bool:
    """Whether a sentence can say the condition without leaving open how far its parts reach."""
    body = body_of(thing)
    if isinstance(body, x.NotSo):
        return body == thing and is_simple(body.args[0])
    if isinstance(body, x.Implication):
        given, claim = body.args
        return are_simple(body_of(given)) and are_simple(claim)
    return are_simple(body) or (isinstance(body, x.Exists) and body == thing)


def is_wide(thing: Basic) -> bool:
    """Whether the formula is too wide for a line of text."""
    if in_words(body_of(thing)) or counted(thing) is not None:
        return False
    if isinstance(thing, x.AllOf):
        return any(map(is_wide, thing.args))
    return width(fold(thing)) > 1.6 * INLINE


def without_zeros(thing: Basic) -> Basic:
    """A definition's body without the summands 0 that come of unfolding it."""
    if isinstance(thing, sympy.Add):
        left = [a for a in thing.args if a != 0]
        with x.as_written():
            return without_zeros(left[0]) if len(left) == 1 else thing.func(*map(without_zeros, left))
    if not isinstance(thing, Basic) or not thing.args or isinstance(thing, AppliedUndef | x.Pair):
        return thing
    with x.as_written():
        return thing.func(*map(without_zeros, thing.args))


def conventional_ends(prior: Basic) -> list[str]:
    """Which of the priors 0 and 1, where the posterior is the prior by convention, are allowed."""
    if not isinstance(prior, x.Parameter):
        return [] if prior.is_Number else ["0", "1"]
    closed = [(prior.lower, 0), (prior.upper, 1)]
    return [str(end) for bound, end in closed if bound is None or (bound[0] == end and not bound[1])]


def is_of_test(mass: Basic) -> bool:
    """Whether it is printed as the mass of a test: `P(f)`; S is an event everywhere."""
    of = mass.args[0]
    return isinstance(of, AppliedUndef) and of.args == mass.args[2:] and not of.func.__name__.startswith("S")


def losses_in(box: Box) -> Iterable[tuple[Box, Box, Box]]:
    """The privacy losses in a formula: the name, and the laws of which it is the ratio."""
    if box == Glyph("Z"):
        yield box, named("P"), named("Q")
    elif isinstance(box, Script) and box.base == Glyph("Z"):
        if isinstance(box.lower, Row) and len(box.lower.items) == 3:
            yield box, box.lower.items[0], box.lower.items[2]
        elif box.upper == Glyph("'"):
            yield box, named("Q"), named("P")
    else:
        for part in parts_of(box):
            yield from losses_in(part)
