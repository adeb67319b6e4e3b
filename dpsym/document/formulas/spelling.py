"""How a formula is written: `latex` for the page, `plain` for the terminal, `mathml` for the web.

All three write the same boxes (`dpsym.document.formulas.notation`); only the table differs.  `latex` breaks a
formula that is
wider than the room it is given.
"""

from __future__ import annotations

import re
from functools import singledispatch
from html import escape
from itertools import pairwise

from sympy import Basic

from dpsym.document.formulas.boxes import (
    GLYPHS,
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
from dpsym.document.formulas.notation import SpellingError, fold, tall

__all__ = [
    "SpellingError",
    "fold",
    "latex",
    "mathml",
    "plain",
    "width",
    "write_latex",
    "write_mathml",
    "write_plain",
]


def latex(thing: Basic, room: float | None = None) -> str:
    r"""`thing` as LaTeX for math mode; with `room` (in em of the text font) broken into lines where it is
    wider.

    A broken formula is an `aligned` block.  Needs amsmath, amssymb and the macros of dpsym.sty.
    """
    return write_latex(fold(thing), room)


def plain(thing: Basic) -> str:
    """`thing` on one line of Unicode text, e.g. `p*e^eps/(1 - p + p*e^eps)`."""
    return write_plain(fold(thing, plain=True))


def mathml(thing: Basic, display: bool = False) -> str:
    """`thing` as a MathML element that needs no script and no font from elsewhere."""
    mode = ' display="block"' if display else ""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"{mode}>{write_mathml(fold(thing))}</math>'


# --------------------------------------------------------------------------------------------------- LaTeX
BRACKETS = {
    "(": ("(", ")"), "[": ("[", "]"), "{": (r"\{", r"\}"), "|": ("|", "|"),
    "floor": (r"\lfloor", r"\rfloor"), "ceiling": (r"\lceil", r"\rceil"),
}  # fmt: skip
TEXT_ESCAPES = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}", "$": r"\$"}


def escape_latex(words: str) -> str:
    """Prose for LaTeX: its special characters made harmless, Unicode of the field turned into commands."""
    table = {
        **TEXT_ESCAPES, "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
        "<": r"\ensuremath{<}", ">": r"\ensuremath{>}", "≤": r"\ensuremath{\le}",
        "≥": r"\ensuremath{\ge}", "–": "--",
        "—": "---", "“": "``", "”": "''", "’": "'", "…": r"\dots{}", "∞": r"\ensuremath{\infty}",
        "é": r"\'e", "è": r"\`e", "ö": r'\"o', "ü": r'\"u', "ä": r'\"a', "ß": r"\ss{}",
        "ç": r"\c{c}", "×": r"\ensuremath{\times}",
        "ε": r"\ensuremath{\varepsilon}", "δ": r"\ensuremath{\delta}", "ρ": r"\ensuremath{\rho}",
        "α": r"\ensuremath{\alpha}", "σ": r"\ensuremath{\sigma}", "μ": r"\ensuremath{\mu}",
        "λ": r"\ensuremath{\lambda}",
        "′": r"\ensuremath{'}", "≠": r"\ensuremath{\ne}", "·": r"\ensuremath{\cdot}",
        "√": r"\ensuremath{\surd}", "≈": r"\ensuremath{\approx}", "∑": r"\ensuremath{\sum}",
        "ő": r"\H{o}", "ł": r"\l{}", "á": r"\'a", "í": r"\'i", "ó": r"\'o",
        "±": r"\ensuremath{\pm}", "−": r"\ensuremath{-}", "∘": r"\ensuremath{\circ}",
        "→": r"\ensuremath{\to}", "∫": r"\ensuremath{\int}", "∈": r"\ensuremath{\in}",
        "∀": r"\ensuremath{\forall}", "⊆": r"\ensuremath{\subseteq}", "↦": r"\ensuremath{\mapsto}",
        "≡": r"\ensuremath{\equiv}", "ŝ": r"\ensuremath{\hat{s}}",
        "¹": r"\ensuremath{^{1}}", "²": r"\ensuremath{^{2}}", "⁻": r"\ensuremath{^{-}}",
    }  # fmt: skip
    quoted = re.sub(r'"([^"]*)"', r"``\1''", words.replace("<=", "≤").replace(">=", "≥"))
    found = []
    for sign in quoted:
        if sign in GREEK_LETTERS and sign not in table:
            found.append(rf"\ensuremath{{\{GREEK_LETTERS[sign]}}}")
            continue
        if ord(sign) > 126 and sign not in table:
            raise SpellingError(f"no LaTeX is known for {sign!r} in {words!r}")
        found.append(table.get(sign, sign))
    return "".join(found)


def _glue(pieces: list[str]) -> str:
    """Pieces of LaTeX with a space only where a control word would swallow a letter, or around a relation."""
    text = ""
    for piece in pieces:
        if text and piece and re.search(r"\\[A-Za-z]+$", text) and re.match(r"[A-Za-z]", piece):
            text += " "
        text += piece
    return text.replace("  ", " ").strip()


def punctuated(latex: str, stop: str) -> str:
    """A displayed formula with the punctuation after its last line, also where that is in a block inside of blocks."""
    ends = re.search(r"(?: \\end\{aligned\})*$", latex)
    at = ends.start() if ends else len(latex)
    return latex[:at] + stop + latex[at:]


def write_latex(box: Box, room: float | None = None, top: bool = False) -> str:
    """A box as LaTeX; see `latex`.  `top` sets a broken formula with its first line on the line it stands
    in."""
    if room is None or width(box) <= room:
        return _inline(box)
    text = _fitted(box, room)
    start = r"\begin{aligned}"
    return start + "[t]" + text.removeprefix(start) if top and text.startswith(start) else text


@singledispatch
def _inline(box: Box) -> str:
    """A box on one line, as LaTeX."""
    raise SpellingError(f"no LaTeX for {type(box).__name__}")


@_inline.register
def _(box: Number) -> str:
    digits = box.digits
    return digits


@_inline.register
def _(box: Name) -> str:
    shape = box.latex
    return shape


@_inline.register
def _(box: Glyph) -> str:
    key = box.key
    sign, _, _, _, kind = GLYPHS[key]
    return f" {sign} " if kind in ("operator", "relation") else sign + " " if kind == "punctuation" else sign


@_inline.register
def _(box: Text) -> str:
    words = box.words
    return (
        rf"\text{{ {escape_latex(words)} }}"
        if not words.startswith("-")
        else rf"\text{{{escape_latex(words)}}}"
    )


@_inline.register
def _(box: Times) -> str:
    visible = box.visible
    return r" \cdot " if visible else " "


@_inline.register
def _(box: Row) -> str:
    items = box.items
    text = _glue([_inline(i) for i in items])
    return text.replace(r"\text{ ", r"\text{", 1) if text.startswith(r"\text{ ") else text


@_inline.register
def _(box: Fence) -> str:
    body = box.body
    return _fenced(box, _inline(body), tall(body))


@_inline.register
def _(box: Fraction) -> str:
    above, below = box.above, box.below
    return rf"\frac{{{_part(above)}}}{{{_part(below)}}}"


@_inline.register
def _(box: Script) -> str:
    base, lower, upper = box.base, box.lower, box.upper
    text = _inline(base)
    text += f"_{{{_inline(lower)}}}" if lower is not None else ""
    if upper == Glyph("'"):
        return text + "'"
    return text + (f"^{{{_inline(upper)}}}" if upper is not None else "")


@_inline.register
def _(box: Limits) -> str:
    operator, under, over = box.operator, box.under, box.over
    top = f"^{{{_inline(over)}}}" if over is not None else ""
    return rf"{_inline(operator)}_{{{_inline(under)}}}{top} "


@_inline.register
def _(box: Radical) -> str:
    body = box.body
    return rf"\sqrt{{{_inline(body)}}}"


@_inline.register
def _(box: Binomial) -> str:
    above, below = box.above, box.below
    return rf"\binom{{{_inline(above)}}}{{{_inline(below)}}}"


@_inline.register
def _(box: Choices) -> str:
    rows = box.rows
    return _cases([f"{_case(_inline(v))} & {_when(c)}" for v, c in rows])


@_inline.register
def _(box: Macro) -> str:
    name, arguments = box.name, box.arguments
    return "\\" + name + "".join(f"{{{_inline(a)}}}" for a in arguments)


def _part(box: Box) -> str:
    """The numerator or the denominator: a fraction or a sum in it keeps its size."""
    return (r"\displaystyle " if tall(box) else "") + _inline(box)


def _cases(lines: list[str]) -> str:
    """Values with their conditions, one below the other; fractions do not touch."""
    apart = r" \\[2ex] " if sum(r"\dfrac" in line for line in lines) > 1 else r" \\ "
    return r"\begin{cases} " + apart.join(lines) + r" \end{cases}"


def _case(value: str) -> str:
    """A value by cases keeps its fractions at full size."""
    return value.replace(r"\frac", r"\dfrac", 1) if value.startswith(r"\frac") else value


def _when(box: Box) -> str:
    return _words(box) if isinstance(box, Text) else r"\text{if } " + _inline(box)


def _words(box: Text) -> str:
    return rf"\text{{{escape_latex(box.words)}}}"


def _fenced(box: Fence, body: str, big: bool) -> str:
    left, right = BRACKETS[box.kind]
    if not big:
        gap = " " if left.startswith("\\l") else ""
        if box.kind == "(" and _holds_brackets(box.body):
            return rf"\bigl({body}\bigr)"
        return f"{left}{gap}{body}{right}" if left != "|" else rf"\lvert {body}\rvert"
    left, right = (r"\lvert", r"\rvert") if left == "|" else (left, right)
    gap = " " if left.startswith("\\l") else ""
    opening = r"\mathopen{}" if box.after_name else ""
    return rf"{opening}\left{left}{gap}{body}\right{right}"


def _holds_brackets(box: Box) -> bool:
    """Whether a round bracket lies directly inside, so that the outer one should be a size larger."""
    if isinstance(box, Fence):
        return box.kind == "(" and (not box.after_name or _holds_brackets(box.body))
    if isinstance(box, Row):
        return any(map(_holds_brackets, box.items))
    return isinstance(box, Script) and _holds_brackets(box.base)


def _break_rank(box: Box) -> int | None:
    if isinstance(box, Text):
        return None if box.words.startswith("-") else 0
    if isinstance(box, Times):
        return 4
    if isinstance(box, Glyph):
        return {"punctuation": 1, "relation": 2, "operator": 3}.get(GLYPHS[box.key][4])
    return None


def _fitted(box: Box, room: float) -> str:
    """A box broken into an `aligned` block no wider than `room`, as far as that can be done."""
    if width(box) <= room or room < 3:
        return _inline(box)
    match box:
        case Row(items):
            return _broken_row(items, room)
        case Fence(_, body, _):
            inner = _fitted(body, room - 1.2)
            return _fenced(box, inner, True)
        case Fraction(above, below):
            return rf"\frac{{{_fitted(above, room - 0.3)}}}{{{_fitted(below, room - 0.3)}}}"
        case Script(base, lower, upper):
            rest = width(box) - width(base)
            text = _fitted(base, room - rest)
            text += f"_{{{_inline(lower)}}}" if lower is not None else ""
            return text + (f"^{{{_inline(upper)}}}" if upper is not None else "")
        case Radical(body):
            return rf"\sqrt{{{_fitted(body, room - 1)}}}"
        case Choices(rows):
            widest = max(width(c) for _, c in rows) + 3
            return _cases([f"{_case(_fitted(v, room - widest))} & {_when(c)}" for v, c in rows])
    return _inline(box)


def _broken_row(items: tuple[Box, ...], room: float) -> str:
    if short := _defined(items, room):
        return short
    ranks = {r for i, b in enumerate(items) if i and (r := _break_rank(b)) is not None}
    for rank in sorted(ranks):
        segments = _segments(items, rank)
        if len(segments) < 2:
            continue
        indent = 2.0 if rank else 0.0
        lines = _packed(segments, room, indent)
        if len(lines) > 1 or rank == max(ranks):
            return _aligned(lines, room, rank)
    # nothing to break at: the widest part has to give
    widest = max(range(len(items)), key=lambda i: width(items[i]))
    rest = sum(width(b) for i, b in enumerate(items) if i != widest)
    return _glue([_fitted(b, room - rest) if i == widest else _inline(b) for i, b in enumerate(items)])


def _defined(items: tuple[Box, ...], room: float) -> str:
    """`A = ...` with a short left side keeps it on the line of what follows."""
    signs = [i for i, b in enumerate(items) if _break_rank(b) == 2]
    if len(signs) != 1 or not signs[0] > 0 or any(_break_rank(b) in (0, 1) for b in items):
        return ""
    head = items[: signs[0] + 1]
    if width(Row(head)) > 3.4:
        return ""
    rest = Row(items[signs[0] + 1 :])
    return _inline(Row(head)) + write_latex(rest, room - width(Row(head)), True)


def _segments(items: tuple[Box, ...], rank: int) -> list[Row]:
    """The row cut before each sign of the given rank (after it for a comma)."""
    found: list[list[Box]] = [[]]
    for index, item in enumerate(items):
        if index and _break_rank(item) == rank:
            if rank == 1:
                found[-1].append(item)
                found.append([])
                continue
            found.append([])
        found[-1].append(item)
    return [Row(tuple(s)) for s in found if s]


def _packed(segments: list[Row], room: float, indent: float) -> list[Row]:
    """Segments put together into lines as long as they fit."""
    lines: list[Row] = []
    for segment in segments:
        here = room - (indent if len(lines) > 1 else 0.0)
        if lines and width(lines[-1]) + width(segment) <= here:
            lines[-1] = Row((*lines[-1].items, *segment.items))
        else:
            lines.append(segment)
    return lines


def _aligned(lines: list[Row], room: float, rank: int) -> str:
    shown = []
    for index, line in enumerate(lines):
        gap = r"\quad " if index and rank else ""
        if isinstance(line.items[0], Times):
            line = Row((Name(r"\times", "*"), *line.items[1:]))
        body = _fitted(line, room - (1.0 if gap else 0.0))
        shown.append(f"&{gap}{_lead(line)}{body}")
    return r"\begin{aligned} " + r" \\ ".join(shown) + r" \end{aligned}"


def _lead(line: Row) -> str:
    """An empty atom before a leading sign, so that it is spaced as a sign between terms."""
    first = line.items[0]
    if isinstance(first, Name) and first.latex == r"\times":
        return "{}"
    return "{}" if isinstance(first, Glyph) and GLYPHS[first.key][4] in ("operator", "relation") else ""


# Widths in em of the Computer Modern text font, a little on the wide side.
WIDE = {"m": 0.9, "w": 0.75, "i": 0.36, "l": 0.33, "j": 0.44, "t": 0.4, "f": 0.58, "r": 0.5, "s": 0.5}
WIDE |= {
    "A": 0.76, "B": 0.78, "C": 0.75, "D": 0.84, "E": 0.77, "F": 0.7, "G": 0.79, "H": 0.87, "J": 0.62,
    "K": 0.89, "L": 0.69, "M": 1.04, "N": 0.87, "O": 0.78, "P": 0.72, "Q": 0.8, "R": 0.77, "S": 0.65,
    "T": 0.65, "U": 0.75, "V": 0.72, "W": 1.02, "X": 0.88, "Y": 0.72, "Z": 0.73,
}  # fmt: skip


def width(box: Box) -> float:
    """The estimated width of a box in display style, in em of a 10 pt Computer Modern font."""
    match box:
        case Number(digits):
            return 0.51 * len(digits)
        case Name(shape, _):
            return _name_width(shape)
        case Glyph(key):
            return GLYPHS[key][3]
        case Text(words):
            return 0.5 * len(words) + 0.7
        case Times(visible):
            return 0.75 if visible else 0.05
        case Row(items):
            return sum(map(width, items)) + 0.17 * sum(
                1 for a, b in pairwise(items) if _is_function(a) and not isinstance(b, Fence)
            )
        case Fence(_, body, _):
            return width(body) + (1.35 if tall(body) else 0.8)
        case Fraction(above, below):
            return max(width(above), width(below)) + 0.3
        case Script(base, lower, upper):
            scripts = [0.75 * width(s) for s in (lower, upper) if s is not None]
            return width(base) + max(scripts) + 0.05
        case Limits(operator, under, over):
            return max(width(operator), *(0.75 * width(s) for s in (under, over) if s is not None)) + 0.2
        case Radical(body):
            return width(body) + 0.9
        case Binomial(above, below):
            return max(width(above), width(below)) + 1.0
        case Choices(rows):
            return max(width(v) for v, _ in rows) + max(width(c) for _, c in rows) + 3
        case Macro(_, _, meaning):
            return width(meaning)
    raise SpellingError(f"no width for {type(box).__name__}")


def _is_function(box: Box) -> bool:
    return isinstance(box, Glyph) and GLYPHS[box.key][4] == "function"


def _name_width(shape: str) -> float:
    letters = re.sub(r"\\(?:mathit|mathrm|mathsf|tilde|hat|bar|text|operatorname)", "", shape)
    letters = re.sub(r"\\[A-Za-z]+", "o", letters)
    base, _, script = letters.partition("_")
    size = sum(WIDE.get(c, 0.3 if c in "'()-" else 0.58) for c in base if c not in "{}^")
    return size + 0.42 * sum(c not in "{}^" for c in script)


# ---------------------------------------------------------------------------------------------- plain text
PLAIN_BRACKETS = {
    "(": ("(", ")"), "[": ("[", "]"), "{": ("{", "}"), "|": ("|", "|"), "floor": ("⌊", "⌋"),
    "ceiling": ("⌈", "⌉"),
}  # fmt: skip


def write_plain(box: Box) -> str:
    """A box as one line of text (fold it with `plain=True`)."""
    text = "".join(_plain(box))
    return re.sub(r" +", " ", text).replace("( ", "(").strip()


def _plain(box: Box) -> str:
    match box:
        case Number(digits):
            return digits
        case Name(_, name):
            return name
        case Glyph(key):
            return GLYPHS[key][1]
        case Text(words):
            return f" {words} " if not words.startswith("-") else words
        case Times():
            return "*"
        case Row(items):
            return "".join(_plain(i) for i in items)
        case Fence(kind, body, _):
            left, right = PLAIN_BRACKETS[kind]
            return left + _plain(body).strip() + right
        case Script(base, lower, upper):
            text = _plain(base)
            if lower is not None:
                inside = _plain(lower)
                text += "_" + (inside if re.fullmatch(r"\w+", inside) else "{" + inside + "}")
            if upper == Glyph("'"):
                return text + "'"
            if upper is None:
                return text
            over = _plain(upper)
            bare = lower is None or re.fullmatch(r"\w+", over)  # else where a sum ends could not be seen
            return f"{text}^{over if bare else '{' + over + '}'}"
        case Choices(rows):
            return (
                "{"
                + "; ".join(
                    f"{_plain(v)} {'if ' * (not isinstance(c, Text))}{_plain(c).strip()}" for v, c in rows
                )
                + "}"
            )
        case Macro(_, _, meaning):
            return _plain(meaning)
    raise SpellingError(f"no plain text for {type(box).__name__}")


# -------------------------------------------------------------------------------------------------- MathML
GREEK_SIGNS = {
    "varepsilon": "ε", "epsilon": "ϵ", "delta": "δ", "alpha": "α", "rho": "ρ", "beta": "β", "mu": "μ",
    "sigma": "σ",
    "gamma": "γ", "lambda": "λ", "eta": "η", "Delta": "Δ", "tau": "τ", "theta": "θ", "kappa": "κ", "omega":
    "ω",
    "nu": "ν", "xi": "ξ", "phi": "ϕ", "varphi": "φ", "psi": "ψ", "chi": "χ", "zeta": "ζ", "Omega": "Ω",
    "Phi": "Φ",
    "Psi": "Ψ", "Xi": "Ξ", "Theta": "Θ", "Gamma": "Γ", "Lambda": "Λ", "Sigma": "Σ", "Pi": "Π", "ell": "ℓ", "infty":
    "∞", "pi": "π",
    "star": "⋆", "ast": "∗", "prime": "′", "pm": "±", "emptyset": "∅",
}  # fmt: skip
GREEK_LETTERS = {sign: name for name, sign in GREEK_SIGNS.items()}
ACCENTS = {"tilde": "~", "hat": "^", "bar": "¯", "widetilde": "~", "widehat": "^", "overline": "¯"}


@singledispatch
def write_mathml(box: Box) -> str:
    """A box as MathML elements (presentation markup, inside one <math> element)."""
    raise SpellingError(f"no MathML for {type(box).__name__}")


@write_mathml.register
def _(box: Number) -> str:
    digits = box.digits
    return f"<mn>{digits}</mn>"


@write_mathml.register
def _(box: Name) -> str:
    shape, name = box.latex, box.plain
    return _name_mathml(shape, name)


@write_mathml.register
def _(box: Glyph) -> str:
    key = box.key
    _, _, sign, _, kind = GLYPHS[key]
    if sign.startswith("<"):
        return sign
    tag = {"operator": "mo", "relation": "mo", "punctuation": "mo", "ord": "mi", "function": "mi"}[kind]
    if key in ("minus", "/", "|", "'", "sum"):
        tag = "mo"
    return f"<{tag}>{sign}</{tag}>"


@write_mathml.register
def _(box: Text) -> str:
    words = box.words
    return (
        f"<mtext>&#160;{escape(words)}&#160;</mtext>"
        if not words.startswith("-")
        else f"<mtext>{escape(words)}</mtext>"
    )


@write_mathml.register
def _(box: Times) -> str:
    visible = box.visible
    return "<mo>·</mo>" if visible else "<mo>&#8290;</mo>"


@write_mathml.register
def _(box: Row) -> str:
    items = box.items
    return "<mrow>" + "".join(write_mathml(i) for i in items) + "</mrow>"


@write_mathml.register
def _(box: Fence) -> str:
    kind, body, after = box.kind, box.body, box.after_name
    left, right = PLAIN_BRACKETS[kind]
    apply = "<mo>&#8289;</mo>" if after else ""
    opening, closing = (f'<mo fence="true">{sign}</mo>' for sign in (left, right))
    return f"{apply}<mrow>{opening}{write_mathml(body)}{closing}</mrow>"


@write_mathml.register
def _(box: Fraction) -> str:
    above, below = box.above, box.below
    return f"<mfrac>{_one(above)}{_one(below)}</mfrac>"


@write_mathml.register
def _(box: Script) -> str:
    base, lower, upper = box.base, box.lower, box.upper
    if lower is not None and upper is not None:
        return f"<msubsup>{_one(base)}{_one(lower)}{_one(upper)}</msubsup>"
    if lower is not None:
        return f"<msub>{_one(base)}{_one(lower)}</msub>"
    assert upper is not None
    return f"<msup>{_one(base)}{_one(upper)}</msup>"


@write_mathml.register
def _(box: Limits) -> str:
    operator, under, over = box.operator, box.under, box.over
    if over is not None:
        return f"<munderover>{_one(operator)}{_one(under)}{_one(over)}</munderover>"
    return f"<munder>{_one(operator)}{_one(under)}</munder>"


@write_mathml.register
def _(box: Radical) -> str:
    body = box.body
    return f"<msqrt>{write_mathml(body)}</msqrt>"


@write_mathml.register
def _(box: Binomial) -> str:
    above, below = box.above, box.below
    inner = f'<mfrac linethickness="0">{_one(above)}{_one(below)}</mfrac>'
    return f"<mrow><mo>(</mo>{inner}<mo>)</mo></mrow>"


@write_mathml.register
def _(box: Choices) -> str:
    rows = box.rows
    lines = "".join(
        f"<mtr><mtd>{write_mathml(v)}</mtd><mtd>"
        f"{'' if isinstance(c, Text) else '<mtext>if&#160;</mtext>'}{write_mathml(c)}</mtd></mtr>"
        for v, c in rows
    )
    return f'<mrow><mo fence="true">{{</mo><mtable columnalign="left left">{lines}</mtable></mrow>'


@write_mathml.register
def _(box: Macro) -> str:
    meaning = box.meaning
    return write_mathml(meaning)


def _one(box: Box) -> str:
    """A box as exactly one element."""
    text = write_mathml(box)
    return text if not isinstance(box, Fence) else f"<mrow>{text}</mrow>"


def _name_mathml(shape: str, name: str) -> str:
    """The LaTeX of a name as MathML: a letter, an accent, primes, scripts; else the plain name."""
    read = _read_name(shape)
    return read if read is not None else f"<mi>{escape(name)}</mi>"


def _read_name(shape: str) -> str | None:
    shape = shape.strip()
    if found := re.fullmatch(r"\\(tilde|hat|bar|widetilde|widehat|overline)\{(.*)\}", shape):
        inner = _read_name(found[2])
        return None if inner is None else f'<mover accent="true">{inner}<mo>{ACCENTS[found[1]]}</mo></mover>'
    if shape == r"\mathsf{e}":
        return "<mi>𝖾</mi>"
    if found := re.fullmatch(r"\\(?:mathrm|mathit|mathsf|text|operatorname)\{([A-Za-z -]+)\}", shape):
        return f"<mi>{found[1]}</mi>"
    if found := re.fullmatch(r"\\([A-Za-z]+)", shape):
        return f"<mi>{GREEK_SIGNS[found[1]]}</mi>" if found[1] in GREEK_SIGNS else None
    if re.fullmatch(r"[A-Za-z]|[()\-!]", shape):
        return f"<mi>{shape}</mi>" if shape.isalpha() else f"<mo>{shape}</mo>"
    if re.fullmatch(r"\d+", shape):
        return f"<mn>{shape}</mn>"
    if found := re.fullmatch(
        r"(.+?)(?:_(\{[^{}]*\}|\\?[A-Za-z]+|\d))?('+|\^(?:\{[^{}]*\}|\\[A-Za-z]+|.))?", shape
    ):
        if found[2] is None and found[3] is None:
            return None
        base = _read_name(found[1])
        lower = _read_row(found[2].strip("{}")) if found[2] else None
        upper_text = found[3] or ""
        primes = "".join("′" for _ in upper_text) if upper_text.startswith("'") else ""
        upper = (
            f"<mo>{primes}</mo>" if primes else _read_row(upper_text[1:].strip("{}")) if upper_text else None
        )
        if base is None or (found[2] and lower is None) or (upper_text and upper is None):
            return None
        if lower and upper:
            return f"<msubsup>{base}{lower}{upper}</msubsup>"
        return f"<msub>{base}{lower}</msub>" if lower else f"<msup>{base}{upper}</msup>"
    return None


def _read_row(script: str) -> str | None:
    """A script of a name: letters, digits, signs, Greek."""
    items = []
    for piece in re.findall(r"\\[A-Za-z]+(?:\{[^{}]*\})?|\d+|[A-Za-z]|\S", script):
        if piece in "*+-,()=":
            items.append(f"<mo>{piece.replace('*', '∗').replace('-', '−')}</mo>")
            continue
        read = _read_name(piece)
        if read is None:
            return None
        items.append(read)
    return items[0] if len(items) == 1 else "<mrow>" + "".join(items) + "</mrow>"
