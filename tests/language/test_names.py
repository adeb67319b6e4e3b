"""Names: what the kernel calls them, which are refused, and that one printed name is one thing in a theorem."""

from __future__ import annotations

import itertools

import pytest
from sympy import Integer, Rational

from dpsym.kernel.notions import raw
from dpsym.kernel.terms import NAME, OPS
from dpsym.language import (
    Eq,
    Exists,
    ForAll,
    Outcome,
    P,
    PureDP,
    Q,
    StatementError,
    Theorem,
    Total,
    as_written,
    have,
    let,
    parameter,
    point,
    variant,
    y,
)
from dpsym.language import function as language_function
from dpsym.language.names import kernel_name, printed
from dpsym.language.terms import Translation
from dpsym.prove.session import Session

WORDS = [w for w in sorted(OPS | set(raw())) if NAME.match(w)]
PLAIN = ["x", "eps", "P", "y", "S", "alpha", "x_", "y_", "y1", "lambda", "Rx", "sums", "e", "bound_Y_0"]
NAMES = [w + "_" * k for w in (*WORDS, *PLAIN) for k in range(4)]


def test_two_names_are_two_names_in_the_kernel() -> None:
    called = {}
    for name in dict.fromkeys(NAMES):
        in_kernel = kernel_name(name)
        assert NAME.match(in_kernel.replace("_", "0")) and in_kernel not in OPS and in_kernel not in raw()
        assert called.setdefault(in_kernel, name) == name, (
            f"{name} and {called[in_kernel]} are both {in_kernel}"
        )
    assert kernel_name("eps") == "eps" and kernel_name("lam") == "lam_" and kernel_name("lam_") == "lam__"


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_the_kernel_names_what_it_likes(word: str) -> None:
    """Parameters, functions and outcomes of such a name keep their meaning: true is proved, false is not."""
    one, two = parameter(word, "a", at_least=0), parameter(word + "_", "b", at_least=0)
    law, outcome = language_function(word), Outcome(word)
    with as_written():
        claims = [
            (one <= one + two, True), (one <= two, False),
            (Eq(Total(law(y), y), 1), True), (Eq(Total(law(y), y), 2), False),
            (ForAll(outcome, 0 <= P(outcome)), True), (ForAll(outcome, P(outcome) <= 0), False),
        ]  # fmt: skip
        for claim, true in claims:
            whole = Theorem(title="Words", claim=claim)
            assert (Session().theorem(whole).status == "proved") is true, claim


@pytest.mark.parametrize("word", ["lam", "exp", "R", "ADP"])
def test_witnesses_of_such_names(word: str) -> None:
    one, law = parameter(word, "a", at_least=0), language_function(word)
    with as_written():
        against = [
            Theorem(title="Number", claim=one <= 1),
            Theorem(title="Law", claim=ForAll(y, law(y) <= Rational(1, 2))),
        ]
        hints = [variant(witness=point({one: 2})), variant(witness=point(**{word: (1, 0)}))]
        listed = Theorem(title="Listed", claim=Eq(Total(law(y), y), 1), where={law: (Rational(1, 2),) * 2})
    for whole, hint in zip(against, hints, strict=True):
        assert Session().refute(whole, hint).status == "refuted"
    assert Session().theorem(listed).status == "proved"


@pytest.mark.parametrize("name", ["y1", "y2", "y_", "y"])
def test_an_outcome_is_no_element_of_a_listed_set(name: str) -> None:
    """A statement about every outcome is not read as one about the outcome that the list calls so."""
    other = Outcome(name)
    half, less = Rational(1, 2), Rational(1, 4)
    for masses in ((half, less, less), (less, half, less), (less, less, half)):
        with as_written():
            free = Theorem(title="Free", claim=P(other) <= less, where={P: masses})
            every = Theorem(title="Every", claim=ForAll(other, P(other) <= less), where={P: masses})
            number = parameter(name, at_least=0)
            beside = Theorem(
                title="Beside",
                claim=ForAll(Outcome("w"), P(Outcome("w")) <= less + number),
                where={P: masses},
            )
        for whole in (free, every, beside):
            assert Session().theorem(whole).status == "unknown"
            assert Session().refute(whole, variant()).status in ("refuted", "unknown")


BAD = [
    "", " ", "1x", "_x", "x y", "x'", "x-y", "eps\n", "\u0435ps", "\u03b5", "x\u200b", "\uff58", "x.y", "#0", "~1",
    "@exp", "+",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_name_is_refused_at_once(name: str) -> None:
    for make in (parameter, Outcome, language_function, lambda n: Outcome("y", n)):
        with pytest.raises(StatementError, match="is called"):
            make(name)


def test_what_does_not_go_through_the_language_is_refused_too() -> None:
    from sympy import Function, Symbol

    with as_written():
        with pytest.raises(StatementError, match="is called"):
            Theorem(title="Function", claim=Eq(Total(Function("f g")(y), y), 1))
        with pytest.raises(StatementError, match="not declared"):
            Theorem(title="Symbol", claim=Symbol("x") <= 1)
    with pytest.raises(StatementError, match="real numbers"):
        Outcome("y", "R")
    with pytest.raises(StatementError, match="ASCII"):
        parameter("a", latex="\u0430")


X, X_POS = parameter("x"), parameter("x", at_least=0)
LAM, LAM_ = parameter("lam", latex=r"\lambda", at_least=0), parameter("lam_", latex=r"\lambda", at_least=0)
SAME = [
    (X, X_POS),
    (LAM, LAM_),
    (parameter("a", latex="c"), parameter("b", latex="c")),
    (parameter("a", latex="c"), parameter("b", latex=r"\mathit{c}")),
    (parameter("a", latex="c"), parameter("c")),
    (parameter("a", latex="c"), parameter("a", latex="d")),
    (parameter("p1"), parameter("p_1")),
    (parameter("eps_p"), parameter("a", latex=r"\varepsilon^{\prime}")),
    (parameter("n", integer=True), parameter("n", at_least=0)),
    (parameter("n", integer=True), parameter("n")),
    (parameter("x", at_least=parameter("t")), parameter("x", at_least=parameter("t", above=0))),
]  # fmt: skip


@pytest.mark.parametrize(("one", "two"), SAME)
def test_two_parameters_of_one_printed_name_are_refused(one: object, two: object) -> None:
    with as_written():
        made = [
            lambda: Theorem(title="Free", claim=one <= two),
            lambda: Theorem(title="Bound", claim=ForAll((two,), one <= two)),
            lambda: Theorem(title="Both bound", claim=ForAll((one,), Exists((two,), one <= two))),
            lambda: Theorem(title="Given", given=(0 <= one,), claim=0 <= two),
            lambda: Theorem(title="Masses", claim=PureDP(one), where={P: (two, 1 - two), Q: (two, 1 - two)}),
        ]
        for make in made:
            with pytest.raises(StatementError, match="both called") as refusal:
                make()
            assert one.name in str(refusal.value) and two.name in str(refusal.value)


def test_things_of_different_kind_with_one_name_are_refused() -> None:
    a, of_a, at_a = parameter("a"), language_function("a"), Outcome("a")
    in_b = Outcome("a", "Z")
    said = [a <= 0, 0 <= of_a(y), 0 <= P(at_a), 0 <= Q(in_b)]
    with as_written():
        for one, two in itertools.permutations(said, 2):
            with pytest.raises(StatementError, match="both called a"):
                Theorem(title="Kinds", given=(one,), claim=two)
        sequence, alone = language_function("D"), language_function("D")
        with pytest.raises(StatementError, match="both called D"):
            Theorem(title="Sorts", claim=Eq(sequence(a), alone(y)))


def test_a_step_brings_in_no_second_thing_of_a_printed_name() -> None:
    mu = parameter("mu", latex=r"\lambda", at_least=0)
    with as_written():
        with pytest.raises(StatementError, match=r"both called \\lambda"):
            Theorem(title="Let", claim=0 <= LAM, derivation=(let(mu, Integer(1), (mu > 0,)), have(0 <= LAM)))
        kept = Theorem(title="Domain", claim=X_POS <= X_POS + 1, derivation=have(X <= X + 1))
    assert Session().theorem(kept).status == "proved"


def test_a_near_miss_may_change_a_domain_but_is_one_statement() -> None:
    with as_written():
        whole = Theorem(title="Dropped", claim=-1 <= X_POS, near_misses={"any number": variant(-1 <= X)})
        assert Session().refute(whole, whole.near_misses["any number"]).status == "refuted"


def test_one_sign_in_several_spellings() -> None:
    assert printed(r"\mathit{c}") == printed("{c}") == printed(r"c\,") == "c"
    assert printed("p1") == printed("p_{1}") == "p_1"
    assert printed(r"\mathit{no}") == printed("no")


def test_names_the_search_makes_are_no_authors_names() -> None:
    tr = Translation()
    tr.declare("y1", "R")
    made = [tr.fresh("y1", "Y"), tr.fresh("y1", "Z"), tr.fresh("y2", "Y")]
    assert made == ["y1'", "y1''", "y2"] and all(NAME.match(n) for n in made)
