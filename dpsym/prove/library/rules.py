"""Theorems as rules by the shape of their hypotheses and conclusion, and their index by the head of what they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import permutations, product

from sympy import Basic, Eq
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from dpsym.language import (
    AllOf,
    Exists,
    ForAll,
    Implication,
    Notion,
    Pair,
    Parameter,
    RenyiMoment,
    Theorem,
    as_written,
    function,
)
from dpsym.language.combined import processed
from dpsym.language.expressions import AnyOf, Between, Distribution, EveryEvent, P, Q, Within, y
from dpsym.language.notions import TEST
from dpsym.language.rounding import cells
from dpsym.language.statements import Use, free_functions
from dpsym.prove.library.forms import FINITE, PAIR, canon, functionals, head, written
from dpsym.prove.library.unify import Binding, Free


@dataclass(frozen=True)
class Out:
    """A relation that a rule's conclusion asserts for the first order of the pair.

    relation as it stands, plain in canonical form, above the conditions under which it is asserted
    """

    relation: Basic
    plain: Basic
    above: tuple[Basic, ...] = ()


@dataclass(frozen=True, eq=False)
class Rule:
    """A theorem as a rule: what it needs, by kind, and what it says.

    atoms    notions, and facts that no loss is infinite, among the hypotheses
    bounds   relations of functionals among them
    numbers  relations of numbers among them
    says     the conclusion, where it is a notion or such a fact
    outs     the relations that it asserts
    tells    the conclusion, where it is a relation of numbers that follows from what it needs of the laws
    fresh    each parameter of the theorem with the name that stands for it in this rule
    domain   the conditions of the parameters
    laws     each law of the theorem with the one of the claim in its place, where the claim names its laws
    """

    name: str
    theorem: Theorem
    atoms: tuple[Basic, ...]
    bounds: tuple[Basic, ...]
    numbers: tuple[Basic, ...]
    says: Basic | None
    outs: tuple[Out, ...]
    fresh: tuple[tuple[Basic, Basic], ...]
    domain: tuple[Basic, ...]
    laws: tuple[tuple[Basic, Basic], ...] = ()
    tells: Relational | None = None

    @property
    def free(self) -> Free:
        """The names that stand for the theorem's parameters."""
        return frozenset(f for _, f in self.fresh)

    @cached_property
    def equations(self) -> tuple[Basic, ...]:
        """What it supposes of how laws are made of others, in which none of its parameters stands: equations of masses at every
        outcome."""
        plain = (a for a in self.atoms if isinstance(a, ForAll) and not a.free_symbols & self.free)
        return tuple(a for a in plain if isinstance(below_all(a), Eq))

    @property
    def heads(self) -> set[str]:
        """The heads of the functionals of which its conclusion speaks."""
        return {head(f) for o in self.outs for f in functionals(o.plain)}

    @property
    def monotone(self) -> bool:
        """Whether it says what it needs, with another budget."""
        return isinstance(self.says, Notion) and any(
            isinstance(a, type(self.says)) and a.pair == self.says.pair for a in self.atoms
        )


@dataclass(frozen=True, eq=False)
class Instance:
    """A rule at values of its parameters, with the relations of numbers that it needs."""

    rule: Rule
    at: tuple[tuple[Basic, Basic], ...]
    needs: tuple[Basic, ...] = ()

    def use(self, test: Basic | None, roots: dict[Basic, Basic], originals: dict[Basic, Basic]) -> Use:
        """The theorem at these values, as the claim writes them; at a test, where one is given."""
        at = (*self.rule.laws, *((p, originals.get(v, written(v, roots))) for p, v in self.at))
        return Use(self.rule.theorem, at if test is None else (*at, (TEST, test)))

    @property
    def binding(self) -> Binding:
        """The values of the names that stand for the parameters."""
        return {f: v for (_, f), (_, v) in zip(self.rule.fresh, self.at, strict=True)}

    @property
    def key(self) -> tuple[str, frozenset[tuple[Basic, Basic]]]:
        """What makes two instances the same."""
        return self.rule.name, frozenset(self.at)


Trail = tuple[Instance, ...]


def joined(one: Trail, two: Trail) -> Trail:
    """Both, each instance once, in the order in which they are needed."""
    seen = {i.key for i in one}
    return (*one, *(i for i in two if i.key not in seen))


def outs_of(formula: Basic, above: tuple[Basic, ...] = ()) -> Iterator[Out]:
    """The relations of functionals that a conclusion asserts, with the conditions above them."""
    if isinstance(formula, AllOf):
        for part in formula.args:
            yield from outs_of(part, above)
    elif isinstance(formula, Between | Within):
        yield from outs_of(formula.definition(), above)
    elif isinstance(formula, Implication):
        yield from outs_of(formula.args[1], (*above, formula.args[0]))
    elif isinstance(formula, ForAll | EveryEvent):
        yield from outs_of(formula.args[1], above)
    elif isinstance(formula, Relational) and functionals(canon(formula)):
        yield Out(formula, canon(formula), above)


def is_noise(g: Basic) -> bool:
    """Whether a hypothesis says that outputs are rounded to cells."""
    return bool(g == cells)


def is_fact(g: Basic) -> bool:
    """Whether a hypothesis is found as a whole: a notion, a statement about every outcome, or one of several such."""
    if isinstance(g, AnyOf):
        return all(map(is_fact, g.args))
    return isinstance(g, Notion | ForAll | AllOf | Exists)


def below_all(g: Basic) -> Basic:
    """What a statement about every value of some names says of each."""
    while isinstance(g, ForAll):
        g = g.args[1]
    return g


def is_of_tests(claim: Basic) -> bool:
    """Whether a conclusion is about every test, under conditions."""
    return isinstance(claim, ForAll) and TEST in claim.args[0]


def is_open(condition: Basic) -> bool:
    """Whether every test satisfies a condition above a relation, or it is about the outcome."""
    functions = {a.func for a in condition.atoms(AppliedUndef)}
    if isinstance(condition, ForAll):
        return functions <= {TEST.func}
    return functions <= {P, Q} and isinstance(condition, Relational)


def parts_of(g: Basic) -> tuple[Basic, ...]:
    """The parts of a conjunction; of the words for noise, and for a law, the whole."""
    return g.args if isinstance(g, AllOf) and not (isinstance(g, Distribution) or is_noise(g)) else (g,)


def about_one_pair(theorem: Theorem) -> bool:
    """Whether a theorem is about one pair of laws, in the first order, with any masses."""
    said = (*theorem.given, theorem.claim)
    if is_made(theorem):
        return True
    if theorem.where or set(theorem.laws) != {"P", "Q"}:
        return False
    if any(p not in (PAIR, PAIR.swapped) for g in said for p in g.atoms(Pair)):
        return False
    return not (isinstance(theorem.claim, Notion) and theorem.claim.pair != PAIR)


def has_other_pairs(theorem: Theorem) -> bool:
    """Whether something is supposed of other pairs than that of P and Q."""
    return any(p not in (PAIR, PAIR.swapped) for g in theorem.given for p in g.atoms(Pair))


def is_made(theorem: Theorem) -> bool:
    """Whether a theorem says what a pair satisfies whose laws are made of those of others."""
    others = has_other_pairs(theorem)
    return others and isinstance(theorem.claim, Notion) and theorem.claim.pair == PAIR and not theorem.where


def apart(theorem: Theorem) -> dict[Basic, Basic]:
    """A fresh name for each parameter: those of the library and of a claim may be the same objects."""
    return {p: Parameter(f"any_{p.name}") for p in theorem.parameters}


def about_several_laws(theorem: Theorem) -> bool:
    """Whether a theorem is about other laws than P and Q on one output space, perhaps besides them, with any masses."""
    functions = free_functions((*theorem.given, theorem.claim))
    return bool(
        set(theorem.laws) - {"P", "Q"}
        and len(theorem.laws) > 1
        and set(functions) == set(theorem.laws)
        and all(f.args == (y,) for f in functions.values())
        and not theorem.where
    )


def is_processing(theorem: Theorem) -> bool:
    """Whether a theorem is about what a randomised map makes of the outputs of two laws, and about nothing else."""
    return all(f in theorem.given for f in processed.facts) and set(theorem.laws) == {"A", "B", "P", "Q"}


def rule_of(name: str, theorem: Theorem) -> Rule | None:
    """The theorem as a rule; None where it is not about one pair, or says nothing that can be used by itself."""
    return read_as_rule(name, theorem) if about_one_pair(theorem) else None


def read_as_rule(name: str, theorem: Theorem) -> Rule | None:
    """What a theorem needs and says; None where it says nothing that can be used by itself."""
    fresh = apart(theorem)
    given = [h.xreplace(fresh) for h in theorem.given]
    claim = theorem.claim.xreplace(fresh)
    if any(
        x.free_symbols & fresh.keys() for x in (*given, claim)
    ):  # the domain of a bound name depends on one
        return None
    flat = [g for h in given for g in parts_of(h)]
    atoms = tuple(g for g in flat if is_fact(g))
    relations = [g for g in flat if isinstance(g, Relational)]
    if len(atoms) + len(relations) < len(flat):
        return None
    as_whole = isinstance(claim, Notion) or claim == FINITE or (is_processing(theorem) and is_of_tests(claim))
    says = claim if as_whole else None
    outs = outs_of(claim.one_order(claim.pair) if isinstance(claim, Notion) else claim)
    usable = tuple(o for o in outs if all(map(is_open, o.above)))
    if isinstance(says, Notion) and any(isinstance(g, type(says)) for g in given):
        usable = ()
    bounds = tuple(g for g in relations if g.atoms(AppliedUndef))
    of_numbers = isinstance(claim, Relational) and not claim.atoms(AppliedUndef)
    tells = claim if of_numbers and (atoms or bounds) else None
    if says is None and not usable and tells is None:
        return None
    return Rule(
        name,
        theorem,
        atoms,
        bounds=bounds,
        numbers=tuple(g for g in relations if not g.atoms(AppliedUndef)),
        says=says,
        outs=usable,
        fresh=tuple(fresh.items()),
        domain=tuple(c.xreplace(fresh) for p in theorem.parameters for c in p.conditions),
        tells=tells,
    )


law_called = cache(function)  # a class of sympy's, which takes long to make; each rule asks for the same few


def renamed(rule: Rule, names: Mapping[str, str]) -> Rule:
    """The rule for other laws: each of its laws by the name of the one in its place."""

    def put(x: Basic | None) -> Basic | None:
        if not isinstance(x, Basic):
            return x
        laws = (f for f in x.atoms(AppliedUndef) if f.func.__name__ in names)
        return x.xreplace({f: law_called(names[f.func.__name__])(*f.args) for f in laws})

    own = {
        f.func.__name__: f.func for f in free_functions((*rule.theorem.given, rule.theorem.claim)).values()
    }
    return replace(
        rule,
        name=f"{rule.name} of {', '.join(names.values())}",
        atoms=tuple(map(put, rule.atoms)),
        bounds=tuple(map(put, rule.bounds)),
        says=put(rule.says),
        outs=tuple(Out(put(o.relation), canon(put(o.relation)), tuple(map(put, o.above))) for o in rule.outs),
        laws=tuple((own.get(a, law_called(a))(y), law_called(b)(y)) for a, b in names.items() if a != b),
    )


def cost(way: tuple[Rule, Out, Basic]) -> tuple[int, int]:
    """How much a bound leaves to be found: hypotheses, and functionals in it beyond one, which need bounds of their own;
    those with fewer functionals first."""
    rule, out, _ = way
    others = len(functionals(out.plain)) - 1
    return len(rule.bounds) + len(rule.atoms) + max(0, others - 1), others


def moments_of(rule: Rule) -> Iterator[Basic]:
    """The exponential moments that a rule bounds, or needs to be bounded."""
    for x in (*rule.bounds, *(o.plain for o in rule.outs)):
        yield from (f for f in functionals(x) if isinstance(f, RenyiMoment))


class Index:
    """The rules by the head of what they say.

    items     every theorem with its name
    rules     those that are rules about one pair
    bounding  head of a functional -> rules, the relation in which it occurs, and how the rule writes it
    saying    head of a notion, or of the fact that no loss is infinite -> rules
    listed    theorems about a pair that is given by its masses
    telling   rules that tell something of numbers
    made      rules about a pair whose laws are made of those of others
    several   theorems about other laws than P and Q, for claims that name their laws
    processing  theorems about what a map makes of outputs, for such claims
    named     whether the rules are those for laws that a claim names
    orders    numbers at which rules speak of an exponential moment
    """

    def __init__(self, items: Iterable[tuple[str, Theorem]]) -> None:
        self.items = tuple(items)
        self.rules: list[Rule] = []
        self.bounding: dict[str, list[tuple[Rule, Out, Basic]]] = defaultdict(list)
        self.saying: dict[str, list[Rule]] = defaultdict(list)
        self.listed: list[Rule] = []
        self.telling: list[Rule] = []
        self.made: list[Rule] = []
        self.several: list[Rule] = []
        self.processing: list[Rule] = []
        self.named = False
        for name, theorem in self.items:
            if theorem.where and not theorem.given and set(theorem.where) == {"P", "Q"}:
                fresh = tuple(apart(theorem).items())
                self.listed.append(Rule(name, theorem, (), (), (), None, (), fresh, ()))
            with as_written():
                rule = rule_of(name, theorem)
                several = read_as_rule(name, theorem) if about_several_laws(theorem) else None
                processing = read_as_rule(name, theorem) if is_processing(theorem) else None
            if rule is not None:
                self.add(rule)
            if several is not None:
                self.several.append(several)
            if processing is not None:
                self.processing.append(processing)
        self.settled()

    def settled(self) -> None:
        """What is read off all rules: orders, and which of those that bound a functional are tried first."""
        self.orders = sorted({m.args[0] for r in self.rules for m in moments_of(r) if m.args[0].is_Number})
        for found in self.bounding.values():
            found.sort(key=cost)

    def on_laws(self, laws: Sequence[str], posted: Sequence[tuple[str, str]] = ()) -> Index:
        """The same rules for each two of these laws, in both orders, and those about several laws for each choice; for each two
        laws of what is made of an output, which stand beside those of this (`posted`), those about such a map.
        """
        found = Index(())
        found.named = True
        about_pair = [r for r in self.rules if not is_made(r.theorem)]
        for rule, own in (
            *((r, r.theorem.laws) for r in self.several),
            *((r, ("P", "Q")) for r in about_pair),
        ):
            with as_written():
                for chosen in permutations(laws, len(own)):
                    here = renamed(rule, dict(zip(own, chosen, strict=True)))
                    found.add(here)
                    if rule in self.several:
                        found.several.append(here)
        with as_written():
            for rule, ((p, a), (q, b)) in product(self.processing, permutations(posted, 2)):
                here = renamed(rule, {"A": a, "B": b, "P": p, "Q": q})
                found.add(here)
                found.several.append(here)
        found.settled()
        return found

    def forward(self) -> list[Rule]:
        """The rules that say that a notion or a fact holds, those about several laws first."""
        others = [r for rules in self.saying.values() for r in rules if r not in self.several]
        return [*(r for r in self.several if r.says is not None), *others] if self.named else others

    def add(self, rule: Rule) -> None:
        """Index a rule under the heads of what it says."""
        self.rules.append(rule)
        if rule.tells is not None:
            self.telling.append(rule)
        if is_made(rule.theorem):
            self.made.append(rule)
        if rule.says is not None:
            self.saying[head(rule.says)].append(rule)
        for out in rule.outs:
            for f in functionals(out.plain):
                self.bounding[head(f)].append((rule, out, f))
