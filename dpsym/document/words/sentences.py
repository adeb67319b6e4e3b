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
from dpsym.document.formulas.boxes import Box, Fence, Number, Row, Text
from dpsym.document.formulas.idioms import is_one_of
from dpsym.document.formulas.notation import Fold, commas, fold, named, row, tall
from dpsym.document.formulas.relations import Links, in_chains, linked
from dpsym.document.formulas.shapes import (
    are_simple,
    body_of,
    conjuncts,
    counted,
    is_plain,
    is_simple,
    is_unequal,
    is_wide,
    sides,
)
from dpsym.document.formulas.spelling import width
from dpsym.document.words.inline import FLAT, equation, maths
from dpsym.document.words.setting import ranges
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language.rounding import Cover, Covering, OnCells, first, last

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")
LETTERS = tuple("abcdefghijklmnop")
MARKS = (
    LETTERS,
    tuple(map(str, range(1, 17))),
    tuple(letter.upper() for letter in LETTERS),
)  # of parts in parts


@dataclass(frozen=True)
class Manner:
    """How a claim stands in its sentence.

    stop     the punctuation after it
    main     whether it is the claim itself and no part of one: then it is displayed
    alone    whether nothing runs on before or after it: then a part that reaches to the end of its sentence, such as
             `if a, then b`, is followed by a new one
    level    how many lists of counted parts it stands in
    within   whether it stands in a part (i) of a statement: then its own parts have other marks
    """

    stop: str = "."
    main: bool = True
    alone: bool = False
    level: int = 0
    within: bool = False

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
    level: int = 0,
    part: bool = False,
) -> list[Block]:
    """A claim as a sentence that begins with `lead`; wide formulas are displayed.  The rest is said at `Manner`."""
    return _claim(thing, lead, Manner(stop, main, alone, level, part))


@singledispatch
def _claim(thing: Basic | Laws, lead: list[Inline], how: Manner) -> list[Block]:
    if isinstance(thing, Basic) and lead and not how.main and counted(thing) is not None:
        return [Para((*lead, *condition(thing), how.stop))]
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
    return (
        not part.over
        if isinstance(part, Laws)
        else is_simple(part) and not isinstance(part, Cover | Covering)
    )


@_claim.register
def _(thing: Laws, lead: list[Inline], how: Manner) -> list[Block]:
    return [Para((*lead, *thing.words, how.stop))]


@_claim.register
def _(thing: x.AllOf, lead: list[Inline], how: Manner) -> list[Block]:
    parts = together(conjuncts(thing))
    if len(parts) == 1:
        return claim(parts[0], lead, how.stop, False, level=how.level)
    if len(parts) == 2 and are_exchanged(*parts) and is_wide(parts[0]):
        names: list[Inline] = [Maths(named("P")), " and ", Maths(named("Q"))]
        told_once = claim(parts[0], lead, ",", False, level=how.level)
        return [*told_once, Para(("and the same holds with ", *names, f" exchanged{how.stop}"))]
    reaching = not all(map(ends_itself, parts[:-1]))
    if reaching and how.level >= len(MARKS):
        return displayed(thing, lead, how.stop)
    if reaching:
        return _counted(parts, lead, how, "" if how.alone else HOLD)
    if how.main and how.stop == "." and (column := in_a_column(parts)) is not None:
        return [
            *([Para(tuple(lead))] if lead else []),
            column,
            Para(("",)),
        ]  # what follows is not of the column
    found: list[Block] = []
    pieces = parts if how.main else short_chains(parts)  # the parts of a statement are counted in its proof
    for index, piece in enumerate(pieces):
        stop = how.stop if index == len(pieces) - 1 else ","
        before: list[Inline] = ["and "] if index else lead
        if isinstance(piece, tuple):
            found.append(Para((*before, *in_line(piece), stop)))
        else:
            found += claim(piece, before, stop, False, level=how.level)
    return found


def short_chains(parts: Sequence[Basic | Laws]) -> Sequence[Basic | Laws | Links]:
    """The parts, with the chains among them that stand in a line of text; where one is longer nothing is joined."""
    if any(isinstance(p, Laws) for p in parts):
        return parts
    joined = in_chains([p for p in parts if not isinstance(p, Laws)])
    chains = [(linked(FLAT, c), linked(Fold(), c)) for c in joined if isinstance(c, tuple)]
    return joined if all(width(flat) <= CHAIN and not tall(box) for flat, box in chains) else parts


CHAIN = 16.0  # em: how wide a chain may be and stand in the line, where two relations would take as much


def are_exchanged(one: Basic, two: Basic) -> bool:
    """Whether the second formula says of Q and P what the first says of P and Q."""
    return (
        isinstance(one, sympy.Basic)
        and isinstance(two, sympy.Basic)
        and one != two
        and x.swap_laws(one) == two
    )


@_claim.register(x.AnyOf)
@_claim.register(sympy.Or)
def _(thing: Basic, lead: list[Inline], how: Manner) -> list[Block]:
    if is_simple(thing) or how.level >= len(MARKS):
        return _claim.dispatch(object)(thing, lead, how)
    return _counted(list(thing.args), lead, how, SOME_HOLD)


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


HOLD, SOME_HOLD = "the following hold: ", "at least one of the following holds: "


def _counted(parts: Sequence[Basic | Laws], lead: list[Inline], how: Manner, told: str = HOLD) -> list[Block]:
    """Parts with a mark before each, of its own where they are parts of a part."""
    found: list[Block] = []
    whole = not told and not how.within  # the parts of a statement
    marks = ROMAN if whole else MARKS[how.level]
    inner = 0 if whole else how.level + 1
    for index, one in enumerate(parts):
        number: list[Inline] = [f"({marks[index] if index < len(marks) else index + 1}) "]
        start = number if index else [*lead, told, *number]
        stop = how.stop if index == len(parts) - 1 else ";"
        found += claim(one, start, stop, False, level=inner)
    return found


@_claim.register(x.ForAll)
@_claim.register(x.EveryEvent)
def _(thing: Basic, lead: list[Inline], how: Manner) -> list[Block]:
    words, inner = _over(thing)
    if (short := abbreviated(thing)) is not None:
        words, inner = short
    if lead == ["We have "]:
        lead, words = [], capitalised(words)
    return _claim(inner, [*lead, *words, ", "], how.inside)


def abbreviated(thing: Basic) -> tuple[list[Inline], Basic] | None:
    """`with l = P(f) and q = Q(f)` and what follows, for `for every l and q, if P(f) = l and Q(f) = q, then ...`."""
    if not isinstance(thing, x.ForAll) or not isinstance(thing.args[1], x.Implication):
        return None
    letters, (given, said) = tuple(thing.args[0]), thing.args[1].args
    if not all(isinstance(v, x.Parameter) and not v.conditions and not v.integer_valued for v in letters):
        return None
    values: dict[Basic, Basic] = {}
    for part in conjuncts(given):
        if not isinstance(part, sympy.Eq) or len(own := [a for a in part.args if a in letters]) != 1:
            return None
        (value,) = [a for a in part.args if a is not own[0]]
        if own[0] in values or value.has(*letters):
            return None
        values[own[0]] = value
    if set(values) != set(letters):
        return None
    return ["with ", *listed([[equation(v, values[v])] for v in letters])], said


def of_every_test(thing: Basic) -> tuple[list[Inline], Basic] | None:
    """`for every test f (0 ≤ f ≤ 1)` and the statement about it, where the formula is about every test of some outputs."""
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


def kind_of(letter: Basic) -> str:
    """What a letter of a quantifier stands for: those of one kind are said together."""
    if isinstance(letter, AppliedUndef):
        return "function"
    if not isinstance(letter, x.Outcome):
        return "number"
    return "outcome" if letter.space == x.y.space else "element"


@_claim.register
def _(thing: x.Exists, lead: list[Inline], how: Manner) -> list[Block]:
    return _claim(thing.args[1], [*lead, *there_is(thing)], how.part)


@_claim.register
def _(thing: x.Implication, lead: list[Inline], how: Manner) -> list[Block]:
    given, said = thing.args
    words: list[Inline] = ["If "] if lead == ["We have "] else [*lead, "if "]
    if (short := _supposed(given)) is not None:
        return _claim(said, [*words, *short, ", then "], how.part)
    if how.level >= len(MARKS):
        return displayed(thing, lead, how.stop)
    parts = together(conjuncts(given))
    if is_one(parts):
        supposed = _claim(parts[0], words, replace(how.part, stop=";"))
    else:
        supposed = _counted(parts, words, replace(how, stop=";"), _holds(parts))
    return [*supposed, *_claim(said, ["then "], how.part)]


def is_one(parts: Sequence[Basic | Laws]) -> bool:
    """Whether what is supposed is one thing that stands after `if`, up to a semicolon, without a mark of its own."""
    return len(parts) == 1 and isinstance(parts[0], x.ForAll | x.EveryEvent | x.Exists)


def _holds(parts: Sequence[Basic | Laws]) -> str:
    return HOLD if len(parts) > 1 else "the following holds: "


def _supposed(given: Basic) -> list[Inline] | None:
    """What stands between `if` and `, then`: simple conditions, or one for every value, `c(y) = 0 for every y with b(y) > 0`;
    None where it could not be seen where it ends."""
    if len(parts := conjuncts(given)) == 1:
        (given,) = parts
    if are_simple(body_of(given)):
        return condition(given)
    words: list[Inline] = []
    body = given
    letters: tuple[Basic, ...] = ()
    while isinstance(body, x.ForAll | x.EveryEvent):
        letters = tuple(body.args[0]) if body is given and isinstance(body, x.ForAll) else ()
        over, body = _over(body)
        words = [" ", *over, *words]
    if not words or not isinstance(body, x.Implication) or not all(map(are_simple, body.args)):
        return condition(body) + words if words and are_simple(body) else None
    where, said = body.args
    if len(letters) == 1 and body is given.args[1] and is_unequal(where) and sides(where)[0] == letters[0]:
        return [*condition(said), " for every ", maths(where)]
    return [*condition(said), *words, " with ", *condition(where)]


def _over(thing: Basic) -> tuple[list[Inline], Basic]:
    """`for every y`, `for every test f (0 ≤ f ≤ 1)`, and the statement about it; letters of one kind together."""
    if (test := of_every_test(thing)) is not None:
        return test
    letters, inner = () if isinstance(thing, x.EveryEvent) else tuple(thing.args[0]), thing.args[1]
    while letters and isinstance(inner, x.ForAll) and of_every_test(inner) is None:
        more = tuple(inner.args[0])
        if len({kind_of(v) for v in (*letters, *more)}) > 1 or set(letters) & set(more):
            break
        if kind_of(more[0]) == "number":
            break
        letters, inner = (*letters, *more), inner.args[1]
    return ranging_over(letters) if letters else ranging(thing), inner


@_claim.register
def _(thing: x.NotSo, lead: list[Inline], how: Manner) -> list[Block]:
    if is_unequal(thing):
        return _claim.dispatch(object)(thing, lead, how)
    return _claim(thing.args[0], [*lead, "it is not true that "], how.inside)


@_claim.register
def _(thing: x.UnderEachLaw, lead: list[Inline], how: Manner) -> list[Block]:
    event, level, pair = thing.args
    form = Fold().drawn(pair.outcomes, event, pair.a, pair.b)
    parts = conjuncts(event)
    together = ", " if len(parts) == 1 else ", both " if len(parts) == 2 else ", all of "
    shown: list[Block] = [Para((*lead, *under_each(level, pair), together))]
    for k, part in enumerate(parts):  # an event of several relations is one event, told one below the other
        last = k == len(parts) - 1
        shown += [
            *([Para(("and",))] if k and last else []),
            Display(form.box(part), how.stop if last else ","),
        ]
    return shown


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
    """A formula inside a sentence; one of which such words would leave open how far its parts reach is told part by part."""
    return _condition(thing) if is_plain(thing) else told(thing)


def told(thing: Basic, level: int = 0) -> list[Inline]:
    """A formula inside a sentence, of which every part reaches to the end of its own: parts that could not be told from what
    follows them are counted, those in `level` lists with marks of their own."""
    if isinstance(thing, Laws):
        return thing.words
    if are_simple(thing) or level >= len(MARKS):
        return _condition(thing) if are_simple(thing) else [maths(thing)]
    if isinstance(thing, x.ForAll | x.EveryEvent):
        words, inner = _over(thing)
        return [*words, ", ", *told(inner, level)]
    if isinstance(thing, x.Exists):
        return [*there_is(thing), *told(thing.args[1], level)]
    if isinstance(thing, x.NotSo):
        return ["it is not true that ", *told(thing.args[0], level)]
    if isinstance(thing, x.Implication):
        given, said = thing.args
        if (short := _supposed(given)) is not None:
            return ["if ", *short, ", then ", *told(said, level)]
        parts = together(conjuncts(given))
        supposed = told(parts[0], level) if is_one(parts) else _marked(parts, level, _holds(parts))
        return ["if ", *supposed, "; then ", *told(said, level)]
    if isinstance(thing, x.AllOf):
        parts = together(conjuncts(thing))
        if all(map(ends_itself, parts[:-1])):
            return listed([told(p, level) if p is parts[-1] else part(p) for p in parts])
        return _marked(parts, level, HOLD)
    return _marked(thing.args, level, SOME_HOLD)


def _marked(parts: Sequence[Basic | Laws], level: int, words: str) -> list[Inline]:
    """The same in a sentence as `_counted`."""
    found: list[Inline] = [words]
    for index, one in enumerate(parts):
        found += [f"{'; ' if index else ''}({MARKS[level][index]}) ", *told(one, level + 1)]
    return found


def there_is(thing: x.Exists) -> list[Inline]:
    """`there is an integer k ≥ 0 such that`."""
    words = "there is " if len(thing.args[0]) == 1 else "there are "
    return [words, *listed(in_domains(thing.args[0], "an ")), " such that "]


@singledispatch
def _condition(thing: Basic) -> list[Inline]:
    if (number := counted(thing)) is not None:
        return [maths(number[0]), " takes ", maths(number[1]), " values"]
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
def _(thing: Covering) -> list[Inline]:
    if not thing.usual:
        return _condition.dispatch(x.ForAll)(thing)
    low, high = map(maths, thing.ends)
    return [
        "over the cells from ",
        low,
        " to ",
        high,
        " together, every function of the line gains what it gains over the line",
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
@_claim.register(Covering)
@_claim.register(OnCells)
def _(thing: Basic, lead: list[Inline], how: Manner) -> list[Block]:
    if not thing.usual:
        return _claim.dispatch(x.AllOf if isinstance(thing, Cover) else x.ForAll)(thing, lead, how)
    if lead == ["We have "]:
        return [Para((*capitalised(condition(thing)), how.stop))]
    return [Para((*lead, *condition(thing), how.stop))]


@_condition.register
def _(thing: x.AllOf) -> list[Inline]:
    return listed([in_line(a) if isinstance(a, tuple) else part(a) for a in in_chains(thing.args)])


def in_line(chain: Links) -> list[Inline]:
    """A chain of relations in the text, `a < b <= c`."""
    return [Maths(linked(FLAT, chain), linked(Fold(), chain))]


@_condition.register
def _(thing: x.Notion) -> list[Inline]:
    return [Maths(FLAT.subject(thing.pair)), " is ", *guaranteed(thing)]


@_condition.register
def _(thing: x.Exists) -> list[Inline]:
    return [*there_is(thing), *told(thing.args[1])]


@_condition.register
def _(thing: x.NotSo) -> list[Inline]:
    if is_unequal(thing):
        return [maths(thing)]
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
    if isinstance(thing, x.AnyOf | sympy.Or | sympy.Not | x.Exists) and not is_one_of(thing):
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
    share: list[Inline] = ["1"] if level == 1 else ["at least ", maths(level)]
    return ["with probability ", *share, " under ", laws[0], " and under ", laws[1]]


def ranging(thing: Basic) -> list[Inline]:
    """`for every outcome y`, `for every ε ≥ 0`."""
    if isinstance(thing, x.EveryEvent):
        return ["for every event ", Maths(FLAT.name_of(thing.args[0]))]
    return ranging_over(thing.args[0])


def ranging_over(letters: Iterable[Basic]) -> list[Inline]:
    """The same for the letters of a quantifier."""
    letters = tuple(letters)
    outputs = all(isinstance(v, x.Outcome) and v.space == x.y.space for v in letters)
    word = "for every outcome " if outputs else "for every "  # a record or a data set is no outcome
    functions = [v for v in letters if isinstance(v, AppliedUndef)]
    others = [v for v in letters if v not in functions]
    if functions:
        word = "for every function " if len(functions) == 1 else "for any functions "
        more: list[Inline] = [", and for every ", *listed(in_domains(others, ""))] if others else []
        return [word, *listed(in_domains(functions, "")), *more]
    return [word, *listed(in_domains(letters, ""))]


def one_of(symbol: Basic, article: str = "an ") -> list[Inline]:
    """`an integer k ≥ 0`, `ε ≥ 0`: a letter with its domain."""
    box = FLAT.domain(symbol)
    if isinstance(box, Row) and box.items[0] == Text("integer"):
        return [f"{article}integer ", Maths(Row(box.items[1:]))]
    return [Maths(box)]


def lets(parameters: Iterable[x.Parameter]) -> list[Inline]:
    """`Let ε ≥ 0 and 0 < p < 1.`, parameters with equal domains together."""
    every = tuple(parameters)
    shown = in_domains((p for p in every if not p.integer_valued), "")
    counts = in_domains((p for p in every if p.integer_valued), "")
    said: list[Inline] = ["Let ", *listed(shown)] if shown else []
    if counts:  # `let k, n ≥ 0 be integers`
        names = [[i for i in one if isinstance(i, Maths)] for one in counts]
        one = sum(1 for p in every if p.integer_valued) == 1
        said += [", and let " if shown else "Let ", *listed([[*n] for n in names])]
        said.append(" be an integer" if one else " be integers")
    return [*said, ". "] if said else []


def in_domains(letters: Iterable[Basic], article: str) -> list[list[Inline]]:
    """Letters with their domains, those with one domain together: `s, t ∈ ℝ`; not where a bound speaks of another letter, or
    there are two bounds."""
    groups: dict[Basic | tuple[object, ...], list[Basic]] = {}
    for letter in letters:
        groups.setdefault(_alike(letter), []).append(letter)
    shown: list[list[Inline]] = []
    for together in groups.values():
        first = together[0]
        if len(together) == 1 or not isinstance(first, x.Parameter):
            shown += [one_of(letter, article) for letter in together]
            continue
        names, low = commas(fold(s) for s in together), first.least
        words: list[Inline] = [f"{article.replace('an ', '')}integers "] if first.integer_valued else []
        if low is None:
            shown.append([*words, Maths(row(names, "in", "R"))])
        else:
            shown.append([*words, Maths(row(names, ">" if low[1] else ">=", FLAT.box(low[0])))])
    return shown


def _alike(letter: Basic) -> Basic | tuple[object, ...]:
    """What letters of one domain have in common; of one that is to stand alone the letter itself."""
    if not isinstance(letter, x.Parameter) or letter.upper is not None:
        return letter
    if letter.lower is None:
        return letter if letter.integer_valued else (None,)
    return (letter.lower, letter.integer_valued) if letter.lower[0].is_number else letter


def setting_of(
    entry: st.Theorem, scope: str = "", domains: Sequence[x.Parameter] | None = None
) -> list[Inline]:
    """The parameters, over their `domains` where hypotheses make these narrower, the sets and laws over which the statement
    ranges, and how far beyond finite sets its scope goes."""
    parameters = entry.parameters if domains is None else domains
    said = lets(parameters)
    words: list[Inline] = [p if isinstance(p, str) else Maths(p) for p in ranges(entry, scope)]
    if words:
        return [*said, *words, " "]
    if said and all(p.lower or p.upper for p in parameters) and not any(p.integer_valued for p in parameters):
        said[-1] = " be a real number. " if len(parameters) == 1 else " be real numbers. "
    return said
