"""From a plan to steps: the instances of rules that it uses, with what they need, and the relation that is left."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from sympy import Basic, Le
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.language import (
    ForAll,
    HockeyStick,
    Mass,
    Probability,
    RenyiMoment,
    StatementError,
    Theorem,
    function,
    have,
    parameter,
)
from dpsym.language.expressions import Between, P, Q, Within, y
from dpsym.language.notions import TEST
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.prove.library.forms import canon, functionals, put, written
from dpsym.prove.library.known import Effort, Known
from dpsym.prove.library.plans import Plan
from dpsym.prove.library.remainder import (
    Leaf,
    Names,
    body,
    from_facts,
    implication,
    is_vanishing,
    leaves,
    over_tests,
)
from dpsym.prove.library.rules import Instance, Trail, is_fact, outs_of
from dpsym.prove.library.theorems import Library

PROOF = 100  # what a proof that is tried costs, in candidates
# Of the work: for numbers that a way to a notion needs, where there may be an easier way, and in the end.
SHARES = (40, 2)


class Proving(ABC):
    """Makes steps of plans, for one statement; `goals` are the formulas of its conclusion for the first order of the pair."""

    def __init__(
        self, theorem: Theorem, goals: Sequence[Boolean], library: Library, effort: Effort | None = None
    ) -> None:
        self.theorem, self.goals, self.library = theorem, tuple(dict.fromkeys(goals)), library
        self.session = library.session(1)
        self.effort = effort or Effort()
        self.known = Known(theorem, library.index, self.effort)
        self.before: list[Step] = []
        self.share = SHARES[-1]

    def number(self, relation: Basic, given: Sequence[Basic]) -> Theorem | None:
        """A statement about numbers, proved by the prover there is; None where it is not."""
        self.effort.spend(PROOF)
        claim = written(relation, self.known.roots)
        whole = Theorem(title="What is left is about numbers", given=tuple(given), claim=claim)
        session = self.library.session(self.share)
        try:
            if session.theorem(whole).status != "proved":
                return None
        except (StatementError, RecursionError):
            return None
        derivation = session.derivations.get(session.key(whole), ())
        self.session.library.update(session.library)
        self.session.verdicts.update(session.verdicts)
        return replace(whole, derivation=derivation) if derivation else whole

    def ready(self, inst: Instance) -> list[Step] | None:
        """The steps for the numbers that an instance needs; None where these, or its theorem, are not proved."""
        if not self.library.settled(inst.rule.theorem):
            return None
        self.library.use_in(self.session)
        steps: list[Step] = []
        for need in inst.needs:
            proof = self.number(need, self.known.numbers)
            if proof is None:
                return None
            steps.append(have(proof.claim, "what it needs", by=Use(proof)))
        return steps

    def stated(self, trail: Trail) -> list[Step] | None:
        """The steps that state instances as a whole; None where one is not proved."""
        steps: list[Step] = []
        for inst in trail:
            before = self.ready(inst)
            if before is None:
                return None
            use = inst.use(None, self.known.roots, self.known.originals)
            steps += [*before, have(use.theorem.claim.xreplace(dict(use.at)), by=use)]
        return steps

    def steps(self, leaf: Leaf, plan: Plan) -> list[Step] | None:
        """A derivation of the relation from the plan, as far as the prover makes one."""
        self.effort.spend(PROOF)
        inside: list[Step] = []
        said: list[Basic] = []
        for inst in plan.trail:
            found = self.of_instance(leaf, inst, said)
            if found is None:
                return None
            inside += found[0]
            said += found[1]
        said = [s for s in said if isinstance(s, Relational) and not is_vanishing(s)]
        less, more = plan.rest.args if plan.kept else self.as_written(leaf, plan)
        trivial = plan.rest.args[0] == plan.rest.args[1]
        last = self.last(leaf, said, quick=not trivial) if plan.trail or trivial else None
        if last is None and (not trivial or less != more):
            last = self.by_numbers(leaf, plan, plan.rest.func(less, more, evaluate=False), said)
        if last is None:
            return None
        steps = [*inside, *last]
        above = [a for a in leaf.above if not a.free_symbols & {y} or isinstance(a, ForAll)]
        if leaf.above and len(above) == len(leaf.above):
            return [have(implication(above, leaf.relation), derivation=steps)]
        return steps

    def as_written(self, leaf: Leaf, plan: Plan) -> tuple[Basic, Basic]:
        """The sides of a relation of numbers: what took the place of functionals as the theorem has it, the other side as
        the claim has it."""
        own, bounds = {canon(x): x for x in leaf.relation.args}, self.known.as_bound()
        return tuple(
            {**own, **bounds}.get(x, x) if functionals(side) else {**bounds, **own}.get(x, x)
            for x, side in zip(plan.rest.args, canon(leaf.relation).args, strict=True)
        )

    def of_instance(
        self, leaf: Leaf, inst: Instance, said: Sequence[Basic]
    ) -> tuple[list[Step], list[Basic]] | None:
        """The steps that state an instance for the test of a relation, and the relations that it gives."""
        known = self.known
        before = self.ready(inst)
        if before is None:
            return None
        test = leaf.test if over_tests(Use(inst.rule.theorem)) else None
        use = inst.use(test, known.roots, known.originals)
        inside: list[Step] = []
        for bound in inst.rule.theorem.given:
            here = bound.xreplace(dict(use.at))
            if not isinstance(here, Relational) or not here.atoms(AppliedUndef):
                continue
            if all(canon(here) != r for r, t in known.facts if not t):
                names = Names(coarse=True, hasty=True)
                more = from_facts(here, said, (*leaf.above, *known.given), self.session, names)
                if not more:
                    return None
                inside += more
        claim = body(use, leaf.test)
        inside += [*before, have(claim, by=use)]
        inside += [have(o.relation, "a part") for o in outs_of(claim) if isinstance(claim, Between | Within)]
        relations = (
            [x.relation for x in leaves(claim)] if is_fact(claim) else [o.relation for o in outs_of(claim)]
        )
        laws = {function(name) for name in self.theorem.laws}
        functions = {P, Q, *laws, TEST.func, *([leaf.test.func] if leaf.test is not None else [])}
        told = [*relations, *(written(n, known.roots) for n in inst.needs)]
        return inside, [s for s in told if {a.func for a in s.atoms(AppliedUndef)} <= functions]

    def by_numbers(self, leaf: Leaf, plan: Plan, rest: Basic, said: Sequence[Basic]) -> list[Step] | None:
        """The steps by way of the relation of numbers that a plan leaves, with names for the functionals that are kept."""
        names = {f: parameter(f"kept_{k}", f"v_{{{k}}}") for k, f in enumerate(plan.kept)}
        given = list(self.known.numbers)
        for f, v in names.items():
            if isinstance(f, HockeyStick | RenyiMoment | Mass | Probability):
                given.append(Le(0, v, evaluate=False))
            rest = put(rest, f, v)
        proof = self.number(rest, given)
        if proof is None:
            return None
        back = {v: f for f, v in names.items()}
        claim = proof.claim.xreplace(back)
        steps: list[Step] = [
            have(Le(0, f, evaluate=False), "its range")
            for f in names
            if isinstance(f, HockeyStick | RenyiMoment | Mass)
        ]
        steps.append(have(claim, by=Use(proof, tuple(back.items()))))
        if canon(claim) == canon(leaf.relation):
            return steps
        last = self.last(leaf, [*said, claim])
        return None if last is None else [*steps, *last]

    def last(self, leaf: Leaf, said: Sequence[Basic], quick: bool = False) -> list[Step] | None:
        """The steps from facts to the relation, with a name for each functional."""
        for coarse in (True,) if quick else (True, False):
            given = (*leaf.above, *self.known.given)
            names = Names(coarse=coarse, hasty=True)
            more = from_facts(leaf.relation, said, given, self.session, names)
            if more:
                return more
        return None

    @abstractmethod
    def leaf(self, leaf: Leaf) -> list[Step] | None:
        """The steps for one relation of the conclusion; None where none are found."""
