"""The theorems whose proofs are exported by every test of Coq files, and the mark of tests that run coqc."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from dpsym.kernel import seal

# small theorems that together use every rule of the kernel, and what they cite
SAMPLE = (
    "conversions.pure_as_bounded_loss.forward", "conversions.bounded_dp_from_power.lower_limit",
    "conversions.bounded_not_convex.the_number", "conversions.gaussian_without_catastrophe.tail",
    "analysis.normal_tails.takes_every_value", "analysis.normal_tails.same_value",
    "analysis.normal_tails.between", "mechanisms.rounded_laplace.of_events",
    "posterior.close_posterior_with_any_loss.half_is_close", "bayesian.unknown_rest.known_rest", "bayesian.f_dp_mixtures",
    "divergences.pinsker", "composition.transcripts.have_laws", "composition.optimal_closed_form.start_value",
    "notions.neighbours.changed_back", "notions.neighbours.two_steps", "census.noisy_query.variance",
    "census.noisy_query.losses_add", "census.unaffected_query.same_power", "divergences.equal_masses",
    "divergences.total_variation.distance", "analysis.normal_chords.between_tangents", "testing.largest_power.never_less",
    "posterior.laplace_reaches_the_bound.many_releases", "posterior.rare_response.up", "bayesian.renyi_mixtures.touches",
    "bayesian.large_ratios.any_mechanism", "analysis.normal_quantiles.above", "composition.one_more_renyi.weighted_sum",
    "analysis.chords.chord",
)  # fmt: skip

# by hand, for a rule that only points against a statement use: listed outcomes one by one
BOTH = ["and", ["<=", ["P", "o1"], 1], ["<=", 1, ["+", 2, ["*", -1, ["P", "o2"]]]]]
BELOW = ["all", "y", ["<=", ["P", "y"], 1]]
BY_HAND: dict[str, dict[str, Any]] = {
    "each_of_two": seal(
        {
            "sig": {"P": ["Y"], "y": "Y", "o1": "Y", "o2": "Y"},
            "sets": {"Y": ["o1", "o2"]},
            "claim": ["->", BOTH, BELOW],
            "lines": [
                {"rule": "hyp", "is": BOTH},
                {"rule": "and_e", "from": [0], "part": 1},
                {"rule": "and_e", "from": [0], "part": 2},
                {"rule": "each", "from": [1, 2], "is": BELOW},
                {"rule": "imp_i", "from": [3], "is": BOTH},
            ],
        }
    )
}

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")
