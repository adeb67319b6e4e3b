"""LaTeX as papers write it is read in the one way it can be meant, or refused with a reason and a place."""

from __future__ import annotations

import pytest

from dpsym.audit.displays import Reading
from dpsym.audit.reading import Line, read
from dpsym.audit.tokens import place

NAMES = "a, b, c, x, y_1, p, q, k, t, eps, eps_1, eps_prime, delta, rho, alpha, sigma, mu, lambda, eps_out"


def lines(display: str, declared: str = NAMES, before: str = "") -> list[Line]:
    """The lines of one display."""
    return list(read(f"{before}\n% dpsym: {declared}\n{display}", "x.tex").lines)


def reading(formula: str, before: str = "", declared: str = NAMES) -> str:
    """How one side is read, or the reason why it is not."""
    (line,) = lines(f"\\[ {formula} = 7 \\]", declared, before)
    return line.why or line.left


READ = {
    r"p e^{\varepsilon}": "p*exp(eps)",
    r"2\rho\log(1/\delta)": "2*rho*log(1/delta)",
    r"(1-p)q": "(1 - p)*q",
    r"\frac12 a": "1/2*a",
    r"\tfrac{a}{b}c": "a/b*c",
    r"-x^2": "-x^2",
    r"a-b-c": "a - b - c",
    r"a-(b-c)": "a - (b - c)",
    r"\frac{a}{bc}": "a/(b*c)",
    r"a/(bc)": "a/(b*c)",
    r"2^{-k}": "2^(-k)",
    r"e^{-t^2/2}": "exp(-t^2/2)",
    r"\mathrm{e}^{x}": "exp(x)",
    r"\exp(a)b": "exp(a)*b",
    r"\Phi(x)a": "Phi(x)*a",
    r"\Phi^{-1}(1-\delta)": "Phi_inv(1 - delta)",
    r"\log^2 x": "log(x)^2",
    r"\log\frac pq": "log(p/q)",
    r"p\log\frac{p}{q}": "p*log(p/q)",
    r"\log a + b": "log(a) + b",
    r"\sqrt 2 x": "sqrt(2)*x",
    r"\sqrt[3]{x}": "x^(1/3)",
    r"\log_2 x": "log(x)/log(2)",
    r"|a-b|-|a|": "abs(a - b) - abs(a)",
    r"\left|x-\left|a\right|\right|": "abs(x - abs(a))",
    r"\varepsilon'": "eps_prime",
    r"\epsilon^{\prime}": "eps_prime",
    r"\varepsilon_{\mathrm{out}}": "eps_out",
    r"\varepsilon_1^2": "eps_1^2",
    r"y_{1}": "y_1",
    r"\max\{a, b\} c": "max(a, b)*c",
    r"\bigl(a+b\bigr)\Bigl[c\Bigr]": "(a + b)*c",
    r"x+\underbrace{a+b}_{\text{both}} + c": "x + (a + b) + c",
    r"{a}b": "a*b",
    r"\operatorname{erfc}(x)": "erfc(x)",
    r"1/2 \cdot x": "1/2*x",
    r"a\,b\;c\quad": "a*b*c",
    r"\{a+b\}c": "(a + b)*c",
    r"0.05": "0.05",
    r"x^{1/2}": "x^(1/2)",
    r"2^{2^{k}}": "2^(2^k)",
    r"e": "e",
    r"\sin@": "",
}
REFUSED = {
    r"a/bc": "two readings",
    r"a/b c": "two readings",
    r"a/b\cdot c": "two readings",
    r"a/b/c": "two readings",
    r"\log x a": "two readings",
    r"\log(x) a": "two readings",
    r"\log x \cdot a": "two readings",
    r"\log x/a": "two readings",
    r"\log(x)^2": "two readings",
    r"\ln 2x": "two readings",
    r"\sinh^{-1} x": "two readings",
    r"f(x)": "a number or a function",
    r"a(x)": "looks like a function",
    r"a(b,c)": "looks like a function",
    r"x^12": "TeX takes one digit",
    r"1,000": "two readings",
    r"1\,000": "two numbers",
    r"1{,}000": "two readings",
    r"a^b^c": "two powers",
    r"x^2_1": "an index of this",
    r"x_{a}": "may be an index",
    r"x_{-1}": "index of x is not read",
    r"x^{*}": "declare it",
    r"x^{\top}": "no power",
    r"|a|b|c|": "two readings",
    r"|a|b-c|x|": "two readings",
    r"x!": "factorial",
    r"{a+b}^2": "write brackets",
    r"2{a+b}c": "braces are not printed",
    r"x-{a+b}": "braces are not printed",
    r"a/{bc}": "braces are not printed",
    r"\frac{a}{b}^2": "write brackets",
    r"\underbrace{a+b}_{c} x": "braces are not printed",
    r"1e-6": "two readings",
    r"x2": "two readings",
    r"(a+b)2": "two readings",
    r"\sum_{i=1}^{k} x": "a sum over an index",
    r"\prod_i x": "a product over an index",
    r"\int x": "an integral",
    r"\lim x": "a limit",
    r"\|x\|": "a norm",
    r"\infty": "infinity",
    r"a \pm b": "two signs",
    r"a \cdot -b": "a sign directly after",
    r"{a \over b}": "write \\frac",
    r"\binom{a}{b}": "a binomial",
    r"\begin{cases} a \\ b \end{cases}": "one display for each case",
    r"z": "not declared",
    r"\mathbb{E}[x]": "expectation",
    r"\Pr[x]": "a probability",
    r"a + \foo": "'\\foo' is not read",
    r"\max a": "needs a list",
    r"(a, b)": "a list in brackets",
    r"(a + b": "no relation was expected",
    r"(a + b]": "closes another bracket",
    r"\sqrt{}": "argument is missing",
    r"\log \exp": "a factor was expected",
    r"a + ": "a factor was expected",
    r"2 3.4.5": "a number was expected",
}


@pytest.mark.parametrize("formula", [f for f in READ if READ[f]])
def test_what_papers_write_is_read_as_they_mean_it(formula: str) -> None:
    assert reading(formula) == READ[formula]


@pytest.mark.parametrize("formula", REFUSED)
def test_what_has_two_readings_or_none_is_refused_with_the_reason(formula: str) -> None:
    (first, *_) = lines(f"\\[ {formula} = 7 \\]")
    assert REFUSED[formula] in first.why, (first.left, first.why)


def test_two_shapes_of_epsilon_are_two_letters_where_both_are_in_use() -> None:
    found = read("% dpsym: eps, epsilon\n\\[ \\epsilon + \\varepsilon = 1 \\]", "x").lines
    assert found[0].left == "epsilon + eps"
    assert reading(r"\epsilon + x") == "eps + x"


def test_macros_without_side_effects_are_expanded() -> None:
    before = (
        r"\newcommand{\eps}{\varepsilon}\newcommand{\ex}[2][2]{e^{#1#2}}\DeclareMathOperator{\erfc}{erfc}"
    )
    assert reading(r"\ex{x}+\ex[3]{\eps}", before) == "exp(2*x) + exp(3*eps)"
    assert reading(r"\erfc(x)", before) == "erfc(x)"
    assert reading(r"\abs{x-a}b", r"\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}") == "abs(x - a)*b"
    assert reading(r"\abs*{x}", r"\DeclarePairedDelimiter\abs{\lvert}{\rvert}") == "abs(x)"
    assert reading(r"\old(x)", r"\let\old\log\renewcommand{\log}{\exp}") == "log(x)"
    assert reading(r"\log(x)", r"\let\old\log\renewcommand{\log}{\exp}") == "exp(x)"


@pytest.mark.parametrize(
    "before",
    [
        r"\newcommand{\f}{\f\f}",
        r"\def\f#1.{x}",
        r"{\newcommand{\f}{x}}",
        r"\ifx\a\b\newcommand{\f}{x}\fi",
        r"\NewDocumentCommand{\f}{m}{x}",
        r"\edef\f{x}",
        r"\newcommand{\f}[z]{x}",
        r"\newcommand{\f}{#1}",
    ],
)
def test_macros_that_may_mean_something_else_are_refused(before: str) -> None:
    why = reading(r"\f", before)
    assert "\\f" in why and why != "x"


def shown(display: str, before: str = "") -> list[str]:
    return [(x.why and "?") or f"{x.left} {x.relation} {x.right}" for x in lines(display, before=before)]


def test_rows_continue_their_own_chain() -> None:
    assert shown(r"\begin{align} a &\le b \\ &= c \\ &< x \end{align}") == ["a <= b", "b = c", "c < x"]
    side = r"\begin{align} a &\le a+b && \text{since } b>0 \\ &\le a+b+c \end{align}"
    assert shown(side) == ["a <= a + b", "?", "a + b <= a + b + c"]
    two = r"\begin{align} a &\le b, c \le x \\ &\le k \end{align}"
    assert shown(two)[-1] == "?"


def test_rows_that_go_on_with_a_side() -> None:
    assert shown("\\begin{align} a &= b \\\\ &\\quad + c \\end{align}") == ["a = b + c"]
    assert shown("\\begin{multline} a + b \\\\ + c = x \\end{multline}") == ["a + b + c = x"]
    broken = r"\begin{align} a &= \left( b \right. \\ &\left. + c \right) \end{align}"
    assert shown(broken) == ["a = b + c"]
    assert shown(r"\begin{align} a &= \\ & b \end{align}") == ["a = b"]
    assert shown(r"\begin{align} a &= b = \\ &= c \end{align}") == ["a = b", "b = c"]


def test_columns_commas_and_lists() -> None:
    assert shown(r"\begin{align} a &= b & c &= x \end{align}") == ["a = b", "c = x"]
    assert shown(r"\[ a = b, \quad c = x \]") == ["a = b", "c = x"]
    assert shown(r"\[ a, b \ge 0 \]") == ["?"]
    assert shown(r"\[ a \ge b, c \]") == ["?"]
    assert shown(r"\[ a \le 1,000 \]") == ["?"]
    assert shown(r"\begin{eqnarray} a &=& b \\ &\le& c \end{eqnarray}") == ["a = b", "b <= c"]


@pytest.mark.parametrize(
    "display",
    [
        r"\[ a \approx b \]",
        r"\[ a \lesssim b \]",
        r"\[ a \not= b \]",
        r"\[ a \in b \]",
        r"\[ a := b \]",
        r"\[ a \stackrel{\text{def}}{=} b \]",
        r"\[ a \equiv b \]",
        r"\[ O(a) = b \]",
        r"\[ a = b \implies b = a \]",
        r"\[ a = b \quad\forall a > 1 \]",
        r"\[ \Pr[a \le b] \]",
        r"\[ {a \le b} \]",
        r"\[ a \le b \quad + c \]",
        r"\[ a \stackrel{d}{=} b \]",
        r"\[ a \overset{?}{=} b \]",
        r"\[ a \underset{a\to\infty}{<} b \]",
        r"\[ a \overset{b\rightarrow 0}{\le} b \]",
        r"\[ a \overset{\Delta}{=} b \]",
        r"\[ a \le b \text{ or } b \le a \]",
    ],
)
def test_what_is_no_relation_of_numbers_is_reported_and_not_judged(display: str) -> None:
    found = lines(display)
    assert found and found[-1].why


def test_every_relation_sign_is_accounted_for() -> None:
    display = (
        r"\begin{align} a &\overset{(i)}{\le} b \\ {c < x} \\ &\mathrel{=} c_{x=1} \phantom{=} \end{align}"
    )
    assert [(x.relation, bool(x.why)) for x in lines(display)] == [("<=", False), ("=", True)]
    alone = lines(r"\begin{align} a &\le b \\ & \text{and} \\ {c < x} \end{align}")
    assert [(x.relation, bool(x.why)) for x in alone] == [("<=", False), ("<", True)]


def test_a_relation_over_a_sign_is_kept() -> None:
    (line,) = lines(r"\[ a \overset{(c)}{=} b \]")
    assert (line.left, line.relation, line.right, line.over) == ("a", "=", "b", "(c)")


def test_places_are_those_of_the_sign() -> None:
    text = "% dpsym: a, b\n\\begin{align}\n  a &= b\n\\end{align}"
    (line,) = read(text, "x.tex").lines
    assert (line.line, line.column) == place(text, text.index("=")) == (3, 6)


def test_what_a_comment_or_verbatim_text_holds_is_no_display() -> None:
    text = "% \\[ a = b \\]\n\\begin{verbatim}\\[ a = b \\]\\end{verbatim}\\iffalse \\[ 1 = 2 \\] \\fi \\verb|$$1=2$$|"
    assert read(text, "x.tex").lines == ()


DEAD = [
    "\\begin{comment}\nNOTE\n\\end{comment}",
    "\\iffalse\nNOTE\n\\[ 1 = 2 \\]\n\\fi",
    "\\iffalse \\ifx a b \\fi \\first\nNOTE\n% \\fi\n\\[ 1 = 2 \\]\n\\else \\relax \\fi",
    "\\begin{verbatim}\nNOTE\n\\end{verbatim}",
]


@pytest.mark.parametrize("dead", DEAD)
@pytest.mark.parametrize("note", ["% dpsym all: a > 3", "% dpsym define: a := 3", "% dpsym skip"])
def test_what_is_left_out_of_a_paper_declares_nothing(dead: str, note: str) -> None:
    text = f"{dead.replace('NOTE', note)}\n% dpsym: a > 0\n\\[ a > 1 \\]\n\\end{{document}}\n{note}\n\\[ a = 2 \\]"
    (line,) = read(text, "x.tex").lines
    assert (line.left, line.relation, line.right, line.why) == ("a", ">", "1", "")
    assert len(line.scope.conditions) == 1 and not line.scope.lets


def test_what_follows_else_of_a_false_condition_is_read() -> None:
    text = "% dpsym all: a > 0\n\\iffalse \\[ a = 1 \\] \\else \\[ a > 0 \\] \\fi \\[ a > 1 \\]"
    assert [line.right for line in read(text, "x.tex").lines] == ["0", "1"]


@pytest.mark.parametrize(
    ("text", "rights"),
    [
        ("\\iftrue \\[ a > 0 \\] \\else \\[ a = 1 \\] \\fi \\[ a > 1 \\]", "01"),
        ("\\iftrue \\[ a > 0 \\] \\fi \\[ a > 1 \\]", "01"),
        ("\\iftrue \\iffalse \\[ a = 1 \\] \\else \\[ a > 0 \\] \\fi \\else \\[ a = 2 \\] \\fi \\[ a > 1 \\]", "01"),
        ("\\iftrue \\ifx a b \\[ a > 0 \\] \\else \\[ a > 1 \\] \\fi \\else \\ifx a b \\else \\fi \\[ a = 2 \\] \\fi", "01"),
        ("\\iftrue \\[ a > 0 \\] \\else\n% dpsym all: a > 3\n\\[ a = 1 \\] \\fi \\[ a > 1 \\]", "01"),
        ("\\newif\\ifx \\let\\ifdraft\\iftrue \\ifdraft \\[ a > 0 \\] \\else \\[ a > 1 \\] \\fi \\[ a > 2 \\]", "012"),
        ("\\let\\ifdraft=\\iffalse \\[ a > 0 \\] \\ifdraft \\[ a > 1 \\] \\fi \\[ a > 2 \\]", "012"),
    ],
)  # fmt: skip
def test_of_a_condition_that_is_known_one_branch_is_read(text: str, rights: str) -> None:
    found = read(f"% dpsym all: a > 0\n{text}", "x.tex").lines
    assert [line.right for line in found] == list(rights)
    assert all(len(line.scope.conditions) == 1 for line in found)


def test_a_definition_under_an_open_condition_stays_in_doubt() -> None:
    text = "\\ifx a b \\iffalse \\else \\fi \\newcommand{\\one}{1} \\fi\n% dpsym: a > 1\n\\[ a > \\one \\]"
    (line,) = read(text, "x.tex").lines
    assert "inside of a group or condition" in line.why


def test_formulas_in_the_text_are_judged_where_they_are_chains() -> None:
    text = "% dpsym: a, b, p\nLet $0 < p < 1$ and $a \\le b$. Then $p(1-p) \\le p + 0 \\le p + 1$."
    found = read(text, "x.tex").lines
    assert [f"{x.left} {x.relation} {x.right}" for x in found] == ["p*(1 - p) <= p + 0", "p + 0 <= p + 1"]
    inline = read("% dpsym: a, b\n% dpsym inline\nSo $a \\le b$.", "x.tex").lines
    assert [f"{x.left} {x.relation} {x.right}" for x in inline] == ["a <= b"]


def test_declarations_hold_for_the_next_display_only() -> None:
    text = "% dpsym: a > 0\n\\[ a > 0 \\]\n\\[ a > 0 \\]\n% dpsym all: a\n\\[ a > 0 \\] \\[ a = a \\]"
    assert [bool(x.why) for x in read(text, "x.tex").lines] == [False, True, False, False]


@pytest.mark.parametrize(
    "note",
    [
        "% dpsym: a >",
        "% dpsym let: a = 3",
        "% dpsym let: log(x) := x",
        "% dpsym let: f() := 1",
        "% dpsym pair: P",
        "% dpsym colour: red",
        "% dpsym: e > 0",
        "% dpsym: KL <= 1",
        "% dpsym: a < oo",
        "% dpsym: a > 0\n% dpsym let: a := 2",
        "% dpsym positive: P, Q",
    ],
)
def test_declarations_that_cannot_be_read_are_told(note: str) -> None:
    found = read(f"{note}\n\\[ 1 < 2 \\]", "x.tex").lines
    assert found[0].why


def test_abbreviations_stand_for_what_they_say() -> None:
    text = "% dpsym: t, a\n% dpsym let: f(x) := x^2 + t; h := f(a + 1)\n\\[ f(a) + h = 1 \\]"
    (line,) = read(text, "x.tex").lines
    assert line.sides is not None
    from dpsym.audit.said import said

    assert said(line.scope.unfold(line.sides[0])) == "a^2 + t + (a + 1)^2 + t" or line.left == "f(a) + h"
    loop = read("% dpsym let: a := a + 1\n\\[ a = 1 \\]", "x.tex").lines
    assert loop[0].sides is not None


@pytest.mark.parametrize(
    ("before", "certain"), [("", True), ("\\ifdraft ", False), ("\\ifdraft \\ifmmode a\\fi ", False)]
)
def test_a_definition_under_a_condition_is_in_doubt(before: str, certain: bool) -> None:
    """A condition that is only named is not open, and one that is closed inside of another closes only itself."""
    text = f"\\newif\\ifdraft {before}\\newcommand{{\\e}}{{\\varepsilon}}" + "\\fi " * bool(before)
    reading = Reading(text)
    reading.displays()
    assert (reading.macros["e"].why == "") == certain and not reading.conditionals
