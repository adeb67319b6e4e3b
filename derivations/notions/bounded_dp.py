"""Probabilistically bounded DP: no secondary analysis has a large privacy loss with more than a small probability."""

from dpsym.derivations.divergences.renyi_post_processing import analysed
from dpsym.derivations.vocabulary import delta, eps
from dpsym.language import *

eps = eps.ranging(above=0)

bounded = Definition(
    title="Probabilistically bounded DP",
    source=of_any_spaces("kifer.def5.3"),
    defines=PBDP(eps, delta),
    note=(
        "A test f is a secondary analysis with two answers, drawn at random with a probability that depends on the output. Its answer is "
        "yes with probability P(f) under the first law and Q(f) under the second."
    ),
)

tail = Definition(
    title="Tail-probability definition of privacy",
    source=whole_of("kifer.def5-probdp"),
    cites="machanavajjhala2008",
    defines=Probability(Loss() > eps, P),
    note=(
        "To ask that this probability is at most delta, in both orders of the laws, is what the paper tries first and rejects: "
        "post-processing can raise it, as two randomised responses show. It is called probabilistic differential privacy there."
    ),
)

of_analyses = Definition(
    title="Tail of the loss of a secondary analysis",
    source=whole_of("kifer.def5.2"),
    defines=Probability(Loss(analysed.a, analysed.b) > eps, analysed.a),
    note=(
        "G is the law of the answer of a secondary analysis that sees the output. The first definition of bounded DP asks that this "
        "probability is at most delta for every secondary analysis with any set of answers, in both orders of the laws."
    ),
)
