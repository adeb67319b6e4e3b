"""Enclosures against high-precision reference values (mpmath)."""

import random
from fractions import Fraction as F

import mpmath

from dpsym.kernel.enclosure import enclose, erf_point, exp_point, log_point, pi_bounds, sqrt_bounds


def number(x):
    return mpmath.mpf(x.numerator) / x.denominator


def wrong(interval, reference, bits, slack=4):
    """Why this is no good enclosure of the reference value, or ""."""
    low, high = map(number, interval)
    if not low <= reference <= high:
        return "does not contain"
    return "too wide" if high - low > abs(reference) * mpmath.mpf(2) ** (slack - bits) else ""


def problems(seed=1, samples=40):
    """Every bad enclosure found."""
    found, rng = [], random.Random(seed)
    with mpmath.workprec(3000):
        for bits in (10, 53, 200):
            if wrong(pi_bounds(bits), mpmath.pi, bits):
                found.append(("pi", bits))
            points = [
                F(1),
                F(2),
                F(1, 2),
                F(4, 3),
                F(2, 3),
                F(3, 4),
                F(3, 2),
                F(1, 3),
                F(30),
                F(1, 10**40),
                F(1000),
            ]
            points += [1 + s * F(1, 10**k) for k in (1, 5, 30, 100) for s in (1, -1) if k > 1 or s > 0]
            points += [
                F(rng.randint(1, 10**6), rng.randint(1, 10 ** rng.randint(1, 9))) for _ in range(samples)
            ]
            for x in points:
                for f, g, t in [
                    (log_point, mpmath.log, x),
                    (erf_point, mpmath.erf, x),
                    (erf_point, mpmath.erf, -x),
                    (erf_point, mpmath.erf, x / 1000),
                    (exp_point, mpmath.exp, x if x < 3000 else 1 / x),
                    (exp_point, mpmath.exp, -x if x < 3000 else -1 / x),
                ]:
                    why = wrong(f(t, bits), g(number(t)), bits)
                    if why and g(number(t)) != 0:
                        found.append((f.__name__, t, bits, why))
                if wrong(sqrt_bounds((x, x), bits + 80), mpmath.sqrt(number(x)), bits):
                    found.append(("sqrt", x, bits))
        found += boxes(rng, samples)
    return found


def boxes(rng, samples):
    """Random terms over random boxes, evaluated at points of the box."""
    found = []

    def term(n):
        if n <= 1:
            return rng.choice(("x", "z", F(rng.randint(-3, 3), rng.randint(1, 3))))
        k = rng.randint(1, n - 1)
        op = rng.choice(("+", "-", "*", "/", "^", "exp", "log", "erf", "pi"))
        if op == "pi":
            return ("pi",)
        if op == "^":
            return (op, term(n - 1), F(rng.randint(0, 4)))
        return (op, term(k), term(n - k)) if op in "+-*/" else (op, term(n - 1))

    def value(t, v):
        if isinstance(t, F):
            return number(t)
        if isinstance(t, str):
            return number(v[t])
        a = [value(s, v) for s in t[1:]]
        return {
            "+": lambda: a[0] + a[1],
            "-": lambda: a[0] - a[1],
            "*": lambda: a[0] * a[1],
            "/": lambda: a[0] / a[1],
            "^": lambda: a[0] ** int(t[2]),
            "exp": lambda: mpmath.exp(a[0]),
            "log": lambda: mpmath.log(a[0]),
            "erf": lambda: mpmath.erf(a[0]),
            "pi": lambda: mpmath.pi,
        }[t[0]]()

    from dpsym.kernel import Refused

    done = 0
    for _ in range(samples * 20):
        t = term(rng.randint(2, 7))
        box = {}
        for x in "xz":
            a, b = (F(rng.randint(-6, 6), rng.randint(1, 4)) for _ in range(2))
            box[x] = (min(a, b), max(a, b))
        try:
            low, high = map(number, enclose(t, box, 30))
        except Refused:
            continue
        for _ in range(6):
            v = {x: rng.choice((a, b, a + (b - a) * F(rng.randint(0, 9), 9))) for x, (a, b) in box.items()}
            done += 1
            if not low <= value(t, v) <= high:
                found.append((t, box, v))
    assert done > samples
    return found


def main() -> int:
    """Print a few problems; 1 if there is one."""
    found = problems()
    print(len(found), found[:3])
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
