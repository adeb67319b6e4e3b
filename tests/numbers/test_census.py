"""The allocations of the 2020 release, scenarios from a user's own table, and the power of the noise itself."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.language import Evaluated, Rational, parameter, sqrt
from dpsym.language.allocations import Allocation, read_allocations, redistricting_2020
from dpsym.numbers import census, enclose, gaussian, gaussian_composition, zcdp
from dpsym.numbers.balls import Enclosure
from dpsym.reals.precision import precision
from dpsym.sheets import BadTable

TABLE = redistricting_2020()
HEAD = "level,query,rho,level_share,query_share\n"


def rho_of(level: str, query: str) -> Fraction:
    return next(a.rho for a in TABLE if (a.level, a.query) == (level, query))


# ------------------------------------------------------------------------------------------------ the table
def test_the_release_has_72_queries_and_spends_its_budget():
    assert len(TABLE) == 72 and sum(a.rho for a in TABLE) == Fraction(263, 100)
    assert sum(a.rho for a in TABLE if a.query == "OCCUPANCY") == Fraction(7, 100)
    assert [(a.level, a.query) for a in TABLE if not a.rho] == [("US", "TOTAL")]
    assert sum(c for _, c in census.parts(2)) == 142
    for level in {a.level for a in TABLE}:
        persons = [a for a in TABLE if a.level == level and a.query != "OCCUPANCY"]
        assert len(persons) == 11 and sum(a.query_share for a in persons) == 1
    assert sum(a.level_share for a in TABLE if a.query == "TOTAL") == 1
    assert sum(a.level_share for a in TABLE if a.query == "OCCUPANCY") == 1


def test_single_budgets():
    assert rho_of("County", "OCCUPANCY") == Fraction(7, 100) * Fraction(7, 82)
    assert rho_of("State", "VOTINGAGE*CENRACE") == Fraction(221184, 83968015)
    assert rho_of("County", "VOTINGAGE*CENRACE") == Fraction(64, 25) * Fraction(447, 4099) * Fraction(
        28, 4097
    )
    assert [a.cells for a in TABLE[:12]] == [1, 63, 2, 2, 3, 8, 126, 126, 4, 252, 2016, 2]


def test_a_table_is_read_exactly():
    rows = read_allocations("query, level ,rho\nAGE * SEX,State,0.1\n\nTOTAL,US,1e-3\nAGE,US,2/3\n")
    assert [a.rho for a in rows] == [Fraction(1, 10), Fraction(1, 1000), Fraction(2, 3)]
    assert rows[0].attributes == ("AGE", "SEX") and [a.line for a in rows] == [2, 4, 5]
    shared = read_allocations(HEAD + "US,AGE,2,1/3,\nUS,SEX,2,1/3,0.5\n")
    assert [a.rho for a in shared] == [Fraction(2, 3), Fraction(1, 3)]


@pytest.mark.parametrize(
    "text,words",
    [
        ("", "a header with the names of the columns is missing"),
        ("rho\n1\n", "column level is missing"),
        ("level,query\nUS,AGE\n", "column rho is missing"),
        ("level,query,rho,Query_Share\nUS,AGE,1,1\n", "did you mean query_share"),
        ("level,query,rho,rho\n", "column rho is there twice"),
        ("level,query,rho\n", "holds no row below its header"),
        ("level,query,rho\nUS,AGE\n", "line 2: 2 values for the 3 columns"),
        ("level,query,rho\nUS,AGE,1\nUS,SEX,x\n", "line 3, column rho: 'x' is not an exact number"),
        ("level,query,rho\nUS,AGE,-1\n", "line 2, column rho: '-1'"),
        ("level,query,rho\nUS,AGE,1/0\n", "line 2, column rho: '1/0'"),
        ("level,query,rho\nUS,AGE,nan\n", "line 2, column rho: 'nan'"),
        ("level,query,rho\nUS,AGE,inf\n", "line 2, column rho: 'inf'"),
        ("level,query,rho\nUS,AGE,\n", "line 2, column rho: ''"),
        ("level,query,rho\nUS,AGE,1e9999\n", "line 2, column rho: '1e9999'"),
        (HEAD + "US,AGE,1,1.5,1\n", "line 2, column level_share: '1.5' is above 1"),
        (HEAD + "US,AGE,1,1,two\n", "line 2, column query_share: 'two'"),
        ("level,query,rho,cells\nUS,AGE,1,0\n", "line 2, column cells: '0'"),
        ("level,query,rho\nU:S,AGE,1\n", "line 2, column level: 'U:S'"),
        ("level,query,rho\nUS,AGE**SEX,1\n", "line 2, column query: 'AGE**SEX'"),
        (
            "level,query,rho\nUS,AGE,1\nUS,AGE,1\n",
            "line 3: the query AGE of the level US is on line 2 already",
        ),
    ],
)
def test_a_bad_table_is_refused_with_its_place(text, words):
    with pytest.raises(BadTable, match="my table") as refused:
        read_allocations(text, "my table")
    assert words in str(refused.value)


# ------------------------------------------------------------------------------------------------ selections
@pytest.mark.parametrize(
    "selection,count,rho",
    [
        ("all", 71, Fraction(263, 100)),
        ("Block", 12, Fraction(37477407, 336118000)),
        ("block, cbg", 24, Fraction(778077811, 840295000)),
        ("CENRACE", 30, Fraction(3565936167303232, 3529616082688675)),
        ("HISPANIC", 30, Fraction(29724453955968, 29660639350325)),
        ("Block, CBG, CENRACE", 44, Fraction(9734824274397017, 7060954349365000)),
        ("Block, VOTINGAGE", 37, Fraction(7080480828496236311, 11577140751218854000)),
        ("Block, VOTINGAGE, CENRACE", 47, Fraction(1697723896578409073, 1653877250174122000)),
        ("Block, VOTINGAGE, HISPANIC", 47, Fraction(11875662400764959511, 11577140751218854000)),
        ("County:OCCUPANCY", 1, Fraction(49, 8200)),
    ],
)
def test_scenarios(selection, count, rho):
    found = census.scenario(selection)
    assert len(found.queries) == count and found.rho == rho == sum(found.rho_by_level.values())


@pytest.mark.parametrize(
    "selection,words",
    [
        ("Blok", "did you mean Block"), ("CENRACE, SEX", "'SEX'"), ("", "no level or attribute"), ("US:AGE", "no attribute"),
        ("USA:CENRACE", "no level 'USA'"), ("US:TOTAL", "budget above 0"), (":", "no level ''"),
    ],
)  # fmt: skip
def test_a_wrong_selection_is_refused(selection, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        census.scenario(selection)


def test_a_name_for_a_level_and_an_attribute_is_refused():
    rows = (Allocation("Tract", "AGE", Fraction(1)), Allocation("AGE", "AGE", Fraction(1)))
    with pytest.raises(ValueError, match="AGE is a level and an attribute"):
        census.scenario("AGE", rows)
    assert census.scenario("Tract:AGE", rows).rho == 1


def test_own_tables(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("level,query,rho\nUS,AGE,1/2\nUS,SEX,1/4\nState,AGE*SEX,5\n")
    with pytest.raises(BadTable, match=r"mine\.csv, line 4: the budget 5 of AGE\*SEX at State is above 4"):
        census.scenario("AGE", path)
    path.write_text("level,query,rho\nUS,AGE,1/2\nUS,SEX,1/4\nState,AGE*SEX,1\n")
    found = census.scenario("AGE", path)
    assert found.rho == Fraction(3, 2) and found.rho_by_level == {"US": Fraction(1, 2), "State": Fraction(1)}
    assert found.power("0.1").discrete is not None
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadTable, match="UTF-8"):
        census.scenario("all", path)
    with pytest.raises(BadTable, match="cannot be read"):
        census.scenario("all", tmp_path / "none.csv")


# ------------------------------------------------------------------------------------------------ power
# Gil-Pelaez integrals of the characteristic function, to the digits given
BLOCK = {"0.01": "0.03186", "0.05": "0.12047", "0.1": "0.20917"}


@pytest.mark.parametrize("level", BLOCK)
def test_power_of_the_block_queries(level):
    found = census.scenario("Block").power(level)
    assert found.discrete is not None and found.discrete.rad < Fraction(1, 10**7)
    assert abs(found.discrete.mid - Fraction(BLOCK[level])) < Fraction(1, 10**5)
    assert found.gaussian.high < found.bound.low and found.discrete.high < found.bound.low
    assert abs(found.gaussian.mid - found.discrete.mid) < Fraction(1, 10**7)
    coarse = census.power(level, queries="Block", digits=6)
    assert coarse.low <= found.discrete.high and found.discrete.low <= coarse.high


def test_gaussian_at_a_budget_with_an_irrational_sigma():
    half = gaussian_composition.power([1], Fraction(1, 20), digits=15)  # sigma = 1
    assert half.contains(gaussian.power(1, "0.05", digits=40)) and half.rad < Fraction(1, 10**15)
    small = gaussian_composition.power([Fraction(2, 10**30)], Fraction(1, 20), digits=15)
    assert 0 < small.low - Fraction(1, 20) < Fraction(1, 10**14)


@pytest.mark.parametrize("queries", ["Block", "all"])
@pytest.mark.parametrize("delta", ["0.5", "0.01", "1e-6"])
def test_bounded_loss_inverts_the_power(queries, delta):
    """power(delta e^-eps) is delta."""
    eps = census.pbdp_epsilon(delta, queries=queries, digits=6)
    assert eps.rad < Fraction(1, 10**3)
    with precision(200):
        low, high = (Fraction(delta) / Fraction(x) for x in (_exp(eps.high, True), _exp(eps.low, False)))
    assert census.power(low, queries=queries, digits=9).low <= Fraction(delta)
    assert census.power(high, queries=queries, digits=9).high >= Fraction(delta)
    near = gaussian_composition.pbdp_epsilon([2 * census.scenario(queries).rho], Fraction(delta), digits=9)
    assert abs(near.mid - eps.mid) < eps.rad + Fraction(1, 10**4)


def _exp(x: Fraction, up: bool) -> Fraction:
    from dpsym.reals.balls import ball, bounds

    low, high = bounds(ball(x).exp())
    return high if up else low


def test_posteriors():
    found = census.scenario("Block").posterior("0.5")
    assert found.known_rest.high < found.gaussian.low < found.any_prior.low
    assert census.scenario("all").posterior(1).any_prior.high == 1
    found = census.scenario("CENRACE").loss("0.01")
    assert found.discrete is not None and abs(found.gaussian.mid - found.discrete.mid) < Fraction(1, 10**6)


def test_curves_rise_and_fall():
    found = census.scenario("Block")
    for c in found.power_curves(5):
        assert all(a.high < b.low for a, b in zip(c.ys, c.ys[1:], strict=False)), c.label
    for c in found.posterior_curves(5):
        assert all(a.low > b.high for a, b in zip(c.ys[1:], c.ys[2:], strict=False)), c.label


# ------------------------------------------------------------------------------------------------ the command
def ask(*arguments, code=0):
    found = CliRunner().invoke(main, ["census", *map(str, arguments)], prog_name="dpsym")
    assert found.exit_code == code, (found.stdout, found.stderr)
    return found


def test_the_command_gives_the_numbers_of_table_6():
    found = json.loads(ask("--queries", "Block", "--json").stdout)
    assert Fraction(found["rho"]) == Fraction(37477407, 336118000) and len(found["queries"]) == 12
    assert sum(Fraction(q["rho"]) for q in found["queries"]) == Fraction(found["rho"])
    columns = ("gaussian", "discrete", "bound")
    shown = [[f"{float(Fraction(row[c]['mid'])):.2f}" for c in columns] for row in found["power"]]
    assert shown == [["0.03", "0.03", "0.04"], ["0.12", "0.12", "0.14"], ["0.21", "0.21", "0.24"]]
    assert found["left_out"] == [] and [p["eps"] for p in found["posterior"]] == ["1/2", "1", "2", "4"]


def test_the_command_takes_a_table(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("level,query,rho,level_share\nUS,AGE,2,1/4\nUS,SEX,2,3/4\nState,AGE*SEX,1,1\n")
    said = ask(
        "--allocations", path, "-q", "US:AGE", "--alpha", "0.05", "--eps", "1", "--delta", "0.1"
    ).stdout
    assert "US:AGE: 1 queries, budget 1/2 = 0.5 nats" in said and "1/20   0.259511 " in said
    tiny = tmp_path / "tiny.csv"
    tiny.write_text("level,query,rho\nUS,AGE,1e-29\n")
    found = ask("--allocations", tiny)
    assert "e-446" in found.stdout and "the discrete noise is left out" in found.stderr
    tiny.write_text("level,query,rho\nUS,AGE,1e-31\n")
    assert "below 1e-30 nats" in ask("--allocations", tiny, code=2).stderr


def test_the_table_itself_is_a_table_to_start_from(tmp_path):
    path = tmp_path / "start.csv"
    path.write_text(ask("--table").stdout)
    assert [(a.level, a.query, a.rho, a.cells) for a in read_allocations(path.read_text())] == [
        (a.level, a.query, a.rho, a.cells) for a in TABLE
    ]
    assert ask("--allocations", path, "-q", "Block").stdout == ask("-q", "Block").stdout


@pytest.mark.parametrize(
    "arguments,words",
    [
        (("-q", "Blok"), "did you mean Block"), (("--alpha", "0"), "level"), (("--alpha", "0.1,x"), "'x'"),
        (("--eps", "-1"), "eps"), (("--delta", "1"), "delta"), (("--allocations", "no such file"), "cannot be read"),
        (("--plot", "a.gif"), ".png"),
    ],
)  # fmt: skip
def test_the_command_refuses_in_plain_words(arguments, words):
    found = ask(*arguments, code=2)
    assert found.stdout == "" and words in found.stderr


def test_the_command_names_the_line_and_the_value(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("level,query,rho\nUS,AGE,1\nUS,SEX,half\n")
    assert ask("--allocations", path, code=2).stderr == (
        "dpsym: mine.csv, line 3, column rho: 'half' is not an exact number, at least 0, such as 0.07, 1e-3 or 7/82\n"
    )


def test_plots(tmp_path):
    pytest.importorskip("matplotlib")
    ask("-q", "Block", "--plot", tmp_path / "a.svg")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a-posterior.svg", "a-power.svg"]


# ------------------------------------------------------------------------------------------------ in statements
def test_a_named_evaluator_in_an_expression():
    a, rho = parameter("a", above=0, below=1), Rational(1115, 10000)
    bound = enclose(Evaluated("zcdp.power", alpha=a, rho=rho), {a: Rational(1, 20)}, 25)
    assert bound.rad * 10**25 <= bound.mid and bound.contains(zcdp.power("0.1115", "0.05", digits=40).mid)
    exact = enclose(1 - Evaluated("census.power", alpha=a, queries="Block"), {a: Rational(1, 20)}, 25)
    assert 0 < exact.rad < Fraction(1, 10**9), "an evaluator that promises no digits gives what it can"
    truth = census.power("0.05", queries="Block", digits=12)
    assert exact.low <= 1 - truth.low and 1 - truth.high <= exact.high


@pytest.mark.parametrize("level", [Fraction(1, 100), Fraction(1, 20), Fraction(1, 10)])
def test_discrete_noise_changes_the_power_by_less_than_a_billionth(level):
    exact = census.power(level, digits=20)
    near = gaussian_composition.power(["5.26"], level, digits=20)
    found = Enclosure(exact.low - near.high, exact.high - near.low)
    assert Fraction(1, 10**10) < abs(found.mid) - found.rad and abs(found.mid) + found.rad < Fraction(
        1, 10**9
    )


@pytest.mark.parametrize(
    "expression,words",
    [
        (Evaluated("zcdp.pover", alpha=1, rho=1), "no evaluator zcdp.pover"),
        (Evaluated("zcdp.power", alpha=Rational(1, 2), rho=sqrt(2)), "takes an exact number for rho"),
        (Evaluated("census.power", alpha=Rational(1, 2), queries="Blok"), "did you mean Block"),
    ],
)
def test_a_named_evaluator_refuses_in_plain_words(expression, words):
    with pytest.raises(ValueError, match=words):
        enclose(expression)
