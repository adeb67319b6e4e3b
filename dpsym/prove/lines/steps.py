"""What each step of a derivation says, under which assumptions, and whether a line that the kernel checked says so.

The author's steps are read once more, without any search: each becomes the formulas that it states and what may be
assumed where it stands.  A line of a checked certificate states such a formula when its goal has the key of the formula
and it rests on no other hypotheses.  Nothing but the theorem and the kernel's lines is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import singledispatchmethod
from itertools import product

from sympy import Basic, Symbol
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.kernel import Checker, Refused
from dpsym.kernel.analysis import diff
from dpsym.kernel.normal import Key
from dpsym.kernel.terms import Json, Tree, fv, names, need, subst, tree
from dpsym.language import (
    ArgMin,
    Cases,
    Chain,
    Exhibit,
    Have,
    Induction,
    Let,
    Monotonic,
    Obtain,
    Outcome,
    Parameter,
    Specialise,
    Theorem,
    swaps_of,
)
from dpsym.language.definedness import negation
from dpsym.language.expressions import ForAll
from dpsym.language.steps import Piece, distinct, in_text
from dpsym.language.terms import Translation, kernel_name
from dpsym.prove.lines.dependencies import rests_on
from dpsym.prove.proof.script import rested_on
from dpsym.prove.statement import Statement
from dpsym.prove.verdict import NOT_CHECKED, LineVerdict

Term = Tree
ZERO, ONE = Fraction(0), Fraction(1)
FALSE: Term = tree(("<", ZERO, ZERO))


def prefix(formula: Term) -> list[str]:
    """The names over which a formula quantifies at its head, and under what they suppose."""
    found: list[str] = []
    while isinstance(formula, tuple) and formula[0] in ("all", "->"):
        found += [formula[1]] if formula[0] == "all" else []
        formula = formula[2]
    return found


# ------------------------------------------------------------------------------------------ what a step says
@dataclass(frozen=True)
class Leaf:
    """A part of the conclusion for which the steps are run: what it supposes, what it says, and the names of outcomes
    that its definition binds, which are no names of the author's."""

    supposed: tuple[Term, ...]
    goal: Term
    hidden: tuple[str, ...] = ()


Branch = tuple[Leaf, ...]  # what is left of the conclusion on the way down to one of its parts


@dataclass(frozen=True)
class Place:
    """Where a step stands: what the steps around it assume, and the parts of the conclusion, for each of which it has to
    hold under what that part supposes."""

    assumed: tuple[Term, ...]
    branches: tuple[Branch, ...]

    def under(self, *more: Term) -> Place:
        """The same place under more assumptions."""
        return replace(self, assumed=(*self.assumed, *map(tree, more)))

    def towards(self, goals: Callable[[Leaf], Iterable[Leaf]]) -> Place:
        """The same place with other goals; a branch that has none keeps its own."""
        found = ((tuple(x for leaf in branch for x in goals(leaf)), branch) for branch in self.branches)
        return replace(self, branches=tuple(new or old for new, old in found))


@dataclass(frozen=True)
class Part:
    """One formula that a step states at a place: a fixed one, or one that depends on the part of the conclusion.

    `slope` stands for the sign of a derivative, which the kernel computes: (relation, function, name).
    """

    place: Place
    says: Callable[[Leaf], Term | None]
    moves: bool = False  # whether it depends on the part of the conclusion
    general: frozenset[str] = frozenset()  # outcomes for all of which it may be stated
    slope: tuple[str, Term, str] | None = None
    under: tuple[Term, ...] = ()  # premises under which it may be stated as well: the step supposes them


@dataclass
class Step:
    """A step of the text with everything that it states, once for each case in which it stands."""

    thing: Piece
    reason: str
    parts: list[Part]


def instance_value(
    term: Callable[[Basic], Term], formula: Callable[[Basic], Term], variable: Basic, value: Basic
) -> tuple[str, Term]:
    """Name and kernel value for an instance: a real, an outcome, or an event (as an indicator function)."""
    if isinstance(variable, AppliedUndef):
        name = kernel_name(variable.func.__name__)
        outcomes = [term(o) for o in variable.args]
        if isinstance(value, Boolean) and not isinstance(value, Symbol):  # a symbol is both
            return name, ("lam", *outcomes, ("ind", formula(value)))
        if isinstance(value, AppliedUndef) and value.args == variable.args:
            return name, term(value)[0]
        return name, ("lam", *outcomes, term(value))
    name = variable.name if isinstance(variable, Parameter | Outcome) else str(variable)
    return kernel_name(name), term(value)


class Reader:
    """Reads the steps of one theorem: what each states, and where."""

    def __init__(self, theorem: Theorem, statement: Statement) -> None:
        self.steps, self.statement = distinct(theorem.derivation), statement
        self.tr = Translation()
        self.tr.sig = dict(statement.sig)
        self.authored = {
            v.name for f in theorem.claim.atoms(ForAll) for v in f.args[0] if isinstance(v, Outcome)
        }
        swaps = swaps_of(*theorem.given, theorem.claim)
        self.swap = {k: v for k, v in swaps.items() if k in self.tr.sig and v in self.tr.sig}
        self.parts: dict[int, list[Part]] = {}

    # ------------------------------------------------------------------------------------------ translation
    def term(self, e: Basic) -> Term:
        """The kernel term of an expression, with listed masses put in."""
        return self._with_masses(self.tr.term(e))

    def formula(self, f: Basic) -> Term:
        """The kernel formula of a condition, with listed masses put in."""
        return self._with_masses(self.tr.formula(f))

    def _with_masses(self, t: Term) -> Term:
        t = tree(t)
        masses = {k: v for k, v in self.statement.masses.items() if k in fv(t)}
        return subst(t, masses) if masses else t

    def values(self, at: Iterable[tuple[Basic, Basic]]) -> dict[str, Term]:
        """Names and kernel values of what is put in for names."""
        return dict(instance_value(self.term, self.formula, k, v) for k, v in at)

    # ------------------------------------------------------------------------------------------------ places
    def read(self) -> list[Step]:
        """Every step in the order of the text with what it states."""
        hypotheses = self.statement.hypotheses
        whole = (("and", *hypotheses),) if len(hypotheses) > 1 else ()
        conclusion = tree(self.statement.conclusion)
        start = Place((), ()).under(*whole, *hypotheses)
        branches = self.branches(Leaf((), conclusion), (*start.assumed, conclusion))
        self.walk(self.steps, replace(start, branches=tuple(branches)))
        return [Step(thing, thing.reason, self.parts.get(id(thing), [])) for thing in in_text(self.steps)]

    def branches(self, leaf: Leaf, taken: tuple[Term, ...]) -> Iterator[Branch]:
        """The ways down to the parts of the conclusion: its quantifiers and hypotheses are introduced one by one."""
        inner = self.introduced(leaf, taken, True)
        if leaf.goal[0] == "and":
            for part in leaf.goal[1:]:
                yield from ((leaf, *way) for way in self.branches(replace(leaf, goal=part), taken))
        elif inner is None:
            yield (leaf,)
        else:
            yield from ((leaf, *way) for way in self.branches(inner, taken))

    def opened(self, leaf: Leaf, taken: tuple[Term, ...]) -> Iterator[Leaf]:
        """The formula, and what is left of it when its quantifiers and hypotheses are introduced one by one."""
        inner: Leaf | None = leaf
        while inner is not None:
            yield inner
            inner = self.introduced(inner, taken, False)

    def introduced(self, leaf: Leaf, taken: tuple[Term, ...], hides: bool) -> Leaf | None:
        """The formula without its first quantifier or hypothesis; None where it has none, or where the name that it
        binds stands for another thing in what is taken."""
        goal = leaf.goal
        if goal[0] == "->":
            return Leaf((*leaf.supposed, goal[1]), goal[2], leaf.hidden)
        if goal[0] != "all":
            return None
        name = goal[1]
        if any(name in fv(h) for h in (*taken, *leaf.supposed)):
            return None
        sort = self.tr.sig.get(name)
        if hides and isinstance(sort, str) and sort != "R" and name not in self.authored:
            return Leaf(leaf.supposed, goal[2], (*leaf.hidden, name))
        return replace(leaf, goal=goal[2])

    # ------------------------------------------------------------------------------------------------- steps
    def printed(self, step: Piece, place: Place, *things: Basic) -> None:
        """What the text of a step shows, where it is shown; for readers that ask more of it than what it says."""

    def supposing(self, *formulas: Basic, names: Iterable[Basic] = ()) -> None:
        """What the steps that are read next may assume, as it is written, and the names that are given for it."""

    def note(
        self,
        step: Piece,
        place: Place,
        says: Term | Callable[[Leaf], Term | None],
        general: Iterable[str] = (),
        slope: tuple[str, Term, str] | None = None,
        under: tuple[Term, ...] = (),
    ) -> None:
        """Remember what a step states at a place."""
        if not callable(says):
            stated = tree(says)
        fixed = says if callable(says) else lambda leaf: stated
        self.parts.setdefault(id(step), []).append(
            Part(place, fixed, callable(says), frozenset(general), slope, under)
        )

    def walk(self, steps: tuple[Piece, ...], place: Place) -> None:
        """The steps one after the other: what a name or a case adds holds for all that follow."""
        if steps:
            self.step(steps[0], steps[1:], place)

    @singledispatchmethod
    def step(self, step: Piece, rest: tuple[Piece, ...], place: Place) -> None:  # noqa: ARG002
        """One step, and the rest of them where it leads."""
        raise TypeError(f"not a step: {step!r}")

    @step.register
    def _(self, step: Chain, rest: tuple[Piece, ...], place: Place) -> None:
        for line, relation in zip(step.lines, step.relations(), strict=True):
            self.printed(line, place, relation)
            self.note(line, place, self.formula(relation), outcomes_of(relation))
        self.walk(rest, place)

    @step.register
    def _(self, step: Have, rest: tuple[Piece, ...], place: Place) -> None:
        self.have(step, place)
        self.walk(rest, place)

    @step.register
    def _(self, step: Specialise, rest: tuple[Piece, ...], place: Place) -> None:
        values = self.values(step.at)
        self.printed(step, place, step.of, *(v for _, v in step.at))
        for premises, fact in self.instances(self.formula(step.of), values):
            self.note(step, place, fact, under=premises)
        self.walk(rest, place)

    @step.register
    def _(self, step: Monotonic, rest: tuple[Piece, ...], place: Place) -> None:
        self.rising(step, place)
        self.walk(rest, place)

    @step.register
    def _(self, step: Cases, rest: tuple[Piece, ...], place: Place) -> None:
        on = self.formula(step.on)
        self.printed(step, place, step.on)
        self.note(step, place, lambda leaf: leaf.goal)
        self.supposing(step.on)
        self.walk((*step.then, *rest), place.under(on))
        self.supposing(negation(step.on))
        self.walk((*step.otherwise, *rest), place.under(("not", on)))

    @step.register
    def _(self, step: ArgMin, rest: tuple[Piece, ...], place: Place) -> None:
        name, running = self.term(step.outcome), self.term(step.running)
        t = self.term(step.minimises)
        self.printed(step, place, step.minimises)
        least = ("all", running, ("<=", t, subst(t, {name: running})))
        self.note(step, place, ("ex", name, least))
        self.supposing(names=(step.outcome,))
        self.walk(rest, place.under(least))

    @step.register
    def _(self, step: Obtain, rest: tuple[Piece, ...], place: Place) -> None:
        exists = self.formula(step.exists)
        self.printed(step, place, step.exists)
        self.note(step, place, exists)
        named = step.exists.args[0]
        domains = (c for v in named for c in getattr(v, "conditions", ()))
        self.supposing(*domains, step.exists.args[1], names=named)
        self.walk(rest, place.under(*bodies(exists, len(step.exists.args[0]))))

    @step.register
    def _(self, step: Let, rest: tuple[Piece, ...], place: Place) -> None:
        if isinstance(step.name, AppliedUndef):
            self.term(step.name)  # declares the function
        ((name, value),) = self.values([(step.name, step.value)]).items()
        properties = [self.formula(h) for h in step.having]
        self.printed(step, place, step.value)
        for h in properties:
            self.note(step, place, subst(h, {name: value}))
        inside = place
        for h, printed in zip(properties, step.having, strict=True):
            self.printed(step, inside, printed)
            inside = inside.under(h)
        self.supposing(*step.having, names=(step.name,))
        self.walk(rest, place.under(*properties, *([("and", *properties)] if len(properties) > 1 else [])))

    @step.register
    def _(self, step: Exhibit, rest: tuple[Piece, ...], place: Place) -> None:
        values = self.values(step.values)
        self.printed(step, place, *(v for _, v in step.values))
        self.note(step, place, lambda leaf: chosen(leaf.goal, values))
        self.walk(rest, place.towards(lambda leaf: self.choices(leaf, values)))

    def instances(self, formula: Term, values: Mapping[str, Term]) -> list[tuple[tuple[Term, ...], Term]]:
        """The parts of a formula "for all ..." read at the values, each with what it supposes of them."""
        if formula[0] == "and":
            return [found for part in formula[1:] for found in self.instances(part, values)]
        if formula[0] == "all" and formula[1] in values:
            rest = {k: v for k, v in values.items() if k != formula[1]}
            value = values[formula[1]]
            said, put = self.renamed(formula[2], fv(tree(value))), rest
            for old, new in zip(prefix(formula[2]), prefix(said), strict=True):
                put = {new if k == old else k: v for k, v in put.items()}
            inner = subst(said, {formula[1]: value})
            premises: tuple[Term, ...] = ()
            if inner[0] == "->":
                # a number lies in the domain of its name: else it could not be put in
                premises = () if self.tr.sig[formula[1]] == "R" else (tree(inner[1]),)
                inner = inner[2]
            found = self.instances(inner, put) if put else [((), inner)]
            return [((*premises, *more), fact) for more, fact in found]
        return []

    def renamed(self, t: Term, taken: frozenset[str]) -> Term:
        """The same formula without the taken names among those that it binds."""
        if not isinstance(t, tuple):
            return t
        if t[0] in ("all", "ex", "sum") and t[1] in taken:
            new, sort = f"{t[1]}'", self.tr.sig[t[1]]
            while self.tr.sig.setdefault(new, sort) != sort or new in taken or new in names(tree(t)):
                new += "'"
            return (t[0], new, self.renamed(subst(t[2], {t[1]: new}), taken))
        return (t[0], *(a if isinstance(a, str) else self.renamed(a, taken) for a in t[1:]))

    def choices(self, leaf: Leaf, values: Mapping[str, Term]) -> Iterator[Leaf]:
        """The parts of the conclusion that are left when values are exhibited."""
        body = chosen(leaf.goal, values)
        if body is not None:
            stack = [body]
            while stack:
                goal = stack.pop()
                yield replace(leaf, goal=goal)
                stack += goal[1:] if goal[0] == "and" else ()

    def have(self, step: Have, place: Place) -> None:
        """A fact, and the steps of its own."""
        fact = self.formula(step.fact)
        self.printed(step, place, step.fact)
        self.note(step, place, fact, outcomes_of(step.fact))
        if not step.derivation:
            return
        inside = place.towards(lambda leaf: self.opened(replace(leaf, goal=fact), place.assumed))
        first = step.derivation[0]
        if isinstance(first, Induction):
            self.induction(first, place, fact)
        else:
            self.walk(step.derivation, inside)

    def induction(self, step: Induction, place: Place, fact: Term) -> None:
        """The fact about every natural number, with what goes before its quantifier introduced."""
        k = self.term(step.over)
        for leaf in self.opened(Leaf((), fact), place.assumed):
            goal = leaf.goal
            if goal[:2] == ("all", k) and goal[2][:2] == ("->", ("nat", k)):
                break
        else:
            return
        outer = place.under(*leaf.supposed)
        self.note(step, outer, goal)
        about = goal[2][2]

        def towards(at: Place, value: Term) -> Place:
            wanted = subst(about, {k: value})
            return at.towards(lambda leaf: self.opened(replace(leaf, goal=wanted), at.assumed))

        self.walk(step.first, towards(outer, ZERO))
        self.walk(step.then, towards(outer.under(("nat", k), about), ("+", k, ONE)))

    def rising(self, step: Monotonic, place: Place) -> None:
        """That a function rises, and the steps that show the sign of its derivative."""
        relation = "<" if step.strictly else "<="
        z = self.term(step.variable)
        f, low, high = (self.term(e) for e in (step.function, step.low, step.high))
        between = place.under(("<", low, z), ("<", z, high))
        self.printed(step, place, step.low, step.high)
        self.printed(step, between, step.function)
        self.note(step, place, (relation, subst(f, {z: low}), subst(f, {z: high})))
        self.note(step, between, FALSE, slope=(relation, f, z))
        self.walk(step.then, between)


def outcomes_of(thing: Basic) -> list[str]:
    """The outcomes that are free in an expression, as the kernel names them."""
    return [kernel_name(o.name) for o in thing.free_symbols if isinstance(o, Outcome)]


def bodies(exists: Term, count: int) -> list[Term]:
    """What is assumed of values that exist, name after name."""
    found = []
    for _ in range(count):
        body = exists[2]
        found.append(body)
        exists = body if body[0] == "ex" else body[-1]
    return found


def chosen(goal: Term, values: Mapping[str, Term]) -> Term | None:
    """What an existence statement says of the values; None where it speaks of other names."""
    while values:
        if goal[0] == "and":  # the domain of a name before the names that are left
            goal = goal[-1]
        elif goal[0] == "ex" and goal[1] in values:
            name = goal[1]
            try:
                goal = subst(goal[2], {name: values[name]})
            except Refused:  # a bound name would capture one of the value's
                return None
            values = {k: v for k, v in values.items() if k != name}
        else:
            return None
    return goal


# ------------------------------------------------------------------------------------ what the kernel checked
class Record:
    """The lines of a checker, and which of them state a part of a step."""

    def __init__(self, checker: Checker, reader: Reader) -> None:
        """The sorts of all names in the steps are compared: a name means the same here and there, or nothing counts."""
        sig = reader.tr.sig
        self.checker, self.known, self.swap = checker, frozenset(sig), reader.swap
        for name, sort in sig.items():
            if name not in checker.c.sig:
                checker.declare(name, sort)
            need(checker.c.sig[name] == sort, f"{name} has another sort in the certificate")
        self._keys: dict[Term, Key] = {}
        self._allowed: dict[tuple, frozenset[Key]] = {}
        self._wanted: dict[tuple, Key | None] = {}
        self._branches: dict[int, list[list[Leaf]]] = {}

    def key(self, formula: Term) -> Key:
        """A formula's normal form, found once."""
        found = self._keys.get(formula)
        if found is None:
            found = self._keys[formula] = self.checker.c.key(formula)
        return found

    def branches(self, place: Place) -> list[list[Leaf]]:
        """The branches of a place, those together that suppose the same, also where it is the same with the laws
        exchanged: one proof is written for both."""
        found = self._branches.get(id(place))
        if found is None:
            kept: list[tuple[frozenset[Key], list[Leaf]]] = []
            for branch in place.branches:
                supposed = [tree(h) for h in branch[-1].supposed]
                same = frozenset(map(self.key, supposed))
                other = frozenset(self.key(h) for h in map(self.exchanged, supposed))
                for keys, leaves in kept:
                    if keys in (same, other):
                        leaves.extend(branch)
                        break
                else:
                    kept.append((same, list(branch)))
            found = self._branches[id(place)] = [leaves for _, leaves in kept]
        return found

    def exchanged(self, formula: Term) -> Term:
        """The formula with the laws exchanged, or as it is where that cannot be written."""
        try:
            return subst(formula, {k: v for k, v in self.swap.items() if k in fv(formula)})
        except Refused:
            return formula

    def asked(self, part: Part) -> list[list[Leaf]]:
        """The branches for which the part says something."""
        if not part.moves:
            return self.branches(part.place)
        found = [
            [leaf for leaf in leaves if part.says(leaf) is not None] for leaves in self.branches(part.place)
        ]
        return [leaves for leaves in found if leaves]

    def states(self, number: int, part: Part, leaves: Iterable[Leaf]) -> bool:
        """Whether the line states the part for one of the leaves, or that its place cannot occur, and rests on nothing
        else than what may be assumed there."""
        if not 0 <= number < len(self.checker.lines):
            return False
        try:
            return any(self._states(number, part, leaf) for leaf in leaves)
        except (Refused, KeyError, TypeError, ValueError, IndexError, RecursionError):
            return False  # no formula here: it states nothing

    def _states(self, number: int, part: Part, leaf: Leaf) -> bool:
        line = self.checker.lines[number]
        hidden = leaf.hidden
        if not hidden:
            return line.hyps.keys() <= self.allowed(part.place, leaf) and self._says(
                line.goal, part, leaf, {}
            )
        # a hidden name is a new one in the certificate, or the line does not speak of it
        new = frozenset().union(fv(line.goal), *map(fv, line.hyps.values())) - self.known
        sorts = self.checker.c.sig
        for named in product(*([None, *(n for n in sorted(new) if sorts[n] == sorts[h])] for h in hidden)):
            m = dict(zip(hidden, named, strict=True))
            used = [n for n in named if n is not None]
            if len(set(used)) < len(used):
                continue
            if line.hyps.keys() <= self.allowed(part.place, leaf, m) and self._says(line.goal, part, leaf, m):
                return True
        return False

    def allowed(
        self, place: Place, leaf: Leaf, hidden: Mapping[str, str | None] | None = None
    ) -> frozenset[Key]:
        """The keys of what may be assumed at the place; what speaks of a hidden name without a new one is left out."""
        mark = (place.assumed, leaf.supposed, tuple((hidden or {}).items()))
        found = self._allowed.get(mark)
        if found is None:
            assumed = [under_names(h, hidden or {}) for h in (*place.assumed, *leaf.supposed)]
            found = self._allowed[mark] = frozenset(self.key(h) for h in assumed if h is not None)
        return found

    def _says(self, goal: Term, part: Part, leaf: Leaf, hidden: Mapping[str, str | None]) -> bool:
        if self.key(goal) == self.key(FALSE):  # this place cannot occur
            return True
        if part.slope is not None:
            relation, f, z = part.slope
            if goal[0] not in ("<=", "<", "="):
                return False
            kind, poly = self.checker.c.rel(goal)
            strong = kind == "gt" or (kind == "ge" and relation == "<=")
            return strong and poly == diff(self.checker, self.checker.c.nf(f), z)
        mark = (id(part), id(leaf), tuple(hidden.items()))
        if mark not in self._wanted:
            says = part.says(leaf)
            says = None if says is None else under_names(tree(says), hidden)
            self._wanted[mark] = None if says is None else self.key(says)
        wanted = self._wanted[mark]
        if wanted is None:
            return False
        for premise in part.under:  # the instance of "if A, then B", where A is not known
            named = under_names(premise, hidden)
            if goal[0] == "->" and named is not None and self.key(goal[1]) == self.key(named):
                goal = goal[2]
        if self.key(goal) == wanted:
            return True
        while goal[0] == "all" and goal[1] in part.general:  # for every outcome
            goal = goal[2]
            if self.key(goal) == wanted:
                return True
        return False


def under_names(t: Term, hidden: Mapping[str, str | None]) -> Term | None:
    """The formula with new names for the hidden ones; None where it speaks of one that has none."""
    met = fv(t) & hidden.keys()
    if not met:
        return t
    if any(hidden[h] is None for h in met):
        return None
    return subst(t, {h: hidden[h] for h in met})


def stating(record: Record, step: Step, candidates: Iterable[object]) -> list[int] | None:
    """Lines among the candidates that state every part of the step for each part of the conclusion; None where there are
    none, or where the step stands at no place."""
    numbers = list(dict.fromkeys(c for c in candidates if type(c) is int))
    found: list[int] = []
    for part in step.parts:
        asked = record.asked(part)
        for leaves in asked:
            own = next((n for n in numbers if record.states(n, part, leaves)), None)
            if own is None:
                return None
            found.append(own)
        if not asked:
            return None
    return list(dict.fromkeys(found)) if step.parts else None


def reports(
    theorem: Theorem,
    statement: Statement,
    checker: Checker,
    numbers: object,
    reader: Reader | None = None,
    lines_of: Sequence[Json] = (),
) -> tuple[LineVerdict, ...]:
    """The verdict on each step of the theorem in the order of the text, by the lines that the kernel checked; `lines_of` the
    certificate tell what a step rests on.

    `numbers` says for each step which lines to look at, and may say anything: what they state is decided here.  A step
    that they do not state is looked for among all lines.
    """
    reader = Reader(theorem, statement) if reader is None else reader
    steps = reader.read()
    record = Record(checker, reader)
    listed = numbers if isinstance(numbers, list) and len(numbers) == len(steps) else [()] * len(steps)
    own: list[list[int] | None] = []
    for step, said in zip(steps, listed, strict=True):
        lines = stating(record, step, said if isinstance(said, list) else ())
        own.append(lines if lines is not None else stating(record, step, range(len(checker.lines))))
    used = rests_on(own, lines_of, checker) if lines_of else ((),) * len(own)
    return tuple(
        LineVerdict(NOT_CHECKED if lines is None else "proved", said_method(step.thing), uses=uses)
        for step, lines, uses in zip(steps, own, used, strict=True)
    )


def said_method(thing: Piece) -> str:
    """How the author says that a line is shown, in words; empty where nothing is said."""
    return f"by {thing.method}" if thing.method else ""


def lines_needed(certificate: Json | None) -> list[Json]:
    """The lines of a certificate on which its claim rests: others state steps of the text."""
    lines = (certificate or {}).get("lines", [])
    needed = rested_on(lambda k: lines[k].get("from", ()), [len(lines) - 1] if lines else [])
    return [lines[k] for k in sorted(needed)]
