"""The pages of the server and what they answer to; nothing typed reaches a page unescaped, or more than a worker.

Every page is a GET with its question in the address, so that it can be kept and sent.  A question that another site's page
asks for is filled in and not answered: only a page of this server, or a person, has work done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup
from werkzeug.exceptions import (
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    RequestURITooLarge,
    SecurityError,
)
from werkzeug.wrappers import Request, Response

from dpsym.document.media.templates import fill, templates_directory
from dpsym.serve.bounded import Busy, TooLong, Workers
from dpsym.site.build import around

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

    from dpsym.kernel.terms import Json

LOCAL = ("localhost", "127.0.0.1", "[::1]")
HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::[0-9]{1,5})?")
LONGEST = 16_000  # characters of an address
LINES, LINE = 20, 2_000  # lines of an exercise, and characters of one
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
KINDS = {"settle": "settled", "tightest": "tightest", "necessary": "necessary"}
EXAMPLES = (
    "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)",
    "for eps >= 0, 0 <= delta <= 1: ApproxDP(eps, delta) => ProbDP(eps, delta)",
    "for rho > 0, 0 < delta < 1: ZCDP(rho) => ApproxDP(rho + 2*sqrt(rho*log(1/delta)), delta)",
)
BUSY = "The server is working on as much as it may. Try again in a moment."
LONG = "No answer within {} seconds of processor time and {} megabytes, which is all that a request may take."


class Application:
    """The WSGI application: `workers` do what takes time, `hosts` are the names under which it answers."""

    def __init__(self, workers: Workers, hosts: Sequence[str] = LOCAL) -> None:
        self.workers, self.hosts = workers, frozenset(h.lower() for h in hosts)
        self.kept: dict[str, Json] = {}  # what is the same for every request

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        request = Request(environ)
        try:
            response = self.answer(request)
        except HTTPException as e:
            response = page("problem", e.name, e.code or 500, problem=e.description or "")
        for name, value in HEADERS.items():
            response.headers[name] = value
        return response(environ, start)

    def answer(self, request: Request) -> Response:
        """The page for a request; HTTPException where there is none."""
        self.check_host(request.headers.get("Host", ""))
        if request.method not in ("GET", "HEAD"):
            raise MethodNotAllowed(["GET", "HEAD"])
        if len(request.query_string) + len(request.path) > LONGEST:
            raise RequestURITooLarge
        if request.content_length:
            raise RequestEntityTooLarge
        name = request.path.removeprefix("/")
        found = PAGES.get(name)
        if found is not None:
            return found(self, request)
        if name.endswith(".html") and "/" not in name:
            return self.entry(name.removesuffix(".html"))
        raise NotFound

    def check_host(self, header: str) -> None:
        """SecurityError for a Host header with another name: a page elsewhere may have its name lead to this machine."""
        read = HOST.fullmatch(header)
        if read is None or read[1].lower() not in self.hosts:
            raise SecurityError("This server does not answer to that name.")

    # ---------------------------------------------------------------------------------------------- asking
    def ask(self, job: str, **given: object) -> Json:
        """What a worker answers; `problem` says in words why there is no answer."""
        limits = self.workers.limits
        try:
            found = self.workers.ask(job, **given)
        except Busy:
            return {"problem": BUSY, "code": 503}
        except TooLong:
            return {"problem": LONG.format(limits.seconds, limits.megabytes)}
        if found.get("over"):
            return {"problem": LONG.format(limits.seconds, limits.megabytes)}
        if "fault" in found:
            return {
                "problem": f"{found['fault']}. This says nothing about the truth of anything.",
                "code": 500,
            }
        return found

    def known(self, job: str, **given: object) -> Json:
        """What a worker answers to a question that has the same answer for every request, asked once."""
        key = f"{job} {given}"
        if key not in self.kept:
            found = self.ask(job, **given)
            if "problem" in found:
                return found
            self.kept[key] = found
        return self.kept[key]

    # ---------------------------------------------------------------------------------------------- pages
    def home(self, request: Request) -> Response:  # noqa: ARG002
        """The form for a claim, with a few to try."""
        return page("home", "Ask", examples=EXAMPLES, text="", do="settle")

    def style(self, request: Request) -> Response:  # noqa: ARG002
        """The one style sheet."""
        path = templates_directory() / "html" / "site" / "site.css"
        return Response(path.read_text(encoding="utf-8"), mimetype="text/css")

    def claim(self, request: Request) -> Response:
        """A claim, settled, sharpened or taken apart."""
        text, do = request.args.get("text", "").strip(), request.args.get("do", "settle")
        if do not in KINDS:
            raise NotFound
        answer = self.ask(KINDS[do], text=text) if text and from_here(request) else None
        return page("claim", "A claim", code_of(answer), text=text, do=do, answer=answer)

    def index(self, request: Request, name: str) -> Response:  # noqa: ARG002
        """The entries by subject, paper or notion."""
        return written(self.known("index", name=name))

    def entry(self, name: str) -> Response:
        """The page of an entry, checked when it is opened."""
        return written(self.ask("page", name=name))

    def numbers(self, request: Request) -> Response:
        """All evaluators; or one, with its value and its curve."""
        name = request.args.get("name", "")
        if not name:
            found = self.known("evaluators")
            return page("numbers", "Numbers", code_of(found), found=found)
        typed = {k.removeprefix("v."): v for k, v in request.args.items() if k.startswith("v.")}
        ranged = [k for k, v in typed.items() if ".." in v]
        asked = typed if from_here(request) else {}
        found = self.ask("evaluated", name=name, values=asked, over=ranged[0] if ranged else "")
        if found.get("absent"):
            raise NotFound
        return page("evaluator", name, code_of(found), found=found, typed=typed)

    def exercises(self, request: Request) -> Response:  # noqa: ARG002
        """The theorems of which a line can be typed."""
        found = self.known("exercises")
        return page("exercises", "Exercises", code_of(found), found=found)

    def exercise(self, request: Request) -> Response:
        """One derivation, typed line by line."""
        name, level = request.args.get("name", ""), request.args.get("level", "1")
        lines, new = request.args.getlist("line"), request.args.get("new", "").strip()
        if level not in ("1", "2", "3") or len(lines) >= LINES or any(len(x) > LINE for x in [*lines, new]):
            raise NotFound
        if not from_here(request):
            lines, new = [], ""
        found = self.ask("exercise", name=name, level=int(level), lines=lines, new=new)
        if found.get("absent"):
            raise NotFound
        return page("exercise", found.get("title", "Exercise"), code_of(found), found=found)


PAGES: dict[str, Callable[[Application, Request], Response]] = {
    "": Application.home,
    "site.css": Application.style,
    "claim": Application.claim,
    "numbers": Application.numbers,
    "exercises": Application.exercises,
    "exercise": Application.exercise,
    **{f"{name}.html": partial(Application.index, name=name) for name in ("index", "papers", "notions")},
}


def from_here(request: Request) -> bool:
    """Whether a person or a page of this server asks: browsers say where a request comes from."""
    return request.headers.get("Sec-Fetch-Site", "none") in ("none", "same-origin")


def code_of(answer: Json | None) -> int:
    """The status of a page with this answer."""
    return 200 if answer is None else int(answer.get("code", 200))


def page(template: str, title: str, code: int = 200, **values: object) -> Response:
    """A page of the server; everything in it is escaped but what a worker made as HTML (`html` in the templates)."""
    text = fill(f"html/serve/{template}.html", **around(title, template, True), html=Markup, **values)
    return Response(text, code, mimetype="text/html")


def written(found: Json) -> Response:
    """A page that a worker wrote whole."""
    if found.get("absent"):
        raise NotFound
    if "html" not in found:
        return page("problem", "No answer", code_of(found), problem=found["problem"])
    return Response(found["html"], mimetype="text/html")


def application(workers: Workers | None = None, hosts: Sequence[str] = LOCAL) -> Application:
    """The application, for any WSGI server."""
    return Application(workers or Workers(), hosts)
