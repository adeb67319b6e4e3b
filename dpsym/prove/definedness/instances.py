"""Whether the hypotheses of a statement hold somewhere: a point at which the kernel accepts them, or a proof that there
is none.

The hypotheses are those of the certificate: the domains of the parameters, that the masses of laws add up to 1 (listed
masses included), and what the author supposes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice

from sympy import Basic, Ge, Gt, Integer, Lambda, Le, Lt
from sympy.core.function import AppliedUndef

from dpsym.kernel import Refused, digest
from dpsym.kernel.terms import Json, dump
from dpsym.language import (
    AllOf,
    ApproxDP,
    ForAll,
    HockeyStick,
    Notion,
    P,
    Pair,
    Parameter,
    Point,
    Probability,
    ProbDP,
    PureDP,
    S,
    StatementError,
    Theorem,
    Total,
    as_written,
    have,
    specialise,
    y,
)
from dpsym.language.steps import Step, used_in
from dpsym.language.terms import characterises
from dpsym.prove import decide
from dpsym.prove.counterexamples import refute_points as candidates
from dpsym.prove.counterexamples.examples import equal_laws, examples
from dpsym.prove.counterexamples.refute_points import OutOfWork, Task
from dpsym.prove.decide import Env
from dpsym.prove.proof.script import ONE, ZERO, Stored, Stuck, Term, fv, subst
from dpsym.prove.statement import Statement, implication
from dpsym.prove.witnesses.kept import (
    MISFITS,
    NotKept,
    certified,
    conjunction,
    point_data,
    point_from,
    proof_of,
)
from dpsym.prove.witnesses.witness import left_open, placed, supposing
from dpsym.prove.workspace import Workspace

OFFERED = 10  # points that are offered to the kernel
LOOKED_AT = 400  # points that are looked at
PATIENCE = 40_000  # evaluations of a simple relation in the search for a point
WORK = 1_700_000  # steps of the kernel's arithmetic in the search for a contradiction
FALSE: Term = ("<", ONE, ZERO)
Pairs = tuple[tuple[Basic, Basic], ...]  # of a point: names and their values
Laws = tuple[tuple[str, tuple[Basic, ...]], ...]  # of a point: laws and their masses


@dataclass(frozen=True)
class Existence:
    """What is known of a statement's hypotheses.

    holds        True: the kernel accepts them at `point`; False: it accepts a proof of 1 < 0 from them; None: neither
                 was found
    certificate  of either
    lemmas       the certificates of what the contradiction uses, by name
    """

    holds: bool | None
    point: Point | None = None
    certificate: Json | None = None
    tried: str = ""
    lemmas: tuple[tuple[str, Json], ...] = ()


def existence(session: Workspace, theorem: Theorem) -> Existence:
    """A point at which the theorem's hypotheses hold, with a certificate; else a proof that they contradict each other;
    else neither.  What the session's store has is used where the kernel accepts it."""
    st = session.statement(theorem)
    place = f"instance-{digest([dump(st.formula), listed_sorts(st)])}"  # the search looks at the claim too
    stored = session.kept(place) or {}
    at = point_from(stored.get("point"), theorem)
    if at is not None:
        try:
            certificate = certificate_at(st, at, stored.get("certificate"))
            return kept_at(session, place, stored, at, certificate)
        except MISFITS:
            pass  # only a suggestion: search again
    tried = "no point was found at which the hypotheses hold"
    for at in islice(points(theorem), OFFERED):
        try:
            certificate = certificate_at(st, at)
        except (Stuck, Refused, RecursionError) as e:
            tried = f"the kernel has no proof that the hypotheses hold at a point that was found: {e}"
            continue
        return kept_at(session, place, {}, at, certificate)
    return (contradiction(session, theorem, st) if st.hypotheses else None) or Existence(None, tried=tried)


def kept_at(session: Workspace, place: str, stored: Json, at: Point, certificate: Json | None) -> Existence:
    """A point at which hypotheses hold, which is put into the store unless it came from there."""
    with suppress(NotKept):  # else it is found again in the next run
        kept = {"point": point_data(at), "certificate": certificate}
        if kept != stored:
            session.store.put(place, kept)
    return Existence(True, at, certificate)


def listed_sorts(st: Statement) -> list[Sequence[tuple[str, object]]]:
    """Sorts and listed sets of a statement as data."""
    return [sorted((k, str(v)) for k, v in st.sig.items()), sorted((k, list(v)) for k, v in st.sets.items())]


def certificate_at(st: Statement, at: Point, stored: Stored = None) -> Json | None:
    """The certificate that the hypotheses hold at the point; None where there are none. Stuck, or Refused."""
    if all(map(characterises, st.hypotheses)):
        return None
    formula, sig, sets = hypotheses_at(st, at)
    return certified(formula, sig, sets, stored, lambda: proof_of(formula, sig, sets, WORK))


def hypotheses_at(st: Statement, at: Point) -> tuple[Term, dict, dict]:
    """All hypotheses at the point, with the signature and the listed sets; Stuck where the point leaves a name open."""
    put, sig, sets = site(st, at)
    formula = supposing(st, conjunction(subst(h, put) for h in st.hypotheses if not characterises(h)))
    if missing := left_open(formula, sets):
        raise Stuck(f"the point gives no value for {', '.join(sorted(missing))}")
    return formula, sig, sets


def site(st: Statement, at: Point) -> tuple[dict[str, Term], dict, dict]:
    """`placed`, with values that mention others resolved, and the sets of a statement about listed masses."""
    if st.masses:
        rows = tuple((name, m) for name, m in at.laws if name not in st.masses)
        at = Point(at.at, rows, "", at.sizes)
    put, sig, sets = placed(st, at)
    for _ in put:
        again = {k: subst(v, put) if not fv(v).isdisjoint(put) else v for k, v in put.items()}
        if again == put:
            break
        put = again
    return put, sig, {**sets, **st.sets}


# ------------------------------------------------------------------------------------------------------- points
def points(theorem: Theorem) -> Iterator[Point]:
    """Points at which the hypotheses are likely to hold: the file's example, its listed laws, simple points."""
    if theorem.example is not None:
        yield from islice(completed(theorem, theorem.example), OFFERED // 2)
    if theorem.where:
        yield from completed(theorem, Point())
        return
    for found in (islice(examples(theorem, LOOKED_AT, PATIENCE), 3), *equal_laws(theorem, PATIENCE)):
        with suppress(OutOfWork):
            yield from islice(found, 2)


def completed(theorem: Theorem, at: Point) -> Iterator[Point]:
    """The point with simple values for the parameters that it leaves open, as far as none is seen to be against the
    hypotheses."""
    for env, full in environments(theorem, at):
        if (
            full.at == at.at
        ):  # nothing was left open: the kernel may show what exact evaluation leaves undecided
            yield full
            continue
        conditions = (*theorem.domain, *theorem.given)
        laws = [name for name in theorem.laws if name in env.laws]
        if decide.laws_are_distributions(env, laws) and all(
            decide.truth_of(c)(env) is not False for c in conditions
        ):
            yield full


def environments(theorem: Theorem, at: Point, limit: int = 60) -> Iterator[tuple[Env, Point]]:
    """The point with simple values for the parameters that it leaves open: as exact values, and as a point."""
    given = {k.name for k, _ in at.at}
    names = {s.name: s for s in theorem.parameters}
    pairs = tuple((names.get(k.name, k), v) for k, v in at.at)
    free = [s for s in theorem.parameters if s.name not in given]
    laws = at.laws or tuple((law, masses) for law, masses in theorem.where.items())
    mentioned = [
        s for v in (*(v for _, v in pairs), *(m for _, row in laws for m in row)) for s in open_symbols(v)
    ]
    free += list(dict.fromkeys(s for s in mentioned if s.name not in given and s not in free))
    for env in open_values(theorem, tuple(free), laws, limit) if free else [Env({}, {})]:
        values = dict(env.values)
        left = list(pairs)
        for _ in pairs:  # a value may mention others
            waiting = []
            for k, v in left:
                value = decide.number_of(v)(Env(values, {}))
                if value is None:
                    waiting.append((k, v))
                else:
                    values[k] = value
            left = waiting
        whole = Env(values, {})
        rows = {law: [m if is_function(m) else decide.number_of(m)(whole) for m in row] for law, row in laws}
        full = Env(whole.values, rows, None, dict(at.sizes))
        chosen = {s: candidates.as_expr(values[s]) for s in free if s in values}
        if left or any(v is None for v in values.values()) or any(v is None for v in chosen.values()):
            continue
        if any(m is None for row in rows.values() for m in row):
            continue
        yield full, closed(at, pairs, laws, chosen)


def open_values(theorem: Theorem, free: tuple[Parameter, ...], laws: Laws, limit: int) -> Iterator[Env]:
    """Simple values of parameters that a point leaves open."""
    with (
        as_written()
    ):  # the masses are among the formulas, so that simple values of their exponents are chosen
        masses = tuple(Le(Integer(0), m) for _, row in laws for m in row if not is_function(m))
    task = Task((*theorem.given, *masses), theorem.claim, free, ())
    yield from candidates.parameter_points(task, Env({}, {}), limit)


def is_function(m: Basic) -> bool:
    """Whether a mass is a function of numbers instead."""
    return isinstance(m, Lambda)


def open_symbols(v: Basic) -> list[Parameter]:
    """The parameters in a value, in a fixed order."""
    return sorted((s for s in v.free_symbols if isinstance(s, Parameter)), key=lambda s: s.name)


def closed(
    at: Point,
    pairs: Pairs,
    laws: Laws,
    chosen: dict[Basic, Basic],
) -> Point:
    """The point with the chosen values put in; a point that leaves nothing open stays as it is written."""
    if not chosen and not any(open_symbols(v) for _, v in pairs):
        return Point(pairs, laws, at.note, at.sizes)
    known = dict(chosen)
    left = list(pairs)
    for _ in pairs:
        known |= {k: v.xreplace(known) for k, v in left}
    done = tuple((k, v) for k, v in known.items())
    rows = tuple((law, tuple(m.xreplace(known) for m in row)) for law, row in laws)
    return Point(done, rows, at.note, at.sizes)


# ------------------------------------------------------------------------------------------------ contradictions
def contradiction(session: Workspace, theorem: Theorem, st: Statement) -> Existence | None:
    """That the hypotheses imply 1 < 0, with the certificate; None where the search finds no proof."""
    named = implication((st.named_claim[1],), FALSE)
    absurd = Statement(st.sig, st.hypotheses, FALSE, named, st.sets, st.masses)
    before = session.effort
    session.effort = before.within(WORK)
    try:
        for steps in derivations(session, theorem):
            with as_written():
                bare = Theorem(
                    title=f"the hypotheses contradict each other: {theorem.title}"[:200], given=theorem.given,
                    claim=Lt(Integer(1), Integer(0)), derivation=steps, where=theorem.where,
                )  # fmt: skip
            try:
                found = session.accepted_as(bare, absurd)
            except StatementError:
                continue
            if found is not None:
                used = [use.theorem for use in used_in(steps)]
                lemmas = tuple(
                    (session.key(t), certificate)
                    for t in used
                    if (certificate := session.theorem(t).certificate)
                )
                return Existence(False, certificate=found, lemmas=lemmas)
    finally:
        session.effort = before
    return None


def derivations(session: Workspace, theorem: Theorem) -> Iterator[tuple[Step, ...]]:
    """Steps that may lead to a contradiction: none; that a hypothesis about numbers fails; what no pair of laws satisfies."""
    yield ()
    for h in dict.fromkeys((*theorem.domain, *theorem.given)):
        if isinstance(h, Lt | Le | Gt | Ge) and not h.has(AppliedUndef):
            yield (have(h.negated),)
    for h in theorem.given:  # what is supposed of every event, at the event that always occurs
        if isinstance(h, PureDP | ApproxDP):
            with as_written():
                always = specialise(h, {S(y): Le(Integer(0), Integer(0))})
            yield (always,)
        if isinstance(h, ProbDP):  # no probability that it speaks of is above 1
            with as_written():
                shares = sorted(h.definition().atoms(Probability), key=str)
                at_most = tuple(have(Le(share, Integer(1))) for share in shares)
            yield at_most
    yield from of_other_pairs(theorem, partial(contradictory, session, theorem))
    if {"P", "Q"} == set(theorem.laws) and not theorem.where:
        with as_written():
            stick = HockeyStick(Integer(0))
            ways = (
                (Le(Total(P(y), y), Integer(0)), ()),
                (Le(stick, Integer(-1)), (have(Le(Integer(0), stick)),)),
            )
        for impossible, more in ways:
            lemma = replace_claim(theorem, impossible)
            with suppress(
                StatementError
            ):  # steps that a search proposes may come to nothing that can be stated
                if session.theorem(lemma).status == "proved":
                    yield (have(impossible, by=lemma), *more)


def of_other_pairs(
    theorem: Theorem, impossible: Callable[[Notion], Theorem | None]
) -> Iterator[tuple[Step, ...]]:
    """Steps to a contradiction where hypotheses say of other laws than P and Q what no pair of laws has: `impossible` gives
    a theorem which says that 1 < 0 where P and Q have a notion, or None."""
    first = first_of_sequences(theorem.given)
    for opened, notion in said_of_pairs(theorem.given):
        if notion.pair in (Pair(), Pair().swapped):
            continue
        with as_written():
            lemma = impossible(notion.on(Pair()))
            there = None if lemma is None else lemma.at(P=notion.pair.a, Q=notion.pair.b)
            nothing = Lt(Integer(1), Integer(0))
        if there is not None:
            yield (*first, *opened, have(nothing, by=there))


def contradictory(session: Workspace, theorem: Theorem, notion: Notion) -> Theorem | None:
    """The theorem that P and Q have no such notion under the theorem's hypotheses about numbers; None where the search finds
    no proof."""
    numbers = tuple(g for g in theorem.given if not g.has(AppliedUndef))
    alone = None
    with (
        as_written(),
        suppress(StatementError),
    ):  # a function of the theorem may be called as P and Q's mechanism is
        alone = replace_claim(replace(theorem, given=(*numbers, notion)), Lt(Integer(1), Integer(0)))
    if alone is None:
        return None
    for steps in derivations(session, alone):
        lemma = replace(alone, derivation=steps)
        with suppress(StatementError):
            if session.theorem(lemma).status == "proved":
                return lemma
    return None


def said_of_pairs(
    given: Sequence[Basic], opened: tuple[Step, ...] = ()
) -> Iterator[tuple[tuple[Step, ...], Notion]]:
    """The notions that hypotheses say of pairs, perhaps of every one of a kind, with the steps that say it of one of them."""
    for h in given:
        if isinstance(h, Notion):
            yield opened, h
        elif isinstance(h, AllOf):
            yield from said_of_pairs(h.args, opened)
        elif isinstance(h, ForAll):
            at = {v: Integer(0) if isinstance(v, Parameter) else v for v in h.args[0]}
            with as_written():
                one = specialise(h, at)
                body = h.args[1].xreplace({v: value for v, value in at.items() if v != value})
            yield from said_of_pairs([body], (*opened, one))


def first_of_sequences(given: Sequence[Basic]) -> tuple[Step, ...]:
    """What hypotheses say of every law of a sequence, said of the first two."""
    found: list[Step] = []
    for h in given:
        if isinstance(h, ForAll) and isinstance(h.args[0][0], Parameter):
            with as_written():
                found += [specialise(h, {h.args[0][0]: Integer(k)}) for k in (0, 1)]
    return tuple(found)


def replace_claim(theorem: Theorem, claim: Basic) -> Theorem:
    """The theorem's hypotheses with another claim and nothing else."""
    return replace(
        theorem, claim=claim, derivation=(), as_in=None, tight=(), near_misses={}, errata=(), example=None,
        evaluate={}, cited=(),
    )  # fmt: skip
