"""Points against claims about numbers, found by balls and shown to the kernel: a value of Phi_inv becomes a name there.

Phi_inv(x) is the number q with Phi(q) = x: what the kernel shows for every such q between two ends holds for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from flint import arb

from dpsym.claims.closed_form_pairs import numbers
from dpsym.claims.closed_form_pairs.reductions import INVERSE
from dpsym.claims.reading.as_nodes import called, chain, relation
from dpsym.claims.reading.nodes import Shape, name, number, shape, with_args
from dpsym.claims.reading.syntax import Node, NotAClaim, Source, unused
from dpsym.claims.reading.trees import names_in, pairs_of, places
from dpsym.kernel.terms import Json
from dpsym.reals.precision import precision

OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "!=": "="}
WITNESSES = 3  # points shown to the kernel
DIGITS = 12  # of an enclosure of Phi_inv


@dataclass
class Names:
    """A claim with numbers in the place of names, and with a name for every Phi_inv.

    at       the numbers
    used     names that a new one must differ from
    called   the name of each Phi_inv that was met, and its argument
    """

    at: Mapping[str, Fraction]
    used: set[str]
    called: dict[Shape, tuple[Node, Node]] = field(default_factory=dict)

    def put(self, node: Node) -> Node:
        """The part with these numbers and names in it."""
        if node.kind == "name" and node.value in self.at:
            return number(self.at[node.value])
        args = tuple(map(self.put, node.args))
        if node.kind != "call" or node.value != "Phi_inv":
            return with_args(node, args)
        (inside,) = args
        if shape(inside) not in self.called:
            taken = {"q", *self.used, *(str(q.value) for q, _ in self.called.values())}
            self.called[shape(inside)] = (name(unused("q", taken)), inside)
        return self.called[shape(inside)][0]


@dataclass(frozen=True)
class Refutation:
    """A point at which a claim about numbers fails.

    near         the values, the relation that fails and enclosures of its sides
    reduced      the claim without Phi_inv that says so, which is proved; `certificate` is the kernel's
    rests_on     the facts by which it says so
    """

    near: numbers.Near
    reduced: Source
    certificate: Json | None
    rests_on: tuple[str, ...]


Prove = Callable[[Source], Json | None]


def refuted(
    source: Source, prove: Prove, points: int = numbers.POINTS, scattered: int = 0
) -> Refutation | None:
    """A point at which a claim about numbers fails, for every value of Phi_inv in short enclosures; `prove` gives the
    certificate of a claim that it proves."""
    natural = {c.value for c in source.conditions if c.kind == "natural"}
    order = list(dict.fromkeys(n for c in source.conditions for n, _ in places(c) if n not in ("pi", "e")))
    shown = 0
    for n in numbers.near(source, order, natural, points, scattered):
        if not n.fails:
            continue
        shown += 1
        if shown > WITNESSES:
            return None
        fails = _opposite(n)
        if fails is None or not all(n.at[x].denominator == 1 for x in natural & n.at.keys()):
            continue
        parts = (*source.conditions, *source.hypotheses, *source.conclusion)
        names = Names(n.at, set().union(*map(names_in, parts)))
        whole = (relation(name(x), ">=", number(0)) for x in order if x in natural)
        lines = [names.put(part) for part in (fails, *_supposed(source), *whole)]
        try:
            bounds, ends = _enclosed(list(names.called.values()))
        except numbers.NoValue:
            continue
        said = source.but(conditions=tuple(bounds), hypotheses=(), conclusion=(*ends, *lines))
        try:
            certificate = prove(said)
        except NotAClaim:
            continue
        if certificate is not None:
            return Refutation(n, said, dict(certificate), (INVERSE,) if ends else ())
    return None


def _opposite(n: numbers.Near) -> Node | None:
    """The opposite of the relation that fails at the point; None where it has none."""
    left, sign, right = n.relation
    if sign in ("=", "=="):
        return relation(left, ">" if n.left > n.right else "<", right)
    return relation(left, OPPOSITE[sign], right) if sign in OPPOSITE else None


def _supposed(source: Source) -> Iterator[Node]:
    """The relations that the claim supposes."""
    for c in (*source.conditions, *source.hypotheses):
        if c.kind == "chain" and len(c.args) > 1:
            yield from (relation(*r) for r in pairs_of(c))


def _enclosed(called_by: Sequence[tuple[Node, Node]]) -> tuple[list[Node], list[Node]]:
    """Bounds of each name that stands for a value of Phi_inv, and that Phi at these is below and above its argument."""
    bounds, ends = [], []
    for q, inside in called_by:
        with precision(numbers.PRECISION):
            low, high = map(number, enclosure(numbers.quantile(numbers.value(inside, {}))))
        bounds.append(chain(low, "<=", q, "<=", high))
        ends += [relation(called("Phi", [low]), "<", inside), relation(inside, "<", called("Phi", [high]))]
    return bounds, ends


def enclosure(x: arb) -> tuple[Fraction, Fraction]:
    """Two decimal numbers around the ball."""
    middle = x.mid().fmpq()
    scale = 10**DIGITS
    low = int((middle * scale).floor()) - 1
    return Fraction(low, scale), Fraction(low + 3, scale)


__all__ = ["Refutation", "refuted"]
