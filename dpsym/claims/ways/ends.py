"""Claims over closed ranges, from the claim over the open ones and those at the ends.

At an end a term may have a value of its own, as the posterior of a prior of 0 or 1 has, and theorems speak of what is
between.  Nothing is decided here: the kernel checks the case distinction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sympy import Basic, Eq, Piecewise, Rational, preorder_traversal
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading.as_nodes import added, called, multiplied, raised, relation, terms_of
from dpsym.claims.reading.as_typed import as_rational
from dpsym.claims.reading.meaning import Claim
from dpsym.claims.reading.nodes import Node, Source, made, name, number, put, with_args
from dpsym.claims.reading.trees import names_in, pairs_of
from dpsym.claims.reading.words import FLIP
from dpsym.claims.ways.alternatives import Settled, proof_of
from dpsym.language import Notion, Parameter, Theorem, as_written, cases, have
from dpsym.language.steps import Step
from dpsym.prove.library.forms import under_root
from dpsym.prove.library.known import with_larger_budget
from dpsym.prove.library.theorems import Library

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer

WORKED_OUT = ("sqrt", "log", "ln")
STRICT = {"<=": "<", ">=": ">"}


@dataclass(frozen=True)
class End:
    """A number that a name may equal, the least or the greatest of its range.

    kept  the name stays in what is supposed, and that it equals the number is supposed too
    """

    name: Node
    number: Node
    least: bool
    kept: bool = False

    def reached(self, source: Source) -> Source:
        """The claim with the number in place of the name."""
        at = {str(self.name.value): self.number}
        if self.kept:
            equal = relation(self.name, "=", self.number)
            said = tuple(worked_out(put(c, at)) for c in source.conclusion)
            return source.but(conditions=(*source.conditions, equal), conclusion=said)
        over = (put(c, at) for c in source.conditions)
        return source.but(
            conditions=tuple(c for c in over if c.kind != "chain" or names_in(c)),
            hypotheses=tuple(put(h, at) for h in source.hypotheses),
            conclusion=tuple(put(c, at) for c in source.conclusion),
        )


def ends_of(source: Source) -> dict[str, list[End]]:
    """The ends of the closed ranges of real numbers, by the names."""
    whole = {str(c.value) for c in source.conditions if c.kind != "chain"}
    found: dict[str, list[End]] = {}
    for chain in (c for c in source.conditions if c.kind == "chain"):
        for one, sign, other in pairs_of(chain):
            named, end = (one, other) if one.kind == "name" else (other, one)
            sign = sign if one.kind == "name" else FLIP[sign]
            if (
                sign in STRICT
                and {one.kind, other.kind} == {"name", "number"}
                and str(named.value) not in whole
            ):
                found.setdefault(str(named.value), []).append(End(named, end, sign == ">="))
    return found


def worked_out(node: Node) -> Node:
    """A part without the terms that come to a number at a glance, as products with a factor 0 do."""
    inner = with_args(node, tuple(map(worked_out, node.args)))
    if node.kind == "product":
        signs = ("*", *map(str, node.value))
        above, below = ([a for s, a in zip(signs, inner.args, strict=True) if s == sign] for sign in "*/")
        return multiplied(above, below)
    if node.kind == "sum":
        return added(terms_of(inner))
    if node.kind == "power":
        return raised(*inner.args)
    return called(str(node.value), inner.args) if node.kind == "call" and node.value in WORKED_OUT else inner


def with_counts(source: Source) -> dict[str, list[End]]:
    """The ends of the closed ranges, which stay in what is supposed, 0 as that of the natural numbers that no condition
    bounds below among them."""
    bounded = set()
    for chain in (c for c in source.conditions if c.kind == "chain"):
        for one, sign, other in pairs_of(chain):
            bounded.add(str(one.value if sign in (">", ">=") else other.value))
    counts = [c for c in source.conditions if c.kind == "natural" and c.value not in bounded]
    zero = {str(c.value): [End(name(str(c.value)), number(0), True)] for c in counts}
    found = {**ends_of(source), **zero}
    return {one: [replace(e, kept=True) for e in ends] for one, ends in found.items()}


def opened(source: Source, names: tuple[str, ...]) -> Source:
    """The claim over ranges of these names without their ends."""

    def strict(chain: Node) -> Node:
        """A chain with the bounds of the names strict."""
        if chain.kind != "chain":
            return chain
        signs = tuple(
            STRICT.get(sign, sign)
            if {a.kind, b.kind} == {"name", "number"} and {str(a.value), str(b.value)} & {*names}
            else sign
            for a, sign, b in pairs_of(chain)
        )
        return chain if signs == tuple(map(str, chain.value)) else made("chain", chain.args, signs)

    counts = [c for c in source.conditions if c.kind == "natural" and c.value in names]
    positive = [relation(name(str(c.value)), ">", number(0)) for c in counts]
    return source.but(conditions=(*(strict(c) for c in source.conditions), *positive))


def by_ends(
    claim: Claim,
    between: Callable[[Source], Answer | None],
    settle: Callable[[Source], Answer],
    library: Library,
    at_once: bool = False,
) -> Settled | None:
    """The claim from that between the ends of the ranges of one name, or of all, which `between` proves, and those at the
    ends, which `settle` answers; None where the claim between them is not proved.  Budgets are compared by a theorem of the
    library.  With `at_once` all ends are told apart, those of counts too, and not those of one name alone first."""
    found = with_counts(claim.source) if at_once else ends_of(claim.source)
    choices: list[tuple[str, ...]] = [(one,) for one in found]
    if at_once:
        choices = [tuple(found)] if found else []
    elif len(found) > 1:
        choices.append(tuple(found))
    for names in choices:
        inner = between(opened(claim.source, names))
        steps = None if inner is None else inside(claim.theorem, inner, library)
        if inner is None or steps is None:
            continue
        answers = [inner]
        for end in (e for one in names for e in found[one]):
            answers.append(settle(end.reached(claim.source)))
            there = at_the_end(claim.theorem, answers[-1], library, end)
            if there is None:
                return Settled(None, tuple(answers))
            steps = apart(claim.theorem, end, steps, there)
        return Settled(steps, tuple(answers))
    return None


def with_one_open(source: Source) -> Iterator[Source]:
    """The claim over one of its closed ranges without the ends, for each of them."""
    for one in ends_of(source):
        yield opened(source, (one,))


def differs(one: Theorem, other: Theorem) -> bool:
    """Whether two theorems over ranges of their own say different things of parameters of the same names."""
    own = {str(p): p for p in other.parameters}
    with as_written():
        said = one.claim.xreplace({p: own[str(p)] for p in one.parameters if str(p) in own})
    return bool(said != other.claim)


def inside(theorem: Theorem, answer: Answer, library: Library) -> tuple[Step, ...] | None:
    """The claim between the ends, from the proof of that over the open ranges."""
    own = {str(p): p for p in theorem.parameters}
    if answer.claim is None or answer.verdict != "proved" or answer.reduced:
        return None
    proved = replace(answer.claim.theorem, title="The claim between the ends", derivation=answer.derivation)
    moved: dict[Basic, Basic] = {p: own[str(p)] for p in proved.parameters if own[str(p)] != p}
    with as_written():
        said = proved.claim.xreplace(moved)
    use = proved.at(**{str(p): v for p, v in moved.items()})
    return (
        have(said, "between the ends", by=use),
        *restated(theorem.claim, said, "between the ends", library),
    )


def restated(
    claim: Boolean, said: Boolean, where: str, library: Library, at: Mapping[Basic, Basic] | None = None
) -> tuple[Step, ...]:
    """The steps that say a claim as it is written over the closed ranges, from that between the ends or at one, where the
    parameter `at` has its value."""
    if isinstance(claim, Notion) and isinstance(said, Notion) and claim != said:
        for rule, b in with_larger_budget(library.index, said, claim):
            if library.settled(rule.theorem):
                use = rule.theorem.at(**{p.name: b[f] for p, f in rule.fresh})
                with as_written():
                    return (*same_budget(claim, said, at or {}), have(claim, where, by=use))
    return (have(claim, where),)


def same_budget(claim: Notion, said: Notion, at: Mapping[Basic, Basic]) -> tuple[Step, ...]:
    """The steps that say that two budgets are the same, and first what each root is that is guarded in one of them only: the
    plain root where the other has it, 0 where what stands under it is 0 at the end."""
    steps: list[Step] = []
    for root in sorted(claim.atoms(Piecewise) - said.atoms(Piecewise), key=str):
        under, plain = under_root(root), root.args[-1].args[0]
        if under is not None:
            positive = plain in set(preorder_traversal(said))
            if positive or under.subs(at) == 0:
                steps.append(have(under > 0 if positive else Eq(under, 0), "under the root"))
                steps.append(have(Eq(root, plain if positive else 0), "the root"))
    budgets = zip(claim.budget, said.budget, strict=True)
    return (*steps, *(have(Eq(one, other), "the same budget") for one, other in budgets if one != other))


def at_the_end(theorem: Theorem, answer: Answer, library: Library, end: End) -> tuple[Step, ...] | None:
    """The claim at an end, from the proof of that with the number in place of the name."""
    proof = proof_of(answer, theorem)
    if proof is None or answer.claim is None:
        return None
    there = answer.claim.theorem
    return (
        *(step for g in there.given for step in supposed(g, theorem, library)),
        have(there.claim, "at the end", by=proof),
        *restated(theorem.claim, there.claim, "at the end", library, dict([value_at(theorem, end)])),
    )


def value_at(theorem: Theorem, end: End) -> tuple[Parameter, Rational]:
    """The parameter of the name of an end, and the number there."""
    parameter = next(p for p in theorem.parameters if str(p) == str(end.name.value))
    return parameter, as_rational(end.number.value)


def supposed(fact: Boolean, theorem: Theorem, library: Library) -> tuple[Step, ...]:
    """The steps that say what is supposed at the end with the number in place of the name, where it is a notion."""
    for g in theorem.given if isinstance(fact, Notion) and fact not in theorem.given else ():
        if isinstance(g, Notion) and type(g) is type(fact) and g.pair == fact.pair:
            return restated(fact, g, "at the end", library)
    return ()


def apart(theorem: Theorem, end: End, rest: tuple[Step, ...], there: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps where the name is beyond the end, and where it is the end, put together."""
    parameter, value = value_at(theorem, end)
    beyond = value < parameter if end.least else parameter < value
    return (
        cases(beyond, rest, (have(Eq(parameter, value), "the end"), *there)),
        have(theorem.claim),
    )


__all__ = ["by_ends", "differs", "with_one_open"]
