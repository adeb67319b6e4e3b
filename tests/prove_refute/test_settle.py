"""Settling: what uses what, and in which order."""

from dpsym.language import Chain, Theorem, as_written, parameter
from dpsym.prove.settle import Desk

x = parameter("x", at_least=0)
with as_written():
    first = Theorem(title="first", claim=x <= x + 1, derivation=Chain(x).le(x + 1, "one is positive"))
    second = Theorem(title="second", claim=x <= x + 1, derivation=Chain(x).le(x + 1, "as before", by=first))


def test_a_theorem_may_use_another_with_the_same_claim():
    assert Desk().theorem(second).status == "proved"
