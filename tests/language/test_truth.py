"""One walk over the kinds of formulas: with exact numbers, with balls, with arrays and in floats a formula means the same.

Random formulas of every kind are asked at random points; wherever two of the four answer, they agree.  Where one of them has
no answer it says so: None, or an error that names the formula.
"""

import importlib
import operator
import pkgutil
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import And, Eq, Ge, Gt, Le, Lt, Ne, Not, Or, Piecewise, Rational, exp, log, tanh

import dpsym.language
from dpsym.language import (
    FDP,
    KLDP,
    PBDP,
    ZCDP,
    AllOf,
    AnyOf,
    ApproxDP,
    Between,
    DefinedFormula,
    DensityRatio,
    EveryEvent,
    Exists,
    ForAll,
    Formula,
    GaussianDP,
    HockeyStick,
    Implication,
    Loss,
    Multiplicative,
    Notion,
    NotSo,
    P,
    Pair,
    Posterior,
    Probability,
    ProbDP,
    PureDP,
    Q,
    RenyiDP,
    S,
    UnderEachLaw,
    Within,
    absolutely_continuous,
    as_written,
    distribution,
    parameter,
    y,
)
from dpsym.language.expressions import InWords
from dpsym.language.truth import COMPARES, Decider, maker
from dpsym.numbers import evaluate_array, holds
from dpsym.prove.decide import Env, truth_of
from dpsym.prove.decide.closures import EXACTLY
from dpsym.prove.decide.looks import IN_FLOATS, look_of
from dpsym.reals.exact import exact

eps, p, t = parameter("eps", at_least=0), parameter("p", above=0, below=1), parameter("t")
with as_written():
    TRUE, FALSE = sympy.true, sympy.false
    BELOW, ABOVE = Le(p, eps), Lt(eps, p)
    PLAIN = {  # formulas of numbers alone, one or more of each kind
        "true": TRUE,
        "false": FALSE,
        "le": BELOW,
        "lt": ABOVE,
        "ge": Ge(p * exp(eps), 1),
        "gt": Gt(tanh(eps / 4), p / 8),
        "eq": Eq(eps, 2 * p),
        "ne": Ne(eps, 2 * p),
        "all of": AllOf(BELOW, Le(eps, 1)),
        "and": And(BELOW, Le(eps, 1), evaluate=False),
        "any of": AnyOf(ABOVE, Ge(eps, 1)),
        "or": Or(ABOVE, Ge(eps, 1), evaluate=False),
        "not so": NotSo(BELOW),
        "not": Not(BELOW, evaluate=False),
        "implication": Implication(BELOW, Ge(eps, 1)),
        "between": Between(p, eps, 1),
        "within": Within(eps - p, Rational(1, 2)),
        "loss of numbers": Le(Loss(p, 1 - p), eps),
        "loss below": Gt(Loss(p, 1 - p), -eps),
    }
    LISTED = {  # of laws: outcomes and events are listed
        "cases": Le(Piecewise((p, AllOf(BELOW, Le(eps, 1))), (eps, True)), Rational(1, 2)),
        "pure": PureDP(eps),
        "approximate": ApproxDP(eps, p),
        "probabilistic": ProbDP(eps, p),
        "multiplicative": Multiplicative(eps),
        "ratio": DensityRatio(eps),
        "kl": KLDP(eps),
        "continuous": absolutely_continuous(Pair()),
        "each law": UnderEachLaw(Le(Loss(P(y), Q(y)), eps), 1 - p),
        "distribution": distribution(P(y)),
        "all outcomes": ForAll((y,), Le(Posterior(p, P(y), Q(y)), p * exp(eps) / (1 - p + p * exp(eps)))),
        "some outcome": Exists((y,), Gt(P(y), exp(eps) * Q(y))),
        "hockey stick": Le(HockeyStick(eps), p),
        "every event": EveryEvent(
            S(y), Le(Probability(Eq(S(y), 1), P(y)) - p, Probability(Eq(S(y), 1), Q(y)))
        ),
        "events with cases": EveryEvent(
            S(y), Implication(Le(Probability(Eq(S(y), 1), P(y)), p), Le(Probability(Eq(S(y), 1), Q(y)), eps))
        ),
    }
    NUMBERS = {  # of every number, which no evaluator lists
        "renyi": RenyiDP(2, eps),
        "zero-concentrated": ZCDP(eps),
        "gaussian": GaussianDP(eps),
        "tests": FDP(p),
        "bounded": PBDP(eps, p),
        "a number": ForAll((t,), Le(t * p, t * t + eps)),
        "some number": Exists((t,), Lt(t * t, p - eps)),
    }
ALL = {**PLAIN, **LISTED, **NUMBERS}
LAWS = st.integers(2, 4).flatmap(
    lambda size: st.tuples(*(st.lists(st.integers(0, 4), min_size=size, max_size=size).filter(any),) * 2)
)
LAW = lambda weights: tuple(Fraction(w, sum(weights)) for w in weights)  # noqa: E731
VALUES = st.fixed_dictionaries(
    {"eps": st.fractions(0, 3, max_denominator=8), "p": st.fractions("1/9", "8/9", max_denominator=9)}
)


def kinds(kind: type) -> list[type]:
    """The kinds of formulas of the language, without those that only others are built on."""
    found = [
        k for sub in kind.__subclasses__() if sub.__module__.startswith("dpsym.language.") for k in kinds(sub)
    ]
    return [*found, *([] if kind in (Formula, DefinedFormula, Notion) else [kind])]


def exactly(f, values, laws):
    """By exact numbers."""
    return truth_of(f)(at(values, laws))


def at(values, laws):
    named = {eps: exact(values["eps"]), p: exact(values["p"])}
    return Env(named, {name: [exact(m) for m in masses] for name, masses in laws.items()})


NO_ANSWER = ("cannot be decided at a point", "has no value here", "the logarithm of ")


def in_balls(f, values, laws):
    """By an evaluator; None where it says that it cannot tell."""
    named = {name: x for name, x in values.items() if name in {s.name for s in f.free_symbols}}
    try:
        return holds(f, named, laws=laws, max_bits=256)
    except ArithmeticError:
        return None
    except ValueError as why:
        assert any(reason in str(why) for reason in NO_ANSWER), why
        return None


def in_an_array(f, values, laws):
    """At the point as an entry of an array: the pieces of a function are chosen by the formula."""
    with as_written():
        both = Piecewise((eps - eps + 1, f), (eps - eps, True))
    try:
        found, error = evaluate_array(both, eps, [float(values["eps"])] * 2, {p: values["p"]})
    except ArithmeticError:
        return None
    assert np.all(error < 0.5)
    return bool(found[0] > 0.5)


def answers(f, values, laws):
    """What each says that says something; eps is a number that floats have."""
    values = {**values, "eps": Fraction(round(values["eps"] * 16), 16)}
    laws = dict(zip(("P", "Q"), laws, strict=True))
    look = look_of(f)
    found = {"exact": exactly(f, values, laws), "balls": in_balls(f, values, laws)}
    if look is not None:
        found["floats"] = look(at(values, laws))
    if not f.atoms(sympy.core.function.AppliedUndef) and not f.has(Piecewise, ForAll, Exists):
        found["array"] = in_an_array(f, values, laws)
    return {who: said for who, said in found.items() if said is not None}


def test_every_kind_of_formula_of_the_language_is_walked():
    """A kind that is added needs an example here, and is read by the walk: by itself, or as the one that it says in words."""
    for module in pkgutil.iter_modules(dpsym.language.__path__):
        importlib.import_module(f"dpsym.language.{module.name}")
    shown = {type(part) for f in ALL.values() for part in sympy.preorder_traversal(f)}
    found = kinds(Formula)
    assert [kind.__name__ for kind in found if kind not in shown and not issubclass(kind, InWords)] == []
    assert [kind.__name__ for kind in found if not any(base in Decider.KINDS for base in kind.__mro__)] == []
    for f in ALL.values():
        assert maker(Decider.KINDS, f) is not None, f
    assert set(COMPARES) == {Le, Lt, Ge, Gt, Eq, Ne}


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=12)
@given(values=VALUES, weights=LAWS)
def test_all_numbers_give_one_answer(name, values, weights):
    found = answers(ALL[name], values, [LAW(w) for w in weights])
    assert len(set(found.values())) <= 1, found


@pytest.mark.parametrize("name", ALL)
def test_each_kind_is_decided_somewhere(name):
    """Exact numbers answer at some point, evaluators where all can be listed, and of numbers alone arrays and floats."""
    heard: set[str] = set()
    laws = [
        (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)),
        (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)),
    ]
    for one in (Fraction(1, 8), Fraction(3, 4), Fraction(5, 2)):
        heard |= set(answers(ALL[name], {"eps": one, "p": Fraction(2, 7)}, laws))
    expected = {"exact"} if name in NUMBERS else {"exact", "balls"}
    assert heard >= (expected | {"floats", "array"} if name in PLAIN else expected), heard


@pytest.mark.parametrize("name", ["gaussian", "tests", "bounded", "a number", "some number"])
def test_what_is_said_of_every_number_is_refused_by_evaluators(name):
    laws = {"P": LAW([1, 1]), "Q": LAW([1, 1])}
    named = {s.name: Fraction(1, 2) for s in NUMBERS[name].free_symbols if s in (eps, p)}
    with pytest.raises(ValueError, match=r"^(ForAll|Exists) cannot be decided at a point: "):
        holds(NUMBERS[name], named, laws=laws)


NUMBER = st.sampled_from([p, eps, 1 - p, 2 * p, eps / 2, log(1 + eps), exp(eps) * p, Rational(1, 2), p**2])
MASS = st.sampled_from([P(y), Q(y), P(y) + Q(y), p * P(y), exp(eps) * Q(y), Rational(1, 4)])


def relations(number):
    def made(kind, one, two):
        with as_written():
            return kind(one, two)

    return st.builds(made, st.sampled_from([Le, Lt, Ge, Gt, Eq, Ne]), number, number)


def combined(leaves):
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(AllOf, inner, inner),
            st.builds(AnyOf, inner, inner, inner),
            st.builds(NotSo, inner),
            st.builds(Implication, inner, inner),
        ),
        max_leaves=6,
    )


QUANTIFIED = st.builds(
    lambda kind, body: kind((y,), body), st.sampled_from([ForAll, Exists]), combined(relations(MASS))
)
LOSSES = st.builds(lambda c: ForAll((y,), Le(Loss(P(y), Q(y)), c, evaluate=False)), NUMBER)
WHOLE = st.sampled_from(
    [PureDP(eps), ApproxDP(eps, p), LISTED["every event"], Between(p, eps, 1), Within(eps, p)]
)


@settings(max_examples=100)
@given(f=combined(st.one_of(relations(NUMBER), QUANTIFIED, LOSSES, WHOLE)), values=VALUES, weights=LAWS)
def test_random_formulas_have_one_answer(f, values, weights):
    found = answers(f, values, [LAW(w) for w in weights])
    assert found and len(set(found.values())) == 1, (f, found)


@settings(max_examples=100)
@given(f=combined(relations(NUMBER)), values=st.lists(VALUES, min_size=4, max_size=4))
def test_an_array_is_asked_entry_by_entry(f, values):
    """What an array answers of all its entries at once is what is answered of each alone."""
    entries = [float(Fraction(round(v["eps"] * 16), 16)) for v in values]
    with as_written():
        both = Piecewise((eps - eps + 1, f), (eps - eps, True))
    try:
        found, _ = evaluate_array(both, eps, entries, {p: values[0]["p"]})
    except ArithmeticError:
        return
    for x, said in zip(entries, found, strict=True):
        assert exactly(f, {"eps": Fraction(x), "p": values[0]["p"]}, {}) is bool(said > 0.5)


# ------------------------------------------------------------------------------------- the truths themselves
THREE = (True, False, None)


@pytest.mark.parametrize("one", THREE)
@pytest.mark.parametrize("two", THREE)
def test_not_known_is_between_no_and_yes(one, two):
    """Kleene's tables: the least, the greatest and the opposite of -1, 0, 1."""
    rank = {False: -1, None: 0, True: 1}
    of_rank = {k: v for v, k in rank.items()}
    for decider in (EXACTLY, IN_FLOATS):
        assert decider.all_of(iter((one, two))) is of_rank[min(rank[one], rank[two])]
        assert decider.any_of(iter((one, two))) is of_rank[max(rank[one], rank[two])]
        assert decider.negation(one) is of_rank[-rank[one]]


def test_what_settles_an_answer_ends_the_questions():
    """Parts after the one that settles it are not asked, so that what has no value there does no harm."""
    with as_written():
        nothing = Le(log(eps - 1), 0)
        assert holds(AnyOf(Le(0, eps), nothing), {"eps": "1/2"})
        assert not holds(AllOf(Lt(eps, 0), nothing), {"eps": "1/2"})
        assert holds(Implication(Lt(eps, 0), nothing), {"eps": "1/2"})
        with pytest.raises(ValueError):
            holds(AllOf(nothing, Lt(eps, 0)), {"eps": "1/2"})


def test_what_a_quantifier_binds_is_free_after_it():
    """However the loop ends: at the end, at the first that settles it, or with an error."""
    env = at({"eps": Fraction(1), "p": Fraction(1, 2)}, {"P": LAW([1, 1]), "Q": LAW([1, 3])})
    for f in (PureDP(eps), NotSo(PureDP(eps)), LISTED["some outcome"], LISTED["events with cases"]):
        truth_of(f)(env)
        assert env.at == {} and set(env.laws) == {"P", "Q"}

    class Broken(list):
        def __getitem__(self, index):
            raise RuntimeError

    env.laws["Q"] = Broken([0, 0])
    with pytest.raises(RuntimeError):
        truth_of(LISTED["some outcome"])(env)
    assert env.at == {}


def test_too_many_events_are_never_an_answer():
    """Not by exact numbers, and not in floats; an evaluator says how many there are."""
    size = 20
    law = [Fraction(1, size)] * size
    f = LISTED["events with cases"]
    env = at({"eps": Fraction(1), "p": Fraction(1, 2)}, {"P": law, "Q": law})
    assert truth_of(f)(env) is None
    assert look_of(f)(env) is None
    with pytest.raises(ValueError, match="too many events to list: 20 outcomes"):
        holds(f, {"eps": 1, "p": "1/2"}, laws={"P": law, "Q": law})


def test_errors_name_the_formula():
    with as_written():
        beyond = Le(Loss(P(y), Q(y)), Loss(Q(y), P(y)))
    with pytest.raises(ValueError, match="a privacy loss is compared with a bound that does not contain one"):
        holds(ForAll((y,), beyond), laws={"P": LAW([1, 1]), "Q": LAW([1, 1])})
    for f in (PureDP(eps), LISTED["all outcomes"], LISTED["every event"]):
        with pytest.raises(ValueError, match=f"^{type(f).__name__} is not a condition on numbers: "):
            evaluate_array(Piecewise((eps, f), (0, True)), eps, [1.0], {p: "1/2"})
    with pytest.raises(ArithmeticError, match=r"^undecided in double precision: p <= .*; use enclose$"):
        evaluate_array(Piecewise((eps, p <= tanh(eps)), (0, True)), eps, [1.0], {p: tanh(Rational(1))})


def test_signs_and_numbers_are_compared_alike():
    for kind, compare in COMPARES.items():
        for a in (-1, 0, 1):
            assert compare(a, 0) is bool(kind(a, 0)) is compare(a + 5, 5)
    assert COMPARES[Le] is operator.le
