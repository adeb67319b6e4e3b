"""Every term of a printed step has a value where the step stands: what is needed, and what shows it.

The steps of a derivation are read once more, without any search (`dpsym.prove.lines.steps`).  What a term of a step needs may
rest on the hypotheses, on what is assumed where the step stands, and on the steps printed before it there: these are
lines that the kernel checked, and each of their terms has a value, as was shown before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from sympy import Basic
from sympy.logic.boolalg import Boolean

from dpsym.kernel import Refused, digest
from dpsym.kernel.terms import Sort, Tree, fv, names, tree
from dpsym.language import AnyOf, Cases, Have, Lt, Monotonic, Point, StatementError, Theorem, as_written
from dpsym.language.definedness import Guard, Need, Values, Walk, conjuncts, facing
from dpsym.language.expressions import ForAll, Implication
from dpsym.language.fingerprint import of_expression, of_statement, of_steps
from dpsym.language.steps import Line, Piece, in_text
from dpsym.language.steps import Step as Told
from dpsym.prove.definedness import values
from dpsym.prove.lines.steps import Leaf, Place, Reader, Step
from dpsym.prove.proof.script import Stuck
from dpsym.prove.statement import Statement, implication
from dpsym.prove.strategy import PLAIN, Effort
from dpsym.prove.workspace import Workspace

Term = Tree


@dataclass(frozen=True)
class StepNeed:
    """What one term of a step needs, and what may be supposed there.

    at         the place of the step in the order of the text
    need       the condition of the term
    closed     it under its guards, as the kernel reads it
    supposed   what may be supposed, for each part of the conclusion for which the steps are run: what is assumed around
               the step, and what was printed before it
    sig        the sorts of the names
    given      what a point has to satisfy to stand where the term does, as it is written; None where that is not a
               matter of a point: under a name that was given to a value, or in the derivation of a fact
    """

    at: int
    need: Need
    closed: Term
    supposed: tuple[tuple[Term, ...], ...]
    sig: Mapping[str, Sort]
    given: tuple[Boolean, ...] | None


class Scoped(Walk):
    """A walk that forgets, when a part of the text ends, what was supposed and asked in it."""

    def __init__(self, laws: Iterable[str]) -> None:
        super().__init__(laws)
        self.trail: list[Callable[[], object]] = []

    def suppose(self, f: Boolean) -> None:
        """Suppose a formula until the scope ends."""
        new = set(conjuncts(f)) - self.supposed
        self.supposed |= new
        self.trail.append(lambda: self.supposed.difference_update(new))

    def ask(self, term: Basic, condition: Boolean, rule: str, guards: tuple[Guard, ...]) -> None:
        """As the walk asks, noted so that the scope's end takes it back."""
        before = len(self.found)
        super().ask(term, condition, rule, guards)
        if len(self.found) > before:
            self.trail.append(self.asked[facing(condition)].pop)

    def back(self, mark: int) -> None:
        """Forget what was supposed and asked since the mark."""
        while len(self.trail) > mark:
            self.trail.pop()()


class Asking(Reader):
    """Reads the steps of one theorem for what their terms need."""

    def __init__(
        self, theorem: Theorem, statement: Statement, values_of: Values, unchecked: Iterable[int] = ()
    ) -> None:
        """`unchecked` has the places, in the order of the text, of the steps that no checked line states."""
        super().__init__(theorem, statement)
        self.theorem, self.needs = theorem, values_of
        self.places = {id(thing): k for k, thing in enumerate(in_text(self.steps))}
        self.unchecked = frozenset(unchecked)
        self.found: list[StepNeed] = []
        self.facts: list[Term] = []  # what was printed before, where it may be used
        self.pending: tuple[tuple[Basic, ...], frozenset[Basic]] = ((), frozenset())
        self.names: frozenset[Basic] = frozenset()  # that were given to values
        self.given: tuple[Boolean, ...] | None = (*theorem.domain, *theorem.given)
        self.here: Place | None = None
        self.last: tuple[object, Basic] | None = None
        self.scope = Scoped(theorem.laws)
        for f in (*theorem.domain, *theorem.given):
            self.scope.suppose(f)
        for n in values_of.needs:  # these are shown, in the statement
            if n.guards:
                self.scope.asked.setdefault(facing(n.condition), []).append(n.guards)
            else:
                self.scope.suppose(n.condition)
        claim: Basic = theorem.claim
        while isinstance(claim, ForAll | Implication):  # the names and hypotheses of a single conclusion
            if isinstance(claim, ForAll):
                for v in claim.args[0]:
                    for c in getattr(v, "conditions", ()):
                        self.scope.suppose(c)
            else:
                self.scope.suppose(claim.args[0])
                self.given = (*(self.given or ()), claim.args[0])
            claim = claim.args[1]

    @as_written()
    def read(self) -> list[Step]:
        """As a reader reads, with every expression as it is written."""
        return super().read()

    def walk(self, steps: tuple[Piece, ...], place: Place) -> None:
        """As a reader walks: what was supposed at the place, or printed there, is forgotten after it."""
        mark, facts, outer = len(self.scope.trail), len(self.facts), (self.here, self.given, self.names)
        self.here = place
        formulas, names = self.pending
        self.pending = ((), frozenset())
        self.names |= names
        for f in formulas:
            self.scope.suppose(f)
            if not names and self.given is not None:
                self.given = (*self.given, f)
        super().walk(steps, place)
        self.scope.back(mark)
        del self.facts[facts:]
        self.here, self.given, self.names = outer

    def supposing(self, *formulas: Basic, names: Iterable[Basic] = ()) -> None:
        """Keep the formulas for the next steps that are walked, which stand under them; `names` are given there."""
        self.pending = (formulas, frozenset(names))

    def have(self, step: Have, place: Place) -> None:
        """As a reader reads it; inside its own derivation the author's hypotheses are not taken for all that is given."""
        given, self.given = self.given, None if step.derivation else self.given
        super().have(step, place)
        self.given = given

    def rising(self, step: Monotonic, place: Place) -> None:
        """As a reader reads it; inside it the author's hypotheses are not taken for all that is given."""
        given, self.given = self.given, None
        super().rising(step, place)
        self.given = given

    def printed(self, step: Piece, place: Place, *things: Basic) -> None:
        """Note the need of each term of what the step prints, with what may be supposed at the place."""
        mark = len(self.scope.trail)
        for thing in things:
            of = self.scope.formula if isinstance(thing, Boolean) else self.scope.term
            for need in list(of(thing)):
                supposed = tuple(dict.fromkeys(self.supposed(place, branch[-1]) for branch in place.branches))
                if len(supposed) > 1:  # a step before this one may have a checked line for one part only
                    facts, self.facts = self.facts, []
                    supposed = tuple(dict.fromkeys(self.supposed(place, b[-1]) for b in place.branches))
                    self.facts = facts
                said = need.closed()
                given = self.given
                if given is not None and any(f.has(n) for f in (*given, said) for n in self.names):
                    given = None
                closed = tree(self.formula(said))
                self.found.append(StepNeed(self.places[id(step)], need, closed, supposed, self.tr.sig, given))
        if place is not self.here:  # under an assumption of its own
            self.scope.back(mark)
        self.last = (step, things[-1])

    def supposed(self, place: Place, leaf: Leaf) -> tuple[Term, ...]:
        """What may be supposed at a place; nothing about the outcomes that a definition binds."""
        said = (*place.assumed, *map(tree, leaf.supposed))
        return tuple(dict.fromkeys((*(h for h in said if not fv(h) & set(leaf.hidden)), *self.facts)))

    def note(
        self,
        step: Piece,
        place: Place,
        says: Term | Callable[[Leaf], Term | None],
        general: Iterable[str] = (),
        slope: tuple[str, Term, str] | None = None,
        under: tuple[Term, ...] = (),
    ) -> None:
        """As a reader notes it; what a checked line states is a fact for the steps after it."""
        super().note(step, place, says, general, slope, under)
        if callable(says) or slope is not None or self.places[id(step)] in self.unchecked:
            return
        for premise in reversed(under):  # which may be known here or not
            says = ("->", premise, says)
        self.facts.append(tree(says))
        if isinstance(step, Line | Have) and self.last is not None and self.last[0] is step:
            self.scope.suppose(self.last[1])


# ------------------------------------------------------------------------------------------------------ proofs
HEAVY = 60  # parts of a formula: a longer one seldom says that a term has a value, and makes the search long
BRIEF = 100_000  # steps of the kernel's arithmetic in a search on which little depends


def choices(found: StepNeed, supposed: tuple[Term, ...], whole: Statement) -> list[Statement]:
    """Statements of a need, under few hypotheses first."""
    about = fv(found.closed)
    numbers = {x for x in whole_names(supposed) if found.sig.get(x) in ("R", None)}
    tried: list[Statement] = []
    for keep in (
        lambda h: fv(h) <= about and size(h) <= HEAVY,
        lambda h: fv(h) <= about | numbers and size(h) <= HEAVY,
        lambda h: True,
    ):
        kept = tuple(h for h in supposed if keep(h) and h != found.closed)
        if not any(st.hypotheses == kept for st in tried):
            tried.append(stated(found, kept, whole))
    return tried


def stated(found: StepNeed, kept: tuple[Term, ...], whole: Statement) -> Statement:
    """The need under the kept hypotheses as a statement."""
    formula = implication(kept, found.closed)
    used = names(tree(formula))
    sets = dict(whole.sets)
    listed = {o for outcomes in sets.values() for o in outcomes}
    sig = {x: sort for x, sort in found.sig.items() if x in used or x in listed}
    return Statement(sig, kept, found.closed, formula, sets)


def whole_names(supposed: Iterable[Term]) -> frozenset[str]:
    """The names of which some formula speaks."""
    return frozenset().union(*map(fv, supposed))


def size(t: Term) -> int:
    """The number of parts of a formula."""
    return 1 + sum(map(size, t)) if isinstance(t, tuple) else 1


def proved(session: Workspace, theorem: Theorem, found: StepNeed, whole: Statement) -> str | None:
    """None where the kernel accepts a certificate of the need for each part of the conclusion; else what was tried."""
    for supposed in found.supposed:
        if found.closed in supposed:
            continue
        wanted = choices(found, supposed, whole)
        if any(known(session, theorem, st) for st in wanted):
            continue
        tried = searched(session, theorem, found, wanted)
        if tried is not None:
            return tried
    return None


def known(session: Workspace, theorem: Theorem, st: Statement) -> bool:
    """Whether the need was shown before, or a stored certificate shows it."""
    if values.shown_already(session, theorem, st) is not None:
        return True
    stored = session.kept(f"value-{st.digest}")
    if stored is None or not values.accepted(stored.get("certificate"), st, session, theorem):
        return False
    session.shown_values[st.digest] = stored["certificate"]
    return True


def signs(theorem: Theorem, found: StepNeed) -> Iterator[tuple[tuple[Told, ...], Effort]]:
    """The author's steps for values once more, after cases on the sign of a mass of which it is known that it is not 0."""
    for g in found.need.guards:
        if theorem.defined and isinstance(g.condition, AnyOf) and isinstance(g.condition.args[-1], Lt):
            yield (Cases(g.condition.args[-1]), *theorem.defined), PLAIN


def ways(
    theorem: Theorem, found: StepNeed, wanted: list[Statement]
) -> Iterator[tuple[Statement, tuple[Told, ...], Effort]]:
    """The statements of a need with the steps to try for each.  Where any value will do, only a point would be an objection: a
    proof saves no more than the search for one, and is looked for briefly."""
    if found.need.any_value:
        brief = PLAIN.within(BRIEF)
        yield from ((st, (), brief) for st in wanted)
        if theorem.defined:
            yield wanted[-1], theorem.defined, brief
        return
    for way in (values.first_ways, values.last_ways):
        for st in wanted:
            whole = st is wanted[-1] and way is values.first_ways
            yield from ((st, steps, effort) for steps, effort in way(theorem, found.need, whole=whole))
            if whole:
                yield from ((st, steps, effort) for steps, effort in signs(theorem, found))


def searched(session: Workspace, theorem: Theorem, found: StepNeed, wanted: list[Statement]) -> str | None:
    """None where a search shows the need; else what was tried."""
    tried = ""
    closed = found.need.closed()
    for st, steps, effort in ways(theorem, found, wanted):
        try:
            certificate = values.search(session, closed, st, steps, effort)
        except (Stuck, Refused, RecursionError, StatementError) as e:
            tried = tried or str(e)
            continue
        if values.accepted(certificate, st, session, theorem):
            session.shown_values[st.digest] = certificate
            session.store.put(f"value-{st.digest}", {"certificate": certificate})
            return None
    return tried or "nothing shows it"


def without_value(
    session: Workspace, theorem: Theorem, asking: Asking
) -> dict[int, tuple[StepNeed, Point | None, str]]:
    """The steps of which some term is not shown to have a value, by their places in the text: the need, a point of the
    hypotheses at which it fails if one is found, and what was tried."""
    open_at: dict[int, tuple[StepNeed, Point | None, str]] = {}
    undecided: set[int] = set()  # steps with a term of which nothing is known, and any value will do
    for found in asking.found:
        if found.at in open_at or (found.at in undecided and found.need.any_value):
            continue
        nothing = nowhere_kept(session, theorem, found) if found.need.any_value else ""
        if nothing and session.came_to_nothing(nothing):
            undecided.add(found.at)
            continue
        tried = proved(session, theorem, found, asking.statement)
        if tried is not None:
            point = against(session, theorem, asking.needs, found)
            if nothing and point is None:
                session.note_nothing(nothing)
                undecided.add(found.at)
                continue
            open_at[found.at] = (found, point, tried)
    return open_at


def nowhere_kept(session: Workspace, theorem: Theorem, found: StepNeed) -> str:
    """Where it is kept that a need of a step was neither shown nor refuted, which is no objection where any value will do."""
    steps = of_steps(theorem.defined, session.store_key(theorem), session.key)
    said = [found.at, of_statement(theorem), steps, of_expression(found.need.closed())]
    return f"nothing-value-{digest(said)}"


def against(session: Workspace, theorem: Theorem, of: Values, found: StepNeed) -> Point | None:
    """A point at which the step stands and the term has no value, as the kernel confirms; or None."""
    if found.given is None or len(found.supposed) > 1:
        return None
    return values.against(session, theorem, of, found.need, found.given)
