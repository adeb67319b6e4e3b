"""The output given the target's true record, in the actual world and in the counterfactual: as close as neighbours."""

from dpsym.derivations.analysis.power_tangents import part
from dpsym.derivations.bayesian.attacker import C, M, d, outputs, records, s, sampled
from dpsym.derivations.bayesian.renyi_mixtures import W, joint, mixture
from dpsym.derivations.divergences.renyi_post_processing import alpha
from dpsym.derivations.vocabulary import gamma, half, third
from dpsym.language import *

d_0, s_0 = Outcome("d_0", "D"), Outcome("s_0", "X")
c = parameter("c", at_least=0, about="the largest ratio of the masses of an output in the two worlds")

# E(d): the moment of the loss when the other records are d.
E = function("E")

# W: the attacker's law of the other records, given the target's true record. K(d, .): the law of the output with that record.
K = function("K", about="the law of the output with the target's true record, given the other records")
others = distribution(W(d), d)
with_true_record = ForAll(d, distribution(K(d, y)))
model = (others, records, outputs, with_true_record)
first, second = Total(W(d) * K(d, y), d), Total(W(d) * sampled(d, y), d)
close_to_true = ForAll((d, s), RenyiDP(alpha, gamma).on(Pair(K(d, y), M(d, s, y))))
possible = ForAll((d, s, y), Implication(Eq(M(d, s, y), 0), Eq(K(d, y), 0)))


def of_masses(d):
    """The ratio of the masses of the output, 0 where it is impossible for a fresh record."""
    return Indicator(0 < sampled(d, y)) * K(d, y) / sampled(d, y)


even = {"W": (half, half), "C": (half,) * 4, "M": (half,) * 8, "K": (half,) * 4}
told_apart = {**even, "M": (third, 2 * third) * 4, "K": (2 * third, third) * 2}
apart = {"W": (half, half), "C": (0, 1, 0, 1), "M": (1, 0, 0, 1) * 2, "K": (1, 0) * 2}

known_rest = Theorem(
    title="What is impossible for a fresh record is impossible for the true one, given the other records",
    source="kifer.thm7.4.2-rdp",
    kind="lemma",
    given=(*model, possible),
    claim=ForAll((d, y), Implication(Eq(sampled(d, y), 0), Eq(K(d, y), 0))),
    derivation=(
        ArgMin(s_0, M(d, s_0, y), s, "the record for which the output is least likely"),
        have(0 <= C(d, s) * (M(d, s, y) - M(d, s_0, y)), "no factor is negative"),
        Chain(M(d, s_0, y))
        .eq(Total(C(d, s) * M(d, s_0, y), s), "the record has a law")
        .le(sampled(d, y), "sum over the record")
        .eq(0, "the output is impossible for a fresh record"),
        have(Eq(M(d, s_0, y), 0), "so the least mass is 0"),
        specialise(possible, {d: d, s: s_0, y: y}, "as for the true record"),
    ),
    example=point(**even),
    near_misses={
        "where a loss was infinite": variant(given=model, witness=point(**apart)),
        "nothing is impossible": variant(
            ForAll((d, y), 0 < K(d, y)),
            witness=point(W=(half, half), C=(half,) * 4, M=(1, 0) * 4, K=(1, 0) * 2),
        ),
    },
)

finite = Theorem(
    title="What is impossible for a fresh record is impossible for the true one",
    source="kifer.thm7.4.2-rdp",
    kind="lemma",
    given=(*model, possible),
    claim=ForAll(y, Implication(Eq(second, 0), Eq(first, 0))),
    derivation=(
        have(0 <= sampled(d, y), "a sum of products of masses"),
        have(
            ForAll((d, y), Implication(Eq(sampled(d, y), 0), Eq(K(d, y), 0))),
            "given the other records",
            by=known_rest,
        ),
        ArgMin(d_0, -of_masses(d_0), d, "the other records with the largest ratio"),
        have(of_masses(d) <= of_masses(d_0), "the largest"),
        have(0 <= of_masses(d_0), "no mass is negative", derivation=cases(0 < sampled(d_0, y))),
        let(c, of_masses(d_0), (0 <= c, ForAll(d, of_masses(d) <= c)), "the largest ratio"),
        have(
            K(d, y) <= c * sampled(d, y),
            "multiply",
            derivation=cases(
                0 < sampled(d, y),
                (
                    have(Eq(Indicator(0 < sampled(d, y)), 1), "it is possible"),
                    have(K(d, y) / sampled(d, y) <= c, "the largest"),
                ),
                have(Eq(K(d, y), 0), "it is impossible for the true record too"),
            ),
        ),
        have(W(d) * K(d, y) <= c * (W(d) * sampled(d, y)), "weighted"),
        have(first <= c * second, "sum over the other records"),
        have(0 <= first, "a sum of masses"),
        Chain(first).le(c * second, "the line before").eq(c * 0, "the other is 0").eq(0, "nothing is left"),
    ),
    example=point(**even),
    near_misses={
        "where a loss was infinite": variant(given=model, witness=point(**apart)),
        "nothing is impossible": variant(
            ForAll(y, 0 < second), witness=point(W=(half, half), C=(half,) * 4, M=(1, 0) * 4, K=(1, 0) * 2)
        ),
    },
)

response = (2 * third, third, third, 2 * third)
answers = {"W": (half, half), "C": (half,) * 4, "M": response * 2, "K": response[:2] * 2}

law_of_fresh = (
    have(0 <= sampled(d, y), "a sum of products of masses"),
    have(Eq(Total(C(d, s) * M(d, s, y), y), C(d, s)), "every record gives the output a law"),
    have(
        Eq(Total(sampled(d, y), y), 1),
        "so does a fresh one",
        derivation=(
            Chain(Total(sampled(d, y), y))
            .eq(Total(C(d, s) * M(d, s, y), s, y), "sum over the outputs and the records")
            .eq(Total(C(d, s), s), "every record gives the output a law")
            .eq(1, "the record has a law"),
        ),
    ),
)

moment = Theorem(
    title="The output given the true record against that for a fresh record, under Rényi DP",
    source="kifer.thm7.4.2-rdp",
    kind="lemma",
    given=(*model, close_to_true),
    claim=AllOf(
        ForAll(y, Implication(Eq(second, 0), Eq(first, 0))),
        Total(part(first, second), y) <= exp((alpha - 1) * gamma),
    ),
    derivation=(
        specialise(close_to_true, {d: d, s: s}, "two records of the target"),
        have(possible, "no loss is infinite"),
        have(ForAll(y, Implication(Eq(second, 0), Eq(first, 0))), "nor here", by=finite),
        have(
            ForAll((d, y), Implication(Eq(sampled(d, y), 0), Eq(K(d, y), 0))),
            "nor given the other records",
            by=known_rest,
        ),
        *law_of_fresh,
        have(C(d, s) * Total(part(K(d, y), M(d, s, y)), y) <= C(d, s) * exp((alpha - 1) * gamma), "Rényi DP"),
        have(
            Total(part(K(d, y), sampled(d, y)), y) <= exp((alpha - 1) * gamma),
            "the other records known",
            derivation=(
                Chain(Total(part(K(d, y), sampled(d, y)), y))
                .le(
                    Total(C(d, s) * Total(part(K(d, y), M(d, s, y)), y), s),
                    "convexity",
                    by=mixture.at(P=K(d, y), V=C(d, s), G=M(d, s, y)),
                )
                .le(Total(C(d, s) * exp((alpha - 1) * gamma), s), "Rényi DP")
                .eq(exp((alpha - 1) * gamma), "the record has a law"),
            ),
        ),
        have(
            Total(part(first, second), y) <= Total(W(d) * Total(part(K(d, y), sampled(d, y)), y), d),
            "joint convexity",
            by=joint.at(F=K(d, y), H=sampled(d, y)),
        ),
        let(
            E(d),
            Total(part(K(d, y), sampled(d, y)), y),
            (
                Total(part(first, second), y) <= Total(W(d) * E(d), d),
                ForAll(d, E(d) <= exp((alpha - 1) * gamma)),
            ),
            "the moment for the other records d",
        ),
        have(0 <= W(d) * (exp((alpha - 1) * gamma) - E(d)), "no factor is negative"),
        Chain(Total(part(first, second), y))
        .le(Total(W(d) * E(d), d), "joint convexity")
        .le(Total(W(d) * exp((alpha - 1) * gamma), d), "the other records known")
        .eq(exp((alpha - 1) * gamma), "the weights add up to 1"),
    ),
    example=point({alpha: 2, gamma: log(Rational(3, 2))}, **answers),
    tight=point({alpha: 2, gamma: log(Rational(3, 2))}, **told_apart),
    near_misses={
        "without Rényi DP": variant(given=model, witness=point({alpha: 2, gamma: 0}, **apart)),
    },
    note=(
        "First the fresh record is mixed, for known other records; then the other records. In both worlds the weights of the other records "
        "are the attacker's probabilities given the true record."
    ),
)

true_record = Definition(
    title="The law of the output given the true record",
    source=whole_of("kifer.def-gen-arbitrary"),
    defines=function("N")(y),
    body=first,
    note=(
        "W is the attacker's law of the other records, given the target's true record, which has a positive prior probability, and K the law of "
        "the output with that record. The data are drawn from the attacker's prior given the true record; with known other records, the record was drawn too."
    ),
)
