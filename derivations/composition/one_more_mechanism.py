"""One more mechanism: what it adds to every hockey stick of a transcript, even if it is chosen by that transcript."""

from dpsym.derivations.composition.largest_hockey_stick import largest_excess, largest_hockey_stick
from dpsym.derivations.vocabulary import delta, half, quarter, third, two_thirds
from dpsym.language import *

eps = parameter("eps", at_least=0, about="bound on the privacy loss of the new mechanism, in nats")
t = parameter("t", about="privacy loss, in nats")

# P, Q: the laws of the transcript on two neighbouring databases.
F = function("F", about="the law of the next transcript on the first database, given the transcript so far")
G = function("G", about="its law on the neighbouring database")
x = Outcome("x")
now = Pair(P(y), Q(y))
new = Pair(F(x, y), G(x, y))
later = Pair(Total(P(x) * F(x, y), x), Total(Q(x) * G(x, y), x))


def curve_after(t, eps, delta, pair):
    """The hockey stick, at t, of a pair and one more extremal response."""
    return delta + (1 - delta) * (exp(eps) * HockeyStick(t - eps, pair) + HockeyStick(t + eps, pair)) / (
        1 + exp(eps)
    )


families = (ForAll(x, distribution(F(x, y))), ForAll(x, distribution(G(x, y))))
private = ForAll(x, ApproxDP(eps, delta).on(new))
excess = Max(0, P(x) * F(x, y) - exp(t) * Q(x) * G(x, y))

failing = {"F": 4 * (quarter, half, quarter, 0), "G": 4 * (0, quarter, half, quarter)}
apart = point({eps: log(2), delta: 0, t: 0}, P=(1, 0), Q=(1, 0), F=(1, 0, 1, 0), G=(0, 1, 0, 1))
truthful = {"F": (two_thirds, third, two_thirds, third), "G": (third, two_thirds, third, two_thirds)}

one_more_mechanism = Theorem(
    title="One more mechanism",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    given=(*families, private),
    claim=HockeyStick(t, later) <= curve_after(t, eps, delta, now),
    derivation=(
        specialise(private, {x: x}, "the transcript so far"),
        have(
            Total(excess, y) <= largest_excess(P(x), exp(t) * Q(x), eps, delta),
            "the new mechanism, for each transcript so far",
            by=largest_hockey_stick.at(P=F(x, y), Q=G(x, y), a=P(x), b=exp(t) * Q(x)),
        ),
        have(P(x) * F(x, y) - exp(t) * Q(x) * G(x, y) <= excess, "a maximum"),
        have(
            Total(P(x) * F(x, y), x) - exp(t) * Total(Q(x) * G(x, y), x) <= Total(excess, x),
            "sum over the transcripts so far",
        ),
        Chain(HockeyStick(t, later))
        .le(Total(excess, y, x), "both lines before")
        .le(Total(largest_excess(P(x), exp(t) * Q(x), eps, delta), x), "sum over the transcripts so far")
        .eq(
            curve_after(t, eps, delta, now),
            "the weights take the loss of the transcript to t - eps and t + eps",
        ),
    ),
    example=point({eps: log(2), delta: 0, t: 0}, P=(1, 0), Q=(1, 0), **truthful),
    tight=point({eps: log(2), delta: quarter, t: 0}, P=(1, 0, 0, 0), Q=(1, 0, 0, 0), **failing),
    near_misses={
        "the new mechanism unprotected": variant(given=families, witness=apart),
        "the loss of the transcript alone": variant(
            HockeyStick(t, later) <= delta + (1 - delta) * HockeyStick(t, now),
            witness=point({eps: log(2), delta: 0, t: 0}, P=(1, 0), Q=(1, 0), **truthful),
        ),
    },
    note=(
        "The transcript is all that has been released; the new mechanism may be chosen by it. Also a new mechanism that knows "
        "nothing of the transcript is covered: then F and G append an output that does not depend on x. That "
        "transcripts before and after lie in one finite set is no restriction."
    ),
)


def with_response(t, eps, delta):
    """The hockey stick of the pair P, Q together with one extremal response, outcome by outcome of the response."""
    u = exp(eps)
    masses = (
        (delta, Integer(0)),
        ((1 - delta) * u / (1 + u), (1 - delta) / (1 + u)),
        ((1 - delta) / (1 + u), (1 - delta) * u / (1 + u)),
        (Integer(0), delta),
    )
    parts = [Total(Max(0, P(y) * r - exp(t) * Q(y) * s), y) for r, s in masses]
    return sum(parts[1:], parts[0])


one_more_response = Theorem(
    title="One more extremal response attains the bound",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=Eq(with_response(t, eps, delta), curve_after(t, eps, delta, now)),
    near_misses={
        "the failures added up": variant(
            Eq(with_response(t, eps, delta), delta + curve_after(t, eps, 0, now)),
            witness=point({eps: log(2), delta: Rational(1, 2), t: 0}, P=(1, 0), Q=(1, 0)),
        ),
    },
    note=(
        "The response has four outcomes: two give the target away, with probability delta; the others are a truthful answer "
        "with odds e^eps to 1. So the hockey sticks of any number of such responses are those of the optimal bound."
    ),
)
