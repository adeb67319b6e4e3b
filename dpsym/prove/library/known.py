"""What follows forwards from the hypotheses of a claim, and the bounds that rules give of a functional, backwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count, islice, product

import sympy
from sympy import Basic, Expr, Integer, Le, Max, Min, Pow, evaluate, exp, log
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.polys.polyerrors import BasePolynomialError

from dpsym import deadline
from dpsym.language import (
    AllOf,
    HockeyStick,
    Implication,
    Notion,
    Parameter,
    Probability,
    RenyiMoment,
    StatementError,
    Theorem,
)
from dpsym.language.notions import TEST, absolutely_continuous
from dpsym.prove.library.forms import FINITE, NONSENSE, PAIR, canon, functionals, head, under_root
from dpsym.prove.library.isolate import isolate
from dpsym.prove.library.rules import Index, Instance, Out, Rule, Trail, is_fact, joined, outs_of, parts_of
from dpsym.prove.library.sampler import Sampler
from dpsym.prove.library.unify import Binding, Free, alike, match

ATOMS = 60  # notions and facts that are kept
FREE = 6  # values that are tried for a parameter that nothing gives
CHOICES = 24  # of values for all such parameters
ROUNDS = 2


class Exhausted(Exception):
    """The search has looked at as many candidates as it may."""


@dataclass
class Effort:
    """How much is left: a step for each candidate and for each relation on the way, many for each proof that is tried."""

    left: int = 6_000

    def spend(self, steps: int = 1) -> None:
        """Count steps; Exhausted where none are left."""
        deadline.spend(steps * deadline.CANDIDATE)
        self.left -= steps
        if self.left < 0:
            raise Exhausted


@dataclass(frozen=True)
class Wanted:
    """A bound that is looked for: of which functional, from above (side 1) or below (-1), and the value that is needed."""

    functional: Basic
    side: int
    need: Basic | None = None


class Shared:
    """What an iterator yields, found once for all who ask, each as far as somebody has asked."""

    def __init__(self, source: Iterator[tuple[Basic, Trail]]) -> None:
        self.source = source
        self.found: list[tuple[Basic, Trail]] = []

    def __iter__(self) -> Iterator[tuple[Basic, Trail]]:
        for k in count():
            if k == len(self.found):
                item = next(self.source, None)
                if item is None:
                    return
                self.found.append(item)
            yield self.found[k]


@dataclass(frozen=True)
class Supposed:
    """What was found to follow from a beginning, and the effort that it took."""

    atoms: tuple[tuple[Basic, Trail], ...]
    facts: tuple[tuple[Basic, Trail], ...]
    cost: int


class Known:
    """What is known of one claim: notions and facts, relations of functionals, each with the instances that give it."""

    def __init__(self, theorem: Theorem, index: Index, effort: Effort) -> None:
        self.theorem, self.index, self.effort = theorem, index, effort
        self.named = index.named
        self.given = list(theorem.given)
        self.numbers = about_numbers_in(theorem)
        self.plain = {canon(g) for g in self.numbers}
        self.sampler = Sampler(theorem.parameters, self.numbers)
        self.atoms: list[tuple[Basic, Trail]] = []
        self.facts: list[tuple[Basic, Trail]] = []
        self.supposed: dict[tuple, Supposed] = {}
        self.asked: dict[tuple, Shared] = {}
        self.so_made: dict[str, bool] = {}
        self.goal: Basic | None = None
        self.test: AppliedUndef | None = None
        self.solutions: dict[Basic, tuple[str, Basic] | None] = {}
        self.terms = self.candidates()
        whole = (*self.given, theorem.claim)
        said = [n for g in whole for n in sympy.preorder_traversal(g) if isinstance(n, Notion)]
        said.sort(key=lambda n: n not in whole)  # last those of parts, which a rule needs as they stand
        self.originals: dict[Basic, Basic] = {canon(x): x for n in said for x in n.budget}
        self.values: dict[Basic, Basic] = {}  # a rational bound -> how a theorem writes it
        self.roots = {
            canon(x): x for g in whole for x in g.atoms(Pow, sympy.Piecewise) if under_root(x) is not None
        }

    def candidates(self) -> list[Basic]:
        """Values that a free parameter may take: arguments of functionals and notions of the claim, and its parameters."""
        found: list[Basic] = []
        for g in (*self.given, self.theorem.claim):
            with evaluate(True):  # sympy's printer does not end on some terms as they are written
                spoken = sorted(g.atoms(HockeyStick, RenyiMoment, Probability, Notion), key=str)
            for x in spoken:
                if isinstance(x, Notion):
                    args: Sequence[Basic] = x.budget
                else:
                    args = x.args[0].args[1:] if isinstance(x, Probability) else x.args[:1]
                found += [canon(a) for a in args if isinstance(a, Expr)]
        found += [Integer(0), *self.index.orders, *self.theorem.parameters]
        return list(dict.fromkeys(found))

    def solved(self, x: Basic, relation: Basic) -> tuple[str, Basic] | None:
        """A relation solved for one of its parts: see `isolate`."""
        key = (x, relation)
        if key not in self.solutions:
            deadline.spend(deadline.SOLVING)
            self.solutions[key] = isolate(x, relation, self.sampler.sign)
        return self.solutions[key]

    # ----------------------------------------------------------------------------------------------- forwards
    def suppose(self, extra: Sequence[Basic] = (), rounds: int = ROUNDS) -> None:
        """Start again from the hypotheses, and what stands above a relation of the conclusion.

        What follows is found once for the same beginning, and costs the same effort each time.
        """
        begin = (*self.given,), (*extra,), rounds, self.sampler, self.goal, self.test
        found = self.supposed.get(begin)
        if found is None:
            left = self.effort.left
            self.follow(extra, rounds)
            self.supposed[begin] = Supposed(tuple(self.atoms), tuple(self.facts), left - self.effort.left)
            return
        self.effort.spend(found.cost)
        self.atoms, self.facts, self.asked = [*found.atoms], [*found.facts], {}

    def follow(self, extra: Sequence[Basic], rounds: int) -> None:
        """What follows from the hypotheses and what is supposed besides."""
        self.atoms, self.facts, self.asked = [], [], {}
        for part in (p for g in (*self.given, *extra) for p in parts_of(g)):
            if is_fact(part):
                self.atoms.append((part, ()))
                self.unfold(part, ())
            elif isinstance(part, Implication) and part.args[0] == FINITE:
                if any(a == FINITE for a, _ in self.atoms):
                    self.facts += [(o.plain, ()) for o in outs_of(part.args[1])]
            elif isinstance(part, Relational) and part.atoms(AppliedUndef):
                self.facts.append((canon(part), ()))
        self.saturate(rounds)

    def saturate(self, rounds: int) -> None:
        """Notions and facts that follow from those known, in so many rounds."""
        seen = {canon(a) for a, _ in self.atoms}
        for _ in range(rounds):
            new: list[tuple[Basic, Trail]] = []
            for rule in self.index.forward():
                if rule.monotone or len(self.atoms) + len(new) > ATOMS:
                    continue
                for inst, trail in islice(self.instances(rule, {}, None, 1), 8):
                    try:
                        said = self.said(inst)
                        key = canon(said)
                    except (
                        StatementError
                    ):  # the name of an order that the notion quantifies over, or no number
                        continue
                    if key not in seen:
                        seen.add(key)
                        new += [*self.simpler(said, (*trail, inst)), (said, (*trail, inst))]
            self.atoms += new
            for said, trail in new:
                self.unfold(said, trail)

    def unfold(self, atom: Basic, trail: Trail) -> None:
        """What a notion says of functionals for the first order of the pair; for both, where laws are named."""
        if not isinstance(atom, Notion) or not (self.named or atom.pair == PAIR):
            return
        self.originals |= {canon(x): x for x in atom.budget if canon(x) not in self.originals}
        for pair in (atom.pair, atom.pair.swapped) if self.named else (PAIR,):
            body = atom.one_order(pair)
            finite = absolutely_continuous(pair)
            for part in body.args if isinstance(body, AllOf) else (body,):
                if isinstance(part, Relational):
                    self.facts.append((canon(part), trail))
                elif part == finite and all(a != finite for a, _ in self.atoms):
                    self.atoms.append((finite, trail))

    def said(self, inst: Instance) -> Basic:
        """The conclusion of an instance."""
        use = inst.use(None, self.roots, self.originals)
        return inst.rule.theorem.claim.xreplace(dict(use.at))

    def spoken(self) -> list[Basic]:
        """The functionals of which the claim speaks."""
        whole = [r for r, _ in self.facts] + ([self.goal] if self.goal is not None else [])
        return list(dict.fromkeys(f for r in whole for f in functionals(r)))

    # ---------------------------------------------------------------------------------------------- instances
    def instances(
        self, rule: Rule, b: Binding, wanted: Wanted | None, depth: int
    ) -> Iterator[tuple[Instance, Trail]]:
        """The rule at values for which its hypotheses are known, and no point speaks against the numbers it needs."""
        if not self.is_made_so(rule):
            return
        for b2, trail in self.hypotheses(rule, rule.atoms, b, ()):
            for b3, trail3, more in self.bounded(rule, rule.bounds, b2, trail, depth):
                for b4 in self.completed(rule, b3, wanted):
                    self.effort.spend()
                    if any(n.has(*NONSENSE) for n in b4.values()):
                        continue
                    extra = tuple(n.xreplace(b4) for n in more)
                    needs = tuple(n.xreplace(b4) for n in rule.numbers)
                    domain = [c.xreplace(b4) for c in rule.domain]
                    if any(n == sympy.false for n in (*needs, *domain, *extra)):  # of numbers alone
                        continue
                    if any(self.sampler.fails(canon(n)) for n in (*needs, *domain, *extra)):
                        continue
                    at = tuple((p, b4[f]) for p, f in rule.fresh)
                    open_ = [n for n in needs if n != sympy.true and not self.settled(n)]
                    open_ += [c for c in domain if self.hidden(c)]
                    yield Instance(rule, at, (*open_, *extra)), trail3

    def is_made_so(self, rule: Rule) -> bool:
        """Whether each equation that a rule supposes of how laws are made of others is supposed here too: no rule says one."""
        if rule.name not in self.so_made:
            here = [p for g in self.given for p in parts_of(g)]
            self.so_made[rule.name] = all(
                any(True for g in here for _ in found_in(a, g, {}, rule.free)) for a in rule.equations
            )
        return self.so_made[rule.name]

    def settled(self, need: Basic) -> bool:
        """Whether a relation of numbers is a hypothesis, or its two sides are the same."""
        return canon(need) in self.plain or canon(need.args[0]) == canon(need.args[1])

    def hidden(self, condition: Basic) -> bool:
        """Whether a bound by a number has to be seen from elsewhere: of a name from a bound by a term, as 0 < x from
        sqrt(c)/d <= x, or of a term from the sign of a logarithm in it."""
        bound, name = condition.args
        if not bound.is_Number or self.settled(condition):
            return False
        if not isinstance(name, Parameter):
            return name.has(log) and bool(name.free_symbols)
        below = isinstance(condition, sympy.Le | sympy.Lt)
        own = name.lower if below else name.upper
        return own is not None and not own[0].is_number

    def hypotheses(
        self, rule: Rule, left: Sequence[Basic], b: Binding, trail: Trail
    ) -> Iterator[tuple[Binding, Trail]]:
        """Notions and facts among the known ones."""
        if not left:
            yield b, trail
            return
        pattern = left[0]
        for atom, before in self.atoms:
            for b2 in islice(found_in(pattern, atom, b, rule.free), 2):
                yield from self.hypotheses(rule, left[1:], b2, joined(trail, before))

    def bounded(
        self,
        rule: Rule,
        left: Sequence[Basic],
        b: Binding,
        trail: Trail,
        depth: int,
        more: tuple[Basic, ...] = (),
    ) -> Iterator[tuple[Binding, Trail, tuple[Basic, ...]]]:
        """Bounds of functionals among the known ones, or by other rules; a parameter of the bound is solved for.

        A known bound may be the better one: then it is needed that it is (`more`).
        """
        if not left:
            yield b, trail, more
            return
        pattern = canon(left[0].xreplace(b)) if b else canon(left[0])
        for f in functionals(pattern)[:1]:
            inside = f.free_symbols & rule.free
            targets = [f] if not inside else [g for g in self.spoken() if head(g) == head(f)]
            for target in targets:
                for b2 in islice(match(f, target, b, rule.free), 2):
                    asked = self.solved(target, canon(pattern.xreplace(b2)))
                    if asked is None:
                        continue
                    side = -1 if asked[0] == ">=" else 1
                    found = self.met(rule, target, side, asked[1], b2, depth)
                    for b3, before, needs in found:
                        yield from self.bounded(
                            rule, left[1:], b3, joined(trail, before), depth, (*more, *needs)
                        )

    def met(
        self, rule: Rule, target: Basic, side: int, bound: Basic, b: Binding, depth: int
    ) -> Iterator[tuple[Binding, Trail, tuple[Basic, ...]]]:
        """Known bounds that are the one asked for, or are needed to be better."""
        wanted = Wanted(target, side)
        for known, before in islice(self.bounds(wanted, depth - 1, (rule.name,)), 6):
            if functionals(known):
                continue
            for b3 in islice(match(bound, known, b, rule.free), 2):
                yield b3, before, ()
            if not bound.free_symbols & rule.free and known != bound:
                sides = (known, bound) if side > 0 else (bound, known)
                yield b, before, (Le(*sides, evaluate=False),)

    def completed(self, rule: Rule, b: Binding, wanted: Wanted | None) -> Iterator[Binding]:
        """Values for the parameters that unification left free: by solving from what is wanted, else candidates."""
        left = [f for _, f in rule.fresh if f not in b]
        if wanted is not None and left:
            for out in rule.outs:
                asked = canon(out.plain.xreplace(b))
                if wanted.functional not in functionals(asked):
                    continue
                found = self.solved(wanted.functional, asked)
                if found is None:
                    continue
                bound = found[1]
                if bound in left and wanted.need is not None:
                    yield from self.completed(rule, {**b, bound: wanted.need}, None)
                    return
                for p, v in vertices(bound, left):
                    yield from self.completed(rule, {**b, p: v}, None)
        options = [self.terms[:FREE] for _ in left]
        for values in islice(product(*options), CHOICES):
            yield {**b, **dict(zip(left, values, strict=True))}

    def larger(self, said: Notion, goal: Notion) -> Iterator[Trail]:
        """That a notion holds with a larger budget, where a rule says so and no point speaks against the comparison.

        The budgets are put in as they are written: they may be the same number in two forms.
        """
        for rule, b in with_larger_budget(self.index, said, goal):
            needs = tuple(n.xreplace(b) for n in rule.numbers)
            if not any(self.sampler.fails(canon(n)) for n in needs):
                open_ = tuple(n for n in needs if n.args[0] != n.args[1])
                yield (Instance(rule, tuple((p, b[f]) for p, f in rule.fresh), open_),)

    def simpler(self, said: Basic, trail: Trail) -> Iterator[tuple[Basic, Trail]]:
        """The notion with the value of a logarithm of names in its budget, where that is a simpler term; numbers have their
        values already."""
        if isinstance(said, Notion) and any(x.free_symbols and x.has(log) for x in said.budget):
            simple = type(said)(*map(without_quotients, said.budget), pair=said.pair)
            if any(a.has(log) and not b.has(log) for a, b in zip(said.budget, simple.budget, strict=True)):
                yield from ((simple, (*trail, *last)) for last in islice(self.larger(said, simple), 1))

    # ------------------------------------------------------------------------------------------------- bounds
    def bounds(self, wanted: Wanted, depth: int, path: tuple[str, ...] = ()) -> Iterator[tuple[Basic, Trail]]:
        """Bounds of a functional, with the instances that give them; `path` names rules that are being used already.

        Chains meet the same question by many ways: it is answered once while what is known stays the same.
        """
        if depth <= 0:
            return self.from_facts(wanted)
        key = (wanted, depth, frozenset(path), self.test, self.goal)
        if key not in self.asked:
            self.asked[key] = Shared(self.sought(wanted, depth, path))
        return iter(self.asked[key])

    def from_facts(self, wanted: Wanted) -> Iterator[tuple[Basic, Trail]]:
        """Bounds that what is known gives at once."""
        f = wanted.functional
        for relation, before in self.facts:
            if f in functionals(relation):
                bound = self.bound_in(relation, wanted)
                if bound is not None:
                    yield bound, before

    def sought(self, wanted: Wanted, depth: int, path: tuple[str, ...]) -> Iterator[tuple[Basic, Trail]]:
        """Bounds that are known, then those of rules."""
        f = wanted.functional
        yield from self.from_facts(wanted)
        for rule, out, pattern in self.index.bounding.get(head(f), ()):
            if rule.name in path:
                continue
            plain, found = (self.at_test(x) for x in (out.plain, pattern))
            for b in islice(match(found, f, {}, rule.free), 2):
                for inst, trail in islice(self.instances(rule, b, wanted, depth), 8):
                    try:
                        bound = self.bound_in(canon(plain.xreplace(inst.binding)), wanted)
                    except ValueError:  # sympy compares what stands in a maximum, where it is no number
                        continue
                    if bound is not None:
                        self.remember(inst, out, bound)
                        yield bound, (*trail, inst)

    def at_test(self, x: Basic) -> Basic:
        """What a rule says of every test, at the test of the relation that is asked for."""
        return x if self.test is None else canon(x.xreplace({TEST: self.test}))

    def bound_in(self, relation: Basic, wanted: Wanted) -> Expr | None:
        """The bound that a relation gives, where it is one from the wanted side."""
        f = wanted.functional
        if f not in functionals(relation):
            return None
        found = self.solved(f, relation)
        if found is None or found[0] not in ("=", "<=" if wanted.side > 0 else ">="):
            return None
        return None if f in functionals(found[1]) else found[1]

    def remember(self, inst: Instance, out: Out, bound: Basic) -> None:
        """How the theorem writes a bound.  A rational one may be the value of anything: where a parameter takes it, it is
        written as a number."""
        use = inst.use(self.test, self.roots, self.originals)
        if out.relation.has(Max, Min) and any(is_closed_form(x) for _, x in use.at):
            return  # sympy puts the parts of a maximum in order by their digits, for seconds
        back = {new: old for old, new in inst.rule.fresh}
        for side in out.relation.xreplace(back).xreplace(dict(use.at)).args:
            if isinstance(side, Basic) and canon(side) == bound:
                (self.values if bound.is_Rational else self.originals)[bound] = side

    def as_bound(self) -> dict[Basic, Basic]:
        """How the claim or a theorem writes what stands in a bound, by its canonical form."""
        return {**self.originals, **self.values}


def is_closed_form(x: Basic) -> bool:
    """Whether a term is a number that is not rational."""
    return isinstance(x, Expr) and not x.is_Rational and not x.free_symbols and not x.atoms(AppliedUndef)


def about_numbers_in(theorem: Theorem) -> list[Basic]:
    """The hypotheses about numbers; where the domain of a parameter depends on another, all domains too."""
    given = [g for g in theorem.given if isinstance(g, Relational) and not g.atoms(AppliedUndef)]
    domain = [c for p in theorem.parameters for c in p.conditions]
    return [*domain, *given] if any(len(c.free_symbols) > 1 for c in domain) else given


def found_in(pattern: Basic, atom: Basic, b: Binding, free: Free) -> Iterator[Binding]:
    """The values at which a notion or fact that a rule needs is one that is known: as it is written, or else as a number."""
    if type(atom) is not type(pattern):
        return
    same = None if isinstance(pattern, Notion) else alike(pattern, atom, b, free)
    if same is not None:
        yield same
    else:
        yield from match(canon(pattern), canon(atom), b, free)


def vertices(bound: Basic, left: Sequence[Basic]) -> Iterator[tuple[Basic, Basic]]:
    """The value of a free parameter at which a bound e^q is smallest, q of degree 2 in it."""
    for p in left:
        if isinstance(bound, exp) and bound.has(p):
            with evaluate(True):
                x = bound.args[0]
                q = sympy.Poly(sympy.expand(x), p) if x.is_polynomial(p) else None
            if q is not None and q.degree() == 2:
                yield p, canon(-q.coeff_monomial(p) / (2 * q.coeff_monomial(p**2)))


def with_larger_budget(index: Index, said: Notion, goal: Notion) -> Iterator[tuple[Rule, Binding]]:
    """The rules that give a notion from itself with a smaller budget, with what their parameters are then, as it is written."""
    for rule in index.saying[head(goal)]:
        says = rule.says
        if (
            not rule.monotone
            or not isinstance(says, Notion)
            or len(rule.atoms) != 1
            or says.pair != goal.pair
        ):
            continue
        b = budgets(rule.atoms[0], said, {}, rule.free)
        b = None if b is None else budgets(says, goal, b, rule.free)
        if b is not None and len(b) >= len(rule.fresh):
            yield rule, b


def budgets(pattern: Notion, notion: Notion, b: Binding, free: Free) -> Binding | None:
    """The names of a rule's budget with those of a notion, as they are written; None where they differ."""
    found = dict(b)
    for name, value in zip(pattern.budget, notion.budget, strict=True):
        if name not in free or canon(found.get(name, value)) != canon(value):
            return None
        found.setdefault(name, value)
    return found


def without_quotients(x: Basic) -> Basic:
    """A canonical term with the quotients inside of its logarithms worked out."""
    with evaluate(True), suppress(BasePolynomialError):  # sympy may fail to find a common divisor
        return canon(canon(x).replace(log, lambda inner: log(sympy.cancel(inner))))
    return canon(x)
