"""Sign certificates for polynomials over a domain {h >= 0}.

A certificate for a polynomial g is `scale * g = sum of coefficient * product of h_i`, all coefficients >= 0
and the scale a product of h that are strictly positive.  It is data: checking it is polynomial
       multiplication.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sympy import QQ
from sympy.external.gmpy import MPQ
from sympy.polys.rings import PolyElement, PolyRing

from dpsym.reals.exact import exact, fraction
from dpsym.reals.simplex import CONSTANT, solution

COLUMNS = 20000  # size of a product search that is still tried

Exponents = tuple[int, ...]


@dataclass(frozen=True)
class Products:
    """scale * g = sum of terms; both as exponents of the domain's polynomials, terms with their
    coefficients."""

    scale: Exponents
    terms: tuple[tuple[Fraction, Exponents], ...]


@dataclass(frozen=True)
class SignProof:
    """p = constant * prod g^e with constant >= 0; an odd power has a Products certificate for g, an even
    one none."""

    constant: Fraction
    factors: tuple[tuple[PolyElement, int, Products | None], ...]


def value_at(p: PolyElement, point: Sequence[MPQ]) -> MPQ:
    """A sympy ring polynomial at a rational point."""
    total = QQ(0)
    for exponents, c in p.terms():
        total += c * math.prod([x ** int(k) for x, k in zip(point, exponents, strict=True)], start=QQ(1))
    return total


# --------------------------------------------------------------------------------------------------- signs
class Signs:
    """Searches sign certificates over {h >= 0 for h in domain}, strictly where `strict` says so.

    `ring` is a sympy polynomial ring whose variables are ordered so that bounds mention earlier variables.
    """

    def __init__(self, ring: PolyRing, domain: Sequence[PolyElement], strict: Sequence[bool]) -> None:
        self.ring, self.domain, self.strict = ring, list(domain), list(strict)
        self.zero: Exponents = (0,) * len(self.domain)
        self.bounds = [self._bounds(k) for k in range(len(ring.gens))]
        self.known: dict[tuple[PolyElement, bool], SignProof | None] = {}

    def _bounds(self, k: int) -> list[tuple[PolyElement, int] | None]:
        """A lower and an upper bound of variable k in earlier variables, each with the index of its
        condition."""
        v, found = self.ring.gens[k], [None, None]
        for j, h in enumerate(self.domain):
            for side, sign in ((0, 1), (1, -1)):
                bound = v - sign * h
                later = any(m[q] for m in bound for q in range(k, len(self.ring.gens)))
                if found[side] is None and not later:
                    found[side] = (bound, j)  # type: ignore[call-overload]
        return found  # type: ignore[return-value]

    def single(self, f: PolyElement) -> Products | None:
        """f is a condition of the domain plus a nonnegative constant."""
        for j in sorted(range(len(self.domain)), key=lambda j: not self.strict[j]):
            rest = f - self.domain[j]
            if rest.is_ground and (not rest or rest.LC > 0):
                terms = [(Fraction(1), tuple(int(i == j) for i in range(len(self.domain))))]
                return Products(self.zero, tuple(terms + ([(fraction(rest.LC), self.zero)] if rest else [])))
        return None

    def shifted(self, f: PolyElement) -> Products | None:
        """All coefficients are >= 0 after v = low + z, or v = (low + up z)/(1 + z), from the last variable
        on."""
        for drop in itertools.product((2, 1, 0), repeat=len(self.ring.gens)):
            pairs = list(zip(drop, self.bounds, strict=True))
            if all(d == 2 or None not in b for d, b in pairs):
                chosen = [[x if d != side else None for side, x in enumerate(b)] for d, b in pairs]
                found = self._shift(f, chosen)
                if found:
                    return found
        return None

    def _shift(
        self, f: PolyElement, bounds: Sequence[Sequence[tuple[PolyElement, int] | None]]
    ) -> Products | None:
        ring, scale, used = self.ring, [0] * len(self.domain), {}
        for k in reversed(range(len(ring.gens))):
            low, up = bounds[k]
            z = ring.gens[k]
            n = f.degree(z)
            if n <= 0:
                continue
            if low is None and up is None:
                return None
            parts: dict[int, PolyElement] = {}
            for m, c in f.terms():
                rest = list(m)
                power, rest[k] = rest[k], 0
                parts[power] = parts.get(power, ring(0)) + ring({tuple(rest): c})
            if low and up:
                width = up[0] - low[0]
                if width != 1:
                    j = next((j for j, h in enumerate(self.domain) if h == width and self.strict[j]), None)
                    if j is None:
                        return None
                    scale[j] += n
                f = sum(
                    (c * (low[0] + up[0] * z) ** e * (1 + z) ** (n - e) for e, c in parts.items()),
                    ring(0),
                )
            elif low:
                f = sum((c * (low[0] + z) ** e for e, c in parts.items()), ring(0))
            elif up:
                f = sum((c * (up[0] - z) ** e for e, c in parts.items()), ring(0))
            used[k] = (low and low[1], up and up[1], n)
        if any(c < 0 for c in f.values()):
            return None
        terms = []
        for m, c in f.terms():
            exponents = [0] * len(self.domain)
            for k, (low_index, up_index, n) in used.items():
                if low_index is not None:
                    exponents[low_index] += m[k]
                if up_index is not None:
                    exponents[up_index] += n - m[k] if low_index is not None else m[k]
            terms.append((fraction(c), tuple(exponents)))
        return Products(tuple(scale), tuple(terms))

    def combined(self, f: PolyElement, degree: int = 3) -> Products | None:
        """f as a nonnegative combination of products of at most `degree` conditions, by exact linear
        programming."""
        caps = [max(1, f.degree(g)) for g in self.ring.gens]
        layer: list[tuple[Exponents, PolyElement]] = [(self.zero, self.ring(1))]
        found = list(layer)
        for _ in range(degree):
            grown = []
            for exponents, p in layer:
                first = max((i for i, k in enumerate(exponents) if k), default=0)
                for j in range(first, len(self.domain)):
                    q = p * self.domain[j]
                    if all(q.degree(g) <= cap for g, cap in zip(self.ring.gens, caps, strict=True)):
                        grown.append((tuple(k + (i == j) for i, k in enumerate(exponents)), q))
            layer = grown[:400]
            found += layer
        monomials = sorted({m for _, q in found for m in q} | set(f))
        if len(monomials) * len(found) > COLUMNS:
            return None
        equations = [
            {j: exact(q[m]) for j, (_, q) in enumerate(found) if m in q}
            | ({CONSTANT: -exact(f[m])} if m in f else {})
            for m in monomials
        ]
        x = solution(equations)
        if x is None:
            return None
        return Products(self.zero, tuple((fraction(v), found[j][0]) for j, v in sorted(x.items())))

    def proof(self, f: PolyElement, positive: bool = False) -> SignProof | None:
        """A certificate of f >= 0 (f > 0 when `positive`) on the domain, or None."""
        key = (f, positive)
        if key not in self.known:
            self.known[key] = self._proof(f, positive)
        return self.known[key]

    def _proof(self, f: PolyElement, positive: bool) -> SignProof | None:
        if not f:
            return None if positive else SignProof(Fraction(0), ())
        lead, factors = f.factor_list()
        constant = fraction(lead)
        found: list[tuple[PolyElement, int, Products | None]] = []
        for g, power in factors:
            if power % 2 == 0 and not positive:
                found.append((g, power, None))
                continue
            for sign, h in ((1, g), (-1, -g)):
                products = next((p for p in self._attempts(h) if self._enough(p, positive)), None)
                if products is not None:
                    found.append((h, power, products))
                    constant *= sign**power
                    break
            else:
                return None
        return SignProof(constant, tuple(found)) if constant >= 0 else None

    def _attempts(self, h: PolyElement) -> Iterator[Products | None]:
        searches: tuple[Callable[[PolyElement], Products | None], ...] = (
            self.single,
            self.shifted,
            self.combined,
        )
        for search in searches:
            yield search(h)

    def _enough(self, products: Products | None, positive: bool) -> bool:
        if products is None:
            return False
        return not positive or any(
            c > 0 and all(s or not k for s, k in zip(self.strict, exponents, strict=True))
            for c, exponents in products.terms
        )
