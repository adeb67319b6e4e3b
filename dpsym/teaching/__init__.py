"""Teaching: a derivation with lines left out, judged line by line, and true-or-false questions with their witnesses."""

from dpsym.teaching.exercise import Exercise, Gap, exercise_of, typable
from dpsym.teaching.judge import Answered, Judge
from dpsym.teaching.quiz import Question, questions

__all__ = ["Answered", "Exercise", "Gap", "Judge", "Question", "exercise_of", "questions", "typable"]
