"""The repaired Definition 5: the largest least risk of an attacker, over all mechanisms that are not private, is that of two outputs."""

from dpsym.derivations.confounding.proper_scores import no_term_left
from dpsym.derivations.vocabulary import delta, equal, quarter, tenth
from dpsym.language import *

# h(x): the least mean loss of an attacker to whom the second of two states has the probability x; at an even prior that is
# Q/(P + Q) at an output. D(c): the slope of a line above h that touches it at c.
h = function("h", law=False, about="the least mean loss of an attacker, by the probability of a state")
D = function("D", law=False, about="the slope of a line that touches it from above")
c = parameter("c", above=0, below=1, about="a probability at which a line touches")
x = parameter("x", at_least=0, at_most=1, about="a probability of a state")
v = parameter("v", about="a number")
m = parameter("m", about="a bound on the losses")
E = function("E", law=False, about="the probability with which an output is counted in the event")
p = parameter("p", about="the probability of an event in the first state")
q = parameter("q", about="the probability of the event in the second state")
a = parameter(
    "a", about="the probability of the event in the second state, where the guarantee is just missed"
)

concave = ForAll((c, x), h(x) <= h(c) + D(c) * (x - c))
known = tuple(ForAll(x, Implication(Eq(x, end), Eq(h(x), 0))) for end in (0, 1))
losses = AllOf(ForAll(v, Between(0, h(v), m)), *known)
test = ForAll(y, Between(0, E(y), 1))
both = P(y) + Q(y)


def merged(p, q):
    """The part of an event in the risk, whose probabilities in the two states are p and q."""
    return (p + q) / 2 * h(q / (p + q))


of_output = Indicator(0 < both) * (both / 2 * h(Q(y) / both))
risk = Total(of_output, y)
kept, level = Mass(E(y), P), Mass(E(y), Q)
flat = Lambda(v, Integer(0))
squared_error = {"h": Lambda(v, Max(0, v * (1 - v))), "D": Lambda(v, 1 - 2 * v)}
in_doubt = Indicator(AllOf(0 < v, v < 1))
kept_in_doubt = {"h": Lambda(v, in_doubt * (1 - 2 * v) ** 2), "D": flat}
fortieth = Rational(1, 40)
told = {"P": (3 * quarter, quarter), "Q": (quarter, 3 * quarter)}


def never(law, why, end):
    """The steps for an event that one of the states never gives."""
    nothing = ForAll(y, Eq(E(y) * law(y), 0))
    return (
        have(Eq(Mass(E(y), law), 0), why),
        have(nothing, "no term is left", by=no_term_left.at(G=E(y) * law(y))),
        specialise(nothing, {y: y}, "no term is left"),
        have(
            Eq(E(y) * of_output, 0),
            "nothing is lost there",
            derivation=cases(
                0 < both,
                cases(
                    0 < E(y),
                    (
                        have(Eq(law(y), 0), "a positive factor"),
                        have(Eq(Q(y) / both, end), "the only mass"),
                        *(specialise(fact, {x: Q(y) / both}, "the state is known") for fact in known),
                        have(Eq(h(Q(y) / both), 0), "the state is known"),
                    ),
                    (have(Eq(E(y), 0), "a test"),),
                ),
            ),
        ),
        have(Eq(q / (p + q), end), "the only mass"),
        *(specialise(fact, {x: q / (p + q)}, "the state is known") for fact in known),
        have(Eq(h(q / (p + q)), 0), "the state is known"),
        Chain(Total(E(y) * of_output, y))
        .eq(Total(0 * law(y), y), "output by output")
        .eq(merged(p, q), "nothing is lost"),
    )


line = E(y) * (both / 2) * (h(c) - D(c) * c) + E(y) * (Q(y) / 2) * D(c)

merging = Theorem(
    title="The risk of an attacker to whom the outputs of an event are one",
    kind="lemma",
    given=(concave, losses, test, Eq(kept, p), Eq(level, q), 0 < p + q),
    claim=Total(E(y) * of_output, y) <= merged(p, q),
    derivation=(
        have(AllOf(0 <= E(y) * P(y), 0 <= E(y) * Q(y)), "no factor is negative"),
        have(AllOf(0 <= kept, 0 <= level), "sums of them"),
        have(AllOf(0 <= p, 0 <= q), "sums of them"),
        have(
            Implication(0 < both, Between(0, Q(y) / both, 1)),
            "a probability",
        ),
        cases(
            0 < q,
            cases(
                0 < p,
                (
                    let(
                        c,
                        q / (p + q),
                        (0 < c, c < 1, Eq(c * (p + q), q), Eq(h(q / (p + q)), h(c))),
                        "at the event",
                    ),
                    have(
                        E(y) * of_output <= line,
                        "below the line",
                        derivation=cases(
                            0 < both,
                            (
                                specialise(concave, {c: c, x: Q(y) / both}, "the line"),
                                have(
                                    both / 2 * h(Q(y) / both) <= both / 2 * (h(c) + D(c) * (Q(y) / both - c)),
                                    "weighted",
                                ),
                                have(
                                    Eq(
                                        both / 2 * (h(c) + D(c) * (Q(y) / both - c)),
                                        both / 2 * (h(c) - D(c) * c) + Q(y) / 2 * D(c),
                                    ),
                                    "expand",
                                ),
                                have(
                                    E(y) * (both / 2 * h(Q(y) / both))
                                    <= E(y) * (both / 2 * (h(c) - D(c) * c) + Q(y) / 2 * D(c)),
                                    "weighted",
                                ),
                            ),
                            (have(AllOf(Eq(P(y), 0), Eq(Q(y), 0)), "no masses"),),
                        ),
                    ),
                    Chain(Total(E(y) * of_output, y))
                    .le(Total(line, y), "output by output")
                    .eq((p + q) / 2 * (h(c) - D(c) * c) + q / 2 * D(c), "two sums")
                    .eq((p + q) / 2 * h(c), "where it touches")
                    .eq(merged(p, q), "at the event"),
                ),
                never(P, "only the second state gives the event", Integer(1)),
            ),
            never(Q, "only the first state gives the event", Integer(0)),
        ),
    ),
    example=point({m: quarter, p: 1, q: 1}, **told, E=(1, 1), **squared_error),
    tight=point({m: quarter, p: 3 * quarter, q: quarter}, **told, E=(1, 0), **squared_error),
    near_misses={
        "of a loss that no line touches": without(
            concave, witness=point({m: 1, p: 1, q: 1}, **told, E=(1, 1), **kept_in_doubt)
        ),
        "strictly": variant(
            Total(E(y) * of_output, y) < merged(p, q),
            witness=point({m: quarter, p: 3 * quarter, q: quarter}, **told, E=(1, 0), **squared_error),
        ),
    },
)

u = parameter("u", at_least=1, about="exponential of the privacy loss")
d = delta.ranging(above=0, below=1)
s = parameter("s", about="how often an output is counted in the event that is not in it")
k, l = parameter("k", about="the mass of the event"), parameter("l", about="its mass in the other state")
K = function(
    "K", law=False, about="the part of the event in the risk, by its probability in the second state"
)
L = function("L", law=False, about="the part of the other output")
W = Indicator(u * Q(y) < P(y))
counted = W + s * (1 - W)
stick = Total(Max(0, P(y) - u * Q(y)), y)


def of_two(p, q):
    """The risk with two outputs, the first of which has these probabilities in the two states."""
    return merged(p, q) + merged(1 - p, 1 - q)


def in_event(law):
    """The mass of the outputs that are counted."""
    return Total(counted * law(y), y)


reached = Exists((a,), AllOf(0 <= a, u * a + d <= 1, risk <= of_two(u * a + d, a)))

two_outputs = Theorem(
    title="The largest risk of an attacker against a mechanism that is not private is one of two outputs",
    source="zhang.fix-bcpl",
    define={K(a): merged(u * a + d, a), L(a): merged(1 - (u * a + d), 1 - a)},
    given=(concave, losses, d <= stick),
    claim=reached,
    derivation=(
        have(Eq(Max(0, P(y) - u * Q(y)), W * P(y) - u * (W * Q(y))), "the larger mass"),
        have(Eq(stick, Total(W * P(y), y) - u * Total(W * Q(y), y)), "sum over the outputs"),
        have(AllOf(W * P(y) <= P(y), 0 <= W * Q(y)), "an event"),
        let(k, Total(W * P(y), y), (k <= 1, Eq(Total(W * P(y), y), k)), "the mass of the event"),
        let(
            l,
            Total(W * Q(y), y),
            (0 <= l, d <= k - u * l, Eq(Total(W * Q(y), y), l)),
            "its mass in the other state",
        ),
        let(
            s,
            (k - u * l - d) / (k - u * l - (1 - u)),
            (0 <= s, s < 1, Eq((1 - s) * (k - u * l) + s * (1 - u), d)),
            "how often other outputs are counted",
        ),
        have(Between(0, counted, 1), "a probability"),
        have(Eq(in_event(P), (1 - s) * k + s), "in the first state"),
        have(Eq(in_event(Q), (1 - s) * l + s), "in the second state"),
        let(
            a,
            (1 - s) * l + s,
            (0 <= a, Eq(in_event(Q), a), Eq(in_event(P), u * a + d), u * a + d <= 1),
            "in the second state",
        ),
        have(Eq(Total((1 - counted) * P(y), y), 1 - (u * a + d)), "the other outputs"),
        have(Eq(Total((1 - counted) * Q(y), y), 1 - a), "the other outputs"),
        have(a < 1, "the guarantee is missed"),
        have(ForAll(y, Between(0, counted, 1)), "a probability"),
        have(ForAll(y, Between(0, 1 - counted, 1)), "a probability"),
        have(
            Total(counted * of_output, y) <= merged(u * a + d, a),
            "the counted outputs as one",
            by=merging.at(E=counted, p=u * a + d, q=a),
        ),
        have(
            Total((1 - counted) * of_output, y) <= merged(1 - (u * a + d), 1 - a),
            "the others as one",
            by=merging.at(E=1 - counted, p=1 - (u * a + d), q=1 - a),
        ),
        have(Eq(risk, Total(counted * of_output, y) + Total((1 - counted) * of_output, y)), "counted or not"),
        have(risk <= of_two(u * a + d, a), "two outputs"),
        exhibit({a: a}, "these two outputs"),
    ),
    example=point({m: quarter, u: 2, d: tenth}, **told, **squared_error),
    near_misses={
        "with an event that the second state never gives": variant(
            risk <= of_two(d, 0),
            witness=point(
                {m: quarter, u: 2, d: tenth},
                P=(6 * fortieth, 34 * fortieth),
                Q=(fortieth, 39 * fortieth),
                **squared_error,
            ),
        ),
        # At such a loss the event that the second state never gives is the best of all, so that this is the claim.
        "of private mechanisms, at a large loss": without(
            d <= stick,
            claim=risk <= of_two(d, 0),
            witness=point({m: quarter, u: 4, d: tenth}, **equal, **squared_error),
        ),
        "of a loss that no line touches, at a large loss": without(
            concave,
            claim=risk <= of_two(d, 0),
            witness=point(
                {m: 1, u: 4, d: tenth}, P=(9 * tenth, tenth), Q=(tenth, 9 * tenth), h=kept_in_doubt["h"]
            ),
        ),
    },
    note=(
        "At an even prior of two states. So the least threshold of a loss, the largest of its least risks over the mechanisms that are not (eps, delta)-private, is the largest of these "
        "binary risks, over the probability a of the event: the loss is squared error for h = x (1 - x), the logarithmic one for the entropy of x, and the error of a guess for the smaller of x and 1 - x; each is "
        "below its tangents, and 0 where the state is known. Only one order of the two states is asked to miss the guarantee. Two outputs are a mechanism of their own, so that the bound is the least. For squared error its largest value has the closed "
        "form of the theorems beside; for the logarithmic loss it has none."
    ),
)

guessed = Min(u * a + d, a) / 2 + Min(1 - (u * a + d), 1 - a) / 2

error_of_guess = Theorem(
    title="The least threshold of the error of a guess does not depend on the privacy loss",
    source="zhang.fix-bcpl",
    given=(0 <= a, u * a + d <= 1),
    claim=guessed <= (1 - d) / 2,
    derivation=(
        have(0 <= (u - 1) * a, "no factor is negative"),
        have(Eq(Min(u * a + d, a), a), "the smaller"),
        have(Eq(Min(1 - (u * a + d), 1 - a), 1 - (u * a + d)), "the smaller"),
    ),
    example=point({u: 2, d: tenth, a: quarter}),
    tight=point({u: 2, d: tenth, a: 0}),
    near_misses={
        "at an event that is likelier in the second state": without(
            0 <= a, witness=point({u: 2, d: tenth, a: -fortieth})
        ),
        "as if delta were larger": variant(guessed <= (1 - 2 * d) / 2, witness=point({u: 2, d: tenth, a: 0})),
    },
    note=(
        "The risk of two outputs where the attacker names the likelier state, at an even prior. The bound is attained at an event that the second state never gives, whatever the privacy loss: so this loss tells "
        "one delta from another, and no privacy loss from another."
    ),
)
