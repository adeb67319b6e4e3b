"""What a bound on the difference of posterior and prior says about the privacy loss: less than the bound took."""

from dpsym.derivations.posterior.difference_bound import close
from dpsym.derivations.posterior.priors_of_the_largest_change import larger_loss as at_even_prior
from dpsym.derivations.posterior.priors_of_the_largest_change import loss_at_even_prior
from dpsym.derivations.posterior.priors_of_the_largest_change import twice as at_two_priors
from dpsym.derivations.vocabulary import delta, half, p
from dpsym.language import *

eps = parameter("eps", at_least=0, about="privacy loss whose difference bound is assumed, in nats")
eps_small = parameter(
    "eps", at_least=0, below=2 * log(3), about="privacy loss whose difference bound is assumed, in nats"
)

s = exp(eps / 2)
eps_t = loss_at_even_prior(eps_small)

always_close = ForAll(p, UnderEachLaw(close(p, eps), 1 - delta))
rise, fall = 1 / (1 + s), 1 / (1 + exp(-eps / 2))

twice = Theorem(
    title="A difference bound gives probabilistic DP at twice the failure probability",
    source=of_any_spaces("kazan.thm3.5.2"),
    given=always_close,
    claim=ProbDP(eps, 2 * delta),
    derivation=(
        specialise(always_close, {p: rise}, "the prior of the largest increase"),
        specialise(always_close, {p: fall}, "the prior of the largest decrease"),
        have(ProbDP(eps, 2 * delta), "the priors of the largest changes suffice", by=at_two_priors),
    ),
    near_misses={
        "the even prior only": variant(given=[UnderEachLaw(close(Rational(1, 2), eps), 1 - delta)]),
        "under one law only": variant(given=[ForAll(p, Probability(close(p, eps), P) >= 1 - delta)]),
    },
    note="The factor 2 is not the best possible: 1 + e^-eps will do, and nothing less.",
    errata=(
        erratum(
            "missing condition",
            "Appendix A.5, (23), (24), (26) and (27)",
            log((2 * s - 1) / (2 * s - exp(eps))),
            fails="The logarithm has a value only if eps is less than 2 log 2, about 1.386, though the result is stated for every eps: at 2 log 2 the fraction is 3/0, beyond it negative.",
            holds="For larger eps the end of the interval that has this logarithm is infinite: at these priors the posterior cannot move that far to that side. The other end is all that is used, and the conclusion stands for every eps.",
            reads=variant(0 < (2 * s - 1) / (2 * s - exp(eps)), given=[], witness=point({eps: 2 * log(3)})),
        ),
        erratum(
            "slip in wording",
            "Appendix A.3, the second case of the converse of Theorem 3.3; Appendix A.5, second half of part 2 of the proof of Theorem 3.5",
            "from (3) with [...] for all",
            fails="What is supposed is (5) in the first of these proofs and (9) in the second, there for every prior from 0 to 1; (3) is the interval of the posterior, and in A.5 the prior 0 is left out.",
            holds="From (5), and from (9) for every prior from 0 to 1.",
            source=("kazan.thm3.5.2", "kazan.thm3.3"),
        ),
        erratum(
            "slip in wording",
            "Appendix A.5, end of the proof of Theorem 3.5",
            "From (23) and (27), it follows that [...] P[Z ≥ -eps] ≥ 1 - delta, and from (24) and (26), it follows that [...] P[Z ≤ eps] ≥ 1 - delta",
            fails="Exchanged: the event in (23) is bounded above by eps and below by something else, and that in (24) below by -eps.",
            holds="(23) and (27) bound the loss from above, (24) and (26) from below; the conclusion stands.",
        ),
    ),
)

b = parameter("b", at_least=0, about="any bound on the loss, in nats")
closest = ForAll(p, UnderEachLaw(close(p, eps_small), 1 - delta))

larger_loss = Theorem(
    title="A difference bound gives probabilistic DP at a larger loss",
    source="kazan.thm3.5.2",
    given=closest,
    claim=ProbDP(eps_t, delta),
    define={parameter("eps_t", latex=r"\tilde{\varepsilon}"): eps_t},
    derivation=(
        specialise(closest, {p: half}, "the even prior"),
        have(ProbDP(eps_t, delta), "the even prior suffices", by=at_even_prior),
    ),
    errata=erratum(
        "missing condition",
        "Theorem 3.5(2)",
        ("for ", Eq(parameter("eps_t", latex=r"\tilde{\varepsilon}"), loss_at_even_prior(eps))),
        fails="The second logarithm has a value only if eps is less than 2 log 3, about 2.197, and from there on no bound on the loss follows. Let eps = 2 log 3, so that the bound in (9) is 1/2, let delta = 1/2 and m > 9, P = (1/2, 1/(2 m), 1/2 - 1/(2 m)) and Q = (1/(2 m), 1/2, 1/2 - 1/(2 m)). The first output moves no prior p of at least 1/2 by more than 1/2 and the second no prior of at most 1/2, so (9) holds; but the loss is plus or minus log m with probability 1/2 + 1/(2 m) under either law, more than delta.",
        holds="This bound for eps below 2 log 3. The other one of part (2), (eps, 2 delta)-PDP, holds for every eps.",
        affects="Corollary 3.12(1) and Example A.1, which use the same formula. The applications in Section 4 use part (2) of that corollary, which is not touched.",
        reads=variant(
            ProbDP(b, delta),
            given=[always_close],
            witness=point(
                {eps: 2 * log(3), b: log(9), delta: half},
                P=(half, Rational(1, 20), Rational(9, 20)),
                Q=(Rational(1, 20), half, Rational(9, 20)),
            ),
        ),
        source=("kazan.thm3.5.2", "kazan.cor3.12", "kazan.exA.1"),
    ),
    near_misses={
        "under one law only": variant(given=[ForAll(p, Probability(close(p, eps_small), P) >= 1 - delta)]),
        "the loss itself": variant(
            ProbDP(eps_small, delta),
            witness=point(
                {eps_small: 2 * log(Rational(11, 4)), delta: Rational(32, 33)},
                P=(Rational(8, 9), Rational(1, 9)),
                Q=(Rational(1, 22), Rational(21, 22)),
            ),
        ),
    },
    evaluate={"loss": eps_t},
    note="The paper omits the condition that eps is less than 2 log 3.",
)
