"""A page: one entry of the library with what is known of it, and the blocks of text and formulas it
consists of.

A `Page` is plain data that another part of the program fills after checking.  `blocks_of` turns it into
blocks that
`latex`, `html` and `markdown` set; so the three say the same words.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.document.boxes import GLYPHS, Box, Fence, Glyph, Name, Number, Row, Script, Text
from dpsym.document.laws import dotted
from dpsym.document.notation import Fold, SpellingError, commas, fold, named, row, tall
from dpsym.document.setting import setting
from dpsym.document.spelling import plain, width
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp
from dpsym.language.form import is_ours
from dpsym.prove.mutants import mutants
from dpsym.prove.verdict import NO_VALUE, NO_VALUE_SHOWN, NOT_CHECKED

NEAR_MISSES = 2  # that a page prints
MARKED = (NOT_CHECKED, NO_VALUE_SHOWN, NO_VALUE)  # verdicts on a step of which the reader is told


# ------------------------------------------------------------------------------------------ what is known
@dataclass(frozen=True)
class LineVerdict:
    """The verdict on one line or step of a derivation, in the order of the text, and the method that gave
    it."""

    verdict: str
    method: str = ""


@dataclass(frozen=True)
class MissResult:
    """What came of a near miss or of a printed form: refuted (True), not refuted (False), not tried (None).

    `mutant` is the place of a computed one among the neighbours of the theorem.
    """

    name: str
    refuted: bool | None = None
    witness: st.Point | None = None
    text: str = ""
    mutant: int | None = None


@dataclass(frozen=True)
class SharpResult:
    """A point of equality that was checked: it holds at `point` for all values of what that leaves open, or, where
    `instances` are given, at these."""

    point: st.Point
    instances: tuple[st.Point, ...] = ()


@dataclass(frozen=True)
class Recomputed:
    """A number of an example or a figure: what the paper prints and the enclosure found, as decimal
    strings."""

    what: str
    printed: str = ""
    low: str = ""
    high: str = ""
    agrees: bool | None = None
    note: str = ""


@dataclass(frozen=True)
class Tabulated:
    """A curve of a figure: its label and rows (abscissa, low, high) as decimal strings."""

    label: str
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Page:
    """An entry and what is known of it.

    name         its address, e.g. "posterior.largest_difference.upper"; the label is thm:<name>
    entry        the entry itself
    status       "proved", "enclosed", "cited", "tested", "unknown", "vacuous", "refuted", "error", "defined", or "" when not
    checked
    scope        what the status covers, e.g. "all finite outputs"
    lines        verdicts of the derivation's lines, in order (may be empty)
    near_misses  results of the near misses, those of the file first; the first few that are refuted are printed
    printed      the result for the printed form of a repaired statement
    sharp        points at which equality was checked; others are not printed
    nowhere      whether no point is known at which the hypotheses hold
    recomputed   numbers of an example or a figure
    curves       tabulated curves of a figure
    witness      the point that refutes the claim (status "refuted")
    uses         names of the pages it rests on
    rests_on     further things trusted, in words
    digest       sha256 of the statement (computed when empty)
    """

    name: str
    entry: st.Entry
    status: str = ""
    scope: str = ""
    lines: tuple[LineVerdict, ...] = ()
    near_misses: tuple[MissResult, ...] = ()
    printed: MissResult | None = None
    recomputed: tuple[Recomputed, ...] = ()
    curves: tuple[Tabulated, ...] = ()
    witness: st.Point | None = None
    uses: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    digest: str = ""
    sharp: tuple[SharpResult, ...] = ()
    nowhere: bool = False

    @property
    def reach(self) -> str:
        """The scope as it is shown beside the status; that no instance is known comes first."""
        return ", ".join(x for x in ("no instance found" if self.nowhere else "", self.scope) if x)

    @property
    def label(self) -> str:
        return f"{PREFIXES.get(self.entry.kind, 'thm')}:{self.name}"

    @property
    def sha256(self) -> str:
        return self.digest or statement_sha256(self.entry)


PREFIXES = {"definition": "def", "example": "ex", "figure": "fig", "table": "tab"}


def raw(thing: Any) -> str:
    """The tree of an expression in the authored order, with the domains of its parameters."""
    if isinstance(thing, x.Parameter):
        bounds = ";".join(
            "" if b is None else raw(b[0]) + ("!" if b[1] else "") for b in (thing.lower, thing.upper)
        )
        return f"{thing.name}[{bounds}{';N' if thing.integer_valued else ''}]"
    if isinstance(thing, AppliedUndef):
        return f"{thing.func.__name__}({','.join(map(raw, thing.args))})"
    if not isinstance(thing, Basic) or not thing.args:
        return str(thing)
    return f"{type(thing).__name__}({','.join(map(raw, thing.args))})"


def statement_sha256(entry: st.Entry) -> str:
    """A fingerprint of the statement alone: hypotheses, claim, domains; or definition, or printed values."""
    parts: list[str] = [type(entry).__name__]
    if isinstance(entry, st.Theorem):
        parts += [raw(g) for g in entry.given] + ["|-", raw(entry.claim)]
        parts += [f"{law}={','.join(map(raw, masses))}" for law, masses in sorted(entry.where.items())]
    elif isinstance(entry, st.Definition):
        parts += [raw(entry.defines), raw(entry.body)]
    elif isinstance(entry, st.Example | st.Figure):
        parts += [
            f"{v.what}={raw(v.expression)}@{[(raw(k), raw(w)) for k, w in v.at]}:{v.printed}"
            for v in entry.values
        ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


# ------------------------------------------------------------------------------------------------- blocks
@dataclass(frozen=True)
class Maths:
    """A formula in the text: a box with fractions on the line, and one for the case that it has to be
    displayed; that one is `head` = `thing` where both are given, and parts of the thing may be abbreviated."""

    box: Box
    displayed: Box | None = None
    head: Box | None = None
    thing: Any = None


@dataclass(frozen=True)
class Link:
    """A reference to another page; `title` stands where the page is not in the same document."""

    name: str
    title: str
    kind: str = "theorem"


@dataclass(frozen=True)
class Cite:
    """A citation: bib key, with the place in it."""

    key: str
    place: str = ""


@dataclass(frozen=True)
class Emphasis:
    """Stressed words."""

    words: str


Inline = str | Maths | Link | Cite | Emphasis


@dataclass(frozen=True)
class Para:
    """A paragraph, or a part of one that runs on around a display."""

    items: tuple[Inline, ...]


@dataclass(frozen=True)
class Display:
    """A displayed formula, with the punctuation after it."""

    box: Box
    stop: str = ""
    thing: Any = None  # what the box was folded from, where parts of it may be abbreviated


@dataclass(frozen=True)
class ChainLine:
    """One line of a chain: relation sign, right side, reason, verdict."""

    relation: str
    right: Box
    reason: tuple[Inline, ...]
    verdict: str = ""
    thing: Any = None


@dataclass(frozen=True)
class Derivation:
    """A chain of relations, displayed line by line."""

    start: Box
    lines: tuple[ChainLine, ...]
    thing: Any = None


@dataclass(frozen=True)
class Fact:
    """A relation that holds, with the reason beside it."""

    box: Row
    thing: Any
    reason: tuple[Inline, ...]

    @property
    def halves(self) -> tuple[Row, Glyph, Row]:
        """What stands before the first sign of relation, the sign, and what follows."""
        items = self.box.items
        for k, item in enumerate(items):
            if isinstance(item, Glyph) and GLYPHS[item.key][4] == "relation":
                return Row(items[:k]), item, Row(items[k + 1 :])
        raise SpellingError("a fact without a relation")


@dataclass(frozen=True)
class Facts:
    """Relations one below the other, each with its reason."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True)
class Items:
    """A list; each item is a row of blocks."""

    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True)
class Grid:
    """A table: header and rows of cells."""

    header: tuple[tuple[Inline, ...], ...]
    rows: tuple[tuple[tuple[Inline, ...], ...], ...]
    caption: str = ""


Block = Para | Display | Derivation | Facts | Items | Grid


@dataclass(frozen=True)
class Blocks:
    """What a page says: the statement, what the signs in it stand for, the proof, and remarks with their
    headings."""

    statement: tuple[Block, ...]
    proof: tuple[Block, ...] = ()
    remarks: tuple[tuple[str, tuple[Block, ...]], ...] = ()
    notation: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Links:
    """Which name an entry has: theorems used in a proof are found by identity."""

    names: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, pages: Iterable[Page]) -> Links:
        return cls({id(p.entry): p.name for p in pages})

    def to(self, entry: st.Entry) -> Link:
        return Link(self.names.get(id(entry), ""), entry.title, entry.kind)


def maths(thing: Any) -> Maths:
    return Maths(thing) if isinstance(thing, Box) else Maths(fold(thing, flat=True), fold(thing))


FLAT = Fold(flat=True)


def _is_event(value: Any) -> bool:
    """Whether the value is a condition, so a set of outcomes; sympy counts every symbol as a Boolean."""
    return isinstance(value, sympy.logic.boolalg.Boolean) and not isinstance(value, sympy.Symbol)


def equation(key: Any, value: Any) -> Maths:
    """`key = value` in the text; an event reads S = {condition}."""
    boxes = []
    for form in (FLAT, Fold()):
        boxes.append(row(*_given(form, key, value)))
    return Maths(*boxes)


def _given(form: Fold, key: Any, value: Any) -> tuple[Box, str, Box]:
    """A name and its value; the value of a function of outcomes is a law or an event."""
    if _is_event(value):
        return (
            form.name_of(key) if isinstance(key, AppliedUndef) else form.box(key),
            "=",
            Fence("{", form.box(value)),
        )
    if (
        isinstance(key, AppliedUndef)
        and len(key.args) == 1
        and isinstance(key.args[0], x.Outcome)
        and dotted(value, key.args)
    ):
        return form.name_of(key), "=", form.law(value, key.args)
    return form.box(key), "=", form.box(value)


def substituted(key: Any, value: Any) -> list[Inline]:
    """`2ε for ε`."""
    left, _, right = _given(FLAT, key, value)
    return [Maths(right), " for ", Maths(left)]


# What stands for itself in prose: a power e^eps, a difference k - 1, a letter k that is no word.
MATHS_IN_PROSE = re.compile(
    r"(?<![\w\\^_'-])(?:e\^(?P<power>[A-Za-z]\w*)|(?P<left>[A-Za-z]\w*) - (?P<right>\d+)|(?P<word>[A-Za-z]\w*'*))"
    r"(?![\w-])"
)


def prose(words: str, names: Mapping[str, Box]) -> list[Inline]:
    """Words in which a symbol of the statement, named as in the source (eps, delta_p), is set as that
    symbol."""

    def symbol(name: str) -> Box | None:
        box = names.get(name) or names.get(name.replace("''", "_pp").replace("'", "_p"))
        if box is None and len(name) == 1 and name not in "aAI":
            return Glyph("e") if name == "e" else named(name)
        return box

    found: list[Inline] = []
    at = 0
    for token in MATHS_IN_PROSE.finditer(words):
        box = symbol(token["power"] or token["left"] or token["word"])
        if box is None:
            continue
        if token["power"]:
            box = Script(Glyph("e"), None, box)
        elif token["left"]:
            box = row(box, "-", Number(token["right"]))
        found += [words[at : token.start()], Maths(box)]
        at = token.end()
    return [i for i in (*found, words[at:]) if i != ""]


ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")

# How wide a formula may be (in em) and still stand inside a line of text.
INLINE = 11.0


class Writer:
    """Turns a page into blocks."""

    def __init__(self, page: Page, links: Links) -> None:
        self.page, self.links = page, links
        self.verdicts = iter(page.lines)
        self.names: dict[str, Box] = {law: named(law) for law in ("P", "Q", "S")} | {
            "Z": Glyph("Z"),
            "X": Glyph("X"),
        }
        self.functions: set[Any] = _symbols(page.entry, AppliedUndef)
        for symbol in sorted(_symbols(page.entry), key=lambda s: s.name):
            if symbol.name not in ("a", "A", "I"):
                self.names.setdefault(symbol.name, fold(symbol))

    def blocks(self) -> Blocks:
        entry = self.page.entry
        if isinstance(entry, st.Theorem):
            return self.theorem(entry)
        if isinstance(entry, st.Definition):
            return self.definition(entry)
        if isinstance(entry, st.Example):
            return Blocks(self.numbers(entry.values, entry.uses) + self.prose(entry))
        if isinstance(entry, st.Figure):
            return self.figure(entry)
        if isinstance(entry, st.Background):
            return Blocks(self.background(entry))
        return Blocks(self.prose(entry) or (Para((entry.title + ".",)),))

    def words(self, text: str) -> list[Inline]:
        return prose(text, self.names)

    # ---- sentences
    def lets(self, parameters: Iterable[x.Parameter]) -> list[Inline]:
        """`Let ε ≥ 0 and 0 < p < 1.`, parameters with equal domains together."""
        groups: list[tuple[tuple, list[x.Parameter]]] = []
        for symbol in parameters:
            domain = (symbol.lower, symbol.upper, symbol.integer_valued)
            if groups and groups[-1][0] == domain and symbol.lower is not None and symbol.upper is None:
                groups[-1][1].append(symbol)
            else:
                groups.append((domain, [symbol]))
        shown: list[list[Inline]] = []
        for (lower, _, integer), symbols in groups:
            if len(symbols) == 1:
                box = FLAT.domain(symbols[0])
                if integer and isinstance(box, Row) and box.items[0] == Text("integer"):
                    shown.append(["the integer ", Maths(Row(box.items[1:]))])
                else:
                    shown.append([Maths(box)])
                continue
            names = commas(fold(s) for s in symbols)
            words: list[Inline] = ["the integers "] if integer else []
            sign = ">" if lower is not None and lower[1] else ">="
            assert lower is not None
            shown.append([*words, Maths(row(names, sign, FLAT.box(lower[0])))])
        return ["Let ", *_listed(shown), ". "] if shown else []

    def setting(self, entry: st.Theorem) -> list[Inline]:
        """The parameters, and the sets and laws over which the statement ranges."""
        lets = self.lets(entry.parameters)
        words: list[Inline] = [p if isinstance(p, str) else Maths(p) for p in setting(entry)]
        if words:
            return [*lets, *words, " "]
        if (
            lets
            and all(p.lower or p.upper for p in entry.parameters)
            and not any(p.integer_valued for p in entry.parameters)
        ):
            lets[-1] = " be a real number. " if len(entry.parameters) == 1 else " be real numbers. "
        return lets

    def standing(self) -> str:
        """What must be said of a statement that is not known to be true."""
        if self.page.status == "refuted":
            return "This statement is false."
        if self.page.status == "vacuous":
            return "No values satisfy the hypotheses."
        return "This statement is not proved here." if self.page.status in ("unknown", "tested") else ""

    def condition(self, thing: Any) -> list[Inline]:
        """A formula inside a sentence; one that words would leave ambiguous stands as a formula."""
        if not _plainly(thing):
            return [maths(thing)]
        if isinstance(thing, x.Distribution):
            return [self.law_of(thing), " is a law"]
        if isinstance(thing, x.AllOf):
            return _listed([self.part(a) for a in thing.args])
        if isinstance(thing, x.Notion):
            return [
                Maths(FLAT.subject(thing.pair)),
                " is ",
                Maths(FLAT.guarantee(thing), Fold().guarantee(thing)),
            ]
        if isinstance(thing, x.NotSo):
            return ["it is not true that ", *self.condition(thing.args[0])]
        if isinstance(thing, x.Implication):
            return ["if ", *self.condition(thing.args[0]), ", then ", *self.condition(thing.args[1])]
        if isinstance(thing, x.ForAll | x.EveryEvent):
            if isinstance(_body(thing), x.Implication):
                return [*self.ranging(thing), ", ", *self.condition(thing.args[1])]
            return [*self.condition(thing.args[1]), " ", *self.ranging(thing)]
        if isinstance(thing, x.UnderEachLaw):
            event, level, pair = thing.args
            things = event, pair.a, pair.b
            return [
                Maths(*(form.drawn(pair.outcomes, *things).box(event) for form in (FLAT, Fold()))),
                " ",
                *self.under_each(level, pair),
            ]
        return [maths(thing)]

    def law_of(self, thing: x.Distribution) -> Maths:
        """The law of which a hypothesis says that it is one."""
        mass, *outcomes = thing.args[1].args[0].args
        return Maths(*(form.law(mass, tuple(outcomes)) for form in (FLAT, Fold())))

    def part(self, thing: Any) -> list[Inline]:
        """One of several conditions in a sentence: alternatives in brackets."""
        if isinstance(thing, x.AnyOf | sympy.Or | sympy.Not | x.Exists):
            return [Maths(Fence("(", FLAT.box(thing)), Fence("(", Fold().box(thing)))]
        return self.condition(thing)

    def conditions(self, things: Iterable[Any]) -> list[Inline]:
        """Several conditions after the word `that`: `a, b and c`, or `a, and that b for every y`."""
        things = tuple(things)
        if all(map(_simple, things)):
            return _listed([self.part(a) for a in things])
        return [i for k, a in enumerate(things) for i in ([", and that "] if k else []) + self.condition(a)]

    def under_each(self, level: Any, pair: Any) -> list[Inline]:
        laws = [Maths(FLAT.law(m, pair.outcomes)) for m in (pair.a, pair.b)]
        return ["with probability at least ", maths(level), " under ", laws[0], " and under ", laws[1]]

    def ranging(self, thing: Any) -> list[Inline]:
        if isinstance(thing, x.EveryEvent):
            return ["for every event ", Maths(FLAT.name_of(thing.args[0]))]
        kinds = {type(v) for v in thing.args[0]}
        word = "for every outcome " if kinds == {x.Outcome} else "for every "
        ranges: list[list[Inline]] = []
        for v in thing.args[0]:
            box = FLAT.domain(v)
            if isinstance(box, Row) and box.items[0] == Text("integer"):
                ranges.append(["integer ", Maths(Row(box.items[1:]))])
            else:
                ranges.append([Maths(box)])
        return [word, *_listed(ranges)]

    def claim(
        self,
        thing: Any,
        lead: list[Inline],
        stop: str = ".",
        main: bool = True,
        alone: bool = False,
        counted: bool = True,
    ) -> list[Block]:
        """A claim as a sentence that begins with `lead`; wide formulas are displayed.

        `alone` where nothing runs on before or after it: then a part that reaches to the end of its sentence, such as
        `if a, then b`, is followed by a new one.  Elsewhere the parts are counted, where `counted` allows it, and
        what words would leave ambiguous stands as a formula.
        """
        if isinstance(thing, x.Distribution):
            return [Para((*lead, self.law_of(thing), " is a law", stop))]
        if isinstance(thing, x.AllOf):
            parts = _conjuncts(thing)
            reaching = not all(map(_simple, parts[:-1]))
            found: list[Block] = []
            if reaching and not alone:
                if not counted:
                    return self.displayed(thing, lead, stop)
                lead = [*lead, "the following hold: "]
                for index, part in enumerate(parts):
                    last = index == len(parts) - 1
                    number: list[Inline] = (
                        [f"({ROMAN[index]}) "] if index < len(ROMAN) else [f"({index + 1}) "]
                    )
                    start = [*lead, *number] if index == 0 else number
                    found += self.claim(part, start, stop if last else ";", False, counted=False)
                return found
            for index, part in enumerate(parts):
                last = index == len(parts) - 1
                between: list[Inline] = ["Moreover, "] if reaching else ["and "]
                start = lead if index == 0 else between
                found += self.claim(part, start, stop if last else "." if reaching else ",", False)
            return found
        if isinstance(thing, x.ForAll | x.EveryEvent):
            return self.claim(thing.args[1], [*lead, *self.ranging(thing), ", "], stop, main, counted=counted)
        if isinstance(thing, x.Exists):
            ranges = _listed([[Maths(FLAT.domain(v))] for v in thing.args[0]])
            return self.claim(
                thing.args[1], [*lead, "there is ", *ranges, " with "], stop, False, counted=counted
            )
        if isinstance(thing, x.Implication):
            if not _several(_body(thing.args[0])):
                return self.displayed(thing, lead, stop)
            words: list[Inline] = ["If "] if lead == ["We have "] else [*lead, "if "]
            words = [*words, *self.condition(thing.args[0]), ", then "]
            return self.claim(thing.args[1], words, stop, False, counted=counted)
        if isinstance(thing, x.NotSo):
            if not _simple(thing.args[0]):
                return self.displayed(thing, lead, stop)
            return self.claim(thing.args[0], [*lead, "it is not true that "], stop, main)
        if isinstance(thing, x.UnderEachLaw):
            event, level, pair = thing.args
            box = Fold().drawn(pair.outcomes, event, pair.a, pair.b).box(event)
            return [Para((*lead, *self.under_each(level, pair), ",")), Display(box, stop)]
        if isinstance(thing, x.Notion):
            box, short = Fold().guarantee(thing), FLAT.guarantee(thing)
            lead = ["We have that "] if lead == ["We have "] else lead
            items: tuple[Inline, ...] = (*lead, Maths(FLAT.subject(thing.pair)), " is ")
            if width(short) > INLINE:
                return [Para(items), Display(box, stop)]
            return [Para((*items, Maths(short), stop))]
        if lead and not main and width(fold(thing, flat=True)) <= INLINE and not tall(fold(thing)):
            return [Para((*lead, *self.part(thing), stop))]
        return self.displayed(thing, lead, stop)

    def displayed(self, thing: Any, lead: list[Inline], stop: str) -> list[Block]:
        shown = Display(fold(thing), stop, thing)
        return [Para(tuple(lead)), shown] if lead else [shown]

    def notation(self, entry: st.Theorem) -> list[Inline]:
        """What the laws, the privacy loss, the posterior and the hockey stick stand for, where the statement has them."""
        things = (*entry.given, entry.claim)
        found: list[list[Inline]] = self.of_functions(things, set(entry.where), set(entry.laws))
        losses = dict.fromkeys(mark for thing in things for mark in _losses(fold(thing)))  # type: ignore[arg-type]
        applied = {a.func.__name__: a for thing in things for a in in_order(thing, AppliedUndef)}
        for k, (name, one, two) in enumerate(losses):
            family = applied.get(one.plain) if isinstance(one, Name) else None
            args: Box = Name("Y", "Y")
            shown_name = name
            if family is not None and len(family.args) > 1:  # F(x, y): the loss has all these arguments
                args = commas(FLAT.box(a) for a in family.args)
                shown_name = row(name, Fence("(", args, True))
            ratio = row(one, Fence("(", args, True), "/", two, Fence("(", args, True))
            shown = Maths(row(shown_name, "=", "log", Fence("(", ratio, True)))
            what: list[Inline] = (
                [" is the privacy loss"] if k == 0 else [" that of ", Maths(one), " and ", Maths(two)]
            )
            if k and (one, two) == (named("Q"), named("P")):
                what = [" that of the laws exchanged"]
            found.append([shown, *what])
        if losses and any(pointwise(thing, x.Loss) for thing in things):
            found.append(
                [
                    "at an output that neither law gives, every number is a loss: a relation ≤, ≥ or = with it holds there"
                ]
            )
        atoms = [a for thing in things for a in in_order(thing, x.Posterior)]
        for prior, one, two in dict.fromkeys(a.args for a in atoms):
            if not (isinstance(one, AppliedUndef) and isinstance(two, AppliedUndef)):
                continue
            inside = FLAT.drawn((x.y,))
            with x.as_written():
                odds = prior * one / (prior * one + (1 - prior) * two)
            shown = Maths(row(inside.box(x.Posterior(prior, one, two)), "=", inside.box(odds)))
            words = " is the posterior probability that the target is in the data, from prior "
            sure = (
                [f" (the prior itself where that is {' or '.join(ends)})"] if (ends := _ends(prior)) else []
            )
            found.append([shown, words, maths(prior), *sure])
        if atoms and any(pointwise(thing, x.Posterior) for thing in things):
            found.append(["at an output that neither law gives, the posterior is 0 unless the prior is 1"])
        sticks = [h for thing in things for h in in_order(thing, x.HockeyStick)]
        if sticks:
            order, pair = sticks[0].args
            stick = x.HockeyStick(order if isinstance(order, sympy.Symbol) else x.Parameter("t"), pair)
            shown = Maths(row(FLAT.box(stick), "=", FLAT.box(stick.definition())))
            found.append([shown, " is the hockey-stick divergence"])
        for own in dict.fromkeys(a for thing in things for a in in_order(thing, x.Notion)):
            if not is_ours(type(own)):  # type: ignore[arg-type]  # a notion that nobody but its author knows
                shown = Maths(row(FLAT.subject(own.pair), Text("is"), FLAT.guarantee(own)))
                found.append([shown, " means that ", maths(own.definition())])
        if any(in_order(thing, x.RenyiMoment) for thing in things):
            found.append(
                ["the mean of a power of the ratio of two laws counts no output at which one of them is 0"]
            )
        found += self.of_tests(things)
        return ["Here ", *_listed(found), ". "] if found else []

    def of_functions(
        self, things: Sequence[Any], listed: Collection[str] = (), laws: Collection[str] = ()
    ) -> list[list[Inline]]:
        """What P and Q are, and which of the functions that no quantifier binds are any real functions."""
        functions = st.free_functions(things)
        found: list[list[Inline]] = []
        shown = [n for n in ("P", "Q") if n in functions and n not in listed]
        if shown:
            subjects = [FLAT.subject(n.pair) for thing in things for n in in_order(thing, x.Notion)]
            mechanism = next((box for box in subjects if isinstance(box, Glyph)), None)
            which: list[Inline] = [" laws of the output"]
            if mechanism is not None and len(shown) == 2:
                which = [" the laws of the output of ", Maths(mechanism), " on two neighbouring inputs"]
            elif len(shown) == 1:
                which = [" a law of the output"]
            found.append(
                [*_listed([[Maths(named(n))] for n in shown]), " are" if len(shown) > 1 else " is", *which]
            )
        known = {*listed, *laws, "P", "Q"}
        known |= {
            a.func.__name__
            for t in things
            for d in in_order(t, x.Distribution)
            for a in d.atoms(AppliedUndef)
        }
        for f in (f for t in things for f in in_order(t, AppliedUndef)):
            if any(a.is_Number or getattr(a, "integer_valued", False) for a in f.args):
                known.add(f.func.__name__)  # a sequence: the statement says of which numbers
        free = [n for n in functions if n not in known]
        if free:
            names = _listed([[Maths(named(n))] for n in free])
            found.append([*names, " are any real functions" if len(free) > 1 else " is any real function"])
        return found

    def of_tests(self, things: Iterable[Any]) -> list[list[Inline]]:
        """What `P(f)` stands for, where some test f has a level or a power."""
        tests = [m for thing in things for m in in_order(thing, x.Mass) if _of_test(m)]
        if not tests:
            return []
        shown = min(tests, key=lambda m: width(fold(m)))
        test, law, *outcomes = shown.args
        return [
            [
                Maths(fold(shown)),
                " is the mean of ",
                Maths(named(test.func.__name__)),
                " under ",
                Maths(FLAT.law(law, tuple(outcomes))),
            ]
        ]

    # ---- the statement
    def theorem(self, entry: st.Theorem) -> Blocks:
        head: list[Inline] = self.setting(entry)
        statement: list[Block] = []
        if entry.where:
            laws: list[list[Inline]] = [[self.listed_law(law, masses)] for law, masses in entry.where.items()]
            head += ["Let the laws be ", *_listed(laws), ". "]
        given = [part for g in entry.given for part in _conjuncts(g)]
        if given:
            wide = [g for g in given if _is_wide(g)]
            if wide:
                words: list[Inline] = [*head, "Suppose "]
                for index, g in enumerate(given):
                    last = index == len(given) - 1
                    lead: list[Inline] = [*words, "that "] if index == 0 else ["and that "]
                    statement += self.claim(g, lead, "." if last else ",", False)
                head = []
            else:
                head += ["Suppose that ", *self.conditions(given), ". "]
        lead = [*head, "Then "] if head or statement else []
        statement += self.claim(entry.claim, lead, alone=True)
        statement = _merge(statement)
        opening = statement[0]
        if not lead and isinstance(opening, Para) and isinstance(first := opening.items[0], str):
            statement[0] = Para((first[:1].upper() + first[1:], *opening.items[1:]))
        if standing := self.standing():
            statement.append(Para((standing,)))
        notes = self.notation(entry)
        return Blocks(
            tuple(statement),
            tuple(self.proof(entry)),
            tuple(self.remarks(entry)),
            (Para(tuple(notes)),) if notes else (),
        )

    def listed_law(self, law: str, masses: tuple[Any, ...], among: set[Any] | None = None) -> Maths:
        """`P = (a, 1 - a)`; for a sequence of laws `A(k, ·) = (a, 1 - a)`, for one of numbers `e(k) = 1`."""
        name, thing = self.listed_name(law, among), _tuple(masses)
        single = len(masses) == 1 and not isinstance(name, Name)
        forms = [row(name, "=", form.box(masses[0] if single else thing)) for form in (FLAT, Fold())]
        return Maths(forms[0], forms[1], name, masses[0] if single else thing)

    def listed_name(self, law: str, among: set[Any] | None = None) -> Box:
        """The name of a function of which the values on the outcomes are listed, with its other arguments."""
        found = self.sequence(law, among)
        if found is None:
            return named(law)
        return FLAT.but(dots=tuple(a for a in found.args if isinstance(a, x.Outcome))).box(found)

    def sequence(self, law: str, among: set[Any] | None = None) -> AppliedUndef | None:
        """The function as it is applied to names, where some of these are numbers: A(k, y)."""
        known = self.functions if among is None else among
        found = sorted((a for a in known if a.func.__name__ == law), key=str)
        plain = (f for f in found if all(isinstance(a, sympy.Symbol) for a in f.args))
        return next((f for f in plain if not all(isinstance(a, x.Outcome) for a in f.args)), None)

    def definition(self, entry: st.Definition) -> Blocks:
        defines: Any = entry.defines
        if isinstance(defines, x.Notion):
            lead: list[Inline] = [Maths(FLAT.subject(defines.pair)), " is ", Maths(FLAT.guarantee(defines))]
            if title := type(defines).title:
                lead += [f" ({title})"]
            lead += [" when"]
            found = self.claim(_without_zeros(entry.body), [*lead, " "], ",")
            found.append(Para(("and the same holds with the two laws exchanged.",)))
            found.append(Para((f"Adjacency: {type(defines).adjacency}.",)))
            things = (defines, entry.body)
            notes = [*self.of_functions(things, laws={"F"}), *self.of_tests(things)]
            here = (Para(("Here ", *_listed(notes), ".")),) if notes else ()
            return Blocks(tuple(_merge([*found, *self.prose(entry)])), notation=here)
        whole = defines
        if entry.body is not None:
            with x.as_written():
                whole = sympy.Eq(defines, entry.body, evaluate=False)
        return Blocks((Display(fold(whole), ".", whole), *self.prose(entry)))

    def prose(self, entry: st.Entry) -> tuple[Block, ...]:
        return (Para(tuple(self.words(entry.note))),) if entry.note else ()

    # ---- the proof
    def proof(self, entry: st.Theorem) -> list[Block]:
        if entry.as_in is not None:
            count = sp.number_of_steps(entry.derivation)
            says = f", with other numbers; its {count} steps are left out here."
            return [Para(("The derivation is that of ", self.links.to(entry.as_in), says))]
        if entry.derivation:
            return _merge(_led(self.steps(entry.derivation)))
        if entry.cited:
            return [Para(("This is not proved here; see ", *_listed([[Cite(k)] for k in entry.cited]), "."))]
        restates = getattr(entry, "restates", ())
        if restates:
            return [Para(("This is ", *_listed([[self.links.to(t)] for t in restates]), "."))]
        return []

    def steps(self, steps: Iterable[Any]) -> list[Block]:
        found: list[Block] = []
        for step in steps:
            found += self.step(step)
        return found

    def step(self, step: Any) -> list[Block]:
        if isinstance(step, sp.Chain):
            lines = tuple(
                ChainLine(
                    {"=": "=", "<=": "<=", "<": "<", ">=": ">=", ">": ">"}[line.relation],
                    fold(line.right),
                    *self.checked(self.reason(line.reason, line.by)),
                    line.right,
                )
                for line in step.lines
            )
            lead: list[Block] = [Para((step.label + ":",))] if step.label else []
            return [*lead, Derivation(fold(step.start), lines, step.start)]
        if isinstance(step, sp.Have):
            why, _ = self.checked(self.reason(step.reason, step.by))
            fact = fold(step.fact)  # type: ignore[arg-type]
            if isinstance(step.fact, Relational | x.Between | x.Within) and isinstance(fact, Row):
                found: list[Block] = [Facts((Fact(fact, step.fact, tuple(why)),))]
            else:
                found = self.claim(step.fact, ["We have "], "" if why else ".", alone=True)
                if why:
                    found.append(Para(("(", *why, ").")))
            if step.derivation:
                found += continued("Indeed, ", self.steps(step.derivation))
            return found
        if isinstance(step, sp.Specialise):
            mark = self.mark()
            values = _listed([[maths(v) if k == v else equation(k, v)] for k, v in step.at])
            why = (*([", ", *self.words(step.reason)] if step.reason else ()), *mark)
            if not _plainly(step.of):
                found = self.claim(step.of, ["Take the hypothesis that "], ",", False)
                return [*found, Para(("at ", *values, *why, ". "))]
            return [Para(("Take the hypothesis ", *self.quoted(step.of), " at ", *values, *why, ". "))]
        if isinstance(step, sp.ArgMin):
            mark = self.mark()
            items: list[Inline] = [
                "Let ",
                maths(step.outcome),
                " be an outcome at which ",
                maths(step.minimises),
            ]
            items += [
                ", over ",
                maths(step.running),
                ", is smallest; there is one because the output space is finite",
            ]
            return [Para((*items, *self.why(step.reason), *mark, ". "))]
        if isinstance(step, sp.Obtain):
            why, _ = self.checked(self.reason(step.reason, step.by))
            found = self.claim(step.exists, ["We have that "], "" if why else ".")
            names = _listed([[maths(v)] for v in step.exists.args[0]])
            return [*found, Para((*(("(", *why, "). ") if why else ()), "Take such ", *names, ". "))]
        if isinstance(step, sp.Let):
            mark = self.mark()
            named_value = equation(step.name, step.value)
            start: list[Block]
            if width(named_value.box) > INLINE:
                shown = row(fold(step.name), "=", fold(step.value))
                start = [Para(("Let",)), Display(shown, "."), Para((*self.why(step.reason), *mark))]
            else:
                start = [Para(("Let ", named_value, *self.why(step.reason), *mark, ". "))]
            return [*start, *self.having(step)]
        if isinstance(step, sp.Cases):
            if (on := _empty_cases(step)) and len(on) > 1:
                marks = [self.mark() for _ in on]
                listed = _listed([self.condition(c) for c in on])
                return [
                    Para(("Whether or not ", *listed, ", the claim is immediate", *max(marks, key=len), ". "))
                ]
            mark = self.mark()
            why = (*self.why(step.reason), *mark)
            if step.then:
                found = [
                    Para(("Suppose first that ", *self.condition(step.on), *why, ". ")),
                    *self.steps(step.then),
                ]
            else:
                found = [Para(("Where ", *self.condition(step.on), ", the claim is immediate", *why, ". "))]
            if step.otherwise:
                return [*found, *continued("Otherwise, ", self.steps(step.otherwise))]
            return [*found, Para(("Otherwise the claim is immediate. ",))] if step.then else found
        if isinstance(step, sp.Monotonic):
            mark = self.mark()
            low, high = maths(step.low), maths(step.high)
            words: list[Inline] = [
                "For ",
                maths(step.variable),
                " between ",
                low,
                " and ",
                high,
                " the function",
            ]
            says = (
                "rises, because its derivative is positive"
                if step.strictly
                else "does not fall, because its derivative is not negative"
            )
            ending: list[Inline] = [says, *self.why(step.reason), *mark, ". "]
            return [
                Para(tuple(words)),
                Display(fold(step.function)),
                Para(tuple(ending)),
                *self.steps(step.then),
            ]
        if isinstance(step, sp.Induction):
            mark = self.mark()
            zero = Maths(row(fold(step.over), "=", Number("0")))
            after = Maths(row(fold(step.over), "+", Number("1")))
            found = [Para(("The proof is by induction", *mark, ". For ", zero, ": "))]
            found += self.steps(step.first) or [Para(("the claim is a hypothesis.",))]
            return [*found, Para(("From ", maths(step.over), " to ", after, ": ")), *self.steps(step.then)]
        if isinstance(step, sp.Exhibit):
            mark = self.mark()
            values = _listed([[equation(k, v)] for k, v in step.values])
            return [Para(("Choose ", *values, *self.why(step.reason), *mark, ". "))]
        raise SpellingError(f"no words are known for a step {type(step).__name__}")

    def having(self, step: sp.Let) -> list[Block]:
        """What a named value satisfies: short relations in one sentence, the others below."""
        short: list[list[Inline]] = []
        long: list[Block] = []
        for fact in step.having:
            box = fold(fact)  # type: ignore[arg-type]
            if isinstance(fact, sympy.Eq) and fact.args == (step.name, step.value):
                continue  # this was said when the name was given
            if isinstance(fact, Relational | x.Between | x.Within) and isinstance(box, Row):
                if width(fold(fact, flat=True)) <= INLINE and not tall(box):
                    short.append([maths(fact)])
                else:
                    long.append(Facts((Fact(box, fact, ()),)))
            else:
                long += self.claim(fact, ["We have "], ".", False)
        return [Para(("Then ", *_listed(short), ". ")), *long] if short else long

    def quoted(self, thing: Any) -> list[Inline]:
        words = self.condition(thing)
        return (
            ["“", *words, "”"] if sum(width(w.box) for w in words if isinstance(w, Maths)) < INLINE else words
        )

    def why(self, reason: str) -> list[Inline]:
        return [" (", *self.words(reason), ")"] if reason else []

    def next_verdict(self) -> str:
        found = next(self.verdicts, None)
        return found.verdict if found is not None else ""

    def mark(self) -> list[Inline]:
        """What the reader is told of the next step where no line that the kernel checked states it, or where a term of it
        is not shown to have a value."""
        verdict = self.next_verdict()
        return [" (", Emphasis(verdict), ")"] if verdict in MARKED else []

    def checked(self, why: list[Inline]) -> tuple[tuple[Any, ...], str]:
        """The reason of the next step, which says so where no line that the kernel checked states it or a term is not shown
        to have a value; and its verdict."""
        verdict = self.next_verdict()
        if verdict not in MARKED:
            return tuple(why), verdict
        return (*why, *([", "] if why else []), Emphasis(verdict)), verdict

    def reason(self, words: str, by: tuple[sp.Use, ...]) -> list[Inline]:
        found: list[Inline] = self.words(words)
        for index, use in enumerate(by):
            found.append((", by " if words else "by ") if index == 0 else " and ")
            found.append(self.links.to(use.theorem))
            if use.at:
                found.append(" with ")
                found += _listed([[*substituted(k, v)] for k, v in use.at])
            if use.swapped:
                found.append(" with the laws exchanged")
        return found

    # ---- remarks
    def at_point(self, where: st.Point, of: Iterable[Any] = ()) -> list[Inline]:
        """`at ε = 1 and P = (1/2, 1/2)`; the laws are those of the statement, or of the formulas `of`, in which a name
        may stand for something else."""
        among = {a for thing in of for a in in_order(thing, AppliedUndef)} or self.functions
        parts: list[list[Inline]] = [[equation(k, v)] for k, v in where.at]
        over: dict[Any, None] = {}  # the numbers in sequences, of which all terms are equal
        for law, masses in where.laws:
            function = len(masses) == 1 and isinstance(masses[0], sympy.Lambda)
            listed = (
                equation(x.Parameter(law), masses[0])
                if function
                else self.listed_law(law, where.rows(law), among)
            )
            parts.append([listed])
            if not function and (found := self.sequence(law, among)) is not None:
                over |= dict.fromkeys(a for a in found.args if not isinstance(a, x.Outcome))
        every = [", for every ", *_listed([[maths(k)] for k in over])] if over else []
        return ["at ", *_listed(parts), *every] if parts else []

    def remarks(self, entry: st.Theorem) -> list[tuple[str, tuple[Block, ...]]]:
        found: list[tuple[str, tuple[Block, ...]]] = []
        if entry.note:
            found.append(("Note", self.prose(entry)))
        if self.page.status == "refuted" and self.page.witness is not None:
            found.append(
                ("Refuted", (Para(("The statement is false ", *self.at_point(self.page.witness), ".")),))
            )
        if self.page.status == "vacuous":
            found.append(
                ("Vacuous", (Para(("The hypotheses contradict each other: the statement says nothing.",)),))
            )
        sharp = [r for r in self.page.sharp if r.point in entry.tight and (r.point.at or r.point.laws)]
        if sharp:
            items: list[Block] = []
            which = ", in at least one of the inequalities, " if _inequalities(entry.claim) > 1 else " "
            for index, result in enumerate(sharp):
                words: list[Inline] = [f"Equality {'also ' if index else ''}holds{which}"]
                places = [self.at_point(p) for p in result.instances or (result.point,)]
                if result.instances:
                    words = [f"{str(words[0]).rstrip().rstrip(',')}, for instance, "]
                    places = [p if k == 0 else p[1:] for k, p in enumerate(places)]
                for k, place in enumerate(places):
                    words += [*([", and at "] if k else []), *place]
                items.append(Para((*words, *self.why(result.point.note), ". ")))
            found.append(("Sharpness", tuple(_merge(items))))
        if entry.printed is not None and self.page.printed is not None and self.page.printed.refuted:
            found.append(("As printed", tuple(_merge(self.printed(entry)))))
        refuted = [
            m for m in self.page.near_misses if m.refuted
        ]  # what was not refuted is not said to be false
        if refuted:
            rows = [tuple(_merge(self.near_miss(entry, m))) for m in refuted[:NEAR_MISSES]]
            count = f"{len(refuted)} near misses are refuted, among them these:"
            before = (Para((count,)),) if len(refuted) > len(rows) else ()
            found.append(("Why it is stated so", (*before, Items(tuple(rows)))))
        return found

    def near_miss(self, entry: st.Theorem, result: MissResult) -> list[Block]:
        """A near miss of the file, or a computed one, with the point that refutes it."""
        if result.mutant is None:
            return self.miss(entry, result.name, entry.near_misses[result.name], result)
        mutant = mutants(entry)[result.mutant]
        lead: list[Inline] = []
        for k, word in enumerate(mutant.words):
            if isinstance(word, str):
                lead += self.stressed(word[0].upper() + word[1:] if k == 0 else word)
            else:
                lead += self.conditions([word]) if _is_event(word) else [maths(word)]
        if mutant.variant.claim is None or mutant.variant.given is not None:
            body: list[Block] = [Para((*lead, ": the claim fails"))]
        else:
            body = [*self.claim(mutant.variant.claim, [*lead, ": "], "", False), Para((" fails",))]
        return [*body, *self.refuted_at(entry, mutant.variant, result)]

    def miss(self, entry: st.Theorem, name: str, miss: st.Variant, result: MissResult) -> list[Block]:
        """A false neighbour that the file names, with the point that refutes it."""
        lead: list[Inline] = [*self.stressed(_sentence(name).rstrip(".")), ": "]
        if miss.given is not None:
            dropped = [g for g in entry.given if g not in miss.given]
            added = [g for g in miss.given if g not in entry.given]
            were = self.conditions(dropped)
            now = self.conditions(added)
            if dropped and added:
                lead += ["with the hypothesis that ", *were, " replaced by ", *now, ", "]
            elif dropped:
                lead += ["without the hypothesis that ", *were, ", "]
            elif added:
                lead += ["with the further hypothesis that ", *now, ", "]
        claim = miss.claim if miss.claim is not None else entry.claim
        sentence: list[Inline]
        if miss.claim is None:
            sentence = ["the claim fails"]
            body: list[Block] = [Para((*lead, *sentence))]
        else:
            body = self.claim(claim, lead, "", False)
            body.append(Para((" fails",)))
        return [*body, *self.refuted_at(entry, miss, result)]

    def refuted_at(self, entry: st.Theorem, miss: st.Variant, result: MissResult) -> list[Block]:
        """The end of the sentence: the point, and the note of the file."""
        where = result.witness
        claim = miss.claim if miss.claim is not None else entry.claim
        place = (
            self.at_point(where, (*(entry.given if miss.given is None else miss.given), claim))
            if where
            else []
        )
        tail: list[Inline] = [" ", *place] if place else []
        if result.text and not tail:
            tail = [f" ({result.text})"]
        note = miss.note.rstrip(".")
        return [Para((*tail, *(["; ", *self.words(note)] if note else []), "."))]

    def stressed(self, words: str) -> list[Inline]:
        return [Emphasis(i) if isinstance(i, str) else i for i in self.words(words)]

    def printed(self, entry: st.Theorem) -> list[Block]:
        variant = entry.printed
        assert variant is not None
        result = self.page.printed
        given = variant.given if variant.given is not None else entry.given
        lead: list[Inline] = ["What the source says amounts to this: "]
        if variant.given is not None and given:
            lead = ["Supposing that ", *self.conditions(given), ", what the source says amounts to this: "]
        elif variant.given is not None:
            lead = ["Without these hypotheses, what the source says amounts to this: "]
        claim = variant.claim if variant.claim is not None else entry.claim
        found = self.claim(claim, lead, ".")
        where = result.witness if result is not None else None
        if result is not None and result.refuted:
            place = self.at_point(where, (*given, claim)) if where is not None else []
            found.append(Para(("This is false", *([" ", *place] if place else []), ". ")))
        if variant.note:
            found.append(Para(tuple(self.words(_sentence(variant.note)))))
        return found

    # ---- numbers
    def numbers(self, values: tuple[st.Value, ...], uses: tuple[st.Theorem, ...]) -> tuple[Block, ...]:
        results = {r.what: r for r in self.page.recomputed}
        rows = []
        for v in values:
            got = results.get(v.what)
            found = enclosure(got.low, got.high) if got is not None and got.low else ""
            agrees = (
                "" if got is None or got.agrees is None or not v.printed else "yes" if got.agrees else "no"
            )
            rows.append((tuple(self.words(v.what)), (v.printed,), (found,), (agrees,)))
        blocks: list[Block]
        if any(v.printed for v in values):
            head = ("quantity",), ("printed",), ("recomputed",), ("agrees",)
            blocks = [
                Para(("The numbers that the source prints, and what they are:",)),
                Grid(head, tuple(rows)),
            ]
        else:
            bare = tuple((what, found) for what, _, found, _ in rows)
            blocks = [Para(("The numbers are:",)), Grid((("quantity",), ("value",)), bare)]
        notes = [Para(tuple(self.words(_sentence(f"{v.what}: {v.note}")))) for v in values if v.note]
        blocks += [Items(tuple((n,) for n in notes))] if len(notes) > 1 else notes
        if uses:
            blocks.append(Para(("It rests on ", *_listed([[self.links.to(t)] for t in uses]), ".")))
        return tuple(blocks)

    def figure(self, entry: st.Figure) -> Blocks:
        blocks: list[Block] = []
        tables = {c.label: c for c in self.page.curves}
        for c in entry.curves:
            at = [equation(k, v) for k, v in c.at]
            words: list[Inline] = [*self.words(_sentence(c.label)[:-1]), ", as a function of ", maths(c.over)]
            words += [" at ", *_listed([[a] for a in at])] if at else []
            blocks += [Para((*words, ":")), Display(fold(c.expression), ".", c.expression)]
        if tables:
            blocks += self.tabulated(entry, tables)
        if entry.values:
            blocks += self.numbers(entry.values, ())
        if entry.uses:
            blocks.append(Para(("It rests on ", *_listed([[self.links.to(t)] for t in entry.uses]), ".")))
        return Blocks(tuple(blocks) + self.prose(entry))

    def tabulated(self, entry: st.Figure, tables: Mapping[str, Tabulated]) -> list[Block]:
        """Tables of values; curves over the same abscissae share one, at most three curves each."""
        groups: list[tuple[Any, tuple[str, ...], list[Tabulated]]] = []
        points: dict[str, Inline] = {plain(at): maths(at) for c in entry.curves for at in c.points}
        for c in entry.curves:
            if c.label not in tables:
                continue
            table = _thinned(tables[c.label])
            at = tuple(r[0] for r in table.rows)
            if groups and groups[-1][0] == c.over and groups[-1][1] == at and len(groups[-1][2]) < 3:
                groups[-1][2].append(table)
            else:
                groups.append((c.over, at, [table]))
        found: list[Block] = []
        for over, at, members in groups:
            rows = []
            for k, abscissa in enumerate(at):
                cells = tuple((enclosure(m.rows[k][1], m.rows[k][2]),) for m in members)
                rows.append(((points.get(abscissa, abscissa),), *cells))
            head = tuple(tuple(self.words(m.label)) for m in members)
            found.append(Grid(((maths(over),), *head), tuple(rows)))
        return found

    def background(self, entry: st.Background) -> tuple[Block, ...]:
        found: list[Block] = list(self.prose(entry))
        if entry.restates:
            found.append(
                Para(
                    (
                        "Its claims are carried by ",
                        *_listed([[self.links.to(t)] for t in entry.restates]),
                        ".",
                    )
                )
            )
        return tuple(found) or (Para((entry.title + ".",)),)


def blocks_of(page: Page, links: Links | None = None) -> Blocks:
    """What the page says; raises SpellingError for a node without a spelling."""
    return Writer(page, links or Links.of([page])).blocks()


def _thinned(table: Tabulated, most: int = 16) -> Tabulated:
    """At most `most` rows, evenly taken, the ends among them."""
    count = len(table.rows)
    if count <= most:
        return table
    kept = sorted({round(k * (count - 1) / (most - 1)) for k in range(most)})
    return Tabulated(table.label, tuple(table.rows[k] for k in kept))


def enclosure(low: str, high: str, digits: int = 6) -> str:
    """An enclosure for the eye: one number where both ends round to it, else an interval rounded outward."""
    try:
        a, b = Decimal(low), Decimal(high)
    except InvalidOperation:
        return f"[{low}, {high}]"
    short = [f"{v:.{digits}g}" for v in (a, b)]
    if short[0] == short[1]:
        return short[0]
    for fewer in range(digits - 1, 2, -1):
        short = [f"{v:.{fewer}g}" for v in (a, b)]
        if short[0] == short[1]:
            return short[0]
    return f"[{low}, {high}]"


def in_order(thing: Any, kind: type) -> list[Any]:
    """The nodes of one kind in an expression, in order of appearance."""
    found = [thing] if isinstance(thing, kind) else []
    for part in getattr(thing, "args", ()):
        found += in_order(part, kind)
    return found


def pointwise(thing: Any, kind: type) -> bool:
    """Whether a quantity is spoken of at each output, not only as drawn from a law: there outputs of probability 0 count."""
    if isinstance(thing, x.Probability | x.Expectation | x.UnderEachLaw):
        return False
    return isinstance(thing, kind) or any(pointwise(a, kind) for a in getattr(thing, "args", ()))


def names_in(entry: st.Entry) -> set[str]:
    """Names of the parameters, laws and events of an entry."""
    return {s.name for s in _symbols(entry)} | {a.func.__name__ for a in _symbols(entry, AppliedUndef)}


def _symbols(entry: st.Entry, kind: Any = x.Parameter) -> set[Any]:
    """Every parameter, or other atom of the kind, that occurs in the entry."""
    found: set[Any] = set()
    stack: list[Any] = [getattr(entry, f) for f in entry.__dataclass_fields__]
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


def _listed(parts: list[list[Inline]]) -> list[Inline]:
    """`a, b and c`."""
    found: list[Inline] = []
    for index, part in enumerate(parts):
        if index:
            found.append(" and " if index == len(parts) - 1 else ", ")
        found += part
    return found


def continued(lead: str, blocks: list[Block]) -> list[Block]:
    """The blocks after words that begin their first sentence."""
    if blocks and isinstance(blocks[0], Para):
        first, *rest = blocks[0].items
        if isinstance(first, str):
            blocks = [Para((first[:1].lower() + first[1:], *rest)), *blocks[1:]]
    return [Para((lead,)), *blocks]


def _empty_cases(step: Any) -> list[Any]:
    """The conditions of nested cases in which nothing more is said; empty where something is."""
    if not isinstance(step, sp.Cases) or step.reason:
        return []
    found = [step.on]
    for branch in (step.then, step.otherwise):
        for inner in branch:
            deeper = _empty_cases(inner)
            if not deeper:
                return []
            found += deeper
    return found


def _led(blocks: list[Block]) -> list[Block]:
    """The blocks of a proof with the words that lead to each display, and neighbouring facts together."""
    found: list[Block] = []
    blocks = [b for b in blocks if not isinstance(b, Para) or b.items]
    for index, block in enumerate(blocks):
        before = found[-1] if found else None
        if isinstance(block, Facts) and isinstance(before, Facts):
            found[-1] = Facts((*before.facts, *block.facts))
            continue
        if isinstance(block, Derivation | Facts):
            last = index == len(blocks) - 1
            words = before.items[-1] if isinstance(before, Para) else ""
            end = words.rstrip()[-1:] if isinstance(words, str) else ""
            if before is None:
                found.append(Para(("We have",)))
            elif not isinstance(before, Para):
                found.append(Para(("Therefore" if last and isinstance(block, Derivation) else "Moreover,",)))
            elif end == ",":
                found.append(Para(("we have",)))
            elif end in (".", ")"):
                found.append(Para(("Then" if isinstance(block, Derivation) else "We have",)))
        found.append(block)
    return found


def _tuple(masses: Iterable[Any]) -> sympy.Tuple:
    """Masses, perhaps in rows, as one expression."""
    return sympy.Tuple(*(_tuple(m) if isinstance(m, tuple) else m for m in masses))


def _sentence(words: str) -> str:
    text = words[:1].upper() + words[1:]
    return text if text.endswith((".", "?", "!")) else text + "."


def _merge(blocks: Iterable[Block]) -> list[Block]:
    """Paragraphs that follow each other run on; empty ones go."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Para):
            items = tuple(i for i in block.items if i != "")
            if not items:
                continue
            if found and isinstance(found[-1], Para):
                gap = () if _closed(found[-1].items[-1], items[0]) else (" ",)
                found[-1] = Para((*found[-1].items, *gap, *items))
                continue
            block = Para(items)
        found.append(block)
    return found


def _closed(last: Inline, first: Inline) -> bool:
    """Whether no space is wanted between two pieces of text."""
    if isinstance(last, str) and last.endswith((" ", "(", "“")):
        return True
    return isinstance(first, str) and first.startswith((" ", ",", ".", ";", ":", ")"))


def _without_zeros(thing: Any) -> Any:
    """A definition's body without the summands 0 that come of unfolding it."""
    if isinstance(thing, sympy.Add):
        left = [a for a in thing.args if a != 0]
        with x.as_written():
            return _without_zeros(left[0]) if len(left) == 1 else thing.func(*map(_without_zeros, left))
    if not isinstance(thing, Basic) or not thing.args or isinstance(thing, AppliedUndef | x.Pair):
        return thing
    with x.as_written():
        return thing.func(*map(_without_zeros, thing.args))


def _ends(prior: Any) -> list[str]:
    """Which of the priors 0 and 1, where the posterior is the prior by convention, are allowed."""
    if not isinstance(prior, x.Parameter):
        return [] if prior.is_Number else ["0", "1"]
    closed = [(prior.lower, 0), (prior.upper, 1)]
    return [str(end) for bound, end in closed if bound is None or (bound[0] == end and not bound[1])]


def _of_test(mass: Any) -> bool:
    """Whether it is printed as the mass of a test: `P(f)`; S is an event everywhere."""
    of = mass.args[0]
    return isinstance(of, AppliedUndef) and of.args == mass.args[2:] and not of.func.__name__.startswith("S")


def _simple(thing: Any) -> bool:
    """Whether the words of a condition end where it ends: a relation, a notion, alternatives in brackets."""
    return isinstance(thing, x.Distribution) or not isinstance(
        thing, x.AllOf | x.ForAll | x.EveryEvent | x.Exists | x.Implication | x.NotSo
    )


def _conjuncts(thing: Any) -> list[Any]:
    """The parts of a conjunction, those inside its parts among them."""
    if not isinstance(thing, x.AllOf) or isinstance(thing, x.Distribution):
        return [thing]
    return [p for a in thing.args for p in _conjuncts(a)]


def _inequalities(thing: Any) -> int:
    """How many inequalities a claim shows; a notion of privacy is one."""
    if isinstance(thing, x.AllOf) and not isinstance(thing, x.Distribution):
        return sum(map(_inequalities, thing.args))
    if isinstance(thing, x.ForAll | x.EveryEvent | x.Exists | x.Implication):
        return _inequalities(thing.args[1])
    if isinstance(thing, x.UnderEachLaw):
        return _inequalities(thing.args[0])
    if isinstance(thing, x.Between):
        return 2
    return int(not isinstance(thing, sympy.Eq))


def _several(thing: Any) -> bool:
    return _simple(thing) or (isinstance(thing, x.AllOf) and all(map(_simple, thing.args)))


def _body(thing: Any) -> Any:
    """What stands behind the quantifiers `for every`."""
    while isinstance(thing, x.ForAll | x.EveryEvent):
        thing = thing.args[1]
    return thing


def _plainly(thing: Any) -> bool:
    """Whether a sentence can say the condition without leaving open how far its parts reach."""
    body = _body(thing)
    if isinstance(body, x.NotSo):
        return body == thing and _simple(body.args[0])
    if isinstance(body, x.Implication):
        given, claim = body.args
        return _several(_body(given)) and _several(claim)
    return _several(body) or (isinstance(body, x.Exists) and body == thing)


def _is_wide(thing: Any) -> bool:
    if isinstance(_body(thing), x.Distribution):
        return False
    if isinstance(thing, x.AllOf):
        return any(map(_is_wide, thing.args))
    return width(fold(thing)) > 1.6 * INLINE


def _losses(box: Box) -> Iterable[tuple[Box, Box, Box]]:
    """The privacy losses in a formula: the name, and the laws of which it is the ratio."""
    if box == Glyph("Z"):
        yield box, named("P"), named("Q")
    elif isinstance(box, Script) and box.base == Glyph("Z"):
        if isinstance(box.lower, Row) and len(box.lower.items) == 3:
            yield box, box.lower.items[0], box.lower.items[2]
        elif box.upper == Glyph("'"):
            yield box, named("Q"), named("P")
    else:
        for part in _parts(box):
            yield from _losses(part)


def _parts(box: Box) -> Iterable[Box]:
    for name in getattr(box, "__slots__", ()):
        value = getattr(box, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Box):
                yield part
            elif isinstance(part, tuple):
                yield from (inner for inner in part if isinstance(inner, Box))
