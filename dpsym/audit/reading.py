"""A source as lines: every relation of its displays, read into nodes, with what is declared at its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dpsym.audit.build import parts, speaks
from dpsym.audit.chains import Relation, relations
from dpsym.audit.displays import Display, displays
from dpsym.audit.formula import Parser
from dpsym.audit.letters import Letters
from dpsym.audit.said import said
from dpsym.audit.scope import Scope, Side
from dpsym.audit.tokens import NotRead, Token, place
from dpsym.claims.reading.nodes import BARE, Node
from dpsym.claims.reading.words import CONSTANTS

SOURCE = 5_000_000  # characters of a source
SHOWN = 80  # characters of a side that is not read


@dataclass(frozen=True)
class Line:
    """One relation of a source.

    file, line, column  the place of its sign, from 1
    left, right         the sides as they were read, or their LaTeX where they were not
    why                 not empty: why it is not read
    sides               the nodes of the sides as the paper has them, where both were read
    scope               what is declared there
    beside              a condition beside a line, which is looked up among what is declared
    display, chain      where it stands; text: the source
    """

    file: str
    line: int
    column: int
    left: str
    relation: str
    right: str
    why: str = ""
    sides: tuple[Node, Node] | None = field(default=None, repr=False)
    scope: Scope = field(default_factory=Scope, repr=False)
    beside: bool = False
    display: Display | None = field(default=None, repr=False)
    chain: int = 0
    over: str = ""
    text: str = field(default="", repr=False)


@dataclass(frozen=True)
class Reading:
    """A source that was read: its text, displays and lines."""

    text: str
    file: str
    displays: tuple[Display, ...]
    lines: tuple[Line, ...]


def read(text: str, file: str, side: Side | None = None) -> Reading:
    """Every relation of a source, read and not judged; NotRead where the whole is too long."""
    if len(text) > SOURCE:
        raise NotRead(f"the source has more than {SOURCE} characters")
    side = side or Side()
    found = displays(text, side.macros)
    used = {t.text for d in found for t in d.tokens if t.kind == "cs"}
    one_eps = not {"epsilon", "varepsilon"} <= used
    scope = Scope()
    for note in side.everywhere:
        scope = scope.take(note)
    lines: list[Line] = []
    shown: list[Display] = []
    for d in found:
        here, trouble = scope_at(scope.fresh(), d, side)
        scope = scope.fresh() if d.inline else here
        if here.skip or (d.inline and not worth_reading(d, here)):
            continue
        shown.append(d)
        try:
            if trouble is not None:
                raise trouble
            found_here = relations(d)
        except NotRead as e:
            lines.append(unread_display(text, file, d, here, e))
            continue
        letters = here.letters(one_eps)
        lines += [line_of(text, file, d, here, letters, r) for r in found_here]
    return Reading(text, file, tuple(shown), tuple(lines))


def scope_at(scope: Scope, d: Display, side: Side) -> tuple[Scope, NotRead | None]:
    """What is declared at a display, and why it is not read where a declaration cannot be."""
    trouble = d.trouble
    for note in (*side.notes(d), *d.notes):
        try:
            scope = scope.take(note)
        except NotRead as e:
            trouble = e
    both = [n for n in scope.local if any(n == x.value for c in scope.conditions for x in parts(c))]
    if both:
        trouble = NotRead(f"{both[0]} is declared twice: as a number and by 'let'", d.at)
    return scope, trouble


def worth_reading(d: Display, scope: Scope) -> bool:
    """Whether a formula in the text is judged: one that is asked for, or a chain that is more than a condition."""
    if d.trouble is not None:
        return False
    try:
        found = relations(d)
    except NotRead:
        return False
    if scope.inline:
        return bool(found)
    judged = [r for r in found if r.relation in ("<=", "<", ">=", ">", "=") and r.left and r.right]
    if len(judged) < 2 or len(judged) < len(found):
        return False
    return sum(len(side) > 2 for r in judged for side in (r.left, r.right)) >= 2


def unread_display(text: str, file: str, d: Display, scope: Scope, e: NotRead) -> Line:
    """The line that stands for a display that is not read."""
    line, column = place(text, e.at if e.at >= 0 else d.at)
    return Line(file, line, column, "", "", "", e.why, scope=scope, display=d)


def line_of(text: str, file: str, d: Display, scope: Scope, letters: Letters, r: Relation) -> Line:
    """A relation, read."""
    line, column = place(text, r.at)
    why, sides = r.why, []
    for toks in (r.left, r.right):
        try:
            sides.append(side_of(toks, letters))
        except NotRead as e:
            at = place(text, e.at if e.at >= 0 else r.at)
            why = why or f"{e.why} ({at[0]}:{at[1]})"
        except RecursionError:
            why = why or "the formula is nested too deeply"
    both = (sides[0], sides[1]) if len(sides) == 2 else None
    shown = [said(s) for s in both] if both else [raw(r.left), raw(r.right)]
    beside = r.beside and both is not None
    return Line(
        file, line, column, shown[0], r.relation, shown[1], why, both, scope, beside, d, r.chain, r.over, text
    )


def side_of(toks: tuple[Token, ...], letters: Letters) -> Node:
    """A side as nodes of which every name is declared."""
    if not toks:
        raise NotRead("a side is empty")
    tree = Parser(toks, letters).whole()
    if speaks(tree, ("total",)) and outside(tree):
        raise NotRead("a mass outside of the sum has two readings: write brackets after \\sum_y", toks[0].at)
    missing = list(dict.fromkeys(undeclared(tree, letters)))
    if missing:
        names = ", ".join(missing)
        are = "is" if len(missing) == 1 else "are"
        raise NotRead(f"{names} {are} not declared: for example '% dpsym: {missing[0]} > 0'", toks[0].at)
    return tree


def outside(n: Node) -> bool:
    """Whether a mass stands in no sum."""
    return n.kind == "mass" or (n.kind != "total" and any(map(outside, n.args)))


def undeclared(tree: Node, letters: Letters) -> Iterator[str]:
    """The names that nothing declares."""
    for n, in_event in places(tree):
        if (
            n.kind == "name"
            and n.value not in letters.names
            and n.value not in CONSTANTS
            and not named(n, letters)
        ):
            yield str(n.value)
        if n.kind == "loss" and not in_event:
            yield f"{n.value} outside of an expectation: the loss"


def places(n: Node, in_event: bool = False) -> Iterator[tuple[Node, bool]]:
    """The node and all below, and whether each stands in an event."""
    in_event = in_event or n.kind == "event"
    yield n, in_event
    for a in n.args:
        yield from places(a, in_event)


def named(n: Node, letters: Letters) -> bool:
    """Whether a name stands for a functional of the declared pair."""
    return letters.pair is not None and n.value in BARE


def raw(toks: tuple[Token, ...]) -> str:
    """The LaTeX of a side, cut short."""
    text = "".join(t.shown + (" " if t.kind == "cs" and t.text.isalpha() else "") for t in toks).strip()
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
