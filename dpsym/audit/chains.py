"""A display's tokens -> its relations: rows joined and split, each relation with its two sides and its place.

Every relation sign of the display is accounted for: a sign that no relation stands for is reported as not read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dpsym.audit.displays import Display
from dpsym.audit.tokens import NotRead, Token, after_star, group, is_char, is_cs
from dpsym.audit.words import (
    ARROWS,
    CLOSE,
    CONDITIONAL,
    DEFINES,
    EITHER,
    FONTS,
    FRACTIONS,
    GAPS,
    LIMITS,
    OPEN,
    OTHER,
    OVER,
    RELATIONS,
    SIZES,
    SKIP_ARG,
    STOPS,
    UNSEEN,
)

INNER = {"split", "aligned", "gathered", "alignedat", "multlined"}  # taken as rows of the display
LENGTH, NESTED = 6_000, 40  # tokens of a display, brackets
BOXES = ("overset", "stackrel", "underset", "mathrel", "mathbin", "mathop")
INVISIBLE = ("phantom", "hphantom", "vphantom")


@dataclass
class Item:
    """A side, or what stands between sides.

    kind  side, relation, other (a sign that is no relation of numbers) or cut (what parts two chains)
    signs the tokens of a relation
    over  words that stand over a sign, or the words of a cut
    """

    kind: str
    toks: list[Token] = field(default_factory=list)
    text: str = ""
    at: int = -1
    over: str = ""
    signs: list[Token] = field(default_factory=list)


@dataclass(frozen=True)
class Relation:
    """Two sides and the sign between them.

    why       not empty: why it is not read
    beside    a condition beside a line ("for a > 1"): looked up among what is declared, never used
    chain     which of the display's chains it belongs to
    """

    left: tuple[Token, ...]
    relation: str
    right: tuple[Token, ...]
    at: int
    why: str = ""
    over: str = ""
    beside: bool = False
    chain: int = 0


def shape(toks: list[Token], i: int) -> int:
    """+1 for an opening bracket at i, -1 for a closing one, else 0; bars are left alone."""
    t = toks[i]
    if t.kind not in ("char", "cs"):
        return 0
    before = toks[i - 1] if i else None
    if is_cs(before, "left", "right", "mleft", "mright"):
        return 0  # these count by themselves
    if is_cs(t, "left", "right", "mleft", "mright"):
        if i + 1 < len(toks) and is_char(toks[i + 1], "./"):
            return 0
        return 1 if t.text in ("left", "mleft") else -1
    name = t.text if t.kind == "char" or t.text not in "{}" else "\\" + t.text
    if t.kind == "cs" and name in "()[]":
        return 0
    return (name in OPEN) - (name in CLOSE)


def balance(toks: list[Token]) -> int:
    """How many brackets are open at the end."""
    return sum(shape(toks, i) for i in range(len(toks)))


def rows(d: Display) -> list[list[Token]]:
    """The rows of a display; inner alignments that are the display are flattened."""
    flat: list[Token] = []
    keep: list[bool] = []
    for t in d.tokens:
        if t.kind == "begin":
            keep.append(t.text.rstrip("*") in INNER and all(keep))
            if keep[-1]:
                continue
        if t.kind == "end" and keep and keep.pop():
            continue
        flat.append(t)
    out: list[list[Token]] = [[]]
    depth = env = 0
    for t in flat:
        depth += (t.kind == "{") - (t.kind == "}")
        env += (t.kind == "begin") - (t.kind == "end")
        if t.kind == "row" and depth == 0 and env == 0:
            out.append([])
        else:
            out[-1].append(t)
    return [r for r in out if r]


class Row:
    """Splits one row into sides, signs and cuts, at depth 0 of brackets."""

    def __init__(self, toks: list[Token], env: str) -> None:
        self.toks, self.env = toks, env
        self.out: list[Item] = [Item("side")]
        self.i = self.depth = self.columns = 0

    def items(self) -> list[Item]:
        """The parts of the row in order."""
        while self.i < len(self.toks):
            t = self.toks[self.i]
            if not (self.skipped(t) or self.whole(t) or self.column(t)):
                self.depth += shape(self.toks, self.i)
                if self.depth != 0 or t.kind not in ("cs", "char") or not self.sign(t):
                    self.out[-1].toks.append(t)
                    self.i += 1
        return self.out

    def cut(self, kind: str, t: Token, after: int, text: str, **more: object) -> bool:
        """Something that parts sides, and the side after it."""
        signs = self.toks[self.i : after] if kind in ("relation", "other") else []
        self.out += [Item(kind, text=text, at=t.at, signs=signs, **more), Item("side")]  # type: ignore[arg-type]
        self.i = after
        return True

    def skipped(self, t: Token) -> bool:
        """Labels and the like, with their arguments, and what is not seen: a style, or that there is no number."""
        if is_cs(t, *UNSEEN):
            self.i += 1
            return True
        if t.kind == "cs" and t.text in SKIP_ARG and t.text not in INVISIBLE:
            _, self.i = group(self.toks, after_star(self.toks, self.i + 1))
            return True
        return False

    def whole(self, t: Token) -> bool:
        """Groups, arguments and inner environments stay whole."""
        toks, i = self.toks, self.i
        if t.kind == "{":
            _, j = group(toks, i)
        elif t.kind == "begin":
            depth, j = 0, len(toks)
            for k in range(i, len(toks)):
                depth += (toks[k].kind == "begin") - (toks[k].kind == "end")
                if depth == 0:
                    j = k + 1
                    break
        elif t.kind in "^_" or (
            t.kind == "cs" and t.text in (*FRACTIONS, "sqrt", *INVISIBLE, *FONTS) and t.text not in STOPS
        ):
            j = i + 1
            if t.text == "sqrt" and j < len(toks) and is_char(toks[j], "["):
                _, j = group(toks, j, "[", "]")
            for _ in range(2 if t.text in FRACTIONS else 1):
                _, j = group(toks, after_star(toks, j) if t.text == "operatorname" else j)
        else:
            return False
        self.out[-1].toks += toks[i:j]
        self.i = j
        return True

    def column(self, t: Token) -> bool:
        """An ampersand: every second one parts columns of equations, but not in eqnarray."""
        if t.kind != "&":
            return False
        self.columns += 1
        if self.columns % 2 == 0 and self.env != "eqnarray":
            return self.cut("cut", t, self.i + 1, "&")
        if not self.out[-1].toks and len(self.out) == 1:
            self.out[0].text = "&"  # the row starts with &
        self.i += 1
        return True

    def sign(self, t: Token) -> bool:
        """A relation, or what parts two chains; False where it is part of a side."""
        toks, i = self.toks, self.i
        name, over, j = t.text, "", i + 1
        if is_cs(t, *BOXES):
            name, over, j = self.boxed(t)
            if not name:
                self.i = j
                return True
        follows = toks[j] if j < len(toks) else None
        if (is_char(t, ":") and is_char(follows, "=")) or (is_char(t, "=") and is_char(follows, ":")):
            return self.cut("relation", t, j + 1, ":=")
        if is_cs(t, "not"):
            return self.cut("other", t, min(j + 1, len(toks)), "a negated relation")
        plain = t.kind == "char" or j > i + 1
        word = name if name in ("<", "=", ">") and plain else RELATIONS.get(name) if t.kind == "cs" else None
        if (name in DEFINES and t.kind == "cs") or (
            word == "=" and over.startswith(("def", "△", "\\triangle", "\\Delta", "\\vartriangle"))
        ):
            return self.cut("relation", t, j, ":=")
        if word is not None:
            return self.cut("relation", t, j, word, over=over)
        if t.kind == "cs" and name in OTHER:
            return self.cut("other", t, j, f"\\{name}: {OTHER[name]}")
        return self.stop(t, name, j)

    def stop(self, t: Token, name: str, j: int) -> bool:
        """Arrows, words, wide spaces and commas."""
        toks = self.toks
        if t.kind == "cs" and name in ARROWS:
            return self.cut("cut", t, j, f"\\{name}")
        if t.kind == "cs" and name in STOPS:
            over = ""
            if name in ("quad", "qquad"):
                if not self.out[-1].toks or (j < len(toks) and is_sign(toks[j])):
                    self.i = j
                    return True
            elif name != "forall":
                words, j = group(toks, j)
                over = said(words)
            return self.cut("cut", t, j, "words" if over else name, over=over)
        if is_char(t, ","):
            before, after = toks[self.i - 1] if self.i else None, toks[j] if j < len(toks) else None
            if tight(before, t, after):
                return False  # 1,000: the side is refused where it is read
            return self.cut("cut", t, j, ",")
        return is_char(t, ";") and self.cut("cut", t, j, ",")

    def boxed(self, t: Token) -> tuple[str, str, int]:
        """The sign in a box such as \\overset, the words over it, and the place after; no sign for an empty box."""
        toks, j, over = self.toks, self.i + 1, ""
        if t.text not in ("mathrel", "mathbin", "mathop"):
            label, j = group(toks, j)
            over = said(label)
        inner, j = group(toks, j)
        if len(inner) >= 2 and inner[0].text in ("mathrel", "mathop"):
            inner, _ = group(inner, 1)
        if t.text in ("mathrel", "mathbin") and (not inner or inner[0].text in INVISIBLE):
            return "", "", j
        inner = [x for x in inner if not (x.kind == "cs" and x.text in GAPS)]
        if t.text == "underset" and not any(
            (x.kind == "cs" and x.text in RELATIONS) or x.text in "<=>" for x in inner
        ):
            return t.text, over, self.i + 1
        return "".join(x.text for x in inner), over, j


def is_sign(t: Token) -> bool:
    """Whether the token is a relation, or opens one in a box."""
    return is_char(t, "<>=") or (t.kind == "cs" and t.text in {*RELATIONS, *DEFINES, *OTHER, *BOXES})


def tight(before: Token | None, comma: Token, after: Token | None) -> bool:
    """Whether a comma stands between two digits without a space: perhaps one number."""
    if before is None or after is None or after.spaced:
        return False
    digits = before.kind == "char" and before.text.isdigit() and after.kind == "char" and after.text.isdigit()
    return digits and (before.end == comma.at or before.at == comma.at) and after.at in (comma.end, comma.at)


def said(toks: list[Token]) -> str:
    """Words as a person reads them."""
    return "".join(
        x.shown if x.kind == "cs" else x.text for x in toks if x.kind not in "{}$" and x.text not in FONTS
    )


# -------------------------------------------------------------------------------------------------- joining rows
def starts_with_operator(toks: list[Token]) -> bool:
    """Whether the first thing that is seen is an operator."""
    k = 0
    while k < len(toks):
        t = toks[k]
        if is_cs(t, *INVISIBLE):
            _, k = group(toks, k + 1)
        elif t.kind in "{}" or (t.kind == "cs" and (t.text in SIZES or t.text in GAPS)):
            k += 1 + (k + 1 < len(toks) and t.text in SIZES and is_char(toks[k + 1], "."))
        else:
            return is_char(t, "+-*/") or is_cs(t, "cdot", "times", "pm", "mp")
    return False


def ends_open(toks: list[Token]) -> bool:
    """Whether a side ends in an operator or with a bracket open."""
    return bool(toks) and (starts_with_operator(toks[-1:]) or balance(toks) > 0)


def main_side(row: list[Item]) -> tuple[Item | None, bool]:
    """The last side of a row's first chain, and whether the row holds another chain beside it."""
    cut = next((k for k, x in enumerate(row) if x.kind == "cut" and any(y.toks for y in row[:k])), len(row))
    side = next((x for x in reversed(row[:cut]) if x.kind == "side"), None)
    words = other = False
    for x in row[cut:]:
        words = words or (x.kind == "cut" and x.text in ("words", "forall", "&"))
        other = other or (x.kind == "relation" and not words)
    return side, other


class Joined:
    """All rows in one list, where a row that continues the one before is joined to it."""

    def __init__(self, d: Display) -> None:
        self.d = d
        self.whole: list[Item] = []
        self.main: Item | None = None
        self.several = False
        self.left = rows(d)
        while self.left:
            self.add(self.left.pop(0))

    def add(self, row: list[Token]) -> None:
        """A row, as the continuation that it is."""
        here = Row(row, self.d.env).items()
        last = self.whole[-1] if self.whole else None
        first = here[0]
        bare = not any(x.kind == "relation" for x in here)
        after_sign = len(self.whole) > 1 and self.whole[-2].kind in ("relation", "other")
        if last is None:
            self.whole = here
        elif last.toks and self.closes(balance(last.toks), row):
            here = Row(last.toks + row, self.d.env).items()  # a bracket is open: the two rows are one side
            self.whole = self.whole[:-1] + here
        elif not last.toks and after_sign and first.toks:
            last.toks += first.toks  # the row before ends in a relation
            self.whole += here[1:]
            here = [last, *here[1:]]
        elif not last.toks and after_sign and len(here) > 2 and here[1].text == self.whole[-2].text:
            self.whole[-2].signs += here[1].signs
            self.whole = self.whole[:-1] + here[2:]  # the sign is repeated on the next row
            here = here[2:]
        elif not first.toks and len(here) > 1 and here[1].kind in ("relation", "other"):
            left = Item("side", [] if self.several or self.main is None else self.main.toks)
            self.whole += [Item("cut", text="continued", at=here[1].at), left, *here[1:]]
        elif last.toks and first.toks and last is self.main and self.continues(last, first, bare):
            last.toks += first.toks
            self.whole += here[1:]
            here = [last, *here[1:]]
        else:
            at = first.toks[0].at if first.toks else -1
            self.whole += [Item("cut", text="row", at=at), *here]
        side, self.several = main_side(here)
        self.main = side if side is not None else self.main

    def closes(self, opened: int, row: list[Token]) -> bool:
        """Whether brackets are open that a later row closes; those that none closes spoil their own row only."""
        if opened <= 0:
            return False
        for later in (row, *self.left):
            opened += balance(later)
            if opened <= 0:
                return True
        return False

    def continues(self, last: Item, first: Item, bare: bool) -> bool:
        """Whether the first side of a row goes on with the last side of the one before."""
        if self.d.env == "multline" or ends_open(last.toks):
            return True
        return starts_with_operator(first.toks) and (first.text == "&" or bare)


def relations(d: Display) -> list[Relation]:
    """Every relation of the display, in order; those that cannot be read say why."""
    if len(d.tokens) > LENGTH:
        raise NotRead(f"a display of more than {LENGTH} tokens", d.at)
    depth = 0
    for i, t in enumerate(d.tokens):
        depth = max(0, depth + shape(d.tokens, i) + (t.kind == "{") - (t.kind == "}"))
        if depth > NESTED:
            raise NotRead(f"brackets nested more than {NESTED} deep", t.at)
    seq = Joined(d).whole
    out: list[Relation] = []
    chain = 0
    for k, x in enumerate(seq):
        chain += x.kind == "cut" and x.text != "continued"
        if x.kind in ("relation", "other"):
            left = seq[k - 1] if k else Item("side")
            right = seq[k + 1] if k + 1 < len(seq) else Item("side")
            why, beside = refusal(seq, k, left, right)
            out.append(
                Relation(tuple(left.toks), x.text, tuple(right.toks), x.at, why, x.over, beside, chain)
            )
    return out + unaccounted(d, seq)


def refusal(seq: list[Item], k: int, left: Item, right: Item) -> tuple[str, bool]:
    """Why the relation at k is not read, if so, and whether it is a condition beside a line."""
    x = seq[k]
    before = seq[k - 2] if k > 1 and seq[k - 2].kind == "cut" else Item("none")
    if x.kind == "other":
        return f"{x.text} is no relation that can be judged: write = or \\le, with explicit constants", False
    if x.over.replace("\\mathrm", "").strip("{}") in OVER or any(w in x.over for w in LIMITS):
        return f"'{x.over}' over the sign: no relation of numbers", False
    if x.text == ":=":
        return "a definition: '% dpsym let: name := ...' makes the name known", False
    if not left.toks:
        return "nothing stands before the relation, or two chains stand in the row before", False
    if not right.toks:
        return "nothing stands after the relation", False
    if before.text == "forall":
        return "a quantifier: a condition is read from '% dpsym:' only", True
    if before.text == "words" and any(w in before.over.lower() for w in CONDITIONAL):
        return f"words before it ({before.over.strip()!r}): a condition is read from '% dpsym:' only", True
    if before.text.startswith("\\"):
        return (
            f"{before.text}: what follows from another relation is not read; declare it as a condition",
            False,
        )
    if (
        before.text == ","
        and k > 2
        and seq[k - 3].toks
        and not (k > 3 and seq[k - 4].kind in ("relation", "other"))
    ):
        return "a list stands before the relation: write one relation for each", False
    if any(w in EITHER for c in near_words(seq, k) for w in c.over.lower().split()):
        return "'or' beside the relation: write one display for each case", False
    after = seq[k + 2] if k + 2 < len(seq) and seq[k + 2].kind == "cut" else Item("none")
    if after.text == "," and k + 3 < len(seq) and seq[k + 3].toks and not is_relation(seq, k + 4):
        return "a list stands after the relation: write one relation for each", False
    if after.text in ("quad", "qquad", "&") and k + 3 < len(seq) and left_over(seq, k + 3):
        return "something stands behind the relation after a wide space", False
    return "", False


def near_words(seq: list[Item], k: int) -> list[Item]:
    """The words beside the relation at k."""
    return [x for x in seq[max(0, k - 3) : k + 4] if x.kind == "cut" and x.text == "words"]


def left_over(seq: list[Item], k: int) -> bool:
    """Whether a side that belongs to no relation stands at k: a number of the line in brackets does not count."""
    toks = [t for t in seq[k].toks if not (t.kind == "cs" and t.text in GAPS)]
    if not toks or is_relation(seq, k + 1):
        return False
    return not (shape(toks, 0) > 0 and balance(toks) == 0 and shape(toks, len(toks) - 1) < 0)


def is_relation(seq: list[Item], k: int) -> bool:
    """Whether a sign, or words, stand at k."""
    return k < len(seq) and (seq[k].kind in ("relation", "other") or seq[k].text in ("words", "forall"))


def unaccounted(d: Display, seq: list[Item]) -> list[Relation]:
    """The relation signs of the display that no relation stands for, and that are in no side of one."""
    sides = [
        seq[k + s]
        for k, x in enumerate(seq)
        if x.kind in ("relation", "other")
        for s in (-1, 1)
        if 0 <= k + s < len(seq)
    ]
    seen = {id(t) for x in seq for t in x.signs} | {id(t) for x in sides for t in x.toks}
    missing = [t for t in signs_of(d.tokens) if id(t) not in seen]
    return [
        Relation((), {"<": "<", ">": ">", "=": "="}.get(t.text, RELATIONS.get(t.text, "")), (), t.at,
                 "this sign stands where no relation was expected") for t in missing
    ]  # fmt: skip


def signs_of(toks: list[Token]) -> list[Token]:
    """The relation signs among tokens, but for those in labels, words, and over or under other things."""
    out: list[Token] = []
    i = 0
    while i < len(toks):
        t = toks[i]
        quiet = t.kind == "cs" and (
            t.text in SKIP_ARG or t.text in STOPS or t.text in ("overset", "stackrel", "underset")
        )
        if quiet and t.text not in ("quad", "qquad", "forall"):
            _, i = group(toks, after_star(toks, i + 1))
            continue
        if t.kind == "cs" and t.text in (*SIZES, "not") and i + 1 < len(toks) and toks[i + 1].text in "<>":
            i += 2  # \left< is a bracket
            continue
        if is_char(t, "<>=") or (t.kind == "cs" and t.text in RELATIONS):
            out.append(t)
        i += 1
    return out
