"""Names for long terms: `Theorem(define={eps_p: term})` is printed as `Put ε' = ...` once, and by its name after.

A name is a word for a term and nothing else: the kernel sees the term.  The page reads the statement with each term in the
place of which the name stands replaced, which `unfolded` undoes.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from operator import attrgetter
from typing import TypeVar

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Block, Display, Para, listed
from dpsym.document.formulas.notation import fold, row, tall
from dpsym.document.formulas.shapes import in_words, symbols_in
from dpsym.document.formulas.spelling import width
from dpsym.document.words.inline import equation
from dpsym.document.words.long_terms import (
    EVERYWHERE,
    bound_letters,
    introduced_by,
    names_for,
    needs,
    occurs,
    sign,
    starts,
    stated_by,
    with_inner,
)
from dpsym.document.words.subjects import as_pairs
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp
from dpsym.language.quantities import FiniteSum

Seen = Callable[[Sequence[sp.Step]], Iterable[Basic | None]]  # the formulas of steps that a reader sees
INLINE = 16.0  # em: how wide a definition may be and stand in the line


@dataclass(frozen=True)
class Reading:
    """A theorem as it is read, its claim as the steps of its proof say it, and the names that its statement gives to terms."""

    entry: st.Entry
    claim: Basic | None = None
    stated: Mapping[Basic, Basic] = field(default_factory=dict)


def with_names(entry: st.Entry) -> st.Entry:
    """The theorem as it is read: terms that have a name by their name."""
    return reading(entry).entry


T = TypeVar("T")
KEPT = 2_000  # entries of which the reading is kept: each form of a page, and each of its sections, asks for it again
_kept: dict[int, tuple[st.Entry, Reading]] = {}


def reading(entry: st.Entry) -> Reading:
    """The theorem by the names that its author gives to terms, and its derivation by those that its length asks for."""
    if not isinstance(entry, st.Theorem):
        return Reading(entry)
    found = _kept.get(id(entry))
    if found is None or found[0] is not entry:
        if len(_kept) >= KEPT:
            _kept.clear()
        found = _kept[id(entry)] = (entry, _reading(entry))
    return found[1]


def _reading(entry: st.Theorem) -> Reading:
    found = copy.copy(entry)
    if pairs := as_pairs(entry):
        for part in EVERYWHERE:
            object.__setattr__(found, part, _renamed(getattr(entry, part), pairs))
        entry = copy.copy(found)
    authored: dict[Basic, Basic] = table_of(entry) if entry.define else {}
    if entry.define:
        table = authored
        for part in EVERYWHERE:
            object.__setattr__(found, part, _renamed(getattr(entry, part), table))
        values = {
            n: replaced(v, {w: m for m, w in entry.define.items() if m != n and w != v})
            for n, v in entry.define.items()
        }
        object.__setattr__(found, "define", values)
    with_one_name(found)
    found, names = names_for(found, entry, _renamed)
    with_one_name(found)
    said = set(map(sign, named_in_statement(found)))
    stated = {term: name for term, name in (authored | names).items() if sign(name) in said}
    return Reading(found, _renamed(found.claim, names), stated)


def with_one_name(found: st.Theorem) -> None:
    """Leave the first of two names of one term."""
    if again := named_twice(found):
        object.__setattr__(found, "derivation", _renamed(found.derivation, again))
        object.__setattr__(found, "define", {n: replaced(v, again) for n, v in found.define.items()})


def by_names(entry: st.Theorem, thing: T) -> T:
    """What is said near the statement of a theorem, by the names that the statement gives to terms."""
    stated = reading(entry).stated
    return _renamed(thing, stated) if stated else thing


def named_twice(read: st.Theorem) -> dict[Basic, Basic]:
    """For what a step names and has a name already, `Let H = D`, that name: no reader wants two."""
    table: dict[Basic, Basic] = {}
    pieces = [p for p in sp.in_text(read.derivation) if isinstance(p, sp.Step)]
    letters = [sign(v) for p in pieces for v in introduced_by(p)]
    bound = set(map(sign, bound_letters(read)))
    for step in pieces:
        if not isinstance(step, sp.Let) or step.value not in read.define or step.name.args != step.value.args:
            continue
        if letters.count(sign(step.name)) > 1 or sign(step.name) in bound:
            continue
        for r in (*starts(read.derivation), *(r for p in pieces for r in p.relations())):
            table |= {a: step.value.func(*a.args) for a in r.atoms(AppliedUndef) if a.func == step.name.func}
        table[step.name] = step.value
    return table


def table_of(entry: st.Theorem) -> dict[Basic, Basic]:
    """What stands in the place of each term: its name; of a term r(z) also r(w), at every other parameter of the entry."""
    table: dict[Basic, Basic] = {value: name for name, value in entry.define.items()}
    for name, value in entry.define.items():
        if isinstance(name, AppliedUndef) and len(name.args) == 1 and isinstance(name.args[0], x.Parameter):
            for other in sorted(symbols_in(entry), key=attrgetter("name")):
                with x.as_written():
                    table.setdefault(value.xreplace({name.args[0]: other}), name.func(other))
    return table


def _renamed(thing: T, table: Mapping[Basic, Basic]) -> T:
    """Whatever is part of a theorem, with the terms of the table by what stands beside them."""
    with x.as_written():  # once for all parts: sympy forgets what it keeps wherever this changes
        return _renamed_in(thing, table)


def _renamed_in(thing: T, table: Mapping[Basic, Basic]) -> T:
    """The same, where expressions are kept as they are typed."""
    if isinstance(thing, Basic):
        return _replaced(thing, table)
    if isinstance(thing, tuple | list):
        return type(thing)(_renamed_in(t, table) for t in thing)
    if isinstance(thing, dict):
        return type(thing)((k, _renamed_in(v, table)) for k, v in thing.items())
    if isinstance(thing, sp.Obtain):  # the letters that it takes have no term of theirs named in it
        own = set(thing.exists.args[0])
        table = {t: name for t, name in table.items() if not t.has(*own)}
    if isinstance(thing, sp.Step | sp.Line | sp.Use | st.Variant):
        found = copy.copy(thing)
        for name in getattr(thing, "__dataclass_fields__", ()):
            if name not in ("theorem", "witness", "hints", "split"):
                object.__setattr__(found, name, _renamed_in(getattr(thing, name), table))
        return found
    return thing


def replaced(thing: Basic, table: Mapping[Basic, Basic]) -> Basic:
    """The expression with the terms of the table by what stands beside them, from the outside in; what is told in words shows
    no terms."""
    with x.as_written():
        return _replaced(thing, table)


def _replaced(thing: Basic, table: Mapping[Basic, Basic]) -> Basic:
    """The same, where expressions are kept as they are typed."""
    if thing in table:
        return table[thing]
    if (term := subtracted(thing)) in table:  # 1 - D
        return sympy.Mul(-1, table[term])
    if not isinstance(thing, Basic) or not thing.args or in_words(thing):
        return thing
    args = [_replaced(a, table) for a in thing.args]
    return thing if all(s is t for s, t in zip(args, thing.args, strict=True)) else thing.func(*args)


def subtracted(thing: Basic) -> Basic | None:
    """The term of which the expression is the negative, as sympy writes what is subtracted: the -1 among the factors."""
    if not isinstance(thing, sympy.Mul) or not thing.args[0].is_Rational or not thing.args[0].is_negative:
        return None
    first, *others = thing.args
    with x.as_written():
        kept = others if first == -1 else [-first, *others]
        return kept[0] if len(kept) == 1 else sympy.Mul(*kept)


def named_in_statement(read: st.Theorem) -> set[Basic]:
    """The names that the statement uses."""
    return with_inner({n for n in read.define if occurs(n, *stated_by(read))}, read.define)


def put(
    read: st.Theorem, known: set[Basic], before: set[Basic], rest: Sequence[sp.Step], seen: Seen
) -> set[Basic]:
    """The names to be put at a place of the proof: those of terms that have a meaning there, as what is in them has been
    introduced (`known`), which were not put before, and which the steps that follow use in a formula that is `seen`; those
    that one case alone uses are put there."""
    pending = {n: letters for n, letters in needs(read).items() if n not in before and letters <= known}
    if not pending:
        return set()
    shown = [*seen(rest)]
    used = with_inner({n for n in pending if occurs(n, *shown)}, read.define)
    kept = {n for n in used & set(pending) if not confined(n, rest, read, seen)}
    return with_inner(kept, read.define) & set(pending)


def confined(name: Basic, rest: Sequence[sp.Step], read: st.Theorem, seen: Seen) -> bool:
    """Whether of some steps one case of one of them uses the name, or a name that is put for a term with it."""
    names = {n for n in read.define if name in with_inner({n}, read.define)}

    def uses(steps: Sequence[sp.Step]) -> bool:
        shown = [*seen(steps)]
        return any(occurs(n, *shown) for n in names)

    users = [s for s in rest if uses((s,))]
    if len(users) != 1 or not isinstance(case := users[0], sp.Cases):
        return False
    conditions = [p.on for p in sp.in_text((case,)) if isinstance(p, sp.Cases)]
    if any(occurs(n, *conditions) for n in names):
        return False
    return uses(case.then) != uses(case.otherwise)


def said_in_turn(values: Mapping[Basic, Basic]) -> list[Block]:
    """The sentences that say what the names stand for, each after those that stand in what it is put for."""
    found: list[Block] = []
    names = in_turn(set(values), values)
    while names:
        count = sum(1 for _ in takewhile(lambda n: fits_a_line(n, values[n]), names))
        if count:
            short = [[equation(n, values[n])] for n in names[:count]]
            found.append(Para(("Put ", *listed([[*one] for one in short]), ". ")))
        else:
            count = sum(1 for _ in takewhile(lambda n: not fits_a_line(n, values[n]), names))
            found.append(Para(("Put",)))
            for k, name in enumerate(names[:count]):
                found += [Para(("and",))] if 0 < k == count - 1 else []
                stop = "." if k == count - 1 else ","
                found.append(Display(row(fold(name), "=", fold(values[name])), stop))
        names = names[count:]
    return found


def fits_a_line(name: Basic, value: Basic) -> bool:
    """Whether the equation may stand in a line of text."""
    flat = fold(sympy.Eq(name, value, evaluate=False), flat=True)
    return width(flat) <= INLINE and (isinstance(value, FiniteSum) or not tall(flat))


def in_turn(chosen: set[Basic], values: Mapping[Basic, Basic]) -> list[Basic]:
    """The chosen names in the author's order, each after those that stand in what it is put for."""
    found: list[Basic] = []

    def place(name: Basic) -> None:
        if name not in found:
            for inner in values:
                if inner != name and inner in chosen and occurs(inner, values[name]):
                    place(inner)
            found.append(name)

    for name in values:
        if name in chosen:
            place(name)
    return found
