"""Where statements are settled: what a search of its own, for values or for an instance, finds there and asks of it.

A workspace keeps the theorems that the kernel has accepted and the certificates beside them; `dpsym.prove.session` is the
one in which theorems are settled.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from dpsym.kernel import Checked
from dpsym.kernel.terms import Json
from dpsym.language import Theorem
from dpsym.language.fingerprint import of_steps
from dpsym.prove.statement import Statement, statement_of
from dpsym.prove.strategy import FULL
from dpsym.prove.verdict import Verdict
from dpsym.prove.witnesses.refutation import Refuter, Store


class Workspace(Refuter, ABC):
    """The theorems that the kernel has accepted, by the hashes of their claims, and what is known of terms' values."""

    def __init__(self, store: Store | None = None) -> None:
        super().__init__(store)
        self.library: dict[str, Checked] = {}
        self.shown_values: dict[str, Json] = {}  # certificates that terms have values, by what they show
        self.value_steps: dict[str, float] = {}  # what the search for each took, which counts each time
        self.effort = FULL  # what one search may spend
        self._statements: dict[int, tuple[Theorem, Statement]] = {}
        self._places: dict[int, tuple[Theorem, Statement, str]] = {}

    def statement(self, theorem: Theorem) -> Statement:
        """The statement as the kernel reads it, read once."""
        found = self._statements.get(id(theorem))
        if found is None or found[0] is not theorem:
            found = (theorem, statement_of(theorem))
            self._statements[id(theorem)] = found
        return found[1]

    def key(self, theorem: Theorem) -> str:
        """The claim's hash: the name under which the kernel's library has it."""
        return self.statement(theorem).digest

    def store_key(self, theorem: Theorem) -> str:
        """Where the certificate is kept: the claim's hash with that of the author's steps, so that an edited step is
        searched again."""
        st, found = self.statement(theorem), self._places.get(id(theorem))
        if found is None or found[0] is not theorem or found[1] is not st:
            found = (theorem, st, of_steps(theorem.derivation, st.digest, self.key))
            self._places[id(theorem)] = found
        return found[2]

    @abstractmethod
    def theorem(self, theorem: Theorem) -> Verdict:
        """The verdict on a theorem, with those that it uses settled before it."""

    @abstractmethod
    def settle_uses(self, theorem: Theorem) -> None:
        """Settle the theorems that the steps of a theorem use."""

    @abstractmethod
    def accepted_as(self, theorem: Theorem, st: Statement) -> Json | None:
        """The certificate of a theorem that is read as the given statement; None where no proof is found."""
