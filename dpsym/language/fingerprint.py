"""Digests of expressions, statements and steps as they are written: the same text has the same digest in every run.

What a statement means to the kernel has a digest of its own (`dpsym.prove.statement`): two texts may mean the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from functools import lru_cache, singledispatch
from typing import Any

from sympy import Basic, srepr

from dpsym.language.statements import Definition, Entry, Example, Figure, Theorem
from dpsym.language.steps import Step


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@lru_cache(1 << 18)
def of_expression(x: Basic) -> str:
    """The digest of an expression, the order of its parts included; the domains of its parameters are not."""
    text = " ".join([type(x).__name__, *map(of_expression, x.args)]) if x.args else srepr(x)
    return _hash(text)[:32]


Field = Any  # of what is digested: texts, and lists of fields


def of_statement(entry: Entry) -> str:
    """The digest of what an entry states: hypotheses, claim, domains and masses of a theorem, what a definition says, the
    printed numbers of an example or a figure.  Titles, notes and derivations are no part of it."""
    return _hash(json.dumps(_stated(entry)))


@singledispatch
def _stated(entry: Entry) -> list[Field]:
    return [type(entry).__name__]


@_stated.register
def _(entry: Theorem) -> list[Field]:
    masses = [[law, *map(of_expression, row)] for law, row in entry.where.items()]
    supposed = (*entry.domain, *entry.given)
    return [*map(of_expression, supposed), "|-", of_expression(entry.claim), masses]


@_stated.register
def _(entry: Definition) -> list[Field]:
    body = [] if entry.body is None else [of_expression(entry.body)]
    return [of_expression(entry.defines), ":=", *body]


@_stated.register(Example)
@_stated.register(Figure)
def _(entry: Example | Figure) -> list[Field]:
    return [
        [v.what, of_expression(v.expression), [[*map(of_expression, pair)] for pair in v.at], v.printed]
        for v in entry.values
    ]


def of_steps(steps: Iterable[Step], key: str, key_of: Callable[[Theorem], str]) -> str:
    """The digest of a derivation of the claim with the given key; `key_of` has those of the theorems that it uses."""

    def said(x: object) -> Field:
        if isinstance(x, Theorem):
            return key_of(x)
        if is_dataclass(x) and not isinstance(x, type):
            told = [(f.name, getattr(x, f.name)) for f in fields(x)]
            return [type(x).__name__, *(said(v) for name, v in told if name != "method" or v)]
        if isinstance(x, tuple | list):
            return [said(v) for v in x]
        return of_expression(x) if isinstance(x, Basic) else str(x)

    return _hash(json.dumps([key, said(tuple(steps))]))
