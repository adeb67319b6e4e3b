"""The words of one page: its symbols in prose, its points, the links and marks of its steps."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from typing import TypeAlias, TypeVar

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.document.blocks import Block, Emphasis, Inline, Link, Maths, Para, listed
from dpsym.document.formulas.boxes import Box, Glyph, Name
from dpsym.document.formulas.notation import Fold, fold, named, row
from dpsym.document.formulas.shapes import body_of, conjuncts, in_order, in_words, symbols_in
from dpsym.document.page import Links, Page
from dpsym.document.words.inline import FLAT, equation, maths, prose, substituted
from dpsym.document.words.long_terms import introduced_by
from dpsym.document.words.named_terms import named_in_statement
from dpsym.document.words.named_terms import reading as reading_of
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp
from dpsym.language.worked_out import worked_out
from dpsym.prove.verdict import NO_VALUE, NO_VALUE_SHOWN, NOT_CHECKED, NOT_REACHED

MARKED = (NOT_CHECKED, NO_VALUE_SHOWN, NO_VALUE)  # verdicts on a step of which the reader is told


# Reasons without a content: the reader sees as much.
IDLE = (
    "collect", "collect terms", "the line before", "by the line before", "by the last line", "by the last two lines",
    "by the last three lines", "by hypothesis", "as named", "as computed", "as above", "a probability", "a square",
    "an exponential", "exponential of a logarithm", "exponential of a sum", "no factor is negative", "a positive factor",
    "a sum of them", "no mass is negative", "masses add up to 1", "the masses add up to 1", "the masses add up",
    "a mass is at most 1", "collect the terms", "the sums", "definition", "by definition", "one output", "output by output",
)  # fmt: skip


FULL = 5  # words of a reason from which on it can stand for the line that it is a reason of
FEW = 3  # the same where the claim has more than two parts
TITLE = 8  # words of a title from which on it makes no reason


def is_for_outcomes(fact: Basic) -> bool:
    """Whether the fact is said for every outcome, and for nothing else."""
    return isinstance(fact, x.ForAll) and all(isinstance(v, x.Outcome) for v in fact.args[0])


Rows: TypeAlias = "tuple[Basic | Rows, ...]"  # masses, perhaps in rows
S = TypeVar("S", bound=sp.Piece)


class Wording:
    """What the parts of a page are written with; the verdicts on the steps are taken one after the other."""

    def __init__(self, page: Page, links: Links) -> None:
        self.page, self.links = page, links
        reading = reading_of(page.entry)
        self.read = reading.entry  # the entry as it is read, long terms by their names
        pieces = [*sp.in_text(getattr(self.read, "derivation", ()))]
        self.written = {
            id(p): one
            for p, one in zip(pieces, sp.in_text(getattr(page.entry, "derivation", ())), strict=True)
        }
        self.verdicts = {id(p): line.verdict for p, line in zip(pieces, page.lines, strict=False)}
        self.used = {  # what each step rests on, as the certificate has it
            id(p): [id(pieces[k]) for k in line.uses if k < len(pieces)]
            for p, line in zip(pieces, page.lines, strict=False)
        }
        claim = getattr(self.read, "claim", None)
        said = [c for c in (claim, reading.claim) if c is not None]
        self.claims = [
            {fold(c) for c in same} for same in zip(*map(conclusions, said), strict=True)
        ]  # the parts of the claim, each as the statement and the steps have it
        for forms, same in zip(self.claims, zip(*map(conditional, said), strict=True), strict=True):
            forms |= {fold(c) for c in same}
        self.names: dict[str, Box] = {law: named(law) for law in ("P", "Q", "S")} | {
            "Z": Glyph("Z"),
            "X": Glyph("X"),
        }
        self.said: set[Basic] = (
            set()
        )  # the facts that were said, in the part of the proof that is being written
        self.introduced: set[Basic] = (
            set()
        )  # what the steps of that part, and those around it, have named or taken
        self.put = (  # the names of terms that were put, there or in the statement
            named_in_statement(self.read) if isinstance(self.read, st.Theorem) else set()
        )
        self.of_any_event = False  # whether S is any event in the steps
        self.goal = "the claim follows"  # of which the steps that are being written are the proof
        self.after: tuple[sp.Step, ...] = ()  # the steps of that part after the one that is being written
        said_there = (*getattr(page.entry, "given", ()), *([claim] if isinstance(claim, sympy.Basic) else ()))
        self.stated = {a.func for t in said_there for a in t.atoms(AppliedUndef)}
        self.functions: set[Basic] = symbols_in(page.entry, AppliedUndef)
        for symbol in sorted(symbols_in(page.entry), key=lambda s: s.name):
            if symbol.name not in ("a", "I"):
                self.names.setdefault(symbol.name, fold(symbol))
        for name in sorted(a.func.__name__ for a in self.functions):
            if name not in ("a", "I"):
                self.names.setdefault(name, named(name))

    @contextmanager
    def passage(self, about: Iterable[Basic] = ()) -> Iterator[None]:
        """A part of the proof: what is said in it is forgotten after it; of what was said before, what speaks of a letter
        that it introduces does not count."""
        before, known, put = self.said, self.introduced, self.put
        self.said = {fact for fact in before if fact.free_symbols.isdisjoint(about)}
        yield
        self.said, self.introduced, self.put = before, known, put

    def was_said(self, one: sp.Step) -> bool:
        """Whether a fact without steps of its own was said before, and still holds."""
        if not isinstance(one, sp.Have) or one.derivation:
            return False
        return all(map(self._holds, conjuncts(one.fact)))

    def was_conditional(self, fact: Basic) -> bool:
        """Whether what the fact prints was said before under a condition."""
        said = [body_of(b.args[1]) for b in map(body_of, self.said) if isinstance(b, x.Implication)]
        return bool(said) and fold(fact) in map(fold, said)

    def _holds(self, fact: Basic) -> bool:
        # what was said for every outcome was said for the one at hand
        return fact in self.said or any(is_for_outcomes(f) and body_of(f) == fact for f in self.said)

    def with_zeros(self, thing: Basic) -> Basic:
        """A condition in which a mass that is at most 0 is 0: no mass is negative."""
        with x.as_written():
            if isinstance(thing, x.AllOf):
                return x.AllOf(*map(self.with_zeros, thing.args))
            if isinstance(thing, sympy.Le) and thing.args[1] == 0 and self.is_mass(thing.args[0]):
                return sympy.Eq(thing.args[0], 0)
        return thing

    def is_mass(self, thing: Basic) -> bool:
        """Whether the term is a probability, or the mass of a law: of P and Q, or of one that is supposed to be a law
        without a condition."""
        if isinstance(thing, x.Mass | x.Probability):
            return True
        entry = self.page.entry
        if not isinstance(thing, AppliedUndef) or not isinstance(entry, st.Theorem):
            return False
        given = [body_of(c) for g in entry.given for c in conjuncts(body_of(g))]
        laws = {a.func for g in given if isinstance(g, x.Distribution) for a in g.atoms(AppliedUndef)}
        return thing.func in laws or thing.func.__name__ in ("P", "Q")

    def is_known(self, fact: Basic) -> bool:
        """Whether a fact was said and still holds, also where it was said for the outcome at hand and holds for every one."""
        return self._holds(fact) or (is_for_outcomes(fact) and body_of(fact) in self.said)

    def note_said(self, one: sp.Step) -> None:
        """Remember what a step has said; statements about a letter are forgotten where the letter gets a new meaning."""
        self.introduced = self.introduced | set(introduced_by(one))
        if isinstance(one, sp.Have):
            self.said |= {one.fact, *conjuncts(one.fact)}
        elif isinstance(one, sp.Chain):
            self.said.add(one.conclusion)
        elif isinstance(one, sp.Let | sp.Obtain):
            self.said = {f for f in self.said if f.free_symbols.isdisjoint(one.names())}
            if isinstance(one, sp.Let):
                self.said |= {f for f in one.having if isinstance(f, sympy.Basic)}

    def unnamed(self, one: S) -> S:
        """The step as its author wrote it, long terms without their names: what a reader sees in it at once is seen in the
        terms."""
        found = self.written.get(id(one))
        return found if isinstance(found, type(one)) else one

    def words(self, text: str) -> list[Inline]:
        """Prose, with the symbols of the statement set as symbols."""
        return prose(text, self.names)

    def why(self, reason: str) -> list[Inline]:
        """A reason in brackets."""
        return [" (", *self.words(reason), ")"] if reason and reason not in IDLE else []

    def stressed(self, words: str) -> list[Inline]:
        """Stressed prose."""
        return [Emphasis(i) if isinstance(i, str) else i for i in self.words(words)]

    def prose(self, entry: st.Entry) -> tuple[Block, ...]:
        """The entry's note."""
        return (Para(tuple(self.words(entry.note))),) if entry.note else ()

    def verdict(self, piece: sp.Piece) -> str:
        """The verdict on a step; empty where none is known or the search did not come to it."""
        found = self.verdicts.get(id(piece), "")
        return found if found != NOT_REACHED else ""

    def rests_on(self, these: Iterable[object], others: Iterable[object], told: Container[int] = ()) -> bool:
        """Whether one of the steps rests on one of the others, at once or by way of steps that are not `told`."""
        goal = {id(p) for p in others}
        seen: set[int] = set()
        rest = [id(p) for p in these]
        while rest:
            at = rest.pop()
            for k in self.used.get(at, ()):
                if k in goal:
                    return True
                if k not in seen and k not in told:
                    seen.add(k)
                    rest.append(k)
        return False

    def is_marked(self, piece: sp.Piece) -> bool:
        """Whether the reader has to be told of it, because no line that the kernel checked states it or a term of it is
        not shown to have a value."""
        return self.verdict(piece) in MARKED

    def mark(self, piece: sp.Piece) -> list[Inline]:
        """What the reader is told of a step, in brackets."""
        return [" (", Emphasis(self.verdict(piece)), ")"] if self.is_marked(piece) else []

    def checked(self, piece: sp.Piece, why: list[Inline]) -> tuple[Inline, ...]:
        """The reason of a step, with what the reader is told of it."""
        if not self.is_marked(piece):
            return tuple(why)
        return (*why, *([", "] if why else []), Emphasis(self.verdict(piece)))

    def follows(self, fact: Basic) -> str:
        """`the claim follows`, `the second claim follows`: what is shown where a fact is what the statement claims, or some
        of it; empty where it is not."""
        return some_of(self.parts_claimed(fact), len(self.claims))

    def parts_claimed(self, fact: Basic) -> list[int]:
        """Which parts of what the statement claims a fact is."""
        forms = {fold(fact), fold(body := body_of(fact))}
        if isinstance(body, Relational):
            with x.as_written():
                turned = body.reversed
            forms.add(fold(turned))
        at = [k for k, claim in enumerate(self.claims) if claim & forms]
        if not at and isinstance(fact, x.AllOf) and not isinstance(fact, x.Distribution):
            parts = [k for part in fact.args for k, claim in enumerate(self.claims) if fold(part) in claim]
            at = sorted(set(parts)) if len(parts) == len(fact.args) else []
        return at

    def tells(self, why: Iterable[Inline]) -> bool:
        """Whether a reason says enough that what it is a reason of, a part of the claim, need not be printed again: it leads
        to a theorem, or is more than a word or two; a few words do where the claim has many parts, and any where nothing
        was said before it, so that the proof would be the claim once more."""
        why = tuple(why)
        words = sum(len(i.split()) if isinstance(i, str) else 1 for i in why)
        return (
            any(isinstance(i, Link) for i in why)
            or words >= (FEW if len(self.claims) > 2 else FULL)
            or not self.said
        )

    def reason(self, words: str, by: tuple[sp.Use, ...], method: str = "") -> list[Inline]:
        """Why a line holds: the author's words, the theorems it uses, the method by which it is shown."""
        if words in IDLE and not (len(by) == 1 and len(self.links.to(by[0].theorem).title.split()) > TITLE):
            words = ""
        found: list[Inline] = self.words(words)
        for index, use in enumerate(by):
            link = self.links.to(use.theorem)
            if words and len(by) == 1 and len(link.title.split()) > TITLE:
                found = [replace(link, said=tuple(found))]  # the author's words refer to it
            else:
                found += [(", by " if words else "by ") if index == 0 else " and ", link]
            if changed := [(k, v) for k, v in use.at if not is_itself(k, v)]:
                found.append(" with ")
                found += listed([[*substituted(k, v)] for k, v in changed])
            if use.swapped:
                found.append(" with the laws exchanged")
        if method:
            found.append(f" and by {method}" if by else f", by {method}" if words else f"by {method}")
        return found

    def at_point(self, where: st.Point, of: Iterable[Basic] = ()) -> list[Inline]:
        """`at ε = 1 and P = (1/2, 1/2)`; the laws are those of the statement, or of the formulas `of`, in which a name
        may stand for something else."""
        among = {a for thing in of for a in in_order(thing, AppliedUndef)} or self.functions
        parts: list[list[Inline]] = [[equation(k, worked_out(v))] for k, v in where.at]
        over: dict[Basic, None] = {}  # the numbers in sequences, of which all terms are equal
        for law, masses in where.laws:
            function = len(masses) == 1 and isinstance(masses[0], sympy.Lambda)
            said = (
                equation(x.Parameter(law), masses[0])
                if function
                else self.listed_law(law, worked_out(nested(where, law, among)), among)
            )
            parts.append([said])
            if not function and (found := self.sequence(law, among)) is not None:
                over |= dict.fromkeys(a for a in found.args if not isinstance(a, x.Outcome))
        every = [", for every ", *listed([[maths(k)] for k in over])] if over else []
        return ["at ", *listed(parts), *every] if parts else []

    def listed_law(self, law: str, masses: Rows, among: set[Basic] | None = None) -> Maths:
        """`P = (a, 1 - a)`; for a sequence of laws `A(k, ·) = (a, 1 - a)`, for one of numbers `e(k) = 1`."""
        name, thing = self.listed_name(law, among), tuple_of(masses)
        single = len(masses) == 1 and not isinstance(name, Name) and not isinstance(masses[0], tuple)
        forms = [row(name, "=", form.box(masses[0] if single else thing)) for form in (FLAT, Fold())]
        return Maths(forms[0], forms[1], name, masses[0] if single else thing)

    def listed_name(self, law: str, among: set[Basic] | None = None) -> Box:
        """The name of a function of which the values on the outcomes are listed, with its other arguments."""
        found = self.sequence(law, among)
        if found is None:
            return named(law)
        return FLAT.but(dots=tuple(a for a in found.args if isinstance(a, x.Outcome))).box(found)

    def sequence(self, law: str, among: set[Basic] | None = None) -> AppliedUndef | None:
        """The function as it is applied to names, where some of these are numbers: A(k, y)."""
        known = self.functions if among is None else among
        found = sorted((a for a in known if a.func.__name__ == law), key=str)
        plain = (f for f in found if all(isinstance(a, sympy.Symbol) for a in f.args))
        return next((f for f in plain if not all(isinstance(a, x.Outcome) for a in f.args)), None)


def nested(where: st.Point, law: str, among: Iterable[AppliedUndef]) -> Rows:
    """The values of a function on outcomes, listed for each outcome of its first set, and so on, where the point shows how
    many outcomes its sets have."""
    spaces = {a.func.__name__: tuple(o.space for o in a.args if isinstance(o, x.Outcome)) for a in among}
    counts, sizes = {name: len(masses) for name, masses in where.laws}, dict(where.sizes)
    for _ in spaces:  # a function on two sets, of which the size of one is known, tells that of the other
        for name, own in spaces.items():
            unknown = [s for s in own if s not in sizes]
            if name in counts and len(unknown) == 1:
                size, left = divmod(counts[name], prod(sizes[s] for s in own if s in sizes))
                sizes |= {unknown[0]: size} if size and not left else {}
    masses: Rows = dict(where.laws)[law]
    shape = [sizes.get(s, 0) for s in spaces.get(law, ())]
    if not shape or prod(shape) != len(masses):
        return where.rows(law)
    for inner in reversed(shape[1:]):
        masses = tuple(masses[k : k + inner] for k in range(0, len(masses), inner))
    return masses


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
            "eleventh", "twelfth")  # fmt: skip
CARDINALS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def some_of(at: list[int], count: int) -> str:
    """`the first two claims follow`: which of so many claims follow, by their places; empty where none does."""
    if not at:
        return ""
    first, last = at[0], at[-1]
    if len(at) == count:
        return "the claim follows"
    if last >= len(ORDINALS) or at != [*range(first, last + 1)]:
        return "this part of the claim follows"
    if len(at) == 1:
        return f"the {ORDINALS[first]} claim follows"
    many = CARDINALS[len(at) - 2]
    if first == 0 or last == count - 1:
        return f"the {'first' if first == 0 else 'last'} {many} claims follow"
    return f"the {ORDINALS[first]} to {ORDINALS[last]} claims follow"


def conditional(claim: Basic) -> list[Basic]:
    """The parts of a claim as `conclusions` has them, each with the conditions nearest to it."""
    if in_words(claim):
        return [claim]
    if isinstance(claim, x.Implication):
        inner = conditional(claim.args[1])
        return [claim] if len(inner) == 1 else inner
    if isinstance(claim, x.ForAll | x.EveryEvent):
        return conditional(claim.args[1])
    if isinstance(claim, x.AllOf):
        return [c for a in claim.args for c in conditional(a)]
    return [claim]


def conclusions(claim: Basic) -> list[Basic]:
    """The parts of a claim, without its quantifiers and conditions."""
    if in_words(claim):
        return [claim]
    if isinstance(claim, x.ForAll | x.EveryEvent | x.Implication):
        return conclusions(claim.args[1])
    if isinstance(claim, x.AllOf):
        return [c for a in claim.args for c in conclusions(a)]
    return [claim]


def is_itself(key: Basic, value: Basic) -> bool:
    """Whether a letter is replaced by itself."""
    return bool(key == value) or maths(key).box == maths(value).box


def tuple_of(masses: Rows) -> sympy.Tuple:
    """Masses, perhaps in rows, as one expression."""
    return sympy.Tuple(*(tuple_of(m) if isinstance(m, tuple) else m for m in masses))
