"""Where attacks on the kernel are kept, each with the reason for which it must be refused.

ATTACKS maps a name to (certificate, library, a part of the refusal); with "whole: " in front it is all of it. TEXTS
does the same for bundles as text, CALLS for what only Python code can ask.
"""

from kernel_attacks import imp
from kernel_genuine import arith, hyp

ATTACKS, TEXTS, CALLS = {}, {}, {}
TRUE = ["<=", 0, 0]
IS = "is"


def attack(name, why, sig, claim, lines, library=None, **rest):
    assert name not in ATTACKS, name
    ATTACKS[name] = ({"sig": sig, "claim": claim, "lines": lines, **rest}, library or {}, why)


def claimed(name, why, sig, claim, **rest):
    """The claim is read first: the fault is in it, whatever the proof (the identity, for an equation)."""
    attack(name, why, sig, claim, [arith(claim)], **rest)


def supposed(name, why, sig, p, **rest):
    """p -> p: the fault is in p."""
    attack(name, why, sig, ["->", p, p], [hyp(p), imp(0, p)], **rest)


X = {"x": "R", "z": "R"}
Y = {"y": "Y", "w": "Y", "v": "Y", "P": ["Y"], "Q": ["Y"], "M": ["Y", "Y"], "x": "R", "r": "R"}
TWO = {"sig": {"y": "Y", "w": "Y", "o1": "Y", "o2": "Y", "P": ["Y"], "x": "R"}, "sets": {"Y": ["o1", "o2"]}}
ONE_TWO = arith(["<=", 0, 1], (), [[1, []]])
PY, QY = ["P", "y"], ["Q", "y"]
