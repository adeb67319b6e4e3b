"""Settles a typed claim: a kernel-checked proof, a kernel-checked witness, or what was tried."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from dpsym import deadline
from dpsym.claims.answers import Answer
from dpsym.claims.closed_form_pairs import reductions
from dpsym.claims.reading import combining, every, named
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.syntax import NotAClaim, Source, parse
from dpsym.claims.sessions import session_for_claims
from dpsym.claims.too_large import beyond_bounds, unless_too_large
from dpsym.claims.ways import alternatives
from dpsym.claims.ways.as_it_stands import answer_to, first_look
from dpsym.claims.ways.by_kind import (
    between_ends,
    of_alternatives,
    of_losses,
    of_made,
    of_named,
    of_quantified,
    of_roots,
    of_signs,
    part_by_part,
    without_loss,
)
from dpsym.claims.ways.by_library import by_citing, by_search, with_rounded_noise
from dpsym.claims.ways.by_odds import by_odds
from dpsym.claims.ways.by_reduction import at_known_pairs, carried_by, closest, looked_at, of_divergences
from dpsym.claims.ways.instances import with_instance
from dpsym.claims.ways.theorems import Theorems
from dpsym.language import StatementError
from dpsym.language.sizes import TooLarge, bounded_powers
from dpsym.reals.precision import alone

STEPS = 18_000_000  # for an answer: see `dpsym.deadline`
CONTRADICTION = 5_000_000  # of them for whether the hypotheses of what is proved contradict each other
CLOSEST = 3_000_000  # more, for what is said of a claim that stays undecided
OUT_OF_STEPS = f"the search was given up after {STEPS:,} steps"


@alone
def settle(claim: str | Source, known: Theorems | None = None) -> Answer:
    """The answer to a claim, as text or parsed; NotAClaim when it cannot be read or a term has no value.

    `known` are the theorems that it may rest on: those of the library, where none are given.
    """
    start = time.monotonic()
    reader = Reader(parse(claim) if isinstance(claim, str) else claim)
    answer = Answer(reader.source.text, "undecided", method="out of steps", tried=(OUT_OF_STEPS,))
    with bounded_powers() as refused:
        try:
            with suppress(deadline.OutOfSteps), deadline.answer(STEPS):
                try:
                    found = _settle(reader, known)
                except NotAClaim as e:
                    e.text = reader.source.typed
                    raise
                holds = found.verdict not in ("refuted", "undecided")
                answer = replace(found, nowhere=holds)  # while no instance is known
                with suppress(TooLarge):
                    answer = with_instance(found, reader, session_for_claims(), contradiction_in)
        except deadline.OutOfTime:
            answer = stopped(answer)
        if answer.verdict == "undecided":
            with suppress(deadline.GivenUp, TooLarge), deadline.answer(CLOSEST):
                answer = replace(answer, tried=(*answer.tried, *closest(reader)))
            answer = replace(answer, tried=(*answer.tried, *too_large_in(answer, refused)))
    words = next(
        filter(None, (part.in_words(reader.source) for part in (combining, named, alternatives))), ""
    )
    return replace(answer, read=words, seconds=time.monotonic() - start)


def stopped(answer: Answer) -> Answer:
    """The answer so far where the processor time, and no count, has ended the search: on another machine it may say more."""
    said = f"the search was stopped after {deadline.NET} s of processor time"
    if answer.verdict == "undecided":
        return replace(answer, method="out of time", tried=(said,))
    return replace(answer, tried=(*answer.tried, f"{said}, before an instance was found"))


def too_large_in(answer: Answer, refused: Sequence[str]) -> tuple[str, ...]:
    """The first number of an undecided claim that is not worked out, with the rule; else the first on the way (`refused`)."""
    if answer.claim is None:
        return tuple(refused[:1])
    theorem = answer.claim.theorem
    masses = [
        m for law in (theorem.where or {}).values() for m in (law if isinstance(law, tuple) else (law,))
    ]
    return (*beyond_bounds((*masses, *theorem.given, theorem.claim)), *refused)[:1]


def settle_part(source: Source, known: Theorems | None = None) -> Answer:
    """The answer to a claim that settles a part of another one, or what that was brought to."""
    return _settle(Reader(source), known)


def contradiction_in(source: Source) -> Answer:
    """The answer to a claim of which only a proof is of use, that hypotheses contradict each other: a short search."""
    with deadline.share(CONTRADICTION):
        return _settle(Reader(source), refutes=False)
    return Answer(source.text, "undecided", method="out of steps")


def _settle(reader: Reader, known: Theorems | None = None, refutes: bool = True) -> Answer:
    """As it stands where the kernel has words for it; at pairs with closed forms; from theorems of the library; by the
    known laws of its mechanism.  What may refute the claim at little cost comes before any proof, unless a proof alone is
    of use (`refutes` is false).
    """
    source = reader.source

    def part(of_it: Source) -> Answer:
        return settle_part(of_it, known)

    as_odds = by_odds(source, part)
    if as_odds is not None:
        return as_odds
    if alternatives.has_alternatives(source):
        return of_alternatives(reader, part)
    if every.quantified(source):
        return of_quantified(reader, part)
    if combining.is_made(source):
        return of_made(reader, known, part)
    if named.naming(source) or named.at_outputs(source):
        return of_named(reader, known)
    claim, blank, found = first_look(reader)
    if found is None:
        found = (
            (unless_too_large(at_known_pairs, reader) if refutes else None)
            or unless_too_large(part_by_part, claim, blank, part)
            or unless_too_large(without_loss, claim, blank, part)  # before theorems: at 0 they say little
            or unless_too_large(of_roots, claim, blank, known, part)
            or by_search(claim or with_rounded_noise(reader), known)
            or unless_too_large(between_ends, claim, blank, known, part)
            or unless_too_large(of_signs, reader, claim, blank, part)
        )
    if found is not None:
        return found
    carried = unless_too_large(carried_by, reductions.reductions(reader), source, settle_part)
    found = carried or by_citing(claim or with_rounded_noise(reader), known)
    if found is not None and (found.verdict == "refuted" or carried is None):
        return found
    first = of_divergences(source)
    if claim is None:
        return carried or (unless_too_large(looked_at, reader, first) if refutes else None) or blank
    try:
        answer = answer_to(claim, blank, carried is not None or not refutes)
    except StatementError as e:
        answer = replace(blank, method="not supported", tried=(str(e),))
    except deadline.GivenUp:
        if carried is None:
            raise
        return carried
    if answer.verdict != "undecided":
        return answer
    found = carried or unless_too_large(of_losses, reader, claim, blank, part)
    return found or (unless_too_large(looked_at, reader, first) if refutes else None) or answer
