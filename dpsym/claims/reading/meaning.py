"""What a typed claim means: names, domains, notions and functionals of the pair as expressions of the language.

A notion or functional holds in both orders of the pair.  Every term must have a value wherever the conditions
hold: `dpsym.language.definedness` lists what the theorem's terms need, and `Claim.needs` what is asked of the arguments of
functionals besides, and where in the text each term stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, TypedDict

from sympy import Expr, Ge, Integer
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading import combining, every, named, relations
from dpsym.claims.reading.box import Box
from dpsym.claims.reading.errors import OF_SYMPY, NotSupported, ValueUnseen
from dpsym.claims.reading.nodes import CONSTANTS, flat
from dpsym.claims.reading.ranges import Range
from dpsym.claims.reading.relations import Part
from dpsym.claims.reading.syntax import Node, NotAClaim, Source, error, parse
from dpsym.claims.reading.terms import Need, Notes, Terms
from dpsym.claims.reading.trees import SIZE, calls, names_in, pairs_of, places, products
from dpsym.claims.reading.words import (
    DISTRIBUTIONS,
    FLIP,
    LAWS,
    MECHANISMS,
    OUTPUT,
    OUTPUTS,
    RESERVED,
    check_called,
    check_known,
    check_new,
)
from dpsym.faults import raised_in
from dpsym.language import (
    AllOf,
    ForAll,
    Implication,
    Pair,
    Parameter,
    StatementError,
    Theorem,
    as_written,
    function,
    parameter,
)
from dpsym.language.combined import is_map, passed_on
from dpsym.language.expressions import latex_of_name

Bounds = dict[
    str, dict[str, tuple[Node, bool]]
]  # of each name, its ends "low" and "high": a bound, and whether strict
Loose = list[tuple[Node, str, Node]]  # conditions that are no bound of a name
KEYS: dict[tuple[str, bool], Literal["above", "at_least", "below", "at_most"]] = {
    ("low", True): "above", ("low", False): "at_least", ("high", True): "below", ("high", False): "at_most",
}  # fmt: skip


class Bounding(TypedDict, total=False):
    """How a parameter is bounded when it is declared."""

    above: Expr
    at_least: Expr
    below: Expr
    at_most: Expr


@dataclass(frozen=True)
class Claim:
    """A typed claim with its meaning.

    theorem   hypotheses and conclusion over the parameters, as expressions of the language
    parts     the conclusion as typed, part by part
    needs     what must be shown of arguments of functionals: levels, priors, orders
    places    terms that may lack a value, with the characters of the text at which they stand
    left_out  terms that the reading leaves out, being multiplied by 0, say; they must have a value like the others
    names     the typed name of each parameter
    """

    text: str
    source: Source
    theorem: Theorem
    parts: tuple[Part, ...]
    needs: tuple[Need, ...]
    places: tuple[tuple[Expr, int], ...]
    left_out: tuple[Expr, ...]
    names: dict[Parameter, str] = field(compare=False)

    @property
    def about_pairs(self) -> bool:
        """Whether the claim speaks of laws."""
        return bool(self.theorem.laws)


def read(claim: str | Source, hole: Expr | None = None, rounded: bool = False, few: int = 0) -> Claim:
    """The meaning of a claim, as text or parsed; NotAClaim when it has none.  `hole` is what "?" stands for.

    With `rounded` the output of Gaussian or Laplace noise is rounded to finitely many cells; the laws of at most `few`
    mechanisms are written out one by one.
    """
    source = parse(claim) if isinstance(claim, str) else claim
    return meant(Reader(source, hole), rounded, few)


def meant(reader: Reader, rounded: bool = False, few: int = 0) -> Claim:
    """The claim that a reader reads, once; NotAClaim when it has no meaning.  `rounded` and `few` are those of `read`: its
    conditions and its conclusion are read once for all of them."""
    how = (rounded, few)
    if how in reader.failed:
        raise reader.failed[how]
    if how not in reader.found:
        try:
            reader.found[how] = _meant(reader, rounded, few)
        except (NotAClaim, StatementError) as e:
            reader.failed[how] = e
            raise
    return reader.found[how]


def _meant(reader: Reader, rounded: bool, few: int) -> Claim:
    typed = reader.source.typed
    try:
        return reader.claim(rounded, few)
    except NotAClaim as e:
        e.text = typed
        raise
    except RecursionError:
        raise NotAClaim("too deep", 0, typed) from None
    except OF_SYMPY as e:
        if not raised_in(e, "sympy"):
            raise
        raise ValueUnseen("this nesting of terms is not supported yet", 0, typed) from None


class Reader:
    """Reads the parts of one claim: the conditions as domains of parameters, then the statement.

    found, failed   what the whole claim means, or why it means nothing, once `meant` has asked for it: by how its
                    hypotheses are written out
    """

    def __init__(self, source: Source, hole: Expr | None = None) -> None:
        self.source = every.resolved(source)
        self.bound_names: tuple[str, ...] = ()  # that a hypothesis is for every value of
        self.used: set[str] = set()  # names of which the statement speaks
        self.taken: set[str] = set()  # those of them that the claim has for something else too
        self.natural = {n.value for n in self.source.conditions if n.kind == "natural"}
        self.order: list[str] = []  # declared names
        self.parameters: dict[str, Parameter] = {}
        self.box = Box()
        self.terms = Terms(self.parameters, self.order, self.box, hole, Notes())
        self.found: dict[tuple[bool, int], Claim] = {}
        self.failed: dict[tuple[bool, int], NotAClaim | StatementError] = {}
        self._bounded = False
        self._conditions: tuple[list[Boolean], Notes] | None = None
        self._conclusion: tuple[list[Part], Notes] | None = None

    def knows_conditions(self) -> bool:
        """Whether the conditions can be read; the names and the ranges of terms are known then, whatever the claim means."""
        if not self._bounded:
            with suppress(NotAClaim):
                self.declare()
                self.bound(self.domains(set(self.order))[0])
        return self._bounded

    # what the parts of the claim are read with
    def range(self, node: Node) -> Range:
        """A range that contains the values of a term wherever the conditions hold."""
        return self.box.range(node)

    def rises(self, node: Node, name: str) -> int:
        """1, -1, 0: whether a term rises, falls, or does not depend on the functional; NotSupported if not seen."""
        return relations.rises(self.box, node, lambda c: c.value == name)

    def expr(self, node: Node, *pair: Pair | None) -> Expr:
        """The expression of a term."""
        return self.terms.expr(node, *pair)

    # ---------------------------------------------------------------------------------------------- the whole
    def claim(self, rounded: bool = False, few: int = 0) -> Claim:
        """The claim with its meaning, its hypotheses written out as `read` says; NotAClaim where it has none."""
        src = self.source
        if self._conditions is None:
            self._conditions = self.begun()
        given, noted = self._conditions
        with as_written():
            self.note_in(Notes())
            where, supposed = self.hypotheses(rounded, few)
            supposed = [*supposed, *self.supposed()]
            notes = noted.and_then(self.terms.notes)
            if self._conclusion is None:
                self.note_in(Notes())
                said = [p for node in src.conclusion for p in self.parts_of(node)]
                self._conclusion = said, self.terms.notes
            parts, noted = self._conclusion
            notes = notes.and_then(noted)
            outputs = [] if OUTPUT in self.order else named.at_outputs(src)
            if outputs:
                supposed, parts = relations.of_every_output(supposed, parts, outputs)
            formulas = [f for part in parts for _, f in part.formulas]
            whole = formulas[0] if len(formulas) == 1 else AllOf(*formulas)
            theorem = Theorem(title="claim", given=(*given, *supposed), claim=whole, where=where)
            lost = [p for p in self.parameters.values() if p not in theorem.parameters]
            if any(p.conditions for p in lost):  # multiplied by 0, say: it must still have a value
                theorem = replace(theorem, given=(*theorem.given, *(c for p in lost for c in p.conditions)))
        names = {p: name for name, p in self.parameters.items()}
        return Claim(
            src.text, src, theorem, tuple(parts), tuple(notes.needs.values()), tuple(notes.places),
            tuple(notes.left_out), names,
        )  # fmt: skip

    def note_in(self, notes: Notes) -> None:
        """Note there what the reading of terms leaves to be shown."""
        self.terms = replace(self.terms, notes=notes)

    def begun(self) -> tuple[list[Boolean], Notes]:
        """Make parameters of the names, whose domains most conditions are; the conditions that are none, and what is noted."""
        src = self.source
        statement = [*src.hypotheses, *src.conclusion]
        self.declare()
        self.sizes([*src.conditions, *statement])
        for call in (
            c for n in statement for c in calls(n) if c.kind == "call" and c.value not in self.order
        ):
            check_called(str(call.value), call.at)
        for mechanism in (c for n in statement for c in calls(n) if c.value in MECHANISMS):
            for a in mechanism.args:  # said before that a mechanism has no word of the kernel's
                relations.no_functional(a)
        named.check(src, self.order)
        used = set().union(set(), *(names_in(n) for n in statement))
        outputs = [] if OUTPUT in self.order else named.at_outputs(src)
        if outputs:
            named.check_output(src)
            used.discard(OUTPUT)
        for name in sorted(used):
            at = next(at for node in statement for n, at in places(node) if n == name)
            check_known(name, at, self.order)
        self.used = used
        bounds, loose = self.domains(used)
        self.bound(bounds)
        with as_written():
            return self.conditions(bounds, loose), self.terms.notes

    def conditions(self, bounds: Bounds, loose: Loose) -> list[Boolean]:
        """The conditions that are no domain of a parameter."""
        given = [relations.plain(self.terms, r) for r in loose]
        for node in (n for n in self.source.conditions if n.kind in ("or", "not")):
            relations.no_functional(node)
            given.append(relations.holds(self.terms, node, self.source.typed))
        for name in self.order:
            if name in self.natural and "low" in bounds[name]:
                given.append(Ge(self.parameters[name], 0, evaluate=False))
        return given

    def hypotheses(self, rounded: bool, few: int) -> tuple[dict[str, tuple[Expr, ...]], list[Boolean]]:
        """The listed pair of a mechanism, where one is named, and what else is supposed."""
        where: dict[str, tuple[Expr, ...]] = {}
        given: list[Boolean] = []
        for node in self.source.hypotheses:
            alone = node.args[0] if len(node.args) == 1 else None
            if alone is not None and alone.value == "RandomizedResponse" and not where:
                where = relations.response(self.terms, alone)
            elif node.kind == "every":
                given.append(self.for_every(node))
            elif alone is not None and combining.combination(node):
                if any(combining.combination(h) for h in self.source.hypotheses if h is not node):
                    raise error("a claim is about one mechanism that is made of others", node)
                given += combining.facts_of(self.terms, alone, relations.privacy, few)
            elif alone is not None and rounded and alone.value in DISTRIBUTIONS:
                given += relations.noise(self.terms, alone)
            else:
                said = self.parts_of(node, hypothesis=True)
                given += [f for part in said for _, f in part.formulas]
        return where, given

    def for_every(self, node: Node) -> Boolean:
        """What a hypothesis says for every value of the names that it is about."""
        *conditions, body = node.args
        above = [c for c in self.source.conditions if not names_in(c) & set(node.value)]
        inside = flat([body], "and")
        inner = Reader(
            replace(self.source, conditions=(*above, *conditions), hypotheses=inside, whole=self.source.typed)
        )
        inner.bound_names, inner.terms = node.value, replace(inner.terms, notes=self.terms.notes)
        inner.taken = set(node.value) & set(self.order)
        inner.declare()
        spoken = set().union(*map(names_in, inside))
        for name in sorted(spoken - {OUTPUT}):
            check_known(name, next(at for n in inside for x, at in places(n) if x == name), inner.order)
        bounds, loose = inner.domains(
            spoken | self.used
        )  # so that the names of the claim have the domains that they have there
        inner.bound(bounds)
        own = [r for r in loose if set(node.value) & (names_in(r[0]) | names_in(r[2]))]
        first = [relations.plain(inner.terms, r) for r in own]
        said = [f for n in inside for part in inner.parts_of(n, hypothesis=True) for _, f in part.formulas]
        whole = said[0] if len(said) == 1 else AllOf(*said)
        if first:
            whole = Implication(first[0] if len(first) == 1 else AllOf(*first), whole)
        return ForAll(tuple(inner.parameters[name] for name in node.value), whole)

    def parts_of(self, node: Node, hypothesis: bool = False) -> list[Part]:
        """What a notion or a chain of relations says: of both orders of the pair."""
        return relations.parts(self.terms, node, self.source.typed, hypothesis)

    def supposed(self) -> list[Boolean]:
        """What is supposed besides the conditions and hypotheses: how laws are made of others."""
        made = [passed_on(function(law), function(answer)) for answer, law in named.posted(self.source)]
        return [*made, is_map] if made else []

    # ---------------------------------------------------------------------------------------------- conditions
    def declare(self) -> None:
        """Every name of the conditions is a real parameter."""
        for node in self.source.conditions:
            for name, at in places(node):
                check_new(name, at)
                if name not in self.order and name not in CONSTANTS:
                    self.order.append(name)
            if node.kind == "chain" and len(node.args) == 1 and node.args[0].kind != "name":
                raise error("a condition is a relation such as eps >= 0, or a name alone", node)

    def sizes(self, nodes: Sequence[Node]) -> None:
        """NotAClaim where a side of a relation is too long, multiplied out."""
        for node in nodes:
            if node.kind in ("or", "and", "not", "every"):
                self.sizes(node.args)
                continue
            for side in node.args:
                if products(side) > SIZE:
                    raise error("multiplied out, this has too many terms", side)

    def domains(self, used: set[str]) -> tuple[Bounds, Loose]:
        """Conditions as bounds of a used parameter by earlier ones, and the rest as relations."""
        bounds: Bounds = {name: {} for name in self.order}
        loose: Loose = []
        for node in self.source.conditions:
            if node.kind != "chain":
                continue
            for left, relation, right in pairs_of(node):
                if not self._bounds(bounds, used, left, relation, right):
                    loose.append((left, relation, right))
                self.box.remember(left, relation, right)
        return bounds, loose

    def _bounds(self, bounds: Bounds, used: set[str], left: Node, relation: str, right: Node) -> bool:
        if relation not in ("<=", "<", ">=", ">"):
            return False
        options = [(right, FLIP[relation], left), (left, relation, right)]
        options.sort(key=lambda o: -self.order.index(o[0].value) if o[0].value in self.order else 1)
        for name, how, bound in options:
            if name.kind != "name" or name.value not in used or name.value not in self.order:
                continue
            before = self.order[: self.order.index(name.value)]
            side = "high" if how in ("<=", "<") else "low"
            inside = names_in(bound) - set(CONSTANTS)
            if side in bounds[name.value] or not inside <= used & set(before):
                continue
            if name.value in self.natural and side == "low" and not self._at_least_0(bound):
                continue  # that it is at least 0 is said by its domain
            bounds[name.value][side] = (bound, how in ("<", ">"))
            return True
        return False

    def _at_least_0(self, bound: Node) -> bool:
        """Whether a lower bound says of a natural number that it is one: a number, or another natural number."""
        return bound.kind == "number" or (bound.kind == "name" and bound.value in self.natural)

    def bound(self, bounds: Bounds) -> None:
        """Build the parameters, in the order of their declaration."""
        for name in self.order:
            self.box.names[name] = Range(low=Fraction(0)) if name in self.natural else Range()
        for node in self.source.conditions:
            if node.kind == "chain":
                self.box.narrow(node)
        for name in self.order:
            natural = name in self.natural
            bounding: Bounding = {}
            with as_written():
                for side, (node, strict) in bounds[name].items():
                    bounding[KEYS[side, strict]] = self.terms.expr(node)
            if natural and "low" not in bounds[name]:
                bounding["at_least"] = Integer(0)
            of_law = (combining.is_made(self.source) or named.posted(self.source)) and LAWS.match(name)
            taken = (
                of_law
                or name in self.bound_names
                or RESERVED.match(name)
                or (name == "alpha" and self._binds_alpha())
            )
            inner = name + "_" if taken else name
            shown = latex_of_name(name)
            if of_law or OUTPUTS.match(name):  # beside the letter of a law or an outcome
                shown = rf"\mathsf{{{shown}}}"
            shown += "'" if name in self.taken else ""
            self.parameters[name] = parameter(inner, shown, integer=natural, **bounding)
        self._bounded = True

    def _binds_alpha(self) -> bool:
        """Whether a notion that quantifies over the order alpha has that name among its arguments."""
        nodes = [*self.source.hypotheses, *self.source.conclusion]
        return any(c.value == "ZCDP" and "alpha" in names_in(c) for n in nodes for c in calls(n))


__all__ = ["Claim", "Need", "NotSupported", "Part", "Reader", "ValueUnseen", "meant", "read"]
