"""Attacks on the kernel: certificates of false statements, each a complete proof but for one unsound step.

ATTACKS maps a name to (certificate, library of certificates checked before). All must be refused. LOADED
holds those that a kernel must refuse although no false statement is claimed.
"""

from kernel_genuine import FALSE, SIG, arith, hyp

ATTACKS = {}


def attack(name, sig, claim, lines, library=None, **rest):
    assert name not in ATTACKS, name
    ATTACKS[name] = ({"sig": sig, "claim": claim, "lines": lines, **rest}, library or {})


def imp(i, p):
    return {"rule": "imp_i", "from": [i], "is": p}


def rule(r, *premises, **fields):
    return {"rule": r, "from": list(premises), **fields}


X = {"x": "R", "z": "R"}
TRUE = ["<=", 0, 0]
PY = ["P", "y"]
PQ = {"P": ["Y"], "Q": ["Y"], "R2": ["Y", "Y"], "y": "Y", "z": "Y", "w": "Y"}

# ---- the frame
attack("hypothesis left", X, FALSE, [hyp(FALSE)])
attack("last line is another claim", X, FALSE, [arith(TRUE)])
attack("no lines", X, FALSE, [])
attack("premise below", X, FALSE, [rule("have", 1, **{"is": FALSE}), rule("have", 0, **{"is": FALSE})])
attack("negative premise", X, FALSE, [rule("have", -1, **{"is": FALSE})])
attack("unknown rule", X, FALSE, [{"rule": "trust", "is": FALSE}])
attack("attribute as rule", X, FALSE, [{"rule": "formula", "is": FALSE}])
attack("have another formula", X, FALSE, [arith(TRUE), rule("have", 0, **{"is": FALSE})])

# ---- shared trees
attack("a tree below", X, FALSE, [arith(["@", 0])], terms=[["@", 1], TRUE])
attack("a tree counted from the end", X, TRUE, [arith(["@", -1])], terms=[TRUE])
attack("a tree that is no number", X, TRUE, [arith(["@", "0"])], terms=[TRUE])
attack("a tree numbered by a truth value", X, TRUE, [arith(["@", False])], terms=[TRUE])

# ---- terms and formulas
SUM = ["+", "x", 1]
OF_SUM = ["=", ["formula", SUM], ["formula", SUM]]
attack(
    "a term as a formula, after a function named formula took it",
    {"formula": ["R"], "x": "R"},
    ["and", OF_SUM, ["->", FALSE, SUM]],
    [
        arith(OF_SUM),
        hyp(FALSE),
        arith(["<", 0, 1], (), [[1, []]]),
        rule("absurd", 1, 2, **{"is": SUM}),
        imp(3, FALSE),
        rule("and_i", 0, 4),
    ],
)

# ---- arithmetic
attack("negative coefficient", X, FALSE, [arith(FALSE, (), [[-1, []]])])
attack("strict from nothing", X, ["<", 0, 0], [arith(["<", 0, 0])])
attack("strict with coefficient 0", X, ["<", 0, 0], [arith(["<", 0, 0], (), [[0, []]])])
attack(
    "strict by a square", X, ["<", 0, ["*", "x", "x"]], [arith(["<", 0, ["*", "x", "x"]], (), [[1, [], "x"]])]
)
attack(
    "strict from weak",
    X,
    ["->", ["<=", 0, "x"], ["<", 0, "x"]],
    [hyp(["<=", 0, "x"]), arith(["<", 0, "x"], [0], [[1, [0]]]), imp(1, ["<=", 0, "x"])],
)
attack("times a weak premise", X, FALSE, [arith(TRUE), arith(FALSE, [0], times=[0])])
attack("times an equation", X, FALSE, [arith(["=", 0, 0]), arith(FALSE, [0], times=[0])])
attack(
    "equation from inequality",
    X,
    ["->", ["<=", 0, "x"], ["=", "x", 0]],
    [hyp(["<=", 0, "x"]), arith(["=", "x", 0], [0], [[1, [0]]]), imp(1, ["<=", 0, "x"])],
)
attack(
    "inequality as equation",
    X,
    ["->", ["<=", 0, "x"], ["<=", 0, ["*", -1, "x"]]],
    [hyp(["<=", 0, "x"]), arith(["<=", 0, ["*", -1, "x"]], [0], (), [[0, -1]]), imp(1, ["<=", 0, "x"])],
)
attack(
    "disequation as equation",
    X,
    ["->", ["not", ["=", "x", 0]], ["=", "x", 0]],
    [hyp(["not", ["=", "x", 0]]), arith(["=", "x", 0], [0], (), [[0, 1]]), imp(1, ["not", ["=", "x", 0]])],
)
attack("does not add up", X, FALSE, [arith(FALSE)])
attack("float coefficient", X, FALSE, [arith(FALSE, (), [[-1.0, []]])])
attack("boolean premise", X, FALSE, [arith(TRUE), arith(FALSE, [0, 0], (), (), [True])])
attack("float in the claim", X, ["<=", 0.5, 0.25], [arith(["<=", 0.5, 0.25])])
attack(
    "exp of a product",
    X,
    ["=", ["exp", ["*", "x", "z"]], ["*", ["exp", "x"], ["exp", "z"]]],
    [arith(["=", ["exp", ["*", "x", "z"]], ["*", ["exp", "x"], ["exp", "z"]]])],
)
attack(
    "exp adds",
    X,
    ["=", ["exp", ["+", "x", "z"]], ["+", ["exp", "x"], ["exp", "z"]]],
    [arith(["=", ["exp", ["+", "x", "z"]], ["+", ["exp", "x"], ["exp", "z"]]])],
)
attack("1/x cancels", X, ["=", ["*", "x", ["/", 1, "x"]], 1], [arith(["=", ["*", "x", ["/", 1, "x"]], 1])])
attack("1/(c x) at 0", X, ["=", ["/", 1, 0], ["/", 2, 0]], [arith(["=", ["/", 1, 0], ["/", 2, 0]])])
attack("1/0 is 0", X, ["=", ["/", 1, 0], 0], [arith(["=", ["/", 1, 0], 0])])
attack(
    "log of exp of nothing", X, ["=", ["exp", ["log", "x"]], "x"], [arith(["=", ["exp", ["log", "x"]], "x"])]
)
for bad, lhs, rhs in [
    ("tie", ["+", ["ind", ["<", "x", "z"]], ["ind", ["<", "z", "x"]]], 1),
    (
        "or is a sum",
        ["ind", ["or", ["<", "x", 0], ["<", "z", 0]]],
        ["+", ["ind", ["<", "x", 0]], ["ind", ["<", "z", 0]]],
    ),
    ("strict is weak", ["ind", ["<", "x", "z"]], ["ind", ["<=", "x", "z"]]),
    (
        "converse",
        ["ind", ["->", ["<", "x", 0], ["<", "z", 0]]],
        ["ind", ["->", ["<", "z", 0], ["<", "x", 0]]],
    ),
    ("not", ["ind", ["not", ["=", "x", 0]]], ["ind", ["=", "x", 0]]),
    ("square", ["^", "x", 2], "x"),
]:
    attack(f"indicator: {bad}", X, ["=", lhs, rhs], [arith(["=", lhs, rhs])])
attack(
    "antisym of the same",
    X,
    ["->", ["<=", "x", 0], ["=", "x", 0]],
    [hyp(["<=", "x", 0]), rule("antisym", 0, 0), imp(1, ["<=", "x", 0])],
)
attack("antisym of strict", X, ["=", 1, 2], [arith(["<", 1, 2], (), [[1, []]]), rule("antisym", 0, 0)])
attack("inverse of 0", X, ["=", ["*", 0, ["/", 1, 0]], 1], [arith(TRUE), rule("inv", 0, of=0)])
attack(
    "inverse of another",
    X,
    ["=", ["*", "x", ["/", 1, "x"]], 1],
    [arith(["<", 0, 1], (), [[1, []]]), rule("inv", 0, of="x")],
)

# ---- logic
attack("cases drops too much", X, FALSE, [hyp(FALSE), rule("cases", 0, 0, on=FALSE)])
attack(
    "cases differ",
    X,
    FALSE,
    [
        arith(TRUE),
        hyp(["not", TRUE]),
        rule("absurd", 0, 1, **{"is": FALSE}),
        rule("cases", 2, 0, on=["not", TRUE]),
    ],
)
attack("absurd of two truths", X, FALSE, [arith(TRUE), rule("absurd", 0, 0, **{"is": FALSE})])
attack("implication keeps hypotheses", X, ["->", TRUE, FALSE], [hyp(FALSE), imp(0, TRUE)])
attack(
    "modus ponens with another premise",
    X,
    FALSE,
    [hyp(FALSE), imp(0, FALSE), arith(TRUE), rule("imp_e", 1, 2)],
)
attack(
    "part of a disjunction",
    X,
    FALSE,
    [arith(TRUE), rule("or_i", 0, **{"is": ["or", FALSE, TRUE]}), rule("and_e", 1, part=1)],
)
attack(
    "not a part of the disjunction",
    X,
    FALSE,
    [arith(TRUE), rule("or_i", 0, **{"is": ["or", FALSE, FALSE]}), hyp(FALSE), rule("or_e", 1, 2, 2)],
)
attack(
    "a case is missing",
    X,
    FALSE,
    [arith(TRUE), rule("or_i", 0, **{"is": ["or", FALSE, TRUE]}), hyp(FALSE), rule("or_e", 1, 2)],
)
attack(
    "a case proves another thing",
    X,
    FALSE,
    [arith(TRUE), rule("or_i", 0, **{"is": ["or", FALSE, TRUE]}), hyp(FALSE), rule("or_e", 1, 2, 0)],
)
attack(
    "cases of a disjunction swapped",
    X,
    FALSE,
    [arith(TRUE), rule("or_i", 0, **{"is": ["or", TRUE, TRUE]}), hyp(FALSE), rule("or_e", 1, 2, 2)],
)

# ---- quantifiers
EX0 = ["=", "x", 0]
attack(
    "generalised over a hypothesis",
    X,
    ["all", "x", ["->", EX0, ["all", "x", EX0]]],
    [hyp(EX0), rule("all_i", 0, var="x"), imp(1, EX0), rule("all_i", 2, var="x")],
)
BIGGER = ["all", "x", ["ex", "z", ["<", "x", "z"]]]
UNBOUNDED = [
    arith(["<", "x", ["+", "x", 1]], (), [[1, []]]),
    rule("ex_i", 0, **{"is": ["ex", "z", ["<", "x", "z"]], "at": ["+", "x", 1]}),
    rule("all_i", 1, var="x"),
]
attack("instance captured", X, ["ex", "z", ["<", "z", "z"]], [*UNBOUNDED, rule("all_e", 2, at="z")])
attack(
    "witness of another formula",
    X,
    ["ex", "x", ["<", "x", "x"]],
    [arith(TRUE), rule("ex_i", 0, **{"is": ["ex", "x", ["<", "x", "x"]], "at": 0})],
)
attack(
    "witness of one place only",
    X,
    ["ex", "x", ["and", ["=", "x", 0], ["=", "x", 1]]],
    [
        arith(["=", 0, 0]),
        arith(["=", 1, 1]),
        rule("and_i", 0, 1),
        rule("ex_i", 2, **{"is": ["ex", "x", ["and", ["=", "x", 0], ["=", "x", 1]]], "at": 0}),
    ],
)
EX1 = ["ex", "x", ["=", "x", 1]]
attack(
    "existence leaks its name",
    X,
    ["all", "z", ["=", "z", 1]],
    [
        arith(["=", 1, 1]),
        rule("ex_i", 0, **{"is": EX1, "at": 1}),
        hyp(["=", "z", 1]),
        rule("ex_e", 1, 2, var="z"),
        rule("all_i", 3, var="z"),
    ],
)
SMALLER = ["ex", "x", ["<", "x", "z"]]
attack(
    "existence over its own name",
    X,
    FALSE,
    [
        arith(["<", ["-", "z", 1], "z"], (), [[1, []]]),
        rule("ex_i", 0, **{"is": SMALLER, "at": ["-", "z", 1]}),
        hyp(["<", "z", "z"]),
        arith(FALSE, [2], (), (), [0]),
        rule("ex_e", 1, 3, var="z"),
    ],
)
attack(
    "existence with a known name",
    X,
    ["->", ["=", "z", 0], FALSE],
    [
        arith(["=", 1, 1]),
        rule("ex_i", 0, **{"is": EX1, "at": 1}),
        hyp(["=", "z", 0]),
        hyp(["=", "z", 1]),
        arith(FALSE, [2, 3], (), [[0, -1], [1, 1]]),
        rule("ex_e", 1, 4, var="z"),
        imp(5, ["=", "z", 0]),
    ],
)
attack(
    "existence is universality",
    X,
    ["=", "z", 1],
    [arith(["=", 1, 1]), rule("ex_i", 0, **{"is": EX1, "at": 1}), rule("all_e", 1, at="z")],
)
attack(
    "bound name of another sort",
    {"t": "T", "s": "T", "y": "Y", "z": "Y"},
    [
        "->",
        ["all", "t", ["all", "s", ["=", ["ind", ["eq", "t", "s"]], 1]]],
        ["all", "y", ["all", "z", ["=", ["ind", ["eq", "y", "z"]], 1]]],
    ],
    [
        hyp(["all", "t", ["all", "s", ["=", ["ind", ["eq", "t", "s"]], 1]]]),
        rule("have", 0, **{"is": ["all", "y", ["all", "z", ["=", ["ind", ["eq", "y", "z"]], 1]]]}),
        imp(1, ["all", "t", ["all", "s", ["=", ["ind", ["eq", "t", "s"]], 1]]]),
    ],
)
attack(
    "instance under a binder of the same name",
    X,
    ["ex", "x", ["=", 0, 1]],
    [
        arith(["=", 1, 1]),
        rule("ex_i", 0, **{"is": EX1, "at": 1}),
        rule("all_i", 1, var="x"),
        rule("all_e", 2, at=0),
    ],
)
attack(
    "all is ex",
    X,
    ["->", ["ex", "x", EX0], ["all", "x", EX0]],
    [hyp(["ex", "x", EX0]), rule("have", 0, **{"is": ["all", "x", EX0]}), imp(1, ["ex", "x", EX0])],
)
attack(
    "order of quantifiers",
    X,
    ["->", BIGGER, ["ex", "z", ["all", "x", ["<", "x", "z"]]]],
    [hyp(BIGGER), rule("have", 0, **{"is": ["ex", "z", ["all", "x", ["<", "x", "z"]]]}), imp(1, BIGGER)],
)
attack(
    "two bound names become one",
    X,
    ["->", BIGGER, ["all", "x", ["ex", "z", ["<", "z", "z"]]]],
    [hyp(BIGGER), rule("have", 0, **{"is": ["all", "x", ["ex", "z", ["<", "z", "z"]]]}), imp(1, BIGGER)],
)
ATOM = ["=", ["sum", "y", ["*", ["ind", ["eq", "y", "z"]], PY]], ["P", "z"]]
POINT = [rule("pick", var="y", at="z", of=PY), rule("all_i", 0, var="P")]
attack(
    "function captured",
    PQ,
    [
        "=",
        ["sum", "y", ["*", ["ind", ["eq", "y", "z"]], ["ind", ["eq", "y", "y"]]]],
        ["ind", ["eq", "z", "y"]],
    ],
    [*POINT, rule("all_e", 1, at=["lam", "w", ["ind", ["eq", "w", "y"]]])],
)
attack(
    "instance of another sort",
    {"x": "R", "y": "Y", "f": ["R"], "g": ["Y"]},
    ["=", ["g", "y"], ["g", "y"]],
    [arith(["=", ["f", "x"], ["f", "x"]]), rule("all_i", 0, var="x"), rule("all_e", 1, at="y")],
)

# ---- sums
attack(
    "summed over a hypothesis",
    PQ,
    ["->", ["<=", PY, 0], ["<=", ["sum", "y", PY], ["sum", "y", 0]]],
    [hyp(["<=", PY, 0]), rule("sum", 0, var="y"), imp(1, ["<=", PY, 0])],
)
attack(
    "sum of strict over nothing",
    PQ,
    ["->", ["all", "y", ["<", PY, 0]], ["<", ["sum", "y", PY], 0]],
    [
        hyp(["all", "y", ["<", PY, 0]]),
        rule("all_e", 0, at="y"),
        rule("sum", 1, var="y"),
        imp(2, ["all", "y", ["<", PY, 0]]),
    ],
)
attack(
    "pick at the bound name",
    PQ,
    ["=", ["sum", "y", PY], PY],
    [rule("pick", var="y", at="y", of=PY), rule("have", 0, **{"is": ["=", ["sum", "y", PY], PY]})],
)
attack(
    "pick captured",
    PQ,
    [
        "=",
        ["sum", "y", ["*", ["ind", ["eq", "y", "z"]], ["sum", "z", ["R2", "y", "z"]]]],
        ["sum", "z", ["R2", "z", "z"]],
    ],
    [rule("pick", var="y", at="z", of=["sum", "z", ["R2", "y", "z"]])],
)
attack(
    "pick of another sort",
    {**PQ, "t": "T"},
    ["=", ["sum", "y", ["*", ["ind", ["eq", "y", "t"]], 1]], 1],
    [rule("pick", var="y", at="t", of=1)],
)
for bad, lhs, rhs in [
    ("diagonal", ["sum", "y", ["R2", "y", "y"]], ["sum", "y", ["sum", "z", ["R2", "y", "z"]]]),
    (
        "product of sums",
        ["*", ["sum", "y", PY], ["sum", "z", ["Q", "z"]]],
        ["sum", "y", ["*", PY, ["Q", "y"]]],
    ),
    ("square of a sum", ["^", ["sum", "y", PY], 2], ["sum", "y", ["^", PY, 2]]),
    ("sum of a constant", ["sum", "y", 1], 1),
    ("two functions", ["sum", "y", PY], ["sum", "y", ["Q", "y"]]),
    ("transposed", ["R2", "y", "z"], ["R2", "z", "y"]),
    (
        "inner name is free",
        ["sum", "y", ["sum", "z", ["*", PY, ["ind", ["eq", "y", "w"]]]]],
        ["sum", "y", ["sum", "z", ["*", PY, ["ind", ["eq", "y", "z"]]]]],
    ),
    (
        "bound inside an indicator",
        ["ind", ["all", "y", ["=", PY, 0]]],
        ["ind", ["all", "y", ["=", ["P", "z"], 0]]],
    ),
    (
        "square inside a sum",
        ["sum", "y", ["^", ["sum", "z", ["R2", "y", "z"]], 2]],
        ["sum", "y", ["sum", "z", ["R2", "y", "z"]]],
    ),
    (
        "square inside a sum has one name",
        ["sum", "y", ["^", ["sum", "z", ["R2", "y", "z"]], 2]],
        ["sum", "y", ["sum", "w", ["sum", "z", ["^", ["R2", "y", "z"], 2]]]],
    ),
    (
        "nested",
        ["sum", "y", ["log", ["sum", "z", ["R2", "y", "z"]]]],
        ["sum", "y", ["log", ["sum", "z", ["R2", "z", "z"]]]],
    ),
]:
    attack(f"sum: {bad}", PQ, ["=", lhs, rhs], [arith(["=", lhs, rhs])])
attack(
    "sum over another set",
    {"y": "Y", "t": "T"},
    ["=", ["sum", "y", 1], ["sum", "t", 1]],
    [arith(["=", ["sum", "y", 1], ["sum", "t", 1]])],
)
attack("sum over the reals", X, ["=", ["sum", "x", 0], 0], [arith(["=", ["sum", "x", 0], 0])])

# ---- listed sets
LISTED = {"sig": {"t": "T", "s": "T", "o1": "T", "o2": "T", "P": ["T"]}, "sets": {"T": ["o1", "o2"]}}
APART = ["=", ["ind", ["eq", "o1", "o2"]], 0]
attack(
    "a name is a listed outcome",
    LISTED["sig"],
    ["=", ["ind", ["eq", "t", "o1"]], 0],
    [arith(["=", ["ind", ["eq", "t", "o1"]], 0])],
    sets=LISTED["sets"],
)
attack(
    "generalised over a listed outcome",
    LISTED["sig"],
    ["=", ["ind", ["eq", "o2", "o2"]], 0],
    [arith(APART), rule("all_i", 0, var="o1"), rule("all_e", 1, at="o2")],
    sets=LISTED["sets"],
)
attack(
    "witness name is a listed outcome",
    LISTED["sig"],
    ["all", "s", ["=", ["P", "s"], ["P", "o2"]]],
    [rule("argmin", var="o1", other="t", of=["P", "o1"])],
    sets=LISTED["sets"],
)
attack(
    "an outcome listed twice",
    {"t": "T", "o1": "T"},
    ["=", ["sum", "t", 1], 2],
    [arith(["=", ["sum", "t", 1], 2])],
    sets={"T": ["o1", "o1"]},
)
attack("empty set", {"t": "T"}, ["=", ["sum", "t", 1], 0], [arith(["=", ["sum", "t", 1], 0])], sets={"T": []})
attack(
    "listed outcome of another sort",
    {"t": "T", "y": "Y"},
    ["=", ["sum", "t", 1], 1],
    [arith(["=", ["sum", "t", 1], 1])],
    sets={"T": ["y"]},
)
attack(
    "the reals are listed",
    {"x": "R", "o": "R"},
    ["=", ["ind", ["=", "x", "o"]], 1],
    [arith(["=", ["ind", ["=", "x", "o"]], 1])],
    sets={"R": ["o"]},
)

# ---- exp and log, finiteness, induction
attack("exp of log of 0", X, ["=", ["exp", ["log", 0]], 0], [arith(TRUE), rule("exp_log", 0, of=0)])
attack("tangent from above", X, ["<=", ["exp", "x"], ["+", 1, "x"]], [rule("exp_tangent", of="x")])
attack("exp is above 1", X, ["<", 1, ["exp", "x"]], [rule("exp_pos", of="x")])
attack(
    "least real",
    {"x": "R", "z": "R"},
    ["ex", "z", ["all", "x", ["<=", "z", "x"]]],
    [rule("argmin", var="z", other="x", of="z")],
)
NEQ = ["*", -1, ["ind", ["eq", "y", "z"]]]
attack(
    "argmin captured",
    PQ,
    ["ex", "y", ["all", "z", ["<=", NEQ, ["*", -1, ["ind", ["eq", "z", "z"]]]]]],
    [rule("argmin", var="y", other="z", of=NEQ)],
)
attack(
    "argmin over functions",
    {"F": ["R"], "G": ["R"]},
    ["ex", "F", ["all", "G", ["<=", ["F", 0], ["G", 0]]]],
    [rule("argmin", var="F", other="G", of=["F", 0])],
)
attack(
    "not a natural number",
    X,
    ["<=", 0, -1],
    [arith(["<=", -1, 0], (), [[1, []]]), rule("nat", 0), rule("and_e", 1, part=2)],
)
UP = ["<=", ["+", "x", 1], 0]
attack(
    "induction with a hypothesis on k",
    X,
    ["->", UP, ["all", "x", ["->", ["nat", "x"], ["<=", "x", 0]]]],
    [arith(TRUE), hyp(UP), rule("induct", 0, 1, var="x", **{"is": ["<=", "x", 0]}), imp(2, UP)],
)
attack(
    "induction without base",
    X,
    ["all", "x", ["->", ["nat", "x"], ["<=", 1, "x"]]],
    [
        arith(TRUE),
        hyp(["<=", 1, "x"]),
        arith(["<=", 1, ["+", "x", 1]], [1], [[1, [0]], [1, []]]),
        rule("induct", 0, 2, var="x", **{"is": ["<=", 1, "x"]}),
    ],
)
attack(
    "induction without step",
    X,
    ["all", "x", ["->", ["nat", "x"], ["<=", "x", 0]]],
    [arith(TRUE), rule("induct", 0, 0, var="x", **{"is": ["<=", "x", 0]})],
)
JS = {"f": ["R"], "a": "R", "b": "R", "l": "R", "i": "I"}
BOX = [q for v in ("a", "b", "l") for q in (["<=", 0, v], ["<=", v, 1])]


def mixture(p, q):
    return ["+", ["*", "l", p], ["*", ["-", 1, "l"], q]]


CONVEX = [
    "all",
    "a",
    [
        "all",
        "b",
        [
            "all",
            "l",
            ["->", ["and", *BOX], ["<=", ["f", mixture("a", "b")], mixture(["f", "a"], ["f", "b"])]],
        ],
    ],
]
ANY = ["all", "a", ["=", ["f", "a"], ["f", "a"]]]
ONE_W = ["=", ["sum", "i", ["w", "i"]], 1]
attack(
    "Jensen without total weight",
    JS,
    ["->", CONVEX, ["<=", ["f", ["sum", "i", 0]], ["sum", "i", ["*", 0, ["f", 0]]]]],
    [
        hyp(CONVEX),
        arith(TRUE),
        arith(["=", 0, 0]),
        arith(["<=", 0, 1], (), [[1, []]]),
        rule("jensen", 0, 1, 2, 1, 3, fun="f", var="i", w=0, x=0, names=["a", "b", "l"]),
        imp(4, CONVEX),
    ],
)
WI = ["<=", 0, ["w", "i"]]
attack(
    "Jensen for any function",
    {**JS, "w": ["I"], "x": ["I"]},
    [
        "->",
        ONE_W,
        [
            "->",
            ["all", "i", WI],
            [
                "<=",
                ["f", ["sum", "i", ["*", ["w", "i"], ["ind", ["<=", 1, ["x", "i"]]]]]],
                ["sum", "i", ["*", ["w", "i"], ["f", ["ind", ["<=", 1, ["x", "i"]]]]]],
            ],
        ],
    ],
    [
        arith(["=", ["f", "a"], ["f", "a"]]),
        rule("all_i", 0, var="a"),
        hyp(["all", "i", WI]),
        rule("all_e", 2, at="i"),
        hyp(ONE_W),
        arith(["<=", 0, ["ind", ["<=", 1, ["x", "i"]]]], (), [[1, [], ["ind", ["<=", 1, ["x", "i"]]]]]),
        arith(
            ["<=", ["ind", ["<=", 1, ["x", "i"]]], 1], (), [[1, [], ["-", 1, ["ind", ["<=", 1, ["x", "i"]]]]]]
        ),
        rule(
            "jensen",
            1,
            3,
            4,
            5,
            6,
            fun="f",
            var="i",
            w=["w", "i"],
            x=["ind", ["<=", 1, ["x", "i"]]],
            names=["a", "b", "l"],
        ),
        imp(7, ["all", "i", WI]),
        imp(8, ONE_W),
    ],
)

# ---- erf and pi
PI_IS = ["<=", 4, ["pi"]]
attack("pi as a name", {"pi": "R"}, ["=", "pi", "pi"], [arith(["=", "pi", "pi"])])
attack("pi as a free leaf", X, ["=", "pi", "pi"], [arith(["=", "pi", "pi"])])
attack("pi bound", X, ["all", "pi", ["=", 0, 0]], [arith(["=", 0, 0]), rule("all_i", 0, var="pi")])
attack(
    "pi replaced in a lemma",
    X,
    ["<=", 4, 3],
    [rule("lemma", name="four", **{"with": {"pi": 3}})],
    {
        "four": {
            "sig": X,
            "claim": ["->", PI_IS, PI_IS],
            "lines": [hyp(PI_IS), imp(0, PI_IS)],
        }
    },
)
BOUNDS = ["and", ["<", -1, ["erf", "x"]], ["<", ["erf", "x"], 1]]
attack(
    "erf below a half", X, ["<", ["erf", "x"], "1/2"], [rule("erf_bounds", of="x"), rule("and_e", 0, part=2)]
)
attack("erf above 0", X, ["<", 0, ["erf", "x"]], [rule("erf_bounds", of="x"), rule("and_e", 0, part=1)])
attack("bounds of erf under a hypothesis", X, BOUNDS, [arith(TRUE), rule("erf_bounds", 0, of="x")])
TAIL = ["<=", ["-", 1, ["erf", "x"]], ["exp", ["*", -1, "x", "x"]]]
attack("the tail of erf on both sides", X, TAIL, [arith(TRUE), rule("erf_tail", 0, of="x")])
attack(
    "the tail of erf for the opposite sign",
    X,
    ["->", ["<=", "x", 0], TAIL],
    [hyp(["<=", "x", 0]), rule("erf_tail", 0, of="x"), imp(1, ["<=", "x", 0])],
)
attack(
    "the tail of erf elsewhere",
    X,
    ["->", ["<=", 0, "z"], TAIL],
    [hyp(["<=", 0, "z"]), rule("erf_tail", 0, of="x"), imp(1, ["<=", 0, "z"])],
)
attack(
    "too thin a tail",
    X,
    ["->", ["<=", 0, "x"], ["<=", ["-", 1, ["erf", "x"]], ["exp", ["*", -2, "x", "x"]]]],
    [hyp(["<=", 0, "x"]), rule("erf_tail", 0, of="x"), imp(1, ["<=", 0, "x"])],
)
LOW, HIGH = ["<", -1, "z"], ["<", "z", 1]
REACHED = ["ex", "x", ["=", ["erf", "x"], "z"]]
attack(
    "erf reaches 2",
    X,
    ["ex", "x", ["=", ["erf", "x"], 2]],
    [arith(["<", -1, 2], [], [[3, []]]), rule("erf_onto", 0, 0, var="x", of=2)],
)
attack(
    "erf reaches 1",
    X,
    ["ex", "x", ["=", ["erf", "x"], 1]],
    [arith(["<", -1, 1], [], [[2, []]]), arith(["<=", 1, 1]), rule("erf_onto", 0, 1, var="x", of=1)],
)
attack(
    "erf reaches what is below 1 only",
    X,
    ["->", HIGH, REACHED],
    [hyp(HIGH), rule("erf_onto", 0, 0, var="x", of="z"), imp(1, HIGH)],
)
attack(
    "erf reaches what is above -1 only",
    X,
    ["->", LOW, REACHED],
    [hyp(LOW), rule("erf_onto", 0, 0, var="x", of="z"), imp(1, LOW)],
)
attack(
    "erf reaches another number",
    {**X, "w": "R"},
    ["->", LOW, ["->", HIGH, ["ex", "x", ["=", ["erf", "x"], "w"]]]],
    [hyp(LOW), hyp(HIGH), rule("erf_onto", 0, 1, var="x", of="w"), imp(2, HIGH), imp(3, LOW)],
)
ITSELF = ["<", -1, ["*", "x", "1/2"]], ["<", ["*", "x", "1/2"], 1]
attack(
    "erf reaches a number that moves with the place",
    X,
    ["->", ITSELF[0], ["->", ITSELF[1], ["ex", "x", ["=", ["erf", "x"], ["*", "x", "1/2"]]]]],
    [
        hyp(ITSELF[0]),
        hyp(ITSELF[1]),
        rule("erf_onto", 0, 1, var="x", of=["*", "x", "1/2"]),
        imp(2, ITSELF[1]),
        imp(3, ITSELF[0]),
    ],
)
attack(
    "erf reaches a number at an outcome",
    {**X, "y": "Y"},
    ["->", LOW, ["->", HIGH, ["ex", "y", ["=", ["erf", "y"], "z"]]]],
    [hyp(LOW), hyp(HIGH), rule("erf_onto", 0, 1, var="y", of="z"), imp(2, HIGH), imp(3, LOW)],
)
attack(
    "erf even",
    X,
    ["=", ["erf", ["*", -1, "x"]], ["erf", "x"]],
    [arith(["=", ["erf", ["*", -1, "x"]], ["erf", "x"]])],
)
attack("erf without a sign", X, ["=", ["erf", "x"], 0], [arith(["=", ["erf", "x"], 0])])
BELL = ["*", 2, ["exp", ["-", ["*", -1, ["^", "x", 2]], ["*", "1/2", ["log", ["pi"]]]]]]


def slope_of_erf(name, f, slope, claim):
    """The mean value theorem for f with a wrong derivative (premise 0 shows that what is given is positive)."""
    attack(
        f"derivative of erf {name}",
        X,
        claim,
        [
            rule("exp_pos", of=slope),
            arith(["<=", 0, 1], (), [[1, []]]),
            rule("mean_value", 0, 1, var="x", of=f),
        ],
    )


SQUARE = ["*", -1, "x", "x"]
slope_of_erf("without its factor", ["erf", "x"], SQUARE, ["<=", ["erf", 0], ["erf", 1]])
slope_of_erf("without pi", ["*", "1/2", ["erf", "x"]], SQUARE, ["<=", ["erf", 0], ["*", "1/2", ["erf", 1]]])
slope_of_erf(
    "without the inner one",
    ["*", -1, ["erf", ["*", -1, "x"]]],
    ["-", SQUARE, ["log", ["pi"]]],
    ["<=", 0, ["erf", 1]],
)
attack(
    "a falling erf",
    X,
    ["<=", ["erf", 0], ["*", -1, ["erf", 1]]],
    [
        rule("exp_pos", of=BELL[2]),
        arith(["<", 0, BELL], [0], [[2, [0]]]),
        arith(["<=", 0, 1], (), [[1, []]]),
        rule("mean_value", 1, 2, var="x", of=["erf", ["*", -1, "x"]]),
    ],
)

FOURTH = ["exp", ["-", ["*", -1, ["^", "x", 4]], ["*", "1/2", ["log", ["pi"]]]]]
attack(
    "erf of a square rises before 0",
    X,
    ["<=", ["erf", ["*", -1, -1]], ["erf", 0]],
    [
        rule("exp_pos", of=FOURTH[1]),
        arith(["<", 0, ["*", 2, FOURTH]], [0], [[2, [0]]]),
        arith(["<=", -1, 0], (), [[1, []]]),
        rule("mean_value", 1, 2, var="x", of=["erf", ["*", "x", "x"]]),
    ],
)

# ---- mean value
attack(
    "wrong derivative",
    X,
    ["<=", 0, -1],
    [arith(["<=", 0, 1], (), [[1, []]]), rule("mean_value", 0, 0, var="x", of=["*", -1, "x"])],
)
SLOPE = ["<=", 0, ["*", 2, "x"]]
attack(
    "slope under a hypothesis on x",
    X,
    ["->", SLOPE, ["<=", 4, 1]],
    [
        hyp(SLOPE),
        arith(["<=", -2, -1], (), [[1, []]]),
        rule("mean_value", 0, 1, var="x", of=["*", "x", "x"]),
        imp(2, SLOPE),
    ],
)
attack(
    "slope known elsewhere",
    X,
    ["<=", 4, 0],
    [
        hyp(["<=", 0, "x"]),
        arith(SLOPE, [0], [[2, [0]]]),
        arith(["<=", -2, 0], (), [[2, []]]),
        rule("mean_value", 1, 2, var="x", of=["*", "x", "x"]),
    ],
)
attack(
    "order of the ends",
    X,
    ["<=", 1, 0],
    [arith(["<=", 0, 1], (), [[1, []]]), hyp(["<=", 1, 0]), rule("mean_value", 0, 1, var="x", of="x")],
)
OVER = ["*", -1, ["/", 1, "x"]]
attack(
    "1/x over 0",
    X,
    ["<=", ["*", -1, ["/", 1, -1]], ["*", -1, ["/", 1, 1]]],
    [
        arith(["<=", 0, ["*", ["/", 1, "x"], ["/", 1, "x"]]], (), [[1, [], ["/", 1, "x"]]]),
        arith(["<=", -1, 1], (), [[2, []]]),
        rule("mean_value", 0, 1, var="x", of=OVER),
    ],
)
RECIPROCAL = ["all", "x", ["->", ["<=", 0, "x"], ["<=", 0, ["/", 1, "x"]]]]
attack(
    "log at 0",
    X,
    ["->", RECIPROCAL, ["<=", ["log", 0], ["log", 1]]],
    [
        hyp(RECIPROCAL),
        rule("all_e", 0, at="x"),
        hyp(["<=", 0, "x"]),
        rule("imp_e", 1, 2),
        arith(["<=", 0, 1], (), [[1, []]]),
        rule("mean_value", 3, 4, var="x", of=["log", "x"]),
        imp(5, RECIPROCAL),
    ],
)
attack(
    "log positive inside only",
    X,
    ["->", RECIPROCAL, ["<=", ["log", 0], ["log", 1]]],
    [
        hyp(RECIPROCAL),
        rule("all_e", 0, at="x"),
        hyp(["<=", 0, "x"]),
        rule("imp_e", 1, 2),
        arith(["<=", 0, 1], (), [[1, []]]),
        hyp(["<", 0, "x"]),
        rule("mean_value", 3, 4, 5, var="x", of=["log", "x"]),
        imp(6, RECIPROCAL),
    ],
)
NEGATIVE = ["all", "x", ["->", ["<=", "x", -1], ["<=", 0, ["*", -1, ["/", 1, "x"]]]]]
NONZERO = ["all", "x", ["->", ["<=", "x", -1], ["not", ["=", "x", 0]]]]
attack(
    "log of a negative",
    X,
    ["->", NEGATIVE, ["->", NONZERO, ["<=", ["*", -1, ["log", -2]], ["*", -1, ["log", -1]]]]],
    [
        hyp(NEGATIVE),
        rule("all_e", 0, at="x"),
        hyp(["<=", "x", -1]),
        rule("imp_e", 1, 2),
        hyp(NONZERO),
        rule("all_e", 4, at="x"),
        rule("imp_e", 5, 2),
        arith(["<=", -2, -1], (), [[1, []]]),
        rule("mean_value", 3, 7, 6, var="x", of=["*", -1, ["log", "x"]]),
        imp(8, NONZERO),
        imp(9, NEGATIVE),
    ],
)
STEP = ["*", -1, ["ind", ["<=", 0, "x"]]]
attack(
    "an indicator is constant",
    X,
    ["<=", 0, -1],
    [arith(TRUE), arith(["<=", -1, 1], (), [[2, []]]), rule("mean_value", 0, 1, var="x", of=STEP)],
)
attack(
    "a function of x is constant",
    {**X, "f": ["R"]},
    ["<=", ["f", 0], ["f", 1]],
    [arith(TRUE), arith(["<=", 0, 1], (), [[1, []]]), rule("mean_value", 0, 1, var="x", of=["f", "x"])],
)
attack(
    "exp is constant",
    X,
    ["<=", ["exp", 0], ["exp", -1]],
    [
        arith(TRUE),
        arith(["<=", 0, 1], (), [[1, []]]),
        rule("mean_value", 0, 1, var="x", of=["exp", ["*", -1, "x"]]),
    ],
)
attack(
    "strict from a flat function",
    X,
    ["<", 0, 0],
    [arith(TRUE), arith(["<", 0, 1], (), [[1, []]]), rule("mean_value", 0, 1, var="x", of=["*", 0, "x"])],
)
attack(
    "strict at one point",
    X,
    ["<", 0, 0],
    [arith(["<", 0, 1], (), [[1, []]]), arith(TRUE), rule("mean_value", 0, 1, var="x", of="x")],
)
ENDS = ["<=", ["*", 2, "x"], ["*", 3, "x"]]
FALL = ["*", -1, ["*", "x", "x"]]
attack(
    "ends move with x",
    X,
    ["->", ENDS, ["<=", ["*", -4, ["*", "x", "x"]], ["*", -9, ["*", "x", "x"]]]],
    [
        hyp(["<=", ["*", 2, "x"], "x"]),
        arith(["<=", 0, ["*", -2, "x"]], [0], [[2, [0]]]),
        hyp(ENDS),
        rule("mean_value", 1, 2, var="x", of=FALL),
        imp(3, ENDS),
    ],
)

# ---- lemmas
APART_LEMMA = {**LISTED, "claim": APART, "lines": [arith(APART)]}
attack(
    "listed outcomes renamed",
    {"t": "T", "s": "T", "o1": "T", "o2": "T"},
    ["=", ["ind", ["eq", "t", "s"]], 0],
    [rule("lemma", name="apart", names={"o1": ["t"], "o2": ["s"]})],
    {"apart": APART_LEMMA},
    sets=LISTED["sets"],
)
attack(
    "listed outcome replaced",
    {"t": "T", "s": "T", "o1": "T", "o2": "T"},
    ["=", ["ind", ["eq", "t", "o2"]], 0],
    [rule("lemma", name="apart", **{"with": {"o1": "t"}})],
    {"apart": APART_LEMMA},
    sets=LISTED["sets"],
)
attack(
    "listed set read as any",
    {"o1": "Y", "o2": "Y"},
    ["=", ["ind", ["eq", "o1", "o2"]], 0],
    [rule("lemma", name="apart", sets={"T": ["Y"]})],
    {"apart": APART_LEMMA},
)
attack(
    "listed set is abstract here",
    {"o1": "T", "o2": "T"},
    APART,
    [rule("lemma", name="apart")],
    {"apart": APART_LEMMA},
)
LEAST = ["ex", "y", ["all", "z", ["<=", ["P", "y"], ["P", "z"]]]]
LEAST_LEMMA = {
    "sig": {"y": "Y", "z": "Y", "P": ["Y"]},
    "claim": LEAST,
    "lines": [rule("argmin", var="y", other="z", of=["P", "y"])],
}
attack(
    "a set read as the reals",
    {"y": "R", "z": "R", "P": ["R"]},
    LEAST,
    [rule("lemma", name="least", sets={"Y": ["R"]})],
    {"least": LEAST_LEMMA},
)
attack(
    "a set read as nothing",
    {"y": "Y", "z": "Y", "P": ["Y"]},
    LEAST,
    [rule("lemma", name="least", sets={"Y": []})],
    {"least": LEAST_LEMMA},
)
BIG_LEMMA = {"sig": X, "claim": BIGGER, "lines": UNBOUNDED}
attack(
    "lemma: two names become one",
    {"z": "R"},
    ["all", "z", ["ex", "z", ["<", "z", "z"]]],
    [rule("lemma", name="big", names={"x": ["z"]})],
    {"big": BIG_LEMMA},
)
OPEN_LEMMA = {"sig": X, "claim": BIGGER[2], "lines": UNBOUNDED[:2]}
attack(
    "lemma: captured",
    X,
    ["ex", "z", ["<", "z", "z"]],
    [rule("lemma", name="open", **{"with": {"x": "z"}})],
    {"open": OPEN_LEMMA},
)
attack(
    "lemma: bound name replaced",
    X,
    ["ex", "z", ["<", "x", "x"]],
    [rule("lemma", name="open", **{"with": {"z": "x"}})],
    {"open": OPEN_LEMMA},
)
BOTH_LEMMA = {
    "sig": X,
    "claim": ["and", BIGGER[2], ["=", "z", "z"]],
    "lines": [*UNBOUNDED[:2], arith(["=", "z", "z"]), rule("and_i", 1, 2)],
}
attack(
    "lemma: a name replaced where it is bound too",
    X,
    ["and", ["ex", "z", ["<", 0, 0]], ["=", 0, 0]],
    [rule("lemma", name="both", **{"with": {"x": 0, "z": 0}})],
    {"both": BOTH_LEMMA},
)
attack("lemma: not checked", X, FALSE, [rule("lemma", name="nothing")])
attack(
    "lemma: of itself",
    X,
    FALSE,
    [rule("lemma", name="self")],
    {"self": {"sig": X, "claim": FALSE, "lines": [hyp(FALSE)]}},
)

# ---- enclosures


def enclose(name, goal, *bounds, sig=None):
    n = len(bounds)
    lines = [hyp(b) for b in bounds] + [rule("enclose", *range(n), bits=40, **{"is": goal})]
    claim = goal
    for b in reversed(bounds):
        lines.append(imp(len(lines) - 1, b))
        claim = ["->", b, claim]
    attack(f"enclose: {name}", sig or X, claim, lines)


UNIT = (["<=", 0, "x"], ["<=", "x", 1])
WIDE = (["<=", -2, "x"], ["<=", "x", 1])
enclose("lower bound only", ["<=", "x", 1], UNIT[0])
enclose("a bound of another name", ["<=", "z", 1], *UNIT)
enclose("strict at an end", ["<", 0, "x"], *UNIT)
enclose("one is below one", ["<", 1, 1])
enclose("too good an upper bound", ["<=", ["exp", 1], "27182/10000"])
enclose("too good a lower bound", ["<=", "27183/10000", ["exp", 1]])
enclose("exp of a negative", ["<=", ["exp", -1], "3678/10000"])
enclose("exp of a negative, below", ["<=", "3679/10000", ["exp", -1]])
enclose("log", ["<=", ["log", 2], "6931/10000"])
enclose("log from below", ["<=", "6932/10000", ["log", 2]])
enclose("log of a small number", ["<=", "-6931/10000", ["log", "1/2"]])
enclose("log near one", ["<=", "1/1000", ["log", "1001/1000"]])
enclose("erf", ["<=", ["erf", 1], "8427/10000"])
enclose("erf from below", ["<=", "8428/10000", ["erf", 1]])
enclose("erf of a negative", ["<=", "-8427/10000", ["erf", -1]])
enclose("erf reaches one", ["<=", 1, ["erf", 10]])
enclose("pi", ["<=", ["pi"], "314159/100000"])
enclose("pi from below", ["<=", "31416/10000", ["pi"]])
enclose("pi of something", ["<=", ["pi", "x"], 4], *UNIT)
enclose("log of a negative", ["<=", ["log", "x"], 0], *WIDE)
enclose("log of zero", ["<=", ["log", "x"], 0], *UNIT)
enclose("1/x over zero", ["<=", ["/", 1, "x"], 1], *WIDE)
enclose("1/x at zero", ["<=", 1, ["/", 1, "x"]], *UNIT)
enclose("1/x turned round", ["<=", ["/", 1, "x"], 1], ["<=", "1/2", "x"], ["<=", "x", 1])
enclose("square", ["<=", ["^", "x", 2], 1], *WIDE)
enclose("square is positive", ["<=", 1, ["^", "x", 2]], *WIDE)
enclose("cube", ["<=", -1, ["^", "x", 3]], *WIDE)
enclose("product of negatives", ["<=", ["*", "x", "z"], 1], *WIDE, ["<=", -2, "z"], ["<=", "z", 1])
enclose("product of signs", ["<=", -1, ["*", "x", "z"]], *WIDE, ["<=", 0, "z"], ["<=", "z", 1])
enclose("difference", ["<=", ["-", "x", "z"], 0], *UNIT, ["<=", 0, "z"], ["<=", "z", 1])
enclose("indicator", ["<=", ["ind", ["<=", "x", "1/2"]], 0], *UNIT)
enclose("indicator is one", ["<=", 1, ["ind", ["<=", "x", "1/2"]]], *UNIT)
enclose("indicator of not", ["<=", 1, ["ind", ["not", ["<=", "x", 1]]]], *UNIT)
enclose("indicator of and", ["<=", 1, ["ind", ["and", ["<=", "x", 1], ["<=", "x", 0]]]], *UNIT)
enclose("a function", ["<=", ["f", "x"], 1], *UNIT, sig={**X, "f": ["R"]})
enclose("a bound of a multiple", ["<=", "x", 1], ["<=", 0, "x"], ["<=", ["/", "x", 2], 1])
enclose("a bound with the wrong sign", ["<=", 0, "x"], ["<=", 0, ["*", -1, "x"]], ["<=", -1, "x"])
enclose("a bound of a square", ["<=", "x", 1], ["<=", ["*", "x", "x"], 4], ["<=", 0, ["*", "x", "x"]])
enclose("a bound by a name", ["<=", "x", 1], ["<=", "x", "z"], ["<=", 0, "x"])

# ---- definitions, names, loading
NAMES = {
    "name is a set": {"Y": "T", "W": "T", "p": "Y", "r": "W"},
    "name is an operator": {"exp": "R"},
    "name of a function is an operator": {"sum": ["R"]},
    "name is canonical": {"#1": "R"},
    "name is opened": {"~0": "R"},
    "name is a tag": {"@v": "R"},
    "name is R": {"R": "R"},
    "set is an operator": {"x": "exp"},
    "name is its own set": {"x": "x"},
    "a pinned notion as a name": {"ADP": ["R"]},
    "a sort without arguments": {"f": []},
    "non-ascii name": {"ε": "R"},
    "non-ascii digit": {"x٣": "R"},
}
LOADED = {f"names: {k}": {"sig": sig, "claim": TRUE, "lines": [arith(TRUE)]} for k, sig in NAMES.items()}
attack(
    "canonical name in a term",
    PQ,
    ["=", ["sum", "y", ["R2", "y", "#1"]], ["sum", "y", ["R2", "y", "y"]]],
    [arith(["=", ["sum", "y", ["R2", "y", "#1"]], ["sum", "y", ["R2", "y", "y"]]])],
)
attack(
    "function twice",
    PQ,
    ["->", ["all", "P", ATOM], FALSE],
    [hyp(["all", "P", ATOM]), rule("all_e", 0, at=["lam", "w", "w", 1]), imp(1, ["all", "P", ATOM])],
)


def bad_notions(name, claim, lines, sig=SIG, **rest):
    LOADED[f"notions: {name}"] = {"sig": sig, "claim": claim, "lines": lines, **rest}


DP = ["ADP1", "P", "Q", "eps", 0]
REFLEXIVE = ["->", DP, DP]
PROOF = [hyp(DP), imp(0, DP)]
bad_notions("no digest", REFLEXIVE, PROOF)
bad_notions("another digest", REFLEXIVE, PROOF, notions="0" * 64)
bad_notions("a digest for nothing", TRUE, [arith(TRUE)], notions="0" * 64)
bad_notions("y in another set", REFLEXIVE, PROOF, sig={**SIG, "y": "W", "P": ["W"], "Q": ["W"]})
bad_notions("a definition of its own", TRUE, [arith(TRUE)], defs={"D": [["a"], ["<=", "a", 0]]})
bad_notions("a copy", TRUE, [arith(TRUE)], copies={"D": ["ADP", {"y": ["z"]}]})
OTHER_SET = {**SIG, "z": "Z", "A": ["Z"], "B": ["Z"], "S_Z": ["Z"]}
for _name, _notion, _sig in (
    ("a law on another set by name", ["ADP1", "A", "B", 0, 0], OTHER_SET),
    ("a law that is a number", ["ADP1", "eps", "B", 0, 0], OTHER_SET),
    ("a law of numbers", ["ADP1", ["lam", "t", "t"], ["lam", "t", "t"], 0, 0], OTHER_SET),
    ("events of another set", ["ADP1", ["lam", "z", ["A", "z"]], ["lam", "z", ["B", "z"]], 0, 0], {**OTHER_SET, "S_Z": ["Y"]}),
    ("events undeclared", ["ADP1", ["lam", "z", ["A", "z"]], ["lam", "z", ["B", "z"]], 0, 0],
     {k: v for k, v in OTHER_SET.items() if k != "S_Z"}),
    ("laws on two sets", ["Finite", ["lam", "z", ["A", "z"]], "P"], OTHER_SET),
    ("a name twice", ["Finite", ["lam", "z", "z", ["A", "z"]], ["lam", "z", "z", ["B", "z"]]], OTHER_SET),
    ("too few arguments", ["ADP1", "P", "Q", 0], SIG),
    ("a captured budget", ["GDP1", "P", "Q", "t"], SIG),
    ("a captured order", ["ZCDP1", "P", "Q", "alpha"], SIG),
    ("a captured event", ["ADP1", "P", "Q", ["S", "y"], 0], SIG),
):  # fmt: skip
    _claim = ["->", _notion, _notion]
    bad_notions(_name, _claim, [hyp(_notion), imp(0, _notion)], sig=_sig)


# ---- what a reader of the file sees must be what is checked
def bad_line(name, line, sig=SIG):
    LOADED[f"fields: {name}"] = {"sig": sig, "claim": TRUE, "lines": [line]}


ONE_MORE = {
    "all": ["all", "y", TRUE, FALSE],
    "ex": ["ex", "y", TRUE, FALSE],
    "sum": ["<=", 0, ["sum", "y", 1, -5]],
    "binder of two": ["all", "y", "t", TRUE],
    "binder of none": ["all", TRUE],
    "binder of a tree": ["all", ["y"], TRUE],
    "lam of none": ["<=", 0, ["lam", 1]],
    "empty": [],
}
for _name, _formula in ONE_MORE.items():
    LOADED[f"parts: {_name}"] = {
        "sig": SIG, "claim": ["->", _formula, _formula], "lines": [hyp(_formula), imp(0, _formula)],
    }  # fmt: skip
bad_line("a remark", {**arith(TRUE), "why": "obvious"})
bad_line("a premise of hyp", {"rule": "hyp", "is": TRUE, "as": FALSE})
LOADED["fields: a title"] = {"sig": SIG, "claim": TRUE, "lines": [arith(TRUE)], "title": "0 = 1"}


# ---- one rule that was broken: a lemma is read at other sorts, sets, arities
ONE_OUTCOME = {
    "sig": {"x": "Y", "a": "Y", "F": ["Y"]},
    "sets": {"Y": ["a"]},
    "claim": ["and", ["=", ["F", "x"], ["F", "x"]], ["=", ["sum", "x", 1], 1]],
    "lines": [
        arith(["=", ["F", "x"], ["F", "x"]]),
        arith(["=", ["sum", "x", 1], 1]),
        rule("and_i", 0, 1),
    ],
}
ZERO_IS_ONE = ["=", 0, 1]
PICKED = [rule("and_e", 0, part=2), arith(ZERO_IS_ONE, [1], (), [[0, -1]])]
attack(
    "lemma: a replaced name that is bound too is read at another sort",
    {"x": "Z", "a": "Y", "p": "Z", "q": "Z", "F": ["Y"]},
    ZERO_IS_ONE,
    [rule("lemma", name="one", **{"with": {"x": "a"}}), *PICKED],
    {"one": ONE_OUTCOME},
    sets={"Y": ["a"], "Z": ["p", "q"]},
)
attack(
    "lemma: a bound name is read at another sort",
    {"x": "Z", "a": "Y", "p": "Z", "q": "Z", "F": ["Z"]},
    ZERO_IS_ONE,
    [rule("lemma", name="one"), *PICKED],
    {"one": ONE_OUTCOME},
    sets={"Y": ["a"], "Z": ["p", "q"]},
)
attack(
    "lemma: its listed set has more outcomes here",
    {"x": "Y", "a": "Y", "b": "Y", "F": ["Y"]},
    ZERO_IS_ONE,
    [rule("lemma", name="one"), *PICKED],
    {"one": ONE_OUTCOME},
    sets={"Y": ["a", "b"]},
)
attack(
    "lemma: its listed set is abstract here, its own name for it replaced",
    {"x": "Y", "a": "Y", "F": ["Y"]},
    ZERO_IS_ONE,
    [rule("lemma", name="one", **{"with": {"F": ["lam", "x", 1]}}), *PICKED],
    {"one": ONE_OUTCOME},
)
SAME_VALUE = {
    "sig": {"y": "Y", "z": "Y", "F": ["Y", "R"], "G": ["Y"]},
    "claim": ["=", ["F", "y", ["G", "y"]], ["F", "y", ["G", "y"]]],
    "lines": [arith(["=", ["F", "y", ["G", "y"]], ["F", "y", ["G", "y"]]])],
}
for _name, _with, _sig in (
    ("a function becomes a binder", {"F": "sum"}, {}),
    ("a function becomes an operator", {"G": "exp"}, {}),
    ("a function of other arity", {"G": "F"}, {}),
    ("a function becomes a number", {"G": 1}, {}),
    ("an outcome becomes a number", {"y": 1}, {}),
    ("an outcome becomes one of another set", {"y": "w"}, {"w": "W"}),
    ("an operator replaced", {"=": "<"}, {}),
    ("a bound or absent name replaced", {"z": "y"}, {}),
    ("a written function over another set", {"G": ["lam", "w", 1]}, {"w": "W"}),
    ("a name of no sort", {"y": "#y"}, {}),
    ("a set replaced", {"Y": "Z"}, {}),
):
    attack(
        f"lemma: {_name}",
        {**SAME_VALUE["sig"], **_sig},
        SAME_VALUE["claim"],
        [rule("lemma", name="same", **{"with": _with})],
        {"same": SAME_VALUE},
    )
for _field, _value in (("names", {"F": ["sum"]}), ("sets", {"Y": ["T"]}), ("sets", {"Y": ["Y", "Y"]})):
    attack(
        f"lemma: {_field} {_value} is a field no more",
        SAME_VALUE["sig"],
        SAME_VALUE["claim"],
        [rule("lemma", name="same", **{_field: _value})],
        {"same": SAME_VALUE},
    )


def survivors():
    """The attacks that a kernel lets through (imported here, so that mutants can be tried)."""
    from dpsym.kernel import Refused, check

    through = []
    for name, (cert, library) in ATTACKS.items():
        known = {}
        try:
            for n, c in library.items():
                try:
                    known[n] = check(c, known)
                except Refused:
                    if name != "lemma: of itself":
                        raise AssertionError(f"{name}: the lemma itself is refused") from None
            check(cert, known)
            through.append(name)
        except Refused:
            pass
    for name, cert in LOADED.items():
        try:
            check(cert)
            through.append(name)
        except Refused:
            pass
    return through


def main() -> int:
    """Print what gets through; 1 if anything does."""
    through = survivors()
    print("\n".join(through))
    return int(bool(through))


if __name__ == "__main__":
    raise SystemExit(main())
