"""A forged cache changes no word that is shown: every field of every kind of entry, forged in every way found so far."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from siblings import one_in

from dpsym.cli import main
from dpsym.document.media.html import html
from dpsym.document.media.latex import fragment
from dpsym.document.media.markdown import markdown
from dpsym.document.media.terminal import text
from dpsym.keeping.store import Certificates, Nowhere
from dpsym.kernel import check as kernel_check
from dpsym.language import (
    Chain,
    Eq,
    Example,
    Figure,
    ForAll,
    Le,
    P,
    PureDP,
    Q,
    Rational,
    Theorem,
    cases,
    curve,
    erratum,
    exp,
    have,
    let,
    parameter,
    value,
    variant,
    y,
)
from dpsym.language.expressions import as_written
from dpsym.library import File, Item, Library, paper
from dpsym.reports import Reporter, coverage, errata, trust

x, eps = parameter("x", at_least=0), parameter("eps", at_least=0)
q = parameter("q")
with as_written():
    SMALL = Theorem(
        title="Small",
        claim=Le(x, x + 1),
        derivation=(
            have(Le(0, x**2), "unused"),
            Chain(x).lt(x + Rational(1, 2), "a half").le(x + 1, "another"),
        ),
        near_misses={"less": variant(Le(x, x - 1))},
        errata=erratum("wrong result", "page 1", "it is 2", fails="it is not", reads=variant(Le(x + 2, x))),
        source="kazan.lem3.4",
    )
    OTHER = Theorem(
        title="Other",
        claim=Le(x, exp(x)),
        derivation=(
            let(q, x + 1, (q >= 1,), "a name"),
            cases(Le(x, 1), then=have(Le(x**2, x), "small"), otherwise=have(Le(x, x**2), "large")),
            Chain(x).le(exp(x), "the exponential", by=SMALL),
        ),
    )
    AT_AN_OUTCOME = Theorem(
        title="One outcome", given=PureDP(eps), claim=ForAll(y, Le(P(y), exp(eps) * Q(y)))
    )
    PAIR = Theorem(
        title="Pair",
        given=PureDP(eps),
        claim=PureDP(eps + 1),
        derivation=(
            Chain(P(y))
            .le(exp(eps) * Q(y), "pure DP", by=AT_AN_OUTCOME)
            .le(exp(eps + 1) * Q(y), "a larger loss"),
        ),
    )
    FALSE_LINE = Theorem(title="A false line", claim=Le(0, x * x), derivation=have(Eq(x, 1), "obvious"))
    NUMBERS = Example(
        title="Numbers",
        values=(value("a root", exp(x), {x: 1}, "2.72"), value("not this", x + 1, {x: 1}, "3", expected="disagrees")),
        uses=(SMALL,),
    )  # fmt: skip
    FIGURE = Figure(title="Figure", curves=(curve("growth", exp(x), x, (1, 2)),), uses=(SMALL,))
ENTRIES = {
    "small": SMALL,
    "other": OTHER,
    "one": AT_AN_OUTCOME,
    "pair": PAIR,
    "false_line": FALSE_LINE,
    "numbers": NUMBERS,
    "figure": FIGURE,
}
FILE = File(Path(__file__), "own", "own", Path(__file__).parent)
LIBRARY = Library(tuple(Item(name, entry, FILE) for name, entry in ENTRIES.items()))
PAPER = paper("kazan2025")
Forge = Callable[[str, dict[str, Any] | None], Any]


class Forger:
    """A store whose every answer is forged; what is put into it is lost."""

    def __init__(self, genuine: Nowhere, forge: Forge) -> None:
        self.genuine, self.forge = genuine, forge
        self.asked: set[str] = set()

    def get(self, key: str) -> Any:
        self.asked.add(key)
        return self.forge(key, copy.deepcopy(self.genuine.get(key)))

    def put(self, key: str, certificate: dict[str, Any]) -> None:
        pass


def shown(store: Any) -> str:
    """All that is said of the entries: findings with their steps, pages, near misses, numbers, curves, errata, coverage,
    what a verdict rests on."""
    reporter = Reporter(LIBRARY, store)
    words: list[Any] = []
    findings = {}
    for item in LIBRARY:
        finding = reporter.finding(item, everything=True)
        findings[item.name] = finding
        words.append({k: v for k, v in finding.json().items() if k != "seconds"})
        page = reporter.page(item)
        words += [form(page) for form in (text, markdown, html, fragment)]
        words += [page.recomputed, page.curves, trust(reporter, item)]
        words += [(name, m.verdict.status, m.words) for name, m in reporter.misses(item)]
        words += [n.json() for n in reporter.numbers(item)]
    words += errata(reporter, LIBRARY, PAPER)
    words.append(coverage(LIBRARY, findings, PAPER))
    return json.dumps(words, default=str, indent=1)


GENUINE = Nowhere()
HONEST = shown(GENUINE)
JUNK: list[Any] = [
    None,
    True,
    -1,
    7,
    1.5,
    "",
    "proved",
    [],
    [None],
    [[]],
    {},
    {"": []},
    [[0]],
    ["@", 0],
    10**30,
]
CERTIFICATES = [k for k, e in GENUINE.kept.items() if "steps" in e]


def test_what_is_shown_without_a_forgery() -> None:
    found = {w["name"]: w for w in json.loads(HONEST) if isinstance(w, dict) and "as_declared" in w}
    assert {n: w["verdict"] for n, w in found.items()} == {
        "small": "proved", "other": "proved", "one": "proved", "pair": "proved", "false_line": "unknown",
        "numbers": "enclosed", "figure": "enclosed",
    }  # fmt: skip
    assert all(line["verdict"] == "proved" for n in ("small", "other", "pair") for line in found[n]["lines"])
    assert len(CERTIFICATES) == 4 and len(GENUINE.kept) > 4, (
        "certificates of theorems and of witnesses are kept"
    )
    assert shown(GENUINE) == HONEST


def test_only_certificates_are_read_and_kept() -> None:
    """No verdict, number or curve: what is asked for is a theorem's certificate or that of a witness."""
    store = Forger(GENUINE, lambda key, entry: entry)
    assert shown(store) == HONEST
    kinds = "(nothing-)?(witness-|instance-|value-|near-misses-|point-|against-)?"
    assert all(re.fullmatch(f"{kinds}[0-9a-f]{{64}}", key) for key in {*store.asked, *GENUINE.kept}), (
        store.asked
    )
    # that a search of this very program came to nothing is kept too: it spares a search and shows nothing
    assert all((k.startswith("nothing-")) == (set(e) == {"program"}) for k, e in GENUINE.kept.items())
    assert {frozenset(entry) for key, entry in GENUINE.kept.items() if not key.startswith("nothing-")} <= {
        frozenset({"certificate"}), frozenset({"certificate", "steps"}), frozenset({"point", "certificate"}),
        frozenset({"point"}), frozenset({"groups"}),
    }  # fmt: skip


def forged(change: Callable[[dict[str, Any]], Any]) -> Forge:
    """Every entry that there is, changed."""

    def forge(key: str, entry: dict[str, Any] | None) -> Any:
        return None if entry is None else change(entry) or entry

    return forge


def certified(change: Callable[[dict[str, Any]], Any]) -> Forge:
    """Every certificate that there is, changed in place: that of an entry, and those of its groups."""

    def forge(entry: dict[str, Any]) -> None:
        for holder in (entry, *entry.get("groups", ())):
            if isinstance(holder.get("certificate"), dict):
                change(holder["certificate"])

    return forged(forge)


def put(*path: Any, to: Any) -> Callable[[dict[str, Any]], Any]:
    def change(entry: dict[str, Any]) -> None:
        here: Any = entry
        try:
            for step in path[:-1]:
                here = here[step]
            here[path[-1]] = to
        except (KeyError, IndexError, TypeError):
            pass

    return change


FIELDS = ["title", "sig", "terms", "notions", "claim", "lines", "sets", "defs", "copies", "dpsym"]
REPORTS = {
    "reports": [["proved", "arith", "obvious"]] * 9,
    "verdict": "refuted",
    "scope": "everywhere",
    "method": "magic",
}
NUMBER = {"low": "41", "high": "42", "agrees": True, "rows": [["0", "1", "2"]]}


def changes() -> Iterator[tuple[str, Forge]]:
    for k, junk in enumerate(JUNK):
        yield f"junk {k} for the entry", lambda key, entry, junk=junk: junk
        for name in ("certificate", "steps"):
            yield f"junk {k} for {name}", forged(put(name, to=junk))
        yield (
            f"junk {k} for each step",
            forged(lambda e, junk=junk: {**e, "steps": [junk] * len(e.get("steps", ()))}),
        )
    for name in FIELDS:
        for k, junk in enumerate(JUNK):
            if name != "title":
                yield f"junk {k} for {name}", forged(put("certificate", name, to=junk))
        yield f"no {name}", certified(lambda c, name=name: c.pop(name, None))
    yield "another title", forged(put("certificate", "title", to="proved by its author"))
    yield "reports besides", forged(lambda e: {**e, **REPORTS})
    yield "a number for everything", lambda key, entry: dict(NUMBER)
    yield "a number besides", lambda key, entry: {**(entry or {}), **NUMBER}
    for k in range(3):
        yield f"the certificate of another theorem, {k}", theirs(k, "certificate")
        yield f"the steps of another theorem, {k}", theirs(k, "steps")
        yield f"all of another theorem, {k}", theirs(k, "certificate", "steps")
    for shift in (-1, 1, 100, -100, 10**12):
        yield (
            f"numbers shifted by {shift}",
            forged(lambda e, d=shift: {**e, "steps": mapped(e, lambda n: n + d)}),
        )
    for name, number in (
        ("first", lambda n: 0),
        ("text", str),
        ("flag", bool),
        ("fraction", float),
        ("list", lambda n: [n]),
    ):
        yield f"numbers to {name}", forged(lambda e, f=number: {**e, "steps": mapped(e, f)})
    yield "fewer steps", forged(lambda e: {**e, "steps": e.get("steps", [])[:-1]})
    yield "steps in reverse", forged(lambda e: {**e, "steps": e.get("steps", [])[::-1]})
    yield "no line for a step", forged(lambda e: {**e, "steps": [[] for _ in e.get("steps", [])]})
    yield "only what the claim needs", forged(only_the_claim)
    yield "lines in reverse", certified(lambda c: c["lines"].reverse())
    yield "no last line", certified(lambda c: c["lines"].pop())
    yield "the last line alone", certified(lambda c: c.update(lines=c["lines"][-1:]))
    for k, formula in enumerate(
        [["=", "x", 1], ["<", 0, 0], ["<=", "x", ["-", "x", 1]], ["all", "x", ["=", "x", 1]]]
    ):
        yield f"a hypothesis {k} for each step", forged(lambda e, f=formula: with_hypothesis(e, f))


def theirs(k: int, *names: str) -> Forge:
    def forge(key: str, entry: dict[str, Any] | None) -> Any:
        if entry is None:
            return copy.deepcopy(GENUINE.kept[CERTIFICATES[k]])
        others = [e for other, e in GENUINE.kept.items() if other != key and e.keys() == entry.keys()]
        return {**entry, **{n: copy.deepcopy(others[k % len(others)][n]) for n in names if n in entry}}

    return forge


def mapped(entry: dict[str, Any], f: Callable[[int], Any]) -> list[Any]:
    return [[f(n) for n in numbers] for numbers in entry.get("steps", [])]


def only_the_claim(entry: dict[str, Any]) -> dict[str, Any]:
    """The certificate as it was before every step was kept in it; the kernel accepts it."""
    if not isinstance(entry.get("certificate"), dict):
        return entry
    lines = entry["certificate"]["lines"]
    needed, stack = set(), [len(lines) - 1]
    while stack:
        k = stack.pop()
        if k not in needed:
            needed.add(k)
            stack += lines[k].get("from", [])
    new = {old: k for k, old in enumerate(sorted(needed))}
    kept = [dict(lines[k]) for k in sorted(needed)]
    for line in kept:
        if "from" in line:
            line["from"] = [new[k] for k in line["from"]]
    return {
        **entry,
        "certificate": {**entry["certificate"], "lines": kept},
        "steps": [[len(kept) - 1]] * len(entry.get("steps", [])),
    }


def with_hypothesis(entry: dict[str, Any], formula: Any) -> dict[str, Any]:
    """A line that supposes the formula, which the kernel accepts, and every step said to be stated by it."""
    certificate = entry.get("certificate")
    if not isinstance(certificate, dict):  # an entry that holds a point alone
        return entry
    lines = [dict(line) for line in certificate["lines"]]
    for line in lines:
        if "from" in line:
            line["from"] = [n + 1 for n in line["from"]]
    lines.insert(0, {"rule": "hyp", "is": formula})
    sig = {"x": "R", **certificate["sig"]}
    forged_certificate = {**certificate, "sig": sig, "lines": lines}
    return {**entry, "certificate": forged_certificate, "steps": [[0]] * len(entry.get("steps", []))}


CHANGES = list(changes())
PART = (
    12  # one in so many pieces of junk for a field is put there in the fast tests, another one for each field
)


def cases_of_forgery() -> Iterator[Any]:
    """All forgeries; most of those that differ by the piece of junk alone are slow."""
    seen: Counter[str] = Counter()
    for name, forge in CHANGES:
        junk = re.fullmatch(r"junk \d+ for (.*)", name)
        often = False
        if junk is not None:
            fields = list(seen)
            seen[junk[1]] += 1
            turn = fields.index(junk[1]) if junk[1] in fields else len(fields)
            often = (seen[junk[1]] + turn) % PART != 0
        yield pytest.param(forge, id=name, marks=[pytest.mark.slow] if often else [])


@pytest.mark.parametrize("forge", list(cases_of_forgery()))
def test_a_forged_entry_changes_no_word(forge: Forge) -> None:
    assert shown(Forger(GENUINE, forge)) == HONEST


def test_a_certificate_that_was_made_for_a_false_line_is_not_enough() -> None:
    """The claim is true and its certificate accepted; the line is said to be proved, by whatever line."""
    store = Nowhere()
    reporter = Reporter(LIBRARY, store)
    line = {"rule": "arith", "is": ["<=", 0, ["^", "x", 2]], "terms": [[1, [], "x"]]}
    hypothesis = {"rule": "hyp", "is": ["=", "x", 1]}
    last = {"rule": "imp_i", "from": [1], "is": ["<=", 0, "x"]}
    claim = ["->", ["<=", 0, "x"], ["<=", 0, ["^", "x", 2]]]
    for steps in ([[0]], [[1]], [[2]], [], None, "proved"):
        certificate = {"sig": {"x": "R"}, "claim": claim, "lines": [hypothesis, line, last]}
        assert kernel_check(certificate) is not None
        store.kept[reporter.session.store_key(FALSE_LINE)] = {
            "certificate": certificate,
            "steps": steps,
            **REPORTS,
        }
        found = Reporter(LIBRARY, store).finding(LIBRARY.items[4])
        assert found.verdict == "unknown" and "proved" not in [words[1] for words in found.lines]


# ------------------------------------------------------------------------------------------------ the commands
COMMANDS = [
    ("check", "posterior.largest_difference.upper", "-v"),
    ("check", "posterior.largest_difference.upper", "--all", "--json"),
    ("check", "mechanisms.laplace_densities", "-v"),
    ("show", "posterior.largest_difference.upper"),
    ("show", "posterior.largest_difference.upper", "--json"),
    *(
        ("render", "posterior.largest_difference.upper", "--to", form)
        for form in ("tex", "html", "md", "txt")
    ),
    ("render", "mechanisms.laplace_densities", "--to", "md"),
    ("trust", "posterior.largest_difference.upper"),
    ("list", "posterior"),
    ("list", "posterior.difference_bound", "--verdicts"),
]


def output(command: tuple[str, ...]) -> str:
    """What a command prints, without times; of `trust` without the counts of rules, as a proof that is searched again may
    come out differently."""
    jobs = ("--jobs", "1") if command[0] == "check" or "--verdicts" in command else ()
    done = CliRunner().invoke(main, [*command, *jobs], prog_name="dpsym")
    printed = done.stdout.partition("rules of the kernel:")[0] if command[0] == "trust" else done.stdout
    return re.sub(r'"seconds": [0-9.]+|"rules": \{[^}]*\}', "", f"{done.exit_code} {printed}")


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[str]]]:
    """A cache that the commands have filled, and what they print."""
    directory = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DPSYM_CACHE", str(directory))
        words = [output(c) for c in COMMANDS]
        yield directory, words


FOR_COMMANDS = (
    "a number besides",
    "no line for a step",
    "a hypothesis 1 for each step",
    "numbers shifted by 1",
    "junk 0 for lines",
)


@pytest.mark.parametrize("name", one_in(1, FOR_COMMANDS, dear=(FOR_COMMANDS[0], FOR_COMMANDS[4])))
def test_the_commands_say_the_same_with_a_forged_cache(
    name: str, honest: tuple[Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory, words = honest
    monkeypatch.setenv("DPSYM_CACHE", str(directory))
    genuine, forge = Certificates.get, dict(CHANGES)[name]
    monkeypatch.setattr(Certificates, "get", lambda self, key: forge(key, genuine(self, key)))
    monkeypatch.setattr(Certificates, "put", lambda self, key, entry: None)
    assert [output(c) for c in COMMANDS] == words
