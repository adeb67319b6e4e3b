"""The command attack: the best attack on a joint release, run on data made here, beside the ceiling of a guarantee."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import click

from dpsym.cli.frame import REFUTED, Bad, decided, json_option, leave, main, put_json, say, table
from dpsym.cli.inference import asked, digits_option, shown

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json
    from dpsym.numbers.attack import Reached
    from dpsym.numbers.balls import Enclosure


@main.command()
@click.argument("file", metavar="FILE.csv")
@click.option("--eps", required=True, metavar="NUMBER", help="Privacy loss of the guarantee, in nats.")
@click.option(
    "--delta", metavar="NUMBER", help="delta of the guarantee that is claimed; without it, the true one."
)
@click.option("--trials", type=int, default=20_000, show_default=True, help="Trials of each kind.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the simulation.")
@click.option("--confidence", default="0.99", show_default=True, metavar="NUMBER", help="Of each interval.")
@digits_option
@json_option
@decided
def attack(
    file: str,
    eps: str,
    delta: str | None,
    trials: int,
    seed: int,
    confidence: str,
    digits: int,
    as_json: bool,
) -> None:
    """What the best attack on a joint release reaches, simulated, beside the ceiling of its guarantee.

    The table is that of `dpsym confounding`. The attacker sees the outputs of all mechanisms and tells the two states apart
    that are told apart best, by the likelihood ratio. Given are the share of correct answers at an even prior, the area
    under the curve, and by how much the answer of a probability has a lower mean squared error than 1/2: as simulated, with
    an interval by Clopper and Pearson; exactly; and the most that any attack reaches where all together are
    (eps, delta)-private. Exit code 1 where the exact value exceeds the ceiling.

    `dpsym attack FILE.csv --eps 0.5`, `dpsym attack FILE.csv --eps 0.5 --delta 0.02 --trials 100000`
    """
    from dpsym.numbers.attack import run
    from dpsym.numbers.balls import exact_rational
    from dpsym.numbers.confounding import joint, read_table

    try:
        found = read_table(file, "file")
        loss, sure = (
            Fraction(exact_rational(x, name)) for x, name in ((eps, "eps"), (confidence, "confidence"))
        )
        true = joint(found, loss, digits=digits)
        done = run(found, trials, seed, sure)
    except ValueError as e:
        raise Bad(str(e)) from e
    given = {"eps": eps, "delta": str(min(true.high, Fraction(1))) if delta is None else delta}
    rows = [
        ("correct at an even prior", done.correct, asked("approx_dp.accuracy", digits, **given, p="1/2")),
        ("area under the curve", done.area, asked("approx_dp.auc", digits, **given)),
        ("squared error gained", done.gain, asked("approx_dp.squared_gain", digits, **given, p="1/2")),
    ]
    notes = [note for row in rows for note in warnings(*row)]
    if as_json:
        put_json(as_data(rows, done.states, notes, true, digits, seed, confidence))
    else:
        click.echo(f"states: {done.states[0]}, {done.states[1]}; {trials} trials each, seed {seed}")
        table(
            [
                ("", "reached", f"interval, {confidence}", "exactly", "ceiling"),
                *map(partial(cells, digits), rows),
            ]
        )
        click.echo(f"delta({eps}) of all outputs together: {shown(true, digits)}")
        for note in notes:
            say(note)
    if any(at.exact.low > cap.high for _, at, cap in rows):
        leave(REFUTED)


def cells(digits: int, row: tuple[str, Reached, Enclosure]) -> tuple[str, ...]:
    """A row of the table: the share that was right, its interval, the exact value and the ceiling."""
    words, at, cap = row
    return (
        words,
        f"{float(at.value):.5f}",
        f"{float(at.low):.5f} to {float(at.high):.5f}",
        shown(at.exact, digits),
        shown(cap, digits),
    )


def warnings(words: str, at: Reached, cap: Enclosure) -> list[str]:
    """What exceeds the ceiling, exactly or with the confidence of the interval."""
    found = []
    if at.exact.low > cap.high:
        found.append(
            f"warning: {words}: the attack reaches more than the guarantee allows, so it does not hold"
        )
    if at.low > cap.high:
        found.append(f"warning: {words}: the whole interval of the simulation is above the ceiling")
    return found


def as_data(
    rows: Sequence[tuple[str, Reached, Enclosure]],
    states: Sequence[str],
    notes: list[str],
    true: Enclosure,
    digits: int,
    seed: int,
    confidence: str,
) -> Json:
    """The same as JSON."""
    from dpsym.library import stating

    return {
        "states": list(states),
        "seed": seed,
        "confidence": confidence,
        "delta": dict(zip(("mid", "rad"), true.decimal(digits), strict=True)),
        "attacks": {
            words: {
                "right": at.right,
                "trials": at.trials,
                "value": str(at.value),
                "interval": [str(at.low), str(at.high)],
                "exact": dict(zip(("mid", "rad"), at.exact.decimal(digits), strict=True)),
                "ceiling": dict(zip(("mid", "rad"), cap.decimal(digits), strict=True)),
            }
            for words, at, cap in rows
        },
        "notes": notes,
        "rests_on": {r: stating([r]) for r in ("zhang.ext-auc", "zhang.def-proper", "zhang.ex-mse")},
    }
