"""Every term of a printed step has a value where the step stands; a point at which one has none refutes nothing and is no
point of equality."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sympy import Eq, Ge, Gt, Integer, Le, Lt, Rational, log

from dpsym.cli import main
from dpsym.cli.frame import UNDECIDED, USAGE
from dpsym.language import (
    Chain,
    Exists,
    ForAll,
    Implication,
    Theorem,
    Variant,
    as_written,
    cases,
    have,
    let,
    obtain,
    parameter,
    point,
    root,
    sqrt,
    variant,
)
from dpsym.language.definedness import needs
from dpsym.library import load
from dpsym.prove.definedness.step_values import Asking
from dpsym.prove.session import Session
from dpsym.prove.verdict import NO_VALUE, NO_VALUE_SHOWN

low = parameter("x", at_least=0)
above = parameter("x", above=0)
q, z, t = parameter("q"), parameter("z"), parameter("t")

with as_written():
    square = Le(0, low**2)
    TRUE: dict[str, Any] = {  # steps after which every term has a value
        "a root in the case where it has one": (cases(Lt(0, low), have(Gt(sqrt(low), 0))),),
        "a root with its value at 0": (have(Ge(root(low), 0)),),
        "a logarithm of what is positive by a step before": (
            have(Gt(low + 1, 0)),
            have(Ge(log(low + 1), log(low + 1))),
        ),
        "a divisor": (Chain(low / (low + 1)).le(low),),
        "a name for what is positive": (
            let(q, low + 1, (Gt(q, 0),)),
            have(Gt(1 / q, 0)),
        ),
        "a guard within the fact": (have(Implication(Gt(low, 0), Gt(sqrt(low), 0))),),
        "in the derivation of a fact": (
            have(
                ForAll((z,), Implication(Gt(z, 0), Gt(1 / z, 0))),
                derivation=have(Gt(1 / z, 0)),
            ),
        ),
    }
    WRONG: dict[
        str, Any
    ] = {  # steps that are proved where the kernel's value of a term is arbitrary or positive
        "a root at 0": ((have(Gt(sqrt(low), 0)),), [NO_VALUE]),
        "a root in a chain": ((Chain(Integer(0)).lt(sqrt(low)).lt(sqrt(low) + 1),), [NO_VALUE, "proved"]),
        "a root where a chain begins": ((Chain(sqrt(low)).gt(0),), [NO_VALUE]),
        "a power": ((have(Gt(low ** Rational(1, 3), 0)),), [NO_VALUE]),
        "a logarithm": ((have(Eq(log(low) - log(low), 0)),), [NO_VALUE]),
        "a divisor": ((have(Eq(1 / low - 1 / low, 0)),), [NO_VALUE]),
        "a condition of cases": ((cases(Gt(sqrt(low), 1)),), [NO_VALUE]),
        "in the other case": (
            (cases(Gt(low, 0), (), have(Gt(sqrt(low), 0))),),
            ["proved", NO_VALUE],
        ),
        "a name for it": ((let(q, sqrt(low), (Gt(q, 0),)),), [NO_VALUE]),
        "of a name of which less is known": (
            (let(q, low + 1, (Ge(q, 0),)), have(Gt(sqrt(q), 0))),
            ["proved", NO_VALUE_SHOWN],
        ),
        "before the step that shows it": (
            (have(Eq(log(low + 1 - 1) - log(low), 0)), have(Ge(low, 0))),
            [NO_VALUE, "proved"],
        ),
        "after the part of the text in which it is shown": (
            (
                cases(Gt(low, 0), have(Gt(sqrt(low), 0)), have(Ge(low, 0))),
                have(Gt(sqrt(low), 0)),
            ),
            None,
        ),
        "a number that exists": (
            (obtain(Exists((z,), Gt(z, sqrt(low)))),),
            None,
        ),
    }


def theorem(steps: Any) -> Theorem:
    with as_written():
        return Theorem(title="a square", claim=square, derivation=steps)


@pytest.mark.parametrize("name", TRUE)
def test_steps_with_values_are_proved(name: str) -> None:
    found = Session().theorem(theorem(TRUE[name]))
    assert found.status == "proved", found.tried
    assert [line.verdict for line in found.lines] == ["proved"] * len(found.lines)


@pytest.mark.parametrize("name", WRONG)
def test_a_step_with_a_term_without_value_is_shown_as_such(name: str) -> None:
    steps, wanted = WRONG[name]
    found = Session().theorem(theorem(steps))
    said = [line.verdict for line in found.lines]
    if wanted is None:
        assert {NO_VALUE, NO_VALUE_SHOWN} & set(said) or found.status == "unknown", said
        return
    assert found.status == "proved"  # the theorem's own verdict stays
    assert said == wanted
    for line in found.lines:
        assert (line.missing is not None) == (line.verdict != "proved")
        if line.verdict == NO_VALUE:
            assert dict(line.missing.point.at)[low] == 0


FILE = """
from dpsym.language import Le, Lt, Theorem, Gt, have, let, parameter, sqrt, function, Eq, y, Total
x = parameter('x', at_least=0)
q = parameter('q')
t = Theorem(title='A square', claim=Le(0, x**2), derivation=({steps},))
"""


@pytest.mark.parametrize(
    ("steps", "code", "word"),
    [
        ("have(Gt(sqrt(x), 0))", USAGE, NO_VALUE),
        ("let(q, x + 1, (Le(0, q),)), have(Gt(sqrt(q), 0))", UNDECIDED, NO_VALUE_SHOWN),
    ],
)
def test_check_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: str, code: int, word: str
) -> None:
    monkeypatch.setenv("DPSYM_CACHE", str(tmp_path / "cache"))
    home = tmp_path / "homework_steps"
    home.mkdir()
    (home / "one.py").write_text(FILE.format(steps=steps))
    for options in ((), ("-v",), ("--json",)):  # also from the store
        found = CliRunner().invoke(main, ["check", str(home), "--jobs", "1", *options])
        assert found.exit_code == code, found.output
        assert word in found.output
        assert "a root needs a positive number" in found.output
    shown = CliRunner().invoke(main, ["show", str(home / "one.py")])
    assert shown.exit_code != 0 or word in shown.output


NEAR = {
    "a root of 0": (variant(claim=Le(sqrt(low), 0)), {low: 0}),
    "a root of 0 in a sum": (variant(claim=Lt(low + sqrt(low), low)), {low: 0}),
    "a power of 0": (variant(claim=Le(low ** Rational(1, 3), 0)), {low: 0}),
    "a root of a negative number": (variant(claim=Le(sqrt(low - 1), 0)), {low: 0}),
    "a root in a hypothesis": (variant(given=(Gt(sqrt(low), 0),), claim=Lt(0, low)), {low: 0}),
}


@pytest.mark.parametrize("name", NEAR)
def test_a_point_at_which_a_term_has_no_value_refutes_nothing(name: str) -> None:
    miss, at = NEAR[name]
    with as_written():
        whole = Theorem(title="a square", claim=square)
    with as_written():
        wrong = Variant(given=miss.given, claim=miss.claim, witness=point(at))
    found = Session().refute(whole, wrong)
    assert found.status != "refuted" or dict(found.witness.at)[low] != 0


def test_a_point_at_which_a_root_has_a_value_refutes() -> None:
    with as_written():
        whole = Theorem(title="a square", claim=square)
        wrong = Variant(claim=Le(sqrt(low), 1), witness=point({low: 4}))
    assert Session().refute(whole, wrong).status == "refuted"


def test_no_equality_where_a_term_has_no_value() -> None:
    from dpsym.prove.variants.sharpness import sharp

    for claim in (Ge(1 / low, 1 / low), Ge(log(low), log(low)), Ge(sqrt(low), sqrt(low))):
        with as_written():
            wrong = Theorem(title="no value", claim=claim, tight=point({low: 0}))
        assert sharp(Session(), wrong, wrong.tight[0]).verdict == "unknown"
        with as_written():
            right = Theorem(title="a value", claim=claim.xreplace({low: above}), tight=point({above: 1}))
        assert sharp(Session(), right, right.tight[0]).verdict in ("proved", "at points")


# steps of the library with a quotient or a logarithm that is not shown to have a value, and why; they are proved for
# every number that 1/0 and log 0 may be, so that they are not false
OPEN = {
    # 0 times a logarithm that has no value where the factor is 0: by the convention of the text the product is 0
    "notions.loss_of_two_mechanisms.law_of_the_sum": {1},
    # divisors of expectations over possible outputs: positive by a sum over records that the search does not find there
    "bayesian.unknown_rest_tails.renyi": {7, 8, 23},
    "bayesian.f_dp_unknown_rest.unknown_rest": {7, 8, 23},
    "bayesian.post_processing.unknown": {10},
}


def test_the_open_steps_of_the_library_are_as_listed() -> None:
    """No root and no power is among them, and each is a step that asks for something."""
    library = load()
    for name, steps in OPEN.items():
        item = library.get(name)
        assert item is not None and isinstance(item.entry, Theorem)
        asking = Asking(item.entry, Session().statement(item.entry), needs(item.entry))
        asking.read()
        asked = [found for found in asking.found if found.at + 1 in steps]
        assert {found.at + 1 for found in asked} == steps
        assert all("divisor" in f.need.rule or "logarithm" in f.need.rule for f in asked)
