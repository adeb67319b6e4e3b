"""A claim as it stands: how it is read, a short look at it, and a long search for a proof or a witness."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from dpsym.claims.answers import Answer
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Claim, Reader, meant
from dpsym.claims.sessions import WORK
from dpsym.claims.too_large import unless_too_large
from dpsym.claims.ways.by_reduction import refuted_by_numbers
from dpsym.claims.ways.defined import check_domains, undefined
from dpsym.claims.ways.proving import as_proved, by_multipliers, proved
from dpsym.claims.ways.refuting import EARLY, FEW, LATE, LISTED, NEEDS, by_linear_program, over_tests, refuted
from dpsym.language import Notion, PureDP, StatementError

SHORT = 100_000  # steps for a conclusion that may be one of the hypotheses
SEARCH_FAILED = "no proof was found"


def as_read(reader: Reader) -> tuple[Claim | None, Answer, tuple[str, ...]]:
    """The claim, None where the kernel has no word for it; the answer while nothing else is known, which says why where it
    is the last one; and what of the claim may have no value."""
    blank = Answer(reader.source.text, "undecided")
    try:
        claim = meant(reader)
        open_needs = tuple(undefined(claim))
    except (NotSupported, StatementError) as e:
        return None, replace(blank, method="not supported", tried=(str(e),)), ()
    blank = replace(blank, claim=claim)
    if open_needs:
        blank = replace(blank, method="definedness", tried=open_needs)
    return claim, blank, open_needs


def first_look(reader: Reader) -> tuple[Claim | None, Answer, Answer | None]:
    """The claim as it is read (None where the kernel has no word for it), the answer while nothing is known, and the
    answer where a short search gives one."""
    blank = Answer(reader.source.text, "undecided")
    try:
        claim = meant(reader)
        blank = replace(blank, claim=claim)
        open_needs = undefined(claim)
        if open_needs:  # a point at which everything has a value may refute it all the same
            found = unless_too_large(refuted, claim, LISTED if over_tests(claim) else NEEDS)
            found = found or unless_too_large(refuted_by_numbers, reader)
            return claim, blank, found or replace(blank, method="definedness", tried=tuple(open_needs))
    except (NotSupported, StatementError) as e:  # also a term that the kernel has no word for
        check_domains(reader)
        blank = replace(blank, method="not supported", tried=(str(e),))
        return None, blank, None
    try:
        found = unless_too_large(refuted, claim, EARLY)
        if found is None and claim.about_pairs and not claim.theorem.parameters:
            found = unless_too_large(by_linear_program, claim)
            found = found or unless_too_large(by_multipliers, claim, blank)
    except StatementError as e:
        return None, replace(blank, claim=None, method="not supported", tried=(str(e),)), None
    if found is None and (restates(claim) or claim.theorem.where):
        with suppress(StatementError):
            answer = answer_to(claim, blank, True, SHORT)
            if answer.verdict == "proved":
                found = answer
    return claim, blank, found


def restates(claim: Claim) -> bool:
    """Whether the conclusion is a notion that a hypothesis is too, perhaps with another budget."""
    goal = claim.theorem.claim
    return isinstance(goal, Notion) and any(isinstance(g, type(goal)) for g in claim.theorem.given)


def answer_to(claim: Claim, blank: Answer, known: bool = False, work: int = WORK) -> Answer:
    """A proof, then counterexamples that take longer to find; only a short search where the truth is known."""
    pure = any(isinstance(g, PureDP) for g in claim.theorem.given)  # the search has ways of its own for it
    proof, derivation = proved(claim, work // 4 if known and not pure else work)
    if proof.status == "proved":
        return as_proved(blank, proof, derivation)
    found = None if known else unless_too_large(by_linear_program, claim)
    if found is None and not known:
        found = unless_too_large(refuted, claim, FEW if over_tests(claim) else LATE)
    if found is not None:
        return found
    return replace(blank, tried=(f"{SEARCH_FAILED}: {proof.tried}", "no counterexample was found"))
