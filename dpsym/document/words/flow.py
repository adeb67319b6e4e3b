"""How the steps of a proof follow each other: reasons lead to their lines, and a word joins a line to what it uses."""

from __future__ import annotations

from itertools import groupby

import sympy
from sympy import Basic

from dpsym.document.blocks import (
    INLINE,
    Block,
    Derivation,
    Display,
    Fact,
    Facts,
    Maths,
    Para,
    capitalised,
    listed,
)
from dpsym.document.formulas.boxes import GLYPHS, Glyph, Row
from dpsym.document.formulas.notation import fold, tall
from dpsym.document.formulas.spelling import width

ALIKE = {">=": "<=", ">": "<"}
COLUMN = 4  # relations from which on they stand in a column, with their reasons beside them


def led(blocks: list[Block]) -> list[Block]:
    """The blocks of a proof with the words that lead to each display, and many neighbouring facts together."""
    found: list[Block] = []
    before: set[Basic] = set()
    rest = taken_in_turn([b for b in blocks if not isinstance(b, Para) or b.items])
    while rest:
        block = rest.pop(0)
        if isinstance(block, Facts):
            facts = [*block.facts]
            while rest and isinstance(rest[0], Facts):
                facts += rest.pop(0).facts  # type: ignore[union-attr]
            if len(facts) >= COLUMN:
                found += [_lead(found, before, facts[0].thing), Facts(tuple(facts))]
            else:
                for _, same in groupby(facts, key=lambda fact: fact.reason or id(fact)):
                    one, *others = same
                    found += _together((one, *others), found) if others else _alone(one, found, before)
                    before = _terms(([one, *others][-1]).thing)
            before = {t for f in facts for t in _terms(f.thing)}
            continue
        if isinstance(block, Derivation):
            things = [block.thing, *(line.thing for line in block.lines)]
            lead = _lead(found, before, *things)
            if found and lead.items == ("Hence",) and _shape(found[-1]) == _shape(block) != ():
                lead = Para(("Likewise",))
            found.append(lead)
            before = {t for thing in things if thing is not None for t in _terms(thing)}
        if isinstance(block, Para) and block.opens:
            before = set()
        found += _shown_once(block, found)
    return found


def taken_in_turn(blocks: list[Block]) -> list[Block]:
    """`Take x = b, and then x = 0`: values that are taken one after the other, in one sentence."""
    found: list[Block] = []
    for block in blocks:
        last = found[-1] if found else None
        if isinstance(block, Para) and isinstance(last, Para) and _is_taking(block) and _is_taking(last):
            lead = str(block.items[0])
            again = lead == last.items[0] or lead == "Take "
            of = ", and then " if again else lead.replace("Take ", ", and then ", 1)
            found[-1] = Para((*last.items[:-1], of, *block.items[1:]), opens=last.opens)
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


def _alone(fact: Fact, found: list[Block], before: set[Basic]) -> list[Block]:
    """A fact of its own: its reason leads to it; a short one stands in the line."""
    lead = _lead(found, before, fact.thing)
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


def _lead(found: list[Block], before: set[Basic], *things: Basic | None) -> Para:
    """The words before a display: `Hence` where a term of what was said last occurs in it."""
    if _open(found):
        return Para(("we have",))
    if _ends(found, ":"):
        return Para(("",))
    if not found:
        return Para(("We have",))
    if any(t in before for thing in things if thing is not None for t in _terms(thing)):
        return Para(("Hence",))
    return Para(("Now",))


def _terms(thing: Basic | None) -> set[Basic]:
    """The terms of a formula that are neither letters nor numbers."""
    if not isinstance(thing, Basic):
        return set()
    return {
        p for p in sympy.preorder_traversal(thing) if p.args and p.free_symbols and isinstance(p, sympy.Expr)
    }
