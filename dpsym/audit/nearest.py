"""The nearest true lines: one edit of a side that makes a failing relation true; looked at by points, then proved.

What the chain ties to its neighbours stays where it is true: an edit of a shared side must leave the neighbour true too,
and a side that a proved equality ties is blamed less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from sympy import Expr, Le

from dpsym.audit.build import same, speaks
from dpsym.audit.edits import of_side
from dpsym.audit.judging import PROVED, Judge, Judged, connected
from dpsym.audit.pairs import PairReader
from dpsym.audit.reading import Line
from dpsym.audit.said import said
from dpsym.audit.tokens import NotRead
from dpsym.claims.at_points import Inside, Place
from dpsym.claims.reading.nodes import Node, NotAClaim, Source
from dpsym.claims.reading.trees import names_in
from dpsym.claims.reading.words import CONSTANTS, FLIP, FUNCTIONALS, MAKE
from dpsym.language import as_written
from dpsym.prove import decide
from dpsym.prove.decide import Env
from dpsym.reals.exact import exact
from dpsym.reals.real import Inf, Value, enclosed

FEW, MANY = 10, 60  # points at which an edit is looked at
OPTIONS = 3_000  # edits looked at
ASKED = 12  # of them put to the prover
SUGGESTED = 5
PAIRED = ("mass", "total", "event", "loss")


@dataclass(frozen=True)
class Nearest:
    """A true line near a failing one: its sides, its relation, and the edit in words."""

    left: str
    relation: str
    right: str
    words: str
    sides: tuple[Node, Node]

    @property
    def text(self) -> str:
        """The line."""
        return f"{self.left} {self.relation} {self.right}"


@dataclass(frozen=True)
class Around:
    """The lines of the chain before and after, that share a side with a line; what is known of them."""

    before: Judged | None = None
    after: Judged | None = None


class Points:
    """Points at which the declared conditions of a line hold, simple ones and scattered ones, and what is seen of
    relations there."""

    def __init__(self, line: Line, unfolded: tuple[Node, Node]) -> None:
        scope = line.scope
        conditions = connected(tuple(map(scope.unfold, scope.conditions)), unfolded)
        source = Source(line.text, conditions, (), ())
        inside = Inside(source)
        self.reader = PairReader(source, scope.positive)
        self.reader.knows_conditions()
        found: list[Mapping[str, Value]] = [{k: exact(v) for k, v in at.items()} for at in inside.points(FEW)]
        found += [at for at in inside.scattered(MANY) if moderate(at)]
        places = [Place(self.reader, at).env for at in found]
        own = [self.term(side) for side in unfolded]
        valued = [env for env in places if all(x is not None and has_value(x, env) for x in own)]
        self.all = valued or places

    def term(self, node: Node) -> Expr | None:
        """The expression of a term; None where it is not read."""
        try:
            with as_written():
                return self.reader.terms.unnoted().expr(node)
        except NotAClaim:
            return None

    def hold(self, sides: tuple[Node, Node], sign: str, most: int | None = None) -> tuple[bool, float]:
        """Whether a relation holds at the points, or at the first so many of them, as far as is seen, and the least gap,
        as a part of the sides; a side without a value does not hold."""
        left, right = map(self.term, sides)
        if left is None or right is None:
            return False, 0.0
        relation = MAKE[sign](left, right, evaluate=False)
        look, gaps = decide.look_of(relation), decide.gap_of(Le(left, right, evaluate=False))
        gap = 1.0
        for env in self.all[:most]:
            seen = None if look is None else look(env)
            if seen is None:
                seen = decide.truth_of(relation)(env)
            if seen is False or not (has_value(left, env) and has_value(right, env)):
                return False, 0.0
            here = gaps(env) if gaps is not None else None
            gap = min(gap, 0.0 if here is None else abs(here))
        return True, 0.0 if sign in ("=", "==") else gap


def has_value(x: Expr, env: Env) -> bool:
    """Whether an expression is seen to have a finite value at a point."""
    value = decide.number_of(x)(env)
    return value is not None and not isinstance(value, Inf)


def moderate(at: Mapping[str, Value]) -> bool:
    """Whether no value is extreme: exponentials of those say little."""
    sizes = (abs(float(enclosed(v, 64).mid())) for v in at.values())
    return all(x <= 50 and (x == 0 or x >= 1e-3) for x in sizes)


def options(line: Line, around: Around) -> Iterator[tuple[float, str, tuple[Node, Node], str, str]]:
    """Edits with their cost: the words, the sides, the relation, and which side was edited."""
    assert line.sides is not None
    left, right = line.sides
    names = tuple(sorted({n for s in line.sides for n in names_in(s)} - set(CONSTANTS) - set(FUNCTIONALS)))
    tied = {"left": 5 * sure(around.before), "right": 5 * sure(around.after)}
    for cost, words, e in of_side(right, names):
        yield cost + tied["right"], f"on the right {words}", (left, e), line.relation, "right"
    for cost, words, e in of_side(left, names):
        yield cost + 0.5 + tied["left"], f"on the left {words}", (e, right), line.relation, "left"
    if line.relation in ("=", "=="):
        yield 7, "an inequality", (left, right), "<=", ""
        yield 7, "an inequality", (left, right), ">=", ""
    else:
        yield 3, "the relation turned", (left, right), FLIP[line.relation], ""


def sure(neighbour: Judged | None) -> bool:
    """Whether the neighbour is a proved equality, so that the side it shares is right as it stands."""
    return neighbour is not None and neighbour.line.relation == "=" and neighbour.evidence == PROVED


def candidates(line: Line, around: Around) -> list[tuple[float, str, tuple[Node, Node], str]]:
    """Edits that make the line true at points, the nearest first, of equal cost the tightest."""
    assert line.sides is not None
    scope = line.scope
    own = (scope.unfold(line.sides[0]), scope.unfold(line.sides[1]))
    points = Points(line, own)
    if not points.all:
        return []
    found: list[tuple[float, str, tuple[Node, Node], str]] = []
    seen: set[str] = set()
    for cost, words, sides, sign, edited in islice(options(line, around), OPTIONS):
        try:
            unfolded = (scope.unfold(sides[0]), scope.unfold(sides[1]))
        except NotRead:
            continue
        text = f"{said(sides[0])} {sign} {said(sides[1])}"
        if text in seen or not points.hold(unfolded, sign, FEW)[0]:
            continue
        seen.add(text)
        fine, gap = points.hold(unfolded, sign)
        if fine and leaves_true(around, edited, sides, points):
            found.append((cost + (0 if sign == "=" else min(3.0, 6 * gap)), words, sides, sign))
    return sorted(found, key=lambda x: x[0])


def leaves_true(around: Around, edited: str, sides: tuple[Node, Node], points: Points) -> bool:
    """Whether the neighbour that shares the edited side is still true at the points."""
    neighbour = around.before if edited == "left" else around.after if edited == "right" else None
    if neighbour is None or neighbour.line.sides is None:
        return True
    scope = neighbour.line.scope
    a, b = neighbour.line.sides
    both = (a, sides[0]) if edited == "left" else (sides[1], b)
    return points.hold((scope.unfold(both[0]), scope.unfold(both[1])), neighbour.line.relation)[0]


def about_pair(line: Line) -> bool:
    """Whether the line speaks of the pair: its edits cannot be looked at by points."""
    assert line.sides is not None
    return bool(line.scope.given) or any(
        speaks(s, PAIRED) or names_in(s) & FUNCTIONALS.keys() or calls_functional(s) for s in line.sides
    )


def calls_functional(n: Node) -> bool:
    """Whether a functional of the pair is called."""
    return (n.kind == "call" and n.value in FUNCTIONALS) or any(map(calls_functional, n.args))


def nearest(line: Line, judge: Judge, around: Around | None = None) -> list[Nearest]:
    """Proved lines one edit away, the nearest first; none for lines about the pair."""
    if line.sides is None or about_pair(line):
        return []
    around = around or Around()
    out: list[Nearest] = []
    for _, words, sides, sign in candidates(line, around)[:ASKED]:
        if judge.relation(line, sides[0], sign, sides[1]).evidence == PROVED:
            out.append(Nearest(said(sides[0]), sign, said(sides[1]), words, sides))
        if len(out) >= SUGGESTED:
            break
    return out


def around_of(judged: Sequence[Judged], k: int) -> Around:
    """The neighbours of the k-th line in its chain."""
    line = judged[k].line
    before = judged[k - 1] if k else None
    after = judged[k + 1] if k + 1 < len(judged) else None
    return Around(
        before if before is not None and shares(before.line, line) else None,
        after if after is not None and shares(line, after.line) else None,
    )


def shares(first: Line, second: Line) -> bool:
    """Whether the right side of the first is the left side of the second, in one display."""
    if first.sides is None or second.sides is None or first.display is not second.display:
        return False
    return same(first.sides[1], second.sides[0])


__all__ = ["Around", "Nearest", "around_of", "nearest"]
