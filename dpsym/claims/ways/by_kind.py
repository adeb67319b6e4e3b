"""Claims that ask for a way of their own: with alternatives, with hypotheses for every value of a name, about what is made
of other mechanisms, and about laws that are named."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from sympy import Basic

from dpsym import deadline
from dpsym.claims.answers import Answer
from dpsym.claims.at_points import Inside
from dpsym.claims.few_outputs import processing, several_laws, small_mechanisms
from dpsym.claims.few_outputs.near_losses import written
from dpsym.claims.reading import combining, every, named
from dpsym.claims.reading.as_nodes import value_of
from dpsym.claims.reading.meaning import Claim, Reader, meant
from dpsym.claims.reading.nodes import number, put
from dpsym.claims.reading.syntax import Node, NotAClaim, Source
from dpsym.claims.too_large import unless_too_large
from dpsym.claims.ways import (
    alternatives,
    by_losses,
    by_signs,
    ends,
    equal_laws,
    in_sums,
    one_by_one,
    preserved,
)
from dpsym.claims.ways.as_it_stands import SEARCH_FAILED, SHORT, answer_to, as_read
from dpsym.claims.ways.by_library import by_citing, by_search, theorems_of
from dpsym.claims.ways.by_reduction import at_normal_parts, of_divergences
from dpsym.claims.ways.proving import as_proved, by_choice, by_multipliers, proved, put_together
from dpsym.claims.ways.refuting import (
    EARLY,
    FEW,
    FEWEST,
    LATE,
    NEEDS,
    QUICK,
    at_points,
    by_small_mechanisms,
    confirmed,
    over_tests,
    refuted,
)
from dpsym.claims.ways.theorems import Theorems
from dpsym.language import ForAll, Parameter, have, specialise

DIRECT = 1_500_000  # steps for theorems before closed ranges are opened
ENDS = 7_000_000  # steps for a claim about mechanisms with its closed ranges opened
POINTS = 4  # values of the names at which several mechanisms are looked at, after those where all have one of these
SMALL = (Fraction(1), Fraction(1, 10), Fraction(1, 100))
Settle = Callable[[Source], Answer]  # how a part of the claim, or an instance of it, is settled


def of_alternatives(reader: Reader, settle: Settle) -> Answer:
    """The answer to a claim with `or` or `not`: as it stands, or alternative by alternative."""
    source = reader.source
    claim, blank, open_needs = as_read(reader)
    if claim is None or open_needs:
        return blank
    made = combining.is_made(source)
    found = by_small_mechanisms(reader, QUICK) if made else refuted(claim, EARLY)
    if found is not None:
        return found
    proof, derivation = proved(claim, SHORT)
    if proof.status == "proved":
        return as_proved(blank, proof, derivation)
    parts = alternatives.by_alternatives(claim, settle)
    if parts.derivation is not None:
        answer = put_together(claim, blank, parts)
        if answer is not None:
            return answer
    found = confirmed(claim, at_points(claim.theorem, parts.points(), "one alternative"))
    if found is None and parts.against is not None:
        same = parts.against
        return replace(same, text=source.text, reduced=same.reduced or same.text)
    if found is None:
        found = by_small_mechanisms(reader) if made else refuted(claim, FEW if over_tests(claim) else LATE)
    return found or replace(blank, tried=(SEARCH_FAILED, "no counterexample was found"))


def of_quantified(reader: Reader, settle: Settle) -> Answer:
    """The answer to a claim with a hypothesis for every value of a name: as it stands, or from the hypothesis at a value."""
    source = reader.source
    claim, blank, open_needs = as_read(reader)
    if claim is None or open_needs:
        return blank
    found = refuted(claim, EARLY)
    if found is not None:
        return found
    said = next((g for g in claim.theorem.given if is_for_every(g)), None)
    names = () if said is None else said.args[0]
    for instance in every.instances(source) if names else ():
        with suppress(NotAClaim):  # an argument may have no meaning at the value
            answer = settle(instance.source)
            use = alternatives.proof_of(answer, claim.theorem)
            values = dict(zip(names, (reader.expr(v) for _, v in instance.values), strict=True))
            steps = (
                (specialise(said, values, "at this value"), have(claim.theorem.claim, by=use))
                if use
                else None
            )
            whole = put_together(claim, blank, alternatives.Settled(steps, (answer,))) if steps else None
            if whole is not None:
                return whole
    return refuted(claim, LATE) or replace(blank, tried=(SEARCH_FAILED, "no counterexample was found"))


def is_for_every(formula: Basic) -> bool:
    """Whether a hypothesis says something for every value of a number."""
    return isinstance(formula, ForAll) and isinstance(formula.args[0][0], Parameter)


def from_parts(
    claim: Claim, blank: Answer, parts: alternatives.Settled | None, found_by: str = ""
) -> Answer | None:
    """The answer from those to parts of the claim: their proofs put together, or, where they are parts that refute it
    (`found_by` says what they are), a point at which one fails; None where they give none."""
    if parts is None:
        return None
    if parts.derivation is not None:
        return put_together(claim, blank, parts)
    return confirmed(claim, at_points(claim.theorem, parts.points(), found_by)) if found_by else None


def part_by_part(claim: Claim | None, blank: Answer, settle: Settle) -> Answer | None:
    """The answer to a claim with several conclusions from those to each; None where they give none."""
    if claim is None or len(claim.source.conclusion) < 2:
        return None
    return from_parts(claim, blank, alternatives.by_conclusions(claim, settle), "one conclusion")


def without_loss(claim: Claim | None, blank: Answer, settle: Settle) -> Answer | None:
    """The answer to a claim that supposes a budget of 0, from what is so of equal laws; None where there is none."""
    if claim is None or not claim.about_pairs:
        return None
    return from_parts(claim, blank, equal_laws.by_equal_laws(claim, settle), "equal laws")


def of_signs(reader: Reader, claim: Claim | None, blank: Answer, settle: Settle) -> Answer | None:
    """The answer to a claim about numbers that differ, or of which one divides, from those to it with them in either order;
    None where they give none."""
    if claim is None:
        return None
    return from_parts(claim, blank, by_signs.by_signs(reader, claim, settle), "one order")


def of_losses(reader: Reader, claim: Claim, blank: Answer, settle: Settle) -> Answer | None:
    """The answer to a claim at losses that are numbers from that about any losses in their order; None where there is none."""
    return from_parts(claim, blank, by_losses.by_losses(reader, claim, settle)) if claim.about_pairs else None


def between_ends(claim: Claim | None, blank: Answer, known: Theorems | None, settle: Settle) -> Answer | None:
    """The answer to a claim over closed ranges from theorems about what is between their ends; None where there is none."""
    if claim is None or not claim.about_pairs:
        return None

    def between(source: Source) -> Answer | None:
        """A proof of the claim over open ranges from theorems, where some term of it is another one there."""
        inner = meant(Reader(source))
        return by_search(inner, known) if ends.differs(inner.theorem, claim.theorem) else None

    return from_parts(claim, blank, ends.by_ends(claim, between, settle, theorems_of(known).library))


def of_roots(claim: Claim | None, blank: Answer, known: Theorems | None, settle: Settle) -> Answer | None:
    """The answer to a claim with a root that is another term between the ends of its ranges, from theorems: over the closed
    ranges where these say it soon, as a search that finds nothing there is long; else over the open ones."""
    if claim is None or not claim.about_pairs or not any(map(has_root, claim.source.conclusion)):
        return None
    if not any(
        ends.differs(meant(Reader(one)).theorem, claim.theorem) for one in ends.with_one_open(claim.source)
    ):
        return None
    with deadline.share(DIRECT):
        found = by_search(claim, known)
        if found is not None:
            return found
    return between_ends(claim, blank, known, settle)


def at_ends_of_all(claim: Claim, blank: Answer, known: Theorems | None, settle: Settle) -> Answer | None:
    """The answer to a claim with a root over closed ranges, from theorems about what is between all of their ends: theorems
    with roots are about positive budgets, and a search for one over the closed ranges is long."""
    if not any(map(has_root, claim.source.conclusion)):
        return None

    def between(source: Source) -> Answer | None:
        """A proof of the claim over open ranges from theorems."""
        return by_search(meant(Reader(source)), known)

    with deadline.share(DIRECT):
        found = by_search(claim, known)
        if found is not None:
            return found
    with suppress(ZeroDivisionError), deadline.share(ENDS):
        parts = ends.by_ends(claim, between, settle, theorems_of(known).library, at_once=True)
        return from_parts(claim, blank, parts)
    return None


def has_root(node: Node) -> bool:
    """Whether a part of a claim has a square root, or another power that is not whole."""
    if node.kind == "call" and node.value == "sqrt":
        return True
    exponent = value_of(node.args[1]) if node.kind == "power" else None
    return (exponent is not None and exponent.denominator > 1) or any(map(has_root, node.args))


def of_made(reader: Reader, known: Theorems | None, settle: Settle) -> Answer:
    """The answer to a claim about a mechanism that is made of others: by small mechanisms, or from theorems."""
    source = reader.source
    claim, blank, open_needs = as_read(reader)
    if claim is None or open_needs:
        return blank
    in_turn = one_by_one.answer(reader, known)
    if in_turn is not None:  # against a claim about a few of them, all outputs are rather shown
        false = in_turn.verdict == "refuted"
        return (unless_too_large(by_small_mechanisms, reader, FEWEST) if false else None) or in_turn
    proves = replace(claim, theorem=combining.not_telling(claim.theorem))
    few, many = (FEWEST, QUICK) if over_tests(claim) else (QUICK, small_mechanisms.VALUES)
    first = (
        unless_too_large(at_normal_parts, reader) if over_tests(claim) else None
    )  # at a test of normal laws little is to be looked at
    found = first or unless_too_large(by_small_mechanisms, reader, few)
    found = found or unless_too_large(keeping_all, claim)
    found = found or unless_too_large(part_by_part, proves, replace(blank, claim=proves), settle)
    found = found or (None if over_tests(claim) else unless_too_large(at_normal_parts, reader))
    found = found or unless_too_large(at_ends_of_all, proves, replace(blank, claim=proves), known, settle)
    found = found or by_search(proves, known)
    found = found or unless_too_large(of_sums, replace(blank, claim=proves), proves, known, settle)
    found = found or unless_too_large(of_the_part, replace(blank, claim=proves), proves, settle)
    found = found or by_citing(proves, known)
    found = found or unless_too_large(at_responses, reader, proves, known)
    found = found or unless_too_large(by_small_mechanisms, reader, many)
    said = combining.AMPLIFIED if combining.amplifies(source) else "no small mechanism is a counterexample"
    return found or replace(blank, tried=(SEARCH_FAILED, said))


def keeping_all(claim: Claim) -> Answer | None:
    """A refutation of a claim about what is made of one mechanism's output by one about this; None where there is none."""
    return confirmed(
        claim, at_points(claim.theorem, preserved.against_the_part(claim), "the output as it is")
    )


def of_sums(blank: Answer, claim: Claim, known: Theorems | None, settle: Settle) -> Answer | None:
    """The proof of a claim about several mechanisms one after the other from their budgets added up; None where there is
    none."""
    return from_parts(claim, blank, in_sums.by_sums(claim, settle, theorems_of(known).library))


def at_responses(reader: Reader, claim: Claim, known: Theorems | None) -> Answer | None:
    """A refutation of a claim about several mechanisms one after the other, by the responses that refute it at values of its
    names; None where there is none."""
    if not in_sums.notions_of(claim.theorem.given) or not reader.knows_conditions():
        return None
    own = {claim.names[p]: p for p in claim.theorem.parameters}
    inside = Inside(reader.source)
    alike = [dict.fromkeys(reader.order, v) for v in SMALL]
    for values in (*filter(inside.admit, alike), *inside.points(POINTS)):
        answer = one_by_one.answer(Reader(at_values(reader.source, values)), known)
        if answer is not None and answer.verdict == "refuted" and answer.point is not None:
            at = tuple((own[k], written(v)) for k, v in values.items() if k in own)
            point = replace(answer.point, at=at)
            return confirmed(claim, at_points(claim.theorem, [point], "randomised responses"))
    return None


def at_values(source: Source, values: Mapping[str, Fraction]) -> Source:
    """The claim with numbers in the place of names."""
    there = {k: number(v) for k, v in values.items()}
    hypotheses, conclusion = (
        tuple(put(n, there) for n in part) for part in (source.hypotheses, source.conclusion)
    )
    return source.but(conditions=(), hypotheses=hypotheses, conclusion=conclusion)


def of_the_part(blank: Answer, claim: Claim, settle: Settle) -> Answer | None:
    """The proof of a claim about what is made of one mechanism's outputs from that about any such mechanism; None where
    there is none."""
    return from_parts(claim, blank, preserved.by_the_part(claim, settle))


def of_named(reader: Reader, known: Theorems | None) -> Answer:
    """The answer to a claim that names its laws or an output: no pair with closed forms is asked."""
    source = reader.source
    claim, blank, open_needs = as_read(reader)
    if claim is None or open_needs:
        return (refuted(claim, NEEDS) if claim is not None else None) or blank
    found = at_normal_parts(reader) if of_divergences(source) else None
    if found is not None:
        return found
    posted = named.posted(source)
    if posted:
        small = at_points(claim.theorem, processing.points(claim.theorem, posted), "small laws and maps")
        found = confirmed(claim, small) or by_choice(claim, blank)
        found = found or by_search(claim, known) or by_citing(claim, known)
        return found or replace(blank, tried=(SEARCH_FAILED, "no small laws and map are a counterexample"))
    program = at_points(claim.theorem, several_laws.points(claim.theorem), "an exact linear program")
    found = unless_too_large(confirmed, claim, program) or unless_too_large(refuted, claim, EARLY)
    found = found or unless_too_large(by_multipliers, claim, blank)
    found = found or by_search(claim, known) or by_citing(claim, known)
    return found or answer_to(claim, blank)
