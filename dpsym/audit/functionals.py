"""What formulas say of a declared pair: masses, the privacy loss, sums over the outputs, expectations, probabilities.

A paper's pair has an order: D(P||Q) is one number.  Named quantities (KL, TV, HockeyStick, Renyi, Tail) become the
functionals of typed claims, read in the order of the pair; other sums stay sums of masses.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from dpsym.audit.build import call, node, parts, product_of, same, speaks
from dpsym.audit.letters import letter, word
from dpsym.audit.products import Products
from dpsym.audit.tokens import NotRead, Token, group, is_char, is_cs
from dpsym.audit.words import FONTS, SIZES, SPACES
from dpsym.claims.reading.nodes import Node

OUTPUT = ("y", "x", "o", "t", "s")  # letters for an output
SIGNS = {">": ">", "gt": ">", "ge": ">=", "geq": ">=", "geqslant": ">=", "<": "<", "lt": "<", "le": "<=", "leq": "<=",
         "leqslant": "<="}  # fmt: skip
PAIRED = {
    "KL": "KL",
    "TV": "TV",
    "D": "KL",
    "DKL": "KL",
    "dTV": "TV",
    "d_TV": "TV",
    "D_KL": "KL",
    "D_TV": "TV",
}


def functional(p: Products, t: Token) -> Node | None:
    """Something of the pair that starts here, or None."""
    kind = opened(p, t)
    if kind == "sum":
        return total(p, t)
    if kind in ("E", "Pr"):
        return under_law(p, t, kind)
    return divergence(p, t) or mass(p, t)


def opened(p: Products, t: Token) -> str:
    """Whether a sum, an expectation or a probability starts here."""
    if is_cs(t, "sum"):
        return "sum"
    if is_cs(t, "Pr"):
        return "Pr"
    after = p.peek(1)
    if p.letters.chance and is_char(t, p.letters.chance) and (is_char(after, "[(") or is_cs(after, *SIZES)):
        return "Pr"
    if is_cs(t, "mathbb", "operatorname", "mathrm", "mathbf", "mathsf"):
        arg, _ = group(p.t, p.i + 1)
        w = word(arg)
        if w == "E" or (w in ("P", "Pr") and (t.text == "mathbb" or w == "Pr")):
            return "E" if w == "E" else "Pr"
    return ""


def bare_name(p: Products) -> str | None:
    """The name that starts here, with its index, and the parser after it; None leaves the parser where it is."""
    found = letter(p.t, p.i, p.letters.one_eps)
    if found is None:
        return None
    name, i = found
    while i < len(p.t) and p.t[i].kind == "_":
        arg, i = group(p.t, i + 1)
        index = word(arg)
        if index is None:
            return None
        name = f"{name}_{index}"
    p.i = i
    return name


def mass(p: Products, t: Token) -> Node | None:
    """P(y) or Q(y), or the loss."""
    pair = p.letters.pair
    assert pair is not None
    start = p.i
    name = bare_name(p)
    if name is not None and name in pair and p.delimiter()[0] in ("(", "["):
        inside, _ = p.delimited()
        if word(inside) not in OUTPUT or len(inside) != 1:
            raise p.no(f"{name} of something other than an output y", t)
        return node("mass", (), (name == pair[1], word(inside)), t.at, p.end)
    if name is not None and p.letters.loss and name == p.letters.loss:
        if p.delimiter()[0] == "(":
            p.delimited()
        return node("loss", (), name, t.at, p.end)
    p.i = start
    return None


def index_of(p: Products, t: Token) -> str:
    """The output over which a sum runs."""
    u = p.peek()
    if u is None or u.kind != "_":
        raise p.no("a sum without an index is not read", t)
    arg, p.i = group(p.t, p.i + 1)
    index = [x for x in arg if not (x.kind == "cs" and x.text in SPACES) and x.kind not in "{}"]
    if not index or index[0].text not in OUTPUT or (len(index) > 1 and not is_cs(index[1], "in")):
        raise p.no("only a sum over the outputs, \\sum_y or \\sum_{y \\in Y}, is read", u)
    after = p.peek()
    if after is not None and after.kind == "^":
        raise p.no("a sum with limits is not read", after)
    return index[0].text


def total(p: Products, t: Token) -> Node:
    """A sum over the outputs: it reaches as far as the product after it."""
    p.i += 1
    index = index_of(p, t)
    body = p.product()
    check_outputs(body, index, p, t)
    if not speaks(body, ("mass", "loss")):
        raise p.no("a sum over outputs of something that does not depend on them", t)
    return totalled(body, t.at, p.end)


def check_outputs(body: Node, index: str, p: Products, t: Token) -> None:
    """NotRead where a mass is at another output than the one summed over, or sums stand inside each other."""
    for n in parts(body):
        if n.kind == "mass" and n.value[1] != index:
            raise p.no(f"an output {n.value[1]} in a sum over {index}", t)
        if n.kind in ("total", "event"):
            raise p.no("a sum inside of a sum is not read", t)
        if n.kind == "name" and n.value == index:
            raise p.no(f"the output {index} outside of a mass", t)


def under_law(p: Products, t: Token, kind: str) -> Node:
    """E_{y~P}[...] or Pr_{y~P}[Z > a]."""
    if is_cs(t, *FONTS):
        _, p.i = group(p.t, p.i + 1)
    else:
        p.i += 1
    under = p.peek()
    bare = p.letters.chance and not (under is not None and under.kind == "_")
    second, index = (False, "") if bare else law_under(p, t)
    d = p.delimiter()[0]
    if d not in ("(", "[", "\\{"):
        raise p.no("brackets were expected after this", t)
    inside, _ = p.delimited()
    if kind == "E":
        body = p.inner(inside)
        check_outputs(body, index or output_of(body), p, t)
        factor = node("mass", (), (second, index or output_of(body)), t.at, t.end)
        return totalled(product_of(("*",), (factor, body)), t.at, p.end)
    return event(p, t, inside, second)


def output_of(body: Node) -> str:
    """The output of the first mass."""
    return next((n.value[1] for n in parts(body) if n.kind == "mass"), "y")


def law_under(p: Products, t: Token) -> tuple[bool, str]:
    """Whether the law under the sign is the second of the pair, and the name of the output where it has one."""
    u = p.peek()
    pair = p.letters.pair
    assert pair is not None
    if u is None or u.kind != "_":
        raise p.no("the law under this is not written: \\Pr_{y\\sim P} or \\mathbb{E}_{y\\sim P}", t)
    arg, p.i = group(p.t, p.i + 1)
    index = [x for x in arg if not (x.kind == "cs" and x.text in SPACES) and x.kind not in "{}"]
    output = ""
    if len(index) > 2 and is_cs(index[1], "sim") and index[0].text.lower() in OUTPUT:
        output, index = index[0].text.lower(), index[2:]
    elif len(index) > 2 and is_cs(index[1], "sim") and index[0].text == p.letters.loss:
        index = index[2:]
    which = word(index)
    if which not in pair:
        raise p.no("the law under this is none of the declared pair", u)
    return which == pair[1], output


def event(p: Products, t: Token, inside: list[Token], second: bool) -> Node:
    """The probability of a chain of inequalities between numbers, of which some depend on the loss."""
    cut = [k for k, x in enumerate(inside) if x.text in SIGNS and x.kind in ("char", "cs")]
    if not cut:
        raise p.no("only the probability of inequalities about the loss is read", t)
    ends = zip([-1, *cut], [*cut, len(inside)], strict=True)
    sides = [p.inner(inside[a + 1 : b]) for a, b in ends]
    signs = tuple(SIGNS[inside[k].text] for k in cut)
    if len({s[0] for s in signs}) > 1:
        raise p.no("a chain in both directions has two readings: write two events", t)
    if not second and signs == (">",) and sides[0].kind == "loss":
        return node("call", sides[1:], "Tail", t.at, p.end)
    return node("event", sides, (second, signs), t.at, p.end)


def divergence(p: Products, t: Token) -> Node | None:
    """D_{KL}(P||Q), KL(P||Q), TV(P,Q), D_alpha(P||Q) of the declared pair, in its order."""
    pair = p.letters.pair
    assert pair is not None
    start = p.i
    base = p.t[p.i]
    name, order = None, None
    if is_char(base, "D") and p.peek(1) is not None and p.t[p.i + 1].kind == "_":
        arg, after = group(p.t, p.i + 2)
        if word(arg) in ("KL", "TV"):
            name, p.i = word(arg), after
        elif word(arg) in p.letters.names or (word(arg) or "").isdigit():
            order, name, p.i = p.inner(arg), "Renyi", after
    else:
        found = bare_name(p)
        name = PAIRED.get(found or "")
    if name is None or p.delimiter()[0] not in ("(", "["):
        p.i = start
        return None
    inside, _ = p.delimited()
    laws = between(inside)
    if laws != list(pair):
        if laws == [pair[1], pair[0]]:
            raise p.no("this divergence is of the pair in the other order: declare the pair so", t)
        p.i = start
        return None
    args = (order,) if order is not None else ()
    kind = "call" if args else "name"
    return node(kind, args, name, t.at, p.end)


def between(inside: list[Token]) -> list[str]:
    """The two laws in the brackets of a divergence."""
    parts_: list[list[Token]] = [[]]
    for x in inside:
        if is_char(x, "|,;") or is_cs(x, "|", "Vert", "parallel", "mid", "middle"):
            if parts_[-1]:
                parts_.append([])
        else:
            parts_[-1].append(x)
    return [word(x) or "" for x in parts_]


# ---------------------------------------------------------------------------------------------- sums with a name
def factors(n: Node) -> list[tuple[str, Node]]:
    """The factors of a product, and whether each stands above or below."""
    if n.kind == "product":
        signed = zip(("*", *n.value), n.args, strict=True)
        return [
            (o if op == "*" else ("/" if o == "*" else "*"), f) for op, a in signed for o, f in factors(a)
        ]
    return [("*", n)]


def is_mass(n: Node, second: bool) -> bool:
    """Whether it is P(y), or Q(y) with `second`."""
    return n.kind == "mass" and n.value[0] == second


def is_number(n: Node, value: int) -> bool:
    """Whether it is this number."""
    return n.kind == "number" and n.value == value


def totalled(body: Node, at: int, end: int) -> Node:
    """A sum over the outputs: what it is called where it has a name, with its constant factors before it."""
    found = factors(body)
    free = [(o, f) for o, f in found if not speaks(f, ("mass", "loss"))]
    rest = [(o, f) for o, f in found if speaks(f, ("mass", "loss"))]
    named = name_of(rest, at, end)
    if named is None:
        inner = body if not free else joined(rest)
        if speaks(inner, ("loss",)):
            raise NotRead("the loss in a sum that has no name is not read: write \\log(P(y)/Q(y))", at)
        named = node("total", (inner,), None, at, end)
    if not free:
        return replace(named, at=at, end=end)
    ops = ["/" if o == "/" else "*" for o, _ in free]
    if ops[0] == "/":
        return product_of(ops, (named, *(f for _, f in free)))
    return product_of((*ops[1:], "*"), (*(f for _, f in free), named))


def joined(rest: list[tuple[str, Node]]) -> Node:
    """Factors as one product; what stands first is above."""
    rest = sorted(rest, key=lambda x: x[0] == "/")
    if rest[0][0] == "/":
        rest = [("*", node("number", (), Fraction(1), rest[0][1].at, rest[0][1].end)), *rest]
    return product_of([o for o, _ in rest[1:]], [f for _, f in rest])


def name_of(rest: list[tuple[str, Node]], at: int, end: int) -> Node | None:
    """KL, TV, HockeyStick or a Renyi moment, where the sum of these factors is one."""
    above = [f for o, f in rest if o == "*"]
    if len(above) != len(rest):
        return moment(rest, at, end)
    losses = [f for f in above if is_loss(f)]
    others = [f for f in above if f not in losses]
    if len(losses) == 1 and len(others) == 1 and is_mass(others[0], False):
        return node("name", (), "KL", at, end)
    if len(above) == 1 and above[0].kind == "call":
        (f,) = above
        if f.value == "abs" and difference(f.args[0]) is not None:
            two = node("number", (), Fraction(2), at, end)
            return product_of(("*",), (two, node("name", (), "TV", at, end)))
        if f.value == "max" and len(f.args) == 2 and any(is_number(a, 0) for a in f.args):
            eps = hockey(next(a for a in f.args if not is_number(a, 0)))
            return None if eps is None else call("HockeyStick", (eps,), at, end)
    return moment(rest, at, end)


def is_loss(f: Node) -> bool:
    """Whether a factor is the privacy loss, as a name or as log(P(y)/Q(y))."""
    if f.kind == "loss":
        return True
    if f.kind == "call" and f.value == "log":
        return is_ratio(f.args[0])
    return False


def is_ratio(n: Node) -> bool:
    """Whether it is P(y)/Q(y)."""
    found = factors(n)
    return (
        len(found) == 2
        and found[0][0] == "*"
        and is_mass(found[0][1], False)
        and found[1][0] == "/"
        and is_mass(found[1][1], True)
    )


def difference(n: Node) -> bool | None:
    """Whether it is P(y) - Q(y) (True) or Q(y) - P(y) (False)."""
    if n.kind != "sum" or len(n.args) != 2 or n.value != ("-",):
        return None
    a, b = n.args
    if a.kind != "mass" or b.kind != "mass" or a.value[0] == b.value[0]:
        return None
    return is_mass(a, False)


def hockey(n: Node) -> Node | None:
    """The eps of P(y) - e^eps Q(y), or None."""
    if n.kind != "sum" or len(n.args) != 2 or n.value != ("-",) or not is_mass(n.args[0], False):
        return None
    found = factors(n.args[1])
    e = [f for o, f in found if o == "*" and f.kind == "call" and f.value == "exp"]
    q = [f for o, f in found if o == "*" and is_mass(f, True)]
    return e[0].args[0] if len(found) == 2 and e and q and not speaks(e[0], ("mass", "loss")) else None


def moment(rest: list[tuple[str, Node]], at: int, end: int) -> Node | None:
    """sum P^a Q^(1-a), in its forms, is exp((a-1) Renyi(a)); only where it is seen at once."""
    order = order_of(rest)
    if order is None:
        return None
    one = node("number", (), Fraction(1), at, end)
    less = node("sum", (order, one), ("-",), at, end)
    return call("exp", (product_of(("*",), (less, call("Renyi", (order,), at, end))),), at, end)


def order_of(rest: list[tuple[str, Node]]) -> Node | None:
    """The order of a moment of the ratio: of P^a Q^(1-a), Q (P/Q)^a, P (P/Q)^(a-1), P^a / Q^(a-1), or P e^((a-1)Z)."""
    if len(rest) != 2 or rest[0][0] != "*":
        return None
    (_, first), (op, second) = rest
    if op == "*" and first.kind != "mass" and second.kind == "mass":
        first, second = second, first
    a, ea = (first.args[0], first.args[1]) if first.kind == "power" else (first, None)
    b, eb = (second.args[0], second.args[1]) if second.kind == "power" else (second, None)
    if any(e is not None and (e.kind == "number" or speaks(e, ("mass", "loss"))) for e in (ea, eb)):
        return None
    if op == "/" and is_mass(a, False) and is_mass(b, True) and ea is not None and eb is not None:
        return ea if less_one(eb, ea) else None
    if op != "*":
        return None
    if is_mass(a, False) and is_mass(b, True) and ea is not None and eb is not None:
        return ea if one_less(eb, ea) else None
    if is_mass(a, True) and ea is None and is_ratio(b) and eb is not None:
        return eb
    if is_mass(a, False) and ea is None and is_ratio(b) and eb is not None:
        return over(eb)
    if is_mass(a, False) and ea is None and second.kind == "call" and second.value == "exp":
        inner = factors(second.args[0])
        losses = [f for o, f in inner if o == "*" and is_loss(f)]
        others = [(o, f) for o, f in inner if not is_loss(f)]
        if len(losses) == 1 and len(others) == 1 and others[0][0] == "*":
            return over(others[0][1])
    return None


def less_one(n: Node, a: Node) -> bool:
    """Whether n is a - 1."""
    return n.kind == "sum" and n.value == ("-",) and same(n.args[0], a) and is_number(n.args[1], 1)


def one_less(n: Node, a: Node) -> bool:
    """Whether n is 1 - a, or -(a - 1)."""
    if n.kind == "sign" and n.value == "-":
        return less_one(n.args[0], a)
    return n.kind == "sum" and n.value == ("-",) and is_number(n.args[0], 1) and same(n.args[1], a)


def over(n: Node) -> Node:
    """n + 1: a where n is a - 1."""
    if n.kind == "sum" and n.value == ("-",) and is_number(n.args[1], 1):
        return n.args[0]
    one = node("number", (), Fraction(1), n.at, n.end)
    return node("sum", (n, one), ("+",), n.at, n.end)
