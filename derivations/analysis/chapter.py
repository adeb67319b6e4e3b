"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Facts about numbers",
    place=14,
    opening=(
        "Facts about numbers that the proofs above use. The numbers may be masses, densities or losses; no law and no mechanism occurs in them."
    ),
)
