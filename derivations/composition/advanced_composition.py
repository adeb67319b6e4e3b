"""Advanced composition: losses add like the steps of a random walk, at the price of a delta."""

from dpsym.derivations.composition.basic_composition import (
    E,
    delta_1,
    delta_2,
    deltas,
    first,
    of_any_number,
)
from dpsym.derivations.composition.basic_composition import start as sums_start
from dpsym.derivations.composition.basic_composition import sums as loss_sums
from dpsym.derivations.composition.moment_of_a_response import moment_of_a_response
from dpsym.derivations.composition.one_more_mechanism import t
from dpsym.derivations.composition.transcripts import (
    d,
    e,
    given,
    growing,
    grows,
    growth,
    have_laws,
    k,
    laws,
    start_is_law,
    still,
    transcript,
    zero,
)
from dpsym.derivations.vocabulary import delta, delta_0, eps_0, eps_1, eps_2, fifth, half, n
from dpsym.language import *

r = parameter("r", at_least=0, about="order of the moment")
delta = delta.ranging(at_most=1)

# M(k): the sum of e^x (e^(e^x) - 1), which bounds the mean of the total loss; V(k): the sum of the squares of the losses.
M = function("M", about="a bound on the sum of the mean losses so far")
V = function("V")
more_sums = ForAll(k, AllOf(Eq(M(k + 1), M(k) + e(k) * (exp(e(k)) - 1)), Eq(V(k + 1), V(k) + e(k) ** 2)))
start = AllOf(Eq(M(zero), 0), Eq(V(zero), 0))
suppositions = (*given, sums_start, loss_sums, start, more_sums)


quiet = {**still, "d": (0,), "E": (0,), "D": (0,), "M": (0,), "V": (0,)}


def tail(k, t):
    """What Markov's inequality for the moment of order r leaves of the total loss beyond t."""
    return exp(r * M(k) + r**2 * V(k) / 2 - r * t)


def bounded(k):
    """The hockey sticks of the transcript of k mechanisms."""
    return AllOf(0 <= deltas(k), ForAll(t, HockeyStick(t, transcript(k)) <= deltas(k) + tail(k, t)))


def nothing():
    """The first step of the induction: nothing has been released."""
    a, b = transcript(zero).a, transcript(zero).b
    return (
        have(Implication(0 <= t, 1 - exp(t) <= 0), "the exponential rises"),
        have(Implication(t <= 0, 1 <= exp(-r * t)), "the exponential rises"),
        have(1 - exp(t) <= exp(-r * t), "in both cases", split=(0 <= t,)),
        have(Max(0, a - exp(t) * b) <= a * exp(-r * t), "the laws are the same"),
        Chain(HockeyStick(t, transcript(zero)))
        .le(Total(a * exp(-r * t), y), "sum over the transcripts")
        .eq(exp(-r * t), "the masses add up to 1")
        .eq(deltas(zero) + tail(zero, t), "empty sums"),
    )


g = parameter("g", about="moment of the total loss so far, with the factor for t")
q = parameter("q", about="the same with the next mechanism")
h = parameter("h", about="mean of two hockey sticks")


def multiplied(k):
    """One step of the induction: the next mechanism multiplies the moment by that of a truthful answer."""
    here, u = transcript(k), exp(e(k))
    above, below = HockeyStick(t - e(k), here), HockeyStick(t + e(k), here)
    step = r * e(k)
    answer = u * exp(step) + exp(-step)
    factor = exp(step * (u - 1) + step**2 / 2)
    return (
        specialise(growing, {k: k}, "the next mechanism"),
        specialise(loss_sums, {k: k}),
        specialise(more_sums, {k: k}),
        specialise(ForAll(k, grows(k, e(k), d(k))), {k: k}, "how hockey sticks grow"),
        have(
            ForAll(t, HockeyStick(t, transcript(k + 1)) <= deltas(k + 1) + tail(k + 1, t)),
            derivation=(
                specialise(grows(k, e(k), d(k)), {t: t}),
                specialise(bounded(k).args[1], {t: t - e(k)}),
                specialise(bounded(k).args[1], {t: t + e(k)}),
                have(
                    answer / (1 + u) <= factor,
                    "the moment of a truthful answer",
                    by=moment_of_a_response.at(eps=e(k), r=step),
                ),
                have(0 <= (1 + u) * factor - answer, "multiply by the denominator"),
                have(u * above <= u * (deltas(k) + tail(k, t - e(k))), "by the hypothesis of the induction"),
                have(
                    Eq(
                        r * M(k + 1) + r**2 * V(k + 1) / 2 - r * t,
                        r * M(k) + r**2 * V(k) / 2 - r * t + (step * (u - 1) + step**2 / 2),
                    ),
                    "the sums grow",
                ),
                let(
                    g,
                    tail(k, t),
                    (
                        g >= 0,
                        u * above + below <= (1 + u) * deltas(k) + g * answer,
                        Eq(tail(k + 1, t), g * factor),
                    ),
                    "the moment so far",
                ),
                have(0 <= g * ((1 + u) * factor - answer), "no factor is negative"),
                have(
                    Eq((1 + u) * tail(k + 1, t), (1 + u) * (g * factor)), "the moment with the next mechanism"
                ),
                let(
                    q,
                    tail(k + 1, t),
                    (
                        q >= 0,
                        u * above + below <= (1 + u) * (deltas(k) + q),
                        Eq(q, tail(k + 1, t)),
                    ),
                    "the moment with the next mechanism",
                ),
                let(
                    h,
                    (u * above + below) / (1 + u),
                    (
                        h <= deltas(k) + q,
                        HockeyStick(t, transcript(k + 1)) <= d(k) + (1 - d(k)) * h,
                    ),
                    "a mean of two hockey sticks",
                ),
                Chain(HockeyStick(t, transcript(k + 1)))
                .le(d(k) + (1 - d(k)) * h, "the next mechanism")
                .le(d(k) + (1 - d(k)) * (deltas(k) + q), "by the line before")
                .le(deltas(k + 1) + q, "the deltas add up")
                .eq(deltas(k + 1) + tail(k + 1, t), "the moment with the next mechanism"),
            ),
        ),
    )


hockey_sticks = Theorem(
    title="Hockey sticks of a composition by moments of the loss",
    source="kazan.thm2.8.2",
    cites="dwork2010",
    kind="lemma",
    given=suppositions,
    claim=ForAll(k, bounded(k)),
    derivation=(
        have(ForAll(k, grows(k, e(k), d(k))), "one more mechanism", by=growth),
        have(
            ForAll(k, bounded(k)),
            "each mechanism multiplies the moment",
            derivation=induction(
                k,
                first=nothing(),
                then=multiplied(k),
            ),
        ),
    ),
    example=point({r: 1}, A=(1, 0), B=(1, 0), **quiet),
    near_misses={
        "where something else is released at the start": variant(
            given=(start_is_law, growing, sums_start, loss_sums, start, more_sums),
            witness=point({r: 1, t: log(2)}, A=(1, 0), B=(0, 1), **quiet),
        ),
    },
    note="Markov's inequality for the moment generating function of the loss, which grows by one factor with each mechanism.",
)

delta_0 = delta_0.ranging(at_least=0)
delta_total = delta.ranging(above=n * delta_0, at_most=1)


def advanced_loss(n, eps, each, total):
    """The loss of n mechanisms of loss eps and delta `each` at a total delta."""
    return n * eps * (exp(eps) - 1) + eps * sqrt(2 * n * log(1 / (total - n * each)))


left_over = delta - deltas(n)
exponent = log(1 / left_over)
deviation = root(2 * V(n) * exponent)
loss = M(n) + deviation
no_loss = ForAll(k, AllOf(0 <= V(k), 0 <= M(k), Implication(V(k) <= 0, E(k) <= 0)))
basic = ApproxDP(E(n), deltas(n)).on(transcript(n))
counts = transcript(n).a > exp(loss) * transcript(n).b
stick = HockeyStick(loss, transcript(n))


def by_moments(order):
    """The bound by the moment of the given order, at the loss of the theorem."""
    return hockey_sticks.at(r=order, k=n, t=loss)


# V(n) and M(n) are sums of squares and of products of numbers that are not negative.
not_negative = (
    have(
        no_loss,
        "sums of terms that are not negative",
        derivation=induction(
            k,
            then=(
                specialise(growing, {k: k}, "the next mechanism"),
                specialise(loss_sums, {k: k}),
                specialise(more_sums, {k: k}),
                have(0 <= e(k) ** 2, "a square"),
                have(Implication(e(k) ** 2 <= 0, e(k) <= 0), "a square"),
            ),
        ),
    ),
    specialise(no_loss, {k: n}, "all mechanisms"),
)

# Two mechanisms on their own, by letters that the sums do not have.
F, G = function("F"), function("G")
z = Outcome("z", "Z")
second = Pair(F(z), G(z), z)
both = Pair(first.a * F(z), first.b * G(z), y, z)

any_delta = delta.ranging(above=0)
e_1 = parameter("e_1", at_least=0, about="loss bound of one mechanism, in nats")
d_1 = parameter("d_1", at_least=0, at_most=1, about="delta of one mechanism")

advanced_composition = Theorem(
    title="Advanced composition",
    source=of_any_spaces("kazan.thm2.8.2"),
    cites="dwork2010",
    given=suppositions,
    claim=ForAll(n, Implication(deltas(n) < delta, ApproxDP(loss, delta).on(transcript(n)))),
    define={function("s")(n): deviation, function("eta")(n): left_over},
    defined=(
        *not_negative,
        have(ForAll(k, 0 <= deltas(k)), "deltas are not negative", by=hockey_sticks.at(r=0, t=0)),
        specialise(ForAll(k, 0 <= deltas(k)), {k: n}, "all mechanisms"),
        have(1 <= 1 / left_over, "the delta that is left is at most 1"),
        have(0 <= exponent, "a logarithm of a number of at least 1"),
    ),
    derivation=(
        *not_negative,
        have(laws, "transcripts have laws", by=have_laws),
        specialise(laws, {k: n}, "all mechanisms"),
        have(
            AllOf(0 <= deltas(n), stick <= deltas(n) + 1), "the moment of order 0", by=by_moments(Integer(0))
        ),
        have(0 <= deviation, "a root"),
        cases(
            1 <= left_over,
            have(stick <= delta, "the delta of the composition is 1, and nothing is to show"),
            cases(
                V(n) <= 0,
                (
                    have(basic, "basic composition", by=of_any_number),
                    specialise(basic, {S(y): counts}, "the best event"),
                    have(exp(E(n)) <= exp(loss), "no mechanism has a loss"),
                    have(
                        exp(E(n)) * Probability(counts, transcript(n).b)
                        <= exp(loss) * Probability(counts, transcript(n).b),
                        "multiply",
                        hints=(0 <= (exp(loss) - exp(E(n))) * Probability(counts, transcript(n).b),),
                    ),
                    have(stick <= delta, "by the last two lines"),
                ),
                (
                    have(0 < exponent, "the delta that is left is less than 1"),
                    have(Eq(deviation**2, 2 * V(n) * exponent), "square of a root"),
                    have(
                        Eq(
                            deviation / V(n) * M(n)
                            + (deviation / V(n)) ** 2 * V(n) / 2
                            - deviation / V(n) * loss,
                            -exponent,
                        ),
                        "the best order",
                    ),
                    have(
                        Eq(tail(n, loss).xreplace({r: deviation / V(n)}), left_over),
                        "exponential of a logarithm",
                    ),
                    have(
                        stick <= deltas(n) + tail(n, loss).xreplace({r: deviation / V(n)}),
                        "the moment of this order",
                        by=by_moments(deviation / V(n)),
                    ),
                ),
            ),
        ),
        Chain(Mass(S(y), transcript(n).a) - exp(loss) * Mass(S(y), transcript(n).b))
        .le(stick, "the transcripts with a positive difference")
        .le(delta, "the line before"),
    ),
    example=point({delta: Rational(1, 2)}, A=(1, 0), B=(1, 0), **quiet),
    near_misses={
        "where something else is released at the start": variant(
            given=(start_is_law, growing, sums_start, loss_sums, start, more_sums),
            witness=point({delta: Rational(1, 2)}, A=(1, 0), B=(0, 1), **quiet),
        ),
        "without the deviation": variant(
            HockeyStick(eps_1 * (exp(eps_1) - 1) + eps_2 * (exp(eps_2) - 1), both) <= delta,
            given=[ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second)],
            witness=point(
                {eps_1: log(half * 3), eps_2: log(half * 3), delta_1: 0, delta_2: 0, delta: Rational(1, 100)},
                A=(fifth * 2, fifth * 3),
                B=(fifth * 3, fifth * 2),
                F=(fifth * 2, fifth * 3),
                G=(fifth * 3, fifth * 2),
            ),
        ),
    },
    evaluate={"eps": advanced_loss(n, eps_0, delta_0, delta_total)},
    note=(
        "For every number of mechanisms, each of which may be chosen by the transcript of those before. Hockey sticks are "
        "bounded by Markov's inequality for the moment of the best order; where no mechanism has a loss, basic composition "
        "does. It is not always better than basic composition. The evaluator is for n mechanisms with the same loss and delta."
    ),
    errata=erratum(
        "missing condition",
        "Theorem 2.8(2)",
        "for delta > ∑ delta_j",
        fails="Where delta exceeds 1 + ∑ delta_j the logarithm is negative, and so is what the root is taken of: for one mechanism with eps_1 = 1 and delta_1 = 0, delta = 2 asks for the root of 2 log(1/2).",
        holds="The theorem for delta at most 1, and wherever the root exists.",
        reads=variant(
            0 <= 2 * e_1**2 * log(1 / (any_delta - d_1)),
            given=[d_1 < any_delta],
            witness=point({any_delta: 2, d_1: 0, e_1: 1}),
        ),
    ),
)
