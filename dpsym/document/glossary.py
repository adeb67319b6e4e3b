"""What the signs in a statement stand for, in words below it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Inline, Maths, listed
from dpsym.document.boxes import Box, Fence, Glyph, Name, Text
from dpsym.document.formulas import conventional_ends, in_order, is_of_test, losses_in, pointwise
from dpsym.document.inline import FLAT, maths
from dpsym.document.notation import commas, fold, named, row
from dpsym.document.spelling import width
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language.form import is_ours


def notation(entry: st.Theorem) -> list[Inline]:
    """What the laws, the privacy loss, the posterior and the hockey stick stand for, where the statement has them."""
    things = (*entry.given, entry.claim)
    found = [
        *of_functions(things, set(entry.where), set(entry.laws)),
        *of_losses(things),
        *of_posteriors(things),
        *of_hockey_sticks(things),
        *of_notions(things),
    ]
    if any(in_order(thing, x.RenyiMoment) for thing in things):
        found.append(
            ["the mean of a power of the ratio of two laws counts no output at which one of them is 0"]
        )
    found += of_tests(things)
    return ["Here ", *listed(found), ". "] if found else []


def of_losses(things: Sequence[Any]) -> list[list[Inline]]:
    """What the privacy losses in the formulas are."""
    found: list[list[Inline]] = []
    losses = dict.fromkeys(mark for thing in things for mark in losses_in(fold(thing)))
    applied = {a.func.__name__: a for thing in things for a in in_order(thing, AppliedUndef)}
    for k, (name, one, two) in enumerate(losses):
        family = applied.get(one.plain) if isinstance(one, Name) else None
        args: Box = Name("Y", "Y")
        shown_name = name
        if family is not None and len(family.args) > 1:  # F(x, y): the loss has all these arguments
            args = commas(FLAT.box(a) for a in family.args)
            shown_name = row(name, Fence("(", args, True))
        ratio = row(one, Fence("(", args, True), "/", two, Fence("(", args, True))
        shown = Maths(row(shown_name, "=", "log", Fence("(", ratio, True)))
        what: list[Inline] = (
            [" is the privacy loss"] if k == 0 else [" that of ", Maths(one), " and ", Maths(two)]
        )
        if k and (one, two) == (named("Q"), named("P")):
            what = [" that of the laws exchanged"]
        found.append([shown, *what])
    if losses and any(pointwise(thing, x.Loss) for thing in things):
        found.append(
            [
                "at an output that neither law gives, every number is a loss: a relation ≤, ≥ or = with it holds there"
            ]
        )
    return found


def of_posteriors(things: Sequence[Any]) -> list[list[Inline]]:
    """What the posteriors in the formulas are."""
    found: list[list[Inline]] = []
    atoms = [a for thing in things for a in in_order(thing, x.Posterior)]
    for prior, one, two in dict.fromkeys(a.args for a in atoms):
        if not (isinstance(one, AppliedUndef) and isinstance(two, AppliedUndef)):
            continue
        inside = FLAT.drawn((x.y,))
        with x.as_written():
            odds = prior * one / (prior * one + (1 - prior) * two)
        shown = Maths(row(inside.box(x.Posterior(prior, one, two)), "=", inside.box(odds)))
        words = " is the posterior probability that the target is in the data, from prior "
        ends = conventional_ends(prior)
        sure = [f" (the prior itself where that is {' or '.join(ends)})"] if ends else []
        found.append([shown, words, maths(prior), *sure])
    if atoms and any(pointwise(thing, x.Posterior) for thing in things):
        found.append(["at an output that neither law gives, the posterior is 0 unless the prior is 1"])
    return found


def of_hockey_sticks(things: Sequence[Any]) -> list[list[Inline]]:
    """What the hockey-stick divergence is."""
    sticks = [h for thing in things for h in in_order(thing, x.HockeyStick)]
    if not sticks:
        return []
    order, pair = sticks[0].args
    stick = x.HockeyStick(order if isinstance(order, sympy.Symbol) else x.Parameter("t"), pair)
    shown = Maths(row(FLAT.box(stick), "=", FLAT.box(stick.definition())))
    return [[shown, " is the hockey-stick divergence"]]


def of_notions(things: Sequence[Any]) -> list[list[Inline]]:
    """What the notions mean that nobody but their author knows."""
    found: list[list[Inline]] = []
    for own in dict.fromkeys(a for thing in things for a in in_order(thing, x.Notion)):
        if not is_ours(type(own)):  # type: ignore[arg-type]
            shown = Maths(row(FLAT.subject(own.pair), Text("is"), FLAT.guarantee(own)))
            found.append([shown, " means that ", maths(own.definition())])
    return found


def of_functions(
    things: Sequence[Any], masses: Collection[str] = (), laws: Collection[str] = ()
) -> list[list[Inline]]:
    """What P and Q are, and which of the functions that no quantifier binds are any real functions."""
    functions = st.free_functions(things)
    found: list[list[Inline]] = []
    shown = [n for n in ("P", "Q") if n in functions and n not in masses]
    if shown:
        subjects = [FLAT.subject(n.pair) for thing in things for n in in_order(thing, x.Notion)]
        mechanism = next((box for box in subjects if isinstance(box, Glyph)), None)
        which: list[Inline] = [" laws of the output"]
        if mechanism is not None and len(shown) == 2:
            which = [" the laws of the output of ", Maths(mechanism), " on two neighbouring inputs"]
        elif len(shown) == 1:
            which = [" a law of the output"]
        found.append(
            [*listed([[Maths(named(n))] for n in shown]), " are" if len(shown) > 1 else " is", *which]
        )
    known = {*masses, *laws, "P", "Q"}
    known |= {
        a.func.__name__ for t in things for d in in_order(t, x.Distribution) for a in d.atoms(AppliedUndef)
    }
    for f in (f for t in things for f in in_order(t, AppliedUndef)):
        if any(a.is_Number or getattr(a, "integer_valued", False) for a in f.args):
            known.add(f.func.__name__)  # a sequence: the statement says of which numbers
    free = [n for n in functions if n not in known]
    if free:
        names = listed([[Maths(named(n))] for n in free])
        found.append([*names, " are any real functions" if len(free) > 1 else " is any real function"])
    return found


def of_tests(things: Iterable[Any]) -> list[list[Inline]]:
    """What `P(f)` stands for, where some test f has a level or a power."""
    tests = [m for thing in things for m in in_order(thing, x.Mass) if is_of_test(m)]
    if not tests:
        return []
    shown = min(tests, key=lambda m: width(fold(m)))
    test, law, *outcomes = shown.args
    return [
        [
            Maths(fold(shown)),
            " is the mean of ",
            Maths(named(test.func.__name__)),
            " under ",
            Maths(FLAT.law(law, tuple(outcomes))),
        ]
    ]
