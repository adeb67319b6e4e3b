"""Formulas told in sentences, such that two of them which differ in meaning are never told in the same words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import singledispatch

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.document.blocks import (
    INLINE,
    Block,
    Display,
    Fact,
    Facts,
    Inline,
    Maths,
    Para,
    capitalised,
    listed,
)
from dpsym.document.boxes import Box, Fence, Number, Row, Text
from dpsym.document.formulas import are_simple, body_of, conjuncts, is_plain, is_simple
from dpsym.document.inline import FLAT, maths
from dpsym.document.notation import Fold, commas, fold, named, row, tall
from dpsym.document.setting import ranges
from dpsym.document.spelling import width
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language.rounding import Cover, OnCells, first, last

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
LETTERS = tuple("abcdefghijklmnop")


@dataclass(frozen=True)
class Manner:
    """How a claim stands in its sentence.

    stop     the punctuation after it
    main     whether it is the claim itself and no part of one: then it is displayed
    alone    whether nothing runs on before or after it: then a part that reaches to the end of its sentence, such as
             `if a, then b`, is followed by a new one
    counted  whether its parts may be counted, where words would leave ambiguous how far they reach
    """

    stop: str = "."
    main: bool = True
    alone: bool = False
    counted: bool = True

    @property
    def inside(self) -> Manner:
        """For what follows words that it begins with."""
        return replace(self, alone=False)

    @property
    def part(self) -> Manner:
        """The same for a part of a claim."""
        return replace(self, main=False, alone=False)


def claim(
    thing: Basic | Laws,
    lead: list[Inline],
    stop: str = ".",
    main: bool = True,
    alone: bool = False,
    counted: bool = True,
) -> list[Block]:
    """A claim as a sentence that begins with `lead`; wide formulas are displayed.  The rest is said at `Manner`."""
    return _claim(thing, lead, Manner(stop, main, alone, counted))


@singledispatch
def _claim(thing: Basic | Laws, lead: list[Inline], how: Manner) -> list[Block]:
    if lead and not how.main and width(fold(thing, flat=True)) <= INLINE and not tall(fold(thing)):
        return [Para((*lead, *part(thing), how.stop))]
    return displayed(thing, lead, how.stop)


@_claim.register
def _(thing: x.Distribution, lead: list[Inline], how: Manner) -> list[Block]:
    return [Para((*lead, law_of(thing), " is a law", how.stop))]


@dataclass(frozen=True)
class Laws:
    """Several facts in a row that something is a law, over the same letters: `K and L are laws`."""

    over: tuple[sympy.Tuple, ...]
    laws: tuple[x.Distribution, ...]

    @property
    def words(self) -> list[Inline]:
        """`for every outcome x, K(x, .) and L(x, .) are laws`."""
        before = [i for letters in self.over for i in (*ranging_over(letters), ", ")]
        return [*before, *listed([[law_of(one)] for one in self.laws]), " are laws"]


def together(parts: Iterable[Basic]) -> list[Basic | Laws]:
    """The parts, those in a row that say the same of several laws as one."""
    found: list[Basic | Laws] = []
    rows: list[list[Basic]] = []  # the formulas of which each is made
    for one in parts:
        over, body = [], one
        while isinstance(body, x.ForAll):
            over.append(body.args[0])
            body = body.args[1]
        last = found[-1] if found else None
        if not isinstance(body, x.Distribution):
            found.append(one)
            rows.append([one])
        elif isinstance(last, Laws) and last.over == tuple(over):
            found[-1] = replace(last, laws=(*last.laws, body))
            rows[-1].append(one)
        else:
            found.append(Laws(tuple(over), (body,)))
            rows.append([one])
    return [row[0] if len(row) == 1 else one for one, row in zip(found, rows, strict=True)]


def ends_itself(part: Basic | Laws) -> bool:
    """Whether the words of a part end where it ends."""
    return not part.over if isinstance(part, Laws) else is_simple(part) and not isinstance(part, Cover)


@_claim.register
def _(thing: Laws, lead: list[Inline], how: Manner) -> list[Block]:
    return [Para((*lead, *thing.words, how.stop))]


@_claim.register
def _(thing: x.AllOf, lead: list[Inline], how: Manner) -> list[Block]:
    parts = together(conjuncts(thing))
    if len(parts) == 1:
        return claim(parts[0], lead, how.stop, False)
    reaching = not all(map(ends_itself, parts[:-1]))
    if reaching and not how.alone:
        return _counted(parts, lead, how.stop) if how.counted else displayed(thing, lead, how.stop)
    if reaching:
        return _counted(parts, lead, how.stop, "")
    if how.main and how.stop == "." and (column := in_a_column(parts)) is not None:
        return [
            *([Para(tuple(lead))] if lead else []),
            column,
            Para(("",)),
        ]  # what follows is not of the column
    found: list[Block] = []
    for index, part_ in enumerate(parts):
        stop = how.stop if index == len(parts) - 1 else ","
        found += claim(part_, ["and "] if index else lead, stop, False)
    return found


COLUMN = 3  # relations from which on they stand one below the other


def in_a_column(parts: Sequence[Basic | Laws]) -> Facts | None:
    """Relations one below the other, where there are several and not all of them stand in a line of text."""
    if len(parts) < COLUMN or not all(isinstance(p, Relational | x.Between | x.Within) for p in parts):
        return None
    boxes = [fold(p) for p in parts]
    if all(
        width(fold(p, flat=True)) <= INLINE and not tall(box) for p, box in zip(parts, boxes, strict=True)
    ):
        return None
    if not all(isinstance(box, Row) for box in boxes):
        return None
    return Facts(tuple(Fact(box, p, ()) for p, box in zip(parts, boxes, strict=True) if isinstance(box, Row)))


def _counted(
    parts: Sequence[Basic | Laws], lead: list[Inline], stop: str, told: str = "the following hold: "
) -> list[Block]:
    """Parts with a number before each; a letter where they are parts of a part."""
    found: list[Block] = []
    marks = ROMAN if not told else LETTERS
    for index, one in enumerate(parts):
        number: list[Inline] = [f"({marks[index] if index < len(marks) else index + 1}) "]
        start = number if index else [*lead, told, *number]
        found += claim(one, start, stop if index == len(parts) - 1 else ";", False, counted=False)
    return found


@_claim.register(x.ForAll)
@_claim.register(x.EveryEvent)
def _(thing: Basic, lead: list[Inline], how: Manner) -> list[Block]:
    if (test := of_every_test(thing)) is not None:
        return _claim(test[1], [*lead, *test[0], ", "], how.inside)
    inner = thing.args[1]
    while of_functions(thing) and of_functions(inner) and not set(thing.args[0]) & set(inner.args[0]):
        thing, inner = x.ForAll((*thing.args[0], *inner.args[0]), inner.args[1]), inner.args[1]
    words = ranging(thing)
    if lead == ["We have "]:
        lead, words = [], capitalised(words)
    return _claim(inner, [*lead, *words, ", "], how.inside)


def of_every_test(thing: Basic) -> tuple[list[Inline], Basic] | None:
    """`for every test f (0 ≤ f ≤ 1)` and what is said of it, where the formula is about every test of some outputs."""
    if (
        not isinstance(thing, x.ForAll)
        or not isinstance(thing.args[1], x.Implication)
        or len(thing.args[0]) != 1
    ):
        return None
    (f,), (given, said) = thing.args[0], thing.args[1].args
    if not isinstance(f, AppliedUndef) or not isinstance(given, x.ForAll) or tuple(given.args[0]) != f.args:
        return None
    if given.args[1] != x.Between(sympy.Integer(0), f, sympy.Integer(1)):
        return None
    name = named(f.func.__name__)
    return [
        "for every test ",
        Maths(name),
        " (",
        Maths(row(Number("0"), "<=", name, "<=", Number("1"))),
        ")",
    ], said


def of_functions(thing: Basic) -> bool:
    """Whether it is said of every function of some kind."""
    return isinstance(thing, x.ForAll) and all(isinstance(v, AppliedUndef) for v in thing.args[0])


@_claim.register
def _(thing: x.Exists, lead: list[Inline], how: Manner) -> list[Block]:
    ranges = listed([one_of(v) for v in thing.args[0]])
    return _claim(
        thing.args[1],
        [*lead, "there is " if len(thing.args[0]) == 1 else "there are ", *ranges, " such that "],
        how.part,
    )


@_claim.register
def _(thing: x.Implication, lead: list[Inline], how: Manner) -> list[Block]:
    if not are_simple(body_of(thing.args[0])):
        given = together(conjuncts(thing.args[0]))
        if (
            not how.main
            or len(given) < 2
            or not all(isinstance(g, Laws) or are_simple(body_of(g)) for g in given)
        ):
            return displayed(thing, lead, how.stop)
        told = _counted(given, [*lead, "if "], ",")
        return [*told, *_claim(thing.args[1], ["then "], how.part)]
    words: list[Inline] = ["If "] if lead == ["We have "] else [*lead, "if "]
    return _claim(thing.args[1], [*words, *condition(thing.args[0]), ", then "], how.part)


@_claim.register
def _(thing: x.NotSo, lead: list[Inline], how: Manner) -> list[Block]:
    if not is_simple(thing.args[0]):
        return displayed(thing, lead, how.stop)
    return claim(thing.args[0], [*lead, "it is not true that "], how.stop, how.main)


@_claim.register
def _(thing: x.UnderEachLaw, lead: list[Inline], how: Manner) -> list[Block]:
    event, level, pair = thing.args
    box = Fold().drawn(pair.outcomes, event, pair.a, pair.b).box(event)
    return [Para((*lead, *under_each(level, pair), ",")), Display(box, how.stop)]


@_claim.register
def _(thing: x.Notion, lead: list[Inline], how: Manner) -> list[Block]:
    box, short = Fold().guarantee(thing), FLAT.guarantee(thing)
    lead = ["We have that "] if lead == ["We have "] else lead
    items: tuple[Inline, ...] = (*lead, Maths(FLAT.subject(thing.pair)), " is ")
    short, words = in_two(short)
    if width(short) > INLINE:
        return [Para(items), Display(box, how.stop)]
    return [Para((*items, Maths(short), *words, how.stop))]


def guaranteed(thing: x.Notion) -> list[Inline]:
    """What a notion asks, in a line of text."""
    (flat, words), (shown, _) = in_two(FLAT.guarantee(thing)), in_two(Fold().guarantee(thing))
    return [Maths(flat, shown), *words]


def in_two(guarantee: Box) -> tuple[Box, list[Inline]]:
    """What a notion asks as a formula and the words after it, `b` and `-close multiplicatively`: a line of text may end
    between words."""
    if isinstance(guarantee, Row) and isinstance(last := guarantee.items[-1], Text) and " " in last.words:
        return Row(guarantee.items[:-1]), [last.words]
    return guarantee, []


def displayed(thing: Basic, lead: list[Inline], stop: str) -> list[Block]:
    """A formula below the words that lead to it."""
    shown = Display(fold(thing), stop, thing)
    return [Para(tuple(lead)), shown] if lead else [shown]


def condition(thing: Basic) -> list[Inline]:
    """A formula inside a sentence; one that words would leave ambiguous stands as a formula."""
    return _condition(thing) if is_plain(thing) else [maths(thing)]


@singledispatch
def _condition(thing: Basic) -> list[Inline]:
    return [maths(thing)]


@_condition.register
def _(thing: x.Distribution) -> list[Inline]:
    return [law_of(thing), " is a law"]


@_condition.register
def _(thing: Cover) -> list[Inline]:
    if not thing.usual:
        return _condition.dispatch(x.AllOf)(thing)
    low, high = map(maths, thing.ends)
    return [
        "the cells of the outcomes are intervals that cover the line once, that of ",
        *(maths(x.y), " from ", low, " to ", high, ", without a lower end where ", maths(first(x.y) > 0)),
        *(" and without an upper end where ", maths(last(x.y) > 0)),
    ]


@_condition.register
def _(thing: OnCells) -> list[Inline]:
    if not thing.usual:
        return _condition.dispatch(x.ForAll)(thing)
    function = Maths(*(form.box(of_line(thing)) for form in (FLAT, Fold())))
    law = Maths(*(form.law(thing.law, (x.y,)) for form in (FLAT, Fold())))
    return [law, " gives every cell its probability under the distribution function ", function]


def of_line(thing: OnCells) -> sympy.Lambda:
    """The distribution function of a law on cells, of a point that is named t or with the next free letter."""
    taken = {str(s) for s in thing.free_symbols}
    point = x.Parameter(next(letter for letter in "tuvwx" if letter not in taken))
    return sympy.Lambda(point, thing.at(point))


@_claim.register(Cover)
@_claim.register(OnCells)
def _(thing: Basic, lead: list[Inline], how: Manner) -> list[Block]:
    if not thing.usual:
        return _claim.dispatch(x.AllOf if isinstance(thing, Cover) else x.ForAll)(thing, lead, how)
    return [Para((*lead, *condition(thing), how.stop))]


@_condition.register
def _(thing: x.AllOf) -> list[Inline]:
    return listed([part(a) for a in thing.args])


@_condition.register
def _(thing: x.Notion) -> list[Inline]:
    return [Maths(FLAT.subject(thing.pair)), " is ", *guaranteed(thing)]


@_condition.register
def _(thing: x.NotSo) -> list[Inline]:
    return ["it is not true that ", *condition(thing.args[0])]


@_condition.register
def _(thing: x.Implication) -> list[Inline]:
    return ["if ", *condition(thing.args[0]), ", then ", *condition(thing.args[1])]


@_condition.register(x.ForAll)
@_condition.register(x.EveryEvent)
def _(thing: Basic) -> list[Inline]:
    if (test := of_every_test(thing)) is not None:
        return [*test[0], ", ", *condition(test[1])]
    if isinstance(body_of(thing), x.Implication):
        return [*ranging(thing), ", ", *condition(thing.args[1])]
    return [*condition(thing.args[1]), " ", *ranging(thing)]


@_condition.register
def _(thing: x.UnderEachLaw) -> list[Inline]:
    event, level, pair = thing.args
    things = event, pair.a, pair.b
    return [
        Maths(*(form.drawn(pair.outcomes, *things).box(event) for form in (FLAT, Fold()))),
        " ",
        *under_each(level, pair),
    ]


def law_of(thing: x.Distribution) -> Maths:
    """The law of which a hypothesis says that it is one."""
    mass, *outcomes = thing.args[1].args[0].args
    return Maths(*(form.law(mass, tuple(outcomes)) for form in (FLAT, Fold())))


def part(thing: Basic) -> list[Inline]:
    """One of several conditions in a sentence: alternatives in brackets."""
    if isinstance(thing, x.AnyOf | sympy.Or | sympy.Not | x.Exists):
        return [Maths(Fence("(", FLAT.box(thing)), Fence("(", Fold().box(thing)))]
    return condition(thing)


def conditions(things: Iterable[Basic]) -> list[Inline]:
    """Several conditions after the word `that`: `a, b and c`, or `a, and that b for every y`."""
    parts = together(things)
    if all(map(ends_itself, parts)):
        return listed([a.words if isinstance(a, Laws) else part(a) for a in parts])
    told = [a.words if isinstance(a, Laws) else condition(a) for a in parts]
    return [i for k, a in enumerate(told) for i in ([", and that "] if k else []) + a]


def under_each(level: Basic, pair: Basic) -> list[Inline]:
    """`with probability at least p under P and under Q`."""
    laws = [Maths(FLAT.law(m, pair.outcomes)) for m in (pair.a, pair.b)]
    return ["with probability at least ", maths(level), " under ", laws[0], " and under ", laws[1]]


def ranging(thing: Basic) -> list[Inline]:
    """`for every outcome y`, `for every ε ≥ 0`."""
    if isinstance(thing, x.EveryEvent):
        return ["for every event ", Maths(FLAT.name_of(thing.args[0]))]
    return ranging_over(thing.args[0])


def ranging_over(letters: Iterable[Basic]) -> list[Inline]:
    """The same for the letters of a quantifier."""
    outputs = all(isinstance(v, x.Outcome) and v.space == x.y.space for v in letters)
    word = "for every outcome " if outputs else "for every "  # a record or a data set is no outcome
    return [word, *listed([one_of(v, "") for v in letters])]


def one_of(symbol: Basic, article: str = "an ") -> list[Inline]:
    """`an integer k ≥ 0`, `ε ≥ 0`: a letter with its domain."""
    box = FLAT.domain(symbol)
    if isinstance(box, Row) and box.items[0] == Text("integer"):
        return [f"{article}integer ", Maths(Row(box.items[1:]))]
    return [Maths(box)]


def lets(parameters: Iterable[x.Parameter]) -> list[Inline]:
    """`Let ε ≥ 0 and 0 < p < 1.`, parameters with equal domains together."""
    groups: list[tuple[tuple, list[x.Parameter]]] = []
    for symbol in parameters:
        domain = (symbol.lower, symbol.upper, symbol.integer_valued)
        if groups and groups[-1][0] == domain and symbol.lower is not None and symbol.upper is None:
            groups[-1][1].append(symbol)
        else:
            groups.append((domain, [symbol]))
    shown: list[list[Inline]] = []
    for (lower, _, integer), symbols in groups:
        if len(symbols) == 1:
            shown.append(one_of(symbols[0], "the "))
            continue
        names = commas(fold(s) for s in symbols)
        words: list[Inline] = ["the integers "] if integer else []
        sign = ">" if lower is not None and lower[1] else ">="
        assert lower is not None
        shown.append([*words, Maths(row(names, sign, FLAT.box(lower[0])))])
    return ["Let ", *listed(shown), ". "] if shown else []


def setting_of(entry: st.Theorem, scope: str = "") -> list[Inline]:
    """The parameters, the sets and laws over which the statement ranges, and how far beyond finite sets its scope goes."""
    said = lets(entry.parameters)
    words: list[Inline] = [p if isinstance(p, str) else Maths(p) for p in ranges(entry, scope)]
    if words:
        return [*said, *words, " "]
    if (
        said
        and all(p.lower or p.upper for p in entry.parameters)
        and not any(p.integer_valued for p in entry.parameters)
    ):
        said[-1] = " be a real number. " if len(entry.parameters) == 1 else " be real numbers. "
    return said
