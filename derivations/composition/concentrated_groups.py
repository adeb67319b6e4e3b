"""Group privacy of zero-concentrated and Rényi DP: divergences of a path of laws, step by step."""

from dpsym.derivations.analysis.order_of_powers import part
from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.analysis.powers import equal_powers
from dpsym.derivations.analysis.powers_in_two_steps import (
    a,
    at_orders,
    b,
    g,
    h,
    itself,
    mean,
    mean_of_moments,
    orders,
    power_in_two_steps,
    t,
    weighted,
)
from dpsym.derivations.divergences.renyi_order import monotone
from dpsym.derivations.vocabulary import alpha, gamma, half, k, n, rho, third
from dpsym.language import *
from dpsym.language.combined import G, R, from_between, group, group_of_two, running, to_between

alpha, rho = alpha.ranging(above=1), rho.ranging(at_least=0)


# Logarithmic odds that differ by less than 9/10 at each step.
one_end = (Rational(1521, 2146), Rational(625, 2146))
other_end = one_end[::-1]
tenth = Rational(1, 10)
even, less, more = (half, half), (third, 2 * third), (2 * third, third)


def finite(pair):
    """The first law is 0 where the second is."""
    return ForAll(y, never_alone(pair.a, pair.b))


def bounded(order, pair, bound):
    """That the divergences of a pair are finite, and a moment at most e to the bound."""
    return AllOf(finite(pair), RenyiMoment(order, pair) <= exp(bound))


two_steps = Theorem(
    title="The Rényi divergence in two steps",
    source="mironov2017",
    cites="bunsteinke2016",
    given=(bounded(a, to_between, g), bounded(b, from_between, h), *orders),
    claim=bounded(alpha, Pair(), t * g + (1 - t) * h),
    derivation=(
        have(
            part(P(y), Q(y), alpha) <= weighted(part(P(y), R(y), a), part(R(y), Q(y), b)),
            "at every outcome",
            by=power_in_two_steps.at(u=P(y), v=R(y), w=Q(y)),
        ),
        have(finite(Pair()), "step by step"),
        have(
            weighted(RenyiMoment(a, to_between), RenyiMoment(b, from_between)) <= mean,
            "both bounds",
            by=mean_of_moments.at(m_1=RenyiMoment(a, to_between), m_2=RenyiMoment(b, from_between)),
        ),
        Chain(RenyiMoment(alpha))
        .le(Total(weighted(part(P(y), R(y), a), part(R(y), Q(y), b)), y), "sum over the outcomes")
        .eq(weighted(RenyiMoment(a, to_between), RenyiMoment(b, from_between)), "the sums separate")
        .le(mean, "both bounds"),
    ),
    example=point({**at_orders, g: 0, h: 0}, P=even, R=even, Q=even),
    near_misses={
        "the second step unprotected": without(
            bounded(b, from_between, h), witness=point({**at_orders, g: 0, h: 0}, P=even, R=even, Q=less)
        ),
    },
    note="A triangle inequality, at the price of larger orders.",
)


between = group_of_two.alike()
of_two = {"P": even, "R": even, "Q": even}
apart = {"P": one_end, "R": even, "Q": other_end}
away = {"P": even, "R": even, "Q": less}


def both_steps(pair, order, bound, weight, one, two):
    """The divergence of a pair by way of the law between, with these bounds on the two steps."""
    return have(
        bounded(order, pair, bound),
        "in two steps",
        derivation=(
            have(
                bounded(order, pair, weight * one + (1 - weight) * two),
                "by way of the law between",
                by=two_steps.at(
                    alpha=order,
                    a=2 * order - 1,
                    b=2 * order,
                    t=weight,
                    g=one,
                    h=two,
                    P=Lambda(y, pair.a),
                    R=Lambda(y, R(y)),
                    Q=Lambda(y, pair.b),
                ),
            ),
        ),
    )


def of_orders(order, weight, one, two, bound):
    """What two steps ask of the orders and of the weight, and the bound that they give."""
    return (
        have(1 < 2 * order - 1, "an order"),
        have(1 < 2 * order, "an order"),
        have(Between(0, weight, 1), "a weight"),
        have(Eq((1 - weight) * (2 * order - 1), order - 1), "the orders"),
        have(Eq(weight * one + (1 - weight) * two, bound), "the budgets add up"),
        have(Eq(exp(weight * one + (1 - weight) * two), exp(bound)), "the same exponent"),
    )


r = parameter("r", above=0, about="number of steps before the last")
# By way of the last law but one: the orders of the two parts, the weight of the first, and the bounds on their moments.
forth = (
    ((r + 1) * alpha - 1) / r,
    (r + 1) * alpha,
    alpha * r / ((r + 1) * alpha - 1),
    ((r + 1) * alpha - 1) / r * (((r + 1) * alpha - 1) / r - 1) * (r**2 * rho),
    (r + 1) * alpha * ((r + 1) * alpha - 1) * rho,
)
back = (
    (r + 1) * alpha - r,
    (r + 1) * alpha / r,
    alpha / ((r + 1) * alpha - r),
    ((r + 1) * alpha - r) * ((r + 1) * alpha - r - 1) * rho,
    (r + 1) * alpha / r * ((r + 1) * alpha / r - 1) * (r**2 * rho),
)
squared = alpha * (alpha - 1) * ((r + 1) ** 2 * rho)


def one_way(pair, one, two, weight, bound_1, bound_2, first, second):
    """The divergence of a pair by way of the last law but one; `first` and `second` are what is supposed of its parts."""
    total = weight * bound_1 + (1 - weight) * bound_2
    return have(
        bounded(alpha, pair, squared),
        "by way of the last law but one",
        derivation=(
            have(1 < one, "an order"),
            have(1 < two, "an order"),
            have(Between(0, weight, 1), "a weight"),
            have(Eq((1 - weight) * (two - 1), alpha - 1), "the orders"),
            have(Eq(total, squared), "the budgets add up"),
            have(Eq(exp(total), exp(squared)), "the same exponent"),
            specialise(first, {alpha: one}, "the first part, at another order"),
            specialise(second, {alpha: two}, "the second part, at another order"),
            have(
                bounded(alpha, pair, total),
                "in two steps",
                by=two_steps.at(
                    a=one,
                    b=two,
                    t=weight,
                    g=bound_1,
                    h=bound_2,
                    P=Lambda(y, pair.a),
                    R=Lambda(y, R(y)),
                    Q=Lambda(y, pair.b),
                ),
            ),
        ),
    )


steps_before, last_step = ZCDP(r**2 * rho).on(to_between), ZCDP(rho).on(from_between)
one_more = Theorem(
    title="One more step on a path of zero-concentrated steps",
    source="bunsteinke2016",
    kind="lemma",
    given=(steps_before, last_step),
    claim=ZCDP((r + 1) ** 2 * rho),
    derivation=(
        one_way(Pair(), *forth, steps_before, last_step),
        one_way(Pair(Q(y), P(y)), *back, last_step, steps_before),
    ),
    example=point({r: 1, rho: 0}, **of_two),
    near_misses={
        "the last step unprotected": without(last_step, witness=point({r: 1, rho: 0}, **away)),
        "the budgets added": variant(ZCDP((r**2 + 1) * rho), witness=point({r: 1, rho: tenth}, **apart)),
    },
)

concentrated_in_two_steps = Theorem(
    title="Zero-concentrated DP in two steps",
    source="bunsteinke2016",
    given=between.of(ZCDP(rho)),
    claim=ZCDP(4 * rho),
    derivation=(
        have(ZCDP(1**2 * rho).on(to_between), "one step"),
        have(ZCDP((Integer(1) + 1) ** 2 * rho), "one more", by=one_more.at(r=Integer(1))),
    ),
    example=point({rho: 0}, **of_two),
    near_misses={
        "the second step unprotected": variant(
            given=[ZCDP(rho).on(to_between)], witness=point({rho: 0}, **away)
        ),
        "the budgets of the steps added up": variant(ZCDP(rho + rho), witness=point({rho: tenth}, **apart)),
    },
    note="Twice the budget is not enough: that it is is a frequent mistake.",
)

beta = parameter("beta", above=2, about="order of the divergence between neighbours")
gamma = gamma.ranging(at_least=0)
half_order = beta / 2
in_two = (1 + beta / (beta - 1)) * gamma
halved = (
    (half_order - 1) * in_two,
    half_order / (beta - 1),
    (beta - 2) * gamma,
    (beta - 1) * gamma,
)


def smaller_order(pair):
    """The divergence of a step at the order that is one less."""
    return have(
        RenyiMoment(beta - 1, pair) <= exp((beta - 1 - 1) * gamma),
        "the divergence rises with its order",
        by=monotone.at(alpha=beta - 1, P=Lambda(y, pair.a), Q=Lambda(y, pair.b)),
    )


renyi_in_two_steps = Theorem(
    title="Rényi DP in two steps",
    source="mironov2017",
    given=between.of(RenyiDP(beta, gamma)),
    claim=RenyiDP(beta / 2, in_two),
    derivation=(
        *of_orders(half_order, *halved[1:], halved[0]),
        *(smaller_order(p) for step in (to_between, from_between) for p in (step, Pair(step.b, step.a))),
        both_steps(Pair(), half_order, *halved),
        both_steps(Pair(Q(y), P(y)), half_order, *halved),
    ),
    example=point({beta: 4, gamma: 0}, **of_two),
    near_misses={
        "the bound of one step": variant(
            RenyiDP(beta / 2, gamma), witness=point({beta: 4, gamma: 4 * tenth}, **apart)
        ),
    },
    note="Mironov has three times the bound, which is a little more.",
)

zero = Integer(0)
path = group(n)
each_step = path.of(ZCDP(rho))[-1]


def after(k):
    """That k steps are zero-concentrated, with the square of k times the budget."""
    return ZCDP(k**2 * rho).on(Pair(G(zero, y), G(k, y)))


nowhere = Pair(G(zero, y), G(zero, y))
all_steps, one_or_more = ForAll(k, after(k)), ForAll(k, after(k + 1))
last = Pair(G(zero, y), G(running, y))


def are_laws(*numbers):
    """That what is released after these numbers of steps has a law."""
    return tuple(specialise(path.facts[0], {running: j}, "a law") for j in numbers)


def as_on_path(order):
    """The moments of the whole are those of the path."""
    return (
        have(
            ForAll(y, Eq(part(P(y), Q(y), order), part(last.a, last.b, order))),
            "the laws at the ends",
            by=equal_powers.at(alpha=order, a=P(y), b=Q(y), c=last.a, d=last.b),
        ),
        have(
            ForAll(y, Eq(part(Q(y), P(y), order), part(last.b, last.a, order))),
            "the laws at the ends",
            by=equal_powers.at(alpha=order, a=Q(y), b=P(y), c=last.b, d=last.a),
        ),
        have(Eq(RenyiMoment(order), RenyiMoment(order, last)), "the laws at the ends"),
        have(
            Eq(RenyiMoment(order, Pair(Q(y), P(y))), RenyiMoment(order, Pair(last.b, last.a))),
            "the laws at the ends",
        ),
    )


concentrated = Theorem(
    title="Group privacy of zero-concentrated DP",
    source="bunsteinke2016",
    given=path.of(ZCDP(rho)),
    claim=ZCDP(n**2 * rho),
    derivation=(
        have(
            one_or_more,
            "step by step",
            derivation=induction(
                k,
                first=specialise(each_step, {running: zero}, "one step"),
                then=(
                    *are_laws(zero, k + 1, k + 2),
                    specialise(each_step, {running: k + 1}, "the next step"),
                    have(
                        ZCDP((k + 1 + 1) ** 2 * rho).on(Pair(G(zero, y), G(k + 2, y))),
                        "one more step",
                        by=one_more.at(
                            r=k + 1,
                            P=Lambda(y, G(zero, y)),
                            R=Lambda(y, G(k + 1, y)),
                            Q=Lambda(y, G(k + 2, y)),
                        ),
                    ),
                ),
            ),
        ),
        have(
            all_steps,
            "no step, or more",
            derivation=induction(
                k,
                first=(
                    *are_laws(zero),
                    have(
                        Eq(part(nowhere.a, nowhere.b, alpha), G(zero, y)),
                        "no step",
                        by=itself.at(u=G(zero, y)),
                    ),
                    Chain(RenyiMoment(alpha, nowhere)).eq(Total(G(zero, y), y), "no step").eq(1, "a law"),
                ),
                then=specialise(one_or_more, {k: k}, "one step or more"),
            ),
        ),
        obtain(path.facts[-1], "the number of steps"),
        *are_laws(zero, running),
        specialise(all_steps, {k: running}, "all steps"),
        have(
            Eq(exp(alpha * (alpha - 1) * (n**2 * rho)), exp(alpha * (alpha - 1) * (running**2 * rho))),
            "the number of steps",
        ),
        specialise(after(running), {alpha: alpha}, "this order"),
        *as_on_path(alpha),
    ),
    example=point({rho: 0, n: 1}, G=less, P=less, Q=less),
    near_misses={
        "where the path does not end at the second input": variant(
            given=(path.facts[0], each_step), witness=point({rho: 0, n: 1}, G=less, P=less, Q=more)
        ),
        "the budgets of the steps added up": variant(
            ZCDP(rho + rho), given=between.of(ZCDP(rho)), witness=point({rho: tenth}, **apart)
        ),
    },
    note="The budget grows like the square of the number of steps: that it grows like the number is a frequent mistake.",
)
