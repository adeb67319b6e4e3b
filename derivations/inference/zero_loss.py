"""No privacy loss: the laws are equal in each component; publishing the component loses nothing."""

from dpsym.derivations.inference.mechanisms import M, d, eps, everywhere, v, w
from dpsym.derivations.vocabulary import half
from dpsym.language import *

constant = ForAll((v, w), Implication(d.connected(v, w), ForAll(y, Eq(M(v, y), M(w, y)))))
lossless = ForAll((v, w), Implication(d.connected(v, w), ForAll(y, M(v, y) <= M(w, y))))
sizes = {"X": 2, "Y": 2}
apart = {"sizes": sizes, "d": (0, -1, -1, 0), "M": (1, 0, 0, 1)}
joined = {**apart, "d": (0, 1, 1, 0)}
same = {**joined, "M": (half,) * 4}

no_loss = Theorem(
    title="Without privacy loss the output has one law in each component",
    source="bailie.propE.21",
    given=(M.laws, d.symmetry, lossless),
    claim=constant,
    derivation=(
        specialise(d.symmetry, {d.names[0]: v, d.names[1]: w}, "the distance back"),
        specialise(lossless, {v: v, w: w}, "there"),
        specialise(lossless, {v: w, w: v}, "and back"),
    ),
    example=point(**same),
    near_misses={
        "in all components": variant(ForAll((v, w, y), Eq(M(v, y), M(w, y))), witness=point(**apart)),
        "with a loss": without(lossless, witness=point(**joined)),
    },
    note=(
        "The converse is the next theorem. The paper has a third form: the mechanism is a function of the component and of the coins. Read as "
        "an equality of functions that is more: on two data sets with the outputs s and 1 - s, for coins s that are uniform on [0, 1], "
        "the laws are equal and the functions are not. It holds for a mechanism with the same laws."
    ),
)

constant_loses_nothing = Theorem(
    title="An output of one law in each component loses nothing",
    source="bailie.propE.21",
    given=(M.laws, constant),
    claim=lossless,
    derivation=specialise(constant, {v: v, w: w}, "equal laws"),
    example=point(**same),
    near_misses={
        "in all components": variant(ForAll((v, w, y), M(v, y) <= M(w, y)), witness=point(**apart)),
        "with other laws": without(constant, witness=point(**joined)),
    },
)

c = Outcome("c", "C")
K = function("K", law=False, about="1 where a data set lies in a component, else 0")
components = AllOf(
    ForAll((v, c), 0 <= K(v, c)),
    ForAll((v, w), Implication(d.connected(v, w), ForAll(c, Eq(K(v, c), K(w, c))))),
)
published = ForAll(
    (v, w),
    Implication(
        d.connected(v, w), ForAll((c, y), M(v, y) * K(v, c) <= exp(d(v, w) * eps) * (M(w, y) * K(w, c)))
    ),
)
told = {"K": (1, 0, 0, 1), **apart, "sizes": {**sizes, "C": 2}}

publishing = Theorem(
    title="Publishing the component loses nothing",
    source=("bailie.propE.23", "bailie.rem4.3"),
    given=(M.laws, components, everywhere),
    claim=published,
    derivation=(
        specialise(components.args[1], {v: v, w: w}, "connected data have one component"),
        specialise(everywhere, {v: v, w: w}, "privacy"),
        have(M(v, y) * K(v, c) <= exp(d(v, w) * eps) * M(w, y) * K(v, c), "no factor is negative"),
    ),
    example=point({eps: 0}, **told),
    near_misses={
        "of data in other components too": variant(
            ForAll((v, w, c, y), M(v, y) * K(v, c) <= exp(d(v, w) * eps) * (M(w, y) * K(w, c))),
            witness=point({eps: 0}, **told),
        ),
        "of a label that is no component": without(
            components, witness=point({eps: 0}, **{**told, "d": (0, 1, 1, 0), "M": (half,) * 4})
        ),
    },
    note=(
        "The data that are possible with an output and its component are connected. But their probability under a model is then that of "
        "the component, which is less than 1: just the case in which the printed bounds on the privatised data probability fail."
    ),
)

of_components = ForAll((v, w, c), Implication(AllOf(0 < K(v, c), 0 < K(w, c)), d.connected(v, w)))
nonnegative = ForAll((v, c), 0 <= K(v, c))

connected_support = Theorem(
    title="Data that are possible with an output and its component are connected",
    source=(
        "bailie.propE.23",
        "bailie.rem4.3",
    ),
    given=(M.laws, nonnegative, of_components),
    claim=ForAll(
        (v, w, c, y), Implication(AllOf(0 < M(v, y) * K(v, c), 0 < M(w, y) * K(w, c)), d.connected(v, w))
    ),
    derivation=(
        specialise(M.laws, {v: w}, "a law"),
        specialise(nonnegative, {v: w, c: c}, "no factor is negative"),
        specialise(of_components, {v: v, w: w, c: c}, "one component"),
        cases(0 < K(v, c), cases(0 < K(w, c), (), have(Eq(K(w, c), 0))), have(Eq(K(v, c), 0))),
    ),
    example=point(**told),
    near_misses={
        "without the component": variant(
            ForAll((v, w, y), Implication(AllOf(0 < M(v, y), 0 < M(w, y)), d.connected(v, w))),
            witness=point(**{**told, "M": (half,) * 4}),
        ),
        "of a label that is no component": without(
            of_components, witness=point(**{**told, "K": (1, 0, 1, 0), "M": (half,) * 4})
        ),
    },
    note="K(v, c) is positive where c is the component of v: the possible data with the output y and the component c all lie in c.",
)
