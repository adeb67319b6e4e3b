"""Coq statements: what is printed is the claim, read back by a reader of its own; what is changed is noticed."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_proofs import SAMPLE

from dpsym.cli.coq import results_of
from dpsym.coq import build, meaning, signed
from dpsym.coq.build import batches
from dpsym.coq.names import RESERVED, THEORIES, identifier, name_of
from dpsym.coq.reader import Misread, read, same_claim
from dpsym.coq.text import CannotExport, Text
from dpsym.coq.theorem import Exported, export, statement_digest
from dpsym.kernel import Refused
from dpsym.kernel.notions import raw
from dpsym.kernel.rules import FIELDS
from dpsym.kernel.terms import NAME, node
from dpsym.library import load as library
from dpsym.prove.witnesses.spelt_out import BY_EVALUATION


def test_the_sample_uses_every_rule(sample):
    used = {line["rule"] for certificate in sample.values() for line in certificate["lines"]}
    assert used == set(FIELDS) - {BY_EVALUATION}  # which is written out in the others
    assert len(SAMPLE) >= 30


def test_every_statement_of_the_sample_is_its_claim(sample, exported):
    for name, e in exported.items():
        found = read(e.statement)
        assert same_claim(found.claim, e.checked.said), name
        assert found.sets == e.sets and tuple(found.sig) == e.names
        assert dict(found.sig) == {n: e.checked.sig[n] for n in e.names}
        assert dict(found.listed) == {s: tuple(e.checked.sets[s]) for s in e.sets if s in e.checked.sets}
        assert e.digest == statement_digest(sample[name])


CHANGES = [
    (" <= ", " < "), (" < ", " <= "), (" -> ", " /\\ "), (" /\\ ", " \\/ "), (" + ", " - "), (" - ", " + "), ("(exp ", "(ln "),
    ("(P ", "(Q "), ("(Q ", "(P "), (" = ", " <= "), ("forall y ", "exists y "), (" * ", " + "), (": R)", ": Y)"),
]  # fmt: skip


def mutants(text: str):
    """The text with one place changed: a relation, an operator, a law, a quantifier, a number."""
    for old, new in CHANGES:
        for m in re.finditer(re.escape(old), text):
            yield text[: m.start()] + new + text[m.end() :]
    for m in re.finditer(r"(?<![A-Za-z_0-9])\d+(?![A-Za-z_0-9])", text):
        yield text[: m.start()] + str(int(m[0]) + 1) + text[m.end() :]


def test_a_changed_statement_is_another_claim_or_unreadable(exported):
    rng, seen = random.Random(11), 0
    for e in exported.values():
        found = list(mutants(e.statement))
        for text in rng.sample(found, min(40, len(found))):
            seen += 1
            try:
                other = read(text)
            except (Misread, Refused):
                continue
            same = same_claim(other.claim, e.checked.said) and dict(other.sig) == dict(read(e.statement).sig)
            assert not same, text
    assert seen > 300


names = st.from_regex(NAME, fullmatch=True).map(lambda x: x[:8])


@given(st.one_of(names, st.sampled_from(sorted(x for x in RESERVED if NAME.match(x)))))
def test_identifiers_are_read_back(name):
    text = identifier(name)
    assert name_of(text) == name
    assert text not in RESERVED and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text)


@given(st.lists(names, unique=True, max_size=6))
def test_no_two_names_have_one_identifier(found):
    assert len({*map(identifier, found)}) == len(found)


SIG = {"x": "R", "P": ("Y",), "y": "Y", "z": "Y"}
leaves = st.one_of(
    st.sampled_from(["x", node("P", "y"), node("P", "z"), node("pi")]),
    st.fractions(max_denominator=9, min_value=-9, max_value=9),
)


def bigger(terms):
    pair = st.tuples(terms, terms)
    return st.one_of(
        st.tuples(st.sampled_from("+*-/"), pair).map(lambda t: node(t[0], *t[1])),
        st.tuples(terms, st.integers(0, 5)).map(lambda t: node("^", t[0], Fraction(t[1]))),
        st.tuples(st.sampled_from(["exp", "log", "erf"]), terms).map(lambda t: node(*t)),
        terms.map(lambda t: node("sum", "y", t)),
        pair.map(lambda t: node("ind", node("and", node("<=", *t), node("not", node("eq", "y", "z"))))),
    )


terms = st.recursive(leaves, bigger, max_leaves=8)


@given(terms, terms, st.sampled_from(["<=", "<", "="]))
def test_formulas_are_read_back(one, other, relation):
    p = node(
        "all",
        "y",
        node("->", node(relation, one, other), node("or", node("nat", one), node("=", "x", other))),
    )
    text = f"forall (Y : Fin) (x : R) (P : Y -> R) (z : Y),\n  {Text(SIG).formula(p)}"
    assert same_claim(read(text).claim, p)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(x <= ",
        "(x <= 1) )",
        "forall (x : R), (x <= y z)",
        "(x ? 1)",
        "forall (f : R -> Y), (1 <= 2)",
        "(1)",
    ],
)
def test_what_is_no_statement_is_refused(text):
    with pytest.raises((Misread, Refused)):
        read(text)


def test_the_notions_are_the_kernels():
    text = (THEORIES / "Meaning.v").read_text()
    assert meaning.meaning(text) == text
    assert (THEORIES / "Pairs.v").read_text() == meaning.pairs()
    assert len(text.splitlines()) + len(meaning.pairs().splitlines()) <= 150
    for name in raw():  # each says beside it what it says, and why
        assert re.search(rf"^\(\*\* .{{12,}} \*\)\nDefinition {name} ", text, re.M), name


def test_a_comment_changes_no_digest():
    text = (THEORIES / "Meaning.v").read_text()
    assert signed.code(text) == signed.code(text.replace("(** ", "(** more (* and more *) "))
    assert "A finite set" not in signed.code(text) and "Record Fin" in signed.code(text)
    assert signed.code(text) != signed.code(text.replace("INR n", "INR (S n)"))


def test_what_was_accepted_is_stale_when_the_statement_or_the_meaning_changes(
    sample, exported, tmp_path, monkeypatch
):
    name, path = SAMPLE[0], tmp_path / "coq.json"
    row = {"verdict": "accepted", "digest": exported[name].digest, "axioms": ["classic"]}
    path.write_text(signed.text({name: row}, "8.16.1"))
    now = signed.status(name, sample[name], path)
    assert now == {**row, "coq": "8.16.1"}
    assert signed.words(now) == f"Accepted by Coq 8.16.1, statement {row['digest'][:12]}."
    assert signed.status(SAMPLE[1], sample[SAMPLE[1]], path) == {"verdict": "not checked"}
    assert signed.words(signed.status(name, None, path)) == ""
    other = signed.status(name, sample[SAMPLE[1]], path)
    assert other["verdict"] == "stale" and signed.words(other).startswith(
        "Stale: Coq 8.16.1 saw another statement"
    )
    monkeypatch.setattr(signed, "meaning_digest", lambda: "another")
    assert signed.status(name, sample[name], path)["verdict"] == "stale"


def test_rows_of_other_theorems_are_kept_while_their_meaning_is_the_same(tmp_path, monkeypatch):
    path = tmp_path / "coq.json"
    path.write_text(signed.text({"a": {"verdict": "accepted"}, "b": {"verdict": "refused"}}, "8.16.1"))
    now = {"b": {"verdict": "accepted"}}
    assert signed.with_kept(now, "8.16.1", path) == {"a": {"verdict": "accepted"}, **now}
    untried = {"a": {"verdict": "not tried"}, "c": {"verdict": "not tried"}}
    assert signed.with_kept({**now, **untried}, "8.16.1", path) == {"a": {"verdict": "accepted"}, **now}
    assert signed.with_kept(now, "8.20", path) == now
    monkeypatch.setattr(signed, "meaning_digest", lambda: "another")
    assert signed.with_kept(now, "8.16.1", path) == now


def test_the_shipped_table_is_of_this_library():
    table = signed.read()
    names = {item.name for item in library()}
    assert len(table["theorems"]) > 400 and table["meaning"] == signed.meaning_digest() and table["coq"]
    assert {row["verdict"] for row in table["theorems"].values()} == {"accepted"}
    assert all(set(row["axioms"]) <= build.STANDARD for row in table["theorems"].values())
    assert (
        len(table["theorems"].keys() - names) < 20
    )  # names that have gone since are dropped by the next run


def test_a_refused_certificate_is_not_exported(sample):
    name, certificate = next(iter(sample.items()))
    lines = certificate["lines"][:-1]
    with pytest.raises((Refused, CannotExport)):
        export(name, {**certificate, "lines": [*lines, {"rule": "hyp", "is": certificate["claim"]}]}, {})


def test_batches_stand_after_what_they_cite(exported: dict[str, Exported]):
    made = batches(exported, lambda n: ".".join(n.split(".")[:2]))
    assert sorted(t.name for b in made for t in b.theorems) == sorted(exported)
    place = {t.name: (k, i) for k, b in enumerate(made) for i, t in enumerate(b.theorems)}
    order = {b.name: k for k, b in enumerate(made)}
    for b in made:
        assert all(order[x] < order[b.name] for x in b.below)
        for t in b.theorems:
            assert all(place[c] < place[t.name] for c in t.cites)


def test_in_a_refused_file_the_theorem_at_which_coqc_stopped_is_refused(exported: dict[str, Exported]):
    made = [b for b in batches(exported, lambda n: n.split(".")[0]) if len(b.theorems) > 1]
    wrong = build.Result("", False, culprit=made[0].theorems[1].module)
    found = results_of(made, {made[0].name: wrong, made[1].name: build.Result("", True, axioms=["classic"])})
    said = {t.name: found[t.name][0] for t in made[0].theorems}
    assert said.pop(made[0].theorems[1].name) == "refused" and set(said.values()) == {"not tried"}
    assert all(found[t.name] == ("accepted", ["classic"]) for t in made[1].theorems)
    assert (
        results_of(made[:1], {made[0].name: build.Result("", False)})[made[0].theorems[0].name][0]
        == "refused"
    )
