"""What is known of a statement after the search: the verdict, its scope, the evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sympy import Basic

from dpsym.kernel.terms import Json
from dpsym.language import Point
from dpsym.language.definedness import Need

ORDER = (
    "proved",
    "enclosed",
    "cited",
    "unknown",
    "no value",
    "vacuous",
    "refuted",
    "error",
)  # strongest first
HOLDS = ("proved", "enclosed", "cited")  # of a statement that is taken for true
NOT_REACHED = "not reached"  # of a step that comes after one that is not shown
NOT_CHECKED = "not checked"  # of a step that no line of the certificate states
NO_VALUE = "no value"  # of a step with a term that has none at a point where the step stands
NO_VALUE_SHOWN = "no value shown"  # of a step with a term of which nothing shows that it has a value there
EVERYWHERE = "all finite outputs"
NOWHERE = "no instance found"  # said of a statement that holds, of whose hypotheses no instance is known
NUMBERS = "numbers"
ANALYSIS = "what is supposed of integrals or limits is cited"
LISTED = "the listed pair"


def weakest(statuses: Iterable[str]) -> str:
    """The weakest of several verdicts; "proved" when there are none."""
    return max(statuses, key=ORDER.index, default="proved")


@dataclass(frozen=True)
class Open:
    """A need that is not shown: with a point at which the hypotheses hold and it fails, or with what was tried."""

    need: Need
    point: Point | None = None
    tried: str = ""


@dataclass(frozen=True)
class LineVerdict:
    """The verdict on one step of a derivation, whose place among the verdicts is that of the step in the text.

    verdict  proved, unknown, NOT_REACHED, NOT_CHECKED, NO_VALUE or NO_VALUE_SHOWN
    method   how it was found, of a step that was only searched
    missing  the need of its term without a value, with the point where it has none if one was found
    uses     the numbers of the steps, in the order of the text, that it rests on in the certificate, those right above it
    """

    verdict: str
    method: str = ""
    missing: Open | None = None
    uses: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Said:
    """One line of the check of a witness, for a person with a pencil: words around a formula."""

    before: str
    formula: Basic | None = None
    after: str = ""

    def words(self, spell: Callable[[Basic], str] = str) -> str:
        """The line, with the formula as `spell` has it."""
        return self.before + ("" if self.formula is None else spell(self.formula)) + self.after


@dataclass(frozen=True)
class Sharp:
    """What came of one point of equality.

    verdict       "proved": equality holds there, for all values of what the point leaves open; "at points": at those of
                  `points`, which are complete; "refuted"; "unknown"
    point         the point as written
    points        complete points at which the kernel accepts hypotheses and equality
    certificates  of these points, and of the statement for all values
    against       for a refuted point: the values there, in words
    tried         for an unknown one: what was tried
    """

    verdict: str
    point: Point
    points: tuple[Point, ...] = ()
    certificates: tuple[Json, ...] = ()
    against: tuple[Said, ...] = ()
    tried: str = ""

    @property
    def instances(self) -> tuple[Point, ...]:
        """The points of which alone equality is known; empty where it holds for all values of what is left open."""
        return self.points if self.verdict == "at points" else ()


@dataclass(frozen=True)
class Verdict:
    """The outcome for one statement.

    status       one of ORDER ("defined" for a definition and "context" for prose, which claim nothing);
                 "no value": the hypotheses allow a point at which a term of the statement has none, so that it says
                 nothing there;
                 "error": dpsym itself failed
    scope        what the status covers, as `dpsym.prove.scope` reads it off what the kernel checked
    short        what of a proved statement's scope falls short of any measurable spaces: sets, and provisos in words
    lines        a verdict for each step in the order of the text
    certificate  the kernel's certificate (proved), or that of the witness (refuted)
    witness      the point that refutes
    check        its check in words
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
    lines: tuple[LineVerdict, ...] = ()
    certificate: Json | None = None
    witness: Point | None = None
    uses: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    tried: str = ""
    missing: Open | None = None
    inhabited: bool | None = None
    instance: Point | None = None
    asked: bool = False
    check: tuple[Said, ...] = ()
    short: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def nowhere(self) -> bool:
        """Whether the statement holds and no point is known at which its hypotheses do."""
        return self.asked and self.inhabited is None and self.status not in ("unknown", "refuted")
