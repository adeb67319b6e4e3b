"""Library search: theorems are found by their shape, those of a user's own folder too, and dpsym names none of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sympy
from click.testing import CliRunner
from siblings import one_in

import dpsym
from dpsym import deadline, library
from dpsym.claims import settle, with_folders
from dpsym.claims.reading.meaning import Claim, read
from dpsym.claims.sessions import WORK, session_for_claims
from dpsym.claims.ways.by_library import proof_of
from dpsym.claims.ways.theorems import Theorems, theorems
from dpsym.cli import main
from dpsym.language import Theorem, as_written
from dpsym.lift import LEMMA
from dpsym.numbers import registry
from dpsym.prove.library.forms import functionals
from dpsym.prove.library.known import Effort, Known
from dpsym.prove.library.rules import Index

ROOT = Path(dpsym.__file__).parent


# ------------------------------------------------------------------------------------------------ order of rules
def test_rules_that_leave_less_to_be_found_come_first() -> None:
    """A relation of several functionals needs bounds of all of them but one: without hypotheses it is no cheaper."""
    from dpsym.derivations.confounding.one_curve_for_both_orders import gains
    from dpsym.derivations.testing.pure_error_rates import pure_error_rates

    index = Index([("of both orders", gains), ("under pure DP", pure_error_rates)])
    for found in index.bounding.values():
        names = [rule.name for rule, _, _ in found]
        assert names == sorted(names, key=("under pure DP", "of both orders").index)
        assert all(len(functionals(out.plain)) >= 1 for _, out, _ in found)
    assert {rule.name for found in index.bounding.values() for rule, _, _ in found} == {
        "of both orders",
        "under pure DP",
    }


# --------------------------------------------------------------------------------------------- no name in dpsym
def literals(tree: ast.Module) -> Iterator[str]:
    """The text of string literals, those inside formatted strings too; docstrings are prose."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def test_no_file_names_a_theorem() -> None:
    names = {i.name for i in library.load()} | {f.name for f in library.library_files()}
    names -= {e.name for e in registry.every()}  # an evaluator may be called after what it evaluates
    dotted = re.compile(
        r"(?<![\w.])(" + "|".join(re.escape(n) for n in sorted(names) if "." in n) + r")(?![\w])"
    )
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith("derivations/"):
            continue
        said = {m for s in literals(ast.parse(path.read_text(encoding="utf-8"))) for m in dotted.findall(s)}
        if said:
            found[place] = sorted(said)
    assert not found


# ---------------------------------------------------------------------------------------- hidden and put back
# A theorem, or two that say the same in two forms, and a claim that needs it.
HIDDEN: list[tuple[str | tuple[str, ...], str]] = [
    (
        "conversions.tests_and_losses.bounded_both",
        "for eps >= 0, 0 <= delta <= 1: PBDP(eps, delta) => ProbDP(eps, delta*(1 + exp(-eps)))",
    ),
    ("divergences.zero_concentrated_entropy.renyi", "for rho >= 0: ZCDP(rho) => Renyi(3) <= 3*rho"),
    (
        "conversions.tests_and_losses.bounded_tail",
        "for eps >= 0, 0 <= delta <= 1: PBDP(eps, delta) => Tail(eps) <= delta",
    ),
    (
        "divergences.zero_concentrated_entropy.renyi",
        "for rho >= 0, alpha > 1: ZCDP(rho) => Renyi(alpha) <= rho*alpha",
    ),
    ("conversions.delta_and_tail", "TV <= Tail(0)"),
    (
        "conversions.tests_and_losses.posterior",
        "for eps >= 0: PureDP(eps) => Posterior(1/2) <= exp(eps)/(1 + exp(eps))",
    ),
    ("divergences.hockey_stick_order.between", "for eps: HockeyStick(eps) >= 1 - exp(eps)"),
    ("divergences.hockey_stick_order.falls", "for eps <= 0: HockeyStick(eps) <= 1 - exp(eps) + TV"),
    ("divergences.equal_laws.bounded_without_loss", "for 0 <= delta < 1: PBDP(0, delta) => TV = 0"),
    ("testing.gaussian_profile.more", "for 0 <= mu <= mu2: GaussianDP(mu) => GaussianDP(mu2)"),
    ("divergences.renyi_order.moment_above_one", "Renyi(2) >= 0"),
    (
        "conversions.probabilistic_to_approximate.one_sided",
        "for eps >= 0: PureDP(eps) and Tail(eps/2) <= 0 => TV <= tanh(eps/4)",
    ),
    ("divergences.pinsker", "for k >= 0: KL <= k => TV <= sqrt(k/2)"),
    ("testing.gaussian_profile.distance", "for mu >= 0: GaussianDP(mu) => TV <= mu"),
    ("divergences.bretagnolle_huber", "TV <= 1 - exp(-KL)/2"),
    ("divergences.pure_divergences.renyi", "for eps >= 0, alpha > 1: PureDP(eps) => Renyi(alpha) <= eps"),
    (
        "divergences.pure_divergences.renyi",
        "for eps >= 0, alpha > 1: PureDP(eps) => RenyiDP(alpha, eps)",
    ),
    (
        "conversions.renyi_to_approximate",
        "for alpha > 1, eps >= 0, 0 < delta < 1: RenyiDP(alpha, eps) => ApproxDP(eps - log(delta)/(alpha - 1), delta)",
    ),
    (
        "conversions.zero_concentrated_loss_tail.from_the_budget_on",
        "for rho > 0, eps >= rho: ZCDP(rho) => Tail(eps) <= exp(-(eps - rho)^2/(4*rho))",
    ),
    (
        "divergences.pure_divergences.entropy_by_distance",
        "for eps >= 0, 0 <= t <= 1: PureDP(eps) and TV <= t => KL <= eps*t",
    ),
    (
        "conversions.tests_and_losses.approximate_curve",
        "for eps>=0, 0<=delta<=1: ApproxDP(eps, delta) => TV <= 1 - (1-delta)*2/(1+exp(eps))",
    ),
    (
        "divergences.hockey_stick.converse",
        "for 0 <= t <= 1, eps > 0: TV <= t => Tail(eps) <= t/(1 - exp(-eps))",
    ),
    (
        "conversions.approximate_loss_tail.above",
        "for 0 <= t <= 1, eps > 0: TV <= t => Tail(eps) <= t/(1 - exp(-eps))",
    ),
    (
        "divergences.second_moment.chi_squared",
        "for k >= 0: Renyi(2) <= k => TV <= sqrt(exp(k) - 1)/2",
    ),
    ("divergences.pure_divergences.at_no_loss", "for eps >= 0: PureDP(eps) => ApproxDP(0, tanh(eps/2))"),
    (
        "divergences.renyi_order.entropy_below_bound",
        "for alpha > 1, k >= 0: Renyi(alpha) <= k => TV^2 <= k/2",
    ),
    (
        ("divergences.pure_divergences.pure_distance", "divergences.pure_divergences.at_no_loss"),
        "for eps >= 0: PureDP(eps) => Advantage <= (exp(eps) - 1)/(exp(eps) + 1)",
    ),
    (
        ("divergences.renyi_order.monotone", "divergences.renyi_order.private"),
        "for 1 < alpha <= beta, eps >= 0: RenyiDP(beta, eps) => RenyiDP(alpha, eps)",
    ),
    ("testing.largest_power.best_test", "for eps >= 0: PureDP(eps) and Power(1/10) >= 1/2 => eps >= log(5)"),
    ("testing.largest_power.no_distance", "for 0 < a < 1: Power(a) <= a => TV <= 0"),
    (
        "testing.pure_error_rates",
        "for eps >= 0, 0 <= a <= 1: PureDP(eps) => Power(a) <= 1 - exp(-eps)*(1 - a)",
    ),
    (
        "divergences.pure_to_concentrated.renyi_of_order",
        "for eps >= 0, alpha > 1: PureDP(eps) => Renyi(alpha) <= alpha*eps^2/2",
    ),
    (
        "conversions.zero_concentrated_to_approximate.at_delta",
        "for rho > 0, 0 < delta < 1: ZCDP(rho) => HockeyStick(3*rho + 2*sqrt(rho*log(1/delta))) <= delta",
    ),
    (
        ("divergences.pure_divergences.entropy", "divergences.bounded_entropy.pure"),
        "for eps >= 0: PureDP(eps) => KL <= eps^2/2",
    ),
    (
        ("divergences.pure_divergences.entropy", "divergences.bounded_entropy.pure"),
        "for eps >= 0: ProbDP(eps, 0) => KL <= eps^2/2",
    ),
    (
        "testing.approximate_error_rates",
        "for 0 <= eps < eps2, 0 <= delta <= 1: ApproxDP(eps, delta) => PBDP(eps2, delta/(1 - exp(eps - eps2)))",
    ),
]


def searched(*hidden: str) -> Theorems:
    """The theorems of the library without these."""
    named = [(n, t) for n, t in theorems() if n not in hidden]
    return Theorems(named, lambda parts: session_for_claims(WORK // parts))


@cache
def everything() -> Theorems:
    return searched()


def hide(name: str | tuple[str, ...], text: str) -> None:
    """Without the theorem the search has no proof, or only one that cites the literature; with it there is one, which rests
    on it."""
    hidden = (name,) if isinstance(name, str) else name
    assert set(hidden) <= {n for n, _ in everything().items}
    claim = read(text)
    without = searched(*hidden).prove(claim)
    assert without is None or without.verdict.status == "cited"
    found = everything().prove(claim)
    assert found is not None and found.verdict.status == "proved"
    assert set(hidden) & set(found.theorems)


def test_the_list_of_hidden_theorems_is_long_enough() -> None:
    assert len({name for name, _ in HIDDEN}) >= 30 and len({text for _, text in HIDDEN}) >= 30


@pytest.mark.parametrize(("name", "text"), HIDDEN[2:5])
def test_a_theorem_that_is_hidden_proves_nothing(name: str | tuple[str, ...], text: str) -> None:
    hide(name, text)


# The order of moments is called as a notion calls the one that it quantifies over; the budget has a logarithm in it.
MOMENTS = {
    "for eps >= 0, alpha > 1: PureDP(eps) => RenyiDP(alpha, {}eps)": ("", "1/2*"),
    "for alpha > 1, g >= 0, 0 < d < 1: RenyiDP(alpha, g) => ApproxDP(g + log(1/d)/(alpha - 1){}, d)": (
        "",
        " - 1",
    ),
}


@pytest.mark.parametrize("text", one_in(1, list(MOMENTS), dear=list(MOMENTS)[1:]))
def test_what_bounded_moments_give_is_found_in_the_library(text: str) -> None:
    """No part of the search knows a derivation for moments; a smaller budget than the theorem gives is not proved."""
    whole, less = (text.format(part) for part in MOMENTS[text])
    found = everything().prove(read(whole))
    assert found is not None and found.verdict.status == "proved" and found.theorems
    assert everything().prove(read(less)) is None


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text"), (*HIDDEN[:2], *HIDDEN[5:]))
def test_each_theorem_is_needed(name: str | tuple[str, ...], text: str) -> None:
    hide(name, text)


# ------------------------------------------------------------------------------------------------ laws made of others
WAYS = {  # a theorem about laws that are made so, and others
    "PureDP(1)": (set(), {"composition.two_mechanisms.pure", "conversions.secondary_analysis.pure"}),
    "post(PureDP(1))": (
        {"conversions.secondary_analysis.bounded", "composition.gaussian_kept.post_processing"},
        {"composition.two_mechanisms.pure", "composition.mixtures.pure", "composition.same_guarantee.pure"},
    ),
    "compose(PureDP(1), PureDP(2))": (
        {"composition.two_mechanisms.pure", "composition.two_moments.renyi"},
        {"conversions.secondary_analysis.bounded", "composition.three_mechanisms.pure", "composition.same_guarantee.pure"},
    ),
    "compose(PureDP(1), PureDP(2), PureDP(3))": (
        {"composition.three_mechanisms.pure"},
        {"conversions.secondary_analysis.bounded", "composition.two_mechanisms.pure"},
    ),
    "for k natural: compose(k, PureDP(1))": (
        {"composition.same_guarantee.pure", "composition.failures_of_any_number.failures"},
        {"conversions.secondary_analysis.bounded", "composition.two_mechanisms.pure"},
    ),
    "for 0 < q < 1: subsample(q, PureDP(1))": (
        {"mechanisms.subsampling.pure", "composition.gaussian_kept.sample"},
        {"composition.mixtures.pure", "conversions.secondary_analysis.bounded"},
    ),
}  # fmt: skip


def nowhere_else(known: Known) -> None:
    """A rule that is not asked finds its hypotheses nowhere."""
    passed = [r for r in known.index.rules if not known.is_made_so(r)]
    assert passed
    with as_written():
        assert not [r.name for r in passed if next(known.hypotheses(r, r.atoms, {}, ()), None) is not None]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Gaussian(1, 1) => TV <= 1/2", "mechanisms.rounded_gaussian.in_units"),
        ("for b > 0: Laplace(b, 1) => PureDP(1/b)", "mechanisms.rounded_laplace.pure"),
        ("subsample(0.5, PureDP(log(4)/2)) => PureDP(1)", "mechanisms.subsampling.pure"),
    ],
)
def test_what_laws_are_made_of_may_be_written_otherwise(text: str, name: str) -> None:
    """Where it is no theorem's own way to write a number, it is that number all the same."""
    index = everything().library.index
    known = Known(read(text, rounded=True).theorem, index, Effort())
    with as_written():
        known.suppose()
    (rule,) = (r for r in index.rules if r.name == name)
    assert known.is_made_so(rule)
    assert [trail for _, trail in known.atoms if trail and trail[-1].rule.name == name]
    nowhere_else(known)


@pytest.mark.parametrize("text", WAYS)
def test_a_rule_about_laws_that_are_made_of_others_is_tried_where_they_are_made_so(text: str) -> None:
    """What it supposes of how they are made no other rule says: elsewhere it is not looked at, and costs nothing."""
    index, (theirs, others) = everything().library.index, WAYS[text]
    known = Known(read(f"{text} => TV <= 1/2").theorem, index, Effort())
    with as_written():
        known.suppose()
    made = {r.name: r for r in index.made}
    assert theirs | others <= made.keys() and all(made[name].equations for name in others)
    assert all(known.is_made_so(made[name]) for name in theirs)
    before, wrong = known.effort.left, [r for r in index.made if not known.is_made_so(r)]
    assert others <= {r.name for r in wrong}
    nowhere_else(known)
    with as_written(), deadline.steps(0):
        assert not [i for r in wrong for i in known.instances(r, {}, None, 1)]
    assert known.effort.left == before


# ------------------------------------------------------------------------------------------------ a folder's own
POSTERIORS = '''
"""No posterior that is above the prior: equal laws."""
from dpsym.language import ForAll, HockeyStick, Implication, P, Pair, Q, Theorem, have, parameter, y

p = parameter("p", above=0, below=1)
some = P(y) + Q(y)
under = p * P(y) + (1 - p) * Q(y)

no_posterior_rises = Theorem(
    title="Laws under which no posterior rises are equal",
    given=ForAll(y, Implication(0 < some, p * P(y) / under <= p)),
    claim=HockeyStick(0, Pair()) <= 0,
    derivation=(
        have(
            Implication(0 < some, P(y) <= Q(y)),
            "where the output is possible",
            derivation=(
                have(0 < under, "positive", split=(0 < P(y),)),
                have(p * P(y) <= p * under, "multiply"),
                have(p * (1 - p) * P(y) <= p * (1 - p) * Q(y), "collect"),
                have(P(y) <= Q(y), "divide", hints=(0 < p * (1 - p),)),
            ),
        ),
        have(P(y) <= Q(y), "at every output", split=(0 < some,)),
    ),
)
'''
CLAIM = "for 0 < p < 1: Posterior(p) <= p => TV <= 0"
IN_LIBRARY = "posterior.pure_from_posteriors"  # by which the library would prove it too


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def left(*folders: Any) -> list[tuple[str, Theorem]]:
        return [(n, t) for n, t in theorems(*folders) if n != IN_LIBRARY]

    monkeypatch.setattr("dpsym.claims.ways.theorems.theorems", left)
    (tmp_path / "posteriors.py").write_text(POSTERIORS.lstrip(), encoding="utf-8")
    return tmp_path


def test_a_theorem_of_a_folder_makes_claims_provable(folder: Path) -> None:
    assert searched(IN_LIBRARY).prove(read(CLAIM)) is None
    answer = settle(CLAIM, with_folders(folder))
    assert answer.verdict == "proved" and answer.scope == f"all finite outputs; any outputs {LEMMA}"
    (name,) = answer.rests_on
    assert name.endswith(".posteriors")
    assert settle("for 0 < p < 1: Posterior(p) <= 2*p => TV <= 0", with_folders(folder)).verdict == "refuted"


def test_the_command_takes_folders(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    run = CliRunner().invoke(main, ["claim", "--with", str(folder), CLAIM])
    assert run.exit_code == 0 and "proved" in run.output and "posteriors" in run.output
    empty = tmp_path_factory.mktemp("nothing")
    run = CliRunner().invoke(main, ["claim", "--with", str(empty), CLAIM])
    assert run.exit_code == 2 and "no theorem file" in run.output


def test_a_folder_with_an_unproved_theorem_proves_nothing(folder: Path) -> None:
    """Stated without a proof that the kernel accepts, a theorem is of no use."""
    file = folder / "posteriors.py"
    text = file.read_text(encoding="utf-8").replace("<= p * under", "<= p * under / 2", 1)
    file.write_text(text.replace("claim=HockeyStick(0, Pair()) <= 0", "claim=HockeyStick(-1, Pair()) <= 0"))
    claim = read("for 0 < p < 1: Posterior(p) <= p => HockeyStick(-1) <= 0")
    assert with_folders(folder).prove(claim) is None


def test_rules_are_theorems_about_one_pair_with_names_of_their_own() -> None:
    rules = everything().library.index.rules
    assert len(rules) > 150
    for rule in rules:
        assert isinstance(rule.theorem, Theorem) and not rule.theorem.cited
        assert not rule.free & set(rule.theorem.parameters)
        for formula in (*rule.atoms, *rule.bounds, *rule.numbers):
            assert not formula.free_symbols & set(rule.theorem.parameters)


def test_what_sympy_cannot_look_at_has_no_proof_and_other_faults_are_seen() -> None:
    claim = read("TV <= 1")

    def of_sympy(_: Claim) -> None:
        sympy.Rational(sympy.Mod(1, 2, evaluate=False))  # a remainder that stays as it is written

    def of_this_project(_: Claim) -> None:
        raise TypeError

    assert proof_of(claim, of_sympy) is None
    with pytest.raises(TypeError):
        proof_of(claim, of_this_project)
