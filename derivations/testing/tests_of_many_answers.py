"""Every test on a vector of answers with Gaussian noise: what it gains is what the law of the privacy loss gives, in either order."""

from dpsym.derivations.analysis.normal_densities import between_cuts
from dpsym.derivations.analysis.normal_quantiles import value as value_at
from dpsym.derivations.analysis.normal_tails import reflected as opposite
from dpsym.derivations.analysis.normal_tails import rises
from dpsym.derivations.mechanisms.gaussian_delta import delta_at, grows_with_distance
from dpsym.derivations.mechanisms.gaussian_with_many_values import (
    A,
    B,
    O,
    S,
    apart,
    density,
    half_squares,
    in_each_coordinate,
    k,
    of_answers,
    v,
)
from dpsym.derivations.testing.tests_of_gaussian import a, b, delta, l
from dpsym.derivations.testing.tests_of_gaussian import bounded as bounded_of_one
from dpsym.derivations.testing.tests_of_gaussian import error as error_of_one
from dpsym.derivations.testing.tests_of_gaussian import profile as profile_of_one
from dpsym.derivations.vocabulary import alpha, eps, half, hundredth, rho
from dpsym.language import *
from dpsym.language.integration import T, masses_of_test, t, z

i = Outcome("i", "I")
d = parameter(
    "d",
    above=0,
    about="the distance of the two vectors of inputs: the root of the sum of the squares of their differences, each in standard deviations of its noise",
)
mu = parameter("mu", above=0, about="the largest such distance of neighbours")

zero, one = Integer(0), Integer(1)
place = (
    of_answers + d**2 / 2
) / d  # the loss of a vector, less its mean on the second database and in standard deviations


def ratio(t):
    """The ratio of the densities where this number is t."""
    return exp(d * t - d**2 / 2)


beyond = (lambda t: Phi(-t), lambda t: Phi(d - t))
test = masses_of_test(
    lambda v: density(B), lambda v: density(A), ratio, beyond, l, b, rejects=T, over=(v, place)
)
rejecting, up_to, from_on = test
one_answer = {"A": (1,), "B": (0,), "S": (1,), "O": (1,)}
nothing = {**one_answer, "T": Lambda(v, half), "E": Lambda(t, zero), "D": Lambda(t, zero)}
squared = Eq(d**2, Total(apart**2, i))
vectors = (in_each_coordinate, squared)

p_v, q_v = density(B), density(A)
at_each_vector = ForAll(v, AllOf(0 < p_v, Eq(q_v, ratio(place) * p_v)))

before, after = up_to.args[1].args[1], from_on.args[1].args[1]
compared = Theorem(
    title="What a test on a vector of answers gains before a cut and beyond it",
    kind="lemma",
    given=(*vectors, *test),
    define={
        function("W", law=False)(v, i): ((O(v, i) - B(i)) ** 2 - (O(v, i) - A(i)) ** 2) / (2 * S(i) ** 2)
    },
    claim=ForAll(t, AllOf(before, after)),
    derivation=(
        have(
            at_each_vector,
            "the ratio",
            derivation=(
                have(
                    Eq(
                        ((O(v, i) - B(i)) ** 2 - (O(v, i) - A(i)) ** 2) / (2 * S(i) ** 2),
                        (O(v, i) - B(i)) ** 2 / (2 * S(i) ** 2) - (O(v, i) - A(i)) ** 2 / (2 * S(i) ** 2),
                    ),
                    "in each coordinate",
                ),
                have(Eq(of_answers, half_squares(B) - half_squares(A)), "the sum of two sums"),
                have(Eq(-half_squares(A), (d * place - d**2 / 2) - half_squares(B)), "the loss"),
                have(
                    Eq(exp(-half_squares(A)), ratio(place) * exp(-half_squares(B))),
                    "the exponential of a sum",
                ),
            ),
        ),
        have(
            ForAll(v, Implication(place <= t, T(v) * q_v <= ratio(t) * (T(v) * p_v))),
            "up to the cut the ratio is smaller",
            derivation=(
                specialise(at_each_vector, {v: v}),
                specialise(rejecting, {v: v}, "a probability"),
                have(Implication(place <= t, d * place - d**2 / 2 <= d * t - d**2 / 2), "a positive factor"),
                have(Implication(place <= t, ratio(place) <= ratio(t)), "it rises"),
                have(0 <= T(v) * p_v, "factors that are not negative"),
                have(Implication(place <= t, 0 <= (T(v) * p_v) * (ratio(t) - ratio(place))), "factors"),
            ),
        ),
        have(
            ForAll(v, Implication(t <= place, ratio(t) * ((1 - T(v)) * p_v) <= (1 - T(v)) * q_v)),
            "from the cut on it is larger",
            derivation=(
                specialise(at_each_vector, {v: v}),
                specialise(rejecting, {v: v}, "a probability"),
                have(Implication(t <= place, d * t - d**2 / 2 <= d * place - d**2 / 2), "a positive factor"),
                have(Implication(t <= place, ratio(t) <= ratio(place)), "it rises"),
                have(0 <= (1 - T(v)) * p_v, "factors that are not negative"),
                have(Implication(t <= place, 0 <= ((1 - T(v)) * p_v) * (ratio(place) - ratio(t))), "factors"),
            ),
        ),
        specialise(up_to, {t: t}, "the masses up to the cut"),
        specialise(from_on, {t: t}, "the masses beyond it"),
    ),
    example=point({d: 1, k: 1, l: half, b: 0}, **nothing),
    near_misses={
        "without the comparison up to a cut": without(
            test,
            claim=ForAll(t, before),
            instead=(rejecting, from_on),
            witness=point({d: 1, k: 1, l: 1, b: 4, t: 0}, **{**nothing, "D": Lambda(t, Integer(4))}),
        ),
        "without the comparison beyond it": without(
            test,
            claim=ForAll(t, after),
            instead=(rejecting, up_to),
            witness=point({d: 1, k: 1, l: 0, b: 2, t: 0}, **nothing),
        ),
    },
)

READ = (
    "A and B are the vectors of inputs on two neighbouring databases, in either order, and each answer has independent normal noise. The test is any measurable one on the vector of answers, and its masses are integrals over the vectors whose loss is "
    "up to a cut. Of them two facts are used: that what holds of the densities at every such vector holds of the masses, and the law of the loss, which is normal."
)
on_the_line = have(ForAll(t, AllOf(before, after)), "the masses before a cut and beyond it", by=compared)
# The same masses are those of a test on one answer at the distance d with noise of deviation 1: what is said of its masses is said of these.
of_one = {"sigma": one, "x_1": d, "x_2": zero, "T": Lambda(z, half)}
near = d <= mu
vector = (*vectors, near, *test)
named = {function("r", law=False)(t): ratio(t)}

there = {d: 1, mu: 1, k: 1}

trade_off = Theorem(
    title="The trade-off function of many answers with Gaussian noise",
    source=whole_of("kifer.ex5.10-f"),
    cites="dong2022",
    given=(*vector, l <= a),
    define=named,
    claim=Phi(Phi_inv(1 - a) - mu) <= 1 - b,
    derivation=(
        on_the_line,
        have(Phi(Phi_inv(1 - a) - d) <= 1 - b, "the two laws of the loss", by=error_of_one.at(**of_one)),
        have(
            Phi(Phi_inv(1 - a) - mu) <= Phi(Phi_inv(1 - a) - d),
            "the distribution function rises",
            by=rises.at(s=Phi_inv(1 - a) - mu, t=Phi_inv(1 - a) - d),
        ),
    ),
    example=point({**there, l: half, b: 0, a: half}, **nothing),
    near_misses={
        "no integrals beyond a cut": variant(
            given=[*vectors, near, rejecting, up_to, l <= a],
            witness=point({**there, a: half, l: 0, b: 2}, **nothing),
        ),
        "any level": variant(given=vector, witness=point({**there, a: hundredth, l: 1, b: half}, **nothing)),
    },
    note=READ,
)

delta_of = Phi(-(eps / mu) + mu / 2) - exp(eps) * Phi(-(eps / mu) - mu / 2)
nearer = Phi(-(eps / d) + d / 2) - exp(eps) * Phi(-(eps / d) - d / 2)
cut, nearer_cut = eps / mu + mu / 2, eps / d + d / 2
profile = Theorem(
    title="The delta of many answers with Gaussian noise, for any event and any test",
    source=whole_of("kifer.ex5.10-adp"),
    cites="ballewang2018",
    given=vector,
    define=named,
    claim=b - exp(eps) * l <= delta_of,
    derivation=(
        on_the_line,
        have(b - exp(eps) * l <= nearer, "the two laws of the loss", by=profile_of_one.at(**of_one)),
        have(Eq(d * nearer_cut - d**2 / 2, eps), "the loss at the cut"),
        have(Eq(mu * cut - mu**2 / 2, eps), "the loss at the other cut"),
        have(
            delta_at(eps, d, nearer_cut) <= delta_at(eps, mu, cut),
            "it grows with the distance",
            by=grows_with_distance.at(mu=d, mu_2=mu, w=nearer_cut, w_2=cut),
        ),
        have(Eq(delta_at(eps, d, nearer_cut), nearer), "tails and distribution function"),
        have(Eq(delta_at(eps, mu, cut), delta_of), "tails and distribution function"),
    ),
    example=point({**there, eps: 0, l: 1, b: 0}, **nothing),
    near_misses={
        "no integrals beyond a cut": variant(
            given=[*vectors, near, rejecting, up_to], witness=point({**there, eps: 0, l: 0, b: 2}, **nothing)
        ),
        "no integrals up to a cut": variant(
            given=[*vectors, near, rejecting, from_on],
            witness=point({**there, eps: 0, l: 1, b: 4}, **{**nothing, "D": Lambda(t, Integer(4))}),
        ),
    },
    note=READ,
)

bounded = Theorem(
    title="The bounded-loss curve of many answers with Gaussian noise",
    source=whole_of("kifer.ex5.10-pbdp"),
    cites="dong2022",
    given=(*vector, delta <= b),
    define=named,
    claim=b <= exp(log(delta / Phi(-Phi_inv(1 - delta) - mu))) * l,
    derivation=(
        on_the_line,
        have(
            b <= exp(log(delta / Phi(-Phi_inv(1 - delta) - d))) * l,
            "the two laws of the loss",
            by=bounded_of_one.at(**of_one),
        ),
        have(
            Phi(-Phi_inv(1 - delta) - mu) <= Phi(-Phi_inv(1 - delta) - d),
            "the distribution function rises",
            by=rises.at(s=-Phi_inv(1 - delta) - mu, t=-Phi_inv(1 - delta) - d),
        ),
        have(0 < Phi(-Phi_inv(1 - delta) - mu), "a probability"),
        have(0 < b, "at least a positive number"),
        have(0 < Phi(-Phi_inv(1 - delta) - d), "a probability"),
        have(b * Phi(-Phi_inv(1 - delta) - d) <= delta * l, "multiplied"),
        have(
            b * Phi(-Phi_inv(1 - delta) - mu) <= b * Phi(-Phi_inv(1 - delta) - d),
            "times a probability",
        ),
        have(b * Phi(-Phi_inv(1 - delta) - mu) <= delta * l, "together"),
        have(b <= delta / Phi(-Phi_inv(1 - delta) - mu) * l, "divided by a probability"),
    ),
    example=point({**there, delta: half, l: 1, b: half}, **nothing),
    near_misses={
        "no integrals beyond a cut": without(
            vector,
            instead=(*vectors, near, rejecting, up_to),
            witness=point({**there, delta: half, l: 0, b: 2}, **nothing),
        ),
    },
    note=READ,
)

w = parameter("w", about="a cut")


def up_to_cut(beyond):
    """The mass of the vectors beyond w up to a cut."""
    return lambda t: Piecewise((zero, t <= w), (beyond(w) - beyond(t), True))


beyond_cut = masses_of_test(
    lambda v: p_v,
    lambda v: q_v,
    ratio,
    beyond,
    beyond[0](w),
    beyond[1](w),
    rejects=lambda v: Indicator(place > w),
    masses=(up_to_cut(beyond[0]), up_to_cut(beyond[1])),
    over=(v, place),
)
later = Implication(t <= w, ratio(t) * (beyond[0](t) - beyond[0](w)) <= beyond[1](t) - beyond[1](w))
earlier = Implication(w <= t, beyond[1](w) - beyond[1](t) <= ratio(t) * (beyond[0](w) - beyond[0](t)))
attained = Theorem(
    title="Rejecting the vectors of answers with a loss beyond a cut is a test of this level and this power",
    source=("kifer.ex5.10-f", "kifer.ex5.10-adp", "kifer.ex5.10-pbdp"),
    define=named,
    claim=Implication(in_each_coordinate, AllOf(*beyond_cut)),
    note=(
        "Shown is that the differences of two tails meet the conditions; that they are the masses of the test up to a cut is taken from the "
        "theory of integrals."
    ),
    derivation=(
        have(beyond_cut[0], "a test"),
        have(
            beyond_cut[1],
            "up to a cut",
            derivation=(
                have(earlier, "between two cuts", by=between_cuts.at(sigma=one, x_1=d, x_2=zero, v=w, w=t)),
                cases(t <= w, (), ()),
            ),
        ),
        have(
            beyond_cut[2],
            "from a cut on",
            derivation=(
                have(later, "between two cuts", by=between_cuts.at(sigma=one, x_1=d, x_2=zero, v=w, w=t)),
                cases(t <= w, (), ()),
            ),
        ),
    ),
    example=point({d: 1, k: 1, w: 0}, **one_answer),
    near_misses={
        "with more power": variant(
            Implication(
                w <= t, beyond[1](w) + half - beyond[1](t) <= ratio(t) * (beyond[0](w) - beyond[0](t))
            )
        ),
        "the masses exchanged": variant(
            Implication(t <= w, ratio(t) * (beyond[1](t) - beyond[1](w)) <= beyond[0](t) - beyond[0](w))
        ),
    },
)

equal_inputs = Theorem(
    title="Neighbours with equal answers are within every bound of the Gaussian mechanism",
    source=("kifer.ex5.10-f", "kifer.ex5.10-adp", "kifer.ex5.10-pbdp"),
    given=(Eq(b, l), 0 <= l, l <= a),
    claim=AllOf(
        Phi(Phi_inv(1 - a) - mu) <= 1 - b,
        b - exp(eps) * l <= 0,
        Phi(-Phi_inv(1 - delta) - mu) <= delta,
    ),
    derivation=(
        have(
            Phi(Phi_inv(1 - a) - mu) <= Phi(Phi_inv(1 - a)),
            "the distribution function rises",
            by=rises.at(s=Phi_inv(1 - a) - mu, t=Phi_inv(1 - a)),
        ),
        have(Eq(Phi(Phi_inv(1 - a)), 1 - a), "a quantile", by=value_at.at(a=1 - a)),
        have(1 <= exp(eps), "the exponential rises"),
        have(0 <= (exp(eps) - 1) * l, "no factor is negative"),
        have(
            Phi(-Phi_inv(1 - delta) - mu) <= Phi(-Phi_inv(1 - delta)),
            "the distribution function rises",
            by=rises.at(s=-Phi_inv(1 - delta) - mu, t=-Phi_inv(1 - delta)),
        ),
        have(
            Eq(Phi(-Phi_inv(1 - delta)), 1 - Phi(Phi_inv(1 - delta))),
            "reflected",
            by=opposite.at(x=Phi_inv(1 - delta)),
        ),
        have(Eq(Phi(Phi_inv(1 - delta)), 1 - delta), "a quantile", by=value_at.at(a=1 - delta)),
    ),
    example=point({mu: 1, l: half, b: half, a: half, eps: 0, delta: half}),
    near_misses={
        "any level": without(
            0 <= l,
            l <= a,
            claim=Phi(Phi_inv(1 - a) - mu) <= 1 - b,
            witness=point({mu: 1, l: 1, b: 1, a: half}),
        ),
        "any power": without(
            Eq(b, l), claim=b - exp(eps) * l <= 0, witness=point({l: half, b: 1, a: half, eps: 0})
        ),
    },
    note="Under one law the level and the power of a test are the same number; the last line says that the bound on its loss is not negative.",
)

moment = parameter(
    "M",
    above=0,
    about="the integral of the first density to the power alpha times the second to the power 1 - alpha",
)


def centre(i):
    """The input at which the product of powers of the densities has its centre."""
    return alpha * A(i) + (1 - alpha) * B(i)


powers = q_v**alpha * p_v ** (1 - alpha)
exponent = alpha * (alpha - 1) * d**2 / 2
of_coordinate = alpha * (O(v, i) - A(i)) ** 2 / (2 * S(i) ** 2) + (1 - alpha) * (O(v, i) - B(i)) ** 2 / (
    2 * S(i) ** 2
)
about_centre = (O(v, i) - centre(i)) ** 2 / (2 * S(i) ** 2)
integrand = Theorem(
    title="The integrand of the Rényi divergence of many answers with Gaussian noise",
    kind="lemma",
    given=vectors,
    claim=ForAll(v, Eq(powers, exp(exponent) * density(centre))),
    derivation=(
        have(
            Eq(of_coordinate, about_centre - alpha * (alpha - 1) / 2 * apart**2),
            "complete the square in each coordinate",
        ),
        Chain(alpha * half_squares(A) + (1 - alpha) * half_squares(B))
        .eq(Total(of_coordinate, i), "coordinate by coordinate")
        .eq(Total(about_centre - alpha * (alpha - 1) / 2 * apart**2, i), "the line before in each coordinate")
        .eq(half_squares(centre) - exponent, "the distance"),
        have(Eq(log(q_v), log(k) - half_squares(A)), "the logarithm of the density"),
        have(Eq(log(p_v), log(k) - half_squares(B)), "the logarithm of the density"),
        Chain(powers)
        .eq(exp(alpha * log(q_v) + (1 - alpha) * log(p_v)), "powers as exponentials")
        .eq(exp(log(k) + exponent - half_squares(centre)), "insert")
        .eq(exp(exponent) * density(centre), "exponential of a sum"),
    ),
    example=point({d: 1, k: 1, alpha: 2, v: 0}, **one_answer),
    near_misses={
        "without the order": variant(
            ForAll(v, Eq(powers, exp(d**2 / 2) * density(centre))),
            witness=point({d: 1, k: 1, alpha: 2, v: 0}, **one_answer),
        ),
        "any distance": variant(
            given=[in_each_coordinate], witness=point({d: 2, k: 1, alpha: 2, v: 0}, **one_answer)
        ),
        "about the first inputs": variant(
            ForAll(v, Eq(powers, exp(exponent) * q_v)),
            witness=point({d: 1, k: 1, alpha: 2, v: 0}, **{**one_answer, "O": (0,)}),
        ),
    },
)

same_powers = ForAll(v, Eq(powers, exp(exponent) * density(centre)))
# M is the integral of these powers, so far as this is used: where they are this multiple of a density at every vector, it is the multiple.
is_integral = Implication(same_powers, Eq(moment, exp(exponent)))
concentrated = log(moment) / (alpha - 1) <= alpha * rho
farthest = sqrt(2 * rho)
at_one = {d: 1, k: 1, alpha: 2, rho: half, moment: exp(1)}
of_budget = Theorem(
    title="A budget of zero-concentrated DP bounds the distance of the answers",
    source="kifer.fn15",
    given=(*vectors, is_integral, concentrated),
    claim=AllOf(same_powers, d <= farthest),
    derivation=(
        have(same_powers, "the integrand", by=integrand),
        have(Eq(moment, exp(exponent)), "the total of a density is 1"),
        have(Eq(log(moment), exponent), "the moment"),
        have(alpha * d**2 / 2 <= alpha * rho, "the budget"),
        have(d**2 <= 2 * rho, "divided by the order"),
    ),
    example=point(at_one, **one_answer),
    near_misses={
        "any budget": without(
            concentrated, claim=d <= farthest, witness=point({**at_one, rho: Rational(1, 8)}, **one_answer)
        ),
        "no total of 1": without(
            is_integral,
            claim=d <= farthest,
            witness=point({**at_one, rho: Rational(1, 8), moment: 1}, **one_answer),
        ),
    },
    note=(
        "M is the integral of the powers on the left, which are a multiple of the density about the centre; the total of a density is 1, so that M is the multiple: nothing else of integrals is used. One order is enough, and at every order the "
        "divergence is the order times half the square of the distance, so that the least budget of the mechanism is half the square of the largest distance."
    ),
)

at_budget = Theorem(
    title="The trade-off function of many answers with the Gaussian noise of a budget",
    source=whole_of("kifer.fn15"),
    cites="dong2022",
    given=(*vectors, is_integral, concentrated, *test, l <= a),
    define=named,
    claim=Phi(Phi_inv(1 - a) - farthest) <= 1 - b,
    derivation=(
        have(d <= farthest, "the budget", by=of_budget),
        have(Phi(Phi_inv(1 - a) - farthest) <= 1 - b, "at this distance", by=trade_off.at(mu=farthest)),
    ),
    example=point({**at_one, l: half, b: 0, a: half}, **nothing),
    near_misses={
        "any budget": without(
            concentrated,
            witness=point({**at_one, l: half, b: Rational(3, 4), a: half, rho: Rational(1, 8)}, **nothing),
        ),
        "any level": without(l <= a, witness=point({**at_one, a: hundredth, l: 1, b: half}, **nothing)),
    },
    note=READ
    + " M is the integral of the powers of both densities at one order, whose divergence the budget bounds: where they are a multiple of a density at every vector, it is the multiple.",
)
