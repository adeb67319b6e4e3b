"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Composition",
    place=5,
    opening=(
        "What several mechanisms tell together, the later ones chosen after the answers of the earlier. Budgets add up "
        "({composition.basic_composition.of_any_number}); with a little more delta the sum grows like a root "
        "({composition.advanced_composition}); and the optimal bound is that of as many randomised responses "
        "({composition.optimal_composition}). For concentrated DP the sum is exact."
    ),
)
