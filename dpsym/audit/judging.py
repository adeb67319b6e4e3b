"""What is true of a line: the relation as a claim of the language, under what is declared, put to the one prover.

Nothing follows unless a proof was accepted by the kernel (or, told apart, rests on what is cited from the literature), and
unless the kernel knows a point at which all that is declared holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from dpsym.audit.pairs import PairReader
from dpsym.audit.pointwise import with_steps
from dpsym.audit.reading import Line
from dpsym.audit.said import said
from dpsym.audit.tokens import NotRead, place
from dpsym.claims.answers import Answer
from dpsym.claims.at_points import Place, there
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Claim, meant
from dpsym.claims.reading.nodes import Node, NotAClaim, Source
from dpsym.claims.reading.trees import names_in
from dpsym.claims.reading.words import CONSTANTS
from dpsym.claims.sessions import session_for_claims
from dpsym.claims.ways.as_it_stands import answer_to
from dpsym.claims.ways.by_library import from_library, proof_of
from dpsym.claims.ways.by_reduction import least_gap
from dpsym.claims.ways.defined import undefined
from dpsym.claims.ways.instances import TRIVIAL
from dpsym.claims.ways.proofs import certificates
from dpsym.claims.ways.refuting import EARLY, refuted
from dpsym.claims.ways.theorems import with_folders
from dpsym.faults import Fault
from dpsym.kernel.terms import Json
from dpsym.language import StatementError
from dpsym.reals.precision import alone
from dpsym.reals.real import Inf, enclosed

FOLLOWS, FAILS, UNDECIDED, NOT_READ = "follows", "fails", "undecided", "not read"
ERROR = "error"  # an internal error: no judgement at all
PROVED, CITED, NO_VALUE, DECLARED, CONTRADICTORY = "proved", "cited", "no value", "declared", "contradictory"
BITS = 200  # of a side of a relation at a point
SHORT = 1000  # the largest denominator of a side that is shown as a fraction
NO_POINT = "no point was found at which the declared conditions hold together"
BALL = re.compile(r"\[(-?[0-9.e+-]+) \+/- [0-9.e+-]+\]")  # an enclosure as it is shown
SEEN = 2_000  # answers kept in a process


@dataclass(frozen=True)
class Judged:
    """The judgement on a line.

    verdict   follows, fails, undecided or not read; error where there is none because of an internal error
    evidence  of what follows: proved, cited or declared; of what fails: "a point" or "no value"; of a line that is not
              read under conditions that hold nowhere: contradictory
    point     where it fails: values of the letters, masses of the laws, both sides
    reason    for a person: the method, what was tried, why it is not read
    rests_on  theorems of the library, or what is cited
    fault     the internal error
    """

    line: Line
    verdict: str
    evidence: str = ""
    point: Json | None = None
    reason: str = ""
    rests_on: tuple[str, ...] = ()
    fault: Fault | None = None
    claim: Claim | None = field(default=None, repr=False, compare=False)
    answer: Answer | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True)
class Conditions:
    """Whether what is declared holds somewhere: `holds` is None where that is not known; what to say then."""

    holds: bool | None
    why: str = ""


class Judge:
    """Judges lines one after the other; what is asked twice is answered once."""

    def __init__(self) -> None:
        self.answers: dict[tuple, Judged] = {}
        self.known: dict[tuple, Conditions] = {}

    def line(self, line: Line) -> Judged:
        """The judgement on a line."""
        if line.sides is None or (line.why and not line.beside):
            return Judged(line, NOT_READ, reason=line.why)
        found = self.relation(line, line.sides[0], line.relation, line.sides[1])
        if not line.beside:
            return found
        if found.verdict == FOLLOWS:
            return replace(found, evidence=DECLARED, reason="a condition that follows from what is declared")
        return Judged(line, NOT_READ, reason=f"{line.why}; what is declared does not say it")

    def relation(self, line: Line, left: Node, sign: str, right: Node) -> Judged:
        """The judgement on a relation of two sides in the scope of a line."""
        try:
            source = source_of(line, left, sign, right)
        except NotRead as e:
            return Judged(line, NOT_READ, reason=e.why)
        key = key_of(line, source)
        if key not in self.answers:
            if len(self.answers) > SEEN:
                self.answers.clear()
            self.answers[key] = self.judged(line, source)
        return replace(self.answers[key], line=line)

    def judged(self, line: Line, source: Source) -> Judged:
        """The judgement on a source, after its conditions."""
        try:
            conditions = self.conditions(line, source)
        except NotAClaim as e:
            return Judged(line, NOT_READ, reason=f"in what is declared: {e.message}")
        if conditions.holds is False:
            return Judged(line, NOT_READ, CONTRADICTORY, reason=conditions.why)
        found = settled(line, source)
        pruned = len(source.conditions) < len(line.scope.conditions)
        if conditions.holds is None and (found.verdict == FOLLOWS or (found.verdict == FAILS and pruned)):
            return Judged(line, UNDECIDED, reason=conditions.why)
        return found

    def conditions(self, line: Line, source: Source) -> Conditions:
        """Whether all that is declared at the line holds somewhere."""
        scope = line.scope
        whole = Source(source.text, tuple(map(scope.unfold, scope.conditions)), source.hypotheses, (TRIVIAL,))
        key = (tuple(map(said, whole.conditions)), tuple(map(said, whole.hypotheses)), scope.positive)
        if key not in self.known:
            claim = meant(PairReader(whole, scope.positive))
            found = session_for_claims().existence(claim.theorem)
            why = (
                ""
                if found.holds
                else "the declared conditions contradict each other"
                if found.holds is False
                else NO_POINT
            )
            self.known[key] = Conditions(found.holds, why)
        return self.known[key]


def source_of(line: Line, left: Node, sign: str, right: Node) -> Source:
    """A relation as a claim, under the conditions that speak of its letters."""
    scope = line.scope
    a, b = scope.unfold(left), scope.unfold(right)
    conclusion = Node("chain", (a, b), (sign,), a.at, b.end, 1 + max(a.depth, b.depth))
    given = tuple(map(scope.unfold, scope.given))
    conditions = connected(tuple(map(scope.unfold, scope.conditions)), (conclusion, *given))
    return Source(line.text, conditions, given, (conclusion,))


def connected(conditions: Sequence[Node], about: Sequence[Node]) -> tuple[Node, ...]:
    """The conditions that speak of the letters in question, or of letters that such conditions speak of.

    The others say nothing here: a proof does without them, and a point at which the relation fails can be completed, for
    all conditions together hold somewhere.
    """
    names = frozenset().union(*(names_in(n) for n in about)) - set(CONSTANTS)
    while True:
        kept = [c for c in conditions if names & names_in(c) or not names_in(c) - set(CONSTANTS)]
        wider = names.union(*(names_in(c) - set(CONSTANTS) for c in kept))
        if wider == names:
            return tuple(kept)
        names = frozenset(wider)


def key_of(line: Line, source: Source) -> tuple:
    """What two questions have in common that have the same answer."""
    scope = line.scope
    texts = tuple(
        said(n) for n in (*scope.conditions, *source.conditions, *source.hypotheses, *source.conclusion)
    )
    return (*texts, scope.positive, tuple((k, v.arguments, said(v.body)) for k, v in scope.lets.items()))


# ------------------------------------------------------------------------------------------------------ settling
@alone
def settled(line: Line, source: Source) -> Judged:
    """Refuted first, then proved; a term without a value is told apart."""
    try:
        claim = meant(PairReader(source, line.scope.positive))
        missing = undefined(claim)
        found = answered(claim, missing, source, line.scope.positive)
    except NotSupported as e:
        return Judged(line, UNDECIDED, reason=f"this is not supported yet: {e.message}")
    except NotAClaim as e:
        return without_value(line, e)
    except StatementError as e:
        return Judged(line, UNDECIDED, reason=str(e))
    return judged_by(line, claim, found, missing)


def without_value(line: Line, e: NotAClaim) -> Judged:
    """A term has no value at a point that the conditions allow; or the text has no meaning at all."""
    rule, here, point = e.message.partition("; here ")
    d = line.display
    if here and d is not None and not d.at <= e.at < d.end:
        return Judged(
            line, NOT_READ, reason=f"in what is declared: {e.message}; declare the domain of the letter first"
        )
    if not here and not any(
        w in rule for w in ("division by 0", "logarithm of a number", "root of a negative", "between 0 and 1")
    ):
        return Judged(line, NOT_READ, reason=e.message)
    if rule.startswith("the order must be greater than 1"):
        return Judged(
            line,
            NOT_READ,
            reason="a moment of an order that may be at most 1 is not read: declare the order above 1",
        )
    values = dict(
        x.split(" = ", 1)
        for x in point.removesuffix(" is allowed").split(", ")
        if " = " in x and "(" not in x
    )
    return Judged(
        line,
        FAILS,
        NO_VALUE,
        {"values": values, "laws": {}, "left": "", "right": "", "reason": rule},
        e.message,
    )


def answered(claim: Claim, missing: Sequence[str], source: Source, positive: bool = False) -> Answer:
    """The best that can be said of a claim."""
    blank = Answer(claim.text, "undecided", claim=claim)
    found = refuted(claim, EARLY)
    if found is not None or missing:
        return found or replace(blank, tried=tuple(missing))
    if claim.about_pairs:
        found = summed(claim, positive)
        if found is not None:
            return found
        theorems = with_folders()
        proof = proof_of(claim, theorems.prove) or proof_of(claim, theorems.cite)
        if proof is not None:
            return from_library(claim, proof)
    answer = answer_to(claim, blank)
    if answer.verdict != "undecided":
        return answer
    for other in other_forms(source):
        again = meant(PairReader(other))
        proof_of_other = answer_to(again, blank, True)
        if not undefined(again) and proof_of_other.verdict == "proved":
            return replace(proof_of_other, method=f"{proof_of_other.method}, of the logarithms")
    gap = least_gap(PairReader(source))
    return answer if gap is None else replace(answer, tried=(*answer.tried, gap[1]))


def summed(claim: Claim, positive: bool) -> Answer | None:
    """A proof by a relation that holds at every outcome, or None."""
    theorem = with_steps(claim.theorem, positive)
    if theorem is None:
        return None
    session = session_for_claims()
    try:
        verdict = session.theorem(theorem)
    except StatementError:
        return None
    if verdict.status != "proved":
        return None
    return Answer(
        claim.text, "proved", verdict.scope, "a tangent at every outcome, summed", certificate=verdict.certificate,
        derivation=theorem.derivation, lines=verdict.lines, lemmas=tuple(certificates(verdict, session)), claim=claim,
    )  # fmt: skip


def other_forms(source: Source) -> Iterator[Source]:
    """exp(A) = B as A = log(B): where B has a logarithm, the one says what the other does."""
    (chain,) = source.conclusion
    for k in (0, 1):
        a, b = chain.args[k], chain.args[1 - k]
        if a.kind == "call" and a.value == "exp" and not (b.kind == "call" and b.value == "exp"):
            logged = Node("call", (b,), "log", b.at, b.end, b.depth + 1)
            sides = (a.args[0], logged) if k == 0 else (logged, a.args[0])
            yield replace(source, conclusion=(replace(chain, args=sides),))


def judged_by(line: Line, claim: Claim, a: Answer, missing: Sequence[str]) -> Judged:
    """An answer as a judgement."""
    if a.verdict == "proved":
        return Judged(line, FOLLOWS, PROVED, None, a.method, a.rests_on, claim=claim, answer=a)
    if a.verdict == "cited":
        return Judged(line, FOLLOWS, CITED, None, a.method, a.rests_on, claim=claim, answer=a)
    if a.verdict == "refuted":
        return Judged(
            line, FAILS, "a point", point_of(line, claim, a), a.method, a.rests_on, claim=claim, answer=a
        )
    why = "; ".join(placed(line, w) for w in missing or a.tried)
    return Judged(line, UNDECIDED, reason=why, claim=claim, answer=a)


def placed(line: Line, words: str) -> str:
    """What could not be shown, with its place in the source."""
    m = re.match(r"character (\d+): ", words)
    if m is None:
        return words
    row, column = place(line.text, int(m[1]) - 1)
    return f"{words[m.end() :]} ({row}:{column})"


def point_of(line: Line, claim: Claim, a: Answer) -> Json:
    """Where a line fails: the values of its letters, the masses, and both sides."""
    (chain,) = claim.source.conclusion
    used = names_in(chain).union(*(names_in(h) for h in claim.source.hypotheses))
    w = a.witness
    assert w is not None  # of what is refuted
    values, laws, left, right = w.values, {k: list(v) for k, v in w.laws.items()}, w.left, w.right
    values = {k: v for k, v in values.items() if k in used}
    own = sides_at(chain, a) if not laws else None
    if own is not None:
        left, right = own
    left, right = (BALL.sub(r"\1", x) for x in (left, right))
    names = dict(zip(("P", "Q"), line.scope.pair or ("P", "Q"), strict=True))
    return {
        "values": dict(values), "laws": {names.get(k, k): v for k, v in laws.items()}, "left": left, "right": right,
        "reason": "",
    }  # fmt: skip


def sides_at(chain: Node, a: Answer) -> tuple[str, str] | None:
    """Both sides at the point, in the order of the paper; None where one has no value."""
    if a.claim is None:
        return None
    reader = PairReader(a.claim.source)
    reader.knows_conditions()
    place = there(reader, a)
    left, right = (side_at(place, side) for side in chain.args)
    return None if left is None or right is None else (left, right)


def side_at(place: Place, side: Node) -> str | None:
    """A side at a point: a fraction that is short, else twelve digits; None where it has no value."""
    fraction = place.number(side)
    if fraction is not None and fraction.q <= SHORT:
        return str(fraction)
    value = place.value(side)
    if value is None or isinstance(value, Inf):
        return None
    return str(enclosed(value, BITS).str(12, radius=False))


__all__ = [
    "CITED",
    "CONTRADICTORY",
    "DECLARED",
    "ERROR",
    "FAILS",
    "FOLLOWS",
    "NOT_READ",
    "NO_VALUE",
    "PROVED",
    "UNDECIDED",
    "Judge",
    "Judged",
]
