"""Statements, points and steps on one line of plain text, and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sympy.logic.boolalg import Boolean

from dpsym.document.setting import setting_words
from dpsym.document.spelling import plain
from dpsym.document.steps import words as words_of
from dpsym.language import Entry, Notion, Point, Theorem, Variant, as_written
from dpsym.language.steps import Step, number_of_steps
from dpsym.prove.sharpness import Sharp
from dpsym.prove.verdict import NOT_CHECKED, LineReport, Verdict


def said(entry: Theorem, wrong: Variant | None = None) -> str:
    """A theorem's statement, or a variant of it, on one line of plain text, with the sets over which it ranges."""

    whole = entry if wrong is None else whole_variant(entry, wrong)
    conditions = [plain(c) for p in whole.parameters for c in p.conditions]
    conditions += [plain(g) for g in whole.given]
    for law, masses in entry.where.items():
        conditions.append(f"{law} = ({', '.join(map(plain, masses))})")
    words = setting_words(replace(whole, where=entry.where))
    return (
        (words + " " if words else "")
        + (f"{', '.join(conditions)} => " if conditions else "")
        + plain(whole.claim)
    )


def whole_variant(entry: Theorem, wrong: Variant) -> Theorem:
    """The variant as a statement of its own."""
    given = entry.given if wrong.given is None else wrong.given
    claim = entry.claim if wrong.claim is None else wrong.claim
    return Theorem(title=entry.title, given=given, claim=claim)


def in_plain_words(lines: Sequence[str], entry: Theorem, wrong: Variant) -> tuple[str, ...]:
    """The check of a witness with the formulas spelt as on the page, not as sympy writes them."""

    whole = whole_variant(entry, wrong)
    spelt: dict[str, str] = {}
    stack: list[Any] = [*whole.given, whole.claim]
    while stack and len(spelt) < 400:
        thing = stack.pop()
        if not isinstance(thing, Boolean):
            continue
        try:
            spelt.setdefault(str(thing), plain(thing))
        except ValueError:
            continue
        stack += thing.args
        with as_written():
            if isinstance(thing, Notion):
                stack += [thing.one_order(thing.pair), thing.one_order(thing.pair.swapped)]
            elif hasattr(thing, "definition"):
                stack.append(thing.definition())
    found = []
    for line in lines:
        head, colon, rest = line.partition(": ")
        if colon and head in ("holds", "fails"):
            match = max((t for t in spelt if rest.startswith(t)), key=len, default="")
            line = f"{head}: {spelt[match]}{rest[len(match) :]}" if match else line
        found.append(line)
    return tuple(found)


def value_words(missing: Any) -> str:
    """What a term without a value needs, in plain words, and the point at which it has none."""

    need = missing.need
    words = f"{plain(need.term)} needs {plain(need.condition)}: {need.rule}"
    if missing.point is None:
        return f"{words}, and that could not be shown"
    at = point_words(missing.point)
    return f"no value: {words}" + (f"; here {at} is allowed" if at else "")


def point_words(at: Point | None) -> str:
    """A point on one line: parameters, then the masses of the laws."""

    if at is None:
        return ""
    parts = [f"{k if isinstance(k, str) else plain(k)} = {plain(v)}" for k, v in at.at]
    parts += [f"{law} = {_rows(at.rows(law), plain)}" for law, _ in at.laws]
    return ", ".join(parts)


def _rows(masses: tuple[Any, ...], spell: Any) -> str:
    return "(" + ", ".join(_rows(m, spell) if isinstance(m, tuple) else spell(m) for m in masses) + ")"


def point_json(at: Point | None) -> dict[str, Any] | None:
    """A point as data: exact values as text."""
    if at is None:
        return None
    return {
        "at": {k if isinstance(k, str) else k.name: str(v) for k, v in at.at},
        "laws": {law: [str(m) for m in masses] for law, masses in at.laws},
    }


def sharp_json(result: Sharp) -> dict[str, Any]:
    """What came of a point of equality, as data."""
    found: dict[str, Any] = {"point": point_json(result.point), "verdict": result.verdict}
    if result.verdict == "at points":
        found["points"] = [point_json(p) for p in result.points]
    if result.against:
        found["against"] = list(result.against)
    if result.tried:
        found["tried"] = result.tried
    return found


def step_lines(entry: Entry, found: Verdict) -> tuple[tuple[str, str, str, str], ...]:
    """Each step as (what it says, verdict, method, reason), in the order of the text; formulas in plain
    text.
    """
    if not isinstance(entry, Theorem) or not (found.lines or found.certificate):
        return ()
    steps = list(_said(entry.derivation))
    reported = {line.says: line for line in found.lines}
    if found.certificate is not None:  # as the lines that the kernel checked have it
        return tuple(
            (words, line.verdict, line.method, reason)
            for (words, _, reason), line in zip(steps, _lines(entry, found), strict=True)
        )
    lines = []
    for words, tree, reason in steps:
        line = reported.pop(tree, None)
        lines.append((words, line.verdict if line else "not reached", line.method if line else "", reason))
    return (*lines, *((line.says, line.verdict, line.method, line.reason) for line in reported.values()))


def _said(steps: Iterable[Step]) -> Iterator[tuple[str, str, str]]:
    """Each step in plain text, as the prover names it, and its reason."""

    for step in steps:
        for piece, (plainly, named) in zip(step.pieces(), words_of(step), strict=True):
            yield plainly, named, piece.reason
        yield from _said(step.inner())


def _lines(entry: Theorem, found: Verdict) -> tuple[LineReport, ...]:
    """A report for each step of a theorem with a certificate: not checked, unless one was made for these very steps."""
    count = number_of_steps(entry.derivation)
    return found.lines if len(found.lines) == count else (LineReport("", NOT_CHECKED),) * count


def line_verdicts(entry: Entry, found: Verdict) -> list[str]:
    """A verdict for each step in the order of the text: proved or not checked where the claim is proved, else proved up
    to the one that is not."""
    if not isinstance(entry, Theorem):
        return []
    if found.certificate is not None:
        return [line.verdict for line in _lines(entry, found)]
    count = number_of_steps(entry.derivation)
    if not found.lines:
        return []
    settled = [line.verdict for line in found.lines]
    return [*settled, *[""] * max(0, count - len(settled))][:count]
