"""The search: a goal is brought to numbers by rules, whose instances then are the steps of a derivation.

A goal is a relation L <= R.  A functional in which R - L falls needs a bound from above, one in which it rises one from
below: from the hypotheses of the claim, or from a rule whose conclusion can be solved for it, whose parameters are found
by unification, and whose hypotheses are found in the same way.  When nothing needs a bound any more a relation of numbers
is left, which the number prover settles.  Everything proved is the kernel's word on the claim as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from sympy import Basic, Eq, Le, Lt
from sympy.core.function import AppliedUndef

from dpsym.language import (
    Implication,
    Notion,
    Pair,
    Parameter,
    StatementError,
    as_written,
    have,
)
from dpsym.language.notions import TEST, absolutely_continuous
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.prove.library.contradictions import contradicted, squeezed
from dpsym.prove.library.forms import FINITE, canon, functionals, head
from dpsym.prove.library.known import Exhausted
from dpsym.prove.library.plans import COMBINED, Plan, of_depth
from dpsym.prove.library.proving import SHARES, Proving
from dpsym.prove.library.remainder import (
    Leaf,
    implication,
    is_vanishing,
    leaves,
)
from dpsym.prove.library.rules import Instance, Trail, is_fact, is_of_tests
from dpsym.prove.library.sampler import Sampler
from dpsym.prove.library.theorems import Found
from dpsym.prove.library.unify import match

RULES = 3  # in one chain
LAST = 8  # plans without a relation of numbers that wait for the others
WAYS = 3  # to a notion


def no_loss_is_infinite(leaf: Leaf) -> Basic:
    """The fact that the law of a leaf gives nothing where the one above it does."""
    excluded = leaf.above[-1] if leaf.above else None
    return (
        absolutely_continuous(Pair(leaf.relation.args[0], excluded.args[0]))
        if isinstance(excluded, Eq)
        else FINITE
    )


class Search(Proving):
    """One statement against the library."""

    # ------------------------------------------------------------------------------------------------ the claim
    def run(self) -> Found | None:
        """A proof of the statement; None where the search finds none."""
        with as_written():
            try:
                return self.found()
            except (Exhausted, StatementError, RecursionError):
                return None

    def found(self) -> Found | None:
        """By notions, or by each relation of the conclusion."""
        named = self.library.index.named
        self.open_given()
        if isinstance(self.theorem.claim, Notion) or (named and is_of_tests(self.theorem.claim)):
            ways = [self.notion, *([self.from_bounds] if named else [])]
            for found in (found for way in ways for found in islice(way(self.theorem.claim), WAYS)):
                proof = self.checked(found)
                if proof is not None:
                    return proof
        whole: list[Step] = []
        for leaf in dict.fromkeys(x for f in self.goals for x in leaves(f)):
            steps = self.vanishing(leaf) if is_vanishing(leaf.relation) else self.leaf(leaf)
            if steps is None:
                return None
            whole += steps
        return self.checked(whole) if whole else None

    def checked(self, steps: Sequence[Step]) -> Found | None:
        """The kernel's word on the statement with these steps."""
        steps = (*self.before, *steps)
        self.library.use_in(self.session)
        self.session.effort = self.session.effort.plain
        tried = replace(self.theorem, derivation=steps)
        verdict = self.session.theorem(tried)
        if self.library.holds(verdict):
            return Found(verdict, steps, self.session)
        self.session.forget(tried)
        return None

    def open_given(self) -> None:
        """What is supposed where no loss is infinite is supposed as it stands where this follows from the rest."""
        known = self.known
        guarded = [g.args[1] for g in known.given if isinstance(g, Implication) and g.args[0] == FINITE]
        if not guarded or FINITE in known.given:
            return
        known.suppose((), 3)
        trail = next((t for a, t in known.atoms if a == FINITE), None)
        finite = self.stated(trail) if trail is not None else None
        if finite is not None:
            known.given += guarded
            self.before = [*finite, *(have(g, "no loss is infinite") for g in guarded)]

    def vanishing(self, leaf: Leaf) -> list[Step] | None:
        """The steps that say that no loss is infinite, where a rule gives it; none where the prover has it itself."""
        supposed = tuple(a for a in leaf.above if is_fact(a))
        self.known.suppose(supposed, 3)
        finite = no_loss_is_infinite(leaf)
        trail = next((t for a, t in self.known.atoms if a == finite), ())
        steps = self.stated(trail)
        return [have(implication(supposed, finite), derivation=steps)] if supposed and steps else steps

    def leaf(self, leaf: Leaf) -> list[Step] | None:
        """The steps for one relation of the conclusion."""
        relation = canon(leaf.relation)
        if isinstance(relation, Eq):
            less, more = leaf.relation.args
            both = [
                self.leaf(replace(leaf, relation=Le(*sides, evaluate=False)))
                for sides in ((less, more), (more, less))
            ]
            if both[0] is None or both[1] is None:
                return None
            return [*both[0], *both[1], have(leaf.relation, "both")]
        if not isinstance(relation, Le | Lt):
            return None
        self.about(leaf)
        self.known.suppose(leaf.above, 1)
        if not functionals(relation):
            proof = (
                None if self.known.sampler.fails(relation) else self.number(leaf.relation, self.known.numbers)
            )
            return [have(leaf.relation, by=Use(proof))] if proof else squeezed(self, leaf)
        seen: set[tuple] = set()
        costly: list[Plan] = []  # the prover looks for numbers among all that was said
        for depth in range(RULES + 1):
            if depth > 1:
                self.known.suppose(leaf.above, depth)
            for plan in of_depth(self.known, relation, depth, seen):
                if plan.rest == COMBINED and len(plan.trail) > 1 and len(costly) < LAST:
                    costly.append(plan)
                    continue
                steps = self.steps(leaf, plan)
                if steps:
                    return steps
        for plan in costly:
            steps = self.steps(leaf, plan)
            if steps:
                return steps
        return contradicted(self, leaf, relation)

    def about(self, leaf: Leaf) -> None:
        """The test of a relation, and names that its notions quantify over."""
        known = self.known
        new = [
            p
            for p in leaf.relation.free_symbols
            if isinstance(p, Parameter) and p not in known.sampler.parameters
        ]
        if new:
            known.sampler = Sampler((*known.sampler.parameters, *new), known.numbers)
            known.solutions.clear()  # they were by the signs that the other saw
            known.terms += [p for p in new if p not in known.terms]
        known.test = leaf.test if leaf.test is not None and leaf.test != TEST else None

    # -------------------------------------------------------------------------------------------------- notions
    def notion(self, goal: Basic) -> Iterator[list[Step]]:
        """Few ways to a notion, or to what is said of every test, that a rule says, or to a notion that is known with a
        smaller budget: the kernel may refuse one."""
        known, saying = self.known, self.library.index.saying[head(goal)]
        known.suppose((), 3)
        options: list[tuple[Basic, Trail]] = [
            (a, t)
            for a, t in known.atoms
            if isinstance(goal, Notion) and type(a) is type(goal) and a.pair == goal.pair
        ]
        for rule in saying:
            if not rule.monotone:
                for b in islice(match(canon(rule.says), canon(goal), {}, rule.free), 2):
                    found = islice(known.instances(rule, b, None, 1), 3)
                    options += [(known.said(i), (*t, i)) for i, t in found]
        options.sort(key=lambda o: (canon(o[0]) != canon(goal), len(o[1])))
        stated: set[tuple] = set()
        for share in SHARES:
            seen = set(stated)
            for said, trail in options:
                way = canon(said), trail[-1].rule.name if trail else ""
                if way in seen:
                    continue
                seen.add(way)
                last = next(known.larger(said, goal), ()) if isinstance(said, Notion) and said != goal else ()
                if said != goal and not last and canon(said) != canon(goal):
                    continue
                self.share = share
                steps = self.stated((*trail, *last))
                self.share = SHARES[-1]
                if steps is not None:
                    stated.add(way)
                    yield [*steps, have(goal, "as stated")]

    def from_bounds(self, goal: Basic) -> Iterator[list[Step]]:
        """The steps for a notion that a rule says where bounds hold, and for these bounds."""
        for rule in self.library.index.saying[head(goal)]:
            if rule.atoms or not rule.bounds:
                continue
            for b in islice(match(canon(rule.says), canon(goal), {}, rule.free), 2):
                if len(b) < len(rule.fresh):
                    continue
                inst = Instance(rule, tuple((p, b[f]) for p, f in rule.fresh), rule.numbers)
                use = inst.use(None, self.known.roots, self.known.originals)
                bounds = [g.xreplace(dict(use.at)) for g in rule.theorem.given if g.atoms(AppliedUndef)]
                found = [self.leaf(Leaf(r)) for r in bounds]
                if all(f is not None for f in found) and self.library.settled(rule.theorem):
                    self.library.use_in(self.session)
                    yield [*(s for f in found if f is not None for s in f), have(goal, by=use)]
