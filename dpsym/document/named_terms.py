"""Names for long terms: `Theorem(define={eps_p: term})` is printed as `Put ε' = ...` once, and by its name after.

A name is a word for a term and nothing else: the kernel sees the term.  The page reads the statement with each term in the
place of which the name stands replaced, which `unfolded` undoes.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Block, Display, Para, listed
from dpsym.document.formulas import symbols_in
from dpsym.document.inline import equation
from dpsym.document.long_terms import (
    EVERYWHERE,
    formulas_of,
    introduced_by,
    names_for,
    needs,
    occurs,
    stated_by,
    with_inner,
)
from dpsym.document.notation import fold, row, tall
from dpsym.document.spelling import width
from dpsym.document.subjects import as_pairs
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp

INLINE = 16.0  # em: how wide a definition may be and stand in the line


@dataclass(frozen=True)
class Reading:
    """A theorem as it is read, and its claim as the steps of its proof say it."""

    entry: st.Entry
    claim: Any = None


def with_names(entry: st.Entry) -> st.Entry:
    """The theorem as it is read: terms that have a name by their name."""
    return reading(entry).entry


KEPT = 512  # entries of which the reading is kept: each form of a page, and each of its sections, asks for it again
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
    if entry.define:
        table = table_of(entry)
        for part in EVERYWHERE:
            object.__setattr__(found, part, _renamed(getattr(entry, part), table))
        values = {
            n: replaced(v, {w: m for m, w in entry.define.items() if m != n and w != v})
            for n, v in entry.define.items()
        }
        object.__setattr__(found, "define", values)
    found, names = names_for(found, entry, _renamed)
    return Reading(found, _renamed(found.claim, names))


def table_of(entry: st.Theorem) -> dict[Basic, Basic]:
    """What stands in the place of each term: its name; of a term r(z) also r(w), at every other parameter of the entry."""
    table: dict[Basic, Basic] = {value: name for name, value in entry.define.items()}
    for name, value in entry.define.items():
        if isinstance(name, AppliedUndef) and len(name.args) == 1 and isinstance(name.args[0], x.Parameter):
            for other in sorted(symbols_in(entry), key=str):
                with x.as_written():
                    table.setdefault(value.xreplace({name.args[0]: other}), name.func(other))
    return table


def _renamed(thing: Any, table: Mapping[Basic, Basic]) -> Any:
    if isinstance(thing, Basic):
        return replaced(thing, table)
    if isinstance(thing, tuple | list):
        return type(thing)(_renamed(t, table) for t in thing)
    if isinstance(thing, Mapping):
        return {k: _renamed(v, table) for k, v in thing.items()}
    if isinstance(thing, sp.Obtain):  # the letters that it takes have no term of theirs named in it
        own = set(thing.exists.args[0])
        table = {t: name for t, name in table.items() if not t.has(*own)}
    if isinstance(thing, sp.Step | sp.Line | sp.Use | st.Variant):
        found = copy.copy(thing)
        for name in getattr(thing, "__dataclass_fields__", ()):
            if name not in ("theorem", "witness", "hints", "split"):
                object.__setattr__(found, name, _renamed(getattr(thing, name), table))
        return found
    return thing


def replaced(thing: Any, table: Mapping[Basic, Basic]) -> Any:
    """The expression with the terms of the table by what stands beside them, from the outside in."""
    if thing in table:
        return table[thing]
    if not isinstance(thing, Basic) or not thing.args:
        return thing
    with x.as_written():
        args = [replaced(a, table) for a in thing.args]
        return thing if all(s is t for s, t in zip(args, thing.args, strict=True)) else thing.func(*args)


def put(read: st.Theorem, in_statement: bool) -> list[Block]:
    """`Put ε' = ....` for the names that the statement uses, or for those that only the proof uses from its start."""
    names = with_inner({n for n in read.define if occurs(n, *stated_by(read))}, read.define)
    if in_statement:
        return said(names, read)
    late = {n for n, letters in needs(read).items() if letters}
    used = with_inner({n for n in read.define if occurs(n, *formulas_of(read.derivation))}, read.define)
    return said(used - names - late, read)


def put_after(step: sp.Step, known: set[Any], rest: Iterable[sp.Step], read: st.Theorem) -> list[Block]:
    """`Put D = ....` for the names of terms that have a meaning only with what the step introduces, where it or the steps
    after it use them; `known` is what the steps before it have introduced."""
    new = set(introduced_by(step))
    if not new or not read.define:
        return []
    ready = {n for n, letters in needs(read).items() if letters & new and letters <= known | new}
    later = [*formulas_of((step, *rest))]
    return said(ready & with_inner({n for n in ready if occurs(n, *later)}, read.define), read)


def said(chosen: set[Basic], read: st.Theorem) -> list[Block]:
    """The sentences that say what the names stand for."""
    found: list[Block] = []
    names = in_turn(chosen, read.define)
    while names:
        count = sum(1 for _ in takewhile(lambda n: fits_a_line(n, read.define[n]), names))
        if count:
            short = [[equation(n, read.define[n])] for n in names[:count]]
            found.append(Para(("Put ", *listed([[*one] for one in short]), ". ")))
        else:
            count = sum(1 for _ in takewhile(lambda n: not fits_a_line(n, read.define[n]), names))
            found.append(Para(("Put",)))
            for k, name in enumerate(names[:count]):
                found += [Para(("and",))] if 0 < k == count - 1 else []
                stop = "." if k == count - 1 else ","
                found.append(Display(row(fold(name), "=", fold(read.define[name])), stop))
        names = names[count:]
    return found


def fits_a_line(name: Basic, value: Any) -> bool:
    """Whether the equation may stand in a line of text."""
    flat = fold(sympy.Eq(name, value, evaluate=False), flat=True)
    return width(flat) <= INLINE and not tall(flat)


def in_turn(chosen: set[Basic], values: Mapping[Any, Basic]) -> list[Basic]:
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
