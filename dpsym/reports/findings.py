"""What came of one entry: its verdict, its steps, points of equality and false neighbours, put into a Finding."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dpsym.document.formulas.spelling import plain
from dpsym.kernel.terms import Json
from dpsym.language import Entry, Example, Figure, Point, Theorem, Variant
from dpsym.language.steps import number_of_steps
from dpsym.prove.session import uses_of
from dpsym.prove.variants.near_misses import NearMiss
from dpsym.prove.verdict import HOLDS, NO_VALUE, NOT_CHECKED, Verdict
from dpsym.reports import wrong_lines
from dpsym.reports.records import Finding, MissRow
from dpsym.reports.settled import Settled
from dpsym.reports.words import (
    in_plain_words,
    line_verdicts,
    point_json,
    point_words,
    said,
    sharp_json,
    step_lines,
    value_words,
)

if TYPE_CHECKING:
    from dpsym.library import Item


def variants_of(entry: Theorem) -> list[tuple[str, str, Variant]]:
    """The near misses of a theorem's file and its printed form: which of the two, the name, the statement."""
    found = [("near miss", name, wrong) for name, wrong in entry.near_misses.items()]
    return found if entry.printed is None else [*found, ("printed form", "as printed", entry.printed)]


def names_of(misses: Sequence[NearMiss]) -> list[str]:
    """What was changed in each, in plain text; where two would be called the same, with the claim."""
    names = ["".join(w if isinstance(w, str) else plain(w) for w in miss.mutant.words) for miss in misses]
    claims = [miss.variant.claim for miss in misses]
    return [
        f"{name}: {plain(claim)}" if names.count(name) > 1 and claim is not None else name
        for name, claim in zip(names, claims, strict=True)
    ]


def near_misses_of(settled: Settled, entry: Theorem) -> dict[str, Variant]:
    """All near misses of a theorem by what was changed: those of its file, then the computed ones, each with its point."""
    found = dict(entry.near_misses)
    computed = settled.near_misses(entry)
    for name, miss in zip(names_of(computed), computed, strict=True):
        found.setdefault(name, miss.variant)
    return found


def used_by(entry: Entry) -> list[Theorem]:
    """The entries that an entry rests on, each once, in the order of use."""
    found: list[Theorem] = [use.theorem for use in uses_of(entry)] if isinstance(entry, Theorem) else []
    found += [*getattr(entry, "uses", ()), *getattr(entry, "restates", ())]
    return list({id(t): t for t in found}.values())


@dataclass
class Account:
    """What is remarked of an entry, and what that means for what its file declares.

    declared   whether all is as declared
    contrary   whether something is known to be against it; else what is missing is undecided
    """

    declared: bool
    contrary: bool
    remarks: list[str] = field(default_factory=list)

    def missing(self, words: str, contrary: bool = False) -> None:
        """Something is not as declared."""
        self.declared = False
        self.contrary = self.contrary or contrary
        self.remarks.append(words)


def finding(reporter: Settled, item: Item, everything: bool, steps: bool, listed: bool) -> Finding:
    """The finding on an item; `everything` looks at the near misses too, `steps` spells the steps of what is settled,
    `listed` the near misses, and asks which neighbours hold."""
    start = time.perf_counter()
    entry = item.entry
    found, against = reporter.outcome(entry)
    if isinstance(entry, Theorem) and found.missing is not None:
        found = replace(found, tried=value_words(found.missing))
    declared = found.status in (*HOLDS, "defined", "context")
    if isinstance(entry, Theorem):
        declared = found.status == reporter.declared(entry)
    account = Account(declared, not declared and found.status != "unknown")
    on_verdict(account, entry, found)
    rests_on = found.rests_on
    sharp_points: list[Json] = []
    misses: list[MissRow] = []
    sharper: tuple[str, ...] = ()
    if isinstance(entry, Example | Figure):
        if not entry.values and not getattr(entry, "curves", ()):
            rests_on = ()
        on_numbers(account, reporter, item)
    if isinstance(entry, Theorem):
        if found.status == "unknown":
            account.remarks += wrong_lines.remarks(reporter, entry, found)
        sharp_points = on_sharpness(account, reporter, entry)
        for used in used_by(entry):
            if reporter.verdict(used).status == "vacuous":
                account.remarks.append(f"it rests on {reporter.name_of(used)}, which is vacuous")
        if everything:
            misses = on_variants(account, reporter, entry, listed)
            if listed and found.status == "proved":
                sharper = tuple(said(entry, m.variant) for m in reporter.holding(entry))
    lines = step_lines(entry, found) if steps or found.status in ("unknown", "refuted") else ()
    witness = in_plain_words(against)
    uses = tuple(dict.fromkeys(reporter.name_of(t) for t in used_by(entry)))
    return Finding(
        item.name, entry.title, entry.source, entry.kind, found.status, found.scope, account.declared,
        time.perf_counter() - start, lines, witness, found.tried, uses, rests_on, tuple(account.remarks),
        account.contrary, point_json(found.instance), point_words(found.instance),
        found.nowhere and isinstance(entry, Theorem), tuple(misses) if everything else None, tuple(sharp_points),
        any(line.verdict == NO_VALUE for line in found.lines), sharper, found.short,
    )  # fmt: skip


def on_verdict(account: Account, entry: Entry, found: Verdict) -> None:
    """What is remarked of the verdict and of the steps."""
    if isinstance(entry, Theorem):
        if found.status == "no value":
            account.remarks.append(found.tried)
        if found.status == "vacuous":
            account.remarks.append(
                "the hypotheses contradict each other: the kernel accepts a proof of 1 < 0 from them"
            )
        unchecked = line_verdicts(entry, found).count(NOT_CHECKED)
        if unchecked:
            of = f"{unchecked} of {number_of_steps(entry.derivation)} steps"
            account.remarks.append(f"{of} not checked: no line of the certificate states them")
    for k, line in enumerate(found.lines):
        if line.missing is not None:
            account.missing(f"step {k + 1}: {line.verdict}: {value_words(line.missing)}")


def on_numbers(account: Account, reporter: Settled, item: Item) -> None:
    """What is remarked of printed numbers."""
    for number in reporter.numbers(item):
        if not number.declared:
            how = {True: "agrees", False: "disagrees", None: "is undecided"}[number.agrees]
            words = f"{number.what}: printed {number.printed} {how}, {number.expected} was declared"
            account.missing(words, number.agrees is not None)


def on_sharpness(account: Account, reporter: Settled, entry: Theorem) -> list[Json]:
    """The points of equality as data, and what is remarked of them."""
    found = []
    for result in reporter.sharpness(entry):
        found.append(sharp_json(result))
        if result.verdict in ("refuted", "unknown", "error"):
            how = "no equality" if result.verdict == "refuted" else "not shown to be an equality"
            why = "; ".join(in_plain_words(result.against)) or result.tried
            words = f"the tight point {point_words(result.point) or 'given'}: {how}: {why}"
            account.missing(words, result.verdict == "refuted")
    return found


def on_variants(account: Account, reporter: Settled, entry: Theorem, listed: bool) -> list[MissRow]:
    """The near misses and the printed form, with what is remarked of those of the file, then the computed near misses."""
    found = []
    for kind, name, wrong in variants_of(entry):
        against = reporter.refuted(entry, wrong, words=False)
        row = MissRow(kind, name, against.status, against.tried)
        found.append(spelt(row, entry, wrong, against.witness) if listed else row)
        if against.status != "refuted":
            account.missing(f"{row.title}: not refuted" + (f": {against.tried}" if against.tried else ""))
    computed = reporter.near_misses(entry)
    for name, miss in zip(names_of(computed), computed, strict=True):
        row = MissRow("computed", name, "refuted")
        found.append(spelt(row, entry, miss.variant, miss.witness) if listed else row)
    return found


def spelt(row: MissRow, entry: Theorem, wrong: Variant, at: Point | None) -> MissRow:
    """The row with the statement and the point that refutes it."""
    return replace(
        row,
        statement=said(entry, wrong),
        witness=point_json(at),
        words=point_words(at) if at is not None else "",
    )
