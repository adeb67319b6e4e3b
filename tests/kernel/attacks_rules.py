"""False or ill-formed lines: parts that are not read, the rules of logic, arithmetic, keys, capture, sums."""
# fmt: off
# ruff: noqa: E501, I001

from attack_tables import TRUE, IS, attack, claimed, X, Y, TWO, ONE_TWO, PY, QY
from kernel_attacks import BIG_LEMMA, CONVEX, imp, rule
from kernel_genuine import FALSE, arith, hyp

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
    ("a conjunction of nothing", "whole: and", ["and"]),
    ("a disjunction of nothing", "whole: or", ["or"]),
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
for _name, _p, _lines in (
    ("a negation of two", ["not", FALSE, TRUE], [arith(["not", FALSE, TRUE], (), [[1, []]])]),
    ("an implication of three", ["->", TRUE, TRUE, FALSE], [arith(TRUE), imp(0, TRUE), rule("have", 1, **{IS: ["->", TRUE, TRUE, FALSE]})]),
):
    attack(f"parts: {_name}", f"whole: {_p[0]}", X, _p, _lines)
for _p in (["sum", "y", TRUE], ["exp", "x", TRUE], ["P", "y", TRUE], ["lam", "y", TRUE], ["ind", "y", TRUE]):  # like a quantifier
    attack(f"parts: {_p[0]} as a quantifier", "not a formula", Y, ["->", FALSE, _p],
           [hyp(FALSE), arith(["<", 0, 1], (), [[1, []]]), rule("absurd", 0, 1, **{IS: _p}), imp(2, FALSE)])
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
attack("or_e of nothing", "cases do not match", X, TRUE, [arith(TRUE), rule("or_e")])
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
):
    attack(f"from: {_name}", "refers to a line that is not above", X, TRUE, [arith(TRUE), {"rule": "have", "from": _from, IS: TRUE}])
attack("premises of an axiom", "needs 0 premises", X, ["<", 0, ["exp", "x"]], [arith(TRUE), rule("exp_pos", 0, of="x")])
attack("one premise for two", "needs 2 premises", X, TRUE, [arith(TRUE), rule("imp_e", 0)])
attack("absurd of one line twice", "not contradictory", X, FALSE, [arith(["<", 0, 1], (), [[1, []]]), rule("absurd", 0, 0, **{IS: FALSE})])
attack(
    "absurd in the other order, of weak and strict", "not contradictory", X, FALSE,
    [arith(["<=", "x", "x"]), rule("absurd", 0, 0, **{IS: FALSE})],
)
attack(
    "cases on a formula and what only looks like its negation", "undischarged", X, FALSE,
    [hyp(["<", "x", 0]), hyp(["<", 0, "x"]),
     rule("and_i", 0, 0), rule("and_i", 1, 1),
     arith(["<=", ["*", -1, ["*", "x", "x"]], 0], [0], [[1, [], "x"]]), arith(["<=", ["*", -1, ["*", "x", "x"]], 0], [1], [[1, [], "x"]]),
     rule("and_i", 4, 0), rule("and_e", 6, part=1), rule("and_i", 5, 1), rule("and_e", 8, part=1),
     rule("cases", 7, 9, on=["<", "x", 0])],
)

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
    )
for _goal in (["eq", "y", "w"], ["not", ["eq", "y", "y"]], ["and", FALSE], ["all", "x", FALSE], ["nat", -1], ["->", TRUE, FALSE], ["or", FALSE, FALSE]):
    attack(f"arith of {_goal}", "a relation is needed", Y, _goal, [arith(_goal)])
attack("arith of a negation", "no strictly positive term", Y, ["not", TRUE], [arith(["not", TRUE])])
attack("a strict goal from an equation", "no strictly positive term", X, ["<", 0, 0], [arith(["=", 0, 0]), arith(["<", 0, 0], [0], (), [[0, 1]])])
attack("an equation that is not one", "a relation is needed", Y, ["->", ["eq", "y", "w"], ["=", PY, ["P", "w"]]],
       [hyp(["eq", "y", "w"]), arith(["=", PY, ["P", "w"]], [0], (), [[0, 1]]), imp(1, ["eq", "y", "w"])])
attack("strict from two weak", "no strictly positive term", X, ["->", ["<=", 0, "x"], ["<", 0, ["*", "x", "x"]]],
       [hyp(["<=", 0, "x"]), arith(["<", 0, ["*", "x", "x"]], [0], [[1, [0, 0]]]), imp(1, ["<=", 0, "x"])])
attack("strict from strict and weak", "no strictly positive term", X, ["->", ["and", ["<=", 0, "x"], ["<", 0, "z"]], ["<", 0, ["*", "x", "z"]]],
       [hyp(["and", ["<=", 0, "x"], ["<", 0, "z"]]), rule("and_e", 0, part=1), rule("and_e", 0, part=2),
        arith(["<", 0, ["*", "x", "z"]], [1, 2], [[1, [0, 1]]]), imp(3, ["and", ["<=", 0, "x"], ["<", 0, "z"]])])
attack("a square is not its root", "does not add up", X, ["->", ["<=", 0, ["*", "x", "x"]], ["<=", 0, "x"]],
       [hyp(["<=", 0, ["*", "x", "x"]]), arith(["<=", 0, "x"], [0], [[1, [0]]]), imp(1, ["<=", 0, ["*", "x", "x"]])])
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
):
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
):
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
):
    attack(f"key: {_name}", "not the same formula", Y, ["->", _p, _q], [hyp(_p), rule("have", 0, **{IS: _q}), imp(1, _p)])
attack("key: all outcomes are all reals", "not the same formula", Y, ["->", ["all", "y", TRUE], ["all", "x", TRUE]],
       [hyp(["all", "y", TRUE]), rule("have", 0, **{IS: ["all", "x", TRUE]}), imp(1, ["all", "y", TRUE])])
attack("key: a set for another", "not the same formula", {**Y, "u": "Z"}, ["->", ["<=", ["sum", "y", 1], 1], ["<=", ["sum", "u", 1], 1]],
       [hyp(["<=", ["sum", "y", 1], 1]), rule("have", 0, **{IS: ["<=", ["sum", "u", 1], 1]}), imp(1, ["<=", ["sum", "y", 1], 1])])
attack("key: the claim is a sum over another set", "the last line is not the claim", {**Y, "u": "Z"}, ["=", ["sum", "u", 1], ["sum", "y", 1]],
       [arith(["=", ["sum", "u", 1], ["sum", "u", 1]])])

# ------------------------------------------------------------------ eigenvariables
attack("eigen: a function generalised", "P is free in a hypothesis", Y, ["->", ["<=", 0, PY], ["all", "P", ["<=", 0, PY]]],
       [hyp(["<=", 0, PY]), rule("all_i", 0, var="P"), imp(1, ["<=", 0, PY])])
attack("eigen: free under another binder", "y is free in a hypothesis", Y, ["->", ["all", "w", ["<=", 0, ["M", "w", "y"]]], ["all", "y", ["all", "w", ["<=", 0, ["M", "w", "y"]]]]],
       [hyp(["all", "w", ["<=", 0, ["M", "w", "y"]]]), rule("all_i", 0, var="y"), imp(1, ["all", "w", ["<=", 0, ["M", "w", "y"]]])])
attack("eigen: free and bound in one hypothesis", "y is free in a hypothesis", Y, ["->", ["and", ["all", "y", TRUE], ["<=", 0, PY]], ["all", "y", ["<=", 0, PY]]],
       [hyp(["and", ["all", "y", TRUE], ["<=", 0, PY]]), rule("and_e", 0, part=2), rule("all_i", 1, var="y"), imp(2, ["and", ["all", "y", TRUE], ["<=", 0, PY]])])
attack("eigen: in an exponent", "x is free in a hypothesis", X, ["->", ["<=", ["exp", "x"], 1], ["all", "x", ["<=", ["exp", "x"], 1]]],
       [hyp(["<=", ["exp", "x"], 1]), rule("all_i", 0, var="x"), imp(1, ["<=", ["exp", "x"], 1])])
attack("eigen: summed over", "y is free in a hypothesis", Y, ["->", ["=", PY, 1], ["=", ["sum", "y", PY], ["sum", "y", 1]]],
       [hyp(["=", PY, 1]), rule("sum", 0, var="y"), imp(1, ["=", PY, 1])])
attack("eigen: in the other premise of ex_e", "z is free in a hypothesis", X, ["->", ["=", "z", 5], FALSE],
       [hyp(["=", "z", 5]), arith(["<=", "z", "z"]), rule("ex_i", 1, **{IS: ["ex", "x", ["<=", "x", "x"]], "at": "z"}), rule("and_i", 2, 0), rule("and_e", 3, part=1),
        rule("ex_e", 4, 0, var="z"), imp(5, ["=", "z", 5])])
attack("eigen: a listed outcome summed", "cannot bind this", TWO["sig"], ["=", ["sum", "o1", ["P", "o1"]], ["sum", "o1", ["P", "o1"]]],
       [arith(["=", ["P", "o1"], ["P", "o1"]]), rule("sum", 0, var="o1")], sets=TWO["sets"])
attack("eigen: induction over a named number", "x is free in a hypothesis", X, ["->", ["<=", "x", 3], ["all", "x", ["->", ["nat", "x"], ["<=", "x", 3]]]],
       [arith(["<=", 0, 3], (), [[3, []]]), hyp(["<=", "x", 3]), hyp(["<=", ["+", "x", 1], 3]), rule("and_i", 1, 2), rule("and_e", 3, part=2),
        rule("induct", 0, 4, var="x", **{IS: ["<=", "x", 3]}), imp(5, ["<=", "x", 3])])
attack("eigen: Jensen over a hypothesis' outcome", "i is free in a hypothesis",
       {"f": ["R"], "a": "R", "b": "R", "l": "R", "i": "I", "w": ["I"]}, TRUE,
       [hyp(CONVEX), hyp(["<=", 0, ["w", "i"]]), hyp(["=", ["sum", "i", ["w", "i"]], 1]), arith(["<=", 0, 0]), ONE_TWO,
        rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w=["w", "i"], x=0, names=["a", "b", "l"])])

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
       [arith(MM[2]), rule("all_i", 0, var="M"), rule("all_e", 1, at=["lam", "w", "v", ["sum", "y", ["*", ["P", "w"], ["P", "v"]]]])])
attack("number put in: bound later", "capture of z", X, ["ex", "z", ["<", ["+", "z", 1], "z"]],
       [*BIG_LEMMA["lines"], rule("all_e", 2, at=["+", "z", 1])])
attack("ex_i: captured", "capture of x", X, ["ex", "z", ["all", "x", ["=", "x", "z"]]],
       [arith(["=", "x", "x"]), rule("all_i", 0, var="x"), rule("ex_i", 1, **{IS: ["ex", "z", ["all", "x", ["=", "x", "z"]]], "at": "x"})])
attack("ex_i: a witness of another sort", "needs sort", Y, ["ex", "y", ["=", PY, PY]],
       [arith(["=", PY, PY]), rule("ex_i", 0, **{IS: ["ex", "y", ["=", PY, PY]], "at": 0})])
attack("ex_i: an undeclared function as a witness", "needs sort", Y, ["ex", "P", ["=", PY, PY]],
       [arith(["=", PY, PY]), rule("ex_i", 0, **{IS: ["ex", "P", ["=", PY, PY]], "at": "N"})])
attack("pick: an outcome that is bound inside", "capture of w", Y, TRUE, [rule("pick", var="y", at="w", of=["sum", "w", ["M", "y", "w"]])])
attack("pick: of reals", "sort", X, TRUE, [rule("pick", var="x", at="z", of="x")])
attack("pick: at a term", "sort", Y, TRUE, [rule("pick", var="y", at=PY, of=PY)])
attack("pick: over functions", "has no plain sort", Y, TRUE, [rule("pick", var="P", at="Q", of=PY)])
attack("pick: a listed outcome summed over", "cannot bind this", TWO["sig"], TRUE, [rule("pick", var="o1", at="o2", of=["P", "o1"])], sets=TWO["sets"])
BOTH = [hyp(["<=", ["P", "o1"], 1]), hyp(["<=", ["P", "o2"], 1])]
LOW = ["all", "y", ["<=", PY, 1]]
attack("each: with an element left out", "needs 2 premises", TWO["sig"], TRUE, [BOTH[0], rule("each", 0, **{IS: LOW})], sets=TWO["sets"])
attack("each: one element twice", "not an instance", TWO["sig"], TRUE, [BOTH[0], rule("each", 0, 0, **{IS: LOW})], sets=TWO["sets"])
attack("each: elements exchanged", "not an instance", TWO["sig"], TRUE, [*BOTH, rule("each", 1, 0, **{IS: LOW})], sets=TWO["sets"])
attack("each: of another formula", "not an instance", TWO["sig"], TRUE,
       [*BOTH, rule("each", 0, 1, **{IS: ["all", "y", ["<=", PY, 0]]})], sets=TWO["sets"])
attack("each: of a free outcome", "not an instance", TWO["sig"], TRUE,
       [hyp(["<=", PY, 1]), rule("each", 0, 0, **{IS: LOW})], sets=TWO["sets"])
attack("each: an existence", "not a universal statement", TWO["sig"], TRUE,
       [*BOTH, rule("each", 0, 1, **{IS: ["ex", *LOW[1:]]})], sets=TWO["sets"])
attack("each: hypotheses stay", "undischarged hypotheses", TWO["sig"], LOW, [*BOTH, rule("each", 0, 1, **{IS: LOW})], sets=TWO["sets"])
attack("each: over any finite set", "not over a listed set", {**Y, "o1": "Y"}, TRUE,
       [BOTH[0], rule("each", 0, **{IS: LOW})])
attack("each: over the reals", "not over a listed set", X, TRUE,
       [arith(["<=", 0, 1], (), [[1, []]]), rule("each", 0, **{IS: ["all", "x", ["<=", "x", 1]]})])
attack("each: over functions", "not over a listed set", TWO["sig"], TRUE,
       [*BOTH, rule("each", 0, 1, **{IS: ["all", "P", LOW]})], sets=TWO["sets"])
attack("each: a listed outcome bound", "cannot bind this", TWO["sig"], TRUE,
       [*BOTH, rule("each", 0, 1, **{IS: ["all", "o1", ["<=", ["P", "o1"], 1]]})], sets=TWO["sets"])
# what is remembered of a formula or a term stays as it was when it is used
attack("kept: a goal used up by its proof", "does not add up", X, FALSE,
       [arith(["<", 0, 1], (), [[1, []]]), arith(["<", 0, 0], [0], [[1, [0]]])])
attack("kept: the first part of a sum", "does not add up", X, ["=", "x", ["+", "x", "z"]],
       [arith(["=", ["+", "x", "z"], ["+", "x", "z"]]), arith(["=", "x", ["+", "x", "z"]])])
attack("kept: a product with 1", "does not add up", X, ["=", "x", ["+", ["*", 1, "x"], "z"]],
       [arith(["=", ["+", ["*", 1, "x"], "z"], ["+", ["*", 1, "x"], "z"]]), arith(["=", "x", ["+", ["*", 1, "x"], "z"]])])
attack("kept: a premise with more added", "does not add up", X, ["->", ["<=", 0, "x"], ["<=", "x", 0]],
       [hyp(["<=", 0, "x"]), arith(["<=", 0, ["*", 2, "x"]], [0], [[2, [0]]]), arith(["<=", "x", 0], [0], [[1, [0]]]),
          rule("imp_i", 2, **{IS: ["<=", 0, "x"]})])
attack("argmin: captured", "capture of w", Y, TRUE, [rule("argmin", var="y", other="w", of=["sum", "w", ["M", "y", "w"]])])
attack("argmin: over two sets", "sort", {**Y, "u": "Z"}, TRUE, [rule("argmin", var="y", other="u", of=PY)])
attack("argmin: of an outcome", "a real is needed", Y, TRUE, [rule("argmin", var="y", other="w", of="y")])
attack("mean value: captured", "capture of z", X, TRUE,
       [arith(["<=", "z", ["+", "z", 1]], (), [[1, []]]), ONE_TWO,
          rule("mean_value", 1, 0, var="x", of=["+", "x", ["ind", ["all", "z", ["<=", ["*", 0, "x"], "z"]]]])])
attack("induction over outcomes", "sort", Y, TRUE, [arith(TRUE), rule("induct", 0, 0, var="y", **{IS: TRUE})])
attack("induction downwards", "not base and step", X, ["all", "x", ["->", ["nat", "x"], ["<=", "x", 0]]],
       [arith(TRUE), hyp(["<=", "x", 0]), arith(["<=", ["-", "x", 1], 0], [1], [[1, [0]], [1, []]]), rule("induct", 0, 2, var="x", **{IS: ["<=", "x", 0]})])
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
):
    attack(f"sum: {_name}", "does not add up", Y, ["=", _lhs, _rhs], [arith(["=", _lhs, _rhs])])
for _name, _lhs, _rhs in (
    ("one too many", ["sum", "y", 1], 3),
    ("one outcome only", ["sum", "y", ["P", "y"]], ["P", "o1"]),
    ("an outcome for a name", ["sum", "y", ["ind", ["eq", "y", "w"]]], 2),
    ("different outcomes are equal", ["ind", ["eq", "o1", "o2"]], 1),
    ("a shadowed name", ["sum", "y", ["*", ["P", "y"], ["sum", "y", ["P", "y"]]]], ["sum", "y", ["*", ["P", "y"], ["P", "y"]]]),
    ("a name is one of the others", ["ind", ["or", ["eq", "w", "o1"], ["eq", "w", "o2"]]], 0),
):
    attack(f"listed sum: {_name}", "does not add up", TWO["sig"], ["=", _lhs, _rhs], [arith(["=", _lhs, _rhs])], sets=TWO["sets"])
attack("a sum of relations of another kind", "only <= and =", Y, TRUE, [arith(["=", PY, PY]), rule("and_i", 0), rule("sum", 1, var="y")])
attack("a sum over numbers", "sum over a set", X, ["<=", ["sum", "x", 0], ["sum", "x", 0]], [arith(TRUE), rule("sum", 0, var="x")])
claimed("a product of six sums under one", "more than five nested sums", Y,
        ["=", ["sum", "y", ["*", PY, ["^", ["sum", "w", ["M", "y", "w"]], 6]]], 0])
_power = ["sum", "w", ["M", "y", "w"]]
for _ in range(5):
    _power = ["^", _power, 39]
claimed("a product of very many sums under one", "more than five nested sums", Y, ["=", ["sum", "y", ["*", PY, _power]], 0])
claimed("six sums in a product", "more than five nested sums", {**Y, **{f"n{k}": "Y" for k in range(6)}, "B": ["Y"] * 6},
        ["=", ["sum", "n0", ["sum", "n1", ["sum", "n2", ["sum", "n3", ["sum", "n4", ["sum", "n5", ["B", *(f"n{k}" for k in range(6))]]]]]]], 0])

# ------------------------------------------------------------------ exp, log, 1/x
attack("log: of a number that is at least 0", "not known to be positive", X, ["->", ["<=", 0, "x"], ["=", ["exp", ["log", "x"]], "x"]],
       [hyp(["<=", 0, "x"]), rule("exp_log", 0, of="x"), imp(1, ["<=", 0, "x"])])
attack("log: of another number", "not known to be positive", X, ["->", ["<", 0, "x"], ["=", ["exp", ["log", "z"]], "z"]],
       [hyp(["<", 0, "x"]), rule("exp_log", 0, of="z"), imp(1, ["<", 0, "x"])])
attack("log: of a square that may be 0", "not known to be positive", X, ["=", ["exp", ["log", ["*", "x", "x"]]], ["*", "x", "x"]],
       [arith(["<=", 0, ["*", "x", "x"]], (), [[1, [], "x"]]), rule("exp_log", 0, of=["*", "x", "x"])])
attack("inverse: of a number that is at least 0", "not known to be nonzero", X, ["->", ["<=", 0, "x"], ["=", ["*", "x", ["/", 1, "x"]], 1]],
       [hyp(["<=", 0, "x"]), rule("inv", 0, of="x"), imp(1, ["<=", 0, "x"])])
attack("inverse: of a product with one factor", "not known to be nonzero", X, ["->", ["<", 0, "x"], ["=", ["*", "x", "z", ["/", 1, ["*", "x", "z"]]], 1]],
       [hyp(["<", 0, "x"]), rule("inv", 0, of=["*", "x", "z"]), imp(1, ["<", 0, "x"])])
attack("inverse: of another than what is not 0", "not known to be nonzero", X, TRUE, [hyp(["not", ["=", "x", 1]]), rule("inv", 0, of="x")])
attack("exp of an outcome", "a real is needed", Y, TRUE, [rule("exp_pos", of="y")])
attack("exp of a formula", "is not a function", Y, TRUE, [rule("exp_pos", of=TRUE)])
attack("a name that is a number", "a name is needed", Y, TRUE, [arith(TRUE), rule("all_i", 0, var=0)])
attack("a name that is a list", "a name is needed", Y, TRUE, [arith(TRUE), rule("all_i", 0, var=["x"])])
attack("a formula is needed", "not a formula", Y, TRUE, [hyp("x")])
attack("a field of another rule", "unknown field", Y, TRUE, [{**arith(TRUE), "at": 0}])
attack("a missing field", "malformed: KeyError", Y, TRUE, [{"rule": "exp_pos"}])
