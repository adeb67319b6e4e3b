"""What `python -m dpsym.kernel` prints is read back to the tree that was checked."""

import random
import re
from fractions import Fraction as F

from kernel_genuine import THEOREMS

from dpsym.kernel import Refused, check, load
from dpsym.kernel.notions import pinned, raw
from dpsym.kernel.statement import BINDS, INFIX, lines, text
from dpsym.kernel.terms import node

TOKEN = re.compile(r"\s*(?:(\(-?\d+(?:/\d+)?\))|(\d+)|(->|<=|[-+*/^=<():,])|([A-Za-z][A-Za-z0-9_']*))")
BINDERS = [(words.split(), head) for head, words in BINDS.items()]
CALLS = ("exp", "log", "erf", "ind", "nat", "pi")


class Reader:
    """Reads the text of a tree: what binds tighter is inside, a binder reaches to the right end."""

    def __init__(self, said):
        self.tokens, at = [], 0
        while at < len(said):
            m = TOKEN.match(said, at)
            self.tokens.append(m[0].strip())
            at = m.end()
        self.at = 0

    def peek(self, k=0):
        return self.tokens[self.at + k] if self.at + k < len(self.tokens) else ""

    def take(self, wanted=None):
        token = self.peek()
        assert wanted is None or token == wanted, (wanted, token, self.tokens)
        self.at += 1
        return token

    def whole(self):
        t = self.expression(0)
        assert self.at == len(self.tokens)
        return t

    def expression(self, room):
        for words, head in BINDERS:
            if self.tokens[self.at : self.at + len(words)] == words:
                assert not room
                self.at += len(words)
                names = [self.take()]
                while self.peek() == ",":
                    self.take()
                    names.append(self.take())
                self.take(":")
                return node(head, *names, self.expression(0))
        if self.peek() == "not":
            assert room <= 4
            self.take()
            left, own = node("not", self.expression(5)), 4
        else:
            left, own = self.primary(), 9
        while True:
            op = {"is": "eq"}.get(self.peek(), self.peek())
            if op not in INFIX or INFIX[op][0] < room or own < INFIX[op][1]:
                return left
            own, _, other = INFIX[op]
            parts = [left]
            while {"is": "eq"}.get(self.peek(), self.peek()) == op:
                self.take()
                parts.append(self.expression(other))
                if op not in ("+", "*", "and", "or"):
                    break
            left = node(op, *parts)

    def primary(self):
        token = self.take()
        if re.fullmatch(r"\(-?\d+(/\d+)?\)", token):
            return F(token[1:-1])
        if token.isdigit():
            return F(token)
        if token == "(":
            t = self.expression(0)
            self.take(")")
            return t
        if token == "pi":
            return node("pi")
        if self.peek() != "(" and not re.fullmatch(r"\(-?\d+(/\d+)?\)", self.peek()):
            return token
        if self.peek() != "(":  # one number in brackets: the argument of a function
            return node(token, F(self.take()[1:-1]))
        self.take()
        args = [self.expression(0)]
        while self.peek() == ",":
            self.take()
            args.append(self.expression(0))
        self.take(")")
        return node(token, *args)


def tree(rng, depth, formula):
    """A random tree of the language; sums and products have two parts at least and no part of their kind first."""
    if formula:
        op = (
            rng.choice(("<=", "<", "=", "eq", "and", "or", "not", "->", "all", "ex", "nat"))
            if depth
            else "<="
        )
        if op in ("<=", "<", "="):
            return node(op, tree(rng, depth - 1, False), tree(rng, depth - 1, False))
        if op == "eq":
            return node("eq", "y", "z")
        if op == "nat":
            return node("nat", tree(rng, depth - 1, False))
        if op in ("all", "ex"):
            return node(op, rng.choice(("y", "S", "x")), tree(rng, depth - 1, True))
        count = {"not": 1, "->": 2}.get(op, rng.choice((2, 3)))
        return node(op, *(tree(rng, depth - 1, True) for _ in range(count)))
    if depth <= 0:
        return rng.choice(("x", "z", F(rng.randint(-3, 3)), F(rng.randint(-5, 5), 7)))
    op = rng.choice(("+", "-", "*", "/", "^", "exp", "log", "ind", "sum", "F", "G"))
    if op == "^":
        return node("^", tree(rng, depth - 1, False), F(rng.randint(0, 5)))
    if op == "ind":
        return node("ind", tree(rng, depth - 1, True))
    if op == "sum":
        return node("sum", "y", tree(rng, depth - 1, False))
    count = {"exp": 1, "log": 1, "F": 1, "G": 2, "-": 2, "/": 2}.get(op, rng.choice((2, 3)))
    parts = [tree(rng, depth - 1, False) for _ in range(count)]
    return node(op, *parts)


def flat(t):
    """Sums and products of a first part of their own kind as one: they are printed alike, and equal."""
    if not isinstance(t, tuple):
        return t
    parts = [flat(a) for a in t[1:]]
    if t[0] in ("+", "*") and isinstance(parts[0], tuple) and parts[0][0] == t[0]:
        parts = [*parts[0][1:], *parts[1:]]
    return (t[0], *parts)


def test_random_trees_are_read_back():
    rng = random.Random(8)
    for k in range(3000):
        t = tree(rng, rng.randint(0, 4), k % 2 == 0)
        said = text(t)
        assert flat(Reader(said).whole()) == flat(t), said


def test_notions_are_read_back():
    for name, (params, body) in raw().items():
        t = load(body)
        assert flat(Reader(text(t)).whole()) == flat(t), name
        assert params == list(pinned()[name][0])


def test_genuine_theorems_are_read_back():
    done = {}
    for name, certificate in THEOREMS.items():
        done[name] = check(certificate(), done)
        (claim,) = (x for x in lines(done[name]) if x.startswith("claim: "))
        assert flat(Reader(claim.removeprefix("claim: ")).whole()) == flat(done[name].said)


def test_a_listed_set_and_an_abstract_one_are_told_apart():
    claim = ["=", ["sum", "y", 1], ["sum", "y", 1]]
    lines_ = [{"rule": "arith", "is": claim}]
    abstract = check({"sig": {"y": "Y"}, "claim": claim, "lines": lines_})
    listed = check({"sig": {"y": "Y", "a": "Y"}, "sets": {"Y": ["a"]}, "claim": claim, "lines": lines_})
    assert next(lines(abstract)) == "Y: any finite non-empty set"
    assert next(lines(listed)) == "Y = {a}"


def test_no_name_can_carry_a_second_line():
    for name in ("x\n", "x y", "x:", "x(", "\u0445"):
        try:
            check(
                {
                    "sig": {name: "R"},
                    "claim": ["<=", name, name],
                    "lines": [{"rule": "arith", "is": ["<=", name, name]}],
                }
            )
        except Refused:
            continue
        raise AssertionError(name)
