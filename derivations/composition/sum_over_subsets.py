"""Optimal composition of mechanisms with different budgets: the curve of the responses as a sum over all subsets of them."""

from dpsym.derivations.composition.optimal_composition import (
    below_the_curve,
    c,
    curve_of_responses,
    of_any_number,
    stick,
    under_curve,
)
from dpsym.derivations.composition.transcripts import d, e, given, growing, k, start_is_law
from dpsym.language import *

t = parameter("t", about="privacy loss, in nats")
u = parameter("u", about="a loss, to which those of the mechanisms in a subset are added")
v = parameter("v", about="a loss, to which those of the other mechanisms are added")
g = parameter("g", at_least=0, at_most=1, about="a delta for all of them together")
zero = Integer(0)

# A subset of the first k + 1 mechanisms has the last of them or not: so sums over all subsets grow.
M = function(
    "M",
    law=False,
    about="the sum, over all subsets of the first k mechanisms, of what e to the power of u and the losses in the subset exceeds e to the power of v and the other losses by",
)
r = function("r", law=False, about="the product of 1 - delta over the first k mechanisms")
h = function(
    "h", law=False, about="the product over the first k mechanisms of 1 more than e to the power of the loss"
)

sums = AllOf(
    ForAll((u, v), Eq(M(zero, u, v), Max(0, exp(u) - exp(v)))),
    ForAll(k, ForAll((u, v), Eq(M(k + 1, u, v), M(k, u + e(k), v) + M(k, u, v + e(k))))),
)
products = AllOf(
    Eq(r(zero), 1),
    ForAll(k, Eq(r(k + 1), (1 - d(k)) * r(k))),
    Eq(h(zero), 1),
    ForAll(k, Eq(h(k + 1), (1 + exp(e(k))) * h(k))),
)


def scaled(k):
    """That a common loss of a subset and of the others is a common factor."""
    return ForAll((u, v), Eq(M(k, u, v), exp(u) * M(k, zero, v - u)))


first_sum, growing_sum = sums.args
# Mechanisms without loss, which give nothing away: all 2^k subsets have one term.
doubled = exp(k * log(2))
still = {
    "e": Lambda(k, 0),
    "d": Lambda(k, 0),
    "M": Lambda((k, u, v), doubled * Max(0, exp(u) - exp(v))),
    "r": Lambda(k, 1),
    "h": Lambda(k, doubled),
    "c": Lambda((k, t), Max(0, 1 - exp(t))),
}
# The first gives the target away, and no other has a loss.
sure = {
    **still,
    "d": Lambda(k, 1),
    "r": Lambda(k, Piecewise((1, k <= 0), (0, True))),
    "c": Lambda((k, t), Piecewise((Max(0, 1 - exp(t)), k <= 0), (1, True))),
}

common_factor = Theorem(
    title="A common loss is a common factor of a sum over all subsets",
    kind="lemma",
    given=sums,
    claim=ForAll(k, scaled(k)),
    derivation=have(
        ForAll(k, scaled(k)),
        "one mechanism after the other",
        derivation=induction(
            k,
            first=(
                specialise(first_sum, {u: u, v: v}, "no mechanism"),
                specialise(first_sum, {u: zero, v: v - u}, "no mechanism"),
                have(Eq(exp(u) * exp(v - u), exp(v)), "exponential of a sum"),
                have(Eq(Max(0, exp(u) - exp(v)), exp(u) * Max(0, 1 - exp(v - u))), "a positive factor"),
                have(Eq(M(zero, u, v), exp(u) * M(zero, zero, v - u)), "a positive factor"),
            ),
            then=(
                specialise(growing_sum, {k: k}, "the next mechanism"),
                specialise(growing_sum.args[1], {u: u, v: v}, "with it, and without it"),
                specialise(growing_sum.args[1], {u: zero, v: v - u}, "with it, and without it"),
                specialise(scaled(k), {u: u + e(k), v: v}, "with it"),
                specialise(scaled(k), {u: u, v: v + e(k)}, "without it"),
                specialise(scaled(k), {u: e(k), v: v - u}, "with it"),
                have(Eq(M(k + 1, u, v), exp(u) * M(k + 1, zero, v - u)), "together"),
            ),
        ),
    ),
    example=point({}, **{name: still[name] for name in "eM"}),
    near_misses={
        "as a factor of the other loss, of no mechanism": without(sums, claim=Eq(Max(0, exp(u) - exp(v)), exp(v) * Max(0, 1 - exp(v - u))), witness=point({u: log(2), v: 0})),
    },
)  # fmt: skip


def closed(k):
    """The curve of k responses as a sum over all subsets, with the denominator on the other side."""
    return ForAll(t, Eq(h(k) * (c(k, t) - 1 + r(k)), r(k) * M(k, zero, t)))


start, growth = curve_of_responses.args
less, more = c(k, t - e(k)) - 1 + r(k), c(k, t + e(k)) - 1 + r(k)
positive = ForAll(k, 0 < h(k))
closed_form = ForAll(k, AllOf(0 < h(k), ForAll(t, Eq(c(k, t), 1 - r(k) * (1 - M(k, zero, t) / h(k))))))

subsets = Theorem(
    title="The curve of optimal composition as a sum over all subsets of the mechanisms",
    source="zhang.ext-mv",
    cites="murtaghvadhan2016",
    given=(curve_of_responses, sums, products),
    claim=closed_form,
    derivation=(
        have(ForAll(k, scaled(k)), "a common factor", by=common_factor),
        have(
            positive,
            "a product of positive numbers",
            derivation=induction(
                k,
                first=(),
                then=(
                    specialise(products.args[3], {k: k}, "one more factor"),
                    have(0 < (1 + exp(e(k))) * h(k), "no factor is 0"),
                ),
            ),
        ),
        have(
            ForAll(k, closed(k)),
            "one mechanism after the other",
            derivation=induction(
                k,
                first=(
                    specialise(start, {t: t}, "no mechanism"),
                    specialise(first_sum, {u: zero, v: t}, "no mechanism"),
                    have(Eq(h(zero) * (c(zero, t) - 1 + r(zero)), r(zero) * M(zero, zero, t)), "no mechanism"),
                ),
                then=(
                    specialise(growth, {k: k}, "the next response"),
                    specialise(growth.args[1], {t: t}, "the next response"),
                    specialise(growing_sum, {k: k}, "the next mechanism"),
                    specialise(growing_sum.args[1], {u: zero, v: t}, "with it, and without it"),
                    specialise(ForAll(k, scaled(k)), {k: k}, "a common factor"),
                    specialise(scaled(k), {u: e(k), v: t}, "a common factor"),
                    specialise(products.args[1], {k: k}, "one more factor"),
                    specialise(products.args[3], {k: k}, "one more factor"),
                    specialise(closed(k), {t: t - e(k)}, "so far"),
                    specialise(closed(k), {t: t + e(k)}, "so far"),
                    have(
                        Eq(
                            (1 + exp(e(k))) * (c(k + 1, t) - 1 + (1 - d(k)) * r(k)),
                            (1 - d(k)) * (exp(e(k)) * less + more),
                        ),
                        "the next response",
                    ),
                    Chain(h(k + 1) * (c(k + 1, t) - 1 + r(k + 1)))
                    .eq(h(k) * ((1 + exp(e(k))) * (c(k + 1, t) - 1 + (1 - d(k)) * r(k))), "one more factor")
                    .eq(
                        h(k) * ((1 - d(k)) * (exp(e(k)) * less + more)),
                        "the next response",
                    )
                    .eq((1 - d(k)) * (exp(e(k)) * (h(k) * less) + h(k) * more), "expand")
                    .eq(
                        (1 - d(k)) * (exp(e(k)) * (r(k) * M(k, zero, t - e(k))) + r(k) * M(k, zero, t + e(k))),
                        "so far",
                    )
                    .eq((1 - d(k)) * r(k) * M(k + 1, zero, t), "with it, and without it")
                    .eq(r(k + 1) * M(k + 1, zero, t), "one more factor"),
                ),
            ),
        ),
        have(
            closed_form,
            "divide",
            derivation=(
                specialise(positive, {k: k}, "a positive number"),
                specialise(ForAll(k, closed(k)), {k: k}, "the closed form"),
                specialise(closed(k), {t: t}, "the closed form"),
                have(Eq(c(k, t), 1 - r(k) * (1 - M(k, zero, t) / h(k))), "divide"),
            ),
        ),
    ),
    example=point({}, **still),
    near_misses={
        "as if no response gave the target away": variant(
            ForAll(k, ForAll(t, Eq(c(k, t), M(k, zero, t) / h(k)))),
            given=(curve_of_responses, sums, products),
            witness=point({k: 1, t: 0}, **sure),
        ),
        "of other sums": without(sums, witness=point({k: 0, t: -log(2)}, **{**still, "M": Lambda((k, u, v), 0)})),
    },
)  # fmt: skip

at_last = c(k, t)
ratio = M(k, zero, t) / h(k)
room = 1 - (1 - g) / r(k)
not_negative = ForAll(k, ForAll((u, v), 0 <= M(k, u, v)))
answers = AllOf(
    Implication(at_last <= g, ratio <= room),
    Implication(ratio <= room, at_last <= g),
    Implication(r(k) < 1 - g, g < at_last),
)

criterion = Theorem(
    title="At which losses responses have a delta: the sum over all subsets against it",
    source="zhang.ext-mv",
    cites="murtaghvadhan2016",
    given=(curve_of_responses, sums, products),
    claim=ForAll(k, AllOf(0 < h(k), ForAll(t, Implication(0 < r(k), answers)))),
    derivation=(
        have(closed_form, "the closed form", by=subsets),
        have(
            not_negative,
            "one mechanism after the other",
            derivation=induction(
                k,
                first=(
                    specialise(first_sum, {u: u, v: v}, "no mechanism"),
                    have(0 <= Max(0, exp(u) - exp(v)), "a maximum"),
                    have(0 <= M(zero, u, v), "no mechanism"),
                ),
                then=(
                    specialise(growing_sum, {k: k}, "the next mechanism"),
                    specialise(growing_sum.args[1], {u: u, v: v}, "with it, and without it"),
                    specialise(not_negative.args[1], {u: u + e(k), v: v}, "with it"),
                    specialise(not_negative.args[1], {u: u, v: v + e(k)}, "without it"),
                    have(0 <= M(k + 1, u, v), "with it, and without it"),
                ),
            ),
        ),
        have(
            ForAll(k, AllOf(0 < h(k), ForAll(t, Implication(0 < r(k), answers)))),
            "divide",
            derivation=(
                specialise(closed_form, {k: k}, "the closed form"),
                specialise(closed_form.args[1].args[1], {t: t}, "the closed form"),
                specialise(not_negative, {k: k}, "a sum"),
                specialise(not_negative.args[1], {u: zero, v: t}, "a sum"),
                have(0 < h(k), "a product of positive numbers"),
                have(
                    Implication(0 < r(k), answers),
                    "divide",
                    derivation=cases(
                        0 < r(k),
                        (
                            have(0 <= ratio, "a sum"),
                            have(0 <= r(k) * ratio, "a product"),
                            have(Eq(r(k) * room, r(k) - (1 - g)), "multiply"),
                            have(Eq(r(k) * (ratio - room), at_last - g), "the closed form"),
                            have(
                                Implication(at_last <= g, ratio <= room),
                                "divide",
                                derivation=cases(
                                    ratio <= room, (), have(0 < r(k) * (ratio - room), "no factor is 0")
                                ),
                            ),
                            have(
                                Implication(ratio <= room, at_last <= g),
                                "multiply",
                                derivation=cases(
                                    ratio <= room, have(0 <= r(k) * (room - ratio), "no factor is negative")
                                ),
                            ),
                            have(Implication(r(k) < 1 - g, g < at_last), "no sum is negative"),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({g: 0}, **still),
    near_misses={
        "of other sums": without(
            sums, witness=point({g: 0, k: 0, t: 0}, **{**still, "M": Lambda((k, u, v), 1)})
        ),
        "as if no response gave the target away": variant(
            ForAll(k, AllOf(0 < h(k), ForAll(t, Implication(ratio <= g, at_last <= g)))),
            witness=point({g: 0, k: 1, t: 0}, **sure),
        ),
    },
    note=(
        "So a delta that falls short of 1 less the product r is not kept at any loss, and any other one is kept from the loss on at which the sum over all subsets, divided by h, is no more than 1 - (1 - g)/r."
    ),
)

certain = (1, 0, 0, 1)  # the transcript stays as it is

of_mechanisms = Theorem(
    title="Optimal composition of mechanisms with different budgets",
    source=(
        "zhang.fix-sandwich",
        part_of(
            "zhang.ext-mv",
            "that computing the least loss at a delta is #P-complete, which the paper quotes: a claim about machines and their time, and no statement about numbers",
        ),
    ),
    cites="murtaghvadhan2016",
    given=(*given, curve_of_responses, sums, products),
    claim=ForAll(k, AllOf(0 < h(k), ForAll(t, stick(k, t) <= 1 - r(k) * (1 - ratio)))),
    derivation=(
        have(below_the_curve, "the curve of the responses", by=of_any_number),
        specialise(below_the_curve, {c(k, t): c(k, t)}, "the curve of the responses"),
        have(under_curve, "the curve of the responses"),
        have(closed_form, "the closed form", by=subsets),
        have(
            ForAll(k, AllOf(0 < h(k), ForAll(t, stick(k, t) <= 1 - r(k) * (1 - ratio)))),
            "the closed form",
            derivation=(
                specialise(under_curve, {k: k}, "the curve of the responses"),
                specialise(under_curve.args[1], {t: t}, "the curve of the responses"),
                specialise(closed_form, {k: k}, "the closed form"),
                specialise(closed_form.args[1].args[1], {t: t}, "the closed form"),
                Chain(stick(k, t))
                .le(c(k, t), "the curve of the responses")
                .eq(1 - r(k) * (1 - ratio), "the closed form"),
            ),
        ),
    ),
    example=point({}, A=(1, 0), B=(1, 0), K=certain, L=certain, **still),
    near_misses={
        "where something else is released at the start": without(
            given,
            instead=(start_is_law, growing),
            witness=point({k: 0, t: 0}, A=(1, 0), B=(0, 1), K=certain, L=certain, **still),
        ),
    },
    note=(
        "The mechanisms may each be chosen by the transcript of those before. M is the sum over all subsets of the first k mechanisms: a subset of one mechanism more has the new one, whose loss is then added to those in the subset, or not, "
        "and it is added to the others. The bound is attained: with one more extremal response the hockey sticks are those of the recursion exactly."
    ),
)
