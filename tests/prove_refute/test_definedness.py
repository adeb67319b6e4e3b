"""Every term of a statement has a value: what lacks one is refused, its honest neighbour is proved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.cli.frame import USAGE
from dpsym.language import (
    ApproxDP,
    Eq,
    Expectation,
    ForAll,
    Ge,
    Gt,
    HockeyStick,
    Implication,
    Indicator,
    Integer,
    Le,
    Lt,
    Ne,
    P,
    Pair,
    Piecewise,
    Posterior,
    Probability,
    PureDP,
    Q,
    Rational,
    RenyiDP,
    RenyiMoment,
    Theorem,
    Total,
    absolutely_continuous,
    as_written,
    cases,
    exp,
    function,
    have,
    log,
    parameter,
    root,
    sqrt,
    y,
)
from dpsym.language.definedness import needs
from dpsym.prove.definedness.values import in_force, shown, statements
from dpsym.prove.session import Session
from dpsym.reports import value_words

x, t = parameter("x"), parameter("t")
low = parameter("x", at_least=0)
above = parameter("x", above=0)
p = parameter("p", at_least=0, at_most=1)
inner = parameter("p", above=0, below=1)
closed_below = parameter("p", at_least=0, below=1)
eps = parameter("eps", at_least=0)
order = parameter("alpha", at_least=1)
over_one = parameter("alpha", above=1)
k = parameter("k", integer=True)
half, third = Rational(1, 2), Rational(1, 3)
f, g = function("f", law=False), function("g", law=False)
finite = absolutely_continuous(Pair())


def stated(claim: Any, given: Any = (), **fields: Any) -> Callable[[], Theorem]:
    """A theorem, made when the test runs."""
    return lambda: Theorem(title="a statement", claim=claim, given=given, **fields)


with as_written():
    PAIRS: dict[str, tuple[Callable[[], Theorem], str, Callable[[], Theorem]]] = {
        "a root": (stated(Gt(sqrt(low), 0)), "sqrt(x) needs x > 0", stated(Gt(sqrt(above), 0))),
        "a root that is 0 at 0": (
            stated(Ge(root(x), 0)),
            "a root needs a number that is at least 0; here x = -1",
            stated(Ge(root(low), 0)),
        ),
        "a root of a square": (
            stated(Ge(sqrt(x**2), 0)),
            "here x = 0 is allowed",
            stated(Ge(sqrt(x**2 + 1), 0)),
        ),
        "a cube root": (
            stated(Ge(low ** Rational(1, 3), 0)),
            "x = 0",
            stated(Ge(above ** Rational(1, 3), 0)),
        ),
        "a power": (
            stated(Ge(low**t, 0)),
            "the base of this power must be positive",
            stated(Ge(above**t, 0)),
        ),
        "a power of a difference": (
            stated(Ge((1 - p) ** t, 0)),
            "here p = 1",
            stated(Ge((1 - closed_below) ** t, 0)),
        ),
        "a whole power": (
            stated(Ge((1 - p) ** k, 0)),
            "the base of this power must be positive",
            stated(Ge((1 - closed_below) ** k, 0)),
        ),
        "a quotient": (
            stated(Le(0, low / low)),
            "the divisor must not be 0; here x = 0",
            stated(Le(0, above / above)),
        ),
        "a quotient that is 1": (stated(Le(x / x, 1)), "here x = 0", stated(Le(x / x, 1), given=(Lt(x, 0),))),
        "a divisor that may vanish": (
            stated(Ge(1 / (1 - p), 1)),
            "the divisor must not be 0; here p = 1",
            stated(Ge(1 / (1 - closed_below), 1)),
        ),
        "a negative power": (stated(Ge(x**-2, 0)), "here x = 0", stated(Ge(above**-2, 0))),
        "a divisor with an exponential": (
            stated(Ge(1 / (1 - exp(-eps)), 1)),
            "here eps = 0",
            stated(Ge(1 / (1 - exp(-eps)), 1), given=(Gt(eps, 0),)),
        ),
        "a logarithm": (
            stated(Le(log(x), x)),
            "the logarithm needs a positive number",
            stated(Le(log(above), above)),
        ),
        "a logarithm at an edge": (
            stated(Le(log(p), 0)),
            "here p = 0",
            stated(Le(log(inner), 0)),
        ),
        "a logarithm of a quotient": (
            stated(Le(log(inner / (1 - inner) - 1), inner / (1 - inner))),
            "the logarithm needs a positive number",
            stated(Le(log(inner / (1 - inner)), inner / (1 - inner))),
        ),
        "0 times a logarithm": (
            stated(Le(low * log(low), low**2)),
            "here x = 0",
            stated(Le(Indicator(Gt(low, 0)) * low * log(low), low**2), derivation=(cases(Gt(low, 0), ()),)),
        ),
        "a term in a hypothesis": (
            stated(Le(x, x), given=(Ge(log(x), 0),)),
            "the logarithm needs a positive number",
            stated(Le(x, x), given=(Ge(log(x), 0), Gt(x, 0))),
        ),
        "a hypothesis that would show its own value": (
            stated(Le(x, x + 1), given=(Eq(x / x, 1),)),
            "the divisor must not be 0; here x = 0",
            stated(Le(x, x + 1), given=(Ne(x, 0), Eq(x / x, 1))),
        ),
        "a term in a domain": (
            lambda: Theorem(title="domain", claim=Le(parameter("t", at_most=log(low)), log(low))),
            "the logarithm needs a positive number",
            lambda: Theorem(title="domain", claim=Le(parameter("t", at_most=log(above)), log(above))),
        ),
        "under a quantifier": (
            stated(ForAll(low, Le(0, 1 / low))),
            "the divisor must not be 0; here x = 0",
            stated(ForAll(above, Le(0, 1 / above))),
        ),
        "the wrong way round": (
            stated(Implication(Gt(1 / x, 0), Gt(x**2, 0)), given=(Gt(x, -1), Lt(x, 1), Ge(x, 0))),
            "here x = 0",
            stated(Implication(Gt(x, 0), Gt(1 / x, 0)), given=(Gt(x, -1), Lt(x, 1))),
        ),
        "a piece that does not guard": (
            stated(Le(0, Piecewise((1 / x**2, Le(x, 1)), (Integer(1), True)))),
            "here x = 0",
            stated(Le(0, Piecewise((Integer(0), Le(x, 0)), (1 / x, True)))),
        ),
        "an indicator that does not guard": (
            stated(Le(0, Indicator(Ge(x, 0)) * (1 / x) ** 2)),
            "here x = 0",
            stated(Le(0, Indicator(Gt(x, 0)) * (1 / x) ** 2)),
        ),
        "a ratio of masses": (
            stated(ForAll(y, Ge(P(y) / Q(y), 0))),
            "the divisor must not be 0",
            stated(ForAll(y, Implication(Gt(Q(y), 0), Ge(P(y) / Q(y), 0)))),
        ),
        "a mean of a ratio": (
            stated(Le(0, Expectation(P(y) / Q(y), P))),
            "the divisor must not be 0",
            stated(Le(0, Expectation(P(y) / Q(y), Q))),
        ),
        "an order of 1": (
            stated(RenyiDP(1, 0), given=(PureDP(eps),)),
            "the order must be greater than 1",
            stated(RenyiDP(2, eps), given=(RenyiDP(2, eps),)),
        ),
        "an order that may be 1": (
            stated(RenyiDP(order, eps), given=(RenyiDP(order, eps),)),
            "the order must be greater than 1; here alpha = 1",
            stated(RenyiDP(over_one, eps), given=(RenyiDP(over_one, eps),)),
        ),
        "a moment of order 1": (
            stated(Le(RenyiMoment(1), RenyiMoment(1))),
            "the order must be greater than 1",
            stated(Le(RenyiMoment(2), RenyiMoment(2))),
        ),
        "the logarithm of a moment": (
            stated(Le(log(RenyiMoment(2)), log(RenyiMoment(2)))),
            "the logarithm needs a positive number",
            stated(Le(log(RenyiMoment(2)), log(RenyiMoment(2))), given=(finite,)),
        ),
        "a prior above 1": (
            stated(ForAll(y, Le(Posterior(low), Posterior(low)))),
            "the prior must be at most 1; here x = 2",
            stated(ForAll(y, Le(Posterior(p), Posterior(p)))),
        ),
        "a posterior of what is no mass": (
            stated(ForAll(y, Le(Posterior(p, f(y), Q(y)), Posterior(p, f(y), Q(y))))),
            "",
            stated(
                ForAll(y, Le(Posterior(p, f(y), Q(y)), Posterior(p, f(y), Q(y)))),
                given=(ForAll(y, Ge(f(y), 0)),),
            ),
        ),
        "masses that add up to less": (
            stated(PureDP(0), where={P: (half, third), Q: (half, half)}),
            "the masses of P add up to 1",
            stated(PureDP(0), where={P: (half, half), Q: (half, half)}),
        ),
        "a mass that may be negative": (
            stated(Le(HockeyStick(0), 1), where={P: (x, 1 - x), Q: (half, half)}),
            "a mass of P is at least 0; here x = ",
            stated(PureDP(0), where={P: (p, 1 - p), Q: (p, 1 - p)}),
        ),
        "masses with a divisor": (
            stated(PureDP(0), where={P: (1 / low, 1 - 1 / low), Q: (1 / low, 1 - 1 / low)}),
            "here x = 0",
            stated(
                PureDP(0), where={P: (1 / over_one, 1 - 1 / over_one), Q: (1 / over_one, 1 - 1 / over_one)}
            ),
        ),
        "a bound name that is free elsewhere": (
            stated(ForAll(x, Ge(1 / x**2, 0)), given=(Gt(x, 0),)),
            "",
            stated(ForAll(above, Ge(1 / above**2, 0)), given=(Gt(t, 0),)),
        ),
        "a bound outcome that is free elsewhere": (
            stated(Ge(Total(P(y) * (P(y) / Q(y)), y), 0), given=(Gt(Q(y), 0),)),
            "",
            stated(Ge(Total(P(y) * (P(y) / Q(y)), y), 0), given=(ForAll(y, Gt(Q(y), 0)),)),
        ),
        "a name bound twice": (
            stated(ForAll(x, Implication(Gt(x, 0), ForAll(x, Ge(1 / x**2, 0))))),
            "",
            stated(ForAll(x, Implication(Gt(x, 0), ForAll(x, Implication(Gt(x, 0), Ge(1 / x**2, 0)))))),
        ),
        "a sum of such terms": (
            stated(Ge(low + sqrt(low), low)),
            "here x = 0",
            stated(Ge(low + root(low), low)),
        ),
    }
REFUSED = {name: pair for name, pair in PAIRS.items() if pair[1]}


@pytest.mark.parametrize("name", REFUSED)
def test_a_statement_with_a_term_without_value_is_refused(name: str) -> None:
    wrong, words, _ = REFUSED[name]
    found = Session().theorem(wrong())
    assert found.status == "no value", found.tried
    assert found.missing.point is not None
    assert words in value_words(found.missing)


@pytest.mark.parametrize("name", [name for name in PAIRS if name not in REFUSED])
def test_nor_is_it_proved_where_no_point_is_found(name: str) -> None:
    """A hypothesis about a free name says nothing of a bound one that is written alike."""
    assert Session().theorem(PAIRS[name][0]()).status in ("unknown", "no value")


@pytest.mark.parametrize("name", PAIRS)
def test_its_honest_neighbour_is_proved(name: str) -> None:
    found = Session().theorem(PAIRS[name][2]())
    assert found.status == "proved", found.tried
    assert found.certificate is not None


def test_there_are_enough() -> None:
    assert len(REFUSED) >= 25


def test_what_can_neither_be_shown_nor_failed_is_unknown() -> None:
    """No point is looked for where a function of outcomes is no law; the term has no value for a negative one."""
    found = Session().theorem(PAIRS["a posterior of what is no mass"][0]())
    assert found.status == "unknown" and found.missing.point is None
    words = value_words(found.missing)
    assert "a posterior is one of masses that are at least 0, and that could not be shown" in words


def test_a_theorem_that_uses_one_without_value_is_not_proved() -> None:
    with as_written():
        wrong = Theorem(title="wrong", claim=Le(0, sqrt(low)))
        user = Theorem(title="user", claim=Le(-1, low), derivation=(have(Le(0, low), by=wrong),))
    assert Session().theorem(user).status == "unknown"


def test_two_statements_with_one_formula_are_asked_each() -> None:
    """The kernel reads a mean and a sum alike; only the mean leaves out outcomes without a mass."""
    with as_written():
        mean = Theorem(title="mean", claim=Le(0, Expectation(Q(y) / P(y), P)))
        total = Theorem(title="total", claim=Le(0, Total(Q(y) / P(y) * P(y), y)))
    for one, two in ((mean, total), (total, mean)):
        session = Session()
        assert session.key(one) == session.key(two)
        found = {th.title: session.theorem(th).status for th in (one, two)}
        assert found == {"mean": "proved", "total": "no value"}


def test_a_certificate_of_another_statement_shows_nothing() -> None:
    """A store in which every value is said to be shown, by the proof of something else."""

    class Forged:
        def __init__(self, certificate: dict[str, Any]) -> None:
            self.certificate = certificate

        def get(self, key: str) -> dict[str, Any]:
            return {"certificate": self.certificate, "reports": []}

        def put(self, key: str, certificate: dict[str, Any]) -> None:
            pass

    with as_written():
        honest = Theorem(title="honest", claim=Le(0, 1 / above))
        wrong = Theorem(title="wrong", claim=Le(0, 1 / low))
    genuine = shown(Session(), Theorem(title="other", claim=Le(0, 1 / inner))).certificates
    for certificate in (*genuine, Session().theorem(honest).certificate, {}, []):
        assert Session(Forged(certificate)).theorem(wrong).status == "no value"  # type: ignore[arg-type]


def test_fewer_hypotheses_are_tried_first_and_never_others() -> None:
    with as_written():
        theorem = Theorem(title="several", given=(ApproxDP(eps, p), Gt(x, 0)), claim=ApproxDP(eps + 1 / x, p))
    assert not needs(theorem).needs, "x > 0 stands among the hypotheses word for word"
    with as_written():
        theorem = Theorem(title="several", given=(ApproxDP(eps, p), Gt(x, 1)), claim=ApproxDP(eps + 1 / x, p))
    values = needs(theorem)
    ((need, given),) = in_force(values)
    sizes = [len(st.hypotheses) for _, st in statements(theorem, values, need, given)]
    assert sizes == sorted(sizes)
    assert set(given) == {*theorem.domain, *theorem.given}


FILES = {
    "roots.py": (
        "from dpsym.language import *\n"
        "x = parameter('x', at_least=0)\n"
        "root_positive = Theorem(title='A root is positive', claim=Gt(sqrt(x), 0))\n"
        "honest = Theorem(title='A root is not negative', claim=Ge(root(x), 0))\n"
    ),
    "masses.py": (
        "from dpsym.language import *\n"
        "h, t = Rational(1, 2), Rational(1, 3)\n"
        "masses = Theorem(title='Masses', claim=PureDP(0), where={P: (h, t), Q: (h, h)})\n"
    ),
    "orders.py": (
        "from dpsym.language import *\n"
        "eps = parameter('eps', at_least=0)\n"
        "order_one = Theorem(title='Order one', given=(PureDP(eps),), claim=RenyiDP(1, 0))\n"
    ),
}


def test_check_of_a_folder_refuses_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path / "cache"))
    home = tmp_path / "homework_v"
    home.mkdir()
    for name, text in FILES.items():
        (home / name).write_text(text)
    for jobs in ("1", "2"):
        found = CliRunner().invoke(main, ["check", str(home), "--jobs", jobs])
        assert found.exit_code == USAGE, found.output
        assert "sqrt(x) needs x > 0: a root needs a positive number; here x = 0 is allowed" in found.output
        assert "vacuous   homework_v.masses" in found.output  # of masses that are no laws nothing holds
        assert "the order must be greater than 1" in found.output
        assert found.output.count("no value  ") == 2
        assert "proved" in found.output


def test_a_probability_is_drawn_from_a_law() -> None:
    """A function that is said to be no law has to be shown to be one where something is drawn from it."""
    A = function("A", law=False)
    with as_written():
        sure = Probability(Le(Integer(0), Integer(1)), A(y))
        twice = Theorem(title="two", given=(ForAll((y,), Eq(A(y), 2 * P(y))),), claim=Eq(sure, 2))
        once = Theorem(title="one", given=(ForAll((y,), Eq(A(y), P(y))),), claim=Eq(sure, 1))
    assert Session().theorem(twice).status == "unknown"
    assert "add up to 1" in Session().theorem(twice).missing.need.rule
    assert Session().theorem(once).status == "proved"
