"""Claims with constants about mechanisms that run one after the other: decided by the hockey sticks of responses.

No mechanism with a loss and a delta has larger hockey sticks than the response that fails with probability delta and else
answers truthfully with odds e^loss : 1, whatever was released before.  So the largest delta of all outputs at a loss
follows from two of those of the outputs before, mechanism by mechanism: with ratios of masses that are fractions, finitely
many numbers.  A bound at least as large as that delta is proved, step by step, by theorems of the library that are found
by their shape; a smaller one is refuted by the responses themselves.  Nothing here decides: the kernel does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from math import prod
from operator import mul

import sympy
from sympy import Basic, Expr, Integer, Lambda, log
from sympy.logic.boolalg import Boolean

from dpsym import deadline
from dpsym.claims.answers import Answer
from dpsym.claims.few_outputs.extreme_pairs import Unread, point_of, unfolded, value
from dpsym.claims.few_outputs.near_losses import NEARER, AtLoss, ratio_beside, written
from dpsym.claims.reading import combining
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Claim, Reader, meant
from dpsym.claims.reading.syntax import NotAClaim
from dpsym.claims.ways.by_library import from_library, theorems_of
from dpsym.claims.ways.refuting import at_points, confirmed
from dpsym.claims.ways.theorems import Theorems
from dpsym.language import (
    AllOf,
    ApproxDP,
    ForAll,
    HockeyStick,
    Notion,
    Pair,
    Point,
    PureDP,
    S,
    StatementError,
    Theorem,
    as_written,
    have,
    specialise,
)
from dpsym.language.combined import A, B, K, L, composed, composed_in_turn, first, follows, in_turn, so_far, x
from dpsym.language.expressions import P, Q, y
from dpsym.language.sizes import TooLarge
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.prove import decide
from dpsym.prove.library.forms import PAIR, canon, head
from dpsym.prove.library.theorems import Found, Library
from dpsym.prove.library.unify import Binding, alike

NODES = 200  # deltas of outputs at some loss
LONGEST = 2_000  # bits of a ratio of masses, above and below the line together
ONE, NONE = Fraction(1), Fraction(0)
NOWHERE = Point()  # where relations of numbers are looked at
IN, OUT = "in", "out"  # outputs that count in the end whatever follows, or do not
Kept = str | Fraction  # what is kept of the outputs so far: their ratio of masses, or that it matters no more
Row = dict[Kept, tuple[Fraction, Fraction]]  # masses under the two laws


@dataclass(frozen=True)
class Goal:
    """A bound of the claim: the hockey stick of all outputs at a loss, in one order of the laws.

    relation  as it is to be shown
    stick     the hockey stick in it
    bound     what it is at most, or below where `strict`
    """

    relation: Boolean
    stick: HockeyStick
    bound: Expr
    strict: bool


@dataclass(frozen=True)
class InTurn:
    """Mechanisms that run one after the other: what is supposed of each, and what is to be shown of all outputs.

    alone  nothing else is supposed.  Only then do the responses refute the claim: of their outputs only as much is kept
           as the bound asks for, and another hypothesis may hold of that and not of all outputs
    """

    claim: Claim
    given: tuple[Boolean, ...]
    notions: tuple[Notion, ...]
    goals: tuple[Goal, ...]
    alone: bool

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.notions)

    @property
    def theorem(self) -> Theorem:
        """What is supposed and claimed."""
        return self.claim.theorem

    def law(self, j: int) -> Pair:
        """The laws of the outputs of the first j mechanisms."""
        return law_of_first(j, self.number)


def law_of_first(j: int, m: int) -> Pair:
    """The laws of the outputs of the first j of m mechanisms."""
    if j == m:
        return PAIR
    a, b = (A, B) if j == 1 else so_far(j)
    return Pair(a(y), b(y))


@dataclass
class Curve:
    """The deltas of as many responses, at the ratios that matter: ratios of masses and deltas of the mechanisms, the number of
    mechanisms and a ratio with the delta there, and with the two ratios for one mechanism less."""

    ratios: tuple[Fraction, ...]
    deltas: tuple[Fraction, ...]
    known: dict[tuple[int, Fraction], tuple[Fraction, tuple[Fraction, ...]]] = field(default_factory=dict)

    def at(self, j: int, v: Fraction) -> Fraction:
        """The delta of the first j responses at the loss log v; Unread where there are too many to be worked out."""
        if (j, v) not in self.known:
            if len(self.known) >= NODES:
                raise Unread
            deadline.spend(deadline.EVALUATION)
            u, d = self.ratios[j - 1], self.deltas[j - 1]
            before: tuple[Fraction, ...] = ()
            if j == 1:
                sticks = max(NONE, u - v) + max(NONE, 1 - u * v)
            else:  # beyond the largest ratio nothing changes any more
                most = prod(self.ratios[: j - 1], start=ONE)
                before = (min(v / u, most), min(v * u, most))
                sticks = u * self.at(j - 1, before[0]) + self.at(j - 1, before[1])
            self.known[j, v] = (d + (1 - d) * sticks / (1 + u), before)
        return self.known[j, v][0]


def answer(reader: Reader, known: Theorems | None) -> Answer | None:
    """The answer to a claim with constants about mechanisms that run one after the other; None for any other claim, and where
    the bound is too near to the largest delta for fractions."""
    with suppress(NotAClaim, NotSupported, StatementError, Unread, TooLarge):
        found = in_turn_of(reader)
        return None if found is None else decided(found, theorems_of(known))
    return None


# --------------------------------------------------------------------------------------------------- reading
def in_turn_of(reader: Reader) -> InTurn | None:
    """The mechanisms of a claim, and its bounds; None where it is another claim."""
    typed = meant(reader, few=combining.LISTED)
    claim = replace(typed, theorem=combining.not_telling(typed.theorem))
    theorem = claim.theorem
    if theorem.parameters or theorem.where:
        return None
    parts = one_each(theorem.given)
    goals = goals_of(theorem.claim)
    for m in range(2, combining.LISTED + 1):
        made = composed_in_turn(m)
        if goals and set(made.facts) <= set(parts):
            said = [notion_of(parts, part(k, m)) for k in range(1, m + 1)]
            given = tuple(g for g, _ in filter(None, said))
            if len(given) == m:
                supposed = one_each(typed.theorem.given)  # also that they are independent, say
                alone = set(supposed).difference(made.tells) == {*made.facts, *given}
                return InTurn(claim, given, tuple(n for _, n in filter(None, said)), goals, alone)
    return None


def part(k: int, m: int) -> Pair:
    """The laws of the k-th of m mechanisms, after each output of those before."""
    return follows if k == m == 2 else in_turn(k)


def one_each(given: Sequence[Boolean]) -> list[Boolean]:
    """The hypotheses, with those that say several notions taken apart."""
    return [p for g in given for p in (g.args if is_several(g) else (g,))]


def is_several(formula: Boolean) -> bool:
    """Whether a hypothesis says several notions."""
    return isinstance(formula, AllOf) and all(
        isinstance(g, Notion | ForAll) and g.has(Notion) for g in formula.args
    )


def notion_of(given: Sequence[Boolean], pair: Pair) -> tuple[Boolean, Notion] | None:
    """What is supposed of a mechanism by a loss and a delta, and the notion in it."""
    for g in given:
        notion = g.args[1] if isinstance(g, ForAll) else g
        if isinstance(notion, PureDP | ApproxDP) and notion.pair == pair:
            return g, notion
    return None


def goals_of(formula: Boolean) -> tuple[Goal, ...]:
    """The bounds of a conclusion; none where it says something else."""
    found: list[Goal] = []
    for f in unfolded(formula):
        relation = canon(f)
        if not isinstance(relation, sympy.Le | sympy.Lt):
            return ()
        stick, bound = relation.args
        if (
            not isinstance(stick, HockeyStick)
            or stick.args[1] not in (PAIR, PAIR.swapped)
            or bound.has(HockeyStick)
        ):
            return ()
        found.append(Goal(f, stick, bound, isinstance(relation, sympy.Lt)))
    return tuple(found)


# -------------------------------------------------------------------------------------------------- deciding
def decided(found: InTurn, known: Theorems) -> Answer | None:
    """A proof or a witness, with fractions nearer and nearer to the numbers of the claim."""
    for bits in NEARER:
        above = curve(found, bits, up=True)
        ends = [ratio(g.stick.args[0], bits, up=False) for g in found.goals]
        deltas = [above.at(found.number, v) for v in ends]
        if all(fits(c, g) for c, g in zip(deltas, found.goals, strict=True)):
            return proved(found, above, ends, known)
        below = curve(found, bits, up=False)
        for g in found.goals if found.alone else ():
            v = ratio(g.stick.args[0], bits, up=True)
            if exceeds(below.at(found.number, v), g):
                points = [point_of({}, responses(below, v))]
                return confirmed(found.claim, at_points(found.theorem, points, "randomised responses"))
        if (above.ratios, above.deltas) == (below.ratios, below.deltas) and ends == [
            ratio(g.stick.args[0], bits, up=True) for g in found.goals
        ]:
            return None  # nearer fractions tell no more
    return None


def curve(found: InTurn, bits: int, up: bool) -> Curve:
    """The responses with ratios and deltas that are a little larger than those of the mechanisms, or a little smaller."""
    ratios = tuple(ratio(n.budget[0], bits, up) for n in found.notions)
    deltas = tuple(
        value(n.budget[1], {}, up, bits) if isinstance(n, ApproxDP) else NONE for n in found.notions
    )
    if any(u < 1 for u in ratios) or any(not 0 <= d < 1 for d in deltas):
        raise Unread
    return Curve(ratios, deltas)


def ratio(loss: Expr, bits: int, up: bool) -> Fraction:
    """The ratio of masses of a loss, or a short fraction a little above or below; Unread where it is too long."""
    found = ratio_beside(canon(loss), bits, up)
    if found.numerator.bit_length() + found.denominator.bit_length() > LONGEST:
        raise Unread
    return found


def fits(delta: Fraction, goal: Goal) -> bool:
    """Whether a delta is seen to be within the bound."""
    bound = value(goal.bound, {})
    return delta < bound if goal.strict else delta <= bound


def exceeds(delta: Fraction, goal: Goal) -> bool:
    """Whether a delta is seen to be beyond the bound."""
    bound = value(goal.bound, {}, up=True)
    return delta >= bound if goal.strict else delta > bound


# --------------------------------------------------------------------------------------------------- proving
def proved(found: InTurn, curve: Curve, ends: Sequence[Fraction], known: Theorems) -> Answer | None:
    """The proof from the theorems of the library; None where it has none of the shape that is needed."""
    library = known.library
    session = library.session(1)
    with as_written():
        steps = derivation(found, curve, ends, library)
        if steps is None:
            return None
        library.use_in(session)
        verdict = session.theorem(replace(found.theorem, derivation=steps))
    if not library.holds(verdict):
        return None
    return from_library(found.claim, known.told(Found(verdict, steps, session)))


def derivation(
    found: InTurn, curve: Curve, ends: Sequence[Fraction], library: Library
) -> tuple[Step, ...] | None:
    """The steps of a proof: what is supposed as ratios, one mechanism after the other, and the bounds."""
    steps: list[Step] = [  # each once, for it is needed often
        have(f, "the ratio of the masses")
        for f in dict.fromkeys(
            sympy.exp(n.budget[0]) <= written(u) for n, u in zip(found.notions, curve.ratios, strict=True)
        )
    ]
    for k, (given, notion) in enumerate(zip(found.given, found.notions, strict=True), 1):
        steps += approximate(given, notion, part(k, found.number))
    for j, v in sorted(curve.known):
        use = step(found, curve, j, v, library)
        if use is None:
            return None
        steps.append(have(budget(v, curve.at(j, v)).on(found.law(j)), "one more mechanism", by=use))
    known = {
        g.stick.args[0]: budget(v, curve.at(found.number, v)) for g, v in zip(found.goals, ends, strict=True)
    }
    claim = found.theorem.claim
    for f in claim.args if isinstance(claim, AllOf) else (claim,):
        if isinstance(f, PureDP | ApproxDP):
            steps += with_larger_budget(known[canon(f.budget[0])], f, library)
        else:
            steps += (s for g in found.goals if g.relation == f for s in last(g, known[g.stick.args[0]]))
    return (*steps, have(claim, "the bounds"))


def with_larger_budget(said: ApproxDP, goal: Notion, library: Library) -> Iterator[Step]:
    """The steps from the delta of all outputs at a loss to a notion with a budget that is at least as large."""
    whole = with_delta(goal)
    if said == whole:
        return
    yield have(sympy.exp(said.budget[0]) <= sympy.exp(whole.budget[0]), "the losses")
    yield have(whole, "a larger budget", by=use_of(library, (said,), whole, ONE, {}))
    if whole != goal:
        yield have(goal, "with delta 0")


def approximate(given: Boolean, notion: Notion, pair: Pair) -> Iterator[Step]:
    """The steps that say of a purely private mechanism that its delta is 0; none of any other."""
    if not isinstance(notion, PureDP):
        return
    said = with_delta(notion).on(pair)
    if isinstance(given, ForAll):
        inner = (specialise(given, {x: x}), have(said, "with delta 0"))
        yield have(ForAll((x,), said), "with delta 0", derivation=inner)
    else:
        yield have(said, "with delta 0")


def with_delta(notion: Notion) -> ApproxDP:
    """What is supposed of a mechanism, as a loss and a delta."""
    return ApproxDP(notion.budget[0], notion.budget[1] if isinstance(notion, ApproxDP) else Integer(0))


def budget(v: Fraction, d: Fraction) -> ApproxDP:
    """Approximate DP, with the loss as the logarithm of a ratio of masses."""
    return ApproxDP(log(written(v)), written(d))


def step(found: InTurn, curve: Curve, j: int, v: Fraction, library: Library) -> Use | None:
    """The theorem that gives the delta of j mechanisms at the loss log v."""
    delta, before = curve.known[j, v]
    new, goal = with_delta(found.notions[j - 1]), budget(v, delta)
    laws: dict[str, Basic] = of_laws((P, Q), found.law(j))
    wanted: tuple[Boolean, ...] = (new,)
    if j > 1:
        past = tuple(budget(w, curve.at(j - 1, w)).on(first) for w in before)
        wanted = (*composed.facts, *past, ForAll((x,), new.on(follows)))
        new_laws = part(j, found.number)
        laws |= of_laws((A, B), found.law(j - 1)) | {K.__name__: new_laws.a.func, L.__name__: new_laws.b.func}
    return use_of(library, wanted, goal, curve.ratios[j - 1], laws)


def of_laws(names: Sequence[sympy.Function], pair: Pair) -> dict[str, Basic]:
    """The laws of a pair in the place of those of a theorem."""
    return {f.__name__: Lambda(y, law) for f, law in zip(names, (pair.a, pair.b), strict=True)}


def use_of(
    library: Library, wanted: Sequence[Boolean], goal: Notion, left: Fraction, laws: Mapping[str, Basic]
) -> Use | None:
    """A theorem that says the notion where just this is supposed, besides relations of numbers, which hold where the number
    that is left free is `left`; about other laws in the place of its own. None where there is none."""
    for rule in (*library.guided, *library.index.saying[head(goal)]):
        if len(rule.atoms) != len(wanted) or rule.bounds or rule.says is None:
            continue
        b: Binding | None = alike(rule.says, goal, {}, rule.free)
        for pattern, term in zip(rule.atoms, wanted, strict=True):
            b = None if b is None else alike(pattern, term, b, rule.free)
        if b is None or len(rule.free - b.keys()) > 1:
            continue
        losses = {
            pattern.budget[0]: term.budget[0]  # as it is written: the logarithm of 1, say
            for pattern, term in zip(rule.atoms, wanted, strict=True)
            if isinstance(pattern, ApproxDP) and pattern.budget[0] in rule.free
        }
        b = {**dict.fromkeys(rule.free, written(left)), **b, **losses}
        numbers = (n.xreplace(b) for n in (*rule.numbers, *rule.domain))
        if all(decide.truth(n, NOWHERE) for n in numbers) and library.settled(rule.theorem):
            return rule.theorem.at(**{p.name: b[f] for p, f in rule.fresh}, **laws)
    return None


def last(goal: Goal, said: ApproxDP) -> Iterator[Step]:
    """The steps from the delta of all outputs at a loss to a bound of a hockey stick."""
    order = goal.stick.args[1]
    loss, delta = said.budget
    there = HockeyStick(loss, order)
    yield specialise(said, {S(y): order.a > sympy.exp(loss) * order.b}, "the best event")
    yield have(there <= delta, "the hockey stick")
    given = goal.relation.args[0]
    if given != there:
        yield AtLoss(given, given.args[0], True, order).compared(loss, smaller=False)
    yield have(goal.relation, "the bound")


# -------------------------------------------------------------------------------------------------- refuting
def responses(curve: Curve, v: Fraction) -> dict[str, tuple[Fraction, ...]]:
    """Randomised responses whose hockey stick at the loss log v is the delta of the curve, with exact masses.

    Of the outputs so far their ratio of masses is kept, as long as it matters for what comes out in the end.
    """
    m = len(curve.ratios)
    rest = [*accumulate(reversed(curve.ratios), mul, initial=ONE)][::-1]
    rows: list[dict[Kept, Row]] = []
    at: Row = {ONE: (ONE, ONE)}
    laws: list[Row] = []
    for j in range(1, m + 1):
        u, d = curve.ratios[j - 1], curve.deltas[j - 1]
        rows.append({k: answers(k, u, d, v, rest[j]) for k in at})
        after: Row = {}
        for k, (p, q) in at.items():
            for to, (f, g) in rows[-1][k].items():
                a, b = after.get(to, (NONE, NONE))
                after[to] = (a + p * f, b + q * g)
        at = after
        laws.append(at)
    size = max(map(len, laws))
    return masses(laws, rows, size)


def answers(kept: Kept, u: Fraction, d: Fraction, v: Fraction, rest: Fraction) -> Row:
    """What follows where this is kept of the outputs so far: the ratios after a response, as far as they matter.

    u, d are the odds and the delta of the response, `rest` the largest ratio of all responses after it.
    """
    if kept == IN:
        return {IN: (ONE, 1 - d), OUT: (NONE, d)} if d else {IN: (ONE, ONE)}
    if kept == OUT:
        return {IN: (d, NONE), OUT: (1 - d, ONE)} if d else {OUT: (ONE, ONE)}
    assert isinstance(kept, Fraction)
    true, false = (1 - d) * u / (1 + u), (1 - d) / (1 + u)
    row: Row = {}
    for to, p, q in ((kept * u, true, false), (kept / u, false, true), (IN, d, NONE), (OUT, NONE, d)):
        if isinstance(to, Fraction):
            to = IN if to >= v * rest else OUT if to * rest <= v else to
        if p or q:
            a, b = row.get(to, (NONE, NONE))
            row[to] = (a + p, b + q)
    return row


def masses(
    laws: Sequence[Row], rows: Sequence[Mapping[Kept, Row]], size: int
) -> dict[str, tuple[Fraction, ...]]:
    """The laws of the outputs after each mechanism, and of each mechanism, on as many outputs; by the names of the laws."""
    found: dict[str, tuple[Fraction, ...]] = {}
    places = [{k: i for i, k in enumerate(law)} for law in laws]

    def listed(row: Row, place: Mapping[Kept, int], order: int) -> list[Fraction]:
        line = [NONE] * size
        for k, pair in row.items():
            line[place[k]] = pair[order]
        return line

    m = len(laws)
    for order in (0, 1):
        for j in range(1, m + 1):
            names = (P, Q) if j == m else (A, B) if j == 1 else so_far(j)
            found[names[order].__name__] = tuple(listed(laws[j - 1], places[j - 1], order))
        for j in range(2, m + 1):
            still = [ONE, *[NONE] * (size - 1)]  # after what never comes out
            lines = {places[j - 2][k]: listed(row, places[j - 1], order) for k, row in rows[j - 1].items()}
            family = part(j, m).args[order].func.__name__
            found[family] = tuple(p for i in range(size) for p in lines.get(i, still))
    return found


__all__ = ["answer"]
