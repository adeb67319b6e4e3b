"""Claims about four and more mechanisms that run one after the other: their budgets added up, one mechanism after the other.

What is known of the outputs so far and what is supposed of the next mechanism give, by a theorem of the library about two
mechanisms that is found by its shape, a notion of all outputs up to it.  The claim is then one about the last of these.
Nothing is decided here: the kernel checks each step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from sympy import Basic
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading import combining
from dpsym.claims.reading.as_nodes import called, chain, node_of
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Claim
from dpsym.claims.reading.nodes import Node, NotAClaim, Source, name
from dpsym.claims.reading.words import NOTIONS
from dpsym.claims.ways.alternatives import Settled, proof_of
from dpsym.claims.ways.one_by_one import law_of_first, of_laws, one_each, part
from dpsym.language import ForAll, Notion, StatementError, as_written, have
from dpsym.language.combined import A, B, K, L, composed, composed_in_turn, first, follows, x
from dpsym.language.expressions import P, Q
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.prove.library.theorems import Library
from dpsym.prove.library.unify import Binding, alike

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer

FEW = 4  # of fewer there are theorems


def by_sums(claim: Claim, settle: Callable[[Source], Answer], library: Library) -> Settled | None:
    """The claim from one notion of all outputs; None where it is about fewer mechanisms, or something else is supposed."""
    with suppress(NotAClaim, NotSupported, StatementError, TypeError):
        notions = notions_of(claim.theorem.given)
        if notions is None:
            return None
        with as_written():
            found = added_up(notions, library)
        if found is None:
            return None
        said, steps = found
        rest = tuple(
            h for h in claim.source.hypotheses if not combining.is_made(claim.source.but(hypotheses=(h,)))
        )
        answer = settle(claim.source.but(hypotheses=(node_of_notion(said, claim), *rest)))
        proof = proof_of(answer, claim.theorem)
        if proof is None or answer.claim is None:
            return None
        supposed = (have(g, "all outputs") for g in answer.claim.theorem.given if isinstance(g, Notion))
        return Settled((*steps, *supposed, have(claim.theorem.claim, by=proof)), (answer,))
    return None


def notions_of(given: Sequence[Boolean]) -> list[Notion] | None:
    """What is supposed of each of the mechanisms, one notion of each; None where they are few or it is not so."""
    parts = one_each(given)
    for m in range(FEW, combining.LISTED + 1):
        if set(composed_in_turn(m).facts) <= set(parts):
            found = [
                [
                    n
                    for g in parts
                    for n in (g.args[1] if isinstance(g, ForAll) else g,)
                    if is_of(n, part(k, m))
                ]
                for k in range(1, m + 1)
            ]
            if all(len(ns) == 1 for ns in found):
                return [ns[0] for ns in found]
    return None


def is_of(formula: Basic, pair: Basic) -> bool:
    """Whether a formula is a notion of a pair."""
    return isinstance(formula, Notion) and formula.pair == pair


def added_up(notions: Sequence[Notion], library: Library) -> tuple[Notion, tuple[Step, ...]] | None:
    """A notion of all outputs, with the steps to it."""
    m = len(notions)
    said, steps = notions[0], []
    for j in range(2, m + 1):
        found = next(one_more(said, notions[j - 1], j, m, library), None)
        if found is None:
            return None
        said, use = found
        steps.append(have(said, "one more mechanism", by=use))
    return said, tuple(steps)


def one_more(said: Notion, new: Notion, j: int, m: int, library: Library) -> Iterator[tuple[Notion, Use]]:
    """What a theorem concludes about the outputs of j mechanisms, from the hypotheses on those before and on the j-th."""
    wanted = (*composed.facts, said.on(first), ForAll((x,), new.on(follows)))
    next_laws = part(j, m)
    laws = of_laws((P, Q), law_of_first(j, m)) | of_laws((A, B), law_of_first(j - 1, m))
    laws |= {K.__name__: next_laws.a.func, L.__name__: next_laws.b.func}
    for rules in library.index.saying.values():
        for rule in rules:
            if (
                len(rule.atoms) != len(wanted)
                or rule.bounds
                or rule.numbers
                or not isinstance(rule.says, Notion)
            ):
                continue
            b: Binding | None = {}
            for pattern, term in zip(rule.atoms, wanted, strict=True):
                b = None if b is None else alike(pattern, term, b, rule.free)
            if b is None or not rule.free <= b.keys() or not library.settled(rule.theorem):
                continue
            whole = rule.says.xreplace(b).on(law_of_first(j, m))
            yield whole, rule.theorem.at(**{p.name: b[f] for p, f in rule.fresh}, **laws)


def node_of_notion(said: Notion, claim: Claim) -> Node:
    """The notion as a hypothesis of a claim."""
    names: dict[Basic, Node] = {p: name(w) for p, w in claim.names.items()}
    word = next(w for w, (kind, _) in NOTIONS.items() if kind is type(said))
    return chain(called(word, [node_of(b, names) for b in said.budget]))


__all__ = ["by_sums"]
