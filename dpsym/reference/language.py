"""The language of theorem files, name by name: what it means, where it belongs, an example and what it prints."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from sympy import Basic

from dpsym.reference.examples import EXAMPLES, LETTERS

HEADINGS = {  # the module of a name -> what the names of it are
    "sympy": "Numbers and functions",
    "expressions": "Parameters, laws and formulas",
    "notions": "Notions of privacy",
    "mechanisms": "Mechanisms",
    "quantities": "Numbers that are computed",
    "statements": "Entries of the library",
    "chapters": "Entries of the library",
    "steps": "Steps of a derivation",
    "allocations": "Mechanisms",
    "errors": "Errors",
}
OURS = {  # what sympy says of these is about sympy; this is what they are here
    "Abs": "The absolute value.",
    "Eq": "An equation. `==` is no equation in Python and is refused.",
    "Integer": "A whole number, for expressions that would otherwise be numbers of Python: `Integer(1)/3`.",
    "Lambda": "A function given by its value: `Lambda(x, x**2)`.",
    "Max": "The largest of several numbers.",
    "Min": "The smallest of several numbers.",
    "Ne": "Two numbers that are not equal.",
    "Piecewise": "Cases: the value of the first condition that holds.",
    "Rational": "A fraction; decimals are refused, since 0.1 is not one tenth in binary.",
    "Symbol": "A name of sympy; theorem files use `parameter`, which has a domain.",
    "binomial": "A binomial coefficient.",
    "cosh": "The hyperbolic cosine.",
    "erf": "The error function.",
    "exp": "The exponential function.",
    "floor": "The greatest integer that is not above a number.",
    "log": "The natural logarithm, of a positive number.",
    "pi": "The circle constant.",
    "sinh": "The hyperbolic sine.",
    "sqrt": "The square root of a positive number; `root` for one that may be 0.",
    "tanh": "The hyperbolic tangent: tanh(eps/2) = (e^eps - 1)/(e^eps + 1).",
    "Ge": "At least; written `a >= b`.",
    "Gt": "Above; written `a > b`.",
    "Le": "At most; written `a <= b`.",
    "Lt": "Below; written `a < b`.",
    "P": "The first law of the pair: `P(y)` is the probability of the outcome y where the target is in the data.",
    "Q": "The second law of the pair: `Q(y)` is the probability of the outcome y where the target is not in the data.",
    "S": "A set of outcomes, by its indicator: `S(y)` is 1 in the set and 0 outside.",
    "y": "The outcome: the name that is bound in sums, probabilities and `ForAll`.",
    "Phi": "The distribution function of the standard normal law.",
    "LEVEL": "The level of a test, the argument of a trade-off function.",
    "ADJACENCIES": "The neighbour relations that a mechanism may be stated for.",
    "Formula": "What all conditions are: relations, notions and their combinations.",
    "SEVERITIES": "How grave an erratum may be, the gravest first.",
    "redistricting_2020": "The queries of the 2020 census with their budgets.",
}


@dataclass(frozen=True)
class Entry:
    """A word of the language.

    name     as it is imported
    heading  the part of the language to which it belongs
    usage    its arguments, as Python shows them; empty for a value
    about    what it means, in words
    example  a line of Python
    """

    name: str
    heading: str
    usage: str
    about: str
    example: str

    @property
    def first(self) -> str:
        """The first sentence of what it means."""
        return self.about.split("\n")[0]

    def result(self) -> str:
        """What the example gives, printed as on a page, empty for a step or an entry; run now. Raises what it raises."""
        return run(self.example)


def run(example: str) -> str:
    """What a line of Python with the letters of the examples gives, in one line."""
    from dpsym.document.formulas.spelling import plain
    from dpsym.language import as_written

    names: dict[str, object] = {}
    with as_written():
        exec(LETTERS, names)
        found = eval(example, names)
    if isinstance(found, Basic):
        return plain(found)
    return (
        str(found) if isinstance(found, str | int | tuple) else ""
    )  # a step or an entry prints a page, not a line


def _usage(thing: Callable[..., object]) -> str:
    try:
        signature = inspect.signature(thing)
    except (TypeError, ValueError):
        return ""
    shown = []
    for p in signature.parameters.values():
        star = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        default = "" if p.default is p.empty or star else "=..."
        shown.append(star + p.name + default)
    return f"({', '.join(shown)})"


def _heading(name: str, thing: object) -> str:
    import dpsym.language as language

    for module, heading in HEADINGS.items():
        home = getattr(language, module, None)
        if home is not None and name in getattr(home, "__all__", ()):
            return heading
    module = getattr(thing, "__module__", "") or ""
    last = module.rpartition(".")[2] if module.startswith("dpsym") else "sympy"
    return HEADINGS.get(last, HEADINGS["sympy"])


@cache
def entries() -> tuple[Entry, ...]:
    """All words of the language, by heading and in alphabetical order."""
    import dpsym.language as language

    found = []
    for name in language.__all__:
        thing = getattr(language, name)
        about = OURS.get(name) or inspect.getdoc(thing) or ""
        usage = "" if name in ("P", "Q", "S", "y") else _usage(thing)
        found.append(Entry(name, _heading(name, thing), usage, about, EXAMPLES.get(name, "")))
    order = list(dict.fromkeys(HEADINGS.values()))
    return tuple(sorted(found, key=lambda e: (order.index(e.heading), e.name.lower())))


def entry(name: str) -> Entry | None:
    """The word of that name, in any case; None where there is none."""
    listed = {e.name: e for e in entries()}
    return listed.get(name) or next((e for e in entries() if e.name.lower() == name.lower()), None)
