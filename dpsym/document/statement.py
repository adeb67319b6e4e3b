"""The statement of a theorem or of a definition."""

from __future__ import annotations

from collections.abc import Sequence

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.document.blocks import Block, Blocks, Display, Inline, Maths, Para, listed, merge
from dpsym.document.formulas.notation import fold
from dpsym.document.formulas.shapes import are_simple, conjuncts, is_wide, without_zeros
from dpsym.document.words.domains import hypotheses_of, narrowed
from dpsym.document.words.glossary import (
    agreed,
    of_functions,
    of_laws,
    of_losses,
    of_tests,
    words_of_functions,
)
from dpsym.document.words.inline import FLAT, maths
from dpsym.document.words.named_terms import named_in_statement, said_in_turn
from dpsym.document.words.recursions import explained, sums_among
from dpsym.document.words.sentences import claim, conditions, guaranteed, setting_of
from dpsym.document.words.wording import Wording
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language.quantities import FiniteSum
from dpsym.language.worked_out import worked_out


def statement(w: Wording, entry: st.Theorem) -> tuple[Block, ...]:
    """Parameters, hypotheses and conclusion in sentences."""
    read = w.read
    assert isinstance(read, st.Theorem)
    domains, parts = narrowed(entry.parameters, hypotheses_of(read))
    head: list[Inline] = setting_of(entry, w.page.scope, domains)
    found: list[Block] = []
    given, sums = sums_among(parts)
    concluded, functions = explained(read.claim)
    while isinstance(concluded, x.Implication) and are_simple(concluded.args[0]):
        given += conjuncts(concluded.args[0])  # `suppose a. Then b` for `then, if a, then b`
        concluded = concluded.args[1]
    recursions, chosen = dict((*sums, *functions)), named_in_statement(read)
    names = said_in_turn(recursions | {n: v for n, v in read.define.items() if n in chosen})
    if any(v.has(FiniteSum) for v in recursions.values()):
        names.append(Para(("An empty sum is 0. ",)))
    if names:
        found += [Para(tuple(head)), *names]
        head = []
    if read.where:
        of_laws = {law for law in read.where if law in ("P", "Q") or law in entry.laws}
        laws: list[list[Inline]] = [
            [w.listed_law(law, worked_out(read.where[law]))] for law in read.where if law in of_laws
        ]
        others: list[list[Inline]] = [
            [w.listed_law(f, worked_out(read.where[f]))] for f in read.where if f not in of_laws
        ]
        head += ["Let the laws be ", *listed(laws)] if laws else []
        head += [" and let " if laws else "Let ", *listed(others)] if others else []
        head += [". "]
    if any(map(is_wide, given)):
        words: list[Inline] = [*head, "Suppose "]
        for index, g in enumerate(given):
            lead: list[Inline] = ["and that "] if index else [*words, "that "]
            found += claim(g, lead, "." if index == len(given) - 1 else ",", False)
        head = []
    elif given:
        head += ["Suppose that ", *conditions(given), ". "]
    lead = [*head, "Then "] if head or found else []
    found += claim(concluded, lead, alone=True, part=w.page.shown.part)
    found = merge(found)
    opening = found[0]
    if not lead and isinstance(opening, Para) and isinstance(first := opening.items[0], str):
        found[0] = Para((first[:1].upper() + first[1:], *opening.items[1:]))
    if notes := words_of_functions(entry, read):
        found.append(Para(tuple(notes)))
    if said := standing(w.page.status):
        found.append(Para((said,)))
    return tuple(found)


def standing(status: str) -> str:
    """What must be said of a statement that is not known to be true."""
    if status == "refuted":
        return "This statement is false."
    if status == "vacuous":
        return "No values satisfy the hypotheses."
    return "This statement is not proved here." if status == "unknown" else ""


def of_measures(notion: x.Notion) -> list[list[Inline]]:
    """That a notion speaks of measures, where it is no notion of neighbouring databases."""
    return [] if type(notion).adjacency else [[Maths(FLAT.subject(notion.pair)), " is a pair of measures"]]


def definition(w: Wording, entry: st.Definition) -> Blocks:
    """What a notion requires, or what a quantity is."""
    defines: Basic = entry.defines
    if isinstance(defines, x.Notion):
        lead: list[Inline] = [Maths(FLAT.subject(defines.pair)), " is ", *guaranteed(defines)]
        if title := type(defines).title:
            lead += [f" ({title})"]
        lead += [" when"]
        found = claim(without_zeros(entry.body), [*lead, " "], ",")
        found.append(Para(("and the same holds with the two laws exchanged.",)))
        adjacency = type(defines).adjacency
        if adjacency:
            found.append(Para((f"Adjacency: {adjacency}.",)))
        things = (defines, entry.body)
        compared = st.free_functions((defines.pair.a, defines.pair.b))
        notes = [
            *of_measures(defines),
            *of_losses([without_zeros(entry.body)]),
            *of_functions(things, laws={"F", *compared}),
            *of_tests(things),
        ]
        said = here(of_laws(things, ()) if adjacency else [], notes, [without_zeros(entry.body)])
        return Blocks(tuple(merge([*found, *w.prose(entry)])), notation=said)
    if isinstance(entry.body, Boolean) and not isinstance(entry.body, sympy.Expr):  # a symbol is both
        lead = ["Let ", maths(defines), " be 1 when "]
        body = without_zeros(entry.body)
        ends: list[Block] = (
            [Para(("and 0 otherwise.",))] if are_simple(body) else [Para(("Otherwise let it be 0.",))]
        )
        found = claim(body, lead, "," if are_simple(body) else ".")
        return Blocks(tuple(merge([*found, *ends, *w.prose(entry)])))
    whole, named = defines, posteriors_in(entry)
    if entry.body is not None and (not named or isinstance(defines, AppliedUndef)):
        with x.as_written():
            whole = sympy.Eq(defines, entry.body, evaluate=False)
    told = [whole] if not isinstance(defines, x.Loss) else []
    meant: list[Block] = [Display(fold(whole), "," if named else ".", whole)]
    for k, one in enumerate(named):
        stop = "." if k == len(named) - 1 else ","
        meant += [Para(("and" if k else "where",)), Display(fold(one), stop, one)]
    return Blocks(
        (*meant, *w.prose(entry)),
        notation=here(of_laws([whole], ()), of_losses(told), told),
    )


def posteriors_in(entry: st.Definition) -> list[Basic]:
    """What the posteriors mean of which a quantity is made: then it is told by them, and not with each written out."""
    defines, body = entry.defines, entry.body
    if not isinstance(defines, Basic) or not isinstance(body, Basic) or isinstance(defines, x.Posterior):
        return []
    has_name = isinstance(defines, AppliedUndef)
    posteriors = sorted((body if has_name else defines).atoms(x.Posterior), key=str)
    with x.as_written():
        if not has_name and defines.xreplace({one: one.definition() for one in posteriors}) != body:
            return []
        return [sympy.Eq(one, one.definition(), evaluate=False) for one in posteriors]


def here(laws: list[Inline], notes: list[list[Inline]], things: Sequence[Basic]) -> tuple[Block, ...]:
    """What the laws and signs of a definition stand for, and what is agreed on where they would have no value."""
    said: list[Inline] = [*laws, *(["Here ", *listed(notes), ". "] if notes else [])]
    said += agreed(things, (), False)
    return (Para(tuple(said)),) if said else ()
