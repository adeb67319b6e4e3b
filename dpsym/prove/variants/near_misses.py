"""Near misses of a theorem: its neighbours that are false, each with a point that the kernel accepts.

The neighbours are those of `dpsym.prove.variants.mutants`.  Points are looked for where they are likely: at the points of
equality, at those against the near misses of the file, at its example, at simple points that satisfy the hypotheses, and by
the refuter; how much is looked at is counted, not timed.  One certificate shows for one point that the hypotheses hold there
and that each of several claims fails.  What the store has of an earlier run is a suggestion: every certificate is checked
again.
A neighbour for which nothing is found is not called false, and not counted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice

from sympy import Basic
from sympy.logic.boolalg import Boolean

from dpsym.kernel import Context
from dpsym.kernel.normal import Key
from dpsym.kernel.terms import Json
from dpsym.language import AllOf, AnyOf, Point, StatementError, Theorem, Variant, as_written
from dpsym.language.fingerprint import of_expression, of_statement
from dpsym.prove import decide
from dpsym.prove.counterexamples.budget import Budget
from dpsym.prove.counterexamples.examples import examples_of
from dpsym.prove.counterexamples.refute import refutations
from dpsym.prove.counterexamples.refute_points import OutOfWork, Task, seen, weight
from dpsym.prove.decide import Env
from dpsym.prove.definedness.instances import environments
from dpsym.prove.proof.script import Stored, Term
from dpsym.prove.session import Session
from dpsym.prove.strategy import PLAIN
from dpsym.prove.variants.mutants import Mutant, mutants
from dpsym.prove.witnesses.kept import MISFITS, NotKept, accepted, begun, ended, point_data, point_from
from dpsym.prove.witnesses.refutation import with_listed_masses
from dpsym.prove.witnesses.values_at import lacking
from dpsym.prove.witnesses.witness import instantiated, nothing_false, refute_conclusion, shown, supposition
from dpsym.reals.precision import alone
from dpsym.reals.real import NotRational

EDITION = 1  # of the list of neighbours: another one is searched again
MOST = 8  # near misses of one theorem
HYPOTHESES = 4  # of one theorem that are weakened
POINTS = 8  # at which the claims are tried
PATIENCE = 1_500  # evaluations of a simple relation in the search against one neighbour
SEARCHES = 4  # neighbours of one theorem that are searched for
SMALL = Budget(
    grid=150, random=40, early=20, pairs=45, random_pairs=30, queries=0, patience=PATIENCE, programs=False
)  # fmt: skip
Known = dict[Boolean, bool | None]  # what formulas are at one point
WORK = 120_000  # steps of the kernel's arithmetic for one certificate


@dataclass(frozen=True)
class NearMiss:
    """A neighbour that is false, and the point that refutes it; `index` is its place in the list of all neighbours."""

    index: int
    mutant: Mutant
    witness: Point

    @property
    def variant(self) -> Variant:
        """The neighbour with its witness."""
        return replace(self.mutant.variant, witness=self.witness)


@dataclass(frozen=True)
class Group:
    """Neighbours with the same hypotheses that one point refutes; which of the list they are, and the certificate."""

    which: tuple[int, ...]
    point: Point
    certificate: Json


@alone
def near_misses(session: Session, theorem: Theorem) -> tuple[NearMiss, ...]:
    """The neighbours of a theorem that the kernel accepts as false, those that teach most first; none that its file
    has already."""
    listed = mutants(theorem)
    place = f"near-misses-{digest_of(theorem)}"
    stored = session.kept(place)
    groups = confirmed(session, theorem, listed, stored)
    if groups is None:
        groups = searched(session, theorem, listed)
    with suppress(NotKept):
        said = {"groups": [group_data(g) for g in groups]}
        if said != stored:
            session.store.put(place, said)
    found = {k: NearMiss(k, listed[k], g.point) for g in groups for k in g.which}
    return tuple(found[k] for k in sorted(found))


def supposes_less(theorem: Theorem, variant: Variant) -> bool:
    """Whether a neighbour supposes no more than a near miss of the file that claims the same: it fails where that one does."""
    if variant.given is None:
        return False
    supposed = parts_of(variant.given)
    claimed = theorem.claim if variant.claim is None else variant.claim
    return any(
        wrong.given is not None
        and (theorem.claim if wrong.claim is None else wrong.claim) == claimed
        and supposed <= parts_of(wrong.given)
        for wrong in theorem.near_misses.values()
    )


def parts_of(given: Iterable[Basic]) -> set[Basic]:
    """What hypotheses suppose, each part of a conjunction by itself."""
    return {part for g in given for part in (parts_of(g.args) if type(g) is AllOf else {g})}


def digest_of(theorem: Theorem) -> str:
    """A digest of the theorem and the near misses of its file, as they are written, and of the way to list neighbours."""
    said = [
        [of_expression(f) for f in (*(wrong.given or ()), wrong.claim) if f is not None]
        for wrong in theorem.near_misses.values()
    ]
    return hashlib.sha256(json.dumps([EDITION, of_statement(theorem), said]).encode()).hexdigest()


@alone
def holding(session: Session, theorem: Theorem, refuted: Sequence[NearMiss]) -> tuple[Mutant, ...]:
    """The neighbours that a short search proves: there the theorem is not sharp."""
    known = {miss.index for miss in refuted}
    before = session.effort
    session.effort = PLAIN.within(WORK)
    found = []
    try:
        for k, mutant in enumerate(mutants(theorem)):
            if k not in known:
                with suppress(*MISFITS):
                    if session.theorem(together(theorem, [mutant.variant])).status == "proved":
                        found.append(mutant)
    finally:
        session.effort = before
    return tuple(found)


# ---------------------------------------------------------------------------------------------- certificates
def group_data(group: Group) -> Json:
    """A group as JSON data; NotKept where its point has no such form."""
    return {
        "which": list(group.which),
        "point": point_data(group.point),
        "certificate": group.certificate,
    }


def confirmed(
    session: Session, theorem: Theorem, listed: Sequence[Mutant], stored: Stored
) -> list[Group] | None:
    """The stored groups where the kernel accepts each of them; None where one is not what it should be.  The certificate of one
    that has only a point is made."""
    if not isinstance(stored, dict) or not isinstance(stored.get("groups"), list):
        return None
    groups = []
    for data in stored["groups"]:
        try:
            which = tuple(data["which"])
            if not which or not all(type(k) is int and 0 <= k < len(listed) for k in which):
                return None
            with as_written():  # once for all that is made
                some = [listed[k].variant for k in which]
                whole = together(theorem, some)
            if len({wrong.given for wrong in some}) > 1:
                return None
            at = point_from(data["point"], whole)
            if at is None or lacking(whole, at) is not None:
                return None
            at = with_listed_masses(theorem, at)
            if "certificate" not in data:
                made = certified(session, theorem, listed, which, at)
                if made is None or made.which != which:
                    return None
                groups.append(made)
                continue
            formula, sig, sets = conjunction_at(session, whole, len(which), at)
            if not accepted(data["certificate"], formula, sig, sets):
                return None
        except (*MISFITS, KeyError, AttributeError):
            return None
        groups.append(Group(which, at, data["certificate"]))
    return groups


def together(theorem: Theorem, some: Sequence[Variant]) -> Theorem:
    """Neighbours with the same hypotheses as one statement, which is false where all their claims are: one of them holds."""
    given = theorem.given if some[0].given is None else some[0].given
    claims = [theorem.claim if wrong.claim is None else wrong.claim for wrong in some]
    with as_written():
        claim = claims[0] if len(claims) == 1 else AnyOf(*claims)
        return Theorem(title=theorem.title, given=given, claim=claim, where=theorem.where)


def conjunction_at(session: Session, whole: Theorem, count: int, at: Point) -> tuple[Term, dict, dict]:
    """That the hypotheses hold at the point and each of the claims fails, with the signature and the listed sets."""
    formula, sig, sets = instantiated(session.plain(whole), at)
    if count == 1:
        return formula, sig, sets
    own, body = supposition(formula)
    denied = body[-1] if body[0] == "and" else body
    hyps = body[1:-1] if body[0] == "and" else ()
    each: Term = ("and", *hyps, *(("not", c) for c in denied[1][1:]))
    return each if own is None else ("->", own, each), sig, sets


def certified(
    session: Session, theorem: Theorem, listed: Sequence[Mutant], which: Sequence[int], at: Point
) -> Group | None:
    """The neighbours of which the kernel accepts that the point refutes them, as a group; None where there are none."""
    some = [listed[k].variant for k in which]
    if not some:
        return None
    try:
        whole = together(theorem, some)
        if lacking(whole, at) is not None:
            return None
        formula, sig, sets = conjunction_at(session, whole, len(some), at)
        known, own, parts = begun(formula, sig, sets, WORK)
        hyps, denied = parts[: len(parts) - len(some)], parts[len(parts) - len(some) :]
        nothing_false(known.s, hyps)
        lines = [shown(known, h) for h in hyps]
    except MISFITS:
        return None
    kept, said = [], []
    for k, part in zip(which, denied, strict=True):
        with suppress(*MISFITS):
            nothing_false(known.s, [part])
            lines.append(refute_conclusion(known.child(), part[1], at))
            kept.append(k)
            said.append(part)
    if not kept:
        return None
    try:
        certificate = ended(known.s, own, (*hyps, *said), lines)
        whole = together(theorem, [listed[k].variant for k in kept])
        if accepted(certificate, *conjunction_at(session, whole, len(kept), at)):
            return Group(tuple(kept), at, certificate)
    except MISFITS:
        pass
    return None


# ---------------------------------------------------------------------------------------------------- search
def key_of(session: Session, whole: Theorem, reading: Context) -> Key:
    """The statement in the kernel's normal form: two that have the same in one reading say the same.

    The reading learns the names of the statement; what has one of them with another sort is read apart.
    """
    st = session.plain(whole)
    if any(reading.sig.get(name, sort) != sort for name, sort in st.sig.items()):
        reading = Context(st.sig, {})
    for name, sort in st.sig.items():
        if name not in reading.sig:
            reading.declare(name, sort)
    formulas = (*st.hypotheses, st.conclusion)
    for formula in formulas:
        reading.wff(formula)
    return tuple([reading.key(formula) for formula in formulas])


def searched(session: Session, theorem: Theorem, listed: Sequence[Mutant]) -> list[Group]:
    """Groups of neighbours with certificates, within the bounds above: weaker hypotheses first, then stronger claims."""
    search = Search(session, theorem, listed)
    for k, mutant in enumerate(listed):
        if mutant.hypotheses and len(search.groups) < HYPOTHESES:
            with suppress(*MISFITS):  # a law is defined for some numbers only
                search.weaker(k)
    for at, failing in places(session, theorem, listed, search.known):
        search.take(failing, at)
    return search.groups


@dataclass
class Search:
    """What was found so far.

    done     ladders with a neighbour that is refuted
    keys     statements, as the kernel reads them, that are not to be counted again
    tries    neighbours against which the refuter was sent
    reading  the kernel's reading of all neighbours: what they have in common is read once
    wholes   neighbours as statements of their own, with their keys
    known    what formulas are at points of the file, which the neighbours have in common
    """

    session: Session
    theorem: Theorem
    listed: Sequence[Mutant]
    groups: list[Group] = field(default_factory=list)
    done: set[int] = field(default_factory=set)
    keys: set[Key] = field(default_factory=set)
    tries: int = 0
    reading: Context = field(default_factory=lambda: Context({}, {}))
    wholes: dict[int, tuple[Theorem, Key]] = field(default_factory=dict)
    known: dict[Point, Known] = field(default_factory=dict)
    needed: frozenset[int] | None = None

    def __post_init__(self) -> None:
        certificate = self.session.theorem(self.theorem).certificate
        count = len(self.session.statement(self.theorem).hypotheses)
        self.needed = None if certificate is None else hypotheses_read(certificate, count)
        self.keys = {key_of(self.session, self.theorem, self.reading)}
        for wrong in self.theorem.near_misses.values():
            with suppress(*MISFITS):
                self.keys.add(key_of(self.session, together(self.theorem, [wrong]), self.reading))

    def whole(self, k: int) -> tuple[Theorem, Key]:
        """A neighbour as a statement of its own, with its key; one of MISFITS where it is none."""
        if k not in self.wholes:
            whole = together(self.theorem, [self.listed[k].variant])
            self.wholes[k] = whole, key_of(self.session, whole, self.reading)
        return self.wholes[k]

    def weaker(self, k: int) -> None:
        """Look for a point against a neighbour with other hypotheses; one that the file has is not looked at again."""
        if self.listed[k].ladder in self.done:
            return
        whole, key = self.whole(k)
        if key in self.keys or self.holds(whole):
            self.tries += 1
            return
        for at in suggested(self.session, self.theorem, whole, self.known):
            if self.take([k], at):
                return
        if self.tries < SEARCHES:
            self.tries += 1
            narrow = together(self.theorem, [self.listed[k].narrow])
            found = against(narrow, PATIENCE if self.listed[k].news is None else PATIENCE // 2)
            there = None if found is None else point_from(point_data(found), whole)
            if there is not None:
                self.take([k], there)

    def holds(self, whole: Theorem) -> bool:
        """Whether the theorem's own proof shows a neighbour: the claim is the same, and what is changed is a hypothesis that no
        line of the certificate reads."""
        own, new = self.session.plain(self.theorem), self.session.plain(whole)
        return (
            self.needed is not None
            and new.conclusion == own.conclusion
            and {own.hypotheses[k] for k in self.needed} <= {*new.hypotheses}
        )

    def take(self, which: Sequence[int], at: Point) -> bool:
        """Put with the groups those neighbours of which the kernel accepts that the point refutes them: the nearest of each
        ladder, and none that says what another one says."""
        first: dict[int, int] = {}
        for k in which:
            if self.listed[k].ladder not in self.done:
                first.setdefault(self.listed[k].ladder, k)
        room = MOST - sum(len(g.which) for g in self.groups)
        chosen: dict[Key, int] = {}
        for k in first.values():
            with suppress(*MISFITS):
                _, key = self.whole(k)
                if key not in self.keys:
                    chosen.setdefault(key, k)
        group = certified(self.session, self.theorem, self.listed, list(chosen.values())[:room], at)
        if group is None:
            return False
        self.groups.append(group)
        self.done |= {self.listed[k].ladder for k in group.which}
        self.keys |= {key for key, k in chosen.items() if k in group.which}
        return True


def hypotheses_read(certificate: Json, count: int) -> frozenset[int]:
    """The places of those of a theorem's hypotheses, so many, that the last line of its certificate rests on."""
    lines = certificate["lines"]
    if not count or lines[-1]["rule"] != "imp_i":
        return frozenset(range(count))
    below, todo = set(), [len(lines) - 1]
    while todo:
        if (n := todo.pop()) not in below:
            below.add(n)
            todo += lines[n].get("from", ())
    supposed = {n for n in below if lines[n]["rule"] == "hyp" and lines[n]["is"] == lines[-1]["is"]}
    readers = [lines[n] for n in below if not supposed.isdisjoint(lines[n].get("from", ()))]
    if count == 1 or any(line["rule"] not in ("and_e", "imp_i") for line in readers):
        return frozenset(range(count)) if supposed else frozenset()
    return frozenset(line["part"] - 1 for line in readers if line["rule"] == "and_e")


def places(
    session: Session, theorem: Theorem, listed: Sequence[Mutant], known: dict[Point, Known]
) -> Iterator[tuple[Point, list[int]]]:
    """Points that satisfy the theorem's hypotheses, with the neighbours whose claims fail there: most of them first; none
    where seeing that one hypothesis holds would take more than all the work there is."""
    if any(weight(h) > PATIENCE for h in theorem.given):
        return
    task = bounded(theorem)
    with as_written():  # once for all that is made
        claims = {k: m.variant.claim for k, m in enumerate(listed) if not m.hypotheses}
    found: list[tuple[Point, set[int]]] = []
    for env, at in candidates(session, theorem):
        if len(found) >= POINTS or task.patience < 0:
            break
        if satisfied(task, env, known.setdefault(at, {})):
            found.append((at, {k for k, claim in claims.items() if false(task, claim, env)}))
    ladders: set[int] = set()
    for _ in range(2):
        news = [(len({listed[k].ladder for k in bad} - ladders), -n) for n, (_, bad) in enumerate(found)]
        if not news or max(news)[0] == 0:
            return
        at, bad = found[-max(news)[1]]
        ladders |= {listed[k].ladder for k in bad}
        yield at, sorted(bad)


def bounded(whole: Theorem) -> Task:
    """The statement as a task in which not more than PATIENCE evaluations are made, quantifiers counted."""
    task = Task(whole.given, whole.claim, whole.parameters, whole.laws)
    task.patience, task.counts_all = PATIENCE, True
    return task


def satisfied(task: Task, env: Env, known: Known | None = None) -> bool:
    """Whether all hypotheses are seen to hold at the point, exactly, with the work that is left; what is known of some of
    them there is not asked again, though it is counted."""
    try:
        return (
            task.admissible(env, None)
            and decide.laws_are_distributions(env, task.laws)
            and task.satisfied(env, known)
        )
    except (OutOfWork, NotRational, KeyError):
        return False


def false(task: Task, claim: Boolean, env: Env, known: Known | None = None) -> bool:
    """Whether the claim is seen to fail at the point, with the work that is left; as what is known there, if it is."""
    task.patience -= weight(claim)
    if task.patience < 0:
        return False
    if known is not None and claim in known:
        return known[claim] is False
    try:
        found = None if seen(claim, env) is True else decide.truth_of(claim)(env)
    except (NotRational, KeyError):
        found = None  # not known to fail
    if known is not None:
        known[claim] = found
    return found is False


def candidates(session: Session, theorem: Theorem) -> Iterator[tuple[Env, Point]]:
    """Points at which a claim that says more may fail: of equality, of the file, where the hypotheses hold, simple ones."""
    for at in (*theorem.tight, *against_those_of_the_file(session, theorem)):
        with suppress(StatementError, KeyError, ValueError):
            yield from islice(environments(theorem, at, 20), 2)
    instance = session.existence(theorem).point
    if instance is not None:
        with suppress(StatementError, KeyError, ValueError):
            yield from islice(environments(theorem, instance, 1), 1)
    if theorem.where:
        yield from islice(environments(theorem, Point(), 20), 10)
        return
    with suppress(OutOfWork):
        for at in islice(examples_of(bounded(theorem), 60), 10):
            yield decide.environment(at), at


def against_those_of_the_file(session: Session, theorem: Theorem) -> Iterator[Point]:
    """Points that refute the near misses of the file: the author's, or what was found where the author gives none."""
    for wrong in theorem.near_misses.values():
        at = wrong.witness or session.refute(theorem, wrong, words=False).witness
        if at is not None:
            yield at


def suggested(
    session: Session, theorem: Theorem, whole: Theorem, known: dict[Point, Known]
) -> Iterator[Point]:
    """Points against the near misses of the file that refute a neighbour with other hypotheses; where those of the theorem
    hold, its claim does."""
    task = bounded(whole)
    for at in against_those_of_the_file(session, theorem):
        with suppress(StatementError, KeyError, ValueError, TypeError):
            for env, full in islice(environments(whole, at, 20), 2):
                there = known.setdefault(full, {})
                if false(task, whole.claim, env, there) and satisfied(task, env, there):
                    yield full


def against(whole: Theorem, patience: int) -> Point | None:
    """A point against a statement, by a small search."""
    if whole.where:
        task = bounded(whole)
        for env, full in islice(environments(whole, Point(), 60), 40):
            if satisfied(task, env) and false(task, whole.claim, env):
                return full
        return None
    found = next(refutations(whole, replace(SMALL, patience=patience)), None)
    return None if found is None else found.point


__all__ = ["NearMiss", "holding", "near_misses"]
