"""Whether the conditions and hypotheses of a typed claim hold somewhere: an instance, or that they contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from dpsym.claims.few_outputs import processing, small_mechanisms
from dpsym.claims.reading.as_nodes import chain
from dpsym.claims.reading.combining import combination, is_made
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Claim, Reader, meant
from dpsym.claims.reading.named import posted
from dpsym.claims.reading.nodes import relation_of_numbers
from dpsym.claims.reading.syntax import NotAClaim, Source
from dpsym.claims.reading.trees import words_in
from dpsym.claims.reading.words import FUNCTIONALS, MECHANISMS, NOTIONS
from dpsym.claims.ways.alternatives import proof_of
from dpsym.claims.ways.proofs import put_together
from dpsym.kernel.terms import Json
from dpsym.language import Notion, Point, StatementError, Theorem
from dpsym.prove.definedness.instances import Existence, of_other_pairs
from dpsym.prove.session import Session

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer

TRIVIAL, ABSURD = (relation_of_numbers(low, high) for low, high in ((0, 1), (1, 0)))
CONTRADICTORY = "the hypotheses contradict each other"


def with_instance(
    answer: Answer, reader: Reader, session: Session, settle: Callable[[Source], Answer]
) -> Answer:
    """The answer with an instance of the claim's conditions and hypotheses; vacuous where the kernel proves that they
    hold nowhere.  `reader` has read it, and `settle` answers another claim."""
    if answer.verdict == "refuted":  # its witness is one
        return answer
    source = reader.source
    found, names = looked_for(reader, session)
    if found.holds and found.point is not None:
        return replace(answer, instance=shown(found.point, names))
    if found.holds is False:
        return vacuous(answer, found.certificate, found.lemmas, ())
    if source.hypotheses:
        try:
            absurd = settle(source.but(conclusion=(ABSURD,)))
        except NotAClaim:  # of laws that only the conclusion brings together
            return answer if answer.verdict == "undecided" else replace(answer, nowhere=True)
        if absurd.verdict == "proved" and absurd.certificate is not None and not absurd.reduced:
            return vacuous(answer, absurd.certificate, absurd.lemmas, absurd.rests_on)
        if absurd.verdict == "cited":
            return replace(vacuous(answer, None, (), absurd.rests_on), reduced=absurd.reduced)
        in_part = contradiction_in_part(source, settle)
        if in_part is not None:
            return vacuous(answer, *in_part)
    if answer.verdict == "undecided":
        return answer
    return replace(answer, nowhere=True)


def contradiction_in_part(
    source: Source, settle: Callable[[Source], Answer]
) -> tuple[Json | None, tuple[tuple[str, Json], ...], tuple[str, ...]] | None:
    """A mechanism made of others where no pair of laws satisfies the hypothesis of a part: the certificate, those of the
    theorems that it uses, and their names; None where each part may be."""
    whole = readable(Reader(source.but(conclusion=(ABSURD,))))
    parts = [a for h in source.hypotheses if combination(h) for a in h.args[0].args if a.value in NOTIONS]
    if whole is None:
        return None
    for part in parts:
        answer = settle(source.but(hypotheses=(chain(part),), conclusion=(ABSURD,)))
        use = proof_of(answer, whole.theorem)
        for steps in of_other_pairs(whole.theorem, partial(saying, use.theorem)) if use else ():
            proof, lemmas = put_together(whole.theorem, steps)
            if proof.status == "proved":
                return proof.certificate, lemmas, answer.rests_on
    return None


def saying(lemma: Theorem, notion: Notion) -> Theorem | None:
    """The theorem, where it is about pairs that have the notion."""
    return lemma if notion in lemma.given else None


def vacuous(
    answer: Answer, certificate: Json | None, lemmas: tuple[tuple[str, Json], ...], rests_on: tuple[str, ...]
) -> Answer:
    """The answer to a claim whose hypotheses hold nowhere, with the certificate of 1 < 0 from them."""
    return replace(
        answer, verdict="vacuous", scope="", method=CONTRADICTORY, certificate=certificate, witness=None, tried=(),
        rests_on=rests_on, reduced="", derivation=(), lemmas=lemmas,
    )  # fmt: skip


def looked_for(reader: Reader, session: Session) -> tuple[Existence, dict]:
    """What is known of the hypotheses, and the typed names of the parameters."""
    source = reader.source
    noise = bool(words_in(*source.hypotheses).keys() & {*MECHANISMS})
    about_pair = words_in(*source.hypotheses).keys() & {*NOTIONS, *FUNCTIONALS}
    claim = readable(reader)
    if claim is None and about_pair and not noise:  # what is supposed may be read where the conclusion is not
        claim = readable(Reader(source.but(conclusion=(TRIVIAL,))))
    if claim is not None and (is_made(source) or posted(source)):
        theorem = claim.theorem
        example = (
            small_mechanisms.instance(theorem)
            if is_made(source)
            else processing.instance(theorem, posted(source))
        )
        return session.existence(replace(theorem, example=example)), claim.names
    if claim is not None and (claim.theorem.where or not noise):
        return session.existence(claim.theorem), claim.names
    # the law of a mechanism exists for all parameters at which it is declared; what is left must hold somewhere
    about = [
        h for h in source.hypotheses if words_in(h).keys().isdisjoint({*MECHANISMS, *NOTIONS, *FUNCTIONALS})
    ]
    conditions = (*source.conditions, *about)
    claim = readable(Reader(source.but(conditions=conditions, hypotheses=(), conclusion=(TRIVIAL,))))
    if claim is None:
        return Existence(None), {}
    found = session.existence(claim.theorem)
    return (Existence(None) if about_pair and found.holds else found), claim.names


def readable(reader: Reader) -> Claim | None:
    """The claim as the kernel reads it; None where it has no words for it."""
    try:
        return meant(reader)
    except (NotAClaim, NotSupported, StatementError):
        return None


def shown(at: Point, names: dict) -> dict[str, object]:
    """A point with typed names."""
    return {
        "values": {names.get(k, str(k)): str(v) for k, v in at.at},
        "laws": {name: [str(m) for m in masses] for name, masses in sorted(at.laws)},
    }


__all__ = ["with_instance"]
