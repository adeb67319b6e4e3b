"""Answers from theorems of the library, and what of noise on the line they cover."""

from __future__ import annotations

from collections.abc import Callable

from sympy.polys.polyerrors import BasePolynomialError

from dpsym import deadline
from dpsym.claims.answers import Answer
from dpsym.claims.reading.errors import OF_SYMPY, NotSupported
from dpsym.claims.reading.meaning import Claim, Reader, meant
from dpsym.claims.reading.trees import calls
from dpsym.claims.reading.words import FUNCTIONALS, NOTIONS
from dpsym.claims.sessions import session_for_claims
from dpsym.claims.ways import proofs
from dpsym.claims.ways.as_it_stands import answer_to
from dpsym.claims.ways.proving import method_of
from dpsym.claims.ways.theorems import Theorems, with_folders
from dpsym.faults import raised_in
from dpsym.kernel.terms import Tree, tree
from dpsym.language import StatementError
from dpsym.language.rounding import cells
from dpsym.language.sizes import TooLarge
from dpsym.language.terms import Translation
from dpsym.prove.scope import reach_of
from dpsym.prove.verdict import Verdict

SEARCH = 7_000_000  # steps for theorems
ALONE = 7_000_000  # for a proof without theorems of what can be cited, so that steps are left to cite it
ROUNDED = "noise of which the output is rounded to any finitely many cells"


def by_search(claim: Claim | None, known: Theorems | None) -> Answer | None:
    """A proof of a claim about a pair from theorems that are proved; None where none is found."""
    if claim is None or not claim.about_pairs:
        return None
    proof = proof_of(claim, theorems_of(known).prove)
    return None if proof is None else from_library(claim, proof)


def by_citing(claim: Claim | None, known: Theorems | None) -> Answer | None:
    """A proof of a claim about a pair from theorems of which some may be cited from the literature, where the prover alone
    does not find one; None where there is none."""
    if claim is None or not claim.about_pairs:
        return None
    theorems = theorems_of(known)
    if not theorems.speaks_of_cited(claim):
        return None
    if not claim.theorem.where:
        alone = Answer(claim.text, "undecided", claim=claim)
        with deadline.share(ALONE):
            alone = answer_to(claim, alone, True)
        if alone.verdict == "proved":
            return alone
    proof = proof_of(claim, theorems.cite)
    return None if proof is None else from_library(claim, proof)


def theorems_of(known: Theorems | None) -> Theorems:
    """The theorems that are given, or those of the library."""
    with deadline.uncounted():
        return known or with_folders()


def proof_of(claim: Claim, prove: Callable[[Claim], proofs.Proof | None]) -> proofs.Proof | None:
    """A proof from theorems, or None.

    Of what sympy raises it is known that it has no polynomials of a term, or a power is too long, and what `OF_SYMPY`
    lists: of an exponent that stays as it is written it compares a remainder, say; and that a number is too large for its
    own numbers. Whatever else is raised is a defect here, and is seen.
    """
    try:
        with deadline.share(SEARCH):
            return prove(claim)
    except (BasePolynomialError, TooLarge):
        pass
    except (*OF_SYMPY, OverflowError) as e:
        if not raised_in(e, "sympy", "mpmath"):
            raise
    return None


def from_library(claim: Claim, found: proofs.Proof) -> Answer:
    """A proof from theorems of the library as an answer: cited, where one of them is; the kernel has no certificate then."""
    return Answer(
        claim.text,
        found.verdict.status,
        scope_of_noise(claim, found.verdict),
        ", ".join([*(["theorems of the library"] if found.theorems else []), method_of(found.verdict)]),
        certificate=found.verdict.certificate if found.verdict.status == "proved" else None,
        rests_on=found.theorems,
        derivation=found.derivation,
        lines=found.verdict.lines,
        lemmas=found.lemmas,
        claim=claim,
    )


def with_rounded_noise(reader: Reader) -> Claim | None:
    """The claim about noise whose output is rounded, where it is about noise on the line.

    A strict relation is left out: it may hold for every rounding and yet fail in the limit.  So is a further hypothesis
    about the pair: it may hold of the noise and of few roundings only.
    """
    source = reader.source
    relations = {str(r) for part in source.conclusion for r in (part.value or ())}
    about_pair = [h for h in source.hypotheses if any(c.value in {*FUNCTIONALS, *NOTIONS} for c in calls(h))]
    if relations & {"<", ">", "!="} or about_pair:
        return None
    try:
        return meant(reader, rounded=True)
    except (NotSupported, StatementError):
        return None


def scope_of_noise(claim: Claim, verdict: Verdict) -> str:
    """The scope of a proof; of one about noise, that the output is rounded, where the certificate supposes just that and
    the reduction lemma does not carry it to the line."""
    supposed = Translation().formula(cells)
    checked = session_for_claims().statement(claim.theorem).checked
    beyond = reach_of(checked)
    if beyond is not None and beyond.lane == "N":
        return verdict.scope
    given = conjuncts(checked.claim)
    return f"{verdict.scope}; {ROUNDED}" if any(tree(supposed) == g for g in given) else verdict.scope


def conjuncts(formula: Tree) -> tuple[Tree, ...]:
    """The hypotheses of an implication."""
    if not (isinstance(formula, tuple) and formula[0] == "->"):
        return ()
    return tuple(formula[1][1:]) if formula[1][0] == "and" else (formula[1],)
