"""A cited theorem may be used; what rests on it is cited too, however far away, and is never proved."""

from __future__ import annotations

from dpsym.derivations.literature.refined_pinsker import distance, refined_pinsker
from dpsym.language import Theorem, have
from dpsym.prove.session import Session

pinsker = Theorem(
    title="Pinsker's inequality from the refined one",
    given=refined_pinsker.given,
    claim=2 * distance**2 <= refined_pinsker.claim.rhs,
    derivation=(
        have(refined_pinsker.claim, "with a second term", by=refined_pinsker),
        have(0 <= distance**4, "a square", hints=(distance**2,)),
    ),
)
weaker = Theorem(
    title="a weaker bound",
    given=refined_pinsker.given,
    claim=2 * distance**2 <= refined_pinsker.claim.rhs + 1,
    derivation=have(pinsker.claim, "the bound", by=pinsker),
)


def test_what_uses_a_cited_theorem_is_cited() -> None:
    for theorem in (refined_pinsker, pinsker, weaker):
        verdict = Session().theorem(theorem)
        assert verdict.status == "cited", verdict.tried


def test_in_one_session_it_stays_cited() -> None:
    session = Session()
    assert [session.theorem(t).status for t in (refined_pinsker, pinsker, weaker, pinsker)] == ["cited"] * 4
