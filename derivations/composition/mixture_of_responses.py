"""Every approximately private pair is a post-processing of the extremal response: four laws, drawn by its four outcomes."""

from dpsym.derivations.vocabulary import delta, eps, y_0
from dpsym.language import *

a = parameter("a", about="excess of the first law over e^eps times the second")
b = parameter("b", about="excess of the second law over e^eps times the first")

u = exp(eps)
# G_1, ..., G_4: the laws of the output, given the outcome of the response. H, J: what the laws exceed e^eps times the
# other by, at each output.
G = [function(f"G_{i}") for i in range(1, 5)]
H, J = function("H"), function("J")
above, below = Max(0, P(y) - u * Q(y)), Max(0, Q(y) - u * P(y))


def drawn(g_1, g_2, g_3, g_4):
    """That P and Q are the laws of the output when the outcome is that of the response on either database."""
    return (
        Eq(P(y), delta * g_1 + (1 - delta) * (u * g_2 + g_3) / (1 + u)),
        Eq(Q(y), delta * g_4 + (1 - delta) * (g_2 + u * g_3) / (1 + u)),
    )


applied = [g(y) for g in G]
is_mixture = Exists(
    tuple(applied), AllOf(*(distribution(g) for g in applied), *(ForAll(y, part) for part in drawn(*applied)))
)


def given_by(*laws):
    """The steps that show that these four laws will do."""
    steps = []
    for law in laws:
        steps.append(have(0 <= law, "no term is negative"))
        steps.append(have(Eq(Total(law, y), 1), "the masses add up"))
    return (
        *steps,
        *(have(part, "collect the terms") for part in drawn(*laws)),
        exhibit(dict(zip(applied, laws, strict=True)), "the laws found"),
    )


def with_less_excess(a, b, p, q, h, j, exchanged):
    """The laws where the excess a of p is at most the excess b of q; h and j are what is given up of p and q."""
    gap, other = u * (p - h) - (q - j), u * (q - j) - (p - h)
    first, second = 1 / (u * (1 - a) - (1 - b)), 1 / ((1 - b) * (u - 1))
    scale = (1 - delta) / (1 - b)
    laws = (
        (h + (1 - scale) * (p - h) + scale * (b - a) * first * gap) / delta,
        first * gap,
        second * other + first * second * (b - a) * gap,
        (j + (1 - scale) * (q - j)) / delta,
    )
    products = (
        first * (b - a),
        first * second * (b - a),
        scale * (b - a) * first,
        (1 - scale) * (p - h),
        (1 - scale) * (q - j),
        first * gap,
        second * other,
        first * second * (b - a) * gap,
        scale * (b - a) * first * gap,
    )
    return (
        have(0 < (u - 1) * (1 - b), "no factor is 0"),
        have(0 < u * (1 - a) - (1 - b), "the excess is smaller", hints=(0 <= u * (b - a),)),
        have(Between(0, scale, 1), "the excess is at most the delta"),
        have(AllOf(0 <= first, 0 <= second), "denominators are positive"),
        *(have(0 <= product, "no factor is negative") for product in products),
        *given_by(*(reversed(laws) if exchanged else laws)),
    )


def without_loss():
    """The laws where the loss is 0: what both laws have in common, and the rest."""
    scale, common = (1 - delta) / (1 - a), P(y) - H(y)
    return (
        have(Eq(u, 1), "the loss is 0"),
        have(Between(0, scale, 1), "the excess is at most the delta"),
        have(0 <= (1 - scale) * common, "no factor is negative"),
        *given_by(
            (H(y) + (1 - scale) * common) / delta,
            common / (1 - a),
            common / (1 - a),
            (Q(y) - common + (1 - scale) * common) / delta,
        ),
    )


def at_one(law, other):
    """With delta 0, the ratio of the laws is bounded at every output."""
    return (
        Chain(law(y_0))
        .eq(Probability(Eq(y, y_0), law), "the event of one output")
        .le(u * other(y_0), "approximate DP with delta 0")
    )


private = ApproxDP(eps, delta)
without_delta = ((u * P(y) - Q(y)) / (u - 1), (u * Q(y) - P(y)) / (u - 1))
gaps = (0 <= u * (P(y) - above) - (Q(y) - below), 0 <= u * (Q(y) - below) - (P(y) - above))

mixture_of_responses = Theorem(
    title="An approximately private pair is a post-processing of the extremal response",
    cites="kairouz2015",
    given=private,
    claim=is_mixture,
    define={function(f"R_{i}")(y): law for i, law in enumerate(without_delta, 1)},
    derivation=(
        cases(
            1 <= delta,
            (
                have(Eq(delta, 1), "delta lies between 0 and 1"),
                exhibit(dict(zip(applied, (P(y), P(y), P(y), Q(y)), strict=True))),
            ),
            cases(
                delta <= 0,
                (
                    specialise(private, {S(y): Eq(y, y_0)}, "the event of one output"),
                    at_one(P, Q),
                    at_one(Q, P),
                    have(AllOf(P(y) <= u * Q(y), Q(y) <= u * P(y)), "every output"),
                    have(Eq(delta, 0), "delta lies between 0 and 1"),
                    cases(
                        u <= 1,
                        (
                            have(Eq(u, 1), "the loss is 0"),
                            have(Eq(P(y), Q(y)), "so the laws are the same"),
                            exhibit(dict(zip(applied, (P(y), P(y), P(y), P(y)), strict=True))),
                        ),
                        given_by(P(y), *without_delta, Q(y)),
                    ),
                ),
                (
                    specialise(private, {S(y): P(y) > u * Q(y)}, "the best event"),
                    specialise(private, {S(y): Q(y) > u * P(y)}, "the best event, for the exchanged laws"),
                    let(a, Total(above, y), (0 <= a, a <= delta, Eq(Total(above, y), a)), "a hockey stick"),
                    let(b, Total(below, y), (0 <= b, b <= delta, Eq(Total(below, y), b)), "a hockey stick"),
                    have(AllOf(0 <= above, above <= P(y), 0 <= below, below <= Q(y)), "maxima"),
                    *(have(gap, "what is left has a bounded loss") for gap in gaps),
                    let(
                        H(y),
                        above,
                        (
                            ForAll(y, Between(0, H(y), P(y))),
                            Eq(Total(H(y), y), a),
                            ForAll(y, 0 <= u * (P(y) - H(y)) - (Q(y) - below)),
                            ForAll(y, 0 <= u * (Q(y) - below) - (P(y) - H(y))),
                        ),
                        "of which only these properties are used",
                    ),
                    let(
                        J(y),
                        below,
                        (
                            ForAll(y, Between(0, J(y), Q(y))),
                            Eq(Total(J(y), y), b),
                            ForAll(y, 0 <= u * (P(y) - H(y)) - (Q(y) - J(y))),
                            ForAll(y, 0 <= u * (Q(y) - J(y)) - (P(y) - H(y))),
                        ),
                        "of which only these properties are used",
                    ),
                    cases(
                        u <= 1,
                        without_loss(),
                        cases(
                            a <= b,
                            with_less_excess(a, b, P(y), Q(y), H(y), J(y), False),
                            with_less_excess(b, a, Q(y), P(y), J(y), H(y), True),
                        ),
                    ),
                ),
            ),
        ),
    ),
    near_misses={
        "in one order only": variant(
            AllOf(HockeyStick(eps) <= delta, HockeyStick(eps, Pair(Q(y), P(y))) <= delta),
            given=[private.one_order(Pair())],
        ),
    },
    note=(
        "So no pair is told apart more easily than the response, and what holds for the response after any post-processing "
        "holds for every approximately private pair. The near misses are false for a mixture, whose hockey sticks are at most "
        "those of the response."
    ),
)
