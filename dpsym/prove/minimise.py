"""Which steps of a derivation the search can do without.

Steps are left out, many at a time at first and then one by one, and the theorem is proved again: what is left proves it,
and leaving out one more does not.  Another order might keep other steps; what is named unneeded can go all together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from dpsym.kernel import run
from dpsym.language import StatementError, Theorem
from dpsym.language.steps import Piece, Step, distinct, in_text, selected
from dpsym.prove.definedness.values import shown
from dpsym.prove.lines.steps import reports
from dpsym.prove.lines.tactic import Prover
from dpsym.prove.proof.script import Refused, Stuck
from dpsym.prove.session import Session, same_statement
from dpsym.prove.strategy import Effort

TRIALS = 120  # proofs that are searched for one theorem
SLOWER = 3  # a step is needed where the search without it takes so many times the kernel's arithmetic
LEAST = 300_000  # of the kernel's arithmetic, allowed to every trial


@dataclass(frozen=True)
class Minimal:
    """What came of it.

    needed    for each step in the order of the text (lines of chains are steps), whether it is kept
    trials    proofs that were searched
    complete  whether every kept step was tried alone; else the allowance was used up before
    """

    needed: tuple[bool, ...]
    trials: int
    complete: bool


class Minimisation:
    """The steps of one theorem that are still there, and the proofs that are searched without some of them."""

    def __init__(self, session: Session, theorem: Theorem, trials: int = TRIALS) -> None:
        """ValueError where the steps do not prove the theorem."""
        self.session, self.theorem = session, theorem
        self.allowed, self.done = trials, 0
        self.derivation = distinct(theorem.derivation)
        self.number = {id(piece): k for k, piece in enumerate(in_text(self.derivation))}
        self.kept = list(self.number.values())
        self.complete = False
        session.settle_uses(theorem)
        work = self.search(theorem, Effort(work=10**12))
        if work is None:
            raise ValueError(f"the steps do not prove {theorem.title!r}")
        self.effort = Effort(work=max(SLOWER * work, LEAST))

    @property
    def result(self) -> Minimal:
        """What is known so far."""
        kept = set(self.kept)
        return Minimal(tuple(k in kept for k in self.number.values()), self.done, self.complete)

    def run(self) -> Iterator[Minimal]:
        """Leave out windows of steps, each half as long as the last, until no single one can go; a result a trial."""
        size = len(self.kept)
        while size:
            at, dropped = 0, False
            while at < len(self.kept):
                if self.done >= self.allowed:
                    return
                steps, left = self.without(self.kept[at : at + size])
                if self.proves(steps):
                    self.kept, dropped = left, True
                else:
                    at += size
                yield self.result
            if size > 1 or not dropped:
                size //= 2
        self.complete = True

    def without(self, gone: list[int]) -> tuple[tuple[Step, ...], list[int]]:
        """The steps that stay when these go too, and their numbers: what is inside a step that goes, goes with it."""
        kept, left = set(self.kept).difference(gone), []

        def stays(piece: Piece) -> bool:
            k = self.number[id(piece)]
            if k in kept:
                left.append(k)
            return k in kept

        return selected(self.derivation, stays), left

    def proves(self, steps: tuple[Step, ...]) -> bool:
        """Whether the search proves the theorem with these steps only, and every one of them, and sees the values of its
        terms."""
        self.done += 1
        try:
            less = replace(self.theorem, derivation=steps)
            return self.search(less, self.effort) is not None and self.has_values(less)
        except (StatementError, ValueError, TypeError):  # what is left is no derivation
            return False

    def search(self, theorem: Theorem, effort: Effort) -> float | None:
        """The kernel's arithmetic that a proof took; None where none is found with every step in it."""
        session, st = self.session, self.session.statement(theorem)
        prover = Prover(theorem, session.library, session.key, st, effort)
        before, session.effort = session.effort, effort
        try:
            certificate = session.search(prover)
            checker, checked = run(certificate, session.library)
            same_statement(checked, st.checked)
            lines = reports(prover.theorem, st, checker, prover.stated)
        except (Stuck, Refused, RecursionError):
            return None
        finally:
            session.effort = before
        if any(line.verdict != "proved" for line in lines):
            return None
        return effort.work - prover.s.kernel.c.work

    def has_values(self, theorem: Theorem) -> bool:
        """Whether every term is shown to have a value by what is left: not by a certificate that is kept from before."""
        anew = Session()
        anew.library = self.session.library
        return shown(anew, theorem).open is None


def minimise(session: Session, theorem: Theorem, trials: int = TRIALS) -> Iterator[Minimal]:
    """What is known after each trial; the last one is the answer.  ValueError where the steps prove nothing."""
    search = Minimisation(session, theorem, trials)
    yield search.result
    yield from search.run()
    yield search.result
