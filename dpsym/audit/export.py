"""Lines that follow, as theorem files: an audited appendix becomes one of dpsym.

Every chain whose lines are all proved is one theorem with a `Chain` as its derivation, every other proved line a theorem of
its own; the steps that the judge found stand before it.  The paper's labels are the sources.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

import dpsym.language
from dpsym.audit.build import parts, speaks
from dpsym.audit.judging import PROVED, Judged, connected
from dpsym.audit.nearest import shares
from dpsym.audit.reading import Line
from dpsym.audit.steps import METHOD, NotSaid, StepWriter
from dpsym.claims.reading.nodes import Node
from dpsym.claims.reading.trees import names_in, pairs_of
from dpsym.claims.reading.words import CONSTANTS, FLIP, RESERVED

NOTIONS = ("PureDP", "ApproxDP", "ProbDP", "ZCDP", "RenyiDP", "GaussianDP", "PBDP")
CALLS = {"sqrt": "root", "abs": "Abs", "min": "Min", "max": "Max", "ln": "log"}


class NotWritten(Exception):
    """A line that a theorem file cannot say in this way."""


@dataclass(frozen=True)
class Written:
    """A theorem file: its stem, its text, and the key of its source with a title for the bibliography."""

    stem: str
    text: str
    key: str
    title: str


def files(judged: Sequence[Judged], paper: str) -> tuple[list[Written], list[str]]:
    """The theorem files of an audit, and what is left out, with the reason."""
    out: list[Written] = []
    left: list[str] = []
    taken: set[str] = set()
    for group in chains(judged):
        line = group[0].line
        try:
            one = written(group, paper, taken)
        except NotWritten as e:
            left.append(f"line {line.line} is not written: {e}")
            continue
        taken.add(one.stem)
        out.append(one)
    return out, left


def bibliography(written: Sequence[Written]) -> str:
    """The sources of the files."""
    keys = {w.key: w.title for w in written}
    return "".join(f"@misc{{{key},\n  title = {{{title}}},\n}}\n" for key, title in keys.items())


def chains(judged: Sequence[Judged]) -> Iterator[list[Judged]]:
    """Lines that are proved, those of a chain together where they point in one direction."""
    place = lambda j: (id(j.line.display), j.line.chain)  # noqa: E731
    for _, run in groupby(judged, key=place):
        now: list[Judged] = []
        for j in run:
            good = j.evidence == PROVED and j.line.relation in METHOD and j.line.sides is not None
            if now and not (good and shares(now[-1].line, j.line) and one_way([*now, j])):
                yield now
                now = []
            if good:
                now.append(j)
        if now:
            yield now


def one_way(group: Sequence[Judged]) -> bool:
    """Whether the relations of a chain point in one direction."""
    signs = {j.line.relation for j in group}
    return not (signs & {"<=", "<"} and signs & {">=", ">"})


def written(group: Sequence[Judged], paper: str, taken: set[str]) -> Written:
    """The theorem file of a chain."""
    line = group[0].line
    label = line.display.label if line.display is not None else ""
    slug = re.sub(r"\W+", "_", label or f"line_{line.line}").strip("_").lower()
    stem = slug if slug[:1].isalpha() and not keyword.iskeyword(slug) else f"display_{slug}"
    while stem in taken:
        stem += "_more"
    key = f"{re.sub(r'[^A-Za-z0-9]+', '', paper) or 'paper'}.{re.sub(r'[^A-Za-z0-9:.]+', '-', label) or f'line{line.line}'}"
    where = f"{line.file}, line {line.line}" + (f" ({label})" if label else "")
    writer = Writer(line, [n for j in group for n in unfolded(j.line)])
    text = f'"""From {plain(where)}."""\n\nfrom dpsym.language import *\n\n' + writer.declarations()
    lemmas, steps = steps_of(group, writer, stem)
    text += lemmas
    text += f"\n{stem} = Theorem(\n    title={plain(where)!r},\n    source={key!r},\n"
    given = writer.given()
    if given:
        text += f"    given=({', '.join(given)},),\n"
    sides = [unfolded(group[0].line)[0], *(unfolded(j.line)[1] for j in group)]
    signs = [j.line.relation for j in group]
    strongest = next((s for s in (">", "<", ">=", "<=") if s in signs), "=")
    text += f"    claim={writer.relation(sides[0], strongest, sides[-1])},\n"
    if len(group) > 1:
        rows = "".join(f".{METHOD[s]}({writer.term(x)})" for s, x in zip(signs, sides[1:], strict=True))
        steps = [*steps, f"Chain({writer.term(sides[0])}){rows}"]
    if steps:
        rows = steps[0] if len(steps) == 1 else "(\n" + "".join(f"        {s},\n" for s in steps) + "    )"
        text += f"    derivation={rows},\n"
    return Written(stem, text + ")\n", key, plain(where))


def steps_of(group: Sequence[Judged], writer: Writer, stem: str) -> tuple[str, list[str]]:
    """The lemmas and the steps with which the lines of a chain were proved; those of a line that a file cannot say are
    left out, for the search may find them again."""
    claims = [j.claim for j in group if j.claim is not None]
    names = {p.name: name for c in claims for p, name in c.names.items()}
    said = StepWriter({p: writer.names[n] for p, n in names.items() if n in writer.names}, stem)
    steps: list[str] = []
    for j in group:
        if j.answer is None:
            continue
        try:
            steps += said.steps(j.answer.derivation)
        except NotSaid:
            continue
    return "".join(said.declared), list(dict.fromkeys(steps))


def plain(text: str) -> str:
    """Words that stand in a title and a bibliography."""
    return re.sub(r"[^A-Za-z0-9 ,.:()_-]", " ", text)


def unfolded(line: Line) -> tuple[Node, Node]:
    """The sides of a line with its abbreviations put in."""
    assert line.sides is not None
    return line.scope.unfold(line.sides[0]), line.scope.unfold(line.sides[1])


class Writer:
    """Terms of a line in the words of a theorem file."""

    def __init__(self, line: Line, about: Sequence[Node]) -> None:
        scope = line.scope
        self.hypotheses = tuple(map(scope.unfold, scope.given))
        self.conditions = connected(tuple(map(scope.unfold, scope.conditions)), (*about, *self.hypotheses))
        self.positive, self.paired = scope.positive, any(speaks(n, ("mass", "total", "event")) for n in about)
        found = [n for c in (*self.conditions, *self.hypotheses, *about) for n in in_order(c)]
        self.names = {n: self.called(n) for n in dict.fromkeys(found) if n not in CONSTANTS}
        self.loose: list[str] = []
        self.bounds: dict[str, dict[str, str]] = {n: {} for n in self.names}
        for c in self.conditions:
            if c.kind == "natural":
                self.bounds[c.value] |= {"integer": "True"}
            for r in pairs_of(c) if c.kind == "chain" else []:
                if not self.bound(*r):
                    self.loose.append(self.relation(*r))

    def called(self, name: str) -> str:
        """The name of a parameter in the file."""
        taken = RESERVED.match(name) or keyword.iskeyword(name) or name in dpsym.language.__all__
        return f"{name}_" if taken or (name in ("alpha",) and bool(self.hypotheses)) else name

    def bound(self, left: Node, sign: str, right: Node) -> bool:
        """Take a bound of a name by a number into its declaration."""
        for name, how, value in ((left, sign, right), (right, FLIP[sign], left)):
            if (
                name.kind != "name"
                or name.value not in self.names
                or value.kind != "number"
                or how in ("=", "!=")
            ):
                continue
            word = {"<": "below", "<=": "at_most", ">": "above", ">=": "at_least"}[how]
            opposite = {"below": "at_most", "at_most": "below", "above": "at_least", "at_least": "above"}[
                word
            ]
            found = self.bounds[name.value]
            if word in found or opposite in found or ("integer" in found and value.value < 0):
                return False
            found[word] = self.term(value)
            return True
        return False

    def declarations(self) -> str:
        """The parameters with their domains."""
        out = ""
        for name, called in self.names.items():
            found = self.bounds[name]
            if "integer" in found and not found.keys() & {"above", "at_least"}:
                found["at_least"] = "0"
            more = "".join(f", {k}={v}" for k, v in self.bounds[name].items())
            out += f'{called} = parameter("{called}"{more})\n'
        return out

    def given(self) -> list[str]:
        """The hypotheses that are no domain of a parameter."""
        out = list(self.loose)
        for h in self.hypotheses:
            if len(h.args) == 1 and h.args[0].value in NOTIONS:
                out.append(f"{h.args[0].value}({', '.join(map(self.term, h.args[0].args))})")
            else:
                out += [self.relation(*r) for r in pairs_of(h)]
        if self.positive:
            out += ["ForAll((y,), 0 < P(y))", "ForAll((y,), 0 < Q(y))"]
        return out

    def relation(self, left: Node, sign: str, right: Node) -> str:
        """A relation."""
        a, b = self.term(left), self.term(right)
        if sign in ("=", "==", "!="):
            return f"{'Ne' if sign == '!=' else 'Eq'}({a}, {b})"
        if not names_in(left) | names_in(right):
            a = f"Integer(0) + {a}"
        return f"{a} {sign} {b}"

    def term(self, n: Node, level: int = 0, exact: bool = False) -> str:
        """A term; `level` 1 inside of a product, 2 as a divisor or base; `exact` where it must not be a number of Python."""
        text, own = self.written(n, exact)
        return f"({text})" if own < level else text

    def written(self, n: Node, exact: bool = False) -> tuple[str, int]:
        """A term, and how tightly it binds: 0 a sum, 1 a product, 2 a power, 3 what is closed."""
        if n.kind == "number":
            q = Fraction(n.value)
            if q.denominator != 1:
                return f"Rational({q.numerator}, {q.denominator})", 3
            return (f"Integer({q})" if exact else str(q)), 3
        if n.kind == "name":
            return self.name(n), 3
        if n.kind == "sign":
            return f"{n.value}{self.term(n.args[0], 1, exact)}", 0
        if n.kind == "sum":
            text = self.term(n.args[0], 0, exact)
            return text + "".join(
                f" {s} {self.term(a, 1)}" for s, a in zip(n.value, n.args[1:], strict=True)
            ), 0
        if n.kind == "product":
            first = self.exact(n.args[0], n.args[1], 1)
            return first + "".join(
                f" {s} {self.term(a, 2)}" for s, a in zip(n.value, n.args[1:], strict=True)
            ), 1
        if n.kind == "power":
            return f"{self.exact(n.args[0], n.args[1], 3)} ** {self.term(n.args[1], 3)}", 2
        return self.other(n), 3

    def exact(self, first: Node, second: Node, level: int) -> str:
        """The first of two operands: numbers of the language where both are numbers, which Python would divide."""
        return self.term(first, level, exact=not names_in(first) | names_in(second))

    def name(self, n: Node) -> str:
        """A parameter, a constant, or a functional of the pair without arguments."""
        if n.value in self.names:
            return self.names[n.value]
        if n.value in CONSTANTS:
            return "pi" if n.value == "pi" else "exp(1)"
        if n.value in ("TV", "Advantage"):
            return "HockeyStick(0)"
        raise NotWritten(f"{n.value} of an ordered pair has no short form in theorem files")

    def other(self, n: Node) -> str:
        """Functions, masses and sums of them."""
        args = [self.term(a) for a in n.args]
        if n.kind == "mass":
            return "Q(y)" if n.value[0] else "P(y)"
        if n.kind == "total":
            return f"Total({args[0]}, y)"
        if n.value == "Tail":
            return f"Probability(Loss(P(y), Q(y)) > {args[0]}, P(y), y)"
        if n.kind == "event":
            second, signs = n.value
            said = [f"{a} {sign} {b}" for a, sign, b in zip(args, signs, args[1:], strict=False)]
            event = said[0] if len(said) == 1 else " & ".join(f"({r})" for r in said)
            return f"Probability({event}, {'Q' if second else 'P'}(y), y)"
        if n.kind == "loss":
            return "Loss(P(y), Q(y))"
        if n.value == "HockeyStick":
            return f"HockeyStick({args[0]})"
        if n.value == "Renyi" or n.kind != "call":
            raise NotWritten(f"{n.value} of an ordered pair has no short form in theorem files")
        if n.value == "erfc":
            return f"(1 - erf({args[0]}))"
        return f"{CALLS.get(n.value, n.value)}({', '.join(args)})"


def in_order(n: Node) -> list[str]:
    """The names of a node in order of appearance."""
    return [
        x.value
        for x in parts(n)
        if x.kind in ("name", "natural") and x.value not in ("TV", "KL", "Advantage")
    ]
