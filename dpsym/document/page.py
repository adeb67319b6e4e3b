"""A page: one entry of the library with what is known of it.

A `Page` is plain data that another part of the program fills after checking.  `writer.blocks_of` turns it into blocks
that `latex`, `html` and `markdown` set; so the three say the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from dpsym.document.blocks import Link
from dpsym.document.words.setting import by_letters
from dpsym.language import statements as st
from dpsym.language.fingerprint import of_statement
from dpsym.lift import LEMMA, LOGIC, ON_THE_LINE
from dpsym.prove.verdict import LineVerdict, Sharp


@dataclass(frozen=True)
class MissResult:
    """What came of a near miss or of a printed form: refuted (True), not refuted (False), not tried (None).

    `mutant` is the place of a computed one among the neighbours of the theorem.
    """

    name: str
    refuted: bool | None = None
    witness: st.Point | None = None
    text: str = ""
    mutant: int | None = None


@dataclass(frozen=True)
class Recomputed:
    """A number of an example or a figure: what the paper prints and the enclosure found, as decimal
    strings."""

    what: str
    printed: str = ""
    low: str = ""
    high: str = ""
    agrees: bool | None = None
    note: str = ""


@dataclass(frozen=True)
class Tabulated:
    """A curve of a figure: its label and rows (abscissa, low, high) as decimal strings."""

    label: str
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Shown:
    """Which parts of a page are printed: its verdict; its near misses and what its source printed; its proof with the
    remarks after it.  `part`: it is a part (i) of a statement, and what it counts has other marks."""

    verdict: bool = True
    near_misses: bool = True
    proof: bool = True
    part: bool = False


@dataclass(frozen=True)
class Page:
    """An entry and what is known of it.

    name         its address, e.g. "posterior.largest_difference.upper"; the label is thm:<name>
    entry        the entry itself
    status       "proved", "enclosed", "cited", "unknown", "vacuous", "refuted", "error", "defined", "context", or
    "" when not checked
    scope        what the status covers, e.g. "all finite outputs"
    lines        verdicts of the derivation's lines, in order (may be empty)
    near_misses  results of the near misses, those of the file first; the first few that are refuted are printed
    printed      the result for the printed form of a repaired statement
    sharp        points at which equality was checked; others are not printed
    nowhere      whether no point is known at which the hypotheses hold
    shown        which parts are printed
    recomputed   numbers of an example or a figure
    curves       tabulated curves of a figure
    witness      the point that refutes the claim (status "refuted")
    uses         names of the pages it rests on
    rests_on     further things trusted, in words
    short        what of that falls short of any measurable spaces: sets, and provisos in words
    coq          what a second check by Coq said of the statement, as a sentence; "" where it was not asked
    """

    name: str
    entry: st.Entry
    status: str = ""
    scope: str = ""
    lines: tuple[LineVerdict, ...] = ()
    near_misses: tuple[MissResult, ...] = ()
    printed: MissResult | None = None
    recomputed: tuple[Recomputed, ...] = ()
    curves: tuple[Tabulated, ...] = ()
    witness: st.Point | None = None
    uses: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    sharp: tuple[Sharp, ...] = ()
    nowhere: bool = False
    shown: Shown = Shown()
    coq: str = ""
    short: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def reach(self) -> str:
        """The scope as it is shown beside the status; that no instance is known comes first."""
        return ", ".join(
            x for x in ("no instance found" if self.nowhere else "", self._in_letters(self.scope)) if x
        )

    def _in_letters(self, scope: str) -> str:
        return by_letters(self.entry, scope) if isinstance(self.entry, st.Theorem) else scope

    @property
    def beside(self) -> str:
        """The same beside a statement that says itself how far beyond finite sets it holds."""
        sets = r"(?:all finite (?:outputs|sets \w+(?:, \w+)*); )+"
        wider = rf"{sets}(?:any [^;]*|{ON_THE_LINE}) (?:{LEMMA}|{LOGIC}).*"
        finite = re.sub(
            wider, "", self.scope
        )  # that it holds of finite sets would narrow what is said beside it
        return ", ".join(
            x for x in ("no instance found" if self.nowhere else "", self._in_letters(finite)) if x
        )

    @property
    def badge(self) -> str:
        """The status, where it is printed."""
        return self.status if self.shown.verdict else ""

    @property
    def label(self) -> str:
        """The label of the page in a document."""
        return f"{PREFIXES.get(self.entry.kind, 'thm')}:{self.name}"

    @property
    def sha256(self) -> str:
        """The fingerprint of the statement."""
        return of_statement(self.entry)


PREFIXES = {"definition": "def", "example": "ex", "figure": "fig", "table": "tab"}


@dataclass(frozen=True)
class Links:
    """Which name an entry has: theorems used in a proof are found by identity."""

    names: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, pages: Iterable[Page]) -> Links:
        """The links between some pages."""
        return cls({id(p.entry): p.name for p in pages})

    def to(self, entry: st.Entry) -> Link:
        """The link to an entry."""
        return Link(self.names.get(id(entry), ""), entry.title, entry.kind)
