"""Corruptions of certificates, and what an accepted one states: whether it says the same, and whether some
finite model falsifies it.

A corruption is a function (rng, certificate, others) -> (certificate, substitution) or None where it does not
apply; the substitution is not empty where the corruption is a consistent replacement of free names.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from fractions import Fraction as F
from itertools import permutations, product
from typing import Any

from dpsym.kernel import Checked, Checker, Context, Refused, dump, fv, load, seal, subst
from dpsym.kernel.notions import pinned
from dpsym.kernel.rules import RULES
from dpsym.kernel.terms import BINDERS, NAME, OPS, RATIO, names
from dpsym.prove.proof.script import Trees

RELATIONS = ("<=", "<", "=")


# ------------------------------------------------------------------------------------- places in JSON data
def take(x, path):
    for k in path:
        x = x[k]
    return x


def put(x, path, value):
    """A copy of x with another value at the path; the rest is the same."""
    if not path:
        return value
    y = dict(x) if isinstance(x, dict) else list(x)
    y[path[0]] = put(x[path[0]], path[1:], value)
    return y


def trees(certificate) -> Iterator[tuple]:
    """The paths of the claim and of every tree in the lines."""
    yield ("claim",)
    for n, line in enumerate(certificate["lines"]):
        here = ("lines", n)
        for field in ("is", "of", "at", "on", "w", "x"):
            if field in line:
                yield (*here, field)
        for i, t in enumerate(line.get("terms", ())):
            yield (*here, "terms", i, 0)
            if len(t) == 3:
                yield (*here, "terms", i, 2)
        for i in range(len(line.get("eqs", ()))):
            yield (*here, "eqs", i, 1)
        for x in line.get("with", ()):
            yield (*here, "with", x)


def nodes(x, path=()) -> list[tuple]:
    """The paths of all parts of a tree."""
    return [p for p, _ in parts(x, path)]


def parts(x, path=()) -> list[tuple[tuple, Any]]:
    """All parts of a tree, each with its path."""
    found, todo = [], [(path, x)]
    while todo:
        here = todo.pop()
        found.append(here)
        if isinstance(here[1], list):
            todo += [((*here[0], i), y) for i, y in enumerate(here[1])]
    return found


def places(certificate, wanted, only=None):
    """Paths in the trees of a certificate whose value is wanted; `only` chooses among the trees."""
    return [
        p
        for t in trees(certificate)
        if only is None or only(t)
        for p, x in parts(take(certificate, t), t)
        if wanted(x)
    ]


def in_lines(path):
    return path[0] == "lines"


def is_number(x):
    return (type(x) is int) or (isinstance(x, str) and bool(RATIO.match(x)))


def is_name(x):
    return isinstance(x, str) and bool(NAME.match(x)) and x not in OPS and x not in pinned()


def headed(*heads):
    return lambda x: isinstance(x, list) and bool(x) and isinstance(x[0], str) and x[0] in heads


def other_number(rng, x):
    x = F(x)
    return dump(rng.choice([y for y in (x + 1, x - 1, 2 * x, x / 2, x + F(1, 7), -x, F(0)) if y != x]))


def one(rng, found):
    return rng.choice(found) if found else None


def replace_at(certificate, path, value):
    return (put(certificate, path, value), {}) if path is not None else None


# ------------------------------------------------------------------------------------------- shared trees
def inlined(certificate):
    """The certificate with every shared tree written where it is referred to."""
    table = []

    def whole(x):
        if isinstance(x, dict):
            return {k: whole(v) for k, v in x.items()}
        if isinstance(x, list):
            return table[x[1]] if len(x) == 2 and x[0] == "@" else [whole(y) for y in x]
        return x

    for tree in certificate.get("terms", ()):
        table.append(whole(tree))
    return {k: whole(v) for k, v in certificate.items() if k != "terms"}


def with_table(certificate):
    """The certificate with the trees that occur again in its table."""
    c = certificate
    for path in trees(certificate):
        c = put(c, path, load(take(c, path)))
    written = Trees([c["claim"], c["lines"]])
    fields = {"claim": written.write(c["claim"]), "lines": written.write(c["lines"])}
    return {**c, **fields, "terms": written.table}


def shared_tree(rng, c, others):
    """A number, a name or a reference in the table, or a reference to it in a line."""
    c = with_table(c)
    found = [(("terms", i, *p), x) for i, t in enumerate(c["terms"]) for p, x in parts(t)]
    found += [(p, x) for t in trees(c) for p, x in parts(take(c, t), t) if headed("@")(x)]
    found = [(p, x) for p, x in found if is_number(x) or is_name(x) or headed("@")(x)]
    if not found:
        return None
    path, x = rng.choice(found)
    if isinstance(x, list):
        return replace_at(
            c, path, ["@", rng.choice([i for i in range(-1, len(c["terms"]) + 1) if i != x[1]])]
        )
    if headed("@")(take(c, path[:-1])):
        return None
    return replace_at(c, path, other_number(rng, x) if is_number(x) else rng.choice([*c["sig"], "zz"]))


# ------------------------------------------------------------------------------- single places are changed
def coefficient(rng, c, others):
    def multiplier(t):
        return in_lines(t) and t[2] in ("terms", "eqs")

    path = one(rng, places(c, is_number, multiplier))
    return replace_at(c, path, path and other_number(rng, take(c, path)))


def number(rng, c, others):
    path = one(rng, places(c, is_number))
    return replace_at(c, path, path and other_number(rng, take(c, path)))


def sign(rng, c, others):
    if rng.random() < 0.5:
        path = one(rng, places(c, lambda x: is_number(x) and F(x) != 0))
        return replace_at(c, path, path and dump(-F(take(c, path))))
    path = one(rng, places(c, lambda x: headed("+", "-")(x) and len(x) == 3))
    return replace_at(c, path and (*path, 0), path and ("-" if take(c, path)[0] == "+" else "+"))


def relation(rng, c, others):
    path = one(rng, places(c, headed(*RELATIONS)))
    return replace_at(
        c, path and (*path, 0), path and rng.choice([r for r in RELATIONS if r != take(c, path)[0]])
    )


def connective(rng, c, others):
    swap = {"and": "or", "or": "and", "all": "ex", "ex": "all", "exp": "log", "log": "exp"}
    path = one(rng, places(c, headed(*swap)))
    return replace_at(c, path and (*path, 0), path and swap[take(c, path)[0]])


def assumption(t):
    """The trees that say what is assumed."""
    return t == ("claim",) or t[2] in ("is", "on")


def hypothesis_dropped(rng, c, others):
    path = one(
        rng,
        places(c, lambda x: headed("and")(x) and len(x) > 2, assumption)
        + places(c, headed("->"), assumption),
    )
    if path is None:
        return None
    x = take(c, path)
    if x[0] == "->":
        return replace_at(c, path, x[2])
    gone = rng.randrange(1, len(x))
    return replace_at(c, path, x[:gone] + x[gone + 1 :])


def hypothesis_altered(rng, c, others):
    lines = [n for n, line in enumerate(c["lines"]) if line["rule"] in ("hyp", "imp_i", "cases")]
    if not lines:
        return None
    n = rng.choice(lines)

    def here(t):
        return t[:2] == ("lines", n)

    kind = rng.choice((relation, number, "name"))
    if kind is relation:
        path = one(rng, places(c, headed(*RELATIONS), here))
        return replace_at(
            c, path and (*path, 0), path and rng.choice([r for r in RELATIONS if r != take(c, path)[0]])
        )
    if kind is number:
        path = one(rng, places(c, is_number, here))
        return replace_at(c, path, path and other_number(rng, take(c, path)))
    path = one(rng, places(c, is_name, here))
    return replace_at(c, path, path and rng.choice([x for x in c["sig"] if x != take(c, path)] or ["zz"]))


def substitution(rng, c, others):
    path = one(rng, [t for t in trees(c) if in_lines(t) and t[2] in ("at", "with")])
    if path is None:
        return None
    old = take(c, path)
    inside = [(*path, *p) for p in nodes(old)]
    leaf = one(rng, [p for p in inside if is_name(take(c, p)) or is_number(take(c, p))])
    if leaf is not None and isinstance(old, list) and rng.random() < 0.7:
        x = take(c, leaf)
        return replace_at(
            c,
            leaf,
            other_number(rng, x) if is_number(x) else rng.choice([y for y in c["sig"] if y != x] or ["zz"]),
        )
    others_here = [take(c, t) for t in trees(c) if in_lines(t) and t[2] in ("at", "with")]
    return replace_at(
        c, path, rng.choice([x for x in [*others_here, *c["sig"], 0, ["*", 2, old]] if x != old])
    )


def renumbered(line, gone):
    if "from" not in line:
        return line
    return {**line, "from": [i - (i > gone) for i in line["from"]]}


def line_dropped(rng, c, others):
    gone = rng.randrange(len(c["lines"]))
    kept = [line for i, line in enumerate(c["lines"]) if i != gone]
    return {**c, "lines": [renumbered(line, gone) for line in kept] if rng.random() < 0.7 else kept}, {}


def line_moved(rng, c, others):
    lines = list(c["lines"])
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return {**c, "lines": lines}, {}


def premise(rng, c, others):
    path = one(
        rng,
        [
            ("lines", n, "from", i)
            for n, line in enumerate(c["lines"])
            for i in range(len(line.get("from", ())))
        ],
    )
    return replace_at(c, path, path and rng.choice([i for i in range(-1, path[1] + 1) if i != take(c, path)]))


def place_of_premise(rng, c, others):
    """The number by which arith refers to a premise, or which part of a conjunction is taken."""
    found = [("lines", n, "part") for n, line in enumerate(c["lines"]) if "part" in line]
    for n, line in enumerate(c["lines"]):
        found += [
            ("lines", n, "terms", i, 1, j)
            for i, t in enumerate(line.get("terms", ()))
            for j in range(len(t[1]))
        ]
        found += [("lines", n, "eqs", i, 0) for i in range(len(line.get("eqs", ())))]
        found += [("lines", n, "times", i) for i in range(len(line.get("times", ())))]
    path = one(rng, found)
    return replace_at(c, path, path and take(c, path) + rng.choice((-1, 1)))


def rule(rng, c, others):
    n = rng.randrange(len(c["lines"]))
    return replace_at(
        c, ("lines", n, "rule"), rng.choice([r for r in [*RULES, "axiom"] if r != c["lines"][n]["rule"]])
    )


def claim_swapped(rng, c, others):
    other = rng.choice([o for o in others if o["claim"] != c["claim"]])
    sig = {**other["sig"], **c["sig"]}
    sets = {"sets": {**other.get("sets", {}), **c.get("sets", {})}} if "sets" in c or "sets" in other else {}
    return {**c, **sets, "sig": sig, "claim": other["claim"]}, {}


def exchanged(x, a, b):
    if isinstance(x, list):
        return [exchanged(y, a, b) for y in x]
    return (b if x == a else a if x == b else x) if isinstance(x, str) else x


def laws_exchanged(rng, c, others):
    """P and Q exchanged in one place: the claim, its hypotheses, its conclusion, a part of it, or a line."""
    found = places(c, lambda x: isinstance(x, list) and exchanged(x, "P", "Q") != x)
    if rng.random() < 0.5:
        found = [p for p in found if p[0] == "claim"]
    path = one(rng, found)
    return replace_at(c, path, path and exchanged(take(c, path), "P", "Q"))


def captured(rng, c, others):
    """A bound name becomes another one: in the binder alone, or in its scope too."""
    path = one(rng, places(c, headed(*BINDERS)))
    if path is None:
        return None
    x = take(c, path)
    old = x[1]
    sort = c["sig"].get(old)
    new = one(rng, [y for y in c["sig"] if y != old and (c["sig"][y] == sort or rng.random() < 0.1)])
    if new is None:
        return None
    body = (
        exchanged(x[-1], old, new)
        if rng.random() < 0.3
        else renamed(x[-1], {old: new})
        if rng.random() < 0.5
        else x[-1]
    )
    return replace_at(c, path, [x[0], new, *x[2:-1], body])


def renamed(x, m):
    if isinstance(x, list):
        return [renamed(y, m) for y in x]
    if isinstance(x, dict):
        return {renamed(k, m): renamed(y, m) for k, y in x.items()}
    return m.get(x, x) if isinstance(x, str) else x


def name_changed(rng, c, others):
    path = one(rng, places(c, is_name))
    if path is None:
        return None
    x = take(c, path)
    same = [y for y in c["sig"] if y != x and c["sig"][y] == c["sig"].get(x)]
    return replace_at(c, path, rng.choice(same or [y for y in c["sig"] if y != x] or ["zz"]))


def listed_set(rng, c, others):
    if "sets" not in c:
        kinds = sorted({a for s in c["sig"].values() for a in (s if isinstance(s, list) else [s])} - {"R"})
        if not kinds:
            return None
        kind, n = rng.choice(kinds), rng.randint(1, 3)
        new = [f"listed_{i}" for i in range(n)]
        sig = {**c["sig"], **dict.fromkeys(new, kind)} if rng.random() < 0.9 else c["sig"]
        return {**c, "sig": sig, "sets": {kind: new}}, {}
    kind = rng.choice(sorted(c["sets"]))
    outcomes = list(c["sets"][kind])
    what = rng.choice(("removed", "added", "repeated", "turned", "abstract", "declared"))
    if what == "abstract":
        return {k: v for k, v in c.items() if k != "sets"}, {}
    sig = c["sig"]
    if what == "removed":
        outcomes.remove(rng.choice(outcomes))
    elif what == "turned":
        outcomes.reverse()
    elif what == "repeated":
        outcomes.append(outcomes[0])
    else:
        if what == "declared":
            sig = {**sig, "listed_new": kind}
        outcomes.append("listed_new")
    return {**c, "sig": sig, "sets": {**c["sets"], kind: outcomes}}, {}


def sort(rng, c, others):
    x = rng.choice(sorted(c["sig"]))
    old = c["sig"][x]
    new = rng.choice(
        [s for s in ("R", "Y", "Z", ["Y"], ["R"], ["Y", "Y"], ["Z"], "x", "exp", "gone") if s != old]
    )
    if new == "gone":
        return {**c, "sig": {k: s for k, s in c["sig"].items() if k != x}}, {}
    return {**c, "sig": {**c["sig"], x: new}}, {}


def digest(rng, c, others):
    now = c.get("notions")
    choices = [o.get("notions") for o in others] + ["0" * 64, None, 5]
    if now:
        choices.append(now[::-1])
    new = rng.choice([d for d in choices if d != now])
    return {**{k: v for k, v in c.items() if k != "notions"}, **({} if new is None else {"notions": new})}, {}


def notion(rng, c, others):
    """Another pinned notion of as many arguments, in one place."""
    path = one(
        rng, places(c, lambda x: isinstance(x, list) and x and isinstance(x[0], str) and x[0] in pinned())
    )
    if path is None:
        return None
    x = take(c, path)
    alike = [n for n, (params, _) in pinned().items() if n != x[0] and len(params) == len(x) - 1]
    return replace_at(c, (*path, 0), rng.choice(alike)) if alike else None


def lemma(rng, c, others):
    lines = [n for n, line in enumerate(c["lines"]) if line["rule"] == "lemma"]
    if not lines:
        return None
    path = ("lines", rng.choice(lines))
    line = take(c, path)
    what = rng.choice(("name", "with", "swapped", "dropped"))
    if what == "name":
        return replace_at(
            c, (*path, "name"), rng.choice(["nothing", *sorted(n for o in others for n in lemmas(o))])
        )
    if what == "dropped" and "with" in line:
        kept = dict(line["with"])
        del kept[rng.choice(sorted(kept))]
        return replace_at(c, path, {**line, "with": kept})
    a, b = rng.choice(sorted(c["sig"])), rng.choice(sorted(c["sig"]))
    put = dict(line.get("with", {}))
    if what == "swapped" and len(put) > 1:
        one, two = rng.sample(sorted(put), 2)
        put[one], put[two] = put[two], put[one]
    else:
        put[a] = b
    return replace_at(c, path, {**line, "with": put})


def lemmas(c):
    return {line["name"] for line in c["lines"] if line["rule"] == "lemma"}


# --------------------------------------------------------------------------- the whole certificate changes
def everywhere(c, f):
    """f applied to every tree."""
    for t in trees(c):
        c = put(c, t, f(take(c, t)))
    return c


def swap_tree(x, old, new):
    """Every part of x that is the tree old becomes new; both as JSON."""
    if x == old:
        return new
    return [swap_tree(y, old, new) for y in x] if isinstance(x, list) else x


def expanded(c):
    """The certificate with the definitions of its claim unfolded (its lines have none)."""
    k = Checker(c["sig"], c.get("sets", {}))
    return {**c, "claim": dump(k.read(c["claim"]))}


def hypotheses_replaced(c, new):
    """The certificate, its definitions unfolded, with other hypotheses in the claim and in the lines
    that assume and discharge them."""
    c = expanded(c)
    old = c["claim"][1]
    return everywhere(c, lambda x: swap_tree(x, old, ["and", *new]))


def hypothesis_everywhere(rng, c, others):
    """A hypothesis of the claim is changed in the claim and in the lines that assume and discharge it."""
    c = expanded(c)
    claim = c["claim"]
    if claim[0] != "->" or claim[1][0] != "and":
        return None
    hypotheses = claim[1][1:]
    n = rng.randrange(len(hypotheses))
    old = hypotheses[n]
    if rng.random() < 0.15:
        new = ["<=", 0, 0]
    else:
        new = old
        kind = rng.choice((is_number, headed(*RELATIONS), "laws", is_name))
        if kind == "laws":
            new = exchanged(old, "P", "Q")
        else:
            found = [p for p in nodes(old) if kind(take(old, p))]
            if found:
                p = rng.choice(found)
                x = take(old, p)
                if kind is is_number:
                    new = put(old, p, other_number(rng, x))
                elif kind is is_name:
                    alike = [y for y in c["sig"] if y != x and c["sig"][y] == c["sig"].get(x)]
                    new = put(old, p, rng.choice(alike)) if alike else old
                else:
                    new = put(old, (*p, 0), rng.choice([r for r in RELATIONS if r != x[0]]))
    if new == old:
        return None
    return hypotheses_replaced(c, [*hypotheses[:n], new, *hypotheses[n + 1 :]]), {}


def conclusion_everywhere(rng, c, others):
    """A relation or number of the conclusion is changed wherever that relation occurs."""
    c = expanded(c)
    end = c["claim"][2] if c["claim"][0] == "->" else c["claim"]
    found = [p for p in nodes(end) if headed(*RELATIONS)(take(end, p))]
    if not found:
        return None
    old = take(end, rng.choice(found))
    inside = [p for p in nodes(old) if is_number(take(old, p))]
    if inside and rng.random() < 0.6:
        p = rng.choice(inside)
        new = put(old, p, other_number(rng, take(old, p)))
    else:
        new = [rng.choice([r for r in RELATIONS if r != old[0]]), *old[1:]]
    return everywhere(c, lambda x: swap_tree(x, old, new)), {}


def number_everywhere(rng, c, others):
    found = places(c, is_number, lambda t: t == ("claim",))
    if not found:
        return None
    old = take(c, rng.choice(found))
    new = other_number(rng, old)
    return everywhere(expanded(c), lambda x: swap_tree(x, old, new)), {}


def relation_everywhere(rng, c, others):
    old, new = rng.sample(RELATIONS, 2)

    def change(x):
        if isinstance(x, list):
            return [new if i == 0 and y == old else change(y) for i, y in enumerate(x)]
        return x

    return everywhere(expanded(c), change), {}


def renamed_everywhere(rng, c, others):
    """A free name of the claim becomes another everywhere: a new one, or one that is there."""
    c = expanded(c)
    free = sorted(fv(load(c["claim"])) & c["sig"].keys())
    if not free:
        return None
    old = rng.choice(free)
    alike = sorted(y for y in c["sig"] if y != old and c["sig"][y] == c["sig"][old])
    if alike and rng.random() < 0.6:
        new = rng.choice(alike)
        if rng.random() < 0.4:
            m = {old: new, new: old}
            return {**c, "sig": c["sig"], **{k: renamed(c[k], m) for k in ("claim", "lines")}}, m
        return {**c, **{k: renamed(c[k], {old: new}) for k in ("claim", "lines")}}, {old: new}
    new = rng.choice(("fresh", "gamma", "exp", "Y", "ADP", "R"))
    return {**renamed(c, {old: new}), "title": c.get("title", "")}, {old: new}


def replaced_everywhere(rng, c, others):
    """A real parameter becomes a term everywhere."""
    c = expanded(c)
    real = sorted(x for x in fv(load(c["claim"])) if c["sig"].get(x) == "R")
    if not real or any(line["rule"] == "lemma" for line in c["lines"]):
        return None
    x = rng.choice(real)
    t = rng.choice(
        (
            ["*", 2, x],
            ["+", x, 1],
            ["-", 1, x],
            ["*", -1, x],
            ["*", x, x],
            ["/", x, 2],
            0,
            1,
            "1/3",
            rng.choice(real),
        )
    )
    return everywhere(c, lambda y: swap_tree(y, x, t)), {x: t}


SINGLE = (
    coefficient, number, sign, relation, connective, hypothesis_dropped, hypothesis_altered, substitution,
    line_dropped, line_moved, premise, place_of_premise, rule, claim_swapped, laws_exchanged, captured,
    name_changed, listed_set, sort, digest, notion, lemma, shared_tree,
)  # fmt: skip
WHOLE = (
    hypothesis_everywhere, conclusion_everywhere, number_everywhere, relation_everywhere, renamed_everywhere,
    replaced_everywhere,
)  # fmt: skip
KINDS: dict[str, Callable[..., Any]] = {f.__name__: f for f in (*SINGLE, *WHOLE)}


# ----------------------------------------------------------------------------------- do both say the same?
def together(a: Checked, b: Checked) -> Context | None:
    """A context in which both claims can be read; None when a name or a set is not the same in both."""
    sig: dict[str, Any] = {}
    for t in (a, b):
        for x in names(t.claim) & t.sig.keys():
            if sig.setdefault(x, t.sig[x]) != t.sig[x]:
                return None
    kinds = {k for s in sig.values() for k in (s if isinstance(s, tuple) else (s,))}
    for k in kinds:
        if set(a.sets.get(k, ())) != set(b.sets.get(k, ())):
            return None
    sets = {k: a.sets[k] for k in kinds if k in a.sets}
    for k, listed in sets.items():
        sig.update(dict.fromkeys(listed, k))
    return Context(sig, sets)


def same_statement(a: Checked, b: Checked) -> bool:
    """Whether the claims have one normal form, over the same sorts and listed sets."""
    c = together(a, b)
    return c is not None and c.key(a.claim) == c.key(b.claim)


def parts_of(claim):
    """Hypotheses and conclusion."""
    if claim[0] != "->":
        return [], claim
    left = claim[1]
    return list(left[1:]) if left[0] == "and" else [left], claim[2]


# -------------------------------------------------------------------------- values in random finite models
class Skip(Exception):
    """No value that can be trusted here."""


class Log2:
    """A rational multiple of log 2: its exp is exact where the multiple is whole."""

    def __init__(self, n):
        self.n = F(n)

    def __float__(self):
        return float(self.n) * math.log(2)

    def __eq__(self, other):
        return isinstance(other, Log2) and self.n == other.n

    def __hash__(self):
        return hash(("log 2", self.n))

    def __repr__(self):
        return f"{self.n} log 2"


def add(a, b, sign=1):
    if isinstance(a, F) and isinstance(b, F):
        return a + sign * b
    if isinstance(a, F) and not a:
        return mul(F(sign), b)
    if isinstance(b, F) and not b:
        return a
    if isinstance(a, Log2) and isinstance(b, Log2):
        n = a.n + sign * b.n
        return Log2(n) if n else F(0)
    return float(a) + sign * float(b)


def mul(a, b):
    if isinstance(b, Log2):
        a, b = b, a
    if isinstance(a, F) and isinstance(b, F):
        return a * b
    if (isinstance(a, F) and not a) or (isinstance(b, F) and not b):
        return F(0)
    if isinstance(a, Log2) and isinstance(b, F):
        return Log2(a.n * b)
    return float(a) * float(b)


def power_of_two(x):
    """n with x = 2^n, or None."""
    top, bottom = x.numerator, x.denominator
    return (
        (top.bit_length() - bottom.bit_length())
        if x > 0 and top & (top - 1) == 0 == bottom & (bottom - 1)
        else None
    )


REALS = [
    F(x)
    for x in ("0", "1/10", "1/4", "1/3", "1/2", "2/3", "3/4", "9/10", "1", "3/2", "2", "3", "5", "-1", "-1/2")
]
REALS += [Log2(x) for x in (1, 1, 2, 3, F(1, 2), -1, -2)]
COARSE = [F(x) for x in ("-1", "0", "1/2", "1", "9/8", "3/2", "2", "3", "6")]
FINE = (
    [F(x, 16) for x in range(-32, 96)]
    + [
        x for k in (2, 3, 4, 6) for x in (F(1, 10**k), 1 - F(1, 10**k), 1 + F(1, 10**k))
    ]  # where a bound is reached
    + [F(x) for x in (7, 10, 15, 25, 40)]
)


class Model:
    """Finite sets, values of the free names, and what 1/0 and the log of a non-positive number are."""

    def __init__(self, rng, of: Checked):
        self.sig, self.listed = of.sig, of.sets
        kinds = {a for s in of.sig.values() for a in (s if isinstance(s, tuple) else (s,))} - {"R"}
        self.sets = {
            k: tuple(of.sets[k])
            if k in of.sets
            else tuple(f"{k}#{i}" for i in range(rng.choice((1, 2, 2, 2, 3))))
            for k in kinds
        }
        self.value: dict[str, Any] = {e: e for els in of.sets.values() for e in els}
        self.odd = rng.choice((F(0), F(1), F(-3), F(17)))
        self.grid = COARSE
        for x in sorted(fv(of.claim)):
            if x not in self.value:
                self.draw(rng, x)

    def draw(self, rng, x):
        s = self.sig[x]
        if s == "R":
            self.value[x] = rng.choice(REALS)
        elif isinstance(s, str):
            self.value[x] = rng.choice(self.sets[s])
        elif "R" in s:
            raise Skip
        else:
            keys = list(product(*(self.sets[a] for a in s)))
            weights = [rng.choice((0, 0, 1, 1, 2, 3, 4, 8)) for _ in keys]
            if rng.random() < 0.1:
                self.value[x] = {k: rng.choice(REALS[:10]) for k in keys}
                return
            weights[rng.randrange(len(keys))] += 1
            self.value[x] = {k: F(w, sum(weights)) for k, w in zip(keys, weights, strict=True)}

    def settle(self, hypotheses):
        """Names that the hypotheses say are equal to a term get its value."""
        for h in hypotheses:
            if h[0] == "=":
                for x, t in (h[1:], h[:0:-1]):
                    if isinstance(x, str) and self.sig.get(x) == "R" and x not in fv(t):
                        self.value[x] = self.term(t, self.value)
                        break

    def neighbour(self, rng, free, hypotheses):
        new = object.__new__(Model)
        new.__dict__ = {**self.__dict__, "value": dict(self.value)}
        new.draw(rng, rng.choice(free))
        new.settle(hypotheses)
        return new

    def functions(self, s):
        """Functions of sort s: all with values 0 and 1, and a few others."""
        if "R" in s:
            raise Skip
        keys = list(product(*(self.sets[a] for a in s)))
        if len(keys) > 4:
            raise Skip
        for values in product((F(0), F(1)), repeat=len(keys)):
            yield dict(zip(keys, values, strict=True))
        for x in (F(1, 2), F(2), F(-1)):
            for y in (F(0), F(1), x):
                yield dict(zip(keys, [x, *[y] * (len(keys) - 1)], strict=True))

    def term(self, t, v):
        if isinstance(t, F):
            return t
        if isinstance(t, str):
            return v[t]
        op = t[0]
        if op == "sum":
            r = F(0)
            for e in self.sets[self.sig[t[1]]]:
                r = add(r, self.term(t[2], {**v, t[1]: e}))
            return r
        if op == "ind":
            m = self.margin(t[1], v)
            if m == 0:
                raise Skip
            return F(int(m > 0))
        if op == "*":
            r = F(1)
            for a in t[1:]:
                r = mul(r, self.term(a, v))
                if isinstance(r, F) and not r:
                    return r
            return r
        a = [self.term(x, v) for x in t[1:]]
        if op == "+":
            r = F(0)
            for x in a:
                r = add(r, x)
            return r
        if op == "-":
            return add(a[0], a[1], -1)
        if op == "/":
            return mul(a[0], self.inverse(a[1]))
        if op == "^":
            r = F(1)
            for _ in range(int(t[2])):
                r = mul(r, a[0])
            return r
        if op == "exp":
            x = a[0]
            if isinstance(x, F) and not x:
                return F(1)
            if isinstance(x, Log2) and x.n.denominator == 1 and abs(x.n) < 200:
                return F(2) ** int(x.n)
            if float(x) > 300:
                raise Skip
            return math.exp(float(x))
        if op == "log":
            x = a[0]
            if float(x) <= 0:
                return self.odd
            n = power_of_two(x) if isinstance(x, F) else None
            return math.log(float(x)) if n is None else Log2(n) if n else F(0)
        if op == "pi":
            return math.pi
        if op == "erf":
            return math.erf(float(a[0]))
        return v[op][tuple(a)]

    def inverse(self, x):
        if isinstance(x, F):
            return 1 / x if x else self.odd
        if abs(float(x)) < 1e-9:
            raise Skip
        return 1 / float(x)

    def margin(self, p, v):
        """Positive where the formula holds, negative where it fails, 0 where rounding leaves it open."""
        op = p[0]
        if op in RELATIONS:
            d = add(self.term(p[2], v), self.term(p[1], v), -1)
            x = float(d)
            if isinstance(d, F | Log2):
                if op == "=":
                    return 1.0 if x == 0 else -max(abs(x), 1e-6)
                holds = x >= 0 if op == "<=" else x > 0
                return max(x, 1e-6) if holds else min(x, -1e-6)
            if op == "=" and x == 0:
                return 1.0
            if not abs(x) > 1e-9:
                return 0.0
            return -abs(x) if op == "=" else x
        if op == "eq":
            return 1.0 if v[p[1]] == v[p[2]] else -1.0
        if op == "nat":
            t = self.term(p[1], v)
            return (1.0 if t >= 0 and t.denominator == 1 else -1.0) if isinstance(t, F) else 0.0
        if op == "not":
            return -self.margin(p[1], v)
        if op == "and":
            return min(self.margin(a, v) for a in p[1:])
        if op == "or":
            return max(self.margin(a, v) for a in p[1:])
        if op == "->":
            left = self.margin(p[1], v)
            return max(-left, self.margin(p[2], v)) if left > 0 else -left
        s = self.sig[p[1]]
        over = self.grid if s == "R" else self.sets[s] if isinstance(s, str) else self.functions(s)
        return (min if op == "all" else max)(self.margin(p[2], {**v, p[1]: e}) for e in over)

    def fails(self, claim):
        """How far the claim is from failing: below 0 where it does."""
        try:
            return self.margin(claim, self.value)
        except (Skip, OverflowError, ZeroDivisionError):
            return 1.0


def falsified(of: Checked, rng, starts=25, steps=25) -> Model | None:
    """A model in which the claim fails, sought from random ones by moves that bring it nearer to failing."""
    hypotheses, _ = parts_of(of.claim)
    free = sorted(x for x in fv(of.claim) if not any(x in els for els in of.sets.values()))
    for _ in range(starts):
        try:
            model = Model(rng, of)
            model.settle(hypotheses)
        except (Skip, OverflowError):
            continue
        best = model.fails(of.claim)
        for _ in range(steps):
            if best < 0 or not free:
                break
            try:
                other = model.neighbour(rng, free, hypotheses)
            except (Skip, OverflowError):
                continue
            m = other.fails(of.claim)
            if m <= best:
                model, best = other, m
        if best < 0:
            model.grid = FINE  # a hypothesis for all reals is looked at again
            if model.fails(of.claim) < 0:
                return model
    return None


# --------------------------------------------------------------------------- why an accepted claim is true
def implied(of: Checked, left, right, rng, c: Context) -> bool:
    """No model found in which left holds and right fails (or right follows by form)."""
    if c.key(left) == c.key(right):
        return True
    return falsified(Checked(of.sig, of.sets, ("->", left, right)), rng, 30, 15) is None


def category(old: Checked, new: Checked, library, replaced, certificate) -> str:
    """Why the claim of an accepted corruption of the certificate is true; "" when no reason is known."""
    rng = random.Random(0)
    if replaced and instance_of(old, new, replaced):
        return "renamed parameter"
    c = together(old, new)
    if c is None:
        listed = {k: v for k, v in new.sets.items() if k not in old.sets}
        sig = old.sig | {x: k for k, els in listed.items() for x in els}
        if listed and same_statement(Checked(sig, {**old.sets, **listed}, old.claim), new):
            return "an abstract set is listed"
        more = old.sets.keys() == new.sets.keys() and all(
            set(new.sets[k]) > set(old.sets[k]) for k in old.sets
        )
        if more and same_statement(Checked({**old.sig, **new.sig}, new.sets, old.claim), new):
            return "an outcome is added"
        return "renamed set" if renamed_set(old, new) else ""
    (h0, c0), (h1, c1) = parts_of(old.claim), parts_of(new.claim)
    both = Checked(dict(c.sig), dict(c.sets), new.claim)
    if len(h0) != len(h1):
        return ""
    on_both_sides = "" if c.key(c0) == c.key(c1) else "the same change on both sides"
    reasons, spare = set(), {}
    bare = {k: v for k, v in certificate.items() if k != "notions"}

    def holds_without(gone):
        """Whether the old proof still goes through when these hypotheses keep only what is common."""
        try:
            seal(hypotheses_replaced(bare, [dump(gone.get(j, g)) for j, g in enumerate(h0)]), library)
        except Refused:
            return False
        return True

    agreed = [common(c, a, b) for a, b in zip(h0, h1, strict=True)]
    for i, h in enumerate(agreed):
        if h == h0[i]:
            continue
        if holds_without({i: h}):
            spare[i] = h
            reasons.add("unused hypothesis")
        elif implied(both, ("and", *h1), h0[i], rng, c):
            reasons.add("stronger hypothesis")
        elif on_both_sides:
            return on_both_sides
        elif implied(both, h0[i], h1[i], rng, c):
            reasons.add("weaker hypothesis")
        else:
            return ""
    if len(spare) > 1 and not holds_without(spare):
        return ""
    if c.key(c0) != c.key(c1):
        if not implied(both, ("and", *h1, c0), c1, rng, c):
            return on_both_sides
        reasons.add("weaker conclusion")
    return " and ".join(sorted(reasons))


def instance_of(old: Checked, new: Checked, replaced) -> bool:
    """Whether new is old with its free names replaced without capture, or every name renamed one to one."""
    sig = {**old.sig, **new.sig}
    new_names = [t for t in replaced.values() if isinstance(t, str) and t not in replaced]
    one_to_one = len(set(map(str, replaced.values()))) == len(replaced) and not set(new_names) & names(
        old.claim
    )
    if one_to_one and all(isinstance(t, str) for t in replaced.values()):
        claim = load(renamed(dump(old.claim), replaced))
        sets = {k: tuple(replaced.get(e, e) for e in els) for k, els in old.sets.items()}
        return same_statement(Checked(sig, sets, claim), new)
    try:
        claim = subst(old.claim, {x: load(t) for x, t in replaced.items()})
    except Refused:
        return False
    return same_statement(Checked(sig, old.sets, claim), new)


def common(c: Context, a, b):
    """What two hypotheses have in common: conjuncts that differ become 0 <= 0."""
    if a[0] == b[0] == "and" and len(a) == len(b):
        return ("and", *(common(c, x, y) for x, y in zip(a[1:], b[1:], strict=True)))
    return a if c.key(a) == c.key(b) else ("<=", F(0), F(0))


def renamed_set(old: Checked, new: Checked) -> bool:
    """Whether one renaming of the abstract sets makes one statement of the other."""

    def kinds(t):
        used = [t.sig[x] for x in names(t.claim) & t.sig.keys()]
        return sorted({k for s in used for k in (s if isinstance(s, tuple) else (s,))} - {"R", *t.sets})

    a, b = kinds(old), kinds(new)
    if len(a) != len(b):
        return False
    for order in permutations(b):
        m = dict(zip(a, order, strict=True))
        sig = {
            x: tuple(m.get(k, k) for k in s) if isinstance(s, tuple) else m.get(s, s)
            for x, s in old.sig.items()
        }
        if same_statement(Checked(sig, old.sets, old.claim), new):
            return True
    return False
