"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Distances between two laws",
    place=2,
    opening=(
        "The quantities in which the guarantees are written. The hockey-stick divergence is the least delta for an "
        "epsilon, by its best event ({divergences.hockey_stick.best_event}); total variation is its value at zero; "
        "relative entropy and the Renyi divergences bound it from above, and Pinsker's inequality leads back "
        "({divergences.pinsker})."
    ),
)
