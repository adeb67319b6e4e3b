"""The scope of a verdict is read off what the kernel accepted; an author cannot type it."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from sympy import Rational

from dpsym.kernel import Checked
from dpsym.kernel.terms import Tree, names
from dpsym.language import (
    Background,
    Eq,
    Example,
    ForAll,
    Implication,
    Outcome,
    P,
    PureDP,
    Q,
    StatementError,
    Theorem,
    Total,
    as_written,
    function,
    parameter,
    value,
    y,
)
from dpsym.library import load
from dpsym.lift import LEMMA, OUTPUTS, Reach, reach
from dpsym.prove.scope import covered, scope_of, summed_to_one
from dpsym.prove.session import Session
from dpsym.prove.verdict import ANALYSIS

x, i = parameter("x", at_least=0), Outcome("i", "I")
numbers = function("a", law=False)
F = function("F")
d = Outcome("d", "D")
OF_DATA = function("V")(d)
HALF = Rational(1, 2)


def test_an_author_cannot_type_a_scope() -> None:
    with pytest.raises(TypeError, match="scope"):
        Theorem(title="Scope", claim=x <= x + 1, scope="all continuous mechanisms")  # type: ignore[call-arg]


with as_written():
    STATEMENTS = [
        (Theorem(title="Any output of all continuous mechanisms", claim=x <= x + 1), "numbers"),
        (Theorem(title="Function of numbers", claim=Eq(F(x), F(x))), "numbers"),
        (
            Theorem(title="Pair", given=(PureDP(x),), claim=PureDP(x + 1)),
            f"all finite outputs; any outputs {LEMMA}",
        ),
        (Theorem(title="Law", claim=Eq(Total(P(y), y), 1)), f"all finite outputs; any outputs {LEMMA}"),
        (
            Theorem(title="Coordinates", claim=Eq(Total(numbers(i), i), Total(numbers(i), i))),
            "all finite sets I",
        ),
        (
            Theorem(title="Both", claim=Eq(Total(P(y), y) + Total(numbers(i), i), 1 + Total(numbers(i), i))),
            f"all finite outputs; all finite sets I; any measurable Y {LEMMA}, I finite",
        ),
        (
            Theorem(title="Listed", claim=Eq(Total(P(y), y), 1), where={P: (HALF, HALF)}),
            "the listed pair",
        ),
        (
            Theorem(
                title="Listed beside any",
                claim=Eq(Total(P(y), y) + Total(function("M")(Outcome("z", "Z")), Outcome("z", "Z")), 2),
                where={P: (HALF, HALF)},
            ),
            f"all finite sets Z; Y listed; any measurable Z {LEMMA}, Y finite",
        ),
        (
            Theorem(title="A law of the data", claim=Eq(Total(OF_DATA, d), 1)),
            f"all finite sets D; any measurable D {LEMMA}",
        ),
        (
            Theorem(
                title="A law of the data, and one of the outputs", claim=Eq(Total(P(y), y), Total(OF_DATA, d))
            ),
            f"all finite outputs; all finite sets D; any measurable D, Y {LEMMA}",
        ),
    ]


@pytest.mark.parametrize(("theorem", "scope"), STATEMENTS, ids=lambda t: getattr(t, "title", ""))
def test_it_says_what_the_names_range_over(theorem: Theorem, scope: str) -> None:
    session = Session()
    found = session.settle(theorem)
    assert (found.status, found.scope) == ("proved", scope)
    assert covered(session.library[session.key(theorem)]).words == scope


def test_only_laws_of_outputs_make_it_one_of_outputs() -> None:
    """In the whole library: what is finite is called the outputs where it is the set of outputs, and by its name elsewhere."""
    session, called = Session(), set()
    for item in load():
        if not isinstance(item.entry, Theorem):
            continue
        checked = session.statement(item.entry).checked
        laws = {checked.sig.get(x) for x in summed_to_one(checked.claim)} - {*checked.sets}
        outputs = OUTPUTS in laws and OUTPUTS in sorts_of(checked)
        words, beyond = scope_of(checked, ()), reach(checked.claim, checked.sig, checked.sets)
        assert ("all finite outputs" in words) == outputs, item.name
        named = re.findall(r"all finite sets ([\w, ]+)", words)
        assert not outputs or not named or OUTPUTS not in named[0].split(", "), item.name
        if isinstance(beyond, Reach) and beyond.general and beyond.lane != "N":
            assert ("any outputs" in beyond.words) <= (beyond.general == (OUTPUTS,)), item.name
        called |= {(outputs, bool(laws - {OUTPUTS, None}))}
    assert called == {(True, True), (True, False), (False, True), (False, False)}


def sorts_of(checked: Checked) -> set[str]:
    """The sets over which the names of a claim range."""
    sorts = [checked.sig[name] for name in names(checked.claim) & set(checked.sig)]
    return {one for sort in sorts for one in ((sort,) if isinstance(sort, str) else sort)}


def test_an_outcome_is_an_output_unless_another_set_is_said() -> None:
    assert Outcome("z").space == y.space == OUTPUTS


def test_it_is_that_of_the_certificate_not_of_the_statement() -> None:
    law = ("=", ("sum", "y", ("P", "y")), Fraction(1))
    sig = {"y": "Y", "P": ("Y",), "unused": "Z"}
    assert scope_of(Checked(sig, {}, law)) == "all finite outputs"
    assert scope_of(Checked(sig, {"Y": ("y1",)}, law)) == "the listed pair"
    assert scope_of(Checked(sig, {}, ("<=", Fraction(0), Fraction(1)))) == "numbers"


# What is supposed: for every cut t, if an inequality holds at every output z up to it, one holds between the masses; and the
# same fact, or one like it, in other words.
AT, MASSES, UP_TO = ("<=", ("F", "z"), ("G", "z")), ("<=", ("D", "t"), ("E", "t")), ("<=", "z", "t")
POINTS = ("all", "z", ("->", UP_TO, AT))
SUPPOSED = {
    "up to a cut": ("all", "t", ("->", POINTS, MASSES)),
    "from a cut on": ("all", "t", ("->", ("all", "z", ("->", ("<=", "t", "z"), AT)), MASSES)),
    "at one cut": ("->", POINTS, ("<=", "c", "k")),
    "strictly": ("all", "t", ("->", ("all", "z", ("->", ("<", "z", "t"), ("<", *AT[1:]))), ("<", *MASSES[1:]))),
    "an equation": ("all", "t", ("->", ("all", "z", ("->", UP_TO, ("=", *AT[1:]))), ("=", *MASSES[1:]))),
    "the cut between": ("all", "t", ("->", ("all", "z", ("->", ("and", UP_TO, ("<", "c", "z")), AT)), MASSES)),
    "everywhere": ("->", ("all", "z", AT), MASSES),
    "contrary": ("all", "t", ("->", ("not", MASSES), ("ex", "z", ("and", UP_TO, ("not", AT))))),
    "as alternatives": ("all", "t", ("or", ("not", POINTS), MASSES)),
    "not both": ("all", "t", ("not", ("and", POINTS, ("not", MASSES)))),
    "beside a condition": ("all", "t", ("->", ("and", ("<", "c", "t"), POINTS), MASSES)),
    "twice supposed": ("all", "t", ("->", ("<", "c", "t"), ("->", POINTS, MASSES))),
    "of two outputs": ("->", ("all", "z", ("all", "w", ("<=", ("F", ("+", "z", "w")), ("G", "z")))), MASSES),
    "of a multiple": ("all", "k", ("->", ("all", "z", ("=", ("F", "z"), ("*", "k", ("G", "z")))), ("=", "c", "k"))),
    "a limit": ("->", ("all", "z", ("->", ("nat", "z"), ("<=", ("F", "z"), Fraction(0)))), ("<=", "c", Fraction(0))),
    "among others": ("and", ("<", "c", "k"), ("all", "t", ("->", POINTS, MASSES))),
}  # fmt: skip
OF_NUMBERS = {**dict.fromkeys("FGDE", ("R",)), **dict.fromkeys("zwtck", "R")}


@pytest.mark.parametrize("supposed", SUPPOSED.values(), ids=SUPPOSED)
def test_it_says_where_a_hypothesis_is_a_fact_of_analysis(supposed: Tree) -> None:
    """From what holds at every number to what holds of other numbers, as a hypothesis: no rule of the kernel."""
    claim = ("->", supposed, ("<=", "c", "k"))
    for said in (claim, ("all", "c", ("->", ("<", "c", "k"), claim)), ("and", claim, AT), ("not", supposed)):
        assert scope_of(Checked(OF_NUMBERS, {}, said)) == f"numbers; {ANALYSIS}"
    assert scope_of(Checked(OF_NUMBERS, {}, supposed)) == "numbers"  # shown, and not supposed
    of_set = {**OF_NUMBERS, "F": ("Z",), "G": ("Z",), "z": "Z", "w": "Z"}
    if "nat" not in repr(supposed) and "<=', 'z'" not in repr(supposed):
        assert scope_of(Checked(of_set, {}, claim)) == "all finite sets Z"  # no integral is over a finite set


RISES = ("all", "t", ("->", UP_TO, ("<=", ("F", "z"), ("F", "t"))))
NEAR = ("all", "z", ("->", ("<", ("*", "z", "z"), "w"), ("<=", ("F", "z"), "k")))
OF_FUNCTIONS = {
    "rising": ("all", "z", RISES),
    "bounded": ("all", "z", ("<=", ("F", "z"), "c")),
    "continuous": ("all", "k", ("->", ("<", Fraction(0), "k"), ("ex", "w", ("and", ("<", Fraction(0), "w"), NEAR)))),
    "reaching": ("ex", "z", ("=", ("F", "z"), "c")),
    "where a number is small": ("->", ("<=", "c", "k"), ("all", "z", AT)),
}  # fmt: skip


@pytest.mark.parametrize("supposed", OF_FUNCTIONS.values(), ids=OF_FUNCTIONS)
def test_what_finitely_many_values_can_make_false_is_no_fact_of_analysis(supposed: Tree) -> None:
    """Of a function whose values are given anyone sees whether it is so; nothing is taken from a theory."""
    assert scope_of(Checked(OF_NUMBERS, {}, ("->", supposed, ("<=", "c", "k")))) == "numbers"


def test_a_fact_of_analysis_counts_where_the_certificate_uses_it() -> None:
    """What the proof does not need it does not rest on."""
    z, t, c = parameter("z"), parameter("t"), parameter("c")
    D = function("D", law=False)
    f, d = F(z), D(t)
    supposed = ForAll(t, Implication(ForAll(z, f <= 0), d <= 0))
    with as_written():
        used = Theorem(title="Used", given=(supposed, ForAll(z, f <= 0)), claim=d <= 0)
        idle = Theorem(title="Idle", given=(supposed, c <= 0), claim=c <= 1)
        shown = Theorem(title="Shown", given=ForAll(t, d <= 0), claim=supposed)
    session = Session()
    assert session.settle(used).scope == f"numbers; {ANALYSIS}"
    assert session.settle(idle).scope == "numbers"
    assert session.settle(shown).scope == "numbers"
    assert session.settle(
        Theorem(title="By it", given=(supposed, ForAll(z, f <= 0)), claim=d <= 1)
    ).scope.endswith(ANALYSIS)


def test_one_claim_has_one_scope_whatever_it_is_called() -> None:
    session = Session()
    with as_written():
        one, two = (Theorem(title=t, claim=x <= x + 2) for t in ("For densities", "For countable outputs"))
    assert session.settle(one) == session.settle(two)


def test_what_is_not_proved_or_no_theorem() -> None:
    with as_written():
        cited = Theorem(title="Cited", claim=ForAll(y, P(y) <= 1), cited="dwork2006")
        false = Theorem(title="False", claim=x + 1 <= x)
    session = Session()
    assert (session.settle(cited).status, session.settle(cited).scope) == ("cited", "all finite outputs")
    assert (session.settle(false).status, session.settle(false).scope) == ("unknown", "numbers")
    theorems = tuple(t for t, _ in STATEMENTS[:3])
    prose = session.settle(Background(title="Prose", restates=theorems))
    assert (prose.status, prose.scope) == ("context", "")  # prose claims nothing, whatever it restates
    assert session.settle(Background(title="Prose")).scope == ""
    assert (
        session.settle(Example(title="Value", values=(value("one", x, {x: 1}),))).scope == "the stated values"
    )


def test_masses_for_what_is_no_law_of_the_statement_are_refused() -> None:
    with as_written():
        whole = Theorem(title="Masses", claim=Eq(Total(P(y), y), 1), where={P: (HALF, HALF), Q: (HALF, HALF)})
    with pytest.raises(StatementError, match="masses are given for Q"):
        Session().settle(whole)
