"""What is known of a typed claim as data, and the witness against a false one."""

from __future__ import annotations

from dataclasses import dataclass, field

from dpsym.claims.reading.meaning import Claim
from dpsym.kernel import bundle
from dpsym.kernel.terms import Json
from dpsym.language import Point
from dpsym.language.steps import Step
from dpsym.prove.verdict import NOWHERE, LineVerdict


@dataclass(frozen=True)
class Witness:
    """Values that make a claim false, accepted by the kernel.

    values   typed parameter name -> exact value as text
    laws     masses of P and Q on the listed outcomes, as text; empty for a claim about numbers
    fails    the part of the conclusion that fails, as typed
    order    "P, Q" or "Q, P": the order of the pair in which it fails ("" for a claim about numbers)
    where    values of quantified names (an event, a test, an outcome, an order) at which it fails
    relation the relation that fails there, with the exact or enclosed values of its two sides
    """

    values: dict[str, str]
    laws: dict[str, tuple[str, ...]]
    fails: str
    order: str
    where: dict[str, str]
    relation: str
    left: str
    right: str

    def json(self) -> Json:
        """The witness as JSON data."""
        return {
            "values": dict(self.values),
            "laws": {k: list(v) for k, v in self.laws.items()},
            "fails": self.fails,
            "order": self.order,
            "where": dict(self.where),
            "relation": self.relation,
            "left": self.left,
            "right": self.right,
        }

    def lines(self) -> list[str]:
        """The witness for a person with a pencil."""
        out = [f"{k} = {v}" for k, v in self.values.items()]
        out += [f"{k} = ({', '.join(v)})" for k, v in self.laws.items()]
        order = f" in the order ({self.order})" if self.order else ""
        out.append(f"fails: {self.fails}{order}")
        out += [f"at {k} = {v}" for k, v in self.where.items()]
        if self.left:
            out.append(f"left {self.left}, right {self.right}")
        return out


@dataclass(frozen=True)
class Known:
    """What is known of a typed claim.

    verdict      proved, cited (proved from facts of the literature, which `rests_on` lists), vacuous (the kernel proves
                 that the hypotheses hold nowhere), refuted or undecided
    scope        what a proof covers: as the certificate has it ("all finite outputs", "numbers"); "a point" for a witness
    method       how it was settled
    witness      of a refuted claim
    certificate  for the kernel: of the claim, or of the witness
    seconds      time taken
    tried        for an undecided claim: what was looked at, and the least numerical gap seen
    rests_on     what the answer takes from the literature; of a proved claim, the theorems of the library that its
                 proof uses, whose certificates the kernel has checked too
    reduced      the claim about numbers to which this one was brought, if it was: the certificate is for that one
    lemmas       the certificates of the theorems that the claim's certificate uses, by name
    read         what the claim says of its mechanism in words, and which inputs are neighbours, where it is made of others
    instance     values at which the kernel accepts the conditions and hypotheses, of a claim that is not refuted
    nowhere      whether the claim holds and no such values are known
    derivation   the steps of the language that the search found, for a proved claim (empty: it needed none)
    lines        the verdict on each of them, by the lines that the kernel checked
    """

    text: str
    verdict: str
    scope: str = ""
    method: str = ""
    witness: Witness | None = None
    certificate: Json | None = field(default=None, repr=False, compare=False)
    seconds: float = field(default=0.0, compare=False)
    tried: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()
    reduced: str = ""
    read: str = ""
    derivation: tuple[Step, ...] = field(default=(), repr=False, compare=False)
    lines: tuple[LineVerdict, ...] = field(default=(), repr=False, compare=False)
    lemmas: tuple[tuple[str, Json], ...] = field(default=(), repr=False, compare=False)
    claim: Claim | None = field(default=None, repr=False, compare=False)
    point: Point | None = field(default=None, repr=False, compare=False)
    instance: Json | None = field(default=None, compare=False)
    nowhere: bool = field(default=False, compare=False)

    @property
    def shown(self) -> str:
        """The verdict as it is shown."""
        return f"{self.verdict}, {NOWHERE}" if self.nowhere else self.verdict

    def json(self) -> Json:
        """The answer as JSON data: the keys of the interface, and what was tried."""
        return {
            "claim": self.text,
            "verdict": self.verdict,
            "scope": self.scope,
            "method": self.method,
            "witness": self.witness.json() if self.witness else None,
            "seconds": round(self.seconds, 4),
            "tried": list(self.tried),
            "rests_on": list(self.rests_on),
            "reduced": self.reduced,
            "read": self.read,
            "instance": self.instance,
            "shown": self.shown,
        }

    def bundle(self) -> Json | None:
        """The certificate as a file for `python -m dpsym.kernel`."""
        if self.certificate is None:
            return None
        return bundle({**dict(self.lemmas), "claim": self.certificate})
