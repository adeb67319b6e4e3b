"""A relation brought to a simpler one: decided atoms replaced, denominators cleared, exponentials of logarithms undone."""

from __future__ import annotations

from fractions import Fraction

from dpsym.kernel.normal import Factor, Key
from dpsym.prove.proof import certificates, polynomials
from dpsym.prove.proof.facts import Fact
from dpsym.prove.proof.hypotheses import CONST, HITS, PENDING, UNIT, Reduced
from dpsym.prove.proof.polynomials import monomial_atoms, padd, pmul, pscale
from dpsym.prove.proof.script import ONE, ZERO, Poly, Refused, Stuck, Term
from dpsym.prove.proof.state import State


def reduce(known: State, poly: Poly, deep: bool = True) -> Reduced:
    """Replace decided indicators and named values, clear denominators, logs under exp, negative powers of exp."""
    r = Reduced(dict(poly))
    for _ in range(60):
        atoms = monomial_atoms(r.poly)
        atom = next((f for f in atoms if f in known.rewrites), None)
        if atom is not None:
            eliminate(r, atom, *known.rewrites[atom])
            continue
        if not deep:
            return r
        inverse = outer_inverse(known, atoms)
        if inverse is not None and clear_inverse(known, r, inverse):
            continue
        if numbers_in_exponents(known, r) or exp_of_log(known, r):
            continue
        if negative_powers(known, r):
            continue
        return r
    return r


def eliminate(r: Reduced, atom: Factor, line: int, equation: Poly, scale: Fraction) -> None:
    """equation = atom - value; subtract multiples until the atom is gone."""
    powers_of(r, atom, line, padd({("@M", (atom, 1)): 1}, equation, -1), scale)


def outer_inverse(known: State, atoms: list) -> Factor | None:
    """An inverse that stands in no other atom's inside, and whose sign is not known to be unknown."""
    inverses = [
        f
        for f in atoms
        if f[0] == "@inv" and known.inverses.get(f, 1) is not None and known.inverses.get(f) is not PENDING
    ]
    for f in inverses:
        if not any(f is not g and polynomials.contains(g, f) for g in inverses):
            return f
    return inverses[0] if inverses else None


def nonzero(known: State, f: Factor) -> tuple[int, int, Poly] | None:
    """For an inverse atom of m: (line m*(1/m) = 1, line 0 < m or 0 < -m, that positive polynomial)."""
    if f in known.inverses:
        return None if known.inverses[f] is PENDING else known.inverses[f]
    s = known.s
    known.inverses[f] = PENDING  # no circular attempts
    m = dict(f[1][1:])
    term = s.term(m)
    found = None
    for sign in (Fraction(1), -1):
        q = pscale(m, sign)
        if not certificates.plausible(q, known.facts):
            continue
        positive: Term = ("<", ZERO, term) if sign > 0 else ("<", term, ZERO)
        try:
            line = known.prove(positive, 2)
            found = (s.add("inv", [line], of=term), line, q)
            break
        except Stuck:
            continue
    known.inverses[f] = found
    return found


def clear_inverse(known: State, r: Reduced, f: Factor) -> bool:
    """Multiply by a divisor whose sign is known until its inverse f is gone; whether that could be done."""
    data = nonzero(known, f)
    if data is None:
        return False
    equation, positive, q = data
    m = dict(f[1][1:])
    by_power: dict[int, Poly] = {}
    for product, c in r.poly.items():
        e = int(dict(product[1:]).get(f, 0))
        rest = ("@M", *(fe for fe in product[1:] if fe[0] is not f))
        part = by_power.setdefault(e, {})
        part[rest] = part.get(rest, Fraction(0)) + c
    top = max(by_power)
    sign = 1 if q == m else -1
    inverse: Poly = {("@M", (f, 1)): 1}
    for _ in range(top):
        r.multiply(positive, q)
    # m^top * sum g_k i^k  =  sum g_k m^(top-k)  +  (m i - 1) * sum g_k m^(top-k) (1 + m i + ...)
    cleared: Poly = {}
    multiplier: Poly = {}
    scale = sign**top
    mi = pmul(m, inverse)
    for k, g in by_power.items():
        part = g
        for _ in range(top - k):
            part = pmul(part, m)
        cleared = padd(cleared, part, scale)
        geometric: Poly = {}
        power: Poly = dict(CONST)
        for _ in range(k):
            geometric = padd(geometric, power)
            power = pmul(power, mi)
        multiplier = padd(multiplier, pmul(part, geometric), scale)
    r.eqs.append((equation, multiplier))
    r.poly = cleared
    return True


def numbers_in_exponents(known: State, r: Reduced) -> bool:
    """Whole powers of e^(log n) in an exponent, n a positive number, as powers of n: e^(x^2/sqrt(2)^2); x/x as 1."""
    for product in r.poly:
        for f, e in product[1:]:
            simpler = without_numbers(f[1], known.guard.cancelling) if f[0] == "@exp" else None
            if simpler is None:
                continue
            s = known.s
            whole, short = s.term({f[1]: e}), s.term({m: c * e for m, c in simpler.items()})
            mark = ("number", f, e)
            if mark not in known.inverses:
                known.inverses[mark] = None
                try:
                    same = known.prove(("=", whole, short), 1)
                except Stuck:
                    continue
                line = equal_exponentials(known, same, whole, short)
                known.inverses[mark] = (line, line, s.nf(("exp", short)))
            if known.inverses[mark] is None:
                continue
            line, _, value = known.inverses[mark]  # type: ignore[misc]
            hit = {m: c for m, c in r.poly.items() if (f, e) in m[1:]}
            quotient = {("@M", *(x for x in m[1:] if x != (f, e))): c for m, c in hit.items()}
            rest = {m: c for m, c in r.poly.items() if m not in hit}
            r.poly = padd(rest, pmul(quotient, value))
            r.eqs.append((line, quotient))
            return True
    return False


def exp_of_log(known: State, r: Reduced) -> bool:
    """exp(log t) = t where t > 0 is known."""
    s = known.s
    for product in list(r.poly):
        for f, e in product[1:]:
            if f[0] != "@exp" or len(f[1]) != 2 or f[1][1][0][0] != "@log" or f[1][1][1] != 1:
                continue
            log = f[1][1][0]
            data = known.inverses.get(("explog", log), 0)
            if data is None or data is PENDING:
                continue
            if e < 0 or e >= 1:
                if isinstance(data, int):  # nothing is known yet
                    t = s.term(dict(log[1][1:]))
                    sign: Term = ("<", ZERO, t)
                    if known.guard.unlogging and s.key(sign) not in known.keys:
                        continue  # the sign of one argument does not wait for that of another
                    known.inverses[("explog", log)] = PENDING
                    known.guard.unlogging, before = True, known.guard.unlogging
                    try:
                        positive = known.prove(sign, 2)
                    except Stuck:
                        known.inverses[("explog", log)] = None
                        continue
                    finally:
                        known.guard.unlogging = before
                    data = (s.add("exp_log", [positive], of=t), positive, dict(log[1][1:]))
                    known.inverses[("explog", log)] = data
                if e < 0:
                    continue  # cleared as a negative power first
                line, _, t_poly = data
                powers_of(r, f, line, t_poly)
                return True
    return False


def powers_of(r: Reduced, f: Factor, line: int, value: Poly, scale: Fraction = ONE) -> None:
    """Replace f by its value in every product where its exponent is at least 1; `line` says so up to the scale."""
    quotient: Poly = {}
    work = dict(r.poly)
    for _ in range(HITS):
        hit = next((m for m in work if any(g is f and e >= 1 for g, e in m[1:])), None)
        if hit is None:
            break
        c = work.pop(hit)
        lower = polynomials.divide_atom(hit, f)
        quotient = padd(quotient, {lower: c})
        work = padd(work, pmul({lower: c}, value))
    else:
        raise Stuck("too high a power")
    r.eqs.append((line, pscale(quotient, scale)))
    r.poly = work


def negative_powers(known: State, r: Reduced) -> bool:
    """Multiply by exponentials until none has a negative exponent; whether there was one."""
    s = known.s
    lowest: dict[Factor, Fraction] = {}
    for product in r.poly:
        for f, e in product[1:]:
            if f[0] == "@exp" and e < 0:
                lowest[f] = min(e, lowest.get(f, Fraction(0)))
    if not lowest:
        return False
    for f, e in lowest.items():
        power = {("@M", (f, -e)): 1}
        argument = s.term({f[1]: -e})
        r.multiply(s.add("exp_pos", [], of=argument), power)
    return True


def lightly_reduced(known: State, fact: Fact) -> Fact:
    """The fact with decided indicators and named values replaced, denominators kept."""
    if fact.line not in known.shallow:
        touched = any(f in known.rewrites for f in fact.atoms)
        known.shallow[fact.line] = restate(known, fact, deep=False) if touched else fact
    return known.shallow[fact.line]


def reduced_fact(known: State, fact: Fact) -> Fact:
    """The fact after reduction, as a line of its own."""
    if fact.line in known.reduced_facts:
        return known.reduced_facts[fact.line]
    known.reduced_facts[fact.line] = fact
    if not any(f[0] in ("@inv", "@exp", "@ind") or f in known.rewrites for f in fact.atoms):
        return fact
    before = pending(known)
    kept = known.half_reduced.get(fact.line)
    result = kept[1] if kept is not None and kept[0] == before else restate(known, fact, deep=True)
    after = pending(known)
    if after[0]:  # more may come of it once the signs that are being proved are known
        known.reduced_facts.pop(fact.line, None)
        known.half_reduced[fact.line] = after, result
    else:
        known.reduced_facts[fact.line] = result
    return result


def pending(known: State) -> tuple[int, ...]:
    """How many signs are being proved, and how much is known: as long as it stays, a reduction gives the same."""
    waiting = sum(v is PENDING for v in known.inverses.values())
    return waiting, len(known.inverses), len(known.rewrites), len(known.keys), known.guard.unlogging


def restate(known: State, fact: Fact, deep: bool) -> Fact:
    """The fact with its divisors and exponentials cleared, as a line of its own; the fact itself where nothing
    is to be cleared."""
    if fact.line in {line for line, *_ in known.rewrites.values()}:
        return fact
    r = reduce(known, fact.poly, deep)
    if not r.times and not r.eqs:
        return fact
    s = known.s
    body = s.term(r.poly)
    relation = {"ge": "<=", "gt": "<", "eq": "="}[fact.kind]
    goal = (relation, ZERO, body) if fact.kind != "eq" else ("=", body, ZERO)
    given = [fact.line]

    def index(line: int) -> int:
        if line not in given:
            given.append(line)
        return given.index(line)

    eqs = [[index(j), s.term(pscale(q, -1))] for j, q in r.eqs if q]
    try:
        if fact.kind == "eq":
            terms: list = []
            eqs.insert(0, [0, s.term(r.factor)])
        else:
            terms = [[ONE, [0, *(index(t) for t in r.times)]]]
        line = s.add("arith", given, **{"is": goal, "terms": terms, "eqs": eqs})
    except Refused:
        return fact
    return Fact(fact.kind, r.poly, line)


def exp_monotone(known: State, line: int, relation: str, a: Term, b: Term) -> int:
    """From a R b the line e^a R e^b."""
    s = known.s
    gap = ("-", b, a)
    tangent = s.add("exp_tangent", [], of=gap)
    one = s.add(
        "arith",
        [line, tangent],
        **{"is": (relation, ONE, ("exp", gap)), "terms": [[1, [0]], [1, [1]]], "eqs": []},
    )
    positive = s.add("exp_pos", [], of=a)
    return s.add(
        "arith",
        [one, positive],
        **{"is": (relation, ("exp", a), ("exp", b)), "terms": [[1, [0, 1]]], "eqs": []},
    )


def equal_exponentials(known: State, line: int, a: Term, b: Term, factor: Fraction = -ONE) -> int:
    """e^a = e^b, from an equation that is b - a = 0 when it is multiplied by the factor: a = b, with -1."""
    both = []
    for low, high, sign in ((a, b, ONE), (b, a, -ONE)):
        fields = {"is": ("<=", low, high), "terms": [], "eqs": [[0, sign * factor]]}
        both.append(exp_monotone(known, known.s.add("arith", [line], **fields), "<=", low, high))
    return known.s.add("antisym", both)


def without_numbers(m: Key, cancelling: bool) -> Poly | None:
    """The product with whole powers of e^(log n) as numbers, without x (1/x) if `cancelling`; None if it stays."""
    c, left, powers = Fraction(1), [], dict(m[1:])
    for f in list(powers) if cancelling else ():
        inside = f[1] if f[0] == "@inv" else UNIT
        g = inside[1][0][1] if len(inside) == 2 and inside[1][1] == 1 and len(inside[1][0]) == 2 else None
        if g is not None and powers.get(g[0], 0) > 0:
            both = min(powers[f], powers[g[0]])
            powers[f], powers[g[0]] = powers[f] - both, powers[g[0]] - both
    for f, e in powers.items():
        inner = f[1] if f[0] == "@exp" else UNIT
        k = int(e)
        if k and len(inner) == 2 and inner[1][0][0] == "@log" and inner[1][1] == 1:
            n = inner[1][0][1][1:]
            if len(n) == 1 and n[0][0] == UNIT and n[0][1] > 0:
                c *= Fraction(n[0][1]) ** k
                e = e - k
        if e:
            left.append((f, e))
    return {("@M", *left): c} if c != 1 or tuple(left) != m[1:] else None


def indicator(known: State, poly: Poly) -> Factor | None:
    """An undecided indicator of the polynomial (innermost first)."""
    best = None
    for f in monomial_atoms(poly):
        if f[0] == "@ind" and f not in known.rewrites:
            inner = [
                g
                for g in polynomials.inner_atoms(f[1])
                if g[0] == "@ind" and g not in known.rewrites and not polynomials.bound_inside(g)
            ]
            candidate = inner[0] if inner else f
            if best is None or len(polynomials.text(candidate)) < len(polynomials.text(best)):
                best = candidate
    return best
