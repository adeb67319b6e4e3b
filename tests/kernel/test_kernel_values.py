"""Normal forms keep values and forget bound names; enclosures enclose; the notions mean what they say."""

import random
from fractions import Fraction as F
from itertools import product

import kernel_model
import kernel_values
import pytest
from kernel_genuine import SIG
from kernel_readback import formula_of, term_of

from dpsym.kernel import Checker, load


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
def test_normal_forms_keep_values(seed):
    assert kernel_model.mismatches(2500, seed) == []


def test_read_back():
    rng = random.Random(8)
    names = iter(range(10**9))

    def unused(sort):
        name = f"u{next(names)}"
        k.c.declare(name, sort)
        return name

    for _ in range(400):
        k = Checker(dict(kernel_model.SORTS), dict(kernel_model.LISTED))
        t, p = (
            kernel_model.random_term(rng, rng.randint(2, 12)),
            kernel_model.random_formula(rng, rng.randint(3, 12)),
        )
        assert k.c.nf(term_of(k.c.nf(t), unused)) == k.c.nf(t)
        assert k.c.key(formula_of(k.c.key(p), unused)) == k.c.key(p)


def test_enclosures():
    assert kernel_values.problems(seed=2, samples=12) == []


LISTED = {**SIG, "o1": "Y", "o2": "Y", "o3": "Y", "f": ["Y"]}


def normal(formula, p, q, **values):
    """A notion at two listed laws, its quantifiers expanded by hand, decided by the normal form."""
    k = Checker(LISTED, {"Y": ["o1", "o2", "o3"]})

    def law(weights):
        return (
            "lam",
            "y",
            ("+", *(("*", w, ("ind", ("eq", "y", f"o{i + 1}"))) for i, w in enumerate(weights))),
        )

    from dpsym.kernel import subst

    body = k.read(formula)
    m = {"P": law(p), "Q": law(q), **values}

    def decide(t):
        if t[0] == "and":
            return all(map(decide, t[1:]))
        if t[0] == "or":
            return any(map(decide, t[1:]))
        if t[0] == "->":
            return not decide(t[1]) or decide(t[2])
        if t[0] == "all" and t[1] == "S":
            return all(decide(subst(t[2], {"S": law([F(x) for x in s])})) for s in product((0, 1), repeat=3))
        if t[0] == "all":
            return all(decide(subst(t[2], {t[1]: f"o{i}"})) for i in (1, 2, 3))
        key = k.c.key(t)
        p = dict(key[1][1:])
        assert all(len(mono) == 1 for mono in p), key
        c = p.get(("@M",), 0)
        return {"@ge": c >= 0, "@gt": c > 0, "@eq0": c == 0}[key[0]]

    # exp(eps) is made rational: the name eps is replaced by log of a number, and exp(log u) by u, in the tree
    def rational(t):
        if isinstance(t, tuple) and t[0] == "exp" and t[1] == "eps":
            return values_u[0]
        return tuple(map(rational, t)) if isinstance(t, tuple) else t

    values_u = [m.pop("u", F(1))]
    return decide(subst(rational(body), m))


def laws(rng):
    def one():
        w = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(3)]
        w[rng.randrange(3)] += 1
        return [F(x, sum(w)) for x in w]

    return one(), one()


def test_notions_against_brute_force():
    rng, seen = random.Random(4), {}
    for _ in range(120):
        p, q = laws(rng)
        u, delta = rng.choice((F(1), F(3, 2), F(2), F(3))), F(rng.randint(0, 6), 6)
        events = [[F(x) for x in s] for s in product((0, 1), repeat=3)]

        def mass(s, w):
            return sum(a * b for a, b in zip(s, w, strict=True))

        def adp(a, b, u=u, delta=delta, events=events, mass=mass):
            return all(mass(s, a) <= u * mass(s, b) + delta for s in events)

        def pdp(a, b, u=u, delta=delta):
            return sum(x for x, y in zip(a, b, strict=True) if y <= u * x and x <= u * y) >= 1 - delta

        expected = {
            "Distribution": True,
            "Finite": not any(y == 0 < x for x, y in zip(p, q, strict=True)),
            "ADP1": adp(p, q),
            "ADP": adp(p, q) and adp(q, p),
            "PDP1": pdp(p, q),
            "PDP": pdp(p, q) and pdp(q, p),
        }
        for notion, value in expected.items():
            args = {"Distribution": ["P"], "Finite": ["P", "Q"]}.get(notion, ["P", "Q", "eps", "delta"])
            assert normal([notion, *args], p, q, u=u, delta=delta) == value, notion
            seen.setdefault(notion, set()).add(value)
    assert all(len(v) == 2 for n, v in seen.items() if n != "Distribution")


def test_distribution_refuses_other_weights():
    assert not normal(["Distribution", "P"], [F(1, 2), F(1, 2), F(1, 2)], [F(1), F(0), F(0)])
    assert not normal(["Distribution", "P"], [F(3, 2), F(-1, 2), F(0)], [F(1), F(0), F(0)])


def value_of(t, p, q, alpha):
    """The divergence sum of RDP1 and ZCDP1 with exp and log read as floats."""
    from math import exp, log

    def run(t, v):
        if isinstance(t, F):
            return float(t)
        if isinstance(t, str):
            return v[t]
        if t[0] == "sum":
            return sum(run(t[2], {**v, t[1]: i}) for i in range(3))
        if t[0] == "all":
            return all(run(t[2], {**v, t[1]: x}) for x in ([alpha] if t[1] == "alpha" else range(3)))
        if t[0] in ("P", "Q"):
            return (p if t[0] == "P" else q)[v[t[1]]]
        if t[0] == "*":
            r = 1.0
            for s in t[1:]:
                x = run(s, v)
                if x == 0:
                    return 0.0
                r *= x
            return r
        if t[0] == "ind":
            return float(run(t[1], v))
        a = [run(s, v) for s in t[1:]]
        return {
            "+": lambda: sum(a),
            "-": lambda: a[0] - a[1],
            "exp": lambda: exp(a[0]),
            "log": lambda: log(a[0]),
            "and": lambda: all(a),
            "->": lambda: not a[0] or a[1],
            "<=": lambda: a[0] <= a[1],
            "<": lambda: a[0] < a[1],
            "=": lambda: a[0] == a[1],
        }[t[0]]()

    return run(t, {"alpha": alpha, "rho": 0.3, "eps": 0.5})


def test_renyi_notions_against_floats():
    from math import log

    rng, k, seen = random.Random(6), Checker(SIG), set()
    renyi, zcdp = k.read(["RDP1", "P", "Q", "alpha", "eps"]), k.read(["ZCDP1", "P", "Q", "rho"])
    for _ in range(300):
        p, q = ([float(x) for x in w] for w in laws(rng))
        alpha = rng.choice((1.5, 2.0, 3.0))
        infinite = any(b == 0 < a for a, b in zip(p, q, strict=True))
        total = sum(a**alpha * b ** (1 - alpha) for a, b in zip(p, q, strict=True) if a and b)
        for t, bound in ((renyi, 0.5), (zcdp, 0.3 * alpha)):
            expected = not infinite and log(total) / (alpha - 1) <= bound
            assert value_of(t, p, q, alpha) == expected
            seen.add((t is renyi, expected))
    assert len(seen) == 4


def test_expanded_notion_has_the_same_key():
    k = Checker(SIG)
    short = k.formula(["and", ["Finite", "P", "Q"], ["Finite", "Q", "P"]])

    def finite(a, b):
        return ["all", "y", ["->", ["=", [b, "y"], 0], ["=", [a, "y"], 0]]]

    long = ["and", finite("P", "Q"), finite("Q", "P")]
    assert k.c.key(short) == k.c.key(k.formula(long)) == k.c.key(load(long))
