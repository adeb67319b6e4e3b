"""An independent judge of claims: its own reader, exact values and search for counterexamples; no dpsym in it.

A witness is a value for every parameter and, where the claim speaks of a pair, two finite distributions.  Parameters
are rational, or rational combinations of logarithms of rationals (so that e^eps is rational and a tie is a tie).
Everything is decided in exact arithmetic or by FLINT balls; what stays open at 800 bits is no witness.  Finding
nothing proves nothing: it only says how many points were tried.
"""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import flint
import numpy as np

F = Fraction
PRECISIONS = (96, 250, 800)


class Unread(ValueError):
    """The text is not a claim."""


class Undefined(ValueError):
    """An expression has no value at this point."""


class Unsure(ValueError):
    """The balls do not separate two values."""


class Open(ValueError):
    """A notion that quantifies over orders stays open: the pair is too close to its bound."""


# ------------------------------------------------------------------------------------------------ reading
TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z](?:_?[A-Za-z0-9])*)|(=>|<=|>=|==|!=|\*\*|[-+*/^(),:<>=]))"
)
NOTIONS = {"PureDP": 1, "ApproxDP": 2, "ProbDP": 2, "ZCDP": 1, "RenyiDP": 2, "GaussianDP": 1, "BoundedDP": 2}
MECHANISMS = {"RandomizedResponse": (1, 1), "Laplace": (1, 2), "Gaussian": (1, 2)}
FUNCTIONALS = {
    "Tail": 1,
    "HockeyStick": 1,
    "TV": 0,
    "KL": 0,
    "Renyi": 1,
    "Power": 1,
    "Posterior": 1,
    "Advantage": 0,
}
FUNCTIONS = {
    "exp": 1, "log": 1, "ln": 1, "sqrt": 1, "sinh": 1, "cosh": 1, "tanh": 1, "erf": 1, "erfc": 1, "Phi": 1,
    "Phi_inv": 1, "abs": 1, "min": None, "max": None,
}  # fmt: skip
CONSTANTS = ("pi", "e")
RELATIONS = ("<=", ">=", "==", "!=", "<", ">", "=")
Tree = tuple  # ("num", x) ("name", s) ("call", name, *args) ("neg", a) and ("+ - * / ^", a, b)


@dataclass(frozen=True)
class Chain:
    """Expressions with relations between neighbours."""

    parts: tuple[Tree, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """Conditions on the parameters, hypotheses and conclusions; a hypothesis is a Chain or a call of a notion."""

    conditions: tuple[Chain, ...]
    hypotheses: tuple[Any, ...]
    conclusions: tuple[Any, ...]

    def __str__(self) -> str:
        head = f"for {', '.join(map(show, self.conditions))}: " if self.conditions else ""
        given = f"{' and '.join(map(show, self.hypotheses))} => " if self.hypotheses else ""
        return head + given + " and ".join(map(show, self.conclusions))


def tokens(text: str) -> list[str]:
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        m = TOKEN.match(text, at)
        if m is None:
            raise Unread(f"character {at + 1} of {text!r}")
        found.append(m.group(m.lastindex or 0))
        at = m.end()
    return found


def read(text: str) -> Claim:
    """The claim in `text`, or Unread."""
    rest = [*tokens(text), ""]

    def take(*wanted: str) -> str | None:
        return rest.pop(0) if rest[0] in wanted else None

    def need(wanted: str) -> None:
        if not take(wanted):
            raise Unread(f"{wanted!r} was expected before {rest[:3]} in {text!r}")

    def total() -> Tree:
        left = product()
        while op := take("+", "-"):
            left = (op, left, product())
        return left

    def product() -> Tree:
        left = signed()
        while op := take("*", "/"):
            left = (op, left, signed())
        return left

    def signed() -> Tree:
        if take("-"):
            return ("neg", signed())
        take("+")
        base = atom()
        return ("^", base, signed()) if take("^", "**") else base

    def atom() -> Tree:
        token = rest.pop(0)
        if token == "(":
            inner = total()
            need(")")
            return inner
        if token[:1].isdigit():
            return ("num", F(token))
        if not token[:1].isalpha():
            raise Unread(f"{token!r} in {text!r}")
        if take("("):
            args = [total()]
            while take(","):
                args.append(total())
            need(")")
            return ("call", token, *args)
        return ("call", token) if FUNCTIONALS.get(token) == 0 else ("name", token)

    def chain(bare: bool = False) -> Any:
        parts, relations = [total()], []
        while r := take(*RELATIONS):
            relations.append("=" if r == "==" else r)
            parts.append(total())
        if not relations:
            (part,) = parts
            if bare and part[0] == "name":
                return Chain((part,), ())
            if part[0] == "call" and (part[1] in NOTIONS or part[1] in MECHANISMS):
                return part
            raise Unread(f"neither a notion nor a relation in {text!r}")
        return Chain(tuple(parts), tuple(relations))

    def joined() -> tuple[Any, ...]:
        items = [chain()]
        while take("and"):
            items.append(chain())
        return tuple(items)

    conditions: list[Any] = []
    if take("for"):
        conditions.append(chain(bare=True))
        while take(","):
            conditions.append(chain(bare=True))
        need(":")
    first = joined()
    given, conclusions = (first, joined()) if take("=>") else ((), first)
    if rest != [""]:
        raise Unread(f"{rest[:3]} left over in {text!r}")
    claim = Claim(tuple(conditions), given, conclusions)
    declared = set().union(*(names(c) for c in conditions)) if conditions else set()
    for item in given + conclusions:
        for name in names(item) - declared:
            raise Unread(f"{name} is not declared in {text!r}")
    for item in claim.conditions + given + conclusions:
        for sub in calls(item):
            expected = {**FUNCTIONS, **FUNCTIONALS, **NOTIONS}.get(sub[1], -1)
            if sub[1] in MECHANISMS:
                low, high = MECHANISMS[sub[1]]
                expected = len(sub) - 2 if low <= len(sub) - 2 <= high else -1
            if expected is not None and expected != len(sub) - 2:
                raise Unread(f"{sub[1]} with {len(sub) - 2} arguments in {text!r}")
    return claim


def walk(item: Any) -> Iterator[Tree]:
    """Every part of a tree or chain."""
    if isinstance(item, Chain):
        for part in item.parts:
            yield from walk(part)
        return
    yield item
    for arg in item[1:]:
        if isinstance(arg, tuple):
            yield from walk(arg)


def names(item: Any) -> set[str]:
    return {t[1] for t in walk(item) if t[0] == "name" and t[1] not in CONSTANTS}


def calls(item: Any) -> list[Tree]:
    return [t for t in walk(item) if t[0] == "call"]


BINDING = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 2, "^": 4}


def show(item: Any, outer: int = 0) -> str:
    """The text of a chain or tree, with the fewest brackets."""
    if isinstance(item, Chain):
        text = show(item.parts[0])
        for r, part in zip(item.relations, item.parts[1:], strict=True):
            text += f" {r} {show(part)}"
        return text
    kind, *args = item
    if kind == "num":
        x = args[0]
        if x.denominator == 1:
            return str(x) if x >= 0 else f"({x})"
        for k in range(1, 20):
            if (x * 10**k).denominator == 1 and 0 <= x < 10 and k <= 3:
                return f"{(x * 10**k).numerator / 10**k:.{k}f}"
        text = f"{x.numerator}/{x.denominator}"
        return f"({text})" if outer > 1 or x < 0 else text
    if kind == "name":
        return args[0]
    if kind == "call":
        return args[0] + (f"({', '.join(show(a) for a in args[1:])})" if args[1:] else "")
    level = BINDING[kind]
    if kind == "neg":
        text = "-" + show(args[0], 3)
    elif kind == "^":
        text = f"{show(args[0], 5)}^{show(args[1], 4)}"
    else:
        space = " " if level == 1 else ""
        text = f"{show(args[0], level)}{space}{kind}{space}{show(args[1], level + 1)}"
    return f"({text})" if level < outer or (kind == "neg" and outer > 1) else text


# ----------------------------------------------------------------------------------------- exact numbers
INF = float("inf")  # the only float that is a value


@dataclass(frozen=True)
class Log:
    """A rational combination of 1 and logarithms of rationals: const + sum q log b, sorted by b."""

    const: Fraction
    logs: tuple[tuple[int, Fraction], ...]

    def ball(self) -> flint.arb:
        total = arb(self.const)
        for b, q in self.logs:
            total += arb(q) * flint.arb(b).log()
        return total


Number = Any  # Fraction, Log, flint.arb or INF


def arb(x: Number) -> flint.arb:
    if isinstance(x, Fraction):
        return flint.arb(flint.fmpq(x.numerator, x.denominator))
    if isinstance(x, Log):
        return x.ball()
    if isinstance(x, float):
        raise Undefined("infinity where a number is needed")
    return x


PRIMES = [p for p in range(2, 200) if all(p % q for q in range(2, int(p**0.5) + 1))]


@lru_cache(20000)
def factored(n: int) -> tuple[tuple[int, int], ...]:
    """n as a product of powers of small primes and one rest."""
    found = []
    for p in PRIMES:
        k = 0
        while n % p == 0:
            n, k = n // p, k + 1
        if k:
            found.append((p, k))
    if n > 1:
        found.append((n, 1))
    return tuple(found)


def made(const: Fraction, logs: dict[int, Fraction]) -> Number:
    kept = tuple(sorted((b, q) for b, q in logs.items() if q))
    return Log(const, kept) if kept else const


def log(x: Number) -> Number:
    if isinstance(x, float):
        return INF
    if isinstance(x, Fraction):
        if x <= 0:
            raise Undefined("log of a number that is not positive")
        logs: dict[int, Fraction] = {}
        for n, sign in ((x.numerator, 1), (x.denominator, -1)):
            for b, k in factored(n):
                logs[b] = logs.get(b, F(0)) + sign * k
        return made(F(0), logs)
    if compare(x, F(0)) <= 0:
        raise Undefined("log of a number that is not positive")
    return arb(x).log()


def add(x: Number, y: Number) -> Number:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x + y
    if isinstance(x, float) or isinstance(y, float):
        if isinstance(x, float) and isinstance(y, float) and x != y:
            raise Undefined("oo - oo")
        return x if isinstance(x, float) else y
    if isinstance(x, flint.arb) or isinstance(y, flint.arb):
        return arb(x) + arb(y)
    x, y = (z if isinstance(z, Log) else Log(z, ()) for z in (x, y))
    logs = dict(x.logs)
    for b, q in y.logs:
        logs[b] = logs.get(b, F(0)) + q
    return made(x.const + y.const, logs)


def neg(x: Number) -> Number:
    if isinstance(x, Log):
        return Log(-x.const, tuple((b, -q) for b, q in x.logs))
    return -x


def mul(x: Number, y: Number) -> Number:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    if isinstance(x, float) or isinstance(y, float):
        s = compare(x, F(0)) * compare(y, F(0))
        if s == 0:
            raise Undefined("0 times oo")
        return INF * s
    if isinstance(x, Fraction):
        x, y = y, x
    if isinstance(y, Fraction) and y == 0:
        return F(0)
    if isinstance(x, Log) and isinstance(y, Fraction):
        return Log(x.const * y, tuple((b, q * y) for b, q in x.logs))
    return arb(x) * arb(y)


def div(x: Number, y: Number) -> Number:
    if isinstance(y, float):
        if isinstance(x, float):
            raise Undefined("oo/oo")
        return F(0)
    if isinstance(y, Fraction):
        if y == 0:
            raise Undefined("division by 0")
        return mul(x, 1 / y)
    if isinstance(x, Log) and isinstance(y, Log) and [b for b, _ in x.logs] == [b for b, _ in y.logs]:
        ratio = x.logs[0][1] / y.logs[0][1]
        if mul(y, ratio) == x:
            return ratio
    if compare(y, F(0)) == 0:
        raise Undefined("division by 0")
    return mul(x, 1 / arb(y))


def exp(x: Number) -> Number:
    if isinstance(x, float):
        return INF if x > 0 else F(0)
    if isinstance(x, Fraction):
        return F(1) if x == 0 else arb(x).exp()
    if isinstance(x, Log):
        if x.const == 0 and all(q.denominator == 1 and abs(q) * b.bit_length() < 4000 for b, q in x.logs):
            return math.prod((F(b) ** int(q) for b, q in x.logs), start=F(1))
        return x.ball().exp()
    return x.exp()


def root(n: int) -> int | None:
    r = math.isqrt(n)
    return r if r * r == n else None


def sqrt(x: Number) -> Number:
    if isinstance(x, float):
        return INF
    if isinstance(x, Fraction):
        if x < 0:
            raise Undefined("root of a negative number")
        top, bottom = root(x.numerator), root(x.denominator)
        return F(top, bottom) if top is not None and bottom is not None else arb(x).sqrt()
    if compare(x, F(0)) < 0:
        raise Undefined("root of a negative number")
    return arb(x).sqrt()


def power(x: Number, y: Number) -> Number:
    if isinstance(y, Fraction) and y.denominator == 1 and abs(y) <= 2000:
        n = int(y)
        if isinstance(x, float):
            return INF if n > 0 else F(1) if n == 0 else F(0)
        if isinstance(x, Fraction):
            if x == 0 and n < 0:
                raise Undefined("0 to a negative power")
            return x**n
        if n < 0 and compare(x, F(0)) == 0:
            raise Undefined("0 to a negative power")
        return arb(x) ** n if n else F(1)
    if y == F(1, 2):
        return sqrt(x)
    s = compare(x, F(0))
    if s < 0:
        raise Undefined("power of a negative number")
    if s == 0:
        t = compare(y, F(0))
        if t < 0:
            raise Undefined("0 to a negative power")
        return F(0) if t else F(1)
    return exp(mul(log(x), y))


def compare(x: Number, y: Number) -> int:
    """-1, 0, 1; Unsure when the balls overlap."""
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return (x > y) - (x < y)
    if isinstance(x, float) or isinstance(y, float):
        a, b = (z if isinstance(z, float) else 0.0 for z in (x, y))
        return (a > b) - (a < b)
    if isinstance(x, Log) or isinstance(y, Log):
        d = add(x, neg(y))
        if isinstance(d, Fraction):
            return (d > 0) - (d < 0)
    else:
        d = arb(x) - arb(y)
    d = arb(d)
    if d > 0:
        return 1
    if d < 0:
        return -1
    if d.is_zero():
        return 0
    raise Unsure


def holds(x: Number, relation: str, y: Number) -> bool:
    c = compare(x, y)
    return {"<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0, "=": c == 0, "!=": c != 0}[relation]


def half_exponentials(x: Number) -> tuple[Number, Number]:
    up = exp(x)
    return up, (F(0) if isinstance(up, float) else div(F(1), up))


def tanh(x: Number) -> Number:
    if isinstance(x, flint.arb) or (isinstance(x, Fraction) and x):
        return arb(x).tanh()
    square = exp(mul(F(2), x))
    return F(1) if isinstance(square, float) else div(add(square, F(-1)), add(square, F(1)))


def sinh(x: Number) -> Number:
    if isinstance(x, flint.arb) or (isinstance(x, Fraction) and x):
        return arb(x).sinh()
    up, down = half_exponentials(x)
    return div(add(up, neg(down)), F(2))


def cosh(x: Number) -> Number:
    up, down = half_exponentials(x)
    return div(add(up, down), F(2))


def phi(x: Number) -> Number:
    if isinstance(x, float):
        return F(1) if x > 0 else F(0)
    if x == 0 and isinstance(x, Fraction):
        return F(1, 2)
    return (-arb(x) / flint.arb(2).sqrt()).erfc() / 2


def phi_inv(x: Number) -> Number:
    if compare(x, F(0)) <= 0 or compare(x, F(1)) >= 0:
        raise Undefined("Phi_inv outside (0, 1)")
    if x == F(1, 2):
        return F(0)
    x = arb(x)
    r = flint.arb(2).sqrt()
    return -r * (2 * x).erfcinv() if x < 0.5 else r * (2 - 2 * x).erfcinv()


def erf(x: Number) -> Number:
    return F(0) if x == 0 and isinstance(x, Fraction) else arb(x).erf()


VALUES: dict[str, Callable[..., Number]] = {
    "exp": exp, "log": log, "ln": log, "sqrt": sqrt, "sinh": sinh, "cosh": cosh, "tanh": tanh, "erf": erf,
    "erfc": lambda x: add(F(1), neg(erf(x))) if isinstance(x, Fraction) and x == 0 else arb(x).erfc(),
    "Phi": phi, "Phi_inv": phi_inv, "abs": lambda x: x if compare(x, F(0)) >= 0 else neg(x),
}  # fmt: skip


def extreme(values: list[Number], sign: int) -> Number:
    best = values[0]
    for v in values[1:]:
        if compare(v, best) * sign > 0:
            best = v
    return best


# ------------------------------------------------------------------------------------ pairs and their values
@dataclass(frozen=True)
class Pair:
    """Two distributions on the same finite output space."""

    p: tuple[Number, ...]
    q: tuple[Number, ...]

    def swapped(self) -> Pair:
        return Pair(self.q, self.p)

    @property
    def atoms(self) -> list[tuple[Number, Number]]:
        return list(zip(self.p, self.q, strict=True))

    def tail(self, u: Number) -> Number:
        """P[a > u b]."""
        return total(a for a, b in self.atoms if compare(a, mul(u, b)) > 0)

    def hockey_stick(self, u: Number) -> Number:
        gaps = (add(a, neg(mul(u, b))) for a, b in self.atoms)
        return total(g for g in gaps if compare(g, F(0)) > 0)

    def tv(self) -> Number:
        return self.hockey_stick(F(1))

    def kl(self) -> Number:
        return self.sum_over(lambda a, b: mul(a, log(div(a, b))))

    def sum_over(self, term: Callable[[Number, Number], Number]) -> Number:
        """Terms over the atoms with a > 0; oo as soon as b = 0 there."""
        kept = [(a, b) for a, b in self.atoms if compare(a, F(0)) > 0]
        if any(compare(b, F(0)) == 0 for _, b in kept):
            return INF
        return total(term(a, b) for a, b in kept)

    def renyi(self, alpha: Number) -> Number:
        """The divergence of order alpha > 1."""
        rest = add(alpha, F(-1))
        if compare(rest, F(0)) <= 0:
            raise Undefined("an order above 1 is needed")
        moment = self.sum_over(lambda a, b: mul(a, power(div(a, b), rest)))
        return div(log(moment), rest)

    def largest_ratio(self) -> Number:
        """max a/b."""
        ratios = [INF if compare(b, F(0)) == 0 else div(a, b) for a, b in self.atoms if compare(a, F(0)) > 0]
        return extreme(ratios, 1)

    def curve(self) -> list[tuple[Number, Number]]:
        """The corners (level, power) of the best tests, from (0, 0) to (1, 1)."""
        order = [(a, b) for a, b in self.atoms if compare(a, F(0)) or compare(b, F(0))]
        for i in range(1, len(order)):  # insertion sort by ratio, largest first
            for j in range(i, 0, -1):
                (a, b), (c, d) = order[j - 1], order[j]
                if compare(mul(a, d), mul(c, b)) >= 0:
                    break
                order[j - 1], order[j] = order[j], order[j - 1]
        corners = [(F(0), F(0))]
        for a, b in order:
            x, y = corners[-1]
            corners.append((add(x, b), add(y, a)))
        return corners

    def power_at(self, alpha: Number) -> Number:
        """The largest power of a randomised test of level at most alpha."""
        if compare(alpha, F(0)) < 0 or compare(alpha, F(1)) > 0:
            raise Undefined("a level is in [0, 1]")
        best: Number = F(0)
        for (x, y), (x2, y2) in itertools.pairwise(self.curve()):
            if compare(x2, alpha) <= 0:
                best = y2
            else:
                step = div(add(alpha, neg(x)), add(x2, neg(x)))
                return add(y, mul(step, add(y2, neg(y))))
        return best

    def posterior(self, prior: Number, outcome: int) -> Number:
        a, b = self.atoms[outcome]
        top = mul(prior, a)
        return div(top, add(top, mul(add(F(1), neg(prior)), b)))

    def advantage(self) -> Number:
        return self.tv()

    def two_sided_tail(self, u: Number) -> Number:
        """P[|z| > eps]."""
        return total(a for a, b in self.atoms if compare(a, mul(u, b)) > 0 or compare(b, mul(u, a)) > 0)

    def bounded(self, u: Number) -> Number:
        """The supremum of P(f) over the tests with P(f) > u Q(f); 0 when there is none."""
        best: Number = F(0)
        for (x, y), (x2, y2) in itertools.pairwise(self.curve()):
            here, there = add(y, neg(mul(u, x))), add(y2, neg(mul(u, x2)))
            if compare(there, F(0)) > 0:
                best = y2
            elif compare(here, F(0)) > 0:  # the curve meets the line y = u x between the corners
                step = div(here, add(here, neg(there)))
                return add(y, mul(step, add(y2, neg(y))))
        return best

    def concentrated(self, rho: Number) -> bool:
        """D_alpha <= rho alpha for all alpha > 1 (D_alpha increases: a grid decides, unless it is too close)."""
        top = self.largest_ratio()
        if isinstance(top, float):
            return False
        top = log(top)
        if isinstance(self, Pair):
            self = Pair(tuple(map(arb, self.p)), tuple(map(arb, self.q)))
        if compare(top, F(0)) == 0:
            return True
        if compare(self.kl(), rho) > 0:
            return False
        if compare(rho, F(0)) <= 0:
            return False
        low, step = F(1), F(1, 2)
        for _ in range(60):
            if compare(top, mul(rho, low)) <= 0:
                return True
            if step < F(1, 1000):
                raise Open
            high = low * (1 + step)
            value = self.renyi(high)
            if compare(value, mul(rho, high)) > 0:
                return False
            if compare(value, mul(rho, low)) <= 0:
                low, step = high, min(step * 2, F(1))
            else:
                step /= 2
        raise Open

    def gaussian(self, mu: Number) -> bool:
        """Every corner of the curve lies under Phi(Phi_inv(level) + mu)."""
        for x, y in self.curve():
            if compare(x, F(0)) == 0:
                if compare(y, F(0)) > 0:
                    return False
                continue
            if compare(y, F(1)) == 0:
                if compare(x, F(1)) < 0:
                    return False
                continue
            if compare(add(phi_inv(y), neg(phi_inv(x))), mu) > 0:
                return False
        return True


def total(values: Iterator[Number]) -> Number:
    out: Number = F(0)
    for v in values:
        out = add(out, v)
    return out


class Untold:
    """What the closed forms of a mechanism do not tell: the search then finds no witness."""

    def bounded(self, u: Number) -> Number:
        raise Undefined("bounded DP of noise")

    def gaussian(self, mu: Number) -> bool:
        raise Undefined("Gaussian DP of this noise")

    @property
    def atoms(self) -> list:
        raise Undefined("noise has no atoms")


@dataclass(frozen=True)
class GaussianPair(Untold):
    """N(mu, 1) against N(0, 1): the outputs of Gaussian noise, mu = sensitivity / sigma > 0."""

    mu: Number

    def swapped(self) -> GaussianPair:
        return self

    def tail(self, u: Number) -> Number:
        return phi(add(div(self.mu, F(2)), neg(div(log(u), self.mu))))

    def hockey_stick(self, u: Number) -> Number:
        lower = add(neg(div(self.mu, F(2))), neg(div(log(u), self.mu)))
        return add(self.tail(u), neg(mul(u, phi(lower))))

    def tv(self) -> Number:
        return add(mul(F(2), phi(div(self.mu, F(2)))), F(-1))

    advantage = tv

    def kl(self) -> Number:
        return div(mul(self.mu, self.mu), F(2))

    def renyi(self, alpha: Number) -> Number:
        return mul(alpha, self.kl())

    def largest_ratio(self) -> Number:
        return INF

    def power_at(self, alpha: Number) -> Number:
        if alpha in (F(0), F(1)):
            return alpha
        return phi(add(phi_inv(alpha), self.mu))

    def two_sided_tail(self, u: Number) -> Number:
        return add(self.tail(u), phi(neg(add(div(self.mu, F(2)), div(log(u), self.mu)))))

    def concentrated(self, rho: Number) -> bool:
        return compare(self.kl(), rho) <= 0

    def gaussian(self, mu: Number) -> bool:
        return compare(self.mu, mu) <= 0


@dataclass(frozen=True)
class LaplacePair(Untold):
    """Laplace noise of scale 1 at distance eps > 0."""

    eps: Number

    def swapped(self) -> LaplacePair:
        return self

    def tail(self, u: Number) -> Number:
        """P[z > log u]: the loss is eps with probability 1/2, at most t with probability e^((t - eps)/2)/2 below."""
        t = log(u)
        if compare(t, self.eps) >= 0:
            return F(0)
        if compare(t, neg(self.eps)) < 0:
            return F(1)
        return add(F(1), neg(div(exp(div(add(t, neg(self.eps)), F(2))), F(2))))

    def hockey_stick(self, u: Number) -> Number:
        t = log(u)
        if compare(t, self.eps) >= 0:
            return F(0)
        if compare(t, neg(self.eps)) <= 0:
            return add(F(1), neg(u))
        return add(F(1), neg(exp(div(add(t, neg(self.eps)), F(2)))))

    def tv(self) -> Number:
        return self.hockey_stick(F(1))

    advantage = tv

    def kl(self) -> Number:
        return add(add(self.eps, exp(neg(self.eps))), F(-1))

    def renyi(self, alpha: Number) -> Number:
        rest = add(alpha, F(-1))
        twice = add(mul(F(2), alpha), F(-1))
        grow = mul(div(alpha, twice), exp(mul(rest, self.eps)))
        fall = mul(div(rest, twice), exp(neg(mul(alpha, self.eps))))
        return div(log(add(grow, fall)), rest)

    def largest_ratio(self) -> Number:
        return exp(self.eps)

    def two_sided_tail(self, u: Number) -> Number:
        t = log(u)
        if compare(t, self.eps) >= 0:
            return F(0)
        return add(self.tail(u), div(exp(neg(div(add(t, self.eps), F(2)))), F(2)))

    def power_at(self, alpha: Number) -> Number:
        e = exp(self.eps)
        if compare(mul(F(2), mul(alpha, e)), F(1)) <= 0:
            return mul(e, alpha)
        if compare(alpha, F(1, 2)) <= 0:
            return add(F(1), neg(div(F(1), mul(F(4), mul(alpha, e)))))
        return add(F(1), neg(div(add(F(1), neg(alpha)), e)))

    concentrated = Pair.concentrated


# -------------------------------------------------------------------------------------------- evaluation
def value(t: Tree, env: dict[str, Number], pair: Any = None, outcome: int = 0) -> Number:
    """The value of an expression at a point; Undefined where it has none."""
    kind = t[0]
    if kind == "num":
        return t[1]
    if kind == "name":
        return env[t[1]] if t[1] in env else flint.arb.pi() if t[1] == "pi" else flint.arb(1).exp()
    if kind == "neg":
        return neg(value(t[1], env, pair, outcome))
    if kind == "call":
        name, args = t[1], [value(a, env, pair, outcome) for a in t[2:]]
        if name in VALUES:
            return VALUES[name](*args)
        if name in ("min", "max"):
            return extreme(args, 1 if name == "max" else -1)
        if pair is None:
            raise Undefined(f"{name} without a pair")
        match name:
            case "Tail":
                return pair.tail(exp(args[0]))
            case "HockeyStick":
                return pair.hockey_stick(exp(args[0]))
            case "TV":
                return pair.tv()
            case "Advantage":
                return pair.advantage()
            case "KL":
                return pair.kl()
            case "Renyi":
                return pair.renyi(args[0])
            case "Power":
                return pair.power_at(args[0])
            case "Posterior":
                return pair.posterior(args[0], outcome)
        raise Undefined(name)
    if kind == "^" and t[1] == ("name", "e"):
        return exp(value(t[2], env, pair, outcome))
    x, y = value(t[1], env, pair, outcome), value(t[2], env, pair, outcome)
    if kind == "+":
        return add(x, y)
    if kind == "-":
        return add(x, neg(y))
    return {"*": mul, "/": div, "^": power}[kind](x, y)


def notion(t: Tree, env: dict[str, Number], pair: Any) -> bool:
    """Whether the ordered pair satisfies the notion."""
    args = [value(a, env) for a in t[2:]]
    match t[1]:
        case "PureDP":
            return compare(pair.largest_ratio(), exp(args[0])) <= 0
        case "ApproxDP":
            return compare(pair.hockey_stick(exp(args[0])), args[1]) <= 0
        case "ProbDP":
            return compare(pair.two_sided_tail(exp(args[0])), args[1]) <= 0
        case "ZCDP":
            return pair.concentrated(args[0])
        case "RenyiDP":
            return compare(pair.renyi(args[0]), args[1]) <= 0
        case "GaussianDP":
            return pair.gaussian(args[0])
        case "BoundedDP":
            return compare(pair.bounded(exp(args[0])), args[1]) <= 0
    raise Undefined(t[1])


def one_order(item: Any, env: dict[str, Number], pair: Any) -> bool:
    if not isinstance(item, Chain):
        return notion(item, env, pair)
    outcomes: Any = (0,)
    if any(c[1] == "Posterior" for c in calls(item)):
        outcomes = [i for i, (a, b) in enumerate(pair.atoms) if compare(a, F(0)) or compare(b, F(0))]
    for outcome in outcomes:
        values = [value(p, env, pair, outcome) for p in item.parts]
        for x, r, y in zip(values, item.relations, values[1:], strict=False):
            if not holds(x, r, y):
                return False
    return True


def true_at(item: Any, env: dict[str, Number], pair: Any) -> bool:
    """Whether the item holds at the point, in both orders of the pair."""
    if not isinstance(item, Chain) and item[1] in MECHANISMS:
        return True  # it made the pair
    if pair is None or not speaks_of_pair(item):
        return one_order(item, env, None)
    return one_order(item, env, pair) and one_order(item, env, pair.swapped())


@lru_cache(4000)
def speaks_of_pair(item: Any) -> bool:
    return any(c[1] in FUNCTIONALS or c[1] in NOTIONS or c[1] in MECHANISMS for c in calls(item))


def of_mechanism(claim: Claim, env: dict[str, Number]) -> Any:
    """The pair of a mechanism among the hypotheses, or None."""
    for h in claim.hypotheses:
        if not isinstance(h, Chain) and h[1] in MECHANISMS:
            args = [value(a, env) for a in h[2:]]
            if h[1] == "RandomizedResponse":
                up = exp(args[0])
                truth, lie = div(up, add(up, F(1))), div(F(1), add(up, F(1)))
                return Pair((truth, lie), (lie, truth))
            ratio = div(args[1] if len(args) > 1 else F(1), args[0])
            return GaussianPair(ratio) if h[1] == "Gaussian" else LaplacePair(ratio)
    return None


@dataclass(frozen=True)
class Witness:
    """Exact values against a claim."""

    env: tuple[tuple[str, Number], ...]
    pair: Pair | None

    def __str__(self) -> str:
        parts = [f"{k} = {shown(v)}" for k, v in self.env]
        if self.pair is not None:
            parts += [
                f"{n} = [{' '.join(map(shown, m))}]" for n, m in (("P", self.pair.p), ("Q", self.pair.q))
            ]
        return ", ".join(parts)


def shown(x: Number) -> str:
    if isinstance(x, Log):
        parts = [str(x.const)] if x.const else []
        return "+".join(parts + [f"{q}*log({b})" if q != 1 else f"log({b})" for b, q in x.logs])
    return str(x)


def read_witness(text: str) -> Witness:
    """The inverse of str(witness): `eps = log(2), P = [1/4 3/4], Q = [3/4 1/4]`."""
    env, laws = [], {}
    for part in text.split(","):
        name, _, body = (s.strip() for s in part.partition("="))
        if body.startswith("["):
            laws[name] = tuple(F(x) for x in body.strip("[]").split())
            continue
        chain = read(f"{body} = 0").conclusions[0]
        env.append((name, value(chain.parts[0], {})))
    return Witness(tuple(env), Pair(laws["P"], laws["Q"]) if laws else None)


def refutes(claim: Claim, witness: Witness) -> bool:
    """Whether the exact values make the conditions and hypotheses true and the conclusion false."""
    if witness.pair is not None:
        for law in (witness.pair.p, witness.pair.q):
            if sum(law) != 1 or min(law) < 0:
                return False
    for bits in PRECISIONS:
        old, flint.ctx.prec = flint.ctx.prec, bits
        try:
            env = dict(witness.env)
            if not all(true_at(c, env, None) for c in claim.conditions):
                return False
            pair = of_mechanism(claim, env) or witness.pair
            if not all(true_at(h, env, pair) for h in claim.hypotheses):
                return False
            return not all(true_at(c, env, pair) for c in claim.conclusions)
        except Unsure:
            continue
        except (Undefined, Open, OverflowError):
            return False
        finally:
            flint.ctx.prec = old
    return False


# ---------------------------------------------------------------------------------------- the search: shape
EXPONENTIAL = (
    "exp",
    "sinh",
    "cosh",
    "tanh",
    "PureDP",
    "ApproxDP",
    "ProbDP",
    "BoundedDP",
    "Tail",
    "HockeyStick",
)
THRESHOLDS = ("PureDP", "ApproxDP", "ProbDP", "BoundedDP", "Tail", "HockeyStick")


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
        case "BoundedDP":
            return pair.bounded(exp(args[0]))
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


# ---------------------------------------------------------------------------- the search: clouds of floats
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
        case "BoundedDP":
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
    if not isinstance(item, Chain):
        least, bound = cloud_bound(item, env, pair), cloud(item[-1], env)  # type: ignore[arg-type]
        return (bound - least) / (np.abs(bound) + np.abs(least) + 1e-300)
    outcomes: Any = (0,)
    if pair is not None and any(c[1] == "Posterior" for c in calls(item)):
        outcomes = range(pair.p.shape[1])
    gaps = []
    for outcome in outcomes:
        values = [cloud(p, env, pair, outcome) for p in item.parts]
        for x, r, y in zip(values, item.relations, values[1:], strict=False):
            size = np.abs(x) + np.abs(y) + 1e-300
            d = {"<": y - x, ">": x - y, "=": -np.abs(y - x), "!": np.abs(y - x)}[r[0]]
            gaps.append(d / size)
    return np.stack(gaps).min(0)


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


# ---------------------------------------------------------------------------------------------- judgement
@dataclass(frozen=True)
class Judgement:
    """A witness against the claim, or None after `tried` points, of which `met` satisfied the hypotheses."""

    witness: Witness | None
    tried: int
    met: int = 0


def judge(text: str, effort: int = 1, seed: int = 0) -> Judgement:
    """Search for a witness against the claim; the same text, effort and seed give the same answer."""
    claim = read(text)
    shape = shape_of(claim)
    rng = random.Random(f"{seed} {text}")
    tried = 0
    if not shape.order and not shape.pairs:
        w = Witness((), None)
        return Judgement(w if refutes(claim, w) else None, 1)
    for k in range(effort):
        streams = [exact_points(shape, rng, 120)]
        if not shape.mechanism:
            sizes = (2, 3) if shape.pairs else (0,)
            streams += [cloud_points(shape, rng, n, 250 if n else 600, 24) for n in sizes]
        streams.append(exact_points(shape, rng, 400 if k == 0 else 700))
        for stream in streams:
            for w in stream:
                tried += 1
                if refutes(claim, w):
                    return Judgement(w, tried)
    return Judgement(None, tried)


def undefined_at(text: str, count: int = 60) -> Witness | None:
    """A point in the domain at which the claim has no value, if one of `count` points is such."""
    claim = read(text)
    shape = shape_of(claim)
    for w in exact_points(shape, random.Random(text), count):
        env = dict(w.env)
        try:
            if not all(true_at(c, env, None) for c in claim.conditions):
                continue
            pair = of_mechanism(claim, env) or w.pair
            if not all(true_at(h, env, pair) for h in claim.hypotheses):
                continue
            for c in claim.conclusions:
                true_at(c, env, pair)
        except Undefined:
            return w
        except (Unsure, Open, OverflowError):
            continue
    return None


# ------------------------------------------------------------------------------------------------ the lists
@dataclass(frozen=True)
class Entry:
    """A claim of a list: its text, its source and, for a false one, a witness that was given."""

    text: str
    source: str
    witness: Witness | None


def entries(name: str) -> list[Entry]:
    """The claims of tests/claims/<name>.txt: `# source`, perhaps `# witness: ...`, then claims with that source."""
    out, source, witness = [], "", None
    for line in Path(__file__).with_name(f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("# witness:"):
            witness = read_witness(line.removeprefix("# witness:"))
        elif line.startswith("#"):
            source = line[1:].strip()
        elif line.strip():
            out.append(Entry(line.strip(), source, witness))
            witness = None
    return out
