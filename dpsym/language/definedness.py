"""What must hold for every term of a statement to have a value: one list, for theorem files and typed claims.

A real term may lack a value: a quotient whose divisor is 0, a logarithm of a number that is not positive, a power with an
exponent that is no integer, or a root, of a number that is not positive.  An order of a Rényi moment is above 1, a prior lies
between 0 and 1, and listed masses are laws.  `needs` walks a theorem and gives, for each such term, the condition under
which it has a value, closed under what guards the term where it stands: the hypotheses before it, the domain of a
quantified name, the antecedent of an implication, the case of a Piecewise, an indicator that is a factor beside it.

The rules are those of a reader who goes from left to right: `A and B` asks that B has a value where A holds, `A or B`
where A fails, `A => B` where A holds; `for all x` and `there is x` ask it of every x in the domain.  Hypotheses that need
nothing guard all the others, in whatever order they are written.

Nothing is decided here but by the form of a term: a rational number, pi, e and what is built from exponentials and such
numbers by +, *, / and powers is positive; a condition that stands word for word among the guards holds.  Everything else
is left to a proof (`dpsym.prove.definedness.values`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

import sympy
from sympy import Add, Basic, Expr, Integer, Mul, Pow, Rational
from sympy.core.function import AppliedUndef
from sympy.core.relational import Eq, Ge, Gt, Le, Lt, Ne, Relational
from sympy.logic.boolalg import And, Boolean, BooleanFalse, BooleanTrue, Not, Or

from dpsym.language.expressions import (
    AllOf,
    AnyOf,
    Between,
    Defined,
    EveryEvent,
    Exists,
    Expectation,
    ForAll,
    Implication,
    Indicator,
    Loss,
    Notion,
    NotSo,
    Outcome,
    Parameter,
    Phi_inv,
    Posterior,
    Probability,
    RenyiMoment,
    Total,
    UnderEachLaw,
    Within,
    as_root,
    as_written,
    meaning,
    parts_of,
)
from dpsym.language.notions import FDP, LEVEL, RenyiDP
from dpsym.language.quantities import FiniteSum
from dpsym.language.statements import Theorem, free_functions
from dpsym.language.terms import Kinds

ZERO, ONE = Integer(0), Integer(1)
OF_NAMES = (
    "a power whose exponent is no number is exp(exponent*log(base)), also where the exponent is a natural number: "
    "its base has to be at least 0"
)


@dataclass(frozen=True)
class Need:
    """What one term needs to have a value.

    term       the term, as it stands in the statement
    condition  what must hold of it
    rule       the rule in words: "the logarithm needs a positive number"
    guards     what may be supposed where the term stands: conditions, and the names bound around it
    """

    term: Basic
    condition: Boolean
    rule: str
    guards: tuple[Guard, ...] = ()

    @property
    def any_value(self) -> bool:
        """Whether the kernel proves what is said for every value of the term: 1/0 and log 0 are any numbers to it."""
        return isinstance(self.condition, Ne) or isinstance(self.term, sympy.log)

    def closed(self, guards: Iterable[Guard] | None = None) -> Boolean:
        """The condition under its guards, or under some of them; a name that nothing inside speaks of is left out."""
        around = self.guards if guards is None else tuple(guards)
        if not around:
            return self.condition
        with as_written():
            found = self.condition
            for guard in reversed(around):
                if guard.name is None or speaks_of(found, guard.name):
                    found = guard.around(found)
            return found


@dataclass(frozen=True)
class Guard:
    """A condition that may be supposed, or a name that is bound: exactly one of the two."""

    condition: Boolean | None = None
    name: Basic | None = None
    event: bool = False  # the name is an event, the indicator of a set

    def around(self, inside: Boolean) -> Boolean:
        """The formula under this guard: from its condition, or for all values of its name."""
        if self.condition is not None:
            return Implication(self.condition, inside)
        assert self.name is not None
        return EveryEvent(self.name, inside) if self.event else ForAll((self.name,), inside)


def speaks_of(thing: Basic, name: Basic) -> bool:
    """Whether a bound name, perhaps of a function, occurs free in the formula."""
    if isinstance(name, AppliedUndef):
        return name.func.__name__ in free_functions((thing,))
    return name in thing.free_symbols


@dataclass(frozen=True)
class Stage:
    """Hypotheses, and what is needed once they hold: stage after stage the whole statement."""

    given: tuple[Boolean, ...]
    needs: tuple[Need, ...]


@dataclass(frozen=True)
class Values:
    """All that a theorem's terms need.

    stages   the hypotheses in an order in which each has a value where those before it hold, with the needs between
    listed   the listed laws that hold as such only from a stage on: masses by name
    """

    stages: tuple[Stage, ...] = ()
    listed: Mapping[str, tuple[Expr, ...]] = field(default_factory=dict)

    @property
    def needs(self) -> tuple[Need, ...]:
        """All needs, in the order in which the statement is read."""
        return tuple(n for s in self.stages for n in s.needs)


@as_written()  # once for all: sympy empties its caches at every change
def needs(theorem: Theorem, also: Iterable[tuple[int, Basic]] = ()) -> Values:
    """What the terms of the statement need: domains, hypotheses, listed masses, conclusion.

    `also` has further terms that must have a value, with the number of the hypothesis in which each stands, or -1 for
    the conclusion: what a typed claim says and its reading leaves out.
    """
    further: dict[int, list[Basic]] = {}
    for place, term in also:
        further.setdefault(place, []).append(term)
    items = [(c, ()) for c in theorem.domain]
    items += [(g, tuple(further.get(i, ()))) for i, g in enumerate(theorem.given)]
    plain = [
        c for c, terms in items if not terms and not _speaks_of(c, theorem.where) and not Walk().formula(c)
    ]
    rest = [(c, terms) for c, terms in items if not any(c is p for p in plain)]
    if theorem.where:  # what speaks of the listed laws comes after their masses
        rest.sort(key=lambda item: _speaks_of(item[0], theorem.where))
    walk = Walk(name for name in theorem.laws if name not in theorem.where)
    for c in plain:
        walk.suppose(c)
    stages: list[Stage] = []
    given: list[Boolean] = list(plain)
    found: list[Need] = []
    masses_open = bool(theorem.where)
    for c, terms in [*rest, (theorem.claim, tuple(further.get(-1, ())))]:
        last = c is theorem.claim and (c, terms) not in rest
        if masses_open and (last or _speaks_of(c, theorem.where)):
            found += walk.masses(theorem.where)
            masses_open = False
        for term in terms:
            found += walk.term(term)
        found += walk.formula(c)
        if found:
            stages.append(Stage(tuple(given), tuple(found)))
            given, found = [], []
        if not last:
            given.append(c)
            walk.suppose(c)
    if not stages:
        return Values((), {})
    return Values(tuple(stages), dict(theorem.where))


def _speaks_of(thing: Basic, laws: Collection[str]) -> bool:
    return bool(laws) and any(a.func.__name__ in laws for a in thing.atoms(AppliedUndef))


# ----------------------------------------------------------------------------------------------------- by form
def positive(e: Basic) -> bool:
    """Whether the form alone says that the term is positive wherever it has a value."""
    if isinstance(e, Rational):
        return bool(e.p > 0)
    if e is sympy.E or e is sympy.pi:
        return True
    if isinstance(e, sympy.exp):
        return not e.has(Loss)  # the exponential of a loss is a quotient of masses
    if isinstance(e, sympy.cosh):
        return True
    if isinstance(e, Pow):
        return positive(e.args[0])
    if isinstance(e, Mul):
        return all(map(positive, e.args))
    if isinstance(e, Add):
        return any(map(positive, e.args)) and all(map(nonnegative, e.args))
    return False


def nonnegative(e: Basic) -> bool:
    """Whether the form alone says that the term is not negative wherever it has a value."""
    if isinstance(e, Rational):
        return bool(e.p >= 0)
    if isinstance(e, sympy.Abs | Indicator):
        return True
    if isinstance(e, Pow):
        n = e.args[1]
        return nonnegative(e.args[0]) or (isinstance(n, Rational) and n.q == 1 and n.p % 2 == 0)
    if isinstance(e, Mul | Add):
        return all(map(nonnegative, e.args)) or positive(e)
    return positive(e)


def nonzero(e: Basic) -> bool:
    """Whether the form alone says that the term is not 0."""
    if isinstance(e, Mul):
        return all(map(nonzero, e.args))
    if isinstance(e, Rational):
        return bool(e.p != 0)
    return positive(e)


@lru_cache(50_000)
def always_defined(e: Basic) -> bool:
    """Whether the form alone says that a term needs nothing to have a value: numbers, names, their sums, products,
    exponentials and whole powers, and functions of these."""
    if isinstance(e, Rational | Parameter | Outcome) or not e.args:
        return True
    if isinstance(e, Pow):
        n = e.args[1]
        return isinstance(n, Rational) and n.q == 1 and n.p >= 0 and always_defined(e.args[0])
    if not (isinstance(e, Mul | sympy.exp) or visit_of("TERMS", type(e)) is None) or isinstance(
        e, Boolean | Loss
    ):
        return False
    return all(map(always_defined, e.args))


_visits: dict[tuple[str, type[Basic]], Callable[..., None] | None] = {}


def visit_of(table: str, kind: type[Basic]) -> Callable[..., None] | None:
    """How a kind of node is visited: as the first of the table that it falls under; None where there is none."""
    if issubclass(kind, AppliedUndef):  # of a class for each function, whose hashes take long
        kind = AppliedUndef
    if (table, kind) not in _visits:
        entries = getattr(Walk, table)
        _visits[table, kind] = next((visit for kinds, visit in entries if issubclass(kind, kinds)), None)
    return _visits[table, kind]


def factors_of(e: Basic) -> Iterable[Basic]:
    """The factors of a product, those of its factors included."""
    if isinstance(e, Mul):
        for a in e.args:
            yield from factors_of(a)
    else:
        yield e


def facing(f: Basic) -> Basic:
    """A relation with its smaller side to the left."""
    if isinstance(f, Gt | Ge):
        return (Lt if isinstance(f, Gt) else Le)(f.args[1], f.args[0], evaluate=False)
    return f


def is_true_of_numbers(f: Basic) -> bool:
    """Whether a formula is a relation < or <= of two rational numbers that holds."""
    if not isinstance(f, Lt | Le) or not all(isinstance(a, Rational) for a in f.args):
        return False
    less, more = (a.p * b.q for a, b in (f.args, f.args[::-1]))
    return bool(less < more if isinstance(f, Lt) else less <= more)


def bound_at(f: Basic, guards: tuple[Guard, ...]) -> int:
    """From which guard on the names of the formula mean what they mean in it: after the last that binds one of them."""
    functions = {a.func.__name__ for a in parts_of(f, AppliedUndef)}
    for i in range(len(guards), 0, -1):
        name = guards[i - 1].name
        if isinstance(name, AppliedUndef):
            if name.func.__name__ in functions:
                return i
        elif name is not None and f.has(name):
            return i
    return 0


def negation(f: Boolean) -> Boolean:
    """The denial of a formula: the opposite order for an order, the inside for a denial."""
    if isinstance(f, Le | Lt | Ge | Gt):
        left, right = facing(f).args
        return (Lt if isinstance(f, Le | Ge) else Le)(right, left, evaluate=False)
    if isinstance(f, NotSo | Not):
        return f.args[0]
    with as_written():
        return NotSo(f)


def conjuncts(f: Basic) -> list[Basic]:
    """What is said when the formula is: the parts of a conjunction, relations with the smaller side to the left."""
    if isinstance(f, AllOf | And):
        return [x for a in f.args for x in conjuncts(a)]
    if isinstance(f, Between | Within | UnderEachLaw):
        return conjuncts(meaning(f))
    return [facing(f)]


# -------------------------------------------------------------------------------------------------------- the walk
class Walk:
    """Collects needs; each method gives those that are new."""

    def __init__(self, laws: Iterable[str] = ()) -> None:
        self.laws = set(laws)  # of which the statement supposes that their masses are at least 0
        self.supposed: set[Basic] = set()  # hypotheses, word for word
        self.asked: dict[Basic, list[tuple[Guard, ...]]] = {}  # where each condition was asked before
        self.found: list[Need] = []

    def suppose(self, f: Boolean) -> None:
        """A hypothesis holds from here on."""
        self.supposed.update(conjuncts(f))

    def formula(self, f: Basic, guards: tuple[Guard, ...] = ()) -> list[Need]:
        """What the terms of a formula need under these guards, beyond what was asked before."""
        start = len(self.found)
        with as_written():
            self._formula(f, guards)
        return self.found[start:]

    def term(self, e: Basic, guards: tuple[Guard, ...] = ()) -> list[Need]:
        """What a term and its parts need under these guards, beyond what was asked before."""
        start = len(self.found)
        with as_written():
            self._term(e, guards)
        return self.found[start:]

    def masses(self, where: Mapping[str, tuple[Expr, ...]]) -> list[Need]:
        """Listed masses have values, are at least 0 and add up to 1."""
        start = len(self.found)
        with as_written():
            for law, masses in where.items():
                for m in masses:
                    self._term(m, ())
                for m in masses:
                    if not nonnegative(m):
                        self.ask(m, Le(ZERO, m), f"a mass of {law} is at least 0", ())
                whole = Add(*masses) if len(masses) > 1 else masses[0]
                self.ask(whole, Eq(whole, ONE), f"the masses of {law} add up to 1", ())
                self.laws.add(law)
        return self.found[start:]

    def asks(self, condition: Boolean) -> bool:
        """Whether a condition is left open: it is no true relation of two numbers."""
        with as_written():
            before = len(self.found)
            self.ask(condition, condition, "", ())
            return len(self.found) > before

    def ask(self, term: Basic, condition: Boolean, rule: str, guards: tuple[Guard, ...]) -> None:
        """Note that a term needs the condition, unless its form or the guards show it."""
        said = facing(condition)
        if is_true_of_numbers(said):
            return
        start = bound_at(said, guards)
        if self._guarded(said, guards[start:], free=start == 0):
            return
        for before in self.asked.setdefault(said, []):  # before in the same place, or outside of it
            if start <= len(before) and guards[: len(before)] == before:
                return
        self.asked[said].append(guards)
        self.found.append(Need(term, condition, rule, guards))

    def ask_nonzero(self, base: Basic, guards: tuple[Guard, ...]) -> None:
        """A product is not 0 when no factor is, a power when its base is not; a power of another kind is positive."""
        if isinstance(base, Mul):
            for factor in base.args:
                self.ask_nonzero(factor, guards)
        elif isinstance(base, Pow):
            n = base.args[1]
            if isinstance(n, Rational) and n.q == 1 and n.p > 0:
                self.ask_nonzero(base.args[0], guards)
        elif not nonzero(base):
            self.ask(base, Ne(base, ZERO), "the divisor must not be 0", guards)

    def _guarded(self, said: Basic, guards: tuple[Guard, ...], free: bool) -> bool:
        """Whether it stands among the guards, or, of names that are free, among the hypotheses."""
        wanted = {said}
        if isinstance(said, Ne) and said.args[1] == 0:
            wanted |= {Lt(ZERO, said.args[0]), Lt(said.args[0], ZERO)}
        if free and not wanted.isdisjoint(self.supposed):
            return True
        return any(not wanted.isdisjoint(conjuncts(g.condition)) for g in guards if g.condition is not None)

    # ------------------------------------------------------------------------------------------------ formulas
    def _formula(self, f: Basic, guards: tuple[Guard, ...]) -> None:
        visit = visit_of("FORMULAS", type(f))
        # what the kernel's language does not know is refused where it is translated
        (visit or Walk._parts)(self, f, guards)

    def _relation(self, f: Relational, guards: tuple[Guard, ...]) -> None:
        for side in f.args:
            for part in side.args if isinstance(side, Loss) else (side,):
                self._term(part, guards)

    def _all_of(self, f: Basic, guards: tuple[Guard, ...]) -> None:
        for part in f.args:
            self._formula(part, guards)
            guards = (*guards, Guard(part))

    def _any_of(self, f: Basic, guards: tuple[Guard, ...]) -> None:
        for part in f.args:
            self._formula(part, guards)
            guards = (*guards, Guard(negation(part)))

    def _negation(self, f: Basic, guards: tuple[Guard, ...]) -> None:
        self._formula(f.args[0], guards)

    def _implication(self, f: Implication, guards: tuple[Guard, ...]) -> None:
        self._formula(f.args[0], guards)
        self._formula(f.args[1], (*guards, Guard(f.args[0])))

    def _quantified(self, f: Basic, guards: tuple[Guard, ...]) -> None:
        self._formula(f.args[1], self._bound(f.args[0], guards))

    def _every_event(self, f: EveryEvent, guards: tuple[Guard, ...]) -> None:
        self._formula(f.args[1], (*guards, Guard(name=f.args[0], event=True)))

    def _notion(self, f: Notion, guards: tuple[Guard, ...]) -> None:
        for value in f.budget:
            inside = guards
            if isinstance(f, FDP) and LEVEL in value.free_symbols:
                inside = self._bound((LEVEL,), guards)
            self._term(value, inside)
        if isinstance(f, RenyiDP):
            self.ask(f.budget[0], Gt(f.budget[0], ONE), "the order must be greater than 1", guards)
        self._formula(meaning(f), guards)

    def _short(self, f: Boolean, guards: tuple[Guard, ...]) -> None:
        """A formula that is short for another one."""
        self._formula(meaning(f), guards)

    def _bound(self, names: Iterable[Basic], guards: tuple[Guard, ...]) -> tuple[Guard, ...]:
        """The guards with the names bound, each in its domain; a bound of a domain has a value too."""
        for v in names:
            if isinstance(v, Parameter):
                for c in v.bounds:
                    self._formula(c, (*guards, Guard(name=v)))
                guards = (*guards, Guard(name=v), *(Guard(c) for c in v.conditions))
            else:
                guards = (*guards, Guard(name=v))
        return guards

    # ------------------------------------------------------------------------------------------------ terms
    def _term(self, e: Basic, guards: tuple[Guard, ...]) -> None:
        if not always_defined(e):
            (visit_of("TERMS", type(e)) or Walk._parts)(self, e, guards)

    def _parts(self, e: Basic, guards: tuple[Guard, ...]) -> None:
        """The parts of what has a value wherever they have."""
        for part in e.args:
            if isinstance(part, Boolean) and not isinstance(part, sympy.Symbol):
                self._formula(part, guards)
            else:
                self._term(part, guards)

    def _exponential(self, e: Expr, guards: tuple[Guard, ...]) -> None:
        (self._exponent if e.has(Loss) else self._parts)(e, guards)

    def _logarithm(self, e: Expr, guards: tuple[Guard, ...]) -> None:
        self._term(e.args[0], guards)
        if not positive(e.args[0]):
            self.ask(e, Gt(e.args[0], ZERO), "the logarithm needs a positive number", guards)

    def _pieces(self, e: sympy.Piecewise, guards: tuple[Guard, ...]) -> None:
        power = as_root(e)
        if power is not None and not nonnegative(power.args[0]):
            self._term(power.args[0], guards)
            root = isinstance(power.args[1], Rational)
            rule = "a root needs a number that is at least 0" if root else OF_NAMES
            self.ask(power, Le(ZERO, power.args[0]), rule, guards)
        for value, when in e.args:
            if when is sympy.true or isinstance(when, BooleanTrue):
                self._term(value, guards)
                break
            self._formula(when, guards)
            self._term(value, (*guards, Guard(when)))
            guards = (*guards, Guard(negation(when)))

    def _indicator(self, e: Indicator, guards: tuple[Guard, ...]) -> None:
        self._formula(e.args[0], guards)

    def _total(self, e: Total, guards: tuple[Guard, ...]) -> None:
        self._term(e.body, self._bound(e.outcomes, guards))

    def _finite_sum(self, e: FiniteSum, guards: tuple[Guard, ...]) -> None:
        body, over, low, high = e.args
        for i in range(int(low), int(high) + 1):
            self._term(body.xreplace({over: Integer(i)}), guards)

    def _quantile(self, e: Phi_inv, guards: tuple[Guard, ...]) -> None:
        self._term(e.args[0], guards)
        for end in (Lt(ZERO, e.args[0]), Lt(e.args[0], ONE)):
            self.ask(e, end, "Phi_inv needs a number between 0 and 1", guards)

    def _moment(self, e: RenyiMoment, guards: tuple[Guard, ...]) -> None:
        self._term(e.args[0], guards)
        self.ask(e.args[0], Gt(e.args[0], ONE), "the order must be greater than 1", guards)
        self._term(meaning(e), guards)

    def _mean(self, e: Expr, guards: tuple[Guard, ...]) -> None:
        """A mean or a probability: only outcomes that have a mass count."""
        value, law, *outcomes = e.args
        if isinstance(law, AppliedUndef) and not getattr(law.func, "law", True):
            whole = Total(law, *outcomes)  # a function of which nothing says that it is a law
            self.ask(e, Eq(whole, ONE), "the masses of what it is drawn from add up to 1", guards)
        inside = self._bound(outcomes, guards)
        self._term(law, inside)
        inside = (*inside, *(Guard(c) for c in self._counts(law, inside)))
        (self._formula if isinstance(e, Probability) else self._term)(value, inside)

    def _defined(self, e: Expr, guards: tuple[Guard, ...]) -> None:
        self._term(meaning(e), guards)

    def _of_law(self, mass: Basic, guards: tuple[Guard, ...]) -> bool:
        """Whether it is a mass of a law of the statement, at outcomes: at least 0 by hypothesis."""
        return (
            isinstance(mass, AppliedUndef)
            and mass.func.__name__ in self.laws
            and all(isinstance(a, Outcome) for a in mass.args)
            and not any(isinstance(g.name, AppliedUndef) and g.name.func == mass.func for g in guards)
        )

    def _of_laws(self, e: Basic, guards: tuple[Guard, ...]) -> bool:
        """Whether it is made of such masses by sums and products, and so at least 0 too."""
        if isinstance(e, Total):
            return self._of_laws(e.body, guards)
        if isinstance(e, Mul | Add):
            return all(self._of_laws(a, guards) for a in e.args)
        return nonnegative(e) or self._of_law(e, guards)

    def _counts(self, law: Basic, guards: tuple[Guard, ...]) -> Iterable[Boolean]:
        """That a mass is not 0: a product, when no factor is; positive, where the statement supposes a law."""
        for factor in factors_of(law):
            if isinstance(factor, Pow) and isinstance(factor.args[1], Rational) and factor.args[1].p < 0:
                continue
            own = self._of_laws(factor, guards)
            if not nonzero(factor):
                yield Lt(ZERO, factor) if own else AnyOf(Lt(factor, ZERO), Lt(ZERO, factor))

    def _product(self, e: Mul, guards: tuple[Guard, ...]) -> None:
        """An indicator among the factors guards the others: where it is 0 the product is 0."""
        factors = list(factors_of(e))
        for factor in factors:
            if isinstance(factor, Indicator):
                self._formula(factor.args[0], guards)
                guards = (*guards, Guard(factor.args[0]))
        for factor in factors:
            if not isinstance(factor, Indicator):
                self._term(factor, guards)

    def _power(self, e: Pow, guards: tuple[Guard, ...]) -> None:
        base, exponent = e.args
        self._term(base, guards)
        self._term(exponent, guards)
        n = exponent
        if not isinstance(n, Rational) and n.is_number and not n.has(sympy.exp, sympy.log):
            with sympy.evaluate(True):
                n = n.func(*n.args)  # a number left unevaluated, e.g. 1/2 as 2**(-1)
        if isinstance(n, Rational) and n.q == 1:
            if n.p < 0:
                self.ask_nonzero(base, guards)
        elif not positive(base):
            rule = (
                "a root needs a positive number"
                if isinstance(n, Rational)
                else "the base of this power must be positive"
            )
            self.ask(e, Gt(base, ZERO), rule, guards)

    def _exponent(self, e: Expr, guards: tuple[Guard, ...]) -> None:
        """e^z is a quotient of masses, and e^-z the other one."""
        parts = list(e.args[0].args) if isinstance(e.args[0], Add) else [e.args[0]]
        while parts:
            part = parts.pop()
            if isinstance(part, Add):
                parts += part.args
                continue
            loss = (
                part if isinstance(part, Loss) else next((a for a in part.args if isinstance(a, Loss)), None)
            )
            if loss is None:
                self._term(part, guards)
                continue
            for mass in loss.args:
                self._term(mass, guards)
            below = loss.args[1 if part is loss else 0]
            self.ask_nonzero(below, guards)

    def _posterior(self, e: Posterior, guards: tuple[Guard, ...]) -> None:
        """A prior between 0 and 1, of masses that are at least 0.

        The posterior is then 0 by definition where Bayes' rule reads 0/0: its numerator, the prior times a mass, is 0.
        """
        prior, *masses = e.args
        for part in e.args:
            self._term(part, guards)
        self.ask(prior, Le(ZERO, prior), "the prior must be at least 0", guards)
        self.ask(prior, Le(prior, ONE), "the prior must be at most 1", guards)
        for mass in masses:
            own = self._of_law(mass, guards)
            if not nonnegative(mass) and not own:
                self.ask(e, Le(ZERO, mass), "a posterior is one of masses that are at least 0", guards)

    # How each kind of node is visited: as the first of these that it is.
    FORMULAS: ClassVar[tuple[tuple[Kinds, Callable[..., None]], ...]] = (
        (BooleanTrue | BooleanFalse, lambda self, f, guards: None),
        (Relational, _relation),
        (AllOf | And, _all_of),
        (AnyOf | Or, _any_of),
        (NotSo | Not, _negation),
        (Implication, _implication),
        (ForAll | Exists, _quantified),
        (EveryEvent, _every_event),
        (Notion, _notion),
        (Between | Within | UnderEachLaw, _short),
    )
    TERMS: ClassVar[tuple[tuple[Kinds, Callable[..., None]], ...]] = (
        (Mul, _product),
        (Pow, _power),
        (sympy.exp, _exponential),
        (sympy.log, _logarithm),
        (sympy.Piecewise, _pieces),
        (Indicator, _indicator),
        (Total, _total),
        (FiniteSum, _finite_sum),
        (Phi_inv, _quantile),
        (Posterior, _posterior),
        (RenyiMoment, _moment),
        (Expectation | Probability, _mean),
        (Defined, _defined),
    )


__all__ = ["Guard", "Need", "Stage", "Values", "needs"]
