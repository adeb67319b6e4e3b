"""The experiments of the paper on confounding: the networks, the budgets, and the reported attacks against their ceilings."""

from itertools import pairwise

from dpsym.derivations.confounding.attack_ceilings import even
from dpsym.derivations.confounding.redesign import correlation, largest_next
from dpsym.language import *

fiftieth = Rational(1, 50)


def weights(*layers):
    """The weights and offsets of the layers, which have these numbers of inputs and outputs."""
    return sum((Integer(a) * b + b for a, b in pairwise(layers)), Integer(0))


def network(title, item, layers, counts, total, more=(), errata=()):
    """The numbers of weights of one network, layer by layer and together."""
    return Example(
        title=title,
        source=whole_of(item),
        kind="table",
        values=(
            *(
                value(f"layer {i + 1}: {a} to {b}", weights(a, b), printed=count)
                for i, ((a, b), count) in enumerate(zip(pairwise(layers), counts, strict=True))
            ),
            value("together", weights(*layers), printed=total),
            *more,
        ),
        note="Weights and offsets of the dense layers, without those of the normalisations; the paper prints the widths.",
        errata=errata,
    )


defender = network(
    "The network that redesigns one mechanism (Table 1)", "zhang.tab1", (800, 5000, 9000, 3000, 1000),
    ("4005000", "45009000", "27003000", "3001000"), "79018000",
    errata=erratum(
        "slip in wording",
        "Appendix I.1 and Table 1",
        "while the third hidden layer employs LeakyReLU activation",
        fails="Table 1 has two hidden layers; the text normalises the second and the third.",
        affects="Nothing that is proved.",
    ),
)  # fmt: skip
coupling_defender = network(
    "The network that couples two noises (Table 2)", "zhang.tab2", (830, 3000, 2000, 1200, 1200, 1),
    ("2493000", "6002000", "2401200", "1441200", "1201"), "12338601",
)  # fmt: skip
attacker = network(
    "The attacker of the redesign (Table 3)", "zhang.tab3", (1500, 14000, 9500, 4500, 800),
    ("21014000", "133009500", "42754500", "3600800"), "200378800",
    more=(value("inputs for five releases of 1000 numbers", Integer(5) * 1000, printed="1500", expected="disagrees"),),
    errata=erratum(
        "wrong number",
        "Section 6 and Table 3",
        "We use 800 individuals with 1000 SNVs of each individual for the experiments of single-shot re-design.",
        fails="Five releases of 1000 numbers are 5000 inputs; by Table 3 the attacker has 1500, five times 300, as many as in Table 4.",
        affects="What the attacker of Table 5 saw.",
        rows=("inputs for five releases of 1000 numbers",),
    ),
)  # fmt: skip
coupling_attacker = network(
    "The attacker of the coupled noises (Table 4)", "zhang.tab4", (1500, 31000, 25000, 15000, 800),
    ("46531000", "775025000", "375015000", "12000800"), "1208571800",
)  # fmt: skip

REDESIGN = (
    ("0.25", "0.7441", "0.7485"), ("0.5", "0.8093", "0.8165"), ("1.5", "0.8921", "0.9056"), ("3", "0.9138", "0.9175"),
    ("5", "0.9330", "0.9308"),
)  # fmt: skip
COUPLED = (
    ("0.4", "0.5624", "0.5745"), ("0.6", "0.6206", "0.6388"), ("1", "0.6943", "0.7086"), ("2", "0.7429", "0.7324"),
    ("4", "0.8235", "0.8139"), ("6", "0.8238", "0.8142"),
)  # fmt: skip


def pooled(eps):
    """The ceiling of the area under the curve of an attack that is pooled within a release."""
    return (exp(eps) + fiftieth) / (1 + exp(eps))


def of_curve(eps):
    """The area under the largest power curve of a guarantee."""
    return 1 - (1 - fiftieth) ** 2 / (1 + exp(eps))


def against(rows, caps):
    """What each row reports less its ceiling: above 0 where it exceeds."""
    return tuple(
        value(f"eps {target}: {name} less its ceiling", Rational(found) - cap(Rational(target)))
        for target, composed, single in rows
        for name, found, cap in (
            ("composition", composed, caps),
            ("single mechanism", single, caps),
        )
    )


def below(*pairs):
    """One number below another, for each pair."""
    return AllOf(*(a < b for a, b in pairs))


FIGURES = ("the composition", "the single mechanism")


def twice_as_far(eps):
    """The pooled ceiling of a guarantee for two steps."""
    return (exp(2 * eps) + (1 + exp(eps)) * fiftieth) / (1 + exp(2 * eps))


def under(rows, ceiling, words):
    """A ceiling below a figure of these rows, each with the target and the figure in words."""
    return [
        (ceiling(Rational(target)), Rational(found), f"{words} at the target {target}, and {figure}")
        for target, *both in rows
        for found, figure in zip(both, FIGURES, strict=True)
    ]


lower = under(REDESIGN[:3], of_curve, "the area under the power curve")
twice = under(REDESIGN[:2], twice_as_far, "the ceiling of two steps")

exceeded = Theorem(
    title="Rows of Table 5 that exceed what their guarantee allows",
    source=whole_of("zhang.tab5"),
    claim=below(*((a, b) for a, b, _ in (*lower, *twice))),
    derivation=tuple(have(a < b, words) for a, b, words in (*lower, *twice)),
    example=point(),
    near_misses={
        "the fourth row too": variant(of_curve(Integer(3)) < Rational("0.9175")),
        "the third row after two steps": variant((exp(Integer(3)) + (1 + exp(Rational("1.5"))) * fiftieth) / (1 + exp(Integer(3))) < Rational("0.9056")),
    },
    errata=erratum(
        "wrong number",
        "Table 5, the first three rows, and Figure 1(a)",
        "[eps_g = 0.25:] 0.7441 [and] 0.7485, [eps_g = 0.5:] 0.8093 [and] 0.8165, [eps_g = 1.5:] 0.8921 [and] 0.9056",
        fails=(
            "Where the guarantee holds for exchanging a member with another person, no attack has an area above 1 - 0.98^2/(1 + e^eps), which is 0.580, 0.638 and "
            "0.825 at the three targets and delta = 0.02: the six figures exceed it by 0.06 to 0.18. Those of the first two rows exceed it even where that is "
            "two steps."
        ),
        holds="The releases do not have the guarantees that are stated, or the guarantees are for other neighbours.",
        affects="The experiments on redesign: they do not show that the target is met.",
        reads=variant(AllOf(*(b <= a for a, b, _ in lower)), witness=point()),
    ),
    note=(
        "Both figures of each row. The bound is the area under the power curve, the larger of the two; the last four comparisons are with the pooled bound of "
        "two steps, at twice the loss and 1 + e^eps times the delta."
    ),
)  # fmt: skip

within = Theorem(
    title="All rows of Table 6 are below their ceilings",
    source=whole_of("zhang.tab6"),
    claim=below(
        *((Rational(found), pooled(Rational(target))) for target, *both in COUPLED for found in both)
    ),
    derivation=tuple(
        have(Rational(found) < pooled(Rational(target)), "numbers")
        for target, *both in COUPLED
        for found in both
    ),
    example=point(),
    near_misses={
        "at a tenth of the first loss": variant(Rational("0.5624") < pooled(Rational("0.04"))),
    },
    note="To be below a ceiling shows no guarantee: the attack may be a weak one.",
)

figure_1 = Example(
    title="The figures of Tables 5 and 6 less their ceilings",
    source=("zhang.tab5", "zhang.tab6", whole_of("zhang.fig1a"), whole_of("zhang.fig1b")),
    kind="figure",
    uses=(even, exceeded, within),
    values=(
        *against(REDESIGN, of_curve),
        *against(COUPLED, pooled),
        value(
            "second target of Figure 1(a): five times 0.1",
            5 * Rational(1, 10),
            printed="0.25",
            expected="disagrees",
        ),
    ),
    errata=erratum(
        "wrong number",
        "Figure 1(a), caption",
        "eps_{g}^{2} = 0.25 with eps_{i}^{2} = 0.1",
        fails="Table 5 has 0.5 with 0.1 each, and in every other test of the figure the target is five times the loss of each.",
        holds="Target 0.5 with 0.1 each.",
        affects="The caption alone; the caption of 1(b) also numbers two tests as the fifth.",
        rows=("second target of Figure 1(a): five times 0.1",),
    ),
    note=(
        "The tables have the values of the plots. Table 5 is compared with the larger ceiling, the area under the largest power curve, Table 6 with the smaller "
        "one, of an attack pooled within a release. A single mechanism leaks more at 0.25 in Table 5 than at 0.4 in Table 6."
    ),
)

budgets = Example(
    title="The budgets of the experiments",
    source=whole_of("zhang.exp-budget"),
    uses=(largest_next, correlation),
    values=(
        value("least delta of five", 1 - (1 - fiftieth) ** 5, printed="0.0960792"),
        value("least delta of four", 1 - (1 - fiftieth) ** 4, printed="0.0776318"),
        *(
            value(
                f"five normal outputs of {each} each: eps together",
                Evaluated(
                    "correlated.epsilon", eps0=Rational(each), delta0=fiftieth, k=5, delta=fiftieth, correlation=0
                ),
                printed=found,
            )
            for each, found in (
                ("0.05", "0.225478"), ("0.1", "0.377510"), ("0.18", "0.616730"), ("0.3", "0.973888"), ("0.6", "1.875372"),
                ("1", "3.106949"),
            )
        ),
    ),
    note=(
        "From the parameters alone no guarantee with delta 0.02 follows for five mechanisms with 0.02 each, at any loss; the targets hold because the noise is "
        "normal, and all of them are looser than independent noise is."
    ),
)  # fmt: skip

setting = Background(
    title="The data and the networks of the experiments",
    source=(
        whole_of("zhang.exp-data"), whole_of("zhang.exp-redesign"), whole_of("zhang.exp-copula"), whole_of("zhang.hyper"),
    ),
    restates=(defender, coupling_defender, attacker, coupling_attacker, exceeded, within),
    note=(
        "Single-nucleotide variants of 800 people on chromosome 10, from the 2016 iDASH workshop and the 1000 Genomes Project. A data set has 300 variants "
        "of 200 of them; what is released is the frequency of the rarer allele with normal noise, and what is protected is who is among the 200. Five data sets "
        "share the members. For redesign 1000 variants are said to be used and one network gives the first mechanism; for coupling, 300, and it gives the loss of "
        "the copula, with 0.02 and correlation 0.5. Another network attacks, with cross-entropy as its loss, and is judged by the area under its curve. Layers have "
        "ReLU, the third of the defender leaky ReLU, its second and third normalised, the attacker's by batch; both are trained with AdamW, at rates and decays of "
        "1.5e-5 and 1e-4. The calibration of the noise, the sensitivity, the neighbours, runs, seeds and the latent function are not stated."
    ),
)  # fmt: skip


def of_normal(eps):
    """The area under the power curve of two normal laws that have the guarantee exactly."""
    sigma = Evaluated("gaussian.sigma", eps=eps, delta=fiftieth, sensitivity=1)
    return Evaluated("gaussian.auc", sigma=sigma, sensitivity=1)


normal_noise = Example(
    title="The figures of Tables 5 and 6 less the ceilings of normal noise",
    source=("zhang.tab5", "zhang.tab6", "zhang.ext-auc"),
    values=(*against(REDESIGN, of_normal), *against(COUPLED, of_normal)),
    note=(
        "Where the noise is normal and the guarantee holds for exchanging a member, the distance is at most that at which it holds exactly, and no area exceeds "
        "that of the two normal laws. All figures of Table 5 do, and those of Table 6 at 0.6 and at 1; at 0.6 that of the composition by less than its printed "
        "deviation."
    ),
)
