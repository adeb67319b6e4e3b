"""How relations, formulas and notions are spelt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sympy
from sympy import Basic
from sympy.core.relational import Relational

from dpsym.document.formulas.boxes import (
    Box,
    Fence,
    Text,
)
from dpsym.document.formulas.fold import (
    ATOM,
    CLAIM,
    HANDLERS,
    RELATION,
    SUM,
    WORDS,
    Fold,
    Spelt,
    commas,
    row,
)
from dpsym.document.formulas.idioms import is_one_of
from dpsym.language import expressions as x

RELATIONS: dict[str, str] = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def relation(f: Fold, thing: Relational) -> Spelt:
    """`a <= b`."""
    left, right = (f.box(a, SUM) for a in thing.args)
    return row(left, RELATIONS[thing.rel_op], right), RELATION


def between(f: Fold, thing: Basic) -> Spelt:
    """`a <= b <= c`."""
    low, middle, high = (f.box(a, SUM) for a in thing.args)
    return row(low, "<=", middle, "<=", high), RELATION


def within(f: Fold, thing: Basic) -> Spelt:
    """`|a| <= b`; `a = 0` where b is 0, which says the same of any number, and of an infinite one."""
    value, bound = thing.args
    if bound == 0:
        return row(f.box(value, SUM), "=", f.box(bound, SUM)), RELATION
    return row(Fence("|", f.box(value)), "<=", f.box(bound, SUM)), RELATION


def joined(f: Fold, parts: Iterable[Basic], word: str) -> Spelt:
    """Formulas with a word between them."""
    items: list[Box] = []
    for part in parts:
        items += [Text(word)] if items else []
        items.append(f.box(part, RELATION))
    return row(*items), CLAIM


def event(f: Fold, thing: Basic) -> Box:
    """What a probability or an indicator is of: relations that all hold, as a chain where one goes on where another ends,
    else with commas between them."""
    parts = thing.args if isinstance(thing, x.AllOf | sympy.And) else ()
    if f.plain or not parts or not all(isinstance(p, Relational | x.Between | x.Within) for p in parts):
        return f.box(thing)
    return commas(linked(f, part) for part in in_chains(parts))


Links = tuple[Basic | str, ...]  # a chain: terms with the signs of relations between them, as sympy has them


def in_chains(parts: Sequence[Basic]) -> list[Basic | Links]:
    """Relations, in the place of `a < b, b <= c` the chain `a < b <= c`: both hold just where the chain does."""
    found: list[Basic | Links] = []
    for part in parts:
        link = rising(part)
        before = found[-1] if found else None
        chain = before if isinstance(before, tuple) else rising(before)
        if link is None or chain is None or not (chain[-1] == link[0] or link[-1] == chain[0]):
            found.append(part)
        else:
            found[-1] = (*chain, *link[1:]) if chain[-1] == link[0] else (*link, *chain[1:])
    return found


def rising(part: Basic | None) -> Links | None:
    """An inequality from the smaller side to the larger, with its signs; nothing for any other formula."""
    if isinstance(part, x.Between):
        low, middle, high = part.args
        return low, "<=", middle, "<=", high
    if not isinstance(part, Relational) or part.rel_op not in RISING:
        return None
    one, two = part.args
    return (two, RISING[part.rel_op], one) if part.rel_op[0] == ">" else (one, part.rel_op, two)


RISING = {"<": "<", "<=": "<=", ">": "<", ">=": "<="}


def linked(f: Fold, part: Basic | Links) -> Box:
    """A relation or a chain of them."""
    if not isinstance(part, tuple):
        return f.box(part, RELATION)
    return row(*(t if isinstance(t, str) else f.box(t, SUM) for t in part))


def all_of(f: Fold, thing: Basic) -> Spelt:
    """A conjunction."""
    return joined(f, thing.args, "and")


def any_of(f: Fold, thing: Basic) -> Spelt:
    """Alternatives; values that one term may have as a set: `x ∈ {0, 1}`."""
    if not f.plain and is_one_of(thing):
        values = commas(f.box(part.args[1], SUM) for part in thing.args)
        return row(f.box(thing.args[0].args[0], SUM), "in", Fence("{", values)), RELATION
    return joined(f, thing.args, "or")


def implication(f: Fold, thing: Basic) -> Spelt:
    """`if a then b`."""
    given, claim = thing.args
    return row(Text("if"), f.box(given, CLAIM), Text("then"), f.box(claim, CLAIM)), WORDS


def negation(f: Fold, thing: Basic) -> Spelt:
    """A formula that does not hold."""
    inside = thing.args[0]
    if isinstance(inside, x.Within):
        value, bound = inside.args
        return row(Fence("|", f.box(value)), ">", f.box(bound, SUM)), RELATION
    if isinstance(inside, sympy.Eq) and not inside.has(
        x.Loss, x.Posterior
    ):  # these are any number where no law has mass
        return row(*(f.box(inside.args[0], SUM), "!=", f.box(inside.args[1], SUM))), RELATION
    return row(Text("not"), Fence("(", f.box(thing.args[0]))), CLAIM


def for_all(f: Fold, thing: Basic) -> Spelt:
    """A formula for all values of its names, each with its domain."""
    variables, body = thing.args
    inside = f.bound(variables)
    ranges = commas(inside.domain(v) for v in variables)
    return row(Text("for every"), ranges, ":", inside.box(body, CLAIM)), WORDS


def exists(f: Fold, thing: Basic) -> Spelt:
    """That there are values of the names, each with its domain."""
    variables, body = thing.args
    inside = f.bound(variables)
    ranges = commas(inside.domain(v) for v in variables)
    return row(Text("there is"), ranges, Text("with"), inside.box(body, CLAIM)), WORDS


def every_event(f: Fold, thing: Basic) -> Spelt:
    """A formula for every event."""
    event, body = thing.args
    inside = f.bound(event.args)
    return row(Text("for every event"), f.name_of(event), ":", inside.box(body, CLAIM)), WORDS


def under_each_law(f: Fold, thing: Basic) -> Spelt:
    """An event that is likely under both laws."""
    event, level, pair = thing.args
    inside = f.drawn(pair.outcomes, event, pair.a, pair.b)
    laws = [inside.source(m, pair.outcomes) for m in (pair.a, pair.b)]
    words = row(
        Text("with probability at least"),
        f.box(level),
        Text("under"),
        laws[0],
        Text("and under"),
        laws[1],
    )
    return row(words, ":", inside.box(event)), WORDS


def notion(f: Fold, thing: Basic) -> Spelt:
    """That a mechanism satisfies a notion of privacy."""
    return row(f.subject(thing.pair), Text("is"), f.guarantee(thing)), RELATION


def truth(_f: Fold, thing: Basic) -> Spelt:
    """True or false."""
    return Text("true" if thing == sympy.true else "false"), ATOM


def mapping(f: Fold, thing: Basic) -> Spelt:
    """A function given by an expression; the identity of sympy has a letter of its own, which nobody declared."""
    own = {v: x.Parameter(v.name) for v in thing.variables if isinstance(v, sympy.Dummy)}
    of = tuple(f.box(own.get(v, v)) for v in thing.variables)
    at = of[0] if len(of) == 1 else Fence("(", commas(of))
    return row(at, "mapsto", f.box(thing.expr.xreplace(own))), RELATION


def pair(f: Fold, thing: Basic) -> Spelt:
    """Two laws."""
    return Fence("(", commas(f.law(m, thing.outcomes) for m in (thing.a, thing.b))), ATOM


def tuple_(f: Fold, thing: Basic) -> Spelt:
    """Things in round brackets."""
    return Fence("(", commas(f.box(a) for a in thing.args)), ATOM


HANDLERS.update(
    {
        Relational: relation,
        sympy.And: all_of,
        sympy.Or: any_of,
        sympy.Not: negation,
        sympy.logic.boolalg.BooleanAtom: truth,
        sympy.Tuple: tuple_,
        sympy.Lambda: mapping,
        x.Pair: pair,
        x.AllOf: all_of,
        x.AnyOf: any_of,
        x.Implication: implication,
        x.NotSo: negation,
        x.Between: between,
        x.Within: within,
        x.ForAll: for_all,
        x.Exists: exists,
        x.EveryEvent: every_event,
        x.UnderEachLaw: under_each_law,
        x.Notion: notion,
    }
)
