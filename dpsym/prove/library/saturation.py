"""Claims about powers of best tests and values of functionals, forwards: a name for each value, and what rules say of them.

A power is the power of a best test, which exists.  What is known of the values are theorems about any best tests, and
theorems that relate functionals of which the claim speaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations, product

import sympy
from sympy import Basic, Expr, Integer, Le
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.language import (
    AllOf,
    ApproxDP,
    Exists,
    ForAll,
    HockeyStick,
    Implication,
    Mass,
    Notion,
    Parameter,
    PureDP,
    RenyiMoment,
    Theorem,
    Total,
    function,
    have,
    obtain,
    specialise,
)
from dpsym.language.expressions import y
from dpsym.language.notions import TEST
from dpsym.language.statements import Use
from dpsym.language.steps import Step
from dpsym.prove.library.best_tests import About, no_more, quantified
from dpsym.prove.library.forms import FINITE, PAIR, canon, functionals, head
from dpsym.prove.library.known import Effort, about_numbers_in
from dpsym.prove.library.remainder import STEPS, Names, from_facts, plain
from dpsym.prove.library.rules import Rule
from dpsym.prove.library.sampler import Sampler
from dpsym.prove.library.theorems import Library
from dpsym.prove.library.unify import match, several
from dpsym.prove.strategy import PLAIN

ZERO = Integer(0)
SOLUTIONS = 6  # values for the parameters that best tests leave free
RELATED = 40  # choices of functionals for one rule
FEW_POWERS = 2
PROOF = 100  # what a proof that is tried costs


class Resists(Exception):
    """This part of the claim is not proved in this way."""


class Saturation:
    """The steps before the parts of the conclusion, and the relations that they give."""

    def __init__(self, theorem: Theorem, goals: Sequence[Boolean], library: Library) -> None:
        self.theorem, self.goals, self.library = theorem, tuple(goals), library
        self.session = library.session(1)
        library.use_in(self.session)
        self.effort = Effort()
        self.numbers_given = about_numbers_in(theorem)
        self.sampler = Sampler(theorem.parameters, self.numbers_given)
        self.best: dict[Basic, Basic] = {}  # level -> its best test
        self.steps: list[Step] = []
        self.facts: list[Basic] = []
        self.speaks: list[Basic] = []  # what functionals are looked for in
        self.told: set[tuple] = set()
        self.shown: set[Basic] = set()
        self.refused: set[Basic] = set()
        self.obtained = 0

    # -------------------------------------------------------------------------------------------------- reading
    def split(self, formula: Basic) -> Iterator[Basic]:
        """The parts of a formula for the first order of the pair."""
        if isinstance(formula, AllOf):
            for part in formula.args:
                yield from self.split(part)
        elif isinstance(formula, Notion):
            yield from self.split(formula.one_order(PAIR))
        else:
            yield formula

    def levels(self, formulas: Sequence[Basic]) -> Iterator[Expr]:
        """The levels of the powers that formulas speak of."""
        for f in formulas:
            q = quantified(f)
            if q is not None:
                yield q.level
                yield from self.levels(list(self.split(q.body)))
            elif isinstance(f, Implication):
                yield from self.levels(list(self.split(f.args[1])))

    def with_best(self, formula: Basic) -> Basic:
        """A formula with the best tests in place of those that it speaks of."""
        q = quantified(formula)
        if q is not None:
            return self.with_best(q.body.xreplace({q.test: self.best_of(q.level)}))
        return formula

    def heads(self) -> set[str]:
        """The heads of the functionals that the claim speaks of; notions and powers are about distances as well."""
        found = {head(f) for x in self.speaks for f in functionals(canon(x))}
        return found | ({"HockeyStick"} if self.about_distances() else set())

    def about_distances(self) -> bool:
        """Whether the total variation distance matters, though the claim may not speak of it."""
        few = 0 < len(self.best) <= FEW_POWERS  # of more powers there is enough to say
        return few or bool(self.best and self.entropy()) or any(isinstance(g, Notion) for g in self.goals)

    def losses(self) -> list[Expr]:
        """The losses at which the claim speaks of a hockey stick."""
        found = {
            s.args[0] for f in self.speaks for s in f.atoms(HockeyStick) if s == HockeyStick(s.args[0], PAIR)
        }
        return sorted(found | ({ZERO} if self.about_distances() else set()), key=str)

    def orders(self) -> list[Expr]:
        """The orders at which the claim speaks of an exponential moment."""
        found = {
            m.args[0] for f in self.speaks for m in f.atoms(RenyiMoment) if m == RenyiMoment(m.args[0], PAIR)
        }
        return sorted(found, key=str)

    def entropy(self) -> bool:
        """Whether the claim speaks of the relative entropy."""
        return any(x.has(sympy.log) for f in self.speaks for x in f.atoms(Total))

    # --------------------------------------------------------------------------------------------------- saying
    def proved(self, theorem: Theorem) -> None:
        """Resists where a theorem of the library is not proved."""
        if not self.library.settled(theorem):
            raise Resists
        self.library.use_in(self.session)

    def best_of(self, level: Expr) -> Basic:
        """The best test of a level."""
        exists = self.library.tests.exists
        if exists is None:
            raise Resists
        if level not in self.best:
            best = function(f"bound_best{len(self.best) + 1}")(y)
            self.best[level] = best
            self.proved(exists.theorem)
            use = Use(exists.theorem, ((exists.level, level),))
            self.steps.append(obtain(Exists((best,), exists.at(best, level)), by=use))
        return self.best[level]

    def say(self, theorem: Theorem, at: dict[Basic, Basic]) -> None:
        """A step that says what a theorem says here, once, and its relations as facts."""
        key = (id(theorem), frozenset((k, canon(v)) for k, v in at.items()))
        if key in self.told:
            return
        self.told.add(key)
        self.proved(theorem)
        claim = theorem.claim
        while isinstance(claim, ForAll):
            inner = claim.args[1]
            claim = inner.args[1] if isinstance(inner, Implication) else inner
        if isinstance(claim, Implication):
            claim = claim.args[1]
        said = claim.xreplace(at)
        self.steps.append(have(said, by=Use(theorem, tuple(at.items()))))
        self.facts += list(plain(said))

    def allowed(self, theorem: Theorem, at: dict[Basic, Basic]) -> bool:
        """Whether the numbers that a theorem needs, and its domain, are as they must be."""
        needs = [g for g in theorem.given if isinstance(g, Relational) and not g.atoms(AppliedUndef)]
        domain = [c for p in theorem.parameters for c in p.conditions]
        for r in (*needs, *domain):
            here = r.xreplace(at)
            if self.sampler.fails(canon(here)):
                return False
            if canon(here.args[0]) != canon(here.args[1]) and not self.holds(here):
                return False
        return True

    def holds(self, relation: Basic) -> bool:
        """Whether a relation of numbers is proved from the conditions."""
        self.effort.spend(PROOF // 10)
        tried = Theorem(title="A comparison of numbers", given=tuple(self.numbers_given), claim=relation)
        before, self.session.effort = self.session.effort, PLAIN.within(STEPS)
        try:
            return self.session.theorem(tried).status == "proved"
        finally:
            self.session.effort = before

    def numbers(self, relation: Basic, facts: Sequence[Basic], quick: bool = False) -> list[Step]:
        """The steps to a relation from what is known; none where it resists."""
        self.effort.spend(PROOF)
        less, more = relation.args
        if isinstance(less, sympy.exp) and isinstance(more, sympy.exp):  # the exponential rises
            inner = self.numbers(relation.func(less.args[0], more.args[0], evaluate=False), facts, quick)
            if inner:
                return [*inner, have(relation, "the exponential rises")]
        for coarse in (True,) if quick else (True, False):
            known, names = [*self.facts, *facts], Names(coarse, hasty=True)
            found = from_facts(relation, known, self.theorem.given, self.session, names)
            if found:
                return found
        return []

    # ----------------------------------------------------------------------------------------------- hypotheses
    def saturate(self) -> None:
        """Everything that the hypotheses and the rules say of the values of which the claim speaks."""
        given = [r for g in self.theorem.given for r in self.split(g)]
        for level in self.levels([*given, *(r for f in self.goals for r in self.split(f))]):
            self.best_of(level)
        for g in given:
            self.hypothesis(g)
        for notion in self.theorem.given:
            self.notion(notion)
        self.speaks = [*self.facts, *given, *(self.with_best(f) for f in self.goals)]
        self.speaks += [part for f in self.goals if isinstance(f, Notion) for part in self.split(f)]
        self.related(False)
        if FINITE in given:
            self.divergences()
        equal = self.equal_laws()
        self.powers()
        if equal:
            self.divergences()

    def hypothesis(self, formula: Basic) -> None:
        """What a hypothesis about tests says of the best ones."""
        q = quantified(formula)
        if q is None:
            return
        best = self.best_of(q.level)
        power = Mass(best, PAIR.a, y)
        if q.every:
            self.steps.append(specialise(formula, {q.test: best}, "the best test"))
            inner = q.body.xreplace({q.test: best})
            if isinstance(inner, Implication):  # said of the tests than which none is better
                inner = inner.args[1]
        else:
            self.obtained += 1
            test = function(f"bound_given{self.obtained}")(y)
            self.steps.append(obtain(formula.xreplace({q.test: test}), "as supposed"))
            self.steps.append(specialise(no_more(q.level, power), {TEST: test}, "no better than the best"))
            self.facts.append(Le(Mass(test, PAIR.a, y), power, evaluate=False))
            inner = q.body.xreplace({q.test: test})
        for part in self.split(inner):
            if isinstance(part, Relational):
                self.facts.append(part)
            else:
                self.hypothesis(part)

    def notion(self, notion: Basic) -> None:
        """What rules say of a notion by itself; the hockey stick of a notion of events, by its definition."""
        if isinstance(notion, PureDP | ApproxDP):
            loss, bound = (*notion.budget, ZERO)[:2]
            said = Le(HockeyStick(loss, PAIR), bound, evaluate=False)
            by_definition = Theorem(title="The hockey stick", given=(notion,), claim=said)
            if self.session.theorem(by_definition).status == "proved":
                self.steps.append(have(said, by=Use(by_definition)))
                self.facts.append(said)
            return
        spoken = {head(f) for g in self.goals for f in functionals(canon(g))} | {"HockeyStick"}
        for rule in self.library.index.rules:
            if len(rule.atoms) != 1 or rule.bounds or not rule.outs or isinstance(rule.says, Notion):
                continue
            if any(o.above for o in rule.outs) or not rule.heads <= spoken:
                continue
            for b in islice(match(canon(rule.atoms[0]), canon(notion), {}, rule.free), 1):
                at = {p: b[f] for p, f in rule.fresh if f in b}
                if len(at) == len(rule.fresh) and self.allowed(rule.theorem, at):
                    self.say(rule.theorem, at)

    # ---------------------------------------------------------------------------------------------------- facts
    def related(self, finite: bool) -> None:
        """What theorems say that relate functionals of which the claim speaks."""
        spoken = list(dict.fromkeys(f for x in self.speaks for f in functionals(canon(x))))
        if self.about_distances():
            spoken = list(dict.fromkeys((*spoken, canon(HockeyStick(ZERO, PAIR)))))
        for rule in self.library.index.rules:
            if isinstance(rule.says, Notion) or rule.bounds or any(o.above for o in rule.outs):
                continue
            if any(canon(a) != canon(FINITE) for a in rule.atoms) or (rule.atoms and not finite):
                continue
            patterns = list(dict.fromkeys(f for out in rule.outs for f in functionals(out.plain)))
            if not patterns or any(head(f).startswith("Mass") for f in patterns):
                continue
            options = [[t for t in dict.fromkeys(spoken) if head(t) == head(f)] for f in patterns]
            for chosen in islice(product(*options), RELATED):
                self.effort.spend()
                self.at_functionals(rule, patterns, chosen)

    def at_functionals(self, rule: Rule, patterns: Sequence[Basic], chosen: Sequence[Basic]) -> None:
        """What a rule says of these functionals, where it is about them."""
        for b in islice(several(list(zip(patterns, chosen, strict=True)), {}, rule.free), 1):
            at = {p: b[f] for p, f in rule.fresh if f in b}
            if len(at) == len(rule.fresh) and self.allowed(rule.theorem, at):
                written = (*self.losses(), *self.orders())
                self.say(
                    rule.theorem, {p: next((x for x in written if canon(x) == v), v) for p, v in at.items()}
                )

    def divergences(self) -> None:
        """What is supposed, and known, of divergences that are finite."""
        for part in (p for g in self.theorem.given for p in self.split(g)):
            if isinstance(part, Implication) and part.args[0] == FINITE:
                self.facts += list(plain(part.args[1]))
        self.related(True)

    def equal_laws(self) -> bool:
        """Rules under one bound of a functional without a parameter, such as that the laws are equal, where it is seen."""
        done = False
        for rule in self.library.index.rules:
            if len(rule.theorem.given) != 1 or len(rule.bounds) != 1:
                continue
            if canon(rule.bounds[0]).free_symbols & rule.free or not self.established(rule.theorem.given[0]):
                continue
            done = True
            for values in product(*self.arguments(rule)):
                at = {p: v for (p, _), v in zip(rule.fresh, values, strict=True)}
                if not any(h.startswith("Mass") for h in rule.heads) and self.allowed(rule.theorem, at):
                    self.say(rule.theorem, at)
        if done:
            self.steps.append(have(FINITE, "equal laws"))
        return done

    def established(self, bound: Basic) -> bool:
        """Whether a bound of a functional of which the claim speaks is seen to hold; then it is said."""
        if bound in self.shown:
            return True
        if bound in self.refused or not {head(f) for f in functionals(canon(bound))} & self.heads():
            return False
        found = self.numbers(bound, [], True)
        if not found:
            self.refused.add(bound)
            return False
        self.steps += found
        self.shown.add(bound)
        self.facts.append(bound)
        return True

    def arguments(self, rule: Rule) -> list[list[Expr]]:
        """For each parameter of a rule the losses or orders that it may stand for."""
        values = {HockeyStick: self.losses(), RenyiMoment: self.orders()}
        spoken = [x for o in rule.outs for x in functionals(o.plain)]
        return [
            next((values[type(x)] for x in spoken if f in x.free_symbols and type(x) in values), [])
            for _, f in rule.fresh
        ]

    # --------------------------------------------------------------------------------------------------- powers
    def powers(self) -> None:
        """What theorems about any best tests say of the best tests of the claim."""
        best = list(self.best.items())
        for rule in self.library.tests.about:
            for chosen in permutations(best, len(rule.tests)):
                levels = {a: level for (_, a), (level, _) in zip(rule.tests, chosen, strict=True)}
                tests = {g: test for (g, _), (_, test) in zip(rule.tests, chosen, strict=True)}
                for full in islice(self.free_values(rule.theorem, levels), SOLUTIONS):
                    self.effort.spend()
                    if self.allowed(rule.theorem, full):
                        self.of_tests(rule, full, tests)

    def of_tests(self, rule: About, values: dict[Basic, Basic], tests: dict[Basic, Basic]) -> None:
        """What a theorem says of these tests, where it speaks of nothing of which the claim does not."""
        said = rule.theorem.claim.args[1].args[1]
        at = {**values, **tests}
        found = {head(f) for f in functionals(canon(said))}  # of the theorem: at a level 0 a term may vanish
        if any(not h.startswith("Mass") and h not in self.heads() for h in found):
            return
        if not isinstance(said, Implication):
            self.say(rule.theorem, at)
            return
        condition, relation = said.xreplace(at).args
        shown = self.numbers(condition, [], True)
        if shown:
            self.proved(rule.theorem)
            use = Use(rule.theorem, tuple(at.items()))
            self.steps += [*shown, have(relation, by=use)]
            self.facts.append(relation)

    def free_values(self, theorem: Theorem, at: dict[Basic, Basic]) -> Iterator[dict[Basic, Basic]]:
        """Values of the parameters that are left: from the numbers that are needed, as equations; losses and orders."""
        left = [p for p in theorem.parameters if p not in at]
        if not left:
            yield at
            return
        p = left[0]
        apart = {**{q: Parameter(f"any_{q.name}") for q in left}, **at}
        needs = [g for g in theorem.given if isinstance(g, Relational) and not g.atoms(AppliedUndef)]
        found = [v for g in needs if p in g.free_symbols for v in share(g, p, apart)]
        if not found:
            where = (*theorem.given, theorem.claim)
            if any(p in h.args[0].free_symbols for g in where for h in g.atoms(HockeyStick)):
                found = list(self.losses())
            elif any(p in m.args[0].free_symbols for g in where for m in g.atoms(RenyiMoment)):
                found = list(self.orders())
        for v in found:
            yield from self.free_values(theorem, {**at, p: v})


def share(relation: Basic, p: Basic, apart: dict[Basic, Basic]) -> Iterator[Basic]:
    """The value of a parameter at which the sides of a relation are equal, where that is a polynomial."""
    x = apart[p]
    with sympy.evaluate(True):
        gap = sympy.expand(canon(relation.args[0].xreplace(apart)) - canon(relation.args[1].xreplace(apart)))
        slope = gap.coeff(x, 1)
        rest = sympy.expand(gap - slope * x)
        linear = slope != 0 and not rest.has(x) and not slope.has(x)
        found = sympy.cancel(-rest / slope) if linear else None
        known = found is not None and not sympy.denom(found).free_symbols
    if found is not None and known:
        yield found
