"""Mixtures: a mechanism that is drawn at random, whatever the input, keeps what all of them satisfy."""

from dpsym.derivations.vocabulary import delta, eps, third, two_thirds
from dpsym.language import *
from dpsym.language.combined import C, K, L, follows, mixed, x

eps, delta = eps.ranging(at_least=0), delta.ranging(at_least=0)
each = ForAll(x, ApproxDP(eps, delta).on(follows))
# one mechanism of two is drawn; the output does not tell which
truth, lie = (two_thirds, third), (third, two_thirds)
drawn = {"C": (1, 0), "K": (*truth, *truth), "L": (*lie, *lie), "P": truth, "Q": lie}

approximate = Theorem(
    title="A mixture of mechanisms is as private as they are",
    source="dwork2006a",
    given=mixed.of(ApproxDP(eps, delta)),
    claim=ApproxDP(eps, delta),
    derivation=(
        have(
            ForAll(
                x, C(x) * Total(S(y) * K(x, y), y) <= C(x) * (exp(eps) * Total(S(y) * L(x, y), y) + delta)
            ),
            "each of the mechanisms, times its probability",
            derivation=(
                specialise(each, {x: x}, "each of the mechanisms"),
                specialise(each.args[1], {S(y): S(y)}, "this event"),
            ),
        ),
        have(Eq(S(y) * P(y), Total(C(x) * (S(y) * K(x, y)), x)), "the law of the mixture"),
        have(Eq(S(y) * Q(y), Total(C(x) * (S(y) * L(x, y)), x)), "the law of the mixture"),
        have(Eq(Mass(S(y), P), Total(C(x) * Total(S(y) * K(x, y), y), x)), "sum over the outputs"),
        have(Eq(Mass(S(y), Q), Total(C(x) * Total(S(y) * L(x, y), y), x)), "sum over the outputs"),
        Chain(Mass(S(y), P))
        .eq(Total(C(x) * Total(S(y) * K(x, y), y), x), "the law of the mixture")
        .le(Total(C(x) * (exp(eps) * Total(S(y) * L(x, y), y) + delta), x), "each of the mechanisms")
        .eq(exp(eps) * Mass(S(y), Q) + delta, "the probabilities add up to 1"),
    ),
    example=point({eps: log(2), delta: 0}, **drawn),
    near_misses={
        "the mechanisms unprotected": variant(given=mixed.facts, witness=point({eps: 0, delta: 0}, **drawn)),
    },
)

pure = Theorem(
    title="A mixture of purely private mechanisms is as private as they are",
    source="dwork2006a",
    given=mixed.of(PureDP(eps)),
    claim=PureDP(eps),
    derivation=(
        have(
            ForAll(x, ApproxDP(eps, Integer(0)).on(follows)),
            "pure DP",
            derivation=(
                specialise(ForAll(x, PureDP(eps).on(follows)), {x: x}, "each of the mechanisms"),
                have(ApproxDP(eps, Integer(0)).on(follows), "pure DP"),
            ),
        ),
        have(ApproxDP(eps, Integer(0)), "the same with delta 0", by=approximate.at(delta=Integer(0))),
    ),
    example=point({eps: log(2)}, **drawn),
    near_misses={
        "the mechanisms unprotected": variant(given=mixed.facts, witness=point({eps: 0}, **drawn)),
    },
)
