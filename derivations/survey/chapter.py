"""A worked case study as a chapter: what can be learnt at best from a small survey that is released with privacy."""

from dpsym.derivations.inference import risk_of_estimators
from dpsym.derivations.survey import small_survey
from dpsym.language import *

chapter = Chapter(
    title="A small survey",
    place=11,
    opening=(
        "A hundred people answer yes or no. Some statistic of their answers is released by a mechanism whose privacy loss is at most "
        "one half between two surveys that differ in one answer. Which statistic and which noise is left open: everything here holds for all "
        "of them. The question is what can be learnt at best, of one person, of the hundred, and of the population they come from."
    ),
    parts=(
        Part(
            heading="One person",
            text=(
                "The answer of one person is protected well, whatever else is known of the others, unless the answers of several are "
                "known to go together."
            ),
            entries=(small_survey.one_person,),
        ),
        Part(
            heading="The hundred",
            text=(
                "The mean of the hundred answers is not protected for its own sake: it can be learnt, up to an error that no mechanism avoids. Two surveys "
                "that differ in a few answers cannot be told apart surely, and so their means cannot both be estimated well."
            ),
            entries=(
                small_survey.tests,
                risk_of_estimators.squared_error,
                risk_of_estimators.at_two_steps,
                risk_of_estimators.absolute_error,
                small_survey.mean,
                small_survey.by_distance,
            ),
        ),
        Part(
            heading="The population",
            text=(
                "Of the population less is known than of the hundred. The error that privacy adds is beside the error of the "
                "sample: which is larger depends on the number of people and on the privacy loss."
            ),
            entries=(small_survey.population,),
        ),
    ),
)
