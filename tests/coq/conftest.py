"""What the tests of Coq files share: the certificates of a few theorems over all rules, and coqc where it is."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from typing import Any

import pytest

from dpsym.coq.theorem import Exported, export_all
from dpsym.library import Library, find
from dpsym.reports import Reporter, certificates_of
from dpsym.store import Certificates

# small theorems that together use every rule of the kernel, and what they cite
SAMPLE = (
    "conversions.pure_as_bounded_loss.forward", "conversions.bounded_dp_from_power.lower_limit",
    "conversions.bounded_not_convex.the_number", "conversions.gaussian_without_catastrophe.tail",
    "analysis.normal_tails.takes_every_value", "analysis.normal_tails.same_value",
    "analysis.normal_tails.between", "mechanisms.rounded_laplace.of_events",
    "posterior.close_posterior_with_any_loss.half_is_close", "bayesian.unknown_rest.known_rest", "bayesian.f_dp_mixtures",
    "divergences.pinsker", "composition.transcripts.have_laws", "composition.optimal_closed_form.start_value",
    "notions.neighbours.changed_back", "notions.neighbours.two_steps", "census.noisy_query.variance",
    "census.power_and_bounded_loss.power_at_level", "census.unaffected_query.same_power", "divergences.equal_masses",
    "divergences.total_variation.distance", "testing.pure_to_gaussian.between_tangents", "testing.largest_power.never_less",
    "posterior.laplace_reaches_the_bound.many_releases", "posterior.rare_response.up", "bayesian.renyi_mixtures.touches",
    "bayesian.large_ratios.any_mechanism", "mechanisms.normal_quantiles.above", "composition.one_more_renyi.weighted_sum",
    "analysis.chords.chord",
)  # fmt: skip


def certificates(names: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """The certificates of these theorems and of what they cite, by name."""
    items = [find(n) for n in names]
    reporter = Reporter(Library(tuple(items)), Certificates(), [])
    return certificates_of(reporter, [item.entry for item in items])[1]


@pytest.fixture(scope="session")
def sample() -> Mapping[str, dict[str, Any]]:
    return certificates(SAMPLE)


@pytest.fixture(scope="session")
def exported(sample: Mapping[str, dict[str, Any]]) -> dict[str, Exported]:
    return export_all(sample)


needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")
