"""How two latent numbers become two noises (Section 4.2): each noise gets its law, and both the joint law of the latent numbers."""

from dpsym.derivations.analysis.normal_tails import rises as phi_up
from dpsym.derivations.analysis.normal_tails import rises_strictly
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

X = function("X", law=False, about="the first latent number")
W = function("W", law=False, about="the second latent number")
F = function("F", law=False, about="the distribution function of the first latent number")
G = function("G", law=False, about="the distribution function of the second latent number")
A = function("A", law=False, about="the quantile function of the first noise")
B = function("B", law=False, about="the quantile function of the second noise")
D = function("D", law=False, about="the distribution function of the first noise")
E = function("E", law=False, about="the distribution function of the second noise")
u, x = parameter("u", about="a probability"), parameter("x", about="a number")
v = parameter("v", about="a value of the first noise")
w = parameter("w", about="a value of the second noise")
s = parameter("s", about="the quantile of the first latent number at the probability of that value")
t = parameter("t", about="the quantile of the second latent number at the probability of that value")
O = function("O", about="the law of both latent numbers together")


def quantiles(inverse, probability, value):
    """That `inverse` is the quantile function of a law: it is at most the value where the probability is at most that of the value."""
    return AllOf(
        ForAll(u, Implication(AllOf(0 < u, u < 1, probability(value) < u), value < inverse(u))),
        ForAll(u, Implication(AllOf(0 < u, u < 1, u <= probability(value)), inverse(u) <= value)),
    )


def rises(curve, latent, place):
    """That a distribution function rises strictly at a place, and is neither 0 nor 1 at a latent number."""
    return AllOf(
        ForAll(u, Implication(u <= place, curve(u) <= curve(place))),
        ForAll(u, Implication(place < u, curve(place) < curve(u))),
        ForAll(y, AllOf(0 < curve(latent(y)), curve(latent(y)) < 1)),
    )


def noise(inverse, curve, latent):
    """What the sampler makes of a latent number."""
    return inverse(curve(latent(y)))


def below(*conditions):
    """How likely all of the conditions are."""
    return Total(Indicator(AllOf(*conditions) if len(conditions) > 1 else conditions[0]) * O(y), y)


first = (rises(F, X, s), quantiles(A, D, v), Eq(F(s), D(v)))
second = (rises(G, W, t), quantiles(B, E, w), Eq(G(t), E(w)))
line = Lambda(x, half + x / 4)
doubled, halved = Lambda(x, 2 * x), Lambda(x, x / 2)
told = {"X": (-1, 1), "F": line, "A": doubled, "D": halved}
at = {v: 1, s: 0}
said = noise(A, F, X) <= v

one_event = Theorem(
    title="The noise is at most a value where the latent number is at most its quantile",
    kind="lemma",
    given=first,
    claim=ForAll(y, Eq(Indicator(said), Indicator(X(y) <= s))),
    derivation=(
        have(
            Eq(Indicator(said), Indicator(X(y) <= s)),
            "one event",
            derivation=cases(
                X(y) <= s,
                (
                    specialise(first[0].args[0], {u: X(y)}, "it rises"),
                    specialise(first[1].args[1], {u: F(X(y))}, "the quantile function"),
                    have(F(X(y)) <= D(v), "at most the probability"),
                    have(said, "the quantile function"),
                ),
                (
                    specialise(first[0].args[1], {u: X(y)}, "it rises"),
                    specialise(first[1].args[0], {u: F(X(y))}, "the quantile function"),
                    have(D(v) < F(X(y)), "above the probability"),
                    have(v < noise(A, F, X), "the quantile function"),
                ),
            ),
        ),
    ),
    example=point(at, **told),
    near_misses={
        "where the distribution function is flat": variant(
            given=(first[0].args[1:] and AllOf(first[0].args[0], first[0].args[2]), *first[1:]),
            witness=point(at, X=(0, 1), F=Lambda(x, half), A=doubled, D=Lambda(x, half)),
        ),
        "at another number": variant(given=first[:2], witness=point({v: 1, s: -2}, **told)),
    },
)
both_below = below(said, noise(B, G, W) <= w)
latent_below = below(X(y) <= s, W(y) <= t)
pair = {"O": (half, half), **told, "W": (-1, 1), "G": line, "B": doubled, "E": halved}
at_both = {v: 1, s: 0, w: 1, t: 0}

transforms = Theorem(
    title="Two noises from two latent numbers: each has its law, and both have the joint law of the latent numbers",
    source=of_any_spaces("zhang.alg-psedr"),
    given=(*first, *second, Eq(below(X(y) <= s), F(s)), Eq(below(W(y) <= t), G(t))),
    claim=AllOf(Eq(below(said), D(v)), Eq(below(noise(B, G, W) <= w), E(w)), Eq(both_below, latent_below)),
    derivation=(
        have(ForAll(y, Eq(Indicator(said), Indicator(X(y) <= s))), "one event", by=one_event),
        have(
            ForAll(y, Eq(Indicator(noise(B, G, W) <= w), Indicator(W(y) <= t))),
            "one event",
            by=one_event.at(X=W, F=G, A=B, D=E, v=w, s=t),
        ),
        specialise(ForAll(y, Eq(Indicator(said), Indicator(X(y) <= s))), {y: y}),
        specialise(ForAll(y, Eq(Indicator(noise(B, G, W) <= w), Indicator(W(y) <= t))), {y: y}),
        Chain(below(said))
        .eq(below(X(y) <= s), "one event")
        .eq(F(s), "the first latent number")
        .eq(D(v), "its quantile"),
        Chain(below(noise(B, G, W) <= w))
        .eq(below(W(y) <= t), "one event")
        .eq(G(t), "the second")
        .eq(E(w), "its quantile"),
        have(Eq(both_below, latent_below), "both events"),
    ),
    example=point(at_both, **pair),
    near_misses={
        "as if the latent numbers were independent": variant(
            Eq(both_below, F(s) * G(t)), witness=point(at_both, **pair)
        ),
        "with another distribution function of the first latent number": without(
            Eq(below(X(y) <= s), F(s)),
            witness=point(
                at_both, **{**pair, "O": (quarter, quarter, half), "X": (-1, 1, 1), "W": (-1, -1, 1)}
            ),
        ),
    },
    note=(
        "Step (ii) of the sampler takes the distribution functions of the latent numbers, F and G, and step (iii) the quantile functions A and B of the wanted laws, whose "
        "distribution functions are D and E. A normal distribution function rises strictly through every value between 0 and 1, so that every value v of the noise has such a number s. "
        "That a sum of multiples of independent normal numbers is normal, with the variance that step (ii) gives it, is shown of sums of normal numbers; the correlation of the latent numbers is that of the theorem on the sampler."
    ),
)

H = function(
    "H",
    law=False,
    about="the joint distribution function of two standard normal numbers with some correlation",
)
normal_first, normal_second = A(Phi(X(y))) <= v, B(Phi(W(y))) <= w
at_quantiles = (
    Eq(below(X(y) <= s), Phi(s)),
    Eq(below(W(y) <= t), Phi(t)),
    Eq(below(X(y) <= s, W(y) <= t), H(s, t)),
)
phi = Lambda(x, Phi(x))
even = {"O": (half, half), "X": (-1, 1), "W": (-1, 1), "A": doubled, "D": halved, "B": doubled, "E": halved}


def phi_rises(latent, place):
    """The steps that show of the normal distribution function what is asked of any."""
    return have(
        AllOf(
            ForAll(u, Implication(u <= place, Phi(u) <= Phi(place))),
            ForAll(u, Implication(place < u, Phi(place) < Phi(u))),
            ForAll(y, AllOf(0 < Phi(latent(y)), Phi(latent(y)) < 1)),
        ),
        "the normal distribution function rises strictly, between 0 and 1",
        derivation=(
            have(
                ForAll(u, Implication(u <= place, Phi(u) <= Phi(place))),
                "it rises",
                by=phi_up.at(s=u, t=place),
            ),
            have(
                ForAll(u, Implication(place < u, Phi(place) < Phi(u))),
                "strictly",
                by=rises_strictly.at(s=place, t=u),
            ),
            have(ForAll(y, AllOf(0 < Phi(latent(y)), Phi(latent(y)) < 1)), "between 0 and 1"),
        ),
    )


coupled = Theorem(
    title="The distribution function of the coupled noises",
    source=of_any_spaces("zhang.eq-copcdf"),
    given=(quantiles(A, D, v), Eq(Phi(s), D(v)), quantiles(B, E, w), Eq(Phi(t), E(w)), *at_quantiles),
    claim=AllOf(
        Eq(below(normal_first), D(v)),
        Eq(below(normal_second), E(w)),
        Eq(below(normal_first, normal_second), H(s, t)),
    ),
    derivation=(
        phi_rises(X, s),
        phi_rises(W, t),
        have(
            AllOf(
                Eq(below(normal_first), D(v)),
                Eq(below(normal_second), E(w)),
                Eq(below(normal_first, normal_second), below(X(y) <= s, W(y) <= t)),
            ),
            "the sampler",
            by=transforms.at(F=phi, G=phi),
        ),
    ),
    example=point({v: 1, s: 0, w: 1, t: 0}, **even, H=Lambda((x, u), half)),
    near_misses={
        "as if the noises were independent": variant(
            Eq(below(normal_first, normal_second), D(v) * E(w)),
            witness=point({v: 1, s: 0, w: 1, t: 0}, **even, H=Lambda((x, u), half)),
        ),
        "at other numbers": without(
            Eq(Phi(s), D(v)),
            Eq(Phi(t), E(w)),
            witness=point({v: half, s: 0, w: half, t: 0}, **even, H=Lambda((x, u), half)),
        ),
    },
    note=(
        "X and W are the two latent numbers less their means and over their standard deviations, H the distribution function of both together; s and t are the normal quantiles of "
        "the wanted distribution functions at v and w. So the noises have the Gaussian copula with the correlation of the latent numbers, whatever laws they are given: "
        "its value at D(v) and E(w) is H(s, t). Two linear functions of independent normal numbers are jointly normal by definition; their correlation is that of the theorem on the sampler."
    ),
)
