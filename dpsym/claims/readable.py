"""The derivation of a typed claim as a reader wants it: the theorems that it rests on, and no line that only fed the search.

Lines that cite no theorem go where the rest proves the claim without them; relations that lead from one side of the claim
to the other become one chain.  Each try is a proof that the kernel checks; where it accepts none, the derivation stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from sympy import Add, Basic, Le, Lt, Mul, Pow, S, exp
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from dpsym import deadline
from dpsym.document.formulas.boxes import Box
from dpsym.document.formulas.notation import fold
from dpsym.language import Chain, StatementError, Theorem, as_written
from dpsym.language.steps import Have, Line, Piece, Step, Use, in_text, number_of_steps, used_in
from dpsym.prove.library.forms import canon
from dpsym.prove.minimise import Minimisation
from dpsym.prove.session import Session
from dpsym.prove.verdict import LineVerdict

STEPS = 5_000_000  # for one claim: see `dpsym.deadline`
Named = Callable[[Theorem], bool]


def readable(
    theorem: Theorem, lines: tuple[LineVerdict, ...], session: Session, named: Named
) -> tuple[Theorem, tuple[LineVerdict, ...]]:
    """The theorem with a shorter derivation, where one is found, and the verdicts on its lines.

    theorem  a claim with a derivation that proves it
    lines    the verdicts on the lines of this derivation
    session  has the theorems that the derivation uses
    named    whether a theorem has a page, so that a reader finds it
    """
    found = theorem
    with (
        as_written(),
        suppress(StatementError, ValueError, RecursionError, deadline.GivenUp),
        deadline.answer(STEPS),
    ):
        for better in (without_idle_lines, without_units, chained):
            for steps in better(found, session, named):
                tried = replace(found, derivation=steps)
                checked = proved_lines(tried, session)
                if checked is not None:
                    found, lines = tried, checked
                    break
    return shown(found, lines, named)


def shown(
    theorem: Theorem, lines: tuple[LineVerdict, ...], named: Named
) -> tuple[Theorem, tuple[LineVerdict, ...]]:
    """The theorem with the steps that say something new to who reads them, and the verdicts on these."""
    steps: dict[Box | int, Step] = {}
    verdicts: dict[Box | int, tuple[LineVerdict, ...]] = {}
    places: dict[Box | int, int] = {}  # where what is shown stands among the steps
    same: dict[int, int] = {}  # of each step the one that is shown for it
    at = 0
    for step in theorem.derivation:
        count = number_of_steps((step,))
        said = fold(step.fact) if isinstance(step, Have) and not step.derivation else id(step)
        if said not in steps:
            steps[said], verdicts[said] = cited(step, named), lines[at : at + count]
            places[said] = at
        same |= {at + k: places[said] + k for k in range(count)}
        at += count
    kept = [places[said] + k for said, vs in verdicts.items() for k in range(len(vs))]
    new = {k: n for n, k in enumerate(kept)}
    told = [replace(v, uses=tuple(new[same[k]] for k in v.uses)) for vs in verdicts.values() for v in vs]
    return replace(theorem, derivation=tuple(steps.values())), tuple(told)


def proved_lines(theorem: Theorem, session: Session) -> tuple[LineVerdict, ...] | None:
    """The verdicts on the lines of a derivation that the kernel accepts; None where it does not, or not all of them."""
    verdict = session.theorem(theorem)
    accepted = verdict.status in ("proved", "cited") and all(x.verdict == "proved" for x in verdict.lines)
    return verdict.lines if accepted else None


def without_idle_lines(theorem: Theorem, session: Session, named: Named) -> Iterator[tuple[Step, ...]]:
    """The steps without the lines that the theorem needs not, of those that cite no named theorem."""
    search = Minimisation(session, theorem)
    pieces = dict(enumerate(in_text(search.derivation)))
    idle = [k for k, p in pieces.items() if not any(named(u.theorem) for u in uses(p))]
    for gone in (idle, *([k] for k in reversed(idle))):
        steps, left = search.without(gone)
        if set(gone) <= set(search.kept) and search.proves(steps):
            search.kept = left
    yield search.without([])[0]


def uses(piece: Piece) -> tuple[Use, ...]:
    """The theorems that a step or a line of a chain uses."""
    found: tuple[Use, ...] = piece.uses() if isinstance(piece, Step) else piece.by
    return found


def chained(theorem: Theorem, _session: Session, _named: Named) -> Iterator[tuple[Step, ...]]:
    """The steps with those that lead from one side of the claim to the other as one chain, where there are some."""
    if not isinstance(theorem.claim, Relational):
        return
    whole = ordered(theorem.claim)
    links = {
        id(s): r for s in theorem.derivation if isinstance(s, Have) if (r := ordered(s.fact)) is not None
    }
    if whole is None:
        return
    at, gone = canon(whole.args[0]), list[Have]()
    lines: list[Line] = []
    while True:
        step = next(
            (s for s in theorem.derivation if id(s) in links and canon(links[id(s)].args[0]) == at), None
        )
        if not isinstance(step, Have) or step in gone:
            break
        relation = links[id(step)]
        lines.append(Line(sign_of(relation), relation.args[1], step.reason, step.by, method=step.method))
        at, gone = canon(relation.args[1]), [*gone, step]
    if not gone:
        return
    others = tuple(s for s in theorem.derivation if not any(s is g for g in gone))
    left, right = whole.args
    ends: tuple[tuple[Line, ...], ...] = ((),)  # how the chain comes to the other side
    if at != canon(right):
        strict = isinstance(whole, Lt) and all(x.relation == "<=" for x in lines)
        ends = tuple((Line(sign, right),) for sign in (("<",) if strict else ("=", "<=")))
    for end in ends:
        yield (*others, Chain(left, (*lines, *end)))


def sign_of(relation: Relational) -> str:
    """The sign of a relation that is ordered."""
    return "<" if isinstance(relation, Lt) else "<="


def without_units(theorem: Theorem, _session: Session, _named: Named) -> Iterator[tuple[Step, ...]]:
    """The steps with what an instance of a theorem leaves worked out; first without those that then say nothing new."""
    plain = tuple(map(worked_out, theorem.derivation))
    if plain != theorem.derivation:
        shorter = distinct(plain)
        yield shorter
        if len(shorter) < len(plain):
            yield plain


def worked_out(step: Step) -> Step:
    """A step whose fact has no factor 0 or 1, no term 0 and no power of 0 or 1: what an instance of a theorem leaves."""
    if not isinstance(step, Have) or step.derivation:
        return step
    by = tuple(replace(u, at=tuple((k, tidy(v)) for k, v in u.at)) for u in step.by)
    return replace(step, fact=tidy(step.fact), by=by)


def distinct(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps without those that say what one before them says."""
    found: dict[Boolean | int, Step] = {}
    for step in steps:
        found.setdefault(step.fact if isinstance(step, Have) else id(step), step)
    return tuple(found.values())


def tidy(thing: Basic) -> Basic:
    """An expression in which products with 0, sums with 0, factors 1 and exponents 0 and 1 are worked out."""
    if not isinstance(thing, Basic) or not thing.args:
        return thing
    args = [tidy(a) for a in thing.args]
    if isinstance(thing, Mul):
        left = [a for a in args if a != 1]
        return S.Zero if 0 in left else Mul(*left) if len(left) > 1 else left[0] if left else S.One
    if isinstance(thing, Add):
        left = [a for a in args if a != 0]
        return Add(*left) if len(left) > 1 else left[0] if left else S.Zero
    if isinstance(thing, exp) and args[0] == 0:
        return S.One
    if isinstance(thing, Pow) and (args[1] in (0, 1) or args[0] == 1):
        return args[0] if args[1] == 1 else S.One
    return thing.func(*args) if tuple(args) != thing.args else thing


def ordered(relation: Boolean) -> Relational | None:
    """A relation as L <= R or L < R; None for anything else."""
    found = canon(relation) if isinstance(relation, Relational) else None
    if not isinstance(found, Le | Lt):
        return None
    return relation if isinstance(relation, Le | Lt) else relation.reversed


def cited(step: Step, named: Named) -> Step:
    """A step, and those inside it, with the theorems that a reader finds: a lemma that the search made for itself has no
    page, and what that rests on stands in its place."""
    step = step.changed(lambda inner: cited(inner, named))
    if isinstance(step, Chain):
        return replace(step, lines=tuple(replace(x, by=with_pages(x.by, named)) for x in step.lines))
    return replace(step, by=with_pages(step.by, named)) if isinstance(step, Have) else step


def with_pages(by: Iterable[Use], named: Named) -> tuple[Use, ...]:
    """The uses of theorems that have a page, each once; inside a lemma their parameters are other ones, and are not said."""
    found: dict[tuple[int, tuple[tuple[Basic, Basic], ...]], Use] = {}
    for use in by:
        if named(use.theorem):
            found.setdefault((id(use.theorem), use.at), use)
        else:
            for inner in with_pages(used_in(use.theorem.derivation), named):
                found.setdefault((id(inner.theorem), ()), Use(inner.theorem))
    return tuple(found.values())


__all__ = ["readable"]
