"""Near misses: neighbours made by rule are false where they are said to be, and no true one is counted."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import pytest
from brute import refutes
from sympy import Eq, Rational, exp, log

from dpsym.keeping.store import Nowhere
from dpsym.kernel import check
from dpsym.language import (
    AllOf,
    ApproxDP,
    Between,
    ForAll,
    HockeyStick,
    Implication,
    Loss,
    P,
    Phi,
    Phi_inv,
    Probability,
    ProbDP,
    PureDP,
    Q,
    Theorem,
    UnderEachLaw,
    Within,
    as_written,
    parameter,
    point,
    variant,
    y,
)
from dpsym.prove.counterexamples.refute_points import weight
from dpsym.prove.session import Session
from dpsym.prove.variants.mutants import DROPPED, SCALED, STRICT, TEACHES, mutants
from dpsym.prove.variants.near_misses import PATIENCE, NearMiss, holding, near_misses, supposes_less
from dpsym.reports import Reporter

x = parameter("x")
a = parameter("a", above=0)
b = parameter("b", above=0)
p = parameter("p", at_least=0, at_most=1)
eps = parameter("eps", at_least=0)
eps_2 = parameter("eps_2", at_least=eps)
delta = parameter("delta", at_least=0, at_most=1)
half = Rational(1, 2)

with as_written():
    THEOREMS = {
        "polynomial": Theorem(title="Variance", claim=p * (1 - p) <= Rational(1, 4), tight=point({p: half})),
        "tangent": Theorem(title="Tangent", claim=1 + x <= exp(x), tight=point({x: 0})),
        "strict": Theorem(title="Positive", claim=0 < a / (a + b)),
        "order": Theorem(title="Order", given=(a <= b,), claim=log(a) <= log(b)),
        "equation": Theorem(title="Square", claim=Eq((x + 1) ** 2, x**2 + 2 * x + 1)),
        "implication": Theorem(title="If", claim=Implication(0 <= x, x <= 2 * x), tight=point({x: 0})),
        "pair": Theorem(title="Tail", given=(PureDP(eps),), claim=HockeyStick(eps) <= 0),
        "larger budget": Theorem(
            title="Larger", given=(ApproxDP(eps, delta),), claim=ApproxDP(eps_2, delta),
            tight=point({eps: 0, eps_2: 0, delta: half}, P=(1, 0), Q=(half, half)),
        ),
        "weaker notion": Theorem(title="Weaker", given=(ProbDP(eps, delta),), claim=ApproxDP(eps, delta)),
        "each law": Theorem(
            title="Each law", given=(ProbDP(eps, delta),), claim=UnderEachLaw(Within(Loss(), eps), 1 - delta)
        ),
        "pointwise": Theorem(title="Pointwise", claim=ForAll(y, Between(0, P(y), 1))),
        "total": Theorem(title="Total", claim=AllOf(0 <= Probability(P(y) <= Q(y)), Probability(P(y) <= Q(y)) <= 1)),
    }  # fmt: skip


def found(theorem: Theorem, store: Any = None) -> tuple[NearMiss, ...]:
    return near_misses(Session(store or Nowhere()), theorem)


def as_data(misses: tuple[NearMiss, ...]) -> list[str]:
    return [f"{m.index} {m.mutant.kind} {m.mutant.words} {m.variant} {m.witness}" for m in misses]


# ------------------------------------------------------------------------------------------------- generator
@pytest.mark.parametrize("name", THEOREMS)
def test_the_same_theorem_has_the_same_neighbours(name: str) -> None:
    one, two = mutants(THEOREMS[name]), mutants(THEOREMS[name])
    assert one and [(m.kind, m.words, m.variant) for m in one] == [(m.kind, m.words, m.variant) for m in two]
    firsts = {m.ladder: m.kind for m in reversed(one)}
    ranks = [TEACHES.index(firsts[k]) for k in sorted(firsts)]
    assert ranks == sorted(ranks)  # those that teach most come first


def test_each_hypothesis_and_each_bound_of_a_parameter_is_dropped() -> None:
    theorem = THEOREMS["larger budget"]
    listed = mutants(theorem)
    assert any(m.variant.given == () and m.variant.claim is None for m in listed)
    domains = [m for m in listed if m.hypotheses and m.variant.claim is not None and m.kind == DROPPED]
    assert {str(m.words[-1]) for m in domains} == {"0 <= eps", "eps <= eps_2", "0 <= delta", "delta <= 1"}
    for m in domains:  # one name is one parameter, in the domains of others too
        names = [s.name for s in Theorem(title="x", given=m.variant.given, claim=m.variant.claim).parameters]
        assert len(names) == len(set(names))


def test_a_ladder_has_the_nearest_first() -> None:
    rungs = [m for m in mutants(THEOREMS["polynomial"]) if m.kind == SCALED]
    with as_written():
        assert [m.variant.claim for m in rungs] == [
            p * (1 - p) <= share for share in (Rational(9, 40), Rational(1, 8))
        ]


# --------------------------------------------------------------------------------------------------- false
@pytest.mark.parametrize("name", THEOREMS)
def test_a_near_miss_is_false(name: str) -> None:
    """By an evaluator of its own, with definitions spelled out; and by the kernel."""
    theorem = THEOREMS[name]
    store = Nowhere()
    misses = found(theorem, store)
    for miss in misses:
        given = theorem.given if miss.variant.given is None else miss.variant.given
        claim = theorem.claim if miss.variant.claim is None else miss.variant.claim
        whole = Theorem(title="x", given=given, claim=claim)
        assert refutes(given, claim, whole.parameters, whole.laws, miss.witness), (
            miss.mutant.words,
            miss.witness,
        )
        assert Session(Nowhere()).refute(theorem, miss.variant).status == "refuted"
    (entry,) = (e for k, e in store.kept.items() if k.startswith("near-misses-"))
    assert sum(len(g["which"]) for g in entry["groups"]) == len(misses)
    for group in entry["groups"]:
        check(group["certificate"], {})


def test_neighbours_of_what_is_said_of_quantiles_are_refuted_under_what_a_quantile_is() -> None:
    """What characterises the inverse of Phi stands before the hypotheses and the claims in the kernel's formula."""
    with as_written():
        inside = Theorem(title="Quantile", given=(p > 0, p < 1), claim=Eq(Phi(Phi_inv(p)), p))
    misses = found(inside)
    assert len(misses) >= 2
    for miss in misses:
        answer = Session(Nowhere()).refute(inside, miss.variant)
        assert answer.status == "refuted", miss.mutant.words


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("polynomial", {STRICT, SCALED}),
        ("tangent", {STRICT, SCALED}),
        ("order", {DROPPED, STRICT}),
        ("implication", {DROPPED, STRICT}),
        ("pair", {DROPPED, STRICT}),
        ("larger budget", {DROPPED, SCALED}),
        ("weaker notion", {DROPPED, SCALED}),
        ("each law", {DROPPED, SCALED}),
    ],
)
def test_what_is_expected_is_found(name: str, kinds: set[str]) -> None:
    assert kinds <= {m.mutant.kind for m in found(THEOREMS[name])}


def test_one_change_counts_once() -> None:
    """Of a ladder one, and none that another one or the file says already."""
    for theorem in THEOREMS.values():
        misses = found(theorem)
        ladders = [m.mutant.ladder for m in misses]
        assert len(set(ladders)) == len(ladders)
        session = Session(Nowhere())
        keys = [session.key(theorem)]
        for m in misses:
            given = theorem.given if m.variant.given is None else m.variant.given
            claim = theorem.claim if m.variant.claim is None else m.variant.claim
            keys.append(session.key(Theorem(title="x", given=given, claim=claim)))
        assert len(set(keys)) == len(keys)


def test_what_the_file_says_in_another_way_is_not_computed_again() -> None:
    with as_written():
        claim = p * (1 - p) <= Rational(1, 4)
        said = Theorem(
            title="Variance", claim=claim, tight=point({p: half}),
            near_misses={"strictly": variant(0 < Rational(1, 4) - p * (1 - p))},
        )  # fmt: skip
    assert STRICT in {m.mutant.kind for m in found(THEOREMS["polynomial"])}
    assert STRICT not in {m.mutant.kind for m in found(said)}


def test_a_hypothesis_that_the_file_drops_or_weakens_is_not_dropped_again() -> None:
    """Without a hypothesis the claim fails where it fails with a weaker one: a page shows the near miss of the file alone."""
    with as_written():
        given, claim = (half <= p, x <= p), x <= 1
        bare = Theorem(title="Bounded", given=given, claim=claim)
        weaker = replace(bare, near_misses={"a larger bound": variant(given=(half <= p, x <= 2 * p))})
        other = replace(
            bare, near_misses={"another claim": variant(x <= p / 2, given=(half <= p, x <= 2 * p))}
        )

    def dropped(theorem: Theorem) -> list[tuple[object, ...]]:
        return [m.variant.given for m in found(theorem) if not supposes_less(theorem, m.variant)]

    assert (half <= p,) in dropped(bare)
    assert (half <= p,) not in dropped(weaker)
    assert (half <= p,) in dropped(other)
    assert not any(supposes_less(bare, m.variant) for m in found(bare))


# ---------------------------------------------------------------------------------------------------- true
def test_a_neighbour_that_holds_is_no_near_miss() -> None:
    """x < x + 1 is true: no point is counted against it, and it is named where that is asked for."""
    with as_written():
        theorem = Theorem(title="Not sharp", claim=x <= x + 1)
    session = Session(Nowhere())
    misses = near_misses(session, theorem)
    assert misses and STRICT not in {m.mutant.kind for m in misses}
    assert STRICT in {m.kind for m in holding(session, theorem, misses)}
    assert not {m.kind for m in holding(session, THEOREMS["tangent"], found(THEOREMS["tangent"]))} & {STRICT}


@pytest.mark.parametrize("name", ["tangent", "order", "weaker notion"])
def test_a_neighbour_that_is_proved_is_never_counted(name: str) -> None:
    theorem = THEOREMS[name]
    session = Session(Nowhere())
    misses = near_misses(session, theorem)
    held = holding(session, theorem, misses)
    assert not {id(m) for m in held} & {id(m.mutant) for m in misses}


# --------------------------------------------------------------------------------------------------- store
class Forged(Nowhere):
    """A store whose near misses are what `change` makes of them."""

    def __init__(self, kept: dict[str, Any], change: Any) -> None:
        super().__init__()
        self.kept = {
            k: v if not k.startswith("near-misses-") else change(v) for k, v in copy.deepcopy(kept).items()
        }


def first(entry: Any) -> Any:
    return entry["groups"][0]


CHANGES: dict[str, Any] = {
    "nothing": lambda e: None,
    "a list": lambda e: [e],
    "no groups": lambda e: {},
    "groups of junk": lambda e: {"groups": [None, 1, "a"]},
    "every neighbour": lambda e: {"groups": [{**first(e), "which": list(range(12))}]},
    "another neighbour": lambda e: {"groups": [{**first(e), "which": [k + 1 for k in first(e)["which"]]}]},
    "a number that is a flag": lambda e: {"groups": [{**first(e), "which": [True]}]},
    "one that is none": lambda e: {"groups": [{**first(e), "which": [-1]}]},
    "none at all": lambda e: {"groups": [{**first(e), "which": []}]},
    "another point": lambda e: {"groups": [{**first(e), "point": {"at": [["x", "3"]], "laws": []}}]},
    "no certificate": lambda e: {"groups": [{**first(e), "certificate": {}}]},
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["tangent", "pair"])
def test_a_store_is_only_a_suggestion(name: str, change: str) -> None:
    theorem, store = THEOREMS[name], Nowhere()
    honest = as_data(found(theorem, store))
    assert as_data(found(theorem, Forged(store.kept, lambda e: e))) == honest
    for line in as_data(found(theorem, Forged(store.kept, CHANGES[change]))):
        assert line in honest


def test_a_true_neighbour_in_the_store_is_not_believed() -> None:
    with as_written():
        theorem = Theorem(title="Not sharp", claim=x <= x + 1)
    true = next(k for k, m in enumerate(mutants(theorem)) if m.kind == STRICT)
    store = Nowhere()
    found(theorem, store)
    forged = Forged(store.kept, lambda e: {"groups": [{**g, "which": [true]} for g in e["groups"]]})
    assert true not in {m.index for m in found(theorem, forged)}


# -------------------------------------------------------------------------------------------------- reports
def test_an_internal_error_among_neighbours_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from dpsym.library import load
    from dpsym.reports import settled as module

    def breaks(*_: Any) -> Any:
        raise RuntimeError("neighbours")

    monkeypatch.setattr(module, "near_misses", breaks)
    reporter = Reporter(load([]), Nowhere())
    assert reporter.near_misses(THEOREMS["tangent"]) == () and reporter.faults


def test_the_search_is_bounded_where_many_numbers_are_quantified() -> None:
    """Each number inside another makes an evaluation dearer: such a statement is left alone, not searched for minutes."""
    u, v, w, z = (parameter(name, at_least=0) for name in "uvwz")
    with as_written():
        deep = ForAll(u, ForAll(v, ForAll(w, ForAll(z, u * v - w * z <= u * v + log(1 + w) * z))))
        theorem = Theorem(title="Deep", given=(deep,), claim=x <= x)
    assert weight(deep) > PATIENCE
    assert not any(m.mutant.hypotheses for m in found(theorem))


def test_a_neighbour_that_the_proof_shows_is_not_searched_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a hypothesis that no line of the certificate reads, or with a weaker one, the claim holds still."""
    import dpsym.prove.variants.near_misses as module

    asked: list[tuple[Any, ...]] = []

    def against(whole: Theorem, patience: int) -> None:
        asked.append(whole.given)

    monkeypatch.setattr(module, "against", against)
    with as_written():
        read, idle = a <= b, b < 7
        theorem = Theorem(title="Idle", given=(read, idle), claim=log(a) <= log(b))
        alone = Theorem(title="Idle alone", given=(idle,), claim=a / (a + b) < 1)
    for statement in (theorem, alone):
        found(statement)
        assert Session(Nowhere()).theorem(statement).status == "proved"
    assert (idle,) in asked, "what the proof reads is dropped"
    assert (read,) not in asked, "what it does not read is not"
    assert not any(read in given and idle not in given for given in asked)


def test_values_that_meet_no_condition_end_the_search() -> None:
    """Of two numbers with a gap between them that simple values do not hit, none is looked for endlessly."""
    from dpsym.prove.counterexamples.refute_points import MOST_VALUES, Task, parameter_points
    from dpsym.prove.decide import Env

    names = [parameter(name, at_least=0) for name in ("u", "v", "w", "x", "z")]
    total = sum(names)
    task = Task((), total < 0, tuple(names), ())
    count = 0
    task.plain.append((frozenset(names), lambda env: False))
    ask = task.admissible

    def counted(env: Env, new: Any) -> bool:
        nonlocal count
        count += 1
        return ask(env, new)

    task.admissible = counted  # type: ignore[method-assign]
    assert not list(parameter_points(task, Env({}, {}), 60))
    assert 0 < count <= MOST_VALUES
