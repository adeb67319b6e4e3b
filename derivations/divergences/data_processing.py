"""Data processing: whatever is made of an output tells no more of its law than the output does."""

from dpsym.derivations.vocabulary import half, third, two_thirds
from dpsym.language import *
from dpsym.language.combined import A, B, K, first, processed, x

t = parameter("t", about="a bound on the loss")
truth, lie = (two_thirds, third), (third, two_thirds)
kept = {"A": truth, "B": lie, "P": truth, "Q": lie, "K": (1, 0, 0, 1)}
forgotten = {"A": truth, "B": lie, "P": (1, 0), "Q": (1, 0), "K": (1, 0, 1, 0)}
excess = Max(0, A(x) - exp(t) * B(x))

hockey_stick = Theorem(
    title="No map of the output makes a hockey stick larger",
    source="dwork2006a",
    given=processed.facts,
    claim=HockeyStick(t) <= HockeyStick(t, first),
    derivation=(
        have(
            A(x) * K(x, y) - exp(t) * (B(x) * K(x, y)) <= excess * K(x, y), "a maximum, times a probability"
        ),
        have(0 <= excess * K(x, y), "no factor is negative"),
        have(
            Total(A(x) * K(x, y), x) - exp(t) * Total(B(x) * K(x, y), x) <= Total(excess * K(x, y), x),
            "sum over the outputs",
        ),
        have(0 <= Total(excess * K(x, y), x), "no term is negative"),
        have(P(y) - exp(t) * Q(y) <= Total(excess * K(x, y), x), "the laws of what is made of the output"),
        have(Max(0, P(y) - exp(t) * Q(y)) <= Total(excess * K(x, y), x), "both bounds"),
        have(Eq(Total(excess * K(x, y), y), excess), "the answers to an output have a law"),
        Chain(HockeyStick(t))
        .le(Total(excess * K(x, y), x, y), "for each answer")
        .eq(Total(Total(excess * K(x, y), y), x), "the sums exchanged")
        .eq(Total(excess, x), "the answers to an output have a law")
        .eq(HockeyStick(t, first), "the definition"),
    ),
    example=point({t: 0}, **kept),
    tight=point({t: 0}, **kept),
    near_misses={
        "the other way round": variant(
            HockeyStick(t, first) <= HockeyStick(t), witness=point({t: 0}, **forgotten)
        ),
        "half of it": variant(HockeyStick(t) <= half * HockeyStick(t, first), witness=point({t: 0}, **kept)),
    },
)
