"""Proofs of claims with the certificates of the theorems that they use, and steps that a claim itself suggests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import sympy

from dpsym.claims.reading.meaning import Claim
from dpsym.claims.reading.named import posted
from dpsym.claims.reading.notions import OTHER_TEST
from dpsym.claims.sessions import session_for_claims
from dpsym.kernel.terms import Json
from dpsym.language import (
    Between,
    Chain,
    Exists,
    ForAll,
    GaussianDP,
    Mass,
    Outcome,
    Phi_inv,
    Theorem,
    Total,
    as_written,
    exhibit,
    function,
    have,
    specialise,
    y,
)
from dpsym.language.combined import K, x
from dpsym.language.notions import CUT, TEST
from dpsym.language.steps import Step
from dpsym.prove.session import Session
from dpsym.prove.verdict import Verdict


@dataclass(frozen=True)
class Proof:
    """What the library gives: the verdict on the claim as typed, its derivation, the theorems used, their certificates."""

    verdict: Verdict
    derivation: tuple[Step, ...]
    theorems: tuple[str, ...]
    lemmas: tuple[tuple[str, Json], ...]


@cache
def reporter() -> Session:
    """Where theorems of the library are settled, each once in a process; stored certificates are checked again."""
    from dpsym.keeping.store import Certificates

    return Session(Certificates())


def certificates(verdict: Verdict, session: Session) -> Iterator[tuple[str, Json]]:
    """The certificates of all theorems that a proof rests on, each after those it uses."""
    seen: set[str] = set()

    def visit(keys: tuple[str, ...]) -> Iterator[tuple[str, Json]]:
        for key in keys:
            if key not in seen:
                seen.add(key)
                inner = session.verdicts[key]
                yield from visit(inner.uses)
                assert inner.certificate is not None
                yield key, inner.certificate

    yield from visit(verdict.uses)


def put_together(theorem: Theorem, steps: tuple[Step, ...]) -> tuple[Verdict, tuple[tuple[str, Json], ...]]:
    """The verdict on a theorem by steps that use proofs of other claims, and the certificates of all that it rests on."""
    session, settled = (
        session_for_claims(),
        reporter(),
    )  # what the others rest on the kernel has accepted there
    session.library.update(settled.library)
    session.verdicts.update(settled.verdicts)
    session.own.update(settled.own)
    session.of_any_set |= settled.of_any_set
    verdict = session.theorem(replace(theorem, derivation=steps))
    return verdict, tuple(certificates(verdict, session)) if verdict.status == "proved" else ()


def ratios(claim: Claim) -> tuple[Step, ...]:
    """The logarithms of the ratios of the masses of a listed pair, where they are its privacy loss."""
    where = claim.theorem.where
    loss = next((x.args[0] for masses in where.values() for m in masses for x in m.atoms(sympy.exp)), None)
    if loss is None:
        return ()
    with as_written():
        return tuple(
            have(sympy.Eq(sympy.log(a / b), value, evaluate=False), "the privacy loss at an output")
            for a, b, value in zip(where["P"], where["Q"], (loss, -loss), strict=True)
        )


def chosen(claim: Claim) -> tuple[Step, ...]:
    """The test whose existence the claim asserts: another test of the claim, or the one that ignores the output; of what is
    made of an output, the test of that."""
    if posted(claim.source):
        return test_of_what_is_made(claim)
    for part in claim.parts:
        for _, formula in part.formulas:
            for found in formula.atoms(Exists):
                (test,) = found.args[0]
                if test == OTHER_TEST:
                    return (exhibit({OTHER_TEST: TEST}, "the same test"),)
                level = found.args[1].args[1].args[1]
                return (exhibit({TEST: level}, "the test that does not look at the output"),)
    return ()


def test_of_what_is_made(claim: Claim) -> tuple[Step, ...]:
    """The steps that take the chance that a test rejects what is made of an output as a test of the output."""
    f, z = TEST.func, Outcome("z")
    with as_written():
        inside = f(y) * K(x, y)
        rejected = Total(inside, y)
        steps: list[Step] = [
            have(sympy.Le(0, inside), "no factor is negative"),
            have(sympy.Le(inside, K(x, y)), "a test is at most 1"),
            have(sympy.Le(0, rejected), "no term is negative"),
            have(sympy.Eq(Total(K(x, y), y), 1), "the answers to an output have a law"),
            have(sympy.Le(rejected, Total(K(x, y), y)), "answer by answer"),
            have(ForAll(x, Between(0, rejected, 1)), "a test"),
        ]
        for answer, law in posted(claim.source):
            after, before = function(answer)(y), function(law)(x)
            steps.append(have(sympy.Eq(f(y) * after, Total(f(y) * (before * K(x, y)), x)), "the law"))
            steps.append(
                Chain(Mass(f(y), after, y))
                .eq(Total(f(y) * (before * K(x, y)), x, y), "the law of what is made of the output")
                .eq(Total(Total(inside * before, y), x), "the sums exchanged")
                .eq(Total(rejected * before, x), "a constant factor")
            )
        return (*steps, exhibit({OTHER_TEST: Total(f(z) * K(y, z), z)}, "the test of what is made of it"))


def at_cuts(claim: Claim) -> tuple[Step, ...]:
    """Gaussian DP read at the quantiles of which the claim speaks."""
    curve = next(g for g in claim.theorem.given if isinstance(g, GaussianDP))
    with as_written():
        spoken_of = set().union(*(g.atoms(Phi_inv) for g in (*claim.theorem.given, claim.theorem.claim)))
        cuts = sorted(spoken_of, key=str)
        return tuple(specialise(curve, {CUT: p, TEST: TEST}, "at this cut") for p in cuts)
