"""Exact evaluation of terms and of normal forms on random finite models, for comparing the two.

exp t is read as 4^t where 2t is an integer (else the sample is skipped); log, erf (odd), pi and 1/0 are arbitrary
fixed functions, as the normal form knows nothing about them. Real quantifiers range over three numbers: a key
depends on the shape of a formula only, so that its value must agree over any range.
"""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import product

from dpsym.kernel import Context, Refused

REALS = (F(-1), F(0), F(2))
SORTS = {
    "a": "R",
    "b": "R",
    "c": "R",
    "P": ("Y",),
    "Q": ("Y",),
    "M": ("Y", "Y"),
    "g": ("R",),
    "h": ("R", "Z"),
    "W": ("Z",),
    "V": ("Y", "Z"),
    "L": ("T",),
    "y": "Y",
    "y1": "Y",
    "y2": "Y",
    "x": "Y",
    "z": "Z",
    "z1": "Z",
    "t": "T",
    "o1": "T",
    "o2": "T",
    "r": "R",
}
LISTED = {"T": ("o1", "o2")}


class Skip(Exception):
    """The value is not defined exactly in these models."""


def log(t):
    return t * 3 / 2 + (1 if t > 1 else -2)


PI = F(5, 2)


def odd(t):
    return t**3 + 2 * t


def inverse(t):
    return 1 / t if t else F(17)


def power(t):
    if (2 * t).denominator != 1 or abs(t) > 30:
        raise Skip
    return F(2) ** int(2 * t)


def model(rng):
    size = {"Y": rng.randint(1, 3), "Z": rng.randint(1, 2), "T": 2}
    sets = {s: tuple(f"{s}{i}" for i in range(n)) for s, n in size.items()}
    value = {}
    for x, s in SORTS.items():
        if s == "R":
            value[x] = F(rng.randint(-2, 2))
        elif isinstance(s, str):
            value[x] = rng.choice(sets[s])
        else:
            seed, tables = rng.random(), {}

            def f(*args, seed=seed, tables=tables):
                if args not in tables:
                    tables[args] = F(random.Random(f"{seed} {args}").randint(-2, 2))
                return tables[args]

            value[x] = f
    value["o1"], value["o2"] = sets["T"]
    return sets, value


def term(t, sets, v):
    """The value of a term."""
    if isinstance(t, F):
        return t
    if isinstance(t, str):
        return v[t]
    op, args = t[0], t[1:]
    if op == "sum":
        return sum((term(args[1], sets, {**v, args[0]: e}) for e in sets[SORTS[args[0]]]), F(0))
    if op == "ind":
        return F(holds(args[0], sets, v))
    vals = [term(a, sets, v) for a in args]
    if op == "+":
        return sum(vals, F(0))
    if op == "-":
        return vals[0] - vals[1]
    if op == "*":
        r = F(1)
        for x in vals:
            r *= x
        return r
    if op == "/":
        return vals[0] * inverse(vals[1])
    if op == "^":
        return vals[0] ** int(vals[1])
    return {"exp": power, "log": log, "erf": odd, "pi": lambda: PI}.get(op, v.get(op))(*vals)


def holds(p, sets, v):
    """The value of a formula."""
    op = p[0]
    if op in ("<=", "<", "="):
        a, b = term(p[1], sets, v), term(p[2], sets, v)
        return a <= b if op == "<=" else a < b if op == "<" else a == b
    if op == "eq":
        return v[p[1]] == v[p[2]]
    if op == "nat":
        t = term(p[1], sets, v)
        return t >= 0 and t.denominator == 1
    if op == "not":
        return not holds(p[1], sets, v)
    if op in ("and", "or"):
        vals = [holds(a, sets, v) for a in p[1:]]
        return all(vals) if op == "and" else any(vals)
    if op == "->":
        a, b = holds(p[1], sets, v), holds(p[2], sets, v)
        return not a or b
    vals = [holds(p[2], sets, {**v, p[1]: e}) for e in (REALS if SORTS[p[1]] == "R" else sets[SORTS[p[1]]])]
    return all(vals) if op == "all" else any(vals)


def monomial(m, sets, v):
    """The value of a canonical product; the exponents of exp are added first."""
    r, e = F(1), F(0)
    for f, n in m[1:]:
        if f[0] == "@exp":
            e += n * monomial(f[1], sets, v)
        else:
            r *= factor(f, sets, v) ** int(n)
    return r * power(e)


def poly(p, sets, v):
    """The value of a normal form."""
    return sum((F(c) * monomial(m, sets, v) for m, c in p), F(0))


def factor(f, sets, v):
    tag = f[0]
    if tag == "@pi":
        return PI
    first = f[1]
    if tag == "@v":
        return v[first]
    if tag == "@f":
        return v[first](*(v[a] if isinstance(a, str) else poly(a[1:], sets, v) for a in f.tree[2:]))
    if tag == "@ind":
        return F(formula(first, sets, v))
    if tag == "@sum":
        total = F(0)
        for values in product(*(sets[s] for _, s in first)):
            total += monomial(f[2], sets, {**v, **{x: e for (x, _), e in zip(first, values, strict=True)}})
        return total
    return {"@log": log, "@erf": odd, "@inv": inverse}[tag](poly(first[1:], sets, v))


def formula(k, sets, v):
    """The value of a key."""
    tag = k[0]
    if tag in ("@ge", "@gt", "@eq0", "@nat"):
        x = poly(k[1][1:], sets, v)
        return {"@ge": x >= 0, "@gt": x > 0, "@eq0": x == 0, "@nat": x >= 0 and x.denominator == 1}[tag]
    if tag == "@ie":
        return v[k[1]] == v[k[2]]
    if tag == "@not":
        return not formula(k[1], sets, v)
    if tag in ("@and", "@or"):
        vals = [formula(a, sets, v) for a in k[1:]]
        return all(vals) if tag == "@and" else any(vals)
    if tag == "@imp":
        a, b = formula(k[1], sets, v), formula(k[2], sets, v)
        return not a or b
    vals = [formula(k[3], sets, {**v, k[1]: e}) for e in (REALS if k[2] == "R" else sets[k[2]])]
    return all(vals) if tag == "@all" else any(vals)


def random_term(rng, n):
    """A random term of about n nodes; what stands under exp keeps to half-integers."""
    if n <= 1:
        kind = rng.randrange(4)
        if kind == 0:
            return rng.choice((F(rng.randint(-2, 3), rng.choice((1, 1, 2))),) * 9 + (("pi",),))
        if kind == 1:
            return rng.choice(("a", "b", "c", "r"))
        if kind == 2:
            return (rng.choice("PQ"), rng.choice(("y", "y1", "y2", "x")))
        return rng.choice(
            (
                ("M", rng.choice(("y", "y1")), rng.choice(("y1", "y2"))),
                ("W", rng.choice(("z", "z1"))),
                ("V", rng.choice(("y", "x")), "z"),
                ("L", rng.choice(("t", "o1", "o2"))),
            )
        )
    k = rng.randint(1, n - 1)
    op = rng.choices(
        ("+", "-", "*", "/", "^", "exp", "log", "erf", "ind", "sum", "g", "h"),
        (4, 3, 6, 2, 2, 3, 1, 1, 5, 8, 1, 1),
    )[0]
    if op in ("+", "-", "*", "/"):
        return (op, random_term(rng, k), random_term(rng, n - k))
    if op == "^":
        return ("^", random_term(rng, n - 1), F(rng.randint(0, 3)))
    if op == "exp":
        return ("exp", random_term(rng, min(n - 1, 3)))
    if op in ("log", "erf", "g"):
        return (op, random_term(rng, n - 1))
    if op == "h":
        return ("h", random_term(rng, n - 1), rng.choice(("z", "z1")))
    if op == "ind":
        return ("ind", random_formula(rng, n - 1, False))
    return ("sum", rng.choice(("y", "y1", "y2", "x", "z", "z1", "t")), random_term(rng, n - 1))


def random_formula(rng, n, quantified=True):
    """A random formula."""
    if n <= 2:
        pair = rng.choice(
            (("y", "y1"), ("y1", "y2"), ("x", "y"), ("z", "z1"), ("t", "o1"), ("o1", "o2"), ("y", "y"))
        )
        return ("eq", *pair)
    k = rng.randint(1, n - 1)
    op = rng.choices(
        ("<=", "<", "=", "and", "or", "->", "not", "all", "ex", "nat"),
        (5, 5, 3, 2, 2, 2, 2, 2 * quantified, 2 * quantified, quantified),
    )[0]
    if op in ("<=", "<", "="):
        return (op, random_term(rng, k), random_term(rng, n - k))
    if op == "nat":
        return (op, random_term(rng, n - 1))
    if op == "not":
        return (op, random_formula(rng, n - 1, quantified))
    if op in ("all", "ex"):
        return (op, rng.choice(("y", "y1", "x", "z", "t", "r", "a")), random_formula(rng, n - 1, quantified))
    return (op, random_formula(rng, k, quantified), random_formula(rng, n - k, quantified))


FREE = {"y": "k1", "y1": "k2", "y2": "k3", "x": "k4", "z": "k5", "z1": "k6", "t": "k7", "r": "k8", "a": "k9"}
for _old, _new in FREE.items():
    SORTS[_new] = SORTS[_old]


def renamed(t):
    """The same tree with every bound name replaced by another."""
    from dpsym.kernel import subst

    if not isinstance(t, tuple):
        return t
    if t[0] in ("sum", "all", "ex"):
        body = renamed(t[2])
        return (t[0], FREE[t[1]], subst(body, {t[1]: FREE[t[1]]}))
    return (t[0], *map(renamed, t[1:]))


ROW, COLUMN = ("sum", "y1", ("M", "y", "y1")), ("sum", "y2", ("M", "y2", "y"))
DIRECTED = (
    ("sum", "y", ("^", ROW, F(2))),
    ("sum", "y", ("*", ROW, COLUMN)),
    ("^", ("sum", "y", ("*", ROW, ("sum", "z", ("V", "y", "z")))), F(2)),
    ("sum", "y", ("*", ("exp", ROW), ("ind", ("<=", COLUMN, ROW)))),
    ("sum", "y", ("ind", ("all", "y1", ("<=", ROW, ("M", "y1", "y"))))),
)


def mismatches(samples, seed, models=3, size=14):
    """Random terms and formulas whose normal form has another value, or changes when bound names do."""
    rng, wrong, tried = random.Random(seed), [], 0
    for i in range(samples):
        if i % 50 == 0:
            c = Context(dict(SORTS), dict(LISTED))
        make = random_term if i % 3 else random_formula
        t = make(rng, rng.randint(3, size))
        if i < 4 * len(DIRECTED):
            make, t = random_term, DIRECTED[i % len(DIRECTED)]
        is_term = make is random_term
        try:
            nf = c.nf(t) if is_term else c.key(t)
        except Refused:
            continue
        try:
            other = renamed(t)
        except Refused:
            other = t
        if (c.nf(other) if is_term else c.key(other)) != nf:
            wrong.append(("renaming", t))
        for _ in range(models):
            sets, v = model(rng)
            try:
                if is_term:
                    agree = term(t, sets, v) == poly(nf.items(), sets, v)
                else:
                    agree = holds(t, sets, v) == formula(nf, sets, v)
            except Skip:
                continue
            tried += 1
            if not agree:
                wrong.append(("value", t))
    assert tried > samples / 4
    return wrong


def main() -> int:
    """Print a few mismatches; 1 if there is one."""
    wrong = mismatches(6000, 5)
    print(len(wrong), wrong[:3])
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
