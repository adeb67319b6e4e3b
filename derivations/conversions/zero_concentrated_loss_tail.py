"""Zero-concentrated DP makes a large privacy loss as rare as a large value of a normal variable."""

from dpsym.derivations.divergences.renyi_moment_tail import renyi_moment_tail
from dpsym.derivations.vocabulary import eps, rho
from dpsym.language import *

eps, from_rho, any_eps = eps.ranging(above=rho), eps.ranging(at_least=rho), eps.ranging()
order = parameter("alpha", above=1, about="order of the moment")

best = (eps + rho) / (2 * rho)

any_order = Theorem(
    title="Zero-concentrated DP bounds the tail of the loss, through one order",
    source="kazan.thm2.7",
    kind="lemma",
    given=ZCDP(rho),
    claim=Probability(Loss() > any_eps, P) <= exp(order * (order - 1) * rho - (order - 1) * any_eps),
    derivation=(
        specialise(ZCDP(rho), {order: order}, "the moment of this order"),
        Chain(exp((order - 1) * any_eps) * Probability(Loss() > any_eps, P))
        .le(RenyiMoment(order), "Markov's inequality", by=renyi_moment_tail)
        .le(exp(order * (order - 1) * rho), "zero-concentrated DP"),
        Chain(Probability(Loss() > any_eps, P))
        .le(
            exp(-(order - 1) * any_eps) * exp(order * (order - 1) * rho),
            "divide",
            hints=(exp(-(order - 1) * any_eps) > 0,),
        )
        .eq(exp(order * (order - 1) * rho - (order - 1) * any_eps), "collect the exponents"),
    ),
    near_misses={
        "the other sign of the bound": variant(
            Probability(Loss() > any_eps, P) <= exp(order * (order - 1) * rho + (order - 1) * any_eps),
            witness=point({rho: Rational(1, 4), order: 2, any_eps: -1}, P=(1,), Q=(1,)),
        ),
    },
)

best_order = Theorem(
    title="The order that bounds the tail best",
    source=("kazan.thm2.7", "kifer.lem5-tail-zcdp"),
    kind="lemma",
    claim=-((eps - rho) ** 2) / (4 * rho) <= order * (order - 1) * rho - (order - 1) * eps,
    derivation=Chain(order * (order - 1) * rho - (order - 1) * eps)
    .eq(rho * (order - best) ** 2 - (eps - rho) ** 2 / (4 * rho), "complete the square")
    .ge(-((eps - rho) ** 2) / (4 * rho), "the square is not negative"),
    tight=point({rho: 1, eps: 3, order: 2}),
    near_misses={
        "without the budget": variant(
            -(eps**2) / (8 * rho) <= order * (order - 1) * rho - (order - 1) * eps,
            witness=point({rho: 1, eps: 7, order: 4}),
        ),
    },
    evaluate={"alpha": best},
)

zero_concentrated_loss_tail = Theorem(
    title="Zero-concentrated DP bounds the tail of the loss",
    source=("kazan.thm2.7", of_any_spaces("kifer.lem5-tail-zcdp")),
    kind="lemma",
    given=ZCDP(rho),
    claim=Probability(Loss() > eps, P) <= exp(-((eps - rho) ** 2) / (4 * rho)),
    derivation=(
        have(1 < best, "the loss exceeds the budget"),
        have(
            Eq(best * (best - 1) * rho - (best - 1) * eps, -((eps - rho) ** 2) / (4 * rho)),
            "the exponent at the best order",
        ),
        Chain(Probability(Loss() > eps, P))
        .le(
            exp(best * (best - 1) * rho - (best - 1) * eps),
            "through the best order",
            by=any_order.at(alpha=best),
        )
        .eq(exp(-((eps - rho) ** 2) / (4 * rho)), "as computed"),
    ),
    near_misses={
        "any bound on the loss": variant(
            Probability(Loss() > any_eps, P) <= exp(-((any_eps - rho) ** 2) / (4 * rho)),
            witness=point({rho: 1, any_eps: -1}, P=(1,), Q=(1,)),
        ),
    },
    evaluate={"alpha": best, "failure probability": exp(-((eps - rho) ** 2) / (4 * rho))},
)

at_best = exp(-((from_rho - rho) ** 2) / (4 * rho))

from_the_budget_on = Theorem(
    title="The tail of the loss from the budget on",
    source="bunsteinke2016",
    given=ZCDP(rho),
    claim=Probability(Loss() > from_rho, P) <= at_best,
    derivation=cases(
        rho < from_rho,
        have(
            Probability(Loss() > from_rho, P) <= at_best,
            "the tail of the loss",
            by=zero_concentrated_loss_tail.at(eps=from_rho),
        ),
        Chain(Probability(Loss() > from_rho, P)).le(1, "a probability").eq(at_best, "the exponent is 0"),
        "at the budget the bound is 1",
    ),
    near_misses={
        "below the budget": variant(
            Probability(Loss() > any_eps, P) <= exp(-((any_eps - rho) ** 2) / (4 * rho)),
            witness=point({rho: 1, any_eps: -1}, P=(1,), Q=(1,)),
        ),
    },
)
