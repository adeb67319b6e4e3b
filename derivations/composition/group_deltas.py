"""Group privacy of approximate DP with the deltas of all steps summed: a geometric series."""

from dpsym.derivations.composition.groups import S_all, U, mass, moved, path, step, still, whole
from dpsym.derivations.vocabulary import delta, eps, k, n
from dpsym.language import *
from dpsym.language.combined import G, running

eps, delta = eps.ranging(above=0), delta.ranging(at_least=0)
c = parameter("c", about="what the first step of the series is times e^eps - 1")

u, w = exp(eps), exp(k * eps)
series = delta / (exp(eps) - 1)


def start(k):
    """The probability at the start by that at the end."""
    return EveryEvent(U(y), mass(Integer(0)) <= exp(k * eps) * mass(k) + (exp(k * eps) - 1) * c)


def end(k):
    """The probability at the end by that at the start."""
    return EveryEvent(U(y), mass(k) <= exp(k * eps) * mass(Integer(0)) + (exp(k * eps) - 1) * c)


def one_more(claim, product, *chain):
    """The induction: the fact so far and the next step, one of them times a positive factor."""
    return have(
        ForAll(k, claim(k)),
        "one step more",
        derivation=induction(
            k,
            then=(
                specialise(step(ApproxDP(eps, delta)), {running: k}, "the next step"),
                specialise(ApproxDP(eps, delta).on(Pair(G(k, y), G(k + 1, y))), {S_all: U(y)}, "this event"),
                specialise(claim(k), {U(y): U(y)}, "this event"),
                have(product, "a factor that is not negative"),
                *chain,
            ),
        ),
    )


approximate = Theorem(
    title="Group privacy of approximate DP, with the deltas summed",
    source="vadhan2017",
    given=path.of(ApproxDP(eps, delta)),
    claim=ApproxDP(n * eps, (exp(n * eps) - 1) / (exp(eps) - 1) * delta),
    derivation=(
        let(c, series, (Eq(c * (exp(eps) - 1), delta), Eq(c, series)), "the series"),
        one_more(
            start,
            w * mass(k) <= w * (u * mass(k + 1) + delta),
            Chain(mass(Integer(0)))
            .le(w * mass(k) + (w - 1) * c, "k steps")
            .le(w * (u * mass(k + 1) + delta) + (w - 1) * c, "one more")
            .eq(exp((k + 1) * eps) * mass(k + 1) + (exp((k + 1) * eps) - 1) * c, "the series"),
        ),
        one_more(
            end,
            u * mass(k) <= u * (w * mass(Integer(0)) + (w - 1) * c),
            Chain(mass(k + 1))
            .le(u * mass(k) + delta, "one step")
            .le(u * (w * mass(Integer(0)) + (w - 1) * c) + delta, "k steps")
            .eq(exp((k + 1) * eps) * mass(Integer(0)) + (exp((k + 1) * eps) - 1) * c, "the series"),
        ),
        *whole,
        specialise(ForAll(k, start(k)), {k: running}, "all steps"),
        specialise(ForAll(k, end(k)), {k: running}, "all steps"),
        specialise(start(running), {U(y): S_all}, "this event"),
        specialise(end(running), {U(y): S_all}, "this event"),
        have(Eq(exp(n * eps), exp(running * eps)), "the number of steps"),
        have(Eq((exp(n * eps) - 1) / (exp(eps) - 1) * delta, (exp(n * eps) - 1) * c), "the series"),
    ),
    example=point({eps: log(2), delta: 0, n: 1}, **still),
    near_misses={
        "where the path does not end at the second input": variant(
            given=(path.facts[0], step(ApproxDP(eps, delta))),
            witness=point({eps: log(Rational(3, 2)), delta: 0, n: 1}, **moved),
        ),
        "of any mechanism": variant(
            given=(), witness=point({eps: log(Rational(3, 2)), delta: 0, n: 1}, **moved)
        ),
    },
    note="For one step it is delta, for many it is the delta of the last step times less than e^eps/(e^eps - 1).",
)
