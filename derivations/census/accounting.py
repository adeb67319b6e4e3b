"""How the budget of a release is divided over levels of geography and queries, and adds up again."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

rho = parameter("rho", above=0, about="budget that is divided, in nats")
a = function("a", law=False, about="the share of a level of geography in the budget")
b = function("b", law=False, about="the share of a query in the budget of the level")
l, q = Outcome("l", "L"), Outcome("q", "K")
budget = rho * a(l) * b(l, q)

level_shares = Eq(Total(a(l), l), 1)
query_shares = ForAll(l, Eq(Total(b(l, q), q), 1))

accounting = Theorem(
    title="The budgets of all queries add up to the budget that was divided",
    source=(
        whole_of("kifer.eq-rho-star-person"),
        whole_of("kifer.eq-rho-star-housing"),
        "kifer.eq-overall-accounting",
    ),
    given=(level_shares, query_shares),
    claim=Eq(Total(budget, q, l), rho),
    derivation=(
        specialise(query_shares, {l: l}, "the shares of the queries at one level"),
        have(Eq(Total(budget, q), rho * a(l)), "the queries of one level"),
        Chain(Total(budget, q, l))
        .eq(Total(rho * a(l), l), "level by level")
        .eq(rho, "the shares of the levels"),
    ),
    example=point({rho: 1}, a=(half, half), b=(half, half, 1, 0)),
    near_misses={
        "shares of the queries that do not add up": without(
            query_shares, witness=point({rho: 1}, a=(half, half), b=(half, half, 0, 0))
        ),
        "the share of the level for each of its queries": variant(
            Eq(Total(rho * a(l), q, l), rho), witness=point({rho: 1}, a=(half, half), b=(1, 0, 1, 0))
        ),
    },
    note=(
        "The budget of a query is the product of both shares with the whole budget. A block lies in one block group, one tract, "
        "one county and one state, so that the sum runs over the levels once, and it is the same for every block."
    ),
)
