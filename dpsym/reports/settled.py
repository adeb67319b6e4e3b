"""The entries of a library, each settled once, and what else is asked of them: neighbours, points of equality, numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

from dpsym.faults import Fault, fault_of
from dpsym.keeping.store import Nowhere
from dpsym.language import Entry, StatementError, Theorem, Value, Variant, variant
from dpsym.library import Item, Library, entries_of, library_files
from dpsym.numbers import recompute
from dpsym.prove.session import Session, Store, uses_of
from dpsym.prove.variants.mutants import Mutant
from dpsym.prove.variants.near_misses import NearMiss, holding, near_misses
from dpsym.prove.variants.sharpness import sharp
from dpsym.prove.verdict import HOLDS, Said, Sharp, Verdict, weakest
from dpsym.reports.records import Number, not_computed


class Settled:
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

    def numbers(self, item: Item) -> list[Number]:
        """The numbers of an example or a figure, computed now."""
        values: Sequence[Value] = getattr(item.entry, "values", ())
        return [self._number(item, v) for v in values]

    def _number(self, item: Item, v: Value) -> Number:

        try:
            got = recompute(v)
            low, high = got.decimals()
        except (ArithmeticError, ValueError) as e:
            return not_computed(item.name, item.entry.source, v, str(e))
        blank = not_computed(item.name, item.entry.source, v, v.note)
        return replace(blank, low=low, high=high, agrees=got.agrees)
