"""False lines by the rules of analysis: Jensen, mean values, erf, enclosures."""
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
