"""What each kind of step asks of the prover: a relation, a fact, values that exist, cases, induction, a monotonic function."""

from __future__ import annotations

from contextlib import suppress
from functools import singledispatch
from operator import attrgetter

from sympy.core.function import AppliedUndef
from sympy.logic.boolalg import Boolean

from dpsym.kernel.analysis import diff
from dpsym.kernel.normal import Key
from dpsym.language import (
    ArgMin,
    Cases,
    Chain,
    Exhibit,
    Have,
    Induction,
    Let,
    Line,
    Monotonic,
    Obtain,
    Outcome,
    Specialise,
    as_written,
)
from dpsym.language.names import kernel_name
from dpsym.language.steps import RELATION, Step
from dpsym.prove import strategy
from dpsym.prove.lines.derivation import Derivation
from dpsym.prove.lines.library_use import specialised, use_theorem
from dpsym.prove.proof.hypotheses import Budget
from dpsym.prove.proof.script import ONE, ZERO, Refused, Stuck, Term, subst
from dpsym.prove.tactics.proof_state import ProofState


@singledispatch
def run_step(
    step: Step,
    prover: Derivation,  # noqa: ARG001
    known: ProofState,  # noqa: ARG001
    rest: tuple,  # noqa: ARG001
    goal: Term,  # noqa: ARG001
    mirrored: str,  # noqa: ARG001
) -> int:
    """Run one step, then the rest of them towards the goal."""
    raise Stuck(f"unknown step {step!r}")


@run_step.register(Chain)
def _(step: Chain, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    chained(prover, known, step, mirrored)
    return prover.steps(known, rest, goal, mirrored)


@run_step.register(Have)
def _(step: Have, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    stated(prover, known, step, mirrored)
    return prover.steps(known, rest, goal, mirrored)


@run_step.register(Specialise)
def _(step: Specialise, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    specialised(prover, known, step, mirrored)
    return prover.steps(known, rest, goal, mirrored)


@run_step.register(Monotonic)
def _(step: Monotonic, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    monotonic(prover, known, step, mirrored)
    return prover.steps(known, rest, goal, mirrored)


@run_step.register(Cases)
def _(step: Cases, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    s, on = prover.s, prover.formula(prover.mirror(step.on, mirrored))
    branches = []
    for formula, inner in ((on, step.then), (("not", on), step.otherwise)):
        child = known.child()
        child.assume(formula)
        try:
            branches.append(child.contradiction(goal, 1))
            prover.ruled_out.extend(s.lines[branches[-1]].get("from", ())[:1])
        except Stuck:
            branches.append(prover.steps(child, (*inner, *rest), goal, mirrored))
    line = s.add("cases", branches, on=on)
    prover.mark(step, line)
    return line


@run_step.register(ArgMin)
def _(step: ArgMin, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    s, name, running = prover.s, prover.term(step.outcome), prover.term(step.running)
    t = prover.term(prover.mirror(step.minimises, mirrored))
    exists = s.add("argmin", [], var=name, other=running, of=t)
    prover.mark(step, exists)
    child = known.child()
    _, least, body = s.goal(exists)
    child.assume(subst(body, {least: name}) if least != name else body)
    line = prover.steps(child, rest, goal, mirrored)
    return s.add("ex_e", [exists, line], var=name)


@run_step.register(Obtain)
def _(step: Obtain, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    return obtained(prover, known, step, rest, goal, mirrored)


@run_step.register(Let)
def _(step: Let, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    return named_value(prover, known, step, rest, goal, mirrored)


@run_step.register(Exhibit)
def _(step: Exhibit, prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    return exhibited(prover, known, step, rest, goal, mirrored)


def obtained(
    prover: Derivation, known: ProofState, step: Obtain, rest: tuple, goal: Term, mirrored: str
) -> int:
    """Prove that there are such values, and go on with them."""
    fact = prover.mirror(step.exists, mirrored)
    try:
        said = Have(step.exists, step.reason, step.by)
        line = obligation(prover, known, prover.formula(fact), said, mirrored)
    except Stuck as e:
        prover.report(step, "unknown")
        raise Stuck(f"take `{fact}`: {e}") from None
    prover.report(step, "proved")
    prover.mark(step, line)
    return with_values(prover, known, line, len(step.exists.args[0]), rest, goal, mirrored)


def with_values(
    prover: Derivation, known: ProofState, exists: int, names: int, rest: tuple, goal: Term, mirrored: str
) -> int:
    """The goal, from a line that says "there is" of so many names one after the other."""
    s = prover.s
    _, name, body = s.goal(exists)
    if prover.in_scope(known, name):
        raise Stuck(f"a hypothesis in force speaks of {name}")
    child = known.child()
    child.assume(body)
    if names > 1:
        whole = s.hyp(body)
        inner = whole if body[0] == "ex" else s.add("and_e", [whole], part=len(body) - 1)
        line = with_values(prover, child, inner, names - 1, rest, goal, mirrored)
    else:
        line = prover.steps(child, rest, goal, mirrored)
    return s.add("ex_e", [exists, line], var=name)


def named_value(
    prover: Derivation, known: ProofState, step: Let, rest: tuple, goal: Term, mirrored: str
) -> int:
    """Prove the properties of the value, forget the value, go on with the name."""
    s = prover.s
    name, value = prover.value(step.name, prover.mirror(step.value, mirrored))
    if isinstance(step.name, AppliedUndef):
        prover.term(step.name)  # declares the function
    properties = [prover.formula(prover.mirror(h, mirrored)) for h in step.having]
    body = properties[0] if len(properties) == 1 else ("and", *properties)
    inside = known.child()
    lines = []
    for h, says in zip(properties, step.having, strict=True):
        try:
            lines.append(inside.prove(subst(h, {name: value})))
        except Stuck as e:
            prover.report(step, "unknown")
            raise Stuck(f"let {step.name}: `{says}`: {e}") from None
        inside.add(lines[-1])
    whole = lines[0] if len(lines) == 1 else s.add("and_i", lines)
    exists = s.add("ex_i", [whole], **{"is": ("ex", name, body), "at": value})
    prover.report(step, "proved")
    prover.mark(step, *lines)
    child = known.child()
    child.assume(body)
    line = prover.steps(child, rest, goal, mirrored)
    return s.add("ex_e", [exists, line], var=name)


def chained(prover: Derivation, known: ProofState, chain: Chain, mirrored: str) -> None:
    """A chain: each of its lines is shown, and its first side compared with its last; Stuck at the line that is
    not."""
    s = prover.s
    previous = prover.mirror(chain.start, mirrored)
    lines: list[tuple[str, int]] = []
    for line in chain.lines:
        right = prover.mirror(line.right, mirrored)
        with as_written():
            relation = RELATION[line.relation](previous, right)
        goal = prover.formula(relation)
        try:
            number = obligation(prover, known, goal, line, mirrored)
        except Stuck as e:
            prover.report(line, "unknown")
            raise Stuck(f"line `{relation}`: {e}") from None
        prover.report(line, "proved")
        prover.mark(line, number)
        known.add(prover.generalised(known, number, relation))
        lines.append((line.relation, number))
        previous = right
    if len(lines) > 1:
        conclusion = prover.formula(prover.mirror(chain.conclusion, mirrored))
        if s.key(conclusion) not in known.keys:
            known.add(prover.generalised(known, transitive(prover, conclusion, lines), chain.conclusion))


def transitive(prover: Derivation, conclusion: Term, lines: list[tuple[str, int]]) -> int:
    """The relation between the ends of a chain."""
    s = prover.s
    equations = [i for i, (r, _) in enumerate(lines) if r == "="]
    rest = [i for i, (r, _) in enumerate(lines) if r != "="]
    down = any(r in (">=", ">") for r, _ in lines)
    sign = -ONE if not down and conclusion[0] != "=" else ONE
    return s.add(
        "arith",
        [n for _, n in lines],
        **{"is": conclusion, "terms": [[ONE, [i]] for i in rest], "eqs": [[i, sign] for i in equations]},
    )


def stated(prover: Derivation, known: ProofState, step: Have, mirrored: str) -> None:
    """The step `have`: a fact shown by its own derivation or at once, then known; Stuck where it is not."""
    fact = prover.mirror(step.fact, mirrored)
    goal = prover.formula(fact)
    for outcome in sorted(fact.free_symbols, key=attrgetter("name")):
        if isinstance(outcome, Outcome) and not prover.in_scope(known, kernel_name(outcome.name)):
            goal = ("all", kernel_name(outcome.name), goal)
    try:
        if step.derivation:
            child = known.child()
            for use in step.by:
                use_theorem(prover, child, use, mirrored)
            number = with_steps(prover, child, goal, step.derivation, mirrored)
        else:
            number = obligation(prover, known, goal, step, mirrored)
    except Stuck as e:
        prover.report(step, "unknown")
        raise Stuck(f"step `{fact}`: {e}") from None
    prover.report(step, "proved")
    prover.mark(step, number)
    known.add(number)


def with_steps(prover: Derivation, known: ProofState, goal: Term, steps: tuple, mirrored: str) -> int:
    """A fact with steps of its own."""
    s = prover.s
    if isinstance(steps[0], Induction) and goal[:2] == ("all", prover.term(steps[0].over)):
        return by_induction(prover, known, goal, steps[0], mirrored)
    if goal[0] == "all" and not prover.in_scope(known, goal[1]):
        return s.add("all_i", [with_steps(prover, known.child(), goal[2], steps, mirrored)], var=goal[1])
    if goal[0] == "->":
        child = known.child()
        child.assume(goal[1])
        return s.add("imp_i", [with_steps(prover, child, goal[2], steps, mirrored)], **{"is": goal[1]})
    return prover.steps(known, steps, goal, mirrored)


def monotonic(prover: Derivation, known: ProofState, step: Monotonic, mirrored: str) -> None:
    """f(low) <= f(high), or f(low) < f(high), from the sign of the derivative between."""
    relation = "<" if step.strictly else "<="
    s, z = prover.s, prover.term(step.variable)
    f, low, high = (prover.term(prover.mirror(e, mirrored)) for e in (step.function, step.low, step.high))
    if prover.in_scope(known, z):
        raise Stuck(f"a hypothesis in force speaks of {z}")
    try:
        domain: set[Key] = set()
        slope: Term = (relation, ZERO, s.term(diff(s.kernel, s.nf(f), z, domain)))
        order = known.prove((relation, low, high))
        child = known.child()
        child.assume(("<", low, z))
        child.assume(("<", z, high))
        line = prover.steps(child, step.then, slope, mirrored)
        signs = [sign_between(prover, known, (low, z, high), part) for part in sorted(domain, key=str)]
        risen = s.add("mean_value", [line, order, *signs], var=z, of=f)
        prover.mark(step, line, risen)
        known.add(risen)
    except (Stuck, Refused) as e:
        prover.report(step, "unknown")
        raise Stuck(f"`{step.function}` rising: {e}") from None
    prover.report(step, "proved")


def sign_between(prover: Derivation, known: ProofState, between: tuple[Term, str, Term], part: Key) -> int:
    """That the argument of a logarithm is positive from one end to the other, or that what is divided by is not 0."""
    low, z, high = between
    inside = known.child()
    inside.assume(("<=", low, z))
    inside.assume(("<=", z, high))
    argument = prover.s.term(dict(part[1][1:]))
    for sign in (("<", ZERO, argument), ("<", argument, ZERO))[: 1 if part[0] == "@log" else 2]:
        with suppress(Stuck):
            return strategy.prove(inside.child(), sign, prover.effort)
    raise Stuck("the sign of an argument of a logarithm, or of a denominator, is not known between the ends")


def by_induction(prover: Derivation, known: ProofState, goal: Term, step: Induction, mirrored: str) -> int:
    """A fact about every natural number k: for 0, and for k + 1 where it holds for k."""
    s, k = prover.s, goal[1]
    if goal[2][:2] != ("->", ("nat", k)):
        raise Stuck(f"induction needs a fact about every natural number, with no other condition on {k}")
    if prover.in_scope(known, k):
        raise Stuck(f"a hypothesis in force speaks of {k}")
    fact = goal[2][2]

    def part(inside: ProofState, value: Term, steps: tuple) -> int:
        wanted = subst(fact, {k: value})
        return with_steps(prover, inside, wanted, steps, mirrored) if steps else inside.prove(wanted)

    zero = part(known.child(), ZERO, step.first)
    child = known.child()
    child.add(s.add("nat", [child.assume(("nat", k))]))
    child.assume(fact)
    up = part(child, ("+", k, ONE), step.then)
    prover.report(step, "proved")
    line = s.add("induct", [zero, up], var=k, **{"is": fact})
    prover.mark(step, line)
    return line


def obligation(prover: Derivation, known: ProofState, goal: Term, step: Line | Have, mirrored: str) -> int:
    """Prove one line with what it names: theorems, hints, case distinctions."""
    child = known.child()
    child.budget = Budget()
    for use in step.by:
        use_theorem(prover, child, use, mirrored)
    for hint in step.hints:
        hint = prover.mirror(hint, mirrored)
        if isinstance(hint, Boolean):
            child.add(child.prove(prover.formula(hint)))
        else:
            child.squares.append(prover.s.nf(prover.term(hint)))
    for condition in step.split:
        child.splits.append(prover.formula(prover.mirror(condition, mirrored)))
    if step.method:
        return strategy.prove(child, goal, prover.effort, step.method)
    return prover.renamed.show(child, goal, lambda: strategy.prove(child, goal, prover.effort))


def exhibited(
    prover: Derivation,
    known: ProofState,
    step: Exhibit,
    rest: tuple,
    goal: Term,
    mirrored: str,
    whole: Exhibit | None = None,
) -> int:
    """The step `exhibit`: an existence from the values given, then the other steps for what must hold of them;
    the line, or Stuck."""
    s = prover.s
    values = dict(prover.value(k, prover.mirror(v, mirrored)) for k, v in step.values)
    if goal[0] == "and":  # the domain of a name before the names that are left
        domain = [known.child().prove(part) for part in goal[1:-1]]
        return s.add("and_i", [*domain, exhibited(prover, known, step, rest, goal[-1], mirrored, whole)])
    if goal[0] != "ex" or goal[1] not in values:
        raise Stuck("the conclusion is not an existence statement about the chosen names")
    body = subst(goal[2], {goal[1]: values.pop(goal[1])})
    remaining = Exhibit(tuple((k, v) for k, v in step.values if prover.value(k, v)[0] in values), step.reason)
    inner = (
        exhibited(prover, known, remaining, rest, body, mirrored, whole or step)
        if values
        else each_part(prover, known, rest, body, mirrored)
    )
    prover.mark(whole or step, inner)
    return s.add("ex_i", [inner], **{"is": goal, "at": value_of(prover, step, goal[1], mirrored)})


def value_of(prover: Derivation, step: Exhibit, name: str, mirrored: str) -> Term:
    """The value that the step gives to a name."""
    return dict(prover.value(k, prover.mirror(v, mirrored)) for k, v in step.values)[name]


def each_part(prover: Derivation, known: ProofState, rest: tuple, goal: Term, mirrored: str) -> int:
    """The steps for each part of a conjunction; the line, or Stuck."""
    if goal[0] == "and":
        return prover.s.add(
            "and_i", [each_part(prover, known.child(), rest, part, mirrored) for part in goal[1:]]
        )
    return prover.steps(known, rest, goal, mirrored)
