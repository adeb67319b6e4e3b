"""Certified formulas as the shape check reads them: distinct bound names, what is supposed of each function."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, wraps
from typing import Concatenate, ParamSpec, TypeVar

from dpsym.kernel.terms import BINDERS, OPS, Sort, Tree, fv, names, node

ZERO, ONE = Fraction(0), Fraction(1)
RELATIONS = frozenset({"<=", "<", "="})


class NoLift(Exception):
    """The claim does not have the shape of the lemma; the text says where."""


def compound(t: Tree) -> bool:
    """Whether a tree is no leaf."""
    return isinstance(t, tuple)


def applied(t: Tree) -> bool:
    """Whether a tree is a function of the signature at arguments."""
    return isinstance(t, tuple) and t[0] not in OPS


def is_number(t: Tree, value: Fraction) -> bool:
    """Whether a tree is this number; a fraction compares itself slowly with what is none."""
    return type(t) is Fraction and t == value


def shown(name: str) -> str:
    """A bound name as the claim has it."""
    return name.split("#")[0]


def listed(found: Iterable[str]) -> str:
    """Names in words, sorted."""
    return ", ".join(sorted({shown(x) for x in found}))


def conjuncts(f: Tree) -> list[Tree]:
    """The members of a conjunction, of those inside of it too."""
    return [x for a in f[1:] for x in conjuncts(a)] if f[0] == "and" else [f]


def taken_apart(f: Tree) -> tuple[list[Tree], Tree]:
    """What is supposed, and the conclusion, of a chain of implications."""
    given: list[Tree] = []
    while f[0] == "->":
        given += conjuncts(f[1])
        f = f[2]
    return given, f


def factors(t: Tree) -> list[Tree]:
    """The factors of a product, of those inside of it too."""
    return [x for a in t[1:] for x in factors(a)] if compound(t) and t[0] == "*" else [t]


def canon(t: Tree, bound: Mapping[str, str] | None = None) -> str:
    """A text that two trees share only if they differ in bound names at most, each of them of one sort in both."""
    bound = bound or {}
    if type(t) is Fraction:
        return str(t)
    if isinstance(t, str):
        return bound.get(t, t)
    if t[0] in BINDERS:
        within = {*bound, *t[1:-1]}
        new = {
            v: f"{'' if tells(t[-1], v, within) else shown(v)}@{len(bound) + k}"  # one name has one sort
            for k, v in enumerate(t[1:-1])
        }
        return f"({' '.join([t[0], *new.values(), canon(t[-1], {**bound, **new})])})"
    return f"({' '.join([bound.get(t[0], t[0]), *(canon(a, bound) for a in t[1:])])})"


def tells(t: Tree, name: str, bound: Collection[str]) -> bool:
    """Whether a tree tells of what sort a name in it is: it is a function of it that is not bound, a term of numbers with it,
    or applies it.  sum_y 1 does not, and two such sums over different sets have different values."""
    if not compound(t):
        return False
    if t[0] in BINDERS:
        return tells(t[-1], name, {*bound, *t[1:-1]})
    telling = t[0] not in bound and t[0] != "eq"
    return t[0] == name or (telling and name in t[1:]) or any(tells(a, name, bound) for a in t[1:])


def distinct(t: Tree, sig: Mapping[str, Sort]) -> tuple[Tree, dict[str, Sort]]:
    """The formula with every bound name bound once and nowhere free, and the sorts of all its names."""
    sorts: dict[str, Sort] = {}
    count = 0

    def go(t: Tree, env: dict[str, str]) -> Tree:
        nonlocal count
        if type(t) is Fraction:
            return t
        if isinstance(t, str):
            name = env.get(t, t)
            sorts.setdefault(name, sig[t])
            return name
        if t[0] in BINDERS:
            if len(t) != 3 or t[0] == "lam":
                raise NoLift("a function written out")
            count += 1
            new = f"{t[1]}#{count}"
            sorts[new] = sig[t[1]]
            return node(t[0], new, go(t[2], {**env, t[1]: new}))
        head = t[0] if t[0] in OPS else go(t[0], env)
        return node(head, *(go(a, env) for a in t[1:]))

    return go(t, {}), sorts


def bound_names(t: Tree) -> Iterator[str]:
    """The names that a tree binds."""
    if compound(t):
        if t[0] in BINDERS:
            yield t[1]
        for a in t[1:]:
            yield from bound_names(a)


def put_in(t: Tree, at: Mapping[str, str | Fraction]) -> Tree:
    """The tree with names or numbers in place of names; bound names are distinct, so nothing is captured."""
    if isinstance(t, str):
        return at.get(t, t)
    return node(t[0], *(put_in(a, at) for a in t[1:])) if compound(t) else t


@dataclass(frozen=True)
class Space:
    """A set on which laws live, in a claim.

    name     the set, which is to be any measurable space
    sorts    sort of every name of the claim
    general  sets that have been made general before
    pairs    whether a hypothesis may speak of all two outcomes at once, outside of one null set
    """

    name: str
    sorts: Mapping[str, Sort]
    general: frozenset[str] = frozenset()
    pairs: bool = False

    def on(self, f: str) -> bool:
        """Whether the function takes an outcome of the set."""
        sort = self.sorts.get(f)
        return isinstance(sort, tuple) and self.name in sort

    @cached_property
    def letters(self) -> frozenset[str]:
        """The outcomes of the set and the functions on it."""
        return frozenset(x for x, sort in self.sorts.items() if sort == self.name or self.on(x))

    def met_by(self, t: Tree) -> bool:
        """Whether a tree mentions the set: an outcome, a function or a binder of it."""
        return not self.letters.isdisjoint(names(t))

    def bound_in(self, t: Tree) -> bool:
        """Whether a tree sums or quantifies over the set, or over functions on it."""
        if not compound(t):
            return False
        here = t[0] in BINDERS and (self.sorts[t[1]] == self.name or self.on(t[1]))
        return here or any(self.bound_in(a) for a in t[1:])


A = ParamSpec("A")
R = TypeVar("R")
REMEMBERED = 300  # answers to one question


def once(
    ask: Callable[Concatenate[Tree, Space, A], R],
) -> Callable[Concatenate[Tree, Space, A], R]:
    """A decorator: what is asked of a formula and a space is found out once, while the sorts of the names are those that it
    was asked with; the many readings of one claim ask the same."""
    known: dict[tuple[object, ...], tuple[Mapping[str, Sort], R | None, str]] = {}

    @wraps(ask)
    def asked(formula: Tree, space: Space, *args: A.args, **named: A.kwargs) -> R:
        key = (formula, space.name, space.general, space.pairs, args, *named.items())
        found = known.get(key)
        if found is None or found[0] is not space.sorts:
            try:
                found = (space.sorts, ask(formula, space, *args, **named), "")
            except NoLift as e:
                found = (space.sorts, None, str(e))
            if len(known) >= REMEMBERED:
                known.clear()
            known[key] = found
        if found[1] is None:
            raise NoLift(found[2])
        return found[1]

    return asked


# ------------------------------------------------------------------------------- what is supposed of functions
@lru_cache(64)
def supposed(f: Tree) -> tuple[tuple[Tree, frozenset[str] | None], ...]:
    """What is supposed before the conclusion is read, with the names of which it may be believed (None: all).

    A supposition inside one of several conclusions holds there only; so it is believed of names bound there.
    """
    return tuple(_supposed(f, None))


def _supposed(f: Tree, own: frozenset[str] | None) -> Iterator[tuple[Tree, frozenset[str] | None]]:
    """What a part of a formula supposes, of which the names `own` are bound in one of several conclusions."""
    if f[0] == "all":
        yield from _supposed(f[2], None if own is None else own | {f[1]})
    elif f[0] == "->":
        for h in conjuncts(f[1]):
            for fact in (h, *spread(h)):
                yield fact, own
        yield from _supposed(f[2], own)
    elif f[0] == "and":
        for a in f[1:]:
            yield from _supposed(a, frozenset())


def spread(f: Tree) -> list[Tree]:
    """The facts that "for all ...: this and that" puts together, each with its quantifiers; none where it is one fact."""
    if f[0] == "all":
        return [("all", f[1], g) for g in spread(f[2])]
    return [h for g in f[1:] for h in spread(g) or [g]] if f[0] == "and" else []


@lru_cache(2000)
def said_for_all(f: Tree) -> tuple[Tree, tuple[str, ...]]:
    """The body of "for all ..., for all ...", and the names."""
    bound = []
    while f[0] == "all":
        bound.append(f[1])
        f = f[2]
    return f, tuple(bound)


def free_application(t: Tree, bound: Sequence[str]) -> bool:
    """Whether a tree is a function at distinct names that are all bound here."""
    return applied(t) and len(set(t[1:])) == len(t) - 1 and set(t[1:]) <= set(bound)


def nonnegative_of(fact: Tree) -> str | None:
    """The function of which a fact says that it is nowhere negative."""
    body, bound = said_for_all(fact)
    least = body[0] == "<=" and is_number(body[1], ZERO)
    return body[2][0] if least and free_application(body[2], bound) else None


def total_of(fact: Tree, sorts: Mapping[str, Sort], space: str) -> str | None:
    """The function of which a fact says that its sums, over the space among others, are 1."""
    body, bound = said_for_all(fact)
    if body[0] != "=" or not any(is_number(side, ONE) for side in body[1:]):
        return None
    t = body[1] if is_number(body[2], ONE) else body[2]
    summed: list[str] = []
    while compound(t) and t[0] == "sum":
        summed.append(t[1])
        t = t[2]
    if not any(sorts[x] == space for x in summed) or not free_application(t, [*bound, *summed]):
        return None
    return t[0] if {*summed} <= {*t[1:]} else None  # a sum over another name counts the elements of its set


def may_diverge(t: Tree, facts: Facts) -> bool:
    """Whether a term holds a sum, over whatever set, that an integral without bound may stand for: of a quotient, an
    exponential or a logarithm of masses, or of a function that need have no bound. Sums that are linear in masses and tests are
    finite on all spaces, whatever the tests are taken at."""
    if not compound(t):
        return False
    limited = facts.masses | facts.small | set(facts.tests)
    known = limited | facts.laws | {f for f, _ in facts.means}
    if t[0] == "sum" and (steep(t[2]) or any(a[0] not in known for a in applications(t[2], limited))):
        return True
    return any(may_diverge(a, facts) for a in t[1:])


def steep(t: Tree) -> bool:
    """Whether a term holds a quotient by masses, or an exponential, a logarithm or a power of them."""
    if not compound(t):
        return False
    argument = t[2:] if t[0] == "/" else t[1:]
    if t[0] in ("/", "exp", "log", "^") and any(map(applications, argument)):
        return True
    return any(steep(a) for a in t[1:])


def applications(t: Tree, whole: Collection[str] = ()) -> list[Tree]:
    """The parts of a tree that apply a function of the claim, but for what functions of `whole` are taken at."""
    if not compound(t):
        return []
    inside = [] if t[0] in whole else [x for a in t[1:] for x in applications(a, whole)]
    return [*([t] if applied(t) else []), *inside]


def test_of(fact: Tree) -> tuple[str, str] | None:
    """A function and "event", where a fact says that its values are 0 and 1, or "test": between 0 and 1."""
    body, bound = said_for_all(fact)
    if len(body) != 3 or body[0] not in ("or", "and") or not (compound(body[1]) and compound(body[2])):
        return None
    one, two = body[1:]
    if body[0] == "or" and one[0] == two[0] == "=" and one[1] == two[1] and {one[2], two[2]} == {ZERO, ONE}:
        return (one[1][0], "event") if free_application(one[1], bound) else None
    if body[0] == "and" and one[0] == two[0] == "<=" and (one[1], two[2]) == (ZERO, ONE) and one[2] == two[1]:
        return (two[1][0], "test") if free_application(two[1], bound) else None
    return None


def between_of(fact: Tree, space: Space) -> str | None:
    """The function of which a fact says that all its values lie between two numbers, which are the same for all of them: no
    letter of the fact is in the bounds, so that they do not depend on where the function is read, and no integral on a general
    set, which may be infinite."""
    body, bound = said_for_all(fact)
    if len(body) != 3 or body[0] != "and" or not (compound(body[1]) and compound(body[2])):
        return None
    one, two = body[1:]
    if one[0] != "<=" or two[0] != "<=" or one[2] != two[1] or not free_application(two[1], bound):
        return None
    if any(names(end) & set(bound) or not uniform(end, bound, space) for end in (one[1], two[2])):
        return None
    return str(two[1][0])


@dataclass(frozen=True)
class Facts:
    """What a claim supposes of functions on the space: which are laws, which tests ("event" or "test"), and which are
    masses of laws on a set that is finite still, so that no value is above 1; and of functions on any sets, which are nowhere
    negative, which lie between two numbers, of which the sums at one place are 1; and products whose sums have a bound."""

    laws: frozenset[str]
    tests: Mapping[str, str]
    masses: frozenset[str] = frozenset()
    signs: frozenset[str] = frozenset()
    small: frozenset[str] = frozenset()
    means: frozenset[tuple[str, int]] = frozenset()
    finite: tuple[tuple[list[Tree], list[str]], ...] = ()  # the factors, and the names that may be any


def mean_of(fact: Tree) -> tuple[str, int] | None:
    """The function of which a fact says that each sum at one place, and at no other, is 1; with this place."""
    body, bound = said_for_all(fact)
    if body[0] != "=" or not any(is_number(side, ONE) for side in body[1:]):
        return None
    t = body[1] if is_number(body[2], ONE) else body[2]
    if not (compound(t) and t[0] == "sum" and free_application(t[2], [*bound, t[1]]) and t[1] in t[2][1:]):
        return None
    return t[2][0], t[2][1:].index(t[1])


def capped_of(fact: Tree, space: Space) -> str | None:
    """The function of which a fact says that no value is above a number, the same for all numbers at which it is taken, and at
    all outcomes of general sets."""
    body, bound = said_for_all(fact)
    if body[0] != "<=" or not free_application(body[1], bound):
        return None
    return body[1][0] if uniform(body[2], bound, space) else None


def uniform(t: Tree, bound: Sequence[str], space: Space) -> bool:
    """Whether a term has one value, for all outcomes and integrals of general sets, and for all numbers that are bound."""
    general = [Space(s, space.sorts) for s in (space.name, *space.general)]
    infinite = {x for x in bound if space.sorts[x] == "R" or isinstance(space.sorts[x], tuple)}
    return not fv(t) & infinite and not any(s.met_by(t) for s in general)


def finite_of(fact: Tree, space: Space) -> tuple[list[Tree], list[str]] | None:
    """The factors of which a fact says that the sum of their products over the space is a number, or at most one, that is no
    integral and the same at all outcomes of general sets; with the names that may be any."""
    body, bound = said_for_all(fact)
    if body[0] not in ("<=", "="):
        return None
    total, number = body[1:]
    if body[0] == "=" and not (compound(total) and total[0] == "sum"):
        total, number = number, total
    if not compound(total) or total[0] != "sum" or not uniform(number, bound, space):
        return None
    y, parts = total[1], factors(total[2])
    plain = all(applied(a) and all(isinstance(x, str) for x in a[1:]) for a in parts)
    alone = len({a[0] for a in parts if compound(a)}) == len(parts)
    return (parts, [*bound, y]) if plain and alone and space.sorts[y] == space.name else None


@once
def facts_of(formula: Tree, space: Space) -> Facts:
    """The laws and tests on a space; a function is one only if a supposition of the claim says so everywhere."""
    signs: set[str] = set()
    small: set[str] = set()
    totals: set[tuple[str, str]] = set()
    means: set[tuple[str, int]] = set()
    tests: dict[str, str] = {}
    finite: list[tuple[list[Tree], list[str]]] = []
    limits: set[str] = set()
    others = {a for f in space.sorts if space.on(f) for a in space.sorts[f]} - {
        "R",
        space.name,
        *space.general,
    }
    for fact, own in supposed(formula):
        believed = lambda f: f is not None and (own is None or f in own)  # noqa: B023, E731
        sign, test, capped, mean = (
            nonnegative_of(fact), test_of(fact), capped_of(fact, space), mean_of(fact)
        )  # fmt: skip
        signs |= {sign} if sign and believed(sign) else set()
        small |= {capped} if capped and believed(capped) else set()
        means |= {mean} if mean and believed(mean[0]) else set()
        integral = finite_of(fact, space)
        if integral and own is None:
            finite.append(integral)
        for name in (space.name, *others):
            total = total_of(fact, space.sorts, name)
            if total and believed(total) and space.on(total):
                totals.add((name, total))
        limit = between_of(fact, space)
        if limit is not None and believed(limit):
            limits.add(limit)
        if test and believed(test[0]):
            signs.add(test[0])
            small.add(test[0])
            if space.on(test[0]):
                tests[test[0]] = "event" if "event" in (test[1], tests.get(test[0])) else "test"
    here = {f for f in signs if space.on(f)}
    laws = {f for name, f in totals if name == space.name}
    masses = {
        f for name, f in totals if name != space.name
    } - laws  # of a law on the space values are densities
    return Facts(
        frozenset(here & laws), tests, frozenset(here & masses), frozenset(signs), frozenset(signs & small | limits),
        frozenset(m for m in means if m[0] in signs), tuple(f for f in finite if all(a[0] in signs for a in f[0])),
    )  # fmt: skip
