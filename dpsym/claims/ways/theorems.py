"""The theorems that a typed claim may rest on: those of the library, and of a user's own folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property
from math import inf
from pathlib import Path

from sympy.logic.boolalg import Boolean

from dpsym import deadline, library
from dpsym.claims.reading.meaning import Claim
from dpsym.claims.reading.named import naming, posted
from dpsym.claims.sessions import WORK, session_for_claims
from dpsym.claims.ways.proofs import Proof, certificates, reporter
from dpsym.keeping.rule_files import with_rules
from dpsym.language import Notion, StatementError, Theorem
from dpsym.language.steps import Step, used_in
from dpsym.prove.library.best_tests import quantified
from dpsym.prove.library.forms import canon, functionals, head
from dpsym.prove.library.given_laws import prove
from dpsym.prove.library.rules import Index
from dpsym.prove.library.theorems import Found, Library, library_of
from dpsym.prove.library.values import by_values
from dpsym.prove.lines.steps import lines_needed
from dpsym.prove.session import Session
from dpsym.prove.verdict import Verdict

Named = tuple[str, Theorem]
CHAINS = 4_500_000  # steps for chains of rules about powers of tests, before best tests are asked


def theorems(folders: Sequence[Path] = ()) -> list[Named]:
    """The theorems of the library that claims may rest on, and those of these folders, by name; LibraryError where a folder
    has none."""
    own = [library.load(library.user_files(f)) for f in folders]
    for broken in (b for found in own for b in found.broken):
        raise library.LibraryError(broken.reason)
    loaded = [library.load(with_rules(library.library_files())), *own]
    return [(i.name, i.entry) for found in loaded for i in found if isinstance(i.entry, Theorem)]


class Theorems:
    """Theorems that claims may use, with their index; `session` makes a session with a part of a claim's work.

    Where those that are proved give no proof, those that are cited from the literature may be used too.
    """

    def __init__(self, named: Sequence[Named], session: Callable[[int], Session]) -> None:
        self.items, self.session = tuple(named), session
        self.named = {id(t): (name, t) for name, t in named}
        self.library = library_of(named, reporter(), session)
        cited = Index((name, t) for name, t in named if t.cited).rules
        self.cited = [({head(a) for a in r.atoms}, r.heads | says(r.says)) for r in cited]

    @cached_property
    def wider(self) -> Library:
        """The library with what is cited, for claims that it has no proof of otherwise."""
        with deadline.uncounted():  # made once for all claims
            return library_of(self.items, reporter(), self.session, cites=True)

    def prove(self, claim: Claim) -> Proof | None:
        """A proof of a claim from the theorems that are proved, or None."""
        found = of_library(claim.theorem, goals_of(claim), self.about(claim, self.library))
        return None if found is None else self.told(found)

    def cite(self, claim: Claim) -> Proof | None:
        """A proof of a claim from all theorems, or None; its verdict is `cited` where one of them is."""
        if not self.speaks_of_cited(claim):
            return None
        found = of_library(claim.theorem, goals_of(claim), self.about(claim, self.wider))
        return None if found is None else self.told(found)

    def told(self, found: Found) -> Proof:
        """What was found, with the names of the theorems that it rests on, and their certificates."""
        used = dict.fromkeys(self.used(found.verdict, found.derivation, found.session))
        sources = [f"{t.title} ({', '.join(t.cited)})" for t in (self.theorem(n) for n in used) if t.cited]
        return Proof(
            found.verdict,
            found.derivation,
            (*used, *sources),
            () if sources else tuple(certificates(found.verdict, found.session)),
        )

    def about(self, claim: Claim, library: Library) -> Library:
        """The library for the laws of a claim, where it names them."""
        if not naming(claim.source):
            return library
        return library.on_laws(tuple(sorted(claim.theorem.laws)), posted(claim.source))

    def speaks_of_cited(self, claim: Claim) -> bool:
        """Whether a statement of the literature needs what is supposed, or says what is asked."""
        theorem, goals = claim.theorem, goals_of(claim)
        given = {h for g in theorem.given for h in says(g)}
        asked = says(theorem.claim) | {head(f) for g in goals for f in functionals(canon(g))}
        return any(given & needs or asked & said for needs, said in self.cited)

    def theorem(self, name: str) -> Theorem:
        """The theorem of this name."""
        return next(t for n, t in self.named.values() if n == name)

    def used(self, verdict: Verdict, derivation: tuple[Step, ...], session: Session) -> Iterator[str]:
        """The names of the theorems on which the last line of a proof rests, also by way of statements that have no
        name; a derivation may state more than is needed in the end."""
        needed = {line["name"] for line in lines_needed(verdict.certificate) if line["rule"] == "lemma"}
        for use in used_in(derivation):
            key = session.key(use.theorem)
            if verdict.certificate is not None and key not in needed:
                continue
            known = self.named.get(id(use.theorem))
            if known is not None:
                yield known[0]
            elif key in session.verdicts:
                yield from self.used(session.verdicts[key], use.theorem.derivation, session)


@cache
def with_folders(*folders: Path) -> Theorems:
    """The theorems of the library, and of these folders, for claims; LibraryError where a folder has none."""
    return Theorems(theorems(folders), lambda parts: session_for_claims(WORK // parts))


def goals_of(claim: Claim) -> list[Boolean]:
    """The formulas of the conclusion for the first order of the pair."""
    return [f for part in claim.parts for order, f in part.formulas if order != "Q, P"]


def of_library(theorem: Theorem, goals: Sequence[Boolean], library: Library) -> Found | None:
    """A proof by chains of rules, or from values; of powers of tests the values tell more."""
    found = None
    of_powers = any(quantified(f) is not None for f in (*goals, *theorem.given))
    with suppress(StatementError), deadline.share(CHAINS if of_powers else inf):
        found = prove(theorem, goals, library)
    return by_values(theorem, goals, library) if found is None and not library.index.named else found


def says(formula: Boolean) -> set[str]:
    """The head of a notion, where there is one."""
    return {head(formula)} if isinstance(formula, Notion) else set()
