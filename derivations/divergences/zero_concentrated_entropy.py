"""Zero-concentrated DP bounds the relative entropy and the Rényi divergence of every order."""

from dpsym.derivations.divergences.pinsker import pinsker
from dpsym.derivations.divergences.relative_entropy import finite, relative_entropy
from dpsym.derivations.divergences.renyi_order import entropy_below_bound
from dpsym.derivations.vocabulary import alpha, equal, gamma, rho
from dpsym.language import *

any_rho = rho.ranging()
rho = rho.ranging(at_least=0)
gamma = gamma.ranging()
h = parameter("h", above=0, about="by how much the order is above 1")
k = parameter("k", about="the relative entropy, in nats")


renyi = Theorem(
    title="Zero-concentrated DP is Rényi DP of every order",
    source="bunsteinke2016",
    kind="lemma",
    given=ZCDP(any_rho),
    claim=RenyiDP(alpha, alpha * any_rho),
    derivation=(specialise(ZCDP(any_rho), {alpha: alpha}, "the same order"),),
    tight=point({alpha: 2, any_rho: 0}, **equal),
    near_misses={
        "with a smaller budget": variant(
            RenyiDP(alpha, alpha * any_rho - 1), witness=point({alpha: 2, any_rho: 0}, **equal)
        ),
    },
)

finite_losses = Theorem(
    title="Under zero-concentrated DP no loss is infinite",
    source="bunsteinke2016",
    kind="lemma",
    given=ZCDP(any_rho),
    claim=finite,
    derivation=specialise(ZCDP(any_rho), {alpha: 2}, "the order 2"),
    near_misses={
        "the other way round at every outcome": variant(
            ForAll(y, Eq(P(y), 0)), witness=point({any_rho: 0}, **equal)
        ),
    },
)

entropy = Theorem(
    title="Zero-concentrated DP bounds the relative entropy",
    source="bunsteinke2016",
    given=ZCDP(rho),
    claim=relative_entropy <= rho,
    derivation=(
        let(k, relative_entropy, Eq(relative_entropy, k), "the relative entropy"),
        cases(
            k <= rho,
            (),
            (
                let(h, (k - rho) / (rho + 1), (0 < h, Eq(h * (rho + 1), k - rho)), "an order close to 1"),
                specialise(ZCDP(rho), {alpha: 1 + h}, "this order"),
                have(
                    relative_entropy <= (1 + h) * rho,
                    "the Rényi divergence of this order",
                    by=entropy_below_bound.at(alpha=1 + h, gamma=(1 + h) * rho),
                ),
                Chain(k).eq(relative_entropy, "the relative entropy").le((1 + h) * rho, "the line before"),
            ),
            "a larger entropy contradicts an order close to 1",
        ),
    ),
    tight=point({rho: 0}, **equal),
    near_misses={
        "with a smaller budget": variant(relative_entropy <= rho - 1, witness=point({rho: 0}, **equal)),
    },
)

distance = Theorem(
    title="Zero-concentrated DP bounds the total variation distance",
    source="bunsteinke2016",
    given=ZCDP(rho),
    claim=2 * HockeyStick(0) ** 2 <= rho,
    derivation=(
        have(finite, "no loss is infinite", by=finite_losses.at(rho=rho)),
        Chain(2 * HockeyStick(0) ** 2)
        .le(relative_entropy, "the inequality of Pinsker", by=pinsker)
        .le(rho, "the relative entropy", by=entropy),
    ),
    tight=point({rho: 0}, **equal),
    near_misses={
        "with the square left out": variant(2 * HockeyStick(0) <= rho),
    },
)
