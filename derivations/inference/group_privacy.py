"""Privacy between neighbours, between data sets at any distance, as intervals of measures, and as densities: all one."""

from dpsym.derivations.inference.mechanisms import (
    M,
    T,
    at_distance,
    d,
    densities,
    eps,
    event_sided,
    groups,
    interval,
    k,
    neighbours,
    one_sided,
    v,
    w,
    x,
    x_1,
    x_2,
    x_3,
    y_0,
)
from dpsym.derivations.vocabulary import fifth, third, two_thirds
from dpsym.language import *

# Randomized response on two data sets: neighbours, and two apart without a path between them.
edge = {"sizes": {"X": 2, "Y": 2}, "d": (0, 1, 1, 0), "M": (two_thirds, third, third, two_thirds)}
louder = {**edge, "M": (4 * fifth, fifth, fifth, 4 * fifth)}
two_apart = {**edge, "d": (0, 2, 2, 0)}
# A path of three data sets; each step loses log 2.
seventh = Rational(1, 7)
path = {
    "sizes": {"X": 3, "Y": 2},
    "d": (0, 1, 2, 1, 0, 1, 2, 1, 0),
    "M": (seventh, 6 * seventh, 2 * seventh, 5 * seventh, 4 * seventh, 3 * seventh),
}

one_output = at_distance(1, one_sided(eps))
steps = ForAll(k, at_distance(k + 1, one_sided((k + 1) * eps)))
last_step = Exists((x_3,), AllOf(d.at(k + 1, v, x_3), d.neighbours(x_3, w)))

outputs_from_events = Theorem(
    title="From events to single outputs, between neighbours",
    source="bailie.thm3.5",
    kind="lemma",
    given=(M.laws, neighbours),
    claim=one_output,
    derivation=(
        specialise(neighbours, {v: v, w: w}, "neighbours"),
        specialise(event_sided(eps)(v, w), {S(y): Eq(y, y_0)}, "one output"),
    ),
    example=point({eps: log(2)}, **edge),
    near_misses={
        "for data sets two apart": variant(
            at_distance(2, one_sided(eps)), witness=point({eps: 0}, **two_apart)
        ),
        "without privacy": without(neighbours, witness=point({eps: 0}, **edge)),
    },
)

group_privacy = Theorem(
    title="Group privacy, output by output",
    kind="lemma",
    given=(M.laws, d.paths, neighbours),
    claim=steps,
    derivation=(
        have(one_output, "the event of one output", by=outputs_from_events),
        have(
            steps,
            "by induction along a shortest path",
            derivation=induction(
                k,
                first=specialise(one_output, {v: v, w: w}, "one step"),
                then=(
                    specialise(
                        d.paths,
                        {k: k, x_1: v, x_2: w},
                        "a shortest path",
                    ),
                    obtain(last_step, "the last but one"),
                    specialise(steps.args[1], {v: v, w: x_3}, "up to the last but one"),
                    specialise(one_sided((k + 1) * eps)(v, x_3), {y_0: y_0}, "this output"),
                    specialise(one_output, {v: x_3, w: w}, "the last step"),
                    specialise(one_sided(eps)(x_3, w), {y_0: y_0}, "this output"),
                    have(
                        exp((k + 1) * eps) * M(x_3, y_0) <= exp((k + 1) * eps) * (exp(eps) * M(w, y_0)),
                        "a positive factor",
                    ),
                ),
            ),
        ),
    ),
    example=point({eps: log(2)}, **edge),
    near_misses={
        "where the distance is no shortest path": without(d.paths, witness=point({eps: 0}, **two_apart)),
        "the loss of one step": variant(
            ForAll(k, at_distance(k + 1, one_sided(eps))), witness=point({eps: log(2)}, **path)
        ),
    },
)

y_1 = Outcome("y_1")
backwards = ForAll(
    (x, x_2),
    Implication(d.at(k + 1, x, x_2), ForAll(y_1, M(x, y_1) <= exp((k + 1) * eps) * M(x_2, y_1))),
)

densities_from_neighbours = Theorem(
    title="Densities from privacy between neighbours",
    given=(M.laws, d.symmetry, d.paths, neighbours),
    claim=densities,
    derivation=(
        have(steps, "group privacy", by=group_privacy),
        specialise(steps, {k: k}, "this distance"),
        have(backwards, "in other names"),
        specialise(d.symmetry, {x_1: v, x_2: w}, "the distance back"),
        specialise(steps.args[1], {v: v, w: w}, "there"),
        specialise(backwards, {x: w, x_2: v}, "and back"),
        specialise(one_sided((k + 1) * eps)(v, w), {y_0: y_0}, "this output"),
        specialise(backwards.args[1].args[1].xreplace({x: w, x_2: v}), {y_1: y_0}, "this output"),
        have(
            exp(-(k + 1) * eps) * M(v, y_0) <= exp(-(k + 1) * eps) * (exp((k + 1) * eps) * M(w, y_0)),
            "a positive factor",
        ),
    ),
    example=point({eps: log(2)}, **edge),
    near_misses={
        "the loss of one step": variant(
            ForAll(k, at_distance(k + 1, one_sided(eps))), witness=point({eps: log(2)}, **path)
        ),
        "where the distance is no shortest path": without(
            d.paths,
            claim=ForAll(k, at_distance(k + 1, one_sided((k + 1) * eps))),
            witness=point({eps: 0}, **two_apart),
        ),
    },
    note=(
        "The fourth of four equivalent forms, from the second. The distance has to be the length of a shortest path in a graph of "
        "neighbours: on the two data sets 00 and 11 with the Hamming distance 2 and no other, the second form says nothing."
    ),
)

groups_from_densities = Theorem(
    title="Intervals of measures from densities",
    source="bailie.thm3.5",
    given=(M.laws, densities),
    claim=groups,
    derivation=(
        specialise(densities, {k: k}, "this distance"),
        specialise(densities.args[1], {v: v, w: w}, "these data"),
    ),
    example=point({eps: log(2)}, **edge),
    near_misses={
        "the loss of one step": variant(
            ForAll(k, at_distance(k + 1, event_sided(eps))), witness=point({eps: log(2)}, **path)
        ),
        "without privacy": without(
            densities, claim=at_distance(1, event_sided(eps)), witness=point({eps: 0}, **edge)
        ),
    },
    note="The third of the four forms, from the fourth: the law at w lies in an interval of measures around the law at v.",
)

neighbours_from_groups = Theorem(
    title="Privacy between neighbours from intervals of measures",
    source="bailie.thm3.5",
    given=(M.laws, d.symmetry, groups),
    claim=neighbours,
    derivation=(
        specialise(groups, {k: 0}, "distance 1"),
        have(at_distance(1, interval(eps)), "distance 1"),
        specialise(at_distance(1, interval(eps)), {v: v, w: w}, "these data"),
        specialise(interval(eps)(v, w), {T(y): S(y)}, "this event"),
        have(
            exp(eps) * (exp(-eps) * Mass(S(y), M(v, y))) <= exp(eps) * Mass(S(y), M(w, y)),
            "a positive factor",
        ),
    ),
    example=point({eps: log(2)}, **edge),
    near_misses={
        "without privacy": without(groups, witness=point({eps: 0}, **edge)),
    },
    note="The second of the four forms, from the third, which closes the circle; the first is the third in other words.",
)
