"""Whole documents: they compile in four classes without a warning, twice to the same bytes, and fit their columns."""
# ruff: noqa: E501

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from xml.dom import minidom
from zlib import crc32

import jinja2
import pytest
import sympy
from pages import library_pages
from siblings import one_in

from dpsym.document.bibliography import bib_entries, bib_subset, cite_of
from dpsym.document.formulas.notation import fold
from dpsym.document.formulas.spelling import width, write_plain
from dpsym.document.media.appendix import CLASSES, Outline, errata_section, write_appendix
from dpsym.document.media.compile import MissingProgram, compile_pdf, complaints
from dpsym.document.media.html import broken, html, index, pieces_of
from dpsym.document.media.latex import Context, Layout, fragment
from dpsym.document.media.markdown import markdown
from dpsym.document.media.templates import fill
from dpsym.document.page import LineVerdict, Links, MissResult, Page, Recomputed, Tabulated
from dpsym.document.tables import enclosure
from dpsym.language import (
    ZCDP,
    AllOf,
    ApproxDP,
    Chain,
    Definition,
    Eq,
    EveryEvent,
    Example,
    Exists,
    Figure,
    ForAll,
    HockeyStick,
    Implication,
    Integer,
    Le,
    Loss,
    Mass,
    Max,
    P,
    Pair,
    Posterior,
    Probability,
    ProbDP,
    PureDP,
    Q,
    Rational,
    S,
    Theorem,
    Total,
    UnderEachLaw,
    Within,
    as_written,
    cases,
    curve,
    erratum,
    exhibit,
    exp,
    function,
    have,
    let,
    log,
    parameter,
    point,
    specialise,
    sqrt,
    tanh,
    value,
    variant,
    y,
)
from dpsym.language.fingerprint import of_statement
from dpsym.language.steps import ArgMin

# acmart asks for fonts that a small TeX installation lacks; that is no fault of the document.
FONTS = re.compile(r"Class acmart Warning: You do not have the \S+( \(zi4\.sty\))? package installed")

eps = parameter("eps", at_least=0)
delta = parameter("delta", at_least=0, below=1)
delta_p = parameter("delta_p", above=0, at_most=1)
rho = parameter("rho", above=0)
alpha = parameter("alpha", above=1)
p = parameter("p", above=0, below=1)
k = parameter("k", at_least=1, integer=True)
d = parameter("d", at_least=0)

with as_written():
    LONG = log((delta_p * exp(eps) + delta) / (delta_p - delta))
    cap = Theorem(
        title="A bound with 100% of the odd signs: {x}_y & co",
        source=("kazan.thm3.9", "kifer.lem2"),
        given=(ApproxDP(eps, delta), delta > 0, delta < delta_p),
        claim=ProbDP(LONG, delta_p),
        derivation=[
            specialise(ApproxDP(eps, delta), {S(y): Loss() > eps}, "the event of a large loss"),
            have(Mass(S(y), P) <= exp(eps) * Mass(S(y), Q) + delta, "approximate DP for this event S"),
            ArgMin(y, P(y) / Q(y), y, "finite space"),
            cases(
                delta <= Rational(1, 2),
                then=Chain(Total(Max(0, P(y) - exp(eps) * Q(y)), y)).le(delta, "hockey stick"),
                otherwise=Chain(HockeyStick(eps)).le(Integer(1), "a probability"),
            ),
            exhibit({d: delta / (1 + exp(eps))}, "the split of the budget"),
            Chain(Probability(Loss() > LONG, P) + Probability(Loss() < -LONG, P))
            .le(
                (delta_p * exp(eps) + delta) / (delta_p - delta) * Probability(Loss() > LONG, Q)
                + (delta_p * exp(eps) + delta) / (delta_p - delta) * Probability(Loss() < -LONG, Q),
                "each tail is bounded by the other law, by the choice of the new budget eps and of delta_p",
            )
            .le(
                delta + delta * exp(eps) + delta * exp(2 * eps) + delta * exp(3 * eps) + delta * exp(4 * eps),
                "the geometric sum",
            )
            .le(delta_p),
        ],
        tight=point(
            {eps: log(2), delta: Rational(1, 100), delta_p: Rational(1, 20)},
            P=(Rational(1, 2), Rational(1, 2)),
            Q=(1, 0),
        ),
        near_misses={
            "drop the second tail": variant(
                ProbDP(log((delta_p * exp(eps) + delta) / (2 * delta_p - delta)), delta_p)
            ),
            "without delta < delta_p": variant(
                given=[ApproxDP(eps, delta)], note="the logarithm has no meaning there"
            ),
        },
        errata=erratum(
            "missing condition",
            "Theorem 1",
            "for every eps",
            fails="Printed without the factor 2.",
            reads=variant(ProbDP(eps, delta / (1 + exp(-eps)))),
        ),
    )
    quantified = Theorem(
        title="Quantifiers",
        kind="proposition",
        given=(
            ForAll(p, UnderEachLaw(Posterior(p) <= p * exp(eps) / (1 - p + p * exp(eps)), 1 - delta)),
            k <= 8,
        ),
        claim=AllOf(
            EveryEvent(
                S(y), Le(Mass(S(y), P), exp(k * eps) * Mass(S(y), Q) + delta * Total(P(y) * exp(-eps), y))
            ),
            Exists(d, AllOf(d <= delta, Implication(Eq(d, 0), PureDP(eps)))),
            ZCDP(rho, pair=Pair(Q(y), P(y))),
            ForAll(alpha, Probability(Within(Loss(), rho + 2 * sqrt(rho * log(1 / delta))), P) >= 1 - delta),
        ),
        derivation=Chain(tanh(eps / 4))
        .le(eps / 4, "concavity", by=cap)
        .le(eps, by=[cap.at(eps=2 * eps), cap.swapped()]),
    )
    listed = Theorem(
        title="An explicit pair",
        given=(eps <= 1,),
        where={P: (p, 1 - p), Q: (1 - p, p)},
        claim=Total(Max(0, P(y) - exp(eps) * Q(y)), y) <= 1,
        derivation=[
            let(d, exp(eps) * p / (1 - p), (d >= 0, ForAll(y, P(y) <= 1)), "a name for the odds"),
            let(
                rho,
                (p * exp(eps) + delta * exp(2 * eps)) / (1 - p + p * exp(eps) + delta * exp(3 * eps)),
                rho > 0,
            ),
            Chain(Total(Max(0, P(y) - exp(eps) * Q(y)), y)).le(1, "a sum of masses"),
        ],
    )
    cited = Theorem(
        title="From the literature",
        given=(ZCDP(rho),),
        claim=ApproxDP(rho + 2 * sqrt(rho * log(1 / delta)), delta),
        cited="bun2016",
    )
    defined = Definition(title="Probabilistic DP", defines=ProbDP(eps, delta))
    numbers = Example(
        title="Numbers",
        values=(value("posterior cap for a survey with a very long description of what is computed here", p, {p: Rational(1, 2)}, "86%"),
                value("its odds", p / (1 - p), {p: Rational(1, 2)}, "1.0", expected="disagrees", note="the paper rounds down")),
        uses=(cap,),
    )  # fmt: skip
    figure = Figure(
        title="Curves",
        curves=(curve("cap", LONG, delta_p, [Rational(1, 10), Rational(1, 5)], {eps: Integer(1)}),
                curve("power", p * exp(LONG) / (1 - p + p * exp(LONG)) - p * exp(-LONG) / (1 - p + p * exp(-LONG)), delta_p,
                      [Rational(1, 10), Rational(1, 5)], {eps: Integer(1)})),
    )  # fmt: skip


def sample_pages() -> list[Page]:
    """Pages that exercise every kind of entry and step."""
    witness = point(
        {eps: log(2), delta: Rational(1, 10)},
        P=(Rational(1, 3), Rational(2, 3)),
        Q=(Rational(2, 3), Rational(1, 3)),
    )
    misses = tuple(MissResult(name, True, witness) for name in cap.near_misses)
    rows = tuple((str(x), "0.1234561", "0.1234569") for x in range(40))
    return [
        Page("conversions.cap", cap, "proved", "all finite outputs", (LineVerdict("proved"),), misses, MissResult("printed", True, witness)),
        Page("conversions.quantified", quantified, "tested", "k <= 8", uses=("conversions.cap",)),
        Page("conversions.listed", listed, "proved", "two outputs"),
        Page("conversions.cited", cited, "cited"),
        Page("notions.prob", defined, "defined"),
        Page(
            "examples.numbers", numbers, "enclosed",
            recomputed=(Recomputed(numbers.values[0].what, "86%", "0.85801", "0.85802", True), Recomputed("its odds", "1.0", "1.1", "1.2", False)),
        ),
        Page("examples.figure", figure, "enclosed", curves=(Tabulated("cap", rows), Tabulated("power", rows))),
    ]  # fmt: skip


BIB = """@article{kazan2025, title={A {Nested} title}, author={Kazan, Z.}, journal={J}, year={2025}}
@comment{nothing}
@inproceedings{bun2016,
  title={Concentrated}, author={Bun, M. and Steinke, T.}, booktitle={TCC}, year={2016}, pages={1--2}, publisher={S}, address={B}
}
@article{unused, title={x}, author={Y}, journal={J}, year={2000}}
"""


def need_latex() -> None:
    if shutil.which("latexmk") and shutil.which("pdflatex"):
        return
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail("latexmk and pdflatex are needed in CI")
    pytest.skip("latexmk or pdflatex is not installed")


def built(pages: list[Page], directory: Path, document_class: str, **options) -> list[str]:
    outline = Outline(document_class, bibliography=bib_entries(BIB), errata=True, **options)
    write_appendix(pages, directory / "out", outline)
    pdf = compile_pdf(directory / "out")
    assert pdf.read_bytes().startswith(b"%PDF")
    return [c for c in complaints(directory / "out") if not FONTS.match(c)]


@pytest.fixture(scope="module")
def samples(tmp_path_factory):
    """The folder of the sample pages as an article, and what LaTeX complains of: several tests look at it."""
    need_latex()
    directory = tmp_path_factory.mktemp("article")
    return directory, built(sample_pages(), directory, "article")


@pytest.mark.parametrize("document_class", [c for c in CLASSES if c != "article"])
def test_samples_compile_cleanly(tmp_path, document_class):
    need_latex()
    assert built(sample_pages(), tmp_path, document_class) == []


def test_samples_compile_cleanly_as_an_article(samples):
    assert samples[1] == []


@pytest.mark.parametrize("document_class", one_in(2, CLASSES, dear=("article",)))
def test_some_pages_compile_cleanly_in_a_class(tmp_path, document_class):
    """A sixth of the pages, drawn by their names, each in one of the classes; the next test sets all in each."""
    need_latex()
    classes = list(CLASSES)
    turn = 6 * classes.index(document_class)
    pages = [p for p in library_pages() if crc32(p.name.encode()) % (6 * len(classes)) == turn]
    assert len(pages) > 40
    assert built(pages, tmp_path, document_class) == []


@pytest.mark.slow
@pytest.mark.parametrize("document_class", CLASSES)
def test_library_compiles_cleanly(tmp_path, document_class):
    need_latex()
    assert built(library_pages(), tmp_path, document_class) == []


def test_two_builds_are_equal(samples, tmp_path):
    built(sample_pages(), tmp_path, "article")
    one, two = (
        sorted(p for p in (d / "out").rglob("*") if p.suffix in (".tex", ".sty", ".bib", ".pdf"))
        for d in (samples[0], tmp_path)
    )
    assert [p.name for p in one] == [p.name for p in two] and len(one) > 8
    for a, b in zip(one, two, strict=True):
        assert a.read_bytes() == b.read_bytes(), a.name


@pytest.mark.parametrize(
    "document_class", [pytest.param(c, marks=[pytest.mark.slow] if k else []) for k, c in enumerate(CLASSES)]
)
def test_footnotes_say_what_coq_has_accepted_and_can_be_switched_off(tmp_path, document_class):
    need_latex()
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    said = (
        "Accepted by Coq 8.16.1, statement 0123456789ab.",
        "Stale: Coq 8.16.1 saw another statement, statement ba98.",
    )
    pages = [p for p in sample_pages() if p.status not in ("", "defined")]
    pages = [replace(p, coq=said[k % 2] if k else "") for k, p in enumerate(pages)]
    assert len(pages) > 3
    for shown in (True, False):
        directory = tmp_path / str(shown)
        assert built(pages, directory, document_class, coq=shown) == []
        command = ["pdftotext", str(directory / "out" / "appendix.pdf"), "-"]
        text = " ".join(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        count = (len(pages) - 1) if shown else 0
        assert sum(text.count(words) for words in said) == count


def test_verdicts_can_be_switched_off(samples, tmp_path):
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed")
    built(sample_pages(), tmp_path, "article", verdicts=False)
    seen = {}
    for shown, directory in ((True, samples[0]), (False, tmp_path)):
        pdf = directory / "out" / "appendix.pdf"
        seen[shown] = subprocess.run(
            ["pdftotext", str(pdf), "-"], capture_output=True, text=True, check=True
        ).stdout
    assert "all finite outputs" in seen[True] and "all finite outputs" not in seen[False]


@pytest.mark.parametrize("settles", [True, False])
def test_labels_that_latexmk_takes_for_settled_are_set_again(tmp_path, monkeypatch, settles):
    """latexmk that overlooks a change, as it does when two runs end in one second, is asked again, not for ever."""
    programs = tmp_path / "bin"
    programs.mkdir()
    warning = "LaTeX Warning: Label(s) may have changed. Rerun to get cross-references right."
    clean = "[ $runs -lt 3 ] || warning=''" if settles else ""
    for name in ("latexmk", "pdflatex"):
        program = programs / name
        program.write_text(
            "#!/bin/sh\necho run >> runs\nruns=$(grep -c run runs)\n"
            f"warning='{warning}'\n{clean}\necho \"$warning\" > appendix.log\necho %PDF > appendix.pdf\n"
        )
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    compile_pdf(tmp_path)
    assert (tmp_path / "runs").read_text().split() == ["run"] * (3 if settles else 4)
    assert complaints(tmp_path) == ([] if settles else [warning])


def test_missing_program_is_named(tmp_path, monkeypatch):
    write_appendix(sample_pages(), tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgram, match="latexmk"):
        compile_pdf(tmp_path)


def test_fragment_stands_alone():
    text = fragment(sample_pages()[0])
    first = text.splitlines()[0]
    assert re.fullmatch(r"% dpsym \d+\.\d+\.\d+, statement sha256 [0-9a-f]{64}", first)
    assert r"\label{thm:conversions.cap}" in text and r"\begin{proof}" in text
    assert r"100\% of the odd signs: \{x\}\_y \& co" in text
    assert "where (a)" in fragment(sample_pages()[0], context=Context(Layout(24.0, beside=False)))


def test_reasons_stand_beside_or_beneath():
    chain = Chain(tanh(eps)).le(eps, "concavity").le(2 * eps, "twice as much")
    page = Page("a.b", Theorem(title="T", claim=tanh(eps) <= 2 * eps, derivation=chain))
    assert r"\dpsymReason" in fragment(page) and r"\dpsymBy" not in fragment(page)
    narrow = fragment(page, context=Context(Layout(24.0, beside=False)))
    assert r"\dpsymBy{a}{\le}" in narrow and "(a)~concavity" in narrow


def test_a_reason_leads_to_its_line():
    """One fact is a sentence; what is the claim itself is not printed again; what a reader sees is not printed."""
    with as_written():
        facts = [have(exp(eps + d) > 0, "no exponential is 0"), have(tanh(eps) <= 1, "its limit")]
    page = Page(
        "a.b",
        Theorem(
            title="T",
            claim=tanh(eps) <= eps,
            derivation=[*facts, have(tanh(eps) <= eps, "the tangent is concave above 0")],
        ),
    )
    text = fragment(page)
    assert (
        "Its limit: $" in text
        and "The claim follows: the tangent is concave above 0." in text
        and "exponential" not in text
    )
    assert text.count(r"\tanh") == 2


def test_what_is_not_checked_is_always_printed():
    """A step that no checked line states is shown, with these words, even where a reader would not miss it."""
    with as_written():
        steps = [have(exp(eps + d) > 0), have(tanh(eps) <= eps)]
    entry = Theorem(title="T", claim=tanh(eps) <= eps, derivation=steps)
    shown = fragment(Page("a.b", entry, "unknown", lines=(LineVerdict("not checked"), LineVerdict("proved"))))
    assert "not checked" in shown and "e^{" in shown


def test_facts_stand_together():
    """Four facts that follow each other make one display; a chain that uses what was said comes with `Hence`."""
    facts = [have(k * tanh(eps) <= k * eps + 1, f"case {k}") for k in range(1, 5)]
    last = Chain(tanh(eps)).le(eps, "so").le(2 * eps, "twice as much")
    lines = tuple(LineVerdict("proved", uses=u) for u in ((), (), (), (), (0,), ()))
    page = Page("a.b", Theorem(title="T", claim=tanh(eps) <= 2 * eps, derivation=[*facts, last]), lines=lines)
    text = fragment(page)
    assert "Hence" not in fragment(replace(page, lines=())) and "Now\n" in fragment(replace(page, lines=()))
    assert text.count(r"\begin{align*}") == 2 and "We have\n" in text and "Hence\n" in text
    assert text.index("case 1") < text.index("case 4") < text.index("Hence")
    narrow = fragment(page, context=Context(Layout(24.0, beside=False)))
    assert "where (a)~case 1; (b)~case 2; (c)~case 3; (d)~case 4." in narrow


def test_the_other_order_is_mentioned():
    """Where the statement does not change with the laws exchanged, and the steps speak of one order."""
    with as_written():
        given = ApproxDP(eps, d)
        step = have(P(y) <= exp(eps) * Q(y) + d, "one output")
        both = Theorem(title="T", given=given, claim=ApproxDP(2 * eps, d), derivation=step)
        one = Theorem(title="T", given=ForAll((y,), P(y) <= d), claim=ApproxDP(2 * eps, d), derivation=step)
    assert "other order" in fragment(Page("a.b", both)) and "other order" not in fragment(Page("a.b", one))


def test_the_other_law_is_mentioned():
    """Also where the hypotheses are exchanged with each other, one stands under a quantifier, or the laws are listed."""
    small = Rational(1, 10)

    def tail(law, pair=None):
        return Le(Probability((pair or Loss()) > eps, law), d)

    with as_written():
        step = have(P(y) <= exp(eps) * Q(y) + d, "one output")
        turned = Theorem(
            title="T", given=(tail(P), tail(Q, Loss(Q(y), P(y)))), claim=ApproxDP(2 * eps, d), derivation=step
        )
        every = Theorem(
            title="T",
            given=ForAll(p, UnderEachLaw(Posterior(p) <= p * exp(eps), 1 - delta)),
            claim=ProbDP(eps, delta),
            derivation=Chain(Probability(Within(Loss(), eps), P)).ge(1 - delta, "its prior"),
        )
        listed = Theorem(
            title="T",
            where={P: (1 - small, small), Q: (1 - small, small)},
            claim=UnderEachLaw(Within(Loss(), eps), 1 - delta),
            derivation=cases(
                eps <= 1,
                then=Chain(Probability(Within(Loss(), eps), P)).ge(1 - delta, "no loss"),
                otherwise=(),
            ),
        )
    assert "with $P$ and $Q$ exchanged" in fragment(Page("a.b", turned))
    for entry in (every, listed):
        assert "Under $Q$ the claim follows in the same way" in fragment(Page("a.b", entry))


def test_a_fact_is_not_said_again():
    """Not with the theorem that is the whole of its proof, not part by part, and not by the same words."""
    with as_written():
        one, two = P(y) <= exp(eps) * Q(y) + 3, Q(y) <= exp(eps) * P(y) + 3
        lemma = Theorem(title="One output", given=ApproxDP(eps, d), claim=ForAll((y,), one))
        used = have(ForAll((y,), one), "pointwise", derivation=have(one, "pointwise", by=lemma))
        both = [have(AllOf(one, two), "two orders"), have(two, "the second"), have(AllOf(two, one), "both")]
        same = [specialise(ApproxDP(eps, d), {S(y): Q(y) < P(y)}) for _ in range(2)]
        pages = [
            markdown(
                Page("a.b", Theorem(title="T", given=ApproxDP(eps, d), claim=PureDP(d), derivation=steps))
            )
            for steps in (used, both, same)
        ]
    assert pages[0].count(r"Q(y) + 3") == 1 and "Indeed" not in pages[0] and "One output" in pages[0]
    assert pages[1].count(r"P(y) + 3") == 1 and "The second" not in pages[1] and "Both" not in pages[1]
    assert pages[2].count("Take the event") == 1


def test_only_events_stand_in_braces():
    """sympy counts a symbol as a Boolean; a symbol put for another is no set of outcomes."""
    used = Theorem(title="T", claim=tanh(eps) <= d, derivation=Chain(tanh(eps)).le(d, by=cap.at(eps=d)))
    text = fragment(Page("a.b", used))
    assert "with $d$ for $\\dpsymEpsilon$" in text and r"\{d\}" not in text
    event = fragment(sample_pages()[0])
    assert r"\{y\colon \dpsymLoss(y) > \dpsymEpsilon\}" in event


def test_a_definition_by_a_condition_is_a_sentence():
    """What is 1 under a condition is said in words; what is a number, a symbol too, stands in a formula."""
    close = function("C", law=False)(eps)
    by_condition = Definition(title="Close", defines=close, body=ForAll(y, P(y) <= exp(eps) * Q(y)))
    text = fragment(Page("a.b", by_condition))
    assert "be 1 when for every outcome" in text and "Otherwise let it be 0." in text
    for body in (2 * eps, d):
        assert "be 1 when" not in fragment(Page("a.b", Definition(title="Twice", defines=close, body=body)))


def test_notation_is_explained_once():
    """A fragment alone says what Z is; in an appendix the preface does."""
    page = Page("a.b", Theorem(title="T", claim=Probability(Loss() > eps, P) <= HockeyStick(eps)))
    alone, within = fragment(page), fragment(page, context=Context(explained=True))
    assert "is the privacy loss" in alone and "is the hockey-stick divergence" in alone
    assert "privacy loss" not in within and r"\dpsymLoss" in within


def test_digest_follows_the_statement():
    other = Theorem(title="T", claim=tanh(eps) <= 2 * eps)
    same = Theorem(title="another title", claim=tanh(eps) <= 2 * eps)
    assert (
        of_statement(other) == of_statement(same) != of_statement(Theorem(title="T", claim=tanh(eps) <= eps))
    )


def test_links_only_within_the_document():
    pages = sample_pages()
    links = Links.of(pages)
    alone = fragment(pages[1], links, Context())
    assert r"\ref" not in alone and "odd signs" in alone
    both = fragment(pages[1], links, Context(known=frozenset(p.name for p in pages)))
    assert r"\ref{thm:conversions.cap}" in both


def test_bibliography_subset():
    found = bib_entries(BIB)
    assert sorted(found) == ["bun2016", "kazan2025", "unused"]
    assert "unused" not in bib_subset(found, ["bun2016", "kazan2025"])
    assert (
        cite_of("kazan.thm3.9", found).key == "kazan2025"
        and cite_of("kazan.thm3.9", found).place == "Theorem 3.9"
    )
    assert cite_of("kazan.thm3.5.2", found).place == "Theorem 3.5(2)"
    assert cite_of("kazan.x-odds", found).place == ""


def test_errata_lists_printed_forms():
    text = errata_section(sample_pages())
    assert "for every" in text and "factor 2" in text and "missing condition" in text
    assert "None was found" in errata_section([sample_pages()[2]])
    assert "None was found" in errata_section(sample_pages(), paper="another")  # whose items these are not


def test_an_undefined_name_in_a_template_is_an_error():
    with pytest.raises(jinja2.UndefinedError):
        fill("latex/fragment.tex", version="0")


def linked(pages: list[Page]) -> dict[str, str]:
    """The pages of a folder and its index, by file name."""
    links, known = Links.of(pages), frozenset(p.name for p in pages)
    return {"index.html": index(pages)} | {f"{p.name}.html": html(p, links, known) for p in pages}


def test_html_escapes_and_needs_nothing_from_elsewhere():
    pages = sample_pages()
    for page in pages:
        text = linked(pages)[f"{page.name}.html"]
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)
        for formula in re.findall(r"<math.*?</math>", text, re.S):
            minidom.parseString(formula)
        assert sympy.sstr(page.entry.title).split(":")[0].strip("'") in text
    sly = Page("x.y", Theorem(title="<script>alert(1)</script>", claim=eps <= 1))
    assert "<script>" not in html(sly) and "&lt;script&gt;" in html(sly)
    assert "<script>" not in markdown(sly)


def test_a_wide_formula_can_be_broken_in_html():
    """Between its relations, then its terms, then inside its brackets; what is left over has a scroll bar of its own."""
    with as_written():
        term = exp(eps) + tanh(eps) * exp(eps)
        sums = fold(term + 2 * term - 3 * term <= -term, flat=True)
        held = fold(tanh(eps) * (term + 2 * term + 3 * term), flat=True)
    pieces = pieces_of(sums)
    assert "".join(map(write_plain, pieces)).replace(" ", "") == write_plain(sums).replace(" ", "")
    assert len(pieces) > 4 and max(map(width, pieces)) <= 10
    inside = pieces_of(held)
    assert len(inside) > 2 and max(map(width, inside)) <= 10
    assert pieces_of(fold(eps <= -eps)) == [fold(eps <= -eps)]
    assert not any(write_plain(p).strip() in ("<=", "-", "+") for p in (*pieces, *inside))
    name = fold(parameter("a_rather_long_name_of_a_letter_that_nothing_breaks"))
    assert 'class="wide" tabindex="0"' in broken(name) and 'class="wide"' not in broken(fold(eps))


def test_html_keeps_punctuation_and_reasons_with_their_formulas():
    """A full stop is inside of the formula that it ends; no cell has a width that could clip it; links lead to pages."""
    pages = sample_pages()
    files = linked(pages)
    for page in pages:
        text = files[f"{page.name}.html"]
        assert not re.search(r"</math>[.,;]</div>", text)
        for target in re.findall(r'href="([^"#]*)"', text):
            assert target in files, target
    text = html(pages[0])
    assert "index.html" not in text, "a page alone has no index"
    chains = re.findall(r'<table class="chain.*?</table>', text, re.S)
    assert chains and all("<mtext>.</mtext></math></td>" in c for c in chains)
    assert 'class="chain stacked"' in text, "what is too wide for reasons beside it has them beneath"
    steps = Chain(tanh(eps)).le(eps, "why").le(2 * eps, "double").le(3 * eps, "more")
    short = html(Page("a.b", Theorem(title="T", claim=tanh(eps) <= 3 * eps, derivation=steps)))
    assert "stacked" not in short.partition("</style>")[2] and '<td class="reason">why</td>' in short


def test_markdown_has_no_private_macros():
    """Those of the library: tests/test_library.py."""
    for page in sample_pages():
        text = markdown(page)
        assert r"\dpsym" not in text and text.startswith("## ")


def test_enclosures_for_the_eye():
    assert enclosure("0.8580149", "0.8580151") == "0.858015"
    assert enclosure("0.1", "0.9") == "[0.1, 0.9]"
    # as many digits as are known, rounded outwards
    assert enclosure("5.16473940686e-10", "5.1658764102e-10") == "[5.164e-10, 5.166e-10]"
    assert enclosure("-5.1658764102e-10", "-5.16473940686e-10") == "[-5.166e-10, -5.164e-10]"


def test_two_pages_of_one_name_are_refused(tmp_path):
    with pytest.raises(ValueError, match="two pages"):
        write_appendix([sample_pages()[0]] * 2, tmp_path)
    with pytest.raises(ValueError, match="document_class"):
        Outline("book")
