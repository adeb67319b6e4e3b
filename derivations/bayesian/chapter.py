"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Attackers with a prior",
    place=7,
    opening=(
        "An attacker with any prior over the data, not only over one record. Where the rest of the data is known, the "
        "notions bound how far the odds of two values of a record move; where it is not, the mixture of the laws takes "
        "their place, and a notion is of use if mixtures do not weaken it ({bayesian.f_dp_mixtures})."
    ),
)
