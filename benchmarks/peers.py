"""What each peer is asked, row by row; a row that a peer cannot answer is not listed.

A call returns a number, prepared once where the peer separates building from asking; then the time is that of
both, as it is for dpsym.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

Calls = dict[str, Callable[[], Any]]


def census_sigmas() -> list[float]:
    from dpsym.numbers import census

    return [float(rho) ** -0.5 for rho, count in census.parts(2) for _ in range(count)]


def dp_accounting(rows: dict[str, Any]) -> Calls:
    import math

    from dp_accounting import dp_event, gaussian_mechanism
    from dp_accounting.pld import common
    from dp_accounting.pld import privacy_loss_distribution as pld
    from dp_accounting.rdp import rdp_privacy_accountant as rdp

    def composed(parts: list[Any]) -> Any:
        whole = parts[0]
        for part in parts[1:]:
            whole = whole.compose(part)
        return whole

    def census(grid: float) -> Any:
        parts: dict[float, int] = {}
        for sigma in census_sigmas():
            parts[sigma] = parts.get(sigma, 0) + 1
        return composed(
            [
                pld.from_discrete_gaussian_mechanism(
                    sigma, value_discretization_interval=grid, use_connect_dots=True
                ).self_compose(count)
                for sigma, count in parts.items()
            ]
        )

    def pure(eps: float, delta: float) -> Any:
        return pld.from_privacy_parameters(common.DifferentialPrivacyParameters(eps, delta))

    calls: Calls = {}
    for key, row in rows.items():
        if row.points > 1:
            continue
        a = {k: v if isinstance(v, list) else float(v) for k, v in row.arguments.items() if k != "form"}
        if row.call == "gaussian.delta":
            calls[key] = lambda a=a: math.exp(gaussian_mechanism._get_log_delta(a["sigma"], a["eps"]))
        elif row.call == "gaussian.epsilon":
            calls[key] = lambda a=a: gaussian_mechanism.get_epsilon_gaussian(a["sigma"], a["delta"])
        elif row.call == "gaussian.sigma":
            calls[key] = lambda a=a: gaussian_mechanism.get_sigma_gaussian(a["eps"], a["delta"])
        elif row.call == "discrete_gaussian.delta":
            calls[key] = lambda a=a: (
                pld.from_discrete_gaussian_mechanism(a["sigma"], use_connect_dots=True)
                .self_compose(int(a["k"]))
                .get_delta_for_epsilon(a["eps"])
            )
        elif row.call == "census.epsilon":
            calls[key] = lambda a=a: census(1e-3).get_epsilon_for_delta(a["delta"])
        elif row.call == "zcdp.epsilon":
            calls[key] = lambda a=a: (
                rdp.RdpAccountant().compose(dp_event.ZCDpEvent(a["rho"])).get_epsilon(a["delta"])
            )
        elif row.call == "optimal_composition.delta":
            calls[key] = lambda a=a: (
                pure(a["eps0"], a["delta0"]).self_compose(int(a["k"])).get_delta_for_epsilon(a["eps"])
            )
        elif row.call == "optimal_composition.heterogeneous":
            calls[key] = lambda a=a: composed(
                [pure(float(x), 0.0) for x in a["eps0s"]]
            ).get_delta_for_epsilon(a["eps"])
    return calls


def autodp(rows: dict[str, Any]) -> Calls:
    import numpy as np
    from autodp import dp_bank
    from autodp.mechanism_zoo import ExactGaussianMechanism, zCDP_Mechanism

    calls: Calls = {}
    for key, row in rows.items():
        a = row.arguments
        if row.points > 1:
            continue
        if row.call == "gaussian.delta":
            calls[key] = lambda a=a: float(
                np.exp(dp_bank.get_logdelta_ana_gaussian(float(a["sigma"]), float(a["eps"])))
            )
        elif row.call == "gaussian.epsilon":
            calls[key] = lambda a=a: float(dp_bank.get_eps_ana_gaussian(float(a["sigma"]), float(a["delta"])))
        elif row.call == "gaussian.power":
            calls[key] = lambda a=a: (
                1 - float(ExactGaussianMechanism(float(a["sigma"])).fDP(float(a["alpha"])))
            )
        elif row.call == "zcdp.epsilon":
            calls[key] = lambda a=a: float(zCDP_Mechanism(float(a["rho"]), 0).approxDP(float(a["delta"])))
    return calls


def prv_accountant(rows: dict[str, Any]) -> Calls:
    from prv_accountant import PRVAccountant
    from prv_accountant.privacy_random_variables import GaussianMechanism, PureDPMechanism

    def delta(mechanisms: list[Any], counts: list[int], eps: float) -> float:
        made = PRVAccountant(prvs=mechanisms, max_self_compositions=counts, eps_error=0.01, delta_error=1e-10)
        return float(made.compute_delta(eps, counts)[2])

    calls: Calls = {}
    for key, row in rows.items():
        a = row.arguments
        if row.points > 1:
            continue
        if row.call == "gaussian.delta" and float(a["eps"]) >= 0.01:
            calls[key] = lambda a=a: delta(
                [GaussianMechanism(noise_multiplier=float(a["sigma"]))], [1], float(a["eps"])
            )
        elif row.call == "optimal_composition.delta" and float(a["delta0"]) == 0:
            calls[key] = lambda a=a: delta([PureDPMechanism(float(a["eps0"]))], [a["k"]], float(a["eps"]))
        elif row.call == "optimal_composition.heterogeneous":
            calls[key] = lambda a=a: delta(
                [PureDPMechanism(float(x)) for x in a["eps0s"]], [1] * len(a["eps0s"]), float(a["eps"])
            )
    return calls


def riskcal(rows: dict[str, Any]) -> Calls:
    from dp_accounting.pld import privacy_loss_distribution as pld
    from riskcal import analysis

    calls: Calls = {}
    for key, row in rows.items():
        a = row.arguments
        if row.call == "gaussian.power" and row.points > 1:
            a = row.arrays()
            calls[key] = lambda a=a: 1 - analysis.get_beta_from_gdp(1 / float(a["sigma"]), a["alpha"])
        elif row.call == "gaussian.power":
            calls[key] = lambda a=a: (
                1 - float(analysis.get_beta_from_gdp(1 / float(a["sigma"]), float(a["alpha"])))
            )
        elif row.call == "discrete_gaussian.power":
            calls[key] = lambda a=a: (
                1
                - float(
                    analysis.get_beta_from_pld(
                        pld.from_discrete_gaussian_mechanism(float(a["sigma"])).self_compose(a.get("k", 1)),
                        alpha=float(a["alpha"]),
                    )
                )
            )
        elif row.call == "zcdp.power":
            calls[key] = lambda a=a: (
                1 - float(analysis.get_beta_from_zcdp(float(a["rho"]), float(a["alpha"])))
            )
        elif row.call == "zcdp.advantage":
            calls[key] = lambda a=a: float(analysis.get_advantage_from_zcdp(float(a["rho"])))
    return calls


def opendp(rows: dict[str, Any]) -> Calls:
    import opendp.prelude as dp

    dp.enable_features("contrib")

    def curve(rho: float) -> Any:
        space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
        return dp.c.make_zCDP_to_approxDP(dp.m.make_gaussian(*space, scale=(2 * rho) ** -0.5)).map(1)

    calls: Calls = {}
    for key, row in rows.items():
        a = row.arguments
        if row.call == "zcdp.epsilon":
            calls[key] = lambda a=a: curve(float(a["rho"])).epsilon(float(a["delta"]))
        elif row.call == "zcdp.delta":
            calls[key] = lambda a=a: curve(float(a["rho"])).delta(float(a["eps"]))
        elif row.call == "discrete_gaussian.delta":
            rho = Fraction(a["k"]) / (2 * Fraction(a["sigma"]) ** 2)
            calls[key] = lambda a=a, rho=rho: curve(float(rho)).delta(float(a["eps"]))
    return calls


PEERS: dict[str, Callable[[dict[str, Any]], Calls]] = {
    "dp-accounting": dp_accounting,
    "autodp": autodp,
    "prv-accountant": prv_accountant,
    "riskcal": riskcal,
    "opendp": opendp,
}
