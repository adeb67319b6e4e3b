"""What a certificate covers, read off its signature: never typed by an author.

A statement ranges over what its names range over. A set of which the kernel knows nothing stands for every finite set,
one whose elements are listed for itself; without sets the statement is about numbers, and functions of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dpsym.kernel import Checked
from dpsym.kernel.terms import Sort, Tree, fv, names
from dpsym.lift import ALMOST, SIGMA_FINITE, Reach, about_numbers, follows, follows_from_all, reach, sets_of
from dpsym.prove.verdict import EVERYWHERE, INTEGRALS, LISTED, NUMBERS, OF_DENSITIES

MOST_USED = 6  # theorems from which a claim is taken to follow together


def scope_of(checked: Checked) -> str:
    """The scope of what the kernel accepted, or of a statement as the kernel would read it.

    "numbers"; "the listed pair"; "all finite outputs" where some law, of masses that add up to 1, lives on a set that
    is not listed; "all finite sets I" for sets without a law; and each of these that is the case. Where masses come in by
    what integrals make of densities, or numbers as such integrals, the scope ends with that: the theory of integrals is
    cited, not checked.
    """
    used: set[str] = set()
    for name in names(checked.claim) & set(checked.sig):
        sort = checked.sig[name]
        used |= {sort} if isinstance(sort, str) else set(sort)
    used.discard("R")
    listed = sorted(s for s in used if s in checked.sets)
    free = used - set(listed)
    with_law = free & {checked.sig.get(x) for x in summed_to_one(checked.claim)}
    parts = [EVERYWHERE] if with_law else []
    if free - with_law:
        parts.append(f"all finite sets {', '.join(sorted(free - with_law))}")
    if listed:
        parts.append(f"{', '.join(listed)} listed" if parts else LISTED)
    scope = "; ".join(parts) or NUMBERS
    cited = [INTEGRALS] if compares_integrals(checked.claim) else []
    if evaluates_integrals(checked.claim, checked.sig):
        cited.append(OF_DENSITIES)
    return "; ".join((scope, *cited))


def compares_integrals(formula: Tree) -> bool:
    """Whether a statement speaks of masses by what integrals make of densities: somewhere in it "for every t: if A(z) <= B(z)
    for every z up to t (or from t on), then C <= D" relates what holds at single points to what holds of masses. In the
    place of z there may be a number of z, and both may have a domain.

    That integrals do so, being monotone, is no part of the certificate.
    """
    if not isinstance(formula, tuple):
        return False
    match formula[0], last_implication(formula[-1]):
        case "all", ("->", ("all", z, points), ("<=", _, _)):
            match last_implication(points):
                case ("->", ("<=", *ends), ("<=", _, _)):
                    if formula[1] in ends and any(z in fv(end) for end in ends):
                        return True
    return any(compares_integrals(part) for part in formula[1:])


def evaluates_integrals(formula: Tree, sig: Mapping[str, Sort], supposed: bool = False) -> bool:
    """Whether a statement supposes of a number that it is what an integral gives: a hypothesis of it such as "for every k: if
    A(z) = k B(z) for every number z, then C = k", where B is a density, relates what holds at single points to one number.

    That the integral of a multiple of a density is the multiple is no part of the certificate.
    """
    if not isinstance(formula, tuple):
        return False
    match formula:
        case "->", left, right:
            if supposed and is_value(formula, sig):
                return True
            return evaluates_integrals(left, sig, not supposed) or evaluates_integrals(right, sig, supposed)
        case "not", part:
            return evaluates_integrals(part, sig, not supposed)
    return any(evaluates_integrals(part, sig, supposed) for part in formula[1:])


def is_value(formula: Tree, sig: Mapping[str, Sort]) -> bool:
    """Whether it says: if A = B at every number z, then C = D, whatever z is."""
    match formula:
        case "->", ("all", z, points), ("=", *sides):
            match last_implication(points):
                case "=", *values if sig.get(z) == "R" and all(z in fv(v) for v in values):
                    return not any(z in fv(side) for side in sides)
    return False


def last_implication(formula: Tree) -> Tree:
    """The innermost of implications of implications: what stands in the domain of a number."""
    while isinstance(formula, tuple) and formula[0] == "->" and formula[2][0] == "->":
        formula = formula[2]
    return formula


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


def covered(checked: Checked, uses: Iterable[Used] = (), of_any_set: bool = False) -> Covered:
    """The scope of what the kernel accepted: of the proof, and beyond finite outputs where the reduction lemma applies, or
    where the proof uses no more of its sets than logic (`of_any_set`)."""
    beyond = reach_of(checked, uses)
    if of_any_set and (beyond is None or beyond.finite or beyond.provisos):
        beyond = reach_by_logic(checked)
    words = f"{scope_of(checked)}; {beyond.words}" if beyond else scope_of(checked)
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
