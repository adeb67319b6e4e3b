"""Nothing is lost in print: a family keeps its index, and what differs in value differs in every printed form."""
# ruff: noqa: F405

from __future__ import annotations

import random
import zlib

import mpmath
import pytest
import sympy
from library import entries, formulas
from small_model import fingerprint, same
from sympy.core.function import AppliedUndef
from test_round_trip import FAILS, check, model

from dpsym.document.formulas.notation import Fold, fold
from dpsym.document.formulas.spelling import latex, mathml, plain, write_latex, write_mathml, write_plain
from dpsym.document.media.terminal import _line
from dpsym.document.words.inline import FLAT
from dpsym.language import *  # noqa: F403

FORMS = {
    "LaTeX": latex,
    "plain text": plain,
    "MathML": mathml,
    "terminal": lambda thing: _line(fold(thing)),
}
LAWS = {
    "LaTeX": lambda mass, at: write_latex(Fold().law(mass, at)),
    "plain text": lambda mass, at: write_plain(Fold(plain=True).law(mass, at)),
    "MathML": lambda mass, at: write_mathml(Fold().law(mass, at)),
    "terminal": lambda mass, at: _line(Fold().law(mass, at)),
}
NODES = (
    Pair, Probability, Expectation, Mass, HockeyStick, RenyiMoment, Loss, Posterior, UnderEachLaw, Notion, Total,
    AppliedUndef, ForAll, Exists, EveryEvent,
)  # fmt: skip


def nodes_of(things):
    """The pairs, laws, functionals and applied functions in the formulas, each once."""
    found = {}
    for thing in things:
        for node in sympy.preorder_traversal(thing):
            if isinstance(node, NODES):
                found.setdefault(node)
    return list(found)


def values_of(thing, models):
    """What the thing comes to at the models; None where it has no value there."""
    found = []
    for at in models:
        try:
            found.append(fingerprint(thing, at))
        except FAILS:
            found.append(None)
    return found


def clashes(things, spell):
    """Two things of one spelling and different values."""
    told = {}
    for thing in things:
        told.setdefault(spell(thing), []).append(thing)
    alike = [group for group in told.values() if len(group) > 1]
    if not alike:
        return []
    every = [t for group in alike for t in group]
    with mpmath.workdps(20):
        models = [model(every), model(every, 1)]
        found = []
        for first, *rest in alike:
            value = values_of(first, models)
            for other in rest:
                for one, two in zip(value, values_of(other, models), strict=True):
                    if one is not None and two is not None and not same(one, two):
                        found.append((first, other))
                        break
    return found


@pytest.mark.parametrize("form", LAWS)
def test_the_laws_of_a_pair_are_told_apart(form):
    """No statement, hypothesis, step or near miss shows a pair of equal laws that are not the same expression."""
    spell = LAWS[form]
    for name, entry in entries().items():
        for thing in formulas(entry):
            for pair in thing.atoms(Pair):
                if pair.a != pair.b:
                    assert spell(pair.a, pair.outcomes) != spell(pair.b, pair.outcomes), (name, pair)


@pytest.fixture(scope="module", params=[4, pytest.param(1, marks=pytest.mark.slow)])
def nodes(request):
    """What each page shows, as `nodes_of` has it, once for all forms: of one in so many entries of the library, drawn by their
    names."""
    drawn = {k: v for k, v in entries().items() if zlib.crc32(k.encode()) % request.param == 0}
    return {name: nodes_of(dict.fromkeys(formulas(entry))) for name, entry in drawn.items()}


@pytest.mark.parametrize("form", FORMS)
def test_what_differs_on_a_page_is_printed_differently(form, nodes):
    for name, shown in nodes.items():
        found = clashes(shown, FORMS[form])
        assert not found, (name, FORMS[form](found[0][0]), found[0])


# ------------------------------------------------------------------------------------------ random laws
r, s = Outcome("r", "X"), Outcome("s", "X")
z, x, y2 = Outcome("z"), Outcome("x"), Outcome("y_2")
k, a, p = parameter("k", integer=True), parameter("a", above=0, below=1), parameter("p", above=0, below=1)
eps, delta = parameter("eps", at_least=0), parameter("delta", at_least=0)
G, K, M, A, C, J, T, V = map(function, "GKMACJTV")
KERNEL = function("N")  # of a sequence of kernels, N_k(x, y)


def random_mass(rng, outcomes, depth=2):
    """A mass at the outcomes; with more than one also what is no product of laws."""
    o = outcomes[0]
    if len(outcomes) == 2:
        one, two = outcomes
        return rng.choice(
            [
                lambda: random_mass(rng, (one,), 1) * random_mass(rng, (two,), 1),
                lambda: random_mass(rng, (two,), 1) * random_mass(rng, (one,), 1),
                lambda: rng.choice([J(one, two), J(two, one), G(one, one) * P(two), J(one, two) * P(one)]),
                lambda: a * random_mass(rng, outcomes, 0) + (1 - a) * random_mass(rng, outcomes, 0),
            ][: 4 if depth else 3]
        )()
    simple = [
        P(o),
        Q(o),
        A(o),
        G(r, o),
        G(s, o),
        G(o, r),
        J(o, o),
        M(r, s, o),
        M(s, r, o),
        M(r, o, s),
        M(o, r, s),
    ]
    simple += [K(k, o), K(k + 1, o), K(0, o), KERNEL(k, x, o), G(x, o), G(y2, o)]
    if not depth:
        return rng.choice(simple)
    less = depth - 1
    return rng.choice(
        [
            *[lambda: rng.choice(simple)] * 3,
            lambda: a * random_mass(rng, outcomes, less) + (1 - a) * random_mass(rng, outcomes, less),
            lambda: Total(rng.choice([V(s), V(r), P(s)]) * random_mass(rng, outcomes, less), s),
            lambda: Total(random_mass(rng, outcomes, less), r) / 2,
            lambda: random_mass(rng, outcomes, less) * random_mass(rng, outcomes, less),
            lambda: random_mass(rng, outcomes, less) / 3,
            lambda: rng.choice([Integer(1) / 3, G(r, s), P(r), 1 - P(o)]),
        ]
    )()


def random_thing(rng):
    """A pair, functional, loss or notion over random laws."""
    outcomes = rng.choice([(y,), (y,), (z,), (x,), (y, z), (z, y)])
    o = outcomes[-1]
    one, two = random_mass(rng, outcomes), random_mass(rng, outcomes)
    pair = Pair(one, two, *outcomes)
    losses = [
        Loss(P(o), Q(o)),
        Loss(Q(o), P(o)),
        Loss(P(r), Q(r)),
        Loss(A(o), C(o)),
        Loss(T(o, y2, s), G(r, o)),
    ]
    value = rng.choice([*losses, Posterior(p, P(o), Q(o)), Posterior(V(s), A(o), C(o)), P(o), P(r), one])
    inner = rng.choice(
        [value, Expectation(value * P(o), random_mass(rng, (y2,)), y2), Total(value * P(s), s)]
    )
    event, test = function("S")(*outcomes), function("f")(*outcomes)
    return rng.choice(
        [
            lambda: Probability(inner > a, one, *outcomes),
            lambda: Expectation(inner, one, *outcomes),
            lambda: Mass(event, one, *outcomes),
            lambda: Mass(rng.choice([test, G(r, o), 1 - event]), one, *outcomes),
            lambda: HockeyStick(rng.choice([eps, eps + delta, Integer(0)]), pair),
            lambda: RenyiMoment(1 + k, pair),
            lambda: UnderEachLaw(value <= eps, 1 - delta, pair),
            lambda: rng.choice(
                [PureDP(eps, pair=pair), ApproxDP(eps, delta, pair=pair), ProbDP(eps, delta, pair=pair)]
            ),
            lambda: rng.choice([ZCDP(a + eps, pair=pair), RenyiDP(1 + a, eps, pair=pair)]),
            lambda: ForAll((r,), rng.choice([ForAll((s,), Eq(one, two)), one <= two])),
            lambda: pair,
        ]
    )()


def random_things(count, seed):
    rng = random.Random(seed)
    with as_written():
        return list(dict.fromkeys(random_thing(rng) for _ in range(count)))


@pytest.fixture(scope="module", params=[800, pytest.param(4000, marks=pytest.mark.slow)])
def drawn(request):
    """Things that are printed in every form: to draw them takes longer than to print them."""
    return random_things(request.param, 3)


@pytest.mark.parametrize("form", FORMS)
def test_random_laws_are_printed_differently(form, drawn):
    found = clashes(drawn, FORMS[form])
    assert not found, (FORMS[form](found[0][0]), found[0])


@pytest.mark.parametrize("count", [250, pytest.param(700, marks=pytest.mark.slow)])
def test_random_laws_read_back(count):
    things = [t for t in random_things(count, 5) if not isinstance(t, Pair)]
    assert sum(check(thing) > 0 for thing in things) > 0.95 * len(things)


def test_a_fold_that_drops_the_index_is_caught(monkeypatch, drawn):
    """The negative control: printed by its name alone, as (M, M) or Y ~ G, a family is not told apart nor read back."""
    with as_written():
        notion = ZCDP(a, pair=Pair(G(r, y), G(s, y)))
        event = Probability(Loss(G(r, y), G(s, y)) <= a, G(r, y))
    assert latex(notion).startswith(r"(G(r, {\cdot}), G(s, {\cdot}))")
    applied = Fold.applied

    def bare(self, thing):
        return Name(thing.func.__name__, thing.func.__name__) if self.dots else applied(self, thing)

    from dpsym.document.formulas.boxes import Name

    monkeypatch.setattr(FLAT, "_spelt", {})  # what it has spelt already, and what it spells wrongly here
    monkeypatch.setattr(Fold, "applied", bare)
    with pytest.raises(AssertionError):
        test_the_laws_of_a_pair_are_told_apart("plain text")
    with pytest.raises(AssertionError):
        test_random_laws_are_printed_differently("LaTeX", drawn)
    from reader import ReadError

    for thing in (notion, event):
        with pytest.raises((AssertionError, ReadError)):
            check(thing)


with as_written():
    EXACT = [
        (ZCDP(a, pair=Pair(G(r, y), G(s, y))), "(G(r, ·), G(s, ·)) is a-zCDP"),
        (Mass(S(y), G(r, y)), "G(r, S)"),
        (Mass(S(y), a * P(y) + (1 - a) * G(r, y)), "(a*P + (1 - a)*G(r, ·))(S)"),
        (Mass(S(y), P(y) * P(y)), "(y ↦ P(y)*P(y))(S)"),
        (HockeyStick(eps, Pair(K(k, x, y), K(k, x, y))), "H_eps(K(k, x, ·) || K(k, x, ·))"),
        (Pair(A(y) * C(z), P(y) * Q(z), y, z), "(A ⊗ C, P ⊗ Q)"),
        (Pair(A(z) * C(y), A(y) * G(y, z), y, z), "(((y, z) ↦ A(z)*C(y)), ((y, z) ↦ A(y)*G(y, z)))"),
        (Probability(P(y) > a, Total(V(s) * G(s, y), s)), "Pr_{Y ~ sum_{s} V(s)*G(s, ·)}[P(Y) > a]"),
        (Probability(Loss(P(z), Q(z)) > a, P(z), z), "Pr_{z ~ P}[Z > a]"),
        (
            Expectation(Expectation(Loss(), R(y2), y2), P(y)) if (R := function("R")) else None,
            "E_{Y ~ P}[E_{Y_2 ~ R}[Z(Y)]]",
        ),
        (ApproxDP(eps, delta, pair=Pair(A(y), C(y))), "(A, C) is (eps, delta)-DP"),
        (ZCDP(a + eps), "M is (a + eps)-zCDP"),
        (ForAll((k,), k >= 0), "for every integer k ≥ 0 : k ≥ 0"),
    ]


@pytest.mark.parametrize(("thing", "text"), EXACT, ids=[t for _, t in EXACT])
def test_exact_words(thing, text):
    assert plain(thing) == text
