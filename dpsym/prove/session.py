"""Settle a statement: prove it (kernel-checked), refute it (kernel-checked witness), or say what is known.

`Session` is the working place: it remembers what is settled, looks certificates up in a store, and never takes a stored
certificate without the kernel's word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from dpsym import deadline, faults
from dpsym.kernel import Checked, Context, Refused, run
from dpsym.kernel.terms import Json, Tree, names, need
from dpsym.language import (
    Background,
    Definition,
    Entry,
    Example,
    Figure,
    Parameter,
    StatementError,
    Theorem,
)
from dpsym.language.definedness import Values, needs
from dpsym.language.fingerprint import of_statement
from dpsym.language.steps import Step, Use, used_in
from dpsym.language.terms import Translation
from dpsym.lift import about_numbers, by_logic, speaks_of_sets
from dpsym.prove.definedness import values
from dpsym.prove.definedness.instances import Existence, existence
from dpsym.prove.definedness.step_values import Asking, without_value
from dpsym.prove.lines.steps import instance_value, reports
from dpsym.prove.lines.tactic import Prover
from dpsym.prove.proof.script import Stuck
from dpsym.prove.scope import Covered, Used, covered, relied_on, scope_of
from dpsym.prove.statement import Statement
from dpsym.prove.verdict import NO_VALUE, NO_VALUE_SHOWN, Open, Verdict, weakest
from dpsym.prove.witnesses.kept import Stored
from dpsym.prove.witnesses.refutation import Store
from dpsym.prove.workspace import Workspace
from dpsym.reals.precision import alone


@dataclass(frozen=True)
class SettledElsewhere:
    """A theorem that a process has settled: its claim's hash, its status, and whether the kernel accepted a proof there.

    `written` is the digest of the statement as it is written: whether terms have values depends on that. `covers` is what
    a proved one covers, None where that is to be read once more.

    Only processes that one run has started believe each other.
    """

    key: str
    status: str
    accepted: bool
    written: str = ""
    inhabited: bool | None = None
    covers: Covered | None = None
    by_logic: bool = False


@dataclass(frozen=True)
class Resisted:
    """A search that found nothing, and the steps that it took: it takes them whenever it is asked for, so that an answer
    does not depend on those before it."""

    verdict: Verdict
    steps: float


class Session(Workspace):
    """Settles theorems and their variants, each once."""

    def __init__(self, store: Store | None = None) -> None:
        super().__init__(store)
        self.of_any_set: set[str] = set()  # the theorems whose proofs use no more of their sets than logic
        self.verdicts: dict[str, Verdict] = {}  # of claims
        self.own: dict[str, Verdict] = {}  # of theorems: of two with one claim each has its own derivation
        self.pending: list[Theorem] = []
        self.vouched: dict[str, SettledElsewhere] = {}  # what other processes of this run have settled
        self.asks_values = True  # False where the terms of what is to be shown are known to have values
        self.resisted: dict[tuple, Resisted] | None = None  # searches without theorems that found nothing
        self.derivations: dict[str, tuple[Step, ...]] = {}  # found for theorems that came without one
        self._values: dict[int, tuple[Theorem, Verdict | None]] = {}
        self._asked: dict[int, tuple[Theorem, Values]] = {}
        self._reader: Asking | None = None  # of the steps of the theorem that was accepted last
        self._existences: dict[str, Existence] = {}
        self._relied: dict[str, list[Tree]] = {}  # the hypotheses that the certificate of a claim uses

    # ----------------------------------------------------------------------------------------------- verdicts
    def settle(self, entry: Entry) -> Verdict:
        """The verdict on an entry.  Theorems are proved; definitions claim nothing; the rest rests on what it uses."""
        if isinstance(entry, Theorem):
            return self.inhabited(entry, self.theorem(entry))
        if isinstance(entry, Definition):
            return Verdict("defined")
        if isinstance(entry, Background):
            return Verdict("context", rests_on=entry.cites)  # prose: what it restates has verdicts of its own
        if isinstance(entry, Example | Figure):
            parts = [self.settle(e) for e in entry.uses]
            return Verdict(
                weakest(["enclosed", *(v.status for v in parts if v.status != "defined")]),
                "the stated values",
                rests_on=("FLINT",),
            )
        raise TypeError(f"not an entry: {entry!r}")

    @alone
    def theorem(self, theorem: Theorem) -> Verdict:
        """The verdict on a theorem, with those that it uses settled before it."""
        key = self.key(theorem)
        place = self.store_key(theorem)
        vouched = self.vouched.get(key)
        settled = place in self.own or key in self.verdicts
        if vouched is not None and not settled and vouched.written == of_statement(theorem):
            if vouched.accepted:
                if (
                    key not in self.library
                ):  # its form is that of the certificate, which proofs that use it have read
                    accepted = self.statement(theorem).accepted
                    same_statement(accepted, self.statement(theorem).checked)
                    self.library[key] = accepted
                self.of_any_set |= {key} if vouched.by_logic else set()
            if vouched.status == "proved" and vouched.accepted:
                reach = vouched.covers or self.covered(theorem)
                return Verdict(vouched.status, reach.words, short=reach.short)
            return Verdict(vouched.status, scope_of(self.statement(theorem).checked))
        missing = self.without_value(theorem)
        if missing is not None:
            return replace(missing, scope=scope_of(self.statement(theorem).checked))
        if place in self.own:
            self.verdicts.setdefault(key, self.own[place])
            return self.own[place]
        if key in self.verdicts and not theorem.derivation:
            return replace(self.verdicts[key], lines=())
        if any(theorem is t for t in self.pending):
            raise StatementError(f"circular use: {theorem.title!r} rests on itself")
        self.pending.append(theorem)
        try:
            used = [self.theorem(use.theorem) for use in uses_of(theorem)]
            used = [replace(v, status="unknown") if v.status == "no value" else v for v in used]
            verdict = self._theorem(theorem, key, used)
        except Exception as error:
            faults.about(error, theorem.title)
            raise
        finally:
            self.pending.pop()
        verdict = self.steps_with_values(theorem, verdict)
        if key in self.library:  # what the kernel accepted says what it covers
            reach = (
                self.covered(theorem) if verdict.status == "proved" else Covered(scope_of(self.library[key]))
            )
            verdict = replace(verdict, scope=reach.words, short=reach.short)
        self.own[place] = verdict
        before = self.verdicts.get(
            key
        )  # what it uses may state the same claim: its certificate rests on no later one
        if before is None or says_more(verdict, before):
            self.verdicts[key] = verdict
        return verdict

    def covered(self, theorem: Theorem) -> Covered:
        """The scope of a theorem that is proved."""
        key = self.key(theorem)
        relied, any_set = self._relied.get(key), key in self.of_any_set
        return covered(self.statement(theorem).checked, self.instances(theorem), relied, any_set)

    def instances(self, theorem: Theorem) -> Iterator[Used]:
        """The theorems that a proof uses with numbers in place of their parameters, whose instance the theorem may be; those
        about numbers alone also with functions of numbers."""
        for use in uses_of(theorem):
            if use.swapped or self.theorem(use.theorem).status != "proved":
                continue
            checked = self.statement(use.theorem).checked
            if not (
                all(isinstance(k, Parameter) for k, _ in use.at) or about_numbers(checked.claim, checked.sig)
            ):
                continue
            read = Translation()
            at = dict(instance_value(read.term, read.formula, k, v) for k, v in use.at)
            yield Used(checked, at, partial(self.instances, use.theorem))

    def forget(self, theorem: Theorem) -> None:
        """Ask again for a theorem: the search has other means than when it was settled."""
        self.own.pop(self.store_key(theorem), None)
        self.verdicts.pop(self.key(theorem), None)

    def _needs(self, theorem: Theorem) -> Values:
        """What the terms of the statement need: asked for the statement, then for the steps, with what these use between."""
        found = self._asked.get(id(theorem))
        if found is None or found[0] is not theorem:
            found = self._asked[id(theorem)] = (theorem, needs(theorem))
        return found[1]

    def without_value(self, theorem: Theorem) -> Verdict | None:
        """None where every term of the statement is shown to have a value; else the verdict on the statement."""
        if not self.asks_values:
            return None
        found = self._values.get(id(theorem))
        if found is None or found[0] is not theorem:
            missing = values.shown(self, theorem, self._needs(theorem)).open
            verdict = None
            if missing is not None:
                status = "unknown" if missing.point is None else "no value"
                verdict = Verdict(status, missing=missing, tried=missing.tried, witness=missing.point)
            found = self._values[id(theorem)] = (theorem, verdict)
        return found[1]

    def steps_with_values(self, theorem: Theorem, verdict: Verdict) -> Verdict:
        """The verdict with the steps marked of which some term is not shown to have a value; it stays what it is."""
        reader, self._reader = self._reader, None
        if reader is not None and self.key(reader.theorem) == self.key(theorem):
            theorem = reader.theorem  # with the derivation that was found for it
        if not self.asks_values or verdict.certificate is None or not theorem.derivation:
            return verdict
        unchecked = [k for k, line in enumerate(verdict.lines) if line.verdict != "proved"]
        if unchecked or reader is None or reader.theorem is not theorem:
            reader = Asking(theorem, self.statement(theorem), self._needs(theorem), unchecked)
            reader.read()
        lines = list(verdict.lines)
        for k, (found, point, tried) in without_value(self, theorem, reader).items():
            if lines[k].verdict == "proved" and not (point is None and found.need.any_value):
                said = NO_VALUE_SHOWN if point is None else NO_VALUE
                lines[k] = replace(lines[k], verdict=said, missing=Open(found.need, point, tried))
        return replace(verdict, lines=tuple(lines))

    def settle_uses(self, theorem: Theorem) -> None:
        """Settle the theorems that the steps of a theorem use."""
        if any(theorem is t for t in self.pending):
            raise ValueError(f"circular use: {theorem.title!r} rests on itself")
        self.pending.append(theorem)
        try:
            for use in uses_of(theorem):
                self.theorem(use.theorem)
        finally:
            self.pending.pop()

    def _theorem(self, theorem: Theorem, key: str, used: list[Verdict]) -> Verdict:
        scope = scope_of(self.statement(theorem).checked)  # of the statement, while nothing is accepted
        if theorem.cited:  # a proof may use it; its verdict is then that of the weakest that it uses
            self.library[key] = self.statement(theorem).checked
            return Verdict("cited", scope, rests_on=theorem.cited)
        uses = tuple(dict.fromkeys(self.key(use.theorem) for use in uses_of(theorem)))
        place = self.store_key(theorem)
        stored = self.kept(place)
        if stored is not None:
            try:
                verdict = self.accept(theorem, key, stored["certificate"], scope, uses, stored["steps"])
                need(all(r.verdict == "proved" for r in verdict.lines), "it leaves out a step")
                return replace(verdict, status=weakest([verdict.status, *(v.status for v in used)]))
            except (Refused, KeyError, TypeError):
                pass  # a stored certificate is only a suggestion: search again
        asked = (of_statement(theorem), place, self.effort)
        resisted = None if uses else self.resisted  # what is found without theorems depends on nothing else
        if resisted is not None and asked in resisted:
            deadline.spend(resisted[asked].steps)
            return resisted[asked].verdict
        before = deadline.taken()
        prover = Prover(theorem, self.library, self.key, self.statement(theorem), self.effort)
        try:
            certificate = self.search(prover)
            verdict = self.accept(prover.theorem, key, certificate, scope, uses, prover.stated)
        except (Stuck, Refused) as e:
            verdict = Verdict("unknown", scope, prover.verdicts(), uses=uses, tried=str(e))
            if resisted is not None:
                resisted[asked] = Resisted(verdict, deadline.taken() - before)
            return verdict
        self.store.put(place, {"certificate": certificate, "steps": prover.stated})
        return replace(verdict, status=weakest([verdict.status, *(v.status for v in used)]))

    def denied(self, theorem: Theorem) -> bool:
        """Whether floats speak against a statement about numbers: see `Prover.denied`."""
        try:
            return Prover(theorem, self.library, self.key, self.statement(theorem), self.effort).denied()
        except (Stuck, Refused):  # the kernel takes no number that is so long
            return False

    def search(self, prover: Prover) -> Json:
        """The author's steps; without any, the derivations that the searches propose, the bare one last."""
        if prover.theorem.derivation:
            return prover.run()
        from dpsym.prove.lines.automatic import attempts

        left = self.effort.work  # for all attempts together, but a tenth is the last one's in any case
        for found in attempts(prover.theorem):
            if not found:
                break
            guided = prover.with_steps(found, self.effort.within(left))
            try:
                certificate = guided.run()
            except (Stuck, Refused):
                left = max(guided.s.kernel.c.work, self.effort.work / 10)
                prover.s.kernel.c.work = left
                continue
            prover.theorem, prover.reports, prover.stated = guided.theorem, guided.reports, guided.stated
            self.derivations[guided.statement.digest] = found
            return certificate
        return prover.run()

    def accept(
        self, theorem: Theorem, key: str, certificate: dict, scope: str, uses: tuple[str, ...], steps: Stored
    ) -> Verdict:
        """The kernel's word on a certificate; it must be for exactly this claim, and may use the theorems `uses` alone: the
        verdict counts no others.

        `steps` says which lines of it may state the author's steps; whether they do is seen from the lines.
        """
        checker, checked = run(certificate, {k: self.library[k] for k in uses if k in self.library})
        wanted = self.statement(theorem)
        same_statement(checked, wanted.checked)
        reader = None
        if self.asks_values and theorem.derivation:
            reader = self._reader = Asking(theorem, wanted, self._needs(theorem))
        lines = reports(theorem, wanted, checker, steps, reader, certificate["lines"])
        self.library[key] = checked
        self._relied[key] = relied_on(certificate, checker, checked)
        if by_logic(certificate, checked, self.lemma_by_logic):
            self.of_any_set.add(key)
        return Verdict("proved", scope, lines, certificate, uses=uses)

    def lemma_by_logic(self, key: str) -> bool:
        """Whether a theorem that a certificate uses is about numbers, or its own proof uses no more of its sets than logic."""
        return key in self.of_any_set or not speaks_of_sets(self.library[key])

    def settled_elsewhere(self, theorem: Theorem) -> SettledElsewhere | None:
        """What another process of this run may take over of a theorem settled here."""
        key = self.key(theorem)
        missing = self._values.get(id(theorem))
        found = (missing[1] if missing is not None else None) or self.verdicts.get(key)
        if found is None:
            return None
        asked = self._existences.get(key)
        holds = asked.holds if asked is not None else None
        own = self.own.get(self.store_key(theorem))
        covers = None if own is None or own.status != "proved" else Covered(own.scope, own.short)
        logic = key in self.of_any_set
        return SettledElsewhere(
            key, found.status, key in self.library, of_statement(theorem), holds, covers, logic
        )

    # ------------------------------------------------------------------------------------------------ instances
    def existence(self, theorem: Theorem) -> Existence:
        """Whether the theorem's hypotheses hold somewhere: a point, a contradiction, or neither; each with the kernel's
        word."""
        key = self.key(theorem)
        if key not in self._existences:
            self._existences[key] = existence(self, theorem)
        return self._existences[key]

    def inhabited(self, theorem: Theorem, verdict: Verdict) -> Verdict:
        """The verdict with an instance of the hypotheses; vacuous where they contradict each other.

        A theorem is vacuous by its own hypotheses alone: where it uses a vacuous one, it has shown in its proof that the
        case at hand cannot arise, and its own verdict stands.
        """
        key = self.key(theorem)
        if key in self.vouched and key not in self._existences:
            found = Existence(self.vouched[key].inhabited)
        else:
            found = self.existence(theorem)
        if found.holds is False:
            return replace(
                verdict,
                status="vacuous",
                scope="",
                asked=True,
                inhabited=False,
                certificate=found.certificate,
                tried="",
            )
        return replace(verdict, asked=True, inhabited=found.holds, instance=found.point)

    def accepted_as(self, theorem: Theorem, st: Statement) -> Json | None:
        """The certificate of a theorem that is read as the given statement; None where no proof is found."""
        self._statements[id(theorem)] = (theorem, st)
        try:
            used = [self.theorem(use.theorem) for use in uses_of(theorem)]
            return self._theorem(theorem, st.digest, used).certificate
        finally:
            del self._statements[id(theorem)]


def same_statement(checked: Checked, wanted: Checked) -> None:
    """Refused unless the theorem that the kernel checked is the one that is wanted.

    Compared are the listed sets, the sort of every name that both say, bound or free, and the claims, as the
    kernel's normal form has them where every name has its wanted sort. What a notion means is part of the claims:
    the kernel unfolds its own definitions, the language its own.
    """
    if dict(checked.sets) != dict(wanted.sets):
        raise Refused("the certificate is about other sets")
    said, meant = ({x: c.sig[x] for x in names(c.claim) if x in c.sig} for c in (checked, wanted))
    for x in said.keys() & meant.keys():
        if said[x] != meant[x]:
            raise Refused(f"the certificate declares {x} with another sort")
    if checked.claim == wanted.claim:
        return
    listed = {x: a for a, outcomes in wanted.sets.items() for x in outcomes}
    reading = Context({**listed, **said, **meant}, dict(wanted.sets))
    for claim in (checked.claim, wanted.claim):
        reading.wff(claim)
    if reading.key(checked.claim) != reading.key(wanted.claim):
        raise Refused("the certificate is for another claim")


def says_more(verdict: Verdict, before: Verdict) -> bool:
    """Whether a verdict takes the place of the one before: it is better, or as good where there was no certificate."""
    if verdict.status == before.status:
        return before.certificate is None
    return weakest([verdict.status, before.status]) == before.status


def uses_of(theorem: Theorem) -> list[Use]:
    """The uses in all steps of a derivation, and in those that show that terms have values."""
    return [*used_in(theorem.derivation), *used_in(theorem.defined)]
