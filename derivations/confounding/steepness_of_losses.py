"""The repaired Definition 5: which losses have thresholds that fall with the privacy loss, and which do not (two states, an even prior)."""

from dpsym.derivations.analysis.entropy_of_a_coin import posterior_best
from dpsym.derivations.analysis.part_of_entropy import part_of_entropy, r, s
from dpsym.derivations.confounding.bound_consistent_loss import entropy
from dpsym.derivations.confounding.largest_risk import (
    D,
    c,
    concave,
    fortieth,
    h,
    known,
    merged,
    of_two,
    squared_error,
    v,
    x,
)
from dpsym.derivations.vocabulary import delta, half, quarter, tenth
from dpsym.language import *

d = delta.ranging(above=0, below=1)
u = parameter("u", at_least=1, about="exponential of the privacy loss")
w = parameter("w", at_least=u, about="exponential of a larger privacy loss")
a = parameter("a", at_least=0, about="the probability of the event in the second state")
b = parameter("b", at_least=0, about="the same at the larger privacy loss")
n = parameter("n", about="a bound on the slope of the loss at a state that is nearly ruled out")
k = parameter("k", about="the posterior of the second state at the other output")
first_part = function("K", law=False, about="the part of one output in the risk")
gentle = ForAll(x, h(x) <= n * x)
feasible = u * a + d <= 1
event = (u * a + d, a)
other = 1 - (u * a + d) + (1 - a)  # the mass of both states at the other output
at_rest = 1 / (2 - d)  # the posterior of the second state at the other output, where it never gives the event
intercept = h(at_rest) - D(at_rest) * at_rest  # where the line that touches there meets the axis at 0

same_threshold = Theorem(
    title="From some privacy loss on a loss with a bounded slope does not see it",
    source="zhang.fix-bcpl",
    given=(concave, *known, gentle, feasible, n - D(at_rest) <= (u + 1) * intercept),
    claim=of_two(*event) <= of_two(d, 0),
    define={first_part(a): merged(*event)},
    derivation=(
        have(a < 1, "delta is positive", derivation=have(a <= u * a, "a factor of at least 1")),
        have(AllOf(0 < other, 1 - a <= other), "the other output"),
        have(Between(0, a / (u * a + d + a), 1), "a posterior"),
        have(Between(0, (1 - a) / other, 1), "a posterior"),
        have(AllOf(0 < at_rest, at_rest < 1), "a posterior"),
        specialise(gentle, {x: a / (u * a + d + a)}, "the slope"),
        have(
            (u * a + d + a) / 2 * h(a / (u * a + d + a)) <= (u * a + d + a) / 2 * (n * (a / (u * a + d + a))),
            "weighted",
        ),
        have(Eq((u * a + d + a) / 2 * (n * (a / (u * a + d + a))), n * a / 2), "cancel"),
        specialise(concave, {c: at_rest, x: (1 - a) / other}, "the line"),
        have(
            other / 2 * h((1 - a) / other)
            <= other / 2 * (h(at_rest) + D(at_rest) * ((1 - a) / other - at_rest)),
            "weighted",
        ),
        have(
            Eq(
                other / 2 * (h(at_rest) + D(at_rest) * ((1 - a) / other - at_rest)),
                other / 2 * intercept + (1 - a) / 2 * D(at_rest),
            ),
            "cancel",
        ),
        *(specialise(fact, {x: Integer(0)}, "the state is known") for fact in known),
        have(Eq(merged(d, 0), 0), "the state is known"),
        have(Eq(merged(1 - d, 1), (2 - d) / 2 * h(at_rest)), "the other output"),
        have(Eq((2 - d) / 2 * h(at_rest), (2 - d) / 2 * intercept + D(at_rest) / 2), "cancel"),
        Chain(of_two(*event))
        .le(n * a / 2 + other / 2 * intercept + (1 - a) / 2 * D(at_rest), "both outputs")
        .le((2 - d) / 2 * intercept + D(at_rest) / 2, "the slope is smaller")
        .eq((2 - d) / 2 * h(at_rest), "cancel")
        .eq(of_two(d, 0), "the state is known"),
    ),
    example=point({u: 4, d: tenth, a: 0, n: 1}, **squared_error),
    tight=point({u: 4, d: tenth, a: 0, n: 1}, **squared_error),
    near_misses={
        "at every privacy loss": without(
            n - D(at_rest) <= (u + 1) * intercept,
            witness=point({u: 1, d: tenth, a: fortieth, n: 1}, **squared_error),
        ),
        "with a number that does not bound the slope": without(
            gentle, witness=point({u: 1, d: tenth, a: fortieth, n: -10}, **squared_error)
        ),
    },
    note=(
        "The loss h of an attacker is at most n times the probability of the state that is nearly ruled out. The risk of two outputs, which is the largest of a mechanism that just misses the guarantee, is then "
        "largest where the second state never gives the event, at every privacy loss above some bound: the line that touches h there is above 0 at 0, unless h is 0 up to there. So the least threshold does not fall any further, and "
        "squared error, with n = 1, has no thresholds for large losses; nor has the error of a guess."
    ),
)

best = h(half)  # the least mean loss of an attacker who is told nothing
L = parameter("L", about="a threshold below the largest least loss")
e = parameter(
    "e", above=0, below=1, about="the probability of an output in the first state; the second never gives it"
)
sure = 1 / (2 - e)  # the posterior of the second state at the other output

no_threshold = Theorem(
    title="At delta = 0 no threshold that a mechanism reaches keeps out all that are not private, under any loss",
    source="zhang.fix-bcpl",
    given=(concave, *known, Eq(e * best, best - L)),
    claim=L <= of_two(e, 0),
    define={parameter("k"): sure, first_part(e): merged(1 - e, 1)},
    derivation=(
        have(AllOf(0 < sure, sure < 1, Eq((2 - e) * sure, 1)), "a posterior"),
        specialise(concave, {c: sure, x: half}, "the line at even odds"),
        specialise(concave, {c: sure, x: Integer(1)}, "the line where the state is known"),
        *(specialise(fact, {x: Integer(1)}, "the state is known") for fact in known),
        *(specialise(fact, {x: Integer(0)}, "the state is known") for fact in known),
        have((2 - 2 * e) * best <= (2 - 2 * e) * (h(sure) + D(sure) * (half - sure)), "weighted"),
        have(
            Eq(
                (2 - 2 * e) * (h(sure) + D(sure) * (half - sure)) + e * (h(sure) + D(sure) * (1 - sure)),
                (2 - e) * h(sure) + D(sure) * (1 - (2 - e) * sure),
            ),
            "collect",
        ),
        Chain((2 - 2 * e) * best)
        .le(
            (2 - 2 * e) * (h(sure) + D(sure) * (half - sure)) + e * (h(sure) + D(sure) * (1 - sure)),
            "both lines",
        )
        .eq((2 - e) * h(sure) + D(sure) * (1 - (2 - e) * sure), "collect")
        .eq((2 - e) * h(sure), "the slopes cancel"),
        have(Eq(merged(e, 0), 0), "the state is known"),
        have(Eq(merged(1 - e, 1), (2 - e) / 2 * h(sure)), "the other output"),
        Chain(L)
        .eq((1 - e) * best, "so often")
        .le((2 - e) / 2 * h(sure), "both lines")
        .eq(of_two(e, 0), "the state is known"),
    ),
    example=point({L: 3 * Rational(1, 16), e: quarter}, **squared_error),
    near_misses={
        "of a loss that no line touches": without(
            concave,
            witness=point(
                {L: 3 * Rational(1, 16), e: quarter},
                h=Lambda(v, quarter * Indicator(Eq(v, half))),
                D=squared_error["D"],
            ),
        ),
        "of any probability of the output": without(
            Eq(e * best, best - L), witness=point({L: quarter, e: half}, **squared_error)
        ),
    },
    note=(
        "The output violates (eps, 0) for every eps, however small its probability, and the risk with it comes as near as one likes to the largest least loss h(1/2). A threshold L below that is reached with e = 1 - L/h(1/2); "
        "and h(1/2) itself does not fall with eps."
    ),
)

p = parameter("p", above=0, at_most=1, about="the probability of the event in the first state")
q = parameter("q", above=0, below=1, about="the probability of the event in the second state")
l = parameter("l", above=0, below=1, about="a weight")
mixed_p, mixed_q = l * p + 1 - l, l * q + 1 - l
middle = mixed_q / (mixed_p + mixed_q)
mean = l * of_two(p, q) + (1 - l) * best
rest = 1 - p + (1 - q)
left_over = (1 - mixed_q) / (1 - mixed_p + (1 - mixed_q))

mixed_with_nothing = Theorem(
    title="A mechanism that tells nothing now and then has at least the mean risk",
    kind="lemma",
    given=(concave, *known),
    claim=mean <= of_two(mixed_p, mixed_q),
    define={parameter("t"): (p + q) / 2 * (h(middle) + D(middle) * (q / (p + q) - middle))},
    derivation=(
        have(AllOf(0 < l * p, 0 < l * q, 0 < p + q, 0 < rest, 0 < l * rest), "products"),
        have(AllOf(0 < mixed_p, 0 < mixed_q), "sums"),
        have(AllOf(0 < middle, middle < 1, Eq(middle * (mixed_p + mixed_q), mixed_q)), "a posterior"),
        have(Between(0, q / (p + q), 1), "a posterior"),
        specialise(concave, {c: middle, x: q / (p + q)}, "the line at the event"),
        specialise(concave, {c: middle, x: half}, "the line at even odds"),
        have(
            l * ((p + q) / 2 * h(q / (p + q)))
            <= l * ((p + q) / 2 * (h(middle) + D(middle) * (q / (p + q) - middle))),
            "weighted",
        ),
        have((1 - l) * best <= (1 - l) * (h(middle) + D(middle) * (half - middle)), "weighted"),
        have(Eq((p + q) / 2 * (q / (p + q)), q / 2), "cancel"),
        have(
            Eq(
                l * ((p + q) / 2 * (h(middle) + D(middle) * (q / (p + q) - middle)))
                + (1 - l) * (h(middle) + D(middle) * (half - middle)),
                (mixed_p + mixed_q) / 2 * h(middle)
                + D(middle) / 2 * (mixed_q - middle * (mixed_p + mixed_q)),
            ),
            "collect",
        ),
        Chain(l * merged(p, q) + (1 - l) * best)
        .le(
            l * ((p + q) / 2 * (h(middle) + D(middle) * (q / (p + q) - middle)))
            + (1 - l) * (h(middle) + D(middle) * (half - middle)),
            "both lines",
        )
        .eq(
            (mixed_p + mixed_q) / 2 * h(middle) + D(middle) / 2 * (mixed_q - middle * (mixed_p + mixed_q)),
            "collect",
        )
        .eq(merged(mixed_p, mixed_q), "the slopes cancel"),
        have(
            h((1 - q) / rest) <= h(left_over),
            "one posterior",
            derivation=(
                have(Eq(1 - mixed_p + (1 - mixed_q), l * rest), "collect"),
                have(Eq(left_over, (1 - q) / rest), "cancel"),
                have(Between(0, (1 - q) / rest, 1), "a posterior"),
                let(
                    k,
                    left_over,
                    (0 < k, k <= 1, Eq(k, (1 - q) / rest), Eq(k * rest, 1 - q), Eq(h(left_over), h(k))),
                    "the posterior",
                ),
                cases(
                    p < 1,
                    (
                        have(k < 1, "a posterior"),
                        specialise(concave, {c: k, x: (1 - q) / rest}, "the line at the other output"),
                        have(Eq(D(k) * ((1 - q) / rest - k), 0), "one posterior"),
                    ),
                    (
                        have(AllOf(Eq((1 - q) / rest, 1), Eq(k, 1)), "the state is known"),
                        *(specialise(fact, {x: (1 - q) / rest}, "the state is known") for fact in known),
                        *(specialise(fact, {x: k}, "the state is known") for fact in known),
                    ),
                ),
            ),
        ),
        Chain(l * merged(1 - p, 1 - q))
        .le(l * rest / 2 * h(left_over), "one posterior")
        .eq(merged(1 - mixed_p, 1 - mixed_q), "the other output, less often"),
        have(mean <= of_two(mixed_p, mixed_q), "both outputs"),
    ),
    example=point({p: half, q: quarter, l: half}, **squared_error),
    near_misses={
        "of a loss that no line touches": without(
            concave,
            witness=point({p: half, q: quarter, l: half}, h=Lambda(v, quarter * Indicator(Eq(v, half)))),
        ),
        "the risk of the mechanism that tells nothing": variant(
            best <= of_two(mixed_p, mixed_q), witness=point({p: half, q: quarter, l: half}, **squared_error)
        ),
    },
)

highest = ForAll(x, AllOf(h(x) <= best, Implication(x < half, h(x) < best)))

told_something = Theorem(
    title="A mechanism that tells something has less than the largest risk",
    kind="lemma",
    given=(highest, q < p),
    claim=of_two(p, q) < best,
    define={first_part(p): merged(1 - p, 1 - q)},
    derivation=(
        have(AllOf(0 < p + q, 0 < rest), "sums"),
        have(AllOf(0 <= q / (p + q), q / (p + q) < half), "a posterior"),
        have(Between(0, (1 - q) / rest, 1), "a posterior"),
        specialise(highest, {x: q / (p + q)}, "away from even odds"),
        specialise(highest, {x: (1 - q) / rest}, "at most the largest"),
        have((p + q) / 2 * h(q / (p + q)) < (p + q) / 2 * best, "weighted"),
        have(rest / 2 * h((1 - q) / rest) <= rest / 2 * best, "weighted"),
        have(of_two(p, q) < best, "both outputs"),
    ),
    example=point({p: half, q: quarter}, h=squared_error["h"]),
    near_misses={
        "of a loss that is largest at many odds": variant(
            given=[ForAll(x, h(x) <= best), q < p],
            witness=point({p: half, q: quarter}, h=Lambda(v, Integer(1))),
        ),
        "of one that tells nothing": without(q < p, witness=point({p: half, q: half}, h=squared_error["h"])),
    },
)

missed = (w * b + d, b)  # an event that just misses the guarantee at the larger loss
weight = (d + u - 1) / (d + (w - u) * b + u - 1)
at_smaller_loss = weight * b + 1 - weight
smaller = (weight * (w * b + d) + 1 - weight, at_smaller_loss)

falls = Theorem(
    title="At a smaller privacy loss a mechanism that just misses the guarantee may have a larger risk",
    source="zhang.fix-bcpl",
    given=(concave, *known, highest, u < w, 0 < b, w * b + d <= 1),
    claim=AllOf(
        0 <= at_smaller_loss,
        Eq(smaller[0], u * at_smaller_loss + d),
        smaller[0] <= 1,
        of_two(*missed) < of_two(*smaller),
    ),
    derivation=(
        have(b < 1, "delta is positive", derivation=have(b <= w * b, "a factor of at least 1")),
        have(AllOf(b <= w * b, b < w * b + d, 0 < w * b + d), "a factor of at least 1"),
        have(AllOf(0 < weight, weight < 1), "a probability"),
        have(Eq(smaller[0], u * at_smaller_loss + d), "the guarantee is just missed"),
        have(0 <= weight * b, "a product"),
        have(0 <= weight * (1 - (w * b + d)), "a product"),
        have(of_two(*missed) < best, "something is told", by=told_something.at(p=w * b + d, q=b)),
        have(
            weight * of_two(*missed) + (1 - weight) * best <= of_two(*smaller),
            "else nothing is told",
            by=mixed_with_nothing.at(p=w * b + d, q=b, l=weight),
        ),
        have((1 - weight) * of_two(*missed) < (1 - weight) * best, "weighted"),
        Chain(of_two(*missed))
        .lt(weight * of_two(*missed) + (1 - weight) * best, "weighted")
        .le(of_two(*smaller), "else nothing is told"),
    ),
    example=point({u: 1, w: 2, d: tenth, b: tenth}, **squared_error),
    near_misses={
        "where the second state never gives the event": without(
            0 < b, witness=point({u: 1, w: 2, d: tenth, b: 0}, **squared_error)
        ),
        "at the same privacy loss": without(
            u < w, witness=point({u: 2, w: 2, d: tenth, b: tenth}, **squared_error)
        ),
    },
)

largest_event = (1 - d) / u  # the largest probability of the event in the second state
share = e * d / 2  # which part of it is taken
small = largest_event * share
first = u * small + d
others = 1 - first + (1 - small)
touching = (1 - small) / others
at_none = of_two(d, 0)
steep = ForAll(x, Implication(AllOf(0 < x, x < e), n * x <= h(x)))

some_event = Theorem(
    title="A loss that is steep enough at certainty has a larger risk where the second state gives the event too",
    kind="lemma",
    given=(concave, *known, steep, 2 * at_none * u < n * (1 - d)),
    claim=AllOf(first <= 1, at_none < of_two(first, small)),
    define={parameter("o"): small},
    derivation=(
        have(e * d < 1, "a product", derivation=have(0 < e * (1 - d))),
        have(AllOf(0 < share, share < 1), "a share"),
        have(AllOf(0 < largest_event, largest_event < 1), "at most 1"),
        have(AllOf(0 < small, small < share), "a part of it", derivation=have(0 < share * (1 - largest_event))),
        have(AllOf(0 < u * small, 0 < first, first < 1, 0 < first + small, 0 < others), "the event"),
        have(AllOf(0 < small / (first + small), small / (first + small) < e), "a posterior that is nearly known",
             derivation=have(0 < e * (first + small) - small, derivation=(have(0 < e * (u * small)), have(0 < e * small)))),
        specialise(steep, {x: small / (first + small)}, "a steep loss"),
        have(
            (first + small) / 2 * (n * (small / (first + small))) <= merged(first, small), "weighted"
        ),
        have(Eq((first + small) / 2 * (n * (small / (first + small))), n * small / 2), "cancel"),
        have(AllOf(0 < touching, touching < 1, Eq(touching * others, 1 - small)), "a posterior"),
        have(AllOf(0 < at_rest, at_rest < 1, Eq((2 - d) * at_rest, 1)), "a posterior"),
        specialise(concave, {c: touching, x: at_rest}, "the line"),
        specialise(concave, {c: touching, x: Integer(1)}, "the line where the state is known"),
        *(specialise(fact, {x: Integer(1)}, "the state is known") for fact in known),
        *(specialise(fact, {x: Integer(0)}, "the state is known") for fact in known),
        have(
            (1 - share) * (2 - d) / 2 * h(at_rest)
            <= (1 - share) * (2 - d) / 2 * (h(touching) + D(touching) * (at_rest - touching)),
            "weighted",
        ),
        have(Eq(others, (1 - share) * (2 - d) + share * (1 - largest_event)), "collect"),
        have(Eq(merged(d, 0), 0), "the state is known"),
        have(Eq(merged(1 - d, 1), (2 - d) / 2 * h(at_rest)), "the other output"),
        have(Eq(at_none, (2 - d) / 2 * h(at_rest)), "the state is known"),
        Chain((1 - share) * at_none)
        .eq((1 - share) * (2 - d) / 2 * h(at_rest), "the state is known")
        .le(
            (1 - share) * (2 - d) / 2 * (h(touching) + D(touching) * (at_rest - touching))
            + share * (1 - largest_event) / 2 * (h(touching) + D(touching) * (1 - touching)),
            "both lines",
        )
        .eq(merged(1 - first, 1 - small), "collect: the slopes cancel"),
        have(2 * at_none < n * largest_event, "divide"),
        have(share * at_none < n * small / 2, "times the share", derivation=have(0 < share * (n * largest_event - 2 * at_none))),
        Chain(at_none)
        .lt((1 - share) * at_none + n * small / 2, "a steep loss")
        .le(of_two(first, small), "both outputs"),
    ),
    example=point({u: 1, d: tenth, e: quarter, n: 3 * quarter}, **squared_error),
    near_misses={
        "of a loss with a bounded slope": without(steep, witness=point({u: 4, d: tenth, e: half, n: 10}, **squared_error)),
        "at the largest event": variant(
            at_none < of_two(u * largest_event + d, largest_event),
            witness=point({u: 1, d: tenth, e: quarter, n: 3 * quarter}, **squared_error),
        ),
    },
)  # fmt: skip

larger_loss = (
    1 - (w * b + d) + (1 - b)
)  # the mass of both states at the other output, at the larger privacy loss
at_larger = (1 - b) / larger_loss
risk_at_larger = of_two(*missed)

thresholds_fall = Theorem(
    title="Of a loss that is steep enough at certainty the largest risk falls with the privacy loss",
    source="zhang.fix-bcpl",
    given=(concave, *known, highest, steep, 2 * at_none * u < n * (1 - d), u < w, w * b + d <= 1),
    claim=Exists((p, a), AllOf(Eq(p, u * a + d), risk_at_larger < of_two(p, a))),
    define={first_part(b): merged(*missed), parameter("o"): small, parameter("j"): at_larger},
    derivation=cases(
        0 < b,
        (
            have(
                AllOf(
                    0 <= at_smaller_loss,
                    Eq(smaller[0], u * at_smaller_loss + d),
                    smaller[0] <= 1,
                    risk_at_larger < of_two(*smaller),
                ),
                "the event is given in both states",
                by=falls,
            ),
            have(0 < smaller[0], "delta is positive", derivation=have(0 <= u * at_smaller_loss)),
            exhibit({p: smaller[0], a: at_smaller_loss}, "this event"),
        ),
        (
            have(Eq(b, 0), "no probability is negative"),
            have(
                AllOf(first <= 1, at_none < of_two(first, small)),
                "the second state never gives the event",
                by=some_event,
            ),
            have(AllOf(0 < larger_loss, Eq(larger_loss, 2 - d)), "the other output"),
            have(AllOf(0 < at_rest, at_rest < 1, Eq(at_larger, at_rest)), "one posterior"),
            let(
                k,
                at_larger,
                (0 < k, k < 1, Eq(k - at_rest, 0), Eq(h(at_larger), h(k))),
                "the posterior",
            ),
            specialise(concave, {c: at_rest, x: k}, "the line"),
            have(Eq(D(at_rest) * (k - at_rest), 0), "one posterior"),
            have(h(k) <= h(at_rest), "one posterior"),
            have(h(at_larger) <= h(at_rest), "one posterior"),
            have(Eq(b / (w * b + d + b), 0), "the state is known"),
            *(specialise(fact, {x: b / (w * b + d + b)}, "the state is known") for fact in known),
            *(specialise(fact, {x: Integer(0)}, "the state is known") for fact in known),
            have(Eq(merged(*missed), 0), "the state is known"),
            have(Eq(merged(d, 0), 0), "the state is known"),
            have(Eq(merged(1 - d, 1), (2 - d) / 2 * h(at_rest)), "the other output"),
            have(larger_loss / 2 * h(at_larger) <= (2 - d) / 2 * h(at_rest), "one posterior"),
            have(risk_at_larger <= at_none, "the other output alone"),
            have(0 < small, "a product", derivation=(have(0 < e * d), have(0 < (1 - d) / u))),
            have(0 < first, "a sum", derivation=have(0 < u * small)),
            exhibit({p: first, a: small}, "this event"),
        ),
    ),
    example=point({u: 1, w: 2, d: tenth, e: quarter, n: 3 * quarter, b: tenth}, **squared_error),
    near_misses={
        "with the event of the larger loss": variant(
            risk_at_larger < of_two(u * b + d, b),
            witness=point({u: 1, w: 2, d: tenth, e: quarter, n: 3 * quarter, b: 0}, **squared_error),
        ),
        "with an event that the second state never gives": without(
            u < w,
            claim=risk_at_larger < at_none,
            witness=point({u: 1, w: 2, d: tenth, e: quarter, n: 3 * quarter, b: 0}, **squared_error),
        ),
    },
    note=(
        "Whatever the event at the larger privacy loss w, some event at the smaller one has a larger risk. That it is larger by a margin, whatever the event, so that the least threshold at w is below that at u, is shown in the file on falling thresholds. The logarithmic loss is as steep as wanted: so its thresholds fall at every delta above 0 and every privacy loss, by the theorem that follows."
    ),
)

y_1 = parameter("y", above=0, below=1, about="a probability of a state")


logarithmic = Theorem(
    title="The entropy of a coin: its lines, where it is largest, and how steep it is",
    source="zhang.fix-bcpl",
    claim=AllOf(
        entropy(y_1) <= entropy(c) + log((1 - c) / c) * (y_1 - c),
        entropy(y_1) <= log(2),
        Implication(y_1 < half, entropy(y_1) < log(2)),
        Implication(y_1 < exp(-n), n * y_1 <= entropy(y_1)),
    ),
    derivation=(
        have(
            -y_1 * log(y_1 / (y_1 + (1 - y_1))) - (1 - y_1) * log((1 - y_1) / (y_1 + (1 - y_1)))
            <= -y_1 * log(c) - (1 - y_1) * log(1 - c),
            "the posterior is best",
            by=posterior_best.at(a=y_1, b=1 - y_1, g=c),
        ),
        have(Eq(log((1 - c) / c), log(1 - c) - log(c)), "logarithm of a quotient"),
        have(entropy(y_1) <= entropy(c) + log((1 - c) / c) * (y_1 - c), "collect"),
        let(r, sqrt(2 * y_1), (0 < r, Eq(r**2, 2 * y_1)), "the root"),
        let(s, sqrt(2 * (1 - y_1)), (0 < s, Eq(s**2, 2 * (1 - y_1))), "the root"),
        have(-y_1 * log(y_1) - y_1 * log(2) <= r - 2 * y_1, "one state", by=part_of_entropy.at(z=y_1)),
        have(
            -(1 - y_1) * log(1 - y_1) - (1 - y_1) * log(2) <= s - 2 * (1 - y_1),
            "the other state",
            by=part_of_entropy.at(z=1 - y_1, r=s),
        ),
        have(entropy(y_1) - log(2) <= r + s - 2, "both parts"),
        have(r + s <= 2, "squares", derivation=have(0 <= (r - s) ** 2)),
        have(
            Implication(y_1 < half, r + s < 2),
            "squares",
            derivation=cases(
                y_1 < half,
                (
                    have(r**2 < s**2, "squares"),
                    have(r < s, "roots"),
                    have((r + s) ** 2 < 4, "squares"),
                ),
            ),
        ),
        have(
            Implication(y_1 < exp(-n), n * y_1 <= entropy(y_1)),
            "a small probability",
            derivation=cases(
                y_1 < exp(-n),
                (
                    have(log(y_1) <= -n, "the logarithm rises"),
                    have(n * y_1 <= y_1 * (-log(y_1)), "weighted"),
                    have(log(1 - y_1) <= 0, "at most 1"),
                ),
            ),
        ),
    ),
    near_misses={
        "at every probability": variant(n * y_1 <= entropy(y_1)),
        "largest at other odds too": variant(Implication(y_1 < 3 * quarter, entropy(y_1) < log(2))),
    },
    note=(
        "So the logarithmic loss has all that is supposed of h in the theorem before this one, with e = exp(-n) for any n: at an even prior it has thresholds that fall with the privacy loss at every delta between 0 and 1. At a known state the entropy is 0."
    ),
)
