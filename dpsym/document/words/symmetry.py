"""The other order of the laws: where hypotheses and claim do not change when the laws are exchanged, a proof of one order
is a proof of both, and a page says so."""

from __future__ import annotations

from itertools import count

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Block, Maths, Para
from dpsym.document.formulas.notation import named
from dpsym.document.formulas.shapes import body_of, conjuncts, in_order
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp


def other_order(entry: st.Theorem) -> list[Block]:
    """The sentence on the other order; none where the steps speak of both, or of neither, or exchanging changes the
    statement."""
    both = [n for n in in_order(entry.claim, x.Notion | x.UnderEachLaw) if of_both_laws(n)]  # type: ignore[arg-type]
    if not entry.derivation:
        return []
    if not both:
        return other_part(entry)
    if in_order(entry.claim, x.NotSo):  # type: ignore[arg-type]
        return []  # one order refutes what is asked in both
    if "P" in entry.where or "Q" in entry.where:
        return under_the_other(entry) if all(isinstance(n, x.UnderEachLaw) for n in both) else []
    if set(map(_mirrored, entry.given)) != set(map(_canonical, entry.given)):
        return same_events(entry)
    said = [
        r for piece in sp.in_text(entry.derivation) if isinstance(piece, sp.Step) for r in piece.relations()
    ]
    said += [r for one in chains_in(entry.derivation) for r in one.relations()]
    relations = [r for r in said if isinstance(r, sympy.core.relational.Relational)]
    moved = [r for r in relations if x.swap_laws(r) != r]
    ends = [r for r in top_relations(entry) if x.swap_laws(r) not in relations and r.atoms(*MEANS)]
    if not moved or (not ends and any(x.swap_laws(r) in relations for r in moved)):
        return []
    if any(isinstance(s, sp.Have) and s.fact.atoms(*map(type, both)) for s in entry.derivation):
        return []
    if any((other := x.other_law(r)) != r and other in relations for r in moved):
        return []
    if _mirrored(entry.claim) != _canonical(entry.claim):  # the same events, under the other law
        if not all(isinstance(n, x.UnderEachLaw) for n in both):
            return []
        return [Para(("Under ", Maths(named("Q")), " the claim follows in the same way. "))]
    names = (Maths(named("P")), " and ", Maths(named("Q")))
    return [Para(("The other order is treated in the same way, with ", *names, " exchanged. "))]


def other_part(entry: st.Theorem) -> list[Block]:
    """The same of a claim of two inequalities, of which the second is the first with the laws exchanged, where the hypotheses
    do not change with them and the steps speak of the first alone."""
    claim = entry.claim
    while isinstance(claim, x.ForAll | x.Implication):
        claim = claim.args[1]
    parts = conjuncts(claim)
    if len(parts) != 2 or x.swap_laws(parts[0]) != parts[1] or parts[0] == parts[1]:
        return []
    if set(map(_mirrored, entry.given)) != set(map(_canonical, entry.given)):
        return []
    if not any(isinstance(n, x.Notion) for g in entry.given for n in sympy.preorder_traversal(g)):
        return []
    said = {
        r for piece in sp.in_text(entry.derivation) if isinstance(piece, sp.Step) for r in piece.relations()
    }
    said |= {fact for s in entry.derivation if (fact := s.conclusion) is not None}
    if parts[1] in said or parts[0] not in said:
        return []
    names = (Maths(named("P")), " and ", Maths(named("Q")))
    return [Para(("The second claim follows in the same way, with ", *names, " exchanged. "))]


MEANS = (x.Probability, x.Expectation, x.RenyiMoment)  # what is taken over one law


def top_relations(entry: st.Theorem) -> list[Basic]:
    """The relations of the steps that stand in no other step but a distinction of cases, those of a chain as one from its
    first side to its last."""
    ends: list[Basic] = []
    rest = list(entry.derivation)
    while rest:
        one = rest.pop(0)
        if isinstance(one, sp.Cases):
            rest = [*one.inner(), *rest]
        elif one.conclusion is not None:
            ends.append(one.conclusion)
    return [r for r in ends if isinstance(r, sympy.core.relational.Relational)]


def same_events(entry: st.Theorem) -> list[Block]:
    """Where a hypothesis speaks of one event under each law and the proof takes one law: that it takes the other too."""
    if not any(isinstance(body_of(t), x.UnderEachLaw) for t in entry.given):
        return []
    if not all(isinstance(body_of(t), x.UnderEachLaw) or x.other_law(t) == t for t in entry.given):
        return []
    if any(isinstance(s, sp.Have) and isinstance(s.fact, x.Notion) for s in entry.derivation):
        return []  # a notion holds in both orders
    return under_the_other(entry)


def under_the_other(entry: st.Theorem) -> list[Block]:
    """That the same events have the same bound under the other law, where no step says so."""
    ends = top_relations(entry)
    said = [r for one in chains_in(entry.derivation) for r in one.relations()] + ends
    moved = [r for r in ends if x.other_law(r) != r]
    if not moved or any(x.other_law(r) in said or x.swap_laws(r) in said for r in moved):
        return []
    return [Para(("Under ", Maths(named("Q")), " the claim follows in the same way. "))]


def chains_in(steps: tuple[sp.Step, ...]) -> list[sp.Chain]:
    """The chains among the steps and inside them."""
    found: list[sp.Chain] = []
    for one in steps:
        if isinstance(one, sp.Chain):
            found.append(one)
        found += chains_in(one.inner())
    return found


def of_both_laws(thing: Basic) -> bool:
    """Whether it speaks of P and Q in both orders: of themselves, or of two laws that are made of them in the same way."""
    pair = _pair(thing)
    return pair == x.Pair() or (
        isinstance(thing, x.Notion) and pair.a != pair.b and _mirrored(thing) == _canonical(thing)
    )


def _pair(thing: Basic) -> x.Pair:
    return thing.pair if isinstance(thing, x.Notion) else thing.args[2]


def _mirrored(thing: Basic) -> Basic:
    return _canonical(x.swap_laws(thing))


def _canonical(thing: Basic) -> Basic:
    """The formula with the pairs of what holds in both orders in one order."""
    if not isinstance(thing, Basic) or not thing.args or isinstance(thing, AppliedUndef):
        return thing
    if isinstance(thing, x.Pair):
        return thing if str(thing.a) <= str(thing.b) else thing.swapped
    with x.as_written():
        return thing.func(*map(_canonical, thing.args))


def shape_of(step: sp.Step) -> tuple[object, ...]:
    """A step with those inside it, letters and functions by number in order of appearance: two of one shape are shown in the
    same way."""
    numbers: dict[object, tuple[object, ...]] = {}
    counted = count()  # a letter that is bound no longer leaves its number unused

    def of(part: object) -> object:
        if isinstance(part, x.ForAll | x.Exists):  # its own letters are told by their places
            own = {v: ("bound", next(counted), getattr(v, "space", "")) for v in part.args[0]}
            outside = {v: numbers.pop(v, None) for v in own}
            numbers.update(own)
            found = (part.func, len(own), of(part.args[1]))
            for v, number in outside.items():
                del numbers[v]
                if number is not None:
                    numbers[v] = number
            return found
        if isinstance(part, sp.Specialise):
            letters = tuple(part.of.args[0]) if isinstance(part.of, x.ForAll) else ()
            read = ((letters.index(k) if k in letters else of(k), of(v)) for k, v in part.at)
            return (sp.Specialise, of(part.of), tuple(read), part.reason)
        if isinstance(part, sympy.Symbol):
            return numbers.setdefault(part, (type(part), getattr(part, "space", ""), next(counted)))
        if isinstance(part, tuple | list | sympy.Tuple):
            return tuple(map(of, part))
        if isinstance(part, AppliedUndef):
            head = numbers.setdefault(part.func.__name__, ("function", next(counted)))
            return (head, *map(of, part.args))
        if isinstance(part, sp.Use):
            return (id(part.theorem), part.swapped, of(part.at))
        if isinstance(part, sp.Step | sp.Line):
            names = getattr(part, "__dataclass_fields__", ())
            shown = (name for name in names if name not in ("hints", "split"))
            return (type(part), *(of(getattr(part, name)) for name in shown))
        if isinstance(part, Basic) and part.args:
            return (part.func, *map(of, part.args))
        return part

    return (of(step),)
