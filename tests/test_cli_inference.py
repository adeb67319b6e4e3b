"""The commands limits, estimate, posterior, marginal, pufferfish and confounding: numbers, JSON, plots, refusals."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.library import catalogue
from dpsym.numbers import estimate, limits, registry
from tests.numbers.test_confounding import BIT, COPY, NORMAL, XOR
from tests.numbers.test_pufferfish import ANSWERS


def run(*words: str) -> tuple[int, str, str]:
    found = CliRunner().invoke(main, list(words))
    return found.exit_code, found.stdout, found.stderr


def values(*words: str) -> dict[str, Fraction]:
    code, out, err = run(*words, "--json")
    assert code == 0, err
    return {k: Fraction(v["mid"]) for k, v in json.loads(out)["values"].items()}


def test_limits():
    found = values("limits", "--eps", "1", "--k", "3", "--alpha", "0.05", "--digits", "20")
    assert abs(found["largest power"] - limits.power(1, 3, "0.05", digits=25).mid) < Fraction(1, 10**19)
    assert found["largest power"] < found["simpler bound"]
    code, out, _ = run("limits", "--eps", "log(2)", "-k", "2")
    assert code == 0 and "0.5 ±" in out.replace("0.4999999999 ±", "0.5 ±") and "rests on: " in out


def test_estimate():
    found = values("estimate", "--eps", "1", "--distance", "2", "--gap", "0.1", "--digits", "12")
    assert abs(found["mean squared error, at least"] - estimate.squared(1, 2, "0.1").mid) < Fraction(
        1, 10**12
    )
    found = values("estimate", "--eps", "1", "--coupling", "0 1/2, 2 1/2")
    assert (
        abs(found["probability of error, at least"] - (Fraction(1, 4) + estimate.zero_one(1, 2).mid / 2))
        < 1e-9
    )
    code, out, err = run("estimate", "--eps", "0.1", "--answers", "40", "--json")
    assert code == 0, err
    answer = json.loads(out)
    gap, (best, *_) = answer["gap"]["squared"], answer["values"].values()
    assert abs(Fraction(best["mid"]) - estimate.proportion("0.1", 40, gap, "squared").mid) < Fraction(
        1, 10**9
    )


def test_posterior_warns_where_the_kept_mass_varies():
    code, out, err = run("posterior", "--prior", "0.5", "--eps", "0", "--kept", "0.9", "--kept-rest", "0.1")
    assert code == 0 and "P(S) varies with the parameter" in err and "prior given S" in out
    found = values("posterior", "--prior", "0.5", "--eps", "0", "--kept", "0.9", "--kept-rest", "0.1")
    assert abs(found["highest posterior"] - Fraction(9, 10)) < 1e-9
    code, out, err = run("posterior", "--prior", "0.1", "--eps", "1", "--k", "3", "--kept", "0.9")
    assert code == 0 and not err and "prior given S" not in out


def test_marginal():
    found = values("marginal", "--eps", "0.1", "--count", "10", "--at", "3.5", "--digits", "12")
    low, high, least, greatest = found.values()
    assert low < least < greatest < high and abs(low - Fraction("0.0174968874556")) < Fraction(1, 10**12)
    low, high = values("marginal", "--eps", "1", "--probability", "0.3", "-k", "2", "--kept", "0.5").values()
    assert low < high < Fraction(1, 2)
    assert len(values("marginal", "--eps", "1", "--density", "3")) == len(
        values("marginal", "--eps", "1", "--responses", "3")
    )


def test_pufferfish(tmp_path):
    file = tmp_path / "answers.csv"
    file.write_text(ANSWERS)
    code, out, err = run("pufferfish", str(file))
    assert code == 0, err
    assert (
        "level: log 4 = 1.386294361" in out and "dependence costs: log 2" in out and "attacker equal" in out
    )
    code, out, err = run("pufferfish", str(file), "--json")
    found = json.loads(out)
    assert (
        found["level"]["ratio"] == "4"
        and found["independent"]["ratio"] == "2"
        and len(found["conjectures"]) == 4
    )
    file.write_text(ANSWERS.replace("4/9,1/9,2/9,0,0.25", "5/9,1/9,2/9,0,0.25"))
    code, out, err = run("pufferfish", str(file))
    assert code == 2 and "answers.csv, line 3, columns output:00 to output:11" in err and not out


def test_what_is_infinite_is_said_to_be(tmp_path):
    file = tmp_path / "open.csv"
    file.write_text("data,output:a,output:b,attacker:A,secret:S\nx,1,0,1/2,v\ny,1/2,1/2,1/2,w\n")
    code, out, _ = run("pufferfish", str(file))
    assert code == 0 and "level: infinite" in out
    assert json.loads(run("pufferfish", str(file), "--json")[1])["level"]["ratio"] is None


def test_confounding(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text(COPY)
    code, out, err = run("confounding", str(file), "--eps", "log(2)", "--delta", "1/3", "--next")
    assert code == 0, err
    assert "overstates here" in out and "joint release" in out and "next mechanism: any" in out
    file.write_text(XOR)
    code, out, err = run("confounding", str(file), "--eps", "0.2", "--delta", "0.8", "--next", "--json")
    found = json.loads(out)
    assert found["accounting"] == "understates" and found["values"]["product accounting"]["mid"] == "0"
    assert all(k["holds"] for k in found["next"]["kept"]) and found["next"]["left"] == "some"
    code, out, _ = run("confounding", str(file), "--eps", "0.2", "--delta", "0.1", "--next")
    assert code == 1 and "no budget is left" in out
    file.write_text(BIT)
    code, out, err = run(
        "confounding", str(file), "--eps", "0", "--delta", "1/3", "--next", "--kernel", "--digits", "5"
    )
    assert code == 0 and "eps at most 0.69315" in out and "kernel: proved, proved" in out, out + err
    code, out, err = run("confounding", str(file), "--eps", "0", "--kernel")
    assert code == 2 and "--kernel is for --next" in err
    file.write_text(NORMAL)
    code, out, err = run("confounding", str(file), "--eps", "0.5", "--delta", "0.2", "--next")
    assert code == 0 and "distance mu at most 0.70983" in out and "is exact here" in out
    code, out, err = run("confounding", str(file), "--eps", "0.5", "--delta", "0.02", "--next", "--json")
    assert code == 1 and json.loads(out)["next"]["left"] == "nothing"
    for words, said in (
        (["--eps", "0.5", "--delta", "1", "--next"], "0 < delta < 1"),
        (["--eps", "0.5", "--next"], "--next needs --delta"),
        (["--eps", "-1"], "0 <= eps"),
        (["--eps", "log(2)", "--delta", "0.1", "--next"], "--eps is to be a number"),
    ):
        code, out, err = run("confounding", str(file), *words)
        assert code == 2 and said in err and not out, words


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["limits", "--eps", "-1"], "eps"),
        (["limits", "--eps", "1", "--alpha", "2"], "alpha"),
        (["limits", "--eps", "1", "--k", "1.5"], "k"),
        (["estimate", "--eps", "1", "--answers", "many"], "answers"),
        (["estimate", "--eps", "1", "--coupling", "0 1/2"], "add up to 1/2"),
        (["estimate", "--eps", "1", "--coupling", "0 1", "--answers", "3"], "not both"),
        (["posterior", "--eps", "1", "--prior", "1.5"], "p"),
        (["marginal", "--eps", "1"], "give one of"),
        (["marginal", "--eps", "1", "--count", "10"], "--at"),
        (["pufferfish", "no-such-file.csv"], "cannot be read"),
        (["confounding", "no-such-file.csv", "--eps", "1"], "cannot be read"),
    ],
)
def test_refusals(words, said):
    code, out, err = run(*words)
    assert code == 2 and said in err and not out


@pytest.mark.parametrize(
    "words",
    [
        ["limits", "--eps", "1", "-k", "2"],
        ["estimate", "--eps", "1", "-k", "2"],
        ["posterior", "--eps", "1", "--prior", "1/4"],
        ["marginal", "--eps", "0.1", "--count", "3", "--at", "1"],
        ["marginal", "--eps", "1", "--probability", "0.3"],
        ["pufferfish"],
        ["confounding", "--eps", "1"],
    ],
    ids=" ".join,
)
def test_plots(words, tmp_path):
    pytest.importorskip("matplotlib", reason="plots need matplotlib: install dpsym[plot]")
    if words == ["pufferfish"]:
        (tmp_path / "t.csv").write_text(ANSWERS)
        words = [*words, str(tmp_path / "t.csv")]
    if words[0] == "confounding":
        (tmp_path / "t.csv").write_text(COPY)
        words = [*words, str(tmp_path / "t.csv")]
    code, _, err = run(*words, "--plot", str(tmp_path / "a.svg"))
    assert code == 0, err
    assert (tmp_path / "a.svg").stat().st_size > 1000


def test_what_an_evaluator_rests_on_is_in_the_catalogue():
    known = catalogue()
    named = {r: e.name for e in registry.every() for r in e.rests}
    assert len(named) > 8 and not set(named) - set(known), set(named) - set(known)
