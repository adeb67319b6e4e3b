"""A hostile reading of the kernel: false certificates, statements taken for another, texts that say more, random proofs."""

import json
from math import lcm

import kernel_fuzz
import kernel_fuzz_analysis
import kernel_fuzz_notions
import more_attacks
import pytest
from kernel_genuine import arith

from dpsym.kernel import Checked, Checker, Refused, check, evaluation, load
from dpsym.kernel.__main__ import main
from dpsym.kernel.evaluation import Evaluation
from dpsym.kernel.statement import lines
from dpsym.kernel.terms import dump
from dpsym.language import Eq, Integer, Outcome, PureDP, Theorem, Total, as_written, y
from dpsym.prove.session import Session, same_statement


def test_no_attack_gets_through():
    assert len(more_attacks.ATTACKS) + len(more_attacks.TEXTS) + len(more_attacks.CALLS) >= 600
    assert more_attacks.survivors() == []


# ------------------------------------------------------------------ random proofs, in finite models
def test_random_proofs_hold_in_models():
    bad, (accepted, evaluated, _, _) = kernel_fuzz.problems(7, 120)
    assert not bad
    assert accepted > 1500 and evaluated > 1200


def test_notions_over_random_outputs_say_what_they_should():
    bad, (accepted, compared) = kernel_fuzz_notions.problems(5, 1500)
    assert not bad
    assert accepted > 300
    assert len(compared) == len(kernel_fuzz_notions.SHAPES)
    assert all(min(counts) > 0 for counts in compared.values())


def test_random_derivatives_and_enclosures():
    bad, (slopes, (accepted, evaluated), points, relations) = kernel_fuzz_analysis.problems(3, 200)
    assert not bad
    assert min(slopes, accepted, evaluated, points) > 20
    assert min(relations.values()) > 100


# ------------------------------------------------------------------ a statement is not taken for another
def stated(claim, sig, **sets):
    return Checked(sig, {k: tuple(v) for k, v in sets.items()}, load(claim))


COUNT = ["=", ["sum", "y", 1], ["sum", "z", 1]]
NON_NEGATIVE = ["all", "y", ["<=", 0, ["P", "y"]]]
OTHERS = {
    "one set for two": (
        "z with another sort",
        stated(COUNT, {"y": "Y", "z": "Y"}),
        stated(COUNT, {"y": "Y", "z": "Z"}),
    ),
    "a listed set for an abstract one": (
        "other sets",
        stated(COUNT, {"y": "Y", "z": "Y", "o": "Y"}, Y=["o"]),
        stated(COUNT, {"y": "Y", "z": "Y"}),
    ),
    "an abstract set for a listed one": (
        "other sets",
        stated(COUNT, {"y": "Y", "z": "Y"}),
        stated(COUNT, {"y": "Y", "z": "Y", "o": "Y"}, Y=["o"]),
    ),
    "fewer outcomes": (
        "other sets",
        stated(COUNT, {"y": "Y", "z": "Y", "o": "Y"}, Y=["o"]),
        stated(COUNT, {"y": "Y", "z": "Y", "o": "Y", "p": "Y"}, Y=["o", "p"]),
    ),
    "outcomes in another order": (
        "other sets",
        stated(["=", ["P", "o"], 0], {"P": ["Y"], "o": "Y", "p": "Y"}, Y=["p", "o"]),
        stated(["=", ["P", "o"], 0], {"P": ["Y"], "o": "Y", "p": "Y"}, Y=["o", "p"]),
    ),
    "another set of the same size is listed": (
        "other sets",
        stated(COUNT, {"y": "Y", "z": "Z", "o": "Y"}, Y=["o"]),
        stated(COUNT, {"y": "Y", "z": "Z", "o": "Z"}, Z=["o"]),
    ),
    "bound names of another set": (
        "another claim",
        stated(["all", "z", ["=", ["sum", "z", 1], 1]], {"z": "Z"}),
        stated(["all", "y", ["=", ["sum", "y", 1], 1]], {"y": "Y"}),
    ),
    "a bound real for a bound outcome": (
        "another claim",
        stated(["all", "x", ["<=", 0, 0]], {"x": "R"}),
        stated(["all", "y", ["<=", 0, 0]], {"y": "Y"}),
    ),
    "a bound function of another set": (
        "P with another sort",
        stated(["all", "P", ["<=", 0, 0]], {"P": ("Z",)}),
        stated(["all", "P", ["<=", 0, 0]], {"P": ("Y",)}),
    ),
    "a number for an outcome": (
        "with another sort",
        stated(["=", ["F", "x"], ["F", "x"]], {"x": "R", "F": ("R",)}),
        stated(["=", ["F", "x"], ["F", "x"]], {"x": "Y", "F": ("Y",)}),
    ),
    "another free name": (
        "another claim",
        stated(["<=", 0, "a"], {"a": "R"}),
        stated(["<=", 0, "b"], {"b": "R"}),
    ),
    "laws exchanged": (
        "another claim",
        stated(["<=", ["P", "y"], ["Q", "y"]], {"y": "Y", "P": ("Y",), "Q": ("Y",)}),
        stated(["<=", ["Q", "y"], ["P", "y"]], {"y": "Y", "P": ("Y",), "Q": ("Y",)}),
    ),
    "a free name for a bound one": (
        "another claim",
        stated(["<=", 0, ["P", "y"]], {"y": "Y", "P": ("Y",)}),
        stated(["ex", "y", ["<=", 0, ["P", "y"]]], {"y": "Y", "P": ("Y",)}),
    ),
    "one more hypothesis": (
        "another claim",
        stated(["->", ["<=", 0, "a"], ["<=", 0, "a"]], {"a": "R"}),
        stated(["<=", 0, "a"], {"a": "R"}),
    ),
    "another number": (
        "another claim",
        stated(["<=", "a", 2], {"a": "R"}),
        stated(["<=", "a", 1], {"a": "R"}),
    ),
    "weak for strict": (
        "another claim",
        stated(["<=", 0, "a"], {"a": "R"}),
        stated(["<", 0, "a"], {"a": "R"}),
    ),
    "real for natural": (
        "another claim",
        stated(["->", ["nat", "n"], ["<=", 0, "n"]], {"n": "R"}),
        stated(["->", ["<=", 0, "n"], ["<=", 0, "n"]], {"n": "R"}),
    ),
    "a name that is a set of the other": (
        "name Y is taken",
        stated(["<=", 0, ["Y", "x"]], {"x": "Z", "Y": ("Z",)}),
        stated(["<=", 0, ["P", "y"]], {"y": "Y", "P": ("Y",)}),
    ),
    "outcomes that the other's sorts have not": (
        "other sets",
        stated(["<=", 0, 0], {"o": "Y"}, Y=["o"]),
        stated(["<=", 0, 0], {}),
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_statement_is_not_taken_for_another(name):
    why, checked, wanted = OTHERS[name]
    checked, wanted = (
        Checked({k: tuple(s) if isinstance(s, list) else s for k, s in c.sig.items()}, c.sets, c.claim)
        for c in (checked, wanted)
    )
    with pytest.raises(Refused, match=why):
        same_statement(checked, wanted)
    same_statement(checked, checked)
    same_statement(wanted, wanted)


def test_bound_names_may_differ():
    sig = {"y": "Y", "w": "Y", "P": ("Y",)}
    same_statement(stated(NON_NEGATIVE, sig), stated(["all", "w", ["<=", 0, ["P", "w"]]], sig))


class Forged:
    """A store with one certificate."""

    def __init__(self):
        self.kept = {}

    def get(self, key):
        return self.kept.get(key)

    def put(self, key, certificate):
        pass


def settled_with(theorem, certificate):
    """The status of a theorem when a store suggests this certificate for it."""
    check(certificate)  # it proves something
    store = Forged()
    session = Session(store)
    store.kept[session.store_key(theorem)] = {
        "certificate": certificate,
        "reports": [["proved", "arith", "obvious"]],
    }
    return session.theorem(theorem).status


def test_one_outcome_does_not_prove_that_laws_agree():
    """soundness/tamper.py"""
    with as_written():
        theorem = Theorem(title="Any two laws agree", claim=PureDP(0))
    st = Session().statement(theorem)
    (_, given, conclusion), said = dump(st.formula), []

    def add(rule, *premises, **fields):
        said.append({"rule": rule, "from": list(premises), **fields})
        return len(said) - 1

    h = add("hyp", **{"is": given})
    totals = [add("and_e", add("and_e", h, part=k), part=2) for k in (1, 2)]
    parts = []
    for part, order in zip(conclusion[1:], (totals, totals[::-1]), strict=True):
        line = add(
            "arith", *order, **{"is": part[2][2], "eqs": [[1, ["S", "o"]], [0, ["*", -1, ["S", "o"]]]]}
        )
        parts.append(add("all_i", add("imp_i", line, **{"is": part[2][1]}), var="S"))
    add("imp_i", add("and_i", *parts), **{"is": given})
    certificate = {"sig": {**{k: list(s) if isinstance(s, tuple) else s for k, s in st.sig.items()}, "o": "Y"},
                   "sets": {"Y": ["o"]}, "claim": dump(st.formula), "lines": said}  # fmt: skip
    with pytest.raises(Refused, match="other sets"):
        same_statement(check(certificate), st.checked)
    assert settled_with(theorem, certificate) != "proved"


def test_two_sets_are_not_one():
    """soundness/make_merge.py"""
    z = Outcome("z", "Z")
    with as_written():
        theorem = Theorem(
            title="All sets are equally large",
            claim=Eq(Total(Integer(1), y), Total(Integer(1), z), evaluate=False),
        )
    st = Session().statement(theorem)
    certificate = {"sig": {"y": "Y", "z": "Y"}, "claim": dump(st.formula), "lines": [arith(dump(st.formula))]}
    with pytest.raises(Refused, match="z with another sort"):
        same_statement(check(certificate), st.checked)
    assert settled_with(theorem, certificate) != "proved"


# ------------------------------------------------------------------ what is printed is what was checked
def printed(tmp_path, capsys, said):
    file = tmp_path / "bundle.json"
    file.write_text(said if isinstance(said, str) else json.dumps(said), encoding="utf-8")
    code = main([str(file)])
    out = capsys.readouterr()
    return code, (out.out + out.err).splitlines()


SPOOF = "x)\naccepted the.riemann.hypothesis\n    claim: 0 = 1\n("
SPOOFED = {
    "a rule": {"lines": [{"rule": SPOOF}]},
    "a name": {"sig": {SPOOF: "R"}},
    "a sort": {"sig": {SPOOF: 5}},
    "a set": {"sets": {SPOOF: ["x"]}},
    "an outcome": {"sets": {"Y": [SPOOF]}},
    "a field": {SPOOF: 1},
    "a lemma": {"lines": [{"rule": "lemma", "name": SPOOF}]},
    "a term": {"claim": ["=", SPOOF, 0]},
    "a head": {"claim": [SPOOF, 0, 0]},
    "a digest": {"notions": SPOOF},
    "an escape of the terminal": {"lines": [{"rule": "\x1b[2J\x1b[Haccepted t"}]},
    "half a character": {"lines": [{"rule": "\ud800"}]},
}


@pytest.mark.parametrize("name", SPOOFED)
def test_a_refused_certificate_prints_nothing_of_its_own(name, tmp_path, capsys):
    certificate = {
        "sig": {"x": "R"},
        "claim": ["=", "x", "x"],
        "lines": [arith(["=", "x", "x"])],
        **SPOOFED[name],
    }
    true = {"sig": {"x": "R"}, "claim": ["=", "x", "x"], "lines": [arith(["=", "x", "x"])]}
    theorems = [{"name": "bad", "certificate": certificate}, {"name": "good", "certificate": true}]
    code, out = printed(tmp_path, capsys, {"dpsym": 2, "theorems": theorems})
    assert code == 1
    assert out[0].startswith("refused bad: ")
    assert out[1:] == ["accepted good", "    x: real", "    claim: x = x"]
    assert all(line.isprintable() for line in out)


def test_hostile_bundles_are_refused_as_a_whole(tmp_path, capsys):
    for said, _ in more_attacks.TEXTS.values():
        code, out = printed(tmp_path, capsys, said)
        assert code in (1, 2)
        assert not any(
            line.startswith("accepted") and line not in ("accepted t", "accepted u") for line in out
        )


def test_a_set_is_not_printed_as_the_reals():
    """A set may be called `real`, but a function on it is not printed as one of real numbers."""
    claim = ["ex", "x", ["all", "y", ["<=", ["F", "x"], ["F", "y"]]]]
    line = {"rule": "argmin", "var": "x", "other": "y", "of": ["F", "x"]}
    said = list(
        lines(check({"sig": {"x": "real", "y": "real", "F": ["real"]}, "claim": claim, "lines": [line]}))
    )
    over_reals = Checked({"x": "R", "y": "R", "F": ("R",)}, {}, load(claim))
    assert not set(said[1:-1]) & set(lines(over_reals))


# ------------------------------------------------------------------ evaluation ends, within the memory there is
TEN = {"sig": {**dict.fromkeys("yzwvu", "Y"), **{f"o{k}": "Y" for k in range(10)}, "S": ["Y"], "T": ["Y"]}}
TEN["sets"] = {"Y": [f"o{k}" for k in range(10)]}


def place_in(names):
    """A number that tells apart the outcomes that the names stand for."""
    return [
        "+",
        1,
        *(["*", k * 10**i, ["ind", ["eq", y, f"o{k}"]]] for i, y in enumerate(names) for k in range(10)),
    ]


def summed(names, body):
    for x in names:
        body = ["sum", x, body]
    return ["<=", 0, body]


def event_of(name):
    return ["all", "y", ["or", ["=", [name, "y"], 0], ["=", [name, "y"], 1]]]


LONG = ["^", ["^", ["^", 3, 39], 39], 8]
SMALL_ROOT = f"1/{lcm(*range(1, 65))}"


@pytest.mark.parametrize(
    ("goal", "bits", "work"),
    [
        (summed("yz", ["exp", ["/", place_in("yz"), 100]]), 2000, 150_000),
        (summed("yz", ["erf", ["/", place_in("yz"), 100]]), 2000, 1_000_000),
        (summed("yz", ["log", ["+", place_in("yz"), LONG]]), 2000, 150_000),
        (summed("yz", ["*", SMALL_ROOT, ["log", ["+", place_in("yz"), LONG]]]), 40, 300_000),
        (summed("yz", ["^", ["+", place_in("yz"), LONG], 2]), 40, 20_000),
    ],
    ids=["exp", "erf", "log", "roots", "powers"],
)
def test_evaluation_counts_work_as_much_as_it_takes_time(goal, bits, work):
    k = Checker(**TEN, work=work)
    with pytest.raises(Refused, match="too much work"):
        k.step({"rule": "evaluate", "is": goal, "bits": bits})


def test_what_an_evaluation_remembers_is_bounded(monkeypatch):
    monkeypatch.setattr(evaluation, "KEPT", 100)
    k = Checker(**TEN)
    e = Evaluation(k.c, 40)
    goal = ["all", "S", ["->", event_of("S"), ["<=", ["sum", "y", ["S", "y"]], 9]]]
    assert e.truth(k.formula(goal), {}) is False
    assert 0 < len(e.memo) <= 100


def test_logarithms_with_long_roots_are_added_soon():
    roots = [["/", 1, ["^", ["+", ["^", ["^", 3, 30], 30], k], 20]] for k in range(200)]
    goal = ["<=", 0, ["+", *(["*", r, ["log", k + 2]] for k, r in enumerate(roots))]]
    k = Checker({}, work=2_000_000)
    k.step({"rule": "evaluate", "is": goal, "bits": 40})
    assert k.lines


def test_a_root_too_long_is_refused():
    t = ["log", 2]
    for _ in range(20):
        t = ["*", ["/", 1, LONG], t]
    with pytest.raises(Refused, match="number too large"):
        Checker({}).step({"rule": "evaluate", "is": ["<", 0, t], "bits": 40})
