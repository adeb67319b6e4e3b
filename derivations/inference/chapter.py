"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="Inference from private data",
    place=10,
    opening=(
        "What can be learnt, about a parameter or about one record, from the output of a private mechanism on many records. "
        "Privacy between neighbours is a Lipschitz condition on the laws of all data sets; it bounds the posterior under any "
        "model of the records, and from below the risk of any estimator. The examples are counts and answers with noise."
    ),
)
