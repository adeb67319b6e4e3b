"""Proofs of claims with the certificates of the theorems that they use, and steps that a claim itself suggests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import sympy

from dpsym.claims.meaning import Claim
from dpsym.claims.notions import OTHER_TEST
from dpsym.kernel.terms import Json
from dpsym.language import Exists, GaussianDP, Phi_inv, as_written, exhibit, have, specialise
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
    from dpsym.store import Certificates

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
    """The test whose existence the claim asserts: another test of the claim, or the one that ignores the output."""
    for part in claim.parts:
        for _, formula in part.formulas:
            for found in formula.atoms(Exists):
                (test,) = found.args[0]
                if test == OTHER_TEST:
                    return (exhibit({OTHER_TEST: TEST}, "the same test"),)
                level = found.args[1].args[1].args[1]
                return (exhibit({TEST: level}, "the test that does not look at the output"),)
    return ()


def at_cuts(claim: Claim) -> tuple[Step, ...]:
    """Gaussian DP read at the quantiles of which the claim speaks."""
    curve = next(g for g in claim.theorem.given if isinstance(g, GaussianDP))
    with as_written():
        spoken_of = set().union(*(g.atoms(Phi_inv) for g in (*claim.theorem.given, claim.theorem.claim)))
        cuts = sorted(spoken_of, key=str)
        return tuple(specialise(curve, {CUT: p, TEST: TEST}, "at this cut") for p in cuts)
