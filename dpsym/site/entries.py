"""What the site shows of an entry besides its page: near misses as questions, numbers at its example and around it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dpsym.language import Theorem
from dpsym.site import pictures
from dpsym.site.build import Card, Entry, Worth

if TYPE_CHECKING:
    from dpsym.kernel.terms import Json
    from dpsym.language import Parameter
    from dpsym.library import Item
    from dpsym.reports import Reporter


def entry_of(reporter: Reporter, item: Item) -> Entry:
    """A page with its cards and numbers."""
    from dpsym.language import Theorem
    from dpsym.reference.search import notions

    page = reporter.page(item, variants=True)
    cards = tuple(cards_of(reporter, item)) if isinstance(item.entry, Theorem) else ()
    return Entry(page, tuple(sorted(notions(item))), cards, values_of(item), worth_of(item))


def cards_of(reporter: Reporter, item: Item) -> list[Card]:
    """The near misses of the file that are refuted, as questions."""
    return [
        Card(miss.statement, miss.words) for _, miss in reporter.misses(item) if miss.refuted and miss.words
    ]


def values_of(item: Item) -> tuple[tuple[str, str], ...]:
    """The numbers of a theorem at its own example, where it has evaluators and an example with their values."""
    from dpsym.evaluation import BadValue, evaluated_at, quantities
    from dpsym.language import Theorem

    entry = item.entry
    if not isinstance(entry, Theorem) or not entry.evaluate or not quantities(entry):
        return ()
    at = entry.example or next(iter(entry.tight), None)
    try:
        found = evaluated_at(entry, {} if at is None else {str(k): v for k, v in at.at}, 6)
    except (BadValue, ArithmeticError, ValueError):
        return ()
    words = ", ".join(f"{k} = {v}" for k, v in (() if at is None else at.at))
    return tuple((f"{what} at {words}" if words else what, str(e)) for what, e in found.items())


BUDGETS = ("1/10", "1/4", "1/2", "1", "2", "4")  # values of the parameter that moves
SHARES = ("1/20", "1/10", "1/4", "1/2", "3/4", "9/10")  # of one that lies between 0 and 1
POINTS = 25  # of a curve
FIRST = ("eps", "rho", "delta", "p")  # which parameter moves, where a statement has it


def worth_of(item: Item) -> Worth | None:
    """The evaluators of a theorem as a parameter moves over a few values, the others as in its example; None where there are
    no evaluators, too many parameters without a value, or too few values at which they can be computed."""
    from dpsym.evaluation import needed_for, quantities
    from dpsym.language import Theorem

    entry = item.entry
    if not isinstance(entry, Theorem) or not entry.evaluate:
        return None
    wanted = quantities(entry)
    needed = {s.name: s for e in wanted.values() for s in needed_for(e) if not s.integer_valued}
    whole = {s.name for e in wanted.values() for s in needed_for(e)}
    at = entry.example or next(iter(entry.tight), None)
    known = {} if at is None else {str(k): v for k, v in at.at if getattr(v, "is_number", False)}
    for name in sorted(needed, key=lambda n: (FIRST.index(n) if n in FIRST else len(FIRST), n)):
        fixed = {k: known[k] for k in whole - {name} if k in known}
        if len(fixed) == len(whole) - 1:
            found = moved(entry, needed[name], fixed)
            if found is not None:
                return found
    return None


def moved(entry: Theorem, parameter: Parameter, fixed: Json) -> Worth | None:
    """The quantities at a few values of one parameter, and their curves between the first and the last of them."""
    from dpsym.language import exact

    def at(x: Fraction) -> Json:
        return computed(entry, {**fixed, parameter.name: exact(x)})

    for values in (BUDGETS, SHARES):
        frames = [(v, found) for v in values if (found := at(Fraction(v)))]
        if len(frames) >= 3:
            break
    else:
        return None
    low, high = Fraction(frames[0][0]), Fraction(frames[-1][0])
    xs = sorted(
        {low + (high - low) * k / (POINTS - 1) for k in range(POINTS)} | {Fraction(v) for v, _ in frames}
    )
    points = [(x, found) for x in xs if (found := at(x))]
    rows = tuple((v, tuple((what, str(e)) for what, e in found.items())) for v, found in frames)
    marks = [[x for x, _ in points].index(Fraction(v)) for v, _ in frames]
    drawn = tuple(curve_of(what, parameter.name, points, marks) for what in frames[0][1])
    return Worth(parameter.name, ", ".join(f"{k} = {v}" for k, v in sorted(fixed.items())), rows, drawn)


def computed(entry: Theorem, values: Json) -> Json:
    """The enclosures at a point; empty where it is outside the domain or undecided."""
    from dpsym.evaluation import BadValue, evaluated_at

    try:
        return evaluated_at(entry, values, 6)
    except (BadValue, ArithmeticError, ValueError):
        return {}


def curve_of(what: str, name: str, points: Sequence[tuple[Fraction, Json]], marks: Sequence[int]) -> str:
    """The curve of one quantity."""
    from dpsym.numbers.plot import outward

    ends = [outward(found[what]) for _, found in points]
    return pictures.curve(
        [float(x) for x, _ in points], [a for a, _ in ends], [b for _, b in ends], name, what, marks
    )
