"""The optimisations (9) and (10) are no convex problems: with noises of opposite signs the risk rises with the budget and is bounded."""

from dpsym.derivations.confounding.correlated_noise import a, b, r, together
from dpsym.derivations.confounding.redesign import latent_square, p, variance
from dpsym.derivations.vocabulary import half, quarter, tenth
from dpsym.language import *

G = function("G", law=False, about="the least risk of an attacker, by the budget of the copula")
x = parameter("x", at_least=0, about="a budget")
z = parameter("z", above=x, about="a larger budget")
w = parameter("w", above=z, about="a budget that is larger still")
m = parameter("m", about="the risk of an attacker who does not look at the outputs")
far_enough = (z - x) * (m - G(x)) < (w - x) * (G(z) - G(x))
rising = {x: 0, z: 1, w: 4, m: 1}
curve = {"G": Lambda(x, x / (1 + x))}

not_convex = Theorem(
    title="A risk that rises with the budget and is bounded is not convex",
    source="zhang.eq9",
    given=(G(w) <= m, far_enough),
    claim=(w - z) * G(x) + (z - x) * G(w) < (w - x) * G(z),
    derivation=have((z - x) * G(w) <= (z - x) * m, "a positive factor"),
    example=point(rising, **curve),
    near_misses={
        "a risk without a bound": variant(given=[far_enough], witness=point(rising, G=Lambda(x, 2 * x))),
        "at every larger budget": variant(
            given=[G(w) <= m], witness=point({**rising, w: 2, m: 9}, G=Lambda(x, x**2))
        ),
    },
    note=(
        "A convex function is at z at most what the chord from x to w has there. Where the risk at z is above that at x every budget w that is far enough gives a contradiction. "
        "The risk of an attacker who does not look at the outputs bounds that of every other."
    ),
)

possible = 0 < P(y) + Q(y)
square_risk = Total(Indicator(possible) * P(y) * Q(y) / (P(y) + Q(y)), y) / 2
smaller = Total(Min(P(y), Q(y)), y) / 2

squared_error = Theorem(
    title="The least squared error of an attacker lies between half of the least probability of an error and this probability",
    source="zhang.eq10",
    claim=AllOf(smaller / 2 <= square_risk, square_risk <= smaller),
    derivation=(
        have(
            AllOf(
                Min(P(y), Q(y)) * (P(y) + Q(y)) <= 2 * P(y) * Q(y),
                P(y) * Q(y) <= Min(P(y), Q(y)) * (P(y) + Q(y)),
            ),
            "output by output",
            split=[P(y) <= Q(y)],
        ),
        have(
            AllOf(
                Min(P(y), Q(y)) / 2 <= Indicator(possible) * P(y) * Q(y) / (P(y) + Q(y)),
                Indicator(possible) * P(y) * Q(y) / (P(y) + Q(y)) <= Min(P(y), Q(y)),
            ),
            "divided",
            derivation=cases(
                possible,
                (
                    have(Eq(Indicator(possible), 1), "it is possible"),
                    have(
                        AllOf(
                            Min(P(y), Q(y)) / 2 <= P(y) * Q(y) / (P(y) + Q(y)),
                            P(y) * Q(y) / (P(y) + Q(y)) <= Min(P(y), Q(y)),
                        ),
                        "divided",
                    ),
                ),
                (
                    have(Eq(Indicator(possible), 0), "it is impossible"),
                    have(Eq(Min(P(y), Q(y)), 0), "it is impossible"),
                ),
            ),
        ),
    ),
    example=point(P=(half, half), Q=(half, half)),
    near_misses={
        "the probability of an error itself": variant(
            Eq(square_risk, smaller), witness=point(P=(half, half), Q=(half, half))
        ),
        "at least it": variant(smaller <= square_risk, witness=point(P=(half, half), Q=(half, half))),
    },
    note=(
        "At an even prior: the attacker's best answer is the posterior, and the mean of its squared error the sum of P Q/(P + Q) over 2; the attacker who names the likelier state errs with the sum of the smaller masses over 2."
    ),
)

# Two shifts of 1, coupled by the sampler with the parameter -1/sqrt(2), at two budgets: the widths of its noise are 12/5 and 3/4.
sampler = latent_square.xreplace({p: 1 / sqrt(2)})
near_end, nearer_0 = -Rational(12, 13), -Rational(3, 5)
low, high = Phi(-sqrt(26) / 2), Phi(-sqrt(5) / 2)

two_budgets = Theorem(
    title="The distance of two coupled outputs at two budgets, and the least probability of an error",
    source="zhang.eq10",
    claim=AllOf(
        Eq(sampler.xreplace({variance: Rational(144, 25)}), near_end**2),
        Eq(sampler.xreplace({variance: Rational(9, 16)}), nearer_0**2),
        Eq(together.xreplace({a: Integer(1), b: Integer(1), r: near_end}), 26),
        Eq(together.xreplace({a: Integer(1), b: Integer(1), r: nearer_0}), 5),
        low < high / 2,
    ),
    near_misses={
        "the other way round": variant(high < low, witness=point({})),
        "with noises of one sign": variant(
            Eq(together.xreplace({a: Integer(1), b: Integer(1), r: -near_end}), 26), witness=point({})
        ),
    },
    note=(
        "The variance of the sampler's noise is the square of a constant over the budget, so that the second budget is 16/5 of the first. The least probability of an error between two normal laws at the distance d, at an even prior, is the normal distribution function at -d/2."
    ),
)

measured = (0 <= G(x), G(x) <= low, high / 2 <= G(z), G(w) <= m, (z - x) * m < (w - x) * (high / 2 - low))

no_convex_problem = Theorem(
    title="The least squared error of an attacker is not convex in the budget of the copula",
    source=("zhang.eq10", "zhang.eq9"),
    given=measured,
    claim=(w - z) * G(x) + (z - x) * G(w) < (w - x) * G(z),
    derivation=(
        have(low < high / 2, "the two budgets", by=two_budgets),
        have((w - x) * (high / 2 - low) <= (w - x) * (G(z) - G(x)), "a positive factor"),
        have((z - x) * (m - G(x)) <= (z - x) * m, "a positive factor"),
        have((w - z) * G(x) + (z - x) * G(w) < (w - x) * G(z), "rises and is bounded", by=not_convex),
    ),
    example=point({x: 0, z: 1, w: 100, m: Rational(1, 4)}, G=Lambda(x, Min(x, 1) / 10)),
    near_misses={
        "a risk without a bound": variant(
            given=(*measured[:3], measured[4]),
            witness=point({x: 0, z: 1, w: 100, m: Rational(1, 4)}, G=Lambda(x, x / 10)),
        ),
        "as if the risk were the same": variant(
            given=(measured[0], *measured[2:]),
            witness=point({x: 0, z: 1, w: 100, m: Rational(1, 4)}, G=Lambda(x, Rational(1, 5))),
        ),
    },
    errata=erratum(
        "wrong result",
        "Section 5.1, the display (10)",
        "consider the following convex optimization problem",
        fails=(
            "Two shifts of 1 and noises of opposite signs: at two budgets, of which the second is 16/5 of the first, the square distances are 26 and 5, so that the least squared error is at most 0.006 at the first and at least 0.065 at the second. "
            "It is never above 1/4, that of an attacker who does not look; a convex function that rises cannot stay below a bound."
        ),
        holds="The objective is a function of one number, the budget. It rises there, and with noises of equal signs it falls.",
        affects="The displays (9) and (11), which are called convex in the same words, and the introduction, which speaks of solving a convex program.",
        reads=variant(
            (w - x) * G(z) <= (w - z) * G(x) + (z - x) * G(w),
            witness=point({x: 0, z: 1, w: 100, m: Rational(1, 4)}, G=Lambda(x, Min(x, 1) / 10)),
        ),
    ),
    note=(
        "x and z are the two budgets, G the least squared error at an even prior, between half of the least probability of an error and this probability by the theorem before; w is any budget that is large enough. "
        "With normal noise no attacker meets the constraint of (10), so that the set over which is minimised is empty; what is said to be convex is the objective. The display has the loss under confounding for that of ordinary privacy."
    ),
)

# The law of all outputs at each of three budgets, and the posterior of one of two states given them.
A, B, C = (
    function(n, law=False, about=f"the law of all outputs at the {which} budget")
    for n, which in (("A", "first"), ("B", "second"), ("C", "third"))
)
J, K, L = (
    function(n, law=False, about=f"the posterior of one state given the outputs, at the {which} budget")
    for n, which in (("J", "first"), ("K", "second"), ("L", "third"))
)
outputs = tuple(distribution(law(y), y) for law in (A, B, C))
posteriors = tuple(ForAll(y, Between(0, post(y), 1)) for post in (J, K, L))


def least_squares(law, post):
    """The least squared error of an attacker, whose best answer is the posterior."""
    return Total(law(y) * (post(y) * (1 - post(y))), y)


def least_error(law, post):
    """The least probability of an error of an attacker who names the likelier state."""
    return Total(law(y) * Min(post(y), 1 - post(y)), y)


def of_posterior(law, post):
    """The steps that compare both at an output."""
    return (
        specialise(distribution(law(y), y).args[0], {y: y}, "a probability"),
        specialise(ForAll(y, Between(0, post(y), 1)), {y: y}, "a posterior"),
        have(
            AllOf(
                Min(post(y), 1 - post(y)) / 2 <= post(y) * (1 - post(y)),
                post(y) * (1 - post(y)) <= Min(post(y), 1 - post(y)),
                post(y) * (1 - post(y)) <= quarter,
            ),
            "output by output",
            split=[post(y) <= 1 - post(y)],
            derivation=have(0 <= (1 - 2 * post(y)) ** 2),
        ),
        have(law(y) * (post(y) * (1 - post(y))) <= law(y) * Min(post(y), 1 - post(y)), "weighted"),
        have(law(y) * (Min(post(y), 1 - post(y)) / 2) <= law(y) * (post(y) * (1 - post(y))), "weighted"),
        have(law(y) * (post(y) * (1 - post(y))) <= law(y) * quarter, "weighted"),
    )


l = parameter("l", at_least=0, about="a bound on the least probability of an error at the first budget")
h = parameter("h", above=2 * l, about="a bound on it at the second budget, from below")
large = z - x < 4 * (w - x) * (h / 2 - l)
coin = {
    "A": (half, half),
    "J": (0, 1),
    "B": (half, half),
    "K": (half, half),
    "C": (half, half),
    "L": (half, half),
}

not_shown = (
    "that normal outputs, coupled at two budgets, have the probabilities of an error that are supposed"
)

three_budgets = Theorem(
    title="The least squared error of an attacker at three budgets of the copula, against a chord",
    source=(of_any_spaces("zhang.eq9", not_shown), of_any_spaces("zhang.eq10", not_shown)),
    given=(*outputs, *posteriors, least_error(A, J) <= l, h <= least_error(B, K), large),
    claim=(w - z) * least_squares(A, J) + (z - x) * least_squares(C, L) < (w - x) * least_squares(B, K),
    derivation=(
        *of_posterior(A, J),
        *of_posterior(B, K),
        *of_posterior(C, L),
        Chain(least_squares(A, J)).le(least_error(A, J), "output by output").le(l, "at the first budget"),
        Chain(h / 2)
        .le(least_error(B, K) / 2, "at the second budget")
        .eq(Total(B(y) * (Min(K(y), 1 - K(y)) / 2), y), "a common factor")
        .le(least_squares(B, K), "output by output"),
        Chain(least_squares(C, L)).le(Total(C(y) * quarter, y), "output by output").eq(quarter, "a law"),
        have((w - z) * least_squares(A, J) <= (w - z) * l, "a positive factor"),
        have((z - x) * least_squares(C, L) <= (z - x) / 4, "a positive factor"),
        have((w - x) * (h / 2) <= (w - x) * least_squares(B, K), "a positive factor"),
        have(0 <= (z - x) * l, "a product"),
    ),
    example=point({x: 0, z: 1, w: 100, l: 0, h: quarter}, **coin),
    near_misses={
        "at every third budget": variant(
            given=(*outputs, *posteriors, least_error(A, J) <= l, h <= least_error(B, K)),
            witness=point({x: 0, z: 1, w: 3 * half, l: 0, h: tenth}, **{**coin, "K": (tenth, 9 * tenth)}),
        ),
        "at the first and the second budget exchanged": variant(
            (w - z) * least_squares(B, K) + (z - x) * least_squares(C, L) < (w - x) * least_squares(A, J),
            witness=point({x: 0, z: 1, w: 100, l: 0, h: quarter}, **coin),
        ),
    },
    note=(
        "x, z and w are three budgets, of which the third is large enough; l and h bound the least probability of an error at the first and at the second. Coupled with opposite signs two shifts of 1 are at the square distances 26 and 5 at the first two, by the theorem before, and between two normal laws at the distance d the least probability of an error "
        "at an even prior is the normal distribution function at -d/2, by the theorem on errors of tests between them: at both budgets these numbers will do for l and h. A convex function has at z at most what the chord has there, so that the risk is not convex in the budget."
    ),
)  # fmt: skip

q = parameter("q", above=0, below=1, about="weight of the mechanism whose two answers are exchanged")

# The sum of P Q/(P + Q) over the two answers, over 2, for the laws (1 - q, q) and (q, 1 - q).
by_lot = ((1 - q) * q / ((1 - q) + q) + q * (1 - q) / (q + (1 - q))) / 2

mixed_mechanisms = Theorem(
    title="Two mechanisms that tell the state, drawn by lot: the least squared error is not convex in the mechanism",
    source="zhang.eq11",
    claim=AllOf(Eq(by_lot, q * (1 - q)), 0 < by_lot),
    derivation=(have(0 < q * (1 - q), "factors"),),
    near_misses={
        "none is left": variant(by_lot <= 0, witness=point({q: half})),
        "the least probability of an error": variant(Eq(by_lot, Min(q, 1 - q)), witness=point({q: half})),
    },
    errata=erratum(
        "wrong result",
        "Section 5.1, the display (11)",
        "consider the following convex optimization problem",
        fails=(
            "A mechanism that answers with the state, and the one with both answers exchanged, tell the state: the attacker's squared error is 0. Drawn by lot with probability 1/2 they tell nothing, and the error is 1/4, above the mean 0 of both. So it is for every loss: the least risk is concave in the mechanism."
        ),
        holds="The least risk is concave in the mechanism, so that some best one is at an end of what is allowed; the probabilities of its outputs have to add up to 1, which the display does not ask.",
        affects="Corollary 2, and the search of the experiments.",
        reads=variant(by_lot <= 0, witness=point({q: half})),
    ),
    note="The sum of P Q/(P + Q) over both answers, over 2, is the least squared error at the even prior. The mixture with the weight q has the laws (1 - q, q) and (q, 1 - q) in the two states; at the weights 0 and 1 the error is 0.",
)
