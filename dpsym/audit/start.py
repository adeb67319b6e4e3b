"""A side file to fill in: the letters of a source with the displays in which they stand, and macros that are not read."""

from __future__ import annotations

from dpsym.audit.displays import Display, displays
from dpsym.audit.letters import Letters, letter, marked
from dpsym.audit.tokens import NotRead, Token, group
from dpsym.audit.words import (
    ACCENTS,
    ARROWS,
    CLOSE,
    DEFINES,
    FONTS,
    FRACTIONS,
    FUNCTIONS,
    GREEK,
    OPEN,
    OTHER,
    RELATIONS,
    SIZES,
    SKIP_ARG,
    SPACES,
    STOPS,
    WHY,
)

USUAL = {  # the domain that a letter often has in the field: proposed, never assumed
    "eps": "eps > 0", "delta": "0 < delta < 1", "alpha": "alpha > 1", "rho": "rho > 0", "sigma": "sigma > 0", "mu": "mu > 0",
    "lambda": "lambda > 0", "k": "k natural, k >= 1", "n": "n natural, n >= 1", "p": "0 < p < 1", "q": "0 < q < 1",
    "b": "b > 0", "gamma": "gamma > 0", "tau": "tau > 0",
}  # fmt: skip
KNOWN = (
    ACCENTS | ARROWS | DEFINES | FONTS | set(FRACTIONS) | set(FUNCTIONS) | GREEK | set(OTHER) | set(RELATIONS) | SIZES
    | SKIP_ARG | SPACES | STOPS | set(WHY) | set(OPEN) | set(CLOSE)
    | {"cdot", "times", "ast", "star", "prime", "underbrace", "overbrace", "overset", "stackrel", "underset", "mathrel",
       "mathbin", "mathop", "{", "}", "vert", "lvert", "rvert", "left", "right", "parallel", "not", "substack"}
)  # fmt: skip
HEAD = """# What `dpsym audit` may suppose of the letters of {name}.  A line holds once its # is removed:
# put the right domain in first.
# Lines before the first heading hold everywhere, lines under [label] or [#number] for one display.
# Other lines: let: phi(t) := exp(-t^2/2)/sqrt(2*pi)   given: ZCDP(rho)   pair: P, Q   loss: Z   skip
"""


def start(text: str, name: str) -> str:
    """The side file of a source; NotRead where the source is too long."""
    found = [d for d in displays(text) if not d.inline]
    letters: dict[str, list[int]] = {}
    unknown: dict[str, list[int]] = {}
    for d in found:
        for one in dict.fromkeys(letters_of(d)):
            letters.setdefault(one, []).append(d.number)
        for one in dict.fromkeys(unknown_in(d)):
            unknown.setdefault(one, []).append(d.number)
    lines = [HEAD.format(name=name)]
    for one, where in letters.items():
        lines.append(f"# {USUAL.get(one, one):<24} # displays {listed(where)}")
    if unknown:
        lines.append("\n# Macros whose definition is not in the source:")
        lines += [f"# \\newcommand{{\\{m}}}{{...}}   # displays {listed(w)}" for m, w in unknown.items()]
    for d in found:
        own = list(dict.fromkeys(letters_of(d)))
        line = text.count("\n", 0, d.at) + 1
        lines.append(f"\n[{d.label or f'#{d.number}'}]\n# line {line}: {', '.join(own) or 'no letters'}")
    return "\n".join(lines) + "\n"


def listed(numbers: list[int]) -> str:
    """Numbers, the first of them where there are many."""
    return ", ".join(map(str, numbers[:8])) + (", ..." if len(numbers) > 8 else "")


def letters_of(d: Display) -> list[str]:
    """The names that stand in a display, in order."""
    out: list[str] = []
    toks = [t for t in d.tokens if not (t.kind == "cs" and t.text in SPACES)]
    i = 0
    while i < len(toks):
        t = toks[i]
        try:
            i, name = named(toks, i)
        except NotRead:
            i, name = i + 1, ""
        if (
            name
            and name not in ("e", "pi")
            and name not in FUNCTIONS
            and not (t.kind == "cs" and t.text in STOPS)
        ):
            out.append(name)
    return out


def named(toks: list[Token], i: int) -> tuple[int, str]:
    """The place after what stands at i, and its name where it is one."""
    t = toks[i]
    if (
        t.kind == "cs"
        and (t.text in SKIP_ARG or t.text in STOPS)
        and t.text not in ("quad", "qquad", "forall")
    ):
        return group(toks, i + 1)[1], ""
    found = letter(toks, i, True)
    if found is None:
        return i + 1, ""
    name, after = marked(found[0], toks, found[1], Letters())
    return after, name


def unknown_in(d: Display) -> list[str]:
    """Control sequences that neither the source defines nor the audit knows."""
    return [t.text for t in d.tokens if t.kind == "cs" and t.text.isalpha() and t.text not in KNOWN]
