"""The optimisations (9) and (10) are no convex problems: with noises of opposite signs the risk rises with the budget and is bounded."""

from dpsym.derivations.analysis.correlated_normals import a, b, exponent, first, r, second, together
from dpsym.derivations.analysis.normal_tails import same_value
from dpsym.derivations.analysis.roots import positive_root
from dpsym.derivations.confounding.correlated_noise import linear as loss_is_linear
from dpsym.derivations.confounding.redesign import latent_square, p, variance
from dpsym.derivations.vocabulary import fifth, half, quarter, tenth
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
        "a risk without a bound": without(G(w) <= m, witness=point(rising, G=Lambda(x, 2 * x))),
        "at every larger budget": without(
            far_enough, witness=point({**rising, w: 2, m: 9}, G=Lambda(x, x**2))
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
        "the probability of an error itself": variant(Eq(square_risk, smaller)),
        "at least it": variant(smaller <= square_risk),
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
        "the other way round": variant(high < low),
        "with noises of one sign": variant(
            Eq(together.xreplace({a: Integer(1), b: Integer(1), r: -near_end}), 26)
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

three_budgets = Theorem(
    title="The least squared error of an attacker at three budgets of the copula, against a chord",
    source=("zhang.eq9", "zhang.eq10"),
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
        "at every third budget": without(large, witness=point({x: 0, z: 1, w: 3 * half, l: 0, h: tenth}, **{**coin, "K": (tenth, 9 * tenth)})),
        "at the first and the second budget exchanged": variant(
            (w - z) * least_squares(B, K) + (z - x) * least_squares(C, L) < (w - x) * least_squares(A, J),
            witness=point({x: 0, z: 1, w: 100, l: 0, h: quarter}, **coin),
        ),
    },
    note=(
        "x, z and w are three budgets, of which the third is large enough; l and h bound the least probability of an error at the first and at the second."
    ),
)  # fmt: skip


F, H, M, N = (
    function(n, law=False, about=f"the {which} output, less the middle of its centres in the two states, at the {when} budget")
    for n, which, when in (("F", "first", "first"), ("H", "second", "first"), ("M", "first", "second"), ("N", "second", "second"))
)  # fmt: skip
ones = {a: Integer(1), b: Integer(1)}


def centred(outputs, shift, r_s):
    """The exponent of the joint density of two outputs with this correlation, at a centre half a shift from the middle."""
    return exponent(*(output(y) + shift for output in outputs)).xreplace({r: r_s})


def loss_at(outputs, r_s):
    """The loss of both outputs, where the centres of each are 1 apart."""
    return (first * outputs[0](y) + second * outputs[1](y)).xreplace({**ones, r: r_s})


def coupled(law, post, outputs, r_s, distance):
    """That two outputs are normal with this correlation, at centres that are 1 apart, and `post` the posterior of the first state
    at an even prior: by the densities, and by how likely the loss is of the wrong sign in each state."""
    of_first, of_second = (exp(-centred(outputs, shift, r_s) / 2) for shift in (-half, half))
    loss = loss_at(outputs, r_s)
    return (
        ForAll(y, Eq(post(y) * of_second, (1 - post(y)) * of_first)),
        Eq(Total(Indicator(loss <= 0) * (law(y) * (2 * post(y))), y), Phi(-distance / 2)),
        Eq(Total(Indicator(0 < loss) * (law(y) * (2 * (1 - post(y)))), y), Phi(-distance / 2)),
    )


d = parameter("d", above=0, about="the distance of both outputs: the root of the variance of their loss")
normal = coupled(A, J, (F, H), r, d)
here = loss_at((F, H), r)
in_first, in_second = (centred((F, H), shift, r) for shift in (-half, half))
u, m_1 = parameter("p", above=0), parameter("q", above=0)

# Two outputs with the loss 0.5 log((1 - p)/p), or less this, for the probability p of an error at the distance 2.
wrong = Phi(-1)
quarter_of_loss = log((1 - wrong) / wrong) / 4
two_outputs = {
    "A": (half, half),
    "J": (wrong, 1 - wrong),
    "F": (-quarter_of_loss, quarter_of_loss),
    "H": (-quarter_of_loss, quarter_of_loss),
}

error_of_coupled = Theorem(
    title="The least probability of an error between two states, by two coupled normal outputs",
    kind="lemma",
    given=(outputs[0], posteriors[0], *normal),
    claim=Eq(least_error(A, J), Phi(-d / 2)),
    derivation=(
        specialise(normal[0], {y: y}, "the densities"),
        have(
            Eq((in_second - in_first) / 2, here),
            "the loss is linear",
            by=loss_is_linear.at(a=1, b=1, v=F(y), w=H(y)),
        ),
        have(
            Eq(
                A(y) * Min(J(y), 1 - J(y)),
                (Indicator(here <= 0) * (A(y) * (2 * J(y))) + Indicator(0 < here) * (A(y) * (2 * (1 - J(y)))))
                / 2,
            ),
            "the likelier state",
            derivation=(
                have(
                    Implication(here <= 0, exp(-in_first / 2) <= exp(-in_second / 2)), "the exponential rises"
                ),
                have(
                    Implication(0 < here, exp(-in_second / 2) <= exp(-in_first / 2)), "the exponential rises"
                ),
                let(
                    u,
                    exp(-in_first / 2),
                    (
                        0 < u,
                        Eq(J(y) * exp(-in_second / 2), (1 - J(y)) * u),
                        Implication(here <= 0, u <= exp(-in_second / 2)),
                        Implication(0 < here, exp(-in_second / 2) <= u),
                    ),
                    "the density in the first state",
                ),
                let(
                    m_1,
                    exp(-in_second / 2),
                    (
                        0 < m_1,
                        Eq(J(y) * m_1, (1 - J(y)) * u),
                        Implication(here <= 0, u <= m_1),
                        Implication(0 < here, m_1 <= u),
                    ),
                    "that in the second state",
                ),
                cases(
                    here <= 0,
                    (
                        have((1 - J(y)) * u <= (1 - J(y)) * m_1, "weighted"),
                        have(J(y) * m_1 <= (1 - J(y)) * m_1, "weighted"),
                        have(J(y) <= 1 - J(y), "a positive factor"),
                    ),
                    (
                        have(J(y) * m_1 <= J(y) * u, "weighted"),
                        have((1 - J(y)) * u <= J(y) * u, "weighted"),
                        have(1 - J(y) <= J(y), "a positive factor"),
                    ),
                ),
            ),
        ),
        Chain(least_error(A, J))
        .eq((normal[1].lhs + normal[2].lhs) / 2, "the likelier state")
        .eq(Phi(-d / 2), "the law of the loss"),
    ),
    example=point({d: 2, r: -half}, **two_outputs),
    near_misses={
        "where the posterior is that of other densities": without(
            normal,
            instead=normal[1:],
            witness=point(
                {d: 2, r: -half},
                **{**two_outputs, "A": (wrong / 2, 1 - wrong / 2), "J": (1, 1 - wrong / (2 - wrong))},
            ),
        ),
        "where the loss has another law in the first state": without(
            normal,
            instead=(normal[0], normal[2]),
            witness=point(
                {d: 2, r: -half},
                A=(1,),
                J=(1 - wrong / 2,),
                F=(log(2 / wrong - 1) / 4,),
                H=(log(2 / wrong - 1) / 4,),
            ),
        ),
    },
    note=(
        "By the lemma before, the loss of both outputs is normal in each state, with the variance d^2 and the mean d^2/2 in the first and -d^2/2 in the second. So it has the wrong sign with the probability that a standard normal number is below -d/2; of its law this is supposed. "
        "The attacker names the state that the sign of the loss is for."
    ),
)

t = parameter("t", above=0, about="the standard deviation of the sampler's noise at the budget 1")
r_1, r_2 = (
    parameter(f"r_{n}", above=-1, below=0, about=f"the correlation of both noises at the {which} budget")
    for n, which in ((1, "first"), (2, "second"))
)
d_1, d_2 = (
    parameter(f"d_{n}", above=0, about=f"the distance of both outputs at the {which} budget")
    for n, which in ((1, "first"), (2, "second"))
)
sampled = tuple(
    AllOf(
        Eq(r_s**2, sampler.xreplace({variance: (t / budget) ** 2})),
        Eq(d_s**2, together.xreplace({**ones, r: r_s})),
    )
    for r_s, d_s, budget in ((r_1, d_1, x), (r_2, d_2, z))
)
ratios = (0 < x, Eq(t, 12 * x / 5), Eq(z, 16 * x / 5))


def negative_root(value, root):
    """The steps from the square of a negative number to the number."""
    return (
        have(Eq((value - root) * (value + root), 0), "a difference of squares"),
        have(value + root < 0, "both are negative"),
        have(Eq(value - root, 0), "a factor that is not 0"),
    )


to_distances = (
    have(AllOf(Eq(t / x, 12 * fifth), Eq(t / z, 3 * quarter)), "the budgets"),
    *(
        step
        for r_s, d_s, budget, deviation, found, square in (
            (r_1, d_1, x, 12 * fifth, near_end, 26),
            (r_2, d_2, z, 3 * quarter, nearer_0, 5),
        )
        for step in (
            Chain(r_s**2)
            .eq(sampler.xreplace({variance: (t / budget) ** 2}), "the sampler")
            .eq(sampler.xreplace({variance: deviation**2}), "the budgets")
            .eq(found**2, "a number"),
            *negative_root(r_s, found),
            have(Eq(d_s**2, square), "the square distance"),
            have(Eq(d_s, sqrt(square)), "a root", by=positive_root.at(k=d_s, n=square)),
        )
    ),
)

of_first = coupled(A, J, (F, H), r_1, d_1)
of_second = coupled(B, K, (M, N), r_2, d_2)
at_budgets = {x: 5, z: 16, w: 500, t: 12, r_1: near_end, r_2: nearer_0, d_1: sqrt(26), d_2: sqrt(5)}


def two_values(error, r_s):
    """The posteriors and the outputs of a release with two values, whose loss has the wrong sign with this probability."""
    output = log((1 - error) / error) * (1 + r_s) / 2
    return (error, 1 - error), (-output, output)


(J_at, F_at), (K_at, M_at) = two_values(low, near_end), two_values(high, nearer_0)
of_budgets = {
    "A": (half, half), "J": J_at, "F": F_at, "H": F_at, "B": (half, half), "K": K_at, "M": M_at, "N": M_at,
    "C": (half, half), "L": (half, half),
}  # fmt: skip

normal_objective = Theorem(
    title="The least squared error of an attacker on two coupled normal outputs is not convex in the budget of the copula",
    source=(of_any_spaces("zhang.eq9"), of_any_spaces("zhang.eq10")),
    given=(
        *outputs,
        *posteriors,
        *ratios,
        *sampled,
        z - x < 4 * (w - x) * (high / 2 - low),
        *of_first,
        *of_second,
    ),
    claim=(w - z) * least_squares(A, J) + (z - x) * least_squares(C, L) < (w - x) * least_squares(B, K),
    derivation=(
        *to_distances,
        Chain(least_error(A, J))
        .eq(Phi(-d_1 / 2), "the first budget", by=error_of_coupled.at(r=r_1, d=d_1))
        .eq(low, "the distance", by=same_value.at(s=-d_1 / 2, t=-sqrt(26) / 2)),
        Chain(least_error(B, K))
        .eq(Phi(-d_2 / 2), "the second budget", by=error_of_coupled.at(A=B, J=K, F=M, H=N, r=r_2, d=d_2))
        .eq(high, "the distance", by=same_value.at(s=-d_2 / 2, t=-sqrt(5) / 2)),
        have(low < high / 2, "the two budgets", by=two_budgets),
        have(
            (w - z) * least_squares(A, J) + (z - x) * least_squares(C, L) < (w - x) * least_squares(B, K),
            "against the chord",
            by=three_budgets.at(l=low, h=high),
        ),
    ),
    example=point(at_budgets, **of_budgets),
    near_misses={
        "at every third budget": without(
            z - x < 4 * (w - x) * (high / 2 - low), witness=point({**at_budgets, w: 17}, **of_budgets)
        ),
        "at the first and the second budget exchanged": variant(
            (w - z) * least_squares(B, K) + (z - x) * least_squares(C, L) < (w - x) * least_squares(A, J),
            witness=point(at_budgets, **of_budgets),
        ),
    },
    note=(
        "x, z and w are the budgets: at x the standard deviation of the sampler's noise is 12/5, at z it is 3/4, and w is any budget that is large enough. The mechanisms shift their outputs by 1, with noises coupled by the sampler with the parameter -1/sqrt(2), so that both correlations are negative; at w the outputs may have any laws. "
        "A convex function has at z at most what the chord from x to w has there. The attacker's best answer is the posterior, at an even prior; under confounding and in the setting of ordinary privacy it is the same, where a state has one data set."
    ),
)

q = parameter("q", above=0, below=1, about="weight of the mechanism whose two answers are exchanged")

# The sum of P Q/(P + Q) over the two answers, over 2, for the laws (1 - q, q) and (q, 1 - q).
by_lot = ((1 - q) * q / ((1 - q) + q) + q * (1 - q) / (q + (1 - q))) / 2

mixed_mechanisms = Theorem(
    title="Two mechanisms that tell the state, drawn by lot: the least squared error is not convex in the mechanism",
    source="zhang.eq11",
    claim=AllOf(Eq(by_lot, q * (1 - q)), 0 < by_lot),
    derivation=(have(0 < q * (1 - q), "factors"),),
    near_misses={
        "none is left": variant(by_lot <= 0),
        "the least probability of an error": variant(Eq(by_lot, Min(q, 1 - q))),
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
