"""The web site: every link leads somewhere, nothing is fetched, proofs are hidden, questions hide their answers."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from dpsym.cli import main

pytest.importorskip("networkx")

NAMES = ("posterior.largest_difference.upper", "divergences.pinsker", "divergences.total_variation")


class Read(HTMLParser):
    """The links, the places, the headings and what is fetched of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.fetched: list[str] = []
        self.places: list[str] = []
        self.headings: list[int] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        if given.get("id"):
            self.places.append(str(given["id"]))
        if tag == "a":
            self.targets.append(str(given.get("href")))
        if tag in ("script", "img", "iframe", "link"):
            self.fetched.append(str(given.get("src") or given.get("href")))
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = CliRunner().invoke(main, ["site", *NAMES, "-o", str(folder)])
    assert done.exit_code == 0, done.output
    return folder


def test_every_link_leads_somewhere_and_only_the_style_is_fetched(site: Path) -> None:
    pages = {p.name: Read(p.read_text(encoding="utf-8")) for p in site.glob("*.html")}
    assert {"index.html", "papers.html", "notions.html", "divergences.pinsker.html"} <= set(pages)
    for name, page in pages.items():
        assert page.fetched == ["site.css"], name
        assert len(page.places) == len(set(page.places)), name
        for target in page.targets:
            file, _, place = target.partition("#")
            assert (site / (file or name)).exists(), (name, target)
            if place:
                assert place in pages[file or name].places, (name, target)


def test_a_page_can_be_read_in_order(site: Path) -> None:
    for path in site.glob("*.html"):
        page = Read(path.read_text(encoding="utf-8"))
        assert page.headings[0] == 1 and page.headings.count(1) == 1, path.name
        assert all(b <= a + 1 for a, b in zip(page.headings, page.headings[1:], strict=False)), path.name
        assert "main" in page.tags and "nav" in page.tags and '<html lang="en">' in path.read_text()


def test_proofs_and_answers_are_hidden_until_they_are_opened(site: Path) -> None:
    text = (site / "posterior.largest_difference.upper.html").read_text(encoding="utf-8")
    proof = text[text.index("<h2>Proof</h2>") : text.index("True or false?")]
    assert proof.count("<summary>") == 1 and "We have" in proof, "words that lead to a formula open with it"
    assert "<details><summary>Step 1</summary>" in proof and "<details open" not in text
    cards = text[text.index("True or false?") :]
    assert cards.index("<summary>") < cards.index("False.")
    assert text.index('class="statement"') < text.index("<h2>Proof</h2>")


def test_a_graph_is_drawn_with_a_link_for_each_box(site: Path) -> None:
    text = (site / "divergences.pinsker.html").read_text(encoding="utf-8")
    (drawn,) = re.findall(r"<svg.*?</svg>", text, re.DOTALL)
    tree = ElementTree.fromstring(drawn)
    boxes = tree.findall(".//{http://www.w3.org/2000/svg}rect")
    links = tree.findall(".//{http://www.w3.org/2000/svg}a")
    assert len(boxes) == len(links) >= 2


def test_what_rests_on_nothing_has_no_graph() -> None:
    from dpsym.site import neighbourhood, overview

    titles, verdicts = {"a": "A", "b": "B"}, {"a": "proved", "b": "cited"}
    assert neighbourhood("a", {"a": (), "b": ()}, titles, verdicts) == ""
    assert overview(["a", "b"], {"a": (), "b": ()}, titles, verdicts) == ""
    both = neighbourhood("a", {"a": ("b",), "b": ()}, titles, verdicts)
    assert both.count("<rect") == 2 and both.count("<path") == 1 and 'class="cited"' in both


def test_a_page_says_what_its_bound_is_worth_as_a_parameter_moves(site: Path) -> None:
    """Each frame holds the value that the evaluator gives there; the choice needs no script."""
    from dpsym import evaluate

    text = (site / "posterior.largest_difference.upper.html").read_text(encoding="utf-8")
    worth = text[text.index("What is this bound worth?") :]
    worth = worth[: worth.index("</section>")]
    for at in ("1/10", "1/4", "1/2", "1", "2", "4"):
        shown = re.search(rf"<dt>bound at eps = {at}</dt><dd>(.*?)</dd>", worth)
        assert shown is not None
        assert shown[1] == str(evaluate("posterior.largest_difference.upper", 6, eps=at)["bound"])  # type: ignore[index]
    assert worth.count('type="radio"') == 6 and worth.count(" checked") == 1 and worth.count("<label") == 6
    assert worth.count("<svg") == 3 and worth.count('class="mark m6"') == 3 and "<script" not in text
