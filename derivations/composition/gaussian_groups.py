"""Group privacy of Gaussian DP: the budgets of the steps add up."""

from dpsym.derivations.vocabulary import half, k, n
from dpsym.language import *
from dpsym.language.combined import G, from_between, group, group_of_two, running, to_between

mu = parameter("mu", at_least=0, about="budget of each step")
mu_1 = parameter("mu_1", about="budget of the first step")
mu_2 = parameter("mu_2", about="budget of the second step")
t, f = parameter("t", about="a cut"), function("f")

alike, sure, never = (half, half), (1, 0), (0, 1)
same = {"P": alike, "R": alike, "Q": alike}
away = {"P": sure, "R": sure, "Q": never}


def step(notion, cut):
    """What a step says of the test at a cut."""
    return specialise(notion, {t: cut, f(y): f(y)}, "this test, at this cut")


def in_order(pair, *steps):
    """The steps of one order, from the level to the power."""
    return have(
        GaussianDP(mu_1 + mu_2).one_order(pair),
        "in this order",
        derivation=(
            *steps,
            have(Eq(Phi(t + (mu_1 + mu_2)), Phi(t + mu_2 + mu_1)), "the same cut"),
        ),
    )


first, second = GaussianDP(mu_1).on(to_between), GaussianDP(mu_2).on(from_between)
in_two_steps = Theorem(
    title="Gaussian DP in two steps with budgets of their own",
    source="dong2022",
    given=(first, second),
    claim=GaussianDP(mu_1 + mu_2),
    derivation=(
        in_order(Pair(), step(second, t), step(first, t + mu_2)),
        in_order(Pair().swapped, step(first, t), step(second, t + mu_1)),
        have(GaussianDP(mu_1 + mu_2), "in both"),
    ),
    example=point({mu_1: 0, mu_2: 0}, **same),
    near_misses={
        "the second step unprotected": without(second, witness=point({mu_1: 0, mu_2: 0}, **away)),
        "the first step unprotected": without(
            first, witness=point({mu_1: 0, mu_2: 0}, P=sure, R=never, Q=never)
        ),
        "a smaller budget": variant(GaussianDP(mu_1 + mu_2 - 1), witness=point({mu_1: 0, mu_2: 0}, **same)),
    },
    note="The budgets add up, as the distances of normal laws on a line do; those of independent mechanisms add up in squares.",
)

of_two = group_of_two.alike()
in_two_equal_steps = Theorem(
    title="Gaussian DP in two steps",
    source="dong2022",
    given=of_two.of(GaussianDP(mu)),
    claim=GaussianDP(2 * mu),
    derivation=(
        have(GaussianDP(mu + mu), "budgets of their own", by=in_two_steps.at(mu_1=mu, mu_2=mu)),
        have(Eq(Phi(t + 2 * mu), Phi(t + (mu + mu))), "the same cut"),
        step(GaussianDP(mu + mu), t),
    ),
    example=point({mu: 0}, **same),
    near_misses={
        "the second step unprotected": variant(
            given=[GaussianDP(mu).on(to_between)], witness=point({mu: 0}, **away)
        ),
        "a smaller budget": variant(GaussianDP(2 * mu - 1), witness=point({mu: 0}, **same)),
    },
)

zero = Integer(0)
path = group(n)
each_step = path.of(GaussianDP(mu))[-1]


def after(k):
    """That k steps have so many times the budget."""
    return GaussianDP(k * mu).on(Pair(G(zero, y), G(k, y)))


whole = Pair(G(zero, y), G(running, y))

gaussian = Theorem(
    title="Group privacy of Gaussian DP",
    source="dong2022",
    given=path.of(GaussianDP(mu)),
    claim=GaussianDP(n * mu),
    derivation=(
        have(
            ForAll(k, after(k)),
            "step by step",
            derivation=induction(
                k,
                first=(have(after(zero), "no step"),),
                then=(
                    specialise(path.facts[0], {running: zero}, "a law"),
                    specialise(path.facts[0], {running: k}, "a law"),
                    specialise(path.facts[0], {running: k + 1}, "a law"),
                    specialise(each_step, {running: k}, "the next step"),
                    have(
                        GaussianDP(k * mu + mu).on(Pair(G(zero, y), G(k + 1, y))),
                        "one more step",
                        by=in_two_steps.at(
                            mu_1=k * mu,
                            mu_2=mu,
                            P=Lambda(y, G(zero, y)),
                            R=Lambda(y, G(k, y)),
                            Q=Lambda(y, G(k + 1, y)),
                        ),
                    ),
                    step(GaussianDP(k * mu + mu).on(Pair(G(zero, y), G(k + 1, y))), t),
                    have(Eq(Phi(t + (k + 1) * mu), Phi(t + (k * mu + mu))), "the same cut"),
                ),
            ),
        ),
        obtain(path.facts[-1], "the number of steps"),
        specialise(ForAll(k, after(k)), {k: running}, "all steps"),
        step(GaussianDP(running * mu).on(whole), t),
        have(Eq(Mass(f(y), P(y)), Mass(f(y), whole.a)), "the law at the start"),
        have(Eq(Mass(f(y), Q(y)), Mass(f(y), whole.b)), "the law at the end"),
        have(Eq(Phi(t + n * mu), Phi(t + running * mu)), "the number of steps"),
    ),
    example=point({mu: 0, n: 1}, G=alike, P=alike, Q=alike),
    near_misses={
        "where the path does not end at the second input": variant(
            given=(path.facts[0], each_step), witness=point({mu: 0, n: 1}, G=alike, P=alike, Q=sure)
        ),
        "a smaller budget": variant(
            GaussianDP(n * mu - 1), witness=point({mu: 0, n: 1}, G=alike, P=alike, Q=alike)
        ),
    },
    note="The budget grows like the number of steps, that of composition like its square root.",
)
