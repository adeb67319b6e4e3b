"""Composition of pure DP: losses add."""

from dpsym.derivations.composition.basic_composition import E as total
from dpsym.derivations.composition.basic_composition import of_any_number
from dpsym.derivations.composition.renyi_composition import both, first, second
from dpsym.derivations.composition.transcripts import e, mechanisms, still, transcript
from dpsym.derivations.vocabulary import n
from dpsym.language import *

k = parameter("k", integer=True, about="number of mechanisms that have run")
eps = parameter("eps", at_least=0, about="bound on the privacy loss of one mechanism, in nats")
zero = Integer(0)
less, more = (Rational(1, 3), Rational(2, 3)), (Rational(2, 3), Rational(1, 3))

sums = ForAll(k, Eq(total(k + 1), total(k) + e(k)))
start = Eq(total(zero), 0)
given = mechanisms(e(k), zero)

adaptive = Theorem(
    title="Composition of any number of purely private mechanisms",
    source=(of_any_spaces("kifer.prop4-pure-adaptive"), of_any_spaces("kifer.prop4-pure-composition")),
    cites="dwork2006a",
    given=(*given, start, sums),
    claim=ForAll(n, ApproxDP(total(n), zero).on(transcript(n))),
    derivation=(
        have(
            ForAll(n, ApproxDP(total(n), zero).on(transcript(n))),
            "basic composition with delta 0",
            by=of_any_number.at(d=zero, D=zero),
        ),
    ),
    example=point(A=(1, 0), B=(1, 0), E=(0,), **still),
    near_misses={
        "where something else is released at the start": without(
            given,
            instead=(g for g in given if g is not given[1]),
            witness=point(A=less, B=more, E=(0,), **still),
        ),
        "the loss of one of two mechanisms": variant(
            HockeyStick(eps, both) <= 0, given=[PureDP(eps).on(first), PureDP(eps).on(second)]
        ),
    },
    note=(
        "The mechanisms may be chosen by the transcript of those before, with losses that are fixed in advance; mechanisms with "
        "independent randomness are the case in which the next output does not depend on the transcript."
    ),
)
