"""LaTeX source -> tokens with their places.  TeX's fixed categories; nothing is executed and no file is opened."""

from __future__ import annotations

import re
from dataclasses import dataclass

TOKENS = 200_000  # of a file
DEPTH = 60  # of braces
NO_CONDITION = ("iff", "ifthenelse")  # words that no \fi closes
VERBATIM = ("verbatim", "Verbatim", "lstlisting", "comment", "minted", "filecontents", "tikzpicture")


class NotRead(Exception):
    """Why a part is not read, what would make it readable, and where: the offset in the source."""

    def __init__(self, why: str, at: int = -1) -> None:
        super().__init__(why)
        self.why, self.at = why, at


@dataclass(frozen=True, eq=False)
class Token:
    """One token.

    kind    cs (a control sequence), char, { } & ^ _ # $, begin and end (of environments), row
    at, end offsets in the source; for what a macro's body says those of the call, and `by` its name
    final   whether it stands for a primitive that a macro of this name does not replace
    spaced  whether a space command stands before it
    """

    kind: str
    text: str
    at: int
    end: int
    by: str = ""
    final: bool = False
    spaced: bool = False

    @property
    def shown(self) -> str:
        """As it stands in a source."""
        return "\\" + self.text if self.kind == "cs" else self.text


LEX = re.compile(
    r"(?P<comment>%[^\n]*(?:\n[ \t]*)?)|\\begin\s*\{(?P<begin>[A-Za-z]+\*?)\}|\\end\s*\{(?P<end>[A-Za-z]+\*?)\}"
    r"|\\(?P<cs>[A-Za-z@]+)|\\(?P<row>\\)\*?(?:\[ *-?[0-9.]+ *(?:pt|em|ex|mm|cm|in|[\\]\w+) *\])?"
    r"|\\(?P<sym>[^A-Za-z@])|(?P<space>\s+)|(?P<other>.)",
    re.S,
)


def tokens(text: str, dead: list[tuple[int, int]] | None = None) -> list[Token]:
    """The tokens of a source; comments, verbatim text, what stands after the document, and what \\iffalse and \\iftrue take
    away, with these words and their \\fi, left out.

    What is left out is put into `dead`, as places of its ends, but for comments.
    """
    out: list[Token] = []
    dead = [] if dead is None else dead
    opened: list[bool] = []
    at = 0
    while at < len(text):
        m = LEX.match(text, at)
        if m is None:  # a backslash at the very end
            break
        a, at = m.span()
        past = skipped(text, m)
        if past is None and m["cs"]:
            past = decided(text, m, out, opened)
        if past is not None:
            if past > at:
                dead.append((at, past))
            at = past
            continue
        if m["end"] == "document":
            dead.append((at, len(text)))
            out.append(token(m, a, at))
            break
        out.append(token(m, a, at))
        if len(out) > TOKENS:
            raise NotRead(f"the file has more than {TOKENS} tokens", a)
    return out


def skipped(text: str, m: re.Match[str]) -> int | None:
    """The place after what is left out, or None for a token that counts."""
    b = m.end()
    if m["comment"] is not None or m["space"] is not None:
        return b
    if m["begin"] and m["begin"].rstrip("*") in VERBATIM:
        close = text.find("\\end{" + m["begin"] + "}", b)
        return len(text) if close < 0 else text.find("}", close) + 1
    if m["cs"] in ("verb", "lstinline") and b < len(text):
        close = text.find(text[b], b + 1)
        return close + 1 if close > 0 else len(text)
    return None


def decided(text: str, m: re.Match[str], before: list[Token], opened: list[bool]) -> int | None:
    """The place after what a condition that is known takes away at one of its words; None for a token that counts.

    `opened` holds the conditions that are open: whether it is one of these, of which the branch that is read goes on.
    """
    word, b = m["cs"], m.end()
    if word == "fi" and opened:
        return b if opened.pop() else None
    if word == "else" and opened and opened[-1]:
        opened.pop()
        return past_false(text, b)
    if not word.startswith("if") or word in NO_CONDITION or is_named(before):
        return None
    opened.append(word in ("iftrue", "iffalse"))
    if word != "iffalse":
        return b if opened[-1] else None
    past = past_false(text, b)
    if not text.endswith("\\else", b, past):
        opened.pop()
    return past


def is_named(before: list[Token]) -> bool:
    """Whether the word after these tokens is only named, by \\newif, \\def or \\let, and opens no condition."""
    last = before[:-1] if before and is_char(before[-1], "=") else before
    if is_cs(before[-1] if before else None, "newif", "let", "def"):
        return True
    return len(last) > 1 and is_cs(last[-2], "let")


def past_false(text: str, at: int) -> int:
    """The place after what a condition that is false takes away, which starts at a place: after its \\else or its \\fi."""
    depth = 0
    while at < len(text):
        m = LEX.match(text, at)
        if m is None:
            break
        at, word = m.end(), m["cs"] or ""
        if word == "fi" or (word == "else" and depth == 0):
            depth -= 1
            if depth < 0:
                return at
        elif word.startswith("if") and word not in NO_CONDITION:
            depth += 1
    return len(text)


def token(m: re.Match[str], a: int, b: int) -> Token:
    """The token that was found."""
    for kind in ("begin", "end", "cs"):
        if m[kind] is not None:
            return Token(kind, m[kind], a, b)
    if m["row"] is not None:
        return Token("row", "\\\\", a, b)
    if m["sym"] is not None:
        return Token("cs", m["sym"], a, b)
    c = m["other"]
    return Token(c if c in "{}&^_#$" else "char", c, a, b)


def is_cs(t: Token | None, *names: str) -> bool:
    """Whether the token is one of these control sequences."""
    return t is not None and t.kind == "cs" and t.text in names


def is_char(t: Token | None, chars: str) -> bool:
    """Whether the token is one of these characters."""
    return t is not None and t.kind == "char" and t.text in chars


def group(toks: list[Token], i: int, opened: str = "{", closed: str = "}") -> tuple[list[Token], int]:
    """The argument that starts at i: a braced group without its braces, or one token; and what follows it."""
    if i >= len(toks):
        raise NotRead("an argument is missing", toks[-1].at if toks else -1)
    if toks[i].text != opened or (opened == "{" and toks[i].kind != "{"):
        if toks[i].kind in "}^_&" or toks[i].kind in ("row", "end", "begin"):
            raise NotRead("an argument is missing", toks[i].at)
        return [toks[i]], i + 1
    depth = brace = 0
    for j in range(i, len(toks)):
        t = toks[j]
        brace += (t.kind == "{") - (t.kind == "}")
        if opened == "{":
            depth = brace
        elif brace == 0:
            depth += (t.text == opened and t.kind == "char") - (t.text == closed and t.kind == "char")
        if depth > DEPTH:
            raise NotRead(f"braces nested more than {DEPTH} deep", t.at)
        if depth == 0:
            return toks[i + 1 : j], j + 1
    raise NotRead("a brace is not closed", toks[i].at)


def after_star(toks: list[Token], i: int) -> int:
    """The place after a star, where one stands."""
    return i + (i < len(toks) and is_char(toks[i], "*"))


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1."""
    before = text[: max(0, at)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")
