"""Witnesses against a claim as it stands, each accepted by the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import inf

from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym import deadline
from dpsym.claims.answers import Answer, Witness
from dpsym.claims.few_outputs import extreme_pairs, small_mechanisms
from dpsym.claims.reading import combining, named
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Claim, Reader, meant
from dpsym.claims.reading.relations import Part
from dpsym.claims.reading.syntax import NotAClaim
from dpsym.claims.sessions import session_for_claims
from dpsym.language import PBDP, Exists, GaussianDP, Notion, Point, StatementError, Theorem, as_written
from dpsym.prove.counterexamples.budget import Budget
from dpsym.prove.counterexamples.refute import Refutation, explain, refutations, show
from dpsym.prove.counterexamples.refute_points import Task
from dpsym.prove.decide import truth

# evaluations of simple relations in a short and in a long search for a witness; dear ones count more
SHORTLY, LONGER = 6_000, 20_000
NONE = Budget(
    grid=0, random=0, edges=0, steps=0, early=0, pairs=0, random_pairs=0, queries=0, patience=SHORTLY, listed=800,
    laws=named.MOST, counts_all=False,
)  # fmt: skip
EARLY = replace(NONE, grid=120, early=24)
LATE = replace(
    NONE, grid=800, random=500, edges=4, steps=60, early=40, pairs=300, random_pairs=300, queries=4,
    rlimit=1_000_000, patience=LONGER,
)  # fmt: skip
FEW = replace(
    NONE, grid=200, random=100, steps=60, early=40, pairs=30, random_pairs=10, queries=2, rlimit=300_000, patience=LONGER
)  # fmt: skip
NEEDS = replace(NONE, grid=200, random=100, steps=60, queries=2, rlimit=300_000)
LISTED = replace(NONE, early=200)
# claims about numbers, to which others are brought: at a pair with closed forms, at the end of the search, by themselves
PROBE = replace(NONE, grid=400, steps=25, patience=SHORTLY, counts_all=True)
SCATTERED = replace(PROBE, random=300, edges=1, steps=12, patience=2 * SHORTLY)
NUMBERS = replace(PROBE, grid=1500, random=300, edges=4, patience=3 * LONGER)
# values of the parameters at which small mechanisms are looked at before a proof is searched; the smaller number where the
# claim is about all tests
QUICK, FEWEST = 8, 1

SIMPLE = "simple values"  # how a point that is tried first is called


def over_tests(claim: Claim) -> bool:
    """Whether the claim quantifies over tests, where each evaluation is dear."""
    whole = (*claim.theorem.given, claim.theorem.claim)
    return any(
        x.has(GaussianDP, PBDP) or any(f.func.__name__ == "f" for f in x.atoms(AppliedUndef)) for x in whole
    )


def refuted(claim: Claim, budget: Budget) -> Answer | None:
    """A witness that the kernel accepts, or None."""
    theorem = claim.theorem
    if any(x.has(Exists) for x in (*theorem.given, theorem.claim)):
        return None  # no search over tests shows that none exists; pairs with closed forms do
    if theorem.where:  # the parameters alone are searched
        budget = replace(budget, patience=inf)
    return confirmed(claim, refutations(theorem, budget))


def confirmed(claim: Claim, points: Iterable[Refutation]) -> Answer | None:
    """The first of the points that the kernel accepts, as an answer; None of answers that are shuffled, of which less is
    supposed than is so."""
    if combining.amplifies(claim.source):
        return None
    found, verdict = session_for_claims().confirmed(claim.theorem, points)
    if found is None or verdict is None:
        return None
    return Answer(
        claim.text,
        "refuted",
        "a point",
        f"witness: {SIMPLE if found.found == 'hint' else found.found}",
        witness_of(claim, found),
        verdict.certificate,
        claim=claim,
        point=found.point,
    )


def at_points(theorem: Theorem, points: Iterable[Point], found_by: str) -> Iterator[Refutation]:
    """Those of the points at which the theorem is false, by exact evaluation."""
    task = Task(theorem.given, theorem.claim, theorem.parameters, theorem.laws)
    for at in points:
        deadline.spend(deadline.EVALUATION)
        if truth(theorem.claim, at) is False:
            found = explain(task, at, found_by)
            if found is not None:
                yield found


def by_linear_program(claim: Claim) -> Answer | None:
    """A pair against the claim that an exact linear program finds, or None."""
    points = extreme_pairs.points(claim.theorem)
    return confirmed(claim, at_points(claim.theorem, points, "an exact linear program"))


def by_small_mechanisms(reader: Reader, most: int = small_mechanisms.VALUES) -> Answer | None:
    """Small mechanisms against the claim; where it is about any number of parts, at small numbers of them.  `most` is
    how many values of the parameters are tried."""
    source = reader.source
    for name in combining.counts(source):
        for m in range(1, combining.FEW + 1):
            with suppress(NotAClaim):
                inner = by_small_mechanisms(Reader(combining.at_number(source, name, m)), most)
                if inner is not None and inner.witness is not None:
                    witness = replace(inner.witness, values={name: str(m), **inner.witness.values})
                    return replace(
                        inner, text=source.text, witness=witness, reduced=inner.reduced or inner.text
                    )
        return None
    try:
        claim = meant(reader, few=combining.FEW)
    except (NotSupported, StatementError):
        return None
    points = small_mechanisms.points(claim.theorem, most)
    return confirmed(claim, at_points(claim.theorem, points, "small mechanisms"))


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


def named_order(formula: Boolean, at: Point) -> str:
    """The order of laws that are named in which a notion is false at the point."""
    for pair in (formula.pair, formula.pair.swapped) if isinstance(formula, Notion) else ():
        with as_written():
            one = formula.one_order(pair)
        if truth(one, at) is False:
            return ", ".join(law.func.__name__ for law in (pair.a, pair.b))
    return ""
