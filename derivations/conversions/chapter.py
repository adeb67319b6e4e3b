"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="From one notion to another",
    place=4,
    opening=(
        "Which guarantee follows from which, with what budget. Bounds on the loss give approximate DP "
        "({conversions.probabilistic_to_approximate}); the way back costs something, and how much is known exactly "
        "({conversions.approximate_to_probabilistic}). Concentrated and Renyi DP bound the tail of the loss, and so both. "
        "For every arrow there is a mechanism that shows what the converse would need."
    ),
)
