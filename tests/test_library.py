"""What every entry of the library owes: nothing here knows a theorem by name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from math import inf
from typing import Any

import pytest
from pages import library_links, page_of
from sampling import property_test
from siblings import one_in
from sympy import Basic, Ge, Integer, Lambda, Rational
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.coq.reader import read, same_claim
from dpsym.coq.theorem import statement_of
from dpsym.document.bibliography import bib_entries, cite_of
from dpsym.document.linter import objections, printed
from dpsym.document.media.html import html
from dpsym.document.media.latex import fragment
from dpsym.document.media.markdown import markdown
from dpsym.document.media.terminal import text
from dpsym.document.words.silence import is_same, is_silent
from dpsym.document.words.wording import IDLE
from dpsym.headings import headings
from dpsym.keeping.store import Certificates
from dpsym.language import (
    AllOf,
    Background,
    Chain,
    Definition,
    Example,
    Exists,
    Figure,
    ForAll,
    Notion,
    Parameter,
    Point,
    Root,
    Specialise,
    Theorem,
    UnderEachLaw,
    Variant,
    as_written,
)
from dpsym.language.definedness import needs
from dpsym.language.steps import Let, Step, number_of_steps
from dpsym.library import Item, catalogue, library_files, load, naming, paper, papers
from dpsym.library.files import roots
from dpsym.numbers import enclose, evaluate_array
from dpsym.prove import decide
from dpsym.prove.counterexamples.refute_points import Task, parameter_points, weight
from dpsym.prove.decide import Env
from dpsym.prove.definedness.instances import environments
from dpsym.prove.definedness.values import shown
from dpsym.prove.variants.sharpness import leaves, sharp
from dpsym.reports import Reporter, line_verdicts, step_lines, value_words

LIBRARY = load()
ITEMS = list(LIBRARY)
THEOREMS = [i for i in ITEMS if isinstance(i.entry, Theorem)]
NUMBERED = [i for i in ITEMS if isinstance(i.entry, Example | Figure)]


@cache
def reporter() -> Reporter:
    return Reporter(LIBRARY, Certificates())


def name_of(item: Item) -> str:
    return item.name


def by_name(items: list[Item]) -> Any:
    return pytest.mark.parametrize("item", items, ids=map(name_of, items))


def theorem_of(item: Item) -> Theorem:
    assert isinstance(item.entry, Theorem)
    return item.entry


# ------------------------------------------------------------------------------------------------- discovery
def test_every_file_loads() -> None:
    assert not LIBRARY.broken, "\n".join(b.reason for b in LIBRARY.broken)
    assert ITEMS


def test_names_are_unique() -> None:
    names = [i.name for i in ITEMS]
    assert len(set(names)) == len(names)


def test_names_and_titles_can_be_read_without_importing() -> None:
    read = {s.name: s for _, found in headings(library_files()) for s in found}
    assert sorted(read) == sorted(i.name for i in ITEMS)
    for i in ITEMS:
        assert read[i.name].title in (i.entry.title, ""), "a title that is computed is left out"
        assert read[i.name].source in (i.entry.source, ())


@pytest.mark.parametrize("key", papers())
def test_an_entry_of_a_paper_is_found_by_its_file(key: str) -> None:
    files = {f.path for f in naming(paper(key))}
    assert files >= {i.file.path for i in LIBRARY.paper(key)}


# ----------------------------------------------------------------------------------------------- the proofs
@by_name(THEOREMS)
def test_statement_settles_as_declared(item: Item) -> None:
    theorem = theorem_of(item)
    found = reporter().verdict(theorem)
    assert found.status == reporter().declared(theorem), found.tried
    assert found.scope
    if found.status == "proved":
        assert found.certificate is not None
        # a line that the kernel checked states each step
        assert line_verdicts(theorem, found) == ["proved"] * number_of_steps(theorem.derivation)
        assert {verdict for _, verdict, _, _ in step_lines(theorem, found)} <= {"proved"}


@pytest.mark.parametrize("item", one_in(6, THEOREMS, name_of))
def test_the_coq_statement_is_the_claim(item: Item) -> None:
    """What Coq is asked, read back by a reader of its own, is what the kernel accepted, names and sorts included."""
    certificate = reporter().verdict(theorem_of(item)).certificate
    if certificate is not None:
        statement, about = statement_of(certificate)
        found = read(statement)
        assert same_claim(found.claim, about.said)
        assert all(about.sig[name] == sort for name, sort in found.sorts.items())
        assert set(found.sig) <= set(about.sig) and found.listed == {
            s: tuple(about.sets[s]) for s in found.listed
        }


@by_name(THEOREMS)
def test_every_term_has_a_value(item: Item) -> None:
    """Each need of the statement has a certificate that the kernel accepts."""
    theorem = theorem_of(item)
    found = shown(reporter().session, theorem)
    assert found.open is None, value_words(found.open)
    assert len(found.certificates) == len(needs(theorem).needs)


@by_name([i for i in ITEMS if isinstance(i.entry, Definition | Background | Example | Figure)])
def test_other_entries_settle(item: Item) -> None:
    quiet = "defined" if isinstance(item.entry, Definition) else "context"
    claims = isinstance(item.entry, Example | Figure)
    wanted = ("proved", "enclosed", "cited") if claims else (quiet,)
    assert reporter().verdict(item.entry).status in wanted


# ------------------------------------------------------------------------------------------------ not vacuous
LOOKED_AT = (
    100_000  # evaluations; what quantifies over more numbers is left to the kernel, which accepts the point
)


@by_name(THEOREMS)
def test_hypotheses_can_be_satisfied(item: Item) -> None:
    """The kernel accepts a point at which they hold; exact evaluation does not deny it."""
    theorem = theorem_of(item)
    found = reporter().session.existence(theorem)
    assert found.holds is True and found.point is not None, found.tried
    assert (found.certificate is not None) == bool(theorem.domain or theorem.given or theorem.laws)
    if item.name not in LONG:
        assert not denied(theorem, found.point)


LONG = tuple(  # seconds each: sums over all sets of numbers
    f"composition.sum_over_subsets.{name}"
    for name in ("common_factor", "criterion", "of_mechanisms", "subsets")
)


@pytest.mark.slow
@by_name([i for i in THEOREMS if i.name in LONG])
def test_long_hypotheses_are_not_denied(item: Item) -> None:
    point = reporter().session.existence(theorem_of(item)).point
    assert point is not None and not denied(theorem_of(item), point)


def denied(theorem: Theorem, point: Point) -> list[Boolean]:
    """The hypotheses that are false at the point by exact evaluation."""
    laws = point.laws or tuple(theorem.where.items())
    rows = tuple((law, tuple(m.xreplace(dict(point.at)) for m in row)) for law, row in laws)
    at = Point(point.at, rows, "", point.sizes)
    asked = (g for g in (*theorem.domain, *theorem.given) if weight(g) <= LOOKED_AT)
    return [g for g in asked if decide.truth(g, at) is False]


# ---------------------------------------------------------------------------------------------- near misses
MISSES = [(i, name) for i in THEOREMS for name in theorem_of(i).near_misses]
PRINTED = [i for i in THEOREMS if theorem_of(i).printed is not None]


@by_name([i for i in THEOREMS if theorem_of(i).kind != "lemma" or theorem_of(i).laws])
def test_a_theorem_has_a_near_miss(item: Item) -> None:
    """One of its file (refuted below) or a computed one; a helper lemma about numbers may have none."""
    theorem = theorem_of(item)
    assert theorem.near_misses or reporter().near_misses(theorem)


@pytest.mark.parametrize("item", one_in(12, THEOREMS, name_of))
def test_computed_near_misses_are_false(item: Item) -> None:
    """Exact evaluation at the witness does not deny what the kernel has accepted."""
    theorem = theorem_of(item)
    for miss in reporter().near_misses(theorem)[:2]:
        wrong = miss.variant
        given = theorem.given if wrong.given is None else wrong.given
        assert False not in [decide.truth(g, miss.witness) for g in given], miss
        assert (
            decide.truth(theorem.claim if wrong.claim is None else wrong.claim, miss.witness) is not True
        ), miss


def parts(thing: Boolean) -> set[Boolean]:
    """The hypotheses that one condition stands for: each order, each law, each member of a conjunction."""
    with as_written():
        if isinstance(thing, AllOf):
            return set().union(*map(parts, thing.args))
        if isinstance(thing, Notion):
            return set().union(*(parts(thing.one_order(p)) for p in (thing.pair, thing.pair.swapped)))
        if isinstance(thing, UnderEachLaw):
            return parts(thing.definition())
        if isinstance(thing, ForAll):
            return {ForAll(tuple(thing.args[0]), a) for a in parts(thing.args[1])}
    return {thing}


def all_parts(given: tuple[Boolean, ...]) -> set[Boolean]:
    return set().union(*map(parts, given))


def hypotheses(theorem: Theorem) -> set[Boolean]:
    """All of them but that a listed mass is not negative, which is repeated for the reader."""
    with as_written():
        masses = {Ge(m, Integer(0)) for row in theorem.where.values() for m in row}
    return all_parts(theorem.given) - masses


@by_name([i for i in THEOREMS if hypotheses(theorem_of(i))])
def test_a_near_miss_drops_a_hypothesis(item: Item) -> None:
    """One near miss supposes a part only of what the theorem supposes: it is false, so that the rest is needed."""
    theorem = theorem_of(item)

    def drops(wrong: Variant) -> bool:
        given = None if wrong.given is None else all_parts(wrong.given)
        return given is not None and given <= all_parts(theorem.given) and not hypotheses(theorem) <= given

    def computed() -> Iterator[Variant]:
        """Those that suppose less and claim the same: looked for only where the file has none."""
        found = (m.variant for m in reporter().near_misses(theorem) if m.mutant.hypotheses)
        return (wrong for wrong in found if wrong.claim is None)

    assert any(map(drops, theorem.near_misses.values())) or any(map(drops, computed())), (
        "add without(hypothesis), or variant(given=...) with one order or one law of a hypothesis"
    )


def elsewhere(at: Point, given: Point) -> bool:
    """Whether a point has another number than the one that is given, for a parameter or a law that both have."""
    numbers = dict(at.at)

    def rows(point: Point) -> dict[Any, tuple[Basic, ...]]:
        both = tuple((k, (v,)) for k, v in point.at), point.laws
        listed = ((k, row) for part in both for k, row in part if not any(m.has(Lambda) for m in row))
        return {k: tuple(m.xreplace(numbers).doit() for m in row) for k, row in listed}

    known = rows(at)
    return any(known[k] != row for k, row in rows(given).items() if k in known)


@pytest.mark.parametrize(("item", "name"), one_in(2, MISSES, lambda miss: f"{miss[0].name}: {miss[1]}"))
def test_near_miss_is_refuted(item: Item, name: str) -> None:
    wrong = theorem_of(item).near_misses[name]
    found = reporter().refuted(theorem_of(item), wrong, words=False)
    assert found.status == "refuted", found.tried
    assert found.certificate is not None and found.witness is not None
    if wrong.witness is not None:
        assert not elsewhere(found.witness, wrong.witness), (
            f"the file's own point refutes nothing: {found.witness}"
        )


@pytest.mark.parametrize("item", one_in(12, [i for i in THEOREMS if theorem_of(i).near_misses], name_of))
def test_the_check_of_a_near_miss_is_in_words(item: Item) -> None:
    """A reader is told the point and what fails there, wherever exact evaluation sees what the kernel has accepted."""
    theorem = theorem_of(item)
    for name, wrong in theorem.near_misses.items():
        found = reporter().refuted(theorem, wrong)
        assert found.status == "refuted" and found.witness is not None, (name, found.tried)
        assert not found.check or found.check[-1].before == "fails: ", (name, found.check)


@by_name(PRINTED)
def test_printed_form_is_refuted(item: Item) -> None:
    printed = theorem_of(item).printed
    assert printed is not None
    found = reporter().refuted(theorem_of(item), printed)
    assert found.status == "refuted", found.tried
    assert found.certificate is not None and found.witness is not None


# ------------------------------------------------------------------------------------------------ sharpness
TIGHT = [(i, k) for i in THEOREMS for k in range(len(theorem_of(i).tight))]


@pytest.mark.parametrize(("item", "which"), TIGHT, ids=[f"{i.name}: {k}" for i, k in TIGHT])
def test_tight_point_attains_equality(item: Item, which: int) -> None:
    """With the kernel's word, for all values of what the point leaves open; exactly evaluated at several of them too."""
    theorem = theorem_of(item)
    point = theorem.tight[which]
    found = sharp(reporter().session, theorem, point)
    assert found.verdict == "proved" and found.certificates, found.tried or found.against
    tried = 0
    for env, full in itertools.islice(environments(theorem, point), 3):
        for condition in (*theorem.domain, *theorem.given):
            assert decide.truth_of(condition)(env) is not False, (condition, env.values)
        answers = [answer for _, answer in itertools.islice(leaves(theorem.claim, env, full), 4000)]
        assert True in answers or None in answers, env.values
        tried += True in answers
    assert tried, "no point at which the claim could be evaluated exactly"


# --------------------------------------------------------------------------------------- an independent look
def functions_chosen(claim: Any) -> int:
    """How many functions the statement quantifies over."""
    return sum(isinstance(v, AppliedUndef) for q in claim.atoms(ForAll, Exists) for v in q.args[0])


SEVERAL = """
    composition.mixture_of_responses
    composition.one_more_renyi.weighted_sum
    composition.optimal_closed_form.closed_form
    composition.optimal_closed_form.closed_form_below
    composition.optimal_closed_form.start_below
    composition.optimal_closed_form.start_value
    composition.optimal_composition_of_any
    mechanisms.gaussian_with_many_values.values
    mechanisms.laplace_with_many_values
    mechanisms.randomized_response_of_many_bits
    notions.neighbours.relabelled
    notions.neighbours.two_steps
    testing.largest_power.concave
    testing.largest_power.less_often
    testing.largest_power.more_often
    testing.largest_power.rises
    testing.largest_power.slopes
"""
LINE = """
testing.tests_of_gaussian.at_cut testing.tests_of_gaussian.by_cut testing.tests_of_gaussian.power
testing.tests_of_gaussian.at_given_cut testing.tests_of_gaussian.attained testing.tests_of_gaussian.profile
testing.tests_of_gaussian.bounded testing.tests_of_gaussian.error
testing.tests_at_budget.trade_off testing.tests_at_budget.largest_power testing.tests_at_budget.bounded_loss
testing.tests_of_many_answers.trade_off testing.tests_of_many_answers.profile testing.tests_of_many_answers.bounded
testing.tests_of_many_answers.at_budget testing.tests_at_budget.from_larger
testing.tests_of_many_answers.compared testing.tests_of_many_answers.attained
testing.one_pair_for_all_levels.at_cut testing.one_pair_for_all_levels.one_order
testing.one_pair_for_all_levels.both_orders testing.one_pair_for_all_levels.reached
"""
OPEN = """
    composition.sum_over_subsets.common_factor
    composition.sum_over_subsets.criterion
    composition.sum_over_subsets.of_mechanisms
    composition.sum_over_subsets.subsets
    confounding.law_of_noise.one_law
    confounding.law_of_noise.same_outputs
    bayesian.any_data.along_a_path
    bayesian.pure_between_neighbours
    bayesian.pure_between_neighbours.every_output_between
    bayesian.pure_between_neighbours.possible_along_paths
    bayesian.pure_between_neighbours.possible_for_all
    census.noisy_query.variance
    census.unaffected_query
    composition.optimal_closed_form.far_losses
    composition.optimal_closed_form.far_losses_below
    composition.optimal_closed_form.sums_of_one_more
    composition.optimal_composition
    composition.zero_concentrated_composition
    confounding.area_under_curve
    confounding.copula_of_many.of_jumps
    confounding.copula_of_many.of_many
    confounding.largest_risk.merging
    confounding.largest_risk.two_outputs
    confounding.parity_of_many.all_outputs
    confounding.parity_of_many.joint_law
    confounding.parity_of_many.powers_are
    conversions.bounded_not_convex.mixture
    conversions.f_dp_post_processing.mixture
    divergences.entropy_of_sums
    divergences.power_of_sums
    divergences.power_of_sums.sums_never_alone
    divergences.second_moment.excess_squared
    divergences.second_moment.power_squared
    inference.risk_of_estimators.absolute_error
    inference.risk_of_estimators.at_two_steps
    inference.risk_of_estimators.squared_error
    inference.densities_exist.along_a_path
    inference.densities_exist.of_a_close_measure
    inference.densities_exist.of_multiples
    inference.densities_exist.of_null_sets
    inference.group_privacy
    inference.group_privacy.densities_from_neighbours
    inference.group_privacy.groups_from_densities
    inference.group_privacy.neighbours_from_groups
    inference.largest_power
    inference.largest_power.closed_form
    inference.largest_power.no_larger_level
    inference.largest_power.small_level
    inference.lipschitz
    inference.pufferfish_on_a_graph.lipschitz_condition
    inference.sensitivity
    inference.supports.lives_on_its_support
    inference.indistinguishable.unbounded_ratio
    mechanisms.random_sampling.drawn_without_replacement
    mechanisms.rounded_gaussian.approximate
    mechanisms.gaussian_calibration.calibration
    mechanisms.gaussian_calibration.smallest
    mechanisms.gaussian_calibration.by_variance
    notions.neighbours.changed_back
    notions.neighbours.removed_or_added
    testing.every_level.splitting
    testing.largest_power.above_distance
    testing.largest_power.far_apart
    testing.largest_power.never_less
    testing.largest_power.no_distance
    testing.largest_power.within_hockey_stick
    testing.largest_power.within_moment
    testing.power_by_curve
    testing.renyi_error_rates
    testing.renyi_error_rates.one_answer
    testing.renyi_error_rates.zero_concentrated
    divergences.hockey_stick_integral.of_the_loss
    divergences.hockey_stick_integral.halved
    mechanisms.noisy_count.bounded
    mechanisms.noisy_count.unbounded
    mechanisms.geometric_loss.added_up
    mechanisms.geometric_loss.law_of_loss
    analysis.integrals.halved
    analysis.integrals.at_most_halved
    mechanisms.normal_scores.difference
    mechanisms.normal_sums
    mechanisms.gaussian_with_many_values.law_of_the_loss
    census.continuous_queries
    composition.fully_adaptive_moments.what_was_spent
"""
# Not asked at all: a number for every part of an interval, with additivity over all three of its ends.
PARTS = """
    divergences.hockey_stick_is_integral
    divergences.hockey_stick_is_integral.no_other
    divergences.hockey_stick_is_integral.of_numbers
    analysis.integrals.integral
    analysis.integrals.linear
    confounding.area_of_any_attack
    confounding.area_of_any_attack.over_curve
    confounding.area_of_any_attack.over_line
    confounding.area_of_any_attack.over_two_lines
    confounding.uniform_products.delta_of_two
    confounding.uniform_products.law
    confounding.uniform_products.mean_beyond
    divergences.hockey_stick_integral
    divergences.hockey_stick_integral.of_numbers
    divergences.hockey_stick_integral_finite.at_the_end
    divergences.hockey_stick_integral_finite.exactly
    divergences.hockey_stick_integral_finite.jumps
    inference.darboux_integrals.mass_is_the_integral
    inference.darboux_integrals.variance_is_the_integral
    testing.approximate_trade_off.area
    testing.approximate_trade_off.two_lines
"""
TOUCHED = """
    confounding.falling_thresholds.either
    confounding.falling_thresholds.likely_event
    confounding.falling_thresholds.near_none
    confounding.falling_thresholds.told
    confounding.steepness_of_losses.falls
    confounding.steepness_of_losses.mixed_with_nothing
    confounding.steepness_of_losses.no_threshold
    confounding.steepness_of_losses.same_threshold
    confounding.steepness_of_losses.some_event
    confounding.steepness_of_losses.thresholds_fall
"""
NORMAL = (  # by exact arithmetic no two of these are found to be equal
    "confounding.risk_of_the_budget.error_of_coupled confounding.risk_of_the_budget.normal_objective"
)
UNSAMPLED = {
    **dict.fromkeys(
        TOUCHED.split(), "about a function below all lines that touch it: at a point it takes minutes"
    ),
    **dict.fromkeys(
        PARTS.split(), "about the numbers of all parts of an interval: at a point it takes minutes"
    ),
    **dict.fromkeys(SEVERAL.split(), "more than two functions are chosen at once: too many to list"),
    **dict.fromkeys(
        NORMAL.split(), "supposes equations of normal probabilities: at a point they are enclosed only"
    ),
    **dict.fromkeys(LINE.split(), "if something holds at every output up to any cut: no list exhausts them"),
    **dict.fromkeys(
        OPEN.split(), "about functions, or all orders at once, which no list exhausts: never decided"
    ),
}


DEAR = (  # one second and more a point
    "composition.gaussian_kept.disjoint",
    "composition.one_more_at_two_losses.one_more",
    "composition.sum_over_subsets.common_factor",
    "confounding.largest_risk.merging",
    "confounding.largest_risk.two_outputs",
    "conversions.approximate_to_probabilistic.at_delta_0",
    "conversions.pure_as_bounded_loss.forward",
    "conversions.pure_as_bounded_loss.probabilistic",
    "conversions.pure_as_bounded_loss.without_failure",
    "mechanisms.normal_variance.variance",
)
QUICK = [pytest.param(i, marks=pytest.mark.slow, id=i.name) if i.name in DEAR else i for i in THEOREMS]


@pytest.mark.parametrize("item", one_in(6, THEOREMS, name_of, dear=DEAR))
def test_exact_points_agree(item: Item) -> None:
    """The statement, evaluated exactly at a point of its hypotheses and near it, is nowhere false, and somewhere decided
    unless the theorem is listed: this sees a translation for the kernel that says less than the statement."""
    found = sampled(item, examples=1 if item.name in UNSAMPLED or item.name in DEAR else 2)
    assert found == (item.name not in UNSAMPLED), "list it, or take it off the list"


@pytest.mark.slow
@by_name(THEOREMS)
def test_many_exact_points_agree(item: Item) -> None:
    """With zero masses, infinite losses and levels that the hypotheses only just allow: two hundred points, or as many as
    take five seconds, so that the slow tests of all theorems end within an hour or two."""
    listed = item.name in UNSAMPLED
    assert sampled(item, examples=20 if listed else 200, seed=1, seconds=5) or listed


def sampled(item: Item, examples: int, seed: int = 0, seconds: float = inf) -> bool:
    """Whether the claim was decided at some point; at none is it false."""
    theorem = theorem_of(item)
    if item.name in (*PARTS.split(), *TOUCHED.split()):
        return False
    if functions_chosen(theorem.claim) > 2:
        assert item.name in SEVERAL.split()
        return False
    if item.name in LINE.split():  # a condition that compares integrals is of all numbers at once
        return False
    start = reporter().session.existence(theorem).point
    found = property_test(theorem, examples, seed, start, seconds)
    assert found.against is None, found.against
    return found.passed


def test_what_is_not_sampled_is_listed() -> None:
    assert set(UNSAMPLED) <= {i.name for i in THEOREMS}
    assert len(UNSAMPLED) == 156, "a theorem of which no point is evaluated is a loss: say why it is listed"


# --------------------------------------------------------------------------------------------------- numbers
EVALUATORS = [(i, name) for i in THEOREMS for name in theorem_of(i).evaluate]


@pytest.mark.parametrize(("item", "name"), EVALUATORS, ids=[f"{i.name}: {name}" for i, name in EVALUATORS])
def test_evaluator_lies_inside_its_enclosure(item: Item, name: str) -> None:
    """More digits stay inside fewer, and so does the value that mpmath finds; the numpy path stays inside its bound."""
    theorem = theorem_of(item)
    e = theorem.evaluate[name]
    over = next((s for s in e.free_symbols if isinstance(s, Parameter) and not s.integer_valued), None)
    tried = 0
    for at in value_points(theorem, e):
        try:
            coarse, fine = enclose(e, at, 8), enclose(e, at, 40)
        except (ValueError, ArithmeticError):
            continue
        tried += 1
        assert coarse.contains(fine), (at, coarse, fine)
        other = by_mpmath(e, at)
        assert other is not None or e.has(Root), (at, e)
        if other is not None:
            off = abs(other) / 10**30
            assert coarse.low - off <= other <= coarse.high + off, (at, coarse, other)
        if over is not None:
            try:
                near = float(enclose(at[over], digits=25))
                rest = {k: v for k, v in at.items() if k != over}
                array, error = evaluate_array(e, over, [near], rest)
                truth = enclose(e, {**rest, over: Fraction(near)}, 30)
            except (ValueError, ArithmeticError):
                continue
            assert truth.low - Fraction(float(error[0])) <= Fraction(float(array[0]))
            assert Fraction(float(array[0])) <= truth.high + Fraction(float(error[0]))
        if tried == 3:
            break
    assert tried


def by_mpmath(e: Any, at: dict[Any, Any]) -> Fraction | None:
    """A second evaluation, which shares nothing with the first; None where sympy has no numbers for a function of ours."""
    found = e.xreplace(at).evalf(50)
    if not (found.is_Float or found.is_Rational):
        return None
    exact = Rational(found)
    return Fraction(int(exact.p), int(exact.q))


def value_points(theorem: Theorem, e: Any) -> Iterator[dict[Any, Any]]:
    """Values of the parameters that the quantity depends on."""
    from dpsym.evaluation import needed_for
    from dpsym.prove.counterexamples.refute_points import as_expr

    needed = needed_for(e)
    task = Task((), theorem.claim, tuple(needed), ())
    for env in parameter_points(task, Env({}, {}), 60):
        if all(env.values.get(s) is not None for s in needed):
            yield {s: as_expr(env.values[s]) for s in needed}


@by_name(NUMBERED)
def test_printed_numbers_come_out_as_expected(item: Item) -> None:
    for number in reporter().numbers(item):
        assert number.declared, (number.what, number.printed, number.low, number.high, number.expected)


# --------------------------------------------------------------------------------------------------- sources
@cache
def references() -> frozenset[str]:
    paths = [r / "references.bib" for r in roots() if (r / "references.bib").is_file()]
    return frozenset(k for p in paths for k in bib_entries(p.read_text(encoding="utf-8")))


@by_name(ITEMS)
def test_sources_and_citations_exist(item: Item) -> None:
    entry = item.entry
    for source in entry.source:
        assert source in catalogue() or source in references(), source
    for key in (*entry.cites, *getattr(entry, "cited", ())):
        assert key in references(), key
    works = {cite_of(source, references()).key for source in entry.source}
    assert not works & set(entry.cites), "the source says already which work it is"


# ----------------------------------------------------------------------------------------------------- pages
WORD = re.compile(r"[A-Za-z]{4,}")
SYMBOLS = {
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "lambda",
    "sigma",
}  # in prose they are set as the letter
VOID = {"meta", "link", "br", "hr", "img", "input"}


def authored_words(item: Item, shown: str) -> set[str]:
    """The words of the title and of the reason of each step that a reader is told of; none of a step that he sees by looking
    at it, of a reason without content, or where the page refers to another derivation."""
    said = [item.entry.title]
    if getattr(item.entry, "as_in", None) is None:
        said += [
            reason for reason in reasons(getattr(item.entry, "derivation", ()), shown) if reason not in IDLE
        ]
    return {word for words in said for word in WORD.findall(words)} - SYMBOLS


def reasons(steps: Iterable[Step], shown: str) -> Iterator[str]:
    """The reasons of the steps that are printed, those inside them included: not where a hypothesis is read at values, nor of a
    line that is printed like the one before; `shown` is the page."""
    for step in steps:
        if isinstance(step, Chain):
            lefts = (step.start, *(line.right for line in step.lines))
            yield from (
                line.reason
                for left, line in zip(lefts, step.lines, strict=False)
                if not is_same(left, line.right)
            )
        elif not is_silent(step):
            if not isinstance(step, Specialise) and (not isinstance(step, Let) or puts(step, shown)):
                yield from (piece.reason for piece in step.pieces())
            yield from reasons(step.inner(), shown)


def puts(step: Let, shown: str) -> bool:
    """Whether the page puts the name: not that of a term that has a name already."""
    letter = str(step.name).partition("(")[0]
    return re.search(rf"Let\s+{re.escape(letter)}\b", shown) is not None


class Nesting(HTMLParser):
    """The tags that are open, and whether each was closed in its turn."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.marks: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        self.marks += [v for k, v in attrs if k == "id" and v]

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag


def nested(latex: str) -> list[str]:
    """The environments that are left open."""
    left: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{([A-Za-z*]+)\}", latex):
        if kind == "begin":
            left.append(name)
        else:
            assert left and left.pop() == name, name
    return left


# On one line of text: a product with an asterisk, what is below a fraction in idle brackets, an exponent of one sign in them.
RAW = re.compile(r"[\w)]\*[\w(]|/\(\w+\([^()]*\)\)|\^\([^\W_]+\)")


@pytest.mark.parametrize("item", one_in(16, ITEMS, name_of))
def test_pages_are_whole(item: Item) -> None:
    """Every form has the author's words and is well formed, and a reader of the page objects to nothing."""
    page, links = page_of(item), library_links()
    forms = {form.__name__: form(page, links) for form in (html, fragment, markdown, text)}
    assert not list(map(str, objections(printed(page, links))))
    words = authored_words(item, forms["text"])
    for form, written in forms.items():
        assert not {word for word in words if word.lower() not in written.lower()}, form
    tags = Nesting(forms["html"])
    assert not tags.open and len(set(tags.marks)) == len(tags.marks)
    assert not nested(forms["fragment"])
    assert not re.search(r"\b([Ww]e have|Hence|Now)\n[A-Z]", forms["fragment"]), (
        "words that lead to no display"
    )
    braces = re.sub(r"\\.", "", forms["fragment"], flags=re.DOTALL)
    assert braces.count("{") == braces.count("}")
    assert r"\dpsym" not in forms["markdown"], "a macro that a reader of Markdown does not know"
    assert forms["markdown"].startswith("## ")
    assert "\\" not in forms["text"]
    own = re.sub("“[^”]*”", "", forms["text"])  # what a paper prints is its own
    assert not RAW.search(own)


def test_idle_signs_are_seen() -> None:
    assert RAW.search("W(s)*N(s, y)") and RAW.search("a/(D(y))") and RAW.search("10^(6)")
