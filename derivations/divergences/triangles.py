"""From one law to another by way of a third: what two steps add up to, for laws that need not be of one mechanism."""

from dpsym.derivations.vocabulary import delta_1, delta_2, eps_1, eps_2, half, third
from dpsym.language import *

budget_1, budget_2 = eps_1, eps_2
eps_1, eps_2 = eps_1.ranging(), eps_2.ranging()
t_1, t_2 = parameter("t_1", about="a bound on the loss"), parameter("t_2", about="a bound on the loss")
# R: the law between the two.
R = function("R", about="a law between the two")
first, second = Pair(P(y), R(y)), Pair(R(y), Q(y))
apart = {"P": (1, 0), "R": (half, half), "Q": (0, 1)}
alike = {"P": (half, half), "R": (half, half), "Q": (half, half)}

hockey_stick = Theorem(
    title="Hockey sticks of two steps",
    source="vadhan2017",
    claim=HockeyStick(t_1 + t_2) <= HockeyStick(t_1, first) + exp(t_1) * HockeyStick(t_2, second),
    derivation=(
        have(Eq(exp(t_1 + t_2), exp(t_1) * exp(t_2)), "exponential of a sum"),
        have(
            Max(0, P(y) - exp(t_1 + t_2) * Q(y))
            <= Max(0, P(y) - exp(t_1) * R(y)) + exp(t_1) * Max(0, R(y) - exp(t_2) * Q(y)),
            "both steps at an outcome",
            split=(P(y) > exp(t_1 + t_2) * Q(y), P(y) > exp(t_1) * R(y), R(y) > exp(t_2) * Q(y)),
        ),
    ),
    near_misses={
        "without the factor": variant(
            HockeyStick(t_1 + t_2) <= HockeyStick(t_1, first) + HockeyStick(t_2, second)
        ),
        "with the larger of the two losses": variant(
            HockeyStick(Max(t_1, t_2)) <= HockeyStick(t_1, first) + exp(t_1) * HockeyStick(t_2, second),
            witness=point(
                {t_1: log(2), t_2: log(2)},
                P=(2 * third, third),
                R=(third, 2 * third),
                Q=(third / 2, 1 - third / 2),
            ),
        ),
    },
)

total_variation = Theorem(
    title="Triangle inequality of the total variation distance",
    source="vadhan2017",
    claim=HockeyStick(0) <= HockeyStick(0, first) + HockeyStick(0, second),
    derivation=have(
        Max(0, P(y) - Q(y)) <= Max(0, P(y) - R(y)) + Max(0, R(y) - Q(y)),
        "both steps at an outcome",
        split=(P(y) > Q(y), P(y) > R(y), R(y) > Q(y)),
    ),
    near_misses={
        "the larger of the two": variant(
            HockeyStick(0) <= Max(HockeyStick(0, first), HockeyStick(0, second)), witness=point(**apart)
        ),
    },
)

approximate = Theorem(
    title="Approximate DP in two steps with budgets of their own",
    source="vadhan2017",
    given=(ApproxDP(eps_1, delta_1).on(first), ApproxDP(eps_2, delta_2).on(second)),
    claim=ApproxDP(eps_1 + eps_2, Max(delta_1 + exp(eps_1) * delta_2, delta_2 + exp(eps_2) * delta_1)),
    derivation=(
        have(Eq(exp(eps_1 + eps_2), exp(eps_1) * exp(eps_2)), "exponential of a sum"),
        specialise(ApproxDP(eps_1, delta_1).on(first), {S(y): S(y)}, "the first step"),
        specialise(ApproxDP(eps_2, delta_2).on(second), {S(y): S(y)}, "the second step"),
        have(exp(eps_1) * Mass(S(y), R) <= exp(eps_1) * (exp(eps_2) * Mass(S(y), Q) + delta_2), "both"),
        have(
            exp(eps_2) * Mass(S(y), R) <= exp(eps_2) * (exp(eps_1) * Mass(S(y), P) + delta_1),
            "both, the other way",
        ),
    ),
    example=point({eps_1: 0, eps_2: 0, delta_1: 0, delta_2: 0}, **alike),
    near_misses={
        "the deltas add up": variant(
            ApproxDP(eps_1 + eps_2, delta_1 + delta_2),
            witness=point(
                {eps_1: log(3), delta_1: third, eps_2: log(3), delta_2: half},
                P=(third / 6, 1 - third / 6),
                R=(half, half),
                Q=(1, 0),
            ),
        ),
        "the delta of one order for both": variant(
            ApproxDP(eps_1 + eps_2, delta_1 + exp(eps_1) * delta_2),
            witness=point(
                {eps_1: log(4), delta_1: Rational(3, 4), eps_2: log(2), delta_2: Rational(1, 100)},
                P=(1, 0),
                R=(Rational(1, 4), Rational(3, 4)),
                Q=(Rational(3, 25), Rational(22, 25)),
            ),
        ),
    },
)

# Of two steps one of which is pure DP the other's delta is multiplied by the factor of the pure step.
pure_and_approximate = Theorem(
    title="Pure DP, then approximate DP",
    source="vadhan2017",
    given=(PureDP(budget_1).on(first), ApproxDP(budget_2, delta_2).on(second)),
    claim=ApproxDP(budget_1 + budget_2, exp(budget_1) * delta_2),
    derivation=(
        have(Eq(exp(budget_1 + budget_2), exp(budget_1) * exp(budget_2)), "exponential of a sum"),
        have(ApproxDP(budget_1, Integer(0)).on(first), "pure DP"),
        specialise(ApproxDP(budget_1, Integer(0)).on(first), {S(y): S(y)}, "the first step"),
        specialise(ApproxDP(budget_2, delta_2).on(second), {S(y): S(y)}, "the second step"),
        have(
            exp(budget_1) * Mass(S(y), R) <= exp(budget_1) * (exp(budget_2) * Mass(S(y), Q) + delta_2), "both"
        ),
        have(
            exp(budget_2) * Mass(S(y), R) <= exp(budget_2) * exp(budget_1) * Mass(S(y), P),
            "both, the other way",
        ),
        have(delta_2 <= exp(budget_1) * delta_2, "a factor of at least 1"),
    ),
    example=point({budget_1: 0, budget_2: 0, delta_2: 0}, **alike),
    near_misses={
        "the delta of the second step alone": variant(
            ApproxDP(budget_1 + budget_2, delta_2),
            witness=point(
                {budget_1: log(2), budget_2: 0, delta_2: half / 2},
                P=(half, half),
                R=(half / 2, 1 - half / 2),
                Q=(0, 1),
            ),
        ),
        "the budget of the second step alone": variant(ApproxDP(budget_2, exp(budget_1) * delta_2)),
    },
)

approximate_and_pure = Theorem(
    title="Approximate DP, then pure DP",
    source="vadhan2017",
    given=(ApproxDP(budget_1, delta_1).on(first), PureDP(budget_2).on(second)),
    claim=ApproxDP(budget_1 + budget_2, exp(budget_2) * delta_1),
    derivation=(
        have(Eq(exp(budget_1 + budget_2), exp(budget_1) * exp(budget_2)), "exponential of a sum"),
        have(ApproxDP(budget_2, Integer(0)).on(second), "pure DP"),
        specialise(ApproxDP(budget_1, delta_1).on(first), {S(y): S(y)}, "the first step"),
        specialise(ApproxDP(budget_2, Integer(0)).on(second), {S(y): S(y)}, "the second step"),
        have(exp(budget_1) * Mass(S(y), R) <= exp(budget_1) * exp(budget_2) * Mass(S(y), Q), "both"),
        have(
            exp(budget_2) * Mass(S(y), R) <= exp(budget_2) * (exp(budget_1) * Mass(S(y), P) + delta_1),
            "both, the other way",
        ),
        have(delta_1 <= exp(budget_2) * delta_1, "a factor of at least 1"),
    ),
    example=point({budget_1: 0, budget_2: 0, delta_1: 0}, **alike),
    near_misses={
        "the delta of the first step alone": variant(
            ApproxDP(budget_1 + budget_2, delta_1),
            witness=point(
                {budget_1: 0, budget_2: log(2), delta_1: half / 2},
                P=(0, 1),
                R=(half / 2, 1 - half / 2),
                Q=(half, half),
            ),
        ),
        "the budget of the first step alone": variant(ApproxDP(budget_1, exp(budget_2) * delta_1)),
    },
)

symmetric = Theorem(
    title="The total variation distance is the same in both orders",
    source="vadhan2017",
    claim=Eq(HockeyStick(0, first), HockeyStick(0, first.swapped)),
    derivation=(
        have(
            Eq(Max(0, P(y) - R(y)), P(y) - R(y) + Max(0, R(y) - P(y))),
            "at an outcome",
            split=(P(y) > R(y), R(y) > P(y)),
        ),
        Chain(HockeyStick(0, first))
        .eq(Total(P(y) - R(y) + Max(0, R(y) - P(y)), y), "at every outcome")
        .eq(HockeyStick(0, first.swapped), "both laws have mass 1"),
    ),
    near_misses={
        "of another level": variant(
            Eq(HockeyStick(log(2), first), HockeyStick(log(2), first.swapped)),
            witness=point(P=(1, 0), R=(half, half)),
        ),
    },
)
