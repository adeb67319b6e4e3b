"""The sentence of a statement that says over which sets and laws it ranges: `Let the output set be finite.`

It is read off the statement itself: the sets that occur in it, which of them are abstract and which are listed, and
the functions on them that are laws.  Nobody types it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.formulas.boxes import Box, Name
from dpsym.document.formulas.notation import named
from dpsym.document.words.subjects import as_pairs
from dpsym.language import expressions as x
from dpsym.language.statements import Theorem, free_functions
from dpsym.lift import LEMMA, LOGIC, ON_THE_LINE

Piece = str | Box

NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
ANOTHER = ("", "another", "a third", "a fourth", "a fifth", "a sixth", "a seventh", "an eighth", "a ninth")


@dataclass
class Space:
    """A finite set over which a statement ranges.

    letters   the names of its elements, in order of appearance
    outputs   whether it is a set of outputs: laws P and Q, a probability or a notion are over it
    laws      the free laws on it
    filled    whether it is known not to be empty, because there is a law on it
    size      how many elements it has, where they are listed
    """

    letters: list[str] = field(default_factory=list)
    outputs: bool = False
    laws: list[str] = field(default_factory=list)
    filled: bool = False
    size: int | None = None


OVER_OUTPUTS = x.Pair | x.Probability | x.Expectation | x.Mass


def spaces_of(entry: Theorem) -> dict[str, Space]:
    """The finite sets of a statement by name, in order of appearance."""
    found: dict[str, Space] = {}
    things = (*entry.given, entry.claim)
    for thing in things:
        _note_spaces(thing, found)
    functions = free_functions(things)
    for law in entry.laws:
        on = [o.space for o in functions[law].args]
        for name in on:
            found[name].filled = True
        if len(on) == 1:
            found[on[0]].laws.append(law)
    for law, masses in entry.where.items():
        on = [getattr(o, "space", "") for o in functions[law].args] if law in functions else ["Y"]
        if len(on) == 1:
            space = found.setdefault(on[0], Space())
            space.size, space.filled = len(masses), True
            space.outputs = space.outputs or on[0] == "Y"
    return found


def _note_spaces(thing: Basic, found: dict[str, Space]) -> None:
    """Note the sets of which a formula speaks, and what it says of them."""
    if isinstance(thing, x.Outcome):
        letters = found.setdefault(thing.space, Space()).letters
        if thing.name not in letters:
            letters.append(thing.name)
    named_pq = isinstance(thing, AppliedUndef) and thing.func.__name__ in ("P", "Q")
    if isinstance(thing, OVER_OUTPUTS) or named_pq:
        for o in thing.args if named_pq else thing.args[2:]:
            if isinstance(o, x.Outcome):
                space = found.setdefault(o.space, Space())
                space.outputs = space.filled = True
    if isinstance(thing, x.Distribution):
        for o in thing.args[1].args[0].args[1:]:
            found.setdefault(o.space, Space()).filled = True
    for part in getattr(thing, "args", ()):
        _note_spaces(part, found)


def _and(items: Iterable[Piece]) -> list[Piece]:
    """`a, b and c`."""
    found: list[Piece] = []
    boxes = list(items)
    for index, item in enumerate(boxes):
        found += ([" and "] if index == len(boxes) - 1 else [", "]) if index else []
        found.append(item)
    return found


def _clause(space: Space, earlier: int, known: bool) -> list[Piece]:
    """The words about one set, after the word `let`, when so many sets of its kind have been named; of P and Q it may be
    `known` that they are laws, from what their mechanism is."""
    another = earlier > 0
    ordinal = ANOTHER[earlier] if earlier < len(ANOTHER) else f"a {earlier + 1}th"
    if space.size is not None:
        count = NUMBERS[space.size] if space.size < len(NUMBERS) else str(space.size)
        plural = "" if space.size == 1 else "s"
        if space.outputs:
            return [f"there be {count} output{plural}"]
        return [*_and(named(n) for n in space.letters), f" take {count} value{plural}"]
    if space.outputs and set(space.laws) <= {"P", "Q"} and not another:
        return ["the output set be finite"]
    where = ordinal or "a finite set"
    if space.laws:
        others = sorted({*space.laws} - {"P", "Q"})
        if known and space.outputs and not another and len(others) < len(space.laws) - 1:
            of_it = "a law on it" if len(others) == 1 else "laws on it"
            return ["the output set be finite, and let ", *_and(map(named, others)), f" be {of_it}"]
        kind = "a law" if len(space.laws) == 1 else "laws"
        of = " of outputs" if space.outputs and not another else ""
        return [
            *_and(named(law) for law in sorted(space.laws, key=lambda n: (n not in ("P", "Q"), n))),
            f" be {kind} on {where}{of}",
        ]
    if space.outputs and not another:
        return ["the output set be finite"]
    if not space.filled:
        where = f"{ordinal}, not empty" if another else "a finite non-empty set"
    return [*_and(named(n) for n in sorted(space.letters)), f" range over {where}"]


def setting(entry: Theorem) -> list[Piece]:
    """The sentence, as words and names; empty for a statement about numbers alone."""
    spaces = sorted(spaces_of(entry).values(), key=lambda s: not s.outputs)
    if not spaces:
        return []
    found: list[Piece] = ["Let "]
    known = not as_pairs(entry)
    seen = {True: 0, False: 0}
    for index, space in enumerate(spaces):
        last = index == len(spaces) - 1
        if index:
            found.append(", and let " if last else ", let ")
        found += _clause(space, seen[space.outputs] if space.size is None else 0, known)
        seen[space.outputs] += space.size is None
    found.append(".")
    functions = free_functions((*entry.given, entry.claim))
    for law in entry.laws:
        if law in functions and len(functions[law].args) > 1:
            letters = _and(named(o.name) for o in functions[law].args)  # type: ignore[attr-defined]
            found += [" Let ", named(law), " be a joint law of ", *letters, "."]
    return found


def lifted(entry: Theorem, scope: str) -> list[Piece]:
    """The sentence that says how far beyond finite sets the statement holds, and why, as the scope of its page has it; empty
    where the scope says nothing of it."""
    if f"{ON_THE_LINE} {LEMMA}" in scope:
        return [f" {LEMMA.capitalize()} the statement holds for the noise itself too, without rounding."]
    found = re.search(rf"any (outputs|measurable [\w, ]+?) {LEMMA}(.*)", scope)
    if not found:
        return any_sets(entry, scope)
    of_sets = re.match(r", any sets? (\w+(?: and \w+)*)", found[2])
    further = found[2].removeprefix(of_sets[0]) if of_sets else found[2]
    provisos = re.sub(r"^(?:, \w+)+ finite", "", further)  # that the other sets are finite has been said
    only = of_sets[1].split(" and ") if of_sets else []
    of = {name: space for name, space in spaces_of(entry).items() if space.size is None}
    names = found[1].removeprefix("measurable ").split(", ")
    if found[1] == "outputs":
        names = [n for n in of if n not in only]
    everything = not only and {*names} == {*of}
    if only and {*names, *only} == {*of}:
        provisos = f", and the other {'set any set' if len(only) == 1 else 'sets any sets'} at all{provisos}"
    sets = [of[name] for name in of if name in names]
    one = len(sets) == 1
    space = "measurable space" if one else "measurable spaces"
    laws = [named(n) for s in sets for n in dict.fromkeys(s.laws)]
    letters = [named(n) for s in sets for n in dict.fromkeys(s.letters)]
    if len(of) == 1 and one and sets[0].outputs:
        return [f"; {LEMMA} it may also be any {space}{provisos}."]
    if everything:
        said: list[Piece] = ["this set may also be" if one else "these sets may also be"]
    elif laws:
        others = [named(n) for s in sets if not s.laws and not s.outputs for n in dict.fromkeys(s.letters)]
        said = [*_and(laws), " may also be a law on" if len(laws) == 1 else " may also be laws on"]
        said += [", and ", *_and(others), " may range over,"] if others else []
    elif letters and not any(s.outputs for s in sets):
        said = [*_and(letters), " may also range over"]
    else:
        others = [named(n) for s in sets if not s.outputs for n in dict.fromkeys(s.letters)]
        those = [" and ", "that of " if len(others) == 1 else "those of ", *_and(others)] if others else []
        said = ["the output set", *those, " may also be"]
    return [f" {LEMMA.capitalize()} ", *said, f" any {space}{provisos}."]


def any_sets(entry: Theorem, scope: str) -> list[Piece]:
    """The sentence of a statement without laws, whose sets may be any sets; empty where the scope has none."""
    found = re.search(rf"any sets? (\w+(?: and \w+)*) ({LEMMA}|{LOGIC})", scope)
    if not found:
        return []
    of = {name: space for name, space in spaces_of(entry).items() if space.size is None}
    names = [n for n in found[1].split(" and ") if n in of]
    if found[2] == LOGIC:
        these = "it" if len(of) == 1 else "these sets"
        return [f"; as the proof is {LOGIC}, {these} may also be infinite."]
    if len(names) == len(of):
        said = "it may also be any set" if len(of) == 1 else "these may also be any sets"
        return [f"; {LEMMA} {said}."]
    letters = [named(n) for name in names for n in dict.fromkeys(of[name].letters)]
    return [
        f" {LEMMA.capitalize()} ",
        *_and(letters),
        f" may also range over any {'set' if len(names) == 1 else 'sets'}.",
    ]


def ranges(entry: Theorem, scope: str) -> list[Piece]:
    """The sentence of the sets, and how far beyond finite ones the scope goes."""
    said, further = setting(entry), lifted(entry, scope)
    if further and isinstance(further[0], str) and further[0].startswith(";"):
        said = said[:-1]  # its full stop
    return [*said, *further]


def by_letters(entry: Theorem, scope: str) -> str:
    """A scope in which the sets are those of the letters on the page, which does not name sets: `any measurable spaces of s
    and x by the reduction lemma, that of o finite`."""
    spaces = spaces_of(entry)

    def of(names: str) -> str:
        letters = [
            letter_of(spaces[n]) for n in re.findall(r"\w+", names) if n in spaces and spaces[n].letters
        ]
        return ", ".join(letters[:-1]) + (" and " if letters[1:] else "") + "".join(letters[-1:])

    if (sets := re.search(r"all finite sets (\w+(?:, \w+)*)", scope)) and of(sets[1]):
        scope = scope.replace(sets[0], f"all finite sets of {of(sets[1])}")
    found = re.search(rf"any measurable (\w+(?:, \w+)*) {LEMMA}", scope)
    if found is not None:
        general = found[1].count(",") > 0
        words = f"any measurable space{'s' * general} of {of(found[1])} {LEMMA}"
        scope = scope.replace(found[0], words)
    for any_set in re.findall(r"any sets? (?!of )\w+(?: and \w+)*", scope):
        names = any_set.split(" ", 2)[2]
        if of(names):
            scope = scope.replace(any_set, f"any set{'s' * (' and ' in names)} of {of(names)}")
    if finite := re.search(rf"(?<={LEMMA})(.*?)((?:, \w+)+) finite", scope):
        names = finite[2]
        if of(names):
            those = f", {'those' if names.count(',') > 1 else 'that'} of {of(names)} finite"
            scope = scope.replace(finite[0], finite[1] + those)
    return scope


def letter_of(space: Space) -> str:
    """The letter by which a set is told in words: one without a number, where there is one."""
    return next((n for n in space.letters if "_" not in n), space.letters[0])


def setting_words(entry: Theorem) -> str:
    """The sentence as plain text."""
    return "".join(
        p if isinstance(p, str) else p.plain if isinstance(p, Name) else "" for p in setting(entry)
    )
