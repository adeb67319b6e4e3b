"""What keeps Rényi DP and zero-concentrated DP: mixtures, samples, and mechanisms on disjoint parts of the records."""

from dpsym.derivations.analysis.entropy_of_a_mean import r
from dpsym.derivations.analysis.power_tangents import line, never_alone, part, power, tangent_of_parts
from dpsym.derivations.analysis.signs import divide, multiply
from dpsym.derivations.composition.two_mechanisms import gamma_1, gamma_2, marks, rho_1, rho_2
from dpsym.derivations.composition.two_moments import even
from dpsym.derivations.composition.two_moments import renyi as two_mechanisms
from dpsym.derivations.divergences.no_divergence import renyi_private
from dpsym.derivations.notions import larger_budgets
from dpsym.derivations.vocabulary import alpha, c, gamma, half, q, rho, truthful, u, v
from dpsym.language import *
from dpsym.language.combined import A, B, C, J, K, L, drawn, first, follows, mixed, parallel, subsampled, x

gamma, rho = gamma.ranging(at_least=0), rho.ranging(at_least=0)
gamma_1, gamma_2 = gamma_1.ranging(at_least=0), gamma_2.ranging(at_least=0)
rho_1, rho_2 = rho_1.ranging(at_least=0), rho_2.ranging(at_least=0)
zero = Integer(0)
alike, sure, other = (half, half), (1, 0), (0, 1)
still = {"C": sure, "K": (*alike, *alike), "L": (*alike, *alike), "P": alike, "Q": alike}
unprotected = {"C": sure, "K": (*sure, *sure), "L": (*other, *other), "P": sure, "Q": other}


def without_loss(a, b, *before):
    """That equal laws have no divergence."""
    return (
        *before,
        have(HockeyStick(0, Pair(a, b)) <= 0, "equal laws"),
        have(
            RenyiDP(alpha, zero).on(Pair(a, b)),
            "no divergence",
            by=renyi_private.at(P=Lambda(y, a), Q=Lambda(y, b)),
        ),
    )


mixture = Theorem(
    title="A mixture of mechanisms keeps Rényi DP",
    source="vanervenharremoes2014",
    given=mixed.of(RenyiDP(alpha, gamma)),
    claim=RenyiDP(alpha, gamma),
    derivation=(
        *without_loss(C(y), C(y)),
        have(
            RenyiDP(alpha, zero + gamma),
            "a first mechanism that tells nothing",
            by=two_mechanisms.at(gamma_1=zero, gamma_2=gamma, A=Lambda(y, C(y)), B=Lambda(y, C(y))),
        ),
    ),
    example=point({alpha: 2, gamma: 0}, **still),
    near_misses={
        "the mechanisms unprotected": variant(
            given=mixed.facts, witness=point({alpha: 2, gamma: 0}, **unprotected)
        ),
        "a smaller bound": variant(RenyiDP(alpha, gamma - 1), witness=point({alpha: 2, gamma: 0}, **still)),
    },
)

concentrated_mixture = Theorem(
    title="A mixture of mechanisms keeps zero-concentrated DP",
    source="bunsteinke2016",
    given=mixed.of(ZCDP(rho)),
    claim=ZCDP(rho),
    derivation=(
        have(
            ForAll(x, RenyiDP(alpha, alpha * rho).on(follows)),
            "one order",
            derivation=(
                specialise(ForAll(x, ZCDP(rho).on(follows)), {x: x}, "each of the mechanisms"),
                specialise(ZCDP(rho).on(follows), {alpha: alpha}, "one order"),
            ),
        ),
        have(RenyiDP(alpha, alpha * rho), "order by order", by=mixture.at(gamma=alpha * rho)),
    ),
    example=point({rho: 0}, **still),
    near_misses={
        "the mechanisms unprotected": variant(given=mixed.facts, witness=point({rho: 0}, **unprotected)),
        "a smaller budget": variant(ZCDP(rho - 1), witness=point({rho: 0}, **still)),
    },
)

one, another = r + q * (u - r), r + q * (v - r)

power_of_a_mean = Theorem(
    title="The power of masses that are mixed with the same mass",
    source="vanervenharremoes2014",
    kind="lemma",
    given=never_alone(u, v),
    claim=part(one, another) <= r + q * (part(u, v) - r),
    derivation=cases(
        0 < one,
        cases(
            0 < another,
            (
                let(
                    c,
                    log(one) - log(another),
                    (Eq(power(one, another), line(exp(log(one)), exp(log(another)))),),
                    "where the tangent touches it",
                ),
                have(line(u, v) <= part(u, v), "above the tangent", by=tangent_of_parts.at(u=u, v=v)),
                have(Eq(part(r, r), r), "equal masses", split=(0 < r,)),
                have(line(r, r) <= part(r, r), "above the tangent", by=tangent_of_parts.at(u=r, v=r)),
                Chain(part(one, another))
                .eq(power(one, another), "both masses are positive")
                .eq(line(exp(log(one)), exp(log(another))), "the tangent touches it")
                .eq(line(one, another), "exponential of a logarithm")
                .eq((1 - q) * line(r, r) + q * line(u, v), "a tangent is linear")
                .le((1 - q) * r + q * part(u, v), "above the tangents")
                .eq(r + q * (part(u, v) - r), "collect"),
            ),
        ),
    ),
    example=point({alpha: 2, q: half, r: 1, u: 1, v: 1}),
    tight=point({alpha: 2, q: half, r: 1, u: 1, v: 1}),
    near_misses={
        "the power with a share squared": variant(
            part(one, another) <= r + q**2 * (part(u, v) - r),
            witness=point({alpha: 2, q: half, r: 0, u: 1, v: 1}),
        ),
        "where the second mass is 0 alone": variant(
            given=(), witness=point({alpha: 2, q: half, r: 1, u: 1, v: 0})
        ),
    },
)

excess = exp((alpha - 1) * gamma) - 1  # of a moment over that of equal laws
loss = log(1 + q * excess) / (alpha - 1)
# R: a law that is mixed with each of the two.
R = function("R", about="a law that is mixed with each of the two")
mixed_laws = Pair(R(y) + q * (P(y) - R(y)), R(y) + q * (Q(y) - R(y)))


def in_one_order(pair):
    """The moment of the mixed laws, in one order."""
    first_mass, second_mass = pair.a, pair.b
    laws = Pair(R(y) + q * (first_mass - R(y)), R(y) + q * (second_mass - R(y)))
    return (
        have(
            part(laws.a, laws.b) <= R(y) + q * (part(first_mass, second_mass) - R(y)),
            "at every output",
            by=power_of_a_mean.at(u=first_mass, v=second_mass, r=R(y)),
        ),
        have(
            ForAll(y, never_alone(laws.a, laws.b)),
            "no loss becomes infinite",
            derivation=have(
                never_alone(laws.a, laws.b),
                "no loss becomes infinite",
                derivation=(
                    have(Eq((1 - q) * R(y), 0), "a part of nothing"),
                    have(Eq(q * second_mass, 0), "a part of nothing"),
                    have(Eq(q * first_mass, 0), "no loss is infinite", split=(0 < q, 0 < second_mass)),
                ),
            ),
        ),
        have(RenyiMoment(alpha, pair) <= exp((alpha - 1) * gamma), "Rényi DP"),
        have(
            RenyiMoment(alpha, pair) * q <= exp((alpha - 1) * gamma) * q,
            "times a probability",
            by=multiply.at(u=RenyiMoment(alpha, pair), v=exp((alpha - 1) * gamma), w=q),
        ),
        Chain(RenyiMoment(alpha, laws))
        .le(Total(R(y) + q * (part(first_mass, second_mass) - R(y)), y), "at every output")
        .eq(1 + q * (RenyiMoment(alpha, pair) - 1), "the law has mass 1")
        .le(1 + q * excess, "Rényi DP"),
    )


mixed_with_one = Theorem(
    title="Two laws that are mixed with the same law",
    source="vanervenharremoes2014",
    kind="lemma",
    given=(distribution(R(y)), RenyiDP(alpha, gamma)),
    claim=RenyiDP(alpha, loss).on(mixed_laws),
    derivation=(
        have(1 <= exp((alpha - 1) * gamma), "an exponential"),
        have(Eq((alpha - 1) * loss, log(1 + q * excess)), "multiply and divide"),
        *in_one_order(Pair()),
        *in_one_order(Pair().swapped),
    ),
    example=point({alpha: 2, gamma: 0, q: half}, P=alike, Q=alike, R=alike),
    near_misses={
        "without Rényi DP": without(
            RenyiDP(alpha, gamma), witness=point({alpha: 2, gamma: 0, q: 1}, P=sure, Q=other, R=alike)
        ),
        "where no law is mixed in": variant(
            RenyiDP(alpha, loss),
            witness=point(
                {alpha: 2, gamma: log(Rational(3, 2)), q: half},
                **truthful,
                R=alike,
            ),
        ),
    },
)

with_it, without_it = K(x, y) + q * (L(x, y) - K(x, y)), K(x, y) + q * (K(x, y) - K(x, y))
replaced = K(x, y) + q * (J(x, y) - K(x, y))
share = parameter("q", at_least=0, at_most=1, about="part of the records that is drawn")
whole = {**still, "J": still["K"]}
few, many = (Rational(1, 5), Rational(4, 5)), (Rational(4, 5), Rational(1, 5))
loud = {"C": sure, "K": few * 2, "L": many * 2, "P": alike, "Q": few}
of_order_4 = log(Rational(3277, 64)) / 3  # the divergence of order 4 of what `loud` lists
exchanged = {**unprotected, "K": unprotected["L"], "L": unprotected["K"], "J": unprotected["L"]}


def sampled(before, after, said):
    """From Rényi DP of the laws on each sample, with the record and without it or with another, to that of the whole."""
    laws = Pair(before, after)
    return (
        have(
            ForAll(x, RenyiDP(alpha, loss).on(laws)),
            "for each sample",
            derivation=(
                *(
                    specialise(ForAll(x, distribution(law)), {x: x}, "a law")
                    for law in dict.fromkeys((K(x, y), said.a, said.b))
                ),
                specialise(ForAll(x, RenyiDP(alpha, gamma).on(said)), {x: x}, "for each sample"),
                have(
                    RenyiDP(alpha, loss).on(laws),
                    "the laws where the record is not in the sample are mixed in",
                    by=mixed_with_one.at(P=Lambda(y, said.a), Q=Lambda(y, said.b), R=Lambda(y, K(x, y))),
                ),
            ),
        ),
        have(1 <= exp((alpha - 1) * gamma), "an exponential"),
        have(0 <= log(1 + q * excess), "a logarithm of a number of at least 1"),
        have(0 <= loss, "the same divided by a positive number", by=divide.at(a=alpha - 1, c=loss)),
        have(
            RenyiDP(alpha, loss),
            "a mixture of samples",
            by=mixture.at(gamma=loss, K=Lambda((x, y), before), L=Lambda((x, y), after)),
        ),
    )


sample = Theorem(
    title="Rényi DP is amplified by subsampling",
    source="vanervenharremoes2014",
    given=subsampled(q).of(RenyiDP(alpha, gamma)),
    claim=RenyiDP(alpha, loss),
    derivation=sampled(with_it, without_it, Pair(L(x, y), K(x, y))),
    example=point({alpha: 2, gamma: 0, q: half}, **still),
    near_misses={
        "the mechanism unprotected": variant(
            given=subsampled(q).facts, witness=point({alpha: 2, gamma: 0, q: 1}, **exchanged)
        ),
        "q times the bound": variant(
            RenyiDP(alpha, q * gamma), witness=point({alpha: 4, gamma: of_order_4, q: half}, **loud)
        ),
    },
    note="Each record is in the sample with probability q, independently of the others; neighbours differ in one record more.",
)

sample_of_fixed_size = Theorem(
    title="Rényi DP is amplified by sampling without replacement",
    source="vanervenharremoes2014",
    given=drawn(share).of(RenyiDP(alpha, gamma)),
    claim=RenyiDP(alpha, loss),
    derivation=sampled(with_it, replaced, Pair(L(x, y), J(x, y))),
    example=point({alpha: 2, gamma: 0, share: half}, **whole),
    near_misses={
        "the mechanism unprotected": variant(
            given=drawn(share).facts, witness=point({alpha: 2, gamma: 0, share: 1}, **exchanged)
        ),
        "the part drawn times the bound": variant(
            RenyiDP(alpha, share * gamma),
            witness=point({alpha: 4, gamma: of_order_4, share: half}, **loud, J=loud["K"]),
        ),
    },
    note="Of n records m are drawn, and q is m/n; neighbours have one record replaced.",
)


def keeps(title, made, amplified, unprotected, still):
    """That a sample keeps Rényi DP, from the amplified bound."""
    rate = (alpha - 1) * gamma
    return Theorem(
        title=f"{title} keeps Rényi DP",
        source="vanervenharremoes2014",
        given=made.of(RenyiDP(alpha, gamma)),
        claim=RenyiDP(alpha, gamma),
        derivation=(
            have(RenyiDP(alpha, loss), "amplified", by=amplified),
            have(1 <= exp(rate), "an exponential"),
            have(log(1 + q * excess) <= log(exp(rate)), "the logarithm rises"),
            have(loss <= gamma, "divide", by=divide.at(a=alpha - 1, c=gamma - loss)),
            have(RenyiDP(alpha, gamma), "a larger bound", by=larger_budgets.renyi.at(eps=loss, eps_2=gamma)),
        ),
        example=point({alpha: 2, gamma: 0, q: half}, **still),
        near_misses={
            "the mechanism unprotected": variant(
                given=made.facts, witness=point({alpha: 2, gamma: 0, q: 1}, **unprotected)
            ),
            "a smaller bound": variant(
                RenyiDP(alpha, gamma - 1), witness=point({alpha: 2, gamma: 0, q: half}, **still)
            ),
        },
    )


def concentrated(title, made, kept, unprotected, still, pairs):
    """The same for zero-concentrated DP, order by order."""
    return Theorem(
        title=f"{title} keeps zero-concentrated DP",
        source="bunsteinke2016",
        given=made.of(ZCDP(rho)),
        claim=ZCDP(rho),
        derivation=(
            *(
                have(
                    ForAll(x, RenyiDP(alpha, alpha * rho).on(pair)),
                    "one order",
                    derivation=(
                        specialise(ForAll(x, ZCDP(rho).on(pair)), {x: x}, "for each sample"),
                        specialise(ZCDP(rho).on(pair), {alpha: alpha}, "one order"),
                    ),
                )
                for pair in pairs
            ),
            have(RenyiDP(alpha, alpha * rho), "order by order", by=kept.at(gamma=alpha * rho)),
        ),
        example=point({rho: 0, q: half}, **still),
        near_misses={
            "the mechanism unprotected": variant(
                given=made.facts, witness=point({rho: 0, q: 1}, **unprotected)
            ),
            "a smaller budget": variant(ZCDP(rho - 1), witness=point({rho: 0, q: half}, **still)),
        },
        note="With probability 1 the record is in the sample, so that no smaller budget does for every mechanism.",
    )


of_flips = "A sample", subsampled(q)
of_draws = "A sample without replacement", drawn(share)
in_sample = keeps(*of_flips, sample, exchanged, still)
concentrated_sample = concentrated(*of_flips, in_sample, exchanged, still, (follows,))
in_sample_of_fixed_size = keeps(*of_draws, sample_of_fixed_size, exchanged, whole)
concentrated_sample_of_fixed_size = concentrated(
    *of_draws, in_sample_of_fixed_size, exchanged, whole,
    (Pair(K(x, y), L(x, y)), Pair(K(x, y), J(x, y)), Pair(L(x, y), J(x, y))),
)  # fmt: skip

larger_bound, larger_rho = Max(gamma_1, gamma_2), Max(rho_1, rho_2)
same_first, same_second = parallel.facts[-1].args
quiet = {"A": alike, "B": alike, "K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "P": alike, "Q": alike}
told = {"A": sure, "B": other, "K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "P": sure, "Q": other}


def at_most_larger(budget):
    """What one of the mechanisms has, and so the larger bound."""
    return have(
        RenyiDP(alpha, larger_bound),
        "the larger bound",
        by=larger_budgets.renyi.at(eps=budget, eps_2=larger_bound),
    )


disjoint = Theorem(
    title="Parallel composition of two mechanisms with Rényi DP on disjoint parts of the records",
    source="mcsherry2009",
    given=parallel.of(RenyiDP(alpha, gamma_1), RenyiDP(alpha, gamma_2)),
    claim=RenyiDP(alpha, larger_bound),
    derivation=cases(
        same_first,
        (
            *without_loss(A(y), B(y)),
            have(RenyiDP(alpha, zero + gamma_2), "composition", by=two_mechanisms.at(gamma_1=zero)),
            at_most_larger(zero + gamma_2),
        ),
        (
            have(same_second, "the record is in the first part"),
            have(
                ForAll(x, RenyiDP(alpha, zero).on(follows)),
                "equal laws",
                derivation=(
                    *(
                        specialise(ForAll(x, distribution(law)), {x: x}, "a law")
                        for law in (K(x, y), L(x, y))
                    ),
                    *without_loss(K(x, y), L(x, y)),
                ),
            ),
            have(RenyiDP(alpha, gamma_1 + zero), "composition", by=two_mechanisms.at(gamma_2=zero)),
            at_most_larger(gamma_1 + zero),
        ),
    ),
    example=point({alpha: 2, gamma_1: 0, gamma_2: 0}, **quiet),
    near_misses={
        "the first mechanism unprotected": variant(
            given=(*parallel.facts, parallel.of(RenyiDP(alpha, gamma_1), RenyiDP(alpha, gamma_2))[-1]),
            witness=point({alpha: 2, gamma_1: 0, gamma_2: 0}, **told),
        ),
        "where both parts may change": variant(
            given=(*parallel.facts[:-1], *parallel.of(RenyiDP(alpha, gamma_1), RenyiDP(alpha, gamma_2))[-2:]),
            witness=point({alpha: 2, gamma_1: even, gamma_2: even}, **marks),
        ),
    },
    note="The neighbours differ in one record more, which is in one of the parts.",
)

concentrated_disjoint = Theorem(
    title="Parallel composition of two zero-concentrated mechanisms on disjoint parts of the records",
    source="bunsteinke2016",
    given=parallel.of(ZCDP(rho_1), ZCDP(rho_2)),
    claim=ZCDP(larger_rho),
    derivation=(
        specialise(ZCDP(rho_1).on(first), {alpha: alpha}, "one order"),
        have(
            ForAll(x, RenyiDP(alpha, alpha * rho_2).on(follows)),
            "the same order",
            derivation=(
                specialise(ForAll(x, ZCDP(rho_2).on(follows)), {x: x}, "after each first output"),
                specialise(ZCDP(rho_2).on(follows), {alpha: alpha}, "the same order"),
            ),
        ),
        have(
            RenyiDP(alpha, Max(alpha * rho_1, alpha * rho_2)),
            "order by order",
            by=disjoint.at(gamma_1=alpha * rho_1, gamma_2=alpha * rho_2),
        ),
        have(Eq(Max(alpha * rho_1, alpha * rho_2), alpha * larger_rho), "a positive factor"),
        have(
            RenyiDP(alpha, alpha * larger_rho),
            "the same bound",
            by=larger_budgets.renyi.at(eps=Max(alpha * rho_1, alpha * rho_2), eps_2=alpha * larger_rho),
        ),
    ),
    example=point({rho_1: 0, rho_2: 0}, **quiet),
    near_misses={
        "the first mechanism unprotected": variant(
            given=(*parallel.facts, parallel.of(ZCDP(rho_1), ZCDP(rho_2))[-1]),
            witness=point({rho_1: 0, rho_2: 0}, **told),
        ),
        "a smaller budget": variant(ZCDP(larger_rho - 1), witness=point({rho_1: 0, rho_2: 0}, **quiet)),
    },
)
