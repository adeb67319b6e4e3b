"""Names for long terms and sums from recursions: printed once, and equal to what the kernel sees."""

from __future__ import annotations

import zlib
from dataclasses import replace

import pytest
import sympy
from library import entries
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.formulas.shapes import conjuncts
from dpsym.document.media.markdown import markdown
from dpsym.document.media.terminal import text
from dpsym.document.page import Page
from dpsym.document.words.named_terms import with_names
from dpsym.document.words.recursions import sums_among
from dpsym.document.words.subjects import as_pairs
from dpsym.language import (
    AllOf,
    Eq,
    Exists,
    ForAll,
    Outcome,
    P,
    Q,
    StatementError,
    Theorem,
    Total,
    as_written,
    cases,
    exp,
    function,
    have,
    let,
    log,
    obtain,
    parameter,
    specialise,
    tanh,
    y,
)
from dpsym.language import steps as sp

eps, eps_p = parameter("eps", at_least=0), parameter("eps_p")
k = parameter("k", integer=True)
E, e = function("E"), function("e")
F, K = function("F"), function("K")
with as_written():
    LONG = log(3 * exp(eps / 2) - 1) - log(3 - exp(eps / 2))


@pytest.fixture(scope="module", params=[4, pytest.param(1, marks=pytest.mark.slow)])
def share(request):
    """One in how many theorems of the library is read: to read one takes longer than to compare it."""
    return request.param


@pytest.fixture(scope="module")
def read(share):
    """The theorems in which something has a name, each with its reading and with the pairs by their names."""
    theorems = [
        entry
        for name, entry in entries().items()
        if isinstance(entry, Theorem) and zlib.crc32(name.encode()) % share == 0
    ]
    return [(entry, named, as_pairs(entry)) for entry in theorems if (named := with_names(entry)).define]


def theorem(define, claim=None):
    with as_written():
        return Theorem(
            title="T", claim=claim or (tanh(LONG) <= 1), derivation=have(exp(LONG) > 0), define=define
        )


def test_a_named_term_is_printed_once():
    shown = markdown(Page("t", theorem({eps_p: LONG}), "proved"))
    assert shown.count(r"\log") == 2 and "Put " in shown and r"\tanh(\varepsilon')" in shown


def test_a_name_within_a_name_is_put_before_it():
    """Also where only the longer one stands in the statement, and whatever the author's order."""
    a, b, c = parameter("a"), parameter("b"), parameter("c")
    with as_written():
        inner, idle = exp(eps) + 3, exp(eps) - 7
        outer = inner / (inner + 1)
        entry = Theorem(
            title="T",
            claim=tanh(outer) <= 1,
            derivation=have(outer > 0),
            define={b: outer, c: idle, a: inner},
        )
    shown = text(Page("t", entry, "proved"))
    assert "Put a = e^eps + 3 and b = a/(a + 1)." in " ".join(shown.split())
    assert shown.count("Put") == 1 and "c =" not in shown


def test_a_name_comes_after_the_recursion_in_it():
    """`D(k) = ...` is said before `Put t = ...` with D in it."""
    with as_written():
        given = [Eq(E(0), 0), ForAll((k,), Eq(E(k + 1), E(k) + e(k)))]
        term = 7 * exp(eps) - E(k)
        claim = ForAll((k,), tanh(term) <= 1)
        entry = Theorem(title="T", given=given, claim=claim, define={K(k): term})
    shown = " ".join(text(Page("t", entry, "proved")).split())
    assert "Put E_k = sum_{i = 0}^{k - 1} e_i and K_k = 7 e^eps - E_k. An empty sum is 0." in shown


def test_a_name_that_only_a_formula_read_at_values_has_is_not_put():
    """`Take u = 5` says the values alone; a name that is seen in a value, or in a later line, is put."""
    y, u = Outcome("y"), parameter("u")
    with as_written():
        odds = exp(eps) * P(y) / (1 - P(y) + exp(eps) * P(y) + exp(2 * eps) * Q(y))
        given = ForAll((u, y), u * odds <= u)
        reads = tuple(specialise(given, {u: m}) for m in (5, 7, 9))
        unseen = Theorem(
            title="T",
            given=given,
            claim=ForAll((y,), P(y) <= exp(eps)),
            derivation=(*reads, have(P(y) <= 1, "at them")),
        )
        of_value = replace(unseen, derivation=(*reads, specialise(given, {u: odds}), have(P(y) <= 1)))
        of_line = replace(unseen, derivation=(*reads, have(odds <= 1, "a share")))  # no plain fact as written
    assert all(with_names(entry).define for entry in (unseen, of_value, of_line))
    proofs = [text(Page("t", entry, "proved")).partition("Proof")[2] for entry in (unseen, of_value, of_line)]
    assert ["Put" in proof for proof in proofs] == [False, True, True]
    assert all("Take u = 5" in proof for proof in proofs)


def test_a_name_of_one_case_is_put_there():
    with as_written():
        one, two = exp(eps) + 3, exp(eps) + 5
        split = cases(
            eps <= 1,
            (have(tanh(one) <= 1, "small"),),
            (have(tanh(two) <= 1, "large"), have(tanh(two) < 1, "so")),
        )
        b, c = parameter("b"), parameter("c")
        entry = Theorem(title="T", claim=eps + 1 > 0, derivation=split, define={b: one, c: two})
        both = Theorem(
            title="T",
            claim=eps + 1 > 0,
            derivation=(split, have(one <= 4 * exp(eps), "after")),
            define={b: one},
        )
    shown = " ".join(text(Page("t", entry, "proved")).split())
    assert shown.index("Suppose first") < shown.index("Put b") < shown.index("Otherwise, put c")
    shown = " ".join(text(Page("t", both, "proved")).split())
    assert shown.index("Put b") < shown.index("Suppose first") and shown.count("ut b =") == 1


def test_names_are_words_for_their_terms(read, share):
    """With each name replaced by its term, the statement that is read is the one that is checked."""
    seen = 0
    for entry, named, pairs in read:
        for shown, written in zip((named.claim, *named.given), (entry.claim, *entry.given), strict=True):
            back, checked = unfolded(shown, named.define), written.xreplace(pairs) if pairs else written
            back, checked = with_signs_in(back), with_signs_in(checked)
            assert back == checked or with_places(back) == with_places(checked)
        seen += any(
            s != c for s, c in zip((named.claim, *named.given), (entry.claim, *entry.given), strict=True)
        )
    assert seen >= 80 // share


@pytest.mark.parametrize(
    ("define", "words"),
    [
        ({eps: LONG}, "stands for something else"),
        ({eps_p: E(k)}, "depends on k"),
        ({LONG: eps}, "write a parameter"),
        ({E(exp(eps)): LONG}, "its arguments are letters"),
    ],
)
def test_a_name_that_hides_something_is_refused(define, words):
    with pytest.raises(StatementError, match=words):
        theorem(define, ForAll((k,), E(k) <= exp(eps)))


def test_recursions_from_0_are_sums():
    above_0 = parameter("k", integer=True, at_least=1)
    with as_written():
        start, other_start = Eq(E(0), 0), Eq(E(0), 1)
        grows = ForAll((k,), AllOf(e(k) >= 0, Eq(E(k + 1), E(k) + e(k))))
        left = ForAll((k,), e(k) >= 0)
        late = ForAll((above_0,), Eq(E(above_0 + 1), E(above_0) + e(above_0)))
        itself = ForAll((k,), Eq(E(k + 1), E(k) + E(0)))
    rest, sums = sums_among([start, grows])
    assert [str(at) for at, _ in sums] == ["E(k)"] and rest == [left]
    assert str(sums[0][1]) == "FiniteSum(e(i), i, 0, k - 1)"
    for other in ([start, late], [grows], [other_start, grows], [start, itself]):
        assert sums_among(other) == (other, [])


def test_every_sum_of_the_library_is_its_recursion():
    """E(0) = 0 and E(k + 1) - E(k) = e(k), read off the sum that is printed."""
    seen = 0
    for entry in entries().values():
        if isinstance(entry, Theorem):
            given = [p for g in entry.given for p in conjuncts(g)]
            for at, total in sums_among(given)[1]:
                body, over, low, high = total.args
                (letter,) = at.args
                assert low == 0 and str(high) == f"{letter} - 1"
                with as_written():
                    step = Eq(at.func(letter + 1), at + body.xreplace({over: letter}))
                assert (
                    any(g.has(step) or step in g.atoms(Eq) for g in given)
                    and Eq(at.func(0), 0, evaluate=False) in given
                )
                seen += 1
    assert seen >= 4


# ---------------------------------------------------------------------------- names for what a proof repeats
def test_a_name_stands_for_its_term_where_it_is_subtracted():
    """1 - q too, where sympy has the sign among the factors of the term."""
    with as_written():
        term = (exp(eps) - 1) / (2 * exp(eps))
        less = 1 + sympy.Mul(-1, *term.args)
        entry = Theorem(title="T", claim=less <= exp(eps) * (1 + term), define={parameter("q"): term})
    shown = " ".join(text(Page("t", entry, "proved")).split())
    assert "1 - q ≤ e^eps (1 + q)" in shown and shown.count("2 e^eps") == 1


def with_signs_in(thing):
    """The formula with the sign of what is subtracted among its factors, as sympy has it where nothing has a name."""
    if not isinstance(thing, Basic) or not thing.args:
        return thing
    with as_written():
        args = [with_signs_in(a) for a in thing.args]
        if (
            isinstance(thing, sympy.Mul)
            and len(args) == 2
            and args[0] == -1
            and isinstance(args[1], sympy.Mul)
        ):
            first, *rest = args[1].args
            args = [-first, *rest] if first.is_Rational else [args[0], first, *rest]
            args = args[1:] if args[0] == 1 and len(args) > 1 else args
            return args[0] if len(args) == 1 else sympy.Mul(*args)
        return thing if all(s is t for s, t in zip(args, thing.args, strict=True)) else thing.func(*args)


def unfolded(thing, define):
    """The formula with each name replaced by its term, at the arguments that it has."""
    if thing in define:
        return unfolded(define[thing], define)
    if not isinstance(thing, Basic) or not thing.args:
        return thing
    with as_written():
        args = [unfolded(a, define) for a in thing.args]
        back = thing if all(s is t for s, t in zip(args, thing.args, strict=True)) else thing.func(*args)
        for name, value in define.items():
            if isinstance(back, AppliedUndef) and back.func == name.func:
                return unfolded(value, define).xreplace(dict(zip(name.args, back.args, strict=True)))
    return back


def with_places(thing, count=None):
    """The formula with the letters of its sums numbered in order of appearance."""
    count = count or iter(range(1000))
    if isinstance(thing, Total):
        with as_written():
            letters = {o: Outcome(f"o_{next(count)}", o.space) for o in thing.outcomes}
            return Total(with_places(thing.body.xreplace(letters), count), *letters.values())
    if not isinstance(thing, Basic) or not thing.args:
        return thing
    with as_written():
        return thing.func(*(with_places(a, count) for a in thing.args))


def terms(piece):
    """The formulas of a step or of a line."""
    own = [piece.right] if isinstance(piece, sp.Line) else [*piece.relations()]
    own += [getattr(piece, name, None) for name in ("start", "value", "function", "minimises")]
    own += [v for name in ("at", "values") for _, v in getattr(piece, name, ())]
    return [t for t in (*own, *(v for use in piece.uses() for _, v in use.at)) if isinstance(t, Basic)]


def test_a_long_term_that_a_proof_repeats_gets_a_name():
    y = Outcome("y")
    with as_written():
        odds = exp(eps) * P(y) / (1 - P(y) + exp(eps) * P(y) + exp(2 * eps) * Q(y))
        steps = [have(odds * m <= m, "a share") for m in (5, 7, 9)]
        entry = Theorem(title="T", claim=ForAll((y,), P(y) <= exp(eps)), derivation=steps)
        brief = Theorem(title="T", claim=ForAll((y,), P(y) <= exp(eps)), derivation=steps[:2])
    shown = markdown(Page("t", entry, "proved"))
    assert shown.count(r"\frac") == 1 and "Put" in shown and "9 D(y)" in shown
    assert with_names(entry).claim == entry.claim and "Put" not in markdown(Page("t", brief, "proved"))


def test_a_long_term_that_the_statement_repeats_has_its_name_there():
    """Also where the proof does not show it, at other letters too, and a function that the claim binds has none there."""
    y = Outcome("y")
    a = Outcome("a", "A")
    with as_written():
        mean = Total(F(a) * K(a, y), a)
        entry = Theorem(
            title="T",
            given=[ForAll(y, m * (mean / (1 + exp(eps) * mean)) <= exp(eps)) for m in (5, 7)],
            claim=ForAll(y, mean / (1 + exp(eps) * mean) <= exp(2 * eps)),
        )
        binds = Theorem(title="T", claim=ForAll((F(a),), mean / (1 + mean) <= mean / (2 + mean)))
    shown = markdown(Page("t", entry, "proved"))
    assert shown.count(r"\frac") == 1 and shown.index("Put") < shown.index("Suppose")
    assert with_names(binds).define == {}


def test_a_name_stands_after_the_letters_in_it():
    y, c = Outcome("y"), parameter("c", above=0)
    with as_written():
        odds = exp(eps) * P(y) / (1 - c * P(y) + exp(eps) * P(y) + exp(2 * eps) * Q(y))
        steps = [obtain(Exists((c,), c <= eps)), *(have(odds * m <= m, "a share") for m in (5, 7, 9))]
        entry = Theorem(title="T", claim=ForAll((y,), P(y) <= exp(eps)), derivation=steps)
    shown = markdown(Page("t", entry, "proved"))
    assert shown.index("Take such $c$") < shown.index("D(y) =") < shown.index("5 D(y)")


def values_of_lets(entry, pairs):
    """What the steps of the file put for their letters: a page may keep another name for it."""
    lets = [one for one in sp.in_text(entry.derivation) if isinstance(one, sp.Let) and one.name != one.value]
    return {one.name: one.value.xreplace(pairs) if pairs else one.value for one in lets}


def with_values(thing, lets):
    """A formula with what was put for letters in their place, also in what is put for others."""
    by_name = {name.func: (name.args, value) for name, value in lets.items() if name.args}
    with as_written():
        for _ in range(len(lets)):
            found = {a: by_name[a.func] for a in thing.atoms(AppliedUndef) if a.func in by_name}
            table = {
                a: value.xreplace(dict(zip(own, a.args, strict=True))) for a, (own, value) in found.items()
            }
            table |= {name: value for name, value in lets.items() if not name.args and thing.has(name)}
            if not table:
                break
            thing = thing.xreplace(table)
    return thing


def test_the_steps_by_names_are_the_steps(read, share):
    """With each name replaced by its term, the steps that are read are those that are checked."""
    seen = 0
    for entry, named, pairs in read:
        steps = zip(sp.in_text(named.derivation), sp.in_text(entry.derivation), strict=True)
        for one, written in steps:
            for shown, term in zip(terms(one), terms(written), strict=True):
                back, checked = unfolded(shown, named.define), term.xreplace(pairs) if pairs else term
                lets = values_of_lets(entry, pairs)
                back, checked = (with_signs_in(with_values(t, lets)) for t in (back, checked))
                assert back == checked or with_places(back) == with_places(checked)
        seen += 1
    assert seen >= 100 // share


def test_a_term_that_has_a_name_is_not_named_again():
    """What a step of the file names and the page has named already goes by the first name; no `Let H = D`."""
    D, F, H = (function(name, law=False) for name in "DFH")
    with as_written():
        term = F(y) * (exp(eps) * Q(y) - exp(-eps) * P(y) + eps * Q(y) ** 2)
        steps = (
            have(term <= 7, "first"),
            have(term + eps * P(y) <= 8, "second"),
            have(2 * term + P(y) <= 15, "third"),
            let(H(y), term, (ForAll(y, H(y) <= 7),), "what is gained"),
            have(Total(H(y), y) <= 12, "a sum of such"),
        )
        entry = Theorem(
            title="T", given=[ForAll(y, F(y) >= 0)], claim=eps >= 0, derivation=steps, define={D(y): term}
        )
        other = replace(entry, derivation=(*steps, have(ForAll(H(y), ForAll(y, H(y) <= H(y) + 1)), "any H")))
    page = " ".join(markdown(Page("t", entry, "proved")).split())
    assert "D(y) =" in page and "H(y)" not in page and r"\sum_{y} D(y) &\le 12" in page
    assert (
        "for every outcome" not in page.partition("Proof")[2].lower()
    )  # what was said for the output at hand
    bound = " ".join(markdown(Page("t", other, "proved")).split())
    assert r"\sum_{y} H(y) \le 12" in bound  # a letter that is bound elsewhere means something else there
