"""What the shape check says of the library: on the formulas that the kernel is asked for, not on what is printed."""

from __future__ import annotations

from functools import cache

import pytest

from dpsym import library
from dpsym.language import Theorem
from dpsym.lift import NoReach, Reach, reach
from dpsym.numbers import gaussian
from dpsym.prove.statement import statement_of

# False of some pair on the line: finite outputs are essential.
FALSE_IN_GENERAL = [
    "conversions.infinite_loss.limit",  # N(0, 1) and N(1, 1): the hockey stick tends to 0 and never is
    "testing.every_level",  # at level 0 their cut is infinite
    "testing.every_level.splitting",  # a uniform score, at level 0
    "posterior.ratio_bound.small_prior",  # compares a mass with a number, which densities do not allow
]
LIFTED = [
    "bayesian.large_ratios.exchange",
    "composition.basic_composition.two",
    "conversions.approximate_loss_tail.below",
    "conversions.approximate_to_probabilistic",
    "conversions.infinite_loss.delta_bounds_it",
    "conversions.pure_as_loss_above.converse",
    "conversions.tests_and_losses.no_excess",
    "divergences.pinsker",
    "divergences.renyi_order.monotone",
    "divergences.total_variation.as_distance",
    "notions.larger_budgets.pure",
    "posterior.ratio_bound.forward",
]
BY_PARTITIONS = [
    "conversions.zero_concentrated_loss_tail",
    "conversions.zero_concentrated_to_approximate",
    "conversions.f_dp_by_events.of_events",
    "divergences.zero_concentrated_entropy.renyi",
    "testing.bounded_dp_error_rates.mixed",
    "testing.gaussian_tangents.to_tangents",
    "testing.largest_power.concave",
    "testing.trade_off_attained.one_order_enough",
]
PROVISO = ["divergences.bretagnolle_huber", "divergences.renyi_order.rises"]


@cache
def answer(name: str) -> Reach | NoReach | None:
    entry = library.find(name).entry
    assert isinstance(entry, Theorem)
    checked = statement_of(entry).checked
    return reach(checked.claim, checked.sig, checked.sets)


@pytest.mark.parametrize("name", FALSE_IN_GENERAL)
def test_finite_outputs_are_essential(name: str) -> None:
    assert isinstance(answer(name), NoReach)
    assert "Finite outputs are essential" in library.find(name).entry.note  # and the page says for which laws


@pytest.mark.parametrize("loss", [0, 10, 100])
def test_two_normal_laws_have_no_infinite_loss_and_every_hockey_stick_is_positive(loss: int) -> None:
    assert gaussian.delta(1, loss, 1) > 0


@pytest.mark.parametrize("name", LIFTED)
def test_it_holds_for_any_outputs(name: str) -> None:
    found = answer(name)
    assert isinstance(found, Reach) and found.integrals and not found.provisos, found


@pytest.mark.parametrize("name", BY_PARTITIONS)
def test_it_holds_for_any_outputs_by_partitions(name: str) -> None:
    found = answer(name)
    assert isinstance(found, Reach) and (found.lane, found.provisos) == ("P", ()), found


def test_events_in_a_hypothesis_do_not_speak_of_tests() -> None:
    assert isinstance(answer("conversions.f_dp_by_events.by_events"), NoReach)


@pytest.mark.parametrize("name", PROVISO)
def test_the_integrals_have_to_be_finite(name: str) -> None:
    found = answer(name)
    assert isinstance(found, Reach) and found.provisos == ("where the integrals are finite",), found


@pytest.mark.slow
def test_how_much_of_the_library_lifts() -> None:
    names = [i.name for i in library.load() if isinstance(i.entry, Theorem) and not i.entry.cited]
    found = {n: answer(n) for n in names}
    lifted = [n for n in names if isinstance(found[n], Reach)]
    by_partitions = [n for n in lifted if found[n].lane == "P"]  # type: ignore[union-attr]
    assert len(lifted) >= 430 and len(by_partitions) >= 60
    assert not set(lifted) & set(FALSE_IN_GENERAL)
