"""The best bound for a claim with "?": what it is, how it is proved, and where it is reached."""

from __future__ import annotations

from dataclasses import dataclass

from dpsym.claims.answers import Answer
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
class Best:
    """The least of several bounds, each proved; the pair program has no smaller value at the points looked at.

    bounds     the bounds as text: their minimum is the answer
    proofs     the answers to the claims with each bound put in
    attained   a point at which each bound is reached or approached (None where none was found)
    points     parameter points at which the minimum was compared with the exact linear program: all agree; 0 where the
               bound is the value at the worst pair
    """

    text: str
    bounds: tuple[str, ...]
    proofs: tuple[Answer, ...]
    attained: tuple[Attained | None, ...]
    points: int

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
        }
