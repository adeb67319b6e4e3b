"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="From the literature",
    place=13,
    opening=("What is cited and not proved here; whatever rests on one of these says so."),
)
