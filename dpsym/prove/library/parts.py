"""A mechanism made of others by what follows of its parts: pure DP of a part is zero-concentrated DP of it, say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sympy import Basic, Integer
from sympy.core.relational import Relational

from dpsym.language import ForAll, Notion, Parameter, RenyiDP, RenyiMoment, Theorem, have, specialise
from dpsym.language.expressions import P, Q, y
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.prove.library.forms import PAIR, canon, functionals
from dpsym.prove.library.rules import Instance, Rule, parts_of
from dpsym.prove.library.search import Search
from dpsym.prove.library.unify import match

KINDS = 4  # of notions that parts are brought to
BUDGETS = 3  # that theorems give for one of these


@dataclass(frozen=True)
class Part:
    """What is supposed of a part: the hypothesis, its notion, and the names that it is for every value of."""

    given: Basic
    notion: Notion
    bound: tuple[Basic, ...]


def parts_in(theorem: Theorem) -> list[Part]:
    """The notions that are supposed of other pairs than that of P and Q."""
    found = []
    for g in theorem.given:
        bound: list[Basic] = []
        inner = g
        while isinstance(inner, ForAll):
            bound, inner = [*bound, *inner.args[0]], inner.args[1]
        if isinstance(inner, Notion) and inner.pair not in (PAIR, PAIR.swapped):
            found.append(Part(g, inner, tuple(bound)))
    return found


def with_other_parts(search: Search) -> Iterator[tuple[Theorem, list[Step]]]:
    """The claim with another notion of its parts, that theorems give, and the steps that say so; that of the goal first, and
    those that some of the parts have."""
    theorem, parts = search.theorem, parts_in(search.theorem)
    like = goal_of(search)
    kinds = of_parts(search)
    first = [k for k in (type(like), *(type(p.notion) for p in parts)) if k in kinds]
    for kind in islice(dict.fromkeys((*first, *kinds)), KINDS if parts else 0):
        others = [p for p in parts if not isinstance(p.notion, kind) or of_other_order(p.notion, like)]
        options = [list(islice(said(search, p, kind, like), BUDGETS)) for p in others]
        for k in range(max(map(len, options), default=0) if all(options) else 0):
            found = [o[min(k, len(o) - 1)] for o in options]
            facts = {p.given: fact for p, (fact, _) in zip(others, found, strict=True)}
            steps = [s for _, of_part in found for s in of_part]
            yield replace(theorem, given=tuple(facts.get(g, g) for g in theorem.given)), steps


def of_parts(search: Search) -> tuple[type[Notion], ...]:
    """The kinds of notions that rules say of a pair, and of which one tells what follows where the parts of a mechanism that
    is made as that of the claim have them."""
    index = search.library.index
    needed = {type(p.notion) for r in index.made if search.known.is_made_so(r) for p in parts_in(r.theorem)}
    said = dict.fromkeys(type(r.says) for r in index.rules if isinstance(r.says, Notion))
    return tuple(k for k in said if k in needed)


def goal_of(search: Search) -> Notion | None:
    """The notion of the goal; of a goal about an exponential moment Renyi DP of its order, with some bound."""
    if isinstance(search.theorem.claim, Notion):
        return search.theorem.claim
    moments = [f for g in search.goals for f in functionals(canon(g)) if isinstance(f, RenyiMoment)]
    return RenyiDP(moments[0].args[0], Integer(0)) if moments else None


def of_other_order(notion: Notion, like: Notion | None) -> bool:
    """Whether a notion is that of the goal with another order: with another first number of several."""
    if like is None or type(notion) is not type(like) or not isinstance(notion, RenyiDP):
        return False
    return canon(notion.budget[0]) != canon(like.budget[0])


def said(
    search: Search, part: Part, kind: type[Notion], like: Notion | None = None
) -> Iterator[tuple[Basic, list[Step]]]:
    """What theorems say of a part in place of its notion, by one of another kind or order, with the steps; what they leave
    free is as in the notion `like`."""
    here = type(part.notion)(*part.notion.budget)
    for rule in search.library.index.rules:
        if isinstance(rule.says, kind) and converts(rule, type(here)):
            for inst in islice(instances(search, rule, here, like), 1):
                steps = search.ready(inst)
                if steps is not None:
                    yield stated(search, part, inst, steps)


def contradicted(search: Search) -> list[Step] | None:
    """The steps to a relation of numbers from another one, that a theorem tells of one of the parts; None without one."""
    goal, known = search.theorem.claim, search.known
    if not isinstance(goal, Relational) or functionals(goal):
        return None
    given = tuple(p for g in search.theorem.given for p in parts_of(g))
    for part in parts_in(replace(search.theorem, given=given)):
        here = type(part.notion)(*part.notion.budget)
        for rule in known.index.telling if not part.bound else ():
            if len(rule.atoms) != 1 or not isinstance(rule.atoms[0], type(here)) or rule.bounds:
                continue
            for inst in islice(instances(search, rule, here), 1):
                fact = known.said(inst)
                proof = (
                    search.number(goal, (*known.numbers, fact)) if known.sampler.fails(canon(fact)) else None
                )
                before = search.ready(inst) if proof else None
                if proof and before is not None:
                    return [*before, have(fact, by=of_pair(search, part, inst)), have(goal, by=Use(proof))]
    return None


def of_pair(search: Search, part: Part, inst: Instance) -> Use:
    """An instance, said of the pair of a part."""
    use = inst.use(None, search.known.roots, search.known.originals)
    return Use(use.theorem, ((P(y), part.notion.pair.a), (Q(y), part.notion.pair.b), *use.at))


def converts(rule: Rule, kind: type[Notion]) -> bool:
    """Whether a rule says a notion of any pair of laws that has another one, and needs nothing else of the pair."""
    return (
        len(rule.atoms) == 1
        and isinstance(rule.atoms[0], kind)
        and isinstance(rule.says, Notion)
        and (rule.atoms[0].pair, rule.says.pair) == (PAIR, PAIR)
        and not rule.bounds
    )


def instances(search: Search, rule: Rule, notion: Notion, like: Notion | None = None) -> Iterator[Instance]:
    """The rule where it needs this notion, at values that no point speaks against; numbers of its conclusion that the notion
    does not give, but for the last, are those of the notion `like`."""
    for found in islice(match(canon(rule.atoms[0]), canon(notion), {}, rule.free), 2):
        b = dict(found)
        if like is not None and isinstance(rule.says, type(like)):
            free = zip(rule.says.budget[:-1], like.budget, strict=False)
            b |= {x: value for x, value in free if x in rule.free and x not in b}
        if len(b) < len(rule.fresh):
            continue
        needs = tuple(n.xreplace(b) for n in rule.numbers)
        domain = tuple(c.xreplace(b) for c in rule.domain)
        if not any(search.known.sampler.fails(canon(n)) for n in (*needs, *domain)):
            open_ = tuple(n for n in needs if not search.known.settled(n))
            yield Instance(rule, tuple((p, b[f]) for p, f in rule.fresh), open_)


def stated(search: Search, part: Part, inst: Instance, before: list[Step]) -> tuple[Basic, list[Step]]:
    """The fact about a part that an instance gives, and the steps to it."""
    pair = part.notion.pair
    use = of_pair(search, part, inst)
    values = {k: v for k, v in use.at if k not in (P(y), Q(y))}
    fact = inst.rule.theorem.claim.xreplace(values).on(pair)
    if not part.bound:
        return fact, [*before, have(fact, by=use)]
    numbers = [x for x in part.bound if isinstance(x, Parameter)]  # they have domains, and stand first
    here = for_all([x for x in part.bound if x not in numbers], fact)
    every = for_all(numbers, here)
    given = search.theorem.given  # among them what the masses of each part add up to
    lemma = Theorem(
        title="What follows of each part",
        given=given,
        claim=every,
        derivation=(
            *(at(g, part.bound) for g in given if is_each(g, part.bound)),
            *before,
            have(fact, by=use),
            have(here, "whichever it is"),
        ),
    )
    return every, [have(every, by=Use(lemma))]


def for_all(names: Sequence[Basic], formula: Basic) -> Basic:
    """The formula for every value of the names, the first of them outside."""
    for x in reversed(names):
        formula = ForAll((x,), formula)
    return formula


def is_each(formula: Basic, names: Sequence[Basic]) -> bool:
    """Whether a hypothesis is about each value of the names, or about the first of them."""
    return isinstance(formula, ForAll) and set(formula.args[0]) <= set(names)


def at(formula: Basic, names: Sequence[Basic]) -> Step:
    """The step that reads such a hypothesis at the names."""
    here: dict[Basic, Basic] = {}
    inner = formula
    while is_each(inner, names):
        here |= {x: x for x in inner.args[0]}
        inner = inner.args[1]
    return specialise(formula, here, "one of them")


__all__ = ["contradicted", "parts_in", "with_other_parts"]
