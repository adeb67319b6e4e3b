"""Any number of mechanisms with the same guarantee, each chosen by the transcript of those before."""

from dpsym.derivations.analysis.power_tangents import part
from dpsym.derivations.analysis.powers import equal_powers
from dpsym.derivations.composition import basic_composition as basic
from dpsym.derivations.composition import renyi_composition as renyi
from dpsym.derivations.composition import zero_concentrated_composition as concentrated
from dpsym.derivations.composition.advanced_composition import advanced_composition
from dpsym.derivations.composition.transcripts import A, B, k, less, more, transcript, zero
from dpsym.derivations.vocabulary import alpha, delta, delta_0, delta_1, eps, eps_0, half, n
from dpsym.language import *
from dpsym.language.combined import repeated, running

eps, delta = eps.ranging(at_least=0), delta.ranging(at_least=0, at_most=1)
alpha = alpha.ranging(above=1)
gamma_0 = parameter("gamma_0", about="bound on the divergence of each mechanism, in nats")
rho_0 = parameter("rho_0", about="budget of each mechanism, in nats")
S_all = S(y)

still = {"K": (1, 0, 0, 1), "L": (1, 0, 0, 1), "P": less, "Q": less, "A": less, "B": less}
moved = {**still, "A": less, "B": more, "P": less, "Q": more}
made = repeated(n)
grown = made.facts[2]


def each(notion):
    """That each mechanism satisfies the notion, whatever the transcript."""
    return made.of(notion)[-1]


def of_all(shown, budget, by, *steps):
    """What holds of every transcript, said of the laws of the whole; `budget` is what is said of the number n."""
    return (
        have(ForAll(k, shown(k)), "the budgets add up", by=by),
        obtain(made.facts[-1], "the number of mechanisms"),
        specialise(ForAll(k, shown(k)), {k: running}, "all mechanisms"),
        have(Eq(budget, budget.xreplace({n: running})), "the number of mechanisms"),
        *steps,
    )


events = (
    have(Eq(Mass(S_all, P), Mass(S_all, A(running, y))), "the law of the whole"),
    have(Eq(Mass(S_all, Q), Mass(S_all, B(running, y))), "the law of the whole"),
)


def budget_of(k):
    """The loss and the delta of k mechanisms."""
    return ApproxDP(k * eps, k * delta)


approximate = Theorem(
    title="Composition of any number of mechanisms with the same loss and delta",
    source="dwork2006a",
    given=made.of(ApproxDP(eps, delta)),
    claim=budget_of(n),
    derivation=(
        *of_all(
            lambda k: budget_of(k).on(transcript(k)),
            exp(n * eps),
            basic.of_any_number.at(e=eps, d=delta, E=k * eps, D=k * delta),
            *events,
            specialise(budget_of(running).on(transcript(running)), {S_all: S_all}, "this event"),
        ),
    ),
    example=point({eps: 0, delta: 0, n: 1}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(ApproxDP(eps, delta))[2:]),
            witness=point({eps: 0, delta: 0, n: 1}, **moved),
        ),
        "some number of mechanisms, but another number of losses": variant(
            given=(*made.facts[:1], *made.facts[2:], each(ApproxDP(eps, delta))),
            witness=point({eps: 0, delta: 0, n: 2}, **moved),
        ),
    },
    note="Each mechanism may be chosen by the transcript of those before.",
)


pure = Theorem(
    title="Composition of any number of mechanisms with the same loss",
    source="dwork2006a",
    given=made.of(PureDP(eps)),
    claim=PureDP(n * eps),
    derivation=(
        have(ApproxDP(n * eps, n * zero), "composition with delta 0", by=approximate.at(delta=zero)),
    ),
    example=point({eps: 0, n: 1}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(PureDP(eps))[2:]),
            witness=point({eps: 0, n: 1}, **moved),
        ),
        "the mechanisms unprotected, something released at the start": variant(
            given=(made.facts[0], *made.facts[2:]), witness=point({eps: 0, n: 3}, **moved)
        ),
    },
)

factor = alpha * (alpha - 1)
last = transcript(running)
same_power = ForAll(y, Eq(part(P(y), Q(y)), part(last.a, last.b)))
moments = (
    have(same_power, "the laws of the whole", by=equal_powers.at(a=P(y), b=Q(y), c=last.a, d=last.b)),
    have(Eq(RenyiMoment(alpha, Pair()), RenyiMoment(alpha, last)), "the laws of the whole"),
    have(
        Eq(RenyiMoment(alpha, Pair(Q(y), P(y))), RenyiMoment(alpha, Pair(last.b, last.a))),
        "the laws of the whole",
    ),
)

renyi_of_all = Theorem(
    title="Composition of any number of mechanisms with the same Rényi DP",
    source="mironov2017",
    given=made.of(RenyiDP(alpha, gamma_0)),
    claim=RenyiDP(alpha, n * gamma_0),
    derivation=(
        *of_all(
            lambda k: RenyiDP(alpha, k * gamma_0).on(transcript(k)),
            exp((alpha - 1) * (n * gamma_0)),
            renyi.of_any_number.at(gamma=gamma_0, T=k * gamma_0),
            *moments,
        ),
    ),
    example=point({alpha: 2, gamma_0: 0, n: 1}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(RenyiDP(alpha, gamma_0))[2:]),
            witness=point({alpha: 2, gamma_0: 0, n: 1}, **moved),
        ),
        "the mechanisms unprotected, something released at the start": variant(
            given=(made.facts[0], *made.facts[2:]), witness=point({alpha: 2, gamma_0: 0, n: 3}, **moved)
        ),
    },
)

concentrated_of_all = Theorem(
    title="Composition of any number of mechanisms with the same zero-concentrated DP",
    source="bunsteinke2016",
    given=made.of(ZCDP(rho_0)),
    claim=ZCDP(n * rho_0),
    derivation=(
        *of_all(
            lambda k: ZCDP(k * rho_0).on(transcript(k)),
            exp(factor * (n * rho_0)),
            concentrated.of_any_number.at(rho=rho_0, T=k * rho_0),
            specialise(ZCDP(running * rho_0).on(transcript(running)), {alpha: alpha}, "this order"),
            *moments,
        ),
    ),
    example=point({rho_0: 0, n: 1}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(ZCDP(rho_0))[2:]),
            witness=point({rho_0: 0, n: 1}, **moved),
        ),
        "the mechanisms unprotected, something released at the start": variant(
            given=(made.facts[0], *made.facts[2:]), witness=point({rho_0: 0, n: 3}, **moved)
        ),
    },
)

eps_0, delta_0 = eps_0.ranging(at_least=0), delta_0.ranging(at_least=0, at_most=1)
delta_1 = delta_1.ranging(above=0, at_most=1)
exponent = log(1 / delta_1)


deviation = root(2 * n * exponent)


total = running * delta_0 + delta_1  # of the transcript, and of the tail of its loss


def loss(k):
    """The loss of advanced composition, as it is for different losses."""
    return k * (eps_0 * (exp(eps_0) - 1)) + root(2 * (k * eps_0**2) * log(1 / (total - k * delta_0)))


there, variance = loss(running).args[1], 2 * (running * eps_0**2)
advanced_loss = n * eps_0 * (exp(eps_0) - 1) + eps_0 * deviation
less_than_one = (
    have(
        ForAll(k, Implication(k * delta_0 < total, ApproxDP(loss(k), total).on(transcript(k)))),
        "advanced composition",
        by=advanced_composition.at(
            e=eps_0,
            d=delta_0,
            E=k * eps_0,
            D=k * delta_0,
            M=k * (eps_0 * (exp(eps_0) - 1)),
            V=k * eps_0**2,
            delta=total,
        ),
    ),
    specialise(
        ForAll(k, Implication(k * delta_0 < total, ApproxDP(loss(k), total).on(transcript(k)))),
        {k: running},
        "all mechanisms",
    ),
    have(0 <= eps_0 * deviation, "no factor is negative"),
    have(Eq((eps_0 * deviation) ** 2, variance * exponent), "the number of mechanisms"),
    have(there <= eps_0 * deviation, "roots of the same number"),
    have(exp(loss(running)) <= exp(advanced_loss), "the exponential rises"),
    specialise(ApproxDP(loss(running), total).on(last), {S_all: S_all}, "this event"),
)
advanced = Theorem(
    title="Advanced composition of any number of mechanisms with the same loss and delta",
    source="dwork2010",
    given=made.of(ApproxDP(eps_0, delta_0)),
    claim=ApproxDP(advanced_loss, n * delta_0 + delta_1),
    define={function("s")(running): there},
    derivation=(
        obtain(made.facts[-1], "the number of mechanisms"),
        cases(
            total <= 1,
            less_than_one,
            (
                have(Mass(S_all, Q) <= 1, "a probability"),
                have(0 <= exp(advanced_loss) * Mass(S_all, P), "no factor is negative"),
            ),
        ),
    ),
    example=point({eps_0: 0, delta_0: 0, delta_1: half, n: 1}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(ApproxDP(eps_0, delta_0))[2:]),
            witness=point({eps_0: 0, delta_0: 0, delta_1: Rational(1, 100), n: 1}, **moved),
        ),
        "the mechanisms unprotected, something released at the start": variant(
            given=(made.facts[0], *made.facts[2:]),
            witness=point({eps_0: 0, delta_0: 0, delta_1: Rational(1, 100), n: 1}, **moved),
        ),
    },
)

pure_advanced = Theorem(
    title="Advanced composition of any number of mechanisms with the same loss",
    source="dwork2010",
    given=made.of(PureDP(eps_0)),
    claim=ApproxDP(advanced_loss, delta_1),
    derivation=(
        have(ApproxDP(advanced_loss, n * zero + delta_1), "with delta 0", by=advanced.at(delta_0=zero)),
    ),
    example=point({eps_0: 0, delta_1: half, n: 1}, **still),
    near_misses={
        "where something else is released at the start": variant(
            given=(made.facts[0], *made.of(PureDP(eps_0))[2:]),
            witness=point({eps_0: 0, delta_1: Rational(1, 100), n: 1}, **moved),
        ),
        "the mechanisms unprotected, something released at the start": variant(
            given=(made.facts[0], *made.facts[2:]),
            witness=point({eps_0: 0, delta_1: Rational(1, 100), n: 1}, **moved),
        ),
    },
)
