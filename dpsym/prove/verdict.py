"""What is known of a statement after the search: the verdict, its scope, the evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dpsym.language import Point

ORDER = ("proved", "enclosed", "cited", "tested", "unknown", "refuted", "error")  # strongest first
EVERYWHERE = "all finite outputs"
NUMBERS = "numbers"
LISTED = "the listed pair"


def weakest(statuses: Any) -> str:
    """The weakest of several verdicts; "proved" when there are none."""
    return max(statuses, key=ORDER.index, default="proved")


@dataclass(frozen=True)
class LineReport:
    """One step of a derivation: what it says (plain text; empty where all steps are settled, as the text then says
    it), its verdict, and the method that settled it."""

    says: str
    verdict: str
    method: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Verdict:
    """The outcome for one statement.

    status       one of ORDER ("defined" for a definition, which claims nothing; "error": dpsym itself failed)
    scope        what the status covers, as `dpsym.prove.scope` reads it off what the kernel checked
    lines        one report a step
    certificate  the kernel's certificate (proved), or that of the witness (refuted)
    witness      the point that refutes
    uses         names of the theorems it rests on
    rests_on     further things trusted: citations, engines
    tried        what was tried, for unknown; the internal error, for error
    """

    status: str
    scope: str = ""
    lines: tuple[LineReport, ...] = ()
    certificate: dict[str, Any] | None = None
    witness: Point | None = None
    uses: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    tried: str = ""
    unused: tuple[str, ...] = field(default=())
