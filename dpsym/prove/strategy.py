"""The tactics of the search, in the order in which they are tried, and what they may spend.

One list for the lines of a derivation, for its conclusion and for claims that come without a derivation.  The plain search
comes first with few linear programs: it proves most lines, and fails early on the others.  What is about numbers alone
goes to calculus then, and only what resists that gets the plain search's full allowance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf

from dpsym.language.names import QUANTILE
from dpsym.prove.calculus import BOXES, GOALS, bounded, calculus
from dpsym.prove.proof.floats import is_quantile
from dpsym.prove.proof.hypotheses import Budget, show
from dpsym.prove.proof.polynomials import monomial_atoms
from dpsym.prove.proof.script import Refused, Script, Stuck, Term, rested_on
from dpsym.prove.tactics.arithmetic import by_denial
from dpsym.prove.tactics.proof_state import ProofState
from dpsym.prove.tactics.quantiles import read_beside_numbers
from dpsym.prove.tactics.whole_numbers import by_whole_numbers

RELATIONS = ("<=", "<", "=")
EARLY = 80  # linear programs of the plain search before calculus is asked
STARTS = {
    "calculus": "mean_value",
    "enclosure": "enclose",
    "integrality": "induct",
}  # rules without which a line is not by this method


@dataclass(frozen=True)
class Effort:
    """What a search may spend, counted in work and not in seconds, so that a slow machine gives the same answer.

    work      steps of the kernel's arithmetic in the whole of it
    programs  linear programs of the plain search for one goal
    early     those of them before calculus is asked
    goals     goals that calculus looks at for one goal; with 0 it is not asked
    boxes     parts of a box that are enclosed for one goal
    """

    work: float = inf
    programs: int = 1500
    early: int = EARLY
    goals: int = GOALS
    boxes: int = BOXES

    def within(self, work: float) -> Effort:
        """The same with at most so much of the kernel's arithmetic."""
        return replace(self, work=min(self.work, work))

    @property
    def of_lines(self) -> Effort:
        """The same for the lines of a derivation: most are plain, and calculus comes after all of the plain search."""
        return replace(self, early=self.programs)

    @property
    def plain(self) -> Effort:
        """The same without calculus."""
        return replace(self, goals=0)


FULL = Effort()
PLAIN = Effort(goals=0)  # for searches in which many ways are tried: the cheap tactics alone


@dataclass(frozen=True)
class Tactic:
    """A way to show a goal.

    method  the word by which a line of a derivation asks for it
    fits    whether it can show such a goal at all, with this effort
    run     the line that states the goal; Stuck or Refused where it finds none
    resumes whether it only makes sense after a tactic that has Spent what it was given
    """

    method: str
    fits: Callable[[Script, Term, Effort], bool]
    run: Callable[[ProofState, Term, Effort], int]
    resumes: bool = False


Tactics = tuple[Tactic, ...]


class Spent(Stuck):
    """Nothing found with the linear programs that were allowed; more of them might do."""


def prove(
    known: ProofState, goal: Term, effort: Effort = FULL, method: str = "", tactics: Tactics | None = None
) -> int:
    """A line that states the goal, by the first tactic that finds one; Stuck with the plain search's reason.

    With a method (a word of METHODS) its tactics alone are asked, and the line has to be theirs; `tactics` are those of a
    part of a search.
    """
    line = known.have(goal)
    if line is not None and not method:
        return line
    first: Stuck | None = None
    spent = False
    for tactic in TACTICS if tactics is None else tactics:
        if (method and tactic.method != method) or not tactic.fits(known.s, goal, effort):
            continue
        if tactic.resumes and not spent:
            continue
        try:
            line = tactic.run(known.child(), goal, effort)
        except (Stuck, Refused) as e:
            spent = spent or isinstance(e, Spent)
            first = first or Stuck(str(e))
            continue
        if method in STARTS and not rests_on(known.s, line, STARTS[method]):
            raise Stuck(f"needs no {method}: {show(goal)}")
        return line
    raise first or Stuck(f"no way to prove {show(goal)}" + (f" by {method}" if method else ""))


def rests_on(s: Script, line: int, rule: str) -> bool:
    """Whether a line comes by this rule, or from a line that does."""
    return any(s.lines[k]["rule"] == rule for k in rested_on(s.premises, [line]))


# ----------------------------------------------------------------------------------------------- what is tried
def of_numbers(s: Script, goal: Term, _effort: Effort = FULL) -> bool:
    """Whether the goal is a relation between numbers: no law and no sum over outcomes stands in it."""
    if goal[0] not in RELATIONS:
        return False
    return not any(f[0] in ("@sum", "@f") for f in monomial_atoms(s.rel(goal)[1]))


def by_calculus_too(s: Script, goal: Term, effort: Effort) -> bool:
    """Goals about numbers alone, while calculus may be tried."""
    return effort.goals > 0 and of_numbers(s, goal)


def an_order_of_numbers(s: Script, goal: Term, _effort: Effort) -> bool:
    """Orders of numbers."""
    return goal[0] in ("<=", "<") and of_numbers(s, goal)


def an_order(_s: Script, goal: Term, effort: Effort) -> bool:
    """Orders, while boxes may be tried."""
    return goal[0] in ("<=", "<") and effort.boxes > 0


def about_whole_numbers(s: Script, goal: Term, effort: Effort) -> bool:
    """Statements about numbers alone: relations, their negations and what joins them."""
    if goal[0] in ("and", "or", "not", "->"):
        return all(about_whole_numbers(s, part, effort) for part in goal[1:])
    return of_numbers(s, goal)


def anything(_s: Script, _goal: Term, _effort: Effort) -> bool:
    """Every goal."""
    return True


def early(known: ProofState, goal: Term, effort: Effort) -> int:
    """The plain search; where calculus is to come, with few linear programs at first."""
    few = by_calculus_too(known.s, goal, effort)
    known.budget = Budget(min(effort.early, effort.programs) if few else effort.programs)
    try:
        return known.prove(goal)
    except Stuck as e:
        if few and known.budget.left < 0 and effort.early < effort.programs:
            raise Spent(str(e)) from None
        raise


def late(known: ProofState, goal: Term, effort: Effort) -> int:
    """The plain search with all the linear programs that it may use."""
    known.budget = Budget(effort.programs)
    return known.prove(goal)


def about_quantiles(s: Script, goal: Term, effort: Effort) -> bool:
    """Relations between numbers and quantiles, at least one, outside of searches in which many ways are tried."""
    if QUANTILE not in s.sig or goal[0] not in RELATIONS or not effort.goals:
        return False
    unknown = [f for f in monomial_atoms(s.rel(goal)[1]) if f[0] in ("@sum", "@f")]
    return bool(unknown) and all(map(is_quantile, unknown))


def beside_quantiles(known: ProofState, goal: Term, effort: Effort) -> int:
    """The plain search once more, from what is known of each quantile by itself."""
    read_beside_numbers(known, goal)
    return late(known, goal, effort)


def integrality(known: ProofState, goal: Term, effort: Effort) -> int:
    """Cases in which natural numbers are compared; the last resort in a case is arithmetic and calculus."""
    rest = tuple(t for t in TACTICS if t.method in ("arithmetic", "calculus") and not t.resumes)
    return by_whole_numbers(known, goal, lambda state, part: prove(state, part, effort, tactics=rest))


TACTICS: Tactics = (
    Tactic("arithmetic", anything, early),
    Tactic("arithmetic", an_order_of_numbers, lambda known, goal, effort: by_denial(known, goal)),
    Tactic("calculus", by_calculus_too, lambda known, goal, effort: calculus(known, goal, effort.goals)),
    Tactic("arithmetic", by_calculus_too, late, resumes=True),
    Tactic("integrality", about_whole_numbers, integrality),
    Tactic("arithmetic", about_quantiles, beside_quantiles),
    Tactic("enclosure", an_order, lambda known, goal, effort: bounded(known, goal, effort.boxes)),
)
