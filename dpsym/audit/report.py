"""What an audit shows: lines for a person, JSON, and a copy of the source with notes in the margin."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dpsym.audit.judging import (
    CITED,
    CONTRADICTORY,
    DECLARED,
    ERROR,
    FAILS,
    FOLLOWS,
    NO_VALUE,
    NOT_READ,
    PROVED,
    UNDECIDED,
    Judged,
)
from dpsym.audit.nearest import Nearest
from dpsym.kernel.terms import Json

SHOWN = 2  # nearest lines shown to a person
LONG = 110  # characters of a note in the margin


@dataclass(frozen=True)
class Found:
    """A judged line with the true lines near it."""

    judged: Judged
    nearest: tuple[Nearest, ...] = ()

    def json(self, full: bool = False) -> Json:
        """The keys of the interface; with `full` the evidence, the reason and the rest besides."""
        j = self.judged
        x = j.line
        data: Json = {
            "file": x.file, "line": x.line, "column": x.column, "left": x.left, "relation": x.relation, "right": x.right,
            "verdict": j.verdict, "point": j.point,
        }  # fmt: skip
        if j.fault is not None:
            data |= j.fault.json()
        if full:
            data |= {
                "evidence": j.evidence, "reason": j.reason, "rests_on": list(j.rests_on),
                "label": x.display.label if x.display else "",
                "nearest": [{"line": n.text, "edit": n.words} for n in self.nearest],
            }  # fmt: skip
        return data

    @property
    def shown(self) -> str:
        """The verdict as a person reads it: cited, declared and no value are told apart."""
        j = self.judged
        if j.evidence == CITED:
            return "follows, cited"
        if j.evidence == DECLARED:
            return "declared"
        if j.evidence == NO_VALUE:
            return "no value"
        return j.verdict

    def lines(self) -> list[str]:
        """The finding for a person: the place, the verdict, the line as it was read; then why."""
        j = self.judged
        x = j.line
        said = f"{x.left} {x.relation} {x.right}".strip()
        out = [f"{x.file}:{x.line}:{x.column}: {self.shown}" + (f"  {said}" if said else "")]
        out += [f"    {s}" for s in self.why()]
        if j.verdict == FAILS and self.nearest:
            out += [f"    nearest: {n.text}   ({n.words})" for n in self.nearest[:SHOWN]]
        return out

    def why(self) -> list[str]:
        """What is said under a line."""
        j = self.judged
        if j.evidence == PROVED or j.evidence == DECLARED:
            return []
        if j.evidence == CITED:
            return [f"rests on: {', '.join(j.rests_on)}"]
        if j.point is None:
            return [j.reason]
        at = where(j.point)
        if j.evidence == NO_VALUE:
            return [j.reason]
        return [f"at {at or 'these numbers'}: left {j.point['left']}, right {j.point['right']}"]


def where(point: Json) -> str:
    """A point on one line."""
    values = [f"{k} = {v}" for k, v in point["values"].items()]
    laws = [f"{k} = ({', '.join(v)})" for k, v in point["laws"].items()]
    return ", ".join(values + laws)


def counts(found: Sequence[Found]) -> dict[str, int]:
    """How many lines of each kind."""
    order = ("follows", "follows, cited", "declared", "fails", "no value", "undecided", "not read", ERROR)
    return {k: sum(f.shown == k for f in found) for k in order}


def summary(found: Sequence[Found], displays: int) -> str:
    """One line about the whole."""
    some = ", ".join(f"{n} {k}" for k, n in counts(found).items() if n)
    return f"{displays} displays, {len(found)} relations: {some or 'none'}"


def statuses(found: Sequence[Found]) -> set[str]:
    """What the exit code goes by: `refuted`, `vacuous` and `unknown`, as for other commands; internal errors have their own."""
    out = set()
    for f in found:
        j = f.judged
        if j.verdict == FAILS:
            out.add("refuted")
        elif j.evidence == CONTRADICTORY:
            out.add("vacuous")
        elif j.verdict in (UNDECIDED, NOT_READ) or j.evidence == CITED:
            out.add("unknown")
        else:
            assert j.verdict in (FOLLOWS, ERROR)
    return out


# --------------------------------------------------------------------------------------------------- margin notes
MARKS = {
    "follows": "follows", "follows, cited": "follows (cited)", "declared": "declared", "fails": "FAILS", "no value": "NO VALUE",
    "undecided": "undecided", "not read": "not read", ERROR: "error",
}  # fmt: skip
SPECIAL = {
    "\\": r"\textbackslash{}", "#": r"\#", "$": r"\$", "%": r"\%", "&": r"\&", "_": r"\_", "{": r"\{", "}": r"\}",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
}  # fmt: skip


def harmless(text: str) -> str:
    """Text that TeX prints as it is."""
    plain = "".join(c if " " <= c <= "~" else "?" for c in text)
    return "".join(SPECIAL.get(c, c) for c in plain)


def note(found: Sequence[Found]) -> str:
    """The margin note of a display."""
    said = []
    for k, f in enumerate(found, 1):
        j = f.judged
        more = (
            where(j.point) if j.point and j.evidence != NO_VALUE else j.reason if j.evidence != PROVED else ""
        )
        more = more if f.shown != "declared" else ""
        more = more if len(more) <= LONG else more[: LONG - 3] + "..."
        said.append(f"{k}: {MARKS[f.shown]}" + (f" ({harmless(more)})" if more else ""))
    return "\\marginpar{\\raggedright\\tiny dpsym\\\\ " + "\\\\ ".join(said) + "}"


def annotated(text: str, found: Sequence[Found]) -> str:
    """The source with a note in the margin after each display that has relations; it compiles where the source does.

    A formula in the text, and a display inside of a box or float where LaTeX has no margin, gets a comment instead.
    """
    ends: dict[int, list[Found]] = {}
    for f in found:
        if f.judged.line.display is not None:
            ends.setdefault(f.judged.line.display.end, []).append(f)
    out, last = [], 0
    for end in sorted(ends):
        here = ends[end]
        display = here[0].judged.line.display
        out.append(text[last:end])
        last = end
        boxed = display is not None and (display.inline or in_box(text[: display.at]))
        if boxed:
            rest = text[end:].partition("\n")[0]
            said = "; ".join(f"{f.shown}" for f in here)
            out.append(f"%\n% dpsym says: {said}\n" if not rest.strip() else "")
        else:
            out.append(note(here))
    return "".join(out) + text[last:]


BOXES = re.compile(
    r"\\(begin|end)\s*\{(minipage|figure\*?|table\*?|tabular\*?|tcolorbox|mdframed|framed|algorithm\*?)\}"
)


def in_box(before: str) -> bool:
    """Whether an environment is open in which a margin note is lost."""
    return sum(1 if m[1] == "begin" else -1 for m in BOXES.finditer(before)) > 0 or in_argument(before)


def in_argument(before: str) -> bool:
    """Whether a brace is open: the display stands in the argument of a macro."""
    plain = re.sub(r"\\.|%[^\n]*", "", before, flags=re.S)
    return plain.count("{") > plain.count("}")
