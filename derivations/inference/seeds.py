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
    source=(of_any_spaces("bailie.eq1"), "bailie.eq14", "bailie.def-mechanism"),
    given=(seeds, outputs),
    claim=ForAll(v, AllOf(ForAll(t, 0 <= law), Eq(Total(law, t), 1))),
    derivation=(
        have(0 <= V(s) * K(v, s, t), "no factor is negative"),
        have(Eq(Total(V(s) * K(v, s, t), t), V(s)), "one output for each seed"),
        have(Eq(Total(Total(V(s) * K(v, s, t), t), s), 1), "the seeds have a law"),
        have(Eq(Total(law, t), Total(Total(V(s) * K(v, s, t), t), s)), "exchange the sums"),
    ),
    example=point(**told),
    near_misses={
        "where a seed may give no output": without(outputs, claim=ForAll(v, Eq(Total(law, t), 1)), witness=point(**{**coins, "K": (0,) * 8})),
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
    given=(of_data, seeds, event),
    claim=AllOf(Eq(joint, Total(G(v) * given_data, v)), Between(0, joint, 1)),
    derivation=(
        specialise(event, {v: v, s: s}, "an event"),
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
        "of a function that is no event": without(event, witness=point(**{**drawn, "E": (2, 2, 2, 2)})),
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
    source=(of_any_spaces("bailie.propE.25"), of_any_spaces("bailie.eq6"), "bailie.propE.29"),
    given=(of_data, seeds, outputs),
    claim=AllOf(ForAll(t, AllOf(0 <= of_cell, Eq(of_cell, Total(G(v) * law, v)))), Eq(Total(of_cell, t), 1)),
    derivation=(
        have(
            ForAll(v, AllOf(ForAll(t, 0 <= law), Eq(Total(law, t), 1))),
            "for each data set",
            by=law_of_the_output,
        ),
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
        specialise(ForAll(v, Eq(Total(p(v, t), t), 1)), {v: v}, "a law"),
        specialise(ForAll(t, Eq(of_cell, Total(G(v) * p(v, t), v))), {t: t}, "the mean"),
        have(0 <= G(v) * p(v, t), "no factor is negative"),
        have(Eq(Total(G(v) * p(v, t), t), G(v)), "the outputs have a law"),
        have(Eq(Total(Total(G(v) * p(v, t), t), v), 1), "the data have a law"),
        have(Eq(Total(Total(G(v) * p(v, t), v), t), Total(Total(G(v) * p(v, t), t), v)), "exchange the sums"),
    ),
    example=point(**told, G=(half, half)),
    near_misses={
        "where a seed may give no output": without(outputs, claim=Eq(Total(of_cell, t), 1), witness=point(**{**coins, "K": (0,) * 8}, G=(half, half))),
        "given the data": variant(
            ForAll((v, t), Eq(of_cell, law)),
            witness=point(**{**coins, "K": (1, 0, 1, 0, 0, 1, 0, 1)}, G=(half, half)),
        ),
    },
    note=(
        "The outputs are cut into the cells t, countably many events; with two cells any event and its complement. Whatever the laws of the "
        "outputs, no density is asked for: the probability of an event is the mean over the data of its probability given the data, which is "
        "that of the pairs of data and seed for which the output is in it. It is not negative, and countably additive. With the seed of the data in "
        "the place of the data it is the probability of the output of a data-provision procedure."
    ),
)  # fmt: skip

provision = Definition(
    title="Data-provision procedure",
    source=(whole_of("bailie.def7.1"), "bailie.eq14"),
    defines=function("D", law=False, about="1 where the output with both seeds is in the cell, else 0")(
        r, s, t
    ),
    body=Exists((v,), AllOf(Eq(H(r, v), 1), Eq(K(v, s, t), 1))),
    note=(
        "H(r, v) is 1 where the seed r gives the data v, and K(v, s, t) where the output on v with the seed s is in the cell t. For one value of the "
        "parameter the data are a function of a seed r, and the output is a function of the data and of another seed s, which is "
        "independent of the first: the procedure is the composition of the two functions. The law of the data is that of the seeds r "
        "for which they are in a set; the law of the output is that of the pairs of seeds. There is a value of the parameter for every law "
        "of the data. The seeds may have any laws, that is both may be uniform on [0, 1]."
    ),
)

# i: one of finitely many events of data, with the weight c(i): a simple function of data. A(i, v) and B(i, r): 1 where the data are in the event
# and where the data of the seed r are. E(v, s) and F(r, s): 1 where the output is in an event, on the data v and on those of the seed r.
i = Outcome("i", "I")
A = function("A", law=False, about="1 where the data are in the event i, else 0")
B = function("B", law=False, about="1 where the data of the seed are in the event i, else 0")
F = function("F", law=False, about="1 where the output with both seeds is in an event, else 0")
c = function("c", law=False, about="the weight of an event of data in a simple function")
e = parameter("e", above=0, about="how near the simple function is")
of_the_data = distribution(U(r), r)
events = AllOf(
    *(ForAll(tuple(f.args), AnyOf(Eq(f, 0), Eq(f, 1))) for f in (A(i, v), B(i, r), E(v, s), F(r, s)))
)
law_of_the_data = ForAll(i, Eq(Total(U(r) * B(i, r), r), Total(G(v) * A(i, v), v)))
on_data, on_seed = Total(V(s) * E(v, s), s), Total(V(s) * F(r, s), s)
simple_on_data, simple_on_seed = Total(c(i) * A(i, v), i), Total(c(i) * B(i, r), i)
simple = AllOf(
    ForAll(v, Between(simple_on_data, on_data, simple_on_data + e)),
    ForAll(r, Between(simple_on_seed, on_seed, simple_on_seed + e)),
)
of_procedure, of_mechanism = Total(Total(U(r) * V(s) * F(r, s), s), r), Total(G(v) * on_data, v)
f, g, x, z = (function(name, law=False) for name in "fgxz")
over_seeds, over_data = Total(U(r) * simple_on_seed, r), Total(G(v) * simple_on_data, v)
drawn_by_seed = {
    "sizes": {"W": 2, "X": 2, "Z": 2, "I": 2}, "U": (half, half), "G": (half, half), "V": (half, half), "c": (1, half),
    "A": (1, 0, 0, 1), "B": (1, 0, 0, 1), "E": (1, 1, 1, 0), "F": (1, 1, 1, 0),
}  # fmt: skip

mean_over_the_data = Theorem(
    title="The mean over the seeds of the data is the mean over their law",
    source=(
        of_any_spaces("bailie.propE.29", finite=("I",)),
        of_any_spaces("bailie.eq14", finite=("I",)),
    ),
    given=(of_the_data, of_data, seeds, events, law_of_the_data, simple),
    claim=Between(of_mechanism - e, of_procedure, of_mechanism + e),
    derivation=(
        have(Eq(of_procedure, Total(U(r) * on_seed, r)), "a common factor"),
        let(
            f(r),
            on_seed,
            (
                ForAll(r, Between(simple_on_seed, f(r), simple_on_seed + e)),
                Eq(of_procedure, Total(U(r) * f(r), r)),
            ),
            "the probability given the seed of the data",
        ),
        let(
            g(v),
            on_data,
            (
                ForAll(v, Between(simple_on_data, g(v), simple_on_data + e)),
                Eq(of_mechanism, Total(G(v) * g(v), v)),
            ),
            "the probability given the data",
        ),
        specialise(ForAll(r, Between(simple_on_seed, f(r), simple_on_seed + e)), {r: r}, "a simple function"),
        specialise(ForAll(v, Between(simple_on_data, g(v), simple_on_data + e)), {v: v}, "a simple function"),
        specialise(law_of_the_data, {i: i}, "the law of the data"),
        have(Eq(Total(c(i) * (U(r) * B(i, r)), r), Total(c(i) * (G(v) * A(i, v)), v)), "the law of the data"),
        have(Eq(over_seeds, Total(Total(c(i) * (U(r) * B(i, r)), r), i)), "exchange the sums"),
        have(Eq(over_data, Total(Total(c(i) * (G(v) * A(i, v)), v), i)), "exchange the sums"),
        have(
            Eq(Total(Total(c(i) * (U(r) * B(i, r)), r), i), Total(Total(c(i) * (G(v) * A(i, v)), v), i)),
            "the law of the data",
        ),
        have(Eq(over_seeds, over_data), "simple functions of the data"),
        let(
            x(r),
            simple_on_seed,
            (ForAll(r, Between(x(r), f(r), x(r) + e)), Eq(Total(U(r) * x(r), r), over_data)),
            "a simple function",
        ),
        let(
            z(v),
            simple_on_data,
            (ForAll(v, Between(z(v), g(v), z(v) + e)), Eq(Total(G(v) * z(v), v), over_data)),
            "a simple function",
        ),
        specialise(ForAll(r, Between(x(r), f(r), x(r) + e)), {r: r}, "near"),
        specialise(ForAll(v, Between(z(v), g(v), z(v) + e)), {v: v}, "near"),
        have(U(r) * x(r) <= U(r) * f(r), "weighted"),
        have(U(r) * f(r) <= U(r) * x(r) + e * U(r), "weighted"),
        have(G(v) * z(v) <= G(v) * g(v), "weighted"),
        have(G(v) * g(v) <= G(v) * z(v) + e * G(v), "weighted"),
        have(Total(U(r) * x(r), r) <= Total(U(r) * f(r), r), "add up"),
        have(Total(U(r) * f(r), r) <= Total(U(r) * x(r) + e * U(r), r), "add up"),
        have(Total(G(v) * z(v), v) <= Total(G(v) * g(v), v), "add up"),
        have(Total(G(v) * g(v), v) <= Total(G(v) * z(v) + e * G(v), v), "add up"),
        have(Total(U(r) * f(r), r) <= over_data + e, "the seeds have a law"),
        have(Total(G(v) * g(v), v) <= over_data + e, "the data have a law"),
    ),
    example=point({e: half}, **drawn_by_seed),
    near_misses={
        "of data with another law": without(
            law_of_the_data, witness=point({e: Rational(1, 10)}, **{**drawn_by_seed, "G": (1, 0)})
        ),
        "where no simple function is near": without(
            simple, witness=point({e: Rational(1, 10)}, **{**drawn_by_seed, "F": (0, 0, 0, 0)})
        ),
    },
    note=(
        "On the left the probability of the pairs of seeds for which the output is in an event, which is the integral of its indicator over both; "
        "on the right the mean over the data of its probability given the data. This probability is a bounded measurable function of the data, "
        "so that simple functions, weighted events of data, come as near to it from below as wanted, and near to the same function of the "
        "seed. The seeds of the data and the data give these events the same probabilities: that is what the law of the data means. So the two "
        "differ by no more than e, for every e above 0, and are equal."
    ),
)

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
        "slip in wording",
        "Proposition E.21, statement II",
        "... is a function of ... only through its connected component .... That is, there exists a function ... such that ...",
        fails=(
            "We read the paper in a text without its displays, and take statement II for an equality of functions of the data and the seed, as "
            "statement III is the same for laws. So read it is not equivalent to a privacy loss of 0 but more: on two neighbours publish a fair "
            "coin, on the one as it falls and on the other turned over. The laws are equal, and no function of the component and the coin is "
            "the mechanism."
        ),
        holds="Statements I and III are equivalent, and follow from II.",
        reads=variant(same_function, given=(seeds, outputs, same_laws), witness=point(**flipped)),
    ),
    example=point(**{**coins, "K": (1, 0, 0, 1, 1, 0, 0, 1)}),
    near_misses={
        "another function of the seed": without(
            same_function, witness=point(**{**coins, "K": (1, 0, 1, 0, 0, 1, 0, 1)})
        ),
    },
    note="The data sets v and w are of one component.",
)

# R(v, w): 1 where w is the representative of the component of v. L: another mechanism with the same seeds.
R = function(
    "R",
    law=False,
    about="1 where the second data set is the representative of the component of the first, else 0",
)
L = function(
    "L",
    law=False,
    about="1 where the output of the other mechanism with the seed on the data lies in the cell of a partition of the outputs, else 0",
)
other_outputs = ForAll((v, s), distribution(L(v, s, t), t))
represents = ForAll((v, w), Implication(Eq(R(v, w), 1), ForAll(t, Eq(law, law.xreplace({v: w})))))
of_representative = ForAll((v, w), Implication(Eq(R(v, w), 1), ForAll((s, t), Eq(L(v, s, t), K(w, s, t)))))
u = Outcome("u", "X")
by_component = ForAll(
    (v, w, u),
    Implication(
        AllOf(Eq(R(v, w), 1), Eq(R(u, w), 1)),
        AllOf(
            ForAll((s, t), Eq(L(v, s, t), L(u, s, t))),
            ForAll(t, Eq(Total(V(s) * L(v, s, t), s), law)),
        ),
    ),
)
turned = {**coins, "K": (1, 0, 0, 1, 0, 1, 1, 0), "R": (1, 0, 1, 0), "L": (1, 0, 0, 1, 1, 0, 0, 1)}

same_laws_by_component = Theorem(
    title="With the same laws there is a mechanism that is a function of the component and the seed",
    source=of_any_spaces("bailie.propE.21"),
    given=(seeds, outputs, other_outputs, represents, of_representative),
    claim=by_component,
    derivation=(
        specialise(represents, {v: v, w: w}, "the law of the representative"),
        specialise(ForAll(t, Eq(law, law.xreplace({v: w}))), {t: t}, "the law of the representative"),
        specialise(of_representative, {v: v, w: w}, "the function of the representative"),
        specialise(ForAll((s, t), Eq(L(v, s, t), K(w, s, t))), {s: s, t: t}, "the function of the representative"),
        specialise(of_representative, {v: u, w: w}, "the function of the representative"),
        specialise(ForAll((s, t), Eq(L(u, s, t), K(w, s, t))), {s: s, t: t}, "the function of the representative"),
        have(Eq(V(s) * L(v, s, t), V(s) * K(w, s, t)), "one function"),
        have(Eq(Total(V(s) * L(v, s, t), s), Total(V(s) * K(w, s, t), s)), "sum over the seeds"),
    ),
    example=point(**turned),
    near_misses={
        "of a representative with another law": without(represents, witness=point(**{**turned, "K": (1, 0, 1, 0, 0, 1, 0, 1), "L": (1, 0, 1, 0, 1, 0, 1, 0)})),
        "with the function of each data set": without(of_representative, witness=point(**{**turned, "L": turned["K"]})),
    },
    note=(
        "Where the privacy loss is 0 connected data have one law, so the law of a data set is that of a representative of its component, chosen once "
        "for each. The other mechanism does on the data what the given one does on their representative: it is a function of the component and "
        "the seed, and has the same laws. So the third of the three statements gives the second for a mechanism with the same laws, and the "
        "second gives the third."
    ),
)  # fmt: skip

# J: the distribution function of any law of seeds on the line; q: the least number at which it is at least a.
J = function("J", law=False, about="the probability of seeds up to a number")
a = parameter("a", above=0, at_most=1, about="a number between 0 and 1, which a uniform seed may be")
q = parameter(
    "q", about="the quantile: the least number up to which the seeds have at least the probability a"
)
z_1, z_2 = (parameter(name, about="a number up to which seeds are") for name in ("z_1", "z_2"))
rises = ForAll((z_1, z_2), Implication(z_1 <= z_2, J(z_1) <= J(z_2)))

uniform_seed = Theorem(
    title="From its quantile on a distribution function is at least the number",
    source=part_of(
        "bailie.def-mechanism",
        "that a uniform seed is no restriction, of which one step is shown: that a number below 1 has a quantile, that a law on the line is known from "
        "its distribution function, and seeds that are not numbers",
    ),
    given=(rises, a <= J(q)),
    claim=ForAll(z_2, Implication(q <= z_2, a <= J(z_2))),
    derivation=specialise(rises, {z_1: q, z_2: z_2}, "a distribution function rises"),
    example=point({a: half, q: 1}, J=Lambda(z_1, z_1 / 2)),
    near_misses={
        "of a smaller number": without(a <= J(q), witness=point({a: half, q: 0}, J=Lambda(z_1, z_1 / 2))),
        "of a function that falls": without(rises, witness=point({a: half, q: 0}, J=Lambda(z_1, 1 - z_1))),
    },
    note=(
        "The quantile of a is the least number z at which the distribution function is at least a: where a is below 1 there is one, as the function rises to 1 and is "
        "continuous from the right. It is at most z where J(z) is at least a, as it is the least, and only there by this theorem. So the numbers a of which the "
        "quantile is at most z are those up to J(z): under the uniform law on the numbers from 0 to 1 they have the probability J(z). So the quantile "
        "of a uniform seed has the given law of seeds on the line, and a mechanism with such a seed is one with a uniform seed, that does with it what the "
        "mechanism does with its quantile; that it has the same laws is the theorem on the mean over the seeds of the data, with seeds in the place of data. "
        "That every such law is that of a quantile is no part of what is proved here, and not every law on any space is one of a function of a uniform seed."
    ),
)
