"""Pure DP between all neighbours bounds the ratio of the posteriors for every possible output: the possible outputs are the same."""

from dpsym.derivations.bayesian.attacker import A, C, M, counterfactual_joint, marginal, model, r, s
from dpsym.derivations.bayesian.pure_posterior_ratio import (
    both,
    connected,
    every_output,
    for_all,
    pointwise,
    possible,
    private,
    share,
)
from dpsym.derivations.vocabulary import eps, fifth, half
from dpsym.language import *

k = parameter("k", integer=True, about="a distance of data sets: how many edges of the graph join them")
h = graph_distance("h", "D", about="the number of records in which two data sets differ outside the target")
d, b = Outcome("d", "D"), Outcome("b", "D")
x_1, x_2, x_3 = h.names

# The mechanism is private also for the individuals in the other records, and any two data sets are joined by a path.
elsewhere = ForAll((d, b, s), Implication(h.at(1, d, b), PureDP(eps).on(Pair(M(d, s, y), M(b, s, y)))))
joined = ForAll((d, b), AnyOf(h.at(0, d, b), Exists((k,), h.at(k + 1, d, b))))
last_step = Exists((x_3,), AllOf(h.at(k + 1, d, x_3), h.at(1, x_3, b)))


def kept(k):
    """An output that is possible for some data is possible for data at the distance k."""
    here = AllOf(h.at(k, d, b), 0 < M(d, s, y))
    return ForAll((d, b, s, y), Implication(here, 0 < M(b, s, y)))


one_step = (
    specialise(elsewhere, {d: d, b: b, s: s}, "neighbours"),
    have(
        M(d, s, y) <= exp(eps) * M(b, s, y),
        "pure DP",
        by=pointwise.at(P=M(d, s, y), Q=M(b, s, y), y_0=y),
    ),
)

along_paths = ForAll(k, kept(k + 1))
private_everywhere = (*model, private, h.paths, h.identity, joined, elsewhere)

answers = (4 * fifth, fifth, fifth, 4 * fifth)
sizes = {"sizes": {"D": 2, "X": 2, "Y": 2}}
pair = {**sizes, "h": (0, 1, 1, 0), "M": answers * 2}
known = {**pair, "A": (half, half), "C": (half,) * 4}
revealing = {"C": (0, 1, 1, 0), "M": (1, 0, 1, 0, 0, 1, 0, 1)}
apart = {**known, "h": (0, 2, 2, 0), "M": (1, 0, 1, 0, 0, 1, 0, 1)}

possible_along_paths = Theorem(
    title="Pure DP keeps the possible outputs along paths of neighbours",
    cites="kifer2022",
    kind="lemma",
    given=(model[2], h.paths, elsewhere),
    claim=along_paths,
    derivation=(
        have(
            along_paths,
            "by induction along a path",
            derivation=induction(
                k,
                first=one_step,
                then=(
                    specialise(h.paths, {k: k, x_1: d, x_2: b}, "a shortest path"),
                    obtain(last_step, "the last but one"),
                    specialise(kept(k + 1), {d: d, b: x_3, s: s, y: y}, "up to the last but one"),
                    specialise(elsewhere, {d: x_3, b: b, s: s}, "the last step"),
                    have(
                        M(x_3, s, y) <= exp(eps) * M(b, s, y),
                        "pure DP",
                        by=pointwise.at(P=M(x_3, s, y), Q=M(b, s, y), y_0=y),
                    ),
                ),
            ),
        ),
    ),
    example=point({eps: log(4)}, **pair),
    near_misses={
        "where the distance is no shortest path": without(
            h.paths, witness=point({eps: 0}, **sizes, h=apart["h"], M=apart["M"])
        ),
        "without privacy for the others": without(
            elsewhere, witness=point({eps: 0}, **sizes, h=pair["h"], M=apart["M"])
        ),
    },
)

possible_for_all = Theorem(
    title="Under pure DP the possible outputs are the same for every data set",
    cites="kifer2022",
    kind="lemma",
    given=private_everywhere,
    claim=connected,
    define={function("K", law=False)(y): marginal(y)},
    derivation=(
        have(along_paths, "along a path of neighbours", by=possible_along_paths),
        have(Eq(Total(Indicator(Eq(x_3, d)) * M(x_3, s, y), x_3), M(d, s, y)), "one term of the sum"),
        cases(
            0 < M(d, s, y),
            (),
            (
                have(
                    ForAll(b, Eq(M(b, s, y), 0)),
                    "it is impossible for any other records as well",
                    derivation=(
                        specialise(joined, {d: b, b: d}, "a path"),
                        cases(
                            h.at(0, b, d),
                            (
                                specialise(h.identity.args[1], {x_1: b, x_2: d}, "the same records"),
                                have(Eq(b, d), "the same records"),
                                have(Eq(Indicator(Eq(x_3, b)), Indicator(Eq(x_3, d))), "the same records"),
                                Chain(M(b, s, y))
                                .eq(Total(Indicator(Eq(x_3, b)) * M(x_3, s, y), x_3), "one term of the sum")
                                .eq(Total(Indicator(Eq(x_3, d)) * M(x_3, s, y), x_3), "the same records")
                                .eq(M(d, s, y), "one term of the sum"),
                            ),
                            (
                                obtain(Exists((k,), h.at(k + 1, b, d)), "the length of a path"),
                                specialise(along_paths, {k: k}, "this length"),
                                specialise(kept(k + 1), {d: b, b: d, s: s, y: y}, "these records"),
                            ),
                        ),
                    ),
                ),
                specialise(ForAll(b, Eq(M(b, s, y), 0)), {b: b}, "any other records"),
                specialise(private, {d: b, r: r, s: s}, "any record of the target"),
                have(
                    M(b, r, y) <= exp(eps) * M(b, s, y),
                    "pure DP",
                    by=pointwise.at(P=M(b, r, y), Q=M(b, s, y), y_0=y),
                ),
                have(Eq(M(b, r, y), 0), "and for every record of the target"),
                have(Eq(A(b) * C(b, r) * M(b, r, y), 0), "so no data give it"),
                have(Eq(marginal(y), 0), "so no data give it"),
            ),
        ),
    ),
    example=point({eps: log(4)}, **known),
    near_misses={
        "without privacy for the others": variant(
            given=(*model, private, h.paths, h.identity, joined),
            witness=point({eps: 0}, **{**known, "M": apart["M"]}),
        ),
        "where the distance is no shortest path": variant(
            given=(*model, private, h.identity, elsewhere), witness=point({eps: 0}, **apart)
        ),
    },
)

every_output_between = Theorem(
    title="Under pure DP a record and an output that are possible are so together for a fresh record",
    cites="kifer2022",
    kind="lemma",
    given=private_everywhere,
    claim=every_output.claim,
    derivation=(
        have(connected, "the possible outputs are the same for every data set", by=possible_for_all),
        have(0 < counterfactual_joint(r, y), "a possible output is so for every record", by=every_output),
    ),
    example=point({eps: log(4)}, **known),
    near_misses={
        "without privacy for the others": variant(
            given=(*model, private, h.paths, h.identity, joined),
            witness=point({eps: 0}, **{**known, **revealing}),
        ),
        "also for an impossible record": variant(
            ForAll((r, y), Implication(0 < marginal(y), 0 < counterfactual_joint(r, y))),
            witness=point({eps: log(4)}, **{**known, "C": (1, 0, 1, 0)}),
        ),
    },
)

pure_between_neighbours = Theorem(
    title="Pure DP bounds the ratio of the posteriors for every prior",
    cites="kifer2022",
    given=private_everywhere,
    claim=ForAll((r, y), Implication(both, AllOf(exp(-eps) <= share, share <= exp(eps)))),
    defined=(
        have(
            0 < counterfactual_joint(r, y),
            "all data sets can give the output",
            by=every_output_between.at(r=r, y=y),
        ),
        *possible,
    ),
    derivation=(
        have(connected, "the possible outputs are the same for every data set", by=possible_for_all),
        have(
            ForAll((r, y), Implication(both, AllOf(exp(-eps) <= share, share <= exp(eps)))),
            "the bounds where they are",
            by=for_all,
        ),
    ),
    example=point({eps: log(4)}, **known),
    near_misses={
        "without privacy for the target": variant(
            given=(*model, h.paths, h.identity, joined, elsewhere),
            witness=point({eps: 0}, **{**known, "M": (1, 0, 0, 1) * 2}),
        ),
        "a smaller loss in the exponent": variant(
            ForAll((r, y), Implication(both, share <= exp(eps / 4))),
            witness=point({eps: log(4)}, **known),
        ),
    },
    note=(
        "The data are the other records d and the target's record; h counts the steps between two values of the other records, each a "
        "change of one record, and any two are joined by such steps. A mechanism that is pure DP between all neighbours bounds the loss "
        "for the target and along each step. Nothing is asked of the prior."
    ),
)
