"""What a formula looks like, before it is spelt for one medium: glyphs, rows, brackets, fractions, scripts.

`dpsym.document.formulas.notation` folds an expression into boxes; `dpsym.document.formulas.spelling` writes boxes as LaTeX,
as plain
text or as MathML.  A box knows nothing of mathematics.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of a formula."""


@dataclass(frozen=True, slots=True)
class Number(Box):
    """Decimal digits."""

    digits: str


@dataclass(frozen=True, slots=True)
class Name(Box):
    """A letter with its decorations, as LaTeX and as plain text."""

    latex: str
    plain: str


@dataclass(frozen=True, slots=True)
class Glyph(Box):
    """A fixed sign, by its key in the table `GLYPHS`."""

    key: str


@dataclass(frozen=True, slots=True)
class Text(Box):
    """Words inside a formula."""

    words: str


@dataclass(frozen=True, slots=True)
class Times(Box):
    """A product sign: written as a dot between numbers, by juxtaposition elsewhere, as * in plain text."""

    visible: bool


@dataclass(frozen=True, slots=True)
class Row(Box):
    """Boxes side by side."""

    items: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Fence(Box):
    """A box in brackets of the kind ( [ { | or floor; `after_name` where it holds the arguments of a
    function."""

    kind: str
    body: Box
    after_name: bool = False


@dataclass(frozen=True, slots=True)
class Fraction(Box):
    """One box over another."""

    above: Box
    below: Box


@dataclass(frozen=True, slots=True)
class Script(Box):
    """A box with a lower and an upper script."""

    base: Box
    lower: Box | None = None
    upper: Box | None = None


@dataclass(frozen=True, slots=True)
class Limits(Box):
    """An operator with its range beneath and above: a sum, a minimum."""

    operator: Box
    under: Box
    over: Box | None = None


@dataclass(frozen=True, slots=True)
class Radical(Box):
    """A square root."""

    body: Box


@dataclass(frozen=True, slots=True)
class Choices(Box):
    """A value by cases: rows of value and condition."""

    rows: tuple[tuple[Box, Box], ...]


@dataclass(frozen=True, slots=True)
class Binomial(Box):
    """A binomial coefficient."""

    above: Box
    below: Box


@dataclass(frozen=True, slots=True)
class Macro(Box):
    """Notation that communities write differently: a macro of dpsym.sty in LaTeX, `meaning` elsewhere."""

    name: str
    arguments: tuple[Box, ...]
    meaning: Box


def parts_of(box: Box) -> Iterable[Box]:
    """The boxes directly inside a box."""
    for name in getattr(box, "__slots__", ()):
        value = getattr(box, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Box):
                yield part
            elif isinstance(part, tuple):
                yield from (inner for inner in part if isinstance(inner, Box))


def holds_cases(box: Box) -> bool:
    """Whether a value by cases is somewhere in the box."""
    return isinstance(box, Choices) or any(map(holds_cases, parts_of(box)))


# key: (LaTeX, plain text, MathML, width in em, class)
# classes: ord, operator (a sign between terms), relation, punctuation, function (an upright word)
GLYPHS: dict[str, tuple[str, str, str, float, str]] = {
    "+": ("+", " + ", "+", 1.22, "operator"),
    "-": ("-", " - ", "−", 1.22, "operator"),
    "minus": ("-", "-", "−", 0.78, "ord"),
    "/": ("/", "/", "/", 0.5, "ord"),
    "=": ("=", " = ", "=", 1.33, "relation"),
    "!=": (r"\ne", " ≠ ", "≠", 1.33, "relation"),
    "<": ("<", " < ", "&lt;", 1.33, "relation"),
    "<=": (r"\le", " ≤ ", "≤", 1.33, "relation"),
    ">": (">", " > ", "&gt;", 1.33, "relation"),
    ">=": (r"\ge", " ≥ ", "≥", 1.33, "relation"),
    "in": (r"\in", " in ", "∈", 1.33, "relation"),
    "sim": (r"\sim", " ~ ", "∼", 1.33, "relation"),
    ":": (r"\colon", " : ", ":", 0.5, "punctuation"),
    ",": (",", ", ", ",", 0.45, "punctuation"),
    "mapsto": (r"\mapsto", " ↦ ", "↦", 1.33, "relation"),
    "dot": (r"{\cdot}", "·", "·", 0.3, "ord"),
    "otimes": (r"\otimes", " ⊗ ", "⊗", 1.22, "operator"),
    "|": (r"\,\|\,", " || ", "∥", 0.8, "ord"),
    "e": ("e", "e", "e", 0.47, "ord"),
    "pi": (r"\pi", "pi", "π", 0.57, "ord"),
    "oo": (r"\infty", "oo", "∞", 1.0, "ord"),
    "sum": (r"\sum", "sum", "∑", 1.45, "function"),
    "max": (r"\max", "max", "max", 1.9, "function"),
    "min": (r"\min", "min", "min", 1.7, "function"),
    "argmin": (r"\dpsymArgmin", "argmin", "arg min", 3.5, "function"),
    "root": (r"\dpsymRoot", "root", "root", 2.0, "function"),
    "R": (r"\dpsymReals", "R", "ℝ", 0.72, "ord"),
    "N": (r"\dpsymNaturals", "N", "ℕ", 0.72, "ord"),
    "M": (r"\dpsymMechanism", "M", '<mi mathvariant="script">M</mi>', 0.95, "ord"),
    "Z": (r"\dpsymLoss", "Z", "Z", 0.75, "ord"),
    "X": (r"\dpsymPosterior", "X", "X", 0.85, "ord"),
    "one": (r"\dpsymIndicator", "1", '<mn mathvariant="bold">1</mn>', 0.55, "ord"),
    "Pr": (r"\Pr", "Pr", "Pr", 1.2, "function"),
    "E": (r"\mathbb{E}", "E", "𝔼", 0.7, "function"),
    "H": ("H", "H", "H", 0.85, "ord"),
    "'": ("'", "'", "′", 0.3, "ord"),
    "Phi": (r"\Phi", "Phi", "Φ", 0.72, "function"),
    "qed": (r"\qedhere", "", "", 0.0, "ord"),
    **{
        name: ("\\" + name, name, name, 0.5 * len(name), "function")
        for name in ("log", "tanh", "sinh", "cosh", "coth", "sin", "cos", "tan", "exp", "arctan")
    },
    **{
        name: (rf"\operatorname{{{name}}}", name, name, 0.45 * len(name), "function")
        for name in ("erf", "erfc", "arcsin", "arctanh", "sgn")
    },
}
