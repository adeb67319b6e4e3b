"""The theorems that a search may use, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import sympy
from sympy.core.relational import Relational

from dpsym import deadline
from dpsym.language import Notion, Theorem, as_written
from dpsym.language.steps import Step
from dpsym.prove.library.best_tests import BestTests
from dpsym.prove.library.rules import Index, Rule, rule_of
from dpsym.prove.session import Session
from dpsym.prove.verdict import Verdict


@dataclass(frozen=True)
class Library:
    """Theorems by shape, where they are settled, and how a session for a claim is made.

    session  gives a session with one part in so many of the work that one claim may cost
    cites    whether statements of the literature, which have no proof here, may be used too
    guided   theorems that give a notion from others with numbers that neither tells: only steps that are written with
             these numbers use them
    others   the same for claims that name their laws, by these names
    """

    index: Index
    tests: BestTests
    reporter: Session
    session: Callable[[int], Session]
    cites: bool = False
    guided: tuple[Rule, ...] = ()
    others: dict[tuple, Library] = field(default_factory=dict, repr=False, compare=False)

    def settled(self, theorem: Theorem) -> bool:
        """Whether the kernel accepts a proof of a theorem of the library, or it may be cited."""
        # once for all claims, and as `check` settles it: the search for a claim keeps expressions as they are written
        with deadline.uncounted(), sympy.evaluate(True):
            return self.holds(self.reporter.settle(theorem))

    def holds(self, verdict: Verdict) -> bool:
        """Whether a verdict is that of something proved, or proved from what is cited."""
        return verdict.status == "proved" or (self.cites and verdict.status == "cited")

    def on_laws(self, laws: tuple[str, ...], posted: tuple[tuple[str, str], ...] = ()) -> Library:
        """The library for a claim that names these laws; of some what is made of an output, each with the law of this."""
        if (laws, posted) not in self.others:
            with deadline.uncounted():  # made once for all claims
                self.others[laws, posted] = replace(self, index=self.index.on_laws(laws, posted))
        return self.others[laws, posted]

    def use_in(self, session: Session) -> None:
        """Give a session the theorems that were settled, with their derivations: it may have less effort to settle them."""
        session.library.update(self.reporter.library)
        session.verdicts.update(self.reporter.verdicts)
        session.own.update(self.reporter.own)


def library_of(
    items: Sequence[tuple[str, Theorem]],
    reporter: Session,
    session: Callable[[int], Session],
    cites: bool = False,
) -> Library:
    """The library of named theorems; without `cites` those that have a proof."""
    known = [(name, theorem) for name, theorem in items if cites or not theorem.cited]
    left = [(name, theorem) for name, theorem in known if leaves_open(theorem)]
    with as_written():
        guided = tuple(r for r in (rule_of(name, theorem) for name, theorem in left) if r is not None)
    index = Index(item for item in known if item not in left)
    return Library(index, BestTests(known), reporter, session, cites, guided)


def leaves_open(theorem: Theorem) -> bool:
    """Whether a theorem gives a notion from others, with a number of which only relations of numbers speak."""
    if not isinstance(theorem.claim, Notion):
        return False
    facts = [g for g in theorem.given if not isinstance(g, Relational)]
    told = theorem.claim.free_symbols.union(*(g.free_symbols for g in facts))
    return not told.issuperset(theorem.parameters) and any(g.has(Notion) for g in facts)


@dataclass(frozen=True)
class Found:
    """A proof: the verdict on the claim as it stands, the derivation, and the session in which the kernel accepted it."""

    verdict: Verdict
    derivation: tuple[Step, ...]
    session: Session
