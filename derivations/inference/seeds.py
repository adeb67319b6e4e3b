"""Where laws come from: a mechanism and a data-generating process with seeds of their own."""

from dpsym.derivations.vocabulary import half
from dpsym.language import *

# r, s: seeds of the data and of the mechanism, with the laws U and V. H(r, v): 1 where the seed r gives the data v. The outputs are cut
# into countably many events, the cells: K(v, s, t) is 1 where the output on the data v with the seed s is in the cell t.
r, s = Outcome("r", "W"), Outcome("s", "Z")
v, w = Outcome("v", "X"), Outcome("w", "X")
t = Outcome("t")
U, V = (
    function("U", about="the law of the seed of the data"),
    function("V", about="the law of the seed of the mechanism"),
)
H = function("H", law=False, about="1 where the seed gives the data, else 0")
K = function(
    "K",
    law=False,
    about="1 where the output with the seed on the data lies in a cell of a partition of the outputs, else 0",
)
seeds = distribution(V(s), s)
outputs = ForAll((v, s), distribution(K(v, s, t), t))
law = Total(V(s) * K(v, s, t), s)
coins = {"sizes": {"X": 2, "Z": 2, "Y": 2}, "V": (half, half)}
told = {**coins, "K": (1, 0, 0, 1, 0, 1, 1, 0)}

law_of_the_output = Theorem(
    title="The law of the output of a mechanism with a seed",
    source=(of_any_spaces("bailie.eq1"), of_any_spaces("bailie.def-mechanism", "that a uniform seed is no restriction")),
    cites="bailie2024",
    given=(seeds, outputs),
    claim=ForAll(v, AllOf(ForAll(t, 0 <= law), Eq(Total(law, t), 1))),
    derivation=(
        specialise(seeds.args[0], {s: s}, "a probability"),
        specialise(outputs, {v: v, s: s}, "one output"),
        have(0 <= V(s) * K(v, s, t), "no factor is negative"),
        have(Eq(Total(V(s) * K(v, s, t), t), V(s)), "one output for each seed"),
        have(Eq(Total(Total(V(s) * K(v, s, t), t), s), 1), "the seeds have a law"),
        have(Eq(Total(law, t), Total(Total(V(s) * K(v, s, t), t), s)), "exchange the sums"),
    ),
    example=point(**told),
    near_misses={
        "where a seed may give no output": variant(
            ForAll(v, Eq(Total(law, t), 1)),
            given=[seeds],
            witness=point(**{**coins, "K": (0,) * 8}),
        ),
        "every output is possible": variant(
            ForAll((v, t), 0 < law), witness=point(**{**coins, "K": (1, 0, 1, 0, 0, 1, 1, 0)})
        ),
    },
    note=(
        "The data are known to the mechanism and fixed; its seed is random and secret. An output is a function of both. The probability that "
        "it lies in an event is that of the seeds for which it does; here the events are the cells t of any partition of the outputs into "
        "countably many events, and with two cells any event and its complement. So the law of the output is countably additive. The seed may "
        "have any law, that is uniform on [0, 1] for instance."
    ),
)  # fmt: skip

# E(v, s): 1 where the output on the data v with the seed s is in one event.
G = function("G", about="the law of the data, for one value of the parameter")
E = function("E", law=False, about="1 where the output on the data with the seed is in an event, else 0")
of_data = distribution(G(v), v)
event = ForAll((v, s), AnyOf(Eq(E(v, s), 0), Eq(E(v, s), 1)))
joint = Total(Total(G(v) * V(s) * E(v, s), s), v)
given_data = Total(V(s) * E(v, s), s)
drawn = {"sizes": {"X": 2, "Z": 2}, "G": (half, half), "V": (half, half), "E": (1, 0, 1, 1)}

data_and_seed = Theorem(
    title="The privatised data probability, from the data and the seed of the mechanism",
    source="bailie.propE.25",
    cites="bailie2024",
    given=(of_data, seeds, event),
    claim=AllOf(Eq(joint, Total(G(v) * given_data, v)), Between(0, joint, 1)),
    derivation=(
        specialise(of_data.args[0], {v: v}, "a probability"),
        specialise(seeds.args[0], {s: s}, "a probability"),
        specialise(event, {v: v, s: s}, "an event"),
        have(0 <= G(v) * V(s), "no factor is negative"),
        have(Between(0, G(v) * V(s) * E(v, s), G(v) * V(s)), "an event"),
        have(Eq(Total(G(v) * V(s), s), G(v)), "the seeds have a law"),
        have(Total(G(v) * V(s) * E(v, s), s) <= Total(G(v) * V(s), s), "sum over the seeds"),
        have(Total(G(v) * V(s) * E(v, s), s) <= G(v), "the seeds have a law"),
        have(0 <= Total(G(v) * V(s) * E(v, s), s), "no term is negative"),
        have(joint <= Total(G(v), v), "sum over the data"),
    ),
    example=point(**drawn),
    near_misses={
        "given the data": variant(ForAll(v, Eq(given_data, joint)), witness=point(**drawn)),
        "of a function that is no event": variant(
            given=(of_data, seeds), witness=point(**{**drawn, "E": (2, 2, 2, 2)})
        ),
    },
    note=(
        "The probability of an event of outputs is that of the pairs of data and seed for which the output is in it, under the product of "
        "their laws: the mean over the data of its probability given the data. That it is additive, over countably many events too, is so "
        "for each data set, and so for the mean."
    ),
)

p = function("p", law=False, about="the probability of a cell of outputs, given the data")
of_cell = Total(Total(G(v) * V(s) * K(v, s, t), s), v)

law_from_data_and_seed = Theorem(
    title="The privatised data probability is a probability",
    source=(of_any_spaces("bailie.propE.25"), of_any_spaces("bailie.eq6")),
    cites="bailie2024",
    given=(of_data, seeds, outputs),
    claim=AllOf(ForAll(t, AllOf(0 <= of_cell, Eq(of_cell, Total(G(v) * law, v)))), Eq(Total(of_cell, t), 1)),
    derivation=(
        have(
            ForAll(v, AllOf(ForAll(t, 0 <= law), Eq(Total(law, t), 1))),
            "for each data set",
            by=law_of_the_output,
        ),
        specialise(of_data.args[0], {v: v}, "a probability"),
        specialise(ForAll(v, AllOf(ForAll(t, 0 <= law), Eq(Total(law, t), 1))), {v: v}, "a law"),
        have(Eq(of_cell, Total(G(v) * law, v)), "a common factor"),
        let(
            p(v, t),
            law,
            (
                ForAll((v, t), 0 <= p(v, t)),
                ForAll(v, Eq(Total(p(v, t), t), 1)),
                ForAll(t, Eq(of_cell, Total(G(v) * p(v, t), v))),
            ),
            "the law of the output on the data",
        ),
        specialise(ForAll((v, t), 0 <= p(v, t)), {v: v, t: t}, "a probability"),
        specialise(ForAll(v, Eq(Total(p(v, t), t), 1)), {v: v}, "a law"),
        specialise(ForAll(t, Eq(of_cell, Total(G(v) * p(v, t), v))), {t: t}, "the mean"),
        have(0 <= G(v) * p(v, t), "no factor is negative"),
        have(Eq(Total(G(v) * p(v, t), t), G(v)), "the outputs have a law"),
        have(Eq(Total(Total(G(v) * p(v, t), t), v), 1), "the data have a law"),
        have(Eq(Total(Total(G(v) * p(v, t), v), t), Total(Total(G(v) * p(v, t), t), v)), "exchange the sums"),
    ),
    example=point(**told, G=(half, half)),
    near_misses={
        "where a seed may give no output": variant(
            Eq(Total(of_cell, t), 1),
            given=(of_data, seeds),
            witness=point(**{**coins, "K": (0,) * 8}, G=(half, half)),
        ),
        "given the data": variant(
            ForAll((v, t), Eq(of_cell, law)),
            witness=point(**{**coins, "K": (1, 0, 1, 0, 0, 1, 0, 1)}, G=(half, half)),
        ),
    },
    note=(
        "The outputs are cut into the cells t, countably many events; with two cells any event and its complement. Whatever the laws of the "
        "outputs, no density is asked for: the probability of an event is the mean over the data of its probability given the data, which is "
        "that of the pairs of data and seed for which the output is in it. It is not negative, and countably additive."
    ),
)  # fmt: skip

data = Total(U(r) * H(r, v), r)
together = Total(Total(Total(U(r) * V(s) * (H(r, v) * K(v, s, t)), v), s), r)

two_seeds = Theorem(
    title="The output of a data-provision procedure has the privatised data probability",
    source=(
        of_any_spaces("bailie.propE.29", "that data on a continuum are a function of their seed, which have no density given the seed"),
        of_any_spaces("bailie.eq14", "that data on a continuum are a function of their seed, which have no density given the seed"),
        of_any_spaces("bailie.def7.1", "that data on a continuum are a function of their seed, which have no density given the seed"),
    ),
    claim=ForAll(t, Eq(together, Total(data * law, v))),
    derivation=(
        have(
            Eq(together, Total(Total(Total(U(r) * V(s) * (H(r, v) * K(v, s, t)), r), s), v)),
            "exchange the sums",
        ),
    ),
    example=point(sizes={"W": 2, "X": 2, "Z": 2, "Y": 2}, U=(1, 0), H=(1, 0, 0, 1), V=(half, half), K=told["K"]),
    near_misses={
        "with one seed for both": variant(
            ForAll(t, Eq(Total(Total(V(s) * (H(s, v) * K(v, s, t)), v), s), Total(Total(V(s) * H(s, v), s) * law, v))),
            given=(seeds, ForAll(s, distribution(H(s, v), v)), outputs),
            witness=point(**told, H=(1, 0, 0, 1)),
        ),
    },
    note=(
        "First the data are drawn with one seed, then the output with another, which is independent of the first. On the left the probability "
        "that both together give the output, on the right the mean over the data of the laws of the mechanism."
    ),
)  # fmt: skip

same_laws = ForAll((v, w, t), Eq(Total(V(s) * K(v, s, t), s), Total(V(s) * K(w, s, t), s)))
same_function = ForAll((v, w, s, t), Eq(K(v, s, t), K(w, s, t)))
flipped = {**coins, "K": (1, 0, 0, 1, 0, 1, 1, 0)}

same_functions = Theorem(
    title="Mechanisms that are one function of the seed have one law",
    source="bailie.propE.21",
    given=(seeds, outputs, same_function),
    claim=same_laws,
    derivation=(
        specialise(same_function, {v: v, w: w, s: s, t: t}, "one function"),
        have(Eq(V(s) * K(v, s, t), V(s) * K(w, s, t)), "one function"),
    ),
    errata=erratum(
        "wrong result",
        "Proposition E.21, statement II",
        "... is a function of ... only through its connected component .... That is, there exists a function ... such that ...",
        fails=(
            "It is not equivalent to a privacy loss of 0 but more: on two neighbours publish a fair coin, on the one as it falls and on the "
            "other turned over. The laws are equal, and no function of the component and the coin is the mechanism. The displays are lost in "
            "the text that we have; as statement III is the same for laws, II is read as an equality of functions."
        ),
        holds="Statements I and III are equivalent, and follow from II.",
        reads=variant(same_function, given=(seeds, outputs, same_laws), witness=point(**flipped)),
    ),
    example=point(**{**coins, "K": (1, 0, 0, 1, 1, 0, 0, 1)}),
    near_misses={
        "another function of the seed": variant(
            given=(seeds, outputs), witness=point(**{**coins, "K": (1, 0, 1, 0, 0, 1, 0, 1)})
        ),
    },
    note="The data sets v and w are of one component.",
)

# R(v, w): 1 where w is the representative of the component of v. L: another mechanism with the same seeds.
R = function("R", law=False, about="1 where the second data set is the representative of the component of the first, else 0")
L = function(
    "L",
    law=False,
    about="1 where the output of the other mechanism with the seed on the data lies in the cell of a partition of the outputs, else 0",
)
other_outputs = ForAll((v, s), distribution(L(v, s, t), t))
represents = ForAll((v, w), Implication(Eq(R(v, w), 1), ForAll(t, Eq(law, law.xreplace({v: w})))))
of_representative = ForAll((v, w), Implication(Eq(R(v, w), 1), ForAll((s, t), Eq(L(v, s, t), K(w, s, t)))))
x = Outcome("x", "X")
by_component = ForAll(
    (v, w, x),
    Implication(
        AllOf(Eq(R(v, w), 1), Eq(R(x, w), 1)),
        AllOf(
            ForAll((s, t), Eq(L(v, s, t), L(x, s, t))),
            ForAll(t, Eq(Total(V(s) * L(v, s, t), s), law)),
        ),
    ),
)
turned = {**coins, "K": (1, 0, 0, 1, 0, 1, 1, 0), "R": (1, 0, 1, 0), "L": (1, 0, 0, 1, 1, 0, 0, 1)}

same_laws_by_component = Theorem(
    title="With the same laws there is a mechanism that is a function of the component and the seed",
    source=of_any_spaces("bailie.propE.21"),
    cites="bailie2024",
    given=(seeds, outputs, other_outputs, represents, of_representative),
    claim=by_component,
    derivation=(
        specialise(represents, {v: v, w: w}, "the law of the representative"),
        specialise(ForAll(t, Eq(law, law.xreplace({v: w}))), {t: t}, "the law of the representative"),
        specialise(of_representative, {v: v, w: w}, "the function of the representative"),
        specialise(ForAll((s, t), Eq(L(v, s, t), K(w, s, t))), {s: s, t: t}, "the function of the representative"),
        specialise(of_representative, {v: x, w: w}, "the function of the representative"),
        specialise(ForAll((s, t), Eq(L(x, s, t), K(w, s, t))), {s: s, t: t}, "the function of the representative"),
        have(Eq(V(s) * L(v, s, t), V(s) * K(w, s, t)), "one function"),
        have(Eq(Total(V(s) * L(v, s, t), s), Total(V(s) * K(w, s, t), s)), "sum over the seeds"),
    ),
    example=point(**turned),
    near_misses={
        "of a representative with another law": variant(
            given=(seeds, outputs, other_outputs, of_representative),
            witness=point(**{**turned, "K": (1, 0, 1, 0, 0, 1, 0, 1), "L": (1, 0, 1, 0, 1, 0, 1, 0)}),
        ),
        "with the function of each data set": variant(
            given=(seeds, outputs, other_outputs, represents), witness=point(**{**turned, "L": turned["K"]})
        ),
    },
    note=(
        "Where the privacy loss is 0 connected data have one law, so the law of a data set is that of a representative of its component, chosen once "
        "for each. The other mechanism does on the data what the given one does on their representative: it is a function of the component and "
        "the seed, and has the same laws. So the third of the three statements gives the second for a mechanism with the same laws, and the "
        "second gives the third."
    ),
)  # fmt: skip
