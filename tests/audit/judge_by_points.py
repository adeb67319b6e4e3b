"""A judge of lines that has no part in the audit's own judging: both sides at scattered points, in mpmath."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import mpmath as mp

from dpsym.audit.reading import Line
from dpsym.claims.reading.nodes import Node

NUMBERS = "1/100 1/20 1/7 1/3 1/2 3/5 9/10 1 11/10 3/2 2 5/2 3 5 11 30"
POOL = [Fraction(x) for x in NUMBERS.split()]
FUNCTIONS = {
    "exp": mp.exp, "log": mp.log, "sqrt": mp.sqrt, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh, "erf": mp.erf,
    "erfc": mp.erfc, "Phi": mp.ncdf, "abs": abs, "max": max, "min": min,
}  # fmt: skip
PAIRED = ("TV", "KL", "Tail", "HockeyStick", "Renyi", "Power", "Posterior", "Advantage")


class NoJudge(Exception):
    """The line speaks of a pair."""


def value(n: Node, at: dict[str, mp.mpf]) -> mp.mpf:
    """The value of a term; ValueError where it has none."""
    if n.kind == "number":
        return mp.mpf(n.value.numerator) / n.value.denominator
    if n.kind == "name" and n.value not in PAIRED:
        return at[n.value] if n.value in at else {"pi": mp.pi, "e": mp.e}[n.value]
    if n.kind not in ("sign", "sum", "product", "power", "call") or n.value in PAIRED:
        raise NoJudge
    args = [value(a, at) for a in n.args]
    if n.kind == "sign":
        return -args[0] if n.value == "-" else args[0]
    if n.kind == "sum":
        return args[0] + sum(x if s == "+" else -x for s, x in zip(n.value, args[1:], strict=True))
    if n.kind == "product":
        out = args[0]
        for s, x in zip(n.value, args[1:], strict=True):
            out = out * x if s == "*" else out / x
        return out
    if n.kind == "power":
        out = args[0] ** args[1]
    else:
        if n.value in ("log", "sqrt") and (args[0] < 0 or (n.value == "log" and args[0] == 0)):
            raise ValueError("no value")
        out = FUNCTIONS[n.value](*args)
    if isinstance(out, mp.mpc):
        raise ValueError("no value")
    return out


def holds(a: mp.mpf, sign: str, b: mp.mpf, slack: mp.mpf) -> bool:
    """Whether a relation holds between numbers, up to rounding."""
    d, s = b - a, slack * (1 + abs(a) + abs(b))
    return {"<=": d >= -s, "<": d > 0, ">=": d <= s, ">": d < 0, "=": abs(d) <= s, "!=": abs(d) > s}[sign]


def names(n: Node) -> set[str]:
    here = {n.value} if n.kind in ("name", "natural") and n.value not in ("pi", "e", *PAIRED) else set()
    return here.union(*map(names, n.args)) if n.args else here


def points(line: Line, count: int, seed: int) -> Iterator[dict[str, mp.mpf]]:
    """Points at which what is declared holds, by trying."""
    rng = random.Random(seed)
    conditions = [line.scope.unfold(c) for c in line.scope.conditions]
    letters = sorted(set().union(*map(names, conditions)) if conditions else set())
    natural = {c.value for c in conditions if c.kind == "natural"}
    for _ in range(count * 300):
        at: dict[str, mp.mpf] = {}
        for x in letters:
            v = Fraction(rng.randint(0, 6)) if x in natural else rng.choice(POOL) * rng.choice((1, 1, 1, -1))
            at[x] = mp.mpf(v.numerator) / v.denominator
        try:
            fits = all(
                holds(value(a, at), str(s), value(b, at), mp.mpf(0))
                for c in conditions
                if c.kind == "chain"
                for a, s, b in zip(c.args, c.value or (), c.args[1:], strict=False)
            )
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
        if fits:
            count -= 1
            yield at
        if not count:
            return


def truth(line: Line, count: int = 120, seed: int = 1) -> bool | None:
    """False where the line fails at a point, or has no value there; True where no such point was met; None where no
    judgement is possible."""
    assert line.sides is not None
    met = 0
    with mp.workdps(40):
        try:
            sides = [line.scope.unfold(s) for s in line.sides]
            for at in points(line, count, seed):
                met += 1
                try:
                    a, b = (value(s, at) for s in sides)
                except (ValueError, ZeroDivisionError):
                    return False
                if not holds(a, line.relation, b, mp.mpf(10) ** -25):
                    return False
        except (NoJudge, OverflowError, KeyError):
            return None
    return True if met else None
