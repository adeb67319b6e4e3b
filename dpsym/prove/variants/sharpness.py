"""Whether a claim is an equality at a point that its author names: some inequality that it consists of holds with
equality there, and so do the hypotheses; each with the kernel's word.

What always holds with equality tells nothing: an equation of the claim does not count, nor does 0 <= 0 at an event or
an outcome that is impossible.  Of a bound that holds with a high probability it is the bound itself that is looked at,
at an outcome with a positive mass.

Where the point leaves parameters open, the equality is proved for all values at which the hypotheses hold; where no
such proof is found, it is shown at several of these values, and no more than that is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product
from math import inf
from operator import attrgetter
from typing import Any

from sympy import Basic, Eq, Expr, Gt, Integer, Le
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym.kernel import Refused, digest
from dpsym.kernel.terms import Json, Sort, names
from dpsym.language import (
    DefinedFormula,
    EveryEvent,
    Exists,
    ForAll,
    Implication,
    Notion,
    Outcome,
    Parameter,
    Point,
    Theorem,
    UnderEachLaw,
    as_written,
)
from dpsym.language.fingerprint import of_expression
from dpsym.language.terms import Translation, kernel_name
from dpsym.prove import decide
from dpsym.prove.counterexamples.refute import show
from dpsym.prove.counterexamples.refute_points import as_expr
from dpsym.prove.decide import Env
from dpsym.prove.definedness.instances import environments, site
from dpsym.prove.lines.tactic import Prover
from dpsym.prove.proof.script import ZERO, Stuck, Term, fv, subst
from dpsym.prove.session import Session
from dpsym.prove.statement import Statement, implication, law_axioms
from dpsym.prove.strategy import FULL
from dpsym.prove.verdict import Said, Sharp
from dpsym.prove.witnesses.kept import (
    MISFITS,
    SPOILED,
    NotKept,
    Stored,
    accepted,
    conjunction,
    point_data,
    point_from,
    proof_of,
    put_away,
    taken_out,
)
from dpsym.prove.witnesses.values_at import lacking
from dpsym.reals.exact import exact
from dpsym.reals.real import NotRational, Value, compare

SAMPLES = 3  # values of open parameters at which equality is shown where no proof for all is found
TRIED = 24  # of their values that are looked at
OFFERED = 5  # relations of the claim that are offered to the kernel at one point
LEAVES = 4000  # relations that are evaluated at one point
WORK = 1_700_000  # steps of the kernel's arithmetic in one search
LINES = 600  # values of the names that are bound


# ------------------------------------------------------------------------------- the relations of a claim
Choice = Any  # which part, outcome, event or value, as JSON keeps it


@dataclass(frozen=True)
class Leaf:
    """One relation of a claim, at chosen values of the names that are bound around it.

    path      the choices: which part, which outcome, which event, which value
    supposed  what the claim supposes of the choices: premises, and the domains of bound parameters
    """

    path: tuple[Choice, ...]
    relation: Relational
    supposed: tuple[Boolean, ...]
    outcomes: tuple[tuple[Outcome, int], ...]
    events: tuple[tuple[AppliedUndef, tuple[int, ...]], ...]
    reals: tuple[tuple[Parameter, Expr], ...]


@dataclass(frozen=True)
class Choices:
    """What has been chosen on the way to a relation."""

    path: tuple[Choice, ...] = ()
    supposed: tuple[Boolean, ...] = ()
    outcomes: tuple[tuple[Outcome, int], ...] = ()
    events: tuple[tuple[AppliedUndef, tuple[int, ...]], ...] = ()
    reals: tuple[tuple[Parameter, Expr], ...] = ()


def but(c: Choices, step: Choice | None = None, **more: tuple) -> Choices:
    """The choices with one more."""
    fields = {name: getattr(c, name) for name in Choices.__dataclass_fields__}
    for name, extra in more.items():
        fields[name] = (*fields[name], *extra)
    return Choices(**{**fields, "path": c.path if step is None else (*c.path, step)})


Leaves = Iterator[tuple[Leaf, bool | None]]


def leaves(claim: Boolean, env: Env, at: Point) -> Leaves:
    """The relations of the claim with the names bound around them at values, and whether equality holds in each (None:
    exact evaluation leaves it open)."""
    given = {k.name: v for k, v in at.at}
    yield from _leaves(claim, env, Choices(), given)


def _leaves(thing: Basic, here: Env, c: Choices, given: Mapping[str, Expr]) -> Leaves:
    """The relations of a formula, at what has been chosen on the way to it; `given` are the values of the point."""
    if isinstance(thing, Relational):
        leaf = Leaf(c.path, thing, c.supposed, c.outcomes, c.events, c.reals)
        if not isinstance(thing, Eq):
            yield leaf, attained(leaf, here)
    elif isinstance(thing, UnderEachLaw):
        yield from _under_each_law(thing, here, c, given)
    elif isinstance(thing, Implication):
        yield from _leaves(thing.args[1], here, but(c, supposed=(thing.args[0],)), given)
    elif isinstance(thing, EveryEvent):
        for inner, chosen in events(thing.args[0], here, c):
            yield from _leaves(thing.args[1], inner, chosen, given)
    elif isinstance(thing, ForAll | Exists):
        yield from _bound(list(thing.args[0]), thing.args[1], here, c, given)
    else:
        for k, part in enumerate(members(thing)):
            yield from _leaves(part, here, but(c, k), given)


def _under_each_law(thing: UnderEachLaw, here: Env, c: Choices, given: Mapping[str, Expr]) -> Leaves:
    """The relations of an event at each outcome that is possible under the first law, then under the second."""
    event, _, pair = thing.args
    for order, mass in enumerate((pair.a, pair.b)):
        for chosen in here.elements(pair.outcomes):
            inner = at_outcomes(here, dict(zip(pair.outcomes, chosen, strict=True)))
            if decide.truth_of(possible(mass))(inner) is not False:
                yield from _leaves(event, inner, drawn(c, order, mass, pair.outcomes, chosen), given)


def _bound(
    variables: Sequence[Basic], body: Basic, here: Env, c: Choices, given: Mapping[str, Expr]
) -> Leaves:
    """The relations of a formula with each of the variables at its values."""
    if not variables:
        yield from _leaves(body, here, c, given)
        return
    first, *rest = variables
    for inner, chosen in values_for(first, here, c, given):
        yield from _bound(rest, body, inner, chosen, given)


def values_for(
    variable: Basic, here: Env, c: Choices, given: Mapping[str, Expr]
) -> Iterator[tuple[Env, Choices]]:
    """A bound variable at each of its values: the environment, and the choices with this one more."""
    if isinstance(variable, Outcome):
        for k in range(here.size_of(variable)):
            yield at_outcomes(here, {variable: k}), but(c, k, outcomes=((variable, k),))
    elif isinstance(variable, Parameter):
        for value, written in real_values(variable, here, given):
            inner = Env({**here.values, variable: value}, here.laws, None, here.sizes)
            inner.at = dict(here.at)
            yield (
                inner,
                but(c, put_away(written), supposed=variable.conditions, reals=((variable, written),)),
            )
    elif isinstance(variable, AppliedUndef) and all(isinstance(a, Outcome) for a in variable.args):
        yield from events(variable, here, c)


def events(event: AppliedUndef, here: Env, c: Choices) -> Iterator[tuple[Env, Choices]]:
    """Each event in the place of a bound one."""
    for bits in product((1, 0), repeat=here.count(event.args)):
        yield bound_event(here, event, bits), but(c, list(bits), events=((event, bits),))


def at_outcomes(here: Env, at: Mapping[Outcome, int]) -> Env:
    """The environment with outcomes at their places."""
    inner = Env(here.values, here.laws, None, here.sizes)
    inner.at = {**here.at, **at}
    return inner


def possible(mass: Expr) -> Boolean:
    """That an outcome has a positive mass."""
    with as_written():
        return Gt(mass, 0)


def drawn(c: Choices, order: int, mass: Expr, outcomes: Sequence[Outcome], chosen: Sequence[int]) -> Choices:
    """The choices with outcomes drawn from the first or the second law of a pair."""
    found = but(c, order, supposed=(possible(mass),))
    for outcome, k in zip(outcomes, chosen, strict=True):
        found = but(found, int(k), outcomes=((outcome, int(k)),))
    return found


def members(thing: Basic) -> Sequence[Basic]:
    """The formulas that a formula consists of, definitions unfolded."""
    with as_written():
        if isinstance(thing, Notion):
            return [thing.one_order(thing.pair), thing.one_order(thing.pair.swapped)]
        if isinstance(thing, DefinedFormula):
            return [thing.definition()]
    return [a for a in thing.args if isinstance(a, Boolean)]


def bound_event(env: Env, event: AppliedUndef, bits: Sequence[int]) -> Env:
    """The event as an indicator function on the listed outcomes."""
    masses = [exact(Integer(b)) for b in bits]
    inner = Env(env.values, {**env.laws, event.func.__name__: masses}, None, env.sizes)
    inner.at = dict(env.at)
    return inner


def real_values(first: Parameter, env: Env, given: Mapping[str, Expr]) -> Iterator[tuple[Value, Expr]]:
    """Values of a bound parameter: the one that the point gives it, else likely ones; exact, and as an expression."""
    if first.name in given:
        value = decide.number_of(given[first.name])(env)
        if value is not None:
            yield value, given[first.name]
        return
    for value in islice(decide.smart_values(first, env), 40):
        written = as_expr(value)
        if written is not None and decide.in_domain(first, value, env) is True:
            with suppress(NotKept):
                put_away(written)
                yield value, written


def attained(leaf: Leaf, env: Env) -> bool | None:
    """Whether both sides of a relation are equal, by exact evaluation; not where both are 0 at some event or outcome."""
    left, right = decide.sides(leaf.relation)
    try:
        sign = compare(left(env), right(env))
        if sign == 0 and (leaf.outcomes or leaf.events):
            return compare(left(env), exact(Integer(0))) != 0
    except (NotRational, TypeError, AttributeError):
        return None
    return None if sign is None else sign == 0


def leaf_at(claim: Boolean, path: Sequence[Stored]) -> Leaf | None:
    """The relation to which stored choices lead; None where they lead to none."""
    steps = list(path)

    def take() -> Stored:
        return steps.pop(0)

    thing: Basic = claim
    c = Choices(tuple(path))
    try:
        while not isinstance(thing, Relational):
            if isinstance(thing, Implication):
                c = but(c, supposed=(thing.args[0],))
                thing = thing.args[1]
            elif isinstance(thing, EveryEvent):
                c = but(c, events=((thing.args[0], event_bits(take())),))
                thing = thing.args[1]
            elif isinstance(thing, UnderEachLaw):
                event, _, pair = thing.args
                order = int(take())
                chosen = [int(take()) for _ in pair.outcomes]
                c = drawn(c, order, (pair.a, pair.b)[order], pair.outcomes, chosen)
                thing = event
            elif isinstance(thing, ForAll | Exists):
                for v in thing.args[0]:
                    step = take()
                    if isinstance(v, Outcome):
                        c = but(c, outcomes=((v, int(step)),))
                    elif isinstance(v, Parameter):
                        c = but(c, supposed=v.conditions, reals=((v, taken_out(step)),))
                    else:
                        c = but(c, events=((v, event_bits(step)),))
                thing = thing.args[1]
            else:
                thing = members(thing)[int(take())]
    except SPOILED:
        return None
    if steps or isinstance(thing, Eq):
        return None
    return Leaf(tuple(path), thing, c.supposed, c.outcomes, c.events, c.reals)


def event_bits(step: Stored) -> tuple[int, ...]:
    """An event as 0 or 1 for each outcome; ValueError for anything else."""
    if not all(b in (0, 1) for b in step):
        raise ValueError("not an event")
    return tuple(int(b) for b in step)


# ------------------------------------------------------------------------------------------------- the formulas
@dataclass(frozen=True)
class Equality:
    """The hypotheses at a point, and that a relation of the claim is an equality there, as the kernel reads them."""

    hypotheses: tuple[Term, ...]
    supposed: tuple[Term, ...]
    equation: Term
    sig: dict[str, Sort]
    sets: dict[str, tuple[str, ...]]

    @property
    def open(self) -> set[str]:
        """The names that the point leaves open."""
        listed = {e for elements in self.sets.values() for e in elements}
        return set().union(*map(fv, (*self.hypotheses, *self.supposed, self.equation))) - listed

    @property
    def here(self) -> Term:
        """All of it, at a complete point."""
        return conjunction((*self.hypotheses, *self.supposed, self.equation))

    @property
    def everywhere(self) -> Statement:
        """For all values of what is open: where the hypotheses hold, the relation is an equality."""
        conclusion = conjunction((*self.supposed, self.equation))
        spoken = set().union(*map(names, (*self.hypotheses, conclusion)))  # bound names have sorts too
        sig = {k: v for k, v in self.sig.items() if k in spoken or any(k in e for e in self.sets.values())}
        named = implication(self.hypotheses, conclusion)
        return Statement(sig, self.hypotheses, conclusion, named, dict(self.sets), {})


def equality(theorem: Theorem, st: Statement, at: Point, leaf: Leaf) -> Equality:
    """The formulas for a relation of the theorem's claim at a point; Stuck where the point does not determine it."""
    put, sig, sets = site(st, at)
    put = {**{k: subst(v, put) for k, v in st.masses.items()}, **put}
    tr = Translation()
    tr.sig = {k: v for k, v in st.sig.items() if k not in {e for s in st.sets.values() for e in s}}
    extra = [c for s in open_parameters(theorem, at) for c in s.conditions]
    domains = [tr.formula(c) for c in extra]
    bound: dict[str, Term] = {}
    for outcome, k in leaf.outcomes:
        bound[tr.declare(outcome.name, outcome.space)] = element(sets, outcome.space, k)
    for event, bits in leaf.events:
        spaces = [a.space for a in event.args]
        running = [f"{space.lower()}_{i or ''}" for i, space in enumerate(spaces)]
        sig.update(zip(running, spaces, strict=True))
        rows = list(product(*(range(len(sets.get(space, ()))) for space in spaces)))
        if len(rows) != len(bits):
            raise Stuck("an event on another number of outcomes")
        body: Term = ZERO
        for chosen, bit in zip(rows, bits, strict=True):
            if bit:
                same = [
                    ("ind", ("eq", x, element(sets, space, k)))
                    for x, space, k in zip(running, spaces, chosen, strict=True)
                ]
                body = ("+", body, same[0] if len(same) == 1 else ("*", *same))
        bound[kernel_name(event.func.__name__)] = ("lam", *running, body)
    for parameter, value in leaf.reals:
        bound[tr.declare(parameter.name, "R")] = subst(tr.term(value), put)
    read = tr.formula(leaf.relation)
    supposed = [tr.formula(c) for c in leaf.supposed]
    if read[0] not in ("<=", "<", "="):
        raise Stuck("not a relation between numbers")
    everything = {**put, **bound}
    sig = {**tr.sig, **sig}
    hypotheses = tuple(dict.fromkeys((*domains, *(subst(h, put) for h in st.hypotheses))))
    return Equality(
        hypotheses,
        tuple(subst(f, everything) for f in supposed),
        subst(("=", *read[1:]), everything),
        sig,
        sets,
    )


def element(sets: dict[str, tuple[str, ...]], space: str, k: int) -> str:
    """The k-th listed outcome of a space."""
    elements = sets.get(space, ())
    if not 0 <= k < len(elements):
        raise Stuck(f"the point lists no outcome {k + 1} of {space}")
    return elements[k]


def open_parameters(theorem: Theorem, at: Point) -> list[Parameter]:
    """The parameters in the values of a point that neither the point nor the theorem declares."""
    given = {k.name for k, _ in at.at} | {s.name for s in theorem.parameters}
    values = (*(v for _, v in at.at), *(m for _, row in at.laws for m in row))
    found = {s for v in values for s in v.free_symbols if isinstance(s, Parameter) and s.name not in given}
    return sorted(found, key=lambda s: s.name)


# ------------------------------------------------------------------------------------------------- the answers
def sharpness(session: Session, theorem: Theorem) -> tuple[Sharp, ...]:
    """What comes of each point of equality that the theorem names."""
    return tuple(sharp(session, theorem, at) for at in theorem.tight)


def sharp(session: Session, theorem: Theorem, at: Point) -> Sharp:
    """One point of equality: with the stored choices where the kernel accepts what comes of them, else by search."""
    st = session.statement(theorem)
    if session.without_value(theorem) is not None:
        missing = lacking(theorem, at, every=True)
        if missing is not None:
            return Sharp(
                "unknown", at, tried=f"{missing.term} is not seen to have a value there: {missing.rule}"
            )
    try:
        place = f"tight-{session.key(theorem)}-{digest([of_expression(theorem.claim), written(at)])}"
    except (NotKept, AttributeError):
        place = ""
    stored = session.kept(place) if place else None
    if stored is not None:
        found = recalled(theorem, st, at, stored)
        if found is not None:
            return found
    answer, kept = searched(theorem, st, at)
    if place and kept is not None:
        session.store.put(place, kept)
    return answer


def written(at: Point) -> list[Json | list[str]]:
    """A point as data, for its place in the store."""
    domains = [
        str(c)
        for _, v in at.at
        for s in sorted(v.free_symbols, key=attrgetter("name"))
        for c in getattr(s, "conditions", ())
    ]
    return [point_data(at), domains]


def recalled(theorem: Theorem, st: Statement, at: Point, stored: Stored) -> Sharp | None:
    """The answer that an earlier run found, if the kernel accepts each certificate for what is computed anew."""
    try:
        points, certificates = [], []
        for entry in stored["points"]:
            complete = point_from(entry["point"], theorem) if entry["point"] is not None else at
            leaf = leaf_at(theorem.claim, entry["leaf"])
            if complete is None or leaf is None or not completes(theorem, complete, at):
                return None
            if not any(tells(leaf, env) for env, _ in islice(environments(theorem, complete, 1), 1)):
                return None
            eq = equality(theorem, st, complete, leaf)
            if eq.open or not accepted(entry["certificate"], eq.here, eq.sig, eq.sets):
                return None
            points.append(complete)
            certificates.append(entry["certificate"])
        if not points:
            return None
        everywhere = stored.get("everywhere")
        if everywhere is not None:
            leaf = leaf_at(theorem.claim, everywhere["leaf"])
            if leaf is None:
                return None
            whole = equality(theorem, st, at, leaf).everywhere
            if not accepted(everywhere["certificate"], whole.formula, whole.sig, whole.sets):
                return None
            return Sharp("proved", at, tuple(points), (*certificates, everywhere["certificate"]))
        if is_complete(theorem, at):
            return Sharp("proved", at, (at,), tuple(certificates))
        return Sharp("at points", at, tuple(points), tuple(certificates)) if len(points) >= SAMPLES else None
    except (KeyError, *MISFITS):
        return None


def is_complete(theorem: Theorem, at: Point) -> bool:
    """Whether the point leaves nothing open."""
    given = {k.name for k, _ in at.at}
    return not open_parameters(theorem, at) and all(s.name in given for s in theorem.parameters)


def completes(theorem: Theorem, full: Point, at: Point) -> bool:
    """Whether the complete point is the given one with values for what that leaves open."""
    if is_complete(theorem, at):
        return full is at
    values = {k.name: v for k, v in full.at}
    open_ones = {s.name: s for s in (*theorem.parameters, *open_parameters(theorem, at))}
    known = {s: values[name] for name, s in open_ones.items() if name in values}
    for k, v in at.at:
        name = k.name
        if name not in values or (values[name] != v.xreplace(known) and values[name] != v):
            return False
    rows = dict(full.laws)
    laws = at.laws or tuple(theorem.where.items())
    return all(
        law in rows
        and len(rows[law]) == len(row)
        and all(m == w.xreplace(known) for m, w in zip(rows[law], row, strict=True))
        for law, row in laws
    )


def searched(theorem: Theorem, st: Statement, at: Point) -> tuple[Sharp, Json | None]:
    """The answer by search, and what is kept of it for later runs."""
    entries: list[Json] = []
    points: list[Point] = []
    tried = "no values at which the hypotheses could be evaluated"
    complete = is_complete(theorem, at)
    everywhere: Json | None = None
    for env, full in islice(environments(theorem, at, TRIED * 3), TRIED):
        if not complete and not allowed(theorem, env):
            continue
        full = at if complete else full
        got = one_point(theorem, st, full, env)
        if isinstance(got, Sharp):
            if got.verdict == "refuted":
                return Sharp("refuted", at, against=got.against), None
            tried = got.tried
            continue
        leaf, certificate = got
        try:
            data = None if complete else point_data(full)
        except NotKept:
            continue
        entries.append({"point": data, "leaf": list(leaf.path), "certificate": certificate})
        points.append(full)
        if complete:
            return Sharp("proved", at, (at,), (certificate,)), {"points": entries}
        if everywhere is None and len(points) == 1:
            everywhere = for_all(theorem, st, at, env, full)
            if everywhere is not None:
                found = (certificate, everywhere["certificate"])
                return Sharp("proved", at, tuple(points), found), {
                    "points": entries,
                    "everywhere": everywhere,
                }
        if len(points) == SAMPLES:
            certificates = tuple(e["certificate"] for e in entries)
            return Sharp("at points", at, tuple(points), certificates), {"points": entries}
    if points:
        return Sharp("at points", at, tuple(points), tuple(e["certificate"] for e in entries)), None
    return Sharp("unknown", at, tried=tried), None


def allowed(theorem: Theorem, env: Env) -> bool:
    """Whether the hypotheses may hold at these values of what the point leaves open."""
    laws = [name for name in theorem.laws if name in env.laws]
    conditions = (*theorem.domain, *theorem.given)
    return decide.laws_are_distributions(env, laws) and all(
        decide.truth_of(c)(env) is not False for c in conditions
    )


def one_point(theorem: Theorem, st: Statement, full: Point, env: Env) -> tuple[Leaf, Json] | Sharp:
    """A relation that is an equality at the complete point, with its certificate; else what is against it."""
    found = list(islice(leaves(theorem.claim, env, full), LEAVES))
    tried = "exact evaluation sees no relation of the claim that is an equality there"
    for leaf in [f for f, answer in found if answer][:OFFERED] + [f for f, answer in found if answer is None][
        :OFFERED
    ]:
        try:
            eq = equality(theorem, st, full, leaf)
            if eq.open:
                raise Stuck(f"the point gives no value for {', '.join(sorted(eq.open))}")
            certificate = proof_of(eq.here, eq.sig, eq.sets, WORK)
            if accepted(certificate, eq.here, eq.sig, eq.sets):
                return leaf, certificate
        except (Stuck, Refused, RecursionError) as e:
            tried = f"the kernel has no proof of equality there: {e}"
    return against(theorem, st, full, env, found) or Sharp("unknown", full, tried=tried)


def against(
    theorem: Theorem, st: Statement, full: Point, env: Env, found: list[tuple[Leaf, bool | None]]
) -> Sharp | None:
    """That the point breaks a hypothesis, or that no relation of the claim is an equality there; with the kernel's word."""
    for condition in (*theorem.domain, *theorem.given):
        tr = Translation()
        if decide.truth_of(condition)(env) is False and fails(st, full, tr, [tr.formula(condition)]):
            return Sharp("refuted", full, against=(Said("fails: ", condition),))
    for law in theorem.laws:
        if law not in env.laws or decide.laws_are_distributions(env, [law]):
            continue
        tr, name = Translation(), kernel_name(law)
        if fails(st, full, tr, law_axioms(tr, name, tuple(st.sig[name]))[1:]):
            return Sharp("refuted", full, against=(Said(f"the masses of {law} are not those of a law"),))
    if not found or len(found) == LEAVES or any(answer is not False for _, answer in found):
        return None
    if any(leaf.reals for leaf, _ in found):
        return None  # other values of a bound parameter were not looked at
    try:
        apart = []
        for leaf, _ in found[:LINES]:
            eq = equality(theorem, st, full, leaf)
            apart.append(("not", eq.equation))
        if len(found) > LINES or eq.open:
            return None
        formula = conjunction((*eq.hypotheses, *apart))
        certificate = proof_of(formula, eq.sig, eq.sets, WORK)
        if not accepted(certificate, formula, eq.sig, eq.sets):
            return None
    except (Stuck, Refused, RecursionError):
        return None
    leaf = nearest(found, env)
    left, right = (decide.outward(side(inside(env, leaf))) for side in decide.sides(leaf.relation))
    return Sharp(
        "refuted",
        full,
        (),
        (certificate,),
        (Said("", leaf.relation, f": left {show(left)}, right {show(right)}"),),
    )


def tells(leaf: Leaf, env: Env) -> bool:
    """Whether equality in the relation says something, as far as exact evaluation sees."""
    return attained(leaf, inside(env, leaf)) is not False


def inside(env: Env, leaf: Leaf) -> Env:
    """The values with the names bound around the relation."""
    here = env
    for event, bits in leaf.events:
        here = bound_event(here, event, bits)
    values = {p: decide.number_of(v)(here) for p, v in leaf.reals}
    here = Env(
        {**here.values, **{p: v for p, v in values.items() if v is not None}}, here.laws, None, here.sizes
    )
    here.at = dict(leaf.outcomes)
    return here


def nearest(found: list[tuple[Leaf, bool | None]], env: Env) -> Leaf:
    """The relation whose sides are closest (a guide for what is shown: nothing is decided by it)."""
    best, least = found[0][0], inf
    for leaf, _ in found:
        left, right = (decide.outward(side(inside(env, leaf))) for side in decide.sides(leaf.relation))
        try:
            gap = abs(float(left) - float(right))  # type: ignore[arg-type]
        except (TypeError, ValueError, OverflowError):
            continue
        if gap < least:
            best, least = leaf, gap
    return best


def fails(st: Statement, full: Point, tr: Translation, formulas: Iterable[Term]) -> bool:
    """Whether the kernel accepts that one of some formulas is false at the point."""
    try:
        put, sig, sets = site(st, full)
        put = {**{k: subst(v, put) for k, v in st.masses.items()}, **put}
        denied = [("not", subst(formula, put)) for formula in formulas]
    except (Stuck, Refused, RecursionError):
        return False
    sig = {**tr.sig, **sig}
    for formula in denied:
        with suppress(Stuck, Refused, RecursionError):
            if accepted(proof_of(formula, sig, sets, WORK), formula, sig, sets):
                return True
    return False


def for_all(theorem: Theorem, st: Statement, at: Point, env: Env, full: Point) -> Json | None:
    """A relation of the claim, and the certificate that it is an equality wherever the hypotheses hold at the point."""
    with as_written():
        bare = Theorem(title=f"equality: {theorem.title}"[:200], claim=Le(Integer(0), Integer(0)))
    given = Point(
        at.at, full.laws, at.note, at.sizes
    )  # bound names take the values that the point gives them, as written
    candidates = [leaf for leaf, answer in islice(leaves(theorem.claim, env, given), LEAVES) if answer]
    for leaf in candidates[:OFFERED]:
        try:
            whole = equality(theorem, st, at, leaf).everywhere
            prover = Prover(bare, {}, lambda t: "", whole, FULL.within(WORK))
            prover.s.read(whole.formula)
            certificate = prover.run()
            if accepted(certificate, whole.formula, whole.sig, whole.sets):
                return {"leaf": list(leaf.path), "certificate": certificate}
        except (Stuck, Refused, RecursionError):
            continue
    return None


__all__ = ["Leaf", "Sharp", "leaves", "sharp", "sharpness"]
