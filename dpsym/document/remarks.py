"""What is said after a proof: points of equality, the printed form, why the statement is as it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.document import errata
from dpsym.document.blocks import Block, Inline, Items, Maths, Para, merge, sentence
from dpsym.document.formulas.shapes import conjuncts, inequalities
from dpsym.document.page import MissResult
from dpsym.document.words.inline import FLAT, is_event, maths
from dpsym.document.words.named_terms import by_names
from dpsym.document.words.sentences import claim, conditions, ends_itself, guaranteed
from dpsym.document.words.wording import Wording
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.prove.variants.mutants import SCALED, Mutant, mutants

SHOWN = 2  # near misses that a page prints

WHY = "Why it is stated so"  # the heading of what the near misses teach


def remarks(w: Wording, entry: st.Theorem) -> list[tuple[str, tuple[Block, ...]]]:
    """What is said after the proof, each remark with its heading."""
    page = w.page
    found: list[tuple[str, tuple[Block, ...]]] = []
    if entry.note:
        found.append(("Note", w.prose(entry)))
    if page.status == "refuted" and page.witness is not None:
        found.append(("Refuted", (Para(("The statement is false ", *w.at_point(page.witness), ".")),)))
    if page.status == "vacuous":
        says = "The hypotheses contradict each other: the statement says nothing."
        found.append(("Vacuous", (Para((says,)),)))
    if items := sharpness(w, entry):
        found.append(("Sharpness", tuple(items)))
    if not page.shown.near_misses:
        return found
    if said := errata.remark(w, entry):
        found.append(("As printed", said))
    if rows := neighbours(w, entry):
        found.append((WHY, rows))
    return found


def neighbours(w: Wording, entry: st.Theorem) -> tuple[Block, ...]:
    """The near misses that are refuted, the first of them with their points; nothing where there are none."""
    refuted = [m for m in w.page.near_misses if m.refuted]  # what was not refuted is not said to be false
    computed = mutants(original_of(w)) if any(m.mutant is not None for m in refuted) else ()
    telling = [m for m in refuted if not is_distant(entry, m, computed)]
    if refuted and not telling:
        many = f"{len(refuted)} near misses are" if len(refuted) > 1 else "One near miss is"
        return (Para((f"{many} refuted, by which a bound would only be scaled.",)),)
    if not telling:
        return ()
    rows = [tuple(merge(near_miss(w, entry, m))) for m in telling[:SHOWN]]
    count = f"{len(refuted)} near misses are refuted, {'among them these' if len(rows) > 1 else 'one of them this'}:"
    before = (Para((count,)),) if len(refuted) > len(rows) else ()
    return (*before, Items(tuple(rows)))


def sharpness(w: Wording, entry: st.Theorem) -> list[Block]:
    """The points at which equality holds."""
    sharp = [r for r in w.page.sharp if r.point in entry.tight and (r.point.at or r.point.laws)]
    families = families_in(entry)
    sharp = [r for r in sharp if not is_of_equal_laws(r.point, families)]
    items: list[Block] = []
    which = ", in at least one of the inequalities, " if inequalities(entry.claim) > 1 else " "
    for index, result in enumerate(sharp):
        words: list[Inline] = [f"Equality {'also ' if index else ''}holds{which}"]
        places = [w.at_point(p) for p in result.instances or (result.point,)]
        if result.instances:
            words = [f"{str(words[0]).rstrip().rstrip(',')}, for instance, "]
            places = [p if k == 0 else p[1:] for k, p in enumerate(places)]
        for k, place in enumerate(places):
            words += [*([", and at "] if k else []), *place]
        items.append(Para((*words, *w.why(result.point.note), ". ")))
    return merge(items)


def families_in(entry: st.Theorem) -> set[str]:
    """The functions of two or more elements of sets in the statement, as the laws of a family are."""
    found = {a for thing in stated_in(entry) for a in thing.atoms(AppliedUndef)}
    return {a.func.__name__ for a in found if sum(isinstance(b, x.Outcome) for b in a.args) > 1}


def is_of_equal_laws(where: st.Point, families: Collection[str] = ()) -> bool:
    """Whether P and Q are equal there, or all laws of the families and what else is listed are uniform, where both sides of
    most bounds are 0 or 1: it says nothing of their sharpness."""
    laws = dict(where.laws)
    if "P" in laws and laws.get("P") == laws.get("Q"):
        return True
    return not laws.keys().isdisjoint(families) and all(len(set(masses)) == 1 for masses in laws.values())


def near_miss(w: Wording, entry: st.Theorem, result: MissResult) -> list[Block]:
    """A near miss of the file, or a computed one, with the point that refutes it."""
    if result.mutant is None:
        return miss(w, entry, result.name, entry.near_misses[result.name], result)
    mutant = mutants(original_of(w))[result.mutant]
    words, variant = by_names(original_of(w), mutant.words), by_names(original_of(w), mutant.variant)
    lead: list[Inline] = []
    for k, word in enumerate(words):
        if isinstance(word, str):
            lead += w.stressed(word[:1].upper() + word[1:] if k == 0 else word)
        else:
            lead += supposition(word) if is_event(word) else [maths(word)]
    body: list[Block] = [Para((*lead, ": the claim fails"))]
    if not mutant.hypotheses:
        body = claimed(variant.claim, [*lead, ": "])
    return [*body, refuted_at(w, entry, mutant.variant, result)]


def supposition(word: Basic) -> list[Inline]:
    """A condition as what a near miss supposes or leaves out; one of many parts is not said again."""
    if all(map(ends_itself, conjuncts(word))):
        return conditions([word])
    return ["all that is supposed there holds"] if isinstance(word, x.AllOf) else conditions([word])


def original_of(w: Wording) -> st.Theorem:
    """The theorem as it is written, of which the near misses are computed."""
    assert isinstance(w.page.entry, st.Theorem)
    return w.page.entry


def is_distant(entry: st.Theorem, result: MissResult, computed: Sequence[Mutant] = ()) -> bool:
    """Whether a near miss only changes a number in front of a term: half the bound, twice the rate.  Such a one is checked,
    and teaches nothing.  `computed` are the neighbours of the theorem, where it may be one of them."""
    if result.mutant is not None:
        return computed[result.mutant].kind == SCALED
    wrong = entry.near_misses[result.name]
    if DISTANT.match(result.name):
        return True
    return wrong.given is None and wrong.claim is not None and is_scaled(entry.claim, wrong.claim)


# How an author names a near miss in which a number is changed.
DISTANT = re.compile(r"(half|twice|two|three|double|a (third|tenth|quarter)|by a (half|third|tenth))\b", re.I)


def is_scaled(one: Basic, two: Basic) -> bool:
    """Whether two formulas differ, and only in numbers in front of terms."""
    if one == two:
        return False
    if without_numbers(one) == without_numbers(two):
        return True
    if type(one) is not type(two) or len(one.args) != len(two.args) or not isinstance(one, FORMULAS):
        return False
    return all(a == b or is_scaled(a, b) for a, b in zip(one.args, two.args, strict=True))


FORMULAS = x.Formula | Relational | sympy.And | sympy.Or


def without_numbers(thing: Basic) -> Basic:
    """A term without the number in front of it."""
    if not isinstance(thing, sympy.Mul):
        return thing
    rest = [a for a in thing.args if not (a.is_Number or (isinstance(a, sympy.Pow) and a.base.is_Number))]
    if not rest:
        return thing
    with x.as_written():
        return without_numbers(rest[0]) if len(rest) == 1 else sympy.Mul(*rest)


def miss(w: Wording, entry: st.Theorem, name: str, miss: st.Variant, result: MissResult) -> list[Block]:
    """A false neighbour, with the point that refutes it."""
    lead: list[Inline] = [*w.stressed(sentence(name).rstrip(".")), ": "]
    supposed = changed(entry, miss)
    if miss.claim is None:
        body: list[Block] = [Para((*lead, *supposed, ", " if supposed else "", "the claim fails"))]
    else:
        body = claimed(miss.claim, [*lead, *supposed, ": " if supposed else ""])
    return [*body, refuted_at(w, entry, miss, result)]


def changed(entry: st.Theorem, miss: st.Variant) -> list[Inline]:
    """What a near miss supposes: which hypotheses it leaves out, or has in the place of others."""
    if miss.given is None:
        return []
    before, after = ([part for g in given for part in conjuncts(g)] for given in (entry.given, miss.given))
    dropped = [g for g in before if g not in after]
    added = [g for g in after if g not in before]
    alone = len(dropped) == len(before)  # then a reader need not be told which
    now = conditions(added)
    if dropped and added and alone:
        return ["supposing only that ", *now]
    were: list[Inline] = ["the hypothes" + ("is" if len(dropped) == 1 else "es")]
    if not alone:
        were = ["the hypothesis that ", *conditions(dropped)]
    if dropped and added:
        end = "" if all(map(ends_itself, dropped)) else ","
        return ["with ", *were, f"{end} replaced by the one that ", *now]
    if dropped:
        return ["without ", *were]
    return ["with the further hypothesis that ", *now] if added else []


def claimed(thing: Basic, lead: list[Inline]) -> list[Block]:
    """A false claim, up to the point at which it fails: where its words reach further than its formula, another sentence
    says that it does, for `X fails for every y` is another claim than `it is not true that X for every y`.  Of a notion it
    is said that the mechanism is not what it asks for."""
    if isinstance(thing, x.Notion):
        subject: list[Inline] = [*lead, Maths(FLAT.subject(thing.pair)), " is not "]
        return [Para((*subject, *guaranteed(thing)))]
    if ends_itself(thing):
        return [*claim(thing, lead, "", False), Para((" fails",))]
    return [*claim(thing, lead, ".", False), Para((" This fails",))]


def stated_in(entry: st.Theorem) -> Iterator[Basic]:
    """What the statement says: what is supposed and claimed, and the listed laws."""
    yield from (*entry.given, entry.claim, *entry.define.values())
    for masses in entry.where.values():
        yield from masses


def of_letters(where: st.Point, things: Iterable[Basic]) -> st.Point:
    """The point without the values of letters that do not occur in the formulas, nor in the domains of those that do: the
    proof has more letters than the statement, and its reader has not met them."""
    found = {s for thing in things for s in thing.free_symbols | thing.atoms(x.Parameter)}
    while more := {s for p in found if isinstance(p, x.Parameter) for s in bounds_of(p)} - found:
        found |= more
    names = {s.name for s in found}
    return replace(where, at=tuple((k, v) for k, v in where.at if k.name in names))


def as_stated(entry: st.Theorem, where: st.Point) -> st.Point:
    """The point with its letters and laws in the order of the statement: a search finds them in another one."""
    letters, laws = [p.name for p in entry.parameters], list(entry.laws)

    def place(name: str, among: list[str]) -> int:
        return among.index(name) if name in among else len(among)

    at = sorted(where.at, key=lambda pair: place(getattr(pair[0], "name", ""), letters))
    listed = sorted(where.laws, key=lambda pair: place(pair[0], laws))
    return replace(where, at=tuple(at), laws=tuple(listed))


def bounds_of(letter: x.Parameter) -> set[Basic]:
    """The letters in which the domain of a letter is said."""
    return {s for bound in (letter.lower, letter.upper) if bound is not None for s in bound[0].free_symbols}


def refuted_at(w: Wording, entry: st.Theorem, miss: st.Variant, result: MissResult) -> Para:
    """The end of the sentence: the point, and the note of the file."""
    where = result.witness
    of = (
        *(entry.given if miss.given is None else miss.given),
        entry.claim if miss.claim is None else miss.claim,
    )
    place = (
        w.at_point(
            of_letters(as_stated(entry, where), (*of, *stated_in(entry), *stated_in(original_of(w)))), of
        )
        if where is not None
        else []
    )
    tail: list[Inline] = [" ", *place] if place else []
    if result.text and not tail:
        tail = [f" ({result.text})"]
    note = miss.note.rstrip(".")
    return Para((*tail, *(["; ", *w.words(note)] if note else []), "."))
