"""How the steps of a proof follow each other: reasons lead to their lines, and a word joins a line to what it uses."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import groupby

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.document.blocks import (
    INLINE,
    Block,
    Derivation,
    Display,
    Fact,
    Facts,
    Maths,
    Para,
    Pieces,
    capitalised,
    listed,
)
from dpsym.document.formulas.boxes import GLYPHS, Glyph, Row
from dpsym.document.formulas.notation import fold, tall
from dpsym.document.formulas.spelling import width
from dpsym.language import expressions as x
from dpsym.language import steps as sp

ALIKE = {">=": "<=", ">": "<"}
COLUMN = 4  # relations from which on they stand in a column, with their reasons beside them


# Whether steps rest on others, by way of those that are not told.
Rests = Callable[[Pieces, Pieces, Container[int]], bool]


class Flow:
    """What was told so far, and whether what is told next follows from it: as the certificate has it, and else not."""

    def __init__(self, rests: Rests, blocks: Iterable[Block]) -> None:
        self.rests = rests
        self.told = {id(p) for b in blocks for p in pieces_of(b)}
        self.found: list[Block] = []
        self.last: Pieces = ()  # the steps that were told last
        self.sides: tuple[Basic, ...] = ()  # what is related to each other there

    def follows(self, of: Pieces, *things: Basic | None) -> bool:
        """Whether the steps rest on what was told last: by the certificate, or because both sides of it are put into
        what is told next."""
        return self.rests(of, self.last, self.told.difference(map(id, of))) or self.puts_in(things)

    def puts_in(self, things: Iterable[Basic | None]) -> bool:
        """Whether both sides of the last relation, one of them more than a letter, stand in the next one."""
        if len(self.sides) != 2 or not all(side.free_symbols for side in self.sides):
            return False
        if not any(side.args and not isinstance(side, AppliedUndef) for side in self.sides):
            return False
        inside = {p for t in things if t is not None for p in sympy.preorder_traversal(t)}
        return all(side in inside for side in self.sides)

    def now(self, of: Pieces, sides: Sequence[Basic | None] = ()) -> None:
        """Remember what the reader was told last."""
        self.last, self.sides = of, tuple(s for s in sides if s is not None)

    def lead(self, of: Pieces, *things: Basic | None) -> Para:
        """The words before a display."""
        if _open(self.found):
            return Para(("we have",))
        if _ends(self.found, ":"):
            return Para(("",))
        if not self.found:
            return Para(("We have",))
        if self.follows(of, *things):
            return Para(("Hence",))
        return Para(("Then" if _supposes(self.found[-1]) else "Now",))

    def facts(self, facts: list[Fact]) -> None:
        """Relations that stand one after the other."""
        if len(facts) >= COLUMN:
            self.found += [self.lead(facts[0].of, facts[0].thing), Facts(tuple(facts))]
            self.now(tuple(p for f in facts for p in f.of))
            return
        for _, same in groupby(facts, key=lambda fact: fact.reason or id(fact)):
            one, *others = same
            self.found += (
                _together((one, *others), self.found)
                if others
                else _alone(one, self.found, self.lead(one.of, one.thing))
            )
            last = (one, *others)[-1].thing
            self.now(
                tuple(p for f in (one, *others) for p in f.of),
                last.args if isinstance(last, Relational) else (),
            )

    def chain(self, block: Derivation) -> None:
        """A chain, which may be one like the last."""
        things = (block.thing, *(line.thing for line in block.lines))
        lead = self.lead(block.of, *things)
        last = self.found[-1] if self.found else None
        alike = (
            last is not None and _shape(last) == _shape(block) != () and not self.follows(block.of, *things)
        )
        if alike or _exchanged(last, block):
            lead = Para(("Likewise",))
        self.found += [lead, block]
        self.now(block.of, (block.thing, block.lines[-1].thing))

    def other(self, block: Block) -> None:
        """A sentence, or a formula that has its words."""
        if isinstance(block, Para) and block.opens:
            self.now(())
        if isinstance(block, Para) and block.ends:
            self.now(block.of)
        elif pieces_of(block) and not (isinstance(block, Para) and not any(block.items)):
            self.now(pieces_of(block))
        self.found += _shown_once(block, self.found)


def pieces_of(block: Block) -> Pieces:
    """The steps that a block tells."""
    if isinstance(block, Facts):
        return tuple(p for f in block.facts for p in f.of)
    return block.of if isinstance(block, Para | Display | Derivation) else ()


def led(blocks: list[Block], rests: Rests) -> list[Block]:
    """The blocks of a proof with the words that lead to each display, and many neighbouring facts together."""
    rest = taken_in_turn([b for b in blocks if not isinstance(b, Para) or b.items])
    flow = Flow(rests, rest)
    while rest:
        block = rest.pop(0)
        if isinstance(block, Facts):
            facts = [*block.facts]
            while rest and isinstance(rest[0], Facts):
                facts += rest.pop(0).facts  # type: ignore[union-attr]
            flow.facts(facts)
        elif isinstance(block, Derivation):
            flow.chain(block)
        else:
            flow.other(block)
    return flow.found


def _supposes(block: Block) -> bool:
    """Whether the words are those with which a case begins."""
    first = block.items[0] if isinstance(block, Para) and block.items else ""
    case = isinstance(block, Para) and any(isinstance(p, sp.Cases) for p in block.of)
    return case and isinstance(first, str) and first.lower().startswith("suppose ")


def taken_in_turn(blocks: list[Block]) -> list[Block]:
    """`Take x = b, and then x = 0`: values that are taken one after the other, in one sentence."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if isinstance(block, Para) and isinstance(last, Para) and _is_taking(block) and _is_taking(last):
            lead = str(block.items[0])
            again = lead == last.items[0] or lead == "Take "
            of = ", and then " if again else lead.replace("Take ", ", and then ", 1)
            found[-1] = Para(
                (*last.items[:-1], of, *block.items[1:]), opens=last.opens, of=last.of + block.of
            )
        else:
            found.append(block)
    return found


def _is_taking(block: Para) -> bool:
    """Whether it is the sentence `Take x = b.` and no more."""
    lead, end = block.items[0] if block.items else "", block.items[-1] if block.items else ""
    return (
        lead in ("Take ", "Take the event ", "Take the events ")
        and end == ". "
        and "the indicator of " not in block.items
    )


def _shown_once(block: Block, found: list[Block]) -> list[Block]:
    """The block; a displayed relation that was the last one before it is referred to, as where two cases come to the same."""
    if not isinstance(block, Display) or not isinstance(block.box, Row):
        return [block]
    last = next((b for b in reversed(found) if not isinstance(b, Para)), None)
    if not isinstance(last, Display) or last.box != block.box:
        return [block]
    signs = [i.key for i in block.box.items if isinstance(i, Glyph) and GLYPHS[i.key][4] == "relation"]
    if not signs:  # a function, or what a pair of laws is
        before = found[-1].items if isinstance(found[-1], Para) else ()
        of_a_pair = bool(before) and str(before[-1]).endswith(" is ")
        return [Para((f"so, too{block.stop} ",))] if of_a_pair else [block]
    kind = (
        "equation" if signs == ["="] else "inequality" if set(signs) <= {"<", "<=", ">", ">="} else "relation"
    )
    return [Para((f"this {kind} holds{block.stop} ",))]


def _shape(block: Block) -> tuple[object, ...]:
    """The relations of a chain with their reasons, up to what is added after a comma: two chains of one shape do not rest on
    each other, but are shown alike; so are a bound from above and one from below."""
    if (
        not isinstance(block, Derivation)
        or len(block.lines) < 2
        or not any(line.reason for line in block.lines)
    ):
        return ()
    return tuple(
        (
            ALIKE.get(line.relation, line.relation),
            *(i.partition(",")[0] if isinstance(i, str) else i for i in line.reason[:1]),
        )
        for line in block.lines
    )


def _exchanged(last: Block | None, block: Derivation) -> bool:
    """Whether a chain is the last one with the two laws exchanged, on every side that names them: it is shown as that one is,
    also where the checker sees one sum in both and takes the second from the first."""
    if not isinstance(last, Derivation) or len(last.lines) < 2:
        return False
    if [line.relation for line in last.lines] != [line.relation for line in block.lines]:
        return False
    if last.thing is None or block.thing is None or x.swap_laws(last.thing) == last.thing:
        return False
    before, now = ((d.thing, *(line.thing for line in d.lines)) for d in (last, block))
    sides = zip(before, now, strict=True)
    return all(one is not None and x.swap_laws(one) == two for one, two in sides)


def _alone(fact: Fact, found: list[Block], lead: Para) -> list[Block]:
    """A fact of its own: its reason leads to it; a short one stands in the line."""
    if fact.reason:
        lead = Para((*(fact.reason if _open(found) else capitalised(fact.reason)), ":"))
    flat = fold(fact.thing, flat=True)
    if width(flat) <= 1.6 * INLINE and not tall(flat):
        return [Para((*lead.items, " ", Maths(flat, fact.box), ". "))]
    return [lead, *_shown_once(Display(fact.box, ".", fact.thing), [*found, lead])]


def _together(facts: tuple[Fact, ...], found: list[Block]) -> list[Block]:
    """Facts in a row with one reason, which is said once."""
    lead = Para((*(facts[0].reason if _open(found) else capitalised(facts[0].reason)), ":"))
    flat = [fold(fact.thing, flat=True) for fact in facts]
    if all(width(box) <= 1.6 * INLINE and not tall(box) for box in flat):
        shown = [[Maths(box, fact.box)] for box, fact in zip(flat, facts, strict=True)]
        return [Para((*lead.items, " ", *listed([[*one] for one in shown]), ". "))]
    blocks: list[Block] = [lead]
    for k, fact in enumerate(facts):
        last = k == len(facts) - 1
        blocks += [Para(("and",))] if last else []
        blocks += [Display(fact.box, "." if last else ",", fact.thing)]
    return blocks


def _open(found: list[Block]) -> bool:
    """Whether a sentence has begun."""
    return _ends(found, ",")


def _ends(found: list[Block], sign: str) -> bool:
    """Whether the last words end with the sign."""
    last = found[-1] if found else None
    words = last.items[-1] if isinstance(last, Para) and last.items else ""
    return isinstance(words, str) and words.rstrip().endswith(sign)
