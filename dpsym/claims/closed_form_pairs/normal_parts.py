"""Mechanisms made of others at normal noise: the whole is normal noise too, whose closed forms may refute a claim.

A path of normal laws with even steps is such a group, and independent normal noise of several releases is worth as much
as that of one with a larger distance.  What is kept, mixed or run on one part of the records only is an instance too.
Nothing is proved by these, and nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from dpsym.claims.closed_form_pairs.closed_forms import GAUSSIAN, sampled_normal_pair
from dpsym.claims.closed_form_pairs.reductions import CONCENTRATED, Reduction, at_law
from dpsym.claims.reading.as_nodes import added, called, chain, multiplied, raised, relation, value_of
from dpsym.claims.reading.combining import combination
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.named import at_outputs, base, posted
from dpsym.claims.reading.nodes import BARE, different, number
from dpsym.claims.reading.syntax import Node, Source
from dpsym.claims.reading.trees import calls
from dpsym.claims.reading.words import SAID_OF_PARTS

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
    """The claim where each part adds normal noise with the largest distance that its hypothesis allows; none where a
    part may be no normal noise."""
    source = reader.source
    made = [h for h in source.hypotheses if combination(h)]
    if len(made) != 1 or not reader.knows_conditions():
        return []
    node = made[0].args[0]
    parts = [a for a in node.args if a.value in SAID_OF_PARTS]
    numbers = [a for a in node.args if a.value not in SAID_OF_PARTS]
    squares = [(p.args[-1], squared_distance(p)) for p in parts]
    if any((x := value_of(budget)) is not None and x < 0 for budget, _ in squares):
        return []  # there is no such part
    apart = [(budget, s) for budget, s in squares if s is not None and value_of(budget) != 0]
    if not apart or any(s is None for _, s in squares):
        return []  # a part that is no noise, or none that tells anything
    budgets, known = [budget for budget, _ in apart], [s for _, s in apart]
    concentrated = [CONCENTRATED] if any(p.value in ("ZCDP", "RenyiDP") for p in parts) else []
    if node.value == "subsample" and len(numbers) == 1 and len(source.hypotheses) == 1:
        return sampled(reader, numbers[0], known[0], budgets[0], concentrated)
    if node.value not in KEPT or len(numbers) > 1:
        return []
    rest = tuple(h for h in source.hypotheses if h is not made[0])
    above = [relation(b, ">", number(0)) for b in budgets if value_of(b) is None]
    several = [relation(k, ">=", number(1)) for k in numbers if value_of(k) is None]
    conditions = (*source.conditions, *above, *several)
    facts = (*([TOGETHER] if node.value in ("compose", "independent") else []), *concentrated)
    found = []
    for whole in wholes_of(str(node.value), numbers, known):
        noise = chain(called("Gaussian", [number(1), raised(whole, number(HALF))]))
        said = source.but(conditions=different(conditions), hypotheses=(noise, *rest))
        found.append(Reduction(said, facts, proves=False))
    return found


def normal_path(reader: Reader) -> list[Reduction]:
    """The claim about named laws where these are normal laws on a line, each as far from another as a hypothesis allows,
    and what is made of an output is the output; none where the hypotheses put no such laws on one line."""
    source = reader.source
    said = [h.args[0] for h in source.hypotheses if h.kind == "chain" and len(h.args) == 1]
    asked = [c for n in source.conclusion for c in calls(n) if c.laws]
    if (
        len(said) != len(source.hypotheses)
        or not asked
        or at_outputs(source)
        or not reader.knows_conditions()
    ):
        return []
    pairs = {frozenset(map(base, c.laws)) for c in asked}
    places = on_a_line(said)
    if places is None or len(pairs) != 1:
        return []
    ends = [places.get(law) for law in min(pairs)]
    if None in ends or len(ends) != 2:
        return []
    way = between(*ends)  # type: ignore[arg-type]
    budgets = [c.args[-1] for c in said]
    if not way or any((x := value_of(b)) is not None and x <= 0 for b in budgets):
        return []
    above = [relation(b, ">", number(0)) for b in budgets if value_of(b) is None]
    noise = chain(called("Gaussian", [number(1), added([(1, d) for d in way])]))
    found = source.but(
        conditions=different((*source.conditions, *above)),
        hypotheses=(noise,),
        conclusion=tuple(map(unnamed, source.conclusion)),
    )
    concentrated = any(c.value in ("ZCDP", "RenyiDP") for c in said)
    facts = (where_they_are(source, places), *([CONCENTRATED] if concentrated else []))
    return [Reduction(found, facts, proves=False)]


def where_they_are(source: Source, places: Mapping[str, Place]) -> str:
    """Which law is which, in words: all distances count, and no direction does."""
    laws = []
    for law, (side, steps) in places.items():
        mean = " + ".join(map(source.words, steps)) or "0"
        laws.append(f"{law} = N({mean if side >= 0 else f'-({mean})'}, 1)")
    kept = [f"post({law}) = {law}" for _, law in posted(source)]
    return f"the hypotheses hold of {', '.join([*laws, *kept])}"


Place = tuple[
    int, tuple[Node, ...]
]  # of a law on a line: the side of the first law, and the steps that lead there


def on_a_line(said: Sequence[Node]) -> dict[str, Place] | None:
    """Where the laws stand that hypotheses hold apart, each step away from the first law; None where they cannot."""
    places: dict[str, Place] = {}
    sides = [1, -1]
    for c in said:
        square = squared_distance(c) if len(c.laws) == 2 else None
        if square is None:
            return None
        step = c.args[-1] if c.value == "GaussianDP" else raised(square, number(HALF))
        one, other = map(base, c.laws)
        places.setdefault(one if other not in places else other, (0, ()))
        new, old = (other, one) if one in places else (one, other)
        if new in places:
            return None
        side, steps = places[old]
        if not side and not sides:
            return None
        places[new] = (side or sides.pop(0), (*steps, step))
    return places


def between(one: Place, other: Place) -> tuple[Node, ...]:
    """The steps from one place to another; none where one of two branches would have to be taken off the other."""
    (side, steps), (side_2, steps_2) = one, other
    if side * side_2 <= 0:
        return (*steps, *steps_2)
    short, long = sorted((steps, steps_2), key=len)
    return long[len(short) :] if long[: len(short)] == short else ()


def unnamed(node: Node) -> Node:
    """A part of a claim without the names of laws, which nobody typed so where it has any."""
    if not any(c.laws for c in calls(node)):
        return node
    kind = "name" if node.value in BARE else node.kind
    return replace(node, kind=kind, args=tuple(map(unnamed, node.args)), laws=(), at=-1, end=-1)


def sampled(
    reader: Reader, share: Node, square: Node, budget: Node, facts: Sequence[str] = ()
) -> list[Reduction]:
    """The claim where the mechanism adds normal noise to the number of records in the sample that are the one in question."""
    if (q := value_of(share)) is not None and not 0 < q <= 1:
        return []
    mu = raised(square, number(HALF))
    words = reader.source.words
    pair = f"(1 - ({words(share)}))*N(0, 1) + {words(share)}*N({words(mu)}, 1) and N(0, 1)"
    extra = [
        relation(x, ">", number(0)) for x, value in ((share, q), (budget, value_of(budget))) if value is None
    ]
    return at_law(reader.source, sampled_normal_pair(mu, share, pair), reader, (GAUSSIAN, *facts), *extra)


def squared_distance(notion: Node) -> Node | None:
    """The square of the largest distance of normal laws with deviation 1 that have a notion; None where only equal ones do,
    or where it is not known."""
    budget = notion.args[-1]
    if notion.value in ("ZCDP", "KL bound"):
        return multiplied([number(2), budget])
    if notion.value == "GaussianDP":
        return raised(budget, number(2))
    if notion.value == "RenyiDP" and len(notion.args) == 2:
        return multiplied([number(2), budget], [notion.args[0]])
    return None


def wholes_of(word: str, numbers: list[Node], squares: list[Node]) -> list[Node]:
    """The square of the distance of the whole; of parts on disjoint records, where the changed record may be in each."""
    if word == "group":
        return [multiplied([raised(numbers[0], number(2)), squares[0]])]
    if word in ("compose", "independent"):
        return [multiplied([numbers[0], squares[0]]) if numbers else added([(1, s) for s in squares])]
    return squares


__all__ = ["normal_path", "normal_wholes"]
