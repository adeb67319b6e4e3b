"""The judge of claims: its arithmetic, its pairs, and the two lists of claims that it must agree with."""

from __future__ import annotations

import ast
import itertools
import math
import random
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path

import flint
import judge as j
import mutants as m
import pytest
from judge import F, Pair

TRUE, FALSE = j.entries("true"), j.entries("false")
SAMPLE = 25
HALVES = Pair((F(1, 2), F(1, 2)), (F(1, 4), F(3, 4)))


def value(text: str, pair: Pair | None = None, **env: object) -> object:
    names = f"for {', '.join(env)}: " if env else ""
    return j.value(j.read(f"{names}{text} = 0").conclusions[0].parts[0], env, pair)


def witness(text: str, point: str) -> bool:
    return j.refutes(j.read(text), j.read_witness(point))


def test_it_uses_nothing_of_dpsym() -> None:
    files = sorted(Path(j.__file__).parent.glob("*.py"))
    assert len(files) == 8
    modules = set()
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        modules |= {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
        modules |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.module}
    assert not any(name.split(".")[0] in ("dpsym", "sympy", "z3") for name in modules)


# -------------------------------------------------------------------------------------------------- reading
@pytest.mark.parametrize("entry", [*TRUE, *FALSE], ids=lambda e: e.text[:60])
def test_what_is_shown_is_read_back(entry: j.Entry) -> None:
    claim = j.read(entry.text)
    assert j.read(str(claim)) == claim


@pytest.mark.parametrize(
    "text",
    ["", "x <= 1", "for x > 0: x", "for x > 0: x <= y", "for x > 0: log(x, 2) <= 1", "TV <= Tail", "for x > 0 x <= 1",
     "for e1 >= 0: ApproxDP(e1) => TV <= 1", "for x > 0: x <= 1 and", "for x > 0: x <= 1 => ", "1 <= 2)", "1 <= 2 £"],
)  # fmt: skip
def test_what_is_no_claim(text: str) -> None:
    with pytest.raises((j.Unread, IndexError)):
        j.read(text)


def test_precedence() -> None:
    assert value("-2^2") == -4
    assert value("2^3^2") == 512
    assert value("2^-1") == F(1, 2)
    assert value("1 - 2 - 3") == -4
    assert value("12/2/3") == 2
    assert value("0.1 + 1e-2") == F(11, 100)


# ----------------------------------------------------------------------------------------------- arithmetic
def test_logarithms_of_rationals_are_exact() -> None:
    x = j.log(F(12))
    assert j.exp(x) == 12
    assert j.add(j.log(F(2)), j.log(F(6))) == x
    assert j.add(x, j.neg(x)) == 0
    assert j.div(j.log(F(8)), j.log(F(2))) == 3
    assert value("tanh(x/4)", x=j.mul(F(4), j.log(F(3)))) == F(4, 5)
    assert value("cosh(x) + sinh(x)", x=j.log(F(5))) == 5
    assert value("sqrt(9/4)") == F(3, 2)


@pytest.mark.parametrize(
    "text",
    ["1/0", "log(0)", "log(-1)", "sqrt(-1)", "0^(-1)", "Phi_inv(1)", "(-1)^(1/2)", "Renyi(1)", "Power(2)"],
)
def test_what_has_no_value(text: str) -> None:
    with pytest.raises(j.Undefined):
        value(text, HALVES)


@pytest.mark.parametrize(
    ("text", "number"),
    [("Phi(1)", 0.8413447460685429), ("Phi_inv(0.975)", 1.959963984540054), ("erfc(2)", 0.004677734981047266),
     ("Phi(-40)", 3.655893540915029e-350 * 10), ("e^2", math.e**2), ("2^0.5", 2**0.5), ("tanh(1)", math.tanh(1))],
)  # fmt: skip
def test_values_agree_with_floats(text: str, number: float) -> None:
    assert float(j.arb(value(text)).mid()) == pytest.approx(number, rel=1e-12, abs=1e-300)


def test_balls_that_overlap_decide_nothing() -> None:
    r = flint.arb(2).sqrt()
    with pytest.raises(j.Unsure):
        j.compare(r * r, F(2))
    assert j.compare(r, F(7, 5)) == 1


# ---------------------------------------------------------------------------------------------------- pairs
def test_functionals_of_a_pair() -> None:
    log2 = j.log(F(2))
    assert value("TV", HALVES) == F(1, 4) == value("Advantage", HALVES)
    assert value("HockeyStick(x)", HALVES, x=j.log(F(3, 2))) == F(1, 8)
    assert value("Tail(x)", HALVES, x=log2) == 0  # the atom lies on the threshold
    assert value("Tail(x)", HALVES, x=j.log(F(19, 10))) == F(1, 2)
    assert value("KL", HALVES) == j.add(log2, j.mul(F(-1, 2), j.log(F(3))))
    assert value("Renyi(2)", HALVES) == j.log(F(4, 3))
    assert value("Power(1/8)", HALVES) == F(1, 4)
    assert value("Power(5/8)", HALVES) == F(3, 4)
    assert value("Posterior(1/2)", HALVES) == F(2, 3)
    assert HALVES.swapped().bounded(F(1)) == 1
    assert HALVES.bounded(F(2)) == -math.inf  # no test with P(f) > 2 Q(f)


def test_infinite_loss() -> None:
    pair = Pair((F(1, 3), F(2, 3), F(0)), (F(0), F(1, 2), F(1, 2)))
    assert value("KL", pair) == math.inf == value("Renyi(2)", pair)
    assert value("exp(-KL)", pair) == 0
    assert value("Tail(100)", pair) == F(1, 3)
    assert not pair.concentrated(F(1000))
    assert not pair.gaussian(F(1000))
    with pytest.raises(j.Undefined):
        value("KL - KL", pair)


def test_bounded_loss_is_the_crossing_of_the_curve() -> None:
    """Corners (0, 1/4), (1/2, 3/4), (1, 1): above y = 3x/2 until 3/4."""
    pair = Pair((F(1, 4), F(1, 2), F(1, 4)), (F(0), F(1, 2), F(1, 2)))
    assert pair.bounded(F(3, 2)) == F(3, 4)
    assert pair.bounded(F(2)) == F(1, 2)
    assert pair.hockey_stick(F(2)) == F(1, 4)


def test_concentration_of_randomised_response() -> None:
    pair = Pair((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3)))
    assert pair.concentrated(F(24, 100))  # log(2)^2/2 = 0.24022...
    assert not pair.concentrated(F(23, 100))  # KL = log(2)/3 = 0.23104...


def test_powers_agree_with_enumerated_tests() -> None:
    rng = random.Random(5)
    for _ in range(50):
        pair = Pair(j.draw_weights(4, rng), j.draw_weights(4, rng))
        level = F(rng.randint(0, 12), 12)
        events = [(sum(b for k, (_, b) in enumerate(pair.atoms) if s >> k & 1),
                   sum(a for k, (a, _) in enumerate(pair.atoms) if s >> k & 1)) for s in range(16)]  # fmt: skip
        mixed = [y1 if x1 == x2 else y1 + (level - x1) / (x2 - x1) * (y2 - y1)
                 for x1, y1 in events for x2, y2 in events if x1 <= level <= x2]  # fmt: skip
        assert pair.power_at(level) == max(mixed)


def test_mechanisms_agree_with_fine_pairs() -> None:
    """The closed forms for Laplace and Gaussian noise against the same laws cut into many atoms."""
    for made, tail in (
        (j.LaplacePair(F(1)), lambda x: 0.5 * math.exp(x) if x < 0 else 1 - 0.5 * math.exp(-x)),
        (j.GaussianPair(F(1)), lambda x: 0.5 * math.erfc(-x / math.sqrt(2))),
    ):
        cuts = [-5 + 0.25 * k for k in range(45)]
        laws = []
        for shift in (1, 0):
            at = [0.0, *(tail(c - shift) for c in cuts), 1.0]
            masses = [F(y - x).limit_denominator(10**6) for x, y in itertools.pairwise(at)]
            laws.append(tuple(x / sum(masses) for x in masses))
        pair = Pair(*laws)
        for u in (F(1), F(3, 2), F(2)):
            assert float(j.arb(made.hockey_stick(u)).mid()) == pytest.approx(
                float(pair.hockey_stick(u)), abs=2e-2
            )
        assert float(j.arb(made.tail(F(3, 2))).mid()) == pytest.approx(float(pair.tail(F(3, 2))), abs=6e-2)
        assert float(j.arb(made.power_at(F(1, 3))).mid()) == pytest.approx(
            float(pair.power_at(F(1, 3))), abs=2e-2
        )
        p, q = laws
        kl = sum(float(a) * math.log(a / b) for a, b in zip(p, q, strict=True) if a and b)
        assert float(j.arb(made.kl()).mid()) == pytest.approx(kl, abs=2e-2)
        chi = sum(float(a * a / b) for a, b in zip(p, q, strict=True) if b)
        assert float(j.arb(made.renyi(F(2))).mid()) == pytest.approx(math.log(chi), abs=2e-2)


# ------------------------------------------------------------------------------------------------ witnesses
def test_a_witness_must_satisfy_everything_but_the_conclusion() -> None:
    text = "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => Tail(eps) <= delta"
    assert witness(text, "eps = 0, delta = 1/2, P = [3/4 1/4], Q = [1/4 3/4]")
    assert not witness(text, "eps = 0, delta = 1/4, P = [3/4 1/4], Q = [1/4 3/4]")  # not (0, 1/4)-DP
    assert not witness(text, "eps = 0, delta = 1, P = [3/4 1/4], Q = [1/4 3/4]")  # the conclusion holds
    assert not witness(text, "eps = 0 - 1, delta = 1/2, P = [3/4 1/4], Q = [1/4 3/4]")  # outside the domain
    assert not witness(text, "eps = 0, delta = 1/2, P = [3/4 1/2], Q = [1/4 3/4]")  # not a distribution


def test_a_notion_is_about_both_orders() -> None:
    text = "for eps >= 0: Tail(eps) <= 0 => PureDP(2*eps)"
    assert not witness(text, "eps = log(2), P = [1/2 1/2 0], Q = [1/3 1/3 1/3]")
    assert witness(
        "for eps >= 0: TV <= 1/2 => PureDP(eps)", "eps = log(2), P = [1/2 1/2 0], Q = [1/3 1/3 1/3]"
    )


def test_ties_are_ties() -> None:
    text = "for eps >= 0: PureDP(eps) => TV < tanh(eps/2)"
    assert witness(text, "eps = log(2), P = [2/3 1/3], Q = [1/3 2/3]")
    assert not witness(text.replace("<", "<="), "eps = log(2), P = [2/3 1/3], Q = [1/3 2/3]")


def test_what_the_judge_cannot_tell_is_no_verdict() -> None:
    noise = j.read("for b > 0: Laplace(b, 1) => GaussianDP(1)")
    assert j.looked_at(noise, j.read_witness("b = 1")) is None
    negative = j.read("for sigma: Gaussian(sigma, 1) => TV <= 1/2")
    assert j.has_no_value(negative, j.read_witness("sigma = -1"))
    equal = "P = [1/2 1/2], Q = [1/2 1/2]"
    assert witness("for mu: TV <= 1 => GaussianDP(mu)", f"mu = -1, {equal}")
    assert witness("for rho: TV <= 1 => ZCDP(rho)", f"rho = -1, {equal}")
    assert not witness("for delta: PureDP(0) => PBDP(0, delta)", f"delta = -1, {equal}")


# ---------------------------------------------------------------------------------------------------- lists
def drawn(entries: list[j.Entry]) -> list[j.Entry]:
    return random.Random(len(entries)).sample(entries, SAMPLE)


def test_the_lists_are_long_enough_and_apart() -> None:
    for entries in (TRUE, FALSE):
        texts = [str(j.read(e.text)) for e in entries]
        assert len(texts) >= 150 and len(set(texts)) == len(texts)
        assert all(e.source for e in entries)
    assert not {str(j.read(e.text)) for e in TRUE} & {str(j.read(e.text)) for e in FALSE}


def agrees(entry: j.Entry, truth: bool, effort: int) -> bool:
    if entry.witness is not None:
        return not truth and j.refutes(j.read(entry.text), entry.witness)
    found = j.judge(entry.text, effort)
    return (found.witness is None) == truth and j.undefined_at(entry.text) is None


def test_a_sample_of_the_lists() -> None:
    wrong = [e.text for e in drawn(TRUE) if "ZCDP" not in e.text and not agrees(e, True, 1)]
    wrong += [e.text for e in drawn(FALSE) if "ZCDP" not in e.text and not agrees(e, False, 4)]
    assert not wrong


@pytest.mark.slow
def test_the_whole_lists() -> None:
    wrong = [e.text for e in TRUE if not agrees(e, True, 3)]
    wrong += [e.text for e in FALSE if not agrees(e, False, 6)]
    assert not wrong


# -------------------------------------------------------------------------------------------------- mutants
@cache
def mutants_of_true() -> dict[str, list[m.Mutant]]:
    return {e.text: m.mutants(e.text) for e in TRUE}


def test_every_true_claim_has_ten_mutants() -> None:
    assert not {text: len(made) for text, made in mutants_of_true().items() if len(made) < 10}


def test_mutants_are_claims_and_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in list(mutants_of_true())[::10]:
        assert m.mutants(text) == mutants_of_true()[text]
    monkeypatch.setattr(m, "mutants", lambda text, count: mutants_of_true()[text][:count])
    made = m.everything(10)
    assert len(made) >= 10 * len(TRUE) * 9 / 10, "those that two claims share are left out"
    assert len({x.text for x in made}) == len(made)
    for x in made[::20]:
        assert str(j.read(x.text)) == x.text != x.of


def test_a_mutant_is_judged_by_its_witness() -> None:
    word, found = m.classify(m.Mutant("for eps >= 0: PureDP(eps) => TV <= tanh(eps/3)", "", ""))
    assert word == "false" and isinstance(found.witness, j.Witness)
    assert j.refutes(j.read("for eps >= 0: PureDP(eps) => TV <= tanh(eps/3)"), found.witness)
    assert m.classify(m.Mutant("for eps >= 0: PureDP(eps) => TV <= 2*tanh(eps/2)", "", ""))[0] == "open"
    assert m.classify(m.Mutant("for x >= -1: log(1 + x) <= x", "", ""))[0] == "undefined"


def test_theorems_of_the_library_become_claims() -> None:
    texts = dict(m.library_claims())
    assert len(texts) >= 40
    name = "conversions.probabilistic_to_approximate"
    assert texts[name] == "for 0 <= delta, 0 <= eps: ProbDP(eps, delta) => ApproxDP(eps, delta)"
    sample = random.Random(2).sample(sorted(texts.values()), 6)
    assert all(j.judge(t).witness is None for t in sample)


def test_fractions_are_what_witnesses_are_made_of() -> None:
    found = j.judge("2*TV^2 <= 0.9*KL").witness
    assert found is not None and found.pair is not None
    assert all(isinstance(x, Fraction) for x in (*found.pair.p, *found.pair.q))
    assert j.refutes(j.read("2*TV^2 <= 0.9*KL"), j.read_witness(str(found)))


def test_the_benchmark_finds_what_it_needs_of_the_judge() -> None:
    sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
    import claims_against_solvers as c

    claim = j.read("for eps >= 0: PureDP(eps) => TV <= 1")
    assert c.is_about_pairs("TV <= 1") and not c.is_about_pairs("for x: x <= x")
    assert c.calls(claim.hypotheses[0])
