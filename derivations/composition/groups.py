"""Group privacy: the same mechanism on inputs any number of steps apart."""

from dpsym.derivations.vocabulary import delta, eps, k, n
from dpsym.language import *
from dpsym.language.combined import G, group, running

eps, delta = eps.ranging(at_least=0), delta.ranging(at_least=0)
gap = parameter("gap", about="what is left in the bound of the next step")
path = group(n)
zero = Integer(0)
less, more = (Rational(1, 3), Rational(2, 3)), (Rational(2, 3), Rational(1, 3))
still = {"G": less, "P": less, "Q": less}
moved = {"G": less, "P": less, "Q": more}
S_all = S(y)
U = function("U")


def step(notion):
    """That the mechanism satisfies the notion at each step."""
    return path.of(notion)[-1]


def total(k):
    """The delta of k steps."""
    return k * exp((k - 1) * eps) * delta


u, v, w = exp(eps), exp((k - 1) * eps), exp(k * eps)


def mass(k, event=U(y)):
    """The probability of the event k steps on."""
    return Mass(event, G(k, y))


whole = (
    obtain(path.facts[-1], "the number of steps"),
    have(Eq(Mass(S_all, P), mass(zero, S_all)), "the law at the start"),
    have(Eq(Mass(S_all, Q), mass(running, S_all)), "the law at the end"),
)


def from_start(k):
    """The probability at the start by that at the end."""
    return EveryEvent(U(y), mass(zero) <= exp(k * eps) * mass(k) + total(k))


def from_end(k):
    """The probability at the end by that at the start."""
    return EveryEvent(U(y), mass(k) <= exp(k * eps) * mass(zero) + total(k))


def one_more(claim, term, left, factor, *chain):
    """The induction: the fact so far, the next step, and what is left of one of them times a positive factor."""
    return have(
        ForAll(k, claim(k)),
        "one step more",
        derivation=induction(
            k,
            then=(
                specialise(step(ApproxDP(eps, delta)), {running: k}, "the next step"),
                specialise(ApproxDP(eps, delta).on(Pair(G(k, y), G(k + 1, y))), {S_all: U(y)}, "this event"),
                specialise(claim(k), {U(y): U(y)}, "this event"),
                have(1 <= u, "the exponential rises"),
                have(1 <= w, "the exponential rises"),
                have(Eq(total(k + 1), k * (v * u) * delta + w * delta), "the definition"),
                have(term <= left, "what is known"),
                let(gap, left - term, (0 <= gap, Eq(term, left - gap)), "what is left"),
                have(Eq(factor * term, factor * (left - gap)), "times the same factor"),
                *chain,
            ),
        ),
    )


start = one_more(
    from_start,
    mass(k),
    u * mass(k + 1) + delta,
    w,
    Chain(mass(zero))
    .le(w * mass(k) + total(k), "k steps")
    .le(w * u * mass(k + 1) + w * delta + k * (v * u) * delta, "one more, and the deltas grow")
    .eq(exp((k + 1) * eps) * mass(k + 1) + total(k + 1), "the definitions"),
)
end = one_more(
    from_end,
    mass(k),
    w * mass(zero) + total(k),
    u,
    Chain(mass(k + 1))
    .le(u * mass(k) + delta, "one step")
    .le(u * (w * mass(zero) + total(k)) + w * delta, "k steps")
    .eq(exp((k + 1) * eps) * mass(zero) + total(k + 1), "the definitions"),
)

approximate = Theorem(
    title="Group privacy of approximate DP",
    source="vadhan2017",
    given=path.of(ApproxDP(eps, delta)),
    claim=ApproxDP(n * eps, total(n)),
    derivation=(
        start,
        end,
        *whole,
        specialise(ForAll(k, from_start(k)), {k: running}, "all steps"),
        specialise(ForAll(k, from_end(k)), {k: running}, "all steps"),
        specialise(from_start(running), {U(y): S_all}, "this event"),
        specialise(from_end(running), {U(y): S_all}, "this event"),
        have(Eq(exp(n * eps), exp(running * eps)), "the number of steps"),
        have(Eq(total(n), total(running)), "the number of steps"),
    ),
    example=point({eps: 0, delta: 0, n: 1}, **still),
    near_misses={
        "where the path does not end at the second input": variant(
            given=(path.facts[0], step(ApproxDP(eps, delta))),
            witness=point({eps: 0, delta: 0, n: 1}, **moved),
        ),
    },
    note="The delta grows by a factor with each step: that it is n times delta is a frequent mistake.",
)

pure = Theorem(
    title="Group privacy of pure DP",
    source="dworkroth2014",
    given=path.of(PureDP(eps)),
    claim=PureDP(n * eps),
    derivation=(
        have(
            step(ApproxDP(eps, zero)),
            "pure DP",
            derivation=(
                specialise(step(PureDP(eps)), {running: running}, "each step"),
                have(ApproxDP(eps, zero).on(Pair(G(running, y), G(running + 1, y))), "pure DP"),
            ),
        ),
        have(
            ApproxDP(n * eps, n * exp((n - 1) * eps) * zero),
            "the same with delta 0",
            by=approximate.at(delta=zero),
        ),
    ),
    example=point({eps: 0, n: 1}, **still),
    near_misses={
        "where the path does not end at the second input": variant(
            given=(path.facts[0], step(PureDP(eps))), witness=point({eps: 0, n: 1}, **moved)
        ),
    },
)
