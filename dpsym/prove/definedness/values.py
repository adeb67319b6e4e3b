"""Every term of a theorem has a value where its hypotheses hold: kernel certificates, or a point where one has none.

`dpsym.language.definedness` lists what the terms need.  Each need is a closed statement of its own: the hypotheses in force
imply the condition.  A certificate may show it from fewer hypotheses, never from others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from sympy import Add, Basic, Eq, Gt, Integer, Le, Lt, Mul, Pow, exp, log, preorder_traversal
from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym import deadline
from dpsym.kernel import Checked, Refused, check
from dpsym.kernel.terms import Json
from dpsym.language import (
    AllOf,
    ArgMin,
    Between,
    Cases,
    Chain,
    ForAll,
    Indicator,
    Notion,
    Outcome,
    Parameter,
    Point,
    RenyiMoment,
    StatementError,
    Theorem,
    Total,
    as_written,
    function,
    have,
    let,
)
from dpsym.language.definedness import Need, Values, factors_of, needs
from dpsym.language.names import kernel_name
from dpsym.language.statements import free_functions
from dpsym.language.steps import Step, used_in
from dpsym.language.terms import Translation, characterised
from dpsym.prove.lines.tactic import Prover
from dpsym.prove.proof.script import Stored, Stuck
from dpsym.prove.statement import Statement, implication, law_axioms, listed
from dpsym.prove.strategy import FULL, PLAIN, Effort
from dpsym.prove.verdict import Open
from dpsym.prove.workspace import Workspace

ONE = Integer(1)
SPLITS = 4  # numbers on which cases are distinguished
WORK = 1_500_000  # steps of the kernel's arithmetic in the search for one proof


class Ways(Protocol):
    """Steps to try for a need, with what they may spend; `whole`: at the statement with all hypotheses."""

    def __call__(
        self, theorem: Theorem, need: Need, whole: bool
    ) -> Iterator[tuple[tuple[Step, ...], Effort]]: ...


@dataclass(frozen=True)
class Shown:
    """What is known of the values of a theorem's terms.

    open          the first need that is not shown; None when every term has a value
    certificates  of the needs, for the kernel, in the order of `needs`
    """

    open: Open | None = None
    certificates: tuple[Json, ...] = ()


def shown(session: Workspace, theorem: Theorem, values: Values | None = None) -> Shown:
    """Whether every term of the theorem has a value."""
    values = needs(theorem) if values is None else values
    found: list[Json] = []
    for need, given in in_force(values):
        missing = open_need(session, theorem, values, need, given, found)
        if missing is not None:
            return Shown(missing, tuple(found))
    return Shown(None, tuple(found))


def open_need(
    session: Workspace,
    theorem: Theorem,
    values: Values,
    need: Need,
    given: tuple[Boolean, ...],
    found: list[Json] | None = None,
) -> Open | None:
    """None where the need is shown, and its certificate is put with those found; else what is known of it."""
    certificate, tried = proved(session, theorem, values, need, given, first_ways)
    if certificate is None:
        point = against(session, theorem, values, need, given)
        if point is not None:
            return Open(need, point, tried)
        certificate, tried = proved(session, theorem, values, need, given, last_ways)
    if certificate is None:
        return Open(need, None, tried)
    if found is not None:
        found.append(certificate)
    return None


def in_force(values: Values) -> Iterator[tuple[Need, tuple[Boolean, ...]]]:
    """Each need with the hypotheses in force where its term stands."""
    given: tuple[Boolean, ...] = ()
    for stage in values.stages:
        given += stage.given
        for need in stage.needs:
            yield need, given


# ------------------------------------------------------------------------------------------------ the statements
def statements(
    theorem: Theorem, values: Values, need: Need, given: tuple[Boolean, ...]
) -> Iterator[tuple[Boolean, Statement]]:
    """The need as a closed statement: from what speaks of its own names only, from what speaks of numbers, from all."""
    tried: list[tuple[tuple[Boolean, ...], Boolean]] = []
    for keep in (near(need), numbers(need), lambda _: True):
        hypotheses = tuple(g for g in given if keep(g))
        closed = need.closed([g for g in need.guards if g.name is not None or keep(g.condition)])
        if (hypotheses, closed) not in tried:
            tried.append((hypotheses, closed))
            yield closed, statement_of(theorem, values, hypotheses, closed)


def near(need: Need) -> Callable[[Basic], bool]:
    """Whether a hypothesis is a relation of some of the names in the condition."""
    names = need.condition.free_symbols
    functions = set(free_functions((need.condition,)))
    return lambda g: g.free_symbols <= names and set(free_functions((g,))) <= functions and not heavy(g)


def numbers(need: Need) -> Callable[[Basic], bool]:
    """Whether a hypothesis speaks of numbers only, or of functions in the condition."""
    functions = set(free_functions((need.condition,)))
    return lambda g: set(free_functions((g,))) <= functions and not heavy(g)


def heavy(g: Basic) -> bool:
    """Whether a hypothesis is a notion: it seldom says that a term has a value, and makes the search long."""
    return isinstance(g, Notion)


def statement_of(
    theorem: Theorem, values: Values, hypotheses: tuple[Boolean, ...], closed: Boolean
) -> Statement:
    """The hypotheses imply the condition; the masses of laws are at least 0 and add up to 1, but for those that are listed."""
    tr = Translation()
    conclusion = tr.formula(closed)
    said = [tr.formula(h) for h in hypotheses]
    said[:0] = characterised(tr)
    for law in theorem.laws:
        sort = tr.sig.get(kernel_name(law))
        if law not in theorem.where and isinstance(sort, tuple):
            said.append(law_axioms(tr, kernel_name(law), sort))
    st = Statement(dict(tr.sig), tuple(said), conclusion, implication(said, conclusion))
    masses = {law: m for law, m in values.listed.items() if law in st.sig}
    return listed(st, masses) if masses else st


# ------------------------------------------------------------------------------------------------------ proofs
def proved(
    session: Workspace, theorem: Theorem, values: Values, need: Need, given: tuple[Boolean, ...], ways: Ways
) -> tuple[Json | None, str]:
    """A certificate that the kernel accepts for the need, or what was tried."""
    before = deadline.taken()
    wanted = []  # most needs are found at the first statement, and the others not made
    for closed, st in statements(theorem, values, need, given):
        wanted.append((closed, st))
        shown_before = shown_already(session, theorem, st)
        if shown_before is not None:
            return shown_before, ""
        stored = session.kept(f"value-{st.digest}")
        if stored is not None and uses_theorems(stored.get("certificate")):
            session.settle_uses(theorem)
        if stored is not None and accepted(stored.get("certificate"), st, session, theorem):
            session.shown_values[st.digest] = stored["certificate"]
            return session.shown_values[st.digest], ""
    tried = ""
    for closed, st in wanted:
        for steps, effort in ways(theorem, need, whole=st is wanted[-1][1]):
            if steps and steps in (theorem.defined, theorem.derivation):
                session.settle_uses(theorem)
            try:
                certificate = search(session, closed, st, steps, effort)
            except (Stuck, Refused, RecursionError, StatementError) as e:
                if not tried or (steps and steps is theorem.defined):
                    tried = str(e)
                continue
            if accepted(certificate, st, session, theorem):
                session.shown_values[st.digest] = certificate
                session.value_steps[st.digest] = deadline.taken() - before
                session.store.put(f"value-{st.digest}", {"certificate": certificate})
                return certificate, ""
    return None, tried


def first_ways(theorem: Theorem, need: Need, whole: bool) -> Iterator[tuple[tuple[Step, ...], Effort]]:
    """The steps that are tried first, with what they may spend: the author's, none, cases at the edge of a domain."""
    if whole and theorem.defined:
        yield theorem.defined, PLAIN
    yield (), PLAIN
    for edge in edges(need):
        yield (Cases(edge),), PLAIN


def last_ways(theorem: Theorem, need: Need, whole: bool) -> Iterator[tuple[tuple[Step, ...], Effort]]:
    """The steps that are tried where no point is found at which the term has no value."""
    if isinstance(need.condition, Gt) and isinstance(need.condition.args[0], RenyiMoment):
        yield positive_moment(need.condition.args[0]), PLAIN
    for total in sorted(need.condition.atoms(Total), key=str):
        if steps := gibbs(total):
            yield steps, PLAIN
    yield (), FULL
    if whole and theorem.derivation:  # it may say so on the way
        yield theorem.derivation, PLAIN


def edges(need: Need) -> Iterator[Boolean]:
    """Conditions on which to distinguish cases: whether a number of the condition is positive, or less than 1."""
    condition = need.condition
    atoms: list[Basic] = sorted(condition.free_symbols | condition.atoms(AppliedUndef), key=str)
    numbers = [a for a in atoms if isinstance(a, Parameter | AppliedUndef)]
    for a in numbers[:SPLITS]:
        with as_written():
            positive, below_one, rest = Lt(0, a), Lt(a, 1), Add(ONE, Mul(-1, a))
            has_rest = rest in preorder(condition)
        yield positive
        if has_rest:
            yield below_one


def uses_theorems(certificate: Stored) -> bool:
    """Whether some line of a stored certificate is a theorem of the library."""
    lines = certificate.get("lines") if isinstance(certificate, dict) else ()
    return isinstance(lines, list) and any(
        isinstance(line, dict) and line.get("rule") == "lemma" for line in lines
    )


def positive_moment(moment: RenyiMoment) -> tuple[Step, ...]:
    """Why a Rényi moment is positive, where the first law is 0 wherever the second is: the likeliest outcome counts."""
    pair = moment.args[1]
    if len(pair.outcomes) != 1 or not isinstance(pair.a, AppliedUndef):
        return ()
    (o,) = pair.outcomes
    likeliest = Outcome(f"{o.name}_likeliest", o.space)
    with as_written():
        body = moment.definition().body
        a, b = (e.xreplace({o: likeliest}) for e in (pair.a, pair.b))
        here = Indicator(Eq(o, likeliest))
        F, J = function("moment_at"), function("likeliest_at")
        whole = Chain(ONE).eq(Total(pair.a, o)).le(Integer(0))
        return (
            ArgMin(likeliest, -a, o),
            have(Lt(0, a), derivation=Cases(Le(a, 0), (have(Le(pair.a, 0)), whole))),
            have(Lt(0, b), derivation=Cases(Le(b, 0), (have(Eq(b, 0)),))),
            let(F(o), body, (ForAll(o, Le(0, F(o))), Lt(0, F(likeliest)), Eq(Total(F(o), o), moment))),
            let(J(o), here, (ForAll(o, Between(0, J(o), 1)), Eq(Total(J(o) * F(o), o), F(likeliest)))),
            have(Le(0, (1 - J(o)) * F(o))),
            have(Le(0, Total((1 - J(o)) * F(o), o))),
            Chain(Integer(0)).lt(F(likeliest)).eq(Total(J(o) * F(o), o)).le(Total(F(o), o)).eq(moment),
        )


def gibbs(total: Total) -> tuple[Step, ...]:
    """Why a relative entropy is at least 0, where the first law is 0 wherever the second is; () for another sum.

    a log(a/b) is at least a - b, by the tangent of the exponential, and the laws have the same mass.
    """
    factors = list(factors_of(total.body))
    if len(factors) != 3 or len(total.outcomes) != 1:
        return ()
    a = factors[1]
    quotient = factors[2].args[0] if isinstance(factors[2], log) else None
    masses = list(factors_of(quotient)) if quotient is not None else []
    if len(masses) != 2 or masses[0] != a or not (isinstance(masses[1], Pow) and masses[1].args[1] == -1):
        return ()
    b, (o,) = masses[1].args[0], total.outcomes
    with as_written():
        if factors[0] != Indicator(AllOf(Lt(0, a), Lt(0, b))):
            return ()
        difference = log(a) - log(b)
        tangent = (
            have(Eq(log(quotient), difference)),
            have(Le(1 - difference, exp(-difference))),
            have(Eq(exp(log(a)), a)),
            have(Eq(exp(log(b)), b)),
            have(Eq(exp(log(a)) * exp(-difference), exp(log(b)))),
            have(Le(a * (1 - difference), a * exp(-difference))),
        )
        inner = Cases(Lt(0, b), tangent, (have(Eq(b, 0)), have(Eq(a, 0))))
        above = have(Le(a - b, total.body), derivation=Cases(Lt(0, a), (inner,), (have(Eq(a, 0)),)))
        return above, Chain(total).ge(Total(a - b, o)).eq(Integer(0))


def preorder(thing: Basic) -> set[Basic]:
    """All parts of an expression."""
    return set(preorder_traversal(thing))


def usable(session: Workspace, theorem: Theorem) -> dict[str, Checked]:
    """The theorems that a certificate may use: those of the author's steps, which count in the theorem's verdict."""
    uses = used_in((*theorem.derivation, *theorem.defined))
    keys = {session.key(use.theorem) for use in uses}
    return {k: session.library[k] for k in keys if k in session.library}


def shown_already(session: Workspace, theorem: Theorem, st: Statement) -> Json | None:
    """The certificate that showed the statement before in this session, if the theorem may use what it uses."""
    found = session.shown_values.get(st.digest)
    if found is None:
        return None
    deadline.spend(session.value_steps.get(st.digest, 0))
    if not uses_theorems(found):
        return found
    of_lemmas = {line["name"] for line in found["lines"] if line["rule"] == "lemma"}
    return found if of_lemmas <= usable(session, theorem).keys() else None


def accepted(certificate: Stored, st: Statement, session: Workspace, theorem: Theorem) -> bool:
    """The kernel's word, for exactly this statement: claim, sets and sorts; from theorems that the author's steps use."""
    try:
        checked = check(certificate, usable(session, theorem) if uses_theorems(certificate) else {})
    except Refused:
        return False
    return (
        checked.claim == st.formula
        and dict(checked.sets) == st.sets
        and all(checked.sig.get(name) == sort for name, sort in st.sig.items())
    )


def search(
    session: Workspace, closed: Boolean, st: Statement, steps: tuple[Step, ...], effort: Effort
) -> Json:
    """A certificate of a closed need by these steps, over the sets and sorts of the statement; Stuck where none
    is found."""
    with as_written():
        theorem = Theorem(title="a term has a value", claim=closed, derivation=steps)
    return Prover(theorem, session.library, session.key, st, effort.within(WORK)).run()


# ------------------------------------------------------------------------------------------------------ points
def against(
    session: Workspace, theorem: Theorem, values: Values, need: Need, given: tuple[Boolean, ...]
) -> Point | None:
    """A point where the hypotheses in force hold and the term has no value, as the kernel confirms; or None."""
    from dpsym.prove.counterexamples.budget import Budget
    from dpsym.prove.counterexamples.refute import refutations

    few = Budget(
        grid=300, random=200, early=40, pairs=60, random_pairs=60, queries=2, rlimit=300_000, listed=1600
    )
    try:
        whole = denial(theorem, values, need, given)
        found = next(refutations(whole, few), None)
    except (StatementError, ArithmeticError, ValueError):
        return None
    shown, _ = session.confirmed(whole, () if found is None else (found,))
    return None if shown is None else shown.point


def denial(theorem: Theorem, values: Values, need: Need, given: tuple[Boolean, ...]) -> Theorem:
    """The need as a theorem, to be refuted: numbers that are bound around the term are parameters, where names allow it."""
    names = [g.name for g in need.guards if g.name is not None]
    domain = set(theorem.domain)
    supposed = tuple(g for g in given if g not in domain)
    inner = tuple(g.condition for g in need.guards if g.condition is not None)
    options = [(supposed, need.closed())]
    if names and all(isinstance(n, Parameter) for n in names):
        options.insert(0, ((*supposed, *inner), need.condition))
    for hypotheses, claim in options:
        said = set(free_functions((*hypotheses, claim)))
        where = {law: m for law, m in values.listed.items() if law in said}
        try:
            with as_written():
                return Theorem(title="a term without a value", given=hypotheses, claim=claim, where=where)
        except StatementError:
            continue
    raise StatementError("the names of the statement clash")
