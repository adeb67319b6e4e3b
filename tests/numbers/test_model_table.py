"""A model of the data as a table: what a release leaves possible, distances, and what is refused, with line and column."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.numbers import marginal, posterior
from dpsym.numbers.model_table import read_model
from dpsym.sheets import BadTable

SURVEY = """data,record:a,record:b,model:low,model:high,output:no,output:yes
00,0,0,9/16,1/16,4/5,1/5
01,0,1,3/16,3/16,1/2,1/2
10,1,0,3/16,3/16,1/2,1/2
11,1,1,1/16,9/16,1/5,4/5
"""
# Two components that nothing joins; the release says which one the data are in.
COMPONENTS = """data,model:0,model:1,possible:first
a,0.9,0.1,yes
b,0.1,0.9,no
"""


def run(tmp_path, text, command, *words):
    file = tmp_path / "model.csv"
    file.write_text(text)
    found = CliRunner().invoke(main, [command, "--model", str(file), *words, "--json"])
    return found.exit_code, found.stdout, found.stderr


def numbers(tmp_path, text, command, *words):
    code, out, err = run(tmp_path, text, command, *words)
    assert code == 0, err
    answer = json.loads(out)
    return {k: Fraction(v["mid"]) for k, v in answer["values"].items()}, answer.get("notes", [])


def test_what_a_release_leaves_possible():
    table = read_model(SURVEY)
    assert table.possible("yes", ["low"]) == [0, 1, 2, 3] and table.farthest([0, 1, 2, 3]) == 2
    assert (
        table.farthest([0, 1, 2, 3], 1) == 2
        and table.farthest([1, 2]) == 2
        and table.kept("low", [1, 2]) == Fraction(3, 8)
    )
    assert read_model(COMPONENTS).possible("first", ["0", "1"]) == [0]
    assert table.largest_ratios([0, 1, 2, 3])[1][0] == Fraction(5, 2)
    assert table.largest_ratios([0, 1, 2, 3])[2][0] == 4


def test_posterior_of_a_table(tmp_path):
    found, notes = numbers(
        tmp_path, SURVEY, "posterior", "--prior", "low=1/4, high=3/4", "--eps", "1", "--release", "yes"
    )
    most = posterior.highest("1/4", 1, 2)
    assert not notes and abs(found["highest posterior of low"] - most.mid) < 1e-9
    exact = found["posterior of low, mechanism known"]
    assert abs(exact - Fraction(35, 230)) < 1e-9
    assert found["lowest posterior of low"] < exact < found["highest posterior of low"]


def test_the_printed_interval_fails_and_this_one_does_not(tmp_path):
    found, notes = numbers(
        tmp_path,
        COMPONENTS,
        "posterior",
        "--prior",
        "0=1/2, 1=1/2",
        "--eps",
        "0",
        "--distance",
        "0",
        "--release",
        "first",
    )
    assert notes and "P(S) varies" in notes[0]
    assert found["lowest posterior of 0"] == found["highest posterior of 0"] == Fraction(9, 10)
    zero = COMPONENTS.replace("0.9,0.1,yes", "0,0.1,yes").replace("0.1,0.9,no", "1,0.9,no")
    found, _ = numbers(
        tmp_path,
        zero,
        "posterior",
        "--prior",
        "0=1/2, 1=1/2",
        "--eps",
        "1",
        "--distance",
        "0",
        "--release",
        "first",
    )
    assert found["posterior of 0"] == 0 and found["posterior of 1"] == 1


def test_marginal_of_a_table(tmp_path):
    found, _ = numbers(tmp_path, SURVEY, "marginal", "--eps", "1", "--release", "yes")
    for v in ("low", "high"):
        ends = [
            found[f"{w} probability at {v}{m}"]
            for m in ("", ", mechanism known")
            for w in ("least", "largest")
        ]
        assert ends[0] <= ends[2] <= found[f"probability at {v}"] <= ends[3] <= ends[1]
    unknown = "\n".join(",".join(line.split(",")[:5]) for line in SURVEY.splitlines()) + "\n"
    found, _ = numbers(tmp_path, unknown, "marginal", "--eps", "1", "--data", "00", "--probability", "0.2")
    assert abs(found["largest probability at low"] - marginal.event_upper("0.2", 1, 2).mid) < 1e-9


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("9/16,1/16", "8/16,1/16", "lines 2 to 5, column model:low: the column is no law"),
        ("4/5,1/5", "4/5,2/5", "line 2, columns output:no to output:yes: the row is no law"),
        ("4/5,1/5", "6/5,-1/5", "line 2, column output:no: '6/5' is above 1"),
        ("record:b", "recrod:b", "did you mean record"),
        ("model:low,model:high", "record:c,record:d", "a column model:NAME is missing"),
        ("10,1,0", "10,0,1", "line 4, column record:a: '0' starts the records that are on line 3 already"),
        ("10,1,0", "01,1,0", "line 4, column data: '01' is on line 3 already"),
    ],
)  # fmt: skip
def test_tables_are_refused(old, new, why):
    with pytest.raises(BadTable) as e:
        read_model(SURVEY.replace(old, new, 1), "model.csv")
    assert why in str(e.value)


@pytest.mark.parametrize(
    ("text", "words", "why"),
    [
        (SURVEY, ("--prior", "low=1/2, high=1/2", "--eps", "0.2", "--release", "yes"), "the mechanism is not private at 0.2"),
        (SURVEY, ("--prior", "low=1/2, high=1/2", "--eps", "1"), "say which one was released"),
        (SURVEY, ("--prior", "low=1/2, high=1/2", "--eps", "1", "--release", "maybe"), "no column output:maybe"),
        (SURVEY, ("--prior", "low=1/2, high=1/3", "--eps", "1", "--release", "yes"), "add up to 5/6"),
        (SURVEY, ("--prior", "low=1/2", "--eps", "1", "--release", "yes"), "high is missing"),
        (SURVEY, ("--prior", "low=1/0, high=1", "--eps", "1", "--release", "yes"), "'low=1/0' is not NAME=NUMBER"),
        (SURVEY, ("--prior", "low=1, high=0", "--eps", "1", "--release", "yes", "-k", "1"), "leave out --distance"),
        (COMPONENTS, ("--prior", "0=1/2, 1=1/2", "--eps", "1", "--release", "first"), "no column record:NAME"),
        (COMPONENTS, ("--prior", "0=1/2, 1=1/2", "--eps", "-1", "-k", "1", "--release", "first"), "eps"),
    ],
)  # fmt: skip
def test_questions_are_refused(tmp_path, text, words, why):
    code, _, err = run(tmp_path, text, "posterior", *words)
    assert code == 2 and why in err, err


def test_a_ratio_beyond_double_precision_is_refused_in_one_line(tmp_path):
    tiny, rest = "1/1" + "0" * 390, "9" * 390 + "/1" + "0" * 390
    text = SURVEY.replace("4/5,1/5", f"{rest},{tiny}")
    for words in (("posterior", "--prior", "low=1/2, high=1/2"), ("marginal",)):
        code, _, err = run(tmp_path, text, *words, "--eps", "1", "--release", "yes")
        assert code == 2 and err.count("\n") == 1
        assert "yes on 00 and 01, at distance 1, is 5e+389, above 2.71828" in err


def test_a_data_set_that_the_release_excludes_bounds_nothing(tmp_path):
    code, _, err = run(
        tmp_path,
        COMPONENTS,
        "marginal",
        "--eps",
        "1",
        "-k",
        "1",
        "--release",
        "first",
        "--data",
        "b",
        "--probability",
        "0.5",
    )
    assert code == 2 and "impossible on b" in err
