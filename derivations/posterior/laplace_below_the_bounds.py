"""With a positive delta the bounds on the posterior are not reached by the Laplace mechanism: some losses lie between."""

from dpsym.derivations.conversions.approximate_to_probabilistic_at_loss import eps_p, failure_probability
from dpsym.derivations.vocabulary import Delta, delta, eps, fifth, half, n, third
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
    source=of_any_spaces("kazan.rem-laplace"),
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
            witness=point(
                {eps: 0, delta: third, eps_p: log(2)}, P=(2 * third, third), Q=(third, 2 * third), B=(0, 0)
            ),
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
    example=point({eps: 0, eps_p: log(2)}, P=(half, half), Q=(half, half)),
    near_misses={
        "without pure DP": variant(
            given=[], witness=point({eps: 0, eps_p: log(2)}, P=(2 * third, third), Q=(third, 2 * third))
        ),
        "at the bound itself": variant(
            Eq(Probability(exp(eps) * Q(y) <= P(y), P), 0),
            witness=point({eps: log(2)}, P=(2 * third, third), Q=(third, 2 * third)),
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

k = parameter("k", integer=True, about="number of releases")
w = parameter("w", above=0, about="how likely the loss of one release is between the two")
A = function("A", about="the density of the outputs of so many releases when the target is in the data")
C = function("C", about="their density without the target")
f = function("f", about="the density of one release when the target is in the data")
g = function("g", about="its density without the target")
W = function("W", about="how likely the losses of so many releases are all between the two")
zero = Integer(0)
product = ForAll(k, AllOf(Eq(A(k + 1), A(k) * f(k)), Eq(C(k + 1), C(k) * g(k)), Eq(W(k + 1), W(k) * w)))
none_yet = AllOf(Eq(A(zero), 1), Eq(C(zero), 1), Eq(W(zero), 1))
each_between = ForAll(k, AllOf(0 < g(k), exp(a) * g(k) < f(k), f(k) < exp(b) * g(k)))
after_some = AllOf(
    0 < W(n + 1),
    exp((n + 1) * a) * C(n + 1) < A(n + 1),
    A(n + 1) < exp((n + 1) * b) * C(n + 1),
)
so_far = ForAll(
    k,
    AllOf(0 < W(k), 0 < C(k), 0 < A(k), exp(k * a) * C(k) <= A(k), A(k) <= exp(k * b) * C(k)),
)


def one_after_the_other(j):
    """The steps from so many releases to one more."""
    return (
        specialise(product, {k: j}, "one more release"),
        specialise(each_between, {k: j}, "its loss"),
        have(Eq(exp((j + 1) * a), exp(j * a) * exp(a)), "exponential of a sum"),
        have(Eq(exp((j + 1) * b), exp(j * b) * exp(b)), "exponential of a sum"),
        have(AllOf(0 < exp(a) * g(j), 0 < f(j)), "densities"),
        have(AllOf(0 < W(j) * w, 0 < C(j) * g(j), 0 < A(j) * f(j)), "products"),
        have(0 < exp(j * a) * C(j), "no factor is 0"),
        Chain(exp((j + 1) * a) * C(j + 1))
        .eq(exp(j * a) * C(j) * (exp(a) * g(j)), "one more release")
        .lt(exp(j * a) * C(j) * f(j), "its loss")
        .le(A(j) * f(j), "the releases before")
        .eq(A(j + 1), "one more release"),
        Chain(A(j + 1))
        .eq(A(j) * f(j), "one more release")
        .lt(A(j) * (exp(b) * g(j)), "its loss")
        .le(exp(j * b) * C(j) * (exp(b) * g(j)), "the releases before")
        .eq(exp((j + 1) * b) * C(j + 1), "one more release"),
    )


same = {"A": Lambda(k, 1), "C": Lambda(k, 1), "f": Lambda(k, 1), "g": Lambda(k, 1), "W": Lambda(k, 1)}

many_between = Theorem(
    title="The losses of many releases that are between two add up to one between",
    source="kazan.rem-laplace",
    given=(none_yet, product, each_between),
    claim=after_some,
    derivation=(
        have(
            so_far,
            "release after release",
            derivation=induction(k, then=one_after_the_other(k)),
        ),
        specialise(so_far, {k: n}, "the releases so far"),
        *one_after_the_other(n),
    ),
    example=point({a: -1, b: 1, w: 1, n: 0}, **same),
    near_misses={
        "the loss of one release": variant(
            A(n + 1) < exp(b) * C(n + 1),
            witness=point(
                {a: 0, b: log(5), w: 1, n: 1}, **{**same, "A": Lambda(k, exp(k * log(4))), "f": Lambda(k, 4)}
            ),
        ),
        "where the first release is not independent": variant(
            given=(product, each_between),
            witness=point({a: -1, b: 1, w: 1, n: 0}, **{**same, "A": Lambda(k, 8)}),
        ),
    },
    note=(
        "A(k) and C(k) are the products of the densities of k independent releases. Take a part of the loss eps and a part of eps_p for a and b, or the largest loss of a release where that is less: "
        "whenever k releases have losses beyond eps at all, some outputs of positive probability have one between. So the Laplace mechanism stays strictly "
        "below every bound with a positive delta, after any number of releases, and where its largest loss is at most eps, no posterior reaches the bound."
    ),
)


# Of an output y of all releases: T(k, y) is what release k gives, D(k, y) and G(k, y) the products of the densities of k releases.
T = function("T", law=False, about="what a release gives")
D = function("D", law=False, about="the density of so many releases when the target is in the data")
G = function("G", law=False, about="their density without the target")
first = ForAll(y, AllOf(Eq(D(zero, y), 1), Eq(G(zero, y), 1)))
next_release = ForAll(
    (y, k),
    AllOf(
        Eq(D(k + 1, y), D(k, y) * density(T(k, y), c)), Eq(G(k + 1, y), G(k, y) * density(T(k, y), c - Delta))
    ),
)
of_the_laws = ForAll(y, Eq(P(y) * G(n + 1, y), Q(y) * D(n + 1, y)))
event = ForAll(y, AllOf(AnyOf(Eq(B(y), 0), Eq(B(y), 1)), Implication(0 < B(y), 0 < Q(y))))
inside = ForAll((y, k), Implication(0 < B(y), AllOf(output(a) < T(k, y), T(k, y) < output(b))))
chance = exp(-beta * (c - output(b))) / 2 - exp(-beta * (c - output(a))) / 2
independent = AllOf(
    Eq(W(zero), 1), ForAll(k, Eq(W(k + 1), W(k) * chance)), Eq(Total(B(y) * P(y), y), W(n + 1))
)
losses = AllOf(within_the_loss, eps <= (n + 1) * a, (n + 1) * b <= eps_p)
at_output = {
    "A": Lambda(k, D(k, y)),
    "C": Lambda(k, G(k, y)),
    "f": Lambda(k, density(T(k, y), c)),
    "g": Lambda(k, density(T(k, y), c - Delta)),
}

here, there = density(T(k, y), c), density(T(k, y), c - Delta)
each_loss = ForAll(k, AllOf(0 < there, exp(a) * there < here, here < exp(b) * there))
added = AllOf(
    0 < W(n + 1),
    exp((n + 1) * a) * G(n + 1, y) < D(n + 1, y),
    D(n + 1, y) < exp((n + 1) * b) * G(n + 1, y),
)

in_the_middle = {eps: 0, beta: 4, Delta: log(2) / 2, c: 0, b: log(4), n: 0, delta: 0, eps_p: log(4)}
last, possible = G(n + 1, y), ForAll(k, 0 < W(k))
one_more = ForAll(
    k,
    AllOf(
        Eq(D(k + 1, y), D(k, y) * here), Eq(G(k + 1, y), G(k, y) * there), Eq(W(k + 1), W(k) * chance)
    ),
)

below_all_bounds = Theorem(
    title="Releases of the Laplace mechanism stay below every bound with a positive delta",
    source=of_any_spaces("kazan.rem-laplace"),
    given=(ApproxDP(eps, delta), losses, first, next_release, of_the_laws, event, inside, independent),
    claim=reached < failure_probability(eps, delta, eps_p),
    derivation=(
        have(outputs_between.claim.args[1], "a larger loss", by=outputs_between),
        have(0 < chance, "an interval of outputs"),
        have(
            between,
            "the losses add up",
            derivation=(
                specialise(event, {y: y}, "the outputs between"),
                cases(
                    0 < B(y),
                    (
                        specialise(first, {y: y}, "no release"),
                        specialise(of_the_laws, {y: y}, "the laws of the releases"),
                        have(
                            each_loss,
                            "the loss of each release",
                            derivation=(
                                specialise(inside, {y: y, k: k}, "an output between"),
                                have(
                                    AllOf(exp(a) * there < here, here < exp(b) * there),
                                    "its loss",
                                    by=outputs_between.at(t=T(k, y)),
                                ),
                            ),
                        ),
                        have(
                            one_more,
                            "one more release",
                            derivation=(
                                specialise(next_release, {y: y, k: k}, "its densities"),
                                specialise(independent.args[1], {k: k}, "the releases are independent"),
                            ),
                        ),
                        have(added, "the losses add up", by=many_between.at(**at_output, w=chance)),
                        have(exp((n + 1) * a) < exp((n + 1) * b), "the exponential is increasing"),
                        have(0 < last, "a density"),
                        have(exp(eps) <= exp((n + 1) * a), "the exponential is increasing"),
                        have(exp((n + 1) * b) <= exp(eps_p), "the exponential is increasing"),
                        have(0 < last * Q(y), "a density"),
                        Chain(last * (exp(eps) * Q(y)))
                        .le(exp((n + 1) * a) * last * Q(y), "a larger loss")
                        .lt(D(n + 1, y) * Q(y), "the sum of the losses")
                        .eq(last * P(y), "the laws of the releases"),
                        Chain(last * P(y))
                        .eq(D(n + 1, y) * Q(y), "the laws of the releases")
                        .lt(exp((n + 1) * b) * last * Q(y), "the sum of the losses")
                        .le(last * (exp(eps_p) * Q(y)), "a larger loss"),
                        have(exp(eps) * Q(y) < P(y), "a positive factor"),
                        have(P(y) < exp(eps_p) * Q(y), "a positive factor"),
                    ),
                ),
            ),
        ),
        have(
            possible,
            "release after release",
            derivation=induction(
                k,
                then=(
                    specialise(independent.args[1], {k: k}, "one more release"),
                    have(0 < W(k) * chance, "a product"),
                ),
            ),
        ),
        specialise(possible, {k: n + 1}, "all releases"),
        have(0 < Total(B(y) * P(y), y), "outputs between are possible"),
        have(reached < failure_probability(eps, delta, eps_p), "losses between", by=strictly_below),
    ),
    near_misses={
        "no outputs between": variant(
            given=(ApproxDP(eps, delta), losses, first, next_release, of_the_laws, event, inside),
            witness=point({**in_the_middle, a: 0}, W=(1,), P=(1,), Q=(1,), B=(0,), T=(-log(2) / 4,), D=(1,), G=(1,)),
        ),
        "losses that may be small": variant(
            given=(ApproxDP(eps, delta), first, next_release, of_the_laws, event, inside, independent),
            witness=point(
                {**in_the_middle, a: -log(4)},
                W=Lambda(k, exp(k * log(Rational(3, 8)))),
                P=(Rational(3, 8), Rational(5, 8)),
                Q=(Rational(3, 8), Rational(5, 8)),
                B=(1, 0),
                T=(-log(2) / 4, -log(2) / 4),
                D=(1, 1),
                G=(1, 1),
            ),
        ),
    },
    note=(
        "Each output is measured so that c is the value of the query with the target. A mechanism that releases n + 1 noisy values has these densities, and the interval of each value has a positive probability, so that "
        "the event that all values are in it has the product. Where the largest loss of all releases exceeds eps, take eps/(n + 1) for a, and the smaller of eps_p/(n + 1) and beta Delta for b; where it does "
        "not, the releases are pure DP, and no loss is as large as eps_p."
    ),
)
