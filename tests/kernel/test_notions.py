"""Every pinned notion against a direct computation of what it should say, infinite losses included."""

import random
from fractions import Fraction as F
from itertools import product
from math import erf, exp, log, sqrt

import pytest
from kernel_genuine import SIG

from dpsym.kernel import Checker
from dpsym.kernel.notions import pinned

SIZE = 3
TESTS = [list(map(F, f)) for f in product((F(0), F(1, 3), F(1)), repeat=SIZE)]
NO_TESTS = [[F(2), F(0), F(0)], [F(-1), F(1), F(1)], [F(0), F(0), F(3, 2)]]
CUTS = [-2.0, -0.7, 0.0, 0.4, 1.5]
ORDERS = [0.5, 1.0, 1.5, 2.0, 3.0]


def holds(t, model, choices):
    """A formula in a model: functions as lists over three outcomes or as Python functions of numbers.

    A quantifier ranges over `choices` of its name.
    """

    def term(t, v):
        if isinstance(t, F):
            return t
        if isinstance(t, str):
            return v[t]
        op = t[0]
        if op == "sum":
            return sum(term(t[2], {**v, t[1]: i}) for i in range(SIZE))
        if op == "ind":
            return int(formula(t[1], v))
        if op == "*":
            r = 1
            for a in t[1:]:
                x = term(a, v) if r else 0
                r = r * x
            return r
        if op in v and op not in ("+", "-", "/", "exp", "log", "erf"):
            f = v[op]
            x = term(t[1], v)
            return f[x] if isinstance(f, list) else f(x)
        a = [term(x, v) for x in t[1:]]
        return {
            "+": lambda: sum(a),
            "-": lambda: a[0] - a[1],
            "/": lambda: a[0] / a[1],
            "exp": lambda: exp(a[0]),
            "log": lambda: log(a[0]),
            "erf": lambda: erf(a[0]),
        }[op]()

    def formula(t, v):
        op = t[0]
        if op in ("all", "ex"):
            found = (formula(t[2], {**v, t[1]: x}) for x in choices[t[1]])
            return all(found) if op == "all" else any(found)
        if op in ("and", "or"):
            return (all if op == "and" else any)(formula(a, v) for a in t[1:])
        if op == "->":
            return not formula(t[1], v) or formula(t[2], v)
        a, b = term(t[1], v), term(t[2], v)
        return {"<=": a <= b, "<": a < b, "=": a == b}[op]

    return formula(t, model)


def mass(f, w):
    return sum(a * b for a, b in zip(f, w, strict=True))


def phi(t):
    return (1 + erf(t / sqrt(2))) / 2


def renyi_within(p, q, order, bound):
    """Whether the Renyi divergence of this order is at most the bound; it is infinite where p has mass and q none."""
    if any(b == 0 < a for a, b in zip(p, q, strict=True)):
        return False
    total = sum(float(a) ** order * float(b) ** (1 - order) for a, b in zip(p, q, strict=True) if a and b)
    return log(total) <= (order - 1) * bound


def expected(name, p, q, v):
    """The notion in one order, said directly."""
    u, delta, eps = exp(v["eps"]), v["delta"], v["eps"]
    if name == "ADP1":
        return all(mass(s, p) <= u * mass(s, q) + delta for s in product((0, 1), repeat=SIZE))
    if name == "PDP1":
        return sum(a for a, b in zip(p, q, strict=True) if b <= u * a and a <= u * b) >= 1 - delta
    if name == "BDP1":
        return all(mass(f, p) <= delta for f in TESTS if mass(f, p) > u * mass(f, q))
    if name == "RDP1":
        return v["a"] > 1 and renyi_within(p, q, v["a"], eps)
    if name == "ZCDP1":
        return all(renyi_within(p, q, a, a * v["rho"]) for a in ORDERS if a > 1)
    if name == "GDP1":
        return all(mass(f, p) <= phi(t + v["mu"]) for t in CUTS for f in TESTS if mass(f, q) <= phi(t))
    assert name == "FDP1"
    return all(mass(f, q) <= 1 - v["F"](mass(f, p)) for f in TESTS)


ONE_ORDER = ["ADP1", "PDP1", "BDP1", "RDP1", "ZCDP1", "GDP1", "FDP1"]
ARGUMENTS = {
    "RDP": ["P", "Q", "a", "eps"], "ZCDP": ["P", "Q", "rho"], "GDP": ["P", "Q", "mu"], "FDP": ["P", "Q", "F"],
}  # fmt: skip


def law(rng):
    w = [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(SIZE)]
    w[rng.randrange(SIZE)] += 1
    return [F(x, sum(w)) for x in w]


@pytest.mark.parametrize("name", ONE_ORDER)
def test_against_direct_computation(name):
    rng, seen = random.Random(11), set()
    both = name.removesuffix("1")
    arguments = ARGUMENTS.get(both, ["P", "Q", "eps", "delta"])
    k = Checker({**SIG, "a": "R"})
    one, two = k.read([name, *arguments]), k.read([both, *arguments])
    events = [list(map(F, s)) for s in product((0, 1), repeat=SIZE)]
    choices = {
        "y": range(SIZE), "S": [*events, *NO_TESTS], "f": [*TESTS, *NO_TESTS], "t": CUTS, "alpha": ORDERS,
    }  # fmt: skip
    for _ in range(60):
        p, q = law(rng), law(rng)
        if rng.random() < 0.2:
            q = p
        slope = rng.choice((1, 2, 4))
        v = {
            "P": p, "Q": q, "eps": rng.choice((0.0, 0.3, 1.0)), "delta": F(rng.randint(0, 6), 6),
            "a": rng.choice(ORDERS), "rho": rng.choice((0.05, 0.3, 1.0)), "mu": rng.choice((0.1, 0.8, 2.5)),
            "F": lambda x, slope=slope: max(0, 1 - slope * x),
        }  # fmt: skip
        there, back = expected(name, p, q, v), expected(name, q, p, v)
        assert holds(one, v, choices) == there, (name, p, q, v)
        assert holds(two, v, choices) == (there and back), (both, p, q, v)
        seen |= {(there, back), any(b == 0 < a for a, b in zip(p, q, strict=True))}
    assert {(True, True), (False, False), True, False} <= seen


# No name in the kernel: a statement about them goes there with the definition written out.
WRITTEN_OUT = ("Multiplicative", "DensityRatio", "KLDP")


def test_a_notion_that_is_not_pinned_is_written_out():
    import dpsym.language as language
    from dpsym.keeping.store import Nowhere
    from dpsym.language import Theorem, as_written, parameter
    from dpsym.prove.session import Session

    b = parameter("b", at_least=0)
    for name in WRITTEN_OUT:
        with as_written():
            theorem = Theorem(title="x", claim=getattr(language, name)(b))
        st = Session(Nowhere()).plain(theorem)
        said = repr((st.hypotheses, st.conclusion))
        assert name not in said and ("'exp'" in said or "'log'" in said) and "'all'" in said, said


def test_the_density_ratio_distance_compares_two_outcomes():
    """Its comparison fails where the ratios of masses differ by more than e^b, and takes both outcomes to say so."""
    from dpsym.language import AllOf, DensityRatio, ForAll, Integer, Pair, as_written, function, y

    m, n = function("m", law=False), function("n", law=False)
    with as_written():
        said = DensityRatio(Integer(0)).one_order(Pair(m(y), n(y)))
    assert isinstance(said, AllOf)
    compared = said.args[1]
    assert isinstance(compared, ForAll)
    one, two = compared.args[0]
    values = {m(one): 1, n(one): 1, m(two): 1, n(two): 2}
    assert compared.args[1].xreplace({k: Integer(v) for k, v in values.items()}) == False  # noqa: E712
    back = {m(one): 1, n(one): 2, m(two): 1, n(two): 1}
    assert compared.args[1].xreplace({k: Integer(v) for k, v in back.items()}) == True  # noqa: E712


def test_every_notion_of_the_language_is_pinned():
    from dpsym.language.expressions import Notion
    from dpsym.language.terms import PINNED

    names = set(ONE_ORDER)
    ours = {
        c.__name__ for c in Notion.__subclasses__() if c.__module__.startswith("dpsym.")
    }  # other tests have their own
    assert ours - set(WRITTEN_OUT) == {kind.__name__ for kind in PINNED}
    assert {f"{name}1" for name, _ in PINNED.values()} == names
    assert set(pinned()) == {n.removesuffix("1") for n in names} | names | {
        "Distribution", "Event", "Test", "Mass", "Finite", "Moment", "Phi",
    }  # fmt: skip


def test_over_other_outputs_a_notion_says_the_same():
    """On pairs of outcomes the events, tests and sums are over pairs."""
    sig = {
        "A": ["Y", "Z"],
        "B": ["Y", "Z"],
        "y": "Y",
        "z": "Z",
        "S_YZ": ["Y", "Z"],
        "f_YZ": ["Y", "Z"],
        "t": "R",
    }
    k = Checker({**sig, "eps": "R", "delta": "R", "mu": "R", "alpha": "R", "rho": "R"})
    laws = [["lam", "y", "z", [p, "y", "z"]] for p in "AB"]
    two = lambda op, t: [op, "y", [op, "z", t]]  # noqa: E731
    event = two("all", ["or", ["=", ["S_YZ", "y", "z"], 0], ["=", ["S_YZ", "y", "z"], 1]])
    masses = [two("sum", ["*", ["S_YZ", "y", "z"], [p, "y", "z"]]) for p in "AB"]
    wanted = [
        "all",
        "S_YZ",
        ["->", event, ["<=", masses[0], ["+", ["*", ["exp", "eps"], masses[1]], "delta"]]],
    ]
    assert k.c.key(k.formula(["ADP1", *laws, "eps", "delta"])) == k.c.key(k.formula(wanted))
    assert "f_YZ" in str(k.formula(["GDP", *laws, "mu"]))
    flipped = [["lam", "z", "y", [p, "y", "z"]] for p in "AB"]
    assert k.c.key(k.formula(["Finite", *laws])) != k.c.key(k.formula(["ADP1", *laws, "eps", "delta"]))
    assert k.formula(["ZCDP1", *flipped, "rho"])
