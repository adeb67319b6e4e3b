"""Subsampling: a mechanism on a random sample of the records is more private than on all of them."""

from dpsym.derivations.vocabulary import delta, eps, half, q, third, two_thirds
from dpsym.language import *
from dpsym.language.combined import C, J, K, L, drawn, follows, subsampled, x

eps, delta = eps.ranging(at_least=0), delta.ranging(at_least=0)
sample = subsampled(q)
each = ForAll(x, ApproxDP(eps, delta).on(follows))
loss = log(1 + q * (exp(eps) - 1))
factor = 1 + q * (exp(eps) - 1)
left_out, added = Total(S(y) * K(x, y), y), Total(S(y) * L(x, y), y)

truth, lie = (two_thirds, third), (third, two_thirds)
# a coin decides whether the record is in the sample; the others tell nothing
coin = {
    "C": (1, 0),
    "K": (*lie, *lie),
    "L": (*truth, *truth),
    "P": (half, half),
    "Q": lie,
}

mixture = (
    have(
        Eq(S(y) * P(y), Total(C(x) * (S(y) * K(x, y) + q * (S(y) * L(x, y) - S(y) * K(x, y))), x)),
        "the law with the record",
    ),
    have(Eq(S(y) * Q(y), Total(C(x) * (S(y) * K(x, y)), x)), "the law without it"),
    have(Eq(Mass(S(y), P), Total(C(x) * (left_out + q * (added - left_out)), x)), "sum over the outputs"),
    have(Eq(Mass(S(y), Q), Total(C(x) * left_out, x)), "sum over the outputs"),
)


def for_each_sample(left, right, *steps):
    """A bound for each sample, times its probability."""
    return have(
        ForAll(x, C(x) * left <= C(x) * right),
        "for each sample, times its probability",
        derivation=(
            specialise(each, {x: x}, "for each sample"),
            specialise(each.args[1], {S(y): S(y)}, "this event"),
            *steps,
            have(left <= right, "for this sample"),
        ),
    )


with_record, without_record = left_out + q * (added - left_out), left_out
one_way = Theorem(
    title="A record in a random sample: the law with it against the law without",
    source="balle2018",
    kind="lemma",
    given=sample.of(ApproxDP(eps, delta)),
    claim=EveryEvent(S(y), Mass(S(y), P) <= factor * Mass(S(y), Q) + q * delta),
    derivation=(
        for_each_sample(
            with_record,
            factor * without_record + q * delta,
            have(0 <= q * (exp(eps) * left_out + delta - added), "no factor is negative"),
        ),
        *mixture,
        Chain(Mass(S(y), P))
        .eq(Total(C(x) * with_record, x), "the law with the record")
        .le(Total(C(x) * (factor * without_record + q * delta), x), "for each sample")
        .eq(factor * Mass(S(y), Q) + q * delta, "the probabilities add up to 1"),
    ),
    example=point({eps: log(2), delta: 0, q: half}, **coin),
    near_misses={
        "without the factor of the delta": variant(
            EveryEvent(S(y), Mass(S(y), P) <= factor * Mass(S(y), Q)),
            witness=point({eps: 0, delta: third, q: half}, **coin),
        ),
        "the mechanism unprotected": variant(
            given=sample.facts, witness=point({eps: 0, delta: 0, q: half}, **coin)
        ),
    },
)

other_way = Theorem(
    title="A record in a random sample: the law without it against the law with it",
    source="balle2018",
    kind="lemma",
    given=sample.of(ApproxDP(eps, delta)),
    claim=EveryEvent(S(y), Mass(S(y), Q) <= factor * Mass(S(y), P) + q * delta),
    derivation=(
        have(1 <= exp(eps), "an exponential"),
        for_each_sample(
            without_record,
            factor * with_record + q * delta,
            have(0 <= q * (1 - q), "no factor is negative"),
            have(0 <= q * (exp(eps) - 1), "no factor is negative"),
            have(0 <= q * factor * (exp(eps) * added + delta - left_out), "no factor is negative"),
            have(0 <= q * (1 - q) * (exp(eps) - 1) * delta, "no factor is negative"),
            have(0 <= q * (1 - q) * (exp(eps) - 1) ** 2 * left_out, "no factor is negative"),
            have(exp(eps) * left_out <= exp(eps) * (factor * with_record + q * delta), "by the lines before"),
        ),
        *mixture,
        Chain(Mass(S(y), Q))
        .eq(Total(C(x) * without_record, x), "the law without the record")
        .le(Total(C(x) * (factor * with_record + q * delta), x), "for each sample")
        .eq(factor * Mass(S(y), P) + q * delta, "the probabilities add up to 1"),
    ),
    example=point({eps: log(2), delta: 0, q: half}, **coin),
    near_misses={
        "without the factor of the delta": variant(
            EveryEvent(S(y), Mass(S(y), Q) <= factor * Mass(S(y), P)),
            witness=point({eps: 0, delta: third, q: half}, **coin),
        ),
        "the mechanism unprotected": variant(
            given=sample.facts, witness=point({eps: 0, delta: 0, q: half}, **coin)
        ),
    },
)

approximate = Theorem(
    title="Approximate DP is amplified by subsampling",
    source="balle2018",
    given=sample.of(ApproxDP(eps, delta)),
    claim=ApproxDP(loss, q * delta),
    derivation=(
        have(one_way.claim, "with the record", by=one_way),
        have(other_way.claim, "without the record", by=other_way),
        specialise(one_way.claim, {S(y): S(y)}, "this event"),
        specialise(other_way.claim, {S(y): S(y)}, "this event"),
    ),
    example=point({eps: log(2), delta: 0, q: half}, **coin),
    near_misses={
        "q times the loss": variant(
            ApproxDP(q * eps, q * delta),
            witness=point(
                {eps: 2 * log(2), delta: 0, q: half},
                **{
                    **coin,
                    "K": (Rational(1, 5), Rational(4, 5)) * 2,
                    "L": (Rational(4, 5), Rational(1, 5)) * 2,
                    "Q": (Rational(1, 5), Rational(4, 5)),
                },
            ),
        ),
        "the mechanism unprotected": variant(
            given=sample.facts, witness=point({eps: 0, delta: 0, q: half}, **coin)
        ),
    },
    note="Each record is in the sample with probability q, independently of the others; neighbours differ in one record more.",
)

pure = Theorem(
    title="Pure DP is amplified by subsampling",
    source="balle2018",
    given=sample.of(PureDP(eps)),
    claim=PureDP(loss),
    derivation=(
        have(
            ForAll(x, ApproxDP(eps, Integer(0)).on(follows)),
            "pure DP",
            derivation=(
                specialise(ForAll(x, PureDP(eps).on(follows)), {x: x}, "for each sample"),
                have(ApproxDP(eps, Integer(0)).on(follows), "pure DP"),
            ),
        ),
        have(ApproxDP(loss, q * Integer(0)), "the same with delta 0", by=approximate.at(delta=Integer(0))),
    ),
    example=point({eps: log(2), q: half}, **coin),
    near_misses={
        "the mechanism unprotected": variant(given=sample.facts, witness=point({eps: 0, q: half}, **coin)),
        "no loss": variant(PureDP(0), witness=point({eps: log(2), q: half}, **coin)),
    },
)

# ------------------------------------------------------------------------------------------ without replacement
share = parameter("q", at_least=0, at_most=1, about="part of the records that is drawn")
fixed = drawn(share)
loss_of_share = log(1 + share * (exp(eps) - 1))
factor_of_share = 1 + share * (exp(eps) - 1)
replaced = Total(S(y) * J(x, y), y)
nowhere_else = {**coin, "J": coin["K"]}
before, after = left_out + share * (added - left_out), left_out + share * (replaced - left_out)


def of_pair(law):
    """What is supposed of the laws on a sample with the record before it is replaced, and on another one."""
    return ForAll(x, ApproxDP(eps, delta).on(law))


pairs = (Pair(K(x, y), L(x, y)), Pair(K(x, y), J(x, y)), Pair(L(x, y), J(x, y)))
every_sample = tuple(map(of_pair, pairs))

replaced_one_way = Theorem(
    title="A record replaced in a sample without replacement: the law before against the law after",
    source="balle2018",
    kind="lemma",
    given=fixed.of(ApproxDP(eps, delta)),
    claim=EveryEvent(S(y), Mass(S(y), P) <= factor_of_share * Mass(S(y), Q) + share * delta),
    derivation=(
        have(1 <= exp(eps), "an exponential"),
        have(
            ForAll(x, C(x) * before <= C(x) * (factor_of_share * after + share * delta)),
            "for each sample, times its probability",
            derivation=(
                *(
                    step
                    for each in every_sample
                    for step in (
                        specialise(each, {x: x}, "for each sample"),
                        specialise(each.args[1], {S(y): S(y)}, "this event"),
                    )
                ),
                have(added <= exp(eps) * left_out + delta, "approximate DP"),
                have(added <= exp(eps) * replaced + delta, "approximate DP"),
                have(
                    0 <= share * ((1 - share) * (exp(eps) - 1)) * (exp(eps) * left_out + delta - added),
                    "no factor is negative",
                ),
                have(
                    0 <= share * factor_of_share * (exp(eps) * replaced + delta - added),
                    "no factor is negative",
                ),
                have(
                    exp(eps) * before <= exp(eps) * (factor_of_share * after + share * delta),
                    "the sum of both",
                ),
                have(before <= factor_of_share * after + share * delta, "for this sample"),
            ),
        ),
        have(
            Eq(S(y) * P(y), Total(C(x) * (S(y) * K(x, y) + share * (S(y) * L(x, y) - S(y) * K(x, y))), x)),
            "the law before",
        ),
        have(
            Eq(S(y) * Q(y), Total(C(x) * (S(y) * K(x, y) + share * (S(y) * J(x, y) - S(y) * K(x, y))), x)),
            "the law after",
        ),
        have(Eq(Mass(S(y), P), Total(C(x) * before, x)), "sum over the outputs"),
        have(Eq(Mass(S(y), Q), Total(C(x) * after, x)), "sum over the outputs"),
        Chain(Mass(S(y), P))
        .eq(Total(C(x) * before, x), "the law before")
        .le(Total(C(x) * (factor_of_share * after + share * delta), x), "for each sample")
        .eq(factor_of_share * Mass(S(y), Q) + share * delta, "the probabilities add up to 1"),
    ),
    example=point({eps: log(2), delta: 0, share: half}, **nowhere_else),
    near_misses={
        "without the factor of the delta": variant(
            EveryEvent(S(y), Mass(S(y), P) <= factor_of_share * Mass(S(y), Q)),
            witness=point({eps: 0, delta: third, share: half}, **nowhere_else),
        ),
        "the mechanism unprotected": variant(
            given=fixed.facts, witness=point({eps: 0, delta: 0, share: half}, **nowhere_else)
        ),
    },
)

exchanged = EveryEvent(S(y), Mass(S(y), Q) <= factor_of_share * Mass(S(y), P) + share * delta)
without_replacement = Theorem(
    title="Approximate DP is amplified by sampling without replacement",
    source="balle2018",
    given=fixed.of(ApproxDP(eps, delta)),
    claim=ApproxDP(loss_of_share, share * delta),
    derivation=(
        have(replaced_one_way.claim, "the law before", by=replaced_one_way),
        have(
            exchanged,
            "the law after",
            by=replaced_one_way.at(
                P=Lambda(y, Q(y)),
                Q=Lambda(y, P(y)),
                L=Lambda((x, y), J(x, y)),
                J=Lambda((x, y), L(x, y)),
            ),
        ),
        specialise(replaced_one_way.claim, {S(y): S(y)}, "this event"),
        specialise(exchanged, {S(y): S(y)}, "this event"),
    ),
    example=point({eps: log(2), delta: 0, share: half}, **nowhere_else),
    near_misses={
        "the part drawn times the loss": variant(
            ApproxDP(share * eps, share * delta),
            witness=point(
                {eps: 2 * log(2), delta: 0, share: half},
                **{
                    **coin,
                    "K": (Rational(1, 5), Rational(4, 5)) * 2,
                    "J": (Rational(1, 5), Rational(4, 5)) * 2,
                    "L": (Rational(4, 5), Rational(1, 5)) * 2,
                    "Q": (Rational(1, 5), Rational(4, 5)),
                },
            ),
        ),
        "the mechanism unprotected": variant(
            given=fixed.facts, witness=point({eps: 0, delta: 0, share: half}, **nowhere_else)
        ),
    },
    note=(
        "Of n records m are drawn, each set of m with the same probability, and q is m/n; neighbours have one record replaced. "
        "With the sample by coin flips and neighbours with one record more, the bound is the same."
    ),
)

pure_without_replacement = Theorem(
    title="Pure DP is amplified by sampling without replacement",
    source="balle2018",
    given=fixed.of(PureDP(eps)),
    claim=PureDP(loss_of_share),
    derivation=(
        *(
            have(
                ForAll(x, ApproxDP(eps, Integer(0)).on(pair)),
                "pure DP",
                derivation=(
                    specialise(ForAll(x, PureDP(eps).on(pair)), {x: x}, "for each sample"),
                    have(ApproxDP(eps, Integer(0)).on(pair), "pure DP"),
                ),
            )
            for pair in pairs
        ),
        have(
            ApproxDP(loss_of_share, share * Integer(0)),
            "the same with delta 0",
            by=without_replacement.at(delta=Integer(0)),
        ),
    ),
    example=point({eps: log(2), share: half}, **nowhere_else),
    near_misses={
        "the mechanism unprotected": variant(
            given=fixed.facts, witness=point({eps: 0, share: half}, **nowhere_else)
        ),
        "no loss": variant(PureDP(0), witness=point({eps: log(2), share: half}, **nowhere_else)),
    },
)
