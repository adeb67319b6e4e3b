"""The commands about inference from private data: limits, estimate, posterior, marginal, pufferfish."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dpsym.cli.frame import NO_PROGRAM, Bad, decided, json_option, leave, main, put_json, say, table

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json
    from dpsym.numbers.balls import Enclosure
    from dpsym.numbers.plot import Curve
    from dpsym.numbers.pufferfish import Setting, Worst

    Rows = dict[str, Enclosure]  # what is said of a number -> its enclosure

digits_option = click.option(
    "--digits", type=click.IntRange(1, 1000), default=10, show_default=True, help="Significant digits."
)
plot_option = click.option("--plot", metavar="FILE", help="Draw curves: .png, .svg, .pdf or .pgf.")
eps_option = click.option(
    "--eps", required=True, metavar="NUMBER", help="Privacy loss between neighbours, in nats."
)


model_option = click.option(
    "--model", metavar="FILE.csv", help="A table of data sets with their probabilities."
)
release_option = click.option(
    "--release", metavar="NAME", help="The answer that was released, a column of the table."
)


def distance_option(
    about: str, default: str | None = "1"
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The option --distance (-k): the largest distance between data sets that are told apart, with this help
    text and default."""
    return click.option(
        "--distance",
        "--k",
        "-k",
        "k",
        default=default,
        show_default=default is not None,
        metavar="NUMBER",
        help=about,
    )


def asked(name: str, digits: int, **given: str) -> Enclosure:
    """The enclosure that a named evaluator gives for what was typed; refusals become messages."""
    from dpsym.evaluation import BadValue, named

    try:
        return named(name, [f"{k}={v}" for k, v in given.items()], digits)
    except BadValue as e:
        raise Bad(str(e)) from e


def of_table(what: str, digits: int, *given: object) -> tuple[Rows, Any]:
    """What `dpsym.cli.model_tables` finds for a model that is given as a table; refusals become messages."""
    from dpsym.cli import model_tables

    try:
        found: tuple[Rows, Any] = getattr(model_tables, what)(
            *given, lambda name, **at: asked(name, digits, **at)
        )
    except ValueError as e:
        raise Bad(str(e)) from e
    return found


def put(
    rows: Rows,
    names: Sequence[str],
    digits: int,
    as_json: bool,
    notes: Sequence[str] = (),
    **more: object,
) -> None:
    """The numbers, what they rest on, and the notes: on stderr, or with all else as JSON."""
    from dpsym.library import stating
    from dpsym.numbers.registry import find

    rests = list(dict.fromkeys(r for n in names if (e := find(n)) is not None for r in e.rests))
    if as_json:
        values = {k: dict(zip(("mid", "rad"), x.decimal(digits), strict=True)) for k, x in rows.items()}
        put_json(
            {"values": values, **more, "notes": list(notes), "rests_on": {r: stating([r]) for r in rests}}
        )
        return
    table([(k, shown(x, digits)) for k, x in rows.items()])
    entries = stating(rests)
    click.echo(f"rests on: {', '.join(entries or rests)}")
    for note in notes:
        say(f"note: {note}")


def shown(x: Enclosure, digits: int) -> str:
    """An enclosure as text."""
    middle, radius = x.decimal(digits)
    return middle if radius == "0" else f"{middle} ± {radius}"


def drawn(path: str | None, curves: Sequence[tuple[str, str]], title: str, points: int = 101) -> None:
    """Draw curves (what is evaluated, label) on one pair of axes, where a file is named."""
    if path is None:
        return
    from dataclasses import replace

    from dpsym.numbers.plot import curve

    try:
        found = [replace(curve(text, points), label=label, vertical=title) for text, label in curves]
    except ValueError as e:
        raise Bad(str(e)) from e
    written(path, found)


def written(path: str, found: Sequence[Curve]) -> None:
    """Draw curves to a file."""
    from dpsym.numbers.plot import NoProgram, draw

    try:
        draw(found, Path(path))
    except ValueError as e:
        raise Bad(str(e)) from e
    except NoProgram as e:
        say(f"dpsym: {e}")
        leave(NO_PROGRAM)
    except OSError as e:
        raise Bad(f"{path} cannot be written: {e.strerror or e}") from e
    say(path)


# ------------------------------------------------------------------------------------------------------- limits
@main.command()
@eps_option
@distance_option("Distance of the two data sets, or of two models whose data are coupled within it.")
@click.option("--alpha", default="0.05", show_default=True, metavar="NUMBER", help="Level of the test.")
@digits_option
@plot_option
@json_option
@decided
def limits(eps: str, k: str, alpha: str, digits: int, plot: str | None, as_json: bool) -> None:
    """What the best test reaches from the output of any eps-DP mechanism, on data sets at a distance.

    The power is the largest over all mechanisms and attained by one of them; below it is the simpler bound, of the whole
    distance at once. The total variation is the power less the level of the best test.

    `dpsym limits --eps 1 --k 3 --alpha 0.05`
    """
    given = {"eps": eps, "k": k}
    rows: Rows = {
        "largest power": asked("limits.power", digits, **given, alpha=alpha),
        "simpler bound": asked("limits.simple_power", digits, **given, alpha=alpha),
        "largest total variation": asked("limits.advantage", digits, **given),
    }
    put(rows, ("limits.power", "limits.simple_power"), digits, as_json)
    at = f"eps={eps} k={k} alpha=0..1"
    drawn(
        plot,
        [(f"limits.power {at}", "largest power"), (f"limits.simple_power {at}", "simpler bound")],
        "power",
    )


# ----------------------------------------------------------------------------------------------------- estimate
@main.command()
@eps_option
@distance_option("Distance within which the data of the two parameters can be coupled.")
@click.option(
    "--gap", default="1", show_default=True, metavar="NUMBER", help="Distance of the two parameter values."
)
@click.option(
    "--coupling", metavar="TEXT", help="Distances with probabilities instead: '0 1/2, 1 1/4, 3 1/4'."
)
@click.option(
    "--answers", metavar="N", help="A proportion, from N yes-or-no answers: the best gap is looked for."
)
@digits_option
@plot_option
@json_option
@decided
def estimate(
    eps: str, k: str, gap: str, coupling: str | None, answers: str | None, digits: int, plot: str | None, as_json: bool
) -> None:  # fmt: skip
    """The risk below which no estimator from the output of an eps-DP mechanism comes, for two parameter values.

    Squared and absolute error and the probability of a wrong decision, at the worse of the two values: so these are
    bounds for every set of parameters that contains two such values. With --answers the values are two proportions, and
    the gap is the one of many tried at which the bound is largest.

    `dpsym estimate --eps 1 --k 2 --gap 0.1`, `dpsym estimate --eps 1 --answers 100`
    """
    if coupling is not None and answers is not None:
        raise Bad("give --coupling or --answers, not both")
    more: dict[str, str] = {}
    rows: Rows = {}
    losses = {
        "squared": "mean squared error",
        "absolute": "mean absolute error",
        "zero-one": "probability of error",
    }
    if answers is not None:
        rows, more = of_proportions(eps, answers, digits, losses)
        names = ["estimate.proportion"]
        curves = [(f"estimate.proportion eps={eps} n={answers} loss=squared gap=1/1000..1", "squared")]
    elif coupling is not None:
        given = {"eps": eps, "distances": coupling, "gap": gap}
        rows = {
            f"{v}, at least": asked("estimate.coupled", digits, **given, loss=w) for w, v in losses.items()
        }
        names = ["estimate.coupled"]
        curves = [(f"estimate.coupled distances={coupling} gap={gap} eps=1/100..5", "squared")]
    else:
        given = {"eps": eps, "k": k}
        names = ["estimate.squared", "estimate.absolute", "estimate.zero_one"]
        for name, words in zip(names, losses.values(), strict=True):
            rows[f"{words}, at least"] = asked(
                name, digits, **given, **({} if "zero" in name else {"gap": gap})
            )
        curves = [
            (f"{n} k={k}{'' if 'zero' in n else f' gap={gap}'} eps=1/100..5", w)
            for n, w in zip(names, losses, strict=True)
        ]
    put(rows, names, digits, as_json, **more)
    if plot is not None and coupling is not None:
        raise Bad("--plot is for a distance or for --answers")
    drawn(plot, curves, "least risk", points=60)


def of_proportions(eps: str, answers: str, digits: int, losses: Mapping[str, str]) -> tuple[Rows, Json]:
    """The largest bound over the gaps tried, for each loss; and the gap of each."""
    from dpsym.numbers.estimate import gaps

    if not answers.isdigit() or not 1 <= int(answers) <= 2000:
        raise Bad(f"answers: {answers[:40]!r} is not a number of answers from 1 to 2000")
    rows: Rows = {}
    best: dict[str, str] = {}
    for loss, words in losses.items():
        if loss == "zero-one":
            continue  # the smaller the gap the harder the decision: no gap is the hardest
        tried = {
            g: asked("estimate.proportion", 4, eps=eps, n=answers, gap=str(g), loss=loss)
            for g in gaps(int(answers))
        }
        gap = max(tried, key=lambda g: tried[g].low)
        best[loss] = str(gap)
        label = f"{words}, at least (proportions {float(gap):.4g} apart)"
        rows[label] = asked("estimate.proportion", digits, eps=eps, n=answers, gap=str(gap), loss=loss)
    return rows, {"gap": best}


# ---------------------------------------------------------------------------------------------------- posterior
@main.command()
@click.option(
    "--prior",
    required=True,
    metavar="NUMBER",
    help="Prior probability of the fact; 'low=1/4, high=3/4' with --model.",
)
@eps_option
@distance_option(
    "Largest distance of two data sets that are possible with the output. [default: 1, or from --model]", None
)
@model_option
@release_option
@click.option("--kept", default="1", show_default=True, metavar="NUMBER", help="P(S) if the fact holds.")
@click.option("--kept-rest", metavar="NUMBER", help="P(S) if it does not hold. [default: as --kept]")
@digits_option
@plot_option
@json_option
@decided
def posterior(
    prior: str, eps: str, k: str | None, model: str | None, release: str | None, kept: str, kept_rest: str | None, digits: int,
    plot: str | None, as_json: bool,
) -> None:  # fmt: skip
    """The interval of the posterior probability of a fact about a parameter, under any model of the data.

    S is the set of data sets that are possible with the output: all of them, where every data set is connected with
    every other. Where its probability depends on the parameter, the prior is the one given S, and the interval around
    the prior itself, as it is printed for Theorem 6.4, is not valid.

    With --model FILE.csv the models are those of a table, whose rows are data sets. Columns: data (its name); model:NAME (its
    probability where the parameter has the value NAME; a column adds up to 1); record:NAME (the values of its records, which
    say the distance); and where they are known output:NAME (the probability of that answer; a row adds up to 1) or
    possible:NAME (yes or no: whether the answer leaves the data set possible).

    `dpsym posterior --prior 0.1 --eps 1 --k 3`, `dpsym posterior --prior 0.1 --eps 1 --kept 0.9 --kept-rest 0.5`,
    `dpsym posterior --model survey.csv --prior 'low=1/2, high=1/2' --eps 1 --release yes`
    """
    if model is not None:
        if plot is not None or kept != "1" or kept_rest is not None:
            raise Bad("--plot, --kept and --kept-rest are not for a table: it says P(S)")
        found, said = of_table("posterior_rows", digits, model, prior, eps, k, release)
        return put(found, ("posterior.highest",), digits, as_json, said)
    if release is not None:
        raise Bad("--release is for --model")
    k = "1" if k is None else k
    rest = kept if kept_rest is None else kept_rest
    given = {"eps": eps, "distance": k, "kept": kept, "kept_rest": rest}
    rows: Rows = {
        "prior": asked("posterior.highest", digits, p=prior, eps="0", distance="0"),
        "lowest posterior": asked("posterior.lowest", digits, p=prior, **given),
        "highest posterior": asked("posterior.highest", digits, p=prior, **given),
    }
    notes = []
    tilted = asked("posterior.highest", digits, p=prior, eps="0", distance="0", kept=kept, kept_rest=rest)
    if tilted.ends != rows["prior"].ends:
        rows["prior given S"] = tilted
        notes = [
            "P(S) varies with the parameter: the interval is around the prior given S; bounds around the prior do not hold"
        ]
    put(rows, ("posterior.highest",), digits, as_json, notes)
    at = f"p=0..1 eps={eps} distance={k} kept={kept} kept_rest={rest}"
    drawn(plot, [(f"posterior.highest {at}", "highest"), (f"posterior.lowest {at}", "lowest")], "posterior")


# ----------------------------------------------------------------------------------------------------- marginal
@main.command()
@eps_option
@click.option(
    "--probability", metavar="NUMBER", help="Probability of the event at the data set that is known."
)
@click.option(
    "--density", metavar="NUMBER", help="Density of the release at the data set that is known, instead."
)
@distance_option(
    "Largest distance of a possible data set from the one that is known. [default: 1, or from --model]", None
)
@model_option
@release_option
@click.option("--data", metavar="NAME", help="The data set of the table whose law is known.")
@click.option(
    "--kept", default="1", show_default=True, metavar="NUMBER", help="Probability of the possible data sets."
)
@click.option("--count", metavar="N", help="A count of N records with Laplace noise of scale 1/eps, at --at.")
@click.option("--at", metavar="NUMBER", help="The noisy count.")
@click.option("--responses", metavar="N", help="N given randomised responses.")
@digits_option
@plot_option
@json_option
@decided
def marginal(
    eps: str, probability: str | None, density: str | None, k: str | None, model: str | None, release: str | None,
    data: str | None, kept: str, count: str | None, at: str | None, responses: str | None, digits: int, plot: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """The interval of the probability of a release, under any model of the data.

    From the mechanism's law at one data set (--probability or --density), or, where it is known at all of them (--count,
    --responses), also the envelope, which is never wider.

    With --model FILE.csv the models are those of a table (see `dpsym posterior --help`), and the mechanism is known at the
    data set --data, or at all of them by the columns output:NAME.

    `dpsym marginal --eps 1 --probability 0.3 --k 2`, `dpsym marginal --eps 0.1 --count 10 --at 3.5`,
    `dpsym marginal --model survey.csv --eps 1 --release yes`
    """
    if model is not None:
        if plot or kept != "1" or any(x is not None for x in (density, count, at, responses)):
            raise Bad("with --model give --release, --data and --probability only: the table says the rest")
        found, rest = of_table("marginal_rows", digits, model, eps, k, release, data, probability)
        return put(found, rest, digits, as_json)
    if release is not None or data is not None:
        raise Bad("--release and --data are for --model")
    k = "1" if k is None else k
    if sum(x is not None for x in (probability, density, count, responses)) != 1:
        raise Bad("give one of --probability, --density, --count and --responses")
    if count is not None:
        if at is None:
            raise Bad("--count needs the noisy count, --at NUMBER")
        given = {"eps": eps, "n": count, "t": at}
        names = {
            "least density": "marginal.count_lower", "largest density": "marginal.count_upper",
            "least density, mechanism known": "marginal.count_least",
            "largest density, mechanism known": "marginal.count_greatest",
        }  # fmt: skip
        reach = f"t=-{count}..{2 * int(count)}" if count.isdigit() and int(count) else "t=-1..1"
        curves = [(f"{name} eps={eps} n={count} {reach}", words) for words, name in names.items()]
    elif responses is not None:
        given = {"eps": eps, "n": responses}
        names = {
            "least probability": "marginal.responses_lower",
            "largest probability": "marginal.responses_upper",
        }
        curves = [(f"{name} n={responses} eps=0..5", words) for words, name in names.items()]
    else:
        what, kind, p = (
            ("probability", "event_", probability) if density is None else ("density", "density_", density)
        )
        given = {"p": str(p), "eps": eps, "distance": k, "kept": kept}
        names = {f"least {what}": f"marginal.{kind}lower", f"largest {what}": f"marginal.{kind}upper"}
        curves = [(f"{name} p={p} distance={k} kept={kept} eps=0..5", words) for words, name in names.items()]
    rows: Rows = {words: asked(name, digits, **given) for words, name in names.items()}
    put(rows, tuple(names.values()), digits, as_json)
    drawn(plot, curves, "probability" if density is None and count is None else "density")


# --------------------------------------------------------------------------------------------------- pufferfish
@main.command()
@click.argument("file", metavar="FILE.csv")
@digits_option
@plot_option
@json_option
@decided
def pufferfish(file: str, digits: int, plot: str | None, as_json: bool) -> None:
    """The level of Pufferfish privacy of a mechanism, for attackers and secrets, and what dependence costs.

    A row of the table is a data set. Columns: data (its name); output:NAME (the probability of that answer; a row adds up
    to 1); attacker:NAME (the attacker's probability of the data set; a column adds up to 1); secret:NAME (the value of the
    secret in the data set; empty: none). Numbers are exact: 0.25, 1e-3 or 1/3. All that is computed is exact.

    Where the secrets are the records, each attacker is compared with one who holds them for independent.
    """
    from dpsym.numbers.pufferfish import largest, read_table

    try:
        found = read_table(file, "file")
    except ValueError as e:
        raise Bad(str(e)) from e
    free = largest(found.counterpart.values())
    if as_json:
        put_json(pufferfish_json(found, free, digits))
    else:
        put_pufferfish(found, free, digits)
    if plot is not None:
        written(plot, found.curves())


def pufferfish_json(found: Setting, free: Worst | None, digits: int) -> Json:
    """What the pufferfish command writes as JSON."""
    from dpsym.library import stating
    from dpsym.numbers.registry import find

    def of(w: Worst | None) -> Json | None:
        return worst_json(w, digits)

    rests = {r: stating([r]) for r in e.rests} if (e := find("pufferfish.level")) is not None else {}
    return {
        "level": of(found.worst),
        "independent": of(free),
        "neighbours": of(found.neighbours),
        "records": found.records,
        "conjectures": [
            {"attacker": a, "secret": s, "level": of(w), "independent": of(found.counterpart.get((a, s)))}
            for (a, s), w in found.by_attacker.items()
        ],
        "rests_on": rests,
    }


def worst_json(w: Worst | None, digits: int) -> Json | None:
    """A largest ratio with where it is; the loss is null where it is infinite."""
    if w is None:
        return None
    loss = w.loss(digits)
    ball = None if loss is None else dict(zip(("mid", "rad"), loss.decimal(digits), strict=True))
    ratio = None if w.ratio is None else str(w.ratio)
    return {"ratio": ratio, "loss": ball, "attacker": w.attacker, "secret": w.secret, "output": w.output,
            "value": w.value, "other": w.other}  # fmt: skip


def put_pufferfish(found: Setting, free: Worst | None, digits: int) -> None:
    """The level, each attacker and secret, and what dependence costs."""
    from dpsym.library import stating
    from dpsym.numbers.registry import find

    def level(w: Worst | None) -> str:
        if w is None:
            return "-"
        loss = w.loss(digits)
        return "infinite" if loss is None else f"log {w.ratio} = {shown(loss, digits)}"

    if found.worst is None:
        click.echo("no attacker takes two values of a secret for possible: there is nothing to protect")
        return
    w = found.worst
    click.echo(f"level: {level(w)}")
    click.echo(
        f"    attained by attacker {w.attacker}, secret {w.secret}: output {w.output} given {w.value} against {w.other}"
    )
    rows = [("attacker", "secret", "level", "if the secrets were independent")]
    for (a, s), one in found.by_attacker.items():
        rows.append((a, s, level(one), level(found.counterpart.get((a, s))) if found.records else "-"))
    table(rows, "    ")
    if found.records:
        click.echo(
            f"level of ordinary privacy, between data sets that differ in one secret: {level(found.neighbours)}"
        )
        if free is not None and free.ratio is not None and w.ratio is not None and w.ratio > free.ratio:
            from dpsym.numbers.pufferfish import logarithm

            extra = logarithm(w.ratio / free.ratio, digits)
            click.echo(f"dependence costs: log {w.ratio / free.ratio} = {shown(extra, digits)} nats")
        elif free is not None and free.ratio is not None:
            click.echo(
                "dependence costs: nothing" if w.ratio is not None else "dependence costs: all protection"
            )
    else:
        say("note: the secrets are not the records, so that no independent counterpart is defined")
    e = find("pufferfish.level")
    rests = e.rests if e is not None else ()
    click.echo(f"rests on: {', '.join(stating(rests) or rests)}")
