"""Formulas about an ordered pair as expressions of the language: sums of masses stay sums, P and Q keep their order.

A hypothesis or a line that names an order speaks of this order; a notion (PureDP, ZCDP, ...) is what it is defined to be.
"""

from __future__ import annotations

from sympy import And, Expr, Ge, Gt, Le, Lt
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading import relations
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.nodes import Node, Source
from dpsym.claims.reading.relations import Part
from dpsym.claims.reading.terms import Terms
from dpsym.claims.reading.trees import calls, pairs_of
from dpsym.claims.reading.words import FUNCTIONALS
from dpsym.language import ForAll, Loss, Pair, Probability, Total, y

PAIR = Pair()
EVENTS = {">": Gt, ">=": Ge, "<": Lt, "<=": Le}


class PairTerms(Terms):
    """Reads terms in which masses of the pair, and sums of them, may stand."""

    in_event = False

    def expr(self, node: Node, pair: Pair | None = None) -> Expr:
        """The expression of a term, as for typed claims; masses are those of P and Q as they are named."""
        if node.kind == "mass":
            return PAIR.b if node.value[0] else PAIR.a
        if node.kind == "total":
            return Total(self.expr(node.args[0], pair), y)
        if node.kind == "event":
            second, signs = node.value
            self.in_event = True
            try:
                sides = [self.expr(a) for a in node.args]
            finally:
                self.in_event = False
            said = [EVENTS[s](a, b, evaluate=False) for s, a, b in zip(signs, sides, sides[1:], strict=False)]
            return Probability(
                said[0] if len(said) == 1 else And(*said, evaluate=False), PAIR.b if second else PAIR.a, y
            )
        if node.kind == "loss":
            if not self.in_event:
                raise NotSupported(f"{node.value}, the loss, outside of an event", node.at)
            return Loss(PAIR.a, PAIR.b)
        return super().expr(node, pair)


class PairReader(Reader):
    """Reads the parts of a claim of which the pair has an order.

    positive  whether both laws are declared to have a positive mass at every output
    """

    def __init__(self, source: Source, positive: bool = False) -> None:
        super().__init__(source)
        t = self.terms
        self.terms = PairTerms(t.parameters, t.declared, t.box, t.hole, t.notes, t.tests)
        self.positive = positive

    def parts_of(self, node: Node, hypothesis: bool = False) -> list[Part]:
        """A notion, or the relations of a chain, for the pair in its order."""
        if len(node.args) == 1:
            return relations.parts(self.terms, node, self.source.text, hypothesis)
        out = []
        for r in pairs_of(node):
            said = (
                f"{relations.words(self.source.text, r[0])} {r[1]} {relations.words(self.source.text, r[2])}"
            )
            named = any(c.value in FUNCTIONALS for side in (r[0], r[2]) for c in calls(side))
            formula = relations.relation(self.terms, r, PAIR) if named else relations.plain(self.terms, r)
            out.append(Part(said, (("P, Q" if named else "", formula),)))
        return out

    def supposed(self) -> list[Boolean]:
        """What the declaration of the pair supposes besides."""
        if not self.positive:
            return []
        return [ForAll((y,), Lt(0, m, evaluate=False)) for m in (PAIR.a, PAIR.b)]


__all__ = ["PAIR", "PairReader", "PairTerms"]
