"""What is printed can be read back: random expressions, and every formula of the library."""
# ruff: noqa: F405, E501, B002

from __future__ import annotations

import zlib
from functools import cache, lru_cache
from itertools import islice

import mpmath
import pytest
import sympy
from hypothesis import HealthCheck, Phase, assume, given, seed, settings
from hypothesis import strategies as some
from library import entries, formulas
from reader import Homonyms, Reader, ReadError, read
from small_model import Model, fingerprint, place, same
from sympy.core.function import AppliedUndef

from dpsym.document.formulas.notation import Fold, capital, named
from dpsym.document.formulas.shapes import indices_in, names_in
from dpsym.document.formulas.spelling import latex, mathml, plain, write_latex
from dpsym.document.media.latex import shortened
from dpsym.language import *  # noqa: F403

a, b, c = parameter("a"), parameter("b"), parameter("c")
eps, delta_p, p = (
    parameter("eps", above=0),
    parameter("delta_p", at_least=0),
    parameter("p", above=0, below=1),
)
SYMBOLS = (a, b, eps, delta_p, p)


def symbols_of(thing):
    """The symbols of a formula and those of their domains."""
    found, rest = set(), list(thing.atoms(sympy.Symbol))
    while rest:
        symbol = rest.pop()
        if symbol not in found:
            found.add(symbol)
            bounds = (getattr(symbol, "lower", None), getattr(symbol, "upper", None))
            rest += [s for b in bounds if b is not None for s in b[0].atoms(sympy.Symbol)]
    return found


def names_of(*things):
    """LaTeX -> symbol for everything that occurs, random outcomes by their capital."""
    found, arity = {}, {}
    for thing in things:
        for symbol in sorted(symbols_of(thing), key=lambda s: (isinstance(s, Outcome), s.name)):
            shown = write_latex(named(symbol.name, getattr(symbol, "latex", "")))
            found[shown] = Homonyms((found[shown], symbol)) if found.get(shown, symbol) != symbol else symbol
            if isinstance(symbol, Outcome):
                found[write_latex(capital(symbol.name))] = symbol
        for applied in thing.atoms(AppliedUndef):
            found[write_latex(named(applied.func.__name__))] = applied.func
            arity.setdefault(applied.func.__name__, applied.args)
        for density in thing.atoms(Density):
            found[latex(density)] = density
        for binder in thing.atoms(ForAll, Exists):
            for v in binder.args[0]:
                if isinstance(v, AppliedUndef):
                    found[write_latex(named(v.func.__name__))] = v.func
    found.setdefault("y", y)
    found.setdefault("Y", y)
    found.setdefault("p", p)
    names = dict(found)
    return names, arity


def read_back(thing, room=None):
    names, arity = names_of(thing)
    return reading(latex(thing, room), names, arity)


def reading(text, names, arity):
    keys = {Reader._key(k): v for k, v in names.items()}
    outcomes = {k: v for k, v in arity.items() if all(isinstance(o, Outcome) for o in v)}
    keys.update({("arity", k): v for k, v in outcomes.items()})
    for name, of in arity.items():  # a sequence of laws, A_k(y)
        at = [a for a in of if isinstance(a, Outcome)]
        if of and all(a.is_Integer or getattr(a, "integer_valued", False) or a.is_Add for a in of):
            keys.update({("sequence", name): len(of), ("index", name): len(of)})
        if at and len(at) < len(of) and of[-len(at) :] == tuple(at):
            keys.update({("arity", name): tuple(at), ("index", name): len(of) - len(at)})
    with as_written():
        reader = Reader(text, names)
        reader.names = keys
        reader.longest = max(len(k) for k in keys)
        value = reader.formula()
    if reader.at < len(reader.tokens):
        raise ReadError(f"unread {' '.join(reader.tokens[reader.at :])!r} of {text!r}")
    return value


def model(things, shift=0):
    at = {}
    for thing in things:
        for k, symbol in enumerate(sorted(symbols_of(thing), key=lambda s: s.name)):
            if isinstance(symbol, Outcome):
                at.setdefault(symbol.name, place(symbol))
            elif getattr(symbol, "integer_valued", False):
                at.setdefault(symbol.name, mpmath.mpf(2 + (k + shift) % 3))
            else:
                size = 1 if shift < 6 else 8  # the later models are small: sums of budgets stay below 1
                at.setdefault(symbol.name, mpmath.mpf(3 + 2 * k + shift) / (11 + shift) / size)
    at.setdefault("y", place(y))
    at.setdefault("p", mpmath.mpf(1) / 3)
    return Model(at)


FAILS = (
    ZeroDivisionError,
    ValueError,
    OverflowError,
    TypeError,
    StopIteration,
    mpmath.libmp.libhyper.NoConvergence,
)


@lru_cache(400)
def value_of(said, thing, shift):
    """The fingerprint of what is said at the model of `thing`: what is read back equal has its value already."""
    return fingerprint(said, model((thing,), shift))


def is_complex(value):
    """Whether a number in a fingerprint is not real: a root of a negative number, which a reader gives no value."""
    return any(map(is_complex, value)) if isinstance(value, tuple) else isinstance(value, mpmath.mpc)


def check(thing, room=None, shifts=3, assumed=False):
    """Whether the formula could be evaluated; it is compared with its reading at up to three models.

    What stands in a derivation under assumptions (`assumed`) is compared only where it has a value as it is printed.
    """
    back = read_back(thing, room)
    compared = 0
    with mpmath.workdps(30):
        for shift in range(shifts):
            if compared == 3:
                break
            try:
                one = value_of(thing, thing, shift)
            except FAILS:
                continue
            two = value_of(back, thing, shift)
            alike = same(one, two)
            if not alike and assumed and is_complex(two):
                continue
            assert alike, (
                f"{latex(thing)} reads back as {plain(back) if not back.atoms() else back}: {one} and {two}"
            )
            compared += 1
    return compared


# --------------------------------------------------------------------------------------- random expressions
def built(children):
    def make(kind, *parts):
        with as_written():
            try:
                return kind(*parts)
            except RecursionError:  # sympy's own, in Max and Min
                return parts[0]

    binary = some.sampled_from(
        [
            lambda u, v: u + v, lambda u, v: u - v, lambda u, v: u * v, lambda u, v: u / v, Max, Min,
        ]
    )  # fmt: skip
    unary = some.sampled_from(
        [
            lambda u: -u, lambda u: u**2, lambda u: 1 / u, exp, Abs, tanh, sqrt, log, lambda u: u**-2, lambda u: Phi_inv(1 / (1 + u**2)),
            lambda u: 2 * u, lambda u: u * 3, lambda u: u / 2, lambda u: -(u / 4), lambda u: u**Rational(1, 3),
            lambda u: tanh(u) ** 2, lambda u: Rational(1, 2) * u, lambda u: Rational(-2, 3) * u, lambda u: -1 * u,
            lambda u: u * -2, lambda u: FiniteSum(u * c, c, Integer(0), Integer(2)), lambda u: Integer(1) / 3 * u,
        ]
    )  # fmt: skip
    return some.builds(make, binary, children, children) | some.builds(make, unary, children)


Piecewise, Min = sympy.Piecewise, sympy.Min
leaves = (
    some.sampled_from(SYMBOLS)
    | some.integers(-3, 12).map(Integer)
    | some.sampled_from([Rational(1, 2), Rational(-3, 4), pi])
)
expressions = some.recursive(leaves, built, max_leaves=6)


@seed(20240607)
@settings(
    max_examples=400,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(expressions)
def test_random_expression_reads_back(thing):
    assume(check(thing) > 0)
    mathml(thing)
    plain(thing)


@seed(7)
@settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(expressions, some.integers(6, 20))
def test_broken_lines_read_back(thing, room):
    assume(check(thing, float(room)) > 0)


# -------------------------------------------------------------------------------------------- the vocabulary
with as_written():
    R = function("R")
    y2 = Outcome("y_2")
    VOCABULARY = [
        PureDP(eps), ApproxDP(eps, delta_p), ProbDP(log((delta_p * exp(eps) + a) / (delta_p - a)), delta_p), ZCDP(a),
        PureDP(eps, pair=Pair(P(y), R(y))), PureDP(eps).definition(), ApproxDP(eps, delta_p).definition(),
        ProbDP(eps, delta_p).definition(), ZCDP(a).definition(), HockeyStick(eps), HockeyStick(eps / 2, Pair(Q(y), P(y))),
        HockeyStick(eps).definition(), RenyiMoment(a), RenyiMoment(Integer(2), Pair(Q(y), P(y))), Loss(), Loss(Q(y), P(y)),
        Loss(P(y), R(y)), Posterior(p), Posterior(p) <= a, Posterior(Rational(1, 2), Q(y), P(y)), Posterior(a, P(y), R(y)),
        Probability(Posterior(p) > a, P), Probability(Loss() <= eps, p * P(y) + (1 - p) * Q(y)),
        Probability(Within(Loss(), eps), Q), Expectation(exp((a - 1) * Loss()), P), Expectation(Max(0, 1 - exp(eps - Loss())), P),
        Mass(S(y), P) <= exp(eps) * Mass(S(y), Q) + delta_p, Mass(1 - S(y), P), Mass(S(y), p * P(y) + (1 - p) * Q(y)),
        UnderEachLaw(Within(Loss(), eps), 1 - delta_p), UnderEachLaw(Between(a, Posterior(p), b), 1 - delta_p),
        ForAll((y,), Implication(Eq(Q(y), 0), Eq(P(y), 0))), ForAll((a, eps), AnyOf(a < eps, NotSo(eps < a))),
        Exists(p, AllOf(p <= a, Between(0, p, b))), EveryEvent(S(y), Le(Mass(S(y), P), a)), Total(P(y) * Q(y), y),
        Total(P(y) - Q(y), y) * 2, Total(P(y) * R(y2), y, y2), Indicator(P(y) <= Q(y)) * a, Indicator(AllOf(a < b, b < c)),
        FiniteSum(binomial(c, a) * p**a * (1 - p) ** (c - a), a, 0, c), Minimum(a + b / a, a, 0, 1), Minimiser(a * b, a, b, 2 * b),
        FirstAbove(a * b, a, c), LeastOver(a * b, a, 1, 9, b <= a), Root(tanh(a) - b, a, 0, 1), Evaluated("a.b_c", k=a / b, l="Block, CBG"), binomial(a, b), floor(a / b),
        Piecewise((a, a < b), (b, True)), erf(a / sqrt(2)), cosh(a) ** 2 - sinh(a) ** 2, AllOf(a <= b, AnyOf(b <= c, a < 0)),
        Implication(ApproxDP(eps, delta_p), ProbDP(2 * eps, delta_p)), Ne(a, b), a**b**c, (a**b) ** c, exp(exp(a)), -(-a), a - (-b),
        a * -1, -a * b, -(a / b), a / b / c, a / (b / c), (a / b) * c / p, 1 / (1 / a), -(a - b), Integer(1) * a, exp(a) ** 2,
        Expectation(Expectation(P(y) * Q(y2), R(y2), y2), P),
        Probability(Lt(P(y), R(y2)), P(y) * R(y2), y, y2), HockeyStick(eps, Pair(P(y) * R(y2), Q(y) * R(y2), y, y2)),
        ApproxDP(eps, delta_p, pair=Pair(P(y) * R(y2), Q(y) * R(y2), y, y2)),
        Expectation(Loss(P(y) * R(y2), Q(y) * R(y2)), P(y) * R(y2), y, y2), Probability(Eq(y, 1), P),
        Probability(AllOf(Loss() > 0, Posterior(p) < a), Q), RenyiMoment(a, Pair(P(y) * R(y2), Q(y) * R(y2), y, y2)),
        Total(Indicator(AllOf(P(y) > 0, Q(y) > 0)) * P(y) * log(P(y) / Q(y)), y) * 2,
        Total(Indicator(AllOf(0 < R(y), 0 < Q(y))) * Q(y) * log(Q(y) / R(y)), y) <= a,
        Mass(S(y, y2), P(y) * R(y2), y, y2) <= a, Total(Max(0, P(y) - exp(eps) * Q(y)), y) <= delta_p,
    ]  # fmt: skip


# What has no value at the models of the tests: a root of a function of a logarithm, a quotient of probabilities.
WITHOUT_VALUE = {
    "posterior.monthly_releases.monthly_releases": 1,
    "testing.every_level.every_level": 1,
    "testing.every_level.at_the_threshold": 1,
}
LONG = 6000  # parts of all formulas of an entry


@pytest.mark.parametrize("thing", VOCABULARY, ids=range(len(VOCABULARY)))
@pytest.mark.parametrize("room", [None, 12.0])
def test_vocabulary_reads_back(thing, room):
    assert check(thing, room) > 0
    assert mathml(thing).startswith("<math") and plain(thing)


@cache
def parts(thing):
    """How many nodes a formula has."""
    return 1 + sum(map(parts, getattr(thing, "args", ())))


def sized(longest=LONG):
    """The entries; those with very many or very long formulas are slow, and so are 23 in 24, drawn by their names."""
    for name, entry in entries().items():
        drawn = zlib.crc32(name.encode()) % 24 == 0
        nodes = list(map(parts, formulas(entry))) if drawn else []
        fast = drawn and sum(nodes) <= LONG and max(nodes, default=0) <= longest
        yield pytest.param(name, marks=() if fast else (pytest.mark.slow,))


@pytest.mark.parametrize("name", list(sized()))
def test_library_reads_back(name):
    """Every formula is read, with the laws of its pairs and the domains of its quantifiers, and has a value to compare."""
    without, entry = 0, entries()[name]
    stated = {*getattr(entry, "given", ()), getattr(entry, "claim", None)}
    with indices_in(entry).apply():
        for thing in dict.fromkeys(formulas(entry)):
            assumed = isinstance(entry, Theorem) and thing not in stated
            without += check(thing, shifts=12, assumed=assumed) == 0
            check(thing, 22.0, assumed=assumed)
            plain(thing)
            mathml(thing)
    assert without == WITHOUT_VALUE.get(name, 0)


def abbreviated(entry):
    """The formulas of an entry in which a narrow column names parts by letters, with these."""
    taken = names_in(entry) | {"P", "Q", "S", "X", "Y", "Z"}
    for thing in formulas(entry):
        if not isinstance(thing, sympy.Expr | sympy.logic.boolalg.Boolean) or not thing.args:
            continue
        if isinstance(thing, AppliedUndef) or thing.atoms(Density):
            continue
        aliases = shortened([thing], [20.0], taken)
        if aliases:
            yield thing, aliases


@pytest.mark.parametrize("name", list(sized(longest=1000)))
def test_abbreviated_formulas_read_back(name):
    """Where a part is named by a letter, the formula with the letter's meaning put back has the same value."""
    entry = entries()[name]
    with indices_in(entry).apply():  # as on its page
        for thing, aliases in abbreviated(entry):
            names, arity = names_of(thing)
            with as_written():
                letters = {part: parameter(box.plain) for part, box in aliases.items()}
            names |= {box.latex: letters[part] for part, box in aliases.items()}
            text = write_latex(Fold(aliases=aliases).box(thing))
            back = reading(text, names, arity)
            with mpmath.workdps(30):
                at = model((thing,))
                try:
                    at.at.update({letters[part].name: at.value(part) for part in aliases})
                    one = fingerprint(thing, at)
                except FAILS:
                    continue
                assert same(one, fingerprint(back, at)), text


def test_narrow_columns_abbreviate():
    found = (aliases for entry in entries().values() for _, aliases in abbreviated(entry))
    assert sum(map(len, islice(found, 20))) > 20


def test_the_reader_is_no_rubber_stamp():
    """A wrong spelling is noticed: signs, brackets and order matter to the reader."""
    names, _ = names_of(a - (b - c))
    with mpmath.workdps(30):
        at = model((a - (b - c),))
        wrong = read("a - b - c", names)
        assert not same(fingerprint(a - (b - c), at), fingerprint(wrong, at))
    for text in ("a +", r"\frac{a}{b", r"\foo(a)", "a < b < ", "(a"):
        with pytest.raises(ReadError):
            read(text, names)


def test_flat_spelling_reads_back():
    with as_written():
        thing = (a + b) / (2 * c) / (1 + exp(-eps / 2))
    box = Fold(flat=True).spell(thing)[0]
    with mpmath.workdps(30):
        at = model((thing,))
        assert same(fingerprint(read(write_latex(box), names_of(thing)[0]), at), fingerprint(thing, at))


def test_a_fold_without_brackets_is_caught(monkeypatch):
    """The negative control: were sums never bracketed, reading back would notice."""
    with as_written():
        thing = a * (b - c)
    assert check(thing) > 0
    monkeypatch.setattr("dpsym.document.formulas.arithmetic.SUM", 7)
    with pytest.raises(AssertionError):
        check(thing)
