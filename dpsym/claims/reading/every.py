"""What a claim says for every value of a name of its own: (for every 0 < p < 1: Posterior(p) <= 2*p).

A conclusion of this kind says the same as the claim with the name among its conditions, and is read so.  A hypothesis of
this kind is used at values: the claim with these in the place of the name is a claim of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product

from dpsym.claims.reading.nodes import CONSTANTS, Node, Source, error, flat, number, put
from dpsym.claims.reading.trees import calls, names_in, places
from dpsym.claims.reading.words import NOTIONS, check_new

VALUES = (Fraction(1, 2), Fraction(1), Fraction(0), Fraction(1, 3), Fraction(2))  # at which one may be of use
MOST = 6  # instances of a claim that are settled


def resolved(source: Source) -> Source:
    """The claim with the names that each `for every` stands for found, and those of conclusions among its conditions."""
    whole = (*source.conditions, *source.hypotheses, *source.conclusion)
    if not any(inside(n) for n in whole):
        return source
    for n in (n for c in source.conditions for n in inside(c)):
        raise error("'for every' stands among the hypotheses or conclusions", n)
    declared = list(dict.fromkeys(name for c in source.conditions for name, _ in places(c)))
    given = tuple(named(n, declared) for n in source.hypotheses)
    conditions, said = list(source.conditions), list[Node]()
    for n in source.conclusion:
        opened = named(n, declared)
        if opened.kind == "every":
            conditions += opened.args[:-1]
            declared += opened.value
            said += flat(opened.args[-1:], "and")
        else:
            said.append(opened)
    made = replace(source, conditions=tuple(conditions), hypotheses=given, conclusion=tuple(said))
    return replace(made, whole=source.typed)


def inside(node: Node) -> list[Node]:
    """The parts of a node that say something for every value of a name, the outer ones first."""
    return [*([node] if node.kind == "every" else []), *(n for a in node.args for n in inside(a))]


def named(node: Node, declared: Collection[str]) -> Node:
    """A part that says something for every value of names, with these; NotAClaim where it is used otherwise."""
    if node.kind != "every":
        for n in inside(node):
            raise error(
                "'for every' stands in brackets by itself, and is joined to the rest by 'and' only", n
            )
        return node
    *conditions, body = node.args
    for n in inside(body):
        raise error("one 'for every' inside another is not supported: name all values in one", n)
    new = dict.fromkeys((name, at) for c in conditions for name, at in places(c) if name not in CONSTANTS)
    names = dict.fromkeys(name for name, _ in new)
    for name, at in new:
        check_new(name, at)
    bound = tuple(name for name in names if name not in declared)
    if not bound:
        raise error(
            f"'{next(iter(names), '')}' is declared already: 'for every' needs a name of its own", node
        )
    for name in bound:
        if name not in names_in(body):
            raise error(f"'{name}' is not spoken of after 'for every'", node)
    return replace(node, value=bound)


def quantified(source: Source) -> bool:
    """Whether a hypothesis says something for every value of a name."""
    return any(n.kind == "every" for n in source.hypotheses)


@dataclass(frozen=True)
class Instance:
    """A claim with values in the place of the names of its first hypothesis for every value, and these as nodes."""

    source: Source
    values: tuple[tuple[str, Node], ...]


def instances(source: Source) -> Iterator[Instance]:
    """The claim with values in the place of the names of its first hypothesis for every value, likely ones first."""
    index, node = next((k, n) for k, n in enumerate(source.hypotheses) if n.kind == "every")
    likely = [*spoken_of(source), *map(number, VALUES)]
    for values in islice(product(likely, repeat=len(node.value)), MOST):
        at = dict(zip(node.value, values, strict=True))
        body = flat([put(node.args[-1], at)], "and")
        given = (*source.hypotheses[:index], *body, *source.hypotheses[index + 1 :])
        yield Instance(source.but(hypotheses=given), tuple(at.items()))


def spoken_of(source: Source) -> list[Node]:
    """The arguments of functionals and notions of the conclusion: a name may stand for one of them."""
    spoken = [c for n in source.conclusion for c in calls(n)]
    spoken.sort(key=lambda c: c.value in NOTIONS)  # a functional's first
    found = [a for c in spoken for a in c.args]
    return [
        a
        for k, a in enumerate(found)
        if a.kind in ("name", "number") and a.value not in [b.value for b in found[:k]]
    ]


__all__ = ["Instance", "instances", "quantified", "resolved"]
