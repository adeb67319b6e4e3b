"""Remark 3.8: connected data sets are both possible with an output, or neither is; and what that needs."""

from dpsym.derivations.inference.group_privacy import edge
from dpsym.derivations.inference.mechanisms import M, d, eps, everywhere, v, w, x_1, x_2
from dpsym.derivations.vocabulary import alpha, half, rho, t, y_0
from dpsym.language import *


def both_or_neither(f, g):
    """Each is positive where the other is."""
    return AllOf(Implication(0 < f, 0 < g), Implication(0 < g, 0 < f))


plausible = ForAll((v, w), Implication(d.connected(v, w), ForAll(y, both_or_neither(M(v, y), M(w, y)))))
apart = {**edge, "d": (0, -1, -1, 0), "M": (1, 0, 0, 1)}

plausible_together = Theorem(
    title="An output is possible with all connected data sets or with none",
    source=("bailie.rem3.8", "bailie.rem8.3"),
    given=(M.laws, d.symmetry, everywhere),
    claim=plausible,
    derivation=(
        specialise(d.symmetry, {x_1: v, x_2: w}, "the distance back"),
        specialise(everywhere, {v: v, w: w}, "privacy"),
        specialise(everywhere, {v: w, w: v}, "privacy"),
        specialise(ForAll(y, M(v, y) <= exp(d(v, w) * eps) * M(w, y)), {y: y}, "this output"),
        specialise(ForAll(y, M(w, y) <= exp(d(w, v) * eps) * M(v, y)), {y: y}, "this output"),
        specialise(M.laws, {v: w}, "a law"),
        cases(0 < M(v, y), cases(0 < M(w, y), (), have(Eq(M(w, y), 0), "no probability")), (
            have(Eq(M(v, y), 0), "no probability"), cases(0 < M(w, y)),
        )),
    ),
    example=point({eps: log(2)}, **edge),
    near_misses={
        "of any data sets": variant(
            ForAll((v, w, y), both_or_neither(M(v, y), M(w, y))), witness=point({eps: 0}, **apart)
        ),
        "without privacy": without(everywhere, witness=point({eps: 0}, **{**apart, "d": (0, 1, 1, 0)})),
    },
    note=(
        "So no output excludes a data set and not its connections, whatever the attacker knows: connected data sets are indistinguishable at "
        "the level of their distance times the privacy loss, and no one of them is ever certain. It speaks of any family of laws on a graph: of "
        "the laws of the output for laws of the data too, on the graph of Pufferfish privacy."
    ),
)  # fmt: skip

c = parameter("c", above=0, about="a bound on the ratio of two densities")
ratio = exp(t - half)  # of the densities of two normal laws with deviation 1, around 1 and around 0

unbounded_ratio = Theorem(
    title="Outputs that are possible with both data sets may have any ratio of densities",
    source=of_any_spaces("bailie.rem3.8"),
    claim=ForAll(c, Exists((t,), AllOf(0 < ratio, c < ratio))),
    derivation=(
        exhibit({t: c + half}, "far enough out"),
        have(1 + c <= exp(c), "the exponential lies above its tangent"),
    ),
    errata=erratum(
        "slip in wording",
        "Remark 3.8",
        "Indeed, this categorical notion of indistinguishability requires that ... is bounded away from zero and infinity, which is equivalent to ...",
        fails=(
            "The notion, as the remark has it, is that connected data sets have densities that are both zero or both non-zero. That asks of "
            "each output that the ratio is neither zero nor infinite, and of all together no bound: Gaussian noise gives every output a "
            "positive density under both data sets, and the ratio of the normal densities around 1 and around 0 is above every number "
            "somewhere, which is the theorem. Nor do all the variants that the remark names lack it: zero-concentrated privacy leaves "
            "every output possible with all connected data sets or with none."
        ),
        holds=(
            "One bound for all outputs is what one level of indistinguishability needs, and it is enough for the categorical notion. On "
            "finitely many outputs the two are the same."
        ),
    ),
    near_misses={"at every output": variant(ForAll((c, t), c < ratio))},
    note="The ratio of the densities of the normal laws of deviation 1 around 1 and around 0, at the output t.",
)

null_there = ForAll(y_0, Implication(Eq(Q(y_0), 0), Eq(P(y_0), 0)))

concentrated = Theorem(
    title="Zero-concentrated privacy leaves every output possible",
    source="bailie.rem3.8",
    given=ZCDP(rho),
    claim=null_there,
    derivation=(specialise(ZCDP(rho), {alpha: Integer(2)}, "the order 2"),),
    near_misses={
        "of approximate privacy": variant(given=[ApproxDP(Integer(0), half)]),
    },
    note="An output that is impossible with the one data set is so with the other, in both orders: the Rényi divergence would be infinite.",
)
