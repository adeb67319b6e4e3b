"""The proof of a theorem: its steps in sentences and displays, at the grain of a reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import pairwise

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.core.relational import Relational

from dpsym.document.blocks import (
    INLINE,
    Block,
    ChainLine,
    Cite,
    Derivation,
    Display,
    Fact,
    Facts,
    Inline,
    Maths,
    Para,
    capitalised,
    continued,
    listed,
    merge,
    told_by,
)
from dpsym.document.formulas.boxes import Number, Row
from dpsym.document.formulas.idioms import factors_of
from dpsym.document.formulas.notation import Fold, SpellingError, fold, named, row, tall
from dpsym.document.formulas.shapes import body_of, is_plain, is_simple
from dpsym.document.formulas.spelling import width
from dpsym.document.words.flow import led
from dpsym.document.words.inline import FLAT, equation, given, maths, substituted
from dpsym.document.words.inline import is_event as is_condition
from dpsym.document.words.long_terms import formulas_of, introduced_by
from dpsym.document.words.named_terms import put, said_in_turn
from dpsym.document.words.sentences import claim, condition, of_every_test
from dpsym.document.words.setting import spaces_of
from dpsym.document.words.silence import is_plain_fact, is_same, is_silent
from dpsym.document.words.symmetry import other_order, shape_of
from dpsym.document.words.wording import Wording, is_itself
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp
from dpsym.language.rounding import H, covering, h_0, h_1, t


def proof(w: Wording, entry: st.Theorem) -> list[Block]:
    """The derivation, or where it is found."""
    if entry.as_in is not None:
        count = sp.number_of_steps(entry.derivation)
        says = f", from what is supposed here; its {count} steps are left out."
        return [Para(("The derivation is, step by step, that of ", w.links.to(entry.as_in), says))]
    if entry.cited and not entry.derivation:
        return [Para(("This is not proved here; see ", *listed([[Cite(k)] for k in entry.cited]), "."))]
    if not entry.derivation and w.page.status not in ("proved", "enclosed"):
        return []
    original = w.page.entry
    assert isinstance(original, st.Theorem)
    w.of_any_event = speaks_of_any_event(entry)
    names = put_here(w, entry.derivation)
    told = led(steps(w, entry.derivation), w.rests_on)
    end = other_order(original) or (closing(w, entry) if told else [])
    return merge([*any_output(entry), *names, *(told or immediate(original)), *end])


def closing(w: Wording, entry: st.Theorem) -> list[Block]:
    """That the claim follows, or what is left of it, where the last line is a step towards it and no part of it."""
    stated = [fact for one in entry.derivation if (fact := one.conclusion) is not None]
    if w.page.status != "proved" or entry.derivation[-1].conclusion is None:
        return []
    shown = {k for fact in stated for k in w.parts_claimed(fact)}
    if w.parts_claimed(stated[-1]) or len(shown) == len(w.claims) or stated[-1].has(x.ForAll):
        return []
    return [Para(("The rest of the claim follows. " if shown else "The claim follows. ",))]


def put_here(w: Wording, rest: Sequence[sp.Step], new: Iterable[Basic] = ()) -> list[Block]:
    """`Put D = ....` for the names that have a meaning from here on, where the steps to come use them; `new` is what the
    step at hand introduces."""
    if not isinstance(w.read, st.Theorem) or not w.read.define:
        return []

    def seen(steps: Sequence[sp.Step]) -> Iterable[Basic | None]:
        return formulas_of(
            steps,
            [w.unnamed(s) for s in steps],
            at_values_only=lambda s: isinstance(s, sp.Specialise) and not w.is_marked(s),
        )

    chosen = put(w.read, w.introduced | set(new), w.put, rest, seen)
    w.put = w.put | chosen
    return said_in_turn({n: v for n, v in w.read.define.items() if n in chosen})


def any_output(entry: st.Theorem) -> list[Block]:
    """The outcomes and events of which the steps speak and the statement does not."""
    free = {
        o for s in entry.derivation for r in s.relations() for o in r.free_symbols if isinstance(o, x.Outcome)
    } | in_events(entry)
    known = {o for t in (*entry.given, entry.claim) for o in t.atoms(x.Outcome)}
    quantified = entry.claim.atoms(x.ForAll)
    everywhere = {f for t in (*entry.given, entry.claim) for f in t.atoms(x.ForAll)}
    unsaid = {f.args[1].args[0] for f in everywhere if of_every_test(f) is not None}  # the outcomes of a test
    bound = {o for f in quantified - unsaid for o in f.args[0]}
    inside = (p for p in sp.in_text(entry.derivation) if isinstance(p, sp.Step)) if unsaid else ()
    free |= {o for s in inside for r in s.relations() for o in r.free_symbols if o == x.y}
    free -= {o for s in entry.derivation for o in taken_by(s)}
    outputs = {name for name, space in spaces_of(entry).items() if space.outputs or space.laws} | {x.y.space}
    names = sorted((o for o in free - bound if o not in known or o == x.y), key=lambda o: str(o.name))
    found: list[Block] = []
    if names and all(o.space in outputs for o in names):
        word = "output" if len(names) == 1 else "outputs"
        found.append(Para(("Let ", *listed([[maths(o)] for o in names]), f" be any {word}. ")))
    if events := unnamed_events(entry):
        word = "event" if len(events) == 1 else "events"
        found.append(Para(("Let ", *listed([[Maths(named(n))] for n in events]), f" be any {word}. ")))
    return found


def in_events(entry: st.Theorem) -> set[x.Outcome]:
    """The outcomes of which an event is made that a step takes, `S = {y : y = y_0}`, where no step has introduced them."""
    pieces = [piece for piece in sp.in_text(entry.derivation) if isinstance(piece, sp.Step)]
    found: set[x.Outcome] = set()
    for s in pieces:
        for letter, value in s.at if isinstance(s, sp.Specialise) else ():
            if isinstance(letter, AppliedUndef) and isinstance(value, sympy.Basic):
                found |= {o for o in value.free_symbols - set(letter.args) if isinstance(o, x.Outcome)}
    found -= {v for s in pieces for v in taken_by(s)}
    facts = [s.fact for s in pieces if isinstance(s, sp.Have)]
    return found - {v for f in facts for v in bound_in(f)}


def taken_by(step: sp.Step) -> set[Basic]:
    """The letters that a step takes: those at which something is least, or of which it has said that they exist."""
    return set() if isinstance(step, sp.Let) else set(step.names())


def unnamed_events(entry: st.Theorem) -> list[str]:
    """The events of several sets in the steps, as a notion in the claim asks of them all, that no step has named."""
    pieces = [piece for piece in sp.in_text(entry.derivation) if isinstance(piece, sp.Step)]
    named_there = {k for s in pieces if isinstance(s, sp.Specialise) for k, _ in s.at}
    named_there |= {v for s in pieces for v in s.names()}
    bound = {v for s in pieces for r in s.relations() for f in r.atoms(x.ForAll, x.Exists) for v in f.args[0]}
    stated = st.free_functions((*entry.given, entry.claim))
    used = {a for s in pieces for r in s.relations() for a in r.atoms(AppliedUndef)} - named_there - bound
    several = {a.func.__name__ for a in used if a.func.__name__.startswith("S_")} - set(stated)
    return sorted(several | ({"S"} if speaks_of_any_event(entry) else set()))


def speaks_of_any_event(entry: st.Theorem) -> bool:
    """Whether the steps speak of the event S that a notion in the claim asks of, and that nothing else introduces."""
    if any(f.func.__name__ == "S" for t in (*entry.given, entry.claim) for f in t.atoms(AppliedUndef)):
        return False
    pieces = [piece for piece in sp.in_text(entry.derivation) if isinstance(piece, sp.Step)]
    if any(is_event(v) for s in pieces for v in s.names()):
        return False
    said = [r for s in entry.derivation if not isinstance(s, sp.Specialise) for r in s.relations()]
    own = [{v for q in r.atoms(x.ForAll, x.EveryEvent) for v in bound_by(q)} for r in said]
    return any(
        a.func.__name__ == "S" and a not in bound
        for r, bound in zip(said, own, strict=True)
        for a in r.atoms(AppliedUndef)
    )


def bound_by(quantifier: Basic) -> tuple[Basic, ...]:
    """What a quantifier binds."""
    if isinstance(quantifier, x.EveryEvent):
        return (quantifier.args[0],)
    return tuple(quantifier.args[0])


def immediate(entry: st.Theorem) -> list[Block]:
    """Why there is no step: what is unfolded, and that the certificate is one line."""
    things = (*entry.given, entry.claim)
    notions = dict.fromkeys(type(n).title for t in things if isinstance(t, sympy.Basic) for n in _notions(t))
    if names := [n for n in notions if n]:
        words = listed([[n] for n in names])
        return [Para(("This follows from the definition of ", *words, " without an intermediate step. "))]
    if any(isinstance(t, sympy.Basic) and t.atoms(x.Total, x.Mass, x.Probability) for t in things):
        return [Para(("With the sums written out, this follows without an intermediate step. ",))]
    if any(isinstance(t, sympy.Basic) and t.atoms(x.Outcome) for t in things):
        return [Para(("This follows from what is supposed, without an intermediate step. ",))]
    if isinstance(entry.claim, sympy.Eq):
        return [Para(("Both sides are rewritten into the same term, without an intermediate step. ",))]
    return [Para(("This is a relation between numbers, shown without an intermediate step. ",))]


def _notions(thing: Basic) -> set[Basic]:
    return set(thing.atoms(x.Notion))


def steps(w: Wording, derivation: Iterable[sp.Step], about: Iterable[Basic] = ()) -> list[Block]:
    """The steps in the order of the text, without those that a reader does not need: what is seen at once, and
    what was said before where it still holds.  `about` are letters that these steps introduce."""
    found: list[Block] = []
    derivation = tuple(derivation)
    shown: sp.Step | None = None  # the last step of which something was said
    goal = w.goal
    with w.passage(about):
        found += put_here(w, derivation)
        for k, one in enumerate(derivation):
            if is_silent(w.unnamed(one)) and not any(map(w.is_marked, sp.in_text((one,)))):
                continue
            if w.was_said(one) and not w.is_marked(one):
                continue
            w.after = derivation[k + 1 :]
            w.goal = (
                goal if k == len(derivation) - 1 else ""
            )  # what the cases inside a step end with is no more than it
            if k and read_again(derivation[k - 1], one, w):
                continue
            said = step(one, w) if not (reads := reads_from(derivation[k:], w)) else read_at(reads)
            if k == len(derivation) - 1 and isinstance(one, sp.Specialise):
                said = at_last(said, w)
            said = as_before(one, derivation[:k], said) or shown_before(one, found, said)
            said = told_by(said, one.pieces())
            if said != found[-len(said) :] or not all(isinstance(b, Para) for b in said):
                # two facts read at one number, or shown in the same way, are said once
                found += after_cases(shown, bool(found) and found[-1] == END, said, w)
                shown = one if said else shown
            w.note_said(one)
    w.goal = goal
    return found


def as_before(one: sp.Step, before: Sequence[sp.Step], said: list[Block]) -> list[Block]:
    """`In the same way, ...` for a fact that an earlier one shows with other letters, where its proof would be printed."""
    if not isinstance(one, sp.Have) or not one.derivation or len(said) < 4:
        return []
    if not any(isinstance(b, sp.Have) and b.derivation and shape_of(b) == shape_of(one) for b in before):
        return []
    return claim(one.fact, ["In the same way, "], ".", alone=True)


def shown_before(one: sp.Step, found: list[Block], said: list[Block]) -> list[Block]:
    """The words for a fact, `in the same way` where its proof would be word for word one that stands above."""
    at = next((k for k, b in enumerate(said) if _begins(b, "Indeed, ")), len(said))
    proof = said[at:]
    if not isinstance(one, sp.Have) or len(proof) < 2:
        return said
    if not any(found[k : k + len(proof)] == proof for k in range(len(found))):
        return said
    return claim(one.fact, ["In the same way, "], ".", alone=True)


def _begins(block: Block, words: str) -> bool:
    return isinstance(block, Para) and block.items[:1] == (words,)


APPLIED = "Apply this with "


def at_last(said: list[Block], w: Wording) -> list[Block]:
    """`With f = g the claim follows`: the reading of a hypothesis with which the steps end."""
    if len(said) != 1 or not isinstance(first := said[0], Para) or not isinstance(first.items[0], str):
        return said
    start, end = first.items[0], first.items[-1]
    if w.goal and start == APPLIED and end == ". ":
        return [Para((f"{w.goal[:1].upper()}{w.goal[1:]} with ", *first.items[1:]))]
    if not w.goal or not start.startswith("Take ") or end != ". ":
        return said
    return [Para((start.replace("Take ", "With ", 1), *first.items[1:-1], f" {w.goal}. "))]


def after_cases(before: sp.Step | None, proved: bool, said: list[Block], w: Wording) -> list[Block]:
    """What is said after a step; where that step distinguished cases the reader is told that they are over, and a new
    paragraph begins after the proof of a fact (`proved` where one was printed) that ends with cases."""
    if isinstance(before, sp.Cases):
        return continued("In either case, " if len(_branches(before, w)) == 2 else "In every case, ", said)
    inner = before.derivation if isinstance(before, sp.Have) else ()
    return [OPENS, *said] if proved and said and inner and isinstance(inner[-1], sp.Cases) else said


@singledispatch
def step(one: sp.Step, w: Wording) -> list[Block]:  # noqa: ARG001
    """A step with those inside it."""
    raise SpellingError(f"no words are known for a step {type(one).__name__}")


@step.register
def _(one: sp.Chain, w: Wording) -> list[Block]:
    seen = [one.start]

    def shown(line: sp.Line) -> bool:
        new = w.is_marked(line) or not is_same(seen[-1], line.right)
        seen.append(line.right)
        return new

    kept = [line for line in one.lines if shown(line)]
    relations = sp.Chain(one.start, one.lines).selected(lambda line: any(line is k for k in kept))
    if relations is None:
        return []
    lines = tuple(
        ChainLine(
            short.relation, fold(line.right), w.checked(line, w.reason(line.reason, line.by, line.method)),
            thing=line.right,
        )
        for line, short in zip(kept, relations.lines, strict=True)
    )  # fmt: skip
    lead: list[Block] = [Para((one.label + ":",))] if one.label else []
    if len(lines) == 1 and not lead:
        with x.as_written():
            relation = sp.RELATION[lines[0].relation](one.start, lines[0].thing)
        if lines[0].reason and (claimed := w.follows(relation)) and w.tells(lines[0].reason):
            return shown_by(claimed, lines[0].reason)
        box = fold(relation)
        assert isinstance(box, Row)
        return [Facts((Fact(box, relation, lines[0].reason),))]
    return [*lead, Derivation(fold(one.start), lines, one.start)]


@step.register
def _(one: sp.Have, w: Wording) -> list[Block]:
    if (whole := _one_use(one, w)) is not None:
        one = whole
    why = w.checked(one, w.reason(one.reason, one.by, one.method))
    if why and not one.derivation and (claimed := w.follows(one.fact)) and w.tells(why):
        return shown_by(claimed, why)
    if not w.is_marked(one):
        if why and not one.by and w.was_conditional(one.fact) and not steps(w, one.derivation):
            short = is_simple(one.fact) and width(fold(one.fact, flat=True)) <= 1.6 * INLINE
            told = ["So ", *condition(one.fact)] if short else ["The condition can be left out"]
            return [Para((*told, ": ", *why, ". "))]
        if _says_all(one):
            return steps(w, one.derivation)
        if one.derivation and w.unnamed(one).fact == getattr(w.page.entry, "claim", None):
            inner = steps(w, one.derivation, bound_in(one.fact))
            lead = capitalised(why)
            again = bool(inner) and isinstance(inner[0], Para) and inner[0].items[: len(lead)] == tuple(lead)
            return [*([Para((*lead, ". "))] if lead and not again else []), *inner]
        if is_about_functions(one.fact) and any(use.theorem.claim == one.fact for use in one.by):
            used: Para = Para(("We use ", *listed([[w.links.to(use.theorem)] for use in one.by]), ". "))
            return [Para((*capitalised(why), ". ")) if one.reason and why else used]
    fact = fold(one.fact)  # type: ignore[arg-type]
    if isinstance(one.fact, Relational | x.Between | x.Within) and isinstance(fact, Row):
        found: list[Block] = [Facts((Fact(fact, one.fact, why),))]
    else:
        found = claim(one.fact, [*capitalised(why), ": "] if why else ["We have "], ".", alone=True)
    if shown := indeed(one, w, bool(why)):
        found += [*continued("Indeed, ", shown), END]
    return found


def indeed(one: sp.Have, w: Wording, why: bool) -> list[Block]:
    """The steps of a fact, where they say more than the fact; those by contradiction as such."""
    if not one.derivation:
        return []
    inner = _without_repetition(one, w)
    goal, w.goal = w.goal, "this follows"
    shown = steps(w, inner, bound_in(one.fact))
    w.goal = goal
    if not shown or (why and _is_only(shown, one)):
        return []
    case = inner[0]
    if not isinstance(case, sp.Cases) or not _by_contradiction(one.fact, inner):
        return shown
    supposed = Para(("suppose that ", *condition(case.on), ". "), of=(case,))
    return [supposed, *steps(w, case.then, bound_in(one.fact)), Para(("This is a contradiction. ",))]


def _is_only(shown: list[Block], one: sp.Have) -> bool:
    """Whether the steps of a fact say nothing but the fact, for its reason or for none."""
    if len(shown) != 1 or not isinstance(shown[0], Facts) or len(shown[0].facts) != 1:
        return False
    again = [s.reason for s in one.derivation if isinstance(s, sp.Have) and s.reason not in ("", one.reason)]
    return not again and shown[0].facts[0].box == fold(body_of(one.fact))


END = Para(("",), ends=True)  # what comes after it does not go on in the same display
OPENS = Para(("",), opens=True)  # nor in the same paragraph


def _by_contradiction(fact: Basic, inner: tuple[sp.Step, ...]) -> bool:
    """Whether the steps suppose the contrary of the fact, and nothing else."""
    case = inner[0] if len(inner) == 1 else None
    if not isinstance(case, sp.Cases) or case.otherwise or not isinstance(fact, Relational) or case.reason:
        return False
    with x.as_written():
        return bool(case.on in (fact.negated, fact.negated.reversed))


def shown_by(claimed: str, why: Iterable[Inline]) -> list[Block]:
    """`The claim follows: a larger budget, by ...`: what is shown, and why."""
    why = tuple(why)
    bare = isinstance(why[0], str) and why[0].startswith("by ")
    return [Para((claimed[:1].upper() + claimed[1:], " " if bare else ": ", *why, ". "))]


def is_about_functions(fact: Basic) -> bool:
    """Whether the fact is about every function of some kind: such a one is read in its own place."""
    return isinstance(fact, x.ForAll) and any(isinstance(v, AppliedUndef) for v in fact.args[0])


def bound_in(fact: Basic) -> list[Basic]:
    """The letters over which a fact ranges."""
    return [v for f in fact.atoms(x.ForAll) for v in f.args[0]] if isinstance(fact, sympy.Basic) else []


def _says_all(one: sp.Have) -> bool:
    """Whether the steps of a fact that has parts end each in one of the parts: then the fact is those steps."""
    if not isinstance(one.fact, x.AllOf) or not one.derivation:
        return False
    ends = [s.conclusion for s in one.derivation]
    return all(part in ends for part in one.fact.args)


def _one_use(one: sp.Have, w: Wording) -> sp.Have | None:
    """The fact with the theorem that its one step of words uses, where that step is the fact itself."""
    inner = [s for s in one.derivation if not is_silent(w.unnamed(s))]
    rest, last = inner[:-1], inner[-1] if inner else None
    if (
        not isinstance(last, sp.Have)
        or not last.by
        or last.derivation
        or body_of(last.fact) != body_of(one.fact)
    ):
        return None
    if any(map(w.is_marked, sp.in_text((one,)))) or is_about_functions(one.fact) or steps(w, rest):
        return None
    return replace(one, reason=one.reason or last.reason, by=last.by, method=last.method, derivation=())


def _without_repetition(one: sp.Have, w: Wording) -> tuple[sp.Step, ...]:
    """The steps of a fact, those of the same fact again in its place."""
    inner = one.derivation
    while (
        len(inner) == 1
        and isinstance(again := inner[0], sp.Have)
        and again.derivation
        and body_of(again.fact) == body_of(one.fact)
        and not w.is_marked(again)
    ):
        inner = again.derivation
    return inner


@step.register
def _(one: sp.Specialise, w: Wording) -> list[Block]:
    changed = [(k, v) for k, v in one.at if not is_itself(k, v)]
    if w.unnamed(one).of == covering and not w.is_marked(one):
        of, low, high = (maths(dict(one.at)[k]) for k in (H(t), h_0, h_1))
        again = isinstance(dict(one.at)[H(t)], Basic) and dict(one.at)[H(t)].has(H(t).func)
        limits: list[Inline] = [" of ", maths(t), " with the limits ", maths(h_0), " and ", maths(h_1), ". "]
        return [
            *([Para(("Let ", Maths(named("H")), " be a function", *limits))] if again else []),
            Para(
                ("Over the cells ", of, " gains what it gains over the line, from ", low, " to ", high, ". ")
            ),
        ]
    if not w.is_marked(one):
        return taken(changed, w.stated, w.of_any_event)
    mark = w.mark(one)
    values = listed([[equation(k, v)] for k, v in changed])
    why = (*([" at ", *values] if changed else []), *mark)
    if not is_plain(one.of):
        found = claim(one.of, ["By hypothesis, "], ",", False)
        return [*found, Para((*why, ". "))]
    return [Para(("By hypothesis, ", *condition(one.of), *why, ". "))]


def taken(
    values: list[tuple[Basic, Basic]], stated: set[UndefinedFunction], of_any_event: bool = False
) -> list[Block]:
    """The values at which a hypothesis is read; that it is read at the number or the outcome at hand is not said.  A
    function that the statement does not know, as where a lemma is about every function, is read as what it is put for."""
    if all(isinstance(k, x.Outcome) or getattr(k, "integer_valued", False) for k, _ in values):
        return []
    again = any(
        isinstance(v, sympy.Basic) and v.has(k.func if isinstance(k, AppliedUndef) else k) for k, v in values
    )
    unknown = any(isinstance(k, AppliedUndef) and not is_event(k) and k.func not in stated for k, _ in values)
    if again or unknown:  # S by 1 - S, f by f/2, H(t) by H(t/k)
        if len(values) == 1 and not again and (of := indicated(*values[0])) is not None:
            test = values[0][0].func.__name__  # type: ignore[attr-defined]
            return [Para(("Take ", "the indicator of ", of, " for ", Maths(named(test)), ". "))]
        named_anew = listed([[*substituted(k, v)] for k, v in values])
        return [Para((APPLIED, *named_anew, ". "))]
    if of_any_event and len(values) == 1 and is_event(values[0][0]) and values[0][0].func.__name__ == "S":
        return [Para(("Take the event ", event(*values[0]), ". "))]  # S is another one in these steps
    events = "the events " if len(values) > 1 else "the event "
    kind = events if all(is_event(k) for k, _ in values) else ""
    return [Para((f"Take {kind}", *listed([[equation(k, v)] for k, v in values]), ". "))] if values else []


def indicated(test: Basic, value: Basic) -> Maths | None:
    """The event, by its name or as a set, that is put for a test."""
    if not isinstance(test, AppliedUndef):
        return None
    if is_event(value) and value.args == test.args:
        return Maths(named(value.func.__name__))  # type: ignore[attr-defined]
    return event(test, value) if is_condition(value) else None


def event(letter: Basic, value: Basic) -> Maths:
    """The set that an event is, without its letter."""
    return Maths(given(FLAT, letter, value)[2], given(Fold(), letter, value)[2])


def reads_from(rest: tuple[sp.Step, ...], w: Wording) -> list[sp.Specialise]:
    """The readings of one formula at several values, one after the other, with which the steps begin."""
    found = [s for s in rest[:1] if isinstance(s, sp.Specialise)]
    for one, two in pairwise(rest):
        if not read_again(one, two, w):
            break
        found.append(two)  # type: ignore[arg-type]
    return found if len(found) > 1 else []


def read_again(one: sp.Step, two: sp.Step, w: Wording) -> bool:
    """Whether two steps read one formula, `with t - 1 for t` and `with t + 1 for t`."""
    if not isinstance(one, sp.Specialise) or not isinstance(two, sp.Specialise) or one.of != two.of:
        return False
    if w.is_marked(one) or w.is_marked(two) or len(one.at) != 1 or len(two.at) != 1:
        return False
    (k, v), (other, u) = one.at[0], two.at[0]
    return k == other and all(isinstance(t, sympy.Basic) and t != k and t.has(k) for t in (v, u))


def read_at(reads: list[sp.Specialise]) -> list[Block]:
    """`Apply this with t - 1 and with t + 1 for t.`"""
    letter = reads[0].at[0][0]
    values: list[list[Inline]] = [["with ", substituted(letter, s.at[0][1])[0]] for s in reads]
    return [Para(("Apply this ", *listed(values), " for ", maths(letter), ". "))]


def is_event(letter: Basic) -> bool:
    """Whether the letter is that of an event: S, or S with the sets on which it is."""
    return isinstance(letter, AppliedUndef) and letter.func.__name__.partition("_")[0] == "S"


@step.register
def _(one: sp.ArgMin, w: Wording) -> list[Block]:
    mark = w.mark(one)
    output = one.outcome.space == x.y.space
    which, why = ("an outcome", "the output space") if output else ("one", "its set")
    least, term = extreme(one.minimises)
    items: list[Inline] = ["Let ", maths(one.outcome), f" be {which} at which ", maths(term)]
    because = f", is {least}; there is one because {why} is finite"
    return [Para((*items, ", over ", maths(one.running), because, *w.why(one.reason), *mark, ". "))]


def extreme(term: Basic) -> tuple[str, Basic]:
    """`largest` and the term without its sign, where what is least has a minus before it."""
    sign, *rest = factors_of(term)
    if sign == -1 and rest:
        with x.as_written():
            return "largest", rest[0] if len(rest) == 1 else sympy.Mul(*rest)
    return "smallest", term


@step.register
def _(one: sp.Obtain, w: Wording) -> list[Block]:
    why = w.checked(one, w.reason(one.reason, one.by))
    found = claim(one.exists, [*capitalised(why), ": "] if why else ["We have that "], ".")
    names = listed([[maths(v)] for v in one.exists.args[0]])
    return [*found, Para(("Take such ", *names, ". ")), *named_by(one, w)]


@step.register
def _(one: sp.Let, w: Wording) -> list[Block]:
    mark = w.mark(one)
    if one.name == one.value:  # it has this name already
        return [*([Para(("This name is put", *mark, ". "))] if mark else []), *having(one, w)]
    named_value = equation(one.name, one.value)
    why = [", ", *w.words(one.reason)] if one.reason else []
    if width(named_value.box) <= INLINE:
        return [Para(("Let ", named_value, *why, *mark, ". ")), *having(one, w)]
    shown = row(fold(one.name), "=", fold(one.value))
    if not why and not mark:
        return [Para(("Let",)), Display(shown, "."), *having(one, w)]
    return [Para(("Let",)), Display(shown, ","), Para((*why[1:], *mark, ". ")), *having(one, w)]


@step.register
def _(one: sp.Cases, w: Wording) -> list[Block]:
    conditions: list[list[Inline]] = []
    inner: tuple[sp.Step, ...] = (one,)
    while len(inner) == 1 and isinstance(case := inner[0], sp.Cases) and not steps(w, case.otherwise):
        conditions.append(_said(case, w))
        inner = case.then
    if conditions:
        blocks = steps(w, inner)
        if not blocks:
            return []
        return [Para(("Suppose that ", *listed(conditions), "; otherwise the claim is clear. ")), *blocks]
    one = joined(one, w)
    told = [(on, blocks) for on, blocks in _branches(one, w) if blocks]
    clear = [on for on, blocks in _branches(one, w) if not blocks and on is not None]
    found: list[Block] = []
    if clear:
        found.append(Para(("Where ", *_or(clear, w), ", the claim is clear. ")))
    for k, (on, blocks) in enumerate(told):
        if on is None and len(told) == 2 and any(map(_says_otherwise, told[0][1])):
            found += [Para(("Suppose now that ", *condition(w.with_zeros(negated(one.on))), ". ")), *blocks]
        elif on is None:
            found += continued("Otherwise, " if len(told) <= 2 else "In the remaining case, ", blocks)
        else:
            lead = "Suppose next that, instead, " if k else "Suppose first that "
            found += [Para((lead, *_said(on, w), ". ")), *blocks]
    if told[-1][0] is not None:
        found.append(Para(("What is left is clear. ",)))
    return found


def joined(one: sp.Cases, w: Wording) -> sp.Cases:
    """Cases of which the first is nothing but two more, as three in a row: that both conditions hold, that the first does and
    the second does not, and that the first does not."""
    while (
        len(one.then) == 1
        and isinstance(inner := one.then[0], sp.Cases)
        and not any(map(w.is_marked, (one, inner)))
    ):
        with x.as_written():
            both, first = x.AllOf(one.on, inner.on), x.AllOf(one.on, negated(inner.on))
        after = sp.Cases(first, inner.otherwise, one.otherwise, one.reason)
        one = sp.Cases(both, inner.then, (after,), inner.reason)
    return one


def _says_otherwise(block: Block) -> bool:
    """Whether a case inside has said `otherwise`: a second time it would not be seen of which."""
    first = block.items[0] if isinstance(block, Para) and block.items else ""
    return isinstance(first, str) and first.startswith(("Otherwise, ", "In the remaining case, "))


def negated(condition: Basic) -> Basic:
    """That a condition does not hold: the other relation, but of losses and posteriors, which are every number where
    neither law has mass."""
    with x.as_written():
        if isinstance(condition, Relational) and not condition.has(x.Loss, x.Posterior):
            return condition.negated
        return x.NotSo(condition)


def _branches(one: sp.Cases, w: Wording) -> list[tuple[sp.Cases | None, list[Block]]]:
    """The sides of a distinction, those of one that stands alone in its last side among them: None for that."""
    found: list[tuple[sp.Cases | None, list[Block]]] = [(one, steps(w, one.then))]
    rest = one.otherwise
    if len(rest) == 1 and isinstance(rest[0], sp.Cases):
        return [*found, *_branches(rest[0], w)]
    return [*found, (None, steps(w, rest))]


def _said(one: sp.Cases, w: Wording) -> list[Inline]:
    """The condition of a case with its reason."""
    return [*condition(w.with_zeros(one.on)), *w.why(one.reason), *w.mark(one)]


def _or(cases: list[sp.Cases], w: Wording) -> list[Inline]:
    """The conditions of cases in which nothing more is said."""
    said = [_said(on, w) for on in cases]
    return [i for k, c in enumerate(said) for i in ([" or "] if k else []) + c]


@step.register
def _(one: sp.Monotonic, w: Wording) -> list[Block]:
    mark = w.mark(one)
    words: list[Inline] = ["For ", maths(one.variable), " between ", maths(one.low), " and ", maths(one.high)]
    goal, w.goal = w.goal, ""
    then = steps(w, one.then, (one.variable,)) or (step(one.then[-1], w) if one.then else [])
    w.goal = goal
    says = "does not fall, because its derivative is not negative"
    if one.strictly:
        says = "rises, because its derivative is positive"
    told = Para((says, *w.why(one.reason), *mark, ". "))
    if width((short := maths(one.function)).box) <= INLINE and not tall(short.box):
        return [Para((*words, " the function ", short, " ", *told.items)), *then]
    return [Para((*words, " the function")), Display(fold(one.function)), told, *then]


@step.register
def _(one: sp.Induction, w: Wording) -> list[Block]:
    mark = w.mark(one)
    zero = Maths(row(fold(one.over), "=", Number("0")))
    after = Maths(row(fold(one.over), "+", Number("1")))
    found: list[Block] = [Para(("The proof is by induction on ", maths(one.over), *mark, ". "))]
    if first := steps(w, one.first, (one.over,)):
        found += continued_from(["For ", zero, ", "], first)
    else:
        found += [Para(("For ", zero, " the claim is clear from what is supposed. "))]
    supposed = Para(("Suppose that it holds for ", maths(one.over), ", and consider ", after, ". "))
    return [*found, supposed, *steps(w, one.then, (one.over,))]


def continued_from(lead: list[Inline], blocks: list[Block]) -> list[Block]:
    """The blocks after words with a formula among them, with which their first sentence begins."""
    begun = continued("", blocks)
    return [Para(tuple(lead)), *begun[1:]]


@step.register
def _(one: sp.Exhibit, w: Wording) -> list[Block]:
    mark = w.mark(one)
    told = [(k, v) for k, v in one.values if not is_itself(k, v)]
    if not told:  # the letters are those of the claim: `this test has all that is asked`
        these = listed([[maths(k)] for k, _ in one.values])
        why = [" (", *w.words(one.reason), ")"] if one.reason else []
        verb = " have" if len(one.values) > 1 else " has"
        return [Para(("So ", *these, *why, f"{verb} what is asked", *mark, ". "))]
    values = listed([[equation(k, v)] for k, v in told])
    why = [", ", *w.words(one.reason)] if one.reason else []
    return [Para(("Choose ", *values, *why, *mark, ". "))]


def having(step: sp.Let, w: Wording) -> list[Block]:
    """What a named value satisfies: short relations in one sentence, the others below; before them, what it enters."""
    put_here = named_by(step, w)
    short: list[list[Inline]] = []
    long: list[Block] = []
    for fact, unnamed in together_over(step, w):
        if (is_plain_fact(unnamed) or w.is_known(fact)) and not w.is_marked(step):
            continue
        box = fold(fact)  # type: ignore[arg-type]
        if isinstance(fact, Relational | x.Between | x.Within) and isinstance(box, Row):
            if width(fold(fact, flat=True)) <= INLINE and not tall(box):
                short.append([maths(fact)])
            else:
                long.append(Facts((Fact(box, fact, ()),)))
        else:
            long += claim(fact, ["We have "], ".", False)
    return [*put_here, *([Para(("Then ", *listed(short), ". "))] if short else []), *long]


def says_the_name(fact: sympy.Eq, step: sp.Let) -> bool:
    """Whether an equation says again what the name is of: `z = t`, `F(z) = F(t)`."""
    with x.as_written():
        one, two = (side.xreplace({step.name: step.value}) for side in fact.args)
    return bool(one == two)


def together_over(step: sp.Let, w: Wording) -> list[tuple[Basic, Basic]]:
    """What a named value satisfies, each fact beside itself without names; those in a row that are said for every one of the
    same letters as one, without those that a reader sees or was told when the name was given."""
    found: list[tuple[Basic, Basic]] = []
    for fact, plain in zip(step.having, w.unnamed(step).having, strict=True):
        body = body_of(fact)
        if isinstance(body, sympy.Eq) and says_the_name(body, step):
            continue
        if isinstance(fact, x.ForAll) and is_plain_fact(plain) and not w.is_marked(step):
            continue
        last, before = found[-1] if found else (None, None)
        if isinstance(fact, x.ForAll) and isinstance(last, x.ForAll) and last.args[0] == fact.args[0]:
            assert isinstance(before, Basic)
            with x.as_written():
                both = [
                    x.ForAll(f.args[0], x.AllOf(f.args[1], g.args[1]))
                    for f, g in ((last, fact), (before, plain))
                ]
            found[-1] = (both[0], both[1])
        else:
            found.append((fact, plain))
    return found


def named_by(step: sp.Step, w: Wording) -> list[Block]:
    """The names of terms in which the step's own letters stand."""
    return put_here(w, (step, *w.after), introduced_by(step))
