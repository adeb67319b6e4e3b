"""Coq files of many theorems, coqc over them in parallel, and the table of what it accepted.

Theorems share a file, so that Coq's libraries are loaded once for many. Which ones depends on names and on what they
cite only, never on their proofs; a file whose text, and that of those below it, is as it was is not checked again.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from pathlib import Path

from dpsym.coq.exported import Exported
from dpsym.coq.names import THEORIES
from dpsym.coq.signed import digest_of_code

ORDER = ("Meaning", "Rules", "Pairs", "Analysis", "Enclose", "Reduction")  # as they build on each other
FLAGS = ("-w", "-ambiguous-paths", "-Q", ".", "Dpsym")
PACKAGES = "coq libcoq-coquelicot libcoq-interval libcoq-flocq"  # of Debian
LARGEST = 1_200_000  # characters of a file, unless one theorem has more
LARGE = (
    2_500_000  # characters, from which on memory counts for more than time: a third less for a third longer
)
SHARE = 6  # one folder's theorems are cut about every so many derivation files
STANDARD = frozenset(
    {"classic", "functional_extensionality_dep", "sig_forall_dec", "sig_not_dec"}
)  # Coq's classical reals
AXIOM = re.compile(r"^([A-Za-z_][\w.']*)(?= *:|$)", re.M)  # in what Print Assumptions prints


class CoqMissing(Exception):
    """coqc, or a library that the files need, is not there; the text says what to install."""


@dataclass(frozen=True)
class Batch:
    """Theorems in one Coq file, in an order in which each stands after what it cites."""

    name: str
    theorems: tuple[Exported, ...]
    below: tuple[str, ...]  # names of batches that it needs

    @property
    def needs(self) -> list[str]:
        """The files of lemmas that the theorems use, in the order in which they build on each other."""
        found = {n for t in self.theorems for n in t.needs}
        return ["Meaning", "Rules", *(n for n in ORDER if n in found)]

    @property
    def under(self) -> tuple[str, ...]:
        """All files that have to be compiled first, theories and batches, in order."""
        return (*ORDER[: max(map(ORDER.index, self.needs)) + 1], *self.below)

    def text(self) -> str:
        """The text of the Coq file."""
        head = [
            f"(** {', '.join(t.name for t in self.theorems)} *)",
            "From Coq Require Import Reals Lra Lia.",
        ]
        head += [f"From Dpsym Require Import {' '.join(self.needs)}."]
        head += [f"From Dpsym Require Import {b}." for b in self.below]
        head += ["Open Scope R_scope.", 'Set Default Proof Using "All".', ""]
        modules = [f"(** {t.name} *)\n{t.text}" for t in self.theorems]
        together = ", ".join(t.proved for t in self.theorems)
        tail = f"Definition all_of_them := ({together}).\nPrint Assumptions all_of_them.\n"
        return "\n".join(head) + "\n".join(modules) + tail


@dataclass
class Result:
    """What coqc said of one batch: accepted, the axioms of all its theorems together, or its message. What rests on
    an axiom that is none of Coq's classical reals is not accepted."""

    digest: str
    accepted: bool
    seconds: float = 0.0  # of the clock
    cpu: float = 0.0  # seconds of a processor
    memory: int = 0  # kilobytes, at most
    axioms: list[str] = field(default_factory=list)
    message: str = ""
    culprit: str = ""  # the module at which coqc stopped


def levels(theorems: Mapping[str, Exported], group: Callable[[str], str]) -> dict[str, int]:
    """For each group of theorems how far it stands above those that cite nothing outside of theirs."""
    below: dict[str, set[str]] = {}
    for t in theorems.values():
        below.setdefault(group(t.name), set()).update({group(c) for c in t.cites} - {group(t.name)})
    found: dict[str, int] = {}

    def level(g: str, path: tuple[str, ...] = ()) -> int:
        if g in path:
            raise ValueError(f"{g} cites itself")
        if g not in found:
            found[g] = 1 + max((level(b, (*path, g)) for b in below[g]), default=-1)
        return found[g]

    for g in below:
        level(g)
    return found


def batches(theorems: Mapping[str, Exported], group: Callable[[str], str]) -> list[Batch]:
    """All theorems in files: groups (derivation files) stay whole, and are put together by level and name, with
    cuts that depend on their names alone."""
    height = levels(theorems, group)
    members: dict[str, list[Exported]] = {}
    for t in theorems.values():  # in the order of export: each after what it cites
        members.setdefault(group(t.name), []).append(t)
    found: list[list[str]] = []
    size = 0
    for g in sorted(members, key=lambda g: (height[g], g)):
        own = sum(len(t.text) for t in members[g])
        cut = int(hashlib.sha256(g.encode()).hexdigest(), 16) % SHARE == 0
        same_level = found and height[found[-1][0]] == height[g]
        if not found or cut or not same_level or size + own > LARGEST:
            found.append([])
            size = 0
        found[-1].append(g)
        size += own
    names = {g: "B_" + re.sub(r"\W", "_", gs[0]) for gs in found for g in gs}
    result = []
    for gs in found:
        inside = [t for g in gs for t in members[g]]
        below = {names[group(c)] for t in inside for c in t.cites} - {names[gs[0]]}
        result.append(Batch(names[gs[0]], tuple(inside), tuple(sorted(below))))
    return result


def write(made: Sequence[Batch], directory: Path, keep: bool = False) -> None:
    """The theories, a file a batch, and _CoqProject; files that are as they were are not touched, batches that are
    no more are removed (not with `keep`)."""
    directory.mkdir(parents=True, exist_ok=True)
    texts = {f"{n}.v": (THEORIES / f"{n}.v").read_text(encoding="utf-8") for n in ORDER}
    texts |= {f"{b.name}.v": b.text() for b in made}
    texts["_CoqProject"] = "-Q . Dpsym\n-arg -w -arg -ambiguous-paths\n" + "\n".join(texts) + "\n"
    for name, text in texts.items():
        path = directory / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for old in directory.glob("B_*.v"):
        if not keep and old.name not in texts:
            for path in directory.glob(f"{old.stem}.*"):
                path.unlink()


def coqc() -> str:
    """The path of coqc; raises CoqMissing."""
    found = shutil.which("coqc")
    if not found:
        raise CoqMissing(f"coqc is needed: apt-get install {PACKAGES}")
    return found


def run(file: str, directory: Path, digest: str, limit: float) -> Result:
    """coqc over one file of the directory."""
    start = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        command = [coqc(), *FLAGS, file]
        large = (directory / file).stat().st_size > LARGE
        settings = {**os.environ, **({"OCAMLRUNPARAM": "o=40"} if large else {})}
        process = subprocess.Popen(
            command, cwd=directory, stdout=said, stderr=subprocess.STDOUT, env=settings
        )
        alarm = threading.Timer(limit, process.kill)
        alarm.start()
        try:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        finally:
            late = not alarm.is_alive()
            alarm.cancel()
        said.seek(0)
        out = said.read()
    spent = round(time.monotonic() - start, 2)
    result = Result(digest, False, spent, round(used.ru_utime + used.ru_stime, 2), used.ru_maxrss)
    for leftover in ("glob", "vok", "vos"):
        (directory / file).with_suffix("." + leftover).unlink(missing_ok=True)
    if process.returncode:
        if re.search(r"Cannot find a physical path.*(Coquelicot|Interval|Flocq)", out, re.S):
            raise CoqMissing(f"Coq's libraries are needed: apt-get install {PACKAGES}")
        result.culprit = "" if late else where(directory / file, out)
        result.message = (
            f"no answer in {limit:g} s" if late else f"in {result.culprit or file}: {out[-2000:]}"
        )
        return result
    result.axioms = axioms_in(out)
    strange = sorted({*result.axioms} - STANDARD)
    result.accepted = not strange
    result.message = f"rests on axioms: {', '.join(strange)}" if strange else ""
    return result


def where(file: Path, out: str) -> str:
    """The module that stands at the line of a Coq file that coqc's message names; "" for none."""
    found = re.search(r"line (\d+), characters", out)
    above = file.read_text(encoding="utf-8").splitlines()[: int(found[1])] if found else []
    modules = [line.split()[1].rstrip(".") for line in above if line.startswith("Module ")]
    return modules[-1] if modules else ""


def axioms_in(out: str) -> list[str]:
    """The names of the axioms that coqc printed."""
    _, _, listed = out.partition("Axioms:\n")
    return sorted({a.rpartition(".")[2] for a in AXIOM.findall(listed)})


def load_results(directory: Path) -> dict[str, Result]:
    """What coqc said of each theorem, as `save_results` left it in the directory; nothing where there is no
    readable file."""
    try:
        data = json.loads((directory / "results.json").read_text(encoding="utf-8"))
        return {n: Result(**r) for n, r in data.items()}
    except (OSError, ValueError, TypeError):
        return {}


def save_results(directory: Path, results: Mapping[str, Result]) -> None:
    """Write what coqc said of each theorem to results.json of the directory; the file is replaced in one step."""
    path = directory / "results.json"
    text = json.dumps({n: asdict(r) for n, r in sorted(results.items())}, indent=1) + "\n"
    path.with_suffix(".new").write_text(text, encoding="utf-8")
    os.replace(path.with_suffix(".new"), path)


def digests(made: Sequence[Batch]) -> dict[str, str]:
    """For each file the sha256 of its text and of all that it needs; the theories first, each with those before it."""
    found: dict[str, str] = {}
    so_far = hashlib.sha256()
    for n in ORDER:
        so_far.update(digest_of_code(n).encode())
        found[n] = so_far.hexdigest()
    texts = {b.name: b for b in made}

    def digest(name: str) -> str:
        if name not in found:
            b = texts[name]
            parts = [*(found[n] for n in b.needs), *map(digest, b.below), b.text()]
            found[name] = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return found[name]

    for b in made:
        digest(b.name)
    return found


def check(
    made: Sequence[Batch],
    directory: Path,
    *,
    jobs: int = 2,
    limit: float = 1800,
    said: Callable[[str, Result, int, int], None] = lambda *_: None,
) -> dict[str, Result]:
    """coqc over what is not accepted as it is, in parallel, each file after those below it; what is above a refused
    one is not tried. Results are kept as they come, so a run that is stopped goes on where it was."""
    digest = digests(made)
    below = {n: ORDER[:i] for i, n in enumerate(ORDER)} | {b.name: b.under for b in made}
    kept = load_results(directory)
    done = {
        n: kept[n]
        for n in below
        if n in kept and kept[n].accepted and kept[n].digest == digest[n] and (directory / f"{n}.vo").exists()
    }
    todo = {n for n in below if n not in done}
    size = {b.name: len(b.text()) for b in made}
    running: dict[Future[Result], str] = {}
    total = len(todo)
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while todo or running:
                ready = [n for n in todo if all(b in done and done[b].accepted for b in below[n])]
                for n in sorted(ready, key=lambda n: -size.get(n, 10**9))[: jobs - len(running)]:
                    todo.discard(n)
                    running[pool.submit(run, f"{n}.v", directory, digest[n], limit)] = n
                if not running:
                    break  # what is left stands above what was refused
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    n = running.pop(future)
                    done[n] = future.result()
                    save_results(directory, {**kept, **done})
                    said(n, done[n], total - len(todo) - len(running), total)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return done


def version() -> str:
    """The version of coqc."""
    out = subprocess.run([coqc(), "--print-version"], capture_output=True, text=True, check=False).stdout
    return out.split()[0] if out.split() else "unknown"
