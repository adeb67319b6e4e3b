"""Claims with `or`, `not` and several conclusions: settled part by part, each as a claim of its own.

Nothing is decided here: the parts are settled as any claim is, and put together by case distinctions that the kernel
checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sympy import Lt, Max
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading.meaning import Claim
from dpsym.claims.reading.nodes import Node, NotAClaim, Source, denied, flat, link
from dpsym.claims.reading.trees import calls, words_in
from dpsym.claims.reading.words import FUNCTIONALS, NOTIONS, OPPOSITE
from dpsym.language import (
    AllOf,
    AnyOf,
    Chain,
    HockeyStick,
    Implication,
    Pair,
    Point,
    Theorem,
    Total,
    cases,
    have,
)
from dpsym.language.statements import Use
from dpsym.language.steps import Step

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer

MOST = 8  # alternatives of one part
SYMMETRIC = {"TV", "Advantage"}  # the same in both orders of the pair


def has_alternatives(source: Source) -> bool:
    """Whether a condition, hypothesis or conclusion is joined by `or`, or denied."""
    whole = (*source.conditions, *source.hypotheses, *source.conclusion)
    return any(n.kind in ("or", "not") for n in whole)


def in_words(source: Source) -> str:
    """In which orders of the pair what `or` joins, or `not` denies, is said, where that makes a difference; else ""."""
    nodes = [n for n in (*source.hypotheses, *source.conclusion) if n.kind in ("or", "not")]
    ordered = [f for n in nodes for f in functionals_of(n) if f not in SYMMETRIC]
    if not ordered or any(c.laws for n in nodes for c in calls(n)):
        return ""
    said = [
        *(
            ["what 'or' joins is each said of the pair in both orders"]
            if any(has(n, "or") for n in nodes)
            else []
        ),
        *(["'not' says that it fails in one of them"] if any(has(n, "not") for n in nodes) else []),
    ]
    return f"{', and '.join(said)}; with the laws named, as in {ordered[0]}(P, Q), it is that order alone"


def has(node: Node, kind: str) -> bool:
    """Whether a node of the kind stands in the node."""
    return node.kind == kind or any(has(a, kind) for a in node.args)


def functionals_of(node: Node) -> list[str]:
    """The functionals of the pair that stand in a node, each once."""
    return [n for n in words_in(node) if n in FUNCTIONALS]


@dataclass(frozen=True)
class Settled:
    """What the claims of the alternatives gave.

    derivation   the steps that put their proofs together; None where one of them is not proved
    answers      of the claims that were settled
    against      the answer to a claim that says the same or less, where it is refuted
    """

    derivation: tuple[Step, ...] | None
    answers: tuple[Answer, ...]
    against: Answer | None = None

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
    if split is None and source.conclusion[0].kind != "or":
        return without_denials(claim, settle)
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
        return Settled(None, tuple(answers), refuted_among(answers))
    steps: tuple[Step, ...] = (
        have(fact.args[-1], "the last alternative"),
        *each(fact.args[-1]),
        have(theorem.claim, by=proofs[-1]),
    )
    for part, proof in reversed(list(zip(fact.args[:-1], proofs[:-1], strict=True))):
        steps = (cases(part, (*each(part), have(theorem.claim, "one alternative", by=proof)), steps),)
    return Settled((*steps, have(theorem.claim)), tuple(answers))


def each(formula: Boolean) -> tuple[Step, ...]:
    """The steps that state the parts of a conjunction, of which a proof has each as a hypothesis."""
    parts = formula.args if isinstance(formula, AllOf) else ()
    return tuple(step for part in parts for step in (have(part, "a part"), *each(part)))


def parts_of(node: Node) -> tuple[Node, ...]:
    """What a hypothesis supposes, one by one."""
    return node.args if node.kind == "and" else (node,)


def without_denials(claim: Claim, settle: Callable[[Source], Answer]) -> Settled:
    """A claim that says the same without `not`: a relation that is the same in both orders is turned round, and where
    the conclusion is denied, such a hypothesis and the conclusion change places."""
    source = claim.source
    given = list(source.hypotheses)
    turned = [turned_round(n) if n.kind == "not" else None for n in given]
    given = [t or n for n, t in zip(given, turned, strict=True)]
    answers: list[Answer] = []
    if len(source.conclusion) == 1 and source.conclusion[0].kind == "not":
        said = source.conclusion[0].args[0]
        for k, n in enumerate(given):
            other = turned_round(Node("not", (n,), None, n.at, n.end, n.depth + 1))
            if other is None or any(m.kind == "not" for m in given):
                continue
            changed = source.but(hypotheses=(*given[:k], said, *given[k + 1 :]), conclusion=(other,))
            answers.append(settle(changed))
            if answers[-1].verdict == "refuted":
                return Settled(None, tuple(answers), answers[-1])
            steps = by_contradiction(claim, answers[-1])
            if steps is not None:
                return Settled(steps, tuple(answers))
    elif any(turned):
        answers.append(settle(source.but(hypotheses=tuple(given))))
        proof = proof_of(answers[-1], claim.theorem)
        if proof is not None:
            return Settled((have(claim.theorem.claim, "without a denial", by=proof),), tuple(answers))
        if answers[-1].verdict == "refuted":
            return Settled(None, tuple(answers), answers[-1])
    return Settled(None, tuple(answers))


def by_contradiction(claim: Claim, answer: Answer) -> tuple[Step, ...] | None:
    """The steps where what is denied would contradict a hypothesis, by a proof of that; None without one."""
    proof, own = proof_of(answer, claim.theorem), answer.claim
    if proof is None or own is None:
        return None
    steps: tuple[Step, ...] = (
        have(own.theorem.claim, "what is denied would give", by=proof),
        have(Lt(1, 0, evaluate=False), "a contradiction"),
    )
    goal = claim.theorem.claim
    for part in reversed(goal.args if isinstance(goal, AnyOf) else (goal,)):
        if isinstance(part, Implication):  # where no loss is infinite, it says something
            void = have(part, "of a premise that fails", derivation=(cases(part.args[0], (), ()),))
            steps = (cases(part.args[0], steps, void),)
            part = part.args[1]
        steps = (cases(part, (), steps),)
    return steps


def turned_round(node: Node) -> Node | None:
    """The relation that holds where a denied one does not; None where it is not the same in both orders of the pair."""
    chain = node.args[0]
    if chain.kind != "chain" or len(chain.args) != 2:
        return None
    spoken = words_in(*chain.args).keys() & {*FUNCTIONALS, *NOTIONS}
    if not spoken or not spoken <= SYMMETRIC:
        return None
    return link(chain.args[0], OPPOSITE[str(chain.value[0])], chain.args[1])


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
    for k, answer in of_two(source, settle):
        if answer.verdict == "refuted" and answer.witness is not None:
            return Settled(None, (), answer)
        proof = proof_of(answer, theorem)
        if proof is not None and answer.claim is not None:
            one, other = theorem.claim.args[k], theorem.claim.args[1 - k]
            fails = [g for g in answer.claim.theorem.given if g not in theorem.given]  # in both orders
            said = (
                *(step for g in fails for step in (*both_orders(g), have(g, "the other fails"))),
                have(one, by=proof),
                have(theorem.claim, "one alternative"),
            )
            whole = (cases(other, (), said), have(theorem.claim))
            return Settled(whole, (*answers, answer))
    try:
        others = flat([denied(n, n.at) for n in split.args[:-1]], "and")
        last = source.but(hypotheses=(*source.hypotheses, *others), conclusion=parts_of(split.args[-1]))
        answers.append(settle(last))
    except NotAClaim:  # one of the others is a notion, which cannot be denied
        return Settled(None, tuple(answers))
    proof = proof_of(answers[-1], theorem)
    if proof is None:
        return Settled(None, tuple(answers))
    steps: tuple[Step, ...] = (have(theorem.claim.args[-1], "the others fail", by=proof),)
    for part in reversed(theorem.claim.args[:-1]):
        steps = (cases(part, (), steps),)
    return Settled(steps, tuple(answers))


def both_orders(relation: Boolean) -> tuple[Step, ...]:
    """The steps that say of each distance in a relation that it is the one with the laws exchanged."""
    found = sorted(relation.atoms(HockeyStick), key=str) if isinstance(relation, Relational) else []
    return tuple(same_distance(x.args[1]) for x in found if x == HockeyStick(0, x.args[1]))


def same_distance(pair: Pair) -> Step:
    """The step that says that the distance of two laws is that of the two exchanged."""
    p, q = pair.a, pair.b
    return (
        Chain(HockeyStick(0, pair))
        .eq(Total(Max(0, q - p) + p - q, pair.outcomes[0]), "output by output")
        .eq(HockeyStick(0, pair.swapped), "both laws have mass 1")
    )


def by_conclusions(claim: Claim, settle: Callable[[Source], Answer]) -> Settled:
    """Several conclusions joined by `and`, each settled as a claim of its own, until one is not proved."""
    source, theorem = claim.source, claim.theorem
    answers: list[Answer] = []
    steps: list[Step] = []
    for part in source.conclusion:
        answers.append(settle(source.but(conclusion=(part,))))
        own, proof = answers[-1].claim, proof_of(answers[-1], theorem)
        if own is None or proof is None:
            return Settled(None, tuple(answers))
        steps.append(have(own.theorem.claim, "one of the conclusions", by=proof))
    return Settled((*steps, have(theorem.claim, "all of them")), tuple(answers))


def refuted_among(answers: list[Answer]) -> Answer | None:
    """The first of the answers that refutes its claim."""
    return next((a for a in answers if a.verdict == "refuted" and a.witness is not None), None)


def of_two(source: Source, settle: Callable[[Source], Answer]) -> Iterator[tuple[int, Answer]]:
    """The answers to one of two alternatives, by its place, where the other fails, which is the same in both orders."""
    parts = source.conclusion[0].args
    for k, part in enumerate(parts if len(parts) == 2 else ()):
        other = turned_round(Node("not", (part,), None, part.at, part.end, part.depth + 1))
        if other is not None:
            left = (*source.hypotheses, other)
            yield 1 - k, settle(source.but(hypotheses=left, conclusion=parts_of(parts[1 - k])))


def proof_of(answer: Answer, whole: Theorem) -> Use | None:
    """The proved claim of an answer as a theorem that may be used, over the parameters of the whole."""
    claim = answer.claim
    if answer.verdict != "proved" or answer.reduced or claim is None or claim.text != answer.text:
        return None
    own, theorem = {str(p): p for p in whole.parameters}, replace(claim.theorem, derivation=answer.derivation)
    # where a claim speaks of a name in its conditions alone, these are hypotheses and no domain of the name
    other = {p: own[str(p)] for p in theorem.parameters if own.get(str(p), p) != p}
    if theorem.claim.free_symbols & other.keys():
        return None
    return theorem.at(**{str(p): v for p, v in other.items()}) if other else Use(theorem)


__all__ = ["Settled", "by_alternatives", "by_conclusions", "has_alternatives", "in_words"]
