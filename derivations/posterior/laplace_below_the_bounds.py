"""With a positive delta the bounds on the posterior are not reached by the Laplace mechanism: some losses lie between."""

from dpsym.derivations.analysis.laplace_loss import beta, c, largest, loss, within
from dpsym.derivations.conversions.approximate_to_probabilistic_at_loss import eps_p, failure_probability
from dpsym.derivations.posterior.posterior_interval import highest, lowest
from dpsym.derivations.vocabulary import (
    Delta,
    delta,
    eps,
    equal,
    fifth,
    half,
    p,
    sixth,
    t,
    tenth,
    third,
    truthful,
)
from dpsym.language import *

# Masses with the loss at eps_p at least, at -eps_p at most, and strictly between eps and eps_p.
upper, lower = exp(eps_p) * Q(y) <= P(y), exp(eps_p) * P(y) <= Q(y)
# B(y): 1 on an event of outputs whose loss is strictly between, 0 on the others.
B = function("B", law=False, about="1 on some outputs whose loss is strictly between, 0 on the others")
between = ForAll(
    y,
    AllOf(
        AnyOf(Eq(B(y), 0), Eq(B(y), 1)),
        Implication(0 < B(y), AllOf(exp(eps) * Q(y) < P(y), P(y) < exp(eps_p) * Q(y))),
    ),
)
H = function("H", law=False)
some = 0 < Total(B(y) * P(y), y)
gain = P(y) - exp(eps) * Q(y)
reached = Probability(upper, P) + Probability(lower, P)
share = 1 - exp(eps - eps_p)

strictly_below = Theorem(
    title="A mechanism with losses between keeps strictly below the failure probability",
    source="kazan.rem-laplace",
    given=(ApproxDP(eps, delta), between, some),
    claim=reached < failure_probability(eps, delta, eps_p),
    derivation=(
        specialise(ApproxDP(eps, delta), {S(y): P(y) > exp(eps) * Q(y)}, "the outputs with a large loss"),
        specialise(ApproxDP(eps, delta), {S(y): Q(y) > exp(eps) * P(y)}, "those of the exchanged laws"),
        have(exp(eps - eps_p) < 1, "a larger loss"),
        have(Eq(exp(eps - eps_p) * exp(eps_p), exp(eps)), "exponential of a sum"),
        specialise(between, {y: y}, "the outputs between"),
        have(Between(0, B(y), 1), "an event"),
        have(0 <= B(y) * gain, "no loss below eps", derivation=cases(0 < B(y))),
        have(Implication(0 < B(y), 0 < B(y) * gain), "a product", derivation=cases(0 < B(y))),
        have(
            Implication(B(y) * gain <= 0, B(y) * P(y) <= 0),
            "without a gain there is no such output",
            derivation=cases(0 < B(y)),
        ),
        let(
            H(y),
            B(y) * gain,
            (
                ForAll(y, 0 <= H(y)),
                ForAll(y, Implication(H(y) <= 0, B(y) * P(y) <= 0)),
                Eq(Total(H(y), y), Total(B(y) * gain, y)),
            ),
            "what is gained there",
        ),
        have(
            0 < Total(H(y), y),
            "an output between has a loss above eps",
            derivation=cases(
                Total(H(y), y) <= 0,
                (
                    Chain(H(y)).le(Total(H(y), y), "one term of a sum").le(0, "suppose that there is none"),
                    have(B(y) * P(y) <= 0, "then there is no such output"),
                    have(Total(B(y) * P(y), y) <= 0, "sum over the outputs"),
                ),
            ),
        ),
        have(
            Indicator(upper) * (share * P(y)) + B(y) * gain <= Indicator(P(y) > exp(eps) * Q(y)) * gain,
            "output by output",
            derivation=cases(
                upper,
                (
                    have(exp(eps - eps_p) * (exp(eps_p) * Q(y)) <= exp(eps - eps_p) * P(y), "multiply"),
                    have(share * P(y) <= gain, "the loss is at least eps_p"),
                    have(Eq(B(y), 0), "it is not between"),
                ),
                (
                    have(B(y) * gain <= Max(0, gain), "an event", derivation=cases(0 < B(y))),
                    have(Indicator(P(y) > exp(eps) * Q(y)) * gain >= Max(0, gain), "a gain"),
                ),
            ),
        ),
        Chain(share * Probability(upper, P) + Total(B(y) * gain, y))
        .eq(Total(Indicator(upper) * (share * P(y)) + B(y) * gain, y), "expand")
        .le(Total(Indicator(P(y) > exp(eps) * Q(y)) * gain, y), "sum over the outputs")
        .le(delta, "approximate DP"),
        have(share * Probability(upper, P) < delta, "an output between"),
        have(
            Indicator(lower) * (share * P(y))
            <= exp(-eps_p) * (Indicator(Q(y) > exp(eps) * P(y)) * (Q(y) - exp(eps) * P(y))),
            "output by output",
            derivation=cases(
                lower,
                (
                    have(exp(-eps_p) * (exp(eps_p) * P(y)) <= exp(-eps_p) * Q(y), "multiply"),
                    have(Eq(exp(-eps_p) * exp(eps), exp(eps - eps_p)), "exponential of a sum"),
                    have(
                        share * P(y) <= exp(-eps_p) * (Q(y) - exp(eps) * P(y)), "the loss is at most -eps_p"
                    ),
                ),
            ),
        ),
        Chain(share * Probability(lower, P))
        .eq(Total(Indicator(lower) * (share * P(y)), y), "expand")
        .le(
            Total(exp(-eps_p) * (Indicator(Q(y) > exp(eps) * P(y)) * (Q(y) - exp(eps) * P(y))), y),
            "sum over the outputs",
        )
        .eq(
            exp(-eps_p) * Total(Indicator(Q(y) > exp(eps) * P(y)) * (Q(y) - exp(eps) * P(y)), y),
            "a common factor",
        )
        .le(exp(-eps_p) * delta, "approximate DP"),
        have(share * reached < delta * (1 + exp(-eps_p)), "both tails"),
        have(share * reached < share * failure_probability(eps, delta, eps_p), "both tails"),
    ),
    example=point(
        {eps: 0, delta: fifth, eps_p: log(2)},
        P=(3 * fifth, 2 * fifth),
        Q=(2 * fifth, 3 * fifth),
        B=(1, 0),
    ),
    near_misses={
        "without losses between": without(
            some, witness=point({eps: 0, delta: third, eps_p: log(2)}, **truthful, B=(0, 0))
        ),
        "without approximate DP": without(
            ApproxDP(eps, delta),
            witness=point(
                {eps: 0, delta: 0, eps_p: log(2)}, P=(half, half, 0), Q=(third, 0, 2 * third), B=(1, 0, 0)
            ),
        ),
    },
    note=(
        "The failure probability is that of the theorem on approximate and probabilistic DP. So with this probability no posterior is as far as the bound, and "
        "the bound is not reached: only a mechanism whose large losses are all equal reaches it."
    ),
)

within_pure = Theorem(
    title="Under pure DP no loss is as large as a larger bound",
    source="kazan.rem-laplace",
    kind="lemma",
    given=PureDP(eps),
    claim=Eq(reached, 0),
    derivation=(
        specialise(PureDP(eps), {S(y): upper}, "the outputs with such a loss"),
        specialise(PureDP(eps), {S(y): lower}, "those of the exchanged laws"),
        have(exp(eps) < exp(eps_p), "a larger loss"),
        have(exp(eps_p) * (Indicator(upper) * Q(y)) <= Indicator(upper) * P(y), "such a loss", split=[upper]),
        have(exp(eps_p) * (Indicator(lower) * P(y)) <= Indicator(lower) * Q(y), "such a loss", split=[lower]),
        have(0 <= Indicator(upper) * Q(y), "no mass is negative"),
        have(0 <= Indicator(lower) * P(y), "no mass is negative"),
        have(0 <= Indicator(upper) * P(y), "no mass is negative"),
        Chain(exp(eps_p) * Probability(upper, Q))
        .le(Probability(upper, P), "sum over the outputs")
        .le(exp(eps) * Probability(upper, Q), "pure DP"),
        have((exp(eps_p) - exp(eps)) * Probability(upper, Q) <= 0, "both lines before"),
        have(Eq(Probability(upper, Q), 0), "a positive factor"),
        have(Eq(Probability(upper, P), 0), "pure DP"),
        Chain(exp(eps_p) * Probability(lower, P))
        .le(Probability(lower, Q), "sum over the outputs")
        .le(exp(eps) * Probability(lower, P), "pure DP"),
        have((exp(eps_p) - exp(eps)) * Probability(lower, P) <= 0, "both lines before"),
        have(Eq(Probability(lower, P), 0), "a positive factor"),
    ),
    example=point({eps: 0, eps_p: log(2)}, **equal),
    near_misses={
        "at the bound itself": variant(Eq(Probability(exp(eps) * Q(y) <= P(y), P), 0)),
    },
)

n = parameter("n", at_least=1, about="number of releases")
p = p.ranging(above=0, below=1)
i = Outcome("i", "I")
T = function("T", law=False, about="what a release gives")
A = function("A", law=False, about="a number of each release")


together = Total(loss(T(i, y)), i)
of_them = Eq(Total(Integer(1), i), n)
of_the_laws = ForAll(y, Eq(P(y), exp(together) * Q(y)))

# The outputs whose loss is more than a share of eps, less than the largest and less than a share of eps_p: an interval.
least = Min(largest, eps_p / n)
first, last = c - Delta / 2 + eps / n / (2 * beta), c - Delta / 2 + least / (2 * beta)
chance = exp(-beta * (c - last)) / 2 - exp(-beta * (c - first)) / 2
may_lose_more = eps < n * largest
# J(y): 1 on the event that the outputs of all releases are in the interval.
J = function("J", law=False, about="1 where what each release gives is between s and r, 0 elsewhere")
event = ForAll(
    (y, i),
    AllOf(AnyOf(Eq(J(y), 0), Eq(J(y), 1)), Implication(0 < J(y), AllOf(first < T(i, y), T(i, y) < last))),
)
independent = Implication(may_lose_more, Eq(Total(J(y) * P(y), y), chance**n))


in_order = (
    have(eps / n < largest, "divide by the number of releases"),
    have(eps / n < eps_p / n, "divide by the number of releases"),
    have(eps / n < least, "the least of the two"),
    have(Eq(beta * first, beta * c - beta * Delta / 2 + eps / n / 2), "the output with this loss"),
    have(Eq(beta * last, beta * c - beta * Delta / 2 + least / 2), "the output with this loss"),
)

of_interval = Theorem(
    title="Which outputs of the Laplace mechanism have a loss between",
    source="kazan.rem-laplace",
    kind="lemma",
    given=(may_lose_more, first < t, t < last),
    define={parameter("s"): first, parameter("r"): last, parameter("m"): least},
    claim=AllOf(eps / n < loss(t), loss(t) < least),
    derivation=(
        *in_order,
        have(beta * (c - Delta) <= beta * first, "a loss that is not negative"),
        have(c - Delta <= first, "a positive factor"),
        have(beta * last <= beta * c, "at most the largest loss"),
        have(last <= c, "a positive factor"),
        have(Eq(loss(t), beta * (2 * t - 2 * c + Delta)), "between both values of the query"),
        have(beta * first < beta * t, "beyond the first output"),
        have(beta * t < beta * last, "before the last output"),
    ),
    example=point({eps: 0, eps_p: 1, n: 1, beta: 1, Delta: 1, c: 0, t: -Rational(1, 4)}),
    near_misses={
        "the first output too": without(first < t, claim=eps / n < loss(t), instead=first <= t),
    },
)

positive = Theorem(
    title="A release of the Laplace mechanism may have such a loss",
    source="kazan.rem-laplace",
    kind="lemma",
    given=may_lose_more,
    define={parameter("s"): first, parameter("r"): last, parameter("m"): least},
    claim=0 < chance,
    derivation=(
        *in_order,
        have(-beta * (c - first) < -beta * (c - last), "a larger output"),
        have(exp(-beta * (c - first)) < exp(-beta * (c - last)), "the exponential is increasing"),
    ),
    example=point({eps: 0, eps_p: 1, n: 1, beta: 1, Delta: 1, c: 0}),
    near_misses={
        "releases that are pure DP together": variant(
            given=[], witness=point({eps: 1, eps_p: 2, n: 2, beta: 1, Delta: Rational(1, 4), c: 0})
        ),
    },
    note="Below the value of the query the distribution function of Laplace noise is half of an exponential.",
)

positive_sum = Theorem(
    title="A sum of positive numbers is positive",
    kind="lemma",
    given=(ForAll(i, 0 < A(i)), of_them),
    claim=0 < Total(A(i), i),
    derivation=cases(
        Total(A(i), i) <= 0,
        (
            Chain(A(i)).le(Total(A(i), i), "one term of a sum").le(0, "suppose that it is not"),
            have(Total(Integer(1), i) <= 0, "there is no term"),
            have(n <= 0, "there is no term"),
        ),
    ),
    example=point({n: 1}, A=(1,)),
    near_misses={
        "terms that are not negative": variant(
            given=(ForAll(i, 0 <= A(i)), of_them), witness=point({n: 1}, A=(0,))
        ),
    },
)

u, v = parameter("u", about="a number below each"), parameter("v", about="a number above each")
each_between = ForAll(i, AllOf(u < A(i), A(i) < v))
sum_between = Theorem(
    title="A sum of numbers that are strictly between two others",
    kind="lemma",
    given=(each_between, of_them),
    claim=AllOf(n * u < Total(A(i), i), Total(A(i), i) < n * v),
    derivation=(
        specialise(each_between, {i: i}, "each number"),
        have(ForAll(i, 0 < A(i) - u), "more than the smaller one"),
        have(ForAll(i, 0 < v - A(i)), "less than the larger one"),
        have(0 < Total(A(i) - u, i), "positive numbers", by=positive_sum.at(A=Lambda(i, A(i) - u))),
        have(0 < Total(v - A(i), i), "positive numbers", by=positive_sum.at(A=Lambda(i, v - A(i)))),
        have(Eq(Total(A(i) - u, i), Total(A(i), i) - n * u), "as many terms"),
        have(Eq(Total(v - A(i), i), n * v - Total(A(i), i)), "as many terms"),
    ),
    example=point({n: 1, u: 0, v: 2}, A=(1,)),
    near_misses={
        "at least the smaller one": variant(
            given=(ForAll(i, AllOf(u <= A(i), A(i) < v)), of_them), witness=point({n: 1, u: 0, v: 2}, A=(0,))
        ),
    },
)

outputs_inside = ForAll(i, AllOf(first < A(i), A(i) < last))
sum_of_losses = Total(loss(A(i)), i)
a, b = parameter("a", about="a mass with the target"), parameter("b", above=0, about="the mass without it")
of_masses = Eq(a, exp(sum_of_losses) * b)

loss_of_all = Theorem(
    title="The loss of all releases is between where that of each is",
    kind="lemma",
    given=(of_them, may_lose_more, outputs_inside, of_masses),
    define={parameter("s"): first, parameter("r"): last, parameter("m"): least},
    claim=AllOf(exp(eps) * b < a, a < exp(eps_p) * b),
    derivation=(
        specialise(outputs_inside, {i: i}, "each release"),
        have(
            AllOf(eps / n < loss(A(i)), loss(A(i)) < least),
            "the loss of each release",
            by=of_interval.at(t=A(i)),
        ),
        have(least <= eps_p / n, "the least of the two"),
        have(ForAll(i, AllOf(eps / n < loss(A(i)), loss(A(i)) < eps_p / n)), "each release"),
        have(
            AllOf(n * (eps / n) < sum_of_losses, sum_of_losses < n * (eps_p / n)),
            "a sum of such losses",
            by=sum_between.at(u=eps / n, v=eps_p / n, A=Lambda(i, loss(A(i)))),
        ),
        Chain(eps).eq(n * (eps / n), "cancelled").lt(sum_of_losses, "a sum of such losses"),
        Chain(sum_of_losses).lt(n * (eps_p / n), "a sum of such losses").eq(eps_p, "cancelled"),
        have(exp(eps) < exp(sum_of_losses), "the exponential is increasing"),
        have(exp(sum_of_losses) < exp(eps_p), "the exponential is increasing"),
        Chain(exp(eps) * b).lt(exp(sum_of_losses) * b, "times a positive number").eq(a, "the masses"),
        Chain(a).eq(exp(sum_of_losses) * b, "the masses").lt(exp(eps_p) * b, "times a positive number"),
    ),
    example=point(
        {eps: 0, eps_p: log(8), n: 1, beta: 2, Delta: log(2), c: 0, a: 2, b: 1},
        sizes={"I": 1},
        A=(-log(2) / 4,),
    ),
    near_misses={
        "releases anywhere": without(
            outputs_inside,
            witness=point(
                {eps: 0, eps_p: log(8), n: 1, beta: 2, Delta: log(2), c: 0, a: 1, b: 1},
                sizes={"I": 1},
                A=(-log(2) / 2,),
            ),
        ),
    },
)

pure_together = Theorem(
    title="Releases of the Laplace mechanism are pure DP at the sum of their losses",
    source="kazan.rem-laplace",
    kind="lemma",
    given=(of_them, of_the_laws, n * largest <= eps),
    claim=PureDP(eps),
    derivation=(
        have(
            AllOf(-largest <= loss(T(i, y)), loss(T(i, y)) <= largest),
            "the loss of each release",
            by=within.at(t=T(i, y)),
        ),
        have(together <= Total(largest, i), "sum over the releases"),
        have(Total(-largest, i) <= together, "sum over the releases"),
        have(Eq(Total(largest, i), n * largest), "as many terms"),
        have(AllOf(together <= eps, -eps <= together), "all releases"),
        have(exp(together) <= exp(eps), "the exponential is increasing"),
        have(exp(-eps) <= exp(together), "the exponential is increasing"),
        specialise(of_the_laws, {y: y}, "the laws of the releases"),
        have(exp(together) * Q(y) <= exp(eps) * Q(y), "times a mass"),
        have(exp(-eps) * Q(y) <= exp(together) * Q(y), "times a mass"),
        Chain(P(y)).eq(exp(together) * Q(y), "the laws").le(exp(eps) * Q(y), "times a mass"),
        Chain(exp(-eps) * Q(y)).le(exp(together) * Q(y), "times a mass").eq(P(y), "the laws"),
        have(Q(y) <= exp(eps) * P(y), "times a positive number"),
    ),
    example=point(
        {eps: 1, n: 1, beta: 1, Delta: 1, c: 0}, sizes={"Y": 1, "I": 1}, P=(1,), Q=(1,), T=(-half,)
    ),
    near_misses={
        "at the loss of one release": without(
            n * largest <= eps,
            instead=largest <= eps,
            witness=point(
                {eps: log(2), n: 2, beta: 1, Delta: log(2), c: 0},
                sizes={"Y": 2, "I": 2},
                P=(4 * fifth, fifth),
                Q=(fifth, 4 * fifth),
                T=(0, -log(2), 0, -log(2)),
            ),
        ),
    },
)

of_a_loss_between = AllOf(exp(eps) * Q(y) < P(y), P(y) < exp(eps_p) * Q(y))
above, below = of_a_loss_between.args
with_such_a_loss = Indicator(above) * Indicator(below)

laplace = {beta: 2, Delta: log(2), c: 0, n: 1}
three_outputs = {"sizes": {"Y": 3, "I": 1}}
some_loss = {
    **three_outputs,
    "P": (Rational(1, 4), Rational(17, 24), Rational(1, 24)),
    "Q": (Rational(1, 8), Rational(17, 24), sixth),
    "T": (-log(2) / 4, -log(2) / 2, -log(2)),
}
strictly_inside = AllOf(lowest(p, eps_p) < Posterior(p), Posterior(p) < highest(p, eps_p))
below_all_bounds = Theorem(
    title="Releases of the Laplace mechanism stay below every bound with a positive delta",
    source=of_any_spaces("kazan.rem-laplace", finite=("I",)),
    given=(delta > 0, ApproxDP(eps, delta), of_them, of_the_laws, event, independent),
    define={
        parameter("m"): least,
        parameter("s"): first,
        parameter("r"): last,
        parameter("h"): chance,
    },
    claim=Probability(strictly_inside, P) > 1 - failure_probability(eps, delta, eps_p),
    derivation=(
        have(
            reached < failure_probability(eps, delta, eps_p),
            "no such loss as often",
            derivation=cases(
                may_lose_more,
                (
                    have(0 < chance, "a release may have such a loss", by=positive),
                    have(0 < chance**n, "a power of a positive number"),
                    have(0 < Total(J(y) * P(y), y), "independent releases"),
                    have(
                        J(y) * P(y) <= with_such_a_loss * P(y),
                        "output by output",
                        derivation=(
                            specialise(event, {y: y, i: i}, "this output"),
                            specialise(of_the_laws, {y: y}, "the laws of the releases"),
                            cases(
                                0 < J(y),
                                cases(
                                    0 < Q(y),
                                    (
                                        have(
                                            ForAll(i, AllOf(first < T(i, y), T(i, y) < last)), "every release"
                                        ),
                                        have(
                                            of_a_loss_between,
                                            "the loss of all",
                                            by=loss_of_all.at(a=P(y), b=Q(y), A=Lambda(i, T(i, y))),
                                        ),
                                    ),
                                    have(Eq(P(y), 0), "the laws"),
                                ),
                            ),
                        ),
                    ),
                    Chain(Integer(0))
                    .lt(Total(J(y) * P(y), y), "independent releases")
                    .le(Total(with_such_a_loss * P(y), y), "sum over the outputs"),
                    have(
                        AnyOf(Eq(with_such_a_loss, 0), Eq(with_such_a_loss, 1)),
                        "an event",
                        derivation=cases(above, cases(below)),
                    ),
                    have(
                        Implication(0 < with_such_a_loss, of_a_loss_between),
                        "an event",
                        derivation=cases(above, cases(below)),
                    ),
                    have(
                        reached < failure_probability(eps, delta, eps_p),
                        "losses between",
                        by=strictly_below.at(B=Lambda(y, with_such_a_loss)),
                    ),
                ),
                (
                    have(PureDP(eps), "together they are pure DP", by=pure_together),
                    have(Eq(reached, 0), "no larger loss", by=within_pure),
                    have(0 < failure_probability(eps, delta, eps_p), "a positive delta"),
                ),
            ),
        ),
        have(1 <= Probability(strictly_inside, P) + reached, "the posterior rises strictly with the loss"),
    ),
    example=point({**laplace, p: half, eps: 0, delta: fifth, eps_p: log(8)}, **some_loss, J=(1, 0, 0)),
    near_misses={
        "without approximate DP": without(
            ApproxDP(eps, delta),
            witness=point(
                {**laplace, Delta: log(4), p: half, eps: 0, delta: tenth, eps_p: log(4)},
                **three_outputs,
                P=(Rational(1, 8), Rational(209, 255), Rational(113, 2040)),
                Q=(Rational(1, 16), Rational(209, 4080), Rational(226, 255)),
                T=(-3 * log(2) / 4, 0, -log(4)),
                J=(1, 0, 0),
            ),
        ),
        "releases that are not independent": without(
            independent,
            witness=point(
                {**laplace, p: half, eps: 0, delta: sixth, eps_p: log(2)},
                **three_outputs,
                P=(third, sixth, half),
                Q=(sixth, third, half),
                T=(-log(2) / 4, -3 * log(2) / 4, -log(2) / 2),
                J=(0, 0, 0),
            ),
        ),
        "pure DP, of releases that lose no more together": without(
            delta > 0,
            independent,
            witness=point(
                {**laplace, p: half, eps: log(2), delta: 0, eps_p: log(4)},
                sizes={"Y": 1, "I": 1},
                P=(1,),
                Q=(1,),
                T=(-log(2) / 2,),
                J=(0,),
            ),
        ),
    },
    note=(
        "P is the law with the target; for the other law there is a theorem of its own. The paper bounds the posterior outside an event of the failure probability on the right-hand side; by the theorem the event "
        "is less likely, whatever the prior, after any number of releases. The law of the outputs is given by the ratio of the Laplace densities, which do not depend on "
        "other releases; of their independence it is used that all are between s and r with the power of the probability h that one is. Where the releases lose at most "
        "eps together, no loss is as large as eps_p."
    ),
)
