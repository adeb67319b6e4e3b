"""Settling: what uses what, and in which order; values that exist are taken by name."""

import pytest

from dpsym.language import (
    Chain,
    Exists,
    StatementError,
    Theorem,
    as_written,
    choose,
    have,
    parameter,
    take,
)
from dpsym.prove.settle import Desk, Voucher

x = parameter("x", at_least=0)
k = parameter("k", above=0)
c = parameter("c", at_least=0, at_most=1)
with as_written():
    first = Theorem(title="first", claim=x <= x + 1, derivation=Chain(x).le(x + 1, "one is positive"))
    second = Theorem(title="second", claim=x <= x + 1, derivation=Chain(x).le(x + 1, "as before", by=first))
    some = Exists((k, c), x + c < k)
    there_are = Theorem(title="there are", claim=some, derivation=choose({k: x + 1, c: 0}, "one more"))
    larger = Theorem(
        title="a larger one",
        claim=Exists((k,), x < k),
        derivation=(take(some, "the theorem", by=there_are), choose({k: k}, "this one")),
    )


def test_a_theorem_may_use_another_with_the_same_claim():
    assert Desk().theorem(second).status == "proved"


def test_values_that_exist_are_taken_and_chosen():
    assert Desk().theorem(there_are).status == "proved"
    assert Desk().theorem(larger).status == "proved"


def test_values_that_are_not_known_to_exist_are_not_taken():
    with as_written():
        none = Exists((k,), k <= x)
        wrong = Theorem(title="wrong", claim=none, derivation=(take(none, "not so"), choose({k: k})))
        of_it = Theorem(
            title="of it", claim=k <= x, derivation=(take(Exists((k,), k <= k), "itself"), have(k <= k))
        )
    assert Desk().theorem(wrong).status == "unknown"
    assert Desk().theorem(of_it).status == "unknown"


def test_only_a_fact_of_existence_is_taken():
    with as_written(), pytest.raises(StatementError, match="Exists"):
        take(x <= x + 1)


def test_a_theorem_settled_by_another_process_is_not_settled_again():
    elsewhere, here = Desk(), Desk()
    assert elsewhere.theorem(there_are).status == "proved"
    voucher = elsewhere.voucher(there_are)
    assert voucher == Voucher(elsewhere.key(there_are), "proved", True, elsewhere.written(there_are))
    here.vouched[voucher.key] = voucher
    proof = here.theorem(larger)
    assert proof.status == "proved" and proof.certificate == Desk().theorem(larger).certificate
    assert here.library[voucher.key].claim == elsewhere.library[voucher.key].claim


def test_what_the_kernel_did_not_accept_elsewhere_is_no_lemma():
    desk = Desk()
    desk.vouched[desk.key(there_are)] = Voucher(
        desk.key(there_are), "unknown", False, desk.written(there_are)
    )
    assert desk.theorem(larger).status == "unknown"
    assert not desk.library
    assert Desk().voucher(larger) is None, "nothing was settled there"
