"""Implications between functionals of a pair, true and false, for the pair prover's tests."""

from sympy import symbols

from dpsym.prove.counterexamples.pairs import PairClaim, term

u, v, w, d, f, t, al, q, h = symbols("u v w d f t al q h")


def HS(x):
    return term("hockey", x)


def HSr(x):
    return term("hockey_reverse", x)


def T(x):
    return term("tail", x)


def Tc(x):
    return term("tail_closed", x)


def Tr(x):
    return term("tail_reverse", x)


def Tl(x):
    return term("tail_low", x)


def lin(x, y, times=1):
    return term("linear", x, y, times=times)


def rej(x, y):
    return term("rejected", x, y)


TV = HS(1)
POWER, LEVEL = rej(1, 0), rej(0, 1)
ADP = ((HS(u), d), (HSr(u), d))
UNIT = (d >= 0, d <= 1)
U = (u >= 1, *UNIT)
UW = (u >= 1, w > u, *UNIT)
AL = (al >= 0, al <= 1)
PURE = (1 / u, u)
TEST = ((LEVEL, al),)


def claim(letters, domain, hypotheses, goal, support=(None, None)):
    names = symbols(letters.replace(" ", ",") + ",", seq=True)
    return PairClaim(tuple(names), tuple(domain), tuple(hypotheses), goal, support)


TRUE = {
    "HS(u) => Tail(w)": claim("u w d", UW, [(HS(u), d)], (T(w), d * w / (w - u))),
    "ADP => Tail(w)": claim("u w d", UW, ADP, (T(w), d * w / (w - u))),
    "ADP => two-sided tail": claim("u w d", UW, ADP, (T(w) + Tl(w), d * (w + 1) / (w - u))),
    "ADP => Q-order tail": claim("u w d", UW, ADP, (Tr(w), d * w / (w - u))),
    "ADP => low tail": claim("u w d", UW, ADP, (Tl(w), d / (w - u))),
    "ADP => ProbDP two-sided": claim(
        "u d f", [u >= 1, d > 0, f > d, f <= 1], ADP,
        (T((f * u + d) / (f - d)) + Tl((f * u + d) / (f - d)), f)),
    "ADP => one-sided": claim("u d f", [u >= 1, d > 0, f > d, f <= 1], ADP, (T(f * u / (f - d)), f)),
    "Tail(u) => HS(u)": claim("u d", U, [(T(u), d)], (HS(u), d)),
    "ProbDP => HS'": claim("u d", U, [(Tr(u), d)], (HSr(u), d)),
    "ADP(u) => ADP(w)": claim("u w d", [u >= 1, w >= u, *UNIT], ADP, (HS(w), d)),
    "TV => HS(u)": claim("u t", [u >= 1, t >= 0, t <= 1], [(TV, t)], (HS(u), t)),
    "TV => HS'(u)": claim("u t", [u >= 1, t >= 0, t <= 1], [(TV, t)], (HSr(u), t)),
    "ADP => TV": claim("u d", U, ADP, (TV, (u - 1 + 2 * d) / (u + 1))),
    "ProbDP => TV": claim("u d", U, [(T(u), d), (Tr(u), d)], (TV, (u - 1 + 2 * d) / (u + 1))),
    "HS(u) => TV": claim("u d", U, [(HS(u), d)], (TV, (u - 1 + d) / u)),
    "Tail(u) => TV": claim("u d", U, [(T(u), d)], (TV, (u - 1 + d) / u)),
    "P <= uQ => TV": claim("u", [u >= 1], [], (TV, (u - 1) / u), (None, u)),
    "PureDP => TV": claim("u", [u >= 1], [], (TV, (u - 1) / (u + 1)), PURE),
    "ADP => Power": claim("u d al", [*U, *AL], [*ADP, *TEST], (POWER, u * al + d)),
    "HS => Power": claim("u d al", [*U, *AL], [(HS(u), d), *TEST], (POWER, u * al + d)),
    "ProbDP => Power": claim("u d al", [*U, *AL], [(T(u), d), (Tr(u), d), *TEST], (POWER, u * al + d)),
    "ADP => Power upper": claim("u d al", [*U, *AL], [*ADP, *TEST], (POWER, 1 - (1 - d - al) / u)),
    "ProbDP => Power upper": claim("u d al", [*U, *AL], [(T(u), d), (Tr(u), d), *TEST],
        (POWER, 1 - (1 - d - al) / u)),
    "PureDP => Power": claim("u al", [u >= 1, *AL], TEST, (POWER, u * al), PURE),
    "PureDP => Power upper": claim("u al", [u >= 1, *AL], TEST, (POWER, 1 - (1 - al) / u), PURE),
    "PureDP => advantage": claim("u", [u >= 1], [], (rej(1, -1), (u - 1) / (u + 1)), PURE),
    "P <= uQ => Power": claim("u al", [u >= 1, *AL], TEST, (POWER, u * al), (None, u)),
    "TV => Power": claim("t al", [t >= 0, t <= 1, *AL], [(TV, t), *TEST], (POWER, al + t)),
    "TV => Tail(w)": claim("w t", [w > 1, t >= 0, t <= 1], [(TV, t)], (T(w), t * w / (w - 1))),
    "TV => two-sided tail": claim("w t", [w > 1, t >= 0, t <= 1], [(TV, t)],
        (T(w) + Tl(w), t * (w + 1) / (w - 1))),
    "two points => HS(w)": claim(
        "u w v d f", [u >= 1, w >= u, v > w, v > u, *UNIT, f >= 0, f <= d], [(HS(u), d), (HS(v), f)],
        (HS(w), (d * (v - w) + f * (w - u)) / (v - u))),
    "two points => Tail": claim(
        "v w u d f", [v >= 1, w > v, u >= 1, u < v, *UNIT, f >= 0, f <= 1], [(HS(u), d), (HS(v), f)],
        (T(w), f * w / (w - v))),
    "two points both orders => tails": claim(
        "u v w d f", [u >= 1, v > u, w > v, *UNIT, f >= 0, f <= 1], [*ADP, (HS(v), f), (HSr(v), f)],
        (T(w) + Tl(w), f * (w + 1) / (w - v))),
    "HS(u) => P[Q=0]": claim("u d", U, [(HS(u), d)], (term("infinite"), d)),
    "HS(u) => HS(w), w <= u": claim("w u d", [w >= 0, u >= w, u > 0, *UNIT], [(HS(u), d)],
        (HS(w), 1 - w * (1 - d) / u)),
    "ADP => HS(w), w <= u": claim(
        "w u d", [w >= 1, u >= w, *UNIT], ADP, (HS(w), d + (1 - d) * (u - w) / (1 + u))),
    "PureDP => HS(w), w <= u": claim("w u", [w >= 1, u >= w], [], (HS(w), (u - w) / (1 + u)), PURE),
    "unequal orders => TV": claim(
        "u v d f", [u > 1, v > 1, *UNIT, f >= 0, f <= 1], [(HS(u), d), (HSr(v), f)],
        (TV, ((u - 1) * (v - 1) + d * (v - 1) + f * (u - 1)) / (u * v - 1))),
    "PureDP & Tail => HS": claim("w u d", [w >= 1, u > w, *UNIT], [(T(w), d)],
        (HS(w), d * (1 - w / u)), PURE),
    "PureDP & Tail => Power": claim(
        "w u d al", [w >= 1, u > w, *UNIT, *AL], [(T(w), d), *TEST], (POWER, w * al + d * (1 - w / u)), PURE),
    "ADP => PBDP": claim(
        "u w d", UW, [*ADP, (rej(-1, w), 0)], (POWER, d * w / (w - u))),
    "ADP => PBDP, second bound": claim(
        "u w d", UW, [*ADP, (rej(-1, w), 0)], (POWER, w * (u - 1 + d) / (u * w - 1))),
    "Tail => PBDP": claim("u w d", UW, [(HS(u), d), (rej(-1, w), 0)], (POWER, d * w / (w - u))),
    "subsampling": claim(
        "u d q", [u >= 1, *UNIT, q > 0, q <= 1], [(HS(u), d)],
        (term("hockey", (1 + q * (u - 1) - 1 + q) / q, times=q), q * d)),
    "PureDP & TV => HS": claim("w u t", [w >= 1, u > w, t >= 0, t <= 1], [(TV, t)],
        (HS(w), t * (u - w) / (u - 1)), PURE),
    "PureDP & TV => Tail": claim("w u t", [w > 1, u > w, t >= 0, t <= 1], [(TV, t)],
        (T(w), t * w / (w - 1)), PURE),
    "PureDP => Tail": claim("w u", [w > 1, u > w], [], (T(w), w * (u - 1) / (u * w - 1)), PURE),
    "PureDP => no large loss": claim("u w", [u >= 1, w >= u], [], (T(w), 0), PURE),
    "ADP => P[Q=0]": claim("u d", U, ADP, (term("infinite"), d)),
    "bounded ratio => linear": claim("u", [u >= 1], [], (lin(1, -u), 0), (None, u)),
}  # fmt: skip

FALSE = {
    "ADP => Tail(u) <= d": claim("u d", U, ADP, (T(u), d)),
    "ADP => Tail(w) <= d": claim("u w d", UW, ADP, (T(w), d)),
    "TV => Tail(w) <= t": claim("w t", [w > 1, t >= 0, t <= 1], [(TV, t)], (T(w), t)),
    "ADP(w) => ADP(u)": claim("u w d", [u >= 1, w > u, *UNIT], [(HS(w), d), (HSr(w), d)], (HS(u), d)),
    "ADP => TV <= d": claim("u d", U, ADP, (TV, d)),
    "HS => HS'": claim("u d", U, [(HS(u), d)], (HSr(u), d)),
    "Tail => TV <= d": claim("u d", U, [(T(u), d)], (TV, d)),
    "PureDP => strict tail at the tie": claim("u", [u > 1], [], (Tc(u), 0), PURE),
    "Tail(u) => closed tail": claim("u d", U, [(T(u), d)], (Tc(u), d)),
    "ADP => two-sided 2d": claim("u w d", UW, ADP, (T(w) + Tl(w), 2 * d)),
    "ADP => two-sided, one-sided bound": claim("u w d", UW, ADP, (T(w) + Tl(w), d * w / (w - u))),
    "ADP => Power al+d": claim("u d al", [*U, *AL], [*ADP, *TEST], (POWER, al + d)),
    "ADP => Power half": claim("u d al", [*U, *AL], [*ADP, *TEST], (POWER, u * (al + d) / 2)),
    "ADP => PBDP(u, d)": claim("u d", U, [*ADP, (rej(-1, u), 0)], (POWER, d)),
    "HS => two-sided tail": claim("u w d", UW, [(HS(u), d)], (T(w) + Tl(w), d * (w + 1) / (w - u))),
    "HS => Power upper": claim("u d al", [*U, *AL], [(HS(u), d), *TEST], (POWER, 1 - (1 - d - al) / u)),
    "999/1000 of Tail": claim("u w d", UW, [(HS(u), d)], (T(w), 999 * d * w / (w - u) / 1000)),
    "Tail minus a little": claim("u w d", UW, [(HS(u), d)], (T(w), d * w / (w - u) - d**2 * (1 - d) / 100)),
    "PureDP => TV half": claim("u", [u >= 1], [], (TV, (u - 1) / (2 * u + 2)), PURE),
    "P <= uQ => PureDP's TV": claim("u", [u >= 1], [], (TV, (u - 1) / (u + 1)), (None, u)),
    "subsampling without q": claim(
        "u d q", [u >= 1, *UNIT, q > 0, q <= 1], [(HS(u), d)], (term("hockey", u, times=1), q * d)),
}  # fmt: skip


def _scaled(factor, only=None):
    """Each true claim with its bound multiplied: false where the bound is sharp."""
    for name, c in TRUE.items():
        if only is None or name in only:
            yield (
                f"{factor} x {name}",
                PairClaim(c.parameters, c.domain, c.hypotheses, (c.goal[0], factor * c.goal[1]), c.support),
            )


def _dropped():
    """Each true claim without one of its hypotheses, or without one side of its support."""
    for name, c in TRUE.items():
        for i in range(len(c.hypotheses)):
            rest = c.hypotheses[:i] + c.hypotheses[i + 1 :]
            yield f"{name} without hypothesis {i}", PairClaim(c.parameters, c.domain, rest, c.goal, c.support)
        for i in range(2):
            if c.support[i] is not None:
                side = tuple(None if j == i else x for j, x in enumerate(c.support))
                yield (
                    f"{name} without support {i}",
                    PairClaim(c.parameters, c.domain, c.hypotheses, c.goal, side),
                )


def mutants():
    """Neighbours of the true claims; most are false, some are true (a bound that was not sharp)."""
    from sympy import Rational

    yield from _scaled(Rational(9, 10))
    yield from _scaled(Rational(1, 2))
    yield from _dropped()
