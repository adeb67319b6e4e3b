"""Proofs that use no more of a set than logic: no sum over it, and no element at which something is least.

The rules of the kernel are sound in models whose sets are finite. Of its rules only those that make a sum over a set, that take
one term of it, Jensen's inequality for it and the element at which a term is least use that the set is finite, or that its
elements are listed; the others are rules of logic, of real numbers and of their exponentials, and hold of any set that is not
empty. So does what a certificate says of sets that has these rules alone and no sum, also in the theorems that it uses, but
for theorems about numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dpsym.kernel import Checked
from dpsym.kernel.certificate import Certificate
from dpsym.kernel.notions import pinned
from dpsym.kernel.terms import Tree, names, tree
from dpsym.lift.formulas import compound

OF_ANY_SET = frozenset({
    "hyp", "have", "cases", "absurd", "imp_i", "imp_e", "and_i", "and_e", "or_i", "or_e", "all_i", "all_e", "ex_i", "ex_e",
    "arith", "antisym", "inv", "ind", "exp_pos", "exp_tangent", "exp_log", "nat", "induct", "lemma",
})  # fmt: skip


def by_logic(certificate: Certificate, checked: Checked, lemma_by_logic: Callable[[str], bool]) -> bool:
    """Whether the certificate of a theorem about sets proves it for any sets.

    lemma_by_logic  whether a theorem that it uses, by the name that the certificate has for it, is about numbers, or proved for
                    any sets
    """
    if checked.sets or not speaks_of_sets(checked) or sums(tree(checked.claim)):
        return False
    lines = certificate["lines"]
    if not all(line["rule"] in OF_ANY_SET for line in lines):
        return False
    if mentions(certificate, {"sum", *pinned()}):
        return False
    return all(lemma_by_logic(line["name"]) for line in lines if line["rule"] == "lemma")


def speaks_of_sets(checked: Checked) -> bool:
    """Whether a theorem has elements of sets, or functions of them."""
    sorts = (checked.sig[x] for x in names(checked.claim) if x in checked.sig)
    return any(a != "R" for s in sorts for a in (s if isinstance(s, tuple) else (s,)))


def sums(t: Tree) -> bool:
    """Whether a tree holds a sum over a set."""
    return compound(t) and (t[0] == "sum" or any(map(sums, t[1:])))


def mentions(thing: object, words: set[str]) -> bool:
    """Whether a text in JSON has one of the words as a string."""
    if isinstance(thing, str):
        return thing in words
    if isinstance(thing, Mapping):
        return any(mentions(v, words) for v in thing.values())
    return isinstance(thing, list | tuple) and any(mentions(v, words) for v in thing)


__all__ = ["by_logic", "speaks_of_sets"]
