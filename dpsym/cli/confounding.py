"""The command confounding: what several mechanisms on the same data tell of a state on which the data depend."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from dpsym.cli.frame import REFUTED, Bad, decided, json_option, leave, main, put_json, say, table
from dpsym.cli.inference import asked, digits_option, plot_option, shown, written

if TYPE_CHECKING:
    from dpsym.cli.inference import Rows
    from dpsym.kernel.terms import Json
    from dpsym.numbers.confounding import Loss, Table
    from dpsym.numbers.joint.next_mechanism import Worst

WORDS = {  # evaluator -> what is said of it
    "confounding.joint": "joint release",
    "confounding.product": "product accounting",
    "confounding.single": "largest of the single ones: none has less",
    "confounding.worst_data": "worst two data sets: independent noises have no more",
    "confounding.least": "least over couplings given the state",
    "confounding.greatest": "greatest over couplings given the state",
}
SIDES = {
    "understates": "product accounting understates here",
    "overstates": "product accounting overstates here",
    "exact": "product accounting is exact here",
    "alike": "product accounting agrees with the joint release to 30 digits here",
}


@main.command()
@click.argument("file", metavar="FILE.csv")
@click.option("--eps", required=True, metavar="NUMBER", help="Privacy loss, in nats; or log(NUMBER).")
@click.option("--delta", metavar="NUMBER", help="delta of the guarantee for everything together, for --next.")
@click.option("--next", "following", is_flag=True, help="The largest budget of one more mechanism.")
@click.option("--kernel", is_flag=True, help="With --next: have the kernel prove each certificate.")
@digits_option
@plot_option
@json_option
@decided
def confounding(
    file: str, eps: str, delta: str | None, following: bool, kernel: bool, digits: int, plot: str | None, as_json: bool
) -> None:  # fmt: skip
    """What several mechanisms on the same data tell together of a state on which the data depend.

    A row of the table is a state with a data set. Columns: state, data (names); probability (of both; adds up to 1);
    output:M:NAME (the probability that mechanism M answers NAME on the data); response:M:P (randomized response that tells
    the value in the cell with probability P); gaussian:M:SIGMA (the number in the cell plus normal noise). Numbers are
    exact: 0.25, 1e-3 or 1/3.

    Given is delta(eps), for the worst pair of states in either order: of each mechanism; of all together, as they run; as
    product accounting has it, as if outputs were independent given the state. Mechanisms with noise of their own have no
    less together than the largest single one, and no more than the worst two data sets. Last are the least and the greatest
    over all couplings that leave each output its law given the state: what is possible if noises, or the data, are tied.

    With --next and --delta: the largest budget of one more mechanism such that everything together is (eps, delta)-private,
    whatever that mechanism is; or why there is none, with exit code 1. Its certificates are compared exactly; --kernel has
    the kernel prove them besides, which takes a second or more for each pair of states.

    `dpsym confounding FILE.csv --eps 0.5`, `dpsym confounding FILE.csv --eps 0.5 --delta 0.3 --next`
    """
    from dpsym.numbers.confounding import curves, read_loss, read_table

    try:
        found, loss = read_table(file, "file"), read_loss(eps, "eps")
    except ValueError as e:
        raise Bad(str(e)) from e
    if following != (delta is not None):
        raise Bad("--next needs --delta NUMBER, and --delta is for --next")
    if kernel and not following:
        raise Bad("--kernel is for --next")
    rows, notes = numbers(found, loss, digits)
    side = accounting(found, loss)
    more = {} if delta is None else next_budget(found, loss, delta, digits, kernel)
    put_all(rows, notes, side, more, digits, as_json, found)
    if plot is not None:
        written(plot, curves(found, max(Fraction(1), 2 * (loss.eps or Fraction(1)))))
    if (
        more and more["left"] == "nothing"
    ):  # that something fits under the guarantee is false, as where an attack exceeds it
        leave(REFUTED)


def numbers(found: Table, loss: Loss, digits: int) -> tuple[Rows, list[str]]:
    """The results for the table: a number for each line, and notes on the lines that are left out."""
    from dpsym.numbers.confounding import single_of
    from dpsym.numbers.registry import find

    rows: Rows = {}
    notes = []
    for i, name in enumerate(found.names):
        rows[f"{name} alone"] = single_of(found, loss, i, digits=digits)
    for name, words in WORDS.items():
        e = find(name)
        assert e is not None
        try:
            rows[words] = e.call(found, loss, digits=digits)
        except ValueError as why:
            notes.append(f"{words}: {why}")
    if found.normal:
        normal_rows(found, rows, digits)
    return rows, notes


def normal_rows(found: Table, rows: Rows, digits: int) -> None:
    """For two outputs with normal noise and two states: over the correlations of the noises."""
    from dpsym.numbers.confounding import Distances

    values = Distances(found).values
    if len(values) == 2 and len(values[0]) == 2:
        a, b = (str(x - y) for x, y in zip(*values, strict=True))
        rows["distance mu, independent noises"] = asked("correlated.mu", digits, a=a, b=b, correlation="0")
        rows["least mu over correlations of the noises"] = asked("correlated.least_mu", digits, a=a, b=b)


def accounting(found: Table, loss: Loss) -> str:
    """Whether product accounting says less or more than the joint release has."""
    from dpsym.numbers.confounding import Joint, joint, product

    if found.normal:
        return "exact"
    laws = Joint(found)
    if laws.joint == laws.product:
        return "exact"
    true, said = (call(found, loss, digits=30) for call in (joint, product))
    if true.is_exact and said.is_exact and true.mid == said.mid:
        return "exact"
    if said.high < true.low:
        return "understates"
    return "overstates" if true.high < said.low else "alike"


# -------------------------------------------------------------------------------------------------------- next
def next_budget(found: Table, loss: Loss, delta: str, digits: int, kernel: bool) -> Json:
    """The largest budget of one more mechanism with its certificate, or why there is none."""
    from dpsym.numbers.balls import exact_rational

    try:
        target = Fraction(exact_rational(delta, "delta"))
    except ValueError as e:
        raise Bad(str(e)) from e
    if not 0 <= target <= 1:
        raise Bad(f"the value {delta[:40]} of delta is outside its domain: 0 <= delta <= 1")
    if not found.normal:
        return next_finite(found, loss, target, digits, kernel)
    if kernel:
        raise Bad("--kernel is for mechanisms with finitely many answers")
    return next_normal(found, loss, target, digits)


def next_normal(found: Table, loss: Loss, target: Fraction, digits: int) -> Json:
    """By the distances: in closed form but for the distance that delta(eps) = delta has."""
    from dpsym.numbers.confounding import Distances
    from dpsym.numbers.correlated import next_mu
    from dpsym.numbers.registry import Infeasible

    if loss.eps is None:
        raise Bad("with normal noise --eps is to be a number")
    spent = Distances(found).together
    try:
        mu = next_mu(loss.eps, target, spent, digits=digits)
    except Infeasible as e:
        return {"left": "nothing", "why": str(e)}
    except ValueError as e:
        raise Bad(str(e)) from e
    return {"left": "some", "mu": mu, "spent": str(spent)}


def next_finite(found: Table, loss: Loss, target: Fraction, digits: int, kernel: bool) -> Json:
    """By linear programs: a bound on every next mechanism, and one that breaks the guarantee just above."""
    from dpsym.numbers.balls import Enclosure
    from dpsym.numbers.confounding import log, next_of, refused
    from dpsym.reals.precision import at_precision

    bits = int(digits * 3.3219281) + 4
    try:
        found_next = at_precision(bits + 40, lambda: next_of(found, loss, target, bits), ())
    except ValueError as e:
        raise Bad(str(e)) from e
    why = refused(found_next, loss, target)
    if why is not None:
        return {"left": "nothing", "why": why}
    kept = [certificate(w, found, kernel) for w in found_next.kept]
    if found_next.high is None:
        return {"left": "anything", "kept": kept}
    assert found_next.broken is not None
    low, high = (log(x, digits=digits + 5) for x in (found_next.low, found_next.high))
    return {
        "left": "some",
        "eps": Enclosure(low.low, high.high),
        "kept": kept,
        "broken": certificate(found_next.broken, found),
    }


def certificate(w: Worst, found: Table, kernel: bool = False) -> Json:
    """A largest loss with what proves it, in exact numbers; and the kernel's verdict where it is asked."""
    names = [found.data[i] for i in w.of.data]
    return {
        "exp_eps_of_the_next": "infinite" if w.ratio is None else str(w.ratio),
        "exp_eps": str(w.growth),
        "delta": str(w.value),
        "bound": {x: str(c) for x, c in zip(names, w.bound, strict=True)},
        "mechanism": {x: [str(p) for p in row] for x, row in zip(names, w.table(), strict=True)},
        "holds": w.proves(),
        **({"kernel": verdict_of(w)} if kernel else {}),
    }


def verdict_of(w: Worst) -> str:
    """The kernel's verdict on what the certificate says of the numbers of one output."""
    from dpsym.numbers.joint.next_mechanism import statement
    from dpsym.prove.session import Session

    return Session().settle(statement(w)).status


# ------------------------------------------------------------------------------------------------------ output
def put_all(
    rows: Rows, notes: list[str], side: str, more: Json, digits: int, as_json: bool, found: Table
) -> None:
    """The numbers, on which side product accounting is, and the next mechanism."""
    from dpsym.library import stating
    from dpsym.numbers.registry import find

    names = [*WORDS, *(["confounding.next_epsilon"] if more else [])]
    rests = list(dict.fromkeys(r for n in names if (e := find(n)) is not None for r in e.rests))
    if as_json:
        values = {k: dict(zip(("mid", "rad"), x.decimal(digits), strict=True)) for k, x in rows.items()}
        following = {
            k: dict(zip(("mid", "rad"), x.decimal(digits), strict=True)) if k in ("eps", "mu") else x
            for k, x in more.items()
        }
        put_json(
            {"states": list(found.states), "mechanisms": list(found.names), "values": values, "accounting": side,
             **({"next": following} if more else {}), "notes": notes,
             "rests_on": {r: stating([r]) for r in rests}}
        )  # fmt: skip
        return
    table([(k, shown(x, digits)) for k, x in rows.items()])
    click.echo(SIDES[side])
    if more:
        put_next(more, digits)
    click.echo(f"rests on: {', '.join(stating(rests) or rests)}")
    for note in notes:
        say(f"note: {note}")


def put_next(more: Json, digits: int) -> None:
    """The budget of the next mechanism, with what shows it."""
    if more["left"] == "nothing":
        click.echo(f"next mechanism: {more['why']}")
    elif more["left"] == "anything":
        click.echo("next mechanism: any; even the data themselves may be released")
        put_kernel(more)
    elif "mu" in more:
        click.echo(
            f"next mechanism: distance mu at most {shown(more['mu'], digits)}; normal noise of standard deviation"
        )
        click.echo("    1/mu times the largest difference of its values between two states")
    else:
        broken = more["broken"]
        click.echo(f"next mechanism: eps at most {shown(more['eps'], digits)}, between any two data sets")
        worst = max(Fraction(k["delta"]) for k in more["kept"])
        click.echo(
            f"    below it every mechanism keeps delta: at most {float(worst):.10g}, by {len(more['kept'])} certificates"
        )
        put_kernel(more)
        click.echo(
            f"    above it one does not: {len(next(iter(broken['mechanism'].values())))} outputs, delta "
            f"{float(Fraction(broken['delta'])):.10g} (in full with --json)"
        )


def put_kernel(more: Json) -> None:
    """The kernel's verdicts on the certificates, where they were asked."""
    if "kernel" in more["kept"][0]:
        click.echo(f"    kernel: {', '.join(k['kernel'] for k in more['kept'])}")
