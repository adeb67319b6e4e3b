"""The pinned notions over random outputs against what they say: laws by name and written out, names that collide.

A notion that the kernel unfolds is evaluated in finite models, as the kernel has it and directly: what is put in for
its parameters is evaluated first, whatever it is called, and events and tests are all functions of the outcomes.
"""

from __future__ import annotations

import random
import sys
from fractions import Fraction as F
from itertools import product

from kernel_fuzz import D, Reading, Skip, odd

from dpsym.kernel import Checker, Refused
from dpsym.kernel.terms import node

MASSES = (F(0), F(0), F(1, 4), F(1, 2), F(1))
REALS = (F(-1), F(0), F(1), F(2))
POOL = ("y", "z", "u", "S", "f", "t", "eps", "delta", "a", "P", "Q", "alpha", "mu", "F", "rho", "S_Z", "f_Z")
SHAPES = {
    "Distribution": "L", "Finite": "LL", "ADP1": "LLRR", "ADP": "LLRR", "PDP1": "LLRR", "PDP": "LLRR", "BDP1": "LLRR",
    "BDP": "LLRR", "RDP1": "LLRR", "ZCDP1": "LLR", "ZCDP": "LLR", "GDP1": "LLR", "GDP": "LLR", "FDP1": "LLF", "FDP": "LLF",
    "Event": "L", "Test": "L",
}  # fmt: skip


def power(t):
    """Some function for exp: both readings use it."""
    return F(2) ** int(2 * t) if (2 * t).denominator == 1 and abs(t) < 20 else F(5, 4) + t


def log(t):
    return {F(1, 4): F(-1), F(1, 2): F(-1, 2), F(1): F(0), F(2): F(1, 2)}.get(t, t - 1)


class Wide(Reading):
    """Functions of up to three outcomes are quantified over, with values in D; reals over REALS."""

    exp, log = staticmethod(power), staticmethod(log)

    def range(self, x):
        s = self.sig[x]
        if not isinstance(s, tuple):
            return self.outcomes[s]
        return functions(list(product(*(self.outcomes[a] for a in s))))


def functions(keys):
    if len(keys) > 3:
        raise Skip
    return [dict(zip(keys, v, strict=True)) for v in product(D, repeat=len(keys))]


def direct(name, laws, numbers, curve, keys):
    """The notion said directly of laws as tables over the outcomes `keys`."""
    if name in ("ADP", "PDP", "BDP", "ZCDP", "GDP", "FDP"):
        return all(direct(name + "1", order, numbers, curve, keys) for order in (laws, laws[::-1]))
    p = laws[0]

    def mass(g, law):
        return sum((g[k] * law[k] for k in keys), F(0))

    if name == "Distribution":
        return all(p[k] >= 0 for k in keys) and sum(p.values()) == 1
    if name == "Event":
        return all(p[k] in (0, 1) for k in keys)
    if name == "Test":
        return all(0 <= p[k] <= 1 for k in keys)
    q = laws[1]
    finite = all(p[k] == 0 for k in keys if q[k] == 0)
    if name == "Finite":
        return finite
    if name == "PDP1":
        u = power(numbers[0])
        return 1 - numbers[1] <= sum((p[k] for k in keys if q[k] <= u * p[k] and p[k] <= u * q[k]), F(0))

    def moment(a):
        return sum((power(a * log(p[k]) + (1 - a) * log(q[k])) for k in keys if p[k] > 0 and q[k] > 0), F(0))

    if name == "RDP1":
        a, eps = numbers
        return a > 1 and finite and moment(a) <= power((a - 1) * eps)
    if name == "ZCDP1":
        return all(finite and moment(a) <= power(a * (a - 1) * numbers[0]) for a in REALS if a > 1)
    tests = functions(keys)
    if name == "ADP1":
        u = power(numbers[0])
        events = [s for s in tests if all(s[k] in (0, 1) for k in keys)]
        return all(mass(s, p) <= u * mass(s, q) + numbers[1] for s in events)
    tests = [f for f in tests if all(0 <= f[k] for k in keys)]
    if name == "BDP1":
        u = power(numbers[0])
        return all(mass(f, p) <= numbers[1] for f in tests if mass(f, p) > u * mass(f, q))
    if name == "FDP1":
        return all(mass(f, q) <= 1 - curve(mass(f, p)) for f in tests)
    assert name == "GDP1"

    def phi(t):
        return (1 + odd(t / power(log(F(2)) / 2))) / 2

    return all(mass(f, p) <= phi(t + numbers[0]) for t in REALS for f in tests if mass(f, q) <= phi(t))


def case(rng):
    """A signature and a notion over it, mostly well-sorted, with names that may collide."""
    pool = list(POOL)
    rng.shuffle(pool)
    sets = ["Y", "Z"] if rng.random() < 0.8 else ["Y", "YY"]
    sig = {x: rng.choice(sets) for x in pool[:5]}
    if rng.random() < 0.7:
        sig["y"] = "Y"
    shape = [("Y",), (sets[1],), ("Y", sets[1]), ("Y", "Y")][rng.randrange(4)]
    sig |= {"A": shape, "B": shape, "C": ("Y",), "r": "R", "c": "R"}
    for g in "Sf":
        for s in (("Y",), (sets[1],), ("Y", sets[1]), ("Y", "Y"), shape):
            sig.setdefault(g if s == ("Y",) else f"{g}_{''.join(s)}", s)
    sig.setdefault("t", "R")
    sig.setdefault("alpha", "R")
    for x, s in rng.sample([("eps", "R"), ("a", "R"), ("P", ("Y",)), ("Q", ("Y",))], 2):
        sig.setdefault(x, s)
    free = [x for x, s in sig.items() if isinstance(s, str) and s != "R"]
    reals = [x for x, s in sig.items() if s == "R"]

    def mass(bound):
        """A term over bound outcomes."""

        def fit(a):
            return rng.choice(
                [x for x in bound if sig[x] == a] * 3 + [x for x in free if sig[x] == a] or free
            )

        g = rng.choice([x for x, s in sig.items() if isinstance(s, tuple)])
        t = node(g, *map(fit, sig[g]))
        return rng.choice((t, t, node("*", t, F(1, 2)), node("*", t, rng.choice(reals))))

    def law(outcomes):
        if rng.random() < 0.3:
            return rng.choice([x for x, s in sig.items() if isinstance(s, tuple)])
        if rng.random() < 0.4:  # other names for the outcomes
            outcomes = [rng.choice([x for x in free if sig[x] == sig[o]]) for o in outcomes]
        return ["lam", *outcomes, mass(outcomes)]

    def number():
        return rng.choice([F(0), F(1), F(1, 2), F(2), *reals, mass([]), node("+", rng.choice(reals), F(1))])

    first = [rng.choice([x for x in free if sig[x] == a] or free) for a in shape]
    name = rng.choice(list(SHAPES))
    args = []
    for what in SHAPES[name]:
        if what == "L":
            args.append(law(first))
        elif what == "R":
            args.append(number())
        else:
            x = rng.choice(["r", "c", *free])
            args.append(
                ["lam", x, rng.choice((node("-", F(1), x), node("*", F(1, 2), x), mass([]), number()))]
            )
    return sig, name, args


def table(law, keys, reading, v):
    if isinstance(law, str):
        return {k: v[law][k] for k in keys}
    return {k: reading.term(law[-1], {**v, **dict(zip(law[1:-1], k, strict=True))}) for k in keys}


def problems(seed, cases):
    """Notions with another value than they should have, and (accepted, compared)."""
    rng, bad, accepted, compared = random.Random(seed), [], 0, {}
    for _ in range(cases):
        sig, name, args = case(rng)
        listed = {"Y": ("o1", "o2")} if rng.random() < 0.2 else {}
        if listed:
            sig |= {"o1": "Y", "o2": "Y"}
        try:
            k = Checker(sig, listed)
            p = k.formula([name, *args])
        except Refused:
            continue
        accepted += 1
        law = args[0]
        sets = sig[law] if isinstance(law, str) else tuple(sig[x] for x in law[1:-1])
        for _ in range(3):
            kinds = {a for s in sig.values() for a in (s if isinstance(s, tuple) else (s,))} - {"R"}
            outcomes = {
                a: listed.get(a) or tuple(f"{a}{i}" for i in range(rng.choice((1, 2, 2, 3)))) for a in kinds
            }
            outcomes["R"] = REALS
            v = {e: e for e in listed.get("Y", ())}
            for x, s in sig.items():
                if x in v:
                    continue
                if isinstance(s, tuple):
                    v[x] = {key: rng.choice(MASSES) for key in product(*(outcomes[a] for a in s))}
                else:
                    v[x] = rng.choice(outcomes[s])
            reading = Wide(sig, outcomes)
            keys = list(product(*(outcomes[a] for a in sets)))
            try:
                laws = [
                    table(a, keys, reading, v) for a, w in zip(args, SHAPES[name], strict=True) if w == "L"
                ]
                numbers = [reading.term(a, v) for a, w in zip(args, SHAPES[name], strict=True) if w == "R"]
                curve = None
                if SHAPES[name][-1] == "F":

                    def curve(m, a=args[-1], v=v, reading=reading):
                        return reading.term(a[2], {**v, a[1]: m})

                want = direct(name, laws, numbers, curve, keys)
                got = reading.holds(p, v)
            except (Skip, OverflowError):
                continue
            compared.setdefault(name, [0, 0])[want] += 1
            if got != want:
                bad.append((sig, listed, name, args, v))
    return bad, (accepted, compared)


def main() -> int:
    """Print a few differences; 1 if there is one."""
    seed, cases = (int(x) for x in (sys.argv[1:] + ["1", "3000"][len(sys.argv) - 1 :]))
    bad, counts = problems(seed, cases)
    print(counts, bad[:2])
    return int(bool(bad))


if __name__ == "__main__":
    raise SystemExit(main())
