"""Pairs with closed forms: what they refute is false, their closed forms are right, and values are written exactly."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import flint
import judge as j
import mpmath
import pytest
import sympy
from judge.values import one_order
from siblings import one_in

from dpsym.claims.at_points import Place
from dpsym.claims.closed_form_pairs.probes import families, probes
from dpsym.claims.reading.meaning import Reader, read
from dpsym.claims.reading.nodes import Node, number, words
from dpsym.claims.reading.syntax import parse
from dpsym.claims.reading.trees import names_in, pairs_of
from dpsym.claims.reading.words import COMPARE
from dpsym.claims.settle import settle
from dpsym.claims.ways.by_reduction import probed
from dpsym.language import Point
from dpsym.prove.decide import truth
from dpsym.reals import real
from dpsym.reals.exact import exact

F = Fraction
BITS = 200


def place(at: dict[str, Fraction]) -> Place:
    """Values of names of which nothing else is known."""
    reader = Reader(parse(f"for {', '.join(at)}: 0 <= 1" if at else "0 <= 1"))
    assert reader.knows_conditions()
    return Place(reader, {k: exact(v) for k, v in at.items()})


def ball(node: Node, at: dict[str, Fraction]) -> flint.arb:
    """The value of a term, which has one."""
    value = place(at).value(node)
    assert value is not None and not isinstance(value, real.Inf)
    return real.enclosed(value, BITS)


def relation_holds(left: Node, sign: str, right: Node, at: dict[str, Fraction]) -> bool | None:
    """Whether a relation holds; None where that is not seen, or a side has no value."""
    here = place(at)
    order = real.compare(here.value(left), here.value(right))
    return None if order is None else COMPARE[sign](order, 0)


TRUE = [
    "for eps >= 0: PureDP(eps) => ApproxDP(eps, 0)",
    "for eps >= 0: PureDP(eps) => Tail(eps) = 0",
    "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) and PureDP(2*eps) => TV <= tanh(eps/2) + delta",
    "for rho > 0, eps >= rho: ZCDP(rho) => Tail(eps) <= exp(-(eps - rho)^2/(4*rho))",
    "for eps >= 0: PureDP(eps) => ZCDP(eps*tanh(eps/2))",
    "for mu >= 0: GaussianDP(mu) => TV <= 2*Phi(mu/2) - 1",
    "TV >= 1/2 => Power(1/2) >= 3/4",
    "TV <= 1 - exp(-KL)/2",
]


@pytest.mark.parametrize("text", one_in(2, TRUE))
def test_no_true_claim_is_refuted(text: str) -> None:
    """Budgets at their least, with no hypothesis left out."""
    assert probed(Reader(parse(text))) is None
    assert probed(Reader(parse(text)), late=True) is None


# Priors, levels and losses at the ends of their domains, where a closed form may say something else than the claim.
AT_ENDS = {
    **{
        f"for 0 <= u <= 1: Posterior(u) {r}": "0 1/2 1" for r in ("= u", ">= 1/2", "<= 1/2", "+ 1 > u", "< 1")
    },
    **{f"for 0 <= u <= 1: Power(u) {r}": "0 1/2 1" for r in ("= u", ">= 1/2", "<= 1/2", "> 0", "< 1")},
    **{
        f"for u: {f}(u) {r}": "-1 0 1"
        for f in ("HockeyStick", "Tail")
        for r in ("<= 0", ">= 1/2", "< 1", "= 1")
    },
    **{f"for u: {n}": "-1 0 1 2" for n in ("PureDP(u)", "ZCDP(u)", "GaussianDP(u)", "RenyiDP(2, u)")},
    **{f"for u: {n}(0, u)": "-1 0 1/2 1 2" for n in ("ApproxDP", "ProbDP", "PBDP")},
    **{f"for u: {n}(u, 1)": "-1 0 1" for n in ("ApproxDP", "ProbDP", "PBDP")},
}
MASSES = [{"mass": F(m), "p": F(3, 4), "q": F(1, q)} for m, q in ((1, 2), (F(1, 2), 4))]


def so(parts: Any, at: dict[str, Fraction]) -> bool | None:
    """Whether all relations hold at the numbers; None where that is not seen, or a side has no value."""
    found: list[bool | None] = []
    for left, sign, right in (pair for part in parts if len(part.args) > 1 for pair in pairs_of(part)):
        found.append(relation_holds(left, str(sign), right, at))
    return False if False in found else None if None in found else True


def of_probe(text: str, end: Fraction) -> Any:
    """The points at which a closed form refutes the claim, with what the claim itself is there."""
    claim = read(parse(text))
    (u,) = claim.theorem.parameters
    reader = Reader(parse(text))
    plain = (r for late in (False, True) for r in probes(reader, late) if r.masses and not r.values)
    for r, names in itertools.product(plain, MASSES):
        at = {**names, "u": end}
        rows = [[place(at).number(m) for m in row] for row in zip(*r.masses, strict=True)]
        if None in rows[0] or None in rows[1]:
            continue
        if so((*r.source.conditions, *r.source.hypotheses), at) and so(r.source.conclusion, at) is False:
            laws = {k: tuple(row) for k, row in zip("PQ", rows, strict=True)}
            here = Point(((u, sympy.Rational(str(end))),), tuple(laws.items()))
            yield r.pair, truth(claim.theorem.claim, here)


@pytest.mark.parametrize("text", one_in(3, AT_ENDS))
def test_a_closed_form_says_at_the_ends_of_an_argument_what_the_claim_says(text: str) -> None:
    for end in map(F, AT_ENDS[text].split()):
        assert {pair for pair, holds in of_probe(text, end) if holds is not False} == set(), end


@pytest.mark.parametrize(
    ("text", "at"), [("for u: PureDP(u)", 0), ("for 0 <= u <= 1: Posterior(u) <= 1/2", F(1, 2))]
)
def test_closed_forms_refute_there(text: str, at: Fraction) -> None:
    assert list(of_probe(text, F(at)))


@pytest.mark.parametrize(
    "text",
    [
        "for 1 <= p <= 1: Posterior(p) = 1",
        "for 0 <= p <= 0: Posterior(p) = 0",
        "for p >= 1, p <= 1: Posterior(p) >= 1/2",
        "for 0 <= p <= 1: p >= 1 => Posterior(p) >= 1/2",
        "for 0 <= p <= 1: Posterior(p) + 1 > p",
    ],
)
def test_the_priors_0_and_1_are_kept_at_every_output(text: str) -> None:
    """Also at one that the law of that prior excludes, where Bayes' rule reads 0/0; a number says it as a name does."""
    assert settle(text).verdict == "proved"
    assert settle("Posterior(1) >= 1/2").verdict == "proved"


def test_every_hypothesis_is_in_the_claim_about_numbers() -> None:
    text = "for eps >= 0, k >= 0: PureDP(eps) and KL <= k => Tail(eps) <= k"
    found = list(probes(Reader(parse(text)), late=True))
    assert len(found) > 1
    for r in found:
        kl = [h for h in r.source.hypotheses if len(h.args) == 2]
        assert len(kl) >= 2 or r.pair == "P = Q", r.source.text  # where both say 0 <= 0


@pytest.mark.parametrize("text", TRUE)
def test_what_is_shown_of_a_probe_reads_as_the_probe(text: str) -> None:
    """Its words are for a person, who may type them: they say the same."""
    for r in probes(Reader(parse(text)), late=True):
        again = parse(r.source.text)
        for part in ("conditions", "hypotheses", "conclusion"):
            said, meant = getattr(again, part), getattr(r.source, part)
            assert len(said) == len(meant)
            for a, b in zip(said, meant, strict=True):
                same_values(a, b)


def same_values(a: Node, b: Node) -> None:
    """Two chains with the same signs between sides that have the same values."""
    assert tuple(map(str, a.value or ())) == tuple(map(str, b.value or ())) and len(a.args) == len(b.args)
    at = {n: F(2 * k + 3, k + 7) for k, n in enumerate(sorted(names_in(a) | names_in(b)))}
    for one, two in zip(a.args, b.args, strict=True):
        if place(at).value(one) is not None:
            assert (ball(one, at) - ball(two, at)).contains(0)


FUNCTIONALS = {
    "TV": lambda law: law.node(law.tv),
    "KL": lambda law: law.kl is not None and law.node(law.kl),
    "HockeyStick(1/3)": lambda law: law.at(law.hockey, number(F(1, 3))),
    "Renyi(3)": lambda law: law.renyi and law.at(law.renyi, number(3)),
    "Power(1/5)": lambda law: law.power and law.at(law.power, number(F(1, 5))),
}


FINITE = [k for k, family in enumerate(families(set())) if k and all(law.atoms for law in family.orders)]


def test_one_family_has_no_listed_masses() -> None:
    """The Gaussian pair, which is integrated below."""
    assert len(families(set())) - 1 - len(FINITE) == 1 and len(FINITE) >= 6


@pytest.mark.parametrize("k", FINITE)
def test_closed_forms_are_those_of_the_masses(k: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge's values of the masses, which know nothing of closed forms."""
    family = families(set())[k]
    at = {"loss": F(2), "mean": F(1), "mass": F(1, 3), "p": F(2, 3), "q": F(1, 4)}
    monkeypatch.setattr(flint.ctx, "prec", 200)
    for law in family.orders:
        rows = zip(*law.atoms, strict=True)
        pair = j.Pair(*(tuple(judged(place(at).node(law.node(m))) for m in row) for row in rows))
        for text, form in FUNCTIONALS.items():
            said = form(law)
            if not said:
                continue
            meant = j.value(j.read(f"{text} <= 1").conclusions[0].parts[0], {}, pair)
            assert abs(ball(said, at) - as_ball(meant)) < 1e-30, (law.pair, text)
        for e in (F(1, 4), F(7, 3)):
            for word, form in (("ProbDP", law.probable), ("PBDP", law.bounded)):
                for d in (F(1, 10), F(2, 5), F(9, 10)):
                    if form is None:
                        continue
                    less, more = law.at(form, number(e), number(d)).args
                    holds = relation_holds(less, "<=", more, at)
                    claim = j.read(f"{word}({e}, {d})").conclusions[0]
                    assert holds == one_order(claim, {}, pair), (law.pair, word, e, d)


def judged(mass: Node) -> Any:
    """A mass as the judge reads its words."""
    return j.value(j.read(f"{words('', mass)} = 0").conclusions[0].parts[0], {})


class Normal:
    """The pair N(mu, 1) and N(0, 1) by quadrature of its densities, which knows no distribution function."""

    def __init__(self, mu: F) -> None:
        self.mu = mpmath.mpf(mu.numerator) / mu.denominator

    def where(self, loss: float) -> Any:
        """The output with this loss."""
        return loss / self.mu + self.mu / 2

    def total(self, f: Callable[[Any, Any, Any], Any], *losses: float) -> float:
        """The integral of f(p(y), q(y), loss(y)) over [-12, 15], split where the loss is as given."""
        ends = sorted(e for e in map(self.where, losses) if -12 < e < 15)
        at = lambda y: f(mpmath.npdf(y, self.mu, 1), mpmath.npdf(y), self.mu * y - self.mu**2 / 2)  # noqa: E731
        return float(mpmath.quad(at, [-12, *ends, 15]))

    def moment(self, order: float) -> float:
        return self.total(lambda p, q, z: q * mpmath.exp(z * order), 0)

    def stick(self, e: float) -> float:
        return self.total(lambda p, q, z: max(p - math.exp(e) * q, 0), e)

    def level(self, e: float) -> float:
        """How often the second law gives a loss above e."""
        return self.total(lambda p, q, z: q if z > e else 0, e)

    def tail(self, e: float) -> float:
        return self.total(lambda p, q, z: p if z > e else 0, e)

    def outside(self, e: float) -> float:
        return self.total(lambda p, q, z: p if abs(z) > e else 0, e, -e)


@pytest.mark.parametrize("mu", [F(1, 3), F(1), F(5, 2)])
def test_closed_forms_of_the_gaussian_pair_are_its_integrals(mu: F) -> None:
    ((form,),) = [f.orders for f in families(set()) if not all(law.atoms for law in f.orders)]
    assert form.kl and form.renyi and form.tail and form.power and form.probable
    meant = Normal(mu)

    def said(node: Node) -> Any:
        return pytest.approx(float(ball(node, {"mean": mu})), abs=1e-9)

    def at(function: Any, x: F) -> Any:
        return said(form.at(function, number(x)))

    assert meant.stick(0) == said(form.node(form.tv))
    assert meant.total(lambda p, q, z: p * z) == said(form.node(form.kl))
    for order in (F(1, 2), F(3)):
        assert math.log(meant.moment(float(order))) / (float(order) - 1) == at(form.renyi, order)
    for e in (F(-1), F(1, 4), F(7, 3)):
        tail = meant.tail(float(e))
        assert meant.stick(float(e)) == at(form.hockey, e)
        assert tail == at(form.tail, e)
        assert tail == at(form.power, F(meant.level(float(e))))  # the best test rejects above a threshold
        if e < 0:
            continue
        for d, holds in ((F(1, 10**6), True), (-F(1, 10**6), False)):
            bound = F(meant.outside(float(e))) + d
            less, more = form.at(form.probable, number(e), number(bound)).args
            assert relation_holds(less, "<=", more, {"mean": mu}) is holds, (e, d)


def as_ball(x: Any) -> flint.arb:
    """A value of the judge as a ball."""
    if isinstance(x, Fraction):
        return flint.arb(flint.fmpq(x.numerator, x.denominator))
    return x.ball() if hasattr(x, "ball") else x


WRITTEN = ("(p - q)/p", "log(p/q)", "max(log(p/q), log((1 - q)/(1 - p)))", "sqrt(q)*log(1) + exp(0)", "k + p",
           "max(log(p)/2, log(q))^2", "(log(p) - 3*log(2))/2")  # fmt: skip


@pytest.mark.parametrize("text", WRITTEN)
def test_values_are_written_exactly(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With p and q put in it is the same number, and mentions neither."""
    at, k = {"p": F(2, 3), "q": F(1, 4)}, {"k": F(5, 7)}
    monkeypatch.setattr(flint.ctx, "prec", 200)
    typed = parse(f"{text} = 0").conclusion[0].args[0]
    put = Place(place({**at, **k}).reader, {x: exact(v) for x, v in at.items()}).node(typed)
    assert not names_in(put) & {"p", "q"}
    assert abs(ball(put, k) - ball(typed, {**at, **k})) < 1e-50


def test_what_would_take_up_the_memory_has_no_value() -> None:
    for text in ("exp(exp(1000000000))", "2^(2^1000000000)", "erfc(exp(1000000000))"):
        node = parse(f"{text} = 0").conclusion[0].args[0]
        value = place({}).value(node)
        assert value is None or real.sign(value) is None
