"""The search for counterexamples in clouds of floats: what they suggest is snapped to exact values and judged there."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from judge.numbers import Number, log, mul
from judge.pairs import Pair
from judge.points import Shape, with_tight_bounds
from judge.reading import WORDS, Chain, F, Tree, Undefined, Unsure, calls, names
from judge.values import Witness

Cloud = Any  # an array of floats, one for each point


def each(f: Callable[[float], float]) -> Callable[[Cloud], Cloud]:
    def safe(x: float) -> float:
        try:
            return f(x)
        except (ValueError, OverflowError, ArithmeticError):
            return math.nan

    return lambda x: np.array([safe(v) for v in np.ravel(np.asarray(x, float))]).reshape(np.shape(x))


def float_phi_inv(x: float) -> float:
    from statistics import NormalDist

    return NormalDist().inv_cdf(x)


FLOATS: dict[str, Callable[..., Cloud]] = {
    "exp": np.exp, "log": np.log, "ln": np.log, "sqrt": np.sqrt, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "erf": each(math.erf), "erfc": each(math.erfc), "Phi": each(lambda x: 0.5 * math.erfc(-x / math.sqrt(2))),
    "Phi_inv": each(float_phi_inv), "abs": np.abs,
}  # fmt: skip


class FloatPair:
    """Clouds of pairs, masses of shape (points, atoms): a guide for the search, never a judgement."""

    def __init__(self, p: Cloud, q: Cloud) -> None:
        self.p, self.q = p, q

    def swapped(self) -> FloatPair:
        return FloatPair(self.q, self.p)

    def tail(self, u: Cloud) -> Cloud:
        return np.where(self.p > u[:, None] * self.q, self.p, 0).sum(1)

    def two_sided_tail(self, u: Cloud) -> Cloud:
        far = (self.p > u[:, None] * self.q) | (self.q > u[:, None] * self.p)
        return np.where(far, self.p, 0).sum(1)

    def hockey_stick(self, u: Cloud) -> Cloud:
        return np.maximum(self.p - u[:, None] * self.q, 0).sum(1)

    def kl(self) -> Cloud:
        return np.where(self.p > 0, self.p * np.log(self.p / self.q), 0).sum(1)

    def renyi(self, alpha: Cloud) -> Cloud:
        ratio = np.log(self.p / self.q) * (alpha[:, None] - 1)
        return np.log(np.where(self.p > 0, self.p * np.exp(ratio), 0).sum(1)) / (alpha - 1)

    def largest_ratio(self) -> Cloud:
        return np.where(self.p > 0, self.p / self.q, 0).max(1)

    def curve(self) -> tuple[Cloud, Cloud]:
        rank = np.argsort(
            -np.where(self.p + self.q > 0, self.p / (self.p + self.q), 0), axis=1, kind="stable"
        )
        zero = np.zeros((len(self.p), 1))
        x, y = (np.cumsum(np.take_along_axis(m, rank, 1), 1) for m in (self.q, self.p))
        return np.hstack([zero, x]), np.hstack([zero, y])

    def power_at(self, alpha: Cloud) -> Cloud:
        x, y = self.curve()
        best = np.zeros(len(alpha))
        for k in range(x.shape[1] - 1):
            width = x[:, k + 1] - x[:, k]
            part = np.where(
                width > 0, np.clip((alpha - x[:, k]) / np.where(width > 0, width, 1), 0, 1), alpha >= x[:, k]
            )
            best = best + part * (y[:, k + 1] - y[:, k])
        return best

    def bounded(self, u: Cloud) -> Cloud:
        x, y = self.curve()
        best = np.zeros(len(u))
        for k in range(x.shape[1] - 1):
            here, there = y[:, k] - u * x[:, k], y[:, k + 1] - u * x[:, k + 1]
            step = np.clip(here / np.where(here > there, here - there, 1), 0, 1)
            meet = y[:, k] + step * (y[:, k + 1] - y[:, k])
            best = np.where(there > 0, y[:, k + 1], np.where(here > 0, meet, best))
        return best


def cloud(t: Tree, env: dict[str, Cloud], pair: FloatPair | None = None, outcome: int = 0) -> Cloud:
    kind = t[0]
    if kind == "num":
        return np.full(len(env[""]), float(t[1]))
    if kind == "name":
        return env[t[1]] if t[1] in env else np.full(len(env[""]), math.pi if t[1] == "pi" else math.e)
    if kind == "neg":
        return -cloud(t[1], env, pair, outcome)
    if kind == "call":
        name, args = t[1], [cloud(a, env, pair, outcome) for a in t[2:]]
        if name in FLOATS:
            return FLOATS[name](*args)
        if name in ("min", "max"):
            return np.stack(args).min(0) if name == "min" else np.stack(args).max(0)
        assert pair is not None
        match name:
            case "Tail":
                return pair.tail(np.exp(args[0]))
            case "HockeyStick":
                return pair.hockey_stick(np.exp(args[0]))
            case "TV" | "Advantage":
                return pair.hockey_stick(np.ones(len(pair.p)))
            case "KL":
                return pair.kl()
            case "Renyi":
                return pair.renyi(args[0])
            case "Power":
                return pair.power_at(args[0])
            case "Posterior":
                top = args[0] * pair.p[:, outcome]
                return top / (top + (1 - args[0]) * pair.q[:, outcome])
    x, y = cloud(t[1], env, pair, outcome), cloud(t[2], env, pair, outcome)
    match kind:
        case "+":
            return x + y
        case "-":
            return x - y
        case "*":
            return x * y
        case "/":
            return x / y
    return np.power(x, y)


ORDERS = 1 + 0.01 * 1.4 ** np.arange(30)


def cloud_bound(h: Any, env: dict[str, Cloud], pair: FloatPair) -> Cloud:
    if isinstance(h, Chain):
        low = h.parts[0] if h.relations[0] == "<=" else h.parts[1]
        outcomes = range(pair.p.shape[1]) if any(c[1] == "Posterior" for c in calls(low)) else (0,)
        return np.stack([cloud(low, env, pair, i) for i in outcomes]).max(0)
    args = [cloud(a, env) for a in h[2:-1]]
    match h[1]:
        case "PureDP":
            return np.log(pair.largest_ratio())
        case "ApproxDP":
            return pair.hockey_stick(np.exp(args[0]))
        case "ProbDP":
            return pair.two_sided_tail(np.exp(args[0]))
        case "PBDP":
            return pair.bounded(np.exp(args[0]))
        case "RenyiDP":
            return pair.renyi(args[0])
        case "ZCDP":
            ones = np.ones(len(pair.p))
            return np.stack([pair.renyi(a * ones) / a for a in ORDERS]).max(0)
        case "GaussianDP":
            x, y = pair.curve()
            shift = FLOATS["Phi_inv"](np.clip(y, 0, 1)) - FLOATS["Phi_inv"](np.clip(x, 0, 1))
            inside = (x < 1) & (y > 0) & ((x > 0) | (y > 0)) & (y < 1)
            return np.where(inside, shift, 0).max(1)
    raise Undefined(h[1])


def gap(item: Any, env: dict[str, Cloud], pair: FloatPair | None) -> Cloud:
    """How far the item is from false, relative to the size of its sides; negative where it is false."""
    if not isinstance(item, Chain) and item[0] in WORDS:
        gaps = np.stack([gap(x, env, pair) for x in item[1:]])
        return -gaps[0] if item[0] == "not" else gaps.max(0) if item[0] == "or" else gaps.min(0)
    if not isinstance(item, Chain):
        least, bound = cloud_bound(item, env, pair), cloud(item[-1], env)  # type: ignore[arg-type]
        return (bound - least) / (np.abs(bound) + np.abs(least) + 1e-300)
    outcomes: Any = (0,)
    if pair is not None and any(c[1] == "Posterior" for c in calls(item)):
        outcomes = range(pair.p.shape[1])
    found = []
    for outcome in outcomes:
        values = [cloud(p, env, pair, outcome) for p in item.parts]
        for x, r, y in zip(values, item.relations, values[1:], strict=False):
            size = np.abs(x) + np.abs(y) + 1e-300
            d = {"<": y - x, ">": x - y, "=": -np.abs(y - x), "!": np.abs(y - x)}[r[0]]
            found.append(d / size)
    return np.stack(found).min(0)


def unfolded(shape: Shape, z: Cloud, n: int) -> tuple[dict[str, Cloud], FloatPair | None, Cloud]:
    """Coordinates on the real line -> parameters within their bounds, pairs, and which points are usable."""
    env: dict[str, Cloud] = {"": np.zeros(len(z))}
    usable = np.ones(len(z), bool)
    pair, column = None, 0
    if n:
        w = [np.exp(np.clip(z[:, k * n : (k + 1) * n] * 2, -60, 60)) for k in range(2)]
        w = [np.where(x < 1e-6, 0, x) for x in w]
        pair = FloatPair(*(x / x.sum(1)[:, None] for x in w))
        column = 2 * n
    tight = {name for name, _ in shape.tight} if n else set()
    for name in shape.order:
        if name in tight:
            continue
        s = z[:, column]
        column += 1
        low, high = (
            [cloud(e, env) for e, _ in side if names(e) <= env.keys()] for side in shape.bounds[name]
        )
        if low and high:
            a, b = np.stack(low).max(0), np.stack(high).min(0)
            env[name] = a + (b - a) / (1 + np.exp(-np.clip(2 * s, -30, 30)))
        elif low:
            env[name] = np.stack(low).max(0) + np.exp(np.clip(1.5 * s, -25, 12))
        elif high:
            env[name] = np.stack(high).min(0) - np.exp(np.clip(1.5 * s, -25, 12))
        else:
            env[name] = np.sinh(np.clip(s, -12, 12))
    if pair is not None:
        for name, h in shape.tight:
            least = np.maximum(cloud_bound(h, env, pair), cloud_bound(h, env, pair.swapped()))
            bound = (
                h[-1] if not isinstance(h, Chain) else h.parts[1] if h.relations[0] == "<=" else h.parts[0]
            )
            at0, at1 = (cloud(bound, {**env, name: np.full(len(z), float(k))}) for k in (0, 1))
            env[name] = (least - at0) / (at1 - at0)
    for c in shape.claim.conditions:
        if c.relations:
            usable &= gap(c, env, None) >= 0
    for h in shape.claim.hypotheses:
        if h not in [t for _, t in shape.tight] or not n:
            for order in (pair, pair.swapped()) if pair is not None else (None,):
                usable &= gap(h, env, order) >= 0
    return env, pair, usable


def snapped(shape: Shape, env: dict[str, float], laws: list[list[float]] | None, size: int) -> Witness:
    """The point in simple exact numbers of denominators up to `size`."""
    pair = None
    tight = {n for n, _ in shape.tight} if laws else set()
    if laws:
        exact = []
        for law in laws:
            head = [F(x).limit_denominator(size) for x in law[:-1]]
            rest = 1 - sum(head)
            if rest < 0:
                raise Undefined("rounding")
            exact.append((*head, rest))
        pair = Pair(*exact)
    out: dict[str, Number] = {}
    for name in shape.order:
        if name in tight:
            continue
        x = env[name]
        if name in shape.losses and 1e-9 < abs(x) < 30:
            u = F(math.exp(abs(x))).limit_denominator(size)
            out[name] = mul(log(u), F(1 if x > 0 else -1)) if u > 1 else F(0)
        else:
            small = size if abs(x) > 1 / size else int(size / abs(x)) if x else 1
            out[name] = F(x).limit_denominator(small)
    if pair is not None:
        out = with_tight_bounds(shape, out, pair, 60)
    return Witness(tuple((n, out[n]) for n in shape.order), pair)


def cloud_points(shape: Shape, rng: random.Random, n: int, width: int, rounds: int) -> Iterator[Witness]:
    """Descend on the gap of each conclusion from random starts, and snap what is negative or nearly so."""
    r = np.random.default_rng(rng.randrange(2**32))
    tight = {name for name, _ in shape.tight} if n else set()
    size = 2 * n + sum(name not in tight for name in shape.order)
    if size == 0:
        return

    def worst(z: Cloud) -> tuple[Cloud, dict, Any]:
        with np.errstate(all="ignore"):
            env, pair, usable = unfolded(shape, z, n)
            orders = (pair, pair.swapped()) if pair is not None else (None,)
            gaps = [gap(c, env, o) for c in shape.claim.conclusions for o in orders]
            g = np.stack(gaps).min(0)
        return np.where(usable & ~np.isnan(g), g, np.inf), env, pair

    z = r.normal(size=(width * 4, size)) * r.choice([0.3, 1, 2, 4], size=(width * 4, 1))
    found: list[tuple[float, dict[str, float], Any]] = []
    for k in range(rounds):
        g, env, pair = worst(z)
        best = np.argsort(g, kind="stable")[:8]
        for i in best[:3]:
            if g[i] < 1e-9:
                laws = [pair.p[i].tolist(), pair.q[i].tolist()] if pair is not None else None
                found.append((g[i], {v: float(env[v][i]) for v in shape.order}, laws))
        if not np.isfinite(g[best[0]]):
            z = r.normal(size=(width * 4, size)) * r.choice([0.3, 1, 2, 4], size=(width * 4, 1))
            continue
        if g[best[0]] < -1e-3 and k >= 2:
            break
        step = 1.5 * 0.75**k + 1e-4
        centres = z[best[np.isfinite(g[best])]]
        z = np.vstack(
            [centres, centres[r.integers(len(centres), size=width)] + step * r.normal(size=(width, size))]
        )
    found.sort(key=lambda f: f[0])
    for _, values, laws in found[:12]:
        for denominator in (8, 64, 1000, 10**6, 10**10):
            try:
                yield snapped(shape, values, laws, denominator)
            except (Undefined, Unsure, OverflowError, ValueError):
                continue
