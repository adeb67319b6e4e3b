"""The subject of this folder: its title, what its entries show, and the order in which they are read."""

from dpsym.derivations.inference import (
    attack_at_a_level,
    clamped_count,
    convexity,
    credal_sets,
    density_ratio,
    further_remarks,
    group_privacy,
    hamming,
    indistinguishable,
    intervals_of_measures,
    known_mechanism,
    largest_power,
    lipschitz,
    local_mechanism,
    measures,
    mechanisms,
    metrics,
    multiplicative_distance,
    noisy_count,
    one_record,
    optimality,
    posterior_odds,
    posterior_of_bounded_likelihoods,
    posterior_sharp,
    prior_predictive,
    prior_to_posterior,
    privatised_data_probability,
    pufferfish,
    pufferfish_on_a_graph,
    randomised_answers,
    record_conjectures,
    risk_of_estimators,
    seeds,
    sensitivity,
    tests_of_models,
    two_means,
    zero_loss,
)
from dpsym.language import *

chapter = Chapter(
    title="Inference from private data",
    place=10,
    opening=(
        "What can be learnt, about a parameter or about one record, from the output of a private mechanism on many records. "
        "Privacy between neighbours is a Lipschitz condition on the laws of all data sets ({inference.lipschitz}). It bounds the "
        "posterior under any model of the records ({inference.prior_to_posterior}), the power of any test of two models "
        "({inference.tests_of_models.power}), and from below the risk of any estimator. Noise reaches the bounds "
        "({inference.optimality.bounds_reached}). The examples are counts and answers with noise."
    ),
    parts=(
        Part(
            heading="Data sets and mechanisms",
            text=(
                "A mechanism is a family of laws, one for each data set, and data sets have a distance: how many steps of "
                "a graph of neighbours lead from the one to the other."
            ),
            entries=(
                metrics.third_element,
                metrics.connectedness,
                metrics.strong_equivalence,
                metrics.continuity,
                hamming.last_step_of_hamming,
                hamming.hamming_distance,
                hamming.last_step_of_difference,
                hamming.symmetric_difference,
                hamming.farthest,
                seeds.law_of_the_output,
                seeds.data_and_seed,
                seeds.law_from_data_and_seed,
                seeds.provision,
                seeds.mean_over_the_data,
                seeds.same_functions,
                seeds.same_laws_by_component,
                mechanisms.private_mechanism,
                sensitivity.sensitivity,
            ),
        ),
        Part(
            heading="Privacy as a Lipschitz condition",
            text=(
                "A bound between neighbours is a bound at every distance: privacy says that the laws of the output change "
                "no faster than the data. It can be said by events, by densities and by intervals of measures, and says "
                "nothing of data sets that no path joins."
            ),
            entries=(
                group_privacy.outputs_from_events,
                group_privacy.group_privacy,
                group_privacy.densities_from_neighbours,
                group_privacy.groups_from_densities,
                group_privacy.neighbours_from_groups,
                lipschitz.lipschitz,
                lipschitz.neighbours_from_lipschitz,
                further_remarks.four_forms,
                further_remarks.same_as_metric,
                indistinguishable.plausible_together,
                indistinguishable.unbounded_ratio,
                indistinguishable.concentrated,
                zero_loss.no_loss,
                zero_loss.constant_loses_nothing,
                zero_loss.publishing,
                zero_loss.connected_support,
            ),
        ),
        Part(
            heading="Distances of measures",
            text=(
                "The distance in which laws change is the multiplicative one. Its balls are intervals of measures. The "
                "density ratio distance compares odds instead and is nearly the same for laws; convexity and continuity "
                "are what the theory of imprecise probability asks of either."
            ),
            entries=(
                measures.neighbourhood,
                multiplicative_distance.triangle,
                multiplicative_distance.definite,
                multiplicative_distance.from_masses,
                multiplicative_distance.to_masses,
                multiplicative_distance.of_one_order,
                multiplicative_distance.null_outcomes,
                multiplicative_distance.products,
                multiplicative_distance.quasi_convex,
                density_ratio.triangle,
                density_ratio.symmetric,
                density_ratio.scale,
                density_ratio.shares_of_measures,
                density_ratio.at_most_ratio,
                density_ratio.definite,
                density_ratio.sum_of_suprema,
                density_ratio.twice,
                density_ratio.both_infinite,
                density_ratio.split,
                density_ratio.events,
                density_ratio.odds_ratio,
                density_ratio.densities,
                intervals_of_measures.convex,
                intervals_of_measures.distance_to_interval,
                intervals_of_measures.interval_to_distance,
                intervals_of_measures.larger_radius,
                intervals_of_measures.by_densities,
                intervals_of_measures.to_densities,
                intervals_of_measures.odds,
                intervals_of_measures.reachable,
                intervals_of_measures.attained,
                credal_sets.credal_sets,
                convexity.quasi,
                convexity.not_convex,
                convexity.vacuous_quasi_convex,
                convexity.vacuous_not_convex,
                convexity.near_in_norm,
                convexity.continuous,
                convexity.discontinuous,
                further_remarks.chain_rule,
                further_remarks.sigma_finite,
                further_remarks.distorting,
            ),
        ),
        Part(
            heading="The probability of a release",
            text=(
                "When the data are random, so is the release twice over. Its probability is near that of any one data set "
                "that is possible with it, whatever the model. The bound from below needs the probability that the data "
                "are possible, which the paper leaves out."
            ),
            entries=(
                privatised_data_probability.marginal,
                privatised_data_probability.support,
                privatised_data_probability.law_of_output,
                privatised_data_probability.outside_of_the_set,
                privatised_data_probability.only_the_set_counts,
                privatised_data_probability.weighted,
                privatised_data_probability.no_lower_bound,
                privatised_data_probability.closer,
                further_remarks.measurable,
                noisy_count.figure_2,
                noisy_count.reading,
                noisy_count.known,
                known_mechanism.envelope,
                known_mechanism.count_of_any_model,
                local_mechanism.of_a_local_mechanism,
                randomised_answers.local,
                randomised_answers.gap,
                randomised_answers.figure_3,
            ),
        ),
        Part(
            heading="Tests",
            text=(
                "A test of two models from the release of private data has little power: at most the exponential of the "
                "privacy loss times the distance of the models, times its level. The largest power at a distance is known "
                "exactly."
            ),
            entries=(
                tests_of_models.coupled_models,
                tests_of_models.power,
                tests_of_models.nuisance_records,
                tests_of_models.levels_of_models,
                tests_of_models.four_bounds,
                largest_power.largest_power,
                largest_power.attained,
                largest_power.small_level,
                further_remarks.earlier_bound,
            ),
        ),
        Part(
            heading="From prior to posterior",
            text=(
                "For the same reason the posterior of a parameter stays near its prior, and the prior predictive "
                "probability near the law at one data set. The prior is that of the parameter given that the data are "
                "possible with the release."
            ),
            entries=(
                two_means.two_means,
                posterior_of_bounded_likelihoods.bounded_likelihoods,
                prior_to_posterior.cross,
                prior_to_posterior.kept_positive,
                prior_to_posterior.prior_to_posterior,
                prior_predictive.inside_the_set,
                prior_predictive.prior_predictive,
                posterior_sharp.posterior_odds,
                posterior_sharp.inside,
                posterior_sharp.needed,
                one_record.bayes_rule,
                one_record.one_record,
                clamped_count.figure_4,
                clamped_count.example,
                further_remarks.encodings,
            ),
        ),
        Part(
            heading="Estimation",
            text=(
                "What cannot be told apart cannot be estimated: the risk of every estimator is bounded from below."
            ),
            entries=(
                risk_of_estimators.squared_error,
                risk_of_estimators.absolute_error,
                risk_of_estimators.at_two_steps,
            ),
        ),
        Part(
            heading="Pufferfish",
            text=(
                "Conjectures about the data take the place of neighbouring data sets, and the attacker's own law of the "
                "data that of a fixed one. It is the same Lipschitz condition, on another graph, and so has the same "
                "consequences."
            ),
            entries=(
                posterior_odds.forward,
                posterior_odds.backward,
                posterior_odds.instance,
                pufferfish.prior_and_posterior,
                pufferfish.from_posterior,
                pufferfish_on_a_graph.within_one,
                pufferfish_on_a_graph.from_pairs,
                pufferfish_on_a_graph.lipschitz_condition,
                pufferfish_on_a_graph.to_pairs,
                pufferfish_on_a_graph.power_of_an_attacker,
                pufferfish_on_a_graph.pufferfish_from_powers,
                record_conjectures.from_privacy,
                record_conjectures.to_privacy,
                attack_at_a_level.attack_at_a_level,
            ),
        ),
        Part(
            heading="How good the bounds are",
            text=("Laplace noise on a count reaches them, exactly or in the limit."),
            entries=(
                optimality.bounds_reached,
                optimality.power_reached,
                optimality.one_record,
                optimality.odds_reached,
            ),
        ),
    ),
)
