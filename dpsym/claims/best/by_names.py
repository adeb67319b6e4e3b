"""Claims with "?" at losses that are numbers: names stand for them, in their order, while a bound is looked for.

The exponential of a loss is mostly no fraction, and the linear program over pairs has fractions only.  With a name in the
place of each loss its values are terms of these names, and the numbers are put back.  Nothing is decided here: the bound is
a claim of its own, and so is that one a little smaller fails.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction

import sympy
from sympy import Expr

from dpsym.claims.answers import Answer
from dpsym.claims.best.bounds import Attained, Best
from dpsym.claims.few_outputs.extreme_pairs import Unread, value
from dpsym.claims.reading.as_nodes import multiplied, relation
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.nodes import Node, Source, number, put
from dpsym.claims.reading.trees import names_in
from dpsym.claims.settle import settle
from dpsym.claims.ways.by_losses import losses_of, with_names
from dpsym.prove.verdict import HOLDS

NEAR = Fraction(999, 1000)  # of a bound: what is smaller is shown to be too small
Terms = tuple[Node, ...]
Numbers = Mapping[str, Expr]  # what the names stand for


def at_numbers(source: Source, less: Node, least: Callable[[Source, Numbers], Terms | None]) -> Best | None:
    """The best bound from `least`, which gives terms whose minimum it is at the losses, of the claim with names for these;
    None where these are no numbers, or it gives none."""
    reader = Reader(source)
    losses = losses_of(source, reader)
    if not losses or all(sympy.exp(x).is_Rational for _, x in losses):
        return None
    named, numbers = with_names(source, losses)
    with suppress(Unread):
        terms = least(named, {word: reader.expr(node) for word, node in numbers.items()})
        if terms is None:
            return None
        bounds = only_least([put(t, numbers) for t in terms], reader)
        proofs = tuple(settle(source.but(conclusion=(relation(less, "<=", b),))) for b in bounds)
        if all(p.verdict in HOLDS for p in proofs):
            at = (
                tuple(approached(source, less, b) for b in bounds)
                if len(bounds) == 1
                else (None,) * len(bounds)
            )
            return Best(source.text, tuple(map(source.words, bounds)), proofs, at, 0, bounds)
    return None


def only_least(terms: Sequence[Node], reader: Reader) -> Terms:
    """The least of terms that are numbers; all of them where they are not."""
    if len(terms) > 1 and not any(names_in(t) - {"pi", "e"} for t in terms):
        return (min(terms, key=lambda t: value(reader.expr(t), {})),)
    return tuple(terms)


def approached(source: Source, less: Node, bound: Node) -> Attained | None:
    """A pair at which the functional is within a thousandth of the bound; None where none is found."""
    near = multiplied([number(NEAR), bound])
    answer: Answer = settle(source.but(conclusion=(relation(less, "<", near),)))
    witness = answer.witness
    if answer.verdict != "refuted" or witness is None:
        return None
    return Attained(witness.values, witness.laws, f"at least {source.words(near)}", True)
