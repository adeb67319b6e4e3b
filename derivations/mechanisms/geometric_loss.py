"""The law of the privacy loss of the geometric mechanism, from the masses of its outputs: two values, as in randomised response."""

from dpsym.derivations.mechanisms.geometric import count, eps, loss, x
from dpsym.derivations.vocabulary import third, two_thirds
from dpsym.language import *

k = parameter("k", integer=True, about="how far an output is from the first of them")

U = function("U", law=False, about="the mass of the first k outputs with the loss eps")
V = function("V", law=False, about="the mass of the first k outputs with the loss -eps")


def mass(k):
    """The mass of noise of this amount, in either direction."""
    return (1 - exp(-eps)) / (1 + exp(-eps)) * exp(-(eps * k))


with_loss = exp(eps) / (1 + exp(eps))
with_gain = 1 / (1 + exp(eps))
partial_sums = (
    Eq(U(Integer(0)), 0),
    ForAll(k, Eq(U(k + 1), U(k) + mass(k))),
    Eq(V(Integer(0)), 0),
    ForAll(k, Eq(V(k + 1), V(k) + mass(k + 1))),
)


def left(n):
    """What the first n outputs leave of a total of 1."""
    return exp(-(eps * n))


at_two = point(
    {eps: log(2)},
    U=Lambda(k, two_thirds * (1 - exp(-(log(2) * k)))),
    V=Lambda(k, third * (1 - exp(-(log(2) * k)))),
)
at_none = {parameter("c"): (1 - exp(-eps)) / (1 + exp(-eps))}  # the mass of no noise
sums = AllOf(
    ForAll(k, Eq(U(k), with_loss * (1 - left(k)))),
    ForAll(k, Eq(V(k), with_gain * (1 - left(k)))),
)

added_up = Theorem(
    title="The masses of the outputs with one loss of the geometric mechanism, added up",
    kind="lemma",
    given=partial_sums,
    claim=sums,
    define=at_none,
    derivation=(
        have(
            ForAll(k, Eq(U(k), with_loss * (1 - left(k)))),
            "term by term",
            derivation=induction(
                k,
                first=(),
                then=(
                    specialise(partial_sums[1], {k: k}, "one more output"),
                    have(Eq(left(k + 1), left(k) * exp(-eps)), "exponential of a sum"),
                    have(Eq(mass(k), with_loss * (1 - exp(-eps)) * left(k)), "its mass"),
                ),
            ),
        ),
        have(
            ForAll(k, Eq(V(k), with_gain * (1 - left(k)))),
            "term by term",
            derivation=induction(
                k,
                first=(),
                then=(
                    specialise(partial_sums[3], {k: k}, "one more output"),
                    have(Eq(left(k + 1), left(k) * exp(-eps)), "exponential of a sum"),
                    have(Eq(mass(k + 1), with_gain * (1 - exp(-eps)) * left(k)), "its mass"),
                ),
            ),
        ),
    ),
    example=at_two,
    near_misses={
        "whatever is added": variant(
            sums.args[0], given=[partial_sums[0]], witness=point({eps: log(2)}, U=(0,))
        ),
        "the totals exchanged": variant(ForAll(k, Eq(U(k), with_gain * (1 - left(k)))), witness=at_two),
    },
)


def loss_at(t, x_2):
    """The privacy loss at an output, against the count of a neighbour."""
    return log(count.density(t, x) / count.density(t, x_2))


losses = AllOf(
    Eq(loss_at(x + k, x - 1), eps),
    Eq(loss_at(x - 1 - k, x - 1), -eps),
    Eq(loss_at(x - k, x + 1), eps),
    Eq(loss_at(x + (k + 1), x + 1), -eps),
)
masses = AllOf(
    Eq(count.density(x + k, x), mass(k)),
    Eq(count.density(x - k, x), mass(k)),
    Eq(count.density(x - 1 - k, x), mass(k + 1)),
    Eq(count.density(x + (k + 1), x), mass(k + 1)),
)
rate = 1 / (1 + eps * k)
approached = AllOf(Between(0, with_loss - U(k), rate), Between(0, with_gain - V(k), rate))

ABOVE, BELOW = "above both counts", "below both counts"
DISTANCES = (
    (x + k, x, k, ABOVE),
    (x + k, x - 1, k + 1, ABOVE),
    (x - 1 - k, x, k + 1, BELOW),
    (x - 1 - k, x - 1, k, BELOW),
    (x - k, x, k, BELOW),
    (x - k, x + 1, k + 1, BELOW),
    (x + (k + 1), x, k + 1, ABOVE),
    (x + (k + 1), x + 1, k, ABOVE),
)

law_of_loss = Theorem(
    title="The law of the privacy loss of the geometric mechanism",
    source=whole_of("kifer.ex4.4"),
    cites="ghosh2009",
    given=partial_sums,
    claim=AllOf(ForAll(k, losses), ForAll(k, masses), ForAll(k, approached)),
    define=at_none,
    derivation=(
        have(sums, "the masses added up", by=added_up),
        *(have(Eq(Abs(t - of), distance), where) for t, of, distance, where in DISTANCES),
        have(losses.args[0], "above both counts", by=loss.at(t=x + k, x_2=x - 1)),
        have(losses.args[1], "below both counts", by=loss.at(t=x - 1 - k, x_2=x - 1)),
        have(losses.args[2], "below both counts", by=loss.at(t=x - k, x_2=x + 1)),
        have(losses.args[3], "above both counts", by=loss.at(t=x + (k + 1), x_2=x + 1)),
        have(
            AllOf(
                Eq(exp(-(eps * Abs(x + k - x))), exp(-(eps * k))),
                Eq(exp(-(eps * Abs(x - k - x))), exp(-(eps * k))),
                Eq(exp(-(eps * Abs(x - 1 - k - x))), exp(-(eps * (k + 1)))),
                Eq(exp(-(eps * Abs(x + (k + 1) - x))), exp(-(eps * (k + 1)))),
            ),
            "the noise is symmetric",
        ),
        have(masses, "the noise is symmetric"),
        specialise(sums.args[0], {k: k}, "of the first k outputs"),
        specialise(sums.args[1], {k: k}, "of the first k outputs"),
        have(1 + eps * k <= exp(eps * k), "the tangent of the exponential"),
        have(left(k) * (1 + eps * k) <= 1, "the tangent, times a positive number", hints=(left(k) > 0,)),
        have(left(k) <= rate, "divided"),
        have(Between(0, with_loss * left(k), left(k)), "a probability"),
        have(Between(0, with_gain * left(k), left(k)), "a probability"),
    ),
    example=at_two,
    near_misses={
        "whatever is added": variant(
            ForAll(k, Between(0, with_loss - U(k), rate)), given=[], witness=point({eps: log(2)}, U=(1,))
        ),
        "equally likely": variant(ForAll(k, Between(0, with_gain - U(k), rate)), witness=at_two),
    },
    note=(
        "On the count x, and a neighbour's count one smaller or one larger, the outputs on the one side of both have the loss eps, those on the other side "
        "the loss -eps. The masses of the first k of each, added up, come within 1/(1 + eps k) of the two probabilities of randomised response, "
        "so these are the sums of the two series: the law of the loss. Between equal counts every loss is 0."
    ),
)
