"""A certificate under construction: every line is given to the kernel as it is written.

`Script` holds the kernel's incremental checker, appends lines, and reads normal forms back as terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from dpsym import deadline
from dpsym.kernel import Checked, Checker, Refused
from dpsym.kernel.evaluation import Evaluation
from dpsym.kernel.normal import Factor, Key, Poly
from dpsym.kernel.terms import Json, Node, Sort, Tree, dump, fv, node, subst, tree
from dpsym.language.terms import exponents
from dpsym.prove.proof.facts import Fact

Term = Tree
Field = Any  # of a line: a number, a tree, or a list of fields; whoever reads it goes by its type
Stored = Any  # what a store has under a key: a suggestion, as JSON, which whoever reads it checks
ZERO, ONE = Fraction(0), Fraction(1)
BITS = 96  # of the enclosures by which statements about explicit values are evaluated
EVALUATED = 2_000_000  # steps of one such evaluation in a search; what needs more is proved in other ways


class Stuck(Exception):
    """The search found nothing; the text says for which goal.  It means nothing about the truth of the goal."""


class SearchChecker(Checker):
    """The kernel's rules on trees as the search builds them: not read from JSON, sorts not checked again.

    It only guides the search; the finished certificate is checked by the kernel itself.
    """

    def read(self, x: Term) -> Term:
        """The tree of a term that the search built; names and numbers are read as the kernel reads them."""
        if isinstance(x, tuple | Fraction) or (isinstance(x, str) and x in self.c.sig):
            return tree(x)
        return super().read(x)

    def formula(self, x: Term) -> Term:
        """The formula as it is: the search builds none that is malformed, and the kernel reads it again."""
        return self.read(x)

    def real(self, x: Term) -> Term:
        """The term as it is: the search builds none that is malformed, and the kernel reads it again."""
        return self.read(x)

    def value(self, x: Term, s: Sort) -> Term:
        """A value of the sort: a function written out as it is, anything else as the kernel reads it."""
        v = self.read(x)
        return v if isinstance(v, tuple) and v[0] == "lam" else super().value(x, s)


class Script:
    """The lines written so far, the kernel's view of them, and conveniences for writing more."""

    def __init__(
        self,
        sig: Mapping[str, Sort],
        sets: Mapping[str, Sequence[str]] | None = None,
        library: Mapping[str, Checked] | None = None,
    ) -> None:
        self.kernel = SearchChecker(dict(sig), dict(sets or {}), dict(library or {}))
        self.sets = dict(sets or {})
        self.lines: list[dict] = []
        self.charged = inf  # the work that was left when it was counted last
        self._index: dict[Key, int] = {}
        self._atoms: dict[Factor, Term] = {}
        self.facts: dict[int, Fact] = {}  # relations of lines, as the search uses them
        self.numbers: dict[Fraction, int] = {}  # the lines of logarithms of numbers
        self.apart: dict[int, int] = {}  # lines about all outcomes, with new names for them
        self.fruitless: set[tuple] = set()  # searches for a combination of facts that found nothing
        self.states: dict[
            tuple[int, object], int
        ] = {}  # of what is known: what was known before, and what came to it
        self.kernel.evaluation = Evaluation(
            self.kernel.c, BITS
        )  # the rule remembers what was looked at before
        self.evaluation: Evaluation | None = self.kernel.evaluation  # None: nothing is shown by it

    def charge(self) -> None:
        """Count what the kernel's arithmetic has taken since this was asked last, where it is bounded."""
        before, self.charged = self.charged, self.kernel.c.work
        deadline.spend(max(0, before - self.charged) if before < inf else 0)

    # ------------------------------------------------------------------------------------------------ names
    @property
    def sig(self) -> Mapping[str, Sort]:
        """The sorts of the names."""
        return self.kernel.c.sig

    def fresh(self, stem: str, sort: Sort) -> str:
        """A new name of the given sort."""
        n = 1
        while f"{stem}_{n}" in self.sig:
            n += 1
        self.kernel.declare(f"{stem}_{n}", sort)
        return f"{stem}_{n}"

    def declare(self, name: str, sort: Sort) -> str:
        """The name, declared with this sort unless it is known already."""
        if name not in self.sig:
            self.kernel.declare(name, sort)
        return name

    def state_after(self, before: int, what: object) -> int:
        """A number for what is known once `what` comes to a state: the same whenever it comes to that state."""
        return self.states.setdefault((before, what), len(self.states) + 1)

    # ------------------------------------------------------------------------------------------------ lines
    def add(self, rule: str, given: Iterable[int] = (), **fields: object) -> int:
        """Append a line; the kernel's rule is applied now."""
        line: Json = {"rule": rule}
        given = list(given)
        if given:
            line["from"] = given
        for name, value in fields.items():
            line[name] = numbers_dumped(value)
        self.kernel.step(line)
        self.lines.append(line)
        return len(self.lines) - 1

    def truth(self, formula: Term) -> bool | None:
        """Whether the formula is true whatever its free names are, as the kernel evaluates it; None where that is open."""
        if self.evaluation is None:
            return None
        c = self.kernel.c
        left, c.work = c.work, min(c.work / 2, EVALUATED)  # the kernel's rule takes as much again
        given = c.work
        try:
            return self.evaluation.truth(tree(formula), {})
        except (Refused, RecursionError):
            return None
        finally:
            c.work = left - (given - c.work)

    def evaluated(self, formula: Term) -> int:
        """The line of a formula that is true by evaluation; Stuck where it is not."""
        if not self.truth(formula):
            raise Stuck("evaluation does not show it")
        return self.add("evaluate", **{"is": formula, "bits": BITS})

    def goal(self, i: int) -> Term:
        """What a line states."""
        return self.kernel.lines[i].goal

    def hyps(self, i: int) -> dict:
        """The hypotheses of a line, by their keys."""
        return self.kernel.lines[i].hyps

    def premises(self, i: int) -> Sequence[int]:
        """The lines that a line comes from."""
        return self.lines[i].get("from", ())

    def hyp(self, formula: Term) -> int:
        """The line that supposes a formula, written once."""
        key = ("hyp", self.key(formula))
        if key not in self._index:
            self._index[key] = self.add("hyp", **{"is": formula})
        return self._index[key]

    def anything(self, goal: Term, false: int) -> int:
        """Any goal, from a line that states 0 < 0."""
        true = self.add("arith", [], **{"is": ("<=", ZERO, ZERO), "terms": [], "eqs": []})
        return self.add("absurd", [false, true], **{"is": goal})

    def indirectly(self, goal: Term, false: int) -> int:
        """The goal, from a line that states 0 < 0 where the goal fails."""
        return self.add("cases", [self.hyp(goal), self.anything(goal, false)], on=goal)

    def at_value(self, line: int, name: str, value: Term, supposed: Sequence[tuple[Term, int]]) -> int:
        """What a line states of a name, at a value: `supposed` is what it supposes of the name, each with the line that
        states it of the value."""
        for premise, _ in supposed:
            line = self.add("imp_i", [line], **{"is": premise})
        line = self.add("all_e", [self.add("all_i", [line], var=name)], at=value)
        for _, there in reversed(supposed):
            line = self.add("imp_e", [line, self.add("have", [there], **{"is": self.goal(line)[1]})])
        return line

    # -------------------------------------------------------------------------------------- kernel's eyes
    def read(self, formula: Term) -> None:
        """Refused where the formula is not well formed over the names of the script.  For what is made of a point that a
        person gives: the questions below are asked of well-formed formulas only."""
        self.kernel.c.wff(tree(formula))

    def nf(self, term: Term) -> Poly:
        """The kernel's normal form of a term."""
        return self.kernel.c.nf(term)

    def key(self, formula: Term) -> Key:
        """The kernel's canonical key of a formula."""
        return self.kernel.c.key(formula)

    def rel(self, formula: Term) -> tuple[str, Poly]:
        """A relation as its kind (ge, gt or eq) and the polynomial that is compared with 0; of an inequality it is in
        the order of the normal form, which the search follows."""
        kind, poly = self.kernel.c.rel(formula)
        return kind, dict(poly) if kind == "eq" else dict(sorted(poly.items()))

    def elements(self, name: str) -> Sequence[str]:
        """The listed outcomes of the set that a name belongs to; none where it belongs to no such set."""
        sort = self.sort(name)
        return self.sets.get(sort, ()) if isinstance(sort, str) else ()

    def sort(self, name: str) -> Sort:
        """The sort of a name: "R", a set, or the sorts of a function's arguments."""
        return self.sig[name]

    # ------------------------------------------------------------------------------------------- read back
    def term(self, poly: Mapping, names: Mapping[str, str] | None = None) -> Term:
        """A term whose normal form is `poly`; `names` says how bound canonical names are written."""
        parts = []
        for product, c in poly.items():
            factors = self.factors(product, names)
            if c != 1 or not factors:
                factors = [Fraction(c), *factors]
            parts.append(factors[0] if len(factors) == 1 else node("*", *factors))
        return ZERO if not parts else parts[0] if len(parts) == 1 else node("+", *parts)

    def factors(self, product: tuple, names: Mapping[str, str] | None = None) -> list[Term]:
        """The factors of a monomial as terms; `names` are put in for bound ones."""
        out: list[Term] = []
        for f, e in product[1:]:
            if f[0] == "@exp":
                inside = self.factors(f[1], names)
                out.append(node("exp", node("*", Fraction(e), *inside) if inside else Fraction(e)))
            else:
                t = self.atom(f, names)
                out += [t if k == 1 else node("^", t, Fraction(k)) for k in exponents(e)]
        return out

    def atom(self, f: Factor, names: Mapping[str, str] | None = None) -> Term:
        """A canonical factor as a term; `names` are put in for bound ones."""
        if names and not f.names.isdisjoint(names):
            return self._atom(f, names)
        if f not in self._atoms:
            self._atoms[f] = self._atom(f, {})
        return self._atoms[f]

    def _atom(self, f: Factor, names: Mapping[str, str]) -> Term:
        head = f[0]
        if head == "@v":
            return names.get(f[1], f[1])
        if head in ("@log", "@erf"):
            return node(head[1:], self.term(dict(f[1][1:]), names))
        if head == "@pi":
            return node("pi")
        if head == "@inv":
            return node("/", ONE, self.term(dict(f[1][1:]), names))
        if head == "@ind":
            return node("ind", self.formula(f[1], names))
        if head == "@f":
            return node(
                f[1],
                *(names.get(a, a) if isinstance(a, str) else self.term(dict(a[1:]), names) for a in f[2:]),
            )
        if head == "@sum":
            bound = {v: self.declare(f"bound_{s}_{v[1:]}", s) for v, s in f[1]}
            inside = self.factors(f[2], {**names, **bound})
            body: Term = inside[0] if len(inside) == 1 else node("*", *inside) if inside else ONE
            for v, _ in reversed(f[1]):
                body = node("sum", bound[v], body)
            return body
        raise Stuck(f"cannot read back {head}")

    def formula(self, k: tuple, names: Mapping[str, str] | None = None) -> Term:
        """A canonical key as a formula; `names` are put in for bound ones."""
        head = k[0]
        if head in ("@ge", "@gt"):
            return ("<=" if head == "@ge" else "<", ZERO, self.term(dict(k[1][1:]), names))
        if head == "@eq0":
            return ("=", self.term(dict(k[1][1:]), names), ZERO)
        if head == "@ie":
            return ("eq", *((names or {}).get(x, x) for x in k[1:]))
        if head == "@not":
            return ("not", self.formula(k[1], names))
        if head in ("@and", "@or"):
            return (head[1:], *(self.formula(a, names) for a in k[1:]))
        if head == "@imp":
            return ("->", self.formula(k[1], names), self.formula(k[2], names))
        if head in ("@all", "@ex"):
            stem = k[2] if isinstance(k[2], str) else "_".join(k[2])
            name = self.declare(f"bound_{stem}_{k[1][1:]}", k[2])
            return (head[1:], name, self.formula(k[3], {**(names or {}), k[1]: name}))
        if head == "@nat":
            return ("nat", self.term(dict(k[1][1:]), names))
        raise Stuck(f"cannot read back {head}")


def written(claim: Term, s: Script, besides: Iterable[int] = ()) -> tuple[Json, dict[int, int]]:
    """The claim and the lines of the script on which the last one, and those named besides, rest, as JSON: the fields of a
    certificate that hold trees; and the new numbers of the lines.

    A line that says again what one above says is not written. A tree that occurs again is written once, in "terms", and
    referred to as ["@", n].
    """
    besides = list(besides)
    last = len(s.lines) - 1
    rests = rested_on(s.premises, [last, *besides])
    same, alike = said_before(s, sorted(rests))
    premises = {
        i: [(alike if s.lines[i]["rule"] in BY_KEY else same)[j] for j in s.premises(i)] for i in rests
    }
    # a certificate ends with its claim, said before or not
    needed = rested_on(premises.__getitem__, [last, *(same[i] for i in besides)])
    number = {old: new for new, old in enumerate(sorted(needed))}
    kept = [{name: as_nodes(value) for name, value in s.lines[i].items()} for i in sorted(needed)]
    trees = Trees([as_nodes(claim), *kept])
    for i, line in zip(sorted(needed), kept, strict=True):
        if "from" in line:
            line["from"] = [number[j] for j in premises[i]]
    found: Json = {"claim": trees.write(as_nodes(claim)), "lines": [trees.write(x) for x in kept]}
    places = number | {i: number[same[i]] for i in besides}
    return ({"terms": trees.table, **found} if trees.table else found), places


BY_KEY = frozenset({"arith", "have"})  # rules that read their premises as normal forms only


def rested_on(premises: Callable[[int], Iterable[int]], lines: Iterable[int]) -> set[int]:
    """The lines named and all that they come from, by the premises of each."""
    found: set[int] = set()
    stack = list(lines)
    while stack:
        i = stack.pop()
        if i not in found:
            found.add(i)
            stack.extend(premises(i))
    return found


def said_before(s: Script, among: Iterable[int]) -> tuple[dict[int, int], dict[int, int]]:
    """For each of these lines the first of them that states the same tree, and the first that states the same normal form,
    under no more hypotheses."""
    trees: dict[Key, list[int]] = {}
    forms: dict[Key, list[int]] = {}
    lines = s.kernel.lines
    same: dict[int, int] = {}
    alike: dict[int, int] = {}
    for i in among:
        line = lines[i]
        form: Key = s.key(line.goal)
        if form[0] == "@eq0":  # an equation and its opposite have one key, and other multipliers
            form = (form, frozenset(s.rel(line.goal)[1].items()))
        for found, at, first in ((trees, line.goal, same), (forms, form, alike)):
            told = found.setdefault(at, [])
            earlier = next((j for j in told if lines[j].hyps.keys() <= line.hyps.keys()), None)
            first[i] = i if earlier is None else earlier
            if earlier is None:
                told.append(i)
    return same, alike


def as_nodes(value: Field) -> Field:
    """A field of a line with its tuples as the kernel's nodes."""
    if isinstance(value, list):
        return [as_nodes(v) for v in value]
    if isinstance(value, dict):
        return {k: as_nodes(v) for k, v in value.items()}
    return tree(value)


class Trees:
    """Writes fields of a certificate; what occurs twice goes to the table."""

    SMALL = 4  # nodes of a tree that is not worth an entry

    def __init__(self, fields: Field) -> None:
        self.table: list[Field] = []
        self.entry: dict[Node, int] = {}
        self.uses: dict[Node, int] = {}
        stack = [fields]
        while stack:
            x = stack.pop()
            if isinstance(x, dict):
                stack.extend(x.values())
            elif isinstance(x, list):
                stack.extend(x)
            elif isinstance(x, Node):
                self.uses[x] = self.uses.get(x, 0) + 1
                if self.uses[x] == 1:
                    stack.extend(x)

    def write(self, x: Field) -> Field:
        """A field of a line as JSON data, with trees that occur more than once by their numbers."""
        if isinstance(x, dict):
            return {k: self.write(v) for k, v in x.items()}
        if isinstance(x, list):
            return [self.write(v) for v in x]
        if not isinstance(x, Node):
            return dump(x) if isinstance(x, Fraction) else x
        if x in self.entry:
            return ["@", self.entry[x]]
        text = [self.write(a) for a in x]
        if self.uses[x] == 1 or x.size <= self.SMALL:
            return text
        self.entry[x] = len(self.table)
        self.table.append(text)
        return ["@", self.entry[x]]


def numbers_dumped(value: Field) -> Field:
    """A field with its plain numbers as the certificate writes them; trees stay trees."""
    if isinstance(value, Fraction):
        return dump(value)
    if isinstance(value, list):
        return [numbers_dumped(v) for v in value]
    return value


def used_names(sig: Mapping[str, Sort], parts: Field) -> dict[str, Sort]:
    """The entries of the signature whose names occur in the given JSON trees."""
    found: set[str] = set()
    stack = [parts]
    while stack:
        x = stack.pop()
        if isinstance(x, str):
            found.add(x)
        elif isinstance(x, dict):
            stack.extend(x.values())
            found.update(x)
        elif isinstance(x, list | tuple):
            stack.extend(x)
    return {k: v for k, v in sig.items() if k in found}


__all__ = [
    "ONE",
    "ZERO",
    "Poly",
    "Refused",
    "Script",
    "Stuck",
    "Term",
    "fv",
    "rested_on",
    "subst",
    "used_names",
    "written",
]
