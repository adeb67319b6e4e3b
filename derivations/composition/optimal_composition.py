"""Optimal composition: no transcript has larger hockey sticks than as many extremal responses."""

from dpsym.derivations.composition.one_more_mechanism import t
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
from dpsym.derivations.vocabulary import delta_0, eps_0, n
from dpsym.language import *

w = parameter("w", at_least=0, about="probability of the less likely of the two truthful answers")
i = parameter("i", integer=True, about="number of responses")
# A response gives the target away with probability 1 - w (1 + e^eps_0); else it is truthful: w e^eps_0 in the right, w in
# the wrong direction. c(i, t) is the hockey stick of i responses at the loss t.
c = function("c", about="the hockey stick of the outputs of so many randomised responses")
u = exp(eps_0)
wrong = (1 - delta_0) / (1 + u)  # the probability of a truthful answer in the wrong direction


def grown(before, after, w=w):
    """The hockey stick at t of one more response, from those of the others at t - eps_0 and at t + eps_0."""
    return 1 - w * (1 + u) + w * (u * before + after)


def recursion(relation, c=c, w=w):
    """That c(i, .) is at most, or at least, the hockey stick of i responses at every loss, by recursion."""
    return AllOf(
        ForAll(t, relation(c(Integer(0), t), Max(0, 1 - exp(t)))),
        ForAll(i, ForAll(t, relation(c(i + 1, t), grown(c(i, t - eps_0), c(i, t + eps_0), w)))),
    )


def stick(k, t):
    """The hockey stick of the transcript of k mechanisms."""
    return HockeyStick(t, transcript(k))


alike = mechanisms(eps_0, delta_0)
growing_alike = alike[2]

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
        "zhang.fix-sandwich",
        "zhang.ext-mv",
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
    },
    note=(
        "The mechanisms may have different losses and deltas. The curve is that of as many extremal responses, given by "
        "recursion: see one more mechanism for the step; where all mechanisms are alike the paper's closed form gives its values, and where they differ the sum over all subsets of them."
    ),
)
