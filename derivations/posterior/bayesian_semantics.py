"""What is known of the Bayesian semantics of differential privacy: three kinds of assumptions on the adversary."""

from dpsym.derivations.posterior.posterior_odds import odds_ratio
from dpsym.derivations.posterior.pure_posterior_interval import forward as pure_posterior_interval
from dpsym.derivations.posterior.pure_ratio_bound import forward as pure_ratio_bound
from dpsym.language import *

bayesian_semantics = Background(
    title="Bayesian semantics of differential privacy",
    source="kazan.bg-semantics",
    cites=(
        "dwork2006b", "abowdvilhuber2008", "leeclifton2011", "stjohn2021", "pankovalaud2022", "kifer2022", "mcclurereiter2012", "kazanreiter2025", "kazanreiter2024",
        "kifermachanavajjhala2014", "wood2018", "wood2020", "kasiviswanathansmith2014",
    ),
    restates=(pure_ratio_bound, odds_ratio, pure_posterior_interval),
    note=(
        "A strong adversary knows everybody but the target. Against it pure DP is equivalent to bounds on the ratio of posterior "
        "to prior for binary mechanisms (Dwork et al. 2006), and implies bounds on the odds ratio (Abowd and Vilhuber 2008), on the "
        "posterior from a uniform prior (Lee and Clifton 2011; St. John et al. 2021; Pankova and Laud 2022) and, in its concentrated form, on the ratio (Kifer et al. 2022); "
        "simulations show the posteriors that occur (McClure and Reiter 2012; Kazan and Reiter 2025). "
        "When individuals are independent, pure DP implies a bound on the ratio (Kazan and Reiter 2024) and is equivalent to bounds "
        "on the odds ratio (Kifer and Machanavajjhala 2014). Against the counterfactual without the target, pure DP bounds the "
        "posterior by the counterfactual posterior (Wood et al. 2018, 2020), and approximate DP bounds their total variation "
        "distance (Kasiviswanathan and Smith 2014). Proved here are the three statements for the strong adversary of the "
        "membership inference setting."
    ),
)  # fmt: skip
