"""Claims about listed masses, or noise of which the output is rounded, by way of a notion that the pair satisfies.

Hypotheses about such masses are not symmetric in the pair, and the prover mirrors steps: so the notion is shown for this
pair, and what follows from it for all pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product

import sympy
from sympy.core.function import AppliedUndef
from sympy.core.parameters import evaluate
from sympy.logic.boolalg import Boolean

from dpsym.language import ForAll, Notion, StatementError, Theorem, as_written, have
from dpsym.language.expressions import P, Q, y
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.prove.library.forms import PAIR, canon, functionals, head
from dpsym.prove.library.known import Effort, Exhausted
from dpsym.prove.library.parts import contradicted, parts_in, with_other_parts
from dpsym.prove.library.rules import has_other_pairs, is_noise
from dpsym.prove.library.search import WAYS, Search
from dpsym.prove.library.theorems import Found, Library
from dpsym.prove.library.unify import several

INNER = 2  # part of the effort that is left for a claim under a notion that the pair satisfies


def prove(
    theorem: Theorem, goals: Sequence[Boolean], library: Library, effort: Effort | None = None
) -> Found | None:
    """A proof of a statement from theorems, by chains of rules; None where the search finds none.

    `goals` are the formulas of its conclusion for the first order of the pair.
    """
    search = Search(theorem, goals, library, effort)
    if library.index.named:
        return search.run()
    noisy = any(map(is_noise, theorem.given))
    if has_other_pairs(theorem):
        return made_of_others(search)
    if not theorem.where and (not noisy or isinstance(theorem.claim, Notion)):
        found = search.run()
        if found is not None or not (noisy or about_outcomes(theorem)):
            return found
    with as_written():
        try:
            return cut(search)
        except Exhausted:
            return None


def about_outcomes(theorem: Theorem) -> bool:
    """Whether something is supposed of every output, from which a notion may follow."""
    return any(isinstance(g, ForAll) and y in g.args[0] for g in theorem.given)


def made_of_others(search: Search) -> Found | None:
    """By what theorems say of a pair whose laws are made of those of others: as a notion, or by what follows from one; also
    by what follows of the parts."""
    with as_written():
        try:
            steps = contradicted(search)
            if steps is not None:
                return search.checked(steps)
            ways = [by_notions, cut, by_parts]
            if isinstance(search.theorem.claim, Notion) and not speaks_of_goal(search.theorem):
                ways = [by_parts, by_notions, cut]
            return next((found for way in ways if (found := way(search)) is not None), None)
        except (Exhausted, StatementError, RecursionError):
            return None


def speaks_of_goal(theorem: Theorem) -> bool:
    """Whether the notion of the conclusion is that of a part too, perhaps with another budget."""
    return any(isinstance(p.notion, type(theorem.claim)) for p in parts_in(theorem))


def by_notions(search: Search) -> Found | None:
    """By a theorem that says the notion of the goal of such a pair."""
    claim = search.theorem.claim
    for steps in islice(search.notion(claim), WAYS) if isinstance(claim, Notion) else ():
        found = search.checked(steps)
        if found is not None:
            return found
    return None


def by_parts(search: Search) -> Found | None:
    """By other notions that the parts satisfy too."""
    for whole, steps in with_other_parts(search):
        inner = Search(whole, search.goals, search.library, Effort(search.effort.left // INNER))
        same = isinstance(whole.claim, Notion) and speaks_of_goal(whole)
        proof = by_notions(inner) or (None if same else cut(inner))
        if proof is None:
            continue
        found = with_lemma(search, steps, whole, proof)
        if found is not None:
            return found
    return None


def cut(search: Search) -> Found | None:
    """Notions that the pair satisfies, and what follows for all such pairs."""
    theorem = search.theorem
    for fact, steps in of_this_pair(search):
        if canon(fact) == canon(theorem.claim):
            continue
        whole = replace(theorem, where={}, given=(*search.known.numbers, *of_the_pair(theorem), fact))
        inner = prove(whole, search.goals, search.library, Effort(search.effort.left // INNER))
        if inner is None and has_other_pairs(theorem):
            inner = by_prover(whole, search.library)
        if inner is None:
            continue
        found = with_lemma(search, steps, whole, inner)
        if found is not None:
            return found
    return None


def of_the_pair(theorem: Theorem) -> list[Boolean]:
    """What else is supposed of P and Q themselves, where their laws are made of those of others."""
    if not has_other_pairs(theorem):
        return []
    about = [g for g in theorem.given if g.atoms(AppliedUndef)]
    return [g for g in about if {a.func for a in g.atoms(AppliedUndef)} <= {P, Q}]


def with_lemma(search: Search, steps: Sequence[Step], lemma: Theorem, proof: Found) -> Found | None:
    """The goal from these steps and a statement that was proved by itself; None where the kernel is not convinced."""
    search.session.library.update(proof.session.library)
    search.session.verdicts.update(proof.session.verdicts)
    lemma = replace(lemma, derivation=proof.derivation)
    return search.checked([*steps, have(lemma.claim, by=Use(lemma))])


def by_prover(whole: Theorem, library: Library) -> Found | None:
    """A proof of a statement about one pair without theorems; None where there is none."""
    session = library.session(2)
    with evaluate(True):  # the prover's own terms are no authored ones
        verdict = session.theorem(whole)
    if verdict.status != "proved":
        return None
    return Found(verdict, session.derivations.get(session.key(whole), ()), session)


def of_this_pair(search: Search) -> Iterator[tuple[Boolean, list[Step]]]:
    """Notions that the pair satisfies, by theorems about a pair of such laws, with the steps; those near the goal first."""
    if search.theorem.where:
        yield from listed(search)
        return
    search.known.suppose(rounds=1)
    if has_other_pairs(search.theorem) or about_outcomes(search.theorem):
        for fact, trail in search.known.atoms:
            if trail and isinstance(fact, Notion) and fact.pair == PAIR:
                steps = search.stated(trail)
                if steps is not None:
                    steps += as_numbers(search, fact)
                    yield fact_of(steps[-1]), steps
        return
    noisy = [
        (atom, trail)
        for atom, trail in search.known.atoms
        if isinstance(atom, Notion) and len(trail) == 1 and any(map(is_noise, trail[0].rule.theorem.given))
    ]
    for _, trail in sorted(noisy, key=lambda n: distance(search, n[0])):
        steps = search.stated(trail)
        if steps is not None:
            yield fact_of(steps[-1]), steps


def fact_of(step: Step) -> Boolean:
    """The fact that a step states."""
    (fact,) = step.relations()
    return fact


def as_numbers(search: Search, fact: Notion) -> list[Step]:
    """The steps that say a notion whose budget is made of numbers with the values of these, where a rule says so."""
    if any(x.free_symbols for x in fact.budget) or all(canon(x) == x for x in fact.budget):
        return []
    simple = type(fact)(*map(canon, fact.budget), pair=fact.pair)
    for inst in next(search.known.larger(fact, simple), ()):
        before = search.ready(inst)
        if before is not None:
            return [*before, have(simple, by=inst.use(None, {}, {}))]
    return []


def distance(search: Search, notion: Notion) -> int:
    """How far a notion is from the goal, by the heads of which rules speak."""
    goal = search.theorem.claim
    wanted = {head(f) for g in search.goals for f in functionals(canon(g))}
    if type(notion) is type(goal) or wanted & {head(f) for f in functionals(canon(notion.one_order(PAIR)))}:
        return 0
    rules = [r for r in search.library.index.rules if any(type(a) is type(notion) for a in r.atoms)]
    near = any(type(r.says) is type(goal) if isinstance(goal, Notion) else r.heads & wanted for r in rules)
    return 1 if near else 2


def listed(search: Search) -> Iterator[tuple[Boolean, list[Step]]]:
    """Notions that a listed pair satisfies: the masses of a theorem's pair are matched with those of this one."""
    where = search.theorem.where
    for rule in search.library.index.listed:
        fresh, free = dict(rule.fresh), rule.free
        pattern = [m.xreplace(fresh) for row in ("P", "Q") for m in rule.theorem.where[row]]
        term = [m for row in ("P", "Q") for m in where[row]]
        if len(pattern) != len(term) or not isinstance(rule.theorem.claim, Notion):
            continue
        pairs = [(canon(a), canon(t)) for a, t in zip(pattern, term, strict=True)]
        pairs.sort(key=lambda p: sum(1 for x in sympy.preorder_traversal(p[0]) if x in free))
        for b in islice(several(pairs, {}, free), 2):
            left = [f for f in free if f not in b]
            for values in islice(product(*[search.known.terms for _ in left]), 8):
                full = {**b, **dict(zip(left, values, strict=True))}
                fact = rule.theorem.claim.xreplace({p: full[f] for p, f in rule.fresh})
                yield fact, [have(fact, "the listed pair")]
