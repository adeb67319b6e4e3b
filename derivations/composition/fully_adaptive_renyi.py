"""Mechanisms with Rényi or zero-concentrated DP whose budgets are chosen by the transcript so far: the sum along every transcript counts."""

from dpsym.derivations.analysis.power_tangents import never_alone, part
from dpsym.derivations.analysis.signs import multiply
from dpsym.derivations.composition.one_more_renyi import (
    C,
    D,
    F,
    G,
    added,
    hypotheses,
    power_of_next,
    released,
    weighted_sum,
)
from dpsym.derivations.composition.transcript_moments import never_alone_after, next_law
from dpsym.derivations.composition.transcripts import (
    A,
    B,
    K,
    L,
    after,
    k,
    law_of_next,
    of_next,
    start_is_law,
    transcript,
    x,
    zero,
)
from dpsym.derivations.divergences.equal_masses import equal_masses
from dpsym.derivations.vocabulary import alpha, n
from dpsym.language import *

gamma = parameter(
    "gamma", at_least=0, about="bound on the sum of the budgets along every transcript, in nats"
)

# J(k, x), O(k, y): the weights of the transcript of k mechanisms and of the next one. H(k, x): the weight of the next mechanism.
H = function("H", about="the weight of the next mechanism, after a transcript")
J = function("J", about="the weight of a transcript of so many mechanisms")
O = function("O", about="the weight of the transcript with the next output")

weights = (
    ForAll(x, AllOf(0 <= H(k, x), 0 <= J(k, x))),
    ForAll(y, 0 <= O(k, y)),
    ForAll(x, RenyiMoment(alpha, Pair(F(x, y), G(x, y))) * H(k, x) <= 1),
    ForAll((x, y), Implication(AllOf(0 < F(x, y), 0 < G(x, y)), O(k, y) <= J(k, x) * H(k, x))),
)
base = tuple(h for h in hypotheses if h is not hypotheses[4])
half_half = (Rational(1, 2), Rational(1, 2))
stay = (1, 0, 0, 1)
still = dict.fromkeys("PQCD", half_half) | dict.fromkeys("FG", stay)


one_more_weighted = Theorem(
    title="One more mechanism, with weights that follow the transcript",
    kind="lemma",
    given=(*base, *weights),
    claim=Total(part(C(y), D(y)) * O(k, y), y) <= Total(released * J(k, x), x),
    derivation=(
        have(0 <= released, "an exponential", split=(0 < P(x), 0 < Q(x))),
        have(0 <= added, "an exponential", split=(0 < F(x, y), 0 < G(x, y))),
        have(ForAll(x, 0 <= released), "at every transcript"),
        have(ForAll(x, ForAll(y, 0 <= added)), "at every output"),
        have(ForAll(x, 0 <= released * J(k, x)), "no factor is negative"),
        have(
            ForAll(x, ForAll(y, added * O(k, y) <= J(k, x) * (added * H(k, x)))),
            "the weights",
            derivation=cases(
                0 < F(x, y),
                cases(
                    0 < G(x, y),
                    (
                        specialise(weights[3], {x: x, y: y}, "the weights"),
                        have(added * O(k, y) <= added * (J(k, x) * H(k, x)), "a factor that is not negative"),
                    ),
                    have(Eq(added, 0), "no such output"),
                ),
                have(Eq(added, 0), "no such output"),
            ),
        ),
        have(
            ForAll(x, ForAll(y, released * added * O(k, y) <= released * J(k, x) * (added * H(k, x)))),
            "a factor that is not negative",
            derivation=(
                specialise(
                    ForAll(x, ForAll(y, added * O(k, y) <= J(k, x) * (added * H(k, x)))),
                    {x: x, y: y},
                    "the weights",
                ),
                have(
                    released * (added * O(k, y)) <= released * (J(k, x) * (added * H(k, x))),
                    "a factor that is not negative",
                ),
            ),
        ),
        have(
            ForAll(x, Total(added * H(k, x), y) <= 1),
            "the moment of the next mechanism",
            derivation=(
                Chain(Total(added * H(k, x), y))
                .eq(RenyiMoment(alpha, Pair(F(x, y), G(x, y))) * H(k, x), "a common factor")
                .le(1, "the next mechanism"),
            ),
        ),
        have(
            ForAll(y, part(C(y), D(y)) * O(k, y) <= Total(released * J(k, x) * (added * H(k, x)), x)),
            "one transcript",
            derivation=(
                have(part(C(y), D(y)) <= Total(released * added, x), "the next transcript", by=power_of_next),
                have(
                    part(C(y), D(y)) * O(k, y) <= Total(released * added, x) * O(k, y),
                    "a weight that is not negative",
                    by=multiply.at(u=part(C(y), D(y)), v=Total(released * added, x), w=O(k, y)),
                ),
                Chain(part(C(y), D(y)) * O(k, y))
                .le(Total(released * added, x) * O(k, y), "a weight that is not negative")
                .eq(Total(released * added * O(k, y), x), "a common factor")
                .le(Total(released * J(k, x) * (added * H(k, x)), x), "term by term"),
            ),
        ),
        have(
            Total(part(C(y), D(y)) * O(k, y), y) <= Total(released * J(k, x), x) * 1,
            "sum over the transcripts",
            by=weighted_sum.at(
                m=Integer(1), R=released * J(k, x), N=added * H(k, x), W=part(C(y), D(y)) * O(k, y)
            ),
        ),
    ),
    example=point({alpha: 2}, **still, H=(1, 1), J=(1, 1), O=(1, 1)),
    near_misses={
        "weights that do not follow": variant(
            given=(*base, *weights[:3]), witness=point({alpha: 2}, **still, H=(1, 1), J=(1, 1), O=(2, 2))
        ),
        "the next mechanism unprotected": variant(
            given=(*base, *weights[:2], weights[3]),
            witness=point({alpha: 2}, **still, H=(2, 2), J=(1, 1), O=(2, 2)),
        ),
    },
)

g = function("g", about="the budget of the next mechanism, given the transcript so far")
E = function("E", about="what a transcript has spent")

sums = ForAll((k, x, y), Implication(AllOf(0 < K(k, x, y), 0 < L(k, x, y)), E(k, x) + g(k, x) <= E(k + 1, y)))
private = ForAll((k, x), RenyiDP(alpha, g(k, x)).on(Pair(K(k, x, y), L(k, x, y))))
growing = ForAll(k, next_law(k))
nothing_released = AllOf(ForAll(y, Eq(A(zero, y), B(zero, y))), ForAll(y, Eq(E(zero, y), 0)))
bounded = ForAll((k, y), Implication(AllOf(0 < A(k, y), 0 < B(k, y)), E(k, y) <= gamma))


def weight(k, y):
    """What a transcript counts in the moment: e to minus what it has spent."""
    return exp(-((alpha - 1) * E(k, y)))


def counted(k):
    """The moment of the transcript of k mechanisms, with the weights."""
    return Total(part(A(k, y), B(k, y)) * weight(k, y), y)


def so_far(k):
    """The invariant of the induction."""
    return AllOf(
        distribution(A(k, y)),
        distribution(B(k, y)),
        ForAll(y, never_alone(A(k, y), B(k, y))),
        counted(k) <= 1,
    )


first = transcript(zero)
quiet = point({alpha: 2}, A=(1, 0), B=(1, 0), K=stay, L=stay, g=(0, 0), E=(0, 0))

along_transcripts = Theorem(
    title="Moments that count what a transcript has spent stay at most 1",
    kind="lemma",
    given=(start_is_law, nothing_released, growing, private, sums),
    claim=ForAll(k, so_far(k)),
    derivation=have(
        ForAll(k, so_far(k)),
        "the next mechanism, given the transcript",
        derivation=induction(
            k,
            first=(
                have(Eq(E(zero, y), 0), "no mechanism has run"),
                have(Eq(weight(zero, y), 1), "the exponential of 0"),
                have(
                    Eq(part(first.a, first.b), first.a),
                    "nothing has been released",
                    by=equal_masses.at(a=first.a, b=first.b),
                ),
                have(part(first.a, first.b) * weight(zero, y) <= first.a, "so it is at most that"),
                Chain(counted(zero)).le(Total(first.a, y), "nothing has been released").eq(1, "a law"),
            ),
            then=(
                specialise(growing, {k: k}, "the next mechanism"),
                specialise(private, {k: k, x: x}, "given the transcript"),
                *law_of_next(A, K, after(k).a),
                *law_of_next(B, L, after(k).b),
                have(
                    ForAll(x, ForAll(y, never_alone(K(k, x, y), L(k, x, y)))),
                    "a finite divergence",
                    derivation=specialise(private, {k: k, x: x}, "given the transcript"),
                ),
                never_alone_after,
                have(
                    ForAll(
                        x,
                        RenyiMoment(alpha, Pair(K(k, x, y), L(k, x, y))) * exp(-((alpha - 1) * g(k, x))) <= 1,
                    ),
                    "the budget of the next mechanism",
                    derivation=(
                        specialise(private, {k: k, x: x}, "given the transcript"),
                        Chain(
                            RenyiMoment(alpha, Pair(K(k, x, y), L(k, x, y))) * exp(-((alpha - 1) * g(k, x)))
                        )
                        .le(exp((alpha - 1) * g(k, x)) * exp(-((alpha - 1) * g(k, x))), "its budget")
                        .eq(1, "exponential of a sum"),
                    ),
                ),
                have(
                    ForAll(
                        (x, y),
                        Implication(
                            AllOf(0 < K(k, x, y), 0 < L(k, x, y)),
                            weight(k + 1, y) <= weight(k, x) * exp(-((alpha - 1) * g(k, x))),
                        ),
                    ),
                    "the sum along the transcript",
                    derivation=(
                        specialise(sums, {k: k, x: x, y: y}, "the sum along the transcript"),
                        have(
                            (alpha - 1) * (E(k, x) + g(k, x)) <= (alpha - 1) * E(k + 1, y),
                            "a factor that is not negative",
                        ),
                        Chain(weight(k + 1, y))
                        .le(exp(-((alpha - 1) * (E(k, x) + g(k, x)))), "the exponential is increasing")
                        .eq(weight(k, x) * exp(-((alpha - 1) * g(k, x))), "exponential of a sum"),
                    ),
                ),
                have(
                    counted(k + 1) <= counted(k),
                    "one more mechanism",
                    by=one_more_weighted.at(
                        **of_next,
                        H=exp(-((alpha - 1) * g(k, x))),
                        J=weight(k, x),
                        O=weight(k + 1, y),
                    ),
                ),
            ),
        ),
    ),
    example=quiet,
    near_misses={
        "where something else is released at the start": without(
            nothing_released,
            witness=point({alpha: 2}, A=(1, 0), B=(0, 1), K=stay, L=stay, g=(0, 0), E=(0, 0)),
        ),
    },
)

fully_adaptive_renyi = Theorem(
    title="Composition of mechanisms with Rényi DP whose budgets depend on the transcript",
    source="kifer.prop5-rdp-composition",
    given=(start_is_law, nothing_released, growing, private, sums, bounded),
    claim=ForAll(n, RenyiDP(alpha, gamma).on(transcript(n))),
    derivation=(
        have(ForAll(k, so_far(k)), "along every transcript", by=along_transcripts),
        specialise(ForAll(k, so_far(k)), {k: n}, "all mechanisms"),
        have(
            part(A(n, y), B(n, y)) <= exp((alpha - 1) * gamma) * (part(A(n, y), B(n, y)) * weight(n, y)),
            "transcript by transcript",
            derivation=cases(
                0 < A(n, y),
                cases(
                    0 < B(n, y),
                    (
                        specialise(bounded, {k: n, y: y}, "the bound"),
                        have((alpha - 1) * E(n, y) <= (alpha - 1) * gamma, "a factor that is not negative"),
                        have(
                            Eq(
                                exp((alpha - 1) * gamma) * weight(n, y),
                                exp((alpha - 1) * gamma - (alpha - 1) * E(n, y)),
                            ),
                            "exponential of a sum",
                        ),
                        have(1 <= exp((alpha - 1) * gamma) * weight(n, y), "the exponential is increasing"),
                        have(0 <= part(A(n, y), B(n, y)), "an exponential"),
                    ),
                    have(Eq(part(A(n, y), B(n, y)), 0), "no such transcript"),
                ),
                have(Eq(part(A(n, y), B(n, y)), 0), "no such transcript"),
            ),
        ),
        Chain(RenyiMoment(alpha, transcript(n)))
        .le(exp((alpha - 1) * gamma) * counted(n), "sum over the transcripts")
        .le(exp((alpha - 1) * gamma), "along every transcript"),
    ),
    example=point({alpha: 2, gamma: 0}, A=(1, 0), B=(1, 0), K=stay, L=stay, g=(0, 0), E=(0, 0)),
    near_misses={
        "where something else is released at the start": without(
            nothing_released,
            witness=point({alpha: 2, gamma: 0}, A=(1, 0), B=(0, 1), K=stay, L=stay, g=(0, 0), E=(0, 0)),
        ),
    },
    note=(
        "The budget of each mechanism may be chosen by the transcript so far. The sum along a transcript is at least that along the "
        "transcript before and the budget chosen there; it is bounded along every transcript that both laws can give. For any outputs there are theorems on the second mechanism thinned; in them the composition of the thinned mechanisms is supposed."
    ),
)

rho = parameter("rho", at_least=0, about="bound on the sum of the budgets along every transcript, in nats")
all_concentrated = ForAll((k, x), ZCDP(g(k, x)).on(Pair(K(k, x, y), L(k, x, y))))
within = ForAll((k, y), Implication(AllOf(0 < A(k, y), 0 < B(k, y)), E(k, y) <= rho))
spent = ((zero, y), (k, x), (k, y), (k + 1, y))
at_order = {"g": Lambda((k, x), alpha * g(k, x)), "E": Lambda((k, y), alpha * E(k, y)), "gamma": alpha * rho}


def of_order(fact):
    """What a theorem about one order supposes, of the budgets times the order."""
    return fact.xreplace({g(k, x): alpha * g(k, x)} | {E(i, z): alpha * E(i, z) for i, z in spent})


fully_adaptive_concentrated = Theorem(
    title="Composition of mechanisms with zero-concentrated DP whose budgets depend on the transcript",
    source="kifer.prop5-rdp-composition",
    given=(start_is_law, nothing_released, growing, all_concentrated, sums, within),
    claim=ForAll(n, ZCDP(rho).on(transcript(n))),
    derivation=(
        have(
            of_order(private),
            "one order",
            derivation=(
                specialise(all_concentrated, {k: k, x: x}, "given the transcript"),
                specialise(ZCDP(g(k, x)).on(Pair(K(k, x, y), L(k, x, y))), {alpha: alpha}, "the order"),
            ),
        ),
        have(of_order(nothing_released), "nothing is spent at the start"),
        have(
            of_order(sums),
            "the order times the sum along the transcript",
            derivation=specialise(sums, {k: k, x: x, y: y}, "the sum along the transcript"),
        ),
        have(
            ForAll((k, y), Implication(AllOf(0 < A(k, y), 0 < B(k, y)), alpha * E(k, y) <= alpha * rho)),
            "the order times the bound",
            derivation=specialise(within, {k: k, y: y}, "the bound"),
        ),
        have(
            ForAll(n, RenyiDP(alpha, alpha * rho).on(transcript(n))),
            "composition at this order",
            by=fully_adaptive_renyi.at(**at_order),
        ),
        specialise(ForAll(n, RenyiDP(alpha, alpha * rho).on(transcript(n))), {n: n}, "all mechanisms"),
    ),
    example=point({rho: 0}, A=(1, 0), B=(1, 0), K=stay, L=stay, g=(0, 0), E=(0, 0)),
    near_misses={
        "where something else is released at the start": without(
            nothing_released, witness=point({rho: 0}, A=(1, 0), B=(0, 1), K=stay, L=stay, g=(0, 0), E=(0, 0))
        ),
        "the mechanisms unprotected, something released at the start": without(
            nothing_released,
            all_concentrated,
            witness=point({rho: 1}, A=(1, 0), B=(0, 1), K=stay, L=stay, g=(0, 0), E=(0, 0)),
        ),
    },
    note="At each order it is the composition of mechanisms with Rényi DP, whose budgets are the order times these.",
)
