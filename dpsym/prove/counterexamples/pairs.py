"""The pair prover: implications between functionals of two laws, for all finite output spaces and symbolic
parameters.

A functional is a sum over outcomes of a function of the masses (a, b) that is homogeneous and linear on each
sector between its threshold ratios a/b.  `sum of lambda_i F_i + mu a + nu b >= goal` at every outcome, with
lambda_i >= 0, proves goal <= sum of lambda_i c_i + mu + nu.  The multipliers are found by an exact linear
program at one generic point, solved again over the rational functions of the parameters, and their signs
certified on the whole domain; where that fails the domain is split.  The primal of the same program is a
counterexample, which counts only after it has been re-evaluated from the definitions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import sympy
from sympy import QQ, Basic, Expr, Rational, Symbol
from sympy.core.relational import Relational
from sympy.polys.fields import FracElement
from sympy.polys.fields import field as fraction_field
from sympy.polys.rings import PolyElement

from dpsym.prove.counterexamples.pair_signs import SignProof, Signs, value_at
from dpsym.reals.exact import fraction
from dpsym.reals.simplex import Maximum, maximum

ONE = sympy.Integer(1)
DEPTH = 8  # nested splits
SIMPLE = 60  # parameters of small height at which a pair is looked for
SAMPLES = 8  # generic points whose optimal basis is tried in one region

KINDS = {
    "hockey": "max(a - t b, 0)",
    "hockey_reverse": "max(b - t a, 0)",
    "tail": "a where a > t b",
    "tail_closed": "a where a >= t b",
    "tail_reverse": "b where b > t a",
    "tail_low": "a where b > t a",
    "tail_high": "b where a > t b",
    "infinite": "a where b = 0",
    "linear": "x a + y b",
    "rejected": "x a + y b where the test rejects",
}


@dataclass(frozen=True)
class Term:
    """coefficient * one function of KINDS with its arguments (a threshold t, or x and y)."""

    kind: str
    args: tuple[Expr, ...] = ()
    coefficient: Expr = ONE

    def at(self, a: Fraction, b: Fraction, rejects: bool, number: Callable[[Expr], Fraction]) -> Fraction:
        """The value at one outcome, from the definition."""
        x = [number(t) for t in self.args]
        zero = Fraction(0)
        value = {
            "hockey": lambda: max(a - x[0] * b, zero),
            "hockey_reverse": lambda: max(b - x[0] * a, zero),
            "tail": lambda: a if a > x[0] * b else zero,
            "tail_closed": lambda: a if a >= x[0] * b else zero,
            "tail_reverse": lambda: b if b > x[0] * a else zero,
            "tail_low": lambda: a if b > x[0] * a else zero,
            "tail_high": lambda: b if a > x[0] * b else zero,
            "infinite": lambda: a if b == 0 else zero,
            "linear": lambda: x[0] * a + x[1] * b,
            "rejected": lambda: x[0] * a + x[1] * b if rejects else zero,
        }[self.kind]()
        return number(self.coefficient) * value

    @property
    def threshold(self) -> Expr | None:
        """The ratio a/b at which the function breaks."""
        if self.kind in ("hockey", "tail", "tail_closed", "tail_high"):
            return self.args[0]
        return 1 / self.args[0] if self.kind in ("hockey_reverse", "tail_reverse", "tail_low") else None


Functional = tuple[Term, ...]
Outcome = tuple[Fraction, Fraction, bool]  # its masses under both laws, and whether the test rejects
Outcomes = tuple[Outcome, ...]


def term(kind: str, *args: Expr | int, times: Expr | int = 1) -> Functional:
    """A functional of one term: `term("hockey", u)`; functionals are added with `+`."""
    if kind not in KINDS:
        raise ValueError(f"unknown functional {kind!r}; known: {', '.join(KINDS)}")
    return (Term(kind, tuple(sympy.sympify(a) for a in args), sympy.sympify(times)),)


def evaluate(functional: Functional, pair: Sequence[tuple], number: Callable[[Expr], Fraction]) -> Fraction:
    """A functional of listed outcomes (a, b, rejects), from the definition."""
    return sum((t.at(a, b, r, number) for a, b, r in pair for t in functional), Fraction(0))


@dataclass(frozen=True)
class PairClaim:
    """For every pair of laws (and every test, when a term is `rejected`): hypotheses imply goal <= bound.

    parameters   indeterminates, each after those that its bounds mention
    domain       polynomials (or relations) that are >= 0, or > 0, on the domain
    hypotheses   (functional, bound): functional <= bound
    goal         (functional, bound)
    support      bounds of the ratio a/b at every outcome (None: no bound); pure DP is (1/u, u)
    """

    parameters: tuple[Symbol, ...]
    domain: tuple[Relational, ...]
    hypotheses: tuple[tuple[Functional, Expr], ...]
    goal: tuple[Functional, Expr]
    support: tuple[Expr | None, Expr | None] = (None, None)

    @property
    def labels(self) -> int:
        """2 when a test stands in the claim, else 1."""
        functionals = [f for f, _ in (*self.hypotheses, self.goal)]
        return 2 if any(t.kind == "rejected" for f in functionals for t in f) else 1

    def replaced(self, values: Mapping[Symbol, Expr]) -> PairClaim:
        """The claim with indeterminates replaced by rational functions of the others."""

        def put(x: Basic) -> Basic:
            return sympy.sympify(x).subs(values)

        def functional(f: Functional) -> Functional:
            return tuple(Term(t.kind, tuple(put(a) for a in t.args), put(t.coefficient)) for t in f)

        low, high = self.support
        return PairClaim(
            tuple(p for p in self.parameters if p not in values),
            tuple(put(r) for r in self.domain),
            tuple((functional(f), put(c)) for f, c in self.hypotheses),
            (functional(self.goal[0]), put(self.goal[1])),
            (None if low is None else put(low), None if high is None else put(high)),
        )


# ------------------------------------------------------------------------------------------------- results
@dataclass(frozen=True)
class Obligation:
    """numerator/denominator >= 0 (or > 0) on the region, with the certificates of both signs."""

    numerator: PolyElement
    denominator: PolyElement
    top: SignProof
    bottom: SignProof
    strict: bool = False


@dataclass(frozen=True)
class Leaf:
    """Multipliers that settle a region of the domain.

    rays         threshold ratios in increasing order (without 0 and oo)
    multipliers  lambda, one per hypothesis
    mu, nu       multipliers of the sums of a and b
    value        sum of lambda c + mu + nu, which is <= the bound (or < 0 where the hypotheses contradict:
           `vacuous`)
    region       the polynomials >= 0 (> 0 where strict) that hold here
    """

    rays: tuple[Expr, ...]
    multipliers: tuple[Expr, ...]
    mu: Expr
    nu: Expr
    value: Expr
    vacuous: bool
    region: tuple[tuple[Expr, bool], ...]
    obligations: tuple[Obligation, ...]


@dataclass(frozen=True)
class Split:
    """The region is divided by the sign of a polynomial: on >= 0, and on <= 0."""

    on: Expr
    above: Node
    below: Node


@dataclass(frozen=True)
class Boundary:
    """The polynomial `on` is >= 0 here: `inside` settles on > 0, `edge` settles on = 0 with an indeterminate
    replaced."""

    on: Expr
    inside: Node
    indeterminate: Symbol
    value: Expr
    edge: Node


@dataclass(frozen=True)
class Empty:
    """No parameters lie in this region: -1 is a nonnegative combination of products of its conditions."""

    region: tuple[tuple[Expr, bool], ...]
    proof: SignProof


@dataclass(frozen=True)
class Forced:
    """Two conditions of the region, h >= 0 and -h >= 0, force an indeterminate to a value."""

    on: Expr
    indeterminate: Symbol
    value: Expr
    edge: Node


Node = Leaf | Split | Boundary | Forced | Empty


@dataclass(frozen=True)
class PairProof:
    """The claim holds: a tree of regions with multipliers."""

    claim: PairClaim
    tree: Node

    def leaves(self) -> Iterator[Leaf]:
        """All leaves with multipliers."""

        def visit(node: Node) -> Iterator[Leaf]:
            if isinstance(node, Leaf):
                yield node
            elif isinstance(node, Split):
                yield from visit(node.above)
                yield from visit(node.below)
            elif isinstance(node, Boundary):
                yield from visit(node.inside)
                yield from visit(node.edge)
            elif isinstance(node, Forced):
                yield from visit(node.edge)

        yield from visit(self.tree)


@dataclass(frozen=True)
class Exceeds:
    """The claim is false: parameters and a pair (a, b, rejects), re-evaluated from the definitions."""

    claim: PairClaim
    values: tuple[tuple[Symbol, Fraction], ...]
    pair: tuple[tuple[Fraction, Fraction, bool], ...]
    left: Fraction
    right: Fraction


# -------------------------------------------------------------------------------------------------- search
class Open(Exception):
    """Neither proved nor refuted here."""


class Search:
    """The linear programs of one claim over the rational functions of its parameters."""

    def __init__(self, claim: PairClaim) -> None:
        self.claim = claim
        indeterminates = claim.parameters or (Symbol("one_"),)
        self.field = fraction_field([s.name for s in indeterminates], QQ)[0]
        self.names = {s: Symbol(s.name) for s in indeterminates}
        self.ring = self.field.ring
        self.domain: list[PolyElement] = []
        self.strict: list[bool] = []
        for relation in claim.domain:
            if relation == True:  # noqa: E712  (sympy's true after a substitution)
                continue
            if not isinstance(relation, Relational):
                raise Open
            high, low = (relation.lhs, relation.rhs) if isinstance(relation, sympy.Ge | sympy.Gt) else (
                relation.rhs, relation.lhs)  # fmt: skip
            value = self.of(sympy.sympify(high) - low)
            if not value.denom.is_ground:
                raise Open
            p = (value.numer * (1 if value.denom.LC > 0 else -1)).primitive()[1] if value else value.numer
            p = p if not value or (p.LC > 0) == ((value.numer * value.denom.LC).LC > 0) else -p
            strict = isinstance(relation, sympy.Gt | sympy.Lt)
            if not p or p in self.domain:
                if p:
                    self.strict[self.domain.index(p)] |= strict
                continue
            self.domain.append(p)
            self.strict.append(strict)
        read = lambda f: [(t, self.of(t.coefficient), [self.of(a) for a in t.args]) for t in f]  # noqa: E731
        self.functionals = [read(f) for f, _ in (*claim.hypotheses, claim.goal)]
        self.bounds = [self.of(c) for _, c in claim.hypotheses]
        self.goal = self.of(claim.goal[1])
        self.support = [None if x is None else self.of(x) for x in claim.support]
        thresholds = [
            t.threshold for f, _ in (*claim.hypotheses, claim.goal) for t in f if t.threshold is not None
        ]
        self.breaks = list(
            dict.fromkeys([*(x for x in self.support if x is not None), *(self.of(t) for t in thresholds)])
        ) or [self.field(1)]

    def of(self, x: Expr | int) -> FracElement:
        """An expression as an element of the field."""
        x = sympy.sympify(x)
        if x.is_Rational:
            return self.field(QQ(int(x.p), int(x.q)))
        return self.field.from_expr(x.xreplace(self.names))

    def expr(self, x: FracElement | PolyElement) -> Expr:
        """An element of the field or ring as an expression in the claim's indeterminates."""
        return x.as_expr().xreplace({v: k for k, v in self.names.items()})

    def at(self, x: FracElement, point: Sequence) -> Fraction:
        """The value of a quotient of polynomials at a point."""
        return fraction(QQ(value_at(x.numer, point))) / fraction(QQ(value_at(x.denom, point)))

    # ------------------------------------------------------------------------------------------------ cells
    def cells(self, point: Sequence) -> tuple[list, list, list]:
        """(rays, columns, keys): for each label, cell and bounding ray the values of all functionals, then a,
        b.

        The cells are the rays (even positions) and the sectors between them (odd ones); on a sector each
        functional is continued linearly to its two rays.
        """
        K, zero, one = self.field, self.field(0), self.field(1)
        rays = [None, *sorted(self.breaks, key=lambda x: self.at(x, point)), None]
        last = len(rays) - 1

        def vector(r: FracElement) -> list[FracElement]:
            flip = -1 if value_at(r.denom, point) < 0 else 1
            return [K(r.numer * flip), K(r.denom * flip)]

        vectors = [(zero, one), *(tuple(vector(r)) for r in rays[1:last]), (one, zero)]
        index = lambda x: 2 * rays.index(x, 1)  # noqa: E731

        steps: dict[
            str, Callable[[FracElement, int], tuple[tuple[FracElement, FracElement], bool]]
        ] = {  # (factors of a and b), whether there
            "hockey": lambda x, at: ((one, -x), at > index(x)),
            "hockey_reverse": lambda x, at: ((-x, one), at < index(1 / x)),
            "tail": lambda x, at: ((one, zero), at > index(x)),
            "tail_closed": lambda x, at: ((one, zero), at >= index(x)),
            "tail_reverse": lambda x, at: ((zero, one), at < index(1 / x)),
            "tail_low": lambda x, at: ((one, zero), at < index(1 / x)),
            "tail_high": lambda x, at: ((zero, one), at > index(x)),
            "infinite": lambda x, at: ((one, zero), at == 2 * last),
        }

        def piece(functional: list, position: int, label: int) -> tuple[FracElement, FracElement]:
            pa = pb = zero
            for t, c, args in functional:
                x = args[0] if args else zero
                if t.kind in steps:
                    (da, db), on = steps[t.kind](x, position)
                else:
                    da, db, on = x, args[1], t.kind == "linear" or label == 1
                if on:
                    pa, pb = pa + c * da, pb + c * db
            return pa, pb

        low, high = self.support
        start = 0 if low is None else index(low)
        stop = 2 * last if high is None else index(high)
        seen: dict[tuple, tuple] = {}
        for label in range(self.claim.labels):
            for position in range(start, stop + 1):
                pieces = [piece(f, position, label) for f in self.functionals]
                for j in sorted({position // 2, (position + 1) // 2}):
                    a, b = vectors[j]
                    seen.setdefault((*(p * a + q * b for p, q in pieces), a, b), (label, position, j))
        return rays, list(seen), list(seen.values())

    def program(self, columns: Sequence, point: Sequence) -> tuple[Maximum, list]:
        """The primal at a point: masses on the columns that maximise the goal."""
        k = len(self.bounds)
        values = [[self.at(x, point) for x in c] for c in columns]
        right = [self.at(c, point) for c in self.bounds] + [Fraction(1), Fraction(1)]
        used = [*range(k), k + 1, k + 2]
        rows = [
            [v[r] for v in values] + [Fraction(int(i == j)) for j in range(k)] for i, r in enumerate(used)
        ]
        return maximum(rows, right, [v[k] for v in values] + [Fraction(0)] * k), values

    def multipliers(self, point: Sequence) -> tuple[list, list, list, bool] | None:
        """(y, rays, columns, vacuous): the dual of the optimal basis over the field; None where it is
        singular or where the goal exceeds its bound."""
        rays, columns, _ = self.cells(point)
        k, K = len(self.bounds), self.field
        best, values = self.program(columns, point)
        vacuous = best.status == "infeasible"
        if vacuous:  # Farkas: F_i <= c_i + s with least s
            columns = [(*c[:k], K(0), *c[k + 1 :]) for c in columns] + [
                (*(K(-1) for _ in range(k + 1)), K(0), K(0))
            ]
            best, values = self.program(columns, point)
        elif best.status == "optimal":
            reached = sum((m * v[k] for m, v in zip(best.x, values, strict=False)), Fraction(0))
            if reached > self.at(self.goal, point):
                raise _Exceeded(list(point))
        if best.status != "optimal":
            return None
        size = len(columns)
        unit = lambda i: [K(int(i == j)) for j in range(k + 2)]  # noqa: E731
        matrix, right = [], []
        for j in best.basis:
            if j < size:
                matrix.append([*columns[j][:k], *columns[j][k + 1 :]])
                right.append(columns[j][k])
            else:
                matrix.append(unit(j - size if j < size + k else j - size - k))
                right.append(K(0))
        y = _solve(matrix, right)
        return None if y is None else (y, rays, columns, vacuous)

    def sample(self, domain: Sequence, rng: random.Random, tries: int = 60) -> list | None:
        """A rational point inside the region, each indeterminate between its own bounds; None when none was
        found."""
        signs = Signs(self.ring, domain, [True] * len(domain))
        for _ in range(tries):
            point = [QQ(0)] * len(self.ring.gens)
            for k in range(len(point)):
                scale = rng.choice((1, 5, 40))
                z = QQ(
                    rng.randint(1, 60) * rng.choice((1, 1, 4)), rng.choice((7, 11, 13, 17, 29, 50)) * scale
                )
                low, up = (b and value_at(b[0], point) for b in signs.bounds[k])
                if low is not None and up is not None:
                    point[k] = low + (up - low) * z / (1 + z)
                else:
                    point[k] = low + z if low is not None else up - z if up is not None else z - 2
            if all(value_at(h, point) > 0 for h in domain):
                return point
        return None

    # ---------------------------------------------------------------------------------------------- the tree
    def settle(self, domain: list, strict: list[bool], depth: int, rng: random.Random) -> Node:
        """A proof tree over a region of the parameters, given by polynomials that are >= 0 (> 0 where strict)
        there."""
        signs = Signs(self.ring, domain, strict)
        region = tuple((self.expr(h), s) for h, s in zip(domain, strict, strict=True))
        seen: list = []
        best: tuple[list, list] | None = None
        for _ in range(SAMPLES):
            point = self.sample(domain, rng)
            if point is None:
                products = signs.combined(self.ring(-1))
                if products is None:
                    return self.forced(domain, strict, depth, rng)
                return Empty(region, SignProof(Fraction(1), ((self.ring(-1), 1, products),)))
            found = self.multipliers(point)
            if found is None or found[0] in seen:
                continue
            seen.append(found[0])
            obligations, failed, value = self.obligations(signs, *found)
            if not failed:
                y, rays, _, vacuous = found
                k = len(self.bounds)
                return Leaf(
                    tuple(self.expr(r) for r in rays[1:-1]),
                    tuple(self.expr(v) for v in y[:k]),
                    self.expr(y[k]),
                    self.expr(y[k + 1]),
                    self.expr(value),
                    vacuous,
                    region,
                    tuple(obligations),
                )
            if best is None or len(failed) < len(best[0]):
                best = (failed, point)
        if best is None or depth == 0:
            raise Open
        return self.divide(signs, domain, strict, depth, rng, *best)

    def obligations(
        self, signs: Signs, y: list, rays: list, columns: list, vacuous: bool
    ) -> tuple[list[Obligation], list[FracElement], FracElement]:
        """Certificates for everything that the multipliers need, and what could not be certified."""
        k = len(self.bounds)
        value = sum((y[i] * self.bounds[i] for i in range(k)), y[k] + y[k + 1])
        needed = [(x, False) for x in (*rays[1:-1], *(b - a for a, b in pairwise(rays[1:-1])))]
        needed += [(x, False) for x in y[:k]]
        for c in columns:
            total = sum((y[i] * c[i] for i in range(k)), y[k] * c[k + 1] + y[k + 1] * c[k + 2] - c[k])
            needed.append((total, False))
        needed.append((-value, True) if vacuous else (self.goal - value, False))
        found: list[Obligation] = []
        failed: list[FracElement] = []
        for x, positive in needed:
            if not x and not positive:
                continue
            closed = self._close(signs, x, positive)
            (found if closed else failed).append(closed or x)
        return found, failed, value

    def _close(self, signs: Signs, x: FracElement, positive: bool) -> Obligation | None:
        for sign in (1, -1):
            bottom = signs.proof(sign * x.denom, True)
            top = bottom and signs.proof(sign * x.numer, positive)
            if top and bottom:
                return Obligation(sign * x.numer, sign * x.denom, top, bottom, positive)
        return None

    def divide(
        self,
        signs: Signs,
        domain: list,
        strict: list,
        depth: int,
        rng: random.Random,
        failed: list,
        point: list,
    ) -> Node:
        """The region split where a multiplier that was found at a point fails, and both parts settled."""
        for x in failed:
            for g, _ in (x.numer * x.denom).factor_list()[1]:
                g = g if value_at(g, point) > 0 else -g
                if signs.proof(g) is not None:
                    if x.denom.rem([g]) == 0 and signs.proof(g, True) is None:
                        return self.boundary(g, domain, strict, depth, rng)
                    continue
                above = self.settle([*domain, g], [*strict, False], depth - 1, rng)
                below = self.settle([*domain, -g], [*strict, False], depth - 1, rng)
                return Split(self.expr(g), above, below)
        raise Open

    def boundary(self, g: PolyElement, domain: list, strict: list, depth: int, rng: random.Random) -> Node:
        """g >= 0 may vanish in a denominator: settle g > 0, and g = 0 with an indeterminate replaced."""
        inside = self.settle([*domain, g], [*strict, True], depth - 1, rng)
        found = self.replaced(g, domain, strict)
        if found is None:
            raise Open
        indeterminate, value, edge = found
        if edge is None:
            return inside
        return Boundary(self.expr(g), inside, indeterminate, value, _tree(edge, depth - 1, rng))

    def forced(self, domain: list, strict: list, depth: int, rng: random.Random) -> Node:
        """The region has no interior: replace an indeterminate that two opposite conditions determine."""
        for h in domain:
            found = self.replaced(h, domain, strict) if -h in domain and depth > 0 else None
            if found is not None and found[2] is not None:
                indeterminate, value, edge = found[0], found[1], found[2]
                return Forced(self.expr(h), indeterminate, value, _tree(edge, depth - 1, rng))
        raise Open

    def replaced(
        self, g: PolyElement, domain: list, strict: list
    ) -> tuple[Symbol, Expr, PairClaim | None] | None:
        """(indeterminate, value, claim) where g = 0 gives an indeterminate linearly; the claim is None where g = 0 is
        impossible."""
        poly = self.expr(g)
        for indeterminate in reversed(self.claim.parameters):
            slope = sympy.diff(poly, indeterminate)
            if not slope or slope.free_symbols:
                continue
            value = sympy.expand(indeterminate - poly / slope)
            edge = self.claim.replaced({indeterminate: value})
            conditions = []
            for h, s in zip(domain, strict, strict=True):
                side = sympy.expand(self.expr(h).subs(indeterminate, value))
                if side.is_Rational:
                    if side < 0 or (s and side == 0):
                        return indeterminate, value, None
                    continue
                conditions.append(sympy.Gt(side, 0) if s else sympy.Ge(side, 0))
            return (
                indeterminate,
                value,
                PairClaim(edge.parameters, tuple(conditions), edge.hypotheses, edge.goal, edge.support),
            )
        return None


class _Exceeded(Exception):
    """At this point of the parameters the linear program exceeds the bound."""

    def __init__(self, point: list) -> None:
        self.point = point


def _solve(matrix: Sequence[Sequence], right: Sequence) -> list | None:
    rows = [[*row, b] for row, b in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        p = next((r for r in range(i, size) if rows[r][i]), None)
        if p is None:
            return None
        rows[i], rows[p] = rows[p], rows[i]
        inverse = 1 / rows[i][i]
        rows[i] = [v * inverse for v in rows[i]]
        for r in range(size):
            if r != i and rows[r][i]:
                t = rows[r][i]
                rows[r] = [v - t * w for v, w in zip(rows[r], rows[i], strict=True)]
    return [row[-1] for row in rows]


def _tree(claim: PairClaim, depth: int, rng: random.Random) -> Node:
    search = Search(claim)
    return search.settle(search.domain, search.strict, depth, rng)


def settle_pair(claim: PairClaim) -> PairProof | Exceeds | None:
    """A proof with multipliers, a pair that exceeds the bound (checked exactly), or None: undecided."""
    try:
        return PairProof(claim, _tree(claim, DEPTH, random.Random(0)))
    except _Exceeded as found:
        return exceeding_pair(claim, found.point)
    except Open:
        return None


# --------------------------------------------------------------------------------------------------- pairs
def exceeding_pair(claim: PairClaim, point: Sequence | None = None) -> Exceeds | None:
    """An explicit pair that exceeds the bound, at simple parameters if possible, else at `point`."""
    try:
        search = Search(claim)
    except Open:
        return None
    points = list(simple_points(search, SIMPLE))
    if point is not None and len(point) == len(search.ring.gens):
        points.append(list(point))
    for candidate in points:
        found = pair_at(search, candidate)
        if found is not None:
            return found
    return None


def simple_points(search: Search, limit: int) -> Iterator[list]:
    """Points of the domain with parameters of small height."""
    text = "1 2 1/2 3 1/3 1/4 3/2 2/3 3/4 1/10 4 5 1/5 0 5/4 9/10 10 8"
    numbers = [QQ(int(x.p), int(x.q)) for x in map(Rational, text.split())]
    size, count = len(search.ring.gens), 0

    def level(prefix: list[int], rank: int) -> Iterator[list[int]]:
        if len(prefix) == size - 1:
            if rank < len(numbers):
                yield [*prefix, rank]
            return
        for i in range(min(rank, len(numbers) - 1) + 1):
            yield from level([*prefix, i], rank - i)

    for rank in range(size * 8):
        for indices in level([], rank):
            point = [numbers[i] for i in indices]
            values = [value_at(h, point) for h in search.domain]
            if all(v > 0 if s else v >= 0 for v, s in zip(values, search.strict, strict=True)):
                yield point
                count += 1
                if count >= limit:
                    return


def pair_at(search: Search, point: Sequence) -> Exceeds | None:
    """The optimal pair at given parameters, limits approached from inside their sectors."""
    claim = search.claim
    values = {s: fraction(QQ(x)) for s, x in zip(claim.parameters, point, strict=False)}

    def number(x: Expr) -> Fraction:
        return search.at(search.of(x), point)

    try:
        rays, columns, keys = search.cells(point)
        best, numbers = search.program(columns, point)
    except ZeroDivisionError:
        return None
    k = len(search.bounds)
    if best.status != "optimal":
        return None
    goal = search.at(search.goal, point)
    if sum((m * v[k] for m, v in zip(best.x, numbers, strict=False)), Fraction(0)) <= goal:
        return None
    ratios: list[Fraction | None] = [Fraction(0), *(search.at(r, point) for r in rays[1:-1]), None]
    for eta in (2, 4, 16, 256, 2**14, 2**20):
        atoms = [_atom(ratios, position, j, eta, bool(label)) for label, position, j in keys]
        pair = best_along(claim, atoms, number)
        found = None if pair is None else checked(claim, values, pair)
        if found is not None:
            return found
    return None


def best_along(
    claim: PairClaim, atoms: Sequence[Outcome], number: Callable[[Expr], Fraction]
) -> Outcomes | None:
    """The pair that keeps the hypotheses and has the largest value, of those whose outcomes are multiples of these; or None."""
    k = len(claim.hypotheses)
    rows = [[evaluate(f, [atom], number) for atom in atoms] for f, _ in claim.hypotheses]
    rows = [row + [Fraction(int(i == j)) for j in range(k)] for i, row in enumerate(rows)]
    rows += [column + [Fraction(0)] * k for column in ([a for a, _, _ in atoms], [b for _, b, _ in atoms])]
    right = [number(c) for _, c in claim.hypotheses] + [Fraction(1), Fraction(1)]
    cost = [evaluate(claim.goal[0], [atom], number) for atom in atoms] + [Fraction(0)] * k
    best = maximum(rows, right, cost)
    if best.status != "optimal":
        return None
    return tuple((m * a, m * b, r) for m, (a, b, r) in zip(best.x, atoms, strict=False) if m)


def _atom(
    ratios: Sequence, position: int, j: int, eta: int, rejects: bool
) -> tuple[Fraction, Fraction, bool]:
    """A direction (a, b) on ray j, moved into its sector by 1/eta of the sector's width when the cell is a
    sector."""
    ratio = ratios[j]
    if position % 2:
        left, right = ratios[position // 2], ratios[position // 2 + 1]
        if right is None:
            ratio = left + Fraction(max(left, 1), eta) if j == position // 2 else (left + 1) * eta
        else:
            ratio = left + (right - left) / eta if j == position // 2 else right - (right - left) / eta
    return (Fraction(1), Fraction(0), rejects) if ratio is None else (ratio, Fraction(1), rejects)


def checked(claim: PairClaim, values: Mapping[Symbol, Fraction], pair: Sequence[tuple]) -> Exceeds | None:
    """`pair` as a counterexample if everything holds by the definitions, in rational arithmetic; else
    None."""
    exact_values = {s: Rational(v.numerator, v.denominator) for s, v in values.items()}

    def number(x: Expr) -> Fraction:
        value = sympy.sympify(x).xreplace(exact_values)
        if not value.is_Rational:
            value = sympy.cancel(value)
        return Fraction(int(value.p), int(value.q))

    def holds(relation: Basic) -> bool:
        if relation in (sympy.true, sympy.false):
            return relation == sympy.true
        gap = number(relation.lhs - relation.rhs)
        gap = gap if isinstance(relation, sympy.Ge | sympy.Gt) else -gap
        return gap > 0 if isinstance(relation, sympy.Gt | sympy.Lt) else gap >= 0

    try:
        if not all(holds(r) for r in claim.domain):
            return None
        low, high = (None if x is None else number(x) for x in claim.support)
        for a, b, _ in pair:
            if a < 0 or b < 0 or (low is not None and a < low * b) or (high is not None and a > high * b):
                return None
        if sum(a for a, _, _ in pair) != 1 or sum(b for _, b, _ in pair) != 1:
            return None
        if any(evaluate(f, pair, number) > number(c) for f, c in claim.hypotheses):
            return None
        left, right = evaluate(claim.goal[0], pair, number), number(claim.goal[1])
    except (ZeroDivisionError, AttributeError, TypeError):
        return None
    return Exceeds(claim, tuple(values.items()), tuple(pair), left, right) if left > right else None
