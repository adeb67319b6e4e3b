"""Pufferfish privacy of a mechanism that is given as a table: exact, from attackers and secrets.

A row of the table is a data set.  Its columns:

    data            the name of the data set
    output:NAME     the probability that the mechanism answers NAME; a row of them adds up to 1
    attacker:NAME   what an attacker holds for the probability of the data set; a column adds up to 1
    secret:NAME     the value of a secret in the data set; empty where it has none

A pair of conjectures is a pair of values of one secret that the attacker takes for possible.  The level is the largest
size of log P(t | value)/P(t | other value), over attackers, secrets, pairs and outputs t: all conjectures about one
secret part the data sets, so this is also how far the odds of two values move, and the largest density ratio distance of
posterior and prior of that secret.

What dependence costs: where the secrets are the records, that is where each combination of their values is one data set,
every attacker has an independent counterpart, with the same law of each secret.  Its level is compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from dpsym.numbers.balls import Answer, Enclosure, Number, ball
from dpsym.numbers.plot import Curve, spaced
from dpsym.numbers.registry import Argument, Infeasible, between, evaluator
from dpsym.numbers.tables import law_of_column, law_of_row
from dpsym.sheets import BadTable, kinds, read_sheet, text_of

MOST_WORK = 20_000_000  # ratios that are compared
Law = tuple[Fraction, ...]


@dataclass(frozen=True)
class Worst:
    """A largest ratio P(output | value)/P(output | other) with where it is; None is infinite."""

    ratio: Fraction | None
    attacker: str
    secret: str
    output: str
    value: str
    other: str

    @property
    def larger(self) -> tuple[bool, Fraction]:
        """To be compared by."""
        return (self.ratio is None, self.ratio or Fraction(0))

    def loss(self, digits: int = 15) -> Enclosure | None:
        """Its logarithm, in nats; None where it is infinite."""
        return None if self.ratio is None else logarithm(self.ratio, digits)


def logarithm(ratio: Fraction, digits: int) -> Enclosure:
    """log of an exact ratio, at least 1."""
    return log(ratio, digits=digits)


@evaluator(
    "pufferfish.log",
    "The logarithm of an exact ratio of probabilities: a privacy loss.",
    ratio=Argument("ratio of probabilities", lower=0, lower_open=True),
)
def log(ratio: Number) -> Answer:
    """log ratio, in nats."""
    return 0 if ratio == 1 else ball(ratio).log()


@dataclass(frozen=True)
class Setting:
    """A mechanism with attackers and secrets, each by name."""

    data: tuple[str, ...]
    outputs: tuple[str, ...]
    mechanism: tuple[Law, ...]
    attackers: tuple[tuple[str, Law], ...]
    secrets: tuple[tuple[str, tuple[str, ...]], ...]

    def given(self, law: Law, values: Sequence[str]) -> dict[str, Law]:
        """The law of the output given each value of a secret that the attacker takes for possible."""
        masses: dict[str, Fraction] = {}
        sums: dict[str, list[Fraction]] = {}
        for mass, value, row in zip(law, values, self.mechanism, strict=True):
            if not value or not mass:
                continue
            masses[value] = masses.get(value, Fraction(0)) + mass
            found = sums.setdefault(value, [Fraction(0)] * len(self.outputs))
            for i, p in enumerate(row):
                found[i] += mass * p
        return {v: tuple(x / masses[v] for x in found) for v, found in sums.items()}

    def worst_of(self, attacker: str, law: Law, secret: str, values: Sequence[str]) -> Worst | None:
        """The largest ratio for one attacker and one secret; None where fewer than two values are possible."""
        laws = self.given(law, values)
        if len(laws) < 2:
            return None
        found: Worst | None = None
        for i, output in enumerate(self.outputs):
            (low, v), (high, w) = (end((x[i], value) for value, x in laws.items()) for end in (min, max))
            ratio = Fraction(1) if high == 0 else None if low == 0 else high / low
            one = Worst(ratio, attacker, secret, output, w, v)
            if found is None or one.larger > found.larger:
                found = one
        return found

    @cached_property
    def by_attacker(self) -> dict[tuple[str, str], Worst | None]:
        """The largest ratio for each attacker and secret."""
        return {
            (a, s): self.worst_of(a, law, s, values)
            for a, law in self.attackers
            for s, values in self.secrets
        }

    @cached_property
    def worst(self) -> Worst | None:
        """The largest ratio of all; None where no attacker has two conjectures."""
        return largest(self.by_attacker.values())

    @cached_property
    def records(self) -> bool:
        """Whether each combination of values of the secrets is exactly one data set."""
        rows = list(zip(*(values for _, values in self.secrets), strict=True))
        sizes = [len(set(values)) for _, values in self.secrets]
        whole = all(v for row in rows for v in row)
        return whole and len(set(rows)) == len(rows) == math.prod(sizes)

    def independent(self, law: Law) -> Law:
        """The attacker with the same law of each secret, and independent ones."""
        marginals = []
        for _, values in self.secrets:
            found: dict[str, Fraction] = {}
            for mass, v in zip(law, values, strict=True):
                found[v] = found.get(v, Fraction(0)) + mass
            marginals.append([found[v] for v in values])
        return tuple(math.prod(column, start=Fraction(1)) for column in zip(*marginals, strict=True))

    @cached_property
    def counterpart(self) -> dict[tuple[str, str], Worst | None]:
        """As `by_attacker`, of the independent counterparts; empty where the secrets are not the records."""
        if not self.records:
            return {}
        return {
            (a, s): self.worst_of(a, self.independent(law), s, values)
            for a, law in self.attackers
            for s, values in self.secrets
        }

    @cached_property
    def neighbours(self) -> Worst | None:
        """The largest ratio of two data sets that differ in one secret: the level of ordinary privacy, for records."""
        if not self.records:
            return None
        found: list[Worst | None] = []
        for k, (secret, values) in enumerate(self.secrets):
            groups: dict[tuple[str, ...], list[int]] = {}  # the data sets that agree in all other secrets
            for i in range(len(self.data)):
                rest = tuple(v[i] for n, (_, v) in enumerate(self.secrets) if n != k)
                groups.setdefault(rest, []).append(i)
            for rows in groups.values():
                apart = replace(self, mechanism=tuple(self.mechanism[i] for i in rows))
                even = (Fraction(1, len(rows)),) * len(rows)
                one = apart.worst_of("", even, secret, [values[i] for i in rows])
                if one is not None:
                    name = {values[i]: self.data[i] for i in rows}
                    found.append(replace(one, value=name[one.value], other=name[one.other]))
        return largest(found)

    def test(self) -> tuple[Law, Law] | None:
        """The laws of the output under the two conjectures of the largest ratio: level and power of a test of them."""
        if self.worst is None:
            return None
        law = dict(self.attackers)[self.worst.attacker]
        laws = self.given(law, dict(self.secrets)[self.worst.secret])
        return laws[self.worst.other], laws[self.worst.value]

    def curves(self, points: int = 101) -> list[Curve]:
        """Power by level of the best test of the two conjectures, and the bound of the level of privacy."""
        laws = self.test()
        if laws is None or self.worst is None:
            return []
        xs = spaced(Fraction(0), Fraction(1), points, False)
        exact = [best_power(*laws, a) for a in xs]
        found = [_curve(f"{self.worst.value} against {self.worst.other}", xs, exact)]
        ratio = self.worst.ratio
        if ratio is not None:
            found.append(
                _curve("any mechanism of this level", xs, [min(a * ratio, 1 - (1 - a) / ratio) for a in xs])
            )
        return found


def _curve(label: str, xs: tuple[Fraction, ...], ys: Sequence[Fraction]) -> Curve:
    return Curve("pufferfish", label, "level", xs, tuple(Enclosure(y, y) for y in ys), True, "power")


def largest(found: Iterable[Worst | None]) -> Worst | None:
    """The largest of some ratios."""
    known = [w for w in found if w is not None]
    return max(known, key=lambda w: w.larger) if known else None


def best_power(p: Law, q: Law, level: Fraction) -> Fraction:
    """The power at q of the best test of p at a level: outputs in the order of their likelihood ratios."""
    power = Fraction(0)
    order = sorted(zip(p, q, strict=True), key=lambda x: (x[0] != 0, -(x[1] / x[0]) if x[0] else 0))
    for a, b in order:
        if a <= level:
            level, power = level - a, power + b
        else:
            return power + b * level / a
    return power


# ---------------------------------------------------------------------------------------------------- the table
def read_setting(text: str, name: str = "the table") -> Setting:
    """The setting that a CSV text holds.  BadTable names the line and the column of what cannot be used."""
    sheet = read_sheet(text, name)
    found = kinds(sheet, ("output", "attacker", "secret"), ("data",))
    names = sheet.data_sets()
    work = len(sheet.rows) * len(found["output"]) * len(found["attacker"]) * len(found["secret"])
    if work > MOST_WORK:
        raise BadTable(
            f"{name} is too large: rows times outputs, attackers and secrets are {work}, over {MOST_WORK}"
        )

    def bare(columns: Sequence[str]) -> tuple[str, ...]:
        return tuple(c.partition(":")[2].strip() for c in columns)

    return Setting(
        names,
        bare(found["output"]),
        tuple(law_of_row(sheet, line, row, found["output"]) for line, row in sheet.rows),
        tuple(
            zip(bare(found["attacker"]), (law_of_column(sheet, c) for c in found["attacker"]), strict=True)
        ),
        tuple(
            (n, tuple(row[c] for _, row in sheet.rows))
            for n, c in zip(bare(found["secret"]), found["secret"], strict=True)
        ),
    )


def read_table(given: object, name: str) -> Setting:
    """A setting, a path, or the text of a table."""
    return given if isinstance(given, Setting) else read_setting(*text_of(given, name))


TABLE = Argument(
    "the mechanism, attackers and secrets", read=read_table, shape="path of a CSV file, or its text"
)


def _level(found: Worst | None) -> Answer:
    if found is None:
        raise Infeasible(
            "the table has no pair of conjectures: no attacker takes two values of a secret for possible"
        )
    if found.ratio is None:
        raise Infeasible(
            f"no eps serves: {found.output} is impossible given {found.secret} = {found.other} and possible given "
            f"{found.secret} = {found.value} (attacker {found.attacker})"
        )
    return 0 if found.ratio == 1 else ball(found.ratio).log()


@evaluator(
    "pufferfish.level",
    "The smallest eps for which a mechanism is eps-Pufferfish private for its attackers and secrets, in nats.",
    rests=("bailie.thm8.1", "bailie.thm8.5", "bailie.propE.31"),
    table=TABLE,
)
def level(table: Setting) -> Answer:
    """log of the largest ratio P(t | value)/P(t | other value), an exact number."""
    return _level(table.worst)


@evaluator(
    "pufferfish.independent_level",
    "The level for the independent counterparts of the attackers, where the secrets are the records; in nats.",
    rests=("bailie.rem8.6",),
    table=TABLE,
)
def independent_level(table: Setting) -> Answer:
    """log of the largest ratio for attackers with the same law of each secret, and independent secrets."""
    if not table.records:
        raise Infeasible(
            "the secrets are not the records: some combination of values is no data set, or several"
        )
    return _level(largest(table.counterpart.values()))


@evaluator(
    "pufferfish.power",
    "The largest power of a test of the two conjectures that the table tells apart best.",
    rests=("bailie.thm8.7",),
    table=TABLE,
    alpha=between(0, 1, "level of the test"),
)
def power(table: Setting, alpha: Number) -> Answer:
    """By the lemma of Neyman and Pearson, exact; at most min(alpha e^eps, 1 - (1 - alpha) e^-eps), eps the level."""
    laws = table.test()
    if laws is None:
        raise Infeasible(
            "the table has no pair of conjectures: no attacker takes two values of a secret for possible"
        )
    return best_power(*laws, Fraction(alpha))


__all__ = ["Setting", "Worst", "independent_level", "level", "log", "power", "read_setting", "read_table"]
