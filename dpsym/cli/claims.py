"""The commands about claims that are typed: claim, tightest, necessary."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dpsym.cli.frame import (
    AS_DECLARED,
    REFUTED,
    UNDECIDED,
    USAGE,
    Bad,
    cluster_asked,
    dask_option,
    faults,
    json_option,
    leave,
    main,
    put_json,
    say,
    verdict_words,
    write_file,
)
from dpsym.cli.reference import put_words

if TYPE_CHECKING:
    from dpsym.claims.answers import Answer
    from dpsym.claims.best.bounds import Best
    from dpsym.claims.ways.theorems import Theorems
    from dpsym.faults import Fault
    from dpsym.kernel import Checked
    from dpsym.kernel.terms import Json

    Put = Callable[[Json], None]


def claims_in(texts: Sequence[str], path: str | None) -> list[str]:
    """The claims typed, or the lines of a file that are neither empty nor comments."""
    if bool(texts) == (path is not None):
        raise Bad("give a claim, or a file with --file")
    if path is None:
        return list(texts)
    try:
        whole = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as e:
        raise Bad(f"{path}: cannot be read: {e}") from e
    lines = [line.strip() for line in whole.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


@main.command()
@click.argument("texts", nargs=-1, metavar="[TEXT]...")
@click.option("--file", "path", metavar="FILE", help="Claims, one a line; # starts a comment; - is stdin.")
@click.option(
    "--with",
    "folders",
    multiple=True,
    metavar="FOLDER",
    help="Theorem files of your own that a proof may use, besides the library; may be given several times.",
)
@click.option("--certificate", metavar="FILE", help="Write what the kernel checks.")
@click.option("--coq", "coq_file", metavar="FILE.v", help="Write the evidence as a Coq file.")
@click.option("--tex", is_flag=True, help="Write the statement and its evidence as LaTeX.")
@click.option(
    "--words",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=put_words,
    help="List the words that a claim is made of.",
)
@dask_option
@json_option
def claim(
    texts: tuple[str, ...],
    path: str | None,
    folders: tuple[str, ...],
    certificate: str | None,
    coq_file: str | None,
    tex: bool,
    dask: str | None,
    as_json: bool,
) -> None:
    """Prove or refute a claim: dpsym claim "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)".

    Exit code 0 proved or enclosed, 1 refuted or vacuous, 2 not a claim, 3 not settled here (undecided, or cited: it
    rests on facts of the literature that have no proof here), 70 an internal error; with several claims or a file, the
    worst (70, 2, 1, 3, 0).
    """
    claims = claims_in(texts, path)
    several = path is not None or len(claims) > 1
    if several and (certificate is not None or coq_file is not None):
        raise Bad("--certificate and --coq take one claim, not several")
    put: Put | None = None if not as_json else put_in_line if several else put_json
    known = theorems_of(folders) if folders else None
    codes = []
    with settler(dask, claims, folders) as settle:
        for one in claims:
            answer, code = settled(one, put, several, known, settle)
            codes.append(code)
            if answer is None:
                continue
            if put is not None:
                put(answer.json())
            elif tex:
                click.echo(answer.latex())
            else:
                click.echo(f"{one}\n{answer}" if several else str(answer))
            if certificate is not None:
                write_evidence(answer, Path(certificate))
            if coq_file is not None:
                write_coq(answer, Path(coq_file))
            if answer.method == STOPPED:  # by hand: the others are not asked
                break
    leave(next((c for c in (USAGE, REFUTED, UNDECIDED) if c in codes), AS_DECLARED))


def theorems_of(folders: Sequence[str]) -> Theorems:
    """The theorems of the library and of folders; Bad where a folder has no theorem file that can be loaded."""
    from dpsym.claims import with_folders
    from dpsym.library import LibraryError

    try:
        return with_folders(*(Path(f).resolve() for f in folders))
    except LibraryError as e:
        raise Bad(str(e)) from e


@contextmanager
def settler(dask: str | None, claims: Sequence[str], folders: Sequence[str]) -> Iterator[Settle]:
    """How claims are settled: in this process, or with what the workers of a cluster find."""
    from dpsym.claims import settle

    if dask is None:
        yield settle
        return
    from dpsym.claims.on_cluster import Asked
    from dpsym.reports.cluster import connected

    with cluster_asked(), connected(dask) as client:
        yield Asked(client, claims, [str(Path(f).resolve()) for f in folders]).settle


@contextmanager
def at_work(what: str) -> Iterator[None]:
    """A sign of life on a terminal: what is looked at, after a second, until there is an answer."""
    if not sys.stderr.isatty():
        yield
        return
    shown = threading.Event()
    line = f"dpsym: {what if len(what) <= 60 else what[:57] + '...'}"

    def show() -> None:
        shown.set()
        click.echo(line, nl=False, err=True)

    timer = threading.Timer(1, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if shown.is_set():
            click.echo("\r" + " " * len(line) + "\r", nl=False, err=True)


def settled(
    one: str, put: Put | None, several: bool, known: Theorems | None, settle: Settle
) -> tuple[Answer | None, int]:
    """The answer to a claim and its exit code; no answer where there is none, with a message on stderr."""
    from dpsym.claims import NotAClaim
    from dpsym.faults import fault_of

    try:
        with at_work(one):
            answer = settle(one, known)
    except KeyboardInterrupt:
        from dpsym.claims.answers import Answer as Given

        return Given(one, "undecided", method=STOPPED, tried=("stopped by hand",)), UNDECIDED
    except NotAClaim as e:
        if put is not None:
            put({"claim": one, "verdict": "not a claim", "error": e.message, "at": e.at})
        else:
            say(f"dpsym: not a claim: {e.pointed()}")
        return None, USAGE
    except Exception as e:
        fault = fault_of(e, f"the claim {one}")
        faults().append(fault)
        if put is not None:
            put(claim_error(one, fault))
        else:
            click.echo(f"{one}\nerror" if several else "error")
        return None, AS_DECLARED  # the fault has an exit code of its own
    return answer, UNSETTLED.get(answer.verdict, AS_DECLARED)


STOPPED = "stopped"
Settle = Callable[..., "Answer"]
UNSETTLED = {"undecided": UNDECIDED, "cited": UNDECIDED, "vacuous": REFUTED, "refuted": REFUTED}


def write_evidence(answer: Answer, path: Path) -> None:
    """Write what the kernel checks of an answer, where there is something."""
    bundle = answer.bundle()
    if bundle is None:
        say("dpsym: undecided, so there is no certificate")
    else:
        write_file(path, json.dumps(bundle, ensure_ascii=False))


def write_coq(answer: Answer, path: Path) -> None:
    """Write the evidence for an answer as a Coq file, the theories that it needs beside it."""
    from dpsym.coq import build
    from dpsym.coq.text import CannotExport
    from dpsym.coq.theorem import export_all
    from dpsym.kernel import Refused
    from dpsym.prove.proof.script import Stuck

    bundle = answer.bundle()
    if bundle is None:
        say("dpsym: undecided, so there is nothing for Coq")
        return
    if path.suffix != ".v" or not path.stem.isidentifier():
        raise Bad(f"{path}: a Coq file is called by letters, digits and underscores, and ends in .v")
    try:
        exported = export_all(coq_certificates(bundle))
    except (CannotExport, Refused, Stuck) as e:
        raise Bad(f"{e}; nothing is written") from e
    batch = build.Batch(path.stem, tuple(exported.values()), ())
    build.write([batch], path.parent, keep=True)
    theories = " ".join(f"{n}.v" for n in batch.under)
    say(
        f"check it with: cd {path.parent}; for f in {theories} {path.name}; do coqc {' '.join(build.FLAGS)} $f; done"
    )


def coq_certificates(bundle: Json) -> Json:
    """The certificates of a bundle by name, in rules that are written in Coq."""
    from dpsym.kernel import check
    from dpsym.prove.witnesses.spelt_out import spelt_out

    found: Json = {}
    checked: dict[str, Checked] = {}
    for e in bundle["theorems"]:
        found[e["name"]] = spelt_out(e["certificate"], checked)
        checked[e["name"]] = check(e["certificate"], checked)
    return found


def claim_error(text: str, fault: Fault) -> Json:
    """The answer to a claim that ended in an internal error: the keys of any answer, and the error."""
    none: Json = {"scope": "", "method": "", "witness": None, "seconds": 0}
    return {"claim": text, "verdict": "error", **none, **fault.json()}


def put_in_line(thing: Json) -> None:
    """One object a line."""
    click.echo(json.dumps(thing, ensure_ascii=False))


@main.command("tightest")
@click.argument("text")
@json_option
def tightest_(text: str, as_json: bool) -> None:
    """The best bound: dpsym tightest "for eps >= 0: PureDP(eps) => TV <= ?".

    The bound is proved, and compared with the exact optimum at random parameters; where there is no linear program for
    it, as for KL, with the mechanism that reaches it. Several conclusions have a "?" each.
    """
    from dpsym.claims import NotAClaim, tightest_of_each

    try:
        found = tightest_of_each(text)
    except NotAClaim as e:
        raise Bad(f"not a claim: {e.pointed()}") from e
    if as_json:
        none: Json = {"claim": text, "bound": None, "bounds": [], "points": 0, "smaller": 0, "ends": []}
        said = [best.json() if best else none for best in found]
        put_json(said[0] if len(said) == 1 else {"claim": text, "conclusions": said})
    else:
        for best in found:
            show_best(best)
    leave(AS_DECLARED if all(found) else UNDECIDED)


def show_best(best: Best | None) -> None:
    """A best bound, with what proves it and where it is reached."""
    if best is None:
        click.echo("undecided: neither the linear program over pairs nor a known worst pair gives a bound")
        return
    click.echo(best.bound)
    for bound, proof, at in zip(best.bounds, best.proofs, best.attained, strict=True):
        click.echo(f"    {bound}: {verdict_words(proof.verdict, proof.scope)}")
        click.echo(f"        {'not known to be reached' if at is None else at.words()}")
    if best.points:
        click.echo(f"    equal to the exact optimum at {best.points} random parameters")
    if best.smaller:
        points = f", at each of the {best.smaller} points looked at" if best.smaller > 1 else ""
        click.echo(f"    a billionth less is too small{points}")
    for end in best.ends:
        click.echo(f"    {end.words()}")


@main.command()
@click.argument("text")
@json_option
def necessary(text: str, as_json: bool) -> None:
    """Which conditions and hypotheses of a claim can be dropped, and what fails without each.

    Exit code 1 where the claim is false as it stands, 3 where a condition is undecided.
    """
    from dpsym.claims import NotAClaim
    from dpsym.claims import necessary as without

    try:
        found = without(text)
    except NotAClaim as e:
        raise Bad(f"not a claim: {e.pointed()}") from e
    false = found.whole.witness
    if as_json:
        put_json(found.json())
    else:
        if false is not None:
            click.echo("the claim is false as it stands")
            for line in false.lines():
                click.echo(f"    {line}")
        elif not found.dropped:
            say("the claim has no condition and no hypothesis that could be dropped")
        for d in found:
            word = {True: "needed", False: "not needed", None: "undecided"}[d.needed]
            click.echo(f"{word:<11} {d.condition}")
            if d.answer.witness is not None:
                for line in d.answer.witness.lines():
                    click.echo(f"                {line}")
    if false is not None:
        leave(REFUTED)
    leave(UNDECIDED if any(d.needed is None for d in found) else AS_DECLARED)
