"""The global sensitivity of a query: the largest change between neighbours, and what it says of data sets farther apart."""

from dpsym.derivations.inference.mechanisms import d, k, v, w, x_1, x_2, x_3
from dpsym.language import *

Delta = parameter("Delta", at_least=0, about="sensitivity of the query")
i = Outcome("i", "I")
q = function("q", law=False, about="the value of the query on a data set, coordinate by coordinate")


def change(v, w):
    """The distance of the values of the query on two data sets, added up over its coordinates."""
    return Total(Abs(q(v, i) - q(w, i)), i)


def at_most(k, bound):
    """The query changes by at most the bound between data sets at distance k."""
    return ForAll((v, w), Implication(d.at(k, v, w), change(v, w) <= bound))


one_step = at_most(1, Delta)
steps = ForAll(k, at_most(k + 1, (k + 1) * Delta))
last_step = Exists((x_3,), AllOf(d.at(k + 1, v, x_3), d.neighbours(x_3, w)))
count = {"sizes": {"X": 2, "I": 1}, "d": (0, 1, 1, 0), "q": (0, 1)}

global_sensitivity = Definition(
    title="Global sensitivity",
    source=whole_of("bailie.eq4"),
    cites="dwork2006b",
    defines=function("D", law=False, about="1 where the number is the sensitivity of the query, else 0")(
        Delta
    ),
    body=least(Delta, at_most(1, Delta)),
    note=(
        "q(v, i) is the coordinate i of the query on the data set v, and data sets at the distance 1 are neighbours. The sensitivity is the supremum, over all neighbours, of the change of the query, added up over its coordinates: the least number that is at least "
        "each of these changes. It is infinite where there is none. The query has no coins of its own."
    ),
)

sensitivity = Theorem(
    title="A query changes by at most its sensitivity times the distance",
    source="bailie.eq4",
    cites="dwork2006b",
    given=(d.paths, one_step),
    claim=steps,
    derivation=(
        have(
            steps,
            "by induction along a shortest path",
            derivation=induction(
                k,
                first=specialise(one_step, {v: v, w: w}, "one step"),
                then=(
                    specialise(d.paths, {k: k, x_1: v, x_2: w}, "a shortest path"),
                    obtain(last_step, "the last but one"),
                    specialise(steps.args[1], {v: v, w: x_3}, "up to the last but one"),
                    specialise(one_step, {v: x_3, w: w}, "the last step"),
                    have(
                        Abs(q(v, i) - q(w, i)) <= Abs(q(v, i) - q(x_3, i)) + Abs(q(x_3, i) - q(w, i)),
                        "triangle inequality",
                    ),
                    have(
                        change(v, w) <= Total(Abs(q(v, i) - q(x_3, i)) + Abs(q(x_3, i) - q(w, i)), i),
                        "add up over the coordinates",
                    ),
                ),
            ),
        ),
    ),
    example=point({Delta: 1}, **count),
    near_misses={
        "where the distance is no shortest path": without(
            d.paths, witness=point({Delta: 0}, **{**count, "d": (0, 2, 2, 0)})
        ),
    },
    note="For the sensitivity of the query take any bound on its changes between neighbours.",
)
