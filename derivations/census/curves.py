"""The curves of the case study: power by level, and how often a posterior moves by more than a bound (Figures 6 to 15)."""

from dpsym.derivations.bayesian.bound_curves import twice
from dpsym.derivations.bayesian.f_dp_known_rest import as_believed
from dpsym.derivations.bayesian.known_rest_tails import zero_concentrated as known_rest_bound
from dpsym.derivations.bayesian.unknown_rest_tails import zero_concentrated as any_prior_bound
from dpsym.derivations.census.allocations import budget
from dpsym.derivations.census.noisy_query import one_answer, variance
from dpsym.derivations.testing.gaussian_power import bounded_loss, levels, power
from dpsym.derivations.testing.tests_at_budget import bounded_loss as bounded_loss_curve
from dpsym.derivations.testing.tests_at_budget import largest_power
from dpsym.derivations.vocabulary import a, delta, hundredth, tenth, twentieth, w
from dpsym.language import *

a = a.ranging(above=0, below=1)
delta = delta.ranging(above=0, below=1)
eps = parameter("eps", at_least=0, about="bound on the logarithm of the ratio of posteriors, in nats")
rho = parameter("rho", above=0, about="budget of the queries that count, in nats")

noise = (variance, one_answer, largest_power)
failures = (Rational(1, 2), *(Rational(1, 10**k) for k in (1, 2, 3, 4, 5, 6, 8, 10)))
bounds = tuple(Rational(k, 4) for k in (1, 2, 3, 4, 5, 6, 8, 10))
rho_a, rho_b, rho_e, rho_f = (Rational(n, 10000) for n in (1115, 9260, 13200, 5550))
printed, recomputed = "printed budget", "budget of the tables"
usual = {"0.01": hundredth, "0.05": twentieth, "0.10": tenth}
release = Rational(263, 100)


def exact_power(a, queries):
    """The power of the best test of the discrete Gaussian answers themselves."""
    return Evaluated("census.power", alpha=a, queries=queries)


def power_bound(a, rho):
    """The largest power under zero-concentrated DP."""
    return Evaluated("zcdp.power", alpha=a, rho=rho)


def exact_bounded_loss(delta, queries):
    """The bounded-loss curve of the discrete Gaussian answers themselves."""
    return Evaluated("census.pbdp_epsilon", delta=delta, queries=queries)


def power_curve(label, value):
    """Power by level, of continuous noise at this budget."""
    return curve(label, power(a, sqrt(2 * rho)), a, levels, {rho: value})


def loss_curve(label, value):
    """The bound on the loss by the probability with which it fails, of continuous noise at this budget."""
    return curve(label, bounded_loss(delta, sqrt(2 * rho)), delta, failures, {rho: value})


known_rest = exp(-((eps + rho) ** 2 / (4 * rho)))
any_prior = exp(-((eps - rho) ** 2 / (4 * rho)))

figure_6 = Figure(
    title="Level and power in scenario A (Figure 6)",
    source=(whole_of("kifer.scenarioA"), "kifer.x-dgm-power", whole_of("kifer.x-zcdp-power")),
    curves=(
        power_curve("Gaussian", rho_a),
        curve("discrete Gaussian", exact_power(a, "Block"), a, levels),
        curve("zero-concentrated bound", power_bound(a, rho_a), a, levels),
    ),
    uses=noise,
    note="The source draws the second curve from simulated answers; here it is enclosed.",
)

figure_7 = Figure(
    title="Posterior against counterfactual posterior, all other records known, in scenario A (Figure 7)",
    source="kifer.scenarioA",
    curves=(curve("probability, at most", known_rest, eps, bounds, {rho: rho_a}),),
    uses=(known_rest_bound,),
    logarithmic=("y",),
    note="For a bound above the budget, under every zero-concentrated mechanism; the record is drawn from the prior.",
)

figure_8 = Figure(
    title="The bounded-loss curve in scenario A (Figure 8)",
    source="kifer.scenarioA",
    curves=(loss_curve("loss", rho_a),),
    uses=(*noise, bounded_loss_curve),
    logarithmic=("x",),
    note="With the noise that was used, after any secondary analysis; the probability is that of the true record.",
)

figure_9 = Figure(
    title="Posterior against counterfactual posterior, any prior, in scenario A (Figure 9)",
    source="kifer.scenarioA",
    curves=(curve("probability, at most", any_prior, eps, bounds, {rho: rho_a}),),
    uses=(any_prior_bound,),
    logarithmic=("y",),
    note="For a bound above the budget, under every zero-concentrated mechanism and every prior; the probability is that of the true record.",
)

figure_10 = Figure(
    title="Level and power in scenario B (Figure 10)",
    source=whole_of("kifer.scenarioB"),
    curves=(power_curve(printed, rho_b), power_curve(recomputed, budget("Block", "CBG"))),
    uses=noise,
)

figure_11 = Figure(
    title="The bounded-loss curve in scenario B (Figure 11)",
    source="kifer.scenarioB",
    curves=(loss_curve(printed, rho_b), loss_curve(recomputed, budget("Block", "CBG"))),
    uses=(*noise, bounded_loss_curve),
    logarithmic=("x",),
)

figure_12 = Figure(
    title="Level and power in scenario E (Figure 12)",
    source=whole_of("kifer.scenarioE"),
    curves=(power_curve(printed, rho_e), power_curve(recomputed, budget("Block", "CBG", "CENRACE"))),
    uses=noise,
)

figure_13 = Figure(
    title="The bounded-loss curve in scenario E (Figure 13)",
    source="kifer.scenarioE",
    curves=(loss_curve(printed, rho_e), loss_curve(recomputed, budget("Block", "CBG", "CENRACE"))),
    uses=(*noise, bounded_loss_curve),
    logarithmic=("x",),
)

figure_14 = Figure(
    title="Level and power in scenario F (Figure 14)",
    source=whole_of("kifer.scenarioF"),
    curves=(power_curve(printed, rho_f), power_curve(recomputed, budget("Block", "VOTINGAGE"))),
    uses=noise,
)

figure_15 = Figure(
    title="The bounded-loss curve in scenario F (Figure 15)",
    source="kifer.scenarioF",
    curves=(loss_curve(printed, rho_f), loss_curve(recomputed, budget("Block", "VOTINGAGE"))),
    uses=(*noise, bounded_loss_curve),
    logarithmic=("x",),
)

at = {rho: rho_a}


def failure(eps, rho):
    """The probability with which a bound on the loss fails, with continuous noise: the curve read the other way."""
    tail, beyond = normal_tail(w), normal_tail(w + sqrt(2 * rho))
    return normal_tail(Root(log(tail) - log(beyond) - eps, w, Integer(-5), Integer(12)))


def of_small_prior(eps, rho):
    """The probability of a ratio of at least e^eps for a record whose prior is 0 and one other one, with continuous noise."""
    return normal_tail((eps + rho) / sqrt(2 * rho))


delta_of_bounds = Example(
    title="How far the bounds for every mechanism lie above the curve of the noise",
    source=whole_of("kifer.rem-markov-loose"),
    values=tuple(
        entry
        for e in (Rational(1, 2), Integer(1), Integer(2))
        for entry in (
            value(f"any prior, eps = {e}", any_prior, {**at, eps: e}),
            value(f"the noise that was used, eps = {e}", failure(e, rho_a)),
            value(f"all other records known, eps = {e}", known_rest, {**at, eps: e}),
            value(f"the noise that was used, every prior, at most, eps = {e}", exp(-e) * failure(e, rho_a)),
            value(f"the noise that was used, a prior of 0, eps = {e}", of_small_prior(e, rho_a)),
        )
    ),
    uses=(any_prior_bound, known_rest_bound, bounded_loss_curve, as_believed, twice),
    note=(
        "The first two numbers of each bound on the loss are probabilities under the true record. The bound for any prior comes from the inequality of Markov at the best order: it is 1.6 times the "
        "probability with the noise that was used at eps = 1/2, and 4.2 times at eps = 2. "
        "The other three are probabilities under the prior, when all other records are known. With the noise that was used none is above the fourth number, "
        "whatever the prior, and that of a record whose prior is 0 is the fifth. So this bound is at least 1.6 times the largest probability at eps = 1/2, and at most 4.5 times; at eps = 2 at least 4.1 and at most 11.8 times."
    ),
)

stand_in = Example(
    title="The bounded-loss curve of the discrete noise itself",
    source=whole_of("kifer.hyp-dgm-pbdp"),
    values=tuple(
        entry
        for name, queries, total in (
            ("block level", "Block", budget("Block")),
            ("all queries", "all", Rational(263, 100)),
        )
        for d in (Rational(1, 2), Rational(1, 10), Rational(1, 100), Rational(1, 1000))
        for entry in (
            value(f"{name}, continuous noise, delta = {d}", bounded_loss(d, sqrt(2 * total))),
            value(f"{name}, discrete noise, delta = {d}", exact_bounded_loss(d, queries)),
        )
    ),
    uses=(bounded_loss_curve,),
    note=(
        "The source takes the curve of continuous noise for that of the noise that was used, and says that this is a hypothesis. At "
        "these points it holds to the digits shown; the second of each two numbers is that of the discrete noise."
    ),
)
