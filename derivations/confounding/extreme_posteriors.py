"""Which releases solve (11) under any concave risk (Corollary 2): those of the most extreme posteriors, and no others."""

from dpsym.derivations.confounding.proper_scores import no_term_left
from dpsym.derivations.vocabulary import half, quarter
from dpsym.language import *

eighth = Rational(1, 8)

a = parameter("a", above=0, below=half, about="the least posterior that the constraint allows")
m = parameter("m", about="the risk at the ends")
x = parameter("x", about="a posterior")
O = function("O", about="the law of the output")
J = function("J", law=False, about="the posterior of the first state, given the output")
H = function("H", law=False, about="the least loss of an attacker, as a function of the posterior")
allowed = ForAll(y, Between(a, J(y), 1 - a))
# What a strictly concave function with equal values at a and 1 - a has: between them it is above m, its value there.
least = ForAll(x, Implication(Between(a, x, 1 - a), m <= H(x)))
above = ForAll(x, Implication(AllOf(a < x, x < 1 - a), m < H(x)))
risk = Total(O(y) * H(J(y)), y)
told = {"O": (half, half), "J": (quarter, 3 * quarter)}
middle = {"O": (half, half), "J": (half, half)}
parabola = Lambda(x, x * (1 - x))
flat = Lambda(x, Integer(0))
at_quarter = {a: quarter, m: 3 * quarter / 4}

no_smaller = Theorem(
    title="No release with less extreme posteriors has a smaller risk than randomised response, under any concave risk",
    source="zhang.cor2",
    given=(allowed, least),
    claim=m <= risk,
    derivation=(
        specialise(allowed, {y: y}, "the constraint"),
        specialise(least, {x: J(y)}, "between the ends"),
        have(O(y) * m <= O(y) * H(J(y)), "a probability"),
        Chain(m).eq(Total(O(y) * m, y), "a law").le(risk, "output by output"),
    ),
    example=point({a: quarter, m: 0}, **told, H=flat),
    near_misses={
        "of any posteriors": without(
            allowed, witness=point(at_quarter, O=(half, half), J=(0, 1), H=parabola)
        ),
        "under any risk": without(least, witness=point({a: quarter, m: 1}, **told, H=flat)),
    },
)

excess = O(y) * (H(J(y)) - m)
low = Indicator(J(y) < half)
named = Implication(0 < O(y), Eq(J(y), a * low + (1 - a) * (1 - low)))

only_response = Theorem(
    title="The release of least risk is randomised response, but for names",
    source="zhang.cor2",
    given=(allowed, least, above, Eq(Total(O(y) * J(y), y), half), risk <= m),
    claim=AllOf(ForAll(y, named), Eq(Total(O(y) * low, y), half)),
    derivation=(
        specialise(allowed, {y: y}, "the constraint"),
        specialise(least, {x: J(y)}, "between the ends"),
        have(O(y) * m <= O(y) * H(J(y)), "a probability"),
        have(0 <= excess, "no probability is negative"),
        Chain(Total(excess, y)).eq(risk - m, "a law").le(0, "no more risk"),
        have(ForAll(y, Eq(excess, 0)), "no term is left", by=no_term_left.at(G=excess)),
        specialise(ForAll(y, Eq(excess, 0)), {y: y}),
        have(
            named,
            "an end",
            derivation=cases(
                0 < O(y),
                (
                    have(Eq(H(J(y)), m), "a positive factor"),
                    cases(
                        a < J(y),
                        cases(
                            J(y) < 1 - a,
                            specialise(above, {x: J(y)}, "inside it is more"),
                            (have(Eq(J(y), 1 - a), "an end"), have(half <= J(y), "the upper end")),
                        ),
                        (have(Eq(J(y), a), "an end"), have(J(y) < half, "the lower end")),
                    ),
                ),
            ),
        ),
        have(
            Eq(O(y) * J(y), O(y) * (a * low + (1 - a) * (1 - low))),
            "an end, or no output",
            derivation=cases(0 < O(y), have(Eq(J(y), a * low + (1 - a) * (1 - low))), have(Eq(O(y), 0))),
        ),
        Chain(half)
        .eq(Total(O(y) * J(y), y), "the prior is even")
        .eq(Total(O(y) * (a * low + (1 - a) * (1 - low)), y), "an end, or no output")
        .eq((1 - a) - (1 - 2 * a) * Total(O(y) * low, y), "a law"),
        have(Eq((1 - 2 * a) * (Total(O(y) * low, y) - half), 0), "rearranged"),
        have(Eq(Total(O(y) * low, y), half), "a positive factor"),
    ),
    example=point(at_quarter, **told, H=parabola),
    near_misses={
        "of a risk that is not strictly concave": without(
            above, witness=point({a: quarter, m: 0}, **middle, H=flat)
        ),
        "of a larger risk": without(risk <= m, witness=point(at_quarter, **middle, H=parabola)),
    },
)


def entropy(x):
    """The least expected logarithmic loss at a posterior."""
    return -x * log(x) - (1 - x) * log(1 - x)


h = parameter("h", above=0, below=1, about="a posterior")
low_half = Theorem(
    title="The entropy of a less extreme posterior up to one half",
    kind="lemma",
    source="zhang.cor2",
    given=(a < h, h <= half),
    claim=entropy(a) < entropy(h),
    derivation=(have(0 < 1 - a, "a probability"),),
    example=point({a: quarter, h: half}),
    near_misses={
        "of a more extreme posterior": without(a < h),
    },
)

entropy_inside = Theorem(
    title="Between two posteriors at the same distance from one half the entropy is larger",
    source="zhang.cor2",
    given=(a < h, h < 1 - a),
    claim=entropy(a) < entropy(h),
    derivation=cases(
        h <= half,
        have(entropy(a) < entropy(h), "up to one half", by=low_half),
        have(entropy(a) < entropy(1 - h), "the other posterior", by=low_half.at(h=1 - h)),
    ),
    example=point({a: quarter, h: half}),
    near_misses={
        "below": without(a < h, witness=point({a: quarter, h: eighth})),
    },
)

at_least_ends = Theorem(
    title="No entropy is smaller than at the ends",
    kind="lemma",
    source="zhang.cor2",
    given=(a <= h, h <= 1 - a),
    claim=entropy(a) <= entropy(h),
    derivation=cases(
        a < h,
        cases(
            h < 1 - a,
            have(entropy(a) < entropy(h), "inside", by=entropy_inside),
            (
                have(Eq(h, 1 - a), "the upper end"),
                have(Eq(log(h), log(1 - a)), "the upper end"),
                have(Eq(log(1 - h), log(a)), "the upper end"),
                have(Eq(entropy(h), entropy(a)), "symmetric"),
            ),
        ),
        (
            have(Eq(h, a), "the lower end"),
            have(Eq(log(h), log(a)), "the lower end"),
            have(Eq(log(1 - h), log(1 - a)), "the lower end"),
            have(Eq(entropy(h), entropy(a)), "the same"),
        ),
    ),
    example=point({a: quarter, h: quarter}),
)

log_risk = Total(O(y) * entropy(J(y)), y)
even_prior = Eq(Total(O(y) * J(y), y), half)
entropy_of = Lambda(x, entropy(x))
above_the_ends = (
    have(
        ForAll(x, Implication(Between(a, x, 1 - a), entropy(a) <= entropy(x))),
        "between the ends, or one of them",
        derivation=have(
            Implication(Between(a, x, 1 - a), entropy(a) <= entropy(x)),
            derivation=cases(
                a <= x, cases(x <= 1 - a, have(entropy(a) <= entropy(x), "between", by=at_least_ends.at(h=x)))
            ),
        ),
    ),
    have(
        ForAll(x, Implication(AllOf(a < x, x < 1 - a), entropy(a) < entropy(x))),
        "inside",
        derivation=have(
            Implication(AllOf(a < x, x < 1 - a), entropy(a) < entropy(x)),
            derivation=cases(
                a < x, cases(x < 1 - a, have(entropy(a) < entropy(x), "inside", by=entropy_inside.at(h=x)))
            ),
        ),
    ),
)

log_least = Theorem(
    title="No release with less extreme posteriors has a smaller risk than randomised response, under the logarithmic loss",
    source="zhang.cor2",
    given=allowed,
    claim=entropy(a) <= log_risk,
    derivation=(
        above_the_ends[0],
        have(entropy(a) <= log_risk, "a mean of them", by=no_smaller.at(m=entropy(a), H=entropy_of)),
    ),
    example=point({a: quarter}, **told),
    tight=point({a: quarter}, **told),
    near_misses={
        "of any posteriors": without(
            allowed, witness=point({a: quarter}, O=(half, half), J=(eighth, 7 * eighth))
        ),
    },
)

log_only = Theorem(
    title="Under the logarithmic loss the release of least risk is randomised response, but for names",
    source=whole_of("zhang.cor2"),
    given=(allowed, even_prior, log_risk <= entropy(a)),
    claim=AllOf(ForAll(y, named), Eq(Total(O(y) * low, y), half)),
    derivation=(
        *above_the_ends,
        have(
            AllOf(ForAll(y, named), Eq(Total(O(y) * low, y), half)),
            "the entropy is larger inside",
            by=only_response.at(m=entropy(a), H=entropy_of),
        ),
    ),
    example=point({a: quarter}, **told),
    near_misses={
        "at any prior": without(even_prior, witness=point({a: quarter}, O=(1, 0), J=(quarter, quarter))),
        "of a larger risk": without(log_risk <= entropy(a), witness=point({a: quarter}, **middle)),
    },
    note=(
        "Two states of prior 1/2, beside mechanisms of pure noise, which change no posterior: the constraint (8) keeps each posterior between e^-eps/2 and 1 less that, and the best answer under the "
        "logarithmic loss is the posterior, whose risk is its mean entropy. A release that solves (11) then has the two extreme posteriors alone, each with probability 1/2: it is "
        "randomised response that gives the state with probability 1 - e^-eps/2, whatever its outputs are called. Its delta at eps = log 100 is 99/200, where the corollary says 19801/10^6."
    ),
)
