"""Genuine certificates are accepted, damaged and hostile ones refused, and the kernel stands alone."""

import copy
import json
import random
import subprocess
import sys
import time
from fractions import Fraction as F
from pathlib import Path

import kernel_genuine
import pytest
from kernel_genuine import FALSE, arith, bundle, hyp

from dpsym.kernel import Checker, Refused, check, check_bundle, dump, fv, load, read
from dpsym.kernel.notions import pinned, raw

TRUE = ["<=", 0, 0]


def test_bundle_is_accepted():
    done = check_bundle(bundle())
    assert list(done) == list(kernel_genuine.THEOREMS)
    again = check_bundle(json.loads(json.dumps(bundle())))
    assert [t.claim for t in again.values()] == [t.claim for t in done.values()]


def test_checking_is_fast():
    check_bundle(bundle())
    start = time.perf_counter()
    check_bundle(bundle())
    assert time.perf_counter() - start < 1


def leaves(x, path=()):
    """Paths of all values in JSON data."""
    yield path
    if isinstance(x, (list, dict)):
        for k, v in x.items() if isinstance(x, dict) else enumerate(x):
            yield from leaves(v, (*path, k))


def put(x, path, value):
    for k in path[:-1]:
        x = x[k]
    x[path[-1]] = value


def take(x, path):
    for k in path:
        x = x[k]
    return x


OTHER = [
    0,
    1,
    -1,
    2,
    "1/2",
    "x",
    "y",
    "P",
    "Q",
    "eps",
    "<=",
    "<",
    "=",
    "+",
    "-",
    "*",
    [],
    ["@", 0],
    {},
    None,
    True,
    0.5,
    "all",
    "ex",
    "sum",
    "ind",
    "exp",
    "log",
    "hyp",
    "arith",
    "imp_i",
    "sum",
    "\u03b5",
    10**50,
    [["x"]],
    "nat",
]


@pytest.mark.parametrize("name", sorted(kernel_genuine.THEOREMS))
def test_damage_is_refused_or_harmless(name):
    """Random damage to the proof (not to the claim) may be harmless; it raises nothing but Refused."""
    rng = random.Random(name)
    good = json.loads(json.dumps(kernel_genuine.THEOREMS[name]()))
    library = check_bundle(bundle())
    claim = check(good, library).claim
    refused = 0
    for _ in range(120):
        bad = copy.deepcopy(good)
        path = rng.choice([p for p in leaves(bad) if p])
        put(bad, path, rng.choice([*OTHER, take(bad, rng.choice([p for p in leaves(bad) if p]))]))
        try:
            result = check(bad, library)
        except Refused:
            refused += 1
            continue
        if path[0] in ("lines", "title"):
            assert result.claim == claim
    assert refused > 60


@pytest.mark.parametrize("name", sorted(set(kernel_genuine.THEOREMS) - {"shared_terms", "total_of_two"}))
def test_no_line_is_spare(name):
    good, library = kernel_genuine.THEOREMS[name](), check_bundle(bundle())
    for n in range(len(good["lines"])):
        lines = [line for i, line in enumerate(good["lines"]) if i != n]
        with pytest.raises(Refused):
            check({**good, "lines": lines}, library)


def nest(n):
    t = "x"
    for _ in range(n):
        t = ["+", t, 1]
    return t


def bomb(n, op="+"):
    """n entries, each twice the one before."""
    return [["+", "x", 1]] + [[op, ["@", i], ["@", i]] for i in range(n)]


def powers(n):
    t = ["+", "x", "z"]
    for _ in range(n):
        t = ["^", t, 39]
    return t


def same(t):
    return ["<=", t, t]


X = {"x": "R", "z": "R"}
HOSTILE = {
    "deep": {"sig": X, "claim": same(nest(5000)), "lines": [arith(same(nest(5000)))]},
    "rather deep": {"sig": X, "claim": same(["log", nest(190)]), "lines": [arith(["<", 0, same(nest(180))])]},
    "deep functions": {
        "sig": {**X, "f": ["R"]},
        "claim": TRUE,
        "lines": [{"rule": "nested", "is": nest(10**4)}],
    },
    "bomb": {"sig": X, "terms": bomb(200), "claim": same(["@", 200]), "lines": [arith(TRUE)]},
    "bomb of products": {
        "sig": X,
        "terms": bomb(16, "*"),
        "claim": same(["@", 16]),
        "lines": [arith(same(["@", 16]))],
    },
    "later entry": {"sig": X, "terms": [["@", 0]], "claim": TRUE, "lines": [arith(TRUE)]},
    "negative entry": {"sig": X, "terms": ["x", ["@", -1]], "claim": TRUE, "lines": [arith(TRUE)]},
    "boolean entry": {"sig": X, "terms": ["x", "x", ["@", True]], "claim": TRUE, "lines": [arith(TRUE)]},
    "powers": {"sig": X, "claim": same(powers(5)), "lines": [arith(same(powers(5)))]},
    "powers of numbers": {
        "sig": X,
        "claim": same(["-", ["^", ["^", ["^", ["^", 3, 39], 39], 39], 39], 1]),
        "lines": [arith(TRUE)],
    },
    "fractional power": {
        "sig": X,
        "claim": same(["^", "x", "1/2"]),
        "lines": [arith(same(["^", "x", "1/2"]))],
    },
    "negative power": {"sig": X, "claim": same(["^", "x", -1]), "lines": [arith(same(["^", "x", -1]))]},
    "huge power": {"sig": X, "claim": same(["^", "x", 10**9]), "lines": [arith(same(["^", "x", 10**9]))]},
    "huge number": {"sig": X, "claim": same(10**20000), "lines": [arith(same(10**20000))]},
    "huge number as text": {"sig": X, "claim": same("9" * 10**6), "lines": [arith(same("9" * 10**6))]},
    "zero denominator": {"sig": X, "claim": same("1/0"), "lines": [arith(same("1/0"))]},
    "unicode digits": {"sig": X, "claim": same("\u0663"), "lines": [arith(same("\u0663"))]},
    "newline in a name": {"sig": {"x\n": "R"}, "claim": TRUE, "lines": [arith(TRUE)]},
    "float": {"sig": X, "claim": same(1.0), "lines": [arith(same(1.0))]},
    "nan": {"sig": X, "claim": same(float("nan")), "lines": [arith(same(float("nan")))]},
    "boolean": {"sig": X, "claim": same(True), "lines": [arith(same(True))]},
    "null": {"sig": X, "claim": same(None), "lines": [arith(same(None))]},
    "functions double": {
        "sig": {**X, "f": ["R"], "r": "R"},
        "claim": ["->", ["all", "f", ["<=", 0, powers_of_f := ["f", ["f", ["f", ["f", ["f", "x"]]]]]]], TRUE],
        "lines": [
            hyp(["all", "f", ["<=", 0, powers_of_f]]),
            {"rule": "all_e", "from": [0], "at": ["lam", "r", ["+", *["r"] * 60]]},
        ],
    },
    "nested listed sums": {
        "sig": {f"t{i}": "T" for i in range(12)} | {"F": ["T"] * 12},
        "sets": {"T": [f"t{i}" for i in range(0)]},
        "claim": TRUE,
        "lines": [arith(TRUE)],
    },
    "listed sums": {
        "sig": {f"v{i}": "T" for i in range(12)} | {f"o{i}": "T" for i in range(10)} | {"F": ["T"] * 12},
        "sets": {"T": [f"o{i}" for i in range(10)]},
        "claim": same(
            deep := __import__("functools").reduce(
                lambda t, i: ["sum", f"v{i}", t], range(12), ["F", *[f"v{i}" for i in range(12)]]
            )
        ),
        "lines": [arith(same(["+", deep, 1]))],
    },
    "many abstract sums": {
        "sig": {f"v{i}": "Y" for i in range(9)} | {"F": ["Y"] * 9},
        "claim": same(
            wide := __import__("functools").reduce(
                lambda t, i: ["sum", f"v{i}", t], range(9), ["F", *[f"v{i}" for i in range(9)]]
            )
        ),
        "lines": [arith(["<=", wide, ["+", wide, 1]], (), [[1, []]])],
    },
    "exp of exp of exp": {
        "sig": {},
        "claim": ["<=", 0, ["exp", ["exp", ["exp", 10]]]],
        "lines": [
            {"rule": "enclose", "from": [], "is": ["<=", 0, ["exp", ["exp", ["exp", 10]]]], "bits": 2000}
        ],
    },
    "too many bits": {
        "sig": {},
        "claim": ["<=", 0, ["exp", 1]],
        "lines": [{"rule": "enclose", "from": [], "is": ["<=", 0, ["exp", 1]], "bits": 10**9}],
    },
    "exp of a tiny number": {
        "sig": {},
        "claim": ["<", 0, ["exp", "-1/" + "9" * 3000]],
        "lines": [{"rule": "enclose", "from": [], "is": ["<", 2, ["exp", "-1/" + "9" * 3000]], "bits": 2000}],
    },
    "erf of a large number": {
        "sig": {},
        "claim": ["<", 1, ["erf", "9" * 3000]],
        "lines": [{"rule": "enclose", "from": [], "is": ["<", 1, ["erf", "9" * 3000]], "bits": 2000}],
    },
    "wide enclosure": {
        "sig": {},
        "claim": ["<=", 0, ["+", *[["exp", i] for i in range(5000)]]],
        "lines": [
            {
                "rule": "enclose",
                "from": [],
                "is": ["<=", 0, ["+", *[["exp", i] for i in range(5000)]]],
                "bits": 2000,
            }
        ],
    },
    "lines double": {
        "sig": X,
        "claim": TRUE,
        "lines": [arith(TRUE)] + [{"rule": "and_i", "from": [i, i]} for i in range(60)] + [arith(FALSE)],
    },
    "instances double": {
        "sig": X,
        "claim": FALSE,
        "lines": [hyp(["all", "x", same(["+", "x", "x"])])]
        + [
            {"rule": "all_e", "from": [0], "at": bombed}
            for bombed in [nest(2), ["*", *[nest(50)] * 3000], ["*", *[nest(150)] * 3000]]
        ],
    },
    "lemma of nothing": {"sig": X, "claim": TRUE, "lines": [{"rule": "lemma", "name": ["x"]}]},
    "rule is a list": {"sig": X, "claim": TRUE, "lines": [{"rule": ["hyp"]}]},
    "line is a list": {"sig": X, "claim": TRUE, "lines": [["hyp"]]},
    "lines is a dict": {"sig": X, "claim": TRUE, "lines": {"rule": "hyp"}},
    "premise is text": {
        "sig": X,
        "claim": TRUE,
        "lines": [arith(TRUE), {"rule": "have", "from": "0", "is": TRUE}],
    },
    "sort is a number": {"sig": {"x": 1}, "claim": TRUE, "lines": [arith(TRUE)]},
    "sort is nested": {"sig": {"x": [["R"]]}, "claim": TRUE, "lines": [arith(TRUE)]},
    "sets is a list": {"sig": X, "sets": ["T"], "claim": TRUE, "lines": [arith(TRUE)]},
    "unknown field": {"sig": X, "claim": TRUE, "lines": [arith(TRUE)], "trust": True},
    "no claim": {"sig": X, "lines": [arith(TRUE)]},
    "not an object": [],
    "nothing": None,
    "empty tree": {"sig": X, "claim": [], "lines": [arith([])]},
    "head is a number": {"sig": X, "claim": same([1, 2]), "lines": [arith(same([1, 2]))]},
    "head is a tree": {"sig": X, "claim": same([["x"], 2]), "lines": [arith(same([["x"], 2]))]},
    "bound name is a tree": {"sig": X, "claim": ["all", ["x"], TRUE], "lines": [arith(TRUE)]},
    "a function without arguments": {"sig": {"f": ["R"]}, "claim": same("f"), "lines": [arith(same("f"))]},
    "a formula as a term": {"sig": X, "claim": same(TRUE), "lines": [arith(same(TRUE))]},
    "a term as a formula": {"sig": X, "claim": "x", "lines": [hyp("x")]},
    "lam outside": {
        "sig": X,
        "claim": same(["lam", "x", "x"]),
        "lines": [arith(same(["lam", "x", "x"]))],
    },
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_input_is_refused_in_time(name):
    start = time.perf_counter()
    with pytest.raises(Refused):
        check(HOSTILE[name])
    assert time.perf_counter() - start < 30


@pytest.mark.parametrize(
    "bad",
    [
        None,
        [],
        {},
        {"dpsym": 2},
        {"dpsym": True, "theorems": []},
        {"dpsym": 1, "theorems": []},
        {"dpsym": 2, "theorems": []},
        {"dpsym": 2, "theorems": {}},
        {"dpsym": 2, "theorems": [1]},
        {"dpsym": 2, "theorems": [{"name": "a"}]},
        {"dpsym": 2, "theorems": [{"name": "a", "certificate": kernel_genuine.total_of_two()}], "x": 1},
        {"dpsym": 2.0, "theorems": [{"name": "a", "certificate": kernel_genuine.total_of_two()}]},
        {"dpsym": True, "theorems": [{"name": "a", "certificate": kernel_genuine.total_of_two()}]},
        *(
            {"dpsym": 2, "theorems": [{"name": name, "certificate": kernel_genuine.total_of_two()}]}
            for name in ("", "a\naccepted b", "a\x1b[2K", "a b", "\u0430", 5, None, ".", "a" * 500)
        ),
    ],
)
def test_bad_bundles(bad):
    with pytest.raises(Refused):
        check_bundle(bad)


def test_a_name_is_used_once():
    one = {"name": "a", "certificate": kernel_genuine.total_of_two()}
    with pytest.raises(Refused):
        check_bundle({"dpsym": 2, "theorems": [one, one]})


def test_terms_round_trip():
    tree = ["all", "x", ["<=", ["f", "x", "-3/7"], ["+", 12345678901234567890, ["exp", "x"]]]]
    assert load(json.loads(json.dumps(dump(load(tree))))) == load(tree)
    assert load(dump(("f", F(1, 3), "x"))) == ("f", F(1, 3), "x")


def test_step_by_step():
    k = Checker({"x": "R"})
    k.step(arith(TRUE))
    with pytest.raises(Refused):
        k.step({"rule": "have", "from": [0], "is": ["<=", "w", "w"]})
    k.declare("w", "R")
    line = k.step({"rule": "have", "from": [0], "is": ["<=", "w", "w"]})
    assert len(k.lines) == 2 and not line.hyps and line.goal == ("<=", "w", "w")
    k.declare("G", ["Y", "R"])
    assert k.c.sig["G"] == ("Y", "R")
    for name, sort in (
        ("w", "R"),
        ("Y", "R"),
        ("exp", "R"),
        ("v", "w"),
        ("ADP", "R"),
        ("u", "ADP"),
        ("R", "R"),
    ):
        with pytest.raises(Refused):
            k.declare(name, sort)


def test_notions_are_closed():
    assert set(pinned()) == set(raw())
    for params, body in pinned().values():
        k = Checker({"P": ["Y"], "y": "Y"})
        assert params and k.read(dump(body)) == body
        assert fv(body) <= set(params), "nothing is free in a notion but its parameters"


ALONE = """
import sys, json
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("sympy", "z3", "flint", "numpy", "mpmath", "lark", "click", "jinja2"):
            raise ImportError("blocked: " + name)
sys.meta_path.insert(0, Block())
from dpsym.kernel.__main__ import main
code = main(sys.argv[1:])
ours = {m for m in sys.modules if m.startswith("dpsym") and not m.startswith("dpsym.kernel")}
assert ours == {"dpsym"}, ours
raise SystemExit(code)
"""


def alone(tmp_path, *files):
    script = tmp_path / "alone.py"
    script.write_text(ALONE)
    root = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, script, *files],
        capture_output=True,
        text=True,
        timeout=120,
        env={"PYTHONPATH": str(root)},
        cwd=tmp_path,
    )


def test_alone(tmp_path):
    good, bad, broken = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "broken.json"
    good.write_text(json.dumps(bundle()))
    theorems = [
        {"name": "wrong", "certificate": {"sig": {}, "claim": ["<=", 1, 0], "lines": [hyp(["<=", 1, 0])]}},
        {"name": "right", "certificate": kernel_genuine.total_of_two()},
    ]
    bad.write_text(json.dumps({"dpsym": 2, "theorems": theorems}))
    broken.write_text("{")
    run = alone(tmp_path, good)
    assert run.returncode == 0, run.stderr
    said = run.stdout.splitlines()
    assert [x for x in said if x.startswith("accepted")] == [f"accepted {n}" for n in kernel_genuine.THEOREMS]
    assert "    t: in T" in said and "    T = {o1, o2}" in said, "sorts and listed sets are shown"
    assert "    Y: any finite non-empty set" in said
    assert any(
        x.startswith("    claim: (for all y: P(y) <= exp(eps) * Q(y)) -> ADP1(P, Q, eps, 0)") for x in said
    )
    assert any(x.startswith("    notions: ADP1, sha256 ") for x in said)
    assert (
        "    ADP1(P, Q, eps, delta) := for all S: Event(S) -> Mass(S, P) <= exp(eps) * Mass(S, Q) + delta"
        in said
    )
    run = alone(tmp_path, bad)
    assert run.returncode == 1
    assert run.stdout.startswith("refused wrong: ") and "accepted right" in run.stdout
    assert alone(tmp_path, broken).returncode == 2
    twice = '{"sig": {}, "claim": ["<=", 1, 0], "claim": ["<=", 0, 0], "lines": []}'
    for text in (
        json.dumps({"dpsym": 2, "theorems": [{"name": "a", "certificate": "HERE"}]}).replace('"HERE"', twice),
        '{"dpsym": 2, "dpsym": 2, "theorems": []}',
        '{"dpsym": 2, "theorems": NaN}',
        '{"dpsym": 2, "theorems": [1e400]}',
        "[" * 100_000,
    ):
        broken.write_text(text)
        run = alone(tmp_path, broken)
        assert run.returncode == 2 and "accepted" not in run.stdout
        with pytest.raises(Refused):
            check_bundle(read(text))
    assert alone(tmp_path, tmp_path / "missing.json").returncode == 2
    run = subprocess.run([sys.executable, "-m", "dpsym.kernel"], capture_output=True, timeout=60)
    assert run.returncode == 2


def test_nothing_is_kept_between_certificates():
    """The same trees over other sets, other sorts, other notions of a name: each certificate is read by itself."""
    count = lambda n: ["=", ["sum", "y", 1], n]  # noqa: E731
    names = ("o1", "o2", "o3")

    def listed(n):
        sig = {"y": "Y", **dict.fromkeys(names, "Y")}
        lines = [arith(count(n))]
        return lambda k: {
            "sig": sig,
            "sets": {"Y": list(names[:k])} if k else {},
            "claim": count(n),
            "lines": lines,
        }

    for n in (2, 3):
        for k in (0, 2, 3, 2, 0):
            if n == k:
                check(listed(n)(k))
            else:
                with pytest.raises(Refused):
                    check(listed(n)(k))
    same = ["=", ["F", "y"], ["F", "y"]]
    for sig, fits in (
        ({"F": ["Y"], "y": "Y"}, True),
        ({"F": ["R"], "y": "Y"}, False),
        ({"F": ["R"], "y": "R"}, True),
    ):
        if fits:
            check({"sig": sig, "claim": same, "lines": [arith(same)]})
        else:
            with pytest.raises(Refused, match="arguments of F"):
                check({"sig": sig, "claim": same, "lines": [arith(same)]})
    both = {"rule": "each", "from": [0, 0], "is": ["all", "y", ["<=", 0, 1]]}
    low = arith(["<=", 0, 1], (), [[1, []]])
    check({**listed(2)(2), "claim": both["is"], "lines": [low, both]})
    for k in (0, 3):
        with pytest.raises(Refused):
            check({**listed(2)(k), "claim": both["is"], "lines": [low, both]})
