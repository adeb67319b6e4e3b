"""The hockey sticks of k extremal responses, for k up to 8: the numbers of optimal composition."""

from dpsym.derivations.vocabulary import eps_0
from dpsym.language import *

w = parameter("w", at_least=0, about="probability of the less likely of the two truthful answers")
t = parameter("t", about="privacy loss, in nats")
i = parameter("i", integer=True, about="number of responses")
c = function("c")

u = exp(eps_0)
# A response gives the target away with probability 1 - w (1 + e^eps_0); else it is truthful: w e^eps_0 in the right, w in
# the wrong direction. c(i, t) is the hockey stick of i responses at the loss t.


def ways(k, j):
    """The number of ways to choose j of k."""
    return 1 if j == 0 else ways(k, j - 1) * (k - j + 1) // j


def times(n, x):
    """n x, without a factor 1 or a term 0."""
    return Integer(0) if n == 0 else x if n == 1 else Integer(n) if x == 1 else n * x


def power(m):
    """e^(m eps_0)."""
    return Integer(1) if m == 0 else exp(times(m, eps_0))


def point_of(k, l):
    """The loss (k - 2l) eps_0."""
    return times(k - 2 * l, eps_0)


def kept(k, l):
    """What the hockey stick of k responses at the loss (k - 2l) eps_0 falls short of 1 by, over w^k."""
    terms = [times(ways(k, j), power(k - j if j >= l else k - 2 * l + j)) for j in range(k + 1)]
    return sum(terms[1:], terms[0])


def number(k, l, w=w):
    """The hockey stick of k responses at the loss (k - 2l) eps_0."""
    return 1 - w**k * kept(k, l)


def grown(before, after, w=w):
    """The hockey stick at t of one more response, from those of the others at t - eps_0 and at t + eps_0."""
    return 1 - w * (1 + u) + w * (u * before + after)


def recursion(relation, c=c, w=w):
    """That c(i, .) is at most, or at least, the hockey stick of i responses at every loss, by recursion."""
    return AllOf(
        ForAll(t, relation(c(Integer(0), t), Max(0, 1 - exp(t)))),
        ForAll(i, ForAll(t, relation(c(i + 1, t), grown(c(i, t - eps_0), c(i, t + eps_0), w)))),
    )


def far(k, relation):
    """At losses of at least k eps_0 only what gives the target away is left."""
    return ForAll(t, Implication(times(k, eps_0) <= t, relation(c(Integer(k), t), 1 - w**k * (1 + u) ** k)))


def near(k, relation):
    """At losses of at most -k eps_0 all of the second law is subtracted, but what gives the target away."""
    return ForAll(
        t, Implication(t <= times(-k, eps_0), relation(c(Integer(k), t), 1 - w**k * (1 + u) ** k * exp(t)))
    )


def values(k, relation):
    """The numbers at the losses (k - 2l) eps_0, and beyond the largest and below the least of them."""
    points = (relation(c(Integer(k), point_of(k, l)), number(k, l)) for l in range(k + 1))
    return AllOf(far(k, relation), near(k, relation), *points)


def statement(k):
    """Both bounds on any function that grows like the hockey sticks of responses."""
    return ForAll(c(i, t), AllOf(*(Implication(recursion(r), values(k, r)) for r in (Le, Ge))))


def replaced(k, relation, t, left, right, result):
    """The number at t, from those of one response less at t - eps_0 and at t + eps_0."""
    before, after = c(Integer(k - 1), t - eps_0), c(Integer(k - 1), t + eps_0)
    gains = (left - before, right - after) if relation is Le else (before - left, after - right)
    chain = Chain(c(Integer(k), t))
    for value, reason in (
        (grown(before, after), "one more response"),
        (grown(left, right), "the numbers for one response less"),
    ):
        chain = chain.le(value, reason) if relation is Le else chain.ge(value, reason)
    return (
        have(0 <= w * (u * gains[0]), "no factor is negative"),
        have(0 <= w * gains[1], "no factor is negative"),
        chain.eq(result, "collect the powers"),
    )


def one_more(k, relation):
    """The numbers for k responses from those for one less."""
    beyond, below = far(k - 1, relation), near(k - 1, relation)
    step = ForAll(
        t, relation(c(Integer(k), t), grown(c(Integer(k - 1), t - eps_0), c(Integer(k - 1), t + eps_0)))
    )
    all_kept = 1 - w ** (k - 1) * (1 + u) ** (k - 1)
    some_kept = [1 - w ** (k - 1) * (1 + u) ** (k - 1) * exp(s) for s in (t - eps_0, t + eps_0)]
    steps = [
        specialise(recursion(relation).args[1], {i: k - 1}, "one more response"),
        have(
            far(k, relation),
            derivation=(
                specialise(step, {t: t}),
                specialise(beyond, {t: t - eps_0}),
                specialise(beyond, {t: t + eps_0}),
                *replaced(k, relation, t, all_kept, all_kept, far(k, relation).args[1].args[1].rhs),
            ),
        ),
        have(
            near(k, relation),
            derivation=(
                specialise(step, {t: t}),
                specialise(below, {t: t - eps_0}),
                specialise(below, {t: t + eps_0}),
                *replaced(k, relation, t, *some_kept, near(k, relation).args[1].args[1].rhs),
            ),
        ),
    ]
    for l in range(k + 1):
        at = point_of(k, l)
        left = number(k - 1, l) if l < k else 1 - w ** (k - 1) * (1 + u) ** (k - 1) * exp(at - eps_0)
        right = number(k - 1, l - 1) if l else all_kept
        ends = (
            [specialise(beyond, {t: at + eps_0})]
            if l == 0
            else [specialise(below, {t: at - eps_0})]
            if l == k
            else []
        )
        steps.append(
            have(
                relation(c(Integer(k), at), number(k, l)),
                derivation=(
                    specialise(step, {t: at}),
                    *ends,
                    *replaced(k, relation, at, left, right, number(k, l)),
                ),
            )
        )
    return tuple(steps)


def sticks_of(k, before, as_in=None):
    """The numbers for k responses, on the numbers for one less; printed only where no other shows the steps."""

    def start(relation):
        if before is None:
            first, stick = recursion(relation).args[0], Max(0, 1 - exp(t))
            return (
                have(
                    far(0, relation),
                    "nothing has been released",
                    derivation=(specialise(first, {t: t}), have(1 <= exp(t)), have(Eq(stick, 0))),
                ),
                have(
                    near(0, relation),
                    "nothing has been released",
                    derivation=(specialise(first, {t: t}), have(exp(t) <= 1), have(Eq(stick, 1 - exp(t)))),
                ),
                specialise(first, {t: 0}),
                have(values(0, relation), "nothing has been released"),
            )
        return (specialise(statement(k - 1), {c(i, t): c(i, t)}), have(values(k - 1, relation)))

    started = recursion(Le).args[1]
    always = recursion(Ge)
    return Theorem(
        title=f"The hockey sticks of {NAMES[k - 1]}",
        source="kazan.thm2.8.3",
        cites="kairouz2015",
        kind="lemma",
        claim=statement(k),
        derivation=(
            *(
                ()
                if before is None
                else (have(statement(k - 1), "the numbers for one response less", by=before),)
            ),
            have(
                statement(k),
                "by induction from one number of responses to the next",
                derivation=tuple(
                    have(Implication(recursion(r), values(k, r)), derivation=(*start(r), *one_more(k, r)))
                    for r in (Le, Ge)
                ),
            ),
        ),
        as_in=as_in,
        near_misses={
            "where something else is released at the start": variant(
                ForAll(c(i, t), Implication(started, c(Integer(k), point_of(k, 0)) <= number(k, 0))),
                witness=point({eps_0: 0, w: Rational(1, 2)}),
            ),
            "twice the number": variant(
                ForAll(c(i, t), Implication(always, c(Integer(k), point_of(k, 0)) >= 2 * number(k, 0))),
                witness=point({eps_0: 0, w: 0}),
            ),
        },
        note=(
            "The two parts say that the recursion has these values, whether it is read as an upper or as a lower bound; read "
            "with equality it is that of extremal responses (see one more mechanism)."
        ),
    )


NAMES = (
    "one response",
    "two responses",
    "three responses",
    "four responses",
    "five responses",
    "six responses",
    "seven responses",
    "eight responses",
)

of_one = sticks_of(1, None)
of_two = sticks_of(2, of_one)
of_three = sticks_of(3, of_two, as_in=of_two)
of_four = sticks_of(4, of_three, as_in=of_two)
of_five = sticks_of(5, of_four, as_in=of_two)
of_six = sticks_of(6, of_five, as_in=of_two)
of_seven = sticks_of(7, of_six, as_in=of_two)
of_eight = sticks_of(8, of_seven, as_in=of_two)

v = parameter("v", at_least=0, at_most=1, about="probability that a response does not give the target away")


def delta_at(k, l, x):
    """The delta of optimal composition at the loss (k - 2l) eps_0, as the paper prints it."""
    terms = [times(ways(k, j), power(k - j) - power(k - 2 * l + j)) for j in range(l)]
    return 1 - x**k * (1 - sum(terms[1:], terms[0]) / (1 + u) ** k) if l else 1 - x**k


same = AllOf(
    *(Eq(number(k, l, v / (1 + u)), delta_at(k, l, v)) for k in range(1, 9) for l in range(k // 2 + 1))
)

printed_form = Theorem(
    title="The numbers of optimal composition in the form of the paper",
    source="kazan.thm2.8.3",
    cites="kairouz2015",
    kind="lemma",
    claim=same,
    derivation=have(same, "multiply by the denominator"),
    near_misses={
        "one power of the probability less": variant(
            Eq(number(2, 1, v / (1 + u)), delta_at(2, 1, 1)),
            witness=point({eps_0: log(2), v: Rational(1, 2)}),
        ),
        "at the next loss": variant(
            Eq(number(2, 1, v / (1 + u)), delta_at(2, 0, v)),
            witness=point({eps_0: log(2), v: Rational(1, 2)}),
        ),
    },
)
