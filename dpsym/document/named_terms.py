"""Names for long terms: `Theorem(define={eps_p: term})` is printed as `Put ε' = ...` once, and by its name after.

A name is a word for a term and nothing else: the kernel sees the term.  The page reads the statement with each term in the
place of which the name stands replaced, which `unfolded` undoes.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Block, Display, Inline, Para, listed
from dpsym.document.formulas import symbols_in
from dpsym.document.inline import equation
from dpsym.document.notation import fold, row, tall
from dpsym.document.spelling import width
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp

INLINE = 16.0  # em: how wide a definition may be and stand in the line
PARTS = ("claim", "given", "derivation", "near_misses", "where")


def with_names(entry: st.Entry) -> st.Entry:
    """The theorem as it is read: terms that have a name by their name."""
    if not isinstance(entry, st.Theorem) or not entry.define:
        return entry
    table = table_of(entry)
    found = copy.copy(entry)
    for part in PARTS:
        object.__setattr__(found, part, _renamed(getattr(entry, part), table))
    return found


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


def occurs(name: Basic, *things: Any) -> bool:
    """Whether the name stands in one of the formulas, that of a function at any argument."""
    wanted = name.func if isinstance(name, AppliedUndef) else name
    return any(isinstance(t, Basic) and t.has(wanted) for t in things)


def put(entry: st.Theorem, read: st.Theorem, in_statement: bool) -> list[Block]:
    """`Put ε' = ....` for the names that the statement uses, or for those that only the proof uses."""
    stated = (*read.given, read.claim, *(m for masses in read.where.values() for m in masses))
    shown = [
        r for piece in sp.in_text(read.derivation) if isinstance(piece, sp.Step) for r in piece.relations()
    ]
    lines = [line.right for piece in sp.in_text(read.derivation) if isinstance(line := piece, sp.Line)]
    values = {
        n: replaced(v, {w: m for m, w in entry.define.items() if m != n and w != v})
        for n, v in entry.define.items()
    }
    names = with_inner({n for n in values if occurs(n, *stated)}, values)
    chosen = (
        names
        if in_statement
        else with_inner({n for n in values if occurs(n, *shown, *lines)}, values) - names
    )
    found: list[Block] = []
    short: list[list[Inline]] = []
    for name in in_turn(chosen, values):
        flat = fold(sympy.Eq(name, values[name], evaluate=False), flat=True)
        if width(flat) <= INLINE and not tall(flat):
            short.append([equation(name, values[name])])
        else:
            found += sentence_of(short)
            found += [Para(("Put",)), Display(row(fold(name), "=", fold(values[name])), ".")]
            short = []
    return [*found, *sentence_of(short)]


def sentence_of(short: list[list[Inline]]) -> list[Block]:
    """`Put a = 1 and b = 2.`"""
    return [Para(("Put ", *listed(short), ". "))] if short else []


def with_inner(names: set[Basic], values: Mapping[Basic, Basic]) -> set[Basic]:
    """The names, and those that stand in what they are put for."""
    found: set[Basic] = set()
    while names - found:
        found |= names
        names = {n for n in values if occurs(n, *(values[m] for m in found))}
    return found


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
