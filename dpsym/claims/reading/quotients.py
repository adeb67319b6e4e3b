"""Posterior(p)/(1 - Posterior(p)) in a typed claim: the posterior odds, where the posterior is known to stay below 1."""

from __future__ import annotations

from dpsym.claims.reading.nodes import Node, made, shape, with_args
from dpsym.claims.reading.trees import calls


def posteriors(node: Node) -> list[Node]:
    """The posteriors over which a part takes the quotient by what they leave, the outer quotients first."""
    found = _quotient(node)
    return [*([] if found is None else [node.args[found[0]]]), *(x for a in node.args for x in posteriors(a))]


def with_odds(node: Node) -> Node:
    """The part with the word for each of these quotients."""
    inner = with_args(node, tuple(map(with_odds, node.args)))
    found = _quotient(inner)
    if found is None:
        return inner
    above, below = found
    factors = [_odds(a) if k == above else a for k, a in enumerate(inner.args) if k != below]
    signs = [sign for k, sign in enumerate(("*", *inner.value)) if k != below]
    if len(factors) == 1:
        return factors[0]
    return with_odds(made("product", tuple(factors), tuple(signs[1:])))


def _odds(posterior: Node) -> Node:
    (call,) = calls(posterior)
    return Node("call", call.args, "Odds", -1, -1, call.depth, call.laws)


def _quotient(node: Node) -> tuple[int, int] | None:
    """Which factor of a product is a posterior, and which divisor is what that leaves; None where there is none."""
    if node.kind != "product":
        return None
    signs = ("*", *map(str, node.value))
    for below, divisor in enumerate(node.args):
        rest = _left_by(divisor) if signs[below] == "/" else None
        for above, factor in enumerate(node.args):
            if rest is not None and signs[above] == "*" and shape(factor) == shape(rest):
                return above, below
    return None


def _left_by(node: Node) -> Node | None:
    """The posterior of which a term is what it leaves of 1."""
    if node.kind != "sum" or node.value != ("-",) or node.args[0].value != 1:
        return None
    return node.args[1] if node.args[1].kind == "call" and node.args[1].value == "Posterior" else None


__all__ = ["posteriors", "with_odds"]
