"""The closed form of optimal composition: the curve of any number of extremal responses, as the paper prints it."""

from dpsym.derivations.composition.optimal_composition import (
    c,
    grown,
    i,
    recursion,
    t,
    w,
    wrong,
)
from dpsym.derivations.composition.transcripts import k
from dpsym.derivations.vocabulary import delta_0, eps_0, n
from dpsym.language import *

l = parameter("l", integer=True, about="half of what the loss falls short of k eps_0, in units of eps_0")
m = parameter("m", integer=True, about="number of terms of a sum")
j = parameter("j", integer=True, about="number of responses in the wrong direction")

# b(k, j): the binomial coefficients. D(k, l, m): the first m terms of the sum of the paper. r(k), h(k): powers.
b, D, r, h = (function(name) for name in "bDrh")
q = parameter("q", integer=True, about="half of what the loss falls short of k eps_0, in units of eps_0")
s = parameter("s", about="privacy loss, in nats")
a = parameter("a", integer=True, about="the same, in the induction")
zero = Integer(0)
u = exp(eps_0)


def term(k, l, j):
    """The term j of the sum of the paper, for k mechanisms at the loss (k - 2l) eps_0."""
    return b(k, j) * (exp((k - j) * eps_0) - exp((k - 2 * l + j) * eps_0))


def delta_of(k, l):
    """The delta of k mechanisms at the loss (k - 2l) eps_0."""
    return 1 - r(k) * (1 - D(k, l, l) * h(k))


first_coefficients = ForAll(k, Eq(b(k, zero), 1))
no_more = ForAll(j, Eq(b(zero, j + 1), 0))
pascal = ForAll((k, j), Eq(b(k + 1, j + 1), b(k, j) + b(k, j + 1)))
empty = ForAll((k, l), Eq(D(k, l, zero), 0))
one_term_more = ForAll((k, l, m), Eq(D(k, l, m + 1), D(k, l, m) + term(k, l, m)))
sums = AllOf(first_coefficients, no_more, pascal, empty, one_term_more)


def power(f, base):
    """That f(k) is the power k of the base."""
    return AllOf(Eq(f(zero), 1), ForAll(k, Eq(f(k + 1), base * f(k))))


powers = AllOf(power(r, 1 - delta_0), power(h, 1 / (1 + u)))


def so_far(m):
    """The sum of m + 1 terms for one response more."""
    return Eq(D(k + 1, l + 1, m + 1), u * D(k, l + 1, m + 1) + D(k, l, m))


def of_terms(m):
    """The same for every number m of terms."""
    return ForAll(m, so_far(m))


pascal_for_sums = of_terms(m)
sums_grow = ForAll((k, l), pascal_for_sums)
of_all_sums = ForAll((b(k, j), D(k, l, m)), Implication(sums, sums_grow))

sums_of_one_more = Theorem(
    title="The sum for one response more",
    source="kazan.thm2.8.3",
    kind="lemma",
    claim=of_all_sums,
    derivation=have(
        of_all_sums,
        "by Pascal's rule, term by term",
        derivation=(
            have(
                of_terms(i),
                "by induction on the number of terms",
                derivation=induction(
                    i,
                    first=(
                        specialise(one_term_more, {k: k + 1, l: l + 1, m: zero}),
                        specialise(one_term_more, {k: k, l: l + 1, m: zero}),
                        specialise(empty, {k: k + 1, l: l + 1}),
                        specialise(empty, {k: k, l: l + 1}),
                        specialise(empty, {k: k, l: l}),
                        specialise(first_coefficients, {k: k + 1}),
                        specialise(first_coefficients, {k: k}),
                        have(
                            Eq(
                                D(k + 1, l + 1, Integer(1)),
                                exp((k + 1) * eps_0) - exp((k - 1 - 2 * l) * eps_0),
                            ),
                            "one term",
                        ),
                        have(
                            Eq(D(k, l + 1, Integer(1)), exp(k * eps_0) - exp((k - 2 - 2 * l) * eps_0)),
                            "one term",
                        ),
                        have(
                            Eq(
                                u * D(k, l + 1, Integer(1)),
                                u * (exp(k * eps_0) - exp((k - 2 - 2 * l) * eps_0)),
                            ),
                            "multiply",
                        ),
                        Chain(D(k + 1, l + 1, Integer(1)))
                        .eq(u * (exp(k * eps_0) - exp((k - 2 - 2 * l) * eps_0)), "take out e^eps_0")
                        .eq(u * D(k, l + 1, Integer(1)), "one term")
                        .eq(u * D(k, l + 1, Integer(1)) + D(k, l, zero), "a sum without terms is 0"),
                    ),
                    then=(
                        specialise(one_term_more, {k: k + 1, l: l + 1, m: i + 1}),
                        specialise(one_term_more, {k: k, l: l + 1, m: i + 1}),
                        specialise(one_term_more, {k: k, l: l, m: i}),
                        specialise(pascal, {k: k, j: i}),
                        have(
                            Eq(term(k + 1, l + 1, i + 1), u * term(k, l + 1, i + 1) + term(k, l, i)),
                            "Pascal's rule",
                        ),
                        Chain(D(k + 1, l + 1, i + 2))
                        .eq(so_far(i).lhs + term(k + 1, l + 1, i + 1), "one term more")
                        .eq(so_far(i).rhs + u * term(k, l + 1, i + 1) + term(k, l, i), "the sums so far")
                        .eq(u * D(k, l + 1, i + 2) + D(k, l, i + 1), "one term more of each"),
                    ),
                ),
            ),
            specialise(of_terms(i), {i: m}),
        ),
    ),
    near_misses={
        "without the factor e^eps_0, for no response and one term": variant(
            Eq(exp(eps_0) - exp(-eps_0), 1 - exp(-2 * eps_0))
        ),
        "with the factor at the other sum": variant(
            Eq(exp(2 * eps_0) - exp(-eps_0), exp(eps_0) - exp(-2 * eps_0))
        ),
    },
    note=(
        "The sum is that of the paper: b(k, j) are the binomial coefficients, by Pascal's rule, and D(k, l, m) are the first "
        "m terms, for k mechanisms at the loss (k - 2l) eps_0."
    ),
)

of_none = ForAll(m, Eq(D(zero, q, m + 1), 1 - exp(-2 * q * eps_0)))
of_no_response = ForAll((q, i), Eq(D(zero, q, i + 1), 1 - exp(-2 * q * eps_0)))
at = (k + 1 - 2 * (a + 1)) * eps_0


def closed_at(relation, k, a):
    """The closed form for k responses at one loss, as a bound or as the value."""
    return relation(c(k, (k - 2 * a) * eps_0), delta_of(k, a))


def beyond(relation, k, t):
    """The curve at a loss of at least k eps_0."""
    return ForAll(t, Implication(k * eps_0 <= t, relation(c(k, t), 1 - r(k))))


def of_far_losses(relation):
    """The statement on large losses, for every function that grows so."""
    curve = AllOf(recursion(relation, c, wrong), powers.args[0])
    return ForAll((c(k, t), r(k)), Implication(curve, ForAll(n, beyond(relation, n, t))))


def of_the_start(relation):
    """The statement on no response, for every function that starts so."""
    start = recursion(relation, c, wrong).args[0]
    at_start = ForAll(l, relation(c(zero, -2 * l * eps_0), D(zero, l, l)))
    return ForAll((c(k, t), b(k, j), D(k, l, m)), Implication(AllOf(start, sums), at_start))


def of_the_curve(relation):
    """The closed form, for every function that grows so."""
    grows = AllOf(recursion(relation, c, wrong), sums, powers)
    closed = ForAll((n, l), closed_at(relation, n, l))
    return ForAll((c(k, t), b(k, j), D(k, l, m), r(k), h(k)), Implication(grows, closed))


def related(chain, relation, right, reason):
    """A line of the chain with the relation of the theorem."""
    return chain.le(right, reason) if relation is Le else chain.eq(right, reason)


def one_response_more(relation, at, t, left, right):
    """The lines from the curve of k + 1 responses to the values for one response less."""
    before, after = c(k, t - eps_0), c(k, t + eps_0)
    chain = related(Chain(c(k + 1, at)), relation, grown(before, after, wrong), "one more response")
    return related(chain, relation, grown(left, right, wrong), "what is known for k")


def far_losses_by(relation, words, as_in=None):
    """The theorem on large losses."""
    start, growth = recursion(relation, c, wrong).args
    known = beyond(relation, k, s)
    chain = one_response_more(relation, s, s, 1 - r(k), 1 - r(k))
    return Theorem(
        title=f"{words} at large losses",
        source="kazan.thm2.8.3",
        cites="kairouz2015",
        kind="lemma",
        claim=of_far_losses(relation),
        define={w: wrong},
        derivation=have(
            of_far_losses(relation),
            "only what gives the target away is left",
            derivation=(
                have(
                    ForAll(k, known),
                    "by induction on the number of responses",
                    derivation=induction(
                        k,
                        first=(
                            specialise(start, {t: s}),
                            have(1 <= exp(s), "an exponential of a number that is not negative"),
                            have(Eq(Max(0, 1 - exp(s)), 0)),
                            related(Chain(c(zero, s)), relation, Integer(0), "nothing is released").eq(
                                1 - r(zero), "the power 0"
                            ),
                        ),
                        then=(
                            specialise(growth, {i: k}),
                            specialise(growth.args[1].xreplace({i: k}), {t: s}),
                            specialise(known, {s: s - eps_0}),
                            specialise(known, {s: s + eps_0}),
                            specialise(powers.args[0].args[1], {k: k}),
                            have(k * eps_0 <= s - eps_0, "the loss is large"),
                            have(k * eps_0 <= s + eps_0, "the loss is large"),
                            have(relation(c(k, s - eps_0), 1 - r(k)), "so far"),
                            have(relation(c(k, s + eps_0), 1 - r(k)), "so far"),
                            chain.eq(1 - r(k + 1), "one more factor"),
                        ),
                    ),
                ),
                specialise(ForAll(k, known), {k: n}),
                specialise(known.xreplace({k: n}), {s: t}),
            ),
        ),
        as_in=as_in,
        near_misses={
            "one power less": variant(Eq(1 - (1 - delta_0), 1 - (1 - delta_0) ** 2)),
            "what one response gives away": variant(1 - (1 - delta_0) ** 2 <= delta_0),
        },
    )


def start_by(relation, words, as_in=None):
    """The theorem on no response."""
    start = recursion(relation, c, wrong).args[0]
    at_zero = ForAll(a, relation(c(zero, -2 * a * eps_0), D(zero, a, a)))
    stick = 1 - exp(-2 * (a + 1) * eps_0)
    return Theorem(
        title=f"{words} of no response",
        source="kazan.thm2.8.3",
        kind="lemma",
        claim=of_the_start(relation),
        derivation=have(
            of_the_start(relation),
            "the sum for no response has one term",
            derivation=(
                have(
                    of_no_response,
                    "the sum for no response has one term",
                    derivation=(
                        have(
                            of_none,
                            "by induction on the number of terms",
                            derivation=induction(
                                m,
                                first=(
                                    specialise(one_term_more, {k: zero, l: q, m: zero}),
                                    specialise(empty, {k: zero, l: q}),
                                    specialise(first_coefficients, {k: zero}),
                                    have(
                                        Eq(D(zero, q, Integer(1)), 1 - exp(-2 * q * eps_0)), "the first term"
                                    ),
                                ),
                                then=(
                                    specialise(one_term_more, {k: zero, l: q, m: m + 1}),
                                    specialise(no_more, {j: m}),
                                    have(Eq(D(zero, q, m + 2), D(zero, q, m + 1)), "the next term is 0"),
                                ),
                            ),
                        ),
                        specialise(of_none, {m: i}),
                    ),
                ),
                have(
                    at_zero,
                    "the first law less the second",
                    derivation=induction(
                        a,
                        first=(
                            specialise(start, {t: zero}),
                            specialise(empty, {k: zero, l: zero}),
                            have(relation(c(zero, zero), 0), "nothing is released"),
                        ),
                        then=(
                            specialise(start, {t: -2 * (a + 1) * eps_0}),
                            specialise(of_no_response, {q: a + 1, i: a}),
                            have(exp(-2 * (a + 1) * eps_0) <= 1, "an exponential"),
                            have(Eq(Max(0, stick), stick), "it is not negative"),
                            related(Chain(c(zero, -2 * (a + 1) * eps_0)), relation, stick, "the maximum").eq(
                                D(zero, a + 1, a + 1), "the one term"
                            ),
                        ),
                    ),
                ),
                specialise(at_zero, {a: l}),
            ),
        ),
        as_in=as_in,
        near_misses={
            "with the sign of the loss changed": variant(Eq(Max(0, 1 - exp(2 * eps_0)), 1 - exp(-2 * eps_0))),
            "the maximum at loss 0": variant(1 - exp(-2 * eps_0) <= 0),
        },
    )


def from_one_less(relation):
    """The steps to the closed form for k + 1 responses, from that for k."""
    growth = recursion(relation, c, wrong).args[1]
    known, next_ones = ForAll(q, closed_at(relation, k, q)), ForAll(a, closed_at(relation, k + 1, a))
    far = ForAll(n, beyond(relation, n, t))
    top = Chain(c(k + 1, (k + 1) * eps_0))
    chain = one_response_more(relation, at, at, delta_of(k, a + 1), delta_of(k, a))
    return (
        have(
            next_ones,
            "from the sums for one response less",
            derivation=induction(
                a,
                first=(
                    specialise(far, {n: k + 1}),
                    specialise(beyond(relation, k + 1, t), {t: (k + 1) * eps_0}),
                    specialise(empty, {k: k + 1, l: zero}),
                    related(top, relation, 1 - r(k + 1), "the largest loss").eq(
                        delta_of(k + 1, zero), "a sum without terms"
                    ),
                ),
                then=(
                    specialise(growth, {i: k}),
                    specialise(growth.args[1].xreplace({i: k}), {t: at}),
                    specialise(known, {q: a + 1}),
                    specialise(known, {q: a}),
                    specialise(sums_grow, {k: k, l: a}),
                    specialise(pascal_for_sums.xreplace({l: a}), {m: a}),
                    specialise(powers.args[0].args[1], {k: k}),
                    specialise(powers.args[1].args[1], {k: k}),
                    chain.eq(delta_of(k + 1, a + 1), "the sum for one response more"),
                ),
            ),
        ),
        specialise(next_ones, {a: q}),
    )


def closed_form_by(relation, words, far, start, as_in=None):
    """The theorem on the closed form."""
    known = ForAll(q, closed_at(relation, k, q))
    at_start = ForAll(l, relation(c(zero, -2 * l * eps_0), D(zero, l, l)))
    of_one = 1 - (1 - delta_0) * (1 - (u - exp(-eps_0)) / (1 + u))
    return Theorem(
        title=words,
        source="kazan.thm2.8.3",
        cites="kairouz2015",
        kind="lemma",
        claim=of_the_curve(relation),
        define={w: wrong},
        derivation=(
            have(of_all_sums, "the sum for one response more", by=sums_of_one_more),
            have(of_far_losses(relation), "beyond the largest loss", by=far),
            have(of_the_start(relation), "no response", by=start),
            have(
                of_the_curve(relation),
                "by induction on the number of responses",
                derivation=(
                    specialise(of_all_sums, {b(k, j): b(k, j), D(k, l, m): D(k, l, m)}),
                    specialise(of_far_losses(relation), {c(k, t): c(k, t), r(k): r(k)}),
                    specialise(
                        of_the_start(relation), {c(k, t): c(k, t), b(k, j): b(k, j), D(k, l, m): D(k, l, m)}
                    ),
                    have(
                        ForAll(k, known),
                        "by induction on the number of responses",
                        derivation=induction(
                            k,
                            first=(
                                specialise(at_start, {l: q}),
                                have(Eq(delta_of(zero, q), D(zero, q, q)), "the powers 0"),
                            ),
                            then=from_one_less(relation),
                        ),
                    ),
                    specialise(ForAll(k, known), {k: n}),
                    specialise(known.xreplace({k: n}), {q: l}),
                ),
            ),
        ),
        as_in=as_in,
        near_misses={
            "without the second exponential, for one response": variant(
                Eq(of_one, 1 - (1 - delta_0) * (1 - u / (1 + u)))
            ),
            "at the next loss, for one response": variant(of_one <= delta_0),
        },
    )


far_losses = far_losses_by(Eq, "The curve")
start_value = start_by(Eq, "The curve")
closed_form = closed_form_by(Eq, "The closed form of optimal composition", far_losses, start_value)
far_losses_below = far_losses_by(Le, "Functions below the curve", as_in=far_losses)
start_below = start_by(Le, "Functions below the curve", as_in=start_value)
closed_form_below = closed_form_by(
    Le, "Below the closed form of optimal composition", far_losses_below, start_below, as_in=closed_form
)
