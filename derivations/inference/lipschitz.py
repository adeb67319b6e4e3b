"""Privacy as a Lipschitz condition: over all distances at once, from privacy between neighbours."""

from dpsym.derivations.inference.group_privacy import densities_from_neighbours, edge, path, two_apart
from dpsym.derivations.inference.mechanisms import (
    M,
    at_distance,
    d,
    densities,
    eps,
    event_sided,
    everywhere,
    k,
    neighbours,
    pointwise,
    v,
    w,
    x_1,
    x_2,
    y_0,
)
from dpsym.language import *

# That a finite distance is 0 or a natural number more than 0: it is the length of a path.
lengths = ForAll(
    (v, w), Implication(d.connected(v, w), AnyOf(d.at(0, v, w), Exists((k,), d.at(k + 1, v, w))))
)

lipschitz = Theorem(
    title="Privacy between neighbours is a Lipschitz condition",
    source="bailie.def2.1",
    given=(M.laws, d.axioms, lengths, neighbours),
    claim=everywhere,
    derivation=(
        have(densities, "at every distance above 0", by=densities_from_neighbours),
        specialise(lengths, {v: v, w: w}, "a length of a path"),
        cases(
            d.at(0, v, w),
            (
                specialise(
                    d.identity.args[1],
                    {x_1: v, x_2: w},
                    "the same data",
                ),
                have(Eq(M(v, y), M(w, y)), "the same data"),
            ),
            (
                obtain(Exists((k,), d.at(k + 1, v, w)), "the length of a path"),
                specialise(densities, {k: k}, "this distance"),
                specialise(densities.args[1], {v: w, w: v}, "these data"),
                specialise(densities.args[1], {v: v, w: w}, "these data"),
                specialise(pointwise((k + 1) * eps)(v, w), {y_0: y}, "this output"),
                have(
                    exp((k + 1) * eps) * (exp(-(k + 1) * eps) * M(v, y)) <= exp((k + 1) * eps) * M(w, y),
                    "a positive factor",
                ),
                have(Eq(d(v, w) * eps, (k + 1) * eps), "this distance"),
                have(exp((k + 1) * eps) <= exp(d(v, w) * eps), "the exponential is increasing"),
                have(exp((k + 1) * eps) * M(w, y) <= exp(d(v, w) * eps) * M(w, y), "a probability"),
            ),
        ),
    ),
    example=point({eps: log(2)}, **edge),
    near_misses={
        "where the distance is no shortest path": without(
            d.axioms, lengths, instead=(d.symmetry, d.identity), witness=point({eps: 0}, **two_apart)
        ),
    },
)

neighbours_from_lipschitz = Theorem(
    title="The Lipschitz condition is privacy between neighbours",
    source="bailie.thm3.5",
    given=(M.laws, everywhere),
    claim=neighbours,
    derivation=(
        specialise(everywhere, {v: v, w: w}, "the Lipschitz condition"),
        have(Eq(d(v, w) * eps, eps), "distance 1"),
        specialise(ForAll(y, M(v, y) <= exp(d(v, w) * eps) * M(w, y)), {y: y}, "this output"),
        have(S(y) * M(v, y) <= S(y) * (exp(eps) * M(w, y)), "where the event occurs"),
    ),
    example=point({eps: log(2)}, **edge),
    near_misses={
        "without privacy": without(everywhere, witness=point({eps: 0}, **edge)),
        "at distance 2": variant(at_distance(2, event_sided(eps)), witness=point({eps: log(2)}, **path)),
    },
    note="With the theorem before it: the first two of the four forms are one where the distance is the length of a shortest path.",
)
