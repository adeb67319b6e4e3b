"""A reader of printed pages: it looks for what an author would not sign.

Each rule reads the text of one page, as Markdown or block by block, and yields what it objects to.  A rule knows no
theorem: it looks at letters, sentences and formulas.  `faults` applies all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from sympy import Basic

from dpsym.document.blocks import (
    Block,
    Blocks,
    Derivation,
    Display,
    Facts,
    Inline,
    Items,
    Link,
    Maths,
    Para,
)
from dpsym.document.formulas.boxes import (
    GLYPHS,
    Box,
    Fence,
    Glyph,
    Limits,
    Macro,
    Name,
    Row,
    Script,
    Text,
    holds_cases,
    parts_of,
)
from dpsym.document.formulas.spelling import write_latex
from dpsym.document.media.markdown import text_of
from dpsym.document.page import Links, Page
from dpsym.document.words.named_terms import reading
from dpsym.document.words.wording import TITLE
from dpsym.document.writer import blocks_of
from dpsym.language import expressions as x
from dpsym.language import statements as st


@dataclass(frozen=True)
class Fault:
    """What a rule objects to on a page, with the words it objects to."""

    page: str
    rule: str
    words: str

    def __str__(self) -> str:
        return f"{self.page}: {self.rule}: {self.words}"


@dataclass(frozen=True)
class Printed:
    """A page as it is read: its blocks, the text of its parts, and the names of the pages that there are."""

    page: Page
    blocks: Blocks
    known: Collection[str]

    @cached_property
    def statement(self) -> str:
        """The setting and the statement."""
        return text_of((*self.blocks.notation, *self.blocks.statement))

    @cached_property
    def proof(self) -> str:
        """The proof."""
        return text_of(self.blocks.whole_proof)

    @cached_property
    def remarks(self) -> str:
        """All remarks, each after its heading."""
        return "\n\n".join(f"{heading}. {text_of(blocks)}" for heading, blocks in self.blocks.remarks)

    @cached_property
    def text(self) -> str:
        """All of it."""
        return "\n\n".join(filter(None, (self.statement, self.proof, self.remarks)))


Rule = Callable[[Printed], Iterator[str]]


def printed(page: Page, links: Links) -> Printed:
    """The page as a reader has it."""
    return Printed(page, blocks_of(page, links), frozenset(links.names.values()))


def faults(page: Page, links: Links) -> list[Fault]:
    """What the rules object to on a page whose references lead to the pages of `links`."""
    return list(objections(printed(page, links)))


def objections(read: Printed) -> Iterator[Fault]:
    """What the rules object to."""
    for name, rule in RULES.items():
        for words in dict.fromkeys(rule(read)):
            yield Fault(read.page.name, name, " ".join(words.split())[:160])


# ------------------------------------------------------------------------------------------------ formulas
def _found(
    pattern: str, text: str, allowed: Callable[[re.Match[str]], object] = lambda hit: False
) -> Iterator[str]:
    for hit in re.finditer(pattern, text):
        if not allowed(hit):
            yield text[max(0, hit.start() - 30) : hit.end() + 30]


def equal_laws(read: Printed) -> Iterator[str]:
    """`(G, G) is ρ-zCDP`: a pair of one law with itself, where two of a family are meant; not where G was put for both laws."""

    def put_for_both(hit: re.Match[str]) -> object:
        return re.search(rf"{re.escape(hit['law'])}\$? for [^:]*: \$?$", read.text[: hit.start()])

    yield from _found(r"\((?P<law>[A-Z](?:\([^()]*\))?), (?P=law)\)(?=\$? is)", read.text, put_for_both)


def idle_powers(read: Printed) -> Iterator[str]:
    """`x^1`, `x^0`."""
    yield from _found(r"(?<!Phi)\^\{?[01](?![\d./ ,\w-])\}?", read.text.replace(r"\Phi", "Phi"))


def idle_fractions(read: Printed) -> Iterator[str]:
    """`(1/4) ε` for ε/4."""
    number = r"(?:(?<![A-Za-z])\(1/\d+\)|\\frac\{1\}\{\d+\}) (?:\\cdot )?"
    another = r"\\(?:frac\{\d|left\(\\frac\{\d|displaystyle)|\(\d+/\d+\)"  # a product of numbers
    sign = r"\\(?:\\|end|le|ge|text|bigr|right|approx|sum|cdot)"
    yield from _found(rf"{number}(?=[A-Za-z\\(])(?!{sign}|{another})", read.text)


def spelt_out_quantiles(read: Printed) -> Iterator[str]:
    """Roots and error functions in the place of Φ and its inverse: not where a sentence speaks of the error function."""
    signs = r"operatorname\*\{root\}"
    if "the error function" not in read.text.lower():
        signs += r"|\\operatorname\{erfc?\}"
    yield from _found(signs, read.text)


OFTEN = 3
LENGTHY = 40  # signs of a term as it is typed, without those that only stretch brackets
MARKUP = re.compile(r"(?:\\mathopen\{\})?\\(?:left|right|bigl|bigr)\b")


def unnamed_terms(read: Printed) -> Iterator[str]:
    """A long term that is printed three times or more and has no name."""
    shown = [f for f in re.split(r"\$+|&|\\\\\n", read.proof + "\n$" + read.statement + "$") if f]
    seen: dict[str, int] = {}
    for formula in shown:
        for part in re.findall(r"(?:\\log|\\exp|\\sqrt|\\frac)\S*?[({].{40,}?[)}](?= |$|\))", formula):
            if len(MARKUP.sub("", part)) > LENGTHY:
                seen[part] = seen.get(part, 0) + 1
    yield from (f"{part}, {count} times" for part, count in seen.items() if count >= OFTEN)


def raw_powers(read: Printed) -> Iterator[str]:
    """`e^eps` in the words of a page, where a power is meant."""
    yield from _found(r"\^", re.sub(r"\$+[^$]*\$+", "$", read.text))


SPOKEN = {
    "for every",
    "for every event",
    "there is",
    "then",
    "if",
    "not",
}  # what a sentence says, and no formula


def spoken_formulas(read: Printed) -> Iterator[str]:
    """A formula with quantifiers and implications in it: `for every s: (if A then B)`, which is said in words."""
    blocks = (*read.blocks.notation, *read.blocks.statement, *read.blocks.whole_proof)
    remarks = [b for _, of in read.blocks.remarks for b in of]
    for _, boxes in sentences((*blocks, *remarks)):
        yield from (words for box in boxes for words in texts(box) if words in SPOKEN)


def texts(box: Box) -> Iterator[str]:
    """The words in a formula."""
    if isinstance(box, Text):
        yield box.words
    for part in parts_of(box):
        yield from texts(part)


# ------------------------------------------------------------------------------------------------- letters
# A sentence with one of these words introduces the letters in it.
INTRODUCES = re.compile(
    r"\b([Ll]et|[Hh]ere|[Pp]ut|[Ww]rite|[Cc]hoose|[Tt]ake such|[Ff]or (every|some)|there (is|are)|where|[Ww]ith|called|"
    r"function|induction|laws? of|is a law|are laws|[Tt]ake the events?)\b"
)
ALWAYS = {"e", "R", "N", "oo", "pi", "d", "Phi", "Pr", "E"}


def letters(box: Box) -> Iterator[str]:
    """The letters of a formula that stand for something."""
    if isinstance(box, Name):
        if re.search(r"[A-Za-z]", box.plain) and not box.latex.startswith((r"\mathbb", r"\text")):
            yield box.plain
    elif isinstance(box, Glyph) and box.key in ("Z", "X", "M"):
        yield box.key
    else:
        for part in parts_of(box):
            yield from letters(part)


def bound(box: Box) -> Iterator[str]:
    """The letters that a formula introduces itself: under a sum, before ~ or ↦, after `for every`."""
    if isinstance(box, Limits | Macro | Script):
        for name in ("under", "lower", "above", "arguments"):
            for part in _several(getattr(box, name, None)):
                yield from letters(part)
    if isinstance(box, Row):
        for one, sign in zip(box.items, box.items[1:], strict=False):
            if sign in (Glyph("sim"), Glyph("mapsto"), Glyph("in"), Glyph(":")):
                yield from letters(one)
        if len(box.items) > 2 and isinstance(box.items[1], Fence) and box.items[2] == Glyph("="):
            yield from letters(box.items[1])  # f(y) = ...: the argument of what is put so
        if any("every" in getattr(b, "words", "") or "there" in getattr(b, "words", "") for b in box.items):
            yield from letters(Row(tuple(b for b in box.items)))
    for part in parts_of(box):
        yield from bound(part)


def _several(value: object) -> tuple[Box, ...]:
    if isinstance(value, Box):
        return (value,)
    return tuple(v for v in value if isinstance(v, Box)) if isinstance(value, tuple) else ()


def sentences(blocks: Iterable[Block]) -> Iterator[tuple[str, list[Box]]]:
    """The sentences of the blocks: their words, and the formulas in them."""
    words: str = ""
    boxes: list[Box] = []
    for piece in _pieces(blocks):
        if isinstance(piece, Box):
            words, boxes = words + "$", [*boxes, piece]
            continue
        parts = re.split(r"(?<=[.:])(?:\s|$)", piece)
        for k, part in enumerate(parts):
            words += part
            if k < len(parts) - 1:
                yield words, boxes
                words, boxes = "", []
    yield words, boxes


def _pieces(blocks: Iterable[Block]) -> Iterator[str | Box]:
    for block in blocks:
        match block:
            case Para(items):
                yield from (_piece(i) for i in items)
                yield " "
            case Display(box, stop, _):
                yield box
                yield stop + " "
            case Derivation(start, lines, _):
                yield start
                yield from (line.right for line in lines)
                yield ". "
            case Facts(shown):
                yield from (f.box for f in shown)
                yield ". "
            case Items(rows):
                for row in rows:
                    yield from _pieces(row)
                    yield ". "
            case _:
                continue


def _piece(item: Inline) -> str | Box:
    if isinstance(item, Maths):
        return item.box
    return item if isinstance(item, str) else "x"


def undefined_letters(read: Printed) -> Iterator[str]:
    """Letters that no sentence of the page introduces."""
    if not isinstance(read.page.entry, st.Theorem):
        return
    said: set[str] = set(ALWAYS)
    used: dict[str, None] = {}
    for words, boxes in sentences((*read.blocks.notation, *read.blocks.statement, *read.blocks.whole_proof)):
        introduces = INTRODUCES.search(words) is not None
        for box in boxes:
            said |= set(letters(box)) if introduces else set(bound(box))
            used |= dict.fromkeys(letters(box))
    yield from (letter for letter in used if letter not in said)


SIGNS = ("Z", "X")  # the loss and the posterior: a formula with "=" says what they are


def signs_unsaid(read: Printed) -> Iterator[str]:
    """The loss or the posterior where no sentence says of which laws it is."""
    blocks = (*read.blocks.notation, *read.blocks.statement, *read.blocks.whole_proof)
    boxes = [box for _, inside in sentences(blocks) for box in inside]
    meant = {name for box in boxes for name, _ in equations(box)}
    yield from (s for s in SIGNS if any(_shows(box, s) for box in boxes) and s not in meant)


def _shows(box: Box, sign: str) -> bool:
    return box == Glyph(sign) or any(_shows(part, sign) for part in parts_of(box))


def equations(box: Box) -> Iterator[tuple[str, Box]]:
    """The name on the left of an equation, and what is on its right."""
    if isinstance(box, Row) and Glyph("=") in box.items:
        at = box.items.index(Glyph("="))
        if name := next(letters(Row(box.items[:at])), ""):
            yield name, Row(box.items[at + 1 :])


def tests_unsaid(read: Printed) -> Iterator[str]:
    """`P(f)` for a test f where no sentence says that it is the mean of f under P."""
    if not isinstance(read.page.entry, st.Theorem) or "is the mean of" in read.statement + read.proof:
        return
    shown = re.sub(r"\\mathopen\{\}|\\left|\\right", "", read.statement + read.proof)
    for test in dict.fromkeys(re.findall(r"\btests? \$([a-z]\w*)\$", shown)):
        yield from _found(rf"[A-Z][\w'{{}}]*\((?:[^()$]*, )?{test}\)", shown)


def order_of_names(read: Printed) -> Iterator[str]:
    """`Put η(n) = δ - D(n)` before it is said what D is."""
    told = sentences((*read.blocks.notation, *read.blocks.statement))
    put = [
        e for words, boxes in told if words.lstrip().startswith("Put") for b in boxes for e in equations(b)
    ]
    for k, (name, value) in enumerate(put):
        later = {n for n, _ in put[k + 1 :]} - {name}
        yield from (f"{letter} in what {name} is put for" for letter in letters(value) if letter in later)


def bound_twice(read: Printed) -> Iterator[str]:
    """A letter of `for every d` that a sum in the same formula takes anew."""
    entry = reading(read.page.entry).entry
    if isinstance(entry, st.Theorem):
        for thing in (*entry.given, entry.claim):
            yield from (str(v) for v in _bound_again(thing, frozenset()))


def _bound_again(thing: Basic, outside: frozenset[Basic]) -> set[Basic]:
    own: set[Basic] = set()
    if isinstance(thing, x.ForAll | x.Exists):
        own = set(thing.args[0])
    elif isinstance(thing, x.Total):
        own = set(thing.outcomes)
    found = own & outside
    for part in getattr(thing, "args", ()):
        found |= _bound_again(part, outside | own)
    return found


def cases_inside(read: Printed) -> Iterator[str]:
    """A value by cases that is no whole side of a relation on a line of its own: one in a line of text, less another, under a
    sum."""
    blocks = (*read.blocks.notation, *read.blocks.statement, *read.blocks.whole_proof)
    for block in (*blocks, *(b for _, said in read.blocks.remarks for b in said)):
        yield from (write_latex(box) for box in _with_cases(block))


def _with_cases(block: Block) -> Iterator[Box]:
    match block:
        case Para(items):
            yield from (i.box for i in items if isinstance(i, Maths) and holds_cases(i.box))
        case Display(box, _, _):
            yield from (side for side in sides_of(box) if cut_up(side))
        case Derivation(start, lines, _):
            yield from (side for side in (start, *(line.right for line in lines)) if cut_up(side))
        case Facts(shown):
            yield from (side for fact in shown for side in sides_of(fact.box) if cut_up(side))
        case Items(rows):
            yield from (box for inner in rows for b in inner for box in _with_cases(b))


def cut_up(side: Box) -> bool:
    """Whether a value by cases is in a side of a relation, and not all of it, or in one of its own cases."""
    return any(map(holds_cases, parts_of(side)))


def sides_of(box: Box) -> Iterator[Box]:
    """What stands between the signs of relation."""
    items = box.items if isinstance(box, Row) else (box,)
    cuts = [k for k, b in enumerate(items) if isinstance(b, Glyph) and GLYPHS[b.key][4] == "relation"]
    for start, end in pairwise((-1, *cuts, len(items))):
        side = items[start + 1 : end]
        yield side[0] if len(side) == 1 else Row(side)


# --------------------------------------------------------------------------------------------------- words
def doubled_sentences(read: Printed) -> Iterator[str]:
    """A sentence twice in a row, or a display twice in one proof."""
    flat = re.split(r"(?<=[.:])\s+", re.sub(r"\s+", " ", read.proof))
    yield from (one for one, two in pairwise(flat) if one == two and len(one) > 12)
    shown = [d.strip(" .,\n") for d in re.findall(r"\$\$(.*?)\$\$", read.proof, re.S)]
    yield from (d for d in dict.fromkeys(shown) if shown.count(d) > 1)


def dangling_references(read: Printed) -> Iterator[str]:
    """A reason that is the title of something on no page."""
    for item in _links(read.blocks.proof):
        if item.name not in read.known:
            yield item.title


def _links(blocks: Iterable[Block]) -> Iterator[Link]:
    for block in blocks:
        rows: list[tuple[Inline, ...]] = []
        match block:
            case Para(items):
                rows = [items]
            case Derivation(_, lines, _):
                rows = [line.reason for line in lines]
            case Facts(shown):
                rows = [f.reason for f in shown]
            case _:
                pass
        yield from (i for items in rows for i in items if isinstance(i, Link))


def repeated_statements(read: Printed) -> Iterator[str]:
    """A proof that says nothing but the statement again."""
    shown = [d.strip(" .,\n") for d in re.findall(r"\$\$(.*?)\$\$", read.proof, re.S)]
    bare = [re.sub(r"\\(?:begin|end)\{\w+\*?\}|[&\s]|\\\\", "", d) for d in shown]
    claim = re.sub(r"[&\s$]", "", re.split(r"\bThen\b", read.statement)[-1])  # not what it supposes
    between = " ".join(re.findall(r"\$[^$]+\$", re.sub(r"\$\$.*?\$\$", "", read.proof, flags=re.S)))
    more = re.search(r"=|<|>|\\(?:le|ge)\b", between) or re.search(r"^1\. ", read.proof, re.M)
    if len(bare) == 1 and len(bare[0]) > 8 and bare[0] in claim and not more:
        yield shown[0]


def idle_words(read: Printed) -> Iterator[str]:
    """`Moreover` and `We have` before a step, `the claim is immediate` without a reason, `for all`."""
    yield from _found(r"Moreover,\s+\$\$", read.proof)
    yield from _found(r"the claim is immediate\.", read.proof)
    yield from _found(r"\bfor all\b", re.sub("“[^”]*”", "", read.text))  # a paper's words are its own


def quantifiers_in_a_row(read: Printed) -> Iterator[str]:
    """`for every x, if A, then for every y, if B, then`: more than two quantifiers one after the other."""
    letter = r"(?:\$[^$]{1,40}\$|\w+)"
    letters = rf"(?:[a-z]+ )*{letter}(?:(?:, | and ){letter})*"
    yield from _found(rf"(?:[Ff]or every {letters}, (?:if [^.]{{1,80}}, then )?){{3,}}", read.statement)


BOOKKEEPING = re.compile(
    r"^\d+\. (no (?:factor|term|mass) is negative|an? (?:square|exponential|probability|positive factor|root|maximum)|"
    r"(?:the )?masses add up(?: to 1)?|a mass is at most 1|exponential of a (?:logarithm|sum)|by hypothesis|"
    r"a sum of (?:them|masses|maxima)|collect(?: the terms)?|(?:by )?the line before)$",
    re.M,
)


def bookkeeping(read: Printed) -> Iterator[str]:
    """Signs, masses and cancellations that a reader sees without being told."""
    yield from (hit[0] for hit in BOOKKEEPING.finditer(read.proof))


def long_titles(read: Printed) -> Iterator[str]:
    """The title of another page, of more than eight words, as a reason."""
    yield from (i.title for i in _links(read.blocks.proof) if len(i.title.split()) > TITLE and not i.said)


def missing_proofs(read: Printed) -> Iterator[str]:
    """A theorem said to be proved with no word on why."""
    entry = read.page.entry
    if isinstance(entry, st.Theorem) and read.page.status == "proved" and not read.blocks.proof:
        yield entry.title


def one_sided(read: Printed) -> Iterator[str]:
    """A claim about both laws, or both orders, of which the proof says a word about one only."""
    claimed = re.split(r"\bThen\b", read.statement)[-1]
    if "not true that" in claimed:  # one order refutes what is asked in both
        return
    if "under $P$ and under $Q$" not in claimed and not re.search(r"is\s+\$*\s*\(.*DP", claimed):
        return
    said = re.search(r"likewise|same way|symmetry|exchang|other order|\$Q\$|Y \\sim Q", read.proof)
    if re.search(r"Y \\sim P", read.proof) and not said:
        yield read.page.name


def doubled_reasons(read: Printed) -> Iterator[str]:
    """`Held: a. Held: b.`: one reason twice in a row, where it could be said once."""
    formula = r"(?:\$[^$]+\$|\n+\$\$[^$]+\$\$\n*)"
    yield from _found(
        rf"(?:^|[.] )(?P<why>[A-Z][^.:$\n]{{2,60}}): {formula}\.? (?P=why): {formula}", read.proof
    )


def doubled_otherwise(read: Printed) -> Iterator[str]:
    """`Otherwise` twice, so that a reader cannot see of which of two cases, one in the other, the second is."""
    for paragraph in read.proof.split("\n\n"):
        for between in re.findall(r"Otherwise, (.*?)(?=Otherwise, )", paragraph, re.S):
            if not re.search("uppose |In either case|In every case|the claim is clear", between):
                yield f"Otherwise, {between} Otherwise"


FAR_OFF = re.compile(r"^(half|twice|a third|a tenth|by a (half|third|tenth)|two|three|double)\b", re.I)


def distant_misses(read: Printed) -> Iterator[str]:
    """`half of it` as a near miss: it teaches nothing."""
    for name in re.findall(r"^- \*([^*]+)\*:", read.remarks, re.M):
        if FAR_OFF.match(name):
            yield name


def unworked_numbers(read: Printed) -> Iterator[str]:
    """A point with a number that is left to the reader to work out: `x = -1/10 + 1`."""
    number = r"-?(?:\d+(?:/\d+)?|\\frac\{\d+\}\{\d+\})"
    yield from _found(rf"(?:= \(?|, ){number} (?:[-+]|\\cdot) {number}(?=[,)$])", read.remarks)


def sets_by_name(read: Printed) -> Iterator[str]:
    """A scope that names sets or letters as the program does: `any set S`, `all finite sets of y_0`."""
    yield from _found(r"\b(?:sets?|spaces?) [A-Z]\b|, [A-Z] finite|\w_\w", read.page.reach)


def mechanism_unsaid(read: Printed) -> Iterator[str]:
    """A mechanism of which no sentence says that P and Q are its laws."""
    spoken = (
        isinstance(read.page.entry, st.Theorem | st.Definition)
        and r"\mathcal{M}" in read.statement + read.proof
    )
    if spoken and "of a mechanism" not in read.statement:
        yield read.page.name


def _phrase(part: str, pattern: str) -> Rule:
    """The rule that objects to a phrase wherever it stands in a part of the page."""
    return lambda read: _found(pattern, getattr(read, part))


# Rules that look for one phrase, each with what it objects to.
PHRASES: dict[str, Rule] = {
    # A sum or a product of one term.
    "sum of one term": _phrase(
        "text", r"\\(?:sum|prod)(?:\\limits)?_\{(?:\w+ = )(?P<end>\w+)\}\^\{?(?P=end)(?!\w)"
    ),
    # An indicator times exp(α log u + (1 - α) log v) in the place of u^α v^(1-α).
    "indicator for a power": _phrase(
        "text", r"\\mathbf\{1\}(?:\\mathopen\{\})?(?:\\left)?\[[^\]]*\] (?:\\exp|e\^)"
    ),
    # A fraction of numbers that nobody takes in, in a formula: it is told rounded, and exactly elsewhere.
    "long fraction": _phrase("text", r"\\frac\{[^{}]*\d{8,}[^{}]*\}"),
    # `0 + x`, `x + 0`.
    "sum with 0": _phrase("text", r"(?<![\w.}^/] )(?<![\w.,])0 \+ |(?<!\d) \+ 0(?![\w.,/!])(?! \\cdot)"),
    # `Appendix $H$.2`: the place in a paper is no letter of the statement.
    "place as a formula": _phrase("text", r"\b(?:Appendix|Appendices|Section|Table|Figure) \$"),
    # `(reason).` as a sentence of its own, without the line it is a reason of.
    "reason without a line": _phrase(
        "proof", r"(?:\n\$\$\s+|[.:]\s+)\([^()$]*(?:\$[^$]*\$[^()$]*)*\)\.(?=\s|$)"
    ),
    # `Take the hypothesis ... at k = n`: bookkeeping of the machine.
    "hypothesis at values": _phrase("proof", r"Take the hypothesis"),
    # `with ε for ε`.
    "a letter for itself": _phrase("proof", r"(?P<one>\$[^$]+\$) for (?P=one)"),
    # `Suppose first that a. Suppose first that b.`: a case in a case, where two conditions are supposed together.
    "cases in a case": _phrase("proof", r"Suppose first that (?:[^.$]|\$[^$]*\$)*\.\s+Suppose first that"),
    # A proof that ends with `Take x = 0.`, and does not say what for.
    "open end": _phrase("proof", r"(?<=Take )[^.]*\.\s*$"),
    # `From k to k + 1: Its mass:`: no sentence.
    "clumsy induction": _phrase("proof", r"From \$[^$]+\$ to \$[^$]+\$:"),
    # `for every s, X fails at a point`: that it fails for every s is not what was refuted.
    "fails for every": _phrase("remarks", r"(?:for every|if) [^.:]{1,80}, \$[^$]+\$ fails at"),
    # `Choose k = k`.
    "a letter chosen as itself": _phrase(
        "proof", r"(?:Choose|Take|Put|Let|and|,) \$(?P<one>[^$=]+) = (?P=one)\$"
    ),
    # `Take x = b. Take x = 0.`
    "values taken in a row": _phrase("proof", r"Take (?!such)[^.]{3,200}\. Take (?!such)"),
    # `at which -r(y) is smallest`: where r is largest.
    "least of a negative": _phrase("proof", r"at which\s+\$+\s*-"),
    # `Then if a, then b.`: what is supposed belongs before `Then`, where it is of the whole claim.
    "hypothesis in the claim": _phrase("statement", r"\bThen if [^.:]*, then [^;]*$"),
    # `M is (ε, 0)-DP fails at ...`: a sentence with two verbs.
    "two verbs": _phrase("remarks", r" is \$[^$]*(?:DP|multiplicatively)[^$]*\$[^.:]{0,3} fails"),
    # `A(v) = 0 or A(v) = 1`, for `A(v) ∈ {0, 1}`.
    "or for a set of values": _phrase(
        "text", r"(?P<one>[A-Za-z][^$=]{0,30}) = [^$=]{1,20}\\text\{ or \}(?P=one) ="
    ),
    # `with probability at least 1`.
    "probability at least 1": _phrase("text", r"with probability at least \$1\$"),
    # A point of equality at which P and Q are equal: both sides are 0 there, whatever the constant is.
    "sharp at equal laws": _phrase(
        "remarks", r"Equality [^.]*\$P = (?P<law>[^$]+)\$(?:,| and) \$Q = (?P=law)\$"
    ),
}

RULES: dict[str, Rule] = {
    **PHRASES,
    "equal laws": equal_laws,
    "undefined letter": undefined_letters,
    "sign without its meaning": signs_unsaid,
    "cases inside a formula": cases_inside,
    "mean of a test unsaid": tests_unsaid,
    "name before what is in it": order_of_names,
    "letter bound twice": bound_twice,
    "doubled sentence": doubled_sentences,
    "power of 1 or 0": idle_powers,
    "fraction before a letter": idle_fractions,
    "root or erf for Phi": spelt_out_quantiles,
    "formula for a sentence": spoken_formulas,
    "raw power": raw_powers,
    "long term without a name": unnamed_terms,
    "title on no page": dangling_references,
    "statement as its proof": repeated_statements,
    "idle words": idle_words,
    "quantifiers in a row": quantifiers_in_a_row,
    "bookkeeping": bookkeeping,
    "long title as a reason": long_titles,
    "no proof": missing_proofs,
    "one side only": one_sided,
    "reason twice in a row": doubled_reasons,
    "otherwise of which case": doubled_otherwise,
    "distant near miss": distant_misses,
    "number not worked out": unworked_numbers,
    "set by its name": sets_by_name,
    "mechanism without its laws": mechanism_unsaid,
}

__all__ = ["RULES", "Fault", "Printed", "faults", "objections", "printed"]
