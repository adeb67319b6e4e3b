"""An internal error is never an answer: it has the verdict `error` and exit code 70, and ends no run.

Faults are put into the prover, into what the kernel's answer becomes, into worker processes and into the writers of
pages, and each command is asked what it says then.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sympy
from click.testing import CliRunner, Result
from generated import Claims, Found, try_claim, try_theorem
from siblings import one_in

from dpsym import faults
from dpsym.claims import NotAClaim, settle
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.meaning import Reader, read
from dpsym.claims.reading.syntax import parse
from dpsym.claims.ways.theorems import Theorems
from dpsym.cli import main
from dpsym.faults import Fault
from dpsym.language import StatementError, Theorem, as_written, parameter
from dpsym.prove.lines.tactic import Prover
from dpsym.prove.session import Session
from dpsym.reals.exact import Undecided
from dpsym.reports import Reporter

ROOT = Path(__file__).parents[2]
FILE = '''"""Three small statements."""
from dpsym.language import *

x = parameter("x", at_least=0, about="a number")
one = Theorem(title="One", claim=Le(x, x + 1), near_misses={"less": variant(Le(x, x - 1))})
two = Theorem(title="Two", claim=Le(x, x + 2), derivation=have(Le(x, x + 2), by=one))
three = Theorem(title="Three", claim=Le(x, x + 3))
'''
WORDS = "out of cheese"
TRUE, FALSE, NONE = "for x >= 0: x <= x + 1", "for x >= 0: x + 1 <= x", "for x: 1 <"
KINDS = [KeyError(WORDS), ValueError(WORDS), RecursionError(WORDS), MemoryError(WORDS), AssertionError(WORDS)]


def dpsym(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments), prog_name="dpsym")


def is_reported(found: Result, about: str = "") -> None:
    assert found.exit_code == 70, (found.exit_code, found.stdout, found.stderr)
    assert found.exception is None or isinstance(found.exception, SystemExit)
    for words in ("internal error", WORDS, "version", "command  dpsym ", "place", "DPSYM_TRACEBACK=1", about):
        assert words in found.stderr
    assert "Traceback" not in found.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    from dpsym.library import files

    for name in files._packages:
        for module in [m for m in sys.modules if m.partition(".")[0] == name]:
            del sys.modules[module]
    files._packages.clear()
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path / "cache"))
    home = tmp_path / "homework"
    home.mkdir()
    (home / "small.py").write_text(FILE)
    return home


def raising(error: Exception) -> Callable[..., Any]:
    def broken(*_: Any, **__: Any) -> Any:
        raise error

    return broken


def broken_for(title: str, error: Exception, then: Callable[..., Any]) -> Callable[..., Any]:
    """A search that fails for one theorem."""

    def search(self: Any, prover: Any) -> Any:
        if prover.theorem.title == title:
            raise error
        return then(self, prover)

    return search


# --------------------------------------------------------------------------------------------------- claims
@pytest.mark.parametrize("error", KINDS, ids=lambda e: type(e).__name__)
def test_a_crash_of_the_search_is_no_answer_to_a_claim(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Prover, "run", raising(error))
    found = dpsym("claim", TRUE)
    is_reported(found, TRUE)
    assert type(error).__name__ in found.stderr
    assert found.stdout == "error\n"
    found = dpsym("claim", TRUE, "--json")
    is_reported(found, TRUE)
    row = json.loads(found.stdout)
    assert {"claim", "verdict", "scope", "method", "witness", "seconds", "error", "place"} <= set(row)
    assert row["verdict"] == "error" and WORDS in row["error"] and row["claim"] == TRUE
    monkeypatch.setenv("DPSYM_TRACEBACK", "1")
    assert "Traceback" in dpsym("claim", TRUE).stderr
    assert "Traceback" in json.loads(dpsym("claim", TRUE, "--json").stdout)["traceback"]


def test_in_a_file_of_claims_one_crash_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crash = raising(KeyError(WORDS))
    monkeypatch.setattr(
        "dpsym.claims.settle", lambda text, *more: crash() if "17" in text else settle(text, *more)
    )
    path = tmp_path / "claims.txt"
    path.write_text("\n".join([TRUE, "for x >= 0: x <= 17", FALSE, NONE, "for x >= 0: 17 <= x", TRUE]))
    found = dpsym("claim", "--file", str(path), "--json")
    is_reported(found, "the claim for x >= 0: x <= 17; the claim for x >= 0: 17 <= x")
    assert found.stderr.count("internal error") == 1  # of one kind
    verdicts = [json.loads(line)["verdict"] for line in found.stdout.splitlines()]
    assert verdicts == ["proved", "error", "refuted", "not a claim", "error", "proved"]
    found = dpsym("claim", "--file", str(path))
    is_reported(found)
    assert found.stdout.splitlines().count("error") == 2


@pytest.mark.parametrize(
    ("command", "function"), [("tightest", "tightest_of_each"), ("necessary", "necessary")]
)
def test_what_sharpens_claims_crashes_with_a_report(
    command: str, function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"dpsym.claims.{function}", raising(IndexError(WORDS)))
    is_reported(dpsym(command, TRUE))
    found = dpsym(command, TRUE, "--json")
    is_reported(found)
    assert json.loads(found.stdout)["verdict"] == "error"


@pytest.mark.parametrize("where", ["dpsym.audit.judging.answer_to", "dpsym.audit.judging.undefined"])
@pytest.mark.parametrize("error", [*KINDS, TypeError(WORDS)], ids=lambda e: type(e).__name__)
def test_a_crash_at_a_line_of_a_paper_is_no_judgement_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, where: str
) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text("% dpsym all: 0 < p < 1\n\\[ p &\\le 2p \\]\n\\[ p &\\le f(p) \\]\n", encoding="utf-8")
    monkeypatch.setattr(where, raising(error))
    found = dpsym("audit", str(paper))
    is_reported(found, "paper.tex:2:")
    assert "1 not read, 1 error" in found.stderr
    rows = json.loads(dpsym("audit", str(paper), "--json").stdout)
    assert [row["verdict"] for row in rows] == ["error", "not read"]
    assert WORDS in rows[0]["error"] and "error" not in rows[1]


def test_a_crash_near_a_line_that_fails_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = tmp_path / "paper.tex"
    paper.write_text("% dpsym all: 0 < p < 1\n\\[ p &\\le p^2 \\]\n", encoding="utf-8")
    monkeypatch.setattr("dpsym.audit.run.nearest", raising(TypeError(WORDS)))
    is_reported(dpsym("audit", str(paper)), "paper.tex:2:")
    assert dpsym("audit", str(paper), "--no-nearest").exit_code == 1


@pytest.mark.parametrize(
    "error", [ZeroDivisionError(WORDS), OverflowError(WORDS), KeyError(WORDS)], ids=lambda e: type(e).__name__
)
def test_a_crash_of_an_evaluator_is_no_undecided_number(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr("dpsym.evaluation.named", raising(error))
    is_reported(dpsym("eval", "gaussian.delta", "sigma=1", "eps=1"))
    monkeypatch.setattr("dpsym.numbers.census.scenario", raising(error))
    is_reported(dpsym("census"))
    monkeypatch.setattr("dpsym.evaluation.named", raising(Undecided("too wide")))
    found = dpsym("eval", "gaussian.delta", "sigma=1", "eps=1")
    assert found.exit_code == 3 and "too wide" in found.stderr


# --------------------------------------------------------------------------------------------------- entries
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("error", [KeyError(WORDS), RecursionError(WORDS)], ids=lambda e: type(e).__name__)
def test_a_crash_of_one_entry_leaves_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: str, error: Exception
) -> None:
    monkeypatch.setattr(Session, "search", broken_for("Three", error, Session.search))
    found = dpsym("check", str(folder), "--jobs", jobs)
    is_reported(found, "homework.small.three")
    assert sorted(line.split()[0] for line in found.stdout.splitlines() if "homework" in line) == [
        "error", "proved", "proved",
    ]  # fmt: skip
    rows = {r["name"]: r for r in json.loads(dpsym("check", str(folder), "--jobs", jobs, "--json").stdout)}
    assert rows["homework.small.three"]["verdict"] == "error"
    assert WORDS in rows["homework.small.three"]["tried"]
    assert rows["homework.small.three"]["as_declared"] is False


def test_what_rests_on_a_crash_is_an_error_too_and_says_where(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "search", broken_for("One", KeyError(WORDS), Session.search))
    found = dpsym("check", str(folder))
    is_reported(found, "homework.small.two, at One")
    assert [line.split()[0] for line in found.stdout.splitlines() if "homework" in line].count("error") == 2


def test_it_goes_before_a_refutation_and_a_bad_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "search", broken_for("Three", KeyError(WORDS), Session.search))
    (folder / "false.py").write_text(FILE.replace("x, x + 2", "x + 2, x"))
    (folder / "broken.py").write_text("import nothing_of_this_name")
    is_reported(dpsym("check", str(folder)), "homework.small.three")


def test_a_process_that_dies_takes_only_its_own_entry_with_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Session.search

    def dying(self: Any, prover: Any) -> Any:
        if prover.theorem.title == "Three":
            os.kill(os.getpid(), signal.SIGKILL)
        return search(self, prover)

    monkeypatch.setattr(Session, "search", dying)
    found = dpsym("check", str(folder), "--jobs", "2")
    assert found.exit_code == 70 and "homework.small.three" in found.stderr
    assert [line.split()[0] for line in found.stdout.splitlines() if "homework" in line] == [
        "proved", "proved", "error",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "command", one_in(1, ["show", "render", "trust", "errata", "refute"], dear=["errata"])
)
def test_commands_for_one_entry(folder: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr(Session, "settle", raising(KeyError(WORDS)))
    monkeypatch.setattr(Session, "refute", raising(KeyError(WORDS)))
    what = ["--paper", "kazan2025"] if command == "errata" else [str(folder / "small.py")]
    if command in ("show", "trust", "refute"):
        what = ["posterior.largest_difference.upper"]
    is_reported(dpsym(command, *what))
    found = dpsym(command, *what, "--json")
    is_reported(found)
    assert json.loads(found.stdout)


@pytest.mark.parametrize("command", one_in(1, ["coverage", "reproduce"], dear=["coverage"]))
def test_commands_for_a_paper(monkeypatch: pytest.MonkeyPatch, command: str, tmp_path: Path) -> None:
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path))
    monkeypatch.setattr(Session, "settle", raising(KeyError(WORDS)))
    monkeypatch.setattr(Reporter, "_number", raising(KeyError(WORDS)))
    found = dpsym(command, "--paper", "kazan2025", "--json")
    is_reported(found)
    assert json.loads(found.stdout)


def test_eval_plot_and_census(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("dpsym.evaluation.named", raising(KeyError(WORDS)))
    monkeypatch.setattr("dpsym.numbers.census.scenario", raising(KeyError(WORDS)))
    monkeypatch.setattr("dpsym.numbers.plot.curve", raising(KeyError(WORDS)))
    is_reported(dpsym("eval", "gaussian.delta", "sigma=1", "eps=1"))
    is_reported(dpsym("census"))
    is_reported(dpsym("plot", "gaussian.delta sigma=1 eps=0..1", "--json"))


def test_a_crash_of_list_and_of_new(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dpsym.headings.headings", raising(KeyError(WORDS)))
    is_reported(dpsym("list"))
    monkeypatch.setattr(Path, "open", raising(KeyError(WORDS)))
    is_reported(dpsym("new", "my/bound"))


@pytest.mark.parametrize("error", [KeyError(WORDS), OSError(WORDS), type("Own", (Exception,), {})(WORDS)])
def test_a_version_that_cannot_be_read_is_left_out(
    error: Exception, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.metadata.version", raising(error))
    monkeypatch.setattr("dpsym.headings.headings", raising(KeyError(WORDS)))
    found = dpsym("list")
    is_reported(found)
    assert "sympy" not in found.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_appendix_is_set_without_the_page_that_crashes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, jobs: str
) -> None:
    import dpsym.document.media.appendix as appendix

    good = appendix.fragment
    monkeypatch.setattr(
        appendix,
        "fragment",
        lambda page, *rest: raising(KeyError(WORDS))() if page.entry.title == "Two" else good(page, *rest),
    )
    out = tmp_path / "out"
    found = dpsym("appendix", str(folder), "-o", str(out), "--no-pdf", "--jobs", jobs, "--json")
    is_reported(found, "homework.small.two")
    assert "dpsym failed" in (out / "fragments" / "homework-small-two.tex").read_text()
    assert "dpsym failed" not in (out / "fragments" / "homework-small-one.tex").read_text()
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path / "another"))
    monkeypatch.setattr(Session, "search", broken_for("Three", KeyError(WORDS), Session.search))
    found = dpsym("appendix", str(folder), "-o", str(out), "--no-pdf", "--jobs", jobs, "--json")
    assert json.loads(found.stdout)["verdicts"]["error"] == 1
    is_reported(found, "homework.small.three")


@pytest.mark.parametrize("form", ["tex", "html", "md", "txt"])
def test_a_writer_that_crashes(folder: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.setattr("dpsym.document.words.wording.Wording.__init__", raising(KeyError(WORDS)))
    is_reported(dpsym("render", str(folder / "small.py"), "--to", form))


def test_a_near_miss_that_crashes_is_no_near_miss_refuted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Session, "confirm", raising(KeyError(WORDS)))
    found = dpsym("check", str(folder), "--all")
    is_reported(found, "a variant of homework.small.one")


# --------------------------------------------------------------------------------- what is no internal error
def test_bad_usage_and_bad_claims_keep_their_code() -> None:
    for arguments in (["claim"], ["claim", NONE], ["nothing"], ["--nothing"], ["check", "no.such.name"]):
        found = dpsym(*arguments)
        assert found.exit_code == 2 and "internal error" not in found.output
    done = subprocess.run(
        [sys.executable, "-m", "dpsym", "claim", NONE], capture_output=True, cwd=ROOT, timeout=60
    )
    assert done.returncode == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_is_quiet(folder: Path, tmp_path: Path, jobs: str) -> None:
    program = (
        "import sys, time\n"
        # a job in the background inherits that it ignores interrupts
        "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from dpsym.prove.session import Session\n"
        "def slow(self, prover):\n"
        "    print('searching\\n', end='', flush=True)\n"
        "    time.sleep(60)\n"
        "Session.search = slow\n"
        "from dpsym.cli import main\n"
        f"main(['check', {str(folder)!r}, '--jobs', {jobs!r}])\n"
    )
    done = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert done.stdout is not None
    assert done.stdout.readline().startswith("searching")
    start = time.monotonic()
    done.send_signal(signal.SIGINT)
    _, err = done.communicate(timeout=30)
    assert done.returncode == 130 and time.monotonic() - start < 20
    assert "Traceback" not in err and "internal error" not in err and "Aborted" not in err


def test_a_reader_that_goes_is_no_answer() -> None:
    command = f"{sys.executable} -m dpsym list | head -0"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, cwd=ROOT, timeout=60
    )
    assert done.returncode == 141 and b"Traceback" not in done.stderr


def test_a_statement_that_cannot_be_read_is_undecided() -> None:
    n = parameter("n", integer=True)
    with as_written():
        whole = Theorem(title="Unread", claim=sympy.Le(sympy.factorial(n), 1))
    with pytest.raises(StatementError):
        Session().settle(whole)
    with pytest.raises(StatementError, match="no real number"):
        Theorem(title="Pole", claim=sympy.Le(parameter("x") / 0, 1))


# ------------------------------------------------------------------------------------------------ the faults
def test_a_fault_says_where() -> None:
    try:
        faults.versions.__wrapped__  # type: ignore[attr-defined]  # noqa: B018
    except AttributeError as error:
        found = faults.fault_of(error, "a test")
    assert (
        found.about == "a test"
        and "in test_a_fault_says_where" in found.place
        and "AttributeError" in found.error
    )
    assert len(faults.fault_of(KeyError("long " * 1000)).error) < 400
    assert "DPSYM_TRACEBACK" in Fault("KeyError", "here").report("dpsym check")


LOOKED_UP, INVERTED, UNSIGNED = (
    lambda: sympy.Dict({})[1],
    sympy.Matrix([1, 2]).inv,
    lambda: sympy.perfect_power(sympy.Symbol("x")),  # sympy asks whether x < 0
)
ASKED_HERE = (lambda: bool(sympy.Symbol("x") < 1), lambda: float(sympy.Symbol("x")))


@pytest.mark.parametrize(
    "raised",
    [
        INVERTED,
        ASKED_HERE[0],
        *(pytest.param(raising(e(WORDS)), marks=pytest.mark.slow) for e in (TypeError, KeyError)),
    ],
)
def test_a_search_of_the_library_hides_no_defect(
    raised: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What sympy is known to raise there leaves the claim to what comes after; anything else is seen."""
    for known in (LOOKED_UP, UNSIGNED):
        monkeypatch.setattr(Theorems, "prove", lambda *_, known=known: known())
        assert settle("for 0 <= mu: GaussianDP(mu) => TV <= mu").verdict == "cited"
    monkeypatch.setattr(Theorems, "prove", lambda *_: raised())
    with pytest.raises((ValueError, TypeError, KeyError)):
        settle("for 0 <= mu: GaussianDP(mu) => TV <= mu")


@pytest.mark.parametrize(
    "raised", [INVERTED, *ASKED_HERE, raising(TypeError(WORDS)), raising(AttributeError(WORDS))]
)
def test_the_reading_of_a_claim_hides_no_defect(
    raised: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for known in (LOOKED_UP, UNSIGNED):
        monkeypatch.setattr(Reader, "claim", lambda *_, known=known: known())
        with pytest.raises(NotSupported, match="this nesting"):
            read(parse(TRUE))
    monkeypatch.setattr(Reader, "claim", lambda *_: raised())
    with pytest.raises((ValueError, TypeError, AttributeError)) as found:
        read(parse(TRUE))
    assert not isinstance(found.value, NotAClaim)


CRASHED_ONCE = [
    pytest.param(  # searched to the limit of 24 s
        "for 0 < eps <= 1, 0 < delta < 1/2: GaussianDP(eps/sqrt(2*log(5/(4*delta)))) => ApproxDP(eps, delta)",
        marks=pytest.mark.slow,
    ),
    "for 1 < eps, mu, x > 0: min(erf(min(1e-6, x)), (0)^eps) < ((min(0, 1/2))^eps)^x",
    "for -1 < rho < 1, Phi_inv(rho) >= (3)^(-1): DiscreteGaussian(2) => ProbDP(sqrt(1e-6), 1)",
]


@pytest.mark.parametrize("text", CRASHED_ONCE)
def test_what_crashed_once(text: str) -> None:
    assert not isinstance(try_claim(text, 60), Found)


def test_a_root_squared_in_an_exponent() -> None:
    """It ended in a ValueError: the derivative is a multiple of nothing, as it is 0."""
    assert settle("for 0 < delta < 1: exp(-(sqrt(2*log(1/delta)))^2/2) = delta").verdict == "proved"


def fuzz(count: int, seed: int, each: float) -> None:
    for k in range(count):
        rng = random.Random(seed * 1000 + k)
        for found in (try_claim(Claims(rng).claim(), each), try_theorem(rng, each)):
            assert isinstance(found, str), f"{found.about}\n{found.trace}"


def test_a_few_generated_statements_crash_nothing() -> None:
    fuzz(8, 7, 2)


@pytest.mark.slow
def test_many_generated_statements_crash_nothing() -> None:
    fuzz(400, 8, 10)
