"""What `check` says of a file besides its proofs: where the hypotheses hold, where equality does, what is false near it."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dpsym.claims import settle
from dpsym.cli import main
from dpsym.keeping.store import Nowhere
from dpsym.kernel import check
from dpsym.language import (
    Abs,
    ApproxDP,
    HockeyStick,
    Integer,
    Le,
    Lt,
    P,
    Posterior,
    PureDP,
    Q,
    Rational,
    Theorem,
    UnderEachLaw,
    as_written,
    exp,
    log,
    parameter,
    point,
    sqrt,
    tanh,
    variant,
)
from dpsym.prove.session import Session
from dpsym.prove.variants.sharpness import sharp
from dpsym.prove.witnesses.kept import point_data, point_from

HEAD = '''"""A file to judge."""
from dpsym.language import *

x = parameter("x", about="a number")
u = parameter("u", at_least=0, about="a number")
a = parameter("a", above=0, about="a number")
p = parameter("p", at_least=0, at_most=1, about="a probability")
n = parameter("n", integer=True, about="a count")
eps = parameter("eps", at_least=0, about="a loss")
loss = parameter("loss", below=0, about="a loss that is none")
half, third = Rational(1, 2), Rational(1, 3)

with as_written():
    judged = Theorem(title="Judged", {})
'''

# Hypotheses that hold nowhere: numbers, pairs of laws, listed masses, budgets that no pair has.
NOWHERE = {
    "two signs": "given=(Lt(x, 0), Lt(0, x)), claim=Lt(1, 0)",
    "a square below 0": "given=(Lt(x**2, 0),), claim=Le(x, 5)",
    "a product of the wrong sign": "given=(x > 0, u < x, u * x < 0), claim=Le(x, u)",
    "outside the domain": "given=(p > 1,), claim=Eq(p, 7)",
    "a count below 0": "given=(n < 0,), claim=n > 5",
    "an exponential below 1": "given=(exp(u) < 1,), claim=Le(u, 3)",
    "an equation and its negation": "given=(Eq(x, 1), Eq(x, 2)), claim=Lt(1, 0)",
    "a mean outside": "given=(half * p + half > 1,), claim=Lt(p, 0)",
    "masses that add up to less": "claim=PureDP(0), where={P: (half, third), Q: (half, half)}",
    "masses that add up to more": "claim=PureDP(0), where={P: (half, 1), Q: (half, half)}",
    "a mass below 0": "claim=ApproxDP(0, 0), where={P: (3 * half, -half), Q: (half, half)}",
    "masses in a parameter": "claim=PureDP(0), where={P: (p, 2 - p), Q: (half, half)}",
    "a negative loss": "given=(PureDP(-1),), claim=Lt(1, 0)",
    "any negative loss": "given=(PureDP(loss),), claim=Le(HockeyStick(0), 0)",
    "a negative delta": "given=(ApproxDP(0, -1),), claim=Lt(1, 0)",
    "a negative probability": "given=(ProbDP(0, -half),), claim=Lt(1, 0)",
    "half a law": "given=(Total(P(y), y) <= half,), claim=Lt(1, 0)",
}


@pytest.fixture
def judge(tmp_path: Path) -> Any:
    """Runs a command on a file with one theorem; gives the exit code, the output and the rows."""
    from dpsym.library import files

    for name in files._packages:
        for module in [m for m in sys.modules if m.partition(".")[0] == name]:
            del sys.modules[module]
    files._packages.clear()
    home = tmp_path / "judging"
    home.mkdir()

    def run(body: str, *command: str) -> tuple[int, str, Any]:
        (home / "judged.py").write_text(HEAD.replace("{}", body))
        words = command or ("check", "--json", "--fresh")
        found = CliRunner().invoke(main, [words[0], str(home / "judged.py"), *words[1:]], prog_name="dpsym")
        if found.exception is not None and not isinstance(found.exception, SystemExit):
            raise found.exception
        return found.exit_code, found.output, json.loads(found.stdout) if "--json" in words else None

    return run


# ------------------------------------------------------------------------------------------- hypotheses
@pytest.mark.parametrize("body", NOWHERE.values(), ids=list(NOWHERE))
def test_hypotheses_that_hold_nowhere(judge: Any, body: str) -> None:
    code, _, (row,) = judge(body)
    assert (code, row["verdict"], row["instance"], row["as_declared"]) == (1, "vacuous", None, False)


@pytest.mark.parametrize("body", list(NOWHERE.values())[::6])
def test_what_is_vacuous_is_said_on_every_page(judge: Any, body: str) -> None:
    code, words, _ = judge(body, "check", "--fresh")
    assert code == 1 and "contradict each other" in words
    for to in ("tex", "html", "md", "txt"):
        code, words, _ = judge(body, "render", "--to", to)
        assert code == 1 and "vacuous" in words and "says nothing" in words and "proved" not in words


@pytest.mark.parametrize(
    "body",
    [
        "given=(Lt(x, 1), Lt(0, x)), claim=Lt(x**2, 1)",
        "given=(x >= 0, x <= 0), claim=Eq(x, 0)",  # one point only
        "given=(p >= 1,), claim=Eq(p, 1)",
        "claim=ApproxDP(0, half), where={P: (half, half), Q: (1, 0)}",
        "given=(PureDP(0),), claim=Le(HockeyStick(0), 0)",  # equal laws only
        "claim=Le(half, 1)",
    ],
)
def test_hypotheses_that_hold_somewhere(judge: Any, body: str) -> None:
    code, _, (row,) = judge(body)
    assert (code, row["verdict"], row["shown"]) == (0, "proved", "proved")
    assert set(row["instance"]) == {"at", "laws"}
    assert "instance: " in judge(body, "check", "-v", "--fresh")[1]


def test_no_instance_and_no_contradiction_is_said(judge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the search is blind, the words say so: in the text, in the data and on the pages."""
    from dpsym.prove.definedness import instances

    monkeypatch.setattr(instances, "points", lambda theorem: iter(()))
    body = "given=(Lt(0, x),), claim=Lt(0, 2*x)"
    code, _, (row,) = judge(body, "check", "--json", "--fresh", "--jobs", "1")
    assert (code, row["verdict"], row["shown"]) == (0, "proved", "proved, no instance found")
    assert "proved, no instance found" in judge(body, "check", "--fresh", "--jobs", "1")[1]
    monkeypatch.setenv("DPSYM_CACHE", "/nonexistent")
    for to in ("tex", "html", "md", "txt"):
        words = judge(body, "render", "--to", to)[1]
        assert "no instance found" in words


def test_a_theorem_that_uses_a_vacuous_one_stands_by_itself() -> None:
    """It showed that the case cannot arise: its own hypotheses decide, and its report names the vacuous one."""
    x = parameter("x")
    with as_written():
        empty = Theorem(title="Empty", given=(Lt(x, 0), Lt(0, x)), claim=Lt(x, -5))
    session = Session()
    assert session.settle(empty).status == "vacuous"
    assert session.theorem(empty).status == "proved"  # what a use of it rests on is the kernel's word
    assert session.existence(empty).holds is False


def test_an_instance_is_accepted_by_the_kernel_alone() -> None:
    eps = parameter("eps", at_least=0)
    with as_written():
        theorem = Theorem(title="Pure", given=(PureDP(eps),), claim=Le(HockeyStick(eps), Integer(0)))
    found = Session().existence(theorem)
    assert found.holds and found.point is not None and found.certificate is not None
    assert check(found.certificate)


def test_a_forged_instance_is_not_believed() -> None:
    """A point or a certificate from the store counts for what the kernel makes of it."""
    x = parameter("x")
    with as_written():
        empty = Theorem(title="Empty", given=(Lt(x, 0), Lt(0, x)), claim=Lt(x, -5))
        other = Theorem(title="Other", given=(Lt(x, 0), Lt(x, 1)), claim=Lt(x, 5))
    store = Nowhere()
    honest = Session(store).existence(other)
    (place,) = (k for k in store.kept if k.startswith("instance-"))
    entry = store.kept[place]

    class Forger(Nowhere):
        def get(self, key: str) -> Any:
            return entry if key.startswith(("instance-", "tight-", "point-")) else None

    assert honest.holds
    assert Session(Forger()).existence(empty).holds is False
    for value in (
        "0",
        "1/0",
        ["x"],
        ["exp", "1", "2", "3"],
        [["deep"]] * 3,
        "9" * 5000,
        None,
        ["Rational", 1],
    ):
        entry = {"point": {"at": [["x", value]], "laws": []}, "certificate": store.kept[place]["certificate"]}
        found = Session(Forger()).existence(other)
        assert found.holds and found.point == honest.point


def test_points_are_read_as_they_were_written() -> None:
    x = parameter("x")
    theorem = Theorem(title="x", claim=Lt(x, 5))
    for value in (
        Rational(1, 3),
        2 * log(2),
        1 / (1 + exp(Rational(1, 2))),
        sqrt(2) - 1,
        tanh(Rational(1, 5)),
    ):
        at = point({x: value}, P=(value, 1 - value))
        assert point_from(json.loads(json.dumps(point_data(at))), theorem) == at


# ----------------------------------------------------------------------------------------------- typed claims
@pytest.mark.parametrize(
    "text",
    [
        "for x < 0, x > 0: 1 < 0",
        "for x > 1, x^2 < 1: x < 0",
        "for x > 0, y > 0, x*y < 0: x < y",
        "PureDP(-1) => TV <= 0",
        "ApproxDP(0, -1) => TV <= 0",
        "TV <= -1 => KL <= 5",
        "for sigma > 0, sigma < -1: Gaussian(sigma, 1) => ZCDP(1/(2*sigma^2))",
    ],
)
def test_a_typed_claim_with_hypotheses_that_hold_nowhere(text: str) -> None:
    answer = settle(text)
    assert answer.verdict == "vacuous" and answer.json()["verdict"] == "vacuous"
    assert str(answer).startswith("vacuous")
    bundle = answer.bundle()
    assert bundle is not None
    from dpsym.kernel import check_bundle

    assert check_bundle(bundle)
    result = CliRunner().invoke(main, ["claim", text])
    assert result.exit_code == 1


@pytest.mark.parametrize(
    "text",
    [
        "for x > 0: x^2 > 0",
        "for eps >= 0: PureDP(eps) => TV <= tanh(eps/2)",
        "for eps >= 0: RandomizedResponse(eps) => PureDP(eps)",
    ],
)
def test_a_typed_claim_shows_an_instance(text: str) -> None:
    answer = settle(text)
    assert (answer.verdict, answer.shown) == ("proved", "proved")
    assert answer.json()["instance"] is not None


# ------------------------------------------------------------------------------------------------ equality
WRONG = {
    "no equality": "claim=p * (1 - p) <= Rational(1, 4), tight=point({p: third})",
    "outside the domain": "claim=p * (1 - p) <= Rational(1, 4), tight=point({p: 2})",
    "against a hypothesis": "given=(x > 1,), claim=x >= 1, tight=point({x: 1})",
    "a strict relation": "claim=0 < exp(x), tight=point({x: 0})",
    "for no value": "claim=x**2 >= 2 * x * p - p**2, tight=point({x: 1 + p})",
    "for one value only": "claim=x**2 >= 2 * x * p - p**2, tight=point({x: 2 * p})",
    "laws that differ": "given=(PureDP(eps),), claim=HockeyStick(0) <= 1, "
    "tight=point({eps: log(2)}, P=(2*third, third), Q=(third, 2*third))",
    "masses that are none": "claim=HockeyStick(0) <= 1, tight=point(P=(1, 1), Q=(0, 1))",
    "too small a delta": "claim=ApproxDP(0, half), where={P: (third, 2*third), Q: (half, half)}, tight=point()",
    "one of two": "claim=p * (1 - p) <= Rational(1, 4), tight=(point({p: half}), point({p: 0}))",
}


@pytest.mark.parametrize("body", WRONG.values(), ids=list(WRONG))
def test_a_wrong_point_of_equality(judge: Any, body: str) -> None:
    code, _, (row,) = judge(body)
    assert code == 1 and not row["as_declared"] and "refuted" in [t["verdict"] for t in row["tight"]]
    against = next(t["against"] for t in row["tight"] if t["verdict"] == "refuted")
    assert against and ("left" in against[0] or "fails" in against[0] or "not those of a law" in against[0])
    _, words, _ = judge(body, "render", "--to", "txt")
    assert words.count("Equality") == sum(t["verdict"] == "proved" for t in row["tight"])


RIGHT = {
    "a number": "claim=p * (1 - p) <= Rational(1, 4), tight=point({p: half})",
    "an end": "claim=u >= 0, tight=point({u: 0})",
    "for all values": "claim=x**2 >= 2 * x * p - p**2, tight=point({x: p})",
    "for all losses": "claim=p * exp(eps) / (1 - p + p * exp(eps)) - p <= tanh(eps / 4), "
    "tight=point({p: 1 / (1 + exp(eps / 2))})",
    "a pair": "claim=HockeyStick(0) <= 1, tight=point(P=(1, 0), Q=(0, 1))",
    "a notion": "claim=ApproxDP(0, half), where={P: (half, half), Q: (1, 0)}, tight=point()",
    "one of several": "claim=AllOf(0 <= p, p <= 2), tight=point({p: 0})",
}


@pytest.mark.parametrize("body", RIGHT.values(), ids=list(RIGHT))
def test_a_point_of_equality(judge: Any, body: str) -> None:
    code, words, (row,) = judge(body)
    assert row["tight"][0]["verdict"] == "proved", words
    assert code in (0, 3)  # a claim of this list need not be proved to have its point


IDLE = {
    "an equation beside the inequality": "claim=AllOf(Eq(p * 2, 2 * p), p * (1 - p) <= half), tight=point({p: third})",
    "an equation alone": "claim=Eq(p * 2, 2 * p), tight=point({p: third})",
    "the event without outcomes": "claim=PureDP(eps), where={P: (half, half), Q: (third, 1 - third)}, tight=point({eps: 1})",
    "a probability of 1, of a bound that is not reached": "given=PureDP(eps), claim=UnderEachLaw("
    "Abs(Posterior(p) - p) <= 1, 1), tight=point({eps: log(2), p: half}, P=(2 * third, third), Q=(third, 2 * third))",
}


@pytest.mark.parametrize("body", IDLE.values(), ids=list(IDLE))
def test_what_always_holds_with_equality_is_no_sharpness(judge: Any, body: str) -> None:
    """Each of these has a relation with two equal sides there, and no bound of it is reached."""
    code, words, (row,) = judge(body)
    assert row["tight"][0]["verdict"] in ("refuted", "unknown"), words
    assert code in (1, 3)
    assert "Equality holds" not in judge(body, "render", "--to", "txt")[1]


def test_a_bound_with_high_probability_is_reached_at_an_outcome() -> None:
    p, eps = parameter("p", at_least=0, at_most=1), parameter("eps", at_least=0)
    laws = {"P": (Rational(4, 5), Rational(1, 5)), "Q": (Rational(1, 5), Rational(4, 5))}
    with as_written():
        bound = UnderEachLaw(Abs(Posterior(p) - p) <= tanh(eps / 4), Integer(1))
        at = point({eps: 2 * log(2), p: Rational(1, 3)}, **laws)
        theorem = Theorem(title="Bound", given=PureDP(eps), claim=bound, tight=at)
        never = replace(theorem, tight=(point({eps: 2 * log(2), p: Rational(1, 2)}, **laws),))
    verdicts = [sharp(Session(Nowhere()), t, t.tight[0]).verdict for t in (theorem, never)]
    assert verdicts[0] == "proved" != verdicts[1]


def test_at_points_only_what_was_checked_is_said(judge: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from dpsym.prove.variants import sharpness

    monkeypatch.setattr(sharpness, "for_all", lambda *arguments: None)
    monkeypatch.setenv("DPSYM_CACHE", "/nonexistent")
    body = RIGHT["for all values"]
    _, _, (row,) = judge(body, "check", "--json", "--fresh", "--jobs", "1")
    assert row["tight"][0]["verdict"] == "at points" and len(row["tight"][0]["points"]) == 3
    for to in ("tex", "html", "md", "txt"):
        words = judge(body, "render", "--to", to)[1]
        assert "Equality holds, for instance, at" in " ".join(words.split())


def test_a_forged_point_of_equality_is_not_believed() -> None:
    p = parameter("p", at_least=0, at_most=1)
    x = parameter("x")
    with as_written():
        good = Theorem(title="Good", claim=p * (1 - p) <= Rational(1, 4), tight=point({p: Rational(1, 2)}))
        bad = replace(good, tight=(point({p: Rational(1, 3)}),))
        opened = Theorem(title="Open", claim=x**2 >= 2 * x * p - p**2, tight=point({x: p}))
        one_value = replace(opened, tight=(point({x: 2 * p}),))
    for honest, forged in ((good, bad), (opened, one_value)):
        store = Nowhere()
        assert sharp(Session(store), honest, honest.tight[0]).verdict == "proved"
        (entry,) = (v for k, v in store.kept.items() if k.startswith("tight-"))

        class Forger(Nowhere):
            def get(self, key: str, entry: Any = entry) -> Any:
                return entry if key.startswith("tight-") else None

        assert sharp(Session(Forger()), forged, forged.tight[0]).verdict == "refuted"
        for field in entry:
            broken = {**entry, field: [{"point": None, "leaf": [7], "certificate": {}}]}

            class Broken(Nowhere):
                def get(self, key: str, entry: Any = broken) -> Any:
                    return entry if key.startswith("tight-") else None

            assert sharp(Session(Broken()), honest, honest.tight[0]).verdict == "proved"


def test_certificates_of_equality_are_accepted_by_the_kernel_alone() -> None:
    eps, delta = parameter("eps", at_least=0), parameter("delta", at_least=0, at_most=1)
    with as_written():
        theorem = Theorem(
            title="Delta", given=(ApproxDP(eps, delta),), claim=HockeyStick(eps) <= delta,
            tight=point({eps: 0, delta: Rational(1, 2)}, P=(Rational(1, 2), Rational(1, 2)), Q=(1, 0)),
        )  # fmt: skip
    found = sharp(Session(), theorem, theorem.tight[0])
    assert found.verdict == "proved" and all(check(c) for c in found.certificates)


# --------------------------------------------------------------------------------------------- near misses
@pytest.mark.parametrize(
    "miss",
    [
        'near_misses={"still true": variant(p * (1 - p) <= half)}',
        'near_misses={"false": variant(p * (1 - p) <= Rational(1, 5)), "still true": variant(0 <= 1 - p)}',
        'errata=erratum("wrong result", "page 1", "a third", fails="no", reads=variant(p * (1 - p) <= third))',
    ],
)
def test_a_neighbour_that_is_not_false(judge: Any, miss: str) -> None:
    body = f"claim=p * (1 - p) <= Rational(1, 4), {miss}"
    code, words, (row,) = judge(body)
    assert (code, row["verdict"], row["as_declared"]) == (3, "proved", False)
    assert any("not refuted: " in r for r in row["remarks"])
    assert "not refuted: " in judge(body, "check", "--fresh")[1]
    for to in ("tex", "html", "md", "txt"):
        page = judge(body, "render", "--to", to)[1]
        assert "still true" not in page.lower() and "refuted here" not in page and "This is false" not in page
        assert "a third" not in page
    code, words, _ = judge(body, "check", "--fresh", "--no-near-misses")
    assert code == 0 and "near misses not checked" in words
    (row,) = judge(body, "check", "--fresh", "--no-near-misses", "--json")[2]
    assert row["near_misses"] == "not checked"


def test_a_neighbour_that_is_false(judge: Any) -> None:
    body = 'claim=p * (1 - p) <= Rational(1, 4), near_misses={"less": variant(p * (1 - p) <= Rational(1, 5))}'
    code, _, (row,) = judge(body)
    authored, *computed = row["near_misses"]
    assert code == 0
    assert authored == {"name": "near miss 'less'", "verdict": "refuted", "tried": "", "computed": False}
    assert computed and all(m["computed"] and m["verdict"] == "refuted" for m in computed)
    assert f"{1 + len(computed)} near misses refuted" in judge(body, "check", "--fresh")[1]
    assert "fails" in judge(body, "render", "--to", "txt")[1]
    listed = judge(body, "check", "--fresh", "--near-misses", "--json")[2][0]["near_misses"]
    assert [m["name"] for m in listed] == [m["name"] for m in row["near_misses"]]
    assert all(m["statement"] and m["witness"]["at"] for m in listed)
    words = judge(body, "check", "--fresh", "--near-misses")[1]
    assert words.count("        at p = ") == len(listed)
    assert judge("claim=p * (1 - p) <= Rational(1, 4)")[0] == 0  # none at all is a user's right


def test_a_forged_point_against_a_near_miss_is_not_believed() -> None:
    p = parameter("p", at_least=0, at_most=1)
    with as_written():
        theorem = Theorem(title="Product", claim=p * (1 - p) <= Rational(1, 4))
        false, true = variant(p * (1 - p) <= Rational(1, 5)), variant(p * (1 - p) <= Rational(1, 2))
    store = Nowhere()
    assert Session(store).refute(theorem, false).status == "refuted"
    (entry,) = (v for k, v in store.kept.items() if k.startswith("point-"))

    class Forger(Nowhere):
        def get(self, key: str) -> Any:
            return entry

    assert Session(Forger()).refute(theorem, true).status == "unknown"
    assert Session(Forger()).refute(theorem, false).status == "refuted"


def test_listed_masses_come_from_the_statement_not_from_the_store() -> None:
    """A stored point against another pair refutes nothing."""
    half = Rational(1, 2)
    with as_written():
        one = Theorem(title="One", claim=PureDP(0), where={P: (half, half), Q: (half, half)})
        two = Theorem(title="Two", claim=PureDP(0), where={P: (half, half), Q: (1, 0)})
    store = Nowhere()
    assert Session(store).refute(two, variant()).status == "refuted"
    (entry,) = (v for k, v in store.kept.items() if k.startswith("point-"))

    class Forger(Nowhere):
        def get(self, key: str) -> Any:
            return entry if key.startswith("point-") else None

    assert Session(Forger()).refute(one, variant()).status == "unknown"


# --------------------------------------------------------------------------------------------------- sources
@pytest.mark.parametrize(
    "source", ["kazan.thm3.99", "nobody2020", "kazan", "kazan2025, Theorem 3", " kazan2025"]
)
def test_an_unknown_source(judge: Any, source: str) -> None:
    body = f"source={source!r}, claim=Le(half, 1)"
    for command in (
        ("check", "--fresh"),
        ("render", "--to", "md"),
        ("render", "--to", "tex"),
        ("show",),
        ("refute",),
    ):
        code, words, _ = judge(body, *command)
        assert code == 2 and "neither an id of the catalogue nor a key" in words, words
    if source.startswith("kazan"):
        assert "did you mean" in judge(body, "check")[1]


def test_known_sources(judge: Any, tmp_path: Path) -> None:
    for source in ("kazan.thm3.9", "kifer2022"):
        assert judge(f"source={source!r}, claim=Le(half, 1)")[0] == 0
    (tmp_path / "judging" / "own.bib").write_text("@article{mine2026,\n  title = {Mine},\n}\n")
    from dpsym.library.sources import keys_of

    keys_of.cache_clear()
    assert judge("source='mine2026', claim=Le(half, 1)")[0] == 0


def test_the_other_entries_of_a_file_are_still_checked(judge: Any) -> None:
    body = "claim=Le(half, 1))\n    other = Theorem(title='Other', source='nowhere', claim=Le(half, 2)"
    code, words, _ = judge(body, "check", "--fresh")
    assert code == 2 and "proved" in words and "'nowhere'" in words
