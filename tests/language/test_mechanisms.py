"""Mechanisms: their laws have total 1, their losses are logarithms of ratios, their curves follow; bad ones are refused."""
# ruff: noqa: F405

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import sympy
from flint import acb, arb, ctx

from dpsym.document.formulas.spelling import latex, mathml, plain
from dpsym.language import *  # noqa: F403
from dpsym.language.mechanisms import c, least_sign
from dpsym.language.terms import Translation
from dpsym.library import load
from dpsym.numbers import (
    discrete_gaussian,
    enclose,
    gaussian,
    kary_randomised_response,
    laplace,
    randomised_response,
)
from dpsym.prove.decide import Env, number_of
from dpsym.prove.scope import scope_of
from dpsym.prove.session import Session
from dpsym.prove.verdict import ANALYSIS
from dpsym.reals.exact import exact

HALF, THIRD = Rational(1, 2), Rational(1, 3)
b, eps, sigma = (parameter(name, above=0) for name in ("b", "eps", "sigma"))
Delta = parameter("Delta", above=0)
k = parameter("k", at_least=2, integer=True)
t, x, x_2 = (parameter(name) for name in ("t", "x", "x_2"))
SCALES = (THIRD, Integer(1), Rational(7, 2))


@pytest.fixture(autouse=True)
def _precise():
    before = ctx.prec
    ctx.prec = 120
    yield
    ctx.prec = before


# ------------------------------------------------------------------------------------- an independent evaluator
def analytic(e, at):
    """The value of an expression in complex balls; |u| is u or -u according to the sign of its real part."""
    if e in at:
        return at[e]
    if isinstance(e, Rational):
        return acb(int(e.p)) / int(e.q)
    if e == sympy.pi:
        return acb.pi()
    if isinstance(e, sympy.Add):
        return sum((analytic(a, at) for a in e.args), acb(0))
    if isinstance(e, sympy.Mul):
        value = acb(1)
        for a in e.args:
            value *= analytic(a, at)
        return value
    if isinstance(e, sympy.Pow):
        base = analytic(e.base, at)
        return base.sqrt() if e.exp == HALF else base ** int(e.exp)
    if isinstance(e, sympy.exp):
        return analytic(e.args[0], at).exp()
    if isinstance(e, sympy.Abs):
        u = analytic(e.args[0], at)
        return u if u.real.mid() > 0 else -u
    raise TypeError(type(e))


def integral(e, over, low, high):
    """An enclosure of the integral, over an interval on which the expression is analytic."""
    found = acb.integral(lambda v, _: analytic(e, {over: v}), acb(low), acb(high))
    assert found.imag.contains(0)
    return found.real


def close(value, expected, tolerance=1e-15):
    return abs(value - expected) < tolerance


# ------------------------------------------------------------------------------------------------- total one
@pytest.mark.parametrize("scale", SCALES)
def test_laplace_density_has_total_one(scale):
    noise, far = Laplace(scale), 60 * arb(int(scale.p)) / int(scale.q)
    density = noise.density(t, 0).definition()
    inside = integral(density, t, -far, arb(0)) + integral(density, t, arb(0), far)
    outside = 2 * analytic(noise.tail(60 * scale), {}).real
    assert (inside + outside).contains(1) and close(inside, 1)


@pytest.mark.parametrize("scale", SCALES)
def test_gaussian_density_has_total_one(scale):
    density = Gaussian(scale).density(t, THIRD).definition()
    third, far = arb(1) / 3, 15 * arb(int(scale.p)) / int(scale.q)
    inside = integral(density, t, third - far, third + far)
    assert inside < 1 + arb(10) ** -20 and close(inside, 1, 1e-30)


@pytest.mark.parametrize("loss", [log(2), Integer(1), Rational(1, 10)])
def test_geometric_probabilities_have_total_one(loss):
    noise = Geometric(loss)
    value = enclose(FiniteSum(noise.density(t, 0), t, -9, 9) + 2 * noise.tail(10), digits=30)
    assert value.low <= 1 <= value.high and value.high - value.low < Fraction(1, 10**25)
    tail = enclose(FiniteSum(noise.density(t, 0), t, 3, 9) + noise.tail(10) - noise.tail(3), digits=30)
    assert tail.low <= 0 <= tail.high and tail.high - tail.low < Fraction(1, 10**25)


@pytest.mark.parametrize("scale", SCALES)
def test_discrete_gaussian_probabilities_have_total_one(scale):
    noise = DiscreteGaussian(scale)
    low, high = noise.normaliser_bounds(60)
    total = FiniteSum(noise.density(t, 0), t, -60, 60)
    least, most = (enclose(total, {c: bound}, 30) for bound in (high, low))
    assert least.low <= 1 <= most.high and most.high - least.low < Fraction(1, 10**25)
    rough = [enclose(bound, digits=30) for bound in noise.normaliser_bounds(4)]
    fine = enclose(low, digits=30)
    assert rough[0].low < fine.high and fine.low < rough[1].high


@pytest.mark.parametrize("answers", [2, 3, 7])
@pytest.mark.parametrize("odds", [1, 2, 50])
def test_randomised_response_has_total_one(answers, odds):
    response = RandomizedResponse(log(odds), answers)
    for law in response.listed.values():
        assert len(law) == answers
        assert sum(number_of(mass)(Env({}, {})) for mass in law) == 1
    assert number_of(response.truth)(Env({}, {})) == exact(Fraction(odds, odds + answers - 1))
    masses = [number_of(response.density(i, 0).definition())(Env({}, {})) for i in range(answers)]
    assert masses == [number_of(mass)(Env({}, {})) for mass in response.listed[P]]


def test_the_other_answers_are_taken_together():
    response = RandomizedResponse(eps, k)
    at = Env({eps: number_of(log(3))(Env({}, {})), k: exact(Integer(6))}, {})
    masses = [[number_of(mass)(at) for mass in law] for law in response.listed.values()]
    assert [len(m) for m in masses] == [3, 3]
    assert masses[0] == [exact(Rational(3, 8)), exact(Rational(1, 8)), exact(HALF)]
    assert masses[1] == [masses[0][1], masses[0][0], masses[0][2]]


# --------------------------------------------------------------------------------------------------- the loss
NOISY = [
    Laplace(HALF), Laplace(3, 2), Geometric(THIRD), Geometric(2, 3), Gaussian(THIRD), Gaussian(2, HALF, 1),
    DiscreteGaussian(2, 1, 1),
]  # fmt: skip


@pytest.mark.parametrize("mechanism", NOISY, ids=str)
def test_loss_is_the_logarithm_of_the_ratio(mechanism):
    for out, one, two in product((-2, 0, 1, 5), (0, 1), (0, 1, -1)):
        with as_written():
            ratio = log(mechanism.density(out, one).definition() / mechanism.density(out, two).definition())
            gap = enclose(ratio - mechanism.loss(out, one, two), digits=40)
        assert gap.low <= 0 <= gap.high and gap.high - gap.low < Fraction(1, 10**35)


@pytest.mark.parametrize("answers", [2, 3])
def test_loss_of_randomised_response(answers):
    response = RandomizedResponse(log(3), answers)
    for out, one, two in product(range(answers), repeat=3):
        ratio = number_of(response.density(out, one))(Env({}, {})) / number_of(response.density(out, two))(
            Env({}, {})
        )
        assert number_of(exp(response.loss(out, one, two)))(Env({}, {})) == ratio


def test_pieces_of_the_laplace_loss():
    noise = Laplace(Rational(3, 2))
    for out in (-1, 0, HALF, 1, 2, 3):
        pieces, loss = (number_of(f(out, 2, 0))(Env({}, {})) for f in (noise.pieces, noise.loss))
        assert pieces == loss
    assert number_of(noise.pieces(HALF, 2, 0))(Env({}, {})) == exact(-Rational(2, 3))


# -------------------------------------------------------------------------------------------- the law of the loss
def moments(mechanism, payoff):
    """An enclosure of the mean of a function of the privacy loss, computed from the law of the loss."""
    law = mechanism.loss_law
    total = arb(0)
    for value, probability in law.atoms:
        total += payoff(analytic(value, {})).real * analytic(probability, {}).real
    if law.density is not None:
        wide = law.low == -sympy.oo
        low = arb(-60) if wide else analytic(law.low, {}).real
        high = arb(60) if wide else analytic(law.high, {}).real
        found = acb.integral(
            lambda z, _: payoff(z) * analytic(law.density, {law.over: z}), acb(low), acb(high)
        )
        total += found.real
    if law.lattice is not None:
        loss, mass = law.lattice
        for noise in range(-80, 81):
            at = {law.noise: acb(noise)}
            total += (payoff(analytic(loss, at)) * analytic(mass, at)).real
    return total


def with_normaliser(mechanism):
    """The discrete Gaussian with its constant, to many digits."""
    low, _ = mechanism.normaliser_bounds(60)
    middle = enclose(low, digits=30)
    return DiscreteGaussian(
        mechanism.spread, mechanism.sensitivity, Rational(middle.low.numerator, middle.low.denominator)
    )


LAWS = [
    RandomizedResponse(1), RandomizedResponse(HALF, 5), Laplace(2), Laplace(HALF, 1), Geometric(HALF), Geometric(1, 2),
    Geometric(HALF, 3), Gaussian(1), Gaussian(2, 3), with_normaliser(DiscreteGaussian(2)),
    with_normaliser(DiscreteGaussian(3, 2)),
]  # fmt: skip


@pytest.mark.parametrize("mechanism", LAWS, ids=str)
def test_law_of_the_loss_has_total_one_under_both_laws(mechanism):
    """The mean of e^-z is the total of the other law."""
    assert close(moments(mechanism, lambda z: acb(1)), 1, 1e-12)
    assert close(moments(mechanism, lambda z: (-z).exp()), 1, 1e-12)


def test_the_law_of_the_exchanged_inputs_is_noticed():
    """The negative control: with the losses negated the other total is not 1."""
    assert not close(moments(Laplace(1), lambda z: z.exp()), 1, 0.1)


@pytest.mark.parametrize("mechanism", LAWS, ids=str)
@pytest.mark.parametrize("bound", [0, THIRD, Rational(9, 10)])
def test_curve_follows_from_the_law_of_the_loss(mechanism, bound):
    """The least delta is the mean of max(0, 1 - e^(eps - z))."""
    least = mechanism.profile(bound)
    if least is None:
        assert mechanism.outputs == "integers"
        return
    law, level = mechanism.loss_law, analytic(bound if bound else Integer(0), {})
    gain = lambda z: 1 - (level - z).exp()  # noqa: E731
    total = arb(0)
    for value, probability in law.atoms:
        if analytic(value, {}).real > level.real:
            total += (gain(analytic(value, {})) * analytic(probability, {})).real
    if law.density is not None:
        high = arb(60) if law.high == sympy.oo else analytic(law.high, {}).real
        if high > level.real:
            total += acb.integral(
                lambda z, _: gain(z) * analytic(law.density, {law.over: z}), level, acb(high)
            ).real
    found = enclose(least, digits=25)
    middle = arb(found.low.numerator) / found.low.denominator
    assert close(total, middle, 1e-12)


@pytest.mark.parametrize("mechanism", LAWS, ids=str)
@pytest.mark.parametrize("alpha", [2, Rational(3, 2), 5])
def test_renyi_divergence_follows_from_the_law_of_the_loss(mechanism, alpha):
    """The mean of e^((alpha - 1) z) is e^((alpha - 1) times the divergence)."""
    divergence = mechanism.renyi(alpha)
    if divergence is None:
        assert mechanism.outputs == "integers"
        return
    a = analytic(Integer(alpha) if isinstance(alpha, int) else alpha, {}) - 1
    found = enclose(divergence, digits=25)
    wanted = (a * acb(found.low.numerator) / found.low.denominator).exp().real
    assert close(moments(mechanism, lambda z: (a * z).exp()) / wanted, 1, 1e-12)


@pytest.mark.parametrize("mechanism", LAWS, ids=str)
def test_relative_entropy_is_the_mean_of_the_loss(mechanism):
    form = mechanism.relative_entropy
    if form is None:
        assert mechanism.outputs == "integers"
        return
    found = enclose(form, digits=25)
    assert close(moments(mechanism, lambda z: z), arb(found.low.numerator) / found.low.denominator, 1e-12)


@pytest.mark.parametrize("mechanism", LAWS, ids=str)
def test_total_variation_is_the_least_delta_at_no_loss(mechanism):
    distance, delta = mechanism.total_variation, mechanism.profile(0)
    assert (distance is None) == (delta is None)
    if distance is not None:
        one, other = enclose(distance, digits=25), enclose(delta, digits=25)
        assert one.low <= other.high and other.low <= one.high


def test_loss_of_gaussian_noise_exceeds_a_level_as_its_law_says():
    mechanism = Gaussian(2, 3)
    law, level = mechanism.loss_law, analytic(THIRD, {})
    for form, turn in zip(mechanism.exceeds(THIRD), (0, -1), strict=True):
        meant = acb.integral(
            lambda z, _, turn=turn: (turn * z).exp() * analytic(law.density, {law.over: z}), level, acb(60)
        ).real
        found = enclose(form, digits=25)
        assert close(meant, arb(found.low.numerator) / found.low.denominator, 1e-12)


@pytest.mark.parametrize("level", [Fraction(1, 50), Fraction(1, 3), Fraction(9, 10)])
def test_powers_agree_with_the_evaluators(level):
    here = Rational(level.numerator, level.denominator)
    pairs = [
        (Gaussian(2, 3).power(here), gaussian.power(sigma=2, alpha=level, sensitivity=3)),
        (RandomizedResponse(1).power(here), randomised_response.power(1, level)),
        (RandomizedResponse(1, 5).power(here), kary_randomised_response.power(1, 5, level)),
        (Geometric(1).power(here), randomised_response.power(1, level)),
    ]
    for form, number in pairs:
        found = enclose(form, digits=12)
        assert found.low <= number.high and number.low <= found.high
        assert max(found.high, number.high) - min(found.low, number.low) < Fraction(1, 10**10)


@pytest.mark.parametrize("bound", [0, Fraction(1, 3), Fraction(9, 10), 2])
def test_closed_forms_agree_with_the_evaluators(bound):
    """Two texts of one formula, by different hands."""
    here = Rational(bound.numerator, bound.denominator) if isinstance(bound, Fraction) else Integer(bound)
    pairs = [
        (Gaussian(2).profile(here), gaussian.delta(sigma=2, eps=bound, sensitivity=1)),
        (Laplace(2, 3).profile(here), laplace.delta(scale=2, eps=bound, sensitivity=3)),
        (RandomizedResponse(1).profile(here), randomised_response.delta(1, bound)),
        (RandomizedResponse(1, 5).profile(here), kary_randomised_response.delta(1, 5, bound)),
        (Gaussian(2, 3).renyi(here + 2), gaussian.renyi(2, bound + 2, sensitivity=3)),
        (Laplace(2).renyi(here + 2), laplace.renyi(2, bound + 2, sensitivity=1)),
        (RandomizedResponse(1).renyi(here + 2), randomised_response.renyi(1, bound + 2)),
        (RandomizedResponse(1, 5).renyi(here + 2), kary_randomised_response.renyi(1, 5, bound + 2)),
    ]
    for form, number in pairs:
        found = enclose(form, digits=12)
        assert found.low <= number.high and number.low <= found.high
        assert max(found.high, number.high) - min(found.low, number.low) < Fraction(1, 10**10)


@pytest.mark.parametrize("sigma", [1, 2, 5])
def test_normaliser_agrees_with_the_evaluator(sigma):
    low, high = (enclose(bound, digits=20) for bound in DiscreteGaussian(sigma).normaliser_bounds(12 * sigma))
    mass = discrete_gaussian.pmf(sigma, 0)
    assert 1 / high.high <= mass.high and mass.low <= 1 / low.low


@pytest.mark.parametrize("mechanism", LAWS, ids=str)
def test_no_loss_exceeds_the_greatest(mechanism):
    law, most = mechanism.loss_law, mechanism.greatest_loss
    if most == sympy.oo:
        assert law.high == sympy.oo
        return
    ends = [value for value, _ in law.atoms] + ([law.high] if law.density is not None else [])
    if law.lattice is not None:
        ends = [law.lattice[0].xreplace({law.noise: Integer(i)}) for i in range(-9, 10)]
    found = [analytic(e, {}).real.mid() for e in ends]
    assert max(found) == analytic(most, {}).real.mid()


@pytest.mark.parametrize(("alpha", "scale", "apart"), [(2, 1, 1), (3, 2, 1), (Rational(3, 2), 1, 2)])
def test_renyi_divergence_of_gaussian_noise(alpha, scale, apart):
    """The integral that the pointwise theorem leaves out, enclosed."""
    noise = Gaussian(scale, apart)
    a = acb(int(alpha.p)) / int(alpha.q) if isinstance(alpha, Rational) else acb(alpha)
    one, other = noise.density(t, apart).definition(), noise.density(t, 0).definition()
    moment = acb.integral(
        lambda v, _: (a * analytic(one, {t: v}).log() + (1 - a) * analytic(other, {t: v}).log()).exp()
        if abs(v.imag) < 1
        else acb("nan"),
        acb(-40), acb(40),
    ).real  # fmt: skip
    wanted = (a * (a - 1) * analytic(noise.rho, {})).exp().real
    assert close(moment / wanted, 1, 1e-12)


# ------------------------------------------------------------------------------------------------ the vocabulary
def test_what_a_mechanism_knows():
    noise = Laplace(b, Delta)
    assert (noise.title, noise.outputs, noise.adjacency) == ("Laplace mechanism", "reals", "add-remove")
    assert (noise.spread, noise.sensitivity) == (b, Delta)
    assert noise == Laplace(b, Delta) != Laplace(b, Delta, "replace-one")
    assert hash(noise) == hash(Laplace(b, Delta))
    with as_written():
        assert noise.neighbours(x, x_2) == Within(x - x_2, Delta)
    assert RandomizedResponse(eps).adjacency == "replace-one"
    assert [m.outputs for m in (RandomizedResponse(eps), Geometric(eps), DiscreteGaussian(sigma), Gaussian(sigma))] == [
        "finite", "integers", "integers", "reals",
    ]  # fmt: skip


def test_a_mechanism_is_frozen():
    noise = Laplace(b)
    with pytest.raises(AttributeError):
        noise.spread = 2
    with pytest.raises(AttributeError):
        noise.more = 2


def test_replacing_parameters_keeps_the_mechanism():
    density = Laplace(b, Delta, "replace-one").density(t, x)
    assert density.xreplace({b: Integer(2), x: Integer(1)}) == Laplace(2, Delta, "replace-one").density(t, 1)
    assert density.free_symbols == {b, t, x}, "the sensitivity is no part of the density"


@pytest.mark.parametrize(
    ("density", "wanted"),
    [
        (Laplace(b).density(t, x), r"\mathrm{Lap}_{b}(t\mid x)"),
        (Geometric(eps).density(t, 0), r"\mathrm{Geom}_{\varepsilon}(t\mid 0)"),
        (Gaussian(sigma).density(t, x), r"\mathrm{N}_{\sigma}(t\mid x)"),
        (Gaussian(sigma, 1, c).density(t, x), r"\mathrm{N}_{\sigma, c}(t\mid x)"),
        (DiscreteGaussian(sigma).density(t, x), r"\mathrm{N}_{\sigma, c}^{\mathbb{Z}}(t\mid x)"),
        (RandomizedResponse(eps, k).density(t, x), r"\mathrm{RR}_{\varepsilon, k}(t\mid x)"),
    ],
)
def test_a_density_is_named_on_the_page(density, wanted):
    assert latex(density) == wanted
    assert mathml(density).startswith("<math") and " | " in plain(density)


def test_the_checker_sees_the_definition():
    for mechanism in (
        Laplace(b),
        Geometric(eps),
        Gaussian(sigma),
        Gaussian(sigma, 1, c),
        DiscreteGaussian(sigma),
        RandomizedResponse(eps, k),
    ):
        density = mechanism.density(t, x)
        assert Translation().term(density) == Translation().term(density.definition())


def test_a_loss_equal_to_a_number_is_bounded_by_it_on_both_sides():
    def formula(f):
        return Translation().formula(f)

    p, q = ("P", "y"), ("Q", "y")
    assert formula(Eq(Loss(), eps)) == ("=", p, ("*", ("exp", "eps"), q))
    with as_written():
        assert formula(Eq(Loss(), -eps)) == ("=", ("*", ("exp", "eps"), p), q)
    laws = {
        "P": [exact(Rational(2, 3)), exact(THIRD)],
        "Q": [exact(THIRD), exact(Rational(2, 3))],
    }
    at = Env({eps: number_of(log(2))(Env({}, {}))}, laws)
    assert number_of(Probability(Eq(Loss(), eps), P))(at) == exact(Rational(2, 3))
    assert number_of(Probability(Eq(Loss(), 0), P))(at) == 0
    with pytest.raises(StatementError, match="two privacy losses"):
        formula(Eq(Loss(), Loss(Q(y), P(y))))


# --------------------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize(
    "build",
    [
        lambda: Laplace(0),
        lambda: Laplace(-1),
        lambda: Laplace(parameter("s")),
        lambda: Laplace(parameter("s", at_least=0)),
        lambda: Laplace(parameter("s", above=-1)),
        lambda: Laplace(b - 1),
        lambda: Laplace(b, 0),
        lambda: Geometric(0),
        lambda: Geometric(log(HALF)),
        lambda: Gaussian(0),
        lambda: Gaussian(sigma, -1),
        lambda: Gaussian(sigma, 1, 0),
        lambda: DiscreteGaussian(-sigma),
        lambda: RandomizedResponse(-1),
        lambda: RandomizedResponse(parameter("e")),
    ],
)
def test_a_scale_that_may_not_be_positive_is_refused(build):
    with pytest.raises(StatementError, match="not known to be"):
        build()


@pytest.mark.parametrize("build", [Laplace, Geometric, Gaussian, DiscreteGaussian, RandomizedResponse])
def test_a_float_is_refused(build):
    with pytest.raises(StatementError, match="float"):
        build(0.5)
    with pytest.raises(StatementError, match="float"):
        build(1).density(0.5, 0)


@pytest.mark.parametrize("build", [Laplace, Geometric, Gaussian, DiscreteGaussian, RandomizedResponse])
def test_an_unknown_adjacency_is_refused(build):
    with pytest.raises(StatementError, match="unknown adjacency 'both'"):
        build(1, adjacency="both")


@pytest.mark.parametrize(
    "answers", [1, 0, HALF, Rational(5, 2), eps, parameter("j", at_least=1, integer=True)]
)
def test_a_number_of_answers_below_two_is_refused(answers):
    with pytest.raises(StatementError, match="number of answers"):
        RandomizedResponse(eps, answers)


@pytest.mark.parametrize("build", [Geometric, DiscreteGaussian])
def test_noise_on_the_integers_needs_an_integer_sensitivity(build):
    with pytest.raises(StatementError, match="needs an integer"):
        build(1, HALF)
    with pytest.raises(StatementError, match="needs an integer"):
        build(1, Delta)


def test_a_density_is_that_of_a_mechanism():
    with pytest.raises(StatementError, match="not of"):
        Density(b, t, x)


@pytest.mark.parametrize(
    ("e", "sign"),
    [
        (b, 1), (2 * b, 1), (b / Delta, 1), (1 / sqrt(2 * b), 1), (b + 1, 1), (exp(-b), 1), (log(2), 1), (log(1), 0), (x, None),
        (x**2, None), (-b, None), (b - Delta, None), (parameter("r", at_least=b), 1), (parameter("r", at_least=0), 0),
        (parameter("r", above=0) * parameter("q", at_least=0), 0), (1 / parameter("q", at_least=0), None), (log(HALF), None),
    ],
)  # fmt: skip
def test_signs_are_read_off_the_form_only(e, sign):
    assert least_sign(sympy.sympify(e)) == sign


# ------------------------------------------------------------------------------------------------------ scopes
def test_a_theorem_about_single_densities_is_one_about_numbers():
    """What is read for densities or masses of single outputs has a certificate about numbers, and says so."""
    said = [
        i
        for i in load()
        if isinstance(i.entry, Theorem) and any(g.atoms(Density) for g in (*i.entry.given, i.entry.claim))
    ]
    assert len(said) >= 10
    session = Session()
    for item in said:
        scope = scope_of(session.statement(item.entry).checked)
        finite = scope.startswith(
            "all finite sets "
        )  # of the data, where the density is that of a count over them
        assert finite or scope in ("numbers", f"numbers; {ANALYSIS}"), item.name
