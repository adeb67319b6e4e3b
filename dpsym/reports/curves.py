"""The points of curves on a dask cluster: its workers compute enclosures, and this process computes some of them again.

No certificate can be made of a number, so that what a worker sends is its own word, as good as the machine on which it
runs.  The first point of every share is computed here too; where the two enclosures have no number in common, the whole
share is.  What no worker brought is computed here, where an error is met again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dpsym.language import Figure
from dpsym.numbers.balls import Enclosure
from dpsym.numbers.plot import Asked
from dpsym.reals.precision import alone
from dpsym.reports.cluster import library_of

if TYPE_CHECKING:
    from distributed import Client, Future

SHARE = 10  # points that a worker computes at a time

Ends = tuple[tuple[Fraction, Fraction], ...]


@alone
def computed(asked: Asked, xs: Sequence[Fraction], files: tuple[str, ...]) -> Ends:
    """The ends of the enclosures at some points, on a worker."""
    item = library_of(files).get(asked.name) if files else None
    figure = item.entry if item is not None and isinstance(item.entry, Figure) else None
    return tuple(y.ends for y in asked.values(xs, figure))


class Shared:
    """The curves of one run: `compute` is what `curve` and `of_figure` ask.

    client  of the cluster
    files   of theorems, in which the figures are
    note    called, once, with what went wrong with a worker
    """

    def __init__(self, client: Client, files: Sequence[str], note: Callable[[str], None]) -> None:
        self.client, self.files, self.note = client, tuple(files), note
        self.missing = 0

    def compute(
        self, asked: Asked, xs: Sequence[Fraction], figure: Figure | None = None
    ) -> tuple[Enclosure, ...]:
        """The enclosures at these values; ValueError as for `Asked.values`."""
        files = self.files if asked.place is not None else ()
        shares = [tuple(xs[k : k + SHARE]) for k in range(0, len(xs), SHARE)]
        futures = [self.client.submit(computed, asked, share, files, pure=False) for share in shares]
        found: list[Enclosure] = []
        for share, future in zip(shares, futures, strict=True):
            found += self.brought(asked, share, figure, future)
        return tuple(found)

    def brought(
        self, asked: Asked, share: tuple[Fraction, ...], figure: Figure | None, future: Future
    ) -> tuple[Enclosure, ...]:
        """What a worker brought of a share, or what is computed here."""
        (first,) = asked.values(share[:1], figure)
        try:
            sent = tuple(Enclosure(low, high) for low, high in future.result())
            if len(sent) != len(share):
                raise ValueError(f"{len(sent)} enclosures of {len(share)}")
            if sent[0].high < first.low or first.high < sent[0].low:
                raise ValueError(f"another value at {asked.parameter} = {share[0]}")
        except Exception as error:  # whatever went wrong there, this process computes
            self.missing += 1
            if self.missing == 1:
                self.note(f"points of {asked.name} are computed here: {type(error).__name__}: {error}")
            return (first, *asked.values(share[1:], figure))
        return (first, *sent[1:])


__all__ = ["Shared", "computed"]
