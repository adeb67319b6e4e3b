"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Notions of privacy",
    place=1,
    opening=(
        "What differential privacy asks of a mechanism, said of the two laws of its output on neighbouring data: as a "
        "bound on every event, on the privacy loss, on a moment of the loss or on the error rates of a test. The section "
        "also says what a notion should satisfy: that nothing done to the output weakens it, and that a mixture of good "
        "mechanisms is good ({notions.desiderata.transparency})."
    ),
)
