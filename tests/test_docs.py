"""The documentation: built without a warning, each command on its pages leaves as it says, each link leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.slow


class Links(HTMLParser):
    """What a page refers to, and the places in it."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.fetched: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.places.add(str(given["id"]))
        if tag == "a" and given.get("href"):
            self.targets.append(str(given["href"]))
        fetched = given.get("src") if tag in ("script", "img", "iframe") else None
        if tag == "link" and given.get("rel") == "stylesheet":
            fetched = given.get("href")
        if fetched:
            self.fetched.append(fetched)


def read(path: Path) -> Links:
    found = Links()
    found.feed(path.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    for needed in ("sphinx", "furo", "myst_parser"):
        pytest.importorskip(needed)
    out = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", str(ROOT / "docs"), str(out)],
        capture_output=True, text=True, timeout=1200, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return out


def test_every_link_leads_somewhere(built: Path) -> None:
    pages = {p: read(p) for p in built.rglob("*.html")}
    assert len(pages) >= 20
    for page, links in pages.items():
        for target in links.targets:
            if re.match(r"https?://|mailto:", target):
                continue
            name, _, place = target.partition("#")
            other = (page.parent / name).resolve() if name else page
            assert other.exists(), f"{page.name} refers to {target}"
            if place and other.suffix == ".html":
                assert place in pages[other].places, f"{page.name} refers to {target}"


def test_nothing_is_fetched_from_elsewhere(built: Path) -> None:
    for page in built.rglob("*.html"):
        assert not [x for x in read(page).fetched if re.match(r"(https?:)?//", x)], page.name


def test_what_commands_print_is_on_the_pages(built: Path) -> None:
    text = (built / "index.html").read_text(encoding="utf-8")
    assert "proved, all finite outputs" in text and "the kernel accepts" in text
    words = (built / "generated" / "language.html").read_text(encoding="utf-8")
    assert "HockeyStick" in words and "&gt;&gt;&gt;" in words.replace(">>>", "&gt;&gt;&gt;")
