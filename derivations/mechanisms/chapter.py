"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Mechanisms",
    place=3,
    opening=(
        "The mechanisms that reach the bounds of the other sections or serve as their counterexamples: randomised "
        "response, noise of Laplace, geometric and Gaussian law, and sampling at random. For each, the law of its loss "
        "and the budget that follows from it."
    ),
)
