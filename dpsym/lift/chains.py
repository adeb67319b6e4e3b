"""The lane of chains: any number of mechanisms, each chosen by the transcript of those before it.

A claim may speak of laws A(0, .), A(1, .), ... on one set, each made of the one before by a family of laws:
A(k + 1, y) = sum over x: A(k, x) K(k, x, y) for every natural number k; and of such a sequence B with families L. It may
suppose of the first laws, and of K(k, x, .) and L(k, x, .) for every k and x, what passes to every finite partition of the
outputs, as in the lane of mixtures; nothing of both together, and nothing of a later law, as each lives on the cells of its
own space. Its conclusion speaks of the laws with finitely many natural numbers.

On general spaces K(k, .) is a Markov kernel, the equation says that the measures are equal, and what is supposed for all x is
supposed of almost every x, for A(k, .) and B(k, .). Suppose that the claim fails there, and let N be the largest number of
which the conclusion speaks. A finite partition of the last space suits the conclusion. Go back from it: given the cells d
of the space k + 1, the functions x -> K(k, x, d) and x -> L(k, x, d) are finitely many, measurable and bounded. So the space k
has a finite partition on whose cells each of them varies by less than c, and is 0 everywhere or nowhere. Choose a point in each
cell, outside of the null set where what is supposed of x is not so (in a null cell, any such point of the space), and let
K'(k, cell, d) be K(k, point, d). What is supposed of the laws at the point passes to the cells d. The first laws have their
exact masses, and A'(k + 1, d) = sum over cells: A'(k, cell) K'(k, cell, d). So A'(k, .) is as near to the masses of A(k, .)
as we like, if c is small; and A'(k, d) is 0 if and only if A(k, d) is, since all zeros of the families are kept. From N + 1 on
the whole space is one cell: of that partition too holds what is supposed of every number. The cells of all spaces together are
one finite set, on which each law lives on the cells of its space, and the families have at the other cells the values that
they have at one of them.

Then the claim fails on this finite set, a contradiction, where the way in which the conclusion fails is kept by masses that
are near and have the same zeros. That is so of relations <= and = between continuous functions of sums that are linear in the
masses or hockey sticks; of tests, which are uniform limits of tests with finitely many values from below, so that
a bound on the mass of a test is kept by a multiple of it; of a tail sum [u < v] P on the left of <=, and sum [u <= v] P on
the right; of a divergence on the left; and of conditions for all y, on a ratio too whose denominator is 0 only where masses
are. The last three are allowed only where all laws of the conclusion have one number, so that the partition that suits them
is not made finer: then they are functions of finitely many masses, and the sums are lower or upper semicontinuous.

The same holds of laws that have names, where P is made of A by the family K, or of A_2, which is made of A by K_2, and so on:
of each of a first set, and of what follows. A family that has a name stands for one place in the chain, as its cells lie in
the space that comes next: none may be used at two places, and nothing is supposed of families of two places together. The
conclusion speaks of last laws, all of which come after as many steps; of a law between is only supposed how it is made, and
that it is a law.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dpsym.kernel.terms import Sort, Tree, fv, names, node
from dpsym.lift.degrees import same, value
from dpsym.lift.divergences import pair_of
from dpsym.lift.exact import NOTHING, Names
from dpsym.lift.formulas import (
    ONE,
    RELATIONS,
    ZERO,
    NoLift,
    Space,
    applications,
    applied,
    bound_names,
    canon,
    compound,
    conjuncts,
    factors,
    free_application,
    nonnegative_of,
    said_for_all,
    shown,
    spread,
    taken_apart,
    test_of,
    total_of,
)
from dpsym.lift.mixtures import Mixtures
from dpsym.lift.numbered import natural, naturals
from dpsym.lift.partitions import Partitions, above_one
from dpsym.lift.ratios import of_one_sign, sides

INPUTS = "#x"  # the set of what a mechanism is chosen by; no set of a claim
STAGE = "#k"  # the number of any mechanism; no name of a claim
LAST = "#n"  # the number of the last laws where they have names


@dataclass(frozen=True)
class Chain:
    """Sequences of laws, as a claim supposes them.

    first, last  the sets of the first outputs and of the last ones
    made         the family by which each sequence of laws goes on; where laws have names, by which each last one is made
    named        laws that are members of a sequence: the sequence and the number
    begins       the first laws, where they have names of their own
    between      the families by which laws that have names are made, those between the first and the last ones
    places       the number of steps to what each family makes, where laws have names
    starts       what is supposed of the first laws
    stages       what is supposed of the families
    """

    first: str
    last: str
    made: dict[str, str]
    named: dict[str, tuple[str, Tree]] = field(default_factory=dict)
    begins: set[str] = field(default_factory=set)
    between: dict[str, str] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    starts: list[Tree] = field(default_factory=list)
    stages: list[Tree] = field(default_factory=list)

    @property
    def families(self) -> Names:
        """The families of laws by which sequences go on."""
        return frozenset([*self.made.values(), *self.between.values()])

    @property
    def sequences(self) -> Names:
        """The names of the sequences."""
        return frozenset(self.made)

    def first_laws(self) -> Names:
        """The names of the first laws."""
        return frozenset(self.begins) or frozenset(map(flat, self.made))

    def of_each(self) -> Names:
        """The names of the families, where their number is left out."""
        return self.families if self.begins else frozenset(map(flat, self.made.values()))


def chain_of(formula: Tree, sorts: Mapping[str, Sort], sets: Collection[str]) -> Chain | None:
    """The sequences of laws on these sets that a claim supposes, without end or of laws that have names; None for another
    claim."""
    given, _ = taken_apart(formula)
    for name in sorted(sets):
        made = [made_by(g, Space(name, sorts)) for h in given for g in of_stage(h)]
        if any(made):
            return Chain(name, name, twice_refused([m for m in made if m]))
    made_of = [m for h in given if (m := made_of_first(h, sorts))]
    spaces = {(sorts[a][0], sorts[p][0]) for p, a, _ in made_of}
    if len(spaces) != 1 or not {s for pair in spaces for s in pair} <= {*sets}:
        return None
    (pair,) = spaces
    return of_named_laws(made_of, *pair)


def of_named_laws(made_of: Sequence[tuple[str, str, str]], first: str, last: str) -> Chain:
    """The chain of laws that have names, each made of one before it by a family; NoLift where the laws and families do not
    come after a number of steps of their own, or the last ones after several numbers."""
    made = twice_refused([(p, k) for p, _, k in made_of])
    before = {p: a for p, a, _ in made_of}
    steps = dict.fromkeys({*before.values()} - made.keys(), 0)
    begins = {*steps}
    while ready := {p: steps[a] + 1 for p, a in before.items() if p not in steps and a in steps}:
        steps |= ready
    if not made.keys() <= steps.keys():
        raise NoLift("a law of a chain that is made of itself")
    ends = made.keys() - {*before.values()}
    if len({steps[p] for p in ends}) != 1:
        raise NoLift("last laws of a chain after different numbers of steps")
    places: dict[str, int] = {}
    if any(places.setdefault(k, steps[p]) != steps[p] for p, k in made.items()):
        raise NoLift("a family that makes laws after different numbers of steps")
    between = {p: k for p, k in made.items() if p not in ends}
    of_ends = {p: k for p, k in made.items() if p in ends}
    return Chain(first, last, of_ends, begins=begins, between=between, places=places)


def twice_refused(made: list[tuple[str, str]]) -> dict[str, str]:
    """Sequences and their families, by their names."""
    if len({a for a, _ in made}) < len(made):
        raise NoLift("a law of a chain that goes on in two ways")
    return dict(made)


def chains(formula: Tree, sorts: Mapping[str, Sort], chain: Chain) -> tuple[list[Tree], list[str]]:
    """The integrals of a claim that lifts along chains, and what the general reading adds; NoLift otherwise."""
    given, conclusion = taken_apart(formula)
    here = {x: s for x, s in sorts.items() if x in names(formula)}
    chain = read(given, here, chain)
    spaces = {chain.first, chain.last}
    laws = {*chain.made, *chain.families, *chain.named, *chain.begins, *chain.between}
    for f, s in here.items():
        if (
            isinstance(s, tuple)
            and spaces & {*s}
            and f not in laws
            and not (len(s) == 1 and f in bound_names(formula))
        ):
            raise NoLift("a function of outcomes that is neither a law of a chain nor a test")
    if fv(conclusion) & {*chain.families, *chain.begins, *chain.between}:
        raise NoLift("a conclusion about a mechanism alone, or about a law before the last")
    of_numbers = [h for h in given if not met_by(h, here, spaces)]
    supposed(chain, of_numbers, here)
    said = put_members(conclusion, chain.named)
    last = Conclusion(said, of_numbers, Space(chain.last, here), chain)
    known = frozenset(n for _, n in chain.named.values() if isinstance(n, str))
    last.fails_too(said, known | frozenset(x for g in of_numbers for x in naturals(g)))
    return [without_number(s) for s in last.integrals], []


def without_number(t: Tree) -> Tree:
    """A sum as the claim has it, where its laws have names."""
    if not compound(t):
        return t
    return node(t[0], *(without_number(a) for a in t[1:] if a != LAST))


def met_by(t: Tree, sorts: Mapping[str, Sort], spaces: Collection[str]) -> bool:
    """Whether a tree mentions one of some sets."""
    return any(Space(s, sorts).met_by(t) for s in spaces)


# ------------------------------------------------------------------------------------------------ hypotheses
def of_stage(f: Tree) -> list[Tree]:
    """What a hypothesis says of every natural number, member by member, with STAGE for the number; none for another one."""
    if f[0] != "all" or f[2][0] != "->" or f[2][1] != ("nat", f[1]):
        return []
    return [put_name(g, f[1], STAGE) for g in conjuncts(f[2][2])]


def put_name(t: Tree, old: str, new: str) -> Tree:
    """The tree with one name in place of another; bound names are distinct."""
    if isinstance(t, str):
        return new if t == old else t
    return node(t[0], *(put_name(a, old, new) for a in t[1:])) if compound(t) else t


def made_by(f: Tree, space: Space) -> tuple[str, str] | None:
    """The sequence A and the family K of "for all y: A(k + 1, y) = sum over x: A(k, x) K(k, x, y)"; None for another fact."""
    match f:
        case ("all", y, ("=", (a, ("+", number, one), at), ("sum", x, ("*", *parts)))):
            if (number, one, at) != (STAGE, ONE, y) or len(parts) != 2 or space.sorts[x] != space.name:
                return None
            laws = [p for p in parts if p == (a, STAGE, x)]
            families = [p for p in parts if applied(p) and p[1:] == (STAGE, x, y)]
            sorts = space.sorts.get(a), [space.sorts.get(p[0]) for p in families]
            if len(laws) == 1 and sorts == (("R", space.name), [("R", space.name, space.name)]):
                return a, families[0][0]
    return None


def made_of_first(f: Tree, sorts: Mapping[str, Sort]) -> tuple[str, str, str] | None:
    """The laws P and A and the family K of "for all y: P(y) = sum over x: A(x) K(x, y)"; None for another fact."""
    match f:
        case ("all", y, ("=", (p, at), ("sum", x, ("*", *parts)))):
            if at != y or len(parts) != 2 or not all(map(applied, parts)):
                return None
            laws = [q for q in parts if q[1:] == (x,)]
            families = [q for q in parts if q[1:] == (x, y)]
            if len(laws) == len(families) == 1 and sorts[families[0][0]] == (sorts[x], sorts[y]):
                return p, laws[0][0], families[0][0]
    return None


def read(given: list[Tree], sorts: Mapping[str, Sort], chain: Chain) -> Chain:
    """What a claim supposes of a chain; NoLift where it supposes more than the lane allows."""
    space = Space(chain.last, sorts)
    for h in given:
        if not met_by(h, sorts, {chain.first, chain.last}):
            continue
        if chain.begins:
            if fv(h) & (chain.sequences | chain.between.keys()):
                told(h, chain, space)
            else:
                (chain.stages if fv(h) & chain.families else chain.starts).append(h)
        elif of_stage(h):
            chain.stages.extend(g for g in of_stage(h) if made_by(g, space) is None)
        elif h[0] == "ex":
            chain.named.update(members_of(h, chain, space))
        else:
            chain.starts.append(h)
    if chain.begins:
        chain.named.update({p: (p, LAST) for p in chain.made})
    return replace(chain, starts=[h for h in chain.starts if law_of(h, space) not in chain.named])


def told(f: Tree, chain: Chain, space: Space) -> None:
    """Refuse what is supposed of a named law after the first, if it is more than how it is made and that it is a law."""
    if made_of_first(f, space.sorts) is None and law_of(f, space) not in {*chain.sequences, *chain.between}:
        raise NoLift("a hypothesis about a law of a chain after the first")


def law_of(f: Tree, space: Space) -> str | None:
    """The function of an outcome of which a fact says only that it is a law, or one half of that."""
    found = nonnegative_of(f) or total_of(f, space.sorts, space.name)
    return found if found and space.sorts[found] == (space.name,) else None


def members_of(f: Tree, chain: Chain, space: Space) -> dict[str, tuple[str, Tree]]:
    """The laws of "for some natural number j: n = j, P is A(j, .), and Q is B(j, .)"."""
    j, found = f[1], {}
    rest = [g for g in conjuncts(f[2]) if g != ("nat", j)]
    if space.sorts[j] != "R" or len(rest) == len(conjuncts(f[2])):
        raise NoLift("some choice in a hypothesis about a chain")
    for g in rest:
        match g:
            case ("all", y, ("=", (p, at), (a, number, here))):
                if (at, number, here) == (y, j, y) and a in chain.made and space.sorts[p] == (space.name,):
                    if p in found or p in chain.named:
                        raise NoLift(f"{shown(p)} is two laws of a chain")
                    found[p] = (a, j)
                    continue
        if space.met_by(g):
            raise NoLift("some choice in a hypothesis about a chain")
    return found


def supposed(chain: Chain, of_numbers: list[Tree], sorts: Mapping[str, Sort]) -> None:
    """Refuse what is supposed of the first laws and of the families, if some partition need not keep it."""
    alone(chain)
    starts, stages = chain.starts, chain.stages
    if not chain.begins:
        starts = [at_number(h, ZERO, chain.sequences) for h in starts]
        stages = [at_number(g, STAGE, chain.families) for g in stages]
    known = {**sorts, STAGE: "R", **dict.fromkeys(chain.first_laws(), (chain.first,))}
    known |= dict.fromkeys(chain.of_each(), (INPUTS, chain.last))
    inputs = {x for g in stages for x in inputs_of(g, chain.of_each())}
    known |= dict.fromkeys(inputs, INPUTS)
    for g in stages:
        one_input(g, inputs, chain.of_each())
    for said, laws, name in (
        (starts, chain.first_laws(), chain.first),
        (stages, chain.of_each(), chain.last),
    ):
        whole = node("->", node("and", *of_numbers, *said, ("<=", ZERO, ZERO)), ("<=", ZERO, ZERO))
        here = Space(name, {x: s for x, s in known.items() if x in names(whole)}, frozenset({INPUTS}))
        if any(Space(other, here.sorts).met_by(whole) for other in {chain.first, chain.last} - {name}):
            raise NoLift("a hypothesis about a set that is not about its laws alone")
        are_laws(said, laws, here)
        lane = Mixtures(whole, here, laws)
        lane.suppose(said, NOTHING, lane.cellwise.above, NOTHING)


def alone(chain: Chain) -> None:
    """Refuse what is supposed of a mechanism and a law of the chain together, or of a law that is not the first: each law
    lives on the cells of its own space, so that what compares two of them need not pass to the cells of one."""
    last = chain.sequences if chain.begins else NOTHING
    if any(fv(h) & (chain.families | last | chain.named.keys()) for h in chain.starts):
        raise NoLift("a hypothesis about a law of a chain that is not the first")
    if any(fv(g) & (chain.sequences | chain.begins | chain.named.keys()) for g in chain.stages):
        raise NoLift("a hypothesis about a mechanism and laws of a chain together")
    if any(len({chain.places.get(f) for f in fv(g) & chain.families}) > 1 for g in chain.stages):
        raise NoLift("a hypothesis about mechanisms of several places together")


def flat(f: str) -> str:
    """The name of a family's member with one number; no name of a claim."""
    return f"{f}@"


def at_number(t: Tree, number: Tree, families: Names) -> Tree:
    """The tree with names for the members of families with this number; NoLift where there is another one."""
    if not compound(t):
        if t in families:
            raise NoLift(f"{shown(t)} itself")
        return t
    parts = [at_number(a, number, families) for a in t[1:]]
    if t[0] not in families:
        return node(t[0], *parts)
    if t[1] != number:
        raise NoLift(f"a member of {shown(t[0])} with another number")
    return node(flat(t[0]), *parts[1:])


def inputs_of(t: Tree, families: Names) -> set[str]:
    """The outcomes that are inputs of a family."""
    if not compound(t):
        return set()
    here = {t[1]} if t[0] in families else set()
    return here.union(*(inputs_of(a, families) for a in t[1:]))


def one_input(f: Tree, inputs: set[str], families: Names) -> None:
    """Refuse what is not supposed of each input by itself, before all else: there is one null set of inputs then."""
    if f[0] == "all" and f[1] in inputs:
        f = f[2]
    bound = {x for x in bound_names(f) if x in inputs}
    outputs = {
        x for g in applications(f) for x in (g[2:] if g[0] in families else g[1:]) if isinstance(x, str)
    }
    if bound or outputs & inputs:
        raise NoLift("inputs of mechanisms that are compared, or are chosen after a number")


def are_laws(facts: list[Tree], families: Names, space: Space) -> None:
    """NoLift where it is not supposed of each family that it has laws, or that it is one that has."""
    flatly = [g for f in facts for g in spread(f) or [f]]
    known: set[str | None] = {nonnegative_of(g) for g in flatly} & {
        total_of(g, space.sorts, space.name) for g in flatly
    }
    same = [pair for pair in map(one_function, flatly) if pair]
    for _ in families:
        known |= {f for pair in same if pair & known for f in pair}
    if families - known:
        raise NoLift(f"{', '.join(sorted(shown(f) for f in families - known))} need not be laws")


def one_function(f: Tree) -> set[str]:
    """The two functions of which a fact says that they are the same everywhere; none for another fact."""
    body, bound = said_for_all(f)
    if body[0] != "=" or not (applied(body[1]) and applied(body[2])) or body[1][1:] != body[2][1:]:
        return set()
    return (
        {body[1][0], body[2][0]} if free_application(body[1], bound) and {*body[1][1:]} == {*bound} else set()
    )


# ------------------------------------------------------------------------------------------------- conclusion
def put_members(t: Tree, named: dict[str, tuple[str, Tree]]) -> Tree:
    """The conclusion with members of sequences in place of laws that are named."""
    if not compound(t):
        return t
    if t[0] in named and len(t) == 2:
        sequence, number = named[t[0]]
        return node(sequence, number, t[1])
    return node(t[0], *(put_members(a, named) for a in t[1:]))


class Conclusion:
    """The statements about finitely many laws of the sequences; `tests` are those that are given, by their kinds."""

    def __init__(self, said: Tree, of_numbers: list[Tree], space: Space, chain: Chain) -> None:
        self.space, self.sequences = space, chain.sequences
        if Space(chain.first, space.sorts).met_by(said) and chain.first != chain.last:
            raise NoLift(f"a conclusion about {chain.first}")
        members = frozenset(map(flat, chain.sequences))
        sorts = {**space.sorts, LAST: "R", **dict.fromkeys(members, (space.name,))}
        whole = node("->", node("and", *of_numbers, ("<=", ZERO, ZERO)), said)
        self.cellwise = Partitions(whole, replace(space, sorts=sorts), chain.sequences | members)
        self.integrals: list[Tree] = []
        self.tests: dict[str, str] = {}
        self.known = of_numbers
        self.one_number = len(numbers_of(said, self.sequences)) == 1

    def fails_too(self, f: Tree, known: Names) -> None:
        """Refuse a conclusion that may fail, and hold for masses that are near; `known` are natural numbers."""
        h = f[0]
        if not self.space.met_by(f):
            return
        if h in ("and", "or"):
            for a in f[1:]:
                self.fails_too(a, known)
        elif h == "->":
            before = self.known
            for g in conjuncts(f[1]):
                self.supposed(g)
                self.known = [*self.known, *([] if self.space.met_by(g) else [g])]
            self.fails_too(f[2], known | naturals(f[1]))
            self.known = before  # what is supposed here is known here only
        elif h == "all":
            self.given(f, known)
        elif h in RELATIONS:
            self.relation(f, known)
        else:
            raise NoLift(f"{'some choice' if h == 'ex' else h} in a conclusion about a chain")

    def given(self, f: Tree, known: Names) -> None:
        """ "For all" in the conclusion: its value is given before partitions are chosen."""
        sort = self.space.sorts[f[1]]
        if sort == self.space.name:
            self.at_outcome(f[2], True, known)
        elif self.space.on(f[1]):
            self.tests[f[1]] = self.cellwise.kind(f)
            self.fails_too(f[2], known)
        elif sort == "R" or (isinstance(sort, tuple) and set(sort) == {"R"}):
            guards = [x for g in self.cellwise.guards(f) for x in above_one(g) if x == f[1]]
            self.cellwise.above |= frozenset(guards)
            self.fails_too(f[2], known)
        else:
            raise NoLift(f"{shown(f[1])} of another set")

    def supposed(self, f: Tree) -> None:
        """Refuse what is supposed in the conclusion, if it is about outcomes and no bound on the mass of a test."""
        if not self.space.met_by(f):
            return
        said = test_of(f)
        if said is not None and self.tests.get(said[0]) == said[1]:
            return
        if f[0] == "<=" and compound(f[1]) and f[1][0] == "sum" and not self.space.met_by(f[2]):
            parts = factors(f[1][2])
            tests = [
                a for a in parts if applied(a) and self.tests.get(a[0]) == "test" and a[1:] == (f[1][1],)
            ]
            laws = [a for a in parts if applied(a) and a[0] in self.sequences and a[2:] == (f[1][1],)]
            if len(parts) == 2 and len(tests) == len(laws) == 1:
                self.integrals.append(f[1])
                return
        raise NoLift("a hypothesis about outcomes in a conclusion about a chain")

    # --------------------------------------------------------------------------------------- sums and relations
    def flatly(self, t: Tree, known: Names) -> Tree:
        """A sum or condition with names for the members of sequences, all of which have one natural number."""
        found = numbers_of(t, self.sequences)
        if len(found) != 1 or not all(natural(n, known) for n in found.values()):
            raise NoLift("laws of a chain with several numbers, or with one that need not be natural")
        return at_number(t, next(iter(found.values())), self.sequences)

    def relation(self, f: Tree, known: Names) -> None:
        """A relation whose failure masses keep that are near."""
        sums = [s for side in f[1:] for s in self.cellwise.sums(side)]
        self.integrals += sums
        kinds = [self.kind(self.flatly(s, known)) for s in sums]
        if f[0] in ("<=", "=") and all(k == "continuous" for k in kinds) and all(map(self.continuous, f[1:])):
            return
        if f[0] == "<=" and len(sums) == 1 and self.one_number:
            side, other = (f[1], f[2]) if kinds == ["lower"] else (f[2], f[1])
            if side is sums[0] and kinds[0] in ("lower", "upper") and not self.space.met_by(other):
                return
        raise NoLift("a relation that masses which are near need not keep")

    def continuous(self, t: Tree) -> bool:
        """Whether a term depends continuously on the sums that it holds."""
        if not self.space.met_by(t) or (t[0] == "sum" and self.space.sorts[t[1]] == self.space.name):
            return True
        if t[0] == "/":
            return self.continuous(t[1]) and not self.space.met_by(t[2])
        return t[0] in ("+", "-", "*", "exp") and all(self.continuous(a) for a in t[1:])

    def kind(self, s: Tree) -> str:
        """Whether a sum is a continuous function of masses, or semicontinuous from one side: "lower", "upper"."""
        parts = [a for a in factors(s[2]) if self.cellwise.space.met_by(a)]
        tests = [a for a in parts if applied(a) and a[0] in self.tests]
        rest = [a for a in parts if a not in tests]
        if any(a[1:] != (s[1],) for a in tests):
            raise NoLift("a test at another outcome")
        if sum(self.tests[a[0]] == "test" for a in tests) <= 1 and len(rest) == 1 and self.linear(rest[0]):
            return "continuous"
        if not tests and len(rest) == 2 and rest[0][0] == "ind" and self.linear(rest[1]):
            return self.kind_of_part(rest[0][1], factors(s[2]), rest[1])
        if not tests and self.divergence(s):
            return "lower"
        raise NoLift("a sum that masses which are near need not keep")

    def divergence(self, s: Tree) -> bool:
        """Whether a sum is a divergence of two laws."""
        masses = pair_of(s[2], self.cellwise.above, self.cellwise.linear, self.cellwise.facts)
        return masses is not None and all(map(applied, masses))

    def linear(self, t: Tree) -> bool:
        """Whether a term is linear in the masses of laws, with numbers as coefficients."""
        return self.cellwise.linear(t) and self.cellwise.mass(t)

    def kind_of_part(self, condition: Tree, parts: list[Tree], mass: Tree) -> str:
        """The kind of a sum over the outputs of a condition: a hockey stick, a tail, or what is no tail."""
        relations = conjuncts(condition)
        if any(r[0] not in ("<", "<=") or not all(map(self.cellwise.linear, r[1:])) for r in relations):
            raise NoLift("a condition at an outcome that is not linear in the masses")
        if len(relations) == 1 and same(value(node("-", relations[0][2], relations[0][1])), value(mass)):
            return "continuous"
        kinds = {r[0] for r in relations}
        if len(kinds) == 1 and applied(mass) and len(parts) == 2:
            return "lower" if kinds == {"<"} else "upper"
        raise NoLift("a sum that masses which are near need not keep")

    # ----------------------------------------------------------------------------------- conditions at an outcome
    def at_outcome(self, f: Tree, positive: bool, known: Names) -> None:
        """Refuse a condition for all outcomes whose failure masses need not keep that are near and have the same zeros."""
        if not self.one_number:
            raise NoLift("conditions at outcomes of laws with several numbers")
        self.stable(self.flatly(f, known), positive)

    def stable(self, f: Tree, positive: bool) -> None:
        """The same, `positive` where the condition is to fail, and else where it is to hold."""
        h = f[0]
        if not self.cellwise.space.met_by(f):
            return
        if h in ("and", "or", "not", "->"):
            for k, a in enumerate(f[1:], 1):
                self.stable(a, positive if h in ("and", "or") or (h == "->" and k == 2) else not positive)
            return
        of_ratio = sides(f, self.cellwise.space.met_by, self.cellwise.linear)
        kept = of_ratio is not None and of_one_sign(of_ratio[1], self.is_law, self.known)
        if h not in RELATIONS or not (kept or all(map(self.cellwise.linear, f[1:]))):
            raise NoLift("a condition at an outcome that is not linear in the masses")
        zero = ZERO in f[1:] and all(applied(a) for a in f[1:] if a != ZERO)
        if not zero and (h == "<") == positive:
            raise NoLift("a condition at an outcome that masses which are near need not keep")

    def is_law(self, t: Tree) -> bool:
        """Whether a term is a mass."""
        return t[0] in self.cellwise.facts.laws


def numbers_of(t: Tree, sequences: Names) -> dict[str, Tree]:
    """The numbers of the members of sequences in a tree, by their text."""
    return {canon(a[1]): a[1] for a in applications(t) if a[0] in sequences}


__all__ = ["chain_of", "chains"]
