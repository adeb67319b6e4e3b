"""The case study as a chapter: the order in which its entries are read, and the words between them."""

from dpsym.derivations.census import (
    accounting,
    allocations,
    continuous_queries,
    curves,
    noisy_query,
    related_work,
    scenarios,
    unaffected_query,
    whole_release,
)
from dpsym.language import *

chapter = Chapter(
    title="The 2020 Census redistricting data",
    place=9,
    opening=(
        "The redistricting data of the 2020 Census are histograms with noise, and the noise was set by a budget of zero-concentrated "
        "differential privacy. This chapter follows the budget from the tables in which it was divided to what an attacker can learn about "
        "one person: how well a test tells two records apart, and how far a posterior moves. Every budget is exact, every other number "
        "is enclosed, and where the paper prints another number than its tables give, both are shown."
    ),
    parts=(
        Part(
            heading="Queries, noise and loss",
            text=(
                "One person's record adds one to one cell of each histogram of the places where the person lives. Another record of the same person would "
                "add it elsewhere, so that two cells change, or none; the accounting of the release takes the same of housing units. First what the "
                "histograms are, then the loss of one of them; and a histogram in which nothing changes costs nothing, which is why a "
                "secret about some attributes is protected better than the whole record."
            ),
            entries=(
                allocations.query_types,
                noisy_query.noisy_query,
                noisy_query.loss,
                noisy_query.renyi,
                noisy_query.moved,
                unaffected_query.one_order,
                unaffected_query.unaffected_query,
                unaffected_query.same_power,
                unaffected_query.secrets,
                unaffected_query.more_queries,
                unaffected_query.all_change,
                unaffected_query.pairs_that_count,
            ),
        ),
        Part(
            heading="The budget and its parts",
            text=(
                "Persons and housing units have a budget each. It is divided over six levels of geography and, at each level, over the queries; the budget of a "
                "query is the product of the three. The products add up again, whatever the shares."
            ),
            entries=(
                accounting.accounting,
                allocations.base_budgets,
                allocations.level_shares,
                allocations.us,
                allocations.state,
                allocations.county,
                allocations.tract,
                allocations.block_group,
                allocations.block,
                allocations.budgets_of_us,
                allocations.budgets_of_state,
                allocations.budgets_of_county,
                allocations.budgets_of_tract,
                allocations.budgets_of_block_group,
                allocations.budgets_of_block,
                allocations.worked_budgets,
                allocations.whole_budget,
                allocations.hierarchy,
            ),
        ),
        Part(
            heading="From a budget to a test and a posterior",
            text=(
                "The budgets of the queries that can change are all that matters. With continuous noise the loss of any number of them is that of one answer, so that power and "
                "bounded loss have closed formulas; the noise that was used is discrete, and its power is computed beside them, as is the "
                "bound for every mechanism with the same budget."
            ),
            entries=(
                noisy_query.losses_add,
                continuous_queries.all_queries,
                noisy_query.variance,
                noisy_query.one_answer,
            ),
        ),
        Part(
            heading="The whole record",
            text="First all queries at once: nothing about the person is known, and everything is asked.",
            entries=(whole_release.table_2, whole_release.figure_2, whole_release.difference),
        ),
        Part(
            heading="Where a person lives",
            text=(
                "Two scenarios keep secret in which block the person lives: the first supposes that the block group is known, the second that the tract is. In "
                "the first the whole picture is drawn, with the bounds for every mechanism and every prior."
            ),
            entries=(
                scenarios.scenario_a,
                scenarios.table_6,
                curves.figure_6,
                curves.figure_7,
                curves.figure_8,
                curves.figure_9,
                curves.delta_of_bounds,
                curves.stand_in,
                scenarios.scenario_b,
                curves.figure_10,
                curves.figure_11,
            ),
        ),
        Part(
            heading="Race, ethnicity and voting age",
            text=(
                "An attribute is asked for at all levels, by some of the queries. In the six scenarios that follow the tables give a larger budget than the paper "
                "prints, and more power; the sums by level show where it is spent."
            ),
            entries=(
                scenarios.level_sums,
                scenarios.scenario_c,
                scenarios.scenario_d,
                scenarios.scenario_e,
                curves.figure_12,
                curves.figure_13,
                scenarios.scenario_f,
                curves.figure_14,
                curves.figure_15,
                scenarios.scenario_g,
                scenarios.scenario_h,
            ),
        ),
        Part(
            heading="What else there is",
            text="Other work on the same questions, and what the accounting does not cover.",
            entries=(related_work.related_work, related_work.conclusions, related_work.proofs),
        ),
    ),
)
