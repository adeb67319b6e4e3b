"""Statements, points and steps on one line of plain text, and as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sympy import Basic

from dpsym.document.formulas.spelling import plain
from dpsym.document.words.setting import setting_words
from dpsym.document.words.steps import words as words_of
from dpsym.kernel.terms import Json
from dpsym.language import Entry, Point, Theorem, Variant
from dpsym.language.entries import Words
from dpsym.language.steps import Piece, Step, number_of_steps
from dpsym.language.worked_out import worked_out
from dpsym.prove.verdict import NOT_CHECKED, LineVerdict, Open, Said, Sharp, Verdict


def said(entry: Theorem, wrong: Variant | None = None) -> str:
    """A theorem's statement, or a variant of it, on one line of plain text, with the sets over which it ranges."""

    whole = entry if wrong is None else whole_variant(entry, wrong)
    conditions = [plain(c) for p in whole.parameters for c in p.conditions]
    conditions += [plain(g) for g in whole.given]
    for law, masses in entry.where.items():
        conditions.append(f"{law} = ({', '.join(map(plain, masses))})")
    words = setting_words(whole)
    return (
        (words + " " if words else "")
        + (f"{', '.join(conditions)} => " if conditions else "")
        + plain(whole.claim)
    )


def in_words(words: Words) -> str:
    """Prose with its formulas in plain text."""
    return "".join(w if isinstance(w, str) else plain(w) for w in words)


def whole_variant(entry: Theorem, wrong: Variant) -> Theorem:
    """The variant as a statement of its own."""
    given = entry.given if wrong.given is None else wrong.given
    claim = entry.claim if wrong.claim is None else wrong.claim
    return Theorem(title=entry.title, given=given, claim=claim, where=entry.where)


def in_plain_words(check: Iterable[Said]) -> tuple[str, ...]:
    """The check of a witness with the formulas spelt as on the page, not as sympy writes them."""

    def spell(formula: Basic) -> str:
        try:
            return plain(formula)
        except ValueError:  # no spelling
            return str(formula)

    return tuple(line.words(spell) for line in check)


def value_words(missing: Open) -> str:
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
    parts = [f"{plain(k)} = {plain(worked_out(v))}" for k, v in at.at]
    parts += [f"{law} = {_rows(worked_out(at.rows(law)), plain)}" for law, _ in at.laws]
    return ", ".join(parts)


def _rows(masses: tuple, spell: Callable[[Basic], str]) -> str:
    return "(" + ", ".join(_rows(m, spell) if isinstance(m, tuple) else spell(m) for m in masses) + ")"


def point_json(at: Point | None) -> Json | None:
    """A point as data: exact values as text."""
    if at is None:
        return None
    return {
        "at": {k if isinstance(k, str) else k.name: str(worked_out(v)) for k, v in at.at},
        "laws": {law: [str(worked_out(m)) for m in masses] for law, masses in at.laws},
        **({"sizes": dict(at.sizes)} if at.sizes else {}),
    }


def sharp_json(result: Sharp) -> Json:
    """What came of a point of equality, as data."""
    found: Json = {"point": point_json(result.point), "verdict": result.verdict}
    if result.verdict == "at points":
        found["points"] = [point_json(p) for p in result.points]
    if result.against:
        found["against"] = list(in_plain_words(result.against))
    if result.tried:
        found["tried"] = result.tried
    return found


def step_lines(entry: Entry, found: Verdict) -> tuple[tuple[str, str, str, str], ...]:
    """Each step as (what it says, verdict, method, reason), in the order of the text; formulas in plain text."""
    if not isinstance(entry, Theorem):
        return ()
    return tuple(
        (said, line.verdict, line.method, piece.reason)
        for (said, piece), line in zip(_said(entry.derivation), lines_of(entry, found), strict=False)
    )


def _said(steps: Iterable[Step]) -> Iterator[tuple[str, Piece]]:
    """Each step in plain text."""
    for step in steps:
        yield from zip(words_of(step), step.pieces(), strict=True)
        yield from _said(step.inner())


def lines_of(entry: Entry, found: Verdict) -> tuple[LineVerdict, ...]:
    """A verdict for each step of a theorem, in the order of the text; none where the search did not come to the steps.

    With a certificate a step is not checked, unless its verdict was made for these very steps.
    """
    if not isinstance(entry, Theorem):
        return ()
    count = number_of_steps(entry.derivation)
    if len(found.lines) == count:
        return found.lines
    return () if found.certificate is None else (LineVerdict(NOT_CHECKED),) * count


def line_verdicts(entry: Entry, found: Verdict) -> list[str]:
    """The same as words."""
    return [line.verdict for line in lines_of(entry, found)]
