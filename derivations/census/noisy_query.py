"""A noisy query: a histogram with discrete Gaussian noise in every cell, of which one person's record changes two cells."""

from dpsym.derivations.mechanisms.discrete_gaussian import loss as loss_of_a_cell
from dpsym.derivations.mechanisms.discrete_gaussian import renyi as renyi_of_a_cell
from dpsym.derivations.vocabulary import alpha, half, sigma
from dpsym.language import *

rho = parameter(
    "rho", above=0, about="budget of the query, in nats: one over the squared parameter of the noise"
)
c = parameter("c", above=0, about="the constant that makes the total probability 1")
t = parameter("t", about="the answer in the cell that the record leaves")
s = parameter("s", about="the answer in the cell that it enters")
x = parameter("x", about="the true count of the first cell")
w = parameter("w", about="the true count of the second cell")

noise = DiscreteGaussian(sigma, 1, c)
before = noise.density(t, x) * noise.density(s, w)
after = noise.density(t, x - 1) * noise.density(s, w + 1)

noisy_query = Definition(
    title="A noisy query",
    source=whole_of("kifer.def-query"),
    cites="canonne2020",
    defines=noise.density(t, x),
    note=(
        "A query is a set of attributes in a geographic unit, with a budget. It counts the persons of the unit for every combination "
        "of values of the attributes, and adds independent noise to every count; the squared parameter of the noise is one over "
        "the budget. This is the probability of the answer t in a cell whose count is x."
    ),
)

loss = Theorem(
    title="The privacy loss of a noisy query",
    source=("kifer.def-query", whole_of("kifer.x-dgm-power")),
    given=Eq(sigma**2, 1 / rho),
    claim=AllOf(
        Eq(log(before / after), rho + rho * ((t - x) - (s - w))),
        Eq(log(before / after), -rho + rho * ((t - (x - 1)) - (s - (w + 1)))),
    ),
    derivation=(
        have(
            Eq(log(noise.density(t, x) / noise.density(t, x - 1)), rho * (t - x + half)),
            "the first cell",
            by=loss_of_a_cell.at(x_2=x - 1),
        ),
        have(
            Eq(log(noise.density(s, w) / noise.density(s, w + 1)), rho * (w - s + half)),
            "the second cell",
            by=loss_of_a_cell.at(t=s, x=w, x_2=w + 1),
        ),
        Chain(log(before / after))
        .eq(
            log(noise.density(t, x) / noise.density(t, x - 1))
            + log(noise.density(s, w) / noise.density(s, w + 1)),
            "the cells have independent noise",
        )
        .eq(rho + rho * ((t - x) - (s - w)), "both cells"),
    ),
    near_misses={
        "one cell changes": variant(Eq(log(before / after), rho / 2 + rho * (t - x))),
    },
    evaluate={"mean": rho, "variance": 2 * rho},
    note=(
        "The record leaves a cell and enters another: of the same unit when an attribute changes, of another unit when the person "
        "moves. In terms of the noise the loss is the budget plus a symmetric variable when the record is in the first cell, and "
        "minus the budget plus the same variable when it is in the second. "
        "Read for the mass of a single output; a sum over all outputs is no part of the certificate."
    ),
)

u = parameter("u", about="the true count of the first cell on another pair of databases")
v = parameter("v", about="the true count of the second cell on that pair")
t_2, s_2 = t + (u - x), s + (v - w)

moved = Theorem(
    title="Answers that are moved by the difference of the counts",
    source="kifer.prop6-dgm-observations",
    claim=AllOf(
        Eq(noise.density(t_2, u) * noise.density(s_2, v), before),
        Eq(noise.density(t_2, u - 1) * noise.density(s_2, v + 1), after),
    ),
    near_misses={
        "the answers as they are": variant(
            Eq(noise.density(t, u) * noise.density(s, v), before),
            witness=point({sigma: 1, c: 1, t: 0, s: 0, x: 0, w: 0, u: 1, v: 0}),
        ),
        "where the record stays": variant(Eq(noise.density(t_2, u) * noise.density(s_2, v), after)),
    },
    note=(
        "Two pairs of databases, on each of which a record leaves one cell of a query and enters another. With the difference of the counts added, the answers in the two cells have on the one pair the masses "
        "that they have on the other, on both databases; and so have those of all other cells, which have the same noise. This is for a single output."
    ),
)

leaves, enters = (
    (noise.density(t, x), noise.density(t, x - 1)),
    (noise.density(s, w), noise.density(s, w + 1)),
)


def powers(one, other):
    """What the Rényi divergence sums over the outputs."""
    return one**alpha * other ** (1 - alpha)


cell, half_budget = exp(alpha * (alpha - 1) / (2 * sigma**2)), exp(alpha * (alpha - 1) * (rho / 2))
left, entered = noise.density(t, x - 1 + alpha), noise.density(s, w + 1 - alpha)

renyi = Theorem(
    title="The terms of a noisy query's Rényi divergence in its two cells",
    source="kifer.def-query",
    cites="canonne2020",
    given=Eq(sigma**2, 1 / rho),
    claim=AllOf(Eq(powers(*leaves), half_budget * left), Eq(powers(*enters), half_budget * entered)),
    derivation=(
        have(Eq(powers(*leaves), cell * left), "the first cell", by=renyi_of_a_cell.at(x_2=x - 1)),
        have(
            Eq(powers(*enters), cell * entered), "the second cell", by=renyi_of_a_cell.at(t=s, x=w, x_2=w + 1)
        ),
        have(Eq(cell, half_budget), "the noise of the query"),
    ),
    near_misses={
        "the whole budget in a cell": variant(Eq(powers(*leaves), exp(alpha * (alpha - 1) * rho) * left)),
    },
    evaluate={"divergence": alpha * rho},
    note=(
        "At an integer order the probabilities on the right add up to 1 over all answers of a cell, so that the divergence of order alpha is "
        "alpha times half the budget, and for the two cells, which have independent noise, alpha times the budget. At other orders "
        "they add up to at most 1 (see the cited paper). So the query is zero-concentrated with its budget, and with no smaller one."
    ),
)

r = function("r", law=False, about="the budget of a query")
n = function("n", law=False, about="the noise in its cell that the record leaves")
m = function("m", law=False, about="the noise in its cell that the record enters")
q = Outcome("q", "K")
every_query = ForAll(q, r(q) > 0)
sum_of_budgets = Total(r(q), q)


def all_answers(leaves, enters):
    """The probability of the answers to all queries, by the noise that they take in the two cells of each."""
    return c * exp(-Total(r(q) * (leaves**2 + enters**2) / 2, q))


loss_of_all = log(all_answers(n(q), m(q)) / all_answers(n(q) + 1, m(q) - 1))
one_query = point({c: 1}, r=(1,), n=(1,), m=(0,))

losses_add = Theorem(
    title="The privacy loss of the answers to several queries is the sum of the budgets and of their noise",
    source="kifer.x-dgm-power",
    claim=Eq(loss_of_all, sum_of_budgets + Total(r(q) * (n(q) - m(q)), q)),
    example=one_query,
    near_misses={
        "the cells exchanged": variant(
            Eq(loss_of_all, sum_of_budgets + Total(r(q) * (m(q) - n(q)), q)),
            witness=one_query,
        ),
        "as if one cell changed": variant(
            Eq(loss_of_all, sum_of_budgets / 2 + Total(r(q) * (n(q) - m(q)), q)),
            witness=one_query,
        ),
    },
    note=(
        "The noise of all cells is independent, so that the probability of the answers is the product of theirs; the squared parameter of "
        "the noise of a query is one over its budget. Without the record in the first cell of each query and with it in the second the "
        "same answers need one more in the first and one less in the second. The sum of the last terms is symmetric, so that the best test has, at any level, the "
        "power that the distribution function of this sum gives at its quantile, moved by twice the whole budget."
    ),
)

variance = Theorem(
    title="The variance of the loss of several queries is twice their budget",
    kind="lemma",
    claim=ForAll(
        r(q),
        Implication(every_query, Eq(Total(r(q) ** 2 * (1 / r(q) + 1 / r(q)), q), 2 * sum_of_budgets)),
    ),
    derivation=have(
        ForAll(q, Implication(r(q) > 0, Eq(r(q) ** 2 * (1 / r(q) + 1 / r(q)), 2 * r(q)))), "query by query"
    ),
    near_misses={
        "one cell a query": variant(
            Eq(Total(r(q) ** 2 * (1 / r(q)), q), 2 * sum_of_budgets), witness=point(r=(half, half))
        ),
        "the square of the budget": variant(
            Eq(Total(r(q) ** 2 * (1 / r(q) + 1 / r(q)), q), 2 * sum_of_budgets**2 + sum_of_budgets),
            witness=point(r=(half, half)),
        ),
    },
    note=(
        "Continuous noise in each of the two cells of a query has the variance one over its budget, and stands in the loss with the "
        "budget as its factor. So the variance of the loss of all queries is twice their budget."
    ),
)

distance = sqrt(2 * rho)
gaussian = Gaussian(1 / distance)
one_answer = Theorem(
    title="One Gaussian answer with the budget of all queries",
    source="kifer.x-gauss-compose",
    claim=Eq(gaussian.loss(x + w / distance, x, x - 1), rho + distance * w),
    derivation=(
        Chain(gaussian.loss(x + w / distance, x, x - 1))
        .eq(
            ((w / distance + 1) ** 2 - (w / distance) ** 2) * rho, "the variance is one over twice the budget"
        )
        .eq(rho + distance * w, "a difference of squares"),
    ),
    near_misses={
        "the root of the budget": variant(Eq(gaussian.loss(x + w / distance, x, x - 1), rho + sqrt(rho) * w)),
    },
    evaluate={"mean": rho, "variance": distance**2},
    note=(
        "w is the noise in standard deviations, so that this loss has the law of the loss of all queries together: for every test "
        "they are one answer of sensitivity 1 with this noise."
    ),
)
