"""The steps of a derivation: what each states, which theorems it uses, and the steps inside it.

Steps are frozen values, built by the functions of this file, which refuse what is no step in plain words and prove
nothing.  Each kind of step answers for itself, so that the prover, the page and the reports need one case a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import sympy
from sympy import Basic, Expr
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.language.errors import StatementError
from dpsym.language.expressions import Exists, Number, Outcome, Parameter, as_written, condition, exact
from dpsym.language.statements import Derivation, Line, Piece, Step, Theorem, Use, steps_of

METHODS = ("arithmetic", "calculus", "integrality", "enclosure")  # how a line may say that it is shown
STRENGTH = ("=", "<=", ">=", "<", ">")
RELATION: dict[str, type[Relational]] = {
    "=": sympy.Eq,
    "<=": sympy.Le,
    "<": sympy.Lt,
    ">=": sympy.Ge,
    ">": sympy.Gt,
}


By: TypeAlias = "Theorem | Use | Sequence[Theorem | Use] | None"  # the theorems that show a step
Split: TypeAlias = "Iterable[Boolean]"  # conditions that a step distinguishes, or facts that help it


def _uses(by: By) -> tuple[Use, ...]:
    items = by if isinstance(by, tuple | list) else (by,) if by is not None else ()
    found = []
    for item in items:
        use = Use(item) if isinstance(item, Theorem) else item
        if not isinstance(use, Use):
            raise StatementError(f"by= takes theorems (imported objects), not {item!r}")
        found.append(use)
    return tuple(found)


def _method(word: str) -> str:
    """The word for how a line is shown; StatementError where it is none of METHODS."""
    if word and word not in METHODS:
        raise StatementError(f"method={word!r} is not known; a line is shown by {', '.join(METHODS)}")
    return word


def in_text(steps: Iterable[Step]) -> Iterator[Piece]:
    """The steps and the lines of chains in the order of the text; steps inside a step follow it."""
    for step in steps:
        yield from step.pieces()
        yield from in_text(step.inner())


def number_of_steps(steps: Iterable[Step]) -> int:
    """The steps of a derivation, each line of a chain counted, and those inside steps."""
    return sum(1 for _ in in_text(steps))


def used_in(steps: Iterable[Step]) -> list[Use]:
    """The uses of theorems in the steps, in the order of the text."""
    return [use for piece in in_text(steps) for use in piece.uses()]


def distinct(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The same steps as objects of which no two are one: a step may be written once and stand at two places."""
    every = [id(piece) for piece in in_text(steps)]
    return steps if len(set(every)) == len(every) else tuple(map(_copied, steps))


def _copied(step: Step) -> Step:
    return step.changed(_copied)


def selected(steps: tuple[Step, ...], keep: Callable[[Piece], bool]) -> tuple[Step, ...]:
    """Those of the steps that are kept, with what is kept inside them; see `Step.selected`."""
    found = [step.selected(keep) for step in steps]
    return tuple(step for step in found if step is not None)


# ---------------------------------------------------------------------------------------------- kinds of steps
@dataclass(frozen=True)
class Chain(Step):
    """A derivation as it stands on the page: `Chain(a).le(b, "why").eq(c, "why")`.

    Each line is one obligation.  `by=` names the theorems it uses, `split=` conditions on which to distinguish cases,
    `hints=` further relations or squares the search should consider (they are proved or checked, never assumed),
    `method=` the one way in which it is to be shown (a word of METHODS), which the page prints beside the reason.
    """

    start: Expr
    lines: tuple[Line, ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "start", exact(self.start, "a chain"))

    def _then(self, relation: str, right: Number, reason: str, how: tuple[By, Split, Split, str]) -> Chain:
        by, split, hints, method = how
        right = exact(right, "a chain")
        line = Line(relation, right, reason, _uses(by), tuple(split), tuple(hints), _method(method))
        return Chain(self.start, (*self.lines, line), self.label)

    def eq(
        self, right: Number, reason: str = "", *, by: By = None, split: Split = (), hints: Split = (), method: str = ""
    ) -> Chain:  # fmt: skip
        """... = right."""
        return self._then("=", right, reason, (by, split, hints, method))

    def le(
        self, right: Number, reason: str = "", *, by: By = None, split: Split = (), hints: Split = (), method: str = ""
    ) -> Chain:  # fmt: skip
        """... <= right."""
        return self._then("<=", right, reason, (by, split, hints, method))

    def lt(
        self, right: Number, reason: str = "", *, by: By = None, split: Split = (), hints: Split = (), method: str = ""
    ) -> Chain:  # fmt: skip
        """... < right."""
        return self._then("<", right, reason, (by, split, hints, method))

    def ge(
        self, right: Number, reason: str = "", *, by: By = None, split: Split = (), hints: Split = (), method: str = ""
    ) -> Chain:  # fmt: skip
        """... >= right."""
        return self._then(">=", right, reason, (by, split, hints, method))

    def gt(
        self, right: Number, reason: str = "", *, by: By = None, split: Split = (), hints: Split = (), method: str = ""
    ) -> Chain:  # fmt: skip
        """... > right."""
        return self._then(">", right, reason, (by, split, hints, method))

    @property
    def conclusion(self) -> Relational:
        """The relation between the two ends; refused when the lines point in opposite directions."""
        kinds = {line.relation for line in self.lines}
        if kinds & {"<=", "<"} and kinds & {">=", ">"}:
            raise StatementError("a chain mixes <= with >=: its ends are not related by it")
        if not self.lines:
            raise StatementError("a chain needs at least one line")
        strongest = next((r for r in (">", "<", ">=", "<=") if r in kinds), "=")
        with as_written():
            return RELATION[strongest](self.start, self.lines[-1].right)

    def check(self) -> None:
        """StatementError where its ends are not related by it."""
        _ = self.conclusion

    def pieces(self) -> tuple[Piece, ...]:
        """Its lines."""
        return self.lines

    def relations(self) -> tuple[Relational, ...]:
        """The relation of each line, from what stands before it to what it states."""
        lefts = (self.start, *(line.right for line in self.lines))
        with as_written():
            return tuple(
                RELATION[line.relation](left, line.right)
                for left, line in zip(lefts, self.lines, strict=False)
            )

    def changed(self, change: Callable[[Step], Step]) -> Chain:  # noqa: ARG002
        """With copies of its lines."""
        return replace(self, lines=tuple(replace(line) for line in self.lines))

    def selected(self, keep: Callable[[Piece], bool]) -> Chain | None:
        """A line that stays relates to the one that stays before it, as strongly as those between did."""
        lines: list[Line] = []
        between: list[str] = []
        for line in self.lines:
            between.append(line.relation)
            if keep(line):
                lines.append(replace(line, relation=max(between, key=STRENGTH.index)))
                between = []
        return replace(self, lines=tuple(lines)) if lines else None


@dataclass(frozen=True)
class Have(Step):
    """An intermediate fact.  With an outcome free in it, it is proved for every outcome."""

    fact: Boolean
    reason: str = ""
    by: tuple[Use, ...] = ()
    split: tuple[Boolean, ...] = ()
    hints: tuple[Boolean, ...] = ()
    derivation: tuple[Step, ...] = ()
    method: str = ""

    @property
    def conclusion(self) -> Boolean:
        """The fact."""
        return self.fact

    def inner(self) -> tuple[Step, ...]:
        """The fact's own derivation."""
        return self.derivation

    def uses(self) -> tuple[Use, ...]:
        """The theorems that show the fact."""
        return self.by

    def relations(self) -> tuple[Basic, ...]:
        """The fact."""
        return (self.fact,)

    def changed(self, change: Callable[[Step], Step]) -> Have:
        """With the steps of its derivation changed."""
        return replace(self, derivation=tuple(map(change, self.derivation)))

    def selected(self, keep: Callable[[Piece], bool]) -> Have | None:
        """The fact, if it is kept, with what is kept of its derivation."""
        return replace(self, derivation=selected(self.derivation, keep)) if keep(self) else None


def have(
    fact: Boolean, reason: str = "", *, by: By = None, split: Split = (), hints: Split = (), derivation: Derivation = (),
    method: str = "",
) -> Have:  # fmt: skip
    """State an intermediate fact; `derivation` holds its own steps where one line does not do, and `method` says how
    one line does (a word of METHODS)."""
    inner = steps_of(derivation)
    if method and inner:
        raise StatementError("a fact with a derivation of its own is shown by that: leave out method=")
    return Have(condition(fact), reason, _uses(by), tuple(split), tuple(hints), inner, _method(method))


@dataclass(frozen=True)
class Specialise(Step):
    """A hypothesis "for all ..." read at chosen values: a prior, an order, an event (a condition on the outcome)."""

    of: Boolean
    at: tuple[tuple[Basic, Basic], ...]
    reason: str = ""

    def relations(self) -> tuple[Basic, ...]:
        """The quantified hypothesis."""
        return (self.of,)

    def terms(self) -> tuple[Basic, ...]:
        """The values."""
        return tuple(v for _, v in self.at)


def specialise(of: Boolean, at: Mapping[Basic, Number | Boolean], reason: str = "") -> Specialise:
    """Read the quantified hypothesis `of` (a notion, ForAll, EveryEvent) at the values `at`."""
    return Specialise(condition(of), tuple((k, exact(v, f"the value of {k}")) for k, v in at.items()), reason)


@dataclass(frozen=True)
class ArgMin(Step):
    """An outcome at which `minimises` is smallest exists, because the output space is finite and not empty."""

    outcome: Outcome
    minimises: Expr
    running: Outcome
    reason: str = ""

    def terms(self) -> tuple[Basic, ...]:
        """What is smallest there."""
        return (self.minimises,)

    def names(self) -> tuple[Basic, ...]:
        """The outcome."""
        return (self.outcome,)


@dataclass(frozen=True)
class Obtain(Step):
    """Values that exist, by a fact "there are ..." which is proved here, under the names that it gives them."""

    exists: Exists
    reason: str = ""
    by: tuple[Use, ...] = ()

    def uses(self) -> tuple[Use, ...]:
        """The theorems that show that there are such values."""
        return self.by

    def relations(self) -> tuple[Basic, ...]:
        """The fact that there are such values."""
        return (self.exists,)

    def names(self) -> tuple[Basic, ...]:
        """The names that the values get."""
        return tuple(self.exists.args[0])


def obtain(exists: Boolean, reason: str = "", *, by: By = None) -> Obtain:
    """`obtain(Exists((k,), fact), "why", by=theorem)`: from here on k is a value with this fact."""
    exists = condition(exists)
    if not isinstance(exists, Exists):
        raise StatementError(f"obtain needs a fact Exists(...), not {exists}")
    return Obtain(exists, reason, _uses(by))


@dataclass(frozen=True)
class Let(Step):
    """A name for a value, of which only the listed properties are used afterwards."""

    name: Parameter | AppliedUndef
    value: Expr
    having: tuple[Boolean, ...]
    reason: str = ""

    def relations(self) -> tuple[Basic, ...]:
        """The listed properties, of the name."""
        return self.having

    def terms(self) -> tuple[Basic, ...]:
        """The value."""
        return (self.value,)

    def names(self) -> tuple[Basic, ...]:
        """The name."""
        return (self.name,)


def let(
    name: Parameter | AppliedUndef, value: Number, having: Boolean | Sequence[Boolean], reason: str = ""
) -> Let:
    """`let(q, expression, (q > 0, q < 1, ForAll(y, ...)), "why")`: each property is proved for the value, then used for q."""
    properties = having if isinstance(having, tuple | list) else (having,)
    return Let(name, exact(value, f"the value of {name}"), tuple(condition(h) for h in properties), reason)


@dataclass(frozen=True)
class Cases(Step):
    """Distinguish whether `on` holds; each side has its own steps."""

    on: Boolean
    then: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()
    reason: str = ""

    def inner(self) -> tuple[Step, ...]:
        """The steps of the first case, then those of the second."""
        return (*self.then, *self.otherwise)

    def relations(self) -> tuple[Basic, ...]:
        """The condition that is distinguished."""
        return (self.on,)

    def changed(self, change: Callable[[Step], Step]) -> Cases:
        """With the steps of both cases changed."""
        return replace(self, then=tuple(map(change, self.then)), otherwise=tuple(map(change, self.otherwise)))

    def selected(self, keep: Callable[[Piece], bool]) -> Cases | None:
        """The distinction, if it is kept, with what is kept in each case."""
        if not keep(self):
            return None
        return replace(self, then=selected(self.then, keep), otherwise=selected(self.otherwise, keep))


def cases(on: Boolean, then: Derivation = (), otherwise: Derivation = (), reason: str = "") -> Cases:
    """Distinguish whether `on` holds."""
    return Cases(condition(on), steps_of(then), steps_of(otherwise), reason)


@dataclass(frozen=True)
class Exhibit(Step):
    """The value of an existential conclusion's variable."""

    values: tuple[tuple[Basic, Basic], ...]
    reason: str = ""

    def terms(self) -> tuple[Basic, ...]:
        """The values."""
        return tuple(v for _, v in self.values)


def exhibit(values: Mapping[Basic, Number | Boolean], reason: str = "") -> Exhibit:
    """Give the witness of a conclusion "there is ..."."""
    return Exhibit(tuple((k, exact(v, f"the value of {k}")) for k, v in values.items()), reason)


@dataclass(frozen=True)
class Induction(Step):
    """The steps of a fact about every natural number: for 0, and from `over` to `over` + 1."""

    over: Parameter
    first: tuple[Step, ...] = ()
    then: tuple[Step, ...] = ()

    def inner(self) -> tuple[Step, ...]:
        """The steps for 0, then those for the next number."""
        return (*self.first, *self.then)

    def changed(self, change: Callable[[Step], Step]) -> Induction:
        """With the steps of both parts changed."""
        return replace(self, first=tuple(map(change, self.first)), then=tuple(map(change, self.then)))

    def selected(self, keep: Callable[[Piece], bool]) -> Induction | None:
        """The induction, if it is kept, with what is kept in each part."""
        if not keep(self):
            return None
        return replace(self, first=selected(self.first, keep), then=selected(self.then, keep))


def induction(over: Parameter, first: Derivation = (), then: Derivation = ()) -> Induction:
    """The derivation of `have(ForAll(k, ...), derivation=induction(k, first=..., then=...))` for a natural number k.

    `first` are the steps for k = 0.  In `then` the fact is known for k and shown for k + 1.
    """
    return Induction(over, steps_of(first), steps_of(then))


@dataclass(frozen=True)
class Monotonic(Step):
    """A function of one number does not fall between two points, because its derivative is not negative there."""

    function: Expr
    variable: Parameter
    low: Expr
    high: Expr
    then: tuple[Step, ...] = ()
    reason: str = ""
    strictly: bool = False

    def terms(self) -> tuple[Basic, ...]:
        """The function."""
        return (self.function,)

    def inner(self) -> tuple[Step, ...]:
        """The steps that show the sign of the derivative."""
        return self.then

    def changed(self, change: Callable[[Step], Step]) -> Monotonic:
        """With the steps for the derivative changed."""
        return replace(self, then=tuple(map(change, self.then)))

    def selected(self, keep: Callable[[Piece], bool]) -> Monotonic | None:
        """The step, if it is kept, with what is kept of those for the derivative."""
        return replace(self, then=selected(self.then, keep)) if keep(self) else None


def monotonic(
    function: Number,
    variable: Parameter,
    low: Number,
    high: Number,
    reason: str = "",
    *,
    derivation: Derivation = (),
    strictly: bool = False,
) -> Monotonic:
    """`monotonic(f, z, 0, x)` gives f(0) <= f(x): the derivative of f, which the kernel computes, is at least 0 for
    0 < z < x; `derivation` holds the steps that show it.  f is built from z, sums, products, exponentials, error
    functions, logarithms of what is positive from 0 to x and quotients by what is not 0 there.  With `strictly` the
    derivative is positive and 0 < x, which gives f(0) < f(x).
    """
    return Monotonic(
        exact(function, "a function"),
        variable,
        exact(low, "an end"),
        exact(high, "an end"),
        steps_of(derivation),
        reason,
        strictly,
    )


__all__ = [
    "ArgMin", "Cases", "Chain", "Exhibit", "Have", "Induction", "Let", "Line", "Monotonic", "Obtain", "Specialise",
    "Use", "cases", "exhibit", "have", "induction", "let", "monotonic", "obtain", "specialise",
]  # fmt: skip
