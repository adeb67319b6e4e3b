"""The largest power of a test between data sets at distance n, over all eps-DP mechanisms: a chain of one-step bounds."""

from dpsym.derivations.vocabulary import a, half
from dpsym.derivations.vocabulary import eps as loss
from dpsym.language import *

eps = loss.ranging(above=0)
k, n = (parameter(name, integer=True, about="number of steps of a path") for name in ("k", "n"))
zero = Integer(0)

# M(k, .): the law of the output at the k-th data set of a shortest path. H(k): the bound after k steps.
M = function("M", about="the law of the output at a data set of the path, by its place in it")
H = function("H", about="the bound on the power after so many steps")
f = function("f")
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
        "without the recursion": without(chain, witness=point({eps: log(2), a: 1}, M=(half, half), H=(0,))),
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
    source=whole_of("bailie.x-power-chain"),
    given=(chain,),
    example=point({eps: log(2), a: 0}, H=(0,)),
    near_misses={"without the recursion": without(chain, witness=point({eps: log(2)}, H=(2,)))},
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
        "without the recursion": without(chain, witness=point({eps: log(2), a: 0}, H=(1,))),
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

at_most = ForAll(m, H(m) <= a * exp(m * eps))

no_larger_level = Theorem(
    title="The bound on the power is attained for no larger level",
    source="bailie.x-power-chain",
    given=(chain,),
    claim=ForAll(n, Implication(1 < a * exp(n * eps) * (1 + exp(eps)), H(n + 1) < a * exp((n + 1) * eps))),
    derivation=(
        have(1 < exp(eps), "the loss is positive"),
        have(exp(-eps) < 1, "the loss is positive"),
        have(
            at_most,
            "by induction",
            derivation=induction(
                m,
                first=(),
                then=(
                    specialise(chain.args[1], {k: m}, "one more step"),
                    have(exp(eps) * H(m) <= exp(eps) * (a * exp(m * eps)), "so far"),
                    which(m),
                ),
            ),
        ),
        specialise(at_most, {m: n}, "so far"),
        specialise(chain.args[1], {k: n}, "one more step"),
        have(exp(eps) * H(n) <= exp(eps) * (a * exp(n * eps)), "so far"),
        which(n),
        have(
            Implication(1 < a * exp(n * eps) * (1 + exp(eps)), H(n + 1) < exp(eps) * (a * exp(n * eps))),
            "the other branch is smaller, or less came before",
            derivation=cases(
                H(n) < a * exp(n * eps),
                have(exp(eps) * H(n) < exp(eps) * (a * exp(n * eps)), "less came before"),
                (
                    have(Eq(H(n), a * exp(n * eps)), "so far"),
                    have(
                        (1 - exp(-eps)) * 1 < (1 - exp(-eps)) * (H(n) * (1 + exp(eps))),
                        "times a positive number",
                    ),
                    have(1 - exp(-eps) * (1 - H(n)) < exp(eps) * H(n), "the other branch is smaller"),
                ),
            ),
        ),
    ),
    example=point({eps: log(2), a: 0}, H=(0,)),
    near_misses={
        "without the recursion": without(chain, witness=point({eps: log(2), a: 1}, H=(4,))),
        "already where the level is as large as it may be": variant(
            ForAll(n, Implication(1 <= a * exp(n * eps) * (1 + exp(eps)), H(n + 1) < a * exp((n + 1) * eps))),
            witness=point(
                {eps: log(2), a: Rational(1, 3)}, H=Lambda(k, 1 - exp(-k * log(2)) * Rational(2, 3))
            ),
        ),
    },
    note="At distance 1 and more: for these levels even the best mechanism has less power than the bound of the theorem on any two models.",
)

beyond = ForAll(m, Eq(H(m), 1 - (1 - a) * exp(-m * eps)))

closed_form = Theorem(
    title="The largest power from a level that is not small",
    source="bailie.x-power-chain",
    given=(chain, 1 <= a * (1 + exp(eps))),
    claim=ForAll(n, Eq(H(n), 1 - (1 - a) * exp(-n * eps))),
    derivation=(
        have(1 < exp(eps), "the loss is positive"),
        have(exp(-eps) < 1, "the loss is positive"),
        have(
            beyond,
            "by induction",
            derivation=induction(
                m,
                first=(),
                then=(
                    specialise(chain.args[1], {k: m}, "one more step"),
                    have(exp(-m * eps) <= 1, "the exponential of a number that is not positive"),
                    have(0 <= (1 - a) * (1 - exp(-m * eps)), "no factor is negative"),
                    have(a <= H(m), "it does not fall"),
                    have(a * (1 + exp(eps)) <= H(m) * (1 + exp(eps)), "it does not fall"),
                    have(
                        (1 - exp(-eps)) * 1 <= (1 - exp(-eps)) * (H(m) * (1 + exp(eps))),
                        "times a positive number",
                    ),
                    have(1 - exp(-eps) * (1 - H(m)) <= exp(eps) * H(m), "the second branch"),
                    which(m),
                ),
            ),
        ),
        specialise(beyond, {m: n}, "after n steps"),
    ),
    example=point({eps: log(2), a: 1}, H=(1,)),
    near_misses={
        "where the level is small": variant(given=(chain,), witness=point({eps: log(2), a: 0}, H=(0,))),
        "without the recursion": without(chain, witness=point({eps: log(2), a: 1}, H=Lambda(k, 1 - k))),
    },
    note=(
        "With the theorems before it the largest power in closed form: up to the first step j at which the level times e^(j eps) is not small, it is that number, and from there on, where the "
        "recursion starts again at this number, what is left of 1 falls by e^-eps at each step. For a level that is not small j is 0."
    ),
)
