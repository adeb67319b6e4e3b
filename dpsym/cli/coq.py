"""`dpsym export`: certificates as Coq files, and what coqc says of them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpsym.cli import completion
from dpsym.cli.frame import (
    AS_DECLARED,
    NO_PROGRAM,
    REFUTED,
    UNDECIDED,
    USAGE,
    Bad,
    choose,
    jobs_option,
    json_option,
    leave,
    main,
    paper_option,
    put_json,
    reporter_for,
    say,
    watched,
    write_file,
)

if TYPE_CHECKING:
    from dpsym.coq.build import Batch, Result
    from dpsym.coq.exported import Exported
    from dpsym.kernel.terms import Json
    from dpsym.library import Library


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME|FOLDER|FILE]...", shell_complete=completion.entries)
@paper_option
@click.option("--coq", "to_coq", is_flag=True, help="As Coq files (the one form there is).")
@click.option(
    "-o", "--output", metavar="DIR", required=True, type=click.Path(file_okay=False), help="Where to."
)
@click.option("--run", is_flag=True, help="Run coqc over the files; what was accepted as it is, is kept.")
@click.option("--near-misses", is_flag=True, help="The witnesses of near misses as well.")
@click.option("--limit", type=click.FloatRange(1), default=1800, show_default=True, help="Seconds a file.")
@click.option(
    "--signed", "also", metavar="FILE", help="Write the table of theorems, digests and verdicts there too."
)
@jobs_option
@json_option
def export(
    names: tuple[str, ...], paper: str | None, to_coq: bool, output: str, run: bool, near_misses: bool, limit: float,
    also: str | None, jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """Write proofs as Coq files, a second opinion: dpsym export --coq -o build/coq --run.

    Each theorem is a module: its statement, then its proof. Exit code 0 all written (with --run: all accepted), 1
    something refused by coqc, 2 a file that cannot be read or nothing to export, 3 something not proved or not
    exported, 4 coqc is missing.
    """
    from dpsym.coq import build, signed
    from dpsym.coq.text import CannotExport
    from dpsym.coq.theorem import export_all
    from dpsym.kernel import Refused

    if not to_coq:
        raise Bad("say --coq: Coq files are the one form there is")
    library = choose(names, paper)
    named, certificates, without = evidence(library, near_misses)
    if not certificates and not library.broken:
        raise Bad("there is nothing to export: no theorem here is proved")
    start = time.perf_counter()
    try:
        exported = export_all(
            certificates, lambda ns: watched(list(ns), len(certificates), "writing Coq files")
        )
    except (CannotExport, Refused) as e:
        raise Bad(f"{e}; nothing is written") from e
    made = build.batches(exported, file_of())
    build.write(made, Path(output))
    said = f"{len(exported)} proofs in {len(made)} files in {output}; {time.perf_counter() - start:.1f} s"
    say(said + (f"; without a proof: {', '.join(without)}" if without else ""))
    rows = table_of(named, exported, {})
    code = USAGE if library.broken else UNDECIDED if without else AS_DECLARED
    if run:
        try:
            results = checked(made, Path(output), jobs, limit)
            rows = table_of(named, exported, results_of(made, results))
            coq = build.version()
        except build.CoqMissing as e:
            say(f"dpsym: {e}")
            leave(NO_PROGRAM)
        for path in (Path(output) / "signed.json", *([Path(also)] if also else [])):
            kept = signed.with_kept(rows, coq, path)
            whole = not names and paper is None  # what is no theorem of the library any more is dropped
            write_file(path, signed.text({n: r for n, r in kept.items() if not whole or n in rows}, coq))
        if any(r["verdict"] != "accepted" for r in rows.values()):
            code = REFUTED
    if as_json:
        put_json(rows)
    elif run:
        for name, row in rows.items():
            click.echo(f"{row['verdict']:9s}  {row['digest'][:12]}  {name}")
    leave(code)


def evidence(library: Library, near_misses: bool) -> tuple[dict[str, str], Json, list[str]]:
    """The certificates of what is proved, the name of its certificate for each theorem, and what has none."""
    from dpsym.kernel import Refused
    from dpsym.language import Theorem
    from dpsym.prove.proof.script import Stuck
    from dpsym.prove.witnesses.spelt_out import spelt_out
    from dpsym.reports import certificates_of, near_misses_of

    reporter = reporter_for(library)
    theorems = [(item, item.entry) for item in library if isinstance(item.entry, Theorem)]
    named, certificates = certificates_of(reporter, (entry for _, entry in theorems))
    without = [item.name for item, _ in theorems if item.name not in named]
    if near_misses:
        for item, entry in theorems:
            for k, (label, wrong) in enumerate(near_misses_of(reporter, entry).items(), 1):
                miss = reporter.miss(item, label, wrong)
                if not miss.refuted:
                    continue
                try:
                    certificate = spelt_out(miss.verdict.certificate or {"lines": []})
                except (Stuck, Refused):
                    certificate = {}
                if certificate.get("lines"):
                    words = re.sub(r"[^A-Za-z0-9]+", "_", label)[:60].strip("_")
                    name = f"{item.name}.witness_{k}_against_{words}"
                    certificates[name] = certificate
                    named[name] = name
                else:
                    without.append(f"{item.name} --near-miss {label!r}")
    return named, certificates, without


def file_of() -> Callable[[str], str]:
    """Says the derivation file of a theorem by its name; a name without a dot is one of its own."""
    from dpsym.library import library_files

    modules = {f.name for f in library_files()}

    def file(name: str) -> str:
        parts = name.split(".")
        return next((m for k in range(len(parts), 0, -1) if (m := ".".join(parts[:k])) in modules), name)

    return file


def checked(made: list[Batch], directory: Path, jobs: int, limit: float) -> dict[str, Result]:
    """coqc over the batches, with a line on stderr for each."""
    from dpsym.coq import build

    def said(name: str, result: Result, done: int, of: int) -> None:
        word = "accepted" if result.accepted else "refused"
        say(f"{done}/{of}  {word}  {name}  {result.seconds:.0f} s")
        if not result.accepted:
            say(result.message)

    return build.check(made, directory, jobs=jobs, limit=limit, said=said)


def results_of(made: Iterable[Batch], results: Mapping[str, Result]) -> dict[str, tuple[str, list[str]]]:
    """Verdict and axioms of each certificate by its name. In a refused file it is the theorem at which coqc stopped
    that is refused; the others were not tried to the end."""

    def rows() -> Iterator[tuple[str, tuple[str, list[str]]]]:
        for batch in made:
            r = results.get(batch.name)
            for t in batch.theorems:
                if r is None or (r.culprit and r.culprit != t.module):
                    yield t.name, ("not tried", [])
                else:
                    yield t.name, ("accepted" if r.accepted else "refused", r.axioms)

    return dict(rows())


def table_of(
    named: Mapping[str, str], exported: Mapping[str, Exported], results: Mapping[str, tuple[str, list[str]]]
) -> dict[str, Json]:
    """A row for each theorem: the digest of its Coq statement, coqc's verdict and the axioms (those of its file)."""
    rows = {}
    for name, certificate in sorted(named.items()):
        verdict, axioms = results.get(certificate, ("written", []))
        rows[name] = {"verdict": verdict, "digest": exported[certificate].digest, "axioms": axioms}
    return rows
