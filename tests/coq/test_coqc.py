"""coqc over exported files: what the kernel accepts is accepted; what is corrupted, or comes from a kernel that is
broken on purpose, is refused."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import click
import pytest
from broken_kernels import BROKEN
from small_proofs import needs_coq
from test_attacks import claim_about
from test_statements import mutants

from dpsym.cli import main
from dpsym.cli.coq import evidence
from dpsym.coq import build
from dpsym.coq.names import THEORIES
from dpsym.coq.theorem import Exported, export_all
from dpsym.kernel import check
from dpsym.library import Library, find

pytestmark = [needs_coq, pytest.mark.slow]
WITNESSED = (
    "divergences.renyi_moment_tail",
    "divergences.equal_masses",
    "divergences.renyi_hockey_stick.excess",
)


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


def copy_foundations(compiled: Path, directory: Path) -> None:
    """Put what all exported files rest on, compiled, into a directory."""
    for vo in compiled.glob("*.vo"):
        if not vo.name.startswith("B_"):
            shutil.copy(vo, directory)


def test_coqc_accepts_every_rule(compiled):
    _, made, results = compiled
    assert {n: r.message for n, r in results.items() if not r.accepted} == {}
    assert set(results) == {*build.ORDER, *(b.name for b in made)}
    assert results["Reduction"].axioms
    for b in made:
        assert set(results[b.name].axioms) <= build.STANDARD, b.name
        assert results[b.name].cpu > 0 and 10_000 < results[b.name].memory < 2_000_000


@pytest.mark.parametrize(
    "needed",
    [
        "  vanishes : forall f, L f -> ae (fun y => 0 <= f y) -> I f = 0 -> ae (fun y => f y = 0);\n",
        "  positive : forall f, L f -> ae (fun y => 0 <= f y) -> 0 <= I f;\n",
        ";\n  degree1 : forall c m k, 0 < c -> value (scaled c m) k = c * value m k",
    ],
)
def test_the_reduction_to_finite_sets_needs_what_it_asks(needed, compiled, tmp_path):
    for theory in ("Meaning", "Rules"):
        shutil.copy(compiled[0] / f"{theory}.vo", tmp_path)
    text = (THEORIES / "Reduction.v").read_text()
    assert text.count(needed) == 1 and coqc(tmp_path, "Whole", text)[0] == 0
    assert coqc(tmp_path, "Less", text.replace(needed, ""))[0] != 0


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


def wrong_scopes(variables: str, said: str) -> list[str]:
    """A statement with its scope changed: a set or name in front left out or taken for another, a hypothesis dropped
    or moved to the back, a quantified name of another sort."""
    whole = variables + said
    found: list[str] = []
    if whole.startswith("forall ("):
        binders = re.findall(r"\(([^():]*) : ((?:[^()]|\([^()]*\))*)\)", whole.partition(",")[0])
        for names, sort in binders:
            for name in names.split():
                rest = " ".join(n for n in names.split() if n != name)
                was = f"({names} : {sort})"
                found.append(whole.replace(was, f"({rest} : {sort})" if rest else "", 1))
        sets = [n for names, sort in binders if sort == "Fin" for n in names.split()]
        pairs = [(one, two) for one in sets for two in sets if one != two]
        found += [whole.replace(f": {one})", f": {two})", 1) for one, two in pairs]
        found += [whole.replace(": Fin)", ": Type)", 1)]
    if ") -> " in said and not said.startswith("(("):
        first, _, rest = said.partition(") -> ")
        if first.count("(") == first.count(")") + 1:  # a hypothesis of the line, and no part of one
            found += [variables + rest, f"{variables}{rest} -> {first})"]
    found += [whole.replace(f"(forall {m[1]} : {m[2]}, ", f"(exists {m[1]} : {m[2]}, ", 1)
              for m in re.finditer(r"\(forall (\w+) : ([\w >-]+), ", said)][:2]  # fmt: skip
    found = [t.replace("forall ,", "") for t in found]
    return [t for t in found if t != whole and t.count("(") == t.count(")")]


def kind_of(m: re.Match) -> str:
    return "statement" if m[1] == "Theorem" else "arithmetic" if m[2].startswith("q") else "line"


def first_change(one: str, other: str) -> int:
    """Where two texts differ first."""
    return next(
        (k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def free_side(said: str, proof: str) -> range:
    """Where the side of an "or" stands that its proof by the other side leaves free: changed there, a line stays proved."""
    found = re.search(r"\bor_intro([lr])\b", proof)
    depth, middle, at = 0, None, len(said)
    while found is not None and at > 0:
        at -= 1
        depth += {")": 1, "(": -1}.get(said[at], 0)
        if depth == 1 and middle is None and said.startswith("\\/", at):
            middle = at
        if depth == 0:
            break
    if found is None or middle is None:
        return range(0)
    return range(at, middle) if found[1] == "r" else range(middle, len(said))


def corrupted(e: Exported, rng: random.Random, most: int) -> tuple[str, Counter]:
    """The module with corrupted copies before some of its lemmas, each in a `Fail`; and their number by where the
    corruption sits."""
    counts: Counter[str] = Counter()
    lemmas = list(LEMMA.finditer(e.text))
    sums = [m for m in lemmas if kind_of(m) == "arithmetic"]
    chosen = {m.start() for m in rng.sample(lemmas, min(most, len(lemmas)))} | {lemmas[-1].start()}
    chosen |= {m.start() for m in rng.sample(sums, min(2, len(sums)))}
    whole = re.search(r"statement : Prop := (.*?)\.\n(?=Lemma|Section)", e.text, re.S)[1]

    def put(m: re.Match) -> str:
        if m.start() not in chosen:
            return m[0]
        kind = kind_of(m)
        said = whole if kind == "statement" else m[4]
        variables = f"forall {m[3]}, " if m[3] else ""
        proof = m[5][len("exact ") :] if m[5].startswith("exact ") else f"ltac:(intros; {m[5]})"
        if kind == "arithmetic":
            count = m[3].count("a") if m[3] else 0
            proof = f"ltac:({'intros ' + ' '.join(['?'] * count) + '; ' if count else ''}{m[5]})"
        lines = [f"Definition fine_{m.start()} : {variables}{said} := {proof}."]
        head = said.index(",\n") + 2 if kind == "statement" and said.startswith("forall (") else 0
        found = [(kind, variables + said[:head] + t) for t in mutants(said[head:])]
        free = free_side(said, m[5])
        found = [(k, t) for k, t in found if first_change(t[len(variables) :], said) not in free]
        if kind == "arithmetic":  # an equation that is off by a number: a changed sign may leave it true
            found = [(kind, f"{variables}{said} {by}") for by in ("+ 1", "- 1", "+ 1 / 7", "- 2")]
        else:
            found = rng.sample(found, min(6, len(found)))
            scopes = [("scope", t) for t in wrong_scopes(variables, said)]
            found += rng.sample(scopes, min(3, len(scopes)))
        for k, (where, text) in enumerate(found):
            lines.append(f"Fail Definition bad_{m.start()}_{k} : {text} := {proof}.")
            counts[where] += 1
        return "\n".join([*lines, m[0]])

    return LEMMA.sub(put, e.text), counts


def test_corrupted_statements_and_lines_are_refused(compiled, exported):
    directory, made, _ = compiled
    rng, total, reasons = random.Random(5), Counter(), Counter()
    for b in made:
        parts = [corrupted(e, rng, 4) for e in b.theorems]
        total += sum((counts for _, counts in parts), Counter())
        head = (
            build.Batch("Corrupted", b.theorems, (b.name, *b.below))
            .text()
            .partition("(** " + b.theorems[0].name + " *)\nModule")
        )
        again = "\n".join(part for part, _ in parts)
        code, out = coqc(directory, "Corrupted", head[0] + again)
        assert code == 0, f"{b.name}: {out[-1500:]}"
        said = re.findall(
            r"The command has indeed failed with message:\n(.*?)(?=\nThe command|\Z)", out, re.S
        )
        assert len(said) == sum(sum(counts.values()) for _, counts in parts)
        reasons.update("no such name" if "was not found" in w else "type" for w in said)
    print(dict(total), dict(reasons))
    assert (
        total["statement"] >= 60
        and total["line"] >= 100
        and total["arithmetic"] >= 60
        and total["scope"] >= 60
    )
    assert sum(total.values()) >= 300
    assert reasons["type"] > 3 * reasons["no such name"]


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


def test_what_rests_on_an_axiom_is_not_accepted(tmp_path):
    text = "Theorem proved : 0 = 1.\nAdmitted.\nDefinition all_of_them := proved.\nPrint Assumptions all_of_them.\n"
    (tmp_path / "Holes.v").write_text(text)
    result = build.run("Holes.v", tmp_path, "", 60)
    assert not result.accepted and result.axioms == ["proved"] and "proved" in result.message


def test_a_refused_file_says_which_theorem(tmp_path):
    (tmp_path / "Two.v").write_text(
        "Module t_one.\nDefinition x := 0.\nEnd t_one.\nModule t_two.\nDefinition x : nat := true.\nEnd t_two.\n"
    )
    result = build.run("Two.v", tmp_path, "", 60)
    assert not result.accepted and result.culprit == "t_two" and result.message.startswith("in t_two: ")
    (tmp_path / "Long.v").write_text("Goal False. do 1000000000 idtac. Abort.\n")
    assert build.run("Long.v", tmp_path, "", 1).message == "no answer in 1 s"


def test_witnesses_against_near_misses_are_accepted(tmp_path, compiled):
    with click.Context(main):
        named, certificates, _ = evidence(Library(tuple(map(find, WITNESSED))), True)
    found = {n: c for n, c in certificates.items() if "witness" in n}
    assert len(found) >= 5 and set(found) <= set(named)
    assert any(line["rule"] == "enclose" for c in found.values() for line in c["lines"])
    batch = build.Batch("Witnesses", tuple(export_all(found).values()), ())
    copy_foundations(compiled[0], tmp_path)
    code, out = coqc(tmp_path, "Witnesses", batch.text())
    assert code == 0, out[-1500:]


NAMES = ["ln", "PI", "INR", "Rplus", "Fin", "listed", "Mass2", "Phi2", "statement", "L0", "q0", "a0", "h0", "hc", "t_x",
         "sum_ext", "le_conv", "Lines", "S", "x'", "x_q", "z1_R", "fun", "exists2", "R_scope", "IZR"]  # fmt: skip


def test_names_of_coq_and_of_ours_are_names_of_nothing_else(tmp_path, compiled):
    found = {f"t.n{k}": claim_about(name) for k, name in enumerate(NAMES)}
    batch = build.Batch("Names", tuple(export_all(found).values()), ())
    copy_foundations(compiled[0], tmp_path)
    code, out = coqc(tmp_path, "Names", batch.text())
    assert code == 0, out[-1500:]


def test_quantified_names_that_change_places_are_read_at_once(tmp_path, compiled):
    """ "For all z, for all y: 0 <= f(z, y)" is "for all y, for all z: 0 <= f(y, z)": no name may be caught on the way."""
    one = ["all", "z", ["all", "y", ["<=", 0, ["f", "z", "y"]]]]
    two = ["all", "y", ["all", "z", ["<=", 0, ["f", "y", "z"]]]]
    lines = [
        {"rule": "hyp", "is": one},
        {"rule": "have", "from": [0], "is": two},
        {"rule": "imp_i", "from": [1], "is": one},
    ]
    certificate = {"sig": {"f": ["Y", "Y"], "y": "Y", "z": "Y"}, "claim": ["->", one, two], "lines": lines}
    check(certificate)
    batch = build.Batch("Places", tuple(export_all({"t.places": certificate}).values()), ())
    copy_foundations(compiled[0], tmp_path)
    code, out = coqc(tmp_path, "Places", batch.text())
    assert code == 0, out[-1500:]
