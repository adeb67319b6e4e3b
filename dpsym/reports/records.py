"""What is reported of one entry, as plain data that can cross processes and become JSON."""

from __future__ import annotations

from dataclasses import dataclass

from dpsym.document.page import Recomputed
from dpsym.kernel.terms import Json
from dpsym.language import Value
from dpsym.prove.verdict import NOWHERE, Verdict


@dataclass(frozen=True)
class MissRow:
    """What came of one near miss or printed form.

    kind       "near miss" (of the file), "computed" or "printed form"
    tried      what was tried, where it is not refuted
    statement  the statement in plain text, and `witness` the point as data and `words` in words, where they are asked for
    """

    kind: str
    name: str
    verdict: str
    tried: str = ""
    statement: str = ""
    witness: Json | None = None
    words: str = ""

    @property
    def title(self) -> str:
        """What it is called in a report."""
        return "the printed form" if self.kind == "printed form" else f"near miss {self.name!r}"

    def json(self) -> Json:
        """The row as JSON data."""
        found: Json = {"name": self.title, "verdict": self.verdict, "tried": self.tried}
        found["computed"] = self.kind == "computed"
        if self.statement:
            found |= {"statement": self.statement, "witness": self.witness}
        return found


@dataclass(frozen=True)
class Finding:
    """What came of one entry, as plain data that can cross processes.

    declared   whether this is what the file declares: proved (cited where it says so), numbers as expected
    lines      (says, verdict, method, reason) of each step
    witness    for a refuted statement, the check in words
    contrary   whether something is known to be against what the file declares; else what is missing is undecided
    instance   a point at which the hypotheses hold, which the kernel accepts, as data and in words
    nowhere    whether the statement holds and no such point is known
    valueless  whether a term of some step has no value at a point where the step stands
    misses     what came of each near miss and printed form; None when they were not looked at
    short      what of a proved statement's scope falls short of any measurable spaces: sets, and provisos in words
    holding    neighbours of the statement that were proved, where they were asked for: there it is not sharp
    sharp      what came of each point of equality
    """

    name: str
    title: str
    source: tuple[str, ...]
    kind: str
    verdict: str
    scope: str
    declared: bool
    seconds: float
    lines: tuple[tuple[str, str, str, str], ...] = ()
    witness: tuple[str, ...] = ()
    tried: str = ""
    uses: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    contrary: bool = False
    instance: Json | None = None
    instance_words: str = ""
    nowhere: bool = False
    misses: tuple[MissRow, ...] | None = ()
    sharp: tuple[Json, ...] = ()
    valueless: bool = False
    holding: tuple[str, ...] = ()
    short: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def shown(self) -> str:
        """The verdict as it is shown."""
        return f"{self.verdict}, {NOWHERE}" if self.nowhere else self.verdict

    @property
    def refuted(self) -> int:
        """How many near misses are refuted."""
        return sum(row.verdict == "refuted" and row.kind != "printed form" for row in self.misses or ())

    def json(self) -> Json:
        """The finding as data."""
        found: Json = {
            "name": self.name,
            "title": self.title,
            "source": list(self.source),
            "kind": self.kind,
            "verdict": self.verdict,
            "shown": self.shown,
            "scope": self.scope,
            "as_declared": self.declared,
            "instance": self.instance,
            "lines": [
                dict(zip(("says", "verdict", "method", "reason"), line, strict=True)) for line in self.lines
            ],
            "uses": list(self.uses),
            "rests_on": list(self.rests_on),
            "seconds": round(self.seconds, 3),
        }
        if self.kind not in ("definition", "example", "figure", "background") or self.misses or self.sharp:
            rows = [row.json() for row in self.misses or ()]
            found["near_misses"] = "not checked" if self.misses is None else rows
            found["tight"] = list(self.sharp)
            if self.holding:
                found["not_sharp"] = list(self.holding)
        if self.witness:
            found["witness"] = list(self.witness)
        if self.tried:
            found["tried"] = self.tried
        if self.remarks:
            found["remarks"] = list(self.remarks)
        return found


@dataclass(frozen=True, kw_only=True)
class Number(Recomputed):
    """A number of an example or a figure, with the name and the source of the entry, and whether the file expects it to
    agree with what is printed ("agrees") or not ("disagrees")."""

    name: str
    source: tuple[str, ...]
    expected: str

    @property
    def declared(self) -> bool:
        """Whether the file says of the printed number what was found."""
        return not self.printed or self.agrees is (self.expected == "agrees")

    def json(self) -> Json:
        """The number as data."""
        return {
            "source": ", ".join(self.source),
            "what": self.what,
            "printed": self.printed,
            "low": self.low,
            "high": self.high,
            "agrees": self.agrees,
            "expected": self.expected,
            "name": self.name,
        }


def not_computed(name: str, source: tuple[str, ...], value: Value, why: str) -> Number:
    """A number of an entry of which nothing is known, and why."""
    return Number(
        name=name, source=source, what=value.what, printed=value.printed, expected=value.expected, note=why
    )


@dataclass(frozen=True)
class Miss:
    """What came of a variant of a theorem that should be false."""

    name: str
    verdict: Verdict
    statement: str
    words: tuple[str, ...] = ()

    @property
    def refuted(self) -> bool:
        """Whether the kernel accepts a witness against it."""
        return self.verdict.status == "refuted"
