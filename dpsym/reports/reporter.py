"""The reporter: settles the entries of a library, each once, and says what came of each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from dpsym.coq import signed
from dpsym.document.formulas.spelling import plain
from dpsym.document.page import MissResult, Page, Recomputed, Tabulated
from dpsym.faults import Fault, fault_of
from dpsym.keeping.store import Nowhere
from dpsym.language import Entry, StatementError, Theorem, Value, Variant, variant
from dpsym.library import Item, Library, entries_of, library_files
from dpsym.numbers import recompute, tabulate
from dpsym.numbers.balls import round_to
from dpsym.prove.session import Session, Store, uses_of
from dpsym.prove.variants.mutants import Mutant
from dpsym.prove.variants.near_misses import NearMiss, holding, near_misses, supposes_less
from dpsym.prove.variants.sharpness import sharp
from dpsym.prove.verdict import HOLDS, Said, Sharp, Verdict, weakest
from dpsym.reports.findings import finding, names_of, used_by, variants_of
from dpsym.reports.records import Finding, Miss, Number
from dpsym.reports.words import in_plain_words, lines_of, said


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
        self._near_misses: dict[int, tuple[Theorem, tuple[NearMiss, ...]]] = {}

    # ------------------------------------------------------------------------------------------------- names
    @cached_property
    def names(self) -> dict[int, str]:
        """The full name of each entry that is loaded, by its id."""
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
        return item.name if item is not None else self.names.get(id(entry)) or entry.title

    # ---------------------------------------------------------------------------------------------- verdicts
    def verdict(self, entry: Entry) -> Verdict:
        """The verdict on an entry; an internal error is one of its own."""
        return self._guarded(lambda: self.name_of(entry), lambda: self.session.settle(entry))

    def _guarded(self, what: Callable[[], str], of: Callable[[], Verdict]) -> Verdict:
        try:
            return of()
        except StatementError as e:
            return Verdict("unknown", tried=f"the statement cannot be read: {e}")
        except Exception as e:
            return Verdict("error", tried=str(self.fault(e, what())))

    def fault(self, error: Exception, what: str) -> Fault:
        """The error as a fault, kept for the report."""
        self.faults.append(fault_of(error, what))
        return self.faults[-1]

    def declared(self, theorem: Theorem) -> str:
        """The verdict that the file declares: proved, or cited where the theorem or one that it uses is."""
        if theorem.cited:
            return "cited"
        return weakest(["proved", *(self.declared(use.theorem) for use in uses_of(theorem))])

    def refuted(self, theorem: Theorem, wrong: Variant, words: bool = True) -> Verdict:
        """A kernel-accepted witness against a variant of the theorem, or unknown; with the check in words."""

        def what() -> str:
            return f"a variant of {self.name_of(theorem)}" if wrong != variant() else self.name_of(theorem)

        return self._guarded(what, lambda: self.session.refute(theorem, wrong, words))

    def outcome(self, entry: Entry) -> tuple[Verdict, tuple[Said, ...]]:
        """The verdict on an entry, and the check of a witness: what is not proved here, the literature too, is refuted
        where a witness against it is found."""
        found = self.verdict(entry)
        if not isinstance(entry, Theorem):
            return found, ()
        if found.status == "cited" and not entry.cited and self.rests_on_what_is_false(entry):
            found = replace(
                found,
                status="unknown",
                lines=(),
                rests_on=(),
                tried="it rests on a cited statement that is refuted",
            )
        if found.status != "unknown" and not (found.status == "cited" and entry.cited):
            return found, ()
        against = self.refuted(entry, variant())
        if against.status == "refuted":
            refuted = Verdict("refuted", found.scope, found.lines, witness=against.witness, uses=found.uses)
            return replace(refuted, rests_on=found.rests_on), against.check
        if against.status == "error":
            return replace(found, status="error", tried=against.tried), ()
        return found, ()

    def rests_on_what_is_false(self, theorem: Theorem) -> bool:
        """Whether a cited theorem that this one uses, at any depth, is refuted: in a file of one's own it may be."""
        return any(
            self.outcome(use.theorem)[0].status == "refuted"
            if use.theorem.cited
            else self.rests_on_what_is_false(use.theorem)
            for use in uses_of(theorem)
        )

    def sharpness(self, theorem: Theorem) -> tuple[Sharp, ...]:
        """What comes of each point of equality."""
        found = []
        for at in theorem.tight:
            try:
                found.append(sharp(self.session, theorem, at))
            except Exception as e:
                fault = self.fault(e, f"a tight point of {self.name_of(theorem)}")
                found.append(Sharp("error", at, tried=str(fault)))
        return tuple(found)

    def near_misses(self, theorem: Theorem) -> tuple[NearMiss, ...]:
        """The computed near misses of a theorem; none of what is not settled as true, nor after an internal error."""
        found = self._near_misses.get(id(theorem))
        if found is None or found[0] is not theorem:
            misses: tuple[NearMiss, ...] = ()
            try:
                if self.verdict(theorem).status in HOLDS:
                    misses = near_misses(self.session, theorem)
            except Exception as e:
                self.fault(e, f"the neighbours of {self.name_of(theorem)}")
            found = self._near_misses[id(theorem)] = (theorem, misses)
        return found[1]

    def holding(self, theorem: Theorem) -> tuple[Mutant, ...]:
        """The neighbours of a theorem that a short search proves."""
        try:
            return holding(self.session, theorem, self.near_misses(theorem))
        except Exception as e:
            self.fault(e, f"the neighbours of {self.name_of(theorem)}")
            return ()

    def finding(
        self, item: Item, *, everything: bool = True, steps: bool = True, listed: bool = False
    ) -> Finding:
        """The verdict on an item as plain data; an unknown statement is tried for a witness against it.

        everything=False leaves out the near misses and the printed form; steps=False the steps of what is settled:
        spelling them takes longer than checking them.  listed=True spells the near misses, and names the neighbours that
        are proved.
        """
        return finding(self, item, everything, steps, listed)

    # --------------------------------------------------------------------------------- variants and numbers
    def misses(self, item: Item) -> Iterator[tuple[str, Miss]]:
        """The near misses of a theorem, and its printed form where that was repaired, with what came of
        them.
        """
        entry = item.entry
        if not isinstance(entry, Theorem):
            return
        for _, name, wrong in variants_of(entry):
            yield name, self.miss(item, name, wrong)

    def miss(self, item: Item, name: str, wrong: Variant) -> Miss:
        """One variant: the verdict and the statement in plain text."""
        entry = item.entry
        assert isinstance(entry, Theorem)
        found = self.refuted(entry, wrong)
        words = in_plain_words(found.check)
        return Miss(name, found, said(entry, wrong), words)

    def numbers(self, item: Item) -> list[Number]:
        """The numbers of an example or a figure, computed now."""
        values: Sequence[Value] = getattr(item.entry, "values", ())
        return [self._number(item, v) for v in values]

    def _number(self, item: Item, v: Value) -> Number:

        source = item.entry.source
        try:
            got = recompute(v)
            low, high = got.decimals()
        except (ArithmeticError, ValueError) as e:
            return Number(item.name, source, v.what, v.printed, "", "", None, v.expected, str(e))
        return Number(item.name, source, v.what, v.printed, low, high, got.agrees, v.expected, v.note)

    def curves(self, item: Item) -> tuple[Tabulated, ...]:
        """The tabulated curves of a figure."""

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
    def _misses_of_page(self, entry: Theorem) -> list[MissResult]:
        """The near misses of the file, then the computed ones."""
        near = []
        for name, wrong in entry.near_misses.items():
            got = self.refuted(entry, wrong, words=False)
            near.append(MissResult(name, got.status == "refuted", got.witness))
        computed = [m for m in self.near_misses(entry) if not supposes_less(entry, m.variant)]
        for name, miss in zip(names_of(computed), computed, strict=True):
            near.append(MissResult(name, True, miss.witness, mutant=miss.index))
        return near

    def page(self, item: Item, *, variants: bool = True) -> Page:
        """The page of an item: its verdict, its near misses' witnesses, its numbers."""

        entry = item.entry
        found, _ = self.outcome(entry)
        near: list[MissResult] = []
        printed = None
        if isinstance(entry, Theorem) and variants:
            near = self._misses_of_page(entry)
            if entry.printed is not None:
                got = self.refuted(entry, entry.printed, words=False)
                printed = MissResult("as printed", got.status == "refuted", got.witness)
        numbers = tuple(
            Recomputed(n.what, n.printed, n.low, n.high, n.agrees if n.printed else None, n.note)
            for n in self.numbers(item)
        )
        lines = tuple(replace(line, missing=None) for line in lines_of(entry, found))
        shown = (
            entry if variants or not isinstance(entry, Theorem) else replace(entry, near_misses={}, errata=())
        )
        return Page(
            name=item.name,
            entry=shown,
            status=found.status,
            scope=found.scope,
            short=found.short,
            lines=lines,
            near_misses=tuple(near),
            printed=printed,
            recomputed=numbers,
            curves=self.curves(item),
            witness=found.witness,
            uses=tuple(dict.fromkeys(self.name_of(t) for t in used_by(entry))),
            rests_on=found.rests_on if found.status != "refuted" else (),
            sharp=tuple(
                replace(r, certificates=())
                for r in (self.sharpness(entry) if isinstance(entry, Theorem) else ())
                if r.verdict in ("proved", "at points")
            ),
            nowhere=found.nowhere and isinstance(entry, Theorem),
            coq=signed.words(signed.status(item.name, found.certificate)),
        )
