"""A typed line of a derivation is judged by the same engine as a theorem: proved, refuted at a point, or undecided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sympy import Basic, Eq, Expr

from dpsym.claims.reading import single
from dpsym.claims.reading.nodes import NotAClaim
from dpsym.claims.reading.words import MAKE
from dpsym.keeping.store import Nowhere
from dpsym.language import Point, Theorem, as_written, variant
from dpsym.language.definedness import Values, needs
from dpsym.prove.definedness.values import in_force, open_need
from dpsym.prove.session import Session
from dpsym.reports.words import point_words
from dpsym.teaching.exercise import Exercise, Gap

RIGHT, WRONG, IDLE, TOO_FAR, UNDECIDED = "right", "wrong", "no step forward", "too far", "undecided"


@dataclass(frozen=True)
class Answered:
    """The judgement of a typed line.

    verdict      right (proved), wrong (false at a point), no step forward (the line above again), too far (true, but what is
                 wanted does not follow from it any more: false at a point), undecided
    point        where it fails, in words
    left, right  the two sides there, as digits
    why          what is wrong with the sign of relation, or with a term that has no value
    done         whether what is wanted follows from the line, and as many lines were typed as are missing
    """

    verdict: str
    point: str = ""
    left: str = ""
    right: str = ""
    why: str = ""
    done: bool = False


class Judge:
    """Judges the lines that are typed for one gap; each right line is the next one's left side."""

    def __init__(self, exercise: Exercise, gap: Gap) -> None:
        self.theorem, self.gap = exercise.theorem, gap
        self.session = Session(Nowhere())
        self.current, self.way = gap.start, gap.relation
        self.typed = 0

    # ------------------------------------------------------------------------------------------------- reading
    def read(self, text: str) -> tuple[str, Expr, tuple[Expr, ...]]:
        """A typed line, `<= x/(1 + x)`: its relation, its right side, and terms that this leaves out (0*x).

        NotAClaim says where it cannot be read.
        """
        text = text.strip()
        relation = next((r for r in ("<=", ">=", "==", "<", ">", "=") if text.startswith(r)), "")
        if not relation:
            raise NotAClaim("a line begins with =, <=, <, >= or >", 0, text)
        whole = "0 " + text
        try:
            right = single.relation(whole).args[1]
            value, left_out = single.read(right, {p.name: p for p in self.theorem.parameters})
        except NotAClaim as e:
            e.text = whole
            raise
        return relation.replace("==", "="), value, left_out

    # ------------------------------------------------------------------------------------------------- judging
    def answer(self, text: str) -> Answered:
        """The judgement of the typed line; a right one becomes the line above the next."""
        relation, value, left_out = self.read(text)
        if not self._fits(relation):
            return Answered(
                WRONG, why=f"the derivation goes with {self.way}, and {relation} leads the other way"
            )
        missing = self._without_value(left_out)
        if missing is not None:
            return missing
        if value == self.current:
            return Answered(IDLE)
        found = self._settled(relation, self.current, value)
        if found.verdict == UNDECIDED:
            return self._without_value((value,)) or found
        if found.verdict != RIGHT:
            return found
        left = {"<": "<=", ">": ">="}.get(self.way, self.way) if relation == self.way else self.way
        rest = self._settled(left, value, self.gap.target)
        if rest.verdict == WRONG:
            return Answered(TOO_FAR, rest.point, rest.left, rest.right)
        self.current, self.way, self.typed = value, left, self.typed + 1
        enough = self.typed >= len(self.gap.lines) or value == self.gap.target
        return Answered(RIGHT, done=enough and rest.verdict == RIGHT)

    def _fits(self, relation: str) -> bool:
        """Whether a step with this relation can be part of the derivation."""
        return relation == "=" or relation[0] == self.way[0]

    def _without_value(self, terms: Sequence[Expr]) -> Answered | None:
        """What is said where one of the terms has no value under the hypotheses, or where that is not known."""
        theorem = Theorem(title="terms", given=self.theorem.given, claim=self.theorem.claim)
        values = needs(theorem, also=[(-1, t) for t in terms]) if terms else Values((), {})
        for need, given in in_force(values):
            missing = open_need(self.session, theorem, values, need, given)
            if missing is not None and missing.point is not None:
                return Answered(
                    WRONG, point_words(missing.point), why=f"a term has no value there: {need.rule}"
                )
            if missing is not None:
                return Answered(UNDECIDED, why=need.rule)
        return None

    def _settled(self, relation: str, left: Expr, right: Expr) -> Answered:
        """Whether the relation holds under the hypotheses of the theorem."""
        with as_written():
            claim: Basic = Eq(left, right) if relation == "=" else MAKE[relation](left, right)
            theorem = Theorem(title="a line", given=self.theorem.given, claim=claim)
        found = self.session.settle(theorem)
        if found.status == "proved":
            return Answered(RIGHT)
        if found.status == "unknown":
            found = self.session.refute(theorem, variant(), True)
        if found.status != "refuted" or found.witness is None:
            return Answered(UNDECIDED)
        at = found.witness
        return Answered(WRONG, point_words(at), value_at(left, at), value_at(right, at))


def value_at(e: Expr, at: Point) -> str:
    """The value of a side at a point, as digits; empty where it stays undecided."""
    from dpsym.numbers import enclose

    try:
        return enclose(e, at, 6).decimal(6)[0]
    except (ArithmeticError, ValueError):
        return ""
