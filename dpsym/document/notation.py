"""The fold from an expression or formula of the vocabulary to boxes: the author's order, the field's
notation.

`fold(thing)` is total on the vocabulary and refuses everything else with a SpellingError; it never guesses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy
from sympy import Basic, Symbol
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.core.symbol import Str

from dpsym.document.boxes import (
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
from dpsym.document.laws import at_event, dotted, product_of
from dpsym.language import expressions as x
from dpsym.language import mechanisms as mechanism
from dpsym.language import quantities as q

# How strongly a box holds together: a part weaker than its place allows goes into brackets.
WORDS, CLAIM, RELATION, SUM, BIG, PRODUCT, POWER, ATOM = range(8)

FUNCTIONS = {
    "log": "log", "tanh": "tanh", "sinh": "sinh", "cosh": "cosh", "coth": "coth", "sin": "sin", "cos": "cos",
    "tan": "tan", "erf": "erf", "erfc": "erfc", "asin": "arcsin", "atan": "arctan",
    "atanh": "arctanh", "sign": "sgn",
}  # fmt: skip
RELATIONS: dict[str, str] = {"==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


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


# ------------------------------------------------------------------------------------------------- names
def named(name: str, latex: str = "") -> Name:
    """The box of a name; `latex` overrides the habits of the field."""
    return Name(x.tidy_name(latex or x.latex_of_name(name)), name)


def capital(name: str) -> Name:
    """The random outcome with the bound name `y`: Y."""
    return named(name[:1].upper() + name[1:])


class Fold:
    """One fold.

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
        random: Mapping[Any, Box] | None = None,
        current: tuple[Any, ...] = (),
        dots: tuple[Any, ...] = (),
        aliases: Mapping[Any, Box] | None = None,
    ) -> None:
        self.flat, self.plain = flat or plain, plain
        self.random, self.current, self.dots = random or {}, current, dots
        self.aliases = aliases or {}

    def but(self, **changes: Any) -> Fold:
        state: dict[str, Any] = {"flat": self.flat, "plain": self.plain, "random": self.random}
        state |= {"current": self.current, "dots": self.dots, "aliases": self.aliases} | changes
        return Fold(**state)

    def drawn(self, outcomes: tuple[Any, ...], *things: Any) -> Fold:
        """Where the outcomes are drawn: y is called Y, unless that letter means something else in `things`, what is
        said of it."""
        taken = {"X", "Z"} | {a.func.__name__ for t in things for a in t.atoms(AppliedUndef)}
        taken |= {a.name for t in things for a in t.atoms(Symbol)}
        taken |= {box.plain for box in self.random.values() if isinstance(box, Name)}
        letters = {o: capital(o.name) for o in outcomes}
        if taken & {box.plain for box in letters.values()} or len(set(letters.values())) < len(letters):
            letters = {o: named(o.name) for o in outcomes}
        return self.but(random={**self.random, **letters}, current=outcomes, dots=())

    def bound(self, symbols: Iterable[Any]) -> Fold:
        """Where a quantifier or a sum binds the symbols anew."""
        inner = set(symbols)
        random = {o: box for o, box in self.random.items() if o not in inner}
        return self.but(random=random, current=() if inner & set(self.current) else self.current)

    # ---- entry points
    def spell(self, thing: Any) -> Spelt:
        if self.aliases and thing in self.aliases:
            return self.aliases[thing], ATOM
        if isinstance(thing, AppliedUndef):
            return self.applied(thing), ATOM
        for kind in type(thing).__mro__:
            method = HANDLERS.get(kind)
            if method is not None:
                return method(self, thing)
        raise SpellingError(f"no spelling is known for {type(thing).__name__}: {thing}")

    def box(self, thing: Any, level: int = 0) -> Box:
        box, own = self.spell(thing)
        return box if own >= level else Fence("(", box)

    # ---- numbers and names
    def integer(self, thing: Any) -> Spelt:
        digits, level = _decimal(abs(int(thing)))
        return (digits, level) if thing >= 0 else (row("minus", digits), SUM)

    def rational(self, thing: Any) -> Spelt:
        if (zeros := _zeros(thing.q)) >= 3:
            power = row("minus", Number(str(zeros)))
            small: Box = Script(Number("10"), None, Fence("(", power) if self.plain else power)
            positive: Spelt = (small, POWER)
            if abs(thing.p) != 1:
                positive = row(Number(str(abs(thing.p))), Times(True), small), PRODUCT
        else:
            positive = self.quotient(*_decimal(abs(thing.p)), *_decimal(thing.q))
        return positive if thing.p > 0 else (row("minus", positive[0]), SUM)

    def symbol(self, thing: Symbol) -> Spelt:
        if isinstance(thing, x.Outcome):
            return self.random.get(thing) or named(thing.name), ATOM
        if isinstance(thing, x.Parameter):
            return named(thing.name, thing.latex), ATOM
        raise SpellingError(f"{thing} is not declared; write {thing} = parameter({thing.name!r}, ...)")

    def applied(self, thing: AppliedUndef) -> Box:
        name = named(thing.func.__name__)
        if self.dots and thing.args and set(thing.args) <= set(self.dots):
            return name
        arguments = (Glyph("dot") if a in self.dots else self.box(a) for a in thing.args)
        return row(name, Fence("(", commas(arguments), True))

    def name_of(self, applied: AppliedUndef) -> Box:
        """A function of outcomes, or an event, by its name alone; any other function with its arguments."""
        outcomes = all(isinstance(a, x.Outcome) for a in applied.args)
        return named(applied.func.__name__) if outcomes else self.applied(applied)

    # ---- arithmetic
    def quotient(self, above: Box, above_level: int, below: Box, below_level: int) -> Spelt:
        if self.flat:
            above = above if above_level >= PRODUCT else Fence("(", above)
            below = below if below_level > PRODUCT else Fence("(", below)
            return row(above, "/", below), PRODUCT
        return Fraction(above, below), PRODUCT

    def signed(self, thing: Any) -> tuple[bool, Box, int]:
        """Whether a minus sign stands in front, and what stands behind it."""
        box, level = self.spell(thing)
        if (
            level == SUM
            and isinstance(box, Row)
            and box.items[0] == Glyph("minus")
            and not {Glyph("+"), Glyph("-")} & set(box.items)
        ):
            rest = Row(box.items[1:])
            return True, rest.items[0] if len(rest.items) == 1 else rest, PRODUCT
        return False, box, level

    def sum(self, thing: Any) -> Spelt:
        parts: list[Any] = []
        for part in thing.args:
            parts.extend(_flatten(part, sympy.Add))
        items: list[Box | str] = []
        for index, part in enumerate(parts):
            negative, box, level = self.signed(part)
            if level < SUM or (level == SUM and index):
                box = Fence("(", box)
            if index:
                items.append("-" if negative else "+")
            elif negative:
                items.append("minus")
            items.append(box)
        return row(*items), SUM

    def product(self, thing: Any) -> Spelt:
        """Left to right: a factor 1/d puts what stands before it over d; -1 in front is a sign."""
        parts = _left_factors(thing)
        negative = parts[0] == -1 and len(parts) > 1
        groups: list[tuple[list[Any], list[Any]]] = [([], [])]
        for part in parts[1:] if negative else parts:
            if isinstance(part, sympy.Pow) and part.exp == -1:
                groups[-1][1].append(part.base)
                continue
            if groups[-1][1]:
                groups.append(([], []))
            groups[-1][0].append(part)
        found: list[Spelt] = []
        for index, (above, below) in enumerate(groups):
            minus, factors = self.factors(above, lead=index == 0 and not negative)
            negative = negative or minus
            if below:
                top, top_level = self.join(factors) if factors else (Number("1"), ATOM)
                bottom, bottom_level = self.join(self.factors(below, lead=False)[1])
                if not self.flat:
                    flat = self.but(flat=True)
                    if tall(top) and _plain_exponent(
                        short := flat.join(flat.factors(above, index == 0)[1])[0], 14, 2
                    ):
                        top = short
                    if tall(bottom) and _plain_exponent(
                        short := flat.join(flat.factors(below, False)[1])[0], 14, 2
                    ):
                        bottom = short
                found.append(self.quotient(top, top_level, bottom, bottom_level))
            else:
                found.extend(factors)
        box, level = self.join(found)
        if not negative:
            return box, level
        return row("minus", box if level > SUM else Fence("(", box)), SUM

    def factors(self, parts: list[Any], lead: bool) -> tuple[bool, list[Spelt]]:
        """Factors spelt one by one; a minus sign of the leading one is taken out in front."""
        found: list[Spelt] = []
        negative = False
        for index, part in enumerate(parts):
            minus, box, level = self.signed(part)
            if minus and lead and index == 0:
                negative = True
                found.append((box, level))
            else:
                found.append((row("minus", box), SUM) if minus else (box, level))
        return negative, found

    def join(self, factors: list[Spelt]) -> Spelt:
        if len(factors) == 1:
            return factors[0]
        items: list[Box] = []
        for index, (box, level) in enumerate(factors):
            last = index == len(factors) - 1
            if (
                level < BIG
                or (level == BIG and not last)
                or (self.flat and _has_slash(box) and (not last or index))
            ):
                box = Fence("(", box)
            if items:
                before = items[-1]
                dot = starts_with_digit(box) or before == Number("1")
                dot = dot or (isinstance(box, Fence) and _bare_number(box.body))
                dot = dot or (isinstance(before, Number) and isinstance(box, Fraction))
                items.append(Times(dot))
            items.append(box)
        return row(*items), PRODUCT

    def power(self, thing: Any) -> Spelt:
        base, exponent = thing.base, thing.exp
        if exponent == -1:
            below, level = self.spell(base)
            if tall(below) and _plain_exponent(short := self.but(flat=True).box(base), 14, 2):
                below = short
            return self.quotient(Number("1"), ATOM, below, level)
        if exponent == sympy.Rational(1, 2) and isinstance(exponent, sympy.Rational):
            return self.radical(base)
        script = self.but(flat=True).box(exponent, POWER if self.plain else 0)
        function = FUNCTIONS.get(type(base).__name__)
        if function and isinstance(exponent, sympy.Integer) and exponent > 1 and not self.plain:
            return row(Script(Glyph(function), None, script), self.arguments(base.args)), ATOM
        box, level = self.spell(base)
        if level < ATOM or (isinstance(box, Name) and "^" in box.latex):
            box = Fence("(", box)
        return Script(box, None, script), POWER

    def radical(self, body: Any) -> Spelt:
        if self.plain:
            return row(Name("", "sqrt"), Fence("(", self.box(body), True)), ATOM
        return Radical(self.box(body)), POWER

    def exponential(self, thing: Any) -> Spelt:
        script, level = self.but(flat=True).spell(thing.args[0])
        if self.plain:
            return Script(Glyph("e"), None, script if level >= POWER else Fence("(", script)), POWER
        if self.flat or _plain_exponent(script):
            return Script(Glyph("e"), None, script), POWER
        return row("exp", self.arguments(thing.args)), ATOM

    def arguments(self, things: Iterable[Any]) -> Fence:
        """Arguments of a named function in round brackets; a short fraction is set with a slash."""
        boxes = []
        for thing in things:
            short = self.but(flat=True).box(thing)
            boxes.append(short if self.flat or _plain_exponent(short, 6, 1) else self.box(thing))
        return Fence("(", commas(boxes), True)

    def function(self, thing: Any) -> Spelt:
        key = FUNCTIONS.get(type(thing).__name__)
        if key is None:
            raise SpellingError(f"no spelling is known for the function {type(thing).__name__} in {thing}")
        return row(key, self.arguments(thing.args)), ATOM

    def extremum(self, thing: Any) -> Spelt:
        key = "max" if isinstance(thing, sympy.Max) else "min"
        kind = "(" if self.plain else "{"
        return row(key, Fence(kind, commas(self.box(a) for a in thing.args), True)), ATOM

    def bars(self, thing: Any) -> Spelt:
        return Fence("|", self.box(thing.args[0])), ATOM

    def rounding(self, thing: Any) -> Spelt:
        kind = "floor" if isinstance(thing, sympy.floor) else "ceiling"
        if self.plain:
            return row(Name("", kind), Fence("(", self.box(thing.args[0]), True)), ATOM
        return Fence(kind, self.box(thing.args[0])), ATOM

    def binomial(self, thing: Any) -> Spelt:
        above, below = (self.box(a) for a in thing.args)
        if self.plain:
            return row(Name("", "binomial"), Fence("(", commas((above, below)), True)), ATOM
        return Binomial(above, below), ATOM

    def factorial(self, thing: Any) -> Spelt:
        return row(self.box(thing.args[0], ATOM), Name("!", "!")), POWER

    def pieces(self, thing: Any) -> Spelt:
        power = x.as_root(thing)
        if power is not None and isinstance(
            power.args[1], sympy.Rational
        ):  # a root of 0 is 0: every term has a value
            return self.spell(power)
        rows = tuple((self.box(v), Text("otherwise") if c == True else self.box(c)) for v, c in thing.args)  # noqa: E712
        return Choices(rows), ATOM

    # ---- quantities over the outcomes
    def law(self, mass: Any, outcomes: tuple[Any, ...]) -> Box:
        """The law with the given mass at the outcomes: `G(r, ·)`, a combination of such, or the mass as a function."""
        inside = self.bound(outcomes)
        if dotted(mass, outcomes):
            return inside.but(dots=outcomes).box(mass)
        of = commas(inside.box(o) for o in outcomes)
        at: Box = of if len(outcomes) == 1 else Fence("(", of)
        return Fence("(", row(at, "mapsto", inside.but(dots=()).box(mass)))

    def product_of_laws(self, thing: Any) -> Spelt:
        box, level = self.product(thing)
        own = tuple(o for o in self.dots if o in thing.free_symbols)
        if not own or not product_of(thing, own) or not isinstance(box, Row):
            return box, level
        return row(*(Glyph("otimes") if isinstance(i, Times) else i for i in box.items)), PRODUCT

    def total(self, thing: Any) -> Spelt:
        inside = self.bound(thing.outcomes)
        under = commas(inside.box(o) for o in thing.outcomes)
        return self.big("sum", under, None, inside.box(thing.body, BIG))

    def big(self, key: str, under: Box, over: Box | None, body: Box) -> Spelt:
        if self.plain:
            under = row(under, Name("", " to "), over) if over is not None else under
            return row(Glyph(key), Name("", "_"), Fence("{", under, True), Name("", " "), body), BIG
        return row(Limits(Glyph(key), under, over), body), BIG

    def indicator(self, thing: Any) -> Spelt:
        return row("one", Fence("[", self.box(thing.args[0]), True)), ATOM

    def source(self, law: Any, outcomes: tuple[Any, ...]) -> Box:
        """`Y ~ P`, where the outcomes are drawn."""
        name: Box = commas(self.box(o) for o in outcomes)
        if len(outcomes) > 1:
            name = Fence("(", name)
        return row(name, "sim", self.law(law, outcomes))

    def probability(self, thing: Any) -> Spelt:
        event, law, *outcomes = thing.args
        inside = self.drawn(tuple(outcomes), event, law)
        at = inside.source(law, tuple(outcomes))
        head = Macro("dpsymPr", (at,), Script(Glyph("Pr"), at))
        return row(head, Fence("[", inside.box(event), True)), ATOM

    def expectation(self, thing: Any) -> Spelt:
        value, law, *outcomes = thing.args
        return self.mean(value, law, tuple(outcomes))

    def mean(self, value: Any, law: Any, outcomes: tuple[Any, ...]) -> Spelt:
        inside = self.drawn(outcomes, value, law)
        at = inside.source(law, outcomes)
        head = Macro("dpsymE", (at,), Script(Glyph("E"), at))
        return row(head, Fence("[", inside.box(value), True)), ATOM

    def mass(self, thing: Any) -> Spelt:
        """`P(S)`, `G(r, S)`; the mean of a value that is no event or test of the outcomes."""
        event, law = thing.args[:2]
        outcomes = thing.args[2:]
        if not isinstance(event, AppliedUndef) or event.args != outcomes:
            return self.mean(event, law, outcomes)
        chosen = named(event.func.__name__)
        if not at_event(law, event, outcomes):
            name = self.law(law, outcomes)
            return row(name if isinstance(name, Fence) else Fence("(", name), Fence("(", chosen, True)), ATOM
        given = [self.box(a) for a in law.args if a not in outcomes]
        if not given:
            inside: Box = chosen
        else:
            inside = commas(chosen if a in outcomes else self.box(a) for a in law.args)
        return row(named(law.func.__name__), Fence("(", inside, True)), ATOM

    def pointwise(self, name: Box, outcomes: tuple[Any, ...]) -> Box:
        """A quantity that depends on the outcome: bare where just this is drawn, else applied to it."""
        if outcomes == self.current:
            return name
        return row(name, Fence("(", commas(self.box(o) for o in outcomes), True))

    def ratio_of(self, a: Any, b: Any) -> tuple[str, Box | None] | None:
        """How the pair (a, b) is told in the name of its loss: nothing, a prime, or a subscript."""
        if not (isinstance(a, AppliedUndef) and isinstance(b, AppliedUndef) and a.args == b.args):
            return None
        if not all(isinstance(o, x.Outcome) for o in a.args):
            return None
        names = a.func.__name__, b.func.__name__
        if names == ("P", "Q"):
            return "", None
        if names == ("Q", "P"):
            return "'", None
        return "", row(named(names[0]), "|", named(names[1]))

    def loss(self, thing: Any) -> Spelt:
        a, b = thing.args
        known = self.ratio_of(a, b)
        if known is None:
            return self.spell(thing.definition())
        prime, below = known
        base = Script(Glyph("Z"), below, Glyph("'") if prime else None) if prime or below else Glyph("Z")
        return self.pointwise(base, a.args), ATOM

    def posterior(self, thing: Any) -> Spelt:
        prior, a, b = thing.args
        known = self.ratio_of(a, b)
        if known is None:
            with x.as_written():
                return self.spell(prior * a / (prior * a + (1 - prior) * b))
        prime, pair = known
        parts: list[Box | str] = []
        if not (isinstance(prior, x.Parameter) and prior.name == "p"):
            parts = [self.but(flat=True).box(prior)]
        if pair is not None:
            parts += ([","] if parts else []) + [pair]
        base: Box = Glyph("X")
        if parts or prime:
            base = Script(base, row(*parts) if parts else None, Glyph("'") if prime else None)
        return self.pointwise(base, a.args), ATOM

    def divergence(self, thing: Any) -> Spelt:
        eps, pair = thing.args
        order = self.but(flat=True).box(eps)
        laws = [self.law(m, pair.outcomes) for m in (pair.a, pair.b)]
        shown = row(Script(Glyph("H"), order), Fence("(", row(laws[0], "|", laws[1]), True))
        return Macro("dpsymHockeyStick", (order, *laws), shown), ATOM

    def moment(self, thing: Any) -> Spelt:
        alpha, pair = thing.args
        less = alpha - 1 if alpha.is_Rational else None  # a number is printed as one
        with x.as_written():
            loss = x.Loss(pair.a, pair.b)
            body = sympy.exp(loss if less == 1 else (alpha - 1 if less is None else less) * loss)
        return self.mean(body, pair.a, pair.outcomes)

    def density(self, thing: Any) -> Spelt:
        """`Lap_b(t | x)`: the density of the output t on the input x."""
        law, output, given = thing.args
        name, _, over = law.name.partition("_")
        index = commas(self.but(flat=True).box(a) for a in law.indices)
        upper = Name(rf"\mathbb{{{over}}}", over) if over else None
        at = row(self.box(output), Name(r"\mid ", " | "), self.box(given))
        return row(Script(Name(rf"\mathrm{{{name}}}", name), index, upper), Fence("(", at, True)), ATOM

    # ---- quantities of examples
    def between_bounds(self, over: Any, low: Any, high: Any, relation: str) -> Box:
        parts: list[Box | str] = [self.box(over)]
        if low != sympy.S.NegativeInfinity:
            parts = [self.box(low), relation, *parts]
        if high != sympy.oo:
            parts += [relation, self.box(high)]
        return row(*parts)

    def minimum(self, thing: Any) -> Spelt:
        body, over, low, high = thing.args
        key = "argmin" if isinstance(thing, q.Minimiser) else "min"
        return self.big(
            key, self.but(flat=True).between_bounds(over, low, high, "<"), None, self.box(body, BIG)
        )

    def root(self, thing: Any) -> Spelt:
        body, over, low, high = thing.args
        under = self.but(flat=True).between_bounds(over, low, high, "<=")
        return self.big("root", under, None, Fence("[", row(self.box(body), "=", Number("0"))))

    def finite_sum(self, thing: Any) -> Spelt:
        body, over, low, high = thing.args
        script = self.but(flat=True)
        return self.big(
            "sum", row(script.box(over), "=", script.box(low)), script.box(high), self.box(body, BIG)
        )

    def evaluated(self, thing: Any) -> Spelt:
        """`census.power(alpha = 1/20, queries = Block)`."""
        flat = self.but(flat=True)
        given = [
            row(_word(k), "=", _word(v.name) if isinstance(v, Str) else flat.box(v))
            for k, v in thing.arguments.items()
        ]
        return row(_word(thing.name), Fence("(", commas(given), True)), ATOM

    def first_above(self, thing: Any) -> Spelt:
        body, over, level, start = thing.args
        where = row(self.box(over), ">=", self.box(start), ":", self.box(body), ">", self.box(level))
        return row("min", Fence("{", where, True)), ATOM

    def least_over(self, thing: Any) -> Spelt:
        body, over, low, high, holds = thing.args
        where = row(self.box(low), "<=", self.box(over), "<=", self.box(high))
        return row("min", Fence("{", row(self.box(body), ":", where, ",", self.box(holds)), True)), ATOM

    # ---- formulas
    def relation(self, thing: Relational) -> Spelt:
        left, right = (self.box(a, SUM) for a in thing.args)
        return row(left, RELATIONS[thing.rel_op], right), RELATION

    def between(self, thing: Any) -> Spelt:
        low, middle, high = (self.box(a, SUM) for a in thing.args)
        return row(low, "<=", middle, "<=", high), RELATION

    def within(self, thing: Any) -> Spelt:
        value, bound = thing.args
        return row(Fence("|", self.box(value)), "<=", self.box(bound, SUM)), RELATION

    def joined(self, parts: Iterable[Any], word: str) -> Spelt:
        items: list[Box] = []
        for part in parts:
            items += [Text(word)] if items else []
            items.append(self.box(part, RELATION))
        return row(*items), CLAIM

    def all_of(self, thing: Any) -> Spelt:
        return self.joined(thing.args, "and")

    def any_of(self, thing: Any) -> Spelt:
        return self.joined(thing.args, "or")

    def implication(self, thing: Any) -> Spelt:
        given, claim = thing.args
        return row(Text("if"), self.box(given, CLAIM), Text("then"), self.box(claim, CLAIM)), WORDS

    def negation(self, thing: Any) -> Spelt:
        inside = thing.args[0]
        if isinstance(inside, x.Within):
            value, bound = inside.args
            return row(Fence("|", self.box(value)), ">", self.box(bound, SUM)), RELATION
        return row(Text("not"), Fence("(", self.box(thing.args[0]))), CLAIM

    def domain(self, symbol: Any) -> Box:
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

    def for_all(self, thing: Any) -> Spelt:
        variables, body = thing.args
        inside = self.bound(variables)
        ranges = commas(inside.domain(v) for v in variables)
        return row(Text("for all"), ranges, ":", inside.box(body, CLAIM)), WORDS

    def exists(self, thing: Any) -> Spelt:
        variables, body = thing.args
        inside = self.bound(variables)
        ranges = commas(inside.domain(v) for v in variables)
        return row(Text("there is"), ranges, Text("with"), inside.box(body, CLAIM)), WORDS

    def every_event(self, thing: Any) -> Spelt:
        event, body = thing.args
        inside = self.bound(event.args)
        return row(Text("for every event"), self.name_of(event), ":", inside.box(body, CLAIM)), WORDS

    def under_each_law(self, thing: Any) -> Spelt:
        event, level, pair = thing.args
        inside = self.drawn(pair.outcomes, event, pair.a, pair.b)
        laws = [inside.source(m, pair.outcomes) for m in (pair.a, pair.b)]
        words = row(
            Text("with probability at least"),
            self.box(level),
            Text("under"),
            laws[0],
            Text("and under"),
            laws[1],
        )
        return row(words, ":", inside.box(event)), WORDS

    def notion(self, thing: Any) -> Spelt:
        return row(self.subject(thing.pair), Text("is"), self.guarantee(thing)), RELATION

    def subject(self, pair: Any) -> Box:
        """The mechanism, or the pair of laws where it is not the usual (P, Q)."""
        if pair == x.Pair():
            return Glyph("M")
        return Fence("(", commas(self.law(m, pair.outcomes) for m in (pair.a, pair.b)))

    def guarantee(self, thing: Any) -> Box:
        r"""The notion's `short`, filled: `(%s,%s)\text{-DP}`."""
        values: list[Box] = []
        for a in (a for a in thing.args if not isinstance(a, x.Pair)):
            flat = self.but(flat=True).box(a)
            if own := tuple(sorted(a.free_symbols - thing.free_symbols, key=str)):
                values.append(self.law(a, own))  # a function of what the notion binds
                continue
            short = _plain_exponent(flat, 7, 1)
            alone = not re.search(r"[(\[,][^()\[\],]*%s", thing.short)
            values.append(self.but(flat=self.flat or short).box(a, POWER if alone else 0))
        stack: list[list[Box | str]] = [[]]
        for piece in re.findall(
            r"%s|\\text\{[^{}]*\}|\\(?:mathrm|operatorname)\{[^{}]*\}|\\?[A-Za-z]+|\\?.", thing.short
        ):
            items = stack[-1]
            if piece == "%s":
                if not values:
                    raise SpellingError(
                        f"the short form of {type(thing).__name__} has more places than arguments"
                    )
                items.append(values.pop(0))
            elif piece.startswith(r"\text{"):
                items.append(Text(piece[6:-1]))
            elif piece.startswith("(") or piece.startswith("["):
                stack.append([])
            elif piece in (")", "]") and len(stack) > 1:
                inside = row(*stack.pop())
                stack[-1].append(Fence("(" if piece == ")" else "[", inside))
            elif piece == ",":
                items.append(",")
            elif piece.isdigit():
                items.append(Number(piece))
            elif piece == "-":
                items.append(Name(piece, piece))
            elif found := re.fullmatch(r"\\(?:mathrm|operatorname)\{([A-Za-z]*)\}", piece):
                items.append(Name(rf"\mathrm{{{found[1]}}}", found[1]))
            elif piece.isalpha():
                items.append(Name(rf"\mathrm{{{piece}}}" if len(piece) > 1 else piece, piece))
            elif piece.strip() and piece not in (r"\,", r"\ "):
                if not re.fullmatch(r"\\[A-Za-z]+", piece):
                    raise SpellingError(
                        f"the short form of {type(thing).__name__} has {piece!r}, which has no spelling"
                    )
                items.append(Name(piece, piece[1:]))
        if values or len(stack) > 1:
            raise SpellingError(f"the short form of {type(thing).__name__} does not match its arguments")
        return row(*stack[0])

    def truth(self, thing: Any) -> Spelt:
        return Text("true" if thing == sympy.true else "false"), ATOM

    def constant(self, thing: Any) -> Spelt:
        return Glyph({"Exp1": "e", "Pi": "pi", "Infinity": "oo"}[type(thing).__name__]), ATOM

    def negative_infinity(self, _thing: Any) -> Spelt:
        return row("minus", "oo"), SUM

    def mapping(self, thing: Any) -> Spelt:
        """A function given by an expression."""
        of = tuple(self.box(v) for v in thing.variables)
        at = of[0] if len(of) == 1 else Fence("(", commas(of))
        return row(at, "mapsto", self.box(thing.expr)), RELATION

    def pair(self, thing: Any) -> Spelt:
        return Fence("(", commas(self.law(m, thing.outcomes) for m in (thing.a, thing.b))), ATOM

    def tuple(self, thing: Any) -> Spelt:
        return Fence("(", commas(self.box(a) for a in thing.args)), ATOM


def _zeros(number: int) -> int:
    """k where the number is 10^k with k > 0, else 0."""
    digits = str(number)
    return (
        len(digits) - 1
        if digits.startswith("1") and not digits.strip("10").strip() and int(digits[1:] or "1") == 0
        else 0
    )


def _decimal(number: int) -> Spelt:
    """A natural number; a long power of ten as a power."""
    zeros = _zeros(int(number))
    if zeros < 4:
        return Number(str(number)), ATOM
    return Script(Number("10"), None, Number(str(zeros))), POWER


def _flatten(thing: Any, kind: Any) -> list[Any]:
    return [p for a in thing.args for p in _flatten(a, kind)] if isinstance(thing, kind) else [thing]


def _left_factors(thing: Any) -> list[Any]:
    """Factors with the nesting on the left opened: ((a*b)/c)*d -> a, b, 1/c, d; a right factor stays
    whole."""
    first, *rest = thing.args
    opened = _left_factors(first) if isinstance(first, sympy.Mul) else [first]
    for part in rest:
        opened += _all_factors(part) if isinstance(part, sympy.Mul) else [part]
    return opened


def _all_factors(thing: Any) -> list[Any]:
    """A product on the right is opened when it is a plain product: a*(b*c) reads a b c."""
    flat = _flatten(thing, sympy.Mul)
    plain = all(not (isinstance(f, sympy.Pow) and f.exp == -1) and f != -1 for f in flat)
    return flat if plain else [thing]


def _bare_number(box: Box) -> bool:
    return (
        isinstance(box, Row)
        and len(box.items) == 2
        and box.items[0] == Glyph("minus")
        and isinstance(box.items[1], Number)
    )


def _has_slash(box: Box) -> bool:
    return isinstance(box, Row) and Glyph("/") in box.items


def _plain_exponent(box: Box, glyphs: int = 12, slashes: int = 1) -> bool:
    """Whether a box set on one line stays readable in a script: short, and no fraction inside a fraction."""
    found = list(_leaves(box))
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


def _quantile(fold: Fold, thing: Any) -> Spelt:
    inverse: Box = Script(Glyph("Phi"), None, row("minus", Number("1")))
    if fold.plain:  # as a claim is typed
        inverse = Name("", "Phi_inv")
    return row(inverse, fold.arguments(thing.args)), ATOM


HANDLERS: dict[Any, Callable[[Fold, Any], Spelt]] = {
    sympy.Integer: Fold.integer,
    sympy.Rational: Fold.rational,
    sympy.core.numbers.Exp1: Fold.constant,
    sympy.core.numbers.Pi: Fold.constant,
    sympy.core.numbers.Infinity: Fold.constant,
    sympy.core.numbers.NegativeInfinity: Fold.negative_infinity,
    sympy.Symbol: Fold.symbol,
    sympy.Add: Fold.sum,
    sympy.Mul: Fold.product_of_laws,
    sympy.Pow: Fold.power,
    sympy.exp: Fold.exponential,
    sympy.Max: Fold.extremum,
    sympy.Min: Fold.extremum,
    sympy.Abs: Fold.bars,
    sympy.floor: Fold.rounding,
    sympy.ceiling: Fold.rounding,
    sympy.binomial: Fold.binomial,
    sympy.factorial: Fold.factorial,
    sympy.Piecewise: Fold.pieces,
    sympy.Function: Fold.function,
    Relational: Fold.relation,
    sympy.And: Fold.all_of,
    sympy.Or: Fold.any_of,
    sympy.Not: Fold.negation,
    sympy.logic.boolalg.BooleanAtom: Fold.truth,
    sympy.Tuple: Fold.tuple,
    sympy.Lambda: Fold.mapping,
    x.Total: Fold.total,
    x.Indicator: Fold.indicator,
    x.Pair: Fold.pair,
    x.Phi_inv: _quantile,
    x.Loss: Fold.loss,
    x.Posterior: Fold.posterior,
    x.Probability: Fold.probability,
    x.Expectation: Fold.expectation,
    x.Mass: Fold.mass,
    x.HockeyStick: Fold.divergence,
    x.RenyiMoment: Fold.moment,
    mechanism.Density: Fold.density,
    x.AllOf: Fold.all_of,
    x.AnyOf: Fold.any_of,
    x.Implication: Fold.implication,
    x.NotSo: Fold.negation,
    x.Between: Fold.between,
    x.Within: Fold.within,
    x.ForAll: Fold.for_all,
    x.Exists: Fold.exists,
    x.EveryEvent: Fold.every_event,
    x.UnderEachLaw: Fold.under_each_law,
    x.Notion: Fold.notion,
    q.Minimum: Fold.minimum,
    q.FirstAbove: Fold.first_above,
    q.FiniteSum: Fold.finite_sum,
    q.LeastOver: Fold.least_over,
    q.Evaluated: Fold.evaluated,
    q.Root: Fold.root,
}


def _word(words: str) -> Name:
    """A name that a machine reads, such as that of an evaluator."""
    return Name(r"\text{" + words.replace("_", r"\_") + "}", words)


def fold(thing: Basic, *, flat: bool = False, plain: bool = False) -> Box:
    """The boxes of an expression or a formula of the vocabulary.

    `flat` spells every fraction with a slash; `plain` is for text without any second dimension.
    Raises SpellingError for a node or function outside the vocabulary.
    """
    return Fold(flat=flat, plain=plain).spell(thing)[0]
