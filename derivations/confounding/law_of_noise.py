"""Two noises with one distribution function have one law, so that a mechanism keeps its guarantee with either (Theorem 3(i))."""

from dpsym.derivations.vocabulary import delta, eps, half
from dpsym.language import *

# Events of the noise. A(e): e is a half-line; C(e, f): f is the complement of e; D(e, f, g): g is the union of e and f, which share nothing;
# O(i, n, e): e is the n-th event of the increasing sequence i; U(i, g): g is its union.
e, f, g, i = Outcome("e", "B"), Outcome("f", "B"), Outcome("g", "B"), Outcome("i", "I")
n = parameter("n", integer=True, about="a place in a sequence of events")
t = parameter("t", above=0, about="a number, as small as one likes")
A = function("A", law=False, about="1 where an event is that the noise is at most a number, else 0")
C = function("C", law=False, about="1 where the second event is that the first does not happen, else 0")
D = function(
    "D",
    law=False,
    about="1 where the third event is the union of the first two, which exclude each other, else 0",
)
O = function("O", law=False, about="1 where an event has a place in an increasing sequence, else 0")
U = function("U", law=False, about="1 where an event is the union of an increasing sequence, else 0")
M = function("M", law=False, about="the probability of an event of the first noise")
N = function("N", law=False, about="the probability of an event of the second noise")
G = function("G", law=False, about="which events are in a family: those at which it is 0")


def law_on_line(measure):
    """What is used of a law on the line."""
    return (
        ForAll((e, f), Implication(Eq(C(e, f), 1), Eq(measure(f), 1 - measure(e)))),
        ForAll((e, f, g), Implication(Eq(D(e, f, g), 1), Eq(measure(g), measure(e) + measure(f)))),
        ForAll((i, g, n, e), Implication(AllOf(Eq(U(i, g), 1), Eq(O(i, n, e), 1)), measure(e) <= measure(g))),
        ForAll(
            (i, g, t),
            Implication(
                Eq(U(i, g), 1), Exists((n, e), AllOf(Eq(O(i, n, e), 1), measure(g) - t <= measure(e)))
            ),
        ),
    )


def holds_half_lines(family):
    return ForAll(e, Implication(Eq(A(e), 1), Eq(family(e), 0)))


def holds_complements(family):
    return ForAll((e, f), Implication(AllOf(Eq(C(e, f), 1), Eq(family(e), 0)), Eq(family(f), 0)))


def holds_unions(family):
    both = AllOf(Eq(D(e, f, g), 1), Eq(family(e), 0), Eq(family(f), 0))
    return ForAll((e, f, g), Implication(both, Eq(family(g), 0)))


def holds_limits(family):
    all_in = ForAll((n, e), Implication(Eq(O(i, n, e), 1), Eq(family(e), 0)))
    return ForAll((i, g), Implication(AllOf(Eq(U(i, g), 1), all_in), Eq(family(g), 0)))


def closed(family):
    return AllOf(
        holds_half_lines(family), holds_complements(family), holds_unions(family), holds_limits(family)
    )


generated = ForAll(G(e), Implication(closed(G), ForAll(e, Eq(G(e), 0))))
same_function = ForAll(e, Implication(Eq(A(e), 1), Eq(M(e), N(e))))
same_law = ForAll(e, Eq(M(e), N(e)))


def agrees(e):
    """0 where both laws give an event one probability."""
    return M(e) - N(e)


def of_both(k, at):
    """What is used of each law, at these events."""
    facts = tuple(law_on_line(measure)[k] for measure in (M, N))
    return tuple(
        step
        for fact in facts
        for step in (specialise(fact, at, "a law"), have(fact.args[1].args[1], "a law"))
    )


def kept(body, steps, *events):
    """That a property of the events at which both laws agree holds of all: its condition, the steps, the conclusion."""
    known = tuple(have(Eq(M(e), N(e)), "they agree") for e in events)
    inner = (*known, *steps)
    for condition in reversed(body.args[0].args):
        inner = cases(condition, inner)
    return have(body, "they agree", derivation=inner)


def at_most(one, other):
    """The steps that the probability of the union of a sequence under one law is at most that under the other."""
    near = law_on_line(one)[3].args[1].args[1]
    less = ForAll(t, one(g) - t <= other(g))
    return (
        have(
            less,
            "as near as one likes",
            derivation=(
                specialise(law_on_line(one)[3], {i: i, g: g, t: t}, "some event of the sequence"),
                obtain(near, "this event"),
                specialise(in_sequence, {n: n, e: e}, "it is in the family"),
                specialise(law_on_line(other)[2], {i: i, g: g, n: n, e: e}, "it is a part of the union"),
                have(Eq(M(e), N(e)), "they agree"),
                have(one(g) - t <= other(g), "in between"),
            ),
        ),
        have(
            one(g) <= other(g),
            "else by less than their difference",
            derivation=cases(
                one(g) <= other(g), (), specialise(less, {t: (one(g) - other(g)) / 2}, "half of it")
            ),
        ),
    )


in_sequence = ForAll((n, e), Implication(Eq(O(i, n, e), 1), Eq(agrees(e), 0)))


one_event = {
    "sizes": {"B": 1, "I": 1},
    "A": (1,),
    "C": (0,),
    "D": (0,),
    "O": Lambda((i, n, e), 0),
    "U": (0,),
    "M": (half,),
    "N": (half,),
}

one_law = Theorem(
    title="Two laws on the line with one distribution function are one law",
    source="zhang.thm3",
    given=(*law_on_line(M), *law_on_line(N), generated, same_function),
    claim=same_law,
    derivation=(
        have(holds_half_lines(agrees), "one distribution function"),
        have(
            holds_complements(agrees),
            "complements",
            derivation=kept(holds_complements(agrees).args[1], of_both(0, {e: e, f: f}), e),
        ),
        have(
            holds_unions(agrees),
            "unions",
            derivation=kept(holds_unions(agrees).args[1], of_both(1, {e: e, f: f, g: g}), e, f),
        ),
        have(
            holds_limits(agrees),
            "limits",
            derivation=kept(holds_limits(agrees).args[1], (*at_most(M, N), *at_most(N, M))),
        ),
        specialise(generated, {G(e): agrees(e)}, "the events at which both agree"),
        have(same_law, "every event"),
    ),
    example=point({}, **one_event),
    near_misses={
        "of events that are not all made of half-lines": without(
            generated, witness=point({}, **{**one_event, "A": (0,), "N": (1,)})
        ),
        "without one distribution function": without(
            same_function, witness=point({}, **{**one_event, "N": (1,)})
        ),
    },
    note=(
        "The distribution functions are the probabilities of half-lines. Of laws on the line this is used: the probabilities of complements, of disjoint unions, and of increasing unions, near which some event of the sequence comes; so much of the measurable events: they are the smallest family that holds the half-lines and, with its events, these three. "
        "That it is so is the theorem on systems of sets that are closed under intersections, as the half-lines are."
    ),
)

s, s_2, x, w = Outcome("s", "S"), Outcome("s_2", "S"), Outcome("x", "X"), Outcome("w", "W")
R = function(
    "R",
    law=False,
    about="1 where on these data the noises of an event are those whose outputs lie in the event w, else 0",
)
H = function(
    "H", law=False, about="the probability of an event of the outputs with the first noise, by the data"
)
K = function(
    "K", law=False, about="the probability of an event of the outputs with the second noise, by the data"
)
is_made = ForAll((x, w), Exists(e, Eq(R(x, w, e), 1)))
by_noise = ForAll((x, w, e), Implication(Eq(R(x, w, e), 1), AllOf(Eq(H(x, w), M(e)), Eq(K(x, w), N(e)))))
of_lines = (*law_on_line(M), *law_on_line(N), generated, same_function)
one_output = {**one_event, "sizes": {"B": 1, "I": 1, "X": 1, "W": 1}, "R": (1,), "H": (half,), "K": (half,)}

same_outputs = Theorem(
    title="Two noises with one distribution function give the outputs one law, on all data",
    source="zhang.thm3",
    given=(*of_lines, is_made, by_noise),
    claim=ForAll((x, w), Eq(H(x, w), K(x, w))),
    derivation=(
        have(same_law, "one law", by=one_law),
        have(
            ForAll((x, w), Eq(H(x, w), K(x, w))),
            "the noises of the event",
            derivation=(
                specialise(is_made, {x: x, w: w}, "the noises of the event"),
                obtain(is_made.args[1], "these noises"),
                specialise(by_noise, {x: x, w: w, e: e}, "these noises"),
                specialise(same_law, {e: e}, "one law"),
                have(Eq(H(x, w), K(x, w)), "one law"),
            ),
        ),
    ),
    example=point({}, **one_output),
    near_misses={
        "of outputs that the noise does not settle": without(
            by_noise, witness=point({}, **{**one_output, "K": (1,)})
        ),
        "without one distribution function": without(
            of_lines, instead=of_lines[:-1], witness=point({}, **{**one_output, "N": (1,), "K": (1,)})
        ),
    },
)

C_s = function("V", law=False, about="the law of the data given the state")
data = ForAll(s, distribution(C_s(s, x), x))
probabilities = ForAll((x, w), AllOf(Between(0, H(x, w), 1), Between(0, K(x, w), 1)))
alike = ForAll((x, w), Eq(H(x, w), K(x, w)))


def given_state(output, s):
    """The probability of an event of the outputs given the state."""
    return Total(C_s(s, x) * output(x, w), x)


def bounded(output):
    """The inequality of an event, for two states in this order."""
    return given_state(output, s) <= exp(eps) * given_state(output, s_2) + delta


told = {"sizes": {"S": 2, "X": 2, "W": 1}, "V": (1, 0, 0, 1), "H": (half, half), "K": (half, half)}

guarantee_kept = Theorem(
    title="A mechanism whose noise is drawn otherwise, from the same law, keeps its guarantee",
    source=of_any_spaces("zhang.thm3"),
    given=(data, probabilities, alike),
    claim=ForAll((s, s_2, w), Implication(bounded(H), bounded(K))),
    derivation=(
        specialise(alike, {x: x, w: w}, "one law"),
        have(Eq(C_s(s, x) * H(x, w), C_s(s, x) * K(x, w)), "data set by data set"),
        have(Eq(C_s(s_2, x) * H(x, w), C_s(s_2, x) * K(x, w)), "data set by data set"),
        have(Eq(given_state(H, s), given_state(K, s)), "data set by data set"),
        have(Eq(given_state(H, s_2), given_state(K, s_2)), "data set by data set"),
        have(Implication(bounded(H), bounded(K)), "the same probabilities"),
    ),
    example=point({eps: 0, delta: 0}, **told),
    near_misses={
        "with noise of another law": without(
            alike, witness=point({eps: 0, delta: 0}, **{**told, "K": (1, 0)})
        ),
        "in the other order too": variant(
            ForAll(
                (s, s_2, w),
                Implication(bounded(H), given_state(K, s_2) <= exp(eps) * given_state(K, s) + delta),
            ),
            witness=point({eps: 0, delta: 0}, **{**told, "H": (0, half), "K": (0, half)}),
        ),
    },
    note=(
        "This is the first part of Theorem 3: both coupled noises have the distribution functions that they had, by the theorem on two latent numbers, so that the outputs of each mechanism have the law that they had on all data, by the theorem before. The inequality may be asked of any pairs of states."
    ),
)
