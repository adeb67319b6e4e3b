"""A place in the tokens of a side: what stands there, brackets, arguments, and refusals with their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dpsym.audit.letters import Letters
from dpsym.audit.tokens import NotRead, Token, after_star, group, is_char, is_cs
from dpsym.audit.words import CLOSE, CLOSING, GAPS, HOW, OPEN, OPENING, SIZES, SKIP_ARG, SPACES, WHY
from dpsym.claims.reading.nodes import Node


def clean(toks: Sequence[Token]) -> list[Token]:
    """The tokens without spaces, labels and braces over and under; a token after a space knows of it."""
    listed, out = list(toks), []
    i, gap = 0, False
    while i < len(listed):
        t = listed[i]
        if t.kind == "cs" and t.text in SKIP_ARG:
            _, i = group(listed, after_star(listed, i + 1))
            continue
        if t.kind == "{" and [x.text for x in listed[i + 1 : i + 3]] == [",", "}"]:
            raise NotRead("'1{,}000' or '0{,}5' has two readings: write 1000 or 0.5", t.at)
        if t.kind == "&" or is_char(t, "~") or (t.kind == "cs" and t.text in SPACES):
            gap = gap or t.text in GAPS or t.text == "~"
            i += 1
            continue
        if is_cs(t, "left", "right") and i + 1 < len(listed) and is_char(listed[i + 1], "."):
            i += 2  # a bracket broken over two rows: the null delimiters go, the others must balance
            continue
        if is_cs(t, "underbrace", "overbrace"):
            arg, i = group(listed, i + 1)
            if i < len(listed) and listed[i].kind in "_^":
                _, i = group(listed, i + 1)
            out += [Token("{", "{", t.at, t.end), *clean(arg), Token("}", "}", t.at, t.end)]
            continue
        if (
            t.kind == "{"
            and i + 1 < len(listed)
            and listed[i + 1].kind == "}"
            and not (out and out[-1].kind in "^_")
        ):
            i += 2
            continue
        out.append(replace(t, spaced=True) if gap else t)
        i, gap = i + 1, False
    while out and is_char(out[-1], ".,;:"):
        out.pop()
    return out


class Cursor:
    """A place in the tokens of one side."""

    def __init__(self, toks: Sequence[Token], letters: Letters) -> None:
        self.t = clean(toks)
        self.i, self.letters, self.bars = 0, letters, 0

    def peek(self, k: int = 0) -> Token | None:
        """The token k places on."""
        return self.t[self.i + k] if self.i + k < len(self.t) else None

    @property
    def end(self) -> int:
        """The place after the token read last."""
        return max((t.end for t in self.t[max(0, self.i - 1) : self.i]), default=0)

    def no(self, why: str, t: Token | None = None) -> NotRead:
        """A refusal at a token."""
        t = t or self.peek() or (self.t[-1] if self.t else None)
        return NotRead(why + (f" (in \\{t.by})" if t is not None and t.by else ""), t.at if t else -1)

    def unread(self, t: Token) -> NotRead:
        """The refusal of a control sequence or character that has no reading."""
        if t.kind == "cs" and t.text in WHY:
            how = f": {HOW[t.text]}" if t.text in HOW else ""
            return self.no(f"{WHY[t.text]} is not read{how}", t)
        if t.kind == "begin":
            return self.no(f"{t.text} is not read: {HOW['cases']}", t)
        return self.no(f"'{t.shown}' is not read here", t)

    def delimiter(self) -> tuple[str, int]:
        """The delimiter that is next, with sizes before it skipped, and how many tokens it takes; "" for none.

        Bars with a direction are told as lvert and rvert.
        """
        size = self.peek()
        sized = size is not None and size.kind == "cs" and size.text in SIZES
        t = self.peek(1) if sized else size
        if t is None:
            return "", 0
        length = 2 if sized else 1
        if (t.kind == "char" and t.text == "|") or is_cs(t, "vert"):
            way = size.text if sized and size is not None else ""
            return ("lvert" if way in OPENING else "rvert" if way in CLOSING else "|"), length
        if t.kind == "char" and t.text in "()[]/":
            return ("", 0) if t.text == "/" and not sized else (t.text, length)
        if is_cs(t, "{", "}"):
            return "\\" + t.text, length
        if is_cs(t, "lvert", "rvert", "lbrace", "rbrace", "lbrack", "rbrack"):
            return t.text, length
        if is_cs(t, "|", "Vert", "lVert", "rVert", "lfloor", "lceil", "langle", "rangle", "rfloor", "rceil"):
            return "\\" + t.text, length
        return "", 0

    def argument(self) -> list[Token]:
        """The tokens of the argument that starts here; NotRead where one digit of a number would be taken."""
        first = self.peek()
        arg, self.i = group(self.t, self.i)
        after = self.peek()
        if first is not None and first.kind == "char" and first.text.isdigit() and after is not None:
            near = after.kind == "char" and after.text.isdigit() and not after.spaced
            if near and after.at == first.end:
                raise self.no(
                    f"'{first.text}{after.text}' after ^, _ or a command: TeX takes one digit; write braces",
                    after,
                )
        return arg

    def inner(self, toks: Sequence[Token]) -> Node:
        """A term of its own: an argument, or what stands in brackets."""
        here = self.t[self.i - 1].at if self.i else -1
        if not toks:
            raise NotRead("an argument is empty", here)
        try:
            return type(self)(toks, self.letters).whole()
        except NotRead as e:
            raise NotRead(e.why, e.at if e.at >= 0 else here) from None

    def delimited(self) -> tuple[list[Token], str]:
        """The tokens inside the delimiters that open here, and which."""
        first = self.peek()
        d, n = self.delimiter()
        if d not in OPEN and d != "|":
            raise self.no("brackets were expected", first)
        want = "|" if d == "|" else OPEN[d]
        self.i += n
        start = self.i
        open_: list[str] = []
        while self.i < len(self.t):
            t = self.t[self.i]
            if t.kind == "{":
                _, self.i = group(self.t, self.i)
                continue
            e, k = self.delimiter()
            if e and not open_ and e == want:
                inside = self.t[start : self.i]
                self.i += k
                return inside, d
            if e in OPEN:
                open_.append(OPEN[e])
            elif e in CLOSE and (not open_ or open_.pop() != e):
                raise self.no(f"'{e}' closes another bracket than the one that is open", t)
            self.i += max(1, k)
        raise self.no(f"'{d}' is not closed", first)

    def listed(self, toks: Sequence[Token]) -> list[Node]:
        """Arguments parted by commas."""
        parts: list[list[Token]] = [[]]
        depth = 0
        for t in toks:
            depth += (t.kind == "{" or t.text in ("(", "[")) - (t.kind == "}" or t.text in (")", "]"))
            if is_char(t, ",") and depth == 0:
                parts.append([])
            else:
                parts[-1].append(t)
        return [self.inner(p) for p in parts]

    def whole(self) -> Node:
        """All the tokens as one term."""
        raise NotImplementedError
