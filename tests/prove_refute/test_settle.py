"""Settling: what uses what, and in which order; values that exist are taken by name."""

from itertools import pairwise

import pytest
from sympy import And, Or

from dpsym.kernel import check
from dpsym.language import (
    Chain,
    Exists,
    P,
    PureDP,
    Q,
    Rational,
    StatementError,
    Theorem,
    as_written,
    curve,
    exhibit,
    exp,
    have,
    log,
    obtain,
    parameter,
    point,
    value,
    variant,
    y,
)
from dpsym.language.fingerprint import of_statement
from dpsym.prove.session import Session, SettledElsewhere
from dpsym.prove.variants.sharpness import sharp

x = parameter("x", at_least=0)
k = parameter("k", above=0)
c = parameter("c", at_least=0, at_most=1)
with as_written():
    first = Theorem(title="first", claim=x <= x + 1, derivation=Chain(x).le(x + 1, "one is positive"))
    second = Theorem(title="second", claim=x <= x + 1, derivation=Chain(x).le(x + 1, "as before", by=first))
    some = Exists((k, c), x + c < k)
    there_are = Theorem(title="there are", claim=some, derivation=exhibit({k: x + 1, c: 0}, "one more"))
    larger = Theorem(
        title="a larger one",
        claim=Exists((k,), x < k),
        derivation=(obtain(some, "the theorem", by=there_are), exhibit({k: k}, "this one")),
    )


def test_a_theorem_may_use_another_with_the_same_claim():
    assert Session().theorem(second).status == "proved"


def test_the_certificate_of_a_claim_does_not_rest_on_the_claim():
    """Of two theorems with one claim the second may use the first; what is written for the claim is the first's certificate."""
    session = Session()
    key = session.key(second)
    assert session.theorem(second).uses == (key,)
    kept = session.verdicts[key]
    assert (kept.status, kept.uses) == ("proved", ())
    assert check(kept.certificate, {}).claim == session.library[key].claim


def test_values_that_exist_are_taken_and_chosen():
    assert Session().theorem(there_are).status == "proved"
    assert Session().theorem(larger).status == "proved"


def test_values_that_are_not_known_to_exist_are_not_taken():
    with as_written():
        none = Exists((k,), k <= x)
        wrong = Theorem(title="wrong", claim=none, derivation=(obtain(none, "not so"), exhibit({k: k})))
        of_it = Theorem(
            title="of it", claim=k <= x, derivation=(obtain(Exists((k,), k <= k), "itself"), have(k <= k))
        )
    assert Session().theorem(wrong).status == "unknown"
    assert Session().theorem(of_it).status == "unknown"


def test_only_a_fact_of_existence_is_taken():
    with as_written(), pytest.raises(StatementError, match="Exists"):
        obtain(x <= x + 1)


def test_a_theorem_settled_by_another_process_is_not_settled_again():
    elsewhere, here = Session(), Session()
    assert elsewhere.theorem(there_are).status == "proved"
    settled_elsewhere = elsewhere.settled_elsewhere(there_are)
    assert settled_elsewhere == SettledElsewhere(
        elsewhere.key(there_are), "proved", True, of_statement(there_are), None, elsewhere.covered(there_are)
    )
    here.vouched[settled_elsewhere.key] = settled_elsewhere
    proof = here.theorem(larger)
    assert proof.status == "proved" and proof.certificate == Session().theorem(larger).certificate
    assert here.library[settled_elsewhere.key].claim == elsewhere.library[settled_elsewhere.key].claim
    taken = here.theorem(there_are)
    own = elsewhere.theorem(there_are)
    assert (taken.scope, taken.short) == (own.scope, own.short)


def test_what_the_kernel_did_not_accept_elsewhere_is_no_lemma():
    session = Session()
    session.vouched[session.key(there_are)] = SettledElsewhere(
        session.key(there_are), "unknown", False, of_statement(there_are)
    )
    assert session.theorem(larger).status == "unknown"
    assert not session.library
    assert Session().settled_elsewhere(larger) is None, "nothing was settled there"


def alternatives(*bounds: tuple[object, object], last: object) -> Theorem:
    """x lies between the two bounds of one of the pairs, or above the last."""
    with as_written():
        between = [And(x >= low, x < high) for low, high in bounds]
        return Theorem(title="where x lies", claim=Or(*between, x >= last))


@pytest.mark.parametrize("cuts", [(0, 1), (0, 1, 4), (0, 1, 2, 5)])
def test_one_of_several_alternatives_holds(cuts):
    pairs = list(pairwise(cuts))
    assert Session().theorem(alternatives(*pairs, last=cuts[-1])).status == "proved"


@pytest.mark.parametrize("gap", [0, 1, 2])
def test_alternatives_that_leave_a_gap_are_not_proved(gap):
    pairs = [p for k, p in enumerate([(0, 1), (1, 3), (3, 5)]) if k != gap]
    assert Session().theorem(alternatives(*pairs, last=5)).status == "unknown"


# ------------------------------------------------------------------------- points that say what no formula can
eps, w = parameter("eps", at_least=0), parameter("w", above=0, below=1)
half = Rational(1, 2)
ODD_POINTS = (
    point({eps: y}, P=(1, 0), Q=(half, half)),
    point({eps: 0}, P=(P(y), 0), Q=(half, half)),
)


@pytest.mark.parametrize("key", [y, "eps", "y", P(y), eps + 1, 1])
def test_a_point_gives_values_to_parameters_alone(key):
    """So do the numbers of an example, and a curve."""
    for made in (point, lambda at: value("cap", eps, at), lambda at: curve("cap", eps, eps, [1], at)):
        with pytest.raises(StatementError, match=r"a value to .*, which is no parameter"):
            made({key: 1})
        with pytest.raises(StatementError, match=r"a value to .*, which is no parameter"):
            made({eps: 0, key: 1})


@pytest.mark.parametrize("name", ["y", "P"])
def test_a_parameter_is_not_called_as_an_outcome_or_a_law(name):
    at = point({parameter(name): 1, eps: 0}, P=(1, 0), Q=(half, half))
    with pytest.raises(StatementError, match=f"are both called {name}"):
        Theorem(title="odd", given=(PureDP(eps),), claim=P(y) <= exp(eps) * Q(y), tight=at)


@pytest.mark.parametrize("at", ODD_POINTS)
def test_a_point_that_gives_an_outcome_or_a_law_a_number_is_refused_in_words(at):
    claim = P(y) <= exp(eps) * Q(y)
    theorem = Theorem(
        title="odd",
        given=(PureDP(eps),),
        claim=claim,
        tight=at,
        near_misses={"odd": variant(given=[], witness=at)},
    )
    session = Session()
    found = sharp(session, theorem, at)
    assert found.verdict in ("unknown", "refuted") and (found.tried or found.against)
    verdict = session.refute(theorem, theorem.near_misses["odd"])
    assert verdict.status in ("unknown", "refuted") and (verdict.tried or verdict.certificate)


def test_a_point_of_equality_may_leave_open_what_listed_masses_depend_on():
    """The hypotheses speak of bound outcomes, whose sorts are part of what is shown for all values of what is open."""
    with as_written():
        truth, lie = exp(eps) / (1 + exp(eps) + w), 1 / (1 + exp(eps) + w)
        theorem = Theorem(
            title="three answers",
            given=(PureDP(x),),
            claim=eps <= x,
            where={"P": (truth, lie, w * lie), "Q": (lie, truth, w * lie)},
            tight=point({eps: log(2), x: log(2)}),
        )
    assert sharp(Session(), theorem, theorem.tight[0]).verdict == "proved"
