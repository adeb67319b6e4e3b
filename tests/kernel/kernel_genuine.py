"""True theorems with their certificates, written by hand, for the tests of the kernel."""

from dpsym.kernel import bundle as bundled
from dpsym.kernel import seal

FALSE = ["<=", 1, 0]


def arith(goal, premises=(), terms=(), eqs=(), times=()):
    return {
        "rule": "arith",
        "from": list(premises),
        "is": goal,
        "terms": [list(t) for t in terms],
        "eqs": [list(e) for e in eqs],
        "times": list(times),
    }


def hyp(p):
    return {"rule": "hyp", "is": p}


def group_privacy():
    """Steps of loss eps add up to k eps along a path of any length k."""
    a = [
        "all",
        "j",
        [
            "all",
            "y",
            ["->", ["nat", "j"], ["<=", ["P", "j", "y"], ["*", ["exp", "eps"], ["P", ["+", "j", 1], "y"]]]],
        ],
    ]

    def b(k):
        return ["<=", ["P", 0, "y"], ["*", ["exp", ["*", k, "eps"]], ["P", k, "y"]]]

    return {
        "sig": {"P": ["R", "Y"], "y": "Y", "j": "R", "k": "R", "eps": "R"},
        "claim": ["->", a, ["all", "y", ["all", "k", ["->", ["nat", "k"], b("k")]]]],
        "lines": [
            hyp(a),
            arith(b(0)),
            hyp(["nat", "k"]),
            hyp(b("k")),
            {"rule": "all_e", "from": [0], "at": "k"},
            {"rule": "all_e", "from": [4], "at": "y"},
            {"rule": "imp_e", "from": [5, 2]},
            {"rule": "exp_pos", "of": ["*", "k", "eps"]},
            arith(b(["+", "k", 1]), [3, 6, 7], [[1, [0]], [1, [2, 1]]]),
            {"rule": "induct", "from": [1, 8], "var": "k", "is": b("k")},
            {"rule": "all_i", "from": [9], "var": "y"},
            {"rule": "imp_i", "from": [10], "is": a},
        ],
    }


def log_below_tangent():
    """log(1 + b) <= b for b >= 0, by the derivative 1 - 1/(1 + x) of x - log(1 + x)."""
    one_x = ["+", 1, "x"]
    inverse = ["/", 1, one_x]
    return {
        "sig": {"x": "R", "b": "R"},
        "claim": ["->", ["<=", 0, "b"], ["<=", ["-", 0, ["log", 1]], ["-", "b", ["log", ["+", 1, "b"]]]]],
        "lines": [
            hyp(["<=", 0, "x"]),
            arith(["<", 0, one_x], [0], [[1, [0]], [1, []]]),
            {"rule": "inv", "from": [1], "of": one_x},
            # 0 <= 1 - 1/(1+x), times (1+x): (1+x) - (1+x)/(1+x) = x
            arith(["<=", 0, ["-", 1, inverse]], [1, 2, 0], [[1, [2]]], [[1, -1]], [0]),
            hyp(["<=", 0, "b"]),
            {"rule": "mean_value", "from": [3, 4, 1], "var": "x", "of": ["-", "x", ["log", one_x]]},
            {"rule": "imp_i", "from": [5], "is": ["<=", 0, "b"]},
        ],
    }


def exp_monotone_strict():
    """a < b gives exp a < exp b, by the mean value theorem."""
    return {
        "sig": {"x": "R", "a": "R", "b": "R"},
        "claim": ["->", ["<", "a", "b"], ["<", ["exp", "a"], ["exp", "b"]]],
        "lines": [
            {"rule": "exp_pos", "of": "x"},
            hyp(["<", "a", "b"]),
            {"rule": "mean_value", "from": [0, 1], "var": "x", "of": ["exp", "x"]},
            {"rule": "imp_i", "from": [2], "is": ["<", "a", "b"]},
        ],
    }


def boxed():
    """exp(x) log(2 + x) < 3 erf(x + 1) + 10 ind(x <= 2) on 0 <= x <= 1."""
    goal = [
        "<",
        ["*", ["exp", "x"], ["log", ["+", 2, "x"]]],
        ["+", ["*", 3, ["erf", ["+", "x", 1]]], ["*", 10, ["ind", ["<=", "x", 2]]]],
    ]
    lo, hi = ["<=", 0, "x"], ["<=", "x", 1]
    return {
        "sig": {"x": "R"},
        "claim": ["->", lo, ["->", hi, goal]],
        "lines": [
            hyp(lo),
            hyp(hi),
            {"rule": "enclose", "from": [0, 1], "is": goal, "bits": 40},
            {"rule": "imp_i", "from": [2], "is": hi},
            {"rule": "imp_i", "from": [3], "is": lo},
        ],
    }


def erf_below_its_tangent():
    """0 <= b gives erf(b) <= 2 b/sqrt(pi): the slope 2/sqrt(pi) (1 - exp(-x^2)) is at least 0."""
    root = ["exp", ["*", "-1/2", ["log", ["pi"]]]]
    square = ["*", "x", "x"]
    return {
        "sig": {"x": "R", "b": "R"},
        "claim": ["->", ["<=", 0, "b"], ["<=", ["erf", "b"], ["*", 2, "b", root]]],
        "lines": [
            {"rule": "exp_tangent", "of": square},
            {"rule": "exp_pos", "of": ["*", -1, square]},
            {"rule": "exp_pos", "of": root[1]},
            # exp(x^2) >= 1, times exp(-x^2) and 2/sqrt(pi)
            arith(
                ["<=", 0, ["*", 2, root, ["-", 1, ["exp", ["*", -1, square]]]]],
                [0, 1, 2],
                [[2, [0, 1, 2]], [2, [1, 2], "x"]],
            ),
            hyp(["<=", 0, "b"]),
            {
                "rule": "mean_value",
                "from": [3, 4],
                "var": "x",
                "of": ["-", ["*", 2, "x", root], ["erf", "x"]],
            },
            arith(["<=", ["erf", "b"], ["*", 2, "b", root]], [5], [[1, [0]]]),
            {"rule": "imp_i", "from": [6], "is": ["<=", 0, "b"]},
        ],
    }


def tail_of_phi():
    """0 <= x gives 0 < 1 - erf(x) <= exp(-x^2), and erf(-x) = -erf(x) adds up."""
    tail = ["<=", ["-", 1, ["erf", "x"]], ["exp", ["*", -1, "x", "x"]]]
    above = ["<", 0, ["-", 1, ["erf", "x"]]]
    odd = ["=", ["+", ["erf", "x"], ["erf", ["*", -1, "x"]]], 0]
    return {
        "sig": {"x": "R"},
        "claim": ["->", ["<=", 0, "x"], ["and", above, tail, odd]],
        "lines": [
            hyp(["<=", 0, "x"]),
            {"rule": "erf_tail", "from": [0], "of": "x"},
            {"rule": "erf_bounds", "of": "x"},
            {"rule": "and_e", "from": [2], "part": 2},
            arith(above, [3], [[1, [0]]]),
            arith(odd),
            {"rule": "and_i", "from": [4, 1, 5]},
            {"rule": "imp_i", "from": [6], "is": ["<=", 0, "x"]},
        ],
    }


def values_of_erf():
    """Between -1 and 1 lie values of erf only: some x has erf(x) = z, whatever z is there."""
    low, high = ["<", -1, "z"], ["<", "z", 1]
    reached = ["ex", "x", ["=", ["erf", "x"], "z"]]
    return {
        "sig": {"x": "R", "z": "R"},
        "claim": ["->", low, ["->", high, reached]],
        "lines": [
            hyp(low),
            hyp(high),
            {"rule": "erf_onto", "from": [0, 1], "var": "x", "of": "z"},
            {"rule": "imp_i", "from": [2], "is": high},
            {"rule": "imp_i", "from": [3], "is": low},
        ],
    }


def digits_of_pi():
    goal = ["and", ["<", "31415926535/10000000000", ["pi"]], ["<", ["pi"], "31415926536/10000000000"]]
    return {
        "sig": {},
        "claim": goal,
        "lines": [
            {"rule": "enclose", "from": [], "is": goal[1], "bits": 60},
            {"rule": "enclose", "from": [], "is": goal[2], "bits": 60},
            {"rule": "and_i", "from": [0, 1]},
        ],
    }


def digits_of_e():
    goal = ["and", ["<", "27182818284/10000000000", ["exp", 1]], ["<", ["exp", 1], "27182818285/10000000000"]]
    return {
        "sig": {},
        "claim": goal,
        "lines": [
            {"rule": "enclose", "from": [], "is": goal[1], "bits": 60},
            {"rule": "enclose", "from": [], "is": goal[2], "bits": 60},
            {"rule": "and_i", "from": [0, 1]},
        ],
    }


SIG = {"P": ["Y"], "Q": ["Y"], "y": "Y", "S": ["Y"], "eps": "R", "delta": "R", "alpha": "R", "rho": "R"}
SIG |= {"f": ["Y"], "t": "R", "mu": "R", "F": ["R"]}
PURE = ["all", "y", ["<=", ["P", "y"], ["*", ["exp", "eps"], ["Q", "y"]]]]


def pure_is_approximate():
    """A loss of at most eps everywhere gives ADP1(eps, 0)."""
    py, qy, sy, u = ["P", "y"], ["Q", "y"], ["S", "y"], ["exp", "eps"]
    small = ["<=", ["*", sy, py], ["*", sy, ["*", u, qy]]]
    event = ["Event", "S"]
    zero, one = ["=", sy, 0], ["=", sy, 1]
    bound = ["<=", ["sum", "y", ["*", sy, py]], ["+", ["*", u, ["sum", "y", ["*", sy, qy]]], 0]]
    return seal(
        {
            "sig": SIG,
            "claim": ["->", PURE, ["ADP1", "P", "Q", "eps", 0]],
            "lines": [
                hyp(PURE),
                {"rule": "all_e", "from": [0], "at": "y"},
                hyp(event),
                {"rule": "all_e", "from": [2], "at": "y"},
                hyp(zero),
                arith(small, [4], (), [[0, ["-", ["*", u, qy], py]]]),
                hyp(one),
                arith(small, [1, 6], [[1, [0]]], [[1, ["-", ["*", u, qy], py]]]),
                {"rule": "or_e", "from": [3, 5, 7]},
                {"rule": "sum", "from": [8], "var": "y"},
                {"rule": "have", "from": [9], "is": bound},
                {"rule": "imp_i", "from": [10], "is": event},
                {"rule": "all_i", "from": [11], "var": "S"},
                {"rule": "imp_i", "from": [12], "is": PURE},
            ],
        }
    )


def listed_witness():
    """Two distributions on two outcomes that are (log 2)-DP in one order: they exist."""

    def law(a, b):
        return [
            "lam",
            "t",
            ["+", ["*", a, ["ind", ["eq", "t", "o1"]]], ["*", b, ["ind", ["eq", "t", "o2"]]]],
        ]

    def claim(p, q):
        return [
            "and",
            ["=", ["sum", "t", p], 1],
            ["=", ["sum", "t", q], 1],
            ["<", ["sum", "t", ["*", ["ind", ["<", ["*", 2, q], p]], p]], 1],
            ["<=", 0, ["sum", "t", ["*", ["ind", ["<", q, p]], ["-", p, q]]]],
        ]

    def at(a, b):
        return law(a, b)[2]

    p, q = at("2/3", "1/3"), at("1/2", "1/2")
    body = claim(["A", "t"], ["B", "t"])
    whole = ["ex", "A", ["ex", "B", body]]
    parts = claim(p, q)[1:]
    return {
        "sig": {"A": ["T"], "B": ["T"], "t": "T", "o1": "T", "o2": "T"},
        "sets": {"T": ["o1", "o2"]},
        "claim": whole,
        "lines": [
            arith(parts[0]),
            arith(parts[1]),
            arith(parts[2], (), [["1", []]]),
            arith(parts[3], (), [["1/6", []]]),
            {"rule": "and_i", "from": [0, 1, 2, 3]},
            {"rule": "ex_i", "from": [4], "is": ["ex", "B", claim(p, ["B", "t"])], "at": law("1/2", "1/2")},
            {"rule": "ex_i", "from": [5], "is": whole, "at": law("2/3", "1/3")},
        ],
    }


def total_of_two():
    """sum of (A(y) + B(y)) = sum A + sum B, over any set; and argmin."""
    goal = [
        "=",
        ["sum", "y", ["+", ["A", "y"], ["B", "y"]]],
        ["+", ["sum", "y", ["A", "y"]], ["sum", "y", ["B", "y"]]],
    ]
    return {"sig": {"A": ["Y"], "B": ["Y"], "y": "Y"}, "claim": goal, "lines": [arith(goal)]}


def total_at_other_functions():
    """The same of other functions, through the lemma; the bound y stays, a free A is replaced."""
    a, b = ["*", ["C", "y"], "x"], ["E", "y", "x"]

    def total(t):
        return ["sum", "y", t]

    return {
        "sig": {"C": ["Y"], "E": ["Y", "R"], "y": "Y", "x": "R"},
        "claim": ["=", total(["+", a, b]), ["+", total(a), total(b)]],
        "lines": [
            {
                "rule": "lemma",
                "name": "total_of_two",
                "with": {"A": ["lam", "y", a], "B": ["lam", "y", b]},
            }
        ],
    }


def total_on_a_listed_set():
    """The same where the set of the lemma is listed; uses total_of_two."""
    goal = total_of_two()["claim"]
    return {
        "sig": {"A": ["Y"], "B": ["Y"], "y": "Y", "o1": "Y", "o2": "Y"},
        "sets": {"Y": ["o1", "o2"]},
        "claim": goal,
        "lines": [{"rule": "lemma", "name": "total_of_two"}],
    }


def each_of_two():
    """What is known of both outcomes of a listed set is known of all."""
    p = lambda y: ["<=", ["P", y], 1]  # noqa: E731
    both = ["and", p("o1"), p("o2")]
    return {
        "sig": {"P": ["Y"], "y": "Y", "o1": "Y", "o2": "Y"},
        "sets": {"Y": ["o1", "o2"]},
        "claim": ["->", both, ["all", "y", p("y")]],
        "lines": [
            hyp(both),
            {"rule": "and_e", "from": [0], "part": 1},
            {"rule": "and_e", "from": [0], "part": 2},
            {"rule": "each", "from": [1, 2], "is": ["all", "y", p("y")]},
            {"rule": "imp_i", "from": [3], "is": both},
        ],
    }


def post_processing():
    """A notion on the outcomes of a post-processing: the mixed law has no mass where the first has none."""

    def law(p):
        return ["lam", "z", mixed(p, "z")]

    def mixed(p, w):
        return ["sum", "y", ["*", ["G", "y", w], [p, "y"]]]

    none = ["all", "y", ["=", ["P", "y"], 0]]
    goal = ["->", none, ["Finite", law("P"), law("Q")]]
    vanishes = ["=", mixed("P", "z"), 0]
    return seal(
        {
            "sig": {**SIG, "G": ["Y", "Z"], "z": "Z"},
            "claim": goal,
            "lines": [
                hyp(none),
                {"rule": "all_e", "from": [0], "at": "y"},
                arith(["=", ["*", ["G", "y", "z"], ["P", "y"]], 0], [1], (), [[0, ["G", "y", "z"]]]),
                {"rule": "sum", "from": [2], "var": "y"},
                {"rule": "have", "from": [3], "is": vanishes},
                {"rule": "imp_i", "from": [4], "is": ["=", mixed("Q", "z"), 0]},
                {"rule": "all_i", "from": [5], "var": "z"},
                {"rule": "imp_i", "from": [6], "is": none},
            ],
        }
    )


def shared_terms():
    """(x + 1)^2 >= 0 written with shared trees."""
    return {
        "sig": {"x": "R"},
        "terms": [["+", "x", 1], ["*", ["@", 0], ["@", 0]], ["<=", 0, ["@", 1]]],
        "claim": ["@", 2],
        "lines": [arith(["@", 2], (), [[1, [], ["@", 0]]])],
    }


THEOREMS = {
    f.__name__: f
    for f in (
        group_privacy,
        log_below_tangent,
        exp_monotone_strict,
        boxed,
        digits_of_e,
        digits_of_pi,
        erf_below_its_tangent,
        tail_of_phi,
        values_of_erf,
        pure_is_approximate,
        listed_witness,
        total_of_two,
        total_at_other_functions,
        total_on_a_listed_set,
        each_of_two,
        post_processing,
        shared_terms,
    )
}


def bundle():
    return bundled({n: f() for n, f in THEOREMS.items()})
