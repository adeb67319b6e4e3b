"""Composition of any finite pairs of laws: exact while the distinct losses are few, two-sided bounds beyond.

A pair (P, Q) of laws on finitely many outcomes composes with others into the pair of product laws, and

    delta(eps) = sum over outcomes of max(0, p - e^eps q).

Outcomes with q = 0 have infinite loss and are kept apart: they add 1 - prod(1 - their mass in each part).

**Exact.**  Outcomes of equal loss are merged (losses are compared exactly, never as floats), the parts are split
into two halves, and for every loss of one half the losses of the other that together exceed eps are a suffix of
a sorted list whose sums of p and q are known.  The cost is that of the halves, not of their product.

**Two-sided.**  Let g be the cell width, and the outcomes of each part carry integer labels a.

- Lower bound: the sum of the labels is a function of the outcomes, so by data processing the delta of the laws
  of that label under P and under Q is at most the true one; so is P(A) - e^eps Q(A) for any set A of labels.
  The labels are the losses rounded to cells, and are held between two limits, which is a function as well.
- Upper bound: an outcome of loss x in [ag, (a+1)g] is replaced by two, of losses ag and (a+1)g, that have the
  same total mass under P and under Q.  The original pair is a post-processing of the new one (forget which of
  the two it was), and so is their composition.  All losses then lie on one lattice.  An outcome that leaves the
  range is moved up: to the lower limit, or to infinite loss; moving mass under P to a larger loss never lowers
  p - e^eps q.

The true loss within a label is spread over about one cell, so the bounds differ by about (g^2/8) k times the
density of the loss at eps, for k parts: second order in g.

Both are sums of products of nonnegative doubles.  With u = 2^-53 a part of m outcomes costs each entry at
most 2m + 4 roundings (a product, m sums, the same again at a limit; split masses count as outcomes), each a
factor within 1 +- u, so after all parts the relative error is below 1.01 u times the sum of (2m + 4); what
underflows is below 2^-1074 a product and is covered by 1e-300.  Masses are rounded outwards before, the last sums,
of n cells, add n u, and expm1 of numpy is taken to be right to 8 units in the last place.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb

from dpsym.numbers.balls import Enclosure, Input, Number, ball, exact_rational, round_to
from dpsym.numbers.gaussian import quantile
from dpsym.numbers.registry import Argument, between, declared, evaluator, nonnegative, positive, renamed
from dpsym.reals.balls import Undecided, bounds

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LARGEST = 20_000  # distinct losses of a half that are still summed exactly
CELLS = 4_000_000  # the finest lattice, in cells
ROUND = 2.0**-53

Key = Any  # of a loss: a ratio (Fraction) or a multiple (int), whatever the `times` that is passed along composes
Pairs = tuple[tuple[tuple[Fraction, ...], tuple[Fraction, ...], int], ...]


@dataclass(frozen=True)
class Part:
    """One finite pair: (key, p, q) for each outcome with q > 0, keys exact and composing by `times` of the
    pairs they come from; `infinite` is the mass under P of the outcomes with q = 0.
    """

    outcomes: tuple[tuple[Key, arb, arb], ...]
    infinite: arb


# -------------------------------------------------------------------------------------------------- exact
def few(parts: Sequence[Part], unit: Key, times: Callable[[Key, Key], Key]) -> bool:
    """Whether the composition of the parts has at most LARGEST distinct losses."""
    if math.prod(len(part.outcomes) for part in parts) <= LARGEST:
        return True
    if isinstance(unit, int):  # sums of natural numbers: what differs modulo 2^64 differs
        import numpy as np

        sums = np.zeros(1, dtype=np.uint64)
        for part in parts:
            keys = np.array([key % 2**64 for key, _, _ in part.outcomes], dtype=np.uint64)
            sums = np.sort((sums[:, None] + keys).ravel())
            sums = sums[np.append(True, sums[1:] != sums[:-1])]
            if len(sums) > LARGEST:
                return False
    known = {unit}
    for part in parts:
        steps = [key for key, _, _ in part.outcomes]
        known = {times(x, step) for x in known for step in steps}
        if len(known) > LARGEST:
            return False
    return True


def merged(parts: Sequence[Part], unit: Key, times: Callable[[Key, Key], Key]) -> dict[Key, tuple[arb, arb]]:
    """The composition of the parts, outcomes of equal loss added up: key -> (p, q)."""
    known: dict[Key, tuple[arb, arb]] = {unit: (arb(1), arb(1))}
    for part in parts:
        following: dict[Key, tuple[arb, arb]] = {}
        for key, (p, q) in known.items():
            for step, pp, qq in part.outcomes:
                there = times(key, step)
                found = following.get(there)
                following[there] = (
                    (p * pp, q * qq) if found is None else (found[0] + p * pp, found[1] + q * qq)
                )
        known = following
    return known


def halves(parts: Sequence[Part], unit: Key, times: Callable[[Key, Key], Key]) -> tuple[dict, dict] | None:
    """The two halves of the parts, merged; None when one has too many distinct losses."""
    if not all(few(half, unit, times) for half in (parts[::2], parts[1::2])):
        return None
    return merged(parts[::2], unit, times), merged(parts[1::2], unit, times)


def exact_delta(first: dict, second: dict, above: Callable[[Key, Key], bool], factor: arb) -> arb:
    """sum of max(0, p - factor q) over the products of two merged halves; above(x, y) is loss > eps."""
    left, right = sorted(first.items()), sorted(second.items())
    sums = [(arb(0), arb(0))]
    for _, (p, q) in reversed(right):
        sums.append((sums[-1][0] + p, sums[-1][1] + q))
    j, total_p, total_q = len(right), arb(0), arb(0)  # right[j:] together with `key` exceeds eps
    for key, (p, q) in left:
        while j > 0 and above(key, right[j - 1][0]):
            j -= 1
        beyond = sums[len(right) - j]
        total_p, total_q = total_p + p * beyond[0], total_q + q * beyond[1]
    return total_p - factor * total_q


def with_infinite(parts: Sequence[Part], finite: arb) -> arb:
    """delta of the whole from that of the outcomes of finite loss, whose masses have not been normalised."""
    known = -sum(((-part.infinite).log1p() for part in parts if part.infinite != 0), arb(0)).expm1()
    return finite + known


# ---------------------------------------------------------------------------------------------- two-sided
def two_sided(parts: Sequence[Part], eps: Fraction, error: float) -> tuple[Fraction, Fraction]:
    """Bounds on delta(eps), of the module's second way; at most `error` apart where the lattice allows it."""
    return _narrowed(parts, lambda mean, spread, loss: float(eps), error, lambda laws: _delta_of(laws, eps))


def two_sided_power(parts: Sequence[Part], level: Fraction, error: float) -> tuple[Fraction, Fraction]:
    """Bounds on the power at a level, from the same laws: the lower one is that of a test of the labels, the upper
    one delta(x) + level e^x of the lattice at some x.
    """

    def near(_mean: float, spread: float, loss: float) -> float:
        """About the loss at which the test changes, as if the loss were normal under Q."""
        goal = math.log(max(min(level, 1 - level), Fraction(1, 10**300)))
        z = quantile(min(goal, -0.6932)) * (1 if level < Fraction(1, 2) else -1)
        return min(max(loss + z * spread, loss - 40 * spread), loss + 40 * spread)

    return _narrowed(parts, near, error, lambda laws: _power_of(laws, level))


def _narrowed(
    parts: Sequence[Part],
    near: Callable[[float, float, float], float],
    error: float,
    judged: Callable[[Laws], tuple[Fraction, Fraction]],
) -> tuple[Fraction, Fraction]:
    """The bounds `judged` on finer and finer lattices around near(mean loss, its deviation, mean loss under Q)."""
    measured = [([float((p / q).log()) for _, p, q in part.outcomes], part) for part in parts]
    measured.sort(key=lambda m: max(map(abs, m[0]), default=0.0))
    losses, parts = [xs for xs, _ in measured], [part for _, part in measured]
    masses = [[float(p) for _, p, _ in part.outcomes] for part in parts]
    if any(part.infinite >= 1 for part in parts):
        return Fraction(1), Fraction(1)
    means = [0.0]  # of the first parts together
    for ps, xs in zip(masses, losses, strict=True):
        means.append(means[-1] + sum(p * x for p, x in zip(ps, xs, strict=True)))
    mean = means[-1]
    spread = math.sqrt(
        sum(
            sum(p * x * x for p, x in zip(ps, xs, strict=True))
            - sum(p * x for p, x in zip(ps, xs, strict=True)) ** 2
            for ps, xs in zip(masses, losses, strict=True)
        )
        + 1e-12
    )
    other = sum(
        float(q) * x
        for part, xs in zip(parts, losses, strict=True)
        for (_, _, q), x in zip(part.outcomes, xs, strict=True)
    )
    e = near(mean, spread, other)
    density = math.exp(-min(((e - mean) / spread) ** 2 / 2, 600)) / (2.5 * spread)
    widest = max(max(xs) - min(xs) for xs in losses if xs)
    # a part in a thousand of the error asked for may lie beyond the limits
    far = math.sqrt(2 * max(math.log(1e3 / error), 1)) + 1
    cell = math.sqrt(7 * error / (len(parts) * max(density, 1e-3 * error)))
    best: tuple[Fraction, Fraction] | None = None
    while True:
        high = min(sum(max(0.0, *xs) for xs in losses), max(*means, e) + far * spread + widest)
        low = max(sum(min(0.0, *xs) for xs in losses), min(*means, e) - far * spread - widest)
        cell, high = min(cell, spread / 4), max(high, low + 1e-6)
        g = 2.0 ** math.floor(math.log2(cell))
        g *= math.floor(8 * cell / g) / 8
        if (high - low) / g > CELLS and best is not None:
            return best
        g = max(g, 2.0 ** math.ceil(math.log2((high - low) / CELLS)))
        more = len(parts) + 1  # each part may move by a cell
        found = judged(laws_at(parts, losses, g, math.floor(low / g) - more, math.ceil(high / g) + more))
        best = found if best is None else (max(best[0], found[0]), min(best[1], found[1]))
        if best[1] - best[0] <= error or (high - low) / g > CELLS / 2:
            return best
        ratio = float(best[1] - best[0]) / error
        cell = g / min(8.0, 1.1 * math.sqrt(ratio))
        far *= 1.5  # a law may have more beyond the limits than a normal one


@dataclass(frozen=True)
class Laws:
    """Of the outcomes of finite loss: bounds of the masses of the labels from `first` on under P (below) and under Q
    (above), masses under P on the lattice of width g, what escaped to infinite loss, the relative error of sums of
    them, and the two ends of the mass of infinite loss.
    """

    first: int
    g: float
    below_p: Floats
    below_q: Floats
    above: Floats
    escaped: float
    slack: Fraction
    infinite: tuple[Fraction, Fraction]


TINY = Fraction(1, 10**300)  # covers what underflows


def laws_at(parts: Sequence[Part], losses: Sequence[Sequence[float]], g: float, low: int, high: int) -> Laws:
    """The laws with cells of width g, a double with few bits, so that its multiples are doubles."""
    import numpy as np

    low, high = min(low, 0), max(high, 0)
    below_p, below_q, above = np.ones(1), np.ones(1), np.ones(1)
    first, escaped, roundings = 0, 0.0, 8  # the label of the entry 0 of the rows
    for xs, part in zip(losses, parts, strict=True):
        labels: dict[int, tuple[arb, arb]] = {}
        lattice: dict[int, arb] = {}
        for x, (_, p, q) in zip(xs, part.outcomes, strict=True):
            a = round(x / g)
            there = labels.get(a, (arb(0), arb(0)))
            labels[a] = there[0] + p, there[1] + q
            for b, mass in _split(p, q, math.floor(x / g), g):
                lattice[b] = lattice.get(b, arb(0)) + mass
        into_p = [(a, _rounded_down(p)) for a, (p, _) in labels.items()]
        into_q = [(a, _rounded_up(q)) for a, (_, q) in labels.items()]
        into = [(a, _rounded_up(mass)) for a, mass in lattice.items()]
        reach = [*labels, *lattice]
        start, end = max(first + min(reach), low), min(first + len(above) - 1 + max(reach), high)
        start, end = min(start, high), max(end, low)
        below_p, _ = _moved(below_p, into_p, first, start, end, True)
        below_q, _ = _moved(below_q, into_q, first, start, end, True)
        above, out = _moved(above, into, first, start, end, False)
        first = start
        escaped += out
        roundings += 2 * max(len(labels), len(lattice)) + 4
    slack = Fraction(1.01 * (roundings + len(above)) * ROUND)  # a sum of n doubles in any order: n roundings
    known = with_infinite(parts, arb(0))
    infinite = (Fraction(0), Fraction(0)) if known == 0 else bounds(known)
    return Laws(first, g, below_p, below_q, above, escaped, slack, infinite)


def _delta_of(laws: Laws, eps: Fraction) -> tuple[Fraction, Fraction]:
    """The two bounds on delta(eps)."""
    y = _rounded_up(ball(eps).exp())
    chosen = laws.below_p > y * laws.below_q
    mass_p, mass_q = float(laws.below_p[chosen].sum()), float(laws.below_q[chosen].sum())
    lower = Fraction(mass_p) * (1 - laws.slack) - Fraction(y) * Fraction(mass_q) * (1 + laws.slack)
    return (
        max(lower - TINY, Fraction(0)) + laws.infinite[0],
        min(_lattice_delta(laws, _rounded_down(ball(eps))) + laws.infinite[1], Fraction(1)),
    )


def _lattice_delta(laws: Laws, under: float) -> Fraction:
    """At least delta of the lattice at the loss `under`, and so at any loss above it; without infinite losses."""
    import numpy as np

    at = np.arange(laws.first, laws.first + len(laws.above)) * laws.g
    beyond = at > under
    gain = -np.expm1(under - at[beyond])
    upper = Fraction(float((laws.above[beyond] * gain).sum())) + Fraction(laws.escaped)
    return upper * (1 + laws.slack + 32 * Fraction(ROUND)) + TINY


def _power_of(laws: Laws, level: Fraction) -> tuple[Fraction, Fraction]:
    """The two bounds on the power: labels are rejected from the largest down, the last one in part."""
    import numpy as np

    spent = np.cumsum(laws.below_q[::-1])
    room = level / (1 + laws.slack) - 4 * TINY  # what the sum may be for the level to be kept
    count = int(np.searchsorted(spent, float(room), side="right"))
    while count and Fraction(float(spent[count - 1])) > room:
        count -= 1
    reached = Fraction(float(laws.below_p[::-1][:count].sum()))
    if count < len(spent) and room > 0:
        left = room - (Fraction(float(spent[count - 1])) if count else 0)
        # of the cumulated sum: the next entry is at most this beyond it, whatever was rounded
        mass = Fraction(float(laws.below_q[::-1][count])) * (1 + laws.slack)
        part = min(max(left, Fraction(0)) / mass, Fraction(1)) if mass else Fraction(1)
        reached += part * Fraction(float(laws.below_p[::-1][count]))
    lower = max(reached * (1 - laws.slack) - TINY, Fraction(0)) + laws.infinite[0]

    at = np.arange(laws.first, laws.first + len(laws.above)) * laws.g
    with np.errstate(over="ignore"):
        tail = np.cumsum((laws.above * np.exp(-at))[::-1])  # to choose x only: every x gives a bound
    turn = len(at) - 1 - min(int(np.searchsorted(tail, float(level))), len(at) - 1)
    upper = Fraction(1)
    for i in range(max(turn - 1, 0), min(turn + 2, len(at))):
        x = float(at[i])
        upper = min(upper, _lattice_delta(laws, x) + laws.infinite[1] + level * bounds(arb(x).exp())[1])
    return min(lower, upper), upper


def _split(p: arb, q: arb, a: int, g: float) -> list[tuple[int, arb]]:
    """Masses under P at the losses ag and (a+1)g, or a cell further up, that dominate the outcome (p, q).

    With p' = (p - e^{ag} q)/(1 - e^{-g}) at (a+1)g and p - p' at ag both totals are kept.  More mass at either
    loss dominates as well, and so does moving up an outcome whose loss lies just below ag (then p' < 0 becomes
    0 and p - p' >= p); what is not allowed is p - p' < 0, a loss beyond (a+1)g.
    """
    for cell in (a, a + 1, a + 2):
        step = arb(g)
        up = (p - (step * cell).exp() * q) / -(-step).expm1()
        rest = p - up
        if rest >= 0:
            return (
                [(cell, rest), (cell + 1, up)]
                if up > 0
                else [(cell, rest.max(p)), (cell + 1, up.max(arb(0)))]
            )
    raise Undecided("a loss cannot be placed among the cells")


def _moved(
    row: Floats, weights: list[tuple[int, float]], first: int, start: int, end: int, held: bool
) -> tuple[Floats, float]:
    """The row, of the labels from `first` on, shifted by every a and added up with its weight, on the labels from
    `start` to `end`.  What passes `start` stays there, and so does what passes `end` when `held`; otherwise its
    sum is returned.
    """
    import numpy as np

    new, out = np.zeros(end - start + 1), 0.0
    for a, w in weights:
        place = first + a - start  # where entry 0 goes
        low, high = min(max(0, -place), len(row)), max(min(len(row), len(new) - place), 0)
        if low < high:
            new[low + place : high + place] += row[low:high] * w
        if low > 0:
            new[0] += math.fsum(row[:low]) * w
        if high < len(row):
            passed = math.fsum(row[max(high, low) :]) * w
            if held:
                new[-1] += passed
            else:
                out += passed
    return new, out


def _rounded_down(x: arb) -> float:
    """A double at most x >= 0."""
    return max(math.nextafter(float(x.lower()), -math.inf), 0.0)


def _rounded_up(x: arb) -> float:
    """A double at least x >= 0."""
    return math.nextafter(float(x.upper()), math.inf)


# -------------------------------------------------------------------------------------------- evaluators
def read_pairs(value: Input, name: str) -> Pairs:
    """Pairs as [[P, Q], ...] or [[P, Q, count], ...], lists of exact masses or their JSON text."""
    if isinstance(value, str):
        try:
            value = json.loads(value, parse_float=str)
        except ValueError:
            raise ValueError(f"the value of {name} is not a JSON list: {value[:60]!r}") from None
    found = []
    try:
        rows = [tuple(row) for row in value]
    except TypeError:
        raise ValueError(f"the value of {name} is not a list of pairs of laws") from None
    for i, row in enumerate(rows, 1):
        if len(row) not in (2, 3) or len(row[0]) != len(row[1]) or not len(row[0]):
            raise ValueError(f"pair {i} of {name} is not two lists of masses of one length (and a count)")
        laws = [tuple(Fraction(exact_rational(m, f"a mass in {name}")) for m in law) for law in row[:2]]
        for law in laws:
            if min(law) < 0 or sum(law) != 1:
                raise ValueError(
                    f"pair {i} of {name}: masses {', '.join(map(str, law))} are not a law (sum 1)"
                )
        count = row[2] if len(row) == 3 else 1
        if type(count) is not int or not 1 <= count <= 100_000:
            raise ValueError(
                f"pair {i} of {name}: the count {count!r} is outside its domain: 1 <= count <= 100000"
            )
        found.append((laws[0], laws[1], count))
    if not found:
        raise ValueError(f"the value of {name} holds no pair")
    return tuple(found)


PAIRS = Argument(
    "the pairs of laws", read=read_pairs, shape="[[P, Q], ...] or [[P, Q, count], ...], exact masses"
)
EPS = nonnegative("privacy loss, in nats")
ERROR = positive(
    "width that is asked of the bounds where there are too many losses to sum exactly", default=1e-6
)


def _parts(pairs: Pairs) -> list[Part]:
    made = []
    for p, q, count in pairs:
        outcomes: dict[Fraction, tuple[Fraction, Fraction]] = {}
        for x, y in zip(p, q, strict=True):
            if x and y:
                known = outcomes.get(x / y, (Fraction(0), Fraction(0)))
                outcomes[x / y] = known[0] + x, known[1] + y
        part = Part(
            tuple((key, ball(x), ball(y)) for key, (x, y) in outcomes.items()),
            ball(sum((x for x, y in zip(p, q, strict=True) if not y), Fraction(0))),
        )
        made += [part] * count
    return made


def within(name: str, ends: tuple[Fraction, Fraction], error: Number) -> Enclosure:
    """The bounds, when they are as close as was asked for."""
    if ends[1] - ends[0] > error:
        apart = round_to(ends[1] - ends[0], 2, up=True)
        raise ArithmeticError(f"{name}: the bounds stay {apart} apart; ask for a larger error than {error}")
    return Enclosure(*ends)


@evaluator(
    "finite_pairs.delta",
    "The smallest delta, in one direction, for the composition of finite pairs of laws: the hockey-stick divergence.",
    guarantee="exact to the digits asked for while the distinct losses are few; else two bounds `error` apart",
    array_guarantee="error stated entry by entry: what the sum or the two bounds leave",
    pairs=PAIRS,
    eps=EPS,
    error=ERROR,
)
def delta(pairs: Pairs, eps: Number, error: Number) -> arb | Number | Enclosure:
    """sum of max(0, p - e^eps q) over the outcomes of the product laws."""
    parts = _parts(pairs)
    if any(part.infinite == 1 for part in parts):
        return 1
    found = halves(parts, Fraction(1), lambda x, y: x * y)
    if found is None:
        return within("finite_pairs.delta", two_sided(parts, Fraction(eps), float(error)), error)
    factor = ball(eps).exp()

    def above(x: Fraction, y: Fraction) -> bool:
        ratio = ball(x * y)
        if ratio > factor:
            return True
        if ratio < factor or (eps == 0 and x * y <= 1):
            return False
        raise Undecided("a loss cannot be told from eps")

    finite = exact_delta(*found, above, factor)
    if finite.contains(0) and all(part.infinite == 0 for part in parts):
        most = max(found[0]) * max(found[1])
        if most == 1 or ball(most) < factor:  # no loss exceeds eps
            return 0
    return with_infinite(parts, finite)


@evaluator(
    "finite_pairs.power",
    "The largest power of a test of P against Q at a level, for the composition of finite pairs of laws.",
    guarantee="exact to the digits asked for while the distinct losses are few; else two bounds `error` apart",
    array_guarantee="error stated entry by entry: what the sum or the two bounds leave",
    pairs=PAIRS,
    alpha=between(0, 1, "level of the test"),
    error=ERROR,
)
def power(pairs: Pairs, alpha: Number, error: Number) -> arb | Number | Enclosure:
    """The randomised Neyman-Pearson test: outcomes in falling order of their loss, the last one in part."""
    parts = _parts(pairs)
    if any(part.infinite == 1 for part in parts) or alpha == 1:
        return 1
    if alpha == 0:
        known = with_infinite(parts, arb(0))
        return 0 if known == 0 else known
    if not few(parts, Fraction(1), lambda x, y: x * y):
        return within("finite_pairs.power", two_sided_power(parts, Fraction(alpha), float(error)), error)
    level, spent, reached = ball(alpha), arb(0), with_infinite(parts, arb(0))
    for ratio, (p, q) in sorted(merged(parts, Fraction(1), lambda x, y: x * y).items(), reverse=True):
        if spent + q <= level:
            spent, reached = spent + q, reached + p
        elif spent + q > level:
            return reached + (level - spent) * ball(ratio)
        else:  # the two lines that meet at this corner
            return (reached + p).union(reached + (level - spent) * ball(ratio))
    return 1  # what is left has no mass under P


advantage = renamed(
    "finite_pairs.advantage",
    "finite_pairs.delta",
    "The membership advantage: the total variation distance of the composition of finite pairs of laws.",
    lambda pairs, error: (pairs, 0, error),
    pairs=PAIRS,
    error=ERROR,
)


__all__ = declared(__name__)
