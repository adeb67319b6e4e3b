"""Certificates of library theorems are corrupted in many ways: each corruption is refused, or changes
nothing that is said, or states something else that is true, and then it is listed with the reason."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, replace

import corruptions
import pytest
from corruptions import KINDS, SINGLE, WHOLE, category, falsified, same_statement

from dpsym.keeping.store import Certificates
from dpsym.kernel import Checked, Checker, Refused, check, dump, seal
from dpsym.language import Theorem
from dpsym.library import find
from dpsym.prove.session import Session
from dpsym.prove.statement import statement_of

NAMES = (
    "composition.one_more_mechanism.one_more_response",
    "conversions.approximate_loss_tail.above",
    "conversions.approximate_posterior_interval.approximate_to_interval",
    "conversions.approximate_to_probabilistic.larger",
    "conversions.approximate_to_probabilistic.at_delta_0",
    "conversions.approximate_to_probabilistic_excess.upper",
    "conversions.probabilistic_postprocessing",
    "conversions.probabilistic_to_approximate",
    "conversions.pure_as_bounded_loss.converse",
    "conversions.pure_as_bounded_loss.forward",
    "conversions.pure_as_bounded_loss.probabilistic",
    "conversions.zero_concentrated_loss_tail",
    "conversions.zero_concentrated_loss_tail.any_order",
    "divergences.hockey_stick.converse",
    "divergences.hockey_stick.expectation",
    "mechanisms.extremal_pair.failure",
    "posterior.largest_difference.upper",
    "posterior.largest_difference.upper_only_at",
    "posterior.loss_for_a_disclosure_profile.ratio_cap",
    "posterior.posterior_from_loss.present",
    "posterior.posterior_interval.converse",
    "posterior.posterior_interval_ends.loss_for_cap",
    "posterior.posterior_odds.interval",
    "posterior.posterior_rises_with_loss.inverse",
    "posterior.pure_difference_bound.forward",
    "posterior.worst_case_measures.difference_is_distance",
)
MORE = (
    "composition.basic_composition.two",
    "composition.largest_hockey_stick",
    "conversions.approximate_to_probabilistic",
    "conversions.zero_concentrated_to_approximate",
    "divergences.renyi_moment_tail",
    "mechanisms.extremal_pair.approximate",
    "posterior.posterior_interval.forward",
    "posterior.ratio_bound.small_prior",
    "posterior.pure_ratio_bound.converse",
    "posterior.pure_posterior_interval.one_prior",
)
REASONS = {
    "unused hypothesis",
    "stronger hypothesis",
    "weaker hypothesis",  # an equation that the proof uses in one direction only
    "weaker conclusion",
    "renamed parameter",
    "renamed set",
    "an abstract set is listed",
    "an outcome is added",  # it has mass 0 under the listed laws
    "the same change on both sides",  # of what the hypothesis and the conclusion share
}
BY_FORM = {"renamed parameter", "renamed set", "an abstract set is listed"}  # instances of the theorem
BY_MODELS = {
    "an outcome is added",
    "the same change on both sides",
    "weaker hypothesis",
}  # no other reason is known


def by_models(reason):
    return not BY_MODELS.isdisjoint(reason.split(" and "))


@dataclass(frozen=True)
class Proved:
    """A theorem of the library with its certificate and what the kernel says of it."""

    name: str
    theorem: Theorem
    certificate: dict
    checked: Checked


class Shelf:
    """Theorems proved once a session."""

    def __init__(self):
        self.session = Session(Certificates())
        self.done: dict[str, Proved] = {}

    def get(self, name):
        if name not in self.done:
            theorem = find(name).entry
            verdict = self.session.theorem(theorem)
            assert verdict.status == "proved", (name, verdict.tried)
            certificate = corruptions.inlined(json.loads(json.dumps(verdict.certificate)))
            self.done[name] = Proved(name, theorem, certificate, check(certificate, self.library))
        return self.done[name]

    @property
    def library(self):
        return self.session.library


@pytest.fixture(scope="session")
def shelf():
    found = Shelf()
    for name in NAMES:
        found.get(name)
    return found


@dataclass(frozen=True)
class Accepted:
    """A corruption that the kernel accepts although it changes the statement."""

    theorem: str
    kind: str
    reason: str
    old: Checked
    new: Checked

    def __str__(self):
        (h0, c0), (h1, c1) = corruptions.parts_of(self.old.claim), corruptions.parts_of(self.new.claim)
        was = [json.dumps(dump(h)) for h in h0 if h not in h1] + ([json.dumps(dump(c0))] if c0 != c1 else [])
        now = [json.dumps(dump(h)) for h in h1 if h not in h0] + ([json.dumps(dump(c1))] if c0 != c1 else [])
        brief = [", ".join(x)[:110] or "the same formula" for x in (was, now)]
        return f"{self.theorem} ({self.kind}): {self.reason}\n    was {brief[0]}\n    now {brief[1]}"


def attempt(shelf, names, each, seed):
    """Corrupts each certificate `each` times in every way; counts what happens, lists what is accepted."""
    count, tried, other = Counter(), Counter(), []
    shelved = [shelf.get(n) for n in names]
    everyone = [p.certificate for p in shelved]
    for p in shelved:
        for kind, corrupt in KINDS.items():
            rng, done, seen = random.Random(f"{seed} {p.name} {kind}"), 0, set()
            for _ in range(4 * each):
                if done == each:
                    break
                made = corrupt(rng, p.certificate, everyone)
                if made is None:
                    continue
                bad, replaced = made
                text = json.dumps(bad)
                if text in seen or bad == p.certificate:
                    continue
                seen.add(text)
                done += 1
                tried[kind] += 1
                try:
                    if kind in ("notion", "hypothesis_everywhere") or corrupt in WHOLE:
                        bad = seal({k: v for k, v in bad.items() if k != "notions"}, shelf.library)
                    new = check(bad, shelf.library)
                except Refused:
                    count["refused"] += 1
                    continue
                if same_statement(p.checked, new):
                    count["the same statement"] += 1
                    continue
                count["another statement"] += 1
                reason = category(p.checked, new, shelf.library, replaced, p.certificate)
                other.append(Accepted(p.name, kind, reason, p.checked, new))
    return count, tried, other


def distinct(other):
    """Accepted statements, each once."""
    found = {}
    for a in other:
        found.setdefault((a.theorem, a.reason, repr(a.new.claim), repr(sorted(a.new.sets.items()))), a)
    return list(found.values())


def judge(count, tried, other):
    """Every accepted statement has its reason and no model falsifies it."""
    listed = distinct(other)
    print()
    print(f"{count['refused']} of {sum(tried.values())} corruptions refused ({len(tried)} kinds)")
    print(
        f"accepted: {count['the same statement']} say the same, {count['another statement']} something else"
    )
    print(dict(Counter(a.reason for a in other)), f"{len(listed)} statements:")
    for a in listed:
        print(str(a).partition("\n")[0] if a.reason in BY_FORM else a)
    false = []
    for a in listed:
        formal, alone = a.reason in BY_FORM, by_models(a.reason)
        model = falsified(a.new, random.Random(1), *((4, 4) if formal else (80, 25) if alone else (20, 15)))
        if model is not None:
            false.append((str(a), model.value, model.sets))
    assert false == []
    assert sum(by_models(a.reason) for a in listed) <= 10
    assert [str(a) for a in listed if not a.reason or not set(a.reason.split(" and ")) <= REASONS] == []
    return listed


@pytest.mark.parametrize(
    ("names", "each", "least"),
    [(NAMES[::2], 1, 275), pytest.param(NAMES, 2, 1100, marks=pytest.mark.slow)],
    ids=["some", "all"],
)
def test_corruptions_are_refused_or_true(shelf, names, each, least):
    count, tried, other = attempt(shelf, names, each, "corruptions")
    assert sum(tried.values()) >= least
    assert set(tried) == set(KINDS)
    listed = judge(count, tried, other)
    assert count["refused"] > 0.8 * sum(tried.values())
    assert len(listed) <= 130 and sum(a.reason not in BY_FORM for a in listed) <= 45
    single = {f.__name__ for f in SINGLE} - {"listed_set"}
    assert [str(a) for a in listed if a.kind in single and a.reason not in BY_FORM] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_more_corruptions(shelf, seed):
    count, tried, other = attempt(shelf, (*NAMES, *MORE), 3, f"more {seed}")
    judge(count, tried, other)
    assert count["refused"] > 0.8 * sum(tried.values())


def near_misses(proved):
    """The false neighbours of a theorem: name, hypotheses, claim, names of the formula."""
    t = proved.theorem
    variants = {**t.near_misses, **({"as printed": t.printed} if t.printed else {})}
    for name, v in variants.items():
        given = t.given if v.given is None else v.given
        whole = replace(
            t, given=given, claim=t.claim if v.claim is None else v.claim, derivation=(), tight=()
        )
        listed = {law: masses for law, masses in t.where.items() if law in whole.laws}
        yield name, statement_of(replace(whole, where=listed))


def test_near_misses_are_refused(shelf):
    """A false neighbour put in the place of the claim, with the proof as it is or made to fit."""
    tried = found = 0
    for name in NAMES:
        p = shelf.get(name)
        c = {k: v for k, v in p.certificate.items() if k != "notions"}
        for miss, st in near_misses(p):
            sig = {**{x: list(s) if isinstance(s, tuple) else s for x, s in st.sig.items()}, **c["sig"]}
            false = {**c, "sig": sig, "claim": dump(st.formula)}
            made = [false, {**false, "notions": p.certificate.get("notions")}]
            hypotheses = corruptions.parts_of(Checker(sig, c.get("sets", {})).read(false["claim"]))[0]
            if hypotheses:
                fitted = corruptions.hypotheses_replaced({**c, "sig": sig}, list(map(dump, hypotheses)))
                made += [{**fitted, "claim": false["claim"]}]
            for bad in made:
                tried += 1
                for make in (check, seal):
                    with pytest.raises(Refused):
                        make(bad, shelf.library)
                        pytest.fail(f"accepted: {name}, {miss}", pytrace=False)
            k = Checker(sig, c.get("sets", {}))
            claim = k.read(false["claim"])
            found += falsified(Checked(k.c.sig, k.c.sets, claim), random.Random(2), 8, 10) is not None
    print(f"\n{tried} certificates of near misses refused; {found} near misses falsified by a random search")
    assert tried >= 60
    assert found >= 10


def test_the_search_for_models_finds_failures(shelf):
    """Models falsify false claims and never those of the library."""
    for name in NAMES:
        assert falsified(shelf.get(name).checked, random.Random(3), 4, 6) is None, name
