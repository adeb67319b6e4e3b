"""What the site shows of an entry besides its page: near misses as questions, numbers at its example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpsym.site.build import Card, Entry

if TYPE_CHECKING:
    from dpsym.library import Item
    from dpsym.reports import Reporter


def entry_of(reporter: Reporter, item: Item) -> Entry:
    """A page with its cards and numbers."""
    from dpsym.language import Theorem
    from dpsym.reference.search import notions

    page = reporter.page(item, variants=True)
    cards = tuple(cards_of(reporter, item)) if isinstance(item.entry, Theorem) else ()
    return Entry(page, tuple(sorted(notions(item))), cards, values_of(item))


def cards_of(reporter: Reporter, item: Item) -> list[Card]:
    """The near misses of the file that are refuted, as questions."""
    return [
        Card(miss.statement, miss.words) for _, miss in reporter.misses(item) if miss.refuted and miss.words
    ]


def values_of(item: Item) -> tuple[tuple[str, str], ...]:
    """The numbers of a theorem at its own example, where it has evaluators and an example with their values."""
    from dpsym.evaluation import BadValue, evaluated_at, quantities
    from dpsym.language import Theorem

    entry: Any = item.entry
    if not isinstance(entry, Theorem) or not entry.evaluate or not quantities(entry):
        return ()
    at = entry.example or next(iter(entry.tight), None)
    try:
        found = evaluated_at(entry, {} if at is None else {str(k): v for k, v in at.at}, 6)
    except (BadValue, ArithmeticError, ValueError):
        return ()
    words = ", ".join(f"{k} = {v}" for k, v in (() if at is None else at.at))
    return tuple((f"{what} at {words}" if words else what, str(e)) for what, e in found.items())
