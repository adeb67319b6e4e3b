"""The sentence that says over which sets and laws a statement ranges, and what is true without the badges."""
# ruff: noqa: F405

from __future__ import annotations

import re

import pytest
from library import entries

from dpsym.document.formulas.shapes import conjuncts
from dpsym.document.media.html import html
from dpsym.document.media.latex import Context, fragment
from dpsym.document.media.markdown import markdown
from dpsym.document.media.terminal import text
from dpsym.document.page import LineVerdict, MissResult, Page, Sharp, Shown
from dpsym.document.words.glossary import of_posteriors
from dpsym.document.words.recursions import explained, sums_among
from dpsym.document.words.setting import ranges, setting_words, spaces_of
from dpsym.document.writer import blocks_of
from dpsym.kernel import check
from dpsym.language import *  # noqa: F403
from dpsym.language.statements import free_functions
from dpsym.language.terms import Translation
from dpsym.lift import LEMMA, LOGIC
from dpsym.reports import said

eps, rho = parameter("eps", at_least=0), parameter("rho", above=0)
p, n, b = parameter("p", at_least=0, at_most=1), parameter("n", integer=True, at_least=1), parameter("b")
r, s, d = Outcome("r", "X"), Outcome("s", "X"), Outcome("d", "D")
z, v = Outcome("z", "Z"), Outcome("v", "V")
A, C, G, M, V = map(function, "ACGMV")


def theorem(claim, given=(), **more):
    return Theorem(title="A statement", claim=claim, given=given, **more)


with as_written():
    families = (ForAll((s,), distribution(G(s, y), y)), distribution(V(s), s))
    CASES = [
        (theorem(PureDP(eps)), "Let the output set be finite."),
        (theorem(EveryEvent(S(y), Mass(S(y), P(y)) <= 1)), "Let the output set be finite."),
        (theorem(PureDP(eps, pair=Pair(A(y), C(y)))), "Let A and C be laws on a finite set of outputs."),
        (theorem(PureDP(eps, pair=Pair(A(y), P(y)))), "Let P and A be laws on a finite set of outputs."),
        (
            theorem(PureDP(eps, pair=Pair(P(y) * A(z), Q(y) * C(z), y, z))),
            "Let the output set be finite, and let A and C be laws on another.",
        ),
        (
            theorem(ForAll((r, s), ZCDP(rho, pair=Pair(G(r, y), G(s, y)))), families),
            "Let the output set be finite, and let r and s range over a finite set.",
        ),
        (
            theorem(ForAll((v,), Le(function("g", law=False)(v) * 0, 0))),
            "Let v range over a finite non-empty set.",
        ),
        (theorem(PureDP(eps), where={P: (p, 1 - p), Q: (1 - p, p)}), "Let there be two outputs."),
        (theorem(Le(p, 1 + eps)), ""),
    ]


@pytest.mark.parametrize(("entry", "words"), CASES, ids=[w or "numbers" for _, w in CASES])
def test_the_sentence(entry, words):
    assert setting_words(entry) == words
    assert said(entry).startswith(words)


def test_numbers_are_called_numbers():
    with as_written():
        shown = [text(Page("t", theorem(c))) for c in (Le(p, 1 + eps), Le(p, 2), Le(n, n + 1), Le(b, b + p))]
    words = [re.sub(r"\s+", " ", t.partition("t\n")[2]) for t in shown]
    assert "0 ≤ p ≤ 1 and eps ≥ 0 be real numbers." in words[0]
    assert "0 ≤ p ≤ 1 be a real number." in words[1]
    assert "number" not in words[2] + words[3]


def theorems():
    return {name: e for name, e in entries().items() if isinstance(e, Theorem)}


def test_every_set_of_a_statement_is_named():
    """The sets are those of the kernel's signature, and none is missing from the sentence in any form."""
    for name, entry in theorems().items():
        translation = Translation()
        for thing in (*entry.given, entry.claim):
            translation.formula(thing)
        sorts = {
            s for sort in translation.sig.values() for s in (sort if isinstance(sort, tuple) else (sort,))
        }
        spaces = spaces_of(entry)
        assert set(spaces) >= sorts - {"R"}, name
        words = setting_words(entry)
        assert bool(words) == bool(spaces), name
        abstract = [s for s in spaces.values() if s.size is None]
        named = len(re.findall(r"finite|another|\ban? \w+(?:rd|th)\b", words))
        assert named == len(abstract), (name, words)


@pytest.mark.parametrize("form", [text, markdown, fragment, html])
def test_the_sentence_stands_in_every_form(form):
    for name in (
        "posterior.posterior_interval.one_prior",
        "bayesian.known_rest_tails.mixture",
        "mechanisms.extremal_pair.divergence",
    ):
        entry = theorems()[name]
        shown = re.sub(r"<[^>]*>|[$\\]", "", form(Page(name, entry, "proved")))
        shown = re.sub(r"\s+", " ", shown)
        assert "output set be finite" in shown or re.search(r"there be \w+ outputs", shown)


def test_what_is_not_known_to_be_true_says_so():
    """Without its badge no statement reads as a theorem that is not one."""
    with as_written():
        entry = theorem(PureDP(eps))
    for status, words in {
        "refuted": "This statement is false.",
        "unknown": "This statement is not proved here.",
        "vacuous": "No values satisfy the hypotheses.",
    }.items():
        assert words in text(Page("t", entry, status))
        assert words not in text(Page("t", entry, "proved"))
    cited = theorem(PureDP(eps), cited=("dwork2006",))
    assert "not proved here" in text(Page("t", cited, "cited"))


def test_families_in_a_point_keep_their_rows():
    with as_written():
        K = function("K")
        k = parameter("k", integer=True)
        claim = ForAll((k,), PureDP(eps, pair=Pair(K(k, y), G(s, y))))
    half = Rational(1, 2)
    entry = theorem(
        claim, tight=(point({eps: 1}, V=(1, 0), G=(half, half, 1, 0), K=(half, half)),), given=families
    )
    page = Page("t", entry, "proved", sharp=(Sharp("proved", entry.tight[0]),))
    shown = re.sub(r"\s+", " ", text(page))
    assert "G = ((1/2, 1/2), (1, 0))" in shown and "K_k = (1/2, 1/2), for every k" in shown


@pytest.mark.parametrize("positive", [0 < P(y), AllOf(0 < P(y), 0 < Q(y)), 0 < P(y) + Q(y)])
def test_nothing_is_agreed_on_where_a_law_is_supposed_to_give_the_output(positive):
    """A convention for outputs that neither law gives is told where the statement speaks of one, and only there; the lines of
    a proof say nothing of other outputs than the claim."""
    with as_written():
        claimed = AllOf(Posterior(p) <= 1, Loss() <= 1)
        proof = Chain(Posterior(p)).le(1, "a probability").le(2, "more")
        guarded, free, half = (
            theorem(ForAll((y,), c), derivation=proof)
            for c in (
                Implication(positive, claimed),
                claimed,
                AllOf(Implication(positive, Loss() <= 1), Posterior(p) <= 1),
            )
        )
    said = [re.sub(r"\s+", " ", text(Page("t", one))) for one in (guarded, free, half)]
    loss, posterior = "every number is a loss", "the posterior is 0 unless the prior is 1"
    assert [(loss in s, posterior in s) for s in said] == [(False, False), (True, True), (False, True)]


def test_the_mean_of_a_test_is_said_where_a_notion_asks_of_tests():
    """In its definition, of other laws too, and once; in the proof, where only that speaks of a test."""
    A, B, f = (function(n) for n in "ABf")
    h = function("h", law=False)
    F = function("F", law=False)
    with as_written():
        of_others = theorem(FDP(F, pair=Pair(A(y), B(y))))
        of_these = theorem(AllOf(FDP(F), every_test(Mass(h(y), P(y)) <= 1)))
        inside = theorem(P(y) <= 1, derivation=have(every_test(Mass(f(y), P(y)) <= 1), "a test"))
    for one in (of_others, of_these, inside):
        said = re.sub(r"\s+", " ", text(Page("t", one)))
        assert said.count("P(f) is the mean of f under P") == 1 == said.count("is the mean of")


def test_conventions_are_told():
    """What a formula leaves open is said: the posterior at the priors 0 and 1, the mean of a test, moments."""
    inside = parameter("p", above=0, below=1)
    moment, test = RenyiMoment(n + 1), function("f")
    with as_written():
        cases = [
            (Posterior(p) <= 1, "the prior itself where that is 0 or 1"),
            (every_test(Mass(test(y), P(y)) <= 1), "P(f) is the mean of f"),
            (moment <= 2, "counts no output at which one of them is 0"),
        ]
        assert "itself" not in shown_notation(theorem(Posterior(inside) <= 1))
    for claim, words in cases:
        assert words in shown_notation(theorem(claim))


def shown_notation(entry):
    from dpsym.document.media.terminal import _blocks

    blocks = blocks_of(Page("t", entry, shown=Shown(proof=False)))
    return re.sub(r"\s+", " ", " ".join(_blocks((*blocks.notation, *blocks.statement), 200)))


def test_the_kernel_takes_no_set_to_be_empty():
    """The sentence says `non-empty` of a set without a law: the kernel finds an element in it, with nothing supposed."""
    line = {"rule": "argmin", "var": "y", "other": "w", "of": 0}
    claim = ["ex", "y", ["all", "w", ["<=", 0, 0]]]
    assert check({"sig": {"y": "Y", "w": "Y"}, "claim": claim, "lines": [line]}).sets == {}


def test_no_test_is_named_for_another():
    """`P(f) is the mean of f`: the test whose mean is shown is the one that is named."""
    f, g = function("f"), function("g")
    with as_written():
        entry = theorem(ForAll(g(y), ForAll(f(y), Mass(f(y), P) <= Mass(g(y), Q))))
    assert "is the mean of" in shown_notation(entry)
    seen = 0
    theorems = (e for e in entries().values() if isinstance(e, Theorem))
    for known in [entry, *(e for e in theorems if any(f.has(Mass) for f in (*e.given, e.claim)))]:
        for mean, word in re.findall(r"\((\w+)\) is the mean of (\w+)", shown_notation(known)):
            assert mean == word, known.title
            seen += 1
    assert seen > 50


def test_the_loss_of_a_family_has_its_arguments():
    F = function("F")
    x_ = Outcome("x")
    with as_written():
        entry = theorem(ForAll(x_, RenyiMoment(n + 1, Pair(F(x_, y), G(x_, y), y)) <= 2))
    words = shown_notation(entry)
    assert "(x, y) = log(F(x, y)/G(x, y))" in words and "F(Y)" not in words


def test_the_point_of_a_near_miss_is_told_in_its_own_names():
    """A near miss may use a name for a law that the theorem uses for a sequence of numbers."""
    k = parameter("k", integer=True, at_least=0)
    half = Rational(1, 2)
    with as_written():
        apart = variant(
            HockeyStick(0, Pair(A(y), C(y))) <= 0, given=(), witness=point(A=(1, 0), C=(half, half))
        )
        entry = theorem(
            ForAll((k,), C(k) >= 0), given=(ForAll((k,), C(k) >= 0),), near_misses={"apart": apart}
        )
    page = Page("t", entry, "proved", near_misses=(MissResult("apart", True, apart.witness),))
    shown = re.sub(r"\s+", " ", text(page))
    assert "C = (1/2, 1/2)" in shown and "C(k)" not in shown.partition("apart")[2].partition("fails")[2]


def test_equality_in_one_inequality_of_several_is_not_said_of_all():
    with as_written():
        several = theorem(AllOf(0 <= p, p <= 2), tight=point({p: 0}))
        one = theorem(p <= 1, tight=point({p: 1}))
    for entry, words in (
        (several, "Equality holds, in at least one of the inequalities, at"),
        (one, "Equality holds at"),
    ):
        page = Page("t", entry, "proved", sharp=(Sharp("proved", entry.tight[0]),))
        assert words in re.sub(r"\s+", " ", text(page))


def test_what_a_function_stands_for_is_said():
    """Once, in the words of its file; the others are any functions."""
    told = function("h", law=False, about="the distance of two data sets")
    with as_written():
        shown = text(Page("t", theorem(ForAll((z, v), Le(told(z, v), function("g", law=False)(v))))))
    words = re.sub(r"\s+", " ", shown)
    assert words.count("h is the distance of two data sets") == 1 and "g is any real function" in words


def test_what_holds_by_logic_alone_is_not_put_down_to_the_lemma():
    """The sentence and the badge name logic, and no lemma."""
    g = function("g", law=False)
    with as_written():
        of_one, of_two = (
            theorem(ForAll((v,), g(v) <= g(v) + 1)),
            theorem(ForAll((v, z), g(v, z) <= g(v, z) + 1)),
        )
    for entry, sets, words in (
        (of_one, "any set V", "set; as the proof is by logic alone, it may also be infinite."),
        (
            of_two,
            "any sets V and Z",
            "not empty; as the proof is by logic alone, these sets may also be infinite.",
        ),
    ):
        finite = ", ".join(sets.split(" ", 2)[2].split(" and "))
        scope = f"all finite sets {finite}; {sets} {LOGIC}"
        said = "".join(p if isinstance(p, str) else p.plain for p in ranges(entry, scope))
        page = Page("t", entry, "proved", scope)
        assert said.endswith(words) and "lemma" not in text(page) and page.beside == ""


@pytest.mark.parametrize(
    ("claim", "scope", "words"),
    [
        (PureDP(eps), "all finite outputs", "Let the output set be finite."),
        (
            PureDP(eps),
            f"all finite outputs; any outputs {LEMMA}, where the integrals are finite",
            "Let the output set be finite; by the reduction lemma it may also be any measurable space, where the "
            "integrals are finite.",
        ),
        (
            PureDP(eps, pair=Pair(P(y) * A(z), Q(y) * C(z), y, z)),
            f"all finite outputs; any measurable Z {LEMMA}, Y finite",
            "Let the output set be finite, and let A and C be laws on another. By the reduction lemma A and C may also "
            "be laws on any measurable space.",
        ),
        (
            PureDP(eps, pair=Pair(P(y) * A(z), Q(y) * C(z), y, z)),
            f"all finite outputs; any outputs {LEMMA}",
            "Let the output set be finite, and let A and C be laws on another. By the reduction lemma these sets may also "
            "be any measurable spaces.",
        ),
    ],
)
def test_how_far_the_reduction_lemma_carries_a_statement_is_in_its_setting(claim, scope, words):
    """So that nothing is narrower without the badge, and nothing beside it contradicts the setting."""
    entry = theorem(claim)
    said = "".join(p if isinstance(p, str) else p.plain for p in ranges(entry, scope))
    assert said == words
    shown = fragment(Page("t", entry, "proved", scope))
    assert re.sub(r"\s+", " ", re.sub(r"[$\\]", "", shown)).count("reduction lemma") == (LEMMA in scope)


def test_what_the_numbers_of_a_test_stand_for_is_said():
    """Beside a function that is told, in words with an article; a number with a bound needs none, nor does "a number"."""
    l_, q_ = parameter("l", about="level of the test"), parameter("q", about="its power, in nats")
    u_, w_ = parameter("u", about="a number"), parameter("w", at_least=0, about="a cut")
    told = function("h", law=False, about="how likely the test rejects")
    with as_written():
        tied = text(Page("t", theorem(ForAll((z,), Le(told(z) * (w_ + u_), l_ + q_)))))
        alone = text(Page("t", theorem(Le(l_ + q_, u_))))
    words = re.sub(r"\s+", " ", tied)
    assert "Here l is the level of the test, q is its power and h is how likely the test rejects." in words
    assert "level" not in alone


def test_an_event_of_a_proof_is_introduced():
    """The outcome of which it is made, and an event of several sets that the claim asks of them all."""
    y_0, B, S_YZ = Outcome("y_0"), function("B"), function("S_YZ")
    with as_written():
        given = PureDP(eps, pair=Pair(A(y), B(y)))
        claim = PureDP(eps, pair=Pair(A(y) * C(z), B(y) * C(z), y, z))
        taken = specialise(given, {S(y): Eq(y, y_0)})
        line = have(S_YZ(y, z) * A(y) <= exp(eps) * S_YZ(y, z) * B(y), "where it occurs")
        entry = theorem(claim, (given,), derivation=(taken, line))
    words = re.sub(r"\s+", " ", text(Page("t", entry, "proved")))
    assert "Let y and y_0 be any outputs. Let S_YZ be any event. Take the event S = {y : y = y_0}." in words


def test_what_a_name_was_given_for_is_not_said_again():
    """`Let D(y) = ..., so D(y) = ...`, for every outcome or for the one at hand."""
    D = function("D", law=False)
    with as_written():
        named_ = let(D(y), 2 * P(y), having=(ForAll(y, Eq(D(y), 2 * P(y))), ForAll(y, D(y) * 3 <= 6)))
        again = have(D(y) * 3 <= 6, "three of them")
        entry = theorem(Le(Total(P(y), y), 1), derivation=(named_, again))
    words = text(Page("t", entry, "proved"))
    assert "Let D = 2 P." in words and "D(y) =" not in words and words.count("3 D(y)") == 1


def test_a_chain_that_is_shown_like_the_one_before_does_not_rest_on_it():
    """`Likewise`, not `Hence`, where the reasons are the same; what follows from it keeps its `Hence`."""
    one, other = function("A")(y), function("B")(y)
    with as_written():
        first = Chain(one).eq(one + p**2 - p**2, "add nothing").le(one + eps, "as supposed")
        second = (
            Chain(one + other)
            .eq(one + other + p**2 - p**2, "add nothing")
            .le(one + other + eps, "as supposed, again")
        )
        third = (
            Chain(one + other)
            .eq(other + one + p**2 - p**2, "another way")
            .le(one + other + eps, "and another")
        )
        rests = [(), (), (1,), (2,)]  # as the certificate of the third has it
        shown = [
            text(
                Page(
                    "t",
                    theorem(Le(p, 2), derivation=(first, next_)),
                    "proved",
                    lines=tuple(LineVerdict("proved", uses=u if next_ is third else ()) for u in rests),
                )
            )
            for next_ in (second, third)
        ]
    assert ["Likewise" in s for s in shown] == [True, False]
    assert ["Hence" in s for s in shown] == [False, True]


def test_a_letter_read_as_a_term_with_itself_is_no_equation():
    """`Take S(y) = 1 - S(y)` would be false."""
    with as_written():
        taken = specialise(PureDP(eps), {S(y): 1 - S(y)})
        words = text(Page("t", theorem(Le(P(y), 1), (PureDP(eps),), derivation=(taken,)), "proved"))
    assert "The claim follows with 1 - S(y) for S(y)." in words and "S(y) = 1" not in words


def test_families_are_introduced() -> None:
    """What K(x, .) is, is said in words on its page, for every function of several letters."""
    silent = [
        f"{name}: {letter}"
        for name, entry in entries().items()
        if isinstance(entry, Theorem)
        for letter, applied in free_functions((*entry.given, entry.claim)).items()
        if len(applied.args) > 1
        and not getattr(applied.func, "about", "")
        and not getattr(applied.func, "index", 0)
    ]
    assert not silent


def test_what_a_notion_asks_is_said_in_words():
    """Part by part, with letters where words would not show how far a part reaches; of a test and of a loss it says what they
    are."""
    shown = [
        " ".join(text(Page("t", theorem(c))).split())
        for c in (
            ZCDP(rho),
            PBDP(eps, p),
            GaussianDP(rho),
            ForAll((r, s), ZCDP(rho, pair=Pair(G(r, y), G(s, y)))),
        )
    ]
    parts = "for every alpha > 1, (a) for every outcome y, if Q(y) = 0, then P(y) = 0; and (b) E_{Y ~ P}["
    assert parts in shown[0] and parts in shown[3]
    assert "for every test f (0 ≤ f ≤ 1), if P(f) > e^eps Q(f), then P(f) ≤ p" in shown[1]
    assert "for every test f (0 ≤ f ≤ 1), if Q(f) ≤ Phi(t), then P(f) ≤ Phi(t + rho)" in shown[2]
    assert all(
        "P(f) is the mean of f under P" in s or "Q(f) is the mean of f under Q" in s for s in shown[1:3]
    )
    assert "Here Z = log(P(Y)/Q(Y)) is the privacy loss." in shown[0]
    assert ", where Z = log(P(Y)/Q(Y)) is the privacy loss, and the same holds" in shown[3]


def test_a_test_that_is_less_than_any_is_no_test():
    f = function("f")
    with as_written():
        other = ForAll((f(y),), Implication(ForAll((y,), Between(0, f(y), 2)), Mass(f(y), P(y)) <= 2))
        usual = every_test(Mass(f(y), P(y)) <= 1)
    assert "every test" in text(Page("t", theorem(usual))) and "every test" not in text(
        Page("t", theorem(other))
    )


def test_the_convention_of_a_posterior_is_said_of_laws():
    a, c = parameter("a", above=0), parameter("c", above=0)
    with as_written():
        numbers = theorem(Eq(Posterior(p, a, c), p * a / (p * a + (1 - p) * c)))
        laws = theorem(ForAll((y,), Posterior(p, P(y), Q(y)) <= 1))
    assert "neither law gives" not in text(Page("t", numbers)) and "neither law gives" in text(
        Page("t", laws)
    )


def test_what_the_signs_of_a_proof_stand_for_opens_the_proof():
    """And not the statement, which has no loss and no probabilistic DP; a document that has said it leaves it out."""
    with as_written():
        line = have(ProbDP(eps, p), "as known")
        entry = theorem(ApproxDP(eps, p), derivation=(line,))
    page = Page("t", entry, "proved")
    blocks = blocks_of(page)
    before, after = text(page).split("\nProof\n")
    assert "PDP when" in after and "PDP when" not in before and "DP when" in before
    assert blocks.opening and blocks.whole_proof == blocks.opening + blocks.proof
    assert "PDP$ when" not in fragment(page, context=Context(explained=True)).replace("}", "")
    with as_written():
        both = theorem(ProbDP(eps, p), (ApproxDP(eps, p),), derivation=(line,))
    assert not blocks_of(Page("t", both, "proved")).opening


def test_a_hypothesis_about_one_number_is_its_domain():
    """`Let eps > 0` for `Let eps ≥ 0. Suppose that eps > 0`, and no wider bound, none by a letter, none of a count."""
    k = parameter("k", integer=True, at_least=0)
    cases = [
        ((0 < eps,), "Let eps > 0.", "Suppose"),
        ((eps >= 1, 3 > eps), "Let 1 ≤ eps < 3.", "Suppose"),
        ((p <= Rational(1, 2),), "Let 0 ≤ p ≤ 1/2 and eps ≥ 0.", "Suppose"),
    ]
    for given, words, without in cases:
        with as_written():
            entry = theorem(
                PureDP(eps) if len(given) > 1 or eps in given[0].free_symbols else PureDP(eps + p), given
            )
        shown = re.sub(r"\s+", " ", text(Page("t", entry)))
        assert words in shown and without not in shown, shown
    with as_written():
        kept = [(eps >= -1, PureDP(eps)), (k >= 2, PureDP(k)), (p < eps, PureDP(eps + p))]
    for given, claim_ in kept:
        assert "Suppose that" in text(Page("t", theorem(claim_, (given,))))


def test_of_p_and_q_it_is_said_once_that_they_are_laws():
    with as_written():
        mixed = theorem(PureDP(eps), (ForAll((y,), Eq(P(y), A(y))), ForAll((y,), Eq(Q(y), C(y)))))
        several = theorem(
            PureDP(eps), (PureDP(eps, pair=Pair(P(y), A(y))), PureDP(eps, pair=Pair(A(y), Q(y))))
        )
    assert setting_words(mixed) == "Let the output set be finite, and let A and C be laws on it."
    assert setting_words(several) == "Let P, Q and A be laws on a finite set of outputs."


def test_a_function_that_a_hypothesis_binds_is_not_any_function():
    g = function("g", law=False)
    with as_written():
        bound = theorem(ForAll((v,), g(v) <= 2), (ForAll((v,), g(v) <= 1),))
        free = theorem(ForAll((v,), g(v) <= g(v) + 1))
    assert "g is a real function" in text(Page("t", bound)) and "g is any real function" in text(
        Page("t", free)
    )


def silent_letters(entry):
    """The functions of a statement that its page gives no words: not P and Q, the laws of a family, what has a list of masses
    or what is put for a sum."""
    concluded, put = explained(entry.claim)
    sums = sums_among([part for given in entry.given for part in conjuncts(given)])[1]
    told = {"P", "Q", *entry.where, *(name.func.__name__ for name, _ in (*sums, *put))}
    return [
        letter
        for letter, applied in free_functions((*entry.given, concluded)).items()
        if letter not in told
        and not (getattr(applied.func, "about", "") or getattr(applied.func, "index", 0))
    ]


def test_few_letters_are_without_words() -> None:
    """What a reader meets on a page is told there; the bound may only fall."""
    silent = {name: letters for name, e in theorems().items() if (letters := silent_letters(e))}
    assert sum(map(len, silent.values())) <= 70, silent
    papers = ("kazan.", "kifer.", "bailie.", "zhang.")
    assert not [n for n in silent if any(s.startswith(papers) for s in theorems()[n].source)]


def test_a_letter_without_words_is_found() -> None:
    told, untold = function("g", law=False, about="a number"), function("h", law=False)
    with as_written():
        entry = theorem(ForAll((v,), told(v) <= untold(v)), (ForAll((v,), untold(v) >= told(v)),))
    assert silent_letters(entry) == ["h"]


def test_a_posterior_at_priors_that_are_formulas_is_explained_for_any_prior() -> None:
    """Once, in a letter that is free; where the letter is taken, prior by prior."""
    with as_written():
        low, high = Posterior(1 / (1 + exp(eps))), Posterior(1 / (1 + exp(-eps)))
        q = parameter("q", at_least=0, at_most=1)
        assert len(of_posteriors([low, high])) == 1
        assert len(of_posteriors([low, high, Posterior(p)])) == 2
        assert len(of_posteriors([low, high + q])) == 2
