"""The local model: each answer comes from one record, and may depend on the answers before it where the model is interactive."""

from dpsym.derivations.vocabulary import eps_1, eps_2, third, two_thirds
from dpsym.language import *

# h: the answers so far; t: the next answer. A, B: the laws of the answers so far on two data sets; K(h, .), L(h, .): the laws of the next answer,
# given the answers so far, on the two values of its record.
h, t = Outcome("h", "H"), Outcome("t", "Y")
A, B = (function(name, about="the law of the answers so far") for name in "AB")
K, L = (
    function(name, law=False, about="the law of the next answer, given those before it and its own record")
    for name in "KL"
)

# u: the records of those who have answered; v: the record of the next respondent.
u, v = Outcome("u", "U"), Outcome("v", "V")
earlier = function(
    "A", law=False, about="the law of the answers so far, given the records of their respondents"
)
following = function(
    "K", law=False, about="the law of the next answer, given its own record and the answers before it"
)

interactive = Definition(
    title="The local model with and without interaction",
    source="bailie.ex2.3",
    defines=function("N", law=False, about="the law of one more answer together with those before it")(
        u, v, h, t
    ),
    body=earlier(u, h) * following(v, h, t),
    note=(
        "Respondents answer one after the other: u are the records of those who have answered h, v is the record of the next one. The law of the next "
        "answer is a function of v and of h, and of no other record: that is the interactive local model. In the model without interaction it does not depend on h, and the law of all "
        "answers is the product of one law for each record. In the central model the law of the outputs is any function of all data."
    ),
)

answers = (ForAll(h, distribution(K(h, t), t)), ForAll(h, distribution(L(h, t), t)))
before = ForAll(h, A(h) <= exp(eps_1) * B(h))
next_answer = ForAll((h, t), K(h, t) <= exp(eps_2) * L(h, t))
told = {
    "sizes": {"H": 2, "Y": 2},
    "A": (two_thirds, third),
    "B": (third, two_thirds),
    "K": (two_thirds, third) * 2,
    "L": (third, two_thirds) * 2,
}

one_more_answer = Theorem(
    title="Losses of answers that depend on those before them add up",
    source=whole_of("bailie.ex2.3"),
    given=(*answers, before, next_answer),
    claim=ForAll((h, t), A(h) * K(h, t) <= exp(eps_1 + eps_2) * (B(h) * L(h, t))),
    derivation=(
        specialise(before, {h: h}, "the answers so far"),
        specialise(next_answer, {h: h, t: t}, "the next answer"),
        have(A(h) * K(h, t) <= A(h) * (exp(eps_2) * L(h, t)), "the next answer"),
        have(exp(eps_2) * L(h, t) * A(h) <= exp(eps_2) * L(h, t) * (exp(eps_1) * B(h)), "the answers so far"),
    ),
    example=point({eps_1: log(2), eps_2: log(2)}, **told),
    near_misses={
        "with the larger of the two": variant(
            ForAll((h, t), A(h) * K(h, t) <= exp(Max(eps_1, eps_2)) * (B(h) * L(h, t))),
            witness=point({eps_1: log(2), eps_2: log(2)}, **told),
        ),
        "without the privacy of the next answer": without(
            next_answer, witness=point({eps_1: log(2), eps_2: 0}, **told)
        ),
    },
    note=(
        "Where the data sets differ in one record, one answer has the loss of its respondent and all others none: so all answers together lose as much as the "
        "answer of that record, with or without interaction."
    ),
)
