"""Pairs with closed forms at which a claim about all pairs is looked at: a claim about numbers for each family of pairs.

A point against one of these is a point against the claim; nothing is proved by them, and nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from sympy import Add, Basic, Expr, Integer, Le, Max, Min, Rational, exp, log, tanh
from sympy.logic.boolalg import Boolean

from dpsym.claims.closed_form_pairs.closed_forms import (
    APART,
    GAUSSIAN,
    LOSS,
    NEVER,
    RESPONSE,
    Law,
    normal_pair,
    response,
)
from dpsym.claims.closed_form_pairs.reductions import NoForm, Put, Reduction, kind, speaks
from dpsym.claims.reading.as_nodes import (
    called,
    chain,
    multiplied,
    node_of,
    relation,
)
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.nodes import different, name, number
from dpsym.claims.reading.syntax import Node, Source, unused
from dpsym.claims.reading.trees import calls, names_in
from dpsym.claims.reading.words import AT_OUTPUTS, FUNCTIONALS, MECHANISMS, NOTIONS
from dpsym.language import Gaussian, Phi, as_written, parameter

EXACT_RHO = "eps*tanh(eps/2) is the least rho of randomised response with privacy loss eps (Harrison, Manurangsi 2025)"
ZERO, ONE = Integer(0), Integer(1)
MASS, ONE_MASS, OTHER_MASS, SHARE = (parameter(n, above=0, below=1) for n in ("mass", "p", "q", "share"))


@dataclass(frozen=True)
class Family:
    """Pairs with one or two names, the closed forms in their orders (one where both are the same).

    conditions  on the names
    budgets     the least budget of a notion, by the notion's name, where it is not read from a functional
    ratio       the largest ratio of two masses in the first order; None where it is not finite
    share       the name for a part of that ratio
    """

    orders: tuple[Law, ...]
    facts: tuple[str, ...]
    share: Node
    conditions: tuple[Node, ...] = ()
    budgets: Mapping[str, Expr] = field(default_factory=dict)
    ratio: Expr | None = None

    @property
    def symmetric(self) -> bool:
        """Whether it is randomised response, by its loss or by a mass."""
        return len(self.orders) == 1 and self.ratio is not None and self.budgets.get("ZCDP", ZERO) != ZERO

    def level(self, share: Expr | None) -> Node:
        """The logarithm of a part of the largest ratio; None: the part that has the name."""
        law = self.orders[0]
        with as_written():
            part = SHARE if share is None else share
            return node_of(
                log(self.ratio if part == 1 else part * self.ratio), {**law.names, SHARE: self.share}
            )


EQUAL = Law(
    "P = Q",
    "every divergence of equal laws is 0",
    tv=ZERO,
    kl=ZERO,
    hockey=lambda e: Max(0, 1 - exp(e)),
    renyi=lambda a: ZERO,
    pure=lambda e: Le(0, e),
    tail=lambda e: ZERO,
    tail_if=lambda e: Le(0, e),
    probable=lambda e, d: Le(0, d),
    bounded=lambda e, d: Le(ZERO, ZERO, evaluate=False),
    power=lambda a: a,
    gaussian=lambda m: Le(0, m),
    concentrated=lambda r: Le(0, r),
    atoms=((ONE, ONE),),
)


def binary(p: Expr, q: Expr, names: Mapping[Basic, Node], pair: str) -> Law:
    """(p, 1 - p) against (q, 1 - q) in this order, 0 < q < p < 1."""
    p2, q2 = other(p), other(q)

    def probable(e: Expr, d: Expr) -> Boolean:
        one, two = p - exp(e) * q, q2 - exp(e) * p2  # above 0 where the outcome's loss is large
        return Max(Min(one, p - d), Min(two, p2 - d), Min(one, two, 1 - d), -d) <= 0

    def bounded(e: Expr, d: Expr) -> Boolean:
        return Min(p - exp(e) * q, exp(e) * (p - q) - d * (exp(e) * q2 - p2)) <= 0

    return Law(
        pair,
        "closed forms for two outputs",
        names=names,
        tv=p - q,
        kl=p * log(p / q) + p2 * log(p2 / q2),
        hockey=lambda e: Max(0, p - exp(e) * q),
        renyi=lambda a: log(p**a * q ** (1 - a) + p2**a * q2 ** (1 - a)) / (a - 1),
        pure=lambda e: log(p / q) <= e,
        least=True,
        tail=lambda e: p,
        tail_if=lambda e: exp(e) * q < p,
        probable=probable,
        bounded=bounded,
        power=lambda a: Min(p * a / q, 1 - p2 * (1 - a) / q2),
        atoms=((p, q), (p2, q2)),
    )


def other(p: Expr) -> Expr:
    """1 - p."""
    return p.args[1].args[1] if isinstance(p, Add) else 1 - p


def leak(names: Mapping[Basic, Node], pair: str) -> Law:
    """P = (1 - mass, mass, 0) against Q = (1 - mass, 0, mass), mass > 0."""
    m, rest = MASS, 1 - MASS
    return Law(
        pair,
        "closed forms for a pair that leaks with a given probability",
        names=names,
        tv=m,
        kl=None,
        hockey=lambda e: m,
        renyi=None,
        pure=lambda e: NEVER,
        least=True,
        tail=lambda e: m,
        probable=lambda e, d: m <= d,
        bounded=lambda e, d: Min(exp(e) * m - d * (exp(e) - 1), 1 - d) <= 0,
        power=lambda a: Min(1, a + m),
        gaussian=lambda mu: NEVER,
        concentrated=lambda r: NEVER,
        atoms=((rest, rest), (m, ZERO), (ZERO, m)),
        endless=True,
    )


def excluded(names: Mapping[Basic, Node], pair: str) -> tuple[Law, Law]:
    """P = (1, 0) against Q = (q, 1 - q), and the other order, 0 < q < 1."""
    q = OTHER_MASS
    loss, rest = -log(q), 1 - q
    one = Law(
        pair,
        "closed forms for a pair with an output that one law excludes",
        names=names,
        tv=rest,
        kl=loss,
        hockey=lambda e: Max(0, 1 - exp(e) * q),
        renyi=lambda a: loss,
        pure=lambda e: loss <= e,
        tail=lambda e: ONE,
        tail_if=lambda e: exp(e) * q < 1,
        probable=lambda e, d: Max(Min(1 - exp(e) * q, 1 - d), -d) <= 0,
        power=lambda a: Min(a / q, 1),
        concentrated=lambda r: loss <= r,
        atoms=((ONE, q), (ZERO, rest)),
    )
    two = replace(
        one,
        kl=None,
        hockey=lambda e: rest,
        renyi=None,
        pure=lambda e: NEVER,
        least=True,
        tail=lambda e: rest,
        tail_if=lambda e: Le(0, e),
        probable=lambda e, d: Max(rest - d, Min(1 - exp(e) * q, 1 - d)) <= 0,
        power=lambda a: 1 - q * (1 - a),
        gaussian=lambda m: NEVER,
        concentrated=lambda r: NEVER,
        atoms=((q, ONE), (rest, ZERO)),
        endless=True,
    )
    return one, two


def without_tail(law: Law) -> Law:
    """The law where its largest loss is at most the level that a tail asks for."""
    return replace(law, tail=lambda e: ZERO, tail_if=law.pure, tail_from=None)


def families(used: set[str]) -> list[Family]:
    """The families, the names in them not among the used ones; the simplest first."""
    loss, mu, mass, p, q, share = (name(unused(n, used)) for n in ("loss", "mean", "mass", "p", "q", "share"))
    with as_written():
        return [
            Family(
                (EQUAL,), (EQUAL.fact,), share, (), {"PureDP": ZERO, "ZCDP": ZERO, "GaussianDP": ZERO}, ONE
            ),
            *_by_loss(loss, mu, share),
            *_by_masses(mass, p, q, share),
        ]


def _by_loss(loss: Node, mu: Node, share: Node) -> Iterator[Family]:
    """Randomised response by its loss, and the Gaussian pair."""
    up = exp(LOSS)
    true, false = up / (1 + up), 1 / (1 + up)
    least = LOSS * tanh(LOSS / 2)
    flat = replace(
        response(loss, str(loss.value)),
        concentrated=lambda r: least <= r,
        atoms=((true, false), (false, true)),
    )
    above = (relation(loss, ">", number(0)),)
    yield Family((flat,), (RESPONSE,), share, above, {"PureDP": LOSS, "ZCDP": least}, up)
    noise = Gaussian(1, APART)
    budgets = {"ZCDP": noise.rho, "GaussianDP": noise.mu}
    yield Family(
        (normal_pair(mu, str(mu.value)),), (GAUSSIAN,), share, (relation(mu, ">", number(0)),), budgets
    )


def _by_masses(mass: Node, p: Node, q: Node, share: Node) -> Iterator[Family]:
    """Pairs of few outputs, by their masses."""
    zero, one, half = number(0), number(1), number(Fraction(1, 2))
    m, a, b = str(mass.value), str(p.value), str(q.value)
    leaking = leak({MASS: mass}, f"P = (1 - {m}, {m}, 0) and Q = (1 - {m}, 0, {m})")
    yield Family((leaking,), (leaking.fact,), share, (chain(zero, "<", mass, "<=", one),))
    names, two = {ONE_MASS: p, OTHER_MASS: q}, ("closed forms for two outputs",)
    x, y = ONE_MASS, OTHER_MASS
    gap = (2 * x - 1) * log(x / (1 - x))
    mirror = replace(
        binary(x, 1 - x, names, f"P = ({a}, 1 - {a}) and Q = (1 - {a}, {a})"),
        gaussian=lambda m: x <= Phi(m / 2),
        concentrated=lambda r: gap <= r,
    )
    ratio = x / (1 - x)
    yield Family((mirror,), two, share, (relation(half, "<", p), relation(p, "<", one)),
                 {"PureDP": log(ratio), "ZCDP": gap}, ratio)  # fmt: skip
    sides = (
        binary(x, y, names, f"P = ({a}, 1 - {a}) and Q = ({b}, 1 - {b})"),
        binary(1 - y, 1 - x, names, f"P = (1 - {b}, {b}) and Q = (1 - {a}, {a})"),
    )
    largest = Max(log(x / y), log((1 - y) / (1 - x)))
    yield Family(
        sides, two, share, (chain(zero, "<", q, "<", p), relation(p, "<", one)), {"PureDP": largest}, x / y
    )
    apart, inside = (
        excluded(names, f"P = (1, 0) and Q = ({b}, 1 - {b})"),
        (chain(zero, "<", q), chain(q, "<", one)),
    )
    yield Family(apart, (apart[0].fact,), share, inside, {}, 1 / y)
    yield Family(apart[::-1], (apart[0].fact,), share, inside)


PLAIN = 4  # families that are looked at before a proof is searched
SHARES = (
    Rational(9999, 10000),
    Rational(1, 2),
    None,
)  # of the largest ratio, for the level of a tail or hockey stick; None for any


def probes(reader: Reader, late: bool = False) -> Iterator[Reduction]:
    """The claim for each family of pairs; `late` the ones that take longer: budgets at their least, pairs of two outputs.

    Nothing for a claim about a mechanism, or about numbers only.
    """
    source = reader.source
    if not reader.knows_conditions() or any(kind(h) in MECHANISMS for h in source.hypotheses):
        return
    if not any(speaks(n) for n in (*source.hypotheses, *source.conclusion)):
        return
    used = set().union(*(names_in(c) for c in source.conditions), set())
    every = families(used)
    free = not any(speaks(h) for h in source.hypotheses)
    if not late:
        for f in [*([every[5]] if free else []), *every[:PLAIN]]:
            yield from _at(source, reader, f, {})
        return
    for f in every:
        for values in _bound(source, reader, f):
            yield from _at(source, reader, f, values)
    for f in every[PLAIN:]:
        yield from _at(source, reader, f, {})


def _mentions(nodes: Sequence[Node], word: str) -> bool:
    return any(c.value == word for n in nodes for c in calls(n))


def _at(source: Source, reader: Reader, family: Family, values: Mapping[str, Node]) -> Iterator[Reduction]:
    """The claim at the family's pairs: the hypotheses in both orders, the conclusion in the first, with the values put
    in for some names.  No hypothesis is left out: that a budget at its least is enough is shown with the rest."""
    items = (*source.hypotheses, *source.conclusion)
    concentrated = any(kind(n) == "ZCDP" for n in items)
    tails = _mentions(items, "Tail")
    variants = [family.orders]
    if tails and family.ratio is not None:
        outside = tuple(without_tail(law) for law in family.orders)
        variants.append(outside)
        if len(outside) == 2 and _mentions(source.hypotheses, "Tail"):
            variants += [(family.orders[0], outside[1]), (outside[0], family.orders[1])]
    for orders in variants:
        at = Place(source, reader, values)
        try:
            given = [
                n for h in source.hypotheses for law in orders for n in at.parts(law, h, hypothesis=True)
            ]
            conclusion = [n for c in source.conclusion for n in at.parts(orders[0], c)]
        except (NoForm, ZeroDivisionError):  # no form, or no value at this outcome
            continue
        put = Put(source, EQUAL, reader, values=values)
        said = [put.term(c) for c in source.conditions if not (c.kind == "name" and c.value in values)]
        if any(family.share.value in names_in(v) for v in values.values()):
            said.append(chain(number(0), "<", family.share, "<", number(1)))
        law = orders[0]
        yield Reduction(
            source.but(
                conditions=(*said, *family.conditions, *at.extra),
                hypotheses=different([*at.guards, *given]),
                conclusion=different(conclusion),
            ),
            (*family.facts, *((EXACT_RHO,) if family.symmetric and concentrated else ())),
            proves=False,
            pair=law.pair,
            values=tuple(values.items()),
            masses=tuple((law.node(a), law.node(b)) for a, b in law.atoms),
        )


@dataclass
class Place:
    """A claim at pairs of a family, with the values put in for some names.

    guards  relations under which the closed forms hold
    extra   conditions on names that were added
    """

    source: Source
    reader: Reader
    values: Mapping[str, Node]
    guards: list[Node] = field(default_factory=list)
    extra: list[Node] = field(default_factory=list)

    def parts(self, law: Law, node: Node, hypothesis: bool = False) -> list[Node]:
        """A part of the claim at a law, once for every outcome where it speaks of the posterior."""
        outcomes: Sequence[tuple[Node, Node] | None] = (None,)
        if any(_mentions((node,), word) for word in AT_OUTPUTS):
            outcomes = [(law.node(a), law.node(b)) for a, b in law.atoms if (a, b) != (ZERO, ZERO)]
            if not outcomes:
                raise NoForm
        found = []
        for outcome in outcomes:
            put = Put(self.source, law, self.reader, values=self.values, outcome=outcome, guards=self.guards,
                      taken=self.extra)  # fmt: skip
            found.append(put.part(node, hypothesis=hypothesis))
            self.extra += put.extra
        return found


# ------------------------------------------------------------------------------------------- budgets at their least
def _bound(source: Source, reader: Reader, family: Family) -> Iterator[dict[str, Node]]:
    """Values of names: the least budgets that the pair needs, and levels a little below its largest loss."""
    levels: list[str] = []
    for word in ("Tail", "HockeyStick", "ApproxDP", "ProbDP", "PBDP"):
        for node in source.conclusion:
            found = [c.args[0] for c in calls(node) if c.value == word and c.args]
            if kind(node) == word and node.args[0].args:
                found.append(node.args[0].args[0])
            levels += [a.value for a in found if a.kind == "name" and a.value in reader.order]
    plain = _least(source, reader, family, {})
    if plain:
        yield plain
    if family.ratio is None:
        return
    for level in dict.fromkeys(levels):
        for share in SHARES:
            at = {level: family.level(share)}
            yield {**at, **_least(source, reader, family, at)}


def _least(source: Source, reader: Reader, family: Family, at: Mapping[str, Node]) -> dict[str, Node]:
    """The least values of names that stand alone as a budget in a hypothesis."""
    found: dict[str, Node] = {}
    mentioned: set[str] = set()  # by the values found
    for node in source.hypotheses:
        known = {**at, **found}
        budget = _budget(node)
        if budget is None:
            continue
        word, factor, others = budget
        if word in known or word not in reader.order or word in reader.natural or word in mentioned:
            continue
        if any(word in names_in(o) for o in others):
            continue
        try:
            needed = different(
                [_needed(source, reader, family, law, node, others, known) for law in family.orders]
            )
        except NoForm:
            continue
        mentioned |= set().union(*(names_in(o) for o in others), set())
        largest = needed[0] if len(needed) == 1 else called("max", needed)
        found[word] = multiplied([largest], [number(factor)])
    return found


def _needed(
    source: Source,
    reader: Reader,
    family: Family,
    law: Law,
    node: Node,
    others: Sequence[Node],
    known: Mapping[str, Node],
) -> Node:
    """The least budget with which a law satisfies a hypothesis; NoForm where it is not known."""
    put = Put(source, law, reader, values=known, guards=[])
    word = kind(node)
    if word is None:
        return put.term(others[0])
    if word in family.budgets:
        return law.node(family.budgets[word])
    if word == "ApproxDP":
        return put.at_loss(law.hockey, others[0])
    if word == "RenyiDP" and law.renyi is not None:
        return law.at(law.renyi, put.term(others[0]))
    raise NoForm


def _budget(node: Node) -> tuple[str, Fraction, list[Node]] | None:
    """(name, factor, what it bounds) of a hypothesis that bounds something by factor*name."""
    inner = node.args[0]
    if len(node.args) == 2 and str(node.value[0]) in ("<=", ">="):
        less, more = node.args if str(node.value[0]) == "<=" else node.args[::-1]
        others, bound = [less], more
        if not any(c.value in FUNCTIONALS for c in calls(less)):
            return None
    elif len(node.args) == 1 and inner.kind == "call" and inner.value in (
        "PureDP", "ZCDP", "GaussianDP", "ApproxDP", "RenyiDP",
    ) and len(inner.args) == len(NOTIONS[inner.value][1]):  # fmt: skip
        others, bound = list(inner.args[:-1]), inner.args[-1]
    else:
        return None
    word, factor = _multiple(bound)
    return None if word is None or factor <= 0 else (word, factor, others)


def _multiple(node: Node) -> tuple[str | None, Fraction]:
    """(name, c) where the node is c*name, c a number; (None, 0) where it is not."""
    if node.kind == "name" and node.value not in ("pi", "e", "TV", "KL", "Advantage"):
        return node.value, Fraction(1)
    if node.kind == "product" and len(node.args) == 2:
        one, two = node.args
        if str(node.value[0]) == "*" and one.kind == "number" and two.kind == "name":
            return two.value, one.value
        if two.kind == "number" and two.value != 0 and one.kind == "name":
            return one.value, two.value if str(node.value[0]) == "*" else 1 / two.value
    return None, Fraction(0)
