"""The posterior and the marginal commands on a model of the data that is given as a table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from dpsym.numbers.balls import Enclosure, round_to
from dpsym.numbers.model_table import ModelTable, read_model
from dpsym.sheets import BadTable, exact_number, text_of

Rows = dict[str, Enclosure]
Ask = Callable[..., Enclosure]  # name of an evaluator and its arguments as texts -> its enclosure
VARIES = "P(S) varies with the parameter: the intervals are around the prior given S; bounds around the prior do not hold"


def read(file: str) -> ModelTable:
    """The table of a file; BadTable says what cannot be used."""
    return read_model(*text_of(file, "model"))


def prior_of(text: str, table: ModelTable) -> dict[str, Fraction]:
    """The prior that `low=1/4, high=3/4` says: one probability for each value of the parameter, 1 together."""
    found: dict[str, Fraction] = {}
    for part in text.split(","):
        name, equals, number = (x.strip() for x in part.rpartition("="))
        mass = exact_number(number)
        if not equals or name not in table.models or name in found or mass is None:
            raise BadTable(
                f"prior: {part.strip()[:60]!r} is not NAME=NUMBER with an exact number; each of "
                f"{', '.join(table.models)} is needed once"
            )
        found[name] = mass
    missing = [v for v in table.models if v not in found]
    if missing or sum(found.values()) != 1 or min(found.values()) < 0:
        why = (
            f"{missing[0]} is missing"
            if missing
            else f"they add up to {sum(found.values())}, or one is negative"
        )
        raise BadTable(f"prior: needs a probability for each value of the parameter: {why}")
    return found


def reach(table: ModelTable, rows: list[int], distance: str | None, centre: int | None = None) -> str:
    """The largest distance: that of the table where it has records."""
    if table.records:
        if distance is not None:
            raise BadTable(f"{table.name} has records, which say the distance: leave out --distance")
        return str(table.farthest(rows, centre))
    if distance is None:
        table.farthest(rows)  # refuses, and says what is missing
    return str(distance)


def check_private(table: ModelTable, rows: list[int], eps: str, distance: str, ask: Ask) -> None:
    """Refuse a table whose mechanism is not eps-private on the possible data sets: its bounds would not hold."""
    for k, (ratio, i, j, answer) in table.largest_ratios(rows).items():
        apart = distance if k < 0 else str(k)
        most = ask("marginal.density_upper", p="1", eps=eps, distance=apart)
        if ratio is None or ratio > most.high:
            said = "infinite" if ratio is None else round_to(ratio, 6)
            raise BadTable(
                f"{table.name}: the mechanism is not private at {eps}: the ratio of the probabilities of {answer} on "
                f"{table.data[i]} and {table.data[j]}, at distance {apart}, is {said}, above {round_to(most.high, 6)}"
            )


def posterior_rows(
    file: str, prior: str, eps: str, distance: str | None, release: str | None, ask: Ask
) -> tuple[Rows, list[str]]:
    """The intervals of the posterior of each value of the parameter; its exact posterior where the mechanism is known."""
    table = read(file)
    weights = prior_of(prior, table)
    rows = table.possible(release, [v for v, w in weights.items() if w])
    far = reach(table, rows, distance)
    if release in table.outputs:
        check_private(table, rows, eps, far, ask)
    kept = {v: table.kept(v, rows) for v in weights}
    seen = sum((weights[v] * kept[v] for v in weights), Fraction(0))
    found: Rows = {"largest distance": Enclosure(Fraction(far), Fraction(far))} if table.records else {}
    for v, w in weights.items():
        rest = (seen - w * kept[v]) / (1 - w) if w < 1 else Fraction(1)
        given = {"p": str(w), "eps": eps, "distance": far, "kept": str(kept[v]), "kept_rest": str(rest)}
        found[f"prior of {v}"] = Enclosure(w, w)
        found[f"P(S) at {v}"] = Enclosure(kept[v], kept[v])
        if kept[v] == 0 or w in (0, 1) or rest == 0:
            sure = Fraction(w != 0 and kept[v] != 0)
            found[f"posterior of {v}"] = Enclosure(sure, sure)
            continue
        found[f"lowest posterior of {v}"] = ask("posterior.lowest", **given)
        found[f"highest posterior of {v}"] = ask("posterior.highest", **given)
    if release in table.outputs:
        likelihoods = {v: exact(table, v, str(release)) for v in weights}
        total = sum((weights[v] * likelihoods[v] for v in weights), Fraction(0))
        for v, w in weights.items():
            here = w * likelihoods[v] / total
            found[f"posterior of {v}, mechanism known"] = Enclosure(here, here)
    varies = len({kept[v] for v, w in weights.items() if w}) > 1
    return found, [VARIES] if varies else []


def exact(table: ModelTable, value: str, release: str) -> Fraction:
    """The privatised data probability of an answer of a known mechanism."""
    pairs = zip(table.models[value], table.outputs[release], strict=True)
    return sum((g * p for g, p in pairs), Fraction(0))


def marginal_rows(
    file: str,
    eps: str,
    distance: str | None,
    release: str | None,
    data: str | None,
    probability: str | None,
    ask: Ask,
) -> tuple[Rows, tuple[str, ...]]:
    """The interval of the probability of a release at each value of the parameter, and the evaluators that gave it.

    From the law at one data set, with `data` and `probability`; or, for an answer of a mechanism in the table, from the best
    of the possible data sets, with the envelope and the probability itself.
    """
    table = read(file)
    if release in table.outputs:
        if data is not None or probability is not None:
            raise BadTable(f"{table.name} has the mechanism: leave out --data and --probability")
        return known_rows(table, eps, distance, str(release), ask), (
            "marginal.event_upper",
            "marginal.count_least",
        )
    if probability is None or (table.records and data is None):
        raise BadTable(
            "give --probability, and with records in the table --data, the data set for which it is the probability"
        )
    found: Rows = {}
    for v in table.models:
        rows = table.possible(release, [v])
        centre = None
        if data is not None:
            if data not in table.data:
                raise BadTable(f"{table.name} has no data set {data!r}")
            centre = table.data.index(data)
            if release is not None and not table.answers[release][centre]:
                raise BadTable(
                    f"{table.name}: the release {release} is impossible on {data}, so its probability there says nothing"
                )
        far = reach(table, rows, distance, centre)
        given = {"p": probability, "eps": eps, "distance": far, "kept": str(table.kept(v, rows))}
        found[f"P(S) at {v}"] = Enclosure(table.kept(v, rows), table.kept(v, rows))
        found[f"least probability at {v}"] = ask("marginal.event_lower", **given)
        found[f"largest probability at {v}"] = ask("marginal.event_upper", **given)
    return found, ("marginal.event_upper",)


def known_rows(table: ModelTable, eps: str, distance: str | None, release: str, ask: Ask) -> Rows:
    """The best bounds from one data set, the envelope and the exact probability of an answer of a known mechanism."""
    masses = table.outputs[release]
    found: Rows = {}
    for v in table.models:
        rows = table.possible(release, [v])
        far = reach(table, rows, distance)
        check_private(table, rows, eps, far, ask)
        kept = table.kept(v, rows)
        ends: dict[str, list[Enclosure]] = {"lower": [], "upper": []}
        for i in rows:
            here = reach(table, rows, distance, i)
            for side, bounds in ends.items():
                given = {"p": str(masses[i]), "eps": eps, "distance": here, "kept": str(kept)}
                bounds.append(ask(f"marginal.event_{side}", **given))
        least, largest = (kept * end(masses[i] for i in rows) for end in (min, max))
        found[f"least probability at {v}"] = max(ends["lower"], key=lambda x: x.low)
        found[f"largest probability at {v}"] = min(ends["upper"], key=lambda x: x.high)
        found[f"least probability at {v}, mechanism known"] = Enclosure(least, least)
        found[f"largest probability at {v}, mechanism known"] = Enclosure(largest, largest)
        itself = exact(table, v, release)
        found[f"probability at {v}"] = Enclosure(itself, itself)
    return found


__all__ = ["marginal_rows", "posterior_rows"]
