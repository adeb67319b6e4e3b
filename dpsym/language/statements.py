"""What a derivation file states: theorems with their derivations, definitions, worked examples, figures, background.

All are frozen values.  Building one checks its form (in plain words, as a StatementError) and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, count
from math import prod
from typing import Self, TypeAlias

import sympy
from sympy import Basic, Expr
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

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
from dpsym.language.steps import Step, Usable, Use, steps_of

# parameters (or their names, as texts) with their values
Values: TypeAlias = tuple[tuple[Basic, Expr], ...]


# ---------------------------------------------------------------------------------------------- witnesses
@dataclass(frozen=True)
class Point:
    """Exact values: parameters, and where laws occur the masses of each law on listed outcomes.

    As a witness it makes a claim false, as a tight point it makes it an equality, as an example it satisfies the
    hypotheses.  `at` maps parameters to exact numbers (log(2) is exact); `laws` maps law names to masses, a function of
    two outcomes to one row of masses after the other, and a sequence of numbers or laws to what does not change in it.
    A function of a number is given as `Lambda(x, expression)`.  `sizes` says how many elements each set has, where
    they are not all alike.
    """

    at: Values = ()
    laws: tuple[tuple[str, tuple[Expr, ...]], ...] = ()
    note: str = ""
    sizes: tuple[tuple[str, int], ...] = ()

    def rows(self, law: str) -> tuple:
        """The masses of a law; of a function of several outcomes nested, G(1, .), G(2, .) and so on."""
        masses: tuple = dict(self.laws)[law]
        size = min((len(m) for _, m in self.laws if len(m) > 1), default=1)
        shape = factors_of_count(len(masses), dict(self.sizes).values()) if self.sizes else ()
        for inner in reversed(shape[1:]):
            masses = tuple(masses[k : k + inner] for k in range(0, len(masses), inner))
        while not shape and 1 < size < len(masses) and len(masses) % size == 0:
            masses = tuple(masses[k : k + size] for k in range(0, len(masses), size))
        return masses


def factors_of_count(count: int, sizes: Iterable[int]) -> tuple[int, ...]:
    """The sizes of the sets of which a function has so many values, as few sets as can be, in the order in which the
    sizes are given; () where there are none."""
    several = tuple(sizes)
    if count == 1:
        return (1,)
    for arity in range(1, 5):
        for shape in combinations_with_replacement(several, arity):
            if prod(shape) == count:
                return shape
    return ()


def no_empty_set(masses: Iterable[tuple[str, tuple[Basic, ...]]]) -> None:
    """StatementError where a law has no mass at all: a set of outcomes is not empty."""
    for law, listed in masses:
        if not listed:
            raise StatementError(f"{law} has no mass: a law has at least one outcome")


def point(
    at: Mapping[Basic | str, Number] | None = None,
    *,
    note: str = "",
    sizes: Mapping[str, int] | None = None,
    **laws: Sequence[Number] | sympy.Lambda,
) -> Point:
    """`point({eps: log(2)}, P=(Rational(1, 3), Rational(2, 3)), Q=...)`.

    `sizes={"X": 3, "Y": 2}` where the sets differ in size, or where it cannot be read off the number of masses.
    """
    values = tuple((name, exact(value, f"the value of {name}")) for name, value in (at or {}).items())
    laws = {law: (m,) if isinstance(m, sympy.Lambda) else m for law, m in laws.items()}
    masses = tuple((law, tuple(exact(m, f"a mass of {law}") for m in values)) for law, values in laws.items())
    no_empty_set(masses)
    lengths = {len(m) for _, m in masses} - {1}
    if sizes is not None:
        whole = tuple((space, size) for space, size in sizes.items() if isinstance(size, int) and size > 0)
        if len(whole) < len(sizes):
            raise StatementError("the size of a set is a whole number, at least 1")
        wrong = [law for law, m in masses if not factors_of_count(len(m), sizes.values())]
        if wrong:
            raise StatementError(f"the number of masses of {wrong[0]} does not fit the sizes of the sets")
        return Point(values, masses, note, whole)
    size = min(lengths, default=1)
    if not lengths <= {size, size**2, size**3}:
        raise StatementError(
            "the laws of a point list different numbers of outcomes; where the sets differ in size say sizes="
        )
    return Point(values, masses, note)


@dataclass(frozen=True)
class Variant:
    """A neighbouring statement: a near miss, or the printed form of a repaired one.  `witness` may help the search."""

    claim: Boolean
    given: tuple[Boolean, ...] | None = None
    witness: Point | None = None
    note: str = ""


def variant(
    claim: Boolean | None = None,
    given: Iterable[Boolean] | None = None,
    witness: Point | None = None,
    note: str = "",
) -> Variant:
    """`claim=None` keeps the theorem's conclusion, `given=None` its hypotheses."""
    hypotheses = None if given is None else tuple(condition(g, "a hypothesis") for g in given)
    return Variant(None if claim is None else condition(claim, "a claim"), hypotheses, witness, note)


# ------------------------------------------------------------------------------------------------- errata
SEVERITIES = ("wrong result", "wrong step", "missing condition", "wrong number", "slip in wording")
Words = tuple[str | Basic, ...]  # prose, and formulas that are set as formulas
Said: TypeAlias = str | Basic | Sequence[str | Basic]  # the same as an author gives it


@dataclass(frozen=True, kw_only=True)
class Erratum:
    """What a paper prints that does not hold as printed: one item of a letter to its authors.

    severity  one of SEVERITIES, the gravest first; a wrong step is a false step in the proof of what holds
    where     where it is printed: "Appendix A.9, proof of Corollary 3.12(1)"
    quote     the paper's own words or formula, short and as printed
    fails     why it fails, by hand in a line or two
    holds     what holds instead; empty where the statement of the entry says it
    affects   what else in the paper it touches; empty for nothing
    reads     what was checked: a variant of the theorem, which the kernel refutes
    rows      of an example or a figure: the names of the numbers that disagree
    source    the catalogue ids where the entry has others as well
    fault     where one fault shows in several places: all of them in words; the items of one fault are one item of a letter
    """

    severity: str
    where: str
    quote: Words
    fails: Words
    holds: Words = ()
    affects: Words = ()
    reads: Variant | None = None
    rows: tuple[str, ...] = ()
    source: tuple[str, ...] = ()
    fault: str = ""

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise StatementError(f"a severity is one of {', '.join(SEVERITIES)}, not {self.severity!r}")
        if self.reads is None and not self.rows and self.severity != SEVERITIES[-1]:
            raise StatementError(
                f"what is checked of the erratum in {self.where!r}: reads=variant(...) or rows=(...)"
            )
        if not (self.where and self.quote and self.fails):
            raise StatementError("an erratum says where it is printed, quotes it, and says why it fails")


def erratum(
    severity: str,
    where: str,
    quote: Said,
    *,
    fails: Said,
    holds: Said = (),
    affects: Said = (),
    reads: Variant | Boolean | None = None,
    rows: str | Iterable[str] = (),
    source: str | Iterable[str] = (),
    fault: str = "",
) -> Erratum:
    """`erratum("missing condition", "Theorem 2.7", "for any delta > 0", fails=..., reads=variant(...))`; words are a
    string, or strings and formulas in one tuple."""
    said = [_words(w) for w in (quote, fails, holds, affects)]
    if reads is not None and not isinstance(reads, Variant):
        reads = Variant(condition(reads, "the printed form"))
    return Erratum(
        severity=severity,
        where=where,
        quote=said[0],
        fails=said[1],
        holds=said[2],
        affects=said[3],
        reads=reads,
        rows=(rows,) if isinstance(rows, str) else tuple(rows),
        source=(source,) if isinstance(source, str) else tuple(source),
        fault=fault,
    )


def _words(said: Said) -> Words:
    words = (said,) if isinstance(said, str | Basic) else tuple(said)
    if any(isinstance(w, str) and "$" in w for w in words):
        raise StatementError("prose holds no formula (no $): put the expression between the words")
    return words


# ------------------------------------------------------------------------------------------------ sources
@dataclass(frozen=True)
class Source:
    """An item of a paper with how much of it the library carries.

    id       the item
    missing  what the library does not carry of it, whatever its spaces; empty for the whole
    spaces   where the item is about any measurable spaces: the sets that are finite in the paper too. What else the scopes
             of its entries leave finite is missing, and is read off them. None where the item is about what is proved
    """

    id: str
    missing: str = ""
    spaces: tuple[str, ...] | None = None


def whole_of(item: str) -> Source:
    """`source=whole_of("kazan.thm3.2")`: this entry, with the others of that id, says all that the item says."""
    return Source(item)


def part_of(item: str, missing: str) -> Source:
    """`source=part_of("kazan.thm2.8.3", "only two mechanisms")`: what of the item no entry says."""
    if not missing.strip():
        raise StatementError(
            f"part_of({item!r}) says what is missing; where nothing is, write whole_of({item!r})"
        )
    return Source(item, missing)


def of_any_spaces(item: str, missing: str = "", finite: tuple[str, ...] = ()) -> Source:
    """`source=of_any_spaces("bailie.thm8.7")`: all that the item says but `missing`, up to what the scopes leave finite.

    The item is about any measurable spaces. Sets that the scope of an entry of it leaves finite are missing, and a
    coverage reads them off the scopes, but for those of `finite`, which are finite in the paper too.
    """
    return Source(item, missing, tuple(finite))


def lacking(said: Source, short: Iterable[tuple[Sequence[str], Sequence[str]]]) -> Iterator[str]:
    """What of an item is missing, in words: what its entry says, and what the scopes of its entries leave out.

    short  for each scope, the sets that it leaves finite and its provisos
    """
    if said.missing:
        yield said.missing
    if said.spaces is None:
        return
    scopes = list(short)
    finite = sorted({s for sets, _ in scopes for s in sets} - set(said.spaces))
    if finite:
        yield f"only finite sets {', '.join(finite)}"
    yield from dict.fromkeys(p for _, provisos in scopes for p in provisos)


# ------------------------------------------------------------------------------------------------ entries
@dataclass(frozen=True, kw_only=True)
class Entry:
    """What every entry of the library has: a title, the catalogue ids or bib keys it comes from, citations, prose.

    source   ids and keys; one entry of each catalogued item says `whole_of(id)`, `part_of(id, missing)` or
             `of_any_spaces(id)`, and the others, which carry a share of it, give the id alone
    carries  by id what the entry says of the item, of those of which it says it; read from `source`
    errata   what the source prints here that does not hold as printed
    made     the place in the order in which entries are made, which is that of a file
    """

    title: str
    source: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    note: str = ""
    kind: str = "entry"
    errata: tuple[Erratum, ...] = ()
    carries: Mapping[str, Source] = field(default_factory=dict, init=False)
    made: int = field(default_factory=count().__next__, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        sources = self.source if isinstance(self.source, tuple | list) else (self.source,)
        said = {s.id: s for s in sources if isinstance(s, Source)}
        object.__setattr__(self, "carries", said)
        object.__setattr__(self, "source", tuple(s.id if isinstance(s, Source) else s for s in sources))
        if isinstance(self.cites, str):
            object.__setattr__(self, "cites", (self.cites,))
        if isinstance(self.errata, Erratum):
            object.__setattr__(self, "errata", (self.errata,))
        self._check_errata()
        if not self.title or "$" in self.title + self.note:
            raise StatementError(
                "a title is needed, and prose holds no formula (no $): formulas come from expressions"
            )

    def _check_errata(self) -> None:
        names = [v.what for v in getattr(self, "values", ())]
        if twice := sorted({n for n in names if names.count(n) > 1}):
            raise StatementError(f"two numbers of {self.title!r} have the name {twice[0]!r}")
        for e in self.errata:
            if unknown := [r for r in e.rows if r not in names]:
                raise StatementError(
                    f"{self.title!r} has no number {unknown[0]!r}, of which an erratum speaks"
                )
        if sum(1 for e in self.errata if e.reads is not None) > (1 if isinstance(self, Theorem) else 0):
            raise StatementError(
                f"{self.title!r}: a theorem has one printed form that is checked, other entries none"
            )


@dataclass(frozen=True, kw_only=True)
class Theorem(Entry, Usable):
    """Hypotheses, a conclusion and the derivation between them.

    given        hypotheses, besides the domains of the parameters and that the laws are distributions
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
        misses = {}
        for name, miss in dict(self.near_misses).items():
            misses[name] = (
                miss if isinstance(miss, Variant) else Variant(condition(miss, f"near miss {name!r}"))
            )
        set_("near_misses", misses)
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
        """Names of the free laws (distributions on outcomes) of the statement, in order of appearance.

        Every free function of outcomes alone is one, unless it was made with `law=False` or a hypothesis says of what
        it is a distribution.
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
    at: Mapping[Basic | str, Number] | None = None,
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
        tuple((k, exact(v, what)) for k, v in (at or {}).items()),
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
    at: Mapping[Basic | str, Number] | None = None,
) -> Curve:
    """A curve with the abscissae at which it is tabulated."""
    return Curve(
        label,
        exact(expression, label),
        over,
        tuple(exact(x, label) for x in points),
        tuple((k, exact(v, label)) for k, v in (at or {}).items()),
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
    "curve",
    "erratum",
    "of_any_spaces",
    "part_of",
    "point",
    "value",
    "variant",
    "whole_of",
]  # fmt: skip
