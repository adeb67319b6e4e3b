"""The largest power of a test between data sets at distance n, over all eps-DP mechanisms: a chain of one-step bounds."""

from dpsym.derivations.vocabulary import a, half
from dpsym.derivations.vocabulary import eps as loss
from dpsym.language import *

eps = loss.ranging(above=0)
k, n = (parameter(name, integer=True, about="number of steps of a path") for name in ("k", "n"))
zero = Integer(0)

# M(k, .): the law of the output at the k-th data set of a shortest path. H(k): the bound after k steps.
M, H, f = function("M"), function("H"), function("f")
outputs = ForAll(k, distribution(M(k, y)))
private = ForAll(k, ForAll(y, Between(exp(-eps) * M(k, y), M(k + 1, y), exp(eps) * M(k, y))))


def step(x):
    return Min(exp(eps) * x, 1 - exp(-eps) * (1 - x))


chain = AllOf(Eq(H(zero), a), ForAll(k, Eq(H(k + 1), step(H(k)))))


def which(k):
    """Which branch of the step is the smaller one."""
    return cases(
        exp(eps) * H(k) < 1 - exp(-eps) * (1 - H(k)),
        have(Eq(H(k + 1), exp(eps) * H(k))),
        have(Eq(H(k + 1), 1 - exp(-eps) * (1 - H(k)))),
    )


def power(k):
    return Total(f(y) * M(k, y), y)


bound = ForAll(k, power(k) <= H(k))

largest_power = Theorem(
    title="The largest power at distance n",
    source=("bailie.x-power-chain", whole_of("bailie.x-power-complement")),
    given=(outputs, private, chain),
    claim=every_test(Implication(power(zero) <= a, bound)),
    derivation=(
        have(
            bound,
            "one more step",
            derivation=induction(
                k,
                first=(),
                then=(
                    specialise(outputs, {k: k}, "a law"),
                    specialise(outputs, {k: k + 1}, "a law"),
                    specialise(private, {k: k, y: y}, "privacy"),
                    specialise(private.args[1], {y: y}, "privacy"),
                    have(f(y) * M(k + 1, y) <= f(y) * (exp(eps) * M(k, y)), "where the test rejects"),
                    have((1 - f(y)) * (exp(-eps) * M(k, y)) <= (1 - f(y)) * M(k + 1, y), "where it does not"),
                    have(power(k + 1) <= exp(eps) * power(k), "add up"),
                    have(
                        Total((1 - f(y)) * (exp(-eps) * M(k, y)), y) <= Total((1 - f(y)) * M(k + 1, y), y),
                        "add up",
                    ),
                    have(power(k + 1) <= 1 - exp(-eps) * (1 - power(k)), "the masses add up to 1"),
                    have(exp(eps) * power(k) <= exp(eps) * H(k), "so far"),
                    have(exp(-eps) * power(k) <= exp(-eps) * H(k), "so far"),
                    specialise(chain.args[1], {k: k}, "the chain"),
                    which(k),
                ),
            ),
        ),
    ),
    example=point({eps: log(2), a: 0}, M=(half, half), H=(0,)),
    near_misses={
        "without the recursion": variant(
            given=(outputs, private), witness=point({eps: log(2), a: 1}, M=(half, half), H=(0,))
        ),
    },
    note=(
        "The recursion starts at the level; at each step of a shortest path the bound is the smaller of e^eps times the last one and of one "
        "minus e^-eps times what is left. It holds for every test and every mechanism that is private between neighbours."
    ),
)

m = parameter("m", integer=True, about="number of steps")
in_range = ForAll(m, Between(0, H(m), 1))

attained = Theorem(
    title="Two outputs attain the largest power",
    source=part_of(
        "bailie.x-power-chain",
        "the closed form for levels that are not small, and that the bound of Theorem 5.1 is attained for no larger level",
    ),
    given=(chain,),
    example=point({eps: log(2), a: 0}, H=(0,)),
    near_misses={"without the recursion": variant(given=(), witness=point({eps: log(2)}, H=(2,)))},
    claim=ForAll(
        n,
        AllOf(
            Between(0, H(n), 1),
            Between(exp(-eps) * H(n), H(n + 1), exp(eps) * H(n)),
            Between(exp(-eps) * (1 - H(n)), 1 - H(n + 1), exp(eps) * (1 - H(n))),
        ),
    ),
    derivation=(
        have(exp(-eps) < 1),
        have(1 < exp(eps)),
        have(
            in_range,
            derivation=induction(
                m,
                then=(
                    specialise(chain.args[1], {k: m}),
                    have(0 <= exp(-eps) * (1 - H(m))),
                    have(exp(-eps) * (1 - H(m)) <= 1 - H(m)),
                    have(0 <= exp(eps) * H(m)),
                    which(m),
                ),
            ),
        ),
        specialise(in_range, {m: n}),
        specialise(chain.args[1], {k: n}),
        have(exp(-eps) * H(n) <= H(n)),
        have(H(n) <= exp(eps) * H(n)),
        have(exp(-eps) * (1 - H(n)) <= 1 - H(n)),
        have(1 - H(n) <= exp(eps) * (1 - H(n))),
        which(n),
    ),
)

small_level = Theorem(
    title="The bound on the power is attained for small levels",
    source=(
        "bailie.x-power-chain",
        "bailie.tight5.1",
    ),
    given=(chain,),
    example=point({eps: log(2), a: 0}, H=(0,)),
    near_misses={
        "without the recursion": variant(given=(), witness=point({eps: log(2), a: 0}, H=(1,))),
    },
    claim=ForAll(
        n, Implication(a * exp(n * eps) * (1 + exp(eps)) <= 1, Eq(H(n + 1), a * exp((n + 1) * eps)))
    ),
    derivation=(
        have(1 < exp(eps)),
        have(
            ForAll(
                n, Implication(a * exp(n * eps) * (1 + exp(eps)) <= 1, Eq(H(n + 1), a * exp((n + 1) * eps)))
            ),
            derivation=induction(
                n,
                first=(
                    specialise(chain.args[1], {k: zero}),
                    have(exp(-eps) * (a * (1 + exp(eps))) <= exp(-eps)),
                    have(exp(eps) * (a * (1 + exp(eps))) <= exp(eps)),
                    have(exp(eps) * H(zero) <= 1 - exp(-eps) * (1 - H(zero))),
                    which(zero),
                ),
                then=(
                    specialise(chain.args[1], {k: n + 1}),
                    have(0 <= a * exp(n * eps)),
                    have(a * exp(n * eps) * (1 + exp(eps)) <= exp(eps) * (a * exp(n * eps) * (1 + exp(eps)))),
                    have(Eq(H(n + 1), a * exp((n + 1) * eps))),
                    have(exp(-eps) * (a * exp((n + 1) * eps) * (1 + exp(eps))) <= exp(-eps)),
                    have(exp(eps) * H(n + 1) <= 1 - exp(-eps) * (1 - H(n + 1))),
                    which(n + 1),
                ),
            ),
        ),
    ),
)
