"""A cited theorem may be used; what rests on it is cited too, however far away, and is never proved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from suggested import Suggested

from dpsym.derivations.literature.refined_pinsker import distance, refined_pinsker
from dpsym.kernel import dump
from dpsym.language import Le, Lt, Theorem, as_written, have, parameter
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


def through(lemma: Theorem, theorem: Theorem) -> dict[str, Any]:
    """A certificate of a theorem whose claim is that of a lemma with 1 added on both sides."""
    session = Session()
    claim = dump(session.statement(theorem).named_claim)
    _, given, said = claim
    lines = [
        {"rule": "hyp", "is": given},
        {"rule": "lemma", "name": session.key(lemma)},
        {"rule": "imp_e", "from": [1, 0]},
        {"rule": "arith", "from": [2], "is": said, "terms": [[1, [0]]]},
        {"rule": "imp_i", "from": [3], "is": given},
    ]
    return {"certificate": {"sig": {"x": "R"}, "claim": claim, "lines": lines}, "steps": []}


def test_a_kept_proof_uses_no_cited_theorem_that_the_steps_do_not_name() -> None:
    """Such a proof would count as one that rests on nothing: here of what is false."""
    x = parameter("x", at_least=0)
    with as_written():
        false = Theorem(title="printed somewhere", claim=Le(x + 1, x), cited=("Someone 1999",))
        more = Theorem(title="one more", claim=Le(x + 2, x + 1))
        named = replace(more, derivation=have(Le(x + 1, x), "printed", by=false))
    session = Session(Suggested(through(false, more)))
    assert [session.theorem(t).status for t in (false, more)] == ["cited", "unknown"]
    session = Session()
    assert [session.theorem(t).status for t in (false, named)] == ["cited", "cited"]


class Recorded(Suggested):
    """A store that has a certificate for every question whether a term has a value."""

    def get(self, key: str) -> Any:
        return self.entry if key.startswith("value-") else None


def test_a_kept_proof_that_a_term_has_a_value_uses_no_other_theorem_either() -> None:
    x = parameter("x", at_least=0)
    with as_written():
        false = Theorem(title="printed somewhere", claim=Lt(0, x), cited=("Someone 1999",))
        quotient = Theorem(title="a quotient", claim=Le(1 / x, 1 / x + 1))
        named = replace(quotient, defined=have(Lt(0, x), "printed", by=false))
    given, is_zero, differs = ["<=", 0, "x"], ["=", "x", 0], ["not", ["=", "x", 0]]
    lines = [
        {"rule": "hyp", "is": given},
        {"rule": "lemma", "name": Session().key(false)},
        {"rule": "imp_e", "from": [1, 0]},
        {"rule": "hyp", "is": is_zero},
        {"rule": "arith", "from": [2, 3], "is": ["<", 0, 0], "terms": [[1, [0]]], "eqs": [[1, -1]]},
        {"rule": "arith", "is": ["<=", 0, 0]},
        {"rule": "absurd", "from": [4, 5], "is": differs},
        {"rule": "hyp", "is": differs},
        {"rule": "cases", "from": [6, 7], "on": is_zero},
        {"rule": "imp_i", "from": [8], "is": given},
    ]
    kept = {"certificate": {"sig": {"x": "R"}, "claim": ["->", given, differs], "lines": lines}}
    for order in ((false, quotient, named, quotient), (false, named, quotient)):
        session = Session(Recorded(kept))
        found = [(t.title, session.theorem(t).status) for t in order]
        expected = {id(false): "cited", id(quotient): "no value", id(named): "cited"}
        assert [s for _, s in found] == [expected[id(t)] for t in order], found
