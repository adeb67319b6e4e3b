"""The two curves of bounds on moves of the posterior at the budget of the census, and how they compare."""

from dpsym.derivations.bayesian.best_orders import eps as loss
from dpsym.derivations.bayesian.best_orders import known_least, unknown_least
from dpsym.derivations.bayesian.known_rest_tails import zero_concentrated as known
from dpsym.derivations.bayesian.unknown_rest_tails import zero_concentrated as unknown
from dpsym.derivations.conversions.renyi_to_bounded import renyi as renyi_to_bounded
from dpsym.derivations.conversions.renyi_to_bounded import zero_concentrated as to_bounded
from dpsym.derivations.vocabulary import alpha, gamma, rho
from dpsym.language import *

eps = parameter("eps", above=rho, about="bound on the logarithm of the ratio of the posteriors, in nats")

curve_known, curve_unknown = (exp(e.xreplace({loss: eps})) for e in (known_least, unknown_least))

ratio_of_bounds = Theorem(
    title="What the knowledge of the other records is worth",
    source=whole_of("kifer.rem-compare"),
    claim=AllOf(
        Eq(curve_unknown, exp(eps) * curve_known),
        curve_known < curve_unknown,
        Eq(exp((alpha - 1) * (gamma - eps)), exp(eps) * exp(-(eps - gamma) * alpha - gamma)),
    ),
    derivation=(
        have(1 < exp(eps), "the loss is positive"),
        have(
            Eq(-((eps - rho) ** 2) / (4 * rho), eps - (eps + rho) ** 2 / (4 * rho)),
            "the squares differ by four times the product",
        ),
        have(Eq(curve_unknown, exp(eps) * curve_known), "exponential of a sum"),
        have(0 < (exp(eps) - 1) * curve_known, "no factor is 0"),
    ),
    errata=erratum(
        "slip in wording",
        "Section 7.4.2, the last paragraph, which compares Theorems 7.4.1 and 7.4.2",
        "e^{-(eps - rho^2)/4rho}",
        fails="The square stands outside the bracket: at rho = 1 and eps = 3 the printed formula is e^{-1/2}, the bound of Theorem 7.4.2 is e^{-1}.",
        holds="The bound is e^{-(eps - rho)^2/(4 rho)}.",
        reads=variant(
            Eq(exp(-(eps - rho**2) / (4 * rho)), exp(eps) * curve_known),
            witness=point({rho: 1, eps: 3}),
            note="The square stands outside the bracket.",
        ),
    ),
    near_misses={
        "by the square of the factor": variant(
            Eq(curve_unknown, exp(2 * eps) * curve_known), witness=point({rho: 1, eps: 3})
        ),
        "no difference": variant(curve_unknown <= curve_known),
    },
    note=(
        "The bounds speak of different probabilities: when the other records are known, the record and the output are drawn as the attacker "
        "believes, and the record of interest may be any; otherwise the output is drawn given the true record."
    ),
)

deviation = sqrt(2 * rho)
known_tail, unknown_tail = normal_tail((eps + rho) / deviation), normal_tail((eps - rho) / deviation)


d = parameter("d", at_least=0, about="a distance, in nats")
x = d / deviation

tail_at_a_distance = Theorem(
    title="The tail of a normal law whose variance is twice the budget",
    source="kifer.rem-markov-loose",
    kind="lemma",
    claim=2 * normal_tail(x) <= exp(-(d**2) / (4 * rho)),
    derivation=(
        have(Eq(deviation**2, 2 * rho), "the square of a root"),
        have(Eq(x**2 * (2 * rho), d**2), "the square of a root"),
        have(Eq(-(x**2) / 2, -(d**2) / (4 * rho)), "divide"),
        Chain(2 * normal_tail(x))
        .le(exp(-(x**2) / 2), "the tail of a normal law")
        .eq(exp(-(d**2) / (4 * rho)), "the exponents are equal"),
    ),
    tight=point({rho: 1, d: 0}),
    near_misses={
        "with the variance in the place of the deviation": variant(
            2 * normal_tail(d / (2 * rho)) <= exp(-(d**2) / (4 * rho))
        ),
    },
)

twice = Theorem(
    title="Both bounds are at least twice the probabilities of a small prior with Gaussian noise",
    source="kifer.rem-markov-loose",
    claim=AllOf(2 * known_tail <= curve_known, 2 * unknown_tail <= curve_unknown),
    derivation=(
        have(2 * known_tail <= curve_known, "the tail", by=tail_at_a_distance.at(d=eps + rho)),
        have(2 * unknown_tail <= curve_unknown, "the tail", by=tail_at_a_distance.at(d=eps - rho)),
    ),
    near_misses={
        "the probability given the true record, by the bound for known other records": variant(
            2 * unknown_tail <= curve_known
        ),
    },
    note=(
        "Both probabilities are those of one Gaussian answer of this budget, whose loss between the record and another one is normal, with mean rho and variance 2 rho. "
        "The first is that of a ratio of at least e^eps for a record whose prior is 0, when the other records are known and the output is drawn as the attacker believes, so with the other record. "
        "The second is that for the true record, as its prior tends to 0. So neither bound is reached there, however large eps is. Both come from Markov's inequality at the best order."
    ),
)

same_as_bounded = Background(
    title="The bounds for every prior are those of bounded DP",
    source="kifer.rem-same-as-pbdp",
    restates=(renyi_to_bounded, to_bounded, unknown),
    note=(
        "Both for Rényi DP and for zero-concentrated DP: the ratio of the posteriors, given the true record, is the ratio of the masses that the "
        "output has in two worlds as close as neighbours."
    ),
)

bayesian_curve = Background(
    title="A Bayesian curve of losses and probabilities",
    source="kifer.def-bayes-curve",
    restates=(known, unknown),
    note=(
        "A set of pairs of a loss and a probability, such that the posterior in the actual world is at least e to the loss times that in the "
        "counterfactual world with at most that probability. The law of the output is said in each theorem. Where the curve comes from "
        "Rényi divergences, it goes with post-processing and composition as they do."
    ),
)

census = Rational(263, 100)
abscissae = {rho: census}
losses_known = tuple(Integer(e) for e in (3, 4, 5, 6, 8, 10))
losses_unknown = tuple(Integer(e) for e in (3, 4, 6, 8, 10, 12, 14))

figure_known = Figure(
    title="Moves of the posterior at the budget of the census, the other records known",
    source=whole_of("kifer.fig3"),
    curves=(curve("probability of a larger ratio", curve_known, eps, losses_known, abscissae),),
    uses=(known,),
    logarithmic=("y",),
)

figure_unknown = Figure(
    title="Moves of the posterior at the budget of the census, every prior",
    source=whole_of("kifer.fig5"),
    curves=(curve("probability of a larger ratio", curve_unknown, eps, losses_unknown, abscissae),),
    uses=(unknown,),
    logarithmic=("y",),
)
