"""A theorem as the kernel reads it: hypotheses and conclusion over named sorts, and the pair of laws if it is listed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sympy import Basic

from dpsym.kernel.reading import Checked
from dpsym.kernel.rules import Checker
from dpsym.kernel.terms import Sort, dump, tree
from dpsym.language import Theorem, as_written
from dpsym.language.errors import StatementError
from dpsym.language.names import kernel_name
from dpsym.language.terms import Translation, characterised
from dpsym.prove.proof.script import ONE, ZERO, Term, subst

AS_WRITTEN, SWAPPED, OTHER_LAW = READINGS = ("as written", "laws exchanged", "under the other law")


@dataclass
class Statement:
    """A theorem's claim as one closed kernel formula: hypotheses imply conclusion, over free names."""

    sig: dict[str, Sort]
    hypotheses: tuple[Term, ...]
    conclusion: Term
    named_claim: Term
    sets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    masses: dict[str, Term] = field(default_factory=dict)

    @cached_property
    def formula(self) -> Term:
        """The hypotheses imply the conclusion, as one formula."""
        return tree(implication(self.hypotheses, self.conclusion))

    @property
    def checked(self) -> Checked:
        """What the kernel has of the claim once a proof of it was accepted."""
        return Checked(dict(self.sig), dict(self.sets), self.formula)

    @property
    def accepted(self) -> Checked:
        """The same in the words of a certificate, whose notions the kernel unfolds: so a proof that uses the theorem reads it.
        Not compared with the statement here."""
        kernel = Checker(self.sig, self.sets)
        return Checked(kernel.c.sig, kernel.c.sets, kernel.formula(self.named_claim))

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the formula with its signature and listed sets."""
        text = json.dumps(
            [dump(self.formula), sorted((k, v) for k, v in self.sig.items()), sorted(self.sets.items())],
            sort_keys=True,
            default=list,
        )
        return hashlib.sha256(text.encode()).hexdigest()


def law_axioms(tr: Translation, name: str, spaces: tuple[str, ...]) -> Term:
    """That the function symbol is a law: masses at least 0, total 1."""
    outcomes = [tr.fresh(o, s) for o, s in zip(outcome_names(spaces), spaces, strict=True)]
    mass = (name, *outcomes)
    nonnegative: Term = ("<=", ZERO, mass)
    total: Term = mass
    for o in reversed(outcomes):
        nonnegative, total = ("all", o, nonnegative), ("sum", o, total)
    return ("and", nonnegative, ("=", total, ONE))


def called_law(name: str, spaces: tuple[str, ...]) -> Term:
    """The law as a notion of the kernel takes it: by name on Y, written out on other sets."""
    outcomes = outcome_names(spaces)
    return name if spaces == ("Y",) else ("lam", *outcomes, (name, *outcomes))


def outcome_names(spaces: tuple[str, ...]) -> list[str]:
    """The conventional name of an outcome of a space: y for Y, z for Z, with a number when a space repeats."""
    return [s.lower() if spaces.count(s) == 1 else f"{s.lower()}{i}" for i, s in enumerate(spaces)]


def natural_numbers(theorem: Theorem) -> tuple[Term, ...]:
    """That the integer parameters of a theorem are natural numbers."""
    return tuple(("nat", kernel_name(p.name)) for p in theorem.parameters if p.integer_valued)


def statement(theorem: Theorem) -> Statement:
    """The kernel's reading of hypotheses and conclusion, before masses are put in for laws."""
    domain, given, claim, laws = theorem.domain, theorem.given, theorem.claim, theorem.laws
    tr, named = Translation(), Translation(named=True)
    tr.sig = named.sig  # one signature: what a notion binds is declared too
    conclusion, says = tr.formula(claim), named.formula(claim)
    hypotheses = [tr.formula(c) for c in domain]
    called = [named.formula(c) for c in domain]
    whole = natural_numbers(theorem)
    hypotheses += whole
    called += whole
    body = [(tr.formula(g), named.formula(g)) for g in given]
    hypotheses[:0] = called[:0] = characterised(tr)
    for law in map(kernel_name, laws):
        sort = tr.sig.get(law)
        if isinstance(sort, tuple):
            axioms = law_axioms(tr, law, sort)
            hypotheses.append(axioms)
            called.append(("Distribution", called_law(law, sort)))
    hypotheses += [g for g, _ in body]
    called += [g for _, g in body]
    return Statement(dict(tr.sig), tuple(hypotheses), conclusion, implication(called, says))


def implication(hypotheses: Sequence[Term], conclusion: Term) -> Term:
    """hypotheses -> conclusion, without an empty or single conjunction."""
    if not hypotheses:
        return conclusion
    return ("->", hypotheses[0] if len(hypotheses) == 1 else ("and", *hypotheses), conclusion)


@as_written()  # once for all that is read: sympy empties its caches at every change
def statement_of(theorem: Theorem) -> Statement:
    """The kernel's reading of a theorem; integer parameters are natural numbers."""
    st = statement(theorem)
    return listed(st, theorem.where) if theorem.where else st


def listed(st: Statement, masses: Mapping[str, tuple[Basic, ...]]) -> Statement:
    """The statement about one explicit pair: each law is a function on a listed set, given by its masses."""
    tr = Translation()
    tr.sig = dict(st.sig)
    sets: dict[str, tuple[str, ...]] = {}
    put: dict[str, Term] = {}
    taken = frozenset(st.sig)
    for law, values in ((kernel_name(law), values) for law, values in masses.items()):
        sort = tr.sig.get(law)
        if not isinstance(sort, tuple) or len(sort) != 1:
            raise StatementError(f"masses are given for {law}, which is not a law on one output space here")
        (space,) = sort
        if space not in sets:
            sets[space] = tuple(tr.fresh(f"{space.lower()}{i + 1}", space, taken) for i in range(len(values)))
        elements = sets[space]
        running = tr.fresh(f"{space.lower()}_", space, taken)
        parts: list[Term] = [
            ("*", ("ind", ("eq", running, e)), tr.term(m)) for e, m in zip(elements, values, strict=True)
        ]
        put[law] = ("lam", running, ("+", *parts) if len(parts) > 1 else parts[0])
    hypotheses = tuple(subst(h, put) for h in st.hypotheses)
    conclusion, called = subst(st.conclusion, put), subst(st.named_claim, put)
    return Statement(dict(tr.sig), hypotheses, conclusion, called, sets, put)
