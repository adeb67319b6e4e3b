"""More attacks on the kernel, by someone who did not write it: each with the reason for which it must be refused.

ATTACKS maps a name to (certificate, library, a part of the refusal); TEXTS the same for bundles as text, CALLS for
what only Python code can ask. An attack that is refused for another reason has a slip in it, and counts as a
survivor.
"""

import json
from fractions import Fraction as F

from kernel_attacks import BIG_LEMMA, BOX, CONVEX, ONE_OUTCOME, ZERO_IS_ONE, imp, mixture, rule
from kernel_genuine import FALSE, SIG, arith, hyp

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

# ------------------------------------------------------------------ parts that are not read
for _name, _why, _claim in (
    ("a third part of a difference", "arity of -", ["=", ["-", "x", "z", 5], ["-", "x", "z"]]),
    ("a third part of a quotient", "arity of /", ["=", ["/", "x", "z", 5], ["/", "x", "z"]]),
    ("a difference of one", "arity of -", ["=", ["-", "x"], "x"]),
    ("a sum of nothing", "arity of +", ["=", ["+"], 0]),
    ("a second exponent", "^ takes a real", ["=", ["^", "x", 2, 3], ["^", "x", 2]]),
    ("a root as a power", "^ takes n < 40", ["=", ["^", "x", "1/2"], 1]),
    ("a negative power", "^ takes n < 40", ["=", ["^", "x", -1], 1]),
    ("a power by a name", "^ takes n < 40", ["=", ["^", "x", "z"], ["^", "x", "z"]]),
    ("a power by a sum", "^ takes n < 40", ["=", ["^", "x", ["+", 1, 1]], ["^", "x", 2]]),
    ("a high power", "^ takes n < 40", ["=", ["^", "x", 40], ["^", "x", 40]]),
    ("a second argument of exp", "exp takes a real", ["=", ["exp", "x", "z"], ["exp", "x"]]),
    ("a second argument of log", "log takes a real", ["=", ["log", "x", 2], ["log", "x"]]),
    ("exp of nothing", "exp takes a real", ["=", ["exp"], 1]),
    ("a second formula of an indicator", "ind takes a formula", ["=", ["ind", TRUE, FALSE], 1]),
    ("a third side", "<= compares reals", ["<=", 0, 1, -1]),
    ("a negation of two", "not", ["not", FALSE, TRUE]),
    ("an implication of three", "->", ["->", TRUE, TRUE, FALSE]),
    ("a conjunction of nothing", "and", ["and"]),
    ("a disjunction of nothing", "or", ["or"]),
    ("a natural number and more", "nat takes a real", ["nat", 0, 5]),
    ("a term as a formula", "not a formula", ["+", "x", 1]),
    ("a name as a formula", "not a formula", "x"),
    ("an operator as a formula", "not a formula", "="),
    ("a number as a formula", "not a formula", 1),
    ("a formula as a term", "is not a function", ["=", TRUE, TRUE]),
    ("an undeclared name", "has no plain sort", ["=", "u", "u"]),
    ("an undeclared function", "is not a function of 1", ["=", ["u", 1], ["u", 1]]),
    ("a name as a function", "is not a function of 1", ["=", ["x", 1], ["x", 1]]),
    ("a relation that is none", "not a name", [">=", 0, 1]),
    ("a function written out as a term", "is not a function", ["=", ["lam", "x", 1], ["lam", "x", 1]]),
    ("a head that is a number", "not a tree", [1, "x"]),
    ("a head that is a tree", "not a tree", [["exp"], "x"]),
    ("an empty tree", "not a tree", []),
    ("a binder of a number", "binds names", ["all", 1, TRUE]),
):
    claimed(f"parts: {_name}", _why, X, _claim)
for _name, _why, _claim in (
    ("an equation of three outcomes", "eq compares outcomes", ["=", ["ind", ["eq", "y", "y", "w"]], 1]),
    ("an equation of reals as outcomes", "eq compares outcomes", ["=", ["ind", ["eq", "x", "x"]], 1]),
    ("an equation of numbers as outcomes", "eq compares outcomes", ["=", ["ind", ["eq", 1, 1]], 1]),
    ("an equation of functions as outcomes", "has no plain sort", ["=", ["ind", ["eq", "P", "P"]], 1]),
    ("an equation of undeclared outcomes", "has no plain sort", ["=", ["ind", ["eq", "a", "a"]], 1]),
    ("outcomes compared", "= compares reals", ["=", "y", "y"]),
    ("an outcome added", "+ takes reals", ["=", ["+", "y", 1], ["+", "y", 1]]),
    ("a number for an outcome", "arguments of P", ["=", ["P", 1], ["P", 1]]),
    ("an outcome too many", "P is not a function of 2", ["=", ["P", "y", "w"], ["P", "y", "w"]]),
    ("a sum of outcomes", "sum of reals", ["=", ["sum", "y", "y"], ["sum", "y", "y"]]),
    ("a sum over functions", "sum over a set", ["=", ["sum", "P", 1], ["sum", "P", 1]]),
    ("a function in place of its value", "has no plain sort", ["=", "P", "P"]),
    ("a sum of two bodies", "sum has other parts", ["=", ["sum", "y", 1, PY], ["sum", "y", 1]]),
):
    claimed(f"parts: {_name}", _why, Y, _claim)
claimed(
    "parts: an outcome of another set", "arguments of P", {**Y, "u": "Z"}, ["=", ["P", "u"], ["P", "u"]]
)
claimed("parts: a bound set", "cannot bind this", Y, ["all", "Y", TRUE])
claimed("parts: a bound operator", "cannot bind this", Y, ["all", "exp", TRUE])

# ------------------------------------------------------------------ rules given what is not theirs
FF = [hyp(FALSE), imp(0, FALSE)]  # 0: false under itself, 1: false -> false
attack("or_e from an implication", "cases do not match", X, FALSE, [*FF, rule("or_e", 1, 0, 0)])
attack(
    "or_e from a negation",
    "cases do not match",
    X,
    FALSE,
    [arith(["not", FALSE], (), [[1, []]]), hyp(FALSE), rule("or_e", 0, 1)],
)
attack("or_e of no case", "cases do not match", X, FALSE, [hyp(["or", FALSE]), rule("or_e", 0), imp(1, FALSE)])
attack(
    "or_e with a case too many",
    "cases do not match",
    X,
    ["->", ["or", FALSE], TRUE],
    [hyp(["or", FALSE]), arith(TRUE), rule("or_e", 0, 1, 1), imp(2, ["or", FALSE])],
)
ALL0 = ["all", "x", ["=", "x", 0]]
attack(
    "all introduced by one instance",
    "not an existence statement",
    X,
    ALL0,
    [arith(["=", 0, 0]), rule("ex_i", 0, **{IS: ALL0, "at": 0})],
)
attack(
    "existence used of all",
    "not an existence statement",
    X,
    ["->", ALL0, ALL0],
    [hyp(ALL0), hyp(["=", "z", 0]), rule("ex_e", 0, 0, var="z"), imp(2, ALL0)],
)
attack(
    "a witness of another sort",
    "sort",
    {**Y, "u": "Z"},
    ["->", ["ex", "y", ["eq", "y", "y"]], TRUE],
    [hyp(["ex", "y", ["eq", "y", "y"]]), arith(TRUE), rule("ex_e", 0, 1, var="u"), imp(2, ["ex", "y", ["eq", "y", "y"]])],
)
attack("imp_e from a conjunction", "premise does not fit", X, FALSE, [hyp(["and", TRUE, FALSE]), arith(TRUE), rule("imp_e", 0, 1), imp(2, ["and", TRUE, FALSE])])
attack("imp_e the wrong way", "premise does not fit", X, FALSE, [*FF, arith(TRUE), imp(2, FALSE), rule("imp_e", 3, 2)])
attack("all_e from an implication", "not a universal statement", X, FALSE, [*FF, rule("all_e", 1, at=0)])
attack("part 0 of a conjunction", "no such part", X, ["and", TRUE, TRUE], [arith(TRUE), rule("and_i", 0, 0), rule("and_e", 1, part=0)])
attack("last part of a conjunction", "no such part", X, TRUE, [arith(TRUE), rule("and_i", 0, 0), rule("and_e", 1, part=-1)])
attack("a true part of a conjunction", "no such part", X, TRUE, [arith(TRUE), rule("and_i", 0, 0), rule("and_e", 1, part=True)])
attack("part of an implication", "no such part", X, FALSE, [*FF, rule("and_e", 1, part=2)])
attack("or_i makes a conjunction", "not a part", X, ["and", TRUE, FALSE], [arith(TRUE), rule("or_i", 0, **{IS: ["and", TRUE, FALSE]})])
attack("or_i makes an implication", "not a part", X, ["->", TRUE, FALSE], [arith(TRUE), rule("or_i", 0, **{IS: ["->", TRUE, FALSE]})])
attack("a conjunction of no premise", "empty", X, TRUE, [rule("and_i"), arith(TRUE)])
attack("rule of no name", "unknown rule", X, FALSE, [{IS: FALSE}])
attack("rule that is a list", "unknown rule", X, FALSE, [{"rule": ["hyp"], IS: FALSE}])
attack("a rule spelled otherwise", "unknown rule", X, TRUE, [{"rule": "ARITH", IS: TRUE}])
for _name, _from in (
    ("a true premise", [True]), ("a text", "0"), ("a fraction", ["0"]), ("the last line", [-1]), ("an object", {"0": 0}),
    ("itself", [1]), ("nothing", None), ("no number", 0),
):  # fmt: skip
    attack(f"from: {_name}", "refers to a line that is not above", X, TRUE, [arith(TRUE), {"rule": "have", "from": _from, IS: TRUE}])
attack("premises of an axiom", "needs 0 premises", X, ["<", 0, ["exp", "x"]], [arith(TRUE), rule("exp_pos", 0, of="x")])
attack("one premise for two", "needs 2 premises", X, TRUE, [arith(TRUE), rule("imp_e", 0)])
attack("absurd of one line twice", "not contradictory", X, FALSE, [arith(["<", 0, 1], (), [[1, []]]), rule("absurd", 0, 0, **{IS: FALSE})])
attack(
    "absurd in the other order, of weak and strict", "not contradictory", X, FALSE,
    [arith(["<=", "x", "x"]), rule("absurd", 0, 0, **{IS: FALSE})],
)  # fmt: skip
attack(
    "cases on a formula and what only looks like its negation", "undischarged", X, FALSE,
    [hyp(["<", "x", 0]), hyp(["<", 0, "x"]),
     rule("and_i", 0, 0), rule("and_i", 1, 1),
     arith(["<=", ["*", -1, ["*", "x", "x"]], 0], [0], [[1, [], "x"]]), arith(["<=", ["*", -1, ["*", "x", "x"]], 0], [1], [[1, [], "x"]]),
     rule("and_i", 4, 0), rule("and_e", 6, part=1), rule("and_i", 5, 1), rule("and_e", 8, part=1),
     rule("cases", 7, 9, on=["<", "x", 0])],
)  # fmt: skip

# ------------------------------------------------------------------ arithmetic
for _name, _why, _fields in (
    ("a coefficient that is a name", "negative coefficient", {"terms": [["x", []]]}),
    ("a coefficient that is a sum", "negative coefficient", {"terms": [[["+", 1, 1], []]]}),
    ("a shared tree as a coefficient", "not above", {"terms": [[["@", 0], []]]}),
    ("a coefficient that is true", "not a term", {"terms": [[True, []]]}),
    ("a coefficient with a sign in front", "not a name", {"terms": [["+1", []]]}),
    ("a coefficient over 0", "not a name", {"terms": [["1/0", []]]}),
    ("a coefficient with a negative denominator", "not a name", {"terms": [["1/-1", []]]}),
    ("a coefficient with digits of another script", "not a name", {"terms": [["\u0661", []]]}),
    ("a coefficient in exponents", "not a name", {"terms": [["1e3", []]]}),
    ("a minus by another sign", "not a name", {"terms": [["\u22121", []]]}),
    ("a term of four", "term", {"terms": [[1, [], 0, 0]]}),
    ("a term of one", "term", {"terms": [[1]]}),
    ("a square of an outcome", "a real is needed", {"terms": [[1, [], "y"]]}),
    ("a multiplier that is an outcome", "a real is needed", {"eqs": [[0, "y"]]}),
    ("a premise by its end", "no such premise", {"terms": [[1, [-1]]]}),
    ("a premise by true", "no such premise", {"terms": [[1, [False]]]}),
    ("a premise by text", "no such premise", {"terms": [[1, "0"]]}),
    ("a premise that is not there", "no such premise", {"times": [7]}),
    ("a weak factor on the left", "wrong kind", {"times": [1]}),
    ("an equation as a term", "wrong kind", {"terms": [[1, [0]]]}),
    ("a relation as an equation", "wrong kind", {"eqs": [[1, 1]]}),
):
    attack(
        f"arith: {_name}", _why, Y, FALSE,
        [arith(["=", 0, 0]), arith(TRUE), {"rule": "arith", "from": [0, 1], IS: FALSE, **_fields}],
    )  # fmt: skip
for _goal in (["eq", "y", "w"], ["not", ["eq", "y", "y"]], ["and", FALSE], ["all", "x", FALSE], ["nat", -1], ["->", TRUE, FALSE], ["or", FALSE, FALSE]):
    attack(f"arith of {_goal}", "a relation is needed", Y, _goal, [arith(_goal)])
attack("arith of a negation", "no strictly positive term", Y, ["not", TRUE], [arith(["not", TRUE])])
attack("a strict goal from an equation", "no strictly positive term", X, ["<", 0, 0], [arith(["=", 0, 0]), arith(["<", 0, 0], [0], (), [[0, 1]])])
attack("an equation that is not one", "a relation is needed", Y, ["->", ["eq", "y", "w"], ["=", PY, ["P", "w"]]],
       [hyp(["eq", "y", "w"]), arith(["=", PY, ["P", "w"]], [0], (), [[0, 1]]), imp(1, ["eq", "y", "w"])])  # fmt: skip
attack("strict from two weak", "no strictly positive term", X, ["->", ["<=", 0, "x"], ["<", 0, ["*", "x", "x"]]],
       [hyp(["<=", 0, "x"]), arith(["<", 0, ["*", "x", "x"]], [0], [[1, [0, 0]]]), imp(1, ["<=", 0, "x"])])  # fmt: skip
attack("strict from strict and weak", "no strictly positive term", X, ["->", ["and", ["<=", 0, "x"], ["<", 0, "z"]], ["<", 0, ["*", "x", "z"]]],
       [hyp(["and", ["<=", 0, "x"], ["<", 0, "z"]]), rule("and_e", 0, part=1), rule("and_e", 0, part=2),
        arith(["<", 0, ["*", "x", "z"]], [1, 2], [[1, [0, 1]]]), imp(3, ["and", ["<=", 0, "x"], ["<", 0, "z"]])])  # fmt: skip
attack("a square is not its root", "does not add up", X, ["->", ["<=", 0, ["*", "x", "x"]], ["<=", 0, "x"]],
       [hyp(["<=", 0, ["*", "x", "x"]]), arith(["<=", 0, "x"], [0], [[1, [0]]]), imp(1, ["<=", 0, ["*", "x", "x"]])])  # fmt: skip
attack("times an equation that is 0", "wrong kind", X, ["=", 1, 2], [arith(["=", "x", "x"]), arith(["=", 1, 2], [0], times=[0])])
for _name, _lhs, _rhs in (
    ("0 times 1/0 is 1", ["*", 0, ["/", 1, 0]], 1),
    ("1/0 is -1/0", ["/", 1, 0], ["/", -1, 0]),
    ("1/(1/x) is x", ["/", 1, ["/", 1, "x"]], "x"),
    ("1/(x z) is 1/x 1/z", ["/", 1, ["*", "x", "z"]], ["*", ["/", 1, "x"], ["/", 1, "z"]]),
    ("1/(2 x) is 1/2 1/x", ["/", 1, ["*", 2, "x"]], ["*", "1/2", ["/", 1, "x"]]),
    ("x/x is 1", ["/", "x", "x"], 1),
    ("1/(1 + exp x) by parts", ["/", 1, ["+", 1, ["exp", "x"]]], ["+", 1, ["exp", ["*", -1, "x"]]]),
    ("log of a product", ["log", ["*", "x", "z"]], ["+", ["log", "x"], ["log", "z"]]),
    ("log of 1", ["log", 1], 0),
    ("log of 1/x", ["log", ["/", 1, "x"]], ["*", -1, ["log", "x"]]),
    ("exp of 0 over 0", ["exp", ["/", 0, 0]], 2),
    ("exp of a negative power", ["exp", ["*", -1, "x"]], ["*", -1, ["exp", "x"]]),
    ("a root of exp", ["exp", ["*", "1/2", "x"]], ["*", "1/2", ["exp", "x"]]),
    ("exp of an indicator", ["exp", ["ind", ["<=", 0, "x"]]], ["ind", ["<=", 0, "x"]]),
    ("exp of a squared indicator and of twice it", ["exp", ["^", ["ind", ["<=", 0, "x"]], 2]], ["exp", ["*", 2, ["ind", ["<=", 0, "x"]]]]),
    ("erf is even in a difference", ["erf", ["-", "x", "z"]], ["erf", ["-", "z", "x"]]),
    ("erf of 2x", ["erf", ["*", 2, "x"]], ["*", 2, ["erf", "x"]]),
    ("erf of -0 + 1", ["erf", 1], ["*", -1, ["erf", 1]]),
    ("pi is 3", ["pi"], 3),
    ("0 to the 0 is 0", ["^", 0, 0], 0),
    ("an indicator of less and of not more", ["ind", ["<", "x", "z"]], ["ind", ["not", ["<", "z", "x"]]]),
    ("an indicator of an equation and of its sides", ["ind", ["=", "x", "z"]], ["ind", ["<=", "x", "z"]]),
    ("indicators of other formulas", ["*", ["ind", ["<=", "x", "z"]], ["ind", ["<=", "z", "x"]]], ["ind", ["<=", "x", "z"]]),
    ("an indicator of all is one of one", ["ind", ["all", "x", ["<=", 0, "x"]]], ["ind", ["<=", 0, "x"]]),
    ("not all is all not", ["ind", ["not", ["all", "x", ["<=", 0, "x"]]]], ["ind", ["all", "x", ["<", "x", 0]]]),
    ("or is and", ["ind", ["or", ["<", "x", 0], ["<", "z", 0]]], ["ind", ["and", ["<", "x", 0], ["<", "z", 0]]]),
    ("nat of x is nat of -x", ["ind", ["nat", "x"]], ["ind", ["nat", ["*", -1, "x"]]]),
):  # fmt: skip
    attack(f"identity: {_name}", "does not add up", X, ["=", _lhs, _rhs], [arith(["=", _lhs, _rhs])])

# ------------------------------------------------------------------ keys: flat and/or, bound names, hypotheses
EXZ = ["ex", "z", ["<", "x", "z"]]
for _name, _p, _q in (
    ("and and or are flattened apart", ["and", ["or", EXZ, FALSE], TRUE], ["and", EXZ, FALSE, TRUE]),
    ("or in and", ["or", ["and", FALSE, EXZ], TRUE], ["or", FALSE, EXZ, TRUE]),
    ("an implication regrouped", ["->", ["->", FALSE, EXZ], FALSE], ["->", FALSE, ["->", EXZ, FALSE]]),
    ("a negation distributed", ["not", ["and", EXZ, FALSE]], ["and", ["not", EXZ], ["not", FALSE]]),
    ("the parts of an implication", ["->", EXZ, FALSE], ["->", FALSE, EXZ]),
    ("all over or", ["all", "x", ["or", ["<", "x", 0], ["<=", 0, "x"]]], ["or", ["all", "x", ["<", "x", 0]], ["all", "x", ["<=", 0, "x"]]]),
    ("ex over and", ["and", ["ex", "x", ["<", "x", 0]], ["ex", "x", ["<", 0, "x"]]], ["ex", "x", ["and", ["<", "x", 0], ["<", 0, "x"]]]),
    ("quantifiers exchanged", ["all", "x", ["ex", "z", ["<", "x", "z"]]], ["ex", "z", ["all", "x", ["<", "x", "z"]]]),
    ("a bound name that hides another", ["all", "x", ["ex", "z", ["<", "x", "z"]]], ["all", "x", ["ex", "x", ["<", "x", "x"]]]),
    ("a free name bound", ["ex", "z", ["<", "x", "z"]], ["ex", "x", ["<", "x", "x"]]),
    ("strict and weak", ["<=", "x", "z"], ["<", "x", "z"]),
    ("sides exchanged", ["<=", "x", "z"], ["<=", "z", "x"]),
    ("scaled by a negative", ["<=", 0, "x"], ["<=", 0, ["*", -1, "x"]]),
    ("squared", ["<=", 0, ["*", "x", "x"]], ["<=", 0, "x"]),
    ("a denominator multiplied", ["<=", 0, ["/", "x", "z"]], ["<=", 0, ["*", "x", "z"]]),
):  # fmt: skip
    attack(f"key: {_name}", "not the same formula", X, ["->", _p, _q], [hyp(_p), rule("have", 0, **{IS: _q}), imp(1, _p)])
    attack(f"key: discharged as if: {_name}", "undischarged", X, ["->", _q, _p], [hyp(_p), imp(0, _q)])
for _name, _p, _q in (
    ("an outcome for another", ["eq", "y", "w"], ["eq", "y", "v"]),
    ("a sum for an all", ["=", ["sum", "y", PY], 0], ["all", "y", ["=", PY, 0]]),
    ("a function for another", ["all", "y", ["<=", PY, QY]], ["all", "y", ["<=", QY, PY]]),
    ("an order of arguments", ["all", "y", ["all", "w", ["<=", 0, ["M", "y", "w"]]]], ["all", "y", ["all", "w", ["<=", 0, ["M", "w", "w"]]]]),
    ("a function bound", ["all", "P", ["<=", 0, PY]], ["all", "P", ["<=", 0, QY]]),
    ("a sum under all", ["all", "w", ["=", ["sum", "y", ["M", "y", "w"]], 1]], ["all", "w", ["=", ["sum", "y", ["M", "w", "y"]], 1]]),
    ("a sum under ex under a sum", ["<=", ["sum", "y", ["ind", ["ex", "w", ["<", 0, ["M", "y", "w"]]]]], 1],
     ["<=", ["sum", "y", ["ind", ["ex", "w", ["<", 0, ["M", "w", "y"]]]]], 1]),
):  # fmt: skip
    attack(f"key: {_name}", "not the same formula", Y, ["->", _p, _q], [hyp(_p), rule("have", 0, **{IS: _q}), imp(1, _p)])
attack("key: all outcomes are all reals", "not the same formula", Y, ["->", ["all", "y", TRUE], ["all", "x", TRUE]],
       [hyp(["all", "y", TRUE]), rule("have", 0, **{IS: ["all", "x", TRUE]}), imp(1, ["all", "y", TRUE])])  # fmt: skip
attack("key: a set for another", "not the same formula", {**Y, "u": "Z"}, ["->", ["<=", ["sum", "y", 1], 1], ["<=", ["sum", "u", 1], 1]],
       [hyp(["<=", ["sum", "y", 1], 1]), rule("have", 0, **{IS: ["<=", ["sum", "u", 1], 1]}), imp(1, ["<=", ["sum", "y", 1], 1])])  # fmt: skip
attack("key: the claim is a sum over another set", "the last line is not the claim", {**Y, "u": "Z"}, ["=", ["sum", "u", 1], ["sum", "y", 1]],
       [arith(["=", ["sum", "u", 1], ["sum", "u", 1]])])  # fmt: skip

# ------------------------------------------------------------------ eigenvariables
attack("eigen: a function generalised", "P is free in a hypothesis", Y, ["->", ["<=", 0, PY], ["all", "P", ["<=", 0, PY]]],
       [hyp(["<=", 0, PY]), rule("all_i", 0, var="P"), imp(1, ["<=", 0, PY])])  # fmt: skip
attack("eigen: free under another binder", "y is free in a hypothesis", Y, ["->", ["all", "w", ["<=", 0, ["M", "w", "y"]]], ["all", "y", ["all", "w", ["<=", 0, ["M", "w", "y"]]]]],
       [hyp(["all", "w", ["<=", 0, ["M", "w", "y"]]]), rule("all_i", 0, var="y"), imp(1, ["all", "w", ["<=", 0, ["M", "w", "y"]]])])  # fmt: skip
attack("eigen: free and bound in one hypothesis", "y is free in a hypothesis", Y, ["->", ["and", ["all", "y", TRUE], ["<=", 0, PY]], ["all", "y", ["<=", 0, PY]]],
       [hyp(["and", ["all", "y", TRUE], ["<=", 0, PY]]), rule("and_e", 0, part=2), rule("all_i", 1, var="y"), imp(2, ["and", ["all", "y", TRUE], ["<=", 0, PY]])])  # fmt: skip
attack("eigen: in an exponent", "x is free in a hypothesis", X, ["->", ["<=", ["exp", "x"], 1], ["all", "x", ["<=", ["exp", "x"], 1]]],
       [hyp(["<=", ["exp", "x"], 1]), rule("all_i", 0, var="x"), imp(1, ["<=", ["exp", "x"], 1])])  # fmt: skip
attack("eigen: summed over", "y is free in a hypothesis", Y, ["->", ["=", PY, 1], ["=", ["sum", "y", PY], ["sum", "y", 1]]],
       [hyp(["=", PY, 1]), rule("sum", 0, var="y"), imp(1, ["=", PY, 1])])  # fmt: skip
attack("eigen: in the other premise of ex_e", "z is free in a hypothesis", X, ["->", ["=", "z", 5], FALSE],
       [hyp(["=", "z", 5]), arith(["<=", "z", "z"]), rule("ex_i", 1, **{IS: ["ex", "x", ["<=", "x", "x"]], "at": "z"}), rule("and_i", 2, 0), rule("and_e", 3, part=1),
        rule("ex_e", 4, 0, var="z"), imp(5, ["=", "z", 5])])  # fmt: skip
attack("eigen: a listed outcome summed", "cannot bind this", TWO["sig"], ["=", ["sum", "o1", ["P", "o1"]], ["sum", "o1", ["P", "o1"]]],
       [arith(["=", ["P", "o1"], ["P", "o1"]]), rule("sum", 0, var="o1")], sets=TWO["sets"])  # fmt: skip
attack("eigen: induction over a named number", "x is free in a hypothesis", X, ["->", ["<=", "x", 3], ["all", "x", ["->", ["nat", "x"], ["<=", "x", 3]]]],
       [arith(["<=", 0, 3], (), [[3, []]]), hyp(["<=", "x", 3]), hyp(["<=", ["+", "x", 1], 3]), rule("and_i", 1, 2), rule("and_e", 3, part=2),
        rule("induct", 0, 4, var="x", **{IS: ["<=", "x", 3]}), imp(5, ["<=", "x", 3])])  # fmt: skip
attack("eigen: Jensen over a hypothesis' outcome", "i is free in a hypothesis",
       {"f": ["R"], "a": "R", "b": "R", "l": "R", "i": "I", "w": ["I"]}, TRUE,
       [hyp(CONVEX), hyp(["<=", 0, ["w", "i"]]), hyp(["=", ["sum", "i", ["w", "i"]], 1]), arith(["<=", 0, 0]), ONE_TWO,
        rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w=["w", "i"], x=0, names=["a", "b", "l"])])  # fmt: skip

# ------------------------------------------------------------------ substitution and capture
ALLP = ["all", "P", ["=", ["sum", "y", PY], ["sum", "y", PY]]]
INSTANCE = [arith(ALLP[2]), rule("all_i", 0, var="P")]
for _name, _why, _at in (
    ("captured by the sum", "capture of y", ["lam", "w", ["M", "w", "y"]]),
    ("of two outcomes", "needs a function of sort", ["lam", "w", "v", 1]),
    ("of a number", "needs a function of sort", ["lam", "x", 1]),
    ("of outcomes to outcomes", "needs a function of sort", ["lam", "w", "w"]),
    ("that is a formula", "is not a function", ["lam", "w", TRUE]),
    ("of an undeclared outcome", "cannot bind this", ["lam", "u", 1]),
    ("that is a term", "needs a function of sort", ["+", "x", 1]),
    ("that is its own name", "needs sort", "y"),
    ("that is an operator", "needs sort", "exp"),
    ("that is a sum", "needs a function of sort", ["sum", "y", 1]),
    ("that is a number", "malformed", 1),
    ("of one name twice", "binds a name twice", ["lam", "w", "w", 1]),
    ("in lists", "binds names", ["lam", ["w"], 1]),
    ("of other arity by name", "needs sort", "M"),
):
    attack(f"function put in: {_name}", _why, Y, TRUE, [*INSTANCE, rule("all_e", 1, at=_at)])
MM = ["all", "M", ["=", ["sum", "y", ["M", "y", "w"]], ["sum", "y", ["M", "y", "w"]]]]
attack("function put in: captured after its own names are filled", "capture of y", Y, TRUE,
       [arith(MM[2]), rule("all_i", 0, var="M"), rule("all_e", 1, at=["lam", "w", "v", ["sum", "y", ["*", ["P", "w"], ["P", "v"]]]])])  # fmt: skip
attack("number put in: bound later", "capture of z", X, ["ex", "z", ["<", ["+", "z", 1], "z"]],
       [*BIG_LEMMA["lines"], rule("all_e", 2, at=["+", "z", 1])])  # fmt: skip
attack("ex_i: captured", "capture of x", X, ["ex", "z", ["all", "x", ["=", "x", "z"]]],
       [arith(["=", "x", "x"]), rule("all_i", 0, var="x"), rule("ex_i", 1, **{IS: ["ex", "z", ["all", "x", ["=", "x", "z"]]], "at": "x"})])  # fmt: skip
attack("ex_i: a witness of another sort", "needs sort", Y, ["ex", "y", ["=", PY, PY]],
       [arith(["=", PY, PY]), rule("ex_i", 0, **{IS: ["ex", "y", ["=", PY, PY]], "at": 0})])  # fmt: skip
attack("ex_i: an undeclared function as a witness", "needs sort", Y, ["ex", "P", ["=", PY, PY]],
       [arith(["=", PY, PY]), rule("ex_i", 0, **{IS: ["ex", "P", ["=", PY, PY]], "at": "N"})])  # fmt: skip
attack("pick: an outcome that is bound inside", "capture of w", Y, TRUE, [rule("pick", var="y", at="w", of=["sum", "w", ["M", "y", "w"]])])
attack("pick: of reals", "sort", X, TRUE, [rule("pick", var="x", at="z", of="x")])
attack("pick: at a term", "sort", Y, TRUE, [rule("pick", var="y", at=PY, of=PY)])
attack("pick: over functions", "has no plain sort", Y, TRUE, [rule("pick", var="P", at="Q", of=PY)])
attack("pick: a listed outcome summed over", "cannot bind this", TWO["sig"], TRUE, [rule("pick", var="o1", at="o2", of=["P", "o1"])], sets=TWO["sets"])
attack("argmin: captured", "capture of w", Y, TRUE, [rule("argmin", var="y", other="w", of=["sum", "w", ["M", "y", "w"]])])
attack("argmin: over two sets", "sort", {**Y, "u": "Z"}, TRUE, [rule("argmin", var="y", other="u", of=PY)])
attack("argmin: of an outcome", "a real is needed", Y, TRUE, [rule("argmin", var="y", other="w", of="y")])
attack("mean value: captured", "capture of z", X, TRUE,
       [arith(["<=", "z", ["+", "z", 1]], (), [[1, []]]), ONE_TWO,
          rule("mean_value", 1, 0, var="x", of=["+", "x", ["ind", ["all", "z", ["<=", ["*", 0, "x"], "z"]]]])])  # fmt: skip
attack("induction over outcomes", "sort", Y, TRUE, [arith(TRUE), rule("induct", 0, 0, var="y", **{IS: TRUE})])
attack("induction downwards", "not base and step", X, ["all", "x", ["->", ["nat", "x"], ["<=", "x", 0]]],
       [arith(TRUE), hyp(["<=", "x", 0]), arith(["<=", ["-", "x", 1], 0], [1], [[1, [0]], [1, []]]), rule("induct", 0, 2, var="x", **{IS: ["<=", "x", 0]})])  # fmt: skip
attack("a half is a natural number", "not a natural number", X, ["nat", "1/2"], [ONE_TWO, rule("nat", 0)])
attack("a natural number of two premises", "needs 1 premises", X, ["nat", 0], [rule("nat"), rule("nat", 0, 0)])

# ------------------------------------------------------------------ sums
for _name, _lhs, _rhs in (
    ("a shadowed name", ["sum", "y", ["sum", "y", ["M", "y", "y"]]], ["sum", "y", ["sum", "w", ["M", "y", "w"]]]),
    ("a shadowed name counts once", ["sum", "y", ["*", PY, ["sum", "y", QY]]], ["sum", "y", ["*", PY, QY]]),
    ("three names, two of them one", ["sum", "y", ["sum", "w", ["sum", "v", ["*", ["M", "y", "w"], ["M", "w", "v"]]]]],
     ["sum", "y", ["sum", "w", ["sum", "v", ["*", ["M", "y", "w"], ["M", "y", "v"]]]]]),
    ("a cycle turned round", ["sum", "y", ["sum", "w", ["sum", "v", ["*", ["M", "y", "w"], ["M", "w", "v"], ["M", "v", "y"]]]]],
     ["sum", "y", ["sum", "w", ["sum", "v", ["*", ["M", "y", "w"], ["M", "w", "v"], ["M", "y", "v"]]]]]),
    ("exp of a sum", ["sum", "y", ["exp", ["sum", "w", ["M", "y", "w"]]]], ["exp", ["sum", "y", ["sum", "w", ["M", "y", "w"]]]]),
    ("a sum of exps", ["exp", ["sum", "y", PY]], ["sum", "y", ["exp", PY]]),
    ("1/sum", ["sum", "y", ["/", 1, PY]], ["/", 1, ["sum", "y", PY]]),
    ("an indicator that there is one", ["ind", ["ex", "y", ["<", 0, PY]]], ["sum", "y", ["ind", ["<", 0, PY]]]),
    ("an indicator for all", ["ind", ["all", "y", ["<", 0, PY]]], ["sum", "y", ["ind", ["<", 0, PY]]]),
    ("an equation of bound names", ["sum", "y", ["sum", "w", ["ind", ["eq", "y", "w"]]]], ["sum", "y", ["sum", "w", 1]]),
    ("a free name is not summed", ["sum", "y", ["ind", ["eq", "y", "w"]]], 1),
    ("the square of a sum inside exp", ["exp", ["^", ["sum", "y", PY], 2]], ["exp", ["sum", "y", ["^", PY, 2]]]),
    ("functions of sums", ["sum", "y", ["M", "y", "w"]], ["sum", "y", ["M", "y", "v"]]),
    ("the number of outcomes", ["sum", "y", ["sum", "w", 1]], ["sum", "y", 1]),
):  # fmt: skip
    attack(f"sum: {_name}", "does not add up", Y, ["=", _lhs, _rhs], [arith(["=", _lhs, _rhs])])
for _name, _lhs, _rhs in (
    ("one too many", ["sum", "y", 1], 3),
    ("one outcome only", ["sum", "y", ["P", "y"]], ["P", "o1"]),
    ("an outcome for a name", ["sum", "y", ["ind", ["eq", "y", "w"]]], 2),
    ("different outcomes are equal", ["ind", ["eq", "o1", "o2"]], 1),
    ("a shadowed name", ["sum", "y", ["*", ["P", "y"], ["sum", "y", ["P", "y"]]]], ["sum", "y", ["*", ["P", "y"], ["P", "y"]]]),
    ("a name is one of the others", ["ind", ["or", ["eq", "w", "o1"], ["eq", "w", "o2"]]], 0),
):  # fmt: skip
    attack(f"listed sum: {_name}", "does not add up", TWO["sig"], ["=", _lhs, _rhs], [arith(["=", _lhs, _rhs])], sets=TWO["sets"])
attack("a sum of relations of another kind", "only <= and =", Y, TRUE, [arith(["=", PY, PY]), rule("and_i", 0), rule("sum", 1, var="y")])
attack("a sum over numbers", "sum over a set", X, ["<=", ["sum", "x", 0], ["sum", "x", 0]], [arith(TRUE), rule("sum", 0, var="x")])
DEEP_SUM = ["sum", "y", PY]
for _ in range(6):
    DEEP_SUM = ["sum", "y", ["*", PY, DEEP_SUM]]
claimed("a product of six sums under one", "more than five nested sums", Y,
        ["=", ["sum", "y", ["*", PY, ["^", ["sum", "w", ["M", "y", "w"]], 6]]], 0])  # fmt: skip
claimed("six sums in a product", "more than five nested sums", {**Y, **{f"n{k}": "Y" for k in range(6)}, "B": ["Y"] * 6},
        ["=", ["sum", "n0", ["sum", "n1", ["sum", "n2", ["sum", "n3", ["sum", "n4", ["sum", "n5", ["B", *(f"n{k}" for k in range(6))]]]]]]], 0])  # fmt: skip

# ------------------------------------------------------------------ exp, log, 1/x
attack("log: of a number that is at least 0", "not known to be positive", X, ["->", ["<=", 0, "x"], ["=", ["exp", ["log", "x"]], "x"]],
       [hyp(["<=", 0, "x"]), rule("exp_log", 0, of="x"), imp(1, ["<=", 0, "x"])])  # fmt: skip
attack("log: of another number", "not known to be positive", X, ["->", ["<", 0, "x"], ["=", ["exp", ["log", "z"]], "z"]],
       [hyp(["<", 0, "x"]), rule("exp_log", 0, of="z"), imp(1, ["<", 0, "x"])])  # fmt: skip
attack("log: of a square that may be 0", "not known to be positive", X, ["=", ["exp", ["log", ["*", "x", "x"]]], ["*", "x", "x"]],
       [arith(["<=", 0, ["*", "x", "x"]], (), [[1, [], "x"]]), rule("exp_log", 0, of=["*", "x", "x"])])  # fmt: skip
attack("inverse: of a number that is at least 0", "not known to be nonzero", X, ["->", ["<=", 0, "x"], ["=", ["*", "x", ["/", 1, "x"]], 1]],
       [hyp(["<=", 0, "x"]), rule("inv", 0, of="x"), imp(1, ["<=", 0, "x"])])  # fmt: skip
attack("inverse: of a product with one factor", "not known to be nonzero", X, ["->", ["<", 0, "x"], ["=", ["*", "x", "z", ["/", 1, ["*", "x", "z"]]], 1]],
       [hyp(["<", 0, "x"]), rule("inv", 0, of=["*", "x", "z"]), imp(1, ["<", 0, "x"])])  # fmt: skip
attack("inverse: of another than what is not 0", "not known to be nonzero", X, TRUE, [hyp(["not", ["=", "x", 1]]), rule("inv", 0, of="x")])
attack("exp of an outcome", "a real is needed", Y, TRUE, [rule("exp_pos", of="y")])
attack("exp of a formula", "is not a function", Y, TRUE, [rule("exp_pos", of=TRUE)])
attack("a name that is a number", "a name is needed", Y, TRUE, [arith(TRUE), rule("all_i", 0, var=0)])
attack("a name that is a list", "a name is needed", Y, TRUE, [arith(TRUE), rule("all_i", 0, var=["x"])])
attack("a formula is needed", "not a formula", Y, TRUE, [hyp("x")])
attack("a field of another rule", "unknown field", Y, TRUE, [{**arith(TRUE), "at": 0}])
attack("a missing field", "malformed: KeyError", Y, TRUE, [{"rule": "exp_pos"}])

# ------------------------------------------------------------------ Jensen
JSIG = {"f": ["R"], "a": "R", "b": "R", "l": "R", "i": "I", "i1": "I", "i2": "I", "h": ["I"]}
PAIR = {"I": ["i1", "i2"]}


def convexity(a, b, l):
    """What Jensen's inequality asks of f, over these names."""
    mix = lambda p, q: ["+", ["*", l, p], ["*", ["-", 1, l], q]]  # noqa: E731
    box = [q for v in (a, b, l) for q in (["<=", 0, v], ["<=", v, 1])]
    two = ["->", ["and", *box], ["<=", ["f", mix(a, b)], mix(["f", a], ["f", b])]]
    return ["all", a, ["all", b, ["all", l, two]]]


HALF = [arith(["<=", 0, "1/2"], (), [["1/2", []]]), arith(["=", ["sum", "i", "1/2"], 1]),
        arith(["<=", 0, ["ind", ["eq", "i", "i1"]]], (), [[1, [], ["ind", ["eq", "i", "i1"]]]]),
        arith(["<=", ["ind", ["eq", "i", "i1"]], 1], (), [[1, [], ["-", 1, ["ind", ["eq", "i", "i1"]]]]])]  # fmt: skip
MIDDLE = ["<=", ["f", "1/2"], ["+", ["*", "1/2", ["f", 1]], ["*", "1/2", ["f", 0]]]]
for _name, _names in (("the two points are one", ["a", "a", "l"]), ("a weight that is a point", ["a", "b", "a"]), ("a weight that is the other point", ["a", "l", "l"])):
    _conv = convexity(*_names)
    attack(f"Jensen: {_name}", "sorts", JSIG, ["->", _conv, MIDDLE],
           [hyp(_conv), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["ind", ["eq", "i", "i1"]], names=_names), imp(5, _conv)],
           sets=PAIR)  # fmt: skip
attack("Jensen: names of outcomes", "sorts", JSIG, TRUE,
       [hyp(CONVEX), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=1, names=["a", "b", "i"])], sets=PAIR)  # fmt: skip
attack("Jensen: a function of outcomes", "sorts", JSIG, TRUE,
       [hyp(CONVEX), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="h", var="i", w="1/2", x=1, names=["a", "b", "l"])], sets=PAIR)  # fmt: skip
attack("Jensen: points outside of the interval", "points", JSIG,
       ["->", CONVEX, ["<=", ["f", "3/2"], ["+", ["*", "1/2", ["f", 3]], ["*", "1/2", ["f", 0]]]]],
       [hyp(CONVEX), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["*", 3, ["ind", ["eq", "i", "i1"]]], names=["a", "b", "l"]), imp(5, CONVEX)],
       sets=PAIR)  # fmt: skip
attack("Jensen: points below the interval", "points", JSIG,
       ["->", CONVEX, ["<=", ["f", "-1/2"], ["+", ["*", "1/2", ["f", -1]], ["*", "1/2", ["f", 0]]]]],
       [hyp(CONVEX), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["*", -1, ["ind", ["eq", "i", "i1"]]], names=["a", "b", "l"]), imp(5, CONVEX)],
       sets=PAIR)  # fmt: skip
attack("Jensen: negative weights", "weights", JSIG, TRUE,
       [hyp(CONVEX), *HALF, rule("jensen", 0, 3, 2, 3, 4, fun="f", var="i", w="1/2", x=["ind", ["eq", "i", "i1"]], names=["a", "b", "l"])], sets=PAIR)  # fmt: skip
attack("Jensen: weights of total 2", "weights", JSIG, TRUE,
       [hyp(CONVEX), *HALF, arith(["=", ["sum", "i", 1], 2]), ONE_TWO, rule("jensen", 0, 6, 5, 3, 4, fun="f", var="i", w=1, x=1, names=["a", "b", "l"])], sets=PAIR)  # fmt: skip
CONCAVE = ["all", "a", ["all", "b", ["all", "l", ["->", ["and", *BOX], ["<=", mixture(["f", "a"], ["f", "b"]), ["f", mixture("a", "b")]]]]]]
attack("Jensen: for a concave function", "not the convexity of f", JSIG, ["->", CONCAVE, MIDDLE],
       [hyp(CONCAVE), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["ind", ["eq", "i", "i1"]], names=["a", "b", "l"]), imp(5, CONCAVE)], sets=PAIR)  # fmt: skip
SHORT = ["all", "a", ["all", "b", ["all", "l", ["->", ["and", *BOX, ["<=", "a", "1/4"]], CONVEX[2][2][2][2]]]]]
attack("Jensen: convex on a part only", "not the convexity of f", JSIG, ["->", SHORT, MIDDLE],
       [hyp(SHORT), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["ind", ["eq", "i", "i1"]], names=["a", "b", "l"]), imp(5, SHORT)], sets=PAIR)  # fmt: skip

# ------------------------------------------------------------------ the mean value theorem
for _name, _f, _sig in (
    ("a step", ["ind", ["<=", "x", "1/2"]], X),
    ("a function", ["f", "x"], {**X, "f": ["R"]}),
    ("a function of more", ["f", ["*", -1, "x"]], {**X, "f": ["R"]}),
    ("a sum with a step", ["sum", "y", ["ind", ["<=", "x", ["P", "y"]]]], {**X, "y": "Y", "P": ["Y"]}),
    ("a sum that depends on x", ["sum", "y", ["exp", ["*", "x", ["P", "y"]]]], {**X, "y": "Y", "P": ["Y"]}),
    ("a natural number", ["ind", ["not", ["nat", "x"]]], X),
    ("a quantified formula", ["ind", ["ex", "z", ["<", "z", "x"]]], X),
):
    for _slope in (1, 0):
        attack(f"mean value: {_name} taken to have slope {_slope}", "cannot differentiate this", _sig, TRUE,
               [ONE_TWO, arith(TRUE), rule("mean_value", 0 if _slope else 1, 0, var="x", of=_f)])  # fmt: skip
attack("mean value: of an equation of ends", "sorts", X, ["=", 0, 0], [ONE_TWO, arith(["=", 0, 0]), rule("mean_value", 0, 1, var="x", of="x")])
attack("mean value: over outcomes", "sorts", {**X, "y": "Y"}, TRUE, [ONE_TWO, ONE_TWO, rule("mean_value", 0, 1, var="y", of=1)])
attack("mean value: of one premise", "needs 2 premises", X, TRUE, [ONE_TWO, rule("mean_value", 0, var="x", of="x")])
attack("mean value: an equation for the slope", "not the derivative", X, ["<=", 0, 0], [arith(["=", 0, 0]), ONE_TWO, rule("mean_value", 0, 1, var="x", of=0)])
attack("mean value: a slope of the wrong sign", "not the derivative", X, ["<=", 0, -1], [arith(["<=", -1, 0], (), [[1, []]]), ONE_TWO, rule("mean_value", 0, 1, var="x", of=["*", -1, "x"])])
for _name, _f, _slope, _ends, _known in (
    # the slope is the derivative where there is one: the sign of the argument is missing, or is that of another term
    ("log x", ["log", "x"], ["/", 1, "x"], (1, 2), None),
    ("log x, known of x + 1", ["log", "x"], ["/", 1, "x"], (1, 2), ["<", 0, ["+", "x", 1]]),
    ("log x, known to be at least 0", ["log", "x"], ["/", 1, "x"], (1, 2), ["<=", 0, "x"]),
    ("log x, known not to be 0", ["log", "x"], ["/", 1, "x"], (1, 2), ["not", ["=", "x", 0]]),
    ("log x, known to be negative", ["log", "x"], ["/", 1, "x"], (1, 2), ["<", "x", 0]),
    ("-1/x", ["*", -1, ["/", 1, "x"]], ["*", ["/", 1, "x"], ["/", 1, "x"]], (1, 2), None),
    ("-1/x, known of x squared", ["*", -1, ["/", 1, "x"]], ["*", ["/", 1, "x"], ["/", 1, "x"]], (1, 2), ["<", 0, ["*", "x", "x"]]),
    ("-1/x, known to be at least 0", ["*", -1, ["/", 1, "x"]], ["*", ["/", 1, "x"], ["/", 1, "x"]], (1, 2), ["<=", 0, "x"]),
    ("exp(log x)", ["exp", ["log", "x"]], ["*", ["exp", ["log", "x"]], ["/", 1, "x"]], (1, 2), None),
    ("log of 1/x inside", ["log", ["/", 1, "x"]], ["*", ["/", -1, ["*", "x", "x"]], ["/", 1, ["/", 1, "x"]]], (1, 2), ["<", 0, ["/", 1, "x"]]),
    ("log log x", ["log", ["log", "x"]], ["*", ["/", 1, "x"], ["/", 1, ["log", "x"]]], (1, 2), ["<", 0, ["log", "x"]]),
    ("log of a product, known of one factor", ["log", ["*", "x", "z"]], ["*", "z", ["/", 1, ["*", "x", "z"]]], (1, 2), ["<", 0, "x"]),
):  # fmt: skip
    _slope = ["<=", 0, _slope]
    attack(
        f"mean value: {_name}", "the derivative" if "1/x inside" in _name else "is not known", X, TRUE,
        [hyp(["all", "x", _slope]), rule("all_e", 0, at="x"), arith(["<=", *_ends], (), [[1, []]]),
         *([hyp(["all", "x", _known]), rule("all_e", 3, at="x")] if _known else []),
         rule("mean_value", 1, 2, *([4] if _known else []), var="x", of=_f)],
    )  # fmt: skip
IN_Z = [hyp(["<=", 1, "z"]), hyp(["<=", "z", 2])]
attack("mean value: the slope between the ends of another", "is free in a hypothesis", X, TRUE,
       [hyp(["<=", 0, "x"]), arith(["<=", 0, ["*", 2, "x"]], [0], [[2, [0]]]), arith(["<=", -1, 1], (), [[2, []]]),
        rule("mean_value", 1, 2, var="x", of=["*", "x", "x"])])  # fmt: skip
attack("mean value: the slope under strict ends where the sign is asked", "is free in a hypothesis", X, TRUE,
       [hyp(["all", "x", ["<=", 0, ["/", 1, "x"]]]), rule("all_e", 0, at="x"), ONE_TWO, hyp(["<", 0, "x"]), rule("mean_value", 1, 2, 3, var="x", of=["log", "x"])])  # fmt: skip
attack("mean value: a hypothesis of x = 1", "is free in a hypothesis", X, ["->", ["=", "x", 1], ["<=", ["*", -1, -1], ["*", -1, 1]]],
       [hyp(["=", "x", 1]), arith(["<=", 0, ["-", 0, ["-", 0, "x"]]], [0], [[1, []]], [[0, 1]]), arith(["<=", -1, 1], (), [[2, []]]),
        rule("mean_value", 1, 2, var="x", of=["*", "1/2", "x", "x"]), imp(3, ["=", "x", 1])])  # fmt: skip
attack("mean value: an end that is x", "x is free in a hypothesis", X, TRUE, [ONE_TWO, hyp(["<=", "x", 2]), rule("mean_value", 0, 1, var="x", of="x")])

# ------------------------------------------------------------------ erf
attack("erf: the tail of -t", "not known to be at least 0", X, ["->", ["<=", 0, "x"], ["<=", ["+", 1, ["erf", "x"]], ["exp", ["*", -1, "x", "x"]]]],
       [hyp(["<=", 0, "x"]), rule("erf_tail", 0, of=["*", -1, "x"]), imp(1, ["<=", 0, "x"])])  # fmt: skip
attack("erf: the tail of an outcome", "a real is needed", Y, TRUE, [arith(TRUE), rule("erf_tail", 0, of="y")])
attack("erf: onto, bounds exchanged", "not between -1 and 1", X, TRUE, [arith(["<", -1, 0], (), [[1, []]]), arith(["<", "-1/2", 1], (), [["3/2", []]]), rule("erf_onto", 1, 0, var="x", of="-1/2")])
attack("erf: onto, weak bounds", "not between -1 and 1", X, TRUE, [arith(["<=", -1, 1], (), [[2, []]]), arith(["<=", 1, 1]), rule("erf_onto", 0, 1, var="x", of=1)])
attack("erf: onto with a function for a place", "sort", {**X, "f": ["R"]}, TRUE, [arith(["<", -1, 0], (), [[1, []]]), arith(["<", 0, 1], (), [[1, []]]), rule("erf_onto", 0, 1, var="f", of=0)])
attack("erf: bounds of an outcome", "a real is needed", Y, TRUE, [rule("erf_bounds", of="y")])


# ------------------------------------------------------------------ enclosures
def enclosed(name, why, goal, *bounds, sig=None, bits=40):
    n = len(bounds)
    lines = [hyp(b) for b in bounds] + [rule("enclose", *range(n), bits=bits, **{IS: goal})]
    claim = goal
    for b in reversed(bounds):
        lines.append(imp(len(lines) - 1, b))
        claim = ["->", b, claim]
    attack(f"enclose: {name}", why, sig or X, claim, lines)


NOT, UNIT = "the enclosures do not show it", (["<=", 0, "x"], ["<=", "x", 1])
enclosed("a bound of a square is none of its root", "not a bound of a name", ["<=", "x", "1/4"], ["<=", ["*", "x", "x"], "1/4"], ["<=", 0, ["*", "x", "x"]])
enclosed("a bound of a cube is none of its root", "not a bound of a name", ["<=", "x", "1/8"], ["<=", ["^", "x", 3], "1/8"], ["<=", 0, ["^", "x", 3]])
for _x, _z in (("x", "z"), ("z", "x")):
    enclosed(f"a bound of a sum is none of {_x}", "not a bound of a name", ["<=", 0, _x], ["<=", 0, ["+", "x", "z"]], ["<=", ["+", "x", "z"], 1])
    enclosed(f"a bound of a difference is none of {_x}", "not a bound of a name", ["<=", _x, 1], ["<=", ["-", _x, _z], 1], ["<=", 0, ["-", _x, _z]])
enclosed("a premise without a name", "not a bound of a name", ["<=", 0, 1], TRUE)
enclosed("a bound of exp", "not a bound of a name", ["<=", "x", 1], ["<=", ["exp", "x"], 1], ["<=", 0, ["exp", "x"]])
enclosed("a bound of a function's value", "not a bound of a name", ["<=", "x", 1], ["<=", ["f", "x"], 1], ["<=", 0, ["f", "x"]], sig={**X, "f": ["R"]})
enclosed("a bound of pi", "not a bound of a name", ["<=", ["pi"], 3], ["<=", ["pi"], 3])
enclosed("a bound that is a conjunction", "a relation is needed", ["<=", "x", 1], ["and", *UNIT])
enclosed("a name with one bound in a second place", "has no bounds", ["<=", ["+", "x", "z"], 2], *UNIT, ["<=", "z", 1])
enclosed("too few bits", "bits", ["<=", 0, 1], bits=7)
enclosed("too many bits", "bits", ["<=", 0, 1], bits=2001)
enclosed("bits that are true", "bits", ["<=", 0, 1], bits=True)
enclosed("bits that are text", "bits", ["<=", 0, 1], bits="40")
enclosed("negative bits", "bits", ["<=", 0, 1], bits=-40)
enclosed("an equation", "encloses <= and < only", ["=", ["*", "x", 0], 0], *UNIT)
enclosed("a conjunction", "encloses <= and < only", ["and", ["<=", 0, 1]], *UNIT)
enclosed("a disjunction", "encloses <= and < only", ["or", ["<=", 0, "x"], ["<=", "x", 0]], *UNIT)
enclosed("a negation", "encloses <= and < only", ["not", ["<", "x", 0]], *UNIT)
enclosed("an implication in an indicator", "-> cannot be enclosed", ["<=", ["ind", ["->", ["<=", 2, "x"], ["<=", 3, "x"]]], 0], *UNIT)
enclosed("an equation in an indicator", "= cannot be enclosed", ["<=", ["ind", ["=", "x", "x"]], 0], *UNIT)
enclosed("all in an indicator", "all cannot be enclosed", ["<=", ["ind", ["all", "z", ["<=", "x", 1]]], 0], *UNIT)
enclosed("a natural number in an indicator", "nat cannot be enclosed", ["<=", ["ind", ["nat", "x"]], 0], *UNIT)
enclosed("a sum", "sum cannot be enclosed", ["<=", ["sum", "y", "x"], 1], *UNIT, sig={**X, "y": "Y"})
enclosed("log of a number below 0", "may not be positive", ["<=", ["log", "x"], 0], ["<=", -2, "x"], ["<=", "x", "-1/2"])
enclosed("log of 0", "may not be positive", ["<=", ["log", 0], 0])
enclosed("log across 0", "may not be positive", ["<=", ["log", "x"], 2], ["<=", -1, "x"], ["<=", "x", 1])
enclosed("exp out of range", "argument of exp out of range", ["<=", 0, ["exp", "20000"]])
enclosed("exp out of range below", "argument of exp out of range", ["<=", 0, ["exp", "-20000"]])
enclosed("1/0", "denominator may be 0", ["<=", 0, ["/", 1, 0]])
enclosed("1/(x - x)", "denominator may be 0", ["<=", ["/", 1, ["-", "x", "x"]], 0], *UNIT)
enclosed("0/0", "denominator may be 0", ["<=", ["/", 0, 0], 0])
HUGE = ["^", ["^", ["^", ["^", 2, 32], 32], 32], 8]  # 2^262144
enclosed("a number out of range", "number out of range", ["<=", HUGE, 1], bits=8)
enclosed("log of a number out of range", "number out of range", ["<=", 0, ["log", ["/", 1, HUGE]]], bits=8)
enclosed("rounding is outward at 8 bits", NOT, ["<=", "1/3", ["+", "1/6", "1/6"]], bits=8)
enclosed("rounding is outward, negative", NOT, ["<=", ["+", "-1/6", "-1/6"], "-1/3"], bits=8)
enclosed("strict at both ends", NOT, ["<", ["*", "x", "x"], 1], *UNIT)
enclosed("an odd power of negatives", NOT, ["<=", "-1/100", ["^", "x", 3]], ["<=", -1, "x"], ["<=", "x", 0])
enclosed("an even power across 0", NOT, ["<", 0, ["^", "x", 4]], ["<=", -1, "x"], ["<=", "x", 1])
enclosed("a quotient by negatives", NOT, ["<=", ["/", 1, "x"], -1], ["<=", -2, "x"], ["<=", "x", -1])
enclosed("a difference turned round", NOT, ["<=", 0, ["-", "x", 1]], *UNIT)
enclosed("the indicator of a disjunction", NOT, ["<=", 1, ["ind", ["or", ["<=", "x", "1/3"], ["<=", "2/3", "x"]]]], *UNIT)
enclosed("the indicator of a strict end", NOT, ["<=", 1, ["ind", ["<", 0, "x"]]], *UNIT)
enclosed("erf(x) below x", NOT, ["<=", ["erf", "x"], "x"], *UNIT)
enclosed("erf far out is 1", NOT, ["<=", 1, ["erf", 100]], bits=8)
enclosed("erf far out is above -1 by more", NOT, ["<=", ["erf", -100], "-1001/1000"], bits=8)
enclosed("exp at 2000 bits", NOT, ["<=", ["exp", 1], ["exp", 1]], bits=2000)
enclosed("pi at 2000 bits", NOT, ["<", ["pi"], ["pi"]], bits=2000)
enclosed("exp of log", NOT, ["<=", ["exp", ["log", 2]], 2], bits=200)
enclosed("many nodes", "too large to enclose", ["<=", 0, ["+", *[1] * 2001]])

# ------------------------------------------------------------------ numbers, sizes, work
LONG = "1" * 4001
claimed("size: a long number", "not a term", X, ["=", LONG, LONG])
claimed("size: a long name", "not a term", X, ["=", "x" * 4001, 1])
claimed("size: a number of many bits", "number too large", X, ["=", 2**20001, 2**20001])
claimed("size: a long product", "number too large", X, ["=", ["^", ["^", ["^", 2, 39], 39], 39], 0])
_deep = "x"
for _ in range(220):
    _deep = ["exp", _deep]
claimed("size: a deep tree", "too deep", X, ["<", 0, _deep])
_shared = [["+", "x", "x"]]
for _k in range(30):
    _shared.append(["+", ["@", _k], ["@", _k]])
claimed("size: shared parts are counted each time", "too large", X, ["=", ["@", 30], 0], terms=_shared)
_letters = {f"{l}{k}": "R" for l in "abcd" for k in range(1500)}


def _total(letter, n):
    return ["+", *(f"{letter}{k}" for k in range(n))]


claimed("size: a large product", "product too large", _letters, ["=", ["*", _total("a", 1500), _total("b", 1500)], 0])
claimed("size: many monomials", "too many monomials", _letters, ["=", ["*", _total("a", 150), _total("b", 150)], 0])
claimed("size: many monomials in a sum", "too many monomials", _letters,
        ["=", ["+", ["*", _total("a", 101), _total("b", 101)], ["*", _total("c", 101), _total("d", 101)]], 0])  # fmt: skip
attack("size: much work", "too much work", X, TRUE, [hyp(["<=", 0, ["@", 17]])] * 100, terms=_shared[:18])

# ------------------------------------------------------------------ names, sorts, sets
for _name, _why, _sig, _sets in (
    ("a listed set of operators", "bad sort", {"o": "sum"}, {"sum": ["o"]}),
    ("a listed set without a declared name", "bad set", {"y": "Y"}, {"Z": ["o"]}),
    ("an outcome in two sets", "bad set", {"o": "Y", "u": "Z"}, {"Y": ["o"], "Z": ["o"]}),
    ("a listed function", "bad set", {"F": ["Y"], "y": "Y"}, {"Y": ["F"]}),
    ("the reals listed", "bad set", {"o": "R"}, {"R": ["o"]}),
    ("a set of a strange name", "bad set", {"x": "R"}, {"#": []}),
    ("a set that is a name", "is taken", {"y": "Y", "Y": "R"}, {}),
    ("a name that is a listed set", "is taken", {"Y": "R"}, {"Y": ["Y"]}),
    ("a name of a list of lists", "malformed", {"F": [["Y"]]}, {}),
    ("a name of no sort", "bad sort", {"x": None}, {}),
    ("a name of a number", "bad sort", {"x": 1}, {}),
    ("a sort in lower ascii only", "bad sort", {"x": "\u03a9"}, {}),
    ("an empty name", "bad name", {"": "R"}, {}),
    ("a name that begins with a digit", "bad name", {"1x": "R"}, {}),
    ("a name with a dot", "bad name", {"x.y": "R"}, {}),
    ("a name with a bracket", "bad name", {"x(": "R"}, {}),
    ("a name with a line end", "bad name", {"x\n": "R"}, {}),
    ("a name with a letter of another script", "bad name", {"\u0430": "R"}, {}),
    ("a name with an invisible sign", "bad name", {"x\u200b": "R"}, {}),
    ("a set that is a notion", "pinned notion", {"y": "ADP"}, {}),
    ("a name that is a notion in a list", "pinned notion", {"F": ["Test"]}, {}),
    ("an outcome that is a notion", "pinned notion", {"Mass": "Y"}, {"Y": ["Mass"]}),
):  # fmt: skip
    claimed(f"names: {_name}", _why, _sig, TRUE, sets=_sets)
for _name, _why, _rest in (
    ("a title", "unknown field", {"title": "0 = 1"}),
    ("a note", "unknown field", {"note": ""}),
    ("definitions", "unknown field", {"defs": {}}),
    ("lines as an object", "lines", {"lines": {"0": arith(TRUE)}}),
    ("lines as text", "lines", {"lines": "arith"}),
    ("a line that is a list", "is not an object", {"lines": [["arith", TRUE]]}),
    ("a line that is text", "is not an object", {"lines": ["arith"]}),
    ("no lines", "no lines", {"lines": []}),
    ("no claim", "not a term", {"claim": None}),
    ("sorts as a list", "malformed", {"sig": ["x"]}),
    ("sets as a list", "malformed", {"sets": ["Y"]}),
    ("a set of a number", "malformed", {"sets": {"Y": 1}}),
    ("a digest that is empty", "another digest", {"notions": ""}),
    ("a digest that is false", "another digest", {"notions": False}),
    ("a reference to itself", "not above", {"terms": [["@", 0]]}),
    ("a reference with more", "not a name", {"claim": ["@", 0, 0], "terms": [TRUE]}),
    ("a reference to a head", "not a name", {"claim": ["<=", ["@"], 0], "terms": [0]}),
    ("a reference by a fraction", "not above", {"claim": ["@", "0"], "terms": [TRUE]}),
    ("a reference far off", "not above", {"claim": ["@", 10**30], "terms": [TRUE]}),
    ("a null", "not a term", {"claim": ["<=", None, 0]}),
    ("an object as a term", "not a term", {"claim": ["<=", {"x": 1}, 0]}),
    ("a truth value as a number", "not a term", {"claim": ["<=", False, True]}),
):  # fmt: skip
    ATTACKS[f"frame: {_name}"] = ({"sig": X, "claim": TRUE, "lines": [arith(TRUE)], **_rest}, {}, _why)
ATTACKS["frame: a list"] = ([], {}, "unknown field")
ATTACKS["frame: nothing"] = ({}, {}, "malformed: KeyError")

# ------------------------------------------------------------------ notions
NS = {**SIG, "z": "Z", "A": ["Z"], "B": ["Z"], "S_Z": ["Z"], "f_Z": ["Z"], "V": ["Y", "Z"], "S_YZ": ["Y", "Z"], "H": ["Z", "Z"], "r": "R", "F": ["R"]}
LA, LB = ["lam", "z", ["A", "z"]], ["lam", "z", ["B", "z"]]
for _name, _why, _notion, _more in (
    ("too few arguments", "takes 4 arguments", ["ADP1", "P", "Q", 0], {}),
    ("too many arguments", "takes 4 arguments", ["ADP1", "P", "Q", 0, 0, 0], {}),
    ("by name only", "has no plain sort", ["<=", "ADP1", 0], {}),
    ("a notion as a term", "is not a function", ["<=", ["ADP1", "P", "Q", 0, 0], 0], {}),
    ("a law by name on another set", "speaks of functions of outcomes", ["Finite", "A", "B"], {}),
    ("laws of numbers", "speaks of functions of outcomes", ["Finite", ["lam", "r", "r"], ["lam", "r", "r"]], {}),
    ("laws of functions", "speaks of functions of outcomes", ["Finite", ["lam", "A", 1], ["lam", "A", 1]], {}),
    ("a law that is a term", "speaks of functions of outcomes", ["Finite", ["P", "y"], "Q"], {}),
    ("a law that is an operator", "speaks of functions of outcomes", ["Finite", "exp", "Q"], {}),
    ("a law that is a notion", "speaks of functions of outcomes", ["Finite", "Test", "Q"], {}),
    ("a second law that is an operator", "exp takes a real", ["Finite", "P", "exp"], {}),
    ("a second law that is a binder", "has other parts", ["Finite", "P", "sum"], {}),
    ("a second law that is a negation", "is not a function", ["Finite", "P", "not"], {}),
    ("a second law that is an indicator", "not a formula", ["Finite", "P", "ind"], {}),
    ("a second law that is a notion", "is not a function", ["Finite", "P", "Test"], {}),
    ("a second law over another set", "arguments of B", ["Finite", "P", ["lam", "z", ["B", "z"]]], {}),
    ("a second law of two outcomes", "is misapplied", ["Finite", "P", ["lam", "y", "z", ["V", "y", "z"]]], {}),
    ("a second law that is a term", "is misapplied", ["Finite", "P", ["A", "z"]], {}),
    ("a second law that is a sum", "is misapplied", ["Finite", "P", ["+", "r", 1]], {}),
    ("a second law that captures", "capture of y", ["Finite", "P", ["lam", "z", ["V", "y", "z"]]], {}),
    ("a first law that captures", "capture of S_Z", ["ADP1", ["lam", "z", ["S_Z", "z"]], LB, 0, 0], {}),
    ("a budget that names the outcome", "capture of y", ["PDP1", "P", "Q", ["P", "y"], 0], {}),
    ("a budget that names another outcome", "capture of z", ["PDP1", LA, LB, ["A", "z"], 0], {}),
    ("a budget that names the event", "capture of S", ["ADP1", "P", "Q", ["S", "y"], 0], {}),
    ("a budget that names the event of another set", "capture of S_Z", ["ADP1", LA, LB, ["S_Z", "z"], 0], {}),
    ("a budget that names the test", "capture of f", ["BDP1", "P", "Q", 0, ["f", "y"]], {}),
    ("a budget that names the cut", "capture of t", ["GDP1", "P", "Q", ["+", "t", 1]], {}),
    ("a budget that names the order", "capture of alpha", ["ZCDP1", "P", "Q", ["/", 1, "alpha"]], {}),
    ("a trade-off function that names the test", "capture of f", ["FDP1", "P", "Q", ["lam", "r", ["f", "y"]]], {}),
    ("a trade-off function that is a number", "is misapplied", ["FDP1", "P", "Q", 1], {}),
    ("a trade-off function that is a term", "is misapplied", ["FDP1", "P", "Q", ["*", "r", "r"]], {}),
    ("a trade-off function of two", "is misapplied", ["FDP1", "P", "Q", ["lam", "r", "eps", "r"]], {}),
    ("a trade-off function of outcomes", "arguments of P", ["FDP1", "P", "Q", "P"], {}),
    ("a trade-off function that is a name", "is not a function", ["FDP1", "P", "Q", "eps"], {}),
    ("a trade-off function that is a notion", "is not a function", ["FDP1", "P", "Q", "Phi"], {}),
    ("a trade-off function that is a binder", "has other parts", ["FDP1", "P", "Q", "all"], {}),
    ("a budget that is an outcome", "exp takes a real", ["ADP1", "P", "Q", "y", 0], {}),
    ("a budget that is a law", "has no plain sort", ["ADP1", "P", "Q", 0, "P"], {}),
    ("a budget that is a formula", "is not a function", ["ADP1", "P", "Q", 0, TRUE], {}),
    ("an outcome called like a law", "is not a function", ["Finite", ["lam", "P", ["V", "y", "P"]], LB], {"P": "Z"}),
    ("an outcome called like the other law", "is not a function", ["Finite", ["lam", "Q", ["A", "Q"]], LB], {"Q": "Z"}),
    ("an outcome called like a budget", "exp takes a real", ["PDP1", ["lam", "eps", ["A", "eps"]], LB, 1, 0], {"eps": "Z"}),
    ("an outcome called like an order", "takes reals", ["RDP1", ["lam", "a", ["A", "a"]], LB, 2, 0], {"a": "Z"}),
    ("an outcome called like the test itself", "is not a function", ["Test", ["lam", "f", ["A", "f"]]], {"f": "Z"}),
    ("an order at another sort", "needs alpha declared", ["ZCDP1", "P", "Q", 0], {"alpha": "Y"}),
    ("a cut at another sort", "needs t declared", ["GDP1", "P", "Q", 0], {"t": ["R"]}),
    ("an order not declared", "needs alpha declared", ["ZCDP1", "P", "Q", 0], {"alpha": None}),
    ("y not declared", "cannot bind this", ["Finite", "P", "Q"], {"y": None}),
    ("y in another set", "a notion over Y needs y", ["Finite", "P", "Q"], {"y": "Z"}),
    ("an event of another arity", "needs S declared", ["ADP1", "P", "Q", 0, 0], {"S": ["Y", "Y"]}),
    ("an event that is an outcome", "needs S declared", ["ADP1", "P", "Q", 0, 0], {"S": "Y"}),
    ("a test of another set", "needs f_Z declared", ["BDP1", LA, LB, 0, 0], {"f_Z": ["Y"]}),
    ("events of pairs, not declared", "needs f_YZ declared", ["BDP1", ["lam", "y", "z", ["V", "y", "z"]], ["lam", "y", "z", ["V", "y", "z"]], 0, 0], {}),
    ("events of pairs in the other order", "needs S_ZY declared", ["ADP1", ["lam", "z", "y", ["V", "y", "z"]], ["lam", "z", "y", ["V", "y", "z"]], 0, 0], {}),
    ("a pair of one outcome", "binds a name twice", ["Finite", ["lam", "z", "z", ["H", "z", "z"]], ["lam", "z", "z", ["H", "z", "z"]]], {}),
    ("a listed outcome bound", "cannot bind this", ["Finite", ["lam", "o1", ["P", "o1"]], "Q"], {"o1": "Y"}),
):  # fmt: skip
    supposed(f"notions: {_name}", _why, {k: v for k, v in {**NS, **_more}.items() if v is not None}, _notion,
             **({"sets": {"Y": ["o1"]}} if "o1" in _more else {}))  # fmt: skip
# two pairs of sets whose names agree when they are written together: one name for the events of both
_events = {"y": "Y", "u": "YZ", "n": "YY", "z": "Z", "A": ["Y", "YZ"], "B": ["YY", "Z"], "S_YYZ": ["Y", "YZ"]}
supposed("notions: sets whose names agree when written together", "needs S_YYZ declared", _events,
         ["ADP1", ["lam", "n", "z", ["B", "n", "z"]], ["lam", "n", "z", ["B", "n", "z"]], 0, 0])  # fmt: skip
supposed("notions: a set called like two", "needs S_YZ declared", {"u": "YZ", "A": ["YZ"], "S_YZ": ["Y", "Z"], "y": "Y", "z": "Z"},
         ["ADP1", ["lam", "u", ["A", "u"]], ["lam", "u", ["A", "u"]], 0, 0])  # fmt: skip
DP = ["ADP1", "P", "Q", "eps", 0]
attack("notions: used in a line, not in the digest", "another digest", SIG, TRUE, [hyp(["->", DP, DP]), arith(TRUE)])
attack("notions: a stronger budget", "the last line is not the claim", SIG, ["->", DP, ["ADP1", "P", "Q", 0, 0]], [hyp(DP), imp(0, DP)])
attack("notions: laws exchanged", "not the same formula", SIG, ["->", DP, ["ADP1", "Q", "P", "eps", 0]],
       [hyp(DP), rule("have", 0, **{IS: ["ADP1", "Q", "P", "eps", 0]}), imp(1, DP)])  # fmt: skip
attack("notions: one order is both", "not the same formula", SIG, ["->", DP, ["ADP", "P", "Q", "eps", 0]],
       [hyp(DP), rule("have", 0, **{IS: ["ADP", "P", "Q", "eps", 0]}), imp(1, DP)])  # fmt: skip
attack("notions: another set's law", "not the same formula", NS, ["->", ["Finite", "P", "Q"], ["Finite", LA, LB]],
       [hyp(["Finite", "P", "Q"]), rule("have", 0, **{IS: ["Finite", LA, LB]}), imp(1, ["Finite", "P", "Q"])])  # fmt: skip
attack("notions: order 1", "undischarged", {**SIG, "r": "R"}, ["->", ["RDP1", "P", "Q", 2, 0], ["RDP1", "P", "Q", 1, 0]],
       [hyp(["RDP1", "P", "Q", 1, 0]), imp(0, ["RDP1", "P", "Q", 2, 0])])  # fmt: skip

# ------------------------------------------------------------------ lemmas
REFLEX = {"sig": X, "claim": ["->", ["<", "x", "z"], ["<", "x", "z"]], "lines": [hyp(["<", "x", "z"]), imp(0, ["<", "x", "z"])]}
ZTWO = {"y": "Y", "w": "Y", "o1": "Y", "o2": "Y", "u": "Z", "P": ["Y"]}
COUNT = {"sig": {"y": "Y", "o1": "Y", "o2": "Y"}, "sets": {"Y": ["o1", "o2"]}, "claim": ["=", ["sum", "y", 1], 2], "lines": [arith(["=", ["sum", "y", 1], 2])]}
SAMEP = {"sig": {"y": "Y", "w": "Y", "P": ["Y"], "x": "R"}, "claim": ["=", ["sum", "y", ["*", "x", ["P", "y"]]], ["*", "x", ["sum", "w", ["P", "w"]]]],
         "lines": [arith(["=", ["sum", "y", ["*", "x", ["P", "y"]]], ["*", "x", ["sum", "w", ["P", "w"]]]])]}  # fmt: skip
TWO_SETS = {"sig": {"y": "Y", "z": "Z", "M": ["Y", "Z"]}, "claim": ["=", ["sum", "y", ["sum", "z", ["M", "y", "z"]]], ["sum", "z", ["sum", "y", ["M", "y", "z"]]]],
            "lines": [arith(["=", ["sum", "y", ["sum", "z", ["M", "y", "z"]]], ["sum", "z", ["sum", "y", ["M", "y", "z"]]]])]}  # fmt: skip
LEAST = {"sig": {"y": "Y", "w": "Y", "P": ["Y"]}, "claim": ["ex", "y", ["all", "w", ["<=", ["P", "y"], ["P", "w"]]]],
         "lines": [rule("argmin", var="y", other="w", of=["P", "y"])]}  # fmt: skip
ALLF = {"sig": {"y": "Y", "P": ["Y"]}, "claim": ["all", "P", ["=", ["P", "y"], ["P", "y"]]],
        "lines": [arith(["=", ["P", "y"], ["P", "y"]]), rule("all_i", 0, var="P")]}  # fmt: skip


def lemma(name, why, sig, was, with_=None, *, claim=TRUE, lines=(), **rest):
    attack(f"lemma: {name}", why, sig, claim, [rule("lemma", name="was", **({} if with_ is None else {"with": with_})), *lines], {"was": was}, **rest)


lemma("its listed set counts more outcomes", "set Y differs", {**ZTWO, "o3": "Y"}, COUNT, claim=["=", 2, 3], sets={"Y": ["o1", "o2", "o3"]})
lemma("its listed set in another order", "set Y differs", ZTWO, COUNT, sets={"Y": ["o2", "o1"]})
lemma("its listed set is abstract", "set Y differs", ZTWO, COUNT)
lemma("its bound name is over another set", "y has another sort here", {"y": "Z", "p": "Z", "o1": "Y", "o2": "Y"}, COUNT, sets={"Y": ["o1", "o2"], "Z": ["p"]})
lemma("its bound name is real", "y has another sort here", {"y": "R", "P": ["Y"], "x": "R", "w": "Y"}, SAMEP)
lemma("its bound name is not declared", "y has another sort here", {"P": ["Y"], "x": "R", "w": "Y"}, SAMEP)
lemma("its function is over another set", "P has another sort here", {"y": "Y", "w": "Y", "P": ["Z"], "x": "R"}, SAMEP)
lemma("its function has a number for an outcome", "P has another sort here", {"y": "Y", "w": "Y", "P": ["R"], "x": "R"}, SAMEP)
lemma("its number is an outcome", "x has another sort here", {"y": "Y", "w": "Y", "P": ["Y"], "x": "Y"}, SAMEP)
lemma("its two sets are one", "has another sort here", {"y": "Y", "z": "Y", "M": ["Y", "Y"]}, TWO_SETS)
lemma("its two sets exchanged", "has another sort here", {"y": "Z", "z": "Y", "M": ["Z", "Y"]}, TWO_SETS)
lemma("a bound name is a listed outcome here", "cannot bind this", {"y": "Y", "w": "Y", "P": ["Y"]}, LEAST, sets={"Y": ["y", "w"]})
lemma("a bound function is a name here", "P has another sort here", {"y": "Y", "P": "Y"}, ALLF)
SP = {"y": "Y", "w": "Y", "v": "Y", "P": ["Y"], "x": "R", "M": ["Y", "Y"], "z": "Z", "G": ["Z"], "F": ["R"]}
for _name, _why, _with in (
    ("a value captured by the sum", "capture of y", {"x": ["P", "y"]}),
    ("a function whose body is captured", "capture of", {"P": ["lam", "v", ["M", "v", "y"]]}),
    ("a function whose body binds what it is applied to", "capture of y", {"P": ["lam", "v", ["sum", "y", ["M", "v", "y"]]]}),
    ("a function for a number", "has no plain sort", {"x": "F"}),
    ("a written function for a number", "is not a function", {"x": ["lam", "v", 1]}),
    ("an outcome for a number", "needs sort R", {"x": "v"}),
    ("a formula for a number", "is not a function", {"x": TRUE}),
    ("a number for a function", "malformed", {"P": 0}),
    ("a term for a function", "needs a function of sort", {"P": ["P", "y"]}),
    ("a function of numbers", "needs sort", {"P": "F"}),
    ("a written function of numbers", "needs a function of sort", {"P": ["lam", "x", "x"]}),
    ("a function of another set", "needs sort", {"P": "G"}),
    ("a written function of another set", "needs a function of sort", {"P": ["lam", "z", ["G", "z"]]}),
    ("a function of two", "needs sort", {"P": "M"}),
    ("a written function of two", "needs a function of sort", {"P": ["lam", "v", "w", 1]}),
    ("a written function of outcomes to outcomes", "needs a function of sort", {"P": ["lam", "v", "v"]}),
    ("a binder for a function", "needs sort", {"P": "sum"}),
    ("an indicator for a function", "needs sort", {"P": "ind"}),
    ("a notion for a function", "needs sort", {"P": "Phi"}),
    ("a private name", "not a name", {"x": "#x"}),
    ("a private function", "not a name", {"P": "#P"}),
    ("a name that it binds", "only free names", {"y": "v"}),
    ("a name that it has not", "only free names", {"v": "y"}),
    ("an operator", "only free names", {"sum": "all"}),
    ("an equation sign", "only free names", {"=": "<"}),
    ("a set", "only free names", {"Y": "Z"}),
    ("a number", "only free names", {"1": 2}),
    ("no name", "only free names", {"": 1}),
    ("a private name as what is replaced", "only free names", {"#x": 1}),
    ("a list of replacements", "malformed", [["x", 1]]),
    ("a replacement that is text", "malformed", "x"),
    ("a replacement by nothing", "not a term", {"x": None}),
    ("a replacement by a truth value", "not a term", {"x": True}),
    ("an undeclared name", "has no plain sort", {"x": "undeclared"}),
):  # fmt: skip
    lemma(f"put in {_name}", _why, SP, SAMEP, _with)
lemma("its listed outcome replaced by another", "only free names", ZTWO, {**COUNT, "claim": ["=", ["ind", ["eq", "o1", "o2"]], 0], "lines": [arith(["=", ["ind", ["eq", "o1", "o2"]], 0])]}, {"o1": "o2"}, sets={"Y": ["o1", "o2"]})
lemma("its listed outcome replaced by a name", "only free names", ZTWO, {**COUNT, "claim": ["=", ["ind", ["eq", "o1", "o2"]], 0], "lines": [arith(["=", ["ind", ["eq", "o1", "o2"]], 0])]}, {"o1": "w"}, sets={"Y": ["o1", "o2"]})
lemma("free and bound, over a larger set", "x has another sort here", {"x": "Z", "a": "Y", "p": "Z", "q": "Z", "F": ["Y"]}, ONE_OUTCOME, {"x": "a"},
      claim=ZERO_IS_ONE, lines=[rule("and_e", 0, part=2), arith(ZERO_IS_ONE, [1], (), [[0, -1]])], sets={"Y": ["a"], "Z": ["p", "q"]})  # fmt: skip
lemma("free and bound, put in as itself", "x has another sort here", {"x": "Z", "a": "Y", "F": ["Y"]}, ONE_OUTCOME, {"x": "a"}, sets={"Y": ["a"]})
lemma("names that only its proof has do no harm, but other claims stay other", "the last line is not the claim", X, REFLEX, {"x": "z", "z": "x"}, claim=["->", ["<", "x", "z"], ["<", "z", "x"]])
lemma("both names replaced by one another at once", "the last line is not the claim", X, {"sig": X, "claim": ["<", "x", ["+", "x", ["exp", "z"]]], "lines": [rule("exp_pos", of="z"), arith(["<", "x", ["+", "x", ["exp", "z"]]], [0], [[1, [0]]])]},
      {"x": "z", "z": "x"}, claim=["<", "x", ["+", "z", ["exp", "x"]]])  # fmt: skip
attack("lemma: by number", "malformed", X, TRUE, [rule("lemma", name=0)], {"was": REFLEX})
attack("lemma: by a list", "malformed", X, TRUE, [rule("lemma", name=["was"])], {"was": REFLEX})
attack("lemma: with premises", "needs 0 premises", X, TRUE, [arith(TRUE), rule("lemma", 0, name="was")], {"was": REFLEX})
attack("lemma: with its sets said", "unknown field", X, TRUE, [rule("lemma", name="was", sets={})], {"was": REFLEX})
attack("lemma: with names", "unknown field", X, TRUE, [rule("lemma", name="was", names={})], {"was": REFLEX})
# a lemma of a lemma: what the first says of a listed set, the second says of an abstract one
MIDDLEMAN = {"sig": {"y": "Y", "o1": "Y", "o2": "Y"}, "claim": ["=", ["sum", "y", 1], 2], "lines": [rule("lemma", name="was")], "sets": {"Y": ["o1", "o2"]}}
attack("lemma: of a lemma, over an abstract set", "set Y differs", {"y": "Y", "o1": "Y", "o2": "Y"}, ["=", ["sum", "y", 1], 2], [rule("lemma", name="then")],
       {"was": COUNT, "then": MIDDLEMAN})  # fmt: skip
attack("lemma: of a lemma, with the sorts exchanged", "set Y differs", {"y": "Z", "o1": "Z", "o2": "Z", "u": "Y"}, ["=", ["sum", "y", 1], 2], [rule("lemma", name="then")],
       {"was": COUNT, "then": MIDDLEMAN})  # fmt: skip
attack("lemma: a constant set read over one outcome more", "set Y differs", {"y": "Y", "o1": "Y", "o2": "Y", "o3": "Y"}, ["=", 3, 2],
       [rule("lemma", name="was"), arith(["=", 3, 2], [0], (), [[0, 1]])], {"was": COUNT}, sets={"Y": ["o1", "o2", "o3"]})  # fmt: skip

# ------------------------------------------------------------------ the reproductions of soundness/, in this version
attack("soundness: lemma_bug", "x has another sort here", {"x": "Z", "a": "Y", "p": "Z", "q": "Z", "F": ["Y"]}, ZERO_IS_ONE,
       [rule("lemma", name="one", **{"with": {"x": "a"}}), rule("and_e", 0, part=2), arith(ZERO_IS_ONE, [1], (), [[0, -1]])],
       {"one": ONE_OUTCOME}, sets={"Y": ["a"], "Z": ["p", "q"]})  # fmt: skip
_same = ["->", ["all", "y", ["eq", "y", "y"]], ["=", ["F", "y", ["G", "y"]], ["F", "y", ["G", "y"]]]]
_one = {"sig": {"y": "Y", "z": "Y", "w": "Y", "F": ["Y", "R"], "G": ["Y"]}, "claim": _same[2], "lines": [arith(_same[2])]}
_two = {"y": "T", "z": "T", "a": "T", "b": "T", "H": ["T", "R"], "G": ["T"], "r": "R"}
for _name, _why, _fields in (
    ("names", "unknown field", {"sets": {"Y": ["T"]}, "names": {"F": ["sum"]}, "with": {"F": "H"}}),
    ("with", "needs sort", {"with": {"F": "sum"}}),
    ("another set", "has another sort here", {"with": {"F": "H"}}),
):
    attack(f"soundness: lemma_bug2 by {_name}", _why, _two if _name != "with" else {**_one["sig"]}, ZERO_IS_ONE, [rule("lemma", name="one", **_fields)], {"one": _one},
           **({"sets": {"T": ["a", "b"]}} if _name != "with" else {}))  # fmt: skip
attack("soundness: lemma_bug2, its rule", "unknown rule", _one["sig"], TRUE, [hyp(["eq", "y", "z"]), rule("same", 0, var="w", of=["F", "w", ["G", "y"]])])
attack("soundness: shadow", "unknown field", {"y": "Y", "S": ["Y"], "alpha": "R", "P": ["Y"]}, ["E", "P", "S"],
       [hyp(["Test", "S"]), imp(0, ["Test", "S"])], defs={"E": [["Test", "S"], ["->", ["Test", "S"], ["Test", "S"]]]})  # fmt: skip
supposed("soundness: dropped", "all has other parts", {"y": "Y", "P": ["Y"], "Q": ["Y"]}, ["all", "y", ["=", QY, QY], ["<", QY, 0], "anything"])
attack("soundness: dropped, as a definition", "unknown field", {"y": "Y", "Q": ["Y"]}, ["D", "Q"], [arith(["=", QY, QY])],
       defs={"D": [["P"], ["all", "y", ["=", PY, PY], ["<", PY, 0], "anything"]]})  # fmt: skip

# ------------------------------------------------------------------ bundles as text
GOOD = {"sig": {"x": "R"}, "claim": ["=", "x", "x"], "lines": [arith(["=", "x", "x"])]}


def text(name, why, said):
    TEXTS[name] = (said if isinstance(said, str) else json.dumps(said), why)


def bundle(*named, **rest):
    return {"dpsym": 2, "theorems": [{"name": n, "certificate": c} for n, c in named], **rest}


def with_claim(said):
    """The text of a bundle whose only claim is written like this."""
    return json.dumps(bundle(("t", {**GOOD, "claim": "HERE"}))).replace('"HERE"', said)


text("soundness: spoof, a truth value as version", "not a bundle of version 2", {**bundle(("t", GOOD)), "dpsym": True})
text("soundness: spoof, a name of two lines", "bad name of a theorem", bundle(("trivial\naccepted the.riemann.hypothesis", GOOD)))
text("soundness: dup", "a key comes twice", json.dumps(bundle(("zero_is_one", GOOD))).replace('"claim":', '"claim": ["=", 0, 1], "claim":'))
text("version 1", "not a bundle of version 2", {**bundle(("t", GOOD)), "dpsym": 1})
text("version 2.0", "not an exact number", json.dumps(bundle(("t", GOOD))).replace('"dpsym": 2', '"dpsym": 2.0'))
text("version as text", "not a bundle of version 2", {**bundle(("t", GOOD)), "dpsym": "2"})
text("a field beside the theorems", "not a bundle", bundle(("t", GOOD), note="0 = 1"))
text("no theorems", "not a bundle", bundle())
text("theorems as an object", "not a bundle", {"dpsym": 2, "theorems": {"t": GOOD}})
text("a bundle that is a list", "not a bundle", [GOOD])
text("a certificate alone", "not a bundle", GOOD)
text("a field beside the certificate", "not a theorem", {"dpsym": 2, "theorems": [{"name": "t", "certificate": GOOD, "title": "0 = 1"}]})
text("a theorem without a name", "not a theorem", {"dpsym": 2, "theorems": [{"certificate": GOOD}]})
text("a theorem that is a list", "not a theorem", {"dpsym": 2, "theorems": [["t", GOOD]]})
text("two theorems of one name", "two theorems called t", bundle(("t", GOOD), ("t", GOOD)))
for _n in ("", "t t", "t:", "t\n", "t\r", "\u200bt", "t\u0000", "..", ".t", "t" * 200, "\u0442"):
    text(f"a theorem called {_n[:9]!r}", "bad name of a theorem", bundle((_n, GOOD)))
text("a theorem with a number for its name", "bad name of a theorem", bundle((1, GOOD)))
text("a lemma below", "malformed: KeyError", bundle(("t", {**GOOD, "lines": [rule("lemma", name="u")]}), ("u", GOOD)))
text("a lemma of itself", "malformed: KeyError", bundle(("t", {"sig": X, "claim": FALSE, "lines": [rule("lemma", name="t")]})))
text("a key twice in a line", "a key comes twice", with_claim('["=", "x", "x"]').replace('"rule": "arith"', '"rule": "hyp", "rule": "arith"'))
text("a key twice, once written with an escape", "a key comes twice", with_claim('["=", "x", "x"]').replace('"rule": "arith"', '"r\\u0075le": "hyp", "rule": "arith"'))
text("a name twice among the sorts", "a key comes twice", with_claim('["=", "x", "x"]').replace('{"x": "R"}', '{"x": "R", "x": "R"}'))
for _said in ("1.0", "1e0", "-0.0", "1E2", "NaN", "Infinity", "-Infinity"):
    text(f"a number written {_said}", "not an exact number", with_claim(f'["<=", 0, {_said}]'))
for _said, _why in (("01", "not JSON"), ("+1", "not JSON"), ("0x1", "not JSON"), ("1" * 5000, "not JSON"), ("[" * 100_000, "not JSON"), ("'x'", "not JSON"), ('"x', "not JSON")):
    text(f"not JSON: {_said[:9]}", _why, with_claim(f'["<=", 0, {_said}]'))
text("two values", "not JSON", json.dumps(bundle(("t", GOOD))) + "{}")
text("a mark at the beginning", "not JSON", "\ufeff" + json.dumps(bundle(("t", GOOD))))
text("nothing", "not JSON", "")
text("nested lists", "malformed: RecursionError", with_claim("[" * 900 + "]" * 900))
text("a name with an escape that is another", "not a name", with_claim('["=", "x\\u0000", "x"]'))


# ------------------------------------------------------------------ what only Python code can ask
def call(why):
    def put(f):
        CALLS[f.__name__.replace("_", " ")] = (f, why)
        return f

    return put


@call("is taken")
def a_notion_is_declared():
    from dpsym.kernel import Checker

    Checker({"x": "R"}).declare("ADP", "R")


@call("is taken")
def a_set_called_like_a_notion_is_declared():
    from dpsym.kernel import Checker

    Checker({"x": "R"}).declare("u", "Test")


@call("bad sort")
def a_set_called_like_a_name_is_declared():
    from dpsym.kernel import Checker

    Checker({"x": "R"}).declare("u", "x")


@call("is taken")
def a_name_is_declared_again():
    from dpsym.kernel import Checker

    Checker({"x": "R"}).declare("x", "Y")


@call("not a tree")
def a_float_in_a_tree():
    from dpsym.kernel.terms import node

    node("exp", 1.5)


@call("number too large")
def a_large_fraction_in_a_tree():
    from dpsym.kernel import load

    load(F(1, 2**20001))


@call("not an exact rational")
def a_number_in_words():
    from dpsym.kernel.terms import number

    number("one")


@call("is taken")
def a_notion_with_a_parameter_that_is_bound():
    from dpsym.kernel import notions

    was = notions.raw
    notions.raw = lambda: {"D": [["y"], ["=", "y", 0]]}
    try:
        notions.pinned.__wrapped__()
    finally:
        notions.raw = was


def outcome(f):
    """"" when accepted, else why it is refused."""
    from dpsym.kernel import Refused

    try:
        f()
    except Refused as e:
        return str(e) or "refused"
    return ""


def survivors():
    """The attacks that get through, and those that are refused for another reason than the one given."""
    from dpsym.kernel import check, check_bundle
    from dpsym.kernel.certificate import read

    through = []
    for name, (certificate, library, why) in ATTACKS.items():
        known = {}
        for n, lemma in library.items():
            known[n] = check(lemma, known)  # a lemma is no attack: it must be accepted
        said = outcome(lambda c=certificate, k=known: check(c, k))
        if not said or why not in said:
            through.append(f"{name}: {said[:200] or 'accepted'}")
    for name, (said_text, why) in TEXTS.items():
        said = outcome(lambda t=said_text: check_bundle(read(t)))
        if not said or why not in said:
            through.append(f"{name}: {said[:200] or 'accepted'}")
    for name, (f, why) in CALLS.items():
        said = outcome(f)
        if not said or why not in said:
            through.append(f"{name}: {said[:200] or 'accepted'}")
    return through


def main() -> int:
    """Print what gets through; 1 if anything does."""
    through = survivors()
    print("\n".join(through))
    return int(bool(through))


if __name__ == "__main__":
    raise SystemExit(main())
