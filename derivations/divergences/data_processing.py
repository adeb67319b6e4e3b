"""Data processing: whatever is made of an output tells no more of its law than the output does."""

from dpsym.derivations.analysis.entropy_tangents import part as entropy
from dpsym.derivations.analysis.power_tangents import never_alone
from dpsym.derivations.analysis.power_tangents import part as power
from dpsym.derivations.analysis.powers import equal_powers
from dpsym.derivations.divergences.entropy_of_sums import entropy_of_sums
from dpsym.derivations.divergences.power_of_sums import sums_never_alone
from dpsym.derivations.divergences.renyi_order import moment_above_one
from dpsym.derivations.divergences.renyi_post_processing import post_processing
from dpsym.derivations.vocabulary import a, alpha, apart, half, quarter, third, two_thirds
from dpsym.language import *
from dpsym.language.combined import A, B, K, first, processed, x

t = parameter("t", about="a bound on the loss")
truth, lie = (two_thirds, third), (third, two_thirds)
kept = {"A": truth, "B": lie, "P": truth, "Q": lie, "K": (1, 0, 0, 1)}
forgotten = {"A": truth, "B": lie, "P": (1, 0), "Q": (1, 0), "K": (1, 0, 1, 0)}
excess = Max(0, A(x) - exp(t) * B(x))

hockey_stick = Theorem(
    title="No map of the output makes a hockey stick larger",
    source="dwork2006a",
    given=processed.facts,
    claim=HockeyStick(t) <= HockeyStick(t, first),
    derivation=(
        have(
            A(x) * K(x, y) - exp(t) * (B(x) * K(x, y)) <= excess * K(x, y), "a maximum, times a probability"
        ),
        have(0 <= excess * K(x, y), "no factor is negative"),
        have(
            Total(A(x) * K(x, y), x) - exp(t) * Total(B(x) * K(x, y), x) <= Total(excess * K(x, y), x),
            "sum over the outputs",
        ),
        have(0 <= Total(excess * K(x, y), x), "no term is negative"),
        have(P(y) - exp(t) * Q(y) <= Total(excess * K(x, y), x), "the laws of what is made of the output"),
        have(Max(0, P(y) - exp(t) * Q(y)) <= Total(excess * K(x, y), x), "both bounds"),
        have(Eq(Total(excess * K(x, y), y), excess), "the answers to an output have a law"),
        Chain(HockeyStick(t))
        .le(Total(excess * K(x, y), x, y), "for each answer")
        .eq(Total(Total(excess * K(x, y), y), x), "the sums exchanged")
        .eq(Total(excess, x), "the answers to an output have a law")
        .eq(HockeyStick(t, first), "the definition"),
    ),
    example=point({t: 0}, **kept),
    tight=point({t: 0}, **kept),
    near_misses={
        "the other way round": variant(
            HockeyStick(t, first) <= HockeyStick(t), witness=point({t: 0}, **forgotten)
        ),
        "where the answers need not be made of the outputs": variant(
            given=[], witness=point({t: 0}, A=truth, B=truth, **apart)
        ),
    },
)

no_infinite_loss = ForAll(y, never_alone(A(y), B(y)))
revealed = {"A": (half, half), "B": (0, 1), "P": (half, half), "Q": (0, 1), "K": (1, 0, 0, 1)}

ratio = A(x) * K(x, y) / (B(x) * K(x, y))

kept_out = have(
    never_alone(A(x) * K(x, y), B(x) * K(x, y)),
    "a product is 0 when a factor is",
    derivation=cases(0 < B(x), cases(0 < K(x, y), have(0 < B(x) * K(x, y), "no factor is 0"))),
)

finite = Theorem(
    title="No map of the output makes a loss infinite",
    source="kullbackleibler1951",
    kind="lemma",
    given=(*processed.facts, no_infinite_loss),
    claim=ForAll(y, never_alone(P(y), Q(y))),
    derivation=(
        kept_out,
        have(
            never_alone(Total(A(x) * K(x, y), x), Total(B(x) * K(x, y), x)),
            "sum over the outputs",
            by=sums_never_alone.at(U=Lambda(x, A(x) * K(x, y)), V=Lambda(x, B(x) * K(x, y))),
        ),
        have(
            never_alone(P(y), Q(y)),
            "the laws of what is made of the output",
            derivation=(
                Chain(Total(B(x) * K(x, y), x)).eq(Q(y), "the law of the answer").eq(0, "supposed"),
                Chain(P(y)).eq(Total(A(x) * K(x, y), x), "the law of the answer").eq(0, "the line before"),
            ),
        ),
    ),
    example=point(**kept),
    near_misses={
        "where a loss was infinite": variant(given=processed.facts, witness=point(**revealed)),
        "where the answers need not be made of the outputs": without(
            processed.facts, witness=point(A=truth, B=truth, **apart)
        ),
    },
)

relative_entropy = Theorem(
    title="No map of the output makes the relative entropy larger",
    source="kullbackleibler1951",
    given=(*processed.facts, no_infinite_loss),
    claim=Total(entropy(P(y), Q(y)), y) <= Total(entropy(A(y), B(y)), y),
    derivation=(
        kept_out,
        have(
            entropy(P(y), Q(y)) <= Total(entropy(A(x) * K(x, y), B(x) * K(x, y)), x),
            "one answer",
            by=entropy_of_sums.at(U=Lambda(x, A(x) * K(x, y)), V=Lambda(x, B(x) * K(x, y)), u=P(y), v=Q(y)),
        ),
        have(
            Implication(AllOf(0 < A(x), 0 < B(x), 0 < K(x, y)), Eq(log(ratio), log(A(x) / B(x)))),
            "the ratio of the masses is that before",
            derivation=(have(0 < B(x) * K(x, y), "no factor is 0"),),
        ),
        have(
            Eq(entropy(A(x) * K(x, y), B(x) * K(x, y)), K(x, y) * entropy(A(x), B(x))),
            "where an output is impossible, both sides are 0",
            derivation=cases(
                0 < A(x), cases(0 < B(x), cases(0 < K(x, y), have(0 < B(x) * K(x, y), "no factor is 0")))
            ),
        ),
        Chain(entropy(P(y), Q(y)))
        .le(Total(entropy(A(x) * K(x, y), B(x) * K(x, y)), x), "one answer")
        .eq(Total(K(x, y) * entropy(A(x), B(x)), x), "ratios of masses"),
        have(Eq(Total(K(x, y) * entropy(A(x), B(x)), y), entropy(A(x), B(x))), "the answers have a law"),
        Chain(Total(entropy(P(y), Q(y)), y))
        .le(Total(K(x, y) * entropy(A(x), B(x)), x, y), "sum over the answers")
        .eq(Total(Total(K(x, y) * entropy(A(x), B(x)), y), x), "the sums exchanged")
        .eq(Total(entropy(A(x), B(x)), x), "the answers to an output have a law")
        .eq(Total(entropy(A(y), B(y)), y), "the definition"),
    ),
    example=point(**kept),
    tight=point(**kept),
    near_misses={
        "the other way round": variant(
            Total(entropy(A(y), B(y)), y) <= Total(entropy(P(y), Q(y)), y), witness=point(**forgotten)
        ),
        "where infinite losses are left out": variant(
            given=processed.facts,
            witness=point(
                A=(half, half, 0),
                B=(0, half, half),
                P=(1, 0, 0),
                Q=(half, half, 0),
                K=(1, 0, 0, 1, 0, 0, 0, 1, 0),
            ),
        ),
    },
)

exponential_moment = Theorem(
    title="No map of the output raises an exponential moment of the loss",
    source="mironov2017",
    given=(*processed.facts, no_infinite_loss),
    claim=RenyiMoment(alpha) <= RenyiMoment(alpha, first),
    derivation=(
        have(
            Eq(power(P(y), Q(y)), power(Total(A(x) * K(x, y), x), Total(B(x) * K(x, y), x))),
            "equal masses",
            by=equal_powers.at(a=P(y), b=Q(y), c=Total(A(x) * K(x, y), x), d=Total(B(x) * K(x, y), x)),
        ),
        Chain(RenyiMoment(alpha))
        .eq(
            RenyiMoment(alpha, Pair(Total(A(x) * K(x, y), x), Total(B(x) * K(x, y), x))),
            "the laws of what is made of the output",
        )
        .le(
            RenyiMoment(alpha, first),
            "the moment is not raised",
            by=post_processing.at(P=Lambda(y, A(y)), Q=Lambda(y, B(y)), G=K),
        ),
    ),
    example=point({alpha: 2}, **kept),
    tight=point({alpha: 2}, **kept),
    near_misses={
        "the other way round": variant(RenyiMoment(2, first) <= RenyiMoment(2), witness=point(**forgotten)),
        "also with infinite losses": variant(
            RenyiMoment(2) <= RenyiMoment(2, first),
            given=processed.facts,
            witness=point(A=(half, half), B=(0, 1), P=(1, 0), Q=(1, 0), K=(1, 0, 1, 0)),
        ),
    },
)

f, g = function("f"), function("g")
bound = parameter("b", about="a bound on the power of tests of this level")


def no_power(pair):
    """That no test of the level has a power above the bound."""
    of_level, power_of = Mass(f(y), pair.b), Mass(f(y), pair.a)
    return every_test(Implication(of_level <= a, power_of <= bound))


power_of_tests = Theorem(
    title="Tests of what is made of the output have no more power than tests of the output",
    source="wassermanzhou2010",
    given=(*processed.facts, no_power(first)),
    claim=no_power(Pair()),
    derivation=(
        have(f(y) * K(x, y) <= K(x, y), "a test rejects with probability at most 1"),
        have(Eq(f(y) * P(y), Total(f(y) * (A(x) * K(x, y)), x)), "the law of the answer"),
        have(Eq(f(y) * Q(y), Total(f(y) * (B(x) * K(x, y)), x)), "the law of the answer"),
        have(Eq(Mass(f(y), P), Total(f(y) * (A(x) * K(x, y)), x, y)), "sum over the answers"),
        have(Eq(Mass(f(y), Q), Total(f(y) * (B(x) * K(x, y)), x, y)), "sum over the answers"),
        let(
            g(x),
            Total(f(y) * K(x, y), y),
            (
                ForAll(x, Between(0, g(x), 1)),
                Eq(Total(g(x) * A(x), x), Mass(f(y), P)),
                Eq(Total(g(x) * B(x), x), Mass(f(y), Q)),
            ),
            "the test of the answer, as a test of the output",
        ),
        specialise(no_power(first), {f(y): g(y)}, "this test"),
        Chain(Mass(f(y), P)).eq(Total(g(x) * A(x), x), "as named").le(bound, "its power is small"),
    ),
    example=point({a: half, bound: 1}, **kept),
    near_misses={
        "where the power is not bounded": variant(
            given=processed.facts,
            witness=point({a: 0, bound: half}, A=(1, 0), B=(0, 1), **apart, K=(1, 0, 0, 1)),
        ),
        "where the answers need not be made of the outputs": without(
            processed.facts, witness=point({a: 0, bound: 0}, A=truth, B=truth, **apart)
        ),
    },
)

renyi_divergence = Theorem(
    title="No map of the output makes a Rényi divergence larger",
    source="vanervenharremoes2014",
    given=(*processed.facts, no_infinite_loss),
    claim=log(RenyiMoment(alpha)) / (alpha - 1) <= log(RenyiMoment(alpha, first)) / (alpha - 1),
    derivation=(
        have(ForAll(y, never_alone(P(y), Q(y))), "no loss becomes infinite", by=finite),
        have(1 <= RenyiMoment(alpha), "no divergence is negative", by=moment_above_one),
        have(
            RenyiMoment(alpha) <= RenyiMoment(alpha, first), "the moment is not raised", by=exponential_moment
        ),
        have(log(RenyiMoment(alpha)) <= log(RenyiMoment(alpha, first)), "the logarithm rises"),
    ),
    example=point({alpha: 2}, **kept),
    tight=point({alpha: 2}, **kept),
    near_misses={
        "the other way round": variant(
            log(RenyiMoment(2, first)) <= log(RenyiMoment(2)), witness=point(**forgotten)
        ),
        "also with infinite losses": variant(
            log(RenyiMoment(2)) <= log(RenyiMoment(2, first)),
            given=processed.facts,
            witness=point(A=(quarter, 3 * quarter), B=(0, 1), P=(1, 0), Q=(1, 0), K=(1, 0, 1, 0)),
        ),
    },
)
