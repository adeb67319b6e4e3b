"""What a certificate covers, read off its signature: never typed by an author.

A statement ranges over what its names range over. A set of which the kernel knows nothing stands for every finite set,
one whose elements are listed for itself; without sets the statement is about numbers, and functions of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dpsym.kernel import Checked
from dpsym.kernel.normal import Key
from dpsym.kernel.rules import Checker
from dpsym.kernel.terms import Json, Sort, Tree, fv, names
from dpsym.lift import (
    ALMOST,
    OUTPUTS,
    SIGMA_FINITE,
    Reach,
    about_numbers,
    follows,
    follows_from_all,
    reach,
    sets_of,
)
from dpsym.prove.verdict import ANALYSIS, EVERYWHERE, LISTED, NUMBERS

MOST_USED = 6  # theorems from which a claim is taken to follow together


def scope_of(checked: Checked, relied: Iterable[Tree] | None = None) -> str:
    """The scope of what the kernel accepted, or of a statement as the kernel would read it.

    "numbers"; "the listed pair"; "all finite outputs" where some law, of masses that add up to 1, lives on the set of
    outputs and this is not listed; "all finite sets I" for other sets, of states, data or indices, and for sets without a law;
    and each of these that is the case. Where the proof uses a
    hypothesis that is a fact of analysis (one of `relied`, those that it uses; one of the claim where they are not known), the
    scope ends with that: what is meant has it by a theory that is cited, not checked.
    """
    used: set[str] = set()
    for name in names(checked.claim) & set(checked.sig):
        sort = checked.sig[name]
        used |= {sort} if isinstance(sort, str) else set(sort)
    used.discard("R")
    listed = sorted(s for s in used if s in checked.sets)
    free = used - set(listed)
    outputs = free & {OUTPUTS} & {checked.sig.get(x) for x in summed_to_one(checked.claim)}
    parts = [EVERYWHERE] if outputs else []
    if free - outputs:
        parts.append(f"all finite sets {', '.join(sorted(free - outputs))}")
    if listed:
        parts.append(f"{', '.join(listed)} listed" if parts else LISTED)
    scope = "; ".join(parts) or NUMBERS
    supposed = suppositions(checked.claim) if relied is None else relied
    return f"{scope}; {ANALYSIS}" if any(rests_on_analysis(h, checked.sig) for h in supposed) else scope


def rests_on_analysis(supposed: Tree, sig: Mapping[str, Sort]) -> bool:
    """Whether a hypothesis ties something to all values of functions of a number at once: "for every t: if A(z) <= B(z) for
    every z up to t, then C <= D", as integrals do, being monotone, or "if u(i) <= 0 for every i, then r <= 0", as a limit does.

    No value of the functions, and no finitely many of them, make such a hypothesis true: that what is meant by the numbers
    has it is a theorem of analysis, and no part of the certificate. It is read off the connectives alone: an alternative of
    the hypothesis asks for a number z at which functions have certain values, and there is another alternative.
    """
    return _alternative(supposed, sig, up=True, other=False)


def _alternative(f: Tree, sig: Mapping[str, Sort], up: bool, other: bool) -> bool:
    """Whether a part of a hypothesis, `up` in a positive position, asks for a number at which functions have certain values;
    `other` where it is one of several alternatives."""
    match f:
        case ("not", part):
            return _alternative(part, sig, not up, other)
        case ("and" | "or" as joined, *parts):
            several = other or (joined == "or") == up
            return any(_alternative(part, sig, up, several) for part in parts)
        case "->", left, right:
            several = other or up
            return _alternative(left, sig, not up, several) or _alternative(right, sig, up, several)
        case ("all" | "ex" as bound, z, body):
            asked = (bound == "ex") == up and sig.get(z) == "R" and other
            return (asked and has_value_at(body, z, sig)) or _alternative(body, sig, up, other)
    return False


def has_value_at(thing: Tree, z: str, sig: Mapping[str, Sort]) -> bool:
    """Whether a function is read at a number z, or at one that is made of it."""
    if not isinstance(thing, tuple):
        return False
    of_number = isinstance(sig.get(thing[0]), tuple) and any(z in fv(a) for a in thing[1:])
    return of_number or any(has_value_at(part, z, sig) for part in thing[1:])


def suppositions(claim: Tree, used: Callable[[Tree], list[Tree]] = lambda premise: [premise]) -> list[Tree]:
    """What a claim supposes, in each of its parts; of its premises what is used."""
    match claim:
        case "all", _, body:
            return suppositions(body, used)
        case ("and" | "or", *parts):
            return [p for part in parts for p in suppositions(part, used)]
        case "->", left, right:
            return [*used(left), *suppositions(right, used)]
        case "not", part:
            return [part]
    return []


def relied_on(certificate: Json, checker: Checker, checked: Checked) -> list[Tree]:
    """What of the suppositions of a claim its certificate uses: what some line assumes from which the last one follows, of a
    conjunction the parts that are taken from it.  All of them where none is a fact of analysis: nobody asks then."""
    supposed = suppositions(checked.claim)
    if not any(rests_on_analysis(h, checked.sig) for h in supposed):
        return supposed
    lines, key = certificate["lines"], checker.c.key
    needed = {len(lines) - 1}
    for n in range(len(lines) - 1, -1, -1):
        if n in needed:
            needed |= set(lines[n].get("from", ()))
    read: dict[Key, set[str]] = {}  # the rules that read a formula
    for n in needed:
        for one in lines[n].get("from", ()):
            read.setdefault(key(checker.lines[one].goal), set()).add(lines[n]["rule"])

    def used(premise: Tree) -> list[Tree]:
        rules = read.get(key(premise), set())
        if premise[0] == "and" and rules == {"and_e"}:
            return [p for part in premise[1:] for p in used(part)]
        return [premise] if rules else []

    return suppositions(checked.claim, used)


@dataclass(frozen=True)
class Used:
    """A theorem that a proof uses: what the kernel accepted, terms in place of its numbers, and what its own proof uses."""

    checked: Checked
    at: Mapping[str, Tree]
    uses: Callable[[], Iterable[Used]]


def reach_of(checked: Checked, uses: Iterable[Used] = ()) -> Reach | None:
    """How far a claim carries beyond finite outputs: by its shape alone, or by logic from theorems that its proof uses and
    that carry so far; None where the lemma says nothing of it."""
    found = reach(checked.claim, checked.sig, checked.sets)
    by_shape = found if isinstance(found, Reach) else None
    if found is None or checked.sets or (by_shape is not None and not by_shape.finite):
        return by_shape
    used = [use for use in uses if not use.checked.sets]
    for use in used:
        said = use.checked
        if follows(checked.claim, said.claim, checked.sig, said.sig, use.at):
            beyond = reach_of(said, use.uses())
            if beyond is not None and (by_shape is None or not beyond.finite):
                return beyond
    return of_several(checked, used) or by_shape


def of_several(checked: Checked, used: Sequence[Used]) -> Reach | None:
    """How far a claim carries that follows from theorems that its proof uses, one after the other, each of which carries to any
    outputs without a proviso or is about numbers; None otherwise."""
    beyond = [reach_of(use.checked, use.uses()) for use in used] if 1 < len(used) <= MOST_USED else []
    found = list(zip(used, beyond, strict=False))
    whole = [
        (use, r)
        for use, r in found
        if r is not None and r.lane != "N" and not r.finite and not {*r.provisos} - {SIGMA_FINITE}
    ]
    carried = {id(use) for use, _ in whole}
    parts = [
        (use.checked.claim, use.checked.sig, use.at)
        for use, _ in found
        if id(use) in carried or about_numbers(use.checked.claim, use.checked.sig)
    ]
    lanes = {r.lane for _, r in whole}  # of which some read families of laws in another way
    one_reading = len({r.general for _, r in whole}) == 1 and (lanes <= {"R", "P"} or len(lanes) == 1)
    if len(parts) < 2 or not one_reading:
        return None
    if not follows_from_all(checked.claim, parts, checked.sig, whole[0][1].general):
        return None
    integrals = tuple(dict.fromkeys(t for _, r in whole for t in r.integrals))
    any_set = tuple(sorted({s for _, r in whole for s in r.any_set}))
    return replace(whole[-1][1], integrals=integrals, any_set=any_set)


@dataclass(frozen=True)
class Covered:
    """What a proved claim covers.

    words  its scope: "all finite outputs; any outputs by the reduction lemma", with the provisos of the general reading,
           and with the sets that stay finite
    short  what of that falls short of any measurable spaces: the sets that stay finite, then the provisos in words
    """

    words: str
    short: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def reach_by_logic(checked: Checked) -> Reach:
    """How far a claim carries whose proof uses no more of its sets than logic: they may be any sets."""
    sorts = {name: checked.sig[name] for name in names(checked.claim) & set(checked.sig)}
    return Reach("L", (), (), (), (), tuple(sets_of(sorts, checked.sets)))


def furthest(checked: Checked, uses: Iterable[Used], of_any_set: bool) -> Reach | None:
    """How far a proved claim carries: by its shape or from the theorems used, by logic where that says more (`of_any_set`)."""
    beyond = reach_of(checked, uses)
    by_logic = of_any_set and (beyond is None or beyond.finite or beyond.provisos)
    return reach_by_logic(checked) if by_logic else beyond


def covered(
    checked: Checked,
    uses: Iterable[Used] = (),
    relied: Iterable[Tree] | None = None,
    of_any_set: bool = False,
) -> Covered:
    """The scope of what the kernel accepted: of the proof, which uses what is `relied` on of the hypotheses (of all where that
    is not known), and beyond finite outputs where the reduction lemma applies, or where the proof uses no more of its sets
    than logic (`of_any_set`)."""
    beyond = furthest(checked, uses, of_any_set)
    words = scope_of(checked, relied)
    words = f"{words}; {beyond.words}" if beyond else words
    if beyond is None or beyond.lane == "N":
        sorts = {name: checked.sig[name] for name in names(checked.claim) & set(checked.sig)}
        return Covered(words, (tuple(sets_of(sorts, checked.sets)), ()))
    # that a statement about densities holds for almost every outcome, and that measures have them, is what it means
    meant = {ALMOST, SIGMA_FINITE}
    return Covered(words, (beyond.finite, tuple(p for p in beyond.provisos if p not in meant)))


def summed_to_one(formula: Tree) -> Iterator[str]:
    """The outcomes over which something sums up to 1."""
    if not isinstance(formula, tuple):
        return
    if formula[0] == "=" and len(formula) == 3 and Fraction(1) in formula[1:]:
        for side in formula[1:]:
            while isinstance(side, tuple) and side[0] == "sum":
                yield side[1]
                side = side[2]
    for part in formula[1:]:
        yield from summed_to_one(part)
