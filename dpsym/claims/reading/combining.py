"""Mechanisms made of others in a typed claim: compose, parallel, post, mixture, subsample and group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sympy import Expr, Integer, Le, Mul, Pow, Rational
from sympy.logic.boolalg import Boolean

from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.nodes import COMBINED, number, put
from dpsym.claims.reading.syntax import Node, Source, error
from dpsym.claims.reading.terms import Terms
from dpsym.claims.reading.trees import calls
from dpsym.claims.reading.words import SAID_OF_PARTS
from dpsym.language import AllOf, Notion, Parameter, RenyiDP, Theorem
from dpsym.language.combined import (
    Combination,
    alone,
    composed,
    composed_in_turn,
    drawn,
    few_composed,
    few_steps,
    group,
    group_of_two,
    independent,
    mixed,
    parallel,
    permuted,
    processed,
    repeated,
    shuffled,
    subsampled,
)

Read = Callable[[Terms, Node], Notion]
WORDS = {  # how a mechanism is made of others, by the number of numbers that are given
    (
        "compose",
        0,
    ): "two mechanisms run on the same records, the second may be chosen by the output of the first",
    (
        "compose",
        1,
    ): "{0} mechanisms run on the same records, each may be chosen by the outputs of those before it",
    (
        "parallel",
        0,
    ): "two mechanisms run on disjoint parts of the records; neighbours have one record more or less",
    ("post", 0): "a randomised map is applied to the output of the mechanism",
    ("mixture", 0): "one of several mechanisms is drawn by a law that does not depend on the records",
    ("subsample", 1): (
        "the mechanism runs on a sample that has each record with probability {0}; neighbours have one record more or less"
    ),
    ("subsample", 2): (
        "the mechanism runs on {0} of {1} records, drawn without replacement; neighbours have one record replaced"
    ),
    (
        "permute",
        0,
    ): "a permutation of the outputs, which may be drawn at random, is applied to the output of the mechanism",
    ("shuffle", 1): (
        "each of {0} users answers by a mechanism of this kind, and the answers are released in random order; neighbours "
        "differ in the record of one user"
    ),
    (
        "independent",
        0,
    ): "two mechanisms run on the same records, each with randomness of its own, whatever the other releases",
    ("group", 1): "from one input to the other there are {0} steps between neighbours",
}
AMPLIFIED = (
    "a claim about shuffle(...) is proved where it holds of the answer of one user: that shuffling the answers of many users "
    "makes them more private (amplification by shuffling) is not among the theorems"
)
STEPS = 8  # of a path whose laws have names
PLAIN = {
    "compose": composed, "independent": independent, "parallel": parallel, "post": processed, "permute": permuted,
    "mixture": mixed,
}  # fmt: skip
PAIRED = ("compose", "independent", "parallel")
FEW = 3  # parts that are written out where a counterexample is looked for among small mechanisms
LISTED = 10  # mechanisms that are written out one by one
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def combination(node: Node) -> str | None:
    """The word of a hypothesis that says how the mechanism is made of others; None for any other."""
    alone = node.args[0] if node.kind == "chain" and len(node.args) == 1 else None
    return str(alone.value) if alone is not None and alone.value in COMBINED else None


def is_made(source: Source) -> bool:
    """Whether a claim is about a mechanism that is made of others."""
    return any(combination(h) for h in source.hypotheses)


def facts_of(t: Terms, node: Node, notion: Read, few: int = 0) -> tuple[Boolean, ...]:
    """What is supposed of a mechanism that is made of others; `notion` reads the statement about a part.

    The laws of at most `few` parts are written out one by one: an instance of what is said of any number.
    """
    word, args = str(node.value), node.args
    if node.kind != "call" or not args:
        raise error(f"{word} is written {COMBINED[word]}", node)
    of_notions = [a for a in args if a.kind == "call" and a.value in SAID_OF_PARTS]
    numbers = [a for a in args if a not in of_notions]
    if list(args) != [*numbers, *of_notions] or any(
        c.value in SAID_OF_PARTS for a in numbers for c in calls(a)
    ):
        raise error(f"{word} is written {COMBINED[word]}", node)
    said = [notion(t, a) for a in of_notions]
    made = _combination(t, node, numbers, said, few)
    if made is composed and numbers:  # two that are alike
        said = said * 2
    if len(said) != len(made.parts):
        raise error(f"{word} is written {COMBINED[word]}", node)
    supposed = made.of(*said)
    if word == "subsample":  # what is said of each pair of samples, one by one
        supposed = tuple(x for g in supposed for x in (g.args if isinstance(g, AllOf) else (g,)))
    return (*supposed, *made.tells)


def not_telling(theorem: Theorem) -> Theorem:
    """The statement where the output of the whole need not begin with those of its parts, nor be made of them in a way of its
    own, which says more: to be proved, for a counterexample to it may be none."""
    told = {*independent.tells, *permuted.tells, *composed_in_turn(LISTED).tells}
    given = tuple(g for g in theorem.given if g not in told)
    return replace(theorem, given=given)


def _combination(t: Terms, node: Node, numbers: list[Node], said: Sequence[Notion], few: int) -> Combination:
    """How the laws of the whole are made of those of the parts."""
    word, parts = str(node.value), len(said)
    if word in PLAIN and not numbers:
        if word == "compose" and 2 < parts <= LISTED:
            return composed_in_turn(parts)
        if word in PAIRED and parts > 2:
            most = COUNTS[LISTED if word == "compose" else 2]
            raise NotSupported(f"more than {most} mechanisms in {word} are not supported yet", node.at)
        return PLAIN[word]
    if word == "subsample" and len(numbers) == 1:
        q = t.expr(numbers[0])
        if q == 1:
            return alone  # there is one sample only, of all records
        t.need(numbers[0], Le(0, q, evaluate=False), "a probability must be at least 0")
        t.need(numbers[0], Le(q, 1, evaluate=False), "a probability must be at most 1")
        return subsampled(q)
    if word == "subsample" and len(numbers) == 2:
        part = part_drawn(t, *numbers)
        return alone if part == 1 else drawn(part)
    if word in ("group", "compose", "shuffle") and len(numbers) == 1 and parts == 1:
        n = natural(t, numbers[0])
        if n == 1:
            return alone
        if word == "shuffle":
            return shuffled
        if n == 2:
            return group_of_two.alike() if word == "group" else composed
        if word == "group" and isinstance(n, Integer) and n <= STEPS and isinstance(said[0], RenyiDP):
            return few_steps(int(n))  # the order changes from step to step: each law has its name
        if isinstance(n, Integer) and n <= few and word == "compose":
            return few_composed(int(n))
        if isinstance(n, Integer) and n <= min(few, STEPS) and word == "group":
            return few_steps(int(n))
        return group(n) if word == "group" else repeated(n)
    raise error(f"{word} is written {COMBINED[word]}", node)


def natural(t: Terms, node: Node, what: str = "a number of parts") -> Integer | Parameter:
    """A number of parts: a natural number that is at least 1, or the name of one."""
    n = t.expr(node)
    if isinstance(n, Integer) and n >= 1:
        return n
    if isinstance(n, Parameter) and n.integer_valued:
        return n
    raise error(f"{what} is 1, 2, ... or a name that is declared 'natural'", node)


def part_drawn(t: Terms, size: Node, of: Node) -> Expr:
    """The part of the records that is drawn where a sample of a fixed size is drawn without replacement."""
    m, n = (natural(t, node, "a number of records") for node in (size, of))
    if isinstance(m, Integer) and isinstance(n, Integer):
        if m > n:
            raise error(
                f"a sample without replacement has at most as many records as there are: {m} > {n}", size
            )
        return Rational(int(m), int(n))
    t.need(of, Le(1, n, evaluate=False), "there must be a record")
    t.need(
        size,
        Le(m, n, evaluate=False),
        "a sample without replacement has at most as many records as there are",
    )
    return Mul(m, Pow(n, Integer(-1), evaluate=False), evaluate=False)


def in_words(source: Source) -> str:
    """How the mechanism is made of others, and which inputs are neighbours; "" where it is not made of others, or of as many
    as are not supported."""
    node = next((h.args[0] for h in source.hypotheses if combination(h)), None)
    if node is None:
        return ""
    parts = [a for a in node.args if a.kind == "call" and a.value in SAID_OF_PARTS]
    numbers = [source.words(a) for a in node.args if a not in parts]
    if node.value in PAIRED and len(parts) > 2:
        if node.value != "compose" or len(parts) > LISTED:
            return ""
        numbers = [COUNTS[len(parts)]]
    return (
        WORDS[str(node.value), len(numbers)].format(*numbers)
        if (str(node.value), len(numbers)) in WORDS
        else ""
    )


def counts(source: Source) -> list[str]:
    """The names that stand for a number of parts."""
    found = [
        str(c.args[0].value)
        for h in source.hypotheses
        for c in (h.args[0],)
        if combination(h) in ("compose", "group", "shuffle") and c.args and c.args[0].kind == "name"
    ]
    return list(dict.fromkeys(found))


def at_number(source: Source, name: str, m: int) -> Source:
    """The claim with a number in the place of a natural number's name."""

    def at(nodes: Sequence[Node]) -> tuple[Node, ...]:
        return tuple(
            put(n, {name: number(m)}) for n in nodes if not (n.kind == "natural" and n.value == name)
        )

    return source.but(
        conditions=at(source.conditions),
        hypotheses=at(source.hypotheses),
        conclusion=at(source.conclusion),
    )


def amplifies(source: Source) -> bool:
    """Whether the claim is about the answers of several users that are shuffled."""
    made = [h.args[0] for h in source.hypotheses if combination(h) == "shuffle"]
    return any(not node.args or node.args[0].value != 1 for node in made)


__all__ = [
    "AMPLIFIED",
    "amplifies",
    "at_number",
    "combination",
    "counts",
    "facts_of",
    "in_words",
    "is_made",
    "not_telling",
]
