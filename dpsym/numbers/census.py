"""The 2020 Census redistricting release: delta, epsilon and power of the composition of its noisy queries.

The 71 queries of the persons and units tables that received a share of the privacy-loss budget were answered with
discrete Gaussian noise; a query of share rho* (sigma^2 = 1/rho*) is a histogram, and two neighbouring data sets, of
which one record differs, are taken to differ in two of its cells by 1 each.  Its loss is then that of two discrete
Gaussian answers of rho = rho*, and it satisfies rho*-zCDP; the shares add up to 263/100.  The number of cells is an
argument, `cells`: two is the release's own accounting, not a consequence of one record having changed.  (A sole
occupant who moves changes occupied and vacant in both housing units.)

The shares are in data/census_2020_redistricting.csv, exact, one row a query.
"""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files

from dpsym.numbers.balls import Enclosure, Number
from dpsym.numbers.discrete_gaussian_composition import (
    ALPHA,
    BOUNDED,
    DELTA,
    EPS,
    GUARANTEE,
    SPARE,
    Composition,
    asked,
    composition,
    delta_of,
)  # fmt: skip
from dpsym.numbers.names import Argument, evaluator

CELLS = Argument("cells of a query in which neighbours differ", lower=1, upper=100, integer=True, default=2)


@lru_cache(maxsize=1)
def shares() -> tuple[tuple[str, str, int, Fraction], ...]:
    """(level, query, cells of the histogram, rho*) of every query, rho* exact; one has the share 0."""
    text = files("dpsym").joinpath("data", "census_2020_redistricting.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return tuple((row["level"], row["query"], int(row["cells"]), Fraction(row["rho"])) for row in rows)


@lru_cache(maxsize=16)
def parts(cells: int) -> tuple[tuple[Fraction, int], ...]:
    """(rho, how many discrete Gaussian answers of that rho), for neighbours that differ in `cells` cells a query."""
    return tuple((rho, cells) for _, _, _, rho in shares() if rho)


@lru_cache(maxsize=16)
def release(cells: int, digits: int) -> Composition:
    """The composition, with its transform covered as far as that many digits need."""
    return composition(parts(cells), digits)


@evaluator(
    "census.delta",
    "The smallest delta for which the 2020 redistricting release is (eps, delta)-differentially private.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda eps, cells: SPARE,
    eps=EPS,
    cells=CELLS,
)
def delta(eps: Number, cells: int) -> Enclosure:
    """Of the exact discrete Gaussians, not of continuous ones."""
    digits, bits = asked()
    return delta_of(release(cells, digits), eps, bits)


@evaluator(
    "census.epsilon",
    "The smallest eps for which the 2020 redistricting release is (eps, delta)-differentially private.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda delta, cells: SPARE,
    delta=DELTA,
    cells=CELLS,
)
def epsilon(delta: Number, cells: int) -> Enclosure:
    """Of the exact discrete Gaussians, not of continuous ones."""
    digits, bits = asked()
    return release(cells, digits).epsilon(delta, bits)


@evaluator(
    "census.power",
    "The largest power, at a level, of a test between neighbours from the 2020 redistricting release.",
    guarantee=GUARANTEE,
    array_guarantee=BOUNDED,
    bits=lambda alpha, cells: SPARE,
    alpha=ALPHA,
    cells=CELLS,
)
def power(alpha: Number, cells: int) -> Enclosure:
    """Of the exact discrete Gaussians, not of continuous ones and not by simulation."""
    digits, bits = asked()
    return release(cells, digits).power(alpha, bits)


__all__ = ["delta", "epsilon", "parts", "power", "shares"]
