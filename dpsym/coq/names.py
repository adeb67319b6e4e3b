"""Names of certificates as Coq identifiers: one identifier for one name."""

from __future__ import annotations

import re
from collections.abc import Iterable

# words of Coq's language and library, and of our own theories, that a name must not hide
RESERVED = frozenset(
    [
        "R",
        "S",
        "I",
        "e",
        "in",
        "let",
        "fun",
        "forall",
        "exists",
        "if",
        "then",
        "else",
        "match",
        "with",
        "end",
        "as",
        "at",
        "using",
        "where",
        "return",
        "Type",
        "Prop",
        "Set",
        "SProp",
        "sum",
        "ind",
        "exp",
        "ln",
        "erf",
        "PI",
        "isnat",
        "Fin",
        "car",
        "elems",
        "point",
        "oneF",
        "listed",
        "sqrt",
        "nat",
        "fst",
        "snd",
        "pair",
        "O",
        "C",
        "cos",
        "sin",
        "list",
        "Module",
        "Section",
        "Definition",
        "Lemma",
        "Theorem",
        "Proof",
        "Qed",
        "proj1",
        "proj2",
        "conj",
        "fwd",
        "bwd",
        "Rle",
        "Rlt",
        "le",
        "lt",
        "or",
        "and",
        "not",
        "eq",
        "ex",
        "all",
        "INR",
        "IZR",
        "pow",
        "IF",
        "is",
        "mod",
        "cons",
        "nil",
        "true",
        "false",
        "tt",
        "unit",
        "bool",
        "None",
        "Some",
        "left",
        "right",
        "inl",
        "inr",
        "bell",
        "area",
        "rest",
        "G",
        "jensen",
        "argmin",
        "induct",
        "statement",
        "proved",
        "by_cases",
        "erf_bounds",
        "erf_tail",
        "erf_onto",
        "nat_0",
        "nat_next",
        "pos1",
        "nn1",
        "mv",
        "rest_d",
        "mix",
        "hc",
        "hd",
        "hl",
        "hr",
        "zz",
        "complete",
        "once",
        "car",
        "point",
    ]
)
MADE = re.compile(r"(?:[LhaqkB]\d+|hi\d+|H_\w+|z\w*_\w+|w\d+_\w+|t_\w+)\Z")


def identifier(name: str) -> str:
    """A Coq identifier for a name of a certificate: injective, and none of the names that are taken.

    An underscore is doubled and a prime is `_q`, so that what is added at the end is seen as added.
    """
    plain = name.replace("_", "__").replace("'", "_q")
    return plain + "_n" if plain in RESERVED or MADE.match(plain) else plain


def name_of(text: str) -> str:
    """The name whose identifier is this text."""
    text = text.removesuffix("_n") if re.search(r"(?<!_)(?:__)*_n\Z", text) else text
    return text.replace("__", "\0").replace("_q", "'").replace("\0", "_")


def theorem_name(name: str) -> str:
    """The Coq module of a theorem of the library."""
    return "t_" + re.sub(r"[^A-Za-z0-9]", "_", name)


def distinct(names: Iterable[str]) -> dict[str, str]:
    """name -> identifier; raises ValueError where two names have one."""
    found = {x: identifier(x) for x in names}
    if len({*found.values()}) != len(found):
        raise ValueError("two names have one identifier")
    return found
