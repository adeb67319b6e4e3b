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
        "without a guarantee": variant(given=[], witness=point({eps: 0, delta: 0}, **apart)),
    },
)

s, s_2 = Outcome("s", "S"), Outcome("s_2", "S")
e = parameter("t", at_least=0, about="any other loss")
N = function("N", about="the law of all outputs given the state, under the copula")
E = function("E", law=False, about="1 for a pair of states that is protected, else 0")
O = function("O", law=False, about="the least loss of a pair of states at this delta")
outputs = ForAll(s, distribution(N(s, y), y))


def pairs(fact):
    """That it holds of every protected pair of states."""
    return ForAll((s, s_2), Implication(0 < E(s, s_2), fact))


def stick(loss):
    """The delta of a pair of states at this loss."""
    return HockeyStick(loss, Pair(N(s, y), N(s_2, y)))


its_own = pairs(AllOf(0 <= O(s, s_2), stick(O(s, s_2)) <= delta))
no_smaller_of_pair = ForAll(e, Implication(stick(e) <= delta, O(s, s_2) <= e))
no_smaller = pairs(no_smaller_of_pair)
largest = AllOf(pairs(O(s, s_2) <= eps), Exists((s, s_2), AllOf(0 < E(s, s_2), Eq(O(s, s_2), eps))))
private = pairs(stick(eps) <= delta)
tight = ForAll(e, Implication(pairs(stick(e) <= delta), eps <= e))
told = {"sizes": {"S": 2, "Y": 2}, "N": (1, 0, 0, 1), "E": (0, 1, 1, 0), "O": (0, 0, 0, 0)}

exact_budget = Theorem(
    title="Inverse composition: a release whose worst pair of states has the target for its least loss meets it exactly",
    source=of_any_spaces("zhang.def-invcomp"),
    given=(outputs, its_own, no_smaller, largest),
    claim=AllOf(private, tight),
    derivation=(
        have(
            private,
            "the least loss of a pair is at most the target",
            derivation=(
                specialise(outputs, {s: s_2}, "masses"),
                specialise(its_own, {s: s, s_2: s_2}, "the least loss of the pair"),
                specialise(largest.args[0], {s: s, s_2: s_2}, "at most the target"),
                have(exp(O(s, s_2)) <= exp(eps), "the exponential rises"),
                have(exp(O(s, s_2)) * N(s_2, y) <= exp(eps) * N(s_2, y), "a probability"),
                have(
                    Max(0, N(s, y) - exp(eps) * N(s_2, y)) <= Max(0, N(s, y) - exp(O(s, s_2)) * N(s_2, y)),
                    "more is taken away",
                ),
                Chain(stick(eps)).le(stick(O(s, s_2)), "output by output").le(delta, "its least loss"),
            ),
        ),
        have(
            tight,
            "the worst pair",
            derivation=(
                have(
                    Implication(pairs(stick(e) <= delta), eps <= e),
                    derivation=cases(
                        pairs(stick(e) <= delta),
                        (
                            obtain(largest.args[1], "the worst pair"),
                            specialise(pairs(stick(e) <= delta), {s: s, s_2: s_2}, "the worst pair"),
                            specialise(no_smaller, {s: s, s_2: s_2}, "the worst pair"),
                            specialise(no_smaller_of_pair, {e: e}, "no loss is smaller"),
                            have(eps <= e, "no loss is smaller"),
                        ),
                    ),
                ),
            ),
        ),
    ),
    example=point({eps: 0, delta: 1}, **told),
    near_misses={
        "of any losses at which the pairs have this delta": variant(
            given=[outputs, its_own, largest],
            witness=point({eps: 1, delta: 1}, **{**told, "O": (1, 1, 1, 1)}),
        ),
        "with a larger target than any pair has": variant(
            given=[outputs, its_own, no_smaller, largest.args[0]], witness=point({eps: 1, delta: 1}, **told)
        ),
    },
    note=(
        "N is the law of all outputs together under the copula that is looked for. O gives the least loss of each pair of states at the given delta, so that the largest of them is the "
        "paper's condition (i), with the maximum in the place of the minimum. Condition (ii), that each single output keeps its law, holds of every coupling of the outputs given the data: "
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
