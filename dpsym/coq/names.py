"""Names of certificates as Coq identifiers: one identifier for one name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from dpsym.kernel.notions import raw

THEORIES = Path(__file__).parent / "theories"
# words of Coq's language and library, and of our own text, which a name must not hide
WORDS = re.findall(
    r"\w+",
    """R S I e in let fun forall exists exists2 if then else match with end as at using where return for
    fix cofix by Type Prop Set SProp nat fst snd pair O C cos sin list Module Section Definition Lemma
    Theorem Proof Qed Variable Lines End _ True False proj1 proj2 conj or_introl or_intror or_ind
    ex_intro ex_ind False_ind fwd bwd Rle Rlt le lt or and not eq ex all INR IZR pow IF is of mod cons
    nil true false tt unit bool None Some left right inl inr sqrt exp ln PI exp_pos exp_0 eq_refl eq_sym
    eq_trans eq_ind f_equal Rinv Rle_refl Rlt_le Rle_antisym Rmult_lt_0_compat Rmult_le_pos INR_IZR_INZ
    iff iff_refl iff_sym iff_trans ltac lra lia ring field intros assert simpl tauto exact positive car
    elems point complete once statement proved hc hd hl hr zz""",
)
DEFINED = re.compile(r"(?:Lemma|Theorem|Definition|Fixpoint|Record|Ltac|Module) ([A-Za-z]\w*)")


def taken() -> frozenset[str]:
    """What no name of a certificate may be called: words of Coq, all that our theories define, the notions over one
    set and, with a number, over the sets of pairs."""
    defined = {
        n for path in sorted(THEORIES.glob("*.v")) for n in DEFINED.findall(path.read_text(encoding="utf-8"))
    }
    notions = {f"{n}{k}" for n in raw() for k in ("", 2, 3)}
    return frozenset({*WORDS, *defined, *notions})


RESERVED = taken()
MADE = re.compile(r"(?:[LhaqkB]\d+|hi\d+|H_\w+|z\w*_\w+|w\d+_\w+|t_\w+)\Z")


@lru_cache(100_000)
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
    """name -> identifier; raises ValueError where two names have one, or a name comes twice."""
    names = list(names)
    found = {x: identifier(x) for x in names}
    if len({*found.values()}) != len(names):
        raise ValueError("two names have one identifier")
    return found
