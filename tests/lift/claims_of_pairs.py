"""Claims as trees of the kernel, for the tests of the shape check: pairs of laws, tests, notions, and sorts of names."""

from __future__ import annotations

from typing import Any

from dpsym.kernel.terms import load
from dpsym.lift import NoReach, Reach, reach

SIG: dict[str, Any] = {
    **dict.fromkeys(("P", "Q", "S", "T", "f", "g", "r", "h"), ("Y",)), "K": ("X", "Y"), "G": ("R",), "H": ("R", "Y"),
    **dict.fromkeys(("U", "V", "W"), ("Y", "Y")), "A": ("Y",), "B": ("Y",), "J": ("R", "Y", "Y"),
    **dict.fromkeys(("y", "x", "w"), "Y"), **dict.fromkeys(("i", "j"), "X"), "N": ("Z",), "M": ("Z",), "z": "Z",
    **dict.fromkeys(("e", "e0", "e1", "a", "b", "c", "k", "n", "d", "p", "t", "u", "rho"), "R"),
}  # fmt: skip


def at(f: str, v: str = "y") -> Any:
    return [f, v]


def P(v: str = "y") -> Any:
    return ["P", v]


def Q(v: str = "y") -> Any:
    return ["Q", v]


def law(f: str, v: str = "y") -> Any:
    return ["and", ["all", v, ["<=", 0, [f, v]]], ["=", ["sum", v, [f, v]], 1]]


def times_exp(u: Any, a: Any) -> Any:
    return ["*", ["exp", u], a]


def pure(u: Any) -> Any:
    return ["all", "y", ["<=", P(), times_exp(u, Q())]]


def is_test(f: str) -> Any:
    return ["all", "y", ["and", ["<=", 0, [f, "y"]], ["<=", [f, "y"], 1]]]


def is_event(f: str) -> Any:
    return ["all", "y", ["or", ["=", [f, "y"], 0], ["=", [f, "y"], 1]]]


def mass(f: str, of: str) -> Any:
    return ["sum", "y", ["*", [f, "y"], [of, "y"]]]


def approximate(u: Any, delta: Any, one: str = "P", two: str = "Q") -> Any:
    """Approximate DP in one order, by events."""
    body = ["<=", mass("S", one), ["+", times_exp(u, mass("S", two)), delta]]
    return ["all", "S", ["->", is_event("S"), body]]


def stick(u: Any) -> Any:
    """The hockey stick."""
    gap = ["-", P(), times_exp(u, Q())]
    return ["sum", "y", ["*", ["ind", ["<", times_exp(u, Q()), P()]], gap]]


def tail(u: Any) -> Any:
    return ["sum", "y", ["*", ["ind", ["<", times_exp(u, Q()), P()]], P()]]


BOTH = ["ind", ["and", ["<", 0, P()], ["<", 0, Q()]]]
FINITE = ["all", "y", ["->", ["=", Q(), 0], ["=", P(), 0]]]
NO_LOSS = ["sum", "y", ["*", ["ind", ["<=", Q(), 0]], P()]]
KL = ["sum", "y", ["*", ["*", BOTH, P()], ["log", ["*", P(), ["/", 1, Q()]]]]]


def moment(a: Any) -> Any:
    return ["sum", "y", ["*", BOTH, ["exp", ["+", ["*", a, ["log", P()]], ["*", ["-", 1, a], ["log", Q()]]]]]]


def orders(relation: Any) -> Any:
    """For every order a > 1."""
    return ["all", "a", ["->", ["<", 1, "a"], relation]]


def square(t: Any) -> Any:
    return ["^", t, 2]


def some(v: str, *parts: Any) -> Any:
    return ["ex", v, parts[0] if len(parts) == 1 else ["and", *parts]]


def of_claim(
    hypotheses: list[Any], conclusion: Any, laws: tuple[str, ...] = ("P", "Q")
) -> Reach | NoReach | None:
    """The reach of "hypotheses imply conclusion" about laws P and Q, and others that are named."""
    about = {"P": "y", "Q": "y", "N": "z", "M": "z"}
    given = [*(law(f, about[f]) for f in laws), *hypotheses]
    return reach(load(["->", ["and", *given], conclusion]), SIG, {})
