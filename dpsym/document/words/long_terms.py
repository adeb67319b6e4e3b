"""Names for long terms that a proof repeats: `Put D(y) = ...` once, and the name in every line after it.

The author's own names (`define=`) come first.  What is left is found by its shape: a value by cases inside of a formula,
which is put on lines of its own, and a term that is long and that the steps show again and again, at the same letters or
at others.  A name is a word for a term and nothing else, as there; each letter
of the term that is no parameter of the statement is an argument of its name, so that nothing depends on the place.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Protocol, TypeAlias, TypeVar

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.document.formulas.idioms import grouped, normal, powers
from dpsym.document.formulas.notation import fold
from dpsym.document.formulas.shapes import in_words, names_in
from dpsym.document.formulas.spelling import width
from dpsym.document.words.silence import is_silent
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp

LONG = 9.0  # em: the width from which on a term is named
OFTEN = 3  # times that it is printed, in the proof alone or once in the statement
LEAST = 6  # nodes of the smallest term that is measured
EVERYWHERE = ("claim", "given", "derivation", "near_misses", "where")
TERMS = 50_000  # whose letters are kept: each letter that is given asks for them again, and so does each part of a page
MOST = 3  # letters of which a name may be a function
LETTERS = "DKLUVWGBTAJFC"
TAKEN = {"E", "H", "I", "M", "N", "P", "Q", "R", "S", "X", "Y", "Z", "O"}


@dataclass
class Shape:
    """Terms that differ in their letters only: each with its letters, and how often the proof shows them and the
    statement."""

    terms: dict[Basic, tuple[Basic, ...]] = field(default_factory=dict)
    times: int = 0
    stated: int = 0
    order: int = 0


# a term with its letters by number: an atom, or the head and the parts
Signature: TypeAlias = "Basic | tuple[object, ...]"
T = TypeVar("T")


Eligible: TypeAlias = Callable[
    [Basic, bool], bool
]  # of a term, and of whether it is a whole side of a relation


class Renaming(Protocol):
    """How names are put into whatever is part of a theorem."""

    def __call__(self, thing: T, table: Mapping[Basic, Basic], /) -> T:
        """The thing with what the table has in the place of terms."""


def names_for(
    entry: st.Theorem, written: st.Theorem, rename: Renaming
) -> tuple[st.Theorem, dict[Basic, Basic]]:
    """The theorem with its long terms by names, which join those of its author; and the table of what stands in the place
    of each term; `written` is the theorem without its author's names.

    What the statement itself repeats has its name there; what only the proof repeats, in the proof alone.
    """
    found = entry
    table: dict[Basic, Basic] = {}
    letters = letters_for(entry)
    for letter in letters:
        shape = cut_up(found, written)
        parts = EVERYWHERE if shape is not None and shape.stated else ("derivation",)
        if shape is None:
            shape = longest(found, written)
            parts = EVERYWHERE if shape is not None and shape.stated >= 2 else ("derivation",)
        if shape is None:
            break
        first, arguments = next(iter(shape.terms.items()))
        make = x.function(letter, law=False) if arguments else None
        names = {t: make(*at) if make else x.parameter(letter) for t, at in shape.terms.items()}
        define = {n: rename(v, names) for n, v in found.define.items()}
        renamed = {part: rename(getattr(found, part), names) for part in parts}
        found = copy.copy(found)
        for part, value in renamed.items():
            object.__setattr__(found, part, value)
        object.__setattr__(found, "define", {**define, names[first]: first})
        table = {t: rename(v, names) for t, v in table.items()} | names
    return found, table


def cut_up(entry: st.Theorem, written: st.Theorem) -> Shape | None:
    """The first value by cases that is a part of a longer formula, if there is one."""
    return next(in_both(entry, written, is_part_by_cases), None)


def is_part_by_cases(item: Basic, whole: bool) -> bool:
    """Whether the term is a value by cases and no whole side of a relation; a root that is 0 at 0 is none."""
    return isinstance(item, sympy.Piecewise) and not whole and x.as_root(item) is None


def longest(entry: st.Theorem, written: st.Theorem) -> Shape | None:
    """The shape whose name would save most on the page, if any is long and shown often enough."""
    found: list[tuple[float, int, Shape]] = []
    for shape in in_both(entry, written):
        if max(shape.times, shape.stated) < 2 or shape.times + shape.stated < OFTEN:
            continue
        wide = max(width(fold(t)) for t in shape.terms)
        share = weight(next(iter(shape.terms)))
        times = shape.times + (shape.stated if shape.stated >= 2 else 0)
        often = 2.0 if times >= 3 * OFTEN - 1 else 1.5 if times >= 2 * OFTEN else 1.0
        if wide * share * often >= LONG:
            found.append((wide * (times - 1) * share, -shape.order, shape))
    return max(found, key=lambda f: f[:2])[2] if found else None


def stated_by(entry: st.Theorem) -> tuple[Basic, ...]:
    """What the statement shows: its hypotheses, its claim, the masses of its laws."""
    return (*entry.given, entry.claim, *(m for row in entry.where.values() for m in row))


def in_both(entry: st.Theorem, written: st.Theorem, may: Eligible | None = None) -> Iterator[Shape]:
    """The shapes of the proof, then those of the statement alone, each with the terms of both that the name can be for."""
    may = may or may_have_a_name
    said = with_inner({n for n in entry.define if occurs(n, *stated_by(entry))}, entry.define)
    later = [v for n, v in entry.define.items() if n not in said]
    steps = formulas_of(entry.derivation, written.derivation, written.claim)
    heads, bound = heads_of(entry), given_heads(entry)
    statement = (*(entry.define[n] for n in said), *stated_by(entry))
    proof = shapes((*later, *steps), entry, heads | bound, may)
    stated = shapes(statement, entry, heads, may)
    only_there = (
        shapes(statement, entry, heads | bound, may) if bound else {}
    )  # of functions that the claim binds
    for key, shape in proof.items():
        shape.stated = 1 if key in only_there else 0
        if key in stated:
            shape.stated = stated[key].times
            if shape.stated >= 2:
                shape.terms |= stated[key].terms
        yield shape
    for key, shape in stated.items():
        if key not in proof:
            yield replace(shape, times=0, stated=shape.times, order=len(proof) + shape.order)


def weight(term: Basic) -> float:
    """How much of a thing the term is: a quotient or a function is, more so a quotient by a sum over outcomes; some summands
    or factors are less."""
    below = [a.base for a in term.args if isinstance(a, sympy.Pow) and a.exp == -1]
    if isinstance(term, sympy.Mul) and below:
        return 1.8 if any(b.has(x.Total) for b in below) else 1.2
    if isinstance(term, sympy.Add | sympy.Max | sympy.Min | sympy.Abs):
        return 0.6
    return 0.5 if isinstance(term, sympy.Mul) else 1.0


def formulas_of(
    derivation: Iterable[sp.Step],
    written: Iterable[sp.Step] = (),
    claim: Basic | None = None,
    at_values_only: Callable[[sp.Step], bool] = lambda _: False,
) -> Iterator[Basic | None]:
    """The formulas of some steps that a reader sees; `written` are the same steps without names, where there are any, and
    `claim` what is not said again; of the steps of `at_values_only` the values alone are seen."""
    derivation = tuple(derivation)
    yield from starts(derivation)
    pieces = [*sp.in_text(derivation)]
    for piece, unnamed in zip(pieces, [*sp.in_text(written)] or pieces, strict=True):
        if isinstance(unnamed, sp.Step) and is_silent(unnamed):
            continue
        if isinstance(unnamed, sp.Have) and unnamed.derivation and unnamed.fact == claim:
            continue
        if isinstance(piece, sp.Step) and not at_values_only(piece):
            yield from piece.relations()
        yield from piece.terms()
        for use in piece.uses():
            yield from (v for _, v in use.at)


def starts(derivation: Iterable[sp.Step]) -> Iterator[Basic]:
    """The left sides of the chains, which are no pieces of their own."""
    for step in derivation:
        if isinstance(step, sp.Chain):
            yield step.start
        yield from starts(step.inner())


def shapes(
    things: Iterable[Basic | None], entry: st.Theorem, heads: set[str], may: Eligible
) -> dict[Signature, Shape]:
    """The terms in some formulas that may have a name, by their shapes; `heads` are the functions that mean one thing."""
    own = introduced(entry.derivation)
    bound = bound_letters(entry)
    fixed = frozenset(entry.parameters) | (own - bound) | set(entry.define)
    found: dict[Signature, Shape] = {}

    def visit(item: Basic | None, whole: bool) -> None:
        if not isinstance(item, Basic) or not item.args or isinstance(item, AppliedUndef | x.Notion):
            return
        if in_words(item):
            return
        if may(item, whole):
            letters = [v for v in free_in_order(item) if v not in fixed]
            if len(letters) <= MOST and own.isdisjoint(letters) and heads_in(item) <= heads:
                shape = found.setdefault(signature(item, fixed), Shape(order=len(found)))
                shape.terms.setdefault(item, tuple(letters))
                shape.times += 1
        for part in parts_as_printed(item):
            visit(part, isinstance(item, Boolean))

    for thing in things:
        visit(thing, True)
    return found


def parts_as_printed(item: Basic) -> Iterable[Basic]:
    """The parts of a term that a page shows as such: of Φ(z) only z, of u^α v^(1-α) only the bases and exponents."""
    if (law := normal(item)) is not None:
        return (law[1],)
    if (bases := powers(item)) is not None:
        return [part for both in bases for part in both]
    if isinstance(item, sympy.Mul):  # what is put together there is no part of its own
        together = grouped(list(item.args))
        return [
            p for g in together for p in ((g,) if any(g is a for a in item.args) else parts_as_printed(g))
        ]
    return item.args


NOTATION = (AppliedUndef, x.Defined, x.Indicator)  # what has a sign of its own


def may_have_a_name(item: Basic, _whole: bool = False) -> bool:
    """Whether the term is one that a reader takes as a whole, be it a whole side or a part of one: no law, no product with a
    sign, nothing short."""
    return is_a_whole(item)


@lru_cache(TERMS)
def is_a_whole(item: Basic) -> bool:
    """The same, kept: each letter that is given asks it anew of every term of the page."""
    if not isinstance(item, sympy.Expr) or isinstance(item, NOTATION):
        return False
    if not item.free_symbols and not item.atoms(sympy.Function):  # a number that is written out
        return False
    if isinstance(item, sympy.Pow) and item.exp == -1:
        return False
    if isinstance(item, sympy.Mul) and item.args[0] == -1:
        return False
    return sum(1 for _ in zip(range(LEAST), sympy.preorder_traversal(item), strict=False)) == LEAST


@lru_cache(TERMS)
def letters_in(term: Basic) -> tuple[Basic, ...]:
    """The letters of a term in order of appearance, bound ones too."""
    if isinstance(term, sympy.Symbol):
        return (term,)
    return tuple(dict.fromkeys(letter for part in term.args for letter in letters_in(part)))


@lru_cache(TERMS)
def free_in_order(term: Basic) -> tuple[Basic, ...]:
    """The letters of a term that nothing in it binds, in order of appearance."""
    free = term.free_symbols
    return tuple(letter for letter in letters_in(term) if letter in free)


@lru_cache(TERMS)
def heads_in(term: Basic) -> frozenset[str]:
    """The names of the functions in a term."""
    inner = frozenset[str]().union(*map(heads_in, term.args))
    return inner | {term.func.__name__} if isinstance(term, AppliedUndef) else inner


def signature(item: Basic, fixed: frozenset[Basic]) -> Signature:
    """The term with its letters by number in order of appearance, those that are the same everywhere left as they are."""
    numbers: dict[Basic, tuple[str, int, type]] = {}

    def of(part: Basic) -> Signature:
        if isinstance(part, sympy.Symbol) and part not in fixed:
            return numbers.setdefault(part, (getattr(part, "space", ""), len(numbers), type(part)))
        if not isinstance(part, Basic) or not part.args:
            return part
        return (part.func, *map(of, part.args))

    return of(item)


def heads_of(entry: st.Theorem) -> set[str]:
    """The functions that mean one thing in the whole proof."""
    known = {"P", "Q"} | set(st.free_functions((*entry.given, entry.claim)))
    known |= {n.func.__name__ for n in entry.define if isinstance(n, AppliedUndef)}
    bound = {a.func.__name__ for a in bound_letters(entry) if isinstance(a, AppliedUndef)}
    anew = {a.func.__name__ for a in introduced(entry.derivation) if isinstance(a, AppliedUndef)}
    return (known | anew) - (known & anew) - (anew & bound)


def given_heads(entry: st.Theorem) -> set[str]:
    """The functions of which the claim says `for every W` at its start: they mean one thing in the proof, unless a step
    binds or takes one of that name."""
    found: set[str] = set()
    claim = entry.claim
    while isinstance(claim, x.ForAll):
        found |= {v.func.__name__ for v in claim.args[0] if isinstance(v, AppliedUndef)}
        claim = claim.args[1]
    facts = [fact for fact in facts_of(entry) if fact != entry.claim]
    anew = bound_in((*entry.given, claim, *facts)) | introduced(entry.derivation)
    return found - {a.func.__name__ for a in anew if isinstance(a, AppliedUndef)}


def bound_letters(entry: st.Theorem) -> set[Basic]:
    """What a quantifier binds somewhere, or an induction."""
    found = bound_in((*entry.given, entry.claim, *facts_of(entry)))
    return found | {p.over for p in sp.in_text(entry.derivation) if isinstance(p, sp.Induction)}


def facts_of(entry: st.Theorem) -> list[Basic]:
    """What the steps state, without what an existence is taken from."""
    pieces = [piece for piece in sp.in_text(entry.derivation) if isinstance(piece, sp.Step)]
    return [r for piece in pieces if not isinstance(piece, sp.Obtain) for r in piece.relations()]


def bound_in(formulas: Iterable[Basic]) -> set[Basic]:
    """What quantifiers bind in some formulas."""
    return set().union(*map(bound_by, formulas))


@lru_cache(TERMS)
def bound_by(formula: Basic) -> frozenset[Basic]:
    """What quantifiers bind in a formula."""
    return frozenset(v for q in formula.atoms(x.ForAll, x.Exists) for v in q.args[0])


def introduced(derivation: Iterable[sp.Step]) -> set[Basic]:
    """What steps name or take, so that it has no meaning before them."""
    found: set[Basic] = set()
    for piece in sp.in_text(derivation):
        if isinstance(piece, sp.Step):
            found |= set(introduced_by(piece))
    return found


def introduced_by(step: sp.Step) -> tuple[Basic, ...]:
    """The letters and functions that a step names or takes; not the outcome at which a term is least, which stands for any
    outcome in what has a name."""
    if isinstance(step, sp.ArgMin) or (isinstance(step, sp.Let) and step.name == step.value):
        return ()  # of what has a name already a step names nothing
    return step.names()


def letters_for(entry: st.Theorem) -> list[str]:
    """Letters that mean nothing else in the theorem, nor in the words of its steps."""
    used = TAKEN | names_in(entry)
    used |= {n[:1].upper() + n[1:] for n in used}
    for piece in sp.in_text(entry.derivation):
        used |= set(re.findall(r"\b[A-Z]\b", piece.reason))
    free = [c for c in LETTERS if c not in used]
    return free + [f"{c}_1" for c in free]


def needs(read: st.Theorem) -> dict[Basic, set[Basic]]:
    """For each name the letters and functions in its term that have no meaning before a step introduces them."""
    own = introduced(read.derivation)
    found: dict[Basic, set[Basic]] = {}
    for name, value in read.define.items():
        found[name] = {v for v in own if occurs(v, value)}
    inner = {
        name: [n for n in found if n != name and occurs(n, value)] for name, value in read.define.items()
    }
    for _ in found:  # and what the names in it need
        for name, others in inner.items():
            found[name] = found[name].union(*(found[n] for n in others))
    return found


def occurs(name: Basic, *things: Basic | None) -> bool:
    """Whether the name stands in one of the formulas, that of a function at any argument."""
    if not isinstance(name, SIGN):
        return any(isinstance(t, Basic) and t.has(name) for t in things)
    wanted = sign(name)
    return any(isinstance(t, Basic) and wanted in signs(t) for t in things)


SIGN = (AppliedUndef, sympy.Symbol)


def sign(name: Basic) -> Basic | type[Basic]:
    """The letter itself; of a function at arguments the function."""
    return name.func if isinstance(name, AppliedUndef) else name


@lru_cache(TERMS)
def signs(term: Basic) -> frozenset[Basic | type[Basic]]:
    """The letters in a term, bound ones too, and its functions at whatever arguments: asked again for each name of a page."""
    return frozenset(sign(part) for part in sympy.preorder_traversal(term) if isinstance(part, SIGN))


def with_inner(names: set[Basic], values: Mapping[Basic, Basic]) -> set[Basic]:
    """The names, and those that stand in what they are put for."""
    found: set[Basic] = set()
    while names - found:
        found |= names
        names = {n for n in values if occurs(n, *(values[m] for m in found))}
    return found
