"""What every entry of the library is made of: points, variants, errata, sources, and what all entries have.

All are frozen values.  Building one checks its form (in plain words, as a StatementError) and proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, count
from math import prod
from typing import ClassVar, TypeAlias

import sympy
from sympy import Basic, Expr
from sympy.logic.boolalg import Boolean

from dpsym.language.errors import StatementError
from dpsym.language.expressions import Number, Parameter, condition, exact

# parameters (or their names, as texts) with their values
Values: TypeAlias = tuple[tuple[Parameter, Expr], ...]


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


def values_at(at: Mapping[Parameter, Number] | None, what: str) -> Values:
    """Exact values of parameters; StatementError for what is none: an outcome, a function, a name in quotation marks."""
    for name in at or ():
        if not isinstance(name, Parameter):
            raise StatementError(f"{what} gives a value to {name!r}, which is no parameter")
    return tuple((name, exact(value, f"the value of {name}")) for name, value in (at or {}).items())


def point(
    at: Mapping[Parameter, Number] | None = None,
    *,
    note: str = "",
    sizes: Mapping[str, int] | None = None,
    **laws: Sequence[Number] | sympy.Lambda,
) -> Point:
    """`point({eps: log(2)}, P=(Rational(1, 3), Rational(2, 3)), Q=...)`.

    `sizes={"X": 3, "Y": 2}` where the sets differ in size, or where it cannot be read off the number of masses.
    """
    values = values_at(at, "a point")
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
    hypotheses = None if given is None else conditions(given)
    return Variant(None if claim is None else condition(claim, "a claim"), hypotheses, witness, note)


@dataclass(frozen=True)
class Without:
    """A neighbour that leaves hypotheses of its theorem out; `instead` are supposed in the place of the first of them."""

    dropped: tuple[Boolean, ...]
    instead: tuple[Boolean, ...]
    variant: Variant

    def among(self, given: Sequence[Boolean], name: str) -> Variant:
        """The neighbour of a theorem with these hypotheses; StatementError where it has not what is left out."""
        missing = next((h for h in self.dropped if h not in given), None)
        if missing is not None:
            raise StatementError(f"near miss {name!r} leaves out {missing}, which is no hypothesis")
        place = min(map(given.index, self.dropped))
        left = [h for h in given[place:] if h not in self.dropped]
        return replace(self.variant, given=(*given[:place], *self.instead, *left))


def without(
    *hypotheses: Boolean | Iterable[Boolean],
    claim: Boolean | None = None,
    instead: Boolean | Iterable[Boolean] = (),
    witness: Point | None = None,
    note: str = "",
) -> Without:
    """`without(rare)`: the same claim, or `claim`, from all hypotheses of the theorem but these and with those of `instead`."""
    dropped = tuple(h for some in hypotheses for h in conditions(some))
    if not dropped:
        raise StatementError("without() leaves no hypothesis out; name one, or write variant(claim)")
    return Without(dropped, conditions(instead), variant(claim, witness=witness, note=note))


def conditions(given: Boolean | Iterable[Boolean]) -> tuple[Boolean, ...]:
    """One hypothesis or several as a tuple."""
    return tuple(condition(g, "a hypothesis") for g in (given if isinstance(given, Iterable) else (given,)))


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
    printed_forms: ClassVar[int] = 0  # how many of its errata may say what else was checked

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
        if sum(1 for e in self.errata if e.reads is not None) > self.printed_forms:
            raise StatementError(
                f"{self.title!r}: a theorem has one printed form that is checked, other entries none"
            )
