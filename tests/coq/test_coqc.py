"""coqc over exported files: what the kernel accepts is accepted; what is corrupted, or comes from a kernel that is
broken on purpose, is refused."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from broken_kernels import BROKEN
from conftest import needs_coq
from test_statements import mutants

from dpsym.coq import build
from dpsym.coq.theorem import Exported

pytestmark = [needs_coq, pytest.mark.slow]
STANDARD = {
    "classic",
    "functional_extensionality_dep",
    "sig_forall_dec",
    "sig_not_dec",
}  # of Coq's classical reals


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, exported: dict[str, Exported]):
    """The sample checked by coqc: the directory, the batches, the results."""
    directory = tmp_path_factory.mktemp("coq")
    made = build.batches(exported, lambda n: n)
    build.write(made, directory)
    return directory, made, build.check(made, directory, jobs=2, limit=600)


def coqc(directory: Path, name: str, text: str) -> tuple[int, str]:
    (directory / f"{name}.v").write_text(text)
    p = subprocess.run(
        ["coqc", "-test-mode", *build.FLAGS, f"{name}.v"], cwd=directory, capture_output=True, text=True
    )
    return p.returncode, p.stdout + p.stderr


def test_coqc_accepts_every_rule(compiled):
    _, made, results = compiled
    assert {n: r.message for n, r in results.items() if not r.accepted} == {}
    assert set(results) == {*build.ORDER, *(b.name for b in made)}
    for b in made:
        assert set(results[b.name].axioms) <= STANDARD, b.name


def test_a_second_run_checks_nothing_and_a_changed_proof_is_checked(compiled):
    directory, made, results = compiled
    ran: list[str] = []
    again = build.check(made, directory, said=lambda n, *_: ran.append(n))
    assert ran == [] and {n for n, r in again.items() if r.accepted} == {
        n for n, r in results.items() if r.accepted
    }
    top = next(b for b in made if not any(b.name in o.below for o in made))
    (directory / f"{top.name}.vo").unlink()
    build.check(made, directory, said=lambda n, *_: ran.append(n))
    assert ran == [top.name]


LEMMA = re.compile(
    r"^(Lemma|Theorem) (\w+) (\(.*? : R\) )?: (.*?)\.\nProof\. (exact \(.*?\)|.*?)\. Qed\.$", re.M | re.S
)


def corrupted(e: Exported, rng: random.Random, most: int) -> tuple[str, Counter]:
    """The module with corrupted copies before some of its lemmas, each in a `Fail`; and their number by kind."""
    counts: Counter[str] = Counter()
    lemmas = list(LEMMA.finditer(e.text))
    chosen = {m.start() for m in rng.sample(lemmas, min(most, len(lemmas)))} | {lemmas[-1].start()}

    def put(m: re.Match) -> str:
        if m.start() not in chosen:
            return m[0]
        kind = "statement" if m[1] == "Theorem" else "arithmetic" if m[2].startswith("q") else "line"
        said = (
            re.search(r"statement : Prop := (.*?)\.\n(?=Lemma|Section)", e.text, re.S)[1]
            if kind == "statement"
            else m[4]
        )
        variables = f"forall {m[3]}, " if m[3] else ""
        proof = m[5][len("exact ") :] if m[5].startswith("exact ") else f"ltac:(intros; {m[5]})"
        if kind == "arithmetic":
            count = m[3].count("a") if m[3] else 0
            proof = f"ltac:({'intros ' + ' '.join(['?'] * count) + '; ' if count else ''}{m[5]})"
        lines = [f"Definition fine_{m.start()} : {variables}{said} := {proof}."]
        head = said.index(",\n") + 2 if kind == "statement" and said.startswith("forall (") else 0
        found = [said[:head] + t for t in mutants(said[head:])]
        if kind == "arithmetic":  # an equation that is off by a number: a changed sign may leave it true
            found = [f"{said} {by}" for by in ("+ 1", "- 1", "+ 1 / 7", "- 2")]
        for k, text in enumerate(rng.sample(found, min(6, len(found)))):
            lines.append(f"Fail Definition bad_{m.start()}_{k} : {variables}{text} := {proof}.")
            counts[kind] += 1
        return "\n".join([*lines, m[0]])

    return LEMMA.sub(put, e.text), counts


def test_corrupted_statements_and_lines_are_refused(compiled, exported):
    directory, made, _ = compiled
    rng, total, reasons = random.Random(5), Counter(), Counter()
    for b in made:
        for e in b.theorems:
            text, counts = corrupted(e, rng, 8)
            total += counts
            head = (
                build.Batch("Corrupted", (e,), (b.name, *b.below))
                .text()
                .partition(f"(** {e.name} *)\nModule")[0]
            )
            again = text.replace(f"Module {e.module}.", "Module Again.").replace(
                f"End {e.module}.", "End Again."
            )
            code, out = coqc(directory, "Corrupted", head + again)
            assert code == 0, f"{e.name}: {out[-1500:]}"
            said = re.findall(
                r"The command has indeed failed with message:\n(.*?)(?=\nThe command|\Z)", out, re.S
            )
            assert len(said) == sum(counts.values())
            reasons.update("scope" if "was not found" in w else "type" for w in said)
    assert total["statement"] >= 60 and total["line"] >= 100 and total["arithmetic"] >= 60
    assert sum(total.values()) >= 300
    assert reasons["type"] > 5 * reasons["scope"]


@pytest.mark.parametrize("name", BROKEN)
def test_broken_kernels_are_caught(name, tmp_path, compiled, monkeypatch):
    directory, _, _ = compiled
    text = BROKEN[name](monkeypatch)
    if text is None:
        return  # the exporter itself stops, and says so
    for vo in directory.glob("*.vo"):
        if not vo.name.startswith("B_"):
            shutil.copy(vo, tmp_path)
    code, out = coqc(tmp_path, "Broken", text)
    assert code != 0 and "Error" in out, text
    assert "Syntax error" not in out, out
