"""The best bound for a claim with "?": what it is, how it is proved, and where it is reached."""

from __future__ import annotations

from dataclasses import dataclass

from dpsym.claims.answers import Answer
from dpsym.claims.reading.nodes import Node
from dpsym.kernel.terms import Json


@dataclass(frozen=True)
class Attained:
    """Parameters and a pair at which the bound is reached, or approached (`value` is what the pair gives); or the
    mechanism that reaches it at all parameters, with the answer that says so (`mechanism`, `proof`)."""

    values: dict[str, str]
    laws: dict[str, tuple[str, ...]]
    value: str
    approached: bool
    mechanism: str = ""
    proof: Answer | None = None

    def json(self) -> Json:
        """The point as JSON data."""
        laws = {k: list(v) for k, v in self.laws.items()}
        said = {"values": self.values, "laws": laws, "value": self.value, "approached": self.approached}
        if self.proof is not None:
            said |= {"mechanism": self.mechanism, "verdict": self.proof.verdict}
        return said

    def words(self) -> str:
        """Where it is reached, for a person."""
        if self.proof is not None:
            return f"reached by {self.mechanism}: {self.proof.verdict}"
        shown = [f"{k} = {v}" for k, v in self.values.items()]
        shown += [f"{k} = ({', '.join(v)})" for k, v in self.laws.items()]
        return f"{'approached' if self.approached else 'reached'} at {'; '.join(shown)}"


@dataclass(frozen=True)
class AtEnd:
    """An end of the domain, in words, at which the bound is not known to be the best, and the best one there where that is
    known."""

    where: str
    best: Best | None

    def json(self) -> Json:
        """The end as JSON data."""
        return {"where": self.where, "bound": self.best.bound if self.best else None}

    def words(self) -> str:
        """What is so at the end, for a person."""
        if self.best is None:
            return f"at {self.where}: not known to be the best bound"
        inner = [f"at {self.where}, {e.where}: {e.told}" for e in self.best.ends]
        return "; ".join([f"at {self.where}: {self.told}", *inner])

    @property
    def told(self) -> str:
        """The best bound there, as far as it is known."""
        return "not known" if self.best is None else f"the best bound is {self.best.bound}"


@dataclass(frozen=True)
class Best:
    """The least of several bounds, each proved; the pair program has no smaller value at the points looked at.

    bounds     the bounds as text: their minimum is the answer
    proofs     the answers to the claims with each bound put in
    attained   a point at which each bound is reached or approached (None where none was found)
    points     parameter points at which the minimum was compared with the exact linear program: all agree; 0 where the
               bound is the value at the worst pair, or no pair is known that comes near to it
    terms      the bounds as terms of a claim
    smaller    points at which a billionth less of a budget was shown to be too small: all that were looked at
    ends       ends of the domain at which another bound is the best, or it is not known which
    """

    text: str
    bounds: tuple[str, ...]
    proofs: tuple[Answer, ...]
    attained: tuple[Attained | None, ...]
    points: int
    terms: tuple[Node, ...] = ()
    smaller: int = 0
    ends: tuple[AtEnd, ...] = ()

    @property
    def bound(self) -> str:
        """The bound as text."""
        return self.bounds[0] if len(self.bounds) == 1 else f"min({', '.join(self.bounds)})"

    def json(self) -> Json:
        """The bound as JSON data."""
        return {
            "claim": self.text,
            "bound": self.bound,
            "bounds": [
                {"bound": b, "verdict": p.verdict, "method": p.method, "attained": a.json() if a else None}
                for b, p, a in zip(self.bounds, self.proofs, self.attained, strict=True)
            ],
            "points": self.points,
            "smaller": self.smaller,
            "ends": [e.json() for e in self.ends],
        }
