"""A goal that says of other names what one before it says: the lines for that one, written again with these names.

The second order of a pair of laws repeats the lines of the first, and a search for each would find the same again.  Nothing
is taken over unseen: every line goes to the kernel as those of a search do, and where one is refused, or rests on what is
not known of the other names, the goal is searched for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from dpsym.kernel.terms import OPS, Sort, names
from dpsym.prove.proof.script import Field, Refused, Script, Stuck, Term
from dpsym.prove.proof.state import State

LARGEST = 400  # lines that are written again for one goal
LATEST = 2  # goals of one shape whose lines are tried
RENAMINGS = 3  # of earlier goals that are tried together with that of a goal

Shape = tuple  # of a formula: its names by their places and sorts
Renaming = dict[str, str]


class Renamed:
    """The goals that were shown in a script, by their shapes."""

    def __init__(self, script: Script) -> None:
        self.s = script
        self.shown: dict[Shape, list[tuple[tuple[str, ...], int]]] = {}
        self.renamings: list[Renaming] = []  # the last ones first

    def show(self, known: State, goal: Term, search: Callable[[], int]) -> int:
        """A line that states the goal: of one before it, with other names, or found by the search; Stuck where it finds
        none."""
        if known.have(goal) is not None:
            return search()
        shape, found = shape_of(goal, self.s.sig)
        before = self.shown.setdefault(shape, [])
        line = self.again(known, goal, found, before) if before else None
        if line is None:
            line = search()
        before.append((found, line))
        return line

    def again(
        self, known: State, goal: Term, found: tuple[str, ...], before: list[tuple[tuple[str, ...], int]]
    ) -> int | None:
        """The line of a goal of the same shape with the names of this one; None where none of them can be written so."""
        for others, line in reversed(before[-LATEST:]):
            own = exchange(dict(zip(others, found, strict=True)))
            if own is None:
                continue
            for renaming in self.extended(own):
                with suppress(Refused, Stuck, KeyError):
                    number = Copy(self.s, known, line, renaming).written(goal)
                    if number is not None:
                        self.renamings = [renaming, *(r for r in self.renamings if r != renaming)][:RENAMINGS]
                        return number
        return None

    def extended(self, own: Renaming) -> Iterator[Renaming]:
        """A renaming together with those of earlier goals, as far as they agree with it; and alone."""
        tried = []
        for other in [*self.renamings, {}]:
            if all(other.get(x, y) == y for x, y in own.items()):
                whole = {**other, **own}
                if whole not in tried and exchange(whole) == whole:
                    tried.append(whole)
                    yield whole


class Copy:
    """One line, with all that it rests on, to be written again with other names; in a state in which other facts are known."""

    def __init__(self, script: Script, known: State, line: int, renaming: Renaming) -> None:
        self.s, self.known, self.line, self.renaming = script, known, line, renaming
        self.open = script.hyps(line).keys()  # hypotheses that no later line discharges
        self.in_force = {h for fact in known.keys.values() for h in script.hyps(fact)}
        self.place: dict[
            int, int | None
        ] = {}  # of each line the one that says it with the other names; None: to be written

    def written(self, goal: Term) -> int | None:
        """The number of the new line, which states the goal; None where it rests on what is not known."""
        if not self.planned():
            return None
        for n in sorted(n for n, there in self.place.items() if there is None):
            self.place[n] = self.write(n)
        number = self.place[self.line]
        assert number is not None
        s = self.s
        if s.key(s.goal(number)) != s.key(goal):
            return None
        if not s.hyps(number).keys() <= self.in_force:
            return None
        return number if s.goal(number) == goal else s.add("have", [number], **{"is": goal})

    def planned(self) -> bool:
        """Find out which lines have to be written; false where a hypothesis is missing, or they are too many."""
        s, stack = self.s, [self.line]
        while stack:
            n = stack.pop()
            if n in self.place:
                continue
            there = self.there(n)
            self.place[n] = there
            if there is None:
                if s.lines[n]["rule"] == "hyp" and not s.hyps(n).keys().isdisjoint(self.open):
                    return False
                stack.extend(s.lines[n].get("from", ()))
            if len(self.place) > LARGEST:
                return False
        return True

    def there(self, n: int) -> int | None:
        """A line that says what line n says with the other names, if it is known or has none of them."""
        s = self.s
        if self.untouched(n):
            return n
        return self.known.have(renamed(s.goal(n), self.renaming))

    def untouched(self, n: int) -> bool:
        """Whether a line and its hypotheses have none of the names, and these are in force or discharged later."""
        s = self.s
        if any(h in self.open and h not in self.in_force for h in s.hyps(n)):
            return False
        return all(names(t).isdisjoint(self.renaming) for t in (s.goal(n), *s.hyps(n).values()))

    def write(self, n: int) -> int:
        """Line n with the other names."""
        s, line = self.s, self.s.lines[n]
        if line["rule"] == "hyp":
            return s.hyp(renamed(line["is"], self.renaming))
        fields = {k: renamed(v, self.renaming) for k, v in line.items() if k not in ("rule", "from", "name")}
        if line["rule"] == "lemma":  # its free names are read here as they are, unless they are replaced
            own = names(s.kernel.library[line["name"]].claim) & self.renaming.keys()
            values = {**{x: self.renaming[x] for x in own}, **fields.get("with", {})}
            fields |= {"name": line["name"], "with": values}
        return s.add(line["rule"], [self.place[k] for k in line.get("from", ())], **fields)  # type: ignore[misc]


def renamed(x: Field, renaming: Mapping[str, str]) -> Field:
    """A field of a line, or a tree, with other names, bound ones and heads too; what a lemma replaces keeps its name."""
    if isinstance(x, str):
        return renaming.get(x, x)
    if isinstance(x, tuple):
        return x if names(x).isdisjoint(renaming) else tuple(renamed(a, renaming) for a in x)
    if isinstance(x, list):
        return [renamed(a, renaming) for a in x]
    if isinstance(x, dict):
        return {k: renamed(v, renaming) for k, v in x.items()}
    return x


def shape_of(t: Term, sig: Mapping[str, Sort]) -> tuple[Shape, tuple[str, ...]]:
    """A formula with the places and sorts of its names instead of them, and the names by their places."""
    place: dict[str, int] = {}

    def seen(x: Term) -> Term:
        if isinstance(x, str):
            return x if x in OPS else (place.setdefault(x, len(place)), sig.get(x))
        return tuple([seen(a) for a in x]) if isinstance(x, tuple) else x

    return seen(t), tuple(place)


def exchange(names: Renaming) -> Renaming | None:
    """The renaming as one that takes no two names to one: who gives a name to another gets one in turn; None where there is
    none."""
    moved = {x: y for x, y in names.items() if x != y}
    if len({*names.values()}) < len(names):
        return None
    for end in [y for y in moved.values() if y not in moved]:
        start = end
        back = {y: x for x, y in moved.items()}
        while start in back:
            start = back[start]
        if names.get(end, start) != start:
            return None
        moved[end] = start
    return moved


__all__ = ["Renamed"]
