"""The noises of Section 4.2: the state that is put into the latent noise is taken out again (Theorem 3(ii))."""

from dpsym.derivations.confounding.correlated_noise import a, b, floor_of_two, r, together
from dpsym.derivations.confounding.redesign import latent_square, p, variance
from dpsym.derivations.mechanisms.gaussian_trade_off import falling
from dpsym.derivations.vocabulary import eps, half, third
from dpsym.language import *

h = parameter("h", about="what the state puts into the latent noise")
x = parameter("x", about="the latent noise without the state")
z = parameter("z", about="the second, independent noise")
q = parameter("q", about="parameter of the sampler")
c = parameter("c", about="the root of 1 - q^2")
s = parameter("s", above=0, about="standard deviation of the first latent noise")
t = parameter("t", above=0, about="standard deviation of the second, coupled one")
w = parameter(
    "w", above=0, about="standard deviation of the latent noise, times the budget over the sensitivity"
)
m = parameter("m", about="mean of the latent noise")

cancels = Theorem(
    title="The state cancels in both coupled noises",
    source=(whole_of("zhang.lem-cancel"), "zhang.thm3", whole_of("zhang.rem-C1")),
    claim=AllOf(Eq((h + x - h) / s, x / s), Eq((q * (h + x) + c * z - q * h) / t, (q * x + c * z) / t)),
    errata=erratum(
        "wrong step",
        "proof of Theorem 3(ii)",
        "The latent noise carries the state with a budget of its own, and what is made of it is a post-processing.",
        fails=(
            "Each quantile is taken with the distribution function of the latent noise, whose mean is the state's as well: the map depends on "
            "the state, and takes it out. Only with a fixed mean would something be left, and then the noises have not the laws they should "
            "have: a shift of 1 with a variance of 4 has the mean quantile 0.638 in the place of 1/2."
        ),
        holds="The coupled noises do not depend on the state: the copula by itself tells nothing, and has no budget.",
        affects="The budget of the copula in Section 5, which is no more than another name of the correlation.",
        reads=variant(Eq((h + x) / s, x / s), witness=point({h: 1, x: 0, s: 1})),
    ),
    near_misses={
        "with a fixed mean": variant(Eq((h + x) / s, x / s), witness=point({h: 1, x: 0, s: 1})),
        "in the first one only": variant(
            Eq((q * (h + x) + c * z) / t, (q * x + c * z) / t),
            witness=point({h: 1, q: 1, x: 0, c: 0, z: 0, t: 1}),
        ),
    },
)

standard = Theorem(
    title="The distribution function of the coupled noises takes standard quantiles",
    source=part_of("zhang.eq-copcdf", "the distribution function of two normal variables, an integral"),
    claim=Eq(Phi((m + s * x - m) / s), Phi(x)),
    errata=erratum(
        "wrong result",
        "the display of the copula of the two noises, Section 4.2",
        "The standard bivariate normal distribution function at the quantiles of the latent noises.",
        fails=(
            "The quantiles of a normal law with another mean or variance are not those of the standard one: the margin at the value 0.8 and "
            "variance 4 is 0.954. The appendix has a second correlation there that nothing explains."
        ),
        holds="The standard quantiles, and the correlation of the two latent noises.",
        affects="Lemma 9, which repeats it.",
        reads=variant(Eq(Phi(m + s * x), Phi(x)), witness=point({m: 0, s: 2, x: 1})),
    ),
    near_misses={
        "without the variance": variant(Eq(Phi(m + s * x - m), Phi(x)), witness=point({m: 0, s: 2, x: 1})),
        "without the mean": variant(Eq(Phi((m + s * x) / s), Phi(x)), witness=point({m: 1, s: 1, x: 0})),
    },
)

quantiles = Example(
    title="What is printed of the coupled noises, in numbers",
    source=("zhang.eq-copcdf", "zhang.lem-cancel"),
    uses=(standard, cancels),
    values=(
        value("margin at 0.8 as printed, variance 4", Phi(2 * Phi_inv(Rational(4, 5))), printed="0.9538"),
        value(
            "mean quantile with a fixed mean, shift 1, variance 4", Phi(1 / (2 * sqrt(2))), printed="0.63816"
        ),
    ),
)

budget = parameter(
    "e", above=0, about="budget of the latent noise, as a distance: its inverse standard deviation"
)
more = parameter("f", at_least=budget, about="a larger budget of the latent noise")


def square(e):
    """The square of the correlation at this budget of the latent noise."""
    return p**2 / (p**2 + (1 - p**2) * e**2)


smaller_budget = Theorem(
    title="A smaller budget of the copula is a larger correlation",
    source=("zhang.thm3", "zhang.def-invcomp"),
    claim=square(more) <= square(budget),
    derivation=(
        have(0 < p**2, "a positive number"),
        have(0 < 1 - p**2, "a correlation", derivation=have(0 < (1 - p) * (1 + p))),
        have(budget**2 <= more**2, "squares"),
        have(p**2 + (1 - p**2) * budget**2 <= p**2 + (1 - p**2) * more**2, "a positive factor"),
        have(0 < p**2 + (1 - p**2) * budget**2, "positive numbers"),
        have(0 < p**2 + (1 - p**2) * more**2, "positive numbers"),
    ),
    example=point({p: half, budget: 1, more: 2}),
    near_misses={
        "the other way round": variant(
            square(budget) <= square(more), witness=point({p: half, budget: 1, more: 2})
        ),
        "by half": variant(2 * square(more) <= square(budget), witness=point({p: half, budget: 1, more: 1})),
    },
)

three_budgets = Theorem(
    title="Coupled noises of opposite signs are farther apart than the single ones and the copula drawn apart",
    source=(
        part_of(
            "zhang.thm3",
            "that noise on a continuum keeps its laws; guarantees with a delta in the place of distances",
        ),
        whole_of("zhang.cx-thm3"),
    ),
    given=(Eq(r, -4 * Rational(1, 5)), Eq(a, 1), Eq(b, 1), Eq(p, half), Eq(variance, 16 * third)),
    claim=AllOf(Eq(r**2, latent_square), a**2 + b**2 + 1 / variance < together / 4),
    example=point({r: -4 * Rational(1, 5), a: 1, b: 1, p: half, variance: 16 * third}),
    errata=erratum(
        "wrong result",
        "Theorem 3(ii)",
        "The composition of two coupled mechanisms has the loss of three independent ones: the copula and both mechanisms.",
        fails=(
            "Two unit shifts, and latent noise of variance 16/3 with the parameter -1/2: the noises have the correlation -4/5, the square "
            "distance of both outputs is 10, and of three independent mechanisms it is 1 + 1 + 3/16. It grows without bound as "
            "the budget of the copula falls to 0."
        ),
        holds="Both outputs together are at the distance that their correlation gives; the first part, that each keeps its guarantee, holds.",
        affects="Section 5 and the experiments with the copula, which are certified by it.",
        reads=variant(
            together <= a**2 + b**2 + 1 / variance,
            given=(r < 0, Eq(r**2, latent_square)),
            witness=point({r: -4 * Rational(1, 5), a: 1, b: 1, p: half, variance: 16 * third}),
        ),
    ),
    near_misses={
        "at any correlation": variant(
            given=(Eq(a, 1), Eq(b, 1), Eq(p, half), Eq(variance, 16 * third)),
            witness=point({r: half, a: 1, b: 1, p: half, variance: 16 * third}),
        ),
        "six times": variant(
            6 * (a**2 + b**2 + 1 / variance) < together,
            witness=point({r: -4 * Rational(1, 5), a: 1, b: 1, p: half, variance: 16 * third}),
        ),
    },
)

coupled_numbers = Example(
    title="Two coupled mechanisms of one query, each (0.5, 0.02)-private: the eps of both at delta 0.1",
    source="zhang.cx-thm3",
    uses=(three_budgets,),
    values=tuple(
        value(
            f"correlation {text}",
            Evaluated("correlated.epsilon", eps0=half, delta0=Rational(1, 50), k=2, correlation=Rational(text), delta=Rational(1, 10)),
        )
        for text in ("-99/100", "-9/10", "-1/2", "0", "1/2", "9/10")
    )
    + (
        value(
            "optimal composition of two such guarantees",
            Evaluated("optimal_composition.epsilon", eps0=half, delta0=Rational(1, 50), k=2, delta=Rational(1, 10)),
            printed="0.8229",
        ),
    ),
    note="Compare what both have by their guarantees alone, whatever they are: optimal composition, 0.823 with independent randomness.",
)  # fmt: skip

cut = w - eps / (2 * w)
delta_of = normal_tail(cut) - exp(eps) * normal_tail(w + eps / (2 * w))

latent_privacy = Theorem(
    title="The latent noise as a mechanism, where its budget is not large",
    source=part_of(
        "zhang.def-copperturb",
        "that the tail at half of w is below delta for w = 2 log(2/delta), a bound on normal tails; where exactly the claim ends",
    ),
    given=eps <= w**2,
    claim=delta_of <= normal_tail(w / 2),
    derivation=(
        have(eps / (2 * w) <= w / 2, "divide"),
        have(normal_tail(cut) <= normal_tail(w / 2), "the tail falls", by=falling.at(u=w / 2, v=cut)),
        have(0 <= exp(eps) * normal_tail(w + eps / (2 * w)), "no probability is negative"),
    ),
    example=point({eps: 1, w: 2}),
    errata=erratum(
        "missing condition",
        "Section 4.2, the latent noise",
        "For any budget of the copula and w at least 2 log(2/delta), the latent noise has this budget and delta.",
        fails="With delta = 1/2 the smallest such w is below 3; at w = 3 and a budget of 20 nats the latent noise has a delta of 0.57.",
        holds="So it is up to a budget that depends on delta, 16.3 nats for delta = 1/2 and 133 for 0.02.",
        reads=variant(delta_of <= half, given=[3 <= w], witness=point({eps: 20, w: 3})),
    ),
    near_misses={
        "whatever the budget": variant(given=[], witness=point({eps: 20, w: 3})),
        "without half": variant(delta_of <= normal_tail(w), witness=point({eps: 1, w: 1})),
    },
)

latent_numbers = Example(
    title="The delta of the latent noise at w = 2 log(2/delta), below and above the end of the claim",
    source="zhang.def-copperturb",
    uses=(latent_privacy,),
    values=(
        value("delta = 0.02, budget 1", delta_of, {eps: 1, w: 2 * log(100)}),
        value("delta = 0.02, budget 130", delta_of, {eps: 130, w: 2 * log(100)}),
        value("delta = 0.02, budget 135", delta_of, {eps: 135, w: 2 * log(100)}),
        value("delta = 0.5, budget 16", delta_of, {eps: 16, w: 2 * log(4)}),
        value("delta = 0.5, budget 17", delta_of, {eps: 17, w: 2 * log(4)}),
    ),
)

five = Example(
    title="Five mechanisms, each (0.05, 0.02)-private by normal noise, two of them with one noise: the eps of all at delta 0.02",
    source="zhang.rem-C2",
    uses=(floor_of_two,),
    values=tuple(
        value(
            f"correlation {text}",
            Evaluated(
                "correlated.epsilon",
                eps0=Rational(1, 20),
                delta0=Rational(1, 50),
                k=5,
                correlation=Rational(text),
                delta=Rational(1, 50),
            ),
            printed=found,
        )
        for text, found in (("0", "0.225478"), ("1/2", ""), ("9/10", ""), ("999999/1000000", "0.188089"))
    ),
    note="For one query: positive correlations have less than independent noises, which the appendix calls impossible.",
)
