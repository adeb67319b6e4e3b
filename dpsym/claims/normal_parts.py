"""Mechanisms made of others at normal noise: the whole is normal noise too, whose closed forms may refute a claim.

A path of normal laws with even steps is such a group, and independent normal noise of several releases is worth as much
as that of one with a larger distance.  What is kept, mixed or run on one part of the records only is an instance too.
Nothing is proved by these, and nothing is decided here.
"""

from __future__ import annotations

from fractions import Fraction

from dpsym.claims.as_nodes import added, called, chain, multiplied, raised, relation, value_of
from dpsym.claims.closed_forms import GAUSSIAN, sampled_normal_pair
from dpsym.claims.combining import combination
from dpsym.claims.meaning import Reader
from dpsym.claims.nodes import different, number
from dpsym.claims.reductions import CONCENTRATED, Reduction, at_law
from dpsym.claims.syntax import Node
from dpsym.claims.words import NOTIONS

TOGETHER = "independent normal noise of several releases has the loss of one whose squared distances add up (Bun, Steinke 2016)"
HALF = Fraction(1, 2)
KEPT = (
    "post",
    "permute",
    "mixture",
    "parallel",
    "compose",
    "independent",
    "group",
)  # by which words a mechanism is made of others


def normal_wholes(reader: Reader) -> list[Reduction]:
    """The claim where each part adds normal noise with the largest distance that what is said of it allows; none where a
    part may be no normal noise."""
    source = reader.source
    made = [h for h in source.hypotheses if combination(h)]
    if len(made) != 1 or not reader.knows_conditions():
        return []
    node = made[0].args[0]
    parts = [a for a in node.args if a.value in NOTIONS]
    numbers = [a for a in node.args if a.value not in NOTIONS]
    squares = [squared_distance(p) for p in parts]
    known = [s for s in squares if s is not None]
    budgets = [p.args[-1] for p in parts]
    if not known or len(known) < len(parts):
        return []
    if any((x := value_of(b)) is not None and x <= 0 for b in budgets):
        return []  # equal laws only, or none
    if node.value == "subsample" and len(numbers) == 1 and len(source.hypotheses) == 1:
        return sampled(reader, numbers[0], known[0], budgets[0])
    if node.value not in KEPT or len(numbers) > 1:
        return []
    whole = whole_of(str(node.value), numbers, known)
    rest = tuple(h for h in source.hypotheses if h is not made[0])
    above = [relation(b, ">", number(0)) for b in budgets if value_of(b) is None]
    several = [relation(k, ">=", number(1)) for k in numbers if value_of(k) is None]
    conditions = (*source.conditions, *above, *several)
    noise = chain(called("Gaussian", [number(1), raised(whole, number(HALF))]))
    said = source.but(conditions=different(conditions), hypotheses=(noise, *rest))
    facts = (
        *([TOGETHER] if node.value in ("compose", "independent") else []),
        *([CONCENTRATED] if any(p.value in ("ZCDP", "RenyiDP") for p in parts) else []),
    )
    return [Reduction(said, facts, proves=False)]


def sampled(reader: Reader, share: Node, square: Node, budget: Node) -> list[Reduction]:
    """The claim where the mechanism adds normal noise to the number of records in the sample that are the one in question."""
    if (q := value_of(share)) is not None and not 0 < q <= 1:
        return []
    mu = raised(square, number(HALF))
    words = reader.source.words
    pair = f"(1 - ({words(share)}))*N(0, 1) + {words(share)}*N({words(mu)}, 1) and N(0, 1)"
    extra = [
        relation(x, ">", number(0)) for x, value in ((share, q), (budget, value_of(budget))) if value is None
    ]
    return at_law(reader.source, sampled_normal_pair(mu, share, pair), reader, (GAUSSIAN,), *extra)


def squared_distance(notion: Node) -> Node | None:
    """The square of the largest distance of normal laws with deviation 1 that have a notion; None where only equal ones do,
    or where it is not known."""
    budget = notion.args[-1]
    if notion.value == "ZCDP":
        return multiplied([number(2), budget])
    if notion.value == "GaussianDP":
        return raised(budget, number(2))
    if notion.value == "RenyiDP" and len(notion.args) == 2:
        return multiplied([number(2), budget], [notion.args[0]])
    return None


def whole_of(word: str, numbers: list[Node], squares: list[Node]) -> Node:
    """The square of the distance of the whole."""
    if word == "group":
        return multiplied([raised(numbers[0], number(2)), squares[0]])
    if word in ("compose", "independent"):
        return multiplied([numbers[0], squares[0]]) if numbers else added([(1, s) for s in squares])
    return squares[0]


__all__ = ["normal_wholes"]
