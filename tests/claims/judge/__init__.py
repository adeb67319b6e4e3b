"""An independent judge of claims: its own reader, exact values and search for counterexamples; no dpsym in it.

A witness is a value for every parameter and, where the claim speaks of a pair, two finite distributions.  Parameters
are rational, or rational combinations of logarithms of rationals (so that e^eps is rational and a tie is a tie).
Everything is decided in exact arithmetic or by FLINT balls; what stays open at 800 bits is no witness.  Finding
nothing proves nothing: it only says how many points were tried.
"""

from judge.judgement import Entry, Judgement, entries, has_no_value, judge, points, undefined_at
from judge.numbers import add, arb, compare, div, exp, log, mul, neg, sqrt
from judge.pairs import GaussianPair, LaplacePair, Pair
from judge.points import draw_weights
from judge.reading import (
    CONSTANTS,
    FUNCTIONALS,
    FUNCTIONS,
    MECHANISMS,
    NOTIONS,
    WORDS,
    Chain,
    Claim,
    F,
    Tree,
    Undefined,
    Unread,
    Unsure,
    calls,
    names,
    read,
)
from judge.values import Witness, looked_at, read_witness, refutes, speaks_of_pair, true_at, value

__all__ = [
    "CONSTANTS", "FUNCTIONALS", "FUNCTIONS", "MECHANISMS", "NOTIONS", "WORDS", "Chain", "Claim", "Entry", "F",
    "GaussianPair", "Judgement", "LaplacePair", "Pair", "Tree", "Undefined", "Unread", "Unsure", "Witness", "add",
    "arb", "calls", "compare", "div", "draw_weights", "entries", "exp", "has_no_value", "judge", "log",
    "looked_at", "mul", "names", "neg", "points", "read", "read_witness", "refutes", "speaks_of_pair", "sqrt",
    "true_at", "undefined_at", "value",
]  # fmt: skip
