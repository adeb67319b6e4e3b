"""The reach of a certified claim beyond finite outputs: its lane, its integrals, its provisos, what stays finite.

The lemma is proved by hand, in the section that the appendices print; what is here decides whether a claim has the
shape that the lemma asks for. It reads the formula that the kernel accepted, and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations

from dpsym.kernel.statement import text
from dpsym.kernel.terms import OPS, Sort, Tree, fv, names, node, tree
from dpsym.lift.chains import chain_of, chains
from dpsym.lift.exact import SIGNED, exact, laws_summed
from dpsym.lift.formulas import NoLift, Space, distinct, facts_of, shown
from dpsym.lift.index_sets import only_quantified
from dpsym.lift.limits import with_limits
from dpsym.lift.line import of_noise
from dpsym.lift.measures import of_densities
from dpsym.lift.mixtures import mixtures
from dpsym.lift.numbered import numbered_laws
from dpsym.lift.partitions import partitions
from dpsym.lift.separate import check_separate, separated

LEMMA = "by the reduction lemma"
LOGIC = "by logic alone"
LANES = {
    "R": "a counterexample on any space gives one with finitely many outputs, and with the same integrals",
    "P": "a counterexample on any space gives one on the parts of a fine enough finite partition of it",
    "M": "a counterexample on any space gives one on the parts of a fine enough finite partition, also for mixtures of laws",
    "C": "a counterexample on any spaces gives one on the parts of fine enough finite partitions, one after the other",
    "N": "a counterexample on the line gives one for the noise, rounded finely enough",
    "D": "a counterexample on any set gives one on finitely many of its elements",
    "L": "the proof takes no sum over a set and no element at which something is least; its rules hold of infinite sets too",
}
ON_THE_LINE = "noise on the line, and its roundings,"
SIGMA_FINITE = "where the measures are sigma-finite"
OUTPUTS = "Y"  # the set of outputs: the one of an outcome of which no other set is said
ALMOST = (
    "with densities, 1/0 = 0, and 0 times an infinite integral = 0; for every output: for almost every one"
)
MOST_TOGETHER = 3  # sets with laws that are made general one after the other


@dataclass(frozen=True)
class Reach:
    """What a claim proved for all finite sets says of measurable spaces.

    lane       "R" (finitely many integrals, exactly), "P" (partitions), "M" (partitions, of the last set if there are
               several, with families of laws), "C" (partitions of all spaces of a chain of mechanisms), "D" (no integral but
               masses of events, and no law), "N" (noise on the line, by its roundings) or "L" (by logic, no lemma)
    general    the sets that may be any measurable space, together; none in lane "N", and in lane "D" perhaps none
    finite     the sets with laws that stay finite, and all other sets of the claim
    integrals  the sums over the general sets, in the kernel's words
    provisos   what the general reading adds
    any_set    the sets that may be any set, since the claim only quantifies over their elements
    """

    lane: str
    general: tuple[str, ...]
    finite: tuple[str, ...]
    integrals: tuple[str, ...]
    provisos: tuple[str, ...]
    any_set: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The reach as it stands in a scope, with its provisos and the sets that stay finite."""
        if self.lane == "N":
            return f"{ON_THE_LINE} {LEMMA}"
        some = "set" if len(self.any_set) == 1 else "sets"
        sets = [f"any {some} {' and '.join(self.any_set)}"] if self.any_set else []
        # where no law lives on them, and where they are states or data, they are no outputs
        measurable = self.finite or self.lane == "D" or {*self.general} != {OUTPUTS}
        what = f"any measurable {', '.join(self.general)}" if measurable else "any outputs"
        spaces, sets = ([what], sets) if self.general else (sets, [])
        why = LOGIC if self.lane == "L" else LEMMA
        stays = [f"{', '.join(self.finite)} finite"] if self.finite else []
        return ", ".join([f"{spaces[0]} {why}", *sets, *stays, *self.provisos])


@dataclass(frozen=True)
class NoReach:
    """Why the lemma says nothing of a claim, by set."""

    why: Mapping[str, str]


def sets_of(sorts: Mapping[str, Sort], listed: Mapping[str, Collection[str]]) -> list[str]:
    """The sets that are not listed, in order of their names."""
    found = {a for s in sorts.values() for a in (s if isinstance(s, tuple) else (s,))}
    return sorted(found - {"R"} - set(listed))


def closed_formula(claim: Tree, sig: Mapping[str, Sort]) -> tuple[Tree, dict[str, Sort]]:
    """The claim with distinct bound names, true for every value of its free outcomes."""
    formula, sorts = distinct(tree(claim), sig)
    free = [x for x in sorted(fv(formula)) if isinstance(sorts.get(x), str) and sorts[x] != "R"]
    for x in free:
        formula = node("all", x, formula)
    return formula, sorts


def reach(
    claim: Tree, sig: Mapping[str, Sort], listed: Mapping[str, Collection[str]]
) -> Reach | NoReach | None:
    """How far a certified claim carries; None where it is about numbers, or sets without a law that have to stay finite.

    claim   the formula that the kernel accepted, with every notion unfolded
    sig     the sorts of its names
    listed  its listed sets
    """
    try:
        formula, sorts = closed_formula(claim, {k: v for k, v in sig.items() if k in names(claim)})
        formula = with_limits(formula, sorts)
        found = with_index_sets(of_measurable(formula, sorts, listed), formula, sorts, listed)
        return without_laws(formula, sorts, listed) if found is None else found
    except (NoLift, RecursionError) as e:
        return NoReach({"": str(e) or "nested too deeply"})


def with_index_sets(
    found: Reach | NoReach | None,
    formula: Tree,
    sorts: Mapping[str, Sort],
    listed: Mapping[str, Collection[str]],
) -> Reach | NoReach | None:
    """The reach where the sets that are only quantified over may be any sets."""
    if not isinstance(found, Reach) or found.lane == "N":
        return found
    sets = [s for s in found.finite if s not in listed and only_quantified(formula, sorts, s, found.general)]
    return replace(found, finite=tuple(s for s in found.finite if s not in sets), any_set=tuple(sets))


def without_laws(
    formula: Tree, sorts: Mapping[str, Sort], listed: Mapping[str, Collection[str]]
) -> Reach | None:
    """The reach of a claim that holds no integral but masses of events of measures: the sets of these may be any measurable
    spaces, and any sets those over which it only quantifies."""
    sets = sets_of(sorts, listed)
    spaces, added = of_densities(formula, sorts, sets)
    others = tuple(s for s in sets_of(sorts, {}) if s not in spaces)
    provisos = (SIGMA_FINITE, *added) if spaces else ()
    found = with_index_sets(Reach("D", spaces, others, (), provisos), formula, sorts, listed)
    return found if isinstance(found, Reach) and (found.general or found.any_set) else None


def of_measurable(
    formula: Tree, sorts: Mapping[str, Sort], listed: Mapping[str, Collection[str]]
) -> Reach | NoReach | None:
    """The reach of a claim with distinct bound names, whose other sets are finite."""
    found = as_typed(formula, sorts, listed)
    if isinstance(found, Reach) and not found.finite:
        return found
    before = set(found.general) if isinstance(found, Reach) else set()
    several = separated(formula, sorts, listed)
    separate = partial(apart, several=several)
    for read in (separate, along_chains, partial(as_typed, pairs=True), partial(separate, pairs=True)):
        wider = read(formula, sorts, listed)
        if isinstance(wider, Reach) and before <= set(wider.general):
            return wider
        found = found or wider
    return found


def as_typed(
    formula: Tree, sorts: Mapping[str, Sort], listed: Mapping[str, Collection[str]], *, pairs: bool = False
) -> Reach | NoReach | None:
    """The reach of a claim with its sets as they are; with `pairs` its hypotheses may be about all two outcomes at once."""
    spaces = [Space(s, sorts) for s in sets_of(sorts, listed)]
    laws = {s.name: len(facts_of(formula, s).laws | numbered_laws(formula, s)) for s in spaces}
    with_law = sorted((s for s in laws if laws[s]), key=lambda s: (-laws[s], s))
    return among(formula, sorts, with_law, pairs) if with_law else None


def along_chains(
    formula: Tree, sorts: Mapping[str, Sort], listed: Mapping[str, Collection[str]]
) -> Reach | NoReach | None:
    """The reach of a claim about mechanisms that run one after the other, each chosen by what came before; None for
    another claim."""
    try:
        chain = chain_of(formula, sorts, sets_of(sorts, listed))
        if chain is None:
            return None
        integrals, provisos = chains(formula, sorts, chain)
    except NoLift as e:
        return NoReach({"": f"along chains: {e}"})
    general = tuple(sorted({chain.first, chain.last}))
    finite = tuple(s for s in sets_of(sorts, {}) if s not in general)
    return Reach("C", general, finite, tuple(dict.fromkeys(map(spelled, integrals))), tuple(provisos))


def apart(
    formula: Tree, sorts: Mapping[str, Sort], listed: Mapping[str, Collection[str]], *,
    several: Mapping[str, Sort] | None, pairs: bool = False,
) -> Reach | None:  # fmt: skip
    """The reach of a claim whose outcomes that are never compared lie in different sets, as `several` has it, if all of these
    are general."""
    if several is None:
        return None
    classes = {s for s in sets_of(several, listed) if s not in sets_of(sorts, listed)}
    classes |= {s.split("#")[0] for s in classes}
    try:
        check_separate(formula, several, classes, pairs=pairs)
        found = as_typed(formula, several, listed, pairs=pairs)
    except NoLift:
        return None
    if not isinstance(found, Reach) or not classes <= set(found.general):
        return None
    return replace(found, general=tuple(sorted({shown(s) for s in found.general})))


def among(formula: Tree, sorts: Mapping[str, Sort], with_law: list[str], pairs: bool) -> Reach | NoReach:
    """The reach for the sets that carry laws: as many as can be made general together."""
    why: dict[str, str] = {}
    everything = sets_of(sorts, {})  # those that are listed stay as they are
    for n in range(min(len(with_law), MOST_TOGETHER), 0, -1):
        for order in permutations(with_law, n):
            try:
                lane, integrals, provisos = together(formula, sorts, order, pairs)
            except NoLift as e:
                why[order[0]] = str(e)
                continue
            general = () if lane == "N" else tuple(sorted(order))
            return Reach(
                lane, general, tuple(s for s in everything if s not in order),
                tuple(dict.fromkeys(spelled(t) for t in integrals)), tuple(dict.fromkeys(provisos)),
            )  # fmt: skip
    return NoReach(why)


def together(
    formula: Tree, sorts: Mapping[str, Sort], order: tuple[str, ...], pairs: bool
) -> tuple[str, Sequence[Tree], Sequence[str]]:
    """The lane, integrals and provisos of sets that are made general one after the other; NoLift if they cannot be."""
    if len(order) == 1:
        return alone(formula, Space(order[0], sorts, pairs=pairs))
    no_joint_law(formula, sorts, order)
    integrals: list[Tree] = []
    provisos: list[str] = []
    only_summed: list[str] = []
    lane = "R"
    for k, name in enumerate(order):
        space = Space(name, sorts, frozenset(order[:k]), pairs)
        try:
            found, added = exact(formula, space)
        except NoLift:
            if 0 < k < len(order) - 1:
                raise
            lane, (found, added) = first_or_last(formula, space, frozenset(only_summed) if k else None)
        else:
            only_summed += [name] if SIGNED not in " ".join(added) and laws_summed(formula, space) else []
        integrals += found
        provisos += added
    return lane, integrals, provisos


def first_or_last(
    formula: Tree, space: Space, only_summed: frozenset[str] | None
) -> tuple[str, tuple[Sequence[Tree], Sequence[str]]]:
    """The lane of the first of several sets, by partitions while the others are finite, or of the last one, as mixtures;
    `only_summed` are the sets before the last one whose laws are only summed, None where there is none before."""
    if only_summed is None:
        return "P", partitions(formula, space, maps=True)
    return "M", mixtures(formula, space, only_summed)


def no_joint_law(formula: Tree, sorts: Mapping[str, Sort], order: tuple[str, ...]) -> None:
    """Refuse to make two sets general where one law is a law on each of them: on two spaces it need have no density with
    respect to a product of measures, as the uniform law on the diagonal has none."""
    on: dict[str, str] = {}
    for name in order:
        for f in facts_of(formula, Space(name, sorts)).laws:
            if f in on:
                raise NoLift(f"{shown(f)} is a law on {on[f]} and {name} together")
            on[f] = name


def alone(formula: Tree, space: Space) -> tuple[str, Sequence[Tree], Sequence[str]]:
    """The same for one set: exactly, or by partitions; the exact lane goes first unless it alone adds a proviso."""
    try:
        found = exact(formula, space)
    except NoLift as e:
        first = e
    else:
        if not found[1]:
            return "R", *found
        first = NoLift("")
    try:
        return "P", *partitions(formula, space)
    except NoLift as e:
        if not str(first):
            return "R", *found
        second = e
    try:
        return "M", *mixtures(formula, space)
    except NoLift as e:
        third = e
    try:
        return "N", *of_noise(formula, space)
    except NoLift as e:
        raise NoLift(
            f"exactly: {first}; by partitions: {second}; as mixtures: {third}; as noise on the line: {e}"
        ) from None


def spelled(t: Tree) -> str:
    """A term in the kernel's words, with the names that the claim has."""

    def plain(t: Tree) -> Tree:
        if isinstance(t, str):
            return t if t in OPS else shown(t)
        return tuple(map(plain, t)) if isinstance(t, tuple) else t

    return text(plain(t))
