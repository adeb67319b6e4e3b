"""The membership inference setting: an adversary who knows everybody but the target, and what the output teaches."""

from dpsym.derivations.vocabulary import p
from dpsym.language import *

p_pos = p.ranging(above=0, at_most=1)

posterior = Definition(
    title="Posterior probability that the target is in the data",
    source=whole_of("kazan.setting3.1"),
    defines=Posterior(p),
    note=(
        "Here p is the prior probability that the target is in the data. The first law of the pair is that of the output when the target is in the data, the second that of the output when "
        "the target is left out; the adversary knows both. At the priors 0 and 1 the posterior is the prior, also at outputs "
        "where Bayes' rule would divide nothing by nothing. A statement under each law means that it holds when the target is present and, "
        "separately, when the target is absent. For a composition the data are the same in all its parts."
    ),
)

ratio = Definition(
    title="Posterior-to-prior ratio",
    source="kazan.setting3.1",
    defines=function("R", law=False)(y),
    body=Posterior(p_pos) / p_pos,
    note="Here p is the prior probability that the target is in the data.",
)

difference = Definition(
    title="Posterior-to-prior difference",
    source="kazan.setting3.1",
    defines=function("D", law=False)(y),
    body=Posterior(p) - p,
    note="Here p is the prior probability that the target is in the data.",
)
