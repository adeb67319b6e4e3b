"""From entries to what is said of them: verdicts, pages, errata, coverage, printed numbers, what a verdict
rests on.

A `Reporter` settles the entries of a library, each once; `run` does so in several processes.
"""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from sympy.logic.boolalg import Boolean

from dpsym.faults import Fault, fault_of
from dpsym.kernel import NAMED, bundle
from dpsym.language import (
    Entry,
    Example,
    Figure,
    Notion,
    Point,
    StatementError,
    Theorem,
    Value,
    Variant,
    as_written,
    variant,
)
from dpsym.language.steps import Step, number_of_steps
from dpsym.library import Item, Library, Paper, catalogue, entries_of, library_files, of_paper
from dpsym.prove.session import Session, SettledElsewhere, Store, uses_of
from dpsym.prove.sharpness import Sharp, sharp
from dpsym.prove.steps import lines_needed
from dpsym.prove.verdict import NO_VALUE, NOT_CHECKED, NOWHERE, ORDER, LineReport, Verdict, weakest
from dpsym.store import Certificates, Nowhere

# --------------------------------------------------------------------------------------------- fingerprints


def raw(thing: Any) -> str:
    """An expression's tree in the authored order."""
    from dpsym.document.page import raw as tree

    return tree(thing)


# ------------------------------------------------------------------------------------------------- findings
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
    misses     (name, verdict, what was tried) of each near miss and printed form; None when they were not looked at
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
    instance: dict[str, Any] | None = None
    instance_words: str = ""
    nowhere: bool = False
    misses: tuple[tuple[str, str, str], ...] | None = ()
    sharp: tuple[dict[str, Any], ...] = ()
    valueless: bool = False

    @property
    def shown(self) -> str:
        """The verdict as it is shown."""
        return f"{self.verdict}, {NOWHERE}" if self.nowhere else self.verdict

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = {
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
        if self.kind not in ("definition", "example", "figure", "background"):
            rows = [dict(zip(("name", "verdict", "tried"), m, strict=True)) for m in self.misses or ()]
            found["near_misses"] = "not checked" if self.misses is None else rows
            found["tight"] = list(self.sharp)
        if self.witness:
            found["witness"] = list(self.witness)
        if self.tried:
            found["tried"] = self.tried
        if self.remarks:
            found["remarks"] = list(self.remarks)
        return found


@dataclass(frozen=True)
class Number:
    """A number of an example or a figure: what is printed, the enclosure as decimals, and whether they
    agree.
    """

    name: str
    source: tuple[str, ...]
    what: str
    printed: str
    low: str
    high: str
    agrees: bool | None
    expected: str
    note: str

    @property
    def declared(self) -> bool:
        """Whether the file says of the printed number what was found."""
        return not self.printed or self.agrees is (self.expected == "agrees")

    def json(self) -> dict[str, Any]:
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


@dataclass(frozen=True)
class Miss:
    """What came of a variant of a theorem that should be false."""

    owner: str
    name: str
    verdict: Verdict
    statement: str
    words: tuple[str, ...] = ()

    @property
    def refuted(self) -> bool:
        return self.verdict.status == "refuted"


# ------------------------------------------------------------------------------------------------ the reporter
class Reporter:
    """Settles entries, each once; stored certificates are used where the kernel accepts them.

    An internal error is the verdict `error` of what was looked at, and is put into `faults`.
    """

    def __init__(
        self, library: Library, store: Store | None = None, faults: list[Fault] | None = None
    ) -> None:
        self.library = library
        self.store: Store = Nowhere() if store is None else store
        self.faults: list[Fault] = [] if faults is None else faults
        self.session = Session(self.store)

    # ------------------------------------------------------------------------------------------------- names
    @cached_property
    def _names(self) -> dict[int, str]:
        import sys

        names = {id(i.entry): i.name for i in self.library}
        for file in library_files():
            if file.module in sys.modules:
                for item in entries_of(file):
                    names.setdefault(id(item.entry), item.name)
        for file in {i.file.path: i.file for i in self.library}.values():
            for item in entries_of(file):
                names.setdefault(id(item.entry), item.name)
        return names

    def name_of(self, entry: Entry) -> str:
        """The entry's name; its title where it has none."""
        item = self.library.of(entry)
        return item.name if item is not None else self._names.get(id(entry)) or entry.title

    # ---------------------------------------------------------------------------------------------- verdicts
    def verdict(self, entry: Entry) -> Verdict:
        """The verdict on an entry; an internal error is one of its own."""
        return self._guarded(self.name_of(entry), lambda: self.session.settle(entry))

    def _guarded(self, what: str, of: Callable[[], Verdict]) -> Verdict:
        try:
            return of()
        except StatementError as e:
            return Verdict("unknown", tried=f"the statement cannot be read: {e}")
        except Exception as e:
            return Verdict("error", tried=str(self._fault(e, what)))

    def _fault(self, error: Exception, what: str) -> Fault:
        self.faults.append(fault_of(error, what))
        return self.faults[-1]

    def declared(self, theorem: Theorem) -> str:
        """The verdict that the file declares: proved, or cited where the theorem or one that it uses is."""
        if theorem.cited:
            return "cited"
        return weakest(["proved", *(self.declared(use.theorem) for use in uses_of(theorem))])

    def refuted(self, theorem: Theorem, wrong: Variant, words: bool = True) -> Verdict:
        """A kernel-accepted witness against a variant of the theorem, or unknown; with the check in words."""
        what = f"a variant of {self.name_of(theorem)}" if wrong != variant() else self.name_of(theorem)
        return self._guarded(what, lambda: self.session.refute(theorem, wrong, words))

    def sharpness(self, theorem: Theorem) -> tuple[Sharp, ...]:
        """What comes of each point of equality."""
        found = []
        for at in theorem.tight:
            try:
                found.append(sharp(self.session, theorem, at))
            except Exception as e:
                fault = self._fault(e, f"a tight point of {self.name_of(theorem)}")
                found.append(Sharp("error", at, tried=str(fault)))
        return tuple(found)

    def finding(self, item: Item, *, everything: bool = True, steps: bool = True) -> Finding:
        """The verdict on an item as plain data; an unknown statement is tried for a witness against it.

        everything=False leaves out the near misses and the printed form; steps=False the steps of what is settled:
        spelling them takes longer than checking them.
        """
        start = time.perf_counter()
        entry = item.entry
        found = self.verdict(entry)
        remarks: list[str] = []
        witness: tuple[str, ...] = ()
        declared = found.status in ("proved", "enclosed", "defined", "cited")
        rests_on = found.rests_on
        misses: list[tuple[str, str, str]] = []
        sharp_points: list[dict[str, Any]] = []
        if isinstance(entry, Theorem):
            declared = found.status == self.declared(entry)
            if found.missing is not None:
                found = replace(found, tried=value_words(found.missing))
            if found.status == "no value":
                remarks.append(found.tried)
            if found.status == "vacuous":
                remarks.append(
                    "the hypotheses contradict each other: the kernel accepts a proof of 1 < 0 from them"
                )
            if found.status == "unknown" or (
                found.status == "cited" and entry.cited
            ):  # the literature is tested
                against = self.refuted(entry, variant())
                if against.status == "refuted":
                    declared = False
                    found = Verdict(
                        "refuted", found.scope, found.lines, witness=against.witness, uses=found.uses
                    )
                    witness = in_plain_words([line.says for line in against.lines], entry, variant())
                elif against.status == "error":
                    found = replace(found, status="error", tried=against.tried)
        missing = line_verdicts(entry, found).count(NOT_CHECKED)
        if missing:
            of = f"{missing} of {number_of_steps(entry.derivation)} steps"  # type: ignore[attr-defined]
            remarks.append(f"{of} not checked: no line of the certificate states them")
        contrary = not declared and found.status != "unknown"
        without = [(k, line) for k, line in enumerate(found.lines) if line.missing is not None]
        for k, line in without:
            remarks.append(f"step {k + 1}: {line.verdict}: {value_words(line.missing)}")
        declared = declared and not without
        if isinstance(entry, Example | Figure):
            if not entry.values and not getattr(entry, "curves", ()):
                rests_on = ()
            for number in self.numbers(item):
                if not number.declared:
                    declared = False
                    contrary = contrary or number.agrees is not None
                    how = {True: "agrees", False: "disagrees", None: "is undecided"}[number.agrees]
                    remarks.append(
                        f"{number.what}: printed {number.printed} {how}, {number.expected} was declared"
                    )
        if isinstance(entry, Theorem):
            for result in self.sharpness(entry):
                sharp_points.append(sharp_json(result))
                if result.verdict in ("refuted", "unknown", "error"):
                    declared = False
                    contrary = contrary or result.verdict == "refuted"
                    how = "no equality" if result.verdict == "refuted" else "not shown to be an equality"
                    why = "; ".join(in_plain_words(result.against, entry, variant())) or result.tried
                    remarks.append(f"the tight point {point_words(result.point) or 'given'}: {how}: {why}")
            for used in used_by(entry):
                if self.verdict(used).status == "vacuous":
                    remarks.append(f"it rests on {self.name_of(used)}, which is vacuous")
        if everything and isinstance(entry, Theorem):
            for name, wrong in variants_of(entry):
                against = self.refuted(entry, wrong, words=False)
                misses.append((name, against.status, against.tried))
                if against.status != "refuted":
                    declared = False
                    reason = f": {against.tried}" if against.tried else ""
                    remarks.append(f"{name}: not refuted{reason}")
        lines = step_lines(entry, found) if steps or found.status in ("unknown", "refuted") else ()
        uses = tuple(dict.fromkeys(self.name_of(t) for t in used_by(entry)))
        return Finding(
            item.name, entry.title, entry.source, entry.kind, found.status, found.scope, declared,
            time.perf_counter() - start, lines, witness, found.tried, uses, rests_on, tuple(remarks), contrary,
            point_json(found.instance), point_words(found.instance), found.nowhere and isinstance(entry, Theorem),
            tuple(misses) if everything else None, tuple(sharp_points),
            any(line.verdict == NO_VALUE for line in found.lines),
        )  # fmt: skip

    # --------------------------------------------------------------------------------- variants and numbers
    def misses(self, item: Item) -> Iterator[tuple[str, Miss]]:
        """The near misses of a theorem, and its printed form where that was repaired, with what came of
        them.
        """
        entry = item.entry
        if not isinstance(entry, Theorem):
            return
        for name, wrong in variants_of(entry):
            yield name, self.miss(item, name, wrong)

    def miss(self, item: Item, name: str, wrong: Variant) -> Miss:
        """One variant: the verdict and the statement in plain text."""
        entry = item.entry
        assert isinstance(entry, Theorem)
        found = self.refuted(entry, wrong)
        words = in_plain_words([line.says for line in found.lines], entry, wrong)
        return Miss(item.name, name, found, said(entry, wrong), words)

    def numbers(self, item: Item) -> list[Number]:
        """The numbers of an example or a figure, computed now."""
        values: Sequence[Value] = getattr(item.entry, "values", ())
        return [self._number(item, v) for v in values]

    def _number(self, item: Item, v: Value) -> Number:
        from dpsym.numbers import recompute

        source = item.entry.source
        try:
            got = recompute(v)
            low, high = got.decimals()
        except (ArithmeticError, ValueError) as e:
            return Number(item.name, source, v.what, v.printed, "", "", None, v.expected, str(e))
        return Number(item.name, source, v.what, v.printed, low, high, got.agrees, v.expected, v.note)

    def curves(self, item: Item) -> tuple[Any, ...]:
        """The tabulated curves of a figure."""
        from dpsym.document.page import Tabulated
        from dpsym.document.spelling import plain
        from dpsym.numbers import tabulate
        from dpsym.numbers.balls import round_to

        return tuple(
            Tabulated(
                c.label,
                tuple(
                    (plain(x), round_to(e.low, 12, down=True), round_to(e.high, 12, up=True))
                    for x, e in tabulate(c)
                ),
            )
            for c in getattr(item.entry, "curves", ())
        )

    # ------------------------------------------------------------------------------------------------- pages
    def page(self, item: Item, *, variants: bool = True) -> Any:
        """The page of an item: its verdict, its near misses' witnesses, its numbers."""
        from dpsym.document.page import LineVerdict, MissResult, Page, Recomputed, SharpResult

        entry = item.entry
        found = self.verdict(entry)
        witness = found.witness
        if isinstance(entry, Theorem) and (
            found.status == "unknown" or (found.status == "cited" and entry.cited)
        ):
            against = self.refuted(entry, variant())
            if against.status == "refuted":
                found, witness = Verdict("refuted", found.scope, found.lines), against.witness
            elif against.status == "error":
                found = replace(found, status="error", tried=against.tried)
        near, printed = [], None
        if isinstance(entry, Theorem) and variants:
            for name, wrong in entry.near_misses.items():
                got = self.refuted(entry, wrong, words=False)
                near.append(MissResult(name, got.status == "refuted", got.witness))
            if entry.printed is not None:
                got = self.refuted(entry, entry.printed, words=False)
                printed = MissResult("as printed", got.status == "refuted", got.witness)
        numbers = tuple(
            Recomputed(n.what, n.printed, n.low, n.high, n.agrees if n.printed else None, n.note)
            for n in self.numbers(item)
        )
        lines = tuple(LineVerdict(v) for v in line_verdicts(entry, found))
        shown = (
            entry
            if variants or not isinstance(entry, Theorem)
            else replace(entry, near_misses={}, printed=None)
        )
        return Page(
            name=item.name,
            entry=shown,
            status=found.status,
            scope=found.scope,
            lines=lines,
            near_misses=tuple(near),
            printed=printed,
            recomputed=numbers,
            curves=self.curves(item),
            witness=witness,
            uses=tuple(dict.fromkeys(self.name_of(t) for t in used_by(entry))),
            rests_on=found.rests_on,
            sharp=tuple(
                SharpResult(r.point, r.points if r.verdict == "at points" else ())
                for r in (self.sharpness(entry) if isinstance(entry, Theorem) else ())
                if r.verdict in ("proved", "at points")
            ),
            nowhere=found.nowhere and isinstance(entry, Theorem),
        )

    # ------------------------------------------------------------------------------------------------- trust
    def bundle(self, theorem: Theorem) -> dict[str, Any] | None:
        """The theorem's certificate and those it uses, in the order of use, for `python -m dpsym.kernel`."""
        done: dict[str, dict[str, Any]] = {}
        names: dict[str, str] = {}

        def visit(t: Theorem) -> bool:
            key = self.session.key(t)
            if key in done:
                return True
            if not all(visit(use.theorem) for use in uses_of(t)):
                return False
            if key in done:  # one that it uses states the same claim
                return True
            certificate = self.verdict(t).certificate
            if certificate is None:
                return False
            name = self.name_of(t)
            names.setdefault(key, name if NAMED.match(name) and name not in names.values() else key)
            done[key] = _renamed(certificate, names)
            return True

        if not visit(theorem) or self.verdict(theorem).status != "proved":
            return None
        return bundle({names[key]: certificate for key, certificate in done.items()})

    def trust(self, item: Item) -> dict[str, Any]:
        """Everything a verdict rests on: theorems, the kernel's rules with counts, citations, engines."""
        found = self.verdict(item.entry)
        rules: Counter[str] = Counter()
        theorems: dict[int, dict[str, Any]] = {}
        citations: dict[str, None] = {}
        engines: dict[str, None] = {}

        def count(v: Verdict) -> None:
            for line in lines_needed(v.certificate):
                rules[str(line.get("rule"))] += 1
            for thing in v.rests_on:
                if thing == "FLINT":
                    engines.setdefault("FLINT (ball arithmetic)")
                else:
                    citations.setdefault(thing)

        def visit(entry: Entry, depth: int) -> None:
            for used in used_by(entry):
                if id(used) not in theorems:
                    v = self.verdict(used)
                    theorems[id(used)] = {
                        "name": self.name_of(used),
                        "verdict": v.status,
                        "scope": v.scope,
                        "depth": depth,
                        "rules": len(lines_needed(v.certificate)),
                    }
                    count(v)
                    visit(used, depth + 1)

        count(found)
        visit(item.entry, 1)
        if rules:
            engines = {"the kernel (dpsym.kernel, standard library only)": None} | engines
        return {
            "name": item.name,
            "verdict": found.status,
            "scope": found.scope,
            "theorems": list(theorems.values()),
            "rules": dict(sorted(rules.items(), key=lambda kv: (-kv[1], kv[0]))),
            "citations": list(citations),
            "engines": list(engines),
        }


def _renamed(certificate: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """The certificate with the theorems it uses called by name instead of by the hash of their claims."""
    lines = [
        {**line, "name": names[line["name"]]}
        if line.get("rule") == "lemma" and line["name"] in names
        else line
        for line in certificate["lines"]
    ]
    return {**certificate, "lines": lines}


def variants_of(entry: Theorem) -> list[tuple[str, Variant]]:
    """The near misses of a theorem and its printed form, each with what it is called in a report."""
    found = [(f"near miss {name!r}", wrong) for name, wrong in entry.near_misses.items()]
    return found if entry.printed is None else [*found, ("the printed form", entry.printed)]


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


def used_by(entry: Entry) -> list[Theorem]:
    """The entries that an entry rests on, each once, in the order of use."""
    found: list[Any] = [use.theorem for use in uses_of(entry)] if isinstance(entry, Theorem) else []
    found += [*getattr(entry, "uses", ()), *getattr(entry, "restates", ())]
    return list({id(t): t for t in found}.values())


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
    from dpsym.document.steps import words

    for step in steps:
        for piece, (plainly, named) in zip(step.pieces(), words(step), strict=True):
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


def said(entry: Theorem, wrong: Variant | None = None) -> str:
    """A theorem's statement, or a variant of it, on one line of plain text, with the sets over which it ranges."""
    from dpsym.document.setting import setting_words
    from dpsym.document.spelling import plain

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
    from dpsym.document.spelling import plain

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
    from dpsym.document.spelling import plain

    need = missing.need
    words = f"{plain(need.term)} needs {plain(need.condition)}: {need.rule}"
    if missing.point is None:
        return f"{words}, and that could not be shown"
    at = point_words(missing.point)
    return f"no value: {words}" + (f"; here {at} is allowed" if at else "")


def point_words(at: Point | None) -> str:
    """A point on one line: parameters, then the masses of the laws."""
    from dpsym.document.spelling import plain

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


# ------------------------------------------------------------------------------------- in several processes
_shared: dict[str, Any] = {}


def _begin(library: Library | None, files: tuple[str, ...], directory: str | None) -> None:
    if library is None:  # a fresh process: read the same files
        from dpsym.library import load, user_files

        known = {str(f.path): f for f in library_files()}
        found = [known[p] if p in known else user_files(Path(p))[0] for p in files]
        library = load(found)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an interrupt ends a worker without a word
    store: Store = Nowhere() if directory is None else Certificates(Path(directory))
    _shared["reporter"] = Reporter(library, store)


def _do(
    task: str, name: str, options: dict[str, Any], before: Sequence[SettledElsewhere] = ()
) -> tuple[Any, SettledElsewhere | None, list[Fault]]:
    """The result, what other processes need to know of a theorem that was settled for it, and internal errors."""
    reporter: Reporter = _shared["reporter"]
    item = reporter.library.get(name)
    if item is None:
        raise LookupError(name)
    reporter.faults.clear()
    if task != "finding":  # a page shows what its lemmas rest on
        return done(task, reporter, item, options), None, reporter.faults
    entry, session = item.entry, reporter.session
    own = ""
    if isinstance(entry, Theorem):  # what it uses may state the same claim
        with suppress(Exception):  # whatever it is, it comes again, and is told, when the entry is settled
            own = session.key(entry)
    session.vouched |= {v.key: v for v in before}
    session.vouched.pop(own, None)
    result = done(task, reporter, item, options)
    return (
        result,
        session.settled_elsewhere(entry) if isinstance(entry, Theorem) and own else None,
        reporter.faults,
    )


def done(task: str, reporter: Reporter, item: Item, options: dict[str, Any]) -> Any:
    """The result of a task, also where it ended in an internal error."""
    try:
        return TASKS[task](reporter, item, **options)
    except Exception as error:
        return failed(task, item, reporter._fault(error, item.name))


def failed(task: str, item: Item, fault: Fault) -> Any:
    """What stands for the result of a task that ended in an internal error."""
    entry = item.entry
    if task == "finding":
        return Finding(
            item.name, entry.title, entry.source, entry.kind, "error", "", False, 0.0, tried=str(fault)
        )
    if task == "numbers":
        return [
            Number(item.name, entry.source, v.what, v.printed, "", "", None, v.expected, str(fault))
            for v in getattr(entry, "values", ())
        ]
    from dpsym.document.page import Page

    return Page(item.name, None, "error")  # type: ignore[arg-type]


def _page(reporter: Reporter, item: Item) -> Any:
    """The page without its entry, which stays in the process that sets the document."""
    return replace(reporter.page(item), entry=None)


TASKS: dict[str, Callable[..., Any]] = {
    "finding": Reporter.finding,
    "numbers": Reporter.numbers,
    "page": _page,
}


def run(
    library: Library,
    task: str,
    items: Sequence[Item],
    *,
    jobs: int = 2,
    directory: Path | None = None,
    keep: bool = True,
    faults: list[Fault] | None = None,
    **options: Any,
) -> Iterator[Any]:
    """The results of a task on each item, in the order given, from `jobs` processes.

    An item starts when those it uses are done, so that certificates are found rather than searched for twice.
    `directory` is the cache directory (None: the user's); with keep=False nothing earlier is used or kept.
    Internal errors, of which the results say `error`, are put into `faults`.
    """
    from dpsym.store import cache_directory

    temporary = None
    if not keep:
        temporary = tempfile.TemporaryDirectory(prefix="dpsym-")
        directory = Path(temporary.name)
    directory = directory or cache_directory()
    faults = [] if faults is None else faults
    try:
        if jobs <= 1 or len(items) <= 1:
            reporter = Reporter(library, Certificates(directory), faults)
            for item in items:
                yield done(task, reporter, item, options)
            return
        yield from _in_parallel(library, task, items, jobs, directory, options, faults)
    finally:
        if temporary is not None:
            temporary.cleanup()


def _in_parallel(
    library: Library,
    task: str,
    items: Sequence[Item],
    jobs: int,
    directory: Path,
    options: dict[str, Any],
    faults: list[Fault],
) -> Iterator[Any]:
    import multiprocessing
    from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait

    forked = "fork" in multiprocessing.get_all_start_methods() and os.name == "posix"
    files = tuple(dict.fromkeys(str(i.file.path) for i in library))
    context = multiprocessing.get_context("fork" if forked else "spawn")
    places = {id(i.entry): k for k, i in enumerate(items)}
    waits = {
        k: {places[id(t)] for t in used_by(i.entry) if id(t) in places} - {k} for k, i in enumerate(items)
    }
    rank = _ranks(items, waits)
    results: dict[int, Any] = {}
    settled_elsewhere: dict[int, SettledElsewhere | None] = {}
    shown = 0
    begin = (library if forked else None, files, str(directory))

    def started(count: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(count, mp_context=context, initializer=_begin, initargs=begin)

    def ask(pool: ProcessPoolExecutor, k: int) -> Future[Any]:
        before = [v for j in sorted(waits[k]) if (v := settled_elsewhere.get(j)) is not None]
        return pool.submit(_do, task, items[k].name, options, before)

    def take(k: int, future: Future[Any]) -> None:
        """The result of an item; BrokenExecutor where a process is dead."""
        try:
            results[k], settled_elsewhere[k], found = future.result()
        except BrokenExecutor:
            raise
        except Exception as error:  # a result that cannot cross processes
            give_up(k, error)
        else:
            faults.extend(found)

    def give_up(k: int, error: Exception) -> None:
        faults.append(fault_of(error, items[k].name))
        results[k], settled_elsewhere[k] = failed(task, items[k], faults[-1]), None

    pool = started(min(jobs, len(items)))
    running: dict[Future[Any], int] = {}
    waiting = sorted(range(len(items)), key=lambda k: -rank[k])
    try:
        while waiting or running:
            ready = [k for k in waiting if not waits[k] - set(results)]
            if not ready and not running:
                ready = waiting[:1]  # a circle is reported by the session
            try:
                for k in ready[: max(0, 2 * jobs - len(running))]:
                    running[ask(pool, k)] = k
                    waiting.remove(k)
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    take(running[future], future)
                    del running[future]
            except BrokenExecutor:  # a process died; which item killed it shows when each has one of its own
                pool.shutdown()
                for k in sorted(running.values()):
                    with started(1) as alone:
                        try:
                            take(k, ask(alone, k))
                        except BrokenExecutor as error:
                            give_up(k, error)
                running.clear()
                pool = started(min(jobs, len(items)))
            while shown in results:
                yield results[shown]
                shown += 1
    except BaseException:  # nobody waits for the rest
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _ranks(items: Sequence[Item], waits: Mapping[int, set[int]]) -> list[int]:
    """The steps of each item and of the longest chain of items that wait for it: the longest begins first."""
    rank = [1 + number_of_steps(getattr(i.entry, "derivation", ())) for i in items]
    after: dict[int, set[int]] = {k: set() for k in waits}
    for k, before in waits.items():
        for j in before:
            after[j].add(k)
    left = {k: len(later) for k, later in after.items()}
    ends = [k for k, count in left.items() if count == 0]
    while ends:  # from what nothing waits for to what all begins with; a circle keeps its own steps
        k = ends.pop()
        rank[k] += max((rank[j] for j in after[k]), default=0)
        for j in waits[k]:
            left[j] -= 1
            if left[j] == 0:
                ends.append(j)
    return rank


# --------------------------------------------------------------------------------------------- whole papers
def coverage(library: Library, findings: dict[str, Finding], p: Paper) -> dict[str, Any]:
    """Every item of a paper with the entries that carry it and the weakest of their verdicts."""
    rows = []
    for listed in catalogue().values():
        if listed.paper != p.key:
            continue
        carriers = [i for i in library if listed.id in i.entry.source]
        found = [findings[i.name] for i in carriers if i.name in findings]
        claims = [f.verdict for f in found if f.verdict != "defined"]
        verdict = weakest(claims) if claims else "defined" if found else "missing"
        rows.append(
            {
                "id": listed.id,
                "title": listed.title,
                "in_paper": listed.in_paper,
                "files": list(dict.fromkeys(i.file.name for i in carriers)),
                "entries": [i.name for i in carriers],
                "verdict": verdict,
            }
        )
    counts = Counter(r["verdict"] for r in rows if r["verdict"] != "missing")
    order = ["defined", *ORDER]
    return {
        "paper": p.key,
        "total": len(rows),
        "carried": sum(1 for r in rows if r["entries"]),
        "missing": [r["id"] for r in rows if not r["entries"]],
        "verdicts": {v: counts[v] for v in order if counts[v]},
        "items": rows,
    }


def errata(reporter: Reporter, items: Iterable[Item], p: Paper) -> Iterator[dict[str, Any]]:
    """The statements that do not hold as printed: printed form, witness, repaired form, its verdict."""
    for item in items:
        entry = item.entry
        if not isinstance(entry, Theorem) or entry.printed is None:
            continue
        miss = reporter.miss(item, "as printed", entry.printed)
        verdict = reporter.verdict(entry)
        yield {
            "source": ", ".join(of_paper(entry.source, p)),
            "printed": miss.statement,
            "witness": point_json(miss.verdict.witness) if miss.refuted else None,
            "repaired": said(entry),
            "verdict": verdict.status,
            "name": item.name,
            "printed_verdict": miss.verdict.status,
            "check": list(miss.words),
            "note": entry.printed.note,
        }


__all__ = [
    "Finding", "Miss", "Number", "Reporter", "coverage", "errata", "line_verdicts",
    "point_json", "point_words", "raw", "run", "said", "used_by",
]  # fmt: skip
