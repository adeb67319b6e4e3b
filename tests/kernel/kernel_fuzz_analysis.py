"""The rules of analysis at random: the mean value theorem and enclosures, against high-precision values (mpmath).

A step of `mean_value` gets premises that were found true by sampling, some of them left out or about another term;
a conclusion that is accepted is evaluated.
"""

from __future__ import annotations

import random
import sys
from fractions import Fraction as F

import mpmath

from dpsym.kernel import Checker, Line, Refused
from dpsym.kernel.analysis import diff
from dpsym.kernel.enclosure import enclose, truth
from dpsym.kernel.evaluation import Evaluation
from dpsym.kernel.normal import eq0, frozen, negated
from dpsym.kernel.terms import node

SIG = {"x": "R", "c": "R", "slope": "R", "sign": ("R",)}


class Undefined(Exception):
    """A log of what is not positive, a quotient by 0, or a value near the edge of either."""


def term(rng, n):
    if n <= 1:
        return rng.choice(("x", "x", "x", "c", F(rng.randint(-3, 3), rng.randint(1, 3)), node("pi")))
    op = rng.choice(("+", "-", "*", "*", "/", "^", "exp", "log", "erf"))
    k = rng.randint(1, n - 1)
    if op == "^":
        return node(op, term(rng, n - 1), F(rng.randint(0, 3)))
    return node(op, term(rng, k), term(rng, n - k)) if op in "+-*/" else node(op, term(rng, n - 1))


def value(t, v):
    if isinstance(t, F):
        return mpmath.mpf(t.numerator) / t.denominator
    if isinstance(t, str):
        return v[t]
    a = [value(s, v) for s in t[1:]]
    op = t[0]
    if (
        op in ("/", "log")
        and a[-1] < mpmath.mpf(10) ** -6
        and (op == "log" or a[1] > -(mpmath.mpf(10) ** -6))
    ):
        raise Undefined
    if op == "exp" and abs(a[0]) > 60:
        raise Undefined
    return {
        "+": lambda: a[0] + a[1], "-": lambda: a[0] - a[1], "*": lambda: a[0] * a[1], "/": lambda: a[0] / a[1],
        "^": lambda: a[0] ** int(t[2]), "exp": lambda: mpmath.exp(a[0]), "log": lambda: mpmath.log(a[0]),
        "erf": lambda: mpmath.erf(a[0]), "pi": lambda: +mpmath.pi,
    }[op]()  # fmt: skip


def poly(p, v):
    """The value of a normal form over x, c, exp, log, erf, pi and 1/."""
    return mpmath.fsum(
        mpmath.mpf(F(c).numerator) / F(c).denominator * monomial(m, v) for m, c in dict(p).items()
    )


def monomial(m, v):
    r = mpmath.mpf(1)
    for f, e in m[1:]:
        e = mpmath.mpf(F(e).numerator) / F(e).denominator
        tag = f[0]
        if tag == "@exp":
            a = e * monomial(f[1], v)
            if abs(a) > 2000:
                raise Undefined
            r *= mpmath.exp(a)
            continue
        if tag == "@v":
            b = v[f[1]]
        elif tag == "@pi":
            b = +mpmath.pi
        else:
            a = poly(f[1][1:], v)
            if tag == "@erf":
                b = mpmath.erf(a)
            elif tag == "@log":
                if a <= 0:
                    raise Undefined
                b = mpmath.log(a)
            else:
                if a == 0:
                    raise Undefined
                b = 1 / a
        r *= b**e
    return r


def signs(tag, p):
    """Keys that make the argument of a log or of 1/. safe."""
    return [("@gt", p)] if tag == "@log" else [("@gt", p), ("@gt", negated(p)), ("@not", eq0(p))]


def true_key(key, v):
    if key[0] == "@not":
        return abs(poly(key[1][1][1:], v)) > mpmath.mpf(10) ** -9
    return poly(key[1][1:], v) > mpmath.mpf(10) ** -9


def slopes(rng, samples):
    """Derivatives that are not, where the signs that the rule asks for are known; and how many were compared."""
    bad, done = [], 0
    for _ in range(samples):
        k = Checker(SIG)
        f = term(rng, rng.randint(2, 8))
        try:
            p, domain = k.c.nf(f), set()
            d = diff(k, p, "x", domain)
        except Refused:
            continue
        for _ in range(3):
            v = {"x": mpmath.mpf(rng.randint(-40, 40)) / 13, "c": mpmath.mpf(rng.randint(-20, 20)) / 7}
            try:
                if not all(any(true_key(s, v) for s in signs(*a)) for a in domain):
                    continue
                slope = poly(d, v)
                h = mpmath.mpf(10) ** -25
                near = (poly(p, {**v, "x": v["x"] + h}) - poly(p, {**v, "x": v["x"] - h})) / (2 * h)
            except Undefined:  # of a part without x
                continue
            done += 1
            if abs(slope - near) > mpmath.mpf(10) ** -12 * (1 + abs(slope)) ** 2:
                bad.append(("slope", f, v, slope, near))
    return bad, done


def steps(rng, samples):
    """Steps of mean_value: accepted with true premises, the conclusion false."""
    bad, accepted, held = [], 0, 0
    for _ in range(samples):
        k = Checker(SIG)
        f = term(rng, rng.randint(2, 7))
        a, b = sorted(F(rng.randint(-12, 12), rng.choice((1, 2, 3))) for _ in range(2))
        if rng.random() < 0.1:
            a, b = b, a
        c = mpmath.mpf(rng.randint(-20, 20)) / 7
        try:
            domain = set()
            d = diff(k, k.c.nf(f), "x", domain)
        except Refused:
            continue
        inside = [
            mpmath.mpf(a.numerator) / a.denominator
            + (mpmath.mpf((b - a).numerator) / (b - a).denominator) * i / 48
            for i in range(49)
        ]
        ends = [("<=", a, "x"), ("<=", "x", b)]
        sign = "@gt" if rng.random() < 0.5 else "@ge"
        if rng.random() < 0.2:  # the slope of the opposite
            d = {m: -x for m, x in d.items()}
        try:  # is the premise about the slope true, inside?
            if not all(
                (poly(d, {"x": x, "c": c}) >= 0 if sign == "@ge" else poly(d, {"x": x, "c": c}) > 0)
                for x in inside[1:-1]
            ):
                continue
        except Undefined:
            continue
        premises = []

        def premise(key, hyps, k=k, premises=premises):
            goal = node("<=", F(0), node("sign", F(len(premises))))  # a stand-in: its key is what counts
            k.c.keys[goal] = key
            if key[0] in ("@ge", "@gt"):
                k.c.rels[goal] = (key[0][1:], dict(key[1][1:]))
            k.lines.append(Line({k.c.key(h): h for h in hyps}, goal))
            premises.append(len(k.lines) - 1)

        strict = [("<", a, "x"), ("<", "x", b)]
        premise((sign, frozen(d)), rng.choice(([], ends, strict, ends[:1])))
        order = node("<=" if rng.random() < 0.6 else "<", a, b)
        k.lines.append(Line({}, order))
        premises.append(len(k.lines) - 1)
        try:
            if not (a <= b if order[0] == "<=" else a < b):
                continue
            for tag, p in domain:
                key = rng.choice(
                    signs(tag, p) if rng.random() < 0.8 else [("@gt", p), ("@ge", p), ("@not", eq0(p))]
                )
                if key[0] == "@ge":
                    good = all(poly(p[1:], {"x": x, "c": c}) >= 0 for x in inside)
                else:  # of one sign at the points, and not near 0: no root lies between them
                    values = [
                        poly(key[1][1][1:] if key[0] == "@not" else key[1][1:], {"x": x, "c": c})
                        for x in inside
                    ]
                    good = min(values) > 0.05 or (key[0] == "@not" and max(values) < -0.05)
                # true on the closed interval, or left out; with strict ends it would be refused
                if good and rng.random() < 0.9:
                    premise(key, rng.choice((ends, ends, [])))
            line = k.step({"rule": "mean_value", "from": premises, "var": "x", "of": f})
        except (Refused, Undefined):
            continue
        accepted += 1
        try:
            left, right = (value(t, {"c": c}) for t in line.goal[1:])
        except Undefined:
            continue
        held += 1
        tiny = mpmath.mpf(10) ** -6 * (1 + abs(left))  # the sign of the slope is known at points only
        if (
            left > right + tiny
            or (line.goal[0] == "<" and left >= right and a < b and left != right)
            or (line.goal[0] == "<" and a == b)
        ):
            bad.append(("mean value", f, a, b, c, line.goal, left, right))
    return bad, (accepted, held)


def boxes(rng, samples):
    """Enclosures over boxes, at few and at many bits, at small and large numbers; truth of relations."""
    bad, done = [], 0
    for _ in range(samples):
        t, s = term(rng, rng.randint(1, 7)), term(rng, rng.randint(1, 5))
        scale = F(10) ** rng.choice((-30, -3, 0, 0, 0, 1, 4))
        box, bits = {}, rng.choice((8, 9, 12, 30, 60, 200))
        for x in "xc":
            a, b = (F(rng.randint(-6, 6), rng.randint(1, 4)) * scale for _ in range(2))
            box[x] = (min(a, b), max(a, b)) if rng.random() < 0.8 else (a, a)
        try:
            low, high = enclose(t, box, bits)
            known = truth(node("<=", t, s), box, bits, {})
        except Refused:
            low = high = known = None
        if low is None:
            continue
        for _ in range(4):
            v = {}
            for x, (a, b) in box.items():
                at = rng.choice((a, b, a + (b - a) * F(rng.randint(0, 9), 9)))
                v[x] = mpmath.mpf(at.numerator) / at.denominator
            try:
                here = value(t, v)
                other = value(s, v)
            except (Undefined, OverflowError):
                continue
            done += 1
            slack = mpmath.mpf(10) ** -180 * (1 + abs(here))
            if (
                not mpmath.mpf(low.numerator) / low.denominator - slack
                <= here
                <= mpmath.mpf(high.numerator) / high.denominator + slack
            ):
                bad.append(("box", t, box, bits, v))
            if known is not None and known != (here <= other) and abs(here - other) > slack:
                bad.append(("truth", t, s, box, bits, v))
    return bad, done


def number(rng, n):
    """A term without names, in which logarithms of rationals meet."""
    if n <= 1:
        q = F(rng.choice((1, 2, 3, 4, 8, 9, 16, 27)), rng.choice((1, 1, 2, 3, 4, 9)))
        return rng.choice(
            (q, -q, F(0), node("log", q), node("*", F(rng.randint(-3, 3), rng.randint(1, 3)), node("log", q)))
        )
    op = rng.choice(("+", "+", "-", "*", "/", "^", "exp", "exp", "log", "erf"))
    k = rng.randint(1, n - 1)
    if op == "^":
        return node(op, number(rng, n - 1), F(rng.randint(0, 3)))
    return node(op, number(rng, k), number(rng, n - k)) if op in "+-*/" else node(op, number(rng, n - 1))


def numbers(rng, samples):
    """Relations of numbers by evaluation, exact and enclosed; also of one number with another that is near or equal."""
    bad, counts = [], {True: 0, False: 0}
    for _ in range(samples):
        t = number(rng, rng.randint(1, 6))
        e = Evaluation(Checker(SIG).c, rng.choice((8, 16, 60)))
        try:
            here = value(t, {})
            found = e.value(t, {})
        except (Undefined, OverflowError, Refused):
            continue
        near = (
            [F(int(here * 12), 12), *([F(found)] if isinstance(found, int | F) else [])]
            if abs(here) < 10**6
            else []
        )
        s = rng.choice(
            [number(rng, rng.randint(1, 4)), t, node("+", t, F(1, 10**9)), node("exp", node("log", t)), *near]
        )
        op = rng.choice(("<=", "<", "=", "="))
        known = e.truth(node(op, t, s), {})
        if known is None:
            continue
        try:
            other = value(s, {})
        except (Undefined, OverflowError):
            continue
        counts[known] += 1
        slack = mpmath.mpf(10) ** -150 * (1 + abs(here))
        same = abs(here - other) <= slack
        right = same if op == "=" else here <= other or same
        wrong = not same if op == "=" else here >= other or same
        if not (right if known else wrong):
            bad.append((op, t, s, known))
    return bad, counts


def problems(seed, samples):
    """What is wrong, and the counts of slopes, steps (accepted, evaluated), points of boxes and relations of numbers."""
    rng = random.Random(seed)
    with mpmath.workprec(700):
        a, n = slopes(rng, samples)
        b, m = steps(rng, samples)
        c, l = boxes(rng, samples)
        d, k = numbers(rng, 4 * samples)
    return a + b + c + d, (n, m, l, k)


def main() -> int:
    """Print a few problems; 1 if there is one."""
    seed, samples = (int(x) for x in (sys.argv[1:] + ["1", "400"][len(sys.argv) - 1 :]))
    bad, counts = problems(seed, samples)
    print(counts, bad[:3])
    return int(bool(bad))


if __name__ == "__main__":
    raise SystemExit(main())
