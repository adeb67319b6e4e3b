"""Optimal composition: no transcript has larger hockey sticks than as many extremal responses."""

from dpsym.derivations.composition import optimal_curve
from dpsym.derivations.composition.basic_composition import both
from dpsym.derivations.composition.basic_composition import first as one
from dpsym.derivations.composition.basic_composition import second as two
from dpsym.derivations.composition.one_more_mechanism import t
from dpsym.derivations.composition.optimal_curve import (
    c,
    delta_at,
    i,
    number,
    point_of,
    printed_form,
    recursion,
)
from dpsym.derivations.composition.transcripts import (
    d,
    e,
    given,
    growing,
    grows,
    growth,
    k,
    mechanisms,
    start_is_law,
    still,
    transcript,
    zero,
)
from dpsym.derivations.vocabulary import delta_0, eps_0, n, third
from dpsym.language import *

u = exp(eps_0)
wrong = (1 - delta_0) / (1 + u)  # the probability of a truthful answer in the wrong direction


def stick(k, t):
    """The hockey stick of the transcript of k mechanisms."""
    return HockeyStick(t, transcript(k))


def optimal_delta(k, l):
    """The delta of k composed (eps_0, delta_0)-DP mechanisms at the loss (k - 2l) eps_0."""
    return delta_at(k, l, 1 - delta_0)


alike = mechanisms(eps_0, delta_0)
growing_alike = alike[2]
lemmas = (
    optimal_curve.of_one,
    optimal_curve.of_two,
    optimal_curve.of_three,
    optimal_curve.of_four,
    optimal_curve.of_five,
    optimal_curve.of_six,
    optimal_curve.of_seven,
    optimal_curve.of_eight,
)


def up_to_half(k):
    """The bounds for k mechanisms."""
    return [stick(Integer(k), point_of(k, l)) <= optimal_delta(k, l) for l in range(k // 2 + 1)]


def bounds(k):
    """The steps to the bounds for k mechanisms."""
    by = lemmas[k - 1].at(w=wrong, c=Lambda((i, t), stick(i, t)))
    form = printed_form.at(v=1 - delta_0)
    return tuple(
        Chain(stick(Integer(k), point_of(k, l)))
        .le(number(k, l, wrong), "as many responses", by=by)
        .eq(optimal_delta(k, l), "as the paper prints it", by=form)
        for l in range(k // 2 + 1)
    )


first = transcript(zero)
recurs = recursion(Le, stick, wrong)
starts = (
    have(
        Max(0, first.a - exp(t) * first.b) <= first.a * Max(0, 1 - exp(t)),
        "the laws are the same",
        split=(0 <= 1 - exp(t),),
    ),
    Chain(stick(zero, t))
    .le(Total(first.a * Max(0, 1 - exp(t)), y), "sum over the transcripts")
    .eq(Max(0, 1 - exp(t)), "the masses add up to 1"),
)
few = AllOf(*(bound for k in range(1, 9) for bound in up_to_half(k)))

of_few = Theorem(
    title="Optimal composition of up to eight mechanisms",
    source="kazan.thm2.8.3",
    cites=("kairouz2015", "murtaghvadhan2016"),
    given=alike,
    claim=few,
    derivation=(
        have(
            ForAll(k, grows(k, eps_0, delta_0)),
            "one more mechanism",
            by=growth.at(e=eps_0, d=delta_0),
        ),
        have(recurs.args[0], "nothing has been released", derivation=starts),
        have(
            recurs.args[1],
            "the recursion of the responses",
            derivation=(
                specialise(ForAll(k, grows(k, eps_0, delta_0)), {k: i}),
                specialise(grows(i, eps_0, delta_0), {t: t}),
            ),
        ),
        have(0 <= wrong, "a probability"),
        *(have(AllOf(*up_to_half(k)), "as many responses", derivation=bounds(k)) for k in range(1, 9)),
        have(few, "all of them"),
    ),
    example=point({eps_0: 0, delta_0: 0}, A=(1, 0), B=(1, 0), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
    near_misses={
        "where something else is released at the start": variant(
            given=(start_is_law, growing_alike),
            witness=point({eps_0: 0, delta_0: 0}, A=(1, 0), B=(0, 1), K=(1, 0, 0, 1), L=(1, 0, 0, 1)),
        ),
        "half the delta, of one mechanism": variant(
            HockeyStick(eps_0) <= delta_0 / 2,
            given=[ApproxDP(eps_0, delta_0)],
            witness=point({eps_0: 0, delta_0: third}, P=(third, 2 * third), Q=(2 * third, third)),
        ),
        "the mechanisms' own delta at loss 0": variant(
            HockeyStick(0, both) <= 1 - (1 - delta_0) ** 2,
            given=[ApproxDP(eps_0, delta_0).on(one), ApproxDP(eps_0, delta_0).on(two)],
            witness=point(
                {eps_0: log(2), delta_0: 0},
                A=(third, 2 * third),
                B=(2 * third, third),
                C=(third, 2 * third),
                D=(2 * third, third),
            ),
        ),
    },
    evaluate={"delta": optimal_delta(2, 1)},
    note=(
        "The bounds of the paper for one to eight mechanisms, each of which may be chosen by the transcript of those before. "
        "They are attained by extremal responses. The evaluator is the delta of two mechanisms at loss 0."
    ),
)

h = parameter("h", about="mean of two hockey sticks")
q = parameter("q", about="the same mean of two values of the curve")
mean_of_curve = (exp(e(k)) * c(k, t - e(k)) + c(k, t + e(k))) / (1 + exp(e(k)))
mean_of_sticks = (exp(e(k)) * stick(k, t - e(k)) + stick(k, t + e(k))) / (1 + exp(e(k)))
start_of_curve = ForAll(t, Eq(c(zero, t), Max(0, 1 - exp(t))))
growth_of_curve = ForAll(k, ForAll(t, Eq(c(k + 1, t), d(k) + (1 - d(k)) * mean_of_curve)))
curve_of_responses = AllOf(start_of_curve, growth_of_curve)
under_curve = ForAll(k, ForAll(t, stick(k, t) <= c(k, t)))
below_the_curve = ForAll(c(k, t), Implication(curve_of_responses, under_curve))
so_far = ForAll(t, stick(k, t) <= c(k, t))

of_any_number = Theorem(
    title="Optimal composition of any number of mechanisms",
    source=(
        "kazan.thm2.8.3",
        part_of(
            "zhang.ext-mv",
            "the sum over all subsets of the mechanisms as the closed form of the recursion, and its complexity",
        ),
    ),
    cites=("kairouz2015", "murtaghvadhan2016"),
    given=given,
    claim=below_the_curve,
    derivation=(
        have(ForAll(k, grows(k, e(k), d(k))), "one more mechanism", by=growth),
        have(
            below_the_curve,
            "the recursion of the responses",
            derivation=induction(
                k,
                first=(specialise(start_of_curve, {t: t}), *starts),
                then=(
                    specialise(growing, {k: k}, "the next mechanism"),
                    specialise(ForAll(k, grows(k, e(k), d(k))), {k: k}, "how hockey sticks grow"),
                    specialise(growth_of_curve, {k: k}, "how the curve grows"),
                    specialise(grows(k, e(k), d(k)), {t: t}),
                    specialise(growth_of_curve.args[1], {t: t}),
                    specialise(so_far, {t: t - e(k)}),
                    specialise(so_far, {t: t + e(k)}),
                    have(exp(e(k)) * stick(k, t - e(k)) <= exp(e(k)) * c(k, t - e(k)), "multiply"),
                    let(
                        q,
                        mean_of_curve,
                        (Eq(c(k + 1, t), d(k) + (1 - d(k)) * q), mean_of_sticks <= q),
                        "the curve so far",
                    ),
                    let(
                        h,
                        mean_of_sticks,
                        (h <= q, stick(k + 1, t) <= d(k) + (1 - d(k)) * h),
                        "the transcript so far",
                    ),
                    have(0 <= (1 - d(k)) * (q - h), "no factor is negative"),
                    Chain(stick(k + 1, t))
                    .le(d(k) + (1 - d(k)) * h, "the next mechanism")
                    .le(d(k) + (1 - d(k)) * q, "by the line before")
                    .eq(c(k + 1, t), "the curve of the responses"),
                ),
            ),
        ),
    ),
    example=point(A=(1, 0), B=(1, 0), d=(0,), **still),
    near_misses={
        "where something else is released at the start": variant(
            HockeyStick(0, transcript(n)) <= 0,
            given=(start_is_law, growing),
            witness=point({n: 0}, A=(1, 0), B=(0, 1), d=(0,), **still),
        ),
        "half the delta, of one mechanism": variant(
            HockeyStick(eps_0) <= delta_0 / 2,
            given=[ApproxDP(eps_0, delta_0)],
            witness=point({eps_0: 0, delta_0: third}, P=(third, 2 * third), Q=(2 * third, third)),
        ),
    },
    note=(
        "The mechanisms may have different losses and deltas. The curve is that of as many extremal responses, given by "
        "recursion: see one more mechanism for the step, and the hockey sticks of responses for its values."
    ),
)
