"""What Section 5 sets out to solve: the problem of inverse composition, its optimisations, and the targets met exactly."""

from dpsym.derivations.confounding.coupled_per_data import keeps
from dpsym.derivations.confounding.inverse_composition import enough, needs_a_large_loss, unbounded_loss
from dpsym.derivations.confounding.latent_noise import smaller_budget
from dpsym.derivations.confounding.posterior_constraint import guarantee
from dpsym.derivations.confounding.redesign import correlation, largest_next
from dpsym.derivations.vocabulary import delta, eps, half
from dpsym.language import *

R = function("R", about="a third law of the output")
one, other, last = (HockeyStick(eps, Pair(a, b)) for a, b in ((P(y), Q(y)), (P(y), R(y)), (Q(y), R(y))))
apart = {"P": (1, 0), "Q": (1, 0), "R": (0, 1)}
same = {"P": (half, half), "Q": (half, half), "R": (half, half)}

worst_pair = Theorem(
    title="The guarantee for three states is that of the worst pair of them",
    source="zhang.def-invcomp",
    given=Max(one, other, last) <= delta,
    claim=AllOf(one <= delta, other <= delta, last <= delta),
    derivation=(
        have(one <= Max(one, other, last), "a maximum"),
        have(other <= Max(one, other, last), "a maximum"),
        have(last <= Max(one, other, last), "a maximum"),
    ),
    example=point({eps: 0, delta: 0}, **same),
    errata=erratum(
        "slip in wording",
        "Section 5, condition (i) of inverse composition",
        "eps_g = min_{(s_0, s_1) ∈ Q} OPT_{delta_g}(PL(b_{s_0}||b_{s_1}; C_{ρ}^{g}))",
        fails=(
            "Of three states two have one law of the outputs and the third another, so that the minimum is 0; the third state is told "
            "without error from both."
        ),
        holds="The maximum over the pairs of states.",
        affects="The definition of the problem alone: the constraint set (8) and Proposition 3 are for all pairs of states.",
        reads=variant(given=[Min(one, other, last) <= delta], witness=point({eps: 0, delta: 0}, **apart)),
    ),
    near_misses={
        "with the least of them": variant(
            given=[Min(one, other, last) <= delta], witness=point({eps: 0, delta: 0}, **apart)
        ),
    },
)

s, s_2 = Outcome("s", "S"), Outcome("s_2", "S")
e = parameter("t", at_least=0, about="any other loss")
D = function("D", law=False, about="the delta of a pair of states, by the loss")
E = function("E", law=False, about="1 for a pair of states that is protected, else 0")
O = function("O", law=False, about="the least loss of a pair of states at this delta")
c = parameter("c", about="a number above the least losses of all protected pairs")


def pairs(fact):
    """That it holds of every protected pair of states."""
    return ForAll((s, s_2), Implication(0 < E(s, s_2), fact))


its_own = pairs(AllOf(0 <= O(s, s_2), D(s, s_2, O(s, s_2)) <= delta))
falls = pairs(Implication(O(s, s_2) <= eps, D(s, s_2, eps) <= D(s, s_2, O(s, s_2))))
no_smaller_of_pair = ForAll(e, Implication(D(s, s_2, e) <= delta, O(s, s_2) <= e))
no_smaller = pairs(no_smaller_of_pair)
below_target = pairs(O(s, s_2) <= eps)
largest = AllOf(below_target, ForAll(c, Implication(pairs(O(s, s_2) <= c), eps <= c)))
private = pairs(D(s, s_2, eps) <= delta)
tight = ForAll(e, Implication(pairs(D(s, s_2, e) <= delta), eps <= e))
told = {"sizes": {"S": 2}, "D": (1, 1, 1, 1), "E": (0, 1, 1, 0), "O": (0, 0, 0, 0)}

exact_budget = Theorem(
    title="Inverse composition: a release whose worst pair of states has the target for its least loss meets it exactly",
    source=of_any_spaces("zhang.def-invcomp"),
    given=(its_own, falls, no_smaller, largest),
    claim=AllOf(private, tight),
    derivation=(
        have(
            private,
            "the least loss of a pair is at most the target",
            derivation=(
                specialise(its_own, {s: s, s_2: s_2}, "the least loss of the pair"),
                specialise(below_target, {s: s, s_2: s_2}, "at most the target"),
                specialise(falls, {s: s, s_2: s_2}, "a larger loss"),
            ),
        ),
        have(
            tight,
            "the worst pairs",
            derivation=have(
                Implication(pairs(D(s, s_2, e) <= delta), eps <= e),
                derivation=cases(
                    pairs(D(s, s_2, e) <= delta),
                    (
                        have(
                            pairs(O(s, s_2) <= e),
                            "no loss of a pair is smaller",
                            derivation=have(
                                Implication(0 < E(s, s_2), O(s, s_2) <= e),
                                derivation=cases(
                                    0 < E(s, s_2),
                                    (
                                        specialise(
                                            pairs(D(s, s_2, e) <= delta), {s: s, s_2: s_2}, "this pair"
                                        ),
                                        specialise(no_smaller, {s: s, s_2: s_2}, "this pair"),
                                        specialise(no_smaller_of_pair, {e: e}, "no loss is smaller"),
                                    ),
                                ),
                            ),
                        ),
                        specialise(largest.args[1], {c: e}, "the least number above all"),
                    ),
                ),
            ),
        ),
    ),
    example=point({eps: 0, delta: 1}, **told),
    near_misses={
        "of any losses at which the pairs have this delta": without(
            no_smaller, witness=point({eps: 1, delta: 1}, **{**told, "O": (1, 1, 1, 1)})
        ),
        "with a larger target than any pair has": without(
            largest, instead=below_target, witness=point({eps: 1, delta: 1}, **told)
        ),
    },
    note=(
        "D is the delta of all outputs together under the copula that is looked for, of a pair of states: their hockey stick, which is no larger at a larger loss by the theorem on the order of hockey sticks. O gives the least loss of each pair of states at the given delta, so that the least number above all of them is the "
        "paper's condition (i), with the maximum, or the supremum of infinitely many pairs, in the place of the minimum. Condition (ii), that each single output keeps its law, holds of every coupling of the outputs given the data: "
        "it is shown where the outputs are coupled for each data set. Which correlation meets a target with normal noise is shown beside."
    ),
)

families = Background(
    title="The mechanisms that inverse composition takes",
    source=(whole_of("zhang.def-Lambda"),),
    restates=(keeps,),
    note=(
        "All tuples of mechanisms of which each has its guarantee under its noise; in the setting of ordinary privacy they read the state, "
        "where the paper prints the data. Coupling their noises leaves each its law."
    ),
)

# x: what the defender chooses, a budget of the copula in (9) and (10) and a mechanism in (11); t: what the attacker answers.
x, x_2 = Outcome("x", "X"), Outcome("x_2", "X")
answer, another = Outcome("t", "T"), Outcome("t_2", "T")
L = function("L", law=False, about="the expected loss of an answer under a choice of the defender")
B = function("B", law=False, about="the least expected loss under a choice")
C = function("C", law=False, about="1 for an answer in the constraint set, else 0")


some, other = Outcome("u", "T"), Outcome("v", "T")


def best(x, answer):
    """That no answer has a smaller loss under a choice."""
    return ForAll(another, L(x, answer) <= L(x, another))


def least(x, answer):
    """That an answer has the least loss under a choice, and lies in the constraint set."""
    return AllOf(Eq(L(x, answer), B(x)), 0 < C(answer))


no_less = ForAll((x, answer), B(x) <= L(x, answer))
reached = ForAll(x, Exists(answer, Eq(L(x, answer), B(x))))
same = AllOf(
    Implication(best(x, answer), Eq(L(x, answer), B(x))), Implication(Eq(L(x, answer), B(x)), best(x, answer))
)
losses = {"sizes": {"X": 2, "T": 2}, "L": (0, 1, 2, 1), "B": (0, 1)}
two_choices = {**losses, "C": (1, 1)}

best_answers = Theorem(
    title="The best answers of an attacker are those of the least loss",
    kind="lemma",
    given=(no_less, reached),
    claim=ForAll((x, answer), same),
    derivation=(
        have(
            Implication(best(x, answer), Eq(L(x, answer), B(x))),
            "some answer is best",
            derivation=cases(
                best(x, answer),
                (
                    have(
                        Exists(some, Eq(L(x, some), B(x))),
                        "some answer is best",
                        derivation=specialise(reached, {x: x}),
                    ),
                    obtain(Exists(some, Eq(L(x, some), B(x))), "this answer"),
                    specialise(best(x, answer), {another: some}, "no better than this one"),
                    specialise(no_less, {x: x, answer: answer}, "no less"),
                ),
            ),
        ),
        have(
            Implication(Eq(L(x, answer), B(x)), best(x, answer)),
            "no answer has less",
            derivation=cases(
                Eq(L(x, answer), B(x)),
                have(
                    best(x, answer),
                    "no answer has less",
                    derivation=specialise(no_less, {x: x, answer: another}),
                ),
            ),
        ),
        have(ForAll((x, answer), same), "any choice and answer"),
    ),
    example=point(**losses),
    near_misses={
        "of a number below all losses": without(reached, witness=point(**{**losses, "B": (-1, 0)})),
        "of a loss that some answer has": without(no_less, witness=point(**{**losses, "B": (1, 2)})),
    },
)

known = ForAll((x, answer), same)
no_better = ForAll(
    (x_2, other), Implication(best(x_2, other), Implication(0 < C(other), L(x, answer) <= L(x_2, other)))
)
may_choose = Exists(other, least(x_2, other))
smallest = ForAll(x_2, Implication(may_choose, B(x) <= B(x_2)))
eliminated = AllOf(Eq(L(x, answer), B(x)), 0 < C(answer), smallest)
other_state = {**two_choices, "C": (0, 1)}
chosen = point(**two_choices)

solution_set = Theorem(
    title="A solution of the optimisations of Section 5 has the least loss that the constraint allows",
    source=(of_any_spaces("zhang.eq11"), "zhang.eq9", "zhang.eq10"),
    given=(no_less, reached),
    claim=ForAll((x, answer), Implication(best(x, answer), Implication(0 < C(answer), Implication(no_better, eliminated)))),
    derivation=(
        have(known, "best answers", by=best_answers),
        specialise(known, {x: x, answer: answer}, "best answers"),
        have(
            Implication(best(x, answer), Implication(0 < C(answer), Implication(no_better, eliminated))),
            "a solution",
            derivation=cases(
                best(x, answer),
                cases(
                    0 < C(answer),
                    cases(
                        no_better,
                        (
                            have(Eq(L(x, answer), B(x)), "best answers"),
                            have(
                                smallest,
                                "any other choice",
                                derivation=have(
                                    Implication(may_choose, B(x) <= B(x_2)),
                                    "another choice",
                                    derivation=cases(
                                        may_choose,
                                        (
                                            obtain(may_choose, "its best answer"),
                                            specialise(known, {x: x_2, answer: other}, "best answers"),
                                            have(best(x_2, other), "best answers"),
                                            specialise(no_better, {x_2: x_2, other: other}, "no better"),
                                        ),
                                    ),
                                ),
                            ),
                            have(eliminated, "together"),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=chosen,
    near_misses={
        "the least loss of all choices, whatever the constraint": variant(
            ForAll((x, answer), Implication(best(x, answer), Implication(0 < C(answer), Implication(no_better, ForAll(x_2, B(x) <= B(x_2)))))),
            witness=point(**other_state),
        ),
        "of every choice that may be made": without(reached, claim=ForAll((x, answer), Implication(best(x, answer), Implication(0 < C(answer), eliminated))), witness=chosen),
    },
    note=(
        "What the paper prints, the set of solutions of (9), of (10) and of (11): a choice x, with an answer t of the attacker that is best under it and lies in the constraint set (8), so that no other such pair has a smaller loss. "
        "The choice is a budget of the copula, at least 0, in (9) and (10), and a mechanism with its probabilities in (11); the loss L is that of the composition under confounding or of ordinary privacy. The claim speaks of no attacker: the least loss B under a choice, which is that of the posterior, "
        "is as small as it can be among the choices whose best answer meets the constraint. So what is minimised is what the attacker loses, and the solution leaks as much as the constraint lets it."
    ),
)  # fmt: skip

optimisations = Background(
    title="The three optimisations of Section 5",
    source=("zhang.eq9", "zhang.eq10", "zhang.eq11"),
    restates=(needs_a_large_loss, enough, unbounded_loss, smaller_budget, guarantee),
    note=(
        "The defender chooses the copula, or one mechanism, for the least loss of the best attacker, among those whose posterior is in the "
        "constraint set. The set is empty below a loss of log(1/delta), and holds no normal noise; where it is not empty it "
        "does not give the guarantee. In (11) the condition that the mechanism's probabilities add up to 1 is missing."
    ),
)

fiftieth = Rational(1, 50)


def redesigned(name, target, each):
    return Evaluated(
        f"correlated.{name}",
        eps=Rational(target),
        delta=fiftieth,
        eps0=Rational(each),
        delta0=fiftieth,
        existing=4,
    )


redesign_table = Example(
    title="One normal output beside four others, for the targets of the experiments: its distance and its eps",
    source="zhang.alg-gaussredesign",
    uses=(largest_next,),
    values=tuple(
        value(f"target {target}, four of {each}: {what}", redesigned(name, target, each), printed=found)
        for target, each, mu, loss in (
            ("0.25", "0.05", "0.129160", "0.087513"), ("0.5", "0.1", "0.251664", "0.274983"), ("1.5", "0.3", "0.609011", "1.005852"),
            ("3", "0.6", "1.015463", "2.064592"), ("5", "1", "1.449012", "3.413882"),
        )
        for what, name, found in (("distance", "redesign_mu", mu), ("eps", "redesign_epsilon", loss))
    ),
    note="At delta = 0.02 throughout. With them the composition of five meets the target exactly, with no training; the paper's mechanism is trained.",
)  # fmt: skip

coupling_table = Example(
    title="The correlation of two of five normal outputs that meets the targets of the experiments exactly",
    source=whole_of("zhang.alg-gausscop"),
    uses=(correlation,),
    values=tuple(
        value(
            f"target {target}, each {each}",
            Evaluated("correlated.tight_r", eps=Rational(target), delta=fiftieth, eps0=Rational(each), delta0=fiftieth, k=5),
            printed=found,
        )
        for target, each, found in (
            ("0.4", "0.05", "-0.733746"), ("0.6", "0.1", "-0.686609"), ("1", "0.18", "-0.707744"), ("2", "0.3", "-0.816643"),
            ("4", "0.6", "-0.827122"), ("6", "1", "-0.788757"),
        )
    ),
    note=(
        "For equal shifts. All are below 0: each target is looser than independent noises are, and the paper's parameter 0.5 makes the "
        "correlation positive, away from the target."
    ),
)  # fmt: skip
