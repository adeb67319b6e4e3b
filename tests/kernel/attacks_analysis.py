"""False lines by the rules of analysis: Jensen, mean values, erf, enclosures, evaluation."""
# fmt: off
# ruff: noqa: E501, I001

from attack_tables import TRUE, IS, attack, X, Y, ONE_TWO
from kernel_attacks import BOX, CONVEX, imp, mixture, rule
from kernel_genuine import arith, hyp

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
        arith(["<=", ["ind", ["eq", "i", "i1"]], 1], (), [[1, [], ["-", 1, ["ind", ["eq", "i", "i1"]]]]])]
MIDDLE = ["<=", ["f", "1/2"], ["+", ["*", "1/2", ["f", 1]], ["*", "1/2", ["f", 0]]]]
for _name, _names in (("the two points are one", ["a", "a", "l"]), ("a weight that is a point", ["a", "b", "a"]), ("a weight that is the other point", ["a", "l", "l"])):
    _conv = convexity(*_names)
    attack(f"Jensen: {_name}", "sorts", JSIG, ["->", _conv, MIDDLE],
           [hyp(_conv), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["ind", ["eq", "i", "i1"]], names=_names), imp(5, _conv)],
           sets=PAIR)
attack("Jensen: names of outcomes", "sorts", JSIG, TRUE,
       [hyp(CONVEX), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=1, names=["a", "b", "i"])], sets=PAIR)
attack("Jensen: a function of outcomes", "sorts", JSIG, TRUE,
       [hyp(CONVEX), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="h", var="i", w="1/2", x=1, names=["a", "b", "l"])], sets=PAIR)
attack("Jensen: points outside of the interval", "points", JSIG,
       ["->", CONVEX, ["<=", ["f", "3/2"], ["+", ["*", "1/2", ["f", 3]], ["*", "1/2", ["f", 0]]]]],
       [hyp(CONVEX), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["*", 3, ["ind", ["eq", "i", "i1"]]], names=["a", "b", "l"]), imp(5, CONVEX)],
       sets=PAIR)
attack("Jensen: points below the interval", "points", JSIG,
       ["->", CONVEX, ["<=", ["f", "-1/2"], ["+", ["*", "1/2", ["f", -1]], ["*", "1/2", ["f", 0]]]]],
       [hyp(CONVEX), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["*", -1, ["ind", ["eq", "i", "i1"]]], names=["a", "b", "l"]), imp(5, CONVEX)],
       sets=PAIR)
attack("Jensen: negative weights", "weights", JSIG, TRUE,
       [hyp(CONVEX), *HALF, rule("jensen", 0, 3, 2, 3, 4, fun="f", var="i", w="1/2", x=["ind", ["eq", "i", "i1"]], names=["a", "b", "l"])], sets=PAIR)
attack("Jensen: weights of total 2", "weights", JSIG, TRUE,
       [hyp(CONVEX), *HALF, arith(["=", ["sum", "i", 1], 2]), ONE_TWO, rule("jensen", 0, 6, 5, 3, 4, fun="f", var="i", w=1, x=1, names=["a", "b", "l"])], sets=PAIR)
CONCAVE = ["all", "a", ["all", "b", ["all", "l", ["->", ["and", *BOX], ["<=", mixture(["f", "a"], ["f", "b"]), ["f", mixture("a", "b")]]]]]]
attack("Jensen: for a concave function", "not the convexity of f", JSIG, ["->", CONCAVE, MIDDLE],
       [hyp(CONCAVE), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["ind", ["eq", "i", "i1"]], names=["a", "b", "l"]), imp(5, CONCAVE)], sets=PAIR)
SHORT = ["all", "a", ["all", "b", ["all", "l", ["->", ["and", *BOX, ["<=", "a", "1/4"]], CONVEX[2][2][2][2]]]]]
attack("Jensen: convex on a part only", "not the convexity of f", JSIG, ["->", SHORT, MIDDLE],
       [hyp(SHORT), *HALF, rule("jensen", 0, 1, 2, 3, 4, fun="f", var="i", w="1/2", x=["ind", ["eq", "i", "i1"]], names=["a", "b", "l"]), imp(5, SHORT)], sets=PAIR)

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
               [ONE_TWO, arith(TRUE), rule("mean_value", 0 if _slope else 1, 0, var="x", of=_f)])
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
):
    _slope = ["<=", 0, _slope]
    attack(
        f"mean value: {_name}", "the derivative" if "1/x inside" in _name else "is not known", X, TRUE,
        [hyp(["all", "x", _slope]), rule("all_e", 0, at="x"), arith(["<=", *_ends], (), [[1, []]]),
         *([hyp(["all", "x", _known]), rule("all_e", 3, at="x")] if _known else []),
         rule("mean_value", 1, 2, *([4] if _known else []), var="x", of=_f)],
    )
IN_Z = [hyp(["<=", 1, "z"]), hyp(["<=", "z", 2])]
attack("mean value: the slope between the ends of another", "is free in a hypothesis", X, TRUE,
       [hyp(["<=", 0, "x"]), arith(["<=", 0, ["*", 2, "x"]], [0], [[2, [0]]]), arith(["<=", -1, 1], (), [[2, []]]),
        rule("mean_value", 1, 2, var="x", of=["*", "x", "x"])])
attack("mean value: the slope under strict ends where the sign is asked", "is free in a hypothesis", X, TRUE,
       [hyp(["all", "x", ["<=", 0, ["/", 1, "x"]]]), rule("all_e", 0, at="x"), ONE_TWO, hyp(["<", 0, "x"]), rule("mean_value", 1, 2, 3, var="x", of=["log", "x"])])
attack("mean value: a hypothesis of x = 1", "is free in a hypothesis", X, ["->", ["=", "x", 1], ["<=", ["*", -1, -1], ["*", -1, 1]]],
       [hyp(["=", "x", 1]), arith(["<=", 0, ["-", 0, ["-", 0, "x"]]], [0], [[1, []]], [[0, 1]]), arith(["<=", -1, 1], (), [[2, []]]),
        rule("mean_value", 1, 2, var="x", of=["*", "1/2", "x", "x"]), imp(3, ["=", "x", 1])])
attack("mean value: an end that is x", "x is free in a hypothesis", X, TRUE, [ONE_TWO, hyp(["<=", "x", 2]), rule("mean_value", 0, 1, var="x", of="x")])

# ------------------------------------------------------------------ erf
attack("erf: the tail of -t", "not known to be at least 0", X, ["->", ["<=", 0, "x"], ["<=", ["+", 1, ["erf", "x"]], ["exp", ["*", -1, "x", "x"]]]],
       [hyp(["<=", 0, "x"]), rule("erf_tail", 0, of=["*", -1, "x"]), imp(1, ["<=", 0, "x"])])
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


# ------------------------------------------------------------------ evaluation
def evaluated(name, goal, why="evaluation does not show it", sig=None, sets=None, bits=40, lines=()):
    attack(f"evaluate: {name}", why, {**X, "k": "R"} if sig is None else sig, goal, [*lines, rule("evaluate", bits=bits, **{IS: goal})], sets=sets)


LISTED = {"sig": {"y": "Y", "z": "Y", "o1": "Y", "o2": "Y", "P": ["Y"], "S": ["Y"], "M": ["Y", "Y"], "x": "R"}, "sets": {"Y": ["o1", "o2"]}}
OPEN = {**LISTED, "sets": {}}
AN_EVENT = ["all", "y", ["or", ["=", ["S", "y"], 0], ["=", ["S", "y"], 1]]]
SIZE = ["sum", "y", ["S", "y"]]
for _name, _goal in (
    ("a false relation", ["<", 1, 1]),
    ("a false equation", ["=", "1/3", "333333333333/1000000000000"]),
    ("a free real", ["<=", 0, "x"]),
    ("a free real squared", ["<=", 0, ["^", "x", 2]]),
    ("a free real less itself", ["=", ["-", "x", "x"], 0]),
    ("1/0 is 0", ["=", ["/", 1, 0], 0]),
    ("1/0 is at least 0", ["<=", 0, ["/", 1, 0]]),
    ("0/0 is 1", ["=", ["/", 0, 0], 1]),
    ("1/(log 2 + log(1/2)) is 0", ["=", ["/", 1, ["+", ["log", 2], ["log", "1/2"]]], 0]),
    ("log 0 is below 0", ["<", ["log", 0], 0]),
    ("log(-1) is 0", ["=", ["log", -1], 0]),
    ("exp(log(-2)) is -2", ["=", ["exp", ["log", -2]], -2]),
    ("exp(log 0) is 0", ["=", ["exp", ["log", 0]], 0]),
    ("log of a product of negatives", ["=", ["log", 6], ["+", ["log", -2], ["log", -3]]]),
    ("log 2 + log 3 is log 5", ["=", ["+", ["log", 2], ["log", 3]], ["log", 5]]),
    ("log 2 times log 2 is log 4", ["=", ["*", ["log", 2], ["log", 2]], ["log", 4]]),
    ("half of log 3 is log(3/2)", ["=", ["*", "1/2", ["log", 3]], ["log", "3/2"]]),
    ("half of log 4 is log 1", ["=", ["*", "1/2", ["log", 4]], ["log", 1]]),
    ("the root of 3 is 3", ["=", ["exp", ["*", "1/2", ["log", 3]]], 3]),
    ("exp(log 2 + log 3) is 5", ["=", ["exp", ["+", ["log", 2], ["log", 3]]], 5]),
    ("a cube root that is not exact", ["=", ["exp", ["*", "1/3", ["log", 9]]], 2]),
    ("log(1/2) is above 0", ["<", 0, ["log", "1/2"]]),
    ("minus log 2 is above 0", ["<=", 0, ["*", -1, ["log", 2]]]),
    ("log 2 is log 3", ["=", ["log", 2], ["log", 3]]),
    ("log 3 is at most log 2", ["<=", ["log", 3], ["log", 2]]),
    ("log 2 is a rational", ["=", ["log", 2], "6931471805599453/10000000000000000"]),
    ("enclosures that meet are equal", ["=", ["exp", 1], ["exp", 1]]),
    ("pi is 355/113", ["=", ["pi"], "355/113"]),
    ("erf(1) is 1", ["<=", 1, ["erf", 1]]),
    ("exp out of range", ["<=", 0, ["exp", 20000]]),
    ("log 2 is no natural number", ["not", ["nat", ["log", 2]]]),
    ("a half is natural", ["nat", "1/2"]),
    ("-1 is natural", ["nat", -1]),
    ("a free name is natural", ["or", ["nat", "x"], ["nat", ["+", "x", "1/2"]]]),
    ("all reals", ["all", "x", ["<=", 0, "x"]]),
    ("some real, by none", ["ex", "x", ["<", "x", 0]]),
    ("not all reals, by none", ["not", ["all", "x", ["<=", 0, "x"]]]),
    ("a false premise that is not known", ["->", ["<", "x", "x"], ["<", 1, 0]]),
    ("a disjunction of unknowns", ["or", ["<=", "x", 0], ["<=", 0, "x"]]),
    ("the indicator of an unknown", ["=", ["ind", ["<=", "x", 0]], 0]),
    ("an even power across 0", ["<", 0, ["^", ["-", ["*", 2, ["ind", ["<=", "x", 0]]], 1], 2]]),
    ("a difference turned round", ["<=", ["-", 2, 1], 0]),
    ("a quotient turned round", ["<=", ["/", 2, 3], "1/2"]),
    ("a product of signs", ["<=", 0, ["*", -1, ["exp", 1]]]),
    ("a product of two enclosed negatives", ["<", ["*", ["-", 0, ["exp", 1]], ["-", 0, ["pi"]]], 0]),
):  # fmt: skip
    evaluated(_name, _goal)
for _name, _goal in (
    ("a sum over an abstract set", ["<=", 0, ["sum", "y", 1]]),
    ("all outcomes of an abstract set", ["all", "y", ["eq", "y", "o1"]]),
    ("two outcomes differ", ["not", ["eq", "o1", "o2"]]),
    ("an event of an abstract set", ["all", "S", ["->", AN_EVENT, ["<=", SIZE, 2]]]),
):
    evaluated(_name, _goal, **OPEN)
for _name, _goal in (
    ("a free outcome", ["eq", "y", "o1"]),
    ("a free outcome is another", ["not", ["eq", "y", "z"]]),
    ("a free function", ["<=", 0, ["P", "o1"]]),
    ("a listed sum", ["=", ["sum", "y", 1], 1]),
    ("a listed sum of indicators", ["=", ["sum", "y", ["ind", ["eq", "y", "o1"]]], 2]),
    ("all of two outcomes", ["all", "y", ["eq", "y", "o1"]]),
    ("one of two outcomes", ["ex", "y", ["and", ["eq", "y", "o1"], ["eq", "y", "o2"]]]),
    ("an inner name is not the outer one", ["all", "y", ["ex", "y", ["and", ["eq", "y", "o1"], ["eq", "y", "o2"]]]]),
    ("an outer name inside", ["ex", "y", ["all", "z", ["eq", "y", "z"]]]),
    ("an event of size 1", ["all", "S", ["->", AN_EVENT, ["<=", SIZE, 1]]]),
    ("no event is empty", ["all", "S", ["->", AN_EVENT, ["<", 0, SIZE]]]),
    ("an event at a free outcome", ["all", "S", ["->", AN_EVENT, ["=", ["S", "y"], ["S", "o1"]]]]),
    ("any function as an event", ["all", "S", ["<=", SIZE, 2]]),
    ("a function that is 0 or 2", ["all", "S", ["->", ["all", "y", ["or", ["=", ["S", "y"], 0], ["=", ["S", "y"], 2]]], ["<=", SIZE, 2]]]),
    ("a function that is 0 or 1 at one outcome", ["all", "S", ["->", ["or", ["=", ["S", "o1"], 0], ["=", ["S", "o1"], 1]], ["<=", SIZE, 2]]]),
    ("another function that is 0 or 1", ["all", "P", ["->", AN_EVENT, ["<=", ["sum", "y", ["P", "y"]], 2]]]),
    ("an event on the diagonal", ["all", "M", ["->", ["all", "y", ["or", ["=", ["M", "y", "y"], 0], ["=", ["M", "y", "y"], 1]]], ["<=", ["M", "o1", "o2"], 1]]]),
    ("an event on the diagonal, by two quantifiers of one name", ["all", "M", ["->", ["all", "y", ["all", "y", ["or", ["=", ["M", "y", "y"], 0], ["=", ["M", "y", "y"], 1]]]], ["<=", ["M", "o1", "o2"], 1]]]),
    ("an event under one quantifier of two", ["all", "M", ["->", ["all", "y", ["or", ["=", ["M", "y", "z"], 0], ["=", ["M", "y", "z"], 1]]], ["<=", ["M", "o1", "o2"], 1]]]),
    ("some function is an event", ["all", "S", ["->", ["ex", "y", AN_EVENT[2]], ["<=", SIZE, 2]]]),
    ("some event, by none", ["ex", "S", ["->", AN_EVENT, ["<", 2, SIZE]]]),
    ("not all events", ["not", ["all", "S", ["->", AN_EVENT, ["<=", SIZE, 2]]]]),
):  # fmt: skip
    evaluated(_name, _goal, **LISTED)
PAIRS = {"sig": {**LISTED["sig"], "T": ["Y"], "N": ["Y", "Z"], "c": "Z", "p1": "Z", "p2": "Z", "v": "V", "only": "V", "g": ["R"], "t": "R", "f": ["Y"], "alpha": "R"}, "sets": {"Y": ["o1", "o2"], "Z": ["p1", "p2"], "V": ["only"]}}
PAIR_EVENT = ["all", "y", ["all", "c", ["or", ["=", ["N", "y", "c"], 0], ["=", ["N", "y", "c"], 1]]]]
SURE, FAIR, SKEW = (["lam", "y", ["+", ["*", ["ind", ["eq", "y", "o1"]], p], ["*", ["ind", ["eq", "y", "o2"]], q]]] for p, q in ((1, 0), ("1/2", "1/2"), ("1/3", "2/3")))
for _name, _goal in (
    ("an inner function is no event", ["all", "S", ["->", AN_EVENT, ["all", "S", ["<=", SIZE, 2]]]]),
    ("an inner function is not below 0", ["all", "S", ["->", AN_EVENT, ["ex", "S", ["<", SIZE, 0]]]]),
    ("an inner event is the outer one", ["all", "S", ["->", AN_EVENT, ["->", ["=", SIZE, 2], ["all", "S", ["->", AN_EVENT, ["=", SIZE, 2]]]]]]),
    ("two events are one", ["all", "S", ["->", AN_EVENT, ["all", "T", ["->", ["all", "y", ["or", ["=", ["T", "y"], 0], ["=", ["T", "y"], 1]]], ["=", SIZE, ["sum", "y", ["T", "y"]]]]]]]),
    ("what is said of another function", ["all", "S", ["->", AN_EVENT, ["all", "T", ["->", AN_EVENT, ["<=", ["sum", "y", ["T", "y"]], 2]]]]]),
    ("the same term at another outcome", ["and", ["all", "y", ["<=", 0, ["ind", ["eq", "y", "o1"]]]], ["eq", "y", "o1"]]),
    ("the same term outside of its quantifier", ["or", ["all", "y", ["eq", "y", "o1"]], ["eq", "y", "o1"]]),
    ("an event of pairs has at most 3", ["all", "N", ["->", PAIR_EVENT, ["<=", ["sum", "y", ["sum", "c", ["N", "y", "c"]]], 3]]]),
    ("an event of pairs in the other order", ["all", "N", ["->", PAIR_EVENT, ["=", ["N", "o1", "p2"], ["N", "o2", "p1"]]]]),
    ("an event of one outcome is all", ["all", "P", ["->", ["all", "y", ["or", ["=", ["P", "y"], 0], ["=", ["P", "y"], 1]]], ["=", ["P", "o1"], 1]]]),
    ("two outcomes of one", ["=", ["sum", "v", 1], 2]),
    ("a function of numbers that is 0 or 1", ["all", "g", ["->", ["all", "t", ["or", ["=", ["g", "t"], 0], ["=", ["g", "t"], 1]]], ["=", ["g", 5], 0]]]),
    ("adp of a sure outcome", ["ADP", SURE, FAIR, 5, "49/100"]),
    ("adp of other chances", ["ADP", FAIR, SKEW, ["log", "4/3"], 0]),
    ("pdp of a sure outcome", ["PDP", FAIR, SURE, 100, "49/100"]),
    ("rdp where a chance is 0", ["RDP", FAIR, SURE, 2, 9]),
    ("rdp of order 1", ["RDP", FAIR, FAIR, 1, 1]),
    ("rdp of other chances", ["RDP", FAIR, SKEW, 2, 0]),
    ("chances that add up to 5/6", ["Distribution", ["lam", "y", ["+", ["*", ["ind", ["eq", "y", "o1"]], "1/2"], ["*", ["ind", ["eq", "y", "o2"]], "1/3"]]]]),
    ("a root of a number that has none", ["=", ["*", "1/67", ["log", str(2**67 + 1)]], ["log", 2]]),
    ("0 times a number out of range is 1", ["=", ["*", 0, ["exp", ["exp", 100]]], 1]),
):  # fmt: skip
    evaluated(_name, _goal, **PAIRS)
for _name, _before, _bits, _goal in (
    ("at the outcome of a line above", ["ex", "y", ["eq", "y", "o1"]], 40, ["eq", "y", "o1"]),
    ("at each outcome of a line above", ["all", "y", ["<=", ["ind", ["eq", "y", "o1"]], 1]], 40, ["=", ["ind", ["eq", "y", "o1"]], 1]),
    ("an event of a line above", ["all", "S", ["->", AN_EVENT, ["<=", SIZE, 2]]], 40, ["<=", SIZE, 2]),
    ("the denial of a line above", ["<", ["log", 2], 1], 40, ["not", ["<", ["log", 2], 1]]),
    ("a number of a line above with fewer bits", ["<=", ["exp", 1], 3], 8, ["<=", "271828182845904523536/100000000000000000000", ["exp", 1]]),
):  # fmt: skip
    evaluated(_name, _goal, lines=[rule("evaluate", bits=_bits, **{IS: _before})], **LISTED)
evaluated("too few bits", ["<=", 0, 1], "bits", bits=7)
evaluated("too many bits", ["<=", 0, 1], "bits", bits=2001)
evaluated("bits that are true", ["<=", 0, 1], "bits", bits=True)
evaluated("of a term", ["+", 0, 1], "not a formula")
evaluated("of an outcome as a number", ["<=", 0, ["*", 0, "y"]], "takes reals", **LISTED)
evaluated("a listed outcome bound", ["all", "o1", ["eq", "o1", "o1"]], "cannot bind this", **LISTED)
evaluated("a number too large", ["<=", 0, ["^", ["^", ["^", 3, 39], 39], 39]], "number too large")
evaluated("a sum of numbers too large", ["<=", 0, ["+", *(["/", 1, str(10**3000 + _k)] for _k in range(9))]], "number too large")
evaluated("a product of numbers too large", ["<=", 0, ["*", *(str(10**3000 + _k) for _k in range(9))]], "number too large")
attack("evaluate: with a premise", "needs 0 premises", X, ["->", ["<", 1, 0], TRUE], [hyp(["<", 1, 0]), rule("evaluate", 0, bits=40, **{IS: TRUE}), imp(1, ["<", 1, 0])])
