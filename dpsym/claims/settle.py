"""Settles a typed claim: a kernel-checked proof, a kernel-checked witness, or what was tried."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from sympy import log
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.polys.polyerrors import BasePolynomialError

from dpsym import deadline
from dpsym.claims import (
    alternatives,
    combining,
    every,
    extreme_pairs,
    multipliers,
    named,
    normal_parts,
    numbers,
    probes,
    processing,
    proofs,
    quantiles,
    reductions,
    several_laws,
    small_mechanisms,
)
from dpsym.claims.as_nodes import value_of
from dpsym.claims.errors import NotSupported
from dpsym.claims.instances import with_instance
from dpsym.claims.meaning import Claim, Reader, meant, read
from dpsym.claims.nodes import link, number
from dpsym.claims.ranges import Range
from dpsym.claims.relations import Part
from dpsym.claims.sessions import WORK, session_for_claims
from dpsym.claims.syntax import NotAClaim, Source, parse
from dpsym.claims.theorems import Theorems, with_folders
from dpsym.claims.trees import calls, places
from dpsym.claims.words import FUNCTIONALS, MECHANISMS, NOTIONS
from dpsym.faults import raised_in
from dpsym.kernel import bundle
from dpsym.kernel.terms import tree
from dpsym.language import (
    PBDP,
    AllOf,
    Exists,
    ForAll,
    GaussianDP,
    Notion,
    Parameter,
    Point,
    PureDP,
    StatementError,
    Theorem,
    as_written,
    have,
    specialise,
)
from dpsym.language.definedness import Need, Walk, needs
from dpsym.language.rounding import cells
from dpsym.language.terms import Translation
from dpsym.prove.decide import truth
from dpsym.prove.refute import (
    Budget,
    Refutation,
    explain,
    refutations,
    show,
)
from dpsym.prove.refute_points import Task
from dpsym.prove.scope import reach_of
from dpsym.prove.steps import lines_needed
from dpsym.prove.values import in_force, open_need
from dpsym.prove.verdict import EVERYWHERE, NOWHERE, LineVerdict, Verdict
from dpsym.reals.precision import alone

# evaluations of simple relations in a short and in a long search for a witness; dear ones count more
SHORTLY, LONGER = 6_000, 20_000
NONE = Budget(
    grid=0, random=0, early=0, pairs=0, random_pairs=0, queries=0, patience=SHORTLY, listed=800, laws=named.MOST,
    counts_all=False,
)  # fmt: skip
EARLY = replace(NONE, grid=120, early=24)
LATE = replace(
    NONE, grid=800, random=500, early=40, pairs=300, random_pairs=300, queries=4, rlimit=1_000_000, patience=LONGER
)  # fmt: skip
FEW = replace(
    NONE, grid=200, random=100, early=40, pairs=30, random_pairs=10, queries=2, rlimit=300_000, patience=LONGER
)  # fmt: skip
NEEDS = replace(NONE, grid=200, random=100, queries=2, rlimit=300_000)
LISTED = replace(NONE, early=200)
PROBES = 400  # points at which a pair with closed forms is looked at
SCATTERED = 800  # more points there, at the end of the search
QUICK = 8  # values of the parameters at which small mechanisms are looked at before a proof is searched
SHORT = 100_000  # steps for a conclusion that may be one of the hypotheses
SECONDS = 24  # of processor time for an answer, which the counts should not need
SEARCH = 18  # of them for theorems of the library, which the count of steps ends well before
CLOSEST = 3  # more, for what is said of a claim that stays undecided
OUT_OF_TIME = f"the search was given up after {SECONDS} s of processor time"
ROUNDED = "noise of which the output is rounded to any finitely many cells"
SEARCH_FAILED = "no proof was found"


@dataclass(frozen=True)
class Witness:
    """Values that make a claim false, accepted by the kernel.

    values   typed parameter name -> exact value as text
    laws     masses of P and Q on the listed outcomes, as text; empty for a claim about numbers
    fails    the part of the conclusion that fails, as typed
    order    "P, Q" or "Q, P": the order of the pair in which it fails ("" for a claim about numbers)
    where    values of quantified names (an event, a test, an outcome, an order) at which it fails
    relation the relation that fails there, with the exact or enclosed values of its two sides
    """

    values: dict[str, str]
    laws: dict[str, tuple[str, ...]]
    fails: str
    order: str
    where: dict[str, str]
    relation: str
    left: str
    right: str

    def json(self) -> dict[str, Any]:
        """The witness as JSON data."""
        return {
            "values": dict(self.values),
            "laws": {k: list(v) for k, v in self.laws.items()},
            "fails": self.fails,
            "order": self.order,
            "where": dict(self.where),
            "relation": self.relation,
            "left": self.left,
            "right": self.right,
        }

    def lines(self) -> list[str]:
        """The witness for a person with a pencil."""
        out = [f"{k} = {v}" for k, v in self.values.items()]
        out += [f"{k} = ({', '.join(v)})" for k, v in self.laws.items()]
        order = f" in the order ({self.order})" if self.order else ""
        out.append(f"fails: {self.fails}{order}")
        out += [f"at {k} = {v}" for k, v in self.where.items()]
        if self.left:
            out.append(f"left {self.left}, right {self.right}")
        return out


@dataclass(frozen=True)
class Answer:
    """What is known of a typed claim.

    verdict      proved, cited (proved from facts of the literature, which `rests_on` lists), vacuous (the kernel proves
                 that the hypotheses hold nowhere), refuted or undecided
    scope        what a proof covers: as the certificate has it ("all finite outputs", "numbers"); "a point" for a witness
    method       how it was settled
    witness      of a refuted claim
    certificate  for the kernel: of the claim, or of the witness
    seconds      time taken
    tried        for an undecided claim: what was looked at, and the least numerical gap seen
    rests_on     what the answer takes from the literature; of a proved claim, the theorems of the library that its
                 proof uses, whose certificates the kernel has checked too
    reduced      the claim about numbers to which this one was brought, if it was: the certificate is for that one
    lemmas       the certificates of the theorems that the claim's certificate uses, by name
    read         what the claim says of its mechanism in words, and which inputs are neighbours, where it is made of others
    instance     values at which the kernel accepts the conditions and hypotheses, of a claim that is not refuted
    nowhere      whether the claim holds and no such values are known
    derivation   the steps of the language that the search found, for a proved claim (empty: it needed none)
    lines        the verdict on each of them, by the lines that the kernel checked
    """

    text: str
    verdict: str
    scope: str = ""
    method: str = ""
    witness: Witness | None = None
    certificate: dict[str, Any] | None = field(default=None, repr=False, compare=False)
    seconds: float = field(default=0.0, compare=False)
    tried: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    reduced: str = ""
    read: str = ""
    derivation: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    lines: tuple[LineVerdict, ...] = field(default=(), repr=False, compare=False)
    lemmas: tuple[tuple[str, dict[str, Any]], ...] = field(default=(), repr=False, compare=False)
    claim: Claim | None = field(default=None, repr=False, compare=False)
    point: Point | None = field(default=None, repr=False, compare=False)
    instance: dict[str, Any] | None = field(default=None, compare=False)
    nowhere: bool = field(default=False, compare=False)

    @property
    def shown(self) -> str:
        """The verdict as it is shown."""
        return f"{self.verdict}, {NOWHERE}" if self.nowhere else self.verdict

    def json(self) -> dict[str, Any]:
        """The answer as JSON data: the keys of the interface, and what was tried."""
        return {
            "claim": self.text,
            "verdict": self.verdict,
            "scope": self.scope,
            "method": self.method,
            "witness": self.witness.json() if self.witness else None,
            "seconds": round(self.seconds, 4),
            "tried": list(self.tried),
            "rests_on": list(self.rests_on),
            "reduced": self.reduced,
            "read": self.read,
            "instance": self.instance,
            "shown": self.shown,
        }

    def bundle(self) -> dict[str, Any] | None:
        """The certificate as a file for `python -m dpsym.kernel`."""
        if self.certificate is None:
            return None
        return bundle({**dict(self.lemmas), "claim": self.certificate})

    def latex(self) -> str:
        """The statement as typed with its verdict, and the evidence, as LaTeX for a paper."""
        from dpsym.claims.printing import document

        return document(self)

    def __str__(self) -> str:
        from dpsym.claims.printing import text

        return text(self)

    def _repr_html_(self) -> str:
        from dpsym.claims.printing import html

        return html(self)

    def _repr_latex_(self) -> str:
        from dpsym.claims.printing import latex

        return latex(self)


@alone
def settle(claim: str | Source, known: Theorems | None = None) -> Answer:
    """The answer to a claim, as text or parsed; NotAClaim when it cannot be read or a term has no value.

    `known` are the theorems that it may rest on: those of the library, where none are given.
    """
    start = time.monotonic()
    reader = Reader(parse(claim) if isinstance(claim, str) else claim)
    answer = Answer(reader.source.text, "undecided", method="out of time", tried=(OUT_OF_TIME,))
    with suppress(deadline.OutOfTime), deadline.at_most(SECONDS):
        try:
            found = _settle(reader, known)
        except NotAClaim as e:
            e.text = reader.source.typed
            raise
        answer = replace(
            found, nowhere=found.verdict not in ("refuted", "undecided")
        )  # while no instance is known
        answer = with_instance(found, reader, session_for_claims(), settle_part)
    if answer.verdict == "undecided":
        with suppress(deadline.OutOfTime), deadline.at_most(CLOSEST):
            answer = replace(answer, tried=(*answer.tried, *closest(reader)))
    words = combining.in_words(reader.source) or named.in_words(reader.source)
    return replace(answer, read=words, seconds=time.monotonic() - start)


def settle_part(source: Source, known: Theorems | None = None) -> Answer:
    """The answer to a claim that settles a part of another one, or what that was brought to."""
    return _settle(Reader(source), known)


def closest(reader: Reader) -> tuple[str, ...]:
    """How nearly the claim fails at the points looked at: at pairs with closed forms where it speaks of a pair."""
    best: tuple[float, str] | None = None
    if (
        alternatives.has_alternatives(reader.source)
        or every.quantified(reader.source)
        or named.naming(reader.source)
        or named.at_outputs(reader.source)
    ):
        return ()
    others = (r for r in (*reductions.reductions(reader), *probes.probes(reader)) if r.refutes)
    for at_pair, pair in ((reader, ""), *((Reader(r.source), r.pair) for r in others)):
        if not at_pair.knows_conditions():
            continue
        for n in numbers.near(at_pair.source, at_pair.order, at_pair.natural, PROBES):
            if n.fails or (best is not None and numbers.closeness(n) >= best[0]):
                continue
            at = ", ".join(f"{k} = {v}" for k, v in n.at.items())
            where = " at ".join(x for x in (pair, at) if x)
            best = (
                numbers.closeness(n),
                f"least gap seen: {n.gap.str(6, radius=False)} at {where or 'the numbers'}",
            )
    return () if best is None else (best[1],)


def _settle(reader: Reader, known: Theorems | None = None) -> Answer:
    """As it stands where the kernel has words for it; at pairs with closed forms; from theorems of the library; by the
    known laws of its mechanism.  What may refute the claim at little cost comes before any proof."""
    source = reader.source
    if alternatives.has_alternatives(source):
        return of_alternatives(reader, known)
    if every.quantified(source):
        return of_quantified(reader, known)
    if combining.is_made(source):
        return of_made(reader, known)
    if named.naming(source) or named.at_outputs(source):
        return of_named(reader, known)
    claim, blank, found = first_look(reader)
    if found is None:
        found = at_known_pairs(reader) or part_by_part(claim, blank, known) or by_search(source, claim, known)
    if found is not None:
        return found
    carried = carried_by(reductions.reductions(reader), source)
    if carried is not None and carried.verdict == "refuted":
        return carried
    first = of_divergences(source)
    if claim is None:
        return carried or looked_at(reader, first) or blank
    try:
        answer = answer_to(claim, blank, carried is not None)
    except StatementError as e:
        answer = replace(blank, method="not supported", tried=(str(e),))
    except deadline.OutOfTime:
        if carried is None:
            raise
        return carried
    if answer.verdict != "undecided":
        return answer
    return carried or looked_at(reader, first) or answer


def as_read(reader: Reader) -> tuple[Claim | None, Answer, tuple[str, ...]]:
    """The claim, None where the kernel has no word for it; the answer while nothing else is known, which says why where it
    is the last one; and what of the claim may have no value."""
    blank = Answer(reader.source.text, "undecided")
    try:
        claim = meant(reader)
        open_needs = tuple(undefined(claim))
    except (NotSupported, StatementError) as e:
        return None, replace(blank, method="not supported", tried=(str(e),)), ()
    blank = replace(blank, claim=claim)
    if open_needs:
        blank = replace(blank, method="definedness", tried=open_needs)
    return claim, blank, open_needs


def of_alternatives(reader: Reader, known: Theorems | None) -> Answer:
    """The answer to a claim with `or` or `not`: as it stands, or alternative by alternative."""
    source = reader.source
    claim, blank, open_needs = as_read(reader)
    if claim is None or open_needs:
        return blank
    made = combining.is_made(source)
    found = by_small_mechanisms(source, QUICK) if made else refuted(claim, EARLY)
    if found is not None:
        return found
    proof, derivation = proved(claim, SHORT)
    if proof.status == "proved":
        return as_proved(blank, proof, derivation)
    parts = alternatives.by_alternatives(claim, lambda part: settle_part(part, known))
    if parts.derivation is not None:
        answer = put_together(claim, blank, parts)
        if answer is not None:
            return answer
    found = confirmed(claim, at_points(claim.theorem, parts.points(), "one alternative"))
    if found is None and parts.against is not None:
        same = parts.against
        return replace(same, text=source.text, reduced=same.reduced or same.text)
    if found is None:
        found = by_small_mechanisms(source) if made else refuted(claim, FEW if over_tests(claim) else LATE)
    return found or replace(blank, tried=(SEARCH_FAILED, "no counterexample was found"))


def of_quantified(reader: Reader, known: Theorems | None) -> Answer:
    """The answer to a claim with a hypothesis for every value of a name: as it stands, or from the hypothesis at a value."""
    source = reader.source
    claim, blank, open_needs = as_read(reader)
    if claim is None or open_needs:
        return blank
    found = refuted(claim, EARLY)
    if found is not None:
        return found
    said = next((g for g in claim.theorem.given if is_for_every(g)), None)
    names = () if said is None else said.args[0]
    for instance in every.instances(source) if names else ():
        with suppress(NotAClaim):  # an argument may have no meaning at the value
            answer = settle_part(instance.source, known)
            use = alternatives.proof_of(answer, claim.theorem)
            values = dict(zip(names, (reader.expr(v) for _, v in instance.values), strict=True))
            steps = (
                (specialise(said, values, "at this value"), have(claim.theorem.claim, by=use))
                if use
                else None
            )
            whole = put_together(claim, blank, alternatives.Settled(steps, (answer,))) if steps else None
            if whole is not None:
                return whole
    return refuted(claim, LATE) or replace(blank, tried=(SEARCH_FAILED, "no counterexample was found"))


def is_for_every(formula: Any) -> bool:
    """Whether a hypothesis says something for every value of a number."""
    return isinstance(formula, ForAll) and isinstance(formula.args[0][0], Parameter)


def part_by_part(claim: Claim | None, blank: Answer, known: Theorems | None) -> Answer | None:
    """The answer to a claim with several conclusions from those to each; None where they give none."""
    if claim is None or len(claim.source.conclusion) < 2:
        return None
    parts = alternatives.by_conclusions(claim, lambda part: settle_part(part, known))
    if parts.derivation is not None:
        return put_together(claim, blank, parts)
    return confirmed(claim, at_points(claim.theorem, parts.points(), "one conclusion"))


def put_together(claim: Claim, blank: Answer, parts: alternatives.Settled) -> Answer | None:
    """The proof of a claim from those of its alternatives; None where the kernel is not convinced."""
    proof, lemmas = proofs.put_together(claim.theorem, parts.derivation or ())
    if proof.status != "proved":
        return None
    rests = tuple(dict.fromkeys(r for a in parts.answers if a.verdict == "proved" for r in a.rests_on))
    answer = as_proved(blank, proof, parts.derivation or ())
    return replace(answer, rests_on=rests, lemmas=lemmas)


def of_made(reader: Reader, known: Theorems | None) -> Answer:
    """The answer to a claim about a mechanism that is made of others: by small mechanisms, or from theorems."""
    source = reader.source
    claim, blank, open_needs = as_read(reader)
    if claim is None or open_needs:
        return blank
    proves = combining.not_telling(claim)
    found = by_small_mechanisms(source, QUICK) or part_by_part(proves, replace(blank, claim=proves), known)
    found = (
        found or at_normal_parts(reader) or by_search(source, proves, known) or by_small_mechanisms(source)
    )
    return found or replace(blank, tried=(SEARCH_FAILED, "no small mechanism is a counterexample"))


def by_choice(claim: Claim, blank: Answer) -> Answer | None:
    """A proof of a claim that some test exists, by the one that the claim suggests; None for any other claim."""
    if not claim.theorem.claim.has(Exists):
        return None
    proof, derivation = proved(claim)
    return as_proved(blank, proof, derivation) if proof.status == "proved" else None


def at_normal_parts(reader: Reader) -> Answer | None:
    """A point against a claim about a mechanism that is made of others, where each part adds normal noise."""
    for r in normal_parts.normal_wholes(reader):
        with suppress(NotAClaim):
            found = at_known_pairs(Reader(r.source))
            if found is not None and found.witness is not None:
                return against(reader.source, r, found)
    return None


def of_named(reader: Reader, known: Theorems | None) -> Answer:
    """The answer to a claim that names its laws or an output: no pair with closed forms is asked."""
    source = reader.source
    claim, blank, open_needs = as_read(reader)
    if claim is None or open_needs:
        return (refuted(claim, NEEDS) if claim is not None else None) or blank
    posted = named.posted(source)
    if posted:
        small = at_points(claim.theorem, processing.points(claim.theorem, posted), "small laws and maps")
        found = confirmed(claim, small) or by_choice(claim, blank) or by_search(source, claim, known)
        return found or replace(blank, tried=(SEARCH_FAILED, "no small laws and map are a counterexample"))
    program = at_points(claim.theorem, several_laws.points(claim.theorem), "an exact linear program")
    found = confirmed(claim, program) or refuted(claim, EARLY) or by_multipliers(claim, blank)
    return found or by_search(source, claim, known) or answer_to(claim, blank)


def by_small_mechanisms(source: Source, most: int = small_mechanisms.VALUES) -> Answer | None:
    """Small mechanisms against the claim; where it is about any number of parts, at small numbers of them.  `most` is
    how many values of the parameters are tried."""
    for name in combining.counts(source):
        for m in range(1, combining.FEW + 1):
            with suppress(NotAClaim):
                inner = by_small_mechanisms(combining.at_number(source, name, m), most)
                if inner is not None and inner.witness is not None:
                    witness = replace(inner.witness, values={name: str(m), **inner.witness.values})
                    return replace(
                        inner, text=source.text, witness=witness, reduced=inner.reduced or inner.text
                    )
        return None
    try:
        claim = read(source, few=True)
    except (NotSupported, StatementError):
        return None
    points = small_mechanisms.points(claim.theorem, most)
    return confirmed(claim, at_points(claim.theorem, points, "small mechanisms"))


def by_linear_program(claim: Claim) -> Answer | None:
    """A pair against the claim that an exact linear program finds, or None."""
    points = extreme_pairs.points(claim.theorem)
    return confirmed(claim, at_points(claim.theorem, points, "an exact linear program"))


def at_points(theorem: Theorem, points: Iterable[Point], found_by: str) -> Iterator[Refutation]:
    """Those of the points at which the theorem is false, by exact evaluation."""
    task = Task(theorem.given, theorem.claim, theorem.parameters, theorem.laws)
    for at in points:
        deadline.check()
        if truth(theorem.claim, at) is False:
            found = explain(task, at, found_by)
            if found is not None:
                yield found


def first_look(reader: Reader) -> tuple[Claim | None, Answer, Answer | None]:
    """The claim as it is read (None where the kernel has no word for it), the answer while nothing is known, and the
    answer where a short search gives one."""
    blank = Answer(reader.source.text, "undecided")
    try:
        claim = meant(reader)
        blank = replace(blank, claim=claim)
        open_needs = undefined(claim)
        if open_needs:  # a point at which everything has a value may refute it all the same
            found = refuted(claim, LISTED if over_tests(claim) else NEEDS) or refuted_by_numbers(
                reader.source
            )
            return claim, blank, found or replace(blank, method="definedness", tried=tuple(open_needs))
    except (NotSupported, StatementError) as e:  # also a term that the kernel has no word for
        check_domains(reader)
        blank = replace(blank, method="not supported", tried=(str(e),))
        return None, blank, None
    try:
        found = refuted(claim, EARLY)
        if found is None and claim.about_pairs and not claim.theorem.parameters:
            found = by_linear_program(claim) or by_multipliers(claim, blank)
    except StatementError as e:
        return None, replace(blank, claim=None, method="not supported", tried=(str(e),)), None
    if found is None and (restates(claim) or claim.theorem.where):
        with suppress(StatementError):
            answer = answer_to(claim, blank, True, SHORT)
            if answer.verdict == "proved":
                found = answer
    return claim, blank, found


def of_divergences(source: Source) -> bool:
    """Whether a hypothesis bounds a divergence: proofs are long then, and pairs with closed forms are looked at first."""
    names = {c.value for h in source.hypotheses for c in calls(h)}
    names |= {n for h in source.hypotheses for n, _ in places(h)}
    return bool(names & {"ZCDP", "RenyiDP", "GaussianDP", "Renyi", "KL"})


def looked_at(reader: Reader, probed_before: bool) -> Answer | None:
    """A refutation by the searches that take longest."""
    return (None if probed_before else probed(reader, late=True)) or refuted_by_numbers(reader.source)


DOMAINS: dict[str, tuple[tuple[str, int, str], ...]] = {
    "RandomizedResponse": ((">=", 0, "the privacy loss must be at least 0"),),
    **dict.fromkeys(("Laplace", "Gaussian"), ((">", 0, "a scale and a distance must be positive"),)),
    **dict.fromkeys(("Renyi", "RenyiDP"), ((">", 1, "the order must be greater than 1"),)),
    "Power": ((">=", 0, "the level must be at least 0"), ("<=", 1, "the level must be at most 1")),
}


def check_domains(reader: Reader) -> None:
    """NotAClaim where the conditions allow an argument of a mechanism, an order or a level that has no meaning.

    For claims that have another reading than the kernel's; a claim that it reads lists what its terms need.
    """
    source = reader.source
    about = [
        h for h in source.hypotheses if not any(c.value in FUNCTIONALS for c in calls(h)) and len(h.args) > 1
    ]
    conditions = (*source.conditions, *about)
    ranged = reader.knows_conditions()
    for node in (*source.hypotheses, *source.conclusion):
        for c in calls(node):
            args = c.args if c.value in ("Laplace", "Gaussian") else c.args[:1]
            for a, (sign, end, words) in product(args, DOMAINS.get(str(c.value), ())):
                r = reader.range(a) if ranged else Range()
                if {(">=", 0): r.nonnegative, (">", 0): r.positive, (">", 1): r.over_one()}.get((sign, end)):
                    continue
                try:
                    inside = link(a, sign, number(end))
                    claim = read(source.but(conditions=conditions, hypotheses=(), conclusion=(inside,)))
                    found = None if undefined(claim) else refuted(claim, NEEDS)
                except (NotSupported, StatementError):
                    continue
                if found is not None and found.witness is not None:
                    at = ", ".join(f"{k} = {v}" for k, v in found.witness.values.items())
                    raise NotAClaim(
                        f"{words}" + (f"; here {at} is allowed" if at else ""), a.at, source.typed
                    )


def refuted_by_numbers(source: Source) -> Answer | None:
    """A point against a claim about numbers only, found by balls and shown to the kernel."""
    names = {c.value for n in (*source.hypotheses, *source.conclusion) for c in calls(n)}
    names |= {n for part in (*source.hypotheses, *source.conclusion) for n, _ in places(part)}
    if names & {*FUNCTIONALS, *NOTIONS, *MECHANISMS}:
        return None
    return at_numbers(source)


def at_numbers(source: Source, points: int = numbers.POINTS, scattered: int = 0) -> Answer | None:
    """A point against a claim about numbers, of which the kernel accepts that the claim fails there."""

    def prove(said: Source) -> dict[str, Any] | None:
        claim = read(said)  # about numbers, and true as far as the balls tell
        try:
            proof = None if undefined(claim) else proved(claim)[0]
        except StatementError:
            return None
        return proof.certificate if proof is not None and proof.status == "proved" else None

    found = quantiles.refuted(source, prove, points, scattered)
    if found is None:
        return None
    n = found.near
    left, right = (side.str(12, radius=False) for side in (n.left, n.right))
    witness = Witness({k: str(v) for k, v in n.at.items()}, {}, n.text, "", {}, n.text, left, right)
    said = "witness: simple values"
    return Answer(
        source.text, "refuted", "a point", said, witness, found.certificate, rests_on=found.rests_on, reduced=found.reduced.text
    )  # fmt: skip


def probed(reader: Reader, late: bool = False) -> Answer | None:
    """A point against the claim at a pair with closed forms."""
    for r in probes.probes(reader, late):
        try:
            found = at_numbers(r.source, PROBES, SCATTERED if late else 0)
        except NotAClaim:
            continue
        if found is not None and found.witness is not None:
            return against(reader.source, r, found)
    return None


def against(source: Source, r: reductions.Reduction, inner: Answer) -> Answer:
    """A refutation of what a claim was brought to, said of the claim."""
    w = inner.witness
    assert w is not None
    part = source.conclusion[0] if len(source.conclusion) == 1 else None
    typed = list(dict.fromkeys(n for c in source.conditions for n, _ in places(c)))
    at = {k: Fraction(v) for k, v in w.values.items()} if r.values or r.masses else {}
    known = {**w.values, **{k: source.words(probes.at_point(v, at)) for k, v in r.values}}
    rows = [[probes.at_point(m, at) for m in row] for row in zip(*r.masses, strict=True)]
    finite = bool(rows) and all(value_of(m) is not None for row in rows for m in row)
    witness = replace(
        w,
        values={k: known[k] for k in typed if k in known},
        laws={name: tuple(str(value_of(m)) for m in row) for name, row in zip("PQ", rows, strict=True)}
        if finite
        else w.laws,
        fails=source.words(part) if part is not None else w.fails,
        where={
            **w.where,
            **{k: v for k, v in w.values.items() if k not in typed and not finite},
            **({"pair": r.pair} if r.pair and not finite else {}),
        },
    )
    facts = tuple(dict.fromkeys((*r.facts, *inner.rests_on)))
    return replace(inner, text=source.text, witness=witness, rests_on=facts, reduced=r.source.text)


def carried_by(found: Iterable[reductions.Reduction], source: Source) -> Answer | None:
    """The answer from a claim about numbers, or under a notion, that says the same or enough by known laws: refuted, or
    cited where it is proved."""
    cited: Answer | None = None
    for r in found:
        if cited is not None:
            break
        if not r.proves:
            continue
        try:
            inner = settle_part(r.source)
        except NotAClaim:
            continue
        if inner.verdict == "refuted" and r.refutes and inner.witness is not None:
            return against(source, r, inner)
        if inner.verdict in ("proved", "enclosed", "cited") and r.proves:
            facts = tuple(dict.fromkeys((*r.facts, *inner.rests_on)))
            scope = r.pair or EVERYWHERE
            cited = replace(
                inner, text=source.text, verdict="cited", scope=scope, rests_on=facts, reduced=r.source.text
            )
    return cited


def with_rounded_noise(source: Source) -> Claim | None:
    """The claim about noise whose output is rounded, where it is about noise on the line.

    A strict relation is left out: it may hold for every rounding and yet fail in the limit.  So is a further hypothesis
    about the pair: it may hold of the noise and of few roundings only.
    """
    relations = {str(r) for part in source.conclusion for r in (part.value or ())}
    about_pair = [h for h in source.hypotheses if any(c.value in {*FUNCTIONALS, *NOTIONS} for c in calls(h))]
    if relations & {"<", ">", "!="} or about_pair:
        return None
    try:
        return read(source, rounded=True)
    except (NotSupported, StatementError):
        return None


def at_known_pairs(reader: Reader) -> Answer | None:
    """A point against the claim at its mechanism, or at a pair with closed forms; None where none is seen."""
    for r in reductions.reductions(reader):
        found = None
        if r.refutes:
            with suppress(NotAClaim):
                found = at_numbers(r.source, PROBES)
        if found is not None:
            return against(reader.source, r, found)
    return probed(reader) or (probed(reader, late=True) if of_divergences(reader.source) else None)


def by_search(source: Source, claim: Claim | None, known: Theorems | None) -> Answer | None:
    """A proof of a claim about a pair from theorems; None where none is found."""
    if claim is None:
        claim = with_rounded_noise(source)
    if claim is None or not claim.about_pairs:
        return None
    with deadline.uncounted():
        theorems_known = known or with_folders()
    proof = None
    # what sympy may say: that it has no polynomials of a term, and, by a KeyError, that it has no name to rewrite the
    # condition of a Piecewise by, where that has pieces with numbers only; anything else that it raises is a defect here
    with suppress(deadline.OutOfTime, BasePolynomialError), deadline.at_most(SEARCH):
        try:
            proof = theorems_known.prove(claim)
        except KeyError as e:
            if not raised_in(e, "sympy"):
                raise
    if proof is None:
        deadline.check()
        return None
    answer = from_library(claim, proof)
    if answer.verdict == "cited" and not claim.theorem.where:  # the prover may do without what is cited
        with suppress(deadline.OutOfTime):
            alone = answer_to(claim, answer, True)
            return alone if alone.verdict == "proved" else answer
    return answer


def from_library(claim: Claim, found: proofs.Proof) -> Answer:
    """A proof from theorems of the library as an answer: cited, where one of them is; the kernel has no certificate then."""
    return Answer(
        claim.text,
        found.verdict.status,
        scope_of_noise(claim, found.verdict),
        ", ".join([*(["theorems of the library"] if found.theorems else []), method_of(found.verdict)]),
        certificate=found.verdict.certificate if found.verdict.status == "proved" else None,
        rests_on=found.theorems,
        derivation=found.derivation,
        lines=found.verdict.lines,
        lemmas=found.lemmas,
        claim=claim,
    )


def scope_of_noise(claim: Claim, verdict: Verdict) -> str:
    """The scope of a proof; of one about noise, that the output is rounded, where the certificate supposes just that and
    the reduction lemma does not carry it to the line."""
    supposed = Translation().formula(cells)
    checked = session_for_claims().statement(claim.theorem).checked
    beyond = reach_of(checked)
    if beyond is not None and beyond.lane == "N":
        return verdict.scope
    given = conjuncts(checked.claim)
    return f"{verdict.scope}; {ROUNDED}" if any(tree(supposed) == g for g in given) else verdict.scope


def conjuncts(formula: Any) -> tuple[Any, ...]:
    """The hypotheses of an implication."""
    if not (isinstance(formula, tuple) and formula[0] == "->"):
        return ()
    return tuple(formula[1][1:]) if formula[1][0] == "and" else (formula[1],)


def restates(claim: Claim) -> bool:
    """Whether the conclusion is a notion that a hypothesis is too, perhaps with another budget."""
    goal = claim.theorem.claim
    return isinstance(goal, Notion) and any(isinstance(g, type(goal)) for g in claim.theorem.given)


def answer_to(claim: Claim, blank: Answer, known: bool = False, work: int = WORK) -> Answer:
    """A proof, then counterexamples that take longer to find; only a short search where the truth is known."""
    pure = any(isinstance(g, PureDP) for g in claim.theorem.given)  # the search has ways of its own for it
    proof, derivation = proved(claim, work // 4 if known and not pure else work)
    if proof.status == "proved":
        return as_proved(blank, proof, derivation)
    found = None if known else by_linear_program(claim) or refuted(claim, FEW if over_tests(claim) else LATE)
    if found is not None:
        return found
    return replace(blank, tried=(f"{SEARCH_FAILED}: {proof.tried}", "no counterexample was found"))


def as_proved(blank: Answer, proof: Verdict, derivation: tuple[Any, ...]) -> Answer:
    """The answer with a proof."""
    return replace(
        blank,
        verdict="proved",
        scope=proof.scope,
        method=method_of(proof),
        certificate=proof.certificate,
        derivation=derivation,
        lines=proof.lines,
    )


def by_multipliers(claim: Claim, blank: Answer) -> Answer | None:
    """A proof of a claim with constants by the multipliers of an exact linear program, or None."""
    steps = multipliers.derivation(claim.theorem)
    if steps is None:
        return None
    session = session_for_claims(WORK // 4)
    try:
        proof = session.theorem(replace(claim.theorem, derivation=steps))
    except StatementError:
        return None
    return as_proved(blank, proof, steps) if proof.status == "proved" else None


def over_tests(claim: Claim) -> bool:
    """Whether the claim quantifies over tests, where each evaluation is dear."""
    whole = (*claim.theorem.given, claim.theorem.claim)
    return any(
        x.has(GaussianDP, PBDP) or any(f.func.__name__ == "f" for f in x.atoms(AppliedUndef)) for x in whole
    )


def undefined(claim: Claim) -> list[str]:
    """What could not be shown to have a value; NotAClaim where some values of the parameters have none."""
    theorem, session = claim.theorem, session_for_claims()
    loose = [g for g in theorem.given if isinstance(g, Relational) and not g.atoms(AppliedUndef)]
    base = (*theorem.domain, *loose)
    values = needs(theorem, also=[(-1, term) for term in claim.left_out])
    arguments = [
        (Need(n.relation.args[0], n.relation, n.words), (*base, *domains_of_bound(theorem, n.relation)), n.at)
        for n in claim.needs
        if Walk().asks(n.relation)
    ]
    terms = [(need, given, place_of(claim, need)) for need, given in in_force(values)]
    found: list[str] = []
    for need, given, at in (*arguments, *terms):
        missing = open_need(session, theorem, values, need, given)
        if missing is None:
            continue
        if missing.point is not None:
            said = [f"{claim.names.get(p, p)} = {v}" for p, v in missing.point.at]  # type: ignore[call-overload]
            said += [f"{law} = ({', '.join(map(str, m))})" for law, m in missing.point.laws]
            here = f"; here {', '.join(said)} is allowed" if said else ""
            raise NotAClaim(f"{need.rule}{here}", at, claim.text)
        found.append(f"character {at + 1}: {need.rule}, and that could not be shown")
    return found


def domains_of_bound(theorem: Theorem, relation: Any) -> list[Any]:
    """The domains of the names in a relation that are none of the theorem's own: a hypothesis speaks of all their values."""
    names = (p for p in relation.free_symbols if isinstance(p, Parameter) and p not in theorem.parameters)
    return [c for p in sorted(names, key=lambda p: p.name) for c in p.conditions]


def place_of(claim: Claim, need: Need) -> int:
    """Where the term stands in the text: the place of the least recorded term that it is part of, or that is part of it."""
    inside = [(len(str(e)), at) for e, at in claim.places if need.condition.has(e) or e.has(need.term)]
    exact = [at for e, at in claim.places if e in need.condition.args]
    return exact[0] if exact else min(inside)[1] if inside else 0


def proved(claim: Claim, work: int = WORK) -> tuple[Verdict, tuple[Any, ...]]:
    """The prover's verdict, and the derivation that it found (empty when it needed none)."""
    session = session_for_claims(work)
    theorem = claim.theorem
    if theorem.where and theorem.claim.has(log):
        theorem = replace(theorem, derivation=proofs.ratios(claim))
    if theorem.claim.has(Exists):
        theorem = replace(theorem, derivation=proofs.chosen(claim))
    if any(isinstance(g, GaussianDP) for g in theorem.given) and isinstance(theorem.claim, AllOf):
        theorem = replace(theorem, derivation=proofs.at_cuts(claim))
    try:
        verdict = session.theorem(theorem)
    except StatementError as e:
        return Verdict("unknown", tried=str(e)), ()
    return verdict, theorem.derivation or session.derivations.get(session.key(claim.theorem), ())


def refuted(claim: Claim, budget: Budget) -> Answer | None:
    """A witness that the kernel accepts, or None."""
    theorem = claim.theorem
    if any(x.has(Exists) for x in (*theorem.given, theorem.claim)):
        return None  # no search over tests shows that none exists; pairs with closed forms do
    if theorem.where:  # the parameters alone are searched
        budget = replace(budget, patience=inf)
    return confirmed(claim, refutations(theorem, budget))


def confirmed(claim: Claim, points: Iterable[Refutation]) -> Answer | None:
    """The first of the points that the kernel accepts, as an answer."""
    found, verdict = session_for_claims().confirmed(claim.theorem, points)
    if found is None or verdict is None:
        return None
    return Answer(
        claim.text,
        "refuted",
        "a point",
        f"witness: {found.found}",
        witness_of(claim, found),
        verdict.certificate,
        claim=claim,
        point=found.point,
    )


def witness_of(claim: Claim, found: Refutation) -> Witness:
    """The witness with typed names and the part that fails."""
    part, order = failing_part(claim, found.point)
    values = {claim.names.get(p, str(p)): str(v) for p, v in found.point.at}  # type: ignore[call-overload]
    laws = {name: tuple(str(m) for m in masses) for name, masses in sorted(found.point.laws)}
    return Witness(
        values,
        laws,
        part.text if part else claim.text,
        order,
        dict(found.bound),
        str(found.relation),
        "" if found.left is None else show(found.left),
        "" if found.right is None else show(found.right),
    )


def failing_part(claim: Claim, at: Point) -> tuple[Part | None, str]:
    """The first part of the conclusion that is false at the point, and the order in which it is."""
    for part in claim.parts:
        for order, formula in part.formulas:
            if truth(formula, at) is False:
                return part, order or (named_order(formula, at) if named.naming(claim.source) else "")
    return None, ""


def named_order(formula: Any, at: Point) -> str:
    """The order of laws that are named in which a notion is false at the point."""
    for pair in (formula.pair, formula.pair.swapped) if isinstance(formula, Notion) else ():
        with as_written():
            one = formula.one_order(pair)
        if truth(one, at) is False:
            return ", ".join(law.func.__name__ for law in (pair.a, pair.b))
    return ""


def method_of(verdict: Verdict) -> str:
    """The rules that the claim of a certificate rests on, in a few words."""
    rules = {line["rule"] for line in lines_needed(verdict.certificate)}
    words = [
        ("sum", "pointwise inequality summed over the outcomes"),
        ("enclose", "rational enclosures"),
        ("mean_value", "sign of a derivative"),
        ("exp_tangent", "tangent of the exponential"),
        ("cases", "case distinction"),
        ("arith", "product certificates"),
    ]
    return ", ".join(w for rule, w in words if rule in rules) or "logic"
