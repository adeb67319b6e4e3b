"""The displays of a source and its inline formulas, each as tokens with macros expanded, and the comments that speak to us."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from dpsym.audit.macros import DEFINES, OBSCURE, Allowance, Macros, define, expand
from dpsym.audit.tokens import NO_CONDITION, NotRead, Token, group, is_cs, is_named, tokens

DISPLAYS = {
    "equation", "align", "gather", "multline", "flalign", "alignat", "eqnarray", "displaymath", "dmath",
}  # fmt: skip
INLINE = "$"
DIRECTIVE = re.compile(r"^[ \t]*%+[ \t]*dpsym(?:[ \t]+(?P<word>[a-z]+))?[ \t]*:[ \t]*(?P<rest>[^\n]*)$", re.M)
BARE = re.compile(r"^[ \t]*%+[ \t]*dpsym[ \t]+(?P<word>skip|inline)[ \t]*$", re.M)


@dataclass(frozen=True)
class Note:
    """A line that speaks to the audit: its word ("" for conditions), the rest, and its place (None: in the side file)."""

    word: str
    rest: str
    at: int | None
    line: int = 0


@dataclass
class Display:
    """A display: its environment ("$" for a formula in the text), tokens, place, and the notes since the one before.

    trouble  why none of it is read, where that is so
    """

    env: str
    tokens: list[Token]
    at: int
    end: int
    notes: list[Note]
    label: str = ""
    number: int = 0
    trouble: NotRead | None = None
    macros: Macros = field(default_factory=dict, repr=False)

    @property
    def inline(self) -> bool:
        """Whether it stands in the text."""
        return self.env == INLINE


def notes_in(text: str, dead: Sequence[tuple[int, int]] = ()) -> list[Note]:
    """The comments that speak to the audit, in order; not those in what is left out of the paper."""
    found = [Note(m["word"] or "", m["rest"].strip(), m.start("rest")) for m in DIRECTIVE.finditer(text)]
    found += [Note(m["word"], "", m.start("word")) for m in BARE.finditer(text)]
    live = (n for n in found if not any(a <= (n.at or 0) < b for a, b in dead))
    return sorted(live, key=lambda n: n.at or 0)


class Reading:
    """Walks through the tokens of a source once: definitions are taken in order, displays as they come."""

    def __init__(self, text: str, preamble: str = "") -> None:
        dead: list[tuple[int, int]] = []
        self.text, self.toks = text, tokens(text, dead)
        self.macros: Macros = {}
        self.allowance = Allowance()
        self.notes = notes_in(text, dead)
        self.found: list[Display] = []
        self.i = self.last = 0
        self.groups: list[str] = []  # open braces and environments, but for the document
        self.conditionals = 0
        for text_of_side in (preamble,) if preamble else ():
            self.read_definitions(tokens(text_of_side))

    def read_definitions(self, toks: list[Token]) -> None:
        """Definitions of the side file: they stand for all of the source."""
        i = 0
        while i < len(toks):
            i = define(toks, i, self.macros) if is_cs(toks[i], *DEFINES) else i + 1
        self.fixed = frozenset(self.macros)

    fixed: frozenset[str] = frozenset()

    def displays(self) -> list[Display]:
        """All displays in order."""
        while self.i < len(self.toks):
            t = self.toks[self.i]
            if is_cs(t, *DEFINES, *OBSCURE):
                self.definition()
            elif (opened := self.opens(t)) is not None:
                self.display(t, *opened)
            else:
                self.step(t)
        return self.found

    def definition(self) -> None:
        """Take a definition; one in a group or under a condition may not hold where it is used."""
        doubt = ""
        if self.groups or self.conditionals:
            doubt = "is defined inside of a group or condition: write its definition in the side file"
        before = {k: self.macros[k] for k in self.fixed}
        try:
            self.i = define(self.toks, self.i, self.macros, doubt)
        except NotRead:
            self.i += 1
        self.macros.update(before)

    def step(self, t: Token) -> None:
        """Past a token of the text."""
        if t.kind == "{" or (t.kind == "begin" and t.text != "document"):
            self.groups.append(t.text)
        elif (t.kind == "}" or (t.kind == "end" and t.text != "document")) and self.groups:
            self.groups.pop()
        elif t.kind == "cs" and t.text.startswith("if") and self.is_open(t):
            self.conditionals += 1
        elif is_cs(t, "fi") and self.conditionals:
            self.conditionals -= 1
        self.i += 1

    def is_open(self, t: Token) -> bool:
        """Whether the word opens a condition: one that only has a name here, or that no \\fi closes, does not."""
        return t.text not in NO_CONDITION and not is_named(self.toks[max(self.i - 3, 0) : self.i])

    def opens(self, t: Token) -> tuple[str, Callable[[int], bool], int] | None:
        """The environment that opens here, how it closes, and how many tokens open it."""
        toks, i = self.toks, self.i
        if t.kind == "begin" and t.text.rstrip("*") in DISPLAYS:
            return t.text, lambda k: toks[k].kind == "end" and toks[k].text == t.text, 1
        if is_cs(t, "["):
            return "\\[", lambda k: is_cs(toks[k], "]"), 1
        if is_cs(t, "("):
            return INLINE, lambda k: is_cs(toks[k], ")"), 1
        if t.kind == "$":
            if i + 1 < len(toks) and toks[i + 1].kind == "$" and toks[i + 1].at == t.end:
                return "$$", lambda k: toks[k].kind == "$", 2
            return INLINE, lambda k: toks[k].kind == "$", 1
        return None

    def display(self, t: Token, env: str, close: Callable[[int], bool], opening: int) -> None:
        """Take the display that opens here."""
        toks = self.toks
        start = self.i + opening
        if env.startswith("alignat"):
            start = self.past_argument(start)
        j = self.closing(start, close)
        inside, end = toks[start:j], toks[j].end if j < len(toks) else len(self.text)
        closing = 2 if env == "$$" and j + 1 < len(toks) and toks[j + 1].kind == "$" else 1
        notes = [n for n in self.notes if self.last <= (n.at or 0) < (t.at if env == INLINE else end)]
        d = Display(env.rstrip("*"), inside, t.at, toks[j + closing - 1].end if j < len(toks) else end, notes)
        d.label = label_of(inside)
        try:
            if j >= len(toks):
                raise NotRead("the display is not closed", t.at)
            d.tokens = expand(inside, self.macros, self.allowance)
        except NotRead as e:
            d.trouble = e
        d.macros = self.macros
        d.number = 1 + sum(not x.inline for x in self.found)
        self.found.append(d)
        if env != INLINE:
            self.last = d.end
        self.i = j + closing

    def closing(self, start: int, close: Callable[[int], bool]) -> int:
        """Where the display closes: outside of braces, where that is to be found."""
        depth, first = 0, len(self.toks)
        for k in range(start, len(self.toks)):
            t = self.toks[k]
            depth += (t.kind == "{") - (t.kind == "}")
            if close(k):
                first = min(first, k)
                if depth <= 0:
                    return k
        return first

    def past_argument(self, start: int) -> int:
        """The place after the number of columns."""
        try:
            return group(self.toks, start)[1]
        except NotRead:
            return start


def label_of(toks: list[Token]) -> str:
    """The first label of a display, or the empty text."""
    for i, t in enumerate(toks):
        if is_cs(t, "label") and i + 1 < len(toks):
            try:
                inside, _ = group(toks, i + 1)
            except NotRead:
                return ""
            return "".join(x.shown for x in inside)
    return ""


def displays(text: str, preamble: str = "") -> list[Display]:
    """The displays and inline formulas of a source in order; `preamble` has definitions of macros that come before it.

    NotRead where the source is too long.
    """
    return Reading(text, preamble).displays()


__all__ = ["Display", "Note", "displays", "notes_in"]
