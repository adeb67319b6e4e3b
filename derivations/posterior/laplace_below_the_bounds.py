"""With a positive delta the bounds on the posterior are not reached by the Laplace mechanism: some losses lie between."""

from dpsym.derivations.conversions.approximate_to_probabilistic_at_loss import eps_p, failure_probability
from dpsym.derivations.vocabulary import Delta, delta, eps, equal, fifth, half, third, truthful
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
        have(Eq(exp(-eps_p) * exp(eps_p), 1), "exponential of a sum"),
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
        have(Eq(share * failure_probability(eps, delta, eps_p), delta * (1 + exp(-eps_p))), "cancel"),
        have(share * reached < share * failure_probability(eps, delta, eps_p), "both tails"),
    ),
    example=point(
        {eps: 0, delta: fifth, eps_p: log(2)},
        P=(3 * fifth, 2 * fifth),
        Q=(2 * fifth, 3 * fifth),
        B=(1, 0),
    ),
    near_misses={
        "without losses between": variant(
            given=[ApproxDP(eps, delta), between],
            witness=point({eps: 0, delta: third, eps_p: log(2)}, **truthful, B=(0, 0)),
        ),
        "without approximate DP": variant(
            given=[between, some],
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
        "without pure DP": variant(given=[], witness=point({eps: 0, eps_p: log(2)}, **truthful)),
        "at the bound itself": variant(
            Eq(Probability(exp(eps) * Q(y) <= P(y), P), 0), witness=point({eps: log(2)}, **truthful)
        ),
    },
)

beta = parameter("beta", above=0, about="inverse of the scale of the noise")
c = parameter("c", about="value of the query when the target is in the data")
a = parameter("a", about="a loss")
b = parameter("b", above=a, about="a larger loss")
t = parameter("t", about="an output")


def density(t, centre):
    """The Laplace density with inverse scale beta."""
    return beta / 2 * exp(-beta * Abs(t - centre))


def output(a):
    """The output whose loss is a."""
    return c - Delta / 2 + a / (2 * beta)


within_the_loss = AllOf(-(beta * Delta) <= a, b <= beta * Delta)

outputs_between = Theorem(
    title="An interval of outputs of the Laplace mechanism has losses between two",
    source="kazan.rem-laplace",
    given=within_the_loss,
    claim=AllOf(
        Implication(
            AllOf(output(a) < t, t < output(b)),
            AllOf(
                exp(a) * density(t, c - Delta) < density(t, c),
                density(t, c) < exp(b) * density(t, c - Delta),
            ),
        ),
        exp(-beta * (c - output(a))) / 2 < exp(-beta * (c - output(b))) / 2,
        output(b) <= c,
    ),
    define={parameter("s"): output(a), parameter("r"): output(b)},
    derivation=(
        have(Eq(beta * output(a), beta * c - beta * Delta / 2 + a / 2), "the output with this loss"),
        have(Eq(beta * output(b), beta * c - beta * Delta / 2 + b / 2), "the output with this loss"),
        have(beta * output(b) <= beta * c, "a loss within the bound"),
        have(output(b) <= c, "a positive factor"),
        have(beta * (c - Delta) <= beta * output(a), "a loss within the bound"),
        have(c - Delta <= output(a), "a positive factor"),
        have(beta * output(a) < beta * output(b), "a larger loss"),
        have(-beta * (c - output(a)) < -beta * (c - output(b)), "a larger loss"),
        have(exp(-beta * (c - output(a))) < exp(-beta * (c - output(b))), "the exponential is increasing"),
        cases(
            AllOf(output(a) < t, t < output(b)),
            (
                have(Eq(Abs(t - c), c - t), "below the one value"),
                have(Eq(Abs(t - (c - Delta)), t - c + Delta), "above the other"),
                have(beta * output(a) < beta * t, "above the first output"),
                have(beta * t < beta * output(b), "below the second one"),
                have(
                    Eq(exp(a) * exp(-beta * (t - c + Delta)), exp(a - beta * (t - c + Delta))),
                    "exponential of a sum",
                ),
                have(
                    Eq(exp(b) * exp(-beta * (t - c + Delta)), exp(b - beta * (t - c + Delta))),
                    "exponential of a sum",
                ),
                have(exp(a - beta * (t - c + Delta)) < exp(-beta * (c - t)), "the exponential is increasing"),
                have(exp(-beta * (c - t)) < exp(b - beta * (t - c + Delta)), "the exponential is increasing"),
                have(
                    exp(a) * density(t, c - Delta) < density(t, c),
                    "the densities",
                ),
                have(
                    density(t, c) < exp(b) * density(t, c - Delta),
                    "the densities",
                ),
            ),
        ),
    ),
    example=point({beta: 1, Delta: 1, a: -1, b: 1, c: 0, t: -half}),
    near_misses={
        "also at the ends": variant(
            Implication(
                AllOf(output(a) <= t, t <= output(b)),
                exp(a) * density(t, c - Delta) < density(t, c),
            ),
            witness=point({beta: 1, Delta: 1, a: 0, b: 1, c: 0, t: -half}),
        ),
        "losses beyond the largest": variant(
            Implication(
                AllOf(output(a) < t, t < output(b)),
                exp(a) * density(t, c - Delta) < density(t, c),
            ),
            given=[],
            witness=point({beta: 1, Delta: 1, a: 2, b: 4, c: 0, t: 1}),
        ),
    },
    note=(
        "Below the value of the query the distribution function of the noise is half of an exponential; so the interval of these outputs has a positive "
        "probability, however near the two losses are, as long as they do not exceed the largest loss of a release."
    ),
)

u = parameter("u", about="the density of an output when the target is in the data")
v = parameter("v", about="its density without the target")


def noisy(t, likely, centre):
    """The Laplace density of an output on both sides of its centre."""
    return (
        Implication(t <= centre, Eq(likely, beta / 2 * exp(-beta * (centre - t)))),
        Implication(centre <= t, Eq(likely, beta / 2 * exp(-beta * (t - centre)))),
    )


its_losses = outputs_between.claim.args[0].args[1]
left_of, right_of = beta / 2 * exp(-beta * (c - t)), beta / 2 * exp(-beta * (t - (c - Delta)))

loss_between = Theorem(
    title="The loss of an output of the interval, from its densities",
    kind="lemma",
    given=(within_the_loss, output(a) < t, t < output(b), *noisy(t, u, c), *noisy(t, v, c - Delta)),
    claim=AllOf(0 < v, exp(a) * v < u, u < exp(b) * v),
    define={
        parameter("f"): left_of,
        parameter("g"): right_of,
        parameter("s"): output(a),
        parameter("r"): output(b),
    },
    derivation=(
        have(its_losses, "the losses of such outputs", by=outputs_between),
        have(output(b) <= c, "the losses of such outputs", by=outputs_between),
        have(beta * (c - Delta) <= beta * output(a), "a loss within the bound"),
        have(c - Delta <= output(a), "a positive factor"),
        have(Eq(u, left_of), "below the one value"),
        have(Eq(v, right_of), "above the other"),
        have(Eq(Abs(t - c), c - t), "below the one value"),
        have(Eq(Abs(t - (c - Delta)), t - (c - Delta)), "above the other"),
        have(Eq(exp(-beta * Abs(t - c)), exp(-beta * (c - t))), "below the one value"),
        have(
            Eq(exp(-beta * Abs(t - (c - Delta))), exp(-beta * (t - (c - Delta)))),
            "above the other",
        ),
        have(Eq(density(t, c), left_of), "below the one value"),
        have(Eq(density(t, c - Delta), right_of), "above the other"),
        have(0 < right_of, "a density"),
        have(exp(a) * right_of < left_of, "their loss"),
        have(left_of < exp(b) * right_of, "their loss"),
        Chain(Integer(0)).lt(right_of, "a density").eq(v, "above the other"),
        Chain(exp(a) * v)
        .eq(exp(a) * right_of, "above the other")
        .lt(left_of, "their loss")
        .eq(u, "below the one value"),
        Chain(u)
        .eq(left_of, "below the one value")
        .lt(exp(b) * right_of, "their loss")
        .eq(exp(b) * v, "above the other"),
    ),
    example=point(
        {
            beta: 2,
            Delta: log(2),
            c: 0,
            a: 0,
            b: log(4),
            t: -log(2) / 4,
            u: exp(-log(2) / 2),
            v: exp(-3 * log(2) / 2),
        }
    ),
    near_misses={
        "an output with a smaller loss": variant(
            given=(within_the_loss, t < output(b), *noisy(t, u, c), *noisy(t, v, c - Delta)),
            witness=point(
                {beta: 2, Delta: log(2), c: 0, a: 0, b: log(4), t: -log(2), u: exp(-2 * log(2)), v: 1}
            ),
        ),
        "the density of the other data set": variant(
            given=(within_the_loss, output(a) < t, t < output(b), *noisy(t, u, c)),
            witness=point(
                {beta: 2, Delta: log(2), c: 0, a: 0, b: log(4), t: -log(2) / 4, u: exp(-log(2) / 2), v: 1}
            ),
        ),
    },
)

# Of an output y of all releases i: T(i, y) is what the release gives, K(i, y) and L(i, y) are its densities, J(i, y) its loss.
i = Outcome("i", "I")
T = function("T", law=False, about="what a release gives")
K = function("K", law=False, about="its density when the target is in the data")
L = function("L", law=False, about="its density without the target")
J = function("J", law=False, about="the loss of a release")
here, there, loss = K(i, y), L(i, y), J(i, y)
laplace = ForAll((y, i), AllOf(*noisy(T(i, y), here, c), *noisy(T(i, y), there, c - Delta)))
of_a_release = ForAll((y, i), Eq(here, exp(loss) * there))
of_the_laws = ForAll(y, Eq(P(y), exp(Total(loss, i)) * Q(y)))
event = ForAll(y, AllOf(AnyOf(Eq(B(y), 0), Eq(B(y), 1)), Implication(0 < B(y), 0 < Q(y))))
inside = ForAll((y, i), Implication(0 < B(y), AllOf(output(a) < T(i, y), T(i, y) < output(b))))
chance = exp((b - beta * Delta) / 2) / 2 - exp((a - beta * Delta) / 2) / 2  # of an output in the interval
independent = Eq(Total(B(y) * P(y), y), exp(Total(log(chance), i)))
losses = AllOf(within_the_loss, eps < Total(a, i), Total(b, i) < eps_p)
releases = (laplace, of_a_release, of_the_laws, event, inside)

n = parameter("n", at_least=1, about="number of releases")
least = Min(beta * Delta, eps_p / n)
first_loss = (eps / n + least) / 2
second_loss = (first_loss + least) / 2

levels = Theorem(
    title="Two losses of a release between a share of each of two bounds",
    source="kazan.rem-laplace",
    kind="lemma",
    given=eps < n * (beta * Delta),
    claim=AllOf(
        first_loss < second_loss,
        -(beta * Delta) <= first_loss,
        second_loss <= beta * Delta,
        eps < n * first_loss,
        n * second_loss < eps_p,
    ),
    define={parameter("m"): least, parameter("a"): first_loss, parameter("b"): second_loss},
    derivation=(
        have(eps / n < beta * Delta, "divide by the number of releases"),
        have(eps / n < eps_p / n, "divide by the number of releases"),
        have(eps / n < least, "the least of the two"),
        have(0 <= eps / n, "a quotient of numbers that are not negative"),
        have(Eq(n * (eps / n), eps), "cancelled"),
        have(Eq(n * (eps_p / n), eps_p), "cancelled"),
        have(first_loss < second_loss, "halfway to a larger number"),
        have(second_loss < least, "halfway to a larger number"),
        have(eps / n < first_loss, "halfway to a larger number"),
        Chain(eps).eq(n * (eps / n), "cancelled").lt(n * first_loss, "times a positive number"),
        Chain(n * second_loss).lt(n * (eps_p / n), "times a positive number").eq(eps_p, "cancelled"),
    ),
    example=point({eps: 0, eps_p: 1, beta: 1, Delta: 1, n: 1}),
    near_misses={
        "releases that are pure DP together": variant(
            given=[],
            witness=point({eps: 1, eps_p: 2, beta: 1, Delta: half / 2, n: 2}),
        ),
    },
    note="So n releases have such losses a and b, if all of them together may lose more than eps.",
)

one_release = {eps: 0, beta: 2, Delta: log(2), c: 0, a: log(Rational(9, 4)), b: log(4), eps_p: log(8)}
below_all_bounds = Theorem(
    title="Releases of the Laplace mechanism stay below every bound with a positive delta",
    source=of_any_spaces("kazan.rem-laplace", finite=("I",)),
    given=(ApproxDP(eps, delta), losses, *releases, independent),
    claim=reached < failure_probability(eps, delta, eps_p),
    define={parameter("s"): output(a), parameter("r"): output(b), parameter("h"): chance},
    derivation=(
        have(
            between,
            "the losses add up",
            derivation=(
                specialise(event, {y: y}, "the outputs between"),
                cases(
                    0 < B(y),
                    (
                        specialise(of_the_laws, {y: y}, "the laws of the releases"),
                        specialise(inside, {y: y, i: i}, "an output between"),
                        specialise(laplace, {y: y, i: i}, "its densities"),
                        specialise(of_a_release, {y: y, i: i}, "its loss"),
                        have(
                            AllOf(0 < there, exp(a) * there < here, here < exp(b) * there),
                            "the loss of each release",
                            by=loss_between.at(t=T(i, y), u=here, v=there),
                        ),
                        have(exp(a) < exp(loss), "a positive factor"),
                        have(exp(loss) < exp(b), "a positive factor"),
                        have(
                            a <= loss,
                            "the exponential is increasing",
                            derivation=cases(loss < a, have(exp(loss) < exp(a), "a smaller number")),
                        ),
                        have(
                            loss <= b,
                            "the exponential is increasing",
                            derivation=cases(b < loss, have(exp(b) < exp(loss), "a larger number")),
                        ),
                        have(Total(a, i) <= Total(loss, i), "sum over the releases"),
                        have(Total(loss, i) <= Total(b, i), "sum over the releases"),
                        have(exp(eps) < exp(Total(loss, i)), "the exponential is increasing"),
                        have(exp(Total(loss, i)) < exp(eps_p), "the exponential is increasing"),
                        have(exp(eps) * Q(y) < P(y), "all releases"),
                        have(P(y) < exp(eps_p) * Q(y), "all releases"),
                    ),
                ),
            ),
        ),
        have(0 < Total(B(y) * P(y), y), "outputs between are possible"),
        have(reached < failure_probability(eps, delta, eps_p), "losses between", by=strictly_below),
    ),
    example=point(
        {**one_release, delta: 3 * fifth},
        sizes={"Y": 3, "I": 1},
        P=(Rational(1, 8), Rational(61, 90), Rational(71, 360)),
        Q=(Rational(1, 24), Rational(61, 360), Rational(71, 90)),
        B=(1, 0, 0),
        T=(log(Rational(3, 4)) / 4, 0, -log(2)),
        K=(exp(log(Rational(3, 4)) / 2), 1, Rational(1, 4)),
        L=(exp(-log(Rational(3, 4)) / 2) / 4, Rational(1, 4), 1),
        J=(log(3), log(4), -log(4)),
    ),
    near_misses={
        "no outputs between": variant(
            given=(ApproxDP(eps, delta), losses, *releases),
            witness=point(
                {**one_release, delta: 0},
                sizes={"Y": 1, "I": 1},
                P=(1,),
                Q=(1,),
                B=(0,),
                T=(-log(2) / 2,),
                K=(half,),
                L=(half,),
                J=(0,),
            ),
        ),
        "losses that may be small": variant(
            given=(ApproxDP(eps, delta), *releases, independent),
            witness=point(
                {**one_release, delta: 0, a: -log(4)},
                sizes={"Y": 2, "I": 1},
                P=(Rational(3, 8), Rational(5, 8)),
                Q=(Rational(3, 8), Rational(5, 8)),
                B=(1, 0),
                T=(-log(2) / 2,) * 2,
                K=(half,) * 2,
                L=(half,) * 2,
                J=(0, 0),
            ),
        ),
    },
    note=(
        "Each output is measured so that c is the value of the query with the target; h is how likely an output between s and r is. The last hypothesis is that the releases are independent: how likely all outputs are in the interval is the product of how likely "
        "each is, which is positive. Where the largest loss of all releases exceeds eps, there are such a and b, by the lemma before; where it does "
        "not, the releases are pure DP, and no loss is as large as eps_p. So no posterior is as far as the bound with the probability of the bound, after any number of releases."
    ),
)
