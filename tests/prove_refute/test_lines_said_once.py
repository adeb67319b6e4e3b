"""A certificate is written without the lines that say again what one above says, and the kernel accepts what is left."""

from fractions import Fraction

import pytest

from dpsym.kernel import Refused, check
from dpsym.prove.proof.script import Script, written

ZERO = Fraction(0)
REALS = {"a": "R", "b": "R"}
LESS, NOT_MORE = ("<", "a", "b"), ("<=", "a", "b")


def certificate(s: Script, claim, *besides: int):
    text, places = written(claim, s, besides)
    return {"sig": {k: list(v) if isinstance(v, tuple) else v for k, v in s.sig.items()}, **text}, places


def weaker(s: Script, given: int) -> int:
    return s.add("arith", [given], **{"is": NOT_MORE, "terms": [[1, [0]]]})


def test_a_line_that_comes_again_is_written_once():
    s = Script(REALS)
    strict = s.hyp(LESS)
    again = [weaker(s, strict) for _ in range(4)]
    both = s.add("and_i", again)
    s.add("imp_i", [both], **{"is": LESS})
    found, _ = certificate(s, s.goal(len(s.lines) - 1))
    assert [line["rule"] for line in found["lines"]] == ["hyp", "arith", "and_i", "imp_i"]
    assert found["lines"][2]["from"] == [1, 1, 1, 1]
    check(found)


def test_a_claim_that_was_said_before_ends_its_certificate():
    """Also where another line is written after the first that says it, and where the two are shown in other ways."""
    s = Script(REALS)
    first = s.add("imp_i", [weaker(s, s.hyp(LESS))], **{"is": LESS})
    beside = s.add("have", [s.add("exp_pos", of="a")], **{"is": ("<", ZERO, ("exp", "a"))})
    conjunction = s.add("and_i", [beside, first])
    last = s.add("and_e", [conjunction], part=2)
    assert s.goal(last) == s.goal(first)
    found, places = certificate(s, s.goal(first), beside)
    assert found["lines"][-1]["rule"] == "and_e"
    assert found["lines"][places[beside]]["rule"] in ("exp_pos", "have")
    check(found)


def test_a_line_under_more_hypotheses_stands_for_no_other():
    s = Script(REALS)
    positive = s.add("exp_pos", of="a")
    fact = s.goal(positive)
    other = Script(REALS)
    supposed = other.hyp(fact)
    free = other.add("exp_pos", of="a")
    assert other.goal(supposed) == other.goal(free)
    other.add("have", [free], **{"is": fact})
    found, _ = certificate(other, fact)
    assert "hyp" not in [line["rule"] for line in found["lines"]]
    check(found)
    # what is written from the line under the hypothesis is refused
    spoilt = {**found, "lines": [{"rule": "hyp", "is": found["claim"]}]}
    with pytest.raises(Refused, match="undischarged"):
        check(spoilt)


def test_an_equation_and_its_opposite_keep_their_multipliers():
    """They have one key: put for the other, the equation would need the other sign."""
    s = Script(REALS)
    equal, twice = ("=", "a", "b"), ("=", ("*", Fraction(2), "a"), ("*", Fraction(2), "b"))
    opposite = s.add("have", [s.hyp(equal)], **{"is": ("=", "b", "a")})
    line = s.add("arith", [opposite], **{"is": twice, "eqs": [[0, Fraction(-2)]]})
    s.add("imp_i", [line], **{"is": equal})
    found, _ = certificate(s, ("->", equal, twice))
    check(found)
