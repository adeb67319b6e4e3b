"""The fold's core: its state, names and laws, and the table of what spells each kind of node."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import count, islice, takewhile
from operator import attrgetter

from sympy import Add, Basic, Symbol
from sympy.core.function import AppliedUndef

from dpsym.document.formulas.boxes import (
    Binomial,
    Box,
    Choices,
    Fence,
    Fraction,
    Glyph,
    Limits,
    Macro,
    Name,
    Number,
    Radical,
    Row,
    Script,
    Text,
    Times,
)
from dpsym.document.formulas.laws import dotted, in_the_order_of
from dpsym.language import expressions as x

# How strongly a box holds together: a part weaker than its place allows goes into brackets.
WORDS, CLAIM, RELATION, SUM, BIG, PRODUCT, POWER, ATOM = range(8)


class SpellingError(ValueError):
    """A node for which no spelling is known; the message names it."""


Spelt = tuple[Box, int]


def row(*items: Box | str) -> Row:
    """Boxes (or keys of glyphs) side by side, rows inside flattened."""
    flat: list[Box] = []
    for item in items:
        box = Glyph(item) if isinstance(item, str) else item
        flat.extend(box.items if isinstance(box, Row) else (box,))
    return Row(tuple(flat))


def commas(items: Iterable[Box]) -> Row:
    """Boxes separated by commas."""
    found: list[Box | str] = []
    for item in items:
        found += [",", item] if found else [item]
    return row(*found)


def starts_with_digit(box: Box) -> bool:
    """Whether the first sign of the box is a digit."""
    if isinstance(box, Number):
        return True
    if isinstance(box, Row):
        return bool(box.items) and starts_with_digit(box.items[0])
    if isinstance(box, Script):
        return starts_with_digit(box.base)
    return False


def tall(box: Box) -> bool:
    """Whether the box is higher than a line of text."""
    if isinstance(box, Fraction | Limits | Choices | Binomial):
        return True
    if isinstance(box, Row):
        return any(map(tall, box.items))
    if isinstance(box, Fence | Radical):
        return tall(box.body)
    if isinstance(box, Script):
        return tall(box.base)
    return any(map(tall, box.arguments)) if isinstance(box, Macro) else False


def is_short(box: Box, glyphs: int = 12, slashes: int = 1) -> bool:
    """Whether a box set on one line stays readable in a script: short, and no fraction inside a fraction."""
    found = list(islice(_leaves(box), glyphs + 1))
    return len(found) <= glyphs and sum(b == Glyph("/") for b in found) <= slashes and not tall(box)


def _leaves(box: Box) -> Iterable[Box]:
    if isinstance(box, Row):
        for item in box.items:
            yield from _leaves(item)
    elif isinstance(box, Fence):
        yield from (box, *_leaves(box.body))
    elif isinstance(box, Script):
        for part in (box.base, box.lower, box.upper):
            if part is not None:
                yield from _leaves(part)
    elif isinstance(box, Macro):
        yield from _leaves(box.meaning)
    elif isinstance(box, Radical):
        yield from _leaves(box.body)
    elif not isinstance(box, Times):
        yield box


def named(name: str, latex: str = "") -> Name:
    """The box of a name; `latex` overrides the habits of the field, and a letter is printed as that letter in text too."""
    return Name(x.tidy_name(latex or x.latex_of_name(name)), latex if latex.isalpha() else name)


def capital(name: str) -> Name:
    """The random outcome with the bound name `y`: Y."""
    return named(name[:1].upper() + name[1:])


@dataclass(frozen=True, eq=False)
class Indices:
    """How many first arguments are an index of functions, by name and number of arguments, where that is not seen from each
    place alone: F(0) is no member of a sequence where there is F(x) as well.

    serial  tells one from another
    """

    most: Mapping[tuple[str, int], int]
    serial: int = 0

    @classmethod
    def of(cls, applied: Iterable[AppliedUndef]) -> Indices:
        """Those of the functions that stand on one page."""
        counts: dict[tuple[str, int], set[int]] = {}
        for thing in applied:
            counts.setdefault((thing.func.__name__, len(thing.args)), set()).add(_leading(thing))
        most = {key: min(found) for key, found in counts.items() if len(found) > 1}
        return cls(most, next(_serials)) if most else EACH_ALONE

    @contextmanager
    def apply(self) -> Iterator[None]:
        """While formulas of the page are spelt."""
        token = _indices.set(self)
        try:
            yield
        finally:
            _indices.reset(token)


EACH_ALONE = Indices({})
_serials = count(1)
_indices: ContextVar[Indices] = ContextVar("indices", default=EACH_ALONE)


def numbered(thing: AppliedUndef) -> int:
    """How many of the first arguments number the laws of a sequence, as k does in A(k, y), or its numbers, as in γ(k): they
    are the index of A_k(y) and γ_k."""
    found = _leading(thing)
    most = _indices.get().most
    return min(found, most.get((thing.func.__name__, len(thing.args)), found)) if most else found


def _leading(thing: AppliedUndef) -> int:
    """The same, seen from this place alone."""
    if "_" in thing.func.__name__:
        return 0
    numbers = takewhile(_is_number_of, thing.args)
    leading = sum(1 for _ in numbers)
    return leading if all(isinstance(a, x.Outcome) for a in thing.args[leading:]) else 0


def _is_number_of(thing: Basic) -> bool:
    """A whole number, or a letter for one, perhaps with a number added: n, k + 1, 0."""
    if isinstance(thing, Add):
        return all(map(_is_number_of, thing.args))
    return bool(thing.is_Integer) or bool(getattr(thing, "integer_valued", False))


REMEMBERED = 20_000  # terms of which a fold keeps the spelling


class Fold:
    """One fold; its state is not changed once it is made.

    flat     fractions with a slash (plain text, exponents)
    random   the outcomes that are drawn here, with their names
    current  those drawn last: a loss of exactly these needs no argument
    dots     the outcomes at which a dot stands: here a law is named, not its mass
    """

    def __init__(
        self,
        *,
        flat: bool = False,
        plain: bool = False,
        random: Mapping[Basic, Box] | None = None,
        current: tuple[Basic, ...] = (),
        dots: tuple[Basic, ...] = (),
        aliases: Mapping[Basic, Box] | None = None,
    ) -> None:
        self.flat, self.plain = flat or plain, plain
        self.random, self.current, self.dots = random or {}, current, dots
        self.aliases = aliases or {}
        self._spelt: dict[tuple[type, Basic, int], Spelt] = {}  # terms repeat their parts
        self._in_line: Fold | None = None

    @property
    def in_line(self) -> Fold:
        """The same fold with fractions with a slash."""
        if self._in_line is None:
            self._in_line = self if self.flat else self.but(flat=True)
        return self._in_line

    def but(
        self,
        *,
        flat: bool | None = None,
        random: Mapping[Basic, Box] | None = None,
        current: tuple[Basic, ...] | None = None,
        dots: tuple[Basic, ...] | None = None,
    ) -> Fold:
        """The same fold with some of its state changed."""
        return Fold(
            flat=self.flat if flat is None else flat,
            plain=self.plain,
            random=self.random if random is None else random,
            current=self.current if current is None else current,
            dots=self.dots if dots is None else dots,
            aliases=self.aliases,
        )

    def drawn(self, outcomes: tuple[Basic, ...], *things: Basic) -> Fold:
        """Where the outcomes are drawn: y is called Y, unless that letter means something else in `things`, what is
        said of it."""
        taken = {"X", "Z"} | {a.func.__name__ for t in things for a in t.atoms(AppliedUndef)}
        taken |= {a.name for t in things for a in t.atoms(Symbol)}
        taken |= {box.plain for box in self.random.values() if isinstance(box, Name)}
        letters = {o: capital(o.name) for o in outcomes}
        if taken & {box.plain for box in letters.values()} or len(set(letters.values())) < len(letters):
            letters = {o: named(o.name) for o in outcomes}
        return self.but(random={**self.random, **letters}, current=outcomes, dots=())

    def bound(self, symbols: Iterable[Basic]) -> Fold:
        """Where a quantifier or a sum binds the symbols anew."""
        inner = set(symbols)
        random = {o: box for o, box in self.random.items() if o not in inner}
        return self.but(random=random, current=() if inner & set(self.current) else self.current)

    def spell(self, thing: Basic) -> Spelt:
        """The box of a node and how strongly it holds together; SpellingError where no spelling is known."""
        key = (type(thing), thing, _indices.get().serial)
        known = self._spelt.get(key)
        if known is None:
            if len(self._spelt) >= REMEMBERED:
                self._spelt.clear()
            known = self._spelt[key] = self._spell(thing)
        return known

    def _spell(self, thing: Basic) -> Spelt:
        if self.aliases and thing in self.aliases:
            return self.aliases[thing], ATOM
        if isinstance(thing, AppliedUndef):
            return self.applied(thing), ATOM
        for kind in type(thing).__mro__:
            method = HANDLERS.get(kind)
            if method is not None:
                return method(self, thing)
        raise SpellingError(f"no spelling is known for {type(thing).__name__}: {thing}")

    def box(self, thing: Basic, level: int = 0) -> Box:
        """The box of a node, in brackets where it holds together less than the level asks."""
        box, own = self.spell(thing)
        return box if own >= level else Fence("(", box)

    def applied(self, thing: AppliedUndef) -> Box:
        """A function with its arguments; of a law at dots only the name."""
        name, rest = self.indexed(thing)
        if not rest and thing.args:
            return name
        if self.dots and rest and set(rest) <= set(self.dots):
            return name
        arguments = (Glyph("dot") if a in self.dots else self.box(a) for a in rest)
        return row(name, Fence("(", commas(arguments), True))

    def indexed(self, thing: AppliedUndef) -> tuple[Box, tuple[Basic, ...]]:
        """The name of a function with its index, `M_x` of the family M, and its other arguments."""
        name = named(thing.func.__name__)
        count = getattr(thing.func, "index", 0) or (0 if self.plain else numbered(thing))
        if not count or not set(thing.args[:count]).isdisjoint(self.dots):
            return name, thing.args
        index = commas(self.in_line.box(a) for a in thing.args[:count])
        return Script(name, index), thing.args[count:]

    def name_of(self, applied: AppliedUndef) -> Box:
        """A function of outcomes, or an event, by its name alone; any other function with its arguments."""
        outcomes = all(isinstance(a, x.Outcome) for a in applied.args)
        return named(applied.func.__name__) if outcomes else self.applied(applied)

    def law(self, mass: Basic, outcomes: tuple[Basic, ...]) -> Box:
        """The law with the given mass at the outcomes: `G(r, ·)`, a combination of such, or the mass as a function."""
        inside = self.bound(outcomes)
        if dotted(mass, outcomes):
            return inside.but(dots=outcomes).box(mass)
        of = commas(inside.box(o) for o in outcomes)
        at: Box = of if len(outcomes) == 1 else Fence("(", of)
        return Fence("(", row(at, "mapsto", inside.but(dots=()).box(mass)))

    def source(self, law: Basic, outcomes: tuple[Basic, ...]) -> Box:
        """`Y ~ P`, where the outcomes are drawn."""
        name: Box = commas(self.box(o) for o in outcomes)
        if len(outcomes) > 1:
            name = Fence("(", name)
        return row(name, "sim", self.law(in_the_order_of(law, outcomes), outcomes))

    def domain(self, symbol: Basic) -> Box:
        """A bound variable with its domain: `0 < p < 1`, `k >= 1`, `S`."""
        if isinstance(symbol, AppliedUndef):
            return self.name_of(symbol)
        name = self.box(symbol)
        if not isinstance(symbol, x.Parameter):
            return name
        low, high = symbol.least, symbol.upper
        if low is None and high is None:
            return row(name, "in", "R")
        if low is not None and high is not None:
            shown = row(
                self.box(low[0]), "<" if low[1] else "<=", name, "<" if high[1] else "<=", self.box(high[0])
            )
        elif low is not None:
            shown = row(name, ">" if low[1] else ">=", self.box(low[0]))
        else:
            assert high is not None
            shown = row(name, "<" if high[1] else "<=", self.box(high[0]))
        return row(Text("integer"), shown) if symbol.integer_valued else shown

    def subject(self, pair: Basic) -> Box:
        """The mechanism, or the pair of laws where it is not the usual (P, Q)."""
        if pair == x.Pair():
            return Glyph("M")
        return Fence("(", commas(self.law(m, pair.outcomes) for m in (pair.a, pair.b)))

    def guarantee(self, thing: Basic) -> Box:
        r"""The notion's `short`, filled: `(%s,%s)\text{-DP}`."""
        values: list[Box] = []
        for a in (a for a in thing.args if not isinstance(a, x.Pair)):
            flat = self.in_line.box(a)
            if own := tuple(sorted(a.free_symbols - thing.free_symbols, key=attrgetter("name"))):
                values.append(self.law(a, own))  # a function of what the notion binds
                continue
            short = is_short(flat, 7, 1)
            alone = not re.search(r"[(\[,][^()\[\],]*%s", thing.short)
            values.append(self.but(flat=self.flat or short).box(a, POWER if alone else 0))
        return short_form(thing, values)


HANDLERS: dict[
    type, Callable[[Fold, Basic], Spelt]
] = {}  # filled by the files that spell numbers, quantities, formulas


def short_form(thing: Basic, values: list[Box]) -> Box:
    """A notion's `short` with boxes in its places."""
    stack: list[list[Box | str]] = [[]]
    places = iter(values)
    for piece in re.findall(SHORT, thing.short):
        if piece == "%s":
            box = next(places, None)
            if box is None:
                raise SpellingError(
                    f"the short form of {type(thing).__name__} has more places than arguments"
                )
            stack[-1].append(box)
        elif piece.startswith(("(", "[")):
            stack.append([])
        elif piece in (")", "]") and len(stack) > 1:
            inside = row(*stack.pop())
            stack[-1].append(Fence("(" if piece == ")" else "[", inside))
        elif piece.strip() and piece not in (r"\,", r"\ "):
            stack[-1].append(_short_piece(thing, piece))
    if next(places, None) is not None or len(stack) > 1:
        raise SpellingError(f"the short form of {type(thing).__name__} does not match its arguments")
    return row(*stack[0])


SHORT = (
    r"%s|[A-Za-z]_\{\\text\{[a-z]+\}\}|\\text\{[^{}]*\}|\\(?:mathrm|operatorname)\{[^{}]*\}|\\?[A-Za-z]+|\\?."
)


def _short_piece(thing: Basic, piece: str) -> Box | str:
    """A piece of a short form that is neither a place nor a bracket."""
    if piece.startswith(r"\text{"):
        return Text(piece[6:-1])
    if found := re.fullmatch(r"([A-Za-z])_\{\\text\{([a-z]+)\}\}", piece):
        return Name(piece, f"{found[1]}_{found[2]}")
    if piece == ",":
        return ","
    if piece.isdigit():
        return Number(piece)
    if piece == "-":
        return Name(piece, piece)
    if found := re.fullmatch(r"\\(?:mathrm|operatorname)\{([A-Za-z]*)\}", piece):
        return Name(rf"\mathrm{{{found[1]}}}", found[1])
    if piece.isalpha():
        return Name(rf"\mathrm{{{piece}}}" if len(piece) > 1 else piece, piece)
    if not re.fullmatch(r"\\[A-Za-z]+", piece):
        raise SpellingError(f"the short form of {type(thing).__name__} has {piece!r}, which has no spelling")
    return Name(piece, piece[1:])
