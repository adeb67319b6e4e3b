"""The command line: every command, its exit codes, its JSON, and what it says to bad input."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dpsym.cli import main
from dpsym.evaluation import BadValue, number
from dpsym.language import SEVERITIES
from dpsym.library import find

ROOT = Path(__file__).parents[1]
NAME = "posterior.largest_difference.upper"
BOUND = "posterior.difference_bound"

TRUE = '''"""A small truth."""
from dpsym.language import *

x = parameter("x", at_least=0, about="a number")

small = Theorem(
    title="A small truth",
    claim=x <= x + 1,
    derivation=Chain(x).le(x + 1, "one is positive"),
    near_misses={"nothing added": variant(x < x), "less": variant(x <= x - 1)},
    evaluate={"twice": 2 * x},
)
'''
FALSE = TRUE.replace("claim=x <= x + 1", "claim=x + 1 <= x").replace("Chain(x).le(x + 1", "Chain(x + 1).le(x")


def dpsym(*arguments: str, code: int | None = 0) -> Result:
    result = CliRunner().invoke(main, list(arguments), prog_name="dpsym")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if code is not None:
        assert result.exit_code == code, f"exit {result.exit_code}\n{result.stderr}\n{result.stdout[-3000:]}"
    return result


def data(*arguments: str, code: int | None = 0) -> Any:
    return json.loads(dpsym(*arguments, "--json", code=code).stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A user's own folder of theorem files."""
    from dpsym.library import files

    for name in files._packages:
        for module in [m for m in sys.modules if m.partition(".")[0] == name]:
            del sys.modules[module]
    files._packages.clear()
    home = tmp_path / "homework"
    home.mkdir()
    (home / "small.py").write_text(TRUE)
    return home


# ----------------------------------------------------------------------------------------------------- list
def test_list_shows_name_title_and_source() -> None:
    rows = data("list", "--paper", "kazan2025")
    assert {"name", "title", "source"} == set(rows[0])
    (row,) = [r for r in rows if r["name"] == NAME]
    assert row["title"] == "Largest increase of the posterior"
    assert row["source"] == ["kazan.lem3.4"]
    assert NAME in dpsym("list", "posterior").stdout
    assert all(r["name"].startswith("posterior.") for r in data("list", "posterior"))
    assert data("list", "posterior/") == data("list", "posterior")


def test_list_imports_nothing_heavy() -> None:
    program = (
        "import sys, dpsym.cli\n"
        "try: dpsym.cli.main(['list'])\n"
        "except SystemExit as e: assert e.code == 0\n"
        "heavy = {'sympy', 'z3', 'flint', 'numpy', 'jinja2', 'mpmath', 'hypothesis'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert NAME in done.stdout


def test_list_shows_a_verdict_only_when_it_checks(folder: Path) -> None:
    where = str(folder)
    dpsym("check", where)
    assert set(data("list", where)[0]) == {"name", "title", "source"}
    (row,) = data("list", where, "--verdicts")
    assert row["verdict"] == "proved" and row["scope"] == "numbers"
    assert "proved, numbers" in dpsym("list", where, "--verdicts").stdout
    (folder / "small.py").write_text(FALSE.replace("A small truth", "No truth"))
    (row,) = json.loads(
        subprocess.run(
            [sys.executable, "-m", "dpsym", "list", where, "--verdicts", "--json"],
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout
    )
    assert row["verdict"] == "refuted"


# ---------------------------------------------------------------------------------------------------- check
def test_check_gives_a_line_a_theorem_and_a_line_a_step() -> None:
    short = dpsym("check", NAME).stdout.splitlines()
    assert len(short) == 1 and short[0].split() == ["proved", NAME, "numbers"]
    long = dpsym("check", NAME, "-v").stdout.splitlines()
    assert len(long) == 6 and "complete the square" in long[2] and "instance: p = " in long[5]
    (row,) = data("check", NAME)
    assert {"name", "source", "verdict", "scope", "lines"} <= set(row)
    assert {"says", "verdict", "method", "reason"} == set(row["lines"][0])


def test_check_of_a_user_folder_file_and_both(folder: Path) -> None:
    assert dpsym("check", str(folder)).stdout.split() == [
        "proved",
        "homework.small",
        "numbers",
    ]
    assert len(data("check", str(folder / "small.py"))) == 1
    (folder / "second.py").write_text(
        TRUE.replace("small", "second").replace("from dpsym", "from .small import small\nfrom dpsym")
        .replace('"one is positive")', '"as before", by=small)')
    )  # fmt: skip
    rows = data("check", str(folder), NAME, "--jobs", "2")
    assert {r["name"] for r in rows} == {"homework.small", "homework.second", NAME}
    (second,) = [r for r in rows if r["name"] == "homework.second"]
    assert second["uses"] == ["homework.small"]


@pytest.mark.parametrize("line", ["from small import small", "from homework_a.small import small"])
def test_a_user_file_can_import_its_sibling(tmp_path: Path, line: str) -> None:
    home = tmp_path / "homework_a"
    home.mkdir()
    (home / "small.py").write_text(TRUE)
    (home / "other.py").write_text(
        line + "\n" + TRUE.replace("small = ", "other = ").replace("x + 1", "x + 2")
    )
    done = subprocess.run(
        [sys.executable, "-m", "dpsym", "check", str(home), "--json"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert sorted(r["name"] for r in json.loads(done.stdout)) == ["homework_a.other", "homework_a.small"]


def test_a_false_theorem_is_refuted_with_its_failing_line(folder: Path) -> None:
    (folder / "small.py").write_text(FALSE)
    result = dpsym("check", str(folder), code=1)
    assert "refuted" in result.stdout and "x + 1 ≤ x" in result.stdout and "fails" in result.stdout
    (row,) = data("check", str(folder), code=1)
    assert row["verdict"] == "refuted" and row["witness"]


def test_what_is_not_proved_is_undecided(folder: Path) -> None:
    text = TRUE.replace("claim=x <= x + 1", "claim=exp(x) * exp(-x) + x <= x + 1")
    text = text.replace(
        'Chain(x).le(x + 1, "one is positive")', 'Chain(exp(x)*exp(-x) + x).le(x - 1, "wrong").le(x + 1)'
    )
    (folder / "small.py").write_text(text)
    result = dpsym("check", str(folder), code=3)
    assert "unknown" in result.stdout and "tried" in result.stdout


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    keys = ("name", "verdict", "scope", "lines", "uses")
    one, two = (data("check", "posterior.largest_difference", "--jobs", n, "--fresh") for n in ("1", "2"))
    assert [{k: r[k] for k in keys} for r in one] == [{k: r[k] for k in keys} for r in two]


def test_certificates_are_accepted_by_the_kernel_alone(tmp_path: Path) -> None:
    dpsym("check", BOUND, "--certificates", str(tmp_path))
    path = tmp_path / f"{BOUND}.json"
    command = [sys.executable, "-m", "dpsym.kernel", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"accepted {BOUND}" in done.stdout.splitlines()
    accepted = [line for line in done.stdout.splitlines() if line.startswith("accepted ")]
    assert len(accepted) == 2, "with the theorem it uses"
    bundle = json.loads(path.read_text())
    bundle["theorems"][-1]["certificate"]["lines"].pop()
    path.write_text(json.dumps(bundle))
    assert subprocess.run(command, capture_output=True, timeout=60).returncode == 1


# ----------------------------------------------------------------------------------------------- show, render
def test_show_prints_the_page() -> None:
    text = dpsym("show", BOUND).stdout
    for words in (
        "Probabilistic DP bounds",
        "tanh(eps/4)",
        "complete the square",
        "Equality holds",
        "kazan.thm3.5.1",
    ):
        assert words in text
    found = data("show", BOUND)
    assert found["verdict"] == "proved" and found["uses"] == ["posterior.posterior_interval.forward"]
    assert all(m["refuted"] and m["witness"] for m in found["near_misses"])


@pytest.mark.parametrize(
    ("to", "sign"), [("tex", r"\begin{align"), ("html", "<math"), ("md", "$$"), ("txt", "Proof")]
)
def test_render(tmp_path: Path, to: str, sign: str) -> None:
    assert sign in dpsym("render", NAME, "--to", to).stdout
    dpsym("render", NAME, "--to", to, "-o", str(tmp_path / f"page.{to}"))
    assert sign in (tmp_path / f"page.{to}").read_text()
    dpsym("render", NAME, "--to", to, "-o", str(tmp_path / "one"))
    assert sign in (tmp_path / "one" / f"{NAME}.{to}").read_text()
    dpsym("render", NAME, BOUND, "--to", to, "-o", str(tmp_path / "many"))
    assert (tmp_path / "many" / f"{BOUND}.{to}").is_file()
    assert data("render", NAME, "--to", to)[0]["format"] == to


def test_appendix_writes_fragments_bibliography_and_tex(tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = data("appendix", "posterior.largest_difference", BOUND, "-o", str(out), "--no-pdf")
    assert found["pdf"] is None and found["entries"] == 8 and found["verdicts"] == {"proved": 8}
    assert (out / "appendix.tex").is_file() and (out / "dpsym.sty").is_file()
    assert len(list((out / "fragments").glob("*.tex"))) == 3, (
        "Lemma 3.4 is one statement; what is cited is there"
    )
    before = {p: p.read_bytes() for p in out.rglob("*.*")}
    dpsym("appendix", "posterior.largest_difference", BOUND, "-o", str(out), "--no-pdf")
    assert before == {p: p.read_bytes() for p in out.rglob("*.*")}


def test_a_missing_latex_is_said_and_only_fatal_when_a_pdf_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    result = dpsym("appendix", NAME, "-o", str(tmp_path / "a"))
    assert "apt-get install" in result.stderr and (tmp_path / "a" / "appendix.tex").is_file()
    dpsym("appendix", NAME, "-o", str(tmp_path / "b"), "--pdf", code=4)


# --------------------------------------------------------------------------------------------------- refute
def test_near_misses_of_an_example_that_is_a_theorem_are_in_the_data() -> None:
    (row,) = data("check", "conversions.bounded_not_convex.response")
    assert row["kind"] == "example" and len(row["near_misses"]) >= 2
    (row,) = data("check", "conversions.bounded_not_convex.least_failures")
    assert row["kind"] == "example" and "near_misses" not in row


def test_refute_prints_a_witness_that_can_be_checked_by_hand() -> None:
    text = dpsym("refute", BOUND, "--near-miss", "a fifth instead of a quarter").stdout
    for words in (
        "refuted",
        "eps = 10*log(2)",
        "P = (1024/1025, 1/1025)",
        "holds: M is (eps, delta)-PDP",
        "fails:",
        "kernel accepts",
    ):
        assert words in text
    (row,) = data("refute", BOUND, "--near-miss", "a fifth instead of a quarter")
    assert row["verdict"] == "refuted" and row["kernel"]
    assert row["witness"]["laws"]["P"] == ["1024/1025", "1/1025"] and row["witness"]["at"]["delta"] == "0"
    rows = data("refute", BOUND)
    assert len(rows) >= len(getattr(find(BOUND).entry, "near_misses", ()))
    assert all(row["verdict"] == "refuted" and row["kernel"] for row in rows)


def test_a_witness_can_be_checked_by_the_kernel_alone(tmp_path: Path) -> None:
    dpsym("refute", BOUND, "--near-miss", "a fifth", "--certificates", str(tmp_path))
    (path,) = tmp_path.glob("*.json")
    done = subprocess.run([sys.executable, "-m", "dpsym.kernel", str(path)], capture_output=True, timeout=60)
    assert done.returncode == 0


def test_refute_says_which_near_misses_there_are() -> None:
    assert "a fifth" in dpsym("refute", BOUND, "--near-miss", "nonsense", code=2).stderr
    assert "holds as printed" in dpsym("refute", BOUND, "--printed", code=2).stderr
    assert "choose one" in dpsym("refute", BOUND, "--printed", "--near-miss", "x", code=2).stderr


# ----------------------------------------------------------------------------------------------------- eval
def test_eval_encloses_the_theorem_s_numbers() -> None:
    found = data("eval", BOUND, "eps=1")
    assert found["value"] == found["values"]["bound"]
    assert found["value"]["mid"].startswith("0.244918662403709")
    assert float(found["value"]["rad"]) < 1e-18
    assert "0.2449186624037" in dpsym("eval", BOUND, "eps=1").stdout
    more = data("eval", BOUND, "eps=1", "--digits", "50")["value"]["mid"]
    assert len(more) > 50
    assert data("eval", "posterior.technology_company")["values"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "no value is given for eps"),
        (("eps=-1",), "outside its domain"),
        (("eps=1", "q=2"), "there is no parameter q"),
        (("eps=1", "eps=2"), "two values"),
        (("eps",), "parameter=value"),
        (("eps=",), "not an exact number"),
        (("eps=nan",), "not an exact number"),
        (("eps=inf",), "not an exact number"),
        (("eps=1/0",), "divides by zero"),
        (("eps=1e999999",), "exponent"),
        (("eps=__import__('os').system('true')",), "not an exact number"),
        (("eps=" + "9" * 10_000,), "not an exact number"),
        (("eps=log(0)",), "logarithm"),
        (("eps=((((1))))",), "not an exact number"),
        (("=1",), "parameter=value"),
        (("p=2", "eps=1"), "outside its domain"),
    ],
)
def test_eval_refuses_in_plain_words(arguments: tuple[str, ...], words: str) -> None:
    result = dpsym("eval", BOUND, *arguments, code=2)
    assert words in result.stderr and "Traceback" not in result.stderr


def test_numbers_are_read_exactly() -> None:
    assert str(number("0.1", "p")) == "1/10"
    assert str(number("1e-6", "p")) == "1/1000000"
    assert str(number("-3/4", "p")) == "-3/4"
    assert number("2*log(3)", "p").is_positive and number("sqrt(2)/2", "p").is_positive
    for bad in ("", "1 2", "x", "log", "log()", "1**9", "0x10", "1_0", "²", "log(log(0.5))", "--1"):
        with pytest.raises(BadValue):
            number(bad, "p")


# --------------------------------------------------------------------------------------------- whole papers
def test_errata() -> None:
    rows = data("errata", "--paper", "kazan2025")
    keys = {"source", "severity", "quoted", "printed", "witness", "repaired", "verdict"}
    assert rows and all(keys <= set(r) for r in rows)
    assert all(r["verdict"] in ("proved", "enclosed") and r["confirmed"] and r["quoted"] for r in rows)
    assert all(r["witness"] for r in rows if r["printed"])
    order = [SEVERITIES.index(r["severity"]) for r in rows]
    assert order == sorted(order)
    assert "repaired  proved" in dpsym("errata", "--paper", "kazan2025").stdout


def test_coverage() -> None:
    found = data("coverage", "--paper", "kazan2025", code=None)
    assert {"paper", "total", "carried", "missing", "verdicts"} <= set(found)
    assert found["paper"] == "kazan2025" and found["total"] == 57
    assert found["carried"] == found["total"] - len(found["missing"])
    assert sum(found["verdicts"].values()) == found["carried"]
    assert found["whole"] + len(found["part"]) + found["context"] + len(found["missing"]) == found["total"]
    assert "kazan.bg-semantics" not in found["part"] and found["context"] >= 2
    assert all(found["part"].values())


def test_coverage_of_a_paper_that_is_not_carried(monkeypatch: pytest.MonkeyPatch) -> None:
    """An item of a catalogue that no file gives as its source is missing, in words, as data and in the code of the exit."""
    from dpsym import library

    rows = {
        "papers.csv": [
            {"key": "mine2026", "prefix": "mine", "year": "2026", "title": "A paper of mine", "authors": "Me"}
        ],
        "catalogue.csv": [
            {
                "id": f"mine.thm{n}",
                "paper": "mine2026",
                "kind": "theorem",
                "in_paper": "yes",
                "title": f"Theorem {n}",
            }
            for n in (1, 2)
        ],
    }
    for known in (library.catalogue, library.papers):
        known.cache_clear()
    monkeypatch.setattr(library, "_rows", rows.__getitem__)
    try:
        found = data("coverage", "--paper", "mine2026", code=3)
        assert (
            found["missing"] == ["mine.thm1", "mine.thm2"] and found["total"] == 2 and found["carried"] == 0
        )
        assert [r["extent"] for r in found["items"]] == ["missing", "missing"] and found["verdicts"] == {}
        assert not found["whole"] and not found["part"] and not found["context"]
        said = dpsym("coverage", "--paper", "mine2026", code=3)
        assert "0 of 2 carried: none" in said.stdout + said.stderr
        assert "2 missing" in said.stdout + said.stderr
        assert "missing" in next(line for line in said.stdout.splitlines() if "Theorem 2" in line)
    finally:
        for known in (library.catalogue, library.papers):
            known.cache_clear()


def test_reproduce() -> None:
    rows = data("reproduce", "--paper", "kazan2025")
    assert len(rows) > 30
    assert {"source", "what", "printed", "low", "high", "agrees"} <= set(rows[0])
    assert {r["agrees"] for r in rows} == {True, False}
    assert all(r["agrees"] is (r["expected"] == "agrees") for r in rows)


def test_trust_goes_down_to_rules() -> None:
    found = data("trust", BOUND)
    assert {t["name"] for t in found["theorems"]} == {"posterior.posterior_interval.forward"}
    assert found["rules"]["arith"] > 0 and found["engines"]
    assert "rules of the kernel" in dpsym("trust", BOUND).stdout
    assert "FLINT (ball arithmetic)" in data("trust", "posterior.technology_company")["engines"]


# ------------------------------------------------------------------------------------------------------ new
def test_new_writes_a_file_that_checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert dpsym("new", "conversions/my_bound").stdout.strip() == "conversions/my_bound.py"
    (row,) = data("check", "conversions/my_bound.py", "--all")
    assert (
        row["verdict"] == "proved" and row["as_declared"] and row["name"] == "conversions_2.my_bound"
    ) or row["name"]
    assert "exists" in dpsym("new", "conversions/my_bound", code=2).stderr
    assert "bound" in data("eval", "conversions/my_bound.py", "eps=1", "p=1/2")["values"]
    (tmp_path / "derivations").mkdir()
    assert dpsym("new", "posterior/other.py").stdout.strip() == "derivations/posterior/other.py"


@pytest.mark.parametrize(
    "path", ["", "a b", "1x", "class", "../up", "a/../b", "conversions/", "x-y", "a\0b", "_x"]
)
def test_new_refuses_names_that_are_none(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "Traceback" not in dpsym("new", path, code=2).stderr
    assert not list(tmp_path.rglob("*.py"))


# --------------------------------------------------------------------------------------------------- errors
def test_the_numbers_of_a_point_are_worked_out() -> None:
    """4/5, not (1/5)*4: a person compares them."""
    name = "bayesian.pure_posterior_ratio.for_all"
    assert "4/5" in (shown := dpsym("refute", name).stdout) and not re.search(
        r"\)\*\d", shown.split("holds")[0]
    )
    assert "(1/5)*4" not in dpsym("refute", name, "--json").stdout
    assert dpsym("eval", BOUND, "eps=(1/9)*4").stdout == dpsym("eval", BOUND, "eps=4/9").stdout


def test_a_second_page_for_a_paper_keeps_the_bibliography_of_the_first(tmp_path: Path) -> None:
    from dpsym.document.bibliography import bib_entries

    def keys() -> set[str]:
        return set(bib_entries((tmp_path / "dpsym.bib").read_text(encoding="utf-8")))

    folder = str(tmp_path)
    dpsym("render", NAME, "-o", folder, "--statement-only")
    first = keys()
    dpsym("render", "inference.hamming", "-o", folder, "--statement-only")
    assert first < keys()
    (tmp_path / "dpsym.bib").unlink()
    dpsym("render", "inference.hamming", "-o", folder, "--statement-only")
    assert not first <= keys()


@pytest.mark.parametrize("command", ["show", "check", "refute", "eval", "render", "trust"])
@pytest.mark.parametrize(
    "name", ["posterior.diference_bound", "no/such/place", "x" * 5000, "a\0b", "..", "", "-"]
)
def test_unknown_names(command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    result = dpsym(command, "--", name, code=2)
    assert "Traceback" not in result.stderr and len(result.stderr) < 2000


def test_a_misspelt_name_is_recognised() -> None:
    assert (
        "did you mean posterior.difference_bound" in dpsym("show", "posterior.diference_bound", code=2).stderr
    )
    assert "choose one" in dpsym("show", "posterior.largest_difference", code=2).stderr
    assert "kazan2025" in dpsym("list", "--paper", "nobody", code=2).stderr
    assert "--paper" in dpsym("coverage", code=2).stderr


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("x <= x + 1", "x <= x + 0.5"), "float 0.5"),
        (("claim=x <= x + 1", "claim=0 <= x <= 1"), "chained"),
        (("claim=x <= x + 1", "claim=x == x + 1"), "Eq(left, right)"),
        (("claim=x <= x + 1", "claim=x <= z"), "NameError"),
        (("claim=x <= x + 1", "claim=x <= Symbol('z')"), "not declared"),
        (("claim=x <= x + 1,", "claim=x <= x + 1"), "not valid Python"),
        (("from dpsym.language", "from dpsym.nothing"), "no module"),
        (('A small truth",', 'A $small$ truth",'), "no formula"),
        (("x = parameter", "from dpsym.language import nothing\nx = parameter"), "nothing"),
        (('"one is positive")', '"one is positive", by="other")'), "imported objects"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(folder: Path, change: tuple[str, str], words: str) -> None:
    text = TRUE.replace(*change)
    assert text != TRUE
    (folder / "small.py").write_text(text)
    result = dpsym("check", str(folder), code=2)
    assert words in result.stderr and "line" in result.stderr and "Traceback" not in result.stderr


def test_a_circle_of_files_is_named(folder: Path) -> None:
    for one, two in (("small", "second"), ("second", "small")):
        text = TRUE.replace("small", one).replace("from dpsym", f"from .{two} import {two}\nfrom dpsym", 1)
        (folder / f"{one}.py").write_text(text)
    result = dpsym("check", str(folder), code=2)
    assert "circular use" in result.stderr and "small" in result.stderr and "second" in result.stderr


def test_one_bad_file_does_not_hide_the_others(folder: Path) -> None:
    (folder / "broken.py").write_text("from dpsym.language import *\n1 +")
    result = dpsym("check", str(folder), code=2)
    assert "homework" in result.stdout and "proved" in result.stdout and "broken.py" in result.stderr


def test_the_help_of_every_command_is_laid_out() -> None:
    """The mark of a paragraph that keeps its lines is one character; written as two it is printed."""
    for name, command in main.commands.items():
        words = command.help or ""
        assert not re.search(r"(?m)^\s*\\b\s*$", words), name


def test_usage_errors() -> None:
    dpsym("nonsense", code=2)
    dpsym("check", "--jobs", "0", NAME, code=2)
    dpsym("eval", BOUND, "eps=1", "--digits", "0", code=2)
    dpsym("render", NAME, "--to", "docx", code=2)
    assert "0.1" in dpsym("--version").stdout
    assert "appendix" in dpsym("--help").stdout


def test_messages_go_to_stderr_and_colour_is_optional() -> None:
    result = dpsym("check", NAME)
    assert "1 proved" in result.stderr and "1 proved" not in result.stdout
    assert "\x1b" not in result.stdout
    coloured = CliRunner().invoke(main, ["check", NAME], color=True)
    assert "\x1b[32m" in coloured.stdout
    plain = CliRunner(env={"NO_COLOR": "1"}).invoke(main, ["check", NAME], color=True)
    assert "\x1b" not in plain.stdout


def test_a_closed_pipe_is_no_error() -> None:
    command = f'"{sys.executable}" -m dpsym list | head -n 1'
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert "Traceback" not in done.stderr and len(done.stdout.splitlines()) == 1


# --------------------------------------------------------------------------------------------------- README
def readme_examples() -> list[tuple[str, str]]:
    """The commands of the README and of the pages by hand of the documentation, with the output printed under them."""
    found: list[tuple[str, str]] = []
    block: list[str] | None = None
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("[!_g]*/*.md"))]
    for line in "\n".join(p.read_text(encoding="utf-8") for p in pages).splitlines():
        if line.startswith("```"):
            block = [] if block is None and line == "```console" else None
            continue
        if block is None:
            continue
        if line.startswith("$ "):
            found.append((line[2:], ""))
            block.append(line)
        elif found:
            found[-1] = (found[-1][0], found[-1][1] + line + "\n")
    return list(dict.fromkeys((c, o.strip()) for c, o in found if o.strip()))


PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath}
\newcommand{\eps}{\varepsilon}
\begin{document}
Posteriors.
"""


def readme_source() -> str:
    """The LaTeX that the documentation audits, without its preamble."""
    text = (ROOT / "docs" / "howto" / "audit.md").read_text(encoding="utf-8")
    return text.partition("```latex\n% dpsym:")[2].partition("```")[0].join(("% dpsym:", ""))


@pytest.mark.parametrize(("command", "output"), readme_examples(), ids=[c for c, _ in readme_examples()])
def test_the_readme_shows_real_output(
    command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = shlex.split(command)
    monkeypatch.chdir(tmp_path)
    if words[0] == "dpsym":
        false = (words[1] == "claim" and output.startswith("refuted")) or words[1] == "audit"
        if words[1] == "audit":
            Path(words[2]).write_text(PREAMBLE + readme_source() + "\\end{document}\n", encoding="utf-8")
        shown = dpsym(*words[1:], code=1 if false else 0).stdout
    else:
        assert words[:3] == ["python", "-m", "dpsym.kernel"]
        name = Path(words[-1]).stem
        dpsym("check", name, "--certificates", str(tmp_path / "certificates"))
        done = subprocess.run(
            [sys.executable, *words[1:]], capture_output=True, text=True, cwd=tmp_path, timeout=60
        )
        shown = done.stdout
    assert shown.strip() == output.strip()


def test_the_readme_shows_the_real_page() -> None:
    page = dpsym("render", NAME, "--to", "md", "--no-near-misses").stdout
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    quoted = [line[1:].strip().strip("*") for line in text.splitlines() if line.startswith(">")]
    assert quoted == [line.lstrip("#").strip().strip("*") for line in page.splitlines()]


def test_the_readme_s_theorem_file_is_the_library_s() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = text.partition("```python\n")[2].partition("```")[0]
    assert shown.strip()
    files = [p.read_text(encoding="utf-8") for p in (ROOT / "derivations").rglob("*.py")]
    assert any(shown.strip() in f for f in files), "the README's example is a file of the library"


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 120
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links and all((ROOT / x).is_file() for x in links)


def test_the_file_that_the_readme_begins_is_checked_in_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    new, check = re.findall(r"`dpsym ((?:new|check) my[^`]*)`", text)
    dpsym(*new.split())
    assert "proved" in dpsym(*check.split()).stdout


# ----------------------------------------------------------------------------------------------- completion
@pytest.mark.parametrize(
    ("line", "offered", "kept_out"),
    [
        ("dpsym show posterior.largest", "posterior.largest_difference.upper", "divergences.pinsker"),
        ("dpsym check diverg", "divergences", "posterior"),
        ("dpsym eval gaussian.del", "gaussian.delta", "gaussian.sigma"),
        ("dpsym eval lapl", "laplace.", "gaussian."),
        ("dpsym language Pure", "PureDP", "ZCDP"),
        ("dpsym errata --paper kaz", "kazan2025", "kifer2022"),
        ("dpsym ser", "serve", "show"),
    ],
)
def test_tab_completes_names(line: str, offered: str, kept_out: str) -> None:
    from click.shell_completion import ShellComplete

    words = line.split()
    found = [
        i.value
        for i in ShellComplete(main, {}, "dpsym", "_DPSYM_COMPLETE").get_completions(words[1:-1], words[-1])
    ]
    assert any(f.startswith(offered) for f in found) and not any(f.startswith(kept_out) for f in found)


# ----------------------------------------------------------------------------------------- what a message says
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("t = Theorem(title='x', claim=Integer(1) <= 2, proof=3)", "near_misses, example, cited, evaluate"),
        (
            "import math\nt = Theorem(title='x', claim=math.exp(parameter('a')) >= 1)",
            "come from dpsym.language",
        ),
        ("a = 1", "no theorem, definition, example or figure is stated there"),
    ],
)
def test_a_file_that_cannot_be_used_is_answered_with_what_to_write(
    tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "mine.py").write_text(
        f'"""Mine."""\nfrom dpsym.language import *\n{text}\n', encoding="utf-8"
    )
    done = dpsym("check", str(tmp_path / "mine.py"), code=2)
    assert said in done.stderr


def test_nearly_the_name_of_an_evaluator_is_answered_with_it() -> None:
    assert "did you mean gaussian.delta" in dpsym("eval", "gausian.delta", "sigma=1", "eps=1", code=2).stderr


def test_an_unknown_notion_is_named_before_its_undeclared_budget() -> None:
    assert "did you mean PureDP or ApproxDP?" in dpsym("claim", "DP(eps) => TV <= eps", code=2).stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["necessary", "1 < 2"], "no condition and no hypothesis"),
        (["new", "my_paper/9abc"], "a letter first"),
        (["new", "my_paper/class"], "no keyword of Python"),
        (["plot", "gaussian.delta sigma=1 eps=0", "--json"], "such as eps=0..1; it has 0"),
        (["plot", "gaussian.delta sigma=1..2 eps=0..1", "--json"], "it has 2"),
    ],
)
def test_a_message_says_what_to_write(words: list[str], says: str) -> None:
    done = CliRunner().invoke(main, words)
    assert says in done.stderr and not done.stdout
    assert done.exit_code == (0 if words[0] == "necessary" else 2)
