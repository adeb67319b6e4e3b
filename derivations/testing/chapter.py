"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Testing two hypotheses",
    place=8,
    opening=(
        "The same guarantees as bounds on the errors of a test that tells two neighbouring inputs apart. The trade-off "
        "curve of a mechanism says all that there is to say about it; each notion is a curve or a family of them, and the "
        "power at every level follows, with the mechanism that reaches it ({testing.trade_off_attained})."
    ),
)
