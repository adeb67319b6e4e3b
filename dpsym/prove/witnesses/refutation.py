"""Refute a statement: a witness that the kernel accepts, found by search or in a store.

A stored point or certificate is only a suggestion: the kernel has the word.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from sympy import Basic

from dpsym.kernel import Refused, check
from dpsym.kernel.certificate import digest
from dpsym.kernel.terms import Json, Tree, dump
from dpsym.language import (
    Point,
    Theorem,
    Variant,
)
from dpsym.language.entries import Values
from dpsym.language.fingerprint import of_statement
from dpsym.language.names import kernel_name
from dpsym.language.terms import Translation, characterised
from dpsym.prove.counterexamples.refute_points import Task
from dpsym.prove.proof.script import Stuck, Term
from dpsym.prove.statement import Statement, implication, law_axioms, natural_numbers
from dpsym.prove.verdict import Said, Verdict
from dpsym.prove.witnesses.kept import MISFITS, NotKept, accepted, point_data, point_from
from dpsym.prove.witnesses.values_at import lacking
from dpsym.prove.witnesses.witness import evaluated_certificate, instantiated, witness_certificate
from dpsym.version import program

if TYPE_CHECKING:
    from dpsym.prove.counterexamples.refute import Refutation

NO_WITNESS = "no witness found"
PATIENCE = 100_000  # evaluations of a simple relation in the search for a witness


class Store(Protocol):
    """Where certificates are kept between runs; a damaged entry reads as None."""

    def get(self, key: str) -> Json | None:
        """What is kept under the key, or None."""

    def put(self, key: str, certificate: Json) -> None:
        """Keep a certificate under the key."""


class NoStore:
    """Keeps nothing."""

    def get(self, key: str) -> Json | None:  # noqa: ARG002
        """None."""
        return None

    def put(self, key: str, certificate: Json) -> None:
        """Nothing is kept."""
        pass


def place_of(whole: Theorem, given: Point | None) -> str:
    """Where the point against a statement is kept: another place for each point that an author gives, which is the
    evidence as long as it refutes."""
    said: list[str | Json] = [of_statement(whole)]
    if given is not None:
        with suppress(NotKept):
            said.append(point_data(given))
    return f"point-{said[0] if len(said) == 1 else digest(said)}"


def with_listed_masses(theorem: Theorem, at: Point, said: Collection[str] | None = None) -> Point:
    """The point with the masses that the statement lists, whatever a store says of them: of the laws that are spoken of,
    where these are given."""
    known = dict(at.at)
    rows = ((law, tuple(m.xreplace(known) for m in row)) for law, row in theorem.where.items())
    used = (row for row in rows if said is None or kernel_name(row[0]) in said)
    return Point(
        at.at, (*used, *((law, row) for law, row in at.laws if law not in theorem.where)), at.note, at.sizes
    )


class Refuter:
    """Looks for witnesses against statements, and keeps them in a store."""

    def __init__(self, store: Store | None = None) -> None:
        self.store: Store = store or NoStore()
        self._read: dict[Basic, tuple[Tree, Json]] = {}  # formulas as the kernel reads them

    def kept(self, key: str) -> Json | None:
        """What the store has under a key, as a suggestion: an object, whatever is in it."""
        found = self.store.get(key)
        return found if isinstance(found, dict) else None

    def came_to_nothing(self, key: str) -> bool:
        """Whether this very program has searched there before and found nothing."""
        found = self.kept(key)
        return found is not None and found.get("program") == program()

    def note_nothing(self, key: str) -> None:
        """That a search found nothing: the same one need not be made again."""
        self.store.put(key, {"program": program()})

    def refute(self, theorem: Theorem, variant: Variant, words: bool = True) -> Verdict:
        """A witness against a variant of the theorem, accepted by the kernel; or unknown.  With `words` the verdict has the
        check in words.  The point that an earlier run found from the same start is looked at first."""
        given = theorem.given if variant.given is None else variant.given
        claim = theorem.claim if variant.claim is None else variant.claim
        whole = Theorem(title=theorem.title, given=given, claim=claim, where=theorem.where)
        place = place_of(whole, variant.witness)
        stored = self.kept(place)
        found = None if stored is None else self.refuted_as_kept(whole, stored, words)
        if found is not None:
            self.keep(place, found, stored)
            return found
        nothing = f"nothing-{place}" if variant.witness is None else ""
        if nothing and self.came_to_nothing(nothing):
            return Verdict("unknown", tried=NO_WITNESS)
        verdict = self.refuted_at(whole, variant.witness, words) or self.refuted_by_search(whole, variant)
        if nothing and verdict.status == "unknown":
            self.note_nothing(nothing)
        if verdict.status == "refuted" and verdict.witness is not None:
            missing = lacking(whole, verdict.witness)
            if missing is not None:
                said = f"{missing.term} is not seen to have a value at the witness: {missing.rule}"
                return Verdict("unknown", "a point", witness=verdict.witness, tried=said)
            self.keep(place, verdict, stored)
        return verdict

    def refuted_as_kept(self, whole: Theorem, stored: Json, words: bool) -> Verdict | None:
        """The kernel's word that the statement fails at the point that is kept: with its certificate, or with one that is made
        where it has none; None where it gives none."""
        at = point_from(stored.get("point"), whole)
        if at is None:
            return None
        st = self.plain(whole)
        at = with_listed_masses(whole, at, st.sig)
        if lacking(whole, at) is not None:
            return None
        found = None
        if "certificate" not in stored:
            found = self.refuted_at(whole, at, words=False) or self.confirm(whole, at)
        else:
            with suppress(*MISFITS):
                if accepted(stored["certificate"], *instantiated(st, at)):
                    found = Verdict("refuted", "a point", (), stored["certificate"], at)
        if found is None or found.status != "refuted":
            return None
        return replace(found, check=self.explained(whole, at) if words else ())

    def keep(self, place: str, found: Verdict, stored: Json | None) -> None:
        """Put a point with its certificate into the store, unless it came from there."""
        if found.witness is not None:
            with suppress(NotKept):
                kept = {"point": point_data(found.witness), "certificate": found.certificate}
                if kept != stored:
                    self.store.put(place, kept)

    def plain(self, whole: Theorem) -> Statement:
        """The kernel's reading of a statement with free laws, without the names of notions; each formula is read once."""
        tr = Translation()
        said: list[Term] = []
        for formula in (*whole.domain, *whole.given, whole.claim):
            if formula not in self._read:
                own = Translation()
                self._read[formula] = (own.formula(formula), own.sig)
            term, sig = self._read[formula]
            for name, sort in sig.items():
                tr.declare_kernel(name, sort)
            said.append(term)
        count = len(whole.domain)
        named = [law for law in map(kernel_name, whole.laws) if isinstance(tr.sig.get(law), tuple)]
        laws = [law_axioms(tr, law, tuple(tr.sig[law])) for law in named]
        hypotheses = (*characterised(tr), *said[:count], *natural_numbers(whole), *laws, *said[count:-1])
        return Statement(tr.sig, hypotheses, said[-1], implication(hypotheses, said[-1]))

    def explained(self, whole: Theorem, at: Point) -> tuple[Said, ...]:
        """The check of a witness in words."""
        from dpsym.prove.counterexamples.refute import explain

        found = explain(Task(whole.given, whole.claim, whole.parameters, whole.laws), at)
        return found.check if found is not None else ()

    def refuted_at(self, whole: Theorem, witness: Point | None, words: bool) -> Verdict | None:
        """The kernel's word that the statement fails at an author's point, where evaluation alone shows that; None where it
        does not, or the point leaves numbers open."""
        if witness is None or whole.where:
            return None
        try:
            certificate = self.against(self.plain(whole), witness, evaluated_certificate)
        except MISFITS:
            return None
        check = self.explained(whole, witness) if words else ()
        return Verdict("refuted", "a point", (), certificate, witness, check=check)

    def refuted_by_search(self, whole: Theorem, variant: Variant) -> Verdict:
        """The same by search: at the author's point, which may leave numbers open, then anywhere."""
        from dpsym.prove.counterexamples.budget import Budget
        from dpsym.prove.counterexamples.refute import at_hint, refutations

        if whole.where:
            _, verdict = self.confirmed(
                whole, islice(refutations(whole, Budget(listed=1600), variant.witness), 1)
            )
            return verdict or Verdict("unknown", tried=NO_WITNESS)
        here = None
        if variant.witness is not None:
            _, here = self.confirmed(whole, at_hint(whole, Budget(), variant.witness))
            if here is None:  # the kernel may show what exact evaluation leaves open
                here = self.confirm(whole, variant.witness)
            if here.status == "refuted":
                return here
        _, verdict = self.confirmed(whole, islice(refutations(whole, Budget(patience=PATIENCE)), 1))
        return verdict or here or Verdict("unknown", tried=NO_WITNESS)

    def confirmed(
        self, whole: Theorem, found: Iterable[Refutation]
    ) -> tuple[Refutation | None, Verdict | None]:
        """The first of the points that the kernel accepts against the statement, with its word; where it accepts none,
        None and what it said of the first (None where there is no point)."""
        first: Verdict | None = None
        for one in found:
            verdict = self.confirm(whole, one.point, one.check, one.numbers)
            if verdict.status == "refuted":
                return one, verdict
            first = first or verdict
        return None, first

    def confirm(
        self, whole: Theorem, witness: Point, check: tuple[Said, ...] = (), numbers: Values = ()
    ) -> Verdict:
        """The kernel's word that the witness satisfies the hypotheses and fails the claim; `numbers` are values of
        quantified names at which it may fail."""
        st = self.plain(whole)
        try:
            certificate = self.against(st, witness, partial(witness_certificate, numbers=numbers))
        except (Stuck, Refused) as e:
            return Verdict(
                "unknown",
                "a point",
                witness=witness,
                tried=f"the kernel has no proof that the witness refutes: {e}",
                check=check,
            )
        return Verdict("refuted", "a point", (), certificate, witness, check=check)

    def against(self, st: Statement, witness: Point, make: Callable[[Statement, Point], Json]) -> Json:
        """The certificate that the witness refutes: the stored one where the kernel accepts it for this very claim, else the
        one that is made."""
        formula, sig, sets = instantiated(st, witness)
        place = f"witness-{digest([dump(formula), sorted(map(str, sig.items())), sorted(sets.items())])}"
        stored = self.kept(place)
        if stored is not None:
            try:
                checked = check(stored["certificate"], {})
                same = checked.claim == formula and dict(checked.sets) == sets
                if same and all(checked.sig.get(name) == sort for name, sort in sig.items()):
                    return dict(stored["certificate"])
            except (Refused, KeyError, TypeError):
                pass  # only a suggestion: search again
        certificate = make(st, witness)
        check(certificate, {})
        self.store.put(place, {"certificate": certificate})
        return certificate
