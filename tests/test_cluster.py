"""A dask cluster of separate processes: same verdicts, nothing believed, and a worker that dies changes nothing."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dpsym.claims import on_cluster, settle
from dpsym.claims.sessions import suggesting
from dpsym.cli import main
from dpsym.keeping.store import Nowhere
from dpsym.kernel import check
from dpsym.library import Library, load, user_files
from dpsym.numbers.plot import Asked, curve
from dpsym.prove.session import Session
from dpsym.reports import Finding, Reporter, cluster, run
from dpsym.reports.cluster import NoCluster, Searched, Sent, connected
from dpsym.reports.curves import Shared
from dpsym.reports.parallel import waits_of

needs_dask = pytest.mark.skipif(
    find_spec("distributed") is None,
    reason="distributed is not installed: pip install 'dpsym[dask]'",
)

FILE = '''"""Bounds on exponentials, one on top of the other."""
import os
import time
from dpsym.language import *

time.sleep(float(os.environ.get("SLOW_TO_READ", "0")))
x = parameter("x", at_least=0)
first = Theorem(title="Linear", claim=1 + x <= exp(x))
second = Theorem(
    title="Square", claim=(1 + x) ** 2 <= exp(x) ** 2,
    derivation=Chain((1 + x) ** 2).le(exp(x) ** 2, "both sides squared", by=first),
    near_misses={"less": variant((2 + x) ** 2 <= exp(x) ** 2)},
)
third = Theorem(
    title="Shifted", claim=2 + x <= 1 + exp(x), derivation=Chain(2 + x).le(1 + exp(x), "one more", by=first)
)
false = Theorem(title="Too much", claim=1 + 2 * x <= exp(x))
'''


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = tmp_path / f"bounds_{os.getpid()}_{time.monotonic_ns()}"
    folder.mkdir()
    (folder / "exponentials.py").write_text(FILE, encoding="utf-8")
    found = load(user_files(folder))
    assert not found.broken and len(list(found)) == 4
    return found


def started(*words: str, **environment: str) -> subprocess.Popen[bytes]:
    """A process of the cluster."""
    command = [sys.executable, "-m", "dask", *words]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, env={**os.environ, **environment}, **quiet)  # type: ignore[call-overload]


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, directory: Path) -> None:
        self.file = directory / "scheduler.json"
        at = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter")
        self.processes = [started("scheduler", *at, "--scheduler-file", str(self.file))]
        until(self.file.is_file)
        self.address = str(json.loads(self.file.read_text())["address"])

    def worker(self, **environment: str) -> subprocess.Popen[bytes]:
        words = ("worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        self.processes.append(started(*words, **environment))
        return self.processes[-1]

    def close(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait(timeout=30)


def until(holds: Any, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.1)


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler without a worker."""
    found = Cluster(tmp_path)
    yield found
    found.close()


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two workers, which start once for the tests that change nothing of them."""
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    found.worker()
    found.worker()
    yield found.address
    found.close()


def findings(library: Library, directory: Path, **options: Any) -> list[Finding]:
    found = run(library, "finding", list(library), jobs=1, directory=directory, **options)
    return [replace(f, seconds=0) for f in found]


def no_search(self: Session, prover: Any) -> Any:
    raise AssertionError("the caller searched")


@needs_dask
def test_a_cluster_finds_what_one_process_finds(
    library: Library, two_workers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = findings(library, tmp_path / "alone")
    assert [f.verdict for f in alone] == ["proved", "proved", "proved", "refuted"]
    told: list[str] = []
    true = Library(tuple(i for i in library if i.entry.title != "Too much"))
    with monkeypatch.context() as patch:  # the certificates are the workers'
        patch.setattr(Session, "search", no_search)
        proved = findings(true, tmp_path / "there", dask=two_workers, note=told.append)
    assert proved == alone[:3] and not told
    assert findings(library, tmp_path / "there", dask=two_workers, note=told.append) == alone


@needs_dask
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(
    library: Library, dask: Cluster, tmp_path: Path
) -> None:
    alone = findings(library, tmp_path / "alone")
    slow = dask.worker(SLOW_TO_READ="600")
    found: list[Finding] = []
    told: list[str] = []
    caller = threading.Thread(
        target=lambda: found.extend(
            findings(library, tmp_path / "there", dask=dask.address, note=told.append)
        )
    )
    with connected(dask.address) as client:
        caller.start()
        until(lambda: any(client.processing().values()))
        time.sleep(1)
        os.kill(slow.pid, signal.SIGKILL)  # it has begun, and will never send anything
        assert slow.wait(timeout=30) == -signal.SIGKILL
        dask.worker()
        caller.join(timeout=240)
    assert found == alone and not told


CLAIMS = {
    "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)": "proved",
    "for x >= 0: x + 1 <= exp(x)": "proved",
    "for eps >= 0: PureDP(eps) => TV <= tanh(eps/3)": "refuted",
    "for x: log(x) <= x": "not a claim",
}


@needs_dask
def test_claims_are_settled_with_what_workers_find(two_workers: str, tmp_path: Path) -> None:
    file = tmp_path / "claims.txt"
    file.write_text("\n".join(CLAIMS), encoding="utf-8")
    said = {}
    for more in ([], ["--dask", two_workers]):
        done = CliRunner().invoke(main, ["claim", "--file", str(file), "--json", *more])
        assert done.exit_code == 2, done.output
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        said[bool(more)] = [(r["claim"], r["verdict"], r.get("scope"), r.get("witness")) for r in rows]
    assert said[True] == said[False]
    assert {claim: verdict for claim, verdict, *_ in said[True]} == CLAIMS


def test_a_forged_answer_is_found_out() -> None:
    """A worker that says proved, with the certificate of something else; and one that sends nothing that can be read."""
    text, other = "for x >= 0: x + 2 <= exp(x)", "for x >= 0: x + 1 <= exp(x)"
    sent = on_cluster.search(other, ())
    assert sent.verdict == "proved" and sent.entries
    store = Nowhere()
    with suggesting(store):
        settle(text)
    body = sent.entries[0][1]
    for entries in (
        [(key, body) for key in store.kept or [sent.entries[0][0]]],
        [("key", "[")],
        [("key", "[]")],
    ):
        asked = on_cluster.Asked(Client(lambda found: found), [])
        asked.asked[text] = Future(replace(sent, entries=tuple(entries)))
        assert asked.settle(text).verdict == settle(text).verdict == "refuted"
    asked.asked[text] = Future(replace(sent, verdict="undecided", entries=()))
    assert asked.settle(text).verdict == "undecided"  # which claims nothing


@needs_dask
def test_the_harness_asks_a_cluster(two_workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "claims"))
    harness = importlib.import_module("test_harness")
    work = [
        ("for x >= 0: x <= x + 1", "true"),
        ("for x >= 0: x + 1 <= x", "false"),
        ("for x: x <= 2", "false"),
    ]
    there = {r.text: r for r in harness.on_cluster(two_workers, work, "true,false")}
    here = {text: harness.answered(text, kind, "true,false") for text, kind in work}
    for text, _ in work:
        assert replace(there[text], seconds=0) == replace(here[text], seconds=0)
    assert [there[text].verdict for text, _ in work] == ["proved", "refuted", "refuted"]


@needs_dask
def test_where_there_is_no_scheduler_is_said() -> None:
    with (
        pytest.raises(NoCluster, match="no scheduler at tcp"),
        connected("tcp://127.0.0.1:9", 0.5),
    ):
        pass


@pytest.mark.parametrize(
    "words",
    [
        ["check", "divergences.pinsker"],
        ["claim", "1 < 2"],
        ["plot", "gaussian.delta sigma=1 eps=0..1", "--json"],
    ],
)
def test_without_dask_the_exit_code_says_that_a_program_is_missing(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [m for m in sys.modules if m.partition(".")[0] == "distributed"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = CliRunner().invoke(main, [*words, "--dask", "tcp://127.0.0.1:9"])
    assert done.exit_code == 4 and "pip install 'dpsym[dask]'" in done.stderr


CURVES = ("gaussian.delta sigma=1 eps=0..5", "census.curves.figure_13")


def plotted(*more: str) -> list[Any]:
    done = CliRunner().invoke(main, ["plot", *CURVES, "--points", "25", "--log", "y", "--json", *more])
    assert done.exit_code == 0, done.output
    assert "computed here" not in done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


@needs_dask
def test_curves_have_the_points_of_one_process(two_workers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = plotted()
    assert [len(c["values"]) for c in alone] == [25, 25, 25]
    asked = Asked.values
    here: list[int] = []

    def counted(self: Asked, xs: Any, figure: Any = None) -> Any:
        here.append(len(xs))
        return asked(self, xs, figure)

    monkeypatch.setattr(Asked, "values", counted)
    assert plotted("--dask", two_workers) == alone
    assert here == [1] * 9, "of each share one point is computed here"


@needs_dask
def test_a_worker_that_is_killed_takes_no_points_with_it(dask: Cluster) -> None:
    text = "discrete_gaussian.delta sigma=40 k=20 eps=0..2"
    alone = curve(text, 61)
    told: list[str] = []
    found = []
    first = dask.worker()
    with connected(dask.address) as client:
        shared = Shared(client, (), told.append)
        caller = threading.Thread(target=lambda: found.append(curve(text, 61, compute=shared.compute)))
        caller.start()
        until(lambda: any(client.processing().values()))
        os.kill(first.pid, signal.SIGKILL)
        assert first.wait(timeout=30) == -signal.SIGKILL
        dask.worker()
        caller.join(timeout=240)
    assert found == [alone] and not told


@pytest.mark.parametrize(
    "change",
    [
        lambda ends: tuple((low + 1, high + 1) for low, high in ends),  # other values
        lambda ends: ends[1:],  # too few
        lambda ends: tuple((high + 1, low) for low, high in ends),  # no intervals
        lambda ends: RuntimeError("the worker died too often"),
        lambda ends: "?",
    ],
)
def test_points_that_cannot_be_right_are_computed_here(change: Any) -> None:
    class Sends:
        def submit(self, task: Any, *of: Any, pure: bool) -> Future:
            return Future(change(task(*of)))

    told: list[str] = []
    text = "gaussian.delta sigma=1 eps=0..5"
    shared = Shared(Sends(), (), told.append)  # type: ignore[arg-type]
    assert curve(text, 25, compute=shared.compute) == curve(text, 25) and len(told) == 1
    with pytest.raises(ValueError, match="sigma"):
        curve("gaussian.delta sigma=-1 eps=0..5", 25, compute=shared.compute)


# ------------------------------------------------------------------------------ workers that lie, or send nothing
class Future:
    """A result that is there."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def result(self) -> Any:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


class Client:
    """A cluster in this process, whose workers' results are changed on the way."""

    def __init__(self, change: Any) -> None:
        self.change = change

    def submit(self, task: Any, name: str, files: Any, options: Any, before: Any, *, key: str) -> Future:
        told = [b.value if isinstance(b, Future) else b for b in before]
        return Future(
            self.change(task(name, files, options, [b for b in told if not isinstance(b, Exception)]))
        )


def settled(library: Library, change: Any) -> tuple[list[Finding], list[str]]:
    """What the caller finds with such a cluster, and what it is told."""
    items, told = list(library), []  # type: ignore[var-annotated]
    reporter = Reporter(library, Nowhere())
    searched = Searched(Client(change), items, waits_of(items), reporter.session, library, {}, told.append)
    found = []
    for k, item in enumerate(items):
        searched.bring(k)
        found.append(replace(reporter.finding(item), seconds=0))
        certificate = reporter.verdict(item.entry).certificate
        assert certificate is None or check(certificate, reporter.session.library)
    return found, told


def forged(sent: Sent) -> Sent:
    """Every certificate under every other key, and everything said to be proved."""
    texts = [text for _, text in sent.entries]
    entries = tuple((key, texts[k - 1]) for k, (key, _) in enumerate(sent.entries))
    return Sent(entries, sent.settled and replace(sent.settled, status="proved", accepted=True))


def emptied(sent: Sent) -> Sent:
    return Sent(())


def broken(sent: Sent) -> Sent:
    return Sent(tuple((key, text[:-1]) for key, text in sent.entries), sent.settled)


def failed(sent: Sent) -> Exception:
    return RuntimeError("the worker died too often")


@pytest.mark.parametrize("change", [lambda sent: sent, forged, emptied, broken, failed])
def test_what_workers_send_changes_no_verdict(
    library: Library, change: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "library_of", lambda files: library)
    alone = Reporter(library, Nowhere())
    expected = [replace(alone.finding(item), seconds=0) for item in library]
    found, told = settled(library, change)
    assert found == expected
    assert bool(told) == (change in (broken, failed))
