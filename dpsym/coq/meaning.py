"""The pinned notions as Coq definitions, over one finite set of outputs and over two."""

from __future__ import annotations

import inspect
import re

from dpsym.coq.names import identifier
from dpsym.coq.text import Text, sort_text
from dpsym.kernel import notions
from dpsym.kernel.terms import Sort, load, names

PARAMETERS: dict[str, Sort] = {"P": ("Y",), "Q": ("Y",), "S": ("Y",), "f": ("Y",), "F": ("R",)}  # others: R


def reasons() -> dict[str, str]:
    """What notions.py says of each notion, by its name; where a line speaks of two, each has its part."""
    text = inspect.getdoc(notions) or ""
    found = re.findall(r"^ {4}(\w+)\([^)]*\)(?:, (\w+)\([^)]*\))? {2,}(.+)$", text, re.M)
    said: dict[str, str] = {}
    for one, two, words in found:
        parts = re.split(r"; +", words) if two else [words]
        said |= {one: parts[0], **({two: parts[-1]} if two else {})}
    return said


WHY = {
    "Distribution": "no outcome has to have mass: laws may vanish",
    "Event": "an event is its indicator, so that sums over it are sums of products",
    "Test": "randomised: an event is the test that is 0 or 1",
    "Mass": "the probability of an event, the mean of a test",
    "ADP": "in both orders, since the neighbours' relation is symmetric",
    "PDP": "as an event of P itself, so that an outcome without mass under Q counts as a large loss",
    "BDP": "over tests: events after a randomised post-processing",
    "Finite": "asked beside a moment, whose sum leaves such outcomes out",
    "Moment": "the indicator leaves out where ln has no value",
    "RDP": "the logarithm of the moment is multiplied out: no ln of a sum, no division by a - 1",
    "ZCDP": "orders above 1, all of them at once",
    "Phi": "the normal distribution function, without a square root among the terms",
    "GDP": "the trade-off function of two normal laws, without its inverse",
    "FDP": "the second error 1 - Q(f) is at least F at the first, P(f); any F may be given",
}  # why a notion is written as it is; the words before it say what it says


def definition(name: str, several: int = 1) -> str:
    """One notion as a Coq definition over one set Y, or over the pairs of Y and Z."""
    params, body = notions.raw()[name]
    outcomes, outputs = (("y",), ("Y",)) if several == 1 else (("y", "z"), ("Y", "Z"))
    sig: dict[str, Sort] = {"y": "Y", "z": "Z", "alpha": "R", "t": "R"}
    sig |= {x: ("R",) if x == "F" else outputs if PARAMETERS.get(x) == ("Y",) else "R" for x in params}
    sig |= dict.fromkeys(("S", "f"), outputs)
    tree = notions.over(load(body), outcomes, {})
    written = Text(sig, folded=True, several=several)
    real = tree[0] in ("sum", "/", "+", "*", "-")
    kind = "R" if real else "Prop"
    said = written.term(tree) if real else written.formula(tree)
    sets = f"{{{' '.join(outputs)} : Fin}} " if names(load(body)) & {"y", "S", "f", "P", "Q"} else ""
    arguments = " ".join(f"({identifier(p)} : {sort_text(sig[p])})" for p in params)
    return f"Definition {name}{several if several > 1 else ''} {sets}{arguments} : {kind} :=\n  {said}."


def definitions(several: int = 1) -> str:
    """All notions; over one set each with what it says, over two they are the same again."""
    if several > 1:
        return "\n".join(definition(name, several) for name in notions.raw()) + "\n"
    said = reasons()
    blocks = []
    for name in notions.raw():
        words = said.get(name) or f"{name[:-1]} for the pair in this order"
        why = f"; {WHY[name]}" if name in WHY else ""
        blocks.append(f"(** {words}{why} *)\n" + definition(name))
    return "\n".join(blocks) + "\n"


def by_hand(text: str) -> str:
    """The part of Meaning.v that is written by hand: all before the first notion."""
    at = text.find(f"(** {reasons()[next(iter(notions.raw()))]}")
    return text if at < 0 else text[:at]


def meaning(text: str) -> str:
    """Meaning.v with the notions as notions.json has them, given what it is now."""
    return by_hand(text) + definitions()


def pairs() -> str:
    """Pairs.v: the notions over the pairs of two output sets."""
    head = """(** The notions of Meaning.v once more, for laws on the pairs of two finite sets: named as there, with a 2. *)
From Coq Require Import Reals. From Dpsym Require Import Meaning. Open Scope R_scope.
"""
    return head + definitions(2)
