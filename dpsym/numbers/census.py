"""The 2020 Census redistricting release, and releases like it: what the noise on their histograms protects.

A query of budget rho (its share of the zero-concentrated budget, in nats) is a histogram, answered with discrete
Gaussian noise of sigma^2 = 1/rho in every cell.  Two neighbouring data sets, of which one record differs, are taken to
differ in two of its cells by 1 each, so that the query satisfies rho-zCDP and its loss is that of two discrete Gaussian
answers of parameter rho.  The number of cells is an argument, `cells`: two is the release's own accounting, not a
consequence of one record having changed.  (A sole occupant who moves changes occupied and vacant in both housing units.)

A *scenario* asks what is learnt about some attributes of a record: only queries that ask for one of them can tell the
two data sets apart, and only their budgets are added.  A selection names them, with commas: `all`; a level (`Block`),
for a secret about where in it the person lives; an attribute (`CENRACE`), which takes every query that contains it; or
an attribute at one level (`County:CENRACE`).

The allocations of the 2020 release are in data/census_2020_redistricting.csv; `scenario` takes other tables too.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from flint import arb

from dpsym.language.allocations import Allocation, read_allocations, redistricting_2020
from dpsym.numbers import discrete_gaussian_composition as discrete
from dpsym.numbers import gaussian, posterior, zcdp
from dpsym.numbers import gaussian_composition as together
from dpsym.numbers.balls import Enclosure, Given, Number, ball, exact_rational
from dpsym.numbers.discrete_gaussian_composition import (
    ALPHA,
    BOUNDED,
    DELTA,
    EPS,
    GUARANTEE,
    LARGEST_RHO,
    SPARE,
    Composition,
    asked,
    composition,
    delta_of,
)  # fmt: skip
from dpsym.numbers.plot import Curve, spaced
from dpsym.numbers.registry import Argument, evaluator
from dpsym.numbers.zcdp import LEAST
from dpsym.reals.balls import Undecided, hull
from dpsym.reals.precision import precision
from dpsym.sheets import BadTable, text_of

Parts = tuple[tuple[Fraction, int], ...]
CELLS_OF_A_QUERY = 2
MOST_DIGITS = 12  # of a bounded loss: what the resonances leave is wider


# ----------------------------------------------------------------------------------------------- selections
def select(allocations: Sequence[Allocation], selection: str) -> tuple[Allocation, ...]:
    """The queries of a table that a selection names, in the order of the table.

    ValueError names what is neither a level nor an attribute of the table.
    """
    words = [w.strip() for w in selection.split(",")]
    kept: set[int] = set()
    for word in words:
        kept |= {id(a) for a in _named(allocations, word)}
    return tuple(a for a in allocations if id(a) in kept)


def _named(allocations: Sequence[Allocation], word: str) -> list[Allocation]:
    levels = list(dict.fromkeys(a.level for a in allocations))
    attributes = list(dict.fromkeys(x for a in allocations for x in a.attributes))
    if word.lower() == "all":
        return list(allocations)
    level, colon, attribute = (w.strip() for w in word.partition(":"))
    if colon:
        place, asked_for = _known(level, levels, "level"), _known(attribute, attributes, "attribute")
        found = [a for a in allocations if a.level == place and asked_for in a.attributes]
        if not found:
            raise ValueError(f"no query of the level {place} asks for {asked_for}")
        return found
    is_level, is_attribute = (any(word.lower() == n.lower() for n in names) for names in (levels, attributes))
    if is_level and is_attribute:
        raise ValueError(
            f"{word} is a level and an attribute; name the attribute level by level, e.g. {levels[0]}:{word}"
        )
    if is_level:
        place = _known(word, levels, "level")
        return [a for a in allocations if a.level == place]
    asked_for = _known(word, attributes if is_attribute else levels + attributes, "level or attribute")
    return [a for a in allocations if asked_for in a.attributes]


def _known(word: str, names: Sequence[str], what: str) -> str:
    """The name as the table writes it."""
    for name in names:
        if name.lower() == word.lower():
            return name
    near = difflib.get_close_matches(word.lower(), [n.lower() for n in names], 2, 0.5)
    shown = [n for n in names if n.lower() in near] or names
    raise ValueError(
        f"there is no {what} {word[:40]!r} in the table; "
        + (f"did you mean {' or '.join(shown)}?" if near else f"it has {', '.join(shown[:20])}")
    )


# ------------------------------------------------------------------------------------------------ scenarios
@dataclass(frozen=True)
class Powers:
    """The largest power of a test between two neighbours, at one level.

    gaussian  with continuous noise of the same budget: Phi(Phi^-1(level) + sqrt(2 rho))
    discrete  with the discrete noise itself; None where it could not be enclosed, and `why` says why
    bound     over all mechanisms that satisfy rho-zCDP
    """

    level: Fraction
    gaussian: Enclosure
    discrete: Enclosure | None
    bound: Enclosure
    why: str = ""


@dataclass(frozen=True)
class Posteriors:
    """With what probability an attacker's posterior of the record is over e^eps times the counterfactual one.

    any_prior  bound for every rho-zCDP mechanism and every prior; the probability is under the true record
    known_rest bound for every rho-zCDP mechanism when the attacker knows all other records; the probability is under
               the attacker's prior
    gaussian   under continuous Gaussian noise and all post-processing: the delta of probabilistically bounded DP
    """

    eps: Fraction
    any_prior: Enclosure
    known_rest: Enclosure
    gaussian: Enclosure


@dataclass(frozen=True)
class Losses:
    """The eps that the ratio of posteriors exceeds with probability delta at most, under all post-processing.

    gaussian  with continuous noise of the same budget
    discrete  with the discrete noise itself; None where it could not be enclosed, and `why` says why
    """

    delta: Fraction
    gaussian: Enclosure
    discrete: Enclosure | None
    why: str = ""


@dataclass(frozen=True)
class Scenario:
    """The queries whose answers depend on a secret, and what they let an attacker learn.

    `queries` are those that were answered (budget above 0), `selection` what they were selected by.
    """

    selection: str
    queries: tuple[Allocation, ...]

    @property
    def rho(self) -> Fraction:
        """The budget spent on the secret, exact, in nats."""
        return sum((a.rho for a in self.queries), Fraction(0))

    @property
    def rho_by_level(self) -> dict[str, Fraction]:
        """The budget at each level of geography."""
        found: dict[str, Fraction] = {}
        for a in self.queries:
            found[a.level] = found.get(a.level, Fraction(0)) + a.rho
        return found

    @property
    def parts(self) -> Parts:
        """(rho, count) of the discrete Gaussian answers, two cells a query."""
        return tuple((a.rho, CELLS_OF_A_QUERY) for a in self.queries)

    def power(self, level: Given, digits: int = 8) -> Powers:
        """At a level above 0 and below 1."""
        alpha = Fraction(exact_rational(level, "level"))
        if not 0 < alpha < 1:
            raise ValueError(f"the value {level} of level is outside its domain: 0 < level < 1")
        exact, why = None, ""
        try:
            exact = discrete.power(self.parts, alpha, digits=digits)
        except (ValueError, ArithmeticError) as reason:
            why = str(reason)
        return Powers(
            alpha,
            together.power(((2 * self.rho, 1),), alpha, digits=digits),
            exact,
            zcdp.power(self.rho, alpha, digits=digits),
            why,
        )

    def posterior(self, eps: Given, digits: int = 8) -> Posteriors:
        """At eps > 0, in nats."""
        e = Fraction(exact_rational(eps, "eps"))

        def at_most(curve: Callable[[Fraction], Enclosure]) -> Enclosure:
            """Curves that fall; where one is too small to be written out, a bound from further left."""
            try:
                found = curve(e)
                return Enclosure(found.low, found.high)
            except ArithmeticError:
                return Enclosure(
                    0,
                    curve(
                        min(e, self.rho + 64 * (math.isqrt(int(self.rho * 10**60)) + 1) / Fraction(10**30))
                    ).high,
                )

        return Posteriors(
            e,
            at_most(lambda x: posterior.zcdp_curve(self.rho, x, "any", digits=digits)),
            at_most(lambda x: posterior.zcdp_curve(self.rho, x, "known", digits=digits)),
            at_most(lambda x: together.pbdp(((2 * self.rho, 1),), x, digits=digits)),
        )

    def loss(self, delta: Given, digits: int = 8) -> Losses:
        """At a probability delta above 0 and below 1."""
        d = Fraction(exact_rational(delta, "delta"))
        if not 0 < d < 1:
            raise ValueError(f"the value {delta} of delta is outside its domain: 0 < delta < 1")
        exact, why = None, ""
        try:
            with precision(int(digits * 3.3219281) + 2 + SPARE):
                exact = bounded_loss(composition(self.parts, digits), d, digits)
        except (ValueError, ArithmeticError) as reason:
            why = str(reason)
        return Losses(d, together.pbdp_epsilon(((2 * self.rho, 1),), d, digits=digits), exact, why)

    def power_curves(self, points: int = 101, digits: int = 6) -> list[Curve]:
        """Power by level: Gaussian, discrete Gaussian (where it can be enclosed), zero-concentrated bound."""
        xs = spaced(Fraction(1, 500), Fraction(499, 500), points, False)
        found = [self.power(x, digits) for x in xs]
        curves = [
            ("Gaussian", [p.gaussian for p in found]),
            ("zero-concentrated bound", [p.bound for p in found]),
        ]
        exact = [p.discrete for p in found if p.discrete is not None]
        if len(exact) == len(found):
            curves.insert(1, ("discrete Gaussian", exact))
        return [Curve("census.power", label, "level", xs, tuple(ys), True) for label, ys in curves]

    def posterior_curves(self, points: int = 101, digits: int = 6) -> list[Curve]:
        """The probability of `posterior` by eps, up to where the bound for every prior is e^-14."""
        rho = float(self.rho)
        most = Fraction(f"{rho + 2 * math.sqrt(14 * rho):.2g}")
        xs = spaced(most / points, most, points, False)
        found = [self.posterior(x, digits) for x in xs]
        curves = (
            ("any prior", [p.any_prior for p in found]),
            ("Gaussian noise", [p.gaussian for p in found]),
            ("other records known", [p.known_rest for p in found]),
        )
        return [Curve("census.probability", label, "eps", xs, tuple(ys), True) for label, ys in curves]


def scenario(
    selection: str = "all", allocations: str | Path | Sequence[Allocation] | None = None
) -> Scenario:
    """The scenario of a secret about the levels and attributes that `selection` names, e.g. "Block, CENRACE".

    `allocations` is the path of a CSV table (see `dpsym.language.allocations.read_allocations`) or its rows; by default
    the 2020 redistricting release.  ValueError: a line of the table or a name of the selection is wrong, or nothing that
    is selected was answered.
    """
    rows, where = table(allocations)
    for a in rows:
        if a.rho > LARGEST_RHO:
            raise BadTable(
                f"{where}, line {a.line}: the budget {a.rho} of {a.query} at {a.level} is above {LARGEST_RHO} nats"
            )
    chosen = tuple(a for a in select(rows, selection) if a.rho > 0)
    if not chosen:
        raise ValueError(f"no query that {selection!r} selects has a budget above 0")
    if sum(a.rho for a in chosen) < LEAST:
        raise ValueError(f"the queries that {selection!r} selects have a budget below 1e-30 nats together")
    return Scenario(selection, chosen)


def table(allocations: str | Path | Sequence[Allocation] | None = None) -> tuple[Sequence[Allocation], str]:
    """The rows of a table and what to call it; the path of a CSV table, its rows, or None for the 2020 release."""
    if allocations is None:
        return redistricting_2020(), "the 2020 table"
    if not isinstance(allocations, str | Path):
        return tuple(allocations), "the table"
    text, name = text_of(Path(allocations), "allocations")
    return read_allocations(text, name), name


# ------------------------------------------------------------------------------- the bounded-DP curve, exactly
def bounded_loss(made: Composition, delta: Number, digits: int) -> Enclosure:
    """log(delta/a), a the level at which the best test has power delta.

    Secant steps in double precision steer; a is held between two levels whose powers are on the two sides of delta.
    """
    bits = int(digits * 3.3219281) + 10
    target = Fraction(delta)
    mu = math.sqrt(2 * made.rf)
    z = float(gaussian.tail_inverse(target).mid())
    level = min(Fraction(math.exp(gaussian.log_tail(z + mu))), Fraction(1) - Fraction(1, 10**9))
    for _ in range(6):
        reached = made.power(level, bits).mid
        growth = math.exp(mu * (z + mu) - mu * mu / 2)  # of the power with the level, near enough
        step = (float(target) - float(reached)) / (growth * float(level))
        level = min(level * Fraction(1 + max(min(step, 1.0), -0.5)), Fraction(1) - Fraction(1, 10**9))
        if abs(step) < 10.0**-digits / 8:
            break
    low = high = None
    for k in range(math.ceil(1.67 * digits) + 2, 1, -1):
        away = Fraction(1, 4**k)
        if low is None and made.power(level * (1 - away), bits).high <= target:
            low = level * (1 - away)
        if high is None and level * (1 + away) < 1 and made.power(level * (1 + away), bits).low >= target:
            high = level * (1 + away)
        if low is not None and high is not None:
            return _between(target / high, target / low)
    raise Undecided("the level of the test with power delta is not known well enough")


def _between(low: Fraction, high: Fraction) -> Enclosure:
    found: arb = hull(ball(low).log(), ball(high).log())
    return Enclosure.around(found)


# ---------------------------------------------------------------------------------------------- evaluators
CELLS = Argument("cells of a query in which neighbours differ", lower=1, upper=100, integer=True, default=2)


def _read_selection(value: object, name: str) -> str:
    """A selection of the 2020 table, checked."""
    if not isinstance(value, str):
        raise ValueError(f"the value of {name} is not text: {value!r}")
    text = value.strip()
    if not any(a.rho for a in select(redistricting_2020(), text)):
        raise ValueError(f"the value {text!r} of {name} selects no query that was answered")
    return text


QUERIES = Argument(
    "levels and attributes whose queries count",
    read=_read_selection,
    shape="all, or e.g. Block, CENRACE",
    default="all",
)


@lru_cache(maxsize=64)
def parts(cells: int, queries: str = "all") -> Parts:
    """(rho, how many discrete Gaussian answers of that rho), for neighbours that differ in `cells` cells a query."""
    return tuple((a.rho, cells) for a in select(redistricting_2020(), queries) if a.rho)


@lru_cache(maxsize=64)
def release(cells: int, queries: str, digits: int) -> Composition:
    """The composition, with its transform covered as far as that many digits need."""
    return composition(parts(cells, queries), digits)


@evaluator(
    "census.delta",
    "The smallest delta for which the 2020 redistricting release is (eps, delta)-differentially private.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda eps, cells, queries: SPARE,
    eps=EPS,
    cells=CELLS,
    queries=QUERIES,
)
def delta(eps: Number, cells: int, queries: str) -> Enclosure:
    """Of the exact discrete Gaussians, not of continuous ones."""
    digits, bits = asked()
    return delta_of(release(cells, queries, digits), eps, bits)


@evaluator(
    "census.epsilon",
    "The smallest eps for which the 2020 redistricting release is (eps, delta)-differentially private.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda delta, cells, queries: SPARE,
    delta=DELTA,
    cells=CELLS,
    queries=QUERIES,
)
def epsilon(delta: Number, cells: int, queries: str) -> Enclosure:
    """Of the exact discrete Gaussians, not of continuous ones."""
    digits, bits = asked()
    return release(cells, queries, digits).epsilon(delta, bits)


@evaluator(
    "census.power",
    "The largest power, at a level, of a test between neighbours from the 2020 redistricting release.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda alpha, cells, queries: SPARE,
    alpha=ALPHA,
    cells=CELLS,
    queries=QUERIES,
)
def power(alpha: Number, cells: int, queries: str) -> Enclosure:
    """Of the exact discrete Gaussians, not of continuous ones and not by simulation."""
    digits, bits = asked()
    return release(cells, queries, digits).power(alpha, bits)


@evaluator(
    "census.pbdp_epsilon",
    "The smallest eps for which the 2020 release has (eps, delta)-bounded privacy, under all post-processing.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda delta, cells, queries: SPARE,
    delta=Argument("delta of the guarantee", lower=Fraction(1, 10**300), upper=1, upper_open=True),
    cells=CELLS,
    queries=QUERIES,
)
def pbdp_epsilon(delta: Number, cells: int, queries: str) -> Enclosure:
    """log(delta/a), a the least level of a test of power delta, of the exact discrete Gaussians."""
    digits = min(asked()[0], MOST_DIGITS)
    return bounded_loss(release(cells, queries, digits), delta, digits)


__all__ = [
    "Losses", "Posteriors", "Powers", "Scenario", "delta", "epsilon", "parts", "pbdp_epsilon", "power", "scenario", "select",
    "table",
]  # fmt: skip
