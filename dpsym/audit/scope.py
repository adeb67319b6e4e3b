"""What is declared of a paper's letters: by comments `% dpsym: a > 1, eps > 0` in the source, or in a side file.

A line of the side file says the same without the comment sign.  What stands before the first heading holds for the whole
source, what stands under `[eq:label]` or `[#3]` for the display of that label or number.  Lines `\\newcommand...` of it
define macros.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from dpsym.audit.build import node
from dpsym.audit.displays import Display, Note
from dpsym.audit.letters import Letters
from dpsym.audit.tokens import NotRead
from dpsym.claims.reading.nodes import Node
from dpsym.claims.reading.syntax import NotAClaim, parse
from dpsym.claims.reading.trees import calls, names_in
from dpsym.claims.reading.words import CONSTANTS, FUNCTIONALS, FUNCTIONS, MECHANISMS, NOTIONS

INFINITY = ("oo", "inf", "infty", "infinity")
UNFOLDED, SIZE = 8, 4_000  # definitions inside each other, and nodes of a formula after them
LET = re.compile(r"\s*([A-Za-z]\w*)\s*(?:\(([^()]*)\))?\s*\Z", re.ASCII)
NAME = re.compile(r"[A-Za-z]\w*\Z", re.ASCII)
SIDE_WORDS = ("all", "given", "let", "define", "pair", "loss", "probability", "positive", "skip", "inline")
WORDS = ", ".join(SIDE_WORDS)


@dataclass(frozen=True)
class Let:
    """A declared abbreviation: its arguments, and what it stands for."""

    arguments: tuple[str, ...]
    body: Node


@dataclass(frozen=True)
class Scope:
    """What holds at a display.

    always, here  conditions for the rest of the source, and for this display
    given         hypotheses about the pair
    lets          abbreviations: `defined` for the rest of the source, `local` for this display
    positive      whether both laws have a positive mass everywhere
    loss, chance  the names of the privacy loss and of the probability under the first law
    skip, inline  whether the display is left out, and whether the formulas in the text before the next one are read
    """

    always: tuple[Node, ...] = ()
    here: tuple[Node, ...] = ()
    given: tuple[Node, ...] = ()
    defined: dict[str, Let] = field(default_factory=dict)
    local: dict[str, Let] = field(default_factory=dict)
    pair: tuple[str, str] | None = None
    loss: str = ""
    chance: str = ""
    positive: bool = False
    skip: bool = False
    inline: bool = False

    def fresh(self) -> Scope:
        """What still holds at the next display."""
        kept = ("always", "defined", "pair", "loss", "chance")
        return Scope(**{k: getattr(self, k) for k in kept})

    @property
    def conditions(self) -> tuple[Node, ...]:
        """All conditions in force."""
        return self.always + self.here

    @property
    def lets(self) -> dict[str, Let]:
        """All abbreviations in force."""
        return {**self.defined, **self.local}

    def letters(self, one_eps: bool = True) -> Letters:
        """What a formula may speak of."""
        names = frozenset().union(*(names_in(c) for c in self.conditions)) - set(CONSTANTS)
        names |= {k for k, v in self.lets.items() if not v.arguments}
        functions = frozenset(k for k, v in self.lets.items() if v.arguments)
        return Letters(frozenset(names), functions, self.pair, self.loss, self.chance, one_eps)

    # ------------------------------------------------------------------------------------------------- directives
    def take(self, note: Note) -> Scope:
        """With what one line declares; NotRead where it cannot be read."""
        rest = note.rest.rstrip(". ")
        if note.word in ("skip", "inline"):
            return replace(
                self, skip=self.skip or note.word == "skip", inline=self.inline or note.word == "inline"
            )
        if note.word in ("", "all"):
            more = conditions_of(rest, note)
            return (
                replace(self, here=self.here + more)
                if note.word == ""
                else replace(self, always=self.always + more)
            )
        if note.word == "given":
            return replace(self, given=self.given + hypotheses_of(rest, note))
        if note.word in ("let", "define"):
            found = dict(self.local if note.word == "let" else self.defined)
            for one in rest.split(";"):
                name, let = let_of(one, note)
                found[name] = let
            return replace(self, local=found) if note.word == "let" else replace(self, defined=found)
        if note.word in ("pair", "positive"):
            return self.with_pair(rest, note)
        if note.word in ("loss", "probability"):
            if not NAME.match(rest):
                raise NotRead(f"'dpsym {note.word}:' is followed by one name", at_of(note))
            return replace(self, loss=rest) if note.word == "loss" else replace(self, chance=rest)
        raise NotRead(f"'dpsym {note.word}:' is not known; there are {WORDS}", at_of(note))

    def with_pair(self, rest: str, note: Note) -> Scope:
        """The names of the two laws, or that both are positive everywhere."""
        names = tuple(x.strip() for x in rest.split(","))
        if len(names) != 2 or not all(NAME.match(x) for x in names) or names[0] == names[1]:
            raise NotRead(f"'dpsym {note.word}:' is followed by the two laws, such as P, Q", at_of(note))
        if note.word == "pair":
            return replace(self, pair=(names[0], names[1]))
        if set(names) != set(self.pair or ()):
            raise NotRead("'dpsym positive:' names the two laws of 'dpsym pair:'", at_of(note))
        return replace(self, positive=True)

    # ------------------------------------------------------------------------------------------------- definitions
    def unfold(self, n: Node, depth: int = 0) -> Node:
        """A formula with the declared abbreviations put in; places are those of the formula."""
        if depth > UNFOLDED:
            raise NotRead("a definition uses itself, or definitions stand too deeply inside each other", n.at)
        lets = self.lets
        args = tuple(self.unfold(a, depth) for a in n.args)
        let = lets.get(n.value) if n.kind in ("name", "call") else None
        if let is None and n.kind == "name" and self.loss and n.value == self.loss:
            return replace(n, kind="loss")
        if let is None:
            return node(n.kind, args, n.value, n.at, n.end) if args else n
        if len(args) != len(let.arguments):
            raise NotRead(f"{n.value} takes {len(let.arguments)} arguments", n.at)
        body = self.unfold(let.body, depth + 1)
        whole = placed(body, dict(zip(let.arguments, args, strict=True)), n)
        if size(whole) > SIZE:
            raise NotRead("the definitions unfold to too much", n.at)
        return whole


def size(n: Node) -> int:
    """How many nodes."""
    return 1 + sum(map(size, n.args))


def placed(n: Node, values: dict[str, Node], at: Node) -> Node:
    """A body at the place of its use, with values for its arguments."""
    if n.kind == "name" and n.value in values:
        return values[n.value]
    return node(n.kind, tuple(placed(a, values, at) for a in n.args), n.value, at.at, at.end)


def at_of(note: Note) -> int:
    """The place of a note in the source; -1 for one of the side file."""
    return -1 if note.at is None else note.at


def moved(n: Node, shift: int | None) -> Node:
    """A node of a note with its place in the source; without one for a note of the side file."""
    at, end = (-1, -1) if shift is None else (n.at + shift, n.end + shift)
    return replace(n, at=at, end=end, args=tuple(moved(a, shift) for a in n.args))


def parsed(text: str, lead: int, note: Note) -> object:
    """The parts of a claim that a note makes; NotRead at the place where it cannot be read."""
    try:
        return parse(text)
    except NotAClaim as e:
        where = "" if note.at is not None else f" (side file, line {note.line})"
        raise NotRead(
            f"in '{note.rest}': {e.message}{where}", -1 if note.at is None else note.at + max(0, e.at - lead)
        ) from None


def conditions_of(rest: str, note: Note) -> tuple[Node, ...]:
    """Conditions as typed."""
    source = parsed(f"for {rest}: 0 < 1", 4, note)
    shift = None if note.at is None else note.at - 4
    found = tuple(moved(c, shift) for c in source.conditions)  # type: ignore[attr-defined]
    for c in found:
        for name in names_in(c):
            taken = name in (*CONSTANTS, *INFINITY) or any(
                name in w for w in (FUNCTIONS, FUNCTIONALS, NOTIONS, MECHANISMS)
            )
            alone = c.kind == "natural" or (len(c.args) == 1 and c.args[0].kind == "name")
            if taken and (name not in CONSTANTS or alone or is_bound(c, name)):
                raise NotRead(
                    f"{name} has a meaning of its own: rename the letter by a macro in the side file",
                    at_of(note),
                )
        if any(x.value in FUNCTIONALS or x.value in NOTIONS for x in calls(c)):
            raise NotRead("what is supposed of the pair is written '% dpsym given: ...'", at_of(note))
    return found


def is_bound(c: Node, name: str) -> bool:
    """Whether the chain bounds the name alone."""
    return any(a.kind == "name" and a.value == name for a in c.args) and len(names_in(c)) == 1


def hypotheses_of(rest: str, note: Note) -> tuple[Node, ...]:
    """Hypotheses about the pair as typed, parted by commas between brackets of depth 0 or by 'and'."""
    depth, text = 0, ""
    for c in rest:
        depth += (c == "(") - (c == ")")
        text += " and " if c == "," and depth == 0 else c
    source = parsed(f"{text} => 0 < 1", 0, note)
    return tuple(moved(h, None) for h in source.hypotheses)  # type: ignore[attr-defined]


def let_of(text: str, note: Note) -> tuple[str, Let]:
    """A definition `name := term` or `name(x) := term`."""
    head, sign, body = text.partition(":=")
    m = LET.match(head)
    names = [] if m is None or m[2] is None else [x.strip() for x in m[2].split(",")]
    if (
        m is None
        or not sign
        or not body.strip()
        or not all(NAME.match(x) for x in names)
        or len({*names}) < len(names)
    ):
        raise NotRead(
            f"'{text.strip()}': a definition such as 'phi(t) := exp(-t^2/2)' was expected", at_of(note)
        )
    if m[1] in (*CONSTANTS, *FUNCTIONS, *NOTIONS, *FUNCTIONALS):
        raise NotRead(f"{m[1]} has a meaning of its own and cannot be defined", at_of(note))
    if m[2] is not None and not names:
        raise NotRead(f"{m[1]}() has no argument", at_of(note))
    source = parsed(f"{body.strip()} = 0", 0, note)
    (chain,) = source.conclusion  # type: ignore[attr-defined]
    if len(chain.args) != 2:
        raise NotRead(f"'{text.strip()}': a term was expected", at_of(note))
    return m[1], Let(tuple(names), moved(chain.args[0], None))


# ---------------------------------------------------------------------------------------------------- side file
@dataclass(frozen=True)
class Side:
    """A side file: definitions of macros, what holds everywhere, and what holds at single displays."""

    macros: str = ""
    everywhere: tuple[Note, ...] = ()
    at: dict[str, tuple[Note, ...]] = field(default_factory=dict)

    def notes(self, d: Display) -> Iterator[Note]:
        """What it says of a display."""
        if d.label:
            yield from self.at.get(d.label, ())
        if not d.inline:
            yield from self.at.get(f"#{d.number}", ())


def side_of(text: str) -> Side:
    """A side file as text; NotRead where a line cannot be read."""
    macros: list[str] = []
    everywhere: list[Note] = []
    at: dict[str, list[Note]] = {}
    here: list[Note] | None = None
    for number, whole in enumerate(text.splitlines(), 1):
        line = (
            whole.strip().removeprefix("% dpsym").strip()
            if whole.strip().startswith("% dpsym")
            else whole.strip()
        )
        if not line or line.startswith(("#", "%")):
            continue
        if line.startswith("\\"):
            macros.append(line)
        elif line.startswith("[") and line.endswith("]"):
            here = at.setdefault(line[1:-1].strip(), [])
        else:
            word, _, rest = line.partition(":")
            known = word.strip() in SIDE_WORDS and not rest.startswith("=")
            if not known and line in ("skip", "inline"):
                word, rest, known = line, "", True
            note = Note(
                word.strip() if known else "", (rest if known else line.lstrip(": ")).strip(), None, number
            )
            if here is None and note.word in ("", "let"):
                note = replace(note, word="all" if note.word == "" else "define")
            (everywhere if here is None else here).append(note)
    return Side("\n".join(macros), tuple(everywhere), {k: tuple(v) for k, v in at.items()})
