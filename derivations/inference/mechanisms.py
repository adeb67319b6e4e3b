"""Mechanisms on data sets: a law M_x of the output for each data set x, and how far two data sets are from one another."""

from dpsym.derivations.vocabulary import eps, y_0
from dpsym.language import *

k = parameter("k", integer=True, about="a distance of data sets: how many edges of the graph join them")

# x, v, w, x_1, x_2, x_3: data sets. M_x: the law of the output. d: their distance in a graph of neighbours.
x, v, w = (Outcome(name, "X") for name in ("x", "v", "w"))
M, T = family("M", over=v), function("T")
d = graph_distance(
    "d", "X", about="the distance of two data sets in a graph of neighbours, below 0 where no path joins them"
)
x_1, x_2, x_3 = d.names


def at_distance(k, body):
    """For all data sets v and w at distance k: body(v, w)."""
    return ForAll((v, w), Implication(d.at(k, v, w), body(v, w)))


def interval(b):
    """The law at w lies in the interval of measures from e^-b M_v to e^b M_v, event by event."""

    def body(v, w):
        here, there = Mass(T(y), M(v, y)), Mass(T(y), M(w, y))
        return EveryEvent(T(y), Between(exp(-b) * here, there, exp(b) * here))

    return body


def pointwise(b):
    """The masses at w lie between e^-b and e^b times those at v."""
    return lambda v, w: ForAll(y_0, Between(exp(-b) * M(v, y_0), M(w, y_0), exp(b) * M(v, y_0)))


def one_sided(b):
    """The masses at v are at most e^b times those at w."""
    return lambda v, w: ForAll(y_0, M(v, y_0) <= exp(b) * M(w, y_0))


def event_sided(b):
    """The probabilities of events at v are at most e^b times those at w."""
    return lambda v, w: EveryEvent(S(y), Mass(S(y), M(v, y)) <= exp(b) * Mass(S(y), M(w, y)))


neighbours = at_distance(1, event_sided(eps))
groups = ForAll(k, at_distance(k + 1, interval((k + 1) * eps)))
densities = ForAll(k, at_distance(k + 1, pointwise((k + 1) * eps)))
everywhere = ForAll(
    (v, w), Implication(d.connected(v, w), ForAll(y, M(v, y) <= exp(d(v, w) * eps) * M(w, y)))
)

private_mechanism = Definition(
    title="A private mechanism on data sets with a distance",
    source=("bailie.def-mechanism", whole_of("bailie.def2.1"), "bailie.def-dmult"),
    cites="dwork2006b",
    defines=Multiplicative(d(v, w) * eps).on(Pair(M(v, y), M(w, y))),
    note=(
        "A mechanism draws its output with coins of its own, so it is a law of the output for each data set. It is private when "
        "the multiplicative distance of the laws of two data sets at a finite distance is at most the privacy loss times their "
        "distance: the map from data sets to laws is Lipschitz. Data sets at an infinite distance are not compared. The privacy "
        "loss of a mechanism is the least number with this property, its budget what the custodian allows."
    ),
)
