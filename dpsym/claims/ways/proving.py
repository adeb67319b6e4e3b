"""Proofs of a claim as it stands: by the prover, by multipliers, or put together from those of its parts."""

from __future__ import annotations

from dataclasses import replace

from sympy import log

from dpsym.claims.answers import Answer
from dpsym.claims.few_outputs import multipliers
from dpsym.claims.reading.meaning import Claim
from dpsym.claims.sessions import WORK, session_for_claims
from dpsym.claims.ways import alternatives, proofs
from dpsym.language import AllOf, Exists, GaussianDP, StatementError
from dpsym.language.steps import Step
from dpsym.prove.lines.steps import lines_needed
from dpsym.prove.verdict import Verdict


def proved(claim: Claim, work: int = WORK) -> tuple[Verdict, tuple[Step, ...]]:
    """The prover's verdict, and the derivation that it found (empty when it needed none)."""
    session = session_for_claims(work)
    theorem = claim.theorem
    if theorem.where and theorem.claim.has(log):
        theorem = replace(theorem, derivation=proofs.ratios(claim))
    if theorem.claim.has(Exists):
        theorem = replace(theorem, derivation=proofs.chosen(claim))
    if any(isinstance(g, GaussianDP) for g in theorem.given) and isinstance(theorem.claim, AllOf):
        theorem = replace(theorem, derivation=proofs.at_cuts(claim))
    try:
        verdict = session.theorem(theorem)
    except StatementError as e:
        return Verdict("unknown", tried=str(e)), ()
    return verdict, theorem.derivation or session.derivations.get(session.key(claim.theorem), ())


def as_proved(blank: Answer, proof: Verdict, derivation: tuple[Step, ...]) -> Answer:
    """The answer with a proof."""
    return replace(
        blank,
        verdict="proved",
        scope=proof.scope,
        method=method_of(proof),
        certificate=proof.certificate,
        derivation=derivation,
        lines=proof.lines,
    )


def by_multipliers(claim: Claim, blank: Answer) -> Answer | None:
    """A proof of a claim with constants by the multipliers of an exact linear program, or None."""
    steps = multipliers.derivation(claim.theorem)
    if steps is None:
        return None
    session = session_for_claims(WORK // 4)
    try:
        proof = session.theorem(replace(claim.theorem, derivation=steps))
    except StatementError:
        return None
    return as_proved(blank, proof, steps) if proof.status == "proved" else None


def put_together(claim: Claim, blank: Answer, parts: alternatives.Settled) -> Answer | None:
    """The proof of a claim from those of its alternatives; None where the kernel is not convinced."""
    proof, lemmas = proofs.put_together(claim.theorem, parts.derivation or ())
    if proof.status != "proved":
        return None
    rests = tuple(dict.fromkeys(r for a in parts.answers if a.verdict == "proved" for r in a.rests_on))
    answer = as_proved(blank, proof, parts.derivation or ())
    return replace(answer, rests_on=rests, lemmas=lemmas)


def by_choice(claim: Claim, blank: Answer) -> Answer | None:
    """A proof of a claim that some test exists, by the one that the claim suggests; None for any other claim."""
    if not claim.theorem.claim.has(Exists):
        return None
    proof, derivation = proved(claim)
    return as_proved(blank, proof, derivation) if proof.status == "proved" else None


def method_of(verdict: Verdict) -> str:
    """The rules that the claim of a certificate rests on, in a few words."""
    rules = {line["rule"] for line in lines_needed(verdict.certificate)}
    words = [
        ("sum", "pointwise inequality summed over the outcomes"),
        ("enclose", "rational enclosures"),
        ("mean_value", "sign of a derivative"),
        ("exp_tangent", "tangent of the exponential"),
        ("cases", "case distinction"),
        ("arith", "product certificates"),
    ]
    return ", ".join(w for rule, w in words if rule in rules) or "logic"
