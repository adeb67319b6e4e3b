"""What the signs in a statement stand for, in words below it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef

from dpsym.document.blocks import Inline, Maths, listed
from dpsym.document.formulas.boxes import Box, Fence, Glyph, Name
from dpsym.document.formulas.fold import numbered
from dpsym.document.formulas.idioms import entropy_terms, in_powers
from dpsym.document.formulas.laws import entropy_of
from dpsym.document.formulas.notation import commas, fold, named, row
from dpsym.document.formulas.shapes import (
    conjuncts,
    conventional_ends,
    in_order,
    is_of_test,
    is_plain,
    losses_in,
    pointwise,
    without_zeros,
)
from dpsym.document.formulas.spelling import width
from dpsym.document.words.inline import FLAT, maths, prose
from dpsym.document.words.sentences import condition, ends_itself, guaranteed, of_every_test, ranging
from dpsym.document.words.silence import is_plain_fact
from dpsym.document.words.subjects import as_pairs
from dpsym.document.words.symmetry import chains_in
from dpsym.language import expressions as x
from dpsym.language import statements as st
from dpsym.language import steps as sp
from dpsym.language.errors import StatementError
from dpsym.language.form import is_ours
from dpsym.language.mechanisms import Density


def notation(entry: st.Theorem) -> list[Inline]:
    """The setting: what the laws are, what the loss, the posterior and the hockey stick stand for, and what the notions
    of privacy ask, where the statement speaks of them.  A document that has said so leaves it out."""
    pairs, things = as_pairs(entry), as_stated(entry)
    # the sentence of the sets says of all laws that they are laws
    laws = [] if pairs else of_laws(things, set(entry.where), notions_of_steps(entry, things))
    said, conventions = signs(entry, things, [], [])
    return [*laws, *here(said), *spread(conventions), *of_notions(things)]


def notation_of_proof(entry: st.Theorem) -> list[Inline]:
    """The same of what the proof alone speaks of."""
    things = as_stated(entry)
    inner = notions_of_steps(entry, things)
    lines, steps = lines_of(entry), of_the_pair(entry)
    known, agreed_on = signs(entry, things, [], [])
    said, conventions = signs(entry, [*things, *inner], lines, steps)
    kinds = {type(n) for thing in things for n in in_order(thing, x.Notion)}
    return [
        *here([one for one in said if one not in known]),
        *spread(one for one in conventions if one not in agreed_on),
        *of_notions([n for n in inner if type(n) not in kinds and not is_case(n, kinds)]),
    ]


def as_stated(entry: st.Theorem) -> tuple[Basic, ...]:
    """The hypotheses and the claim, with the names that they have on the page for pairs of laws."""
    pairs = as_pairs(entry)
    things = (*entry.given, entry.claim)
    return tuple(t.xreplace(pairs) for t in things) if pairs else things


def signs(
    entry: st.Theorem, things: Sequence[Basic], lines: Sequence[Basic], steps: Sequence[Basic]
) -> tuple[list[list[Inline]], list[list[Inline]]]:
    """What the signs in `things`, in the `lines` of a proof and in the `steps` about its pair stand for, and what is agreed
    on of them."""
    notions = [n for thing in things for n in in_order(thing, x.Notion)]
    with x.as_written():
        asked = [n.one_order(n.pair) for n in notions if n.pair == x.Pair()]
    found = [
        *of_losses([*things, *asked, *steps]),
        *of_posteriors(things),
        *of_hockey_sticks([*things, *asked, *lines]),
        *of_relative_entropies([*things, *lines]),
        *of_indicators([*things, *lines]),
    ]
    meant = of_tests(asked)
    if not meant and not tests_said(things):  # of a test in the proof alone
        meant = of_tests(lines)
    found += meant
    return found, sentences_agreed([*things, *asked, *steps], things, listed_masses(entry), lines)


def tests_said(things: Sequence[Basic]) -> bool:
    """Whether the statement says what the mean of a test is, of its own tests or in what a notion asks."""
    return bool(of_tests(things)) or asks_of_tests(things)


def asks_of_tests(things: Sequence[Basic]) -> bool:
    """Whether a notion in the formulas asks something of tests: then its definition says what their means are."""
    with x.as_written():
        return bool(of_tests([n.one_order(n.pair) for t in things for n in in_order(t, x.Notion)]))


def here(said: list[list[Inline]]) -> list[Inline]:
    """`Here a is b and c is d.`"""
    return ["Here ", *listed(said), ". "] if said else []


def spread(sentences: Iterable[list[Inline]]) -> list[Inline]:
    """Sentences one after the other."""
    return [item for one in sentences for item in one]


def notions_of_steps(entry: st.Theorem, things: Sequence[Basic]) -> list[Basic]:
    """The notions of P and Q in the lines of the proof; none where the statement has pairs of other laws than these."""
    if as_pairs(entry) or st.free_functions(things).keys() < {"P", "Q"}:
        return []
    found = [n for thing in lines_of(entry) for n in in_order(thing, x.Notion)]
    return [n for n in dict.fromkeys(found) if n.pair == x.Pair()]


def listed_masses(entry: st.Theorem) -> bool:
    """Whether the masses of P and Q are listed, and none of them is 0."""
    masses = [entry.where.get(law, ()) for law in ("P", "Q")]
    return all(masses) and all(m != 0 for row in masses for m in row)


def agreed(losses: Sequence[Basic], things: Sequence[Basic], positive: bool) -> list[Inline]:
    """What is agreed on where a formula would have no value; nothing of outputs without mass where every mass is `positive`."""
    return spread(sentences_agreed(losses, things, positive))


def sentences_agreed(
    losses: Sequence[Basic], things: Sequence[Basic], positive: bool, lines: Sequence[Basic] = ()
) -> list[list[Inline]]:
    """The same, sentence by sentence."""
    found: list[str] = []
    if not positive and met_without_mass(losses, things, x.Loss):
        found.append(
            "At an output that neither law gives, every number is a loss: a relation ≤, ≥ or = with it holds there"
        )
    posteriors = [a for thing in things for a in in_order(thing, x.Posterior)]
    of_laws_there = any(a.atoms(x.Outcome) for a in posteriors)  # not of two numbers
    if not positive and of_laws_there and met_without_mass(things, things, x.Posterior):
        found.append("At an output that neither law gives, the posterior is 0 unless the prior is 1")
    if any(in_order(thing, x.RenyiMoment) for thing in things):
        found.append(
            "The mean of a power of the ratio of two laws counts no output at which one of them is 0"
        )
    shown = [*things, *lines]
    if any(map(in_powers, shown)):
        found.append("A product of powers counts as 0 where one of its bases is 0")
    said: list[list[Inline]] = [[f"{one}. "] for one in found]
    named_ones = [p for t in shown for s in in_order(t, x.Total) if (p := entropy_of(s)) is not None]
    known = {(p.a.func, p.b.func) for p in named_ones}
    terms = [uv for t in shown for uv in entropy_terms(t) if tuple(a.func for a in uv) not in known]
    for u, v in terms[:1]:
        with x.as_written():
            product = u * sympy.log(u / v)
        said.append(
            ["A product ", maths(product), " counts as 0 where ", maths(u), " or ", maths(v), " is 0. "]
        )
    return said


def met_without_mass(told: Sequence[Basic], things: Sequence[Basic], kind: type[Basic]) -> bool:
    """Whether what is `told` speaks of a loss or a posterior at outputs that neither law may give: not where the statement
    (`things`) speaks of it only where it supposes that one of the laws has mass, nor in the proof of such a one."""
    if any(pointwise(thing, kind) for thing in things):
        return any(pointwise(thing, kind, beyond=_gives_mass) for thing in things)
    return any(pointwise(thing, kind, beyond=_gives_mass) for thing in told)


def _gives_mass(condition: Basic) -> bool:
    """Whether a condition says that a law, or the sum of two, is positive at an output."""
    for part in conjuncts(condition):
        if not isinstance(part, sympy.StrictLessThan | sympy.StrictGreaterThan) or part.lts != 0:
            continue
        terms = part.gts.args if isinstance(part.gts, sympy.Add) else (part.gts,)
        if all(isinstance(t, AppliedUndef) and t.func.__name__ in ("P", "Q") for t in terms):
            return True
    return False


def lines_of(entry: st.Theorem) -> list[Basic]:
    """What the lines of the proof say."""
    starts = [chain.start for chain in chains_in(entry.derivation)]
    return [*starts, *(r for piece in sp.in_text(entry.derivation) for r in spoken(piece))]


def of_the_pair(entry: st.Theorem) -> list[Basic]:
    """The lines of the proof that speak of the loss of P and Q, where these are the laws of the statement."""
    if {"P", "Q"} - set(st.free_functions((*entry.given, entry.claim))):
        return []
    pair = x.Pair()
    lines = lines_of(entry)
    return [r for r in lines if {a.args[:2] for a in r.atoms(x.Loss)} == {(pair.a, pair.b)}]


def spoken(piece: sp.Piece) -> list[Basic]:
    """What a step says, or a line of one: its relations, and the values at which a hypothesis is read."""
    if not isinstance(piece, sp.Step):
        return [piece.right]
    values = [v for _, v in piece.at] if isinstance(piece, sp.Specialise) else []
    return [*piece.relations(), *values]


def words_of_functions(entry: st.Theorem, read: st.Theorem) -> list[Inline]:
    """Which functions in the statement are any, what the mean of a test is, and what the letters of a mechanism stand for:
    this no document says elsewhere; `read` is the statement with names for long terms, which have losses too."""
    things = (*entry.given, entry.claim)
    densities = of_densities(things)
    tests = [] if asks_of_tests(things) else of_tests(things)
    told = any(about_of(a) for t in things for a in in_order(t, AppliedUndef))
    found = [
        *(of_numbers(entry.parameters) if densities or told else ()),
        *of_functions(things, set(entry.where), set(entry.laws), entry.given), *tests, *densities,
        *of_losses((*read.given, read.claim), of=tuple(v.func for v in read.define if v.args)),
    ]  # fmt: skip
    return ["Here ", *listed(found), ". "] if found else []


def of_laws(things: Sequence[Basic], masses: Collection[str], inner: Sequence[Basic] = ()) -> list[Inline]:
    """What P and Q are: where no masses of them are listed, or a mechanism is spoken of, of which they are the laws; `inner`
    are the notions in the steps of the proof."""
    functions = st.free_functions(things)
    subjects = [FLAT.subject(n.pair) for thing in (*things, *inner) for n in in_order(thing, x.Notion)]
    mechanism = next((box for box in subjects if isinstance(box, Glyph)), None)
    shown = [n for n in ("P", "Q") if n in functions and (n not in masses or mechanism is not None)]
    if not shown:
        return []
    names = listed([[Maths(named(n))] for n in shown])
    output: list[Inline] = [" of the output ", Maths(Name("Y", "Y"))]
    if mechanism is not None and len(shown) == 2:
        where: list[Inline] = [
            " of a mechanism ",
            Maths(mechanism),
            " on two neighbouring inputs, in either order. ",
        ]
        return ["Let ", *names, " be the laws", *output, *where]
    if len(shown) == 1:
        return ["Let ", *names, " be a law of an output ", Maths(Name("Y", "Y")), ". "]
    return ["Let ", *names, " be two laws", *output, ". "]


def of_losses(things: Sequence[Basic], of: Sequence[type[Basic]] | None = None) -> list[list[Inline]]:
    """What the privacy losses in the formulas are; those between the laws `of` alone, where these are given."""
    found: list[list[Inline]] = []
    losses = dict.fromkeys(mark for thing in things for mark in losses_in(fold(thing)))
    if of is not None:
        names = {named(f.__name__) for f in of}
        losses = {mark: None for mark in losses if names & {*mark[1:]}}
        things = ()
    applied = {a.func.__name__: a for thing in things for a in in_order(thing, AppliedUndef)}
    for k, (name, one, two) in enumerate(losses):
        family = applied.get(one.plain) if isinstance(one, Name) else None
        args: Box = Name("Y", "Y")
        shown_name = name
        if family is not None and len(family.args) > 1:  # F(x, y): the loss has all these arguments
            args = commas(FLAT.box(a) for a in family.args)
            shown_name = row(name, Fence("(", args, True))
        ratio = row(one, Fence("(", args, True), "/", two, Fence("(", args, True))
        shown = Maths(row(shown_name, "=", "log", Fence("(", ratio, True)))
        what: list[Inline] = (
            [" is the privacy loss"] if k == 0 else [" that of ", Maths(one), " and ", Maths(two)]
        )
        if k and (one, two) == (named("Q"), named("P")):
            what = [" that of the laws exchanged"]
        found.append([shown, *what])
    return found


def of_posteriors(things: Sequence[Basic]) -> list[list[Inline]]:
    """What the posteriors in the formulas are."""
    found: list[list[Inline]] = []
    atoms = [a for thing in things for a in in_order(thing, x.Posterior)]
    taken = {symbol.name for thing in things for symbol in thing.atoms(sympy.Symbol)}
    every = [(_of_any_prior(prior, taken), one, two) for prior, one, two in (a.args for a in atoms)]
    for prior, one, two in dict.fromkeys(every):
        if not (isinstance(one, AppliedUndef) and isinstance(two, AppliedUndef)):
            continue
        inside = FLAT.drawn((x.y,))
        with x.as_written():
            odds = in_whole_numbers(prior, one, two)
        shown = Maths(row(inside.box(x.Posterior(prior, one, two)), "=", inside.box(odds)))
        words = " is the posterior probability that the target is in the data, from prior "
        ends = conventional_ends(prior)
        sure = [f" (the prior itself where that is {' or '.join(ends)})"] if ends else []
        found.append([shown, words, maths(prior), *sure])
    if found:
        found[-1] += _law_with_target(every)
    return found


def _law_with_target(every: Sequence[tuple[Basic, Basic, Basic]]) -> list[Inline]:
    """Which of two laws is that with the target, where all posteriors are of the same two and these have plain names."""
    laws = every[0][1:]
    plain_names = all(isinstance(law, AppliedUndef) and len(law.args) == 1 for law in laws)
    if not plain_names or any((a, b) != laws for _, a, b in every):
        return []
    one, two = (Maths(named(law.func.__name__)) for law in laws)
    return ["; ", one, " is the law with the target, ", two, " that without"]


def _of_any_prior(prior: Basic, taken: Collection[str]) -> Basic:
    """A letter for a prior that is a formula, so that the posterior is explained once and for any prior."""
    simple = isinstance(prior, sympy.Symbol | sympy.Number) or prior.is_number
    return prior if simple or "q" in taken else x.Parameter("q")


def in_whole_numbers(prior: Basic, one: Basic, two: Basic) -> Basic:
    """Bayes' rule; at a prior that is a fraction of numbers, such as 1/2, with weights that are whole numbers."""
    if not isinstance(prior, sympy.Rational) or not 0 < prior < 1:
        return prior * one / (prior * one + (1 - prior) * two)
    yes, no = sympy.Integer(prior.p), sympy.Integer(prior.q - prior.p)
    with_one, with_two = (mass if count == 1 else count * mass for count, mass in ((yes, one), (no, two)))
    return with_one / (with_one + with_two)


def of_hockey_sticks(things: Sequence[Basic]) -> list[list[Inline]]:
    """What the hockey-stick divergence is."""
    every = [h for thing in things for h in in_order(thing, x.HockeyStick)]
    found = []
    for of in (lambda h: h.args[0] != 0, lambda h: h.args[0] == 0):
        found += _of_divergence([h for h in every if of(h)])
    return found


def _of_divergence(sticks: Sequence[Basic]) -> list[list[Inline]]:
    """The same of some of them, which are all of order 0, the total variation distance, or none."""
    if not sticks:
        return []
    order, pair = sticks[0].args
    if not all(
        isinstance(law, AppliedUndef) for law in (pair.a, pair.b)
    ):  # the laws have long names: of any two
        pair = x.Pair(x.function("A")(x.y), x.function("B")(x.y))
    named_order = isinstance(order, sympy.Symbol) or order == 0
    stick = x.HockeyStick(order if named_order else x.Parameter("t"), pair)
    shown = Maths(row(FLAT.box(stick), "=", FLAT.box(stick.definition())))
    return [[shown, " is the total variation distance" if order == 0 else " is the hockey-stick divergence"]]


def of_relative_entropies(things: Sequence[Basic]) -> list[list[Inline]]:
    """What the relative entropy is."""
    sums = [t for thing in things for t in in_order(thing, x.Total) if entropy_of(t) is not None]
    if not sums:
        return []
    pair = entropy_of(sums[0])
    assert pair is not None
    with x.as_written():
        written = x.Total(pair.a * sympy.log(pair.a / pair.b), *pair.outcomes)
    shown = Maths(row(FLAT.box(sums[0]), "=", FLAT.box(written)))
    return [[shown, " is the relative entropy, a term counting as 0 where one of the laws is 0"]]


def of_notions(things: Sequence[Basic]) -> list[Inline]:
    """What each notion of privacy in the formulas asks, for its budget by name."""
    found: list[Inline] = []
    kinds: dict[type, x.Notion] = {}
    for one in (a for thing in things for a in in_order(thing, x.Notion)):
        known = kinds.setdefault(type(one), one)
        if _general_as_named(one) > _general_as_named(known):
            kinds[type(one)] = one
    for kind, own in kinds.items():
        if is_case(own, kinds):
            continue
        if not is_ours(kind):  # type: ignore[arg-type]
            means = own.definition()
            found += [
                Maths(FLAT.subject(own.pair)),
                " is ",
                *guaranteed(own),
                " when ",
                *_asked(means, whole=True),
                ". ",
                *(here(of_tests([means])) if own.pair != x.Pair() else []),
            ]
            continue
        free = st.free_functions(things)
        pair = own.pair if "P" in free or "Q" in free else x.Pair()
        # where the notion has no letters of its own, what it asks is said for this budget
        shown = _for_any_budget(own, things)
        shown = kind(*shown.budget, pair=pair)
        subject = FLAT.subject(pair) if own.pair == x.Pair() else FLAT.box(pair)
        found += ["A pair " if own.pair != x.Pair() else "The mechanism ", Maths(subject), " is "]
        with x.as_written():
            body = without_zeros(shown.one_order(pair))
        found += [*guaranteed(shown), " when ", *_asked(body)]
        if own.pair != x.Pair():  # that of any two laws, which the rest of the page does not speak of
            meant = [*of_losses([body])[:1], *of_tests([body])]
            found += [", where ", *listed(meant)] if meant else []
        found += [", and the same holds with the two laws exchanged. "]
    return found


def is_case(notion: x.Notion, kinds: Iterable[type]) -> bool:
    """Whether it is one of the notions of these kinds, with 0 for the last part of the budget: what these ask says what it
    asks, as that of (eps, delta)-DP does of (eps, 0)-DP."""
    wider = (kind for kind in kinds if kind.arity == type(notion).arity + 1)  # type: ignore[attr-defined]
    with x.as_written():
        means = notion.one_order(notion.pair)
        return any(
            kind(*notion.budget, sympy.Integer(0), pair=notion.pair).one_order(notion.pair) == means
            for kind in wider
        )


def _asked(thing: Basic, whole: bool = False) -> list[Inline]:
    """What a notion asks, part by part; what a reader sees by looking is left out, but of a notion of an author's own nothing
    is: there is no other place where he could read it."""
    parts = [p for p in conjuncts(thing) if whole or not is_plain_fact(p)]
    if all(map(ends_itself, parts[:-1])):
        return listed([_required(p) for p in parts])
    return lettered([_required(p) for p in parts])


def _required(part: Basic) -> list[Inline]:
    """One part of what a notion asks: `for every α > 1, (a) ...; and (b) ...`, `for every test f, if ..., then ...`."""
    words: list[Inline] = []
    body = part
    while not is_plain(body):
        if (test := of_every_test(body)) is not None:
            said, body = test
            words += [*said, ", "]
        elif isinstance(body, x.ForAll):
            words += [*ranging(body), ", "]
            body = body.args[1]
        else:
            break
    inner = conjuncts(body)
    if is_plain(body):
        return [*words, *condition(body)]
    if len(inner) < 2 or not all(map(is_plain, inner)):
        return condition(part)
    return [*words, *lettered([condition(p) for p in inner])]


def lettered(parts: list[list[Inline]]) -> list[Inline]:
    """`(a) ...; and (b) ...`: parts of which it could not be seen where they end."""
    found: list[Inline] = []
    for k, part in enumerate(parts):
        between = "" if not k else "; and " if k == len(parts) - 1 else "; "
        found += [f"{between}({'abcdefgh'[k]}) ", *part]
    return found


def _general_as_named(notion: Basic) -> int:
    """How well the letters of a budget do for a general definition: 0 where it has no letters, 1 for such as eps_1, which is a
    thing of the statement, one of several, 2 for others."""
    if not _is_named(notion):
        return 0
    return 1 if any(re.search(r"_\d+$", str(getattr(a, "name", ""))) for a in notion.budget) else 2


def _for_any_budget(own: x.Notion, things: Sequence[Basic]) -> Basic:
    """The notion for the budget by which it is defined: its own, where that has letters, or one with letters that the formulas
    do not have."""
    fit = _general_as_named(own)
    general = None if fit == 2 else _general(type(own))
    if general is None:
        return own
    taken = {symbol.name for thing in things for symbol in thing.atoms(sympy.Symbol)}
    pairs = zip(general.budget, own.budget, strict=True)  # type: ignore[attr-defined]
    others = {letter.name for letter, part in pairs if letter.name != getattr(part, "name", "")}
    return general if not fit or not taken & others else own


def _is_named(notion: Basic) -> bool:
    """Whether every part of the budget is a letter."""
    sequences = (p for a in notion.budget for p in a.args if getattr(p, "integer_valued", False))
    return all(isinstance(a, sympy.Symbol | AppliedUndef) for a in notion.budget) and not any(sequences)


def _general(kind: type) -> Basic | None:
    """The notion with the letters of its docstring, `(eps, delta)-...`, for its budget; None where it has no such."""
    arity = kind.arity  # type: ignore[attr-defined]
    names = re.findall(r"[a-z]+", (kind.__doc__ or "").partition("-")[0])
    if len(names) != arity:
        return None
    try:
        return kind(*map(x.Parameter, names))
    except StatementError:  # the notion itself speaks of a thing of this name
        return None


def of_functions(
    things: Sequence[Basic],
    masses: Collection[str] = (),
    laws: Collection[str] = (),
    given: Sequence[Basic] = (),
) -> list[list[Inline]]:
    """What the functions that no quantifier binds stand for, and which of them are any real functions: those of which no
    hypothesis of the `given` speaks."""
    functions = st.free_functions(things)
    found: list[list[Inline]] = []
    known = {*masses, *laws, "P", "Q"}
    known |= {
        a.func.__name__ for t in things for d in in_order(t, x.Distribution) for a in d.atoms(AppliedUndef)
    }
    for f in (f for t in things for f in in_order(t, AppliedUndef)):
        if any(a.is_Number or getattr(a, "integer_valued", False) for a in f.args):
            known.add(f.func.__name__)  # a sequence: the statement says of which numbers
    told = {
        a.func.__name__: about for t in things for a in in_order(t, AppliedUndef) if (about := about_of(a))
    }
    letters = {p.name: fold(p) for t in things for p in in_order(t, x.Parameter) if p.name not in ("a", "I")}
    found += [[as_said(n, things), " is ", *prose(told[n], letters)] for n in functions if n in told]
    free = [n for n in functions if n not in known and n not in told]
    if free:
        names = listed([[Maths(named(n))] for n in free])
        # what a hypothesis binds is no longer any function
        any_ = "" if all(any(f in st.free_functions((g,)) for g in given) for f in free) else "any "
        found.append(
            [*names, f" are {any_}real functions" if len(free) > 1 else f" is {any_ or 'a '}real function"]
        )
        found += of_events(things, free)
    return found


def of_events(things: Iterable[Basic], free: Collection[str]) -> list[list[Inline]]:
    """What `m(S)` is, where m is no law but any function: the first of those that a formula takes at events."""
    for thing in (t for t in things if isinstance(t, Basic)):
        measured = [m.args[1:] for m in in_order(thing, x.Mass) if not is_of_test(m)]
        measured += [(n.pair.a, *n.pair.outcomes) for n in in_order(thing, x.Notion)]
        for law, *outcomes in measured:
            if isinstance(law, AppliedUndef) and law.func.__name__ in free and law.args == tuple(outcomes):
                name, event = named(law.func.__name__), named("S")
                at = Maths(row(name, Fence("(", event, True)))
                return [[at, " is the sum of ", Maths(name), " over the event ", Maths(event)]]
    return []


def as_said(name: str, things: Sequence[Basic]) -> Maths:
    """A function where it is said what it stands for: by its name, that of a sequence as `A_k` or `K_k(x, ·)`."""
    for f in (f for t in things for f in in_order(t, AppliedUndef)):
        letters = [a for a in f.args if isinstance(a, sympy.Symbol) and not isinstance(a, x.Outcome)]
        if f.func.__name__ == name and letters and numbered(f) == len(letters):
            *given, last = f.args
            dots = (last,) if isinstance(last, x.Outcome) and last not in given else ()
            return Maths(FLAT.but(dots=dots).box(f))
    return Maths(named(name))


def about_of(value: AppliedUndef) -> str:
    """What a function stands for, in words; nothing where its file does not say."""
    return str(getattr(value.func, "about", ""))


def of_numbers(parameters: Collection[x.Parameter]) -> list[list[Inline]]:
    """What the numbers stand for that the statement lets be any real number: `l is the level of the test`.  A bound tells
    what a number is for; these have none, and a hypothesis about a function is what ties them."""
    free = [p for p in parameters if p.lower is None and p.upper is None and not p.integer_valued and p.about]
    letters = {p.name: fold(p) for p in parameters if p.name not in ("a", "I")}
    return [
        [Maths(fold(p)), " is ", *prose(with_article(p.about), letters)]
        for p in sorted(free, key=lambda p: p.name)
        if not re.fullmatch(r"an? (?:real )?(?:number|point)(?: of the line)?", p.about)
    ]


def with_article(about: str) -> str:
    """What a letter of a file stands for as a part of a sentence: `the bound on the privacy loss`."""
    words = re.sub(r", in nats$|^input: ", "", about)
    bare = re.match(r"(?:an?|the|its|an?other|what|how|whether|one|each|any|that|this)\b", words) is None
    return f"the {words}" if bare else words


def of_tests(things: Iterable[Basic]) -> list[list[Inline]]:
    """What `P(f)` stands for, where some test f has a level or a power."""
    things = tuple(things)
    events = {q.args[0].func for t in things for q in in_order(t, x.EveryEvent)}
    masses = [m for thing in things for m in in_order(thing, x.Mass) if is_of_test(m)]
    tests = [m for m in masses if m.args[0].func not in events]
    if not tests:
        return []
    shown = min(tests, key=lambda m: width(fold(m)))
    test, law, *outcomes = shown.args
    return [
        [
            Maths(fold(shown)),
            " is the mean of ",
            Maths(named(test.func.__name__)),
            " under ",
            Maths(FLAT.law(law, tuple(outcomes))),
        ]
    ]


def of_indicators(things: Iterable[Basic]) -> list[list[Inline]]:
    """What `S(y)` is, where an event stands in a formula as its indicator and not in a probability alone."""
    found = list(dict.fromkeys(one for thing in things for one in events_at_outputs(thing)))
    if not found:
        return []
    event = min(found, key=lambda one: (len(one.args), str(one)))
    outputs = commas(fold(o) for o in event.args)
    output = outputs if len(event.args) == 1 else Fence("(", outputs)
    name = named(event.func.__name__)
    return [[Maths(fold(event)), " is 1 where ", Maths(output), " is in ", Maths(name), " and 0 elsewhere"]]


def events_at_outputs(thing: Basic) -> Iterator[Basic]:
    """The indicators S(y) of events in a formula, but for those that are told as an event: `P(S)`, "for every event S"."""
    if isinstance(thing, x.Mass):
        return
    if isinstance(thing, AppliedUndef) and re.fullmatch(r"S(_\w+)?", thing.func.__name__):
        if all(isinstance(a, x.Outcome) for a in thing.args) and not about_of(thing):
            yield thing
        return
    for part in thing.args[1:] if isinstance(thing, x.EveryEvent) else thing.args:
        yield from events_at_outputs(part)


def of_densities(things: Iterable[Basic]) -> list[list[Inline]]:
    """What `N_sigma(z | x)` is, once for each mechanism: a density on the line, else a probability."""
    first: dict[Basic, Basic] = {}
    for density in (d for thing in things for d in in_order(thing, Density)):
        first.setdefault(density.args[0], density)
    return [
        [
            Maths(fold(shown)),
            " is the density at " if mechanism.outputs == "reals" else " is the probability of ",
            Maths(fold(shown.args[1])),
            f" of the output of the {mechanism.title} on the input ",
            Maths(fold(shown.args[2])),
        ]
        for mechanism, shown in first.items()
    ]
