"""Macros of a source: those that only stand for other tokens are expanded, within bounds; others are refused where used."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dpsym.audit.tokens import TOKENS, NotRead, Token, after_star, group, is_char

EXPANSIONS = 20_000  # of a file
FEW, LOOKED_AT = 64, 4_000  # tokens in which the arguments of a call are looked for
DEFINES = (
    "newcommand",
    "renewcommand",
    "providecommand",
    "def",
    "let",
    "DeclareMathOperator",
    "DeclarePairedDelimiter",
)
OBSCURE = (
    "edef", "gdef", "xdef", "NewDocumentCommand", "RenewDocumentCommand", "DeclareDocumentCommand",
    "ProvideDocumentCommand", "newcommandx", "renewcommandx", "DeclareRobustCommand", "DeclarePairedDelimiterX",
    "DeclarePairedDelimiterXPP", "DeclareMathSymbol", "futurelet",
)  # fmt: skip


@dataclass(frozen=True)
class Macro:
    """What a control sequence stands for: `arity` arguments, a default for the first, and the tokens of its body.

    why    not empty: the definition is not understood, and every use is refused
    sized  whether a star or a size in brackets may stand after the name, and means nothing
    """

    arity: int = 0
    default: tuple[Token, ...] | None = None
    body: tuple[Token, ...] = field(default=(), repr=False)
    why: str = ""
    sized: bool = False


Macros = dict[str, Macro]


@dataclass
class Allowance:
    """How many macros may still be expanded in a file."""

    left: int = EXPANSIONS


def braced(*parts: Token) -> list[Token]:
    """Tokens in braces."""
    a, b = parts[0].at, parts[-1].end
    return [Token("{", "{", a, b), *parts, Token("}", "}", a, b)]


def define(toks: list[Token], i: int, macros: Macros, doubt: str = "") -> int:
    """Take the definition that starts at i; the place after it.  With `doubt` every use of it is refused for this."""
    word = toks[i].text
    name, j = group(toks, after_star(toks, i + 1))
    if not name or name[0].kind != "cs":
        return j
    called = name[0].text
    if word in OBSCURE:
        macros[called] = Macro(
            why=f"is defined by \\{word}, which is not read: write \\newcommand in the side file"
        )
        return j
    if word == "let":
        return let(toks, j, called, macros, doubt)
    try:
        macro, j = defined(toks, i, j, word)
    except NotRead as e:
        macros[called] = Macro(why=f"has a definition that is not read ({e.why})")
        raise
    if not (word == "providecommand" and called in macros):
        macros[called] = replace(macro, why=doubt) if doubt else macro
    return j


def let(toks: list[Token], j: int, called: str, macros: Macros, doubt: str) -> int:
    """\\let takes the present meaning, also of a primitive that is redefined later."""
    j += j < len(toks) and is_char(toks[j], "=")
    if j < len(toks):
        known = macros.get(toks[j].text) if toks[j].kind == "cs" else None
        macros[called] = known or Macro(body=(replace(toks[j], final=True),), why=doubt)
    return j + 1


def defined(toks: list[Token], i: int, j: int, word: str) -> tuple[Macro, int]:
    """The macro of a definition whose name ends before j, and the place after it."""
    arity, default = 0, None
    if word == "DeclarePairedDelimiter":
        left, j = group(toks, j)
        right, j = group(toks, j)
        a = toks[i]
        argument = (Token("#", "#", a.at, a.end), Token("char", "1", a.at, a.end))
        return Macro(1, None, (*left, *argument, *right), sized=True), j
    if word == "def":
        while j < len(toks) and toks[j].kind == "#" and j + 1 < len(toks) and toks[j + 1].text.isdigit():
            arity, j = arity + 1, j + 2
        if j >= len(toks) or toks[j].kind != "{":
            raise NotRead("delimited arguments", toks[i].at)
    elif word != "DeclareMathOperator":
        if j < len(toks) and is_char(toks[j], "["):
            count, j = group(toks, j, "[", "]")
            if len(count) != 1 or count[0].text not in "0123456789":
                raise NotRead("the number of arguments is no digit", toks[i].at)
            arity = int(count[0].text)
        if j < len(toks) and is_char(toks[j], "["):
            first, j = group(toks, j, "[", "]")
            default = tuple(first)
    body, j = group(toks, j)
    if word == "DeclareMathOperator":
        a = toks[i]
        body = [Token("cs", "operatorname", a.at, a.end), *braced(a, *body)]
        body = [*body[:2], *body[3:]]
    return Macro(arity, default, tuple(body)), j


def expand(toks: list[Token], macros: Macros, allowance: Allowance) -> list[Token]:
    """The tokens with macros replaced; a body's tokens stand at the place of the call."""
    out: list[Token] = []
    stack = list(reversed(toks))
    while stack:
        t = stack.pop()
        if t.kind != "cs" or t.final or t.text not in macros:
            out.append(t)
            if len(out) > TOKENS:
                raise NotRead("the macros expand to too much", t.at)
            continue
        m = macros[t.text]
        allowance.left -= 1
        if m.why:
            raise NotRead(f"\\{t.text} {m.why}", t.at)
        if allowance.left < 0 or len(stack) > TOKENS:
            raise NotRead(f"\\{t.text} expands without end, or too often", t.at)
        stack += reversed(body_of(t, m, arguments(t, m, stack)))
    return out


def arguments(t: Token, m: Macro, stack: list[Token]) -> list[list[Token]]:
    """The arguments of a call, taken from the stack; few tokens are looked at first, for most arguments are short."""
    if not m.arity:
        return []
    for looked_at in (FEW, LOOKED_AT):
        rest = list(reversed(stack[-looked_at:]))
        try:
            args, j = arguments_in(t, m, rest)
        except NotRead:
            if looked_at == LOOKED_AT or len(stack) <= looked_at:
                raise
            continue
        break
    del stack[len(stack) - j :]
    return args


def arguments_in(t: Token, m: Macro, rest: list[Token]) -> tuple[list[list[Token]], int]:
    """The arguments of a call that stand in front, and how many tokens they take."""
    args: list[list[Token]] = []
    j = 0
    if m.sized:
        j = after_star(rest, 0)
        if j < len(rest) and is_char(rest[j], "["):
            _, j = group(rest, j, "[", "]")
    for k in range(m.arity):
        if k == 0 and m.default is not None:
            if j < len(rest) and is_char(rest[j], "["):
                a, j = group(rest, j, "[", "]")
            else:
                a = [replace(x, at=t.at, end=t.end, by=t.text) for x in m.default]
        else:
            a, j = group(rest, j)
        args.append(a)
    return args, j


def body_of(t: Token, m: Macro, args: list[list[Token]]) -> list[Token]:
    """The body of a call with its arguments."""
    out: list[Token] = []
    k = 0
    while k < len(m.body):
        x = m.body[k]
        if x.kind == "#" and k + 1 < len(m.body) and m.body[k + 1].text in "123456789":
            n = int(m.body[k + 1].text) - 1
            if n >= len(args):
                raise NotRead(f"\\{t.text} uses an argument that it does not have", t.at)
            out += args[n]
            k += 2
            continue
        out.append(replace(x, at=t.at, end=t.end, by=t.text))
        k += 1
    return out
