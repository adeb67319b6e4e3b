"""One more mechanism: its delta at one loss, from the deltas of those before it at two losses."""

from dpsym.derivations.composition.largest_hockey_stick import largest_excess, largest_hockey_stick
from dpsym.derivations.composition.one_more_mechanism import curve_after, one_more_mechanism
from dpsym.derivations.composition.two_mechanisms import marks
from dpsym.derivations.notions.larger_budgets import approximate as larger_loss
from dpsym.derivations.vocabulary import apart, eps, third, truthful
from dpsym.language import *
from dpsym.language.combined import A, B, K, L, composed, first, follows, x

eps = eps.ranging()
# Losses are written as logarithms: with ratios that are fractions everything that is asked is about fractions.
u = parameter("u", at_least=1, about="bound on the ratio of the masses of an output of the new mechanism")
d = parameter("d", at_least=0, at_most=1, about="delta of the new mechanism")
v = parameter("v", above=0, about="ratio of masses, of which the logarithm is the loss of all outputs")
w = parameter("w", above=0, about="a smaller ratio")
z = parameter("z", above=0, about="a larger ratio")
c = parameter("c", about="delta of all outputs at the loss log v")
c_1 = parameter("c_1", about="delta of the outputs before at the loss log w")
c_2 = parameter("c_2", about="delta of the outputs before at the loss log z")

S_all = S(y)
response_given = ApproxDP(eps, d)
bounded = exp(eps) <= u
response_enough = d * (1 + u) + (1 - d) * (Max(0, u - v) + Max(0, 1 - u * v)) <= (1 + u) * c


def of_response(pair):
    """The steps to the hockey stick at log v of a pair with the budget, and what an event tells of it."""
    a, b = pair.a, pair.b
    bound = largest_excess(Integer(1), exp(log(v)), log(u), d)
    small = Max(0, 1 - exp(-log(u)) * exp(log(v)))
    fraction = (d * (1 + u) + (1 - d) * (Max(0, u - v) + Max(0, 1 - u * v))) / (1 + u)
    return (
        have(Eq(exp(log(u)) * small, Max(0, u - v)), "times a positive number"),
        Chain(bound).eq(fraction, "one fraction"),
        have(fraction <= c, "divide by 1 + u"),
        Chain(HockeyStick(log(v), pair))
        .le(
            bound,
            "no hockey stick is larger than that of a response",
            by=largest_hockey_stick.at(
                a=Integer(1), b=exp(log(v)), eps=log(u), delta=d, P=Lambda(y, a), Q=Lambda(y, b)
            ),
        )
        .eq(fraction, "one fraction")
        .le(c, "divide by 1 + u"),
        have(S_all * a - v * (S_all * b) <= Max(0, a - exp(log(v)) * b), "an output is in the event, or not"),
        Chain(Mass(S_all, a) - v * Mass(S_all, b))
        .le(HockeyStick(log(v), pair), "output by output")
        .le(c, "the line before"),
    )


one_response = Theorem(
    title="The delta of a mechanism at any loss",
    source="kairouz2015",
    kind="lemma",
    given=(response_given, bounded, response_enough),
    claim=ApproxDP(log(v), c),
    derivation=(
        have(eps <= log(u), "the logarithm is increasing"),
        have(ApproxDP(log(u), d), "a larger loss", by=larger_loss.at(eps_2=log(u), delta=d, delta_2=d)),
        *of_response(Pair()),
        *of_response(Pair().swapped),
    ),
    example=point({eps: log(2), u: 2, d: 0, v: 1, c: third}, **truthful),
    near_misses={
        "the mechanism unprotected": without(
            response_given, witness=point({eps: log(2), u: 2, d: 0, v: 1, c: third}, **apart)
        ),
        "as if one answer were possible": without(
            response_enough,
            instead=d * (1 + u) + (1 - d) * (Max(0, u - v)) / 2 <= (1 + u) * c,
            witness=point({eps: log(2), u: 2, d: 0, v: 1, c: third / 2}, **truthful),
        ),
    },
    note="No output of randomised response has a ratio between 1/u and u, so between these the hockey stick is linear in v.",
)

before = (ApproxDP(log(w), c_1).on(first), ApproxDP(log(z), c_2).on(first))
new = ForAll(x, ApproxDP(eps, d).on(follows))
as_ratio = ForAll(x, ApproxDP(log(u), d).on(follows))
given = (*composed.facts, *before, new, bounded, w * u <= v, z <= u * v)
enough = d * (1 + u) + (1 - d) * (u * c_1 + c_2) <= (1 + u) * c
smaller, larger = exp(log(v) - log(u)), exp(log(v) + log(u))


def of_all(p, q, a, b, f, g):
    """The steps to the hockey stick at log v of all outputs, in one order of the laws, and what an event tells of it."""
    under, other, past = a(y), b(y), Pair(a(y), b(y))
    after = Pair(Total(a(x) * f(x, y), x), Total(b(x) * g(x, y), x))
    less, more = HockeyStick(log(v) - log(u), past), HockeyStick(log(v) + log(u), past)
    excess = Max(0, under - w * other), Max(0, under - z * other)
    bound = curve_after(log(v), log(u), d, past)
    fraction = (d * (1 + u) + (1 - d) * (u * c_1 + c_2)) / (1 + u)
    of_each = ApproxDP(log(u), d).on(Pair(f(x, y), g(x, y)))
    return (
        specialise(before[0], {S_all: under > w * other}, "its best event"),
        specialise(before[1], {S_all: under > z * other}, "its best event"),
        have(Total(excess[0], y) <= c_1, "the hockey stick at the smaller loss"),
        have(Total(excess[1], y) <= c_2, "the hockey stick at the larger loss"),
        have(w * other <= smaller * other, "the losses"),
        have(z * other <= larger * other, "the losses"),
        have(Max(0, under - smaller * other) <= excess[0], "for each output"),
        have(Max(0, under - larger * other) <= excess[1], "for each output"),
        Chain(less).le(Total(excess[0], y), "sum over the outputs").le(c_1, "the smaller loss"),
        Chain(more).le(Total(excess[1], y), "sum over the outputs").le(c_2, "the larger loss"),
        have(
            ForAll(x, of_each),
            "in this order",
            derivation=(specialise(as_ratio, {x: x}), have(of_each, "in this order")),
        ),
        have(
            Max(0, p(y) - exp(log(v)) * q(y)) <= Max(0, after.a - exp(log(v)) * after.b),
            "the laws of all outputs",
        ),
        have(
            S_all * p(y) - v * (S_all * q(y)) <= Max(0, p(y) - exp(log(v)) * q(y)),
            "an output is in the event, or not",
        ),
        have((1 - d) * (u * less + more) <= (1 - d) * (u * c_1 + c_2), "the hockey sticks before"),
        have(fraction <= c, "divide by 1 + u"),
        Chain(Mass(S_all, p(y)) - v * Mass(S_all, q(y)))
        .le(HockeyStick(log(v), Pair(p(y), q(y))), "output by output")
        .le(HockeyStick(log(v), after), "the laws of all outputs")
        .le(
            bound,
            "one more mechanism",
            by=one_more_mechanism.at(
                t=log(v), eps=log(u), delta=d, P=Lambda(y, a(y)), Q=Lambda(y, b(y)), F=f(x, y), G=g(x, y)
            ),
        )
        .eq((d * (1 + u) + (1 - d) * (u * less + more)) / (1 + u), "one fraction")
        .le(fraction, "the hockey sticks before")
        .le(c, "the line before"),
    )


each_ratio = Theorem(
    title="The ratios of the masses of a mechanism, whatever came before it",
    source="dwork2006b",
    kind="lemma",
    given=(*composed.facts, new, bounded),
    claim=as_ratio,
    derivation=(
        specialise(new, {x: x}),
        have(eps <= log(u), "the logarithm is increasing"),
        have(
            as_ratio.args[1],
            "a larger loss",
            by=larger_loss.at(eps_2=log(u), delta=d, delta_2=d, P=Lambda(y, K(x, y)), Q=Lambda(y, L(x, y))),
        ),
        have(as_ratio, "whichever it is"),
    ),
    example=point({eps: log(2), u: 2, d: 0}, **marks),
    near_misses={
        "the mechanisms unprotected": without(new, witness=point({eps: 0, u: 1, d: 0}, **marks)),
        "a smaller ratio": without(
            bounded, instead=u <= exp(eps), witness=point({eps: log(2), u: 1, d: 0}, **marks)
        ),
    },
)

at_marks = {eps: log(2), u: 2, d: 0, v: 2, w: 1, z: 4, c: 2 * third / 3, c_1: third, c_2: 0}
one_more = Theorem(
    title="The delta of one more mechanism at a loss, from those of the outputs before at two losses",
    source="kairouz2015",
    kind="lemma",
    given=(*given, enough),
    claim=ApproxDP(log(v), c),
    derivation=(
        have(as_ratio, "the ratios of the masses", by=each_ratio),
        *of_all(P, Q, A, B, K, L),
        *of_all(Q, P, B, A, L, K),
    ),
    example=point(at_marks, **marks),
    near_misses={
        "the new mechanism unprotected": without(
            given,
            instead=(g for g in given if g != new),
            witness=point({**at_marks, eps: 0, u: 1, w: 2, z: 2, c_1: 0, c: 0}, **marks),
        ),
        "the two deltas exchanged": without(
            enough, instead=(u * c_2 + c_1) <= (1 + u) * c, witness=point({**at_marks, c: third / 3}, **marks)
        ),
        "only the smaller loss, with its chance": without(
            enough, instead=c_1 <= (1 + u) * c, witness=point({**at_marks, c: third / 3}, **marks)
        ),
    },
    note=(
        "With equalities this is the recursion of the hockey sticks of responses. Where one delta is known at each of finitely "
        "many losses, it gives any number of mechanisms one by one; the losses and deltas of the mechanisms may differ."
    ),
)
