"""A report on the line at which a derivation stops: that it is false at a point, or how a notion is read there."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.language import AllOf, Chain, Notion, Outcome, StatementError, Theorem, variant
from dpsym.language.steps import Have, number_of_steps
from dpsym.prove.verdict import Verdict
from dpsym.reports.settled import Settled
from dpsym.reports.words import in_plain_words, lines_of


def remarks(reporter: Settled, entry: Theorem, found: Verdict) -> tuple[str, ...]:
    """What a person should know of the first line that is not settled; nothing where there is nothing to say.

    A line that speaks of the theorem's own names alone and fails at a point where the hypotheses hold cannot follow from
    them: the point is one that the kernel accepts, with the values there.
    """
    line = stopped_at(entry, found)
    if line is None:
        return ()
    try:
        alone = Theorem(title=f"a line of {entry.title}", given=entry.given, where=entry.where, claim=line)
    except StatementError:
        return ()
    against = reporter.refuted(alone, variant())
    if against.status == "refuted":
        return ("this line is false where the hypotheses hold:", *in_plain_words(against.check))
    at_outcome = any(isinstance(a, Outcome) for f in line.atoms(AppliedUndef) for a in f.args)
    if at_outcome and any(isinstance(g, Notion) for g in entry.given):
        return (
            "what a notion says of one event or outcome is a step of its own, specialise(...): see "
            "`dpsym language specialise`",
        )
    return ()


def stopped_at(entry: Theorem, found: Verdict) -> Boolean | None:
    """What the first line that is not settled says, where it is a relation, or several, that stands under no further
    assumption and names nothing that a step has introduced; else None.
    """
    verdicts = [v.verdict for v in lines_of(entry, found)]
    unsettled = next((k for k, v in enumerate(verdicts) if v == "unknown"), None)
    if unsettled is None:
        return None
    return next((r for k, r in related(entry) if k == unsettled and own_names(entry, r)), None)


def related(entry: Theorem) -> Iterator[tuple[int, Boolean]]:
    """The relations of the chains and facts of a derivation, with their places among all its steps."""
    place = 0
    for step in entry.derivation:
        if isinstance(step, Chain):
            yield from enumerate(step.relations(), place)
        elif isinstance(step, Have) and all(isinstance(r, Relational) for r in parts(step.fact)):
            yield place, step.fact
        place += number_of_steps((step,))


def parts(fact: Boolean) -> tuple[Basic, ...]:
    """What a fact says together."""
    return fact.args if isinstance(fact, AllOf) else (fact,)


def own_names(entry: Theorem, relation: Boolean) -> bool:
    """Whether relations name nothing but the theorem's parameters and laws, and outcomes."""
    said = (*entry.given, entry.claim, *(m for ms in entry.where.values() for m in ms))
    functions = {f.func for x in said for f in x.atoms(AppliedUndef)}
    names = {s for s in relation.free_symbols if not isinstance(s, Outcome)}
    return names <= set(entry.parameters) and {f.func for f in relation.atoms(AppliedUndef)} <= functions


__all__ = ["remarks", "stopped_at"]
