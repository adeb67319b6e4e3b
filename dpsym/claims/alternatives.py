"""Claims with `or`, `not` and several conclusions: settled part by part, each as a claim of its own.

Nothing is decided here: the parts are settled as any claim is, and put together by case distinctions that the kernel
checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dpsym.claims.meaning import Claim
from dpsym.claims.nodes import Node, NotAClaim, Source, denied, flat
from dpsym.language import AnyOf, Point, Theorem, cases, have
from dpsym.language.statements import Use

if TYPE_CHECKING:
    from dpsym.claims.settle import Answer

MOST = 8  # alternatives of one part


def has_alternatives(source: Source) -> bool:
    """Whether a condition, hypothesis or conclusion is joined by `or`, or denied."""
    whole = (*source.conditions, *source.hypotheses, *source.conclusion)
    return any(n.kind in ("or", "not") for n in whole)


@dataclass(frozen=True)
class Settled:
    """What the claims of the alternatives gave.

    derivation   the steps that put their proofs together; None where one of them is not proved
    answers      of the claims that were settled
    """

    derivation: tuple[Any, ...] | None
    answers: tuple[Answer, ...]

    def points(self) -> Iterator[Point]:
        """Points at which one of the claims fails."""
        for a in self.answers:
            if a.verdict == "refuted" and a.point is not None:
                yield a.point


def by_alternatives(claim: Claim, settle: Callable[[Source], Answer]) -> Settled:
    """The claim split at the first `or` of its hypotheses, else of its conclusion; `settle` answers each part."""
    source, theorem = claim.source, claim.theorem
    plain = tuple(c for c in source.conditions if c.kind not in ("or", "not"))
    moved = tuple(c for c in source.conditions if c.kind in ("or", "not"))
    given = (*moved, *source.hypotheses)
    split = next((n for n in given if n.kind == "or"), None)
    if split is None:
        return of_conclusion(source.but(conditions=plain, hypotheses=given), theorem, settle)
    fact = next((g for g in theorem.given if isinstance(g, AnyOf) and len(g.args) == len(split.args)), None)
    if fact is None or len(split.args) > MOST:
        return Settled(None, ())
    rest = tuple(n for n in given if n is not split)
    answers = [
        settle(source.but(conditions=plain, hypotheses=(*rest, *parts_of(part)))) for part in split.args
    ]
    proofs = [proof_of(a, theorem) for a in answers]
    if any(p is None for p in proofs):
        return Settled(None, tuple(answers))
    steps: tuple[Any, ...] = (have(theorem.claim, "the last alternative", by=proofs[-1]),)
    for part, proof in reversed(list(zip(fact.args[:-1], proofs[:-1], strict=True))):
        steps = (cases(part, have(theorem.claim, "one alternative", by=proof), steps),)
    return Settled(steps, tuple(answers))


def parts_of(node: Node) -> tuple[Node, ...]:
    """What a hypothesis supposes, one by one."""
    return node.args if node.kind == "and" else (node,)


def of_conclusion(source: Source, theorem: Theorem, settle: Callable[[Source], Answer]) -> Settled:
    """One of the alternatives of a conclusion, or the last of them where the others fail."""
    split = source.conclusion[0]
    if len(source.conclusion) > 1 or split.kind != "or" or not isinstance(theorem.claim, AnyOf):
        return Settled(None, ())
    answers: list[Answer] = []
    for k, part in enumerate(split.args):
        answers.append(settle(source.but(conclusion=parts_of(part))))
        proof = proof_of(answers[-1], theorem)
        if proof is not None:
            return Settled((have(theorem.claim.args[k], "one alternative", by=proof),), tuple(answers))
    try:
        others = flat([denied(n, n.at) for n in split.args[:-1]], "and")
        last = source.but(hypotheses=(*source.hypotheses, *others), conclusion=parts_of(split.args[-1]))
        answers.append(settle(last))
    except NotAClaim:  # one of the others is a notion, which cannot be denied
        return Settled(None, tuple(answers))
    proof = proof_of(answers[-1], theorem)
    if proof is None:
        return Settled(None, tuple(answers))
    steps: tuple[Any, ...] = (have(theorem.claim.args[-1], "the others fail", by=proof),)
    for part in reversed(theorem.claim.args[:-1]):
        steps = (cases(part, (), steps),)
    return Settled(steps, tuple(answers))


def by_conclusions(claim: Claim, settle: Callable[[Source], Answer]) -> Settled:
    """Several conclusions joined by `and`, each settled as a claim of its own, until one is not proved."""
    source, theorem = claim.source, claim.theorem
    answers: list[Answer] = []
    steps: list[Any] = []
    for part in source.conclusion:
        answers.append(settle(source.but(conclusion=(part,))))
        own, proof = answers[-1].claim, proof_of(answers[-1], theorem)
        if own is None or proof is None:
            return Settled(None, tuple(answers))
        steps.append(have(own.theorem.claim, "one of the conclusions", by=proof))
    return Settled(tuple(steps), tuple(answers))


def proof_of(answer: Answer, whole: Theorem) -> Use | None:
    """The proved claim of an answer as a theorem that may be used, over the parameters of the whole."""
    claim = answer.claim
    if answer.verdict != "proved" or answer.reduced or claim is None or claim.text != answer.text:
        return None
    own = {str(p): p for p in whole.parameters}
    if any(own.get(str(p), p) != p for p in claim.theorem.parameters):
        return None
    return Use(replace(claim.theorem, derivation=answer.derivation))


__all__ = ["Settled", "by_alternatives", "by_conclusions", "has_alternatives"]
