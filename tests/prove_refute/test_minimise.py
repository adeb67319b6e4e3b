"""Steps that the search does not need are named; those without which nothing is proved are kept."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from dpsym.cli import main
from dpsym.language import (
    AllOf,
    Between,
    Chain,
    Eq,
    ForAll,
    Outcome,
    P,
    Phi,
    PureDP,
    S,
    Theorem,
    Total,
    as_written,
    cases,
    distribution,
    exp,
    function,
    have,
    parameter,
    specialise,
)
from dpsym.language import y as OUTPUT
from dpsym.prove.minimise import minimise
from dpsym.prove.session import Session
from dpsym.prove.side_steps import says_nothing

x = parameter("x", at_least=0)
y = parameter("y", at_least=0)
s = parameter("s")
p = parameter("p", above=0, below=1)
u = parameter("u", above=0)
v = parameter("v", at_least=u)
H = function("H")
above = ForAll(s, s <= H(s))


def square(e):
    """A quotient whose divisor is seen to be positive only with a step."""
    return p**2 / (p**2 + (1 - p**2) * e**2)


with as_written():
    superfluous = Theorem(
        title="two superfluous steps, and one that is needed",
        given=(above,),
        claim=x <= H(x + y),
        derivation=(
            have(x * y >= 0, "a product"),
            specialise(above, {s: x + y}, "at the sum"),
            Chain(x).le(x + y, "not negative").le(H(x + y), "there"),
        ),
    )
    needed = Theorem(
        title="every step is needed",
        given=(above,),
        claim=x + y <= H(x + 1) + H(y + 1),
        derivation=(specialise(above, {s: x + 1}), specialise(above, {s: y + 1})),
    )
    nested = Theorem(
        title="cases of which one needs a step",
        given=(above,),
        claim=x <= H(x) + 0 * y,
        derivation=cases(
            x <= y, (specialise(above, {s: x}), have(x <= 2 * y, "twice")), specialise(above, {s: x})
        ),
    )
    divided = Theorem(
        title="a step that only the value of a quotient needs",
        claim=square(v) <= square(u),
        derivation=(
            have(0 < 1 - p**2, "a correlation", derivation=have(0 < (1 - p) * (1 + p))),
            have(u**2 <= v**2, "squares"),
            have(p**2 + (1 - p**2) * u**2 <= p**2 + (1 - p**2) * v**2, "a positive factor"),
            have(0 < p**2 + (1 - p**2) * u**2, "positive numbers"),
            have(0 < p**2 + (1 - p**2) * v**2, "positive numbers"),
            have(0 <= u * v, "positive numbers"),
        ),
    )
    wrong = Theorem(title="no proof", claim=x <= y, derivation=have(x <= y + 1))


def last(theorem: Theorem, trials: int = 50):
    *_, found = minimise(Session(), theorem, trials)
    return found


def test_superfluous_steps_are_named():
    found = last(superfluous)
    assert found.complete and found.needed == (False, True, False, False)


def test_steps_that_are_needed_are_kept():
    found = last(needed)
    assert found.complete and found.needed == (True, True)


def test_steps_inside_steps_are_looked_at():
    found = last(nested)
    assert found.complete and found.needed == (True, True, False, True)


def test_a_step_stays_without_which_a_term_has_no_value():
    """Also where a certificate of the value is kept from before: what is left must do on an empty store."""
    session = Session()
    assert session.settle(divided).status == "proved"
    *_, found = minimise(session, divided, 50)
    assert found.complete and not found.needed[-1]
    left = tuple(
        step
        for step, keep in zip(divided.derivation, (found.needed[0], *found.needed[2:]), strict=True)
        if keep
    )
    assert len(left) < len(divided.derivation)
    assert Session().settle(replace(divided, derivation=left)).status == "proved"
    assert Session().settle(replace(divided, derivation=divided.derivation[:3])).status == "unknown"


def test_the_number_of_trials_is_a_bound():
    found = last(superfluous, trials=1)
    assert found.trials == 1 and not found.complete and all(found.needed)


def test_steps_that_prove_nothing_are_refused():
    with pytest.raises(ValueError, match="do not prove"):
        last(wrong)


def test_a_line_left_out_of_a_chain_leaves_its_relation():
    with as_written():
        chain = Chain(x).lt(x + 1).le(x + 2).eq(2 + x)
    left = chain.selected(lambda line: line is chain.lines[2])
    assert left is not None and [(line.relation, line.right) for line in left.lines] == [
        ("<", chain.lines[2].right)
    ]
    assert chain.selected(lambda line: False) is None


FILE = '''"""A small truth."""
from dpsym.language import *

x = parameter("x", at_least=0, about="a number")

small = Theorem(
    title="A small truth",
    claim=x <= x + 1,
    derivation=Chain(x).le(x + 1, "one is positive"),
    near_misses={"nothing added": variant(x < x), "less": variant(x <= x - 1)},
)
'''


def test_the_command_names_them(tmp_path):
    (tmp_path / "small.py").write_text(FILE, encoding="utf-8")
    said = CliRunner().invoke(main, ["check", "--minimise", str(tmp_path)], catch_exceptions=False)
    assert said.exit_code == 0 and "1 of 1 steps not needed\n    x ≤ x + 1" in said.stdout
    said = CliRunner().invoke(main, ["check", "--minimise", "--json", str(tmp_path)], catch_exceptions=False)
    (found,) = json.loads(said.stdout)
    assert found["steps"] == [{"step": "x ≤ x + 1", "needed": False, "says": ""}] and found["complete"]
    assert CliRunner().invoke(main, ["check", "--minimise"]).exit_code == 2


z = Outcome("z")
G = function("G")
LEVEL = function("LEVEL", law=False)
bounded = ForAll(z, G(z) <= x)
with as_written():
    IDLE = {
        "the sign of a term": [
            have(0 < exp(-u)),
            have(0 <= x * P(OUTPUT), "any reason"),
            have(0 < u * exp(x) / (u + x)),
            have(0 < (1 - p) * p),
            have(0 < p * exp(u) + (1 - p)),
            have(0 <= s**2),
            have(AllOf(0 <= x, 0 <= x * y)),
        ],
        "an identity": [
            have(Eq(exp(-u) * exp(u), 1)),
            have(Eq(x * y * G(z), y * (G(z) * x))),
            have(Eq(u / u, 1)),
        ],
        "a hypothesis at its own names": [
            specialise(ForAll(z, 0 <= G(z)), {z: z}),
            specialise(ForAll(z, AllOf(Between(0, G(z), 1), G(z) < 1)), {z: z}),
            specialise(ForAll(s, distribution(H(s, z), z)), {s: s}),
        ],
        "": [
            have(0 <= LEVEL(z), "no law"),
            have(Eq(Phi(-x), 1 - Phi(x)), "reflected"),
            specialise(bounded, {z: z}),
            have(0 < x * u, "x may be 0"),
            have(0 <= s * x, "s may be negative"),
            have(0 <= x - y),
            have(0 <= 1 - x, "no domain says so"),
            have(exp(-u) < 1, "no sign"),
            have(0 <= s**3),
            have(0 <= Total(G(z), z), "a sum over outcomes"),
            have(0 < exp(-u), derivation=have(u <= exp(u))),
            have(0 < exp(-u), method="arithmetic"),
            have(0 < exp(-u), hints=(u > 0,)),
            have(x <= y),
            have(Eq((x - y) * (x + y), x**2 - y**2), "a difference of squares"),
            have(Eq(x, y)),
            have(Eq(x, 1)),
            specialise(above, {s: x}),
            specialise(bounded, {z: Outcome("w")}),
            specialise(PureDP(u), {S(OUTPUT): S(OUTPUT)}),
            Chain(0).lt(exp(-u)),
        ],
    }  # fmt: skip


@pytest.mark.parametrize(("said", "step"), [(k, step) for k, steps in IDLE.items() for step in steps])
def test_a_step_that_tells_a_reader_nothing_is_known_by_its_look(said, step):
    assert [says_nothing(piece) for piece in step.pieces()] == [said]
