"""Rényi and zero-concentrated DP with budgets chosen by the transcript, for any outputs: thin the second mechanism, and undo it."""

from dpsym.derivations.analysis.larger_second_mass import larger_second_mass
from dpsym.derivations.analysis.power_tangents import never_alone, part
from dpsym.derivations.composition.fully_adaptive_pure import B, E, L, U, k, zero
from dpsym.derivations.vocabulary import alpha, n
from dpsym.language import *

# N: the law of the next answer on the neighbouring database, thinned: with probability e^(g - G) it is that answer, else one that says so.
N = function(
    "N", about="the second law, thinned: from it an answer is lost that costs less than the most it may"
)
g = parameter("g", at_least=0, about="the budget of a mechanism, in nats")
G = parameter("G", at_least=0, about="the largest budget of a mechanism, in nats")
thinner = ForAll(y, Implication(0 < P(y), exp(g - G) * Q(y) <= N(y)))
half = Rational(1, 2)
even = {"P": (half, half), "Q": (half, half), "N": (half, half)}


def moment_within(pair, budget):
    """That no first mass is alone, and that the moment of the pair has this bound: Rényi DP in one order."""
    one, other = pair.a, pair.b
    return AllOf(ForAll(y, never_alone(one, other)), RenyiMoment(alpha, pair) <= exp((alpha - 1) * budget))


thinned = Theorem(
    title="A thinned mechanism has the largest budget",
    source="kifer.prop5-rdp-composition",
    kind="lemma",
    given=(distribution(N(y)), moment_within(Pair(), g), thinner),
    claim=moment_within(Pair(P(y), N(y)), G),
    derivation=(
        specialise(thinner, {y: y}, "thinned"),
        have(
            AllOf(
                Implication(0 < P(y), 0 < N(y)),
                part(P(y), N(y)) <= exp((1 - alpha) * (g - G)) * part(P(y), Q(y)),
            ),
            "a smaller second mass",
            by=larger_second_mass.at(u=P(y), v=Q(y), w=N(y), c=g - G),
        ),
        have(never_alone(P(y), N(y)), "it is not alone"),
        Chain(RenyiMoment(alpha, Pair(P(y), N(y))))
        .le(exp((1 - alpha) * (g - G)) * RenyiMoment(alpha, Pair()), "sum over the answers")
        .le(exp((1 - alpha) * (g - G)) * exp((alpha - 1) * g), "its budget")
        .eq(exp((alpha - 1) * G), "exponential of a sum"),
    ),
    example=point({alpha: 2, g: 0, G: 0}, **even),
    near_misses={
        "thinned by more": without(
            thinner,
            instead=ForAll(y, Implication(0 < P(y), exp(g - 2 * G) * Q(y) <= N(y))),
            witness=point(
                {alpha: 2, g: 0, G: log(2)}, P=(1, 0), Q=(1, 0), N=(Rational(1, 4), Rational(3, 4))
            ),
        ),
        "where the answer may be lost": without(
            thinner, witness=point({alpha: 2, g: 0, G: 0}, P=(1, 0), Q=(1, 0), N=(0, 1))
        ),
    },
    note=(
        "With probability e to the difference of both budgets the thinned mechanism gives the answer, else one more that the first law never gives. "
        "So mechanisms with budgets that depend on the answers before become mechanisms with one budget, for which composition is known."
    ),
)

# Along a transcript y: B and A, the densities of so many answers of the second law and of the thinned one; e, E: the budgets, and their sum.
T = function("T", law=False, about="the density of so many thinned answers")
h = function("h", law=False, about="the budget of the next mechanism, given the answers so far")
gamma = parameter(
    "gamma", at_least=0, about="bound on the sum of the budgets along every transcript, in nats"
)
nothing_answered = ForAll(y, AllOf(Eq(B(zero, y), 1), Eq(T(zero, y), 1), Eq(E(zero, y), 0)))
growing = ForAll(
    (y, k),
    AllOf(
        0 <= L(k, y),
        Eq(B(k + 1, y), B(k, y) * L(k, y)),
        Eq(T(k + 1, y), T(k, y) * (exp(h(k, y) - G) * L(k, y))),
        Eq(E(k + 1, y), E(k, y) + h(k, y)),
    ),
)
spent = ForAll((y, k), AllOf(0 <= B(k, y), Eq(T(k, y), exp(E(k, y) - k * G) * B(k, y))))
still = {"B": (1, 1), "T": (1, 1), "L": (1, 1), "E": (0, 0), "h": (0, 0)}

what_was_spent = Theorem(
    title="A transcript is thinned by what it has not spent",
    source="kifer.prop5-rdp-composition",
    kind="lemma",
    given=(nothing_answered, growing),
    claim=spent,
    derivation=(
        have(
            spent,
            "one more answer",
            derivation=induction(
                k,
                first=(specialise(nothing_answered, {y: y}, "nothing is answered"),),
                then=(
                    specialise(growing, {k: k, y: y}, "the next answer"),
                    Chain(T(k + 1, y))
                    .eq(T(k, y) * (exp(h(k, y) - G) * L(k, y)), "the next answer")
                    .eq(exp(E(k, y) - k * G) * B(k, y) * (exp(h(k, y) - G) * L(k, y)), "the answers so far")
                    .eq(exp(E(k + 1, y) - (k + 1) * G) * B(k + 1, y), "exponential of a sum"),
                ),
            ),
        ),
    ),
    example=point({G: 0}, **still),
    near_misses={
        "where the answers before have other densities": without(
            nothing_answered, witness=point({G: 0}, **{**still, "T": (2, 2)})
        ),
        "no density is above 1": variant(ForAll((y, k), B(k, y) < 1), witness=point({G: 0}, **still)),
    },
)

of_the_laws = ForAll(y, Implication(0 < P(y), AllOf(Eq(Q(y), B(n, y) * U(y)), Eq(N(y), T(n, y) * U(y)))))
bounded = ForAll(y, Implication(0 < P(y), E(n, y) <= gamma))
thin = Pair(P(y), N(y))
base = (distribution(U(y)), distribution(N(y)), nothing_answered, growing, of_the_laws)
laws = {**even, "U": (half, half)}

fully_adaptive_moments = Theorem(
    title="Composition of mechanisms with Rényi DP whose budgets depend on the transcript, for any outputs",
    source=of_any_spaces(
        "kifer.prop5-rdp-composition",
        "for budgets that the answers choose, that on outputs of any spaces the composition of the thinned mechanisms is put in: its conclusion is supposed there",
    ),
    given=(*base, moment_within(thin, n * G), bounded),
    claim=moment_within(Pair(), gamma),
    derivation=(
        have(spent, "what was spent", by=what_was_spent),
        specialise(spent, {k: n, y: y}, "all answers"),
        specialise(of_the_laws, {y: y}, "the laws of the transcript"),
        have(
            Implication(0 < P(y), exp(n * G - gamma) * N(y) <= Q(y)),
            "within the bound",
            derivation=cases(
                0 < P(y),
                (
                    specialise(bounded, {y: y}, "the bound"),
                    Chain(N(y))
                    .eq(T(n, y) * U(y), "the law of the transcript")
                    .eq(exp(E(n, y) - n * G) * B(n, y) * U(y), "what was spent")
                    .eq(exp(E(n, y) - n * G) * Q(y), "the law of the transcript"),
                    have(exp(E(n, y) - gamma) <= 1, "the bound"),
                    have(exp(E(n, y) - gamma) * Q(y) <= Q(y), "a factor that is at most 1"),
                    Chain(exp(n * G - gamma) * N(y))
                    .eq(exp(n * G - gamma) * exp(E(n, y) - n * G) * Q(y), "what was spent")
                    .eq(exp(E(n, y) - gamma) * Q(y), "exponential of a sum")
                    .le(Q(y), "within the bound"),
                ),
            ),
        ),
        have(
            AllOf(
                Implication(0 < P(y), 0 < Q(y)),
                part(P(y), Q(y)) <= exp((1 - alpha) * (n * G - gamma)) * part(P(y), N(y)),
            ),
            "a larger second mass",
            by=larger_second_mass.at(u=P(y), v=N(y), w=Q(y), c=n * G - gamma),
        ),
        have(never_alone(P(y), Q(y)), "it is not alone"),
        Chain(RenyiMoment(alpha, Pair()))
        .le(exp((1 - alpha) * (n * G - gamma)) * RenyiMoment(alpha, thin), "sum over the transcripts")
        .le(exp((1 - alpha) * (n * G - gamma)) * exp((alpha - 1) * (n * G)), "composition with one budget")
        .eq(exp((alpha - 1) * gamma), "exponential of a sum"),
    ),
    example=point({alpha: 2, gamma: 0, G: 0, n: 1}, **still, **laws),
    near_misses={
        "without the thinned mechanisms": without(
            moment_within(thin, n * G),
            witness=point(
                {alpha: 2, gamma: 0, G: 0, n: 1},
                **still,
                **{**laws, "P": (1, 0)},
            ),
        ),
        "where other laws are thinned": without(
            base,
            instead=base[:4],
            witness=point(
                {alpha: 2, gamma: 0, G: 0, n: 1},
                **still,
                **{**laws, "Q": (1, 0)},
            ),
        ),
    },
    note=(
        "The answers of n mechanisms, with budgets that the answers before may choose, at most G each. P and Q are the laws of all answers, N that of the thinned "
        "mechanisms, each of which has the budget G by the theorem on one mechanism: that on the moments of a transcript bounds the moment of P and N. A transcript of N "
        "has the density that its answers have under Q, times e to what they spend less n G. Where they spend at most gamma, thinning is undone. "
        "This is one order of the laws; exchange them for the other."
    ),
)

rho = parameter("rho", at_least=0, about="bound on the sum of the budgets along every transcript, in nats")
within = ForAll(y, Implication(0 < P(y), E(n, y) <= rho))
at_order = {
    "h": Lambda((k, y), alpha * h(k, y)),
    "E": Lambda((k, y), alpha * E(k, y)),
    "G": alpha * G,
    "gamma": alpha * rho,
}


def growing_by(*sums):
    """How the densities grow with each answer where budgets are the order times these; and the sums."""
    return ForAll(
        (y, k),
        AllOf(
            0 <= L(k, y),
            Eq(B(k + 1, y), B(k, y) * L(k, y)),
            Eq(T(k + 1, y), T(k, y) * (exp(alpha * h(k, y) - alpha * G) * L(k, y))),
            *sums,
        ),
    )


growing_at_order = growing_by(Eq(E(k + 1, y), E(k, y) + h(k, y)))
growing_times_order = growing_by(Eq(alpha * E(k + 1, y), alpha * E(k, y) + alpha * h(k, y)))
base_at_order = tuple(growing_at_order if fact is growing else fact for fact in base)

at_every_order = Theorem(
    title="Composition of mechanisms with zero-concentrated DP whose budgets depend on the transcript, order by order",
    source="kifer.prop5-rdp-composition",
    given=(*base_at_order, moment_within(thin, n * (alpha * G)), within),
    claim=moment_within(Pair(), alpha * rho),
    derivation=(
        have(
            ForAll(y, AllOf(Eq(B(zero, y), 1), Eq(T(zero, y), 1), Eq(alpha * E(zero, y), 0))),
            "nothing is answered",
            derivation=specialise(nothing_answered, {y: y}, "nothing is answered"),
        ),
        have(
            growing_times_order,
            "the order times the sum",
            derivation=specialise(growing_at_order, {k: k, y: y}, "the next answer"),
        ),
        have(
            ForAll(y, Implication(0 < P(y), alpha * E(n, y) <= alpha * rho)),
            "the order times the bound",
            derivation=specialise(within, {y: y}, "the bound"),
        ),
        have(
            moment_within(Pair(), alpha * rho),
            "budgets times the order",
            by=fully_adaptive_moments.at(**at_order),
        ),
    ),
    example=point({alpha: 2, rho: 0, G: 0, n: 1}, **still, **laws),
    near_misses={
        "without the thinned mechanisms": without(
            moment_within(thin, n * (alpha * G)),
            witness=point({alpha: 2, rho: 0, G: 0, n: 1}, **still, **{**laws, "P": (1, 0)}),
        ),
        "at the budget of the order 1": variant(
            moment_within(Pair(), rho), given=[moment_within(Pair(), alpha * rho)]
        ),
    },
    note="A mechanism with zero-concentrated DP has at each order Rényi DP with the order times its budget; the order is any above 1 here.",
)
