"""The worst mechanism under bounds on Renyi divergences, with a certificate for both sides.

Two outcomes suffice.  For a test phi the pair (P phi, Q phi) of a mechanism's two laws satisfies the bounds on
D_a(P|Q) and D_a(Q|P) by data processing, and a pair of Bernoulli laws is a mechanism; hence the largest delta
(and the largest power at a level) over all mechanisms is that over Bernoulli pairs (p, q), p >= q.

With s = order - 1, D = logit p - logit q, sp(x) = log(1 + e^x) and x the logit of q:

    s D_{1+s}(p|q) = K(s) = sp(x + (1+s)D) + s sp(x) - (1+s) sp(x + D)

A bound is K(s) <= c(s) with c(s) = rho s(s+1) for every s >= 0 (zCDP; s = 0 is the Kullback-Leibler bound
K'(0) <= rho), or c(s) = gamma s at one order (Renyi DP).  Exchanging the laws is (p, q) -> (1-q, 1-p).

Optimum of delta at eps.  The set of pairs is convex and symmetric under that exchange, so at eps = 0 the best
pair has p = 1 - q; it stays the best while e^eps is between the slopes of the two bounds there.  Beyond, one
bound touches: at an order s > 0, where K = c and K' = c', or at s = 0.  The equations are solved in floats,
polished by Newton's method in balls, and what is found is then judged from scratch:

Lower end.  A pair, moved inside a little, is feasible.  For zCDP, all orders at once: G = c - K has
G(0) = 0, G'' = 2 rho - D^2 w(1-w) with w logistic in s, so G'' has signs +, -, + at most.  It suffices that
G'(0) >= 0 and that G >= 0 beyond the last inflection s2, where G is convex and two tangents around its
minimiser bound it; between, G is convex with G'(0) >= 0, then concave between two ends that are not negative.

Upper end.  One order suffices.  Phi = e^K is jointly convex in (p, q), so every feasible pair satisfies
p' <= p + (C - Phi)/Phi_p + k (q' - q), k = -Phi_q/Phi_p: a half plane that holds all of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from flint import arb

from dpsym.numbers.balls import newton
from dpsym.reals.balls import Undecided
from dpsym.reals.precision import working_bits

ONE = arb(1)


@dataclass(frozen=True)
class Bound:
    """K(s) <= rho s(s+1) for all s (order None), or K(s) <= s gamma at s = order - 1 (value gamma)."""

    value: arb
    order: arb | None = None

    def cost(self, s: arb) -> arb:
        """What the bound lets K be at s."""
        return self.value * s * (s + 1) if self.order is None else self.value * s

    @property
    def floats(self) -> tuple[float, float | None]:
        """The bound and its order less 1 as floats, to start a search from; None for every order."""
        return float(self.value.mid()), None if self.order is None else float(self.order.mid()) - 1


@dataclass(frozen=True)
class Pair:
    """P(1) = p and Q(1) = q with their complements, each to full relative accuracy."""

    p: arb
    p1: arb
    q: arb
    q1: arb

    @property
    def exchanged(self) -> Pair:
        """The pair in the other order."""
        return Pair(self.q1, self.q, self.p1, self.p)

    def logs(self) -> tuple[arb, arb]:
        """a = log(p/q), b = log((1-p)/(1-q))."""
        return _log(self.p, self.p1) - _log(self.q, self.q1), _log(self.p1, self.p) - _log(self.q1, self.q)


def _log(x: arb, rest: arb) -> arb:
    """log x, given 1 - x."""
    return x.log() if x < rest else (-rest).log1p()


def _logistic(x: arb) -> arb:
    return 1 / (1 + (-x).exp())


def _sp(x: arb) -> arb:
    return x + (-x).exp().log1p() if x > 0 else x.exp().log1p()


def divergence(pair: Pair, s: arb) -> tuple[arb, arb]:
    """K(s) and K'(s)."""
    a, b = pair.logs()
    u, v = pair.p * (s * a).expm1(), pair.p1 * (s * b).expm1()
    total = u + v
    return total.log1p(), ((u + pair.p) * a + (v + pair.p1) * b) / (1 + total)


# ------------------------------------------------------------------------------------------ certificates
def _one_way(pair: Pair, bound: Bound, near: arb) -> bool:
    """Whether P, Q keep the bound on D(P|Q); False also means undecided."""
    a, b = pair.logs()
    if bound.order is not None:
        s = bound.order - 1
        return bool(divergence(pair, s)[0] <= bound.cost(s))
    rho, spread = bound.value, (a - b) * (a - b)
    if not pair.p * a + pair.p1 * b <= rho:
        return False
    if spread <= 8 * rho:
        return True
    if not spread > 8 * rho:
        return False
    x = 8 * rho / spread
    root = (1 - x).sqrt()
    low = _log(pair.p, pair.p1) - _log(pair.p1, pair.p)
    s2 = (((1 + root) * (1 + root) / x).log() - low) / (a - b)  # where w = (1 + root)/2
    if s2 <= 0:
        return True

    def g(s: arb) -> tuple[arb, arb]:
        k, slope = divergence(pair, s)
        return rho * s * (s + 1) - k, rho * (2 * s + 1) - slope

    t = near.mid() if near > s2 else s2.upper()
    for _ in range(60):  # Newton for the minimiser of G on the convex part
        w = _logistic(low + t * (a - b)).mid()
        curve = (2 * rho - spread * w * (1 - w)).mid()
        step = (g(t)[1] / curve).mid() if curve > 0 else -t / 8
        new = t - step
        if not new > s2:
            new = s2.upper()
        done = abs(new - t) <= abs(t) * arb(2) ** (-working_bits() // 3)
        t = new.mid()
        if done:
            break
    gap = arb(2) ** (-working_bits() // 3 + 4)
    left, right = (t * (1 - gap)).mid(), (t * (1 + gap)).mid()
    if not left >= s2:
        value, slope = g(s2)
        return bool(value >= 0 and slope >= 0)
    (value, slope), (_, after) = g(left), g(right)
    return bool(slope <= 0 and after >= 0 and value + slope * (right - left) >= 0)


def feasible(pair: Pair, bound: Bound, near: arb) -> bool:
    """Whether the pair keeps the bound in both directions (certainly; False also means undecided).  `near` is
    a guess of the order less 1 that comes closest.
    """
    if not (pair.p > pair.q and pair.q > 0 and pair.p1 > 0):
        return False
    return _one_way(pair, bound, near) and _one_way(pair.exchanged, bound, near)


def half_plane(pair: Pair, bound: Bound, s: arb) -> tuple[arb, arb]:
    """(c, k): every pair that keeps the bound on D(P|Q) has p' <= c + k q'; tangent at the given pair."""
    a, b = pair.logs()
    if s == 0:
        value, top = pair.p * a + pair.p1 * b, bound.value
        by_p, by_q = a - b, b.exp() - a.exp()
    else:
        u, v = (s * a).exp(), (s * b).exp()
        value, top = pair.p * u + pair.p1 * v, bound.cost(s).exp()
        by_p, by_q = (1 + s) * (u - v), -s * (u * a.exp() - v * b.exp())
    if not by_p > 0:
        raise Undecided("the slope of the bound cannot be told from zero")
    k = -by_q / by_p
    return pair.p + (top - value) / by_p - k * pair.q, k


# ------------------------------------------------------------------------------------- guesses, in floats
Inner = Callable[[float, float], tuple[float, float] | None]  # (s, top) -> (x, D) with K(s) = top


def _fsp(x: float) -> float:
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def _flogistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else math.exp(max(x, -740))


def _fk(x: float, d: float, s: float) -> float:
    """K(s), or the Kullback-Leibler divergence at s = 0."""
    if s == 0:
        return d * _flogistic(x + d) + _fsp(x) - _fsp(x + d)
    return _fsp(x + (1 + s) * d) + s * _fsp(x) - (1 + s) * _fsp(x + d)


def _fslope(x: float, d: float, s: float) -> float:
    """K'(s)."""
    return d * _flogistic(x + (1 + s) * d) + _fsp(x) - _fsp(x + d)


def _crossing(f: Callable[[float], float], x: float, step: float, tolerance: float) -> float | None:
    """A root of an increasing f, searched outwards from x; None when there is none within reach."""
    fx = f(x)
    if fx == 0:
        return x
    up = fx < 0
    for _ in range(60):
        y = x + (step if up else -step)
        fy = f(y)
        if (fy >= 0) == up:
            break
        x, fx, step = y, fy, step * 1.7
    else:
        return None
    low, flow, high, fhigh = (x, fx, y, fy) if up else (y, fy, x, fx)
    side = 0
    for _ in range(60):  # Illinois
        z = (low * fhigh - high * flow) / (fhigh - flow) if math.isfinite(fhigh - flow) else (low + high) / 2
        if not low < z < high:
            z = (low + high) / 2
        fz = f(z)
        if abs(high - low) <= tolerance or fz == 0:
            return z
        if fz < 0:
            if abs(z - low) <= tolerance / 4 and side:
                return z
            low, flow = z, fz
            if side == -1:
                fhigh /= 2
            side = -1
        else:
            if abs(high - z) <= tolerance / 4 and side:
                return z
            high, fhigh = z, fz
            if side == 1:
                flow /= 2
            side = 1
    return (low + high) / 2


def _log_ratio(d: float, s: float) -> float:
    """log dp/dq along the bound, less b: log[s expm1((1+s)d)/((1+s) expm1(sd))], or log(expm1(d)/d)."""
    if s * d < 1e-9:
        return math.log(math.expm1(d) / d) if d < 600 else d - math.log(d)
    head = d + math.log1p(-math.exp(-(1 + s) * d)) - math.log(-math.expm1(-s * d))
    return head + math.log(s / (1 + s))


def _log_ratio_rate(d: float, s: float) -> float:
    """The derivative of _log_ratio in d, between 1/2 and 1."""
    if s * d < 1e-9:
        return -1 / math.expm1(-d) - 1 / d if d > 1e-4 else 0.5
    return s / math.expm1(-s * d) - (1 + s) / math.expm1(-(1 + s) * d)


def _at_slope(eps: float) -> Inner:
    """Finds (x, D) with K(s) = top and slope e^eps."""
    last = [0.0, 0.5]  # where the search ended, a good start for the next

    def pair(beta: float, s: float) -> tuple[float, float]:
        b = -math.exp(beta)
        y = eps - b
        d = 2 * y if s == 0 else min(2 * y, y + math.log1p(1 / s))
        for _ in range(30):  # _log_ratio is convex and increasing in D
            change = (_log_ratio(d, s) - y) / min(max(_log_ratio_rate(d, s), 0.45), 1.05)
            d -= change
            if abs(change) <= 1e-7 * d:
                break
        a = b + d
        small = beta if beta < -30 else math.log(-math.expm1(b))  # log(1 - e^b), also where e^beta underflows
        return small - (math.log(math.expm1(a)) if a < 600 else a), d

    def inner(s: float, top: float) -> tuple[float, float] | None:
        def f(beta: float) -> float:
            k = _fk(*pair(beta, s), s)
            return math.log(k / top) if k > 0 else -700.0

        beta, step = last
        room = s * (eps + math.log1p(1 / s)) - top if s else 0.0
        if s and room <= 0:
            return None  # even p = 1 keeps the bound
        if s and not beta:
            beta = min(-room, -0.5)
        found = _crossing(f, beta or -1.0, step, 1e-5)
        if found is None:
            return None
        last[:] = found, 0.1
        return pair(found, s)

    return inner


def _at_level(x: float) -> Inner:
    """Finds (x, D) with K(s) = top, x = logit q."""

    def inner(s: float, top: float) -> tuple[float, float] | None:
        if (s or 1.0) * _fsp(-x) <= top:
            return None  # even p = 1 keeps the bound

        def f(u: float) -> float:
            k = _fk(x, math.exp(min(u, 650.0)), s)
            return math.log(k / top) if k > 0 else -700.0

        found = _crossing(f, math.log(1 + abs(min(x, 0.0))), 0.5, 1e-6)
        return None if found is None else (x, math.exp(found))

    return inner


def _at_power(z: float) -> Inner:
    """Finds (x, D) with K(s) = top, x + D = logit p = z."""

    def inner(s: float, top: float) -> tuple[float, float] | None:
        def f(u: float) -> float:
            d = math.exp(min(u, 650.0))
            k = d * _flogistic(z) if s == 0 else _fsp(z + s * d) - s * _fsp(z)
            k += (_fsp(z - d) if s == 0 else s * _fsp(z - d)) - _fsp(z)
            return math.log(k / top) if k > 0 else -700.0

        found = _crossing(f, 0.0, 0.5, 1e-6)
        if found is None or found > 30:
            return None  # so far apart (for a tiny order only) that x + D would lose z
        return z - math.exp(found), math.exp(found)

    return inner


def _at_ratio(eps: float, exchanged: bool) -> Inner:
    """Finds (x, D) with K(s) = top and p = e^eps q, of the pair or of the exchanged one."""

    def inner(s: float, top: float) -> tuple[float, float] | None:
        if not exchanged and (s or 1.0) * eps <= top:
            return None  # even p = 1 keeps the bound

        def place(z: float) -> tuple[float, float]:
            log_q = -_fsp(-z) - eps
            x = log_q - math.log(-math.expm1(log_q))
            return (-z if exchanged else x), z - x

        def f(z: float) -> float:
            k = _fk(*place(z), s)
            return math.log(k / top) if k > 0 else -700.0

        found = _crossing(f, min(top - (s or 1.0) * eps, 0.0), 0.5, 1e-6)
        return None if found is None else place(found)

    return inner


def guess(bound: Bound, inner: Inner, start: float) -> tuple[float, float, float]:
    """(x, D, s) of the touching pair, in floats.  inner(s, top) solves K(s) = top."""
    value, fixed = bound.floats
    if fixed is not None:
        found = inner(fixed, value * fixed)
        if found is None:
            raise Undecided("no pair of laws was found at this order")
        return (*found, fixed)
    flat = inner(0.0, value)
    if flat is not None:
        x, d = flat
        p = _flogistic(x + d)
        if p * (1 - p) * d * d <= 2 * value or (p > 0.999999 and d * d * _flogistic(-x - d) <= 2 * value):
            return x, d, 0.0
    cache: dict[float, tuple[float, float] | None] = {}

    def touching(u: float) -> float:
        s = math.exp(u)
        found = cache[u] = inner(s, value * s * (s + 1))
        if found is None:
            return 1.0
        return 1 - _fslope(*found, s) / (value * (2 * s + 1))

    u = _crossing(touching, math.log(max(start, 1e-6)), 0.3, 1e-4)
    found = None if u is None else cache.get(u) or inner(math.exp(u), value * math.exp(u) * (math.exp(u) + 1))
    if u is None or found is None:
        raise Undecided("no touching order was found")
    return (*found, math.exp(u))


# ------------------------------------------------------------------- guesses where rho, and D, are small
# As D falls to 0 with t = s D in sight, K(s) <= rho s(s+1) becomes log E e^{t(X - p)} <= rho (t/D)^2 for a Bernoulli X
# of mean p, whose best constant is known (Kearns and Saul): with logit p = -L it touches at t = 2L, and
# D^2 = 4 L rho/tanh(L/2).  One more order, at L of the size of D, gives s = 1/2 + 2L/D, or 0 where that is negative,
# and moves the L of the limit, v below, by -D/2.  All orders nearly touch, which the searches in floats cannot resolve.
SMALL = 2e-2


def _apart(rho: float, v: float) -> float:
    """D."""
    return math.sqrt(rho * (4 * v / math.tanh(v / 2) if v > 1e-6 else 8))


def _where(f: Callable[[float], float]) -> float:
    """The root of an increasing f on [0, 750], or the end next to it."""
    low, high = 0.0, 750.0
    for _ in range(200):
        v = (low + high) / 2
        low, high = (v, high) if f(v) < 0 else (low, v)
        if high - low <= 1e-15 * high:
            break
    return low


def _touching(length: float, d: float) -> tuple[float, float, float]:
    """(x, D, s) at L = length."""
    return -length - d, d, max(0.5 + 2 * length / d, 0.0)


def _small(bound: Bound) -> float | None:
    """rho, where D may be small."""
    value, fixed = bound.floats
    return value if fixed is None and 1e-280 < value < SMALL**2 / 8 else None


def small_at_slope(bound: Bound, eps: float) -> tuple[float, float, float] | None:
    """(x, D, s) of the pair with the slope e^eps; None where D is not small."""
    rho = _small(bound)
    if rho is None:
        return None

    def slope(v: float) -> float:
        if v < 1e-3:
            return v * 5 / 12
        return 1 / (1 + math.exp(-v)) - math.exp(-2 * v) / math.expm1(-2 * v) - 0.5 / v

    v = _where(lambda v: _apart(rho, v) * slope(v) - eps)
    d = _apart(rho, v)
    length = v - d / 2 if v > d / 4 else 4 * eps / d - 2 * d / 3
    return _touching(length, d) if d < SMALL else None


def small_at_delta(bound: Bound, delta: float) -> tuple[float, float, float] | None:
    """(x, D, s) of the pair with p - e^eps q = delta at its own slope e^eps; None where D is not small."""
    rho = _small(bound)
    if rho is None:
        return None

    def share(v: float) -> float:
        if v < 1e-3:
            return 0.25 - v * 5 / 24
        return (0.5 / v + math.exp(-2 * v) / math.expm1(-2 * v)) * math.exp(-v) / (1 + math.exp(-v))

    v = _where(lambda v: delta - _apart(rho, v) * share(v))
    d = _apart(rho, v)
    length = v - d / 2 if v > d / 4 else -2 * (4 * delta / d - 1 + d / 3)
    return _touching(length, d) if d < SMALL else None


def small_at_level(bound: Bound, z: float, left: bool) -> tuple[float, float, float] | None:
    """(x, D, s) of the pair with logit q = z, or (not left) with logit p = -z; None where D is not small."""
    rho = _small(bound)
    if rho is None or abs(z) > 740:
        return None
    length = z
    if left:
        length = max(-z - _apart(rho, 0), -_apart(rho, 0) / 2)
        length = _where(lambda v: v + _apart(rho, v) + z) if length > 0 else length
    d = _apart(rho, abs(length))
    return _touching(length, d) if d < SMALL else None


def small_at_ratio(bound: Bound, eps: float, left: bool) -> tuple[float, float, float] | None:
    """(x, D, s) of the pair with p = e^eps q, or (not left) with 1 - q = e^eps (1 - p); None where D is not small."""
    rho = _small(bound)
    if rho is None:
        return None
    sign = 1 if left else -1
    v = _where(lambda v: sign * (_apart(rho, v) / (1 + math.exp(-sign * v)) - eps))
    d = _apart(rho, v)
    return _touching(v - d / 2, d) if d < SMALL else None


# --------------------------------------------------------------------------------- polishing, in balls
def polish(equations: Callable[[list[arb]], list[arb]], start: list[arb]) -> list[arb]:
    """Newton's method with differences; midpoints only, nothing is claimed of the result."""
    x = [v.mid() for v in start]
    n, small, close = len(x), arb(2) ** (-working_bits() // 3), arb(2) ** (-5 * working_bits() // 11)
    for _ in range(40):
        f = [v.mid() for v in equations(x)]
        rows = [[v] for v in f]
        for j in range(n):
            h = (abs(x[j]) + small) * small
            y = list(x)
            y[j] = (y[j] + h).mid()
            for row, one, zero in zip(rows, equations(y), f, strict=True):
                row.append(((one - zero) / h).mid())
        step = _linear([row[1:] for row in rows], [row[0] for row in rows])
        done = True
        for j in range(n):
            change = step[j].mid()
            if not change.is_finite():
                raise Undecided("the equations of the best pair became singular")
            limit = abs(x[j]) / 2 + 0.5
            if abs(change) > limit:
                change = limit.mid() if change > 0 else -limit.mid()
            x[j] = (x[j] - change).mid()
            done = done and bool(abs(change) <= (abs(x[j]) + arb(2) ** -40) * close)
        if done:
            return x
    raise Undecided("the equations of the best pair were not solved")


def _linear(rows: list[list[arb]], right: list[arb]) -> list[arb]:
    """The solution of a small linear system, by elimination with pivots; midpoints."""
    n = len(rows)
    m = [[*row, r] for row, r in zip(rows, right, strict=True)]
    for i in range(n):
        best = max(range(i, n), key=lambda k: float(abs(m[k][i]).log().mid()) if m[k][i] != 0 else -math.inf)
        m[i], m[best] = m[best], m[i]
        if m[i][i] == 0:
            raise Undecided("the equations of the best pair became singular")
        for k in range(i + 1, n):
            factor = (m[k][i] / m[i][i]).mid()
            m[k] = [(y - factor * z).mid() for y, z in zip(m[k], m[i], strict=True)]
    x = [ONE] * n
    for i in reversed(range(n)):
        rest = m[i][n]
        for k in range(i + 1, n):
            rest = rest - m[i][k] * x[k]
        x[i] = (rest / m[i][i]).mid()
    return x


def touch(bound: Bound, x: arb, d: arb, s: arb | None) -> list[arb]:
    """The equations that the pair touches the bound: at s (two, or one when the order is given), or at 0."""
    p = _sp(x + d)
    if s is None:
        return [d * _logistic(x + d) + _sp(x) - p - bound.value]
    k = _sp(x + (1 + s) * d) + s * _sp(x) - (1 + s) * p - bound.cost(s)
    if bound.order is not None:
        return [k]
    first = k / s  # both as they stay regular for s near 0, where K = c = 0 whatever the pair
    return [first, (d * _logistic(x + (1 + s) * d) + _sp(x) - p - bound.value * (2 * s + 1) - first) / s]


def log_slope(x: arb, d: arb, s: arb | None) -> tuple[arb, arb]:
    """(a, eps - a) for the slope e^eps of the bound at the pair."""
    a = d + _sp(x) - _sp(x + d)
    if s is None:
        return a, ((-(-d).expm1()) / d).log()
    return a, ((-(-(1 + s) * d).expm1()) / -(-s * d).expm1() * s / (1 + s)).log()


def pair_of(x: arb, d: arb) -> Pair:
    """The pair of exact numbers near logits x and x + d."""
    p, q = _logistic(x + d).mid(), _logistic(x).mid()
    p1, q1 = _logistic(-x - d).mid(), _logistic(-x).mid()
    # the smaller of a number and its complement is kept, the other follows from it (as a narrow ball)
    p, p1 = (p, 1 - p) if p < p1 else (1 - p1, p1)
    q, q1 = (q, 1 - q) if q < q1 else (1 - q1, q1)
    return Pair(p, p1, q, q1)


def moved(pair: Pair, by: arb) -> Pair:
    """The pair with p changed by an exact number (which keeps p and its complement consistent)."""
    if pair.p < pair.p1:
        p = (pair.p + by).mid()
        return Pair(p, 1 - p, pair.q, pair.q1)
    p1 = (pair.p1 - by).mid()
    return Pair(1 - p1, p1, pair.q, pair.q1)


# -------------------------------------------------------------------------------------------- the optima
def symmetric(bound: Bound) -> tuple[arb, arb]:
    """(L, log of the slope there): the pair with p = 1 - q = 1/(1 + e^-L) that meets the bound exactly.

    For zCDP, L tanh(L/2) = rho: with v = (s + 1/2)^2 the bound reads log cosh(L v^(1/2)) - log cosh(L/2)
    <= rho (v - 1/4); log cosh of a root is concave, so it holds for all v >= 1/4 when it holds to first order.
    """
    half = arb(0.5)
    if bound.order is None:
        rho = float(bound.value.mid())
        y = math.sqrt(2 * rho) if rho < 1 else rho + 1
        for _ in range(60):
            t = math.tanh(y / 2)
            change = (y * t - rho) / (t + y / 2 / math.cosh(min(y / 2, 300)) ** 2)
            y -= change
            if abs(change) <= 1e-15 * y:
                break
        root = newton(
            lambda x: x * (x * half).tanh() - bound.value,
            lambda x: (x * half).tanh() + x * half / ((x * half).cosh() * (x * half).cosh()),
            y,
            working_bits() - 16,
        )
        return root, (root.sinh() / root).log()
    s = bound.order - 1
    value, fixed = bound.floats
    assert fixed is not None

    def near(u: float) -> float:
        y = math.exp(min(u, 600.0))
        k = _fsp((2 * fixed + 1) * y) + fixed * _fsp(-y) - (1 + fixed) * _fsp(y)
        return math.log(k / (value * fixed)) if k > 0 else -700.0

    found = _crossing(near, 0.0, 0.5, 1e-12)
    if found is None:
        raise Undecided("no symmetric pair of laws was found")

    def gap(x: arb) -> arb:
        return _sp(2 * s * x + x) + s * _sp(-x) - (1 + s) * _sp(x) - s * bound.value

    def rate(x: arb) -> arb:
        return (2 * s + 1) * _logistic(2 * s * x + x) - s * _logistic(-x) - (1 + s) * _logistic(x)

    root = newton(gap, rate, math.exp(found), working_bits() - 24)
    a, rest = log_slope(-root, 2 * root, s)
    return root, a + rest


def _solve(
    bound: Bound,
    place: Callable[[list[arb]], tuple[arb, arb]],
    more: Callable[[arb, arb, arb | None], list[arb]],
    start: list[float],
    s: float,
) -> tuple[list[arb], arb | None]:
    """The unknowns, polished, and the touching order less 1 (None for the Kullback-Leibler bound).  place gives
    logit q and D, more the equations besides those of touching.
    """

    def equations(v: list[arb], s_now: arb | None) -> list[arb]:
        x, d = place(v)
        return [*touch(bound, x, d, s_now), *more(x, d, s_now)]

    near = [arb(v) for v in start]
    if bound.order is not None:
        fixed = bound.order - 1
        return polish(lambda v: equations(v, fixed), near), fixed
    # the order found in floats may be on the wrong side of 1, or lost to rounding where all orders nearly touch
    reason = Undecided("no touching order was found")
    for first in (s, 0.0, 1e-4):
        try:
            if first == 0:
                v = polish(lambda v: equations(v, None), near)
                x, d = place(v)
                if not _logistic(x + d) * _logistic(-x - d) * d * d > 2 * bound.value:
                    return v, None
            else:
                v = polish(lambda v: equations(v[:-1], v[-1]), [*near, arb(first)])
                if v[-1] > 0:
                    return v[:-1], v[-1]
        except Undecided as problem:
            reason = problem
    if working_bits() > 3000 + 32 * abs(math.frexp(bound.floats[0])[1]):  # more bits will not help
        raise ArithmeticError(str(reason))
    raise reason


def delta(bound: Bound, eps: arb, start: float) -> arb:
    """The largest delta(eps) = p - e^eps q, eps >= 0, over all pairs that keep the bound both ways."""
    root, turn = symmetric(bound)
    growth = eps.exp()
    if eps <= turn:
        t = (root * 0.5).tanh()
        return (1 + t - growth * (1 - t)) * 0.5
    if not eps > turn:
        raise Undecided("eps cannot be told from where the best pair changes")
    e = float(eps.mid())
    x, d, s = small_at_slope(bound, e) or guess(bound, _at_slope(e), start)
    bits = working_bits()
    target = (eps - arb(2) ** -(bits // 2)).mid()  # a slope certainly below e^eps

    def more(x: arb, d: arb, s: arb | None) -> list[arb]:
        a, rest = log_slope(x, d, s)
        return [a + rest - target]

    (x0, d0), s_now = _solve(bound, lambda v: (v[0], v[1]), more, [x, d], s)
    pair = pair_of(x0, d0)
    at = arb(0) if s_now is None else s_now.mid()
    value = pair.p - growth * pair.q
    inside = moved(pair, -(value * arb(2) ** -(bits // 2)).mid())
    if not feasible(inside, bound, at):
        raise Undecided("the best pair was not seen to be feasible")
    c, k = half_plane(pair, bound, at)
    if not k < growth:
        raise Undecided("the slope cannot be told from e^eps")
    return (inside.p - growth * inside.q).union(c)  # p' - e^eps q' <= c + (k - e^eps) q' <= c


def _guess_at_delta(
    bound: Bound, goal: float, e: float, start: Callable[[float], float]
) -> tuple[float, float, float]:
    """(x, D, s) where log delta = goal, in floats, from eps near e on."""
    for _ in range(60):  # Newton on log delta
        x, d, s = guess(bound, _at_slope(e), start(e))
        rest = _log_ratio(d, s) - d  # eps - a
        found = math.log(-math.expm1(rest)) - _fsp(-x - d)
        new = max(e + (found - goal) * math.expm1(-rest), e / 3)
        change, e = abs(new - e), new
        if change <= 1e-3 * e:
            break
    return x, d, s


def epsilon(bound: Bound, delta: arb, near: float, start: Callable[[float], float]) -> arb:
    """The smallest eps at which every pair that keeps the bound both ways needs no larger delta at eps.  `near` is
    a guess of it, start(eps) one of the touching order less 1.
    """
    root, turn = symmetric(bound)
    t = (root * 0.5).tanh()
    if delta >= t:
        return arb(0)
    if not delta < t:
        raise Undecided("delta cannot be told from its value at eps = 0")
    corner = ((1 + t) * 0.5 - delta) / ((1 - t) * 0.5)
    if corner.log() <= turn:
        return corner.log()
    if not corner.log() > turn:
        raise Undecided("eps cannot be told from where the best pair changes")
    found = small_at_delta(bound, float(delta.mid()))
    x, d, s = found or _guess_at_delta(bound, float(delta.log().mid()), max(float(turn.mid()), near), start)
    bits = working_bits()
    aim = (delta.log() - arb(2) ** -(bits // 2)).mid()

    def more(x: arb, d: arb, s: arb | None) -> list[arb]:
        _, rest = log_slope(x, d, s)
        return [-_sp(-x - d) + (-rest.expm1()).log() - aim]

    (x0, d0), s_now = _solve(bound, lambda v: (v[0], v[1]), more, [x, d], s)
    pair = pair_of(x0, d0)
    at = arb(0) if s_now is None else s_now.mid()
    inside = moved(pair, -(delta * arb(2) ** -(bits // 2)).mid())
    if not feasible(inside, bound, at):
        raise Undecided("the best pair was not seen to be feasible")
    low = ((inside.p - delta) / inside.q).log()  # there this pair still has this delta
    c, k = half_plane(pair, bound, at)
    if not c <= delta:
        raise Undecided("delta at the slope found cannot be told from the one given")
    return low.union(k.log())  # at e^eps = k every pair has delta <= c


def power(bound: Bound, level: arb, rest: arb, start: float) -> Pair:
    """The pair (p, q = level) of the largest p: its p is an enclosure, relative to both p and 1 - p.

    `rest` is 1 - level.  Left of the symmetric pair D(P|Q) binds, right of it D(Q|P), which is the first
    again for (1 - q, 1 - p).
    """
    root, _ = symmetric(bound)
    corner = _logistic(-root)
    if not (level < corner or level > corner):
        raise Undecided("the level cannot be told from the symmetric pair's")
    left = bool(level < corner)
    z = level.log() - (-level).log1p() if level < 0.5 else (-rest).log1p() - rest.log()
    zf = float(z.mid())
    bits = working_bits()
    found = small_at_level(bound, zf, left)
    _, d, s = found or guess(bound, _at_level(zf) if left else _at_power(-zf), start)
    middle = z.mid()
    v, s_now = _solve(bound, lambda v: (middle if left else -middle - v[0], v[0]), lambda x, d, s: [], [d], s)
    at = arb(0) if s_now is None else s_now.mid()
    # also of the exchanged pair v is the difference of the logits: logit(1 - p) = -z - D
    p, p1 = _logistic(z + v[0]).mid(), _logistic(-z - v[0]).mid()
    small = bool(p < p1)
    move = ((p if small else p1) * arb(2) ** -(bits // 2)).mid()

    def with_p(by: arb) -> Pair:
        if small:
            new = (p + by).mid()
            return Pair(new, 1 - new, level, rest)
        new = (p1 - by).mid()
        return Pair(1 - new, new, level, rest)

    inside, outside = with_p(-move), with_p(move)
    if not feasible(inside, bound, at):
        raise Undecided("the best pair was not seen to be feasible")
    judged = outside if left else outside.exchanged
    if s_now is None:
        a, b = judged.logs()
        beyond = judged.p * a + judged.p1 * b > bound.value
    else:
        beyond = divergence(judged, at)[0] > bound.cost(at)
    if not beyond:
        raise Undecided("a larger power was not seen to break the bound")
    return Pair(inside.p.union(outside.p), inside.p1.union(outside.p1), level, rest)


def bounded(bound: Bound, eps: arb, start: float) -> arb:
    """The largest p of a pair with p >= e^eps q, eps > 0: delta of probabilistically bounded privacy."""
    root, _ = symmetric(bound)
    if not (eps > root or eps < root):
        raise Undecided("eps cannot be told from the symmetric pair's")
    left = bool(eps > root)
    e = float(eps.mid())
    x, d, s = small_at_ratio(bound, e, left) or guess(bound, _at_ratio(e, not left), start)

    def more(x: arb, d: arb, _s: arb | None) -> list[arb]:
        q, p = (x, x + d) if left else (-x - d, -x)  # their logits
        return [_sp(-q) - _sp(-p) - eps.mid()]

    (x0, d0), s_now = _solve(bound, lambda v: (v[0], v[1]), more, [x, d], s)
    at = arb(0) if s_now is None else s_now.mid()
    touching = pair_of(x0, d0)
    pair = touching if left else touching.exchanged
    shrink = (-eps).exp()
    small = bool(pair.p < pair.p1)
    move = ((pair.p if small else pair.p1) * arb(2) ** -(working_bits() // 2)).mid()
    p = pair.p - move
    level = p * shrink
    inside = Pair(p, pair.p1 + move, level, 1 - level)
    if not feasible(inside, bound, at):
        raise Undecided("the best pair was not seen to be feasible")
    c, k = half_plane(touching, bound, at)
    if left:  # p' <= c + k q' and q' <= e^-eps p'
        room = 1 - k * shrink
        most = c / room
    else:  # 1 - q' <= c + k (1 - p')
        room = k - shrink
        most = (c + k - 1) / room
    if not room > 0:
        raise Undecided("the slope cannot be told from the ratio")
    return p.union(most)
