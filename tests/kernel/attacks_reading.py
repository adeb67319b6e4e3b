"""What is read, and what it is taken for: sizes, names, the frame, notions, lemmas, bundles as text."""
# fmt: off
# ruff: noqa: E501, I001

import json
from fractions import Fraction as F

from attack_tables import ATTACKS, TEXTS, CALLS, TRUE, IS, attack, claimed, supposed, X, PY, QY
from kernel_attacks import ONE_OUTCOME, ZERO_IS_ONE, imp, rule
from kernel_genuine import FALSE, SIG, arith, hyp

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
claimed("size: many monomials under exp", "too many monomials", _letters, ["<", 0, ["exp", ["*", _total("a", 150), _total("b", 150)]]])
claimed("size: many monomials in a sum", "too many monomials", _letters,
        ["=", ["+", ["*", _total("a", 101), _total("b", 101)], ["*", _total("c", 101), _total("d", 101)]], 0])
attack("size: much work", "too much work", X, TRUE, [hyp(["<=", 0, ["@", 16]])] * 150, terms=_shared[:17])

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
):
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
):
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
    ("a second law that is an operator", "an operator is no argument", ["Finite", "P", "exp"], {}),
    ("a second law that is a binder", "an operator is no argument", ["Finite", "P", "sum"], {}),
    ("a second law that is a negation", "an operator is no argument", ["Finite", "P", "not"], {}),
    ("a second law that is an indicator", "an operator is no argument", ["Finite", "P", "ind"], {}),
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
    ("a law that is not used and not declared", "G is not a function of 2", ["FDP1", ["lam", "y", ["G", "no", "y"]], "Q", ["lam", "r", 0]], {}),
    ("a law that is not used and gives outcomes", "a function gives reals", ["FDP1", ["lam", "y", "y"], "Q", ["lam", "r", 0]], {}),
    ("a trade-off function that names the test", "capture of f", ["FDP1", "P", "Q", ["lam", "r", ["f", "y"]]], {}),
    ("a trade-off function that is a number", "is misapplied", ["FDP1", "P", "Q", 1], {}),
    ("a trade-off function that is a term", "is misapplied", ["FDP1", "P", "Q", ["*", "r", "r"]], {}),
    ("a trade-off function of two", "is misapplied", ["FDP1", "P", "Q", ["lam", "r", "eps", "r"]], {}),
    ("a trade-off function of outcomes", "arguments of P", ["FDP1", "P", "Q", "P"], {}),
    ("a trade-off function that is a name", "is not a function", ["FDP1", "P", "Q", "eps"], {}),
    ("a trade-off function that is a notion", "is not a function", ["FDP1", "P", "Q", "Phi"], {}),
    ("a trade-off function that is a binder", "an operator is no argument", ["FDP1", "P", "Q", "all"], {}),
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
):
    supposed(f"notions: {_name}", _why, {k: v for k, v in {**NS, **_more}.items() if v is not None}, _notion,
             **({"sets": {"Y": ["o1"]}} if "o1" in _more else {}))
# two pairs of sets whose names agree when they are written together: one name for the events of both
_events = {"y": "Y", "u": "YZ", "n": "YY", "z": "Z", "A": ["Y", "YZ"], "B": ["YY", "Z"], "S_YYZ": ["Y", "YZ"]}
supposed("notions: sets whose names agree when written together", "needs S_YYZ declared", _events,
         ["ADP1", ["lam", "n", "z", ["B", "n", "z"]], ["lam", "n", "z", ["B", "n", "z"]], 0, 0])
supposed("notions: a set called like two", "needs S_YZ declared", {"u": "YZ", "A": ["YZ"], "S_YZ": ["Y", "Z"], "y": "Y", "z": "Z"},
         ["ADP1", ["lam", "u", ["A", "u"]], ["lam", "u", ["A", "u"]], 0, 0])
DP = ["ADP1", "P", "Q", "eps", 0]
attack("notions: used in a line, not in the digest", "another digest", SIG, TRUE, [hyp(["->", DP, DP]), arith(TRUE)])
attack("notions: a stronger budget", "the last line is not the claim", SIG, ["->", DP, ["ADP1", "P", "Q", 0, 0]], [hyp(DP), imp(0, DP)])
attack("notions: laws exchanged", "not the same formula", SIG, ["->", DP, ["ADP1", "Q", "P", "eps", 0]],
       [hyp(DP), rule("have", 0, **{IS: ["ADP1", "Q", "P", "eps", 0]}), imp(1, DP)])
attack("notions: one order is both", "not the same formula", SIG, ["->", DP, ["ADP", "P", "Q", "eps", 0]],
       [hyp(DP), rule("have", 0, **{IS: ["ADP", "P", "Q", "eps", 0]}), imp(1, DP)])
attack("notions: another set's law", "not the same formula", NS, ["->", ["Finite", "P", "Q"], ["Finite", LA, LB]],
       [hyp(["Finite", "P", "Q"]), rule("have", 0, **{IS: ["Finite", LA, LB]}), imp(1, ["Finite", "P", "Q"])])
attack("notions: order 1", "undischarged", {**SIG, "r": "R"}, ["->", ["RDP1", "P", "Q", 2, 0], ["RDP1", "P", "Q", 1, 0]],
       [hyp(["RDP1", "P", "Q", 1, 0]), imp(0, ["RDP1", "P", "Q", 2, 0])])

# ------------------------------------------------------------------ lemmas
REFLEX = {"sig": X, "claim": ["->", ["<", "x", "z"], ["<", "x", "z"]], "lines": [hyp(["<", "x", "z"]), imp(0, ["<", "x", "z"])]}
ZTWO = {"y": "Y", "w": "Y", "o1": "Y", "o2": "Y", "u": "Z", "P": ["Y"]}
COUNT = {"sig": {"y": "Y", "o1": "Y", "o2": "Y"}, "sets": {"Y": ["o1", "o2"]}, "claim": ["=", ["sum", "y", 1], 2], "lines": [arith(["=", ["sum", "y", 1], 2])]}
SAMEP = {"sig": {"y": "Y", "w": "Y", "P": ["Y"], "x": "R"}, "claim": ["=", ["sum", "y", ["*", "x", ["P", "y"]]], ["*", "x", ["sum", "w", ["P", "w"]]]],
         "lines": [arith(["=", ["sum", "y", ["*", "x", ["P", "y"]]], ["*", "x", ["sum", "w", ["P", "w"]]]])]}
TWO_SETS = {"sig": {"y": "Y", "z": "Z", "M": ["Y", "Z"]}, "claim": ["=", ["sum", "y", ["sum", "z", ["M", "y", "z"]]], ["sum", "z", ["sum", "y", ["M", "y", "z"]]]],
            "lines": [arith(["=", ["sum", "y", ["sum", "z", ["M", "y", "z"]]], ["sum", "z", ["sum", "y", ["M", "y", "z"]]]])]}
LEAST = {"sig": {"y": "Y", "w": "Y", "P": ["Y"]}, "claim": ["ex", "y", ["all", "w", ["<=", ["P", "y"], ["P", "w"]]]],
         "lines": [rule("argmin", var="y", other="w", of=["P", "y"])]}
BELOW = ["<=", "x", ["*", "z", "t"]]
TWICE = {"sig": {"x": "R", "z": "R", "t": "R"}, "claim": ["and", ["or", BELOW, ["not", BELOW]], ["ex", "x", ["not", BELOW]]],
         "lines": [hyp(BELOW), rule("or_i", 0, **{"is": ["or", BELOW, ["not", BELOW]]}), hyp(["not", BELOW]), rule("or_i", 2, **{"is": ["or", BELOW, ["not", BELOW]]}), rule("cases", 1, 3, on=BELOW),
                   arith(["<", ["*", "z", "t"], ["+", ["*", "z", "t"], 1]], terms=[[1, []]]), rule("have", 5, **{"is": ["not", ["<=", ["+", ["*", "z", "t"], 1], ["*", "z", "t"]]]}),
                   rule("ex_i", 6, **{"is": ["ex", "x", ["not", BELOW]]}, at=["+", ["*", "z", "t"], 1]), rule("and_i", 4, 7)]}
ALLF = {"sig": {"y": "Y", "P": ["Y"]}, "claim": ["all", "P", ["=", ["P", "y"], ["P", "y"]]],
        "lines": [arith(["=", ["P", "y"], ["P", "y"]]), rule("all_i", 0, var="P")]}


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
lemma("its name is replaced where it is bound, as where the same is said of it free", "not the claim", {"x": "R", "z": "R", "t": "R"}, TWICE, {"x": 0, "z": 1, "t": 1}, claim=["ex", "x", ["not", ["<=", 0, ["*", 1, 1]]]], lines=[rule("and_e", 0, part=2)])
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
):
    lemma(f"put in {_name}", _why, SP, SAMEP, _with)
lemma("its listed outcome replaced by another", "only free names", ZTWO, {**COUNT, "claim": ["=", ["ind", ["eq", "o1", "o2"]], 0], "lines": [arith(["=", ["ind", ["eq", "o1", "o2"]], 0])]}, {"o1": "o2"}, sets={"Y": ["o1", "o2"]})
lemma("its listed outcome replaced by a name", "only free names", ZTWO, {**COUNT, "claim": ["=", ["ind", ["eq", "o1", "o2"]], 0], "lines": [arith(["=", ["ind", ["eq", "o1", "o2"]], 0])]}, {"o1": "w"}, sets={"Y": ["o1", "o2"]})
lemma("free and bound, over a larger set", "x has another sort here", {"x": "Z", "a": "Y", "p": "Z", "q": "Z", "F": ["Y"]}, ONE_OUTCOME, {"x": "a"},
      claim=ZERO_IS_ONE, lines=[rule("and_e", 0, part=2), arith(ZERO_IS_ONE, [1], (), [[0, -1]])], sets={"Y": ["a"], "Z": ["p", "q"]})
lemma("free and bound, put in as itself", "x has another sort here", {"x": "Z", "a": "Y", "F": ["Y"]}, ONE_OUTCOME, {"x": "a"}, sets={"Y": ["a"]})
lemma("names that only its proof has do no harm, but other claims stay other", "the last line is not the claim", X, REFLEX, {"x": "z", "z": "x"}, claim=["->", ["<", "x", "z"], ["<", "z", "x"]])
lemma("both names replaced by one another at once", "the last line is not the claim", X, {"sig": X, "claim": ["<", "x", ["+", "x", ["exp", "z"]]], "lines": [rule("exp_pos", of="z"), arith(["<", "x", ["+", "x", ["exp", "z"]]], [0], [[1, [0]]])]},
      {"x": "z", "z": "x"}, claim=["<", "x", ["+", "z", ["exp", "x"]]])
attack("lemma: by number", "malformed", X, TRUE, [rule("lemma", name=0)], {"was": REFLEX})
attack("lemma: by a list", "malformed", X, TRUE, [rule("lemma", name=["was"])], {"was": REFLEX})
attack("lemma: with premises", "needs 0 premises", X, TRUE, [arith(TRUE), rule("lemma", 0, name="was")], {"was": REFLEX})
attack("lemma: with its sets said", "unknown field", X, TRUE, [rule("lemma", name="was", sets={})], {"was": REFLEX})
attack("lemma: with names", "unknown field", X, TRUE, [rule("lemma", name="was", names={})], {"was": REFLEX})
# a lemma of a lemma: what the first says of a listed set, the second says of an abstract one
MIDDLEMAN = {"sig": {"y": "Y", "o1": "Y", "o2": "Y"}, "claim": ["=", ["sum", "y", 1], 2], "lines": [rule("lemma", name="was")], "sets": {"Y": ["o1", "o2"]}}
attack("lemma: of a lemma, over an abstract set", "set Y differs", {"y": "Y", "o1": "Y", "o2": "Y"}, ["=", ["sum", "y", 1], 2], [rule("lemma", name="then")],
       {"was": COUNT, "then": MIDDLEMAN})
attack("lemma: of a lemma, with the sorts exchanged", "set Y differs", {"y": "Z", "o1": "Z", "o2": "Z", "u": "Y"}, ["=", ["sum", "y", 1], 2], [rule("lemma", name="then")],
       {"was": COUNT, "then": MIDDLEMAN})
attack("lemma: a constant set read over one outcome more", "set Y differs", {"y": "Y", "o1": "Y", "o2": "Y", "o3": "Y"}, ["=", 3, 2],
       [rule("lemma", name="was"), arith(["=", 3, 2], [0], (), [[0, 1]])], {"was": COUNT}, sets={"Y": ["o1", "o2", "o3"]})

# ------------------------------------------------------------------ the reproductions of soundness/, in this version
attack("soundness: lemma_bug", "x has another sort here", {"x": "Z", "a": "Y", "p": "Z", "q": "Z", "F": ["Y"]}, ZERO_IS_ONE,
       [rule("lemma", name="one", **{"with": {"x": "a"}}), rule("and_e", 0, part=2), arith(ZERO_IS_ONE, [1], (), [[0, -1]])],
       {"one": ONE_OUTCOME}, sets={"Y": ["a"], "Z": ["p", "q"]})
_same = ["->", ["all", "y", ["eq", "y", "y"]], ["=", ["F", "y", ["G", "y"]], ["F", "y", ["G", "y"]]]]
_one = {"sig": {"y": "Y", "z": "Y", "w": "Y", "F": ["Y", "R"], "G": ["Y"]}, "claim": _same[2], "lines": [arith(_same[2])]}
_two = {"y": "T", "z": "T", "a": "T", "b": "T", "H": ["T", "R"], "G": ["T"], "r": "R"}
for _name, _why, _fields in (
    ("names", "unknown field", {"sets": {"Y": ["T"]}, "names": {"F": ["sum"]}, "with": {"F": "H"}}),
    ("with", "needs sort", {"with": {"F": "sum"}}),
    ("another set", "has another sort here", {"with": {"F": "H"}}),
):
    attack(f"soundness: lemma_bug2 by {_name}", _why, _two if _name != "with" else {**_one["sig"]}, ZERO_IS_ONE, [rule("lemma", name="one", **_fields)], {"one": _one},
           **({"sets": {"T": ["a", "b"]}} if _name != "with" else {}))
attack("soundness: lemma_bug2, its rule", "unknown rule", _one["sig"], TRUE, [hyp(["eq", "y", "z"]), rule("same", 0, var="w", of=["F", "w", ["G", "y"]])])
attack("soundness: shadow", "unknown field", {"y": "Y", "S": ["Y"], "alpha": "R", "P": ["Y"]}, ["E", "P", "S"],
       [hyp(["Test", "S"]), imp(0, ["Test", "S"])], defs={"E": [["Test", "S"], ["->", ["Test", "S"], ["Test", "S"]]]})
supposed("soundness: dropped", "all has other parts", {"y": "Y", "P": ["Y"], "Q": ["Y"]}, ["all", "y", ["=", QY, QY], ["<", QY, 0], "anything"])
attack("soundness: dropped, as a definition", "unknown field", {"y": "Y", "Q": ["Y"]}, ["D", "Q"], [arith(["=", QY, QY])],
       defs={"D": [["P"], ["all", "y", ["=", PY, PY], ["<", PY, 0], "anything"]]})

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
text("nested lists", "not a tree", with_claim("[" * 300 + "]" * 300))
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


@call("number out of range")
def a_logarithm_of_a_small_number():
    from dpsym.kernel.enclosure import log_point

    log_point(F(1, 2**140_000), 8)


@call("number out of range")
def a_logarithm_of_a_number_near_1():
    from dpsym.kernel.enclosure import log_point

    log_point(1 + F(1, 2**140_000), 8)


@call("number out of range")
def an_erf_of_a_small_number():
    from dpsym.kernel.enclosure import erf_point

    erf_point(F(1, 2**140_000), 8)


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
