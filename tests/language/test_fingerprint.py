"""The digest of a statement: what a statement says moves it, each part alone; how it is told and shown does not."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
import sympy
from sympy import Rational

from dpsym.language import (
    ApproxDP,
    Definition,
    Entry,
    Example,
    ProbDP,
    PureDP,
    Theorem,
    have,
    parameter,
    value,
)
from dpsym.language.fingerprint import of_expression, of_statement, of_steps

x, z = parameter("x", above=0), parameter("z", at_least=1)
BARE = Theorem(title="A square", given=x <= z, claim=x**2 <= x * z, where={})
eps = parameter("eps", at_least=0)
TABLE = Example(title="A number", values=(value("a", x**2, {x: 2}, "4"),))
LISTED = Theorem(
    title="Two outputs",
    given=PureDP(eps),
    claim=ApproxDP(eps, 0),
    where={"P": (Rational(1, 3), Rational(2, 3)), "Q": (Rational(2, 3), Rational(1, 3))},
)


def with_domain(**domain: int) -> Theorem:
    other = parameter("x", **domain)
    return Theorem(title="A square", given=other <= z, claim=other**2 <= other * z)


OTHER_STATEMENTS: dict[str, tuple[Entry, Entry]] = {
    "a wider domain": (BARE, with_domain(at_least=0)),
    "a narrower domain": (BARE, with_domain(above=0, below=1)),
    "no hypothesis": (BARE, replace(BARE, given=())),
    "a strict hypothesis": (BARE, replace(BARE, given=(x < z,))),
    "another claim": (BARE, replace(BARE, claim=x**2 < x * z)),
    "the order of a product": (BARE, replace(BARE, claim=x**2 <= sympy.Mul(z, x, evaluate=False))),
    "a hypothesis as part of the claim": (BARE, replace(BARE, given=(x <= z, x**2 <= x * z), claim=x <= z)),
    "another mass": (
        LISTED,
        replace(LISTED, where=dict(LISTED.where) | {"Q": (Rational(1, 2), Rational(1, 2))}),
    ),
    "the laws exchanged": (
        LISTED,
        replace(LISTED, where=dict(zip("QP", LISTED.where.values(), strict=True))),
    ),
    "another printed number": (TABLE, replace(TABLE, values=(replace(TABLE.values[0], printed="5"),))),
    "a number at another place": (TABLE, replace(TABLE, values=(value("a", x**2, {x: 3}, "4"),))),
    "another notion": (LISTED, replace(LISTED, claim=ProbDP(eps, 0))),
}


@pytest.mark.parametrize("what", OTHER_STATEMENTS)
def test_what_is_stated_moves_the_digest(what: str) -> None:
    one, other = OTHER_STATEMENTS[what]
    assert of_statement(one) != of_statement(other)


def test_title_note_and_derivation_are_no_part_of_a_statement() -> None:
    told = replace(BARE, title="Another", note="A note.", derivation=(have(0 < x),))
    assert of_statement(told) == of_statement(BARE) == of_statement(with_domain(above=0))


def test_entries_of_different_kinds_do_not_share_a_digest() -> None:
    kinds = [
        BARE,
        LISTED,
        Definition(title="D", defines=PureDP(eps)),
        Definition(title="D", defines=ApproxDP(eps, 0)),
    ]
    assert len({*map(of_statement, kinds)}) == len(kinds)


def test_steps_have_the_digest_of_all_that_they_say() -> None:
    key_of = of_statement
    steps = (have(0 < x, "a sign", by=BARE.at(x=x)),)
    others = [
        (),
        (have(0 < z, "a sign", by=BARE.at(x=x)),),
        (have(0 < x, "a sign"),),
        (have(0 < x, "a sign", by=LISTED),),
        (*steps, *steps),
    ]
    found = [of_steps(s, "key", key_of) for s in (steps, *others)]
    assert len({*found, of_steps(steps, "another key", key_of)}) == len(found) + 1


def test_a_digest_is_the_same_in_every_process() -> None:
    """Neither the seed of hashes nor the order in which expressions were made is seen in it."""
    code = (
        "from dpsym.language import ApproxDP, parameter;"
        "from dpsym.language.fingerprint import of_expression;"
        "b, a = parameter('delta'), parameter('eps', at_least=0);"
        "print(of_expression(ApproxDP(a, b + a)))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    delta = parameter("delta")
    assert found == {of_expression(ApproxDP(eps, delta + eps))}
