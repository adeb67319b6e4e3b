"""What is known of a statement after the search: the verdict, its scope, the evidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from dpsym.language import Point

ORDER = (
    "proved",
    "enclosed",
    "cited",
    "tested",
    "unknown",
    "no value",
    "vacuous",
    "refuted",
    "error",
)  # strongest first
NOT_CHECKED = "not checked"  # of a step that no line of the certificate states
NO_VALUE = "no value"  # of a step with a term that has none at a point where the step stands
NO_VALUE_SHOWN = "no value shown"  # of a step with a term of which nothing shows that it has a value there
EVERYWHERE = "all finite outputs"
NOWHERE = "no instance found"  # said of a statement that holds, of whose hypotheses no instance is known
NUMBERS = "numbers"
LISTED = "the listed pair"


def weakest(statuses: Any) -> str:
    """The weakest of several verdicts; "proved" when there are none."""
    return max(statuses, key=ORDER.index, default="proved")


@dataclass(frozen=True)
class LineReport:
    """One step of a derivation: what it says (plain text; empty where the claim is proved, as the text then says it),
    its verdict (proved, unknown, NOT_CHECKED, NO_VALUE or NO_VALUE_SHOWN) and, for a step that was only searched, the
    method.  `missing` is the need of its term without a value, with the point where it has none if one was found."""

    says: str
    verdict: str
    method: str = ""
    reason: str = ""
    missing: Any = None


@dataclass(frozen=True)
class Verdict:
    """The outcome for one statement.

    status       one of ORDER ("defined" for a definition, which claims nothing); "no value": the hypotheses allow a
                 point at which a term of the statement has none, so that it says nothing there;
                 "error": dpsym itself failed
    scope        what the status covers, as `dpsym.prove.scope` reads it off what the kernel checked
    lines        one report a step
    certificate  the kernel's certificate (proved), or that of the witness (refuted)
    witness      the point that refutes
    uses         names of the theorems it rests on
    rests_on     further things trusted: citations, engines
    tried        what was tried, for unknown; the internal error, for error
    missing      the need of a term that is not shown to have a value, with the point where it has none if one was found
    inhabited    whether the hypotheses hold somewhere: True and False with a certificate, None when it was not asked
                 or neither was found
    instance     a point at which they hold, which the kernel accepts
    asked        whether an instance was looked for
    """

    status: str
    scope: str = ""
    lines: tuple[LineReport, ...] = ()
    certificate: dict[str, Any] | None = None
    witness: Point | None = None
    uses: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    tried: str = ""
    missing: Any = None
    unused: tuple[str, ...] = field(default=())
    inhabited: bool | None = None
    instance: Point | None = None
    asked: bool = False

    @property
    def nowhere(self) -> bool:
        """Whether the statement holds and no point is known at which its hypotheses do."""
        return self.asked and self.inhabited is None and self.status not in ("unknown", "refuted")
