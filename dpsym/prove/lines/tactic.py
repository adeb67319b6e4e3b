"""From a theorem and its derivation to a certificate: unfold, introduce, run the author's steps, close.

The author writes the lines of the mathematics.  Each line becomes an obligation for `ProofState.prove`; mirrored leaves (the
other order of the pair, the other law) are settled by the mirrored steps.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from dpsym.kernel.notions import notions_digest
from dpsym.kernel.terms import Json
from dpsym.kernel.terms import names as names_of
from dpsym.language import (
    Cases,
    Chain,
    Have,
    swap_laws,
)
from dpsym.language.steps import Step
from dpsym.prove import strategy
from dpsym.prove.lines.derivation import Derivation
from dpsym.prove.lines.step_rules import run_step
from dpsym.prove.lines.steps import Reader, Record, stating
from dpsym.prove.proof.float_models import spoken_against
from dpsym.prove.proof.script import ZERO, Refused, Stuck, Term, fv, subst, used_names, written
from dpsym.prove.statement import (
    AS_WRITTEN,
    READINGS,
)
from dpsym.prove.tactics.proof_state import ProofState


def _swapped_and(formula: Term) -> Term:
    return ("and", *reversed(formula[1:])) if formula[0] == "and" else formula


def last_chain(steps: tuple) -> Chain | None:
    """The last chain among the steps; of a case distinction, the last of its second side."""
    for step in reversed(steps):
        found = (
            step
            if isinstance(step, Chain)
            else last_chain(step.otherwise) or last_chain(step.then)
            if isinstance(step, Cases)
            else None
        )
        if found is not None:
            return found
    return None


class Prover(Derivation):
    """Runs the steps of one theorem."""

    def with_steps(self, steps: tuple[Step, ...], effort: strategy.Effort) -> Prover:
        """A search for the same theorem by steps that were found for it."""
        theorem = replace(self.theorem, derivation=steps)
        return Prover(theorem, self.library, self.name_of, self.statement, effort, suggested=True)

    # ------------------------------------------------------------------------------------------------- the proof
    def run(self) -> Json:
        """The certificate, or Stuck."""
        s, st = self.s, self.statement
        root = ProofState(s)
        if st.hypotheses:
            whole = st.hypotheses[0] if len(st.hypotheses) == 1 else ("and", *st.hypotheses)
            root.assume(whole)
            line = self.open(root, st.conclusion, 0)
            self.read_again()
            s.add("imp_i", [line], **{"is": whole})
        else:
            line = self.open(root, st.conclusion, 0)
            self.read_again()
            if line != len(s.lines) - 1:
                s.add("have", [line], **{"is": st.conclusion})
        return self.certificate()

    def denied(self) -> bool:
        """Whether values of the names are seen, in floats, at which the hypotheses hold and the conclusion, a relation
        between numbers, does not: then no steps lead to it."""
        s, goal = self.s, self.statement.conclusion
        if not strategy.of_numbers(s, goal):
            return False
        known = ProofState(s)
        for formula in self.statement.hypotheses:
            known.assume(formula)
        conditions = [s.key(s.goal(line)) for line in known.implications]
        return spoken_against(*s.rel(goal), known.facts, conditions)

    def read_again(self) -> None:
        """The steps as they are written, where only another reading of them was needed: they are printed so."""
        if self.read_as and AS_WRITTEN not in self.read_as:
            known = next(iter(self.read_as.values()))
            with suppress(Stuck, Refused):
                self.steps(known.child(), self.theorem.derivation, ("<=", ZERO, ZERO), AS_WRITTEN)

    def certificate(self) -> Json:
        """The certificate of what was proved, with what each line of the derivation states."""
        s = self.s
        reader = Reader(self.theorem, self.statement)
        steps = reader.read()
        record = Record(s.kernel, reader)
        found = [
            stating(record, step, (*self.marks.get(id(step.thing), ()), *self.ruled_out)) for step in steps
        ]
        found = [
            lines if lines is not None else stating(record, step, range(len(s.lines)))
            for step, lines in zip(steps, found, strict=True)
        ]
        besides = [n for lines in found for n in lines or ()]
        text, number = written(self.statement.named_claim, s, besides)
        self.stated = [[number[n] for n in lines or ()] for lines in found]
        notions = notions_digest(sorted(names_of(self.statement.named_claim)))
        sig = used_names(
            s.sig,
            [text, list(self.statement.sig), {k: list(v) for k, v in self.statement.sets.items()}],
        )
        for checked in (self.library[line["name"]] for line in text["lines"] if line["rule"] == "lemma"):
            sig.update({k: v for k, v in checked.sig.items() if k in names_of(checked.claim) and k in s.sig})
        sorts = {k: list(v) if isinstance(v, tuple) else v for k, v in sig.items()}
        certificate: Json = {"sig": sorts, **text}
        if notions is not None:
            certificate["notions"] = notions
        if self.statement.sets:
            certificate["sets"] = {k: list(v) for k, v in self.statement.sets.items()}
        return certificate

    def open(self, known: ProofState, goal: Term, order: int, alone: bool = True) -> int:
        """Introduce quantifiers and hypotheses of the conclusion, then run the steps on each leaf.

        Steps that come to the whole of it are run once.  Where the goal is the only one (`alone`), the steps after them
        would be left out: then they have to be the last ones.
        """
        s = self.s
        op = goal[0]
        for k, step in enumerate(self.theorem.derivation):
            last = k == len(self.theorem.derivation) - 1
            if op in ("all", "->", "and") and isinstance(step, Have) and (last or not alone):
                whole = self.formula(step.fact)
                if s.key(whole) == s.key(goal):
                    return self.steps(known.child(), self.theorem.derivation[: k + 1], goal, AS_WRITTEN)
        if op == "all":
            name, body = goal[1], goal[2]
            hidden = isinstance(s.sort(name), str) and s.sort(name) != "R" and name not in self.authored
            if hidden or self.in_scope(
                known, name
            ):  # a definition's own y is not the y of the author's steps
                new = s.fresh(name, s.sort(name))
                name, body = new, subst(body, {name: new})
            line = s.add("all_i", [self.open(known.child(), body, order, alone)], var=name)
            return line if s.goal(line) == goal else s.add("have", [line], **{"is": goal})
        if op == "->":
            child = known.child()
            child.assume(goal[1])
            return s.add("imp_i", [self.open(child, goal[2], order, alone)], **{"is": goal[1]})
        if op == "and":
            lines: list[int] = []
            for k, part in enumerate(goal[1:]):
                found = self.exchanged(known, lines, part)
                lines.append(self.open(known.child(), part, order + k, False) if found is None else found)
            return s.add("and_i", lines)
        if self.suggested and goal[0] == "=":  # a law vanishes where the other does: needs no chain
            with suppress(Stuck):
                return known.child().prove(goal, 2)
        first: Stuck | None = None
        before, stuck_reports = dict(self.reports), {}
        for reading in self.readings(known, goal, order):
            self.reports = dict(before)
            try:
                line = self.steps(known.child(), self.theorem.derivation, goal, reading)
                self.read_as.setdefault(reading, known)
                return line
            except Stuck as e:
                if first is None:
                    first, stuck_reports = e, self.reports
        self.reports = stuck_reports
        assert first is not None
        raise first

    def exchanged(self, known: ProofState, lines: list[int], goal: Term) -> int | None:
        """`goal` from a line that says it with the laws exchanged, where the hypotheses hold exchanged too; or None.

        The line is generalised over the laws, under those of its hypotheses that speak of them, and read at the others.
        """
        s = self.s
        swap = {one: two for one, two in self.swaps.items() if one in s.sig and two in s.sig}
        if not swap or any(s.sort(one) != s.sort(two) for one, two in swap.items()):
            return None
        try:
            line = next((i for i in lines if s.key(subst(s.goal(i), swap)) == s.key(goal)), None)
            if line is None:
                return None
            about = [h for h in s.hyps(line).values() if not fv(h).isdisjoint(swap)]
            facts = [known.child().prove(subst(h, swap), 1) for h in about]
        except (Stuck, Refused):
            return None
        for h in about:
            line = s.add("imp_i", [line], **{"is": h})
        pairs = [(one, two) for one, two in swap.items() if one < two]
        for one, two in pairs:
            between = s.fresh(one, s.sort(one))
            line = s.add("all_i", [s.add("all_i", [line], var=two)], var=one)
            line = s.add("all_e", [s.add("all_e", [line], at=between)], at=one)
            line = s.add("all_e", [s.add("all_i", [line], var=between)], at=two)
        for fact in reversed(facts):
            stated = s.add("have", [fact], **{"is": s.goal(line)[1]})
            line = s.add("imp_e", [line, stated])
        return s.add("have", [line], **{"is": goal})

    def readings(self, known: ProofState, goal: Term, order: int) -> tuple[str, ...]:
        """How the steps are read for this leaf: as written, with the laws exchanged, or under the other law.

        When the derivation ends in a chain whose conclusion is the leaf in one reading, that one is taken.
        """
        last = last_chain(self.theorem.derivation)
        both = READINGS if order % 2 == 0 else (*READINGS[1:], READINGS[0])
        if not self.theorem.derivation:
            return READINGS[:1]
        if last is not None:
            matching = [
                r
                for r in both
                if self.s.key(self.formula(self.mirror(last.conclusion, r))) == self.s.key(goal)
            ]
            if len(matching) == 2 and not self.symmetric(known):
                matching.reverse()
            if matching:
                return tuple(matching)
        return both

    def symmetric(self, known: ProofState) -> bool:
        """Whether the hypotheses hold also when the laws are exchanged."""
        keys = {self.s.key(self.formula(g)) for g in self.theorem.given}

        def holds(swapped: Term) -> bool:
            if self.s.key(swapped) in keys or self.s.key(_swapped_and(swapped)) in keys:
                return True
            try:
                return known.child().prove(swapped, 1) >= 0
            except Stuck:
                return False

        return all(holds(self.formula(swap_laws(g, self.swaps))) for g in self.theorem.given)

    def steps(self, known: ProofState, steps: tuple, goal: Term, mirrored: str) -> int:
        """Run the remaining steps; then close the goal."""
        if not steps:
            return self.renamed.show(known, goal, lambda: strategy.prove(known, goal, self.effort))
        return run_step(steps[0], self, known, steps[1:], goal, mirrored)
