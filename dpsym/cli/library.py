"""The commands about entries of the library: list, show, check, refute, coverage, trust, new."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from dpsym.cli import completion
from dpsym.cli.frame import (
    AS_DECLARED,
    COLOURS,
    UNDECIDED,
    Bad,
    choose,
    choose_one,
    chosen_paper,
    code_of,
    dask_option,
    fresh_option,
    jobs_option,
    json_option,
    leave,
    main,
    paper_option,
    put_json,
    reporter_for,
    say,
    settle,
    status_code,
    table,
    verdict_words,
    write_file,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpsym.document.page import Links
    from dpsym.kernel.terms import Json
    from dpsym.language import Variant
    from dpsym.library import Item, Library
    from dpsym.reports import Finding, Reporter


@main.command("list")
@click.argument("folder", required=False)
@paper_option
@click.option("--verdicts", is_flag=True, help="Check the entries now, and list what came of it too.")
@jobs_option
@json_option
def list_(folder: str | None, paper: str | None, verdicts: bool, jobs: int, as_json: bool) -> None:
    """The entries: name, title, source; with --verdicts the verdict as well.

    Without it nothing is checked. An installed dpsym then shows what the build of it found, in brackets, as long as the
    theorem files are those of the build; an earlier run is no evidence.
    """
    from dpsym import library as lib
    from dpsym.headings import headings
    from dpsym.keeping.pack import shipped

    files = lib.library_files()
    if folder is not None:
        name = folder.strip().removesuffix("/")
        inside = [f for f in files if f.name == name or f.name.startswith(name + ".")]
        if not inside and not Path(name).exists():
            raise lib.UnknownName(lib.nothing_called(folder, files))
        files = inside or lib.user_files(Path(name))
    prefix = lib.paper(paper) if paper is not None else None
    rows = []
    for file, found_in in headings(files):
        for s in found_in:
            if prefix is not None and not lib.of_paper(s.source, prefix):
                continue
            title = s.title or s.name.rpartition(".")[2].replace("_", " ")
            source = s.source if prefix is None else lib.of_paper(s.source, prefix)
            rows.append((lib.rank_of(source), file.name, s.place, s.name, title, source))
    rows.sort(key=lambda r: r[:3])
    code, found = AS_DECLARED, {}
    built = {} if verdicts else shipped().verdicts(f.path for f in lib.library_files())
    if verdicts:
        library = choose((folder,) if folder is not None else (), paper)
        listed = {r[3] for r in rows}
        items = [i for i in library if i.name in listed]
        found = {f.name: f for f in settle(library, items, jobs, False, "checking", steps=False)}
        code = code_of(found.values(), library.broken)
    if as_json:
        data: list[Json] = []
        for *_, name, title, source in rows:
            row = {"name": name, "title": title, "source": list(source)}
            if name in found:
                row |= {"verdict": found[name].verdict, "scope": found[name].scope}
            elif name in built:
                row |= {"verdict_of_the_build": built[name]}
            data.append(row)
        put_json(data)
    elif verdicts:
        said = {name: verdict_words(f.verdict, f.scope) for name, f in found.items()}
        table([(r[3], r[4], said.get(r[3], ""), ", ".join(r[5])) for r in rows])
    elif built:
        table([(r[3], r[4], f"[{built.get(r[3], '')}]", ", ".join(r[5])) for r in rows])
    else:
        table([(r[3], r[4], ", ".join(r[5])) for r in rows])
    leave(code)


@main.command()
@click.argument("name", shell_complete=completion.entries)
@click.option(
    "--near-misses/--no-near-misses", "variants", default=True, help="Whether to refute the near misses too."
)
@json_option
def show(name: str, variants: bool, as_json: bool) -> None:
    """The page of an entry: statement, proof, verdict, near misses."""
    from dpsym.library import find
    from dpsym.library.sources import of_known_source
    from dpsym.reports import said

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
        from dpsym.document.media.terminal import text

        click.echo(text(page, links), nl=False)
    leave(status_code({page.status}))


def with_links(item: Item) -> tuple[Reporter, Links]:
    """A reporter for one item, and the names of the entries it refers to."""
    from dpsym.document.page import Links
    from dpsym.library import Library

    reporter = reporter_for(Library((item,)))
    return reporter, Links(reporter.names)


@main.command()
@click.argument("names", nargs=-1, metavar="[NAME|FOLDER|FILE]...", shell_complete=completion.entries)
@paper_option
@click.option("-v", "--verbose", is_flag=True, help="One line a step as well.")
@click.option(
    "--near-misses/--no-near-misses",
    "listed",
    default=None,
    help="List the near misses with their points, or leave them out (default: they are refuted and counted).",
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
@dask_option
@fresh_option
@json_option
def check(
    names: tuple[str, ...], paper: str | None, verbose: bool, listed: bool | None, _everything: bool,
    certificates: str | None, minimise: bool, jobs: int, dask: str | None, fresh: bool, as_json: bool,
) -> None:  # fmt: skip
    """Prove theorems, refute what is said to be false near them; the kernel re-checks every proof and every point."""
    start = time.perf_counter()
    library = choose(names, paper)
    if minimise:
        if not names and paper is None:
            raise Bad("say whose steps are to be left out: dpsym check --minimise NAME")
        leave(put_minimal(library, fresh, as_json))
    items = list(library)
    width = max((len(i.name) for i in items), default=0)
    found = []
    stream = not as_json and sys.stdout.isatty()
    everything = listed is not False
    wanted = {"everything": everything, "steps": verbose or as_json, "listed": bool(listed), "dask": dask}
    for f in settle(library, items, jobs, fresh, "checking", not stream, **wanted):
        found.append(f)
        if not as_json:
            put_finding(f, width, verbose)
            if listed:
                put_near_misses(f)
    if as_json:
        put_json([f.json() for f in found])
    else:
        counts = {v: sum(1 for f in found if f.shown == v) for v in dict.fromkeys(f.shown for f in found)}
        said = ", ".join(f"{n} {v}" for v, n in counts.items()) or "nothing to check"
        said += f"; {refuted_near_misses(found)}" if everything else "; near misses not checked"
        say(f"{said}; {time.perf_counter() - start:.1f} s")
    if certificates is not None:
        write_certificates(library, Path(certificates), fresh)
    leave(code_of(found, library.broken))


def put_minimal(library: Library, fresh: bool, as_json: bool) -> int:
    """For each theorem with steps: those that the search does not need; the exit code."""
    from dpsym.language import Theorem
    from dpsym.language.steps import in_text
    from dpsym.prove.minimise import minimise
    from dpsym.prove.side_steps import says_nothing
    from dpsym.reports import step_lines

    reporter = reporter_for(library, fresh)
    found: list[Json] = []
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
        pieces = in_text(item.entry.derivation)
        steps = [
            {"step": says, "needed": needed, "says": says_nothing(piece)}
            for says, needed, piece in zip(words, last.needed, pieces, strict=True)
        ]
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


def put_steps_needed(found: Json) -> None:
    """What `--minimise` found for one theorem, in words."""
    unneeded = [s for s in found["steps"] if not s["needed"]]
    said = (
        f"{len(unneeded)} of {len(found['steps'])} steps not needed" if unneeded else "every step is needed"
    )
    idle = sum(bool(s["says"]) for s in unneeded)
    said += f", {idle} of which tell a reader nothing" if idle else ""
    more = "" if found["complete"] else f"; stopped after {found['trials']} trials, more may go"
    click.echo(f"{found['name']}: {said}{more}")
    for step in unneeded:
        click.echo(f"    {step['step']}" + (f"  ({step['says']})" if step["says"] else ""))


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


def refuted_near_misses(found: Sequence[Finding]) -> str:
    """How many near misses are refuted, in words."""
    count = sum(f.refuted for f in found)
    return "1 near miss refuted" if count == 1 else f"{count} near misses refuted"


def put_near_misses(f: Finding) -> None:
    """Each near miss and the printed form: what it says, and the point that refutes it."""
    for row in f.misses or ():
        click.echo(f"    {verdict_words(row.verdict, width=8)}  {row.name}")
        click.echo(f"        {row.statement}")
        if row.verdict == "refuted":
            click.echo(f"        at {row.words or 'any values'}")


def write_certificates(library: Library, directory: Path, fresh: bool) -> None:
    """A bundle a theorem that `python -m dpsym.kernel FILE.json` accepts."""
    from dpsym.language import Theorem
    from dpsym.reports import bundle_of

    reporter = reporter_for(library, fresh)
    written = 0
    for item in library:
        bundle = bundle_of(reporter, item.entry) if isinstance(item.entry, Theorem) else None
        if bundle is not None:
            write_file(directory / f"{item.name}.json", json.dumps(bundle) + "\n")
            written += 1
    count = "1 certificate" if written == 1 else f"{written} certificates"
    say(f"{count} in {directory}; `python -m dpsym.kernel {directory}/*.json` re-checks them")


@main.command()
@click.argument("name", shell_complete=completion.entries)
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
    from dpsym.library.sources import of_known_source
    from dpsym.reports import point_json, point_words

    item = of_known_source(find(name))
    entry = item.entry
    if not isinstance(entry, Theorem):
        raise Bad(f"{item.name} is not a theorem but of kind {entry.kind}")
    reporter = reporter_for(choose_one(item))
    variants = variants_of(reporter, item, near_miss, printed)
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
        if certificates is not None and miss.refuted and miss.verdict.certificate is not None:
            from dpsym.kernel import bundle

            file = "".join(c if c.isalnum() else "-" for c in label)
            text = json.dumps(bundle({"witness": miss.verdict.certificate}))
            write_file(Path(certificates) / f"{item.name}-{file}.json", text + "\n")
    if as_json:
        put_json(rows)
    leave(AS_DECLARED if all(r["verdict"] == "refuted" for r in rows) else UNDECIDED)


def variants_of(
    reporter: Reporter, item: Item, near_miss: str | None, printed: bool
) -> list[tuple[str, Variant]]:
    """The false neighbours asked for: one near miss, the printed form, or all there are."""
    from dpsym.language import Theorem
    from dpsym.reports import near_misses_of

    entry = item.entry
    assert isinstance(entry, Theorem)
    if printed and near_miss is not None:
        raise Bad("choose one of --near-miss and --printed")
    if printed:
        if entry.printed is None:
            raise Bad(f"{item.name} holds as printed, or its source prints nothing else")
        return [("as printed", entry.printed)]
    if near_miss is not None and near_miss.strip() in entry.near_misses:  # the others need not be looked for
        return [(near_miss.strip(), entry.near_misses[near_miss.strip()])]
    listed = near_misses_of(reporter, entry)
    if near_miss is not None:
        wanted = near_miss.strip()
        if wanted in listed:
            return [(wanted, listed[wanted])]
        close = [n for n in listed if wanted and wanted.lower() in n.lower()]
        if len(close) == 1:
            return [(close[0], listed[close[0]])]
        known = "; ".join(f'"{n}"' for n in listed) or "none"
        raise Bad(f"{item.name} has no near miss {wanted[:80]!r}; it has {known}")
    found = list(listed.items())
    if entry.printed is not None:
        found.append(("as printed", entry.printed))
    if not found:
        raise Bad(f"{item.name} has no near misses")
    return found


@main.command()
@paper_option
@click.option(
    "--notions", "of_notions", is_flag=True, help="What every notion of privacy owes, and its gaps."
)
@jobs_option
@json_option
def coverage(paper: str | None, of_notions: bool, jobs: int, as_json: bool) -> None:
    """Every catalogued item of a paper: the file that carries it, how much of it, and its verdict, or missing.

    With --notions what every notion owes (that it holds with a larger budget, after post-processing, for several
    mechanisms and for databases further apart, and what it implies) and the theorem that gives it, or a gap.
    """
    from dpsym.prove.verdict import ANALYSIS
    from dpsym.reports import coverage as report

    if of_notions:
        coverage_of_notions(jobs, as_json)
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
            files = ", ".join(r["files"]) or "-"
            verdict = verdict_words(r["verdict"]) + (" *" if r["supposing"] else "")
            rows.append((r["id"], r["extent"], verdict, files, r["title"]))
        table(rows)
        if found["supposing"]:
            click.echo(f"\n* {ANALYSIS}")
        if found["part"]:
            click.echo("\nIn part, with what is missing:")
            table(list(found["part"].items()), indent="    ")
        wrong = [
            (r["id"], e["severity"], e["entry"])
            for r in found["items"]
            if r["in_paper"]
            for e in r["errata"][:1]
        ]
        if wrong:
            click.echo("\nNot as printed: the gravest that is wrong, and the entry that shows it:")
            table(wrong, indent="    ")
        counts = ", ".join(f"{n} {v}" for v, n in found["verdicts"].items())
        say(f"{found['carried']} of {found['total']} carried: {counts or 'none'}")
        say(
            f"{found['whole']} whole, {len(found['part'])} part, {found['context']} context, {len(found['missing'])} missing"
        )
    code = code_of(findings.values(), library.broken)
    leave(UNDECIDED if code == AS_DECLARED and found["missing"] else code)


def coverage_of_notions(jobs: int, as_json: bool) -> NoReturn:
    """The contract of every notion; exit 3 while there are gaps."""
    from dpsym.language.statements import Theorem
    from dpsym.library.contracts import contract, giving

    library = choose(())
    found = giving((i.name, i.entry) for i in library if isinstance(i.entry, Theorem))
    items = [i for i in library if i.name in {g.name for g in found}]
    findings = settle(library, items, jobs, False, "checking", steps=False, everything=False)
    rows = contract(found, {f.name: f.verdict for f in findings})
    gaps = sum(len(r["gaps"]) for r in rows)
    if as_json:
        put_json({"notions": rows, "gaps": gaps})
    for row in () if as_json else rows:
        click.echo(f"{row['notion']}: {row['title']}")
        shown = [(duty, entries) for duty, entries in row["duties"].items()]
        shown += [(f"gives {notion}", entries) for notion, entries in row["conversions"].items()]
        lines = [(what, *_given(entries)) for what, entries in shown]
        if row["without_conversion"]:
            lines.append(("no theorem gives", "", ", ".join(row["without_conversion"])))
        table(lines, indent="    ")
    missing = sum(len(r["without_conversion"]) for r in rows)
    say(f"{gaps} gaps; {missing} notions that another one is not shown to imply")
    code = code_of(findings, library.broken)
    leave(UNDECIDED if code == AS_DECLARED and gaps else code)


def _given(entries: Sequence[Json]) -> tuple[str, str]:
    """The verdict on what gives a duty, and its name; one entry stands for several."""
    if not entries:
        return "gap", ""
    best = next((e for e in entries if e["verdict"] == "proved"), entries[0])
    more = f" and {len(entries) - 1} more" if len(entries) > 1 else ""
    return "fails" if best["fails"] else verdict_words(best["verdict"]), best["name"] + more


@main.command()
@click.argument("name", shell_complete=completion.entries)
@json_option
def trust(name: str, as_json: bool) -> None:
    """Everything a verdict rests on: theorems, rules of the kernel, citations, engines; and what Coq says."""
    from dpsym.coq.signed import words
    from dpsym.library import find
    from dpsym.library.sources import of_known_source
    from dpsym.reports import trust as trust_of

    item = of_known_source(find(name))
    found = trust_of(reporter_for(choose_one(item)), item)
    if as_json:
        put_json(found)
    else:
        click.echo(f"{found['name']}: {verdict_words(found['verdict'], found['scope'])}")
        put_reach(found["reach"])
        for heading, names in (("citations", found["citations"]), ("engines", found["engines"])):
            click.echo(f"{heading}: {', '.join(names) or 'none'}")
        click.echo(f"second opinion: {words(found['coq']) or 'Coq has not checked it.'}")
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


def put_reach(found: Json | None) -> None:
    """How far beyond finite sets a theorem holds and why, or why the reduction lemma says nothing of it."""
    if found is None:
        return
    if not found["applies"]:
        click.echo(
            "beyond finite outputs: nothing is said, as the statement has not the shape that the reduction lemma asks for"
        )
        table([(why,) for why in found["why"]], "    ")
        return
    from dpsym.lift import ALMOST, LEMMA

    lemma = f"{LEMMA}, which is proved by hand (in any-outputs.tex beside an appendix)"
    click.echo(f"beyond finite outputs: {lemma if found['by'] == LEMMA else found['by']}")
    rows = [("why", found["lane"])]
    rows += [("may be any measurable space", ", ".join(found["general"]))] if found["general"] else []
    on_the_line = not found["general"] and not found["any set"]
    rows += [("holds for", "the noise on the line itself, without rounding")] if on_the_line else []
    rows += [("may be any set", ", ".join(found["any set"]))] if found["any set"] else []
    rows += [("stays finite", ", ".join(found["finite"]))] if found["finite"] else []
    rows += [("read there" if p == ALMOST else "provided", p) for p in found["provisos"]]
    table([*rows, *(("becomes an integral", t) for t in found["integrals"])], "    ")


@main.command()
@click.argument("path", metavar="FOLDER/NAME")
@json_option
def new(path: str, as_json: bool) -> None:
    """Write a theorem file to fill in, as in `dpsym new conversions/my_bound`."""
    import keyword

    parts = path.removesuffix(".py").replace("\\", "/").split("/")
    for part in parts:
        if not part.isidentifier() or keyword.iskeyword(part) or part.startswith("_"):
            raise Bad(
                f"{part[:60]!r} is not a name: a letter first, then letters, digits and underscores, no keyword of "
                "Python, e.g. conversions/my_bound"
            )
    stem = parts[-1]
    home = Path("derivations") if Path("derivations").is_dir() and parts[0] != "derivations" else Path()
    target = home.joinpath(*parts[:-1], f"{stem}.py")
    template = (Path(__file__).parent.parent / "data" / "theorem.py.txt").read_text(encoding="utf-8")
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
