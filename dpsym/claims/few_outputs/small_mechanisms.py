"""Small mechanisms that are made of others, with exact masses: points at which a claim about such mechanisms may fail.

Nothing here decides: a point is a candidate, and the kernel is shown it.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice, product, zip_longest
from statistics import NormalDist

import sympy
from sympy import Expr, Integer, Rational, exp, log
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading.combining import FEW, LISTED, STEPS
from dpsym.language import (
    KLDP,
    PBDP,
    ZCDP,
    ApproxDP,
    GaussianDP,
    Notion,
    P,
    Pair,
    Parameter,
    Point,
    ProbDP,
    PureDP,
    RenyiDP,
    Theorem,
    function,
    y,
)
from dpsym.language.combined import (
    Combination,
    alone,
    composed,
    composed_in_turn,
    drawn,
    few_steps,
    first,
    follows,
    group,
    group_of_two,
    in_turn,
    independent,
    mixed,
    parallel,
    permuted,
    processed,
    repeated,
    subsampled,
    to_between,
)
from dpsym.prove import decide
from dpsym.prove.counterexamples.refute_points import exponent_scales
from dpsym.prove.library.unify import alike

SEED = 11
BOUNDED = (PureDP, ApproxDP, ProbDP, PBDP)  # what bounds the loss, but for a delta
VALUES = 60  # of the parameters
FAR, NEAR_1 = Integer(1000), Rational(9, 10)
ODDS = tuple(Rational(*x) for x in ((2, 1), (3, 1), (3, 2), (4, 1), (6, 5), (10, 1), (1, 1)))
NUMBERS = tuple(
    Rational(*x)
    for x in ((1, 2), (1, 3), (1, 10), (3, 4), (1, 100), (0, 1), (1, 1), (2, 1), (3, 2), (9, 10), (5, 1))
)
# budgets where a divergence differs little from that of normal laws, or little from the largest loss
TELLING = tuple(Rational(*x) for x in ((1, 10), (1, 100), (10, 1)))
LOSSES = (2, 40)  # budgets between which the largest loss is tried as the budget
ORDERS = tuple(Rational(*x) for x in ((2, 1), (3, 1), (3, 2), (5, 1)))
TRIALS = (1, 2)  # more make the proof too long that the steps are as private as supposed
# masses of the first output under the second law, where that under the first is as large as it may be
LEVELS = tuple(Fraction(*x) for x in ((1, 10), (1, 2), (1, 100)))
LARGEST = 10**9  # what is larger is taken for this
RARE = Fraction(1, 3)  # the mass of an output that hardly occurs under the other law
SOME_ORDERS = tuple(1 + 1.15**k / 50 for k in range(60))
CLOSELY = 0.9  # of a budget: nearer to all of it the proof that no order needs more is not found
SHORT_DIGITS, LONG_DIGITS = 6, 18  # of a fraction below a number
HALVINGS, DIGITS, MOST = 40, 10**4, 600
Masses = tuple[Fraction, ...]
Two = tuple[Masses, Masses]  # the masses under the two laws
Assigned = Mapping[Parameter, Expr]  # exact values of parameters
ONE, NONE = Fraction(1), Fraction(0)
EQUAL: Two = ((Fraction(1, 2),) * 2, (Fraction(1, 2),) * 2)
SILENT: Two = ((ONE,), (ONE,))  # with one output only
TOGETHER = ("compose", "independent", "parallel", "group")  # of several mechanisms, or steps
KEEPING = ("post", "permute", "mixture")  # of one mechanism, of which all may be kept
FIRST = 8  # values of the parameters at which mechanisms that tell nothing are looked at


# --------------------------------------------------------------------------------------------- parameters
def values_of(theorem: Theorem) -> Iterator[dict[Parameter, Expr]]:
    """Exact values of the parameters in their domains, simple ones first."""
    parameters = theorem.parameters
    scales = exponent_scales([*theorem.given, theorem.claim])
    budgets = {p for g in theorem.given for n in g.atoms(ZCDP) for p in n.budget[0].free_symbols}
    options = [[*(TELLING if p in budgets else ()), *options_of(p, p in scales)] for p in parameters]
    rng = random.Random(SEED)
    total = 1
    for o in options:
        total *= len(o)
    if total <= VALUES:
        drawn: Iterator[tuple[Expr, ...]] = iter(product(*options))
    else:
        drawn = ((*(rng.choice(o[: 2 + k // 4]) for o in options),) for k in range(8 * VALUES))
    seen: set[tuple[Expr, ...]] = set()
    for values in drawn:
        at = dict(zip(parameters, values, strict=True))
        if values not in seen and all(holds(c, at) for p in parameters for c in p.conditions):
            seen.add(values)
            yield at


def far_values(theorem: Theorem) -> Iterator[dict[Parameter, Expr]]:
    """Exact values where losses are large and the other parameters are near 1: there a bound fails that lacks a term of a
    higher power of the loss."""
    scales = exponent_scales([*theorem.given, theorem.claim])
    at = {
        p: log(FAR) if p in scales else Integer(2) if p.integer_valued else NEAR_1 for p in theorem.parameters
    }
    if all(holds(c, at) for p in at for c in p.conditions):
        yield at


def options_of(p: Parameter, exponent: bool) -> list[Expr]:
    """Values that are tried for a parameter."""
    if p.integer_valued:
        return [Integer(k) for k in (1, 2, 3, 0, 5)]
    if exponent and p.upper is None:
        losses: list[Expr] = [log(x) if x != 1 else Integer(0) for x in ODDS]
        return [*losses[:2], *(-x for x in losses[:2]), *losses[2:]] if p.lower is None else losses
    over_one = p.lower is not None and p.lower[0] == 1
    return list(ORDERS if over_one else NUMBERS)


def holds(condition: Boolean, at: Assigned) -> bool:
    """Whether a relation of numbers holds at values, as far as it is seen."""
    env = decide.environment(Point(tuple(at.items())))
    return decide.truth_of(condition)(env) is True


def below(value: Expr, at: Assigned, digits: int = SHORT_DIGITS) -> Fraction | None:
    """A fraction that is a value at a point, or a little below it, with so many digits; None where it has no real value."""
    try:
        x = sympy.expand(sympy.powsimp(value.doit().subs(at)))
        x = sympy.nsimplify(x) if x.is_rational else x
        if x.is_Rational:
            return Fraction(int(x.p), int(x.q))
        number = sympy.N(x, 30)
        if not number.is_real or number < -LARGEST:
            return None
        return Fraction(int(sympy.floor(min(number, LARGEST) * 10**digits)), 10**digits)
    except (TypeError, ValueError, AttributeError):
        return None


# --------------------------------------------------------------------------------------------- one part
def pairs_with(notion: Notion, at: Assigned) -> list[Two]:
    """Pairs that may satisfy a notion at values of its budget, the extreme ones first, in both orders."""
    found = list(islice(_pairs(notion, at), 12))
    return list(dict.fromkeys(p for one in found for p in (one, (one[1], one[0]))))


def _pairs(notion: Notion, at: Assigned) -> Iterator[Two]:
    budget = notion.budget
    if isinstance(notion, BOUNDED):
        u = below(exp(budget[0]), at)
        d = below(budget[1], at) if len(budget) > 1 else NONE
        if u is not None and d is not None and 0 < u < 1 and isinstance(notion, ApproxDP):
            u, d = 1 / u, (d - 1 + u) / u  # what it says of an event, said of the others
        if u is not None and d is not None and d >= 1:
            u, d = max(u, ONE), ONE  # of laws that are as far apart as any
        if u is not None and d is not None and u >= 1 and 0 <= d <= 1:
            yield from _approximate(u, d)
            near = below(exp(budget[0]), at, LONG_DIGITS) if isinstance(notion, PureDP) else None
            if near is not None and near > u:
                yield from islice(_approximate(near, NONE), 1)
        return
    size = below(budget[-1], at)
    if size is None or size < 0:
        return
    if isinstance(notion, GaussianDP | RenyiDP | KLDP) and size:
        order = below(budget[0], at) if isinstance(notion, RenyiDP) else None
        yield from _at_the_limit(
            within_entropy(size)
            if isinstance(notion, KLDP)
            else within_gaussian(size)
            if order is None
            else within_renyi(order, size)
        )
    root = below(sympy.exp(sympy.sqrt(2 * Rational(size.numerator, size.denominator))), {})
    for part in (Fraction(1), Fraction(9, 10), Fraction(3, 4), Fraction(1, 2)):
        if root is not None:
            yield from islice(_approximate(1 + (root - 1) * part, NONE), 2)
        if part == 1 and isinstance(
            notion, ZCDP
        ):  # nearer to normal laws, whose divergences use all of the budget
            yield from _binomial_pairs(size)
            yield from _rare(size)
            if LOSSES[0] <= size <= LOSSES[1]:  # no Renyi divergence is above the largest loss
                u = below(exp(Rational(size.numerator, size.denominator)), {})
                yield from islice(_approximate(Fraction(int(u or 1)), NONE), 2)


def _rare(size: Fraction) -> Iterator[Two]:
    """A pair on two outputs, the first of which has some mass under one law and as little under the other as a budget of
    zCDP allows, as far as floats tell; none for a budget that is too large for them.

    The Renyi divergence of order a is about log 1/n - a/(a - 1) log 1/m for masses m > n: it is at most a times the budget
    for every a where log 1/n is at most the square of the sum of the roots of log 1/m and of the budget.  A sample halves m,
    which takes little of the budget.
    """
    near, m = -math.log(RARE), float(RARE)
    far = (math.sqrt(size) + math.sqrt(near)) ** 2
    if far > MOST:
        return
    for _ in range(HALVINGS):
        middle = (near + far) / 2
        allowed = within_concentrated(m, math.exp(-middle), float(size))
        near, far = (middle, far) if allowed else (near, middle)
    n = Fraction(1, math.ceil(math.exp(near)))
    yield (RARE, 1 - RARE), (n, 1 - n)


def within_concentrated(p: float, q: float, budget: float) -> bool:
    """Whether two laws on two outputs, by the mass of the first, are a little within a budget of zCDP."""
    return all(
        log_moment(order, way) <= CLOSELY * (order - 1) * order * budget
        for order in SOME_ORDERS
        for way in both_orders(p, q)
    )


def both_orders(p: float, q: float) -> tuple[Sequence[tuple[float, float]], ...]:
    """The masses of two laws on two outputs, output by output, by those of the first: in both orders of the laws."""
    return ((p, q), (1 - p, 1 - q)), ((q, p), (1 - q, 1 - p))


def log_moment(order: float, masses: Sequence[tuple[float, float]]) -> float:
    """order - 1 times the Renyi divergence of that order."""
    terms = [math.log(x) + (order - 1) * (math.log(x) - math.log(z)) for x, z in masses]
    return max(terms) + math.log(sum(math.exp(t - max(terms)) for t in terms))


def _at_the_limit(allowed: Callable[[float, float], bool]) -> Iterator[Two]:
    """Pairs on two outputs that are as far apart as they may be, as far as floats tell: candidates, like all here."""
    for low in LEVELS:
        near, far = float(low), 1 - 1e-9
        for _ in range(HALVINGS):
            middle = (near + far) / 2
            near, far = (middle, far) if allowed(middle, float(low)) else (near, middle)
        high = Fraction(int(near * DIGITS), DIGITS)
        if high > low:
            yield (high, 1 - high), (low, 1 - low)


def within_gaussian(budget: Fraction) -> Callable[[float, float], bool]:
    """Whether two laws on two outputs, by the mass of the first, are Gaussian DP with this budget."""
    normal = NormalDist()
    return lambda p, q: p <= normal.cdf(normal.inv_cdf(q) + float(budget))


def within_entropy(budget: Fraction) -> Callable[[float, float], bool]:
    """Whether the relative entropy of two laws on two outputs, by the mass of the first, is at most this in both orders."""

    def allowed(p: float, q: float) -> bool:
        return all(sum(x * math.log(x / z) for x, z in way) <= float(budget) for way in both_orders(p, q))

    return allowed


def within_renyi(order: Fraction, budget: Fraction) -> Callable[[float, float], bool]:
    """Whether two laws on two outputs, by the mass of the first, are Renyi DP with this order and budget."""
    a, most = float(order), (float(order) - 1) * float(budget)

    def allowed(p: float, q: float) -> bool:
        with suppress(OverflowError):
            ways = (((p, q), (1 - p, 1 - q)), ((q, p), (1 - q, 1 - p)))
            return all(sum(x**a * y ** (1 - a) for x, y in way) <= math.exp(min(most, MOST)) for way in ways)
        return False

    return allowed


def _approximate(u: Fraction, d: Fraction) -> Iterator[Two]:
    """Pairs of which each mass is at most u times the other, but for a part d."""
    r = 1 / (1 + u)
    high, low = d + (1 - d) * u * r, (1 - d) * r
    yield (high, low), (low, high)
    if d:
        yield (d, (1 - d) * u * r, (1 - d) * r, NONE), (NONE, (1 - d) * r, (1 - d) * u * r, d)
        yield (d, 1 - d), (NONE, ONE)
    for t in (r / 2, r / 10, Fraction(1, 100) * r):
        yield (min(u * t + d, ONE), max(1 - u * t - d, NONE)), (t, 1 - t)
    yield (u * r, r), (r, u * r)


# --------------------------------------------------------------------------------------------- the whole
@dataclass(frozen=True)
class Made:
    """How a theorem's laws are made: the word, and the notions of the parts."""

    word: str
    parts: tuple[Notion, ...]
    share: Expr | None = None
    number: int | None = 2  # of parts, or of steps; None for any number
    replaces: bool = False  # whether a sampled record is replaced


def made_in(theorem: Theorem) -> Made | None:
    """How the laws are made, read from the hypotheses; None where it is of another form."""
    given = theorem.given
    notions = [n for g in given for n in sorted(g.atoms(Notion), key=str)]
    of = {pair: [n for n in notions if n.pair == pair] for pair in (first, follows, to_between, Pair())}
    listed = _listed(given, notions)
    if listed is not None:
        return listed
    for word, made in (("compose", repeated), ("group", group)):
        if any(set(made(n).facts) <= set(given) for n in (*theorem.parameters, *_naturals(given))):
            return Made(word, (), number=None)
    if all(f in given for f in parallel.facts) and of[first] and of[follows]:
        return Made("parallel", (of[first][0], of[follows][0]))
    if all(f in given for f in composed.facts) and of[first] and of[follows]:
        alone_each = all(f in given for f in independent.tells)
        return Made("independent" if alone_each else "compose", (of[first][0], of[follows][0]))
    if all(f in given for f in processed.facts) and of[first]:
        return Made("permute" if all(f in given for f in permuted.tells) else "post", (of[first][0],))
    if all(f in given for f in mixed.facts) and of[follows]:
        return Made("mixture", (of[follows][0],))
    if of[to_between] and group_of_two.facts == ():
        return Made("group", (of[to_between][0],))
    sampled = _sampled(given, of[follows])
    if sampled is not None:
        return sampled
    if of[Pair()] and set(alone.of(of[Pair()][0])) <= set(given):
        return Made("alone", (of[Pair()][0],))
    return None


def _naturals(given: Sequence[Boolean]) -> set[Integer]:
    """The natural numbers that are written out in hypotheses."""
    return {n for g in given for n in g.atoms(Integer) if n > 0}


def _listed(given: Sequence[Boolean], notions: Sequence[Notion]) -> Made | None:
    """How more than two mechanisms or steps are put together, whose laws have names; None where there are none."""
    for m in range(3, max(STEPS, LISTED) + 1):
        of_each = [[n for n in notions if n.pair == pair] for pair in map(in_turn, range(1, m + 1))]
        if all(of_each) and set(composed_in_turn(m).facts) <= set(given):
            for each in product(*of_each):
                return Made("compose", each, number=m)
        for n in (n for n in notions if Pair(P(y), function("R_1")(y)) == n.pair):
            if set(few_steps(m).of(n)) <= set(given):
                return Made("group", (n,), number=m)
    return None


def _sampled(given: Sequence[Boolean], notions: Sequence[Notion]) -> Made | None:
    """How a sample is drawn; None where none is."""
    for made in (subsampled, drawn) if notions else ():
        share = _share(given, made)
        if share is not None:
            return Made("subsample", (notions[0],), share, replaces=made is drawn)
    return None


def _share(given: Sequence[Boolean], made: Callable[[Expr], Combination]) -> Expr | None:
    """The probability with which a record is in the sample; None where no such sample is drawn."""
    q = Parameter("any_q")
    found: list[Expr] = []
    for pattern in made(q).facts[:2]:
        bound = (alike(pattern, g, {}, frozenset({q})) for g in given)
        b = next((x for x in bound if x is not None), None)
        if b is None:
            return None
        found += [b[q]] if q in b else []
    return found[0] if found else None


def points(theorem: Theorem, most: int = VALUES, telling: bool = True) -> Iterator[Point]:
    """Points with small mechanisms, parameter values and parts varied; at most so many values of the parameters.  Without
    `telling` no part tells anything."""
    made = made_in(theorem)
    if made is None or (telling and made.word == "compose" and (made.number or 0) > FEW):
        return  # of more mechanisms there are too many outputs
    few = made.word == "compose" and made.number is not None and made.number > 2
    near = islice(values_of(theorem), most // 4 if few else most)
    for at in chain(near, far_values(theorem) if telling and made.word == "compose" else ()):
        parts = [pairs_with(n, at) if telling else [SILENT] for n in made.parts]
        share = NONE if made.share is None else below(made.share, at)
        if share is None:
            continue
        shortly = most < VALUES
        most_laws = 1 if not telling else (2 if shortly else 5) if few else 12 if shortly else 40
        for laws in islice(_laws(made.word, parts, share, made, at), most_laws):
            shown = {k: tuple(Rational(x.numerator, x.denominator) for x in v) for k, v in laws.items()}
            yield Point(tuple(at.items()), tuple(shown.items()))


def kept(theorem: Theorem, values: Assigned, one: Two) -> Point | None:
    """The point at which all is kept of the output of the one mechanism that is made into another, with these laws of it;
    None where more is made of it."""
    made = made_in(theorem)
    if made is None or made.word not in KEEPING:
        return None
    laws = next(_of_one(made.word, one, NONE, made.replaces))
    shown = {k: tuple(Rational(x.numerator, x.denominator) for x in v) for k, v in laws.items()}
    return Point(tuple(values.items()), tuple(shown.items()))


def instance(theorem: Theorem) -> Point | None:
    """The first of the points at which the hypotheses are seen to hold: with mechanisms that tell nothing, where these do.

    Where it is not seen that those do, nor that they do not, it is not seen of others either, and one of them is left to
    the kernel.
    """
    left: Point | None = None
    for at in points(theorem, FIRST, telling=False):
        said = [decide.truth(g, at) for g in (*theorem.domain, *theorem.given)]
        if all(said):
            return at
        left = left or (None if False in said else at)
    for at in points(theorem) if left is None else ():
        if all(decide.truth(g, at) is True for g in (*theorem.domain, *theorem.given)):
            return at
    return left


def _laws(
    word: str, parts: Sequence[Sequence[Two]], share: Fraction, made: Made, at: Assigned
) -> Iterator[dict[str, Masses]]:
    if made.number is None:
        yield _still(word)
    elif word in TOGETHER:
        yield from _of_several(word, parts, made.number, made, at)
    else:
        for one in parts[0] if parts else ():
            yield from _of_one(word, one, share, made.replaces)


def _of_several(
    word: str, parts: Sequence[Sequence[Two]], number: int, made: Made, at: Assigned
) -> Iterator[dict[str, Masses]]:
    """Several mechanisms, or several steps."""
    if word == "group":
        if parts == [[SILENT]]:
            yield dict.fromkeys(on_the_path(number), SILENT[0])
        else:
            yield from _steps(made.parts[0], at, number)
    elif word == "parallel":
        yield from _in_parallel(*parts)
    elif number > 2:
        size = 1 if parts[0] == [SILENT] else 2
        short = [[one for one in part if len(one[0]) == size] for part in parts]
        for k in range(
            max(map(len, short)) if all(short) else 0
        ):  # of a notion with few pairs these come again
            yield _all_composed([part[k % len(part)] for part in short])
    else:
        for one, two in product(*parts):
            yield {**_composed(one, two), **(_second(one, two) if word == "independent" else {})}


def _of_one(word: str, one: Two, share: Fraction, replaces: bool) -> Iterator[dict[str, Masses]]:
    """One mechanism: what is made of its outputs, or of it on some of the records."""
    n = len(one[0])
    rows = {"K": one[0] * n, "L": one[1] * n, **({"J": one[0] * n} if replaces else {})}
    sure = (ONE,) + (NONE,) * (n - 1)
    if word == "alone":
        yield {"P": one[0], "Q": one[1]}
    elif word in ("post", "permute"):
        yield from _processed(word, one)
    elif word == "mixture":
        yield {"C": sure, **rows, "P": one[0], "Q": one[1]}
        for two in ((one[1], one[0]), *([_exchanged(one)] if n > 2 else [])):
            yield _of_two(one, two)
    else:
        p = tuple(a + share * (b - a) for a, b in zip(*one, strict=True))
        yield {"C": sure, **rows, "P": p, "Q": one[0]}


def _processed(word: str, one: Two) -> Iterator[dict[str, Masses]]:
    """What is made of the outputs: they are kept, or told no more; two of several may be taken for one another."""
    n = len(one[0])
    unit = [tuple(ONE if i == k else NONE for k in range(n)) for i in range(n)]
    half = tuple((a + b) / 2 for a, b in zip(unit[0], unit[1 % n], strict=True))
    maps = [unit]
    if n > 2:  # what is said of the losses of outputs may fail for those of outputs together
        maps.append([half, half, *unit[2:]])
    if word == "post":
        maps.append([unit[0]] * n)
    for rows in maps:
        made = (
            tuple(sum((p * row[k] for p, row in zip(law, rows, strict=True)), NONE) for k in range(n))
            for law in one
        )
        p, q = made
        yield {"A": one[0], "B": one[1], "K": tuple(x for row in rows for x in row), "P": p, "Q": q}


def _exchanged(one: Two) -> Two:
    """The same where the first two outputs are each the other."""
    (a, b, *c), (d, e, *f) = one
    return (b, a, *c), (e, d, *f)


def _of_two(one: Two, two: Two) -> dict[str, Masses]:
    """A mixture of two mechanisms in equal parts."""
    n = len(one[0])
    half = (Fraction(1, 2),) * 2 + (NONE,) * (n - 2)
    p, q = (tuple((a + b) / 2 for a, b in zip(*laws, strict=True)) for laws in zip(one, two, strict=True))
    rows = {name: a + b * (n - 1) for name, a, b in zip("KL", one, two, strict=True)}
    return {"C": half, **rows, "P": p, "Q": q}


def _in_parallel(firsts: Sequence[Two], seconds: Sequence[Two]) -> Iterator[dict[str, Masses]]:
    """Mechanisms on two parts of the records, of which one has the changed record; of each some come early."""
    for one, two in zip_longest(firsts, seconds):
        if one is not None:
            yield _composed(one, EQUAL)
        if two is not None:
            yield _composed(EQUAL, two)


def _still(word: str) -> dict[str, Masses]:
    """Any number of mechanisms that tell nothing, or any number of steps of which none changes the law."""
    law = (Fraction(1, 3), Fraction(2, 3))
    if word == "group":
        return {"G": law, "P": law, "Q": law}
    sure = (ONE, NONE, NONE, ONE)
    return {"A": law, "B": law, "K": sure, "L": sure, "P": law, "Q": law}


def _composed(one: Two, two: Two) -> dict[str, Masses]:
    """Independent mechanisms: the outputs are the pairs of outputs, the first of which are called by the first numbers."""
    (a, b), (c, d) = one, two
    m, k = len(a), len(c)
    n = m * k
    zeros = (NONE,) * n
    rest = (ONE, *zeros[1:])

    def placed(row: Masses, i: int) -> Masses:
        return (*zeros[: i * k], *row, *zeros[(i + 1) * k :])

    rows = {
        name: tuple(x for i in range(n) for x in (placed(row, i) if i < m else rest))
        for name, row in (("K", c), ("L", d))
    }
    marks = tuple(x for i in range(n) for x in (placed((ONE,) * k, i) if i < m else zeros))
    whole = {name: tuple(x * y for x in p for y in q) for name, p, q in (("P", a, c), ("Q", b, d))}
    return {"A": a + zeros[m:], "B": b + zeros[m:], **rows, "W": marks, **whole}


def _second(one: Two, two: Two) -> dict[str, Masses]:
    """The laws of the second of two independent mechanisms, and which output of it each output of both ends with."""
    m, k = len(one[0]), len(two[0])
    n = m * k
    more = (NONE,) * (n - k)
    marks = tuple(ONE if j < k and i % k == j else NONE for j in range(n) for i in range(n))
    return {"C": two[0] + more, "D": two[1] + more, "V": marks}


def _all_composed(parts: Sequence[Two]) -> dict[str, Masses]:
    """Independent mechanisms with as many outputs each: the outputs are the lists of outputs, read as numbers."""
    m, k = len(parts), len(parts[0][0])
    n = k**m
    laws: dict[str, Masses] = {}
    for order, name in enumerate("AB"):
        mass = parts[0][order]
        laws[name] = mass + (NONE,) * (n - k)
        for i in range(2, m + 1):
            mass = tuple(a * b for a in mass for b in parts[i - 1][order])
            whole = "P" if name == "A" else "Q"
            laws[whole if i == m else f"{name}_{i}"] = mass + (NONE,) * (n - len(mass))
    rest = (ONE,) + (NONE,) * (n - 1)
    for i in range(2, m + 1):
        before = k ** (i - 1)
        for name, row in zip("KL", parts[i - 1], strict=True):
            rows = [(NONE,) * (k * j) + row + (NONE,) * (n - k * j - k) for j in range(before)]
            laws[f"{name}_{i}"] = tuple(x for r in [*rows, *[rest] * (n - before)] for x in r)
        marks = [[NONE] * n for _ in range(n)]
        for j in range(n):
            marks[j // k if j < k * before else j][j] = ONE
        laws[f"W_{i}"] = tuple(x for r in marks for x in r)
    return laws


def on_the_path(m: int) -> list[str]:
    """The names of the laws of m steps."""
    return ["P", *(["R"] if m == 2 else [f"R_{k}" for k in range(1, m)]), "Q"]


def _steps(notion: Notion, at: Assigned, m: int) -> Iterator[dict[str, Masses]]:
    """Laws on two outputs along a path of m steps, each step as large as it may be."""
    names = on_the_path(m)
    bounded = isinstance(notion, BOUNDED)
    for laws in _bounded_steps(notion, at, m) if bounded else _even_steps(notion, at, m):
        yield dict(zip(names, laws, strict=True))
        yield dict(zip(names, reversed(laws), strict=True))


def _bounded_steps(notion: Notion, at: Assigned, m: int) -> Iterator[list[Masses]]:
    """Two outputs, where a step multiplies masses and adds to them."""
    for one in pairs_with(notion, at):
        (p, *more), (r, *_) = one
        if len(more) > 1 or r == 0:
            continue
        near, u = (below(exp(notion.budget[0]), at, digits) for digits in (LONG_DIGITS, SHORT_DIGITS))
        d = below(notion.budget[1], at) or NONE if isinstance(notion, ApproxDP) else NONE
        starts = [([p, r], u), *([([p], near)] if near != u else [])]
        for (start, u), way in product(starts, range(4)):
            path = [*start]
            while len(path) <= m and u:
                last = path[-1]
                path.append((last / u, (last - d) / u, 1 - u * (1 - last), 1 - u * (1 - last) - d)[way])
            if len(path) > m and all(0 <= q <= 1 for q in path):
                yield [(q, 1 - q) for q in path]


def _even_steps(notion: Notion, at: Assigned, m: int) -> Iterator[list[Masses]]:
    """Binomial laws, where each step takes as much from the logarithmic odds of a trial.

    Two laws of a trial whose logarithmic odds differ by c are zero-concentrated with budget c^2/8 (Hoeffding).
    """
    budget = notion.budget
    if not isinstance(notion, ZCDP | RenyiDP):
        return
    rho = budget[0] if isinstance(notion, ZCDP) else budget[1] / budget[0]
    for trials, part in product(TRIALS, (Rational(1), Rational(1, 2))):
        root = below(exp(part * sympy.sqrt(2 * rho / trials)), at)
        if root is not None and root > 0:
            root = Fraction(int(root * 10**2), 10**2)
            yield [_binomial(x / (1 + x), trials) for x in (root ** (m - 2 * j) for j in range(m + 1))]


def _binomial_pairs(size: Fraction) -> Iterator[Two]:
    """Two binomial laws that are zero-concentrated with this budget."""
    for trials in TRIALS:
        u = below(exp(sympy.sqrt(2 * Rational(size.numerator, size.denominator) / trials)), {})
        if u is not None:
            u = Fraction(int(u * 10**2), 10**2)
            yield _binomial(u / (1 + u), trials), _binomial(1 / (1 + u), trials)


def _binomial(p: Fraction, trials: int) -> Masses:
    """The law of the number of successes, from the largest."""
    return tuple(math.comb(trials, i) * p**i * (1 - p) ** (trials - i) for i in range(trials, -1, -1))


__all__ = ["instance", "kept", "made_in", "points"]
