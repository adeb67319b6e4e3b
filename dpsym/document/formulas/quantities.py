"""How the quantities of laws are spelt: sums, probabilities, losses, divergences; and those of examples."""

from __future__ import annotations

import sympy
from sympy import Basic
from sympy.core.function import AppliedUndef
from sympy.core.symbol import Str

from dpsym.document.formulas.boxes import (
    Box,
    Fence,
    Glyph,
    Limits,
    Macro,
    Name,
    Number,
    Script,
)
from dpsym.document.formulas.fold import (
    ATOM,
    BIG,
    HANDLERS,
    Fold,
    Spelt,
    commas,
    named,
    row,
)
from dpsym.document.formulas.idioms import quantile_of_root
from dpsym.document.formulas.laws import at_event, entropy_of
from dpsym.document.formulas.relations import event as event_in
from dpsym.language import expressions as x
from dpsym.language import mechanisms as mechanism
from dpsym.language import quantities as q


def total(f: Fold, thing: Basic) -> Spelt:
    """A sum over outcomes; the relative entropy of two laws by its name."""
    pair = entropy_of(thing)
    if pair is not None:
        laws = tuple(f.law(m, pair.outcomes) for m in (pair.a, pair.b))
        shown = row(Name(r"\mathrm{KL}", "KL"), Fence("(", row(laws[0], "|", laws[1]), True))
        return Macro("dpsymRelativeEntropy", laws, shown), ATOM
    inside = f.bound(thing.outcomes)
    under = commas(inside.box(o) for o in thing.outcomes)
    return big(f, "sum", under, None, inside.box(thing.body, BIG))


def big(f: Fold, key: str, under: Box, over: Box | None, body: Box) -> Spelt:
    """A sign with what stands below and above it, and its body."""
    if f.plain:
        under = row(under, Name("", " to "), over) if over is not None else under
        return row(Glyph(key), Name("", "_"), Fence("{", under, True), Name("", " "), body), BIG
    return row(Limits(Glyph(key), under, over), body), BIG


def indicator(f: Fold, thing: Basic) -> Spelt:
    """1 where a condition holds, else 0."""
    return row("one", Fence("[", event_in(f, thing.args[0]), True)), ATOM


def probability(f: Fold, thing: Basic) -> Spelt:
    """The probability of an event that is drawn from a law."""
    event, law, *outcomes = thing.args
    inside = f.drawn(tuple(outcomes), event, law)
    at = inside.source(law, tuple(outcomes))
    head = Macro("dpsymPr", (at,), Script(Glyph("Pr"), at))
    return row(head, Fence("[", event_in(inside, event), True)), ATOM


def expectation(f: Fold, thing: Basic) -> Spelt:
    """The mean of a value that is drawn from a law."""
    value, law, *outcomes = thing.args
    return mean(f, value, law, tuple(outcomes))


def mean(f: Fold, value: Basic, law: Basic, outcomes: tuple[Basic, ...]) -> Spelt:
    """The mean of a value under a law."""
    inside = f.drawn(outcomes, value, law)
    at = inside.source(law, outcomes)
    head = Macro("dpsymE", (at,), Script(Glyph("E"), at))
    return row(head, Fence("[", inside.box(value), True)), ATOM


def mass(f: Fold, thing: Basic) -> Spelt:
    """`P(S)`, `G(r, S)`; the mean of a value that is no event or test of the outcomes."""
    event, law = thing.args[:2]
    outcomes = thing.args[2:]
    if not isinstance(event, AppliedUndef) or event.args != outcomes:
        return mean(f, event, law, outcomes)
    chosen = named(event.func.__name__)
    if not at_event(law, event, outcomes):
        name = f.law(law, outcomes)
        return row(name if isinstance(name, Fence) else Fence("(", name), Fence("(", chosen, True)), ATOM
    head, rest = f.indexed(law)
    bare = all(a in outcomes for a in rest)
    inside: Box = chosen if bare else commas(chosen if a in outcomes else f.box(a) for a in rest)
    return row(head, Fence("(", inside, True)), ATOM


def pointwise(f: Fold, name: Box, outcomes: tuple[Basic, ...]) -> Box:
    """A quantity that depends on the outcome: bare where just this is drawn, else applied to it."""
    if outcomes == f.current:
        return name
    return row(name, Fence("(", commas(f.box(o) for o in outcomes), True))


def ratio_of(a: Basic, b: Basic) -> tuple[str, Box | None] | None:
    """How the pair (a, b) is told in the name of its loss: nothing, a prime, or a subscript."""
    if not (isinstance(a, AppliedUndef) and isinstance(b, AppliedUndef) and a.args == b.args):
        return None
    if not all(isinstance(o, x.Outcome) for o in a.args):
        return None
    names = a.func.__name__, b.func.__name__
    if names == ("P", "Q"):
        return "", None
    if names == ("Q", "P"):
        return "'", None
    return "", row(named(names[0]), "|", named(names[1]))


def loss(f: Fold, thing: Basic) -> Spelt:
    """The privacy loss of a pair of laws, by its name where the pair is one of the statement."""
    a, b = thing.args
    known = ratio_of(a, b)
    if known is None:
        return f.spell(thing.definition())
    prime, below = known
    base = Script(Glyph("Z"), below, Glyph("'") if prime else None) if prime or below else Glyph("Z")
    return pointwise(f, base, a.args), ATOM


def posterior(f: Fold, thing: Basic) -> Spelt:
    """The posterior probability, by its name where the pair is one of the statement."""
    prior, a, b = thing.args
    known = ratio_of(a, b)
    if known is None:
        with x.as_written():
            return f.spell(prior * a / (prior * a + (1 - prior) * b))
    prime, pair = known
    parts: list[Box | str] = []
    if not (isinstance(prior, x.Parameter) and prior.name == "p"):
        parts = [f.in_line.box(prior)]
    if pair is not None:
        parts += ([","] if parts else []) + [pair]
    base: Box = Glyph("X")
    if parts or prime:
        base = Script(base, row(*parts) if parts else None, Glyph("'") if prime else None)
    return pointwise(f, base, a.args), ATOM


def divergence(f: Fold, thing: Basic) -> Spelt:
    """The hockey-stick divergence of a pair of laws; that of order 0 is their total variation distance."""
    eps, pair = thing.args
    order = f.in_line.box(eps)
    laws = [f.law(m, pair.outcomes) for m in (pair.a, pair.b)]
    if eps == 0 and not f.plain:
        return Macro(
            "dpsymTotalVariation",
            tuple(laws),
            row(Name(r"\mathrm{TV}", "TV"), Fence("(", commas(laws), True)),
        ), ATOM
    shown = row(Script(Glyph("H"), order), Fence("(", row(laws[0], "|", laws[1]), True))
    return Macro("dpsymHockeyStick", (order, *laws), shown), ATOM


def moment(f: Fold, thing: Basic) -> Spelt:
    """The moment of the ratio of two laws, as a mean."""
    alpha, pair = thing.args
    less = alpha - 1 if alpha.is_Rational else None  # a number is printed as one
    with x.as_written():
        loss = x.Loss(pair.a, pair.b)
        body = sympy.exp(loss if less == 1 else (alpha - 1 if less is None else less) * loss)
    return mean(f, body, pair.a, pair.outcomes)


def density(f: Fold, thing: Basic) -> Spelt:
    """`Lap_b(t | x)`: the density of the output t on the input x."""
    law, output, given = thing.args
    name, _, over = law.name.partition("_")
    index = commas(f.in_line.box(a) for a in law.indices)
    upper = Name(rf"\mathbb{{{over}}}", over) if over else None
    at = row(f.box(output), Name(r"\mid ", " | "), f.box(given))
    return row(Script(Name(rf"\mathrm{{{name}}}", name), index, upper), Fence("(", at, True)), ATOM


def between_bounds(f: Fold, over: Basic, low: Basic, high: Basic, relation: str) -> Box:
    """A name between its bounds."""
    parts: list[Box | str] = [f.box(over)]
    if low != sympy.S.NegativeInfinity:
        parts = [f.box(low), relation, *parts]
    if high != sympy.oo:
        parts += [relation, f.box(high)]
    return row(*parts)


def minimum(f: Fold, thing: Basic) -> Spelt:
    """The least value of an expression over an interval, or where it is taken."""
    body, over, low, high = thing.args
    key = "argmin" if isinstance(thing, q.Minimiser) else "min"
    return big(f, key, between_bounds(f.in_line, over, low, high, "<"), None, f.box(body, BIG))


def root(f: Fold, thing: Basic) -> Spelt:
    """Where an expression is 0 in an interval."""
    body, over, low, high = thing.args
    level = None if f.plain else quantile_of_root(body, over)
    if level is not None:
        return f.spell(x.Phi_inv(level))
    under = between_bounds(f.in_line, over, low, high, "<=")
    return big(f, "root", under, None, Fence("[", row(f.box(body), "=", Number("0"))))


def finite_sum(f: Fold, thing: Basic) -> Spelt:
    """A sum over integers."""
    body, over, low, high = thing.args
    script = f.in_line
    return big(f, "sum", row(script.box(over), "=", script.box(low)), script.box(high), f.box(body, BIG))


def evaluated(f: Fold, thing: Basic) -> Spelt:
    """`census.power(alpha = 1/20, queries = Block)`."""
    flat = f.in_line
    given = [
        row(_word(k), "=", _word(v.name) if isinstance(v, Str) else flat.box(v))
        for k, v in thing.arguments.items()
    ]
    return row(_word(thing.name), Fence("(", commas(given), True)), ATOM


def first_above(f: Fold, thing: Basic) -> Spelt:
    """The first integer at which an expression exceeds a level."""
    body, over, level, start = thing.args
    where = row(f.box(over), ">=", f.box(start), ":", f.box(body), ">", f.box(level))
    return row("min", Fence("{", where, True)), ATOM


def least_over(f: Fold, thing: Basic) -> Spelt:
    """The least value of an expression where a condition holds."""
    body, over, low, high, holds = thing.args
    where = row(f.box(low), "<=", f.box(over), "<=", f.box(high))
    return row("min", Fence("{", row(f.box(body), ":", where, ",", f.box(holds)), True)), ATOM


def _word(words: str) -> Name:
    """A name that a machine reads, such as that of an evaluator."""
    return Name(r"\text{" + words.replace("_", r"\_") + "}", words)


HANDLERS.update(
    {
        x.Total: total,
        x.Indicator: indicator,
        x.Loss: loss,
        x.Posterior: posterior,
        x.Probability: probability,
        x.Expectation: expectation,
        x.Mass: mass,
        x.HockeyStick: divergence,
        x.RenyiMoment: moment,
        mechanism.Density: density,
        q.Minimum: minimum,
        q.FirstAbove: first_above,
        q.FiniteSum: finite_sum,
        q.LeastOver: least_over,
        q.Evaluated: evaluated,
        q.Root: root,
    }
)
