"""The subject of this folder: its title, and what its entries show."""

from dpsym.language import Chapter

chapter = Chapter(
    title="What an adversary learns about membership",
    place=6,
    opening=(
        "An adversary who knows everybody else's record sees the output. The posterior is a strictly increasing function "
        "of the privacy loss ({posterior.posterior_from_loss.present}), and so a bound on the posterior, at every prior "
        "or at a single one, is a bound on the loss ({posterior.posterior_interval.forward}). So is a bound on its ratio "
        "to the prior ({posterior.ratio_bound.forward}); a bound on its difference is a little less "
        "({posterior.difference_bound}). The worked examples and figures say what this means for a release, and two of "
        "the numbers are corrected."
    ),
)
