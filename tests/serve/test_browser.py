"""The server in a real browser: a claim typed and settled, an exercise done, numbers drawn, narrow and wide, by keyboard; and
what axe-core finds. Pictures of what was seen are left in DPSYM_SCREENSHOTS where that is set.

Needs playwright with its driver, axe-playwright-python and a chromium (DPSYM_CHROMIUM, or the one of the system).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytestmark = pytest.mark.slow
for needed in ("werkzeug", "networkx"):
    pytest.importorskip(needed)
Axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe
sync_playwright = pytest.importorskip("playwright.sync_api").sync_playwright
if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
CHROMIUM = os.environ.get("DPSYM_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
NAME = "posterior.largest_difference.upper"
WIDTHS = (390, 1280)
FALSE = "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => ProbDP(eps, delta)"
TRUE = "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server of its own on a free port."""
    server = subprocess.Popen(
        [sys.executable, "-m", "dpsym", "serve", "--port", "0", "--seconds", "120"],
        stdout=subprocess.PIPE, text=True, cwd=tmp_path_factory.mktemp("serve"),
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        assert server.stdout is not None
        found = re.match(r"(http://127\.0\.0\.1:\d+/)", server.stdout.readline())
        assert found is not None
        yield found[1]
    finally:
        server.terminate()
        server.wait(30)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no chromium")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(params=WIDTHS)
def page(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    opened = context.new_page()
    opened.set_default_timeout(240_000)
    yield opened
    context.close()


def seen(page: Page, name: str) -> None:
    """Nothing sticks out at the side; a picture is left where they are wanted."""
    wide = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= wide, name
    if folder := os.environ.get("DPSYM_SCREENSHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}-{wide}.png", full_page=True)


def violations(page: Page) -> list[str]:
    """What axe-core finds, each with the first place where it is."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['help']} ({v['nodes'][0]['html'][:120]})" for v in found]


def test_a_claim_is_typed_and_settled(page: Page, address: str) -> None:
    page.goto(address)
    seen(page, "home")
    page.get_by_label("A claim").fill(FALSE)
    page.get_by_role("button", name="Settle it").click()
    assert page.get_by_role("status").inner_text().startswith("refuted")
    assert page.get_by_role("img", name="the laws").is_visible()
    seen(page, "refuted")
    page.get_by_label("A claim").fill(TRUE)
    page.get_by_role("button", name="Settle it").click()
    assert page.get_by_role("status").inner_text().startswith("proved, all finite outputs")
    assert page.get_by_role("heading", name="Proof").is_visible()
    seen(page, "proved")
    assert violations(page) == []


def test_the_best_bound_is_found_by_keyboard_alone(page: Page, address: str) -> None:
    page.goto(address)
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "text":
            break
    page.keyboard.type("for eps >= 0: PureDP(eps) => TV <= ?")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "(exp(eps) - 1)/(1 + exp(eps))" in page.get_by_role("status").inner_text()
    seen(page, "tightest")


def test_an_exercise_is_done(page: Page, address: str) -> None:
    page.goto(f"{address}exercise?name={NAME}&level=1")
    page.get_by_label("The next line").fill("<= tanh(eps/5)")
    page.get_by_role("button", name="Judge it").click()
    assert "wrong" in page.get_by_role("status").inner_text()
    seen(page, "exercise-wrong")
    assert violations(page) == []
    page.get_by_text("Show the line", exact=True).click()
    line = (
        page.locator("details[open] code").inner_text().replace("^", "**").replace("e**(eps/2)", "exp(eps/2)")
    )
    page.get_by_label("The next line").fill(line)
    page.get_by_role("button", name="Judge it").click()
    assert page.get_by_text("The derivation is complete.").is_visible()
    seen(page, "exercise-done")


def test_numbers_are_drawn(page: Page, address: str) -> None:
    page.goto(f"{address}numbers?name=gaussian.delta")
    page.get_by_label("sigma").fill("1")
    page.get_by_label("eps", exact=False).first.fill("0..5")
    page.get_by_role("button", name="Compute").click()
    assert page.get_by_role("img", name="gaussian.delta").is_visible()
    seen(page, "curve")
    assert violations(page) == []


@pytest.mark.parametrize("path", ["", "index.html", "papers.html", "numbers", "exercises", f"{NAME}.html"])
def test_axe_finds_nothing(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    for summary in page.locator("summary").all()[:12]:
        summary.click()
    seen(page, re.sub(r"\W+", "-", path) or "start")
    assert violations(page) == []


def test_dark_pages_can_be_read(browser: Browser, address: str) -> None:
    context = browser.new_context(color_scheme="dark", viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    opened.set_default_timeout(240_000)
    for path in ("", f"{NAME}.html", "claim?text=1+%3C%3D+0"):
        opened.goto(address + path)
        assert violations(opened) == []
    seen(opened, "dark")
    context.close()


def test_what_is_hostile_runs_nothing(page: Page, address: str) -> None:
    ran: list[str] = []
    page.on("dialog", lambda d: (ran.append(d.message), d.dismiss()))
    page.on("console", lambda m: ran.append(m.text) if "hostile" in m.text else None)
    for text in ("<script>console.log('hostile')</script>", "\"><img src=x onerror=console.log('hostile')>"):
        page.goto(address)
        page.get_by_label("A claim").fill(text)
        page.get_by_role("button", name="Settle it").click()
        assert page.get_by_role("alert").inner_text().startswith("not a claim")
    assert ran == []
