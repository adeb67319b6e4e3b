"""True-or-false questions: theorems of the library and their false neighbours, each with the reason."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from sympy import preorder_traversal

from dpsym.language import Theorem, Variant
from dpsym.prove.witnesses.kept import MISFITS
from dpsym.reference.search import statements
from dpsym.reports.words import in_plain_words, point_words, said

if TYPE_CHECKING:
    from dpsym.library import Item
    from dpsym.reports import Reporter


@dataclass(frozen=True)
class Question:
    """Is this statement true?

    name       the theorem to which it belongs, and `title` what it is called
    statement  in plain text
    true       the answer
    because    the point at which a false one fails with the check in words; of a true one the verdict
    """

    name: str
    title: str
    statement: str
    true: bool
    because: tuple[str, ...]


def questions(reporter: Reporter, about: str = "", count: int = 10, seed: int = 0) -> Iterator[Question]:
    """So many questions about a notion (a word of the language such as ZCDP, or of a name or title), in the order that the
    seed gives; fewer where the library has no more.

    A statement is asked as true only where the kernel accepts its proof, as false only where it accepts the witness.
    """
    draw = random.Random(seed)
    items = [i for i in reporter.library if isinstance(i.entry, Theorem) and is_about(i, about)]
    draw.shuffle(items)
    kinds = [k % 2 == 0 for k in range(count)]  # half of them true
    draw.shuffle(kinds)
    for item in items:
        if not kinds:
            return
        found = question(reporter, item, kinds[-1], draw)
        if found is not None:
            kinds.pop()
            yield found


def is_about(item: Item, word: str) -> bool:
    """Whether a word is in the name or title of an entry, or a kind of expression in its statement."""
    if not word:
        return True
    lower = word.lower()
    if lower in item.name.lower() or lower in item.entry.title.lower():
        return True
    return any(type(e).__name__.lower() == lower for s in statements(item) for e in preorder_traversal(s))


def question(reporter: Reporter, item: Item, true: bool, draw: random.Random) -> Question | None:
    """A question about a theorem that has this answer; None where there is none that is settled."""
    theorem = item.entry
    assert isinstance(theorem, Theorem)
    if true:
        return true_question(reporter, item, theorem)
    misses = list(theorem.near_misses.values())
    computed = (miss.variant for miss in reporter.near_misses(theorem))
    return false_question(reporter, item, theorem, chain(draw.sample(misses, len(misses)), computed))


def true_question(reporter: Reporter, item: Item, theorem: Theorem) -> Question | None:
    """The theorem itself, where it is proved."""
    verdict = reporter.verdict(theorem)
    if verdict.status != "proved":
        return None
    try:
        statement = said(theorem)
    except MISFITS:
        return None
    return Question(item.name, theorem.title, statement, True, (f"proved, {verdict.scope}",))


def false_question(
    reporter: Reporter, item: Item, theorem: Theorem, misses: Iterable[Variant]
) -> Question | None:
    """The first of the near misses that is refuted."""
    for wrong in misses:
        verdict = reporter.refuted(theorem, wrong)
        if verdict.status != "refuted" or verdict.witness is None:
            continue
        try:
            statement = said(theorem, wrong)
        except MISFITS:
            continue
        because = in_plain_words(verdict.check) or (f"at {point_words(verdict.witness)}",)
        return Question(item.name, theorem.title, statement, False, because)
    return None
