"""Curves of named evaluators: enclosures at exact points, bands rounded outwards, files, refusals."""

from __future__ import annotations

import json
import math
import shutil
from fractions import Fraction

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.numbers import census, discrete_gaussian, gaussian
from dpsym.numbers.balls import Enclosure
from dpsym.numbers.plot import curve, draw, outward, spaced


def test_a_curve_holds_the_evaluator_at_exact_points():
    found = curve("discrete_gaussian.delta sigma=10 k=3 eps=0..1/2", points=6)
    assert found.parameter == "eps" and found.label == "discrete_gaussian.delta (sigma = 10, k = 3)"
    assert found.xs == tuple(Fraction(i, 10) for i in range(6))
    for x, y in zip(found.xs, found.ys, strict=True):
        assert y.contains(discrete_gaussian.delta(10, x, 3, digits=25).mid)


def test_logarithmic_points_rise_from_end_to_end():
    xs = spaced(Fraction("1e-12"), Fraction(1), 13, True)
    assert xs[0] == Fraction("1e-12") and xs[-1] == 1 and list(xs) == sorted(set(xs))
    assert all(abs(math.log10(x) + 12 - i) < 1e-9 for i, x in enumerate(xs))
    with pytest.raises(ValueError, match="above 0"):
        spaced(Fraction(0), Fraction(1), 5, True)


@pytest.mark.parametrize("low,high", [("1/3", "1/3"), ("1e-400", "2e-400"), ("-1/7", "0"), ("1", "1")])
def test_bands_are_rounded_outwards(low, high):
    a, b = outward(Enclosure(Fraction(low), Fraction(high)))
    assert Fraction(a) <= Fraction(low) and Fraction(b) >= Fraction(high)


def test_the_band_of_the_census_is_its_enclosure():
    found = curve("census.power alpha=0.05..0.95", points=3, digits=8)
    low, high = outward(found.ys[0])
    narrow = census.power("0.05", digits=10)
    assert Fraction(low) <= narrow.low and narrow.high <= Fraction(high) and high - low < 1e-8


@pytest.mark.parametrize("ending", ["png", "svg", "pgf"])
def test_files_are_the_same_from_run_to_run(tmp_path, ending):
    pytest.importorskip("matplotlib")
    if ending == "pgf" and not shutil.which("pdflatex"):
        pytest.skip("pdflatex is not installed")
    curves = [curve(f"{name}.delta {parameter}=1 eps=0..2", points=5) for name, parameter in
              (("gaussian", "sigma"), ("discrete_laplace", "scale"))]  # fmt: skip
    first, second = tmp_path / f"a.{ending}", tmp_path / f"b.{ending}"
    for path in (first, second):
        draw(curves, path, title="50% of a_b")
    assert first.read_bytes() == second.read_bytes() and first.stat().st_size > 1000


def test_a_monotone_curve_is_held_between_its_points():
    found = curve("gaussian.delta sigma=1 eps=0..4", points=5)
    assert found.monotone and len(found.steps()) == 4
    for i in range(40):
        x = Fraction(i, 10)
        low, high = found.steps()[int(x)]
        assert low <= gaussian.delta(1, x).low and gaussian.delta(1, x).high <= high
    other = curve("discrete_gaussian.delta eps=1 sigma=1..2", points=3)
    assert not other.monotone and other.steps() == []


def test_a_figure_of_the_library_can_be_plotted():
    run = CliRunner().invoke(
        main, ["plot", "census.curves.figure_13", "--log", "x", "--points", "3", "--digits", "8", "--json"]
    )
    assert run.exit_code == 0, run.stderr
    rows = json.loads(run.output)
    assert [r["label"] for r in rows] == ["printed budget", "budget of the tables"]
    ends = [(r["values"][0]["delta"], r["values"][-1]["delta"]) for r in rows]
    assert ends == [("1/10000000000", "1/2")] * 2 and rows[0]["values"][-1]["mid"].startswith("2.26140")
    for name, words in (
        ("census.accounting", "is not a figure"),
        ("testing.gaussian_power.curves", "different"),
    ):
        refused = CliRunner().invoke(main, ["plot", name, "--json"])
        assert refused.exit_code == 2 and words in refused.stderr


def test_the_command_gives_the_numbers():
    run = CliRunner().invoke(
        main, ["plot", "discrete_gaussian.power sigma=2 alpha=0..1", "--points", "3", "--json"]
    )
    assert run.exit_code == 0
    (row,) = json.loads(run.output)
    assert row["name"] == "discrete_gaussian.power" and [v["alpha"] for v in row["values"]] == [
        "0",
        "1/2",
        "1",
    ]
    middle = row["values"][1]
    truth = discrete_gaussian.power(2, "0.5", digits=25).mid
    assert abs(Fraction(middle["mid"]) - truth) <= Fraction(middle["rad"])


@pytest.mark.parametrize(
    "arguments,words",
    [
        (["gaussian.delta sigma=1 eps=0..1"], "-o"),
        (["gaussian.delta sigma=1 eps=1", "--json"], "one range"),
        (["gaussian.delta sigma=1..2 eps=0..1", "--json"], "one range"),
        (["nothing.delta eps=0..1", "--json"], "nothing.delta"),
        (["gaussian.delta sigma=0 eps=0..1", "--json"], "sigma"),
        (["gaussian.delta sigma=1 eps=1..0", "--json"], "empty"),
        (["gaussian.delta sigma=1 eps=0..x", "--json"], "eps"),
        (["gaussian.delta sigma=1 colour=3 eps=0..1", "--json"], "colour"),
        (["gaussian.delta sigma=1 eps=0..1", "-o", "picture.txt"], "picture.txt"),
    ],
)
def test_what_is_refused(arguments, words):
    run = CliRunner().invoke(main, ["plot", *arguments])
    assert run.exit_code == 2 and words in run.stderr
