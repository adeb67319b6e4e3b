"""What is left where no plan leads to a relation: what is supposed contradicts a bound, or tells of numbers."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, permutations, product

from sympy import Basic, Ge, Gt, Le, Lt, evaluate

from dpsym.language import have
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.prove.library.forms import canon, functionals, written
from dpsym.prove.library.known import Wanted
from dpsym.prove.library.plans import Plan
from dpsym.prove.library.proving import Proving
from dpsym.prove.library.remainder import Leaf, Names, from_facts, leaves
from dpsym.prove.library.rules import joined

SQUEEZES = 40  # bounds from above that are looked at, for one from below
TOLD = 8  # instances of a rule that tells something of numbers


def contradicted(search: Proving, leaf: Leaf, relation: Basic) -> list[Step] | None:
    """The steps where what is supposed contradicts a bound."""
    known = search.known
    for f in dict.fromkeys(f for r, t in known.facts if not t for f in functionals(r)):
        for low, before in islice(known.bounds(Wanted(f, -1), 0), 3):
            for high, trail in islice(known.bounds(Wanted(f, 1), 2), 12):
                with evaluate(True):
                    gap = canon(low - high)
                if trail and (gap == 0 or known.sampler.sign(gap) > 0):
                    steps = search.steps(leaf, Plan(relation, (), joined(before, trail)))
                    if steps:
                        return steps
    return None


def squeezed(search: Proving, leaf: Leaf) -> list[Step] | None:
    """The steps to a relation of numbers, from bounds of a functional that contradict each other, or a hypothesis that
    fails."""
    known = search.known
    known.goal = None
    known.suppose(leaf.above, 3)
    steps = told(search, leaf)
    if steps:
        return steps
    for f, (below, over) in product(known.spoken(), ((0, 2), (2, 0))):
        for low, before in islice(known.bounds(Wanted(f, -1), below), SQUEEZES if below else 4):
            for high, trail in islice(known.bounds(Wanted(f, 1), over), SQUEEZES if over else 4):
                if functionals(low) or functionals(high):
                    continue
                if not known.sampler.fails(Le(low, high, evaluate=False)):  # it says nothing new
                    continue
                sides = (known.as_bound().get(x, written(x, known.roots)) for x in (low, high))
                said = Le(*sides, evaluate=False)
                trivial = Plan(Le(low, low, evaluate=False), (), joined(before, trail))
                steps = search.steps(replace(leaf, relation=said), trivial)
                proof = search.number(leaf.relation, (*known.numbers, said)) if steps else None
                if steps and proof:
                    return [*steps, have(leaf.relation, by=Use(proof))]
    return in_place(search, leaf) or denied(search, leaf)


def in_place(search: Proving, leaf: Leaf) -> list[Step] | None:
    """The steps to a relation of numbers by way of the same with a functional in the place of its bound, a parameter."""
    known = search.known
    supposed = [said.args for said, trail in known.facts if isinstance(said, Le | Lt) and not trail]
    for bound, f in (pair for sides in supposed for pair in permutations(sides)):
        if bound not in leaf.relation.free_symbols or functionals(f) != (f,):
            continue
        inner = Leaf(leaf.relation.xreplace({bound: f}))
        steps = search.leaf(inner)
        last = steps and from_facts(leaf.relation, (inner.relation,), known.given, search.session, Names())
        if steps and last:
            return [*steps, *last]
    return None


def told(search: Proving, leaf: Leaf) -> list[Step] | None:
    """The steps to a relation of numbers from another one, that a theorem gives for the laws."""
    known = search.known
    for rule in known.index.telling:
        for inst, trail in islice(known.instances(rule, {}, None, 2), TOLD):
            said = known.said(inst)
            if not known.sampler.fails(canon(said)):  # it says nothing new
                continue
            proof = search.number(leaf.relation, (*known.numbers, said))
            steps = search.stated((*trail, inst)) if proof else None
            if proof and steps:
                return [*steps, have(leaf.relation, by=Use(proof))]
    return None


def denied(search: Proving, leaf: Leaf) -> list[Step] | None:
    """The steps to a relation where a hypothesis fails by what is known: its opposite follows from theorems."""
    for said in (x for g in search.theorem.given for x in leaves(g)):
        ordered = isinstance(said.relation, Lt | Le | Gt | Ge)
        if said.above or said.test is not None or not ordered or not functionals(canon(said.relation)):
            continue
        steps = search.leaf(Leaf(said.relation.negated))
        if steps:
            return [*steps, have(leaf.relation, "a contradiction")]
    return None
