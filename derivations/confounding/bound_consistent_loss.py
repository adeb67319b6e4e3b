"""Definition 5, Lemma 1 and Appendix B: which losses of an attacker can stand for a privacy budget."""

from dpsym.derivations.vocabulary import delta, delta_p, eps, eps_p, fifth, half, quarter, tenth
from dpsym.language import *

best = parameter("R", about="the largest least loss of an attacker, over all mechanisms")


def threshold(eps, delta):
    """A threshold that no mechanism reaches, and that falls with both parameters."""
    return best + 1 + exp(-eps) + (1 - delta)


at = threshold(eps, delta)

empty = Theorem(
    title="The definition of a bound-consistent loss asks nothing: thresholds that no mechanism reaches",
    source=whole_of("zhang.def5"),
    claim=AllOf(
        best < at,
        Implication(eps <= eps_p, threshold(eps_p, delta) <= at),
        Implication(eps_p < eps, at < threshold(eps_p, delta)),
        Implication(delta <= delta_p, threshold(eps, delta_p) <= at),
        Implication(delta_p < delta, at < threshold(eps, delta_p)),
    ),
    example=point({best: 0, eps: 1, eps_p: 2, delta: 0, delta_p: half}),
    errata=erratum(
        "missing condition",
        "Definition 5",
        "there exist L_{eps,delta} and [the other] such that [...] Γ^{θ}[L_{eps,delta}, ℓ_{p}] ⊆ Γ^{θ}[eps,delta]",
        fails=(
            "Thresholds above the largest least loss, as R + 1 + e^{-eps} + 1 - delta, fall with both, and no mechanism reaches them, so that all "
            "that do are private. Every loss is then bound-consistent, and the loss that is always 0 as well: its R is 0. The text before the "
            "definition says of a threshold that it is attainable; no condition asks it."
        ),
        holds="In addition some mechanism has to reach each threshold. Then squared error has no thresholds, as delta may be 0: the theorem for Lemma 1.",
        affects="Lemma 1, and all that takes the loss for a budget.",
        reads=variant(at <= best, witness=point({best: 0, eps: 1, eps_p: 2, delta: 0, delta_p: half})),
    ),
    near_misses={
        "and they are 0 in the end": variant(at <= best + 1),
    },
    note="R is the largest over all mechanisms of the least loss; an attacker who does not look at the output bounds it.",
)

s, z = Outcome("s", "S"), Outcome("z", "Z")
A = function("A", law=False, about="the joint law of the state and the output")
U = function("U", law=False, about="what an attacker answers on an output")
joint_masses = ForAll((s, y), 0 <= A(s, y))


def answer_squared(answer):
    """The mean of the loss that is the square of the answer."""
    return Total(A(s, y) * answer(y) ** 2, s, y)


useless = Theorem(
    title="A strictly convex loss that says nothing: the square of the answer",
    source=whole_of("zhang.cx-bcpl-quad"),
    given=joint_masses,
    claim=AllOf(Eq(answer_squared(lambda y: Integer(0)), 0), 0 <= answer_squared(U)),
    derivation=(
        have(
            0 <= A(s, y) * U(y) ** 2,
            "no factor is negative",
            derivation=cases(
                0 <= U(y),
                (have(0 <= A(s, y) * U(y)), have(0 <= A(s, y) * U(y) * U(y))),
                (have(0 <= A(s, y) * (-U(y))), have(0 <= A(s, y) * (-U(y)) * (-U(y)))),
            ),
        ),
    ),
    example=point({}, sizes={"S": 2, "Y": 2}, A=(half, 0, 0, half), U=(1, 1)),
    near_misses={
        "of any numbers": variant(given=(), witness=point({}, sizes={"S": 1, "Y": 2}, A=(-1, 0), U=(1, 1))),
        "some mechanism has more": variant(
            0 < answer_squared(U), witness=point({}, sizes={"S": 2, "Y": 2}, A=(half, 0, 0, half), U=(0, 0))
        ),
    },
    note="So the least loss is 0 for every mechanism, the most and the least private alike, and no attainable threshold keeps any of them out.",
)

u = parameter("u", about="exponential of the privacy loss", at_least=1)
d = delta.ranging(above=0, below=1)
a = parameter("a", at_least=0, about="probability of the violating event in the second state")
p, q = u * a + d, a
risk = quarter - (p - q) ** 2 / (4 * (p + q) * (2 - p - q))
kappa = (u - 1) / (u + 1)
small = (1 - d * (1 - kappa) * (d + (2 - d) * kappa)) / 4
large = (1 - d / (2 - d)) / 4
feasible = u * a + d <= 1

L = parameter("L", above=0, below=quarter, about="a threshold below the largest least loss")
e = parameter(
    "t", above=0, below=1, about="probability of an output in the first state; it has none in the second"
)
leaked = quarter - e**2 / (4 * e * (2 - e))

no_threshold = Theorem(
    title="At delta = 0 no threshold of squared error that a mechanism reaches keeps out all that are not private",
    source=(whole_of("zhang.lem1"), "zhang.def5"),
    given=Eq(e, 1 - 4 * L),
    claim=AllOf(0 < e, L <= leaked, leaked < quarter),
    derivation=(
        have(Eq(leaked, quarter - e / (4 * (2 - e))), "reduce"),
        have(e / (4 * (2 - e)) <= e / 4, "a denominator above 1"),
    ),
    example=point({L: fifth, e: fifth}),
    errata=erratum(
        "wrong result",
        "Lemma 1",
        "If a privacy loss function [...] is a convex function that is strictly convex in the inference conclusion [...], then it is bound-consistent",
        fails=(
            "If no mechanism has to reach the thresholds, every loss is bound-consistent. With thresholds that are reached none is made so by strict "
            "convexity: the square of the answer has the least loss 0 for every mechanism, so that the threshold 0 lets in all of them. Nor is "
            "squared error, at delta = 0 and prior 1/2: an output of probability 1/5 in one state and 0 in the other violates every eps, and has the "
            "least loss 1/4 - (1/5)/(4 (2 - 1/5)) = 2/9, above the threshold 1/5. So it is for each threshold L below 1/4 and the probability 1 - 4 L, "
            "and 1/4 itself, the largest least loss, does not fall with eps."
        ),
        holds=(
            "For delta above 0 and two outputs the least threshold is the one of the two theorems that follow; it falls up to a loss of log(3 - 2 delta) alone."
        ),
        affects="Sections 3 and 5, which take such a loss for the privacy budget, and Appendices B and D.",
        reads=variant(leaked < L, witness=point({L: fifth, e: fifth})),
    ),
    near_misses={
        "of any probability": variant(L <= leaked, given=[]),
    },
    note=(
        "The risk of an attacker with squared error and prior 1/2. An output that one state alone has violates (eps, 0) for every eps, however "
        "small its probability, and a small one is hardly seen by the risk."
    ),
)  # fmt: skip

flat = Theorem(
    title="Above a loss of log(3 - 2 delta) squared error does not see the loss",
    source=(whole_of("zhang.cx-bcpl-threshold"), "zhang.fix-bcpl", "zhang.lem1"),
    given=(feasible, 3 - 2 * d <= u),
    claim=risk <= large,
    example=point({a: 0, u: 4, d: tenth}),
    tight=point({a: 0, u: 4, d: tenth}),

    note=(
        "The risk of an attacker with squared error and prior 1/2, against an event of probability e^eps a + delta in one state and a in the "
        "other: a mechanism that is just private, as near as one wants to those that are not. From there on the least threshold is the same for every eps."
    ),
)  # fmt: skip

below = Theorem(
    title="The largest risk under squared error of a mechanism with two outputs that is not private",
    source=of_any_spaces(
        "zhang.fix-bcpl",
        "that under the logarithmic loss some event attains the least upper bound of the risks: its equation has no closed solution, and that a continuous "
        "function which changes its sign has a zero is no rule of the kernel; that this bound falls strictly as the loss rises does not need it",
    ),
    given=(feasible,),
    claim=risk <= small,
    example=point({a: 0, u: 2, d: tenth}),
    tight=point({a: Rational(1, 45), u: 2, d: tenth}),
    near_misses={
        "that of larger losses": variant(risk <= large),
    },
    note="Attained where the loss is at most log(3 - 2 delta), by the theorem that follows.",
)

spread = kappa * (1 - d) + d
reaching = d * (1 - d - kappa * (2 - d)) / spread / (u + 1)

attained = Theorem(
    title="The largest risk under squared error of a mechanism with two outputs is attained up to a loss of log(3 - 2 delta)",
    source="zhang.fix-bcpl",
    given=(u <= 3 - 2 * d,),
    claim=Exists((a,), AllOf(feasible, Eq(risk, small))),
    derivation=(
        have(0 <= 1 - d - kappa * (2 - d), "the loss is not larger"),
        exhibit({a: reaching}, "this probability of the event"),
    ),
    example=point({u: 2, d: tenth}),
    near_misses={
        "with this probability, at larger losses": variant(0 <= reaching, given=[]),
        "at the event that the second state never gives": variant(Eq(risk.xreplace({a: Integer(0)}), small)),
    },
)

f, g, h, k = (
    parameter(n, above=0, below=1, about="probability of the first output in a state") for n in "fghk"
)


def squared_risk(f, g):
    """Of prior 1/2 and an output of probability f in one state and g in the other."""
    return f * g / (2 * (f + g)) + (1 - f) * (1 - g) / (2 * (2 - f - g))


def entropy(v):
    return -v * log(v) - (1 - v) * log(1 - v)


def logarithmic_risk(f, g):
    return (f + g) / 2 * entropy(f / (f + g)) + (2 - f - g) / 2 * entropy((1 - f) / (2 - f - g))


# N(s, .): the law of the output; K(y, .): what is done to it; T(z): what the attacker loses at a state, by its decision on the new output.
N = function("N", law=False, about="the law of the output, given the state")
K = function("K", law=False, about="the law of the new output, given the output")
T = function("T", law=False, about="the mean loss, at a state, of the decision on the new output")
outputs, new_outputs = ForAll(s, distribution(N(s, y), y)), ForAll(y, distribution(K(y, z), z))
bounded = ForAll(z, Between(0, T(z), 1))
coarser = Total(N(s, y) * K(y, z), y)
garbled = Total(coarser * T(z), z)
on_the_first = Total(N(s, y) * Total(K(y, z) * T(z), z), y)
coin = {"sizes": {"S": 2, "Y": 2, "Z": 1}, "N": (1, 0, 0, 1), "K": (1, 1), "T": (half,)}
swap = {"sizes": {"S": 2, "Y": 2, "Z": 2}, "N": (1, 0, 0, 1), "K": (0, 1, 1, 0), "T": (0, 1)}

same_risk = Theorem(
    title="Whatever an attacker reaches on a coarser output, it reaches on the output, under every bounded loss",
    source=(of_any_spaces("zhang.claim-B"), "zhang.ext-dong"),
    given=(outputs, new_outputs, bounded),
    claim=ForAll(s, Eq(garbled, on_the_first)),
    derivation=(
        have(Eq(garbled, Total(Total(N(s, y) * (K(y, z) * T(z)), y), z)), "expand"),
        have(
            Eq(Total(Total(N(s, y) * (K(y, z) * T(z)), y), z), on_the_first), "the other sum first"
        ),
    ),
    example=point({}, **coin),
    errata=erratum(
        "wrong result",
        "Appendix B, equivalence of the last two statements in (i)",
        "the following statements are equivalent. [...] E_{min}[ℓ_{p}; γ_{1}, θ] ≥ E_{min}[ℓ_{p}; γ_{2}, θ]. [The same with the other loss]",
        fails=(
            "At delta = 0 and prior 1/2: an output of probability 999/1000 and 1/2 in two states, and one of 1/5 and 4/5. Under squared error the first has "
            "the larger least loss, above 0.166 against 0.16, and under the logarithmic loss the smaller one, below 0.481 against 0.5004; the paper "
            "counts both among the bound-consistent losses."
        ),
        holds="All bounded losses agree where one output is a coarsening of the other.",
        affects="The second sentence of Lemma 1.",
        reads=variant(
            Implication(
                squared_risk(h, k) <= squared_risk(f, g), logarithmic_risk(h, k) <= logarithmic_risk(f, g)
            ),
            given=(),
            witness=point({f: Rational(999, 1000), g: half, h: fifth, k: 4 * fifth}),
        ),
        source=("zhang.claim-B", "zhang.cx-order", "zhang.lem1"),
    ),
    near_misses={
        "with every new output as likely as it can be": variant(
            ForAll(s, Eq(garbled, Total(N(s, y) * Total(T(z), z), y))), witness=point({}, **{**swap, "T": (1, 1)})
        ),
        "with every output as likely as it can be": without(new_outputs, claim=ForAll(s, Eq(garbled, Total(Total(K(y, z) * T(z), z), y))), witness=point({}, **{**swap, "T": (1, 1)})),
    },
    note=(
        "So a mechanism whose outputs are made of another's has at least its least loss, under every bounded loss at once: this order, and not that by "
        "eps or delta, is what these losses agree on. The decision on the first output is drawn as on the coarser one that it would give: it has the same mean loss at each state, and so under each prior. "
        "The unit of the loss is its largest value."
    ),
)  # fmt: skip

orders_differ = Theorem(
    title="The risk of an output under squared error as that of its distance",
    source="zhang.cx-order",
    claim=Eq(squared_risk(f, g), quarter - (f - g) ** 2 / (4 * (f + g) * (2 - f - g))),
    derivation=have(0 < 2 - f - g, "a difference"),
    example=point({f: half, g: quarter}),
    near_misses={
        "the distance alone": variant(Eq(squared_risk(f, g), quarter - (f - g) ** 2 / 4)),
    },
)

further_apart = Theorem(
    title="The larger of two distances has the smaller risk, at equal mean probabilities",
    source=whole_of("zhang.cx-order"),
    given=(Eq(f + g, h + k), (h - k) ** 2 <= (f - g) ** 2),
    claim=squared_risk(f, g) <= squared_risk(h, k),
    derivation=(
        have(0 < (f + g) * (2 - f - g), "a product", derivation=(have(0 < 2 - f - g))),
        have(
            Eq(squared_risk(f, g), quarter - (f - g) ** 2 / (4 * (f + g) * (2 - f - g))),
            "its distance",
            by=orders_differ,
        ),
        have(
            Eq(squared_risk(h, k), quarter - (h - k) ** 2 / (4 * (h + k) * (2 - h - k))),
            "its distance",
            by=orders_differ.at(f=h, g=k),
        ),
        have(
            Eq((h - k) ** 2 / (4 * (h + k) * (2 - h - k)), (h - k) ** 2 / (4 * (f + g) * (2 - f - g))),
            "equal means",
        ),
        have(
            (h - k) ** 2 / (4 * (f + g) * (2 - f - g)) <= (f - g) ** 2 / (4 * (f + g) * (2 - f - g)), "divide"
        ),
    ),
    example=point({f: 3 * quarter, g: quarter, h: half, k: half}),
    errata=(
        erratum(
            "wrong result",
            "Appendix B, equivalence of the first two statements in (i)",
            "the following statements are equivalent. eps ≤ [the other eps]. E_{min}[ℓ_{p}; γ_{1}, θ] ≥ E_{min}[ℓ_{p}; γ_{2}, θ]",
            fails=(
                "At delta = 0: an answer that is right with probability 3/5 has e^eps = 3/2 and risk 6/25; an output of probability 7/100 and "
                "1/100 has e^eps = 7 and the larger risk 25/100 - 9/1536."
            ),
            holds="Nothing in general; of two outputs of equal mean probability the one with the larger distance has the smaller least loss.",
            affects="The use of a least loss as a budget, in Sections 3 and 5.",
            source=("zhang.claim-B", "zhang.cx-order"),
            reads=variant(
                Implication(
                    AllOf(g < f, k < h, f + g <= 1, h + k <= 1, f / g <= h / k),
                    squared_risk(h, k) <= squared_risk(f, g),
                ),
                given=(),
                witness=point({f: 3 * fifth, g: 2 * fifth, h: Rational(7, 100), k: Rational(1, 100)}),
            ),
        ),
        erratum(
            "slip in wording",
            "Appendix B, before the equivalences",
            "then the expected privacy loss for M_1(γ_1) is smaller than that for M_2(γ_2)",
            fails="M_1 is the more private one there, and the equivalences have the larger least loss for it, as Section 3 does: the loss is the attacker's.",
            holds="Larger.",
            source="zhang.claim-B",
        ),
    ),
)

# two states with prior w, an output of probability v and m in them, and an answer t
w = parameter("w", above=0, below=1, about="prior of the first state")
v, m = (parameter(n, above=0, about="probability of the output in a state") for n in ("v", "m"))
t = parameter("t", about="an answer: the probability of the first state")
believed = w * v / (w * v + (1 - w) * m)
answered = w * v * (1 - t) ** 2 + (1 - w) * m * t**2
least_loss = w * v * ((1 - w) * m) / (w * v + (1 - w) * m)

best_answer = Theorem(
    title="The best answer under squared error and its loss, at one output",
    source="zhang.def-attack",
    claim=AllOf(
        least_loss <= answered,
        Eq(w * v * (1 - believed) ** 2 + (1 - w) * m * believed**2, least_loss),
    ),
    derivation=have(
            Eq(answered - least_loss, (w * v + (1 - w) * m) * (t - believed) ** 2),
            "complete the square",
        ),
    example=point({w: half, v: half, m: half, t: half}),
    tight=point({w: half, v: half, m: half, t: half}),
    errata=erratum(
        "missing condition",
        "Section 3, Attacker",
        "Σ[s_0, s_1] ≡ {σ : Y ↦ Δ({s_0, s_1})}",
        fails=(
            "With answers that are one of both states squared error is the error probability: at w = 1/2 and outputs of probability 1/2 and 1/4 "
            "the answers 0 and 1 lose 1/4 and 1/8, and 1/12 can be reached by the answer 2/3. And the expected loss is taken over all states, also "
            "those that the attacker cannot name."
        ),
        holds="Given that the state is one of the two, with any number as the answer, or a law as the answer and a proper score.",
        reads=variant(
            Min(w * v, (1 - w) * m) <= answered, witness=point({w: half, v: half, m: quarter, t: 2 * Rational(1, 3)})
        ),
    ),
    near_misses={
        "the loss of the answer 1/2": variant(w * v / 4 + (1 - w) * m / 4 <= answered),
    },
    note="The sum over the outputs is the risk; with w = 1/2 it is that of the theorems on the risk of an output.",
)  # fmt: skip

objective = Background(
    title="The defender's objective",
    source=whole_of("zhang.def-obj"),
    restates=(best_answer, same_risk),
    note=(
        "The loss of utility less the attacker's loss, which is larger where a mechanism is more private. Appendix B says the opposite in words, and "
        "writes what is meant here in formulas."
    ),
)

proof_of_lemma = Background(
    title="The proof of Lemma 1 in Appendix D",
    source=whole_of("zhang.prf-lem1"),
    restates=(no_threshold, useless, same_risk),
    note="From one least loss it passes to the claims, without a derivation of any of the three conditions; the lemma is false.",
)
