"""Each kind of step answers for itself, and prover, reader, page and reports know every kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest
from sympy import Basic

from dpsym.document.proof import step as on_page
from dpsym.document.words.steps import words
from dpsym.language import (
    Chain,
    Eq,
    ForAll,
    Outcome,
    P,
    Theorem,
    as_written,
    cases,
    exhibit,
    exp,
    have,
    induction,
    let,
    monotonic,
    obtain,
    parameter,
    specialise,
    y,
)
from dpsym.language.expressions import Exists
from dpsym.language.steps import ArgMin, Induction, Step, distinct, in_text, number_of_steps, used_in
from dpsym.prove.lines.step_rules import run_step
from dpsym.prove.lines.steps import Reader

KINDS = Step.__subclasses__()

x, z = parameter("x", at_least=0), parameter("z")
k = parameter("k", at_least=0, integer=True)
with as_written():
    square = Theorem(title="A square", claim=x**2 >= 0)
    chain = Chain(x).le(x + 1, "add", by=square).lt(x + 2, "again")
    inner = have(x >= 0, "given")
    DERIVATION = (
        chain,
        have(x + 1 >= 0, "sum", by=(square, square.at(x=x + 1)), derivation=(inner, chain)),
        cases(x <= 1, (inner,), (monotonic(exp(z), z, 0, x, derivation=inner),)),
        have(ForAll((k,), k >= 0), derivation=induction(k, first=inner, then=inner)),
        obtain(Exists((z,), Eq(z, x)), by=square),
        let(z, x, z >= 0, "a name"),
    )
    y_0 = Outcome("y_0")
    MORE = (
        *DERIVATION,
        inner,
        induction(k, first=inner, then=inner),
        monotonic(exp(z), z, 0, x, derivation=inner),
        specialise(ForAll((z,), z >= 0), {z: x}),
        exhibit({z: x + 3}),
        ArgMin(y_0, P(y_0), y),
    )


def test_there_are_ten_kinds() -> None:
    assert len(KINDS) == 10


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_known_everywhere(kind: type[Step]) -> None:
    places = [words, on_page]
    if kind is not Induction:  # stands in the derivation of a fact alone, which runs it
        places += [run_step, Reader.__dict__["step"].dispatcher]
    for dispatch in places:
        assert dispatch.dispatch(kind) is not dispatch.dispatch(object)


def test_the_order_of_the_text() -> None:
    found = list(in_text(DERIVATION))
    assert found[:2] == list(chain.lines)
    assert found[2] is DERIVATION[1] and found[3] is inner and found[4:6] == list(chain.lines)
    assert number_of_steps(DERIVATION) == len(found) == 2 + 4 + 4 + 4 + 2


def test_uses_are_those_of_every_piece() -> None:
    assert [use.theorem for use in used_in(DERIVATION)] == [square] * 5
    assert [str(use.at) for use in DERIVATION[1].uses()] == ["()", "((x, x + 1),)"]


def test_a_step_that_stands_at_two_places_is_told_apart() -> None:
    found = distinct(DERIVATION)
    ids = [id(piece) for piece in in_text(found)]
    assert found == DERIVATION and len(set(ids)) == len(ids)
    assert distinct((inner,)) == (inner,)


# What a step is made of and does not tell by itself: names that it binds, and the ends of an interval.
UNTOLD = {
    "ArgMin": {"running"}, "Induction": {"over"}, "Monotonic": {"variable", "low", "high"},
    "Specialise": {"at"}, "Exhibit": {"values"},  # the names that get the values
    "Chain": {"start"},
}  # fmt: skip


def parts(x: object) -> Iterator[Basic]:
    if isinstance(x, Basic):
        yield x
    elif isinstance(x, tuple | list):
        for part in x:
            yield from parts(part)


def test_a_step_tells_all_that_it_is_made_of() -> None:
    """What the page asks of every kind alike: a field of which no answer knows would be missed there."""
    assert {type(s) for s in MORE} == {*KINDS}
    for one in MORE:
        told = {*one.relations(), *one.terms(), *one.names(), *parts(one.conclusion)}
        for field in fields(one):
            own = {*parts(getattr(one, field.name))} if field.name not in ("split", "hints") else set()
            missed = {e for e in own if e not in told and not any(e in t.args for t in told)}
            assert not missed or field.name in UNTOLD[type(one).__name__], (type(one), field.name)


def test_conclusions_and_names() -> None:
    told = [(s.conclusion, s.names()) for s in DERIVATION]
    assert str(told[0][0]) == "x < x + 2" and told[1] == (DERIVATION[1].fact, ())
    assert told[2] == (None, ()) and told[4:] == [(None, (z,)), (None, (z,))]
    assert MORE[-1].names() == (y_0,) and MORE[-1].terms() == (P(y_0),)


def test_a_chain_states_its_lines() -> None:
    assert [str(r) for r in chain.relations()] == ["x <= x + 1", "x + 1 < x + 2"]
