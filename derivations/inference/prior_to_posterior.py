"""Theorem 6.4: from prior to posterior, as printed (false) and with the prior tilted by the mass of the component."""

from dpsym.derivations.inference.mechanisms import d, eps, v, w
from dpsym.derivations.inference.posterior_of_bounded_likelihoods import B, bounded_likelihoods, g, h, i, j
from dpsym.derivations.inference.privatised_data_probability import J, L, indicator, t
from dpsym.derivations.inference.two_means import two_means
from dpsym.derivations.vocabulary import fifth, half, tenth
from dpsym.language import *

D = parameter("D", at_least=0, about="largest distance of two data sets that are possible with the output")
k = function("k", law=False, about="a bound on the densities of the output, over all data")

# J is the indicator of a set of data, any two of which are at a distance of at most D, outside of which the output t is impossible
# (S, or any set that contains it: the generalisation).
G = function("G", about="the law of the data, given the value of the parameter")
prior = distribution(B(g), g)
model = ForAll(g, distribution(G(g, v), v))
densities = ForAll((v, t), 0 <= L(v, t))
bounded_densities = ForAll((v, t), L(v, t) <= k(t))
private = ForAll((v, w), Implication(d.connected(v, w), ForAll(t, L(v, t) <= exp(d(v, w) * eps) * L(w, t))))
connected = ForAll((v, w), Implication(AllOf(0 < J(v), 0 < J(w)), d.within(D, v, w)))
inside = ForAll((g, v), Eq(B(g) * G(g, v) * L(v, t), B(g) * G(g, v) * L(v, t) * J(v)))


def likelihood(h):
    return Total(G(h, v) * L(v, t), v)


def likelihood_inside(h):
    return Total(J(v) * G(h, v) * L(v, t), v)


def kept(h):
    """The probability that the data are in the set."""
    return Total(J(v) * G(h, v), v)


seen = Total(B(g) * likelihood(g), g)
posterior = B(h) * likelihood(h) / seen
tilted = B(h) * kept(h) / Total(B(g) * kept(g), g)


def bounded(reference):
    return ForAll(
        t,
        Implication(
            AllOf(inside, 0 < seen),
            ForAll(h, Between(reference / exp(D * eps), posterior, exp(D * eps) * reference)),
        ),
    )


sizes = {"H": 2, "X": 2, "Y": 2}
response = {
    "sizes": sizes, "B": (half, half), "G": (1, 0, 0, 1), "L": (4 * fifth, fifth, fifth, 4 * fifth), "d": (0, 1, 1, 0),
    "J": (1, 1), "k": (1, 1),
}  # fmt: skip
nine_tenths = Rational(9, 10)
apart = {
    "sizes": sizes,
    "B": (half, half),
    "G": (nine_tenths, tenth, tenth, nine_tenths),
    "L": (1, 0, 0, 1),
    "d": (0, -1, -1, 0),
    "J": (1, 0),
    "k": (1, 1),
}


def all_but(values, *names):
    """The values but some."""
    return {k: x for k, x in values.items() if k not in names}


weight = J(v) * G(h, v) * (J(w) * G(g, w))

two_parameters = ForAll(
    (t, h, g), likelihood_inside(h) * kept(g) <= exp(D * eps) * kept(h) * likelihood_inside(g)
)

cross = Theorem(
    title="Likelihoods of two values of the parameter",
    source=(of_any_spaces("bailie.eq50"), "bailie.thm6.4"),
    given=(model, densities, bounded_densities, private, indicator, connected),
    claim=two_parameters,
    derivation=(
        specialise(model, {g: h}),
        specialise(ForAll(v, 0 <= G(g, v)), {v: w}),
        specialise(indicator, {v: w}),
        have(
            J(v) * J(w) * L(v, t) <= J(v) * J(w) * (exp(D * eps) * L(w, t)),
            "privacy, for two data sets of the set",
            derivation=cases(
                0 < J(v),
                cases(
                    0 < J(w),
                    (
                        specialise(connected, {v: v, w: w}, "connected"),
                        specialise(private, {v: v, w: w}, "privacy"),
                        specialise(ForAll(t, L(v, t) <= exp(d(v, w) * eps) * L(w, t)), {t: t}),
                        specialise(densities, {v: w, t: t}),
                        have(d(v, w) * eps <= D * eps, "the largest distance"),
                        have(exp(d(v, w) * eps) <= exp(D * eps), "the exponential rises"),
                        have(exp(d(v, w) * eps) * L(w, t) <= exp(D * eps) * L(w, t)),
                        have(L(v, t) <= exp(D * eps) * L(w, t)),
                    ),
                    have(Eq(J(w), 0)),
                ),
                have(Eq(J(v), 0)),
            ),
        ),
        have(weight * L(v, t) <= weight * (exp(D * eps) * L(w, t)), "weighted"),
        have(
            likelihood_inside(h) * kept(g) <= exp(D * eps) * kept(h) * likelihood_inside(g),
            "sum over both",
            by=two_means.at(c=exp(D * eps), U=J(v) * G(h, v), V=J(w) * G(g, w), F=L(v, t)),
        ),
        specialise(two_parameters, {t: t, h: h, g: g}),
    ),
    example=point({eps: log(4), D: 1}, **all_but(response, "B")),
    near_misses={
        "without privacy": without(
            bounded_densities, private, witness=point({eps: 0, D: 1}, **all_but(response, "B", "c"))
        ),
    },
)

parts = (
    have(0 <= J(v) * G(g, v), "no factor is negative"),
    specialise(inside, {g: g, v: v}, "only data of the set"),
    have(ForAll(g, Eq(B(g) * likelihood(g), B(g) * likelihood_inside(g))), "only data of the set count"),
)

kept_positive = Theorem(
    title="The data of a possible output are possible",
    source="bailie.thm6.4",
    kind="lemma",
    given=(prior, model, densities, bounded_densities, indicator),
    claim=ForAll(t, Implication(AllOf(inside, 0 < seen), 0 < Total(B(g) * kept(g), g))),
    derivation=(
        *parts,
        specialise(bounded_densities, {v: v, t: t}, "a bound on the densities"),
        have(J(v) * G(g, v) * L(v, t) <= J(v) * G(g, v) * k(t), "a bound on the densities"),
        have(likelihood_inside(g) <= Total(J(v) * G(g, v) * k(t), v), "sum over the data"),
        have(0 <= kept(g), "no term is negative"),
        have(0 <= B(g) * kept(g), "no factor is negative"),
        have(B(g) * likelihood_inside(g) <= B(g) * (k(t) * kept(g)), "weighted"),
        have(Eq(seen, Total(B(g) * likelihood_inside(g), g)), "add up"),
        have(seen <= Total(B(g) * (k(t) * kept(g)), g), "add up"),
        have(seen <= k(t) * Total(B(g) * kept(g), g), "a common factor"),
        have(0 <= Total(B(g) * kept(g), g), "no term is negative"),
        cases(0 < Total(B(g) * kept(g), g), (), (have(Eq(Total(B(g) * kept(g), g), 0)), have(seen <= 0))),
    ),
    example=point(**all_but(response, "d")),
    near_misses={
        "with data that count below 0": without(
            indicator,
            witness=point(sizes=sizes, B=(1, 0), G=(half,) * 4, L=(1, 0, 0, 1), J=(1, -3), k=(1, 1)),
        ),
        "with data outside of the set": variant(
            ForAll(t, Implication(0 < seen, 0 < Total(B(g) * kept(g), g))),
            witness=point(**{**all_but(response, "d"), "J": (0, 0)}),
        ),
    },
)

prior_to_posterior = Theorem(
    title="From prior to posterior",
    source=(
        of_any_spaces("bailie.thm6.4"),
        of_any_spaces("bailie.eq-posterior-interval"),
        whole_of("bailie.x-tilted"),
        "bailie.fn3",
        "bailie.asm6.1",
    ),
    given=(prior, model, densities, bounded_densities, private, indicator, connected),
    claim=bounded(tilted),
    derivation=(
        have(
            ForAll((i, j), likelihood_inside(i) * kept(j) <= exp(D * eps) * kept(i) * likelihood_inside(j)),
            "likelihoods of two parameters",
            derivation=(
                have(cross.claim, by=cross),
                specialise(cross.claim, {t: t, h: i, g: j}),
            ),
        ),
        *parts,
        specialise(ForAll(g, Eq(B(g) * likelihood(g), B(g) * likelihood_inside(g))), {g: g}),
        specialise(ForAll(g, Eq(B(g) * likelihood(g), B(g) * likelihood_inside(g))), {g: h}),
        have(Eq(seen, Total(B(g) * likelihood_inside(g), g)), "add up"),
        have(0 < Total(B(g) * likelihood_inside(g), g)),
        have(
            0 < Total(B(g) * kept(g), g),
            "the data of a possible output are possible",
            by=kept_positive.at(t=t),
        ),
        have(
            ForAll(
                h,
                Between(
                    tilted / exp(D * eps),
                    B(h) * likelihood_inside(h) / Total(B(g) * likelihood_inside(g), g),
                    exp(D * eps) * tilted,
                ),
            ),
            "a posterior of bounded likelihoods",
            by=bounded_likelihoods.at(
                c=exp(D * eps), F=Lambda(i, likelihood_inside(i)), K=Lambda(i, kept(i))
            ),
        ),
        specialise(
            ForAll(
                h,
                Between(
                    tilted / exp(D * eps),
                    B(h) * likelihood_inside(h) / Total(B(g) * likelihood_inside(g), g),
                    exp(D * eps) * tilted,
                ),
            ),
            {h: h},
        ),
        have(Eq(posterior, B(h) * likelihood_inside(h) / Total(B(g) * likelihood_inside(g), g))),
    ),
    defined=have(
        0 < Total(B(g) * kept(g), g), "the data of a possible output are possible", by=kept_positive.at(t=t)
    ),
    errata=erratum(
        "wrong result",
        "Theorem 6.4 and its proof, display (50); the words are those after the proof",
        "... demonstrates that the posterior ... is in a probability interval which is centred at the prior ... and has radius ...",
        fails=(
            "The prior has to be that of the parameter given that the data are possible with the output. Publishing the component loses "
            "nothing, and tells the parameter where the components have other probabilities under it: here 9/10 against 1/2. We read "
            "the paper in a text without its displays: the radius is taken as the privacy loss times the largest distance of two data sets that are "
            "possible with the output, the set that Assumption 6.1 asks to be connected. With the distances of all data of the model it "
            "would be infinite here, and publishing the component would not make the theorem apply, as the paper says that it does."
        ),
        holds="The bound around the prior given that the data are possible with the output.",
        reads=variant(
            ForAll((t, h), Implication(AllOf(inside, 0 < seen), posterior <= exp(D * eps) * B(h))),
            witness=point({eps: 0, D: 0}, **apart),
        ),
    ),
    example=point({eps: log(4), D: 1}, **response),
    near_misses={
        "without connection": without(
            connected,
            claim=ForAll((t, h), Implication(AllOf(inside, 0 < seen), posterior <= exp(D * eps) * tilted)),
            witness=point({eps: 0, D: 0}, **{**apart, "J": (1, 1)}),
        ),
    },
    note=(
        "J is the set of data that are possible with the output, or any larger set of which no two are farther apart than D. The prior in "
        "the bound is that of the parameter given that the data are in this set; it is the prior itself where the probability of the set "
        "does not depend on the parameter, so where the supports of the models together are connected. The densities of the output at hand "
        "are bounded: in the set by e^(D eps) times the one at any data set of it; outside they count for nothing, and may be taken to be 0."
    ),
)
