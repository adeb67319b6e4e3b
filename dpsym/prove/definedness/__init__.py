"""Whether a statement says something: each of its terms has a value, and its hypotheses hold somewhere."""
