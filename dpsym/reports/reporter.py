"""The reporter: settles the entries of a library, each once, and says what came of each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dpsym.coq import signed
from dpsym.document.formulas.spelling import plain
from dpsym.document.page import MissResult, Page, Tabulated
from dpsym.language import Theorem, Variant
from dpsym.library import Item
from dpsym.numbers import tabulate
from dpsym.numbers.balls import round_to
from dpsym.prove.variants.near_misses import supposes_less
from dpsym.reports.findings import finding, names_of, used_by, variants_of
from dpsym.reports.records import Finding, Miss
from dpsym.reports.settled import Settled
from dpsym.reports.words import in_plain_words, lines_of, said


class Reporter(Settled):
    """Settles the entries of a library, and says what came of each: as plain data, and as pages."""

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
            recomputed=tuple(self.numbers(item)),
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
