"""Laws by name in a typed claim, TV(P, R), PureDP(eps)(P, Q), and an output, Posterior(p, y).

A claim names the laws everywhere or nowhere; the output is the same one wherever it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator

from dpsym.claims.reading.combining import combination
from dpsym.claims.reading.errors import NotSupported
from dpsym.claims.reading.syntax import Node, Source, error
from dpsym.claims.reading.trees import at_output, calls, words_in
from dpsym.claims.reading.words import FUNCTIONALS, MECHANISMS, NOTIONS, OUTPUT

NAME = re.compile(r"[PQRTUV](_?[0-9]{1,2})?\Z")  # of a law
MOST = 5  # laws of one claim


def naming(source: Source) -> list[Node]:
    """The notions and functionals of a claim whose laws are named."""
    whole = (*source.conditions, *source.hypotheses, *source.conclusion)
    return [c for n in whole for c in calls(n) if c.laws]


def posted(source: Source) -> tuple[tuple[str, str], ...]:
    """The laws of what is made of outputs of others, each with the law of these: one map for all laws of the claim."""
    found = (n for c in naming(source) for n in c.laws if n.kind == "post")
    return tuple(dict.fromkeys((str(n.value), str(n.args[0].value)) for n in found))


def in_words(source: Source) -> str:
    """What post(P) stands for, where a claim has it; else ""."""
    laws = [f"post({law})" for _, law in posted(source)]
    return f"{' and '.join(laws)}: one randomised map is applied to the outputs of all laws" if laws else ""


def at_outputs(source: Source) -> list[Node]:
    """The functionals that are said of the output that the claim names."""
    return [c for c in about_laws(source) if at_output(c)]


def check_output(source: Source) -> None:
    """NotAClaim where an output that hypotheses name is not spoken of in every conclusion."""
    for n in source.conclusion:
        if at_outputs(source) and not any(at_output(c) for c in calls(n)):
            raise error(
                f"{OUTPUT} is one output: each conclusion must speak of it where one part of the claim does",
                n,
            )


def about_laws(source: Source) -> Iterator[Node]:
    """The notions and functionals of the statement, and the names that are one without an argument."""
    for n in (*source.hypotheses, *source.conclusion):
        yield from (c for c in calls(n) if c.value in NOTIONS or c.value in FUNCTIONALS)


def check(source: Source, declared: Collection[str]) -> None:
    """NotAClaim where names of laws are not used as they must be."""
    for c in about_laws(source):
        check_place(c, declared)
    named = naming(source)
    if not named:
        return
    for c in (c for n in source.conditions for c in calls(n) if c.laws):
        raise error(f"{c.value} depends on the laws and cannot stand among the conditions", c)
    for h in source.hypotheses:
        if combination(h) or words_in(h).keys() & {*MECHANISMS}:
            raise NotSupported("a mechanism beside laws that are named is not supported", h.at)
    for c in named:
        if c.value not in NOTIONS and c.value not in FUNCTIONALS:
            raise error(f"{c.value} is not said of two laws", c)
        check_names(c, declared)
    for c in about_laws(source):
        if not c.laws:
            how = f"{source.words(c)}({', '.join(source.words(n) for n in named[0].laws)})"
            raise error(f"a claim names its laws everywhere or nowhere: write {how}, for example", c)
    check_counts(named)


def check_place(node: Node, declared: Collection[str]) -> None:
    """NotAClaim where the laws stand among the arguments of a notion or functional: Renyi(2, P, Q)."""
    names = NOTIONS[node.value][1] if node.value in NOTIONS else FUNCTIONALS[node.value]
    *first, one, other = (None, None, *node.args)
    if len(first) == len(names) + 2 and all(
        n is not None and n.kind == "name" and n.value not in declared and NAME.match(str(n.value))
        for n in (one, other)
    ):
        raise error(f"the laws stand after the arguments: {node.value}({', '.join(names)})(P, Q)", node)


def check_names(node: Node, declared: Collection[str]) -> None:
    """NotAClaim where the names after a notion or functional are none of laws."""
    for n in node.laws:
        name = str(base(n))
        if name in declared:
            raise error(f"'{name}' is declared as a number, and is no law", n)
        if not NAME.match(name):
            raise error(f"a law is called P, Q, R, T, U or V, or P_1, P_2 and so on; not {name}", n)
    one, other = node.laws
    if one.value == other.value:
        raise error("two different laws were expected", other)


def base(node: Node) -> str:
    """The law that a name stands for; of post(P), the law P."""
    return str(node.args[0].value if node.kind == "post" else node.value)


def check_counts(named: list[Node]) -> None:
    """NotAClaim where there are too many laws, or one of several is named once only."""
    count = Counter(base(n) for c in named for n in c.laws)
    if len(count) > MOST:
        raise error(f"a claim has at most {MOST} laws", named[-1].laws[-1])
    alone = [n for c in named for n in c.laws if count[base(n)] == 1]
    if len(count) > 2 and alone:
        raise error(f"{base(alone[0])} is named only once: nothing else is said of this law", alone[0])


__all__ = ["at_outputs", "base", "check", "check_output", "in_words", "naming", "posted"]
