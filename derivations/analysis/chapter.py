"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Facts about numbers",
    place=14,
    opening=(
        "Inequalities between elementary functions that the proofs above use; no law and no mechanism occurs in them."
    ),
)
