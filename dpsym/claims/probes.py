"""Pairs with closed forms at which a claim about all pairs is looked at: a claim about numbers for each family of pairs.

A point against one of these is a point against the claim; nothing is proved by them, and nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isqrt
from typing import Any

from dpsym.claims import numbers
from dpsym.claims.laws import (
    GAUSSIAN,
    NEVER,
    RESPONSE,
    Law,
    NoForm,
    Put,
    Reduction,
    gaussian,
    response,
)
from dpsym.claims.meaning import Reader
from dpsym.claims.syntax import Node, Source, parse, unused
from dpsym.claims.trees import calls, names_in
from dpsym.claims.words import FUNCTIONALS, MECHANISMS, NOTIONS
from dpsym.reals.precision import precision

EXACT_RHO = "eps*tanh(eps/2) is the least rho of randomised response with privacy loss eps (Harrison, Manurangsi 2025)"


@dataclass(frozen=True)
class Family:
    """Pairs with one or two names, the closed forms in their orders (one where both are the same).

    conditions  on the names, as typed
    budgets     the least budget of a notion, by the notion's name, where it is not read from a functional
    ratio       the largest ratio of two masses in the first order, where it is finite
    share       a name for a part of that ratio
    """

    orders: tuple[Law, ...]
    facts: tuple[str, ...]
    conditions: tuple[str, ...] = ()
    budgets: Mapping[str, str] = field(default_factory=dict)
    ratio: str = ""
    share: str = ""

    @property
    def symmetric(self) -> bool:
        """Whether it is randomised response, by its loss or by a mass."""
        return (
            len(self.orders) == 1
            and bool(self.ratio)
            and "ZCDP" in self.budgets
            and self.budgets["ZCDP"] != "0"
        )


EQUAL = Law(
    "P = Q",
    "every divergence of equal laws is 0",
    tv="0",
    kl="0",
    hockey=lambda e: f"max(0, 1 - exp({e}))",
    renyi=lambda a: "0",
    pure=lambda e: f"0 <= {e}",
    tail=lambda e: "0",
    tail_if=lambda e: f"0 <= {e}",
    probable=lambda e, d: f"0 <= {d}",
    bounded=lambda e, d: "0 <= 0",
    power=lambda a: a,
    gaussian=lambda m: f"0 <= {m}",
    concentrated=lambda r: f"0 <= {r}",
    atoms=(("1", "1"),),
)


def binary(p: str, q: str) -> Law:
    """(p, 1 - p) against (q, 1 - q) in this order, 0 < q < p < 1."""
    p2, q2 = f"(1 - {p})", f"(1 - {q})"

    def probable(e: str, d: str) -> str:
        one, two = f"{p} - exp({e})*{q}", f"{q2} - exp({e})*{p2}"  # above 0 where the outcome's loss is large
        return f"max(min({one}, {p} - {d}), min({two}, {p2} - {d}), min({one}, {two}, 1 - {d}), -{d}) <= 0"

    return Law(
        f"P = ({p}, 1 - {p}) and Q = ({q}, 1 - {q})",
        "closed forms for two outputs",
        tv=f"({p} - {q})",
        kl=f"({p}*log({p}/{q}) + {p2}*log({p2}/{q2}))",
        hockey=lambda e: f"max(0, {p} - exp({e})*{q})",
        renyi=lambda a: f"(log({p}^({a})*{q}^(1 - ({a})) + {p2}^({a})*{q2}^(1 - ({a})))/(({a}) - 1))",
        pure=lambda e: f"log({p}/{q}) <= {e}",
        least=True,
        tail=lambda e: p,
        tail_if=lambda e: f"exp({e})*{q} < {p}",
        probable=probable,
        bounded=lambda e, d: (
            f"min({p} - exp({e})*{q}, exp({e})*({p} - {q}) - {d}*(exp({e})*{q2} - {p2})) <= 0"
        ),
        power=lambda a: f"min({p}*({a})/{q}, 1 - {p2}*(1 - ({a}))/{q2})",
        atoms=((p, q), (p2, q2)),
    )


def leak(mass: str) -> Law:
    """P = (1 - mass, mass, 0) against Q = (1 - mass, 0, mass), mass > 0."""
    return Law(
        f"P = (1 - {mass}, {mass}, 0) and Q = (1 - {mass}, 0, {mass})",
        "closed forms for a pair that leaks with a given probability",
        tv=mass,
        kl=None,
        hockey=lambda e: mass,
        renyi=None,
        pure=lambda e: NEVER,
        least=True,
        tail=lambda e: mass,
        probable=lambda e, d: f"{mass} <= {d}",
        bounded=lambda e, d: f"min(exp({e})*{mass} - {d}*(exp({e}) - 1), 1 - {d}) <= 0",
        power=lambda a: f"min(1, {a} + {mass})",
        gaussian=lambda m: NEVER,
        concentrated=lambda r: NEVER,
        atoms=((f"(1 - {mass})", f"(1 - {mass})"), (mass, "0"), ("0", mass)),
        endless=True,
    )


def excluded(q: str) -> tuple[Law, Law]:
    """P = (1, 0) against Q = (q, 1 - q), and the other order, 0 < q < 1."""
    loss, rest = f"(-log({q}))", f"(1 - {q})"
    one = Law(
        f"P = (1, 0) and Q = ({q}, 1 - {q})",
        "closed forms for a pair with an output that one law excludes",
        tv=rest,
        kl=loss,
        hockey=lambda e: f"max(0, 1 - exp({e})*{q})",
        renyi=lambda a: loss,
        pure=lambda e: f"{loss} <= {e}",
        tail=lambda e: "1",
        tail_if=lambda e: f"exp({e})*{q} < 1",
        probable=lambda e, d: f"max(min(1 - exp({e})*{q}, 1 - {d}), -{d}) <= 0",
        power=lambda a: f"min(({a})/{q}, 1)",
        concentrated=lambda r: f"{loss} <= {r}",
        atoms=(("1", q), ("0", rest)),
    )
    two = replace(
        one,
        kl=None,
        hockey=lambda e: rest,
        renyi=None,
        pure=lambda e: NEVER,
        least=True,
        tail=lambda e: rest,
        tail_if=lambda e: f"0 <= {e}",
        probable=lambda e, d: f"max({rest} - {d}, min(1 - exp({e})*{q}, 1 - {d})) <= 0",
        power=lambda a: f"(1 - {q}*(1 - ({a})))",
        gaussian=lambda m: NEVER,
        concentrated=lambda r: NEVER,
        atoms=((q, "1"), (rest, "0")),
        endless=True,
    )
    return one, two


def without_tail(law: Law) -> Law:
    """The law where its largest loss is at most the level that a tail asks for."""
    return replace(law, tail=lambda e: "0", tail_if=lambda e: law.pure(f"({e})"))


def families(used: set[str]) -> list[Family]:
    """The families, the names in them not among the used ones; the simplest first."""
    loss, mu, mass, p, q, share = (unused(n, used) for n in ("loss", "mean", "mass", "p", "q", "share"))
    up = f"exp({loss})"
    flat = replace(
        response(loss),
        concentrated=lambda r: f"{loss}*tanh({loss}/2) <= {r}",
        tail=lambda e: f"({up}/(1 + {up}))",
        tail_if=lambda e: f"{e} < {loss}",
        atoms=((f"({up}/(1 + {up}))", f"(1/(1 + {up}))"), (f"(1/(1 + {up}))", f"({up}/(1 + {up}))")),
    )
    ratio = f"({p}/(1 - {p}))"
    mirror = replace(
        binary(p, f"(1 - {p})"),
        gaussian=lambda m: f"{p} <= Phi(({m})/2)",
        concentrated=lambda r: f"(2*{p} - 1)*log{ratio} <= {r}",
    )
    normal = gaussian(mu, f"{mu}/2", lambda e: f"({e})/{mu}", f"{mu}^2")
    sides, apart = (binary(p, q), binary(f"(1 - {q})", f"(1 - {p})")), excluded(q)
    two = ("closed forms for two outputs",)
    made = [
        Family((EQUAL,), (EQUAL.fact,), (), {"PureDP": "0", "ZCDP": "0", "GaussianDP": "0"}, "1"),
        Family((flat,), (RESPONSE,), (f"{loss} > 0",), {"PureDP": loss, "ZCDP": f"{loss}*tanh({loss}/2)"}, up),
        Family((normal,), (GAUSSIAN,), (f"{mu} > 0",), {"ZCDP": f"{mu}^2/2", "GaussianDP": mu}),
        Family((leak(mass),), (leak(mass).fact,), (f"0 < {mass} <= 1",)),
        Family(
            (mirror,), two, (f"1/2 < {p}", f"{p} < 1"),
            {"PureDP": f"log{ratio}", "ZCDP": f"(2*{p} - 1)*log{ratio}"}, ratio,
        ),
        Family(sides, two, (f"0 < {q} < {p}", f"{p} < 1"), {"PureDP": f"max(log({p}/{q}), log((1 - {q})/(1 - {p})))"},
               f"({p}/{q})"),
        Family(apart, (apart[0].fact,), (f"0 < {q}", f"{q} < 1"), {}, f"(1/{q})"),
        Family(apart[::-1], (apart[0].fact,), (f"0 < {q}", f"{q} < 1")),
    ]  # fmt: skip
    return [replace(f, share=share) for f in made]


PLAIN = 4  # families that are looked at before a proof is searched
SHARES = (
    "9999/10000",
    "1/2",
    "",
)  # of the largest ratio, for the level of a tail or hockey stick; "" for any


def probes(reader: Reader, late: bool = False) -> Iterator[Reduction]:
    """The claim for each family of pairs; `late` the ones that take longer: budgets at their least, pairs of two outputs.

    Nothing for a claim about a mechanism, or about numbers only.
    """
    source = reader.source
    if not reader.knows_conditions() or any(_kind(h) in MECHANISMS for h in source.hypotheses):
        return
    if not any(_speaks(n) for n in (*source.hypotheses, *source.conclusion)):
        return
    used = set().union(*(names_in(c) for c in source.conditions), set())
    every = families(used)
    free = not any(_speaks(h) for h in source.hypotheses)
    if not late:
        for f in [*([every[5]] if free else []), *every[:PLAIN]]:
            yield from _at(source, reader, f, {})
        return
    for f in every:
        for values in _bound(source, reader, f):
            yield from _at(source, reader, f, values)
    for f in every[PLAIN:]:
        yield from _at(source, reader, f, {})


def _kind(node: Node) -> Any:
    """The name of a hypothesis or conclusion that is one call."""
    return node.args[0].value if node.kind == "chain" and len(node.args) == 1 else None


def _speaks(node: Node) -> bool:
    return _kind(node) in NOTIONS or any(c.value in FUNCTIONALS for c in calls(node))


def _mentions(nodes: Sequence[Node], name: str) -> bool:
    return any(c.value == name for n in nodes for c in calls(n))


def _at(source: Source, reader: Reader, family: Family, values: Mapping[str, str]) -> Iterator[Reduction]:
    """The claim at the family's pairs: the hypotheses in both orders, the conclusion in the first, with the values put
    in for some names.  No hypothesis is left out: that a budget at its least is enough is shown with the rest."""
    items = (*source.hypotheses, *source.conclusion)
    concentrated = any(_kind(n) == "ZCDP" for n in items)
    tails = _mentions(items, "Tail")
    variants = [family.orders]
    if tails and family.ratio:
        outside = tuple(without_tail(law) for law in family.orders)
        variants.append(outside)
        if len(outside) == 2 and _mentions(source.hypotheses, "Tail"):
            variants += [(family.orders[0], outside[1]), (outside[0], family.orders[1])]
    for orders in variants:
        guards: list[str] = []
        try:
            given = [
                t
                for h in source.hypotheses
                for law in orders
                for t in _texts(source, reader, law, h, values, guards, hypothesis=True)
            ]
            conclusion = [
                t for c in source.conclusion for t in _texts(source, reader, orders[0], c, values, guards)
            ]
        except NoForm:
            continue
        put = Put(source, EQUAL, reader, values=values)
        said = [put.term(c) for c in source.conditions if not (c.kind == "name" and c.value in values)]
        if any(family.share in v for v in values.values()):
            said.append(f"0 < {family.share} < 1")
        said += [
            *family.conditions,
            *(e for e in guards if e.endswith(" > 1") and " " not in e[: -len(" > 1")]),
        ]
        given = list(dict.fromkeys([*(g for g in guards if g not in said), *given]))
        head = f"for {', '.join(said)}: " if said else ""
        middle = f"{' and '.join(given)} => " if given else ""
        whole = head + middle + " and ".join(dict.fromkeys(conclusion))
        yield Reduction(
            whole,
            (*family.facts, *((EXACT_RHO,) if family.symmetric and concentrated else ())),
            proves=False,
            pair=orders[0].pair,
            values=tuple(values.items()),
            masses=orders[0].atoms,
        )


def _texts(
    source: Source,
    reader: Reader,
    law: Law,
    node: Node,
    values: Mapping[str, str],
    guards: list[str],
    hypothesis: bool = False,
) -> list[str]:
    """A part of the claim at a law, once for every outcome where it speaks of the posterior."""
    outcomes: Sequence[Any] = (None,)
    if _mentions((node,), "Posterior"):
        outcomes = [a for a in law.atoms if a != ("0", "0")]
        if not outcomes:
            raise NoForm
    found = []
    for outcome in outcomes:
        put = Put(source, law, reader, values=values, outcome=outcome, guards=guards)
        found.append(put.part(node, hypothesis=hypothesis))
        guards += [f for f in put.extra if f not in guards]
    return found


# ------------------------------------------------------------------------------------------- budgets at their least
def _bound(source: Source, reader: Reader, family: Family) -> Iterator[dict[str, str]]:
    """Values of names: the least budgets that the pair needs, and levels a little below its largest loss."""
    levels: list[str] = []
    for name in ("Tail", "HockeyStick", "ApproxDP", "ProbDP", "PBDP"):
        for node in source.conclusion:
            found = [c.args[0] for c in calls(node) if c.value == name and c.args]
            if _kind(node) == name and node.args[0].args:
                found.append(node.args[0].args[0])
            levels += [a.value for a in found if a.kind == "name" and a.value in reader.order]
    plain = _least(source, reader, family, {})
    if plain:
        yield plain
    if not family.ratio:
        return
    for level in dict.fromkeys(levels):
        for share in SHARES:
            at = {level: f"log({share or family.share}*{family.ratio})"}
            yield {**at, **_least(source, reader, family, at)}


def _least(source: Source, reader: Reader, family: Family, at: Mapping[str, str]) -> dict[str, str]:
    """The least values of names that stand alone as a budget in a hypothesis, as texts."""
    found: dict[str, str] = {}
    mentioned: set[str] = set()  # by the values found
    for node in source.hypotheses:
        known = {**at, **found}
        budget = _budget(node)
        if budget is None:
            continue
        name, factor, others = budget
        if name in known or name not in reader.order or name in reader.natural or name in mentioned:
            continue
        if any(name in names_in(o) for o in others):
            continue
        kind = _kind(node)
        try:
            texts = []
            for law in family.orders:
                put = Put(source, law, reader, values=known, guards=[])
                if kind is None:
                    texts.append(put.term(others[0]))
                elif kind in family.budgets:
                    texts.append(family.budgets[kind])
                elif kind == "ApproxDP":
                    texts.append(put.at_loss(law.hockey, others[0]))
                elif kind == "RenyiDP" and law.renyi is not None:
                    texts.append(law.renyi(f"({put.term(others[0])})"))
                else:
                    raise NoForm
        except NoForm:
            continue
        mentioned |= set().union(*(names_in(o) for o in others), set())
        texts = list(dict.fromkeys(texts))
        text = texts[0] if len(texts) == 1 else f"max({', '.join(texts)})"
        found[name] = f"({text})" if factor == 1 else f"(({text})/({factor}))"
    return found


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
    name, factor = _multiple(bound)
    if name is None or factor <= 0:
        return None
    return name, factor, others


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


# ------------------------------------------------------------------------------------------------ values as text
def at_point(text: str, at: Mapping[str, Fraction]) -> str:
    """The text with numbers put in for names, arithmetic of numbers done."""
    node = parse(f"{text} = 0").conclusion[0].args[0]
    found = _folded(node, at)
    return found if isinstance(found, str) else str(found)


def _folded(node: Node, at: Mapping[str, Fraction]) -> Fraction | str:
    kind, name = node.kind, node.value
    if kind == "number":
        return Fraction(name)
    if kind == "name":
        return at.get(name, name)
    args = [_folded(a, at) for a in node.args]
    words = [bracketed(x, a) for x, a in zip(args, node.args, strict=True)]
    if kind == "sign":
        x = args[0]
        return (-x if name == "-" else x) if isinstance(x, Fraction) else f"{name}{words[0]}"
    if kind == "sum":
        return _joined(["+", *map(str, name)], args, words, Fraction(0))
    if kind == "product":
        return _joined(["*", *map(str, name)], args, words, Fraction(1))
    if kind == "power":
        b, e = args
        if (
            isinstance(b, Fraction)
            and isinstance(e, Fraction)
            and e.denominator == 1
            and abs(e) <= 64
            and (b or e > 0)
        ):
            return b ** int(e)
        return f"{words[0]}^{words[1]}"
    (x, *_) = args
    if name in ("log", "ln") and x == 1:
        return Fraction(0)
    if name == "exp" and x == 0:
        return Fraction(1)
    if name == "sqrt" and isinstance(x, Fraction) and x >= 0:
        root = Fraction(isqrt(x.numerator), isqrt(x.denominator))
        if root * root == x:
            return root
    if name in ("min", "max"):
        best = _extreme(name, node, at)
        if best is not None:
            return args[best]
    return f"{name}({', '.join(map(str, args))})"


def bracketed(x: Fraction | str, node: Node | None = None) -> str:
    """A value as an operand: whole numbers, names and calls as they are."""
    if isinstance(x, Fraction):
        return str(x) if x.denominator == 1 and x >= 0 else f"({x})"
    plain = node is not None and (
        node.kind == "name" or (node.kind == "call" and node.value not in ("min", "max"))
    )
    return x if plain else f"({x})"


def _joined(signs: list[str], args: list, words: list[str], unit: Fraction) -> Fraction | str:
    """A sum or product, the exact numbers of it in one; a division by an exact number is a product."""
    exact, rest = unit, ""
    for sign, x, word in zip(signs, args, words, strict=True):
        if isinstance(x, Fraction):
            if sign in "+-":
                exact = exact + x if sign == "+" else exact - x
            elif sign == "/" and x == 0:
                raise numbers.NoValue("a division by 0")
            else:
                exact = exact * x if sign == "*" else exact / x
        else:
            rest += (sign if rest or sign in "-/" else "") + word
    if not rest or (unit == 1 and exact == 0):
        return exact
    if exact == unit:
        return f"1{rest}" if rest[0] == "/" else rest
    word = bracketed(exact)
    return f"{word}{rest}" if rest[0] in "-/" else f"{word}{'*' if unit else ' + '}{rest}"


def _extreme(name: str, node: Node, at: Mapping[str, Fraction]) -> int | None:
    """Which argument is the least or largest, where the balls tell."""
    try:
        with precision(numbers.PRECISION):
            values = [numbers.value(a, dict(at)) for a in node.args]
    except numbers.NoValue:
        return None
    for i, v in enumerate(values):
        if all(i == j or (v > w if name == "max" else v < w) for j, w in enumerate(values)):
            return i
    return None
