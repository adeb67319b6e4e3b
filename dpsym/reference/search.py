"""Finding entries and evaluators: by words of titles, sources and notions, or by a formula that occurs in a statement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import sympy
from sympy import Basic, preorder_traversal

from dpsym.claims.reading import single
from dpsym.claims.reading.nodes import Node, NotAClaim
from dpsym.claims.reading.trees import names_in
from dpsym.claims.reading.words import CONSTANTS, FUNCTIONALS, FUNCTIONS, NOTIONS
from dpsym.language import Definition, Notion, Parameter, Theorem, parameter
from dpsym.library import Item, Library
from dpsym.numbers.registry import Evaluator, every


@dataclass(frozen=True)
class Hit:
    """An entry that was found, and where: title, name, source, notion, statement or derivation."""

    item: Item
    where: str


@dataclass(frozen=True)
class Number:
    """An evaluator that was found, and where: name, meaning, or the statement of an entry that its formula follows from."""

    evaluator: Evaluator
    where: str


LASTING = (sympy.exp, sympy.log, sympy.tanh, sympy.erf)
ORDER = ("name", "title", "source", "notion", "statement", "derivation")


def search(library: Library, wanted: str) -> list[Hit]:
    """The entries that a text or a formula is found in, the nearest first.

    Words are looked for in names, titles, sources and the notions of a statement; all of them must be there. What reads as
    a term with an operator or a function, such as tanh(eps/4), is looked for in statements and derivations as well, whatever
    the parameters are called; so is the name of a function alone, at any arguments.
    """
    pattern = term(wanted)
    kind = function(wanted.strip())
    needs: frozenset[type[Basic]] = frozenset() if pattern is None else lasting(pattern)
    found = []
    for item in library:
        where = words_in(item, wanted.lower().split()) or (
            where_in(item, lambda s: any(isinstance(e, kind) for e in preorder_traversal(s)))
            if kind is not None
            else where_in(item, lambda s: needs <= lasting(s) and occurs(pattern, s))
            if pattern is not None
            else ""
        )
        if where:
            found.append(Hit(item, where))
    return sorted(found, key=lambda h: ORDER.index(h.where))


def numbers(wanted: str, hits: Iterable[Hit]) -> list[Number]:
    """The evaluators that a text or a formula is found in, the nearest first.

    All words must be in the name, the meaning and the arguments of an evaluator.  A formula is one of an evaluator where
    it was found in the statement of an entry that the evaluator rests on.
    """
    words = wanted.lower().split()
    stated = {} if not is_formula(wanted) else statements_by_source(hits)
    found = []
    for e in every():
        name = f"{e.name} {e.name.replace('.', ' ').replace('_', ' ')}".lower()
        said = " ".join((name, e.about, *(f"{a.name} {a.about}" for a in e.arguments))).lower()
        by = next((stated[source] for source in e.rests if source in stated), "")
        if words and all(w in name for w in words):
            found.append(Number(e, "name"))
        elif words and all(w in said for w in words):
            found.append(Number(e, "meaning"))
        elif by:
            found.append(Number(e, f"statement of {by}"))
    return sorted(found, key=lambda n: ("name", "meaning").index(n.where) if " " not in n.where else 2)


def is_formula(wanted: str) -> bool:
    """Whether a text is looked for in formulas."""
    return function(wanted.strip()) is not None or term(wanted) is not None


def statements_by_source(hits: Iterable[Hit]) -> dict[str, str]:
    """The first entry that states a formula, by the item of a catalogue that it carries."""
    found: dict[str, str] = {}
    for hit in hits:
        if hit.where == "statement":
            for source in hit.item.entry.source:
                found.setdefault(str(source), hit.item.name)
    return found


def words_in(item: Item, words: list[str]) -> str:
    """Where all the words stand; empty where one of them does not."""
    places = {
        "name": item.name.replace("_", " ").lower() + " " + item.name.lower(),
        "title": item.entry.title.lower(),
        "source": " ".join(map(str, item.entry.source)).lower(),
        "notion": " ".join(sorted(notions(item))).lower(),
    }
    whole = " ".join(places.values())
    if not words or not all(w in whole for w in words):
        return ""
    return next((k for k, text in places.items() if all(w in text for w in words)), "title")


def statements(item: Item) -> Iterator[Basic]:
    """The formulas of what an entry states."""
    entry = item.entry
    if isinstance(entry, Theorem):
        yield from (*entry.given, entry.claim)
    elif isinstance(entry, Definition):
        yield from (x for x in (entry.defines, entry.body) if x is not None)


def notions(item: Item) -> set[str]:
    """The names of the notions of privacy that a statement speaks of."""
    return {
        type(e).__name__ for s in statements(item) for e in preorder_traversal(s) if isinstance(e, Notion)
    }


# ------------------------------------------------------------------------------------------------- formulas
def term(text: str) -> Basic | None:
    """The term that a text is, over parameters that stand for any; None where it is none, or a name alone."""
    try:
        side = single.relation(f"0 <= {text}").args[1]
        found = single.value(side, {n: parameter(n) for n in names_of(side)})
    except (NotAClaim, ValueError, TypeError):
        return None
    return None if isinstance(found, Parameter) or found.is_number else normal(found)


def names_of(side: Node) -> list[str]:
    """The names in a term that have no meaning of their own."""
    meant = {*CONSTANTS, *FUNCTIONS, *FUNCTIONALS, *NOTIONS}
    return sorted(names_in(side) - meant)


@lru_cache(100_000)
def normal(e: Basic) -> Basic:
    """The expression as sympy orders and folds it: two spellings of one term look the same, for a search only.  It is kept,
    as every part of every formula is asked for."""
    if not e.args:
        return e
    args = [normal(a) for a in e.args]
    if (e.func.__module__ or "").startswith("sympy."):
        try:
            return e.func(*args)
        except (TypeError, ValueError, AttributeError, NotImplementedError, RecursionError):
            return e
    return e


def function(name: str) -> type[Basic] | None:
    """The function that a word of claims is, such as tanh; None where it is none, or stands for a longer term."""
    found = term(f"{name}(a)") if FUNCTIONS.get(name) == (1, 1) else None
    return type(found) if isinstance(found, sympy.Function) else None


def where_in(item: Item, holds: Callable[[Basic], bool]) -> str:
    """Whether something holds of a formula of the statement or, failing that, of the derivation of an entry."""
    if any(map(holds, statements(item))):
        return "statement"
    if isinstance(item.entry, Theorem) and any(map(holds, lines(item.entry))):
        return "derivation"
    return ""


def lines(theorem: Theorem) -> Iterator[Basic]:
    """What the lines of a derivation state."""
    from dpsym.language import Chain, Have
    from dpsym.language.steps import Line, in_text

    for piece in in_text(theorem.derivation):
        if isinstance(piece, Line):
            yield piece.right
        elif isinstance(piece, Chain):
            yield piece.start
        elif isinstance(piece, Have):
            yield piece.fact


@lru_cache(50_000)
def lasting(e: Basic) -> frozenset[type[Basic]]:
    """The functions in a formula that `normal` makes of no others: what has fewer of them cannot have the pattern."""
    kinds = {k for k in LASTING if e.has(k)}
    return frozenset({*kinds, sympy.exp} if e.has(sympy.E) else kinds)


def occurs(pattern: Basic, whole: Basic) -> bool:
    """Whether some part of a formula is the pattern, for some names of its parameters."""
    return any(
        next(matches(pattern, normal(part), {}), None) is not None for part in preorder_traversal(whole)
    )


def matches(pattern: Basic, e: Basic, names: dict[Basic, Basic]) -> Iterator[dict[Basic, Basic]]:
    """The ways to name the pattern's parameters so that it is the expression; a sum or a product may have more parts."""
    if isinstance(pattern, Parameter):
        if pattern in names:
            if names[pattern] == e:
                yield names
        elif isinstance(e, Parameter) and e not in names.values():
            yield {**names, pattern: e}
        return
    if pattern.func is not e.func:
        return
    if not pattern.args:
        if pattern == e:
            yield names
        return
    if isinstance(e, sympy.Add | sympy.Mul):
        yield from among(list(pattern.args), list(e.args), names)
    elif len(pattern.args) == len(e.args):
        yield from in_turn(list(zip(pattern.args, e.args, strict=True)), names)


def in_turn(pairs: list[tuple[Basic, Basic]], names: dict[Basic, Basic]) -> Iterator[dict[Basic, Basic]]:
    """The ways in which all pairs match."""
    if not pairs:
        yield names
        return
    (pattern, e), *rest = pairs
    for found in matches(pattern, e, names):
        yield from in_turn(rest, found)


def among(parts: list[Basic], of: list[Basic], names: dict[Basic, Basic]) -> Iterator[dict[Basic, Basic]]:
    """The ways to find the parts of a sum or product among those of another; numbers and functions first."""
    if not parts:
        yield names
        return
    first = min(parts, key=lambda p: isinstance(p, Parameter))
    rest = [p for p in parts if p is not first]
    for k, e in enumerate(of):
        for found in matches(first, e, names):
            yield from among(rest, of[:k] + of[k + 1 :], found)


def shown(hits: Iterable[Hit]) -> list[tuple[str, str, str]]:
    """Name, title and where it was found."""
    return [(h.item.name, h.item.entry.title, h.where) for h in hits]


def shown_numbers(found: Iterable[Number]) -> list[tuple[str, str, str]]:
    """How an evaluator is called, what it is, and where it was found."""
    return [(n.evaluator.usage, n.evaluator.about, n.where) for n in found]
