"""What is said of lines: nothing follows unless it is proved, under conditions that hold somewhere."""

from __future__ import annotations

import pytest

from dpsym.audit.judging import (
    CITED,
    CONTRADICTORY,
    DECLARED,
    FAILS,
    FOLLOWS,
    NO_VALUE,
    NOT_READ,
    PROVED,
    UNDECIDED,
    Judge,
    Judged,
)
from dpsym.audit.nearest import around_of, nearest
from dpsym.audit.reading import read

JUDGE = Judge()


def judged(formula: str, *declared: str) -> list[Judged]:
    notes = "\n".join(f"% dpsym{'' if d.startswith((' ', ':')) else ': '}{d}" for d in declared)
    text = f"{notes}\n\\begin{{align}} {formula} \\end{{align}}"
    return [JUDGE.line(x) for x in read(text, "x.tex").lines]


def one(formula: str, *declared: str) -> Judged:
    (j,) = judged(formula, *declared)
    return j


TRUE = [
    (r"p(1-p) &\le \frac14", "p"),
    (r"\frac{pe^{\varepsilon}}{1-p+pe^{\varepsilon}} &\le pe^{\varepsilon}", "0 < p < 1, eps >= 0"),
    (r"\exp\left(-\frac{t^2}{2}\right) &\le 1", "t"),
    (r"\log(1+x) &\le x", "x >= 0"),
    (r"e &> 2.718", "a"),
    (r"\frac12\left|a-b\right| &\le \max\{a,b\}", "a >= 0, b >= 0"),
    (r"1-\Phi(t) &\le \frac12", "t >= 0"),
    (r"e^{\log x} &= x", "x > 0"),
    (r"|x-1|-|x| &\le |(x-1)-x|", "x"),
]
FALSE = [
    (r"p(1-p) &\le \frac15", "p", {"p": "1/2"}),
    (r"\sqrt{x^2} &= x", "x", {"x": "-1"}),
    (r"e^{a+b} &= e^a+e^b", "a, b", {}),
    (r"1-\Phi(t) &\le \frac14", "t >= 0", {}),
    (r"\tanh x &\ge x", "x > 0", {}),
    (r"\frac{\delta}{\varepsilon} &\le \frac{\varepsilon}{\delta}", "eps > 0, delta > 0", {}),
]


@pytest.mark.parametrize(("formula", "declared"), TRUE)
def test_true_lines_follow_and_are_proved(formula: str, declared: str) -> None:
    j = one(formula, declared)
    assert (j.verdict, j.evidence) == (FOLLOWS, PROVED), j
    assert j.answer is not None and j.answer.certificate is not None


@pytest.mark.parametrize(("formula", "declared", "values"), FALSE)
def test_false_lines_fail_at_a_point_with_both_sides(
    formula: str, declared: str, values: dict[str, str]
) -> None:
    j = one(formula, declared)
    assert j.verdict == FAILS and j.point is not None
    assert j.point["left"] and j.point["right"]
    assert values.items() <= j.point["values"].items()


@pytest.mark.parametrize(
    ("formula", "declared"),
    [
        (r"\frac{x}{x} &= 1", "x"),
        (r"0\cdot\log x &= 0", "x"),
        (r"\log(x^2) &= 2\log x", "x"),
        (r"0\cdot\frac{1}{x} &= 0", "x"),
        (r"\sqrt{x}-\sqrt{x} &= 0", "x"),
        (r"\log(-1) &= 0", "x"),
        (r"\frac{1}{0} &= 1", "x"),
    ],
)
def test_a_line_of_which_a_term_has_no_value_does_not_follow(formula: str, declared: str) -> None:
    j = one(formula, declared)
    assert (j.verdict, j.evidence) == (FAILS, NO_VALUE)
    assert j.point is not None and j.point["reason"]


@pytest.mark.parametrize(
    "declared", ["x > 1, x < 0", "x > 0, y > 0, x*y < 0", "x, x^2 < 0", "x, exp(x) < 0", "x > 0, log(x) > x"]
)
def test_nothing_follows_from_conditions_that_contradict_each_other(declared: str) -> None:
    for formula in ("1 &= 2", "x &< x+1", "x &= x"):
        j = one(formula, declared)
        assert j.verdict == NOT_READ and j.evidence in (CONTRADICTORY, ""), j


@pytest.mark.parametrize("declared", ["x >= 1, x <= 1, x != 1", "k natural, 2*k = 1"])
def test_nothing_is_said_where_no_point_of_the_conditions_is_known(declared: str) -> None:
    letter = declared[0]
    for formula in ("1 &= 2", f"{letter} &\\ge {letter}"):
        assert one(formula, declared).verdict in (UNDECIDED, NOT_READ)


def test_conditions_without_a_value_are_told_of_the_conditions() -> None:
    j = one("x &> 1", "x, sqrt(x) > 1")
    assert j.verdict == NOT_READ and "declared" in j.reason


def test_hypotheses_that_no_pair_meets_give_nothing() -> None:
    for given in (" given: KL <= -1", " given: PureDP(eps), TV > 1"):
        j = one("1 &= 2", " pair: P, Q", ": eps >= 0", given)
        assert j.verdict in (UNDECIDED, NOT_READ)


def test_a_dropped_condition_is_noticed() -> None:
    assert one(r"e^{x} &\le 1+2x", "0 <= x <= 1").verdict == FOLLOWS
    assert one(r"e^{x} &\le 1+2x", "0 <= x").verdict == FAILS


def test_conditions_in_words_beside_a_line_are_looked_up_and_never_used() -> None:
    first, second = judged(r"x &\ge 0 && \text{for } x \ge 1", "x >= 0")
    assert first.verdict == FOLLOWS and second.verdict == NOT_READ
    _, known = judged(r"x &\ge 0 && \text{for } x \ge 1", "x >= 2")
    assert (known.verdict, known.evidence) == (FOLLOWS, DECLARED)


def test_unused_letters_are_left_out_of_a_point() -> None:
    j = one("a &< b", "a, b, c > 0")
    assert j.point is not None and set(j.point["values"]) == {"a", "b"}


PAIR = (" pair: P, Q",)


def test_a_pair_has_an_order() -> None:
    given = ": k >= 0", " given: HockeyStick(k) <= 0"
    assert one(r"\sum_y\max\{P(y)-e^kQ(y),0\} &\le 0", *PAIR, *given).verdict == FOLLOWS
    other = one(r"\sum_y\max\{Q(y)-e^kP(y),0\} &\le 0", *PAIR, *given)
    assert other.verdict == FAILS and other.point is not None and set(other.point["laws"]) == {"P", "Q"}
    assert one(r"D_{\mathrm{KL}}(Q\|P) &\le k", *PAIR, *given).verdict == NOT_READ


def test_a_notion_speaks_of_both_orders() -> None:
    given = ": eps >= 0", " given: PureDP(eps)"
    assert one(r"\sum_y\max\{Q(y)-e^\varepsilon P(y),0\} &\le 0", *PAIR, *given).verdict == FOLLOWS


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        (r"\sum_y P(y) &= 1", FOLLOWS),
        (r"\sum_y P(y) &= 2", FAILS),
        (r"\sum_y\min\{P(y),Q(y)\} &\le 1", FOLLOWS),
        (r"\sum_y\sqrt{P(y)Q(y)} &\le 1", FOLLOWS),
        (r"\sum_y\sqrt{P(y)Q(y)} &\le \frac12", FAILS),
        (r"\sum_y P(y)Q(y) &\ge 1", FAILS),
    ],
)
def test_sums_of_masses_without_a_name(formula: str, verdict: str) -> None:
    assert one(formula, *PAIR).verdict == verdict


def test_a_mass_beside_a_sum_has_two_readings() -> None:
    assert one(r"\sum_y P(y)+Q(y) &\ge 1", *PAIR).verdict == NOT_READ
    assert one(r"\sum_y \bigl(P(y)+Q(y)\bigr) &= 2", *PAIR).verdict == FOLLOWS
    at_every_output = one(r"P(y) &\le e^{\varepsilon}Q(y)", *PAIR, ": eps >= 0", " given: PureDP(eps)")
    assert at_every_output.verdict in (FOLLOWS, UNDECIDED)
    assert one(r"P(y) &\le Q(y)", *PAIR).verdict in (FAILS, UNDECIDED)


def test_sums_with_divisors_need_positive_masses() -> None:
    chi = r"\sum_y\frac{P(y)^2}{Q(y)} &\ge 1"
    assert one(chi, *PAIR).evidence == NO_VALUE
    assert one(chi, *PAIR, " positive: P, Q").evidence == PROVED
    assert one(chi.replace("1", "2"), *PAIR, " positive: P, Q").verdict == FAILS


def test_what_rests_on_the_literature_is_told_apart() -> None:
    j = Judged(read("\\[ 1 = 1 \\]", "x").lines[0], FOLLOWS, CITED, rests_on=("a theorem",))
    from dpsym.audit.report import Found, statuses

    assert Found(j).shown == "follows, cited" and statuses([Found(j)]) == {"unknown"}


def lines_near(formula: str, declared: str) -> list[str]:
    found = judged(formula, declared)
    k = next(i for i, j in enumerate(found) if j.verdict == FAILS)
    return [n.text for n in nearest(found[k].line, JUDGE, around_of(found, k))]


@pytest.mark.parametrize(
    ("formula", "declared", "wanted"),
    [
        (r"(a-b)^2 &= a^2+2ab+b^2", "a, b", "(a - b)^2 = a^2 - 2*a*b + b^2"),
        (r"\frac{a}{b}\cdot b^2 &= \frac{b}{a}b^2", "a > 0, b > 0", "a/b*b^2 = a/b*b^2"),
        (r"p(1-p) &\le \frac18", "p", "p*(1 - p) <= 1/4"),
        (r"\cosh x &\le e^{-x^2/2}", "x", "cosh(x) <= exp(x^2/2)"),
    ],
)
def test_the_nearest_true_line_is_among_five_and_proved(formula: str, declared: str, wanted: str) -> None:
    found = lines_near(formula, declared)
    assert wanted in found, found


def test_an_edit_leaves_the_neighbours_true() -> None:
    found = lines_near(r"a^2-b^2 &= (a-b)(a-b) \\ &= a(a+b)-b(a+b)", "a, b")
    assert "a^2 - b^2 = (a - b)*(a + b)" in found
