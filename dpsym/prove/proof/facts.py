"""A relation that is known at a point of a proof, with its line."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from dpsym.kernel.normal import Poly
from dpsym.prove.proof.floats import Terms, atoms_of, in_floats
from dpsym.prove.proof.polynomials import degrees, monomial_atoms, pmul


@dataclass(frozen=True)
class Fact:
    """A relation that is known: kind ge (>= 0), gt (> 0) or eq (= 0), its normal form, and the line that says so."""

    kind: str
    poly: Poly = field(hash=False, compare=False)
    line: int = 0

    @cached_property
    def atoms(self) -> list:
        """The atoms of the relation, each once, in order of appearance."""
        return monomial_atoms(self.poly)

    @cached_property
    def form(self) -> tuple[str, frozenset]:
        """What it says, as a key."""
        return self.kind, frozenset(self.poly.items())

    @cached_property
    def _products(self) -> dict[int, tuple[Poly, Poly]]:
        return {}

    def times(self, factor: Poly) -> Poly:
        """The product with a polynomial, multiplied once: one search after another asks for those of the same facts."""
        known = self._products.get(id(factor))
        if known is None:  # the factor is kept with it, so that no other gets its number
            known = self._products[id(factor)] = factor, pmul(factor, self.poly)
        return known[1]

    @cached_property
    def degrees(self) -> dict:
        """The largest positive exponent of each atom."""
        return degrees(self.poly)

    @cached_property
    def deep_atoms(self) -> dict:
        """Names and applied functions in the relation."""
        return atoms_of(self.poly)

    @cached_property
    def floats(self) -> Terms:
        """Its normal form for numerical models."""
        return in_floats(self.poly)
