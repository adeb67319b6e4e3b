"""The command line: data on stdout, messages on stderr.

Exit codes: 0 all as declared, 1 something refuted, vacuous or disagreeing, 2 bad usage or a bad file, 3 undecided, 4
a needed program is missing, 70 an internal error (before all others), 130 interrupted, 141 nobody reads the output.
Each command imports what it needs when it runs.
"""

from __future__ import annotations

import gc
import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

import dpsym
from dpsym.faults import EXIT_CODE as FAULT

if TYPE_CHECKING:
    from dpsym.faults import Fault
    from dpsym.library import Item, Library
    from dpsym.reports import Finding, Reporter

AS_DECLARED, REFUTED, USAGE, UNDECIDED, NO_PROGRAM = range(5)
INTERRUPTED, NO_READER = 128 + 2, 128 + 13  # as a shell says of a program that SIGINT or SIGPIPE ended
CLASSES = ("article", "acmart", "IEEEtran", "llncs")
COLOURS = {
    "proved": "green",
    "enclosed": "green",
    "cited": "cyan",
    "defined": "blue",
    "vacuous": "red",
    "refuted": "red",
    "no value": "red",
    "error": "red",
}
LATEX = (
    "sudo apt-get install --no-install-recommends texlive-latex-recommended texlive-latex-extra "
    "texlive-fonts-recommended texlive-publishers texlive-science lmodern cm-super-minimal latexmk"
)


# ------------------------------------------------------------------------------------------------ the frame
class Bad(click.ClickException):
    """Bad usage, a bad file or an unknown name."""

    exit_code = USAGE

    def show(self, file: Any = None) -> None:
        click.echo(f"dpsym: {self.format_message()}", err=True)


class Group(click.Group):
    """The command group: errors of the library become messages, an internal error a report and exit code 70, and a
    closed pipe or an interrupt ends the program quietly.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta["dpsym.arguments"] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        from dpsym.library import LibraryError

        gc.set_threshold(200_000, 20, 100)  # nearly everything that is made here is kept to the end
        try:
            try:
                found = super().invoke(ctx)
            except LibraryError as e:
                raise Bad(str(e)) from e
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(NO_READER) from None
        except KeyboardInterrupt:
            raise click.exceptions.Exit(INTERRUPTED) from None
        except (click.ClickException, click.exceptions.Exit) as e:
            if not faults(ctx):
                raise
            if isinstance(e, click.ClickException):
                e.show()
        except Exception as e:
            from dpsym.faults import fault_of

            faults(ctx).append(fault_of(e))
            if "--json" in ctx.meta["dpsym.arguments"]:
                put_json({"verdict": "error", **faults(ctx)[-1].json()})
        else:
            if not faults(ctx):
                return found
        tell(ctx)
        raise click.exceptions.Exit(FAULT)


def faults(ctx: click.Context | None = None) -> list[Fault]:
    """The internal errors of this run."""
    return (ctx or click.get_current_context()).meta.setdefault("dpsym.faults", [])


def tell(ctx: click.Context) -> None:
    """What to report of the internal errors of this run, each kind once."""
    kinds: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults(ctx):
        kinds.setdefault((fault.error, fault.place), []).append(fault)
    command = shlex.join(["dpsym", *ctx.meta["dpsym.arguments"]])
    for same in kinds.values():
        things = list(dict.fromkeys(f.about for f in same if f.about))
        shown = "; ".join(things[:5]) + (f"; and {len(things) - 5} more" if len(things) > 5 else "")
        say(replace(same[0], about=shown).report(command))


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(dpsym.__version__, prog_name="dpsym")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Proofs and derivations for differential privacy: checked by a small kernel, printed for a paper.

    Exit codes: 0 as declared, 1 refuted or disagreeing, 2 bad usage or file, 3 undecided, 4 a program is missing, 70 an
    internal error of dpsym, which says nothing about the truth of anything (with DPSYM_TRACEBACK=1 the traceback is
    shown).
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def leave(code: int) -> NoReturn:
    sys.stdout.flush()
    click.get_current_context().exit(code)


def say(message: str) -> None:
    click.echo(message, err=True)


def put_json(thing: Any) -> None:
    click.echo(json.dumps(thing, indent=2, ensure_ascii=False))


def verdict_words(verdict: str, scope: str = "", width: int = 0) -> str:
    words = f"{verdict}, {scope}" if scope and verdict not in ("unknown", "defined") else verdict
    return click.style(words.ljust(width), fg=COLOURS.get(verdict, "yellow"))


def table(rows: Sequence[Sequence[str]], indent: str = "") -> None:
    """Columns as wide as they need to be; the last one is not padded."""
    if not rows:
        return
    widths = [max(len(click.unstyle(row[k])) for row in rows) for k in range(len(rows[0]))]
    for row in rows:
        cells = [c + " " * (w - len(click.unstyle(c))) for c, w in zip(row, widths, strict=True)]
        click.echo((indent + "  ".join(cells)).rstrip())


def watched(things: Iterable[Any], count: int, label: str, shown: bool = True) -> Iterator[Any]:
    """The things, with a progress bar on stderr when that is a terminal."""
    if not (shown and sys.stderr.isatty() and count > 1):
        yield from things
        return
    with click.progressbar(length=count, label=label, file=sys.stderr) as bar:
        for thing in things:
            bar.update(1)
            yield thing


json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
paper_option = click.option("--paper", metavar="KEY", help="A paper, e.g. kazan2025.")
jobs_option = click.option(
    "--jobs", "-j", type=click.IntRange(1, 256), default=2, show_default=True, help="Processes to use."
)
fresh_option = click.option("--fresh", is_flag=True, help="Use nothing from earlier runs, and keep nothing.")
Command = Callable[..., Any]


def choose(names: Sequence[str], paper: str | None = None) -> Library:
    """The entries meant; files that cannot be loaded are reported."""
    from dpsym.library import paper as paper_of
    from dpsym.library import select
    from dpsym.sources import with_known_sources

    library = select(names, None if paper is None else paper_of(paper))
    if paper is not None:
        library = library.paper(paper)
    library = with_known_sources(library)
    for broken in library.broken:
        say(f"dpsym: {broken.reason}")
    return library


def chosen_paper(key: str | None) -> Any:
    from dpsym.library import paper, papers

    if key is None:
        raise Bad(f"name a paper with --paper; the papers are {', '.join(papers())}")
    return paper(key)


def reporter_for(library: Library, fresh: bool = False) -> Reporter:
    from dpsym.reports import Reporter
    from dpsym.store import Certificates, Nowhere

    return Reporter(library, Nowhere() if fresh else Certificates(), faults())


def settle(
    library: Library,
    items: Sequence[Item],
    jobs: int,
    fresh: bool,
    label: str,
    bar: bool = True,
    **options: Any,
) -> Iterator[Finding]:
    """The findings in order."""
    from dpsym.reports import run

    yield from watched(
        run(library, "finding", items, jobs=jobs, keep=not fresh, faults=faults(), **options),
        len(items),
        label,
        bar,
    )


def status_code(statuses: Collection[str]) -> int:
    """The exit code that the verdicts on what is shown call for."""
    for status, code in (
        ("no value", USAGE),
        ("vacuous", REFUTED),
        ("refuted", REFUTED),
        ("unknown", UNDECIDED),
    ):
        if status in statuses:
            return code
    return AS_DECLARED


def code_of(findings: Iterable[Finding], broken: Sequence[Any] = ()) -> int:
    """The exit code that the findings call for."""
    findings = list(findings)
    if broken or any(f.verdict == "no value" or f.valueless for f in findings):
        return USAGE
    if any(f.contrary for f in findings):
        return REFUTED
    if any(not f.declared for f in findings):
        return UNDECIDED
    return AS_DECLARED


# ------------------------------------------------------------------------------------------------- commands
@main.command("list")
@click.argument("folder", required=False)
@paper_option
@click.option("--verdicts", is_flag=True, help="Check the entries now, and list what came of it too.")
@jobs_option
@json_option
def list_(folder: str | None, paper: str | None, verdicts: bool, jobs: int, as_json: bool) -> None:
    """The entries: name, title, source; with --verdicts the verdict as well.

    Without it nothing is checked, and so no verdict is shown: an earlier run is no evidence.
    """
    from dpsym import library as lib

    files = lib.library_files()
    if folder is not None:
        name = folder.strip().removesuffix("/")
        inside = [f for f in files if f.name == name or f.name.startswith(name + ".")]
        if not inside and not Path(name).exists():
            raise lib.UnknownName(lib._nothing_called(folder, files))
        files = inside or lib.user_files(Path(name))
    prefix = lib.paper(paper) if paper is not None else None
    rows = []
    for file in files:
        for s in lib.sketches(file):
            if prefix is not None and not lib.of_paper(s.source, prefix):
                continue
            title = s.title or s.name.rpartition(".")[2].replace("_", " ")
            source = s.source if prefix is None else lib.of_paper(s.source, prefix)
            rows.append((lib.rank_of(source), file.name, s.place, s.name, title, source))
    rows.sort(key=lambda r: r[:3])
    code, found = AS_DECLARED, {}
    if verdicts:
        library = choose((folder,) if folder is not None else (), paper)
        listed = {r[3] for r in rows}
        items = [i for i in library if i.name in listed]
        found = {f.name: f for f in settle(library, items, jobs, False, "checking", steps=False)}
        code = code_of(found.values(), library.broken)
    if as_json:
        data: list[dict[str, Any]] = []
        for *_, name, title, source in rows:
            row = {"name": name, "title": title, "source": list(source)}
            if name in found:
                row |= {"verdict": found[name].verdict, "scope": found[name].scope}
            data.append(row)
        put_json(data)
    elif verdicts:
        said = {name: verdict_words(f.verdict, f.scope) for name, f in found.items()}
        table([(r[3], r[4], said.get(r[3], ""), ", ".join(r[5])) for r in rows])
    else:
        table([(r[3], r[4], ", ".join(r[5])) for r in rows])
    leave(code)


@main.command()
@click.argument("name")
@click.option(
    "--near-misses/--no-near-misses", "variants", default=True, help="Whether to refute the near misses too."
)
@json_option
def show(name: str, variants: bool, as_json: bool) -> None:
    """The page of an entry: statement, proof, verdict, near misses."""
    from dpsym.library import find
    from dpsym.reports import said
    from dpsym.sources import of_known_source

    item = of_known_source(find(name))
    reporter, links = with_links(item)
    page = reporter.page(item, variants=variants)
    if as_json:
        from dpsym.language import Theorem
        from dpsym.prove.verdict import NOWHERE
        from dpsym.reports import point_json

        entry = item.entry
        put_json(
            {
                "name": item.name,
                "title": entry.title,
                "kind": entry.kind,
                "source": list(entry.source),
                "file": str(item.file.path),
                "statement": said(entry) if isinstance(entry, Theorem) else "",
                "verdict": page.status,
                "shown": f"{page.status}, {NOWHERE}" if page.nowhere else page.status,
                "scope": page.scope,
                "uses": list(page.uses),
                "near_misses": [
                    {"name": m.name, "refuted": m.refuted, "witness": point_json(m.witness)}
                    for m in page.near_misses
                ],
            }
        )
    else:
        from dpsym.terminal import text

        click.echo(text(page, links), nl=False)
    leave(status_code({page.status}))


def with_links(item: Item) -> tuple[Reporter, Any]:
    """A reporter for one item, and the names of the entries it refers to."""
    from dpsym.document.page import Links
    from dpsym.library import Library

    reporter = reporter_for(Library((item,)))
    return reporter, Links(reporter._names)


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME|FOLDER|FILE]...")
@paper_option
@click.option("-v", "--verbose", is_flag=True, help="One line a step as well.")
@click.option(
    "--near-misses/--no-near-misses", "everything", default=True, help="Whether near misses are refuted too."
)
@click.option("--all", "_everything", is_flag=True, hidden=True)  # what was asked for with it is the rule now
@click.option(
    "--certificates",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write what the kernel accepted, a file a theorem.",
)
@click.option(
    "--minimise", is_flag=True, help="Name the steps that the search does not need, and check nothing else."
)
@jobs_option
@fresh_option
@json_option
def check(
    names: tuple[str, ...], paper: str | None, verbose: bool, everything: bool, _everything: bool,
    certificates: str | None, minimise: bool, jobs: int, fresh: bool, as_json: bool,
) -> None:  # fmt: skip
    """Prove theorems, refute what is said to be false near them; the kernel re-checks every proof and every point."""
    start = time.perf_counter()
    library = choose(names, paper)
    if minimise:
        if not names and paper is None:
            raise Bad(
                "name the theorems whose steps are to be left out, e.g. dpsym check --minimise divergences.pinsker"
            )
        leave(put_minimal(library, fresh, as_json))
    items = list(library)
    width = max((len(i.name) for i in items), default=0)
    found = []
    stream = not as_json and sys.stdout.isatty()
    wanted = {"everything": everything, "steps": verbose or as_json}
    for f in settle(library, items, jobs, fresh, "checking", not stream, **wanted):
        found.append(f)
        if not as_json:
            put_finding(f, width, verbose)
    if as_json:
        put_json([f.json() for f in found])
    else:
        counts = {v: sum(1 for f in found if f.shown == v) for v in dict.fromkeys(f.shown for f in found)}
        said = ", ".join(f"{n} {v}" for v, n in counts.items()) or "nothing to check"
        said += "" if everything else "; near misses not checked"
        say(f"{said}; {time.perf_counter() - start:.1f} s")
    if certificates is not None:
        write_certificates(library, Path(certificates), fresh)
    leave(code_of(found, library.broken))


def put_minimal(library: Library, fresh: bool, as_json: bool) -> int:
    """For each theorem with steps: those that the search does not need; the exit code."""
    from dpsym.language import Theorem
    from dpsym.prove.minimise import minimise
    from dpsym.reports import step_lines

    reporter = reporter_for(library, fresh)
    found: list[dict[str, Any]] = []
    for item in library:
        if not isinstance(item.entry, Theorem) or not item.entry.derivation:
            continue
        words = [says for says, *_ in step_lines(item.entry, reporter.verdict(item.entry))]
        try:
            last = None
            for last in minimise(reporter.session, item.entry):
                if sys.stderr.isatty():
                    click.echo(
                        f"\r{item.name}: {sum(last.needed)} of {len(words)} steps left", err=True, nl=False
                    )
        except ValueError as e:
            say(f"dpsym: {e}")
            found.append({"name": item.name, "verdict": "unknown"})
            continue
        if sys.stderr.isatty():
            click.echo("\r\033[K", err=True, nl=False)
        assert last is not None
        steps = [{"step": says, "needed": needed} for says, needed in zip(words, last.needed, strict=True)]
        found.append(
            {
                "name": item.name,
                "verdict": "proved",
                "steps": steps,
                "trials": last.trials,
                "complete": last.complete,
            }
        )
        if not as_json:
            put_steps_needed(found[-1])
    if as_json:
        put_json(found)
    return AS_DECLARED if all(f["verdict"] == "proved" for f in found) else UNDECIDED


def put_steps_needed(found: Mapping[str, Any]) -> None:
    """What `--minimise` found for one theorem, in words."""
    unneeded = [s["step"] for s in found["steps"] if not s["needed"]]
    said = (
        f"{len(unneeded)} of {len(found['steps'])} steps not needed" if unneeded else "every step is needed"
    )
    more = "" if found["complete"] else f"; stopped after {found['trials']} trials, more may go"
    click.echo(f"{found['name']}: {said}{more}")
    for says in unneeded:
        click.echo(f"    {says}")


def put_finding(f: Finding, width: int, verbose: bool) -> None:
    """One line a theorem; the steps when asked for or when one of them is not settled."""
    word = click.style(f.shown.ljust(8), fg=COLOURS.get(f.verdict, "yellow"))
    click.echo(f"{word}  {f.name.ljust(width)}  {f.scope}".rstrip())
    shown = (
        f.lines
        if verbose
        else [line for line in f.lines if f.verdict in ("unknown", "refuted") and line[1] != "proved"]
    )
    for says, verdict, method, reason in shown:
        detail = "; ".join(x for x in (reason, method) if x)
        click.echo(f"    {verdict_words(verdict, width=8)}  {says}" + (f"  ({detail})" if detail else ""))
    if verbose and f.instance is not None:
        click.echo(f"    instance: {f.instance_words or 'any values'}")
    if f.tried and f.verdict == "unknown":
        click.echo(f"    tried: {f.tried}")
    if f.verdict == "error":
        click.echo(f"    {f.tried}")
    for line in f.witness:
        click.echo(f"    {line}")
    for line in f.remarks:
        click.echo(f"    {click.style(line, fg='red')}")


def write_certificates(library: Library, directory: Path, fresh: bool) -> None:
    """A bundle a theorem that `python -m dpsym.kernel FILE.json` accepts."""
    from dpsym.language import Theorem

    reporter = reporter_for(library, fresh)
    written = 0
    for item in library:
        bundle = reporter.bundle(item.entry) if isinstance(item.entry, Theorem) else None
        if bundle is not None:
            write_file(directory / f"{item.name}.json", json.dumps(bundle) + "\n")
            written += 1
    say(f"{written} certificates in {directory}; `python -m dpsym.kernel {directory}/*.json` re-checks them")


def write_file(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as e:
        raise Bad(f"{path} cannot be written: {e.strerror or e}") from e


@main.command()
@click.argument("name")
@click.option("--near-miss", metavar="WORDS", help="One of the theorem's near misses (default: all of them).")
@click.option("--printed", is_flag=True, help="The statement as the source prints it.")
@click.option(
    "--certificates", metavar="DIR", type=click.Path(file_okay=False), help="Write what the kernel accepted."
)
@json_option
def refute(name: str, near_miss: str | None, printed: bool, certificates: str | None, as_json: bool) -> None:
    """Show why a neighbour of a theorem is false: an exact witness that the kernel accepts."""
    from dpsym.language import Theorem
    from dpsym.library import find
    from dpsym.reports import point_json, point_words
    from dpsym.sources import of_known_source

    item = of_known_source(find(name))
    entry = item.entry
    if not isinstance(entry, Theorem):
        raise Bad(f"{item.name} is not a theorem but of kind {entry.kind}")
    variants = variants_of(item, near_miss, printed)
    reporter = reporter_for(choose_one(item))
    rows = []
    for label, wrong in variants:
        miss = reporter.miss(item, label, wrong)
        at = miss.verdict.witness
        rows.append(
            {
                "name": item.name,
                "near_miss": label,
                "statement": miss.statement,
                "verdict": miss.verdict.status,
                "witness": point_json(at) if miss.refuted else None,
                "check": list(miss.words) if miss.refuted else [],
                "kernel": miss.refuted,
                "tried": miss.verdict.tried,
            }
        )
        if not as_json:
            click.echo(f"{verdict_words(miss.verdict.status)}  {label}")
            click.echo(f"    {miss.statement}")
            if miss.refuted:
                for line in miss.words or (f"at {point_words(at)}",):
                    click.echo(f"    {line}")
                click.echo("    the kernel accepts: the hypotheses hold here and the claim does not")
            else:
                click.echo(
                    f"    {miss.verdict.tried or 'no witness found'}; that says nothing about its truth"
                )
        if certificates is not None and miss.refuted:
            from dpsym.kernel import bundle

            file = "".join(c if c.isalnum() else "-" for c in label)
            text = json.dumps(bundle({"witness": miss.verdict.certificate}))
            write_file(Path(certificates) / f"{item.name}-{file}.json", text + "\n")
    if as_json:
        put_json(rows)
    leave(AS_DECLARED if all(r["verdict"] == "refuted" for r in rows) else UNDECIDED)


def choose_one(item: Item) -> Library:
    from dpsym.library import Library

    return Library((item,))


def variants_of(item: Item, near_miss: str | None, printed: bool) -> list[tuple[str, Any]]:
    """The false neighbours asked for: one near miss, the printed form, or all there are."""
    entry: Any = item.entry
    if printed and near_miss is not None:
        raise Bad("choose one of --near-miss and --printed")
    if printed:
        if entry.printed is None:
            raise Bad(f"{item.name} holds as printed, or its source prints nothing else")
        return [("as printed", entry.printed)]
    if near_miss is not None:
        wanted = near_miss.strip()
        if wanted in entry.near_misses:
            return [(wanted, entry.near_misses[wanted])]
        close = [n for n in entry.near_misses if wanted and wanted.lower() in n.lower()]
        if len(close) == 1:
            return [(close[0], entry.near_misses[close[0]])]
        known = "; ".join(f'"{n}"' for n in entry.near_misses) or "none"
        raise Bad(f"{item.name} has no near miss {wanted[:80]!r}; it has {known}")
    found = list(entry.near_misses.items())
    if entry.printed is not None:
        found.append(("as printed", entry.printed))
    if not found:
        raise Bad(f"{item.name} lists no near misses")
    return found


# --------------------------------------------------------------------------------------------------- claims
def claims_in(text: str | None, path: str | None) -> list[str]:
    """The claim typed, or the lines of a file that are neither empty nor comments."""
    if (text is None) == (path is None):
        raise Bad("give a claim, or a file with --file")
    if text is not None:
        return [text]
    assert path is not None
    try:
        whole = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as e:
        raise Bad(f"{path}: cannot be read: {e}") from e
    lines = [line.strip() for line in whole.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


@main.command()
@click.argument("text", required=False)
@click.option("--file", "path", metavar="FILE", help="Claims, one a line; # starts a comment; - is stdin.")
@click.option("--certificate", metavar="FILE", help="Write what the kernel checks.")
@click.option("--tex", is_flag=True, help="Write the statement and its evidence as LaTeX.")
@json_option
def claim(text: str | None, path: str | None, certificate: str | None, tex: bool, as_json: bool) -> None:
    """Prove or refute a claim: dpsym claim "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)".

    Exit code 0 proved or enclosed, 1 refuted or vacuous, 2 not a claim, 3 not settled here (undecided, or cited: it
    rests on facts of the literature that have no proof here), 70 an internal error; with a file, the worst (70, 2, 1,
    3, 0).
    """
    from dpsym.claims import NotAClaim, settle
    from dpsym.faults import fault_of

    codes = []
    claims = claims_in(text, path)
    if certificate is not None and path is not None:
        raise Bad("--certificate takes one claim, not a file")
    for one in claims:
        try:
            answer = settle(one)
        except NotAClaim as e:
            codes.append(USAGE)
            if as_json:
                put_claim({"claim": one, "verdict": "not a claim", "error": e.message, "at": e.at}, path)
            else:
                say(f"dpsym: not a claim: {e.pointed()}")
            continue
        except Exception as e:
            fault = fault_of(e, f"the claim {one}")
            faults().append(fault)
            if as_json:
                put_claim(claim_error(one, fault), path)
            else:
                click.echo(f"{one}\nerror" if path is not None else "error")
            continue
        unsettled = {"undecided": UNDECIDED, "cited": UNDECIDED, "vacuous": REFUTED, "refuted": REFUTED}
        codes.append(unsettled.get(answer.verdict, AS_DECLARED))
        if as_json:
            put_claim(answer.json(), path)
        elif tex:
            click.echo(answer.latex())
        else:
            if path is not None:
                click.echo(one)
            click.echo(str(answer))
        if certificate is not None:
            bundle = answer.bundle()
            if bundle is None:
                say("dpsym: undecided, so there is no certificate")
            else:
                write_file(Path(certificate), json.dumps(bundle, ensure_ascii=False))
    leave(next((c for c in (USAGE, REFUTED, UNDECIDED) if c in codes), AS_DECLARED))


def claim_error(text: str, fault: Fault) -> dict[str, Any]:
    """The answer to a claim that ended in an internal error: the keys of any answer, and the error."""
    none: dict[str, Any] = {"scope": "", "method": "", "witness": None, "seconds": 0}
    return {"claim": text, "verdict": "error", **none, **fault.json()}


def put_claim(thing: dict[str, Any], path: str | None) -> None:
    """One object; with a file one object a line."""
    if path is None:
        put_json(thing)
    else:
        click.echo(json.dumps(thing, ensure_ascii=False))


@main.command("tightest")
@click.argument("text")
@json_option
def tightest_(text: str, as_json: bool) -> None:
    """The best bound: dpsym tightest "for eps >= 0: PureDP(eps) => TV <= ?".

    The bound is proved, and compared with the exact optimum at random parameters.
    """
    from dpsym.claims import NotAClaim, tightest

    try:
        best = tightest(text)
    except NotAClaim as e:
        raise Bad(f"not a claim: {e.pointed()}") from e
    if as_json:
        put_json(best.json() if best else {"claim": text, "bound": None, "bounds": [], "points": 0})
    elif best is None:
        click.echo("undecided: the linear program over pairs gives no bound in closed form")
    else:
        click.echo(best.bound)
        for bound, proof, at in zip(best.bounds, best.proofs, best.attained, strict=True):
            click.echo(f"    {bound}: {verdict_words(proof.verdict, proof.scope)}")
            if at is not None:
                shown = [*(f"{k} = {v}" for k, v in at.values.items())]
                shown += [f"{k} = ({', '.join(v)})" for k, v in at.laws.items()]
                click.echo(f"        {'approached' if at.approached else 'reached'} at {'; '.join(shown)}")
        click.echo(f"    equal to the exact optimum at {best.points} random parameters")
    leave(AS_DECLARED if best else UNDECIDED)


@main.command()
@click.argument("text")
@json_option
def necessary(text: str, as_json: bool) -> None:
    """Which conditions and hypotheses of a claim can be dropped, and what fails without each."""
    from dpsym.claims import NotAClaim
    from dpsym.claims import necessary as without

    try:
        found = without(text)
    except NotAClaim as e:
        raise Bad(f"not a claim: {e.pointed()}") from e
    if as_json:
        put_json([d.json() for d in found])
    else:
        for d in found:
            word = {True: "needed", False: "not needed", None: "undecided"}[d.needed]
            click.echo(f"{word:<11} {d.condition}")
            if d.answer.witness is not None:
                for line in d.answer.witness.lines():
                    click.echo(f"                {line}")
    leave(UNDECIDED if any(d.needed is None for d in found) else AS_DECLARED)


@main.command("eval", context_settings={"ignore_unknown_options": True})
@click.argument("name", required=False)
@click.argument("values", nargs=-1, metavar="[PARAMETER=VALUE]...")
@click.option(
    "--digits", type=click.IntRange(1, 1000), default=20, show_default=True, help="Significant digits."
)
@click.option(
    "--list", "listed", is_flag=True, help="The named evaluators (of a family): arguments, guarantees."
)
@click.option("--markdown", is_flag=True, help="With --list: as a table in Markdown.")
@json_option
def eval_(
    name: str | None, values: tuple[str, ...], digits: int, listed: bool, markdown: bool, as_json: bool
) -> None:
    """A named quantity, or the numbers of a theorem, at exact values.

    `dpsym eval gaussian.delta sigma=1 eps=1/3`, `dpsym eval posterior.pure_difference_bound eps='2*log(2)'`.
    """
    from dpsym.evaluation import BadValue, evaluated, named
    from dpsym.library import LibraryError, find
    from dpsym.numbers.registry import FAMILIES
    from dpsym.numbers.registry import find as find_evaluator

    if listed:
        put_evaluators(name, as_json, markdown)
        return
    if not name:
        raise Bad("name a quantity or a theorem; `dpsym eval --list` shows the quantities")
    evaluator = find_evaluator(name)
    try:
        if evaluator:
            found, item_name = {name: named(name, values, digits)}, name
        else:
            item = find(name)
            found, item_name = evaluated(item.entry, values, digits), item.name
        decimals = {
            what: dict(zip(("mid", "rad"), e.decimal(digits), strict=True)) for what, e in found.items()
        }
    except LibraryError as e:
        family = name.partition(".")[0]
        if family not in FAMILIES:
            raise
        raise Bad(f"{e}; `dpsym eval --list {family}` shows the evaluators of {family}") from e
    except BadValue as e:
        raise Bad(str(e)) from e
    except ArithmeticError as e:
        say(f"dpsym: {e}")
        leave(UNDECIDED)
    if as_json:
        first = next(iter(decimals.values()))
        put_json({"value": first, "name": item_name, "values": decimals})
        return
    rows = []
    for what, ball in decimals.items():
        rows.append((what, ball["mid"] if ball["rad"] == "0" else f"{ball['mid']} ± {ball['rad']}"))
    table(rows)


def put_evaluators(family: str | None, as_json: bool, markdown: bool = False) -> None:
    """The table of named evaluators, made from their declarations."""
    from dpsym.numbers import registry

    rows = [r for r in registry.table() if family in (None, r["name"], r["name"].partition(".")[0])]
    if not rows:
        raise Bad(
            f"there is no evaluator or family {family}; the families are {', '.join(registry.FAMILIES)}"
        )
    if as_json:
        put_json(rows)
        return
    if markdown:
        click.echo("| evaluator | argument | domain | meaning | scalar | arrays |\n|---|---|---|---|---|---|")
        for r in rows:
            first = (f"`{r['usage']}`<br>{r['about']}", r["scalar"], r["array"])
            for a in r["arguments"]:
                cells = (first[0], f"`{a['name']}`", a["domain"], a["about"], *first[1:])
                click.echo("| " + " | ".join(x.replace("|", "\\|") for x in cells) + " |")
                first = ("", "", "")
        return
    for r in rows:
        click.echo(f"{r['usage']}\n    {r['about']}")
        table([(a["name"], a["domain"], a["about"]) for a in r["arguments"]], indent="    ")
        click.echo(f"    guaranteed: {r['scalar']}; arrays: {r['array']}")


@main.command()
@click.argument("curves", nargs=-1, required=True, metavar="CURVE...")
@click.option(
    "-o", "--output", metavar="PATH", type=click.Path(dir_okay=False), help="A .png, .svg, .pdf or .pgf file."
)
@click.option(
    "--points", type=click.IntRange(2, 100_000), default=101, show_default=True, help="Points a curve."
)
@click.option(
    "--digits", type=click.IntRange(1, 100), default=10, show_default=True, help="Significant digits."
)
@click.option("--log", type=click.Choice(["x", "y", "xy"]), default=None, help="Logarithmic axes.")
@click.option("--title", default="", help="A title above the axes.")
@json_option
def plot(
    curves: tuple[str, ...],
    output: str | None,
    points: int,
    digits: int,
    log: str | None,
    title: str,
    as_json: bool,
) -> None:
    """Curves of named quantities with the band of their enclosures, on one pair of axes.

    The band holds at the points, and between them too (the paler steps) where the quantity is known to rise or fall.

    `dpsym plot "gaussian.delta sigma=1 eps=0..5" "laplace.delta scale=1 eps=0..5" -o curves.svg --log y`

    A figure of the library can be named too: `dpsym plot census.curves.figure_6 -o figure_6.svg`.
    """
    from dpsym.numbers.plot import NoProgram, curve, draw, of_figure
    from dpsym.numbers.registry import find as find_evaluator

    def of(text: str) -> list[Any]:
        if "=" in text or find_evaluator(text):
            return [curve(text, points, "x" in (log or ""), digits)]
        return of_figure(text, figure_named(text), points, "x" in (log or ""), digits)

    if log is None and len(curves) == 1 and "=" not in curves[0] and not find_evaluator(curves[0]):
        log = "".join(figure_named(curves[0]).logarithmic) or None

    if output is None and not as_json:
        raise Bad("name a file with -o, or ask for the numbers with --json")
    try:
        found = [c for text in curves for c in of(text)]
        if output is not None:
            draw(found, Path(output), "x" in (log or ""), "y" in (log or ""), title)
    except ValueError as e:
        raise Bad(str(e)) from e
    except NoProgram as e:
        say(f"dpsym: {e}")
        leave(NO_PROGRAM)
    except ArithmeticError as e:
        say(f"dpsym: {e}")
        leave(UNDECIDED)
    if as_json:
        rows = []
        for c in found:
            values = [(str(x), *y.decimal(digits)) for x, y in zip(c.xs, c.ys, strict=True)]
            shown = [{c.parameter: x, "mid": mid, "rad": rad} for x, mid, rad in values]
            rows.append({"name": c.name, "label": c.label, "monotone": c.monotone, "values": shown})
        put_json(rows)


def figure_named(name: str) -> Any:
    """The figure of the library with this name."""
    from dpsym.language import Figure
    from dpsym.library import find

    item = find(name)
    if not isinstance(item.entry, Figure):
        raise Bad(f"{item.name} is not a figure but of kind {item.entry.kind}")
    return item.entry


# ---------------------------------------------------------------------------------------------- the case study
@main.command()
@click.option(
    "--queries",
    "-q",
    metavar="TEXT",
    default="all",
    show_default=True,
    help="Levels and attributes, with commas.",
)
@click.option("--allocations", metavar="FILE", help="A CSV table of budgets (default: the 2020 release).")
@click.option("--table", "shown", is_flag=True, help="Write the table itself as CSV, e.g. to change it.")
@click.option("--alpha", default="0.01,0.05,0.1", show_default=True, help="Levels of the test.")
@click.option(
    "--eps", default="0.5,1,2,4", show_default=True, help="Bounds on the logarithm of the posterior ratio."
)
@click.option(
    "--delta", default="0.1,0.01,0.001", show_default=True, help="Probabilities of exceeding the loss."
)
@click.option(
    "--digits", type=click.IntRange(2, 30), default=6, show_default=True, help="Significant digits."
)
@click.option("--plot", metavar="FILE", help="Draw FILE-power and FILE-posterior: .png, .svg, .pdf or .pgf.")
@json_option
def census(
    queries: str, allocations: str | None, shown: bool, alpha: str, eps: str, delta: str, digits: int, plot: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """What a release of noisy counts lets an attacker learn about a part of a record.

    --queries names what is secret: `all`; a level of geography (`Block`), which takes its queries; an attribute
    (`CENRACE`), which takes the queries that contain it at every level; or an attribute at one level (`County:CENRACE`).

    The table has the columns level, query, rho (the budget, in nats: exact numbers such as 0.07 or 7/82) and, where
    wanted, level_share and query_share, by which rho is multiplied, and cells. A query is attributes joined by *.

    `dpsym census --queries "Block, CENRACE"`, `dpsym census --allocations my.csv -q AGE --plot age.svg`
    """
    from dpsym.language.allocations import write_allocations
    from dpsym.numbers import census as release

    try:
        if shown:
            click.echo(write_allocations(release.table(allocations)[0]), nl=False)
            return
        found = release.scenario(queries, allocations)
        powers = [found.power(a, digits + 2) for a in alpha.split(",")]
        posteriors = [found.posterior(e, digits + 2) for e in eps.split(",")]
        losses = [found.loss(d, digits + 2) for d in delta.split(",")]
        written = [] if plot is None else draw_census(found, Path(plot))
    except ValueError as e:
        raise Bad(str(e)) from e
    except ArithmeticError as e:
        say(f"dpsym: {e}")
        leave(UNDECIDED)
    if as_json:
        put_json(census_json(found, powers, posteriors, losses, digits, written))
    else:
        put_census(found, powers, posteriors, losses, digits)
        for path in written:
            say(str(path))


def draw_census(found: Any, path: Path) -> list[Path]:
    """Both plots; the files are named after `path`."""
    from dpsym.numbers.plot import NoProgram, draw

    power, posterior = (path.with_name(f"{path.stem}-{what}{path.suffix}") for what in ("power", "posterior"))
    try:
        draw(found.power_curves(), power, title=found.selection)
        draw(found.posterior_curves(), posterior, log_y=True, title=found.selection)
    except NoProgram as e:
        say(f"dpsym: {e}")
        leave(NO_PROGRAM)
    except OSError as e:
        raise Bad(f"{path} cannot be written: {e.strerror or e}") from e
    return [power, posterior]


def census_json(
    found: Any, powers: Sequence[Any], posteriors: Sequence[Any], losses: Sequence[Any], digits: int, written: Sequence[Path]
) -> dict[str, Any]:  # fmt: skip
    from dpsym.numbers.balls import round_to

    def exact(x: Any) -> str:
        return str(x) if x.denominator.bit_length() < 10_000 else round_to(x, 100)

    def ball(x: Any) -> Any:
        return None if x is None else dict(zip(("mid", "rad"), x.decimal(digits + 4), strict=True))

    return {
        "selection": found.selection,
        "queries": [{"level": a.level, "query": a.query, "rho": exact(a.rho)} for a in found.queries],
        "rho": exact(found.rho),
        "rho_by_level": {level: exact(rho) for level, rho in found.rho_by_level.items()},
        "power": [
            {"level": str(p.level), "gaussian": ball(p.gaussian), "discrete": ball(p.discrete), "bound": ball(p.bound)}
            for p in powers
        ],
        "posterior": [
            {"eps": str(p.eps), "any_prior": ball(p.any_prior), "gaussian": ball(p.gaussian), "known_rest": ball(p.known_rest)}
            for p in posteriors
        ],
        "loss": [
            {"delta": str(x.delta), "gaussian": ball(x.gaussian), "discrete": ball(x.discrete)} for x in losses
        ],
        "left_out": list(dict.fromkeys(x.why for x in (*powers, *losses) if x.why)),
        "plots": [str(p) for p in written],
    }  # fmt: skip


def put_census(
    found: Any, powers: Sequence[Any], posteriors: Sequence[Any], losses: Sequence[Any], digits: int
) -> None:
    """A table each: the budget, the power, the posterior, the loss."""
    from dpsym.numbers.balls import round_to

    def ball(x: Any) -> str:
        if x is None:
            return "-"
        ends = (round_to(x.low, digits), round_to(x.high, digits))
        return ends[0] if ends[0] == ends[1] else " ± ".join(x.decimal(digits))

    def given(x: Any) -> str:
        return str(x) if len(str(x)) <= 12 else round_to(x, digits)

    def exact(x: Any) -> str:
        short = x.denominator.bit_length() < 100
        return (f"{x} = " if short and x.denominator != 1 else "") + round_to(x, digits)

    click.echo(f"{found.selection}: {len(found.queries)} queries, budget {exact(found.rho)} nats")
    spent = [(level, round_to(rho, digits)) for level, rho in found.rho_by_level.items()]
    table(spent[:20], "    ")
    if len(spent) > 20:
        click.echo(f"    and {len(spent) - 20} further levels")
    click.echo("\nThe largest power of a test that tells two records apart")
    rows = [(given(p.level), ball(p.gaussian), ball(p.discrete), ball(p.bound)) for p in powers]
    table([("level", "Gaussian noise", "discrete noise", "any mechanism"), *rows], "    ")
    click.echo("\nThe probability that the posterior is over e^eps times the counterfactual one, at most")
    rows = [(given(p.eps), ball(p.any_prior), ball(p.gaussian), ball(p.known_rest)) for p in posteriors]
    table([("eps", "any prior", "any prior, Gaussian noise", "other records known"), *rows], "    ")
    click.echo("\nThe loss that is exceeded with probability delta at most, after any secondary analysis")
    table(
        [
            ("delta", "Gaussian noise", "discrete noise"),
            *((given(x.delta), ball(x.gaussian), ball(x.discrete)) for x in losses),
        ],
        "    ",
    )
    for why in dict.fromkeys(x.why for x in (*powers, *losses) if x.why):
        say(f"the discrete noise is left out: {why}")


@main.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--to", type=click.Choice(["tex", "html", "md", "txt"]), default="tex", show_default=True)
@click.option("-o", "--output", metavar="PATH", help="A file, or a folder for several entries.")
@click.option(
    "--class",
    "document_class",
    type=click.Choice(CLASSES),
    default="article",
    show_default=True,
    help="Layout of tex.",
)
@click.option(
    "--near-misses/--no-near-misses", "variants", default=True, help="Whether to refute the near misses too."
)
@json_option
def render(
    names: tuple[str, ...], to: str, output: str | None, document_class: str, variants: bool, as_json: bool
) -> None:
    """The page of an entry as LaTeX to \\input, as HTML or as Markdown."""
    library = choose(names)
    if library.broken:
        leave(USAGE)
    reporter = reporter_for(library)
    pages = [reporter.page(item, variants=variants) for item in watched(library, len(library), "rendering")]
    texts = {page.name: rendered(page, pages, reporter, to, document_class) for page in pages}
    if as_json:
        put_json(
            [
                {"name": p.name, "verdict": p.status, "scope": p.scope, "format": to, "text": texts[p.name]}
                for p in pages
            ]
        )
    elif output is None:
        for words in texts.values():
            click.echo(words, nl=False)
    elif len(texts) == 1 and not Path(output).is_dir():
        write_file(Path(output), next(iter(texts.values())))
    else:
        for name, words in texts.items():
            write_file(Path(output) / f"{name}.{to}", words)
    statuses = {p.status for p in pages}
    leave(status_code(statuses))


def rendered(page: Any, pages: Sequence[Any], reporter: Reporter, to: str, document_class: str) -> str:
    from dpsym.document.page import Links

    links = Links(reporter._names)
    if to == "txt":
        from dpsym.terminal import text

        return text(page, links)
    if to == "html":
        from dpsym.document.html import html

        return html(page, links, [p.name for p in pages])
    if to == "md":
        from dpsym.document.markdown import markdown

        return markdown(page, links)
    from dpsym.document.appendix import bib_entries, source_line
    from dpsym.document.latex import LAYOUTS, Context, fragment

    path = bibliography()
    keys = frozenset(bib_entries(path.read_text(encoding="utf-8"))) if path else frozenset()
    context = Context(LAYOUTS[document_class], frozenset(p.name for p in pages), keys)
    return fragment(page, links, context, source_line(page, keys)[0], {p.name: p.label for p in pages})


def bibliography() -> Path | None:
    """The library's references.bib."""
    from dpsym.library import roots

    return next((r / "references.bib" for r in roots() if (r / "references.bib").is_file()), None)


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME|FOLDER|FILE]...")
@paper_option
@click.option("--section", metavar="NAME", help="A chapter with its own order and words, e.g. census.")
@click.option(
    "-o", "--output", metavar="DIR", type=click.Path(file_okay=False), required=True, help="Where to write."
)
@click.option("--class", "document_class", type=click.Choice(CLASSES), default="article", show_default=True)
@click.option("--title", help="The document's title.")
@click.option("--verdicts/--no-verdicts", default=True, help="Whether verdicts are printed.")
@click.option(
    "--pdf/--no-pdf", default=None, help="Insist on a PDF, or make none (default: if LaTeX is installed)."
)
@click.option("--plots", is_flag=True, help="Draw the curves of figures as well (needs matplotlib).")
@jobs_option
@json_option
def appendix(
    names: tuple[str, ...], paper: str | None, section: str | None, output: str, document_class: str, title: str | None,
    verdicts: bool, pdf: bool | None, plots: bool, jobs: int, as_json: bool,
) -> None:  # fmt: skip
    """An appendix to compile: a fragment an entry, the errata, the bibliography, and the PDF."""
    from dpsym.document.appendix import BadDocument, MissingProgram, compile_pdf, write_appendix
    from dpsym.library import paper as paper_of
    from dpsym.reports import run

    sections, words = None, None
    if section is not None:
        if names:
            raise Bad("a section has its own entries: give no others")
        library, sections, words, own = section_of(section, paper)
        title = title or own
    else:
        library = choose(names, paper)
    items = list(library)
    if not items:
        raise Bad("there is nothing to print")
    if title is None:
        title = f"Derivations: {paper_of(paper).title}" if paper is not None else "Derivations"
    found = watched(run(library, "page", items, jobs=jobs, faults=faults()), len(items), "checking")
    pages = [replace(page, entry=item.entry) for item, page in zip(items, found, strict=True)]
    directory = Path(output)

    def failed(page: Any, error: Exception) -> None:
        from dpsym.faults import fault_of

        faults().append(fault_of(error, page.name))

    try:
        drawn = draw_figures(items, directory) if plots else {}
        written = write_appendix(
            pages,
            directory,
            document_class,
            bibliography(),
            title,
            verdicts,
            sections,
            True,
            words,
            drawn,
            failed,
        )
        written += [directory / file for file in drawn.values()]
    except OSError as e:
        raise Bad(f"{directory} cannot be written: {e.strerror or e}") from e
    made: Path | None = None
    code = AS_DECLARED
    if pdf is not False:
        try:
            made = compile_pdf(directory)
            written.append(made)
        except MissingProgram as e:
            say(f"no PDF: {str(e).partition(';')[0]}; on Debian or Ubuntu:\n{LATEX}")
            code = NO_PROGRAM if pdf else AS_DECLARED
        except BadDocument as e:
            say(f"no PDF: {e}")
            code = REFUTED
    statuses = {v: sum(1 for p in pages if p.status == v) for v in dict.fromkeys(p.status for p in pages)}
    if as_json:
        put_json(
            {
                "files": [str(p) for p in written],
                "pdf": str(made) if made else None,
                "entries": len(pages),
                "verdicts": statuses,
            }
        )
    else:
        click.echo(str(made or directory / "appendix.tex"))
        say(f"{len(pages)} entries: " + ", ".join(f"{n} {v}" for v, n in statuses.items()))
    if library.broken:
        code = USAGE
    elif code == AS_DECLARED:
        code = status_code(statuses)
    leave(code)


def draw_figures(items: Sequence[Item], directory: Path) -> dict[str, str]:
    """A PDF below `directory` for each figure whose curves share their axes, by the entry's name."""
    from dpsym.language import Figure
    from dpsym.numbers.plot import NoProgram, draw, of_figure

    figures = [(i.name, i.entry) for i in items if isinstance(i.entry, Figure)]
    drawn = {}
    (directory / "figures").mkdir(parents=True, exist_ok=True)
    for name, figure in watched(figures, len(figures), "drawing"):
        log_x, log_y = ("x" in figure.logarithmic, "y" in figure.logarithmic)
        try:
            curves = of_figure(name, figure, 61, log_x, 6)
            file = f"figures/{name.replace('.', '-').replace('_', '-')}.pdf"
            draw(curves, directory / file, log_x, log_y)
        except ValueError as e:
            say(f"dpsym: {name} is not drawn: {e}")
            continue
        except NoProgram as e:
            say(f"dpsym: {e}")
            leave(NO_PROGRAM)
        drawn[name] = file
    return drawn


def section_of(name: str, paper: str | None) -> tuple[Library, dict[str, list[str]], dict[str, str], str]:
    """The entries of a chapter in its order, their names by heading, its words by heading, and its title."""
    from dpsym.library import Library, chapter, load, of_paper
    from dpsym.library import paper as paper_of

    found, library = chapter(name), load()
    items = {id(e): item for e in found.entries if (item := library.of(e)) is not None}
    if paper is not None and not any(of_paper(e.source, paper_of(paper)) for e in found.entries):
        raise Bad(f"the section {name} is not about {paper}")
    sections = {p.heading: [items[id(e)].name for e in p.entries] for p in found.parts}
    words = {"": found.opening, **{p.heading: p.text for p in found.parts}}
    return Library(tuple(items[id(e)] for e in found.entries)), sections, words, found.title


@main.command()
@paper_option
@json_option
def errata(paper: str | None, as_json: bool) -> None:
    """The statements of a paper that do not hold as printed, with a witness and the repaired form."""
    from dpsym.reports import errata as rows_of

    chosen = chosen_paper(paper)
    library = choose((), chosen.key)
    reporter = reporter_for(library)
    items = [i for i in library if getattr(i.entry, "printed", None) is not None]
    rows = list(watched(rows_of(reporter, items, chosen), len(items), "errata"))
    if as_json:
        put_json(rows)
    else:
        for r in rows:
            click.echo(f"{r['source']}  {r['name']}")
            click.echo(f"    printed   {verdict_words(r['printed_verdict'])}: {r['printed']}")
            for line in r["check"]:
                click.echo(f"              {line}")
            if r["note"]:
                click.echo(f"              {r['note']}")
            click.echo(f"    repaired  {verdict_words(r['verdict'])}: {r['repaired']}")
        numbers = sum(1 for i in library for v in getattr(i.entry, "values", ()) if v.expected == "disagrees")
        say(f"{sum(r['witness'] is not None for r in rows)} statements do not hold as printed")
        if numbers:
            say(f"{numbers} printed numbers disagree; `dpsym reproduce --paper {chosen.key}` shows them")
    bad = any(r["verdict"] in ("vacuous", "refuted") for r in rows)
    unsure = any(r["verdict"] == "unknown" or r["witness"] is None for r in rows)
    leave(USAGE if library.broken else REFUTED if bad else UNDECIDED if unsure else AS_DECLARED)


@main.command()
@paper_option
@jobs_option
@json_option
def coverage(paper: str | None, jobs: int, as_json: bool) -> None:
    """Every catalogued item of a paper: the file that carries it and its verdict, or missing."""
    from dpsym.reports import coverage as report

    chosen = chosen_paper(paper)
    library = choose((), chosen.key)
    items = list(library)
    settled = settle(library, items, jobs, False, "checking", steps=False, everything=False)
    findings = {f.name: f for f in settled}
    found = report(library, findings, chosen)
    if as_json:
        put_json(found)
    else:
        rows = []
        for r in found["items"]:
            rows.append((r["id"], verdict_words(r["verdict"]), ", ".join(r["files"]) or "-", r["title"]))
        table(rows)
        counts = ", ".join(f"{n} {v}" for v, n in found["verdicts"].items())
        say(f"{found['carried']} of {found['total']} carried: {counts or 'none'}")
    code = code_of(findings.values(), library.broken)
    leave(UNDECIDED if code == AS_DECLARED and found["missing"] else code)


@main.command()
@paper_option
@click.option("--unprinted", is_flag=True, help="Also numbers that the paper does not print.")
@jobs_option
@json_option
def reproduce(paper: str | None, unprinted: bool, jobs: int, as_json: bool) -> None:
    """Every printed number of a paper, recomputed: the enclosure, and whether it agrees."""
    from dpsym.document.page import enclosure
    from dpsym.reports import run

    chosen = chosen_paper(paper)
    library = choose((), chosen.key)
    items = [i for i in library if getattr(i.entry, "values", ())]
    numbers = [
        n
        for found in watched(
            run(library, "numbers", items, jobs=jobs, faults=faults()), len(items), "recomputing"
        )
        for n in found
        if n.printed or unprinted
    ]
    if as_json:
        put_json([n.json() for n in numbers])
    else:
        words = {True: "agrees", False: "disagrees", None: "undecided"}
        rows = []
        for n in numbers:
            said = words[n.agrees] if n.printed else "not printed"
            colour = "green" if n.declared and n.agrees is not False else "yellow" if n.declared else "red"
            extra = "" if n.declared else f"{n.expected} was declared"
            found = enclosure(n.low, n.high, 8) if n.low else "-"
            where = n.source[0] if n.source else n.name
            rows.append(
                (where, n.what, n.printed or "-", found, click.style(said, fg=colour), extra or n.note)
            )
        table(rows)
        agree = sum(1 for n in numbers if n.agrees and n.printed)
        printed = sum(1 for n in numbers if n.printed)
        odd = sum(1 for n in numbers if not n.declared)
        say(f"{agree} of {printed} printed numbers agree; {odd} not as the library expects")
    if library.broken:
        leave(USAGE)
    if any(n.printed and n.agrees is None for n in numbers):
        leave(UNDECIDED)
    leave(REFUTED if any(not n.declared for n in numbers) else AS_DECLARED)


@main.command()
@click.argument("name")
@json_option
def trust(name: str, as_json: bool) -> None:
    """Everything a verdict rests on: theorems, rules of the kernel, citations, engines."""
    from dpsym.library import find
    from dpsym.sources import of_known_source

    item = of_known_source(find(name))
    found = reporter_for(choose_one(item)).trust(item)
    if as_json:
        put_json(found)
    else:
        click.echo(f"{found['name']}: {verdict_words(found['verdict'], found['scope'])}")
        for heading, names in (("citations", found["citations"]), ("engines", found["engines"])):
            click.echo(f"{heading}: {', '.join(names) or 'none'}")
        click.echo("theorems:" + ("" if found["theorems"] else " none"))
        table(
            [
                (t["name"], verdict_words(t["verdict"], t["scope"]), f"{t['rules']} steps")
                for t in found["theorems"]
            ],
            "    ",
        )
        click.echo("rules of the kernel:" + ("" if found["rules"] else " none"))
        table([(rule, str(count)) for rule, count in found["rules"].items()], "    ")
    leave(status_code({found["verdict"]}))


@main.command()
@click.argument("path", metavar="FOLDER/NAME")
@json_option
def new(path: str, as_json: bool) -> None:
    """Write a theorem file to fill in, e.g. `dpsym new conversions/my_bound`."""
    import keyword

    parts = path.removesuffix(".py").replace("\\", "/").split("/")
    for part in parts:
        if not part.isidentifier() or keyword.iskeyword(part) or part.startswith("_"):
            raise Bad(f"{part[:60]!r} is not a name: letters, digits, underscores, e.g. conversions/my_bound")
    stem = parts[-1]
    home = Path("derivations") if Path("derivations").is_dir() and parts[0] != "derivations" else Path()
    target = home.joinpath(*parts[:-1], f"{stem}.py")
    template = (Path(__file__).parent / "data" / "theorem.py.txt").read_text(encoding="utf-8")
    words = stem.replace("_", " ")
    text = template.replace("MY_BOUND", stem).replace("MY BOUND", words[:1].upper() + words[1:])
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("x", encoding="utf-8") as f:
            f.write(text)
    except FileExistsError:
        raise Bad(f"{target} exists; nothing was written") from None
    except OSError as e:
        raise Bad(f"{target} cannot be written: {e.strerror or e}") from e
    if as_json:
        put_json({"file": str(target)})
    else:
        click.echo(str(target))
        say(f"fill it in, then: dpsym check {target}")
