"""Relations on a box by branch and bound: the box is halved until the kernel's enclosures decide every part.

For relations that leave a gap everywhere on the box, transcendental ones included; where both sides touch, no box is
small enough, and the mean-value search is the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from dpsym.kernel.enclosure import truth
from dpsym.kernel.terms import tree
from dpsym.prove.proof.script import Refused, Stuck, Term, fv
from dpsym.prove.tactics.proof_state import ProofState

BITS = 64


BOXES = 400  # looked at in all


Interval = tuple[Fraction, Fraction]
Bound = tuple[Fraction, int]  # an end, and the line that states it


Halving: TypeAlias = (
    tuple[str, Fraction, "Halving", "Halving"] | None
)  # decided as it stands, or halved: name, where, and both halves


def bounded(known: ProofState, goal: Term, boxes: int = BOXES) -> int:
    """A line that states the relation `goal` (<= or <) where the facts bound each of its names, or Stuck."""
    s = known.s
    names = [x for x in sorted(fv(tree(goal))) if x in s.sig]
    ends = {x: limits(known, x) for x in names}
    if not names or goal[0] not in ("<=", "<") or any(s.sort(x) != "R" for x in names):
        raise Stuck("the facts give no box")
    box: dict[str, Interval] = {}
    stated: dict[str, tuple[int, int]] = {}
    for x, (low, high) in ends.items():
        if low is None or high is None:
            raise Stuck("the facts give no box")
        box[x], stated[x] = (low[0], high[0]), (low[1], high[1])
    left = [boxes]

    def halve(part: Mapping[str, Interval]) -> Halving:
        left[0] -= 1
        if left[0] < 0:
            raise Stuck(f"not decided on {boxes} boxes")
        known_there = truth(tree(goal), part, BITS, {})
        if known_there is True:
            return None
        x = max(names, key=lambda n: width(part[n]) / max(width(box[n]), Fraction(1, 10**9)))
        if known_there is False or not width(part[x]):
            raise Stuck("fails on a part of the box")
        low, high = part[x]
        middle = (low + high) / 2
        return x, middle, halve({**part, x: (low, middle)}), halve({**part, x: (middle, high)})

    def write(part: Halving, bounds: Mapping[str, tuple[int, int]]) -> int:
        if part is None:
            lines = list(dict.fromkeys(i for pair in bounds.values() for i in pair))
            return s.add("enclose", lines, **{"is": goal, "bits": BITS})
        x, middle, below, above = part
        condition: Term = ("<=", x, middle)
        other = s.add("have", [s.hyp(("not", condition))], **{"is": ("<", middle, x)})
        one = write(below, {**bounds, x: (bounds[x][0], s.hyp(condition))})
        two = write(above, {**bounds, x: (other, bounds[x][1])})
        return s.add("cases", [one, two], on=condition)

    try:
        return write(halve(box), stated)
    except Refused as e:
        raise Stuck(str(e)) from None


def width(interval: Interval) -> Fraction:
    """The length of an interval."""
    return interval[1] - interval[0]


def limits(known: ProofState, name: str) -> tuple[Bound | None, Bound | None]:
    """The closest rational bounds of a name among the facts, each with its line; None where there is none."""
    low: Bound | None = None
    high: Bound | None = None
    for fact in known.facts:
        atoms = fact.atoms
        if len(atoms) != 1 or atoms[0][0] != "@v" or atoms[0][1] != name:
            continue
        slope = fact.poly.get(("@M", (atoms[0], 1)))
        if slope is None or len(fact.poly) > 2 or any(len(m) == 2 and m[1][1] != 1 for m in fact.poly):
            continue
        value = -Fraction(fact.poly.get(("@M",), 0)) / slope
        if (slope > 0 or fact.kind == "eq") and (low is None or value > low[0]):
            low = (value, fact.line)
        if (slope < 0 or fact.kind == "eq") and (high is None or value < high[0]):
            high = (value, fact.line)
    return low, high
