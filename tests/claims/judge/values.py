"""The value of an expression and the truth of a claim at exact values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import flint

from judge.numbers import (
    PRECISIONS,
    VALUES,
    Log,
    Number,
    add,
    compare,
    div,
    exp,
    extreme,
    holds,
    mul,
    neg,
    power,
)
from judge.pairs import GaussianPair, LaplacePair, Pair
from judge.reading import (
    CONSTANTS,
    FUNCTIONALS,
    MECHANISMS,
    NOTIONS,
    WORDS,
    Chain,
    Claim,
    F,
    Open,
    Tree,
    Undefined,
    Unsure,
    calls,
    read,
)


def value(t: Tree, env: dict[str, Number], pair: Any = None, outcome: int = 0) -> Number:
    """The value of an expression at a point; Undefined where it has none."""
    kind = t[0]
    if kind == "num":
        return t[1]
    if kind == "name":
        if t[1] not in env and t[1] not in CONSTANTS:
            raise Undefined(f"{t[1]} without a value")
        return env[t[1]] if t[1] in env else flint.arb.pi() if t[1] == "pi" else flint.arb(1).exp()
    if kind == "neg":
        return neg(value(t[1], env, pair, outcome))
    if kind == "call":
        name, args = t[1], [value(a, env, pair, outcome) for a in t[2:]]
        if name in VALUES:
            return VALUES[name](*args)
        if name in ("min", "max"):
            return extreme(args, 1 if name == "max" else -1)
        if pair is None:
            raise Undefined(f"{name} without a pair")
        match name:
            case "Tail":
                return pair.tail(exp(args[0]))
            case "HockeyStick":
                return pair.hockey_stick(exp(args[0]))
            case "TV":
                return pair.tv()
            case "Advantage":
                return pair.advantage()
            case "KL":
                return pair.kl()
            case "Renyi":
                return pair.renyi(args[0])
            case "Power":
                return pair.power_at(args[0])
            case "Posterior":
                return pair.posterior(args[0], outcome)
        raise Undefined(name)
    if kind == "^" and t[1] == ("name", "e"):
        return exp(value(t[2], env, pair, outcome))
    x, y = value(t[1], env, pair, outcome), value(t[2], env, pair, outcome)
    if kind == "+":
        return add(x, y)
    if kind == "-":
        return add(x, neg(y))
    return {"*": mul, "/": div, "^": power}[kind](x, y)


def notion(t: Tree, env: dict[str, Number], pair: Any) -> bool:
    """Whether the ordered pair satisfies the notion."""
    if pair is None:
        raise Undefined(f"{t[1]} without a pair")
    args = [value(a, env) for a in t[2:]]
    match t[1]:
        case "PureDP":
            return compare(pair.largest_ratio(), exp(args[0])) <= 0
        case "ApproxDP":
            return compare(pair.hockey_stick(exp(args[0])), args[1]) <= 0
        case "ProbDP":
            return compare(pair.two_sided_tail(exp(args[0])), args[1]) <= 0
        case "ZCDP":
            return pair.concentrated(args[0])
        case "RenyiDP":
            return compare(pair.renyi(args[0]), args[1]) <= 0
        case "GaussianDP":
            return pair.gaussian(args[0])
        case "PBDP":
            return compare(pair.bounded(exp(args[0])), args[1]) <= 0
    raise Undefined(t[1])


def one_order(item: Any, env: dict[str, Number], pair: Any) -> bool:
    if not isinstance(item, Chain):
        return notion(item, env, pair)
    outcomes: Any = (0,)
    if any(c[1] == "Posterior" for c in calls(item)):
        outcomes = [i for i, (a, b) in enumerate(pair.atoms) if compare(a, F(0)) or compare(b, F(0))]
    for outcome in outcomes:
        values = [value(p, env, pair, outcome) for p in item.parts]
        for x, r, y in zip(values, item.relations, values[1:], strict=False):
            if not holds(x, r, y):
                return False
    return True


def true_at(item: Any, env: dict[str, Number], pair: Any) -> bool:
    """Whether the item holds at the point, in both orders of the pair; alternatives and denials of such items."""
    if not isinstance(item, Chain) and item[0] in WORDS:
        held = (true_at(x, env, pair) for x in item[1:])
        return not next(held) if item[0] == "not" else any(held) if item[0] == "or" else all(held)
    if not isinstance(item, Chain) and item[1] in MECHANISMS:
        return True  # it made the pair
    if pair is None or not speaks_of_pair(item):
        return one_order(item, env, None)
    return one_order(item, env, pair) and one_order(item, env, pair.swapped())


@lru_cache(4000)
def speaks_of_pair(item: Any) -> bool:
    return any(c[1] in FUNCTIONALS or c[1] in NOTIONS or c[1] in MECHANISMS for c in calls(item))


def of_mechanism(claim: Claim, env: dict[str, Number]) -> Any:
    """The pair of a mechanism among the hypotheses, or None."""
    for h in claim.hypotheses:
        if not isinstance(h, Chain) and h[1] in MECHANISMS:
            args = [value(a, env) for a in h[2:]]
            if h[1] == "RandomizedResponse":
                if compare(args[0], F(0)) < 0:
                    raise Undefined("a privacy loss is at least 0")
                up = exp(args[0])
                truth, lie = div(up, add(up, F(1))), div(F(1), add(up, F(1)))
                return Pair((truth, lie), (lie, truth))
            ratio = div(args[1] if len(args) > 1 else F(1), args[0])
            if compare(ratio, F(0)) <= 0 or compare(args[0], F(0)) <= 0:
                raise Undefined("noise has a positive scale, and a positive sensitivity here")
            return GaussianPair(ratio) if h[1] == "Gaussian" else LaplacePair(ratio)
    return None


@dataclass(frozen=True)
class Witness:
    """Exact values against a claim."""

    env: tuple[tuple[str, Number], ...]
    pair: Any  # a Pair, a pair of noise, or None

    def __str__(self) -> str:
        parts = [f"{k} = {shown(v)}" for k, v in self.env]
        if self.pair is not None:
            parts += [
                f"{n} = [{' '.join(map(shown, m))}]" for n, m in (("P", self.pair.p), ("Q", self.pair.q))
            ]
        return ", ".join(parts)


def shown(x: Number) -> str:
    if isinstance(x, Log):
        parts = [str(x.const)] if x.const else []
        return "+".join(parts + [f"{q}*log({b})" if q != 1 else f"log({b})" for b, q in x.logs])
    return str(x)


def read_witness(text: str) -> Witness:
    """The inverse of str(witness): `eps = log(2), P = [1/4 3/4], Q = [3/4 1/4]`."""
    env, laws = [], {}
    for part in text.split(","):
        name, _, body = (s.strip() for s in part.partition("="))
        if body.startswith("["):
            laws[name] = tuple(F(x) for x in body.strip("[]").split())
            continue
        chain = read(f"{body} = 0").conclusions[0]
        env.append((name, value(chain.parts[0], {})))
    return Witness(tuple(env), Pair(laws["P"], laws["Q"]) if laws else None)


def looked_at(claim: Claim, witness: Witness) -> bool | None:
    """Whether the exact values refute the claim: True or False, None where a value is missing or stays open."""
    if isinstance(witness.pair, Pair):
        for law in (witness.pair.p, witness.pair.q):
            if sum(law) != 1 or min(law) < 0:
                return False
    for bits in PRECISIONS:
        old, flint.ctx.prec = flint.ctx.prec, bits
        try:
            env = dict(witness.env)
            if not all(true_at(c, env, None) for c in claim.conditions):
                return False
            pair = of_mechanism(claim, env) or witness.pair
            if not all(true_at(h, env, pair) for h in claim.hypotheses):
                return False
            return not all(true_at(c, env, pair) for c in claim.conclusions)
        except Unsure:
            continue
        except (Undefined, Open, OverflowError):
            return None
        finally:
            flint.ctx.prec = old
    return None


def refutes(claim: Claim, witness: Witness) -> bool:
    """Whether the exact values make the conditions and hypotheses true and the conclusion false."""
    return looked_at(claim, witness) is True
