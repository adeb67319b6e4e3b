"""The numbers of an example, the curves of a figure, and what a piece of background restates."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, InvalidOperation
from itertools import pairwise, zip_longest

import sympy
from sympy import Basic, Expr

from dpsym.document.blocks import (
    Block,
    Blocks,
    Display,
    Grid,
    Inline,
    Items,
    Para,
    listed,
    resting_on,
    sentence,
)
from dpsym.document.formulas.notation import fold
from dpsym.document.formulas.spelling import plain
from dpsym.document.page import Tabulated
from dpsym.document.words.glossary import with_article
from dpsym.document.words.inline import equation, maths, prose
from dpsym.document.words.wording import Wording
from dpsym.language import expressions as x
from dpsym.language import statements as st

MOST_CURVES = 3  # that stand in one table
MOST = 16  # rows that are printed
LONG = 12  # digits of a fraction that is told rounded
DIGITS = 6  # of a rounded number


def numbers(w: Wording, values: tuple[st.Value, ...], uses: tuple[st.Theorem, ...]) -> tuple[Block, ...]:
    """A table of numbers: what the source prints beside what they are."""
    rows = []
    for v, got in zip_longest(values, w.page.recomputed[: len(values)]):  # by place: names may be alike
        found = enclosure(got.low, got.high) if got is not None and got.low else ""
        agrees = "" if got is None or got.agrees is None or not v.printed else "yes" if got.agrees else "no"
        rows.append((tuple(w.words(v.what)), (v.printed,), (found,), (agrees,)))
    blocks: list[Block]
    if any(v.printed for v in values):
        head = ("quantity",), ("printed",), ("recomputed",), ("agrees",)
        blocks = [
            Para(("The numbers that the source prints, and what they are:",)),
            Grid(head, tuple(rows)),
        ]
        if any(v.printed.startswith("at ") for v in values):
            blocks.append(Para(("A bound that the source guarantees agrees where it is rounded outwards. ",)))
    else:
        bare = tuple((what, found) for what, _, found, _ in rows)
        blocks = [Para(("The numbers are:",)), Grid((("quantity",), ("value",)), bare)]
    shared: dict[str, list[str]] = {}
    for v in (v for v in values if v.note):
        shared.setdefault(v.note, []).append(v.what)
    notes = [Para(tuple(w.words(sentence(f"{'; '.join(of)}: {note}")))) for note, of in shared.items()]
    blocks += [Items(tuple((n,) for n in notes))] if len(notes) > 1 else notes
    if uses:
        blocks.append(resting_on([w.links.to(t) for t in uses]))
    return tuple(blocks)


def fixed(values: tuple[st.Value, ...]) -> tuple[Block, ...]:
    """At which numbers an example is, of the letters that have the same one in all of its rows, and what these stand for."""
    every: dict[x.Parameter, set[Basic]] = {}
    for letter, number in (pair for v in values for pair in v.at):
        if isinstance(letter, x.Parameter) and letter.about:
            every.setdefault(letter, set()).add(number)
    said = [
        [*valued(letter, *found), " is ", *prose(with_article(letter.about), {})]
        for letter, found in every.items()
        if len(found) == 1
    ]
    return (Para(("Here ", *listed(said), ". ")),) if said else ()


def figure(w: Wording, entry: st.Figure) -> Blocks:
    """The curves of a figure, tabulated, and the numbers read off it."""
    blocks: list[Block] = []
    tables = {c.label: c for c in w.page.curves}
    same: dict[tuple[Expr, x.Parameter], list[st.Curve]] = {}
    for c in entry.curves:
        same.setdefault((c.expression, c.over), []).append(c)
    for (expression, over), curves in same.items():
        words: list[Inline] = []
        exactly: list[list[Inline]] = []
        for k, c in enumerate(curves):
            at = [valued(letter, v) for letter, v in c.at]
            exactly += [[maths(v)] for _, v in c.at if is_long(v)]
            words += ["; " if k else "", *w.words(c.label if k else sentence(c.label)[:-1])]
            words += [", as a function of ", maths(over)] if k == 0 else []
            words += [" at ", *listed(at)] if at else []
        blocks += [Para((*words, ":")), Display(fold(expression), ".", expression)]
        if exactly:
            many = "The exact number is " if len(exactly) == 1 else "The exact numbers are "
            blocks.append(Para((many, *listed(exactly), ".")))
    if said := letters_of(entry):
        blocks.append(Para(("Here ", *listed(said), ". ")))
    if tables:
        blocks += tabulated(w, entry, tables)
    if entry.values:
        blocks += numbers(w, entry.values, ())
    if entry.uses:
        blocks.append(resting_on([w.links.to(t) for t in entry.uses]))
    return Blocks(tuple(blocks) + w.prose(entry))


def letters_of(entry: st.Figure) -> list[list[Inline]]:
    """What the letters in the formulas of the curves stand for."""
    letters = {
        p for c in entry.curves for p in c.expression.free_symbols if isinstance(p, x.Parameter) and p.about
    }
    return [
        [maths(p), " is ", *prose(with_article(p.about), {})] for p in sorted(letters, key=lambda p: p.name)
    ]


def is_long(value: Basic) -> bool:
    """Whether a number is a fraction of more digits than a reader takes in."""
    return isinstance(value, sympy.Rational) and len(f"{value.p}{value.q}") > LONG


def valued(letter: Basic, value: Basic) -> list[Inline]:
    """`ρ = 1/2`, or `ρ about 0.611591` for a long fraction, rounded to six digits."""
    if not is_long(value):
        return [equation(letter, value)]
    assert isinstance(value, sympy.Rational)
    return [maths(letter), f" about {Decimal(int(value.p)) / Decimal(int(value.q)):.{DIGITS}g}"]


def in_equal_parts(every: list[Tabulated], most: int) -> list[list[Tabulated]]:
    """The curves of as few tables as will do, of about the same width."""
    count = -(-len(every) // most)
    ends = [round(k * len(every) / count) for k in range(count + 1)]
    return [every[a:b] for a, b in pairwise(ends)]


def tabulated(w: Wording, entry: st.Figure, tables: Mapping[str, Tabulated]) -> list[Block]:
    """Tables of values; curves over the same abscissae share one, at most `MOST_CURVES` curves each."""
    groups: list[tuple[x.Parameter, tuple[str, ...], list[Tabulated]]] = []
    points: dict[str, Inline] = {plain(at): maths(at) for c in entry.curves for at in c.points}
    for c in entry.curves:
        if c.label not in tables:
            continue
        table = thinned(tables[c.label])
        at = tuple(r[0] for r in table.rows)
        if groups and groups[-1][0] == c.over and groups[-1][1] == at:
            groups[-1][2].append(table)
        else:
            groups.append((c.over, at, [table]))
    found: list[Block] = []
    for over, at, members in (
        (over, at, part) for over, at, every in groups for part in in_equal_parts(every, MOST_CURVES)
    ):
        rows = []
        for k, abscissa in enumerate(at):
            cells = tuple((enclosure(m.rows[k][1], m.rows[k][2]),) for m in members)
            rows.append(((points.get(abscissa, abscissa),), *cells))
        head = tuple(tuple(w.words(m.label)) for m in members)
        found.append(Grid(((maths(over),), *head), tuple(rows)))
    return found


def background(w: Wording, entry: st.Background) -> tuple[Block, ...]:
    """Prose, and the entries that carry its claims."""
    found: list[Block] = list(w.prose(entry))
    if entry.restates:
        found.append(
            Para(
                (
                    "Its claims are carried by ",
                    *listed([[w.links.to(t)] for t in entry.restates]),
                    ".",
                )
            )
        )
    return tuple(found) or (Para((entry.title + ".",)),)


def thinned(table: Tabulated) -> Tabulated:
    """At most MOST rows, evenly taken, the ends among them."""
    count = len(table.rows)
    if count <= MOST:
        return table
    kept = sorted({round(k * (count - 1) / (MOST - 1)) for k in range(MOST)})
    return Tabulated(table.label, tuple(table.rows[k] for k in kept))


def enclosure(low: str, high: str, digits: int = DIGITS) -> str:
    """An enclosure for the eye: one number where both ends round to it, else an interval rounded outward."""
    try:
        a, b = Decimal(low), Decimal(high)
    except InvalidOperation:
        return f"[{low}, {high}]"
    short = [f"{v:.{digits}g}" for v in (a, b)]
    if short[0] == short[1]:
        return short[0]
    for fewer in range(digits - 1, 2, -1):
        short = [f"{v:.{fewer}g}" for v in (a, b)]
        if short[0] == short[1]:
            return short[0]
    known = max(a.adjusted(), b.adjusted()) - (b - a).adjusted() + 1  # digits, of which the last may differ
    if not 2 < known < digits or a.is_signed() != b.is_signed():
        return f"[{low}, {high}]"
    ends = zip((a, b), (ROUND_FLOOR, ROUND_CEILING), strict=True)
    down, up = (Context(prec=known, rounding=way).plus(v) for v, way in ends)
    return f"[{down:.{known}g}, {up:.{known}g}]"
