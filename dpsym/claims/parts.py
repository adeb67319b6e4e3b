"""Claims from other claims: an equation from two inequalities, and a conclusion by way of something in between.

The other claims are settled like any typed claim.  Their theorems are used in the proof of the claim as typed, which
the kernel then checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from dpsym.claims.lemmas import Proof, certificates, use_library
from dpsym.claims.meaning import Claim
from dpsym.claims.syntax import Node, NotAClaim
from dpsym.claims.trees import calls
from dpsym.claims.words import FUNCTIONALS
from dpsym.language import StatementError, as_written, have, swap_laws, swaps_of
from dpsym.language.statements import Use
from dpsym.prove.session import Session

DEEP = 3  # how many claims may lie between
NONE = "TV <= 0"


def proved(
    claim: Claim, settle: Callable[[str, int], Any], new_desk: Callable[[], Session], depth: int
) -> tuple[Proof, tuple[str, ...]] | None:
    """A proof of the claim from others, which `settle` answers; with the theorems of the library that those use."""
    if depth >= DEEP or claim.theorem.where:
        return None
    for texts in others(claim):
        answers = []
        for text in texts:
            try:
                answer = settle(text, depth + 1)
            except NotAClaim:
                break
            if answer.verdict != "proved" or answer.claim is None or answer.reduced:
                break
            answers.append(answer)
        else:
            found = together(claim, answers, new_desk())
            if found is not None:
                return found, tuple(dict.fromkeys(name for a in answers for name in a.rests_on))
    return None


def together(claim: Claim, answers: Sequence[Any], session: Session) -> Proof | None:
    """The kernel's word on the claim with the other claims as steps."""
    use_library(session)
    try:
        with as_written():
            steps: list[Any] = []
            for k, a in enumerate(answers):
                whole = replace(a.claim.theorem, title=f"Step {k + 1}", derivation=a.derivation)
                steps.append(have(whole.claim, whole.title, by=Use(whole)))
                if [order for part in a.claim.parts for order, _ in part.formulas] == ["P, Q"]:
                    other = swap_laws(whole.claim, swaps_of(*claim.theorem.given, whole.claim))
                    steps.append(have(other, "laws exchanged", by=Use(whole, (), True)))
            verdict = session.theorem(replace(claim.theorem, derivation=tuple(steps)))
    except StatementError:
        return None
    if verdict.status != "proved":
        return None
    return Proof(verdict, tuple(steps), (), tuple(certificates(verdict, session)))


def others(claim: Claim) -> Iterator[tuple[str, ...]]:
    """Texts of claims that together give the claim."""
    source = claim.source
    if len(source.conclusion) != 1:
        return
    say = lambda n: source.text[n.at : n.end]  # noqa: E731
    conditions = ", ".join(map(say, source.conditions))
    head = f"for {conditions}: " if conditions else ""
    given = [say(h) for h in source.hypotheses]
    (part,) = source.conclusion

    def said(conclusion: str, *more: str, alone: bool = False) -> str:
        hypotheses = " and ".join([*([] if alone else given), *more])
        return f"{head}{hypotheses} => {conclusion}" if hypotheses else f"{head}{conclusion}"

    if len(part.args) == 2 and part.value[0] in ("=", "=="):
        left, right = map(say, part.args)
        yield said(f"{left} <= {right}"), said(f"{left} >= {right}")
        return
    goal = say(part)
    about_pair = [h for h in source.hypotheses if len(h.args) == 1 or functionals(h)]
    if not about_pair or goal == NONE:
        return
    for notion in pure(about_pair, say):
        if notion not in given:
            yield said(notion), said(goal, notion, alone=len(about_pair) == 1)
    if given == [NONE]:
        if goal != "PureDP(0)":
            yield said("PureDP(0)"), said(goal, "PureDP(0)", alone=True)
        return
    wanted = {c.value for n in (*source.hypotheses, part) for c in functionals(n)}
    for bound in bounds(about_pair, wanted, say):
        if bound not in given and bound != goal:
            yield said(bound), said(goal, bound)
    if len(given) == 1:
        yield said(NONE), said(goal, NONE, alone=True)


def functionals(node: Node) -> list[Node]:
    return [c for c in calls(node) if c.value in FUNCTIONALS]


def notions(hypotheses: Sequence[Node], say: Callable[[Node], str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The notions that are supposed, with their budgets."""
    for h in hypotheses:
        if len(h.args) == 1 and h.args[0].kind == "call":
            yield h.args[0].value, tuple(map(say, h.args[0].args))


def pure(hypotheses: Sequence[Node], say: Callable[[Node], str]) -> Iterator[str]:
    """The pure DP that is the same as another notion with delta 0."""
    for kind, budget in notions(hypotheses, say):
        if kind in ("ApproxDP", "ProbDP", "PBDP") and len(budget) == 2 and budget[1] == "0":
            yield f"PureDP({budget[0]})"


def bounds(hypotheses: Sequence[Node], wanted: set[str], say: Callable[[Node], str]) -> Iterator[str]:
    """What notions say of functionals that the claim speaks of."""
    for kind, budget in notions(hypotheses, say):
        e = f"({budget[0]})"
        if wanted & {"TV", "Advantage"}:
            if kind == "PureDP":
                yield f"TV <= tanh({e}/2)"
            elif kind == "ApproxDP":
                yield f"TV <= ({budget[1]}) + (1 - ({budget[1]}))*(exp({e}) - 1)/(exp({e}) + 1)"
        if wanted & {"TV", "Advantage", "KL", "Power"}:
            if kind == "ZCDP":
                yield f"KL <= {budget[0]}"
            elif kind == "RenyiDP":
                yield f"KL <= {budget[1]}"
        if "KL" in wanted and kind == "PureDP":
            yield f"KL <= {e}*tanh({e}/2)"
