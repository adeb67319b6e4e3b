"""The proof of a theorem: its steps in sentences and displays."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

import sympy
from sympy.core.relational import Relational

from dpsym.document.blocks import (
    INLINE,
    Block,
    ChainLine,
    Cite,
    Derivation,
    Display,
    Fact,
    Facts,
    Inline,
    Maths,
    Para,
    continued,
    led,
    listed,
    merge,
)
from dpsym.document.boxes import Number, Row
from dpsym.document.formulas import is_plain
from dpsym.document.inline import equation, maths
from dpsym.document.notation import SpellingError, fold, row, tall
from dpsym.document.sentences import claim, condition
from dpsym.document.spelling import width
from dpsym.document.wording import Wording
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp


def proof(w: Wording, entry: st.Theorem) -> list[Block]:
    """The derivation, or where it is found."""
    if entry.as_in is not None:
        count = sp.number_of_steps(entry.derivation)
        says = f", with other numbers; its {count} steps are left out here."
        return [Para(("The derivation is that of ", w.links.to(entry.as_in), says))]
    if entry.derivation:
        return merge(led(steps(w, entry.derivation)))
    if entry.cited:
        return [Para(("This is not proved here; see ", *listed([[Cite(k)] for k in entry.cited]), "."))]
    return []


def steps(w: Wording, derivation: Iterable[sp.Step]) -> list[Block]:
    """The steps in the order of the text."""
    return [block for one in derivation for block in step(one, w)]


@singledispatch
def step(one: sp.Step, w: Wording) -> list[Block]:
    """A step with those inside it.  Each step takes its verdict before those inside it take theirs."""
    raise SpellingError(f"no words are known for a step {type(one).__name__}")


@step.register
def _(one: sp.Chain, w: Wording) -> list[Block]:
    lines = tuple(
        ChainLine(
            line.relation,
            fold(line.right),
            *w.checked(w.reason(line.reason, line.by, line.method)),
            line.right,
        )
        for line in one.lines
    )
    lead: list[Block] = [Para((one.label + ":",))] if one.label else []
    return [*lead, Derivation(fold(one.start), lines, one.start)]


@step.register
def _(one: sp.Have, w: Wording) -> list[Block]:
    why, _ = w.checked(w.reason(one.reason, one.by, one.method))
    fact = fold(one.fact)  # type: ignore[arg-type]
    if isinstance(one.fact, Relational | x.Between | x.Within) and isinstance(fact, Row):
        found: list[Block] = [Facts((Fact(fact, one.fact, tuple(why)),))]
    else:
        found = claim(one.fact, ["We have "], "" if why else ".", alone=True)
        if why:
            found.append(Para(("(", *why, ").")))
    if one.derivation:
        found += continued("Indeed, ", steps(w, one.derivation))
    return found


@step.register
def _(one: sp.Specialise, w: Wording) -> list[Block]:
    mark = w.mark()
    values = listed([[maths(v) if k == v else equation(k, v)] for k, v in one.at])
    why = (*([", ", *w.words(one.reason)] if one.reason else ()), *mark)
    if not is_plain(one.of):
        found = claim(one.of, ["Take the hypothesis that "], ",", False)
        return [*found, Para(("at ", *values, *why, ". "))]
    return [Para(("Take the hypothesis ", *quoted(one.of), " at ", *values, *why, ". "))]


@step.register
def _(one: sp.ArgMin, w: Wording) -> list[Block]:
    mark = w.mark()
    items: list[Inline] = ["Let ", maths(one.outcome), " be an outcome at which ", maths(one.minimises)]
    because = ", is smallest; there is one because the output space is finite"
    return [Para((*items, ", over ", maths(one.running), because, *w.why(one.reason), *mark, ". "))]


@step.register
def _(one: sp.Obtain, w: Wording) -> list[Block]:
    why, _ = w.checked(w.reason(one.reason, one.by))
    found = claim(one.exists, ["We have that "], "" if why else ".")
    names = listed([[maths(v)] for v in one.exists.args[0]])
    return [*found, Para((*(("(", *why, "). ") if why else ()), "Take such ", *names, ". "))]


@step.register
def _(one: sp.Let, w: Wording) -> list[Block]:
    mark = w.mark()
    named_value = equation(one.name, one.value)
    if width(named_value.box) <= INLINE:
        return [Para(("Let ", named_value, *w.why(one.reason), *mark, ". ")), *having(one)]
    shown = row(fold(one.name), "=", fold(one.value))
    return [Para(("Let",)), Display(shown, "."), Para((*w.why(one.reason), *mark)), *having(one)]


@step.register
def _(one: sp.Cases, w: Wording) -> list[Block]:
    if (on := empty_cases(one)) and len(on) > 1:
        marks = [w.mark() for _ in on]
        names = listed([condition(c) for c in on])
        return [Para(("Whether or not ", *names, ", the claim is immediate", *max(marks, key=len), ". "))]
    mark = w.mark()
    why = (*w.why(one.reason), *mark)
    if one.then:
        found = [Para(("Suppose first that ", *condition(one.on), *why, ". ")), *steps(w, one.then)]
    else:
        found = [Para(("Where ", *condition(one.on), ", the claim is immediate", *why, ". "))]
    if one.otherwise:
        return [*found, *continued("Otherwise, ", steps(w, one.otherwise))]
    return [*found, Para(("Otherwise the claim is immediate. ",))] if one.then else found


@step.register
def _(one: sp.Monotonic, w: Wording) -> list[Block]:
    mark = w.mark()
    words: list[Inline] = ["For ", maths(one.variable), " between ", maths(one.low), " and ", maths(one.high)]
    says = "does not fall, because its derivative is not negative"
    if one.strictly:
        says = "rises, because its derivative is positive"
    return [
        Para((*words, " the function")),
        Display(fold(one.function)),
        Para((says, *w.why(one.reason), *mark, ". ")),
        *steps(w, one.then),
    ]


@step.register
def _(one: sp.Induction, w: Wording) -> list[Block]:
    mark = w.mark()
    zero = Maths(row(fold(one.over), "=", Number("0")))
    after = Maths(row(fold(one.over), "+", Number("1")))
    found: list[Block] = [Para(("The proof is by induction", *mark, ". For ", zero, ": "))]
    found += steps(w, one.first) or [Para(("the claim is a hypothesis.",))]
    return [*found, Para(("From ", maths(one.over), " to ", after, ": ")), *steps(w, one.then)]


@step.register
def _(one: sp.Exhibit, w: Wording) -> list[Block]:
    mark = w.mark()
    values = listed([[equation(k, v)] for k, v in one.values])
    return [Para(("Choose ", *values, *w.why(one.reason), *mark, ". "))]


def having(step: sp.Let) -> list[Block]:
    """What a named value satisfies: short relations in one sentence, the others below."""
    short: list[list[Inline]] = []
    long: list[Block] = []
    for fact in step.having:
        box = fold(fact)  # type: ignore[arg-type]
        if isinstance(fact, sympy.Eq) and fact.args == (step.name, step.value):
            continue  # this was said when the name was given
        if isinstance(fact, Relational | x.Between | x.Within) and isinstance(box, Row):
            if width(fold(fact, flat=True)) <= INLINE and not tall(box):
                short.append([maths(fact)])
            else:
                long.append(Facts((Fact(box, fact, ()),)))
        else:
            long += claim(fact, ["We have "], ".", False)
    return [Para(("Then ", *listed(short), ". ")), *long] if short else long


def quoted(thing: Any) -> list[Inline]:
    """A condition in a sentence; a short one in quotation marks."""
    words = condition(thing)
    return ["“", *words, "”"] if sum(width(w.box) for w in words if isinstance(w, Maths)) < INLINE else words


def empty_cases(step: Any) -> list[Any]:
    """The conditions of nested cases in which nothing more is said; empty where something is."""
    if not isinstance(step, sp.Cases) or step.reason:
        return []
    found = [step.on]
    for branch in (step.then, step.otherwise):
        for inner in branch:
            deeper = empty_cases(inner)
            if not deeper:
                return []
            found += deeper
    return found
