"""How numbers, names and terms of arithmetic are spelt: the author's order, the field's notation."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import prod

import sympy
from sympy import Basic, Symbol

from dpsym.document.formulas.boxes import (
    Binomial,
    Box,
    Choices,
    Fence,
    Fraction,
    Glyph,
    Name,
    Number,
    Radical,
    Row,
    Script,
    Text,
    Times,
)
from dpsym.document.formulas.fold import (
    ATOM,
    BIG,
    HANDLERS,
    POWER,
    PRODUCT,
    SUM,
    Fold,
    SpellingError,
    Spelt,
    commas,
    is_short,
    named,
    row,
    starts_with_digit,
    tall,
)
from dpsym.document.formulas.idioms import entropy_term, grouped, normal, powers
from dpsym.document.formulas.laws import product_of
from dpsym.language import expressions as x
from dpsym.language.worked_out import worked_out

FUNCTIONS = {
    "log": "log", "tanh": "tanh", "sinh": "sinh", "cosh": "cosh", "coth": "coth", "sin": "sin", "cos": "cos",
    "tan": "tan", "erf": "erf", "erfc": "erfc", "asin": "arcsin", "atan": "arctan",
    "atanh": "arctanh", "sign": "sgn",
}  # fmt: skip


def integer(_f: Fold, thing: Basic) -> Spelt:
    """An integer in digits; a long power of ten as a power."""
    digits, level = _decimal(abs(int(thing)))
    return (digits, level) if thing >= 0 else (row("minus", digits), SUM)


def rational(f: Fold, thing: Basic) -> Spelt:
    """A fraction; a few times a small power of ten as that."""
    if _is_small(thing):
        zeros = _zeros(thing.q)
        power = row("minus", Number(str(zeros)))
        small: Box = Script(Number("10"), None, Fence("(", power) if f.plain else power)
        positive: Spelt = (small, POWER)
        if abs(thing.p) != 1:
            positive = row(Number(str(abs(thing.p))), Times(True), small), PRODUCT
    else:
        positive = quotient(f, *_decimal(abs(thing.p)), *_decimal(thing.q))
    return positive if thing.p > 0 else (row("minus", positive[0]), SUM)


def symbol(f: Fold, thing: Symbol) -> Spelt:
    """A parameter or an outcome by its name; what was not declared is refused."""
    if isinstance(thing, x.Outcome):
        return f.random.get(thing) or named(thing.name), ATOM
    if isinstance(thing, x.Parameter):
        return named(thing.name, thing.latex), ATOM
    raise SpellingError(f"{thing} is not declared; write {thing} = parameter({thing.name!r}, ...)")


def quotient(f: Fold, above: Box, above_level: int, below: Box, below_level: int) -> Spelt:
    """One box over another, or with a slash where the fold is flat."""
    if f.flat:
        above = above if above_level >= PRODUCT else Fence("(", above)
        below = below if below_level > PRODUCT else Fence("(", below)
        return row(above, "/", below), PRODUCT
    return Fraction(above, below), PRODUCT


def signed(f: Fold, thing: Basic) -> tuple[bool, Box, int]:
    """Whether a minus sign stands in front, and what stands behind it."""
    box, level = f.spell(thing)
    if (
        level == SUM
        and isinstance(box, Row)
        and box.items[0] == Glyph("minus")
        and not {Glyph("+"), Glyph("-")} & set(box.items)
    ):
        rest = Row(box.items[1:])
        return True, rest.items[0] if len(rest.items) == 1 else rest, PRODUCT
    return False, box, level


def sum_(f: Fold, thing: Basic) -> Spelt:
    """Summands in the order of the author, each with its sign."""
    parts: list[Basic] = []
    for part in thing.args:
        parts.extend(_flatten(part, sympy.Add))
    if thing.free_symbols:
        parts = [settled(f, p) for p in parts]
    if not f.plain:
        parts = _cancelled([p for p in parts if not _is_zero(p)] or [sympy.Integer(0)])
    if len(parts) == 1:
        return f.spell(parts[0])
    items: list[Box | str] = []
    for index, part in enumerate(parts):
        negative, box, level = signed(f, part)
        if level < SUM or (level == SUM and index):
            box = Fence("(", box)
        if index:
            items.append("-" if negative else "+")
        elif negative:
            items.append("minus")
        items.append(box)
    return row(*items), SUM


def settled(f: Fold, part: Basic) -> Basic:
    """A part of a term, worked out where it is made of numbers alone: 1/2 for 1 - 1/2.

    Only a part: a whole side of a relation stays as its author wrote it, for there the numbers may be what is said.
    """
    if f.plain:
        return part
    if isinstance(part, sympy.Pow) and part.exp == -1:
        below = settled(f, part.base)
        if below is part.base:
            return part
        with x.as_written():
            return sympy.Pow(below, -1)
    if (taken := _taken_back(part)) is not None:
        return taken
    if not isinstance(part, sympy.Add | sympy.Mul) or part.free_symbols:
        return part
    found = worked_out(part)
    return found if isinstance(found, sympy.Rational) else part


def _taken_back(part: Basic) -> Basic | None:
    """t for 1 - (1 - t), as it comes about where 1 - t is put for a letter."""
    if not isinstance(part, sympy.Add) or len(part.args) != 2:
        return None
    one, rest = part.args
    below = _negated(rest) if one.is_number else None
    if not isinstance(below, sympy.Add) or len(below.args) != 2 or below.args[0] != one:
        return None
    return _negated(below.args[1])


def _negated(thing: Basic) -> Basic | None:
    """t where this is -t."""
    if not isinstance(thing, sympy.Mul) or thing.args[0] != -1:
        return None
    if len(thing.args) == 2:
        return thing.args[1]
    with x.as_written():
        return sympy.Mul(*thing.args[1:])


def _numbers_together(f: Fold, parts: list[Basic]) -> list[Basic]:
    """The factors with fractions side by side as one, and so whole numbers below one line: x/40 for x/20/2."""
    if f.plain:
        return parts
    found: list[Basic] = []
    for part in parts:
        pair = (found[-1], part) if found else ()
        joined = None
        if pair and all(isinstance(p, sympy.Rational) and p != -1 for p in pair):
            joined = pair[0] * pair[1]
        elif pair and all(_is_reciprocal(p) and isinstance(p.base, sympy.Integer) for p in pair):
            with x.as_written():
                joined = sympy.Pow(sympy.Integer(int(pair[0].base) * int(pair[1].base)), -1)
        if joined is None:
            found.append(part)
        else:
            found[-1] = joined
    return found


def _is_zero(part: Basic) -> bool:
    """0, or a product with the factor 0."""
    return part == 0 or (isinstance(part, sympy.Mul) and any(f == 0 for f in part.args))


def _cancelled(parts: list[Basic]) -> list[Basic]:
    """The summands without a letter that the one after it takes away: t for t - p + p."""
    for k, (one, two) in enumerate(pairwise(parts)):
        letter = two if isinstance(two, Symbol) else one
        if len(parts) > 2 and isinstance(letter, Symbol) and {one, two} == {letter, sympy.Mul(-1, letter)}:
            return _cancelled([*parts[:k], *parts[k + 2 :]])
    return parts


def product(f: Fold, thing: Basic) -> Spelt:
    """Left to right: a factor 1/d puts what stands before it over d; -1 in front is a sign."""
    if (found := idiom(f, thing)) is not None:
        return found
    parts = _left_factors(thing)
    if not f.plain:
        parts = _led_by_number(_opened_after_numbers(parts))
    if thing.free_symbols:
        parts = _numbers_together(f, [settled(f, p) for p in parts])
    if not f.plain and (entropy := entropy_term(parts)) is not None:
        parts = [p for p in parts if p is not entropy[2]]
    negative = parts[0] == -1 and len(parts) > 1
    parts = _tidied(f, grouped(parts[1:] if negative else parts) if not f.plain else parts[negative:])
    if thing.free_symbols:
        parts = _numbers_together(f, parts)
    groups: list[tuple[list[Basic], list[Basic]]] = [([], [])]
    for part in parts:
        if isinstance(part, sympy.Pow) and part.exp == -1:
            groups[-1][1].append(part.base)
            continue
        if groups[-1][1]:
            groups.append(([], []))
        groups[-1][0].append(part)
    shares: list[Spelt] = []
    for index, (above, below) in enumerate(groups):
        minus, own = factors(f, above, lead=index == 0 and not negative)
        negative = negative or minus
        if below:
            below = below if f.plain else _as_one(below)
            top, top_level = join(f, own) if own else (Number("1"), ATOM)
            bottom, bottom_level = join(f, factors(f, below, lead=False)[1])
            if not f.flat:
                flat = f.in_line
                if tall(top) and is_short(short := join(flat, factors(flat, above, index == 0)[1])[0], 14, 2):
                    top = short
                if tall(bottom) and is_short(short := join(flat, factors(flat, below, False)[1])[0], 14, 2):
                    bottom = short
            shares.append(quotient(f, top, top_level, bottom, bottom_level))
        else:
            shares.extend(own)
    box, level = join(f, shares)
    if not negative:
        return box, level
    return row("minus", box if level > SUM else Fence("(", box)), SUM


def _as_one(below: list[Basic]) -> list[Basic]:
    """The factors below a line as one product, its whole numbers in front: 2 n b for n (2 b)."""
    parts = [q for p in below for q in (_all_factors(p) if _opens(p) else [p])]
    if len(parts) > 1 and isinstance(parts[0], sympy.Integer) and not parts[1].is_number:
        parts = [*parts[1:], parts[0]]
    return _led_by_number(parts)


def _opened_after_numbers(parts: list[Basic]) -> list[Basic]:
    """The factors of a product with those of a fraction that only whole numbers, or a sign, stand before: 2 a/b for 2 (a/b)."""
    count = next((k for k, p in enumerate(parts) if not isinstance(p, sympy.Integer)), len(parts))
    if not 0 < count < len(parts) or not _opens(parts[count]):
        return parts
    inner = _left_factors(parts[count])
    below = [p.base for p in inner if _is_reciprocal(p)]
    if not below or (inner[0].is_Rational and inner[0].is_negative):
        return parts
    if any(q.is_number for q in below) and any(p != -1 for p in parts[:count]):
        return parts  # 2 (b/2): that it is doubled is what is said
    if any(_is_reciprocal(p) and _is_fraction(p.base) for p in parts[count + 1 :]):
        return parts
    return _opened_after_numbers([*parts[:count], *inner, *parts[count + 1 :]])


def _is_fraction(thing: Basic) -> bool:
    """Whether a term is a quotient."""
    return _is_reciprocal(thing) or (isinstance(thing, sympy.Mul) and any(map(_is_reciprocal, thing.args)))


def _led_by_number(parts: list[Basic]) -> list[Basic]:
    """The factors of a product with its whole numbers in front, multiplied: 2 a for a 2, 2 a b for a 2 b."""
    numbers = [p for p in parts if isinstance(p, sympy.Integer)]
    rest = [p for p in parts if not isinstance(p, sympy.Integer)]
    if not numbers or not rest or parts[0].is_number:
        return parts
    number = prod(map(int, numbers))
    return rest if number == 1 else [sympy.Integer(number), *rest]


def idiom(f: Fold, thing: Basic) -> Spelt | None:
    """What the field writes in another way: Φ(z), 1 - Φ(z), a product of powers."""
    if f.plain:  # as a claim is typed
        return None
    if (law := normal(thing)) is not None:
        value = row("Phi", arguments(f, (law[1],)))
        return (value, ATOM) if law[0] else (row(Number("1"), "-", value), SUM)
    if (bases := powers(thing)) is None:
        return None
    shown: list[Spelt] = []
    for base, exponent in bases:
        box, level = f.spell(base)
        if level < ATOM or isinstance(box, Script) or (isinstance(box, Name) and "^" in box.latex):
            box = Fence("(", box)
        shown.append((Script(box, None, f.in_line.box(exponent)), POWER))
    return join(f, shown)


def _turned(parts: list[Basic]) -> list[Basic]:
    """The factors with 2 in front in the place of a division by 1/2."""
    halves = [p for p in parts if isinstance(p, sympy.Pow) and p.exp == -1 and _is_share(p.base)]
    if len(halves) != 1 or isinstance(parts[0], sympy.Rational):
        return parts
    return [sympy.Integer(halves[0].base.q), *(p for p in parts if p is not halves[0])]


def _is_share(thing: Basic) -> bool:
    """Whether this is 1/2, 1/3 or the like."""
    return isinstance(thing, sympy.Rational) and thing.p == 1 and thing.q > 1


def _tidied(f: Fold, parts: list[Basic]) -> list[Basic]:
    """The factors of a product without those that are 1; a fraction of whole numbers in front is put over what follows."""
    left = [p for p in parts if not _is_unit(p)]
    if not left:
        return parts[:1]
    if not f.plain and len(left) > 1:
        left = _turned(left)
    first, rest = left[0], left[1:]
    if f.plain or not isinstance(first, sympy.Rational) or first.q == 1 or _is_small(first) or not rest:
        return left
    if len(rest) == 1 and _opens(rest[0]):
        rest = _left_factors(rest[0])
    whole = [p for p in rest if not _is_reciprocal(p)]
    below = rest[len(whole) :]
    number = len(rest) == 1 and isinstance(rest[0], sympy.Integer)
    stays = any(isinstance(p, sympy.Rational) or _is_wide(f, p) for p in whole)
    if (stays and not number) or not all(map(_is_reciprocal, below)):
        return left
    with x.as_written():
        over = sympy.Pow(sympy.Integer(first.q), -1)
    return [*([] if first.p == 1 else [sympy.Integer(first.p)]), *whole, over, *below]


def _is_reciprocal(part: Basic) -> bool:
    """Whether a factor stands below a fraction line."""
    return isinstance(part, sympy.Pow) and part.exp == -1


def _is_wide(f: Fold, part: Basic) -> bool:
    """Whether a factor is a sum that one does not put over a number: one over outcomes, or one that is tall."""
    box, level = f.spell(part)
    return level == BIG or (level < BIG and tall(box))


def _is_unit(part: Basic) -> bool:
    """Whether a factor is 1, or a power that is 1 as it stands."""
    if part == 1:
        return True
    if isinstance(part, sympy.exp):
        return part.args[0] == 0
    return isinstance(part, sympy.Pow) and (part.exp == 0 or (part.exp == -1 and part.base == 1))


def factors(f: Fold, parts: list[Basic], lead: bool) -> tuple[bool, list[Spelt]]:
    """Factors spelt one by one; a minus sign of the leading one is taken out in front."""
    found: list[Spelt] = []
    negative = False
    for index, part in enumerate(parts):
        minus, box, level = signed(f, part)
        if minus and lead and index == 0:
            negative = True
            found.append((box, level))
        else:
            found.append((row("minus", box), SUM) if minus else (box, level))
    return negative, found


def join(f: Fold, factors: list[Spelt]) -> Spelt:
    """Factors side by side, with brackets and dots where they are needed."""
    if len(factors) == 1:
        return factors[0]
    items: list[Box] = []
    for index, (box, level) in enumerate(factors):
        last = index == len(factors) - 1
        if level < BIG or (level == BIG and not last) or (f.flat and _has_slash(box) and (not last or index)):
            box = Fence("(", box)
        if items:
            before = items[-1]
            dot = starts_with_digit(box) or before == Number("1")
            dot = dot or (isinstance(box, Fence) and _bare_number(box.body))
            dot = dot or (isinstance(before, Number) and isinstance(box, Fraction))
            items.append(Times(dot))
        items.append(box)
    return row(*items), PRODUCT


def power(f: Fold, thing: Basic) -> Spelt:
    """A power: a reciprocal as a quotient, an exponent 1/2 as a root."""
    base, exponent = thing.base, thing.exp
    if exponent == 0 and not f.plain:
        return Number("1"), ATOM
    if exponent == 1:
        return f.spell(base)
    if exponent == -1:
        below, level = f.spell(base)
        if tall(below) and is_short(short := f.in_line.box(base), 14, 2):
            below = short
        return quotient(f, Number("1"), ATOM, below, level)
    if exponent == sympy.Rational(1, 2) and isinstance(exponent, sympy.Rational):
        return radical(f, base)
    if (raised := _raised(base, exponent)) is not None and not f.plain:
        return f.spell(raised)
    script = f.in_line.box(exponent, POWER if f.plain else 0)
    function = FUNCTIONS.get(type(base).__name__)
    if function and isinstance(exponent, sympy.Integer) and exponent > 1 and not f.plain:
        return row(Script(Glyph(function), None, script), arguments(f, base.args)), ATOM
    box, level = f.spell(base)
    if level < ATOM or (isinstance(box, Name) and "^" in box.latex):
        box = Fence("(", box)
    return Script(box, None, script), POWER


def _raised(base: Basic, exponent: Basic) -> Basic | None:
    """A whole power of an exponential of a fraction of a term as one exponential: e^ε for the square of e^(ε/2)."""
    if not isinstance(base, sympy.exp) or not isinstance(exponent, sympy.Integer) or exponent < 2:
        return None
    inner = base.args[0]
    if not isinstance(inner, sympy.Mul | sympy.Symbol) or inner.has(sympy.Add, sympy.Function):
        return None
    inner = inner.doit()
    share = inner.as_coeff_Mul()[0]
    if not isinstance(share, sympy.Rational) or share.q == 1:
        return None
    return sympy.exp(sympy.Mul(exponent, inner), evaluate=False)


def radical(f: Fold, body: Basic) -> Spelt:
    """A square root."""
    body = settled(f, body)
    if f.plain:
        return row(Name("", "sqrt"), Fence("(", f.box(body), True)), ATOM
    return Radical(f.box(body)), POWER


def exponential(f: Fold, thing: Basic) -> Spelt:
    """e with a short exponent above, else exp with an argument."""
    exponent = settled(f, thing.args[0])
    if exponent in (0, 1) and not f.plain:
        return (Glyph("e") if exponent == 1 else Number("1")), ATOM
    if (found := idiom(f, thing)) is not None:
        return found
    script, level = f.in_line.spell(exponent)
    if f.plain:
        return Script(Glyph("e"), None, script if level >= POWER else Fence("(", script)), POWER
    if f.flat or is_short(script):
        return Script(Glyph("e"), None, script), POWER
    return row("exp", arguments(f, thing.args)), ATOM


def arguments(f: Fold, things: Iterable[Basic]) -> Fence:
    """Arguments of a named function in round brackets; a short fraction is set with a slash."""
    boxes = []
    for thing in (settled(f, t) for t in things):
        short = f.in_line.box(thing)
        boxes.append(short if f.flat or is_short(short, 6, 1) else f.box(thing))
    return Fence("(", commas(boxes), True)


def function(f: Fold, thing: Basic) -> Spelt:
    """A function of the field by its name; any other is refused."""
    key = FUNCTIONS.get(type(thing).__name__)
    if key is None:
        raise SpellingError(f"no spelling is known for the function {type(thing).__name__} in {thing}")
    if key in ("tanh", "sinh") and not f.plain and settled(f, thing.args[0]) == 0:
        return Number("0"), ATOM
    return row(key, arguments(f, thing.args)), ATOM


def quantile(f: Fold, thing: Basic) -> Spelt:
    """The quantile function of the normal law."""
    inverse: Box = Script(Glyph("Phi"), None, row("minus", Number("1")))
    if f.plain:  # as a claim is typed
        inverse = Name("", "Phi_inv")
    return row(inverse, arguments(f, thing.args)), ATOM


def extremum(f: Fold, thing: Basic) -> Spelt:
    """A maximum or a minimum of several numbers."""
    key = "max" if isinstance(thing, sympy.Max) else "min"
    kind = "(" if f.plain else "{"
    return row(key, Fence(kind, commas(f.box(a) for a in thing.args), True)), ATOM


def bars(f: Fold, thing: Basic) -> Spelt:
    """An absolute value."""
    return Fence("|", f.box(thing.args[0])), ATOM


def rounding(f: Fold, thing: Basic) -> Spelt:
    """A number rounded down or up."""
    kind = "floor" if isinstance(thing, sympy.floor) else "ceiling"
    if f.plain:
        return row(Name("", kind), Fence("(", f.box(thing.args[0]), True)), ATOM
    return Fence(kind, f.box(thing.args[0])), ATOM


def binomial(f: Fold, thing: Basic) -> Spelt:
    """A binomial coefficient."""
    above, below = (f.box(a) for a in thing.args)
    if f.plain:
        return row(Name("", "binomial"), Fence("(", commas((above, below)), True)), ATOM
    return Binomial(above, below), ATOM


def factorial(f: Fold, thing: Basic) -> Spelt:
    """A factorial."""
    return row(f.box(thing.args[0], ATOM), Name("!", "!")), POWER


def pieces(f: Fold, thing: Basic) -> Spelt:
    """A root that is 0 at 0, or cases with their conditions."""
    power = x.as_root(thing)
    if power is not None and isinstance(
        power.args[1], sympy.Rational
    ):  # a root of 0 is 0: every term has a value
        return f.spell(power)
    rows = tuple((f.box(v), Text("otherwise") if c == True else f.box(c)) for v, c in thing.args)  # noqa: E712
    return Choices(rows), ATOM


def product_of_laws(f: Fold, thing: Basic) -> Spelt:
    """A product; of laws, with the sign of their product."""
    box, level = product(f, thing)
    own = tuple(o for o in f.dots if o in thing.free_symbols)
    if not own or not product_of(thing, own) or not isinstance(box, Row):
        return box, level
    return row(*(Glyph("otimes") if isinstance(i, Times) else i for i in box.items)), PRODUCT


def constant(_f: Fold, thing: Basic) -> Spelt:
    """e, pi and infinity."""
    return Glyph({"Exp1": "e", "Pi": "pi", "Infinity": "oo"}[type(thing).__name__]), ATOM


def negative_infinity(_f: Fold, _thing: Basic) -> Spelt:
    """Minus infinity."""
    return row("minus", "oo"), SUM


def _zeros(number: int) -> int:
    """k where the number is 10^k with k > 0, else 0."""
    digits = str(number)
    return (
        len(digits) - 1
        if digits.startswith("1") and not digits.strip("10").strip() and int(digits[1:] or "1") == 0
        else 0
    )


def _is_small(number: sympy.Rational) -> bool:
    """Whether it is written as a power of ten, `3 · 10^(-6)`: not 999/1000."""
    return _zeros(number.q) > 3 and abs(number.p) < 10


def _decimal(number: int) -> Spelt:
    """A natural number; a long power of ten as a power."""
    zeros = _zeros(int(number))
    if zeros < 4:
        return Number(str(number)), ATOM
    return Script(Number("10"), None, Number(str(zeros))), POWER


def _flatten(thing: Basic, kind: type[Basic]) -> list[Basic]:
    return [p for a in thing.args for p in _flatten(a, kind)] if isinstance(thing, kind) else [thing]


def _left_factors(thing: Basic) -> list[Basic]:
    """Factors with the nesting on the left opened: ((a*b)/c)*d -> a, b, 1/c, d; a right factor stays
    whole."""
    first, *rest = thing.args
    opened = _left_factors(first) if _opens(first) else [first]
    for part in rest:
        opened += _all_factors(part) if _opens(part) else [part]
    return opened


def _opens(thing: Basic) -> bool:
    """Whether it is a product that is printed as one."""
    return isinstance(thing, sympy.Mul) and normal(thing) is None and powers(thing) is None


def _all_factors(thing: Basic) -> list[Basic]:
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


HANDLERS.update(
    {
        sympy.Integer: integer,
        sympy.Rational: rational,
        sympy.core.numbers.Exp1: constant,
        sympy.core.numbers.Pi: constant,
        sympy.core.numbers.Infinity: constant,
        sympy.core.numbers.NegativeInfinity: negative_infinity,
        sympy.Symbol: symbol,
        sympy.Add: sum_,
        sympy.Mul: product_of_laws,
        sympy.Pow: power,
        sympy.exp: exponential,
        sympy.Max: extremum,
        sympy.Min: extremum,
        sympy.Abs: bars,
        sympy.floor: rounding,
        sympy.ceiling: rounding,
        sympy.binomial: binomial,
        sympy.factorial: factorial,
        sympy.Piecewise: pieces,
        sympy.Function: function,
        x.Phi_inv: quantile,
    }
)
