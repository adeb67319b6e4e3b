"""Settle a statement: prove it (kernel-checked), refute it (kernel-checked witness), or say what is known.

`Desk` is the working place: it remembers what is settled, looks certificates up in a store, and never takes a stored
certificate without the kernel's word.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Protocol

from sympy import Basic, srepr

from dpsym.kernel import Checked, Context, Refused, check
from dpsym.kernel.certificate import digest
from dpsym.kernel.terms import dump, need
from dpsym.language import Background, Definition, Entry, Example, Figure, Outcome, Point, Theorem, Variant
from dpsym.language.statements import INNER, free_functions
from dpsym.prove.script import Stuck
from dpsym.prove.steps import examined, reports
from dpsym.prove.tactic import Prover, Statement, statement, statement_of
from dpsym.prove.verdict import EVERYWHERE, LineReport, Verdict, weakest
from dpsym.prove.witness import instantiated, witness_certificate


class Store(Protocol):
    """Where certificates are kept between runs; a damaged entry reads as None."""

    def get(self, key: str) -> dict[str, Any] | None: ...

    def put(self, key: str, certificate: dict[str, Any]) -> None: ...


class NoStore:
    """Keeps nothing."""

    def get(self, key: str) -> dict[str, Any] | None:
        return None

    def put(self, key: str, certificate: dict[str, Any]) -> None:
        pass


@dataclass(frozen=True)
class Voucher:
    """A theorem that a process has settled: its claim's hash, its status, and whether the kernel accepted a proof there.

    Only processes that one run has started believe each other.
    """

    key: str
    status: str
    accepted: bool


class Desk:
    """Settles theorems and their variants, each once."""

    def __init__(self, store: Store | None = None) -> None:
        self.store: Store = store or NoStore()
        self.library: dict[str, Checked] = {}
        self.verdicts: dict[str, Verdict] = {}  # of claims
        self.own: dict[str, Verdict] = {}  # of theorems: of two with one claim each has its own derivation
        self.pending: list[Theorem] = []
        self.vouched: dict[str, Voucher] = {}  # what other processes of this run have settled
        self.work = float("inf")  # bound of the kernel's arithmetic in one search
        self.climbs = False  # whether goals without steps are tried by derivatives
        self.derivations: dict[str, tuple[Any, ...]] = {}  # found for theorems that came without one
        self._statements: dict[int, tuple[Theorem, Statement]] = {}
        self._marks: dict[Basic, str] = {}

    # --------------------------------------------------------------------------------------------- identities
    def statement(self, theorem: Theorem) -> Statement:
        found = self._statements.get(id(theorem))
        if found is None or found[0] is not theorem:
            found = (theorem, statement_of(theorem))
            self._statements[id(theorem)] = found
        return found[1]

    def key(self, theorem: Theorem) -> str:
        """The claim's hash: the name under which the kernel's library has it."""
        return self.statement(theorem).digest

    def store_key(self, theorem: Theorem) -> str:
        """Where the certificate is kept: the claim's hash with that of the author's steps, so that an edited step is
        searched again."""

        def said(x: Any) -> Any:
            if isinstance(x, Theorem):
                return self.key(x)
            if is_dataclass(x) and not isinstance(x, type):
                return [type(x).__name__, *(said(getattr(x, f.name)) for f in fields(x))]
            if isinstance(x, tuple | list):
                return [said(v) for v in x]
            return self.mark(x) if isinstance(x, Basic) else str(x)

        text = json.dumps([self.key(theorem), said(theorem.derivation)])
        return hashlib.sha256(text.encode()).hexdigest()

    def mark(self, x: Basic) -> str:
        """A digest of an expression as it is written, computed once for each part of it."""
        found = self._marks.get(x)
        if found is None:
            text = " ".join([type(x).__name__, *map(self.mark, x.args)]) if x.args else srepr(x)
            found = self._marks[x] = hashlib.sha256(text.encode()).hexdigest()[:32]
        return found

    # ----------------------------------------------------------------------------------------------- verdicts
    def settle(self, entry: Entry) -> Verdict:
        """The verdict on an entry.  Theorems are proved; definitions claim nothing; the rest rests on what it uses."""
        if isinstance(entry, Theorem):
            return self.theorem(entry)
        if isinstance(entry, Definition):
            return Verdict("defined")
        if isinstance(entry, Background):
            parts = [self.settle(e) for e in entry.restates]
            claims = [v.status for v in parts if v.status != "defined"]  # definitions prove nothing
            return Verdict(
                weakest(claims) if claims else "cited", EVERYWHERE if claims else "", rests_on=entry.cites
            )
        if isinstance(entry, Example | Figure):
            parts = [self.settle(e) for e in entry.uses]
            return Verdict(
                weakest(["enclosed", *(v.status for v in parts if v.status != "defined")]),
                "the stated values",
                rests_on=("FLINT",),
            )
        raise TypeError(f"not an entry: {entry!r}")

    def theorem(self, theorem: Theorem) -> Verdict:
        key = self.key(theorem)
        scope = scope_of(theorem)  # another theorem may state the same claim with another reach
        place = self.store_key(theorem)
        if place in self.own:
            self.verdicts.setdefault(key, self.own[place])
            return replace(self.own[place], scope=scope)
        if key in self.verdicts and not theorem.derivation:
            return replace(self.verdicts[key], scope=scope, lines=())
        if key in self.vouched:
            if self.vouched[key].accepted:
                self.library[key] = self.statement(theorem).checked
            return Verdict(self.vouched[key].status, scope)
        if any(theorem is t for t in self.pending):
            raise ValueError(f"circular use: {theorem.title!r} rests on itself")
        self.pending.append(theorem)
        try:
            used = [self.theorem(use.theorem) for use in uses_of(theorem)]
            verdict = self._theorem(theorem, key, used)
        finally:
            self.pending.pop()
        self.own[place] = verdict
        before = self.verdicts.get(key, verdict)  # what it uses may state the same claim
        self.verdicts[key] = before if weakest([before.status, verdict.status]) != before.status else verdict
        return replace(verdict, scope=scope)

    def _theorem(self, theorem: Theorem, key: str, used: list[Verdict]) -> Verdict:
        scope = scope_of(theorem)
        if theorem.cited:
            return Verdict("cited", scope, rests_on=theorem.cited)
        uses = tuple(dict.fromkeys(self.key(use.theorem) for use in uses_of(theorem)))
        place = self.store_key(theorem)
        stored = self.store.get(place)
        if stored is not None:
            try:
                verdict = self.accept(theorem, key, stored["certificate"], scope, uses, stored["steps"])
                need(all(r.verdict == "proved" for r in verdict.lines), "it leaves out a step")
                return replace(verdict, status=weakest([verdict.status, *(v.status for v in used)]))
            except (Refused, KeyError, TypeError):
                pass  # a stored certificate is only a suggestion: search again
        prover = Prover(theorem, self.library, self.key, self.statement(theorem))
        try:
            certificate = self.search(prover)
            verdict = self.accept(prover.theorem, key, certificate, scope, uses, prover.stated)
        except (Stuck, Refused, RecursionError) as e:
            lines = tuple(LineReport(str(says), *told) for says, *told in prover.reports.values())
            return Verdict("unknown", scope, lines, uses=uses, tried=str(e))
        self.store.put(place, {"certificate": certificate, "steps": prover.stated})
        return replace(verdict, status=weakest([verdict.status, *(v.status for v in used)]))

    def search(self, prover: Prover) -> dict[str, Any]:
        """The author's steps; without any, the derivations that the searches propose, the bare one last."""
        prover.s.kernel.c.work = self.work
        prover.climbs = self.climbs
        if prover.theorem.derivation:
            return prover.run()
        from dpsym.prove.automatic import attempts

        left = self.work  # for all attempts together, but for a tenth that the last one has in any case
        for found in attempts(prover.theorem):
            if not found:
                break
            guided = Prover(
                replace(prover.theorem, derivation=found), self.library, self.key, prover.statement
            )
            guided.s.kernel.c.work, guided.climbs = left, self.climbs
            try:
                certificate = guided.run()
            except (Stuck, Refused, RecursionError):
                left = max(guided.s.kernel.c.work, self.work / 10)
                prover.s.kernel.c.work = left
                continue
            prover.theorem, prover.reports, prover.stated = guided.theorem, guided.reports, guided.stated
            self.derivations[guided.statement.digest] = found
            return certificate
        return prover.run()

    def accept(
        self, theorem: Theorem, key: str, certificate: dict, scope: str, uses: tuple[str, ...], steps: Any
    ) -> Verdict:
        """The kernel's word on a certificate; it must be for exactly this claim.

        `steps` says which lines of it may state the author's steps; whether they do is seen from the lines.
        """
        checked, checker = examined(certificate, self.library)
        wanted = self.statement(theorem)
        reading = Context(dict(checked.sig), dict(checked.sets))
        if checked.claim != wanted.formula and reading.key(checked.claim) != reading.key(wanted.formula):
            raise Refused("the certificate is for another claim")
        lines = reports(theorem, wanted, checker, steps)
        self.library[key] = checked
        return Verdict("proved", scope, lines, certificate, uses=uses)

    def voucher(self, theorem: Theorem) -> Voucher | None:
        """What another process of this run may take over of a theorem settled here."""
        key = self.key(theorem)
        found = self.verdicts.get(key)
        return None if found is None else Voucher(key, found.status, key in self.library)

    # ---------------------------------------------------------------------------------------------- refutation
    def refute(self, theorem: Theorem, variant: Variant) -> Verdict:
        """A witness against a variant of the theorem, accepted by the kernel; or unknown."""
        given = theorem.given if variant.given is None else variant.given
        claim = theorem.claim if variant.claim is None else variant.claim
        whole = Theorem(title=theorem.title, given=given, claim=claim, where=theorem.where)
        from dpsym.prove.refute import Budget, refute

        if theorem.where:  # only the listed laws: the parameters alone are searched
            witness = variant.witness or Point()
            others = tuple((name, m) for name, m in witness.laws if name not in theorem.where)
            hint = Point(witness.at, (*theorem.where.items(), *others))
            nothing = Budget(grid=0, random=0, early=400, pairs=0, random_pairs=0, queries=0)
            found = refute(given, claim, whole.parameters, whole.laws, nothing, hint=hint)
            if found is not None and found.found != "hint":
                found = None
        else:
            found = refute(given, claim, whole.parameters, whole.laws, hint=variant.witness)
        if found is not None:
            return self.confirm(whole, found.point, found.lines)
        if variant.witness is None or theorem.where:
            return Verdict("unknown", tried="no witness found")
        return self.confirm(whole, variant.witness)  # the kernel may show what exact evaluation leaves open

    def confirm(self, whole: Theorem, witness: Point, text: Any = ()) -> Verdict:
        """The kernel's word that the witness satisfies the hypotheses and fails the claim."""
        lines = tuple(LineReport(str(t), "refuted") for t in text)
        st = statement(whole.domain, whole.given, whole.claim, whole.laws)
        try:
            certificate = self.against(whole, st, witness)
        except (Stuck, Refused, RecursionError) as e:
            return Verdict(
                "unknown",
                "a point",
                lines,
                witness=witness,
                tried=f"the kernel has no proof that the witness refutes: {e}",
            )
        return Verdict("refuted", "a point", lines, certificate, witness)

    def against(self, whole: Theorem, st: Statement, witness: Point) -> dict[str, Any]:
        """The certificate that the witness refutes: the stored one where the kernel accepts it for this very claim."""
        formula, sig, sets = instantiated(whole, st, witness)
        place = f"witness-{digest([dump(formula), sorted(map(str, sig.items())), sorted(sets.items())])}"
        stored = self.store.get(place)
        if stored is not None:
            try:
                checked = check(stored["certificate"], {})
                same = checked.claim == formula and dict(checked.sets) == sets
                if same and all(checked.sig.get(name) == sort for name, sort in sig.items()):
                    return dict(stored["certificate"])
            except (Refused, KeyError, TypeError):
                pass  # only a suggestion: search again
        certificate = witness_certificate(whole, st, witness)
        check(certificate, {})
        self.store.put(place, {"certificate": certificate})
        return certificate


def scope_of(theorem: Theorem) -> str:
    """What a verdict on the theorem covers: as declared, else read off its form."""
    if theorem.scope:
        return theorem.scope
    said = (*theorem.given, theorem.claim)
    free = any(isinstance(a, Outcome) for f in free_functions(said).values() for a in f.args)
    outputs = free or any(thing.atoms(Outcome) for thing in said)
    return "the listed pair" if theorem.where else EVERYWHERE if outputs else "all real parameters"


def uses_of(theorem: Theorem) -> list[Any]:
    """The uses in all steps of a derivation."""
    found: list[Any] = []

    def visit(steps: tuple) -> None:
        for step in steps:
            found.extend(getattr(step, "by", ()))
            for line in getattr(step, "lines", ()):
                found.extend(line.by)
            for inner in INNER:
                visit(getattr(step, inner, ()))

    visit(theorem.derivation)
    return found
