"""A certificate counts for the statement that it proves and for no other: claim, sets, sorts, definitions."""

from typing import Any

import pytest
from suggested import Suggested

from dpsym.kernel import Checker, Refused, check, dump
from dpsym.kernel.terms import tree
from dpsym.language import (
    FDP,
    PBDP,
    ZCDP,
    ApproxDP,
    Eq,
    GaussianDP,
    Integer,
    Le,
    Outcome,
    Pair,
    ProbDP,
    PureDP,
    RenyiDP,
    Theorem,
    Total,
    as_written,
    function,
    parameter,
    y,
)
from dpsym.prove.session import Session, same_statement
from dpsym.prove.statement import statement_of

z = Outcome("z", "Z")
x, w = parameter("x"), parameter("w")
with as_written():
    ALL_EQUAL = Theorem(title="Any two laws agree", claim=PureDP(0))
    AS_LARGE = Theorem(
        title="All sets are equally large",
        claim=Eq(Total(Integer(1), y), Total(Integer(1), z), evaluate=False),
    )
    SQUARE = Theorem(title="A square", claim=Le(0, x**2))


def verdict(theorem: Theorem, certificate: dict[str, Any]) -> str:
    check(certificate, {})  # the kernel accepts it: it proves something
    return Session(Suggested({"certificate": certificate, "reports": []})).theorem(theorem).status


def on_one_output() -> dict[str, Any]:
    """Laws on one output agree: a true theorem, about a listed set."""
    st = statement_of(ALL_EQUAL)
    _, given, (_, *orders) = dump(st.formula)
    lines: list[dict[str, Any]] = []

    def add(rule: str, *premises: int, **fields: Any) -> int:
        lines.append({"rule": rule, "from": list(premises), **fields})
        return len(lines) - 1

    whole = add("hyp", **{"is": given})
    totals = [add("and_e", add("and_e", whole, part=k), part=2) for k in (1, 2)]
    parts = []
    for (one, other), part in zip((totals, reversed(totals)), orders, strict=True):
        _, event, goal = part[2]
        mass = ["S", "y1"]
        line = add("arith", one, other, **{"is": goal, "eqs": [[1, mass], [0, ["*", -1, mass]]]})
        parts.append(add("all_i", add("imp_i", line, **{"is": event}), var="S"))
    add("imp_i", add("and_i", *parts), **{"is": given})
    sig = {k: list(s) if isinstance(s, tuple) else s for k, s in st.sig.items()}
    return {"sig": {**sig, "y1": "Y"}, "sets": {"Y": ["y1"]}, "claim": dump(st.formula), "lines": lines}


def test_a_proof_for_one_output_is_none_for_all() -> None:
    assert verdict(ALL_EQUAL, on_one_output()) == "unknown"


def test_a_proof_with_other_sorts_is_none() -> None:
    """Both sums over one set: a trivial certificate for a false statement about two."""
    formula = dump(statement_of(AS_LARGE).formula)
    merged = {"sig": {"y": "Y", "z": "Y"}, "claim": formula, "lines": [{"rule": "arith", "is": formula}]}
    assert verdict(AS_LARGE, merged) == "unknown"


@pytest.mark.parametrize(
    "change",
    [
        {"sig": {"x": "R", "y": "Y"}, "claim": ["<=", 0, ["sum", "y", ["^", "x", 2]]]},
        {"claim": ["<=", 0, ["^", ["+", "x", 1], 2]]},
        {"claim": ["<=", ["-", 0, ["^", "x", 2]], 0]},
        {"sig": {"w": "R"}, "claim": ["<=", 0, ["^", "w", 2]]},
        {"sig": {"x": "R"}, "claim": ["all", "x", ["<=", 0, ["^", "x", 2]]]},
    ],
)
def test_another_claim_is_refused_and_the_same_in_other_words_is_not(change: dict[str, Any]) -> None:
    square = change["claim"][2] if change["claim"][0] == "<=" else change["claim"][2][2]
    goal = change["claim"] if change["claim"][0] == "<=" else change["claim"][2]
    of = square[1] if square and square[0] == "^" else "x"
    terms = [[1, [], of]]
    lines: list[dict[str, Any]] = [{"rule": "arith", "is": goal, "terms": terms}]
    if "sum" in str(goal):
        lines = [
            {"rule": "arith", "is": ["<=", 0, ["^", "x", 2]], "terms": [[1, [], "x"]]},
            {"rule": "sum", "from": [0], "var": "y"},
            {"rule": "have", "from": [1], "is": goal},
        ]
    if change["claim"][0] == "all":
        lines.append({"rule": "all_i", "from": [0], "var": "x"})
    certificate = {"sig": {"x": "R"}, **change, "lines": lines}
    checked = check(certificate, {})
    wanted = statement_of(SQUARE).checked
    if change["claim"] == ["<=", ["-", 0, ["^", "x", 2]], 0]:
        same_statement(checked, wanted)
        return
    with pytest.raises(Refused):
        same_statement(checked, wanted)


A, B, C, D, F = map(function, "ABCDF")
eps, delta, alpha, mu = (parameter(n, at_least=0) for n in ("eps", "delta", "a", "mu"))
LAWS = {
    "Y": (Pair(A(y), B(y), y), {}),
    "Z": (Pair(A(z), B(z), z), {}),
    "Y and Z": (Pair(A(y) * C(z), B(y) * D(z), y, z), {}),
    "a family": (Pair(A(w, y), B(w, y), y), {}),
}
with as_written():
    NOTIONS = {
        "approximate": ApproxDP(eps, delta),
        "pure": PureDP(eps),
        "probabilistic": ProbDP(eps, delta),
        "bounded": PBDP(eps, delta),
        "Renyi": RenyiDP(alpha, eps),
        "concentrated": ZCDP(eps),
        "Gaussian": GaussianDP(mu),
        "trade-off": FDP(F),
    }


@pytest.mark.parametrize("space", LAWS)
@pytest.mark.parametrize("notion", NOTIONS)
def test_the_kernel_and_the_language_mean_the_same(notion: str, space: str) -> None:
    """The language's definition, unfolded, is the pinned one: over one set, another, pairs, families."""
    with as_written():
        theorem = Theorem(title="A notion", claim=NOTIONS[notion].on(LAWS[space][0]))
    st = statement_of(theorem)
    kernel = Checker(st.sig)
    said = kernel.formula(dump(tree(st.named_claim)))
    assert kernel.notions() is not None, "the notion is named"
    assert kernel.c.key(said) == kernel.c.key(kernel.formula(dump(tree(st.formula))))


def test_the_order_of_renyi_dp_is_above_one() -> None:
    with as_written():
        at_one = Theorem(title="Order one", given=(PureDP(eps),), claim=RenyiDP(1, 0))
    found = Session().theorem(at_one)
    assert found.status == "no value"
