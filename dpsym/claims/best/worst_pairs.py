"""The best bound for a claim with "?" whose worst pair has closed forms: the value at that pair.

The value is only suggested by the closed forms: that it bounds the functional under the hypothesis is a claim of its own,
and so are that the mechanism with this pair satisfies the hypothesis and that it reaches the value.  Where it does not at
every output, as a posterior does not, a point shows that no smaller bound holds there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from sympy import Basic, exp

from dpsym.claims.answers import Answer
from dpsym.claims.best.bounds import Attained, Best
from dpsym.claims.closed_form_pairs.closed_forms import LOSS, Law
from dpsym.claims.closed_form_pairs.probes import EQUAL
from dpsym.claims.closed_form_pairs.reductions import NoForm, Put, kind, laws_of
from dpsym.claims.reading.as_nodes import called, chain, multiplied, node_of, relation
from dpsym.claims.reading.meaning import Reader
from dpsym.claims.reading.nodes import name, number
from dpsym.claims.reading.syntax import Node, NotAClaim, Source
from dpsym.claims.reading.words import MECHANISMS, NOTIONS
from dpsym.claims.settle import settle
from dpsym.language import StatementError, as_written
from dpsym.prove.verdict import HOLDS


def at_worst_pair(source: Source, less: Node) -> Best | None:
    """The value of a term at the pair that is worst under the one hypothesis of a claim, where it is a bound there."""
    if len(source.hypotheses) != 1:
        return None
    for mechanism in mechanisms(source.hypotheses[0]):
        for bound in values(source, mechanism, less):
            proof = told(source.but(conclusion=(relation(less, "<=", bound),)))
            if proof is not None:
                at = reached(source, mechanism, less, bound)
                return Best(source.text, (source.words(bound),), (proof,), (at,), 0, (bound,))
    return None


def at_equal_laws(source: Source, less: Node) -> Best | None:
    """The value of a term where the laws are equal, where it is a bound, as under a distance of 0.

    Equal laws must satisfy what is supposed at all parameters: where they do at some only, as where a distance is at least
    t, the bound is reached at these and is not the best at others."""
    equal = source.but(hypotheses=(chain(called("PureDP", [number(0)])),))
    if source.hypotheses and told(equal.but(conclusion=source.hypotheses)) is None:
        return None
    reader = Reader(source)
    for bound in at_law(source, EQUAL, less, None, reader) if reader.knows_conditions() else ():
        proof = told(source.but(conclusion=(relation(less, "<=", bound),)))
        strict = settle(source.but(conclusion=(relation(less, "<", bound),))) if proof is not None else None
        if proof is not None and strict is not None and strict.witness is not None:
            at = Attained(strict.witness.values, strict.witness.laws, source.words(bound), False)
            return Best(source.text, (source.words(bound),), (proof,), (at,), 0, (bound,))
    return None


def mechanisms(hypothesis: Node) -> Iterator[Node]:
    """The mechanism of a hypothesis, or one that is known to be the worst under its notion."""
    word = kind(hypothesis)
    node = hypothesis.args[0]
    if word in MECHANISMS:
        yield node
    if word not in NOTIONS or len(node.args) != len(NOTIONS[word][1]):
        return
    budget = node.args[-1]
    if word == "PureDP":
        yield called("RandomizedResponse", [budget])
    elif word == "GaussianDP":
        yield called("Gaussian", [number(1), budget])
    elif word == "ZCDP":
        yield called("Gaussian", [number(1), called("sqrt", [multiplied([number(2), budget])])])
    elif word == "RenyiDP":
        ratio = multiplied([number(2), budget], [node.args[0]])
        yield called("Gaussian", [number(1), called("sqrt", [ratio])])


def values(source: Source, mechanism: Node, less: Node) -> Iterator[Node]:
    """The term in closed form, at the laws of the mechanism on two neighbouring inputs."""
    at_it = source.but(hypotheses=(chain(mechanism),), conclusion=(relation(less, ">=", number(0)),))
    reader = Reader(at_it)
    if not reader.knows_conditions():
        return
    for law in laws_of(mechanism, at_it, reader):
        yield from at_law(at_it, law, less, likelier(mechanism), reader)


def at_law(
    source: Source, law: Law, less: Node, outcome: tuple[Node, Node] | None, reader: Reader
) -> Iterator[Node]:
    """The term in closed form at a law."""
    put = Put(source, law, reader, outcome=outcome)
    with suppress(NoForm):
        value = put.term(less)
        with suppress(TypeError, NotAClaim, StatementError):
            yield worked_out(value, reader)
        yield value


def worked_out(term: Node, reader: Reader) -> Node:
    """The same with what numbers and powers come to, such as 9 for exp(2*log(3)); TypeError where that is no term."""

    def again(e: Basic) -> Basic:
        return e.func(*map(again, e.args)) if e.args else e

    names = {p: name(word) for word, p in reader.parameters.items()}
    return node_of(again(reader.expr(term)), names)


def likelier(mechanism: Node) -> tuple[Node, Node] | None:
    """Masses under P and Q, up to a factor, of the outcome that says most for P, where randomised response has it."""
    if mechanism.value != "RandomizedResponse":
        return None
    with as_written():
        return node_of(exp(LOSS), {LOSS: mechanism.args[0]}), number(1)


def reached(source: Source, mechanism: Node, less: Node, bound: Node) -> Attained | None:
    """That the mechanism satisfies the hypothesis and reaches the bound, else a point at which the functional is not below
    the bound; None where neither is found."""
    under = source.but(hypotheses=(chain(mechanism),))
    there = told(under.but(conclusion=(relation(less, ">=", bound),)))
    known = kind(source.hypotheses[0]) in MECHANISMS
    if there is not None and (known or told(under.but(conclusion=source.hypotheses)) is not None):
        return Attained({}, {}, source.words(bound), False, source.words(mechanism), there)
    strict = settle(source.but(conclusion=(relation(less, "<", bound),)))
    if strict.verdict != "refuted" or strict.witness is None:
        return None
    return Attained(strict.witness.values, strict.witness.laws, source.words(bound), False)


def told(claim: Source) -> Answer | None:
    """The answer to a claim, where it holds."""
    with suppress(NotAClaim):
        answer = settle(claim)
        if answer.verdict in HOLDS:
            return answer
    return None
