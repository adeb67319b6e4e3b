"""The commands about numbers: eval, plot, census, reproduce."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
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
    chosen_paper,
    cluster_asked,
    decided,
    faults,
    jobs_option,
    json_option,
    leave,
    main,
    paper_option,
    put_json,
    say,
    table,
    watched,
)

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json
    from dpsym.language import Figure
    from dpsym.library import Item
    from dpsym.numbers.balls import Enclosure
    from dpsym.numbers.census import Losses, Posteriors, Powers, Scenario
    from dpsym.numbers.plot import Curve


@main.command("eval", context_settings={"ignore_unknown_options": True})
@click.argument("name", required=False, shell_complete=completion.evaluators)
@click.argument("values", nargs=-1, metavar="[PARAMETER=VALUE]...")
@click.option(
    "--digits", type=click.IntRange(1, 1000), default=20, show_default=True, help="Significant digits."
)
@click.option(
    "--list",
    "listed",
    is_flag=True,
    help="The named evaluators; of a family or one: arguments, domains, guarantees.",
)
@click.option("--markdown", is_flag=True, help="With --list: as a table in Markdown.")
@json_option
@decided
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
            if near := near_evaluators(name):
                raise Bad(f"there is no evaluator {name[:80]!r}; did you mean {' or '.join(near)}?") from e
            raise
        raise Bad(f"{e}; `dpsym eval --list {family}` shows the evaluators of {family}") from e
    except BadValue as e:
        raise Bad(str(e)) from e
    if as_json:
        first = next(iter(decimals.values()))
        put_json({"value": first, "name": item_name, "values": decimals})
        return
    rows = []
    for what, ball in decimals.items():
        rows.append((what, ball["mid"] if ball["rad"] == "0" else f"{ball['mid']} ± {ball['rad']}"))
    table(rows)


def near_evaluators(name: str) -> list[str]:
    """Evaluators of nearly this name."""
    from difflib import get_close_matches

    from dpsym.numbers.registry import every

    return get_close_matches(name[:80], [e.name for e in every()], 3, 0.8)


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
    if family is None:
        table([(r["usage"], r["about"]) for r in rows])
        click.echo("\n`dpsym eval --list NAME` says what one takes, in which domain, and what is guaranteed.")
        return
    for r in rows:
        click.echo(f"{r['usage']}\n    {r['about']}")
        table([(a["name"], a["domain"], a["about"]) for a in r["arguments"]], indent="    ")
        click.echo(f"    guaranteed: {r['scalar']}; arrays: {r['array']}")
        if r["rests_on"]:
            click.echo(f"    rests on: {', '.join(r['rests_on'])}")


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
@click.option(
    "--dask",
    metavar="SCHEDULER",
    help="Let the workers of a dask cluster compute the points; one in ten is computed here again.",
)
@json_option
@decided
def plot(
    curves: tuple[str, ...],
    output: str | None,
    points: int,
    digits: int,
    log: str | None,
    title: str,
    dask: str | None,
    as_json: bool,
) -> None:
    """Curves of named quantities with the band of their enclosures, on one pair of axes.

    The band holds at the points, and between them too (the paler steps) where the quantity is known to rise or fall.

    `dpsym plot "gaussian.delta sigma=1 eps=0..5" "laplace.delta scale=1 eps=0..5" -o curves.svg --log y`

    A figure of the library can be named too: `dpsym plot census.curves.figure_6 -o figure_6.svg`.
    """
    from dpsym.numbers.plot import NoProgram, draw

    figures = {text: named for text in curves if (named := figure_named(text)) is not None}
    if log is None and len(curves) == 1 and figures:
        log = "".join(figures[curves[0]][1].logarithmic) or None
    if output is None and not as_json:
        raise Bad("name a file with -o, or ask for the numbers with --json")
    try:
        found = curves_of(curves, figures, points, "x" in (log or ""), digits, dask)
        if output is not None:
            draw(found, Path(output), "x" in (log or ""), "y" in (log or ""), title)
    except ValueError as e:
        raise Bad(str(e)) from e
    except NoProgram as e:
        say(f"dpsym: {e}")
        leave(NO_PROGRAM)
    if as_json:
        rows = []
        for c in found:
            values = [(str(x), *y.decimal(digits)) for x, y in zip(c.xs, c.ys, strict=True)]
            shown = [{c.parameter: x, "mid": mid, "rad": rad} for x, mid, rad in values]
            rows.append({"name": c.name, "label": c.label, "monotone": c.monotone, "values": shown})
        put_json(rows)


def curves_of(
    texts: Sequence[str], figures: Mapping[str, tuple[Item, Figure]], points: int, log_x: bool, digits: int,
    dask: str | None,
) -> list[Curve]:  # fmt: skip
    """The curves as typed, and those of the figures, computed here or by the workers of a cluster."""
    from dpsym.numbers.plot import Asked, Compute, curve, of_figure

    def every(compute: Compute) -> list[Curve]:
        found = []
        for text in texts:
            if text in figures:
                item, figure = figures[text]
                found += of_figure(item.name, figure, points, log_x, digits, compute)
            else:
                found.append(curve(text, points, log_x, digits, compute))
        return found

    if dask is None:
        return every(Asked.values)
    from dpsym.reports.cluster import connected
    from dpsym.reports.curves import Shared

    files = dict.fromkeys(str(item.file.path) for item, _ in figures.values())
    with cluster_asked(), connected(dask) as client:
        return every(Shared(client, tuple(files), say).compute)


def figure_named(text: str) -> tuple[Item, Figure] | None:
    """The figure of the library with this name, as an entry and by itself; None where an evaluator is meant."""
    from dpsym.language import Figure
    from dpsym.library import find
    from dpsym.numbers.registry import find as find_evaluator

    if "=" in text or find_evaluator(text):
        return None
    item = find(text)
    if not isinstance(item.entry, Figure):
        raise Bad(f"{item.name} is not a figure but of kind {item.entry.kind}")
    return item, item.entry


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
@decided
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
    if as_json:
        put_json(census_json(found, powers, posteriors, losses, digits, written))
    else:
        put_census(found, powers, posteriors, losses, digits)
        for path in written:
            say(str(path))


def draw_census(found: Scenario, path: Path) -> list[Path]:
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
    found: Scenario,
    powers: Sequence[Powers],
    posteriors: Sequence[Posteriors],
    losses: Sequence[Losses],
    digits: int,
    written: Sequence[Path],
) -> Json:
    """What the census command writes as JSON."""
    from dpsym.numbers.balls import round_to

    def exact(x: Fraction) -> str:
        return str(x) if x.denominator.bit_length() < 10_000 else round_to(x, 100)

    def ball(x: Enclosure | None) -> Json | None:
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
        "left_out": list(dict.fromkeys(why for why in (*(p.why for p in powers), *(x.why for x in losses)) if why)),
        "plots": [str(p) for p in written],
    }  # fmt: skip


def put_census(
    found: Scenario,
    powers: Sequence[Powers],
    posteriors: Sequence[Posteriors],
    losses: Sequence[Losses],
    digits: int,
) -> None:
    """A table each: the budget, the power, the posterior, the loss."""
    from dpsym.numbers.balls import round_to

    def ball(x: Enclosure | None) -> str:
        if x is None:
            return "-"
        ends = (round_to(x.low, digits), round_to(x.high, digits))
        return ends[0] if ends[0] == ends[1] else " ± ".join(x.decimal(digits))

    def given(x: Fraction) -> str:
        return str(x) if len(str(x)) <= 12 else round_to(x, digits)

    def exact(x: Fraction) -> str:
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
    for why in dict.fromkeys(why for why in (*(p.why for p in powers), *(x.why for x in losses)) if why):
        say(f"the discrete noise is left out: {why}")


@main.command()
@paper_option
@click.option("--unprinted", is_flag=True, help="Also numbers that the paper does not print.")
@jobs_option
@json_option
def reproduce(paper: str | None, unprinted: bool, jobs: int, as_json: bool) -> None:
    """Every printed number of a paper, recomputed: the enclosure, and whether it agrees."""
    from dpsym.document.tables import enclosure
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
