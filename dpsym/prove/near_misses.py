"""Near misses of a theorem: its neighbours that are false, each with a point that the kernel accepts.

The neighbours are those of `dpsym.prove.mutants`.  Points are looked for where they are likely: at the points of
equality, at the witnesses and the example of the file, at simple points that satisfy the hypotheses, and by the refuter;
how much is looked at is counted, not timed.  One certificate shows for one point that the hypotheses hold there and that
each of several claims fails.  What the store has of an earlier run is a suggestion: every certificate is checked again.
A neighbour for which nothing is found is not called false, and not counted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from dpsym.language import AnyOf, Point, StatementError, Theorem, as_written
from dpsym.prove import decide, values
from dpsym.prove.decide import Env
from dpsym.prove.instances import MISFITS, environments
from dpsym.prove.kept import NotKept, accepted, point_data, point_from
from dpsym.prove.mutants import Mutant, mutants
from dpsym.prove.proof_state import ProofState
from dpsym.prove.refute import Budget, refute
from dpsym.prove.refute_numbers import NotRational
from dpsym.prove.refute_points import OutOfWork, Task
from dpsym.prove.sampling import examples_of
from dpsym.prove.script import Script, Term, written
from dpsym.prove.witness import instantiated, refute_conclusion, shown

if TYPE_CHECKING:
    from dpsym.prove.session import Session

MOST = 8  # near misses of one theorem
GROUPS = 5  # points of one theorem
POINTS = 10  # at which the claims are tried
PATIENCE = 2_000  # evaluations of a simple relation in the search against one neighbour
SEARCHES = 5  # neighbours of one theorem that are searched for
SMALL = Budget(grid=150, random=40, early=20, pairs=45, random_pairs=30, queries=0, patience=PATIENCE)
WORK = 200_000  # steps of the kernel's arithmetic for one certificate


@dataclass(frozen=True)
class NearMiss:
    """A neighbour that is false, and the point that refutes it."""

    mutant: Mutant
    witness: Point


@dataclass(frozen=True)
class Group:
    """Neighbours with the same hypotheses that one point refutes; which of the list they are, and the certificate."""

    which: tuple[int, ...]
    point: Point
    certificate: dict[str, Any]


def near_misses(session: Session, theorem: Theorem) -> tuple[NearMiss, ...]:
    """The neighbours of a theorem that the kernel accepts as false, those that teach most first."""
    listed = mutants(theorem)
    place = f"near-misses-{digest_of(session, theorem, listed)}"
    groups = confirmed(session, theorem, listed, session.kept(place))
    if groups is None:
        groups = searched(session, theorem, listed)
        with suppress(NotKept):
            session.store.put(place, {"groups": [group_data(g) for g in groups]})
    found = {k: NearMiss(listed[k], g.point) for g in groups for k in g.which}
    return tuple(found[k] for k in sorted(found))


def digest_of(session: Session, theorem: Theorem, listed: Sequence[Mutant]) -> str:
    """A digest of the theorem and of the list of its neighbours, as they are written."""
    said = [
        [session.mark(f) for f in (*(m.variant.given or ()), m.variant.claim) if f is not None]
        for m in listed
    ]
    return hashlib.sha256(json.dumps([session.variant_key(theorem), said]).encode()).hexdigest()


# ---------------------------------------------------------------------------------------------- certificates
def group_data(group: Group) -> dict[str, Any]:
    """A group as JSON data; NotKept where its point has no such form."""
    return {
        "which": list(group.which),
        "point": point_data(group.point),
        "certificate": group.certificate,
    }


def confirmed(
    session: Session, theorem: Theorem, listed: Sequence[Mutant], stored: Any
) -> list[Group] | None:
    """The stored groups where the kernel accepts each of them; None where one is not what it should be."""
    if not isinstance(stored, dict) or not isinstance(stored.get("groups"), list):
        return None
    groups = []
    for data in stored["groups"]:
        try:
            which = tuple(data["which"])
            fits = which and all(type(k) is int and 0 <= k < len(listed) for k in which)
            if not fits or len({listed[k].variant.given for k in which}) > 1:
                return None
            whole = together(theorem, [listed[k] for k in which])
            at = point_from(data["point"], whole)
            if at is None or values.lacking(whole, at) is not None:
                return None
            at = with_listed_masses(theorem, at)
            formula, sig, sets = conjunction_at(session, whole, len(which), at)
            if not accepted(data["certificate"], formula, sig, sets):
                return None
        except (*MISFITS, KeyError, AttributeError):
            return None
        groups.append(Group(which, at, data["certificate"]))
    return groups


def together(theorem: Theorem, some: Sequence[Mutant]) -> Theorem:
    """Neighbours with the same hypotheses as one statement, which is false where all their claims are: one of them holds."""
    given = theorem.given if some[0].variant.given is None else some[0].variant.given
    claims = [theorem.claim if m.variant.claim is None else m.variant.claim for m in some]
    with as_written():
        claim = claims[0] if len(claims) == 1 else AnyOf(*claims)
        return Theorem(title=theorem.title, given=given, claim=claim, where=theorem.where)


def with_listed_masses(theorem: Theorem, at: Point) -> Point:
    """The point with the masses that the statement lists, whatever a store says of them."""
    known = dict(at.at)
    rows = {law: tuple(m.xreplace(known) for m in row) for law, row in theorem.where.items()}
    return Point(at.at, (*rows.items(), *((law, row) for law, row in at.laws if law not in rows)), at.note)


def conjunction_at(session: Session, whole: Theorem, count: int, at: Point) -> tuple[Term, dict, dict]:
    """That the hypotheses hold at the point and each of the claims fails, with the signature and the listed sets."""
    formula, sig, sets = instantiated(whole, session.plain(whole), at)
    if count == 1:
        return formula, sig, sets
    denied = formula[-1] if formula[0] == "and" else formula
    hyps = formula[1:-1] if formula[0] == "and" else ()
    return ("and", *hyps, *(("not", c) for c in denied[1][1:])), sig, sets


def certified(
    session: Session, theorem: Theorem, listed: Sequence[Mutant], which: Sequence[int], at: Point
) -> Group | None:
    """The neighbours of which the kernel accepts that the point refutes them, as a group; None where there are none."""
    some = [listed[k] for k in which]
    try:
        whole = together(theorem, some)
        if values.lacking(whole, at) is not None:
            return None
        formula, sig, sets = conjunction_at(session, whole, len(some), at)
        s = Script(sig, sets)
        s.kernel.c.work = WORK
        known = ProofState(s)
        parts = formula[1:] if formula[0] == "and" else (formula,)
        hyps, denied = parts[: len(parts) - len(some)], parts[len(parts) - len(some) :]
        lines = [shown(known, h) for h in hyps]
    except MISFITS:
        return None
    kept, said = [], []
    for k, part in zip(which, denied, strict=True):
        with suppress(*MISFITS):
            lines.append(refute_conclusion(known.child(), part[1], at))
            kept.append(k)
            said.append(part)
    if not kept:
        return None
    formula = ("and", *hyps, *said) if hyps or len(said) > 1 else said[0]
    try:
        if formula[0] == "and":
            s.add("and_i", lines)
        elif lines[0] != len(s.lines) - 1:
            s.add("have", lines, **{"is": formula})
        certificate = {
            "sig": {k: list(v) if isinstance(v, tuple) else v for k, v in s.sig.items()},
            "sets": {k: list(v) for k, v in sets.items()},
            **written(formula, s.lines)[0],
        }
        whole = together(theorem, [listed[k] for k in kept])
        if accepted(certificate, *conjunction_at(session, whole, len(kept), at)):
            return Group(tuple(kept), at, certificate)
    except MISFITS:
        pass
    return None


# ---------------------------------------------------------------------------------------------------- search
def searched(session: Session, theorem: Theorem, listed: Sequence[Mutant]) -> list[Group]:
    """Groups of neighbours with certificates, within the bounds above."""
    groups: list[Group] = []
    done: set[int] = set()  # ladders with a neighbour that is refuted
    tries = 0
    plain = [k for k, m in enumerate(listed) if m.variant.given is None]
    other = [k for k, m in enumerate(listed) if m.variant.given is not None]
    for at, failing in places(session, theorem, listed, plain):
        chosen = nearest(listed, [k for k in failing if listed[k].ladder not in done])
        take(session, theorem, listed, chosen, at, groups, done)
    for k in other:
        if len(groups) >= GROUPS or sum(len(g.which) for g in groups) >= MOST:
            break
        if listed[k].ladder in done:
            continue
        whole = together(theorem, [listed[k]])
        for at in suggested(theorem, whole):
            if take(session, theorem, listed, [k], at, groups, done):
                break
        else:
            if tries < SEARCHES:
                tries += 1
                found = against(whole)
                if found is not None:
                    take(session, theorem, listed, [k], found, groups, done)
    return groups


def take(session: Session, theorem: Theorem, listed: Sequence[Mutant], chosen: Sequence[int], at: Point,
         groups: list[Group], done: set[int]) -> bool:  # fmt: skip
    """Put the neighbours that the kernel accepts as refuted at the point with the groups."""
    group = certified(session, theorem, listed, chosen, at) if chosen else None
    if group is None:
        return False
    groups.append(group)
    done |= {listed[k].ladder for k in group.which}
    return True


def nearest(listed: Sequence[Mutant], which: Sequence[int]) -> list[int]:
    """The first of each ladder."""
    first: dict[int, int] = {}
    for k in which:
        first.setdefault(listed[k].ladder, k)
    return list(first.values())[:MOST]


def places(
    session: Session, theorem: Theorem, listed: Sequence[Mutant], which: Sequence[int]
) -> Iterator[tuple[Point, list[int]]]:
    """Points that satisfy the theorem's hypotheses, with the neighbours whose claims fail there: most of them first."""
    task = Task(theorem.given, theorem.claim, theorem.parameters, theorem.laws)
    closures = {k: decide.truth_of(listed[k].variant.claim) for k in which}
    found: list[tuple[Point, set[int]]] = []
    for env, at in candidates(session, theorem):
        if len(found) >= POINTS:
            break
        if satisfied(task, env):
            found.append((at, {k for k, closure in closures.items() if false(closure, env)}))
    ladders: set[int] = set()
    for _ in range(2):
        news = [(len({listed[k].ladder for k in bad} - ladders), -n) for n, (_, bad) in enumerate(found)]
        if not news or max(news)[0] == 0:
            return
        at, bad = found[-max(news)[1]]
        ladders |= {listed[k].ladder for k in bad}
        yield at, sorted(bad)


def satisfied(task: Task, env: Env) -> bool:
    """Whether all hypotheses hold at the point, exactly."""
    try:
        return (
            task.admissible(env, None)
            and decide.laws_are_distributions(env, task.laws)
            and task.satisfied(env)
        )
    except (OutOfWork, NotRational, KeyError):
        return False


def false(closure: Any, env: Env) -> bool:
    try:
        return closure(env) is False
    except (NotRational, KeyError):
        return False


def candidates(session: Session, theorem: Theorem) -> Iterator[tuple[Env, Point]]:
    """Points at which a claim that says more may fail: of equality, of the file, where the hypotheses hold, simple ones."""
    given = [*theorem.tight, *(v.witness for v in theorem.near_misses.values() if v.witness is not None)]
    for at in given:
        with suppress(StatementError, KeyError, ValueError):
            yield from islice(environments(theorem, at, 20), 2)
    instance = session.existence(theorem).point
    if instance is not None:
        with suppress(StatementError, KeyError, ValueError):
            yield from islice(environments(theorem, instance, 1), 1)
    if theorem.where:
        yield from islice(environments(theorem, Point(), 20), 10)
        return
    task = Task(theorem.given, theorem.claim, theorem.parameters, theorem.laws)
    task.patience, task.counts_all = PATIENCE, True
    with suppress(OutOfWork):
        for at in islice(examples_of(task, 60), 10):
            yield decide.environment(at), at


def suggested(theorem: Theorem, whole: Theorem) -> Iterator[Point]:
    """Points of the file that refute a neighbour."""
    task = Task(whole.given, whole.claim, whole.parameters, whole.laws)
    points = [v.witness for v in theorem.near_misses.values() if v.witness is not None]
    for at in [*points, *theorem.tight]:
        with suppress(StatementError, KeyError, ValueError, TypeError):
            for env, full in islice(environments(whole, at, 20), 2):
                if satisfied(task, env) and false(task.conclusion, env):
                    yield full


def against(whole: Theorem) -> Point | None:
    """A point against a statement, by a small search."""
    if whole.where:
        task = Task(whole.given, whole.claim, whole.parameters, whole.laws)
        for env, full in islice(environments(whole, Point(), 60), 40):
            if satisfied(task, env) and false(task.conclusion, env):
                return full
        return None
    found = refute(whole.given, whole.claim, whole.parameters, whole.laws, SMALL)
    return None if found is None else found.point


__all__ = ["NearMiss", "near_misses"]
