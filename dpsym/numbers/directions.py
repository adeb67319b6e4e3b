"""In which arguments the named evaluators rise or fall, and why.

A value between two exact numbers is then enclosed by the values at both: this is how `eps0=log(3)` is taken on the
command line, and how the band of a plot holds between the points.

What is listed follows from one of two facts, and nothing else is.  delta falls in eps, a power rises with its level, a
tail falls in what it exceeds, the Renyi divergence rises with its order, and their inverses go with them.  And what
is implied by less is implied by more: a guarantee with a smaller budget is one with a larger, and a mechanism with more
noise is a post-processing of one with less (the normal law is infinitely divisible; the Laplace and the discrete Laplace
law of a larger scale are those of a smaller with a mixture added; a second randomised response makes a smaller eps0).
Limits over all mechanisms and models follow the second fact too: a smaller eps or distance admits fewer of them, a
risk falls as more is told and grows with the gap, and the other bounds are products and quotients of what rises or falls.
"""

from __future__ import annotations

_OWN = {  # (quantity, argument)
    ("delta", "eps"): -1, ("epsilon", "delta"): -1, ("power", "alpha"): 1, ("tradeoff", "alpha"): -1,
    ("level", "power"): 1, ("loss_tail", "t"): -1, ("loss_quantile", "q"): -1, ("renyi", "order"): 1,
    ("pbdp", "eps"): -1, ("pbdp_epsilon", "delta"): -1, ("sigma", "eps"): -1, ("sigma", "delta"): -1,
    ("scale", "eps"): -1, ("scale", "delta"): -1, ("eps0", "eps"): 1, ("eps0", "delta"): 1,
    ("rho", "eps"): 1, ("rho", "delta"): 1, ("heterogeneous", "eps"): -1,
}  # fmt: skip
_BUDGETS = {  # arguments of a family: 1 where a larger one tells more
    "gaussian": {"sigma": -1, "sensitivity": 1},
    "laplace": {"scale": -1, "sensitivity": 1},
    "discrete_laplace": {"scale": -1},
    "geometric": {"eps0": 1},
    "randomised_response": {"eps0": 1},
    "kary_randomised_response": {"eps0": 1},
    "optimal_composition": {"eps0": 1, "delta0": 1, "k": 1},
    "zcdp": {"rho": 1},
    "rdp": {"gamma": 1},
    "approx_dp": {"eps": 1, "delta": 1},
    "limits": {"eps": 1, "k": 1},
}
_TOLD = {  # 1 for what is larger when more is told
    "delta": 1, "epsilon": 1, "power": 1, "tradeoff": -1, "level": -1, "advantage": 1, "auc": 1, "renyi": 1, "rho": 1,
    "pbdp": 1, "pbdp_epsilon": 1, "basic": 1, "advanced": 1,
}  # fmt: skip
_LISTED = {
    "gaussian.sigma": {"sensitivity": 1},
    "laplace.scale": {"sensitivity": 1},
    "optimal_composition.advanced": {"delta": -1},
    "approx_dp.loss_tail": {"eps": 1, "delta": 1, "eps2": -1},
    "approx_dp.loss_quantile": {"eps": 1, "delta": 1, "delta2": -1},
    "approx_dp.probabilistic": {"eps": 1, "delta": 1, "eps2": -1},
    "approx_dp.probabilistic_epsilon": {"eps": 1, "delta": 1, "delta2": -1},
    "approx_dp.pbdp": {"eps": 1, "delta": 1, "eps2": -1},
    "approx_dp.pbdp_epsilon": {"eps": 1, "delta": 1, "delta2": -1},
    "approx_dp.accuracy": {"eps": 1, "delta": 1},
    "approx_dp.squared_gain": {"eps": 1, "delta": 1},
    "approx_dp.logarithmic_gain": {"eps": 1, "delta": 1},
    "posterior.bound": {"p": 1, "eps": 1},
    "posterior.lower": {"p": 1, "eps": -1},
    "posterior.loss": {"p": -1, "posterior": 1},
    "posterior.ratio": {"p": -1, "eps": 1},
    "posterior.lowest_ratio": {"p": 1, "eps": -1},
    "posterior.difference": {"eps": 1},
    "posterior.drop": {"eps": 1},
    "posterior.largest_difference": {"eps": 1},
    "posterior.worst_prior": {"eps": -1},
    "posterior.loss_for_difference": {"c": 1},
    "posterior.loss_for_ratio": {"r": 1},
    "posterior.disclosure_risk": {"p": 1, "eps": 1, "delta": 1, "delta2": -1},
    "posterior.highest": {"p": 1, "eps": 1, "distance": 1, "kept": 1, "kept_rest": -1},
    "posterior.lowest": {"p": 1, "eps": -1, "distance": -1, "kept": 1, "kept_rest": -1},
    "limits.simple_power": {"eps": 1, "k": 1, "alpha": 1},
    "estimate.squared": {"eps": -1, "k": -1, "gap": 1},
    "estimate.absolute": {"eps": -1, "k": -1, "gap": 1},
    "estimate.zero_one": {"eps": -1, "k": -1},
    "estimate.coupled": {"eps": -1, "gap": 1},
    "estimate.proportion": {"eps": -1, "n": -1},
    "marginal.density_lower": {"p": 1, "eps": -1, "distance": -1, "kept": 1},
    "marginal.density_upper": {"p": 1, "eps": 1, "distance": 1, "kept": 1},
    "marginal.event_lower": {"p": 1, "eps": -1, "distance": -1, "kept": 1},
    "marginal.event_upper": {"p": 1, "eps": 1, "distance": 1, "kept": 1},
    "marginal.responses_lower": {"eps": -1, "n": -1},
    "marginal.responses_upper": {"eps": 1, "n": -1},
    "posterior.zcdp_curve": {"eps": -1},
    "posterior.zcdp_curve_epsilon": {"delta": -1},
    "posterior.rdp_curve": {"gamma": 1, "eps": -1},
}


def direction(evaluator: str, argument: str) -> int | None:
    """1 where the evaluator never falls in the argument, -1 where it never rises, None where neither is known."""
    listed = _LISTED.get(evaluator, {})
    if argument in listed:
        return listed[argument]
    family, _, quantity = evaluator.rpartition(".")
    budget = _BUDGETS.get(family, {})
    if argument in budget:
        return budget[argument] * _TOLD[quantity] if quantity in _TOLD else None
    return _OWN.get((quantity, argument))
