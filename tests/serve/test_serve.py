"""The server: what it answers, what it refuses, that nothing typed reaches a page as HTML, and that work is bounded."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("werkzeug")
pytest.importorskip("networkx")

from werkzeug.test import Client, TestResponse

from dpsym.serve.app import HEADERS, LOCAL, Application
from dpsym.serve.bounded import Busy, Limits, TooLong, Workers
from dpsym.serve.jobs import JOBS
from dpsym.site import pictures

ROOT = Path(__file__).parents[2]
NAME = "posterior.largest_difference.upper"
TRUE = "for eps > 0: tanh(eps) <= eps"
FALSE = "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => ProbDP(eps, delta)"
HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "'><svg/onload=alert(1)>",
    "</textarea><script>alert(1)</script>",
    "{{ 7*7 }}{% for x in ().__class__.__mro__ %}",
    "__import__('os').system('id')",
    "for eps >= 0: PureDP(<b>) => TV <= 1",
    "javascript:alert(1)",
    "\x00\x1b[31m\u202e",
)  # fmt: skip


class Here(Workers):
    """Workers that answer in this process."""

    def __init__(self) -> None:
        self.limits, self.asked = Limits(), 0

    def ask(self, job: str, **given: Any) -> dict[str, Any]:
        self.asked += 1
        return JOBS[job](**given)


class Failing(Here):
    """Workers that cannot answer."""

    def __init__(self, how: Exception | dict[str, Any]) -> None:
        super().__init__()
        self.how = how

    def ask(self, job: str, **given: Any) -> dict[str, Any]:
        if isinstance(self.how, Exception):
            raise self.how
        return self.how


class Tags(HTMLParser):
    """The tags of a page, and attributes that run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.run: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.run += [k for k, v in attrs if k.startswith("on")]
        leads = [v for k, v in attrs if k in ("href", "src", "action", "formaction")]
        self.run += [v for v in leads if v and v.strip().lower().startswith(("javascript:", "data:"))]


@pytest.fixture(scope="module")
def client() -> Client:
    return Client(Application(Here()))


def get(client: Client, path: str, headers: dict[str, str] | None = None, **query: Any) -> TestResponse:
    return client.get(path, query_string=query, base_url="http://localhost:8000", headers=headers)


# -------------------------------------------------------------------------------------------------- answers
def test_a_true_claim_is_proved_and_its_statement_shown(client: Client) -> None:
    found = get(client, "/claim", text=TRUE)
    assert found.status_code == 200
    assert '<p class="answer proved"' in found.text and "Proof" in found.text and "<math" in found.text


def test_a_false_claim_is_refuted_with_a_picture_of_its_laws(client: Client) -> None:
    found = get(client, "/claim", text=FALSE).text
    assert '<p class="answer refuted"' in found and "P = (1/2, 1/2)" in found and "left 0, right 1/2" in found
    (drawn,) = re.findall(r'<svg.*?class="picture laws".*?</svg>', found, re.DOTALL)
    assert 'aria-label="the laws P = (1/2, 1/2); Q = (1, 0)"' in drawn and drawn.count("<rect") == 2 + 4
    assert "Proof" not in found


def test_an_undecided_or_unreadable_claim_is_never_called_proved(client: Client) -> None:
    assert 'class="answer problem"' in get(client, "/claim", text="PureDP(eps => 1").text
    for how in (Busy(), TooLong(), {"over": True}, {"fault": "internal error: <i>"}):
        found = get(Client(Application(Failing(how))), "/claim", text=TRUE)
        assert (
            'class="answer problem"' in found.text and "proved" not in found.text and "<i>" not in found.text
        )
    assert get(Client(Application(Failing(Busy()))), "/claim", text=TRUE).status_code == 503


def test_the_best_bound_is_shown_with_the_laws_that_reach_it(client: Client) -> None:
    found = get(client, "/claim", text="for eps >= 0: PureDP(eps) => TV <= ?", do="tightest").text
    assert (
        "(exp(eps) - 1)/(1 + exp(eps))" in found
        and "reached at eps" in found
        and 'class="picture laws"' in found
    )


def test_where_another_bound_is_the_best_is_shown(client: Client) -> None:
    found = get(client, "/claim", text="for eps >= 0: PureDP(eps) => Tail(0) <= ?", do="tightest").text
    assert "At eps = 0: the best bound is 0." in found
    found = get(client, "/claim", text="PureDP(log(3)) => ApproxDP(?, 1/10)", do="tightest").text
    assert "A billionth less is too small." in found


def test_what_a_claim_needs_is_shown(client: Client) -> None:
    found = get(client, "/claim", text="for 0 < x, 0 < y: x + y > 0", do="necessary").text
    assert '<p class="answer proved"' in found and found.count(": needed</h3>") == 2


def test_numbers_and_curves(client: Client) -> None:
    assert (
        "0.126936737507"
        in get(client, "/numbers", name="gaussian.delta", **{"v.sigma": "1", "v.eps": "1"}).text
    )
    drawn = get(client, "/numbers", name="gaussian.delta", **{"v.sigma": "1", "v.eps": "0..5"}).text
    assert 'class="picture curve"' in drawn and 'class="band"' in drawn
    refused = get(client, "/numbers", name="gaussian.delta", **{"v.sigma": "0", "v.eps": "1"}).text
    assert "outside its domain" in refused and get(client, "/numbers", name="os.system").status_code == 404
    assert get(client, "/numbers").text.count("numbers?name=") > 100


def test_an_exercise_is_done_line_by_line(client: Client) -> None:
    first = "= p*(1 - p)*(exp(eps) - 1)/(p*exp(eps) + 1 - p)"
    wrong = get(client, "/exercise", name=NAME, level=3, new="<= tanh(eps/5)").text
    assert "<b>wrong</b>" in wrong and "left" in wrong and 'name="line"' not in wrong
    right = get(client, "/exercise", name=NAME, level=3, new=first).text
    assert "right: proved" in right and f'name="line" value="{first}"' in right
    steps = [first, "= (s - 1)"]
    assert "not a line" in get(client, "/exercise", name=NAME, level=3, line=[first], new=steps[1]).text
    done = get(client, "/exercise", name=NAME, level=1, new="<= (exp(eps/2) - 1)/(exp(eps/2) + 1)").text
    assert "right" in done


def test_a_line_that_was_not_accepted_cannot_be_smuggled_in(client: Client) -> None:
    found = get(client, "/exercise", name=NAME, level=3, line=["<= 0", "<= tanh(eps/4)"]).text
    assert "derivation is complete" not in found and "<b>wrong</b>" in found and 'name="line"' not in found


def test_a_page_of_the_library_is_checked_when_it_is_opened(client: Client) -> None:
    found = get(client, f"/{NAME}.html").text
    assert "<b>proved</b>" in found and f'href="exercise?name={NAME}"' in found
    assert get(client, "/nothing.at.all.html").status_code == 404
    for name in ("index", "papers", "notions"):
        assert f"{NAME}.html" in get(client, f"/{name}.html").text or name == "notions"


# -------------------------------------------------------------------------------------------------- refusals
@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_typed_reaches_no_page_as_html(client: Client, text: str) -> None:
    for path, query in (
        ("/claim", {"text": text}),
        ("/claim", {"text": text, "do": "tightest"}),
        ("/claim", {"text": text, "do": "necessary"}),
        ("/claim", {"do": text}),
        ("/numbers", {"name": text}),
        ("/numbers", {"name": "gaussian.delta", "v.sigma": text, "v.eps": "0..1"}),
        ("/numbers", {"name": "gaussian.delta", "v." + text: text}),
        ("/exercise", {"name": text}),
        ("/exercise", {"name": NAME, "level": text}),
        ("/exercise", {"name": NAME, "new": text}),
        ("/exercise", {"name": NAME, "line": text, "new": "= " + text}),
        ("/" + text, {}),
        (f"/{text}.html", {}),
    ):
        found = get(client, path, **query)
        assert found.status_code in (200, 404), (path, query)
        read = Tags(found.text)
        assert not {"script", "img", "iframe", "object", "b onerror"} & set(read.tags), (path, query)
        assert not read.run, (path, query)
        assert "49" not in found.text or "7*7" not in text


def test_only_names_of_this_machine_are_answered(client: Client) -> None:
    for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "169.254.169.254", ""):
        found = client.get("/", base_url="http://localhost:8000", headers={"Host": host})
        assert found.status_code == 400, host
    for host in (*LOCAL, "localhost:8000", "127.0.0.1:1"):
        assert client.get("/", base_url="http://localhost:8000", headers={"Host": host}).status_code == 200, (
            host
        )
    other = Client(Application(Here(), (*LOCAL, "class.example")))
    assert other.get("/", base_url="http://class.example").status_code == 200


def test_methods_sizes_and_paths_are_bounded(client: Client) -> None:
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        found = client.open("/claim", method=method, base_url="http://localhost", data={"text": TRUE})
        assert found.status_code == 405, method
    assert client.get("/", base_url="http://localhost", data=b"x" * 100).status_code == 413
    assert get(client, "/claim", text="x" * 20_000).status_code == 414
    assert "not a claim" in get(client, "/claim", text="(" * 9_000).text
    assert get(client, "/exercise", name=NAME, line=["= 1"] * 30).status_code == 404
    for path in ("/../pyproject.toml", "/..%2f..%2fetc%2fpasswd", "/site/site.css", "/a/b.html", "/.html"):
        assert get(client, path).status_code == 404, path


def test_every_answer_carries_the_headers_that_forbid_scripts(client: Client) -> None:
    for path in ("/", "/site.css", "/nothing", "/claim", "/numbers", f"/{NAME}.html"):
        found = get(client, path)
        for name, value in HEADERS.items():
            assert found.headers[name] == value
    assert "script-src" not in HEADERS["Content-Security-Policy"]  # so that 'none' holds for scripts


def test_a_page_elsewhere_cannot_have_work_done() -> None:
    workers = Here()
    client = Client(Application(workers))
    found = get(client, "/claim", headers={"Sec-Fetch-Site": "cross-site"}, text=TRUE)
    assert workers.asked == 0 and "proved" not in found.text and "tanh(eps) &lt;= eps" in found.text
    get(client, "/claim", headers={"Sec-Fetch-Site": "same-origin"}, text="1 <= 2")
    assert workers.asked == 1


# ---------------------------------------------------------------------------------------------------- bounds
BOUNDED = "from dpsym.serve.bounded import Limits, bound; bound(Limits(seconds=1, megabytes=600)); "


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("x = 1\nwhile True: x += 1", "-9 "),
        ("with open('written', 'w') as f: f.write('a')", "File too large"),
        ("x = b'a' * (1 << 30)", "MemoryError"),
    ],
)
def test_the_system_holds_a_worker_to_its_limits(tmp_path: Any, code: str, why: str) -> None:
    pytest.importorskip("resource")
    done = subprocess.run(
        [sys.executable, "-c", f"{BOUNDED}\n{code}"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode != 0 and why in f"{done.returncode} {done.stderr}"


@pytest.mark.slow
def test_workers_answer_from_processes_of_their_own_and_end_what_takes_too_long(tmp_path: Any) -> None:
    workers = Workers(Limits(seconds=20))
    assert workers.ask("settled", text=TRUE)["verdict"] == "proved"
    assert workers.ask("settled", text=FALSE)["verdict"] == "refuted"
    assert "fault" in workers.ask("no such job")
    short = Workers(Limits(seconds=1))
    with pytest.raises(TooLong):
        short.ask("necessary", text="for 0 < eps <= 1: PureDP(eps) => KL <= eps^2")


def test_no_more_than_so_many_wait() -> None:
    workers = Workers(Limits(at_once=1, waiting=0))
    workers.places.acquire()
    with pytest.raises(Busy):
        workers.ask("settled", text=TRUE)


# --------------------------------------------------------------------------------------------------- pictures
def test_a_picture_is_drawn_only_of_numbers() -> None:
    assert pictures.laws({}) == "" and pictures.laws({"P": ("x",), "Q": ("1",)}) == ""
    assert pictures.laws({"P": ("1/2",) * 40}) == "" and pictures.laws({"P": ("2",)}) == ""
    drawn = pictures.laws({"<b>": ("1/2", "1/2"), "Q": ("exp(-1)", "1/2")})
    assert "<b>" not in drawn and "&lt;b&gt;" in drawn


def test_the_ticks_of_an_axis_are_round_and_inside() -> None:
    for low, high in ((0, 1), (0.3, 0.31), (-5, 1000), (0, 1e-300)):
        found = pictures.ticks(low, high)
        assert 3 <= len(found) <= 7 and low <= found[0] + 1e-9 * high and found[-1] <= high * (1 + 1e-9)
