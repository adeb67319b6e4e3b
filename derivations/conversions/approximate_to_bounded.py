"""Approximate and pure DP give bounded DP: two bounds on the failure probability, and the pair that reaches them."""

from dpsym.derivations.testing.approximate_error_rates import approximate_error_rates
from dpsym.derivations.testing.error_rates import f, level, power
from dpsym.derivations.vocabulary import delta, eps_s, equal, half, third
from dpsym.language import *

eps = parameter("eps", at_least=0, about="bound on the privacy loss of approximate DP, in nats")
delta = delta.ranging(at_least=0, below=1)
eps_p = parameter("eps_p", above=0, about="bound on the privacy loss of bounded DP, in nats")
eps_s = eps_s.ranging(above=eps)

by_complement = exp(eps_p) * (1 - exp(-eps) * (1 - delta)) / (exp(eps_p) - exp(-eps))
by_test = exp(eps_s) * delta / (exp(eps_s) - exp(eps))

any_loss = Theorem(
    title="Bounded DP of any loss from approximate DP",
    source=of_any_spaces("kifer.x-adp-pbdp"),
    given=ApproxDP(eps, delta),
    claim=PBDP(eps_p, by_complement),
    derivation=(
        have(
            AllOf(1 - power <= exp(eps) * (1 - level) + delta),
            "the errors of the test",
            by=approximate_error_rates.at(f=f(y)),
        ),
        have(exp(-eps) <= 1, "the loss is not negative"),
        have(1 < exp(eps_p), "the loss is positive"),
        have(0 < 1 / (exp(eps_p) - exp(-eps)), "it exceeds the other"),
        have(exp(-eps) * (exp(eps_p) * power) <= exp(-eps) * level, "a large loss", hints=(exp(-eps) > 0,)),
        have(
            (exp(eps_p) - exp(-eps)) * level <= exp(eps_p) * (1 - exp(-eps) * (1 - delta)),
            "insert",
            hints=(exp(eps_p) > 0,),
        ),
    ),
    example=point({eps: 0, delta: 0, eps_p: 1}, **equal),
    note="The bound exceeds 1, and says nothing, while the delta is more than 1 - e^-eps'.",
)

larger_loss = Theorem(
    title="Bounded DP of a larger loss from approximate DP",
    source="kifer.x-adp-pbdp",
    given=ApproxDP(eps, delta),
    claim=PBDP(eps_s, by_test),
    derivation=(
        have(
            level <= exp(eps) * power + delta,
            "the errors of the test",
            by=approximate_error_rates.at(f=f(y)),
        ),
        have(0 < 1 / (exp(eps_s) - exp(eps)), "it exceeds the other"),
        have(exp(eps) * (exp(eps_s) * power) <= exp(eps) * level, "a large loss", hints=(exp(eps) > 0,)),
        have((exp(eps_s) - exp(eps)) * level <= exp(eps_s) * delta, "insert"),
    ),
    example=point({eps: 0, delta: 0, eps_s: 1}, **equal),
    note="Pure DP is the case of delta 0: it is bounded DP of its own loss that never fails.",
)

# The pair of the extremal response: its tests reach every error rate that approximate DP allows.
B = parameter("B", above=0, at_most=half, about="mass of the third output")
A = parameter("A", above=B, at_most=1, about="mass of the second output")
d = parameter("d", at_least=0, at_most=1, about="probability with which the bound may fail")
c = parameter("c", at_least=0, at_most=1, about="probability of rejecting at the third output")
cut = (delta + A - exp(eps_p) * B) / (exp(eps_p) * A - B)
rejects = Indicator(Q(y) < P(y)) + c * Indicator(AllOf(P(y) < Q(y), 0 < P(y)))
extremal = {P: (delta, A, B, 0), Q: (0, B, A, delta)}

reached = Theorem(
    title="The failure probability of the extremal response",
    source="kifer.x-adp-pbdp",
    kind="lemma",
    given=(Eq(delta + A + B, 1), 0 < cut, cut <= 1, PBDP(eps_p, d)),
    claim=delta + A + cut * B <= d,
    where=extremal,
    derivation=(
        have(1 < exp(eps_p), "the loss is positive"),
        have(B < exp(eps_p) * A, "the loss is positive"),
        cases(
            d < delta + A + cut * B,
            (
                let(
                    c,
                    (cut + Max(0, (d - delta - A) / B)) / 2,
                    (0 <= c, c <= 1, c < cut, d < delta + A + c * B),
                    "between the two",
                ),
                have(Eq(Mass(rejects, P), delta + A + c * B), "expand"),
                have(Eq(Mass(rejects, Q), B + c * A), "expand"),
                have(c * (exp(eps_p) * A - B) < cut * (exp(eps_p) * A - B), "below the cut"),
                have(exp(eps_p) * (B + c * A) < delta + A + c * B, "below the cut"),
                have(exp(eps_p) * Mass(rejects, Q) < Mass(rejects, P), "below the cut"),
                specialise(PBDP(eps_p, d), {f(y): rejects}, "this test"),
                have(Mass(rejects, P) <= d, "bounded DP of this test"),
            ),
        ),
    ),
    example=point({delta: 0, A: 2 * third, B: third, eps_p: log(Rational(3, 2)), d: 1}),
    near_misses={
        "without bounded DP": without(PBDP(eps_p, d)),
    },
)

part = delta / (exp(eps_p) * B - A)
asks = Indicator(Q(y) <= 0) + c * Indicator(AllOf(Q(y) < P(y), 0 < Q(y)))

reached_by_test = Theorem(
    title="The failure probability of the extremal response for a larger loss",
    source="kifer.x-adp-pbdp",
    kind="lemma",
    given=(Eq(delta + A + B, 1), A < exp(eps_p) * B, 0 < part, part <= 1, PBDP(eps_p, d)),
    claim=delta + part * A <= d,
    where=extremal,
    derivation=(
        cases(
            d < delta + part * A,
            (
                let(
                    c,
                    (part + Max(0, (d - delta) / A)) / 2,
                    (0 <= c, c <= 1, c < part, d < delta + c * A),
                    "between the two",
                ),
                have(Eq(Mass(asks, P), delta + c * A), "expand"),
                have(Eq(Mass(asks, Q), c * B), "expand"),
                have(c * (exp(eps_p) * B - A) < part * (exp(eps_p) * B - A), "below the part"),
                have(exp(eps_p) * (c * B) < delta + c * A, "below the part"),
                have(exp(eps_p) * Mass(asks, Q) < Mass(asks, P), "below the part"),
                specialise(PBDP(eps_p, d), {f(y): asks}, "this test"),
                have(Mass(asks, P) <= d, "bounded DP of this test"),
            ),
        ),
    ),
    example=point({delta: third, A: Rational(4, 9), B: Rational(2, 9), eps_p: log(4), d: 1}),
    near_misses={
        "without bounded DP": without(PBDP(eps_p, d)),
    },
)

w = exp(eps_p) * exp(eps) - 1
extremal_masses = (Eq(A, exp(eps) * B), Eq(delta + A + B, 1))
ratio = point({eps: log(2), delta: third, A: Rational(4, 9), B: Rational(2, 9), eps_p: log(4), eps_s: log(4)})

value_of_complement = Theorem(
    title="The bound from the complement is that of the extremal response",
    source="kifer.x-adp-pbdp",
    kind="lemma",
    given=extremal_masses,
    claim=Eq(delta + A + cut * B, by_complement),
    define={c: cut},
    derivation=(
        have(1 < exp(eps_p), "the loss is positive"),
        have(1 <= exp(eps), "the loss is not negative"),
        have(exp(eps) <= exp(eps_p) * exp(eps), "the loss is positive"),
        have(0 < w, "the losses are positive"),
        have(Eq(exp(eps_p) * A - B, B * w), "insert"),
        have(0 < B * w, "a mass"),
        have(Eq(B * (cut * w), 1 - B - exp(eps_p) * B), "insert"),
        have(exp(-eps) <= 1, "the loss is not negative"),
        have(0 < exp(eps_p) - exp(-eps), "the loss is positive"),
        have(Eq((delta + A + cut * B) * w, exp(eps_p) * (exp(eps) * (1 - B) - B)), "insert"),
    ),
    example=ratio,
    near_misses={
        "the delta alone": variant(Eq(delta, by_complement)),
    },
)

value_of_test = Theorem(
    title="The bound from the test is that of the extremal response",
    source="kifer.x-adp-pbdp",
    kind="lemma",
    given=extremal_masses,
    claim=Eq(delta + delta / (exp(eps_s) * B - A) * A, by_test),
    derivation=(
        have(0 < exp(eps_s) - exp(eps), "it exceeds the other"),
        have(Eq(exp(eps_s) * B - A, B * (exp(eps_s) - exp(eps))), "insert"),
        have(0 < B * (exp(eps_s) - exp(eps)), "a mass"),
        have(Eq(delta / (exp(eps_s) * B - A) * A * (exp(eps_s) - exp(eps)), exp(eps) * delta), "insert"),
    ),
    example=ratio,
    near_misses={
        "the delta alone": variant(Eq(delta, by_test)),
    },
)
