"""The search for counterexamples at exact points, the simplest and the likeliest first."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from judge.numbers import INF, Log, Number, add, arb, compare, div, exp, extreme, log, mul, neg, phi_inv
from judge.pairs import Pair
from judge.reading import (
    CONSTANTS,
    FUNCTIONALS,
    MECHANISMS,
    NOTIONS,
    Chain,
    Claim,
    F,
    Tree,
    Undefined,
    Unsure,
    calls,
    names,
    walk,
)
from judge.values import Witness, speaks_of_pair, value

EXPONENTIAL = (
    "exp",
    "sinh",
    "cosh",
    "tanh",
    "PureDP",
    "ApproxDP",
    "ProbDP",
    "PBDP",
    "Tail",
    "HockeyStick",
)
THRESHOLDS = ("PureDP", "ApproxDP", "ProbDP", "PBDP", "Tail", "HockeyStick")


@dataclass(frozen=True)
class Shape:
    """What the search reads off a claim.

    bounds     name -> its lower and its upper bounds, each an expression and whether it is excluded
    losses     the names that stand for a privacy loss: e^name should be rational
    tight      hypotheses that bound something by an expression in a name not used before: (name, hypothesis)
    """

    claim: Claim
    order: tuple[str, ...]
    bounds: dict[str, tuple[list, list]]
    losses: frozenset[str]
    tight: tuple[tuple[str, Any], ...]
    pairs: bool
    mechanism: bool


def shape_of(claim: Claim) -> Shape:
    order: list[str] = []
    bounds: dict[str, tuple[list, list]] = {}
    for c in claim.conditions:
        for t in walk(c):
            if t[0] == "name" and t[1] not in CONSTANTS and t[1] not in order:
                order.append(t[1])
                bounds[t[1]] = ([], [])
    for c in claim.conditions:
        for x, r, y in zip(c.parts, c.relations, c.parts[1:], strict=False):
            if r in (">", ">="):
                x, y, r = y, x, r.replace(">", "<")
            if r not in ("<", "<="):
                continue
            if y[0] == "name" and y[1] in bounds:
                bounds[y[1]][0].append((x, r == "<"))
            if x[0] == "name" and x[1] in bounds:
                bounds[x[1]][1].append((y, r == "<"))
    losses = set()
    items = claim.hypotheses + claim.conclusions
    for item in items:
        for t in walk(item):
            if t[0] == "call" and t[1] in (*EXPONENTIAL, "RandomizedResponse") and len(t) > 2:
                if not any(c[1] in ("sqrt", "log", "ln") for c in calls(t[2])):
                    losses |= names(t[2])
            elif t[0] == "^" and t[1] == ("name", "e"):
                losses |= names(t[2])
    tight: list[tuple[str, Any]] = []
    inner: set[str] = set()
    for h in claim.hypotheses:
        bound = None
        if not isinstance(h, Chain):
            if h[1] in NOTIONS:
                bound = h[-1]
                inner |= set().union(set(), *(names(a) for a in h[2:-1]))
        elif len(h.parts) == 2 and speaks_of_pair(h) and h.relations[0] in ("<=", ">="):
            low, high = h.parts if h.relations[0] == "<=" else h.parts[::-1]
            bound = high if not calls_pair(high) else None
            inner |= names(low)
        if bound is not None:
            free = names(bound) - {n for n, _ in tight}
            if len(free) == 1 and not free & inner:
                tight.append((free.pop(), h))
    mechanism = any(not isinstance(h, Chain) and h[1] in MECHANISMS for h in claim.hypotheses)
    return Shape(
        claim, tuple(order), bounds, frozenset(losses), () if mechanism else tuple(tight),
        any(speaks_of_pair(i) for i in items), mechanism,
    )  # fmt: skip


def calls_pair(t: Tree) -> bool:
    return any(c[1] in FUNCTIONALS for c in calls(t))


# ------------------------------------------------------------------------------ the search: exact points
PARTS = [
    F(1, 2),
    F(1, 3),
    F(2, 3),
    F(1, 4),
    F(3, 4),
    F(1, 5),
    F(1, 10),
    F(9, 10),
    F(1, 100),
    F(99, 100),
    F(1, 1000),
]
STEPS = [F(1), F(1, 2), F(2), F(1, 4), F(3), F(1, 10), F(1, 100), F(10), F(5), F(1, 1000), F(30), F(200)]
BASES = [
    F(2),
    F(3),
    F(3, 2),
    F(4),
    F(5, 4),
    F(9),
    F(11, 10),
    F(16),
    F(101, 100),
    F(64),
    F(1000),
    F(1001, 1000),
]


def drawn(low: Any, high: Any, loss: bool, rng: random.Random) -> Number:
    """A value between the bounds (value, excluded), None where there is none."""
    if low is not None and high is not None:
        ends = [F(k) for k, (_, out) in ((0, low), (1, high)) if not out]
        part = rng.choice(ends) if ends and rng.random() < 0.25 else rng.choice(PARTS)
        if rng.random() < 0.3:
            part = F(rng.randint(1, 39), 40)
        elif rng.random() < 0.1:
            part = F(1, 10 ** rng.randint(3, 9))
        return add(low[0], mul(part, add(high[0], neg(low[0]))))
    if loss and rng.random() < 0.8:
        step = mul(log(rng.choice(BASES)), F(rng.choice((1, 1, 1, 2, 4))))
    else:
        step = rng.choice(STEPS) if rng.random() < 0.7 else F(rng.randint(1, 60), rng.choice((7, 10, 13, 40)))
    if low is not None:
        return low[0] if not low[1] and rng.random() < 0.1 else add(low[0], step)
    if high is not None:
        return high[0] if not high[1] and rng.random() < 0.1 else add(high[0], neg(step))
    return F(0) if rng.random() < 0.1 else step if rng.random() < 0.5 else neg(step)


def narrowest(bounds: list, env: dict[str, Number], sign: int) -> Any:
    """The most restrictive bound that can be evaluated already."""
    best = None
    for expression, out in bounds:
        if names(expression) <= env.keys():
            v = value(expression, env)
            if best is None or compare(v, best[0]) * sign > 0:
                best = (v, out)
    return best


def draw_parameters(
    shape: Shape, rng: random.Random, skip: frozenset[str] = frozenset()
) -> dict[str, Number]:
    env: dict[str, Number] = {}
    for name in shape.order:
        if name not in skip:
            low, high = shape.bounds[name]
            env[name] = drawn(narrowest(low, env, 1), narrowest(high, env, -1), name in shape.losses, rng)
    return env


def draw_weights(n: int, rng: random.Random) -> tuple[Fraction, ...]:
    top = rng.choice((1, 2, 3, 4, 6, 10, 40))
    w = [rng.randint(0, top) for _ in range(n)]
    if not any(w):
        w[rng.randrange(n)] = 1
    return tuple(F(x, sum(w)) for x in w)


def draw_pair(ratios: list[Fraction], rng: random.Random) -> Pair:
    """A small pair: random, with given ratios a/b, canonical, with a rare atom, or two cuts of a Gaussian pair."""
    kind = rng.randrange(12)
    if kind < 3:
        n = rng.choice((2, 2, 3, 4))
        return Pair(draw_weights(n, rng), draw_weights(n, rng))
    if kind < 8:
        near = [r * s for r in ratios for s in (1, 1, 1, F(129, 128), F(127, 128), F(1025, 1024))]
        pool = [*near, *(1 / r for r in near), F(1), F(0), None, F(1, 2), F(2)]
        chosen = [rng.choice(pool) for _ in range(rng.choice((2, 2, 3, 3, 4)))]
        lows = [r for r in chosen if r is not None and r <= 1] or [
            rng.choice([r for r in pool if r and r < 1] or [F(0)])
        ]
        highs = [r for r in chosen if r is None or r > 1] or [None]
        low, high = mixture(lows, rng), mixture(highs, rng)
        # masses (sum a, sum b) of the two mixtures; weights x, y with x*low + y*high = (1, 1)
        det = low[0] * high[1] - low[1] * high[0]
        if det:
            x, y = (high[1] - high[0]) / det, (low[0] - low[1]) / det
            if x >= 0 and y >= 0:
                atoms = [(x * a, x * b) for a, b in low[2]] + [(y * a, y * b) for a, b in high[2]]
                return Pair(tuple(a for a, _ in atoms), tuple(b for _, b in atoms))
        return Pair(draw_weights(3, rng), draw_weights(3, rng))
    if kind < 9 and ratios:
        u, d = rng.choice(ratios), rng.choice([F(0), *PARTS])
        p = (d, (1 - d) * u / (1 + u), (1 - d) / (1 + u), F(0))
        return Pair(p, p[::-1])
    if kind < 10:
        m = F(1, rng.choice((3, 10, 100, 10**4, 10**6, 10**9)))
        r = rng.choice([*ratios, F(2), F(1, 2), F(0), F(10)])
        r = min(r, 1 / m)
        return Pair((m, 1 - m), (m * r, 1 - m * r))
    mu = rng.choice((0.1, 0.3, 0.5, 1, 1.5, 2, 3))
    cuts = sorted(rng.uniform(-4, 6) for _ in range(rng.choice((1, 1, 2, 3))))
    laws = []
    for shift in (mu, 0):
        ends = [0.5 * math.erfc((shift - c) / math.sqrt(2)) for c in cuts]
        head = [F(e).limit_denominator(10**7) for e in ends]
        steps = [b - a for a, b in itertools.pairwise([F(0), *head, F(1)])]
        laws.append(tuple(max(s, F(0)) for s in steps))
    return Pair(*(tuple(x / sum(law) for x in law) for law in laws))


def mixture(ratios: list, rng: random.Random) -> tuple[Fraction, Fraction, list]:
    atoms = []
    for r in ratios:
        w = F(rng.choice((1, 1, 1, 2, 3, 10)))
        atoms.append((w, F(0)) if r is None else (w * r, w))
    return sum((a for a, _ in atoms), F(0)), sum((b for _, b in atoms), F(0)), atoms


def thresholds(shape: Shape, env: dict[str, Number]) -> list[Fraction]:
    found = []
    for item in shape.claim.hypotheses + shape.claim.conclusions:
        for c in calls(item):
            if c[1] in THRESHOLDS and names(c[2]) <= env.keys():
                try:
                    u = exp(value(c[2], env))
                except (Undefined, Unsure):
                    continue
                if isinstance(u, Fraction) and u > 0 and u.denominator.bit_length() < 200:
                    found.append(u)
    return list(dict.fromkeys(found))


def above(x: Number, bits: int) -> Fraction:
    """A rational number at or a little above x."""
    if isinstance(x, Fraction):
        return x
    ball = arb(x)
    if not ball.is_finite():
        raise Undefined("no bound")
    top = (ball + flint.arb(2) ** -bits).upper()
    m, e = top.man_exp()
    exact = F(int(m)) * F(2) ** int(e)
    return F(math.ceil(exact * 2**bits), 2**bits)


def least_bound(h: Any, env: dict[str, Number], pair: Pair) -> Number:
    """The least bound with which the hypothesis holds for the ordered pair."""
    if isinstance(h, Chain):
        low = h.parts[0] if h.relations[0] == "<=" else h.parts[1]
        outcomes = range(len(pair.p)) if any(c[1] == "Posterior" for c in calls(low)) else (0,)
        return extreme([value(low, env, pair, i) for i in outcomes], 1)
    args = [value(a, env) for a in h[2:-1]]
    match h[1]:
        case "PureDP":
            return log(pair.largest_ratio())
        case "ApproxDP":
            return pair.hockey_stick(exp(args[0]))
        case "ProbDP":
            return pair.two_sided_tail(exp(args[0]))
        case "PBDP":
            return extreme([pair.bounded(exp(args[0])), F(0)], 1)
        case "RenyiDP":
            return pair.renyi(args[0])
        case "ZCDP":
            if isinstance(pair.largest_ratio(), float):
                return INF
            pair = Pair(tuple(map(arb, pair.p)), tuple(map(arb, pair.q)))
            orders = [1 + F(1, 100) * F(7, 5) ** k for k in range(30)]
            return mul(extreme([div(pair.renyi(a), a) for a in orders] + [pair.kl()], 1), F(102, 100))
        case "GaussianDP":
            shifts: list[Number] = [F(0)]
            for x, y in pair.curve()[1:-1]:
                if compare(y, F(0)) > 0 and compare(x, F(1)) < 0:
                    shifts.append(add(phi_inv(y), neg(phi_inv(x))))
            return extreme(shifts, 1)
    raise Undefined(h[1])


def with_tight_bounds(shape: Shape, env: dict[str, Number], pair: Pair, bits: int = 40) -> dict[str, Number]:
    """The free parameters and, for each hypothesis that names a bound, the least bound that the pair allows."""
    env = dict(env)
    for name, h in shape.tight:
        least = extreme([least_bound(h, env, pair), least_bound(h, env, pair.swapped())], 1)
        if isinstance(least, float):
            raise Undefined("no finite bound")
        simple = isinstance(least, Fraction) or (isinstance(least, Log) and len(least.logs) <= 6)
        if not simple or (not isinstance(h, Chain) and h[1] in ("ZCDP", "RenyiDP", "GaussianDP")):
            least = above(least, bits)
        if isinstance(h, Chain):
            bound = h.parts[1] if h.relations[0] == "<=" else h.parts[0]
        else:
            bound = h[-1]
        if bound == ("name", name):
            env[name] = least
            continue
        at0, at1 = (value(bound, {**env, name: F(k)}) for k in (0, 1))
        solved = div(add(least, neg(at0)), add(at1, neg(at0)))
        env[name] = solved if isinstance(solved, Fraction | Log) else above(solved, bits)
    return env


def exact_points(shape: Shape, rng: random.Random, count: int) -> Iterator[Witness]:
    """Structured points: simple parameters, pairs with atoms on the thresholds, hypotheses that hold with equality."""
    bound = frozenset(n for n, _ in shape.tight)
    for i in range(count):
        try:
            if not shape.pairs or shape.mechanism:
                yield Witness(tuple(draw_parameters(shape, rng).items()), None)
                continue
            use = bound if i % 4 else frozenset()
            env = draw_parameters(shape, rng, use)
            pair = draw_pair(thresholds(shape, env), rng)
            if use:
                env = with_tight_bounds(shape, env, pair, rng.choice((4, 10, 40)))
            yield Witness(tuple((n, env[n]) for n in shape.order), pair)
        except (Undefined, Unsure, OverflowError):
            continue
