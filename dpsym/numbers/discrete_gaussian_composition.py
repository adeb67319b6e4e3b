"""Composition of discrete Gaussian mechanisms with different noise: two-sided delta, epsilon and power.

A part is an integer answer of sensitivity 1 with discrete Gaussian noise of variance parameter 1/rho; its privacy
loss is rho (x + 1/2), x the noise.  (At rho it satisfies rho/2-zCDP.)  The loss L of the composition of parts
rho_i is enclosed through its transform, which Poisson summation gives in closed form:

    M(z) = E_P e^{zL} = e^{R z (z+1)} prod N_i(z)/N_i(0),   R = sum rho_i / 2,
    N_i(z) = 1 + 2 sum over m >= 1 of exp(-2 pi^2 m^2 / rho_i) cos(2 pi m z).

1. *Aliasing.*  (1 - e^{-x})_+ has the transform 1/(z(z+1)).  For c > 0, h > 0, period P = 2 pi/h and z_j = c + ijh,

       (h/2pi) sum over j of M(z_j) e^{-eps z_j} / (z_j (z_j + 1))  =  sum over l of e^{-cPl} E (1 - e^{eps-lP-L})_+

   by Poisson summation, so it exceeds delta(eps) by at most e^{-cP}/(1 - e^{-cP}) (l > 0) plus
   M(b) e^{-b eps} y/(1 - y), y = e^{-P(b-c)}, for any b > c (l < 0).  The kernels 1/(z + 1) and 1 give
   e^eps Q(L > eps) and the density of L under P in the same way.  At the saddle point c all terms have the size
   of the answer.
2. *Smoothing.*  M is almost periodic, so that the sum cannot be cut for L itself.  Compose with one more Gaussian
   mechanism of mu = s; let D be its delta and f the density of the total loss under P.  For s <= 1/10,

       D(eps) - (1 + 0.66 s) s^2 f(eps)  <=  delta(eps)  <=  D(eps).

   Proof.  With W the added loss, D(eps) = E delta(eps - W) and E e^{-W} = 1; delta is convex in e^eps, so Jensen
   gives D >= delta.  Its second derivative in y = e^eps is the law of e^L under Q, so D - delta is E_Q K(e^L) with
   K(u) = E (y e^{-W} - u)_+ - (y - u)_+.  At u = y e^x, K = y v(|x|) min(1, e^x), v the delta of a Gaussian
   mechanism with mu = s: v(x) is the integral of phi(t)(1 - t R(t)) over an interval of length s that begins at
   x/s - s/2 >= -s/2 (R the Mills ratio), hence at most (1 + 0.66 s) s phi(x/s - s/2).  Both signs of x give
   K <= (1 + 0.66 s) y s phi((x - s^2/2)/s), whose mean under Q is (1 + 0.66 s) s^2 e^eps f_Q = (1 + 0.66 s) s^2 f.
3. *No resonance.*  Poisson summation on the line Re z = c and N(0) >= 1 give
   |M(c + it)| <= e^{R c (c+1)} prod min(1, e^{-rho_i d_i^2/2} (1 + r_i)), d_i the distance of t to the multiples of
   2 pi/rho_i and r_i the sum over m != 0 of exp(-(2 pi^2/rho_i)(m^2 - |m| d_i rho_i/pi)).  A cover of [t0, T] by
   intervals, evaluated in double precision with a margin of 1e-9 relative, shows the product below e^{-fall}
   there.  Beyond T the factor of the smoothing is below e^{-s^2 T^2/2}, and s T grows with the digits.  The cover may go past
   the first resonance of a part, because the others do not resonate with it; the width falls like 1/T^2.
4. *Power.*  power(alpha) is the least of delta(eps) + alpha e^eps over eps, so that of the smoothed law is an
   upper bound at any eps, and smoothing changes it by at most (1 + 0.66 s) s^2 sup f.  At e0 near the minimum,
   convexity in y = e^eps bounds the minimum below by the value v minus |alpha - Q(L > e0)| times the distance in
   y to 0 on the left, or on the right to a point where the slope is positive, or to v/alpha (where alpha y > v
   nothing is least).  For small alpha the bound f(eps) <= sup f e^{R c (c+1) - c eps}, any
   c >= 0, replaces sup f right of e0 - tau, and left of it convexity excludes the minimum.

**On a lattice.**  Where every rho_i is a multiple of one g that is not too small, L lies on R + gZ and M has the
period 2 pi/g in t, up to a phase.  Then nothing is smoothed: with L1 the least loss above eps, the kernels are
1/(1 - e^{-zg}) - e^{eps-L1}/(1 - e^{-(z+1)g}) for delta and its second term for e^eps Q(L > eps), eps becomes L1
in the exponent, h = 2 pi/(gN), the sum ends at half a period or at t0 when [t0, pi/g] is free of resonances, and
power(alpha) is attained at the loss x with Q(L > x) <= alpha <= Q(L >= x).

Guaranteed: the Enclosure contains the true value.  Its width is about 10^-digits: always on a lattice, otherwise
down to what [t0, T] allows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import acb, arb
from numpy.typing import NDArray

from dpsym.numbers.balls import Enclosure, Number, ball
from dpsym.numbers.discrete_gaussian import log_of, normal_quantile
from dpsym.numbers.gaussian_composition import Parts, read_parts
from dpsym.numbers.registry import Argument, between, evaluator, renamed
from dpsym.reals.balls import Undecided, rational
from dpsym.reals.precision import working_bits

LARGEST_RHO = 4
LONGEST = 300.0  # half a period of the transform up to which all of it is summed, over its natural width
LARGEST_SUM = 20_000  # terms
SPARE = 70  # bits of working precision beyond those asked for


@dataclass(frozen=True)
class _Line:
    """Where the transform is summed: at c + i j h for j = 0, ..., n, h being `step` as a ball.

    e        eps as a double
    periods  terms in a period on the lattice, else 0
    start    eps; on the lattice the least loss above it
    r        R with the variance that smooths
    cell     the distance of the losses on the lattice; share is e^(eps - start) and fade e^(-cell) there
    """

    e: float
    c: float
    h: float
    n: int
    periods: int
    start: arb
    r: arb
    step: arb
    cell: arb
    share: arb
    fade: arb


@dataclass(frozen=True)
class _Part:
    """Parts that are alike: the powers of q in N(z), how many parts, 1/N(0), and rho/(2 pi)."""

    q: arb
    powers: list[arb]
    count: int
    weight: arb
    turns: float

    def factor(self, turn: acb, back: acb, rounds: int) -> acb:
        """N(z)/N(0) to the power of the count, where turn is e^(2 pi i z) and back its inverse."""
        up, down, front = turn, back, acb(self.weight)
        if rounds:  # N(z) = q^{n^2} e^{-2 pi i n z} N(z - 2 pi i n/rho)
            up, down = up * self.q ** (-2 * rounds), down * self.q ** (2 * rounds)
            front = front * self.q ** (rounds * rounds) * back**rounds
        one = up + down
        total = 1 + self.powers[0] * one
        before, here = acb(2), one
        for power in self.powers[1:]:
            before, here = here, one * here - before  # e^{2 pi i m z} + e^{-2 pi i m z}
            total = total + power * here
        return (front * total) ** self.count


def _part(rho: Fraction, count: int, top: float, bits: int) -> tuple[_Part | None, arb]:
    """Parts of one rho for a sum up to `top`, None where N is 1 to the accuracy asked for, and what is lost by cutting N."""
    pi = arb.pi()
    size = -2 * math.pi**2 / float(rho) + 2 * math.pi * top
    if size < -0.7 * (bits + 25):
        return None, 4 * count * arb(size + 0.01).exp()
    q, angle = (-2 * pi * pi / ball(rho)).exp(), min(top, 1.01 * math.pi / float(rho))
    terms = 1
    while -2 * math.pi**2 * (terms + 1) ** 2 / float(rho) + 2 * math.pi * (terms + 1) * angle > -0.7 * (
        bits + 25
    ):
        terms += 1
    powers = [q ** (m * m) for m in range(1, terms + 2)]
    # N(0) is cut at the same term: what it loses is far below what is lost of N(z)
    weight = 1 / (1 + 2 * sum(powers[:-1], arb(0)))
    lost = 16 * count * powers[-1] * (2 * (terms + 1) * pi * arb(angle)).exp()
    return _Part(q, powers[:-1], count, weight, float(rho) / (2 * math.pi)), lost


class Composition:
    """Discrete Gaussian parts: rho -> how many.  `reach` is the T that is aimed at, and s = tau/T; `fall` is minus
    the logarithm of what the transform falls to before its sum is cut.  `cell` is the distance of the losses where
    the lattice is used, and then s = 0.
    """

    def __init__(self, parts: Sequence[tuple[Fraction, int]], reach: float, tau: float, fall: float) -> None:
        together: dict[Fraction, int] = {}
        for rho, count in parts:
            together[rho] = together.get(rho, 0) + count
        self.parts = sorted(together.items())
        self.r = sum((rho * count for rho, count in self.parts), Fraction(0)) / 2
        self.rf = float(self.r)
        self.rho = np.array([float(rho) for rho, _ in self.parts])
        self.count = np.array([float(count) for _, count in self.parts])
        self.fall, self.cell, self.s, self.sup_density = fall, None, 0.0, 0.0
        numerators = [rho.numerator for rho, _ in self.parts]
        denominators = [rho.denominator for rho, _ in self.parts]
        cell = Fraction(math.gcd(*numerators), math.lcm(*denominators))  # each rho is a multiple of it
        half = math.pi / float(cell) if float(cell) > 0 else math.inf
        natural = math.sqrt(fall / self.rf)
        if half <= LONGEST * natural:  # the whole half period may be summed, where it must be
            self.t0, self.t1 = self._quiet(half, half)
        else:
            self.t0, self.t1 = self._quiet(min(reach, half), 4 * natural)
        if self.t1 >= half:
            self.cell = cell
            return
        self.s = tau / self.t1
        if self.s > 0.1 or self.t1 < 1.5 * self.t0:
            raise Undecided("a resonance of the losses is too near: too few parts, or rho too large")
        grid = np.arange(0, self.t0 * 1.02 + 0.02, min(0.01, self.t0 / 200))
        body = float(np.exp(-self._decay(grid[:-1], grid[1:])).sum()) * float(grid[1]) * 1.001
        self.sup_density = (
            body + math.exp(-fall) * self.t1 + 1.3 * math.exp(-tau * tau / 2) / self.s
        ) / math.pi

    def _decay(self, low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.float64]:
        """A lower bound of log(e^{Rc(c+1)}/|M(c + it)|) over t in [low, high], for every c."""
        low, high, rho = low[:, None], high[:, None], self.rho[None]
        period = 2 * math.pi / rho
        turns = np.floor(low / period)
        after = low - turns * period
        d = np.minimum(after, period - after - (high - low))  # negative: a multiple lies in the interval
        d = np.maximum(d * (1 - 1e-9) - 4e-15 * high, 0.0)
        x = np.minimum((after + (high - low)) * rho / math.pi, 1.0)
        rest = 1.01 * (np.exp(-(2 * math.pi**2 / rho) * (1 - x)) + np.exp(-(2 * math.pi**2 / rho) * (1 + x)))
        each = rho * d * d / 2 * (1 - 1e-9) - np.log1p(rest) * (1 + 1e-9)
        return (self.count * np.maximum(0, each)).sum(1)

    def _quiet(self, reach: float, patience: float) -> tuple[float, float]:
        """t0 <= T such that the transform stays below e^{-fall} on [t0, T]; t0 is moved past what does not, where
        that begins before `patience`.
        """
        natural = math.sqrt(self.fall / self.rf)
        cap = max(math.sqrt(self.fall / float(self.rho[0])) / 4, natural / 100)
        ends = (
            natural / 4 * 1.02 ** np.arange(int(math.log(max(200 * cap / natural, 2)) / math.log(1.02)) + 2)
        )
        t0, ends = float(ends[0]), np.minimum(ends, reach)
        while True:
            for i in np.nonzero(self._decay(ends[:-1], ends[1:]) < self.fall)[0]:
                if ends[i] > patience:
                    return t0, float(ends[i])
                t0 = float(ends[i + 1])
            if ends[-1] >= reach:
                return t0, float(ends[-1])
            ends = np.minimum(ends[-1] + cap * np.arange(min(4001, int((reach - ends[-1]) / cap) + 2)), reach)

    def _saddle(self, e: float, bits: int) -> tuple[float, float]:
        """c and h, doubles."""
        r = self.rf
        c = max((e - r) / (2 * r), 0.05)
        for _ in range(30):
            slope = r * (2 * c + 1) - e - 1 / c - 1 / (1 + c)
            following = c - slope / (2 * r + 1 / c**2 + 1 / (1 + c) ** 2)
            if abs(following - c) < 1e-6 * c:
                break
            c = following if following > c / 2 else c / 2
        size = r * c * (c + 1) - e * c - math.log(c * (c + 1))
        period = max((bits * 0.7 - min(size, 0)) / c, 2 * math.sqrt(1.4 * r * bits) + 1)
        return float(f"{c:.4g}"), 2 * math.pi / period

    def guess(self, e: float) -> tuple[float, float, float]:
        """delta(e), e^e Q(L > e) and the density at e, in double precision; steers only."""
        c, h = self._saddle(e, 40)
        z = c + 1j * np.arange(int(min(self.t0, 60 / math.sqrt(self.rf)) / h) + 2) * h
        l = (self.rf + self.s**2 / 2) * z * (z + 1) - e * z
        with np.errstate(all="ignore"):
            for rho, count in zip(self.rho, self.count, strict=True):
                if rho > 0.1:
                    q = math.exp(-2 * math.pi**2 / rho)
                    l = l + count * (np.log1p(2 * q * np.cos(2 * math.pi * z)) - math.log1p(2 * q))
            w = np.exp(l)
        w[~np.isfinite(w)] = 0.0
        w[0] *= 0.5
        first, second, third = (
            h / math.pi * float(v.real.sum()) for v in (w / (z * (z + 1)), w / (z + 1), w)
        )
        return first, second, third

    def at(self, eps: Number, bits: int) -> tuple[arb, arb, arb, arb]:
        """Balls of D(eps), e^eps Q(L + W > eps) and f(eps) of the smoothed loss, and of the true delta(eps); on the
        lattice of delta(eps), e^eps Q(L > eps), 0 and delta(eps).
        """
        line = self._line(eps, bits)
        kept, skipped = self._kept(line, bits)
        sums = self._sums(line, kept)
        found = self._smooth(line, sums, skipped) if self.cell is None else self._lattice(line, sums, skipped)
        if not all(x.is_finite() for x in found):
            raise Undecided("the transform is not known well enough")
        return found

    def _line(self, eps: Number, bits: int) -> _Line:
        """Where the transform is summed."""
        e = float(eps)
        c, h = self._saddle(e, bits)
        n, periods, start = int(self.t0 / h) + 1, 0, ball(eps)
        s = arb(self.s)
        cell = share = fade = arb(0)
        if self.cell is not None:
            periods = 2 * math.ceil(math.pi / (h * float(self.cell)))
            n = min(int(self.t0 * periods * float(self.cell) / (2 * math.pi)) + 1, periods // 2)
            h = 2 * math.pi / (periods * float(self.cell))
            if n > LARGEST_SUM:
                raise Undecided("too many terms")
            exact = Fraction(eps)  # `start` becomes the least loss above eps
            least = self.r + self.cell * (math.floor((exact - self.r) / self.cell) + 1)
            cell, start, share = ball(self.cell), ball(least), ball(exact - least).exp()
            fade = (-cell).exp()
        step = arb(h) if self.cell is None else 2 * arb.pi() / (periods * cell)
        return _Line(e, c, h, n, periods, start, ball(self.r) + s * s / 2, step, cell, share, fade)

    def _kept(self, line: _Line, bits: int) -> tuple[list[_Part], arb]:
        """The parts whose N is not 1 to the accuracy asked for, and what is lost by the others and by cutting N."""
        found = [_part(rho, count, line.n * line.h, bits) for rho, count in self.parts]
        return [part for part, _ in found if part is not None], sum((lost for _, lost in found), arb(0))

    def _sums(self, line: _Line, kept: Sequence[_Part]) -> tuple[arb, arb, arb]:
        """The sums of the transform with the kernels of delta, of e^eps Q(L > eps) and, off the lattice, of the density."""
        r, re, pi, step = line.r, arb(line.c), arb.pi(), line.step
        delta, beyond, density = arb(0), arb(0), arb(0)
        z, turn, fall = acb(re), (acb(0, 2) * pi * re).exp(), (-2 * pi * step).exp()
        back, rise = 1 / turn, 1 / fall
        for j in range(line.n + 1):
            w = (r * z * (z + 1) - line.start * z).exp()
            if j == 0 or (self.cell is not None and 2 * j == line.periods):
                w = w / 2
            for part in kept:
                w = w * part.factor(turn, back, round(j * line.h * part.turns))
            if self.cell is None:
                over = w / (z + 1)
                delta += (over / z).real
                density += w.real
            else:
                back_step = (-line.cell * z).exp()
                over = w * line.share / (1 - line.fade * back_step)
                delta += (w / (1 - back_step) - over).real
            beyond += over.real
            z = z + acb(0, step)
            turn, back = turn * fall, back * rise
        return delta, beyond, density

    def _outside(self, line: _Line) -> tuple[arb, arb]:
        """The transform at the real point, and a bound of what the periods beside the first one add."""
        r, re, start, period = line.r, arb(line.c), line.start, 2 * arb.pi() / line.step
        whole = (r * re * (re + 1) - start * re).exp()
        x = (-period * re).exp()
        m = arb(max(round(64 * (line.e + 2 * math.pi / line.h - self.rf) / (2 * self.rf)) / 64, line.c + 1))
        y = (-period * (m - re)).exp()
        return whole, x / (1 - x) + (r * m * (m + 1) - start * m).exp() * y / (1 - y)

    def _lattice(self, line: _Line, sums: tuple[arb, arb, arb], skipped: arb) -> tuple[arb, arb, arb, arb]:
        """What the sums say on the lattice, with all that they leave out."""
        whole, alias = self._outside(line)
        re, k = arb(line.c), line.cell * line.step / arb.pi()
        far = (-line.cell * re).exp()
        most = 1 / (1 - far) + line.share / (1 - line.fade * far)  # of both kernels
        rest = skipped.expm1().upper() * 2 * k * (line.n + 1) * whole * most + alias
        if 2 * line.n < line.periods:
            rest = rest + whole * arb(-self.fall).exp() * most
        delta, beyond = (v * k + arb(0, rest.upper()) for v in sums[:2])
        return delta, beyond, arb(0), delta

    def _smooth(self, line: _Line, sums: tuple[arb, arb, arb], skipped: arb) -> tuple[arb, arb, arb, arb]:
        """What the sums say of the smoothed loss, with all that they leave out."""
        whole, alias = self._outside(line)
        s, pi, re, step, far, near = (
            arb(x) if isinstance(x, float) else x
            for x in (self.s, arb.pi(), line.c, line.step, self.t1, self.t0)
        )
        k = step / pi
        cut = skipped.expm1().upper() * 2 * k * (line.n + 1) * whole * (1 + 1 / re)
        a, b = whole * arb(-self.fall).exp(), whole * (-s * s * far * far / 2).exp()
        last = step + 1 / (s * s * far)
        rest = (a * (1 / near + step / near**2) + b * (1 / far + step / far**2)) / pi
        rest_beyond = (a * ((far / near).log() + step / near) + b * last / far) / pi
        rest_density = (a * (step + far) + b * last) / pi
        delta, beyond, density = (
            v * k + arb(0, (cut + rests + alias).upper())
            for v, rests in zip(sums, (rest, rest_beyond, rest_density), strict=True)
        )
        half = ((1 + arb(0.66) * s) * s * s * density).upper() / 2
        return delta, beyond, density, delta - half + arb(0, half.upper())

    def delta(self, eps: Number, bits: int) -> Enclosure:
        """delta(eps), at the precision in force."""
        found = self.at(eps, bits)[3]
        return Enclosure(max(rational(found.lower()), Fraction(0)), min(rational(found.upper()), Fraction(1)))

    def epsilon(self, delta: Number, bits: int) -> Enclosure:
        """Two numbers between which delta(eps) passes delta; 0 where delta(0) is at most delta."""
        level = ball(delta)
        goal = log_of(delta)
        if self.guess(0.0)[0] <= 1.01 * math.exp(goal) and self.at(0.0, bits)[3] <= level:
            return Enclosure(0, 0)
        e = self.rf + math.sqrt(-4 * self.rf * goal)
        for _ in range(60):
            value, rate, _ = self.guess(e)
            if not (value > 0 and rate > 0):
                e *= 0.9
                continue
            following = max(e + (math.log(value) - goal) * value / rate, e / 4)
            done, e = abs(following - e) < 1e-7 * e, following  # Newton: what is left is the square of that
            if done:
                break
        if self.cell is not None:  # Newton's steps in e^eps, along the lines between losses
            for _ in range(200):
                value_ball, slope, _, _ = self.at(e, bits)
                change = (value_ball - level) / slope
                following = e + math.log1p(float(change)) if change > -1 else e / 2
                done, e = abs(following - e) < 1e-13 * e, max(following, 0.0)
                if done:
                    break
            exact = Fraction(e)
            least = self.r + self.cell * (math.floor((exact - self.r) / self.cell) + 1)
            value_ball, slope, _, _ = self.at(exact, bits)
            root = ball(exact) + ((value_ball - level) / slope).log1p()
            if root <= ball(least) and root >= ball(least - self.cell):  # on the line of e itself
                return Enclosure.around(root)
        _, slope, _, found = self.at(e, bits)
        first, last = (e + float((x - level) / slope) for x in (found.lower(), found.upper()))
        margin = (last - first) * 0.02 + 4e-16 * e
        for _ in range(20):
            below, above = max(first - margin, 0.0), last + margin
            if (below == 0.0 or self.at(below, bits)[3] >= level) and self.at(above, bits)[3] <= level:
                return Enclosure(below, above)
            margin *= 4
        raise Undecided("eps was not bracketed")

    def power(self, alpha: Number, bits: int) -> Enclosure:
        """An enclosure of the largest power of a test at level alpha, at this working precision in bits."""
        level, level_f = ball(alpha), float(alpha)
        mu = math.sqrt(2 * self.rf)
        z = normal_quantile(log_of(alpha)) if level_f < 0.5 else -normal_quantile(log_of(1 - Fraction(alpha)))
        e = z * mu - mu * mu / 2
        for _ in range(40):
            _, slope, density = self.guess(e)
            following = e + (slope - level_f * math.exp(e)) / density if density > 0 else e
            if not abs(following - e) < 10 * mu or abs(following - e) < 1e-13 * (1 + abs(e)):
                break
            e = following
        if self.cell is not None:
            return self._power_on_lattice(level, e, bits)
        value, beyond, _, _ = self.at(e, bits)
        r = arb(self.rf + self.s**2)
        most = arb(1.001) * (1 + arb(0.66) * self.s) * arb(self.s) ** 2 * arb(self.sup_density)
        y = arb(e).exp()
        above = value + y * level
        tilt, end = level - beyond / y, above / level  # nothing is least where alpha y > above
        if end > 4 * y:
            right = arb(e + 0.1).exp()
            if level - self.at(e + 0.1, bits)[1] / right > 0:  # the minimum lies left of it
                end = right
        least = above - tilt.upper().max(arb(0)) * y - (-tilt.lower()).max(arb(0)) * abs(end - y)
        best = (least - most).lower()
        for tau in (0.25, 0.5, 1.0, 2.0, 4.0):
            x = e - tau
            c = (x - self.rf) / (2 * self.rf)
            if c <= 0:
                break
            local = most * (r * c * (c + 1) - arb(c) * x).exp()
            left = self.at(x, bits)[0] + arb(x).exp() * level
            if left > above and left - most > least - local:
                best = (least - local).lower()
                break
        else:
            if most > above * arb(1e-6):
                best = self._far_bound(e, level, above, least, most, bits) or best
        low, high = max(rational(best), Fraction(alpha)), min(rational(above.upper()), Fraction(1))
        return Enclosure(low, high)

    def _far_bound(self, e: float, level: arb, above: arb, least: arb, most: arb, bits: int) -> arb | None:
        """The lower bound of `power` where sup f is far above what counts: right of the first of many equal steps to
        the left the bound on f there counts; every step is excluded by the values at its right end.
        """
        r, step = arb(self.rf + self.s**2), min(0.25, 16 * self.rf / max(e - self.rf, 1e-9))

        def loss(x: float) -> arb:
            c = max((x - self.rf) / (2 * self.rf), 0.0)
            return most * (r * c * (c + 1) - arb(c) * x).exp()

        best, x = least - loss(e - step), e - step
        for _ in range(1000):
            here = self.at(x, bits)[0] + arb(x).exp() * level
            if not here > above or not here - loss(x - step) > best:
                return None
            if here - most > best:
                return best.lower()
            x -= step
        return None

    def _power_on_lattice(self, level: arb, e: float, bits: int) -> Enclosure:
        """delta(x) + alpha e^x at the loss x with Q(L > x) <= alpha <= Q(L >= x), near e."""
        cell = self.cell or Fraction(1)
        n = math.floor((Fraction(e) - self.r) / cell)
        known: dict[int, tuple[arb, arb]] = {}

        def beyond(m: int) -> arb:
            """Q(L > R + m cell)."""
            if m not in known:
                x = self.r + m * cell
                found = self.at(x, bits)
                known[m] = found[1] / ball(x).exp(), found[0] + level * ball(x).exp()
            return known[m][0]

        for _ in range(200):
            if beyond(n) > level:
                n += 1
            elif beyond(n - 1) < level:
                n -= 1
            elif beyond(n) <= level and beyond(n - 1) >= level:
                found = known[n][1]
                return Enclosure(
                    max(rational(found.lower()), Fraction(0)), min(rational(found.upper()), Fraction(1))
                )
            else:
                break
        raise Undecided("alpha cannot be told from the level of a test that is not randomised")


@lru_cache(maxsize=32)
def composition(parts: tuple[tuple[Fraction, int], ...], digits: int) -> Composition:
    """The composition, with its transform covered as far as that many digits need (and up to 10^7)."""
    for rho, _ in parts:
        if rho > LARGEST_RHO:
            raise ValueError(f"the value {rho} of rho is outside its domain: 0 < rho <= {LARGEST_RHO}")
    fall = max(46.0, 2.31 * (digits + 8))
    digits = min(digits, 13)
    return Composition(parts, min(5 * 10 ** (digits / 2), 1e7), math.sqrt(4.61 * (digits + 1)), fall)


def asked() -> tuple[int, int]:
    """(digits, bits) that the precision in force stands for."""
    bits = working_bits() - SPARE
    return max(1, math.ceil((bits - 2) / 3.3219281)), bits + 8


# -------------------------------------------------------------------------------------------- evaluators
PARTS = Argument(
    "the parts: 1/sigma^2 of each answer, with a count where it is repeated",
    read=lambda value, name: read_parts(value, name, LARGEST_RHO),
    shape=f"1/sigma^2, ... or 1/sigma^2 * count, ..., with 0 < 1/sigma^2 <= {LARGEST_RHO}",
)
GUARANTEE = "two bounds, about 10^-digits apart, down to what the resonances of the parts allow"
BOUNDED = "error stated entry by entry: what the two bounds leave"
EPS = between(0, 10**4, "privacy loss, in nats")
DELTA = between(Fraction(1, 10**300), 1, "the delta to be reached", open_ends="high")
ALPHA = between(Fraction(1, 10**300), 1, "level of the test", open_ends="high")


def delta_of(made: Composition, eps: Number, bits: int) -> Enclosure:
    """delta at the double eps, or between those at the two doubles around it."""
    below = float(eps)
    if below == eps or made.cell is not None:
        return made.delta(eps, bits)
    low, high = (below, math.nextafter(below, math.inf)) if below < eps else (math.nextafter(below, 0), below)
    return Enclosure(made.delta(high, bits).low, made.delta(low, bits).high)


@evaluator(
    "discrete_gaussian_composition.delta",
    "The smallest delta for which a composition of discrete Gaussian mechanisms is (eps, delta)-private.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda parts, eps: SPARE,
    parts=PARTS,
    eps=EPS,
)
def delta(parts: Parts, eps: Number) -> Enclosure:
    """From the smoothed loss, at the double eps or at the two doubles around it."""
    digits, bits = asked()
    return delta_of(composition(parts, digits), eps, bits)


@evaluator(
    "discrete_gaussian_composition.epsilon",
    "The smallest eps for which a composition of discrete Gaussian mechanisms is (eps, delta)-private.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda parts, delta: SPARE,
    parts=PARTS,
    delta=DELTA,
)
def epsilon(parts: Parts, delta: Number) -> Enclosure:
    """Two doubles; delta(eps) is certified to be at least delta at one and at most delta at the other."""
    digits, bits = asked()
    return composition(parts, digits).epsilon(delta, bits)


@evaluator(
    "discrete_gaussian_composition.power",
    "The largest power, at a level, of a test between neighbours from a composition of discrete Gaussians.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda parts, alpha: SPARE,
    parts=PARTS,
    alpha=ALPHA,
)
def power(parts: Parts, alpha: Number) -> Enclosure:
    """The least of delta(eps) + alpha e^eps over eps, from both sides."""
    digits, bits = asked()
    return composition(parts, digits).power(alpha, bits)


@evaluator(
    "discrete_gaussian_composition.tradeoff",
    "The trade-off function: the smallest probability of missing, of a test at level alpha; its own inverse.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda parts, alpha: SPARE,
    parts=PARTS,
    alpha=ALPHA,
)
def tradeoff(parts: Parts, alpha: Number) -> Enclosure:
    """1 - power, as wide as the power is."""
    digits, bits = asked()
    found = composition(parts, digits).power(alpha, bits)
    return Enclosure(1 - found.high, 1 - found.low)


advantage = renamed(
    "discrete_gaussian_composition.advantage",
    "discrete_gaussian_composition.delta",
    "The membership advantage: the total variation distance of a composition of discrete Gaussian mechanisms.",
    lambda parts: (parts, 0),
    parts=PARTS,
)


__all__ = ["Composition", "advantage", "composition", "delta", "epsilon", "power", "tradeoff"]
