"""What a derivation file states: theorems with their derivations, definitions, worked examples, figures, background.

All are frozen values.  Building one checks its form (in plain words, as a StatementError) and proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Self, TypeAlias

import sympy
from sympy import Basic, Expr
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.language.entries import (
    SEVERITIES,
    Entry,
    Erratum,
    Point,
    Source,
    Values,
    Variant,
    Without,
    erratum,
    no_empty_set,
    of_any_spaces,
    part_of,
    point,
    values_at,
    variant,
    whole_of,
    without,
)
from dpsym.language.errors import StatementError
from dpsym.language.expressions import (
    Distribution,
    EveryEvent,
    Exists,
    ForAll,
    Law,
    Notion,
    Number,
    Outcome,
    Parameter,
    check_name,
    condition,
    exact,
    parts_of,
)
from dpsym.language.form import check_form
from dpsym.language.named_terms import named_terms
from dpsym.language.names import bare, check_events, check_printed, expressions_in


# ------------------------------------------------------------------------------- theorems and their derivations
@dataclass(frozen=True)
class Use:
    """A theorem used in a step: with its parameters (and laws) replaced, perhaps read with the laws exchanged."""

    theorem: Theorem
    at: tuple[tuple[Basic, Basic], ...] = ()
    swapped: bool = False


class Step:
    """A step of a derivation.  The answers here are those of a step that states nothing by itself, uses no theorem and
    has no steps inside it."""

    reason = ""
    method = ""

    @property
    def conclusion(self) -> Basic | None:
        """The fact that is known once it is done; None for a step that gives no fact of its own."""
        return None

    def check(self) -> None:
        """StatementError where it is none, which shows only when it is whole."""

    def pieces(self) -> tuple[Piece, ...]:
        """What the text shows of it one by one, each with a verdict of its own: a chain's lines, else the step."""
        return (self,)

    def inner(self) -> tuple[Step, ...]:
        """The steps inside it, in the order of the text."""
        return ()

    def uses(self) -> tuple[Use, ...]:
        """The theorems that it names; those of the steps inside it are not among them."""
        return ()

    def relations(self) -> tuple[Basic, ...]:
        """The facts that it states or supposes, as they are written; of a chain one for each line."""
        return ()

    def terms(self) -> tuple[Basic, ...]:
        """What it shows besides its facts: the value that gets a name, values at which a fact is read, a function."""
        return ()

    def names(self) -> tuple[Basic, ...]:
        """The letters and functions to which it gives a meaning."""
        return ()

    def changed(self, change: Callable[[Step], Step]) -> Step:  # noqa: ARG002
        """The same step as another object, with the steps right inside it changed."""
        return replace(self)  # type: ignore[type-var]

    def selected(self, keep: Callable[[Piece], bool]) -> Step | None:
        """The step with what is to be kept of it, asked piece by piece in the order of the text; None for nothing.
        What is inside a step that goes is not asked for."""
        return self if keep(self) else None


@dataclass(frozen=True)
class Line:
    """One relation of a chain: what it is related to, how, why, and what the search may use."""

    relation: str
    right: Expr
    reason: str = ""
    by: tuple[Use, ...] = ()
    split: tuple[Boolean, ...] = ()
    hints: tuple[Boolean, ...] = ()
    method: str = ""

    def uses(self) -> tuple[Use, ...]:
        """The theorems that it names."""
        return self.by

    def terms(self) -> tuple[Basic, ...]:
        """What it is related to."""
        return (self.right,)


Piece = Step | Line


Derivation: TypeAlias = "Step | Sequence[Step] | None"  # as an author gives it


def steps_of(derivation: Derivation) -> tuple[Step, ...]:
    """The steps of what was given as a derivation: one step, or several, or None.  What is no step is refused."""
    if derivation is None:
        return ()
    steps = tuple(derivation) if isinstance(derivation, tuple | list) else (derivation,)
    for step in steps:
        if not isinstance(step, Step):
            raise StatementError(f"not a step of a derivation: {step!r}")
        step.check()
    return steps


@dataclass(frozen=True, kw_only=True)
class Theorem(Entry):
    """Hypotheses, a conclusion and the derivation between them.

    given        hypotheses, besides the domains of the parameters and that the masses of laws add up to 1
    claim        the conclusion: a relation, a notion, or a formula
    derivation   a Chain, or steps (have, instance, obtain, cases, chains) that end in the claim
    defined      steps that show that each term has a value (no divisor is 0, ...), where the search does not see it
    as_in        the theorem whose derivation this one repeats with other numbers: a page refers to it and leaves out
                 these steps, which are checked like any others
    tight        points at which the claim is an equality
    near_misses  false neighbours, by name; each must be refuted
    example      a point that satisfies the hypotheses (found by search when absent)
    cited        bib keys of the proof, for a statement imported from the literature and not proved here
    define       names for long terms, {eps_p: term} or {ratio(r, y): term}: a page says the term once, as "Put eps' = ...",
                 and the name after; the kernel sees the term
    where        the laws as listed masses, {P: (a, 1 - a), Q: ...}, when the statement is about one explicit pair
    """

    claim: Boolean
    given: tuple[Boolean, ...] = ()
    derivation: tuple[Step, ...] = ()
    defined: tuple[Step, ...] = ()
    as_in: Theorem | None = None
    tight: tuple[Point, ...] = ()
    near_misses: Mapping[str, Variant] = field(default_factory=dict)
    example: Point | None = None
    cited: tuple[str, ...] = ()
    evaluate: Mapping[str, Expr] = field(default_factory=dict)
    define: Mapping[Basic, Expr] = field(default_factory=dict)
    where: Mapping[str | UndefinedFunction, tuple[Expr, ...]] = field(default_factory=dict)
    kind: str = "theorem"
    printed_forms: ClassVar[int] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        given = self.given if isinstance(self.given, tuple | list) else (self.given,)
        set_ = lambda name, value: object.__setattr__(self, name, value)  # noqa: E731
        set_("given", tuple(condition(g, "a hypothesis") for g in given))
        set_("claim", condition(self.claim, "the claim"))
        set_("derivation", steps_of(self.derivation))
        set_("defined", steps_of(self.defined))
        if self.as_in is not None and not (
            self.derivation and self.as_in.derivation and self.as_in.as_in is None
        ):
            raise StatementError(
                f"{self.title!r} cannot refer to the derivation of {self.as_in.title!r}: both need steps, and those "
                "of the other must be printed"
            )
        set_("tight", self.tight if isinstance(self.tight, tuple) else (self.tight,))
        set_("cited", (self.cited,) if isinstance(self.cited, str) else tuple(self.cited))
        set_("near_misses", {name: self._near_miss(name, miss) for name, miss in self.near_misses.items()})
        masses = {
            law if isinstance(law, str) else law.__name__: tuple(exact(m, f"a mass of {law}") for m in ms)
            for law, ms in self.where.items()
        }
        no_empty_set(masses.items())
        if len({len(m) for m in masses.values()}) > 1:
            raise StatementError("the laws in `where` list different numbers of outcomes")
        for law in masses:
            check_name(law, "a law of `where`")
        set_("where", masses)
        for name, value in self.evaluate.items():
            exact(value, f"the evaluator {name}")
        said = (*self.given, self.claim, *(m for ms in self.where.values() for m in ms))
        also = (*expressions_in(self.derivation), *expressions_in(self.defined))
        check_form((*said, *also))
        set_("define", named_terms(self.title, self.define, self.parameters, (*said, *also)))
        check_printed(self.title, said)
        near = (self.tight, self.example)
        check_printed(self.title, (*said, *also, *expressions_in(near)), bare)
        check_events(self.title, said, [law for law in self.laws if law not in masses])
        for thing in said:
            for symbol in thing.free_symbols:
                if not isinstance(symbol, Parameter | Outcome):
                    raise StatementError(
                        f"{symbol} is not declared; write {symbol} = parameter({str(symbol)!r}, ...)"
                    )

    def _near_miss(self, name: str, miss: Variant | Without | Boolean) -> Variant:
        """A near miss as a statement of its own: what it supposes, and what it claims."""
        if isinstance(miss, Without):
            return miss.among(self.given, name)
        return miss if isinstance(miss, Variant) else Variant(condition(miss, f"near miss {name!r}"))

    def __copy__(self) -> Self:
        """A copy that pages put other terms into: what its laws are is read off it again."""
        found = object.__new__(type(self))
        found.__dict__.update({k: v for k, v in self.__dict__.items() if k != "laws"})
        return found

    @property
    def printed(self) -> Variant | None:
        """What the source says where that is false, as it was checked; the claim is then the repair."""
        return next((e.reads for e in self.errata if e.reads is not None), None)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The free parameters of the statement, each after those its domain mentions, else in order of appearance."""
        found: list[Parameter] = []

        def visit(symbol: Parameter) -> None:
            if symbol in found:
                return
            for relation in symbol.conditions:
                for other in in_order(relation):
                    if other != symbol:
                        visit(other)
            found.append(symbol)

        for thing in (*self.given, self.claim, *(m for ms in self.where.values() for m in ms)):
            free = thing.free_symbols
            for symbol in in_order(thing):
                if symbol in free:
                    visit(symbol)
        return tuple(found)

    @property
    def domain(self) -> tuple[Relational, ...]:
        """The parameters' domains as relations."""
        return tuple(c for symbol in self.parameters for c in symbol.conditions)

    @cached_property
    def laws(self) -> tuple[str, ...]:
        """Names of the free laws of the statement, in order of appearance.

        Every free function of outcomes alone is one, unless it was made with `law=False` or a hypothesis says which of
        its masses add up to 1.
        """
        said = {
            a.func.__name__
            for g in self.given
            for d in parts_of(g, Distribution)
            for a in parts_of(d.args[1], AppliedUndef)
        }
        return tuple(
            name
            for name, f in free_functions((*self.given, self.claim)).items()
            if name not in said
            and all(isinstance(a, Outcome) for a in f.args)
            and getattr(f.func, "law", True)
        )

    @cached_property
    def names(self) -> Mapping[str, Expr]:
        """What `at` may replace, by name: the free parameters and functions, then those that a quantifier binds.

        A function stands as it is applied: to its own outcomes and numbers where the statement has it so.
        """
        said = (*self.given, self.claim, *(m for ms in self.where.values() for m in ms))
        applied = free_functions(said)
        found: dict[str, Expr] = {s.name: s for s in self.parameters}
        for thing in met(said):
            name = thing.func.__name__ if isinstance(thing, AppliedUndef) else getattr(thing, "name", "")
            plain = len(set(thing.args)) == len(thing.args) and all(a.is_Symbol for a in thing.args)
            if isinstance(thing, Parameter | Outcome) or (isinstance(thing, AppliedUndef) and plain):
                found.setdefault(name, thing)
        return {**found, **{name: a for name, a in applied.items() if name not in found}}

    def at(self, *values: object, swapped: bool = False, **named: Number | Law | Boolean) -> Use:
        """This theorem with names of its statement replaced: `theorem.at(eps=2 * eps, P=A(y), f=Indicator(P(y) < a))`.

        A parameter takes an expression.  A function takes an expression in the arguments to which the statement applies
        it, another function, or a Lambda, which names its arguments itself.  A name that a quantifier of the conclusion
        binds says where the conclusion is read.  `swapped` exchanges the laws.  StatementError for any other name.
        """
        names = self.names
        if values:
            raise StatementError(
                f"{self.title!r} is used by the names of its statement: write .at("
                f"{', '.join(f'{name}=...' for name in names)}), with those that are replaced; values stand on the right"
            )
        replaced = []
        for name, value in named.items():
            if name not in names:
                raise StatementError(
                    f"{self.title!r} has no parameter {name}; it has {', '.join(names) or 'none'}"
                )
            replaced.append(_replaced(names[name], value))
        return Use(self, tuple((k, exact(v, f"the value of {k}")) for k, v in replaced), swapped)

    def swapped(self) -> Use:
        """This theorem with the two laws exchanged."""
        return Use(self, (), True)


def _replaced(what: Expr, value: Number | Law | Boolean) -> tuple[Expr, Number | Law | Boolean]:
    """A name of a statement as applied, and its value in the same arguments."""
    if isinstance(what, AppliedUndef):
        if isinstance(value, sympy.Lambda):
            return what.func(*value.variables), value.expr
        if isinstance(value, UndefinedFunction):
            return what, value(*what.args)
    return what, value


def met(things: Iterable[Basic]) -> Iterator[Basic]:
    """All parts of expressions in order of appearance, each where it is met first."""
    stack, seen = list(things)[::-1], set()
    while stack:
        thing = stack.pop()
        if id(thing) not in seen:
            seen.add(id(thing))
            yield thing
            stack += reversed(thing.args)


def free_functions(things: Iterable[Basic]) -> dict[str, AppliedUndef]:
    """The functions that no quantifier binds, by name in order of appearance, each as first applied."""
    found: dict[str, AppliedUndef] = {}

    def visit(thing: Basic, bound: frozenset) -> None:
        if isinstance(thing, AppliedUndef) and thing.func.__name__ not in bound:
            found.setdefault(thing.func.__name__, thing)
        if isinstance(thing, EveryEvent):
            bound = bound | {thing.args[0].func.__name__}
        if isinstance(thing, ForAll | Exists):
            bound = bound | {v.func.__name__ for v in thing.args[0] if isinstance(v, AppliedUndef)}
        for a in thing.args:
            visit(a, bound)

    for thing in things:
        visit(thing, frozenset())
    return found


def in_order(thing: Basic) -> list[Parameter]:
    """The parameters in `thing` in order of appearance."""
    found: dict[Parameter, None] = {}
    stack, seen = [thing], set()
    while stack:
        item = stack.pop()
        if item in seen:
            continue
        seen.add(item)
        if isinstance(item, Parameter):
            found.setdefault(item)
        stack.extend(reversed(item.args))
    return list(found)


@dataclass(frozen=True, kw_only=True)
class Definition(Entry):
    """A definition: a notion, or a named quantity, with what it unfolds to: a number, or a condition under which it is 1."""

    defines: Basic
    body: Basic | None = None
    unfold: bool = True
    kind: str = "definition"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.body is None:
            defines = self.defines
            object.__setattr__(
                self,
                "body",
                defines.one_order(defines.pair) if isinstance(defines, Notion) else defines.definition(),
            )


@dataclass(frozen=True)
class Value:
    """A number that a paper prints: the expression, where it is evaluated, the printed digits and their unit.

    `printed` is a decimal string as in the paper ("0.81", "48%"); empty for a value the paper does not print.
    It agrees when the exact value rounds to it (rounding to nearest, half a unit of the last printed digit).  What the
    paper guarantees is printed with its words, "at most 53%" or "at least 0.90": it agrees when it is rounded outwards.
    `expected` records the finding ("agrees" or "disagrees") so that a change is noticed; `note` explains.
    """

    what: str
    expression: Expr
    at: Values = ()
    printed: str = ""
    expected: str = "agrees"
    note: str = ""


def value(
    what: str,
    expression: Number,
    at: Mapping[Parameter, Number] | None = None,
    printed: str = "",
    *,
    expected: str = "agrees",
    note: str = "",
) -> Value:
    """A printed number: `value("posterior cap", hi, {p: Rational(1, 2)}, "86%")`."""
    if expected not in ("agrees", "disagrees"):
        raise StatementError(f"expected is 'agrees' or 'disagrees', not {expected!r}")
    return Value(
        what,
        exact(expression, what),
        values_at(at, what),
        printed,
        expected,
        note,
    )


@dataclass(frozen=True, kw_only=True)
class Example(Entry):
    """A worked example or a table: printed numbers recomputed as enclosures, and the theorems they rest on."""

    values: tuple[Value, ...]
    uses: tuple[Theorem, ...] = ()
    kind: str = "example"


@dataclass(frozen=True)
class Curve:
    """One curve of a figure: `expression` as a function of `over`, at the other parameters' values `at`."""

    label: str
    expression: Expr
    over: Parameter
    points: tuple[Expr, ...]
    at: Values = ()


def curve(
    label: str,
    expression: Number,
    over: Parameter,
    points: Iterable[Number],
    at: Mapping[Parameter, Number] | None = None,
) -> Curve:
    """A curve with the abscissae at which it is tabulated."""
    return Curve(
        label,
        exact(expression, label),
        over,
        tuple(exact(x, label) for x in points),
        values_at(at, label),
    )


@dataclass(frozen=True, kw_only=True)
class Figure(Entry):
    """A figure: its curves, recomputed as enclosures at listed points, and the numbers the paper reads off it."""

    curves: tuple[Curve, ...]
    values: tuple[Value, ...] = ()
    uses: tuple[Theorem, ...] = ()
    logarithmic: tuple[str, ...] = ()
    kind: str = "figure"


@dataclass(frozen=True, kw_only=True)
class Background(Entry):
    """Prose of a paper without a formula of its own: what it restates, and where its claims are proved or cited."""

    restates: tuple[Entry, ...] = ()
    kind: str = "background"


__all__ = [
    "SEVERITIES",
    "Background",
    "Curve",
    "Definition",
    "Entry",
    "Erratum",
    "Example",
    "Figure",
    "Point",
    "Source",
    "Theorem",
    "Value",
    "Variant",
    "Without",
    "curve",
    "erratum",
    "of_any_spaces",
    "part_of",
    "point",
    "value",
    "variant",
    "whole_of",
    "without",
]  # fmt: skip
