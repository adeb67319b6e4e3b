"""The section of near misses of an appendix: by the names of the statement, with values and conditions as on the page."""

from __future__ import annotations

from dpsym.document.media.appendix import near_misses_section
from dpsym.document.media.latex import Context
from dpsym.document.page import Links, MissResult, Page
from dpsym.language import (
    AllOf,
    Eq,
    ForAll,
    Implication,
    PureDP,
    Theorem,
    as_written,
    exp,
    function,
    have,
    log,
    parameter,
    point,
    variant,
)
from dpsym.language import steps as sp
from dpsym.prove.variants.mutants import mutants

a, b, c = (parameter(n, above=0) for n in "abc")
K, k, t = parameter("K"), parameter("k", integer=True, at_least=0), parameter("t")
F = function("F", law=False)


def section(entry: Theorem, *misses: MissResult) -> str:
    """The section for one theorem, in one line."""
    page = Page("t", entry, "proved", near_misses=misses)
    return " ".join(near_misses_section([page], Context(known=("t",)), Links.of([page])).split())


def test_a_near_miss_uses_the_names_of_the_statement():
    """Both those of the file and the computed ones."""
    with as_written():
        long = log((a * exp(b) + c) / (a * exp(-b) + c))
        miss = variant(long**2 <= 0)
        entry = Theorem(
            title="T", given=[a <= b], claim=long <= b, define={K: long}, near_misses={"squared": miss}
        )
    at = point({a: 1, b: 1, c: 1})
    number = next(n for n, m in enumerate(mutants(entry)) if not m.hypotheses)
    text = section(entry, MissResult("squared", True, at), MissResult("", True, at, mutant=number))
    assert r"\log" not in text and "K" in text and text.count("fails") >= 2


def test_a_value_of_a_function_at_0_keeps_its_argument():
    """F(0) beside F(t): not an F of its own name."""
    with as_written():
        entry = Theorem(
            title="T",
            given=[Eq(F(0), a), ForAll((t,), F(t) <= a)],
            claim=F(t) + F(0) <= 2 * a,
            near_misses={"less": variant(F(t) + F(0) <= F(0))},
        )
    text = section(entry, MissResult("less", True, point({a: 1})))
    assert "F(0)" in text and "F_{0}" not in text


def test_one_supposition_after_if_has_no_mark_and_what_it_leads_to_is_told_apart():
    """`if X; then Y`: where the parts reach to the end of their sentences."""
    with as_written():
        inner = ForAll(k, AllOf(Implication(F(k) > 0, F(k) > 1), F(k) < 9))
        miss = variant(Implication(AllOf(inner), a <= c))
        entry = Theorem(title="T", claim=a + b > 0, near_misses={"other": miss})
    text = section(entry, MissResult("other", True, point({c: 1})))
    assert r"if for every integer $k \ge 0$, the following hold: (a)" in text and r"; then $a \le c$" in text


def test_a_name_is_not_said_again_where_a_step_repeats_it():
    """`Let z = F(k)` with `exp(z) = exp(F(k))` among what it has: the second says no more."""
    from dpsym.document.media.markdown import markdown

    z = parameter("z")
    with as_written():
        step = sp.Let(z, F(k), (Eq(exp(z), exp(F(k))), z <= 7))
        entry = Theorem(title="T", claim=a + b > 0, derivation=(step, have(z + a <= 7 + b, "so")))
    page = markdown(Page("t", entry, "proved"))
    assert "Let $z =" in page and "e^{z} = e" not in page and r"z \le 7" in page


def test_a_point_is_said_in_the_order_of_the_statement():
    """Letters and laws, in whatever order the search has found them."""
    with as_written():
        entry = Theorem(
            title="T",
            given=[PureDP(a), b <= c],
            claim=PureDP(b),
            near_misses={"exchanged": variant(PureDP(c))},
        )
    at = point({c: 2, b: 1, a: log(3)}, Q=(0, 1), P=(1, 0))
    text = section(entry, MissResult("exchanged", True, at))
    places = [text.rindex(said) for said in (r"$a =", "$b =", "$c =", "$P =", "$Q =")]
    assert places == sorted(places)
