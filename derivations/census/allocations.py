"""How the budget of the 2020 redistricting release was divided: the twelve queries, Tables 3 to 5, every single budget."""

from dpsym.derivations.census.accounting import accounting
from dpsym.language import *

rows = redistricting_2020()
levels = tuple(dict.fromkeys(row.level for row in rows))
persons = tuple(dict.fromkeys(row.query for row in rows if row.query != "OCCUPANCY"))


def number(fraction):
    """An exact number of the table."""
    return Rational(fraction.numerator, fraction.denominator)


def row_of(level, query):
    """The query of a level."""
    return next(row for row in rows if (row.level, row.query) == (level, query))


def budget(*chosen):
    """The budget of all queries at the chosen levels, and of those at any level that contain a chosen attribute."""
    return number(sum(row.rho for row in rows if row.level in chosen or set(row.attributes) & set(chosen)))


def budget_at(level, *attributes):
    """The budget of the queries of one level that contain one of the attributes."""
    return number(
        sum(row.rho for row in rows if row.level == level and set(row.attributes) & set(attributes))
    )


def printed_as(query):
    """The name of a query in running text."""
    return query.replace("*", " × ")


races, categories = (
    2**6 - 1,
    {"TOTAL": 1, "HISPANIC": 2, "VOTINGAGE": 2, "HHINSTLEVELS": 3, "HHGQ": 1 + 7, "OCCUPANCY": 2},
)


def cells_of(query):
    """The number of combinations of values of its attributes."""
    product = Integer(1)
    for attribute in query.split("*"):
        product = product * Integer(categories.get(attribute, races))
    return product


query_types = Example(
    title="The twelve queries",
    source=whole_of("kifer.def-query-types"),
    kind="definition",
    values=tuple(
        value(f"cells of {printed_as(query)}", cells_of(query), printed=str(row_of("US", query).cells))
        for query in (*persons, "OCCUPANCY")
    ),
    note=(
        "CENRACE is any combination of six races except none; HISPANIC says whether ethnicity is Hispanic; VOTINGAGE whether "
        "the person is 18 or older; HHINSTLEVELS and HHGQ say whether the person lives in a household, and otherwise in group quarters of which type. "
        "OCCUPANCY, the only query about housing units, says whether a unit is occupied. The cells of a query are the combinations of values."
    ),
)

base_budgets = Example(
    title="The two budgets (Table 3)",
    source=whole_of("kifer.tab3"),
    kind="table",
    values=(
        value("persons", number(row_of("US", "TOTAL").base), printed="2.56"),
        value("housing units", number(row_of("US", "OCCUPANCY").base), printed="0.07"),
    ),
)

table_4 = {
    "US": ("104/4099", "1/205"),
    "State": ("1440/4099", "1/205"),
    "County": ("447/4099", "7/82"),
    "Tract": ("687/4099", "364/1025"),
    "CBG": ("1256/4099", "1759/4100"),
    "Block": ("165/4099", "99/820"),
}
level_shares = Example(
    title="The shares of the levels (Table 4)",
    source=whole_of("kifer.tab4"),
    kind="table",
    values=(
        *(
            value(f"persons, {level}", number(row_of(level, "TOTAL").level_share), printed=table_4[level][0])
            for level in levels
        ),
        *(
            value(
                f"housing units, {level}",
                number(row_of(level, "OCCUPANCY").level_share),
                printed=table_4[level][1],
            )
            for level in levels
        ),
        value(
            "sum of the shares, persons", number(sum(row_of(level, "TOTAL").level_share for level in levels))
        ),
        value(
            "sum of the shares, housing units",
            number(sum(row_of(level, "OCCUPANCY").level_share for level in levels)),
        ),
    ),
    note="CBG is the custom block group of the release, which is not the block group of the published geography.",
)


def query_shares(level, printed):
    """Table 5 at one level."""
    shares = tuple(row_of(level, query).query_share for query in persons)
    return (
        *(
            value(printed_as(query), number(share), printed=as_printed)
            for query, share, as_printed in zip(persons, shares, printed.split(), strict=True)
        ),
        value("sum", number(sum(shares))),
    )


def budgets_at(level):
    """The budgets that follow."""
    return tuple(value(printed_as(row.query), number(row.rho)) for row in rows if row.level == level)


us = Example(
    title="Shares of the queries of the United States (Table 5)",
    source=whole_of("kifer.tab5"),
    kind="table",
    values=query_shares(
        "US", "0 52/4097 26/4097 26/4097 26/4097 26/4097 130/4097 130/4097 26/4097 26/241 189/241"
    ),
)

state = Example(
    title="Shares of the queries of a state (Table 5)",
    source="kifer.tab5",
    kind="table",
    values=query_shares(
        "State", "3773/4097 6/4097 6/4097 6/4097 6/4097 6/4097 12/4097 12/4097 6/4097 2/241 230/4097"
    ),
)

county = Example(
    title="Shares of the queries of a county (Table 5)",
    source="kifer.tab5",
    kind="table",
    values=query_shares(
        "County",
        "3126/4097 10/4097 10/4097 10/4097 10/4097 10/4097 28/4097 28/4097 10/4097 101/4097 754/4097",
    ),
)

tract = Example(
    title="Shares of the queries of a tract (Table 5)",
    source="kifer.tab5",
    kind="table",
    values=query_shares(
        "Tract", "1567/4102 4/2051 5/4102 5/4102 5/4102 5/4102 1933/4102 10/2051 5/4102 67/4102 241/2051"
    ),
)

block_group = Example(
    title="Shares of the queries of a custom block group (Table 5)",
    source="kifer.tab5",
    kind="table",
    values=query_shares(
        "CBG", "1705/4099 3/4099 3/4099 3/4099 3/4099 3/4099 1055/4099 9/4099 3/4099 24/4099 1288/4099"
    ),
)

block = Example(
    title="Shares of the queries of a block (Table 5)",
    source="kifer.tab5",
    kind="table",
    values=query_shares(
        "Block", "5/4097 9/4097 5/4097 5/4097 5/4097 5/4097 21/4097 21/4097 5/4097 71/4097 3945/4097"
    ),
)

budgets_of_us = Example(
    title="Budgets of the queries of the United States",
    source=("kifer.eq-rho-star-person", "kifer.eq-rho-star-housing"),
    kind="table",
    values=budgets_at("US"),
    uses=(accounting,),
)

budgets_of_state = Example(
    title="Budgets of the queries of a state",
    source=("kifer.eq-rho-star-person", "kifer.eq-rho-star-housing"),
    kind="table",
    values=budgets_at("State"),
    uses=(accounting,),
)

budgets_of_county = Example(
    title="Budgets of the queries of a county",
    source=("kifer.eq-rho-star-person", "kifer.eq-rho-star-housing"),
    kind="table",
    values=budgets_at("County"),
    uses=(accounting,),
)

budgets_of_tract = Example(
    title="Budgets of the queries of a tract",
    source=("kifer.eq-rho-star-person", "kifer.eq-rho-star-housing"),
    kind="table",
    values=budgets_at("Tract"),
    uses=(accounting,),
)

budgets_of_block_group = Example(
    title="Budgets of the queries of a custom block group",
    source=("kifer.eq-rho-star-person", "kifer.eq-rho-star-housing"),
    kind="table",
    values=budgets_at("CBG"),
    uses=(accounting,),
)

budgets_of_block = Example(
    title="Budgets of the queries of a block",
    source=("kifer.eq-rho-star-person", "kifer.eq-rho-star-housing"),
    kind="table",
    values=budgets_at("Block"),
    uses=(accounting,),
)

county_row, state_row = row_of("County", "VOTINGAGE*CENRACE"), row_of("State", "VOTINGAGE*CENRACE")
worked_budgets = Example(
    title="Three budgets that the text works out",
    source=(whole_of("kifer.ex-occ-county"), whole_of("kifer.ex-state-vacr"), whole_of("kifer.ex-fairfax")),
    values=(
        value("occupancy, County", number(row_of("County", "OCCUPANCY").rho), printed="0.0060"),
        value("VOTINGAGE × CENRACE, State", number(state_row.rho), printed="0.0026"),
        value(
            "VOTINGAGE × CENRACE, County",
            number(county_row.rho),
            printed="0.0175",
            expected="disagrees",
            note="the printed number leaves out the share of the level",
        ),
        value(
            "the same without the share of the level",
            number(county_row.base * county_row.query_share),
            printed="0.0175",
        ),
    ),
    uses=(accounting,),
    errata=erratum(
        "wrong number",
        "Section 8.1, the query of Fairfax County",
        "VOTINGAGE × CENRACE for Fairfax County with rho* = 0.0175",
        fails="The number leaves out the share of the county level: the base budget times the share of the query alone.",
        holds="0.0019, that is 2.56 · 447/4099 · 28/4097, by the rule that is stated with Tables 3 to 5.",
        rows="VOTINGAGE × CENRACE, County",
        source="kifer.ex-fairfax",
    ),
    note="The third is the paper's example of a query of Fairfax County.",
)

whole_budget = Example(
    title="The whole budget of the release",
    source="kifer.eq-overall-accounting",
    values=(
        *(
            value(
                f"persons, {level}",
                number(sum(row.rho for row in rows if row.level == level and row.query != "OCCUPANCY")),
            )
            for level in levels
        ),
        *(value(f"housing units, {level}", number(row_of(level, "OCCUPANCY").rho)) for level in levels),
        value("all 72 queries", number(sum(row.rho for row in rows)), printed="2.63"),
    ),
    uses=(accounting,),
    note=(
        "For one block the queries of the block, its block group, tract, county, state and the country are added. The overall budget is the "
        "largest of these sums over all blocks; they are equal."
    ),
)

hierarchy = Background(
    title="The geographic hierarchy",
    source="kifer.rem-hierarchy",
    note=(
        "A state with American Indian or Alaska Native areas is split into the part with them and the part without, and each part "
        "counts as a state here, so that there are more than 51 of them. Custom block groups are not the tabulation block groups. State "
        "totals, housing units and occupied group quarters are published exactly and lie outside the analysis."
    ),
)
